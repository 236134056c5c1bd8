"""Getting into Garrisons and Transports and out of them; flying, landing, free transfers (D-GARR, D-TRANS, D-AIR)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from game import lengths
from game.engine.core.decisions import (
    ORDER,
    Answer,
    Arrange,
    Choose,
    Decision,
    Option,
    Place,
    answer_of,
    only_option,
)
from game.engine.core.flow import Asking, Flow
from game.engine.core.options import Reference
from game.engine.core.records import restored
from game.engine.core.turning import Turning
from game.refusal import Refusal
from game.rulesets.dropzone.documents.sheets import UnitDocument
from game.rulesets.dropzone.rules import events, zones
from game.rulesets.dropzone.rules.cargo import (
    cargo,
    counted,
    fitting,
    go_through,
    is_gate,
    is_held,
    leaves_hovering,
    loading_limit,
    open_ramp,
    ramp_limit,
    size,
    ways_out,
    why_closed,
    why_too_far,
    works_with,
)
from game.rulesets.dropzone.rules.close_quarters.fighting import fortitude, share_out
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import FLY_ON, LAND, SHOOT, STAY, UNLOAD, about_squad, choose_unit
from game.rulesets.dropzone.rules.moving.asking import (
    FLIES_OVER,
    GETS_OUT,
    REACH,
    Paths,
    are_apart,
    ask,
    beside,
    budget,
    has_room,
    is_rooted,
    room_for,
    squad_move,
    way_out,
)
from game.rulesets.dropzone.rules.objectives import carried_by, let_fall
from game.rulesets.dropzone.rules.perishing import perish
from game.rulesets.dropzone.rules.scenery import CENTRE, house_of, linked, open_slots, room, settle, squads_in
from game.rulesets.dropzone.rules.shooting.declaring import react, runs
from game.rulesets.dropzone.rules.space import walls
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.table.facing import compass_of, facing_towards, radians_of
from game.table.lattice import Position, distance, position
from game.table.layout.setting_up import SetUp
from game.table.layout.steps import straight_steps
from game.table.path.along import AlongPath, Span
from game.table.path.path import Path
from game.table.shapes import gap
from game.wording import N_, _, ngettext, series

ENTRANCE: Final = 2.0
"""Inches from a Garrison within which a squad enters it (D-GARR-3)."""
OUTSIDE: Final = "outside"
LEAVE, SHIFT, THROUGH = "leave", "shift", "through:"
POINTS: Final = (N_("north"), N_("north-east"), N_("east"), N_("south-east"), N_("south"), N_("south-west"), N_("west"),
                 N_("north-west"))  # fmt: skip


def slot_name(feature: Feature, place: str) -> str:
    """Return the name that people read for a slot of a Garrison."""
    if place == CENTRE:
        return _("the centre of {piece}", piece=feature.name)
    return _("the {side} side of {piece}", side=_(POINTS[_point(feature, place)]), piece=feature.name)


def _point(feature: Feature, place: str) -> int:
    """Return the number in `POINTS` of the side that a slot of a Garrison faces, a higher one for the centre."""
    if place == CENTRE:
        return len(POINTS)
    return round(compass_of(walls(feature)[int(place)].outward) / 45.0) % len(POINTS)


def _slot_options(game: Game, feature: Feature, player: str) -> list[Option]:
    """Return the options to take each open slot of a Garrison, clockwise from the north side, the centre last."""
    options = []
    for place in sorted(open_slots(game, feature, player), key=partial(_point, feature)):
        detail, about = _("fires at nobody; only Flame hits it"), Reference((f"{feature.id}:{place}",))
        if place != CENTRE:
            detail = _("fires {direction}", direction=_(POINTS[_point(feature, place)]))
        options.append(Option(place, slot_name(feature, place), "D-GARR-3", about=about, detail=detail))
    return options


def near_garrisons(game: Game, squad: Squad) -> list[Feature]:
    """Return the Garrisons that a squad on the table may enter now (D-GARR-1, D-GARR-2, D-GARR-3, D-SHOOT-7, R-29)."""
    units = game.standing(squad)
    rooted = any(is_rooted(game, unit) for unit in units)
    if rooted or not game.sheet_of(squad).is_infantry or not units or not game.is_coherent(squad):
        return []
    return _houses_near(game, squad, units, ENTRANCE)


def _houses_near(game: Game, squad: Squad, units: Sequence[Unit], inches: float) -> list[Feature]:
    """Return the Garrisons near these units that have room for the whole squad (D-GARR-1)."""
    reach, count = inches + game.slack, len(game.units_of(squad))
    return [
        house
        for house in game.features
        if house.has("garrison")
        and room(game, house) >= count
        and any(house.is_within(unit.x, unit.y, reach) for unit in units)
    ]


def _house_options(houses: Sequence[Feature], text: str, rule: str) -> list[Option]:
    """Return an option for each Garrison, whose label is `text` with its name."""
    named = [(house.id, _(text, piece=house.name)) for house in houses]
    return [Option(key, label, rule, about=Reference((key,)), hand="piece") for key, label in named]


def enter(game: Game, squad: Squad) -> Flow:
    """Let a squad enter a Garrison that it has reached (D-GARR-3)."""
    houses = near_garrisons(game, squad)
    if not houses:
        return
    options = _house_options(houses, N_("Enter {piece}"), "D-GARR-3")
    options.append(Option(OUTSIDE, _("Stay outside"), "D-GARR-3", letter="h"))  # Enter gives up no entry
    house = game.piece((yield about_squad(squad, N_("{squad}: enter a Garrison?"), "D-GARR-3", options)))
    if house is not None:
        squad.entered = True
        yield from take_slots(game, squad, house)


TOGETHER: Final = f"{ORDER}slot|"
"""Begins the key of the order that all units of a squad go to one slot: the squad and the place follow."""


def take_slots(game: Game, squad: Squad, feature: Feature) -> Flow:
    """Ask for the slot of each unit in a Garrison; an order may place all the rest at once (D-GARR-3, D-GARR-4)."""
    slot_of, units = dict[str, str](), game.units_of(squad)
    options = _slot_options(game, feature, squad.owner)
    for number, unit in enumerate(units, 1):
        facts = {"unit": unit.name, "piece": feature.name, "number": number, "count": len(units)}
        text = N_("{unit}: choose a place in {piece}") if len(units) == 1 else N_(
            "{unit}, {number} of {count}: choose a place in {piece}"
        )  # fmt: skip
        slot_of[unit.id] = yield Choose(
            player=squad.owner,
            prompt=_(text, **facts),
            rule="D-GARR-4",
            about=unit.id,
            options=options,
            shortcuts=_same_slot_orders(options, units[number - 1 :]),
            usual=partial(only_option, options),
        )
    for unit in units:
        settle(game, unit, feature, slot_of[unit.id])
    slots = {unit.id: unit.slot for unit in game.units_of(squad)}
    game.emit(events.Garrisoned(squad=squad.id, piece=feature.id, slots=slots, rule="D-GARR-3"))


def _same_slot_orders(options: Sequence[Option], units: Sequence[Unit]) -> list[Option]:
    """Return orders that send all of these units to the same slot; none for a single unit (D-GARR-4)."""
    start, subject = f"{TOGETHER}{units[0].squad}|", tuple(unit.id for unit in units)
    return [
        replace(
            option, key=start + option.key, label=_("All {n}: {slot}", n=len(units), slot=option.label), subject=subject
        )
        for option in options
        if len(units) > 1
    ]


def move_inside(game: Game, squad: Squad) -> Flow:
    """Let a squad in a Garrison shift or leave (D-GARR-4, D-GARR-6, D-GARR-8)."""
    house = house_of(game, game.units_of(squad)[0])
    assert house is not None
    options = [Option(SHIFT, _("Take other places in {piece}", piece=house.name), "D-GARR-4", letter="s")]
    rooted = any(is_rooted(game, unit) for unit in game.units_of(squad))  # it only shifts, and only if agreed
    linked = {} if rooted else {f"{THROUGH}{room.id}": room for room in rooms_beyond(game, squad, house)}
    options += [
        Option(key, _("Go into {piece}", piece=room.name), "D-GARR-5", about=Reference((room.id,)))
        for key, room in linked.items()
    ]
    if not rooted and way_out(game, game.units_of(squad), house.shape, "D-GARR-6"):
        leaving = _("Leave {piece}", piece=house.name)
        options.append(Option(LEAVE, leaving, "D-GARR-6", squad.units, letter="l", hand="ground"))
    answer = yield about_squad(squad, N_("{squad}: shift or leave?"), "D-GARR-4", options)
    if answer == SHIFT:
        yield from take_slots(game, squad, house)
    elif answer in linked:
        if (yield from _gets_away(game, squad, house)):
            squad.entered = True
            yield from take_slots(game, squad, linked[answer])
    elif (yield from _gets_away(game, squad, house)):
        where = way_out(game, game.units_of(squad), house.shape, "D-GARR-6", forced=True)
        assert where is not None
        yield from ask(game, squad, where, GETS_OUT, "D-GARR-6")


def rooms_beyond(game: Game, squad: Squad, house: Feature) -> list[Feature]:
    """Return the linked Garrisons that have room for a whole squad (D-GARR-1, D-GARR-5)."""
    count = len(game.units_of(squad))
    return [next_house for next_house in linked(game, house) if room(game, next_house) >= count]


def _gets_away(game: Game, squad: Squad, house: Feature) -> Asking[bool]:
    """Let a squad that leaves a Garrison test Fortitude if outnumbered; return whether any unit is left (D-GARR-8)."""
    squads_inside = Counter(inmate.owner for inmate in squads_in(game, house))
    enemies = [owner for owner in squads_inside if owner != squad.owner]
    strongest = max(enemies, key=squads_inside.__getitem__, default="")
    if squads_inside.total() <= 2 * squads_inside[squad.owner]:
        return True
    damage = yield from fortitude(game, squad)
    yield from share_out(game, squad, damage, strongest, "D-GARR-8")
    if damage:
        yield from let_fall(game, squad, "D-OBJ-11")
    return bool(game.units_of(squad))


SPREAD: Final = "spread"
HAIR: Final = 0.001
"""Inches between a Transport and those who are set down as near to it as they fit."""
SIDES: Final = 8
"""The bearings from a Transport at which they are tried first, side by side."""
BEHIND: Final = "|behind"
"""Ends the key of a way to board that leaves units without room behind (D-TRANS-9)."""


# -- getting out


def carriers(game: Game, squad: Squad) -> list[Unit]:
    """Return the Transports that carry a squad's units; large squads may need several (D-TRANS-3)."""
    names = dict.fromkeys(unit.carrier for unit in game.units_of(squad))
    return [game.state.units[name] for name in names if name]


