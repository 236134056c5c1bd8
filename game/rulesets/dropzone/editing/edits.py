"""The edits by hand of a running battle, in a sandbox or as a referee: units, squads, scenery, scores (D-CORE-12)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Annotated, Any, Final, Literal

import shapely
from pydantic import Field

from game.documents.reading import Identifier
from game.engine.kit import pieces as kit
from game.engine.kit.blocks import BlockRoom, Spots, formation, placed
from game.engine.kit.editable import (
    Choice,
    Editable,
    Edits,
    Number,
    PieceEdit,
    PlayerIds,
    Row,
    Sort,
    StateEntry,
    Tick,
    Who,
    button,
    copied,
    number,
    of_players,
    of_the_game,
    tick,
)
from game.engine.kit.pieces import Terrain
from game.engine.rulebook.editing import Droppable, Edit, Knob
from game.engine.rulebook.laying import Laid, why_off_the_table
from game.lengths import size
from game.refusal import Refusal
from game.rulesets.dropzone.documents.sheets import DAMAGE_ZONES, WeaponDocument, Zone, ZoneDocument
from game.rulesets.dropzone.new_game.planning import NEW_GAMES, overlap
from game.rulesets.dropzone.rules import scenarios
from game.rulesets.dropzone.rules.cargo import cargo, everything_in, fitting
from game.rulesets.dropzone.rules.features import KIND, KINDS, Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.asking import room_for
from game.rulesets.dropzone.rules.moving.boarding import has_ground, slot_name
from game.rulesets.dropzone.rules.objectives import claimants
from game.rulesets.dropzone.rules.scenery import (
    LARGE,
    house_of,
    occupants,
    open_slots,
    piece_of,
    room,
    settle,
    slot_spot,
)
from game.rulesets.dropzone.rules.setup import RUBBLE, TOLERANCE, add_squad, further
from game.rulesets.dropzone.rules.soundness import SOUND
from game.rulesets.dropzone.rules.state import Group, Objective, Squad, State, Step, Unit
from game.rulesets.dropzone.view.event_text import STATUS, Words
from game.rulesets.dropzone.view.preview import squad_of
from game.rulesets.dropzone.view.table import MODES
from game.table.facing import compass_of
from game.table.lattice import snap
from game.table.looks import Look
from game.table.placing.region import Region
from game.table.shapes import Disc
from game.table.terrain.battlefield import Piece
from game.table.terrain.kit import Pattern, Point, box_outline, round_outline
from game.wording import N_, _

MOST_TOKENS: Final = 20


def _piece(kind: str, look: Look, outline: tuple[Point, ...]) -> Pattern:
    return Pattern(kind, KINDS[kind].name, look, outline, traits={KIND: kind}, height=float(KINDS[kind].height))


STARTER: Final = (
    _piece("small-building", "building", box_outline(4.0, 4.0)),
    _piece("medium-building", "building", box_outline(6.0, 4.0)),
    _piece("large-building", "building", box_outline(6.0, 6.0)),
    _piece("small-forest", "wood", round_outline(2.2, 0.1, 16)),
    _piece("barricade", "wall", box_outline(4.0, 0.4)),
    _piece("field", "field", box_outline(6.0, 5.0)),
    _piece("park", "field", round_outline(2.6, 0.12, 18)),
    _piece("hill", "rock", round_outline(2.8, 0.08, 18)),
    _piece("road", "road", box_outline(12.0, 2.0)),
)
"""The pieces of a sandbox: scenery of the standard kinds, with their heights (D-FEAT-1)."""
DRAWN: Final = (
    *STARTER,
    _piece("tiny-building", "building", box_outline(2.5, 2.5)),
    _piece("medium-bunker", "building", box_outline(5.0, 4.0)),
    _piece("large-bunker", "building", box_outline(6.0, 6.0)),
    _piece("tiny-shack", "ruin", box_outline(2.5, 2.5)),
    _piece("small-shack", "ruin", box_outline(4.0, 3.0)),
    _piece("medium-forest", "wood", round_outline(3.2, 0.1, 18)),
    _piece("large-forest", "wood", round_outline(4.2, 0.1, 20)),
    _piece("river", "water", box_outline(12.0, 3.0)),
    _piece("lava", "crater", box_outline(10.0, 2.0)),
    _piece("rubble", "rubble", round_outline(2.0, 0.15, 16)),
    _piece("hulk", "rock", box_outline(4.0, 2.5)),
)
"""Every kind of scenery with a usual shape, to draw maps with (D-FEAT-1)."""


def is_road(piece: Piece) -> bool:
    """Return whether a piece may lie under others: a road, or one without effect."""
    return piece.traits.get(KIND) in (None, "road")


class Ground(Terrain[Game]):
    """The scenery of a table: pieces do not overlap but on roads, nor lie impassably on a unit (D-GEO-16)."""

    rule, rule_of_bases, tolerance, gone = "D-GEO-16", "D-SCEN-2", TOLERANCE, "lifted"

    def solid(self, piece: Piece) -> bool:
        kind = KINDS.get(str(piece.traits.get(KIND)))
        return kind is not None and "impassable" in kind.flags

    def standing(self, game: Game) -> Iterator[tuple[str, Sequence[Disc]]]:
        return ((unit.name, [game.disc(unit)]) for unit in game.on_table() if not unit.airborne)

    def why_no_room(self, game: Game, there: Piece) -> list[Refusal]:
        others = (piece for piece in self.field(game).pieces if piece.id != there.id and not piece.decoration)
        overlaid = [other for other in others if not is_road(there) and not is_road(other) and overlap(there, other)]
        overlaps = [Refusal(_("overlaps {piece}", piece=piece.name), self.rule) for piece in overlaid]
        return [*why_off_the_table(self.field(game), there, self.rule), *overlaps]

    def lay(self, game: Game, identity: str, laid: Laid | None = None) -> None:
        """Lay a piece at another spot; units in a Garrison come along."""
        super().lay(game, identity, laid)
        for feature in game.features:
            if feature.id == identity:
                for unit in occupants(game, feature):
                    unit.x, unit.y = slot_spot(feature, unit.slot.rpartition(":")[2])

    def knobs(self, game: Game, about: str) -> Iterator[Knob]:
        inside = any(piece_of(unit) == about for unit in game.state.units.values())
        for knob in super().knobs(game, about):
            if not (inside and knob.id.startswith("remove:")):
                yield knob

    def droppable(self, game: Game) -> list[Droppable]:
        """Return the pieces off the table; rubble only if the scenery that leaves it has collapsed (D-SCEN-16)."""
        supply, laid = self.supply(game), {piece.id for piece in self.field(game).pieces}
        rubble = {f"{piece.id}{RUBBLE}" for piece in supply.values() if piece.id not in laid and _leaves_rubble(piece)}
        return [piece for piece in super().droppable(game) if not piece.id.endswith(RUBBLE) or piece.id in rubble]


def _leaves_rubble(piece: Piece) -> bool:
    kind = KINDS.get(str(piece.traits.get(KIND)))
    return kind is not None and kind.damage >= LARGE


# -- damage and tokens of scenery


def _destructible(game: Game) -> dict[str, Feature]:
    return {feature.id: feature for feature in game.features if feature.has("destructible")}


def _why_not_fall(game: Game, scenery: StateEntry, scars: int) -> list[Refusal]:
    feature = _destructible(game)[scenery.id]
    if scars < feature.kind.damage:
        return []
    facts = {"piece": feature.name, "most": feature.kind.damage}
    return [Refusal(_("{piece} has {most} damage points: take it off the table instead", **facts), "D-SCEN-16")]


SCENERY: Final = Sort[Game, StateEntry](
    "scenery",
    "piece",
    lambda game: {name: StateEntry(game.state, name, missing=0) for name in _destructible(game)},
    (
        Number("scars", N_("Damage points lost"), "D-SCEN-12", N_("damage points lost"), (0, 99),
               why_not=_why_not_fall, most=lambda game, scenery: _destructible(game)[scenery.id].kind.damage - 1),
        Number("tokens", N_("Collateral tokens"), "D-COLL-1", N_("Collateral tokens"), (0, MOST_TOKENS)),
    ),
)  # fmt: skip
TERRAIN: Final = Ground()


AHEAD: Final = {"south": 9000, "north": 27000, "west": 0, "east": 18000}
"""The facing of a squad that comes from an edge, in hundredths of a degree."""


def living_squad_of(game: Game, identity: str) -> Squad | None:
    """Return the squad with an id, its own or a unit's; None if it has no living units."""
    squad = squad_of(game, identity)
    return squad if squad is not None and game.units_of(squad) else None


