"""The facts of a position that do not depend on the moving model's spot. They are computed once for all its spots."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from game.rulesets.godbreakers.ai.approach import Approach, approach_of
from game.rulesets.godbreakers.ai.beasts import Beast, beasts
from game.rulesets.godbreakers.ai.bounties import quarries
from game.rulesets.godbreakers.ai.lives import ascended_vp, long_run, prizes, rounds_left, rout, stake, survives, ward
from game.rulesets.godbreakers.rules.game import ADJACENT, Game
from game.rulesets.godbreakers.rules.placing import attack_range, movement_range
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Marker, Model
from game.rulesets.godbreakers.rules.traits import trait_holders

NEAR: Final = 0.75
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


def counts_for(model: Model) -> str:
    """Return the player for whom a model counts at a marker, or "" for none."""
    return model.owner if model.godbreaker else ""


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
    """Return the models at or near a marker, from their relations to it and their chances to survive, by id."""
    sides, coming, touching = dict[str, float](), set[str](), list[tuple[str, float]]()
    for relation in models:
        if relation is None:
            continue
        identity, owner, side, in_contact, weight, can_come = relation
        chance = safe[identity]
        if in_contact:
            touching.append((side, chance))
        else:
            chance *= NEAR
            chance *= weight
            if can_come:
                coming.add(owner)
        sides[owner] = sides.get(owner, 0.0) + chance
    chances = {owner: control(owner, tuple(touching)) for owner, _safe in touching if owner}
    return Presence(marker, chances, sides, coming, sum(sides.values()) + NOBODY)


@lru_cache(maxsize=4096)
def control(player: str, touching: tuple[tuple[str, float], ...]) -> float:
    """Return the chance that a player controls a marker. `touching` are sides and chances to survive of the models."""
    if len(touching) == 1:
        [(owner, safe)] = touching
        return safe if owner == player else 0.0
    leads = {0: 1.0}
    for owner, safe in touching:
        step, after = 1 if owner == player else -1, dict[int, float]()
        for lead, chance in leads.items():
            after[lead + step] = after.get(lead + step, 0.0) + chance * safe
            after[lead] = after.get(lead, 0.0) + chance * (1.0 - safe)
        leads = after
    return sum(chance for lead, chance in leads.items() if lead > 0)


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

    `fear` is the assumed chance that an enemy in reach strikes it. `stands` means that it prevents a rout.
    """

    model: Model
    life: float
    tempo: float
    fear: float
    stands: bool


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
        quarries(game, standing),
        len(waiting),
        rounds_left(game) if later else 0,
        {player: _side(game, player, standing, moving, waiting, fear) for player in game.setup.players},
    )


def _still_to_act(game: Game, standing: Sequence[Model]) -> list[tuple[Model, float]]:
    """Return the players' models still to act, each with its reach after a move in inches, from centre to rim."""
    active = game.state.active
    waiting = [model for model in standing if model.owner and not model.activated and model.id != active]
    ranges = [attack_range(game, model) + movement_range(game, model) for model in waiting]
    return [(model, model.radius + n + 1.0) for model, n in zip(waiting, ranges)]


def survival(game: Game, standing: Sequence[Model]) -> dict[str, float]:
    """Return the chances of models to survive recovery, by id."""
    return {model.id: survives(game, model) if model.damage else 1.0 for model in standing}


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
    carried, foes = prizes(game), game.hostiles(circle[0])
    members = [*circle, *_wards(game, player, standing)]
    return Side(
        game.state.vp[player] + ascended_vp(game, player),
        [_member(game, model, carried.get(model.id, 0), fear) for model in members],
        [foe for foe in foes if not foe.activated and foe.id != game.state.active],
        [striker for striker in waiting if striker[0].owner != player],
        rout(game, player),
        _plunder(game, [model for model in circle if not carried.get(model.id)]),
        approach_of(game, circle, carried, standing, moving),
    )


def _wards(game: Game, player: str, standing: Sequence[Model]) -> list[Model]:
    """Return a player's tame models whose loss costs VP."""
    if not scenario_of(game).wards:
        return []
    return [model for model in standing if model.owner == player and ward(game, model)]


def _member(game: Game, model: Model, laden: int, fear: float) -> Member:
    life = stake(game, model, laden) + long_run(game, model)
    tempo = 0.0 if model.activated else TEMPO
    return Member(model, life, tempo, COVETED if laden else fear, model.godbreaker)


def _plunder(game: Game, unladen: Sequence[Model]) -> float:
    """Return the expected VP of a hoard that a circle holds. `unladen` are its models that carry nothing."""
    if rounds_left(game):
        return HOARD + UNLADEN * len(unladen)
    return LAST_CHANCE * sum(not model.activated for model in unladen)
