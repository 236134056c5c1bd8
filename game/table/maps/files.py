"""Writing map documents: as files that the program reads again, and as text for people, with points on one line."""

import re
from pathlib import Path
from typing import Final, get_args

from game.documents.files import write_json
from game.table.documents import MapDocument

VERSION: Final[int] = max(get_args(MapDocument.model_fields["version"].annotation))
"""The newest version of maps."""
_POINT: Final = re.compile(r"\[\s+(-?[\d.e-]+),\s+(-?[\d.e-]+)\s+\]")


def map_text(document: MapDocument) -> str:
    """Return the text of a map's file, without fields that have their default value."""
    return _POINT.sub(r"[\1, \2]", document.model_dump_json(exclude_defaults=True, indent=1)) + "\n"


def save_map(document: MapDocument, path: Path) -> None:
    """Write a map to a file in an existing folder; raise `OSError` with the old file untouched."""
    content = document.model_dump(mode="json", exclude_none=True)
    write_json(path, content, VERSION, MapDocument.most_values)
