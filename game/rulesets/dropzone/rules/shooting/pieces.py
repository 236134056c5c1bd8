"""Which scenery a weapon may fire at: all pieces at once, by the points that it aims at (D-GEO-15, D-SCEN-12)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.rules.features import Feature, features
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.scenery.garrisons import house_of
from game.rulesets.dropzone.rules.shooting.legal import arcs_of, eyes_of, vantage
from game.rulesets.dropzone.rules.space.arcs import MIDDLES, are_in_arc
from game.rulesets.dropzone.rules.state import Unit
from game.table.sight.bodies import Eye
from game.table.terrain.battlefield import Battlefield

Flags = NDArray[np.bool_]
Numbers = NDArray[np.intp]
FEW: Final = 60
"""Points that are looked at together; of more, the nearest of each piece come first."""


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


def pieces_in_reach(game: Game, unit: Unit, weapon: WeaponDocument, *, one_will_do: bool = False) -> Sequence[Feature]:
    """Return the pieces that a weapon may fire at now: `why_not_scenery` says nothing against them (D-SHOOT-3).

    If `one_will_do`, there may be more than are returned.
    """
    known, house = outlines(game.ruler.battlefield), house_of(game, unit)
    seen, own = np.zeros(len(known.pieces), dtype=bool), np.array([each is house for each in known.pieces], dtype=bool)
    place, hidden = (math.nan, math.nan), np.zeros(len(known.spots), dtype=bool)
    for eye in sorted(eyes_of(game, unit, weapon), key=lambda each: (each.x, each.y, -each.z)):
        if "tech killer" in weapon.rules or (one_will_do and seen.any()):
            break
        if (eye.x, eye.y) != place:
            place, hidden[:] = (eye.x, eye.y), False
        near = _in_reach(game, unit, weapon, eye, known.spots)
        near = near[~(seen | own)[known.owner[near]] & ~hidden[near]]
        owner = known.owner[near]
        if "indirect" in weapon.rules:
            seen[owner] = True
            continue
        first = np.full(len(near), len(near) <= FEW)
        first[np.unique(owner, return_index=True)[1]] = True  # the nearest of each piece shows most of what is visible
        _look(game, eye, known, near[first], seen, hidden)
        if not (one_will_do and seen.any()):
            _look(game, eye, known, near[~first & ~seen[owner]], seen, hidden)
    return [each for each, sees in zip(known.pieces, seen.tolist()) if sees]


def _in_reach(game: Game, unit: Unit, weapon: WeaponDocument, eye: Eye, spots: NDArray[np.float64]) -> Numbers:
    """Return the numbers of the points in range and arc of an eye, the nearest first."""
    (arcs, half), away = arcs_of(game, unit, weapon), spots[:, :2] - (eye.x, eye.y)
    reach = weapon.range_to(countered=False) * vantage(game, unit) + game.ruler.policy.tolerance
    squares = (away * away).sum(axis=1)
    near = np.flatnonzero(squares <= reach * reach)
    if len(arcs) < len(MIDDLES):
        dx, dy = away[near].T
        near = near[are_in_arc(arcs, eye.facing or 0, dx, dy, half)]
    return near[np.argsort(squares[near], kind="stable")]


def _look(game: Game, eye: Eye, known: Outlines, which: Numbers, seen: Flags, hidden: Flags) -> None:
    """Note the pieces of which an eye sees one of some points, and the points that no lower eye there sees either."""
    if len(which):
        groups = [known.groups[number] for number in which.tolist()]
        lit, hidden[which] = game.seeing.lit_of(eye, known.spots[which], groups)
        seen[known.owner[which][lit]] = True
