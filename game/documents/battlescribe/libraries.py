"""Libraries: the contents of the player's own catalogues, stored as one file each and searched by name."""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from game.cached import cached_property
from game.documents.battlescribe.catalogues import (
    MOST_OF_CHOICE,
    MOST_PARTS,
    Catalogues,
    catalogue_files,
    choices_of,
    read_catalogue,
    system_of,
    title_of,
    units_of,
)
from game.documents.battlescribe.fields import name as name_of
from game.documents.battlescribe.fields import tidy
from game.documents.battlescribe.names import key, keys, near
from game.documents.battlescribe.tree import Element, of_json, to_json
from game.documents.error import DocumentError
from game.documents.files import home, home_path, replacing, stem_of
from game.printable import LONGEST_NAME, shortened
from game.wording import N_, _, ngettext

FOLDER: Final = "libraries"
SUFFIX: Final = ".profiles"
VERSION: Final = 1
INDEX: Final = "library.json"
MOST_INDEX: Final = 20_000_000
READING: Final = 0.4
"""The share of the work of adding a library that is reading its files."""
Progress = Callable[[float], None]
MOST_MISSING: Final = 6
"""The most names of missing catalogues in a remark."""


class Added(NamedTuple):
    """The result of adding a library: its name, its numbers of catalogues and units, and remarks."""

    name: str
    catalogues: int
    units: int
    remarks: Sequence[str]


class Found(NamedTuple):
    """An entry found by name: its tree, the name of its catalogue, and whether the names are exactly equal."""

    entry: Element
    catalogue: str
    exact: bool


class _TooMany(DocumentError):
    """More catalogues than a library can hold."""


# -- the files -------------------------------------------------------------------------------------


def library_files(ruleset: str) -> list[Path]:
    """Return the library files of a rulebook, sorted by name."""
    return sorted((home_path() / FOLDER / ruleset).glob(f"*{SUFFIX}"))


def _unseen(_share: float) -> None:
    """Show no progress."""


def add_library(path: Path, ruleset: str, system: str, game: str, progress: Progress = _unseen) -> Added:
    """Add the catalogues in a file, folder or zip file as a library; it replaces one of the same name.

    `system` is the id of the game system they must belong to, `game` its name. `progress` is called with the part done
    and may raise to stop. Raises `DocumentError`, `OSError`.
    """
    catalogues, remarks = _read_all(path, system, game, progress)
    parts = []
    for number, root in enumerate(catalogues.roots):
        share = READING + (1 - READING) * number / len(catalogues.roots)
        parts.append(_offered_by(root, catalogues, partial(progress, share)))
    units = sum(len(part["units"]) for part in parts)
    if not any(part["units"] or part["choices"] for part in parts):
        raise DocumentError(str(path), "", _("holds no unit - add the catalogues of a faction, with its library"))
    if missing := catalogues.missing():
        text = N_(
            "links to catalogues that are not here: {names} - add them together, or some units lack their profiles"
        )
        names = ", ".join(missing[:MOST_MISSING]) + (" …" if len(missing) > MOST_MISSING else "")
        remarks.append(_(text, names=names))
    folder = home() / FOLDER / ruleset
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{stem_of(path.stem if path.is_file() else path.resolve().name, 'library')}{SUFFIX}"
    _write_library(file, parts)
    return Added(file.stem, len(parts), units, remarks)


def remove_library(name: str, ruleset: str) -> None:
    """Remove a library by name; raise `DocumentError`, `OSError`."""
    files = {file.stem.casefold(): file for file in library_files(ruleset)}
    file = files.get(name.casefold()) or files.get(stem_of(name, "library").casefold())
    if file is None:
        known = ", ".join(path.stem for path in files.values()) or _("none")
        text = _("no library has that name - your libraries: {known}", known=known)
        raise DocumentError(shortened(name, LONGEST_NAME), "", text)
    file.unlink()