def ahead(game: Game, player: str) -> int:
    """Return the facing of a squad that is put down: away from its player's edge."""
    return AHEAD.get(game.state.edges.get(player, "").split("-")[0], AHEAD["south"])


def fit(game: Game, squad: Squad) -> list[Unit]:
    """Return the units that come to the table with a squad: the living ones, or all if none lives."""
    return game.units_of(squad) or [game.state.units[unit] for unit in squad.units]


def flies(game: Game, unit: Unit) -> bool:
    """Return whether a unit flies once it is put down: like before, like its squad, or if it is an Aircraft."""
    others = [unit] if unit.on_table else [other for other in game.standing(game.squad_of(unit)) if other is not unit]
    return others[0].airborne if others else game.sheet(unit).is_aircraft


# -- where there is room


def unit_room(game: Game, unit: Unit, along: Sequence[Unit] = ()) -> Region:
    """Return the room for a unit: on the table, on no other token, off impassable scenery (D-GEO-16, D-SCEN-2).

    Units that come `along` are not in its way.
    """
    sheet, away = game.sheet(unit), [unit.id, *(companion.id for companion in along)]
    return Region(sheet.radius, room_for(game, sheet, away, flying=flies(game, unit)))


def squad_room(game: Game, squad: Squad, spots: Spots) -> BlockRoom:
    """Return the room for the middle of a squad: the spots at which each of its units has room."""
    units = [game.state.units[name] for name in spots]
    return BlockRoom([(unit_room(game, unit, units), *spots[unit.id]) for unit in units])


