"""The places that a scenario is about, marked on the map of a new game: objectives and bunkers (D-SCO, D-SETUP-3)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Final

from game.rulesets.dropzone.new_game.map_rules import APART
from game.rulesets.dropzone.rules.features import INDESTRUCTIBLE, KIND, LARGEST, Feature
from game.rulesets.dropzone.rules.scenarios import Scenario
from game.rulesets.dropzone.rules.setup import BATTLE, rings
from game.table.documents import MapDocument, Objective, TerrainPiece
from game.table.lattice import snap
from game.table.terrain.battlefield import Battlefield

QUARTER: Final = 17.0
"""Inches from the middle of a table to that of a quarter: further places are looked for at about this distance."""
CENTRAL: Final = 1.0
"""Inches from the middle of a table within which a Garrison is in the middle."""
_Spot = tuple[float, float]


def marked_map(document: MapDocument, scenario: Scenario, seats: int, points: int, *, variant: bool) -> MapDocument:
    """Return a map with what a scenario needs for some players and points; as it is if there are too few Garrisons.

    With three players or more, and in Battles, there are more places. With its `variant` bunkers are indestructible.
    """
    fewest, more = scenario.markers
    most = fewest + (more if seats > 2 or points >= BATTLE else 0)
    found = [] if scenario.bunkers else [each.at for each in document.objectives]
    houses: list[Feature] = []
    for ring in sorted(rings(Battlefield.from_map(document)), key=partial(_by_place, document)):
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


def _by_place(document: MapDocument, ring: Sequence[Feature]) -> tuple[bool, bool, float]:
    """Sorts Garrisons that mirror each other: the middle one, buildings, woods; those in the quarters first."""
    gap = _gap(document, ring[0])
    return gap > CENTRAL, not ring[0].has("body"), abs(gap - QUARTER)


def _gap(document: MapDocument, feature: Feature) -> float:
    return math.dist(_spot(feature), (document.width / 2, document.height / 2))


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
    if _gap(document, ring[0]) <= CENTRAL:
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
