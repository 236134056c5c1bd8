"""The destruction of units and its consequences; Behemoths: Crippled, trampling, dropping and their end (D-UNIT-7)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import shapely

from game.engine.core.decisions import Choose, Option, Place
from game.engine.core.flow import Asking, Flow
from game.engine.rulebook.laying import Laid
from game.refusal import Refusal
from game.rulesets.dropzone.documents.sheets import UnitDocument, WeaponDocument, ZoneDocument
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.cargo import everything_in
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import choose_unit
from game.rulesets.dropzone.rules.moving.asking import Paths, ask, beside, off, room_for, way_out
from game.rulesets.dropzone.rules.scenery import (
    WRECK,
    automatic_aim,
    body_cover,
    crash,
    destructible_within,
    explosion,
    fall,
    hit_scenery,
    house_of,
    is_harmless,
    left,
    occupants,
    pieces_within,
    strike,
    take_points,
    vanish,
    within_reach,
    wreck,
)
from game.rulesets.dropzone.rules.setup import HULK, MOST_HULKS
from game.rulesets.dropzone.rules.shooting.legal import enemies, sighted
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.table.facing import facing_towards
from game.table.lattice import snap
from game.table.placing.clearances import ClearOf, OnTable
from game.table.placing.region import Region
from game.table.placing.solids import NearShape
from game.wording import N_, _, ngettext


def attacker(game: Game, behemoth: Unit) -> str:
    """Return the player who chooses the losses of a Crippled Behemoth: the active enemy, else the first in order."""
    order = game.state.order or game.state.players
    opponents = [player for player in order if player != behemoth.owner]
    return game.state.player if game.state.player in opponents else opponents[0]


def cripple(game: Game) -> Flow:
    """Cripple zones of Behemoths, once for each threshold that they have passed, also in consequence (D-BEH-9)."""
    while (due := next(_zones_to_cripple(game), None)) is not None:
        unit, zone = due
        unit.crippled = {**unit.crippled, zone.zone: unit.crippled.get(zone.zone, 0) + 1}
        weapons = yield from _choose_silenced(game, unit, zone)
        unit.silenced = [*unit.silenced, *weapons]
        game.emit(events.Crippled(unit=unit.id, zone=zone.zone, weapons=tuple(weapons), rule="D-BEH-9"))
        options = [option for option in zone_options(game, unit, "D-BEH-9") if option.key != zone.zone]
        if options:
            prompt = _("{unit} is Crippled: choose the other zone that loses a damage point", unit=unit.name)
            answer = yield from _choose_as_attacker(game, unit, prompt, options)
            game.damage_zone(unit, answer, 1, "D-BEH-9")


def zone_options(game: Game, behemoth: Unit, rule: str) -> list[Option]:
    """Return the damage zones of a Behemoth with points left as options, those with fewest first."""
    zones = game.zones_left(behemoth).items()
    labels = [
        (zone, ngettext("{zone}, {n} damage point left", "{zone}, {n} damage points left", left, zone=_(zone)))
        for zone, left in zones
    ]
    return [Option(zone, label, rule, (behemoth.id,)) for zone, label in labels]


def _zones_to_cripple(game: Game) -> Iterator[tuple[Unit, ZoneDocument]]:
    """Yield each damage zone that has passed more thresholds than it was Crippled for, with its Behemoth."""
    for unit in game.on_table():
        for zone in game.sheet(unit).zones if game.left(unit) else ():
            if unit.zones.get(zone.zone, 0) // zone.points > unit.crippled.get(zone.zone, 0):
                yield unit, zone


def _choose_silenced(game: Game, unit: Unit, zone: ZoneDocument) -> Asking[list[str]]:
    """Ask which weapon falls silent; return its name and those of the weapons silenced with it; [] if none can.

    These are its other profiles and, in a zone that silences an arc, the other weapons of that arc.
    """
    sheet = game.sheet(unit)
    can_be_lost = losable(sheet, zone)
    if not can_be_lost:
        return []
    options = [Option(weapon.name, weapon.name, "D-BEH-9", (unit.id,)) for weapon in can_be_lost]
    prompt = _("{unit} is Crippled: choose the weapon that falls silent", unit=unit.name)
    answer = yield from _choose_as_attacker(game, unit, prompt, options)
    silenced = next(weapon for weapon in can_be_lost if weapon.name == answer)
    profiles = filter(silenced.is_profile_of, sheet.weapons)
    same_arc = [weapon for weapon in can_be_lost if zone.silences == "arc" and weapon.arc == silenced.arc]
    return [*dict.fromkeys(weapon.name for weapon in (silenced, *profiles, *same_arc))]


def losable(sheet: UnitDocument, zone: ZoneDocument) -> list[WeaponDocument]:
    """Return the weapons that a zone may silence: those it names, or else all but Structural ones (D-BEH-10)."""
    weapons = sheet.weapons if zone.silences else ()
    return [
        weapon
        for weapon in weapons
        if (weapon.name in zone.weapons if zone.weapons else "structural" not in weapon.rules)
    ]


def _choose_as_attacker(game: Game, unit: Unit, prompt: str, options: list[Option]) -> Asking[str]:
    """Return the key of the only option, or let the attacker choose one."""
    if len(options) == 1:
        return options[0].key
    player = attacker(game, unit)
    answer: str = yield Choose(player=player, prompt=prompt, rule="D-BEH-9", about=unit.id, options=options)
    return answer


def explode(game: Game, behemoth: Unit) -> list[Feature]:
    """Destroy a Behemoth and hit everything near it, or on a 1 remove everything; return the pieces hit (D-BEH-11)."""
    inches = _roll_explosion(game, behemoth)
    removes = inches == 1
    if removes:
        inches = _roll_explosion(game, behemoth)
    game.emit(events.Exploded(unit=behemoth.id, strength=inches, removes=removes, rule="D-BEH-11"))
    spot = behemoth.spot
    units = [unit for unit in within_reach(game, shapely.Point(spot), inches) if unit is not behemoth]
    game.destroy(behemoth, "D-BEH-11")
    if removes:
        pieces = pieces_within(game, spot, inches)
        inside = [unit for feature in pieces for unit in occupants(game, feature)]
        for unit in dict.fromkeys((*units, *inside)):
            for victim in (*everything_in(game, unit), unit):
                victim.airborne = False
                game.destroy(victim, "D-BEH-11")
        for feature in pieces:
            vanish(game, feature)
        return []
    pieces = destructible_within(game, spot, inches)
    for unit in units:
        strike(game, unit, inches, WRECK, "D-BEH-11")
    for feature in pieces:
        hit_scenery(game, feature, inches, WRECK, "D-BEH-11")
    _leave_hulk(game, behemoth)
    return pieces


def _roll_explosion(game: Game, behemoth: Unit) -> int:
    """Roll an explosion die; the result is both the reach in inches and the strength."""
    pool = game.throw("explosion", 1, behemoth)
    game.rolled("explosion", pool, pool.faces[0], behemoth, rule="D-BEH-11")
    return pool.faces[0]


def _leave_hulk(game: Game, behemoth: Unit) -> None:
    """Put a hulk, which is scenery, where a Behemoth stood, if the table has one left (D-BEH-11, D-SCO-6)."""
    used_names = {*game.state.lifted, *(piece.id for piece in game.state.laid)}
    names = (f"{behemoth.sheet}{HULK}{number}" for number in range(MOST_HULKS))
    free = next((name for name in names if name not in used_names), None)
    if free is not None:
        game.state.laid = [*game.state.laid, Laid(free, snap(behemoth.x), snap(behemoth.y), 0)]


def perish(game: Game, units: Sequence[Unit], rule: str) -> Flow:
    """Destroy units without damage points, one by one, and set down the cargo that survives (D-TRANS-21).

    Behemoths that are hurt are Crippled first, which may destroy them too (D-BEH-9). Units whose end harms nothing go
    next, so that no crash hits them and no cargo is set down around them (D-SHOOT-21). Units and scenery that a crash
    destroys perish in turn (D-AIR-7, D-TRANS-22).
    """
    yield from cripple(game)
    for unit in units:
        if unit.alive and is_harmless(game, unit):
            game.destroy(unit, rule)
    for unit in [*units, *(behemoth for behemoth in doomed(game) if game.sheet(behemoth).zones)]:
        if not unit.alive:
            continue
        pieces = explode(game, unit) if game.sheet(unit).zones else (yield from _go_down(game, unit, rule))
        yield from perish(game, doomed(game), "D-AIR-7")
        for feature in pieces:
            if not left(game, feature):
                yield from ruin(game, feature)


def _go_down(game: Game, unit: Unit, rule: str) -> Asking[list[Feature]]:
    """Destroy a unit that may be flying or loaded; return the pieces that its crash hit (D-AIR-7)."""
    spot, strength = unit.spot, explosion(game, unit) if unit.airborne else 0
    survivors = crash(game, unit, strength) if unit.airborne else wreck(game, unit)
    pieces = destructible_within(game, spot, strength) if strength else []
    for feature in pieces:
        hit_scenery(game, feature, strength, WRECK, "D-AIR-7")
    unit.airborne = False
    yield from set_down(game, survivors, unit)
    game.destroy(unit, rule)
    return pieces


def doomed(game: Game) -> list[Unit]:
    """Return the units on the table that have no damage points left but were not removed yet."""
    return [unit for unit in game.on_table() if not game.left(unit)]


SURVIVORS: Final = N_("Where do the survivors of {squad} get out?")


def ruin(game: Game, feature: Feature) -> Flow:
    """Let a piece fall, and set down the survivors of its Garrison in its outline or near it (D-SCEN-13 to 16, R-42).

    They are destroyed only if there is no room anywhere on the table.
    """
    if feature.id in game.state.lifted:  # another fall or explosion has already removed it
        return
    survivors = fall(game, feature)
    yield from perish(game, doomed(game), "D-SCEN-13")
    for name in dict.fromkeys(unit.squad for unit in survivors):
        squad = game.state.squads[name]
        units = [unit for unit in survivors if unit.squad == name and unit.alive]
        where = way_out(game, units, feature.shape, "D-SCEN-16", forced=True)
        if where is None:
            for unit in units:
                game.destroy(unit, "D-SCEN-16")
            continue
        yield from ask(game, squad, where, SURVIVORS, "D-SCEN-16")


def set_down(game: Game, survivors: Sequence[Unit], transport: Unit) -> Flow:
    """Ask for the spots of survivors of a wrecked Transport; without room they are destroyed (D-TRANS-21)."""
    for name in dict.fromkeys(unit.squad for unit in survivors if unit.place == "aboard"):
        squad = game.state.squads[name]
        units = [unit for unit in survivors if unit.squad == name and unit.place == "aboard"]
        carrier = game.state.units[units[0].carrier]
        if carrier.alive and game.left(carrier):  # it survived too: they stay there
            continue
        carriers = dict.fromkeys(squad.units, transport)
        while units and (places := beside(game, units, carriers, "D-TRANS-21")).find() is None:
            game.destroy(units.pop(), "D-TRANS-21")
        if units:
            yield from ask(game, squad, places, SURVIVORS, "D-TRANS-21")


FEET: Final = 10
"""The Energy of hits on scenery and units that a Behemoth ploughs through or stops on (D-BEH-5, D-BEH-6)."""


def tread(game: Game, squad: Squad, paths: Paths) -> Flow:
    """Hit the scenery that a Behemoth walked through, and all around the spot where it stopped (D-BEH-5, D-BEH-6)."""
    for unit in game.standing(squad) if paths else ():
        walked_through = [feature for feature in crossed(game, unit, paths[unit.id]) if feature.has("destructible")]
        for feature in walked_through:
            failed = hit_scenery(game, feature, game.throw_d3("plough", unit), FEET, "D-BEH-5")
            take_points(game, unit, failed, automatic_aim(game, unit, FEET).save, "D-BEH-5")
        trampled = yield from stamp(game, unit, game.throw_d3("trample", unit), FEET, "D-BEH-6")
        yield from clear_away(game, unit, [*walked_through, *trampled], "D-BEH-6")


def crossed(game: Game, behemoth: Unit, path: Sequence[tuple[float, float]]) -> list[Feature]:
    """Return the Impassable pieces on a path that are too high to be stepped over (D-BEH-5)."""
    sheet = game.sheet(behemoth)
    line = shapely.LineString(path) if len(path) > 1 else shapely.Point(path[0])
    high = [feature for feature in game.features if feature.has("impassable") and feature.height > sheet.height / 2]
    return [feature for feature in high if shapely.distance(feature.shape, line) < sheet.radius - game.slack]


def under(game: Game, behemoth: Unit) -> list[Unit]:
    """Return the units on the ground within the Spread of a Behemoth, of both sides (D-BEH-6)."""
    reach = game.sheet(behemoth).spread + game.slack
    return [
        unit
        for unit in game.on_table()
        if unit is not behemoth and not unit.airborne and math.dist(unit.spot, behemoth.spot) <= reach
    ]


def stamp(game: Game, behemoth: Unit, hits: int, energy: int, rule: str) -> Asking[list[Feature]]:
    """Hit each squad and Destructible piece in a Behemoth's Spread; return the pieces (D-BEH-4, D-BEH-6).

    Squads at the near side of a Garrison are hit too. The Behemoth's owner shares out the hits within each squad.
    """
    spot, spread = behemoth.spot, game.sheet(behemoth).spread
    near, pieces = within_reach(game, shapely.Point(spot), spread), destructible_within(game, spot, spread)
    struck = [unit for unit in near if unit is not behemoth and not unit.airborne]
    for name in dict.fromkeys(unit.squad for unit in struck):
        units = [unit for unit in struck if unit.squad == name]
        shares = yield from _share_hits(game, behemoth, units, hits, rule)
        for unit in units:
            if shares[unit.id]:
                strike(game, unit, shares[unit.id], energy, rule, body=body_cover(game, unit, spot))
    for feature in pieces:
        hit_scenery(game, feature, hits, energy, rule)
    return pieces


def _share_hits(game: Game, behemoth: Unit, units: Sequence[Unit], hits: int, rule: str) -> Asking[Counter[str]]:
    """Ask a Behemoth's owner which unit of a squad takes each hit; return the number of hits by unit id."""
    shares = Counter[str]()
    for number in range(hits):
        prompt = _("{unit}: choose who takes hit {number} of {hits}", unit=behemoth.name, number=number + 1, hits=hits)
        unit = yield from choose_unit(units, behemoth.owner, prompt, rule, behemoth.id)
        shares[unit.id] += 1
    return shares


