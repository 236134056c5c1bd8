"""Rosters by name: those that come with the program, people's own, and files."""

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
    """The rosters of a rulebook by name.

    `bundled` returns that of a name, None for others, and `names` theirs. `read` returns the roster in a file; it
    raises `DocumentError`, `OSError`. `unknown` is the refusal of a name, with {name} and {known}.
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
        """Return people's own rosters by the name of their file; those that cannot be read are left out."""
        found: dict[str, RosterT] = {}
        for path in self.files():
            with suppress(DocumentError, OSError):
                found.setdefault(path.stem, self.read(path))
        return found

    def find(self, name: str) -> RosterT:
        """Return the roster a user names: bundled or own by name, or a file; raise `DocumentError`, `OSError`."""
        if Path(name).is_file() or Path(name).suffix or Path(name).name != name:
            return self.read(Path(name))
        found = self.bundled(name)
        if found is not None:
            return found
        own = own_roster(self.ruleset, name, self.suffixes)
        if own is not None:
            return self.read(own)
        known = ", ".join([*self.names(), *(path.stem for path in self.files())])
        raise DocumentError(name, "", _(self.unknown, name=name[:60], known=known))
