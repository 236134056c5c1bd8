"""The window: its display, its size, its options and theme, and the stack of screens with the topmost shown."""

from __future__ import annotations

import gc
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Final, TypeVar

import pygame

from game.garbage import collect_seldom
from game.lengths import show_in
from game.ui.prefs.settings import Options, turned
from game.ui.shell.gamepad import KINDS, Gamepad
from game.ui.shell.router import Screen, factory
from game.ui.shell.sounds import Sounds
from game.ui.widgets.tasks import frame
from game.ui.widgets.theme import LOOKS, Look, Theme
from game.wording import _, use

REACHABLE: Final = 100
"""The fewest pixels of a window's upper edge, and below it, that must be on a display."""
_MIDDLE_OF: Final = 0x2FFF0000
"""The position that SDL takes for the middle of the first display; the other displays' positions follow."""
_PROBE: Final = 64


def displays() -> list[pygame.Rect]:
    """Return where the displays lie on the desktop, in pixels."""
    found = []
    for number, size in enumerate(pygame.display.get_desktop_sizes()):
        middle = _MIDDLE_OF + number
        with warnings.catch_warnings():  # its successor needs another way of drawing
            warnings.simplefilter("ignore", DeprecationWarning)
            hidden = pygame.Window("", (_PROBE, _PROBE), position=(middle, middle), hidden=True)
        left, top = hidden.position
        hidden.destroy()
        found.append(pygame.Rect((left - (size[0] - _PROBE) // 2, top - (size[1] - _PROBE) // 2), size))
    return found


def display_of(place: tuple[int, int], size: tuple[int, int], among: Sequence[pygame.Rect]) -> pygame.Rect | None:
    """Return the display on which a window with a size and place (pixels) can be reached, or None if there is none."""
    upper = pygame.Rect(place, (size[0], 1))
    shares = [(display.clip(upper).width, display) for display in among if display.bottom - place[1] >= REACHABLE]
    wide, display = max(shares, key=lambda share: share[0], default=(0, None))
    return display if wide >= min(REACHABLE, size[0]) else None


if TYPE_CHECKING:  # the main menu works without a game
    from game.engine.core.events import Cue

SMALLEST: Final = (960, 600)
"""The smallest window in pixels; if a window system makes it smaller, its whole content is scaled down."""
ROOM: Final = (600, 360)
"""The pixels that a window must have room for at a scale of 100%, however large the letters should be."""
Result = TypeVar("Result")

FRAMES: Final = 60
IDLE: Final = 200
"""Milliseconds between two frames while nothing happens."""
CALM: Final = 60
"""Milliseconds without an event after which a piece of spare work is done."""
YIELD: Final = 0.0005
"""Seconds after which a background thread must give way to the window."""
SETTLES: Final = 2.0
"""Seconds for which a window may still move after switching between full screen and a window."""
SCALES: Final = (0.8, 2.0)
"""The smallest and the largest interface scale."""


class Window:
    """The stack of screens, and what they share: `options`, one `theme`, and `trouble` to be reported.

    `windowed` and `place` are size and position when not full screen. `repeated`: the latest key press only repeats a
    held key. `keep_options` saves changed options. `spare` is work for idle moments, done piece by piece. `game.ui.app`
    opens and closes the display itself.
    """

    def __init__(
        self,
        size: tuple[int, int],
        theme: Theme | None = None,
        options: Options | None = None,
        keep_options: Callable[[Options], None] = lambda options: None,
    ) -> None:
        self.size = self.windowed = size
        self.theme = theme or Theme()
        self.place: tuple[int, int] | None = None
        self._fitting = self.theme.scale
        self.options, self.keep_options = options or Options(), keep_options
        self._rescale()
        self.screens: list[Screen] = []
        self.trouble: list[str] = []
        self.running = self.stale = True
        self.spare: Iterator[None] | None = None
        self.sounds, self.gamepad = Sounds(), Gamepad()
        sys.setswitchinterval(YIELD)
        collect_seldom()  # and tidy up at rest
        self.repeated = False
        self._changed = -SETTLES
        self._down: set[int] = set()
        self._spent: set[int] = set()

    @property
    def top(self) -> Screen | None:
        return self.screens[-1] if self.screens else None

    def go(self, screen: Screen) -> None:
        """Show another screen on top."""
        self.screens.append(screen)
        self._spend_keys()
        screen.enter()
        self.stale = True

    def open(self, name: str, *, instead: bool = False, **arguments: object) -> None:
        """Show the screen with a name on top, or `instead` of the top one; `arguments` go to its factory."""
        screen = factory(name)(self, **arguments)
        if screen is not None:
            (self.swap if instead else self.go)(screen)

    def back(self) -> None:
        """Drop the top screen and return to the one below; if there is none, close the window."""
        self._leave(len(self.screens) - 1)
        if self.top is None:
            self.running = False
        else:
            self._return()

    def drop(self, screen: Screen) -> None:
        """Drop a screen below the top one, if it is still there."""
        if screen in self.screens[:-1]:
            self.screens.remove(screen)
            screen.leave()

    def swap(self, screen: Screen) -> None:
        """Replace the top screen."""
        self._leave(len(self.screens) - 1)
        self.go(screen)

    def _leave(self, rest: int) -> None:
        while len(self.screens) > max(0, rest):
            self.screens.pop().leave()

    def home(self) -> None:
        """Drop every screen and show the main menu."""
        self._leave(1)
        if type(self.top) is factory("menu"):
            self._return()
        else:
            self.open("menu", instead=True)

    def _return(self) -> None:
        screen = self.screens[-1]
        screen.resize(self.size)
        screen.apply_options()
        self._spend_keys()
        screen.enter()
        self.stale = True

    def _spend_keys(self) -> None:
        """Ignore held keys until they are pressed again; their repetitions may already be queued."""
        self._spent |= self._down

    def quit(self) -> None:
        """Close the window after this frame; every screen leaves."""
        self.running = False

    def close(self) -> None:
        """Let every screen leave, the topmost first."""
        self._leave(0)

    def handle(self, event: pygame.event.Event) -> None:
        """Handle one event in the window itself, or in the top screen."""
        if event.type in KINDS:
            for made in self.gamepad.events(event, time.monotonic()):
                self.handle(made)
            return
        if event.type == pygame.MOUSEMOTION:
            self.gamepad.cursor = event.pos
        if self._repeats(event):
            return
        if event.type == pygame.VIDEORESIZE:
            self.resize((event.w, event.h))
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
            self.toggle_fullscreen()
        elif (top := self.top) is not None:
            self._spared(top, lambda: top.handle(event))

    def _repeats(self, event: pygame.event.Event) -> bool:
        """Record held keys; return whether an event repeats a key that led to another screen."""
        if event.type == pygame.WINDOWFOCUSLOST:
            self._down.clear()
            self._spent.clear()
        elif event.type == pygame.KEYUP:
            self._down.discard(event.key)
            self._spent.discard(event.key)
        elif event.type == pygame.KEYDOWN:
            if event.key in self._spent:
                return True
            self.repeated = event.key in self._down
            self._down.add(event.key)
        return False

    def tick(self) -> bool:
        """Let time pass; return whether another frame is needed."""
        if time.monotonic() - self._changed < SETTLES:
            self._stay_in_place()
            self._point_anew()
        self.gamepad.want(self.options.gamepad)
        for made in self.gamepad.tick(time.monotonic(), self.size):
            if made.type == pygame.MOUSEMOTION:
                pygame.mouse.set_pos(made.pos)  # so that the cursor is visible
            self.handle(made)
        top = self.top
        lively = top is not None and self._spared(top, top.tick) is not False  # after an error something has changed
        return lively or self.gamepad.lively

    def paint(self, target: pygame.Surface) -> None:
        if target.get_size() != self.size:  # not every change of size sends an event
            self.resize(target.get_size())
        if (top := self.top) is not None:
            self._spared(top, lambda: top.paint(target))

    def _spared(self, screen: Screen, work: Callable[[], Result]) -> Result | None:
        """Let a screen work; return None if an error arose that it survives."""
        try:
            return work()
        except Exception as error:
            if not screen.survives(error):
                raise
            self.stale = True
            return None

    def resize(self, size: tuple[int, int]) -> None:
        """Adopt another size."""
        self.size = size
        if not pygame.display.is_fullscreen():
            self.windowed = size
        before = self.theme.scale
        self._rescale()
        if self.top is not None:
            self.top.resize(size)
        if self.theme.scale != before:
            self._dress()

    def toggle_fullscreen(self) -> None:
        """Switch between full screen and a window."""
        fill = not pygame.display.is_fullscreen()
        if fill:
            self.place = pygame.display.get_window_position()
            on = display_of(self.place, self.size, displays())
            if on is not None:  # without a window manager it would stay where it is
                pygame.display.set_window_position(on.topleft)
        size, flags = ((0, 0), pygame.FULLSCREEN) if fill else (self.windowed, pygame.RESIZABLE)
        self.resize(pygame.display.set_mode(size, flags).get_size())
        self._changed, self.stale = time.monotonic(), True
        self._stay_in_place()

    def _stay_in_place(self) -> None:
        """Put a window that was full screen back where it was.

        Window managers first put it back with its frame where its inside was, and a slow one does so a while later.
        """
        place = self.place
        if place is None or pygame.display.is_fullscreen() or pygame.display.get_window_position() == place:
            return
        pygame.display.set_window_position(place)

    def _point_anew(self) -> None:
        """Point at what is under the mouse now: a window that moves away from under it reports no motion."""
        left, top = pygame.display.get_window_position()
        x, y = pygame.mouse.get_pos(desktop=True)
        here = float(x - left), float(y - top)
        if here != self.gamepad.cursor and pygame.Rect((0, 0), self.size).collidepoint(here):
            self.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=here, rel=(0, 0), buttons=(0, 0, 0)))
            self.stale = True

    def run(self) -> None:
        """Handle events, and draw when something changed, until the user quits."""
        clock = pygame.time.Clock()
        waited: list[pygame.event.Event] = []
        tidy, spare = False, True
        known: Screen | None = None
        while self.running:
            with frame():
                drawn = self._frame(waited + pygame.event.get())
            if self.top is not known:
                known = self.top
                gc.freeze()  # what it has loaded is scanned again at the next rest only
            waited = []
            if drawn:
                clock.tick(FRAMES)
                tidy = False
            else:
                event = pygame.event.wait(CALM if spare else IDLE)
                waited = [event] if event.type != pygame.NOEVENT else []
                if not waited:
                    spare = self.rest()
                    if not spare and not tidy:
                        tidy_up()
                        tidy = True

    def rest(self) -> bool:
        """Do a piece of the spare work; return whether there was one."""
        return self.spare is not None and next(self.spare, self) is None

    def _frame(self, events: list[pygame.event.Event]) -> bool:
        """Handle events and draw what changed; return whether more frames may follow at once."""
        for event in without_stale_motion(events):
            self.handle(event)
        lively = self.tick()
        if not (self.stale or events or lively):
            return False
        self.stale = bool(events) or lively  # one more frame after motion ends
        if (screen := pygame.display.get_surface()) is not None:
            self.paint(screen)
            pygame.display.flip()
        return True

    @property
    def look(self) -> Look:
        """The chosen theme of the table; the first one if it is unknown."""
        return LOOKS.get(self.options.look) or next(iter(LOOKS.values()))

    def choose(self, options: Options) -> None:
        """Adopt other options and save them; a failure is reported, never raised."""
        if options.language != self.options.language:
            use(options.language)
        show_in(options.measure)
        self.options = options
        try:
            self.keep_options(options)
        except OSError as error:
            self.trouble.append(_("The settings could not be saved: {error}", error=error))
        self._rescale()
        self._dress()

    def play(self, *cues: Cue) -> None:
        """Play sounds at the chosen volume."""
        if self.options.sound:
            self.sounds.play(cues, self.options.volume / 100)

    @property
    def scale(self) -> float:
        """The chosen interface scale, or the one that fits the screen."""
        return self.options.scale or self._fitting

    def next_look(self) -> None:
        self.choose(turned(replace(self.options, look=self.look.name), "look"))

    def rescale(self, scale: float) -> None:
        """Change the interface scale, within `SCALES`, and save it."""
        self.choose(replace(self.options, scale=round(max(SCALES[0], min(SCALES[1], scale)), 1)))

    def _rescale(self) -> None:
        """Apply the theme's contrast and the interface scale, reduced in a window below `SMALLEST` or `ROOM`."""
        wide, high = self.size
        fitting = min(1.0, wide / SMALLEST[0], high / SMALLEST[1])
        self.theme.scale = min(self.scale * fitting, wide / ROOM[0], high / ROOM[1])
        self.theme.sharp = self.look.sharp

    def _dress(self) -> None:
        self.stale = True
        if self.top is not None:
            self.top.apply_options()


def without_stale_motion(events: list[pygame.event.Event]) -> list[pygame.event.Event]:
    """Drop every mouse motion immediately followed by another: only the latest position matters."""
    runs = groupby(events, lambda event: event.type)
    return [event for kind, run in runs for event in (list(run)[-1:] if kind == pygame.MOUSEMOTION else run)]


def tidy_up() -> None:
    """Collect garbage while nothing happens: during a drag the pause would be noticeable."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()  # objects that are alive now are not scanned again until the next rest
