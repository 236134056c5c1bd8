"""The real window from the menu through settings, lesson, sandbox, a new game, a replay with a branch, and back.

Place by place by keys alone or by the mouse alone; in a thorough run the whole way by each, in a quick one to the first
two places: a game in the real window is that of `tests/ui/test_real_window.py`. All is done in a dummy window too, with
the dice of the real game: it tells where to click and what to press, and after every step both windows show the same.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pygame
import pytest
from PIL import Image

from game.documents.files import HOME_VARIABLE
from game.ui.menu.menu import MenuScreen
from game.ui.menu.saved_games import SavedGamesScreen
from game.ui.play.screen import TableScreen
from game.ui.replay.screen import ReplayScreen
from game.ui.sandbox.screen import SandboxScreen
from game.ui.widgets.actions import MenuItem
from tests.samples import SHARE, some
from tests.ui.desktop import LOOK, Desktop, needs_desktop, wait_for
from tests.ui.driver import PATIENCE, Hands

pytestmark = needs_desktop

SETTINGS = {
    "format": "inchwise-settings",
    "version": 1,
    "motion": "off",
    "sound": False,
    "look": "club",
    "ask_forced": True,
}
"""Nothing tumbles, so that no click hits dice in the air, and no table is painted in one window before the other."""
APART = 2.0
"""Steps of 255 by which two pictures of the same may differ on average."""
DICE_BITS = 48
"""How many bits the seed of a new game's dice has."""


class Shadow(Hands):
    """Hands in a dummy window that do the same in the real one."""

    def __init__(self, desktop: Desktop) -> None:
        super().__init__()
        self.desktop = desktop
        self.window.options.motion = "off"
        self.window.go(MenuScreen(self.window))
        self.together()

    def key(self, name: str) -> None:
        """Press a key in both windows."""
        self.desktop.keys(name)
        super().key(name)
        self.together()

    def point(self, spot: tuple[float, float]) -> None:
        """Move the mouse in both windows."""
        self.desktop.point(*spot)
        self.move(spot)
        self.together()

    def click(self, spot: tuple[float, float], button: int = 1) -> None:
        """Click in both windows."""
        self.desktop.click(*spot)
        super().click(spot, button)
        self.together()

    def together(self) -> None:
        """Wait until both windows show the same; where they never do, leave their pictures beside the saves."""
        end = time.monotonic() + PATIENCE
        time.sleep(LOOK)
        while self.window.running:
            self.frame()
            own = Image.frombytes("RGB", self.screen.get_size(), pygame.image.tobytes(self.screen, "RGB"))
            pictures = {"real": self.desktop.picture(), "shadow": own}
            real, shadow = (np.asarray(each.reduce(4), dtype=float) for each in pictures.values())
            if np.abs(real - shadow).mean() < APART:
                return
            if time.monotonic() > end:
                for name, picture in pictures.items():
                    picture.save(self.desktop.folder / f"{name}.png")
                pytest.fail(f"the windows differ: see {self.desktop.folder}/real.png and shadow.png")
            time.sleep(LOOK)

    def until(self, kind: type) -> Any:
        """Wait until a kind of place is shown, and return it."""
        self.frames_until(kind.__name__, lambda: type(self.top) is kind)
        self.together()
        return self.top

    def row(self, start: str) -> tuple[MenuItem, pygame.Rect]:
        """Return the action whose label starts like that, as soon as both windows offer it: a job may still run."""

        def offered() -> bool:
            with suppress(StopIteration):
                return bool(super(Shadow, self).row(start))
            return False

        self.frames_until(start, offered)
        self.together()
        return super().row(start)

    @property
    def scene(self) -> Any:
        """The scene of the table that is shown."""
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
            self.shadow.key("f12")

    def decide(self) -> None:
        """Answer what is asked."""
        if self.shadow.top.sheets:
            self.shadow.key("space")
            return
        kind = self.shadow.scene.model.decision.kind
        if kind == "place":
            self.shadow.keys("n", "return")
        elif kind in ("order", "allocate"):
            self.shadow.keys("tab", "return", "return")
        else:
            row = next(row for row in self.shadow.scene.focus.actions.actions if row.enabled and row.shortcut)
            self.shadow.key(row.shortcut)

    def look_at(self, piece: str) -> None:
        """Look at a piece."""
        for _ in self.shadow.scene.model.pieces:
            if self.shadow.scene.focus.inspection.selected != piece:
                self.shadow.key("i")

    def put_down(self) -> None:
        """Put what is in the hand down in the middle of the table."""
        self.shadow.key("return")

    def step_back(self) -> None:
        """Go one activation back in a replay."""
        self.shadow.key("ctrl+left")

    def agree(self) -> None:
        """Take the file that a dialog suggests."""
        self.shadow.key("return")

    def go_on(self) -> None:
        """Go on to the next step of the lesson."""
        self.shadow.key("f10")


