"""The documents of Age of Sigmar that are not ours: ability packs in YAML, rosters of other programs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.engine.rulebook.abilities import Foreign
from game.rulesets.aos4.documents.catalogue import read_army
from game.rulesets.aos4.documents.importing.opening import SUFFIXES as ROSTERS
from game.rulesets.aos4.documents.legality import breaches
from game.rulesets.aos4.documents.pack_schema import pack_schema
from game.rulesets.aos4.documents.packs import SUFFIXES as PACKS
from game.rulesets.aos4.documents.packs import load_pack


def foreign() -> Sequence[Foreign]:
    """Return the kinds of documents that are read."""
    return (
        Foreign("pack", PACKS, _read_pack, pack_schema),
        Foreign("roster", ROSTERS, _read_roster),
    )


def _read_pack(file: str) -> list[str]:
    _pack, warnings = load_pack(file)
    return [f"{warning.where}: {warning.reason}" for warning in warnings]


def _read_roster(file: str) -> list[str]:
    army, warnings = read_army(Path(file))
    return [*warnings, *map(str, breaches(army))]
