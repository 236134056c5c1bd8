"""The checks of a state: invariants that always hold, and the fit of a stored state to its setup."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from itertools import chain, combinations
from typing import Final

from game.engine.kit import soundness as kit
from game.engine.kit.soundness import Fault
from game.rulesets.dropzone.rules import scenarios
from game.rulesets.dropzone.rules.cards.playing import asked_at
from game.rulesets.dropzone.rules.cargo import is_gate
from game.rulesets.dropzone.rules.deployment import opening_state
from game.rulesets.dropzone.rules.features import features
from game.rulesets.dropzone.rules.setup import Setup
from game.rulesets.dropzone.rules.state import Squad, State, Unit
from game.rulesets.dropzone.rules.zones import ZONES
from game.wording import _

OVERLAP: Final = 1e-6


def broken(state: State, setup: Setup) -> Iterator[str]:
    """Yield a text for each invariant that a state breaks."""
    field = setup.ruler_on(state.laid, state.lifted).battlefield
    yield from _misplaced_units(state, setup, field.width, field.height)
    for check in (_overlapping_units, _cargo_errors, _garrison_errors):
        yield from check(state, setup)
    yield from _rounds(state)
    yield from _piles(state)


def _is_settling(state: State) -> bool:
    """Return whether losses may still be unresolved: after fire, a crash or a collapse, or as a round ends."""
    return bool(state.squad) or state.step == "round-up"


def _misplaced_units(state: State, setup: Setup, width: float, height: float) -> Iterator[str]:
    """Yield units that are off the table, or whose damage points or zones are impossible."""
    for unit in state.units.values():
        sheet = setup.sheets[unit.sheet]
        radius = sheet.radius - OVERLAP
        wreck = unit.lost >= sheet.damage  # its cargo is being set down
        if unit.airborne and unit.squad == state.squad:
            radius = 0.0  # it may be fired at while it enters over the edge (D-RF-2)
        if (
            unit.on_table
            and not wreck
            and not (radius <= unit.x <= width - radius and radius <= unit.y <= height - radius)
        ):
            yield f"{unit.id} is off the table at ({unit.x}, {unit.y})"
        if not 0 <= unit.lost <= sheet.damage:
            yield f"{unit.id} has lost {unit.lost} of {sheet.damage} damage points"
        loaded = any(passenger.carrier == unit.id for passenger in state.units.values())
        later = _is_settling(state) and (sheet.zones or unit.airborne)  # it explodes or crashes after others (D-BEH-11)
        if unit.alive and wreck and not loaded and not later:
            yield f"{unit.id} has no damage points left"
        if unit.airborne and not sheet.is_aircraft:
            yield f"{unit.id} flies"
        weaker = sorted(zone.whole - unit.zones.get(zone.zone, 0) for zone in sheet.zones)[:2]
        if sheet.zones and (weaker[0] < 0 or unit.lost != sheet.damage - sum(weaker)):
            yield f"{unit.id} has lost {unit.zones}, which does not make {unit.lost} damage points"


def _overlapping_units(state: State, setup: Setup) -> Iterator[str]:
    """Yield pairs of units on the ground that overlap."""
    grounded = [
        unit
        for unit in state.units.values()
        if unit.on_table and not unit.airborne and unit.lost < setup.sheets[unit.sheet].damage
    ]
    for first, second in combinations(grounded, 2):
        nearest = setup.sheets[first.sheet].radius + setup.sheets[second.sheet].radius
        if state.squad and (setup.sheets[first.sheet].zones or setup.sheets[second.sheet].zones):
            continue  # a Behemoth stands on others while its trampling is settled (D-BEH-6)
        if math.dist(first.spot, second.spot) < nearest - OVERLAP:
            yield f"{first.id} and {second.id} overlap"


def _cargo_errors(state: State, setup: Setup) -> Iterator[str]:
    """Yield units and Transports that disagree about cargo, and squads that are in several places."""
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
        inside = [setup.sheets[passenger.sheet] for passenger in state.units.values() if passenger.carrier == unit.id]
        wrecked = unit.lost >= sheet.damage  # it holds the cargo of what was in it, until that is set down
        if not is_gate(sheet) and not wrecked and not sheet.holds(inside):
            yield f"{unit.id} carries {[sheet.name for sheet in inside]}, at most {sheet.carries}"


def _garrison_errors(state: State, setup: Setup) -> Iterator[str]:
    """Yield units in slots that do not exist, and Garrisons that hold too many."""
    known = {feature.id: feature for feature in features(setup.ruler_on(state.laid, state.lifted).battlefield)}
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


def _piles(state: State) -> Iterator[str]:
    for player in state.players:
        seen = [*state.hands[player], *state.discards[player]]
        if len(set(seen)) < len(seen):
            yield f"{player} has a card twice (D-SETUP-4)"
    if state.step != "group" and state.effects:
        yield f"the effects of {[effect.card for effect in state.effects]} have outlasted the activation"


def _rounds(state: State) -> Iterator[str]:
    if state.step == "group" and state.groups[state.group].status != "active":
        yield f"{state.group} is not active"
    if state.result is not None and state.step != "over":
        yield "the battle has a result and goes on"


FULL_TURN: Final = 36_000
"""Hundredths of a degree."""
MOST_COUNTED: Final = 1000


def faults(state: State, setup: Setup) -> Iterator[Fault]:
    """Yield each fault of a stored state, with its place and reason: broken invariants, or a wrong setup."""
    if setup.document.scenario not in scenarios.REGISTRY:
        yield "setup.scenario", _("no scenario is called {scenario!r}", scenario=setup.document.scenario)
        return
    known = opening_state(setup)
    yield from _faults_of_added_squads(state, known, setup)
    if state.players != setup.players:
        yield from kit.other_players("players", state.players, set(setup.players))
    yield from chain(
        kit.half_over(state),
        kit.laid_twice(state.laid, setup.terrain_pieces),
        kit.unknown("lifted", state.lifted, setup.terrain_pieces),
        kit.repeated("lifted", state.lifted),
        kit.outside("round", state.round, 0, setup.document.options.rounds),
    )
    for name in ("units", "squads", "groups", "commanders", "objectives"):
        yield from kit.incomplete(name, getattr(state, name), getattr(known, name))
    for name in ("units", "squads", "groups", "objectives"):
        yield from kit.misfiled(name, getattr(state, name))
    yield from _faults_of_battle(state, setup, known)
    for key, unit in state.units.items():
        yield from _faults_of_unit(f"units.{key}", unit, known.units[key], state, setup)
    for key, squad in state.squads.items():
        yield from _faults_of_squad(f"squads.{key}", squad, known.squads[key], state)


def _faults_of_added_squads(state: State, known: State, setup: Setup) -> Iterator[Fault]:
    """Add squads that edits brought in to the `known` ones; yield what is wrong with their units."""
    for key, squad in state.squads.items():
        sheet = setup.sheets.get(squad.sheet)
        player = squad.sheet.partition(".")[0]
        if key in known.squads or sheet is None or not squad.units:
            continue
        if any(name in known.units for name in squad.units) or len({*squad.units}) < len(squad.units):
            yield f"squads.{key}.units", _("some of them are in another squad too")
            return
        known.squads[key] = Squad(key, squad.name, player, "", squad.sheet, squad.units)
        known.units |= {name: Unit(name, squad.name, player, key, squad.sheet) for name in squad.units}


def _unknown_names(place: str, record: object, **known: Collection[str]) -> Iterator[Fault]:
    """Yield a fault for each name in a record's fields that is not among the names `known` for that field."""
    for name, names in known.items():
        value = getattr(record, name)
        is_single = isinstance(value, str)
        yield from kit.unknown(f"{place}{name}", [value] if is_single else value, names, none=is_single)


