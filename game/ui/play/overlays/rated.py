"""A computer player's ratings, and the coach's advice."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import pygame

from game.play.session_model import Weighing
from game.ui.aids.coaching import Coach
from game.ui.panel.candidates import draw_candidates, weighing_shown
from game.ui.play.focus import Focus
from game.ui.play.part import Part
from game.wording import N_, _


class Advised(Part):
    """The coach, who advises when a person decides."""

    title: ClassVar = N_("The coach")
    code: ClassVar = ("aids.coaching:*",)

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self.coach = Coach(focus.model)

    def tick(self, now: float) -> bool:
        focus = self.focus
        decides = focus.asked is not None and not (focus.watched or focus.staging.playing or focus.sheets)
        return self.coach.tick(decides=decides, always=focus.options.coach) or self.coach.thinking

    def commands(self) -> dict[str, Callable[[], None]]:
        return {"coach": self.coach.ask}

    def close(self) -> None:
        self.coach.close()


class Rated(Part):
    """The numbers of rated answers: the computer player's if it is `on`, or the coach's."""

    height = 3
    title: ClassVar = N_("What it considered")
    code: ClassVar = ("panel.candidates:*", "play.candidate_words:*")
    on = False

    def __init__(self, focus: Focus, coach: Coach) -> None:
        super().__init__(focus)
        self._coach = coach

    @property
    def weighing(self) -> Weighing | None:
        """The ratings for the answer that is shown or was given last, or None unless they are switched on."""
        return weighing_shown(self.focus.model, self.focus.staging.stage.beat) if self.on else None

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
