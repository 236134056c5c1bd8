"""Chances and ranges around the selected unit, or the one being arranged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import pygame

from game.engine.rulebook.editing import Editing
from game.ui.aids.around import Around, Layout
from game.ui.board.overlays import Entry, Overlay, awaited
from game.ui.play.focus import Focus
from game.ui.play.part import OverlayPart
from game.wording import N_


class Chances(OverlayPart):
    """The bands and ranges of a unit; while it is arranged, only the ranges, which move with it."""

    height = 4
    title: ClassVar = N_("Chances and ranges")
    code: ClassVar = ("aids.around:*",)

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self.aid = Around(focus.model)

    def about(self) -> tuple[str, Layout | None]:
        """Return the unit whose bands and ranges are shown: the selected one, or the arranged one with its layout."""
        focus, layout = self.focus, None
        if focus.staging.playing or focus.tool is not None or not focus.options.odds:
            return "", None
        if focus.hands.shown is None:
            layout = focus.ghost.layout
        if layout is not None:
            return "", layout
        edited = focus.about if isinstance(focus.model.decision, Editing) else ""
        return focus.model.units.whole(focus.inspection.selected or edited), None

    def overlays(self) -> Sequence[Overlay]:
        unit, layout = self.about()
        return self.aid.overlays(unit, None) if layout is None else ()  # a moving unit is drawn with lines only

    def legend(self) -> Sequence[Entry]:
        laid = self.aid.overlays(*self.about()) if self.focus.rests else ()
        return [entry for overlay in laid for entry in overlay.legend()]

    def draw_moving(self, target: pygame.Surface) -> None:
        """Draw the ranges of a unit that is being arranged, with its ghosts."""
        layout = self.about()[1]
        if layout is not None:
            self.aid.draw_ranges(target, self.focus.camera, layout)

    def draw(self, target: pygame.Surface) -> None:
        context, (unit, layout) = self.focus.context, self.about()
        written = [*context.sprites.names.shown, *context.readings]
        self.aid.draw_labels(target, context.camera, context.theme, written, unit, layout)

    def tick(self, now: float) -> bool:
        painted = awaited()
        return self.aid.waiting or painted

    def close(self) -> None:
        self.aid.close()
