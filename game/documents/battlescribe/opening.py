"""Opening untrusted roster files: `.ros`, `.rosz` and `.json`."""

from __future__ import annotations

import codecs
import io
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import Final

from game.documents.battlescribe.tree import MOST_ENTRIES, Element, of_json, read_xml
from game.documents.error import DocumentError
from game.documents.reading import read_json, read_text
from game.wording import _

FOREIGN: Final = (".ros", ".rosz")
"""File suffixes that only rosters have."""
SUFFIXES: Final = (*FOREIGN, ".json")
MAX_EXPANDED: Final = 16 * 1024 * 1024
"""The most bytes of a roster."""
MAX_JSON: Final = 12_000_000
"""The most bytes of a roster in JSON."""
MAX_PACKED: Final = 5_000_000
"""The most bytes of a zip file."""
MOST_PARTS: Final = 100
"""The most files in a zip file; a zipped roster has one."""
MOST_VALUES: Final = 400_000


def open_roster(path: str | Path, system: str, game: str) -> Element:
    """Read a roster file in any form, whatever its suffix, and return its tree; raise `DocumentError`, `OSError`.

    `system` is the id that its game system must have, and `game` is the name of that system for messages.
    """
    file = Path(path)
    if _begin(file).startswith(b"{"):
        root = _read_json_roster(file)
    else:
        content = _read_limited(file, MAX_PACKED if file.suffix.lower() == ".rosz" else MAX_EXPANDED).lstrip()
        if zipfile.is_zipfile(io.BytesIO(content[: MAX_PACKED + 1])):
            content = unpacked(content, str(path), ".ros")
        root = read_xml(content, str(path))
    if root.name != "roster":
        raise DocumentError(str(path), root.name[:60], _("is not a roster - export the list as a roster"))
    if root.get("gameSystemId") != system and (root.get("gameSystemId") or root.get("gameSystemName") != game):
        name = (root.get("gameSystemName") or root.get("gameSystemId"))[:60]
        text = _("is for the game system {system!r}, not {game}", system=name, game=game)
        raise DocumentError(str(path), "gameSystemId", text)
    return root


def open_catalogue(path: str | Path) -> Element:
    """Return the tree of a catalogue file, `.cat` or `.catz`; raise `DocumentError`, `OSError`."""
    content = _read_limited(Path(path), MAX_EXPANDED)
    if zipfile.is_zipfile(io.BytesIO(content[: MAX_PACKED + 1])):
        content = unpacked(content, str(path), ".cat")
    root = read_xml(content, str(path), MOST_ENTRIES)
    if root.name not in ("catalogue", "gameSystem"):
        raise DocumentError(str(path), root.name[:60], _("is not a catalogue"))
    return root


def is_roster(path: Path) -> bool:
    """Return whether a file is another program's roster, by its content; raise `DocumentError`, `OSError`."""
    if not path.is_file():
        return path.suffix.lower() in FOREIGN
    begin = _begin(path)
    if not begin.startswith(b"{"):
        return begin.startswith((b"<", b"PK\x03\x04")) or path.suffix.lower() in FOREIGN
    tree = read_json(read_text(path, most=MAX_JSON), str(path), MOST_VALUES)
    return isinstance(tree, dict) and not {"roster", "forces"}.isdisjoint(tree) and "format" not in tree


def _begin(file: Path) -> bytes:
    """Return the first meaningful bytes of a file."""
    if not file.is_file():  # a pipe or a device might never end
        return b""
    with file.open("rb") as stream:
        return stream.read(200).removeprefix(codecs.BOM_UTF8).lstrip()


def _read_json_roster(file: Path) -> Element:
    tree = read_json(read_text(file, most=MAX_JSON), str(file), MOST_VALUES)
    root = tree.get("roster", tree if "forces" in tree else None) if isinstance(tree, dict) else None
    if not isinstance(root, dict):
        raise DocumentError(str(file), "roster", _("is not a roster - export the list as a roster"))
    return of_json("roster", root)


def _read_limited(file: Path, most: int) -> bytes:
    if file.exists() and not file.is_file():
        raise DocumentError(str(file), "", _("is not a file - give the name of a roster"))
    with file.open("rb") as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise DocumentError(str(file), "", _("is larger than {most:,} bytes - no roster needs that much", most=most))
    return content


def unpacked(content: bytes, file: str, suffix: str) -> bytes:
    """Return the only file with a suffix in a zip file, at most `MAX_EXPANDED` bytes; raise `DocumentError`."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entry = _only_roster_entry(archive, file, suffix)
            with archive.open(entry) as stream:
                expanded = stream.read(MAX_EXPANDED + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        if isinstance(error, DocumentError):
            raise
        raise DocumentError(file, "", _("is a damaged zip file: {msg}", msg=str(error)[:200])) from None
    if len(expanded) > MAX_EXPANDED:
        raise _too_large(file, entry.filename)
    return expanded


def _only_roster_entry(archive: zipfile.ZipFile, file: str, suffix: str) -> zipfile.ZipInfo:
    entries = archive.infolist()
    if len(entries) > MOST_PARTS:
        raise DocumentError(file, "", _("contains {n} files - a roster file has one", n=len(entries)))
    for entry in entries:
        name = entry.filename.replace("\\", "/")
        if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts or name[1:2] == ":":
            raise DocumentError(file, entry.filename[:100], _("leads outside the zip file - it is not read"))
        if entry.flag_bits & 1:
            raise DocumentError(file, entry.filename[:100], _("is encrypted - export it without a password"))
    files = [entry for entry in entries if not _is_system_file(entry) and not entry.is_dir()]
    matches = files if len(files) == 1 else [entry for entry in files if entry.filename.lower().endswith(suffix)]
    if len(matches) != 1:
        text = _("contains {n} files ending in {suffix} - it must contain exactly one", n=len(matches), suffix=suffix)
        raise DocumentError(file, "", text)
    if matches[0].file_size > MAX_EXPANDED:
        raise _too_large(file, matches[0].filename)
    return matches[0]


def _is_system_file(entry: zipfile.ZipInfo) -> bool:
    """Return whether an operating system left this file beside another (`__MACOSX/._army.ros`)."""
    parts = PurePosixPath(entry.filename.replace("\\", "/")).parts
    return bool(parts) and (parts[0] == "__MACOSX" or parts[-1].startswith("._"))


def _too_large(file: str, name: str) -> DocumentError:
    text = _("unpacks to more than {most:,} bytes - no roster needs that much", most=MAX_EXPANDED)
    return DocumentError(file, name[:100], text)
