"""Standing orders: the questions that the program passes for a player, in the words in which they were asked."""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.history.undo_policy import as_it_was
from game.engine.session import Session


def standing_orders(session: Session, player: str) -> Mapping[str, str]:
    """Return the question at which a player gave each standing order, by its timing.

    An order that was not given at a question, or before the known part of the game, has its timing as the text.
    """
    return {window: _question(session, window, entry) for window, entry in session.passing.get(player, {}).items()}


def _question(session: Session, window: str, entry: int) -> str:
    try:
        asked = as_it_was(session, entry).decision
    except ValueError:  # from before the first checkpoint that is kept
        asked = None
    return asked.prompt if asked is not None and asked.window == window else window
