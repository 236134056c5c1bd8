"""Putting things in order."""

from __future__ import annotations

import pygame

from game.engine.decisions import Order
from game.ui.actions import Action
from game.ui.decisions.base import SHORTCUT, Controller, controls
from game.ui.desk import Desk
from game.ui.theme import colour_of
from game.wording import mark, say

CONFIRM, UP, DOWN, ITEM = "confirm", "up", "down", "item:"


@controls(Order)
class OrderController(Controller):
    """A list whose selected row moves up and down."""

    hint = mark("Select a row and move it with U and D (or Left and Right); Enter confirms.")

    def __init__(self, desk: Desk, decision: Order) -> None:
        super().__init__(desk, decision)
        self.items = list(decision.items)
        self.selected = 0

    def actions(self) -> list[Action]:
        """Return the items in their present order, the two moves and the confirmation."""
        rows = [Action(CONFIRM, say("This is the order"), "return", primary=True)]
        for place, item in enumerate(self.items):
            player = self.desk.player(item)
            swatch = colour_of(player.colour) if player else None
            label = f"{place + 1}.  {self.desk.name_of(item)}"
            rows.append(Action(ITEM + item, label, primary=place == self.selected, subject=(item,), swatch=swatch))
        name = self.desk.name_of(self.items[self.selected])
        rows.append(
            Action(UP, say("Move {name} up", name=name), "u", reason="" if self.selected else say("it is the first"))
        )
        last = self.selected == len(self.items) - 1
        rows.append(Action(DOWN, say("Move {name} down", name=name), "d", reason=say("it is the last") if last else ""))
        return rows + self.shortcuts()

    def perform(self, action: Action) -> None:
        """Select, move or confirm."""
        if action.id.startswith(SHORTCUT):
            super().perform(action)
        elif action.id == CONFIRM:
            self.desk.answer(list(self.items))
        elif action.id.startswith(ITEM):
            self.selected = self.items.index(action.id.removeprefix(ITEM))
        else:
            self._move(-1 if action.id == UP else 1)

    def enter(self, current: Action | None) -> None:
        """Confirm, unless the cursor is on one of the moves."""
        if current is None or current.id.startswith(ITEM):
            self.desk.answer(list(self.items))
        else:
            self.perform(current)

    def space(self, current: Action | None) -> None:
        """Select the row under the cursor."""
        if current is not None:
            self.perform(current)

    def key(self, event: pygame.event.Event) -> bool:
        """Left and Right move the selected row."""
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT) and not event.mod & pygame.KMOD_SHIFT:
            self._move(-1 if event.key == pygame.K_LEFT else 1)
            return True
        return False

    def _move(self, by: int) -> None:
        other = self.selected + by
        if 0 <= other < len(self.items):
            items = self.items
            items[self.selected], items[other] = items[other], items[self.selected]
            self.selected = other
