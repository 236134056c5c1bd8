"""The cargo of Transports: room for more, limits on flying before loading, and gates (D-TRANS, D-SPEC-ACC).

A gate is a Transport that shares its cargo, in Holding, with all gates of its player. A squad in Holding is recorded
aboard any of them, and may leave by each.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from game import lengths
from game.refusal import Refusal
from game.rulesets.dropzone.documents.sheets import UnitDocument
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.cards.hands import total
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.state import Group, Squad, Unit
from game.wording import _, series


def cargo(game: Game, transport: Unit) -> list[Unit]:
    """Return the units in a Transport, without the cargo that these carry."""
    if not game.sheet(transport).carries:
        return []
    return [unit for unit in game.state.units.values() if unit.carrier == transport.id and unit.place == "aboard"]


def is_gate(sheet: UnitDocument) -> bool:
    """Return whether a Transport is a gate: all gates of a player share one pool of cargo (D-SPEC-ACC)."""
    return "access" in sheet.rules and bool(sheet.carries)


def works_with(game: Game, squad: Squad) -> bool:
    """Return whether a squad acts with the active battlegroup; Transports load and unload no others (D-TRANS-7)."""
    group = game.state.group
    return not group or squad.group == group or squad.id in game.state.declared


def fitting(game: Game, transport: Unit, squad: Squad) -> list[Unit]:
    """Return the units of a squad, in their order, for which a Transport has room (D-TRANS-2, D-TRANS-3)."""
    sheet, cargo_sheet, units = game.sheet(transport), game.sheet_of(squad), game.units_of(squad)
    if is_gate(sheet):
        hold = sheet.hold_for(cargo_sheet)
        return units[: (sheet.carries[hold[0]] - transport.received) // hold[1]] if hold is not None else []
    inside = [game.sheet(unit) for unit in cargo(game, transport)]
    counts = range(len(units), 0, -1)
    return units[: next((count for count in counts if sheet.holds([*inside, *[cargo_sheet] * count])), 0)]


def loading_limit(sheet: UnitDocument) -> float:
    """Return the inches that an aerial Transport may have moved this round to load or unload (D-TRANS-14)."""
    return float(math.ceil(sheet.move[1] / 2))


def ramp_limit(game: Game, transport: Unit) -> float:
    """Return the inches that an aerial Transport may have moved to load or unload now, cards included (C11)."""
    sheet = game.sheet(transport)
    if total(game, "landing", transport.squad):
        return float(math.ceil(sheet.move[1] * 3 / 4))
    return loading_limit(sheet)


def open_ramp(game: Game, transport: Unit, limit: float) -> None:
    """Reduce the inches that an aerial Transport may fly in a round in which it opens its ramp, if agreed (R-25)."""
    if game.setup.document.options.ramp == "on" and game.sheet(transport).is_aircraft:
        transport.tied = limit


def why_closed(game: Game, transport: Unit) -> Refusal | None:
    """Return the refusal to enter or leave a Transport now; None if it is open (D-TRANS-14)."""
    sheet = game.sheet(transport)
    if not sheet.is_aircraft:
        return None
    if transport.airborne:
        return Refusal(_("{transport} has not landed", transport=transport.name), "D-TRANS-14")
    return why_too_far(game, transport)


def why_too_far(game: Game, transport: Unit) -> Refusal | None:
    """Return the refusal of loading after too long a flight this round; None if it was short (D-TRANS-14)."""
    limit = ramp_limit(game, transport)
    if game.sheet(transport).is_aircraft and transport.moved > limit + game.slack:
        facts = {"moved": lengths.length(transport.moved, 1), "limit": lengths.size(limit)}
        return Refusal(_("it flew {moved} this round; it unloads only after {limit} or less", **facts), "D-TRANS-14")
    return None


def leaves_hovering(unit: UnitDocument, transport: UnitDocument) -> float:
    """Return the inches that an airborne Transport may have moved for a unit to leave it; 0: it cannot (D-SPEC-RAP)."""
    rapid = unit.rules.get("rapid insertion")
    return min(transport.move[1], loading_limit(transport) + rapid.value) if rapid is not None else 0.0


def everything_in(game: Game, transport: Unit) -> list[Unit]:
    """Return all units in a Transport, also the cargo of carried Transports (D-TRANS-5)."""
    units: list[Unit] = []
    carriers: Sequence[Unit] = [transport]
    while carriers:
        carriers = [unit for outer in carriers for unit in cargo(game, outer)]
        units += carriers
    return units


def loads(game: Game, squad: Squad) -> list[Squad]:
    """Return the squads that a squad carries, including those inside its cargo (D-TRANS-5)."""
    inside = [passenger.squad for unit in game.units_of(squad) for passenger in everything_in(game, unit)]
    return [game.state.squads[name] for name in dict.fromkeys(inside)]


def counted(game: Game, squad: Squad) -> str:
    """Return the name of a squad, with the number of its units if there are several."""
    count = len(game.units_of(squad))
    return f"{squad.name} × {count}" if count > 1 else squad.name


def load_in_words(game: Game, squad: Squad) -> str:
    """Return the names of what a squad carries, or "" if it carries nothing."""
    load = [counted(game, passenger) for passenger in loads(game, squad)]
    return series(load) if load else ""


def with_load(game: Game, squad: Squad) -> str:
    """Return the name of a squad, followed by what it carries."""
    load = load_in_words(game, squad)
    facts = {"squad": counted(game, squad), "load": load}
    return _("{squad} with {load}", **facts) if load else facts["squad"]


def muster(game: Game, group: Group) -> str:
    """Return the names of a battlegroup's squads, Auxiliary carriers included; cargo follows its Transport."""
    squads = [*game.squads_of(group), *carriers_of(game, group)]
    aboard = {load.id for squad in squads for load in loads(game, squad)}
    return ", ".join(with_load(game, squad) for squad in squads if squad.id not in aboard)


