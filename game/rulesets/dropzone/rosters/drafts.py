"""The draft of an army in the making: it may break the rules until it is finished (D-ARMY)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from game.documents.reading import Identifier
from game.rulesets.dropzone.documents.armies import (
    ArmyDocument,
    ArmyParts,
    CommanderDocument,
    GroupDocument,
    GroupKind,
    SquadDocument,
)
from game.rulesets.dropzone.documents.catalogue import ARMIES, NAMES, bundled_army
from game.rulesets.dropzone.documents.sheets import UnitDocument

USUAL_LIMIT: Final = 700
"""The points of the armies that come with the program."""
DECIDED: Final = ("name", "faction", "limit", "auxiliaries", "commanders")
"""The fields that an army and its draft share as they are."""
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


class GroupDraft(GroupDocument):
    """A battlegroup that may still be empty."""

    squads: Annotated[tuple[SquadDocument, ...], Field(max_length=12)] = ()


class ArmyDraft(ArmyParts):
    """Everything that is decided about an army so far; `faction` "" is open. `units` are the sheets of its squads."""

    format: Literal["inchwise-dropzone-army-draft"] = "inchwise-dropzone-army-draft"
    name: Annotated[str, Field(max_length=80)] = ""
    faction: Annotated[str, Field(max_length=80)] = ""
    limit: Annotated[int, Field(ge=100, le=10_000)] = USUAL_LIMIT
    units: Annotated[tuple[UnitDocument, ...], Field(max_length=60)] = ()
    own: Annotated[tuple[Identifier, ...], Field(max_length=60)] = ()
    """The ids of those of its sheets that the player typed in; they may be changed."""
    groups: Annotated[tuple[GroupDraft, ...], Field(max_length=12)] = ()

    def army(self) -> ArmyDocument:
        """Return the army as it would be, unchecked, with the sheets of its squads."""
        used = {squad.unit for squad in self.squads}
        decided: dict[str, Any] = {name: getattr(self, name) for name in DECIDED}
        units = tuple(sheet for sheet in self.units if sheet.id in used)
        return ArmyDocument.model_construct(**decided, units=units, groups=self.groups)

    def squad(self, identity: str) -> SquadDocument:
        """Return a squad by its id."""
        return next(squad for squad in self.squads if squad.id == identity)

    # -- changes -----------------------------------------------------------------------------------

    def _mapped(self, change: Callable[[SquadDocument], SquadDocument | None]) -> ArmyDraft:
        """Return the draft with each squad changed, or left out where that gives None."""

        def changed(squads: Sequence[SquadDocument]) -> tuple[SquadDocument, ...]:
            return tuple(new for squad in squads if (new := change(squad)) is not None)

        groups = tuple(group.model_copy(update={"squads": changed(group.squads)}) for group in self.groups)
        return self.model_copy(update={"groups": groups, "auxiliaries": changed(self.auxiliaries)})

    def added(self, sheet: UnitDocument, group: str) -> ArmyDraft:
        """Return the draft with a smallest squad of a unit in a battlegroup, "" for the auxiliaries."""
        squad = SquadDocument(id=self._free_id(sheet), unit=sheet.id, size=sheet.squad[0])
        known = any(each.id == sheet.id for each in self.units)
        grown = self if known else self.model_copy(update={"units": (*self.units, sheet)})
        if not group:
            return grown.model_copy(update={"auxiliaries": (*self.auxiliaries, squad)})
        groups = tuple(
            each.model_copy(update={"squads": (*each.squads, squad)}) if each.id == group else each
            for each in self.groups
        )
        return grown.model_copy(update={"groups": groups})

    def _free_id(self, sheet: UnitDocument) -> str:
        """Return an id for a squad: that of the sheet, with a letter if another one has it."""
        taken = {name for squad in self.squads for name in (squad.id, *squad.units)}
        stem = sheet.id[:50]
        endings = ("", *(f"-{letter}" for letter in LETTERS[1:]), *(f"-{letter}{letter}" for letter in LETTERS))
        return next(f"{stem}{ending}" for ending in endings if f"{stem}{ending}" not in taken)

    def resized(self, identity: str, size: int) -> ArmyDraft:
        """Return the draft with another number of units in a squad, 0 for none.

        Its units keep their Transports, cargo and Commanders; those of units that leave start on foot or leave too.
        """
        before = self.squad(identity)
        aboard = before.aboard if len(before.aboard) < 2 else tuple(before.carrier(number) for number in range(size))
        after = before.model_copy(update={"size": size, "aboard": aboard})
        names = dict(zip(before.units, (after.units if size else ()), strict=False))
        gone = set(before.units) - names.keys()

        def change(squad: SquadDocument) -> SquadDocument | None:
            if squad.id == identity:
                return after if size else None
            carriers = tuple(names.get(carrier, carrier) for carrier in squad.aboard)
            return squad.model_copy(update={"aboard": () if gone.intersection(squad.aboard) else carriers})

        commanders = tuple(
            each.model_copy(update={"unit": names.get(each.unit, each.unit)})
            for each in self.commanders
            if each.unit not in gone
        )
        return self._mapped(change).model_copy(update={"commanders": commanders})

    def boarded(self, identity: str, carriers: tuple[str, ...]) -> ArmyDraft:
        """Return the draft with a squad in Transports, one for all or one for each; without any on foot."""

        def change(squad: SquadDocument) -> SquadDocument:
            return squad.model_copy(update={"aboard": carriers}) if squad.id == identity else squad

        return self._mapped(change)

    def with_groups(self, kind: GroupKind, number: int) -> ArmyDraft:
        """Return the draft with a number of battlegroups of a kind; surplus ones that are empty leave."""
        there = [group for group in self.groups if group.kind == kind]
        groups = list(self.groups)
        empty = [group for group in reversed(there) if not group.squads]
        for group in empty[: max(0, len(there) - number)]:
            groups.remove(group)
        taken, stem = {group.id for group in groups}, kind.lower().replace(" ", "-")
        names = (stem if place == 1 else f"{stem}-{place}" for place in count(1))
        free = (name for name in names if name not in taken)
        groups += [GroupDraft(id=next(free), kind=kind) for _group in range(number - len(there))]
        return self.model_copy(update={"groups": tuple(groups)})

    def commanded(self, unit: str, value: int, name: str) -> ArmyDraft:
        """Return the draft with a Commander of some Command Value in a unit, 0 for none."""
        others = tuple(each for each in self.commanders if each.unit != unit)
        there = next(
            (each for each in self.commanders if each.unit == unit), CommanderDocument(name=name, value=1, unit=unit)
        )
        new = (there.model_copy(update={"name": name, "value": value}),) if value else ()
        return self.model_copy(update={"commanders": (*others, *new)})

    def of_faction(self, faction: str) -> ArmyDraft:
        """Return the draft for a faction; another one than before begins without squads."""
        if faction == self.faction:
            return self
        emptied = tuple(group.model_copy(update={"squads": ()}) for group in self.groups)
        typed = tuple(sheet for sheet in self.units if sheet.id in self.own)
        fresh: dict[str, object] = {"units": typed, "groups": emptied, "auxiliaries": (), "commanders": ()}
        return self.model_copy(update={"faction": faction, **fresh})


def known_armies() -> list[ArmyDocument]:
    """Return every army whose sheets can be used: the bundled ones, then people's own."""
    return [army for _name, army in ARMIES.all()]


def factions() -> list[str]:
    """Return the factions of known armies."""
    return sorted({army.faction for army in known_armies()})


def pool(draft: ArmyDraft) -> dict[str, UnitDocument]:
    """Return the sheets of a draft and of the known armies of its faction by id; of several with an id the first."""
    sheets = {sheet.id: sheet for sheet in draft.units}
    for army in known_armies() if draft.faction else ():
        for sheet in army.units if army.faction == draft.faction else ():
            sheets.setdefault(sheet.id, sheet)
    return sheets


def reopened(army: ArmyDocument) -> ArmyDraft:
    """Return the draft of a finished army."""
    decided = {name: getattr(army, name) for name in DECIDED}
    groups = tuple(GroupDraft(id=group.id, kind=group.kind, squads=group.squads) for group in army.groups)
    known = [sheet for name in NAMES for sheet in bundled_army(name).units]
    own = tuple(sheet.id for sheet in army.units if sheet not in known)
    return ArmyDraft(own=own, units=army.units, groups=groups, **decided)
