"""Getting into Garrisons and Transports, and out of them (D-GARR-3 to D-GARR-9, D-TRANS-2 to D-TRANS-19)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Asking, Flow
from game.engine.core.options import Reference
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.cargo import (
    cargo,
    fitting,
    go_through,
    is_gate,
    is_held,
    leaves_hovering,
    open_ramp,
    ramp_limit,
    size,
    ways_out,
    why_closed,
    works_with,
)
from game.rulesets.dropzone.rules.close_quarters.fighting import fortitude, share_out
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import STAY, choose_unit
from game.rulesets.dropzone.rules.moving.asking import REACH, ask, beside, has_room, is_rooted, way_out
from game.rulesets.dropzone.rules.objectives import let_fall
from game.rulesets.dropzone.rules.perishing import perish
from game.rulesets.dropzone.rules.scenery import CENTRE, house_of, linked, open_slots, room, settle, squads_in
from game.rulesets.dropzone.rules.space import walls
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.table.facing import compass_of
from game.table.lattice import Position, position
from game.table.layout.setting_up import SetUp
from game.table.shapes import gap
from game.wording import N_, _, ngettext

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
    turn = compass_of(walls(feature)[int(place)].outward)
    side = _(POINTS[round(turn / 45.0) % len(POINTS)])
    return _("the {side} side of {piece}", side=side, piece=feature.name)


def near_garrisons(game: Game, squad: Squad) -> list[Feature]:
    """Return the Garrisons that a squad on the table may enter now (D-GARR-1, D-GARR-3, D-SHOOT-7, D-GARR-2, R-29)."""
    units = game.standing(squad)
    rooted = any(is_rooted(game, each) for each in units)
    if rooted or not game.sheet_of(squad).is_infantry or not units or not game.is_coherent(squad):
        return []
    return _houses_near(game, squad, units, ENTRANCE)


def _houses_near(game: Game, squad: Squad, units: Sequence[Unit], inches: float) -> list[Feature]:
    """Return the Garrisons with room for a whole squad within some inches of some units (D-GARR-1)."""
    reach, count = inches + game.ruler.policy.tolerance, len(game.units_of(squad))
    return [
        each
        for each in game.features
        if each.has("garrison") and room(game, each) >= count and any(each.is_within(u.x, u.y, reach) for u in units)
    ]


def _house_options(houses: Sequence[Feature], text: str, rule: str) -> list[Option]:
    named = [(each.id, _(text, piece=each.name)) for each in houses]
    return [Option(key, label, rule, about=Reference((key,)), hand="piece") for key, label in named]


def enter(game: Game, squad: Squad) -> Flow:
    """Let a squad enter a Garrison that it has reached (D-GARR-3)."""
    found = near_garrisons(game, squad)
    if not found:
        return
    options = _house_options(found, N_("Enter {piece}"), "D-GARR-3")
    options.append(Option(OUTSIDE, _("Stay outside"), "D-GARR-3", letter="h", declines=True))
    prompt = _("{squad}: enter a Garrison?", squad=squad.name)
    answer = yield Choose(player=squad.owner, prompt=prompt, rule="D-GARR-3", about=squad.id, options=options)
    if answer != OUTSIDE:
        squad.entered = True
        yield from take_slots(game, squad, next(each for each in found if each.id == answer))


def take_slots(game: Game, squad: Squad, feature: Feature) -> Flow:
    """Ask for the slot of each unit in a Garrison; the first one may be for all (D-GARR-3, D-GARR-4)."""
    places, taken = open_slots(game, feature, squad.owner), dict[str, str]()
    for unit in game.units_of(squad):
        options = [
            Option(place, slot_name(feature, place), "D-GARR-3", about=Reference((f"{feature.id}:{place}",)))
            for place in places
        ]
        prompt = _("{unit}: where in {piece}?", unit=unit.name, piece=feature.name)
        place = yield Choose(player=squad.owner, prompt=prompt, rule="D-GARR-4", about=unit.id, options=options)
        taken[unit.id] = place
    for unit in game.units_of(squad):
        settle(game, unit, feature, taken[unit.id])
    slots = {unit.id: unit.slot for unit in game.units_of(squad)}
    game.emit(events.Garrisoned(squad=squad.id, piece=feature.id, slots=slots, rule="D-GARR-3"))


def move_inside(game: Game, squad: Squad) -> Flow:
    """Let a squad in a Garrison shift or leave (D-GARR-4, D-GARR-6, D-GARR-8)."""
    house = house_of(game, game.units_of(squad)[0])
    assert house is not None
    options = [Option(SHIFT, _("Take other places in {piece}", piece=house.name), "D-GARR-4", letter="s")]
    rooted = any(is_rooted(game, each) for each in game.units_of(squad))  # it only shifts, and only if agreed
    further = {} if rooted else {f"{THROUGH}{each.id}": each for each in rooms_beyond(game, squad, house)}
    options += [
        Option(key, _("Go into {piece}", piece=each.name), "D-GARR-5", about=Reference((each.id,)))
        for key, each in further.items()
    ]
    if not rooted and way_out(game, game.units_of(squad), house.shape, "D-GARR-6"):
        leaving = _("Leave {piece}", piece=house.name)
        options.append(Option(LEAVE, leaving, "D-GARR-6", squad.units, letter="l", hand="ground"))
    prompt = _("{squad}: shift or leave?", squad=squad.name)
    answer = yield Choose(player=squad.owner, prompt=prompt, rule="D-GARR-4", about=squad.id, options=options)
    if answer == SHIFT:
        yield from take_slots(game, squad, house)
    elif answer in further:
        if (yield from _gets_away(game, squad, house)):
            squad.entered = True
            yield from take_slots(game, squad, further[answer])
    elif (yield from _gets_away(game, squad, house)):
        where = way_out(game, game.units_of(squad), house.shape, "D-GARR-6", forced=True)
        assert where is not None
        yield from leave(game, squad, where, "D-GARR-6")


def rooms_beyond(game: Game, squad: Squad, house: Feature) -> list[Feature]:
    """Return the linked Garrisons that have room for a whole squad (D-GARR-1, D-GARR-5)."""
    count = len(game.units_of(squad))
    return [each for each in linked(game, house) if room(game, each) >= count]


def _gets_away(game: Game, squad: Squad, house: Feature) -> Asking[bool]:
    """Test whether a squad outnumbered in a Garrison gets out unharmed (D-GARR-8)."""
    inside = Counter(each.owner for each in squads_in(game, house))
    most = max((each for each in inside if each != squad.owner), key=inside.__getitem__, default="")
    if inside.total() <= 2 * inside[squad.owner]:
        return True
    lost = yield from fortitude(game, squad)
    yield from share_out(game, squad, lost, most, "D-GARR-8")
    if lost:
        yield from let_fall(game, squad, "D-OBJ-11")
    return bool(game.units_of(squad))


def leave(game: Game, squad: Squad, where: SetUp, rule: str) -> Flow:
    """Set a squad down outside a Garrison (D-GARR-6, D-GARR-9)."""
    prompt = _("Where does {squad} get out?", squad=squad.name)
    yield from ask(game, squad, game.units_of(squad), where, prompt, rule)


SPREAD: Final = "spread"
HAIR: Final = 0.001
"""Inches between a Transport and those who are set down as near to it as they fit."""
SIDES: Final = 8
"""The bearings from a Transport at which they are tried first."""
BEHIND: Final = "|behind"
"""After the id of a Transport: those who find no room in it are left behind (D-TRANS-9)."""


# -- getting out


def carriers(game: Game, squad: Squad) -> list[Unit]:
    """Return the Transports that the units of a squad are in; a squad may need several (D-TRANS-3)."""
    names = dict.fromkeys(unit.carrier for unit in game.units_of(squad))
    return [game.state.units[name] for name in names if name]


def lets_out(game: Game, squad: Squad, transport: Unit) -> bool:
    """Return whether a squad may leave a Transport: it is open, or hovers for Rapid Insertion (D-TRANS-14, R-36)."""
    if transport.place != "table":
        return False
    if why_closed(game, transport) is None:
        return True
    limit = leaves_hovering(game.sheet_of(squad), game.sheet(transport))
    return transport.airborne and limit > 0.0 and transport.moved <= limit + game.ruler.policy.tolerance


def may_get_out(game: Game, squad: Squad) -> bool:
    """Return whether an embarked squad may get out now; if anybody has no room, nobody does (D-TRANS-12)."""
    if is_held(game, squad):
        return bool(gates_with_room(game, squad))
    there = carriers(game, squad)
    if not there or not all(lets_out(game, squad, each) for each in there):
        return False
    return has_place(game, squad) or bool(below(game, squad))


def gates_with_room(game: Game, squad: Squad) -> list[Unit]:
    """Return the gates by which a squad in Holding may leave now (D-SPEC-ACC)."""
    return [gate for gate in ways_out(game, squad) if _fit_beside(game, game.units_of(squad), gate)]


def has_place(game: Game, squad: Squad) -> bool:
    """Return whether a whole squad can be set down beside its Transports (D-TRANS-12)."""
    return _fit_beside(game, game.units_of(squad))


def _fit_beside(game: Game, units: Sequence[Unit], gate: Unit | None = None) -> bool:
    """Return whether units have room beside their Transports, or a gate: side by side at rims, or else anywhere."""
    rows = (_row_beside(game, units, gate, math.tau * number / SIDES) for number in range(SIDES))
    return has_room(_beside(game, units, gate), rows)


def _row_beside(game: Game, units: Sequence[Unit], gate: Unit | None, turn: float) -> dict[str, Position]:
    """Return the spots of units side by side at the rims of their Transports, or of a gate, from a bearing on."""
    spots = dict[str, Position]()
    for unit in units:
        there, radius = gate or game.state.units[unit.carrier], game.sheet(unit).radius + HAIR
        inches = min(game.sheet(there).radius + radius, REACH)
        spots[unit.id] = position(there.x + inches * math.cos(turn), there.y + inches * math.sin(turn))
        turn += 2 * math.asin(min(1.0, radius / inches))
    return spots


def _beside(game: Game, units: Sequence[Unit], gate: Unit | None = None) -> SetUp:
    return beside(game, units, {each.id: gate or game.state.units[each.carrier] for each in units}, "D-TRANS-12")


def below(game: Game, squad: Squad) -> list[Feature]:
    """Return the Garrisons into which a squad may drop from a hovering Transport (D-SPEC-RAP)."""
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
    units, there, houses = game.units_of(squad), carriers(game, squad), below(game, squad)
    squad.disembarked = True
    for each in there:
        hovering = leaves_hovering(game.sheet_of(squad), game.sheet(each))
        open_ramp(game, each, hovering if each.airborne else ramp_limit(game, each))
    squad.alighted = any(game.sheet(each).is_aircraft for each in there)
    squad.left_air = squad.alighted or any(game.squad_of(each).alighted for each in there)
    if houses:
        answer = yield from _ask_below(game, squad, houses)
        if answer is not None:
            yield from take_slots(game, squad, answer)
            return
    prompt = _("Where does {squad} get out?", squad=squad.name)
    yield from ask(game, squad, units, _beside(game, units), prompt, "D-TRANS-12")
    yield from enter(game, squad)


def _ask_below(game: Game, squad: Squad, houses: Sequence[Feature]) -> Asking[Feature | None]:
    options = _house_options(houses, N_("Drop into {piece}"), "D-SPEC-RAP")
    if has_place(game, squad):
        beside = _("Get out beside the Transport")
        options.append(Option(OUTSIDE, beside, "D-TRANS-12", squad.units, letter="h", hand="ground"))
    prompt = _("Where does {squad} get out?", squad=squad.name)
    answer = yield Choose(player=squad.owner, prompt=prompt, rule="D-SPEC-RAP", about=squad.id, options=options)
    return next((each for each in houses if each.id == answer), None)


# -- getting in


def reachable(game: Game, squad: Squad, *, running: bool = False) -> list[Unit]:
    """Return the Transports that a squad may board now, whether it fits or not (D-TRANS-2 to D-TRANS-8, D-TRANS-17).

    A squad that is `running` boards Transports of its battlegroup only, whoever is active, even if it fired (D-CQ-8).
    """
    fired = not running and any(unit.fired for unit in game.units_of(squad))
    if fired or not game.standing(squad) or not game.is_coherent(squad):
        return []
    return [each for each in game.on_table() if _is_open_to(game, squad, each, running=running)]


def _is_open_to(game: Game, squad: Squad, transport: Unit, *, running: bool) -> bool:
    own = game.squad_of(transport)
    if transport.owner != squad.owner or own is squad or why_closed(game, transport) is not None:
        return False
    together = works_with(game, own) and works_with(game, squad)
    if own.group not in ("", squad.group) or not (together or (running and own.group == squad.group)):
        return False
    reach, there = REACH + game.ruler.policy.tolerance, game.brim(transport)
    near = any(gap(game.brim(unit), there) <= reach for unit in game.standing(squad))
    return near and bool(fitting(game, transport, squad))


def embark(game: Game, squad: Squad, left: Collection[Unit] = (), *, running: bool = False) -> Flow:
    """Let a coherent squad board Transports that one of its units has reached (D-TRANS-3, D-TRANS-8, D-TRANS-9).

    It is not asked for those that it `left` in this move.
    """
    there = [each for each in reachable(game, squad, running=running) if each not in left]
    if not there:
        return
    options = [replace(STAY, label=_("Stay outside"), rule="D-TRANS-8", stays=False), *ways_in(game, squad, there)]
    prompt = _("{squad}: board a Transport?", squad=squad.name)
    answer = yield Choose(player=squad.owner, prompt=prompt, rule="D-TRANS-8", about=squad.id, options=options)
    if answer != STAY.key:
        yield from board(game, squad, there, answer)


def ways_in(game: Game, squad: Squad, there: Sequence[Unit]) -> list[Option]:
    """Return the ways to board: one Transport, or several or a part of the squad if none holds it (D-TRANS-3, 9)."""
    count = len(game.units_of(squad))
    rooms = {each.id: len(fitting(game, each, squad)) for each in there}
    whole = [each for each in there if rooms[each.id] == count]
    if whole:
        labels = [(each, _("Board {transport}", transport=each.name)) for each in whole]
        return [Option(each.id, label, "D-TRANS-8", (each.id,), hand="piece") for each, label in labels]
    subject, together = tuple(rooms), sum(rooms.values())
    if together >= count:
        return [Option(SPREAD, _("Board several Transports"), "D-TRANS-3", subject, hand="piece")]
    ways = [
        Option(f"{each.id}{BEHIND}", _behind(each, count - rooms[each.id]), "D-TRANS-9", (each.id,)) for each in there
    ]
    if len(there) > 1:
        ways.append(Option(f"{SPREAD}{BEHIND}", _all_behind(count - together), "D-TRANS-9", subject))
    return ways


def _behind(transport: Unit, count: int) -> str:
    return ngettext(
        "Board {transport}; {n} unit is left behind and destroyed",
        "Board {transport}; {n} units are left behind and destroyed", count, transport=transport.name,
    )  # fmt: skip


def _all_behind(count: int) -> str:
    return ngettext(
        "Board several Transports; {n} unit is left behind and destroyed",
        "Board several Transports; {n} units are left behind and destroyed", count,
    )  # fmt: skip


def board(game: Game, squad: Squad, there: Sequence[Unit], answer: str) -> Flow:
    """Let a squad board as chosen; units left behind are destroyed (D-TRANS-8 to D-TRANS-10, D-TRANS-17, R-43)."""
    way = answer.removesuffix(BEHIND)
    chosen = [each for each in there if way in (SPREAD, each.id)]
    seats = [transport for transport in chosen for _seat in fitting(game, transport, squad)]
    left = yield from _left_behind(game, squad, len(game.units_of(squad)) - len(seats))
    squad.embarked = True
    boarding = [each for each in game.units_of(squad) if each not in left]
    for unit, transport in zip(boarding, seats):
        open_ramp(game, transport, ramp_limit(game, transport))
        if is_gate(game.sheet(transport)):
            transport.received += size(game, [unit], transport)
        unit.place, unit.carrier, unit.slot, unit.scanned = "aboard", transport.id, "", False
        unit.airborne = False
    for name in dict.fromkeys(unit.carrier for unit in boarding):
        game.emit(events.Embarked(squad=squad.id, transport=name, rule="D-TRANS-8"))
    for unit in left if any(cargo(game, each) for each in left) else ():
        game.damage(unit, game.left(unit), "D-TRANS-9")  # what it carries gets out of its wreck
    yield from perish(game, left, "D-TRANS-9")


def _left_behind(game: Game, squad: Squad, count: int) -> Asking[list[Unit]]:
    """Ask which units of a squad are left behind, where that makes a difference (D-TRANS-9)."""
    units, left = game.units_of(squad), list[Unit]()
    prompt = _("Choose the unit of {squad} to leave behind", squad=squad.name)
    while len(left) < count:
        able = units[-1:] if game.are_alike(units) else units
        left.append((yield from choose_unit(able, squad.owner, prompt, "D-TRANS-9", squad.id)))
        units.remove(left[-1])
    return left


def passengers(game: Game, squad: Squad) -> list[Squad]:
    """Return the squads that are directly in the Transports of a squad."""
    inside = [each for unit in game.units_of(squad) for each in cargo(game, unit)]
    return [game.state.squads[name] for name in dict.fromkeys(each.squad for each in inside)]
