"""Snapshots of a game for threads that try something out while people play on."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import partial
from typing import Any

from game.engine.sandbox import Sandbox
from game.engine.session import Session


def snapshot(session: Session) -> Session:
    """Return a snapshot of the game for a thread to fork, not to be answered; forking it here may take long."""
    if isinstance(session, Sandbox):
        return session.fork()
    twin = copy(session)
    twin.marks, twin.journal, twin.gestures = [*session.marks], [*session.journal], [*session.gestures]
    return twin


def work_on_copy(session: Session, find: Callable[..., object], *given: Any) -> Callable[[], Callable[[], object]]:
    """Return a function that makes work for a thread: calling `find` on a copy of the game. None becomes False."""
    return lambda: partial(_find_on_copy, snapshot(session), find, given)


def _find_on_copy(present: Session, find: Callable[..., object], given: tuple[Any, ...]) -> object:
    result = find(present.fork(), *given)
    return False if result is None else result
