"""The value of models, of fights and shots, and of a whole position to a player, and the goals of models in it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from game.cached import cached_property
from game.rulesets.bushido.odds.exchange_odds import PairOdds, even_exchange, split_table
from game.rulesets.bushido.odds.shot_odds import shot_odds
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.actions.fighting import approaches_to
from game.rulesets.bushido.rules.game import Game, remembered
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter, Shot
from game.rulesets.bushido.rules.scenarios import INTERACTIONS, LAST_TURN, MOST_VICTORY, Scenario, longest, prayers_left
from game.rulesets.bushido.rules.shooting.attack import specials
from game.rulesets.bushido.rules.shooting.numbers import dice
from game.rulesets.bushido.rules.state import COUNTERS, Model, Objective
from game.rulesets.bushido.warbands.traits import SPECIALS

RICE: Final = 10.0
"""The amount of rice that is worth as much as a reached goal of the scenario."""
ALIVE: Final = 0.4
"""The share of a model's value for being in play. The rest is the value of its unmarked boxes."""
COUNTER: Final = 0.08
KI: Final = 0.03
"""The values of an activation counter and of a Ki token."""
STATES: Final = {
    "Prone": 0.15,
    "Stunned": 0.1,
    "Poisoned": 0.15,
    "Bleeding": 0.15,
    "On Fire": 0.15,
    "Frightened": 0.1,
    "Held": 0.15,
}
"""The cost of states, as a share of a model's value."""
MOST_HARM: Final = 0.7
"""The highest total cost of states."""


class Worth(NamedTuple):
    """The value of a model: `box` for each unmarked box, `life` for being in play.

    `left` is the number of unmarked boxes.
    """

    box: float
    life: float
    left: int

    @property
    def whole(self) -> float:
        """The total value."""
        return self.box * self.left + self.life

    def lost(self, boxes: float, gone: float) -> float:
        """Return the average loss of value from marked boxes, and from a chance to leave the game (`gone`)."""
        return boxes * self.box + gone * self.life


def worth_of(game: Game, model: Model) -> Worth:
    """Return the value of a model to its side."""
    card = game.card(model)
    state_cost = sum(STATES.get(name, 0.0) for name, markers in model.markers.items() if markers)
    lasting_share = (
        0.3 + 0.7 * max(0, longest(game.setup) - game.state.turn + 1) / LAST_TURN
    )  # near the end, models matter less than points
    points = card.rice / RICE * lasting_share * (1.0 - min(MOST_HARM, state_cost))
    life = ALIVE * points + COUNTER * model.counters + KI * model.ki
    return Worth((1.0 - ALIVE) * points / max(1, card.wounds), life, game.left(model))


CAREFUL: Final = 0.3
"""The weight of the worst case. The rest is the weight of the mean over the other side's splits."""


@remembered
def fight_worth(game: Game, model: Model, foe: Model, *, charge: bool = False) -> float:
    """Return the value of an exchange with an enemy if both split their dice evenly."""
    odds = even_exchange(game, model, foe, charge=charge)
    return worth_of(game, foe).lost(odds.dealt, odds.kills) - worth_of(game, model).lost(odds.taken, odds.dies)


def best_fight(game: Game, player: str) -> float:
    """Return the value of the best fight that a side can begin next, at least 0. Obstacles are ignored."""
    ready = [other for other in game.of(player) if other.counters and not other.has("Prone")]
    fights = ((model, enemy) for model in ready for enemy in game.enemies(model) if approaches_to(game, model, enemy))
    return max((0.0, *(fight_worth(game, model, enemy) for model, enemy in fights)))


def split_worths(game: Game, bout: Bout, own: Fighter) -> dict[str, float]:
    """Return the value of each split of a side, by its key: a weighted mean of the average and the worst case."""
    table = split_table(game, bout, own)
    own_worth, enemy_worth = worth_of(game, own.model), worth_of(game, bout.against(own.model).model)
    value_by_split = {}
    for split, pairs in zip(table.own, table.odds, strict=True):
        gains = []
        for other, odds in zip(table.other, pairs, strict=True):
            state_inflicted = _state_cost(split.special, odds) * (1.0 - odds.kills) * enemy_worth.whole
            state_suffered = _state_cost(other.special, odds.mirrored) * (1.0 - odds.dies) * own_worth.whole
            gains.append(
                enemy_worth.lost(odds.dealt, odds.kills)
                + state_inflicted
                - own_worth.lost(odds.taken, odds.dies)
                - state_suffered
            )
        value_by_split[split.key] = (1 - CAREFUL) * sum(gains) / len(gains) + CAREFUL * min(gains)
    return value_by_split


