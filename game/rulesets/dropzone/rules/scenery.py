"""Occupants of Garrisons; automatic hits, wrecks and crashes; damage to scenery and its fall (D-GARR, D-TRANS-23)."""

from __future__ import annotations

from typing import Final, NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.core.pools import least_face
from game.engine.rulebook.laying import Laid
from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.cargo import cargo, is_gate, lose
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.setup import RUBBLE
from game.rulesets.dropzone.rules.shooting.numbers import CRITICAL, Aim, saved
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
    return game.piece(piece_of(unit)) if unit.slot else None


def wall_of(game: Game, unit: Unit) -> Wall | None:
    """Return the side of its Garrison at which a unit is, or None: at the centre or outside (D-GARR-4)."""
    house = house_of(game, unit)
    if house is None or (place := unit.slot.rpartition(":")[2]) == CENTRE:
        return None
    return walls(house)[int(place)]


def place_of(game: Game, unit: Unit) -> BaseGeometry:
    """Return the shape from which level distances to a unit are measured: its centre or side (D-GEO-5, D-GEO-14)."""
    wall = wall_of(game, unit)
    return shapely.Point(*unit.spot) if wall is None else shapely.LineString([wall.start, wall.end])


def within_reach(game: Game, shape: BaseGeometry, inches: float) -> list[Unit]:
    """Return the units on the table, in the air and in Garrisons within some level inches of a shape (D-GEO-5)."""
    reach = inches + game.slack
    return [unit for unit in game.in_play() if place_of(game, unit).distance(shape) <= reach]


def body_cover(game: Game, unit: Unit, spot: tuple[float, float]) -> bool:
    """Return whether a unit has Body Cover against hits from a spot; Garrisons give their own kind (D-SCEN-7)."""
    house = house_of(game, unit)
    return house.has("body") if house is not None else covers(game.features, "body", spot, unit.spot)


def occupants(game: Game, feature: Feature) -> list[Unit]:
    """Return the units in a Garrison, of all sides."""
    return [unit for unit in game.state.units.values() if piece_of(unit) == feature.id]


def squads_in(game: Game, feature: Feature) -> list[Squad]:
    """Return the squads in a Garrison, of all sides."""
    return [game.state.squads[name] for name in dict.fromkeys(unit.squad for unit in occupants(game, feature))]


def foes_in(game: Game, squad: Squad, feature: Feature) -> list[Squad]:
    """Return the squads in a Garrison that are enemies of a squad."""
    return [other for other in squads_in(game, feature) if other.owner != squad.owner]


def linked(game: Game, feature: Feature) -> list[Feature]:
    """Return the Garrisons into which squads may go from another: linked by the map, at most 2″ away (D-GARR-5)."""
    if not feature.link:
        return []
    others = (other for other in game.features if other is not feature and other.link == feature.link)
    reach = LINKED + game.slack
    return [other for other in others if other.has("garrison") and float(other.shape.distance(feature.shape)) <= reach]


def room(game: Game, feature: Feature) -> int:
    """Return how many more units fit into a Garrison, one for each of its starting damage points (D-GARR-1)."""
    return feature.kind.damage - len(occupants(game, feature))


def open_slots(game: Game, feature: Feature, player: str) -> list[str]:
    """Return the slots of a Garrison that no enemy of a player holds (D-GARR-3, D-GARR-4, D-GARR-14)."""
    held = {unit.slot.rpartition(":")[2] for unit in occupants(game, feature) if unit.owner != player}
    return [place for place in places(feature) if place == CENTRE or place not in held]


def places(feature: Feature) -> list[str]:
    """Return the slots of a Garrison: the centre and the numbers of its sides."""
    return [CENTRE, *(str(wall.number) for wall in walls(feature))]


def slot_spot(feature: Feature, place: str) -> tuple[float, float]:
    """Return the spot in inches that stands for a slot of a Garrison."""
    middle = feature.shape.centroid
    x, y = (middle.x, middle.y) if place == CENTRE else walls(feature)[int(place)].middle
    return snap(x), snap(y)


def settle(game: Game, unit: Unit, feature: Feature, place: str) -> None:
    """Put a unit into a slot of a Garrison; by agreement, a shift within it counts as a move (D-SHOOT-7, R-21)."""
    unit.turned = unit.turned or piece_of(unit) != feature.id or game.setup.document.options.shifting == "on"
    unit.place, unit.carrier, unit.slot = "inside", "", f"{feature.id}:{place}"
    unit.x, unit.y = slot_spot(feature, place)


WRECK: Final = 10
"""The Energy of hits from a wreck or a crash (D-TRANS-20, D-AIR-7)."""


def automatic_hits(game: Game, unit: Unit, count: int, energy: int, rule: str, *, body: bool = False) -> int:
    """Let a unit take automatic hits; return the Damage that was not saved (D-SHOOT-22)."""
    aim = automatic_aim(game, unit, energy, body=body)
    pool = game.throw(f"hits {rule}", count, unit)
    damage = sum(aim.damage(face) for face in pool.faces)
    game.rolled("damage", pool, damage, unit, rule=rule, needed=least_face(aim.damage))
    return take_points(game, unit, damage, aim.save, rule)


