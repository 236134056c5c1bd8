"""The value of a position to a player in VP: the lives of models, wild models, goals, markers and fights."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import itemgetter
from typing import Final, NamedTuple

from game.engine.core.odds import die, single_highest
from game.rulesets.godbreakers.odds.odds import EngageOdds, activated, casualty_odds, engage_odds, may_ascend
from game.rulesets.godbreakers.rules.actions.repertoire import most_opponents, targets
from game.rulesets.godbreakers.rules.damage import attack_damage, attack_modifier, extra_damage
from game.rulesets.godbreakers.rules.game import ADJACENT, Game
from game.rulesets.godbreakers.rules.placing import attack_range, movement_range
from game.rulesets.godbreakers.rules.rolls import recovery_odds
from game.rulesets.godbreakers.rules.scenarios import Scenario, scenario_of
from game.rulesets.godbreakers.rules.state import Marker, Model, Token
from game.rulesets.godbreakers.rules.traits import trait_holders
from game.rulesets.godbreakers.rules.wild.compulsions import PREDATOR, prey_of, straight_inches
from game.rulesets.godbreakers.rules.wild.unaligned import TROPHY_VP, carriers

# -- strikes of wild models ----------------------------------------------------------------------


COWARDLY: Final = 6
"""The largest die of wild models that avoid fights (G-SIDE-5)."""
STRUCK, STALKED = 0.52, 0.3
"""The chance that a wild model strikes the closest model, without and with a move first."""
SURE: Final = {0: 0.97, 1: 0.75}
"""The chance without a move, by the number of players' models still to act before the wild model."""


class Strike(NamedTuple):
    """A wild model, its victim, the chances that it strikes (`likely`) and that it kills (`chance`).

    `now`: it needs no move.
    """

    beast: Model
    victim: Model
    likely: float
    chance: float
    now: bool


class Beast(NamedTuple):
    """A wild model that looks for a fight, with its possible targets and a cache of its chances to kill, by id.

    `reach` and `stalks` are its reach in inches from rim to rim, without and with a move.
    """

    model: Model
    prey: list[Model]
    reach: float
    stalks: float
    chances: dict[str, float]


def beasts(game: Game, standing: Sequence[Model]) -> list[Beast]:
    """Return the wild models that look for a fight and have a possible target, at any distance."""
    hunters: list[Beast] = []
    for model in standing:
        if not model.owner and model.die > COWARDLY and (prey := _prey(game, model)):
            reach = attack_range(game, model) + 1.0  # a range of n U is less than n + 1 inches
            hunters.append(Beast(model, prey, reach, reach + movement_range(game, model), {}))
    return hunters


def strikes(game: Game, hunters: Sequence[Beast], waiting: int) -> list[Strike]:
    """Return the likely strikes of wild models. `waiting` is the number of players' models still to act this round."""
    likely_strikes: list[Strike] = []
    for beast, prey, reach, stalks, chances in hunters:
        x, y = beast.x, beast.y
        distances = [math.hypot(x - target.x, y - target.y) - target.radius for target in prey]
        distance = min(distances)
        victim, distance = prey[distances.index(distance)], distance - beast.radius
        without_move = distance < reach and not beast.activated
        if without_move or distance < stalks:
            likely = SURE.get(waiting, STRUCK) if without_move else STALKED
            if victim.id not in chances:
                chances[victim.id] = kill_chance(game, beast, victim)
            likely_strikes.append(Strike(beast, victim, likely, likely * chances[victim.id], without_move))
    return likely_strikes


def _prey(game: Game, beast: Model) -> list[Model]:
    """Return the possible targets of a wild model, which strikes the closest one."""
    compulsion = beast.compulsions[-1] if beast.compulsions else ""
    if compulsion == PREDATOR.name:
        return prey_of(game, beast)
    if compulsion:
        return carriers(game, beast, scenario_of(game).hunts.get(beast.kind, ""))
    return game.hostiles(beast)


def kill_chance(game: Game, striker: Model, victim: Model) -> float:
    """Return the chance that an Engage with `striker` makes `victim` a casualty at the next recovery."""
    least_roll = 4 if scenario_of(game).challenges_recovery(game, victim) else 0
    return kill_chance_of_dice(
        striker.die, victim.die, victim.damage, attack_modifier(game, striker, victim), least_roll
    )


