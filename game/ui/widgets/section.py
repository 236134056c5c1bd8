"""A few lines under a title, as the panel beside the table shows them."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine.rulebook.view import Line


@dataclass(frozen=True)
class Section:
    """A few lines under a title; `tone` colours the title."""

    title: str
    lines: tuple[Line, ...] = ()
    tone: str = "plain"
