"""Attacks rolled in batches: all hits, all wounds, all saves, then damage (A-ATK-1, A-ATK-5, A-ATK-7, A-DICE-9).

Dice are keyed by their purpose (A-DICE-10): `<key>/attacks`, `hit`, `mortal`, `wound`, `save`, `damage`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.engine.core.dice import Dice, RollCounter
from game.engine.core.pools import Pool, rerolled, roll_pool
from game.rulesets.aos4.rules.attacks.amounts import SIDES, Rolled, roll_amounts
from game.rulesets.aos4.rules.attacks.batch import Batch, Reroll, is_critical, rolls_again


@dataclass(frozen=True, slots=True)
class Volley:
    """A rolled batch: every die and every count.

    `hits` includes critical hits, also if these wound or inflict damage at once; `wounds` includes those without a
    roll; `damage` goes into the target's pool for unsaved attacks, `mortal` for critical hits (A-WPN-3).
    """

    batch: Batch
    attack_rolls: Rolled
    hit_pool: Pool
    critical: int
    hits: int
    mortal_rolls: Rolled
    wound_pool: Pool
    wounds: int
    save_pool: Pool
    unsaved: int
    damage_rolls: Rolled

    @property
    def attacks(self) -> int:
        """The number of attacks."""
        return self.attack_rolls.total

    @property
    def damage(self) -> int:
        """Points of damage that are not mortal."""
        return self.damage_rolls.total

    @property
    def mortal(self) -> int:
        """Points of mortal damage (A-WPN-3)."""
        return self.mortal_rolls.total

    @property
    def points(self) -> int:
        """All points that go into the target's damage pool (A-DMG-1)."""
        return self.damage + self.mortal


def resolve(batch: Batch, dice: Dice, counter: RollCounter, key: str) -> Volley:
    """Roll a batch of attacks up to the points of damage; `key` names round, unit and weapon (A-WPN-1, A-WPN-2)."""
    attacks = roll_amounts(dice, counter, batch.attacks, f"{key}/attacks")
    hit = _checked(dice, counter, attacks.total, f"{key}/hit", batch.hits, batch.rerolls.hit)
    critical = sum(map(is_critical, hit.faces))
    struck = sum(map(batch.hits, hit.faces))
    mortal = critical if batch.crit == "mortal" else 0
    mortal_rolls = roll_amounts(dice, counter, (batch.damage,) * mortal, f"{key}/mortal")
    hits = struck + (critical if batch.crit == "2 hits" else 0)
    automatic = critical if batch.crit == "auto-wound" else 0
    wound = _checked(dice, counter, hits - mortal - automatic, f"{key}/wound", batch.wounds, batch.rerolls.wound)
    wounds = automatic + sum(map(batch.wounds, wound.faces))
    saved = 0 if batch.save is None else wounds
    save = _checked(dice, counter, saved, f"{key}/save", batch.saves, batch.rerolls.save)
    unsaved = wounds - sum(map(batch.saves, save.faces))
    damage = roll_amounts(dice, counter, (batch.damage,) * unsaved, f"{key}/damage")
    return Volley(batch, attacks, hit, critical, hits, mortal_rolls, wound, wounds, save, unsaved, damage)


def _checked(
    dice: Dice, counter: RollCounter, count: int, key: str, success: Callable[[int], bool], policy: Reroll
) -> Pool:
    """Roll dice at once, then reroll those that the policy names (A-DICE-2)."""
    pool = roll_pool(dice, counter, SIDES, count, key)
    again = [index for index, face in enumerate(pool.faces) if rolls_again(policy, face, success=success(face))]
    return rerolled(dice, counter, pool, again) if again else pool
