"""Sharing out an amount among things."""

from __future__ import annotations

import pygame

from game.engine.decisions import Allocate
from game.ui.actions import Action
from game.ui.decisions.base import SHORTCUT, Controller, controls
from game.ui.desk import Desk
from game.wording import mark, say

CONFIRM, MORE, LESS, ITEM = "confirm", "more", "less", "item:"


@controls(Allocate)
class AllocateController(Controller):
    """A row for every item with its share; the selected one takes more or less."""

    hint = mark("Select a row; Right gives it one more, Left one less; Enter confirms.")

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
                say(
                    "{item}: {share} of {limit}",
                    item=self.desk.name_of(item),
                    share=share,
                    limit=self.allocation.limits[item],
                ),
                primary=item == self.selected,
                subject=(item,),
            )
            for item, share in self.shares.items()
        ]
        name = self.desk.name_of(self.selected)
        rows.append(Action(MORE, say("One more for {name}", name=name), "right", reason=self._why_not(1)))
        rows.append(Action(LESS, say("One less for {name}", name=name), "left", reason=self._why_not(-1)))
        reason = say("{left} left", left=self.left) if self.left else ""
        rows.insert(0, Action(CONFIRM, say("Share out like this"), "return", primary=True, reason=reason))
        return rows + self.shortcuts()

    def _why_not(self, by: int) -> str:
        if not self.selected:
            return say("there is nothing to share out to")
        share = self.shares[self.selected] + by
        if share < 0:
            return say("it has none")
        if share > self.allocation.limits[self.selected]:
            return say("it may get {limit} at most", limit=self.allocation.limits[self.selected])
        return say("nothing is left") if by > 0 and not self.left else ""

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
