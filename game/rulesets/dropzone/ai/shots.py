"""The value of fire and close quarters by exact odds, and how a squad shares out its fire."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.shares import power
from game.engine.rulebook.view import percent
from game.rulesets.dropzone.ai.rated import Rated
from game.rulesets.dropzone.ai.strength import HALF_DEAD, expected_loss, point, table_of_prizes
from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.odds.fire import close_odds, fire_odds
from game.rulesets.dropzone.odds.volleys import best_focus, die_of, lost
from game.rulesets.dropzone.rules.close_quarters.choosing import fires_at, foes_inside
from game.rulesets.dropzone.rules.close_quarters.fighting import armed
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import SILENT
from game.rulesets.dropzone.rules.shooting.declaring import (
    COMBINED,
    asked_about,
    fire_at,
    stands_in,
    target_of,
    weapons,
)
from game.rulesets.dropzone.rules.shooting.legal import aim, in_reach
from game.rulesets.dropzone.rules.shooting.numbers import Fire
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.wording import _, numeral

FREE: Final = 0.01
"""Victory points that fire is worth in itself, because it costs nothing."""
LATER: Final = 0.35
"""The share of the value of Reaction Fire that is lost because the weapon does not fire again this round."""
RUN: Final = 0.3
"""Victory points for an enemy squad that breaks and runs."""
NEVER: Final = -0.5
"""The value of answers that help nobody."""
Attack = tuple[Unit, WeaponDocument]
"""A close quarters weapon of a unit."""


def expected(game: Game, fires: Sequence[Fire]) -> Rated:
    """Rate a declaration of fire by what it is expected to destroy."""
    if not fires:
        return Rated(-FREE, _("nothing to fire at"))
    value = expected_loss(game, [*fires]) / point(game)
    return Rated(FREE + value, expectation(game, fires))


def expectation(game: Game, fires: Sequence[Fire]) -> str:
    """Return in words what a declaration of fire is expected to do."""
    odds = fire_odds(game, fires)
    if not odds.units:
        lost = sum(harm.lost for harm in odds.scenery.values())
        return _("{points} damage expected to scenery", points=numeral(lost, ".1f"))
    name, harm = max(odds.units.items(), key=lambda each: each[1].lost)
    facts = {"points": numeral(harm.lost, ".1f"), "chance": percent(harm.destroyed)}
    return _("{points} damage expected on {unit}, {chance} to destroy it", unit=game.state.units[name].name, **facts)


def shared_out(game: Game, squad: Squad) -> list[Fire]:
    """Return a good declaration for a whole squad: one weapon after another, each at what it adds most to."""
    fires: list[Fire] = []
    for unit in game.present(squad):
        for weapon in [*weapons(game, unit)]:
            if stands_in(fires, unit, weapon):
                continue
            best = best_target(game, unit, weapon, [*in_reach(game, unit, weapon)], fires)
            if best is not None:
                fires.append(fire_at(game, unit, weapon, best))
    return fires


def best_target(
    game: Game, unit: Unit, weapon: WeaponDocument, there: Sequence[Unit], before: Sequence[Fire]
) -> Unit | None:
    """Return the unit at which a weapon does most, given the fire declared before it; None if it helps nowhere."""
    rated = [(added(game, fire_at(game, unit, weapon, each), before), number)
             for number, each in enumerate(there)]  # fmt: skip
    value, number = max(rated, default=(0.0, -1))
    return there[number] if value > 0.0 else None


def added(game: Game, fire: Fire, before: Sequence[Fire]) -> float:
    """Return the points that a shot adds to the fire declared before it at the same target."""
    same = [each for each in before if each.target is fire.target]
    alone = expected_loss(game, [fire])
    return expected_loss(game, [*same, fire]) - expected_loss(game, same) if same and alone else alone


def declared_before(game: Game, decision: Choose) -> list[Fire]:
    """Return the fire that a squad is expected to have declared before the weapon that a decision asks about."""
    asked = asked_about(game, decision)
    if asked is None:
        return []
    every = shared_out(game, game.squad_of(asked[0]))
    return [each for each in every if _comes_before(game, each, *asked)]


def target(game: Game, decision: Choose, option: Option, before: Sequence[Fire]) -> Rated:
    """Rate a target for the weapon that a decision asks about, with the fire that its squad declared before."""
    asked = asked_about(game, decision)
    if option.key == SILENT.key or asked is None:
        return Rated(0.0, _("nothing worth firing at"), settled=True)
    unit, weapon = asked
    aimed = target_of(game, option.key)
    if aimed is None:
        return Rated(NEVER, "", settled=True)
    if not isinstance(aimed, Unit):
        return Rated(-FREE, _("scenery is left alone"), settled=True)
    fire = fire_at(game, unit, weapon, aimed)
    return Rated(FREE + added(game, fire, before) / point(game), expectation(game, [fire]), settled=True)


def _comes_before(game: Game, fire: Fire, unit: Unit, weapon: WeaponDocument) -> bool:
    order = [each.id for each in game.present(game.squad_of(unit))]
    names = [each.name for each in game.sheet(unit).weapons]
    return (order.index(fire.unit.id), names.index(fire.weapon.name)) < (order.index(unit.id), names.index(weapon.name))


def focus(game: Game, decision: Choose, option: Option) -> Rated:
    """Rate a way to focus hits: the best one for the target that the squad would choose (D-SPEC-FOC)."""
    unit = game.state.units[decision.about]
    hits = len(decision.options[0].key.split())
    armed = [each for each in game.sheet(unit).weapons if "focus" in each.rules and each.name in unit.fired]
    enemies = [each for each in game.on_table() if each.owner != unit.owner and not each.airborne]
    if not armed or not enemies:
        return Rated(0.0, "", scored=False)
    near = min(enemies, key=lambda each: (each.x - unit.x) ** 2 + (each.y - unit.y) ** 2)
    way = best_focus(aim(game, unit, armed[-1], near, None), hits, game.left(near))
    fits = option.key == " ".join(map(str, way))
    return Rated(FREE if fits else -FREE, _("the most damage expected"), settled=True)


def reduced(game: Game, decision: Choose, option: Option) -> Rated:
    """Rate several weak shots or a strong one of a weapon, at the target that it would choose (D-SPEC-RED)."""
    unit, combined = game.state.units[decision.about], option.key == COMBINED
    squad = game.squad_of(unit)
    weapon = next(each for each in game.sheet(unit).weapons if each.name == decision.test)
    if weapon.cq:
        attacks = armed(game, squad)
        aims = divided(game, attacks, foes_inside(game, squad))
        foe = next(aim for attack, aim in zip(attacks, aims, strict=True) if attack == (unit, weapon))
        aimed = replace(fires_at(game, [(unit, weapon)], foe)[0].aim, combined=combined)
        points = lost(power(die_of(aimed.damage), aimed.shots), sum(map(game.left, game.units_of(foe))))
        return Rated(FREE * points, _("the most damage expected"), settled=True)
    every = [[fire_at(game, unit, weapon, each, combined=combined)] for each in in_reach(game, unit, weapon)]
    if not every:
        return Rated(0.0, "", scored=False)
    value, number = max((expected_loss(game, fires), number) for number, fires in enumerate(every))
    return Rated(value / point(game), expectation(game, every[number]), settled=True)


def fight(game: Game, attackers: Sequence[Attack], foe: Squad) -> Rated:
    """Rate close quarters fire of some weapons at a squad in the same Garrison (D-CQ-2)."""
    odds = close_odds(game, attackers, foe, entered=any(game.squad_of(unit).entered for unit, _weapon in attackers))
    prizes = table_of_prizes(game)
    units = game.units_of(foe)
    each = sum(prizes.get(unit.id, 0.0) for unit in units) / max(1, len(units))
    falls = sum(number * chance for number, chance in enumerate(odds.destroyed))
    share = HALF_DEAD * odds.harm.lost / game.sheet_of(foe).damage + (1.0 - HALF_DEAD) * float(falls)
    facts = {"points": numeral(odds.harm.lost, ".1f"), "chance": percent(odds.breaks), "squad": foe.name}
    why = _("{points} damage expected on {squad} in close quarters, {chance} that it runs", **facts)
    return Rated(FREE + share * each / point(game) + RUN * odds.breaks, why)


def divided(game: Game, attacks: Sequence[Attack], foes: Sequence[Squad]) -> list[Squad]:
    """Return the squad at which each close quarters weapon is best fired (D-CQ-2).

    All fire at one squad at first; then one weapon after another aims at another squad if more is expected of that.
    """
    aims = max(([foe] * len(attacks) for foe in foes), key=lambda each: fights_worth(game, attacks, each))
    for number in range(len(attacks)):
        others = [[*aims[:number], foe, *aims[number + 1 :]] for foe in foes]
        aims = max([aims, *others], key=lambda each: fights_worth(game, attacks, each))
    return aims


def fights_worth(game: Game, attacks: Sequence[Attack], aims: Sequence[Squad]) -> float:
    """Return the value of close quarters fire with a squad as the target of each weapon."""
    every = [fight(game, at_one, foe) for foe, at_one in by_foe(attacks, aims)]
    return FREE + sum(each.worth - FREE for each in every)


def by_foe(attacks: Sequence[Attack], aims: Sequence[Squad]) -> list[tuple[Squad, list[Attack]]]:
    """Return every squad that is aimed at, with the weapons that fire at it."""
    found: dict[str, tuple[Squad, list[Attack]]] = {}
    for attack, foe in zip(attacks, aims, strict=True):
        found.setdefault(foe.id, (foe, []))[1].append(attack)
    return [*found.values()]


def reaction(game: Game, key: str) -> Rated:
    """Rate Reaction Fire at a target in full view: the weapon does not fire again this round (D-RF-2, D-RF-3)."""
    name, weapon_name, target_name = key.split("|")
    unit, other = game.state.units[name], game.state.units[target_name]
    weapon = next(each for each in game.sheet(unit).weapons if each.name == weapon_name)
    fire = Fire(unit, weapon, other, aim(game, unit, weapon, other, None, reacting=True))
    value = expected_loss(game, [fire]) / point(game)
    kept = 0.0 if game.squad_of(unit).acted else LATER
    return Rated(FREE + value * (1.0 - kept), expectation(game, [fire]), settled=True)
