"""A list as text made into an army, with stat sheets from the player's libraries and typed profiles."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import ValidationError

from game.documents.battlescribe.choosing import Choosing
from game.documents.battlescribe.fields import free_id, identifier
from game.documents.battlescribe.lacking import ListedProfiles
from game.documents.battlescribe.libraries import Libraries
from game.documents.battlescribe.tree import Element
from game.documents.reading import first_refusal
from game.rulesets.dropzone.documents.armies import ArmyDocument
from game.rulesets.dropzone.documents.importing import RULESET, ArmyReader, complete
from game.rulesets.dropzone.documents.profiles import own_profiles, typed_values
from game.rulesets.dropzone.documents.sheets import UnitDocument
from game.rulesets.dropzone.documents.text_list import ArmyList, ListedSquad, parse_list
from game.wording import _

MOST_WARNINGS: Final = 200


def read_list(text: str, file: str) -> tuple[ArmyDocument, tuple[str, ...]] | None:
    """Return the army in a text list, and remarks about it; None if the text is not a list.

    Raises `DocumentError`, `UnfinishedError`.
    """
    listed = parse_list(text)
    if not listed.groups:
        return None
    made = _Builder(listed, file)
    army = made.army()
    return army, tuple(dict.fromkeys([*listed.remarks, *made.reader.warnings]))[:MOST_WARNINGS]


@dataclass
class _Builder:
    """Makes the army of one list."""

    listed: ArmyList
    file: str
    reader: ArmyReader = field(init=False)
    profiles: ListedProfiles = field(init=False)

    def __post_init__(self) -> None:
        own = own_profiles()
        self.reader = ArmyReader(self.file, warnings=[*own.troubles])
        self.profiles = ListedProfiles(Libraries(RULESET), own, self.reader.warnings, self.listed.faction)

    def army(self) -> ArmyDocument:
        """Return the army; raise `UnfinishedError` if squads lack stat sheets."""
        reader, listed = self.reader, self.listed
        for group in listed.groups:
            squads = [squad_data for squad in group.squads for squad_data in self._squads(squad)]
            if squads:
                identity = free_id(reader.taken, identifier(group.kind), "-{}")
                reader.groups.append({"id": identity, "kind": group.kind, "squads": tuple(squads)})
        reader.auxiliaries.extend(squad_data for squad in listed.auxiliaries for squad_data in self._squads(squad))
        reader.warnings += [
            _("the library is not read: {error}", error=error) for error in self.profiles.libraries.troubles
        ]
        lines = _list_lines(listed, {lacking.name for lacking in self.profiles.missing})
        self.profiles.require_all(self.file, listed.name or listed.faction, lines, _list_facts(listed), listed.remarks)
        try:
            return ArmyDocument(**reader.army(listed.name, listed.faction, listed.limit or 0, listed.points))
        except ValidationError as error:
            raise first_refusal(error, self.file) from None

    def _squads(self, squad: ListedSquad) -> Iterator[dict[str, Any]]:
        """Yield the squads of a line of the list; a unit without a stat sheet is noted."""
        typed, entry = self.profiles.find(squad.name)
        if typed is not None:
            squads = [self._data_from_typed_sheet(squad, typed.unit)]
        elif entry is not None:
            squads = [*self._from_library(squad, entry)]
        else:
            self.profiles.lacks(squad.name, squad.line, round((squad.points or 0) / squad.size))
            return
        self.profiles.has(squad.name)
        if squad.commander and squads:
            unit = squads[0]["id"] if squads[0]["size"] == 1 else f"{squads[0]['id']}-1"
            self.reader.commanders.append({"name": squad.commander[:80], "value": squad.value, "unit": unit})
        yield from squads

    def _data_from_typed_sheet(self, squad: ListedSquad, sheet: UnitDocument) -> dict[str, Any]:
        """Return the data of a squad whose stat sheet was typed by the player."""
        data = {**sheet.model_dump(), "name": self.profiles.shown_name(squad.name, sheet.name)}
        if squad.points is not None:
            data["points"] = round(squad.points / squad.size)
        identity = free_id(self.reader.taken, identifier(sheet.name), "-{}")
        return {"id": identity, "unit": self.reader.known_sheet(data), "size": squad.size}

    def _from_library(self, squad: ListedSquad, entry: Element) -> Iterator[dict[str, Any]]:
        """Yield the squads of a line of the list whose unit is in a library."""
        selection = Element("selection", {"name": squad.name, "type": "unit", "number": "1"})
        models = Element("selection", {"type": "model", "number": str(squad.size)})
        costs = [Element("cost", {"typeId": "points", "value": str(squad.points or 0)})]
        selection.lists = {"selections": [models], "costs": costs}
        complete(selection, Choosing().selection(entry))
        for part in selection.below("selections"):
            if part is not selection and squad.points is not None:
                part.lists.pop("costs", None)  # the list says what the squad costs
        yield from self.reader.squads_of(selection, self.reader.category(selection))


def values_in(entry: Element) -> dict[str, str]:
    """Return the values of a unit's entry in a catalogue, as a player types them; {} if it has no stat sheet."""
    reader, selection = ArmyReader(""), Element("selection", {"name": entry.get("name"), "type": "unit"})
    complete(selection, Choosing().selection(entry))
    list(reader.squads_of(selection, reader.category(selection)))
    return next((typed_values(UnitDocument(**sheet)) for sheet in reader.sheets.values()), {})


def _list_lines(listed: ArmyList, lacking: Collection[str]) -> Iterator[str]:
    """Yield a list as lines of text; units in `lacking` are marked."""
    yield ", ".join(filter(None, [listed.name or _("A list"), listed.faction]))
    parts = [(group.kind, group.squads) for group in listed.groups]
    for title, squads in (*parts, (_("Auxiliary squads"), listed.auxiliaries)):
        if squads:
            yield _("{name}:", name=title)
        for squad in squads:
            line = f"  {squad.size} × {squad.name}"
            yield _("{line} - needs a profile", line=line) if squad.name in lacking else line


def _list_facts(listed: ArmyList) -> dict[str, Any]:
    """Return a list as JSON-ready data."""

    def plain(squads: Iterable[ListedSquad]) -> list[dict[str, Any]]:
        return [
            {"name": squad.name, "size": squad.size, "points": squad.points, "line": squad.line} for squad in squads
        ]

    return {
        "format": "inchwise-dropzone-list",
        "name": listed.name,
        "faction": listed.faction,
        "points": listed.points,
        "limit": listed.limit,
        "groups": [{"kind": group.kind, "squads": plain(group.squads)} for group in listed.groups],
        "auxiliaries": plain(listed.auxiliaries),
        "remarks": listed.remarks,
    }