class ByMouse(ByKeys):
    """Everything by the mouse."""

    def take(self, start: str) -> None:
        """Click the row whose label starts like that."""
        rect = self.shadow.row(start)[1]
        shown = self.shadow.top.sheets[-1].list.rect if self.shadow.top.sheets else self.shadow.scene.focus.actions.rect
        assert shown.contains(rect), f"{start} is out of sight"
        self.shadow.click(rect.center)

    def menu(self) -> None:
        """Open the menu of the table."""
        self.shadow.click(self.shadow.scene.bar.tools.shown["menu"].rect.center)

    def decide(self) -> None:
        """Answer what is asked."""
        shadow = self.shadow
        if shadow.top.sheets:
            shadow.click(shadow.top.sheets[-1].rect.center)
            return
        scene, decision = shadow.scene, shadow.scene.model.decision
        if decision.kind == "place":
            piece = scene.model.pieces.get(decision.about)
            middle = scene.focus.layout.table.center
            near = (piece.x, piece.y) if piece is not None else scene.focus.camera.to_table(*middle)  # in reserve
            shadow.click(scene.focus.camera.to_screen(*decision.region.nearest(near)))
            return
        rows = [row for row in scene.focus.actions.rows() if row[0].enabled]
        primary = [row for row in rows if row[0].primary]
        shadow.click((primary or rows)[0][1].center)

    def look_at(self, piece: str) -> None:
        """Point at a piece."""
        scene = self.shadow.scene
        self.shadow.point(scene.focus.camera.to_screen(scene.model.pieces[piece].x, scene.model.pieces[piece].y))

    def put_down(self) -> None:
        """Put what is in the hand down in the middle of the table."""
        self.shadow.click(self.shadow.scene.focus.layout.table.center)

    def step_back(self) -> None:
        """Go one activation back in a replay."""
        self.shadow.click(self.shadow.scene.course.button_rect(0).center)

    def agree(self) -> None:
        """Take the file that a dialog suggests."""
        self.take("Save")

    def go_on(self) -> None:
        """Go on to the next step of the lesson."""
        self.shadow.click(self.shadow.scene.lesson.tools.shown["lesson_skip"].rect.center)


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Desktop]:
    model = Desktop(tmp_path)
    (tmp_path / "settings.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    model.do("mousemove", "1279", "799")
    yield model
    model.close()


@pytest.fixture
def shadow(desktop: Desktop, dummy_display: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shadow:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "shadow"))
    # The real window begins a game first; the shadow's game has the dice that stand in the save of the real one.
    # A seed of fewer bits is for a computer player: only the lesson has one, which has nothing to decide in the tour.
    secrets = SimpleNamespace(randbits=lambda bits: seed_of(desktop) if bits == DICE_BITS else 1)
    monkeypatch.setattr("game.players.new_session.secrets", secrets)
    desktop.open()
    return Shadow(desktop)


def seed_of(desktop: Desktop) -> int:
    """Return the seed of the dice of the game that the real window has begun after the lesson, which is kept too."""
    document = wait_for("the new game", lambda: None if "lesson" in (saved := desktop.saved()) else saved)
    seed: int = document["dice"]["seed"]
    return seed


def kept(desktop: Desktop, name: str) -> dict[str, Any]:
    """Return a document that the real window has written, as soon as it is there."""
    path = desktop.folder / name
    wait_for(name, path.exists)
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document


TOURS = {"both": (ByKeys, ByMouse), "keys": (ByKeys, ByKeys), "mouse": (ByMouse, ByMouse)}
"""By which hands every other place is visited, and by which those between."""


@pytest.mark.parametrize("tour", list(TOURS)[: some(len(TOURS))])
def test_a_tour_from_the_menu_through_every_place_and_back(
    desktop: Desktop, shadow: Shadow, tour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MenuScreen, "_ready", True)  # as in the real window, which loads while it idles
    one, other = (hands(shadow) for hands in TOURS[tour])
    change_a_setting(one, desktop)
    build_in_the_sandbox(other, desktop)
    if SHARE >= 1.0:
        begin_the_lesson(one)
        play_an_activation(other, desktop)
        leave_and_go_on(one, desktop)
        end_the_game(other)
        look_back_branch_and_export(one, desktop)
    other.take("Quit")
    assert desktop.game is not None
    assert desktop.game.wait(PATIENCE) == 0
    assert (desktop.folder / "output.txt").read_text(encoding="utf-8") == ""


