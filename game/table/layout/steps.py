"""The steps of an arrangement, which are the moves of its bases, one after another, with their paths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.refusal import Refusal
from game.table.facing import Pose, Poses
from game.table.lattice import Position, position
from game.wording import N_, _

if TYPE_CHECKING:
    from game.table.layout.policy import Layout, Member


class MemberStep(NamedTuple):
    """The move of a base to `at`, by straight legs through the corners `via`; on the lattice, in inches.

    A base that is not round ends with a `facing` in hundredths of a degree, or None for that of its member. If it turns
    on the way, `faces` has its facing on each leg but the last.
    """

    id: str
    at: Position
    via: tuple[Position, ...] = ()
    facing: int | None = None
    faces: tuple[int, ...] = ()


Steps = tuple[MemberStep, ...]
"""Steps in moving order."""


Arrangement = Sequence[MemberStep] | Mapping[str, Position]
"""Steps, or a layout (inches) to which all bases go straight."""


def ends_of(steps: Iterable[MemberStep]) -> dict[str, Position]:
    """Return the end of each step, by id."""
    return {step.id: step.at for step in steps}


def steps_of(where: Arrangement) -> Steps:
    """Return an arrangement as steps on the lattice."""
    steps = [MemberStep(name, end) for name, end in where.items()] if isinstance(where, Mapping) else where
    return tuple(
        MemberStep(step.id, position(*step.at), tuple(position(*spot) for spot in step.via), step.facing, step.faces)
        for step in steps
    )


def other_facings(members: Iterable[Member], steps: Iterable[MemberStep]) -> dict[str, int]:
    """Return the facings in steps that differ from those of the members, by id."""
    present_facings = {member.id: member.facing for member in members if member.facing is not None}
    return {
        step.id: step.facing
        for step in steps
        if step.facing is not None and present_facings.get(step.id) not in (None, step.facing)
    }


def ways_of(members: Iterable[Member], starts: Layout, steps: Iterable[MemberStep]) -> dict[str, Poses]:
    """Return the paths of members that turn on their way, by id: the present pose, then one after each leg."""
    members_by_id = {member.id: member for member in members}
    ways = {}
    for step in steps:
        member = members_by_id.get(step.id)
        if step.faces and member is not None and member.facing is not None and member.before is not None:
            last = member.facing if step.facing is None else step.facing
            legs = zip((*step.via, step.at), (*step.faces, last), strict=True)
            ways[step.id] = (Pose(*starts[step.id], member.before), *(Pose(*at, facing) for at, facing in legs))
    return ways


def with_facings(members: Iterable[Member], steps: Iterable[MemberStep]) -> Steps:
    """Return steps with the facings of all members that have one."""
    own = {member.id: member.facing for member in members}
    return tuple(step._replace(facing=own.get(step.id)) for step in steps)


def present_spots(members: Iterable[Member]) -> dict[str, Position]:
    """Return the spots of members' discs by id, on the lattice."""
    return {member.id: position(*member.disc[:2]) for member in members}


def straight_steps(layout: Layout, order: Iterable[str]) -> Steps:
    """Return a layout as straight steps in the given order."""
    return tuple(MemberStep(name, layout[name]) for name in order)


def name_refusals(members: Sequence[Member], steps: Sequence[MemberStep]) -> list[Refusal]:
    """Return a refusal for every unknown or repeated name in steps."""
    names, counts = {member.id: member.name for member in members}, Counter(step.id for step in steps)
    refusals = []
    for name, count in counts.items():
        if name not in names:
            text = _("{name} is not one of the models placed here", name=name)
            refusals.append(Refusal(text, "", N_("not placed here")))
        elif count > 1:
            refusals.append(Refusal(_("{name} is named twice", name=names[name]), "", N_("named twice")))
    return refusals
