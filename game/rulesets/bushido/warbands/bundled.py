"""The warbands that come with the program, people's own, and finding one by name."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from game.documents.reading import load_document
from game.engine.kit.rosters import ByName
from game.rulesets.bushido.warbands.profiles import WarbandDocument
from game.wording import N_

_HERE = Path(__file__).parent
NAMES = ("still-bell", "mudwater")
"""In the order in which seats take them."""


@cache
def bundled_warband(name: str) -> WarbandDocument:
    """Return a bundled warband by name; raise `KeyError`."""
    if name not in NAMES:
        raise KeyError(name)
    return load_document(_HERE / f"{name}.json", WarbandDocument)


WARBANDS: Final = ByName(
    "bushido",
    WarbandDocument,
    lambda: NAMES,
    bundled_warband,
    N_("no warband or file is called {name!r} - the warbands are {known}"),
)