@lru_cache(maxsize=4096)
def kill_chance_of_dice(striker: int, victim: int, damage: int, modifier: int = 0, least: int = 0) -> float:
    """Return the chance that an Engage between two dice makes a victim, damaged as it is, a casualty.

    `modifier` is added to the attack damage. A recovery roll below `least` counts as 0.
    """
    contest, roll = single_highest((die(striker), die(victim))), die(victim)
    margins = enumerate(contest.margins[0][1].weights)
    hits = ((cases, damage + attack_damage(margin, modifier)) for margin, cases in margins if cases)
    killed = (cases * (1.0 - float(roll.at_least(max(least, suffered)))) for cases, suffered in hits)
    return math.fsum(killed) / contest.total


# -- bounties and errands --------------------------------------------------------------------------


QUARRIED, SETTLED = 0.8, 0.95
"""The share for a model that may fall this round: while players' models are still to act, and afterwards."""
EARLY_LEAD, LATE_LEAD = 4.0, 0.4
"""The lead in inches that makes the closest model sure: while players' models are still to act, and afterwards."""
LEFT: Final = 0.4
"""The share of a bounty for a kind that leaves a token, which must be carried to the end of the game."""
PASSED: Final = 0.55
"""The assumed chance to pass the test of an errand."""


def bounty(game: Game, model: Model) -> float:
    """Return the expected VP for the closest circle when a wild model falls, 0 for other models."""
    scenario = scenario_of(game)
    if model.owner:
        return 0.0
    return TROPHY_VP * LEFT if model.kind in scenario.trophies else float(scenario.quarry.get(model.kind, 0))


def errand(scenario: Scenario) -> float:
    """Return the expected VP of the scenario's best action beside an unaligned model."""
    stakes = [action.stakes for action in scenario.actions]
    return max((PASSED * success + (1.0 - PASSED) * failure for success, failure in stakes), default=0.0)


def endangered_quarries(
    game: Game, hunt: Sequence[tuple[Model, float]], safe: Mapping[str, float], hunted: Sequence[Strike]
) -> list[tuple[Model, float]]:
    """Return the models with a bounty that may fall at the next recovery, each with its expected VP.

    `hunt` are the models with their VP, `safe` are chances to survive by id, and `hunted` are likely strikes.
    """
    endangered: list[tuple[Model, float]] = []
    for model, points in hunt:
        survival = safe[model.id]
        for strike in hunted:
            if strike.now and strike.victim is model:
                survival *= 1.0 - strike.chance
            elif strike.now and strike.beast is model:
                survival *= 1.0 - strike.likely * kill_chance(game, strike.victim, model)
        if survival < 1.0:
            endangered.append((model, points * (1.0 - survival)))
    return endangered


def quarry(player: str, standing: Sequence[Model], endangered: Sequence[tuple[Model, float]], *, calm: bool) -> float:
    """Return the VP that a player may expect for endangered models, by the chance to have the closest model.

    `calm` means that only wild models are still to act this round.
    """
    unsure = LATE_LEAD if calm else EARLY_LEAD
    total = sum(points * _closeness(player, model, standing, unsure) for model, points in endangered)
    return total * (SETTLED if calm else QUARRIED)


def _closeness(player: str, model: Model, standing: Sequence[Model], unsure: float) -> float:
    """Return the chance that a player's model will be closest to `model` when it falls; `unsure` is in inches."""
    gaps = [(straight_inches(model, other), other.owner == player) for other in standing if other.owner]
    own_distance = min((gap for gap, own in gaps if own), default=math.inf)
    other_distance = min((gap for gap, own in gaps if not own), default=math.inf)
    if math.isinf(own_distance) or math.isinf(other_distance):
        return float(own_distance < other_distance)
    # a logistic curve: 50% if both are equally close, nearly certain with a lead of several times `unsure`
    return 1.0 / (1.0 + math.exp(max(-50.0, min(50.0, (own_distance - other_distance) / unsure))))


def nearest_owner(model: Model, standing: Sequence[Model]) -> str:
    """Return the player with the closest model, or "" if players have no models."""
    owned = [other for other in standing if other.owner]
    return min(owned, key=lambda other: straight_inches(model, other)).owner if owned else ""


# -- the lives of models ---------------------------------------------------------------------------

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
    """Return the extra value of a godbreaker's life in VP: what it adds in later rounds and against a rout."""
    if not model.godbreaker:
        return 0.0
    survival = endures(game)
    others = [other for other in game.circle(model.owner) if other is not model]
    others_fall = math.prod(1.0 - survival * survives(game, other) for other in others)
    return rout(game, model.owner) * survival * others_fall + long_run(game, model)


