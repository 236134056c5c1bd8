"""The Score (section 11): setup, Forgotten, Plunder and what treasure is worth, for one to four players."""

import pytest

from game.rulesets.godbreakers.rules.events import Activated, Damaged, Placed, Scored, TokenClaimed
from game.rulesets.godbreakers.rules.rounds.deployment import AUTO
from tests.rulesets.godbreakers.kit import (
    FAR,
    PLAYERS,
    A,
    B,
    C,
    Play,
    begin,
    forgotten,
    from_the_start,
    godbreaker,
    hoard,
    objective,
    of_kind,
    shard,
    treasure,
    unaligned,
)

RULE = "G-SCN-THE-SCORE"

# -- setup -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_score_shard_and_hoard_in_seniority_order_deployment_in_reverse(players: int) -> None:
    play = from_the_start(players)
    corners = [([3, 3], [15, 3]), ([27, 17], [15, 17]), ([3, 17], [12, 10]), ([27, 3], [18, 10])]
    asked = []
    for place in range(players):
        asked.append((play.decision.player, play.decision.about))
        play.answer(list(corners[place][0]))
        asked.append((play.decision.player, play.decision.about))
        play.answer(list(corners[place][1]))
    assert asked == [(player, f"{player}.{what}") for player in PLAYERS[:players] for what in ("shard", "hoard")]
    assert play.asked == (PLAYERS[players - 1], "G-SCN-6")


def test_the_score_a_hoard_goes_outside_6_u_of_any_shard_then_on_the_table() -> None:
    play = from_the_start()
    play.answer([3, 10])
    assert play.decision.rule == RULE
    # Two radii and 7 inches between the rims.
    assert play.may_place(11, 10)
    refusal = play.why_not(10.9, 10)["too close"]
    assert refusal.short_by == pytest.approx(0.1, abs=1e-3)
    play.answer([11, 10])
    # Bert's shard may come near that hoard, his own hoard not near either shard.
    assert play.decision.about == "bert.shard"
    assert not play.may_place(11, 10)
    play.answer([7, 15])
    assert not play.may_place(3, 4.5)
    assert not play.may_place(9, 15)
    assert play.may_place(15, 15)


def test_the_score_a_hoard_may_stand_at_the_centre() -> None:
    play = from_the_start()
    play.answer([3, 3])
    assert play.may_place(15, 11.1)


def solo() -> Play:
    """A lone player has placed shard and hoard; the Forgotten come next."""
    play = from_the_start(1)
    play.answer([3, 3], [25, 15])
    return play


def test_the_score_solo_five_forgotten_at_the_objective_and_the_hoard() -> None:
    play = solo()
    spots = [[15, 11.5], [25, 13.5], [23.5, 15], [26.5, 15], [25, 16.5]]
    for spot in spots:
        assert play.asked == (A, RULE)
        assert play.why_not(20, 5)["out of range"].short_by is not None
        play.answer(list(spot))
    assert play.asked == (A, "G-SCN-6")
    found = [(model.x, model.y, model.die, model.owner) for model in play.game.standing()]
    assert found == [(x, y, 8, "") for x, y in spots]


def test_the_score_solo_the_last_goes_to_the_objective_if_none_is_there() -> None:
    play = solo()
    for spot in ([25, 13.5], [23.5, 15], [26.5, 15], [25, 16.5]):
        play.answer(list(spot))
    assert not play.may_place(23.6, 13.6)
    assert play.may_place(15, 11.5)


def test_the_score_with_others_no_forgotten_stand_there_from_the_start() -> None:
    play = from_the_start(3, dice=[1, 2, 3])
    for _ in range(3):
        play.answer(AUTO.key)
    assert [model.kind for model in play.game.standing() if not model.godbreaker] == []


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_score_can_be_set_up_automatically(players: int) -> None:
    play = from_the_start(players, dice=range(1, players + 1))
    for _ in range(players):
        play.answer(AUTO.key)
    assert play.session.ruleset.violations(play.game) == []
    assert len(play.game.standing()) == 5 * players + (5 if players == 1 else 0)
    assert play.decision.rule == ("G-INI-3" if players > 1 else "G-ACT-1")


