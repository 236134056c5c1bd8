"""Damage rolls (B-DMG, B-ENG-7)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from game.engine.core.flow import Asking, Flow
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.registry import TRAITS
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.warbands.traits import Special

LOWEST, HIGHEST = 2, 12
MOST_LEVELS = 10
_SHIFT: Final = {2: -3, 3: -2, 4: -1, 5: -1, 6: 0, 7: 0, 8: 0, 9: 1, 10: 1, 11: 2, 12: 3}

Choice = Literal["plain", "strong", "weak", "any"]
"""The dice that count: two as rolled, the best two of three, the worst two of three, or any two of three (B-DMG-2)."""


def wounds_of(roll: int, level: int) -> int:
    """Return the wounds for a roll and a success level, by the damage table (B-DMG-3, B-DMG-4)."""
    row = min(HIGHEST, max(LOWEST, roll))
    return max(0, min(MOST_LEVELS, max(0, level)) + _SHIFT[row])


def dice_of(choice: Choice) -> int:
    """Return the number of dice rolled for damage (B-DMG-2)."""
    return 2 if choice == "plain" else 3


def kept(faces: Sequence[int], choice: Choice) -> tuple[int, ...]:
    """Return the dice that count. "any" takes the best two (B-DMG-2, AMB-22)."""
    if choice == "weak":
        return tuple(sorted(faces)[:2])
    return tuple(sorted(faces, reverse=True)[:2]) if choice in ("strong", "any") else tuple(faces)


def marked(wounds: int, *, halved: bool = False, tough: int = 0, durable: bool = False) -> int:
    """Return the number of boxes that wounds mark: halved, minus Tough, at most one for Durable (B-DMG-5, AMB-10)."""
    boxes = (wounds // 2 if halved else wounds) - tough
    return max(0, min(boxes, 1) if durable else boxes)


CHARGE_BONUS = 2
"""The bonus to the charger's first damage roll in an exchange (B-ACT-20)."""


@dataclass(frozen=True)
class Blow:
    """The facts of a damage roll. `by` is the attacker, and `level` is the success level.

    `bonus` comes from a charge and specials. `assassin` means that any two of three dice count (B-TR-5). `halved` means
    that the special halves the wounds. `critical` means that a double kills the victim (B-SPEC-A2).
    """

    by: Model
    victim: Model
    weapon: str
    level: int
    bonus: int = 0
    assassin: bool = False
    halved: bool = False
    critical: bool = False


def blow_of(game: Game, bout: Bout, by: Fighter, victim: Fighter, level: int) -> Blow:
    """Return a damage roll with the bonuses of charge and traits, without a special, and count it as made."""
    charging = is_first_of_charge(bout, by)
    if charging:
        bout.charged_rolls += 1
    return planned_blow(game, bout, by, victim, level, charging=charging)


def is_first_of_charge(bout: Bout, by: Fighter) -> bool:
    """Return whether the next damage roll of a side is the charger's first in this exchange (B-ACT-20)."""
    return bout.charge and by is bout.activating and not bout.charged_rolls


def planned_blow(game: Game, bout: Bout, by: Fighter, victim: Fighter, level: int, *, charging: bool) -> Blow:
    """Return a damage roll without counting it (B-DMG-1, B-TR-5, B-TR-81)."""
    bonus = game.total(by.model, "against", victim.model, weapon=by.weapon) + (CHARGE_BONUS if charging else 0)
    assassin = bout.unseen and by is bout.activating and game.any(by.model, "assassin", weapon=by.weapon)
    return Blow(by.model, victim.model, by.weapon, level, bonus, assassin)


def deals_damage(game: Game, fighter: Fighter) -> bool:
    """Return whether the weapon of a side deals standard damage (B-STAT-3)."""
    return game.weapon(fighter.model, fighter.weapon).strength != "Sp"


