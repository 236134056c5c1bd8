"""Overlay of a computer player's ratings, as numbers at the places of its candidates."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import pygame

from game.play.candidate_words import best_of
from game.play.session_model import SessionModel, Weighing
from game.players.coach import spot_of
from game.ui.animation.beats import Beat
from game.ui.board.camera import Camera
from game.ui.board.overlays import draw_pill
from game.ui.play.part import Part
from game.ui.widgets.theme import LAMP, PAPER, Theme
from game.wording import N_, _


class Rated(Part):
    """The numbers of the answers that a computer player rated, while this aid is `on`."""

    height = 3
    title: ClassVar = N_("What it considered")
    code: ClassVar = ("play.candidate_words:*",)
    on = False

    @property
    def weighing(self) -> Weighing | None:
        """The ratings for the answer shown now or given last; None if they are switched off."""
        return weighing_shown(self.focus.model, self.focus.animation.stage.beat) if self.on else None

    def draw(self, target: pygame.Surface) -> None:
        if (weighing := self.weighing) is not None:
            draw_candidates(target, self.focus.model, weighing, self.focus.camera, self.focus.window.theme)

    def commands(self) -> dict[str, Callable[[], None]]:
        return {"candidates": self._toggle}

    def _toggle(self) -> None:
        self.on = not self.on
        if not self.focus.model.bots:
            self.focus.model.notice.title = _("No computer player here")

    def close(self) -> None:
        self.on = False


def weighing_shown(model: SessionModel, beat: Beat | None) -> Weighing | None:
    """Return the computer player's ratings for the answer that led to a beat; without a beat, for the latest answer.

    None if that answer has no ratings.
    """
    if beat is None:
        return model.weighings[-1] if model.weighings and model.explained is not None else None
    return next((weighing for weighing in reversed(model.weighings) if beat.last in weighing.events), None)


def draw_candidates(
    target: pygame.Surface, model: SessionModel, weighing: Weighing, camera: Camera, theme: Theme
) -> None:
    """Write the number of each candidate at its place on the table; the answer that was taken is highlighted."""
    for number, (candidate, is_taken) in reversed([*enumerate(best_of(weighing), 1)]):
        spot = spot_of(weighing.decision, candidate.answer)
        if spot is None and isinstance(candidate.answer, list) and candidate.answer:  # the answer is a list of pieces
            piece = model.pieces.get(str(candidate.answer[0]))
            spot = (piece.x, piece.y) if piece is not None else None
        if spot is not None:
            draw_pill(target, str(number), camera.to_screen(*spot), theme, LAMP if is_taken else PAPER)
