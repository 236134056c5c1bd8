"""Wards, allocation of damage, healing and rallying, as functions of plain numbers (A-DMG)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from game.engine.core.dice import Dice, RollCounter
from game.engine.core.pools import Pool, roll_pool
from game.rulesets.aos4.rules.attacks.amounts import SIDES


@dataclass(frozen=True, slots=True)
class Body:
    """A unit's numbers for damage. `health` is that of one model, and `ward` is None without a ward."""

    health: int
    models: int
    damage: int = 0
    ward: int | None = None

    @property
    def left(self) -> int:
        """The number of damage points that would destroy the unit."""
        return self.health * self.models - self.damage


@dataclass(frozen=True, slots=True)
class Losses:
    """The result of damage points. `damage` is the unit's new damage count, and `lost` points have no effect."""

    slain: int
    damage: int
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Suffered:
    """A resolved damage pool. `removed` is the number of points that the ward rolls removed."""

    points: int
    wards: Pool
    removed: int
    losses: Losses

    @property
    def allocated(self) -> int:
        """The number of points that the unit suffered, without the lost points."""
        return self.points - self.removed - self.losses.lost


class Rally(NamedTuple):
    """A way to spend rally points: returned models, healed damage and lost points."""

    returned: int
    healed: int
    lost: int


def best_ward(wards: Iterable[int]) -> int | None:
    """Return the best ward, or None without a ward. Wards of 0 do not count (A-DMG-4)."""
    return min((ward for ward in wards if ward), default=None)


def warded(face: int, ward: int) -> bool:
    """Return whether a ward roll removes its damage point (A-DMG-3, A-KEY-2)."""
    return face >= ward


def suffer(dice: Dice, counter: RollCounter, body: Body, points: int, key: str, *, unwarded: int = 0) -> Suffered:
    """Make a ward roll for each damage point, then allocate the remaining points (A-DMG-2, A-DMG-3, A-DMG-5).

    `unwarded` points come without a ward roll (A-DMG-4, A-DMG-9). The key of the roll is `<key>/ward`.
    """
    rolls = 0 if body.ward is None else points
    wards = roll_pool(dice, counter, SIDES, rolls, f"{key}/ward")
    removed = 0 if body.ward is None else sum(warded(face, body.ward) for face in wards.faces)
    return Suffered(points + unwarded, wards, removed, allocate(body, points - removed + unwarded))


def allocate(body: Body, points: int) -> Losses:
    """Return the result of damage points that no ward removed (A-DMG-5, A-DMG-10)."""
    suffered = min(points, body.left)
    slain, damage = divmod(body.damage + suffered, body.health)
    return Losses(slain, damage, points - suffered)


def rallies(points: int, health: int, damage: int, slain: int) -> tuple[Rally, ...]:
    """Return the useful ways to spend rally points, the most returned models first (A-AB-13, A-AMB-30).

    One point heals one damage. As many points as a model's health return a slain model (A-DMG-8).
    """
    ways: list[Rally] = []
    for returned in range(min(slain, points // health), -1, -1):
        remaining = points - returned * health
        heals = min(damage, remaining)
        if heals > (ways[-1].healed if ways else -1):
            ways.append(Rally(returned, heals, remaining - heals))
    return tuple(way for way in ways if way.returned or way.healed)
