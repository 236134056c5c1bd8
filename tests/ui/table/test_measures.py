"""Inches, units or centimetres: what is chosen is shown everywhere, and typed."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from game.lengths import Measure, show_in
from game.play.typed_spots import read_place
from game.ui.prefs.settings import Options, load_options, save_options
from tests.rulesets.aos4.battles import Battle
from tests.ui.driver import Driver
from tests.ui.inked import noted
from tests.ui.screens.test_settings import Window
from tools.situations import session_of

SIGNS: dict[Measure, str] = {"inches": "″", "units": "U", "centimetres": "cm"}


def told_at_the_table(folder: Path, measure: Measure) -> list[str]:
    """Return all texts that a window shows: a move with its receipt, an illegal spot, a ruler, the log."""
    with noted() as notes:
        driver = Driver(folder, session_of("moving-market-ruins"))
        driver.window.choose(replace(driver.window.options, measure=measure))
        notes.clear()
        driver.move(driver.at(9, 9))
        driver.scene.focus.controller.motion((15.7, 6.78), True)  # type: ignore[union-attr]
        driver.key("return")
        driver.move(driver.at(9.2, 9))
        driver.keys("m", *["tab"] * 11, "return")
        driver.frame()
        return [written.text for written in notes]


@pytest.mark.parametrize("measure", SIGNS)
def test_every_length_in_the_window_is_in_the_measure_that_was_chosen(
    measure: Measure, dummy_display: None, tmp_path: Path
) -> None:
    texts = told_at_the_table(tmp_path, measure)
    sign = SIGNS[measure]
    assert len({text for text in texts if re.search(rf"\d\.\d\d ?{sign}", text)}) > 4
    for other in SIGNS.values():
        assert other == sign or not [text for text in texts if re.search(rf"\d\.\d\d ?{other}", text)]


def test_choosing_tells_the_log_anew(window: Window) -> None:
    battle = Battle("movement")
    battle.put("beaconwright", (20, 10))
    battle.put("tide-reeve", (22, 25))
    battle.begin().use("normal-move", "beaconwright").say([{"id": "ann.beaconwright-1", "at": [20, 12.5]}])
    driver = window(battle.session)
    before = [entry.text for entry in driver.scene.model.log]
    assert "Beaconwright moves 2.50″" in before
    driver.window.choose(replace(driver.window.options, measure="centimetres"))
    after = [entry.text for entry in driver.scene.model.log]
    assert len(after) == len(before)
    assert not any("″" in text for text in after)
    assert "Beaconwright moves 6.35 cm" in after


def test_the_measure_is_turned_in_the_settings(window: Window) -> None:
    driver = window(session_of("choosing"))
    driver.key("f4")
    driver.press_row("Show lengths in")
    driver.press_row("Show lengths in")
    assert driver.window.options.measure == "centimetres"


def test_the_measure_is_kept(tmp_path: Path) -> None:
    save_options(Options(measure="units"), tmp_path / "settings.json")
    assert load_options(tmp_path / "settings.json") == (Options(measure="units"), "")


def test_spots_are_typed_in_the_measure_that_is_shown() -> None:
    show_in("centimetres")
    assert read_place("25.4, 5.08", (0.0, 0.0)) == pytest.approx((10.0, 2.0))
    assert read_place("@90 25.4", (1.0, 1.0)) == pytest.approx((11.0, 1.0))
    show_in("units")
    assert read_place("10, 2", (0.0, 0.0)) == (10.0, 2.0)


def test_the_rim_of_the_table_is_marked_in_the_same_measure(dummy_display: None, tmp_path: Path) -> None:
    texts = told_at_the_table(tmp_path, "centimetres")
    assert {"10", "30", "60"} <= set(texts)
