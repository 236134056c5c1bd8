"""Who owned a piece when something happened: owners can change during a game."""

from bisect import bisect_right
from collections.abc import Mapping

from game.engine.session import Session


class Owners:
    """The owners of the pieces of a game, as recorded at its checkpoints."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._events = [mark.events for mark in session.marks]
        self._known: dict[int, Mapping[str, str]] = {}
        self._now = session.ruleset.owners(session.game)

    def of(self, piece: str, event: int) -> str:
        """Return the owner of a piece before the event with a number, or "" if it had none."""
        at = max(0, bisect_right(self._events, event) - 1)
        if at not in self._known:
            session = self.session
            game = session.ruleset.game(session.setup, session.marks[at].state.clone(), session.dice)
            self._known[at] = session.ruleset.owners(game)
        return self._known[at].get(piece, self._now.get(piece, ""))
