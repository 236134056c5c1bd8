"""The rulebooks that are checked, and the games of them that are played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from game import rulesets
from game.documents.reading import load_document
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.documents import PositionDocument
from game.engine.saving.loading import start_of
from game.engine.session import Session
from game.players.random_player import random_answer
from inchwise_conformance.samples import SHARE

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")


class Listed(NamedTuple):
    """A rulebook, and the games of it that are played: how many seats on which map (None for the usual one).

    `rounds` makes a game short where people may agree on it. `positions` are files of positions to play on from, for
    two players: random games seldom come to what matters. Every kind of question in `asks` comes up there, and all but
    those in `seldom` in every game. `alike` are pairs of actions that share a letter, since they are never offered
    together. `secret` says that players choose in secret, `reasons` that every `Pick` has its own reason
    against each other piece.
    """

    name: str
    games: tuple[tuple[int, str | None], ...]
    rounds: int | None = None
    positions: tuple[str, ...] = ()
    asks: frozenset[str] = frozenset()
    seldom: frozenset[str] = frozenset()
    alike: tuple[tuple[str, str], ...] = ()
    secret: bool = False
    reasons: bool = False


class Case(NamedTuple):
    """One game of a rulebook: its seats, map and rounds, the seed of its dice and answers, and what is asked in it."""

    ruleset: str
    seats: int
    map: str | None
    rounds: int | None
    seed: int
    position: str = ""
    asks: frozenset[str] = frozenset()
    reasons: bool = False

    def __str__(self) -> str:
        where = Path(self.position).stem or f"{self.seats} on {self.map or 'its map'}"
        return f"{self.ruleset}, {where}"

    def plan(self) -> GamePlan:
        """Return the plan of the game."""
        return GamePlan(NAMES[: self.seats], map=self.map, rounds=self.rounds)

    def session(self) -> Session:
        """Return the game at its beginning."""
        if self.position:
            document = load_document(Path(self.position), PositionDocument)
            begun = start_of(document, rulesets.find, self.position)
            return Session(begun.ruleset, begun.setup, KeyedDice(self.seed), state=begun.state.clone())
        ruleset = rulesets.load(self.ruleset)
        return Session(ruleset, ruleset.new_setup(self.plan()), KeyedDice(self.seed))


def cases(listed: Sequence[Listed]) -> list[Case]:
    """Return a game for each number of seats."""
    return [
        Case(book.name, seats, field, book.rounds, seed, "", book.asks - book.seldom, book.reasons)
        for book in listed
        for seed, (seats, field) in enumerate(book.games, 1)
    ]


def thick(listed: Sequence[Listed]) -> list[Case]:
    """Return the games that go on from positions, in the thick of it."""
    return [
        Case(book.name, 2, None, None, 1, position, book.asks, book.reasons)
        for book in listed
        for position in book.positions
    ]


def sparse(listed: Sequence[Listed]) -> list[Case]:
    """Return all games; in a run that looks at few, every fourth one of a rulebook from its last, and a position."""
    if SHARE >= 1.0:
        return [*cases(listed), *thick(listed)]
    return [*(case for book in listed for case in cases([book])[::-1][::4]), *thick(listed)[-1:]]


def duels(listed: Sequence[Listed]) -> list[Case]:
    """Return a game of two for each rulebook that two can play."""
    found: dict[str, Case] = {}
    for case in cases(listed):
        if case.seats == 2:
            found.setdefault(case.ruleset, case)
    return [*found.values()]


def secretive(listed: Sequence[Listed]) -> list[Case]:
    """Return games in which something is chosen in secret: from positions, where a rulebook has them."""
    secret = [book for book in listed if book.secret]
    return [case for book in secret for case in thick([book]) or duels([book])]


def of_rulebooks(name: str, values: Callable[[Sequence[Listed]], Sequence[Any]]) -> pytest.MarkDecorator:
    """Mark a check that runs once for each of the `values` of the rulebooks listed, as its argument `name`."""
    return pytest.mark.of_rulebooks(name, values)


def spread(metafunc: pytest.Metafunc, listed: Sequence[Listed]) -> None:
    """Run a check that is marked by `of_rulebooks` for these rulebooks."""
    for mark in metafunc.definition.iter_markers("of_rulebooks"):
        name, values = mark.args
        metafunc.parametrize(name, values(listed), ids=_label)


def _label(value: Any) -> str:
    return "all" if isinstance(value, list) else getattr(value, "name", None) or str(value)


def named(config: pytest.Config) -> list[Listed]:
    """Return the rulebooks that the command line names, each with every number of players that it allows."""
    positions = tuple(str(Path(file).resolve()) for file in config.getoption("rulebook_position"))
    found = []
    for name in config.getoption("rulebook"):
        fewest, most, _usual = rulesets.load(name).offers().seats
        games = tuple((seats, None) for seats in range(fewest, most + 1))
        own = tuple(file for file in positions if load_document(Path(file), PositionDocument).ruleset == name)
        rounds, secret = config.getoption("rulebook_rounds"), config.getoption("rulebook_secrets")
        found.append(Listed(name, games, rounds, own, secret=secret))
    return found


def play(session: Session, rng: Random, answers: int = 100_000) -> None:
    """Answer at random, so many times or to the end."""
    for _unused in range(answers):
        if session.finished:
            return
        session.answer(random_answer(session.pending(), rng))


@cache
def played(case: Case) -> Session:
    """Return a game that was played at random to its end; many tests look at the same one, and none changes it."""
    session = case.session()
    play(session, Random(case.seed))
    return session


def moments(case: Case, every: int) -> Iterator[Session]:
    """Yield one game, stopped at every `every`-th decision (all of them would take minutes), and at its end."""
    session = case.session()
    for number, entry in enumerate(played(case).journal):
        if number % every == 0:
            yield session
        session.give(entry)
    yield session


def moment(session: Session) -> tuple[object, ...]:
    """Return what is the same in two games that are at the same decision."""
    return session.state.digest(), None if session.decision is None else session.decision.plain()