def lets_out(game: Game, squad: Squad, transport: Unit) -> bool:
    """Return whether a squad may leave a Transport: it is open, or hovers for Rapid Insertion (D-TRANS-14, R-36)."""
    if transport.place != "table":
        return False
    if why_closed(game, transport) is None:
        return True
    limit = leaves_hovering(game.sheet_of(squad), game.sheet(transport))
    return transport.airborne and limit > 0.0 and transport.moved <= limit + game.slack


def may_get_out(game: Game, squad: Squad) -> bool:
    """Return whether an embarked squad may get out now, which needs room for all of its units (D-TRANS-12)."""
    if is_held(game, squad):
        return bool(gates_with_room(game, squad))
    transports = carriers(game, squad)
    if not transports or not all(lets_out(game, squad, transport) for transport in transports):
        return False
    return has_place(game, squad) or bool(below(game, squad))


def gates_with_room(game: Game, squad: Squad) -> list[Unit]:
    """Return the gates by which a squad in Holding may leave now (D-SPEC-ACC)."""
    return [gate for gate in ways_out(game, squad) if _fit_beside(game, game.units_of(squad), gate)]


def has_place(game: Game, squad: Squad) -> bool:
    """Return whether a whole squad can be set down beside its Transports (D-TRANS-12)."""
    return _fit_beside(game, game.units_of(squad))


