"""What a life is worth to its side: in the rounds to come, by what it carries, and as one of the last."""

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
"""The same for the rest of this round, and for what it keeps others from."""
FINAL: Final = 0.25
"""The part of it that counts in the last round."""
TAME: Final = 0.3
"""How much the life of a model counts that is no godbreaker."""
LASTING: Final = {6: 0.5, 8: 0.3, 10: 0.15, 12: 0.0}
"""What a life counts for besides in each later round, by its die, beyond the next fight: small dice rise and recover by
Triumphs the more often, and the largest ascends."""
ROUT: Final = 20.0
"""VP that it costs to lose the last model of a circle, besides the lead that is lost with it."""
BEHIND: Final = 10.0
"""The least that it costs, however far behind."""
SURVIVES: Final = 0.78
"""The chance of a godbreaker to survive a later round, where it is a matter of the whole circle."""
PRIZES: Final = {TREASURE: TREASURE_VP, TROPHY: TROPHY_VP}
"""VP at the end for each godbreaker that carries such a token."""
CARRIED: Final = 0.85
"""The part of a prize that counts in the last round; in each round before, a little less."""
DROPPED: Final = 0.09
SCRATCH: Final = 0.02
"""Value, in lives, of one point of damage on top of the risk it brings."""


def stake(game: Game, model: Model, laden: int | None = None) -> float:
    """Return the VP that its side loses with a godbreaker: its life, and the prize it carries; of others a little of
    the life, and what the scenario has their circle pay.

    `laden` is the prize, where it is known.
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
    """Return the VP that a godbreaker's life is worth besides its stake: in the long run, and against a rout."""
    if not model.godbreaker:
        return 0.0
    lasting = endures(game)
    others = [each for each in game.circle(model.owner) if each is not model]
    alone = math.prod(1.0 - lasting * survives(game, each) for each in others)
    return rout(game, model.owner) * lasting * alone + long_run(game, model)


def departure(game: Game, model: Model) -> float:
    """Return the VP by which a godbreaker's side falls if it ascends: its life is gone, but its prize is safe."""
    carried = prize(game, model)
    return stake(game, model) + needed(game, model) - carried


def survives(game: Game, model: Model) -> float:
    """Return the chance of a model to survive the coming recovery."""
    return 1.0 - float(casualty_odds(game, model, model.damage)) if model.damage else 1.0


def harm(game: Game, model: Model, amount: int) -> float:
    """Return how much `amount` more damage raises the chance of becoming a casualty, plus a little for each point."""
    if model.ascending:
        return SCRATCH * amount
    recovery = recovery_odds(game, model)
    before, after = recovery.casualty(model.damage), recovery.casualty(model.damage + amount)
    return float(after) - float(before) + SCRATCH * amount


def long_run(game: Game, model: Model) -> float:
    """Return the VP that a godbreaker's life counts for besides in the later rounds."""
    return LASTING[model.die] * rounds_left(game) if model.godbreaker else 0.0


def endures(game: Game) -> float:
    """Return the chance of a godbreaker without damage to survive what is left of this round, and the later ones."""
    standing = game.standing()
    part = sum(not each.activated for each in standing) / len(standing) if standing else 0.0
    return float(SURVIVES ** (rounds_left(game) + part))


def rout(game: Game, player: str) -> float:
    """Return the VP that a rout costs a circle: whoever leads has the more to lose."""
    vp = game.state.vp
    lead = vp[player] + ascended(game, player) - max((vp[each] for each in vp if each != player), default=0)
    return max(BEHIND, ROUT + lead)


def ascended(game: Game, player: str) -> float:
    """Return the VP at the end for what those who ascended have taken with them (G-ROLL-6)."""
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
    """Return the VP at the end for what each model carries that carries something, by its id."""
    found: dict[str, int] = {}
    for token in game.state.tokens.values():
        if token.holder and (points := PRIZES.get(token.type, 0)) > found.get(token.holder, 0):
            found[token.holder] = points
    return found


def rounds_left(game: Game) -> int:
    """Return the number of rounds after this one."""
    return game.state.rounds - game.state.round
