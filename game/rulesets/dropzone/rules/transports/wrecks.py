"""Destroyed Transports and crashing Aircraft (D-TRANS-20 to D-TRANS-23, D-AIR-7, D-AIR-8)."""

from __future__ import annotations

from typing import Final

import shapely

from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.scenery.garrisons import body_cover, within_reach
from game.rulesets.dropzone.rules.shooting.numbers import Aim, saved
from game.rulesets.dropzone.rules.state import Unit
from game.rulesets.dropzone.rules.transports.cargo import cargo, is_gate
from game.rulesets.dropzone.rules.transports.gates import lose

WRECK: Final = 10
"""The Energy of the hits from a wreck or a crash (D-TRANS-20, D-AIR-7)."""


def automatic_hits(game: Game, unit: Unit, count: int, energy: int, rule: str, *, body: bool = False) -> int:
    """Let a unit take automatic hits; return the Damage that came through (D-SHOOT-22)."""
    aim = automatic_aim(game, unit, energy, body=body)
    pool = game.throw(f"hits {rule}", count, unit)
    done = sum(aim.damage(face) for face in pool.faces)
    game.rolled("damage", pool, done, unit, rule=rule)
    return take_points(game, unit, done, aim.save, rule)


def take_points(game: Game, unit: Unit, points: int, save: int, rule: str) -> int:
    """Let a unit save and take Damage that no weapon did; return what came through (D-SHOOT-18)."""
    if points and save:
        saves = game.throw(f"save {rule}", points, unit)
        cancelled = saved(saves.faces, save)
        game.rolled("save", saves, cancelled, unit, rule="D-SHOOT-18")
        points -= cancelled
    return game.damage(unit, points, rule)


def strike(game: Game, unit: Unit, hits: int, energy: int, rule: str, *, body: bool = False) -> None:
    """Let a unit take automatic hits, and remove it if they destroy it; what does further harm perishes later."""
    automatic_hits(game, unit, hits, energy, rule, body=body)
    if not game.left(unit) and is_harmless(game, unit):
        game.destroy(unit, rule)


def is_harmless(game: Game, unit: Unit) -> bool:
    """Return whether the end of a unit harms nobody else: it carries nothing, leads to no pool, does not crash."""
    sheet = game.sheet(unit)
    return not (cargo(game, unit) or unit.airborne or sheet.zones or is_gate(sheet))


def automatic_aim(game: Game, unit: Unit, energy: int, *, body: bool = False) -> Aim:
    """Return the circumstances of an automatic hit on a unit (D-SHOOT-22)."""
    weapon = WeaponDocument(name="automatic hit", shots=1, energy=energy)
    return Aim(weapon, game.sheet(unit), body=body, vehicle=game.is_vehicle(unit))


def wreck(game: Game, transport: Unit) -> list[Unit]:
    """Let the cargo of a Transport that was destroyed on the ground suffer; return the units left (D-TRANS-20).

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
    """Let cargo take as many hits each; return the units left, of the cargo of destroyed Transports too."""
    left: list[Unit] = []
    for unit in units:
        if hits:
            automatic_hits(game, unit, hits, WRECK, rule)
        if game.left(unit):
            left.append(unit)
        else:
            left += wreck(game, unit)
            for each in cargo(game, unit):  # until it is set down, it is in the wreck around this one
                each.carrier = unit.carrier
            game.destroy(unit, rule)
    return left


def explosion(game: Game, aircraft: Unit) -> int:
    """Roll how strongly a destroyed Aircraft explodes: inches and hits, 0 for none (D-AIR-7, D-AIR-8)."""
    if game.sheet(aircraft).type == "Aircraft-S":
        return 0
    strength = game.throw_d3("crash", aircraft) % 3
    game.emit(events.Crashed(unit=aircraft.id, strength=strength, rule="D-AIR-7"))
    return strength


def crash(game: Game, aircraft: Unit, strength: int) -> list[Unit]:
    """Let an Aircraft hit what is near and its cargo; return the cargo to be set down (D-AIR-7).

    Loaded Transports on the ground that it destroys stay without damage points, to perish in turn.
    """
    if is_gate(game.sheet(aircraft)):
        lose(game, aircraft)
    inside = cargo(game, aircraft)
    if not strength:
        return inside
    spot = aircraft.x, aircraft.y
    for unit in [each for each in within_reach(game, shapely.Point(spot), strength) if not each.airborne]:
        strike(game, unit, strength, WRECK, "D-AIR-7", body=body_cover(game, unit, spot))
    return suffer(game, inside, strength, "D-AIR-7")