def _fit_beside(game: Game, units: Sequence[Unit], gate: Unit | None = None) -> bool:
    """Return whether units have room beside their Transports, or beside a gate."""
    # tried first, because it is fast: rows of units at the rims
    rows = (_row_beside(game, units, gate, math.tau * number / SIDES) for number in range(SIDES))
    return has_room(_set_up_beside(game, units, gate), rows)


def _row_beside(game: Game, units: Sequence[Unit], gate: Unit | None, turn: float) -> dict[str, Position]:
    """Return spots for units side by side at the rims of their Transports, or of a gate, from the bearing `turn` on."""
    spots = dict[str, Position]()
    for unit in units:
        origin, radius = gate or game.state.units[unit.carrier], game.sheet(unit).radius + HAIR
        inches = min(game.sheet(origin).radius + radius, REACH)
        spots[unit.id] = position(origin.x + inches * math.cos(turn), origin.y + inches * math.sin(turn))
        turn += 2 * math.asin(min(1.0, radius / inches))
    return spots


def _set_up_beside(game: Game, units: Sequence[Unit], gate: Unit | None = None) -> SetUp:
    """Return the places where units may be set down beside their Transports, or beside a gate."""
    return beside(game, units, {unit.id: gate or game.state.units[unit.carrier] for unit in units}, "D-TRANS-12")


def below(game: Game, squad: Squad) -> list[Feature]:
    """Return the Garrisons under a hovering Transport into which a squad may drop (D-SPEC-RAP)."""
    [transport, *others] = carriers(game, squad)
    if others or not transport.airborne or not game.sheet_of(squad).is_infantry:
        return []
    return _houses_near(game, squad, [transport], REACH)


def disembark(game: Game, squad: Squad) -> Flow:
    """Set a squad down beside its Transports, or in a Garrison below (D-TRANS-12, D-TRANS-13, D-TRANS-18, 19)."""
    if is_held(game, squad):
        prompt = _("By which gate does {squad} leave?", squad=squad.name)
        gates = gates_with_room(game, squad)
        go_through(game, squad, (yield from choose_unit(gates, squad.owner, prompt, "D-SPEC-ACC", squad.id)))
    units, transports, houses = game.units_of(squad), carriers(game, squad), below(game, squad)
    squad.disembarked = True
    for transport in transports:
        hovering = leaves_hovering(game.sheet_of(squad), game.sheet(transport))
        open_ramp(game, transport, hovering if transport.airborne else ramp_limit(game, transport))
    squad.alighted = any(game.sheet(transport).is_aircraft for transport in transports)
    squad.left_air = squad.alighted or any(game.squad_of(transport).alighted for transport in transports)
    if houses and (house := (yield from _choose_drop(game, squad, houses))) is not None:
        yield from take_slots(game, squad, house)
        return
    yield from ask(game, squad, _set_up_beside(game, units), GETS_OUT, "D-TRANS-12")
    yield from enter(game, squad)


def _choose_drop(game: Game, squad: Squad, houses: Sequence[Feature]) -> Asking[Feature | None]:
    """Ask a squad where it drops: into which Garrison, or (None) beside its Transport."""
    options = _house_options(houses, N_("Drop into {piece}"), "D-SPEC-RAP")
    if has_place(game, squad):
        beside = _("Get out beside the Transport")
        options.append(Option(OUTSIDE, beside, "D-TRANS-12", squad.units, letter="h", hand="ground"))
    return game.piece((yield about_squad(squad, GETS_OUT, "D-SPEC-RAP", options)))


# -- getting in


def reachable(game: Game, squad: Squad, *, running: bool = False) -> list[Unit]:
    """Return the Transports that a squad may board now, whether it fits or not (D-TRANS-2 to D-TRANS-8, D-TRANS-17).

    A squad that is `running` boards Transports of its battlegroup only, whoever is active, even if it fired (D-CQ-8).
    """
    return [unit for unit in game.on_table() if why_not_board(game, squad, unit, running=running) is None]


