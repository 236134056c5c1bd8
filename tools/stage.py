"""Plays random games in the window and reports what covers the table: `python -m tools.stage --ruleset godbreakers`.

The mouse wanders over pieces, answers and buttons, pieces are dragged, aids and the drawer are opened. For each frame
in which something is asked or shown, the table's share of the window is measured, and everything that lies over a piece
concerned is reported: over the active piece, its targets, the pieces that can be chosen, and those of the last answer.
The exit code is 1 if anything is found, if the table has too little of the window, or if too little was shown to judge.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from unittest import mock

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import click
import numpy as np
import pygame

from game import rulesets
from game.documents.files import HOME_VARIABLE
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import PieceView
from game.engine.session import Session
from game.players.random_player import random_answer
from game.ui.board.pieces import drawn_radius
from game.ui.play.part import Plate
from game.ui.play.parts.bar import TOOLS
from game.ui.play.scene import TableScene
from tests.ui.driver import Driver

KINDS: Final = ("chip", "banner", "dice", "tooltip", "drawer")
"""What must be shown often enough for a judgement."""
FEWEST: Final = 100
USUAL: Final = 2000
"""The fewest frames with each of them among that many frames; among fewer frames in proportion."""
ONE_AT_A_TIME: Final = ("chip", "banner")
LEAST: Final = ((100, 0.75), (130, 0.74), (200, 0.70))
"""The least share of the table up to a size of type in percent."""
FRAME: Final = 0.1
"""Seconds from one frame to the next; the clock of the window stands still otherwise."""
SEES: Final = 1.0
"""Pixels by which a round base may be covered: edges are rounded to pixels."""
AIDS: Final = tuple(tool.command for tool in TOOLS if tool.aid)
"""The commands of the aids: Measure, Threat, Coach, and Where?"""
TABS: Final = ("log", "odds", "strip", "why")
"""The commands that open the drawer, if the window has one."""
SHOWN: Final = 8
"""The number of actions that must be visible at once; more may be below or behind a button."""


@dataclass(frozen=True)
class Overlap:
    """What covers a piece in a frame, or another fault; `number` is that of the frame."""

    number: int
    kind: str
    what: str
    place: tuple[int, ...]


@dataclass
class Report:
    """The findings of the frames of some games."""

    frames: int = 0
    least_share: float = 1.0
    overlaps: list[Overlap] = field(default_factory=list)
    hidden: list[Overlap] = field(default_factory=list)
    shown: Counter[str] = field(default_factory=Counter)

    def add(self, other: Report) -> None:
        """Add the findings of other games."""
        self.frames += other.frames
        self.least_share = min(self.least_share, other.least_share)
        self.overlaps += other.overlaps
        self.hidden += other.hidden
        self.shown += other.shown

    def plain(self) -> dict[str, Any]:
        """Return the report as it is printed."""
        return {
            "frames": self.frames,
            "least_share": round(self.least_share, 3),
            "overlaps": [vars(each) for each in self.overlaps],
            "hidden": [vars(each) for each in self.hidden],
            "shown": {kind: self.shown[kind] for kind in (*KINDS, *sorted({*self.shown} - {*KINDS}))},
        }

    def faults(self, percent: int, frames: int) -> list[str]:
        """Return what is wrong, for type of some size; `frames` is the number of frames of each rulebook."""
        found = [f"{len(self.overlaps)} overlaps"] if self.overlaps else []
        found += [f"{len(self.hidden)} frames in which a prompt or an action is invisible"] if self.hidden else []
        least = next((share for upto, share in LEAST if percent <= upto), LEAST[-1][1])
        if self.least_share < least:
            found.append(f"the table has {self.least_share:.1%} of the window, {least:.0%} are wanted")
        fewest = FEWEST * frames // USUAL
        seldom = [f"{kind} {self.shown[kind]}" for kind in KINDS if self.shown[kind] < fewest]
        return [*found, *([f"shown in fewer than {fewest} frames: {', '.join(seldom)}"] if seldom else [])]


# -- a frame -----------------------------------------------------------------------------------


def share_of(scene: TableScene) -> float:
    """Return the share of the window's pixels that show the table, covered by no panel."""
    layout = scene.focus.layout
    seen = np.zeros(layout.window.size, dtype=bool)
    seen[_slices(layout.table.clip(layout.window))] = True
    for pane in scene.panes:
        seen[_slices(pane.rect.clip(layout.window))] = False
    return float(seen.mean())


def _slices(rect: pygame.Rect) -> tuple[slice, slice]:
    return slice(rect.left, rect.right), slice(rect.top, rect.bottom)


