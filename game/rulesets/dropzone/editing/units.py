"""What people can change of units and squads: editable facts, putting them down, taking them away."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from game.documents.reading import Identifier
from game.engine.kit import pieces as kit
from game.engine.kit.blocks import BlockRoom, Spots, formation, placed
from game.engine.kit.editable import Editable, Number, PieceEdit, Row, Tick, button, copied, number, tick
from game.engine.rulebook.editing import Edit, Knob
from game.refusal import Refusal
from game.rulesets.dropzone.documents.sheets import DAMAGE_ZONES, WeaponDocument, Zone, ZoneDocument
from game.rulesets.dropzone.rules.cargo import cargo, everything_in, fitting
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.asking import room_for
from game.rulesets.dropzone.rules.moving.boarding import slot_name
from game.rulesets.dropzone.rules.moving.flying import has_ground
from game.rulesets.dropzone.rules.scenery import house_of, open_slots, piece_of, room, settle
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.rulesets.dropzone.view.supposing import squad_of
from game.table.facing import compass_of
from game.table.lattice import snap
from game.table.placing.region import Region
from game.wording import N_, _, numeral

NORTHWARD, SOUTHWARD, EASTWARD, WESTWARD = 9000, 27000, 0, 18000
"""Where a squad looks that comes from an edge, in hundredths of a degree."""
AHEAD: Final = {"south": NORTHWARD, "north": SOUTHWARD, "west": EASTWARD, "east": WESTWARD}


def living_squad_of(game: Game, identity: str) -> Squad | None:
    """Return the squad as by `squad_of`, or None if it has no living units."""
    squad = squad_of(game, identity)
    return squad if squad is not None and game.units_of(squad) else None


def ahead(game: Game, player: str) -> int:
    """Return where a squad looks when it is put down: away from the edge of its player."""
    return AHEAD.get(game.state.edges.get(player, "").split("-")[0], NORTHWARD)


def fit(game: Game, squad: Squad) -> list[Unit]:
    """Return the units that come to the table with a squad: the living ones; of none all."""
    return game.units_of(squad) or [game.state.units[each] for each in squad.units]


def flies(game: Game, unit: Unit) -> bool:
    """Return whether a unit is in the air once it stands on the table: as before, or as the others of its squad do."""
    others = [unit] if unit.on_table else [each for each in game.standing(game.squad_of(unit)) if each is not unit]
    return others[0].airborne if others else game.sheet(unit).is_aircraft


# -- where there is room


def unit_room(game: Game, unit: Unit, along: Sequence[Unit] = ()) -> Region:
    """Return the room for a unit: on the table, on no other token, off what it cannot stand on (D-GEO-16, D-SCEN-2).

    Units that come `along` are not in its way.
    """
    sheet, away = game.sheet(unit), [unit.id, *(each.id for each in along)]
    return Region(sheet.radius, room_for(game, sheet, away, flying=flies(game, unit)))


def squad_room(game: Game, squad: Squad, spots: Spots) -> BlockRoom:
    """Return where the middle of a squad may be put: where each of its units has room."""
    units = [game.state.units[name] for name in spots]
    return BlockRoom([(unit_room(game, unit, units), *spots[unit.id]) for unit in units])


def middle_of(units: Sequence[Unit]) -> tuple[float, float]:
    """Return the middle of some units on the table: that of the box around their centres."""
    x, y = [unit.x for unit in units], [unit.y for unit in units]
    return snap((min(x) + max(x)) / 2), snap((min(y) + max(y)) / 2)


def spots_of(game: Game, squad: Squad, facing: int | None) -> Spots:
    """Return the spots of a squad's units about its middle: as they stand now, else as a block that looks somewhere."""
    units = fit(game, squad)
    if facing is None and all(unit.on_table for unit in units):
        x, y = middle_of(units)
        return {unit.id: (snap(unit.x - x), snap(unit.y - y)) for unit in units}
    radii = dict.fromkeys((unit.id for unit in units), game.sheet_of(squad).radius)
    return formation(radii, ahead(game, squad.owner) if facing is None else facing)


# -- Transports and Garrisons


def transports(game: Game, identity: str) -> list[Unit]:
    """Return the living Transports of an id: a unit, or those of a squad."""
    unit, squad = game.state.units.get(identity), game.state.squads.get(identity)
    found = [unit] if unit is not None else game.units_of(squad) if squad is not None else []
    return [each for each in found if each.alive and game.sheet(each).carries]