def why_not_board(game: Game, squad: Squad, transport: Unit, *, running: bool = False) -> Refusal | None:
    """Return why a squad may not board a Transport now; None if it may. `running`: see `reachable`.

    The distance and coherency, which a move can change, come last.
    """
    if refusal := why_shut_out(game, squad, transport, running=running):
        return refusal
    if not is_beside(game, squad, transport):
        return Refusal(_("no unit is within {inches}", inches=lengths.size(REACH)), "D-TRANS-8")
    return None if game.is_coherent(squad) else Refusal(_("the squad is out of coherency"), "D-TRANS-8")


def why_shut_out(game: Game, squad: Squad, transport: Unit, *, running: bool = False) -> Refusal | None:
    """Return why a squad may not board a Transport now wherever it is; None if it may. `running`: see `reachable`."""
    transport_squad = game.squad_of(transport)
    if transport.owner != squad.owner or transport_squad is squad:
        return Refusal(_("a squad boards only Transports of other friendly squads"), "D-TRANS-2")
    if not running and any(unit.fired for unit in game.units_of(squad)):
        return Refusal(_("it has fired this round"), "D-TRANS-17")
    together = works_with(game, transport_squad) and works_with(game, squad)
    if transport_squad.group not in ("", squad.group) or not (
        together or (running and transport_squad.group == squad.group)
    ):
        return Refusal(_("they do not act with the same battlegroup now"), "D-TRANS-7")
    if refusal := why_closed(game, transport):
        return refusal
    return None if fitting(game, transport, squad) else Refusal(_("it has no room"), "D-TRANS-2")


def is_beside(game: Game, squad: Squad, transport: Unit) -> bool:
    """Return whether a unit of a squad stands near enough to a Transport to board it (D-TRANS-8)."""
    reach, rim = REACH + game.slack, game.brim(transport)
    return any(gap(game.brim(unit), rim) <= reach for unit in game.standing(squad))


def embark(game: Game, squad: Squad, left: Collection[Unit] = (), *, running: bool = False) -> Flow:
    """Let a coherent squad board Transports that one of its units has reached (D-TRANS-3, D-TRANS-8, D-TRANS-9).

    Transports that it `left` earlier in this move are not offered. `running`: see `reachable`.
    """
    transports = [transport for transport in reachable(game, squad, running=running) if transport not in left]
    if not transports:
        return
    boarding = ways_in(game, squad, transports)
    options = [replace(STAY, label=_("Stay outside"), rule="D-TRANS-8", stays=False, declines=False), *boarding]
    answer = yield about_squad(squad, N_("{squad}: board a Transport?"), "D-TRANS-8", options)
    if answer != STAY.key:
        yield from board(game, squad, transports, answer)


def ways_in(game: Game, squad: Squad, transports: Sequence[Unit]) -> list[Option]:
    """Return the options to board: into one Transport, into several, or leaving units behind (D-TRANS-3, D-TRANS-9)."""
    count = len(game.units_of(squad))
    rooms = {transport.id: len(fitting(game, transport, squad)) for transport in transports}
    big_enough = [transport for transport in transports if rooms[transport.id] == count]
    if big_enough:
        labels = [(transport, _("Board {transport}", transport=transport.name)) for transport in big_enough]
        return [Option(transport.id, label, "D-TRANS-8", (transport.id,), hand="piece") for transport, label in labels]
    ids, total_room = tuple(rooms), sum(rooms.values())
    if total_room >= count:
        return [Option(SPREAD, _("Board several Transports"), "D-TRANS-3", ids, hand="piece")]
    # What leaves units behind is chosen from the list, never by dropping the squad on a Transport.
    ways = [
        Option(
            f"{transport.id}{BEHIND}",
            _left_behind_label(transport, count - rooms[transport.id]),
            "D-TRANS-9",
            (transport.id,),
        )
        for transport in transports
    ]
    if len(transports) > 1:
        ways.append(Option(f"{SPREAD}{BEHIND}", _all_behind(count - total_room), "D-TRANS-9", ids))
    return ways


def _left_behind_label(transport: Unit, count: int) -> str:
    """Return the label of the option to board a Transport that leaves `count` units behind."""
    return ngettext(
        "Board {transport}; {n} unit is left behind and destroyed",
        "Board {transport}; {n} units are left behind and destroyed", count, transport=transport.name,
    )  # fmt: skip


def _all_behind(count: int) -> str:
    return ngettext(
        "Board several Transports; {n} unit is left behind and destroyed",
        "Board several Transports; {n} units are left behind and destroyed", count,
    )  # fmt: skip


def board(game: Game, squad: Squad, transports: Sequence[Unit], answer: str) -> Flow:
    """Let a squad board as answered; units left behind are destroyed (D-TRANS-8 to D-TRANS-10, D-TRANS-17, R-43)."""
    choice = answer.removesuffix(BEHIND)
    boarded = [transport for transport in transports if choice in (SPREAD, transport.id)]
    seats = [transport for transport in boarded for _seat in fitting(game, transport, squad)]
    stranded = yield from _left_behind(game, squad, len(game.units_of(squad)) - len(seats))
    squad.embarked = True
    boarding = [other for other in game.units_of(squad) if other not in stranded]
    for unit, transport in zip(boarding, seats):
        open_ramp(game, transport, ramp_limit(game, transport))
        if is_gate(game.sheet(transport)):
            transport.received += size(game, [unit], transport)
        unit.place, unit.carrier, unit.slot, unit.scanned, unit.airborne = "aboard", transport.id, "", False, False
    for name in dict.fromkeys(unit.carrier for unit in boarding):
        game.emit(events.Embarked(squad=squad.id, transport=name, rule="D-TRANS-8"))
    for unit in stranded if any(cargo(game, carrier) for carrier in stranded) else ():
        game.damage(unit, game.left(unit), "D-TRANS-9")  # what it carries gets out of its wreck
    yield from perish(game, stranded, "D-TRANS-9")


