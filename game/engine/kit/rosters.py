"""Rosters by name: bundled rosters, people's own rosters, and files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from game.documents.error import DocumentError
from game.documents.rosters import SUFFIX, own_roster, own_rosters
from game.wording import _

RosterT = TypeVar("RosterT")


@dataclass(frozen=True)
class ByName(Generic[RosterT]):
    """Finds the rosters of a rulebook by name.

    `names` returns the names of bundled rosters, and `bundled` the roster with a name, or None. `read` returns the
    roster in a file; it raises `DocumentError`, `OSError`. `unknown` is the refusal of a name, with {name} and {known}.
    """

    ruleset: str
    names: Callable[[], Iterable[str]]
    bundled: Callable[[str], RosterT | None]
    read: Callable[[Path], RosterT]
    unknown: str
    suffixes: Sequence[str] = (SUFFIX,)

    def files(self) -> list[Path]:
        """Return the files of people's own rosters."""
        return own_rosters(self.ruleset, self.suffixes)

    def own(self) -> dict[str, RosterT]:
        """Return people's own rosters by the name of their file; unreadable rosters are left out."""
        rosters: dict[str, RosterT] = {}
        for path in self.files():
            with suppress(DocumentError, OSError):
                rosters.setdefault(path.stem, self.read(path))
        return rosters

    def find(self, name: str) -> RosterT:
        """Return the bundled or own roster with a name, or the roster in a file; raise `DocumentError`, `OSError`."""
        if Path(name).is_file() or Path(name).suffix or Path(name).name != name:
            return self.read(Path(name))
        bundled = self.bundled(name)
        if bundled is not None:
            return bundled
        own = own_roster(self.ruleset, name, self.suffixes)
        if own is not None:
            return self.read(own)
        known = ", ".join([*self.names(), *(path.stem for path in self.files())])
        raise DocumentError(name, "", _(self.unknown, name=name[:60], known=known))