def _state_cost(special: str, odds: PairOdds) -> float:
    """Return the expected share of the other model's value that is lost by the state of a special."""
    row = SPECIALS.get(special)
    if row is None or row.leaves not in STATES:
        return 0.0
    return STATES[row.leaves] * (odds.hit if special.endswith("Attack") else 1.0 - odds.suffer)


def counters_paid(game: Game, bout: Bout) -> dict[str, int]:
    """Return the counters that both models pay for an exchange, by id (B-ACT-3, B-MELEE-14)."""
    enemy = bout.opponent.model
    return {bout.activating.model.id: game.owed, enemy.id: int(not game.any(enemy, "tireless"))}


def worth_of_shot(game: Game, shot: Shot, special: str = "") -> float:
    """Return the value of a shot minus the risk to a friend, or 0 out of range. `special` is its text, if any."""
    count = dice(game, shot.shooter, shot.target)
    usable = {str(entry): entry for entry in specials(game, shot.shooter, shot.weapon, count)}
    odds = shot_odds(game, shot, usable.get(special))
    if odds is None:
        return 0.0
    value = worth_of(game, shot.target).lost(odds.target.wounds, odds.target.lost)
    if odds.friend is not None:
        value -= worth_of(game, odds.friend.model).lost(odds.friend.wounds, odds.friend.lost)
    return value


FAR: Final = 30.0
"""The distance at which a goal counts for nothing, in inches."""
CROWD: Final = 0.6
"""The weight of a goal that a friend reaches sooner, if the goal needs only one model."""
HUNT: Final = 0.4
"""The value of being near the nearest enemy."""


class Goal(NamedTuple):
    """A spot to go to, with the value of being there. A model within `near` inches has reached it."""

    id: str
    x: float
    y: float
    value: float
    near: float
    shared: bool = False
    """Whether several models are better than one."""

    def inches_from(self, model: Model) -> float:
        """Return the inches that a model has to go to reach the goal; negative if it is nearer than needed."""
        return math.hypot(self.x - model.x, self.y - model.y) - self.near - model.radius

    def towards(self, model: Model, inches: float, aside: float = 0.0) -> tuple[float, float]:
        """Return the spot of a model after a straight move towards the goal, turned aside by an angle in degrees."""
        step, direction = max(0.0, min(inches, self.inches_from(model))), math.atan2(self.y - model.y, self.x - model.x)
        angle = direction + math.radians(aside)
        return model.x + step * math.cos(angle), model.y + step * math.sin(angle)


def goals(game: Game, model: Model, *, done: bool = False) -> list[Goal]:
    """Return a model's possible goals. With `done`, include objectives at which it has already acted."""
    scenario = scenarios.of(game)
    candidates: list[Goal] = []
    if scenario.interaction and not game.any(model, "insignificant"):
        interaction = INTERACTIONS[scenario.interaction]
        candidates += [
            Goal(
                objective.id,
                objective.x,
                objective.y,
                value_of(game, model.side, objective.friendly_to),
                objective.radius,
            )
            for objective in game.objectives()
            if done or not interaction.why_not(game, model, objective)
        ]
    for name, x, y, radius, side in scenario.zones:
        value = value_of(game, model.side, scenarios.friendly_to(game, side))
        candidates.append(Goal(name, x, y, value, radius - 2 * model.radius, shared=True))
    enemies = sorted(game.enemies(model), key=lambda enemy: game.apart(model, enemy))
    candidates += [Goal(enemy.id, enemy.x, enemy.y, HUNT, enemy.radius) for enemy in enemies[:1]]
    return candidates


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
        crowding = 1.0 if goal.shared or not _sooner(game, model, goal, inches) else CROWD
        arrival_bonus = 0.15 if inches < 0.01 else 0.0  # for a model that has arrived
        best = max(best, goal.value * crowding * (1.0 - inches / FAR + arrival_bonus))
    return best


def _sooner(game: Game, model: Model, goal: Goal, inches: float) -> bool:
    """Return whether a friend is nearer to a goal than a model at a distance of `inches`."""
    distance = max(inches, 0.02) + goal.near  # a model already there counts first
    return any(
        math.hypot(goal.x - friend.x, goal.y - friend.y) < distance + friend.radius for friend in game.friends(model)
    )


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
    # tanh turns a lead of any size into a difference of chances between -1 and 1
    return math.tanh(lead(game, scenario, player, award) / unit / (SURE + DOUBT * actions))