# -- Plunder ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("owner", [A, B])
def test_the_score_plunder_takes_a_new_treasure_from_any_controlled_hoard(owner: str) -> None:
    play = begin(godbreaker("Raven", A, 11.5, 10), hoard(owner, 10, 10), dice=[4, 5])
    happened = play.act("Raven", "plunder", "plunder")
    assert [event.rule for event in of_kind(happened, TokenClaimed)] == [RULE, RULE]
    assert [token.type for token in play.game.tokens_of(play.model("Raven"))] == ["treasure", "treasure"]
    assert play.state.markers[f"{owner}.hoard"].on_table


def test_the_score_plunder_is_open_to_any_godbreaker_of_the_circle() -> None:
    play = begin(godbreaker("Raven", A, 25, 15), godbreaker("Wren", A, 11.5, 10), hoard(B, 10, 10), dice=[5])
    play.act("Raven", "plunder")
    assert [token.holder for token in play.state.tokens.values()] == ["raven"]


def test_the_score_plunder_needs_control_and_a_godbreaker() -> None:
    play = begin(godbreaker("Raven", A, 11.5, 10), godbreaker("Nova", B, 8.5, 10), hoard(A, 10, 10))
    play.answer(["raven"])
    assert play.refusal("plunder").rule == RULE
    play = begin(unaligned("Pet", 25, 15, owner=A), godbreaker("Raven", A, 11.5, 10), hoard(A, 10, 10))
    play.answer(["pet"])
    assert play.refusal("plunder").rule == RULE


def test_the_score_control_of_another_marker_is_not_enough() -> None:
    play = begin(godbreaker("Raven", A, 11.5, 10), objective(10, 10), hoard(A, 25, 15))
    play.answer(["raven"])
    assert "sunder" in play.options
    assert "plunder" not in play.options


def test_the_score_and_q22_a_failed_test_wakes_a_forgotten_placed_by_the_lowest_in_priority() -> None:
    play = begin(
        godbreaker("Raven", A, 11.5, 10),
        godbreaker("Nova", B, *FAR),
        godbreaker("Cass", C, 25, 15),
        hoard(A, 10, 10),
        players=3,
        priority=[A, C, B],
        dice=[3],
    )
    play.act("Raven", "plunder")
    assert play.asked == (B, RULE)
    assert [token.holder for token in play.state.tokens.values()] == ["raven"]
    happened = play.answer([12.5, 10])
    assert [event.piece for event in of_kind(happened, Placed)] == ["forgotten-1"]
    newcomer = play.model("forgotten-1")
    assert (newcomer.die, newcomer.traits, newcomer.owner, newcomer.radius) == (8, {}, "", 0.5)


def test_q3a_a_forgotten_wakes_with_its_closest_point_within_0_u_of_the_hoard() -> None:
    play = begin(godbreaker("Raven", A, 11.5, 10), godbreaker("Nova", B, *FAR), hoard(A, 10, 10), dice=[3])
    play.act("Raven", "plunder")
    assert play.may_place(13.4999, 10)  # a gap of less than an inch
    assert not play.may_place(13.5, 10)


def test_the_score_a_woken_forgotten_hunts_the_thief_in_the_same_round() -> None:
    play = begin(godbreaker("Raven", A, 11.5, 10, 8), godbreaker("Nova", B, *FAR), hoard(A, 10, 10), dice=[2, 5, 2, 3])
    play.act("Raven", "plunder", [12.5, 10], "end")
    happened = play.answer(["nova"], "end", ["forgotten-1"], "engage", ["raven"])
    assert [event.model for event in of_kind(happened, Activated)] == ["nova", "forgotten-1"]
    assert [event.amount for event in of_kind(happened, Damaged)] == [3]


# -- Forgotten -------------------------------------------------------------------------------------


