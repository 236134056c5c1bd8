"""The measuring of strengths: games of pairs, what is missing, intervals, and the figures of the program."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from random import Random

import pytest

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from game.players.strength import FIGURES, Figure, Games, figure_of, figures, strength_words, strengths
from game.players.veteran import TRIES as VETERANS
from tests.samples import few, some
from tools.strength import TELLING, Match, Outcome, chance, joined, main, missing, played, read, usual, without_luck
from tools.strength import figures as pooled


def outcome(number: int, points: float, scenario: str = "trap", luck: float | None = None) -> Outcome:
    return Outcome("godbreakers", "recruit", "random", (0, 5), number, scenario, points, luck)


def test_the_same_match_has_the_same_outcome_and_its_mirror_has_the_same_scenario() -> None:
    match = Match("godbreakers", "random", "random", (0, 0), 2)
    assert played(match) == played(match)
    assert played(match).scenario == played(Match("godbreakers", "random", "random", (0, 0), 3)).scenario


def test_luck_is_noted_beside_the_same_game_and_bounded() -> None:
    match = Match("godbreakers", "recruit", "recruit", (0, 0), 4)
    plain, noted = played(match), played(match, luck=True)
    assert noted.points == plain.points
    assert plain.luck is None
    assert noted.luck is not None
    assert 0.0 < abs(noted.luck) < 5.0


def test_the_chances_of_two_players_are_one_together() -> None:
    rulebook = rulesets.load("godbreakers")
    session = Session(rulebook, rulebook.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(4), history=False)
    rng = Random(4)
    while session.decision is not None and session.state.round < 2:
        session.answer(random_answer(session.decision, rng))
    ann, bob = (chance(session, player) for player in rulebook.players(session.setup))
    assert ann + bob == pytest.approx(1.0)
    assert ann != bob


def test_a_share_without_luck_is_that_of_games_in_which_the_dice_favoured_nobody() -> None:
    games = [outcome(number, 0.75 + 0.5 * luck, luck=luck) for number, luck in enumerate([0.5, -0.5, 0.3, 0.1] * 5)]
    found = without_luck(games)
    assert found == pytest.approx((0.75, 0.75, 0.75))
    assert without_luck(games[: TELLING - 1]) is None
    assert without_luck([outcome(number, 1.0) for number in range(2 * TELLING)]) is None
    level = without_luck([outcome(number, number % 2, luck=0.0) for number in range(TELLING)])
    assert level is not None
    assert level[0] == 0.5
    assert level[1] < 0.35 < 0.65 < level[2]


def test_only_games_that_are_not_recorded_are_missing(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    assert read(record) == []
    record.write_text("".join(json.dumps(asdict(outcome(number, 1.0))) + "\n" for number in (0, 2)), encoding="utf-8")
    left = missing(read(record), "godbreakers", "recruit,random", (0, 5), 4)
    assert [match.number for match in left] == [1, 3]
    assert len([*missing(read(record), "godbreakers", "recruit,random", (0, 6), 4)]) == 4


def test_each_level_has_its_own_number_of_tries_unless_others_are_given() -> None:
    assert usual("veteran,recruit") == (VETERANS, 0)
    assert usual("warlord,veteran", "60,8") == (60, 8)
    assert usual("warlord,veteran", "30") == (30, 30)


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


@pytest.mark.parametrize(("pair", "tries", "whole", "least"), few([
    ("veteran,recruit", "", 10, 0.5), ("warlord,veteran", "12,16", 10, 0.4), ("recruit,random", "", 30, 0.8)
]))  # fmt: skip
def test_a_sample_of_the_games_from_which_strengths_are_measured(
    pair: str, tries: str, whole: int, least: float
) -> None:
    """The first games of each pair; `least` is well below what the levels bring, so that luck alone breaks nothing."""
    games = 2 * some(whole)
    found = [played(match) for match in missing([], "godbreakers", pair, usual(pair, tries), games)]
    assert {each.scenario for each in found} == {
        *("score", "clash", "nest", "tragedy", "trap", "gathering")[: games // 2]
    }
    assert sum(each.points for each in found) >= least * games


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--rulebook", "ludo"], "argument --rulebook: invalid choice: 'ludo'"),
        (["--pairs", "veteran"], "--pairs takes levels such as veteran,recruit"),
        (["--tries", "many"], "--tries numbers such as 60,8"),
    ],
)
def test_what_cannot_be_measured_is_refused(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["strength.py", str(tmp_path / "games.jsonl"), *arguments])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert (stopped.value.code, said in capsys.readouterr().err) == (2, True)
    assert [*tmp_path.iterdir()] == []


def test_a_game_that_was_cut_off_in_the_record_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "games.jsonl"
    text = json.dumps(asdict(outcome(0, 1.0))) + "\n" + '{"rulebook": "godbr'
    record.write_text(text, encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["strength.py", str(record)])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    assert f"{record}: line 2 is no game, perhaps one cut off: take it out" in capsys.readouterr().err
    assert record.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("level", ["recruit", "veteran", "warlord"])
def test_where_a_level_is_chosen_its_figure_is_told(level: str) -> None:
    figure = figure_of("godbreakers", level)
    assert figure is not None
    low, high = figure.together.interval()
    told = strength_words("godbreakers", level)
    assert f"{100 * figure.together.share:.0f}% ({100 * low:.0f} to {100 * high:.0f}%, {figure.together.played}" in told
    assert told in strengths("godbreakers")
    assert strength_words("godbreakers", "random") == ""


def test_what_is_measured_anew_replaces_its_pair_and_leaves_the_others() -> None:
    old, kept = (Figure("toy", first, "random", (60, 0), Games(4, 1.0)) for first in ("veteran", "recruit"))
    new = Figure("toy", "veteran", "random", (60, 0), Games(8, 7.0))
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
