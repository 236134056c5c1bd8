"""The choices for a new battle."""

from __future__ import annotations

from itertools import starmap
from typing import Final

from game.engine.rulebook.new_game import Offer, Offers, Sketch
from game.engine.rulebook.view import PieceView
from game.engine.saving.maps import offered_maps
from game.lengths import size
from game.resources import bundled_map
from game.rulesets.aos4.documents.armies import ArmyDocument
from game.rulesets.aos4.documents.catalogue import NAMES, bundled_army, own_armies
from game.rulesets.aos4.new_game.map_rules import NAME, check_map
from game.rulesets.aos4.new_game.planning import (
    DEFAULT_MAP,
    DEFAULT_SCENARIO,
    FEWEST_ROUNDS,
    MOST_ROUNDS,
    SEATS,
    USUAL_ROUNDS,
)
from game.rulesets.aos4.rules import battleplans
from game.rulesets.aos4.rules.setup import INCH
from game.rulesets.aos4.rules.setup_documents import PLAYER_COLOURS
from game.rulesets.aos4.rules.terrain import ABILITIES, features
from game.table.documents import MapDocument, load_map
from game.table.terrain.battlefield import Battlefield
from game.wording import N_, _

COLOUR_NAMES: Final = (N_("blue"), N_("orange"))
SCALE: Final = 2.0
"""A battleplan is sketched on half a table, so that its objectives can be seen."""


def offers() -> Offers:
    """Return battleplans, maps, armies and numbers of rounds."""
    plans = [
        Offer(name, _(each.title), _(each.text), each.rule, sketch=plan_sketch(name))
        for name, each in ((name, battleplans.find(name)) for name in battleplans.names())
    ]
    bundled = [(name, bundled_army(name)) for name in NAMES]
    return Offers(
        scenarios=tuple(sorted(plans, key=lambda offer: offer.name != DEFAULT_SCENARIO)),
        maps=tuple(sorted(starmap(_map_offer, offered_maps(NAME)), key=lambda offer: offer.name != DEFAULT_MAP)),
        rosters=tuple(_army_offer(name, army) for name, army in (*bundled, *own_armies().items())),
        seats=(SEATS, SEATS, SEATS),
        rounds=(FEWEST_ROUNDS, MOST_ROUNDS, USUAL_ROUNDS),
        colours=tuple(Offer(colour, _(name)) for colour, name in zip(PLAYER_COLOURS, COLOUR_NAMES)),
    )


def _map_offer(name: str, document: MapDocument) -> Offer:
    extent = _("{width} × {height}", width=size(document.width), height=size(document.height))
    for problem in check_map(document):
        return Offer(name, document.name, f"{extent}: {problem.reason}", problem.rule)
    pieces = features(Battlefield.from_map(document))
    does = [_(title) for key, (title, _rule) in ABILITIES.items() if any(key in piece.does for piece in pieces)]
    return Offer(name, document.name, f"{extent}: {', '.join(does)}", "A-TERR-7")


def _army_offer(name: str, army: ArmyDocument) -> Offer:
    models = sum(unit.size for unit in army.units)
    facts = _("{units} units, {models} models, {points} points", units=len([*army.units]), models=models,
              points=army.points)  # fmt: skip
    return Offer(name, army.name, f"{facts}: {', '.join(unit.name for unit in army.units)}", "A-ROS-1",
                 sketch=army_sketch(army))  # fmt: skip


def plan_sketch(name: str) -> Sketch:
    """Return where the objectives of a battleplan lie on its map, on a table half as large."""
    plan = battleplans.find(name)
    path = bundled_map(plan.map)
    assert path is not None
    document = load_map(path)
    pieces = tuple(
        PieceView(objective.id, "", "marker", objective.at[0] / SCALE, objective.at[1] / SCALE, 0.8, symbol="objective")
        for objective in document.objectives
        if objective.id in plan.objectives
    )
    return Sketch(document.width / SCALE, document.height / SCALE, pieces)


def army_sketch(army: ArmyDocument) -> Sketch:
    """Return the models of an army in ranks, a block for each unit."""
    pieces, x = list[PieceView](), 1.2
    for unit in army.units:
        group = unit.models[0]
        radius = max(model.base_mm for model in unit.models) / INCH / 2
        files = max(1, round(unit.size**0.5))
        for number in range(unit.size):
            spot = x + radius + number % files * 2.1 * radius, 1.0 + radius + number // files * 2.1 * radius
            leader = unit.general and number == 0
            pieces.append(
                PieceView(f"{unit.id}-{number}", "", "base", *spot, group.base_mm / INCH / 2, "1", leader=leader)
            )
        x += files * 2.1 * radius + 0.8
    height = max(piece.y + piece.radius for piece in pieces) + 1.0
    return Sketch(x + 0.4, height, tuple(pieces))