def spots_of(game: Game, squad: Squad, facing: int | None) -> Spots:
    """Return the spots of a squad's units around its middle: as they stand, or as a block if a `facing` is given."""
    units = fit(game, squad)
    if facing is None and all(unit.on_table for unit in units):
        west, south, east, north = shapely.MultiPoint([unit.spot for unit in units]).bounds
        x, y = snap((west + east) / 2), snap((south + north) / 2)
        return {unit.id: (snap(unit.x - x), snap(unit.y - y)) for unit in units}
    radii = dict.fromkeys((unit.id for unit in units), game.sheet_of(squad).radius)
    return formation(radii, ahead(game, squad.owner) if facing is None else facing)


# -- Transports and Garrisons


def transports(game: Game, identity: str) -> list[Unit]:
    """Return the living Transports with an id: a unit, or all units of a squad."""
    unit, squad = game.state.units.get(identity), game.state.squads.get(identity)
    units = game.units_of(squad) if squad is not None else []
    return [
        carrier for carrier in ([unit] if unit is not None else units) if carrier.alive and game.sheet(carrier).carries
    ]


def berths(game: Game, squad: Squad, carriers: Sequence[Unit]) -> dict[str, str] | None:
    """Return a Transport for each living unit of a squad; None without room for all (D-TRANS-2, D-TRANS-3)."""
    waiting, berth_of = game.units_of(squad), dict[str, str]()
    for transport in carriers:
        already_aboard = sum(unit.squad == squad.id for unit in cargo(game, transport))
        places = len(fitting(game, transport, squad)) + already_aboard
        berth_of |= {unit.id: transport.id for unit in waiting[:places]}
        waiting = waiting[places:]
    return None if waiting else berth_of


def has_room(game: Game, feature: Feature, squad: Squad) -> bool:
    """Return whether a Garrison has room for a whole squad; places that the squad holds count as free (D-GARR-1)."""
    units = game.units_of(squad)
    return room(game, feature) + sum(piece_of(unit) == feature.id for unit in units) >= len(units)


NEAR: Final = 12.0
"""Inches to the Garrisons for which a squad has a button to be put into."""
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
        """Yield the tick box for Aircraft in the air, if changing it is legal."""
        units = game.standing(squad)
        edit = cls(do="fly", piece=squad.id, airborne=not (units and units[0].airborne))
        if units and not edit.why_not(game):
            yield tick("airborne", _("In the air"), units[0].airborne, edit.model_dump(), "D-AIR-3")


