"""Counts how often the view moves in a game: `python -m tools.views --ruleset aos4 --answers 60 --pictures OUT_DIR`.

A person and a computer player play in the window. For each answer of the person, all moves of the view until the next
question are counted: how many, how far on the screen, and by which factor the scale changed. With `--pictures` the
window is kept as it is when each question has come and the view rests.
"""

from __future__ import annotations

import math
import os
import random
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Final
from unittest import mock

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import click
import pygame

from game import rulesets
from game.documents.files import HOME_VARIABLE
from game.engine.core.decisions import Answer
from game.engine.session import Session
from game.players import Player, answer_with, make_player
from game.ui.board.camera import View
from game.ui.play.framing import APART
from tests.ui.driver import Driver
from tools.stage import Clock, began, sized

FRAME: Final = 0.1
"""Seconds of the window's clock between two frames."""
LONGEST: Final = 600
"""The most frames until a person is asked again."""
REST: Final = 1.5
"""Seconds for which a person looks at a question before the answer."""


@dataclass
class Moves:
    """The moves of the view after one answer: the moment, the pixels and the factor of the scale of each."""

    found: list[tuple[float, float, float]] = field(default_factory=list)
    scale: float = 0.0

    def note(self, before: View, after: View, now: float) -> None:
        """Note a move; the pixels are those that the spot in the middle goes."""
        far = math.dist(before[:2], after[:2]) * after.scale
        self.found.append((now, far, after.scale / before.scale))


class Watched:
    """A game in the window whose view is watched."""

    def __init__(self, driver: Driver, clock: Clock, answer: Callable[[Session], Answer]) -> None:
        self.driver, self.clock, self._answer = driver, clock, answer
        self._view = driver.scene.focus.camera.view

    def frame(self, moves: Moves) -> None:
        """Let one frame go by, and note a move of the view."""
        self.clock.now += FRAME
        while (thought := self.driver.scene.thinker.thought) is not None and not thought.done:
            thought.wait(1.0)
        self.driver.frame()
        view = self.driver.scene.focus.camera.view
        if view != self._view:
            moves.note(self._view, view, self.clock.now)
            self._view = view

    def settle(self, moves: Moves) -> None:
        """Let frames go by until a person is asked and the view rests, and then as long as a person looks."""
        scene = self.driver.scene
        for _frame in range(LONGEST):
            self.frame(moves)
            waits = scene.focus.animation.playing or scene.model.bot is not None or scene.focus.camera.glide is not None
            if self.driver.session.finished or not waits:
                break
        for _frame in range(round(REST / FRAME)):
            self.frame(moves)
        moves.scale = scene.focus.camera.view.scale

    def play(self, answers: int) -> Iterator[Moves]:
        """Answer, and yield the moves of the view after each answer."""
        for _number in range(answers):
            while self.driver.scene.focus.sheets:
                self.driver.key("return")
            if self.driver.session.finished:
                return
            moves, scene = Moves(), self.driver.scene
            scene.focus.call(partial(scene.model.answer, self._answer(self.driver.session)))
            self.settle(moves)
            yield moves


def told(name: str, all_moves: list[Moves]) -> str:
    """Return the figures of a game as a line."""
    found = [move for moves in all_moves for move in moves.found]
    zoomed = [abs(math.log2(factor)) for _now, _far, factor in found if factor != 1.0]
    times, scales = [now for now, _far, _factor in found], sorted(moves.scale for moves in all_moves)
    facts = (
        f"{len(all_moves)} answers, after {sum(bool(moves.found) for moves in all_moves)} of them the view moved",
        f"{len(found)} moves, {sum(far for _now, far, _factor in found) / len(all_moves):.0f} pixels an answer",
        f"{len(zoomed)} changed the scale, {2 ** (sum(zoomed) / max(1, len(zoomed))):.2f} times on average",
        f"{sum(later - earlier < APART - 1e-6 for earlier, later in pairwise(times))} within a second of another",
        f"scale {scales[0]:.0f} to {scales[-1]:.0f}, median {scales[len(scales) // 2]:.0f}",
    )
    return f"{name}: {'; '.join(facts)}"


def watch(
    name: str, answers: int, kind: str, skip: int, seed: int, size: tuple[int, int], pictures: Path | None
) -> list[Moves]:
    """Play a game of a rulebook in the window; return the moves of the view after each answer."""
    clock, rng, session = Clock(), random.Random(seed), began(name, seed)
    player, opponent, found = make_player(kind, seed), make_player(kind, seed + 1), list[Moves]()

    def answer(by: Player, asked: Session) -> Answer:
        return answer_with(by, asked, rng.getrandbits(32))

    for _answer in range(skip):
        session.answer(answer(player, session))
    other = [seat.id for seat in session.ruleset.view(session.game).players][1]
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.dict(os.environ, {HOME_VARIABLE: folder}),
        mock.patch("time.monotonic", clock),
    ):
        driver = Driver(Path(folder), session, size, {other: partial(answer, opponent)})
        driver.window.options.pace, driver.window.options.ask_forced = 1.0, False
        watched = Watched(driver, clock, partial(answer, player))
        watched.settle(Moves())
        for number, moves in enumerate(watched.play(answers)):
            found.append(moves)
            if pictures is not None:
                pictures.mkdir(parents=True, exist_ok=True)
                pygame.image.save(driver.screen, pictures / f"{name}-{number:03}.jpg")
        driver.window.close()
    return found


@click.command()
@click.option("--ruleset", "names", multiple=True, help="Only this rulebook; once for each.")
@click.option("--answers", default=60, show_default=True, help="Answers of the person.")
@click.option("--player", "kind", default="recruit", show_default=True, help="The kind of player for both sides.")
@click.option("--skip", default=0, show_default=True, help="Answers before the window opens.")
@click.option("--seed", default=1, show_default=True, help="The game.")
@click.option("--size", default="1280x720", show_default=True, callback=sized, help="Width and height of the window.")
@click.option("--pictures", type=click.Path(path_type=Path), help="The folder for pictures of the window.")
def main(
    names: tuple[str, ...], answers: int, kind: str, skip: int, seed: int, size: tuple[int, int], pictures: Path | None
) -> None:
    """Play a game of each rulebook in the window, and say how often and how far the view moves."""
    pygame.display.init()
    pygame.font.init()
    for name in names or rulesets.names():
        click.echo(told(name, watch(name, answers, kind, skip, seed, size, pictures)))


if __name__ == "__main__":
    main()
