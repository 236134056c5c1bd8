"""The value of a whole position to a player, and the goals of models in it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from game.cached import cached_property
from game.rulesets.bushido.ai.fights import RICE, best_fight, worth_of
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.scenarios import INTERACTIONS, MOST_VICTORY, Scenario, prayers_left
from game.rulesets.bushido.rules.state import Model, Objective
from game.rulesets.bushido.rules.turn.starting import COUNTERS

FAR: Final = 30.0
"""The distance at which a goal counts for nothing, in inches."""
CROWD: Final = 0.6
"""The weight of a goal that a friend reaches sooner, if the goal needs only one model."""
HUNT: Final = 0.4
"""The value of being near the nearest enemy."""


class Goal(NamedTuple):
    """A spot to go to, with the value of being there. `near` is the distance that counts as there, in inches."""

    id: str
    x: float
    y: float
    value: float
    near: float
    shared: bool = False
    """Whether several models are better than one."""

    def inches_from(self, model: Model) -> float:
        """Return how far a model has to go to be there, in inches, negative if it is nearer than needed."""
        return math.hypot(self.x - model.x, self.y - model.y) - self.near - model.radius

    def towards(self, model: Model, inches: float, aside: float = 0.0) -> tuple[float, float]:
        """Return the spot of a model after a straight move to the goal, or `aside` of it by some degrees."""
        step, ahead = max(0.0, min(inches, self.inches_from(model))), math.atan2(self.y - model.y, self.x - model.x)
        angle = ahead + math.radians(aside)
        return model.x + step * math.cos(angle), model.y + step * math.sin(angle)


def goals(game: Game, model: Model, *, done: bool = False) -> list[Goal]:
    """Return a model's possible goals. With `done`, include objectives where it cannot do anything now."""
    scenario = scenarios.of(game)
    found: list[Goal] = []
    if scenario.interaction and not game.any(model, "insignificant"):
        interaction = INTERACTIONS[scenario.interaction]
        found += [
            Goal(disc.id, disc.x, disc.y, value_of(game, model.side, disc.friendly_to), disc.radius)
            for disc in game.objectives()
            if done or not interaction.why_not(game, model, disc)
        ]
    for name, x, y, radius, side in scenario.zones:
        value = value_of(game, model.side, scenarios.friendly_to(game, side))
        found.append(Goal(name, x, y, value, radius - 2 * model.radius, shared=True))
    foes = sorted(game.enemies(model), key=lambda foe: game.apart(model, foe))
    found += [Goal(foe.id, foe.x, foe.y, HUNT, foe.radius) for foe in foes[:1]]
    return found


def value_of(game: Game, player: str, friendly: str) -> float:
    """Return the value of an objective or zone for a player, by its friendly player."""
    if scenarios.of(game).interaction == "influence":
        return 1.0 if friendly in ("", player) else 0.7
    return scenarios.worth(game, player, friendly) / scenarios.NEUTRAL


def pull(game: Game, model: Model, x: float, y: float, candidates: list[Goal]) -> float:
    """Return the value of a spot for a model, from the best goal and the distance to it."""
    best = 0.0
    for goal in candidates:
        inches = max(0.0, math.hypot(goal.x - x, goal.y - y) - goal.near - model.radius)
        share = 1.0 if goal.shared or not _sooner(game, model, goal, inches) else CROWD
        bonus = 0.15 if inches < 0.01 else 0.0  # for a model that has arrived
        best = max(best, goal.value * share * (1.0 - inches / FAR + bonus))
    return best


def _sooner(game: Game, model: Model, goal: Goal, inches: float) -> bool:
    """Return whether a friend is nearer to a goal than a model at a distance of `inches`."""
    least = max(inches, 0.02)  # a model already there counts first
    far = least + goal.near
    return any(math.hypot(goal.x - friend.x, goal.y - friend.y) < far + friend.radius for friend in game.friends(model))


SURE: Final = 0.5
DOUBT: Final = 0.15
"""The uncertainty of a lead at the time of an award, and the addition for each action before it."""
USED: Final = 0.25
"""The number of prayers per action before an award."""
ARRIVES, NEAR = 0.8, 0.1
"""The chance that an action towards an objective succeeds, and the distance in inches that needs no action."""
NOW: Final = 0.6
"""The weight of a zone's current control. The rest is the weight of models nearby."""
COMING: Final = 0.6
COMES: Final = 14.0
"""The weight of a model next to a zone, and the distance in inches at which a model has no weight."""


def to_come(game: Game, player: str) -> float:
    """Return the expected lead of a player in future victory points."""
    scenario, state = scenarios.of(game), game.state
    last = state.turn if is_wiped_out(game) else scenarios.longest(game.setup)
    turns = [turn for turn in scenario.awards(game) if state.turn <= turn <= last]
    return sum(_expected_lead(game, scenario, player, turn) for turn in turns)


def is_wiped_out(game: Game) -> bool:
    """Return whether a side has no models on the table, which ends the game after this turn (B-END-4)."""
    return game.state.turn > 0 and not all(game.of(player) for player in game.state.players)


def _expected_lead(game: Game, scenario: Scenario, player: str, award: int) -> float:
    """Return the chance of a player to get the victory point of turn `award`, minus the opponent's chance."""
    unit = 1.0 if scenario.counts == "influence" else float(scenarios.NEUTRAL)
    actions = sum(_actions(game, other_player, award) for other_player in game.state.players)
    return math.tanh(lead(game, scenario, player, award) / unit / (SURE + DOUBT * actions))