class LivingSquadEdit(SquadEdit):
    """An edit of a squad that has living units."""

    find = staticmethod(living_squad_of)


class BoardEdit(LivingSquadEdit):
    """Put a whole squad into a Transport, or into those of a squad, if there is room (D-TRANS-2, D-TRANS-3)."""

    do: Literal["board"]
    into: Identifier

    def against(self, game: Game, squad: Squad) -> list[Refusal]:
        carriers, name = transports(game, self.into), self.edits.name_of(game, self.into)
        if not carriers or carriers[0].owner != squad.owner:
            return [Refusal(_("{name} is no Transport of {squad}", name=name, squad=squad.name), "D-TRANS-2")]
        units = game.units_of(squad)
        if {passenger.id for passenger in carriers} & {
            passenger.id for unit in units for passenger in (unit, *everything_in(game, unit))
        }:
            return [Refusal(_("{squad} would carry itself", squad=squad.name), "D-TRANS-5")]
        if berths(game, squad, carriers) is None:
            return [Refusal(_("{name} has no room for {squad}", name=name, squad=squad.name), "D-TRANS-2")]
        return []

    def change(self, game: Game, squad: Squad) -> None:
        for name, carrier in (berths(game, squad, transports(game, self.into)) or {}).items():
            unit = game.state.units[name]
            unit.place, unit.carrier, unit.slot, unit.airborne = "aboard", carrier, "", False

    @classmethod
    def knobs(cls, game: Game, squad: Squad) -> Iterator[Knob]:
        """Yield a button for each Transport with room for the squad, of its battlegroup or Auxiliary (D-TRANS-4)."""
        inside = {unit.carrier for unit in game.units_of(squad)}
        for transport in game.state.units.values() if inside else ():
            edit = cls(do="board", piece=squad.id, into=transport.id)
            works = game.squad_of(transport).group in ("", squad.group) and transport.id not in inside
            if works and not edit.why_not(game):
                label = _("Put the squad aboard {transport}", transport=transport.name)
                yield button(f"board:{transport.id}", label, edit.model_dump(), "D-TRANS-8")


class GarrisonEdit(LivingSquadEdit):
    """Put a squad into a slot of a Garrison, or a single unit that is inside already (D-GARR-3, 4).

    The slot is "centre", or the number of a side.
    """

    do: Literal["garrison"]
    into: Identifier
    slot: Annotated[str, Field(pattern=r"^(centre|\d{1,3})$")] = "centre"

    def against(self, game: Game, squad: Squad) -> list[Refusal]:
        house = game.piece(self.into)
        if house is None or not house.has("garrison"):
            return [Refusal(_("{name} is no Garrison", name=self.edits.name_of(game, self.into)), "D-SCEN-9")]
        if not game.sheet_of(squad).is_infantry:
            return [Refusal(_("only Infantry enters a Garrison"), "D-GARR-1")]
        if not has_room(game, house, squad):
            return [Refusal(_("{piece} has no room for {squad}", piece=house.name, squad=squad.name), "D-GARR-1")]
        if self.slot not in open_slots(game, house, squad.owner):
            return [Refusal(_("enemies hold that side, or there is none"), "D-GARR-4")]
        return []

    def change(self, game: Game, squad: Squad) -> None:
        house, unit = game.piece(self.into), game.state.units.get(self.piece)
        assert house is not None
        alone = unit is not None and unit.alive and house_of(game, unit) == house
        for other in [unit] if unit is not None and alone else game.units_of(squad):
            turned = other.turned
            settle(game, other, house, self.slot)
            other.turned = turned

    @classmethod
    def into_knobs(cls, game: Game, squad: Squad) -> Iterator[Knob]:
        """Yield a button for each of the nearest Garrisons that a squad of Infantry on the table may be put into."""
        units = game.standing(squad)
        gaps = [
            (min(feature.gap(*unit.spot) for unit in units), feature.id, feature) for feature in game.features if units
        ]
        edits = (
            (cls(do="garrison", piece=squad.id, into=name), feature)
            for gap, name, feature in sorted(gaps)
            if gap <= NEAR
        )
        for edit, house in islice((pair for pair in edits if not pair[0].why_not(game)), MOST_HOUSES):
            label = _("Put the squad into {piece}", piece=house.name)
            yield button(f"garrison:{house.id}", label, edit.model_dump(), "D-GARR-3")

    @classmethod
    def slot_knobs(cls, game: Game, unit: Unit) -> Iterator[Knob]:
        """Yield the choice of the slot of a unit in a Garrison."""
        house = house_of(game, unit)
        if house is None:
            return
        slots, current = open_slots(game, house, unit.owner), unit.slot.rpartition(":")[2]
        index = slots.index(current) if current in slots else 0

        def edit_to(number: int) -> Edit | None:
            if not 0 <= number < len(slots):
                return None
            return cls(do="garrison", piece=unit.id, into=house.id, slot=slots[number]).model_dump()

        less, more = edit_to(index - 1), edit_to(index + 1)
        yield Knob("slot", _("Place in the Garrison"), slot_name(house, current), less, more, "D-GARR-4")


