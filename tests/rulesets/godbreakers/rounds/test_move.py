"""The Move action (G-MOVE), movement range (G-MEAS-8) and the rulings about placing (Q1..Q4, Q24)."""

import math

import pytest

from game.rulesets.godbreakers.rules.events import Damaged, Moved, ObstaclesMet, Rolled
from tests.rulesets.godbreakers.kit import (
    FAR,
    A,
    B,
    Play,
    begin,
    godbreaker,
    of_kind,
    table,
    treasure,
    unaligned,
    wall,
    wood,
)

# -- G-MOVE-1: where it may end -------------------------------------------------------------------


@pytest.mark.parametrize("die", [6, 8, 10, 12])
def test_g_move_1_the_whole_base_ends_within_d_u_of_where_it_stood(die: int) -> None:
    # The in-range points lie less than D + 1 inches from the rim; the far side of the base must be one of them.
    play = begin(godbreaker("Raven", A, 5, 5, die), godbreaker("Nova", B, 29, 19))
    play.answer(["raven"], "move")
    assert play.may_place(5 + die + 0.9999, 5)
    refusal = play.why_not(5 + die + 1.25, 5)["out of range"]
    assert refusal.short_by == pytest.approx(0.25, abs=1e-3)
    assert refusal.rule == "G-MEAS-5"


def test_q3_without_terrain_a_d6_shifts_its_centre_by_less_than_7_inches() -> None:
    play = begin(godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 29, 19))
    play.answer(["raven"], "move")
    assert play.may_place(10, 16.9999)
    assert not play.may_place(10, 17)


def test_g_move_1_area_terrain_on_the_way_shortens_the_move() -> None:
    # Two full inches of wood: the far side of the base must be within 4.99 inches plus 2.
    play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, *FAR), ground=table(wood("Wood", 6, 3, 8, 7)))
    play.answer(["raven"], "move")
    assert play.may_place(9.9999, 5)
    assert not play.may_place(10.01, 5)
    assert play.may_place(5, 11.9999)


def test_g_move_1_it_does_not_trace_a_path() -> None:
    ring = [
        godbreaker(f"G{index}", B, 5 + 1.5 * math.cos(index * math.tau / 7), 5 + 1.5 * math.sin(index * math.tau / 7))
        for index in range(7)
    ]
    for guard in ring:
        guard.x, guard.y = round(guard.x, 4), round(guard.y, 4)
    play = begin(godbreaker("Raven", A, 5, 5), *ring, dice=[4])
    play.act("Raven", "move", [9, 5])
    assert (play.model("Raven").x, play.model("Raven").y) == (9, 5)


def test_g_meas_6_no_move_across_an_impassable_barricade_but_across_any_other() -> None:
    def end(*, impassable: bool) -> Play:
        ground = table(wall("Wall", (8, 0), (8, 20), impassable=impassable))
        play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 29, 19), ground=ground)
        play.answer(["raven"], "move")
        return play

    assert end(impassable=False).may_place(10, 5)
    assert "cut off" in end(impassable=True).why_not(10, 5)
    assert end(impassable=True).may_place(7, 5)


def test_q24_a_move_may_end_where_it_began() -> None:
    play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, *FAR))
    (moved,) = of_kind(play.act("Raven", "move", [5, 5]), Moved)
    assert moved.inches == 0


# -- G-MOVE-2..4: obstacles ------------------------------------------------------------------------


def met(play: Play, *end: float) -> tuple[str, ...]:
    """The obstacles that a move of Raven to `end` meets."""
    found = of_kind(play.act("Raven", "move", list(end)), ObstaclesMet)
    return found[0].obstacles if found else ()


def test_g_move_2_without_an_obstacle_there_is_no_test() -> None:
    play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, *FAR))
    happened = play.act("Raven", "move", [7, 5])
    assert of_kind(happened, Rolled) == []


@pytest.mark.parametrize(("face", "damage"), [(4, 0), (3, 1), (1, 1)])
def test_g_move_2_a_failed_test_costs_1_damage_for_each_obstacle(face: int, damage: int) -> None:
    play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 6, 5), dice=[face])
    happened = play.act("Raven", "move", [3, 5])
    assert play.model("Raven").damage == damage
    assert [event.rule for event in of_kind(happened, Damaged)] == ["G-MOVE-2"] * damage


def test_g_move_2_there_is_one_test_however_many_obstacles_apply() -> None:
    ground = table(wall("Hedge", (7, 0), (7, 10)), wall("Fence", (9, 0), (9, 10)))
    play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 4, 5), ground=ground, dice=[2])
    happened = play.act("Raven", "move", [11, 5])
    assert len(of_kind(happened, Rolled)) == 1
    assert play.model("Raven").damage == 3


@pytest.mark.parametrize(
    ("x", "owner", "escape"),
    [(6.9999, B, True), (7, B, False), (6.5, A, False), (6.5, "", True)],
    ids=["just inside", "1 U away", "friend", "wild"],
)
def test_g_move_3_escape_when_the_start_was_within_0_u_of_a_hostile(x: float, owner: str, escape: bool) -> None:
    other = godbreaker("Other", owner, x, 5) if owner else unaligned("Other", x, 5)
    play = begin(godbreaker("Raven", A, 5, 5), other, dice=[5] if escape else [])
    assert met(play, 3, 5) == (("Escape",) if escape else ())


