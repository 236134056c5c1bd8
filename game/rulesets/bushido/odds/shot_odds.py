"""Exact odds of a ranged attack (B-RNG-2 to B-RNG-5, B-RNG-11): every throw and every damage roll is counted.

Rerolls follow the policy of `rerolls`: for the attack misses are all alike, where it is found out who is hit only
success counts. What others decide is left out: feats and boosts, models that step in.
"""

from __future__ import annotations

from typing import NamedTuple

from game.rulesets.bushido.odds.harm import Harm
from game.rulesets.bushido.odds.rerolls import Rerolls, Scale, after_rerolls
from game.rulesets.bushido.rules.dice.results import SUPPORTS
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.damage import Blow
from game.rulesets.bushido.rules.shooting import numbers
from game.rulesets.bushido.rules.shooting.attack import beside
from game.rulesets.bushido.rules.shooting.shot import Shot
from game.rulesets.bushido.rules.specials import REGISTRY as SPECIALS
from game.rulesets.bushido.rules.specials import Special
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.warbands.terms import Term

_PLAIN = Special()


class Struck(NamedTuple):
    """A model that may be hit: how likely, the boxes marked on average, how likely it leaves the table."""

    model: Model
    hit: float
    wounds: float
    lost: float


class ShotOdds(NamedTuple):
    """The odds of a shot: the number needed, the dice, the target, and a friend that may be hit in its place."""

    needed: int
    dice: int
    target: Struck
    friend: Struck | None


def shot_odds(game: Game, shot: Shot, special: Term | None = None) -> ShotOdds | None:
    """Return the odds of a shot with a special attack or none; None out of range."""
    shooter, weapon, target = shot.shooter, shot.weapon, shot.target
    if numbers.band(game, shooter, weapon, target) is None:
        return None
    needed = numbers.number(
        game, shooter, weapon, target, moved=shot.moved, surprised=shot.surprised, covered=shot.covered
    )
    dice = max(1, numbers.dice(game, shooter, target) - (special.value if special else 0))
    modifier = game.total(shooter, "attack_result", weapon=weapon)
    levels = _levels(game, shooter, weapon, dice, modifier, needed)
    true, friend = 1.0, beside(game, shooter, target)
    if friend is not None:
        wanted = numbers.INTO_A_FIGHT + numbers.SIZE_SHIFT[game.size(target)]
        true = sum(_levels(game, shooter, "", max(1, numbers.dice(game, shooter)), 0, wanted, most=wanted).values())
    known = SPECIALS[special.name] if special else _PLAIN
    return ShotOdds(
        needed,
        dice,
        _struck(game, shot, target, known, levels, true),
        None if friend is None else _struck(game, shot, friend, known, levels, 1.0 - true),
    )


def _levels(
    game: Game, shooter: Model, weapon: str, dice: int, modifier: int, needed: int, most: int = 99
) -> dict[int, float]:
    """Return how likely each success level is, from 0 up (B-RNG-3)."""
    supports = SUPPORTS + game.total(shooter, "supports", "ranged", weapon=weapon)
    ones = game.any(shooter, "keeps_ones", "ranged", weapon=weapon)
    scale = Scale(modifier, supports, ones, least=needed - 1, most=most)
    again = game.total(shooter, "rerolls_own", "ranged", weapon=weapon)
    rerolls = (Rerolls(False, again, (0,)),) if again else ()
    cases = after_rerolls((dice,), (scale,), rerolls)
    every = sum(cases.values())
    found: dict[int, float] = {}
    for (result,), count in cases.items():
        if result.value >= needed:
            found[result.value - needed] = found.get(result.value - needed, 0.0) + count / every
    return found


def _struck(game: Game, shot: Shot, victim: Model, special: Special, levels: dict[int, float], share: float) -> Struck:
    """Return what a shot does to a model that a hit strikes with a probability (B-RNG-5, B-TR-5)."""
    hit = share * sum(levels.values())
    shooter, weapon = shot.shooter, shot.weapon
    if not special.rolls_damage or game.weapon(shooter, weapon).strength == "Sp":
        return Struck(victim, hit, 0.0, 0.0)
    assassin = shot.unseen and victim is shot.target and game.any(shooter, "assassin", weapon=weapon)

    def blow(level: int, _charging: bool) -> Blow:
        return Blow(shooter, victim, weapon, level, 0, assassin)

    harm = Harm(game, victim, special, blow, falls=special.fells(game, shooter, victim))
    done = [(chance, harm.wounds(level, harm.left)) for level, chance in levels.items()]
    wounds = sum(chance * each.mean for chance, each in done)
    stands = sum(chance * float(each.up.sum() + each.risen.sum()) for chance, each in done)
    return Struck(victim, hit, share * wounds, max(0.0, hit - share * stands))
