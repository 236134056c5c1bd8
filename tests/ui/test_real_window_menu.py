"""The real window from the menu through a new game and back, by keys alone and by the mouse alone.

The same is done in a dummy window first, whose dice are those of the real game: it tells where to click and press.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest
from PIL import Image

from game.engine.files import HOME_VARIABLE, autosave_path
from game.ui.places.menu import MenuPlace
from game.ui.places.opening import OpeningPlace
from game.ui.places.table import TablePlace
from tests.ui.driver import Hands
from tests.ui.test_real_window import MISSING, PATIENCE, X_NAMES, Desktop, wait_for

pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"needs the packages {' and '.join(MISSING)}")

SETTINGS = {"format": "inchwise-settings", "version": 1, "motion": "off", "sound": False}
"""Nothing tumbles, so that a click never falls on dice that are still in the air."""


class Shadow(Hands):
    """Hands in a dummy window that do the same in the real one."""

    def __init__(self, desktop: Desktop) -> None:
        super().__init__()
        self.desktop = desktop
        self.window.options.motion = "off"
        self.window.go(MenuPlace(self.window))
        self.frame()

    def key(self, name: str) -> None:
        """Press a key in both windows."""
        self.desktop.keys("+".join(X_NAMES.get(part, part) for part in name.split("+")))
        super().key(name)

    def click(self, spot: tuple[float, float], button: int = 1) -> None:
        """Click in both windows."""
        x, y = str(round(spot[0])), str(round(spot[1]))
        window = self.desktop.window()
        self.desktop.do("mousemove", "--window", window, x, y, "sleep", "0.15", "click", str(button), "sleep", "0.25")
        super().click(spot, button)

    @property
    def scene(self) -> Any:
        """The scene of the table that is shown."""
        assert isinstance(self.top, TablePlace)
        return self.top.scene


class ByKeys:
    """Everything by the keyboard."""

    def __init__(self, shadow: Shadow) -> None:
        self.shadow = shadow

    def take(self, start: str) -> None:
        """Take the row whose label starts like that, by its key."""
        self.shadow.key(self.shadow.row(start)[0].shortcut)

    def menu(self) -> None:
        """Open the menu of the table."""
        while not self.shadow.top.sheets:
            self.shadow.key("escape")

    def decide(self) -> None:
        """Answer what is asked."""
        if self.shadow.top.sheets:
            self.shadow.key("space")
            return
        kind = self.shadow.scene.desk.decision.kind
        if kind == "place":
            self.shadow.keys("n", "return")
        elif kind in ("order", "allocate"):
            self.shadow.keys("tab", "return", "return")
        else:
            row = next(row for row in self.shadow.scene.actions.actions if row.enabled and row.shortcut)
            self.shadow.key(row.shortcut)


class ByMouse(ByKeys):
    """Everything by the mouse."""

    def take(self, start: str) -> None:
        """Click the row whose label starts like that."""
        self.shadow.press_row(start)

    def menu(self) -> None:
        """Open the menu of the table."""
        self.shadow.click(self.shadow.scene.tools["menu"].rect.center)

    def decide(self) -> None:
        """Answer what is asked."""
        shadow = self.shadow
        if shadow.top.sheets:
            shadow.click(shadow.top.sheets[-1].rect.center)
            return
        scene, decision = shadow.scene, shadow.scene.desk.decision
        if decision.kind == "place":
            x, y = decision.region.nearest(scene.desk.pieces[decision.about].x, scene.desk.pieces[decision.about].y)
            shadow.click(scene.camera.to_screen(x, y))
            return
        rows = [row for row in scene.actions.rows() if row[0].enabled]
        primary = [row for row in rows if row[0].primary]
        shadow.click((primary or rows)[0][1].center)


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Desktop]:
    desk = Desktop(tmp_path)
    (tmp_path / "settings.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    desk.do("mousemove", "1279", "799")
    yield desk
    desk.close()


@pytest.mark.parametrize("hands", [ByKeys, ByMouse], ids=["keys", "mouse"])
def test_from_the_menu_through_a_new_game_and_an_activation_back_and_on(
    desktop: Desktop, dummy_display: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hands: type[ByKeys]
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "shadow"))
    desktop.open()
    shadow = Shadow(desktop)
    person = hands(shadow)
    person.take("New game")
    person.take("Put the pieces down")

    # The real window begins first; the shadow's game has the dice that stand in the save of the real one.
    monkeypatch.setattr("game.players.seating.secrets.randbits", lambda bits: seed_of(desktop))
    person.take("Begin")
    session = shadow.scene.desk.session
    start = len(session.marks)
    for _ in range(60):
        if len(session.marks) >= start + 3 and session.at_checkpoint() and not shadow.top.sheets:
            break
        person.decide()
    played = list(session.journal)
    assert session.state.round == 1
    wait_for("the activation to be played", lambda: desktop.journal() == played)

    person.menu()
    person.take("Main menu")
    assert isinstance(shadow.top, MenuPlace)
    person.take("Continue")
    while isinstance(shadow.top, OpeningPlace):
        shadow.frame()
    assert shadow.scene.desk.session.journal == played
    wait_for("the table to be there again", lambda: alike(desktop.picture(), shadow.screen))
    person.menu()
    person.take("Quit")
    person.take("Quit")
    assert desktop.game is not None
    assert desktop.game.wait(PATIENCE) == 0
    assert desktop.journal() == played
    assert autosave_path().exists()
    assert (desktop.folder / "output.txt").read_text(encoding="utf-8") == ""


def alike(picture: Image.Image, surface: pygame.Surface) -> bool:
    """Say whether a picture shows what a dummy window does."""
    own = Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
    apart = np.asarray(picture.resize((160, 90)), dtype=float) - np.asarray(own.resize((160, 90)), dtype=float)
    return bool(np.abs(apart).mean() < 4.0)


def seed_of(desktop: Desktop) -> int:
    """Return the seed of the dice of the game that the real window has begun."""
    document = wait_for("the new game", desktop.saved)
    seed: int = document["dice"]["seed"]
    return seed
