"""The real window under a real X server: a round by keys, saved, killed, continued, taken back, quit."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.ui.prefs.settings import Options, save_options
from tests.ui.desktop import Desktop, needs_desktop, wait_for
from tests.ui.driver import PATIENCE, Hurried

pytestmark = needs_desktop


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Desktop]:
    model = Desktop(tmp_path)
    yield model
    model.close()


GAME = ("--seed", "3", "--names", "Ann,Bob", "--map", "open-quarry")


class Twin(Hurried):
    """The same game in a dummy window: tells which keys play a round, and what they come to."""

    def __init__(self, folder: Path) -> None:
        ruleset = rulesets.load(rulesets.DEFAULT)
        plan = GamePlan(("Ann", "Bob"), map="open-quarry")
        super().__init__(folder, Session(ruleset, ruleset.new_setup(plan), KeyedDice(3)))
        self.window.options.ask_forced = False  # as in the real window
        self.scene.sync()
        self.pressed: list[str] = []

    def key(self, name: str) -> None:
        """Press a key and note it."""
        self.pressed.append(name)
        super().key(name)

    def dismiss(self) -> None:
        """Go on past whatever lies over the table."""
        while self.scene.focus.sheets:
            self.key("space")

    def decide(self, rng: random.Random) -> None:
        """Answer what is asked by keys, quickly rather than well."""
        self.dismiss()
        self.look()
        kind = self.session.pending().kind
        if kind == "place":
            self.keys("n", "return") if rng.random() < 0.8 else self.keys("up", "n", "return")
        elif kind == "order" and len(self.session.pending().items) == 2:  # type: ignore[attr-defined]
            self.key(rng.choice("12"))
        elif kind in ("order", "allocate"):
            self.keys("tab", "return", "return")
        else:
            offered = [
                action.shortcut for action in self.scene.focus.actions.actions if action.enabled and action.shortcut
            ]
            self.key(rng.choice(offered))

    def play_until_round(self, number: int) -> None:
        """Play until that round has begun and the game is at a checkpoint."""
        rng = random.Random(1)
        for _ in range(800):
            if self.session.state.round >= number and self.session.at_checkpoint():
                self.dismiss()  # the card of the round before, or a hand-over
                return
            self.decide(rng)
        pytest.fail("the round does not end")


def test_a_round_is_played_saved_killed_continued_taken_back_and_left(
    desktop: Desktop, dummy_display: None, tmp_path: Path
) -> None:
    twin = Twin(tmp_path / "twin")
    twin.play_until_round(2)
    save_options(Options(pace=0.0, look="club"), tmp_path / "settings.json")  # as in the twin: every key meets the same
    desktop.do("mousemove", "1279", "799")
    desktop.start(*GAME)
    desktop.keys(*twin.pressed)
    played = list(twin.session.journal)
    wait_for("the round to be played", lambda: desktop.journal() == played)

    desktop.keys("ctrl+s", "return")
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
    desktop.keys("ctrl+q", "return")
    assert desktop.game is not None
    assert desktop.game.wait(PATIENCE) == 0
    assert desktop.journal() == played
    assert (desktop.folder / "output.txt").read_text(encoding="utf-8") == ""
