"""Passive abilities: bonuses to units around their bearer, looked up whenever they matter (A-ABIL-6, A-ONE-3)."""

from __future__ import annotations

from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules.effects.targets import is_target
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit

AURA = "aura"
"""The handler of a passive that adds `amount` to `what` of its targets, without the bearer unless it is `self`."""


def from_auras(game: Game, unit: Unit, what: str) -> int:
    """Return the bonus of passive abilities to something of a unit, each counted once (A-ONE-3)."""
    total = 0
    for player in game.state.players:
        for spec in game.setup.passives[player]:
            if spec.handler != AURA or str(spec.params.get("what")) != what:
                continue
            bearers = (each for each in game.of(player) if game.setup.names_unit(spec, each))
            if any(_reaches(game, spec, bearer, unit) for bearer in bearers):
                total += int(spec.params.get("amount", 1))
    return total


def _reaches(game: Game, spec: AbilityDocument, bearer: Unit, unit: Unit) -> bool:
    own = bearer is unit and spec.params.get("target") != "self"
    return not own and is_target(game, spec, bearer, unit)
