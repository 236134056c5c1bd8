"""Where the real window lies: after full screen, after a restart, on small screens; with and without a manager."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest

from game.ui.prefs import memory
from tests.samples import few, some
from tests.ui.desktop import Desktop, needs_desktop, wait_for

MANAGER = "openbox"
pytestmark = [
    needs_desktop,
    pytest.mark.skipif(shutil.which(MANAGER) is None, reason=f"needs a window manager: install the package {MANAGER}"),
]
MANAGERS = pytest.mark.parametrize("manager", ["", MANAGER])
PLACES = ((3000, 40), (40, 2000), (-2000, 40), (40, -700))
"""Upper left corners of windows that no display shows."""


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Desktop]]:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path))
    made: list[Desktop] = []

    def make(screen: str = "1280x800", manager: str = "") -> Desktop:
        made.append(Desktop(tmp_path, screen, manager))
        return made[-1]

    yield make
    for each in made:
        each.close()


def leave(desktop: Desktop) -> None:
    """Quit from the menu."""
    time.sleep(0.5)
    desktop.do("windowfocus", "--sync", desktop.window())
    desktop.keys("q")
    assert desktop.game is not None
    assert wait_for("the end", lambda: desktop.game is not None and desktop.game.poll() is not None)


def switch(desktop: Desktop) -> None:
    """Press F11 as soon as the window, which is another one in another mode, has the keyboard."""
    time.sleep(0.5)
    desktop.do("windowfocus", "--sync", desktop.window())
    wait_for("the keyboard", lambda: desktop.do("getwindowfocus").strip() == desktop.window())
    desktop.keys("f11")


def inside(desktop: Desktop) -> tuple[int, int, int, int]:
    """Return where the inside of the window lies; xdotool counts the frame of a window manager twice."""
    left, top, width, height = desktop.geometry()
    told = subprocess.run(
        ["xprop", "-id", desktop.window(), "_NET_FRAME_EXTENTS"],
        env=desktop.environment, capture_output=True, text=True, check=False,
    ).stdout  # fmt: skip
    frame = [int(number) for number in re.findall(r"\d+", told.partition("=")[2])] or [0, 0, 0, 0]
    return left - frame[0], top - frame[2], width, height


@MANAGERS
def test_full_screen_there_and_back_returns_to_the_same_place(desktop: Callable[..., Desktop], manager: str) -> None:
    memory.remember(size=(1000, 640), position=(60, 70))
    screen = desktop(manager=manager)
    screen.open()
    before = (60, 70, 1000, 640)
    wait_for("the place", lambda: inside(screen) == before)
    for _time in range(some(11)):
        switch(screen)
        wait_for("full screen", lambda: inside(screen) == (0, 0, 1280, 800))
        switch(screen)
        wait_for("the place before", lambda: inside(screen) == before)
    assert (screen.folder / "output.txt").read_text(encoding="utf-8") == ""


@pytest.mark.parametrize("manager", few([MANAGER, ""]))
def test_a_window_opens_where_it_was_closed(desktop: Callable[..., Desktop], manager: str) -> None:
    memory.remember(size=(1000, 640), position=(60, 70))
    screen = desktop(manager=manager)
    screen.open()
    places = [inside(screen)]
    leave(screen)
    assert memory.recall().position == (60, 70)
    screen.open()
    places.append(inside(screen))
    switch(screen)
    wait_for("full screen", lambda: inside(screen) == (0, 0, 1280, 800))
    leave(screen)
    assert (memory.recall().position, memory.recall().size) == ((60, 70), (1000, 640))
    screen.open()
    wait_for("full screen again", lambda: inside(screen) == (0, 0, 1280, 800))
    switch(screen)
    wait_for("the place before", lambda: inside(screen) == places[0])
    assert places == [(60, 70, 1000, 640)] * 2


@pytest.mark.parametrize(("place", "manager"), few([*product(PLACES, ("", MANAGER))], 3))
def test_a_place_on_no_display_is_not_taken(
    desktop: Callable[..., Desktop], manager: str, place: tuple[int, int]
) -> None:
    memory.remember(size=(1000, 640), position=place)
    screen = desktop(manager=manager)
    screen.open()
    left, top, width, height = inside(screen)
    assert 0 <= left <= 1280 - width
    assert 0 <= top <= 800 - height


@pytest.mark.parametrize(
    ("remembered", "size", "manager"),
    few([*product((None, (1600, 1000)), ("640x480", "1280x720"), ("", MANAGER))], 3),
)
def test_the_window_fits_small_screens(
    desktop: Callable[..., Desktop], manager: str, size: str, remembered: tuple[int, int] | None
) -> None:
    if remembered is not None:
        memory.remember(size=remembered, position=(40, 30))
    screen, (wide, high) = desktop(size, manager), map(int, size.split("x"))
    screen.open()

    def fits() -> bool:
        left, top, width, height = inside(screen)
        return left >= 0 and top >= 0 and 0 < left + width <= wide and 0 < top + height <= high

    wait_for("a window that fits", fits)
