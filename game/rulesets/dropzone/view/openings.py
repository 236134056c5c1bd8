"""The facts of a scorecard before the first round: zones, cover, and the targets and objectives of squads."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.facets import Footing, Opener
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.asking import entry
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.rulesets.dropzone.rules.zones import area, lines
from game.rulesets.dropzone.view.fans import Look
from game.rulesets.dropzone.view.questions import CanFire, Coming, controlling
from game.table.lattice import Position
from game.table.path.entering import EntryRegion
from game.table.sight.bodies import Eye
from game.table.sight.fan import over_table
from game.table.terrain.area import Floats
from game.table.threat.threat_map import Strike

EYE: Final = 1.0
"""The height in inches of the eyes that look from a zone, which is that of a tank (D-GEO-7)."""
STEP: Final = 1.5
"""Inches between the spots of the table that are judged for hidden ground."""
NEAREST: Final = 3
"""The number of nearest units of a squad that are tried as targets."""
TRIED: Final = 24
"""The number of ends of a move from which a unit's fire is tried."""


def homes(game: Game) -> Mapping[str, BaseGeometry]:
    """Return the strips or corners where units are Directly Deployed and come on (D-DEP-4, D-DEP-5)."""
    return {player: area(game.ruler.battlefield, zone) for player, zone in game.state.edges.items()}


def footing(game: Game) -> Footing:
    """Return the scenery that gives Soft or Body Cover, and Impassable scenery (D-SCEN-2, D-SCEN-6, D-SCEN-7)."""
    cover = [feature.shape for feature in game.features if feature.has("soft") or feature.has("body")]
    walls = [feature.shape for feature in game.features if feature.has("impassable")]
    return Footing(shapely.union_all(cover), shapely.union_all(walls))


def unseen(game: Game, eyes: Sequence[Position]) -> BaseGeometry:
    """Return the ground on which a tank would be hidden from all these spots (D-GEO-7)."""
    field, look = game.ruler.battlefield, Look(game, [Eye(*eye, EYE, "") for eye in eyes], math.inf, aloft=False)
    shares: Floats = over_table(field.width, field.height, STEP, look.shares)
    rows, columns = np.nonzero(shares == 0.0)
    x, y, half = columns * STEP, rows * STEP, STEP / 2
    hidden = shapely.union_all(shapely.box(x - half, y - half, x + half, y + half))
    return shapely.intersection(hidden, field.table)


def openers(game: Game, player: str) -> tuple[Opener, ...]:
    """Return a player's squads on the table, in Garrisons and In Readiness."""
    squads = [squad for squad in game.state.squads.values() if squad.owner == player]
    return tuple(_opener(game, squad) for squad in squads if _first_to_act(game, squad))


def _first_to_act(game: Game, squad: Squad) -> bool:
    """Return whether a squad could act in the first round (D-DEP-3, D-DEP-5)."""
    units = [unit for unit in game.units_of(squad) if unit.alive]
    group = game.state.groups.get(squad.group)
    ready = group is None or group.mode != "reserve"
    return any(unit.place in ("table", "inside") or (unit.place == "off" and ready) for unit in units)


def _opener(game: Game, squad: Squad) -> Opener:
    """Return a squad with its fire and claims as functions that are worked out when they are needed."""
    units = [unit for unit in game.units_of(squad) if unit.alive]
    off = all(unit.place == "off" for unit in units)
    claims = partial(_claims, game, units[0], _entries(game, units[0])) if off else None
    return Opener(squad.id, squad.name, partial(_hits, game, units), claims)


def _hits(game: Game, units: Sequence[Unit], target: str) -> Strike | None:
    """Return the fire of a unit of a squad at a unit of another with the least move (D-SHOOT-3 to D-SHOOT-10)."""
    squad = game.state.squads.get(target)
    foes = [unit for unit in game.units_of(squad) if unit.on_table] if squad is not None else []
    armed = [unit for unit in units if unit.place in ("table", "inside")]
    pairs = sorted((math.dist((unit.x, unit.y), (foe.x, foe.y)), unit.id, foe.id) for unit in armed for foe in foes)
    strikes = (
        _fire(game, game.state.units[shooter], game.state.units[target_id])
        for _far, shooter, target_id in pairs[:NEAREST]
    )
    return next((strike for strike in strikes if strike is not None), None)


def _fire(game: Game, unit: Unit, foe: Unit) -> Strike | None:
    """Return a unit's fire at another from the first tried end of its move from which that is legal, or None."""
    coming = Coming(game, unit, foe)
    strikes = coming.strikes(game.disc(foe))
    if not strikes:
        return None
    [strike] = strikes
    if unit.place == "inside":
        return strike if CanFire(game, unit, foe).allows(unit.x, unit.y) else None
    legal, here = CanFire(game, unit, foe), (unit.x, unit.y)
    spot = next((spot for spot in (here, strike.spot, *_ends(coming, foe)) if legal.allows(*spot)), None)
    if spot is None:
        return None
    inches = math.dist(spot, here)
    return strike._replace(spot=Position(*spot), inches=inches, already=not inches)


def _ends(coming: Coming, foe: Unit) -> Iterator[tuple[float, float]]:
    """Yield up to about two dozen ends of moves, the nearest to the target first."""
    areas = [approach.move.geometry for approach in coming.approaches]
    rims = shapely.segmentize([shapely.boundary(shapely.simplify(part, 0.2)) for part in areas], 1.0)
    spots = sorted(map(tuple, shapely.get_coordinates(rims).tolist()), key=lambda at: math.dist(at, (foe.x, foe.y)))
    ways = [way.ends for way in coming.ways]
    near = (spot for spot in spots[:: max(1, len(spots) // TRIED)] if any(ends.allows(*spot) for ends in ways))
    yield from near


def _entries(game: Game, unit: Unit) -> list[EntryRegion]:
    """Return the regions in which a unit that comes on from its edge may end, one for each line of it (D-DEP-5)."""
    zone = game.state.edges.get(unit.owner, "")
    return [entry(game, unit, line) for line in lines(game.ruler.battlefield, zone).values()] if zone else []


def _claims(game: Game, unit: Unit, entries: Sequence[EntryRegion], goal: str) -> bool:
    """Return whether a unit that comes on from its edge could claim an objective (D-DEP-5, D-OBJ-3)."""
    objective, near = game.state.objectives[goal], controlling(game, unit.id, goal, 0)
    for region in entries:
        west, south, east, north = region.bounds
        closest = min(max(objective.x, west), east), min(max(objective.y, south), north)
        # The nearest legal end needs the drawn region, which takes long.
        spot = region.nearest((objective.x, objective.y)) if near.allows(*closest) else None
        if spot is not None and near.allows(*spot):
            return True
    return False