def carriers_of(game: Game, group: Group) -> list[Squad]:
    """Return the Auxiliary squads that carry units of a battlegroup (D-BG-2, D-TRANS-7)."""
    squads: list[Squad] = []
    waiting = [unit for squad in game.squads_of(group) for unit in game.units_of(squad)]
    while waiting:
        carriers = {unit.carrier for unit in waiting if unit.place == "aboard"}
        waiting = [game.state.units[carrier] for carrier in sorted(carriers)]
        for unit in waiting:
            squad = game.squad_of(unit)
            if not squad.group and squad not in squads and not is_gate(game.sheet(unit)):
                squads.append(squad)
    return squads


def is_loaded(game: Game, squad: Squad) -> bool:
    """Return whether a squad carries anything: a loaded Auxiliary Transport acts with its cargo only (D-TRANS-7)."""
    units = set(squad.units)
    return not is_gate(game.sheet_of(squad)) and any(unit.carrier in units for unit in game.state.units.values())


def is_held(game: Game, squad: Squad) -> bool:
    """Return whether a squad is in Holding, the pool of cargo that all gates share."""
    units = game.units_of(squad)
    return bool(units) and units[0].place == "aboard" and is_gate(game.sheet(game.state.units[units[0].carrier]))


def size(game: Game, units: Sequence[Unit], gate: Unit) -> int:
    """Return how much of a gate's Capacity these units use."""
    hold = game.sheet(gate).hold_for(game.sheet(units[0]))
    return hold[1] * len(units) if hold is not None else 0


def ways_out(game: Game, squad: Squad) -> list[Unit]:
    """Return the gates through which a squad in Holding may leave. A gate releases at most its Capacity a round."""
    units = game.units_of(squad)
    return [
        gate
        for gate in game.on_table()
        if gate.owner == squad.owner
        and is_gate(game.sheet(gate))
        and (hold := game.sheet(gate).hold_for(game.sheet_of(squad)))
        and gate.released + size(game, units, gate) <= game.sheet(gate).carries[hold[0]]
        and why_closed(game, gate) is None
        and works_with(game, game.squad_of(gate))
    ]


def go_through(game: Game, squad: Squad, gate: Unit) -> None:
    """Move a squad in Holding to the gate by which it leaves."""
    units = game.units_of(squad)
    gate.released += size(game, units, gate)
    for unit in units:
        unit.carrier = gate.id


def lose(game: Game, gate: Unit) -> None:
    """Remove a destroyed gate from the pool. If it was the last one, all units in Holding are destroyed."""
    other_gates = [
        unit
        for unit in game.state.units.values()
        if unit is not gate
        and unit.owner == gate.owner
        and unit.alive
        and game.left(unit)
        and is_gate(game.sheet(unit))
    ]
    for unit in cargo(game, gate):
        if other_gates:
            unit.carrier = other_gates[0].id
        else:
            for lost_unit in (*reversed(everything_in(game, unit)), unit):
                game.destroy(lost_unit, "D-SPEC-ACC")
    game.emit(events.GateLost(unit=gate.id, rule="D-SPEC-ACC"))