def clear_away(game: Game, behemoth: Unit, pieces: Sequence[Feature], rule: str) -> Flow:
    """Push units out from under a Behemoth, then remove destroyed units and pieces (D-BEH-6)."""
    push_aside(game, behemoth, rule)
    yield from perish(game, doomed(game), rule)
    for feature in pieces:
        if not left(game, feature):
            yield from ruin(game, feature)


def push_aside(game: Game, behemoth: Unit, rule: str) -> None:
    """Move the units that a Behemoth stands on as little as possible, the outermost first (D-BEH-6)."""
    centre, radius = behemoth.spot, game.sheet(behemoth).radius
    for unit in sorted(game.on_table(), key=lambda other: -math.dist(other.spot, centre)):
        gap = math.dist(unit.spot, centre) - game.sheet(unit).radius - radius
        if unit is behemoth or unit.airborne or gap >= 0.0 or not game.left(unit):
            continue
        sheet = game.sheet(unit)
        spot = Region(sheet.radius, room_for(game, sheet, [unit.id], flying=False)).nearest(unit.spot)
        if spot is None:
            game.destroy(unit, rule)
            continue
        path = [unit.spot, spot]
        unit.x, unit.y = spot
        game.emit(events.Moved(squad=unit.squad, paths={unit.id: path}, facings={unit.id: unit.facing}, rule=rule))


