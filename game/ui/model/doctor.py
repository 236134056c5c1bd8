"""The state of the program and of a player's data: places, broken files, and cures."""

from __future__ import annotations

import os
import platform
import shutil
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from game import __version__
from game.documents.error import DocumentError
from game.documents.files import home_path, is_beside, left_over_files, previous_of
from game.documents.reading import Document, format_of, load_document, read_text
from game.documents.rosters import is_draft
from game.drills.results import ResultsDocument
from game.engine.rulebook.view import Line
from game.play.archive import FILES, FOLDERS, player_files
from game.play.document_kinds import foreign_kind, load_any
from game.resources import resource
from game.ui.prefs.memory import Memory
from game.ui.prefs.settings import SettingsDocument
from game.wording import N_, _, ngettext

LIBRARIES: Final = ("shapely", "numpy", "pydantic", "pymunk", "pygame-ce", "pillow")
"""The libraries that the program needs."""
EXTRAS: Final = ("imageio-ffmpeg", "pyarrow", "reportlab")
"""The libraries that only some exports need."""
LEAST_ROOM: Final = 50_000_000
"""Free bytes on the disk below which saving may soon fail."""
MODELS: Final[dict[str, type[Document]]] = {
    "settings.json": SettingsDocument,
    "window.json": Memory,
    "drills.json": ResultsDocument,
}
"""The documents of single files that `load_any` does not know."""
UNCHECKED: Final = ("profiles", "packs", "map-drafts")
"""The folders whose documents only a rulebook or the map editor can check; here they are merely read."""
_PARTS: Final = {"assets/fonts": "*.ttf", "assets/sigils": "*.svg", "maps": "*.json"}


@dataclass(frozen=True)
class Trouble:
    """A broken part: its name, the reason, and the cure."""

    name: str
    reason: str
    cure: str


@dataclass(frozen=True)
class Place:
    """A folder or a file of the player: its title and path, the number of its files, and their bytes."""

    title: str
    path: Path
    files: int
    bytes: int


@dataclass
class Health:
    """The result of an examination; `facts` are titles with values, `aside` the files set aside as unusable."""

    facts: list[tuple[str, str]] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)

    def plain(self) -> dict[str, Any]:
        """Return everything as JSON-ready data."""
        return {
            "facts": dict(self.facts),
            "places": [vars(place) | {"path": str(place.path)} for place in self.places],
            "troubles": [vars(trouble) for trouble in self.troubles],
            "aside": self.aside,
        }


def examine(health: Health, display: str) -> Iterator[tuple[int, int]]:
    """Examine program and data and note the result in `health`; yield the numbers of examined and of all files."""
    health.facts += _facts(display)
    health.troubles += _troubles_of_program()
    files = player_files()
    health.places += _places(files)
    for done, (name, path) in enumerate(files.items(), 1):
        if is_beside(path):
            health.aside += [] if ".previous" in path.stem else [name]
        elif (error := _fault(name, path)) is not None:
            health.troubles.append(Trouble(name, _reason(error), _cure(name, path, error)))
        yield done, len(files)
    health.troubles += _half_written()


def _facts(display: str) -> Iterator[tuple[str, str]]:
    """Yield titles and values about the program, its libraries, the display, and the data folder."""
    yield "inchwise", __version__
    yield "Python", f"{platform.python_version()} ({platform.system()} {platform.machine()})"
    for name in (*LIBRARIES, *EXTRAS):
        number = _version(name)
        if number or name in EXTRAS:
            yield name, number or _("not installed; only some exports need it")
    yield _("Display"), display or _("none: games are played as text or between computer players")
    yield _("Data folder"), str(home_path())
    if home_path().is_dir():
        yield _("Free on the disk"), size_text(shutil.disk_usage(home_path()).free)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def size_text(size: int) -> str:
    """Return the text for a number of bytes."""
    return _("{n:,.1f} MB", n=size / 1e6) if size >= 100_000 else _("{n:,.1f} kB", n=size / 1e3)


def _places(files: dict[str, Path]) -> Iterator[Place]:
    """Yield the folders and files of the player, with counts and sizes."""
    counts, sizes = Counter[str](), Counter[str]()
    for name, path in files.items():
        top = name.partition("/")[0]
        counts[top] += 1
        sizes[top] += path.stat().st_size
    for name, title in (FOLDERS | FILES).items():
        if counts[name] or name in FOLDERS:
            yield Place(_(title), home_path() / name, counts[name], sizes[name])


