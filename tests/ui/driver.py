"""Plays at the window as a person does: by events alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pygame
import pytest

from game.engine.session import Session
from game.play.session_model import Bot, SessionModel
from game.ui.board.camera import Box, Camera
from game.ui.board.overlays import awaited
from game.ui.play.part import Part
from game.ui.play.scene import TableScene
from game.ui.play.screen import TableScreen
from game.ui.shell.window import Window
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.dialogs import TextSheet
from game.ui.widgets.sheet import Sheet

Kind = TypeVar("Kind", bound=Part)
MODIFIERS = {"ctrl": pygame.KMOD_CTRL, "shift": pygame.KMOD_SHIFT, "alt": pygame.KMOD_ALT}

PATIENCE = 60.0
"""Seconds to wait for what other threads and processes do, however busy this machine is."""


def part(scene: TableScene, kind: type[Kind]) -> Kind:
    """Return the part of a kind of a table."""
    return next(each for each in scene.parts if isinstance(each, kind))


class Hands:
    """A dummy window with hands; show a place in it with `window.go`."""

    def __init__(self, size: tuple[int, int] = (1280, 720)) -> None:
        self.screen = pygame.display.set_mode(size)
        self.window = Window(size)
        self.window.options.look = "club"  # what a map's own colours are, whether or not it is painted
        self.window.options.ask_forced = True  # each answer is the test's own
        self.window.options.pace = 0.0  # what happens is shown at once, where a test does not ask for the show

    @property
    def top(self) -> Any:
        """The place that is shown, whatever it is."""
        return self.window.top

    def frame(self) -> None:
        """Let the window live for one frame, and until all that it works out is shown and nothing is searched for."""
        self.tick()
        end = time.monotonic() + PATIENCE
        while works := self._works_out():
            while works:  # a frame is painted once there is something new to see: it would only hold up the work
                assert time.monotonic() < end, f"what is shown takes more than {PATIENCE:.0f} s"
                time.sleep(0.002)
                self.live()
                works = self._works_out()
            self.tick()
        self.wait_for_searches()

    def _works_out(self) -> bool:
        """Return whether odds, a reach or what clicks lead to are still worked out, overlays painted, or a job done."""
        scene = getattr(self.top, "scene", None)
        painted = awaited() or getattr(self.top, "busy", False)
        return painted or (scene is not None and (scene.focus.inspection.waiting or scene.focus.hands.waiting))

    def tick(self) -> None:
        """Let the window live for one frame, with the events that the program itself has posted."""
        self.live()
        self.window.paint(self.screen)

    def live(self) -> None:
        """Let the window live for one frame that nobody sees."""
        self.window.tick()
        self.handle(*(event for event in pygame.event.get() if event.type >= pygame.USEREVENT))

    def wait_for_searches(self) -> None:
        """Wait until nothing is searched for any more at the table on top, if there is one."""
        end = time.monotonic() + PATIENCE
        while self._searches():
            assert time.monotonic() < end, f"a search takes more than {PATIENCE:.0f} s"
            time.sleep(0.002)
            self.window.tick()

    def _searches(self) -> bool:
        scene = getattr(self.top, "scene", None)
        tool = scene.focus.input_target if scene is not None else None
        return tool is not None and bool(tool.searching)

    def frames_until(self, what: str, ready: Callable[[], bool]) -> None:
        """Let frames go by until something that another thread works at is there."""
        end = time.monotonic() + PATIENCE
        self.frame()
        while not ready():
            if time.monotonic() > end:
                pytest.fail(f"waited {PATIENCE:.0f} s in vain for {what}")
            time.sleep(0.01)  # seldom enough that the frames do not hold up the work
            self.frame()

    def handle(self, *events: pygame.event.Event) -> None:
        """Let events happen, with no frame between them."""
        for event in events:
            self.window.handle(event)

    def key(self, name: str) -> None:
        """Press a key such as "return", "a" or "ctrl+z", and see what comes of it."""
        self.press(name)
        self.frame()

    def press(self, name: str) -> None:
        """Press a key, with no frame after it."""
        *held, plain = name.split("+") if len(name) > 1 else [name]
        mod = 0
        for modifier in held:
            mod |= MODIFIERS[modifier]
        code = pygame.key.key_code(plain)
        text = plain if len(plain) == 1 and not mod else ""
        self.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=text))
        if text:  # as a real keyboard does
            self.handle(pygame.event.Event(pygame.TEXTINPUT, text=text))
        self.handle(pygame.event.Event(pygame.KEYUP, key=code, mod=mod, unicode=text))

    def keys(self, *names: str) -> None:
        """Press several keys, one after another."""
        for name in names:
            self.key(name)

    def write(self, text: str) -> None:
        """Type a line where one is asked for, in place of what is suggested, and press Enter."""
        self.key("ctrl+a")
        self.handle(pygame.event.Event(pygame.TEXTINPUT, text=text))
        self.key("return")

    def move(self, spot: tuple[float, float]) -> None:
        """Move the mouse to a pixel."""
        place = (round(spot[0]), round(spot[1]))
        self.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(1, 1), buttons=(0, 0, 0)))
        self.frame()

    def click(self, spot: tuple[float, float], button: int = 1) -> None:
        """Click at a pixel."""
        self.move(spot)
        place = (round(spot[0]), round(spot[1]))
        self.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=button))
        self.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=place, button=button))
        self.frame()

    def row(self, start: str) -> tuple[MenuItem, pygame.Rect]:
        """Return the action whose label starts like that, no heading if it can be: on the sheet on top, else below."""
        shown = self.top.sheets[-1].list if self.top.sheets else self.top.scene.focus.actions
        rows: list[tuple[MenuItem, pygame.Rect]] = shown.rows()
        found = [row for row in rows if row[0].label.startswith(start)]
        return next((row for row in found if not row[0].heading), None) or next(iter(found))

    def told(self) -> str:
        """Return the lines of the sheet on top as one text."""
        return " ".join(line.text for line in self.top.sheets[-1].lines) if self.top.sheets else ""

    def press_row(self, start: str) -> None:
        """Click the action whose label starts like that, scrolled into view by the wheel."""
        while self.top.sheets and not self._shows(self.row(start)[1]):
            before = self.row(start)[1].top
            self.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False))
            if self.row(start)[1].top == before:
                break
        self.click(self.row(start)[1].center)

    def _shows(self, rect: pygame.Rect) -> bool:
        shown: pygame.Rect = self.top.sheets[-1].list.rect
        return shown.contains(rect)


def on_table(box: Box, camera: Camera) -> Box:
    """Return the part of a box that is on the table."""
    west, south = max(0.0, box.west), max(0.0, box.south)
    return Box(west, south, min(camera.width, box.east), min(camera.height, box.north))


def press(hands: Hands, start: str, part: str = "") -> None:
    """Click the row of a page of steps whose label starts like that, below a heading, scrolled into view."""
    page = hands.top.page
    for pane in (page.choices, page.rows, page.buttons):
        seen = not part
        for place, (row, _rect) in enumerate(pane.rows()):
            seen = seen or (row.heading and row.label.startswith(part))
            if seen and not row.heading and row.label.startswith(start):
                hands.move(pane.rect.center)
                for _turn in range(80):
                    if pane.rect.contains(pane.rows()[place][1]):
                        break
                    up = pane.rows()[place][1].top < pane.rect.top
                    hands.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1 if up else -1, flipped=False))
                hands.click(pane.rows()[place][1].center)
                return
    raise AssertionError(start)


def asks(sheets: Sequence[Sheet]) -> bool:
    """Say whether any of some sheets asks for a line of text or a file."""
    return any(isinstance(sheet, TextSheet) for sheet in sheets)


class Driver(Hands):
    """Hands at a table."""

    def __init__(
        self, folder: Path, session: Session, size: tuple[int, int] = (1280, 720), bots: dict[str, Bot] | None = None
    ) -> None:
        super().__init__(size)
        self.saved: list[int] = []
        model = SessionModel(session, lambda played: self.saved.append(len(played.journal)), folder, bots or {})
        self.table = TableScreen(self.window, model)
        self.window.go(self.table)
        self.frame()

    @property
    def scene(self) -> TableScene:
        """The scene on the table."""
        return self.table.scene

    @property
    def session(self) -> Session:
        """The session on the table."""
        return self.scene.model.session

    def dialog_open(self) -> bool:
        """Say whether a sheet asks for a line of text or a file."""
        return any(isinstance(sheet, TextSheet) for sheet in self.scene.focus.sheets)

    def open(self, tab: str) -> None:
        """Open the drawer at a tab, whatever is shown there now; "" closes it."""
        if self.scene.focus.drawer != tab:
            self.scene.focus.open(tab)
        self.frame()

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the pixel of a spot on the table."""
        return self.scene.focus.camera.to_screen(x, y)


class Hurried(Driver):
    """Hands at a table that is painted only now and then."""

    EACH = 50
    """Frames of which one is painted."""
    frames = 0

    def frame(self) -> None:
        """Let the window live for one frame, seldom a painted one."""
        self.frames += 1
        if self.frames % self.EACH == 0:
            super().frame()
        else:
            self.live()
            self.wait_for_searches()

    def look(self) -> None:
        """Bring view, rows and dice up to date, as frames do that are painted: people wait until the camera rests."""
        self.scene.sync()  # a search may have answered since
        end = time.monotonic() + PATIENCE
        while self.scene.framing.tick(time.monotonic()):
            assert time.monotonic() < end, f"the camera takes more than {PATIENCE:.0f} s"
            time.sleep(0.002)
            self.live()
        self.scene.refresh_panel()
        banner = self.scene.hand_over.banner
        if banner is not None and not banner.place.width:  # it gets its place as it is painted
            super().frame()
        self.scene.focus.animation.tray.place(self.scene.focus.camera.viewport)
