"""Mercury: Cunning, Deadly, Fleet, Merciless, Ranged, each at every rank (G-MEAS-8, E7, E8, E9, E16)."""

import pytest

from game.rulesets.godbreakers.rules.events import Damaged, Engaged, OutOfReach, Placed, Rolled
from tests.rulesets.godbreakers.kit import (
    FAR,
    A,
    B,
    C,
    D,
    Play,
    begin,
    godbreaker,
    of_kind,
    table,
    treasure,
    unaligned,
    wall,
)

RANKS = (1, 2, 3)


def damage(play: Play) -> list[tuple[str, int]]:
    return [(event.model, event.amount) for event in of_kind(play.session.events, Damaged)]


# -- Cunning -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", RANKS)
def test_g_trait_cunning_may_be_placed_within_its_rank_after_the_rolls(rank: int) -> None:
    raven = godbreaker("Raven", A, 10, 10, 8, traits={"Cunning": rank})
    play = begin(raven, godbreaker("Nova", B, 11.5, 10, 8), dice=[2, 5])
    play.act("Raven", "engage", ["nova"])
    assert play.asked == (A, "G-TRAIT-CUNNING")
    assert damage(play) == []
    assert play.may_place(9 - rank + 0.0001, 10)
    assert not play.may_place(9 - rank - 0.0001, 10)
    assert play.may_place(10, 10)
    assert "overlaps a base" in play.why_not(11, 10)


@pytest.mark.parametrize(("x", "hurt"), [(9.6, True), (9.4, False)])
def test_g_trait_cunning_reach_is_judged_where_it_stands_then(x: float, hurt: bool) -> None:
    raven = godbreaker("Raven", A, 10, 10, 8, traits={"Cunning": 1})
    play = begin(raven, godbreaker("Nova", B, 11.5, 10, 8), dice=[2, 5])
    play.act("Raven", "engage", ["nova"])
    happened = play.answer([x, 10])
    assert [(event.piece, event.rule) for event in of_kind(happened, Placed)] == [("raven", "G-TRAIT-CUNNING")]
    assert damage(play) == ([("raven", 3)] if hurt else [])
    assert [event.model for event in of_kind(happened, OutOfReach)] == ([] if hurt else ["raven"])


def test_g_trait_cunning_is_optional() -> None:
    raven = godbreaker("Raven", A, 10, 10, 8, traits={"Cunning": 3})
    play = begin(raven, godbreaker("Nova", B, 11.5, 10, 8), dice=[5, 2])
    play.act("Raven", "engage", ["nova"])
    play.answer("stay")
    assert play.model("Raven").x == 10
    assert damage(play) == [("nova", 3)]


def test_g_trait_cunning_is_for_the_active_model_alone() -> None:
    nova = godbreaker("Nova", B, 11.5, 10, 8, traits={"Cunning": 3})
    play = begin(godbreaker("Raven", A, 10, 10, 8), nova, dice=[5, 2])
    play.act("Raven", "engage", ["nova"])
    assert play.asked == (A, "G-ACT-4")


def test_q19_cunning_is_no_move_no_obstacle_no_claim_and_no_pin() -> None:
    raven = godbreaker("Raven", A, 10, 10, 8, traits={"Cunning": 3})
    play = begin(
        raven,
        godbreaker("Nova", B, 11.5, 10, 8, traits={"Pinning": 3}),
        treasure("gold", x=7.5, y=10),
        dice=[5, 2],
        ground=table(wall("Hedge", (8.5, 5), (8.5, 15))),
    )
    play.act("Raven", "engage", ["nova"], [7.5, 10])
    assert play.model("Raven").x == 7.5
    assert play.state.tokens["gold"].holder == ""


def test_g_trait_cunning_may_bring_others_within_reach_of_vengeance() -> None:
    raven = godbreaker("Raven", A, 10, 10, 8, traits={"Cunning": 2, "Vengeful": 1})
    play = begin(raven, godbreaker("Nova", B, 11.5, 10, 8), godbreaker("Nix", B, 10, 13), dice=[2, 5])
    play.act("Raven", "engage", ["nova"], [10.5, 11.3])
    assert play.asked == (A, "G-TRAIT-VENGEFUL")
    assert play.candidates == ["nova", "nix"]
    play.answer(["nix"])
    assert damage(play) == [("raven", 3), ("nix", 1)]


# -- Deadly --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", RANKS)
def test_g_trait_deadly_rerolls_attack_faces_up_to_its_rank_while_active(rank: int) -> None:
    raven = godbreaker("Raven", A, 10, 10, 8, traits={"Deadly": rank})
    play = begin(raven, godbreaker("Nova", B, 11.5, 10, 8), dice=[*range(rank, 0, -1), rank + 1, 1])
    play.act("Raven", "engage", ["nova"])
    assert damage(play) == [("nova", rank)]


