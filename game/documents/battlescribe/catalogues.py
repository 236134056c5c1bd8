"""Catalogues that refer to one another: their entries with all links followed, as trees that need no other file."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from game.documents.battlescribe.fields import name, tidy
from game.documents.battlescribe.opening import unpacked
from game.documents.battlescribe.tree import MOST_ENTRIES, Element, read_xml
from game.documents.error import DocumentError
from game.wording import _

PLAIN: Final = (".cat", ".gst")
PACKED: Final = (".catz", ".gstz")
SUFFIXES: Final = (*PLAIN, *PACKED)
MOST_FILES: Final = 500
MOST_BYTES: Final = 16 * 1024 * 1024
"""The most bytes of a catalogue."""
MOST_IN_ALL: Final = 128 * 1024 * 1024
"""The most bytes of all catalogues of a library."""
UNREAD: Final = frozenset(
    {
        "modifiers", "modifierGroups", "conditions", "publications", "attributes", "comment", "readme", "repeats",
        "profileTypes", "costTypes", "forceEntries", "categoryEntries", "localConditionGroups", "conditionGroups",
    }
)  # fmt: skip
"""Parts of catalogues that say when something may be chosen, and how it looks; nothing here asks for them."""
ENTRIES: Final = ("selectionEntries", "sharedSelectionEntries")
GROUPS: Final = ("selectionEntryGroups", "sharedSelectionEntryGroups")
MOST_PARTS: Final = 1_000_000
"""The most elements of all catalogues of a library; a large game system has a third of that."""
MOST_RESOLVED: Final = 4_000
"""The most parts of one entry with its links followed."""
MOST_OF_CHOICE: Final = 120
"""The most parts of an upgrade; those with more only lead to the others."""
DEEPEST: Final = 14
_TARGETS: Final = frozenset({"selectionEntry", "selectionEntryGroup", "profile", "rule", "infoGroup"})
"""What a link can lead to."""


class CatalogueFile(NamedTuple):
    """A catalogue file: its name, its content, and the share of all catalogues that precede it (0 to 1)."""

    name: str
    content: bytes
    share: float = 0.0


def catalogue_files(path: Path) -> Iterator[CatalogueFile]:
    """Yield the catalogues in a file, a folder or a zip file, sorted by name; raise `DocumentError`, `OSError`."""
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if file.suffix.lower() in SUFFIXES and file.is_file())
        _require_readable_size(path, len(files), sum(file.stat().st_size for file in files))
        for number, file in enumerate(files):
            yield CatalogueFile(str(file), file.read_bytes(), number / len(files))
        return
    if path.exists() and not path.is_file():
        raise DocumentError(str(path), "", _("is not a file or a folder - give the name of a catalogue"))
    if path.stat().st_size > MOST_IN_ALL:
        raise _too_large(path)
    content = path.read_bytes()
    if path.suffix.lower() not in SUFFIXES and zipfile.is_zipfile(io.BytesIO(content)):
        yield from _catalogues_in_zip(path, content)
    else:
        yield CatalogueFile(str(path), content)


def _catalogues_in_zip(path: Path, content: bytes) -> Iterator[CatalogueFile]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            catalogue_entries = [
                entry
                for entry in archive.infolist()
                if entry.filename.lower().endswith(SUFFIXES) and not PurePosixPath(entry.filename).name.startswith("._")
            ]
            _require_readable_size(path, len(catalogue_entries), sum(entry.file_size for entry in catalogue_entries))
            for number, entry in enumerate(catalogue_entries):
                with archive.open(entry) as stream:
                    name = f"{path}/{entry.filename}"
                    yield CatalogueFile(name, stream.read(MOST_BYTES + 1), number / len(catalogue_entries))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        if isinstance(error, DocumentError):
            raise
        raise DocumentError(str(path), "", _("is a damaged zip file: {msg}", msg=str(error)[:200])) from None


def _require_readable_size(path: Path, files: int, size: int) -> None:
    if not files:
        known = ", ".join(SUFFIXES)
        raise DocumentError(str(path), "", _("contains no catalogue - catalogues end in {known}", known=known))
    if files > MOST_FILES:
        text = _("contains {n} catalogues - at most {most} can be read", n=files, most=MOST_FILES)
        raise DocumentError(str(path), "", text)
    if size > MOST_IN_ALL:
        raise _too_large(path)


def _too_large(path: Path) -> DocumentError:
    text = _("is larger than {most:,} bytes - no library needs that much", most=MOST_IN_ALL)
    return DocumentError(str(path), "", text)


def read_catalogue(content: bytes, file: str) -> Element:
    """Return the tree of a catalogue or game system; raise `DocumentError`."""
    if content.startswith(b"PK\x03\x04"):
        content = unpacked(content, file, ".cat" if file.lower().endswith(".catz") else ".gst")
    if len(content) > MOST_BYTES:
        raise DocumentError(
            file, "", _("is larger than {most:,} bytes - no catalogue needs that much", most=MOST_BYTES)
        )
    root = read_xml(content, file, MOST_ENTRIES, UNREAD)
    if root.name not in ("catalogue", "gameSystem"):
        raise DocumentError(file, root.name[:60], _("is not a catalogue - a roster is imported, not added"))
    return root


def system_of(root: Element) -> str:
    """Return the id of the game system that a catalogue belongs to, or that it is."""
    return root.get("id") if root.name == "gameSystem" else root.get("gameSystemId")


@dataclass
class Catalogues:
    """Several catalogues with a common index of their entries, because links lead from one to another."""

    roots: list[Element] = field(default_factory=list)
    parts: int = 0
    """How many elements they have."""
    _by_id: dict[str, Element] = field(default_factory=dict)
    _left: int = 0
    _units: bool = True

    def add(self, root: Element) -> None:
        """Add a catalogue, and index everything in it that a link can refer to."""
        self.roots.append(root)
        stack = [root]
        while stack:
            element = stack.pop()
            self.parts += 1
            identity = element.attributes.get("id")
            if identity and element.name in _TARGETS:
                self._by_id.setdefault(identity, element)
            for children in element.lists.values():
                stack.extend(children)

    def missing(self) -> list[str]:
        """Return the names of catalogues that are linked to but were not added."""
        here = {root.get("id") for root in self.roots}
        links = (link for root in self.roots for link in root.all("catalogueLinks"))
        return sorted({name(link.get("name")) for link in links if link.get("targetId") not in here})

    def costs(self) -> dict[str, list[Element]]:
        """Return the costs that catalogues assign to entries through links, by entry id."""
        costs_by_entry: dict[str, list[Element]] = {}
        for root in self.roots:
            for link in root.all("entryLinks"):
                if link.all("costs"):
                    costs_by_entry.setdefault(link.get("targetId"), link.all("costs"))
        return costs_by_entry

    def resolved(self, entry: Element, *, most: int = MOST_RESOLVED, units: bool = True) -> Element | None:
        """Return an entry or group with its links followed; None if it has more than `most` parts.

        Links that lead back to the entry itself are left out. Without `units`, only the names of units are kept.
        """
        self._left, self._units = most, units
        resolved_entry = self._resolved(entry, frozenset(), 0)
        return resolved_entry if self._left > 0 else None

    def _resolved(self, entry: Element, path: frozenset[str], depth: int) -> Element:
        self._left -= 1
        attributes_kept = ("name", "type", "id", "hidden", "defaultAmount", "defaultSelectionEntryId", "collective")
        resolved_entry = Element(entry.name, {key: entry.get(key) for key in attributes_kept if entry.get(key)})
        identity = entry.get("id")
        if path and not self._units and is_unit(entry):
            return resolved_entry
        resolved_entry.lists = {
            "profiles": [_profile(found) for found in self._information(entry, "profile", "profiles", path)],
            "rules": [_rule(found) for found in self._information(entry, "rule", "rules", path)],
            "categories": [_category(link) for link in entry.all("categoryLinks")],
            "costs": entry.all("costs"),
            "constraints": [
                constraint for constraint in entry.all("constraints") if constraint.get("field") == "selections"
            ],
        }
        if depth < DEEPEST and identity not in path:
            inner = path | {identity}
            resolved_entry.lists["selectionEntries"] = self._resolved_children(
                entry, "selectionEntry", ENTRIES, inner, depth
            )
            resolved_entry.lists["selectionEntryGroups"] = self._resolved_children(
                entry, "selectionEntryGroup", GROUPS, inner, depth
            )
        resolved_entry.lists = {key: children for key, children in resolved_entry.lists.items() if children}
        return resolved_entry

    def _resolved_children(
        self, entry: Element, kind: str, lists: tuple[str, ...], path: frozenset[str], depth: int
    ) -> list[Element]:
        """Return the entries or groups in an entry, resolved: its own, then those that its links refer to."""
        children_found = [self._resolved(child, path, depth + 1) for child in entry.all(lists[0]) if self._left > 0]
        for link in entry.all("entryLinks"):
            if link.get("type") != kind or self._left <= 0 or link.get("targetId") in path:
                continue
            target = self._by_id.get(link.get("targetId"))
            resolved_link = self._resolved(link, path, depth + 1)
            resolved_link.name = kind
            if target is None:
                resolved_link.attributes.setdefault("type", "upgrade")
                children_found.append(resolved_link)
                continue
            resolved_target = self._resolved(target, path, depth + 1)
            resolved_target.attributes |= {key: text for key, text in resolved_link.attributes.items() if key != "type"}
            resolved_target.attributes["id"] = target.get("id")
            if target.get("hidden") == "true":
                resolved_target.attributes["hidden"] = "true"
            for key, children in resolved_link.lists.items():
                resolved_target.lists[key] = children if key == "costs" else [*children, *resolved_target.all(key)]
            children_found.append(resolved_target)
        return children_found

    def _information(self, entry: Element, kind: str, own: str, path: frozenset[str]) -> Iterator[Element]:
        """Yield the profiles or rules of an entry: its own, linked ones, and those of groups of both."""
        yield from entry.all(own)
        groups = list(entry.all("infoGroups"))
        for link in entry.all("infoLinks"):
            target = self._by_id.get(link.get("targetId"))
            if target is not None and link.get("type") == kind:
                yield target
            elif target is not None and link.get("type") == "infoGroup" and target.get("id") not in path:
                groups.append(target)
        for group in groups:
            if len(path) < DEEPEST:
                yield from self._information(group, kind, own, path | {group.get("id")})


def _profile(profile: Element) -> Element:
    attributes_kept = ("name", "typeId", "typeName", "hidden", "id")
    copy_of_profile = Element("profile", {key: profile.get(key) for key in attributes_kept if profile.get(key)})
    copy_of_profile.lists["characteristics"] = [
        Element("characteristic", {"name": row.get("name")}, row.text) for row in profile.all("characteristics")
    ]
    return copy_of_profile


def _rule(rule: Element) -> Element:
    kept = ("name", "id", "hidden", "description")
    return Element("rule", {key: rule.get(key) for key in kept if rule.get(key)})


def _category(link: Element) -> Element:
    return Element(
        "category", {"name": link.get("name"), "primary": link.get("primary"), "entryId": link.get("targetId")}
    )


# -- what a catalogue offers -----------------------------------------------------------------------

_DECORATED: Final = re.compile(r"[^\w\s()'’&,:.!\[\]-]+")


def title_of(root: Element) -> str:
    """Return the name of a catalogue without leading signs."""
    return tidy(_DECORATED.sub(" ", name(root.get("name"))))


def is_unit(entry: Element) -> bool:
    """Return whether an entry is a unit or a single model."""
    return entry.get("type") in ("unit", "model")


def units_of(root: Element) -> Iterator[Element]:
    """Yield the units that a catalogue defines."""
    for kind in ENTRIES:
        yield from (entry for entry in root.all(kind) if is_unit(entry))


def choices_of(root: Element) -> Iterator[tuple[Element, str]]:
    """Yield the upgrades and groups outside units, each with the name of the group that contains it, or ""."""
    stack = [(child, "") for kind in (*ENTRIES, *GROUPS) for child in root.all(kind)]
    while stack:
        element, group = stack.pop()
        if is_unit(element):
            continue
        yield element, group
        inner = name(element.get("name")) if element.name == "selectionEntryGroup" else group
        stack.extend((child, inner) for kind in (*ENTRIES, *GROUPS) for child in element.all(kind))
