"""Chances and ranges around the selected unit, or the one being arranged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import pygame

from game.engine.rulebook.editing import Editing
from game.ui.aids.around import Around
from game.ui.board.overlays import Entry, Overlay, awaited
from game.ui.decisions.ghost import Ghost
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

    def overlays(self) -> Sequence[Overlay]:
        unit, ghost = about(self.focus)
        return () if ghost.unit else self.aid.overlays(unit, ghost)  # a moving unit is drawn with lines only

    def legend(self) -> Sequence[Entry]:
        laid = self.aid.overlays(*about(self.focus)) if self.focus.rests else ()
        return [entry for overlay in laid for entry in overlay.legend()]

    def among(self, target: pygame.Surface) -> None:
        """Draw the ranges of a unit that is being arranged."""
        ghost = about(self.focus)[1]
        if ghost.unit:
            self.aid.draw_ranges(target, self.focus.camera, ghost)

    def draw(self, target: pygame.Surface) -> None:
        context, shown = self.focus.context, about(self.focus)
        written = [*context.sprites.names.shown, *context.readings]
        self.aid.draw_labels(target, context.camera, context.theme, written, *shown)

    def tick(self, now: float) -> bool:
        painted = awaited()
        return self.aid.waiting or painted

    def close(self) -> None:
        self.aid.close()


def about(focus: Focus) -> tuple[str, Ghost]:
    """Return the unit whose bands and ranges are shown: the selected one, or the arranged one as it would be."""
    if focus.staging.playing or focus.tool is not None or not focus.options.odds:
        return "", Ghost()
    if focus.hands.shown is None and focus.ghost.unit:
        return "", focus.ghost
    edited = focus.about if isinstance(focus.model.decision, Editing) else ""
    return focus.model.units.whole(focus.inspection.selected or edited), Ghost()
