"""Rosters by name: bundled rosters, people's own rosters, and files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, Final, Generic, TypeVar, cast

from game.documents.battlescribe.libraries import Libraries
from game.documents.battlescribe.opening import SUFFIXES, is_roster
from game.documents.battlescribe.tree import Element
from game.documents.error import DocumentError, UnfinishedError
from game.documents.files import stem_of
from game.documents.plain_text import MAX_BYTES, decoded, plain_text
from game.documents.plain_text import SUFFIXES as TEXTS
from game.documents.reading import Document, load_document, parse_document
from game.documents.rosters import SUFFIX, own_roster, own_rosters
from game.documents.typed_profiles import OwnProfiles, TypedProfile, keep_profile, remove_profile, typed_fields
from game.engine.rulebook.facets import Gathering, KnownUnit, Rosters
from game.wording import N_, _

RosterT = TypeVar("RosterT", bound=Document)
Remarks = tuple[str, ...]
STDIN: Final = "-"
"""The name of a roster that is read from standard input."""
NO_LIST: Final = N_(
    "is not a list that can be read: it has no regiment and no unit with points - share the list as text from your "
    "list builder, or export it as .json, .ros or .rosz; an ability pack ends in .yaml"
)


def standard_input() -> str:
    """Return the text on standard input; raise `DocumentError`."""
    return decoded(sys.stdin.buffer.read(MAX_BYTES + 1), _("standard input"))


@dataclass(frozen=True)
class ByName(Generic[RosterT]):
    """Finds the rosters of a rulebook by name.

    `document` is their class, `names` returns the names of bundled rosters, and `load` the bundled roster with one of
    these names. `unknown` is the refusal of a name, with {name} and {known}. `foreign` reads the roster in a file of
    another program, with remarks about it. `text` does the same for a list as text, whose source is named, and
    returns None for any other text.
    """

    ruleset: str
    document: type[RosterT]
    names: Callable[[], Iterable[str]]
    load: Callable[[str], RosterT]
    unknown: str
    foreign: Callable[[Path], tuple[RosterT, Remarks]] | None = None
    text: Callable[[str, str], tuple[RosterT, Remarks] | None] | None = None

    def files(self) -> list[Path]:
        """Return the files of people's own rosters."""
        return own_rosters(self.ruleset, self._suffixes)

    @property
    def _suffixes(self) -> Sequence[str]:
        suffixes = (SUFFIX,) if self.foreign is None else SUFFIXES
        return suffixes if self.text is None else (*suffixes, *TEXTS)

    def bundled(self, name: str) -> RosterT | None:
        """Return the bundled roster with a name, or None."""
        return self.load(name) if name in self.names() else None

    def own(self) -> dict[str, RosterT]:
        """Return people's own rosters by file name, without unreadable ones."""
        rosters: dict[str, RosterT] = {}
        for path in self.files():
            with suppress(DocumentError, OSError):
                rosters.setdefault(path.stem, self.read(path)[0])
        return rosters

    def all(self) -> list[tuple[str, RosterT]]:
        """Return the bundled rosters with their names, then people's own."""
        return [*((name, self.load(name)) for name in self.names()), *self.own().items()]

    def read(self, path: Path) -> tuple[RosterT, Remarks]:
        """Return the roster in a file, ours or another program's, with remarks; raise `DocumentError`, `OSError`."""
        if self.text is not None:
            text = plain_text(path)
            made = None if text is None else self.text(text, str(path))
            if made is not None:
                return made
        if self.foreign is not None and is_roster(path):
            return self.foreign(path)
        if self.text is not None and path.suffix.lower() not in SUFFIXES:
            raise DocumentError(str(path), "", _(NO_LIST))
        return load_document(path, self.document), ()

    def pasted(self, text: str, source: str) -> tuple[RosterT, Remarks]:
        """Return the roster in a text from the clipboard or standard input; raise `DocumentError`."""
        made = None if self.text is None else self.text(text, source)
        if made is not None:
            return made
        if text.lstrip("\ufeff \t\r\n").startswith("{"):
            exported = self._exported(text, source)
            if exported is not None:
                return exported
            return parse_document(text, self.document, source), ()
        raise DocumentError(source, "", _(NO_LIST))

    def _exported(self, text: str, source: str) -> tuple[RosterT, Remarks] | None:
        """Return the roster in a text that another program exported as JSON, or None for any other text."""
        if self.foreign is None:
            return None
        with TemporaryDirectory() as folder:
            file = Path(folder) / f"{stem_of(source, 'roster')}{SUFFIX}"
            file.write_text(text, encoding="utf-8")
            try:
                return self.foreign(file) if is_roster(file) else None
            except DocumentError as error:
                error.file = source
                raise

    def find(self, name: str) -> RosterT:
        """Return the bundled or own roster with a name, or the roster in a file; raise `DocumentError`, `OSError`."""
        return self.opened(name)[0]

    def opened(self, name: str) -> tuple[RosterT, Remarks]:
        """Return the roster as `find` does, with remarks about its file."""
        if name == STDIN:
            return self.pasted(standard_input(), _("standard input"))
        if Path(name).is_file() or Path(name).suffix or Path(name).name != name:
            return self.read(Path(name))
        bundled = self.bundled(name)
        if bundled is not None:
            return bundled, ()
        own = own_roster(self.ruleset, name, self._suffixes)
        if own is not None:
            return self.read(own)
        names = ", ".join([*self.names(), *(path.stem for path in self.files())])
        raise DocumentError(name, "", _(self.unknown, name=name[:60], known=names))


