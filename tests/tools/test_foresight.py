"""What machines expect of markers is held against what came; the expectation is right on the whole."""

from __future__ import annotations

import statistics

import pytest

from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker, objective, shard
from tools.witnesses.foresight import Known, expected, table, watched


@pytest.fixture(scope="module")
def known() -> list[Known]:
    return [each for number in range(3) for each in watched(number, ("veteran", "veteran"), (3, 3))]


def test_what_was_expected_is_counted_by_tenths() -> None:
    found = [*table([(0.05, 0.0), (0.07, 1.0), (0.4, 1.0), (1.0, 1.0)])]
    assert found == [(0.0, 2, pytest.approx(0.06), 0.5), (0.4, 1, 0.4, 1.0), (0.9, 1, 1.0, 1.0)]


def test_g_res_2_each_marker_is_noted_that_pays_a_player() -> None:
    play = begin(godbreaker("Wick", A, 15.3, 10), objective(16.5, 10), shard(B, 28, 3), godbreaker("Gull", B, 28, 8))
    noted = {(each.player, each.kind): each.now for each in expected(play.game)}
    assert set(noted) == {(A, "objective"), (A, "foe"), (B, "objective"), (B, "own")}
    assert noted[A, "objective"] > 0.8 > noted[B, "own"] > 0.0 == noted[A, "foe"]


def test_g_res_2_only_one_player_controls_a_marker(known: list[Known]) -> None:
    objectives = [each.now[1] for each in known if each.kind == "objective"]
    assert 0.0 < statistics.fmean(objectives) <= 0.5  # each is noted for both of two players


def test_g_res_2_what_is_expected_of_markers_comes_about_the_more_often(known: list[Known]) -> None:
    hardly, likely = (
        statistics.fmean(each.now[1] for each in known if least <= each.now[0] <= most)
        for least, most in ((0.0, 0.1), (0.7, 1.0))
    )
    assert hardly < 0.15
    assert likely > 0.6
    later = [each.later for each in known if each.later is not None]
    assert statistics.correlation(*zip(*later, strict=True)) > 0.3
