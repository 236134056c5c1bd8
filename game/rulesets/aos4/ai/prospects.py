"""The answers worth considering and what each is expected to bring: exact odds for dice, plain weights for the rest."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Final

from game.engine.core.decisions import Allocate, Answer, Arrange, Choose, Decision, Option, Pick, Place
from game.engine.core.windows import PASS
from game.engine.rulebook.view import Prospect
from game.rulesets.aos4.ai.arrangements import arranged
from game.rulesets.aos4.ai.position import POINT, blow, charge_chance, fight_worth, hold, turns_left, worth
from game.rulesets.aos4.ai.strength import expected_damage, per_wound, points
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.odds.roll_odds import casting_odds
from game.rulesets.aos4.rules.attacks.assigning import SHARE
from game.rulesets.aos4.rules.attacks.damaging import SUGGESTED
from game.rulesets.aos4.rules.effects.targets import targets
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.healing import KEEP_OFF
from game.rulesets.aos4.rules.state import Unit
from game.wording import _

USED: Final = 0.4
"""Victory points of an ability without a price whose effect is not weighed."""
PRICE: Final = 0.1
"""The same that a command point is worth; what is left of them is lost."""
BANKED: Final = 0.1
"""The same of ritual points that are banked."""
ENOUGH_RITUAL: Final = 6
"""Ritual points above which more are of no use."""
MOVED: Final = 0.3
"""The same of a move that may help."""


def prospects(game: Game, decision: Decision, rng: random.Random, share: float = 1.0) -> Iterator[Prospect]:
    """Yield the answers worth considering, each with its expected value in victory points and the reason.

    With a `share` below 1 only so many arrangements are looked at.
    """
    if isinstance(decision, Arrange):
        yield from arranged(game, decision, rng, share)
    elif isinstance(decision, Choose):
        yield from _choices(game, decision)
    elif isinstance(decision, Pick):
        if any(option.key == SUGGESTED for option in decision.shortcuts):
            yield Prospect(SUGGESTED, 0.0, _("those farthest from the enemy, without titles"), scored=False)
    elif isinstance(decision, Allocate):
        first = max(decision.limits, key=lambda each: _target_worth(game, decision, each))
        yield Prospect({first: decision.total}, 0.0, _("all at the one that loses most"), scored=False)
    elif isinstance(decision, Place):
        spot = decision.region.sample(rng)
        yield Prospect(KEEP_OFF if spot is None else [spot.x, spot.y], 0.0, _("back to its unit"), scored=False)


def _target_worth(game: Game, decision: Decision, target: str) -> float:
    unit, other = game.state.units[decision.about], game.state.units[target]
    return expected_damage(game, unit, other, ranged=game.state.phase_name == "shooting")


def _choices(game: Game, decision: Choose) -> Iterator[Prospect]:
    for option in decision.options:
        worth_, why = _option(game, decision, option)
        yield Prospect(option.key, worth_, why, scored=option.key != PASS)


def _option(game: Game, decision: Choose, option: Option) -> tuple[float, str]:
    """Return what an option is worth, in victory points, and why."""
    if option.key == PASS:
        return 0.0, _("nothing else helps")
    if decision.rule in ("A-TURN-2", "A-REACT-2", "A-FIGHT-2"):
        identity, _space, name = option.key.partition(" ")
        return _ability(game, decision, identity, game.state.units[name])
    if decision.rule in ("A-PRI-1", "A-PRI-2"):
        own = option.key == decision.player
        return (0.3 if own else 0.0), _("to strike first")
    if option.key == SHARE:
        return -0.1, _("better all at one")
    if option.key in game.state.units and decision.about in game.state.units:
        unit, target = game.state.units[decision.about], game.state.units[option.key]
        if target.owner == unit.owner:
            need = min(target.damage, 3) * per_wound(game, target)
            return (need + points(game, target) / 100) / POINT, _("who needs it most")
        ranged = game.state.phase_name == "shooting"
        loss = expected_damage(game, unit, target, ranged=ranged) / POINT
        return loss, _("{enemy} is expected to lose {points} points", enemy=target.name, points=round(loss * POINT))
    if decision.rule == "A-DEP-3":
        return 0.0, _("as it comes")
    return 0.0, ""


def _ability(game: Game, decision: Choose, identity: str, unit: Unit) -> tuple[float, str]:
    """Return what an ability of a unit is worth now."""
    rate = _RATED.get(identity)
    if rate is not None:
        return rate(game, unit)
    spec = game.ability(decision.player, identity)
    value, why = _effect(game, spec, unit)
    if spec.kind == "spell":
        chance = casting_odds(spec.value, game.bonus(unit, "cast")).cast
    elif spec.kind == "prayer" and spec.value:
        chance = max(0.0, (7 - max(2, spec.value - unit.ritual)) / 6)
        value += BANKED
    else:
        return value - PRICE * spec.cost, why
    return value * chance, _("{why}, {chance} % to succeed", why=why, chance=round(100 * chance))


def _effect(game: Game, spec: AbilityDocument, unit: Unit) -> tuple[float, str]:
    """Return what the effect of an ability is worth, by the one for whom it is worth most."""
    units = targets(game, spec, unit) if spec.params.get("target") else []
    if spec.handler == "mortal-damage":
        wounds = max((per_wound(game, each) for each in units), default=0.0)
        return 2 * wounds / POINT, _("mortal damage")
    if spec.handler == "heal":
        need = [min(each.damage, 3) + bool(spec.params.get("returns")) * len(each.slain) / 9 for each in units]
        most = max((need[at] * per_wound(game, each) for at, each in enumerate(units)), default=0.0)
        return most / POINT, _("wounds heal")
    if spec.handler == "ritual":
        return 0.1 if unit.ritual < ENOUGH_RITUAL else 0.0, _("ritual points for later")
    return USED, _("it costs little and helps")


def _normal_move(game: Game, unit: Unit) -> tuple[float, str]:
    return MOVED + 0.05 * _needed_elsewhere(game, unit), _("it may stand better elsewhere")


def _needed_elsewhere(game: Game, unit: Unit) -> float:
    """Return how much of the ground is still to be taken."""
    return sum(1.0 - hold(game, unit.owner, each) for each in game.setup.objectives)


def _run(game: Game, unit: Unit) -> tuple[float, str]:
    """Run where there is nothing to do but to get nearer: no charge, no shot within reach this turn."""
    enemies = game.enemies(unit)
    best = max((blow(game, unit, enemy) for enemy in enemies), default=0.0)
    if turns_left(game, unit.owner) < 1 or best > 0.0:
        return MOVED - 0.2 - best / POINT, _("it would give up its attacks")
    return MOVED + 0.2, _("it is far from everything")


def _retreat(game: Game, unit: Unit) -> tuple[float, str]:
    """Retreat where the fight is going badly."""
    fought = game.fought_by(unit)
    given = max((expected_damage(game, unit, each, ranged=False) for each in fought), default=0.0)
    taken = sum(expected_damage(game, each, unit, ranged=False) for each in fought)
    value = (0.3 * taken - given - 2 * per_wound(game, unit) * 2) / POINT
    return value, _("it would lose {taken} points and take {given}", taken=round(taken), given=round(given))


def _shoot(game: Game, unit: Unit) -> tuple[float, str]:
    best = max((expected_damage(game, unit, each, ranged=True) for each in game.enemies(unit)), default=0.0)
    return 0.1 + best / POINT, _("up to {n} points of damage", n=round(best))


def _charge(game: Game, unit: Unit) -> tuple[float, str]:
    """Charge where what is given is more than what is taken, by the chance to arrive."""
    found = [(-0.1, "")]
    for enemy in game.enemies(unit):
        chance = charge_chance(game, unit, game.positions.gap(unit, enemy))
        given = expected_damage(game, unit, enemy, ranged=False)
        text = _("{chance} % to reach {enemy}, {given} points of damage expected", chance=round(100 * chance),
                 enemy=enemy.name, given=round(given))  # fmt: skip
        found.append((chance * fight_worth(game, unit, enemy), text))
    return max(found)


def _fight(game: Game, unit: Unit) -> tuple[float, str]:
    """Fight first with who gives most, and with who would be hurt before it strikes."""
    fought = game.fought_by(unit) or game.enemies(unit)[:1]
    given = max((expected_damage(game, unit, each, ranged=False) for each in fought), default=0.0)
    taken = max((expected_damage(game, each, unit, ranged=False) for each in game.fought_by(unit)), default=0.0)
    return 0.1 + (given + 0.5 * taken) / POINT, _("{n} points of damage expected", n=round(given))


def _rally(game: Game, unit: Unit) -> tuple[float, str]:
    health = game.card(unit).health
    healed = min(3.0, unit.damage + len(unit.slain) * health)
    return healed * per_wound(game, unit) / POINT - 0.1, _("{n} wounds may come back", n=round(healed))


def _all_out(game: Game, unit: Unit) -> tuple[float, str]:
    return points(game, unit) / POINT / 12 - 0.1, _("it fights better for a command point")


def _counter_charge(game: Game, unit: Unit) -> tuple[float, str]:
    value, why = _charge(game, unit)
    return value - 0.25, why


def _forward(game: Game, unit: Unit) -> tuple[float, str]:
    near = min((game.positions.gap(unit, each) for each in game.enemies(unit)), default=99.0)
    last = next((each for each in reversed(game.events) if getattr(each, "purpose", "") == "charge"), None)
    short = last is not None and getattr(last, "total", 0) < near - 0.5
    return (0.4 if short else -1.0), _("the charge fell short") if short else _("the charge reaches")


def _redeploy(game: Game, unit: Unit) -> tuple[float, str]:
    return -0.05 + 0.02 * _needed_elsewhere(game, unit), _("it may come nearer to where it is needed")


def _power_through(game: Game, unit: Unit) -> tuple[float, str]:
    return 2.0 * per_wound(game, game.fought_by(unit)[0]) / POINT, _("damage for a command point")


def _place_of_power(game: Game, unit: Unit) -> tuple[float, str]:
    return 0.1 - 2 * per_wound(game, unit) / POINT / 6, _("a bonus to its spells")


def _unbind(game: Game, unit: Unit) -> tuple[float, str]:
    return 0.5, _("the spell may fail")


def _double(game: Game, unit: Unit) -> tuple[float, str]:
    return 0.1, _("it gets farther")


def _intervene(game: Game, unit: Unit) -> tuple[float, str]:
    return 0.2, _("a spell in the enemy's turn")


_RATED: Final[dict[str, Callable[[Game, Unit], tuple[float, str]]]] = {
    "normal-move": _normal_move,
    "run": _run,
    "retreat": _retreat,
    "shoot": _shoot,
    "covering-fire": _shoot,
    "charge": _charge,
    "counter-charge": _counter_charge,
    "forward-to-victory": _forward,
    "fight": _fight,
    "rally": _rally,
    "all-out-attack": _all_out,
    "all-out-defence": _all_out,
    "at-the-double": _double,
    "redeploy": _redeploy,
    "power-through": _power_through,
    "activate-place-of-power": _place_of_power,
    "unbind": _unbind,
    "magical-intervention": _intervene,
}
"""What core abilities are worth, by their ids."""


def candidates(game: Game, decision: Decision, rng: random.Random) -> Iterator[Prospect]:
    """Yield the few answers worth trying on copies of the game."""
    yield from prospects(game, decision, rng)


def deployed(game: Game, decision: Decision) -> Answer:
    """Return the program's own answer to a decision of the deployment."""
    found = [each for each in prospects(game, decision, random.Random(0)) if decision.allows(each.answer)]
    return max(found, key=lambda each: each.worth).answer


def reason(game: Game, decision: Decision, prospect: Prospect) -> str:
    """Return what speaks for an answer in measured terms."""
    if prospect.why:
        return prospect.why
    found = (each.why for each in prospects(game, decision, random.Random(0)) if each.answer == prospect.answer)
    return next(found, "")


def agrees(game: Game, player: str) -> bool:
    """Return whether a bot agrees to a draw: if it expects no lead."""
    return worth(game, player) <= 0.0
