"""The Resolution phase: markers, rout and the end of the game (G-RES, G-RND-1, G-SCN-4)."""

import pytest

from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.events import RoundBegan, Routed, Scored
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.scenarios.bundled import TheScore
from game.rulesets.godbreakers.rules.state import Marker
from tests.rulesets.godbreakers.kit import (
    FAR,
    A,
    B,
    C,
    Play,
    begin,
    godbreaker,
    hoard,
    objective,
    of_kind,
    shard,
    treasure,
    unaligned,
)

# -- G-RES-1, G-RES-2, Q31 -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marker", "points"),
    [(shard(A, 10, 10), 1), (objective(10, 10), 2), (shard(B, 10, 10), 3), (hoard(A, 10, 10), 0)],
    ids=["own shard", "objective", "other shard", "hoard"],
)
def test_g_res_2_what_a_controlled_marker_is_worth(marker: Marker, points: int) -> None:
    play = begin(marker, godbreaker("Raven", A, 11.5, 10), godbreaker("Nova", B, *FAR), step="resolution")
    assert play.state.vp == {A: points, B: 0}
    assert {event.rule for event in of_kind(play.session.events, Scored)} == ({"G-RES-2"} if points else set())


def test_g_res_2_every_marker_counts_and_several_players_score() -> None:
    play = begin(
        shard(A, 5, 5),
        shard(B, 10, 5),
        objective(15, 5),
        Marker("second", "Second objective", "objective", "", 20, 5, on_table=True),
        godbreaker("A1", A, 5, 6.5),
        godbreaker("A2", A, 10, 6.5),
        godbreaker("A3", A, 15, 6.5),
        godbreaker("B1", B, 20, 6.5),
        step="resolution",
    )
    assert play.state.vp == {A: 1 + 3 + 2, B: 2}


def test_g_res_2_a_marker_off_the_table_scores_nothing() -> None:
    gone = objective(10, 10)
    gone.on_table = False
    play = begin(gone, godbreaker("Raven", A, 11.5, 10), godbreaker("Nova", B, *FAR), step="resolution")
    assert play.state.vp == {A: 0, B: 0}


def test_g_res_2_and_g_scn_2_scores_add_up_over_the_rounds() -> None:
    play = begin(
        objective(10, 10),
        godbreaker("Raven", A, 11.5, 10),
        godbreaker("Nova", B, *FAR),
        treasure("gold", "raven"),
        step="resolution",
        in_round=5,
        vp={A: 4},
    )
    assert play.state.vp[A] == 4 + 2 + 5
    assert [event.total for event in of_kind(play.session.events, Scored)] == [6, 11]


def test_q31_end_of_round_rules_then_markers_then_scenario_then_rout(monkeypatch: pytest.MonkeyPatch) -> None:
    def round_ends(self: TheScore, game: Game) -> Flow:
        # Who falls at the end of the round controls nothing any more.
        game.state.models["nova"].place = "casualty"
        yield from ()

    monkeypatch.setattr(TheScore, "round_ends", round_ends)
    play = begin(
        objective(10, 10),
        shard(B, 20, 10),
        godbreaker("Raven", A, 11.5, 10),
        godbreaker("Nova", B, 21.5, 10),
        treasure("gold", "raven"),
        step="resolution",
        in_round=5,
    )
    told = [(event.kind, event.rule) for event in play.session.events]
    assert told == [
        ("Scored", "G-RES-2"),
        ("Scored", "G-SCN-THE-SCORE"),
        ("Routed", "G-RES-3"),
        ("GameEnded", "G-RES-3"),
    ]
    assert play.state.vp == {A: 7, B: 0}


# -- G-RES-3: rout -------------------------------------------------------------------------------


def test_g_res_3_a_circle_without_godbreakers_has_lost_whatever_its_vp() -> None:
    play = begin(godbreaker("Raven", A, 5, 5), shard(B, 20, 10), step="resolution", vp={B: 30})
    assert play.ended() == ([A], "")


def test_g_res_3_a_tame_model_does_not_save_a_circle() -> None:
    play = begin(godbreaker("Raven", A, 5, 5), unaligned("Pet", 20, 10, owner=B), step="resolution")
    assert play.ended()[0] == [A]


def test_g_res_3_an_ascended_godbreaker_is_not_on_the_table() -> None:
    gone = godbreaker("Nova", B, 1, 1, 12)
    gone.place = "ascended"
    play = begin(godbreaker("Raven", A, 5, 5), gone, step="resolution")
    assert play.ended()[0] == [A]


def test_g_res_3_the_rout_is_counted_in_the_resolution_phase_only() -> None:
    play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Wren", A, 9, 5))
    play.answer(["raven"], "end")
    assert play.state.result is None


