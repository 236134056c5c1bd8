"""The parts of a table in a window. A new one is a file, and a line in the list of the scene."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import pygame

from game.ui.board.overlays import Entry, Overlay
from game.ui.play.focus import Focus
from game.ui.widgets.layers import Canvas


class Part:
    """A part of a table: what it draws, its input, its work, its legend, and its commands.

    Below the pieces, parts are drawn in the order of `depth`, above them in that of `height`, otherwise as listed. An
    error in its `code`, patterns of `module:function` in `game.ui` or `game`, closes a part with a `title`.
    """

    depth: ClassVar[int] = 0
    height: ClassVar[int] = 0
    title: ClassVar[str] = ""
    code: ClassVar[tuple[str, ...]] = ()

    def __init__(self, focus: Focus) -> None:
        self.focus = focus

    def under(self, target: Canvas) -> None:
        """Draw on the table below the pieces."""

    def draw(self, target: pygame.Surface) -> None:
        """Draw on the table above the pieces."""

    def input(self, event: pygame.event.Event) -> bool:
        """Handle an event on the table before the decision does; return whether it was used."""
        return False

    def tick(self, now: float) -> bool:
        """Continue working; return whether more frames are needed."""
        return False

    def legend(self) -> Sequence[Entry]:
        """Return the patterns and signs that it shows now, with their meaning."""
        return ()

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return its commands, by name."""
        return {}

    def close(self) -> None:
        """Show nothing any more: something failed there."""


class OverlayPart(Part):
    """A part that lays overlays below the pieces while nothing else is shown there."""

    def overlays(self) -> Sequence[Overlay | None]:
        """Return the overlays on the table now."""
        raise NotImplementedError

    def under(self, target: Canvas) -> None:
        for overlay in self.overlays() if self.focus.rests else ():
            if overlay is not None:
                overlay.show(target, self.focus.camera)

    def legend(self) -> Sequence[Entry]:
        laid = self.overlays() if self.focus.rests else ()
        return [entry for overlay in laid if overlay is not None for entry in overlay.legend()]
