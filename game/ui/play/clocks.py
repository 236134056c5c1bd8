"""Clocks: how long each person has been thinking, and what that leaves. They only tell; nobody is ever forced.

A clock runs while its player decides at the screen, and stands still while a sheet lies over the table, while a
program thinks and while dice tumble. The seconds used are kept with the game and so in its save.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.wording import _

if TYPE_CHECKING:
    from game.ui.play.scene import TableScene

LONGEST_STEP: Final = 1.0
"""Seconds after which the program is taken to have slept rather than somebody to have thought."""


@dataclass(frozen=True)
class Face:
    """What a clock shows: the time as text, and whether it has run out."""

    text: str
    over: bool = False


class Clocks:
    """The clocks of a scene, one for each person at the screen."""

    def __init__(self) -> None:
        self._before: float | None = None
        self._active = ""
        self._activation: dict[str, float] = {}  # seconds used of the share that each activation has
        self._announced: set[str] = set()
        self._shown: dict[str, Face] = {}

    @property
    def faces(self) -> dict[str, Face]:
        """What each clock shows, by player; empty where no clocks are wanted."""
        return self._shown

    def tick(self, scene: TableScene, now: float) -> bool:
        """Let time pass; say whether any clock shows something else now."""
        step, self._before = now - (self._before if self._before is not None else now), now
        options, shown = scene.options, self._shown
        if not (options.clock_total or options.clock_activation):
            self._shown = {}
            return bool(shown)
        self._note_activation(scene)
        player = scene.model.decider
        if player and not scene.sheets and scene.model.bot is None and not scene.tray.running(now):
            self._use(scene, player, max(0.0, min(step, LONGEST_STEP)))
        self._shown = {
            each.id: self._face(scene, each.id) for each in scene.model.view.players if self._has(scene, each.id)
        }
        return self._shown != shown

    @staticmethod
    def _has(scene: TableScene, player: str) -> bool:
        return player not in scene.model.bots

    def _note_activation(self, scene: TableScene) -> None:
        active = next((piece for piece in scene.model.view.pieces if piece.active), None)
        identity = active.id if active is not None else ""
        if identity == self._active:
            return
        self._active = identity
        if active is None:
            return
        player = active.owner or scene.model.decider
        self._activation[player] = 0.0
        used = scene.model.session.clocks
        used[player] = used.get(player, 0.0) - scene.options.clock_gain
        if self._left(scene, player) > 0.0:
            self._announced.discard(player)

    def _use(self, scene: TableScene, player: str, seconds: float) -> None:
        """Take the seconds from the activation's share first, then from the whole."""
        options, used = scene.options, scene.model.session.clocks
        had = self._activation.get(player, 0.0)
        share = min(seconds, max(0.0, options.clock_activation - had))
        self._activation[player] = had + seconds
        if options.clock_total:
            used[player] = used.get(player, 0.0) + seconds - share
        if self._left(scene, player) <= 0.0 and player not in self._announced:
            self._announced.add(player)
            name = scene.model.player_name(player)
            scene.model.notice.title = _("The time of {name} is up; the game goes on", name=name)

    def _left(self, scene: TableScene, player: str) -> float:
        """Return the seconds that a player has left, less than 0 when these are used up."""
        options = scene.options
        share = options.clock_activation - self._activation.get(player, 0.0)
        if not options.clock_total:
            return share
        return 60.0 * options.clock_total - scene.model.session.clocks.get(player, 0.0) + max(0.0, share)

    def _face(self, scene: TableScene, player: str) -> Face:
        left = self._left(scene, player)
        whole = math.ceil(left - 1e-9) if left > 0.0 else -math.floor(-left)
        minutes, seconds = divmod(abs(whole), 60)
        sign = "\u2212" if left <= 0.0 else ""
        return Face(f"{sign}{minutes}:{seconds:02d}", left <= 0.0)