def test_g_move_3_ending_beside_a_hostile_is_no_escape() -> None:
    play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 9, 5))
    assert met(play, 8, 5) == ()


def test_q1_escape_counts_once_however_many_hostiles_stand_there() -> None:
    crowd = [godbreaker("N1", B, 6, 5), godbreaker("N2", B, 4, 5), godbreaker("N3", B, 5, 6)]
    play = begin(godbreaker("Raven", A, 5, 5), *crowd, dice=[1])
    assert met(play, 5, 2) == ("Escape",)
    assert play.model("Raven").damage == 1


def test_q24_and_g_move_3_a_null_move_beside_a_hostile_still_escapes() -> None:
    play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 6, 5), dice=[5])
    assert met(play, 5, 5) == ("Escape",)


def test_g_move_4_vault_when_the_line_from_start_to_end_crosses_a_barricade() -> None:
    ground = table(wall("Hedge", (7, 0), (7, 10)))
    play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 29, 19), ground=ground, dice=[5])
    assert met(play, 9, 5) == ("Vault over Hedge",)


def test_g_move_4_a_barricade_beside_the_line_is_no_obstacle() -> None:
    # The base brushes past the end of the hedge, the line between the centres does not cross it.
    ground = table(wall("Hedge", (7, 0), (7, 4.8)))
    play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 29, 19), ground=ground)
    assert met(play, 9, 5) == ()


def test_q1_every_barricade_crossed_is_an_obstacle_and_counts_once() -> None:
    # A bent barricade crossed three times, and a straight one.
    zigzag = wall("Zigzag", (6, 3), (8, 7), (10, 3), (12, 7))
    ground = table(zigzag, wall("Fence", (12.6, 3), (12.6, 7)))
    play = begin(godbreaker("Raven", A, 5, 5, 10), godbreaker("Nova", B, 29, 19), ground=ground, dice=[3])
    assert met(play, 14, 5) == ("Vault over Zigzag", "Vault over Fence")
    assert play.model("Raven").damage == 2


def test_q1_grazing_a_barricade_is_no_crossing() -> None:
    # The upper edge of the hedge is the very line of the move.
    ground = table(wall("Hedge", (7, 4.4), (9, 4.4), width=0.2))
    play = begin(godbreaker("Raven", A, 5, 4.5), godbreaker("Nova", B, 29, 19), ground=ground)
    assert met(play, 11, 4.5) == ()


def test_q1_an_impassable_barricade_counts_too_where_a_line_of_measure_passes_it() -> None:
    # The end of the wall lies between the centres, yet a clear line joins the rims above it.
    ground = table(wall("Wall", (6.7, 0), (6.7, 5.2), impassable=True))
    play = begin(godbreaker("Raven", A, 6, 5), godbreaker("Nova", B, 29, 19), ground=ground, dice=[5])
    assert met(play, 9, 5.3) == ("Vault over Wall",)


# -- G-MOVE-5: tokens ------------------------------------------------------------------------------


def test_g_move_5_a_move_that_ends_at_unclaimed_tokens_may_claim_any_of_them() -> None:
    loot = [treasure("gold", x=9, y=5), treasure("silver", x=9, y=6), treasure("far", x=9, y=8)]
    play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 29, 19), *loot)
    play.act("Raven", "move", [9, 5])
    assert play.asked == (A, "G-MOVE-5")
    assert play.candidates == ["gold", "silver"]
    play.answer(["silver"])
    assert {token.id: token.holder for token in play.state.tokens.values()} == {
        "gold": "",
        "silver": "raven",
        "far": "",
    }


def test_g_move_5_claiming_may_be_forgone() -> None:
    play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 29, 19), treasure("gold", x=9, y=5))
    play.act("Raven", "move", [9, 5], [])
    assert play.state.tokens["gold"].holder == ""


def test_g_move_5_what_another_holds_cannot_be_claimed() -> None:
    play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 9, 5), treasure("gold", "nova", 9, 5))
    play.act("Raven", "move", [8, 5])
    assert play.asked == (A, "G-ACT-4")


def test_g_move_5_only_a_move_action_claims() -> None:
    play = begin(godbreaker("Raven", A, 5, 5, 8), godbreaker("Nova", B, 6, 5), treasure("gold", x=5, y=5), dice=[4, 3])
    play.act("Raven", "engage", ["nova"])
    assert play.asked == (A, "G-ACT-4")
    assert play.state.tokens["gold"].holder == ""


def test_g_move_5_the_test_comes_before_the_claim() -> None:
    play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 6, 5), treasure("gold", x=2, y=5), dice=[2])
    happened = play.act("Raven", "move", [2, 5])
    assert [event.kind for event in happened][-1] == "Damaged"
    assert play.asked == (A, "G-MOVE-5")
