"""What people can change of units and squads: editable facts, putting them down, taking them away."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from game.documents.reading import Identifier
from game.engine.kit import pieces as kit
from game.engine.kit.blocks import placed
from game.engine.kit.editable import Editable, EditDocument, Number, Row, Tick, button, number, tick
from game.engine.rulebook.editing import Edit, Knob
from game.refusal import Refusal
from game.rulesets.dropzone.documents.sheets import DAMAGE_ZONES, WeaponDocument, Zone
from game.rulesets.dropzone.editing.places import BoardEdit, FlyEdit, FreshEdit, GarrisonEdit
from game.rulesets.dropzone.editing.squads import fit, flies, spots_of, squad_of, squad_room, unit_room
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.rulesets.dropzone.rules.transports.cargo import everything_in
from game.table.facing import compass_of
from game.wording import N_, _, numeral


class WeaponEdit(EditDocument[Game]):
    """Let a weapon of a unit have been fired this round, or not; `spent` are the uses of a Limited one.

    That of a Behemoth may be `silenced`, or not any more (D-BEH-9).
    """

    do: Literal["weapon"]
    piece: Identifier
    weapon: Annotated[str, Field(min_length=1, max_length=120)]
    fired: bool | None = None
    spent: Annotated[int, Field(ge=0, le=99)] | None = None
    silenced: bool | None = None

    def why_not(self, game: Game) -> list[Refusal]:
        unit = game.state.units.get(self.piece)
        if unit is None or (self.silenced is not None and not game.sheet(unit).zones):
            return self.edits.unfit(game, self.piece)
        known = [each.name for each in game.setup.sheets[unit.sheet].weapons]
        if self.weapon in known:
            return []
        text = _("{weapon!r} is not a weapon of {unit} - use one of {known}", weapon=self.weapon, unit=unit.name,
                 known=", ".join(known))  # fmt: skip
        return [Refusal(text, "D-UNIT-3")]

    def carry_out(self, game: Game) -> None:
        unit = game.state.units[self.piece]
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


class ZoneEdit(EditDocument[Game]):
    """Let a damage zone of a Behemoth have lost some points; thresholds past these count as settled (D-BEH-9)."""

    do: Literal["zone"]
    piece: Identifier
    zone: Zone
    lost: Annotated[int, Field(ge=0, le=300)]

    def why_not(self, game: Game) -> list[Refusal]:
        unit = game.state.units.get(self.piece)
        if unit is None or not game.sheet(unit).zones:
            return self.edits.unfit(game, self.piece)
        if self.lost > next(each for each in game.sheet(unit).zones if each.zone == self.zone).whole:
            return [Refusal(_("the zone has fewer damage points"), "D-BEH-8")]
        trial = Game(game.setup, game.state.clone(), game.dice)
        self.carry_out(trial)
        return [] if trial.left(trial.state.units[self.piece]) else _why_not_dead(game, unit, game.sheet(unit).damage)

    def carry_out(self, game: Game) -> None:
        unit = game.state.units[self.piece]
        zone = next(each for each in game.sheet(unit).zones if each.zone == self.zone)
        unit.zones = {**unit.zones, self.zone: 0}
        unit.crippled = {**unit.crippled, self.zone: self.lost // zone.points}
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


def _stand(game: Game, unit: Unit, edit: Any) -> None:
    _put_down(game, unit, edit.spot, edit.facing)


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
    stand=_stand,
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