def _read_all(path: Path, system: str, game: str, progress: Progress) -> tuple[Catalogues, list[str]]:
    """Return the catalogues at a path, and remarks about those that are left out."""
    catalogues, remarks = Catalogues(), list[str]()
    first: DocumentError | None = None
    for file, content, share in catalogue_files(path):
        progress(READING * share)
        try:
            root = read_catalogue(content, file)
            if system_of(root) != system:
                text = _(
                    "is for the game system {system!r}, not {game}", system=name_of(system_of(root))[:60], game=game
                )
                raise DocumentError(file, "gameSystemId", text)
            catalogues.add(root)
            if catalogues.parts > MOST_PARTS:
                text = _("the catalogues have more than {most:,} elements - add fewer at once", most=MOST_PARTS)
                raise _TooMany(str(path), "", text)
        except _TooMany:
            raise
        except DocumentError as error:
            first = first or error
            remarks.append(_("the catalogue is ignored: {error}", error=error))
    if not catalogues.roots and first is not None:
        raise first
    return catalogues, remarks[:100]


def _offered_by(root: Element, catalogues: Catalogues, going_on: Callable[[], None]) -> dict[str, Any]:
    """Return the units and choices of a catalogue as JSON data; `going_on` is called before each of them."""
    costs = catalogues.costs()
    units = []
    for entry in units_of(root):
        going_on()
        resolved_entry = catalogues.resolved(entry)
        if resolved_entry is None or not any(inner.all("profiles") for inner in _all_below(resolved_entry)):
            continue
        if not resolved_entry.all("costs") and entry.get("id") in costs:
            resolved_entry.lists["costs"] = costs[entry.get("id")]
        units.append(to_json(resolved_entry))
    choices = []
    for choice, group in choices_of(root):
        going_on()
        resolved_entry = catalogues.resolved(choice, most=MOST_OF_CHOICE, units=False)
        if (
            resolved_entry is not None
            and resolved_entry.get("name")
            and any(_says(inner) for inner in _all_below(resolved_entry))
        ):
            choices.append({"group": group, "entry": to_json(resolved_entry)})
    return {"name": title_of(root), "id": root.get("id"), "units": units, "choices": choices}


def _says(element: Element) -> bool:
    return bool(element.all("profiles") or element.all("rules")) or element.get("type") == "unit"


def _all_below(element: Element) -> Iterator[Element]:
    stack = [element]
    while stack:
        inner = stack.pop()
        yield inner
        stack.extend(inner.all("selectionEntries"))
        stack.extend(inner.all("selectionEntryGroups"))