def carries(game: Game, unit: Unit, squad: Squad) -> bool:
    """Return whether a unit is, or is inside, a unit of a squad: that cannot board it (D-TRANS-5)."""
    while unit.id not in squad.units and unit.carrier:
        unit = game.state.units[unit.carrier]
    return unit.id in squad.units


def berths(game: Game, squad: Squad, carriers: Sequence[Unit]) -> dict[str, str] | None:
    """Return the Transport of each living unit of a squad, None without room for all (D-TRANS-2, D-TRANS-3)."""
    waiting, found = game.units_of(squad), dict[str, str]()
    for transport in carriers:
        own = sum(each.squad == squad.id for each in cargo(game, transport))
        there = len(fitting(game, transport, squad)) + own
        found |= {unit.id: transport.id for unit in waiting[:there]}
        waiting = waiting[there:]
    return None if waiting else found


def open_transports(game: Game, squad: Squad) -> Iterator[Unit]:
    """Yield the Transports with room for a whole squad, of its player and battlegroup or Auxiliary (D-TRANS-4)."""
    for unit in game.state.units.values():
        group = game.squad_of(unit).group
        friendly = unit.owner == squad.owner and group in ("", squad.group) and not carries(game, unit, squad)
        if friendly and transports(game, unit.id) and berths(game, squad, [unit]) is not None:
            yield unit


def has_room(game: Game, feature: Feature, squad: Squad) -> bool:
    """Return whether a Garrison has room for a whole squad, whose own places count as free (D-GARR-1)."""
    units = game.units_of(squad)
    return room(game, feature) + sum(piece_of(unit) == feature.id for unit in units) >= len(units)


def near_houses(game: Game, squad: Squad, most: float) -> list[Feature]:
    """Return the Garrisons with room within some inches of a squad of Infantry on the table, the nearest first."""
    units = game.standing(squad)
    if not units or not game.sheet_of(squad).is_infantry:
        return []
    gaps = {each.id: min(each.gap(unit.x, unit.y) for unit in units) for each in game.features if each.has("garrison")}
    there = [each for each in game.features if gaps.get(each.id, most + 1.0) <= most and has_room(game, each, squad)]
    return sorted(there, key=lambda each: gaps[each.id])


NEAR: Final = 12.0
"""Inches to the Garrisons that a squad can be put in by a button."""
MOST_HOUSES: Final = 3


class SquadEdit(PieceEdit[Game, Squad]):
    """An edit of a squad, named by its own id or that of a unit."""

    find = staticmethod(squad_of)


class FlyEdit(SquadEdit):
    """Let the Aircraft of a squad on the table fly, or land where they are (D-AIR-3)."""

    do: Literal["fly"]
    airborne: bool

    def against(self, game: Game, squad: Squad) -> list[Refusal]:
        units = game.standing(squad)
        if not units or not game.sheet_of(squad).is_aircraft:
            return [Refusal(_("{squad} has no Aircraft on the table", squad=squad.name), "D-AIR-3")]
        if not self.airborne and not all(has_ground(game, unit) for unit in units):
            return [Refusal(_("there is no room to land"), "D-AIR-3")]
        return []

    def change(self, game: Game, squad: Squad) -> None:
        for unit in game.standing(squad):
            unit.airborne = self.airborne

    @classmethod
    def knobs(cls, game: Game, squad: Squad) -> Iterator[Knob]:
        """Yield the tick of Aircraft on the table, if they may land."""
        units = game.standing(squad)
        edit = cls(do="fly", piece=squad.id, airborne=not (units and units[0].airborne))
        if units and not edit.why_not(game):
            yield tick("airborne", _("In the air"), units[0].airborne, edit.model_dump(), "D-AIR-3")


class LivingSquadEdit(SquadEdit):
    """An edit of a squad that has living units."""

    find = staticmethod(living_squad_of)


