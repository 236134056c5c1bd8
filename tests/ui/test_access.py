"""Everything can be read at every size of type, and it is seen where the keyboard is: on every screen, from pixels."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import numpy as np
import pygame
import pytest

from game.documents.files import saves_folder
from game.documents.reading import load_document
from game.engine.saving.documents import PositionDocument
from game.engine.saving.saves import save_game
from game.ui.menu.menu import MenuScreen
from game.ui.prefs.settings import SCALES
from tests.samples import few
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver, Hands
from tests.ui.inked import Written, noted
from tests.ui.overlaid import pixels
from tests.ui.panel.test_dice_sheet import ENGAGE, engage
from tests.ui.seeing import Pixels, contrast, luminance
from tools.situations import session_of

WINDOW: Final = (1280, 720)
SIZES: Final = (0.8, 1.5, 2.0)
"""Sizes of type that are looked at: the smallest, a large one, the largest that can be chosen."""
MARK: Final = 100
"""Pixels of a mark that can be found."""
SEEN: Final = 3.0
"""The contrast that a mark of focus needs (WCAG 2, 1.4.11)."""

Show = Callable[[Path], Any]


def entry(name: str, *keys: str) -> Show:
    """Return what shows a place behind the main menu, the menu itself for no name, and then presses keys."""

    def show(folder: Path) -> Hands:
        save_game(toy_session(1), saves_folder() / "friday.json", "saved")
        hands = Hands(WINDOW)
        hands.window.go(MenuScreen(hands.window))
        if name:
            hands.window.open(name)
        hands.frame()
        hands.keys(*keys)
        return hands

    return show


def table(position: str, *keys: str) -> Show:
    """Return what shows a table in a position and then presses keys."""

    def show(folder: Path) -> Driver:
        driver = Driver(folder, session_of(position), WINDOW)
        driver.keys(*keys)
        return driver

    return show


def dice(folder: Path) -> Driver:
    """Show what asks for dice that people roll themselves."""
    document = load_document(ENGAGE, PositionDocument)
    driver = Driver(folder, engage(), WINDOW)
    for answer in document.answers:
        assert driver.scene.model.answer(answer)
    driver.frame()
    return driver


SCREENS: Final[dict[str, Show]] = {
    "main menu": entry(""),
    "new game": entry("new"),
    "seats": entry("new", "1"),
    "agreements": entry("new", "d"),
    "load": entry("load"),
    "settings": entry("settings"),
    "keys": entry("settings", "shift+tab", "return"),
    "help": entry("help"),
    "rules": entry("rules"),
    "campaigns": entry("campaigns"),
    "sandbox": entry("sandbox", "d"),
    "lesson": entry("lesson"),
    "drills": entry("drills"),
    "asking": table("choosing", "ctrl+a", "e"),
    "placing": table("moving-market-ruins"),
    "choosing": table("choosing"),
    "four players": table("four"),
    "menu of the table": table("choosing", "escape"),
    "result": table("ending"),
    "measuring": table("moving-market-ruins", "m", "tab"),
    "sharing out": table("toy-5"),
    "dice": dice,
}


def read_again(hands: Hands, notes: list[Written], scale: float) -> list[Written]:
    """Return every text that is painted onto the window at a size of type."""
    hands.window.rescale(scale)
    notes.clear()
    hands.frame()
    return [written for written in dict.fromkeys(notes) if written.on == id(hands.screen)]


def covered(hands: Any, texts: list[Written]) -> list[tuple[Written, Written]]:
    """Return the texts of bar, dock and drawer that lie over one another."""
    found = []
    layout = hands.top.scene.focus.layout
    for part in (layout.bar, layout.dock, layout.drawer):
        for one, other in combinations([written for written in texts if part.contains(written.box)], 2):
            shared = pygame.Rect(one.visible).clip(other.visible)
            if min(shared.size) > 0.3 * one.box[3]:
                found.append((one, other))
    return found


def stands_out(before: Pixels, after: Pixels) -> Any:
    """Return where two pictures differ by the contrast that a mark needs."""
    found = np.any(before != after, axis=2)
    found[found] = contrast(luminance(before[found]), luminance(after[found])) >= SEEN
    return found


def walk(hands: Any) -> None:
    """Press Tab: the row that is marked then has a rim that is seen; over the table, something else is."""
    rows = hands.top.sheets[-1].list if hands.top.sheets else hands.top.scene.focus.actions
    if rows.current() is not None and sum(row.enabled for row in rows.actions) == 1:
        return  # what alone can be done is marked from the beginning
    before, at, scrolled = pixels(hands.screen), rows.cursor, rows.view.offset
    hands.key("tab")
    found = stands_out(before, pixels(hands.screen))
    assert np.sum(found) > MARK
    if rows.cursor != at and rows.view.offset == scrolled:
        rect = rows.rows()[rows.cursor][1]
        rim = found[rect.top : rect.bottom, rect.left : rect.right].copy()
        rim[3:-3, 3:-3] = False
        assert np.sum(rim) > rect.width + rect.height, rows.actions[rows.cursor].label


@pytest.mark.parametrize("name", few([*SCREENS]))
def test_it_is_seen_where_the_keyboard_is_and_no_text_is_cut_off(
    name: str, dummy_display: None, tmp_path: Path
) -> None:
    with noted() as notes:
        hands = SCREENS[name](tmp_path)
        walk(hands)
        walk(hands)
        for scale in SIZES:
            texts = read_again(hands, notes, scale)
            assert len(texts) > 3
            # What opens something ends in three single dots; this one sign means that the rest is missing.
            assert [written for written in texts if written.text.endswith("…") or written.narrowed] == [], scale
            if hasattr(hands.top, "scene") and not hands.top.sheets:
                assert covered(hands, texts) == [], scale


def test_the_smallest_and_the_largest_size_of_type_are_among_those_looked_at() -> None:
    assert max(scale for scale in SCALES if isinstance(scale, float)) == max(SIZES)
    assert min(scale for scale in SCALES if scale) == min(SIZES)
