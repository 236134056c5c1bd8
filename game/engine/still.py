"""A game as it is at one moment, for a thread that tries something while people play on."""

from __future__ import annotations

from copy import copy

from game.engine.sandbox import Sandbox
from game.engine.session import Session


def still(session: Session) -> Session:
    """Return the game as it is now, to be forked in a thread and never answered: to fork it here may take long."""
    if isinstance(session, Sandbox):
        return session.fork()
    twin = copy(session)
    twin.marks, twin.journal, twin.gestures = [*session.marks], [*session.journal], [*session.gestures]
    return twin