def take_points(game: Game, unit: Unit, points: int, save: int, rule: str) -> int:
    """Let a unit save and take Damage that no weapon did; return the points not saved (D-SHOOT-18)."""
    if points and save:
        saves = game.throw(f"save {rule}", points, unit)
        cancelled = saved(saves.faces, save)
        game.rolled("save", saves, cancelled, unit, rule="D-SHOOT-18", needed=save)
        points -= cancelled
    return game.damage(unit, points, rule)


def strike(game: Game, unit: Unit, hits: int, energy: int, rule: str, *, body: bool = False) -> None:
    """Let a unit take automatic hits. If destroyed, it is removed, unless its end harms others (see `perish`)."""
    automatic_hits(game, unit, hits, energy, rule, body=body)
    if not game.left(unit) and is_harmless(game, unit):
        game.destroy(unit, rule)


def is_harmless(game: Game, unit: Unit) -> bool:
    """Return whether destroying a unit harms no other: it carries none, does not crash, is no gate or Behemoth."""
    sheet = game.sheet(unit)
    return not (cargo(game, unit) or unit.airborne or sheet.zones or is_gate(sheet))


def automatic_aim(game: Game, unit: Unit, energy: int, *, body: bool = False) -> Aim:
    """Return the circumstances of an automatic hit on a unit, from which its save follows (D-SHOOT-22)."""
    weapon = WeaponDocument(name="automatic hit", shots=1, energy=energy)
    return Aim(weapon, game.sheet(unit), body=body, vehicle=game.is_vehicle(unit))


def wreck(game: Game, transport: Unit) -> list[Unit]:
    """Hit the cargo of a Transport that was destroyed on the ground; return the surviving units (D-TRANS-20).

    Carried Transports that are destroyed test for their own cargo in turn (D-TRANS-22).
    """
    if is_gate(game.sheet(transport)):
        lose(game, transport)
    inside = cargo(game, transport)
    if not inside:
        return []
    strength = game.throw_d3("wreck", transport)
    return suffer(game, inside, 0 if strength == 3 else strength, "D-TRANS-20")


def suffer(game: Game, units: list[Unit], hits: int, rule: str) -> list[Unit]:
    """Let each unit of a cargo take `hits` hits; return the survivors, including those of Transports it destroys."""
    left: list[Unit] = []
    for unit in units:
        if hits:
            automatic_hits(game, unit, hits, WRECK, rule)
        if game.left(unit):
            left.append(unit)
        else:
            left += wreck(game, unit)
            for inmate in cargo(game, unit):  # until set down, it is in the wreck that carried this Transport
                inmate.carrier = unit.carrier
            game.destroy(unit, rule)
    return left


def explosion(game: Game, aircraft: Unit) -> int:
    """Roll the strength of a destroyed Aircraft's explosion: its inches and its hits; 0 for none (D-AIR-7, D-AIR-8)."""
    if game.sheet(aircraft).type == "Aircraft-S":
        return 0
    strength = game.throw_d3("crash", aircraft) % 3
    game.emit(events.Crashed(unit=aircraft.id, strength=strength, rule="D-AIR-7"))
    return strength


def crash(game: Game, aircraft: Unit, strength: int) -> list[Unit]:
    """Let a crashing Aircraft hit its cargo and all units near it; return the cargo that survives (D-AIR-7).

    A loaded Transport on the ground that it destroys stays without damage points, to perish in turn.
    """
    if is_gate(game.sheet(aircraft)):
        lose(game, aircraft)
    carried = cargo(game, aircraft)
    if not strength:
        return carried
    spot = aircraft.spot
    for unit in [other for other in within_reach(game, shapely.Point(spot), strength) if not other.airborne]:
        strike(game, unit, strength, WRECK, "D-AIR-7", body=body_cover(game, unit, spot))
    return suffer(game, carried, strength, "D-AIR-7")


LARGE: Final = 10
"""The starting damage points from which a falling piece hits units near it and leaves rubble (D-SCEN-13, D-SCEN-16)."""


class Blow(NamedTuple):
    """The effect of a damage roll on scenery: damage points and Collateral tokens."""

    points: int
    tokens: int


def blow(weapon: WeaponDocument, feature: Feature, face: int, energy: int | None = None) -> Blow:
    """Return what one damage roll of a weapon does to a piece (D-SCEN-12, D-SPEC-DV, D-SPEC-TEC)."""
    total = face + (weapon.energy if energy is None else energy)
    pierces = face == 6 and "penetrative" in weapon.rules
    if face == 1 or (total < feature.kind.armour and not pierces) or "tech killer" in weapon.rules:
        return Blow(0, 0)
    return critical(weapon)._replace(tokens=int(total >= feature.kind.armour + CRITICAL))


