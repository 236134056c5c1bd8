"""The armies that come with the program, people's own, and finding one by name."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from game.documents.reading import Name, Part, load_document
from game.engine.kit.rosters import ByName
from game.rulesets.dropzone.documents.armies import ArmyDocument, GroupDocument, SquadDocument
from game.rulesets.dropzone.documents.from_list import read_list
from game.rulesets.dropzone.documents.importing import read_roster
from game.rulesets.dropzone.documents.sheets import UnitDocument
from game.wording import N_

RULESET: Final = "dropzone"
SEATED: Final = ("cinder-line", "tessaline-concord")
NAMES: Final = (*SEATED, "cinder-siege", "tessaline-zenith")
"""The armies that come with the program; seats take the first ones, in their order. The others add a Behemoth."""
_DATA: Final = Path(__file__).parent / "data"


class _Further(Part):
    """An army that adds a Behemoth to another one."""

    army: Name
    name: Name
    limit: int
    unit: UnitDocument


@cache
def bundled_army(name: str) -> ArmyDocument:
    """Return an army that comes with the program, by name; raise `KeyError`."""
    if name not in NAMES:
        raise KeyError(name)
    if name in SEATED:
        return load_document(_DATA / f"{name}.json", ArmyDocument)
    more = _Further.model_validate_json((_DATA / f"{name}.json").read_text(encoding="utf-8"))
    base, unit = bundled_army(more.army), more.unit
    engine = GroupDocument(id="war-engine", kind="War Engine", squads=(SquadDocument(id=unit.id, unit=unit.id),))
    changes = {"name": more.name, "limit": more.limit, "units": (*base.units, unit)}
    return base.model_copy(update={**changes, "groups": (*base.groups, engine)})


ARMIES: Final = ByName(
    RULESET,
    ArmyDocument,
    lambda: NAMES,
    bundled_army,
    N_("there is no army or file called {name!r} - the armies are {known}"),
    read_roster,
    read_list,
)
"""Armies by name."""
