"""The value of a unit's attacks: the expected damage in points of the target, by the rules' own batches."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from game.rulesets.aos4.documents.amounts import amount
from game.rulesets.aos4.odds.volley_odds import volley_odds
from game.rulesets.aos4.rules.attacks.batch import Batch, batch_of, can_be_rolled
from game.rulesets.aos4.rules.attacks.damage import Body
from game.rulesets.aos4.rules.attacks.damaging import body_of
from game.rulesets.aos4.rules.attacks.volleys import attacker_of, target_of
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.setup import Setup
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.use import NO_MODIFIER

SUMMONED = 60.0
"""The assumed points of a manifestation, which costs none."""
MOST_KNOWN: Final = 100_000
"""The number of attacks whose expectations are kept for a battle and all its copies."""


class Printed(NamedTuple):
    """A unit's range by its warscroll: its move, its shooting range, and whether it has melee weapons."""

    move: float
    reach: float
    strikes: bool


_PRINTED: Final[WeakKeyDictionary[Setup, dict[str, Printed]]] = WeakKeyDictionary()
_LOSSES: Final[WeakKeyDictionary[Setup, dict[Hashable, float]]] = WeakKeyDictionary()


def printed(game: Game, unit: Unit) -> Printed:
    """Return a unit's range by its warscroll; for a random Move its expectation, 0 without one."""
    known = _PRINTED.setdefault(game.setup, {})
    found = known.get(unit.card)
    if found is None:
        card = game.card(unit)
        move = amount(card.move) if card.move is not None else None
        found = known[unit.card] = Printed(
            0.0 if move is None else (move.least + move.most) / 2,
            float(max((weapon.range_in or 0 for weapon in card.weapons), default=0)),
            any(not weapon.is_ranged for weapon in card.weapons),
        )
    return found


def points(game: Game, unit: Unit) -> float:
    """Return the points of what is left of a unit."""
    if not unit.at:
        return 0.0
    card = game.card(unit)
    return per_wound(game, unit) * (len(unit.at) * card.health - unit.damage)


def per_wound(game: Game, unit: Unit) -> float:
    """Return the points of one wound of a unit."""
    card = game.card(unit)
    return (float(card.points) or SUMMONED) / (card.health * len(game.models(unit)))


def expected_damage(game: Game, unit: Unit, target: Unit, *, ranged: bool, charging: Unit | None = None) -> float:
    """Return the expected loss of a target, in its points, if all of a unit's weapons of a kind attack it.

    If one of the two is `charging`, it has charged.
    """
    return expected_wounds(game, unit, target, ranged=ranged, charging=charging) * per_wound(game, target)


def expected_wounds(game: Game, unit: Unit, target: Unit, *, ranged: bool, charging: Unit | None = None) -> float:
    """Return the expected wounds that a target loses; one of the two may be `charging`."""
    if not target.at or not unit.at:
        return 0.0
    known = _LOSSES.setdefault(game.setup, {})
    charged = game.charged(unit) or unit is charging, game.charged(target) or target is charging
    key = (_as_it_strikes(unit), _as_it_is_struck(target), charged, ranged)
    found = known.get(key)
    if found is None:
        if len(known) >= MOST_KNOWN:
            known.clear()
        batches = tuple(_batches(game, unit, target, charged, ranged=ranged))
        found = known[key] = mean_loss(batches, body_of(game, target)) if batches else 0.0
    return found


def _as_it_strikes(unit: Unit) -> Hashable:
    """Return everything that a unit's attacks depend on, except whether it has charged."""
    return unit.id, tuple(unit.at), _effects(unit)


def _as_it_is_struck(unit: Unit) -> Hashable:
    """Return everything that attacks against a unit depend on, except whether it has charged."""
    return unit.id, len(unit.at), unit.damage, _effects(unit)


def _effects(unit: Unit) -> Hashable:
    return (
        tuple((effect.what, effect.amount, effect.keyword, effect.player) for effect in unit.effects)
        if unit.effects
        else ()
    )


def _batches(game: Game, unit: Unit, target: Unit, charged: tuple[bool, bool], *, ranged: bool) -> list[Batch]:
    facts, attacker, defender = game.models(unit), attacker_of(game, unit, NO_MODIFIER), target_of(game, target)
    attacker, defender = replace(attacker, charged=charged[0]), replace(defender, charged=charged[1])
    found = []
    for weapon in game.card(unit).weapons:
        if weapon.is_ranged != ranged or not can_be_rolled(weapon):
            continue
        holders = [model for model in unit.at if weapon in facts[model].weapons]
        champions = sum("champion" in facts[model].titles for model in holders)
        if holders:
            found.append(batch_of(weapon, len(holders), defender, attacker, champions=champions))
    return found


@lru_cache(maxsize=4096)
def mean_loss(batches: tuple[Batch, ...], body: Body) -> float:
    """Return the expected wounds that a target loses."""
    allocated = volley_odds(batches, body).allocated
    return float(sum(min(number, body.left) * share for number, share in enumerate(allocated)))
