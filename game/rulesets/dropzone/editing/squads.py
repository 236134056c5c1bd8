"""Squads put down as blocks, and what is found of them by the id of the squad or of a unit: room, Transports, slots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from game.engine.kit.blocks import BlockRoom, Spots, formation
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.asking import room_for
from game.rulesets.dropzone.rules.scenery.garrisons import piece_of, room
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.rulesets.dropzone.rules.transports.cargo import cargo, fitting
from game.table.lattice import snap
from game.table.placing.region import Region

NORTHWARD, SOUTHWARD, EASTWARD, WESTWARD = 9000, 27000, 0, 18000
"""Where a squad looks that comes from an edge, in hundredths of a degree."""
AHEAD: Final = {"south": NORTHWARD, "north": SOUTHWARD, "west": EASTWARD, "east": WESTWARD}


def squad_of(game: Game, identity: str) -> Squad | None:
    """Return the squad with an id, or that of the unit with it."""
    unit = game.state.units.get(identity)
    return game.state.squads.get(identity) if unit is None else game.squad_of(unit)


def ahead(game: Game, player: str) -> int:
    """Return where a squad looks when it is put down: away from the edge of its player."""
    return AHEAD.get(game.state.edges.get(player, "").split("-")[0], NORTHWARD)


def fit(game: Game, squad: Squad) -> list[Unit]:
    """Return the units that come to the table with a squad: the living ones; of none all."""
    return game.units_of(squad) or [game.state.units[each] for each in squad.units]


def flies(game: Game, unit: Unit) -> bool:
    """Return whether a unit is in the air once it stands on the table: as before, or as the others of its squad do."""
    others = [unit] if unit.on_table else [each for each in game.standing(game.squad_of(unit)) if each is not unit]
    return others[0].airborne if others else game.sheet(unit).is_aircraft


# -- where there is room


def unit_room(game: Game, unit: Unit, along: Sequence[Unit] = ()) -> Region:
    """Return the room for a unit: on the table, on no other token, off what it cannot stand on (D-GEO-16, D-SCEN-2).

    Units that come `along` are not in its way.
    """
    sheet, away = game.sheet(unit), [unit.id, *(each.id for each in along)]
    return Region(sheet.radius, room_for(game, sheet, away, flying=flies(game, unit)))


def squad_room(game: Game, squad: Squad, spots: Spots) -> BlockRoom:
    """Return where the middle of a squad may be put: where each of its units has room."""
    units = [game.state.units[name] for name in spots]
    return BlockRoom([(unit_room(game, unit, units), *spots[unit.id]) for unit in units])


def middle_of(units: Sequence[Unit]) -> tuple[float, float]:
    """Return the middle of some units on the table: that of the box around their centres."""
    x, y = [unit.x for unit in units], [unit.y for unit in units]
    return snap((min(x) + max(x)) / 2), snap((min(y) + max(y)) / 2)


def spots_of(game: Game, squad: Squad, facing: int | None) -> Spots:
    """Return the spots of a squad's units about its middle: as they stand now, else as a block that looks somewhere."""
    units = fit(game, squad)
    if facing is None and all(unit.on_table for unit in units):
        x, y = middle_of(units)
        return {unit.id: (snap(unit.x - x), snap(unit.y - y)) for unit in units}
    radii = dict.fromkeys((unit.id for unit in units), game.sheet_of(squad).radius)
    return formation(radii, ahead(game, squad.owner) if facing is None else facing)


# -- Transports and Garrisons


def transports(game: Game, identity: str) -> list[Unit]:
    """Return the living Transports of an id: a unit, or those of a squad."""
    unit, squad = game.state.units.get(identity), game.state.squads.get(identity)
    found = [unit] if unit is not None else game.units_of(squad) if squad is not None else []
    return [each for each in found if each.alive and game.sheet(each).carries]


def carries(game: Game, unit: Unit, squad: Squad) -> bool:
    """Return whether a unit is, or is inside, a unit of a squad: that cannot board it (D-TRANS-5)."""
    while unit.id not in squad.units and unit.carrier:
        unit = game.state.units[unit.carrier]
    return unit.id in squad.units


def berths(game: Game, squad: Squad, carriers: Sequence[Unit]) -> dict[str, str] | None:
    """Return the Transport of each living unit of a squad, None without room for all (D-TRANS-2, D-TRANS-3)."""
    waiting, found = game.units_of(squad), dict[str, str]()
    for transport in carriers:
        own = sum(each.squad == squad.id for each in cargo(game, transport))
        there = len(fitting(game, transport, squad)) + own
        found |= {unit.id: transport.id for unit in waiting[:there]}
        waiting = waiting[there:]
    return None if waiting else found


def open_transports(game: Game, squad: Squad) -> Iterator[Unit]:
    """Yield the Transports with room for a whole squad, of its player and battlegroup or Auxiliary (D-TRANS-4)."""
    for unit in game.state.units.values():
        group = game.squad_of(unit).group
        friendly = unit.owner == squad.owner and group in ("", squad.group) and not carries(game, unit, squad)
        if friendly and transports(game, unit.id) and berths(game, squad, [unit]) is not None:
            yield unit


def has_room(game: Game, feature: Feature, squad: Squad) -> bool:
    """Return whether a Garrison has room for a whole squad, whose own places count as free (D-GARR-1)."""
    units = game.units_of(squad)
    return room(game, feature) + sum(piece_of(unit) == feature.id for unit in units) >= len(units)


def near_houses(game: Game, squad: Squad, most: float) -> list[Feature]:
    """Return the Garrisons with room within some inches of a squad of Infantry on the table, the nearest first."""
    units = game.standing(squad)
    if not units or not game.sheet_of(squad).is_infantry:
        return []
    gaps = {each.id: min(each.gap(unit.x, unit.y) for unit in units) for each in game.features if each.has("garrison")}
    there = [each for each in game.features if gaps.get(each.id, most + 1.0) <= most and has_room(game, each, squad)]
    return sorted(there, key=lambda each: gaps[each.id])