class BoardEdit(LivingSquadEdit):
    """Put a whole squad into a Transport, or into those of a squad, as far as there is room (D-TRANS-2, D-TRANS-3)."""

    do: Literal["board"]
    into: Identifier

    def against(self, game: Game, squad: Squad) -> list[Refusal]:
        there, name = transports(game, self.into), self.edits.name_of(game, self.into)
        if not there or there[0].owner != squad.owner:
            return [Refusal(_("{name} is no Transport of {squad}", name=name, squad=squad.name), "D-TRANS-2")]
        if any(carries(game, each, squad) for each in there):
            return [Refusal(_("{squad} would carry itself", squad=squad.name), "D-TRANS-5")]
        if berths(game, squad, there) is None:
            return [Refusal(_("{name} has no room for {squad}", name=name, squad=squad.name), "D-TRANS-2")]
        return []

    def change(self, game: Game, squad: Squad) -> None:
        for name, carrier in (berths(game, squad, transports(game, self.into)) or {}).items():
            unit = game.state.units[name]
            unit.place, unit.carrier, unit.slot, unit.airborne = "aboard", carrier, "", False

    @classmethod
    def knobs(cls, game: Game, squad: Squad) -> Iterator[Knob]:
        """Yield a button for each Transport with room for all."""
        inside = {unit.carrier for unit in game.units_of(squad)}
        for transport in open_transports(game, squad) if inside else ():
            if transport.id not in inside:
                edit = cls(do="board", piece=squad.id, into=transport.id)
                label = _("Put the squad aboard {transport}", transport=transport.name)
                yield button(f"board:{transport.id}", label, edit.model_dump(), "D-TRANS-8")


class GarrisonEdit(LivingSquadEdit):
    """Put a squad into a slot of a Garrison; a unit of a squad that is inside takes the slot alone (D-GARR-3, 4).

    The slot is "centre", or the number of a side.
    """

    do: Literal["garrison"]
    into: Identifier
    slot: Annotated[str, Field(pattern=r"^(centre|\d{1,3})$")] = "centre"

    def _house(self, game: Game) -> Feature | None:
        return next((each for each in game.features if each.id == self.into and each.has("garrison")), None)

    def against(self, game: Game, squad: Squad) -> list[Refusal]:
        house = self._house(game)
        if house is None:
            return [Refusal(_("{name} is no Garrison", name=self.edits.name_of(game, self.into)), "D-SCEN-9")]
        if not game.sheet_of(squad).is_infantry:
            return [Refusal(_("only Infantry enters a Garrison"), "D-GARR-1")]
        if not has_room(game, house, squad):
            return [Refusal(_("{piece} has no room for {squad}", piece=house.name, squad=squad.name), "D-GARR-1")]
        if self.slot not in open_slots(game, house, squad.owner):
            return [Refusal(_("enemies hold that side, or there is none"), "D-GARR-4")]
        return []

    def change(self, game: Game, squad: Squad) -> None:
        house, unit = self._house(game), game.state.units.get(self.piece)
        assert house is not None
        alone = unit is not None and unit.alive and house_of(game, unit) == house
        for each in [unit] if unit is not None and alone else game.units_of(squad):
            turned = each.turned
            settle(game, each, house, self.slot)
            each.turned = turned

    @classmethod
    def into_knobs(cls, game: Game, squad: Squad) -> Iterator[Knob]:
        """Yield a button for each Garrison near a squad of Infantry."""
        for house in near_houses(game, squad, NEAR)[:MOST_HOUSES]:
            edit = cls(do="garrison", piece=squad.id, into=house.id)
            label = _("Put the squad into {piece}", piece=house.name)
            yield button(f"garrison:{house.id}", label, edit.model_dump(), "D-GARR-3")

    @classmethod
    def slot_knobs(cls, game: Game, unit: Unit) -> Iterator[Knob]:
        """Yield the choice of the slot of a unit in a Garrison."""
        house = house_of(game, unit)
        if house is None:
            return
        slots, now = open_slots(game, house, unit.owner), unit.slot.rpartition(":")[2]
        at = slots.index(now) if now in slots else 0
        less, more = (
            cls(do="garrison", piece=unit.id, into=house.id, slot=slots[to]).model_dump()
            if 0 <= to < len(slots)
            else None
            for to in (at - 1, at + 1)
        )
        yield Knob("slot", _("Place in the Garrison"), slot_name(house, now), less, more, "D-GARR-4")


class FreshEdit(SquadEdit):
    """Let a squad have done nothing this round, and its battlegroup too (D-ACT-1, D-BG-1)."""

    do: Literal["fresh"]

    def change(self, game: Game, squad: Squad) -> None:
        squad.acted, squad.actions, squad.entered, squad.shaken = False, [], False, False
        squad.embarked = squad.disembarked = squad.left_air = squad.alighted = False
        for unit in (game.state.units[each] for each in squad.units):
            unit.moved, unit.turned, unit.fired, unit.rearmed = 0.0, False, [], []
        group = game.state.groups.get(squad.group)
        if group is not None and group.status in ("done", "held"):
            group.status = "ready"

    @staticmethod
    def knobs(game: Game, squad: Squad) -> list[Knob]:
        """Return the button."""
        edit: Edit = {"do": "fresh", "piece": squad.id}
        return [button("fresh", _("Reset what it has done this round"), edit, "D-ACT-1")]


