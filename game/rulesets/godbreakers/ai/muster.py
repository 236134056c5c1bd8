"""The models present and the value of each, wherever it stands: computed once for all spots of a model."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from game.rulesets.godbreakers.ai.approach import Approach, approach_of
from game.rulesets.godbreakers.ai.beasts import Beast, beasts
from game.rulesets.godbreakers.ai.bounties import quarries
from game.rulesets.godbreakers.ai.lives import ascended, long_run, prizes, rounds_left, rout, stake, survives, ward
from game.rulesets.godbreakers.rules.game import ADJACENT, Game
from game.rulesets.godbreakers.rules.placing import attack_range, movement_range
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Marker, Model
from game.rulesets.godbreakers.rules.traits import speakers

NEAR: Final = 0.75
"""The weight of a model just off a marker, compared with one that touches it."""
AROUND: Final = 16.0
"""Inches from a marker from which a model has no weight there."""
ACTIONS: Final = 2
"""The number of moves in which a model may come there."""
NOBODY: Final = 0.5
"""The weight needed to hold an undisputed marker."""

Standing = tuple[str, str, str, bool, float, bool]
"""How a model relates to a marker: its id, its owner, the side it counts for, and whether it touches it.

Also its weight, and whether it can still come there this round.
"""


class Presence(NamedTuple):
    """The models at a marker and near it: each side's chance to control it if nobody else acts, and its weight."""

    marker: Marker
    chances: dict[str, float]
    sides: dict[str, float]
    coming: set[str]
    """The sides with a model that can still come there this round."""
    total: float
    """The weight of all models together, including the weight of no model being there."""

    def share(self, player: str) -> float:
        """Return a player's share of the weight there."""
        return self.sides.get(player, 0.0) / self.total


def counts_for(model: Model) -> str:
    """Return the side that a model counts for at a marker, or "" for none."""
    return model.owner if model.godbreaker else ""


def standing_to(game: Game, marker: Marker, model: Model) -> Standing | None:
    """Return how a model on the table relates to a marker, or None if it has no weight there."""
    gap = math.hypot(model.x - marker.x, model.y - marker.y) - model.radius - marker.radius
    if gap >= AROUND:
        return None
    owner, godbreaker = model.owner, model.kind == "godbreaker"
    if gap < ADJACENT and game.within(model, marker, 0):
        return model.id, owner, owner if godbreaker else "", True, 1.0, False
    if not godbreaker:
        return None
    comes = (not model.activated or model.id == game.state.active) and gap < ACTIONS * model.die
    return model.id, owner, owner, False, 1.0 - (gap if gap > 0.0 else 0.0) / AROUND, comes


def presence(marker: Marker, models: Sequence[Standing | None], safe: Mapping[str, float]) -> Presence:
    """Return the models at a marker and near it, from all relations and the chance of each to stay."""
    sides, coming, touching = dict[str, float](), set[str](), list[tuple[str, float]]()
    for each in models:
        if each is None:
            continue
        identity, owner, side, touches, near, comes = each
        chance = safe[identity]
        if touches:
            touching.append((side, chance))
        else:
            chance *= NEAR
            chance *= near
            if comes:
                coming.add(owner)
        sides[owner] = sides.get(owner, 0.0) + chance
    there = tuple(touching)
    chances = {owner: control(owner, there) for owner, _safe in touching if owner}
    return Presence(marker, chances, sides, coming, sum(sides.values()) + NOBODY)


@lru_cache(maxsize=4096)
def control(player: str, touching: tuple[tuple[str, float], ...]) -> float:
    """Return the chance that a player controls a marker with these models around it: the side and survival of each."""
    if len(touching) == 1:
        return touching[0][1] * (touching[0][0] == player)
    leads = {0: 1.0}
    for owner, safe in touching:
        step, after = 1 if owner == player else -1, dict[int, float]()
        for lead, chance in leads.items():
            after[lead + step] = after.get(lead + step, 0.0) + chance * safe
            after[lead] = after.get(lead, 0.0) + chance * (1.0 - safe)
        leads = after
    return sum(chance for lead, chance in leads.items() if lead > 0)


