"""The ratings of a computer player or the coach, as numbers on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import pygame

from game.engine.core.decisions import Answer
from game.play.candidate_words import best_of
from game.play.session_model import SessionModel, Weighing
from game.ui.animation.beats import Beat
from game.ui.board.camera import Camera, Spot
from game.ui.board.overlays import draw_pill
from game.ui.play.focus import Focus
from game.ui.play.overlays.coach import Coach
from game.ui.play.part import Part
from game.ui.widgets.theme import LAMP, PAPER, Theme
from game.wording import N_, _


class Rated(Part):
    """The numbers of rated answers: the computer player's if it is `on`, or the coach's."""

    height = 3
    title: ClassVar = N_("What it considered")
    code: ClassVar = ("play.candidate_words:*",)
    on = False

    def __init__(self, focus: Focus, coach: Coach) -> None:
        super().__init__(focus)
        self._coach = coach

    @property
    def weighing(self) -> Weighing | None:
        """The ratings for the answer that is shown or was given last, or None unless they are switched on."""
        return weighing_shown(self.focus.model, self.focus.animation.stage.beat) if self.on else None

    def draw(self, target: pygame.Surface) -> None:
        if (weighing := self.weighing or self._coach.told) is not None:
            draw_candidates(target, self.focus.model, weighing, self.focus.camera, self.focus.window.theme)

    def commands(self) -> dict[str, Callable[[], None]]:
        return {"candidates": self._toggle}

    def _toggle(self) -> None:
        self.on = not self.on
        if not self.focus.model.bots:
            self.focus.model.notice.title = _("No computer player here")

    def close(self) -> None:
        self.on = False
        self._coach.close()


def weighing_shown(model: SessionModel, beat: Beat | None) -> Weighing | None:
    """Return the ratings of the bot whose answer led to a beat or was the latest, or None if it gives none."""
    if beat is None:
        return model.weighings[-1] if model.weighings and model.explained is not None else None
    return next((each for each in reversed(model.weighings) if beat.last in each.events), None)


def draw_candidates(
    target: pygame.Surface, model: SessionModel, weighing: Weighing, camera: Camera, theme: Theme
) -> None:
    """Write the numbers of the candidates where they are on the table, the one taken in the light of the room."""
    for number, (each, taken) in reversed([*enumerate(best_of(weighing), 1)]):
        spot = _spot(model, each.answer)
        if spot is not None:
            draw_pill(target, str(number), camera.to_screen(*spot), theme, LAMP if taken else PAPER)


def _spot(model: SessionModel, answer: Answer) -> Spot | None:
    if not isinstance(answer, list) or not answer:
        return None
    if isinstance(answer[0], str):
        piece = model.pieces.get(answer[0])
        return (piece.x, piece.y) if piece is not None else None
    return float(answer[0]), float(answer[1])
