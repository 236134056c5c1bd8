"""Declaring a squad's fire: every weapon, its target, its volleys (D-SHOOT-1 to D-SHOOT-5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.shooting.legal import aim, enemies, sighted, why_silent
from game.rulesets.dropzone.rules.shooting.resolving import Fire, resolve
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.wording import _

SILENT: Final = "silent"


def weapons(game: Game, unit: Unit) -> Iterator[WeaponDocument]:
    """Yield the ranged weapons that a unit may fire now (D-SHOOT-2)."""
    return (each for each in game.sheet(unit).weapons if not each.cq and why_silent(game, unit, each) is None)


def targets_of(game: Game, unit: Unit, weapon: WeaponDocument) -> list[Unit]:
    """Return the units that a weapon may fire at now."""
    return [each for each in enemies(game, unit) if not sighted(game, unit, weapon, each).refusals]


def targets(game: Game, squad: Squad) -> bool:
    """Return whether any weapon of a squad has a target now."""
    return any(targets_of(game, unit, weapon) for unit in game.units_of(squad) for weapon in weapons(game, unit))


def shoot(game: Game, squad: Squad) -> Flow:
    """Let a squad shoot: all targets are locked before the first die (D-SHOOT-4)."""
    fires: list[Fire] = []
    for unit in game.units_of(squad):
        for weapon in [*weapons(game, unit)]:
            if _taken(fires, unit, weapon):
                continue
            there = targets_of(game, unit, weapon)
            if not there:
                continue
            options = [Option(each.id, each.name, "D-SHOOT-5", (each.id,), hand="piece") for each in there]
            options.append(Option(SILENT, _("Do not fire it"), "D-SHOOT-2", letter="d"))
            prompt = _("{unit}: at whom does it fire {weapon}?", unit=unit.name, weapon=weapon.name)
            answer = yield Choose(player=squad.owner, prompt=prompt, rule="D-SHOOT-5", about=unit.id, options=options)
            if answer != SILENT:
                target = game.state.units[answer]
                view = sighted(game, unit, weapon, target).view
                fires.append(Fire(unit, weapon, target, aim(game, unit, weapon, target, view)))
    yield from resolve(game, fires)


def _taken(fires: list[Fire], unit: Unit, weapon: WeaponDocument) -> bool:
    """Return whether another profile of the same weapon is already declared (D-SPEC-ALT)."""
    alternative = weapon.rules.get("alt")
    return alternative is not None and any(
        fire.unit is unit and fire.weapon.rules.get("alt") == alternative for fire in fires
    )
