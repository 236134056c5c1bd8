"""The warlord: sees what the others make of its lines; anytime, and the same for the same seed and budget."""

from __future__ import annotations

from random import Random

import pytest

from game import rulesets
from game.engine.core.decisions import DEPLOY
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players import Searching, answer_with, blind_fork, make_player
from game.players.lookahead import Lookahead
from game.players.planner import is_of_activation
from game.players.playing_on import SAME, Line, PlayingOn, lines
from game.players.random_player import random_answer
from tests.players.test_veteran import activation
from tests.rulesets.godbreakers.kit import A, B, Play, begin, godbreaker, objective, shard, treasure
from tests.samples import few


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The iterations of each search that has played its lines on."""
    found: list[int] = []
    run = PlayingOn.run

    def counted(self: PlayingOn, tries: int) -> None:
        run(self, tries)
        found.append(self.iterations)

    monkeypatch.setattr(PlayingOn, "run", counted)
    return found


def fight() -> Play:
    """Wick stands beside a fresh foe, a scratched one and an objective are in reach, a friend is far off."""
    play = begin(
        godbreaker("Wick", A, 10, 10, 12),
        godbreaker("Ash", A, 2, 2),
        godbreaker("Gull", B, 10, 8.9, 8),
        godbreaker("Tern", B, 10, 14, 8, damage=1),
        objective(16.5, 10),
        dice=(9, 2, 9, 2),
    )
    play.answer(["wick"])
    return play


def search(play: Play, tries: int = 60) -> tuple[Lookahead, list[Line]]:
    ahead = Lookahead(blind_fork(play.session, A, 1), A, Random(1), tries)
    return ahead, lines(ahead, ahead.rated())


def test_lines_are_whole_ways_through_an_activation_the_best_first() -> None:
    ahead, found = search(fight())
    assert len({repr(line.answers) for line in found}) == len(found) > 2
    assert [line.worth for line in found] == sorted((line.worth for line in found), reverse=True)
    for line in found:
        twin = ahead.session.fork()
        for answer in line.answers:
            assert twin.pending().allows(answer)
            twin.answer(answer)


def test_iterations_stay_within_the_budget_and_play_every_line() -> None:
    ahead, found = search(fight())
    playing = PlayingOn(ahead.session, A, found, Random(1), lambda: False)
    playing.run(3 * len(found))
    assert SAME * len(found) >= playing.iterations == sum(len(line.swings) for line in found)
    assert all(line.swings for line in found)


def test_a_line_without_dice_needs_no_more_than_a_few_iterations() -> None:
    play = begin(godbreaker("Wick", A, 4, 10), objective(16.5, 10), shard(B, 28, 3), godbreaker("Gull", B, 28, 18))
    play.answer(["wick"])
    ahead, found = search(play)
    playing = PlayingOn(ahead.session, A, found, Random(1), lambda: False)
    playing.run(1000)
    assert playing.iterations < 1000
    assert all(line.settled for line in found if line is playing.best())


def test_one_that_is_stopped_answers_at_once_with_something_legal() -> None:
    play, asked = fight(), list[int]()
    player = make_player("warlord", 1)
    assert isinstance(player, Searching)
    player.tries = 100_000

    def stopped() -> bool:
        asked.append(1)
        return len(asked) > 40

    player.stopped = stopped
    assert play.decision.allows(answer_with(player, play.session, 1))
    assert len(asked) < 100


@pytest.mark.parametrize(("book", "names"), few([("godbreakers", ("Ann", "Bob", "Cy")), ("bushido", ("Ann", "Bob"))]))
def test_it_searches_in_every_rulebook_the_same_again_and_never_at_the_real_game(
    book: str, names: tuple[str, ...], played: list[int]
) -> None:
    ruleset = rulesets.load(book)
    session = Session(ruleset, ruleset.new_setup(GamePlan(names)), KeyedDice(4), history=False)
    rng, one, other = Random(4), make_player("warlord", 5, 50), make_player("warlord", 5, 50)
    while len(played) < 2:
        decision, number = session.pending(), len(session.journal)
        answer = random_answer(decision, rng)
        if is_of_activation(session.fork(), decision):
            before = session.state.digest()
            answer = answer_with(one, session, number)
            assert answer == answer_with(other, session, number)
            assert (session.state.digest(), len(session.journal)) == (before, number)
        session.answer(DEPLOY if decision.deploys else answer)
    half = len(played) // 2
    assert played[:half] == played[half:] != []
    assert min(played) > 0


@pytest.mark.parametrize("book", ["godbreakers", "bushido"])
def test_it_reckons_with_what_others_may_do_where_a_rulebook_judges_so(book: str) -> None:
    ruleset = rulesets.load(book)
    session = Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(4), history=False)
    judge = PlayingOn(session, session.pending().player, [], Random(1), lambda: False).judge
    assert (judge is not ruleset.judge) == (book == "godbreakers")


def test_a_game_that_is_won_is_not_gambled_for_a_marker() -> None:
    play = begin(
        godbreaker("Wick", A, 10, 10, 8),
        treasure("chest", "wick"),
        objective(14, 10),
        godbreaker("Skua", B, 24, 10, 12),
        shard(B, 28, 3),
        in_round=5,
    )
    activation(play, "warlord")
    assert play.state.models["wick"].x < 11


def test_it_says_why() -> None:
    play = begin(godbreaker("Wick", A, 10, 10), objective(16.5, 10), shard(B, 28, 3), godbreaker("Gull", B, 28, 18))
    player = make_player("warlord", 1)
    play.answer(["wick"], "move")
    answer_with(player, play.session, 1)
    assert "U from Objective" in player.reason


@pytest.mark.parametrize(("tries", "plays_on"), [(5, False), (60, True)])
def test_lines_are_played_on_only_where_each_gets_enough_iterations(
    tries: int, plays_on: bool, played: list[int]
) -> None:
    foe, ours = godbreaker("Gull", B, 16, 10), (godbreaker(name, A, x, 10) for name, x in (("Wick", 8), ("Ash", 10)))
    play = begin(*ours, foe, objective(14.5, 12), shard(B, 28, 3))
    answer_with(make_player("warlord", 1, tries), play.session, 1)
    assert bool(played) == plays_on
