"""The value of a model's life to its side: in later rounds, for its prize, and against a rout."""

from __future__ import annotations

import math
from typing import Final

from game.rulesets.godbreakers.odds.odds import casualty_odds, recovery_odds
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Model

LIFE: Final = {6: 0.33, 8: 0.57, 10: 0.68, 12: 0.72}
"""The VP of a godbreaker in each later round, by its die."""
PRESENT: Final = {6: 0.65, 8: 0.6, 10: 0.65, 12: 0.65}
"""The VP of a godbreaker in the rest of this round, by its die."""
FINAL: Final = 0.25
"""The share of `PRESENT` that counts in the last round."""
TAME: Final = 0.3
"""The share that counts for a model that is not a godbreaker."""
LASTING: Final = {6: 0.5, 8: 0.3, 10: 0.15, 12: 0.0}
"""The extra VP of a godbreaker in each later round when whole positions are rated, by its die.

Small dice have more Triumphs, which raise them and remove damage. The largest die ascends.
"""
ROUT: Final = 20.0
"""The VP that a rout costs, besides the lost lead."""
BEHIND: Final = 10.0
"""The least VP that a rout costs, however far behind the circle is."""
SURVIVES: Final = 0.78
"""The assumed chance of a godbreaker to survive a later round."""
CARRIED: Final = 0.85
"""The share of a prize that counts in the last round."""
DROPPED: Final = 0.09
"""The amount by which this share is smaller for each later round."""
SCRATCH: Final = 0.02
"""The cost of a point of damage in lives, besides the risk of becoming a casualty."""


def stake(game: Game, model: Model, laden: int | None = None) -> float:
    """Return the VP that a side loses with a model: its life, and its prize or the scenario's penalty.

    `laden` is the prize, if the caller knows it.
    """
    later = rounds_left(game)
    life = PRESENT[model.die] + LIFE[model.die] * later if later else PRESENT[model.die] * FINAL
    if not model.godbreaker:
        return life * TAME + ward(game, model)
    if laden is None:
        laden = prize(game, model)
    return life + laden * (CARRIED - DROPPED * later)


def ward(game: Game, model: Model) -> int:
    """Return the VP that the scenario subtracts when a circle loses a tame model."""
    return scenario_of(game).wards.get(model.kind, 0) if model.owner else 0


def needed(game: Game, model: Model) -> float:
    """Return the VP of a godbreaker's life besides its stake, in the long run and against a rout."""
    if not model.godbreaker:
        return 0.0
    lasting = endures(game)
    others = [other for other in game.circle(model.owner) if other is not model]
    alone = math.prod(1.0 - lasting * survives(game, other) for other in others)
    return rout(game, model.owner) * lasting * alone + long_run(game, model)


def survives(game: Game, model: Model) -> float:
    """Return the chance that a model survives the next recovery."""
    return 1.0 - float(casualty_odds(game, model, model.damage)) if model.damage else 1.0


def harm(game: Game, model: Model, amount: int) -> float:
    """Return the cost in lives of `amount` more damage: the extra chance to become a casualty, plus a little."""
    if model.ascending:
        return SCRATCH * amount
    recovery = recovery_odds(game, model)
    before, after = recovery.casualty(model.damage), recovery.casualty(model.damage + amount)
    return float(after) - float(before) + SCRATCH * amount


def long_run(game: Game, model: Model) -> float:
    """Return the extra VP of a godbreaker's life in the later rounds."""
    return LASTING[model.die] * rounds_left(game) if model.godbreaker else 0.0


def endures(game: Game) -> float:
    """Return the assumed chance that an undamaged godbreaker survives this round and all later rounds."""
    standing = game.standing()
    waiting = [model for model in standing if not model.activated]
    part = len(waiting) / max(1, len(standing))
    return float(SURVIVES ** (rounds_left(game) + part))


def rout(game: Game, player: str) -> float:
    """Return the VP that a rout costs a circle, which is more for a leading player."""
    vp = game.state.vp
    lead = vp[player] + ascended_vp(game, player) - max((vp[other] for other in vp if other != player), default=0)
    return max(BEHIND, ROUT + lead)


def ascended_vp(game: Game, player: str) -> float:
    """Return the VP at the end of the game for tokens of a player's ascended models (G-ROLL-6)."""
    if not game.state.tokens:
        return 0.0
    own = (model for model in game.state.models.values() if model.owner == player)
    return sum(prize(game, model) for model in own if model.place == "ascended")


def prize(game: Game, model: Model) -> int:
    """Return the VP at the end of the game for the best token that a model carries."""
    return prizes(game).get(model.id, 0)


def prizes(game: Game) -> dict[str, int]:
    """Return the prize of each model that has one, by the model's id."""
    values, of_tokens = dict[str, int](), scenario_of(game).prizes
    for token in game.state.tokens.values():
        if token.holder and (points := of_tokens.get(token.type, 0)) > values.get(token.holder, 0):
            values[token.holder] = points
    return values


def rounds_left(game: Game) -> int:
    """Return the number of rounds after this one."""
    return game.state.rounds - game.state.round