def _left_behind(game: Game, squad: Squad, count: int) -> Asking[list[Unit]]:
    """Ask which units of a squad are left behind, unless all choices have the same result (D-TRANS-9)."""
    units, left = game.units_of(squad), list[Unit]()
    prompt = _("Choose the unit of {squad} to leave behind", squad=squad.name)
    while len(left) < count:
        able = units[-1:] if game.are_alike(units) else units
        left.append((yield from choose_unit(able, squad.owner, prompt, "D-TRANS-9", squad.id)))
        units.remove(left[-1])
    return left


def passengers(game: Game, transports: Sequence[Unit]) -> list[Squad]:
    """Return the squads in these Transports, without the cargo of those squads."""
    names = dict.fromkeys(passenger.squad for unit in transports for passenger in cargo(game, unit))
    return [game.state.squads[name] for name in names]


CHANGE: Final = "change"


def change(game: Game, squad: Squad) -> Flow:
    """Ask whether a squad that moved at most half its MV takes its other form, all units at once (D-TYPE-8)."""
    sheet = game.sheet_of(squad)
    other = game.setup.sheets.get(f"{squad.owner}.{sheet.becomes}")
    most = loading_limit(sheet) + game.slack
    if other is None or any(unit.moved > most for unit in game.units_of(squad)) or not fits(game, squad, other):
        return
    stay = replace(STAY, label=_("Stay as it is"), rule="D-TYPE-8", stays=False)
    options = (Option(CHANGE, _("Become {form}", form=other.name), "D-TYPE-8"), stay)
    if (yield about_squad(squad, N_("Does {squad} take its other form?"), "D-TYPE-8", options)) == CHANGE:
        squad.sheet = f"{squad.owner}.{other.id}"
        for unit in map(game.state.units.__getitem__, squad.units):
            unit.sheet = squad.sheet
        game.emit(events.Changed(squad=squad.id, form=other.name, rule="D-TYPE-8"))


def fits(game: Game, squad: Squad, other: UnitDocument) -> bool:
    """Return whether a squad could take another form here: its units and all that they carry have room."""
    units, sheet = game.standing(squad), game.sheet_of(squad)
    flying = any(unit.airborne for unit in units)
    # cargo that the other form could not hold, or an objective that it could not carry
    loaded = sheet.carries != other.carries and any(cargo(game, unit) for unit in units)
    loaded |= not other.takes_objectives and carried_by(game, squad) is not None
    if len(units) < len(game.units_of(squad)) or loaded or (flying and not other.is_aircraft):
        return False
    conditions = room_for(game, other, squad.units, flying=flying)
    clear = all(condition.allows(*unit.spot) for condition in conditions for unit in units)
    return clear and are_apart(units, other.radius) and all(unit.lost < other.damage for unit in units)


LOW, HIGH, NOWHERE = "low", "high", "nowhere"
STOPS: Final = 0.25
"""Inches between the points of a line at which a Fast unit may stop."""
PIVOT: Final = 9_000
"""Hundredths of a degree that it may turn after its move."""


def ahead(game: Game, unit: Unit) -> Path:
    """Return the line straight ahead of a unit as far as it may fly."""
    dx, dy = math.cos(radians_of(unit.facing)), math.sin(radians_of(unit.facing))
    longest = game.sheet(unit).move[1]
    return Path.through([position(*unit.spot), position(unit.x + dx * longest, unit.y + dy * longest)])


def stops(game: Game, unit: Unit, flown: Sequence[Unit] = (), *, high: bool) -> list[Span]:
    """Return the stretches of the line ahead where a unit may stop, in inches from its start (D-AIR-2).

    Pieces above 8″ end the line unless it flies `high`. `flown` are units of its squad that have already stopped
    (D-GEO-16).
    """
    field, path, radius = game.battlefield, ahead(game, unit), game.sheet(unit).radius
    high_pieces = [] if high else [feature for feature in game.features if feature.height > FLIES_OVER]
    others = [*flown, *(other for other in game.on_table() if other.airborne and other.squad != unit.squad)]
    tested, legal = _tested_stops(path), list[bool]()
    for inches in tested:
        x, y = path.at(inches)
        if any(piece.gap(x, y) < radius for piece in high_pieces):
            break
        on_table = radius <= x <= field.width - radius and radius <= y <= field.height - radius
        overlapping = [
            other for other in others if math.hypot(x - other.x, y - other.y) < radius + game.sheet(other).radius
        ]
        no_overlap = all(game.hover(x, y) != game.hover(*other.spot) for other in overlapping)
        legal.append(on_table and no_overlap and inches >= game.sheet(unit).move[0])
    return runs(tested, legal)


def _tested_stops(path: Path) -> list[float]:
    """Return the inches along a path at which a Fast unit's stop is tested, whatever is there."""
    return [STOPS * number for number in range(math.floor(path.inches / STOPS) + 1)]


def approach(game: Game, unit: Unit) -> AlongPath | None:
    """Return the spots on its own table edge from which a Fast unit may fly straight in, or None (D-DEP-5)."""
    sides = [*zones.lines(game.battlefield, game.state.edges[unit.owner]).values()]
    corners = [sides[0][-1], *(end for line in sides for end in line)]
    edge = Path.through([position(*corner) for corner in dict.fromkeys(corners)])
    spans = [
        (mark, mark) for mark in _tested_stops(edge) if stops(game, at_edge(game, unit, *edge.at(mark)), high=True)
    ]
    return AlongPath(edge, spans, rule="D-DEP-5") if spans else None


