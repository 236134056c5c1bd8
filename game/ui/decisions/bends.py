"""A path that the player draws for the piece in hand, corner by corner: its rows, its answer, and its look."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import pygame

from game.engine.core.decisions import Answer, LegalSpots, Place
from game.engine.rulebook.view import PieceView
from game.table.lattice import Position, position
from game.table.path.region import DrawnRegion, PathRegion
from game.ui.board.camera import Spot
from game.ui.board.ruler_art import draw_path
from game.ui.decisions.base import DrawContext
from game.ui.widgets.menu_item import MenuItem
from game.wording import N_, _

BEND, UNBEND = "bend", "unbend"
HINT: Final = N_("Click, or press Enter. P adds a bend where the ghost is, so you can draw your own path.")
TURNING_HINT: Final = N_(
    "Click to place it; press and drag, or use wheel, Q or E, to turn it. P adds a bend at the ghost."
)


class Bends:
    """The corners `at` of a path from where a piece stands; none while the rules find the path."""

    def __init__(self, place: Place, standing: PieceView | None) -> None:
        self.may_be = place.takes_paths and standing is not None
        self.at: tuple[Position, ...] = ()
        self._start = position(standing.x, standing.y) if standing is not None else Position(0.0, 0.0)

    def rows(self) -> Iterator[MenuItem]:
        """Yield the rows for drawing."""
        if self.may_be:
            yield MenuItem(BEND, _("Bend the path here"), "p")
        if self.at:
            yield MenuItem(UNBEND, _("Remove the last bend"), "backspace")

    def add(self, spot: Spot) -> None:
        """Bend the path at a spot."""
        if position(*spot) != (self.at or (self._start,))[-1]:
            self.at = (*self.at, position(*spot))

    def remove(self) -> None:
        """Remove the last corner."""
        self.at = self.at[:-1]

    def ends(self, region: LegalSpots) -> LegalSpots:
        """Return where the piece may be put: at the end of the drawn path, if there is one."""
        return DrawnRegion(region, self.at) if self.at and isinstance(region, PathRegion) else region

    def answer(self, spot: Spot, facing: int | None) -> Answer:
        """Return the answer that puts the piece at a spot by this path, with a facing if that is chosen."""
        corners = self.at[:-1] if self.at[-1:] == (spot,) else self.at
        if not corners:
            return [*spot] if facing is None else [*spot, facing]
        return {"at": [*spot], "via": [[*each] for each in corners]} | ({} if facing is None else {"facing": facing})

    def draw(self, target: pygame.Surface, context: DrawContext, end: Spot, clearance: float) -> None:
        """Draw the path and its continuation to a spot, legal or not, with its length."""
        if self.at:
            drawn = (self._start, *self.at, end)
            inches = sum(math.dist(*leg) for leg in pairwise(drawn))
            context.readings.append(
                draw_path(target, drawn, inches, context.camera, context.theme, clearance=clearance)
            )
