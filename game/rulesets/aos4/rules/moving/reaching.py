"""A test whether a charge can reach any enemy, for one model without the rest of its unit (A-CHG-6)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from game.rulesets.aos4.rules.rulings import CHARGED_TO, TOLERANCE
from game.table.lattice import position
from game.table.layout.moving import UnitMove
from game.table.layout.policy import Member
from game.table.path.policy import End
from game.table.path.region import PathRegion
from game.table.path.straight import is_surely_legal
from game.table.shapes import Disc

BESIDE: Final = CHARGED_TO / 2
"""The distance to an enemy in inches at which a straight path ends."""


def reaches_any(move: UnitMove, inches: float, enemies: Sequence[Disc]) -> bool:
    """Return whether a path of any model leads to an enemy. Straight paths are tried before a search for others."""
    near = [(member, [enemy for enemy in enemies if _gap(member.disc, enemy) <= inches + CHARGED_TO + 2 * TOLERANCE])
            for member in move.policy.members]  # fmt: skip
    found = [(member, there) for member, there in near if there]
    found.sort(key=lambda each: min(_gap(each[0].disc, enemy) for enemy in each[1]))
    if any(_runs_openly(member, enemy) for member, there in found for enemy in there):
        return True
    return any(_has_path(member, there) for member, there in found)


def _runs_openly(member: Member, enemy: Disc) -> bool:
    dx, dy = _apart(member.disc, enemy)
    share = 1.0 - (enemy.radius + member.disc.radius + BESIDE) / math.hypot(dx, dy)
    at = position(member.disc.x + share * dx, member.disc.y + share * dy)
    assert isinstance(member.ends, PathRegion)
    return any(is_surely_legal(policy, member.ends.start, at) for policy in member.ends.policies)


def _has_path(member: Member, enemies: Sequence[Disc]) -> bool:
    assert isinstance(member.ends, PathRegion)
    beside = End(tuple(enemies), most=CHARGED_TO + TOLERANCE, rule="A-CHG-4")
    near = PathRegion(member.ends.start, *(policy.but(ends=(beside,)) for policy in member.ends.policies))
    return near.find() is not None


def _apart(one: Disc, other: Disc) -> tuple[float, float]:
    return other.x - one.x, other.y - one.y


def _gap(one: Disc, other: Disc) -> float:
    return math.hypot(*_apart(one, other)) - one.radius - other.radius
