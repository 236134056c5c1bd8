"""Declaring a squad's fire: every weapon, its targets, its volleys (D-SHOOT-1 to D-SHOOT-5)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Asking, Flow
from game.engine.core.options import Reference
from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import SILENT
from game.rulesets.dropzone.rules.shooting.fires import Fire
from game.rulesets.dropzone.rules.shooting.legal import (
    aim,
    aim_at_scenery,
    enemies,
    sighted,
    why_not_scenery,
    why_silent,
)
from game.rulesets.dropzone.rules.shooting.reallocating import reallocate
from game.rulesets.dropzone.rules.shooting.resolving import resolve
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.wording import _

TOGETHER: Final = 3.0
"""Inches between the targets of a Strafe weapon (D-SPEC-STR)."""
PIECE: Final = "piece:"
"""Before the id of a piece of scenery, it is the key of that target."""
Target = Unit | Feature


def weapons(game: Game, unit: Unit) -> Iterator[WeaponDocument]:
    """Yield the ranged weapons that a unit may fire now (D-SHOOT-2)."""
    return (each for each in game.sheet(unit).weapons if not each.cq and why_silent(game, unit, each) is None)


def targets_of(game: Game, unit: Unit, weapon: WeaponDocument) -> list[Target]:
    """Return the units and the scenery that a weapon may fire at now (D-SHOOT-3)."""
    units = [each for each in enemies(game, unit) if not sighted(game, unit, weapon, each).refusals]
    pieces = (each for each in game.features if each.has("destructible"))
    return [*units, *(each for each in pieces if why_not_scenery(game, unit, weapon, each) is None)]


def targets(game: Game, squad: Squad) -> bool:
    """Return whether any weapon of a squad has a target now."""
    return any(targets_of(game, unit, weapon) for unit in game.present(squad) for weapon in weapons(game, unit))


def shoot(game: Game, squad: Squad) -> Flow:
    """Let a squad shoot: all targets are locked before the first die (D-SHOOT-4)."""
    fires: list[Fire] = []
    for unit in game.present(squad):
        for weapon in [*weapons(game, unit)]:
            if not _taken(fires, unit, weapon):
                fires += yield from _declared(game, squad, unit, weapon)
    yield from reallocate(game, fires)
    yield from resolve(game, fires)


def _declared(game: Game, squad: Squad, unit: Unit, weapon: WeaponDocument) -> Asking[list[Fire]]:
    """Ask for the targets of a weapon: one, or one for each volley of a Strafe weapon (D-SHOOT-5, D-SPEC-STR)."""
    strafe = weapon.rules.get("strafe")
    every, chosen = targets_of(game, unit, weapon), list[Target]()
    for volley in range(strafe.value if strafe is not None else 1):
        there = [each for each in every if _is_near_enough(each, chosen)]
        if not there:
            break
        options = [_option(each) for each in there]
        options.append(SILENT.shown())
        facts = {"unit": unit.name, "weapon": weapon.name, "volley": volley + 1}
        prompt = _("{unit}: at what does it fire {weapon}?", **facts)
        if volley:
            prompt = _("{unit}: at what does it fire volley {volley} of {weapon}?", **facts)
        answer = yield Choose(
            player=squad.owner, prompt=prompt, rule="D-SHOOT-5", about=unit.id, options=options, test=weapon.name
        )
        if answer == SILENT.key:
            break
        chosen.append(next(each for each in there if _key(each) == answer))
    return [_fire(game, unit, weapon, target, number) for number, target in enumerate(chosen, 1)]


def _option(target: Target) -> Option:
    if isinstance(target, Unit):
        return Option(target.id, target.name, "D-SHOOT-5", (target.id,), hand="piece")
    return Option(_key(target), target.name, "D-SCEN-12", about=Reference(terrain=(target.id,)))


def _key(target: Target) -> str:
    return target.id if isinstance(target, Unit) else f"{PIECE}{target.id}"


def _is_near_enough(target: Target, chosen: Sequence[Target]) -> bool:
    """Return whether a further target of a Strafe weapon is one of those chosen, or within 3″ of one (D-SPEC-STR)."""
    if not chosen or target in chosen:
        return True
    units = [each for each in chosen if isinstance(each, Unit)]
    if not isinstance(target, Unit):
        return False
    return any(math.dist((target.x, target.y), (each.x, each.y)) <= TOGETHER + 0.01 for each in units)


def _fire(game: Game, unit: Unit, weapon: WeaponDocument, target: Target, volley: int) -> Fire:
    if isinstance(target, Unit):
        view = sighted(game, unit, weapon, target).view
        return Fire(unit, weapon, target, aim(game, unit, weapon, target, view), volley)
    return Fire(unit, weapon, target, aim_at_scenery(game, unit, weapon), volley)


def _taken(fires: list[Fire], unit: Unit, weapon: WeaponDocument) -> bool:
    """Return whether another profile of the same weapon is already declared (D-SPEC-ALT)."""
    alternative = weapon.rules.get("alt")
    return alternative is not None and any(
        fire.unit is unit and fire.weapon.rules.get("alt") == alternative for fire in fires
    )
