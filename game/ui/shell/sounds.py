"""Sounds for events, from `assets/sounds`.

A thread opens the mixer when the first sound is due, so that nothing waits. If the mixer cannot be opened, the program
stays silent.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from game.resources import resource
from game.ui.widgets.tasks import Task

if TYPE_CHECKING:  # the main menu works without a game
    from game.engine.core.events import Cue, Event
    from game.engine.rulebook.ruleset import AnyRuleset

RATE: Final = 22050
BUFFER: Final = 512
"""Samples in the mixer's buffer, which delay a sound by about a fortieth of a second."""
ORDER: Final[tuple[Cue, ...]] = ("dice", "success", "loss", "placing", "turn", "refusal")
"""Every sound, in the order in which sounds due at once are played."""
AT_ONCE: Final = 2
"""Most sounds played of those due at once."""


def device_likely() -> bool:
    """Return whether a sound device is likely; without one, the libraries print errors."""
    if os.environ.get("SDL_AUDIODRIVER") or not sys.platform.startswith("linux"):
        return True
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR", "/nonexistent"))
    if os.environ.get("PULSE_SERVER") or (runtime / "pulse" / "native").exists() or (runtime / "pipewire-0").exists():
        return True
    return any(Path("/dev/snd").glob("pcm*p"))


class Sounds:
    """Plays sounds by their names, and opens the mixer when the first one is due."""

    def __init__(self) -> None:
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._due: list[tuple[tuple[Cue, ...], float]] = []
        self._opening: Task[None] | None = None

    def play(self, cues: Iterable[Cue], volume: float) -> None:
        """Play sounds one after the other, at a volume from 0 to 1, except for those that cannot be played."""
        due = tuple(sorted(set(cues), key=ORDER.index))[:AT_ONCE]
        if not due or volume <= 0:
            return
        if self._opening is None:
            self._due.append((due, volume))
            self._opening = Task(self._open, "sounds")
        elif not self._opening.done:
            self._due[:] = [(due, volume)]  # older sounds are outdated
        else:
            self._sound(due, volume)

    def wait(self) -> None:
        """Wait until the mixer is open, if it is being opened."""
        if self._opening is not None:
            self._opening.result()

    def _open(self) -> None:
        """Open the mixer and load the sounds; then play the latest ones due."""
        if not device_likely():
            return
        try:
            pygame.mixer.init(RATE, -16, 1, BUFFER)
            self._sounds = {name: pygame.mixer.Sound(resource(f"assets/sounds/{name}.wav")) for name in ORDER}
        except (pygame.error, NotImplementedError, OSError):
            return
        if self._due:
            self._sound(*self._due.pop())

    def _sound(self, due: tuple[Cue, ...], volume: float) -> None:
        """Play loaded sounds one after the other."""
        sounds = [self._sounds[name] for name in due if name in self._sounds]
        for sound in sounds:
            sound.set_volume(volume)
        channel = sounds[0].play() if sounds else None
        if channel is not None:  # all channels may be busy
            for next_sound in sounds[1:]:
                channel.queue(next_sound)


def cues_of(events: Iterable[Event], ruleset: AnyRuleset) -> list[Cue]:
    """Return the sounds that a rulebook has for events."""
    return [cue for cue in map(ruleset.cue, events) if cue is not None]