def _faults_of_battle(state: State, setup: Setup, known: State) -> Iterator[Fault]:
    """Yield the faults in fields that do not belong to a single unit or squad."""
    players, pieces = set(setup.players), setup.terrain_pieces
    yield from _unknown_names("", state, edges=players, kills=players, scores=players, order=players, player=players,
                      choosing=players, undeployed={*known.groups, *known.squads}, group=known.groups,
                      squad=known.squads, declared=known.squads, scars=pieces, tokens=pieces)  # fmt: skip
    yield from kit.unknown("edges", state.edges.values(), ZONES, none=False)
    if state.step not in ("zones", "over"):
        yield from kit.incomplete("edges", state.edges, players)
    yield from kit.incomplete("kills", state.kills, players)
    for name, largest in (("kills", kit.MOST), ("scores", kit.MOST), ("scars", MOST_COUNTED), ("tokens", MOST_COUNTED)):
        for key, amount in getattr(state, name).items():
            yield from kit.outside(f"{name}.{key}", amount, 0, largest)
    if state.step in ("cards", "effects", "activation", "group", "round-up"):
        yield from kit.incomplete("order", dict.fromkeys(state.order), players)
    if state.step == "group" and not state.group:
        yield "group", _("is missing, but the step is {step!r}", step=state.step)
    yield from _faults_of_cards(state, known, setup)
    for key, group in state.groups.items():
        if (group.owner, group.kind) != (known.groups[key].owner, known.groups[key].kind):
            yield f"groups.{key}", _("does not fit the army")
    for key, commander in state.commanders.items():
        if (commander.owner, commander.unit) != (known.commanders[key].owner, known.commanders[key].unit):
            yield f"commanders.{key}", _("does not fit the army")
    for key, objective in state.objectives.items():
        names_of_field = {"claimed_by": players, "extracted_by": players, "carrier": known.squads}
        yield from _unknown_names(f"objectives.{key}.", objective, **names_of_field)
    if state.result is not None:
        yield from kit.unknown("result.winners", state.result.winners, players)


