"""Spots of the table in words, by what is near them: "behind North Mill"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.view import PieceView
from game.table.terrain.battlefield import Battlefield
from game.wording import N_, _

Spot = tuple[float, float]
NEAR: Final = 6.0
"""The most inches from a thing that is named."""
CLOSE: Final = 3.0
"""The most inches behind a piece of terrain."""
SIDES: Final = {
    (1, 0): N_("right of {name}"),
    (-1, 0): N_("left of {name}"),
    (0, 1): N_("above {name}"),
    (0, -1): N_("below {name}"),
}
"""Where a spot is, by the direction from a thing to it, as the table is drawn."""
PARTS: Final = {
    (0, 0): N_("in the middle of the table"),
    (1, 0): N_("at the right of the table"),
    (-1, 0): N_("at the left of the table"),
    (0, 1): N_("in the upper part of the table"),
    (0, -1): N_("in the lower part of the table"),
    (1, 1): N_("at the upper right of the table"),
    (1, -1): N_("at the lower right of the table"),
    (-1, 1): N_("at the upper left of the table"),
    (-1, -1): N_("at the lower left of the table"),
}
"""The ninths of the table."""


class _Thing(NamedTuple):
    """A thing that can describe a spot; spots can be in or behind `terrain`."""

    name: str
    shape: BaseGeometry
    terrain: bool


def place_in_words(
    field: Battlefield, pieces: Iterable[PieceView], spot: Spot, seen_from: PieceView | None = None
) -> str:
    """Return in words where a spot is. "Behind" is as seen from the piece `seen_from`, which is never named."""
    point = shapely.Point(spot)
    things = [_Thing(piece.name, piece.shape, True) for piece in field.pieces if piece.name and not piece.decoration]
    others = (piece for piece in pieces if piece.kind != "zone" and (seen_from is None or piece.id != seen_from.id))
    things += [_Thing(other.name, shapely.Point(other.x, other.y).buffer(other.radius), False) for other in others]
    counts = Counter(thing.name for thing in things)  # what shares its name says less
    by_distance = sorted(
        (thing.shape.distance(point) + NEAR * (counts[thing.name] > 1), number) for number, thing in enumerate(things)
    )
    if not by_distance or by_distance[0][0] > NEAR:
        return _(PARTS[_third(spot[0], field.width), _third(spot[1], field.height)])
    thing = things[by_distance[0][1]]
    if thing.terrain and thing.shape.covers(point):
        return _("in {name}", name=thing.name)
    line_of_sight = shapely.LineString([(seen_from.x, seen_from.y), spot]) if seen_from is not None else None
    if (
        thing.terrain
        and line_of_sight is not None
        and by_distance[0][0] <= CLOSE
        and thing.shape.crosses(line_of_sight)
    ):
        return _("behind {name}", name=thing.name)
    middle = thing.shape.centroid
    dx, dy = spot[0] - middle.x, spot[1] - middle.y
    side = (1 if dx > 0 else -1, 0) if abs(dx) > abs(dy) else (0, 1 if dy > 0 else -1)
    return _(SIDES[side], name=thing.name)


def _third(x: float, length: float) -> int:
    """Return which third of a length a spot is in: -1, 0 or 1."""
    return min(1, max(-1, int(3 * x // length) - 1))
