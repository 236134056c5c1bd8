"""Damage points: wards, allocation, healing, and what rally points buy (A-DMG); numbers in, numbers out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from game.engine.core.dice import Dice, RollCounter
from game.engine.core.pools import Pool, roll_pool
from game.rulesets.aos4.rules.attacks.amounts import SIDES


@dataclass(frozen=True, slots=True)
class Body:
    """A unit's numbers for damage: health of each model, its models, its damage count, and its ward (or None)."""

    health: int
    models: int
    damage: int = 0
    ward: int | None = None

    @property
    def left(self) -> int:
        """The damage points that would destroy it."""
        return self.health * self.models - self.damage


@dataclass(frozen=True, slots=True)
class Losses:
    """The result of damage points: models slain, the damage count after them, and points left over, which are lost."""

    slain: int
    damage: int
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Suffered:
    """A resolved damage pool: its points, the ward rolls, how many points they removed, and the losses."""

    points: int
    wards: Pool
    removed: int
    losses: Losses

    @property
    def allocated(self) -> int:
        """The points that the unit suffered, without those left over."""
        return self.points - self.removed - self.losses.lost


class Rally(NamedTuple):
    """A way to spend rally points: models that return, damage healed, and points that are lost."""

    returned: int
    healed: int
    lost: int


def best_ward(wards: Iterable[int]) -> int | None:
    """Return the ward used, the best of several (A-DMG-4), or None if there is none with a number."""
    return min((each for each in wards if each), default=None)


def warded(face: int, ward: int) -> bool:
    """Return whether a ward roll removes its point (A-DMG-3, A-KEY-2)."""
    return face >= ward


def suffer(dice: Dice, counter: RollCounter, body: Body, points: int, key: str, *, unwarded: int = 0) -> Suffered:
    """Resolve a unit's damage pool: a ward roll for each of `points`, then allocation (A-DMG-2, A-DMG-3, A-DMG-5).

    `unwarded` points come without a ward roll (A-DMG-4, A-DMG-9). Keys: `<key>/ward`.
    """
    rolls = 0 if body.ward is None else points
    wards = roll_pool(dice, counter, SIDES, rolls, f"{key}/ward")
    removed = 0 if body.ward is None else sum(warded(face, body.ward) for face in wards.faces)
    return Suffered(points + unwarded, wards, removed, allocated(body, points - removed + unwarded))


def allocated(body: Body, points: int) -> Losses:
    """Return the result of points that no ward removed, one after another (A-DMG-5, A-DMG-10)."""
    suffered = min(points, body.left)
    slain, damage = divmod(body.damage + suffered, body.health)
    return Losses(slain, damage, points - suffered)


def healed(damage: int, points: int) -> int:
    """Return a damage count after Heal (`points`): never below 0, and no model returns (A-DMG-7)."""
    return max(0, damage - points)


def rallies(points: int, health: int, damage: int, slain: int) -> tuple[Rally, ...]:
    """Return the ways to spend rally points that are not worse than another, most models first (A-AB-13, A-AMB-30).

    One point heals one; as many points as a model's health return one of the `slain` that may return (A-DMG-8).
    """
    found: list[Rally] = []
    for returned in range(min(slain, points // health), -1, -1):
        left = points - returned * health
        heals = min(damage, left)
        if heals > (found[-1].healed if found else -1):
            found.append(Rally(returned, heals, left - heals))
    return tuple(each for each in found if each.returned or each.healed)