def test_q16_all_circles_routed_in_one_phase_nobody_wins() -> None:
    play = begin(shard(A, 5, 5), step="resolution", vp={A: 9})
    assert play.ended()[0] == []
    assert [event.player for event in of_kind(play.session.events, Routed)] == [A, B]


def test_g_res_3_solo_a_rout_is_a_loss() -> None:
    play = begin(shard(A, 5, 5), step="resolution", players=1, vp={A: 40})
    assert play.ended() == ([], "lost")


def three_players() -> Play:
    """Anna has been routed in the second round; Bert and Cora are left."""
    return begin(
        shard(A, 10, 10),
        unaligned("Pet", 5, 5, 6, owner=A),
        godbreaker("Nova", B, 11.5, 10, leader=True),
        godbreaker("Cass", C, 20, 5, leader=True),
        players=3,
        step="resolution",
        in_round=2,
        vp={A: 50},
        dice=[4, 2],
    )


def test_q35_among_three_a_routed_circle_leaves_the_order_and_its_tame_models_turn_wild() -> None:
    play = three_players()
    assert play.state.result is None
    assert play.state.lost == [A]
    assert play.items == [B, C]
    play.answer([B, C], ["nova"], "end", ["cass"], "end")
    assert play.model("Pet").wild
    assert play.asked == (C, "G-ACT-2")


def test_q35_the_shard_of_a_routed_circle_stays_and_scores_for_others() -> None:
    play = three_players()
    assert play.state.markers["anna.shard"].on_table
    assert play.state.vp[B] == 3
    play.answer([B, C])


def test_q35_a_routed_circle_does_not_win_on_points_later() -> None:
    play = begin(
        godbreaker("Nova", B, 5, 5),
        godbreaker("Cass", C, 20, 5),
        players=3,
        step="resolution",
        in_round=5,
        vp={A: 9, C: 1},
    )
    assert play.ended()[0] == [C]


# -- the end of the game -------------------------------------------------------------------------


def at_the_end(vp: dict[str, int], players: int = 2) -> Play:
    """The last Resolution phase of a game in which nothing is left to score."""
    models = [godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 15, 5), godbreaker("Cass", C, 25, 5)]
    return begin(*models[:players], players=players, step="resolution", in_round=5, vp=vp)


def test_g_rnd_1_the_highest_score_wins() -> None:
    assert at_the_end({A: 3, B: 4}).ended()[0] == [B]


def test_q35_equal_scores_are_a_draw_among_those_who_share_the_lead() -> None:
    assert at_the_end({A: 4, B: 4}).ended()[0] == [A, B]
    assert at_the_end({A: 4, B: 3, C: 4}, players=3).ended()[0] == [A, C]


def test_g_rnd_1_the_game_does_not_go_on_after_its_end() -> None:
    play = at_the_end({A: 1})
    assert (play.state.round, of_kind(play.session.events, RoundBegan)) == (5, [])
    # All that may still be asked is what the winner gains.
    assert play.session.finished or play.decision.rule == "G-SCN-3"


@pytest.mark.parametrize(
    ("vp", "won", "margin"),
    [
        (-5, False, "lost"),
        (10, False, "lost"),
        (11, True, "won, without a margin"),
        (19, True, "won, without a margin"),
        (20, True, "respectable victory"),
        (29, True, "respectable victory"),
        (30, True, "major victory"),
    ],
)
def test_g_scn_4_solo_thresholds(vp: int, won: bool, margin: str) -> None:
    play = at_the_end({A: vp}, players=1)
    assert play.ended() == ([A] if won else [], margin)


def test_g_scn_4_solo_an_own_godbreaker_lost_as_a_casualty_costs_5_vp() -> None:
    play = begin(
        godbreaker("Raven", A, 5, 5, damage=9),
        godbreaker("Wren", A, 9, 5),
        unaligned("Wolf", 20, 10, damage=20),
        step="recovery",
        players=1,
        vp={A: 7},
        dice=[2, 3],
    )
    assert play.state.vp == {A: 2}
    assert [(event.points, event.rule) for event in of_kind(play.session.events, Scored)] == [(-5, "G-SCN-4")]


def test_g_scn_4_solo_ascending_costs_nothing_and_with_others_a_casualty_neither() -> None:
    alone = begin(
        godbreaker("Raven", A, 5, 5, 12, damage=3), godbreaker("Wren", A, 9, 5), step="recovery", players=1, dice=[12]
    )
    assert alone.state.vp == {A: 0}
    raven, nova = godbreaker("Raven", A, 5, 5, damage=9), godbreaker("Nova", B, *FAR)
    assert begin(raven, godbreaker("Wren", A, 9, 5), nova, step="recovery", dice=[2]).state.vp == {A: 0, B: 0}