SIGNALLED: Final = 6.0
"""Inches from the Infantry within which a Behemoth drops (D-BEH-3)."""
NEAR: Final = 3.0
"""Inches from a Behemoth that drops within which enemy squads hinder it (D-BEH-4)."""
DROP: Final = 12
"""The Energy of hits at the spot where a Behemoth drops (D-BEH-4)."""
IMPASSABLE, TOUGH, SQUAD, UNIT, AA = 5, 2, 2, 1, 1
"""Dice for each thing that survives where a Behemoth drops (D-BEH-4, R-49)."""
MISHAP: Final = 2
"""The highest face of these dice that costs a damage point."""


def waiting(game: Game, player: str) -> list[Unit]:
    """Return the Behemoths of a player that are In Readiness."""
    groups = (group for group in game.state.groups.values() if group.owner == player and group.mode == "readiness")
    units = (unit for group in groups for squad in game.squads_of(group) for unit in game.units_of(squad))
    return [unit for unit in units if unit.place == "off" and game.sheet(unit).zones]


def why_not_signal(game: Game, squad: Squad) -> Refusal | None:
    """Return the refusal of a signal; None if the squad can call a Behemoth down (D-ACT-9, D-BEH-3)."""
    if not game.sheet_of(squad).is_infantry or not game.present(squad):
        return Refusal(_("only Infantry on the table signals"), "D-ACT-9")
    if squad.actions:
        return Refusal(_("a signal takes both actions"), "D-ACT-9")
    called = waiting(game, squad.owner)
    if not called:
        return Refusal(_("no Behemoth waits for a signal"), "D-BEH-3")
    if landing(game, squad, called[0]).find() is None:
        return Refusal(_("there is no room to land"), "D-BEH-3")
    return None


