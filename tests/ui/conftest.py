"""A window without a window system: SDL's dummy driver, asked for here and nowhere else."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.garbage import give_back

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


@pytest.fixture(autouse=True, scope="module")
def _tidied() -> Iterator[None]:
    """Give the memory of the windows of a module back: else a worker comes to several gigabytes."""
    yield
    gc.collect()
    give_back()


@pytest.fixture
def dummy_display(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    import pygame

    from game import rulesets
    from tests.ui import shared

    rulesets.load(rulesets.DEFAULT)  # the menu calls things as the rulebook does as soon as it is loaded
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))
    # A table takes seconds to paint, and nobody looks at it. Those who do paint it themselves (test_grounds.py).
    monkeypatch.setattr("game.ui.board.grounds.Grounds.of", lambda _grounds, _ground, **_how: None)
    shared.share(monkeypatch)
    pygame.display.quit()
    pygame.display.init()
    pygame.font.init()
    yield
    pygame.display.quit()


@pytest.fixture
def window(dummy_display: None, tmp_path: Path) -> Callable[..., object]:
    from tests.ui.driver import Driver

    def open_window(*args: object, **kwargs: object) -> Driver:
        return Driver(tmp_path, *args, **kwargs)  # type: ignore[arg-type]  # passed on as it came

    return open_window
