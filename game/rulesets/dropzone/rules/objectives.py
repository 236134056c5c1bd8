"""Objectives: claiming, searching, victory points near a place (D-OBJ, D-SCO-5)."""

from __future__ import annotations

import math
from typing import Final

from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.scenery.garrisons import piece_of
from game.rulesets.dropzone.rules.state import Objective, Squad, Unit

CLAIMING: Final = 2.0
"""Inches within which a unit claims or searches an objective (D-OBJ-3, D-OBJ-5)."""
FOUND: Final = 7
"""The result of a search that finds it (D-OBJ-5)."""
AROUND: Final = 6.0
"""Inches around a piece within which points of units count (D-SCO-2)."""


def garrison_of(game: Game, objective: Objective) -> Feature | None:
    """Return the Garrison that an objective lies in, which alone concerns the units inside it (D-OBJ-2)."""
    inside = (each for each in game.features if each.has("garrison") and each.gap(objective.x, objective.y) <= 0.0)
    return next(inside, None)


def is_at(game: Game, unit: Unit, objective: Objective) -> bool:
    """Return whether a unit is at an objective: within 2″ of it, or in the same Garrison (D-OBJ-2, D-OBJ-3)."""
    house = garrison_of(game, objective)
    if house is not None:
        return piece_of(unit) == house.id
    far = math.hypot(unit.x - objective.x, unit.y - objective.y)
    return unit.on_table and far <= CLAIMING + game.ruler.policy.tolerance


def may_claim(game: Game, unit: Unit) -> bool:
    """Return whether a unit claims objectives: Infantry and Vehicles of coherent squads, no Aircraft (D-OBJ-14)."""
    sheet, squad = game.sheet(unit), game.squad_of(unit)
    if sheet.is_aircraft or sheet.type == "Behemoth":
        return False
    return unit.place == "inside" or (unit.on_table and game.is_coherent(squad))


def claim_all(game: Game) -> None:
    """Settle who claims each Open objective (D-OBJ-3, R-31).

    It stays with a player until another qualifies and no enemy of that other one does.
    """
    for objective in game.state.objectives.values():
        if objective.hidden or objective.removed or objective.carrier:
            continue
        there = {
            unit.owner for unit in game.state.units.values() if may_claim(game, unit) and is_at(game, unit, objective)
        }
        if len(there) == 1:
            [objective.claimed_by] = there


def search_result(game: Game, squad: Squad, objective: Objective, face: int, more: int = 0) -> int:
    """Return the result of a search die: the round and `more` added, 1 less with an enemy there (D-OBJ-5)."""
    enemies = [each for each in game.state.units.values() if each.owner != squad.owner and is_at(game, each, objective)]
    bloodthirsty = 2 if "bloodthirsty" in game.sheet_of(squad).rules else 0
    return face + game.state.round - bool(enemies) + more - bloodthirsty


def finds(face: int, result: int) -> bool:
    """Return whether a search succeeds; a natural 1 never does (D-OBJ-5, R-20)."""
    return face > 1 and result >= FOUND


def points_around(game: Game, player: str, feature: Feature, *, inside_double: bool) -> int:
    """Return a player's points of units within 6″ of a piece, or in it; those may count double (D-SCO-5, D-SCO-2)."""
    reach, total = AROUND + game.ruler.policy.tolerance, 0
    for unit in game.state.units.values():
        sheet = game.sheet(unit)
        if unit.owner != player or "fast" in sheet.rules:
            continue
        if piece_of(unit) == feature.id:
            total += sheet.points * (2 if inside_double else 1)
        elif unit.on_table and feature.gap(unit.x, unit.y) <= reach:
            total += sheet.points
    return total
