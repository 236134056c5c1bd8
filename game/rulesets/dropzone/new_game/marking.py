"""The places that a scenario is about, marked on the map of a new game: objectives and bunkers (D-SCO, D-SETUP-3)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from game.rulesets.dropzone.new_game.map_rules import APART
from game.rulesets.dropzone.rules.features import INDESTRUCTIBLE, KIND, LARGEST, Feature, features
from game.rulesets.dropzone.rules.scenarios import Scenario
from game.rulesets.dropzone.rules.setup import BATTLE
from game.table.documents import MapDocument, Objective, TerrainPiece
from game.table.lattice import snap
from game.table.terrain.battlefield import Battlefield

QUARTER: Final = 17.0
"""Inches from the middle of a table to that of a quarter: further places are looked for at about this distance."""
_Spot = tuple[float, float]


def marked_map(document: MapDocument, scenario: Scenario, seats: int, points: int, *, variant: bool) -> MapDocument:
    """Return a map with what a scenario needs for some players and points; as it is if there are too few Garrisons.

    With three players or more, and in Battles, there are more places. With its `variant` bunkers are indestructible.
    """
    fewest, more = scenario.markers
    most = fewest + (more if seats > 2 or points >= BATTLE else 0)
    found = [] if scenario.bunkers else [each.at for each in document.objectives]
    houses: list[Feature] = []
    for ring in _rings(document):
        spots = [_spot(each) for each in ring]
        if len(found) + len(ring) <= most and _suits(document, scenario, ring) and _is_apart([*found, *spots]):
            found, houses = [*found, *spots], [*houses, *ring]
    if len(found) < fewest or not houses:
        return document
    kept = () if scenario.bunkers else document.objectives
    added = (Objective(id=f"{each.id}.mark", name=each.name, at=_spot(each)) for each in houses)
    terrain = document.terrain
    if scenario.bunkers:
        names = {each.id for each in houses}
        terrain = tuple(_fortified(each, variant) if each.id in names else each for each in terrain)
    return document.model_copy(update={"objectives": (*kept, *added), "terrain": terrain})


def _rings(document: MapDocument) -> Iterator[list[Feature]]:
    """Yield the Garrison in the middle, then others together with their mirror images: buildings before woods."""
    houses = [each for each in features(Battlefield.from_map(document)) if each.has("garrison")]

    def order(feature: Feature) -> tuple[bool, bool, float]:
        gap = math.dist(_spot(feature), (document.width / 2, document.height / 2))
        return gap > 1.0, not feature.has("body"), round(abs(gap - QUARTER), 1)

    for _order, ring in groupby(sorted(houses, key=order), key=order):
        there = [*ring]
        while there:
            x, y = _spot(there[0])
            mirrored = [
                each for each in there if math.dist(_spot(each), (document.width - x, document.height - y)) < 1.0
            ]
            pair = [there[0], *(each for each in mirrored if each is not there[0])]
            there = [each for each in there if each not in pair]
            yield pair


def _spot(feature: Feature) -> _Spot:
    middle = feature.shape.centroid
    if not feature.is_under(middle.x, middle.y):
        middle = feature.shape.representative_point()
    return snap(middle.x), snap(middle.y)


def _suits(document: MapDocument, scenario: Scenario, ring: Sequence[Feature]) -> bool:
    """Return whether Garrisons are far enough from the edges; bunkers are in the middle or in opposite quarters."""
    wide, high = document.width, document.height
    clear = all(min(x, y, wide - x, high - y) >= scenario.clear for x, y in map(_spot, ring))
    if not scenario.bunkers or not clear:
        return clear
    if math.dist(_spot(ring[0]), (wide / 2, high / 2)) <= 1.0:
        return True
    boxes = [each.box for each in ring]
    return len(ring) > 1 and not any(
        west <= wide / 2 <= east or south <= high / 2 <= north for west, south, east, north in boxes
    )


def _is_apart(spots: Sequence[_Spot]) -> bool:
    return all(math.dist(one, other) >= APART for number, one in enumerate(spots) for other in spots[:number])


def _fortified(piece: TerrainPiece, variant: bool) -> TerrainPiece:
    """Return a Garrison as a bunker: a large one if it was large (D-SCO-2)."""
    kind = "large-bunker" if str(piece.traits[KIND]).startswith(LARGEST) else "medium-bunker"
    return piece.model_copy(
        update={"traits": {**piece.traits, KIND: kind, **({INDESTRUCTIBLE: True} if variant else {})}}
    )