def concerned_pieces(scene: TableScene, decided: Sequence[str]) -> dict[str, PieceView]:
    """Return the pieces that nothing may cover.

    While events play these are the pieces they are about; else the active piece, its targets, those that can be chosen,
    and those that were just `decided` about.
    """
    focus, beat = scene.focus, scene.focus.animation.stage.beat
    units, standing = focus.animation.units, {piece.id: piece for piece in focus.animation.view.pieces}
    named = [piece.id for piece in standing.values() if piece.active]
    if beat is not None:
        named += [effect.piece.id for effect in beat.effects] + [throw.subject for throw in beat.throws]
    else:
        tool = focus.input_target
        named += [focus.about, focus.aimed, *(tool.marks() if tool is not None else ()), *decided]
    pieces = {piece.id: piece for name in named for piece in units.parts(name) if piece.id in standing}
    proposed = focus.ghost.pieces if focus.ghost.shown else ()
    ghosts = {f"{piece.id} in hand": piece for piece in (*proposed, *_held(scene))} if beat is None else {}
    return pieces | ghosts


def _held(scene: TableScene) -> Iterator[PieceView]:
    hand = scene.focus.hands.held
    if hand is not None and hand.placing.ghost.placed is not None:
        yield hand.placing.ghost.placed


def plates_of(scene: TableScene) -> list[Plate]:
    """Return all that lies over the table in the frame drawn last."""
    plates = [plate for part in scene.parts for plate in part.covering()]
    return [(kind, rect) for kind, rect in plates if rect.width and rect.height]


def overlaps_of(scene: TableScene, plates: Sequence[Plate], decided: Sequence[str], number: int) -> Iterator[Overlap]:
    """Yield the pieces concerned that a plate covers, and plates of a kind of which there is one too many."""
    camera, table = scene.focus.camera, scene.focus.layout.table
    pieces = concerned_pieces(scene, decided)
    for kind, rect in plates:
        for name, piece in pieces.items():
            (x, y), radius = camera.to_screen(piece.x, piece.y), drawn_radius(piece) * camera.scale
            near = min(max(x, rect.left), rect.right), min(max(y, rect.top), rect.bottom)
            inside = table.collidepoint(x, y)
            if inside and (near[0] - x) ** 2 + (near[1] - y) ** 2 < max(0.0, radius - SEES) ** 2:
                yield Overlap(number, kind, name, (rect.left, rect.top, rect.width, rect.height))
    for kind in ONE_AT_A_TIME:
        if len(several := [rect for each, rect in plates if each == kind]) > 1:
            yield Overlap(number, kind, "one too many", tuple(several[1]))


def hidden_in(scene: TableScene, number: int) -> Iterator[Overlap]:
    """Yield a prompt that is not written, and the first actions that can be used but not seen."""
    focus = scene.focus
    if focus.controller is None or focus.animation.playing or focus.sheets:
        return
    if not scene.heading().prompt:
        yield Overlap(number, "prompt", "there is none", (0, 0, 0, 0))
    window, room = focus.layout.window, focus.actions.rect
    rows = [(row, rect) for row, rect in focus.actions.rows() if row.enabled][:SHOWN]
    usable = [row for row in focus.actions.actions if row.enabled]
    if usable and not rows:
        yield Overlap(number, "action", "no row is shown", tuple(room))
    for row, rect in rows[:1]:
        if not window.contains(rect) or not rect.colliderect(room):
            yield Overlap(number, "action", row.label, tuple(rect))


# -- a game ------------------------------------------------------------------------------------


class Clock:
    """The clock of the window: it stands still within a frame, so that a busy machine shows the same frames."""

    def __init__(self) -> None:
        self.now = time.monotonic()

    def __call__(self) -> float:
        return self.now


