"""What the dice tray is to show of a change at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from game.engine.core.events import Event
from game.engine.history.fairness import throws
from game.engine.rulebook.view import PieceView
from game.engine.session import Session
from game.ui.board.dice_tray import Die
from game.ui.board.pieces import NEUTRAL, Livery


class NewEvents:
    """Remembers how much of a session's story was seen, so that only new dice are thrown."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._seen = len(session.events)

    def news(self, session: Session) -> Sequence[Event] | None:
        """Return the events since the last look; None where the story was changed: another game, or taken back."""
        story = session.events
        known = session is self._session and len(story) >= self._seen
        since = self._seen
        self._session, self._seen = session, len(story)
        return story[since:] if known else None


def dice_of(
    events: Sequence[Event],
    pieces: Mapping[str, PieceView],
    name_of: Callable[[str], str],
    owners: Mapping[str, Livery],
) -> list[Die]:
    """Return the dice that events tell of, in their owners' colours.

    `pieces` are those that stand there and those that have left since; `name_of` names whoever is none of them.
    """
    found = []
    for throw in throws(events):
        piece = pieces.get(throw.subject)
        owner = piece.owner if piece is not None else throw.subject
        name = piece.name if piece is not None else name_of(throw.subject)
        found.append(Die(throw, name if throw.subject else "", owners[owner].colour if owner in owners else NEUTRAL))
    return found