def survives(game: Game, model: Model) -> float:
    """Return the chance that a model survives the next recovery."""
    return 1.0 - float(casualty_odds(game, model, model.damage)) if model.damage else 1.0


def harm(game: Game, model: Model, amount: int) -> float:
    """Return the cost in lives of `amount` more damage: the extra chance to become a casualty, plus a little."""
    if model.ascending:
        return SCRATCH * amount
    recovery = recovery_odds(game, model)
    chance_before, chance_after = recovery.casualty(model.damage), recovery.casualty(model.damage + amount)
    return float(chance_after) - float(chance_before) + SCRATCH * amount


def long_run(game: Game, model: Model) -> float:
    """Return the extra VP of a godbreaker's life in the later rounds."""
    return LASTING[model.die] * rounds_left(game) if model.godbreaker else 0.0


def endures(game: Game) -> float:
    """Return the assumed chance that an undamaged godbreaker survives this round and all later rounds."""
    standing = game.standing()
    waiting = [model for model in standing if not model.activated]
    share_of_round = len(waiting) / max(1, len(standing))
    return float(SURVIVES ** (rounds_left(game) + share_of_round))


def rout(game: Game, player: str) -> float:
    """Return the VP that a rout costs a circle, which is more for a leading player."""
    vp = game.state.vp
    lead = vp[player] + ascended_vp(game, player) - best_rival(game, player, vp.__getitem__)
    return max(BEHIND, ROUT + lead)


def ascended_vp(game: Game, player: str) -> float:
    """Return the VP at the end of the game for tokens of a player's ascended models (G-ROLL-6)."""
    if not game.state.tokens:
        return 0.0
    models = (model for model in game.state.models.values() if model.owner == player)
    return sum(prize(game, model) for model in models if model.place == "ascended")


def prize(game: Game, model: Model) -> int:
    """Return the VP at the end of the game for the best token that a model carries."""
    return prizes(game).get(model.id, 0)


def prizes(game: Game) -> dict[str, int]:
    """Return the prize of each model that has one, by the model's id."""
    prize_by_model, prize_by_token = dict[str, int](), scenario_of(game).prizes
    for token in game.state.tokens.values():
        if token.holder and (points := prize_by_token.get(token.type, 0)) > prize_by_model.get(token.holder, 0):
            prize_by_model[token.holder] = points
    return prize_by_model


def rounds_left(game: Game) -> int:
    """Return the number of rounds after this one."""
    return game.state.rounds - game.state.round


# -- nearness to goals -----------------------------------------------------------------------------


NEARNESS: Final = 0.47
"""The share of a goal's value that counts for a model beside it. The share falls with the distance."""
BEYOND: Final = 22.0
"""The distance in inches from which a goal counts for nothing."""
SPARE: Final = 0.3
"""The share that counts for a model whose goals all belong to other models."""
LURE: Final = 0.42
"""The share of a bounty that counts for a goal."""
ERRAND: Final = 2.4
"""The factor for the value of an errand. It is above 1 because a circle can run many errands."""

Walk = tuple[float, int, int]
"""The value of a model near a goal: VP, the index of the model in its circle, the number of the goal."""


Goal = tuple[int, float, Model | Marker | Token, Sequence[tuple[int, Model]]]
"""A goal: its number, its VP, the piece, and the models that could gain the VP, each with its index in the circle."""


def walks_to(goal: Goal) -> Iterable[Walk]:
    """Yield the value of a goal for each model that could gain its VP and is not too far away."""
    number, points, piece, walkers = goal
    # a gap of up to 1 inch counts as beside the piece
    x, y, radius, points = piece.x, piece.y, piece.radius + 1.0, NEARNESS * points
    for index, model in walkers:
        distance = math.hypot(model.x - x, model.y - y) - model.radius - radius
        if distance < BEYOND:
            yield (points * (1.0 - distance / BEYOND) if distance > 0.0 else points, index, number)


class Approach(NamedTuple):
    """A circle's walks to goals other than hoards. `fixed` walks do not depend on the moving model, `goals` do."""

    fixed: list[Walk]
    goals: list[Goal]
    unladen: list[tuple[int, Model]]
    """The models, with their index, that carry nothing and could fetch a token."""


