"""Chances and ranges around the selected unit, or the one being arranged."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar, Final

import pygame
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.view import ChanceView, RangeView
from game.engine.session import Session
from game.engine.still import still
from game.table.lattice import position
from game.ui.aids.around import (
    CHANCE,
    HELD,
    BandOverlay,
    RangeOverlay,
    along,
    draw_range,
    freest,
    held_by_ranges,
    write_beside,
)
from game.ui.board.camera import Camera, Spot
from game.ui.board.overlays import Entry, Overlay, awaited, draw_pill, pill_box
from game.ui.decisions.ghost import Ghost
from game.ui.play.focus import Focus
from game.ui.play.marks import about
from game.ui.play.part import OverlayPart
from game.ui.widgets.memo import Memo
from game.ui.widgets.tasks import Background, sound
from game.wording import N_

KEPT: Final = 24
"""Bands and ranges that are kept."""
IN_HAND: Final = 4
"""The weight of covering a base of the moved unit, compared with anything else."""


class Chances(OverlayPart):
    """The bands and ranges of a unit; while it is arranged, only the ranges, which move with it."""

    height = 4
    title: ClassVar = N_("Chances and ranges")
    code: ClassVar = ("play.overlays.around:*", "aids.around:*")

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self._worker = Background()
        self._ranges = Memo[Sequence[RangeView]](2)
        self._overlays = Memo[Overlay](KEPT)
        self._rims = Memo[list[Spot]](KEPT)

    def overlays(self) -> Sequence[Overlay]:
        unit, ghost = about(self.focus)
        return () if ghost.unit else self.laid(unit, ghost)  # a moving unit is drawn with lines only

    def legend(self) -> Sequence[Entry]:
        laid = self.laid(*about(self.focus)) if self.focus.rests else ()
        return [entry for overlay in laid for entry in overlay.legend()]

    def tick(self, now: float) -> bool:
        painted = awaited()
        return self._worker.busy or painted

    def chances(self, unit: str) -> ChanceView | None:
        """Return what a unit reaches with a roll, or None if it may not try, and until that is known."""
        session = self.focus.model.session
        if self.closed or session.ruleset.movement is None or not unit:
            return None
        key = id(session), self.focus.model.version, unit
        found = sound(self._worker.ask(key, lambda: partial(_charges, still(session), unit)))
        return found if isinstance(found, ChanceView) else None

    def ranges(self, unit: str, ghost: Ghost) -> Sequence[RangeView]:
        """Return the ranges of a unit's abilities; for one being arranged as if it stood there already."""
        session = self.focus.model.session
        movement, game = session.ruleset.movement, session.game
        if self.closed or movement is None:
            return ()
        if ghost.unit:
            there = {piece.id: position(piece.x, piece.y) for piece in ghost.pieces}
            key = id(session), self.focus.model.version, ghost.unit, tuple(there.items())
            return self._ranges.of(key, lambda: movement.ranges(game, ghost.unit, there))
        key = id(session), self.focus.model.version, unit, ()
        return self._ranges.of(key, lambda: movement.ranges(game, unit)) if unit else ()

    def laid(self, unit: str, ghost: Ghost) -> list[Overlay]:
        """Return the overlays below the pieces: bands of a unit that stands, and ranges, each area once."""
        found: list[Overlay] = []
        chances = self.chances(unit) if not ghost.unit else None
        for number, band in enumerate(chances.bands if chances is not None else ()):
            make = partial(BandOverlay, band.area, band.label, number)
            found.append(self._overlays.of((band.area, number), make))
        for (area, wholly), label in self._labels(unit, ghost).items():
            found.append(self._overlays.of((area, wholly, label), partial(RangeOverlay, area, label, wholly=wholly)))
        return found

    def _labels(self, unit: str, ghost: Ghost) -> dict[tuple[BaseGeometry, bool], str]:
        """Return the labels of the ranges; ranges of one area share a label."""
        names: dict[tuple[BaseGeometry, bool], list[RangeView]] = {}
        for each in self.ranges(unit, ghost):
            names.setdefault((each.area, each.wholly), []).append(each)
        return {key: f"{', '.join(each.name for each in same)}: {same[0].title}" for key, same in names.items()}

    def among(self, target: pygame.Surface) -> None:
        """Draw the ranges of a unit as it is being arranged."""
        ghost = about(self.focus)[1]
        for overlay in self.laid("", ghost) if ghost.unit else ():
            if isinstance(overlay, RangeOverlay):
                draw_range(target, overlay, self.focus.camera)

    def draw(self, target: pygame.Surface) -> None:
        """Write the chance on each band, the names of ranges, and beside each unit what it needs or if it is in range.

        Other names and labels stay free.
        """
        camera, theme, (unit, ghost) = self.focus.camera, self.focus.context.theme, about(self.focus)
        overlays, told = self.laid(unit, ghost), self.told(unit, ghost)
        if not overlays and not told:
            return
        written = [*self.focus.context.sprites.names.shown, *self.focus.context.readings]
        bases = self._bases(camera, ghost)
        in_hand = [*bases.get(ghost.unit, ()), *self._stands(camera, ghost)] if ghost.unit else []
        taken = [*written, *(base for own in bases.values() for base in own), *IN_HAND * in_hand]
        for overlay in overlays:
            label = overlay.label if isinstance(overlay, BandOverlay | RangeOverlay) else ""
            colour = CHANCE if isinstance(overlay, BandOverlay) else HELD
            rim = self._rims.of(overlay, partial(along, overlay.extent))
            spot = freest([camera.to_screen(*each) for each in rim], pill_box(label, theme), target.get_clip(), taken)
            if spot is not None:
                taken.append(draw_pill(target, label, spot, theme, colour))
        for piece, texts in told.items():
            if own := bases.get(piece):
                taken += write_beside(target, texts, own[0].unionall(own[1:]), taken, theme)

    def _bases(self, camera: Camera, ghost: Ghost) -> dict[str, list[pygame.Rect]]:
        """Return where the models of units are in the window, by unit; those being arranged where they are to go."""
        found: dict[str, list[pygame.Rect]] = {}
        for piece in {**self.focus.model.pieces, **{each.id: each for each in ghost.pieces}}.values():
            base = camera.base(piece.radius, (piece.x, piece.y))
            found.setdefault(self.focus.model.units.whole(piece.id), []).append(base)
        return found

    def _stands(self, camera: Camera, ghost: Ghost) -> list[pygame.Rect]:
        """Return where the models being arranged still stand: people also look at where they come from."""
        stands = (self.focus.model.pieces.get(each.id) for each in ghost.pieces)
        return [camera.base(piece.radius, (piece.x, piece.y)) for piece in stands if piece is not None]

    def told(self, unit: str, ghost: Ghost) -> dict[str, list[tuple[str, str]]]:
        """Return the texts at units, with their tone."""
        found: dict[str, list[tuple[str, str]]] = {}
        chances = self.chances(unit) if not ghost.unit else None
        for figure in chances.figures if chances is not None else ():
            found.setdefault(figure.piece, []).append((figure.text, figure.tone))
        ranges = self.ranges(unit, ghost)
        for held in dict.fromkeys(each for view in ranges for each in (*view.inside, *view.outside)):
            found.setdefault(held, []).extend(held_by_ranges(held, ranges))
        return found


def _charges(present: Session, unit: str) -> ChanceView | bool:
    session = present.fork()
    movement = session.ruleset.movement
    return movement is not None and (movement.charges(session.game, unit) or False)