def critical(weapon: WeaponDocument) -> Blow:
    """Return what one Critical of a weapon does to a piece (D-SCEN-12, D-SPEC-DS, D-SPEC-DV)."""
    return Blow(weapon.devastates("scenery"), 1)


def left(game: Game, feature: Feature) -> int:
    """Return the damage points that a piece has left."""
    return max(0, feature.kind.damage - game.state.scars.get(feature.id, 0))


def scar(game: Game, feature: Feature, points: int, rule: str) -> None:
    """Take damage points from a piece of scenery. If none is left, `fall` removes it later."""
    lost = min(points, left(game, feature))
    if lost:
        game.state.scars = {**game.state.scars, feature.id: game.state.scars.get(feature.id, 0) + lost}
        game.emit(events.Scarred(piece=feature.id, amount=lost, left=left(game, feature), rule=rule))


def hit_scenery(game: Game, feature: Feature, hits: int, energy: int, rule: str) -> int:
    """Let a piece take automatic hits; return how many of them do no damage (D-SHOOT-22, D-SCEN-12)."""
    dice = game.throw(f"damage {feature.id}", hits)
    weapon = WeaponDocument(name="automatic hit", shots=1, energy=energy)
    blows = [blow(weapon, feature, face) for face in dice.faces]
    points = sum(part.points for part in blows)
    least = least_face(lambda face: blow(weapon, feature, face).points)
    game.rolled("damage", dice, points, feature.id, rule=rule, needed=least)
    scar(game, feature, points, rule)
    add_tokens(game, feature, sum(part.tokens for part in blows), rule)
    return sum(not part.points for part in blows)


def add_tokens(game: Game, feature: Feature, count: int, rule: str) -> None:
    """Put Collateral tokens on a piece (D-COLL-1)."""
    if count:
        game.state.tokens = {**game.state.tokens, feature.id: game.state.tokens.get(feature.id, 0) + count}
        game.emit(events.TokensAdded(piece=feature.id, count=count, rule=rule))


def fall(game: Game, feature: Feature) -> list[Unit]:
    """Let a piece fall; return the surviving occupants, which must be set down (D-SCEN-13 to D-SCEN-16).

    A large piece hits the units near it. The occupants of any Garrison are hit by a higher roll, the same for all
    (D-CORE-6, R-28). Objectives inside that no squad carries are lost.
    """
    armour, inhabitants = feature.kind.armour, occupants(game, feature)
    game.emit(events.Collapsed(piece=feature.id, rule="D-SCEN-16"))
    if feature.kind.damage >= LARGE:
        hits = game.throw_d3("collapse", piece=feature.id)
        for unit in near_fall(game, feature, hits):
            strike(game, unit, hits, armour, "D-SCEN-13")
    if inhabitants:
        hits = game.throw_d3("collapse inside", count=2, piece=feature.id)
        for unit in inhabitants:
            strike(game, unit, hits, armour, "D-SCEN-14")
    vanish(game, feature)
    if feature.kind.damage >= LARGE:
        middle = feature.shape.convex_hull.centroid
        rubble = Laid(f"{feature.id}{RUBBLE}", snap(middle.x), snap(middle.y), 0)
        game.state.laid = [*game.state.laid, rubble]
    return [inhabitant for inhabitant in inhabitants if inhabitant.alive]


def vanish(game: Game, feature: Feature) -> None:
    """Remove a piece with its tokens and the objectives in it that no squad carries (D-SCEN-15, D-COLL-7)."""
    state = game.state
    for objective in state.objectives.values():
        if not objective.carrier and feature.gap(*objective.spot) <= 0.0:
            objective.removed = True
            game.emit(events.ObjectiveLost(objective=objective.id, rule="D-SCEN-15"))
    state.tokens = {name: count for name, count in state.tokens.items() if name != feature.id}
    state.lifted = [*state.lifted, feature.id]
    state.laid = [piece for piece in state.laid if piece.id != feature.id]


def destructible_within(game: Game, spot: tuple[float, float], inches: float) -> list[Feature]:
    """Return the Destructible scenery that is at most some inches from a spot."""
    return [feature for feature in pieces_within(game, spot, inches) if feature.has("destructible")]


def pieces_within(game: Game, spot: tuple[float, float], inches: float) -> list[Feature]:
    """Return the scenery at most some inches from a spot, without roads and other flat ground."""
    reach = inches + game.slack
    pieces = (feature for feature in game.features if feature.height or feature.has("destructible"))
    return [piece for piece in pieces if piece.is_within(*spot, reach)]


def near_fall(game: Game, feature: Feature, inches: float) -> list[Unit]:
    """Return the units within some inches of a piece, but not in it, which it hits when it falls (D-SCEN-13)."""
    return [unit for unit in within_reach(game, feature.shape, inches) if piece_of(unit) != feature.id]