class WeaponEdit(PieceEdit[Game, Unit]):
    """Let a weapon of a unit have been fired this round, or not; `spent` are the uses of a Limited one.

    That of a Behemoth may be `silenced`, or not any more (D-BEH-9).
    """

    find = staticmethod(lambda game, identity: game.state.units.get(identity))

    do: Literal["weapon"]
    weapon: Annotated[str, Field(min_length=1, max_length=120)]
    fired: bool | None = None
    spent: Annotated[int, Field(ge=0, le=99)] | None = None
    silenced: bool | None = None

    def against(self, game: Game, unit: Unit) -> list[Refusal]:
        if self.silenced is not None and not game.sheet(unit).zones:
            return self.edits.unfit(game, self.piece)
        known = [each.name for each in game.setup.sheets[unit.sheet].weapons]
        if self.weapon in known:
            return []
        text = _("{weapon!r} is not a weapon of {unit} - use one of {known}", weapon=self.weapon, unit=unit.name,
                 known=", ".join(known))  # fmt: skip
        return [Refusal(text, "D-UNIT-3")]

    def change(self, game: Game, unit: Unit) -> None:
        if self.fired is not None:
            unit.fired = [*(each for each in unit.fired if each != self.weapon), *[self.weapon] * self.fired]
            unit.rearmed = [each for each in unit.rearmed if each in unit.fired]
        if self.silenced is not None:
            unit.silenced = [*(each for each in unit.silenced if each != self.weapon), *[self.weapon] * self.silenced]
        if self.spent is not None:
            spent = {**unit.spent, self.weapon: self.spent}
            unit.spent = {name: count for name, count in spent.items() if count}

    @staticmethod
    def facts(game: Game, unit: Unit) -> list[tuple[str, str]]:
        """Return what a unit has fired, as facts."""
        spent = ", ".join(f"{name} {count}" for name, count in unit.spent.items())
        return [(N_("fired"), ", ".join(unit.fired)), (N_("shots used"), spent)]

    @staticmethod
    def knobs(game: Game, unit: Unit) -> Iterator[Knob]:
        """Yield a tick for each weapon, and the number of uses of a Limited one."""
        for weapon in game.sheet(unit).weapons:
            edit: Edit = {"do": "weapon", "piece": unit.id, "weapon": weapon.name}
            done = weapon.name in unit.fired
            label = _("Fired this round: {weapon}", weapon=weapon.name)
            yield tick(f"fired:{weapon.name}", label, done, {**edit, "fired": not done}, "D-RF-3")
            yield from _limited(unit, weapon, edit)
        for weapon in game.setup.sheets[unit.sheet].weapons if game.sheet(unit).zones else ():
            lost, edit = weapon.name in unit.silenced, {"do": "weapon", "piece": unit.id, "weapon": weapon.name}
            label = _("Silent: {weapon}", weapon=weapon.name)
            yield tick(f"silenced:{weapon.name}", label, lost, {**edit, "silenced": not lost}, "D-BEH-9")


def _limited(unit: Unit, weapon: WeaponDocument, edit: Edit) -> Iterator[Knob]:
    limited = weapon.rules.get("limited")
    if limited is not None:
        label, used = _("Uses of {weapon}", weapon=weapon.name), unit.spent.get(weapon.name, 0)
        most = max(limited.value, used)
        yield number(f"spent:{weapon.name}", label, used, (0, most), edit, "spent", "D-SPEC-LIM")


def behemoth_of(game: Game, identity: str) -> Unit | None:
    """Return the Behemoth with an id, or None."""
    unit = game.state.units.get(identity)
    return unit if unit is not None and game.sheet(unit).zones else None