def landing(game: Game, squad: Squad, behemoth: Unit) -> Region:
    """Return the spots where a Behemoth may drop: within 6″ of the signalling squad, on no Behemoth (D-BEH-3)."""
    radius, units = game.sheet(behemoth).radius, game.present(squad)
    house = house_of(game, units[0])
    around = house.shape if house is not None else shapely.MultiPoint([unit.spot for unit in units])
    inches = SIGNALLED + game.slack - radius
    return _spots_clear_of_behemoths(game, behemoth).narrowed(
        NearShape(around, inches, radius, N_("the Infantry"), "D-BEH-3")
    )


def _spots_clear_of_behemoths(game: Game, behemoth: Unit) -> Region:
    """Return the spots where a Behemoth is on the table and overlaps no other Behemoth."""
    radius = game.sheet(behemoth).radius
    others = [game.disc(unit) for unit in game.on_table() if game.sheet(unit).zones and unit is not behemoth]
    overlap = ClearOf(others, radius, N_("overlaps a unit"), "D-GEO-16")
    return Region(radius, [OnTable(game.battlefield, radius, "D-GEO-16"), overlap])


def signal(game: Game, squad: Squad) -> Flow:
    """Let a squad of Infantry call down a Behemoth, which drops at once (D-BEH-3, D-BEH-4)."""
    prompt = _("{squad}: choose the Behemoth to call", squad=squad.name)
    behemoth = yield from choose_unit(waiting(game, squad.owner), squad.owner, prompt, "D-BEH-3", squad.id)
    prompt = _("Where does {unit} drop?", unit=behemoth.name)
    region = landing(game, squad, behemoth)
    x, y = yield Place(player=squad.owner, prompt=prompt, rule="D-BEH-3", about=behemoth.id, region=region)
    yield from drop(game, behemoth, x, y)


