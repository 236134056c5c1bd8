"""A phase that is passed over by itself: it is said, and a key meant for its question does not answer the next one."""

from __future__ import annotations

import time
from typing import Final, NamedTuple

from game.engine.core.decisions import Choose
from game.engine.core.windows import PASS
from game.play.session_model import Notice
from game.ui.play.focus import Focus
from game.ui.play.parts.phases import Rail
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.keys import Press, key_label
from game.wording import N_, _

MOMENT: Final = 1.0
"""Seconds in which a key may still be meant for the question before."""


class Window(NamedTuple):
    """A question that can be passed: its rule, its phase by number and name, and the number of events before it."""

    rule: str
    phase: int
    name: str
    events: int


class Turned:
    """The last phase that ended though nobody ended it."""

    def __init__(self, focus: Focus, rail: Rail) -> None:
        self.focus, self.rail = focus, rail
        self._asked: dict[str, Window] = {}
        self._over, self._shown = "", 0.0

    def follow(self) -> None:
        """Say so if a player is asked in a later phase than before who did not end the phase between."""
        model, asked = self.focus.model, self.focus.asked.decision if self.focus.asked is not None else None
        if not isinstance(asked, Choose) or all(option.key != PASS for option in asked.options):
            return
        self.rail.follow()
        on, self._over = self.rail.on, ""
        now = Window(asked.rule, on, self.rail.phases[on].name if on >= 0 else "", len(model.session.events))
        before = self._asked.get(asked.player, now)
        self._asked[asked.player] = now
        later = before.rule == now.rule and before.phase < now.phase and before.events < now.events
        if later and before.name and model.said.get(asked.player) != PASS:
            self._over, self._shown = before.name, time.monotonic()
            model.notice = Notice(_("{phase} over: nothing left that has an effect", phase=before.name))

    def show(self, now: float) -> None:
        """Note that the new question is shown only now."""
        self._shown = now

    def refuses(self, action: MenuItem | None, press: Press) -> bool:
        """Return whether a key would end the phase that has just begun by itself, and say that it did not."""
        over, now = self._over, time.monotonic()
        ends = press.command == "confirm" and self.focus.actions.current() is None
        ends = ends or (action is not None and action.id == PASS)
        if over and now - self._shown > MOMENT:
            self._over = ""
        elif over and ends and self.focus.tool is None:
            self._over = ""
            key = key_label("return" if press.command == "confirm" else press.shortcut)
            text = N_("{phase} over: nothing left that has an effect. {key} did not end the next one")
            self.focus.model.notice = Notice(_(text, phase=over, key=key))
            return True
        return False
