"""The choices Dropzone Commander offers for a new game."""

from __future__ import annotations

from itertools import starmap
from typing import Final

from game.engine.rulebook.new_game import Offer, Offers, Sketch
from game.engine.rulebook.view import PieceView
from game.engine.saving.maps import offered_maps
from game.lengths import size
from game.rulesets.dropzone.documents.armies import ArmyDocument
from game.rulesets.dropzone.documents.catalogue import NAMES, RULESET, bundled_army, own_armies
from game.rulesets.dropzone.documents.legality import breaches
from game.rulesets.dropzone.new_game.map_rules import check_map
from game.rulesets.dropzone.new_game.planning import (
    DEFAULT_MAP,
    DEFAULT_SCENARIO,
    FEWEST_ROUNDS,
    MOST_ROUNDS,
    USUAL_ROUNDS,
)
from game.rulesets.dropzone.rules import scenarios
from game.rulesets.dropzone.rules.setup_documents import PLAYER_COLOURS
from game.table.documents import MapDocument
from game.wording import N_, _, ngettext

COLOUR_NAMES: Final = (N_("blue"), N_("orange"), N_("green"), N_("purple"))
STEP: Final = 1.9
"""Inches between two units of an army in its picture."""
MOST_SHOWN: Final = 8
"""Units of an army in its picture."""


def offers() -> Offers:
    """Return scenarios, maps, armies, numbers of players and of rounds (D-SCO, D-RND-1)."""
    known = [(name, scenarios.REGISTRY[name]) for name in scenarios.REGISTRY.sorted("rule")]
    stories = [Offer(name, _(each.title), _(each.text), each.rule) for name, each in known]
    armies = [*((name, bundled_army(name)) for name in NAMES), *own_armies().items()]
    return Offers(
        scenarios=tuple(sorted(stories, key=lambda offer: offer.name != DEFAULT_SCENARIO)),
        maps=tuple(sorted(starmap(_map_offer, offered_maps(RULESET)), key=lambda offer: offer.name != DEFAULT_MAP)),
        rosters=tuple(starmap(_army_offer, armies)),
        seats=(2, len(PLAYER_COLOURS), 2),
        rounds=(FEWEST_ROUNDS, MOST_ROUNDS, USUAL_ROUNDS),
        colours=tuple(Offer(colour, _(name)) for colour, name in zip(PLAYER_COLOURS, COLOUR_NAMES)),
    )


def _map_offer(name: str, document: MapDocument) -> Offer:
    extent = _("{width} × {height}", width=size(document.width), height=size(document.height))
    for problem in check_map(document):
        return Offer(name, document.name, f"{extent}: {problem.reason}", problem.rule)
    pieces = ngettext("{n} piece of scenery", "{n} pieces of scenery", len(document.terrain))
    return Offer(name, document.name, f"{extent}: {pieces}", "D-SETUP-2")


def _army_offer(name: str, army: ArmyDocument) -> Offer:
    facts = {"points": army.points, "faction": army.faction}
    units = ", ".join(_called(army, unit) for unit in dict.fromkeys(squad.unit for squad in army.squads))
    text = _("{faction}, {points} points: {units}", units=units, **facts)
    for breach in breaches(army):  # players may agree to play with it all the same
        return Offer(name, army.name, f"{breach.text}; {text}", breach.rule, sketch=army_sketch(army))
    return Offer(name, army.name, text, "D-ARMY-3", sketch=army_sketch(army))


def _called(army: ArmyDocument, unit: str) -> str:
    """Return a unit's name with how many of it there are."""
    count = sum(squad.size for squad in army.squads if squad.unit == unit)
    name = next(each.name for each in army.units if each.id == unit)
    return name if count == 1 else f"{name} ×{count}"


def army_sketch(army: ArmyDocument) -> Sketch:
    """Return one unit of each kind of an army in a row."""
    kinds = [army.sheet(squad) for squad in army.squads]
    shown = [*dict.fromkeys(each.id for each in kinds)][:MOST_SHOWN]
    pieces = tuple(
        PieceView(
            str(place), "", "base", STEP * (place + 0.5) + 0.8, 2.0 if place % 2 else 4.2, sheet.radius * 1.4, "1",
            value=str(sheet.damage),
        )
        for place, sheet in enumerate(next(each for each in kinds if each.id == name) for name in shown)
    )  # fmt: skip
    return Sketch(STEP * len(pieces) + 1.6, 6.8, pieces)
