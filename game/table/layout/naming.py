"""Steps that name nobody of a unit, or somebody twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from game.refusal import Refusal
from game.table.layout.policy import Member
from game.table.layout.steps import Step
from game.wording import N_, _


def misnamed(members: Sequence[Member], steps: Sequence[Step]) -> list[Refusal]:
    """Return what is wrong about the names in some steps."""
    known, told = {member.id: member.disc.name or member.id for member in members}, Counter(step.id for step in steps)
    found = []
    for name, count in told.items():
        if name not in known:
            found.append(Refusal(_("{name} is not among those placed here", name=name), "", N_("not placed here")))
        elif count > 1:
            found.append(Refusal(_("{name} is named twice", name=known[name]), "", N_("named twice")))
    return found
