"""The best results of games played alone: what counts, what is kept, and that nothing is lost."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.core.flow import Interrupt
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving import records
from game.engine.saving.records import SavedResult, best_results, record_result, records_path, result_message, result_of
from game.engine.session import Session
from game.players.random_player import random_answer
from tests.commands.calls import call, call_json, refusal

BOOK = rulesets.load(rulesets.DEFAULT)


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))


def played(seed: int, names: tuple[str, ...] = ("Ann",), answers: int = 100_000, **plan: Any) -> Session:
    """A game played at random."""
    session = Session(BOOK, BOOK.new_setup(GamePlan(names, rounds=3, **plan)), KeyedDice(seed))
    session.seats = dict.fromkeys(BOOK.players(session.setup), "human")
    rng = Random(seed)
    while not session.finished and answers:
        session.answer(random_answer(session.pending(), rng))
        answers -= 1
    return session


def with_points(session: Session, points: int, *, won: bool = True) -> Session:
    """The same finished game, had it been scored so."""
    alone = BOOK.players(session.setup)[0]
    session.game.state.vp[alone] = points
    session.game.state.result.winners = [alone] if won else []
    return session


def noted(session: Session) -> SavedResult:
    found = record_result(session)
    assert found is not None
    return found


def test_a_game_alone_is_scored_as_its_rules_say() -> None:
    session = played(1, map="hollow-wood")
    result = result_of(session)
    assert result is not None
    ending = session.game.state.result
    alone = session.ruleset.view(session.game).players[0]
    assert (result.points, result.won, result.degree) == (alone.score, bool(ending.winners), ending.margin)
    assert (result.scenario, result.map, result.roster, result.rounds) == ("score", "Hollow Wood", "The Lantern Row", 3)


def test_only_the_best_result_of_a_kind_is_kept() -> None:
    session = played(1)
    first = noted(with_points(session, 12))
    assert first.is_best
    assert result_message(first, BOOK).endswith("Your first result here.")
    worse = noted(with_points(session, 11))
    assert not worse.is_best
    assert "Your best here is 12 VP" in result_message(worse, BOOK)
    better = noted(with_points(session, 25))
    assert better.is_best
    assert "your old one was 12 VP" in result_message(better, BOOK)
    lost = noted(with_points(session, 40, won=False))  # a rout is a loss, whatever its points
    assert not lost.is_best
    assert [each.points for each in best_results()] == [25]


def test_another_map_roster_scenario_or_length_is_another_record() -> None:
    for plan in ({}, {"map": "hollow-wood"}, {"scenario": "trap"}, {"rosters": ("kettleblack",)}):
        noted(played(2, **plan))
    kinds = {(each.scenario, each.map, each.roster) for each in best_results()}
    assert len(kinds) == len(best_results()) == 4


def test_what_was_not_played_alone_to_its_end_by_a_person_does_not_count() -> None:
    assert record_result(played(1, answers=5)) is None
    assert record_result(played(1, ("Ann", "Bob"))) is None
    machine = played(1)
    machine.seats = {"ann": "greedy"}
    assert record_result(machine) is None
    given_up = played(1, answers=60)
    given_up.interrupt(Interrupt("concede", "ann"))
    assert given_up.finished
    assert record_result(given_up) is None
    begun = played(1, answers=60)
    later = Session(BOOK, begun.setup, KeyedDice(1), state=begun.marks[-1].state.clone())
    assert not later.from_setup
    while not later.finished:
        later.answer(random_answer(later.pending(), Random(1)))
    assert record_result(later) is None
    assert not records_path().exists()


@pytest.mark.parametrize(
    ("text", "aside"),
    [
        ("nonsense", "records.damaged.json"),
        ('{"format": "inchwise-records", "version": 9}', "records.newer.json"),
        ('{"format": "inchwise-records", "version": 1, "best": [1]}', "records.damaged.json"),
    ],
)
def test_a_file_that_cannot_be_read_is_set_aside_and_said(text: str, aside: str) -> None:
    records_path().parent.mkdir()
    records_path().write_text(text, encoding="utf-8")
    assert "records.json" in refusal("records")
    assert records_path().read_text(encoding="utf-8") == text  # looking changes nothing
    found = noted(played(1))
    assert f"the file was renamed to {aside}" in found.trouble
    assert records_path().with_name(aside).read_text(encoding="utf-8") == text
    assert len(best_results()) == 1


def test_a_file_that_cannot_be_written_is_said_and_ends_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(records, "write_json", full)
    assert "the result could not be saved" in noted(played(1)).trouble


def test_the_command_lists_them() -> None:
    assert call("records").output.startswith("No results yet")
    assert call_json("records") == []
    noted(with_points(played(1), 31))
    text = call("records").output
    assert text.startswith("The Lantern Row: The Score on Market Ruins, 3 rounds: 31 VP")
    (only,) = call_json("records")
    assert (only["points"], only["roster"]) == (31, "The Lantern Row")
    assert call("check", records_path()).exit_code == 0


def test_a_record_of_a_rulebook_that_is_gone_is_listed_too() -> None:
    noted(played(1))
    content = json.loads(records_path().read_text(encoding="utf-8"))
    content["best"][0]["ruleset"] = "ludo"
    records_path().write_text(json.dumps(content), encoding="utf-8")
    assert "The Lantern Row" in call("records").output