class FreshEdit(SquadEdit):
    """Reset a squad, and its battlegroup, to have done nothing this round (D-ACT-1, D-BG-1)."""

    do: Literal["fresh"]

    def change(self, game: Game, squad: Squad) -> None:
        squad.acted, squad.actions, squad.entered, squad.shaken = False, [], False, False
        squad.embarked = squad.disembarked = squad.left_air = squad.alighted = False
        for unit in (game.state.units[key] for key in squad.units):
            unit.moved, unit.turned, unit.fired, unit.rearmed = 0.0, False, [], []
        group = game.state.groups.get(squad.group)
        if group is not None and group.status in ("done", "held"):
            group.status = "ready"

    @staticmethod
    def knobs(game: Game, squad: Squad) -> list[Knob]:
        """Return the button of this edit."""
        edit: Edit = {"do": "fresh", "piece": squad.id}
        return [button("fresh", _("Reset what it has done this round"), edit, "D-ACT-1")]


class WeaponEdit(PieceEdit[Game, Unit]):
    """Say whether a weapon of a unit was fired this round, and the uses `spent` of a Limited one.

    A weapon of a Behemoth may also be `silenced`, or speak again (D-BEH-9).
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
        known = [weapon.name for weapon in game.setup.sheets[unit.sheet].weapons]
        if self.weapon in known:
            return []
        text = _("{weapon!r} is not a weapon of {unit} - use one of {known}", weapon=self.weapon, unit=unit.name,
                 known=", ".join(known))  # fmt: skip
        return [Refusal(text, "D-UNIT-3")]

    def change(self, game: Game, unit: Unit) -> None:
        if self.fired is not None:
            unit.fired = [*(name for name in unit.fired if name != self.weapon), *[self.weapon] * self.fired]
            unit.rearmed = [name for name in unit.rearmed if name in unit.fired]
        if self.silenced is not None:
            unit.silenced = [*(name for name in unit.silenced if name != self.weapon), *[self.weapon] * self.silenced]
        if self.spent is not None:
            uses = {**unit.spent, self.weapon: self.spent}
            unit.spent = {name: count for name, count in uses.items() if count}

    @staticmethod
    def facts(game: Game, unit: Unit) -> list[tuple[str, str]]:
        """Return the weapons that a unit has fired, and the uses of its Limited ones, as facts."""
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
    """Set the points that a damage zone of a Behemoth has lost; it counts as Crippled for these already (D-BEH-9)."""

    find = staticmethod(behemoth_of)

    do: Literal["zone"]
    zone: Zone
    lost: Annotated[int, Field(ge=0, le=300)]

    def _document(self, game: Game, unit: Unit) -> ZoneDocument:
        return next(zone for zone in game.sheet(unit).zones if zone.zone == self.zone)

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
        """Return the points that each zone has lost, and the silent weapons, as facts."""
        if not game.sheet(unit).zones:
            return []
        lost = ", ".join(f"{zone} {count}" for zone, count in unit.zones.items())
        return [(N_("zones"), lost), (N_("silent"), ", ".join(unit.silenced))]

    @staticmethod
    def knobs(game: Game, unit: Unit) -> Iterator[Knob]:
        """Yield the number of lost points of each zone."""
        for zone in game.sheet(unit).zones:
            edit: Edit = {"do": "zone", "piece": unit.id, "zone": zone.zone}
            label, lost = _("Damage points lost: {zone}", zone=_(DAMAGE_ZONES[zone.zone])), unit.zones.get(zone.zone, 0)
            yield number(f"zone:{zone.zone}", label, lost, (0, zone.whole), edit, "lost", "D-BEH-8")


class Travelled(Editable[Game, Unit]):
    """The inches that a unit has moved this round."""

    def turned(self, game: Game, thing: Unit, value: float) -> tuple[Any, Any, str]:
        less = max(0.0, math.ceil(value) - 1.0) if value > 0.0 else None
        return less, math.floor(value) + 1.0, size(value)


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
    """Return the place of a unit as the record states it: a spot, a slot, a Transport or a word."""
    at = {"table": kit.spot_text(*unit.spot), "inside": unit.slot, "aboard": unit.carrier}
    return at.get(unit.place, unit.place)


def _why_not_there(game: Game, unit: Unit, edit: Any) -> list[Refusal]:
    squad = game.squad_of(unit)
    if not unit.on_table and any(not other.on_table for other in game.units_of(squad) if other is not unit):
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
    taken = [unit, *everything_in(game, unit)] if to == "destroyed" else game.units_of(game.squad_of(unit))
    for removed in taken:
        removed.place = "destroyed" if to == "destroyed" else "off"
        removed.carrier, removed.slot, removed.airborne = "", "", False
    for squad in dict.fromkeys(removed.squad for removed in taken):
        _let_go(game, game.state.squads[squad])


def _let_go(game: Game, squad: Squad) -> None:
    """Let a squad that has left the table drop its objective at its last spot (D-OBJ-13)."""
    if any(unit.place != "off" for unit in game.units_of(squad)):
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
    """Return the refusals of putting the middle of a squad at the spot of an edit (D-GEO-16, D-SCEN-2)."""
    return squad_room(game, squad, spots_of(game, squad, edit.facing)).why_not((edit.x, edit.y))


def stand_squad(game: Game, squad: Squad, edit: Any) -> None:
    """Set a squad down at the spot of an edit, with its facing."""
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
        Tick("left_air", N_("Left an Aircraft this round"), "D-TRANS-19", N_("left an Aircraft")),
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


BEFORE: Final[tuple[Step, ...]] = ("zones", "deploying")
"""The steps before the first round."""
MOST_KILLS: Final = 50_000


PLAYERS: Final = PlayerIds("D-ARMY-1")


def _closed(game: Game) -> list[Refusal]:
    return [Refusal(_("the battle has not begun"), "D-RND-1")] if game.state.step in BEFORE else []


def _last_round(game: Game, state: State) -> int:
    """Return the highest round number now: if a round is about to begin, it must still be one of the battle's."""
    return max(1, game.setup.document.options.rounds - (1 if state.step == "initiation" else 0))


