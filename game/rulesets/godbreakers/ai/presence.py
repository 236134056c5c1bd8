"""Which models are at a marker and near it, for the value of a position."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from game.rulesets.godbreakers.rules.game import ADJACENT, Game
from game.rulesets.godbreakers.rules.state import Marker, Model

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
    """The weight of all of them together, including the weight of nobody being there."""

    def share(self, player: str) -> float:
        """Return a player's share of the weight there."""
        return self.sides.get(player, 0.0) / self.total


def counts_for(model: Model) -> str:
    """Return the side that a model counts for at a marker; "" for none."""
    return model.owner if model.godbreaker else ""


def standing_to(game: Game, marker: Marker, model: Model) -> Standing | None:
    """Return how a model on the table relates to a marker; None if it has no weight there."""
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
