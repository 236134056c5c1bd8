"""The measuring of strengths: games of pairs, what is missing, intervals, and the figures of the program."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from game.players.strength import FIGURES, Figure, Games, figure_of, figures
from tools.strength import Match, Outcome, joined, missing, played, read
from tools.strength import figures as pooled


def outcome(number: int, points: float, scenario: str = "trap") -> Outcome:
    return Outcome("godbreakers", "recruit", "random", 5, number, scenario, points)


def test_the_same_match_has_the_same_outcome_and_its_mirror_has_the_same_scenario() -> None:
    match = Match("godbreakers", "random", "random", 1, 2)
    assert played(match) == played(match)
    assert played(match).scenario == played(Match("godbreakers", "random", "random", 1, 3)).scenario


def test_only_games_that_are_not_recorded_are_missing(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    assert read(record) == []
    record.write_text("".join(json.dumps(asdict(outcome(number, 1.0))) + "\n" for number in (0, 2)), encoding="utf-8")
    left = missing(read(record), "godbreakers", "recruit,random", 5, 4)
    assert [match.number for match in left] == [1, 3]
    assert len([*missing(read(record), "godbreakers", "recruit,random", 6, 4)]) == 4


def test_figures_pool_scenarios_and_count_draws_as_half() -> None:
    [figure] = pooled([outcome(0, 1.0), outcome(1, 0.5), outcome(2, 0.0, "nest"), outcome(3, 1.0, "nest")])
    assert figure.together == Games(4, 2.5)
    assert figure.scenarios == {"nest": Games(2, 1.0), "trap": Games(2, 1.5)}


def test_the_interval_is_wilsons() -> None:
    assert Games(400, 320).interval() == pytest.approx((0.758, 0.836), abs=0.001)
    assert Games(0, 0).interval() == (0.0, 1.0)
    low, high = Games(10, 10).interval()
    assert 0.7 < low < 0.75
    assert high == 1.0


def test_what_is_measured_anew_replaces_its_pair_and_leaves_the_others() -> None:
    old, kept = (Figure("toy", first, "random", 60, Games(4, 1.0)) for first in ("veteran", "recruit"))
    new = Figure("toy", "veteran", "random", 60, Games(8, 7.0))
    assert joined([old, kept], [new]) == [kept, new]


def test_the_figures_that_come_with_the_program_are_those_of_levels_it_has() -> None:
    assert FIGURES.exists()
    for figure in figures():
        assert isinstance(figure, Figure)
        assert figure.together.played == sum(games.played for games in figure.scenarios.values())
    beaten = figure_of("godbreakers", "recruit")
    assert beaten is not None
    assert beaten.second == "random"
    assert beaten.together.interval()[0] > 0.8