def at_edge(game: Game, unit: Unit, x: float, y: float) -> Unit:
    """Return a copy of a unit at a spot of the table's edge, facing straight in."""
    aside = x in (0.0, game.battlefield.width)
    inward = (1.0 if not x else -1.0, 0.0) if aside else (0.0, 1.0 if not y else -1.0)
    return replace(unit, x=x, y=y, facing=facing_towards(*inward))


def fly_in(game: Game, squad: Squad) -> Asking[Paths]:
    """Let Fast units enter the table: straight in from their edge, their least move at least (D-SPEC-FAS, D-DEP-5)."""
    for unit in game.units_of(squad):
        region = approach(game, unit)
        if region is None:
            return {}
        prompt = _("Where does {squad} enter?", squad=unit.name)
        x, y = yield Place(player=squad.owner, prompt=prompt, rule="D-DEP-5", about=unit.id, region=region)
        start = at_edge(game, unit, *position(x, y))
        unit.x, unit.y, unit.facing = start.x, start.y, start.facing
    return (yield from fly_straight(game, squad))


def exit_of(game: Game, unit: Unit) -> tuple[float, float] | None:
    """Return the spot at which a unit that flies straight on leaves the table; None if its move is too short."""
    field, path = game.battlefield, ahead(game, unit)
    spots = map(path.at, _tested_stops(path))
    outside = next((at for at in spots if not (0.0 <= at[0] <= field.width and 0.0 <= at[1] <= field.height)), None)
    return None if outside is None else position(*outside)


def fly_straight(game: Game, squad: Squad) -> Asking[Paths]:
    """Let Fast units fly on and return their paths. After reactions, `leave_table` removes those that leave."""
    units = game.units_of(squad)
    options_in_order = [
        Option(LOW, _("Fly on"), "D-SPEC-FAS"),
        Option(HIGH, _("Fly high, without shooting this round"), "D-SPEC-FAS"),
        Option(LEAVE, _("Leave the table"), "D-SPEC-FAS"),
    ]
    can_fly_low = all(stops(game, unit, high=False) for unit in units)
    is_open = {
        LOW: can_fly_low,
        HIGH: all(stops(game, unit, high=True) for unit in units) and not (can_fly_low and SHOOT.key in squad.actions),
        LEAVE: all(unit.on_table and exit_of(game, unit) for unit in units),
    }
    options = [player for player in options_in_order if is_open[player.key]] or [
        Option(NOWHERE, _("It has no way"), "D-SPEC-FAS")
    ]
    answer = yield about_squad(squad, N_("How does {squad} fly?"), "D-SPEC-FAS", options)
    squad.high, squad.leaving = answer == HIGH, answer == LEAVE
    if answer == NOWHERE:
        return {}
    paths, facings = Paths(), dict[str, int]()
    for number, unit in enumerate(units):
        start, end = unit.spot, exit_of(game, unit) if answer == LEAVE else None
        if answer != LEAVE:
            end = yield from _ask_stop(game, squad, unit, units[:number])
        paths[unit.id], facings[unit.id] = [start, end or start], unit.facing
    for unit in units:
        unit.place, unit.airborne = "table", True
    game.emit(events.Moved(squad=squad.id, paths=paths, facings=facings, rule="D-SPEC-FAS"))
    return paths


def _ask_stop(game: Game, squad: Squad, unit: Unit, flown: Sequence[Unit]) -> Asking[tuple[float, float]]:
    """Ask where a unit stops on its line and how it turns there, and put it there."""
    # if units of its squad leave no room, it may stop where they are
    spans = stops(game, unit, flown, high=squad.high) or stops(game, unit, high=squad.high)
    region = AlongPath(ahead(game, unit), spans, rule="D-SPEC-FAS")
    turning = Turning.limited(unit.facing, PIVOT, "D-SPEC-FAS")
    prompt = _("Where does {unit} fly?", unit=unit.name)
    question = Place(
        player=squad.owner, prompt=prompt, rule="D-SPEC-FAS", about=unit.id, region=region, turning=turning
    )
    x, y, facing = question.pose((yield question))
    unit.moved += distance(unit.spot, (x, y))
    unit.turned = True
    unit.x, unit.y, unit.facing = x, y, unit.facing if facing is None else facing
    return position(x, y)


def leave_table(game: Game, squad: Squad) -> None:
    """Remove Fast units that flew off the table; they are In Readiness and will enter again from their own edge."""
    units = game.standing(squad)
    for unit in units:
        unit.place, unit.airborne = "off", False
    if units:
        game.emit(events.LeftTable(squad=squad.id, rule="D-SPEC-FAS"))
    squad.leaving = False


DOWN: Final = "down"
TAKE_OFF: Final = "take-off"
ALONE: Final = "land:"
"""Begins the key of the option that a single unit lands: its id follows."""


def fly(game: Game, squad: Squad) -> Asking[Paths]:
    """Let Aircraft take off and fly as far as they still may (D-AIR-1, D-AIR-2, D-AIR-4, D-AIR-5)."""
    units = game.standing(squad)
    for unit in units:
        unit.airborne = True
    return (
        yield from ask(game, squad, squad_move(game, units), N_("Where does {squad} fly?"), "D-AIR-2", (STAY.shown(),))
    )


