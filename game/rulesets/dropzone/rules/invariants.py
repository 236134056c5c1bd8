"""Invariants of the table at every decision."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from game.rulesets.dropzone.rules.features import features
from game.rulesets.dropzone.rules.setup import Setup
from game.rulesets.dropzone.rules.state import State, Unit
from game.rulesets.dropzone.rules.transports.cargo import is_gate

OVERLAP: Final = 1e-6


def broken(state: State, setup: Setup) -> Iterator[str]:
    """Yield what must never be true of a battle."""
    field = setup.ruler_on(state.laid, state.lifted).battlefield
    yield from _tokens(state, setup, field.width, field.height)
    for check in (_overlaps, _cargo, _garrisons):
        yield from check(state, setup)
    yield from _rounds(state)
    yield from _cards(state)


def _is_settling(state: State) -> bool:
    """Return whether what follows from fire, a crash or a collapse may be asked for."""
    return bool(state.squad) or state.step == "round-up"


def _tokens(state: State, setup: Setup, width: float, height: float) -> Iterator[str]:
    for unit in state.units.values():
        sheet = setup.sheets[unit.sheet]
        r = sheet.radius - OVERLAP
        wreck = unit.lost >= sheet.damage  # its cargo is being set down
        if unit.on_table and not wreck and not (r <= unit.x <= width - r and r <= unit.y <= height - r):
            yield f"{unit.id} is off the table at ({unit.x}, {unit.y})"
        if not 0 <= unit.lost <= sheet.damage:
            yield f"{unit.id} has lost {unit.lost} of {sheet.damage} damage points"
        loaded = any(each.carrier == unit.id for each in state.units.values())
        later = _is_settling(state) and (sheet.zones or unit.airborne)  # it explodes or crashes after others (D-BEH-11)
        if unit.alive and wreck and not loaded and not later:
            yield f"{unit.id} has no damage points left"
        if unit.airborne and not sheet.is_aircraft:
            yield f"{unit.id} flies"
        weaker = sorted(each.whole - unit.zones.get(each.zone, 0) for each in sheet.zones)[:2]
        if sheet.zones and (weaker[0] < 0 or unit.lost != sheet.damage - sum(weaker)):
            yield f"{unit.id} has lost {unit.zones}, which does not make {unit.lost} damage points"


def _overlaps(state: State, setup: Setup) -> Iterator[str]:
    grounded = [
        unit
        for unit in state.units.values()
        if unit.on_table and not unit.airborne and unit.lost < setup.sheets[unit.sheet].damage
    ]
    for one, other in combinations(grounded, 2):
        apart = setup.sheets[one.sheet].radius + setup.sheets[other.sheet].radius
        if state.squad and (setup.sheets[one.sheet].zones or setup.sheets[other.sheet].zones):
            continue  # a Behemoth stands on others while its trampling is settled (D-BEH-6)
        if math.dist((one.x, one.y), (other.x, other.y)) < apart - OVERLAP:
            yield f"{one.id} and {other.id} overlap"


def _cargo(state: State, setup: Setup) -> Iterator[str]:
    for unit in state.units.values():
        if (unit.place == "aboard") != bool(unit.carrier):
            yield f"{unit.id} is {unit.place}, in {unit.carrier or 'nothing'}"
        elif unit.carrier and not state.units[unit.carrier].alive:
            yield f"{unit.id} is in {unit.carrier}, which is destroyed"
    for squad in state.squads.values():
        places = {state.units[name].place for name in squad.units} - {"destroyed"}
        if len(places) > 1:
            yield f"{squad.id} is in several places: {sorted(places)}"
    for unit in state.units.values():
        sheet = setup.sheets[unit.sheet]
        inside = [setup.sheets[each.sheet] for each in state.units.values() if each.carrier == unit.id]
        wrecked = unit.lost >= sheet.damage  # it holds the cargo of what was in it, until that is set down
        if not is_gate(sheet) and not wrecked and not sheet.holds(inside):
            yield f"{unit.id} carries {[each.name for each in inside]}, at most {sheet.carries}"


def _garrisons(state: State, setup: Setup) -> Iterator[str]:
    known = {each.id: each for each in features(setup.ruler_on(state.laid, state.lifted).battlefield)}
    inside: dict[str, list[Unit]] = {}
    for unit in state.units.values():
        if (unit.place == "inside") != bool(unit.slot):
            yield f"{unit.id} is {unit.place}, at {unit.slot or 'nothing'}"
        elif unit.slot:
            inside.setdefault(unit.slot.rpartition(":")[0], []).append(unit)
    for name, units in inside.items():
        if name in state.lifted and _is_settling(state):
            continue  # it fell, and its survivors are being set down (D-SCEN-16)
        if name not in known or not known[name].has("garrison"):
            yield f"{name} is no Garrison"
        elif len(units) > known[name].kind.damage:
            yield f"{name} holds {len(units)} units"


def _cards(state: State) -> Iterator[str]:
    for player in state.players:
        seen = [*state.hands[player], *state.discards[player]]
        if len(set(seen)) < len(seen):
            yield f"{player} has a card twice (D-SETUP-4)"
    if state.step != "group" and state.effects:
        yield f"the effects of {[each.card for each in state.effects]} have outlasted the activation"


def _rounds(state: State) -> Iterator[str]:
    if state.step == "group" and state.groups[state.group].status != "active":
        yield f"{state.group} is not active"
    if state.result is not None and state.step != "over":
        yield "the battle has a result and goes on"