def approach_of(
    game: Game, circle: Sequence[Model], laden: Container[str], standing: Sequence[Model], moving: Model | None
) -> Approach:
    """Return the walks of a circle's models to its goals.

    `laden` are the ids of models that carry a token, `moving` is the moving model.
    """
    members = list(enumerate(circle))
    unladen = [(index, model) for index, model in members if model.id not in laden]
    fixed, goals = list[Walk](), list[Goal]()
    for number, (points, piece) in enumerate(_goals(game, circle, standing)):
        walkers = unladen if isinstance(piece, Token) else members
        changing = [walker for walker in walkers if piece is moving or walker[1] is moving]
        fixed += walks_to((number, points, piece, [walker for walker in walkers if walker not in changing]))
        goals += [(number, points, piece, changing)] if changing else []
    return Approach(fixed, goals, unladen)


def nearness(approach: Approach, hoards: Sequence[Marker], plunder: float) -> float:
    """Return the value in VP of the spots of a circle's models near goals.

    `hoards` are those that the circle does not hold, each worth `plunder`.
    """
    walks = [*approach.fixed]
    for goal in approach.goals:
        walks += walks_to(goal)
    for number, hoard in enumerate(hoards, -len(hoards)):
        walks += walks_to((number, plunder, hoard, approach.unladen))
    if not walks:
        return 0.0
    walks.sort(reverse=True)
    own_goal_values = _assign_goals(walks)
    # models without a goal of their own share one; the last entry of a reversed list is the best
    shared_goal_values = {index: points for points, index, _number in reversed(walks) if index not in own_goal_values}
    return sum(own_goal_values.values()) + SPARE * sum(shared_goal_values.values())


def _assign_goals(walks: Iterable[Walk]) -> dict[int, float]:
    """Give each model a goal of its own, in the order of `walks`. Return the values by the index of the model."""
    value_of_model, taken_goals = dict[int, float](), set[int]()
    for points, index, number in walks:
        if index not in value_of_model and number not in taken_goals:
            value_of_model[index] = points
            taken_goals.add(number)
    return value_of_model


def _goals(game: Game, circle: Sequence[Model], standing: Sequence[Model]) -> list[tuple[float, Model | Token]]:
    """Return the goals of a circle other than hoards, each with its value in VP."""
    scenario, strength = scenario_of(game), sum(model.die for model in circle) / len(circle)
    goals: list[tuple[float, Model | Token]] = []
    for model in standing:
        if not model.owner:
            if points := bounty(game, model):
                relative_strength = min(1.0, strength / model.die)
                goals.append((LURE * points * relative_strength * relative_strength, model))
            elif model.kind in scenario.errands:
                goals.append((ERRAND * errand(scenario), model))
    goals += [(float(scenario.prizes[it.type]), it) for it in game.unclaimed() if it.type in scenario.prizes]
    return goals


# -- facts that do not depend on the moving model's spot -------------------------------------------


BESIDE: Final = 0.75
"""The weight of a model just outside base contact with a marker. In base contact, it is 1."""
AROUND: Final = 16.0
"""The distance from a marker, in inches, from which a model has no weight there."""
ACTIONS: Final = 2
"""The number of moves within which a model counts as able to come to a marker."""
NOBODY: Final = 0.5
"""The weight that stands for no model at a marker."""

Standing = tuple[str, str, str, bool, float, bool]
"""A model's relation to a marker: its id, its owner, the side it counts for, whether it is in base contact.

Then come its weight, and whether it can still come to the marker this round.
"""


class Presence(NamedTuple):
    """The models at or near a marker. `chances` are the players' chances to control it if no other model acts.

    `sides` are the weights of all models by their owners.
    """

    marker: Marker
    chances: dict[str, float]
    sides: dict[str, float]
    coming: set[str]
    """The players with a model that can still come to the marker this round."""
    total: float
    """The total weight, including `NOBODY`."""

    def share(self, player: str) -> float:
        """Return a player's share of the weight."""
        return self.sides.get(player, 0.0) / self.total


def relation_to(game: Game, marker: Marker, model: Model) -> Standing | None:
    """Return the relation of a model on the table to a marker, or None if the model has no weight there."""
    gap = math.hypot(model.x - marker.x, model.y - marker.y) - model.radius - marker.radius
    if gap >= AROUND:
        return None
    owner, godbreaker = model.owner, model.kind == "godbreaker"
    if gap < ADJACENT and game.within(model, marker, 0):
        return model.id, owner, owner if godbreaker else "", True, 1.0, False
    if not godbreaker:
        return None
    can_come = (not model.activated or model.id == game.state.active) and gap < ACTIONS * model.die
    return model.id, owner, owner, False, 1.0 - (gap if gap > 0.0 else 0.0) / AROUND, can_come


