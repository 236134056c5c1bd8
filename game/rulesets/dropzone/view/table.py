"""The table for a screen: players, squads with their stat sheets, objectives, scenery, and the purposes of rolls."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from typing import Final, Literal

from game.engine.kit.wording import verdict
from game.engine.rulebook.view import (
    Chip,
    Facts,
    GroupStatus,
    GroupView,
    Line,
    PieceFacts,
    PieceView,
    PlayerView,
    RollView,
    SiteView,
    SlotView,
    Stock,
    TableView,
    UnitView,
)
from game.rulesets.dropzone.documents.sheets import (
    DAMAGE_ZONES,
    WEAPON_RULES,
    Arc,
    UnitDocument,
    WeaponDocument,
    ZoneDocument,
    special,
)
from game.rulesets.dropzone.rules import scenarios
from game.rulesets.dropzone.rules.activation import can_act
from game.rulesets.dropzone.rules.cargo import cargo
from game.rulesets.dropzone.rules.features import FLAGS, Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.boarding import slot_name
from game.rulesets.dropzone.rules.scenery import CENTRE, left, occupants, places, slot_spot, wall_of
from game.rulesets.dropzone.rules.space import walls
from game.rulesets.dropzone.rules.state import Group, Objective, Squad, Step, Unit
from game.table.facing import degrees_of
from game.wording import N_, _, ngettext, numeral, series

ARCS: Final[dict[Arc, str]] = {"F": N_("front"), "SL": N_("left"), "SR": N_("right"), "R": N_("rear")}
EVERY_ARC: Final = 4


def profile(sheet: UnitDocument) -> tuple[tuple[str, str], ...]:
    """Return the most important numbers of a stat sheet, each with its word."""
    most = numeral(sheet.move[1], "g")
    return (f"{most}″", _("Move")), (str(sheet.armour), _("Armour")), (str(sheet.damage), _("Damage"))


WEAPON_COLUMNS: Final = (
    (
        N_("Rng"),
        N_(
            "Range: how far it fires, in inches. Enemies with active countermeasures, as most have, are reached at the "
            "second number. CQB is close quarters only, ∞ is the whole table"
        ),
    ),
    (N_("Shots"), N_("Shots: the dice that it rolls to hit")),
    (N_("Acc"), N_("Accuracy: the lowest roll that hits; with - it always hits")),
    (N_("Energy"), N_("Energy: added to each damage roll, which must reach the target's Armour")),
)


def weapon_numbers(weapon: WeaponDocument) -> tuple[str, ...]:
    """Return the numbers of a weapon for `WEAPON_COLUMNS`: full and countered range, shots, Accuracy and Energy."""
    ranges = dict.fromkeys("∞" if each is None else numeral(each, "g") for each in (weapon.full, weapon.countered))
    reach = "/".join(ranges) + ("" if "∞" in ranges else "″")
    if weapon.cq:
        reach = _("CQB")
    needed = "-" if weapon.accuracy is None else f"{weapon.accuracy}+"
    return reach, str(weapon.shots), needed, str(weapon.energy)


def unit_lines(sheet: UnitDocument) -> Iterator[Line]:
    """Yield the stat sheet of a unit."""
    least, most = (numeral(inches, "g") for inches in sheet.move)
    move = most if least == "0" else f"{least}–{most}"
    facts = {"type": _(sheet.type), "move": move, "armour": sheet.armour}
    text = ngettext("{type}, moves {move}″, Armour {armour}, {n} damage point",
                    "{type}, moves {move}″, Armour {armour}, {n} damage points", sheet.damage, **facts)  # fmt: skip
    yield Line(text, "D-UNIT-2")
    yield from _countermeasures(sheet)
    if sheet.fortitude:
        yield Line(_("Fortitude {n}+", n=sheet.fortitude), "D-CQ-7")
    if sheet.carries:
        holds = series([_places(symbol, count) for symbol, count in sheet.carries.items()])
        yield Line(_("carries {what}", what=holds), "D-TRANS-1")
    if sheet.requires:
        sizes = _(" or ").join(_places(symbol, count) for symbol, count in sheet.requires.items())
        yield Line(_("takes up {what} in a Transport", what=sizes), "D-TRANS-1")
    for text in sheet.special:
        yield Line(text, special(text).rule, icon="trait")
    for action in sheet.actions:
        yield Line(f"{action.name}: {action.text}", "D-ACT-10")
    for zone in sheet.zones:
        yield from _zone_lines(zone)
    for weapon in sheet.weapons:
        yield from _weapon_lines(weapon)


SYMBOLS: Final = {"V": N_("vehicles"), "I": N_("Infantry"), "A": N_("Aircraft")}
"""The kinds of cargo that places in a Transport hold, by symbol; other symbols are shown as they are."""


def _places(symbols: str, count: int) -> str:
    """Return places in a Transport in words (D-TRANS-1)."""
    kinds = _(" or ").join(_(SYMBOLS.get(each, each)) for each in symbols.split("/"))
    return ngettext("{n} place for {kinds}", "{n} places for {kinds}", count, kinds=kinds)


def _zone_lines(zone: ZoneDocument) -> Iterator[Line]:
    """Yield the points of a damage zone of a Behemoth, and the effects of being Crippled (D-BEH-8, D-BEH-9)."""
    name = _(DAMAGE_ZONES[zone.zone])
    text = ngettext("{zone}: {n} × {points} damage points", "{zone}: {n} × {points} damage points", zone.thresholds,
                    zone=name, points=zone.points)  # fmt: skip
    yield Line(text, "D-BEH-8")
    costs = {
        _("Armour −{n}", n=zone.armour): zone.armour,
        _("Move −{n}″", n=numeral(zone.move, "g")): zone.move,
        _("saves worse by {n}", n=zone.passive): zone.passive,
        _("no longer {rule}", rule=zone.loses): zone.loses,
        _("one weapon falls silent"): zone.silences == "one",
        _("one weapon falls silent, and all of the same arcs"): zone.silences == "arc",
    }
    effects = series([cost for cost, counts in costs.items() if counts])
    if effects:
        yield Line(_("{zone} Crippled: {effects}", zone=name, effects=effects), "D-BEH-9", "quiet")
    if zone.weapons:
        yield Line(_("chosen among {weapons}", weapons=series(zone.weapons)), "D-BEH-10", "quiet")


def _countermeasures(sheet: UnitDocument) -> Iterator[Line]:
    """Yield the countermeasures of a unit, and its Evasion."""
    if sheet.active:
        yield Line(_("active countermeasures: weapons reach it at their countered range"), "D-SHOOT-10")
    if sheet.passive:
        yield Line(_("passive countermeasures: saves on {n}+", n=sheet.passive), "D-SHOOT-18")
    if sheet.evasion:
        yield Line(_("Evasion: {n} harder to hit", n=sheet.evasion), "D-SHOOT-12")


def _weapon_lines(weapon: WeaponDocument) -> Iterator[Line]:
    """Yield the numbers of a weapon, its limits on moving and facing, and its special rules."""
    facts = {"weapon": weapon.name, "shots": weapon.shots, "energy": weapon.energy, "range": _ranges(weapon)}
    hits = _("hits automatically") if weapon.accuracy is None else _("hits on {n}+", n=weapon.accuracy)
    text = N_("{weapon}: close quarters, {shots} × Energy {energy}") if weapon.cq else N_(
        "{weapon}: {range}, {shots} × Energy {energy}, {hits}"
    )  # fmt: skip
    yield Line(_(text, hits=hits, **facts), "D-UNIT-3")
    if weapon.silent_beyond is not None and not weapon.cq:
        inches = numeral(weapon.silent_beyond, "g")
        text = N_("{weapon} fires after moves of up to {inches}″") if weapon.silent_beyond else N_(
            "{weapon} cannot fire after a move"
        )  # fmt: skip
        yield Line(_(text, inches=inches, **facts), "D-SHOOT-6", "quiet")
    if len(weapon.arc) < EVERY_ARC and not weapon.cq:
        arcs = series([_(ARCS[arc]) for arc in weapon.arc])
        yield Line(_("{weapon} fires to the {arcs}", arcs=arcs, **facts), "D-GEO-11", "quiet")
    for text in weapon.special:
        yield Line(f"{weapon.name}: {text}", WEAPON_RULES.get(special(text).name, ""), "quiet", icon="trait")


def _ranges(weapon: WeaponDocument) -> str:
    """Return the full and countered ranges of a weapon as text, once if they are equal."""
    full, countered = (_("any range") if each is None else f"{numeral(each, 'g')}″"
                       for each in (weapon.full, weapon.countered))  # fmt: skip
    return full if full == countered else _("{full} ({countered} countered)", full=full, countered=countered)


PHASES: Final = (N_("Deployment"), N_("Initiative"), N_("Activation"), N_("Round up"))
_PHASE_OF: Final[dict[Step, int]] = {
    "zones": 0, "deploying": 0, "initiation": 1, "cards": 1, "effects": 1, "activation": 2, "group": 2, "round-up": 3,
    "over": 3,
}  # fmt: skip
MODES: Final = {"readiness": N_("In Readiness"), "reserve": N_("In Reserve"), "deployed": ""}
OBJECTIVE_RADIUS: Final = 0.6
"""The radius in inches with which an objective, which is a point, is drawn (D-OBJ-1)."""
INSIDE_RADIUS: Final = 0.45
"""The largest radius in inches with which a unit in a Garrison is drawn: many stand along one side."""
BEHIND: Final = 0.6
"""Inches behind the side of a Garrison at which units there are shown."""
BRANCH: Final = "   "
"""The indent of a line about cargo, once for each carried Transport around it."""


def view(game: Game) -> TableView:
    """Return the table for display."""
    state, scenario = game.state, scenarios.of(game)
    rounds = _("Round {round} of {rounds}", round=state.round, rounds=game.setup.document.options.rounds)
    return TableView(
        title=_(scenario.title),
        aim=Line(f"{_(scenario.title)}: {_(scenario.text)}", scenario.rule),
        round_text=rounds if state.round else _("Deployment"),
        phases=tuple(map(_, PHASES)),
        rail=("", *map(_, PHASES[1:])),
        phase=_PHASE_OF[state.step],
        players=tuple(_player(game, player) for player in state.players),
        pieces=(
            *(_objective(game, each) for each in game.lying()),
            *(piece_view(game, *each) for each in _shown(game)),
        ),
        result=verdict(state.result, game.player_name),
        reserve=tuple(piece_view(game, each) for each in state.units.values() if each.place in ("off", "aboard")),
        names={piece.id: piece.name for piece in game.ruler.battlefield.pieces},
        grounds={feature.id: tuple(_ground_lines(game, feature)) for feature in game.features},
        units={squad.id: squad_view(game, squad) for squad in state.squads.values()},
        groups=tuple(_group(game, each) for each in state.groups.values() if game.squads_of(each)),
        sites={each.id: _site(game, each) for each in game.features if each.has("garrison") or each.kind.damage},
        faces=game.setup.faces,
    )


def facts(game: Game) -> Facts:
    """Return the facts of the table for programs that learn to play."""
    state = game.state
    pieces = [PieceFacts(each.id, "marker", each.x, each.y, OBJECTIVE_RADIUS) for each in game.lying()]
    pieces += [_facts_of(game, *each) for each in _shown(game)]
    points = scenarios.of(game).points(game) if state.round else dict.fromkeys(state.players, 0)
    return Facts(points, _PHASE_OF[state.step], len(PHASES), pieces)


def _shown(game: Game) -> Iterator[tuple[Unit, tuple[float, float], float]]:
    """Yield the units to draw with spot and radius: in Garrisons, on the ground, then in the air."""
    yield from _inside(game)
    for unit in sorted(game.on_table(), key=lambda unit: unit.airborne):
        yield unit, (unit.x, unit.y), game.sheet(unit).radius


def _facts_of(game: Game, unit: Unit, at: tuple[float, float], radius: float) -> PieceFacts:
    """Return the facts of a unit drawn at a spot with a radius."""
    active = unit is game.firing.waiting[0][0] if game.firing else unit.squad == game.state.squad
    return PieceFacts(
        unit.id,
        "base",
        *at,
        radius,
        unit.owner,
        str(game.left(unit)),
        unit.lost,
        done=game.squad_of(unit).acted and unit.squad != game.state.squad,
        active=active,
        leader=any(each.unit == unit.id for each in game.state.commanders.values()),
        carries=_tokens(game, unit),
        facing=unit.facing if unit.on_table else None,
    )


def _player(game: Game, player: str) -> PlayerView:
    """Return a player for display: points, kill points, cards and Commanders."""
    state, document = game.state, game.setup.player(player)
    notes, stocks = [], list[Stock]()
    if state.round:
        kills = state.kills[player]
        notes.append(ngettext("{n} kill point", "{n} kill points", kills))
        notes.append(ngettext("{n} card", "{n} cards", len(state.hands[player])))
        stocks.append(Stock("count-card", len(state.hands[player]), notes[-1]))
        if state.order and player == state.order[0]:
            notes.append(_("goes first"))
    lines = []
    for commander in state.commanders.values():
        if commander.owner == player:
            unit = state.units[commander.unit]
            facts = {"commander": commander.name, "value": commander.value, "unit": unit.name}
            alive = unit.alive
            text = N_("{commander}, Command Value {value}, in {unit}") if alive else N_("{commander} is lost")
            lines.append(Line(_(text, **facts), "D-CMD-1", "plain" if alive else "bad"))
    points = scenarios.of(game).points(game)[player] if state.round else 0
    return PlayerView(player, document.name, document.colour, points, tuple(notes), tuple(lines), tuple(stocks))


def squad_view(game: Game, squad: Squad) -> UnitView:
    """Return a squad for display."""
    units, state = game.units_of(squad), game.state
    group = state.groups.get(squad.group)
    states = [_(MODES[group.mode])] if group is not None and units and units[0].place == "off" else []
    if units and units[0].place == "aboard":
        states.append(_("aboard {transport}", transport=state.units[units[0].carrier].name))
    elif squad.disembarked and units and not squad.acted:
        states.append(_("just got out"))
    burden = [*_burdens(game, [squad.id])]
    states += [_("carries {objective}", objective=burden_name(game, each)) for each in burden]
    return UnitView(
        id=squad.id,
        name=squad.name,
        owner=squad.owner,
        models=len(units),
        start=len(squad.units),
        damage=sum(unit.lost for unit in units),
        value=str(game.left(units[0])) if units and len(squad.units) == 1 else "",
        done=squad.acted and squad.id != state.squad,
        active=squad.id == state.squad,
        leader=any(each.unit in squad.units for each in state.commanders.values()),
        states=tuple(filter(None, states)),
        details=(
            *(_burden_line(game, each) for each in burden),
            *(line for unit in units for line in _cargo_lines(game, unit)),
            *unit_lines(game.sheet_of(squad)),
        ),
        profile=profile(game.sheet_of(squad)),
        weapons=tuple((weapon.name, *weapon_numbers(weapon)) for weapon in game.sheet_of(squad).weapons),
        fate=None if units else Line(_("destroyed"), "D-UNIT-7", "bad"),
    )


GROUPS: Final[Mapping[GroupStatus, tuple[str, str]]] = {
    "active": (N_("{name} acts now"), "D-BG-7"),
    "ready": (N_("{name} may still be activated"), "D-BG-6"),
    "held": (N_("{name} is held back this round"), "D-BG-5"),
    "reserve": (N_("{name} is In Reserve until round 2, as not all of it comes by air"), "D-DEP-8"),
    "done": (N_("{name} has acted"), "D-BG-9"),
}


def _group(game: Game, group: Group) -> GroupView:
    """Return a battlegroup for display: its status, and whether each of its squads may still act."""
    squads = [each for each in game.state.squads.values() if each.group == group.id]
    mode = group.mode if game.state.step != "zones" else scenarios.of(game).modes(game, group)[-1]
    reserve = mode == "reserve" and (game.state.step == "zones" or not can_act(game, group))
    status: GroupStatus = "reserve" if reserve and group.status == "ready" else group.status
    text, rule = GROUPS[status]
    name = _(group.name)
    lines = [Line(_(text, name=name), rule), *(_squad_line(each, status) for each in squads if game.units_of(each))]
    return GroupView(group.id, name, group.owner, status, tuple(each.id for each in squads), tuple(lines))


def _squad_line(squad: Squad, status: GroupStatus) -> Line:
    """Return whether a squad of a battlegroup with this status may act."""
    may_act = status in ("active", "ready") and not squad.acted
    if may_act:
        text = N_("{squad} may act")
    elif squad.acted:
        text = N_("{squad} has acted")
    else:
        text = N_("{squad} did not act") if status == "done" else N_("{squad} waits")
    return Line(_(text, squad=squad.name), "D-BG-7", "good" if may_act else "quiet")


def piece_view(game: Game, unit: Unit, at: tuple[float, float] | None = None, radius: float = 0.0) -> PieceView:
    """Return a unit for display, `at` another spot or with another radius if that shows it better."""
    x, y = at or (unit.x, unit.y)
    chips = tuple(_chips(game, unit))
    aboard = sum(len(each.models) for each in chips)
    return _facts_of(game, unit, (x, y), radius or game.sheet(unit).radius).shown(
        unit.name,
        details=tuple(_piece_lines(game, unit)),
        stock=ngettext("carries {n}", "carries {n}", aboard) if aboard else "",
        unit=unit.squad,
        above=game.hover(x, y) if unit.airborne and unit.on_table else 0.0,
        cargo=chips,
    )


def _chips(game: Game, transport: Unit) -> Iterator[Chip]:
    """Yield the squads in a Transport with their units there, without the cargo of those units (D-TRANS-2)."""
    aboard: dict[str, list[str]] = {}
    for unit in cargo(game, transport):
        aboard.setdefault(unit.squad, []).append(unit.id)
    yield from (Chip(squad, game.state.squads[squad].name, tuple(units)) for squad, units in aboard.items())


def _cargo_lines(game: Game, transport: Unit, depth: int = 0) -> Iterator[Line]:
    """Yield the squads in a Transport, each followed by the cargo of its own units (D-TRANS-5)."""
    for chip in _chips(game, transport):
        units = [game.state.units[each] for each in chip.models]
        left = sum(map(game.left, units))
        text = ngettext(
            "{squad}: {n} unit aboard, {left} damage points left",
            "{squad}: {n} units aboard, {left} damage points left",
            len(units),
            squad=chip.name,
            left=left,
        )
        yield Line(f"{depth * BRANCH}{text}", "D-TRANS-5" if depth else "D-TRANS-2")
        for unit in units:
            yield from _cargo_lines(game, unit, depth + 1)


def _piece_lines(game: Game, unit: Unit) -> Iterator[Line]:
    """Yield the state of a single unit: objective, height, damage, cargo and Transport."""
    yield from (_burden_line(game, each) for each in _burdens(game, [unit.squad]))
    aboard = {each.squad for each in cargo(game, unit)}
    yield from (_burden_line(game, each, game.state.squads[each.carrier].name) for each in _burdens(game, aboard))
    if unit.airborne and unit.on_table:
        yield Line(_("in the air, {inches}″ up", inches=numeral(game.hover(unit.x, unit.y), "g")), "D-GEO-4")
    facts = {"left": game.left(unit), "of": game.sheet(unit).damage}
    yield Line(_("{left} of {of} damage points left", **facts), "D-UNIT-6", "warning" if unit.lost else "plain")
    yield from _zone_states(game, unit)
    yield from _cargo_lines(game, unit)
    if unit.place == "aboard":
        yield Line(_("aboard {transport}", transport=game.state.units[unit.carrier].name), "D-TRANS-2")


def _burdens(game: Game, squads: Collection[str]) -> Iterator[Objective]:
    """Yield the objectives that any of these squads carries (D-OBJ-7)."""
    yield from (each for each in game.state.objectives.values() if each.carrier in squads)


def _burden_line(game: Game, objective: Objective, carrier: str = "") -> Line:
    """Return the line that a squad carries an objective, with its worth; `carrier` is the squad if it is aboard."""
    held, extracted = scenarios.of(game).worth(game, objective)
    facts = {"objective": burden_name(game, objective), "squad": carrier, "n": held, "more": extracted}
    text = N_("{squad} aboard carries {objective}") if carrier else N_("carries {objective}")
    if held:
        text = N_("{squad} aboard carries {objective} ({n} VP; {more} if carried off your edge)") if carrier else N_(
            "carries {objective} ({n} VP; {more} if carried off your edge)"
        )  # fmt: skip
    return Line(_(text, **facts), "D-OBJ-7", "good")


def _tokens(game: Game, unit: Unit) -> tuple[str, ...]:
    """Return a token for each objective that a squad with its first unit here, or aboard it, carries."""
    squads = {each.squad for each in cargo(game, unit)}
    first = game.units_of(game.squad_of(unit))[:1] == [unit]
    return ("objective",) * len([*_burdens(game, {*squads, *([unit.squad] if first else [])})])


def _zone_states(game: Game, unit: Unit) -> Iterator[Line]:
    """Yield the points left in each damage zone of a Behemoth, and its silent weapons (D-BEH-8, D-BEH-9)."""
    for zone in game.sheet(unit).zones:
        lost, times = unit.zones.get(zone.zone, 0), unit.crippled.get(zone.zone, 0)
        facts = {"zone": _(DAMAGE_ZONES[zone.zone]), "left": zone.whole - lost, "of": zone.whole}
        tone: Literal["bad", "warning", "plain"] = "warning" if lost else "plain"
        if lost >= zone.whole:
            tone = "bad"
        yield Line(_("{zone}: {left} of {of} damage points left", **facts), "D-BEH-8", tone)
        if times:
            text = ngettext("{zone} Crippled once", "{zone} Crippled {n} times", times, **facts)
            yield Line(text, "D-BEH-9", "warning")
    if unit.silenced:
        yield Line(_("silent: {weapons}", weapons=series(unit.silenced)), "D-BEH-9", "warning")


def _inside(game: Game) -> Iterator[tuple[Unit, tuple[float, float], float]]:
    """Yield each unit in a Garrison with the spot and radius of its token: in a row along a side, or in a ring."""
    for feature in game.features:
        slots: dict[str, list[Unit]] = {}
        for unit in occupants(game, feature):
            slots.setdefault(unit.slot, []).append(unit)
        for slot, units in slots.items():
            for unit, at in zip(units, _spots(game, slot, units), strict=True):
                yield unit, at, min(INSIDE_RADIUS, game.sheet(unit).radius)


def _spots(game: Game, slot: str, units: list[Unit]) -> Iterator[tuple[float, float]]:
    """Yield the spots of the tokens of units in one slot."""
    wall, (x, y) = wall_of(game, units[0]), (units[0].x, units[0].y)
    step = 2 * INSIDE_RADIUS
    for number in range(len(units)):
        if slot.endswith(f":{CENTRE}") or wall is None:
            turn = math.tau * number / len(units)
            ring = 0.0 if len(units) == 1 else INSIDE_RADIUS / math.sin(math.pi / max(2, len(units)))
            yield x + ring * math.cos(turn), y + ring * math.sin(turn)
        else:
            length, turn = math.dist(wall.start, wall.end), math.radians(degrees_of(wall.outward))
            x, y = wall.at(0.5 + (number - (len(units) - 1) / 2) * min(step, length / len(units)) / length)
            yield x - BEHIND * math.cos(turn), y - BEHIND * math.sin(turn)


def _site(game: Game, feature: Feature) -> SiteView:
    """Return the damage of scenery, and the units in each slot of a Garrison (D-GARR-1, D-SCEN-12, D-COLL-1)."""
    garrison, most = feature.has("garrison"), feature.kind.damage
    tokens, units = game.state.tokens.get(feature.id, 0), occupants(game, feature)
    slots = tuple(_slot(feature, place, units) for place in places(feature)) if garrison else ()
    return SiteView(len(units), most if garrison else 0, left(game, feature), most, tokens, slots)


def _slot(feature: Feature, place: str, units: list[Unit]) -> SlotView:
    """Return a slot of a Garrison with its units: the line of a side, or the point of the centre."""
    slot, wall = f"{feature.id}:{place}", walls(feature)[int(place)] if place != CENTRE else None
    ends = (wall.start, wall.end) if wall is not None else (slot_spot(feature, place),) * 2
    return SlotView(slot, slot_name(feature, place), *ends, tuple(each.id for each in units if each.slot == slot))


def objective_name(game: Game, objective: Objective) -> str:
    """Return the name of an objective: that of its marker on the map."""
    return _own_name(game, objective) or _("the objective")


def burden_name(game: Game, objective: Objective) -> str:
    """Return what a squad carries in words: a place's name alone would not say that it is an objective."""
    name = _own_name(game, objective)
    return _("objective {name}", name=name) if name else objective_name(game, objective)