HOARD: Final = 1.4
"""VP of holding a hoard while it can still be plundered in a later round, per model that carries nothing yet.

It is less than the value of what a model would carry; otherwise no model would ever plunder.
"""
UNLADEN: Final = 0.7
LAST_CHANCE: Final = 2.5
"""The same in the last round, per such model that is still to act."""
TEMPO: Final = 0.05
"""VP of an activation still to come this round."""
FEAR: Final = 0.17
"""The chance that an enemy that can strike a model does so, minus what the fight may cost that enemy."""
WARY: Final = 0.51
"""The same for players who expect everything others may do, as often as veterans do it."""
COVETED: Final = 0.25
"""The same for a model with a prize, for any player: it stays out of the way by itself."""


class Member(NamedTuple):
    """A model of a circle: the VP lost with it, and those of its coming activation.

    Also how likely enemies that can strike it do so, and whether the circle cannot be routed while it is there.
    """

    model: Model
    life: float
    tempo: float
    fear: float
    stands: bool


class Side(NamedTuple):
    """A player with a circle on the table: its VP, what it can lose and gain, and its enemies."""

    points: float
    members: list[Member]
    foes: list[Model]
    """The models still to act."""
    strikers: list[tuple[Model, float]]
    """Of those, the models that players control, each with the inches from its centre to a rim it may harm."""
    rout: float
    plunder: float
    """The expected VP of a hoard that it holds."""
    approach: Approach


class Muster(NamedTuple):
    """Facts that hold wherever the model `moving` stands, as long as nothing else changes; read only.

    `safe` is the chance of each model to survive recovery, None if that depends on where models stand.
    """

    standing: list[Model]
    moving: int | None
    """The index of the moving model among those standing, or None if no model moves."""
    markers: list[tuple[Marker, list[Standing | None]]]
    """How each standing model relates to each marker; for the moving one, anything."""
    safe: Mapping[str, float] | None
    hunters: list[Beast]
    quarries: list[tuple[Model, float]]
    waiting: int
    """How many players' models are still to act."""
    later: int
    """In how many rounds after this one markers count."""
    sides: dict[str, Side | None]


def mustered(game: Game, moving: Model | None = None, fear: float = FEAR, *, later: bool = True) -> Muster:
    """Return the models present, for any spot of the moving one; `fear` is how likely enemies that can strike do so.

    `later` is whether markers count in later rounds, too.
    """
    standing = game.standing()
    waiting = _still_to_act(game, standing)
    return Muster(
        standing,
        None if moving is None else standing.index(moving),
        [(marker, [standing_to(game, marker, each) for each in standing]) for marker in game.lying()],
        None if any(speakers(game, "lets_reroll")) else survival(game, standing),
        beasts(game, standing),
        quarries(game, standing),
        len(waiting),
        rounds_left(game) if later else 0,
        {player: _side(game, player, standing, moving, waiting, fear) for player in game.setup.players},
    )


def _still_to_act(game: Game, standing: Sequence[Model]) -> list[tuple[Model, float]]:
    """Return the players' models still to act, with their reach.

    It is the inches from the centre to a rim that the model may harm soon, by one move and its range.
    """
    waiting = [each for each in standing if each.owner and not each.activated and each.id != game.state.active]
    return [(each, each.radius + (attack_range(game, each) + movement_range(game, each)) + 1.0) for each in waiting]


def survival(game: Game, standing: Sequence[Model]) -> dict[str, float]:
    """Return the chance of each model to survive recovery, by id."""
    return {each.id: survives(game, each) if each.damage else 1.0 for each in standing}


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
    return Side(
        game.state.vp[player] + ascended(game, player),
        [_member(game, each, carried.get(each.id, 0), fear) for each in (*circle, *_wards(game, player, standing))],
        [foe for foe in foes if not foe.activated and foe.id != game.state.active],
        [striker for striker in waiting if striker[0].owner != player],
        rout(game, player),
        _plunder(game, [each for each in circle if not carried.get(each.id)]),
        approach_of(game, circle, carried, standing, moving),
    )


def _wards(game: Game, player: str, standing: Sequence[Model]) -> list[Model]:
    """Return the wild models whose fall costs a circle points."""
    if not scenario_of(game).wards:
        return []
    return [each for each in standing if each.owner == player and ward(game, each)]


def _member(game: Game, model: Model, laden: int, fear: float) -> Member:
    life = stake(game, model, laden) + long_run(game, model)
    return Member(model, life, TEMPO * (not model.activated), COVETED if laden else fear, model.godbreaker)


def _plunder(game: Game, unladen: Sequence[Model]) -> float:
    """Return the expected VP of a hoard that a circle holds, with these models that carry nothing."""
    if rounds_left(game):
        return HOARD + UNLADEN * len(unladen)
    return LAST_CHANCE * sum(not model.activated for model in unladen)
