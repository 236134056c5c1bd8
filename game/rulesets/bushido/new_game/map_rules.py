"""The demands of Bushido on a map: size, traits of terrain, limits, room for every scenario (B-SETUP-9, B-STAT-1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.abilities import MapProblem as Problem
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.setup import INCH
from game.rulesets.bushido.rules.setup_phase.zones import DEPLOYMENTS, NORTH, SOUTH, zone
from game.rulesets.bushido.rules.terrain import DESTRUCTIBLE, VALUES, is_impassable
from game.table.documents import MapDocument
from game.table.terrain.battlefield import Battlefield, Piece
from game.wording import N_, _

NAME: Final = "bushido"
SIDE: Final = 24.0
"""Inches of a side of the table (B-STAT-1)."""
LARGEST: Final = 9.0
"""Inches that no piece exceeds in either direction."""
GAP: Final = 2.0
"""Inches between impassable pieces, and from them to objectives."""
LARGEST_BASE: Final = 60 / INCH
"""Inches: how deep a baseline zone is, whoever stands in it."""
NEAR: Final = 1e-6


def check_map(document: MapDocument, players: int = 2) -> list[Problem]:
    """Return everything that keeps `document` from being a table for Bushido, in every scenario."""
    return [
        *_table(document),
        *_traits(document),
        *(Problem(f"terrain[{index}]{where}", reason, "B-SETUP-9") for index, where, reason in _terrain(document)),
    ]


def _table(document: MapDocument) -> Iterator[Problem]:
    if not document.is_for(NAME):
        reason = _("the map is made for {rulesets}, not for this game", rulesets=", ".join(document.rulesets))
        yield Problem("rulesets", reason, "")
    if document.unit != 1.0:
        yield Problem(
            "unit", _("is {unit:g}, but this game counts in inches - make it 1", unit=document.unit), "B-GEO-1"
        )
    for name in ("width", "height"):
        inches = getattr(document, name)
        if inches != SIDE:
            text = N_("is {inches:g} inches - the table is {side:g} by {side:g}")
            yield Problem(name, _(text, inches=inches, side=SIDE), "B-STAT-1")


def _traits(document: MapDocument) -> Iterator[Problem]:
    known = ", ".join((*VALUES, DESTRUCTIBLE))
    for index, piece in enumerate(document.terrain):
        for key, value in piece.traits.items():
            where = f"terrain[{index}].traits.{key}"
            if key in VALUES and value not in VALUES[key]:
                text = N_("{value!r} is not known here - use one of {known}")
                yield Problem(where, _(text, value=value, known=", ".join(VALUES[key])), "B-TERR-10")
            elif key == DESTRUCTIBLE and not isinstance(value, bool):
                yield Problem(where, _("{value!r} is neither true nor false", value=value), "B-TERR-9")
            elif key.startswith(f"{NAME}.") and key not in (*VALUES, DESTRUCTIBLE):
                yield Problem(where, _("is no trait of terrain - use one of {known}", known=known), "B-TERR-10")


class Forbidden(NamedTuple):
    """Where no impassable terrain may lie: a shape, the inches to keep from it, and what it is."""

    shape: BaseGeometry
    inches: float
    name: str


@lru_cache(maxsize=1)
def forbidden() -> tuple[Forbidden, ...]:
    """Return the zones and objectives of all scenarios, and every deployment zone (B-SETUP-9)."""
    found: list[Forbidden] = []
    for name in scenarios.names():
        scenario = scenarios.find(name)
        title = _(scenario.title)
        for x, y, radius in scenario.objective_spots():
            found.append(
                Forbidden(shapely.Point(x, y).buffer(radius, 32), GAP, _("an objective of {title}", title=title))
            )
        for _name, x, y, radius, _side in scenario.zones:
            found.append(Forbidden(shapely.Point(x, y).buffer(radius, 32), 0.0, _("a zone of {title}", title=title)))
    for deployment in DEPLOYMENTS:
        for side in (SOUTH, NORTH):
            area = zone(deployment, side, SIDE, SIDE)
            shape = area.shape if area.inside else area.shape.buffer(LARGEST_BASE, cap_style="flat")
            found.append(Forbidden(shape, 0.0, _(area.name)))
    return tuple(found)


def _terrain(document: MapDocument) -> Iterator[tuple[int, str, str]]:
    pieces = [
        (index, piece)
        for index, piece in enumerate(Battlefield.from_map(document.model_copy(update={"unit": 1.0})).pieces)
        if not piece.decoration
    ]
    for index, piece in pieces:
        yield from ((index, "", reason) for reason in _alone(piece))
    for (_one, piece), (index, other) in combinations(pieces, 2):
        apart = piece.shape.distance(other.shape)
        if apart <= NEAR:
            yield index, "", _("touches or overlaps {piece} - move them apart", piece=piece.name)
        elif apart < GAP - NEAR and is_impassable(piece) and is_impassable(other):
            text = N_("is {apart:.2f} inches from {piece} - impassable pieces keep {gap:g} inches apart")
            yield index, "", _(text, apart=apart, piece=piece.name, gap=GAP)


def _alone(piece: Piece) -> Iterator[str]:
    west, south, east, north = piece.shape.bounds
    if max(east - west, north - south) > LARGEST + NEAR:
        text = N_("measures {width:g} by {height:g} inches - no piece is larger than {most:g} by {most:g}")
        yield _(text, width=round(east - west, 2), height=round(north - south, 2), most=LARGEST)
    if not is_impassable(piece):
        return
    for place in forbidden():
        apart = piece.shape.distance(place.shape)
        overlap = piece.shape.intersection(place.shape).area > NEAR
        if overlap or apart < place.inches - NEAR:
            yield _("is impassable and too close to {place} - move it", place=place.name)