def test_e16_deadly_2_dice_1_2_5() -> None:
    raven = godbreaker("Raven", A, 10, 10, 8, traits={"Deadly": 2})
    play = begin(raven, godbreaker("Nova", B, 11.5, 10, 8), dice=[1, 2, 5, 1])
    play.act("Raven", "engage", ["nova"])
    rolled = of_kind(play.session.events, Rolled)[0].roll
    assert (rolled.faces, rolled.result) == ((1, 2, 5), 5)


def test_g_trait_deadly_is_of_no_use_while_inactive_nor_in_tests_and_recovery() -> None:
    nova = godbreaker("Nova", B, 11.5, 10, 8, traits={"Deadly": 3})
    play = begin(godbreaker("Raven", A, 10, 10, 8), nova, dice=[2, 1])
    play.act("Raven", "engage", ["nova"])
    assert damage(play) == [("nova", 1)]
    raven = godbreaker("Raven", A, 10, 10, 8, traits={"Deadly": 3})
    play = begin(raven, godbreaker("Nova", B, 11.5, 10, 8), dice=[1, 7])
    play.act("Raven", "move", [5, 10])
    assert damage(play) == [("raven", 1)]
    play.end_round()


# -- Fleet ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("die", [6, 8, 10, 12])
def test_g_trait_fleet_adds_two_units_per_rank_to_the_move(rank: int, die: int) -> None:
    raven = godbreaker("Raven", A, 2, 10, die, traits={"Fleet": rank})
    play = begin(raven, godbreaker("Nova", B, 28, 2))
    play.act("Raven", "move")
    reach = die + 2 * rank + 1
    assert play.may_place(2 + reach - 0.0001, 10)
    assert not play.may_place(2 + reach + 0.0001, 10)


def test_e8_fleet_2_on_a_d6_moves_10() -> None:
    play = begin(godbreaker("Raven", A, 2, 10, traits={"Fleet": 2}), godbreaker("Nova", B, 28, 2))
    play.act("Raven", "move", [12.99, 10])
    assert play.model("Raven").x == 12.99


# -- Merciless -----------------------------------------------------------------------------------------


def crowd(raven: dict[str, int]) -> list[object]:
    return [
        godbreaker("Raven", A, 10, 10, 12, traits=raven),
        godbreaker("Nova", B, 11.5, 10, 8),
        godbreaker("Cass", C, 8.5, 10, 8),
        godbreaker("Dot", D, 10, 11.5, 8),
        unaligned("Wolf", 10, 8.5),
    ]


@pytest.mark.parametrize("rank", RANKS)
def test_g_trait_merciless_names_up_to_its_rank_more(rank: int) -> None:
    names = ["nova", "cass", "dot", "wolf"]
    play = begin(*crowd({"Merciless": rank}), players=4, dice=[9, *range(1, rank + 2)])  # type: ignore[arg-type]
    play.act("Raven", "engage")
    assert play.candidates == names
    if rank < 3:
        assert play.refused(names[: rank + 2])[0].rule == "G-ENG-1"
    play.answer(names[: rank + 1])
    # Whoever was not named stands by: the roll is challenging, which a 9 does not mind.
    assert damage(play) == [(name, 9 - face) for face, name in enumerate(names[: rank + 1], start=1)]


def test_g_trait_merciless_one_opponent_is_enough() -> None:
    play = begin(*crowd({"Merciless": 3}), players=4, dice=[9, 2])  # type: ignore[arg-type]
    happened = play.act("Raven", "engage", ["dot"])
    assert [event.opponents for event in of_kind(happened, Engaged)] == [("dot",)]


def test_g_trait_merciless_an_opponent_who_wins_hurts_its_enemies_among_the_engaged() -> None:
    play = begin(*crowd({"Merciless": 3}), players=4, dice=[4, 8, 2, 3, 1])  # type: ignore[arg-type]
    play.act("Raven", "engage", ["nova", "cass", "dot", "wolf"])
    # Cass and Nova are 2 inches apart: a range of 2 U, out of Nova's reach; Dot and the wolf are 1.12 inches off.
    assert damage(play) == [("raven", 4)]


def test_g_trait_merciless_the_winning_opponent_spares_its_friends() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10, 12, traits={"Merciless": 2}),
        godbreaker("Nova", B, 11.4, 10.2, 8),
        godbreaker("Nix", B, 11.3, 8.9, 8),
        godbreaker("Cass", C, 10.5, 11.4, 8),
        players=3,
        dice=[2, 7, 1, 3],
    )
    play.act("Raven", "engage", ["nova", "nix", "cass"])
    assert damage(play) == [("raven", 5), ("cass", 4)]


