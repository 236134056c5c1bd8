"""Turned: a notice for a phase that ended by itself, and protection from keys that were meant for its question."""

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
"""Seconds in which a key may still be meant for the previous question."""


class Window(NamedTuple):
    """A question that can be passed: its rule, the number and name of its phase, and the number of events before it."""

    rule: str
    phase: int
    name: str
    events: int


class Turned:
    """Notices a phase that ended without its player ending it, because nothing was left to do."""

    def __init__(self, focus: Focus, rail: Rail) -> None:
        self.focus, self.rail = focus, rail
        self._asked: dict[str, Window] = {}
        self._over, self._shown = "", 0.0

    def follow(self) -> None:
        """Show a notice if a player is asked in a later phase, without having ended the earlier one."""
        model, decision = self.focus.model, self.focus.asked.decision if self.focus.asked is not None else None
        if not isinstance(decision, Choose) or all(option.key != PASS for option in decision.options):
            return
        self.rail.follow()
        number, self._over = self.rail.on, ""
        window = Window(
            decision.rule, number, self.rail.phases[number].name if number >= 0 else "", len(model.session.events)
        )
        before = self._asked.get(decision.player, window)
        self._asked[decision.player] = window
        later = before.rule == window.rule and before.phase < window.phase and before.events < window.events
        if later and before.name and model.said.get(decision.player) != PASS:
            self._over, self._shown = before.name, time.monotonic()
            model.notice = Notice(_("{phase} over: nothing left that has an effect", phase=before.name))

    def show(self, now: float) -> None:
        """Note that the new question appeared at the time `now`."""
        self._shown = now

    def refuses(self, action: MenuItem | None, press: Press) -> bool:
        """Return whether a key would end the phase that has just begun by itself; if so, show a notice."""
        ended_phase, now = self._over, time.monotonic()
        ends = press.command == "confirm" and self.focus.actions.current() is None
        ends = ends or (action is not None and action.id == PASS)
        if ended_phase and now - self._shown > MOMENT:
            self._over = ""
        elif ended_phase and ends and self.focus.tool is None:
            self._over = ""
            key = key_label("return" if press.command == "confirm" else press.shortcut)
            text = N_("{phase} over: nothing left that has an effect. {key} did not end the next one")
            self.focus.model.notice = Notice(_(text, phase=ended_phase, key=key))
            return True
        return False
