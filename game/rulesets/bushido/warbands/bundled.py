"""The warbands that come with the program."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from game.documents.reading import load_document
from game.rulesets.bushido.warbands.profiles import WarbandDocument

_HERE = Path(__file__).parent
NAMES = ("still-bell", "mudwater")
"""In the order in which seats take them."""


@cache
def bundled_warband(name: str) -> WarbandDocument:
    """Return a bundled warband by name; raise `KeyError`."""
    if name not in NAMES:
        raise KeyError(name)
    return load_document(_HERE / f"{name}.json", WarbandDocument)
