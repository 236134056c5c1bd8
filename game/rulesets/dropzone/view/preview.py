"""The consequences of an arrangement of units; their paths; the reach of Commanders and Scouts (D-CMD-2, D-CMD-3)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.core.decisions import Arrange
from game.engine.rulebook.view import Claim, Line, Preview, RangeView, ReachView, Verdict
from game.lengths import length
from game.refusal import Refusal
from game.rulesets.dropzone.rules.activation import why_not_move
from game.rulesets.dropzone.rules.cards.playing import Sphere, holds, spheres
from game.rulesets.dropzone.rules.cargo import cargo, is_gate, ramp_limit, why_too_far
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import SHOOT
from game.rulesets.dropzone.rules.moving.asking import REACH, budget, policies
from game.rulesets.dropzone.rules.moving.boarding import (
    ENTRANCE,
    carriers,
    has_ground,
    is_beside,
    why_not_board,
    why_shut_out,
)
from game.rulesets.dropzone.rules.objectives import at, may_claim
from game.rulesets.dropzone.rules.scenery import room
from game.rulesets.dropzone.rules.shooting.declaring import weapons
from game.rulesets.dropzone.rules.shooting.legal import enemies, may_fire, why_silent
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.rulesets.dropzone.rules.zones import lines
from game.rulesets.dropzone.view.table import objective_name
from game.table.lattice import Position
from game.table.layout.moving import UnitMove
from game.table.layout.setting_up import SetUp
from game.table.path.entering import EntryRegion
from game.table.path.policy import PathPolicy
from game.table.path.region import PathRegion, best_receipt
from game.table.shapes import Disc
from game.wording import N_, _, ngettext, numeral, series


def squad_of(game: Game, identity: str) -> Squad | None:
    """Return the squad with an id, or that of the unit with it."""
    unit = game.state.units.get(identity)
    return game.state.squads.get(identity) if unit is None else game.squad_of(unit)


def inches_to(unit: Unit, region: object, x: float, y: float) -> float:
    """Return the inches of the shortest legal path of a unit to a spot, or of a straight line if there is none."""
    if isinstance(region, PathRegion):
        receipt = best_receipt(region, (x, y))
        return receipt.path.inches if receipt is not None else math.dist((unit.x, unit.y), (x, y))
    if isinstance(region, EntryRegion):
        return math.dist(region.start((x, y)), (x, y))
    return 0.0


def paths(game: Game, mover: Disc, inches: float) -> Sequence[PathPolicy]:
    """Return the policies of a move of a base: those of its unit, or else of some unit, on the ground if possible."""
    units = game.state.units
    unit = units.get(mover.name) or min(units.values(), key=lambda each: game.sheet(each).is_aircraft)
    return [each.but(radius=mover.radius) for each in policies(game, unit, inches)]


def takes_in(game: Game, unit: str) -> Sequence[str]:
    """Return the Transports and Garrisons that a squad may enter, near enough for its move (D-TRANS-8, D-GARR-3)."""
    squad = game.state.squads.get(unit)
    units = game.units_of(squad) if squad is not None else []
    if squad is None or not units or units[0].place == "off":
        return ()
    first = units[0]  # units of a squad move alike, so the first one decides
    start = game.state.units[first.carrier] if first.place == "aboard" else first
    inches = budget(game, first) if first.on_table else REACH  # aboard: only the distance at which it is set down

    def boards(transport: Unit) -> bool:
        """Return whether a squad may board a Transport within reach of its move."""
        near = min(math.dist((each.x, each.y), (transport.x, transport.y)) for each in units) <= inches + REACH
        return near and why_shut_out(game, squad, transport) is None

    def enters(piece: Feature) -> bool:
        """Return whether a squad may enter a Garrison within reach of its move."""
        near = piece.gap(start.x, start.y) <= inches + ENTRANCE
        return near and piece.has("garrison") and room(game, piece) >= len(units)

    transports = [each.id for each in game.on_table() if boards(each)] if first.on_table else []
    garrisons = [each.id for each in game.features if enters(each)] if game.sheet(first).is_infantry else []
    return [*transports, *garrisons]


def boards(game: Game, unit: str, piece: str) -> Line | None:
    """Return whether an acting squad can board a Transport now or with a Move, or why not (D-TRANS-2 to D-TRANS-8)."""
    squad, transport = game.state.squads.get(unit), game.state.units.get(piece)
    if squad is None or transport is None or not game.standing(squad) or not carries(game, transport, squad):
        return None
    if why_shut_out(game, squad, transport) is not None:
        return _aboard(transport, why_not_board(game, squad, transport))
    if (refusal := why_not_move(game, squad)) is None and piece in takes_in(game, unit):
        text = _("can board {transport} with a Move", transport=transport.name)
        return Line(text, "D-TRANS-8", "good", verdict=Verdict("gain", text, transport.name))
    return _aboard(transport, refusal or why_not_board(game, squad, transport))


def stride(game: Game, piece: str) -> float | None:
    """Return the inches of a unit's move (D-MOVE-1)."""
    unit = game.state.units.get(piece)
    return budget(game, unit) if unit is not None and unit.alive else None