def _troubles_of_program() -> Iterator[Trouble]:
    """Yield missing libraries and files, a data folder that cannot be written, and a full disk."""
    cure = _("install the program again")
    for name in LIBRARIES:
        if not _version(name):
            yield Trouble(name, _("is not installed"), cure)
    for name, files in _PARTS.items():
        if not any(resource(name).glob(files)):
            yield Trouble(str(resource(name)), _("is missing or empty"), cure)
    folder = home_path()
    if not folder.is_dir():
        return
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        yield Trouble(str(folder), _("cannot be written"), _("allow yourself to write there, or set INCHWISE_HOME"))
    if shutil.disk_usage(folder).free < LEAST_ROOM:
        yield Trouble(str(folder), _("the disk is almost full"), _("make room, or games cannot be saved"))


def _fault(name: str, path: Path) -> DocumentError | OSError | None:
    """Return the error that makes a file unusable, or None."""
    try:
        _read(name, path)
    except (DocumentError, OSError) as error:
        return error
    return None


def _read(name: str, path: Path) -> None:
    """Read a file as its kind requires; raise `DocumentError` or `OSError` if it is unusable."""
    folder = name.partition("/")[0]
    if name in MODELS:
        load_document(path, MODELS[name])
    elif folder == "libraries":
        _read_library(path)
    elif folder in UNCHECKED or is_draft(path):
        if path.suffix == ".json":
            format_of(read_text(path), str(path))
    elif (foreign := foreign_kind(str(path), path.parent.name)) is not None:
        foreign.read(str(path))
    elif path.suffix == ".json":
        load_any(str(path))


def _read_library(path: Path) -> None:
    """Raise `DocumentError` if a library is damaged or not a zip file."""
    try:
        with zipfile.ZipFile(path) as library:
            damaged = library.testzip() is not None
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError):
        damaged = True
    if damaged:
        raise DocumentError(str(path), "", _("is damaged - add the catalogues again"))


def _reason(error: DocumentError | OSError) -> str:
    """Return the text of the reason of an error."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return f"{error.where}: {error.reason}" if error.where else error.reason


def _cure(name: str, path: Path, error: DocumentError | OSError) -> str:
    """Return how to fix a file with an error."""
    if isinstance(error, OSError):
        return _("allow yourself to read it, or put back a copy")
    if error.where == "version":
        return _("install the newest version of the program")
    if previous_of(path).is_file() and _fault(name, previous_of(path)) is None:
        return _("rename {before} to {name}: it is the previous version", before=previous_of(path).name, name=path.name)
    if name in MODELS or name == "records.json":
        return _("remove it: the program begins a new one")
    return _("fix what the reason says, put back a copy with data import, or remove it")


def _half_written() -> Iterator[Trouble]:
    """Yield the files that were not written to their end."""
    top = home_path()
    for folder in (top, *(top / name for name in FOLDERS)):
        for path in left_over_files(folder) if folder.is_dir() else ():
            cure = _("start the program once: it removes leftover files")
            yield Trouble(path.relative_to(top).as_posix(), _("was not written to its end"), cure)


# -- as texts -------------------------------------------------------------------------------------


def health_lines(health: Health) -> Sequence[Line]:
    """Return lines about everything; a broken part has the tone "bad", and its cure follows."""
    lines = [Line(_("{title}: {value}", title=title, value=value)) for title, value in health.facts]
    for place in health.places:
        text = ngettext(
            "{title}: {n} file, {size}, in {path}",
            "{title}: {n} files, {size}, in {path}",
            place.files,
            title=place.title,
            n=place.files,
            size=size_text(place.bytes),
            path=place.path,
        )
        lines.append(Line(text))
    aside_text = N_("{name} was set aside as unusable: remove it if you do not need it")
    lines += [Line(_(aside_text, name=name)) for name in health.aside]
    for trouble in health.troubles:
        lines.append(Line(_("Broken: {name}: {reason}", name=trouble.name, reason=trouble.reason), tone="bad"))
        lines.append(Line(_("  To repair it: {cure}", cure=trouble.cure), tone="warning"))
    if not health.troubles:
        lines.append(Line(_(WELL), tone="good"))
    return lines


WELL: Final = N_("All is well.")
