"""Maps on disk: the draft that is kept while it is drawn, opening and saving, the backdrop that goes with a draft."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field, ValidationError

from game.documents.error import DocumentError
from game.documents.files import (
    cache_folder,
    home,
    is_beside,
    numbered_paths,
    set_unread_aside,
    stem_of,
    write_json,
)
from game.documents.locks import HeldLock, hold
from game.documents.reading import Document, Part, load_document
from game.table.documents import MapDocument, maps_folder
from game.table.maps.files import save_map
from game.wording import _

MOST_DRAFTS: Final = 100
"""The drafts that are listed."""
Inches = Annotated[float, Field(ge=-1000.0, le=1000.0)]


class Backdrop(Part):
    """A picture under a map: its file, the place of its north-west corner, and the inches of a pixel."""

    file: Annotated[str, Field(max_length=1000)]
    west: Inches = 0.0
    north: Inches = 0.0
    pixel: Annotated[float, Field(gt=0.0, le=10.0)] = 0.05

    def scaled(self, one: tuple[float, float], other: tuple[float, float], factor: float) -> Backdrop | None:
        """Return the backdrop enlarged by a factor, None if no draft could hold it.

        The first of two spots on it stays where it is.
        """
        west = one[0] + (self.west - one[0]) * factor
        north = one[1] + (self.north - one[1]) * factor
        try:
            return Backdrop(file=self.file, west=west, north=north, pixel=self.pixel * factor)
        except ValidationError:
            return None


class MapDraft(Document):
    """A map being drawn: its document, the file that it is saved in ("" for none) and whether it differs from that."""

    format: Literal["inchwise-map-draft"] = "inchwise-map-draft"
    version: Literal[1] = 1
    map: MapDocument
    file: Annotated[str, Field(max_length=1000)] = ""
    ruleset: Annotated[str, Field(max_length=60)] = ""
    changed: bool = False
    backdrop: Backdrop | None = None


def drafts_folder() -> Path:
    """Return the folder of drafts, created if missing."""
    folder = home() / "map-drafts"
    folder.mkdir(exist_ok=True)
    return folder


def hold_draft(path: Path | None) -> tuple[Path, HeldLock]:
    """Lock the file of a draft, or of a new one; if another program has it open, a new one. Raises `OSError`."""
    if path is not None and (lock := hold(path)) is not None:
        return path, lock
    free = (each for each in numbered_paths(drafts_folder() / "draft.json") if not each.exists())
    return next((unused, lock) for unused in free if (lock := hold(unused)) is not None)


def keep_draft(draft: MapDraft, path: Path) -> None:
    """Keep a draft in a file; raise `OSError`."""
    write_json(path, draft.model_dump(mode="json", exclude_none=True))


def kept_drafts() -> list[tuple[Path, MapDraft]]:
    """Return the drafts with their files, the latest first; those that cannot be read are set aside."""
    found: list[tuple[Path, MapDraft]] = []
    files = [path for path in drafts_folder().glob("*.json") if not is_beside(path)]
    for path in sorted(files, key=lambda path: path.stat().st_mtime, reverse=True)[:MOST_DRAFTS]:
        try:
            found.append((path, load_document(path, MapDraft)))
        except (DocumentError, OSError) as error:
            with contextlib.suppress(OSError):
                set_unread_aside(path, error)
    return found


def trial_file(document: MapDocument) -> Path:
    """Write a map where it is played at once, without saving it among the player's maps; raise `OSError`."""
    path = cache_folder("maps") / f"{stem_of(document.name, 'map')}.json"
    save_map(document, path)
    return path


def suggested_name(document: MapDocument) -> str:
    """Return a name for the file of a map in the player's folder."""
    maps_folder().mkdir(parents=True, exist_ok=True)
    return f"{stem_of(document.name, 'map')}.json"


def renamed(document: MapDocument, path: Path) -> MapDocument:
    """Return a map named after its file, if it still has the name of a new one."""
    if document.name != _("New map"):
        return document
    return document.model_copy(update={"name": path.stem[:80].replace("-", " ").strip().title() or document.name})
