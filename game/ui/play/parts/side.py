"""The panel at the side of the table as panes: the decision, odds and receipts, other facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.ui.decisions.base import Tool
from game.ui.panel import text
from game.ui.panel.details import DetailsPanel
from game.ui.panel.side import SidePanel
from game.ui.play.focus import Focus
from game.ui.play.part import Pane, Tip


class Decision(Pane):
    """What is asked, and the rows of answers; `rows_of` is what the rows shown belong to."""

    name = "decision"
    rows_of: Tool | None = None

    def build(self) -> None:
        self.side = SidePanel(self.theme)
        self.focus.actions = self.side.actions

    def key(self) -> tuple[object, ...]:
        return (self.side.decision.key(),)

    def draw(self, target: pygame.Surface) -> None:
        self.side.decision.draw(target)

    def input(self, event: pygame.event.Event) -> bool:
        actions, focus = self.focus.actions, self.focus
        if event.type == pygame.MOUSEMOTION:
            actions.hovered = actions.at(event.pos)
        elif event.type == pygame.MOUSEWHEEL and self.rect.collidepoint(focus.mouse):
            self.side.actions.scroll(-event.y * self.theme.px(5))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.rect.collidepoint(event.pos):
            if rule := self.rule_at(event.pos):
                focus.look_up(rule)
            row, controller = actions.at(event.pos), focus.input_target
            # After another click the rows of the next question may not be shown yet.
            if row >= 0 and controller is not None and controller is self.rows_of and actions.actions[row].enabled:
                action = actions.actions[row]
                focus.call(lambda: controller.perform(action))
        else:
            return False
        return event.type != pygame.MOUSEMOTION

    def rule_at(self, pixel: tuple[int, int]) -> str:
        return self.side.decision.rule_at(pixel)

    def tip(self, pixel: tuple[int, int]) -> Tip | None:
        actions, title = self.focus.actions, self.rule_at(pixel)
        row, rule = actions.at(pixel), title
        if row >= 0:
            action = actions.actions[row]
            if (line := text.told(self.focus.model, action.id)) is not None:
                return action.label, (line,)
            rule, title = action.rule, f"{action.label}  {action.rule}"
        lines = self.wording(rule)
        return (title, tuple(lines)) if lines else None

    def vital(self) -> Sequence[pygame.Rect]:
        room = self.focus.actions.rect
        rows = (rect.clip(room) for _action, rect in self.focus.actions.rows() if rect.colliderect(room))
        return [*rows, self.side.decision.head]

    def commands(self) -> dict[str, Callable[[], None]]:
        return self.side.commands()


class Facts(Pane):
    """Facts below a decision: the "aid", odds and receipts that must be seen whole, or all other "details"."""

    def __init__(self, focus: Focus, above: Decision, name: str) -> None:
        super().__init__(focus)
        self._above, self.name = above, name

    @property
    def panel(self) -> DetailsPanel:
        """What draws them."""
        return self._above.side.aid if self.name == "aid" else self._above.side.details

    def key(self) -> tuple[object, ...]:
        return self.panel.key()

    def draw(self, target: pygame.Surface) -> None:
        self.panel.draw(target)

    def input(self, event: pygame.event.Event) -> bool:
        if not self.rect.collidepoint(self.focus.mouse):
            return False
        if event.type == pygame.MOUSEWHEEL:
            self.panel.view.by(-event.y * self.theme.px(4))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and (rule := self.rule_at(event.pos)):
            self.focus.look_up(rule)
        else:
            return False
        return True

    def rule_at(self, pixel: tuple[int, int]) -> str:
        return self.panel.rule_at(pixel)

    def tip(self, pixel: tuple[int, int]) -> Tip | None:
        lines = self.wording(rule := self.rule_at(pixel))
        return (rule, tuple(lines)) if lines else None

    def vital(self) -> Sequence[pygame.Rect]:
        return [self.rect] if self.name == "aid" else ()
