"""A game watched while it is played: each seat's score, losses and rolls."""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from game.engine.core.events import Event
from game.engine.history.luck import lucky_rolls
from game.engine.history.scores import rounds_of
from game.engine.session import Session


class Fate(NamedTuple):
    """A piece that a player had: its rank, its traits, and whether it is still there at the end."""

    rank: str
    traits: tuple[str, ...]
    survived: bool


@dataclass(frozen=True)
class Share:
    """One seat's share of a game: its result ("win", "draw", "loss"), its points, and those after each round.

    `led`: it led the first round; `rolled` is the sum of its `rolls`, `expected` that of their exact expectations.
    """

    result: str
    points: int
    rounds: tuple[int, ...]
    led: bool
    rolls: int
    rolled: int
    expected: float
    pieces: tuple[Fate, ...]


class Watch:
    """Watches a session from its beginning; `note` must be called with the events of every answer."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._players = session.ruleset.players(session.setup)
        self._first = self._owners = session.ruleset.owners(session.game)
        self._rolls = dict.fromkeys(self._players, 0)
        self._rolled = dict.fromkeys(self._players, 0)
        self._expected = dict.fromkeys(self._players, 0.0)
        self.note(session.events)

    def note(self, events: Iterable[Event]) -> None:
        """Count the rolls in events for the players who owned the pieces before them."""
        owners = self._owners
        for event in events:
            for player, distribution, result in lucky_rolls(event, self._players, lambda piece: owners.get(piece, "")):
                self._rolls[player] += 1
                self._rolled[player] += result
                self._expected[player] += distribution.mean
        self._owners = self._session.ruleset.owners(self._session.game)

    def shares(self, winners: Container[str]) -> tuple[Share, ...]:
        """Return every seat's share, in their order."""
        rounds = rounds_of(self._session)
        lead = next((each.led for each in rounds if each.number == 1), "")
        pieces = self._pieces()
        won = [player for player in self._players if player in winners]
        result = "win" if len(won) == 1 else "draw"
        return tuple(
            Share(
                result if player in won else "loss",
                rounds[-1].after[player],
                tuple(each.after[player] for each in rounds if each.number),
                lead == player,
                self._rolls[player],
                self._rolled[player],
                round(self._expected[player], 4),
                tuple(pieces[player]),
            )
            for player in self._players
        )

    def _pieces(self) -> dict[str, list[Fate]]:
        """Return each player's pieces: those they began with, and those that came later and are theirs at the end."""
        game, ruleset = self._session.game, self._session.ruleset
        view = ruleset.view(game)
        ranks = ruleset.ranks(game)
        found: dict[str, list[Fate]] = {player: [] for player in self._players}
        for piece, survived in [
            *((each, True) for each in (*view.pieces, *view.reserve)),
            *((each, False) for each in view.lost),
        ]:
            owner = self._first.get(piece.id) or self._owners.get(piece.id, piece.owner)
            if piece.kind == "base" and owner in found:
                rank, traits = ranks.get(piece.id, (piece.symbol, piece.traits))
                found[owner].append(Fate(rank, tuple(traits), survived))
        return {player: sorted(fates) for player, fates in found.items()}