class ZoneEdit(PieceEdit[Game, Unit]):
    """Let a damage zone of a Behemoth have lost some points; thresholds past these count as settled (D-BEH-9)."""

    find = staticmethod(behemoth_of)

    do: Literal["zone"]
    zone: Zone
    lost: Annotated[int, Field(ge=0, le=300)]

    def _document(self, game: Game, unit: Unit) -> ZoneDocument:
        return next(each for each in game.sheet(unit).zones if each.zone == self.zone)

    def against(self, game: Game, unit: Unit) -> list[Refusal]:
        if self.lost > self._document(game, unit).whole:
            return [Refusal(_("the zone has fewer damage points"), "D-BEH-8")]
        trial = copied(game)
        self.carry_out(trial)
        return [] if trial.left(trial.state.units[self.piece]) else _why_not_dead(game, unit, game.sheet(unit).damage)

    def change(self, game: Game, unit: Unit) -> None:
        unit.zones = {**unit.zones, self.zone: 0}
        unit.crippled = {**unit.crippled, self.zone: self.lost // self._document(game, unit).points}
        game.damage_zone(unit, self.zone, self.lost, "D-BEH-8")

    @staticmethod
    def facts(game: Game, unit: Unit) -> list[tuple[str, str]]:
        """Return the points that each zone has lost, and the weapons that are lost, as facts."""
        if not game.sheet(unit).zones:
            return []
        lost = ", ".join(f"{zone} {count}" for zone, count in unit.zones.items())
        return [(N_("zones"), lost), (N_("silent"), ", ".join(unit.silenced))]

    @staticmethod
    def knobs(game: Game, unit: Unit) -> Iterator[Knob]:
        """Yield the lost points of each zone."""
        for zone in game.sheet(unit).zones:
            edit: Edit = {"do": "zone", "piece": unit.id, "zone": zone.zone}
            label, lost = _("Damage points lost: {zone}", zone=_(DAMAGE_ZONES[zone.zone])), unit.zones.get(zone.zone, 0)
            yield number(f"zone:{zone.zone}", label, lost, (0, zone.whole), edit, "lost", "D-BEH-8")


class Travelled(Editable[Game, Unit]):
    """The inches that a unit has moved this round."""

    def turned(self, game: Game, thing: Unit, value: float) -> tuple[Any, Any, str]:
        less = max(0.0, math.ceil(value) - 1.0) if value > 0.0 else None
        return less, math.floor(value) + 1.0, f"{numeral(value, '.4g')}″"


def _travel(game: Game, unit: Unit, inches: float) -> None:
    unit.moved, unit.turned = inches, inches > 0.0


def _why_not_dead(game: Game, unit: Unit, lost: int) -> list[Refusal]:
    most = game.sheet(unit).damage
    if lost < most:
        return []
    return [Refusal(_("{unit} has {most} damage points: destroy it instead", unit=unit.name, most=most), "D-UNIT-7")]


def _turning(game: Game, unit: Unit) -> Iterator[Knob]:
    if unit.on_table:
        yield kit.turning({"do": "change", "piece": unit.id}, unit.facing, "D-MOVE-2")


def _whereabouts(game: Game, unit: Unit) -> str:
    """Return where a unit is, for the record."""
    at = {"table": kit.spot_text(unit.x, unit.y), "inside": unit.slot, "aboard": unit.carrier}
    return at.get(unit.place, unit.place)


def _why_not_there(game: Game, unit: Unit, edit: Any) -> list[Refusal]:
    squad = game.squad_of(unit)
    if not unit.on_table and any(not each.on_table for each in game.units_of(squad) if each is not unit):
        text = _("{squad} is not on the table: put the whole squad down", squad=squad.name)
        return [Refusal(text, "D-TRANS-10")]
    return unit_room(game, unit).why_not(edit.spot)


def _put_down(game: Game, unit: Unit, spot: tuple[float, float], facing: int | None) -> None:
    """Set a unit down on the table; one that was destroyed returns unharmed (D-UNIT-6)."""
    airborne = flies(game, unit)
    if not unit.alive:
        unit.lost, unit.zones, unit.crippled, unit.silenced = 0, {}, {}, []
    unit.place, unit.carrier, unit.slot, unit.airborne = "table", "", "", airborne
    unit.x, unit.y = spot
    unit.facing = unit.facing if facing is None else facing


def _take_unit(game: Game, unit: Unit, to: str) -> None:
    """Destroy a unit with all that it carries, or take its squad off the table (D-TRANS-10, D-UNIT-7)."""
    gone = [unit, *everything_in(game, unit)] if to == "destroyed" else game.units_of(game.squad_of(unit))
    for each in gone:
        each.place = "destroyed" if to == "destroyed" else "off"
        each.carrier, each.slot, each.airborne = "", "", False
    for squad in dict.fromkeys(each.squad for each in gone):
        _let_go(game, game.state.squads[squad])


def _let_go(game: Game, squad: Squad) -> None:
    """Let a squad that is gone drop what it carries where it was (D-OBJ-13)."""
    if any(each.place != "off" for each in game.units_of(squad)):
        return
    for objective in game.state.objectives.values():
        if objective.carrier == squad.id:
            objective.carrier = objective.claimed_by = ""


def _loss(game: Game, unit: Unit) -> Iterator[Knob]:
    squad = game.squad_of(unit)
    if unit.alive and len(game.units_of(squad)) > 1:
        edit: Edit = {"do": "remove", "piece": unit.id, "to": "destroyed"}
        yield button("lose", _("Destroy this unit"), edit, "D-UNIT-7")


UNITS: Final = kit.Pieces[Game, Unit]("change", "piece", lambda game: game.state.units, (
        Row(lambda game, unit: [(N_("place"), _whereabouts(game, unit))]),
        Number("lost", N_("Damage points lost"), "D-UNIT-6", N_("damage points lost"), (0, 99), why_not=_why_not_dead,
               most=lambda game, unit: game.sheet(unit).damage - 1,
               shown=lambda game, unit: unit.alive and not game.sheet(unit).zones),
        Row(ZoneEdit.facts, ZoneEdit.knobs),
        Editable("facing", fact=N_("facing"), form=kit.Facing, words=lambda facing: f"{compass_of(facing):g}°"),
        Row(knobs=_turning),
        Travelled("moved", N_("Moved this round"), "D-SHOOT-6", N_("inches moved"), put=_travel,
                  form=Annotated[float, Field(ge=0.0, le=200.0)], words=lambda inches: f"{inches:.4g}",
                  shown=lambda game, unit: unit.on_table),
        Tick("scanned", N_("Has a Scan Token"), "D-OBJ-6", N_("Scan Token"),
             shown=lambda game, unit: bool(game.sheet(unit).carries) and not game.sheet(unit).is_aircraft),
        Row(WeaponEdit.facts, WeaponEdit.knobs),
        Row(knobs=GarrisonEdit.slot_knobs),
        Row(knobs=_loss),
        Row(lambda game, unit: [(N_("in the air"), "yes" if unit.airborne else "no")]),
    ),
    why_not_there=_why_not_there,
    stand=lambda game, unit, edit: _put_down(game, unit, edit.spot, edit.facing),
    take=_take_unit,
)  # fmt: skip


def why_not_squad(game: Game, squad: Squad, edit: Any) -> list[Refusal]:
    """Return why the middle of a squad cannot be put where an edit says (D-GEO-16, D-SCEN-2)."""
    return squad_room(game, squad, spots_of(game, squad, edit.facing)).why_not((edit.x, edit.y))


def stand_squad(game: Game, squad: Squad, edit: Any) -> None:
    """Set a squad down as an edit says."""
    spots = placed(spots_of(game, squad, edit.facing), edit.x, edit.y)
    for unit in fit(game, squad):
        _put_down(game, unit, spots[unit.id], edit.facing)


def _take_squad(game: Game, squad: Squad, to: str) -> None:
    for unit in game.units_of(squad) if to == "destroyed" else game.units_of(squad)[:1]:
        _take_unit(game, unit, to)


def _removals(game: Game, squad: Squad) -> Iterator[Knob]:
    units = game.units_of(squad)
    if any(unit.place != "off" for unit in units):
        yield kit.removal(squad.id, "removed", N_("Take the squad off the table"), "D-DEP-5")
    if units:
        yield kit.removal(squad.id, "destroyed", N_("Destroy the whole squad"), "D-UNIT-7")


SQUADS: Final = kit.Pieces[Game, Squad]("squad", "piece", lambda game: game.state.squads, (
        Tick("acted", N_("Acted this round"), "D-BG-7", N_("acted")),
        Tick("embarked", N_("Embarked this round"), "D-TRANS-17", N_("embarked")),
        Tick("disembarked", N_("Disembarked this round"), "D-TRANS-18", N_("disembarked")),
        Tick("left_air", N_("Left an aerial Transport this round"), "D-TRANS-19", N_("left an aerial Transport")),
        Row(knobs=FreshEdit.knobs),
        Row(knobs=FlyEdit.knobs),
        Row(knobs=BoardEdit.knobs),
        Row(knobs=GarrisonEdit.into_knobs),
        Row(knobs=_removals),
    ),
    owner=squad_of,
    why_not_there=why_not_squad,
    stand=stand_squad,
    take=_take_squad,
)  # fmt: skip
