"""A damage roll from the dice to the marked boxes (B-DMG, B-ENG-7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from game.engine.core.flow import Asking
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.registry import TRAITS
from game.rulesets.bushido.rules.state import Model

LOWEST, HIGHEST = 2, 12
MOST_LEVELS = 10
_SHIFT: Final = {2: -3, 3: -2, 4: -1, 5: -1, 6: 0, 7: 0, 8: 0, 9: 1, 10: 1, 11: 2, 12: 3}

Choice = Literal["plain", "strong", "weak", "any"]
"""Which of the dice count: two as rolled, the best two of three, the worst two, or any two (B-DMG-2)."""


def wounds_of(roll: int, level: int) -> int:
    """Return the wounds in the row of a roll and the column of a success level, both clamped (B-DMG-3, B-DMG-4)."""
    row = min(HIGHEST, max(LOWEST, roll))
    return max(0, min(MOST_LEVELS, max(0, level)) + _SHIFT[row])


def dice_of(choice: Choice) -> int:
    """Return how many dice are rolled for damage (B-DMG-2)."""
    return 2 if choice == "plain" else 3


def kept(faces: Sequence[int], choice: Choice) -> tuple[int, ...]:
    """Return the dice that form the damage roll (B-DMG-2); any two are the best two unless the player chooses."""
    if choice == "weak":
        return tuple(sorted(faces)[:2])
    return tuple(sorted(faces, reverse=True)[:2]) if choice in ("strong", "any") else tuple(faces)


def marked(wounds: int, *, halved: bool = False, tough: int = 0, durable: bool = False) -> int:
    """Return the boxes that wounds mark: halved, less Tough, at most one for Durable, never below 0 (B-DMG-5)."""
    left = (wounds // 2 if halved else wounds) - tough
    return max(0, min(left, 1) if durable else left)


CHARGE_BONUS = 2
"""The bonus of the charger's first damage roll of an exchange (B-ACT-20)."""


@dataclass(frozen=True)
class Blow:
    """A damage roll to make: the attacker, the weapon, the victim and the success level.

    `bonus` is what charge and specials add, `assassin` whether any two of three dice count (B-TR-5), `halved` whether
    the special halves the wounds, `critical` whether a double removes the victim (B-SPEC-A2).
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
    """Return a damage roll of an exchange with the bonuses of charge and traits, without any special."""
    charging = is_first_of_charge(bout, by)
    bout.charged_rolls += charging
    return planned_blow(game, bout, by, victim, level, charging=charging)


def is_first_of_charge(bout: Bout, by: Fighter) -> bool:
    """Return whether a damage roll of a side would be the first one of the charger (B-ACT-20)."""
    return bout.charge and by is bout.activating and not bout.charged_rolls


def planned_blow(game: Game, bout: Bout, by: Fighter, victim: Fighter, level: int, *, charging: bool) -> Blow:
    """Return a damage roll as it would be made, without counting it as done (B-DMG-1, B-TR-5, B-TR-81)."""
    bonus = game.total(by.model, "against", victim.model, weapon=by.weapon) + charging * CHARGE_BONUS
    assassin = bout.unseen and by is bout.activating and game.any(by.model, "assassin", weapon=by.weapon)
    return Blow(by.model, victim.model, by.weapon, level, bonus, assassin)


def deals_damage(game: Game, fighter: Fighter) -> bool:
    """Return whether the weapon in use deals standard damage (B-STAT-3)."""
    return game.weapon(fighter.model, fighter.weapon).strength != "Sp"


def choice(game: Game, blow: Blow) -> Choice:
    """Return which dice of a damage roll count (B-DMG-2, B-TR-54)."""
    if blow.assassin:
        return "any"
    strong = game.any(blow.by, "strong", weapon=blow.weapon)
    weak = game.any(blow.by, "weak", weapon=blow.weapon)
    return "plain" if strong == weak else "strong" if strong else "weak"


def modifiers(game: Game, blow: Blow) -> list[tuple[str, int]]:
    """Return the bonuses of a damage roll, for the receipt: a reason and its amount (B-DMG-1)."""
    strength = game.weapon(blow.by, blow.weapon).strength
    armour = max(0, game.total(blow.victim, "armour"))
    pierced = max(0, armour - game.total(blow.by, "pierce", weapon=blow.weapon)) if armour else 0
    plain = game.total(blow.victim, "armour")
    found = [
        ("strength", strength if isinstance(strength, int) else 0),
        ("charge and specials", blow.bonus),
        ("Death Sentence", int(blow.victim.has("Death Sentence") and blow.victim.side != blow.by.side)),
        ("armour", -pierced if plain >= 0 else -plain),
    ]
    return [each for each in found if each[1]]


def boxes(game: Game, blow: Blow, wounds: int) -> int:
    """Return how many boxes some wounds of the table mark (B-DMG-5)."""
    tough = game.total(blow.victim, "tough")
    if tough > 0:
        tough = max(0, tough - game.total(blow.by, "sharp", weapon=blow.weapon))
    return marked(wounds, halved=blow.halved, tough=tough, durable=game.any(blow.victim, "durable"))


def strike(game: Game, blow: Blow) -> Asking[int]:
    """Make a damage roll and return how many boxes it marked: the damage (B-DMG-1 to B-DMG-6, B-STAT-6)."""
    yield from ()
    which = choice(game, blow)
    pool = game.throw(blow.by, dice_of(which), "damage")
    dice = kept(pool.faces, which)
    total = min(HIGHEST, max(LOWEST, sum(dice) + sum(amount for _reason, amount in modifiers(game, blow))))
    wounds = wounds_of(total, blow.level)
    game.emit(
        events.DamageRolled(
            model=blow.victim.id, by=blow.by.id, pool=pool, kept=dice, total=total, level=blow.level, wounds=wounds
        )
    )
    if blow.critical and dice[0] == dice[1]:
        game.kill(blow.victim, "B-SPEC-A2")
        return game.left(blow.victim)
    done = game.wound(blow.victim, boxes(game, blow, wounds))
    if done:
        on_wound(game, blow)
    return done


def on_wound(game: Game, blow: Blow) -> None:
    """Give a damaged victim the markers that a wound brings, one source per state (B-DMG-6, B-STAT-6)."""
    if not blow.victim.in_play:
        return
    strongest: dict[str, tuple[int, ...]] = {}
    for each in game.effects(blow.by, "on_wound", blow.weapon):
        state, values = TRAITS[each.entry.name].leaves, (each.entry.inches,) * each.amount
        if each.applies(game, blow.by, blow.victim) and sum(values) > sum(strongest.get(state, ())):
            strongest[state] = values
    for state, values in strongest.items():
        game.mark(blow.victim, state, *values)