def presence(marker: Marker, models: Sequence[Standing | None], safe: Mapping[str, float]) -> Presence:
    """Return the models at or near a marker, from their relations to it.

    `safe` are their chances to survive, by id.
    """
    sides, coming, touching = dict[str, float](), set[str](), list[tuple[str, float]]()
    for relation in models:
        if relation is None:
            continue
        identity, owner, side, in_contact, weight, can_come = relation
        chance = safe[identity]
        if in_contact:
            touching.append((side, chance))
        else:
            chance = chance * BESIDE * weight
            if can_come:
                coming.add(owner)
        sides[owner] = sides.get(owner, 0.0) + chance
    chances = {owner: control(owner, tuple(touching)) for owner, _safe in touching if owner}
    return Presence(marker, chances, sides, coming, sum(sides.values()) + NOBODY)


@lru_cache(maxsize=4096)
def control(player: str, touching: tuple[tuple[str, float], ...]) -> float:
    """Return the chance that a player controls a marker.

    `touching` are the models in contact: the side that each counts for, and its chance to survive.
    """
    if len(touching) == 1:
        [(owner, safe)] = touching
        return safe if owner == player else 0.0
    chance_of_lead = {0: 1.0}  # by the number of surviving models more than the others have
    for owner, safe in touching:
        change, new_leads = 1 if owner == player else -1, dict[int, float]()
        for lead, chance in chance_of_lead.items():
            new_leads[lead + change] = new_leads.get(lead + change, 0.0) + chance * safe
            new_leads[lead] = new_leads.get(lead, 0.0) + chance * (1.0 - safe)
        chance_of_lead = new_leads
    return sum(chance for lead, chance in chance_of_lead.items() if lead > 0)


HOARD: Final = 1.4
"""The VP of holding a hoard that can still be plundered in a later round.

It must be less than the value of treasure, or no model would ever plunder.
"""
UNLADEN: Final = 0.7
"""The extra VP of such a hoard for each model that carries nothing."""
LAST_CHANCE: Final = 2.5
"""The VP of holding a hoard in the last round, for each model that carries nothing and is still to act."""
TEMPO: Final = 0.05
"""The VP of an activation that is still to come this round."""
FEAR: Final = 0.17
"""The assumed chance that an enemy in reach strikes a model."""
WARY: Final = 0.51
"""The same chance for computer players that expect more attacks."""
COVETED: Final = 0.25
"""The same chance for a model with a prize."""


class Member(NamedTuple):
    """A model of a circle. `life` is the VP lost with it, `tempo` is the VP of its coming activation.

    `fear` is the assumed chance that an enemy in reach strikes it.
    """

    model: Model
    life: float
    tempo: float
    fear: float


class Side(NamedTuple):
    """A player with a circle on the table: VP, assets and enemies."""

    points: float
    members: list[Member]
    foes: list[Model]
    """The hostile models that are still to act."""
    strikers: list[tuple[Model, float]]
    """The players' models among `foes`, each with its reach in inches from its centre to a rim."""
    rout: float
    plunder: float
    """The expected VP of a hoard that the player holds."""
    approach: Approach


class Muster(NamedTuple):
    """The facts of a position that do not depend on the moving model's spot.

    `safe` are the chances of models to survive recovery, by id, or None if they depend on the spot.
    """

    standing: list[Model]
    moving: int | None
    """The index of the moving model in `standing`, or None."""
    markers: list[tuple[Marker, list[Standing | None]]]
    """The relations of all models to each marker. The moving model's relations are filled in later."""
    safe: Mapping[str, float] | None
    hunters: list[Beast]
    quarries: list[tuple[Model, float]]
    waiting: int
    """The number of players' models that are still to act."""
    later: int
    """The number of later rounds in which markers count."""
    sides: dict[str, Side | None]


def gather_facts(game: Game, moving: Model | None = None, fear: float = FEAR, *, later: bool = True) -> Muster:
    """Return the facts of a position for all spots of the moving model.

    `fear` is the assumed chance that an enemy in reach strikes. `later` is whether markers count in later rounds.
    """
    standing = game.standing()
    waiting = _still_to_act(game, standing)
    return Muster(
        standing,
        None if moving is None else standing.index(moving),
        [(marker, [relation_to(game, marker, model) for model in standing]) for marker in game.lying()],
        None if any(trait_holders(game, "lets_reroll")) else survival(game, standing),
        beasts(game, standing),
        [(model, points) for model in standing if (points := bounty(game, model))],
        len(waiting),
        rounds_left(game) if later else 0,
        {player: _side(game, player, standing, moving, waiting, fear) for player in game.setup.players},
    )


