"""The window looks as it did: pictures of many situations beside stored references, within a tolerance.

Where a change of looks is meant, `python tools/screenshots.py --references` stores it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray
from PIL import Image

from game.ui.widgets.signs import icon
from game.ui.widgets.text import ink
from game.ui.widgets.theme import INK, Theme
from tests.ui.driver import Driver
from tools.legible import faults
from tools.screenshots import PICTURES, REFERENCES, render, rendered, small
from tools.situations import ALL, README, Situation, session_of

ROOT = Path(__file__).resolve().parents[2]
MEAN = 3.0
"""How far a picture may differ on average, of 255."""
LOCAL = 32.0
"""How far any block of it may differ on average."""
BLOCK = (12, 16)
MOST_BYTES = 10_000_000

Pixels = NDArray[np.float64]


def pixels(picture: Image.Image) -> Pixels:
    return np.asarray(picture.convert("RGB"), dtype=np.float64)


def differences(a: Pixels, b: Pixels) -> tuple[float, float]:
    """Return the mean difference of two pictures, and that of the block where it is greatest."""
    apart = np.abs(a - b).mean(axis=2)
    high, wide = BLOCK
    rows, columns = apart.shape[0] // high, apart.shape[1] // wide
    blocks = apart[: rows * high, : columns * wide].reshape(rows, high, columns, wide).mean(axis=(1, 3))
    return float(apart.mean()), float(blocks.max())


def keep(name: str, now: Pixels, then: Pixels) -> Path:
    """Keep what is, what was and where they differ, one below the other, in a folder that lasts."""
    folder = Path(tempfile.gettempdir()) / "inchwise-pictures"
    folder.mkdir(exist_ok=True)
    apart = np.clip(np.abs(now - then) * 3, 0, 255)
    Image.fromarray(np.vstack((now, then, apart)).astype(np.uint8)).save(folder / f"{name}.png")
    return folder / f"{name}.png"


@pytest.mark.parametrize("situation", ALL, ids=lambda situation: situation.name)
def test_the_window_looks_as_it_did(dummy_display: None, situation: Situation) -> None:
    made = rendered(situation)
    assert list(made.faults) == []
    now = pixels(small(made.picture))
    then = pixels(Image.open(REFERENCES / f"{situation.name}.webp"))
    mean, local = differences(now, then)
    if mean > MEAN or local > LOCAL:
        kept = keep(situation.name, now, then)
        pytest.fail(
            f"differs by {mean:.1f} on average and {local:.1f} in one block: see {kept}; "
            "if it is meant so: python tools/screenshots.py --references"
        )


def test_a_picture_is_the_same_every_time(dummy_display: None) -> None:
    situation = next(each for each in ALL if each.name == "engage-dice")
    first, second = (pygame.image.tobytes(render(situation), "RGB") for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("name", "draw"),
    [
        ("cut off", lambda target, words: target.blit(words, (600 - 20, 100))),
        ("out of the window", lambda target, words: target.blit(words, (100, -8))),
        ("one over another", lambda target, words: target.blit(words, (104, 200))),
        ("one over another", lambda target, words: target.blit(icon("drop", 26, INK), (104, 196))),
        ("", lambda target, words: target.blit(icon("drop", 26, INK), (70, 196))),
        ("", lambda target, words: target.blit(words, (100, 260))),
        ("", lambda target, words: pygame.draw.rect(target, "black", (90, 190, 400, 40))),
    ],
)
def test_words_that_cannot_be_read_are_noticed(
    dummy_display: None, name: str, draw: Callable[[pygame.Surface, pygame.Surface], object]
) -> None:
    def paint(target: pygame.Surface) -> None:
        target.blit(ink(Theme(), "what lies below"), (100, 200))
        draw(target, ink(Theme(), "what lies above"))

    found = faults(paint, (600, 400))
    assert bool(found) == bool(name)
    assert all(fault.startswith(name) for fault in found)


def test_a_piece_that_is_missing_would_be_noticed(window: Callable[..., Driver]) -> None:
    driver = window(session_of("round"))
    driver.frame()
    whole = pixels(small(driver.screen))
    brine = driver.scene.model.pieces["bob.brine"]
    x, y = driver.at(brine.x, brine.y)
    pygame.draw.circle(driver.screen, (142, 170, 106), (round(x), round(y)), 16)
    assert differences(pixels(small(driver.screen)), whole)[1] > LOCAL


def test_every_reference_has_its_situation_and_all_are_small() -> None:
    stored = list(REFERENCES.glob("*.webp"))
    assert sorted(path.stem for path in stored) == sorted(situation.name for situation in ALL)
    assert sum(path.stat().st_size for path in stored) < MOST_BYTES


def test_the_readme_shows_pictures_that_the_tool_makes() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(f"assets/pictures/{name}.png" in text for name in README)
    assert sorted(path.stem for path in PICTURES.glob("*.png")) == sorted(README)


def test_the_readme_shows_a_short_battle_that_moves() -> None:
    assert "assets/pictures/battle.gif" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert (PICTURES / "battle.gif").stat().st_size < 1_500_000
    with Image.open(PICTURES / "battle.gif") as picture:
        assert getattr(picture, "n_frames", 1) > 30
