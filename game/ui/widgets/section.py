"""A few lines under a title, in the panel beside the table or on a sheet to read."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine.rulebook.view import Line


@dataclass(frozen=True)
class Section:
    """A few lines under a title; `tone` colours the title."""

    title: str
    lines: tuple[Line, ...] = ()
    tone: str = "plain"
