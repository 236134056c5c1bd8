"""Watching a game in play for the score, losses and rolls of each seat."""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from game.engine.core.events import Event
from game.engine.history.luck import lucky_rolls
from game.engine.history.scores import rounds_of
from game.engine.session import Session


class Fate(NamedTuple):
    """The rank and traits of a player's piece, and whether the piece survived to the end."""

    rank: str
    traits: tuple[str, ...]
    survived: bool


@dataclass(frozen=True)
class Share:
    """A seat's share of a game: its result ("win", "draw" or "loss"), points, and points after each round.

    `led` tells whether it led the first round; `rolled` is the sum of its `rolls` dice, `expected` the expected sum.
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
    """A watch over a session from its beginning; `note` must be called with the events of each answer."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._players = session.ruleset.players(session.setup)
        self._first = self._owners = session.ruleset.owners(session.game)
        self._rolls = dict.fromkeys(self._players, 0)
        self._rolled = dict.fromkeys(self._players, 0)
        self._expected = dict.fromkeys(self._players, 0.0)
        self.note(session.events)

    def note(self, events: Iterable[Event]) -> None:
        """Count the rolls in events, for the players who owned the pieces before these events."""
        owners = self._owners
        for event in events:
            for player, distribution, result in lucky_rolls(event, self._players, lambda piece: owners.get(piece, "")):
                self._rolls[player] += 1
                self._rolled[player] += result
                self._expected[player] += distribution.mean
        self._owners = self._session.ruleset.owners(self._session.game)

    def shares(self, winners: Container[str]) -> tuple[Share, ...]:
        """Return the share of each seat, in order."""
        rounds = rounds_of(self._session)
        lead = next((score.led for score in rounds if score.number == 1), "")
        pieces = self._pieces()
        won = [player for player in self._players if player in winners]
        result = "win" if len(won) == 1 else "draw"
        return tuple(
            Share(
                result if player in won else "loss",
                rounds[-1].after[player],
                tuple(score.after[player] for score in rounds if score.number),
                lead == player,
                self._rolls[player],
                self._rolled[player],
                round(self._expected[player], 4),
                tuple(pieces[player]),
            )
            for player in self._players
        )

    def _pieces(self) -> dict[str, list[Fate]]:
        """Return the fates of each player's pieces: original ones, and later ones that the player has at the end."""
        game, ruleset = self._session.game, self._session.ruleset
        view = ruleset.view(game)
        ranks = ruleset.ranks(game)
        fates_of: dict[str, list[Fate]] = {player: [] for player in self._players}
        for piece, survived in [
            *((piece, True) for piece in (*view.pieces, *view.reserve)),
            *((piece, False) for piece in view.lost),
        ]:
            owner = self._first.get(piece.id) or self._owners.get(piece.id, piece.owner)
            if piece.kind == "base" and owner in fates_of:
                rank, traits = ranks.get(piece.id, (piece.symbol, piece.traits))
                fates_of[owner].append(Fate(rank, tuple(traits), survived))
        return {player: sorted(fates) for player, fates in fates_of.items()}
