"""Which scenery a weapon may fire at: all pieces at once, by the points that it aims at (D-GEO-15, D-SCEN-12)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.rules.features import Feature, features
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.scenery.garrisons import house_of
from game.rulesets.dropzone.rules.shooting.legal import arcs_of, eyes_of, vantage, why_not_scenery
from game.rulesets.dropzone.rules.space.arcs import MIDDLES, are_in_arc
from game.rulesets.dropzone.rules.state import Unit
from game.table.sight.bodies import Eye
from game.table.terrain.battlefield import Battlefield


class Outlines(NamedTuple):
    """The Destructible pieces of a table, their points, (S, 3), the piece of each point by number, and its group."""

    pieces: tuple[Feature, ...]
    spots: NDArray[np.float64]
    owner: NDArray[np.intp]
    groups: tuple[str, ...]


@lru_cache(maxsize=32)
def outlines(field: Battlefield) -> Outlines:
    """Return the points of all Destructible pieces of a table."""
    pieces = tuple(each for each in features(field) if each.has("destructible"))
    owner = np.repeat(np.arange(len(pieces)), [len(each.outline) for each in pieces])
    spots = np.array([spot for each in pieces for spot in each.outline]).reshape(-1, 3)
    return Outlines(pieces, spots, owner, tuple(f"piece {pieces[number].id}" for number in owner))


def pieces_in_reach(game: Game, unit: Unit, weapon: WeaponDocument) -> Sequence[Feature]:
    """Return the pieces that a weapon may fire at now: `why_not_scenery` says nothing against them (D-SHOOT-3)."""
    known = outlines(game.ruler.battlefield)
    if "indirect" in weapon.rules or "tech killer" in weapon.rules:  # others may see for it, or it does not fire
        return [each for each in known.pieces if why_not_scenery(game, unit, weapon, each) is None]
    seen, house = np.zeros(len(known.pieces), dtype=bool), house_of(game, unit)
    for eye in eyes_of(game, unit, weapon):
        near = _in_reach(game, unit, weapon, eye, known.spots)
        near = near[~seen[known.owner[near]]]
        owner = known.owner[near]
        first = np.zeros(len(near), dtype=bool)
        first[np.unique(owner, return_index=True)[1]] = True  # the nearest of each piece shows most of what is visible
        seen[owner[first]] = _lit(game, eye, known, near[first])
        rest = near[~first & ~seen[owner]]
        seen[known.owner[rest][_lit(game, eye, known, rest)]] = True
    return [each for each, sees in zip(known.pieces, seen.tolist()) if sees and each is not house]


def _in_reach(game: Game, unit: Unit, weapon: WeaponDocument, eye: Eye, spots: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the numbers of the points in range and arc of an eye, the nearest first."""
    (arcs, half), away = arcs_of(game, unit, weapon), spots[:, :2] - (eye.x, eye.y)
    reach = weapon.range_to(countered=False) * vantage(game, unit) + game.ruler.policy.tolerance
    squares = (away * away).sum(axis=1)
    near = np.flatnonzero(squares <= reach * reach)
    if len(arcs) < len(MIDDLES):
        dx, dy = away[near].T
        near = near[are_in_arc(arcs, eye.facing or 0, dx, dy, half)]
    return near[np.argsort(squares[near], kind="stable")]


def _lit(game: Game, eye: Eye, known: Outlines, which: NDArray[np.intp]) -> NDArray[np.bool_]:
    groups = [known.groups[number] for number in which.tolist()]
    return game.seeing.lit_of(eye, known.spots[which], groups)
