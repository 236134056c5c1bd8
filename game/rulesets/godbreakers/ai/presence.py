"""Who is at a marker and near it, for what a position is worth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from game.rulesets.godbreakers.rules.game import ADJACENT, Game
from game.rulesets.godbreakers.rules.state import Marker, Model

NEAR: Final = 0.75
"""What a model just off a marker counts for there, beside one that touches it."""
AROUND: Final = 16.0
"""Inches from a marker from which a model counts for nothing there."""
ACTIONS: Final = 2
"""Moves in which a model may come there."""
NOBODY: Final = 0.5
"""What it takes to hold a marker that nobody disputes."""

Figure = tuple[float, float, float, Model, bool, float, float]
"""What `presence` asks of a model at every marker: where it is, its radius, the model, whether it is a godbreaker, its
chance to stay, and how far it may come this round, all in inches."""


class Presence(NamedTuple):
    """Who is at a marker and near it: the chance of each side to control it if nobody else acts this round, and what
    the models of each side count for there."""

    marker: Marker
    chances: dict[str, float]
    sides: dict[str, float]
    coming: set[str]
    """The sides of which a model can still come there this round."""

    def share(self, player: str) -> float:
        """Return the part that a player has in what is going on there."""
        own = self.sides.get(player, 0.0)
        return own / (sum(self.sides.values()) + NOBODY) if own else 0.0


def figure(game: Game, model: Model, safe: float) -> Figure:
    """Return what `presence` asks of a model at every marker: where it is, its chance to stay, how far it may come."""
    acts = not model.activated or model.id == game.state.active
    godbreaker = model.kind == "godbreaker"
    return model.x, model.y, model.radius, model, godbreaker, safe, ACTIONS * model.die if acts else -math.inf


def presence(game: Game, marker: Marker, figures: Sequence[Figure]) -> Presence:
    """Return who is at a marker and near it, of all who stand on the table."""
    sides, coming, touching = dict[str, float](), set[str](), list[tuple[str, float]]()
    x, y, around = marker.x, marker.y, marker.radius
    for own_x, own_y, radius, model, godbreaker, safe, comes in figures:
        gap = math.hypot(own_x - x, own_y - y) - radius - around
        if gap >= AROUND:
            continue
        owner = model.owner
        if gap < ADJACENT and game.within(model, marker, 0):
            touching.append((owner if godbreaker else "", safe))
            sides[owner] = sides.get(owner, 0.0) + safe
        elif godbreaker:
            if gap < comes:
                coming.add(owner)
            near = safe * NEAR * (1.0 - (gap if gap > 0.0 else 0.0) / AROUND)
            sides[owner] = sides.get(owner, 0.0) + near
    there = tuple(touching)
    return Presence(marker, {owner: control(owner, there) for owner, _safe in touching if owner}, sides, coming)


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
