"""The settings sheet, the file behind it, and what the settings change: aids and taking back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import pygame
import pytest

from game.ui.app import keeping
from game.ui.prefs.settings import (
    GROUPS,
    SETTINGS,
    Options,
    SettingsDocument,
    keep_changes,
    load_options,
    save_options,
    turned,
)
from tests.rulesets.godbreakers.kit import A, B, Play, begin, godbreaker
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver
from tests.ui.panel.test_odds_plate import fighting

Window = Callable[..., Driver]
NEWER = '{"format": "inchwise-settings", "version": 9, "light": true}'


# -- the file ----------------------------------------------------------------------------------


def test_options_come_back_as_they_were_kept(tmp_path: Path) -> None:
    options = Options(odds=False, motion="reduced", undo="free", look="parchment")
    save_options(options, tmp_path / "settings.json")
    assert load_options(tmp_path / "settings.json") == (options, "")


def test_without_a_file_everything_is_as_in_a_fresh_start(tmp_path: Path) -> None:
    assert load_options(tmp_path / "settings.json") == (Options(), "")


@pytest.mark.parametrize("text", ["{", '{"format":"inchwise-settings","version":1,"odds":3}', "[]", "\x00"])
def test_a_bad_file_gives_one_message_and_the_defaults(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text, encoding="utf-8")
    options, message = load_options(path)
    assert options == Options()
    assert "settings.json" in message
    assert "\n" not in message


def test_the_file_holds_every_option_with_its_default() -> None:
    document = SettingsDocument.model_validate({"format": "inchwise-settings", "version": 1})
    assert document.model_dump(exclude={"format", "version"}) == asdict(Options())


def test_every_setting_has_a_label_a_known_group_and_its_default_among_its_values() -> None:
    fresh = Options()
    for name, setting in SETTINGS.items():
        assert setting.label
        assert setting.group in GROUPS
        assert getattr(fresh, name) in setting.choices()
        assert all(setting.words(value) for value in setting.choices())


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("by", [1, -1])
def test_every_setting_turns_round_and_round_and_each_value_can_be_kept(name: str, by: int, tmp_path: Path) -> None:
    options, values = Options(), []
    for _ in SETTINGS[name].choices():
        options = turned(options, name, by)
        values.append(getattr(options, name))
        save_options(options, tmp_path / "settings.json")
        assert load_options(tmp_path / "settings.json") == (options, "")
    assert options == Options()
    assert set(values) == set(SETTINGS[name].choices())


def test_a_value_that_is_not_known_here_turns_to_the_first_one() -> None:
    assert turned(Options(look="parchment"), "look").look == "lit"


@pytest.mark.parametrize("text", ['"scale":7', '"scale":-1', '"scale":0.001', '"undo":"never"', '"colour":"red"'])
def test_what_no_setting_can_be_is_refused_as_a_whole(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(f'{{"format":"inchwise-settings","version":1,"odds":false,{text}}}', encoding="utf-8")
    options, message = load_options(path)
    assert options == Options()
    assert text.split('"')[1] in message


# -- the sheet ---------------------------------------------------------------------------------


def test_settings_by_keys_alone(window: Window) -> None:
    driver = window(toy_session(1))
    driver.key("f4")
    assert driver.scene.focus.sheets[-1].title == "Settings"
    driver.keys("tab", "return", "tab", "space")
    assert (driver.scene.window.options.region, driver.scene.window.options.receipts) == (False, False)
    driver.key("escape")
    assert driver.scene.focus.sheets == []


def test_what_a_key_changes_comes_into_view(window: Window) -> None:
    driver = window(toy_session())
    driver.key("f4")
    row, rect = driver.row("Volume")
    shown = driver.scene.focus.sheets[-1].list
    assert not shown.rect.contains(rect)
    driver.key(row.shortcut)
    row, rect = driver.row("Volume")
    assert shown.rect.contains(rect)
    assert shown.current() == row
    assert driver.window.options.volume != Options().volume
    driver.key("left")
    assert driver.window.options.volume == Options().volume
    driver.key(driver.row("Sounds")[0].shortcut)
    assert shown.current() == driver.row("Volume")[0], "what is in view already is changed where it is"


def test_settings_by_mouse_alone(window: Window) -> None:
    driver = window(fighting(1))
    driver.click(driver.scene.bar.tools.shown["menu"].rect.center)
    driver.press_row("Settings")
    driver.press_row("Show the odds")
    driver.press_row("Done")
    assert not driver.scene.window.options.odds
    driver.move(driver.at(3.0, 4.0))
    assert driver.scene.focus.odds() is None


def test_the_size_turns_on_from_what_is_seen_and_its_row_stays_below_the_mouse(window: Window) -> None:
    driver = window(toy_session(2))
    driver.key("f4")
    assert driver.window.scale == 1.0
    [sheet] = driver.scene.focus.sheets
    [(at, row)] = [(at, row) for at, row in enumerate(sheet.list.actions) if row.id == "scale"]
    sheet.list.mark("scale")
    driver.frame()
    value = sheet.list.row(row).value_rect(sheet.list.rows()[at][1])
    arrow = value.right - 10, value.centery
    driver.move(arrow)
    for wanted in (1.1, 1.2, 1.3, 1.4):
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            driver.handle(pygame.event.Event(kind, pos=arrow, button=1))
        driver.frame()
        assert driver.window.scale == wanted
        place = sheet.list.rows()[at][1]
        assert place.top <= arrow[1] <= place.bottom, "the row is where it was clicked"
    driver.move((arrow[0], arrow[1] - 60))
    assert sheet.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(arrow[0], arrow[1] - 60), button=1))
    assert driver.window.scale == 1.4, "a click elsewhere is one on another row"


def test_a_change_is_kept_at_once_and_a_failure_is_told(window: Window) -> None:
    driver = window(toy_session())
    kept: list[Options] = []
    driver.window.keep_options = kept.append
    driver.key("f4")
    driver.press_row("Show the odds")
    assert [options.odds for options in kept] == [False]

    def fail(options: Options) -> None:
        raise OSError("no space left")

    driver.window.keep_options = fail
    driver.press_row("Show the odds")
    assert driver.scene.window.options.odds
    assert driver.scene.focus.sheets[-1].title == "Something went wrong"
    assert "no space left" in driver.scene.focus.sheets[-1].lines[0].text


@pytest.mark.parametrize("size", [(1280, 720), (1000, 640)])
def test_the_sheet_fits_the_window(window: Window, size: tuple[int, int]) -> None:
    driver = window(toy_session(), size)
    driver.key("f4")
    sheet = driver.scene.focus.sheets[-1]
    assert pygame.Rect((0, 0), size).contains(sheet.rect)
    assert sheet.rect.contains(sheet.list.rect)


def test_aids_only_show_and_change_no_rule(window: Window) -> None:
    pictures = []
    for on in (True, False):
        driver = window(toy_session(3))
        driver.window.choose(Options(region=on, receipts=on, odds=on, threat=on))
        driver.move(driver.at(6.0, 5.0))
        pictures.append(pygame.image.tobytes(driver.screen, "RGB"))
        driver.click(driver.at(6.0, 5.0))
        assert len(driver.session.journal) == 1
    assert pictures[0] != pictures[1]


# -- taking back -------------------------------------------------------------------------------


def fought() -> Play:
    """Ada has engaged Bo; the dice lie."""
    play = begin(godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 11.5, 10), dice=[5, 2])
    play.answer(["ada"], "engage", ["bo"])
    return play


def test_after_dice_the_other_player_is_asked_by_keys(window: Window) -> None:
    play = fought()
    driver = window(play.session)
    known = len(play.session.journal)
    driver.key("ctrl+z")
    assert driver.scene.focus.sheets[-1].title == "Bert, do you agree?"
    driver.key("escape")
    assert len(play.session.journal) == known
    driver.keys("ctrl+z", "return")
    assert len(play.session.journal) == known - 1
    driver.key("ctrl+z")
    assert len(play.session.journal) == known - 2, "no dice fell in that answer: nobody is asked"


def test_after_dice_the_other_player_is_asked_by_mouse(window: Window) -> None:
    play = fought()
    driver = window(play.session)
    known = len(play.session.journal)
    driver.key("ctrl+z")
    driver.press_row("Agree to")
    assert len(play.session.journal) == known - 1


def test_against_bots_and_by_agreement_nobody_is_asked(window: Window) -> None:
    play = fought()
    driver = window(play.session, bots={B: lambda session: "end"})
    driver.key("ctrl+z")
    assert driver.scene.focus.sheets == []
    assert len(play.session.journal) == 2
    again = fought()
    driver = window(again.session)
    driver.window.choose(Options(undo="free"))
    driver.key("ctrl+z")
    assert len(again.session.journal) == 2


def test_what_two_windows_set_is_both_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    save_options(Options(volume=40), path)
    first, second = load_options(path)[0], load_options(path)[0]
    keep_changes(first, replace(first, sound=False), path)
    keep_changes(second, replace(second, threat=False), path)
    assert load_options(path) == (Options(volume=40, sound=False, threat=False), "")


@pytest.mark.parametrize(("text", "kept"), [("{cut sho", "damaged"), (NEWER, "newer")])
def test_settings_that_cannot_be_read_are_kept_beside_the_new_ones(text: str, kept: str, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text, encoding="utf-8")
    options, complaint = load_options(path)
    assert "settings.json" in complaint
    keep = keeping(options)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("INCHWISE_HOME", str(tmp_path))
        keep(replace(options, sound=False))
        keep(replace(options, sound=False, volume=20))
    assert load_options(path) == (Options(sound=False, volume=20), "")
    assert (tmp_path / f"settings.{kept}.json").read_text(encoding="utf-8") == text
