"""The warbands that come with the program, people's own, and finding one by name."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from game.documents.error import DocumentError
from game.documents.reading import load_document
from game.documents.rosters import own_roster, own_rosters
from game.rulesets.bushido.warbands.profiles import WarbandDocument
from game.wording import N_, _

_HERE = Path(__file__).parent
RULESET: Final = "bushido"
NAMES = ("still-bell", "mudwater")
"""In the order in which seats take them."""


@cache
def bundled_warband(name: str) -> WarbandDocument:
    """Return a bundled warband by name; raise `KeyError`."""
    if name not in NAMES:
        raise KeyError(name)
    return load_document(_HERE / f"{name}.json", WarbandDocument)


def own_warbands() -> dict[str, WarbandDocument]:
    """Return people's own warbands by the name of their file; those that cannot be read are left out."""
    found: dict[str, WarbandDocument] = {}
    for path in own_rosters(RULESET):
        with suppress(DocumentError, OSError):
            found[path.stem] = load_document(path, WarbandDocument)
    return found


def find_warband(name: str) -> WarbandDocument:
    """Return the warband a user names: bundled or own by name, or a file; raise `DocumentError`, `OSError`."""
    if Path(name).is_file() or Path(name).suffix or Path(name).name != name:
        return load_document(name, WarbandDocument)
    if name in NAMES:
        return bundled_warband(name)
    own = own_roster(RULESET, name)
    if own is not None:
        return load_document(own, WarbandDocument)
    known = ", ".join([*NAMES, *(path.stem for path in own_rosters(RULESET))])
    text = N_("no warband or file is called {name!r} - the warbands are {known}")
    raise DocumentError(name, "", _(text, name=name[:60], known=known))
