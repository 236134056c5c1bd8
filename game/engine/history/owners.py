"""The owner of a piece at the time of an event, because owners can change during a game."""

from bisect import bisect_right
from collections.abc import Mapping

from game.engine.session import Session


class Owners:
    """The owners of a game's pieces at its checkpoints."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._events = [mark.events for mark in session.marks]
        self._at_mark: dict[int, Mapping[str, str]] = {}
        self._now = session.ruleset.owners(session.game)

    def of(self, piece: str, event: int) -> str:
        """Return the owner of a piece before the event number `event`, or "" without an owner."""
        at = max(0, bisect_right(self._events, event) - 1)
        if at not in self._at_mark:
            session = self.session
            game = session.ruleset.game(session.setup, session.marks[at].state.clone(), session.dice)
            self._at_mark[at] = session.ruleset.owners(game)
        return self._at_mark[at].get(piece, self._now.get(piece, ""))
