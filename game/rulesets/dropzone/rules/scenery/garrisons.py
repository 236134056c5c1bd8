"""Who is in a Garrison, and where (D-GARR)."""

from __future__ import annotations

from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from game.rulesets.dropzone.rules.features import Feature, by_id
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.space import Wall, covers, walls
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.table.lattice import snap

CENTRE: Final = "centre"
LINKED: Final = 2.0
"""The most inches between linked Garrisons (D-GARR-5)."""


def piece_of(unit: Unit) -> str:
    """Return the id of the Garrison that a unit is in, "" if it is in none."""
    return unit.slot.rpartition(":")[0] if unit.place == "inside" else ""


def house_of(game: Game, unit: Unit) -> Feature | None:
    """Return the Garrison that a unit is in."""
    return by_id(game.ruler.battlefield).get(piece_of(unit)) if unit.slot else None


def wall_of(game: Game, unit: Unit) -> Wall | None:
    """Return the side of its Garrison where a unit stands, None at the centre or outside."""
    house = house_of(game, unit)
    if house is None or (place := unit.slot.rpartition(":")[2]) == CENTRE:
        return None
    return walls(house)[int(place)]


def place_of(game: Game, unit: Unit) -> BaseGeometry:
    """Return where a unit is for what reaches it level: its centre, or the side of its Garrison (D-GEO-5, D-GEO-14)."""
    wall = wall_of(game, unit)
    return shapely.Point(unit.x, unit.y) if wall is None else shapely.LineString([wall.start, wall.end])


def within_reach(game: Game, shape: BaseGeometry, inches: float) -> list[Unit]:
    """Return the units on the table, in the air and in Garrisons within some inches of a shape, level (D-GEO-5)."""
    reach = inches + game.ruler.policy.tolerance
    return [each for each in game.in_play() if place_of(game, each).distance(shape) <= reach]


def body_cover(game: Game, unit: Unit, spot: tuple[float, float]) -> bool:
    """Return whether a unit has Body Cover against hits from a spot, in a Garrison that of the piece (D-SCEN-7)."""
    house = house_of(game, unit)
    return house.has("body") if house is not None else covers(game.features, "body", spot, (unit.x, unit.y))


def occupants(game: Game, feature: Feature) -> list[Unit]:
    """Return the units in a Garrison, of all sides."""
    return [each for each in game.state.units.values() if piece_of(each) == feature.id]


def squads_in(game: Game, feature: Feature) -> list[Squad]:
    """Return the squads in a Garrison, of all sides."""
    return [game.state.squads[name] for name in dict.fromkeys(each.squad for each in occupants(game, feature))]


def foes_in(game: Game, squad: Squad, feature: Feature) -> list[Squad]:
    """Return the enemies of a squad in a Garrison."""
    return [each for each in squads_in(game, feature) if each.owner != squad.owner]


def linked(game: Game, feature: Feature) -> list[Feature]:
    """Return the Garrisons into which a squad may go from one: agreed on the map, at most 2″ away (D-GARR-5)."""
    if not feature.link:
        return []
    alike = (each for each in game.features if each is not feature and each.link == feature.link)
    reach = LINKED + game.ruler.policy.tolerance
    return [each for each in alike if each.has("garrison") and float(each.shape.distance(feature.shape)) <= reach]


def room(game: Game, feature: Feature) -> int:
    """Return how many more units a Garrison holds: as many in all as its starting damage points (D-GARR-1)."""
    return feature.kind.damage - len(occupants(game, feature))


def open_slots(game: Game, feature: Feature, player: str) -> list[str]:
    """Return the centre and the sides of a Garrison that no enemy of a player holds (D-GARR-3, D-GARR-4, D-GARR-14)."""
    held = {each.slot.rpartition(":")[2] for each in occupants(game, feature) if each.owner != player}
    return [place for place in places(feature) if place == CENTRE or place not in held]


def places(feature: Feature) -> list[str]:
    """Return the slots of a Garrison: the centre and the numbers of its sides."""
    return [CENTRE, *(str(wall.number) for wall in walls(feature))]


def slot_spot(feature: Feature, place: str) -> tuple[float, float]:
    """Return the spot of a slot of a Garrison, for the eye."""
    middle = feature.shape.centroid
    x, y = (middle.x, middle.y) if place == CENTRE else walls(feature)[int(place)].middle
    return snap(x), snap(y)


def settle(game: Game, unit: Unit, feature: Feature, place: str) -> None:
    """Put a unit into a slot of a Garrison; shifting in it may not count as a move (D-SHOOT-7, R-21)."""
    unit.turned = unit.turned or piece_of(unit) != feature.id or game.setup.document.options.shifting == "on"
    unit.place, unit.carrier, unit.slot = "inside", "", f"{feature.id}:{place}"
    unit.x, unit.y = slot_spot(feature, place)