def _still_to_act(game: Game, standing: Sequence[Model]) -> list[tuple[Model, float]]:
    """Return the players' models still to act, each with its reach after a move, in inches from its centre to a rim."""
    active = game.state.active
    waiting = [model for model in standing if model.owner and not model.activated and model.id != active]
    ranges = [attack_range(game, model) + movement_range(game, model) for model in waiting]
    return [(model, model.radius + n + 1.0) for model, n in zip(waiting, ranges)]


def survival(game: Game, standing: Sequence[Model]) -> dict[str, float]:
    """Return the chances of models to survive recovery, by id."""
    return {model.id: survives(game, model) for model in standing}


def _side(
    game: Game,
    player: str,
    standing: Sequence[Model],
    moving: Model | None,
    waiting: Sequence[tuple[Model, float]],
    fear: float,
) -> Side | None:
    """Return a player's assets and enemies, or None if the player is out of the game."""
    circle = game.circle(player)
    if player in game.state.lost or not circle:
        return None
    carried, enemies = prizes(game), game.hostiles(circle[0])
    wards = [model for model in standing if model.owner == player and ward(game, model)]
    members = [(model, carried.get(model.id, 0)) for model in (*circle, *wards)]
    return Side(
        game.state.vp[player] + ascended_vp(game, player),
        [
            Member(
                model,
                stake(game, model, laden) + long_run(game, model),
                0.0 if model.activated else TEMPO,
                COVETED if laden else fear,
            )
            for model, laden in members
        ],
        [enemy for enemy in enemies if not enemy.activated and enemy.id != game.state.active],
        [striker for striker in waiting if striker[0].owner != player],
        rout(game, player),
        _plunder(game, [model for model in circle if not carried.get(model.id)]),
        approach_of(game, circle, carried, standing, moving),
    )


def _plunder(game: Game, unladen: Sequence[Model]) -> float:
    """Return the expected VP of a hoard that a circle holds. `unladen` are its models that carry nothing."""
    if rounds_left(game):
        return HOARD + UNLADEN * len(unladen)
    return LAST_CHANCE * sum(not model.activated for model in unladen)


# -- value -----------------------------------------------------------------------------------------


KEPT: Final = 0.92
"""The chance to hold a marker until the end of the round if no enemy can come to it."""
CONTESTED: Final = 0.9
"""The factor on this chance for each enemy that can come to the marker."""
LATER: Final = {"objective": 0.47, "own": 0.5, "foe": 0.4}
"""The share of a marker's VP in each later round for a player who has all the weight there."""
HELD: Final = {"objective": 0.22, "own": 0.1, "foe": 0.12}
"""The extra share if the player already holds the marker."""
SOON: Final = 1.7
MOST: Final = 0.9
"""The chance to win a marker this round is `SOON` times the cube of the player's share, at most `MOST`.

The cube makes the chance small against many enemies and large against few.
"""
VICTORY: Final = 60.0
"""The VP that a victory counts for."""


def worth(game: Game, player: str, muster: Muster | None = None) -> float:
    """Return the lead over the best other player that a player may expect at the end, in VP.

    `muster` has the facts of the position, if the caller knows them. Only its moving model may have moved since. In a
    finished game, `VICTORY` counts for a win.
    """
    if game.state.result is not None:
        winners, vp = game.state.result.winners, game.state.vp
        won = 1.0 / len(winners) if player in winners else 0.0
        return VICTORY * (2 * won - 1) + vp[player] - best_rival(game, player, vp.__getitem__)
    outlook = outlook_of(game, muster or gather_facts(game))
    return value(game, player, outlook) - best_rival(game, player, lambda rival: value(game, rival, outlook))


def acting(game: Game) -> tuple[int, str] | None:
    """Return the round and the id of the active model, or None between activations."""
    return (game.state.round, game.state.active) if game.state.active else None


def best_rival(game: Game, player: str, points: Callable[[str], float]) -> float:
    """Return the VP of the best other player, 0 in a solo game."""
    return max((points(other) for other in game.setup.players if other != player), default=0.0)