def _own_name(game: Game, objective: Objective) -> str:
    """Return the name that the map gives an objective, or ""."""
    name = next((each.name for each in game.setup.document.map.objectives if each.id == objective.id), "")
    return _(name) if name else ""


def _objective(game: Game, objective: Objective) -> PieceView:
    """Return an objective for display, with its kind and claimant."""
    lines = []
    if objective.hidden:
        lines.append(Line(_("hidden: a search within 2″ finds it on 7 or more"), "D-OBJ-5"))
    if objective.mobile:
        lines.append(Line(_("a squad that claims it carries it"), "D-OBJ-7"))
    if objective.claimed_by:
        who = game.player_name(objective.claimed_by)
        lines.append(Line(_("claimed by {player}", player=who), "D-OBJ-3"))
    name, owner = objective_name(game, objective), objective.claimed_by
    return PieceView(objective.id, name, "marker", objective.x, objective.y, OBJECTIVE_RADIUS, symbol="objective",
                     controller=owner, details=tuple(lines))  # fmt: skip


def _ground_lines(game: Game, feature: Feature) -> Iterator[Line]:
    """Yield the kind of a piece of scenery, its rules, and its damage, tokens and garrison."""
    kind = feature.kind
    yield Line(_(kind.name))
    yield from (Line(_(name), rule) for flag, (name, rule) in FLAGS.items() if feature.has(flag))
    if feature.height:
        yield Line(_("{inches}″ high", inches=numeral(feature.height, "g")))
    if feature.has("destructible"):
        facts = {"armour": kind.armour, "left": left(game, feature), "of": kind.damage}
        yield Line(_("Armour {armour}, {left} of {of} damage points left", **facts), "D-SCEN-12")
    tokens = game.state.tokens.get(feature.id, 0)
    if tokens:
        yield Line(ngettext("{n} Collateral token", "{n} Collateral tokens", tokens), "D-COLL-1", "warning")
    if feature.has("garrison"):
        taken, places_in_all = len(occupants(game, feature)), kind.damage
        yield Line(_("{n} of {most} places taken", n=taken, most=places_in_all), "D-GARR-1")


