"""Control of objectives and terrain features (A-OBJ)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import compress
from typing import Final

from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.conditions import are_far, contesters, contests
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.rulings import COMBAT_RANGE, TOLERANCE
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.terrain import Feature
from game.table.shapes import Disc

BEAST_MOST: Final = 1
"""The highest control score of a unit of beasts (A-KEY-5)."""


def determine_terrain_control(game: Game) -> None:
    """Determine the control of terrain features; call it together with `determine_control` (A-OBJ-5)."""
    units = {player: game.of(player) for player in game.state.players}
    for feature in game.features():
        totals = {player: sum(_score(game, unit, _near(game, unit, feature)) for unit in player_units)
                 for player, player_units in units.items()}  # fmt: skip
        winner = game.ahead(totals)
        if winner and game.state.held.get(feature.id) != winner:
            game.state.held = {**game.state.held, feature.id: winner}


def let_terrain_control_lapse(game: Game) -> None:
    """End the control of terrain features that no unit of the controlling player contests any more (A-OBJ-5)."""
    controllers = game.state.held
    game.state.held = {
        feature.id: controllers[feature.id]
        for feature in game.features()
        if controllers.get(feature.id) and any(_near(game, unit, feature) for unit in game.of(controllers[feature.id]))
    }


def _near(game: Game, unit: Unit, feature: Feature) -> Sequence[str]:
    """Return the models of a unit that have a part of a feature in combat range (A-AMB-34)."""
    if are_far(game.positions.bases(unit).box, feature.box) or not contests(game, unit):
        return ()
    return tuple(compress(unit.at, game.positions.gaps_to_feature(unit, feature) <= COMBAT_RANGE + TOLERANCE))


def control_score(game: Game, unit: Unit, marker: Disc) -> int:
    """Return a unit's control score for an objective (A-OBJ-6, A-OBJ-7, A-KEY-5, A-KEY-8)."""
    return _score(game, unit, contesters(game, unit, marker))


def _score(game: Game, unit: Unit, models: Sequence[str]) -> int:
    """Return the control score of a unit from its contesting models (A-OBJ-6)."""
    if not models:
        return 0
    models_by_id = game.models(unit)
    printed = Counter(models_by_id[model].printed.control or 0 for model in models)
    score = sum(number * game.characteristic(unit, "control", control) for control, number in printed.items())
    modifiers = [influence.amount for influence in game.influences(unit, "control")]
    score += sum(max(0, amount) for amount in modifiers) if game.bonus(unit, "no control malus") else sum(modifiers)
    score += 1 if game.holders(unit, "standard bearer") else 0
    limit = game.characteristic(unit, "most control", score)
    return max(0, min(score, limit, BEAST_MOST) if game.has(unit, "BEAST") else min(score, limit))


def scores(game: Game, marker: Disc) -> dict[str, int]:
    """Return the control scores of both players for an objective."""
    return {player: sum(control_score(game, unit, marker) for unit in game.of(player)) for player in game.state.players}


def determine_control(game: Game) -> None:
    """Determine the control of objectives, which lasts until the opponent gains it (A-OBJ-1, A-OBJ-3, A-OBJ-4)."""
    for identity, marker in game.setup.objectives.items():
        totals = scores(game, marker)
        winner = game.ahead(totals)
        if winner and game.state.control[identity] != winner:
            game.state.control = {**game.state.control, identity: winner}
            game.emit(events.ControlGained(objective=identity, player=winner, scores=totals, rule="A-OBJ-3"))
