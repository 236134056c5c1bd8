"""The value of a life to its side: for the rounds to come, for what it carries, and as one of the last."""

from __future__ import annotations

import math
from typing import Final

from game.rulesets.godbreakers.odds.odds import casualty_odds, recovery_odds
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.wild.cast import TREASURE, TREASURE_VP, TROPHY, TROPHY_VP

LIFE: Final = {6: 0.33, 8: 0.57, 10: 0.68, 12: 0.72}
"""VP that a godbreaker brings in a later round, by its die."""
PRESENT: Final = {6: 0.65, 8: 0.6, 10: 0.65, 12: 0.65}
"""The same for the rest of this round, and for what it prevents others from doing."""
FINAL: Final = 0.25
"""The share of it that counts in the last round."""
TAME: Final = 0.3
"""The share for the life of a model that is not a godbreaker."""
LASTING: Final = {6: 0.5, 8: 0.3, 10: 0.15, 12: 0.0}
"""The additional value of a life in each later round, by its die, beyond the next fight.

Small dice rise and recover by Triumphs more often, and the largest ascends.
"""
ROUT: Final = 20.0
"""VP that losing the last model of a circle costs, besides the lost lead."""
BEHIND: Final = 10.0
"""The least that it costs, however far behind."""
SURVIVES: Final = 0.78
"""The chance of a godbreaker to survive a later round, where the whole circle is at stake."""
PRIZES: Final = {TREASURE: TREASURE_VP, TROPHY: TROPHY_VP}
"""VP at the end for each godbreaker that carries such a token."""
CARRIED: Final = 0.85
"""The share of a prize that counts in the last round; in each earlier round, a little less."""
DROPPED: Final = 0.09
SCRATCH: Final = 0.02
"""Value, in lives, of one point of damage on top of the risk it brings."""


def stake(game: Game, model: Model, laden: int | None = None) -> float:
    """Return the VP that its side loses with a godbreaker: its life, and its prize.

    For other models, a small share of the life, and the scenario's payment. `laden` is the prize, if it is known.
    """
    later = rounds_left(game)
    life = PRESENT[model.die] + LIFE[model.die] * later if later else PRESENT[model.die] * FINAL
    if not model.godbreaker:
        return life * TAME + ward(game, model)
    if not game.state.tokens:
        return life
    return life + (prize(game, model) if laden is None else laden) * (CARRIED - DROPPED * later)


def ward(game: Game, model: Model) -> int:
    """Return the VP that a circle loses with a wild model that has joined it, by the scenario."""
    return scenario_of(game).wards.get(model.kind, 0) if model.owner else 0


def needed(game: Game, model: Model) -> float:
    """Return the VP of a godbreaker's life besides its stake: in the long run, and against a rout."""
    if not model.godbreaker:
        return 0.0
    lasting = endures(game)
    others = [each for each in game.circle(model.owner) if each is not model]
    alone = math.prod(1.0 - lasting * survives(game, each) for each in others)
    return rout(game, model.owner) * lasting * alone + long_run(game, model)


def departure(game: Game, model: Model) -> float:
    """Return the VP that a godbreaker's side loses if it ascends: its life is gone, but its prize is safe."""
    carried = prize(game, model)
    return stake(game, model) + needed(game, model) - carried


def survives(game: Game, model: Model) -> float:
    """Return the chance of a model to survive the coming recovery."""
    return 1.0 - float(casualty_odds(game, model, model.damage)) if model.damage else 1.0


def harm(game: Game, model: Model, amount: int) -> float:
    """Return by how much `amount` more damage raises the chance of becoming a casualty, plus a little per point."""
    if model.ascending:
        return SCRATCH * amount
    recovery = recovery_odds(game, model)
    before, after = recovery.casualty(model.damage), recovery.casualty(model.damage + amount)
    return float(after) - float(before) + SCRATCH * amount


def long_run(game: Game, model: Model) -> float:
    """Return the additional VP of a godbreaker's life in the later rounds."""
    return LASTING[model.die] * rounds_left(game) if model.godbreaker else 0.0


def endures(game: Game) -> float:
    """Return the chance of an undamaged godbreaker to survive the rest of this round, and the later rounds."""
    standing = game.standing()
    part = sum(not each.activated for each in standing) / len(standing) if standing else 0.0
    return float(SURVIVES ** (rounds_left(game) + part))


def rout(game: Game, player: str) -> float:
    """Return the VP that a rout costs a circle: a leading player has more to lose."""
    vp = game.state.vp
    lead = vp[player] + ascended(game, player) - max((vp[each] for each in vp if each != player), default=0)
    return max(BEHIND, ROUT + lead)


def ascended(game: Game, player: str) -> float:
    """Return the VP at the end for what ascended models have taken with them (G-ROLL-6)."""
    if not game.state.tokens:
        return 0.0
    gone = (each for each in game.state.models.values() if each.place == "ascended" and each.owner == player)
    return sum(prize(game, each) for each in gone)


def prize(game: Game, model: Model) -> int:
    """Return the VP at the end for what a model carries."""
    most, identity = 0, model.id
    for token in game.state.tokens.values():
        if token.holder == identity:
            most = max(most, PRIZES.get(token.type, 0))
    return most


def prizes(game: Game) -> dict[str, int]:
    """Return the VP at the end for what each model carries, by its id."""
    found: dict[str, int] = {}
    for token in game.state.tokens.values():
        if token.holder and (points := PRIZES.get(token.type, 0)) > found.get(token.holder, 0):
            found[token.holder] = points
    return found


def rounds_left(game: Game) -> int:
    """Return the number of rounds after this one."""
    return game.state.rounds - game.state.round
