"""Sharing out an amount among things."""

from __future__ import annotations

import pygame

from game.engine.decisions import Allocate
from game.ui.actions import Action
from game.ui.decisions.base import SHORTCUT, Controller, controls
from game.ui.desk import Desk

CONFIRM, MORE, LESS, ITEM = "confirm", "more", "less", "item:"


@controls(Allocate)
class AllocateController(Controller):
    """A row for every item with its share; the selected one takes more or less."""

    hint = "Select a row; Right gives it one more, Left one less; Enter confirms."

    def __init__(self, desk: Desk, decision: Allocate) -> None:
        super().__init__(desk, decision)
        self.allocation = decision
        self.shares = dict.fromkeys(decision.limits, 0)
        self.selected = next(iter(decision.limits), "")

    @property
    def left(self) -> int:
        """How much is not shared out yet."""
        return self.allocation.total - sum(self.shares.values())

    def actions(self) -> list[Action]:
        """Return the items with their shares, more and less, and the confirmation."""
        rows = [
            Action(
                ITEM + item,
                f"{self.desk.name_of(item)}: {share} of {self.allocation.limits[item]}",
                primary=item == self.selected,
                subject=(item,),
            )
            for item, share in self.shares.items()
        ]
        name = self.desk.name_of(self.selected)
        rows.append(Action(MORE, f"One more for {name}", "right", reason=self._why_not(1)))
        rows.append(Action(LESS, f"One less for {name}", "left", reason=self._why_not(-1)))
        reason = f"{self.left} left" if self.left else ""
        rows.insert(0, Action(CONFIRM, "Share out like this", "return", primary=True, reason=reason))
        return rows + self.shortcuts()

    def _why_not(self, by: int) -> str:
        if not self.selected:
            return "there is nothing to share out to"
        share = self.shares[self.selected] + by
        if share < 0:
            return "it has none"
        if share > self.allocation.limits[self.selected]:
            return f"it may get {self.allocation.limits[self.selected]} at most"
        return "nothing is left" if by > 0 and not self.left else ""

    def perform(self, action: Action) -> None:
        """Select, give, take or confirm."""
        if action.id.startswith(SHORTCUT):
            super().perform(action)
        elif action.id == CONFIRM:
            self.desk.answer(dict(self.shares))
        elif action.id.startswith(ITEM):
            self.selected = action.id.removeprefix(ITEM)
        else:
            self._give(1 if action.id == MORE else -1)

    def enter(self, current: Action | None) -> None:
        """Confirm, unless the cursor is on another button."""
        if current is None or current.id.startswith(ITEM):
            self.desk.answer(dict(self.shares))
        else:
            self.perform(current)

    def space(self, current: Action | None) -> None:
        """Select the row under the cursor."""
        if current is not None:
            self.perform(current)

    def key(self, event: pygame.event.Event) -> bool:
        """Right and Left give and take."""
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT) and not event.mod & pygame.KMOD_SHIFT:
            self._give(1 if event.key == pygame.K_RIGHT else -1)
            return True
        return False

    def _give(self, by: int) -> None:
        if not self._why_not(by):
            self.shares[self.selected] += by
