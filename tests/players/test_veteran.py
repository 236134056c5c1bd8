"""What a veteran sees that a look at one answer does not show: puzzles with one right activation."""

from __future__ import annotations

from game.players import answer_with, make_player
from tests.rulesets.godbreakers.kit import A, B, Play, begin, godbreaker, objective, shard

FOE = godbreaker("Gull", B, 28, 18)


def activation(play: Play, kind: str = "veteran", seed: int = 1) -> list[object]:
    """Let a machine play one activation, without real dice; return its answers."""
    player, given = make_player(kind, seed), list[object]()
    activated = play.decision.player
    while play.session.decision is not None and play.decision.player == activated:
        if given and not play.state.active:
            break
        answer = answer_with(player, play.session, seed)
        given.append(answer)
        play.answer(answer)
    return given


def test_a_marker_two_moves_away_is_taken_with_two_moves() -> None:
    play = begin(godbreaker("Wick", A, 4, 10), objective(16.5, 10), shard(B, 28, 3), FOE)
    activation(play)
    assert play.game.controls(A, play.state.markers["objective"])


def test_the_same_seed_gives_the_same_activation() -> None:
    def played() -> list[object]:
        return activation(begin(godbreaker("Wick", A, 4, 10), objective(16.5, 10), shard(B, 28, 3), FOE), seed=7)

    assert played() == played()


def test_the_scratched_one_is_hit_again_not_the_fresh_one() -> None:
    play = begin(
        godbreaker("Wick", A, 10, 10, 12),
        godbreaker("Gull", B, 10, 6, 8),
        godbreaker("Tern", B, 10, 14, 8, damage=1),
        dice=(9, 2),
    )
    given = activation(play)
    assert given[1] == "move"
    assert given[-2:] == ["engage", ["tern"]]