def _write_library(file: Path, parts: list[dict[str, Any]]) -> None:
    index = {"format": "inchwise-library", "version": VERSION, "catalogues": [
        {
            "name": part["name"],
            "units": [tidy(unit["name"]) for unit in part["units"]],
            "choices": [[tidy(choice["entry"]["name"]), choice["group"]] for choice in part["choices"]],
        }
        for part in parts
    ]}  # fmt: skip
    with replacing(file) as temporary_file, zipfile.ZipFile(temporary_file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(INDEX, json.dumps(index, ensure_ascii=False))
        for number, part in enumerate(parts):
            archive.writestr(f"{number}.json", json.dumps(part, ensure_ascii=False))


# -- finding ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Entry:
    """The place of a library entry: its file, the number of its catalogue, the list it is in, and its index there."""

    file: Path
    part: int
    catalogue: str
    kind: str
    place: int
    name: str
    group: str = ""

    def tree(self) -> Element:
        entry = _kept_part(self.file, self.file.stat().st_mtime_ns, self.part)[self.kind][self.place]
        return of_json("selectionEntry", entry["entry"] if self.kind == "choices" else entry)


class Libraries:
    """All libraries of a rulebook, in which units and upgrades are found by their names."""

    def __init__(self, ruleset: str) -> None:
        self.files = library_files(ruleset)
        self.troubles: list[str] = []
        """What is wrong with libraries that cannot be read."""

    @cached_property
    def _indexes(self) -> list[tuple[Path, dict[str, Any]]]:
        indexes = []
        for file in self.files:
            try:
                indexes.append((file, _kept_index(file, file.stat().st_mtime_ns)))
            except (DocumentError, OSError) as error:
                self.troubles.append(str(error))
        return indexes

    def listed(self) -> list[tuple[str, int, int]]:
        """Return the name of each library that can be read, and how many catalogues and units it has."""
        return [
            (file.stem, len(index["catalogues"]), sum(len(catalogue["units"]) for catalogue in index["catalogues"]))
            for file, index in self._indexes
        ]

    def units(self) -> list[str]:
        """Return the names of all units."""
        catalogues = (catalogue for _file, index in self._indexes for catalogue in index["catalogues"])
        return list(dict.fromkeys(unit for catalogue in catalogues for unit in catalogue["units"]))

    def _entries(self, kind: str, wanted: str) -> list[_Entry]:
        """Return the entries of all libraries whose names have a key."""
        keyed = (_entries_by_key(file, file.stat().st_mtime_ns, kind) for file, _index in self._indexes)
        return [entry for entries in keyed for entry in entries.get(wanted, ())]

    def unit(self, name: str, faction: str = "") -> Found | None:
        """Return the unit with a name, preferably from the catalogues of a faction, or None."""
        return self._best_match("units", name, faction)

    def choice(self, name: str, faction: str = "", group: str = "") -> Found | None:
        """Return the upgrade or group with a name, preferably from a `group` of that name, or None."""
        return self._best_match("choices", name, faction, group)

    def near(self, name: str) -> list[str]:
        """Return the names of units that are most similar to a name."""
        return near(name, self.units())

    def _best_match(self, kind: str, name: str, faction: str, group: str = "") -> Found | None:
        for name_key in keys(name):
            if matches := self._entries(kind, name_key):
                best = min(
                    matches,
                    key=lambda entry: (group.casefold() not in entry.group.casefold(), _unsuitability(entry, faction)),
                )
                exact = name_key == key(name) or key(best.name) in keys(name)[:-1]
                return Found(best.tree(), best.catalogue, exact)
        return None


def _unsuitability(entry: _Entry, faction: str) -> int:
    """Return how unsuitable a catalogue is for a faction: 0 for its own, 1 for others, 2 for retired ones."""
    title, wanted = entry.catalogue.casefold(), faction.casefold()
    if wanted and title.split(" - ")[0] == wanted:
        return 0
    return 2 if "[legends]" in title or "path to glory" in title else 1


@lru_cache(maxsize=16)
def _kept_index(file: Path, _changed: int) -> dict[str, Any]:
    index = _json_in_zip(file, INDEX)
    if index.get("version") != VERSION:
        raise DocumentError(str(file), "version", _("was made by another version - add the catalogues again"))
    if not isinstance(index.get("catalogues"), list):
        raise DocumentError(str(file), "", _DAMAGED)
    return index


@lru_cache(maxsize=16)
def _entries_by_key(file: Path, changed: int, kind: str) -> dict[str, list[_Entry]]:
    """Return the units or choices of a library, grouped by the keys of their names."""
    entries: dict[str, list[_Entry]] = {}
    for part, catalogue in enumerate(_kept_index(file, changed)["catalogues"]):
        for place, item in enumerate(catalogue[kind]):
            title, group = (item, "") if kind == "units" else item
            entry = _Entry(file, part, catalogue["name"], kind, place, title, group)
            entries.setdefault(key(title), []).append(entry)
    return entries


@lru_cache(maxsize=12)
def _kept_part(file: Path, _changed: int, part: int) -> dict[str, Any]:
    return _json_in_zip(file, f"{part}.json")


_DAMAGED: Final = N_("is damaged - add the catalogues again")


def _json_in_zip(file: Path, name: str) -> dict[str, Any]:
    try:
        with zipfile.ZipFile(file) as archive:
            if archive.getinfo(name).file_size > MOST_INDEX:
                raise DocumentError(str(file), name, _(_DAMAGED))
            plain = json.loads(archive.read(name))
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, NotImplementedError, RuntimeError, ValueError) as error:
        if isinstance(error, DocumentError):
            raise
        raise DocumentError(str(file), "", _(_DAMAGED)) from None
    if not isinstance(plain, dict):
        raise DocumentError(str(file), "", _(_DAMAGED))
    return plain


def library_words(name: str, catalogues: int, units: int) -> str:
    """Return a sentence with a library's name and its numbers of catalogues and units."""
    words = ngettext("{n} catalogue", "{n} catalogues", catalogues, n=catalogues)
    return _("{name}: {catalogues}, {units} units", name=name, catalogues=words, units=units)
