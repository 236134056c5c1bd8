"""Writing map documents for people who read them: points stay on one line."""

import re
from typing import Final

from game.table.documents import MapDocument

_POINT: Final = re.compile(r"\[\s+(-?[\d.e-]+),\s+(-?[\d.e-]+)\s+\]")


def map_text(document: MapDocument) -> str:
    """Return the text of a map's file, without what goes without saying."""
    return _POINT.sub(r"[\1, \2]", document.model_dump_json(exclude_defaults=True, indent=1)) + "\n"