def arrive(game: Game, squad: Squad, paths: Paths) -> Flow:
    """Let enemies react to Aircraft that moved; then they may land, unload and fly on (D-AIR-3, D-BG-8)."""
    yield from react(game, squad, paths)
    if (yield from _ask_to_land(game, squad)) and (yield from _offer_transfer(game, squad)):
        yield from _fly_on(game, squad)


def _ask_to_land(game: Game, squad: Squad) -> Asking[bool]:
    """Ask which Aircraft land, until the player flies on; return whether any landed (D-AIR-3)."""
    landed = False
    while options := _landing_options(game, squad):
        options = [FLY_ON.shown(), *options]
        further_fields: dict[str, Any] = {"refused": partial(_why_no_unloading, game, squad)}
        further_fields |= {"shortcuts": [*_errands(game, squad)]} if options[1].key == LAND.key else {}
        answer = yield about_squad(squad, N_("{squad}: land here?"), "D-AIR-3", options, **further_fields)
        if answer == FLY_ON.key:
            break
        for unit in game.standing(squad):
            unit.airborne = unit.airborne and answer not in (LAND.key, f"{ALONE}{unit.id}")
        if answer == LAND.key:
            game.emit(events.Landed(squad=squad.id, rule="D-AIR-3"))
        else:
            game.emit(events.LandedAlone(unit=answer.removeprefix(ALONE), rule="D-AIR-3"))
        landed = True
    return landed


def _why_no_unloading(game: Game, squad: Squad) -> list[tuple[Option, Refusal]]:
    """Return the refused options to unload squads whose Aircraft have moved too far, with the reasons."""
    refused = []
    for passenger in passengers(game, game.units_of(squad)):
        too_far = next((why for transport in carriers(game, passenger) if (why := why_too_far(game, transport))), None)
        if too_far is not None:
            refused.append((replace(UNLOAD, label=_("Unload {squad}", squad=passenger.name)), too_far))
    return refused


ERRAND: Final = f"{ORDER}errand|"
"""Begins the key of an order to a dropship: the squad to load or "" to unload all, then whether it flies on."""
ON: Final = "on"


def _errands(game: Game, squad: Squad) -> Iterator[Option]:
    """Yield the orders to land, unload everything or load a squad, then stay or fly on (D-TRANS-15, D-TRANS-16)."""
    units = game.standing(squad)
    with restored(units, "airborne", "tied"):
        for unit in units:
            unit.airborne = False
        unloadable = [cargo for cargo in passengers(game, game.units_of(squad)) if _may_unload(game, squad, cargo)]
        boarders = [boarder for boarder in game.state.squads.values() if _whole_ways_in(game, squad, boarder)]
        for unit in units:
            open_ramp(game, unit, ramp_limit(game, unit))
        flies_on = any(budget(game, unit) > unit.moved for unit in units)
    unloaded = series([counted(game, cargo) for cargo in unloadable])
    detail_of_unloading = _("They get out as near as they fit.")
    if any(_grounds_aa(game, squad, cargo) for cargo in unloadable):
        detail_of_unloading = _("They get out as near as they fit, and cannot shoot at Aircraft until next round.")
    unload_texts = N_("Land, unload {squads} and fly on"), N_("Land, unload {squads} and stay")
    load_texts = N_("Land, load {squads} and fly on"), N_("Land, load {squads} and stay")
    unloading = ("", *unload_texts, unloaded, detail_of_unloading)
    loading = [(boarder.id, *load_texts, counted(game, boarder), "") for boarder in boarders]
    for key, on, stay, squads, detail in [*([unloading] if unloadable else []), *loading]:
        for ending, text in ((ON, on), ("", stay)) if flies_on else (("", stay),):
            yield Option(f"{ERRAND}{key}|{ending}", _(text, squads=squads), "D-TRANS-15", squad.units, detail=detail)


def _may_unload(game: Game, squad: Squad, passenger: Squad) -> bool:
    """Return whether a squad may be unloaded for free from Transports that all belong to another (D-TRANS-15)."""
    transports = carriers(game, passenger)
    shut = any(why_closed(game, transport) is not None for transport in transports)
    return not shut and set(transports) <= set(game.standing(squad)) and has_place(game, passenger)


def _grounds_aa(game: Game, squad: Squad, passenger: Squad) -> bool:
    """Return whether a squad that gets out cannot shoot at Aircraft until next round (D-TRANS-19)."""
    leaves_air = game.sheet_of(squad).is_aircraft or squad.alighted
    return leaves_air and any("aa" in weapon.rules for weapon in game.sheet_of(passenger).weapons)


def _whole_ways_in(game: Game, squad: Squad, boarder: Squad) -> list[Option]:
    """Return the ways in which a squad boards Transports of another for free and leaves no unit behind."""
    return [way for way in _free_ways_in(game, squad, boarder) if not way.key.endswith(BEHIND)]


def _open_to(game: Game, squad: Squad, boarder: Squad) -> list[Unit]:
    """Return the Transports of a squad that the `boarder` may board now."""
    return [unit for unit in game.standing(squad) if why_not_board(game, boarder, unit) is None]


def _free_ways_in(game: Game, squad: Squad, boarder: Squad) -> list[Option]:
    """Return the ways in which a squad may board Transports of another for free (D-TRANS-15)."""
    transports = _open_to(game, squad, boarder)
    return [] if not transports or game.sheet_of(boarder).is_aircraft else ways_in(game, boarder, transports)


