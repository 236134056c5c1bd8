"""The circles that ship with the game."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from game.rulesets.godbreakers.documents import CircleDocument
from game.table.reading import parse_document


@cache
def training_circles() -> tuple[CircleDocument, ...]:
    """Return the four ready training circles: no traits, exempt from G-CIR-3."""
    folder = files("game.rulesets.godbreakers") / "circles"
    found = sorted((file for file in folder.iterdir() if file.name.endswith(".json")), key=lambda file: file.name)
    return tuple(parse_document(file.read_text(encoding="utf-8"), CircleDocument, file.name) for file in found)
