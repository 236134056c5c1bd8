"""The steps of an arrangement: which base goes where, one after another, and by which path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.refusal import Refusal
from game.table.lattice import Position, position
from game.wording import N_, _

if TYPE_CHECKING:
    from game.table.layout.policy import Layout, Member


class Step(NamedTuple):
    """A base goes to `at`, by straight legs through the corners `via`; positions on the lattice, in inches."""

    id: str
    at: Position
    via: tuple[Position, ...] = ()


Steps = tuple[Step, ...]
"""Steps in moving order."""


Arrangement = Sequence[Step] | Mapping[str, Position]
"""Steps, or a layout to which all go straight, in inches."""


def ends_of(steps: Iterable[Step]) -> dict[str, Position]:
    """Return where the bases of some steps end."""
    return {step.id: step.at for step in steps}


def steps_of(where: Arrangement) -> Steps:
    """Return an arrangement as steps on the lattice."""
    steps = [Step(name, at) for name, at in where.items()] if isinstance(where, Mapping) else where
    return tuple(Step(each.id, position(*each.at), tuple(position(*corner) for corner in each.via)) for each in steps)


def standing(members: Iterable[Member]) -> dict[str, Position]:
    """Return where some bases stand, or are wanted."""
    return {member.id: position(*member.disc[:2]) for member in members}


def straight(layout: Layout, order: Iterable[str]) -> Steps:
    """Return an arrangement as steps in an order, all straight."""
    return tuple(Step(name, layout[name]) for name in order)


def misnamed(members: Sequence[Member], steps: Sequence[Step]) -> list[Refusal]:
    """Return what is wrong with the names in some steps."""
    known, told = {member.id: member.disc.name or member.id for member in members}, Counter(step.id for step in steps)
    found = []
    for name, count in told.items():
        if name not in known:
            found.append(
                Refusal(_("{name} is not one of the models placed here", name=name), "", N_("not placed here"))
            )
        elif count > 1:
            found.append(Refusal(_("{name} is named twice", name=known[name]), "", N_("named twice")))
    return found