def lead(game: Game, scenario: Scenario, player: str, award: int) -> float:
    """Return the expected lead of a player at the end of turn `award`, in points or influence."""
    opponent, reset = game.other(player), max((turn for turn in scenario.resets if turn <= award), default=0)
    total = 0.0
    if scenario.counts == "influence" or game.state.turn >= reset:
        total += scenario.tally(game, player) - scenario.tally(game, opponent)
    turns = award + 1 - max(game.state.turn, reset)  # the turns whose points are not reset before the award (B-SCEN-9)
    total += turns * sum(_control(game, player, zone) for zone in scenario.zones)
    if scenario.interaction == "influence":
        total += sum(_turned(game, player, award, objective) for objective in game.objectives())
    if scenario.interaction == "prayer":
        most_prayers = USED * sum(_actions(game, other_player, award) for other_player in game.state.players) / 2
        own_prayers, other_prayers = (min(prayers_left(game, praying), most_prayers) for praying in (player, opponent))
        total += scenarios.NEUTRAL * (own_prayers - other_prayers)
    return total


def _actions(game: Game, player: str, award: int) -> int:
    """Return the number of simple actions of a side until the end of turn `award`."""
    models = game.of(player)
    return sum(model.counters for model in models) + COUNTERS * len(models) * (award - game.state.turn)


def _turned(game: Game, player: str, award: int, objective: Objective) -> float:
    """Return the expected gain of influence at an objective until the end of turn `award` (B-SCEN-4)."""
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
        weight = 1.0 if inches <= 0.0 else COMING * max(0.0, 1.0 - inches / COMES)
        balance += (1.0 if model.side == player else -1.0) * weight * (1.0 + game.card(model).rice / RICE) / 2
    holder = scenarios.controller(game, x, y, radius)
    current = 1.0 if holder == player else -1.0 if holder else 0.0
    control = NOW * current + (1.0 - NOW) * math.tanh(balance)
    gainer = player if control > 0.0 else game.other(player)
    return control * scenarios.worth(game, gainer, scenarios.friendly_to(game, side))


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
    """Return the expected lead of a player. The unit is the value of reaching a goal."""
    state, opponent = game.state, game.other(player)
    if state.result is not None:
        # WON for a win, 0 for a draw, -WON for a loss
        return WON * (2 * (player in state.result.winners) / max(1, len(state.result.winners)) - 1)
    victory = state.victory.get(player, 0) - state.victory.get(opponent, 0) + to_come(game, player)
    if is_wiped_out(game):  # the game is over at the end of this turn (B-END-4)
        return WON * max(-1.0, min(1.0, victory))
    # while a model acts, the other player is next; between activations, the active player is
    next_player = opponent if (state.active_player == player) == (acting(game) is not None) else player
    # the fight is good for the player who can begin it
    threat = THREAT * best_fight(game, next_player) * (1 if next_player == player else -1)
    return VICTORY * victory + threat + _holdings(game, player) - _holdings(game, opponent)


def _holdings(game: Game, player: str) -> float:
    """Return the value of a player's models, pass tokens and spots near goals."""
    models = game.in_play(player)
    total = TOKEN * game.state.passes.get(player, 0) + sum(worth_of(game, model).whole for model in models)
    if scenarios.of(game).zones:
        return total
    pulls = (pull(game, model, model.x, model.y, goals(game, model, done=True)) for model in models if model.on_table)
    return total + GOING * sum(pulls)


class Outlook:
    """The value of a position to a player, and the gain by changes to it.

    The value of an answer is the gain by the change that it makes. `picked` is the id of the model that acts in all of
    these positions, if none acts yet.
    """

    def __init__(self, game: Game, player: str, picked: str = "") -> None:
        self.game, self.player, self._picked = game, player, picked or game.picked

    @cached_property
    def _here(self) -> float:
        """The value of the position without a change."""
        return self._worth(lambda _twin: None)

    def gain(self, change: Callable[[Game], object], payments: Mapping[str, int] | None = None) -> float:
        """Return the gain by a change to the table if models also pay counters. `payments` are their numbers by id."""

        def both(twin: Game) -> None:
            for identity, number in (payments or {}).items():
                payer = twin.state.models[identity]
                payer.counters = max(0, payer.counters - number)
            change(twin)

        return self._worth(both) - self._here

    def paid(self, payments: Mapping[str, int]) -> float:
        """Return the change in value, 0 or less, if models pay counters and nothing else changes."""
        return self.gain(lambda _twin: None, payments)

    def _worth(self, change: Callable[[Game], object]) -> float:
        """Return the value of the position after a change to a copy of the game."""
        with self.game.twin() as twin:
            twin.picked = self._picked
            change(twin)
            return worth(twin, self.player)