def owners(game: Game) -> dict[str, str]:
    """Return the owner of every unit, squad and battlegroup by id, lost ones too, and the claimants of objectives."""
    state = game.state
    owned: list[Unit | Squad | Group] = [*state.units.values(), *state.squads.values(), *state.groups.values()]
    return {each.id: each.owner for each in owned} | {
        each.id: each.claimed_by for each in state.objectives.values() if each.claimed_by
    }


def ranks(game: Game) -> Mapping[str, tuple[str, tuple[str, ...]]]:
    """Return the category of each unit and its special rules, lost ones too."""
    sheets = {unit.id: game.sheet(unit) for unit in game.state.units.values()}
    return {name: (sheet.category, sheet.special) for name, sheet in sheets.items()}


ROLLS: Final = {
    "initiative": (N_("the initiative roll"), "D-INIT-2"),
    "deployment": (N_("the roll-off for table edges"), "D-DEP-1"),
    "hit": (N_("rolls to hit"), "D-SHOOT-13"),
    "damage": (N_("damage rolls"), "D-SHOOT-15"),
    "save": (N_("saves"), "D-SHOOT-18"),
    "hits": (N_("automatic hits"), "D-TRANS-22"),
    "area": (N_("hits of an Area weapon"), "D-SPEC-ARE"),
    "wreck": (N_("the wreck"), "D-TRANS-20"),
    "crash": (N_("the crash"), "D-AIR-7"),
    "zone": (N_("the zone that is hit"), "D-BEH-4"),
    "drop": (N_("hits where it drops"), "D-BEH-4"),
    "landing": (N_("the landing"), "D-BEH-4"),
    "plough": (N_("hits of what it walks through"), "D-BEH-5"),
    "trample": (N_("hits of its feet"), "D-BEH-6"),
    "explosion": (N_("the explosion"), "D-BEH-11"),
    "collapse": (N_("the collapse"), "D-SCEN-13"),
    "collateral": (N_("Collateral damage"), "D-COLL-3"),
    "fortitude": (N_("the Fortitude roll"), "D-CQ-7"),
    "survey": (N_("the survey"), "D-SCO-4"),
    "trap": (N_("hits of a trap"), "D-SCO-4"),
    "search": (N_("the search"), "D-OBJ-5"),
    "dodge": (N_("Dodge saves"), "D-SPEC-DOD"),
    "medics": (N_("points restored"), "C17"),
    "embers": (N_("Collateral tokens"), "C30"),
}
"""The purpose of dice and its rule, by the first word of the purpose in their key."""


def roll_wanted(game: Game, key: str) -> RollView:
    """Return the purpose of the die with a key; keys are "round N/unit or all/purpose/number of the die"."""
    _round, name, purpose, *_number = (*key.split("/"), "", "", "")
    unit = game.state.units.get(name)
    text, rule = ROLLS.get(purpose.partition(" ")[0], (N_("a roll"), "D-CORE-1"))
    return RollView(_(text), unit.id if unit else "", unit.owner if unit else "", rule)