def choice(game: Game, blow: Blow) -> Choice:
    """Return the kind of dice that count in a damage roll (B-DMG-2, B-TR-54)."""
    if blow.assassin:
        return "any"
    strong = game.any(blow.by, "strong", weapon=blow.weapon)
    weak = game.any(blow.by, "weak", weapon=blow.weapon)
    return "plain" if strong == weak else "strong" if strong else "weak"


def modifiers(game: Game, blow: Blow) -> list[tuple[str, int]]:
    """Return reasons and amounts of the modifiers of a damage roll (B-DMG-1)."""
    strength = game.weapon(blow.by, blow.weapon).strength
    armour = game.total(blow.victim, "armour")
    if armour > 0:
        armour = max(0, armour - game.total(blow.by, "pierce", weapon=blow.weapon))
    amounts = [
        ("strength", strength if isinstance(strength, int) else 0),
        ("charge and specials", blow.bonus),
        ("Death Sentence", int(blow.victim.has("Death Sentence") and blow.victim.side != blow.by.side)),
        ("armour", -armour),
    ]
    return [part for part in amounts if part[1]]


def boxes(game: Game, blow: Blow, wounds: int) -> int:
    """Return the number of boxes that wounds mark on the victim of a blow (B-DMG-5)."""
    tough = game.total(blow.victim, "tough")
    if tough > 0:
        tough = max(0, tough - game.total(blow.by, "sharp", weapon=blow.weapon))
    return marked(wounds, halved=blow.halved, tough=tough, durable=game.any(blow.victim, "durable"))


def strike(game: Game, blow: Blow) -> Asking[int]:
    """Make a damage roll and return the damage, which is the number of marked boxes (B-DMG-1 to B-DMG-6, B-STAT-6)."""
    yield from ()
    kind = choice(game, blow)
    pool = game.throw(blow.by, dice_of(kind), "damage")
    dice = kept(pool.faces, kind)
    bonus = sum(amount for _reason, amount in modifiers(game, blow))
    total = min(HIGHEST, max(LOWEST, sum(dice) + bonus))
    wounds = wounds_of(total, blow.level)
    is_critical = blow.critical and dice[0] == dice[1]
    marked_boxes = game.left(blow.victim) if is_critical else boxes(game, blow, wounds)
    game.emit(
        events.DamageRolled(
            model=blow.victim.id,
            by=blow.by.id,
            pool=pool,
            kept=dice,
            total=total,
            level=blow.level,
            wounds=wounds,
            bonus=bonus,
            stopped="" if marked_boxes else "protected" if wounds else "low",
        )
    )
    if is_critical:
        game.kill(blow.victim, "B-SPEC-A2")
        return game.left(blow.victim)
    damage = game.wound(blow.victim, marked_boxes)
    if damage:
        on_wound(game, blow)
    return damage


def roll_damage(
    game: Game, special: Special, victim: Model, level: int, fallen: Collection[str], blow: Callable[[int], Blow]
) -> Flow:
    """Make the damage rolls of a hit with a special while the victim is in play; `blow` returns a roll at a level.

    `fallen` are ids of models that fell from high ground (B-TERR-8).
    """
    halved = special.halves and victim.id not in fallen
    for damage_level in special.levels(level) if special.rolls_damage else ():
        if victim.in_play:
            roll = blow(damage_level)
            bonus = roll.bonus + special.bonus
            yield from strike(game, replace(roll, bonus=bonus, halved=halved, critical=special.critical))


def on_wound(game: Game, blow: Blow) -> None:
    """Give a wounded victim the markers of the attacker's traits, the strongest for each state (B-DMG-6, B-STAT-6)."""
    if not blow.victim.in_play:
        return
    strongest: dict[str, tuple[int, ...]] = {}
    for effect in game.effects(blow.by, "on_wound", blow.weapon):
        state, values = TRAITS[effect.entry.name].leaves, (effect.entry.inches,) * effect.amount
        if effect.applies(game, blow.by, blow.victim) and sum(values) > sum(strongest.get(state, ())):
            strongest[state] = values
    for state, values in strongest.items():
        game.mark(blow.victim, state, *values)
