"""All of a player's files as one archive: exported from the data folder, and merged into one again."""

from __future__ import annotations

import json
import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any, Final

from game import __version__
from game.documents.error import DocumentError
from game.documents.files import home, home_path, is_beside, numbered_paths, replacing, require_regular, why_not_name
from game.documents.locks import changing
from game.documents.reading import format_of, parse_document, read_json
from game.drills.results import MOST_ROUNDS, ResultsDocument
from game.engine.saving.records import MOST, BestDocument, RecordsDocument
from game.play.document_kinds import kinds
from game.wording import N_, _

FOLDERS: Final = {
    "saves": N_("saved games"),
    "autosaves": N_("games in play"),
    "rosters": N_("rosters"),
    "plans": N_("plans for computer players"),
    "maps": N_("maps"),
    "map-drafts": N_("maps being drawn"),
    "libraries": N_("libraries of catalogues"),
    "profiles": N_("profiles of units"),
    "packs": N_("packs of abilities"),
    "effects": N_("effects read from texts"),
    "sagas": N_("campaigns"),
}
"""The folders of a player's own documents."""
FILES: Final = {
    "settings.json": N_("settings"),
    "window.json": N_("the window and the last new game"),
    "records.json": N_("best results"),
    "drills.json": N_("results of drills"),
    "practice.json": N_("the practice game"),
    "autosave.json": N_("the autosave from an older version"),
}
"""Single files of a player. Anything else in the folder can be made again: exports, caches."""

CONTENTS: Final = "inchwise-data.json"
"""The entry that says what the archive is; an archive that somebody packed by hand has none."""
FORMAT: Final = "inchwise-data"
VERSION: Final = 1
MOST_FILES: Final = 20_000
DEEPEST: Final = 6
LARGEST_FILE: Final = 64_000_000
LARGEST: Final = 2_000_000_000
"""The most bytes of all files."""
MOST_SQUEEZED: Final = 200
"""How many times larger than its entry in the archive a file may be: text rarely reaches 50."""
SMALL: Final = 1_000_000
"""Smaller files may be squeezed by more."""
MOST_IGNORED: Final = 10
"""The most ignored files that are named."""
LONGEST_PART: Final = 200
"""The most bytes of a file's name: less than systems allow, for the number of another file of that name."""
_PIECE: Final = 1_000_000
_LAST: Final = 22 + 65_535
"""The most bytes at the end of a zip file that say how long its list of files is."""
_ROW: Final = 46 + 400
"""The bytes that a file takes in this list, with a long name."""


@dataclass
class Merged:
    """The result of an import: file names that are `new`, the `same` as here, `joined`, `renamed` or `ignored`.

    `joined` files had a document here that both were merged into. `refused` ones cannot be put here; each has its
    reason.
    """

    new: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    joined: list[str] = field(default_factory=list)
    renamed: list[tuple[str, str]] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)


Steps = Iterator[tuple[int, int]]
"""The number of finished files and of all files."""


def player_files() -> dict[str, Path]:
    """Return all files that belong to the player, by their names in an archive."""
    top = home_path()
    candidates = [top / name for name in FILES]
    candidates += [path for folder in FOLDERS for path in sorted((top / folder).rglob("*"))]
    files = (path for path in candidates if path.is_file() and not path.is_symlink() and not path.name.startswith("."))
    return {path.relative_to(top).as_posix(): path for path in files}


def export_data(path: Path) -> Steps:
    """Write all of the player's data into an archive, yielding progress; raise `DocumentError`, `OSError`."""
    files = player_files()
    for name, file in files.items():
        if not _is_plain(name) or file.stat().st_size > LARGEST_FILE:
            text = _("could not be read from an archive again - rename it, or move it out of your data")
            raise DocumentError(str(file), "", text)
    head = {"format": FORMAT, "version": VERSION, "program": __version__, "files": len(files)}
    head["at"] = datetime.now(UTC).isoformat(timespec="seconds")
    with replacing(path) as aside, zipfile.ZipFile(aside, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(CONTENTS, json.dumps(head))
        for files_written, (name, file) in enumerate(files.items(), 1):
            entry = zipfile.ZipInfo(name)  # without times: equal data gives an equal archive
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, file.read_bytes())
            yield files_written, len(files)


