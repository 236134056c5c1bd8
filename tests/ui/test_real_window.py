"""The real window under a real X server: a round by keys, saved, killed, continued, taken back, quit."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageGrab

from game import rulesets
from game.engine.dice import KeyedDice
from game.engine.ruleset import GamePlan
from game.engine.session import Session
from tests.ui.driver import Driver

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = {"Xvfb": "xvfb", "xdotool": "xdotool"}
MISSING = [package for program, package in PACKAGES.items() if shutil.which(program) is None]
PATIENCE = 30.0

pytestmark = pytest.mark.skipif(
    bool(MISSING), reason=f"needs an X server and hands: install the packages {' and '.join(MISSING)}"
)


def wait_for(what: str, condition: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Return what the condition returns as soon as that is true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.02)
    pytest.fail(f"waited {seconds:.0f} s in vain for {what}")


class Desktop:
    """An X server of our own, and a window of the program on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.saves = folder / "saves"
        reader, writer = os.pipe()
        command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x800x24", "-noreset", "-nolisten", "tcp"]
        self.server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as told:
            number = told.readline().strip()
        self.environment = {**os.environ, "DISPLAY": f":{number}", "INCHWISE_HOME": str(folder)}
        self.environment.pop("SDL_VIDEODRIVER", None)
        self.game: subprocess.Popen[bytes] | None = None

    def start(self, *arguments: str) -> None:
        """Start a game and wait until its window has the keyboard."""
        self.open("play", *arguments)

    def open(self, *arguments: str) -> None:
        """Start the program and wait until its window has the keyboard."""
        command = [sys.executable, "-m", "game", *arguments]
        with (self.folder / "output.txt").open("ab") as output:
            self.game = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=output, stderr=output, stdin=subprocess.DEVNULL
            )
        window = wait_for("the window", self.window, 60.0)
        self.do("windowfocus", "--sync", window)

    def window(self) -> str:
        """Return the id of the program's window, nothing while there is none."""
        found = self.do("search", "--onlyvisible", "--class", ".*").split()
        return next((each for each in found if self.do("getwindowname", each).strip() == "inchwise"), "")

    def do(self, *arguments: str) -> str:
        """Let xdotool do something; return what it prints."""
        told = subprocess.run(
            ["xdotool", *arguments], env=self.environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        return told.stdout

    def keys(self, *names: str) -> None:
        """Press keys by their X names, one after another."""
        self.do("key", "--delay", "30", *names)

    def saved(self) -> dict[str, Any]:
        """Return the automatic save, nothing where there is none yet."""
        try:
            document: dict[str, Any] = json.loads((self.folder / "autosave.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return document

    def journal(self) -> list[Any]:
        """Return the answers in the automatic save, none where there is no save yet."""
        answers: list[Any] = self.saved().get("journal", [])
        return answers

    def picture(self) -> Image.Image:
        """Return what the program's window shows."""
        told = self.do("getwindowgeometry", "--shell", self.window())
        place = dict(line.split("=") for line in told.split())
        left, top = int(place["X"]), int(place["Y"])
        screen = ImageGrab.grab(xdisplay=self.environment["DISPLAY"])
        return screen.crop((left, top, left + int(place["WIDTH"]), top + int(place["HEIGHT"]))).convert("RGB")

    def kill(self) -> None:
        """Take the program away without warning."""
        if self.game is not None and self.game.poll() is None:
            self.game.send_signal(signal.SIGKILL)
            self.game.wait(PATIENCE)

    def close(self) -> None:
        """End program and server."""
        self.kill()
        self.server.terminate()
        self.server.wait(PATIENCE)


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Desktop]:
    desk = Desktop(tmp_path)
    yield desk
    desk.close()


X_NAMES = {"return": "Return", "space": "space", "tab": "Tab", "escape": "Escape",
           "left": "Left", "right": "Right", "up": "Up", "down": "Down"}  # fmt: skip
GAME = ("--seed", "3", "--names", "Ann,Bob", "--map", "open-quarry")


class Twin(Driver):
    """The same game in a dummy window: tells which keys play a round, and what they come to."""

    def __init__(self, folder: Path) -> None:
        ruleset = rulesets.load(rulesets.names()[0])
        plan = GamePlan(("Ann", "Bob"), map="open-quarry")
        super().__init__(folder, Session(ruleset, ruleset.new_setup(plan), KeyedDice(3)))
        self.pressed: list[str] = []

    def key(self, name: str) -> None:
        """Press a key and note it."""
        self.pressed.append("+".join(X_NAMES.get(part, part) for part in name.split("+")))
        super().key(name)

    def dismiss(self) -> None:
        """Go on past whatever lies over the table."""
        while self.scene.sheets:
            self.key("space")

    def decide(self, rng: random.Random) -> None:
        """Answer what is asked by keys, quickly rather than well."""
        self.dismiss()
        kind = self.session.pending().kind
        if kind == "place":
            self.keys("n", "return") if rng.random() < 0.8 else self.keys("up", "n", "return")
        elif kind in ("order", "allocate"):
            self.keys("tab", "return", "return")
        else:
            offered = [action.shortcut for action in self.scene.actions.actions if action.enabled and action.shortcut]
            self.key(rng.choice(offered))

    def play_until_round(self, number: int) -> None:
        """Play until that round has begun and the game is at a checkpoint."""
        rng = random.Random(1)
        for _ in range(800):
            if self.session.state.round >= number and self.session.at_checkpoint():
                return
            self.decide(rng)
        pytest.fail("the round does not end")


def test_a_round_is_played_saved_killed_continued_taken_back_and_left(
    desktop: Desktop, dummy_display: None, tmp_path: Path
) -> None:
    twin = Twin(tmp_path / "twin")
    twin.play_until_round(2)
    desktop.do("mousemove", "1279", "799")
    desktop.start(*GAME)
    desktop.keys(*twin.pressed)
    played = list(twin.session.journal)
    wait_for("the round to be played", lambda: desktop.journal() == played)

    desktop.keys("ctrl+s", "Return")
    saved = wait_for("the saved game", lambda: list(desktop.saves.glob("*.json")))
    assert json.loads(saved[0].read_text(encoding="utf-8"))["journal"] == played
    desktop.kill()

    desktop.start("--continue")
    twin.dismiss()
    twin.pressed.clear()
    twin.decide(random.Random(2))
    assert len(twin.session.journal) == len(played) + 1
    twin.key("ctrl+z")
    twin.dismiss()
    desktop.keys(*twin.pressed)
    desktop.keys("ctrl+q", "Return")
    assert desktop.game is not None
    assert desktop.game.wait(PATIENCE) == 0
    assert desktop.journal() == played
    assert (desktop.folder / "output.txt").read_text(encoding="utf-8") == ""
