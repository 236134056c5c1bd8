"""Who is there and what each is good for wherever it stands: worked out once for all the spots of a model."""

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
"""What a model just off a marker counts for there, beside one that touches it."""
AROUND: Final = 16.0
"""Inches from a marker from which a model counts for nothing there."""
ACTIONS: Final = 2
"""Moves in which a model may come there."""
NOBODY: Final = 0.5
"""What it takes to hold a marker that nobody disputes."""

Standing = tuple[str, str, str, bool, float, bool]
"""How a model stands to a marker: its id, its owner, the side that it counts for there, whether it touches it, what it
counts for beside one that does, and whether it can still come there this round."""


class Presence(NamedTuple):
    """Who is at a marker and near it: the chance of each side to control it if nobody else acts this round, and what
    the models of each side count for there."""

    marker: Marker
    chances: dict[str, float]
    sides: dict[str, float]
    coming: set[str]
    """The sides of which a model can still come there this round."""
    total: float
    """What all of them count for there together, and what nobody's being there does."""

    def share(self, player: str) -> float:
        """Return the part that a player has in what is going on there."""
        return self.sides.get(player, 0.0) / self.total


def counts_for(model: Model) -> str:
    """Return the side that a model counts for at a marker, "" if for none."""
    return model.owner if model.godbreaker else ""


def standing_to(game: Game, marker: Marker, model: Model) -> Standing | None:
    """Return how a model on the table stands to a marker, None if it counts for nothing there."""
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
    """Return who is at a marker and near it, by how all models stand to it and the chance of each to stay."""
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
    """Return the chance that a player controls a marker with these around it: whose each counts for, and how likely it
    survives."""
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
"""VP of holding a hoard, as long as there is time to plunder it in a later round, and for each model that carries
nothing yet: less than what it would carry counts for, or it would never plunder."""
UNLADEN: Final = 0.7
LAST_CHANCE: Final = 2.5
"""The same in the last round for each such model that is still to act."""
TEMPO: Final = 0.05
"""VP of an activation still to come this round."""
FEAR: Final = 0.17
"""How likely an enemy that can strike a model is to do so, less what the fight may cost that enemy."""
WARY: Final = 0.51
"""The same for players who reckon with all that others may do: so often they do it in games of veterans."""
COVETED: Final = 0.25
"""The same for one that carries a prize, whoever reckons: it keeps out of the way by itself."""


class Member(NamedTuple):
    """A model of a circle: the VP that are lost with it, those of its activation to come, how likely whoever can strike
    it does so, and whether the circle is not routed as long as it is there."""

    model: Model
    life: float
    tempo: float
    fear: float
    stands: bool


class Side(NamedTuple):
    """A player with a circle on the table: the VP it has, what it can lose and gain, and who is against it."""

    points: float
    members: list[Member]
    foes: list[Model]
    """Those that are still to act."""
    strikers: list[tuple[Model, float]]
    """Those of them that players control, each with the inches from its centre to a rim that it may hurt."""
    rout: float
    plunder: float
    """VP to be expected of a hoard that it holds."""
    approach: Approach


class Muster(NamedTuple):
    """What holds wherever one model of a game stands, `moving`, as long as nothing else changes; for looking only.

    `safe` is the chance of each model to survive recovery, None where that hangs on where they stand.
    """

    standing: list[Model]
    moving: int | None
    """The place of the model that moves among those standing, None if nobody does."""
    markers: list[tuple[Marker, list[Standing | None]]]
    """How each of those standing stands to each marker; for the one that moves, anything."""
    safe: Mapping[str, float] | None
    hunters: list[Beast]
    quarries: list[tuple[Model, float]]
    waiting: int
    """How many models of players are still to act."""
    later: int
    """In how many rounds after this one markers count."""
    sides: dict[str, Side | None]


def mustered(game: Game, moving: Model | None = None, fear: float = FEAR, *, later: bool = True) -> Muster:
    """Return who is there, for any place of the model that moves; `fear` is how likely whoever can strike does so.

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
    """Return the models of players that are still to act, each with the inches from its centre to a rim that it may
    hurt soon: by one move and its reach."""
    waiting = [each for each in standing if each.owner and not each.activated and each.id != game.state.active]
    return [(each, each.radius + (attack_range(game, each) + movement_range(game, each)) + 1.0) for each in waiting]


def survival(game: Game, standing: Sequence[Model]) -> dict[str, float]:
    """Return the chance of each model to survive recovery, by its id."""
    return {each.id: survives(game, each) if each.damage else 1.0 for each in standing}


def _side(
    game: Game,
    player: str,
    standing: Sequence[Model],
    moving: Model | None,
    waiting: Sequence[tuple[Model, float]],
    fear: float,
) -> Side | None:
    """Return what a player has and is up against, None if it is out of the game."""
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
    """Return the wild models of a circle that it pays for if they fall."""
    if not scenario_of(game).wards:
        return []
    return [each for each in standing if each.owner == player and ward(game, each)]


def _member(game: Game, model: Model, laden: int, fear: float) -> Member:
    life = stake(game, model, laden) + long_run(game, model)
    return Member(model, life, TEMPO * (not model.activated), COVETED if laden else fear, model.godbreaker)


def _plunder(game: Game, unladen: Sequence[Model]) -> float:
    """Return the VP to be expected of a hoard that a circle holds, of which these carry nothing."""
    if rounds_left(game):
        return HOARD + UNLADEN * len(unladen)
    return LAST_CHANCE * sum(not model.activated for model in unladen)
