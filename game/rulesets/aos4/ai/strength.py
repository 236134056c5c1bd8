"""The expected damage of a unit's attacks, from the rules' own batches."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from game.rulesets.aos4.documents.amounts import amount
from game.rulesets.aos4.odds.volley_odds import volley_odds
from game.rulesets.aos4.rules.abilities import NO_MODIFIER
from game.rulesets.aos4.rules.attacks.batch import Batch, batch_of, can_be_rolled
from game.rulesets.aos4.rules.attacks.damaging import Body, body_of
from game.rulesets.aos4.rules.attacks.volleys import attacker_of, target_of
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.setup import Setup
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.view.volleys import suffered_mean

SUMMONED = 60.0
"""The assumed army points of a manifestation."""
MOST_KNOWN: Final = 100_000
"""The largest number of cached expectations for a battle and all its copies."""


class Printed(NamedTuple):
    """A unit's Move and shooting range in inches, and whether it has melee weapons, by its warscroll."""

    move: float
    reach: float
    strikes: bool


_PRINTED: Final[WeakKeyDictionary[Setup, dict[str, Printed]]] = WeakKeyDictionary()
_LOSSES: Final[WeakKeyDictionary[Setup, dict[Hashable, float]]] = WeakKeyDictionary()


def printed(game: Game, unit: Unit) -> Printed:
    """Return a unit's values by its warscroll. A random Move counts as its mean."""
    cache = _PRINTED.setdefault(game.setup, {})
    result = cache.get(unit.card)
    if result is None:
        card = game.card(unit)
        move = amount(card.move) if card.move is not None else None
        result = cache[unit.card] = Printed(
            0.0 if move is None else (move.least + move.most) / 2,
            float(max((weapon.range_in or 0 for weapon in card.weapons), default=0)),
            any(not weapon.is_ranged for weapon in card.weapons),
        )
    return result


def points(game: Game, unit: Unit) -> float:
    """Return the army points of a unit's remaining wounds."""
    return per_wound(game, unit) * wounds_left(game, unit) if unit.at else 0.0


def wounds_left(game: Game, unit: Unit) -> int:
    """Return the number of damage points that would destroy a unit."""
    return game.card(unit).health * len(unit.at) - unit.damage


def per_wound(game: Game, unit: Unit) -> float:
    """Return the army points of one wound of a unit."""
    card = game.card(unit)
    return (float(card.points) or SUMMONED) / (card.health * len(game.models(unit)))


def expected_damage(game: Game, unit: Unit, target: Unit, *, ranged: bool, charging: Unit | None = None) -> float:
    """Return the expected loss of a target in army points; see `expected_wounds`."""
    return expected_wounds(game, unit, target, ranged=ranged, charging=charging) * per_wound(game, target)


def expected_wounds(game: Game, unit: Unit, target: Unit, *, ranged: bool, charging: Unit | None = None) -> float:
    """Return the expected wounds of a target by all melee or ranged weapons. `charging` is a unit that charges."""
    if not target.at or not unit.at:
        return 0.0
    cache = _LOSSES.setdefault(game.setup, {})
    charged = game.charged(unit) or unit is charging, game.charged(target) or target is charging
    attackers, defenders = (unit.id, tuple(unit.at), _effects(unit)), (target.id, len(target.at), target.damage)
    key = (attackers, defenders, _effects(target), charged, ranged)
    wounds = cache.get(key)
    if wounds is None:
        if len(cache) >= MOST_KNOWN:
            cache.clear()
        batches = tuple(_batches(game, unit, target, charged, ranged=ranged))
        wounds = cache[key] = mean_loss(batches, body_of(game, target)) if batches else 0.0
    return wounds


def _effects(unit: Unit) -> Hashable:
    return tuple((effect.what, effect.amount, effect.keyword, effect.player) for effect in unit.effects)


def _batches(game: Game, unit: Unit, target: Unit, charged: tuple[bool, bool], *, ranged: bool) -> list[Batch]:
    facts, attacker, defender = game.models(unit), attacker_of(game, unit, NO_MODIFIER), target_of(game, target)
    attacker, defender = replace(attacker, charged=charged[0]), replace(defender, charged=charged[1])
    batches = []
    for weapon in game.card(unit).weapons:
        if weapon.is_ranged != ranged or not can_be_rolled(weapon):
            continue
        holders = [model for model in unit.at if weapon in facts[model].weapons]
        champions = sum("champion" in facts[model].titles for model in holders)
        if holders:
            batches.append(batch_of(weapon, len(holders), defender, attacker, champions=champions))
    return batches


@lru_cache(maxsize=4096)
def mean_loss(batches: tuple[Batch, ...], body: Body) -> float:
    """Return the expected wounds of a target."""
    return suffered_mean(volley_odds(batches, body), body)
