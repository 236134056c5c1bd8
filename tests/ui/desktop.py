"""A real X server of our own with a window of the program on it, used as a person uses it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageGrab

from tests.ui.driver import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = {"Xvfb": "xvfb", "xdotool": "xdotool"}
MISSING = [package for program, package in PACKAGES.items() if shutil.which(program) is None]

X_NAMES = {"return": "Return", "space": "space", "tab": "Tab", "escape": "Escape", "f10": "F10", "f11": "F11",
           "f12": "F12", "left": "Left", "right": "Right", "up": "Up", "down": "Down", "home": "Home"}  # fmt: skip
"""What X calls keys, by what pygame does."""

needs_desktop = pytest.mark.skipif(
    bool(MISSING), reason=f"needs an X server and hands: install the packages {' and '.join(MISSING)}"
)


LOOK = 0.05
"""Seconds between two looks at the screen or at files; looking takes the processor from what is looked at."""


def wait_for(what: str, condition: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Return what the condition returns as soon as that is true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(LOOK)
    pytest.fail(f"waited {seconds:.0f} s in vain for {what}")


class Desktop:
    """An X server of our own, perhaps with a window manager, and a window of the program on it."""

    def __init__(self, folder: Path, screen: str = "1280x800", manager: str = "") -> None:
        self.folder = folder
        self.saves = folder / "saves"
        reader, writer = os.pipe()
        command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{screen}x24", "-noreset", "-nolisten", "tcp"]
        self.server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as told:
            number = told.readline().strip()
        self.environment = {**os.environ, "DISPLAY": f":{number}", "INCHWISE_HOME": str(folder)}
        self.environment.pop("SDL_VIDEODRIVER", None)
        self.game: subprocess.Popen[bytes] | None = None
        self._place: dict[str, str] = {}
        self.manager: subprocess.Popen[bytes] | None = None
        if manager:
            self.manager = subprocess.Popen(
                [manager], env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            wait_for(manager, lambda: self.do("get_desktop").strip())

    def start(self, *arguments: str) -> None:
        """Start a game and wait until its window has the keyboard."""
        self.open("play", *arguments)

    def open(self, *arguments: str) -> None:
        """Start the program and wait until its window has the keyboard and shows something."""
        command = [sys.executable, "-m", "game", *arguments]
        with (self.folder / "output.txt").open("ab") as output:
            self.game = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=output, stderr=output, stdin=subprocess.DEVNULL
            )
        window = wait_for("the window", self.window, 60.0)
        self.do("windowfocus", "--sync", window)
        wait_for("its place", self._is_placed)
        wait_for("the first picture", lambda: self.picture().convert("L").getbbox())

    def _is_placed(self) -> bool:
        self.geometry()
        return "X" in self._place

    def geometry(self) -> tuple[int, int, int, int]:
        """Return where the inside of the program's window lies: left, top, width and height."""
        told = self.do("getwindowgeometry", "--shell", self.window())
        self._place = dict(line.split("=") for line in told.split())
        left, top, width, height = (int(self._place.get(name, 0)) for name in ("X", "Y", "WIDTH", "HEIGHT"))
        return left, top, width, height

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
        """Press keys by the names they have in pygame, one after another."""
        self.do(
            "key", "--delay", "30", *("+".join(X_NAMES.get(part, part) for part in name.split("+")) for name in names)
        )

    def click(self, x: float, y: float) -> None:
        """Click at a pixel of the window."""
        left, top = int(self._place["X"]), int(self._place["Y"])
        self.do("mousemove", str(left + round(x)), str(top + round(y)), "sleep", "0.05", "click", "1")

    def point(self, x: float, y: float) -> None:
        """Move the mouse to a pixel of the window."""
        left, top = int(self._place["X"]), int(self._place["Y"])
        self.do("mousemove", str(left + round(x)), str(top + round(y)))

    def saved(self) -> dict[str, Any]:
        """Return the automatic save, nothing where there is none yet."""
        try:
            files = sorted((self.folder / "autosaves").glob("*[0-9].json"), key=lambda path: path.stat().st_mtime)
            document: dict[str, Any] = json.loads(files[-1].read_text(encoding="utf-8"))
        except (OSError, ValueError, IndexError):
            return {}
        return document

    def journal(self) -> list[Any]:
        """Return the answers in the automatic save, none where there is no save yet."""
        answers: list[Any] = self.saved().get("journal", [])
        return answers

    def picture(self) -> Image.Image:
        """Return what the program's window shows."""
        place = self._place
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
        if self.manager is not None:
            self.manager.terminate()
            self.manager.wait(PATIENCE)
        self.server.terminate()
        self.server.wait(PATIENCE)