class Outlook(NamedTuple):
    """The facts of a position that all players share.

    `safe` are the chances of models to survive recovery, by id. `around` are the models near each marker. `hunted`
    are likely strikes of wild models. `endangered` are models with a bounty that may fall, with the expected VP.
    """

    muster: Muster
    safe: Mapping[str, float]
    around: list[Presence]
    hunted: list[Strike]
    endangered: list[tuple[Model, float]]
    endures: float


def outlook_of(game: Game, muster: Muster) -> Outlook:
    """Return the facts that all players share for the current spots of all models."""
    standing, moving = muster.standing, muster.moving
    safe = muster.safe or survival(game, standing)
    if moving is not None:
        for marker, models in muster.markers:
            models[moving] = relation_to(game, marker, standing[moving])
    presences = [presence(marker, models, safe) for marker, models in muster.markers]
    hunted = strikes(game, muster.hunters, muster.waiting)
    endangered = endangered_quarries(game, muster.quarries, safe, hunted)
    return Outlook(muster, safe, presences, hunted, endangered, endures(game))


def value(game: Game, player: str, outlook: Outlook) -> float:
    """Return the VP that a player may expect at the end."""
    side, muster = outlook.muster.sides[player], outlook.muster
    if side is None:
        return -VICTORY / 2
    total = side.points + sum([_income(player, side, presence, muster.later) for presence in outlook.around])
    not_held = [presence.marker for presence in outlook.around if not presence.chances.get(player)]
    hoards = [marker for marker in not_held if marker.kind == "hoard"]
    return (
        total
        + _lives(side, outlook)
        + quarry(player, muster.standing, outlook.endangered, calm=not muster.waiting)
        + nearness(side.approach, hoards, side.plunder)
    )


def _income(player: str, side: Side, presence: Presence, later: int) -> float:
    """Return the VP that a player may expect of a marker, in this round and the `later` rounds."""
    points = presence.marker.worth_to(player)
    if not points:
        return presence.chances.get(player, 0.0) * side.plunder if presence.marker.kind == "hoard" else 0.0
    return points * (holds(player, side.foes, presence) + later * holds_later(player, presence))


def holds(player: str, foes: Sequence[Model], presence: Presence) -> float:
    """Return the chance that a player controls a marker at the end of this round. `foes` are enemies still to act."""
    chance_held, share = presence.chances.get(player, 0.0), presence.share(player)
    chance_to_win = min(MOST, SOON * share * share * share) if player in presence.coming else 0.0
    return (
        chance_held * _chance_to_keep(presence.marker, foes) + (1.0 - chance_held) * chance_to_win
        if chance_held
        else chance_to_win
    )


def holds_later(player: str, presence: Presence) -> float:
    """Return the share of later rounds in which a player is expected to control a marker."""
    kind = kind_of(player, presence.marker)
    return LATER[kind] * presence.share(player) + HELD[kind] * presence.chances.get(player, 0.0)


def kind_of(player: str, marker: Marker) -> str:
    """Return the kind of a marker for a player: "objective", "own" or "foe"."""
    return marker.kind if marker.kind == "objective" else "own" if marker.owner == player else "foe"


def _chance_to_keep(marker: Marker, foes: Sequence[Model]) -> float:
    """Return the chance to hold a marker until the end of the round. `foes` are enemies still to act."""
    chance, x, y = KEPT, marker.x, marker.y
    for enemy in foes:
        if math.hypot(enemy.x - x, enemy.y - y) - enemy.radius - marker.radius < enemy.die + 2.0:
            chance *= CONTESTED
    return chance


def _lives(side: Side, outlook: Outlook) -> float:
    """Return the expected VP of a circle's models: lives and prizes, coming activations, and the risk of a rout."""
    strikers = [(enemy.x, enemy.y, reach, enemy.die) for enemy, reach in side.strikers]
    total, rout = 0.0, side.rout
    for model, life, tempo, fear in side.members:
        model_x, model_y, radius, survival = model.x, model.y, model.radius, outlook.safe[model.id]
        for x, y, reach, sides in strikers:
            if math.hypot(x - model_x, y - model_y) < reach + radius:
                survival *= 1.0 - fear * kill_chance_of_dice(sides, model.die, model.damage)
        for strike in outlook.hunted:
            if strike.victim is model:
                survival *= 1.0 - strike.chance
        total += survival * life + tempo
        if model.godbreaker:
            rout *= 1.0 - survival * outlook.endures
    return total - rout


