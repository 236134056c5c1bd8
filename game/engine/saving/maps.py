"""The table of a game as a map document of its own: with the terrain that lies on it now."""

from __future__ import annotations

import json
from pathlib import Path

from game.documents.error import DocumentError
from game.documents.files import home, write_json
from game.documents.reading import parse_document
from game.engine.session import Session
from game.table.documents import MapDocument
from game.table.drawn import map_now
from game.wording import _


def maps_folder() -> Path:
    """Return the folder of the user's own maps."""
    return home() / "maps"


def own_maps() -> list[Path]:
    """Return the user's own maps, by file name."""
    return sorted(maps_folder().glob("*.json"))


def keep_map(session: Session, path: Path) -> None:
    """Write the table of a game as a map, named as its file; raise `DocumentError`, `OSError`."""
    plain = session.ruleset.plain_setup(session.setup).get("map")
    if not isinstance(plain, dict):
        raise DocumentError(str(path), "", _("this game is not played on a map"))
    document = map_now(parse_document(json.dumps(plain), MapDocument, "map"), session.game.ruler.battlefield)
    named = document.model_copy(update={"name": path.stem[:80].replace("-", " ").strip().title() or document.name})
    write_json(path, named.model_dump(mode="json", exclude_none=True))
