"""The victory points to come: what each side is likely to hold at the end of the turns that award one (B-SCEN)."""

from __future__ import annotations

import math
from typing import Final

from game.rulesets.bushido.ai.models import RICE, last_turn
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.scenarios import Scenario
from game.rulesets.bushido.rules.scenarios.interactions import INTERACTIONS, Prayer
from game.rulesets.bushido.rules.state import Objective
from game.rulesets.bushido.rules.turn.starting import COUNTERS

SURE: Final = 0.5
DOUBT: Final = 0.15
"""The uncertainty of a lead if no more models act before the award, and the addition for each action until then."""
USED: Final = 0.25
"""Prayers that a side can say per action that a side has on average until the award."""
ARRIVES, NEAR = 0.8, 0.1
"""The chance that an action on the way to an objective succeeds, and the inches below which none is needed."""
NOW: Final = 0.6
"""The weight of a zone's present control; the rest is the chance of models to come there."""
COMING: Final = 0.6
COMES: Final = 14.0
"""The weight of a model next to a zone, and the inches at which it has none."""


def to_come(game: Game, player: str) -> float:
    """Return by how many coming victory points a player is expected to beat the other."""
    scenario, state = scenarios.find(game.setup.document.scenario), game.state
    last = state.turn if is_wiped_out(game) else last_turn(game)
    awards = [each for each in scenario.awards(game) if state.turn <= each <= last]
    return sum(_likely(game, scenario, player, each) for each in awards)


def is_wiped_out(game: Game) -> bool:
    """Return whether a side has nothing left on the table, so that no further turn is played (B-END-4)."""
    return game.state.turn > 0 and not all(game.of(each) for each in game.state.players)


def _likely(game: Game, scenario: Scenario, player: str, award: int) -> float:
    """Return by how much a player is likelier than the other to get the victory point of a turn."""
    unit = 1.0 if scenario.counts == "influence" else float(scenarios.NEUTRAL)
    actions = sum(_actions(game, each, award) for each in game.state.players)
    return math.tanh(lead(game, scenario, player, award) / unit / (SURE + DOUBT * actions))


def lead(game: Game, scenario: Scenario, player: str, award: int) -> float:
    """Return by how much a player is likely to lead at the end of a turn in what the scenario counts."""
    foe, wiped = game.other(player), max((each for each in scenario.resets if each <= award), default=0)
    if scenario.counts == "influence" or game.state.turn >= wiped:
        found = float(scenario.tally(game, player) - scenario.tally(game, foe))
    else:
        found = 0.0
    turns = award + 1 - max(game.state.turn, wiped)  # those whose points are not wiped before the award (B-SCEN-9)
    found += turns * sum(_control(game, player, zone) for zone in scenario.zones)
    if scenario.interaction == "influence":
        found += sum(_turned(game, player, award, each) for each in game.state.objectives.values() if each.on_table)
    if scenario.interaction == "prayer":
        most = USED * sum(_actions(game, each, award) for each in game.state.players) / 2
        found += scenarios.NEUTRAL * (
            min(_prayers(game, scenario, player), most) - min(_prayers(game, scenario, foe), most)
        )
    return found


def _actions(game: Game, player: str, award: int) -> int:
    """Return the number of simple actions that a side has until the end of a turn."""
    own = game.of(player)
    return sum(each.counters for each in own) + COUNTERS * len(own) * (award - game.state.turn)


def _prayers(game: Game, scenario: Scenario, player: str) -> int:
    """Return the prayers that a side has left (B-SCEN-5)."""
    prayer = INTERACTIONS["prayer"]
    assert isinstance(prayer, Prayer)
    return prayer.left(game, scenario, player)


def _turned(game: Game, player: str, award: int, objective: Objective) -> float:
    """Return by how much an objective is likely to turn to a player until the end of a turn (B-SCEN-4)."""
    return sum(
        (1.0 if each == player else -1.0)
        * (_arrives(game, each, award, objective) if objective.friendly_to != each else 0)
        for each in game.state.players
    )


def _arrives(game: Game, player: str, award: int, objective: Objective) -> float:
    """Return the chance that a side acts at an objective, by the actions that its nearest model needs."""
    best = 0.0
    for model in game.of(player):
        left = math.hypot(model.x - objective.x, model.y - objective.y) - model.radius - objective.radius
        needed = 1 + math.ceil(max(0.0, left - NEAR) / max(1.0, game.statistic(model, "move")))
        there = needed <= model.counters + COUNTERS * (award - game.state.turn)
        best = max(best, there * ARRIVES**needed)
    return best


def _control(game: Game, player: str, zone: tuple[str, float, float, float, str]) -> float:
    """Return the points of a zone at the end of a turn by its likely control; negative for an enemy."""
    _name, x, y, radius, side = zone
    there = 0.0
    for model in game.on_table():
        left = math.hypot(model.x - x, model.y - y) + model.radius - radius
        near = 1.0 if left <= 0.0 else COMING * max(0.0, 1.0 - left / COMES)
        there += (1.0 if model.side == player else -1.0) * near * (1.0 + game.card(model).rice / RICE) / 2
    holder = scenarios.controller(game, x, y, radius)
    held = (holder == player) - (holder == game.other(player))
    share = NOW * held + (1.0 - NOW) * math.tanh(there)
    gains = player if share > 0.0 else game.other(player)
    return share * scenarios.worth(game, gains, scenarios.friendly_to(game, side))