NAMES: Final = {"D-CMD-2": N_("Influence"), "D-CMD-3": N_("Influence through a Scout")}
MEANS: Final = {
    "D-CMD-2": N_("A Commander's Influence: command cards marked Influence can be played on squads and scenery in it."),
    "D-CMD-3": N_("Relayed by a Scout: command cards marked Influence can be played on squads and scenery in it."),
}
"""The meaning of the areas of `ranges`, by rule."""
_ROUND: Final = 24


def ranges(game: Game, piece: str, layout: Mapping[str, Position] | None = None) -> tuple[RangeView, ...]:
    """Return the reach of a squad's Commanders and Scouts, with the squads in it; none in a battle without cards.

    With a layout, units are taken to stand at its spots. Then the reach of other friendly squads around the squad is
    included too, and how far loaded Aircraft may fly if they are to unload (D-TRANS-14).
    """
    squad = squad_of(game, piece)
    if squad is None:
        return ()
    unloading = [*_unloading(game, squad)] if layout else []
    if game.setup.document.options.cards == "off":
        return tuple(unloading)
    with game.supposing(layout or {}):
        sources = [*spheres(game, squad.owner)]
        own = _merged(each for each in sources if each.unit.squad == squad.id)
        views = [_range(game, each, squad.id, _held(game, each)) for each in own]
        if layout is None:
            return tuple(views)
        others = [each for each in sources if each.unit.squad != squad.id and holds(game, each, game.present(squad))]
        relayed = (_range(game, (each,), each.unit.squad, (squad.id,)) for each in others)
        return (*unloading, *views, *relayed)


def _unloading(game: Game, squad: Squad) -> Iterator[RangeView]:
    """Yield the area to which loaded Aircraft can fly straight and still unload, from where they are (D-TRANS-14)."""
    loaded = [each for each in game.units_of(squad) if game.sheet(each).is_aircraft and cargo(game, each)]
    starts = [(each, start) for each in loaded for start in _starts(game, each)]
    left = {each.id: ramp_limit(game, each) - each.moved for each in loaded}
    areas = [start.buffer(left[each.id], quad_segs=_ROUND) for each, start in starts if left[each.id] > 0.0]
    if areas:
        area = shapely.intersection(shapely.union_all(areas), game.battlefield.table)
        title = _("up to {inches}", inches=length(max(left.values()), 0))
        yield RangeView(squad.id, _("can still unload"), title, area, False, rule="D-TRANS-14")


def _starts(game: Game, unit: Unit) -> Sequence[BaseGeometry]:
    """Return where a unit's move starts: where it stands, or on the lines of its edge (D-DEP-5, R-10)."""
    if unit.on_table:
        return [shapely.Point(unit.x, unit.y)]
    zone = game.state.edges.get(unit.owner, "") if unit.place == "off" else ""
    return [shapely.LineString(each) for each in lines(game.battlefield, zone).values()] if zone else []


def _merged(sources: Iterator[Sphere]) -> list[tuple[Sphere, ...]]:
    """Return the sources of a squad in groups with the same reach."""
    alike: dict[tuple[str, float], list[Sphere]] = {}
    for each in sources:
        alike.setdefault((each.rule, each.inches), []).append(each)
    return [tuple(each) for each in alike.values()]


def _held(game: Game, sources: tuple[Sphere, ...]) -> tuple[str, ...]:
    """Return the other squads within reach of any source, as cards may be for friends or enemies."""

    def inside(squad: Squad) -> bool:
        units = game.present(squad)
        return bool(units) and any(holds(game, each, units) for each in sources)

    own = sources[0].unit.squad
    return tuple(squad.id for squad in game.state.squads.values() if squad.id != own and inside(squad))


def _range(game: Game, sources: tuple[Sphere, ...], bearer: str, inside: tuple[str, ...]) -> RangeView:
    """Return the merged area of sources for display, with the squads inside."""
    first = sources[0]
    area = shapely.union_all([_area(each) for each in sources]) if len(sources) > 1 else _area(first)
    title = _("cards reach {inches}″", inches=numeral(first.inches, "g"))
    lines = (Line(_(MEANS[first.rule]), first.rule),)
    return RangeView(bearer, _(NAMES[first.rule]), title, area, False, inside, (), first.rule, lines=lines,
                     later=True)  # fmt: skip


