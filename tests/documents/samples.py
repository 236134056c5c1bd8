"""Small documents that tests bend out of shape."""

import copy
import json
from pathlib import Path
from typing import Any

JSON = Any
"""What json.loads gives: tests take it apart freely."""

SQUARE = [[2.0, 2.0], [6.0, 2.0], [6.0, 6.0], [2.0, 6.0]]

PLAIN_MAP: dict[str, JSON] = {
    "format": "inchwise-map",
    "version": 1,
    "name": "Plain",
    "author": "a test",
    "width": 24.0,
    "height": 20.0,
    "palette": {"ground": "#aabbcc", "grain": "#99aabb", "area": "#445566", "barricade": "#112233"},
    "terrain": [
        {"id": "copse", "name": "Copse", "look": "wood", "area": [{"outline": SQUARE}]},
        {"id": "fence", "name": "Fence", "look": "hedge", "barricades": [{"line": [[10, 10], [14, 10]], "width": 0.5}]},
    ],
}


def plain_map(**changes: JSON) -> dict[str, JSON]:
    """A sound map, with some of its top-level fields replaced."""
    return copy.deepcopy(PLAIN_MAP) | changes


def write(folder: Path, document: JSON) -> Path:
    """Put a document (or raw text) into a file."""
    path = folder / "document.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    return path