def _why_no_round(game: Game, edit: Any) -> list[Refusal]:
    rounds = _last_round(game, game.state)
    if edit.round is None or edit.round <= rounds:
        return []
    return [Refusal(_("the battle has {rounds} rounds", rounds=game.setup.document.options.rounds), "D-RND-1")]


def _let_begin(game: Game, state: State, player: str) -> None:
    state.order = [player, *(other for other in state.order or state.players if other != player)]


def _group_words(game: Game, identity: str) -> dict[str, str]:
    group = game.state.groups[identity]
    return {"group": _(group.name), "player": game.player_name(group.owner)}


def _why_not_set(game: Game, group: Group, status: object) -> list[Refusal]:
    if group.status != "active":
        return []
    return [Refusal(_("{group} is acting: finish that first", group=_(group.name)), "D-BG-7")]


def _is_off(game: Game, group: Group) -> bool:
    units = [unit for squad in game.squads_of(group) for unit in game.units_of(squad)]
    return bool(units) and not any(map(game.is_in_play, units))


TURN: Final = of_the_game("turn", (
        Number("round", N_("Round"), "D-RND-1", N_("round"), (1, NEW_GAMES.rounds[1]), most=_last_round),
        Choice("first", N_("Who activates first"), "D-INIT-2", N_("activates first"), PLAYERS.names,
               attribute="beginner", form=Identifier, why_not=PLAYERS.why_not, put=_let_begin),
    ),
    first=("round", "first"),
    closed=_closed,
    why_not=_why_no_round,
)  # fmt: skip
SCORES: Final = of_players("score", lambda game: game.setup.players, (
        Number("kills", N_("{player}'s kill points"), "D-WIN-3", N_("kill points"), (0, MOST_KILLS)),
        Number("scores", N_("VP of {player} for surveys"), "D-SCO-4", N_("VP"), (0, 99),
               shown=lambda game, player: scenarios.of(game).surveys),
    ),
    unknown=lambda game, player: PLAYERS.why_not(game, None, player),
)  # fmt: skip
GROUPS: Final = Sort[Game, Group]("group", "group", lambda game: game.state.groups, (
        Choice("status", N_("{group} of {player} has acted"), "D-BG-1", N_("has acted"), why_not=_why_not_set,
               form=Literal["ready", "done", "held"], knob="acted",
               shown=lambda game, group: group.status != "active",
               among=lambda game, group: {status: _(text) for status, text in STATUS.items() if status != "active"}),
        Choice("mode", N_("{group} of {player} waits"), "D-DEP-5", N_("waits"),
               form=Literal["readiness", "reserve"], knob="waits", shown=_is_off,
               among=lambda game, group: {mode: _(text) for mode, text in MODES.items() if mode != "deployed"}),
    ),
    of_game=True,
    words=_group_words,
    closed=_closed,
)  # fmt: skip