def _area(source: Sphere) -> BaseGeometry:
    if source.house is not None:
        return source.house.shape.buffer(source.inches, quad_segs=_ROUND)
    return _circle(source.unit.x, source.unit.y, source.inches)


@lru_cache(maxsize=64)
def _circle(x: float, y: float, inches: float) -> BaseGeometry:
    return shapely.Point(x, y).buffer(inches, quad_segs=_ROUND)


def arranged(game: Game, decision: Arrange, layout: Mapping[str, Position]) -> Preview | None:
    """Return the consequences of units standing at the spots of a layout; units without a spot stay."""
    squad = game.state.squads.get(decision.about)
    where = decision.arrangements
    if squad is None or not isinstance(where, UnitMove | SetUp):
        return None
    fit = {(unit.id, each.name) for unit in game.units_of(squad) for each in game.sheet(unit).weapons
           if why_silent(game, unit, each) is None}  # fmt: skip
    faces = {name: decision.turnings[name].middle(*spot) for name, spot in layout.items() if name in decision.turnings}
    ends = {member.id: member.ends for member in where.members}
    moved = {unit.id: inches_to(unit, ends.get(unit.id), *layout[unit.id]) for unit in game.units_of(squad)
             if unit.id in layout}  # fmt: skip
    left = carriers(game, squad)
    with game.supposing(layout, moved, faces):
        lines = (*_boarding(game, squad, left), *_coherency(game, squad), *_ramps(game, squad),
                 *_silenced(game, squad, fit), *_fire(game, squad), *_answers(game, squad),
                 *_objectives(game, squad))  # fmt: skip
    return Preview(lines)


def _boarding(game: Game, squad: Squad, left: Sequence[Unit]) -> Iterator[Line]:
    """Yield whether an acting squad could board each Transport it would be beside, except those it `left` now."""
    for transport in game.on_table() if game.state.squad == squad.id else ():
        if transport not in left and carries(game, transport, squad) and is_beside(game, squad, transport):
            yield _aboard(transport, why_not_board(game, squad, transport))


def carries(game: Game, transport: Unit, squad: Squad) -> bool:
    """Return whether a friendly unit of another squad could carry a unit of a squad, if it were empty (D-TRANS-2)."""
    sheet, kind = game.sheet(transport), game.sheet_of(squad)
    friendly = transport.owner == squad.owner and transport.squad != squad.id
    return friendly and (sheet.hold_for(kind) is not None if is_gate(sheet) else sheet.holds([kind]))


def _aboard(transport: Unit, refusal: Refusal | None) -> Line:
    """Return the line that a squad can board a Transport, or why it cannot."""
    if refusal is None:
        text = _("can board {transport}", transport=transport.name)
        return Line(text, "D-TRANS-8", "good", verdict=Verdict("gain", text, transport.name))
    text = _("cannot board {transport}: {reason}", transport=transport.name, reason=refusal.text)
    return Line(text, refusal.rule, "warning", verdict=Verdict("risk", text, transport.name))


def _coherency(game: Game, squad: Squad) -> Iterator[Line]:
    """Yield a warning if the squad would be out of coherency."""
    if not game.is_coherent(squad):
        text = _("out of coherency: harder to hit with, and it claims nothing")
        verdict = Verdict("risk", _("out of coherency"))
        yield Line(text, "D-COH-3", "bad", claim=Claim("incoherent", (squad.id,)), verdict=verdict)


def _ramps(game: Game, squad: Squad) -> Iterator[Line]:
    """Yield whether Aircraft with a load could land and unload after this move (D-AIR-3, D-TRANS-14)."""
    loaded = [each for each in game.standing(squad) if game.sheet(each).is_aircraft and cargo(game, each)]
    if not loaded:
        return
    first = max(loaded, key=lambda each: each.moved - ramp_limit(game, each))
    facts = {"moved": length(first.moved, 1), "limit": length(ramp_limit(game, first), 0)}
    too_far = why_too_far(game, first)
    if not all(has_ground(game, each) for each in loaded):
        text = _("no room to land here")
        yield Line(text, "D-AIR-3", "warning", verdict=Verdict("risk", text))
    elif too_far is not None:
        said = _("too far to unload: {moved} of {limit}", **facts)
        yield Line(
            _("too far to unload: {reason}", reason=too_far.text),
            too_far.rule,
            "quiet",
            verdict=Verdict("risk", said),
        )
    else:
        text = _("near enough to land and unload: {moved} of {limit}", **facts)
        yield Line(text, "D-TRANS-14", "good", verdict=Verdict("gain", text))


