"""Overlays of the areas that pieces see or control: front arcs, and zones that affect a moving piece."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

import pygame
import shapely

from game.engine.rulebook.facets import Zone
from game.engine.rulebook.view import PieceView
from game.engine.session import Session
from game.engine.sighting import disc_of, front_arc
from game.table.shapes import Disc
from game.table.sight.arcs import sector
from game.ui.board.overlays import AreaOverlay, Overlay, Style
from game.ui.widgets.memo import Memo
from game.ui.widgets.raster import Frame, outlined
from game.ui.widgets.theme import PAPER, SHADOW
from game.wording import N_

ARC: Final = 3.0
"""Inches that the front arc is drawn beyond the rim of a piece."""
CONTROLLED: Final = Style((250, 138, 178), tint=0.16, hatching="vertical", spacing=9.0)
"""The style of the area that a base controls. Its label is the rulebook's name for it."""
KEPT: Final = 60
"""The most overlays remembered at once."""


class FrontOverlay(Overlay):
    """The front arc of a base: dashed edges on a darker line, so that it shows on any ground."""

    meaning = N_("front arc")

    def paint(self, frame: Frame) -> pygame.Surface:
        canvas = outlined(self.extent, frame, SHADOW, 4.0)
        canvas.blit(outlined(self.extent, frame, PAPER, 2.0, 8.0), (0, 0))
        return canvas


def zone_of(session: Session, disc: Disc) -> Zone | None:
    """Return the zone that a base would control at a spot; None without one."""
    movement = session.ruleset.movement
    zone = movement.zone(session.game, disc) if movement is not None else None
    return zone if zone is not None and shapely.area(zone.area) > 0.0 else None


class Control:
    """The overlays of front arcs and zones. Each is computed once for a version of the game."""

    def __init__(self) -> None:
        self._known = Memo[Overlay | None](KEPT)

    def zones(self, session: Session, version: int, pieces: Iterable[PieceView]) -> list[Overlay]:
        """Return the zones of the given pieces where they are now; [] if the rulebook has no zones."""
        overlays = [self._known.of((version, "zone", piece), partial(_zone, session, piece)) for piece in pieces]
        return [overlay for overlay in overlays if overlay is not None]

    def front(self, session: Session, version: int, piece: PieceView) -> list[Overlay]:
        """Return the front arc of a piece with a facing, and the zone of any piece."""
        if piece.kind != "base":
            return []
        if piece.facing is None:
            return self.zones(session, version, [piece])
        arc = self._known.of((version, "arc", piece), lambda: _front(session, piece))
        overlays = self.zones(session, version, [piece])
        return overlays if arc is None else [arc, *overlays]


def heeded_by(session: Session, piece: str, pieces: Iterable[PieceView]) -> list[PieceView]:
    """Return those of `pieces` whose zones affect a piece when it moves."""
    movement = session.ruleset.movement
    names = movement.heeded(session.game, piece) if movement is not None else ()
    return [other for other in pieces if other.id in names]


def _zone(session: Session, piece: PieceView) -> Overlay | None:
    zone = zone_of(session, disc_of(piece))
    return AreaOverlay(zone.area, CONTROLLED, zone.title) if zone is not None else None


def _front(session: Session, piece: PieceView) -> Overlay | None:
    """Return the front arc of a base, cut off at the table's edge; None if the rulebook has no arcs."""
    width = front_arc(session)
    if width is None:
        return None
    ahead = sector(disc_of(piece), width, piece.radius + ARC)
    return FrontOverlay(shapely.intersection(ahead, session.game.ruler.battlefield.table))
