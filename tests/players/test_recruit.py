"""The recruit heads for something, and is beyond chance."""

from __future__ import annotations

from game.players import answer_with, make_player
from tests.players.test_veteran import activation
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker, objective, shard
from tools.strength import Match, played


def test_no_activation_ends_unused_while_a_move_helps() -> None:
    play = begin(godbreaker("Wick", A, 4, 10), objective(16.5, 10), shard(B, 28, 3), godbreaker("Gull", B, 28, 18))
    before = play.state.models["wick"].x
    given = activation(play, "recruit")
    assert "move" in given
    assert play.state.models["wick"].x > before + 3


def test_the_leader_does_not_end_an_activation_where_it_was_put_down() -> None:
    play = begin(
        godbreaker("Wick", A, 4, 10, 8, leader=True),
        shard(A, 2, 16),
        objective(16.5, 10),
        godbreaker("Gull", B, 28, 18),
    )
    assert activation(play, "recruit")[1] == "move"


def test_it_beats_chance_in_a_sample_of_games() -> None:
    points = [played(Match("godbreakers", "recruit", "random", 0, number)).points for number in range(2)]
    assert sum(points) == 2


def test_it_says_why() -> None:
    play = begin(godbreaker("Wick", A, 10, 10, 8), godbreaker("Gull", B, 11.2, 10, 6, damage=3), shard(B, 26, 16))
    player = make_player("recruit", 1)
    play.answer(["wick"])
    assert answer_with(player, play.session, 1) == "engage"
    assert "Gull can be engaged" in player.reason