def test_e7_merciless_as_the_rulebook_tells_it() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10, 8, traits={"Merciless": 1}),
        godbreaker("Nova", B, 11.5, 10),
        godbreaker("Cassette", C, 8.5, 10),
        dice=[5, 3, 1],
        players=3,
    )
    play.act("Raven", "engage", ["nova", "cassette"])
    assert damage(play) == [("nova", 2), ("cassette", 4)]


def test_g_eng_2_a_tie_for_highest_among_several_has_no_winner() -> None:
    play = begin(*crowd({"Merciless": 3}), players=4, dice=[2, 5, 5, 3, 1])  # type: ignore[arg-type]
    play.act("Raven", "engage", ["nova", "cass", "dot", "wolf"])
    assert damage(play) == []


def test_q17_one_of_several_engaged_at_a_barricade_makes_the_roll_challenging() -> None:
    ground = table(wall("Hedge", (12.3, 5), (12.3, 15)))
    play = begin(
        godbreaker("Raven", A, 10, 10, 12, traits={"Merciless": 1}),
        godbreaker("Nova", B, 11.5, 10),
        godbreaker("Nix", B, 8.5, 10),
        dice=[3, 2, 2],
        ground=ground,
    )
    play.act("Raven", "engage", ["nova", "nix"])
    # Raven's 3 is worth 0; Nova and Nix tie at 2, so nobody wins.
    assert [event.roll.result for event in of_kind(play.session.events, Rolled)] == [0, 2, 2]
    assert damage(play) == []


def test_g_trait_merciless_names_nobody_out_of_reach() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10, 8, traits={"Merciless": 3}),
        godbreaker("Nova", B, 11.5, 10),
        godbreaker("Nix", B, 13.5, 10),
        dice=[4, 1],
    )
    play.act("Raven", "engage")
    assert play.candidates == ["nova"]
    assert play.refused(["nova", "nix"])[0].rule == "G-ENG-1"
    play.answer(["nova"])


# -- Ranged --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("die", [6, 8])
def test_g_trait_ranged_adds_its_die_per_rank_to_the_reach(rank: int, die: int) -> None:
    raven = godbreaker("Raven", A, 2, 10, die, traits={"Ranged": rank})
    ground = table(width=34.0)
    inside, outside = round(3.99 + die * rank, 4), round(4.01 + die * rank, 4)
    play = begin(raven, godbreaker("Nova", B, inside, 10), ground=ground, dice=[5, 2])
    play.act("Raven", "engage", ["nova"])
    assert damage(play) == [("nova", 3)]
    play = begin(raven, godbreaker("Nova", B, outside, 10), ground=ground)
    play.answer(["raven"])
    assert str(die * rank) in play.refusal("engage").text


def test_e9_ranged_2_on_a_d6_reaches_12() -> None:
    play = begin(godbreaker("Raven", A, 2, 10, traits={"Ranged": 2}), godbreaker("Nova", B, 15.9, 10), dice=[5, 2])
    play.act("Raven", "engage", ["nova"])
    assert damage(play) == [("nova", 3)]


def test_g_eng_4_who_is_out_of_the_winners_own_reach_takes_nothing() -> None:
    raven = godbreaker("Raven", A, 2, 10, traits={"Ranged": 1})
    play = begin(raven, godbreaker("Nova", B, 8, 10, 8, traits={"Brutal": 3}), dice=[2, 7])
    happened = play.act("Raven", "engage", ["nova"])
    assert damage(play) == []
    assert [(event.model, event.winner) for event in of_kind(happened, OutOfReach)] == [("raven", "nova")]


def test_g_trait_ranged_grows_with_the_die() -> None:
    raven = godbreaker("Raven", A, 2, 10, 6, traits={"Ranged": 1})
    play = begin(raven, godbreaker("Nova", B, 9.9, 10), godbreaker("Nix", B, 11.9, 10), dice=[6, 2])
    play.act("Raven", "engage")
    assert play.candidates == ["nova"]
    play.answer(["nova"], "engage")
    assert play.candidates == ["nova", "nix"]


def test_g_trait_ranged_counts_terrain_and_walls() -> None:
    raven = godbreaker("Raven", A, 2, 10, traits={"Ranged": 1})
    ground = table(wall("Wall", (5, 5), (5, 15), impassable=True))
    play = begin(raven, godbreaker("Nova", B, 6, 10), godbreaker("Nix", B, *FAR), ground=ground)
    play.answer(["raven"])
    assert "engage" not in play.options
