"""Plays a round by mouse alone in a real window on a real X server, a picture of every step: `tools/newcomer.py DIR`.

A window of the program on a server of its own (Xvfb) is played by xdotool as a newcomer would: a new game, pieces put
down by hand, a piece dragged, an enemy engaged, Esc and undo, the end of the round. The same is done in a dummy window,
which tells where to click. Where Xvfb or xdotool is missing it says so and does nothing.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import click  # noqa: E402
import pygame  # noqa: E402

from game import rulesets  # noqa: E402
from game.documents.files import HOME_VARIABLE  # noqa: E402
from game.engine.core.dice import KeyedDice  # noqa: E402
from game.engine.rulebook.new_game import GamePlan  # noqa: E402
from game.engine.session import Session  # noqa: E402
from game.ui.board.camera import Spot  # noqa: E402
from tests.ui.desktop import MISSING, Desktop  # noqa: E402
from tests.ui.driver import Driver  # noqa: E402
from tests.ui.persons import Mouse  # noqa: E402

GAME: Final = ("--seed", "3", "--names", "Ann,Bob", "--map", "open-quarry")
TAKES_BACK: Final = 0.1
"""How often a gesture is taken back."""
SETTLES: Final = 0.25
"""Seconds given to the real window before its picture is taken."""


class Twin(Driver):
    """A game in a dummy window whose mouse moves that of the real one too."""

    def __init__(self, desktop: Desktop, folder: Path, size: tuple[int, int]) -> None:
        ruleset = rulesets.load(rulesets.DEFAULT)
        self.desktop, self.real = desktop, False
        super().__init__(
            folder, Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"), map=GAME[-1])), dice()), size
        )
        self.real = True

    def handle(self, *events: pygame.event.Event) -> None:
        """Let events happen here and there."""
        for event in events:
            if self.real and event.type == pygame.MOUSEMOTION:
                self.desktop.point(*event.pos)
            elif self.real and event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                self.desktop.point(*event.pos)
                way = "mousedown" if event.type == pygame.MOUSEBUTTONDOWN else "mouseup"
                time.sleep(0.05)  # a frame of the real window: presses and releases are seen one by one
                self.desktop.do(way, str(event.button))
        super().handle(*events)


def dice() -> KeyedDice:
    """Return the dice of the game."""
    return KeyedDice(int(GAME[1]))


class Newcomer(Mouse):
    """Somebody who handles pieces directly and looks at everything that comes of it."""

    def __init__(self, driver: Twin, seed: int, folder: Path, pause: float) -> None:
        super().__init__(driver, seed)
        self.desktop, self.folder, self.pause, self.count = driver.desktop, folder, pause, 0

    def look(self, what: str) -> None:
        """Take a picture of the real window at once and, where something was still being shown, one afterwards."""
        time.sleep(SETTLES)
        self.count += 1
        name = f"{self.count:03d}-{what.replace(' ', '-')}"
        self.desktop.picture().save(self.folder / f"{name}.png")
        if self.pause > SETTLES:
            time.sleep(self.pause - SETTLES)
            self.desktop.picture().save(self.folder / f"{name}-after.png")

    def drag(self, piece: str) -> bool:
        """Drag a piece, with a picture of it in hand."""
        taken = super().drag(piece)
        self.look("let go" if taken else "not picked up")
        return taken

    def click(self, spot: Spot | None) -> None:
        """Point at a spot, look, then click."""
        assert spot is not None
        self.driver.move(self.pixel(spot))
        self.look("points")
        super().click(spot)


def play(person: Newcomer, until: Callable[[], bool]) -> None:
    """Play with a picture of every step until something is so, and now and then take a gesture back."""
    driver = person.driver
    while not until() and not driver.session.finished:
        if driver.scene.focus.sheets:
            person.look("sheet")
            person.go_on()
            continue
        driver.scene.refresh_panel()
        thrown, before = driver.session.state.rolls.total, len(driver.session.journal)
        person.look(person.answer())
        learnt = driver.session.state.rolls.total != thrown or len(driver.session.journal) <= before
        if not learnt and not driver.scene.focus.sheets and person.rng.random() < TAKES_BACK:
            person.undo()
            person.look("taken back")


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--rounds", default=1, show_default=True, help="Rounds to play.")
@click.option("--seed", default=1, show_default=True, help="Of the newcomer's whims.")
@click.option("--pace", default=2.0, show_default=True, help="How fast events are shown; 0 at once.")
def main(folder: Path, rounds: int, seed: int, pace: float) -> None:
    """Play and leave the pictures in FOLDER; exit code 1 if the real window came to another game."""
    if MISSING:
        click.echo(f"skipped: install the packages {' and '.join(MISSING)}")
        return
    folder.mkdir(parents=True, exist_ok=True)
    home = Path(tempfile.mkdtemp(prefix="inchwise-newcomer-"))
    os.environ[HOME_VARIABLE] = str(home / "twin")
    settings = {"format": "inchwise-settings", "version": 1, "pace": pace, "sound": False}
    (home / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    desktop = Desktop(home)
    try:
        desktop.do("mousemove", "1279", "799")
        desktop.start(*GAME)
        pygame.display.init()
        pygame.font.init()
        twin = Twin(desktop, home / "twin", desktop.picture().size)
        person = Newcomer(twin, seed, folder, 3.0 / pace if pace else 0.0)
        person.look("begun")
        play(person, lambda: twin.session.state.round > rounds and twin.session.at_checkpoint())
        played, told = list(twin.session.journal), desktop.journal()
        same = bool(told) and played[: len(told)] == told
        click.echo(
            f"{person.count} steps, {len(played)} answers, {len(told)} saved by the real window; {dict(person.done)}"
        )
        click.echo((home / "output.txt").read_text(encoding="utf-8"), nl=False)
    finally:
        desktop.close()
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
