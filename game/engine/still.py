"""A snapshot of a game, for a thread that tries something out while people play on."""

from __future__ import annotations

from copy import copy

from game.engine.sandbox import Sandbox
from game.engine.session import Session


def still(session: Session) -> Session:
    """Return a snapshot of the game, to be forked in a thread and never answered; forking it here may take long."""
    if isinstance(session, Sandbox):
        return session.fork()
    twin = copy(session)
    twin.marks, twin.journal, twin.gestures = [*session.marks], [*session.journal], [*session.gestures]
    return twin
