"""Where the real window lies: after full screen, after a restart, on small screens; with and without a manager."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.ui.prefs import memory
from tests.ui.desktop import Desktop, needs_desktop, wait_for

MANAGER = "openbox"
pytestmark = [
    needs_desktop,
    pytest.mark.skipif(shutil.which(MANAGER) is None, reason=f"needs a window manager: install the package {MANAGER}"),
]
MANAGERS = pytest.mark.parametrize("manager", ["", MANAGER])


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
    """Close the window as people do."""
    desktop.keys("ctrl+q", "return")
    assert desktop.game is not None
    assert wait_for("the end", lambda: desktop.game is not None and desktop.game.poll() is not None)


@MANAGERS
def test_full_screen_there_and_back_returns_to_the_same_place(desktop: Callable[..., Desktop], manager: str) -> None:
    memory.remember(size=(1000, 640), position=(60, 70))
    screen = desktop(manager=manager)
    screen.open()
    before = screen.geometry()  # xdotool counts the frame of a window manager
    assert manager or before == (60, 70, 1000, 640)
    for _time in range(3):
        screen.keys("f11")
        wait_for("full screen", lambda: screen.geometry() == (0, 0, 1280, 800))
        screen.keys("f11")
        wait_for("the place before", lambda: screen.geometry() == before)
    assert (screen.folder / "output.txt").read_text(encoding="utf-8") == ""


@MANAGERS
def test_a_window_opens_where_it_was_closed(desktop: Callable[..., Desktop], manager: str) -> None:
    memory.remember(size=(1000, 640), position=(60, 70))
    screen = desktop(manager=manager)
    places = []
    for _time in range(2):
        screen.open()
        places.append(screen.geometry())
        leave(screen)
        assert memory.recall().position == (60, 70)
    screen.open()
    screen.keys("f11")
    wait_for("full screen", lambda: screen.geometry() == (0, 0, 1280, 800))
    leave(screen)
    assert (memory.recall().position, memory.recall().size) == ((60, 70), (1000, 640))
    screen.open()
    wait_for("full screen again", lambda: screen.geometry() == (0, 0, 1280, 800))
    screen.keys("f11")
    wait_for("the place before", lambda: screen.geometry() == places[0])
    assert places[0] == places[1]
    assert manager or places[0] == (60, 70, 1000, 640)


@MANAGERS
@pytest.mark.parametrize("place", [(3000, 40), (40, 2000), (-2000, 40), (40, -700)])
def test_a_place_on_no_display_is_not_taken(
    desktop: Callable[..., Desktop], manager: str, place: tuple[int, int]
) -> None:
    memory.remember(size=(1000, 640), position=place)
    screen = desktop(manager=manager)
    screen.open()
    left, top, width, height = screen.geometry()
    assert 0 <= left <= 1280 - width
    assert 0 <= top <= 800 - height


@MANAGERS
@pytest.mark.parametrize("size", ["640x480", "800x600", "1024x600", "1280x720"])
@pytest.mark.parametrize("remembered", [None, (1600, 1000)])
def test_the_window_fits_small_screens(
    desktop: Callable[..., Desktop], manager: str, size: str, remembered: tuple[int, int] | None
) -> None:
    if remembered is not None:
        memory.remember(size=remembered, position=(40, 30))
    screen, (wide, high) = desktop(size, manager), map(int, size.split("x"))
    screen.open()

    def fits() -> bool:
        left, top, width, height = screen.geometry()
        return left >= 0 and top >= 0 and 0 < left + width <= wide and 0 < top + height <= high

    wait_for("a window that fits", fits)