class Player:
    """Somebody who plays at random, looks around with the mouse and tries the aids."""

    def __init__(self, driver: Driver, clock: Clock, rng: random.Random, report: Report, most: int) -> None:
        self.driver, self.clock, self.rng, self.report, self.most = driver, clock, rng, report, most
        self._decided: tuple[str, ...] = ()
        self._shares: dict[object, float] = {}
        self._aids, self._tabs = 0, 0

    @property
    def scene(self) -> TableScene:
        return self.driver.scene

    @property
    def enough(self) -> bool:
        """Whether enough frames were seen."""
        return self.report.frames >= self.most

    def play(self, answers: int) -> None:
        """Play until the game is over, or until that many answers were given, or enough frames were seen."""
        for number in range(answers):
            if self.enough or self.driver.session.finished:
                return
            self.look_around(number)
            self.answer()

    def frames(self, count: int, *, works: bool = False) -> None:
        """Let frames go by and judge each; with `works`, what threads work out is waited for."""
        for frame in range(count):
            if self.enough:
                return
            self.clock.now += FRAME
            if works and not frame:
                self.driver.frame()
            else:
                self.driver.tick()
            self.judge()

    def judge(self) -> None:
        """Judge the frame that was drawn last."""
        scene, report = self.scene, self.report
        if scene.focus.sheets or self.driver.top is not self.driver.table:
            return
        report.frames += 1
        plates = plates_of(scene)
        kinds = {kind for kind, _rect in plates}
        report.shown.update(kinds)
        if "drawer" not in kinds:
            key = tuple(map(tuple, (scene.focus.layout.table, *(pane.rect for pane in scene.panes))))
            if key not in self._shares:
                self._shares[key] = share_of(scene)
            report.least_share = min(report.least_share, self._shares[key])
        report.overlaps += overlaps_of(scene, plates, self._decided, report.frames)
        report.hidden += hidden_in(scene, report.frames)

    # -- what is done ---------------------------------------------------------------------------

    def answer(self) -> None:
        """Answer what is asked at random, and see what comes of it."""
        self._close_sheets()
        scene, decision = self.scene, self.driver.session.decision
        if decision is None:
            return
        before = scene.model.pieces
        scene.focus.call(lambda: scene.model.answer(random_answer(decision, self.rng)))
        after = scene.model.pieces
        changed = (name for name, piece in after.items() if _state(piece) != _state(before.get(name)))
        self._decided = tuple({decision.about, *changed} - {""})
        for _frame in range(60):
            self.frames(1)
            if not scene.focus.animation.playing:
                break
        self.frames(2)
        self._close_sheets()

    def _close_sheets(self) -> None:
        for key in ("return", "escape", "return", "escape", "escape"):
            if self.scene.focus.sheets and not self.driver.session.finished:
                self.driver.press(key)
                self.driver.tick()

    def look_around(self, number: int) -> None:
        """Do one of the things that people do before they answer."""
        point = self.point_at_pane
        acts = (self.hover, point, self.drag, self.hover, point, self.open_drawer, self.try_aid)
        acts[number % len(acts)]()

    def hover(self) -> None:
        """Rest the mouse on a piece that matters, or on the ground beside one."""
        scene = self.scene
        pieces = [*concerned_pieces(scene, self._decided).values()] or [*scene.model.view.pieces]
        others = [*scene.model.view.pieces]
        piece = self.rng.choice(pieces if self.rng.random() < 0.7 or not others else others) if pieces else None
        if piece is None:
            return
        away = self.rng.choice((0.0, 0.0, 2.0, 4.0))
        self._move(self.driver.at(piece.x + self.rng.uniform(-away, away), piece.y + self.rng.uniform(-away, away)))
        self.frames(1, works=True)
        self.frames(5)

    def point_at_pane(self) -> None:
        """Rest the mouse on an action, or on anything beside the table."""
        rects = [rect for _row, rect in self.scene.focus.actions.rows()]
        rects += [pane.rect for pane in self.scene.panes if pane.rect.width and pane.rect.height]
        rect = self.rng.choice(rects)
        self._move((self.rng.uniform(rect.left, rect.right - 1), self.rng.uniform(rect.top, rect.bottom - 1)))
        self.frames(1, works=True)
        self.frames(5)

    def drag(self) -> None:
        """Drag the piece that is asked about over the table, and let it go where nothing happens."""
        scene = self.scene
        own = [
            piece for piece in scene.model.view.pieces if piece.kind == "base" and piece.owner == scene.model.decider
        ]
        asked = [*scene.model.units.parts(scene.focus.about)] or own
        if not asked:
            return
        piece = self.rng.choice(asked)
        spot = self.driver.at(piece.x, piece.y)
        self._move(spot)
        self._button(pygame.MOUSEBUTTONDOWN, spot)
        for _step in range(3):
            away = self.rng.uniform(-6.0, 6.0), self.rng.uniform(-6.0, 6.0)
            self._move(self.driver.at(piece.x + away[0], piece.y + away[1]))
            self.frames(1, works=True)
            self.frames(1)
        self.driver.press("escape")
        self._button(pygame.MOUSEBUTTONUP, self.scene.focus.layout.bar.midleft)
        self._close_sheets()

    def open_drawer(self) -> None:
        """Open the next tab of the drawer, look at it, and close it."""
        command = TABS[self._tabs % len(TABS)]
        self._tabs += 1
        self._perform(command)
        self.frames(8)
        if getattr(self.scene.focus, "drawer", ""):
            self.driver.press("escape")
        self.frames(1)
        self._close_sheets()

    def try_aid(self) -> None:
        """Take the next aid, move the mouse with it, and put it away."""
        command = AIDS[self._aids % len(AIDS)]
        self._aids += 1
        self._perform(command)
        self.hover()
        if not self.scene.focus.sheets:
            self._perform(command)
        self._close_sheets()
        for _time in range(2):
            if self.scene.focus.tool is not None:
                self.driver.press("escape")

    def _perform(self, command: str) -> None:
        if command in self.driver.table.input.commands.table():
            self.scene.focus.perform(command)

    def _move(self, spot: tuple[float, float]) -> None:
        table = self.scene.focus.layout.window
        place = min(max(round(spot[0]), 0), table.right - 1), min(max(round(spot[1]), 0), table.bottom - 1)
        self.driver.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(1, 1), buttons=(0, 0, 0)))

    def _button(self, kind: int, spot: tuple[float, float]) -> None:
        self.driver.handle(pygame.event.Event(kind, pos=(round(spot[0]), round(spot[1])), button=1))