def gathered(
    ruleset: str,
    kind: type[TypedProfile],
    fields: Sequence[tuple[str, str, str]],
    game: tuple[str, str],
    profile_of: Callable[[Mapping[str, Any], str], TypedProfile],
    known: Callable[[], Sequence[KnownUnit]],
    needed: Collection[str],
    values_in: Callable[[Element], Mapping[str, str]],
) -> Gathering:
    """Return the source of profiles missing in lists: documents of a `kind`, with the `fields` that players type.

    `game` is the id and the name of the game system. `profile_of` reads what a player wrote; a file is for errors.
    `known` returns the units of included rosters, and `values_in` the values in a library's entry, as a player types
    them. Every unit has the `needed` fields.
    """

    def keep(given: str | Mapping[str, Any]) -> str:
        typed, file = (typed_fields(given), given) if isinstance(given, str) else (given, _("the profile"))
        profile = profile_of(typed, file)
        keep_profile(ruleset, profile)
        return profile.name

    def names() -> list[str]:
        return [document.name for document in OwnProfiles(ruleset, kind).documents]

    def remove(name: str) -> None:
        remove_profile(ruleset, name, names())

    def others() -> list[str]:
        own = (document.name for document in OwnProfiles(ruleset, kind).documents if not document.stands_in)
        return sorted({*own, *(unit.name for unit in known()), *Libraries(ruleset).units()}, key=str.casefold)

    def values(name: str) -> Mapping[str, str]:
        own = OwnProfiles(ruleset, kind).find(name)
        if own is not None and not own.like:
            return own.typed()
        included = next((unit.values for unit in known() if unit.name == name), None)
        if included is not None:
            return included
        match = Libraries(ruleset).unit(name if own is None else own.like)
        with suppress(DocumentError, ValueError):  # an entry need not fit the form
            return {} if match is None else values_in(match.entry)
        return {}

    return Gathering(*game, lists=True, fields=fields, known=known, needed=needed, others=others, values=values,
                     profiles=names, keep=keep, remove=remove)  # fmt: skip


class NamedRosters(Rosters[RosterT]):
    """Rosters for the command line; `known` finds them by name."""

    known: ClassVar[ByName[Any]]

    def bundled(self) -> list[tuple[str, dict[str, Any]]]:
        return [self.listed(name, self.known.load(name)) for name in self.known.names()]

    def find(self, name: str) -> RosterT:
        return cast(RosterT, self.known.find(name))


class ImportedRosters(NamedRosters[RosterT]):
    """Rosters for rulebooks whose players import files of other programs; lists include these files.

    `kind` is the key under which JSON lists have a roster's name.
    """

    kind: ClassVar[str]

    def own(self) -> list[tuple[str, dict[str, Any]]]:
        """Return the user's own rosters, each as a line and as data. Unfinished and unreadable ones have the reason."""
        rosters = []
        for path in self.known.files():
            try:
                rosters.append(self.listed(path.stem, self.known.read(path)[0]))
            except UnfinishedError as error:
                line = _(
                    "{name:<22}{title:<28}not finished: {reason}",
                    name=path.stem,
                    title=error.title,
                    reason=error.advice,
                )
                facts = {
                    self.kind: path.stem,
                    "name": error.title,
                    "finished": False,
                    "missing": error.facts.get("missing", []),
                }
                rosters.append((line, facts))
            except (DocumentError, OSError) as error:
                line = _("{name:<22}{trouble}", name=path.stem, trouble=error)
                rosters.append((line, {self.kind: path.stem, "trouble": str(error)}))
        return rosters

    def read(self, name: str) -> tuple[RosterT, Sequence[str]]:
        return cast(tuple[RosterT, Remarks], self.known.opened(name))

    def pasted(self, text: str) -> tuple[RosterT, Sequence[str]]:
        return cast(tuple[RosterT, Remarks], self.known.pasted(text, _("the pasted list")))
