"""Players: legal, repeatable, fair where they are random, better where they are greedy, and never at the real game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from game import rulesets
from game.engine.core.decisions import Allocate, Choose, Decision, Option, Order, Pick, Place
from game.engine.core.dice import KeyedDice
from game.engine.hidden import has_secrets_from
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players import PLAYERS, answer_with, blind_fork, make_player
from game.players.greedy import GreedyPlayer
from game.players.random_player import NoLegalPlace, RandomPlayer, random_answer
from game.refusal import Refusal
from game.table.lattice import Position
from game.table.placing.places import ExactSpots, Spot
from tests.toy.sessions import toy_session

WHO: dict[str, Any] = {"player": "ann", "prompt": "What now?", "rule": "R-1"}
AUTO = (Option("auto", "Do it for me"),)


class Nowhere(ExactSpots):
    """A region in which nothing is legal."""

    def _allows(self, x: float, y: float) -> bool:
        return False

    def why_not(self, where: Spot) -> list[Refusal]:
        return []

    def nearest(self, where: Spot) -> Position | None:
        return None

    def sample(self, rng: Random) -> Position | None:
        return None


def share(counts: Counter[str], of: str) -> float:
    return counts[of] / counts.total()


def answers(decision: Decision, many: int = 3000) -> Counter[str]:
    rng = Random(3)
    found = [random_answer(decision, rng) for _ in range(many)]
    assert all(decision.allows(answer) for answer in found)
    return Counter(str(answer) for answer in found)


def test_only_a_player_who_looks_at_nothing_but_the_decision_needs_no_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_arguments: object) -> Session:
        raise AssertionError("it looked")

    ruleset = rulesets.load("dropzone")
    session = Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(3))
    while not has_secrets_from(session.pending().player, session):
        session.answer(random_answer(session.pending(), Random(1)))
    told = answer_with(make_player("random", 1), blind_fork(session, session.pending().player, 1), 1)
    monkeypatch.setattr("game.players.fork_for", refused)
    assert answer_with(make_player("random", 1), session, 1) == told
    with pytest.raises(AssertionError, match="it looked"):
        answer_with(make_player("recruit", 1), session, 1)


def test_random_choices_are_uniform() -> None:
    counts = answers(Choose(**WHO, options=tuple(Option(key, key) for key in "abcd"), shortcuts=AUTO))
    assert set(counts) == set("abcd")
    assert all(abs(share(counts, key) - 0.25) < 0.03 for key in "abcd")


def test_random_picks_are_uniform_in_number_and_in_pieces() -> None:
    pieces = ("a", "b", "c", "d")
    counts = answers(Pick(**WHO, candidates=pieces, minimum=0, maximum=2))
    assert abs(share(counts, "[]") - 1 / 3) < 0.04
    assert all(abs(share(counts, f"['{piece}']") - 1 / 12) < 0.03 for piece in pieces)
    assert len(counts) == 1 + 4 + 12


def test_a_random_pick_of_more_than_there_are_takes_what_there_is() -> None:
    counts = answers(Pick(**WHO, candidates=("a", "b"), minimum=1, maximum=5), 100)
    assert {len(key.split(",")) for key in counts} == {1, 2}


def test_random_orders_are_uniform() -> None:
    counts = answers(Order(**WHO, items=("a", "b", "c")))
    assert len(counts) == 6
    assert all(abs(count / counts.total() - 1 / 6) < 0.03 for count in counts.values())


def test_random_shares_keep_to_total_and_limits() -> None:
    counts = answers(Allocate(**WHO, limits={"a": 2, "b": 2, "c": 0}, total=3), 500)
    assert len(counts) >= 2


def test_a_dead_end_is_named() -> None:
    with pytest.raises(NoLegalPlace, match=r"What now\? \(R-1\): no spot is legal"):
        random_answer(Place(**WHO, region=Nowhere()), Random(1))


def test_without_a_legal_place_another_answer_is_taken_if_there_is_one() -> None:
    more = Option("boost", "One extra inch")
    assert random_answer(Place(**WHO, region=Nowhere(), shortcuts=(more,)), Random(1)) == "boost"


SAMPLED = tuple(kind for kind in PLAYERS if kind != "warlord")
"""Those whose whole games are played here; with so few tries a warlord is a veteran, and it has tests of its own."""


def new_game(players: int = 2, seed: int = 1) -> Session:
    ruleset = rulesets.load("godbreakers")
    names = ("Ann", "Bob", "Cy", "Dee")[:players]
    return Session(ruleset, ruleset.new_setup(GamePlan(names, rounds=3)), KeyedDice(seed))


def everything(session: Session) -> tuple[object, ...]:
    return (
        session.state.digest(),
        session.decision and session.decision.plain(),
        list(session.journal),
        len(session.events),
        [mark.state.digest() for mark in session.marks],
    )


def test_a_greedy_player_works_on_one_copy_of_the_game_and_words_its_reason_when_asked() -> None:
    session, copies = new_game(), list[Session]()

    def fork() -> Session:
        copies.append(session.fork(1))
        return copies[-1]

    player = GreedyPlayer(1)
    for _decision in range(8):
        session.answer(player.decide(session.pending(), fork))
    assert len(copies) == 8
    reason = player.reason
    assert reason
    assert player.reason is reason
    assert len(copies) == 8


TABLES = [*([kind] * players for kind in SAMPLED for players in (1, 2)), list(SAMPLED)[-4:]]
"""Who sits at the tables: one or two of each kind, and four of different kinds."""


@pytest.mark.parametrize("kinds", TABLES, ids=str)
def test_every_kind_of_player_plays_legally_to_the_end_and_never_touches_the_game(kinds: list[str]) -> None:
    session = new_game(len(kinds))
    players = session.ruleset.players(session.setup)
    seats = {seat: make_player(kind, number, 2) for number, (seat, kind) in enumerate(zip(players, kinds, strict=True))}
    while session.decision is not None:
        looked = len(session.journal) % 25 == 0
        before = everything(session) if looked else ()
        player = seats[session.decision.player]
        answer = answer_with(player, session, len(session.journal))
        assert not looked or everything(session) == before
        assert session.decision.allows(answer)
        assert player.reason.split(" (")[0].strip()
        session.answer(answer)
    assert session.ruleset.violations(session.game) == []


@pytest.mark.parametrize("kind", SAMPLED)
def test_a_player_of_one_seed_plays_the_same_game_again(kind: str) -> None:
    def journal() -> list[object]:
        session = new_game()
        player = make_player(kind, 9, 4)
        for number in range(60):
            session.answer(answer_with(player, session, number))
        return list(session.journal)

    assert journal() == journal()


def test_a_player_sees_only_a_fork_with_other_dice() -> None:
    session = new_game()
    seen: list[Session] = []

    class Curious:
        reason = "curious"

        def decide(self, decision: Decision, fork: Callable[[], Session]) -> Any:
            seen.extend((fork(), fork()))
            return random_answer(decision, Random(1))

    for _ in range(30):
        session.answer(answer_with(Curious(), session, 1))
    assert all(fork is not session and fork.state is not session.state for fork in seen)
    assert all(fork.dice != session.dice for fork in seen)
    assert len({id(fork) for fork in seen}) == 60


def test_the_random_player_never_asks_for_a_fork() -> None:
    def no_fork() -> Session:
        raise AssertionError("asked for a fork")

    decision = Order(**WHO, items=("a", "b"))
    assert decision.allows(RandomPlayer(1).decide(decision, no_fork))


def test_the_greedy_player_falls_back_on_chance_where_the_rules_advise_nothing() -> None:
    session = toy_session()
    greedy = GreedyPlayer(1)
    taken = {str(answer_with(greedy, session, number)) for number in range(60)}
    assert taken == {"walk", "wait"}
    assert greedy.reason == "nothing to go by"


def test_an_unknown_kind_of_player_is_refused() -> None:
    with pytest.raises(KeyError):
        make_player("oracle", 1)
