"""Exact odds of what a model may attempt, by the very thresholds and damage rules that the dice obey."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from game.engine.odds import Distribution, at_least, die
from game.rulesets.godbreakers.damage import attack_damage
from game.rulesets.godbreakers.engage import challenges
from game.rulesets.godbreakers.game import Game
from game.rulesets.godbreakers.placing import attack_range
from game.rulesets.godbreakers.rolls import ATTACK, RECOVERY, thresholds
from game.rulesets.godbreakers.state import Model
from game.rulesets.godbreakers.traits import holding


@dataclass(frozen=True, slots=True)
class EngageOdds:
    """What an engage would bring: chances, and the chance of each amount of damage dealt and taken."""

    win: float
    tie: float
    lose: float
    dealt: Mapping[int, float]
    taken: Mapping[int, float]


def roll_odds(game: Game, model: Model, purpose: str, *, challenging: bool = False) -> Distribution:
    """Return the chance of each result of a roll (G-ROLL-1..3)."""
    return die(model.die, *thresholds(game, model, purpose, challenging=challenging))


def test_odds(game: Game, model: Model, test: str) -> float:
    """Return the chance that a test succeeds (G-ROLL-4)."""
    return at_least(roll_odds(game, model, test, challenging=True), 1)


def casualty_odds(game: Game, model: Model, damage: int) -> float:
    """Return the chance that recovery removes a model with this damage (G-REC-1, G-ROLL-5)."""
    if damage <= 0:
        return 0.0
    results = roll_odds(game, model, RECOVERY, challenging=game.scenario.challenges_recovery(game, model))
    lost = sum(results[:damage])
    if model.godbreaker and damage > model.die:
        lost -= results[model.die]  # a Triumph removes all damage, however much
    return lost


def engage_odds(game: Game, active: Model, opponent: Model) -> EngageOdds:
    """Return the exact odds of `active` engaging one opponent from where both stand (G-ENG-2..4)."""
    both = [active, opponent]
    mine = roll_odds(game, active, ATTACK, challenging=bool(challenges(game, active, both)))
    theirs = roll_odds(game, opponent, ATTACK, challenging=bool(challenges(game, opponent, both)))
    i_reach = game.reaches(active, opponent, attack_range(game, active))
    they_reach = game.reaches(opponent, active, attack_range(game, opponent))
    win = tie = 0.0
    dealt: dict[int, float] = defaultdict(float)
    taken: dict[int, float] = defaultdict(float)
    for my_result, my_chance in enumerate(mine):
        for their_result, their_chance in enumerate(theirs):
            chance = my_chance * their_chance
            if not chance:
                continue
            if my_result > their_result:
                win += chance
                if i_reach:
                    dealt[blow(game, active, opponent, my_result - their_result)] += chance
            elif my_result == their_result:
                tie += chance
            elif they_reach:
                taken[blow(game, opponent, active, their_result - my_result)] += chance
    return EngageOdds(win, tie, 1.0 - win - tie, dict(dealt), dict(taken))


def blow(game: Game, winner: Model, loser: Model, difference: int) -> int:
    """Return the damage a won engage puts on the loser, everything counted (G-ENG-4)."""
    more = sum(trait.suffered(loser, rank) for trait, rank in holding(game, loser))
    return attack_damage(game, winner, loser, difference) + more