def _state(piece: PieceView | None) -> object:
    """Return what an answer decides about a piece: where it is, its damage and whose it is."""
    return piece and (piece.x, piece.y, piece.facing, piece.damage, piece.owner, piece.controller)


def began(name: str, seed: int) -> Session:
    """Return a game of a rulebook that begins; scenario and map come with the seed."""
    ruleset = rulesets.load(name)
    offers = ruleset.offers()
    scenarios = [offer.name for offer in offers.scenarios]
    maps = [offer.name for offer in offers.maps]
    plan = GamePlan(("Ann", "Bob"), scenarios[seed % len(scenarios)], maps[seed % len(maps)])
    return Session(ruleset, ruleset.new_setup(plan), KeyedDice(seed))


def stage(name: str, frames: int, size: tuple[int, int], percent: int, seed: int = 1) -> Report:
    """Play games of a rulebook until enough frames were judged; return what was found."""
    report, clock, rng = Report(), Clock(), random.Random(seed)
    pygame.display.init()
    pygame.font.init()
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.dict(os.environ, {HOME_VARIABLE: folder}),
        mock.patch("time.monotonic", clock),
    ):
        while report.frames < frames:
            driver = Driver(Path(folder), began(name, seed), size)
            driver.window.options.pace = 1.0
            driver.window.rescale(percent / 100)
            Player(driver, clock, rng, report, frames).play(answers=max(200, frames))
            driver.window.close()
            seed += 1
    return report


def sized(_context: click.Context, _parameter: click.Parameter, text: str) -> tuple[int, int]:
    """Return the width and height in a text such as "1280x720"."""
    wide, _by, high = text.partition("x")
    if not (wide.isdigit() and high.isdigit()):
        raise click.BadParameter("must be like 1280x720")
    return int(wide), int(high)


@click.command()
@click.option("--ruleset", "names", multiple=True, help="Only this rulebook; once for each.")
@click.option("--frames", default=USUAL, show_default=True, help="Frames for each rulebook.")
@click.option("--size", default="1280x720", show_default=True, callback=sized, help="Width and height of the window.")
@click.option("--type", "percent", default=100, show_default=True, help="Size of the type in percent.")
@click.option("--seed", default=1, show_default=True, help="The first game.")
@click.option("--json", "plain", is_flag=True, help="Print a line of JSON for each rulebook, and one for all of them.")
def main(names: tuple[str, ...], frames: int, size: tuple[int, int], percent: int, seed: int, plain: bool) -> None:
    """Play random games in the window, and report what covers the table and what cannot be seen."""
    whole, faults = Report(), list[str]()
    for name in names or rulesets.names():
        report = stage(name, frames, size, percent, seed)
        whole.add(report)
        faults += [f"{name}: {fault}" for fault in report.faults(percent, frames)]
        if plain:
            click.echo(json.dumps({"ruleset": name, **report.plain()}))
            continue
        for each in (*report.overlaps, *report.hidden):
            click.echo(f"{name}, frame {each.number}: {each.kind} {each.what} at {each.place}")
        shown = ", ".join(f"{kind} {count}" for kind, count in report.plain()["shown"].items())
        click.echo(f"{name}: {report.frames} frames, table {report.least_share:.1%}; {shown}")
    for fault in faults:
        click.echo(fault, err=True)
    if plain:
        click.echo(json.dumps(whole.plain()))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
