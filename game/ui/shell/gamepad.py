"""A gamepad, whose sticks and buttons act as mouse and keys, so that it can do everything.

Its subsystem is started only if the settings ask for it; a device may come and go at any time.

left stick: cursor            A: click, confirm the choice       B: back, menu     cross: nudge, choices         X:
nearest legal spot              Y: tick, the rule in plain words     right stick: zoom             LB, RB: previous,
next choice      Back: undo        Start: menu     while LB is held:             Back: redo
Start: step through the rosters
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import pygame

from game.ui.widgets.keys import pad_event

Event = pygame.event.Event

DEAD: Final = 0.2
"""The greatest deflection of a stick that still counts as rest."""
SPEED: Final = 900.0
"""Pixels per second of the cursor at full deflection."""
ZOOM: Final = 8.0
"""Zoom steps per second."""
FIRST, EACH = 0.32, 0.08
"""Seconds until a held direction repeats, and between repeats."""

A, B, X, Y, LB, RB, BACK, START = range(8)
_BUTTONS: Final = ("confirm", "step_back", "nearest", "tick", "next", "next", "undo", "menu")
"""The commands whose default keys the buttons press, by their usual numbers; LB with Shift."""
_WITH_LB: Final = {BACK: "redo", START: "strip"}
"""The commands of buttons while LB is held, which then marks no other choice."""
_CROSS: Final = {(0, 1): "up", (0, -1): "down", (-1, 0): "left", (1, 0): "right"}
KINDS: Final = frozenset(
    (pygame.JOYAXISMOTION, pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP, pygame.JOYHATMOTION)
    + (pygame.JOYDEVICEADDED, pygame.JOYDEVICEREMOVED)
)
"""The events of gamepads."""


class Gamepad:
    """Turns events of gamepads into mouse and keys; `cursor` is the assumed pixel of the mouse."""

    def __init__(self) -> None:
        self._pads: dict[int, pygame.joystick.JoystickType] = {}
        self._let_go()
        self._before = 0.0
        self._zoomed = 0.0
        self._aims = False  # whether the cursor was moved since the last choice was marked
        self.cursor = (0.0, 0.0)

    @property
    def on(self) -> bool:
        """Whether the gamepad subsystem is running."""
        return bool(pygame.joystick.get_init())

    def want(self, wanted: bool) -> None:
        """Start or stop the gamepad subsystem."""
        if wanted and not self.on:
            pygame.joystick.init()
            for index in range(pygame.joystick.get_count()):
                self._add(index)
        elif not wanted and self.on:
            self._pads.clear()
            self._let_go()
            pygame.joystick.quit()

    def _add(self, index: int) -> None:
        pad = pygame.joystick.Joystick(index)
        self._pads[pad.get_instance_id()] = pad  # without a reference it would send no events

    def _let_go(self) -> None:
        self._sticks = [0.0, 0.0, 0.0, 0.0]
        self._cross: tuple[int, int] = (0, 0)
        self._repeats_at = math.inf
        self._held = self._spent = False  # LB, and whether another button was pressed with it

    def events(self, event: Event, now: float) -> Iterator[Event]:
        """Yield the mouse and key events for an event of a gamepad."""
        if event.type == pygame.JOYDEVICEADDED:
            if self.on and event.device_index < pygame.joystick.get_count():
                self._add(event.device_index)
        elif event.type == pygame.JOYDEVICEREMOVED:
            self._pads.pop(event.instance_id, None)
            self._let_go()
        elif event.type == pygame.JOYAXISMOTION:
            self._stick(event.axis, event.value, now)
        elif event.type == pygame.JOYHATMOTION:
            self._cross = (event.value[0], event.value[1])
            self._repeats_at = now + FIRST if self._cross in _CROSS else math.inf
            yield from self._arrow()
        elif event.button < len(_BUTTONS):
            is_pressed = event.type == pygame.JOYBUTTONDOWN
            if event.button == A and self._aims:
                x, y = self.cursor
                kind = pygame.MOUSEBUTTONDOWN if is_pressed else pygame.MOUSEBUTTONUP
                yield Event(kind, pos=(round(x), round(y)), button=1)
                return
            self._aims = self._aims and event.button not in (LB, RB)
            yield from self._button(event.button, is_pressed)

    def _button(self, button: int, down: bool) -> Iterator[Event]:
        """Yield the key events of a button; LB marks the previous choice when released, unless it modified another."""
        if button == LB:
            if not down and self._held and not self._spent:
                yield pad_event(_BUTTONS[LB], down=True, shift=True)
                yield pad_event(_BUTTONS[LB], down=False, shift=True)
            self._held, self._spent = down, False
        elif self._held and button in _WITH_LB:
            self._spent = True
            yield pad_event(_WITH_LB[button], down=down)
        else:
            yield pad_event(_BUTTONS[button], down=down)

    def _stick(self, axis: int, value: float, now: float) -> None:
        """Note the deflection of a stick along an axis."""
        if not any(self._sticks):
            self._before = now  # do not count the time at rest
        # Most pads number the axes 0, 1 and 3, 4, with a trigger between; others 0 to 3.
        index = {0: 0, 1: 1, 3: 2, 4: 3}.get(axis)
        if index is not None:
            self._sticks[index] = 0.0 if abs(value) < DEAD else value

    def _arrow(self) -> Iterator[Event]:
        """Yield the key events of the held direction of the cross."""
        if (command := _CROSS.get(self._cross)) is not None:
            self._aims = False
            yield pad_event(command, down=True)
            yield pad_event(command, down=False)

    @property
    def lively(self) -> bool:
        """Whether a stick or direction is held."""
        return any(self._sticks[:2]) or self._sticks[3] != 0.0 or self._repeats_at < math.inf

    def tick(self, now: float, size: tuple[int, int]) -> Iterator[Event]:
        """Yield the events of held sticks and directions since the last tick, in a window of a size."""
        passed, self._before = max(0.0, min(now - self._before, 0.1)), now
        dx, dy, zoom = self._sticks[0], self._sticks[1], self._sticks[3]
        if dx or dy:
            distance = SPEED * passed * math.hypot(dx, dy)  # slower near the middle
            old_cursor, (x, y) = self.cursor, self.cursor
            self.cursor = (
                min(max(x + dx * distance, 0.0), size[0] - 1.0),
                min(max(y + dy * distance, 0.0), size[1] - 1.0),
            )
            self._aims = True
            spot = (round(self.cursor[0]), round(self.cursor[1]))
            rel = (spot[0] - round(old_cursor[0]), spot[1] - round(old_cursor[1]))
            yield Event(pygame.MOUSEMOTION, pos=spot, rel=rel, buttons=(0, 0, 0))
        if zoom:
            self._zoomed -= zoom * ZOOM * passed
            steps, self._zoomed = int(self._zoomed), math.fmod(self._zoomed, 1.0)
            if steps:
                yield Event(pygame.MOUSEWHEEL, x=0, y=steps)
        if now >= self._repeats_at:
            self._repeats_at = now + EACH
            yield from self._arrow()
