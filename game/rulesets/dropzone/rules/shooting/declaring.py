"""Declaring a squad's fire: every weapon, its targets, its volleys (D-SHOOT-1 to D-SHOOT-5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Asking, Flow
from game.engine.core.options import Reference
from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import SILENT
from game.rulesets.dropzone.rules.perishing import zone_options
from game.rulesets.dropzone.rules.setup import TOLERANCE
from game.rulesets.dropzone.rules.shooting import legal
from game.rulesets.dropzone.rules.shooting.legal import pieces_in_reach
from game.rulesets.dropzone.rules.shooting.numbers import Aim, Fire
from game.rulesets.dropzone.rules.shooting.resolving import reallocate, resolve
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.wording import _, ngettext

SEPARATE: Final = "separate"
COMBINED: Final = "combined"
TOGETHER: Final = 3.0
"""Inches between the targets of a Strafe weapon (D-SPEC-STR)."""
PIECE: Final = "piece:"
"""Before the id of a piece of scenery, it is the key of that target."""
Target = Unit | Feature


def weapons(game: Game, unit: Unit) -> Iterator[WeaponDocument]:
    """Yield the ranged weapons that a unit may fire now (D-SHOOT-2, D-UNIT-4)."""
    return (each for each in game.sheet(unit).weapons if not each.cq and legal.why_silent(game, unit, each) is None)


def targets_of(game: Game, unit: Unit, weapon: WeaponDocument) -> list[Target]:
    """Return the units and the scenery that a weapon may fire at now (D-SHOOT-3, D-SCEN-8)."""
    with game.nothing_moves():
        return [*legal.in_reach(game, unit, weapon), *pieces_in_reach(game, unit, weapon)]


def targets(game: Game, squad: Squad) -> bool:
    """Return whether any weapon of a squad has a target now."""
    armed = [(unit, weapon) for unit in game.present(squad) for weapon in weapons(game, unit)]
    with game.nothing_moves():  # scenery first: most weapons see some, and then nothing else needs a look
        return any(pieces_in_reach(game, *each, one_will_do=True) or any(legal.in_reach(game, *each)) for each in armed)


def shoot(game: Game, squad: Squad) -> Flow:
    """Let a squad shoot: all targets are locked before the first die (D-SHOOT-1, D-SHOOT-4)."""
    fires: list[Fire] = []
    for unit in game.present(squad):
        for weapon in [*weapons(game, unit)]:
            if not stands_in(fires, unit, weapon):
                fires += yield from _declared(game, squad, unit, weapon)
    yield from reallocate(game, fires)
    yield from resolve(game, fires)


def _declared(game: Game, squad: Squad, unit: Unit, weapon: WeaponDocument) -> Asking[list[Fire]]:
    """Ask for the targets of a weapon: one, or one for each volley of a Strafe weapon (D-SHOOT-5, D-SPEC-STR)."""
    strafe = weapon.rules.get("strafe")
    every, chosen = targets_of(game, unit, weapon), list[Target]()
    for volley in range(strafe.value if strafe is not None else 1):
        there = [each for each in every if is_near_enough(each, chosen)]
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
    zones = dict[str, str]()
    for target in dict.fromkeys(chosen):
        zones[target.id] = yield from _zone(game, unit, weapon, target)
    combined = bool(chosen) and (yield from _combines(game, unit, weapon, chosen))
    fires = [fire_at(game, unit, weapon, target, number, combined=combined) for number, target in enumerate(chosen, 1)]
    return [replace(fire, zone=zones[fire.target.id]) for fire in fires]


def _zone(game: Game, unit: Unit, weapon: WeaponDocument, target: Target) -> Asking[str]:
    """Ask at which damage zone of a Behemoth a weapon is fired, "" for any other target (D-BEH-8)."""
    if not isinstance(target, Unit) or not game.sheet(target).zones:
        return ""
    options = zone_options(game, target, "D-BEH-8")
    facts = {"unit": unit.name, "weapon": weapon.name, "target": target.name}
    prompt = _("{unit}: at which zone of {target} does it fire {weapon}?", **facts)
    answer: str = yield Choose(
        player=unit.owner, prompt=prompt, rule="D-BEH-8", about=unit.id, options=options, test=weapon.name
    )
    return answer


def _combines(game: Game, unit: Unit, weapon: WeaponDocument, chosen: Sequence[Target]) -> Asking[bool]:
    """Ask whether a Reduced weapon fires one strong shot; at Aircraft in the air it must (D-SPEC-RED)."""
    if "aa" not in weapon.rules and any(isinstance(each, Unit) and each.airborne for each in chosen):
        return "reduced" in weapon.rules
    return (yield from combines(unit, fire_at(game, unit, weapon, chosen[0]).aim))


def combines(unit: Unit, plain: Aim) -> Asking[bool]:
    """Ask whether a Reduced weapon that would fire several shots fires one strong one instead (D-SPEC-RED)."""
    weapon, one = plain.weapon, replace(plain, combined=True)
    if "reduced" not in weapon.rules or plain.shots < 2:
        return False
    text = ngettext("{n} shot with Energy {energy}", "{n} shots with Energy {energy}", plain.shots, energy=plain.energy)
    options = [
        Option(SEPARATE, text, "D-SPEC-RED"),
        Option(COMBINED, _("One combined shot with Energy {energy}", energy=one.energy), "D-SPEC-RED"),
    ]
    prompt = _("{unit}: how does {weapon} fire?", unit=unit.name, weapon=weapon.name)
    asked = Choose(player=unit.owner, prompt=prompt, rule="D-SPEC-RED", about=unit.id, options=options)
    return bool((yield asked) == COMBINED)


def _option(target: Target) -> Option:
    if isinstance(target, Unit):
        return Option(target.id, target.name, "D-SHOOT-5", (target.id,), hand="piece")
    return Option(_key(target), target.name, "D-SCEN-12", about=Reference(terrain=(target.id,)))


def _key(target: Target) -> str:
    return target.id if isinstance(target, Unit) else f"{PIECE}{target.id}"


def is_near_enough(target: Target, chosen: Sequence[Target]) -> bool:
    """Return whether a further target of a Strafe weapon is one of those chosen, or within 3″ of one (D-SPEC-STR)."""
    here = _where(target)
    return not chosen or any(here.distance(_where(each)) <= TOGETHER + TOLERANCE for each in chosen)


def _where(target: Target) -> BaseGeometry:
    return shapely.Point(target.x, target.y) if isinstance(target, Unit) else target.shape


def asked_about(game: Game, decision: Choose) -> tuple[Unit, WeaponDocument] | None:
    """Return the unit and the weapon whose target or zone a decision asks for, None for any other decision."""
    unit = game.state.units.get(decision.about)
    if decision.rule not in ("D-SHOOT-5", "D-BEH-8") or unit is None:
        return None
    return next(((unit, each) for each in game.sheet(unit).weapons if each.name == decision.test), None)


def target_of(game: Game, key: str) -> Target | None:
    """Return the unit or the piece that an option names, None if it names none."""
    if key in game.state.units:
        return game.state.units[key]
    return next((each for each in game.features if key == f"{PIECE}{each.id}"), None)


def fire_at(
    game: Game, unit: Unit, weapon: WeaponDocument, target: Target, volley: int = 1, *, combined: bool = False
) -> Fire:
    """Return a weapon of a unit with a locked target."""
    if isinstance(target, Unit):
        view = legal.sighted(game, unit, weapon, target, combined=combined).view
        return Fire(unit, weapon, target, legal.aim(game, unit, weapon, target, view, combined=combined), volley)
    return Fire(unit, weapon, target, legal.aim_at_scenery(game, unit, weapon, target, combined=combined), volley)


def stands_in(fires: Sequence[Fire], unit: Unit, weapon: WeaponDocument) -> bool:
    """Return whether another profile of the same weapon is already declared (D-SPEC-ALT)."""
    alternative = weapon.rules.get("alt")
    return alternative is not None and any(
        fire.unit is unit and fire.weapon.rules.get("alt") == alternative for fire in fires
    )
