"""The recruit heads for something, and is beyond chance."""

from __future__ import annotations

import statistics
from random import Random

import pytest

from game import rulesets
from game.engine.core.decisions import Arrange, Choose, Place
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players import answer_with, make_player
from game.players.greedy import GreedyPlayer
from game.players.new_session import Seated
from game.players.random_player import random_answer
from game.players.recruit import ENOUGH, RecruitPlayer
from game.rulesets.godbreakers import RULESET
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.scenarios import names as scenarios
from game.rulesets.godbreakers.rules.setup import Setup
from game.rulesets.godbreakers.rules.state import State
from tests.players.test_veteran import activation
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker, objective, shard
from tools.strength import Match, played


def test_no_activation_ends_unused_while_a_move_helps() -> None:
    play = begin(godbreaker("Wick", A, 4, 10), objective(16.5, 10), shard(B, 28, 3), godbreaker("Gull", B, 28, 18))
    before = play.state.models["wick"].x
    given = activation(play, "recruit")
    assert "move" in given
    assert play.state.models["wick"].x > before + 3


def test_it_does_one_thing_with_an_activation() -> None:
    for seed in range(8):
        play = begin(
            godbreaker("Wick", A, 4, 10),
            objective(16.5, 10),
            shard(B, 28, 3),
            godbreaker("Gull", B, 28, 18),
            godbreaker("Tern", B, 26, 18),
        )
        player = make_player("recruit", seed)
        given = activation(play, player, seed)
        assert [each for each in given if isinstance(each, str)] == ["move", "end"]
        assert player.reason == "a Recruit stops after its first action"


def test_after_an_undo_an_activation_begins_anew() -> None:
    play = begin(godbreaker("Wick", A, 4, 10), objective(16.5, 10), shard(B, 28, 3), godbreaker("Gull", B, 28, 18))
    bot = Seated("recruit")
    play.answer(["wick"])
    assert bot(play.session) == "move"
    play.answer("move")
    play.answer(bot(play.session))
    assert bot(play.session) == "end"
    play.session.rewind(1)
    assert bot(play.session) == "move"


def test_the_leader_does_not_end_an_activation_where_it_was_put_down() -> None:
    play = begin(
        godbreaker("Wick", A, 4, 10, 8, leader=True),
        shard(A, 2, 16),
        objective(16.5, 10),
        godbreaker("Gull", B, 28, 18),
    )
    assert activation(play, "recruit")[1] == "move"


def test_g_spec_1_it_never_tries_to_destroy_a_marker_that_pays_nobody_else() -> None:
    for seed in range(24):
        play = begin(godbreaker("Wick", A, 10, 10), objective(11.5, 10), shard(B, 28, 3), godbreaker("Gull", B, 28, 18))
        assert "sunder" not in activation(play, "recruit", seed)


def test_what_clearly_harms_is_not_done_while_there_is_something_harmless() -> None:
    harmful, harmless = Prospect("sunder", -1.0, ""), Prospect("end", 0.0, "")
    for seed in range(60):
        assert {each.answer for each in RecruitPlayer(seed).seen([harmful, harmless])} == {"end"}
        assert RecruitPlayer(seed).seen([harmful])  # something has to be answered


def test_what_helps_is_done_before_what_only_does_no_harm() -> None:
    found = [Prospect("engage", 0.5, ""), Prospect("end", 0.0, ""), Prospect("move", 0.3, "")]
    for seed in range(60):
        seen = RecruitPlayer(seed).seen(found)
        assert max(seen, key=lambda each: each.worth).answer in ("engage", "move")


def test_a_move_is_rated_once_and_the_spot_then_follows_from_it() -> None:
    play = begin(godbreaker("Wick", A, 4, 10), objective(16.5, 10), shard(B, 28, 3), godbreaker("Gull", B, 28, 18))
    player = make_player("recruit", 3)
    for answer in (["wick"], "move"):
        assert answer_with(player, play.session, 1) == answer
        play.answer(answer)
    assert isinstance(player, RecruitPlayer)
    spot = answer_with(player, play.session, 1)
    assert 1 <= len(player.rated) <= ENOUGH
    assert play.decision.allows(spot)


