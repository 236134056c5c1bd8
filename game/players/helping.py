"""A process that helps the search at a table: it plays on the same lines with other dice until told to stop."""

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
from game.players.planner import Planner, plays_out
from game.players.playing_on import Line, PlayingOn
from game.players.random_player import random_answer

Swing = tuple[int, int, float]
"""The number of a search and of one of its lines, and what playing on once added to that line."""
READY: Final[Swing] = (0, 0, 0.0)
"""The message that a process sends once it can help; searches are numbered from 1."""
WARM: Final = 30
"""The number of answers it tries in advance, because code is slow when it runs for the first time."""
SOON: Final = 200
"""The number of random answers after which it stops looking for a decision to try them at."""


@dataclass(frozen=True)
class Table:
    """A rulebook and a setup, JSON-ready: what does not change during a game."""

    ruleset: str
    setup: dict[str, Any]

    @classmethod
    def of(cls, session: Session) -> Table:
        return cls(session.ruleset.name, session.ruleset.plain_setup(session.setup))

    def begun(self) -> Session:
        """Return a game at this table, as a base for positions, not to be played."""
        ruleset = rulesets.load(self.ruleset)
        return Session(ruleset, ruleset.read_setup(self.setup), KeyedDice(0), history=False)


@dataclass(frozen=True)
class Position:
    """A moment of a game: the state, JSON-ready, at the last checkpoint; the answers since, and their dice."""

    state: dict[str, Any]
    entries: Sequence[Entry]
    dice: Dice

    @classmethod
    def of(cls, session: Session) -> Position:
        mark = session.marks[-1]
        return cls(mark.state.plain(), session.journal[mark.entries :], session.dice)

    def opened(self, game: Session) -> Session:
        """Return a game at the same table at this moment, without its past."""
        state = game.ruleset.read_state(self.state, game.setup)
        return game.replayed(Mark(0, 0, state), self.entries, self.dice)


@dataclass(frozen=True)
class Search:
    """Lines of a player to play on from a position: answers, and the points expected at their end."""

    number: int
    position: Position
    player: str
    lines: Sequence[tuple[tuple[Answer, ...], float]]
    tries: int
    seed: str


Message = Table | Search | None
"""The messages to a process: the table it helps at, the search it helps with, or the order to leave its search."""


def serve(window: Connection) -> None:
    """Serve a window: help with one search after another at the latest table. Ends when the window is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for the window
    game: Session | None = None
    try:
        while True:
            told = window.recv()
            if isinstance(told, Table):
                game = told.begun()
                _warm_up(game.fork())
                window.send(READY)
            elif isinstance(told, Search) and game is not None:
                for swing in swings(told, told.position.opened(game), window):
                    window.send(swing)
    except (EOFError, OSError):
        return


def swings(search: Search, session: Session, window: Connection) -> Iterator[Swing]:
    """Yield what playing on adds to the lines, until the window sends anything, or is gone."""
    found = [Line(number, answers, worth, ()) for number, (answers, worth) in enumerate(search.lines)]
    playing = PlayingOn(session, search.player, found, Random(search.seed), window.poll)
    for count in range(1, search.tries + 1):
        before = [len(line.swings) for line in found]
        playing.run(count)
        if playing.iterations < count:
            return  # told to stop, or no dice decide
        line = next(line for line, known in zip(found, before, strict=True) if len(line.swings) > known)
        yield search.number, line.number, line.swings[-1]


def _warm_up(session: Session) -> None:
    """Try a few answers in a copy of a game, if its rulebook has a judge and soon asks a decision to search."""
    player, rng = Planner(0), Random(0)
    player.tries = WARM
    for _count in range(SOON):
        decision = session.decision
        if decision is None or session.ruleset.judge is None:
            return
        if plays_out(session.fork(), decision):
            player.decide(decision, session.fork)
            return
        session.answer(random_answer(decision, rng))
