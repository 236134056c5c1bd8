"""The armies that come with the program, people's own, and finding one by name."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from game.documents.reading import load_document
from game.engine.kit.rosters import ByName
from game.rulesets.dropzone.documents.armies import ArmyDocument
from game.wording import N_

RULESET: Final = "dropzone"
NAMES: Final = ("cinder-line", "tessaline-concord")
"""The armies that come with the program, in the order in which seats take them."""
_DATA: Final = Path(__file__).parent / "data"


@cache
def bundled_army(name: str) -> ArmyDocument:
    """Return an army that comes with the program, by name; raise `KeyError`."""
    if name not in NAMES:
        raise KeyError(name)
    return load_document(_DATA / f"{name}.json", ArmyDocument)


ARMIES: Final[ByName[ArmyDocument]] = ByName(
    RULESET,
    lambda: NAMES,
    lambda name: bundled_army(name) if name in NAMES else None,
    lambda path: load_document(path, ArmyDocument),
    N_("there is no army or file called {name!r} - the armies are {known}"),
)
"""Armies by name."""