def test_the_score_a_forgotten_claims_a_treasure_at_the_end_of_its_activation() -> None:
    play = begin(forgotten("Grim", 10, 10), hoard(A, 25, 15), treasure("gold", x=10.9, y=10), priority=[A, B])
    happened = play.answer(["grim"], "override", "nothing")
    assert [(event.model, event.token, event.rule) for event in of_kind(happened, TokenClaimed)] == [
        ("grim", "gold", RULE)
    ]


def test_the_score_a_forgotten_out_of_0_u_claims_nothing() -> None:
    play = begin(forgotten("Grim", 10, 10), hoard(A, 25, 15), treasure("gold", x=11.5, y=10), priority=[A, B])
    happened = play.answer(["grim"], "override", "nothing")
    assert of_kind(happened, TokenClaimed) == []


def test_the_score_a_forgotten_claims_even_after_the_last_hoard_is_gone() -> None:
    play = begin(forgotten("Grim", 10, 10), treasure("gold", x=10.9, y=10), priority=[A, B])
    happened = play.answer(["grim"], "nothing")
    assert [event.token for event in of_kind(happened, TokenClaimed)] == ["gold"]


def test_g_side_2_the_forgotten_are_no_friends_of_each_other() -> None:
    play = begin(forgotten("Grim", 10, 10), forgotten("Grub", 11, 10))
    assert play.game.hostile(play.model("Grim"), play.model("Grub"))


# -- scoring ---------------------------------------------------------------------------------------


def test_the_score_5_vp_for_each_godbreaker_with_treasure_at_the_end_of_the_final_round() -> None:
    carriers = [
        godbreaker("A1", A, 3, 3),
        godbreaker("A2", A, 6, 3),
        godbreaker("B1", B, 25, 15),
        forgotten("Grim", 15, 15),
    ]
    loot = [treasure("one", "a1"), treasure("two", "a1"), treasure("three", "a2"), treasure("four", "grim")]
    play = begin(*carriers, *loot, treasure("five", x=25, y=15), step="resolution", in_round=5)
    assert play.state.vp == {A: 10, B: 0}
    assert [event.rule for event in of_kind(play.session.events, Scored)] == [RULE, RULE]


def test_the_score_treasure_is_worth_nothing_before_the_final_round() -> None:
    play = begin(
        godbreaker("A1", A, 3, 3), godbreaker("B1", B, 25, 15), treasure("one", "a1"), step="resolution", in_round=4
    )
    assert play.state.vp == {A: 0, B: 0}


def test_the_score_with_three_rounds_agreed_the_third_is_the_final_one() -> None:
    play = begin(
        godbreaker("A1", A, 3, 3),
        godbreaker("B1", B, 25, 15),
        treasure("one", "a1"),
        step="resolution",
        in_round=3,
        rounds=3,
    )
    assert play.state.vp == {A: 5, B: 0}


def test_the_score_a_tame_models_treasure_scores_nothing() -> None:
    pet = unaligned("Pet", 6, 3, owner=A)
    play = begin(
        godbreaker("A1", A, 3, 3),
        pet,
        godbreaker("B1", B, 25, 15),
        treasure("one", "pet"),
        step="resolution",
        in_round=5,
    )
    assert play.state.vp == {A: 0, B: 0}


def test_g_roll_6_what_an_ascended_godbreaker_took_along_still_counts_as_claimed_at_the_end() -> None:
    gone = godbreaker("A1", A, 3, 3, 12)
    gone.place = "ascended"
    rest = [godbreaker("A2", A, 6, 3), godbreaker("B1", B, 25, 15)]
    play = begin(gone, *rest, treasure("one", "a1"), step="resolution", in_round=5)
    assert play.state.vp == {A: 5, B: 0}


def test_the_score_solo_casualties_and_treasure_decide_together() -> None:
    play = begin(
        godbreaker("A1", A, 3, 3, damage=9),
        godbreaker("A2", A, 6, 3),
        godbreaker("A3", A, 9, 3),
        treasure("one", "a2"),
        treasure("two", "a3"),
        shard(A, 25, 15),
        step="recovery",
        in_round=5,
        players=1,
        vp={A: 15},
        dice=[3],
    )
    assert play.state.vp == {A: 15 - 5 + 10}
    assert play.ended() == ([A], "respectable victory")