def lead(game: Game, scenario: Scenario, player: str, award: int) -> float:
    """Return the expected lead of a player at the end of turn `award`, in points or influence."""
    foe, reset = game.other(player), max((turn for turn in scenario.resets if turn <= award), default=0)
    if scenario.counts == "influence" or game.state.turn >= reset:
        total = float(scenario.tally(game, player) - scenario.tally(game, foe))
    else:
        total = 0.0
    turns = award + 1 - max(game.state.turn, reset)  # the turns whose points are not reset before the award (B-SCEN-9)
    total += turns * sum(_control(game, player, zone) for zone in scenario.zones)
    if scenario.interaction == "influence":
        total += sum(_turned(game, player, award, objective) for objective in game.objectives())
    if scenario.interaction == "prayer":
        most = USED * sum(_actions(game, other_player, award) for other_player in game.state.players) / 2
        own, other = (min(prayers_left(game, praying), most) for praying in (player, foe))
        total += scenarios.NEUTRAL * (own - other)
    return total


def _actions(game: Game, player: str, award: int) -> int:
    """Return the number of simple actions of a side until the end of turn `award`."""
    own = game.of(player)
    return sum(model.counters for model in own) + COUNTERS * len(own) * (award - game.state.turn)


def _turned(game: Game, player: str, award: int, objective: Objective) -> float:
    """Return the expected gain of a player at an objective until the end of turn `award` (B-SCEN-4)."""
    return sum(
        (1.0 if other_player == player else -1.0)
        * (_arrives(game, other_player, award, objective) if objective.friendly_to != other_player else 0)
        for other_player in game.state.players
    )


def _arrives(game: Game, player: str, award: int, objective: Objective) -> float:
    """Return the chance that a model of a side acts at an objective until the end of turn `award`."""
    best = 0.0
    for model in game.of(player):
        inches = math.hypot(model.x - objective.x, model.y - objective.y) - model.radius - objective.radius
        needed = 1 + math.ceil(max(0.0, inches - NEAR) / max(1.0, game.statistic(model, "move")))
        if needed <= model.counters + COUNTERS * (award - game.state.turn):
            best = max(best, ARRIVES**needed)
    return best


def _control(game: Game, player: str, zone: tuple[str, float, float, float, str]) -> float:
    """Return the expected points of a zone at the end of a turn, negative for the enemy."""
    _name, x, y, radius, side = zone
    balance = 0.0
    for model in game.on_table():
        inches = math.hypot(model.x - x, model.y - y) + model.radius - radius
        near = 1.0 if inches <= 0.0 else COMING * max(0.0, 1.0 - inches / COMES)
        balance += (1.0 if model.side == player else -1.0) * near * (1.0 + game.card(model).rice / RICE) / 2
    holder = scenarios.controller(game, x, y, radius)
    held = 1.0 if holder == player else -1.0 if holder else 0.0
    share = NOW * held + (1.0 - NOW) * math.tanh(balance)
    gainer = player if share > 0.0 else game.other(player)
    return share * scenarios.worth(game, gainer, scenarios.friendly_to(game, side))


VICTORY: Final = 5.0
"""The value of a victory point."""
WON: Final = (MOST_VICTORY + 1) * VICTORY
"""The value of winning the game, which is more than all victory points."""
GOING: Final = 1.0
"""The weight of being near goals in scenarios without zones."""
THREAT: Final = 0.6
"""The weight of the best fight that the next player can begin."""
TOKEN: Final = 0.05
"""The value of a pass token."""


def acting(game: Game) -> tuple[int, str] | None:
    """Return the turn and the id of the model that acts or was picked to act, or None between activations."""
    model = game.state.active or game.picked
    return (game.state.turn, model) if model else None


def worth(game: Game, player: str) -> float:
    """Return the expected lead of a player. The unit is the value of a reached goal."""
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
    models = game.in_play(player)
    total = TOKEN * game.state.passes.get(player, 0) + sum(worth_of(game, model).whole for model in models)
    if scenarios.of(game).zones:
        return total
    pulls = (pull(game, model, model.x, model.y, goals(game, model, done=True)) for model in models if model.on_table)
    return total + GOING * sum(pulls)


class Outlook:
    """The value of a position to a player, and what changes of the position are worth: an answer gains what it changes.

    `picked` is the id of the model that acts in all of these positions, if none acts yet.
    """

    def __init__(self, game: Game, player: str, picked: str = "") -> None:
        self.game, self.player, self._picked = game, player, picked or game.picked

    @cached_property
    def _here(self) -> float:
        return self._worth(lambda _twin: None)

    def gain(self, change: Callable[[Game], object], payments: Mapping[str, int] | None = None) -> float:
        """Return what a change of the table is worth if models also pay counters. `payments` are numbers by id."""

        def both(twin: Game) -> None:
            for identity, number in (payments or {}).items():
                payer = twin.state.models[identity]
                payer.counters = max(0, payer.counters - number)
            change(twin)

        return self._worth(both) - self._here

    def paid(self, payments: Mapping[str, int]) -> float:
        """Return what it is worth if models pay counters and nothing else changes."""
        return self.gain(lambda _twin: None, payments)

    def _worth(self, change: Callable[[Game], object]) -> float:
        with self.game.twin() as twin:
            twin.picked = self._picked
            change(twin)
            return worth(twin, self.player)
