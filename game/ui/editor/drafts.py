"""Maps on disk: the draft that is kept while it is drawn, opening and saving, the backdrop that goes with a draft."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field

from game.documents.error import DocumentError
from game.documents.files import cache_folder, home, set_unread_aside, stem_of, write_json
from game.documents.limits import MOST_VALUES_ON_A_MAP
from game.documents.reading import Document, Part, load_document
from game.table.documents import MapDocument, maps_folder
from game.wording import _

VERSION: Final = 2
"""The version of maps that are written."""
Inches = Annotated[float, Field(ge=-1000.0, le=1000.0)]


class Backdrop(Part):
    """A picture under a map: its file, the place of its north-west corner, and the inches of a pixel."""

    file: Annotated[str, Field(max_length=1000)]
    west: Inches = 0.0
    north: Inches = 0.0
    pixel: Annotated[float, Field(gt=0.0, le=10.0)] = 0.05

    def scaled(self, one: tuple[float, float], other: tuple[float, float], factor: float) -> Backdrop:
        """Return the backdrop enlarged by a factor; the first of two spots on it stays where it is."""
        west = one[0] + (self.west - one[0]) * factor
        north = one[1] + (self.north - one[1]) * factor
        return self.model_copy(update={"west": west, "north": north, "pixel": self.pixel * factor})


class MapDraft(Document):
    """A map being drawn: its document, the file that it is saved in ("" for none) and whether it differs from that."""

    most_values = MOST_VALUES_ON_A_MAP

    format: Literal["inchwise-map-draft"] = "inchwise-map-draft"
    version: Literal[1] = 1
    map: MapDocument
    file: Annotated[str, Field(max_length=1000)] = ""
    ruleset: Annotated[str, Field(max_length=60)] = ""
    changed: bool = False
    backdrop: Backdrop | None = None


def draft_path() -> Path:
    """Return the file that keeps the map drawn last."""
    return home() / "map-draft.json"


def keep_draft(draft: MapDraft, path: Path) -> None:
    """Keep a draft in a file; raise `OSError`."""
    write_json(path, draft.model_dump(mode="json", exclude_none=True))


def kept_draft() -> MapDraft | None:
    """Return the map drawn last, or None if there is none; one that cannot be read is set aside."""
    path = draft_path()
    try:
        return load_document(path, MapDraft) if path.exists() else None
    except (DocumentError, OSError) as error:
        with contextlib.suppress(OSError):
            set_unread_aside(path, error)
        return None


def save_map(document: MapDocument, path: Path) -> None:
    """Write a map to a file; raise `OSError` with the old file untouched."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_json(path, document.model_dump(mode="json", exclude_none=True), VERSION)


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
