"""Objectives: who contests them, control scores, who gains control (A-OBJ)."""

from __future__ import annotations

from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.effects.auras import from_auras
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.positions import gaps_to
from game.rulesets.aos4.rules.rulings import COMBAT_RANGE, TOLERANCE
from game.rulesets.aos4.rules.state import Unit
from game.table.shapes import Disc

BEAST_MOST = 1
"""The control score of a unit of beasts at most (A-KEY-5)."""


def contesting(game: Game, unit: Unit, marker: Disc) -> int:
    """Return how many models of a unit contest an objective; none of a manifestation (A-OBJ-2, A-MAN-4)."""
    if not game.fights(unit) or "MANIFESTATION" in game.setup.keywords[unit.card]:
        return 0
    return int((gaps_to(game.positions.bases(unit), marker) <= COMBAT_RANGE + TOLERANCE).sum())


def control_score(game: Game, unit: Unit, marker: Disc) -> int:
    """Return a unit's control score for an objective (A-OBJ-6, A-OBJ-7, A-KEY-5, A-KEY-8)."""
    models = contesting(game, unit, marker)
    if not models:
        return 0
    score = models * (game.card(unit).control or 0)
    score += game.bonus(unit, "control") + from_auras(game, unit, "control")
    score += game.holders(unit, "standard bearer") > 0
    return max(0, min(score, BEAST_MOST) if game.has(unit, "BEAST") else score)


def scores(game: Game, marker: Disc) -> dict[str, int]:
    """Return the control scores of both players for an objective."""
    return {player: sum(control_score(game, unit, marker) for unit in game.of(player)) for player in game.state.players}


def determine_control(game: Game) -> None:
    """Let players gain control of objectives; it stays until the opponent gains it (A-OBJ-1, A-OBJ-3, A-OBJ-4)."""
    for identity, marker in game.setup.objectives.items():
        found = scores(game, marker)
        one, other = game.state.players
        if found[one] == found[other]:
            continue
        winner = max(one, other, key=found.__getitem__)
        if game.state.control[identity] != winner:
            game.state.control = {**game.state.control, identity: winner}
            game.emit(events.ControlGained(objective=identity, player=winner, scores=found, rule="A-OBJ-3"))
