"""The threat map on the table."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import ClassVar

import pygame

from game.ui.aids.threat_layer import REST, Question, ThreatLayer, question_of
from game.ui.board.overlays import Entry
from game.ui.play.focus import Focus
from game.ui.play.part import Part
from game.ui.widgets.layers import Canvas
from game.wording import N_


class Threats(Part):
    """The map below the pieces; its numbers and explanations above them."""

    depth = 2
    height = 5
    title: ClassVar = N_("The threat map")
    code: ClassVar = ("aids.threat_layer:*",)

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self.layer = ThreatLayer()

    def under(self, target: Canvas) -> None:
        if self.focus.calm:
            self.layer.draw(target, self.focus.camera)

    def draw(self, target: pygame.Surface) -> None:
        camera, theme = self.focus.camera, self.focus.context.theme
        self.layer.draw_labels(target, target.get_clip(), self.focus.model.units, camera, theme)

    def legend(self) -> Sequence[Entry]:
        return self.layer.legend() if self.focus.calm else ()

    def question(self) -> Question:
        """Return the query for the map."""
        focus, mouse = self.focus, self.focus.mouse_spot if self.focus.pointing else None
        about = focus.drawn.decision.about if focus.drawn is not None else ""
        looked_at, hovered = focus.inspection.piece(), focus.inspection.hovered
        return question_of(focus.model, focus.ghost, about, looked_at, hovered, mouse)

    def tick(self, now: float) -> bool:
        focus, layer = self.focus, self.layer
        layer.on = layer.on and focus.options.threat
        layer.follow(
            focus.model, self.question(), focus.camera.scale, mouse_rests=time.monotonic() - focus.mouse_since > REST
        )
        return layer.awaits_drawing

    def commands(self) -> dict[str, Callable[[], None]]:
        return {"threats": self._toggle, "threat_piece": lambda: self._toggle(self.focus.inspection.at_hand)}

    def _toggle(self, piece: str | None = None) -> None:
        self.layer.command(self.focus.model, self.focus.options.threat, piece)

    def input(self, event: pygame.event.Event) -> bool:
        """Leave a piece clicked with Ctrl out of the map, or include it again."""
        if event.type != pygame.MOUSEBUTTONUP or not pygame.key.get_mods() & pygame.KMOD_CTRL:
            return False
        piece = self.focus.piece_at(self.focus.camera.to_table(*event.pos))
        return self.layer.toggle_piece(piece, self.focus.model.units)

    def close(self) -> None:
        self.layer.close()
