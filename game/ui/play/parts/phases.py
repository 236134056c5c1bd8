"""The rail of phases beside the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.play.session_model import Notice
from game.ui.board.pieces import Livery
from game.ui.panel.rail import PhaseRail, phases_sheet
from game.ui.play.part import Pane, Tip
from game.wording import _


class Phases(Pane):
    """The rail; a click on an ability shows what can use it, any other click all phases."""

    name = "rail"

    def build(self) -> None:
        self.rail = PhaseRail(self.theme)

    def follow(self) -> None:
        self.rail.follow(self.focus.model)
        self.rail.rect = self.rect

    @property
    def _livery(self) -> Livery:
        return self.focus.context.owners.get(self.rail.player, Livery())

    def key(self) -> tuple[object, ...]:
        return *self.rail.key(), self._livery

    def draw(self, target: pygame.Surface) -> None:
        self.rail.draw(target, self._livery)

    def input(self, event: pygame.event.Event) -> bool:
        chip = self.rail.at(event.pos) if event.type == pygame.MOUSEBUTTONUP and event.button == 1 else None
        if chip is None:
            return False
        options, controller = chip.use.options if chip.use is not None else (), self.focus.input_target
        if not (options and controller is not None and controller.narrow(options)):
            self._show_all()
        return True

    def tip(self, pixel: tuple[int, int]) -> Tip | None:
        chip = self.rail.at(pixel)
        return self.rail.tip(self.focus.model, chip) if chip is not None else None

    def vital(self) -> Sequence[pygame.Rect]:
        return [self.rect]

    def commands(self) -> dict[str, Callable[[], None]]:
        return {"phases": self._show_all}

    def _show_all(self) -> None:
        """Show all phases with what may be used in them, if the rulebook lists them."""
        if self.rail.phases:
            self.focus.show(phases_sheet(self.theme, self.focus.model, self.rail.phases))
        else:
            self.focus.model.notice = Notice(_("This rulebook does not list its phases"))
