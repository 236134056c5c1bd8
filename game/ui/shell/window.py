"""The window: its size, its options and theme, and the stack of screens of which the topmost is shown."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import pygame

from game.lengths import show_in
from game.ui.prefs.settings import Options, turned
from game.ui.shell.gamepad import KINDS, Gamepad
from game.ui.shell.router import Screen, factory
from game.ui.shell.sounds import Sounds
from game.ui.widgets.looks import LOOKS, Look
from game.ui.widgets.theme import Theme
from game.wording import _, use

if TYPE_CHECKING:  # the main menu needs no game
    from game.engine.rulebook.ruleset import Cue

SMALLEST: Final = (960, 600)
"""Pixels of the smallest window; where a window system makes it smaller still, everything in it gets smaller too."""
FRAMES: Final = 60
IDLE: Final = 200
"""Milliseconds between two looks at the clock while nothing happens."""
YIELD: Final = 0.0005
"""Seconds after which whatever works beside the window has to let the window on, should it be waiting."""
SCALES: Final = (0.8, 2.0)
"""The smallest and the largest interface scale."""


class Window:
    """What is shown, and what all screens share: `options`, one `theme`, and `trouble` to be reported.

    `windowed` is the size while it does not fill the screen. `repeated`: whether the latest key press only
    repeats one that is still held. `keep_options` writes changed options down; the
    display itself is opened and closed in `game.ui.app`.
    """

    def __init__(
        self,
        size: tuple[int, int],
        theme: Theme | None = None,
        options: Options | None = None,
        keep_options: Callable[[Options], None] = lambda options: None,
    ) -> None:
        self.size = size
        self.windowed = size
        self.theme = theme or Theme()
        self._fitting = self.theme.scale
        self.options = options or Options()
        self._rescale()
        self.keep_options = keep_options
        self.screens: list[Screen] = []
        self.trouble: list[str] = []
        self.running = True
        self.stale = True
        self.sounds = Sounds()
        self.gamepad = Gamepad()
        sys.setswitchinterval(YIELD)
        self.repeated = False
        self._down: set[int] = set()
        self._spent: set[int] = set()

    # -- going about ---------------------------------------------------------------------------

    @property
    def top(self) -> Screen | None:
        """The screen that is shown."""
        return self.screens[-1] if self.screens else None

    def go(self, screen: Screen) -> None:
        """Show another screen on top of the one that is shown."""
        self.screens.append(screen)
        self._spend_keys()
        screen.enter()
        self.stale = True

    def open(self, name: str, *, instead: bool = False, **what: object) -> None:
        """Show the screen of a name on top of the one that is shown, or `instead` of it.

        `what` goes to its factory, see `game.ui.shell.router`. Raises whatever that raises, and nothing has changed.
        """
        screen = factory(name)(self, **what)
        if screen is not None:
            (self.swap if instead else self.go)(screen)

    def back(self) -> None:
        """Drop the screen that is shown and return to the one below; without one, close the window."""
        if self.screens:
            self.screens.pop().leave()
        if self.top is None:
            self.running = False
        else:
            self._return()

    def swap(self, screen: Screen) -> None:
        """Show a screen instead of the one that is shown."""
        if self.screens:
            self.screens.pop().leave()
        self.go(screen)

    def home(self) -> None:
        """Drop every screen and show the main menu."""
        while len(self.screens) > 1:
            self.screens.pop().leave()
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
        """Let keys that are held down mean nothing more before they are pressed anew: they led here, no further.

        A screen that takes long to open is entered with the repetitions of that key already waiting.
        """
        self._spent |= self._down

    def quit(self) -> None:
        """Close the window; every screen leaves, the topmost first."""
        self.running = False

    def close(self) -> None:
        """Let every screen leave."""
        while self.screens:
            self.screens.pop().leave()

    # -- events and frames ---------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        """Take one event: what concerns the window itself here, all else in the screen that is shown."""
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
            return
        if event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
            self.toggle_fullscreen()
            return
        if self.top is not None:
            self.top.handle(event)

    def _repeats(self, event: pygame.event.Event) -> bool:
        """Note which keys are down; say whether one only repeats that has led to another screen."""
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
        """Let time pass; say whether anything needs another frame."""
        self.gamepad.want(self.options.gamepad)
        for made in self.gamepad.tick(time.monotonic(), self.size):
            if made.type == pygame.MOUSEMOTION:
                pygame.mouse.set_pos(made.pos)  # so that people see where they point
            self.handle(made)
        return (self.top.tick() if self.top is not None else False) or self.gamepad.lively

    def paint(self, target: pygame.Surface) -> None:
        """Paint one frame."""
        if target.get_size() != self.size:  # not every way to another size sends an event
            self.resize(target.get_size())
        if self.top is not None:
            self.top.paint(target)

    def resize(self, size: tuple[int, int]) -> None:
        """Take another size."""
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
        """Fill the screen at its own size, or no longer."""
        fill = not pygame.display.is_fullscreen()
        size, flags = ((0, 0), pygame.FULLSCREEN) if fill else (self.windowed, pygame.RESIZABLE)
        self.resize(pygame.display.set_mode(size, flags).get_size())
        self.stale = True

    def run(self) -> None:
        """Handle events and draw, only when something changed, until somebody quits."""
        clock = pygame.time.Clock()
        waited: list[pygame.event.Event] = []
        tidy = False
        while self.running:
            events = waited + pygame.event.get()
            waited = []
            for event in without_stale_motion(events):
                self.handle(event)
            lively = self.tick()
            if self.stale or events or lively:
                self.stale = bool(events) or lively  # one frame more, for what only now came to rest
                self._show()
                clock.tick(FRAMES)
                tidy = False
            else:
                waited = _rest()
                if not waited and not tidy:
                    tidy_up()
                    tidy = True

    def _show(self) -> None:
        screen = pygame.display.get_surface()
        if screen is not None:
            self.paint(screen)
            pygame.display.flip()

    # -- options and looks ---------------------------------------------------------------------

    @property
    def look(self) -> Look:
        """The look that was chosen; the first one where a later program's was."""
        return LOOKS.get(self.options.look) or next(iter(LOOKS.values()))

    def choose(self, options: Options) -> None:
        """Take other options and keep them for the next time; a failure is reported, never raised."""
        if options.language != self.options.language:
            use(options.language)
        show_in(options.measure)
        self.options = options
        try:
            self.keep_options(options)
        except OSError as error:
            self.trouble.append(_("The settings could not be kept: {error}", error=error))
        self._rescale()
        self._dress()

    def play(self, *cues: Cue) -> None:
        """Let sounds be heard, as loud as was chosen."""
        if self.options.sound:
            self.sounds.play(cues, self.options.volume / 100)

    @property
    def scale(self) -> float:
        """The interface scale that was chosen, else the one that fits the screen."""
        return self.options.scale or self._fitting

    def next_look(self) -> None:
        """Change to the next look of table and panels."""
        self.choose(turned(replace(self.options, look=self.look.name), "look"))

    def rescale(self, scale: float) -> None:
        """Change the interface scale, within `SCALES`, and keep it."""
        self.choose(replace(self.options, scale=round(max(SCALES[0], min(SCALES[1], scale)), 1)))

    def _rescale(self) -> None:
        """Take over the interface scale and the contrast of the look.

        In a window smaller than the smallest everything is so much smaller.
        """
        fitting = min(1.0, self.size[0] / SMALLEST[0], self.size[1] / SMALLEST[1])
        self.theme.scale = self.scale * fitting
        self.theme.sharp = self.look.sharp

    def _dress(self) -> None:
        self.stale = True
        if self.top is not None:
            self.top.apply_options()


def without_stale_motion(events: list[pygame.event.Event]) -> list[pygame.event.Event]:
    """Drop every mouse motion that another one follows at once: only where the mouse is now matters."""
    return [
        event
        for event, after in pairwise([*events, None])
        if event is not None and (event.type != pygame.MOUSEMOTION or after is None or after.type != pygame.MOUSEMOTION)
    ]


def tidy_up() -> None:
    """Look for what nobody needs any more while nothing happens: in the midst of a drag that would be felt."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()  # what is there now is not looked through again until the next rest


def _rest() -> list[pygame.event.Event]:
    """Wait for something to happen and return it."""
    event = pygame.event.wait(IDLE)
    return [] if event.type == pygame.NOEVENT else [event]


class Stopwatch:
    """Seconds since it was last asked, at most a tenth: what pygame_gui wants to be told at every frame."""

    def __init__(self) -> None:
        self._before = time.monotonic()

    def lap(self) -> float:
        """Return the seconds since the last lap, at most 0.1."""
        now = time.monotonic()
        passed, self._before = now - self._before, now
        return min(0.1, passed)
