"""What attacks of a unit are worth: the expected damage in points of the target, by the rules' own batches."""

from __future__ import annotations

from functools import lru_cache

from game.rulesets.aos4.odds.volley_odds import volley_odds
from game.rulesets.aos4.rules.attacks.batch import Batch, batch_of, can_be_rolled
from game.rulesets.aos4.rules.attacks.damage import Body
from game.rulesets.aos4.rules.attacks.damaging import body_of
from game.rulesets.aos4.rules.attacks.volleys import attacker_of, target_of
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.use import NO_MODIFIER

SUMMONED = 60.0
"""Points that a manifestation counts for: it costs none."""


def points(game: Game, unit: Unit) -> float:
    """Return what a unit is worth in points, by what is left of it."""
    if not unit.at:
        return 0.0
    card = game.card(unit)
    whole = float(card.points) or SUMMONED
    health = card.health * len(game.models(unit))
    return whole * (len(unit.at) * card.health - unit.damage) / health


def per_wound(game: Game, unit: Unit) -> float:
    """Return the points that one wound of a unit is worth."""
    card = game.card(unit)
    return (float(card.points) or SUMMONED) / (card.health * len(game.models(unit)))


def expected_damage(game: Game, unit: Unit, target: Unit, *, ranged: bool, share: float = 1.0) -> float:
    """Return the expected loss of a target, in its points, if all of a unit's weapons of a kind attack it."""
    batches = tuple(_batches(game, unit, target, ranged=ranged))
    if not batches or not target.at:
        return 0.0
    return _mean_loss(batches, body_of(game, target)) * per_wound(game, target) * share


def _batches(game: Game, unit: Unit, target: Unit, *, ranged: bool) -> list[Batch]:
    facts, attacker, defender = game.models(unit), attacker_of(game, unit, NO_MODIFIER), target_of(game, target)
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
def _mean_loss(batches: tuple[Batch, ...], body: Body) -> float:
    """Return the wounds that a target is expected to lose."""
    allocated = volley_odds(batches, body).allocated
    return float(sum(min(number, body.left) * share for number, share in enumerate(allocated)))