def ground(game: Game, player: str, model: Model) -> float:
    """Return the VP that a player loses at the markers beside a model if the model is removed."""
    total = 0.0
    for marker in game.lying():
        if straight_inches(model, marker) < ADJACENT and game.within(model, marker, 0):
            others = [other for other in game.touching(marker, game.standing()) if other is not model]
            in_contact = [
                (other.owner if other.godbreaker else "", survives(game, other)) for other in (*others, model)
            ]
            without_model, with_model = tuple(in_contact[:-1]), tuple(in_contact)
            for side in game.setup.players:
                loss = control(side, with_model) - control(side, without_model)
                total += marker.worth_to(side) * loss * (1.0 if side == player else -1.0)
    return KEPT * total


@dataclass(frozen=True)
class Sight:
    """The assumptions of a computer player when it rates positions.

    `fear` is the assumed chance that an enemy in reach strikes a model. `later` is whether markers count in later
    rounds.
    """

    fear: float
    later: bool = True

    def worth(self, game: Game, player: str, moving: Model | None = None) -> Callable[[], float]:
        """Return a function for the value of a game. Between calls, only the moving model may change its spot."""
        return partial(worth, game, player, gather_facts(game, moving, self.fear, later=self.later))


FAR: Final = Sight(FEAR)
ALL: Final = Sight(WARY)
NEAR: Final = Sight(WARY, later=False)


# -- fights and damage -----------------------------------------------------------------------------

CREDITED: Final = 0.8
"""The share of a bounty that counts when the fall of a model is rated."""


def removal_gain(game: Game, player: str, model: Model) -> float:
    """Return the VP that a player gains if a model is removed, from its life, prize, bounty and markers.

    The gain is negative for a player's own model. A wild model that the player handles is not their own.
    """
    loss = stake(game, model) + needed(game, model)
    gain = -loss if model.owner == player else loss
    if points := bounty(game, model):
        gain += CREDITED * (points if nearest_owner(model, game.standing()) == player else -points)
    return gain - ground(game, player, model)


def hurt(game: Game, player: str, model: Model, amount: int) -> float:
    """Return the VP that a player gains if a model suffers `amount` damage, plus the extra damage of its flaws."""
    return harm(game, model, amount + extra_damage(game, model)) * removal_gain(game, player, model)


def fight_worth(game: Game, player: str, model: Model, opponents: Sequence[Model], odds: EngageOdds) -> float:
    """Return the VP that a player is expected to gain by an Engage with these odds.

    A model's loss of life is the extra chance to become a casualty, plus a little for damage.
    """
    total = 0.0
    for fighter, fate in ((model, odds.active), *zip(opponents, odds.opponents, strict=True)):
        loss = float(fate.casualty) - float(fate.unharmed) + SCRATCH * fate.damage.mean
        total += loss * removal_gain(game, player, fighter)
        if may_ascend(fighter):
            loss = stake(game, fighter) + needed(game, fighter) - prize(game, fighter)  # it keeps its prize
            total += float(fate.triumph) * (-loss if fighter.owner == player else loss)
    return total


def fights(
    game: Game, model: Model, player: str, candidates: Sequence[Model], most: int
) -> Iterator[tuple[list[Model], float, EngageOdds]]:
    """Yield groups of opponents with value and odds, larger and larger (G-ENG-1).

    All single opponents come first. Then the best group is enlarged by every other candidate, and so on.
    """
    best: list[Model] = []
    for _size in range(min(most, len(candidates))):
        engagements = []
        for other in candidates:
            if other not in best:
                group = [*best, other]
                odds = engage_odds(game, model, *group)
                engagements.append((group, fight_worth(game, player, model, group, odds), odds))
        yield from engagements
        best = max(engagements, key=itemgetter(1))[0]


def best_fight(game: Game, model: Model, player: str, among: Sequence[str] = ()) -> tuple[float, list[Model]]:
    """Return the VP of a model's best Engage from its current spot as if it were active, and the opponents.

    `among` limits the opponents to these ids, if it is given.
    """
    candidates = [other for other in targets(game, model) if not among or other.id in among]
    if not candidates:  # the usual case
        return 0.0, []
    if game.state.active != model.id:
        game = activated(game, model)
    opponents, worth, _odds = max(
        fights(game, model, player, candidates, most_opponents(game, model)), key=itemgetter(1)
    )
    return worth, opponents