def change_a_setting(person: ByKeys, desktop: Desktop) -> None:
    """Switch the odds off."""
    person.take("Settings")
    person.take("Show the odds")
    wait_for("the setting", lambda: kept(desktop, "settings.json").get("odds") is False)
    person.take("Done")
    assert type(person.shadow.top) is MenuScreen


def begin_the_lesson(person: ByKeys) -> None:
    """Do the first two steps of the lesson, and leave it."""
    person.take("Learn")
    person.take("Learn to play")
    place = person.shadow.until(TableScreen)

    def goes_on(step: str) -> None:
        person.shadow.frames_until(step, lambda: place.scene.lesson.teacher.step.name == step)
        person.shadow.together()

    person.go_on()
    goes_on("deploy")
    person.decide()
    goes_on("initiative")
    person.go_on()
    goes_on("move")
    person.menu()
    person.take("Main menu")
    person.shadow.until(MenuScreen)


def build_in_the_sandbox(person: ByKeys, desktop: Desktop) -> None:
    """Put a model on the empty table, and leave it there."""
    person.take("Practise")
    person.take("Sandbox")
    place = person.shadow.until(SandboxScreen)
    person.take("Put something")
    person.take("Wick")
    person.put_down()
    assert "ann.wick" in place.model.pieces
    person.menu()
    while not person.shadow.top.sheets:  # what is looked at is let go first
        person.menu()
    person.take("Main menu")
    person.shadow.until(MenuScreen)
    wait_for("the model to be kept", lambda: "ann.wick" in json.dumps(kept(desktop, "positions/sandbox.json")))


def play_an_activation(person: ByKeys, desktop: Desktop) -> None:
    """Begin a new game with everything put down, and play until somebody has acted."""
    person.take("Play")
    person.take("New game")
    person.take("Details")
    person.take("Deploy for everyone")
    person.take("Back")
    person.take("Play")
    session = person.shadow.until(TableScreen).scene.model.session
    start = len(session.marks)
    for _ in range(60):
        if len(session.marks) >= start + 3 and session.at_checkpoint() and not person.shadow.top.sheets:
            break
        person.decide()
    assert session.state.round == 1
    wait_for("the activation to be played", lambda: desktop.journal() == list(session.journal))


def leave_and_go_on(person: ByKeys, desktop: Desktop) -> None:
    """Go to the main menu, and continue where the game was left."""
    played = desktop.journal()
    person.menu()
    person.take("Main menu")
    person.shadow.until(MenuScreen)
    person.take("Continue")
    assert person.shadow.until(TableScreen).scene.model.session.journal == played


def end_the_game(person: ByKeys) -> None:
    """Agree to end the game early, everybody in it (Q41)."""
    while person.shadow.top.sheets:
        person.decide()
    person.menu()
    person.take("End the game early")
    person.take("Yes")
    person.take("Yes")
    assert person.shadow.scene.model.session.finished
    person.take("Main menu")
    person.shadow.until(MenuScreen)


def look_back_branch_and_export(person: ByKeys, desktop: Desktop) -> None:
    """Look back at the game, practise from a moment of it, and make a picture of that moment."""
    shadow = person.shadow
    person.take("Look back")
    person.take("Replays")
    shadow.until(SavedGamesScreen)
    shadow.together()
    person.take("The Godbreaker Saga: ")
    place = shadow.until(ReplayScreen)
    person.step_back()
    moment = place.scene.moment
    assert moment < place.scene.timeline.last
    person.take("Practise from here")
    person.take("With new dice")
    practice = shadow.until(TableScreen).scene.model.session
    before = len(practice.journal)
    while len(practice.journal) == before:
        person.decide()
    person.menu()
    person.take("Back to the replay")
    assert shadow.until(ReplayScreen).scene.moment == moment
    wait_for("the answer to be kept", lambda: len(kept(desktop, "practice.json")["journal"]) == before + 1)

    person.take("Report, video or picture")
    person.take("Picture of the table")
    person.agree()
    pictures = desktop.folder / "exports"
    wait_for("the picture", lambda: list(pictures.glob("*.png")))
    with Image.open(next(pictures.glob("*.png"))) as picture:
        assert min(picture.size) > 400
    person.take("Back to the replay")
    person.take("Leave the replay")
    shadow.until(SavedGamesScreen)
    person.take("Back")
    shadow.until(MenuScreen)