def _carriers(game: Game, objective: Objective) -> dict[str, str]:
    """Return the squads that could carry an objective: those beside it, and the present carrier (D-OBJ-7)."""
    taken = {other.carrier for other in game.state.objectives.values()} - {objective.carrier}
    beside = [unit.squad for unit in claimants(game, objective)]
    squads = [name for name in dict.fromkeys((*beside, objective.carrier)) if name and name not in taken]
    return {"": _("nobody"), **{squad: game.state.squads[squad].name for squad in squads}}


def _why_not_carried(game: Game, objective: Objective, carrier: str) -> list[Refusal]:
    """Return the refusals of a squad as the carrier of an objective."""
    squad = game.state.squads.get(carrier)
    if not carrier:
        return []
    if squad is None or not game.units_of(squad):
        return [Refusal(_("{carrier!r} is not a squad in the battle", carrier=carrier), "D-OBJ-7")]
    if any(other.carrier == carrier for other in game.state.objectives.values() if other is not objective):
        return [Refusal(_("{squad} carries another objective", squad=squad.name), "D-OBJ-7")]
    if not game.sheet_of(squad).takes_objectives:
        return [Refusal(_("{squad} carries no objectives", squad=squad.name), "D-OBJ-14")]
    return []


def _hand_over(game: Game, objective: Objective, carrier: str) -> None:
    objective.carrier = carrier
    if carrier:
        objective.claimed_by, objective.removed, objective.hidden = game.state.squads[carrier].owner, False, False


def _why_not_lie(game: Game, objective: Objective, edit: Any) -> list[Refusal]:
    x, y = edit.spot
    field = game.battlefield
    if 0.0 <= x <= field.width and 0.0 <= y <= field.height:
        return []
    return [Refusal(_("the spot is off the table"), "D-OBJ-1")]


def _lie(game: Game, objective: Objective, edit: Any) -> None:
    objective.x, objective.y = edit.spot
    objective.removed, objective.carrier, objective.extracted_by = False, "", ""


def _take_away(game: Game, objective: Objective, to: str) -> None:
    objective.removed, objective.carrier = True, ""