def errand_answer(game: Game, decision: Decision, order: str) -> Answer | None:
    """Return the answer that an order to a dropship gives to a question; None if the player has to decide."""
    boarder, _bar, ending = order.removeprefix(ERRAND).partition("|")
    if isinstance(decision, Arrange):
        return _beside_at_once(game, decision) if decision.rule == "D-TRANS-12" and not boarder else None
    if not isinstance(decision, Choose):
        return None
    keys = [option.key for option in decision.options]
    if decision.rule == "D-AIR-3":
        return LAND.key if decision.allows(order) and LAND.key in keys else None
    if decision.rule == "D-TRANS-15":
        if UNLOAD.key in keys:
            return STAY.key if boarder else UNLOAD.key
        return keys[1] if decision.about == boarder else STAY.key
    if decision.rule == "D-TRANS-16":
        return TAKE_OFF if ending == ON else DOWN
    return None


def _beside_at_once(game: Game, decision: Arrange) -> Answer | None:
    """Return an answer that sets a squad down beside its Transports, ahead of them if there is room; or None."""
    units = game.units_of(game.state.squads[decision.about])
    forwards = radians_of(game.state.units[units[0].carrier].facing)
    for number in range(SIDES):
        spots = _row_beside(game, units, None, forwards + math.tau * number / SIDES)
        answer = answer_of(straight_steps(spots, spots))
        if decision.allows(answer):
            return answer
    arrangement = decision.arrangements.find()
    return answer_of(arrangement) if arrangement is not None else None


def _landing_options(game: Game, squad: Squad) -> list[Option]:
    """Return the options to land: all flying Aircraft of a squad at once, or one alone (D-AIR-3)."""
    sheet, flying = game.sheet_of(squad), [unit for unit in game.standing(squad) if unit.airborne]
    able_units = [unit for unit in flying if "fast" not in sheet.rules and has_ground(game, unit)]
    can_land_together = able_units and len(able_units) == len(flying) and are_apart(able_units, sheet.radius)
    able_alone = able_units if len(flying) > 1 else []
    return [
        *([LAND.shown()] if can_land_together else []),
        *(Option(f"{ALONE}{unit.id}", _("Land {unit}", unit=unit.name), "D-AIR-3", (unit.id,)) for unit in able_alone),
    ]


def has_ground(game: Game, unit: Unit) -> bool:
    """Return whether the token of an Aircraft, once landed, would fit where it is (D-AIR-3)."""
    disc = game.disc(unit)
    clear = all(
        (other.x - unit.x) ** 2 + (other.y - unit.y) ** 2 >= (disc.radius + game.sheet(other).radius) ** 2
        for other in game.on_table()
        if other is not unit and not other.airborne
    )
    return clear and not any(piece.has("impassable") and piece.gap(*unit.spot) < disc.radius for piece in game.features)


def _offer_transfer(game: Game, squad: Squad) -> Asking[bool]:
    """Offer free unloading or, if none was unloaded, loading; return whether any squad moved (D-TRANS-15, R-25)."""
    unloaded = False
    for passenger in passengers(game, game.units_of(squad)):
        if not _may_unload(game, squad, passenger):
            continue
        options = [
            replace(STAY, label=_("They stay aboard"), rule="D-TRANS-15", declines=False),
            replace(UNLOAD, label=_("Unload {squad}", squad=passenger.name), subject=passenger.units, hand="ground"),
        ]
        text = N_("Unload {squad} here, for free?")
        if _grounds_aa(game, squad, passenger):
            text = N_("Unload {squad} here, for free? It cannot shoot at Aircraft until next round.")
        prompt = _(text, squad=passenger.name)
        question = Choose(player=squad.owner, prompt=prompt, rule="D-TRANS-15", about=squad.id, options=options)
        if (yield question) == UNLOAD.key:
            yield from disembark(game, passenger)
            unloaded = True
    return unloaded or (yield from _offer_loading(game, squad))


def _offer_loading(game: Game, squad: Squad) -> Asking[bool]:
    """Offer to load squads within reach for free; return whether any was loaded (D-TRANS-15)."""
    loaded = False
    for boarder in [*game.state.squads.values()]:
        ways = _free_ways_in(game, squad, boarder)
        if not ways:
            continue
        stay = replace(STAY, label=_("Stay outside"), rule="D-TRANS-15", stays=False, declines=False)
        prompt = _("{transport} loads {squad}, for free?", transport=squad.name, squad=boarder.name)
        question = Choose(player=squad.owner, prompt=prompt, rule="D-TRANS-15", about=boarder.id, options=[stay, *ways])
        answer = yield question
        if answer != STAY.key:
            yield from board(game, boarder, _open_to(game, squad, boarder), answer)
            loaded = True
    return loaded


def _fly_on(game: Game, squad: Squad) -> Flow:
    """Let Aircraft take off after a free transfer and use the rest of their move (D-TRANS-16)."""
    if all(budget(game, unit) <= unit.moved for unit in game.standing(squad)):
        return
    options = [
        Option(DOWN, _("Stay on the ground"), "D-TRANS-16", letter="h", declines=True),
        Option(TAKE_OFF, _("Take off and fly on"), "D-TRANS-16", letter="a"),
    ]
    if (yield about_squad(squad, N_("{squad}: take off again?"), "D-TRANS-16", options)) == DOWN:
        return
    paths = yield from fly(game, squad)
    yield from react(game, squad, paths)
    yield from _ask_to_land(game, squad)
