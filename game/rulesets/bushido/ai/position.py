"""The value of a whole position to a player: victory points won and to come, and the models of both sides."""

from __future__ import annotations

import math
from typing import Final

from game.rulesets.bushido.ai.fights import best_fight
from game.rulesets.bushido.ai.goals import goals, pull
from game.rulesets.bushido.ai.models import RICE, last_turn, worth_of
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.scenarios import MOST_VICTORY, Scenario
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


VICTORY: Final = 5.0
"""The value of a victory point."""
WON: Final = (MOST_VICTORY + 1) * VICTORY
"""The value of winning the game: more than all victory points."""
GOING: Final = 1.0
"""The weight of being near goals; that of zones is in the points that they will bring."""
THREAT: Final = 0.6
"""The weight of the best fight that the next side can begin."""
TOKEN: Final = 0.05
"""The value of a pass token: acting later is worth little, acting for nothing is worth less."""


def acting(game: Game) -> tuple[int, str] | None:
    """Return the activation in progress: the turn, and the id of the model that acts or is about to choose."""
    model = game.state.active or game.picked
    return (game.state.turn, model) if model else None


def worth(game: Game, player: str) -> float:
    """Return the expected lead, in goals reached."""
    state, foe = game.state, game.other(player)
    if state.result is not None:
        return WON * (2 * (player in state.result.winners) / max(1, len(state.result.winners)) - 1)
    victory = state.victory.get(player, 0) - state.victory.get(foe, 0) + to_come(game, player)
    if is_wiped_out(game):  # the game is over at the end of this turn (B-END-4)
        return WON * max(-1.0, min(1.0, victory))
    upcoming = foe if (state.active_player == player) == (acting(game) is not None) else player
    threat = THREAT * best_fight(game, upcoming) * (1 if upcoming == player else -1)
    return VICTORY * victory + threat + _holdings(game, player) - _holdings(game, foe)


def _holdings(game: Game, player: str) -> float:
    models = [each for each in game.models if each.side == player and each.in_play]
    found = TOKEN * game.state.passes.get(player, 0) + sum(worth_of(game, each).whole for each in models)
    if scenarios.find(game.setup.document.scenario).zones:
        return found
    there = (pull(game, each, each.x, each.y, goals(game, each, done=True)) for each in models if each.on_table)
    return found + GOING * sum(there)
