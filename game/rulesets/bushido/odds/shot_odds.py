"""Exact odds of a ranged attack (B-RNG-2 to B-RNG-5, B-RNG-11): every attack roll and every damage roll is counted.

Rerolls follow the policy of `rerolls`. Misses are all alike for the attack roll. Only success counts for the roll that
decides which model is hit, and for the test against a Disguise. Choices of other players, such as feats and boosts, are
left out. A model that may take the shot instead has odds of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from game.rulesets.bushido.odds.harm import Harm
from game.rulesets.bushido.odds.rerolls import Rerolls, after_rerolls
from game.rulesets.bushido.rules import feats
from game.rulesets.bushido.rules.actions.shooting import aimed
from game.rulesets.bushido.rules.dice.results import SIDES
from game.rulesets.bushido.rules.dice.tests import ki_dice, scale_of
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Shot
from game.rulesets.bushido.rules.melee.damage import Blow
from game.rulesets.bushido.rules.moving.bodyguard import guards
from game.rulesets.bushido.rules.moving.sight import has_cover
from game.rulesets.bushido.rules.shooting import numbers
from game.rulesets.bushido.rules.shooting.attack import friend_at_risk, interceptors, loaded_weapons, possible_targets
from game.rulesets.bushido.rules.specials import PLAIN, fells
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.warbands.traits import SPECIALS, Special, Term
from game.table.facing import facing_towards
from game.table.lattice import position
from game.table.path.path import Path

Aim = Callable[[Model], Shot]
"""A function that returns the shot at a target."""


class Struck(NamedTuple):
    """A model that may be hit: the chance of a hit, the average boxes marked, the chance to leave the table."""

    model: Model
    hit: float
    wounds: float
    lost: float


class ShotOdds(NamedTuple):
    """The odds of a shot: the number needed, the dice, the target, and a friend that may be hit in its place.

    `best` is the result if every die shows a 6.
    """

    needed: int
    best: int
    dice: int
    target: Struck
    friend: Struck | None


class Reply(NamedTuple):
    """A feat with which the target of a shot may answer, and the odds then."""

    feat: str
    odds: ShotOdds


class StandIn(NamedTuple):
    """A model that may take a shot for its target, the rule that allows it, and the odds then; None out of range."""

    model: Model
    rule: str
    odds: ShotOdds | None


def shots_from(game: Game, shooter: Model, *, moved: bool) -> Iterator[tuple[Shot, Aim]]:
    """Yield the shots of a model at all possible targets from its current spot, with each loaded weapon."""
    path = Path(position(shooter.x, shooter.y))
    for weapon in loaded_weapons(game, shooter):
        aim = partial(aimed, game, shooter, weapon, path=path, moved=moved)
        yield from ((aim(target), aim) for target in possible_targets(game, shooter))


def shot_odds(
    game: Game, shot: Shot, special: Term | None = None, disguise_seen: float | None = None, boosts: int = 0
) -> ShotOdds | None:
    """Return the odds of a shot, with a special attack if given, or None if it is out of range.

    `disguise_seen` is the chance to see through a Disguise (B-STATE-7), if the caller knows it. `boosts` are dice more
    than the shooter has now.
    """
    shooter, weapon, target = shot.shooter, shot.weapon, shot.target
    if numbers.band(game, shooter, weapon, target) is None:
        return None
    needed = numbers.number(game, shot)
    rolled = game.limited(shooter, "ranged", numbers.total_dice(game, shooter, target) + boosts)
    dice = max(1, rolled - (special.value if special else 0))
    modifier = game.total(shooter, "attack_result", weapon=weapon)
    levels = _levels(game, shooter, weapon, dice, modifier, needed)
    if disguise_seen is None:
        disguise_seen = seen_through(game, shooter, target)
    on_target, friend = 1.0, friend_at_risk(game, shooter, target)
    if friend is not None:  # a shot into a fight may hit the friend instead
        friend_number = numbers.INTO_A_FIGHT + numbers.SIZE_SHIFT[game.size(target)]
        on_target = passed(game, shooter, "ranged", numbers.dice(game, shooter), friend_number)
    effects = SPECIALS[special.name] if special else PLAIN
    return ShotOdds(
        needed,
        scale_of(game, shooter, "ranged", modifier, weapon).result((SIDES,) * dice).value,
        dice,
        _struck(game, shot, target, effects, levels, disguise_seen * on_target),
        None if friend is None else _struck(game, shot, friend, effects, levels, disguise_seen * (1.0 - on_target)),
    )


def seen_through(game: Game, shooter: Model, target: Model) -> float:
    """Return the chance that a model sees through the Disguise of its target, without boosts (B-STATE-7).

    The chance is 1 if the target has no Disguise.
    """
    if not target.has("Disguised") or target.side == shooter.side:
        return 1.0
    return passed(game, shooter, "ki", ki_dice(game, shooter), max(target.markers["Disguised"]))


def replies(game: Game, shot: Shot, *, set_up: bool) -> Iterator[Reply]:
    """Yield the feats of the target that would make a shot worse (B-RNG-1, B-SURP-3, B-KI-11).

    After the set-up of the shot, only feats against its damage are left.
    """
    target, odds = shot.target, shot_odds(game, shot)
    moments: tuple[str, ...] = (
        () if shot.surprised else ("ranged-set-up", "ranged-damage") if set_up else ("ranged-damage",)
    )
    moments += ("declare",) if set_up and shot.unseen else ()
    lendable = {feat.name: entry for moment in moments for feat, entry in feats.lendable(game, moment, target)}
    for name, entry in lendable.items() if odds is not None else ():
        with game.lending(target, entry):
            answered = shot_odds(game, shot)
        if answered is not None and odds is not None and answered.target[1:] != odds.target[1:]:
            yield Reply(name, answered)


def stand_ins(game: Game, shot: Shot, aim: Aim) -> Iterator[StandIn]:
    """Yield the models that may take a shot instead: bodyguards in the target's place, and interceptors.

    (B-TR-8, B-RNG-1.4.) The chance that a guard fails its test of the shooter's Fear is not counted.
    """
    shooter, target = shot.shooter, shot.target
    disguise_seen = seen_through(game, shooter, target)
    for guard in guards(game, target):
        facing = facing_towards(shooter.x - target.x, shooter.y - target.y)
        spot, old_place = (target.x, target.y), (guard.x, guard.y, target.facing)
        with game.supposing(guard, *spot, facing), game.supposing(target, *old_place):
            shot_at_guard = aim(guard)
            unseen = shot.unseen and shot_at_guard.unseen
            taken = replace(shot_at_guard, surprised=unseen and shot_at_guard.surprised, unseen=unseen)
            yield StandIn(guard, "B-TR-8", shot_odds(game, taken, disguise_seen=disguise_seen))
    if numbers.band(game, shooter, shot.weapon, target) is None:
        return
    for other in interceptors(game, shot):
        covered = shot.covered and has_cover(game, shooter, other)
        taken = replace(shot, target=other, surprised=False, unseen=False, covered=covered)
        yield StandIn(other, "B-RNG-1", shot_odds(game, taken, disguise_seen=disguise_seen))


def passed(game: Game, model: Model, test: str, dice: int, number: int, modifier: int = 0) -> float:
    """Return the chance to pass a challenge test (B-TEST-11)."""
    return sum(_levels(game, model, "", max(1, dice), modifier, number, most=number, test=test).values())


def _levels(
    game: Game, shooter: Model, weapon: str, dice: int, modifier: int, needed: int, most: int = 99, test: str = "ranged"
) -> dict[int, float]:
    """Return the chance of each success level from 0 up (B-RNG-3)."""
    scale = scale_of(game, shooter, test, modifier, weapon)._replace(least=needed - 1, most=most)
    reroll_dice = game.total(shooter, "rerolls_own", test, weapon=weapon)
    rerolls = (Rerolls(False, reroll_dice, (0,)),) if reroll_dice else ()
    cases = after_rerolls((dice,), (scale,), rerolls)
    total = sum(cases.values())
    chances: dict[int, float] = {}
    for (result,), count in cases.items():
        if result.value >= needed:
            chances[result.value - needed] = chances.get(result.value - needed, 0.0) + count / total
    return chances


def _struck(game: Game, shot: Shot, victim: Model, special: Special, levels: dict[int, float], share: float) -> Struck:
    """Return the effect of a shot on a model (B-RNG-5, B-TR-5).

    `share` is the chance that a successful attack roll hits this model.
    """
    hit = share * sum(levels.values())
    shooter, weapon = shot.shooter, shot.weapon
    if not special.rolls_damage or game.weapon(shooter, weapon).strength == "Sp":
        return Struck(victim, hit, 0.0, 0.0)
    assassin = shot.unseen and victim is shot.target and game.any(shooter, "assassin", weapon=weapon)

    def blow(level: int, *, charging: bool) -> Blow:
        return Blow(shooter, victim, weapon, level, 0, assassin)

    harm = Harm(game, victim, special, blow, falls=fells(special, game, shooter, victim))
    effects = [(chance, harm.wounds(level, harm.left)) for level, chance in levels.items()]
    wounds = sum(chance * harm.mean for chance, harm in effects)
    stays = sum(chance * float(harm.up.sum() + harm.risen.sum()) for chance, harm in effects)
    return Struck(victim, hit, share * wounds, max(0.0, hit - share * stays))
