"""Things that can be measured and seen: pieces, ghosts, terrain and bare points, and where they are now."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

import shapely

from game.engine.rulebook.view import PieceView
from game.lengths import coordinates
from game.play.session_model import SessionModel
from game.play.spoken_state import disc_of
from game.table.heights import relief_of
from game.table.lattice import snap
from game.table.measuring.ruler import Ruler
from game.table.shapes import Disc
from game.table.terrain.battlefield import Piece
from game.ui.board.camera import Spot
from game.ui.board.pieces import covers, top_down, topmost
from game.ui.decisions.place import REST
from game.wording import _

Measured = Disc | Piece


@dataclass(frozen=True)
class Measurable:
    """Something to measure: a piece, a unit or terrain by its id, a bare point by its spot.

    A unit is measured from its closest model. A ghost is a piece at its proposed place; while it is not being placed,
    the piece at its real place.
    """

    sort: Literal["piece", "unit", "ghost", "terrain", "point"]
    id: str = ""
    spot: Spot = (0.0, 0.0)


class Rest:
    """Notes where things are: what is drawn around one that moves waits until that rests."""

    def __init__(self) -> None:
        self._since: dict[Measurable, tuple[object, float]] = {}

    def note(self, measurable: Measurable, place: object) -> bool:
        """Note the present place of something; return whether it rests there, or was never elsewhere."""
        now, before = time.monotonic(), self._since.get(measurable)
        if before is None or before[0] != place:
            self._since[measurable] = (place, now if before is not None else 0.0)
        return now - self._since[measurable][1] >= REST

    def ends(self, kept: Iterable[Measurable], now: float) -> bool:
        """Return whether some of these things have moved just now."""
        return any(now - self._since[each][1] < 2 * REST for each in kept if each in self._since)


class Measurables:
    """Finds what can be measured, and its present place. `ghost` returns the piece being placed."""

    def __init__(self, model: SessionModel, ghost: Callable[[], PieceView | None]) -> None:
        self.model = model
        self.ghost = ghost

    def at(self, spot: Spot, bare: bool = False) -> Measurable:
        """Return the topmost object at a spot: the ghost, a piece, terrain; with `bare` always the point."""
        if not bare:
            ghost = self.ghost()
            if ghost is not None and covers(ghost, spot):
                return Measurable("ghost", ghost.id)
            piece = topmost(self.model.pieces.values(), spot)
            if piece is not None:
                return Measurable("piece", piece.id)
            terrain = [each for each in self._terrain() if shapely.intersects_xy(each.shape, *spot)]
            if terrain:
                return Measurable("terrain", min(terrain, key=lambda each: shapely.area(each.shape)).id)
        field = self.model.battlefield
        x, y = snap(max(0.0, min(field.width, spot[0]))), snap(max(0.0, min(field.height, spot[1])))
        return Measurable("point", spot=(x, y))

    def everything(self) -> list[Measurable]:
        """Return everything with a name: the ghost, bases, units, markers, tokens, terrain."""
        ghost = self.ghost()
        found = [Measurable("ghost", ghost.id)] if ghost is not None else []
        found += dict.fromkeys(self.whole(piece.id) for piece in top_down(self.model.view.pieces))
        return found + [Measurable("terrain", piece.id) for piece in self._terrain()]

    def whole(self, piece: str) -> Measurable:
        """Return the unit of a model on the table; any other piece itself."""
        unit = self.model.units.whole(piece)
        return Measurable("unit" if unit in self.model.units.models else "piece", unit)

    def around(self, measurable: Measurable) -> Measurable:
        """Return the thing that a ring goes around: for a model, its unit."""
        return self.whole(measurable.id) if measurable.sort == "piece" else measurable

    def bodies(self, measurable: Measurable) -> tuple[Measured, ...]:
        """Return the bodies to measure: each model of a unit, else the one thing."""
        if measurable.sort == "unit":
            return tuple(map(disc_of, self.model.units.parts(measurable.id)))
        found = self.measured(measurable)
        return () if found is None else (found,)

    def closest(self, first: Measurable, second: Measurable) -> tuple[Measured, Measured] | None:
        """Return the two to measure between: of a unit the closest model, or None when one has left the table."""
        pairs = [(one, other) for one in self.bodies(first) for other in self.bodies(second)]
        return min(pairs, key=_gap) if len(pairs) > 1 else next(iter(pairs), None)

    def _terrain(self) -> list[Piece]:
        return [piece for piece in self.model.battlefield.pieces if not piece.decoration]

    def piece(self, measurable: Measurable) -> PieceView | None:
        """Return the piece at its present or proposed place, or None for units, terrain, points and removed pieces."""
        if measurable.sort == "ghost":
            ghost = self.ghost()
            if ghost is not None and ghost.id == measurable.id:
                return ghost
        return self.model.pieces.get(measurable.id) if measurable.sort in ("piece", "ghost") else None

    def measured(self, measurable: Measurable) -> Measured | None:
        """Return the object to pass to the ruler, of a unit its middle model, or None if it has left the table."""
        if measurable.sort == "point":
            level = highest_surface(self.model.session.game.ruler, measurable.spot)
            return Disc(*measurable.spot, 0.0, self.name(measurable), "point", level)
        if measurable.sort == "terrain":
            return next((piece for piece in self.model.battlefield.pieces if piece.id == measurable.id), None)
        piece = self.model.units.middle(measurable.id) if measurable.sort == "unit" else self.piece(measurable)
        return disc_of(piece) if piece is not None else None

    def spot(self, measurable: Measurable) -> Spot | None:
        """Return its centre, or None if it has left the table."""
        found = self.measured(measurable)
        if isinstance(found, Piece):
            middle = found.shape.representative_point()
            return middle.x, middle.y
        return (found.x, found.y) if found is not None else None

    def name(self, measurable: Measurable) -> str:
        """Return its displayed name."""
        if measurable.sort == "point":
            return f"({coordinates(*measurable.spot)})"
        if measurable.sort == "terrain":
            found = self.measured(measurable)
            return found.name or measurable.id if found is not None else measurable.id
        name = self.model.name_of(measurable.id)
        ghost = self.ghost() if measurable.sort == "ghost" else None
        return _("{name} (there)", name=name) if ghost is not None and ghost.id == measurable.id else name


def _gap(pair: tuple[Measured, Measured]) -> float:
    """Return the inches between the edges of two objects in a straight line."""
    one, other = pair
    if isinstance(one, Disc) and isinstance(other, Disc):
        return math.dist((one.x, one.y), (other.x, other.y)) - one.radius - other.radius
    shapes = (each.shape if isinstance(each, Piece) else shapely.Point(each.x, each.y) for each in pair)
    return float(shapely.distance(*shapes)) - sum(each.radius for each in pair if isinstance(each, Disc))


def highest_surface(ruler: Ruler, spot: Spot) -> int:
    """Return the highest level with a surface at a spot; 0 in games without levels."""
    return relief_of(ruler.battlefield).below(Disc(*spot, 0.0)) if ruler.policy.levels else 0
