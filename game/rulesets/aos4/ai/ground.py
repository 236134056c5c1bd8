"""The value to a player of holding objectives and approaching them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from game.rulesets.aos4.ai.detours import detours
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.objectives import contests
from game.rulesets.aos4.rules.positions import Bases, gaps_to
from game.rulesets.aos4.rules.rulings import COMBAT_RANGE
from game.rulesets.aos4.rules.state import Unit
from game.table.shapes import Disc

A_TURN: Final = 1.1
"""Victory points per turn for holding an objective, besides those for holding more than the enemy."""
NOBODY: Final = 0.6
"""The control needed to hold an undisputed objective."""
COMING: Final = 0.8
"""The weight of a model just out of reach of an objective, compared with one that contests it."""
FAR: Final = 18.0
"""Inches from which a unit has no weight."""
LOYAL: Final = 3
"""How much more a unit counts for its nearest objective than for others, because it cannot be at several."""
THEIRS: Final = 0.5
"""The weight of holding an objective now during the enemy's turn, which may still change it."""
KEPT: Final = 1.5
"""The control that already holding an objective is worth: it stays until the enemy gains it."""


class Counted(NamedTuple):
    """A unit's weight at an objective: in turns to come, and if this turn ended now."""

    later: float
    now: float


Presence = Mapping[str, Counted]
"""A unit's weight at each objective."""


def ground(game: Game, player: str, there: Mapping[str, Sequence[Presence]]) -> float:
    """Return the value of holding and approaching objectives: more of them than the enemy, turn by turn."""
    left = turns_left(game, player)
    own = game.state.round > 0 and game.state.active == player
    ends = 1.0 if own else THEIRS if game.state.round > 0 else 0.0
    total = 0.0
    for identity in game.setup.objectives:
        now, later = held(game, player, identity, there)
        total += ends * now + max(0.0, left - own) * later
    return A_TURN * total


def turns_left(game: Game, player: str) -> float:
    """Return how many ends of their own turns a player still has."""
    state, rounds = game.state, game.setup.document.options.rounds
    played = state.round > 0 and (state.active != player) and state.turn == 2
    return rounds - max(state.round, 1) + (0.0 if played else 1.0)


def presences(game: Game, units: Sequence[Unit]) -> list[Presence]:
    """Return the weight of units at each objective."""
    return [presence(game, unit) for unit in units]


def held(game: Game, player: str, identity: str, there: Mapping[str, Sequence[Presence]]) -> tuple[float, float]:
    """Return how likely a player holds an objective minus how likely the enemy does, now and later, from -1 to 1."""
    rival, holder = game.other(player), game.state.control.get(identity, "")
    kept = KEPT if holder == player else -KEPT if holder else 0.0
    found = []
    for at in (1, 0):
        own, theirs = (sum(each[identity][at] for each in there[side]) for side in (player, rival))
        found.append((own - theirs + kept) / (own + theirs + abs(kept) + NOBODY))
    return found[0], found[1]


def presence(game: Game, unit: Unit) -> Presence:
    """Return a unit's weight at each objective: its control, shared out by its distance from each."""
    markers, control = game.setup.objectives, game.card(unit).control or 0
    if not control or not unit.at or not contests(game, unit):
        return dict.fromkeys(markers, NOTHING)
    bases = game.positions.bases(unit)
    nearness = {each: _nearness(game, unit, bases, marker) for each, marker in markers.items()}
    whole = sum((near / len(unit.at)) ** LOYAL for near, _there in nearness.values()) or 1.0
    return {
        each: Counted(control * near * (near / len(unit.at)) ** LOYAL / whole, control * there)
        for each, (near, there) in nearness.items()
    }


def _nearness(game: Game, unit: Unit, bases: Bases, marker: Disc) -> tuple[float, int]:
    """Return how many models contest an objective, with others counted by distance; and without those."""
    west, south, east, north = bases.box
    off_box = max(west - marker.x, marker.x - east, south - marker.y, marker.y - north)
    if off_box > FAR + COMBAT_RANGE + marker.radius:
        return 0.0, 0
    off = gaps_to(bases, marker) - COMBAT_RANGE
    there = int((off <= 0.0).sum())
    if there < len(off):
        off = np.where(off > 0.0, off + detours(game, unit, bases, marker), off)
    return there + float((COMING * (1.0 - off[(off > 0.0) & (off < FAR)] / FAR)).sum()), there


NOTHING: Final = Counted(0.0, 0.0)
