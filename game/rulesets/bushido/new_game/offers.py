"""The choices Bushido offers for a new game."""

from __future__ import annotations

from collections import Counter
from itertools import starmap
from typing import Final

from game.engine.rulebook.new_game import Offer, Offers, Sketch
from game.engine.rulebook.view import PieceView
from game.engine.saving.maps import offered_maps
from game.lengths import size
from game.rulesets.bushido.new_game.map_rules import NAME, check_map
from game.rulesets.bushido.new_game.planning import (
    DEFAULT_MAP,
    DEFAULT_SCENARIO,
    FEWEST_TURNS,
    MOST_TURNS,
    SEATS,
    USUAL_TURNS,
)
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.setup import INCH
from game.rulesets.bushido.rules.setup_documents import PLAYER_COLOURS
from game.rulesets.bushido.rules.terrain import TRAITS, features
from game.rulesets.bushido.warbands.bundled import NAMES, bundled_warband, own_warbands
from game.rulesets.bushido.warbands.profiles import WarbandDocument
from game.table.documents import MapDocument
from game.table.terrain.battlefield import Battlefield
from game.wording import N_, _

COLOUR_NAMES: Final = (N_("blue"), N_("orange"))
SCALE: Final = 2.0
"""A scenario is sketched on half a table, so that its objectives can be seen."""


def offers() -> Offers:
    """Return scenarios, maps, warbands and numbers of turns (B-SCEN, B-SCEN-10)."""
    stories = [
        Offer(name, _(scenario.title), _(scenario.text), scenario.rule, sketch=scenario_sketch(name))
        for name, scenario in ((name, scenarios.find(name)) for name in scenarios.names())
    ]
    bundled = [(name, bundled_warband(name)) for name in NAMES]
    return Offers(
        scenarios=tuple(sorted(stories, key=lambda offer: offer.name != DEFAULT_SCENARIO)),
        maps=tuple(sorted(starmap(_map_offer, offered_maps(NAME)), key=lambda offer: offer.name != DEFAULT_MAP)),
        rosters=tuple(_warband_offer(name, warband) for name, warband in (*bundled, *own_warbands().items())),
        seats=(SEATS, SEATS, SEATS),
        rounds=(FEWEST_TURNS, MOST_TURNS, USUAL_TURNS),
        colours=tuple(Offer(colour, _(name)) for colour, name in zip(PLAYER_COLOURS, COLOUR_NAMES)),
    )


def _map_offer(name: str, document: MapDocument) -> Offer:
    extent = _("{width} × {height}", width=size(document.width), height=size(document.height))
    for problem in check_map(document):
        return Offer(name, document.name, f"{extent}: {problem.reason}", problem.rule)
    if document.dressing:
        placed = _("{extent}, players take turns placing terrain", extent=extent)
        return Offer(name, document.name, placed, "B-SETUP-3")
    return Offer(name, document.name, f"{extent}: {', '.join(terrain_of(document))}", "B-TERR-11")


def terrain_of(document: MapDocument) -> list[str]:
    """Return in words what the terrain of a map does: how many pieces have each trait, plain ones left out."""
    pieces = features(Battlefield.from_map(document))
    counts = Counter(trait for piece in pieces for trait in (piece.passage, piece.visibility))
    return [
        _("{n} × {trait}", n=counts[trait], trait=_(title))
        for trait, (title, _rule) in TRAITS.items()
        if title and counts[trait]
    ]


def _warband_offer(name: str, warband: WarbandDocument) -> Offer:
    models = sum(profile.count for profile in warband.models)
    facts = _("{models} models, {rice} rice", models=models, rice=warband.rice)
    names = [f"{model.name} ×{model.count}" if model.count > 1 else model.name for model in warband.models]
    text = f"{facts}: {', '.join(names)}"
    return Offer(name, warband.name, text, "B-WARB-3", sketch=warband_sketch(warband))


def scenario_sketch(name: str) -> Sketch:
    """Return where the objectives and zones of a scenario lie, on a table half as large."""
    scenario = scenarios.find(name)
    pieces = tuple(
        PieceView(str(number), "", "marker", x / SCALE, y / SCALE, radius, symbol="objective")
        for number, (x, y, radius) in enumerate(scenario.objective_spots())
    )
    zones = tuple((x / SCALE, y / SCALE, radius / SCALE) for _name, x, y, radius, _side in scenario.zones)
    return Sketch(24.0 / SCALE, 24.0 / SCALE, pieces, zones)


def warband_sketch(warband: WarbandDocument) -> Sketch:
    """Return the models of a warband in a row."""
    models = [profile for profile in warband.models for _copy in range(profile.count)]
    step = 2.2
    pieces = tuple(
        PieceView(
            str(place),
            "",
            "base",
            step * (place + 0.5) + 0.8,
            2.0 if place % 2 else 4.2,
            profile.base_mm / INCH / 2 * 1.4,
            "1",
            value=str(profile.rice),
            leader="Leader" in profile.types,
        )
        for place, profile in enumerate(models)
    )
    return Sketch(step * len(models) + 1.6, 6.8, pieces)