@pytest.mark.parametrize("scenario", scenarios())
def test_nothing_is_overlooked_where_a_piece_is_put_on_the_table(scenario: str) -> None:
    session, source, asked = begin_random(scenario), Random(7), 0
    while RULESET.judge.acting(session.game) is None:
        decision = session.pending()
        if isinstance(decision, Place):
            recruit, greedy = RecruitPlayer(3), GreedyPlayer(3)
            for player in (recruit, greedy):
                answer_with(player, session, 1)
            assert {str(each.answer) for each in recruit.rated} == {str(each.answer) for each in greedy.rated}
            asked += 1
        session.answer(random_answer(decision, source))
    assert asked


@pytest.mark.parametrize("scenario", scenarios())
def test_an_option_by_which_all_pieces_stay_leads_to_no_placing_in_the_same_activation(scenario: str) -> None:
    """A recruit does not try such options on copies of the game: it would only see that nobody moves."""
    session, source, tried = begin_random(scenario), Random(7), 0
    while session.decision is not None and tried < 60:
        decision = session.decision
        for option in decision.options if isinstance(decision, Choose) else ():
            if option.stays:
                after, tried = session.fork(), tried + 1
                after.answer(option.key)
                same = RULESET.judge.acting(after.game) == RULESET.judge.acting(session.game)
                assert not same or not isinstance(after.decision, Place | Arrange)
        session.answer(random_answer(decision, source))
    assert tried


def begin_random(scenario: str) -> Session[Setup, State, Game]:
    """A new game in which models may get ready, too (G-ADV-1)."""
    setup = RULESET.new_setup(GamePlan(("Ann", "Bob"), scenario, switches=("ready",)))
    return Session(RULESET, setup, KeyedDice(3))


def test_a_look_that_stops_early_leaves_the_pieces_where_they_are() -> None:
    play = begin(godbreaker("Wick", A, 4, 10), objective(16.5, 10), shard(B, 28, 3), godbreaker("Gull", B, 28, 18))
    play.answer(["wick"], "move")
    before, judge = play.state.digest(), play.session.ruleset.judge
    assert judge is not None
    looked = judge.candidates(play.game, play.decision, Random(1))
    for _spot in range(4):
        next(looked)
        assert play.state.digest() == before


@pytest.mark.parametrize(("name", "size"), [("godbreakers", 8.0), ("dropzone", 0.8)])
def test_it_misjudges_by_some_steps_of_the_rulebook(name: str, size: float) -> None:
    """A victory point of Dropzone Commander is worth several points of others: its step is a tenth."""
    rulebook, player = rulesets.load(name), RecruitPlayer(1)
    session = Session(rulebook, rulebook.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(1))
    player.rate_answers(session.pending(), session.fork)
    liked = [player.liking(Prospect("end", 0.0, "")) for _time in range(400)]
    assert statistics.stdev(liked) == pytest.approx(size, rel=0.15)


def test_it_beats_chance_in_a_sample_of_games() -> None:
    points = [played(Match("godbreakers", "recruit", "random", (0, 0), number)).points for number in range(2)]
    assert sum(points) == 2


def test_it_says_why() -> None:
    play = begin(godbreaker("Wick", A, 10, 10, 8), godbreaker("Gull", B, 11.2, 10, 6, damage=3), shard(B, 26, 16))
    player = make_player("recruit", 1)
    play.answer(["wick"])
    assert answer_with(player, play.session, 1) == "engage"
    assert "Gull can be engaged" in player.reason


def test_the_points_it_tells_are_those_it_rated_not_what_it_takes_them_for() -> None:
    for seed in range(6):
        play = begin(godbreaker("Wick", A, 10, 10, 8), godbreaker("Gull", B, 11.2, 10, 6, damage=3), shard(B, 26, 16))
        player, judge = make_player("recruit", seed), play.session.ruleset.judge
        play.answer(["wick"])
        assert answer_with(player, play.session, 1) == "engage"
        assert judge is not None
        worth = {str(each.answer): each.worth for each in judge.prospects(play.game, play.decision, Random(1))}
        assert f"({worth['engage']:+.1f} VP expected)" in player.reason


def test_a_move_is_not_explained_by_standing_well() -> None:
    play = begin(godbreaker("Wick", A, 4, 10), objective(16.5, 10), shard(B, 28, 3), godbreaker("Gull", B, 28, 18))
    player = make_player("recruit", 3)
    play.answer(["wick"])
    assert answer_with(player, play.session, 1) == "move"
    assert "it has somewhere useful to go" in player.reason