OBJECTIVES: Final = kit.Pieces[Game, Objective]("objective", "piece", lambda game: game.state.objectives, (
        Row(lambda game, it: [(N_("place"), "removed" if it.removed else kit.spot_text(it.x, it.y))],
            lambda game, it: [] if it.removed else [kit.removal(it.id, *kit.OFF_THE_TABLE)]),
        Choice("claimed_by", N_("Claimed by"), "D-OBJ-3", N_("claimed by"), PLAYERS.anybody, form=Who,
               why_not=PLAYERS.why_nobody),
        Choice("extracted_by", N_("Taken off the table by"), "D-SCO-1", N_("taken off the table by"), PLAYERS.anybody,
               form=Who, why_not=PLAYERS.why_nobody, shown=lambda game, objective: objective.removed),
        Choice("carrier", N_("Carried by"), "D-OBJ-7", N_("carried by"), _carriers, form=Who, put=_hand_over,
               why_not=_why_not_carried, shown=lambda game, objective: objective.mobile and not objective.removed),
        Tick("hidden", N_("Hidden"), "D-OBJ-1", N_("hidden"), shown=lambda game, objective: not objective.carrier),
    ),
    why_not_there=_why_not_lie,
    stand=_lie,
    take=_take_away,
)  # fmt: skip


MOST_SQUADS: Final = 80


# -- putting down, bringing in and removing ---------------------------------------------------------


class PutEdit(kit.PuttingEdit[Game]):
    """Put a unit or objective down at (x, y), or a squad with its middle there; destroyed units return unharmed.

    A squad on the table keeps its formation; a squad off it, or with a `facing`, is put down as a block.
    """

    facing: kit.Facing | None = None


class RemoveEdit(kit.RemovingEdit[Game]):
    """Destroy a unit or a squad, or take a squad, an objective or a piece of scenery off the table."""

    to: Literal["removed", "destroyed"] = "removed"

    def why_not(self, game: Game) -> list[Refusal]:
        squad, objective = squad_of(game, self.piece), game.state.objectives.get(self.piece)
        if squad is None:
            on_table = not objective.removed if objective is not None else TERRAIN.find(game, self.piece) is not None
            return [] if on_table and self.to == "removed" else self.edits.unfit(game, self.piece)
        unit = game.state.units.get(self.piece)
        units = [unit] if unit is not None else [game.state.units[key] for key in squad.units]
        goal = "destroyed" if self.to == "destroyed" else "off"
        if any(placed.alive and placed.place != goal for placed in units):
            return []
        return [Refusal(_("{piece} is not on the table", piece=self.edits.name_of(game, self.piece)))]


class AddSquadEdit(kit.PlacedEdit[Game]):
    """Bring in a further Auxiliary squad of a stat sheet in play ("ann.anvils"), as a block (D-ARMY-5)."""

    do: Literal["add"]
    sheet: Annotated[str, Field(min_length=1, max_length=130)]
    size: Annotated[int, Field(ge=1, le=12)] | None = None
    facing: kit.Facing | None = None

    def why_not(self, game: Game) -> list[Refusal]:
        if self.sheet not in game.setup.sheets:
            known = ", ".join(game.setup.sheets)
            text = _("no stat sheet in play is called {sheet!r} - use one of {known}", sheet=self.sheet, known=known)
            return [Refusal(text, "D-UNIT-2")]
        if len(game.state.squads) >= MOST_SQUADS:
            return [Refusal(_("there are already {most} squads", most=MOST_SQUADS))]
        trial = copied(game)
        return why_not_squad(trial, self.bring_in(trial), self)

    def bring_in(self, game: Game) -> Squad:
        """Add the squad to a game, off the table."""
        size = self.size or game.setup.sheets[self.sheet].squad[0]
        document, called = further(game.setup, game.state, self.sheet, size)
        return add_squad(game.state, self.sheet.partition(".")[0], document, called)

    def carry_out(self, game: Game) -> None:
        stand_squad(game, self.bring_in(game), self)


# -- all together ----------------------------------------------------------------------------------


EDITS: Final[Edits[Game]] = Edits(
    (UNITS, SQUADS, OBJECTIVES, TURN, SCORES, GROUPS, TERRAIN, SCENERY),
    (PutEdit, RemoveEdit, WeaponEdit, ZoneEdit, FlyEdit, BoardEdit, GarrisonEdit, FreshEdit, AddSquadEdit),
    copied,
    SOUND.require_table,
    lambda game, identity: Words(game).name(identity),
)
