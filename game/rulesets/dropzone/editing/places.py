"""Edits that let squads fly, board, take places in Garrisons, and begin the round anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from pydantic import Field

from game.documents.reading import Identifier
from game.engine.kit.editable import EditDocument, button, tick
from game.engine.rulebook.editing import Edit, Knob
from game.refusal import Refusal
from game.rulesets.dropzone.editing.squads import (
    berths,
    carries,
    has_room,
    near_houses,
    open_transports,
    squad_of,
    transports,
)
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.flying import has_ground
from game.rulesets.dropzone.rules.moving.garrisoning import slot_name
from game.rulesets.dropzone.rules.scenery.garrisons import house_of, open_slots, settle
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.wording import _

NEAR: Final = 12.0
"""Inches to the Garrisons that a squad can be put in by a button."""
MOST_HOUSES: Final = 3


class FlyEdit(EditDocument[Game]):
    """Let the Aircraft of a squad on the table fly, or land where they are (D-AIR-3)."""

    do: Literal["fly"]
    piece: Identifier
    airborne: bool

    def why_not(self, game: Game) -> list[Refusal]:
        squad = squad_of(game, self.piece)
        if squad is None:
            return self.edits.unfit(game, self.piece)
        units = game.standing(squad)
        if not units or not game.sheet_of(squad).is_aircraft:
            return [Refusal(_("{squad} has no Aircraft on the table", squad=squad.name), "D-AIR-3")]
        if not self.airborne and not all(has_ground(game, unit) for unit in units):
            return [Refusal(_("there is no room to land"), "D-AIR-3")]
        return []

    def carry_out(self, game: Game) -> None:
        squad = squad_of(game, self.piece)
        for unit in game.standing(squad) if squad is not None else ():
            unit.airborne = self.airborne

    @classmethod
    def knobs(cls, game: Game, squad: Squad) -> Iterator[Knob]:
        """Yield the tick of Aircraft on the table, if they may land."""
        units = game.standing(squad)
        edit = cls(do="fly", piece=squad.id, airborne=not (units and units[0].airborne))
        if units and not edit.why_not(game):
            yield tick("airborne", _("In the air"), units[0].airborne, edit.model_dump(), "D-AIR-3")


class BoardEdit(EditDocument[Game]):
    """Put a whole squad into a Transport, or into those of a squad, as far as there is room (D-TRANS-2, D-TRANS-3)."""

    do: Literal["board"]
    piece: Identifier
    into: Identifier

    def why_not(self, game: Game) -> list[Refusal]:
        squad, there = squad_of(game, self.piece), transports(game, self.into)
        if squad is None or not game.units_of(squad):
            return self.edits.unfit(game, self.piece)
        name = self.edits.name_of(game, self.into)
        if not there or there[0].owner != squad.owner:
            return [Refusal(_("{name} is no Transport of {squad}", name=name, squad=squad.name), "D-TRANS-2")]
        if any(carries(game, each, squad) for each in there):
            return [Refusal(_("{squad} would carry itself", squad=squad.name), "D-TRANS-5")]
        if berths(game, squad, there) is None:
            return [Refusal(_("{name} has no room for {squad}", name=name, squad=squad.name), "D-TRANS-2")]
        return []

    def carry_out(self, game: Game) -> None:
        squad = squad_of(game, self.piece)
        assert squad is not None
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


class GarrisonEdit(EditDocument[Game]):
    """Put a squad into a slot of a Garrison; a unit of a squad that is inside takes the slot alone (D-GARR-3, 4).

    The slot is "centre", or the number of a side.
    """

    do: Literal["garrison"]
    piece: Identifier
    into: Identifier
    slot: Annotated[str, Field(pattern=r"^(centre|\d{1,3})$")] = "centre"

    def _house(self, game: Game) -> Feature | None:
        return next((each for each in game.features if each.id == self.into and each.has("garrison")), None)

    def why_not(self, game: Game) -> list[Refusal]:
        squad, house = squad_of(game, self.piece), self._house(game)
        if squad is None or not game.units_of(squad):
            return self.edits.unfit(game, self.piece)
        if house is None:
            return [Refusal(_("{name} is no Garrison", name=self.edits.name_of(game, self.into)), "D-SCEN-9")]
        if not game.sheet_of(squad).is_infantry:
            return [Refusal(_("only Infantry enters a Garrison"), "D-GARR-1")]
        if not has_room(game, house, squad):
            return [Refusal(_("{piece} has no room for {squad}", piece=house.name, squad=squad.name), "D-GARR-1")]
        if self.slot not in open_slots(game, house, squad.owner):
            return [Refusal(_("enemies hold that side, or there is none"), "D-GARR-4")]
        return []

    def carry_out(self, game: Game) -> None:
        squad, house = squad_of(game, self.piece), self._house(game)
        assert squad is not None
        assert house is not None
        unit = game.state.units.get(self.piece)
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


class FreshEdit(EditDocument[Game]):
    """Let a squad have done nothing this round, and its battlegroup too (D-ACT-1, D-BG-1)."""

    do: Literal["fresh"]
    piece: Identifier

    def why_not(self, game: Game) -> list[Refusal]:
        return [] if squad_of(game, self.piece) is not None else self.edits.unfit(game, self.piece)

    def carry_out(self, game: Game) -> None:
        squad = squad_of(game, self.piece)
        assert squad is not None
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