def _silenced(game: Game, squad: Squad, fit: set[tuple[str, str]]) -> Iterator[Line]:
    """Yield the weapons that a move of this length silences (D-SHOOT-6)."""
    silent: dict[str, int] = {}
    for unit in game.units_of(squad):
        for weapon in game.sheet(unit).weapons:
            if (unit.id, weapon.name) in fit and not weapon.cq and why_silent(game, unit, weapon) is not None:
                silent[weapon.name] = silent.get(weapon.name, 0) + 1
    for name, count in silent.items():
        text = ngettext("{weapon} could not fire afterwards", "{n} × {weapon} could not fire afterwards", count,
                        weapon=name)  # fmt: skip
        said = ngettext("{weapon} could not fire", "{n} × {weapon} could not fire", count, weapon=name)
        claim = Claim("silenced", (squad.id, name), amount=count)
        yield Line(text, "D-SHOOT-6", "warning", claim=claim, verdict=Verdict("risk", said, name))


def _fire(game: Game, squad: Squad) -> Iterator[Line]:
    """Yield the enemy squads at which the squad could fire from its new spots in this activation."""
    if SHOOT.key in squad.actions:
        return
    in_range = dict.fromkeys(
        target.squad
        for unit in game.present(squad)
        for weapon in weapons(game, unit)
        for target in enemies(game, unit)
        if may_fire(game, unit, weapon, target)
    )
    names = series([game.state.squads[each].name for each in in_range])
    text = _("could fire at {names}", names=names) if in_range else _("could fire at nobody")
    verdict = Verdict("gain", text, names) if in_range else None
    yield Line(
        text, "D-SHOOT-3", "good" if in_range else "plain", claim=Claim("fires at", tuple(in_range)), verdict=verdict
    )


def _answers(game: Game, squad: Squad) -> Iterator[Line]:
    """Yield the enemy squads that have yet to act and could fire at the squad from where they stand."""
    own, threats = game.present(squad), dict[str, None]()
    for enemy in enemies(game, own[0]) if own else ():
        other = game.squad_of(enemy)
        if other.acted or other.id in threats:
            continue
        if any(may_fire(game, enemy, weapon, unit) for weapon in weapons(game, enemy) for unit in own):
            threats[other.id] = None
    if threats:
        names = series([game.state.squads[each].name for each in threats])
        claim, verdict = Claim("fired at by", tuple(threats)), Verdict("answer", about=tuple(threats))
        yield Line(
            _("{names} could fire at it now, without a move", names=names),
            "D-SHOOT-3",
            "warning",
            claim=claim,
            verdict=verdict,
        )


def _objectives(game: Game, squad: Squad) -> Iterator[Line]:
    """Yield the objectives that the squad would be at, or the distance to the nearest one (D-OBJ-3)."""
    lying = game.lying()
    units = [unit for unit in game.standing(squad) if may_claim(game, unit)]
    reached = [each for each in lying if at(game, units, each)]
    for each in reached:
        text = N_("may search {objective}") if each.hidden else N_("at {objective}")
        name = objective_name(game, each)
        words = _(text, objective=name)
        verdict = Verdict("gain" if each.claimed_by == squad.owner else "control", words, name)
        yield Line(words, "D-OBJ-3", "good", claim=Claim("at", (each.id,)), verdict=verdict)
    if lying and units and not reached:
        gap, nearest = min(
            ((math.dist((unit.x, unit.y), (each.x, each.y)), each) for each in lying for unit in units),
            key=lambda pair: (pair[0], pair[1].id),
        )
        name = objective_name(game, nearest)
        yield Line(_("{distance} to {objective}", distance=length(gap), objective=name), "D-OBJ-3",
                   claim=Claim("objective", (nearest.id,), inches=gap))  # fmt: skip


def reach(game: Game, piece: str) -> ReachView:
    """Return the ground that a unit could reach with one action (D-MOVE-1)."""
    unit = game.state.units.get(piece)
    if unit is None or not unit.on_table:
        return ReachView()
    return ReachView(move=PathRegion((unit.x, unit.y), *policies(game, unit, budget(game, unit))))


def closest(game: Game, piece: str) -> tuple[str, ...]:
    """Return the enemies closest to a unit, from centre to centre; all that tie (D-CORE-8)."""
    unit = game.state.units.get(piece)
    if unit is None or not unit.on_table:
        return ()
    gaps = {each.id: math.dist((each.x, each.y), (unit.x, unit.y)) for each in game.on_table()
            if each.owner != unit.owner}  # fmt: skip
    least = min(gaps.values(), default=0.0)
    return tuple(name for name, gap in gaps.items() if gap <= least + game.ruler.policy.short_by)
