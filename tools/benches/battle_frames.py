"""The slowest frames of a whole game in the window: played by a machine, looked at as a person does.

    python -m tools.benches.battle_frames                             Age of Sigmar, starter armies
    python -m tools.benches.battle_frames --large --rounds 1          200 models on 72 x 48
    python -m tools.benches.battle_frames --rulebook bushido --worst 30

Each decision is shown until it rests; the mouse points at pieces and drags what is placed. Prints how many frames took
long, and the worst with what was on screen. Frames are counted in time of the window's own processor, as the machine
may be busy; `wall` is the time that passed. "give" is the answer itself, which the window takes between two frames.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import os
import pstats
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game.engine.core.decisions import Answer, Arrange, Decision, Place
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.garbage import tidy_up
from game.play.session_model import SessionModel
from game.players import answer_with, make_player
from game.rulesets import load
from game.ui.play.screen import TableScreen
from game.ui.shell.window import Window
from game.ui.widgets.tasks import frame
from tools.benches.armies import large_setup

SIZE = (1920, 1080)
LIMITS = (20.0, 50.0, 100.0, 300.0)
"""Milliseconds."""
FIRST = 10
"""Frames of a new window that do not count."""
REST = 0.25
"""Seconds for which frames follow one another at least, where something rests."""
MOST = 0.7
"""Seconds after which a decision is shown long enough, whatever is still worked out."""
POINTED = 3
"""Pieces that the mouse points at before a decision is answered."""
STEPS = 6
"""Places on the way of what is dragged."""
Columns = tuple[str, str, list[float], str, str, float, str]


class Shown(NamedTuple):
    """A frame: milliseconds of processor and wall, what was done in it, and the decision on screen."""

    used: float
    wall: float
    doing: str
    decision: str
    number: int


class Watched:
    """A game in a window, with a stopwatch at every frame; frames that take over `profiled` milliseconds are told."""

    def __init__(self, session: Session, *, threats: bool, profiled: float = 0.0) -> None:
        self._profiled = profiled
        pygame.display.init()
        pygame.font.init()
        self.screen, self.window = pygame.display.set_mode(SIZE), Window(SIZE)
        model = SessionModel(session, lambda _: None, Path(tempfile.gettempdir()))
        self.screen_shown = TableScreen(self.window, model)
        self.scene = self.screen_shown.scene
        self.window.go(self.screen_shown)
        self.scene.threats.on = threats
        self.shown: list[Shown] = []
        gc.freeze()  # as the window does with every screen

    def timed(self, doing: str, work: Callable[[], object]) -> None:
        """Do something that the window does at once, and note how long it took."""
        decision = self.scene.model.decision
        told = _told(decision) if decision is not None else "-"
        profile = cProfile.Profile(time.thread_time) if self._profiled else None
        started, used = time.perf_counter(), time.thread_time()
        with frame():
            work() if profile is None else profile.runcall(work)
        taken, wall = time.thread_time() - used, time.perf_counter() - started
        if profile is not None and taken * 1000 > self._profiled:
            print(f"{taken * 1000:.0f} ms, {doing}, {told}")
            pstats.Stats(profile).sort_stats("cumulative").print_stats("game/|shapely|pygame", 45)
        self.shown.append(Shown(taken * 1000, wall * 1000, doing, told, len(self.scene.model.session.journal)))

    def frame(self, doing: str, *events: pygame.event.Event) -> bool:
        """Show one frame; return whether more are needed."""
        lively = [False]

        def work() -> None:
            for event in events:
                self.window.handle(event)
            lively[0] = self.window.tick()
            self.window.paint(self.screen)
            pygame.display.flip()

        self.timed(doing, work)
        time.sleep(0.004)
        return lively[0]

    def rest(self, doing: str) -> None:
        """Show frames until nothing is worked out any more."""
        begun = time.monotonic()
        while (now := time.monotonic()) < begun + MOST:
            lively = self.frame(doing)
            if self.scene.focus.animation.playing and now > begun + REST / 2:
                self.scene.hurry()
            if not lively and now > begun + REST:
                tidy_up()  # as the window does whenever it rests
                return

    def point(self, doing: str, spot: tuple[float, float], *, held: bool = False) -> None:
        """Move the mouse to a spot of the table."""
        x, y = self.scene.focus.camera.to_screen(*spot)
        buttons = (1, 0, 0) if held else (0, 0, 0)
        self.frame(doing, pygame.event.Event(pygame.MOUSEMOTION, pos=(round(x), round(y)), rel=(1, 1), buttons=buttons))

    def press(self, kind: int) -> None:
        """Press or let go of the left button where the mouse is."""
        self.frame("button", pygame.event.Event(kind, pos=self.scene.focus.mouse, button=1))

    def look(self, answer: Answer) -> None:
        """Look at the pending decision as somebody does who will give that answer."""
        scene, decision = self.scene, self.scene.model.decision
        assert decision is not None
        self.rest("asked")
        scene.focus.sheets.clear()
        self.rest("shown")
        rng = random.Random(len(scene.model.session.journal))
        pieces = list(scene.model.pieces.values())
        for piece in rng.sample(pieces, min(POINTED, len(pieces))):
            self.point("point", (piece.x, piece.y))
            self.rest("pointed")
        self._drag(decision, answer)

    def _drag(self, decision: Decision, answer: Answer) -> None:
        """Drag what is placed to where the answer puts it."""
        if isinstance(decision, Place) and isinstance(answer, list):
            piece = self.scene.model.pieces.get(decision.about)
            start = (piece.x, piece.y) if piece is not None else (0.0, 0.0)
            for spot in _between(start, (float(answer[0]), float(answer[1]))):
                self.point("place", spot)
            self.rest("placed")
        elif isinstance(decision, Arrange) and isinstance(answer, list) and answer:
            member = decision.arrangements.members[0].disc
            first = next((each for each in answer if isinstance(each, dict) and "at" in each), None)
            if first is None:
                return
            self.point("point", (member.x, member.y))
            self.press(pygame.MOUSEBUTTONDOWN)
            for spot in _between((member.x, member.y), (float(first["at"][0]), float(first["at"][1]))):
                self.point("drag", spot, held=True)
            self.press(pygame.MOUSEBUTTONUP)
            self.rest("dropped")

    def select(self) -> None:
        """Select the next unit or piece, as with the key I."""
        piece = self.scene.focus.inspection.next(1)
        self.rest(f"selected {piece.name if piece is not None else '-'}")
        self.scene.focus.inspection.selected = ""


def _between(start: tuple[float, float], end: tuple[float, float]) -> Iterator[tuple[float, float]]:
    for step in range(1, STEPS + 1):
        share = step / STEPS
        yield start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _told(decision: Decision) -> str:
    return f"{decision.kind} {decision.rule} {decision.about}: {decision.prompt}"


def watched(session: Session, level: str, most: int, *, threats: bool = False, profiled: float = 0.0) -> list[Shown]:
    """Return the frames of a game, or of its first decisions, answered by a level of machine."""
    table, player = Watched(session, threats=threats, profiled=profiled), make_player(level, 1)
    given = 0
    while session.decision is not None and given < most:
        answer = answer_with(player, session, given)
        table.look(answer)
        if given % 10 == 0:
            table.select()
        version = table.scene.model.version
        table.timed("give", lambda answer=answer: table.scene.focus.call(lambda: table.scene.model.answer(answer)))  # type: ignore[misc]
        assert table.scene.model.version != version, table.scene.model.notice
        given += 1
    return table.shown[FIRST:]


def summary(shown: list[Shown]) -> str:
    """Return how many frames took long, by processor and by wall."""
    drawn = [each for each in shown if each.doing != "give"]
    used = " ".join(f"{sum(each.used > limit for each in drawn)} > {limit:.0f} ms," for limit in LIMITS)
    wall = " ".join(f"{sum(each.wall > limit for each in drawn)} > {limit:.0f} ms," for limit in LIMITS)
    worst = max((each.used for each in drawn), default=0.0)
    slow = max((each.wall for each in drawn), default=0.0)
    return f"{len(drawn)} frames; processor: {used} worst {worst:.0f}; wall: {wall} worst {slow:.0f}"


def game_of(rulebook: str, *, large: bool, rounds: int, seed: int, scenario: str = "") -> Session:
    """Return a new game."""
    ruleset = load(rulebook)
    if large:
        setup: object = large_setup(100, 72.0, 48.0, rounds)
    else:
        plan = GamePlan(("Ann", "Bob"), scenario, rounds=rounds) if scenario else GamePlan(("Ann", "Bob"))
        setup = ruleset.new_setup(plan)
    return Session(ruleset, setup, KeyedDice(seed))


def measure_battle_frames() -> Iterator[Columns]:
    """Yield a row for a battle of the starter armies, and for the beginning of a large one."""
    for name, large, most in (("starter armies", False, 1000), ("200 models, 72 x 48", True, 120)):
        shown = watched(game_of("aos4", large=large, rounds=2, seed=1), "greedy", most, threats=True)
        used = [each.used for each in shown if each.doing != "give"]
        yield f"frames of a battle, {name}", "ms", used, "none over 20", "", 0.0, summary(shown)


def main() -> None:
    """Watch a game and print its slowest frames."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulebook", default="aos4")
    parser.add_argument("--scenario", default="")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--threats", action="store_true")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="greedy")
    parser.add_argument("--most", type=int, default=1000, help="decisions that are watched")
    parser.add_argument("--worst", type=int, default=20)
    parser.add_argument("--profile", type=float, default=0.0, help="milliseconds over which a frame is profiled")
    given = parser.parse_args()
    session = game_of(given.rulebook, large=given.large, rounds=given.rounds, seed=given.seed, scenario=given.scenario)
    begun = time.monotonic()
    shown = watched(session, given.level, given.most, threats=given.threats, profiled=given.profile)
    print(f"{time.monotonic() - begun:.0f} s, {len(session.journal)} answers; {summary(shown)}")
    for title, some in (
        ("frames by processor", sorted((each for each in shown if each.doing != "give"), key=lambda each: -each.used)),
        ("frames by wall", sorted((each for each in shown if each.doing != "give"), key=lambda each: -each.wall)),
        ("answers", sorted((each for each in shown if each.doing == "give"), key=lambda each: -each.used)),
    ):
        print(title)
        for each in some[: given.worst]:
            print(f"  {each.used:7.1f} {each.wall:7.1f}  {each.doing:<12} #{each.number} {each.decision}")


if __name__ == "__main__":
    main()
