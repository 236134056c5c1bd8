"""A helper process for the search at a table. It plays on the same lines with other dice until stopped."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from random import Random
from typing import Any, Final

from game import rulesets
from game.engine.core.decisions import Answer
from game.engine.core.dice import Dice, KeyedDice
from game.engine.session import Entry, Mark, Session
from game.players.planner import Planner, is_of_activation
from game.players.playing_on import Line, PlayingOn
from game.players.random_player import random_answer

Swing = tuple[int, int, float]
"""The number of a search, the number of one of its lines, and the points that one iteration added to that line."""
READY: Final[Swing] = (0, 0, 0.0)
"""The message that a process sends once it can help; searches are numbered from 1."""
WARM: Final = 30
"""The number of answers tried in advance, because code is slow when it runs for the first time."""
SOON: Final = 200
"""The number of random answers after which the process stops looking for a decision to warm up with."""


@dataclass(frozen=True)
class Table:
    """The facts that stay the same during a game: its rulebook and its JSON-ready setup."""

    ruleset: str
    setup: dict[str, Any]

    @classmethod
    def of(cls, session: Session) -> Table:
        return cls(session.ruleset.name, session.ruleset.plain_setup(session.setup))

    def new_game(self) -> Session:
        """Return a game at this table in which positions are opened; it is not for playing."""
        ruleset = rulesets.load(self.ruleset)
        return Session(ruleset, ruleset.read_setup(self.setup), KeyedDice(0), history=False)


@dataclass(frozen=True)
class PackedGame:
    """A moment of a game: the JSON-ready state at the last checkpoint, the answers since then, and their dice."""

    state: dict[str, Any]
    entries: Sequence[Entry]
    dice: Dice

    @classmethod
    def of(cls, session: Session) -> PackedGame:
        mark = session.marks[-1]
        return cls(mark.state.plain(), session.journal[mark.entries :], session.dice)

    def open_at(self, game: Session) -> Session:
        """Return the game at this moment, without its past; `game` may be any game at the same table."""
        state = game.ruleset.read_state(self.state, game.setup)
        return game.replayed(Mark(0, 0, state), self.entries, self.dice)


@dataclass(frozen=True)
class Search:
    """The lines that a player's search plays on from a position: their answers and the points expected at their end."""

    number: int
    position: PackedGame
    player: str
    lines: Sequence[tuple[tuple[Answer, ...], float]]
    tries: int
    seed: str


Message = Table | Search | None
"""A message to a helper process: a new table, a search to help with, or None, which ends the current search."""


def serve(window: Connection) -> None:
    """Run the window's searches one by one, on the last table it sent. Return when the window closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for the window
    game: Session | None = None
    try:
        while True:
            message = window.recv()
            if isinstance(message, Table):
                game = message.new_game()
                _warm_up(game.fork())
                window.send(READY)
            elif isinstance(message, Search) and game is not None:
                for swing in swings(message, message.position.open_at(game), window):
                    window.send(swing)
    except (EOFError, OSError):
        return


def swings(search: Search, session: Session, window: Connection) -> Iterator[Swing]:
    """Yield the points that each iteration adds to one of the lines, until the window sends a message or is gone."""
    lines = [Line(number, answers, worth, ()) for number, (answers, worth) in enumerate(search.lines)]
    playing = PlayingOn(session, search.player, lines, Random(search.seed), window.poll)
    for count in range(1, search.tries + 1):
        counts_before = [len(line.swings) for line in lines]
        playing.run(count)
        if playing.iterations < count:
            return  # the window has sent a message, or no dice decide
        pairs = zip(lines, counts_before, strict=True)
        line = next(line for line, earlier in pairs if len(line.swings) > earlier)
        yield search.number, line.number, line.swings[-1]


def _warm_up(session: Session) -> None:
    """Search a few answers in a copy of a game, if its rulebook has a judge and a decision to search comes soon."""
    player, rng = Planner(0), Random(0)
    player.tries = WARM
    for _count in range(SOON):
        decision = session.decision
        if decision is None or session.ruleset.judge is None:
            return
        if is_of_activation(session.fork(), decision):
            player.decide(decision, session.fork)
            return
        session.answer(random_answer(decision, rng))
