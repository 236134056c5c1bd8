"""The packs and armies of the program and of its users, and finding them by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from game.documents.error import DocumentError
from game.documents.files import home_path
from game.documents.reading import load_document
from game.engine.kit.rosters import ByName
from game.printable import LONGEST_NAME, shortened
from game.rulesets.aos4.documents.abilities import AbilityDocument, PackDocument
from game.rulesets.aos4.documents.armies import ArmyDocument
from game.rulesets.aos4.documents.importing.army import read_list, read_roster
from game.rulesets.aos4.documents.kept_effects import with_accepted
from game.rulesets.aos4.documents.packs import SUFFIXES as PACKS
from game.rulesets.aos4.documents.packs import load_pack
from game.wording import N_, _

RULESET: Final = "aos4"
CORE: Final = "core"
"""The pack of the abilities that every army has (A-AB)."""
STARTER: Final = "starter-set"
"""The pack of the two starter armies."""
NAMES: Final = ("lantern-concord", "brineback-tithe")
"""The starter armies, in the order in which seats take them."""
_DATA: Final = Path(__file__).parent / "data"


@cache
def bundled_pack(name: str) -> PackDocument:
    """Return a bundled pack by name, `CORE` or `STARTER`; raise `KeyError`."""
    if name not in (CORE, STARTER):
        raise KeyError(name)
    return load_pack(_DATA / f"{name}.yaml")[0]


@cache
def core_abilities() -> Mapping[str, AbilityDocument]:
    """Return the abilities that every army has, by id (A-AB)."""
    return {ability.id: ability for ability in bundled_pack(CORE).abilities}


def own_packs() -> dict[str, Path]:
    """Return the files of a user's own packs by name, from the folder `packs/aos4` of the user's documents."""
    paths = sorted((home_path() / "packs" / RULESET).glob("*"))
    return {path.stem: path for path in paths if path.suffix.lower() in PACKS}


def find_pack(name: str) -> PackDocument:
    """Return the pack that a user names, by its name or file; raise `DocumentError` or `OSError`."""
    if Path(name).is_file() or Path(name).suffix.lower() in PACKS:
        return load_pack(name)[0]
    own = own_packs()
    if name in own:
        return load_pack(own[name])[0]
    own_names = ", ".join(own) or _("none")
    text = N_("there is no pack or file called {name!r} - your own packs are: {known}")
    raise DocumentError(shortened(name, LONGEST_NAME), "", _(text, name=shortened(name, 18), known=own_names))


Imported = tuple[ArmyDocument, tuple[str, ...]]
"""An army of another program, and warnings about it."""


@cache
def bundled_army(name: str) -> ArmyDocument:
    """Return a starter army by name, with the pack of its abilities; raise `KeyError`."""
    if name not in NAMES:
        raise KeyError(name)
    army = load_document(_DATA / f"{name}.json", ArmyDocument)
    return army.model_copy(update={"packs": (bundled_pack(STARTER),)})


def _imported(path: Path) -> Imported:
    """Return the army of a roster file, with warnings."""
    return _with_effects(*read_roster(path, (bundled_pack(STARTER),)))


def _pasted(text: str, source: str) -> Imported | None:
    """Return the army of a list as text, with warnings, or None if the text is not a list."""
    found = read_list(text, source, (bundled_pack(STARTER),))
    return _with_effects(*found) if found is not None else None


def _with_effects(army: ArmyDocument, remarks: tuple[str, ...]) -> Imported:
    """Return an army with the effects that the player accepted for its texts (A-IMP-8)."""
    try:
        return with_accepted(army), remarks
    except (DocumentError, OSError) as error:
        return army, (*remarks, _("effects that you accepted are not used: {error}", error=error))


ARMIES: Final = ByName(
    RULESET,
    ArmyDocument,
    lambda: NAMES,
    bundled_army,
    N_("there is no army or file called {name!r} - the armies are {known}"),
    _imported,
    _pasted,
)
"""Armies by name (A-IMP-12)."""
