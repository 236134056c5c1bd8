"""Makes a list in text into the tree of a roster, with profiles from the player's libraries and own profiles.

The tree is read like any roster's, so that both give the same armies (A-IMP-12).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from game.documents.battlescribe.fields import points_of, profiles_below, tidy
from game.documents.battlescribe.names import key, words_key
from game.documents.battlescribe.tree import Element
from game.rulesets.aos4.documents.army_text import PARTS
from game.rulesets.aos4.documents.importing import values
from game.rulesets.aos4.documents.importing.gathered import NOTES, Profiles, armed, asked, marked, numbered, wishes_of
from game.rulesets.aos4.documents.importing.models import BaseText, catalogue_bases
from game.rulesets.aos4.documents.importing.text_list import ArmyList, ListedRegiment, ListedUnit
from game.rulesets.aos4.documents.importing.values import is_count, type_of
from game.wording import N_, _, ngettext

_LABEL: Final = re.compile(r"[^:]{3,40}:\s*(?P<what>\S.*)")
MOST_COPIES: Final = 3
"""The largest number before a unit without a profile that may count units; a larger one counts models."""
NO_UPGRADE: Final = ("legends", "leader", "champion", "musician", "standard bearer")
"""Notes that are not upgrades."""


@dataclass
class _Builder:
    """Builds the tree of one list."""

    listed: ArmyList
    profiles: Profiles

    def roster(self) -> Element:
        """Return the roster, without units that have no profile."""
        listed = self.listed
        top = Element("force", {"name": listed.battlepack, "catalogueName": listed.faction})
        inner = [force for regiment in listed.regiments if (force := self._regiment(regiment)) is not None]
        auxiliaries = [selection for unit in listed.auxiliaries for selection in self._unit(unit)]
        if auxiliaries:
            title = {"name": "Auxiliary Units", "entryId": values.AUXILIARIES}
            inner.append(Element("force", title, "", {"selections": auxiliaries}))
        top.lists = {"forces": inner, "selections": [*self._army()]}
        root = Element("roster", {"name": listed.name or listed.faction, "gameSystemRevision": "1"})
        costs = {"costs": listed.points, "costLimits": listed.limit}
        root.lists = {name: [_cost(points)] for name, points in costs.items() if points is not None}
        root.lists["forces"] = [top]
        return root

    def _army(self) -> Iterator[Element]:
        """Yield the selections of the whole army: traits, formation, lores, terrain, manifestations."""
        listed = self.listed
        traits = self.profiles.libraries.choice(f"Battle Traits: {listed.faction}", listed.faction)
        if traits is not None:
            yield _upgrade(traits.entry)
        choices = [(_("battle formation"), listed.formation, "formation")] if listed.formation else []
        for lore in listed.lores:
            kind, _dash, name = lore.rpartition(" - ")
            choices.append((kind.casefold() or _("lore"), name, "lore"))
        summoned: list[str] = []
        for kind, name, group in choices:
            choice = self.profiles.libraries.choice(name, listed.faction, group)
            if choice is None:
                self.profiles.remark(_("{kind} {name}: not in your libraries; use it by hand", kind=kind, name=name))
                continue
            yield _upgrade(choice.entry)
            summoned += _units_in(choice.entry)
        for unit in listed.terrain:
            for selection in self._unit(unit, "terrain"):
                selection.lists.setdefault("categories", []).append(_category(values.TERRAIN, values.TERRAIN_ID))
                yield selection
        listed_names = {key(unit.name) for unit in listed.manifestations}
        for unit in listed.manifestations:
            yield from self._unit(unit, "manifestation")
        for name in dict.fromkeys(summoned):
            if key(name) not in listed_names:
                yield from self._unit(ListedUnit(name, 0), needed=False)

    def _regiment(self, regiment: ListedRegiment) -> Element | None:
        """Return a regiment as a force, with the mark of the leader at its first unit; None without units."""
        units = [
            selection
            for place, unit in enumerate(self._checked(regiment.units))
            for selection in self._unit(unit, "" if place else "leader")
        ]
        if not units:
            return None
        units[0].lists.setdefault("categories", []).append(_category(values.LEADER, values.LEADER_ID))
        identity = "renown" if regiment.renown else values.REGIMENT
        return Element("force", {"name": regiment.name, "entryId": identity}, "", {"selections": units})

    def _checked(self, units: Iterable[ListedUnit]) -> Iterator[ListedUnit]:
        """Yield the units of a regiment. A doubtful line that names an upgrade becomes a note to a unit (A-IMP-12)."""
        checked: list[ListedUnit] = []
        for unit in units:
            faction = self.listed.faction
            doubtful = unit.doubtful and checked and self.profiles.entry(unit.name) is None
            if doubtful and self.profiles.libraries.choice(unit.name, faction) is not None:
                checked[-1] = replace(checked[-1], notes=(*checked[-1].notes, unit.name, *unit.notes))
            else:
                checked.append(unit)
        return iter(checked)

    def _unit(self, unit: ListedUnit, part: str = "", *, needed: bool = True) -> list[Element]:
        """Return the selection of a unit with a part in the army, or an empty list if its profile is unknown."""
        entry = self.profiles.entry(unit.name)
        if entry is None:
            if needed:
                models = unit.count if (unit.count or 0) > MOST_COPIES else None
                self.profiles.lacks(unit.name, unit.line, unit.points or 0, part, models or 0)
            return []
        if needed:
            self.profiles.has(unit.name)
        reinforced, copies = numbered(entry, unit.count, reinforced=unit.reinforced)
        wishes = asked(wish for note in unit.notes for wish in wishes_of(note))
        selection = armed(entry, wishes, reinforced=reinforced)
        name = self.profiles.shown_name(unit.name, unit.name)
        selection.attributes |= {"name": name, "number": str(copies), NOTES: "\n".join(unit.notes)}
        selection.lists["costs"] = [_cost(unit.points or 0)]
        marked(selection, general=unit.general, reinforced=reinforced)
        for note in unit.notes:
            if not any(words_key(name) in wishes.granted for name, _count in wishes_of(note)):
                selection.lists["selections"] += self._enhancement(unit, note)
        return [selection]

    def _enhancement(self, unit: ListedUnit, note: str) -> Iterator[Element]:
        """Yield the upgrade that a note names, or add a remark if the libraries do not have it."""
        label = _LABEL.fullmatch(note)
        names = [note, label["what"]] if label else [note]
        for name in names:
            choice = self.profiles.libraries.choice(name, self.listed.faction)
            if choice is not None:
                yield _upgrade(choice.entry)
                return
        if note.casefold() not in NO_UPGRADE:
            text = N_("line {n}: {note} of {unit} is not in your libraries; use it by hand")
            self.profiles.remark(_(text, n=unit.line, note=note, unit=unit.name))


def roster_of(listed: ArmyList, file: str, profiles: Profiles) -> Element:
    """Return a list as the tree of a roster; raise `UnfinishedError` if units lack profiles."""
    profiles.faction = listed.faction
    root = _Builder(listed, profiles).roster()
    for trouble in profiles.libraries.troubles:
        profiles.remark(_("the library is not read: {error}", error=trouble))
    lacking = {missing.line for missing in profiles.missing}
    profiles.remarks[:0] = listed.remarks
    profiles.require_all(file, listed.name or listed.faction, list_lines(listed, lacking), list_facts(listed),
                         profiles.remarks)  # fmt: skip
    return root


# -- rosters that only name their units ------------------------------------------------------------


def completed(root: Element, file: str, faction: str, profiles: Profiles) -> dict[str, BaseText]:
    """Add missing profiles to the units of a roster. Return the bases that the libraries know, by entry id.

    Raises `UnfinishedError` if neither a library nor a typed profile has a unit.
    """
    profiles.faction = faction
    bases: dict[str, BaseText] = {}
    units: list[Element] = []
    for top in root.all("forces"):
        for force in top.below("forces"):
            units += _units_below(force.all("selections"))
    for unit in units:
        lacks_profile = not any(type_of(profile) in values.PRESENT for profile in profiles_below(unit))
        entry = profiles.entry(tidy(unit.get("name"))) if lacks_profile or profiles.libraries.files else None
        if entry is not None:
            bases |= catalogue_bases([entry])
        if lacks_profile and entry is None:
            listed_points, part, models = points_of(unit), _part(unit), sum(_model_numbers(unit))
            profiles.lacks(tidy(unit.get("name"))[:80], 0, listed_points, part, models)
        else:
            profiles.has(tidy(unit.get("name")), in_list=not lacks_profile)
        if lacks_profile and entry is not None:
            _complete(unit, entry)
            unit.attributes["name"] = profiles.shown_name(tidy(unit.get("name")), unit.get("name"))
    names = [tidy(unit.get("name"))[:80] for unit in units]
    lines = [tidy(root.get("name")) or faction, *(f"  {name}" for name in names)]
    facts: dict[str, Any] = {"format": "inchwise-aos4-list", "name": tidy(root.get("name")), "faction": faction}
    facts |= {"units": [{"name": name} for name in names]}
    profiles.require_all(file, tidy(root.get("name")), lines, facts, profiles.remarks)
    return bases


def _units_below(selections: Iterable[Element]) -> Iterator[Element]:
    """Yield the units among selections, at any depth."""
    for selection in selections:
        if selection.get("type") == "unit" or any(type_of(p) in values.PRESENT for p in selection.all("profiles")):
            yield selection
        else:
            yield from _units_below(selection.all("selections"))


def _part(unit: Element) -> str:
    """Return the part of a unit in its army, as far as its categories say, as in `KnownUnit`."""
    categories = {tidy(category.get("name")).upper() for category in unit.all("categories")}
    parts = {values.LEADER: "leader", "HERO": "leader", values.TERRAIN: "terrain", "MANIFESTATION": "manifestation"}
    return next((part for category, part in parts.items() if category in categories), "")


def _model_numbers(unit: Element) -> list[int]:
    """Return the numbers of models in the parts of a unit."""
    parts = (part for part in unit.below("selections") if part is not unit and part.get("type") == "model")
    return [int(part.get("number")) for part in parts if is_count(part.get("number"))]


def _complete(unit: Element, entry: Element) -> None:
    """Add the profile, models and weapons of an entry to a unit of a roster."""
    parts = [part for part in unit.below("selections") if part is not unit]
    numbers = _model_numbers(unit)
    names = {tidy(part.get("name")).casefold() for part in parts}
    reinforced = "reinforced" in names
    if numbers and not reinforced:  # twice the usual number of models shows it too
        reinforced, _copies = numbered(entry, sum(numbers), reinforced=False)
    wishes = asked((tidy(part.get("name")), int(part.get("number") or 1)) for part in parts if _is_option(part))
    completed_unit = armed(entry, wishes, reinforced=reinforced)
    marked(completed_unit, general="general" in names, reinforced=reinforced)
    own_parts = [
        part for part in unit.all("selections") if part.all("profiles") or part.all("rules") or part.all("costs")
    ]
    unit.lists["selections"] = [*completed_unit.all("selections"), *own_parts]
    for name in ("profiles", "rules", "categories"):
        unit.lists[name] = [*unit.all(name), *completed_unit.all(name)]


def _is_option(part: Element) -> bool:
    return part.get("type") == "upgrade" and is_count(part.get("number") or "1")


# -- parts -----------------------------------------------------------------------------------------


def _upgrade(entry: Element) -> Element:
    """Return all profiles and rules of an upgrade or group as one selection."""
    selection = Element("selection", {"name": entry.get("name"), "type": "upgrade", "number": "1"})
    stack, profiles, rules = [entry], list[Element](), list[Element]()
    while stack:
        part = stack.pop(0)
        if part.get("type") in ("unit", "model") or (part is not entry and part.get("hidden") == "true"):
            continue
        profiles += part.all("profiles")
        rules += part.all("rules")
        stack += [*part.all("selectionEntries"), *part.all("selectionEntryGroups")]
    selection.lists = {"profiles": profiles, "rules": rules}
    return selection


def _units_in(entry: Element) -> Iterator[str]:
    """Yield the names of the units in an entry at any depth."""
    stack = [entry]
    while stack:
        part = stack.pop(0)
        if part.get("type") == "unit":
            yield tidy(part.get("name"))
        stack += [*part.all("selectionEntries"), *part.all("selectionEntryGroups")]


def _cost(points: int) -> Element:
    return Element("cost", {"name": "pts", "typeId": "points", "value": str(points)})


def _category(name: str, identity: str) -> Element:
    return Element("category", {"name": name, "entryId": identity})


# -- a list in words -------------------------------------------------------------------------------


def list_lines(listed: ArmyList, missing: Iterable[int] = ()) -> Iterator[str]:
    """Yield a list as lines of text. Units on the lines `missing` are marked as lacking a profile."""
    lacking = frozenset(missing)
    army_names = [listed.faction, listed.formation, listed.battlepack]
    points = "" if listed.points is None else _points_words(listed.points)
    if listed.points is not None and listed.limit:
        points = _("{points} of {limit} points", points=listed.points, limit=listed.limit)
    yield ", ".join(filter(None, [listed.name or _("A list"), *army_names, points]))
    for lore in listed.lores:
        yield f"  {lore}"
    for regiment in listed.regiments:
        yield _("{name}:", name=regiment.name)
        yield from (_unit_line(unit, unit.line in lacking) for unit in regiment.units)
    for part, title in PARTS.items():
        units: tuple[ListedUnit, ...] = getattr(listed, part)
        if units:
            yield _(title)
        yield from (_unit_line(unit, unit.line in lacking) for unit in units)


def _unit_line(unit: ListedUnit, missing: bool) -> str:
    """Return a unit of a list as a line of text."""
    parts = [f"{unit.count} × {unit.name}" if unit.count is not None else unit.name]
    if unit.points is not None:
        parts.append(_points_words(unit.points))
    parts += [_("general")] * unit.general + [_("reinforced")] * unit.reinforced + list(unit.notes)
    line = f"  {', '.join(parts)}"
    return _("{line} - needs a profile", line=line) if missing else line


def list_facts(listed: ArmyList) -> dict[str, Any]:
    """Return a list as JSON-ready data."""
    words = ("name", "maker", "faction", "formation", "battlepack", "points", "limit", "drops")
    facts: dict[str, Any] = {"format": "inchwise-aos4-list", **{name: getattr(listed, name) for name in words}}
    facts |= {"lores": list(listed.lores), "tactics": list(listed.tactics)}
    facts["regiments"] = [
        {"name": regiment.name, "renown": regiment.renown, "units": list(map(_unit_facts, regiment.units))}
        for regiment in listed.regiments
    ]
    for name in PARTS:
        facts[name] = list(map(_unit_facts, getattr(listed, name)))
    return {**facts, "remarks": list(listed.remarks)}


def _points_words(points: int) -> str:
    return ngettext("{n} point", "{n} points", points, n=points)


def _unit_facts(unit: ListedUnit) -> dict[str, Any]:
    """Return a unit of a list as JSON-ready data."""
    words = ("name", "line", "points", "count", "general", "reinforced")
    return {**{name: getattr(unit, name) for name in words}, "notes": list(unit.notes)}
