"""Drafts of maps on disk: saved automatically while a map is drawn, with the backdrop under it."""

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
"""The most drafts listed."""
Inches = Annotated[float, Field(ge=-1000.0, le=1000.0)]


class Backdrop(Part):
    """A picture under a map: its file, the spot of its north-west corner, and the inches for each pixel."""

    file: Annotated[str, Field(max_length=1000)]
    west: Inches = 0.0
    north: Inches = 0.0
    pixel: Annotated[float, Field(gt=0.0, le=10.0)] = 0.05

    def scaled(self, one: tuple[float, float], other: tuple[float, float], factor: float) -> Backdrop | None:
        """Return the backdrop enlarged by a factor about the spot `one`; None if it becomes too large for a draft."""
        west = one[0] + (self.west - one[0]) * factor
        north = one[1] + (self.north - one[1]) * factor
        try:
            return Backdrop(file=self.file, west=west, north=north, pixel=self.pixel * factor)
        except ValidationError:
            return None


class MapDraft(Document):
    """A map being drawn: its document, the file in which it is saved (or ""), and whether it differs from that."""

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
    """Lock the file of a draft; without one, or if another program has it open, lock a new one. Raise `OSError`."""
    if path is not None and (lock := hold(path)) is not None:
        return path, lock
    free = (path_tried for path_tried in numbered_paths(drafts_folder() / "draft.json") if not path_tried.exists())
    return next((unused, lock) for unused in free if (lock := hold(unused)) is not None)


def keep_draft(draft: MapDraft, path: Path) -> None:
    """Write a draft to a file; raise `OSError`."""
    write_json(path, draft.model_dump(mode="json", exclude_none=True))


def kept_drafts() -> list[tuple[Path, MapDraft]]:
    """Return all drafts with their files, latest first; a file that cannot be read is set aside."""
    drafts: list[tuple[Path, MapDraft]] = []
    files = [path for path in drafts_folder().glob("*.json") if not is_beside(path)]
    for path in sorted(files, key=lambda path: path.stat().st_mtime, reverse=True)[:MOST_DRAFTS]:
        try:
            drafts.append((path, load_document(path, MapDraft)))
        except (DocumentError, OSError) as error:
            with contextlib.suppress(OSError):
                set_unread_aside(path, error)
    return drafts


def trial_file(document: MapDocument) -> Path:
    """Write a map to a temporary file for a trial game, not among the player's maps; raise `OSError`."""
    path = cache_folder("maps") / f"{stem_of(document.name, 'map')}.json"
    save_map(document, path)
    return path


def suggested_name(document: MapDocument) -> str:
    """Return a file name for a map in the player's folder, which is created if needed."""
    maps_folder().mkdir(parents=True, exist_ok=True)
    return f"{stem_of(document.name, 'map')}.json"


def renamed(document: MapDocument, path: Path) -> MapDocument:
    """Return a map named after its file, if it still has the default name."""
    if document.name != _("New map"):
        return document
    return document.model_copy(update={"name": path.stem[:80].replace("-", " ").strip().title() or document.name})
