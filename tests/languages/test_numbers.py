"""Numbers are written as the language writes them, in one place, and read back as people type them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from game import wording
from game.commands.text.play import TextGame
from game.lengths import coordinates, length, missing, show_in, size, tape
from game.play.session_model import SessionModel
from game.play.typed_spots import read_place
from game.players.random_player import random_answer
from game.rulesets.aos4 import RULESET
from game.rulesets.aos4.ai import arrangements
from game.rulesets.aos4.view import instruments
from game.rulesets.godbreakers.editing.edits import EDITS
from game.rulesets.godbreakers.view.table import threats
from game.table.threat.threat_map import ThreatMap
from game.ui.board.ruler_art import receipt_text
from game.ui.widgets.text import wrap
from game.ui.widgets.theme import Theme
from game.wording import _, keep, numeral, translated
from inchwise_conformance.typed import line_of
from tests.games import random_game
from tests.rulesets.aos4.battles import Battle
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker

POINT = re.compile(r"\d\.\d")


@pytest.fixture
def german() -> Iterator[None]:
    wording.use("de")
    yield
    wording.use("en")


def test_english_keeps_its_points() -> None:
    assert [numeral(13.79, ".2f"), numeral(0.5, ".0%"), numeral(7.0, "g")] == ["13.79", "50%", "7"]
    assert coordinates(12.5, 8) == "12.50, 8.00"


@pytest.mark.usefixtures("german")
def test_german_has_a_comma_and_a_space_before_the_per_cent_sign() -> None:
    assert [numeral(13.79, ".2f"), numeral(0.5, ".0%"), numeral(7.0, "g")] == ["13,79", "50\N{NO-BREAK SPACE}%", "7"]
    assert _("at {x:.1f}, {share:.1%}", x=1.5, share=0.125) == "at 1,5, 12,5\N{NO-BREAK SPACE}%"
    assert _("Version {name} of {n}", name="1.2", n=3) == "Version 1.2 of 3"
    assert translated(keep("({x:.2f}, {y:.2f})", x=1.5, y=2.0)) == "(1,50; 2,00)"


@pytest.mark.usefixtures("german")
def test_a_kept_part_of_a_kept_text_speaks_the_language_too() -> None:
    text = keep("{deed}: {unit}, {amount}", deed=keep("Heal"), unit="Barbcasters", amount=2)
    assert text == "Heal: Barbcasters, 2"
    assert translated(text) == "Heilen: Barbcasters, 2"


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("measure", ["inches", "units", "centimetres"])
def test_every_length_has_the_comma_in_every_measure(measure: str) -> None:
    show_in(measure)
    shown = [length(7.25), tape(7.25), missing(7.25), size(7.25), coordinates(7.25, 8.5)]
    assert all("," in text and not POINT.search(text) for text in shown)


@pytest.mark.usefixtures("german")
def test_battles_of_units_have_the_comma_in_log_and_facts() -> None:
    battle = Battle("movement")
    battle.put("beaconwright", (20, 10))
    battle.put("tide-reeve", (22, 25))
    battle.begin().use("normal-move", "beaconwright").say([{"id": "ann.beaconwright-1", "at": [20, 12.5]}])
    told = [RULESET.tell(battle.game, each) for each in battle.game.events]
    assert any(text.endswith(" bewegt sich 2,50″") for text in told)
    known = [line.text for line in instruments.reach(battle.game, "ann.beaconwright-1").lines]
    assert any("12,5″" in text for text in known)
    assert not [text for text in (*told, *known) if POINT.search(text)]


@pytest.mark.usefixtures("german")
def test_reasons_of_machines_for_a_place_have_the_comma() -> None:
    battle = Battle("movement")
    battle.put("beaconwright", (22, 4))
    battle.put("tide-reeve", (22, 25))
    told = arrangements.description(battle.begin().game, battle.unit("beaconwright"), {})
    assert re.findall(r"\d+,\d″", told)
    assert not POINT.search(told)


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("text", ["12,5; 8", "12,5 8", "12,5, 8", "12.5, 8", "12.5 8.0", "12,50; 8,00"])
def test_a_spot_may_be_typed_as_it_is_written(text: str) -> None:
    assert read_place(text, (0, 0)) == (12.5, 8.0)


@pytest.mark.usefixtures("german")
def test_two_whole_numbers_with_a_comma_are_a_spot_in_any_language() -> None:
    assert read_place("12,8", (0, 0)) == (12.0, 8.0)
    assert read_place("12, 8", (0, 0)) == (12.0, 8.0)


@pytest.mark.usefixtures("german")
def test_whatever_is_shown_can_be_typed_back() -> None:
    assert read_place(coordinates(3.25, 17.75), (0, 0)) == (3.25, 17.75)


@pytest.mark.usefixtures("german")
def test_a_game_in_german_shows_no_point_in_a_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path))
    session, rng = random_game(before_round=2), Random(3)
    lines: list[str] = []
    asides = ["look", "where", "odds 1", "try 5,5; 5,5", "range Ash Objective"]
    waiting: list[str] = []

    def read() -> str | None:
        if session.decision is None or len(lines) > 600:
            return None
        if waiting:
            return waiting.pop()
        waiting.extend(asides)
        return line_of(session, random_answer(session.decision, rng))

    TextGame(SessionModel(session, lambda played: None, tmp_path), read, lines.append).run()
    assert sum(bool(re.search(r"\d,\d", line)) for line in lines) > 50
    assert [line for line in lines if POINT.search(line) and "12.5" not in line] == []


@pytest.mark.usefixtures("german")
def test_a_corrected_fact_and_a_ruler_have_the_comma_too() -> None:
    game = begin(godbreaker("Wick", A, 5.5, 5), godbreaker("Gull", B, 20.25, 10)).game
    assert translated(EDITS.facts(game)["wick:place"]) == "(5,50; 5,00)"
    wick, gull = (game.piece(each).disc for each in ("wick", "gull"))
    assert not POINT.search(receipt_text(game.ruler.measure(wick, gull)))


@pytest.mark.usefixtures("german")
def test_who_could_strike_is_told_in_german_throughout() -> None:
    game = begin(godbreaker("Wick", A, 5, 5), godbreaker("Gull", B, 11, 5)).game
    chart = ThreatMap()
    chart.update(threats(game, A))
    [strike] = chart.strikes(game.piece("wick").disc)
    assert strike.text == "Gull: 4,0″ bewegen und angreifen"


def test_a_unit_is_never_left_alone_on_a_line() -> None:
    text = "Wohin zieht Wick? Innerhalb von 10 U und nicht näher als 3 U, sonst 5 VP"
    for width in range(60, 500, 3):
        for line in wrap(Theme(), text, width):
            assert not re.match(r"(U|VP)\b", line), (width, line)
