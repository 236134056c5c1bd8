"""How far a piece could go and strike from wherever it is thought of, worked out beside the window.

Asking costs nothing: what is known is drawn at once, what is not is worked out in a thread of its own, and a newer
question takes the place of one that nobody has begun with.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

from game.engine.rulebook.view import ReachView
from game.ui.board.overlays import AttackOverlay, RegionOverlay

Overlays = tuple[RegionOverlay | None, AttackOverlay | None]

KEPT: Final = 12
"""Answers that are remembered."""
_THREAD: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="lookout")


class ReachWorker:
    """Answers how far from where, under keys of the asker's own."""

    def __init__(self) -> None:
        self._known: dict[Hashable, Overlays] = {}
        self._asked: tuple[Hashable, Future[Overlays]] | None = None

    def waiting(self) -> bool:
        """Say whether an answer is on its way or has just come; raise what went wrong in finding it."""
        if self._asked is None:
            return False
        key, future = self._asked
        if future.done():
            self._asked = None
            while len(self._known) >= KEPT:
                del self._known[next(iter(self._known))]
            self._known[key] = future.result()
        return True

    def look(self, key: Hashable, job: Callable[[], Callable[[], ReachView]], scale: float) -> Overlays | None:
        """Return the overlays for a key, for `scale` pixels an inch; None while they are worked out.

        `job` is asked for what is to be done in the thread: something that shares nothing with what may change.
        """
        self.waiting()
        if key not in self._known and (self._asked is None or self._asked[0] != key):
            if self._asked is not None and not self._asked[1].cancel():
                return None  # the thread is at it: what comes will have to do for another time
            self._asked = key, _THREAD.submit(painted, job(), scale)
        return self._known.get(key)


def painted(find: Callable[[], ReachView], scale: float) -> Overlays:
    """Return the overlays of a reach, painted for so many pixels an inch."""
    found = find()
    move = RegionOverlay(found.move, reasons=False) if found.move is not None else None
    attack = AttackOverlay(found.attack) if found.attack is not None else None
    for overlay in (move, attack):
        if overlay is not None:
            overlay.ready(scale)
    return move, attack