def _faults_of_cards(state: State, known: State, setup: Setup) -> Iterator[Fault]:
    """Yield the faults in hands, discards, recorded questions and effects."""
    for name in ("hands", "discards"):
        piles = getattr(state, name)
        yield from kit.incomplete(name, piles, set(known.players))
        for player, cards in piles.items():
            yield from kit.unknown(f"{name}.{player}", cards, setup.decks.get(player, ()), none=False)
    questions = {asked_at(player, card.timing) for player in known.players for card in setup.cards.values()}
    yield from _unknown_names("", state, waiting=known.players, bereft=known.players, asked=questions)
    for number, effect in enumerate(state.effects):
        yield from _unknown_names(
            f"effects[{number}].", effect, card=setup.cards, about={*known.squads, *known.players}
        )


def _faults_of_unit(place: str, unit: Unit, known: Unit, state: State, setup: Setup) -> Iterator[Fault]:
    """Yield the faults of a unit, compared with the unit `known` from the armies."""
    forms = _possible_sheets(known.sheet, setup)
    if (unit.owner, unit.squad) != (known.owner, known.squad) or unit.sheet not in forms:
        yield place, _("does not fit the army")
    yield from kit.outside(f"{place}.facing", unit.facing, 0, FULL_TURN - 1)
    for name in ("moved", "tied"):
        yield from kit.outside(f"{place}.{name}", getattr(unit, name), 0, MOST_COUNTED)
    sheet = setup.sheets[known.sheet]
    names = {weapon.name for form in forms for weapon in setup.sheets[form].weapons}
    yield from _unknown_names(f"{place}.", unit, carrier=state.units, fired=names, rearmed=unit.fired, spent=names,
                      silenced=names)  # fmt: skip
    for name in ("zones", "crippled"):
        most = {zone.zone: zone.whole if name == "zones" else zone.thresholds for zone in sheet.zones}
        yield from kit.unknown(f"{place}.{name}", getattr(unit, name), most)
        for zone, count in getattr(unit, name).items():
            yield from kit.outside(f"{place}.{name}.{zone}", count, 0, most.get(zone, MOST_COUNTED))
    for weapon, count in unit.spent.items():
        yield from kit.outside(f"{place}.spent.{weapon}", count, 0, MOST_COUNTED)
    seen, carrier = set[str](), state.units.get(unit.id)
    while carrier is not None and carrier.carrier:
        if carrier.id in seen:
            yield f"{place}.carrier", _("{unit} would carry itself", unit=unit.id)
            return
        seen.add(carrier.id)
        carrier = state.units.get(carrier.carrier)  # one that does not exist is a fault of its own


def _possible_sheets(sheet: str, setup: Setup) -> set[str]:
    """Return the ids of all stat sheets that a unit may have, if it began with one (D-TYPE-8)."""
    return {sheet, f"{sheet.partition('.')[0]}.{setup.sheets[sheet].becomes or setup.sheets[sheet].id}"}


def _faults_of_squad(place: str, squad: Squad, known: Squad, state: State) -> Iterator[Fault]:
    """Yield the faults of a squad, compared with the squad `known` from the armies."""
    changed = any(getattr(squad, name) != getattr(known, name) for name in ("owner", "group", "units"))
    if changed or any(state.units[name].sheet != squad.sheet for name in squad.units):
        yield place, _("does not fit the army")
    yield from kit.outside(f"{place}.actions", len(squad.actions), 0, 2)


SOUND: Final = kit.Soundness(faults, broken)
