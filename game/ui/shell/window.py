"""The window: its display, size, options and theme, and the stack of screens with the topmost shown."""

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

from game.garbage import collect_seldom, share_heaps, tidy_up
from game.lengths import show_in
from game.ui.prefs.settings import Options, turned
from game.ui.shell.gamepad import KINDS, Gamepad
from game.ui.shell.router import Screen, factory
from game.ui.shell.sounds import Sounds
from game.ui.widgets.tasks import frame
from game.ui.widgets.theme import LOOKS, Look, Theme
from game.wording import _, use

REACHABLE: Final = 100
"""Fewest pixels along a window's upper edge, and below it, that must be on a display."""
_MIDDLE_OF: Final = 0x2FFF0000
"""The position that means the middle of the first display to SDL; those of other displays follow it."""
_PROBE: Final = 64


def displays() -> list[pygame.Rect]:
    """Return the places of the displays on the desktop, in pixels."""
    places = []
    for index, size in enumerate(pygame.display.get_desktop_sizes()):
        in_middle = _MIDDLE_OF + index
        with warnings.catch_warnings():  # the newer class needs another way of drawing
            warnings.simplefilter("ignore", DeprecationWarning)
            hidden = pygame.Window("", (_PROBE, _PROBE), position=(in_middle, in_middle), hidden=True)
        # A hidden window in the middle of a display tells where the display is.
        left, top = hidden.position
        hidden.destroy()
        places.append(pygame.Rect((left - (size[0] - _PROBE) // 2, top - (size[1] - _PROBE) // 2), size))
    return places


def display_of(place: tuple[int, int], size: tuple[int, int], among: Sequence[pygame.Rect]) -> pygame.Rect | None:
    """Return the display on which a window with a place and size (pixels) can be reached, or None."""
    upper_edge = pygame.Rect(place, (size[0], 1))
    shares = [(display.clip(upper_edge).width, display) for display in among if display.bottom - place[1] >= REACHABLE]
    width, display = max(shares, key=lambda share: share[0], default=(0, None))
    return display if width >= min(REACHABLE, size[0]) else None


if TYPE_CHECKING:  # the main menu works without a game
    from game.engine.core.events import Cue

SMALLEST: Final = (960, 600)
"""The smallest window in pixels; the content of a smaller one is scaled down."""
ROOM: Final = (600, 360)
"""Pixels at a scale of 100% for which a window must have room, whatever scale is chosen."""
Result = TypeVar("Result")

FRAMES: Final = 60
IDLE: Final = 200
"""Milliseconds between two frames while nothing happens."""
CALM: Final = 60
"""Milliseconds without an event after which a piece of the spare work is done."""
YIELD: Final = 0.0005
"""Seconds after which a background thread must give way to the window."""
SETTLES: Final = 2.0
"""Seconds for which a window may still move after switching between full screen and a window."""
SCALES: Final = (0.8, 2.0)
"""The smallest and the largest interface scale."""


class Window:
    """The stack of screens, and everything that they share: `options`, a `theme`, and `trouble` to report.

    `windowed` and `place` are size and position when not full screen. `repeated` counts the key presses up to the
    latest that only repeat a held key. `keep_options` saves changed options. `spare` is work for idle moments, done
    piece by piece.
    `game.ui.app` opens and closes the display itself.
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
        collect_seldom()  # `run` tidies up when nothing happens
        share_heaps()
        self.repeated = 0
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

    def _leave(self, number: int) -> None:
        """Drop the top screens until only a number of screens is left."""
        while len(self.screens) > max(0, number):
            self.screens.pop().leave()

    def home(self) -> None:
        """Drop every screen and show the main menu."""
        self._leave(1)
        if type(self.top) is factory("menu"):
            self._return()
        else:
            self.open("menu", instead=True)

    def _return(self) -> None:
        """Show the screen below a dropped one again."""
        screen = self.screens[-1]
        screen.resize(self.size)
        screen.apply_options()
        self._spend_keys()
        screen.enter()
        self.stale = True

    def _spend_keys(self) -> None:
        """Ignore held keys until they are pressed again, since their repetitions may already be queued."""
        self._spent |= self._down

    def quit(self) -> None:
        """Close the window after this frame; every screen leaves."""
        self.running = False

    def close(self) -> None:
        """Let every screen leave, the topmost first."""
        self._leave(0)

    def handle(self, event: pygame.event.Event) -> None:
        """Handle one event in the window itself or in the top screen."""
        if event.type in KINDS:
            for pad_event in self.gamepad.events(event, time.monotonic()):
                self.handle(pad_event)
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
            self.repeated = self.repeated + 1 if event.key in self._down else 0
            self._down.add(event.key)
        return False

    def tick(self) -> bool:
        """Let time pass; return whether another frame is needed."""
        if time.monotonic() - self._changed < SETTLES:
            self._stay_in_place()
            self._point_anew()
        self.gamepad.want(self.options.gamepad)
        for event in self.gamepad.tick(time.monotonic(), self.size):
            if event.type == pygame.MOUSEMOTION:
                pygame.mouse.set_pos(event.pos)  # so that the cursor is visible
            self.handle(event)
        top = self.top
        screen_lively = (
            top is not None and self._spared(top, top.tick) is not False
        )  # None, after an error, needs a frame too
        return screen_lively or self.gamepad.lively

    def paint(self, target: pygame.Surface) -> None:
        if target.get_size() != self.size:  # some changes of size send no event
            self.resize(target.get_size())
        if (top := self.top) is not None:
            self._spared(top, lambda: top.paint(target))

    def _spared(self, screen: Screen, work: Callable[[], Result]) -> Result | None:
        """Do the work of a screen; return None after an error that the screen survives."""
        try:
            return work()
        except Exception as error:
            if not screen.survives(error):
                raise
            self.stale = True
            return None

    def resize(self, size: tuple[int, int]) -> None:
        """Take another size."""
        self.size = size
        if not pygame.display.is_fullscreen():
            self.windowed = size
        old_scale = self.theme.scale
        self._rescale()
        if self.top is not None:
            self.top.resize(size)
        if self.theme.scale != old_scale:
            self._dress()

    def toggle_fullscreen(self) -> None:
        """Switch between full screen and a window."""
        full = not pygame.display.is_fullscreen()
        if full:
            self.place = pygame.display.get_window_position()
            display = display_of(self.place, self.size, displays())
            if display is not None:  # without a window manager SDL would not move it to the corner
                pygame.display.set_window_position(display.topleft)
        size, flags = ((0, 0), pygame.FULLSCREEN) if full else (self.windowed, pygame.RESIZABLE)
        self.resize(pygame.display.set_mode(size, flags).get_size())
        self._changed, self.stale = time.monotonic(), True
        self._stay_in_place()

    def _stay_in_place(self) -> None:
        """Put a window that was full screen back at its former place.

        Window managers first put the frame where the inside was, and slow ones do so a while later.
        """
        place = self.place
        if place is None or pygame.display.is_fullscreen() or pygame.display.get_window_position() == place:
            return
        pygame.display.set_window_position(place)

    def _point_anew(self) -> None:
        """Act on the pixel under the mouse, since a moving window reports no motion of the mouse."""
        left, top = pygame.display.get_window_position()
        x, y = pygame.mouse.get_pos(desktop=True)
        spot = float(x - left), float(y - top)
        if spot != self.gamepad.cursor and pygame.Rect((0, 0), self.size).collidepoint(spot):
            self.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=spot, rel=(0, 0), buttons=(0, 0, 0)))
            self.stale = True

    def run(self) -> None:
        """Handle events, and draw after changes, until the user quits."""
        clock = pygame.time.Clock()
        waiting: list[pygame.event.Event] = []
        is_tidy, more_spare = False, True
        last_screen: Screen | None = None
        while self.running:
            with frame():
                has_drawn = self._frame(waiting + pygame.event.get())
            if self.top is not last_screen:
                last_screen = self.top
                gc.freeze()  # objects of the new screen are not scanned again until the next rest
            waiting = []
            if has_drawn:
                clock.tick(FRAMES)
                is_tidy = False
            else:
                event = pygame.event.wait(CALM if more_spare else IDLE)
                waiting = [event] if event.type != pygame.NOEVENT else []
                if not waiting:
                    more_spare = self.rest()
                    if not more_spare and not is_tidy:
                        tidy_up()
                        is_tidy = True

    def rest(self) -> bool:
        """Do a piece of the spare work; return whether there was any."""
        return self.spare is not None and next(self.spare, self) is None

    def _frame(self, events: list[pygame.event.Event]) -> bool:
        """Handle events and draw after changes; return whether more frames may follow at once."""
        is_stroke = self.top is not None and self.top.draws_strokes
        for event in events if is_stroke else without_stale_motion(events):
            self.handle(event)
        is_lively = self.tick()
        if not (self.stale or events or is_lively):
            return False
        self.stale = bool(events) or is_lively  # one more frame after motion ends
        if (screen := pygame.display.get_surface()) is not None:
            self.paint(screen)
            pygame.display.flip()
        return True

    @property
    def look(self) -> Look:
        """The chosen look of the table, or the first one if that is unknown."""
        return LOOKS.get(self.options.look) or next(iter(LOOKS.values()))

    def choose(self, options: Options) -> None:
        """Take other options and save them; report a failure without raising it."""
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
        """Change and save the interface scale, within `SCALES`."""
        self.choose(replace(self.options, scale=round(max(SCALES[0], min(SCALES[1], scale)), 1)))

    def _rescale(self) -> None:
        """Set the theme's contrast and scale; the scale is reduced in a window below `SMALLEST` or `ROOM`."""
        width, height = self.size
        shrinking = min(1.0, width / SMALLEST[0], height / SMALLEST[1])
        self.theme.scale = min(self.scale * shrinking, width / ROOM[0], height / ROOM[1])
        self.theme.sharp = self.look.sharp

    def _dress(self) -> None:
        """Make the top screen take the options and the theme."""
        self.stale = True
        if self.top is not None:
            self.top.apply_options()


def without_stale_motion(events: list[pygame.event.Event]) -> list[pygame.event.Event]:
    """Return the events without mouse motions that another motion follows at once."""
    runs = groupby(events, lambda event: event.type)
    return [event for kind, run in runs for event in (list(run)[-1:] if kind == pygame.MOUSEMOTION else run)]