def drop(game: Game, behemoth: Unit, x: float, y: float) -> Flow:
    """Drop a Behemoth at a spot: it hits everything there, is damaged by what survives, and does not act (D-BEH-4)."""
    centre, squad = game.battlefield.centre, game.squad_of(behemoth)
    behemoth.place, behemoth.x, behemoth.y = "table", x, y
    behemoth.facing = facing_towards(centre.x - x, centre.y - y)
    squad.acted, group = True, game.state.groups[squad.group]
    group.mode, group.status = "deployed", "done"
    game.emit(events.Landfall(unit=behemoth.id, x=x, y=y, rule="D-BEH-4"))
    pieces = yield from stamp(game, behemoth, game.throw_d3("drop", behemoth, 2), DROP, "D-BEH-4")
    pool = game.throw("landing", hindrances(game, behemoth), behemoth)
    lost = sum(face <= MISHAP for face in pool.faces)
    game.rolled("landing", pool, lost, behemoth, rule="D-BEH-4")
    game.damage(behemoth, lost, "D-BEH-4")
    _step_off(game, behemoth)
    yield from clear_away(game, behemoth, pieces, "D-BEH-4")


def hindrances(game: Game, behemoth: Unit) -> int:
    """Return the number of dice that may damage a dropping Behemoth, from survivors and scenery (D-BEH-4, R-49)."""
    foes = [enemy for enemy in enemies(game, behemoth) if game.left(enemy)]
    squads_near = {foe.squad for foe in foes if math.dist(foe.spot, behemoth.spot) <= NEAR + 0.01}
    aa_weapons = [(unit, weapon) for unit in foes for weapon in game.sheet(unit).weapons if "aa" in weapon.rules]
    aims = [(sighted(game, unit, weapon, behemoth), weapon.range_to(countered=True)) for unit, weapon in aa_weapons]
    aa_in_range = [
        aim for aim, reach_of_weapon in aims if aim.view is not None and aim.view.sees and aim.inches <= reach_of_weapon
    ]
    reach = game.sheet(behemoth).spread + game.slack
    pieces = [feature for feature in game.features if feature.gap(*behemoth.spot) <= reach and _stands(game, feature)]
    blocks = sum(IMPASSABLE if piece.has("impassable") else TOUGH * piece.has("tough") for piece in pieces)
    survivors = [unit for unit in under(game, behemoth) if game.left(unit)]
    return blocks + SQUAD * len(squads_near) + UNIT * len(survivors) + AA * len(aa_in_range)


def _stands(game: Game, feature: Feature) -> bool:
    """Return whether a piece still stands: it cannot be damaged, or has points left."""
    return not feature.has("destructible") or left(game, feature) > 0


def _step_off(game: Game, behemoth: Unit) -> None:
    """Move a Behemoth by the least distance off Impassable scenery that is still on the table."""
    room = _spots_clear_of_behemoths(game, behemoth)
    obstacles = (feature for feature in game.features if feature.has("impassable") and _stands(game, feature))
    room = Region(room.radius, [*room.conditions, *(off(obstacle, room.radius) for obstacle in obstacles)])
    behemoth.x, behemoth.y = room.nearest(behemoth.spot) or behemoth.spot
