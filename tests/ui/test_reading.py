"""What is there to read: the help and the credits, whole at every size, by keys and by mouse."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import distribution
from pathlib import Path

import pygame
import pytest

from game import rulesets, wording
from game.ui.pages.credits import chapters, libraries, licence
from game.ui.pages.texts import KEYS, MEANINGS
from game.ui.widgets.sheet import ReaderSheet
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver, Hands

ROOT = Path(__file__).resolve().parents[2]
SIZES = [((1280, 720), 1.0), ((960, 600), 1.0), ((960, 600), 2.0), ((1920, 1080), 0.8)]


def opened(name: str, size: tuple[int, int] = (1280, 720), scale: float = 1.0) -> tuple[Hands, ReaderSheet]:
    hands = Hands(size)
    hands.window.open(name)
    hands.window.rescale(scale)
    hands.frame()
    sheet = hands.top.sheets[-1]
    assert isinstance(sheet, ReaderSheet)
    return hands, sheet


# -- reading -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["help", "credits"])
@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_nothing_is_cut_off_at_any_size(dummy_display: None, name: str, size: tuple[int, int], scale: float) -> None:
    hands, sheet = opened(name, size, scale)
    assert pygame.Rect((0, 0), size).contains(sheet.rect)
    assert sheet.rect.contains(sheet.view.room)
    assert all(sheet.rect.contains(rect) for _, rect in sheet.list.rows())
    assert sheet.view.room.height >= hands.window.theme.px(9)
    hands.key("end")
    assert sheet.view.offset == max(0, sheet.whole - sheet.view.room.height), "the last line comes into view"


def test_scrolling_by_keys_and_by_the_wheel(dummy_display: None) -> None:
    hands, sheet = opened("help", (960, 600), 2.0)
    hands.key("pagedown")
    page = sheet.view.offset
    assert 0 < page < sheet.view.room.height
    hands.key("down")
    assert sheet.view.offset > page
    hands.key("home")
    assert sheet.view.offset == 0
    hands.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-2))
    assert sheet.view.offset > 0
    hands.keys("pageup", "pageup")
    assert sheet.view.offset == 0


@pytest.mark.parametrize("speech", ["en", "de"])
@pytest.mark.parametrize("high", [1080, 1200])
def test_text_that_fits_does_not_scroll(dummy_display: None, high: int, speech: str) -> None:
    try:
        hands, _ = opened("help", (1920, high))
        hands.window.choose(replace(hands.window.options, language=speech))
        hands.window.open("help")
        hands.frame()
        sheet = hands.top.sheets[-1]
        hands.keys("end", "pagedown")
        assert sheet.view.offset == 0
        assert sheet.whole <= sheet.view.room.height
    finally:
        wording.use("en")


def test_a_third_column_is_taken_only_where_two_are_too_high(dummy_display: None) -> None:
    _, help_sheet = opened("help", (1920, 1080))
    _, credit_sheet = opened("credits", (1920, 1080))
    _, narrow = opened("help", (1280, 720))
    assert help_sheet.rect.width > credit_sheet.rect.width == narrow.rect.width


def test_every_key_and_sign_stands_in_the_help(dummy_display: None) -> None:
    _, sheet = opened("help")
    told = {line.text for chapter in sheet.chapters for line in chapter.lines}
    assert told >= {what for keys in KEYS.values() for what, _ in keys}
    assert told >= set(MEANINGS)


def test_the_help_closes_by_mouse_and_the_menu_below_stays(dummy_display: None) -> None:
    hands = Hands()
    hands.window.home()
    menu = hands.top
    hands.window.open("help")
    hands.frame()
    hands.press_row("Back")
    assert hands.top is menu


def test_f1_shows_the_help_over_the_table(window: Callable[..., Driver]) -> None:
    driver = window(toy_session())
    driver.key("f1")
    assert isinstance(driver.scene.focus.sheets[-1], ReaderSheet)
    driver.key("escape")
    assert driver.scene.focus.sheets == []


# -- credits -----------------------------------------------------------------------------------


def declared() -> set[str]:
    """Every dependency that pyproject.toml names, extras included, ourselves left out."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"], *(line for extra in project["optional-dependencies"].values() for line in extra)]
    names = {line.split(">=")[0].split("[")[0].strip().lower().replace("_", "-") for line in lines}
    return names - {"inchwise"}


def test_the_credits_name_every_library_that_is_declared() -> None:
    assert {name.lower().replace("_", "-") for name in libraries()} >= declared()


def test_every_library_the_program_needs_is_told_with_version_and_licence() -> None:
    told = {line.text.split()[0].lower().replace("_", "-"): line for chapter in chapters() for line in chapter.lines}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for line in project["dependencies"]:
        name = line.split(">=")[0].strip().lower().replace("_", "-")
        assert distribution(name).version in told[name].text
        assert told[name].rule == licence(distribution(name)) != ""


def test_the_credits_name_the_author_of_every_rulebook() -> None:
    told = "\n".join(line.text for chapter in chapters() for line in chapter.lines)
    for name in rulesets.names():
        assert rulesets.load(name).credits()
        assert all(who in told for who, _ in rulesets.load(name).credits())
    assert "Robin Uney" in told