def import_data(path: Path, merged: Merged) -> Steps:
    """Merge an archive into the player's data, and list in `merged` what was done; raise `DocumentError`, `OSError`.

    The whole archive is checked first, so that a damaged one changes nothing. No file here is lost or replaced.
    """
    with _open_archive(path) as archive:
        entries = _entries_to_merge(archive, path, merged)
        for entry in entries.values():
            _require_intact(archive, entry, path)
        top = home()
        for files_merged, (name, entry) in enumerate(sorted(entries.items()), 1):
            _merge_file(top, name, archive.read(entry), merged)
            yield files_merged, len(entries)


@contextmanager
def _open_archive(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open an archive for the block, in which any fault of the archive becomes a `DocumentError`."""
    require_regular(path, links=True)
    _require_short_list(path)
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        if isinstance(error, DocumentError):
            raise
        text = _("is not a readable archive ({error}) - export it again", error=str(error)[:100])
        raise DocumentError(str(path), "", text) from None


def _require_short_list(path: Path) -> None:
    """Raise `DocumentError` if the archive lists so many files that reading the list would take too long."""
    with path.open("rb") as stream:
        stream.seek(max(0, path.stat().st_size - _LAST))
        last = stream.read()
    end = last.rfind(b"PK\x05\x06")
    if end >= 0 and int.from_bytes(last[end + 12 : end + 16], "little") > MOST_FILES * _ROW:
        raise DocumentError(str(path), "", _("has more than {most:,} files - it is not read", most=MOST_FILES))


def _entries_to_merge(archive: zipfile.ZipFile, path: Path, merged: Merged) -> dict[str, zipfile.ZipInfo]:
    """Return the entries to merge, by their names below the data folder; raise `DocumentError` for unsafe archives."""
    listed = [entry for entry in archive.infolist() if not entry.is_dir()]
    if len(listed) > MOST_FILES:
        raise DocumentError(str(path), "", _("has more than {most:,} files - it is not read", most=MOST_FILES))
    if sum(entry.file_size for entry in listed) > LARGEST:
        raise DocumentError(str(path), "", _("holds more than {most:,} bytes - it is not read", most=LARGEST))
    for entry in listed:
        _require_harmless(entry, path)
    by_name = {entry.filename: entry for entry in listed}
    if len(by_name) < len(listed):
        raise DocumentError(str(path), "", _("has two files of one name - it is not read"))
    if CONTENTS in by_name:
        _require_known_version(archive, by_name.pop(CONTENTS), path)
    start = _common_folder(by_name)
    entries_of_ours: dict[str, zipfile.ZipInfo] = {}
    for name, entry in by_name.items():
        below = name.removeprefix(start)
        if _belongs(below):
            entries_of_ours[below] = entry
        else:
            merged.ignored.append(name)
    if not entries_of_ours and CONTENTS not in archive.namelist():
        raise DocumentError(str(path), "", _("holds no data of inchwise - name an archive written by data export"))
    return entries_of_ours


def _is_plain(name: str) -> bool:
    """Return whether a name stays inside the archive and is an ordinary file name."""
    parts = PurePosixPath(name).parts
    outside = ".." in parts or PurePosixPath(name).anchor or PureWindowsPath(name).anchor or "\\" in name
    return not outside and 0 < len(parts) <= DEEPEST and name.isprintable()


def _require_harmless(entry: zipfile.ZipInfo, path: Path) -> None:
    name = entry.filename
    short_name = name[:100]
    if not _is_plain(name):
        raise DocumentError(str(path), short_name, _("leads outside the archive - nothing was read"))
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise DocumentError(str(path), short_name, _("is a link - nothing was read"))
    if entry.flag_bits & 1:
        raise DocumentError(str(path), short_name, _("is encrypted - nothing was read"))
    if entry.file_size > LARGEST_FILE:
        raise DocumentError(
            str(path), short_name, _("has more than {most:,} bytes - nothing was read", most=LARGEST_FILE)
        )
    if entry.file_size > max(SMALL, MOST_SQUEEZED * entry.compress_size):
        raise DocumentError(str(path), short_name, _("unpacks to far more than it takes - nothing was read"))


def _require_known_version(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path) -> None:
    if entry.file_size > _PIECE:
        raise DocumentError(str(path), CONTENTS, _("has more than {most:,} bytes - nothing was read", most=_PIECE))
    head = read_json(archive.read(entry).decode("utf-8", "replace"), f"{path}: {CONTENTS}")
    is_ours = isinstance(head, dict) and head.get("format") == FORMAT and isinstance(head.get("version"), int)
    if not isinstance(head, dict) or not is_ours:
        raise DocumentError(str(path), CONTENTS, _("does not say what the archive is - export it again"))
    if head["version"] > VERSION:
        text = _(
            "was written by a newer version of the program ({program}) - install that", program=head.get("program")
        )
        raise DocumentError(str(path), CONTENTS, text)


def _common_folder(names: Mapping[str, object]) -> str:
    """Return the foreign folder, with its slash, that contains all files, or "" if there is none."""
    firsts = {name.partition("/")[0] for name in names}
    first = next(iter(firsts)) if len(firsts) == 1 else ""
    return f"{first}/" if first and first not in FOLDERS and first not in FILES else ""


def _belongs(name: str) -> bool:
    first, *more = PurePosixPath(name).parts
    hidden = any(part.startswith(".") for part in (first, *more))
    return not hidden and (first in FOLDERS if more else first in FILES)


def _require_intact(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path) -> None:
    """Read a file of the archive without keeping it; raise `DocumentError` if it is damaged."""
    try:
        with archive.open(entry) as stream:
            while stream.read(_PIECE):
                pass
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        text = _("is damaged ({error}) - nothing was read", error=str(error)[:100])
        raise DocumentError(str(path), entry.filename[:100], text) from None


# -- merging ---------------------------------------------------------------------------------------


def _merge_file(top: Path, name: str, content: bytes, merged: Merged) -> None:
    """Merge one file into the data folder. If both have it with different contents, the file here stays unchanged."""
    path = top / name
    reason = _why_no_room(top, path)
    if reason:
        merged.refused.append((name, reason))
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        _write(path, content)
        merged.new.append(name)
        return
    if path.read_bytes() == content:
        merged.same.append(name)
        return
    joint = _joint_of(name)
    if joint is not None and _join_documents(path, content, joint):
        merged.joined.append(name)
        return
    other = next(one for one in _other_names(path) if not one.exists() or one.read_bytes() == content)
    if other.exists():
        merged.same.append(name)
        return
    _write(other, content)
    merged.renamed.append((name, other.relative_to(top).as_posix()))


def _why_no_room(top: Path, path: Path) -> str:
    """Return why a file cannot be put at a path: its name, a link, or a folder in its place; "" if it can."""
    for part in path.relative_to(top).parts:
        if reason := why_not_name(part):
            return reason
        if len(part.encode()) > LONGEST_PART:
            return _("its name is too long")
    if path.is_symlink():
        return _("there is a link of that name, and links are not replaced")
    above = (folder for folder in path.parents if folder.is_relative_to(top))
    if path.is_dir() or any(folder.exists() and not folder.is_dir() for folder in above):
        return _("a file and a folder have the same name")
    return ""


def _write(path: Path, content: bytes) -> None:
    with replacing(path) as aside:
        aside.write_bytes(content)


def _other_names(path: Path) -> Iterator[Path]:
    """Yield other names for a file whose name is taken; drafts and earlier versions stay recognisable."""
    if is_beside(path):
        yield from _but_first(numbered_paths(path))
        return
    draft = re.fullmatch(r"(.+)(\.draft)", path.stem)
    stem, suffix_of_draft = (draft[1], draft[2]) if draft else (path.stem, "")
    numbered = numbered_paths(path.with_name(f"{stem}{path.suffix}"), " ({})")
    yield from (
        numbered_path.with_name(f"{numbered_path.stem}{suffix_of_draft}{numbered_path.suffix}")
        for numbered_path in _but_first(numbered)
    )


def _but_first(paths: Iterator[Path]) -> Iterator[Path]:
    """Return an iterator over all paths but the first."""
    next(paths)
    return paths


def _join_documents(path: Path, content: bytes, joint: Callable[[str, str], Any]) -> bool:
    """Join a document with the one here and write the result; return False if one of them cannot be read."""
    with changing(path):
        try:
            joined = joint(path.read_text(encoding="utf-8"), content.decode("utf-8"))
        except (DocumentError, ValueError):
            return False
        _write(path, (json.dumps(joined, separators=(",", ":"), ensure_ascii=False) + "\n").encode())
    return True


def _joined_records(here: str, there: str) -> Any:
    """Return for each kind of game the better of both results."""
    best: dict[tuple[object, ...], BestDocument] = {}
    for text in (there, here):
        for result in parse_document(text, RecordsDocument, "records.json").best:
            better = best.get(result.game_kind)
            if better is None or result.worth >= better.worth:
                best[result.game_kind] = result
    return RecordsDocument(best=tuple(best.values())[-MOST:]).model_dump(mode="json")


def _joined_drills(here: str, there: str) -> Any:
    """Return the drill rounds of both files, oldest first."""
    rounds_here = parse_document(here, ResultsDocument, "drills.json").rounds
    only_there = [
        result for result in parse_document(there, ResultsDocument, "drills.json").rounds if result not in rounds_here
    ]
    rounds = sorted((*only_there, *rounds_here), key=lambda result: result.day)[-MOST_ROUNDS:]
    return ResultsDocument(rounds=tuple(rounds)).model_dump(mode="json")


def _joined_effects(here: str, there: str) -> Any:
    """Return both files' decisions about rule texts; for a text decided in both, the decision here is used."""
    decisions_here, decisions_there = _checked_decisions(here), _checked_decisions(there)
    if (decisions_here["format"], decisions_here["version"]) != (decisions_there["format"], decisions_there["version"]):
        raise DocumentError("effects", "format", _("two kinds cannot be joined"))
    decided = {*decisions_here.get("accepted", ()), *decisions_here.get("refused", ())}
    accepted = {name: effect for name, effect in decisions_there.get("accepted", {}).items() if name not in decided}
    refused = [name for name in decisions_there.get("refused", ()) if name not in decided]
    joined = {
        **decisions_here,
        "accepted": decisions_here.get("accepted", {}) | accepted,
        "refused": [*decisions_here.get("refused", ()), *refused],
    }
    return _checked_decisions(json.dumps(joined))


def _checked_decisions(text: str) -> dict[str, Any]:
    """Return decisions about rule texts as plain data, checked by their rulebook; raise `DocumentError`."""
    form = format_of(text, "effects")
    model = next((kind.model for kind in kinds() if kind.format == form), None)
    if model is None:
        raise DocumentError("effects", "format", _("{form!r} is not known", form=form[:60]))
    return parse_document(text, model, "effects").model_dump(mode="json", exclude_unset=True)


JOINTS: Final[Mapping[str, Callable[[str, str], Any]]] = {
    "records.json": _joined_records,
    "drills.json": _joined_drills,
}
"""The files that two sets of data have in common, with the function that joins their texts: here and there."""


def _joint_of(name: str) -> Callable[[str, str], Any] | None:
    return _joined_effects if PurePosixPath(name).parts[0] == "effects" else JOINTS.get(name)


# -- in words --------------------------------------------------------------------------------------


def merged_lines(merged: Merged) -> Iterator[str]:
    """Yield sentences about what an import did."""
    yield _(
        "{new} new files, {same} as before, {joined} joined with yours",
        new=len(merged.new),
        same=len(merged.same),
        joined=len(merged.joined),
    )
    for name, other in merged.renamed:
        yield _("{name}: yours is different and stays; the other was saved as {other}", name=name, other=other)
    for name, reason in merged.refused:
        yield _("{name} was not taken: {reason}", name=name, reason=reason)
    for name in merged.ignored[:MOST_IGNORED]:
        yield _("{name} is ignored: not a part of your data", name=name)
    if len(merged.ignored) > MOST_IGNORED:
        yield _("and {n} more", n=len(merged.ignored) - MOST_IGNORED)
