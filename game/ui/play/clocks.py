"""Clocks: each person's thinking time used and left; nothing happens when it runs out.

A clock runs while its player decides on screen, not while a sheet covers the table, a bot thinks or dice
tumble. The seconds used are kept with the game and so in its save.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from game.play.session_model import SessionModel
from game.ui.prefs.settings import Options
from game.wording import _

LONGEST_STEP: Final = 1.0
"""A longer step means that the computer slept; only this many seconds of it count."""


@dataclass(frozen=True)
class Face:
    """The display of a clock: the time as text, and whether it has run out."""

    text: str
    over: bool = False


class Clocks:
    """The clocks of a game: `faces` has each person's display, by player; empty if no clocks are wanted."""

    def __init__(self, model: SessionModel) -> None:
        self.model = model
        self._before: float | None = None
        self._active = ""
        self._activation: dict[str, float] = {}  # seconds used of each activation's share
        self._announced: set[str] = set()
        self.faces: dict[str, Face] = {}

    def tick(self, options: Options, now: float, *, stopped: bool) -> bool:
        """Let time pass, unless `stopped`; return whether any display changed."""
        step, self._before = now - (self._before if self._before is not None else now), now
        model, shown, self.faces = self.model, self.faces, {}
        if options.clock_total or options.clock_activation:
            self._note_activation(options)
            player = model.decider
            if player and not stopped and model.bot is None:
                self._use(options, player, max(0.0, min(step, LONGEST_STEP)))
            people = [each.id for each in model.view.players if each.id not in model.bots]
            self.faces = {person: self._face(options, person) for person in people}
        return self.faces != shown

    def _note_activation(self, options: Options) -> None:
        active = next((piece for piece in self.model.view.pieces if piece.active), None)
        identity = active.id if active is not None else ""
        if identity == self._active:
            return
        self._active = identity
        if active is None:
            return
        player = active.owner or self.model.decider
        self._activation[player] = 0.0
        used = self.model.session.clocks
        used[player] = used.get(player, 0.0) - options.clock_gain
        if self._left(options, player) > 0.0:
            self._announced.discard(player)

    def _use(self, options: Options, player: str, seconds: float) -> None:
        """Charge the seconds to the activation's share first, then to the total."""
        used = self.model.session.clocks
        had = self._activation.get(player, 0.0)
        share = min(seconds, max(0.0, options.clock_activation - had))
        self._activation[player] = had + seconds
        if options.clock_total:
            used[player] = used.get(player, 0.0) + seconds - share
        if self._left(options, player) <= 0.0 and player not in self._announced:
            self._announced.add(player)
            name = self.model.player_name(player)
            self.model.notice.title = _("{name} is out of time; the game goes on", name=name)

    def _left(self, options: Options, player: str) -> float:
        share = options.clock_activation - self._activation.get(player, 0.0)
        if not options.clock_total:
            return share
        return 60.0 * options.clock_total - self.model.session.clocks.get(player, 0.0) + max(0.0, share)

    def _face(self, options: Options, player: str) -> Face:
        left = self._left(options, player)
        whole = math.ceil(left - 1e-9) if left > 0.0 else -math.floor(-left)
        minutes, seconds = divmod(abs(whole), 60)
        sign = "\u2212" if left <= 0.0 else ""
        return Face(f"{sign}{minutes}:{seconds:02d}", left <= 0.0)
