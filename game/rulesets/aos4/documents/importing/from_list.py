"""A list as text made into the tree of a roster, with profiles from the player's libraries and own profiles.

The tree is read as any roster's is, so that both give the same armies (A-IMP-12).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from game.documents.battlescribe.choosing import EVERY, Choosing, Wishes
from game.documents.battlescribe.fields import tidy
from game.documents.battlescribe.libraries import Libraries
from game.documents.battlescribe.names import key, words_key
from game.documents.battlescribe.tree import Element
from game.documents.error import UnfinishedError
from game.rulesets.aos4.documents.importing import values
from game.rulesets.aos4.documents.importing.models import title_of
from game.rulesets.aos4.documents.importing.profiles import OwnProfiles
from game.rulesets.aos4.documents.importing.text_list import ArmyList, ListedRegiment, ListedUnit
from game.wording import N_, _, ngettext, series

_NUMBERED: Final = re.compile(
    r"(?P<before>\d{1,2})\s*[x×]?\s+(?P<name>\S.*)|(?P<other>.*\S)\s*[x×]\s*(?P<behind>\d{1,2})"
)
_LABEL: Final = re.compile(r"[^:]{3,40}:\s*(?P<what>\S.*)")
_SHARED: Final = re.compile(r"1/\d+")
MOST_NAMED: Final = 6
"""The most units that a message names."""


class Missing(NamedTuple):
    """A unit without a profile: its name and line, and the names in the libraries that are most like it."""

    name: str
    line: int
    near: list[str]

    def words(self) -> str:
        """Return it as a line for people."""
        if not self.near:
            return _("line {n}: {unit} needs a profile", n=self.line, unit=self.name)
        names = ", ".join(self.near)
        return _("line {n}: {unit} needs a profile - is it {names}?", n=self.line, unit=self.name, names=names)


@dataclass
class _Builder:
    """Builds the tree of one list. What is not found is in `missing`, what is odd in `remarks`."""

    listed: ArmyList
    libraries: Libraries
    own: OwnProfiles
    remarks: list[str]
    missing: list[Missing] = field(default_factory=list)

    def roster(self) -> Element:
        """Return the roster; units without profiles are left out."""
        listed = self.listed
        top = Element("force", {"name": listed.battlepack, "catalogueName": listed.faction})
        inner = [force for regiment in listed.regiments if (force := self._regiment(regiment)) is not None]
        auxiliaries = [unit for each in listed.auxiliaries for unit in self._unit(each)]
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
        """Yield what belongs to the whole army: traits, formation, lores, terrain, manifestations."""
        listed = self.listed
        traits = self.libraries.choice(f"Battle Traits: {listed.faction}", listed.faction)
        if traits is not None:
            yield _upgrade(traits.entry)
        wanted = [(_("battle formation"), listed.formation, "formation")] if listed.formation else []
        for lore in listed.lores:
            kind, _dash, name = lore.rpartition(" - ")
            wanted.append((kind.casefold() or _("lore"), name, "lore"))
        summoned: list[str] = []
        for kind, name, group in wanted:
            found = self.libraries.choice(name, listed.faction, group)
            if found is None:
                self._remark(_("{kind} {name}: not in your libraries; use it by hand", kind=kind, name=name))
                continue
            yield _upgrade(found.entry)
            summoned += _units_in(found.entry)
        for unit in listed.terrain:
            for made in self._unit(unit):
                made.lists.setdefault("categories", []).append(_category(values.TERRAIN, values.TERRAIN_ID))
                yield made
        named = {key(unit.name) for unit in listed.manifestations}
        for unit in listed.manifestations:
            yield from self._unit(unit)
        for name in dict.fromkeys(summoned):
            if key(name) not in named:
                yield from self._unit(ListedUnit(name, 0), needed=False)

    def _regiment(self, regiment: ListedRegiment) -> Element | None:
        units = [made for unit in self._checked(regiment.units) for made in self._unit(unit)]
        if not units:
            return None
        units[0].lists.setdefault("categories", []).append(_category(values.LEADER, values.LEADER_ID))
        identity = "renown" if regiment.renown else values.REGIMENT
        return Element("force", {"name": regiment.name, "entryId": identity}, "", {"selections": units})

    def _checked(self, units: Iterable[ListedUnit]) -> Iterator[ListedUnit]:
        """Yield the units of a regiment; a doubtful line that is an upgrade and not a unit is a note (A-IMP-12)."""
        checked: list[ListedUnit] = []
        for unit in units:
            faction = self.listed.faction
            doubtful = unit.doubtful and checked and self._known(unit.name) is None
            if doubtful and self.libraries.choice(unit.name, faction) is not None:
                checked[-1] = replace(checked[-1], notes=(*checked[-1].notes, unit.name, *unit.notes))
            else:
                checked.append(unit)
        return iter(checked)

    def _known(self, name: str) -> Element | None:
        """Return the entry of a unit: typed by the player, else from a library."""
        own = self.own.find(name)
        if own is not None:
            return own
        found = self.libraries.unit(self.own.renamed(name), self.listed.faction)
        if found is None:
            return None
        if not found.exact:
            text = N_("{unit}: the profile of {other} is used ({catalogue})")
            facts = {"unit": name, "other": tidy(found.entry.get("name")), "catalogue": found.catalogue}
            self._remark(_(text, **facts))
        return found.entry

    def _unit(self, unit: ListedUnit, *, needed: bool = True) -> list[Element]:
        """Return the selection of a unit, an empty list if nothing knows its profile."""
        entry = self._known(unit.name)
        if entry is None:
            if needed:
                self.missing.append(Missing(unit.name, unit.line, self.libraries.near(unit.name)))
            return []
        usual = sum(_models_in(Choosing().selection(entry)))
        reinforced, copies = unit.reinforced, 1
        if unit.count is not None and unit.count not in (1, usual):
            if unit.count == 2 * usual and usual > 1:
                reinforced = True
            elif usual == 1 or unit.count < usual or unit.count % usual:
                copies = unit.count
        asked = {words_key(name): count for note in unit.notes for name, count in _wishes(note)}
        wishes = Wishes(asked)
        shared = {word for word in map(_category_name, entry.all("categories")) if _SHARED.search(word)}

        def titles(option: Element) -> int:
            title = title_of(option)
            if title is None:
                return 0
            return 2 if reinforced and any(word.startswith(title.upper()) for word in shared) else 1

        choosing = Choosing(titles, wishes, 2 if reinforced else 1)
        made = choosing.selection(entry)
        made.attributes |= {"name": unit.name, "number": str(copies)}
        made.lists["costs"] = [_cost(unit.points if unit.points is not None else 0)]
        chosen = made.lists.setdefault("selections", [])
        if unit.general:
            chosen.append(Element("selection", {"name": "General", "entryId": values.GENERAL, "type": "upgrade"}))
        if reinforced:
            chosen.append(Element("selection", {"name": "Reinforced", "entryId": values.REINFORCED, "type": "upgrade"}))
        for note in unit.notes:
            if not any(words_key(name) in wishes.granted for name, _count in _wishes(note)):
                chosen += self._enhancement(unit, note)
        return [made]

    def _enhancement(self, unit: ListedUnit, note: str) -> Iterator[Element]:
        label = _LABEL.fullmatch(note)
        names = [note, label["what"]] if label else [note]
        for name in names:
            found = self.libraries.choice(name, self.listed.faction)
            if found is not None:
                yield _upgrade(found.entry)
                return
        if note.casefold() not in ("legends", "leader", "champion", "musician", "standard bearer"):
            text = N_("line {n}: {note} of {unit} is not in your libraries; use it by hand")
            self._remark(_(text, n=unit.line, note=note, unit=unit.name))

    def _remark(self, text: str) -> None:
        if text not in self.remarks:
            self.remarks.append(text)


def roster_of(listed: ArmyList, file: str, libraries: Libraries, own: OwnProfiles, remarks: list[str]) -> Element:
    """Return the tree of the roster that a list is; raise `UnfinishedError` if units lack profiles."""
    remarks += [_("the library is not read: {error}", error=trouble) for trouble in libraries.troubles]
    builder = _Builder(listed, libraries, own, remarks)
    root = builder.roster()
    if builder.missing:
        names = list(dict.fromkeys(each.name for each in builder.missing))
        raise UnfinishedError(
            file,
            _unfinished(names),
            title=listed.name or listed.faction or _("A list"),
            lines=[*list_lines(listed, {each.line for each in builder.missing})],
            facts=list_facts(listed, builder.missing),
            remarks=[*(each.words() for each in builder.missing), *listed.remarks, *remarks],
        )
    return root


def _unfinished(names: list[str]) -> str:
    shown = series([*names[:MOST_NAMED]]) + (" …" if len(names) > MOST_NAMED else "")
    count = ngettext("{n} unit needs a profile", "{n} units need a profile", len(names), n=len(names))
    return _(
        "{count} ({names}) - add a library (roster library add) or type one (roster profile)", count=count, names=shown
    )


def _wishes(note: str) -> Iterator[tuple[str, int]]:
    """Yield the options that a note may mean, with how many: "2 x Hooks", "Hooks x2", "Hooks"."""
    match = _NUMBERED.fullmatch(note)
    if match is None:
        yield note, EVERY
        return
    yield match["name"] or match["other"], int(match["before"] or match["behind"])


def _models_in(selection: Element) -> Iterator[int]:
    """Yield how many models each part of a unit has; a unit without parts is one model."""
    models = [part for part in selection.all("selections") if part.get("type") == "model"]
    yield from (int(part.get("number") or 1) for part in models) if models else (1,)


def _upgrade(entry: Element) -> Element:
    """Return everything that an upgrade or group says, as one selection."""
    made = Element("selection", {"name": entry.get("name"), "type": "upgrade", "number": "1"})
    stack, profiles, rules = [entry], list[Element](), list[Element]()
    while stack:
        inner = stack.pop(0)
        if inner.get("type") in ("unit", "model") or (inner is not entry and inner.get("hidden") == "true"):
            continue
        profiles += inner.all("profiles")
        rules += inner.all("rules")
        stack += [*inner.all("selectionEntries"), *inner.all("selectionEntryGroups")]
    made.lists = {"profiles": profiles, "rules": rules}
    return made


def _units_in(entry: Element) -> Iterator[str]:
    stack = [entry]
    while stack:
        inner = stack.pop(0)
        if inner.get("type") == "unit":
            yield tidy(inner.get("name"))
        stack += [*inner.all("selectionEntries"), *inner.all("selectionEntryGroups")]


def _cost(points: int) -> Element:
    return Element("cost", {"name": "pts", "typeId": "points", "value": str(points)})


def _category(name: str, identity: str) -> Element:
    return Element("category", {"name": name, "entryId": identity})


def _category_name(category: Element) -> str:
    return tidy(category.get("name")).upper()


# -- a list in words -------------------------------------------------------------------------------


def list_lines(listed: ArmyList, missing: Iterable[int] = ()) -> Iterator[str]:
    """Yield a list as lines of text; units on the lines `missing` are marked."""
    lacking = frozenset(missing)
    about = [listed.faction, listed.formation, listed.battlepack]
    points = "" if listed.points is None else _("{n} points", n=listed.points)
    if listed.points is not None and listed.limit:
        points = _("{points} of {limit} points", points=listed.points, limit=listed.limit)
    yield ", ".join(filter(None, [listed.name or _("A list"), *about, points]))
    for lore in listed.lores:
        yield f"  {lore}"
    for regiment in listed.regiments:
        yield _("{name}:", name=regiment.name)
        yield from (_unit_line(unit, unit.line in lacking) for unit in regiment.units)
    for title, units in (
        (_("Auxiliary units:"), listed.auxiliaries),
        (_("Faction terrain:"), listed.terrain),
        (_("Manifestations:"), listed.manifestations),
    ):
        if units:
            yield title
        yield from (_unit_line(unit, unit.line in lacking) for unit in units)


def _unit_line(unit: ListedUnit, missing: bool) -> str:
    parts = [f"{unit.count} × {unit.name}" if unit.count is not None else unit.name]
    if unit.points is not None:
        parts.append(_("{n} points", n=unit.points))
    parts += [_("general")] * unit.general + [_("reinforced")] * unit.reinforced + list(unit.notes)
    line = f"  {', '.join(parts)}"
    return _("{line} - needs a profile", line=line) if missing else line


def list_facts(listed: ArmyList, missing: Iterable[Missing] = ()) -> dict[str, Any]:
    """Return a list as JSON-ready data, with the units that lack profiles."""
    return {
        "format": "inchwise-aos4-list",
        "name": listed.name,
        "maker": listed.maker,
        "faction": listed.faction,
        "formation": listed.formation,
        "battlepack": listed.battlepack,
        "points": listed.points,
        "limit": listed.limit,
        "drops": listed.drops,
        "lores": list(listed.lores),
        "tactics": list(listed.tactics),
        "regiments": [
            {"name": each.name, "renown": each.renown, "units": list(map(_unit_facts, each.units))}
            for each in listed.regiments
        ],
        "auxiliaries": list(map(_unit_facts, listed.auxiliaries)),
        "terrain": list(map(_unit_facts, listed.terrain)),
        "manifestations": list(map(_unit_facts, listed.manifestations)),
        "remarks": list(listed.remarks),
        "missing": [{"unit": each.name, "line": each.line, "near": each.near} for each in missing],
    }


def _unit_facts(unit: ListedUnit) -> dict[str, Any]:
    return {
        "name": unit.name,
        "line": unit.line,
        "points": unit.points,
        "count": unit.count,
        "general": unit.general,
        "reinforced": unit.reinforced,
        "notes": list(unit.notes),
    }
