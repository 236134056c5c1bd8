"""The rulebooks that are held to this suite. To have another one held to it, list it here."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from game import rulesets
from game.documents.reading import load_document
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.documents import PositionDocument
from game.engine.saving.loading import open_position
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.aos4.rules.core.charges import NO_CHARGE
from game.rulesets.aos4.rules.core.moves import STAY
from game.rulesets.godbreakers.rules.rounds.activation import END, NOTHING

POSITIONS = Path(__file__).resolve().parents[1] / "positions"
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")


class Listed(NamedTuple):
    """A rulebook, and the games of it that are played: how many seats on which map (None for the usual one).

    `rounds` makes a game short where people may agree on it. Where programs are meant to be good at it, `bot` names
    one that must beat chance in twice `bot_games` of `bot_rounds`, of which a run plays a share. `positions` are files
    of moments from which two play on: where a game at random seldom comes to what matters. There every kind of
    question in `asks` comes up, and all but those in `seldom` in every game. `alike` are pairs of actions with one
    letter, since they never stand together.
    """

    name: str
    games: tuple[tuple[int, str | None], ...]
    rounds: int | None = None
    bot: str = ""
    bot_games: int = 15
    bot_rounds: int | None = None
    positions: tuple[str, ...] = ()
    asks: frozenset[str] = frozenset({"choose", "pick", "place"})
    seldom: frozenset[str] = frozenset()
    alike: tuple[tuple[str, str], ...] = ()


LISTED = (
    Listed(
        "godbreakers",
        ((1, "hollow-wood"), (2, "market-ruins"), (2, "bare-table"), (3, "walled-yard"), (4, "stone-ford")),
        rounds=3,
        bot="greedy",
        bot_rounds=3,
        alike=((END.key, NOTHING.key),),
    ),
    Listed(
        "bushido",
        ((2, "bamboo-ford"), (2, "terraced-fields")),
        rounds=2,
        bot="greedy",
        bot_games=3,
        bot_rounds=2,
        positions=("bushido-melee",),
    ),
    Listed(
        "aos4",
        ((2, "three-wells"), (2, "sunken-court")),
        rounds=1,
        bot="greedy",
        bot_games=5,
        positions=("aos4-melee",),
        asks=frozenset({"choose", "pick", "arrange"}),
        seldom=frozenset({"pick"}),
        alike=((STAY, NO_CHARGE),),
    ),
    Listed("toy", ((1, None), (2, None))),
    Listed("units", ((1, None), (2, None)), asks=frozenset({"arrange"})),
)


class Case(NamedTuple):
    """One game: a rulebook, seats, a map, the seed of its dice and answers, and what is asked in it."""

    ruleset: str
    seats: int
    map: str | None
    rounds: int | None
    seed: int
    position: str = ""
    asks: frozenset[str] = frozenset()

    def __str__(self) -> str:
        where = self.position or f"{self.seats} on {self.map or 'its map'}"
        return f"{self.ruleset}, {where}"

    def plan(self) -> GamePlan:
        """Return what is said of it."""
        return GamePlan(NAMES[: self.seats], map=self.map, rounds=self.rounds)

    def session(self) -> Session:
        """Return it as it begins."""
        if self.position:
            document = load_document(POSITIONS / f"{self.position}.json", PositionDocument)
            begun = open_position(document, rulesets.find, self.position)
            return Session(begun.ruleset, begun.setup, KeyedDice(self.seed), state=begun.state.clone())
        ruleset = rulesets.load(self.ruleset)
        return Session(ruleset, ruleset.new_setup(self.plan()), KeyedDice(self.seed))


CASES = [
    Case(each.name, seats, field, each.rounds, seed, asks=each.asks - each.seldom)
    for each in LISTED
    for seed, (seats, field) in enumerate(each.games, 1)
]
MOMENTS = [Case(each.name, 2, None, None, 1, position, each.asks) for each in LISTED for position in each.positions]
DUELS = [next(case for case in CASES if case.ruleset == each.name and case.seats == 2) for each in LISTED]
"""A game of two for each rulebook."""


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
    """One game; it stands still at every `every`-th decision (all of them would take minutes), and at its end."""
    session = case.session()
    for number, entry in enumerate(played(case).journal):
        if number % every == 0:
            yield session
        session.give(entry)
    yield session


def moment(session: Session) -> tuple[object, ...]:
    """What makes two games stand at the same decision."""
    return session.state.digest(), None if session.decision is None else session.decision.plain()
