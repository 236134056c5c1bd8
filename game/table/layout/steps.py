"""The steps of an arrangement: which base goes where, one after another, and by which way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from game.table.lattice import Position

if TYPE_CHECKING:
    from game.table.layout.policy import Layout


class Step(NamedTuple):
    """A base goes to `at`, by straight legs through the corners `via`; positions on the lattice, in inches."""

    id: str
    at: Position
    via: tuple[Position, ...] = ()


Steps = tuple[Step, ...]
"""Steps in moving order."""


def ends_of(steps: Iterable[Step]) -> dict[str, Position]:
    """Return where the bases of some steps end."""
    return {step.id: step.at for step in steps}


def straight(layout: Layout, order: Iterable[str]) -> Steps:
    """Return an arrangement as steps in an order, all straight."""
    return tuple(Step(name, layout[name]) for name in order)
