"""How The Godbreaker Saga measures (G-MEAS), on models: the table's own tests go deeper."""

import pytest

from game.rulesets.godbreakers.rules.placing import attack_range, movement_range
from game.table.documents import MapDocument, TerrainPiece
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker, objective, table, unaligned, wall, wood


def range_at(x: float, *terrain: TerrainPiece, y: float = 10.0) -> float | None:
    """The range in U from a model at (5, 10) to one at (x, y)."""
    ground: MapDocument = table(*terrain)
    play = begin(godbreaker("Raven", A, 5, 10), godbreaker("Nova", B, x, y), ground=ground)
    there = play.game.range(play.model("Raven"), play.model("Nova"))
    back = play.game.range(play.model("Nova"), play.model("Raven"))
    assert there == back
    return there


@pytest.mark.parametrize(("x", "units"), [(6, 0), (6.9999, 0), (7, 1), (8, 2), (8.9999, 2), (9, 3)], ids=str)
def test_g_meas_1_and_2_from_rim_to_rim_rounded_down(x: float, units: int) -> None:
    assert range_at(x) == units


def test_q4_exactly_two_inches_are_2_u() -> None:
    assert range_at(8, y=10) == 2
    # 3-4-5: the centres are five inches apart, the rims four.
    assert range_at(8, y=14) == 4


@pytest.mark.parametrize(
    ("terrain", "units"),
    [
        ([wood("Wood", 7, 5, 7.9, 15)], 5),
        ([wood("Wood", 7, 5, 8, 15)], 6),
        ([wood("Wood", 6.5, 5, 7.1, 15), wood("Copse", 8, 5, 8.6, 15)], 6),
        ([wood("Wood", 6.5, 5, 8.5, 15), wood("Copse", 7, 5, 8.5, 15)], 7),
        ([wood("Wood", 0, 0, 30, 9)], 5),
    ],
    ids=["under a full inch", "one inch", "Q2: summed, then rounded once", "overlap counts once", "beside the line"],
)
def test_g_meas_3_and_q2_terrain_adds_its_full_inches(terrain: list[TerrainPiece], units: int) -> None:
    assert range_at(11.2, *terrain) == units


def test_g_meas_3_terrain_under_a_base_is_not_on_the_line() -> None:
    assert range_at(11.2, wood("Wood", 4, 9, 5.5, 11)) == 5


@pytest.mark.parametrize(("n", "within"), [(1, False), (2, True), (3, True)])
def test_g_meas_4_within_n_when_the_range_is_at_most_n(n: int, within: bool) -> None:
    play = begin(godbreaker("Raven", A, 5, 10), godbreaker("Nova", B, 8.5, 10))
    assert play.game.within(play.model("Raven"), play.model("Nova"), n) is within


def test_g_meas_6_an_impassable_barricade_is_measured_past_or_not_at_all() -> None:
    assert range_at(9, wall("Wall", (7, 0), (7, 20), impassable=True)) is None
    assert range_at(9, wall("Hedge", (7, 0), (7, 20))) == 3
    # Past the end of the wall a longer line joins the upper parts of the rims.
    assert range_at(9, wall("Wall", (7, 0), (7, 10.2), impassable=True)) == 3
    assert range_at(9, wall("Wall", (7, 0), (7, 10.6), impassable=True)) is None


def test_g_meas_1_markers_are_measured_as_bases_are() -> None:
    play = begin(godbreaker("Raven", A, 5, 10), objective(8, 10), unaligned("Bear", 5, 13.2, 12))
    assert play.game.range(play.model("Raven"), play.state.markers["objective"]) == 2
    # A D12's radius is 0.79: the gap is 1.91 inches.
    assert play.game.range(play.model("Raven"), play.model("Bear")) == 1


@pytest.mark.parametrize("die", [6, 8, 10, 12])
def test_g_meas_8_movement_range_is_d_and_attack_range_0_unless_more_is_given(die: int) -> None:
    play = begin(godbreaker("Raven", A, 5, 10, die), godbreaker("Nova", B, 9, 10, die, reach=7))
    assert (movement_range(play.game, play.model("Raven")), attack_range(play.game, play.model("Raven"))) == (die, 0)
    assert attack_range(play.game, play.model("Nova")) == 7
