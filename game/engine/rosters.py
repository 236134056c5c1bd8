"""The user's own rosters and their drafts: stored in files, changed under a lock, never overwritten."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

from game.documents.error import DocumentError
from game.documents.files import numbered, previous_of, replacing, stem_of, write_json, write_text
from game.documents.locks import changing
from game.documents.reading import read_text
from game.documents.rosters import draft_beside, own_rosters, rosters_folder, unfinished_rosters
from game.engine.rulebook.facets import Rosters
from game.engine.rulebook.making import RosterEditor, refused
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.saving.documents import plain
from game.printable import LONGEST_NAME, shortened
from game.refusal import Refusal
from game.wording import _

UNFINISHED: Final = "unfinished"
"""The name of the draft of a new roster."""
SEEDS: Final = 48
"""Bits of the seed of a draft."""


@dataclass(frozen=True)
class Kept:
    """A roster by the name that commands use: finished, unfinished, or unreadable.

    A bundled roster has no `path`; `changing`: an own roster has a draft with unfinished changes.
    """

    name: str
    title: str
    roster: Any = None
    draft: Any = None
    path: Path | None = None
    trouble: str = ""
    changing: bool = False

    @property
    def own(self) -> bool:
        """Whether it belongs to the user."""
        return self.path is not None


def rosters_of(book: AnyRuleset) -> Rosters[Any] | None:
    """Return the operations on the rosters of a rulebook, or None if it has none."""
    return book.papers.rosters() if book.papers is not None else None


def editor_of(book: AnyRuleset) -> RosterEditor[Any, Any] | None:
    """Return the operations for making and changing rosters of a rulebook, or None if there are none."""
    return book.papers.roster_editor() if book.papers is not None else None


class Taken(NamedTuple):
    """A file with a roster that was imported: its name, the roster, and anything odd about it."""

    name: str
    roster: Any
    remarks: Sequence[str]


def takes_files(book: AnyRuleset) -> bool:
    """Return whether rosters of a rulebook come from other programs and cannot be made here."""
    return book.papers is not None and book.papers.roster_editor() is None and bool(book.papers.foreign())


def take_file(rosters: Rosters[Any], folder: str, file: Path) -> Taken:
    """Copy a file with a roster, unchanged, into the user's folder; raise `DocumentError`, `OSError`."""
    roster, remarks = rosters.read(str(file))
    kept = rosters_folder(folder) / file.name
    if kept.exists():
        text = _("{file} already exists - name a new file, or move the old one away", file=kept)
        raise DocumentError(str(file), "", text)
    with replacing(kept) as aside:
        aside.write_bytes(file.read_bytes())
    return Taken(file.stem, roster, remarks)


class RosterShelf:
    """All rosters of a rulebook, bundled and own. All methods raise `DocumentError`, `OSError`."""

    def __init__(self, book: AnyRuleset) -> None:
        editor = editor_of(book)
        if editor is None:
            raise DocumentError(book.name, "", _("{title} has no rosters to make", title=_(book.title)))
        self.book, self.editor = book.name, editor

    # -- what there is -----------------------------------------------------------------------------

    def kept(self) -> list[Kept]:
        """Return own rosters, unfinished ones, and the bundled ones."""
        return [*self.own(), *self.unfinished(), *self.bundled()]

    def own(self) -> list[Kept]:
        """Return the finished own rosters, by title."""
        return sorted(map(self._read, own_rosters(self.book)), key=lambda each: each.title.casefold())

    def unfinished(self) -> list[Kept]:
        """Return the drafts of new rosters."""
        return [self._read(path) for path in unfinished_rosters(self.book)]

    def bundled(self) -> list[Kept]:
        """Return the bundled rosters."""
        return [Kept(name, self.editor.title(roster), roster) for name, roster in self.editor.bundled()]

    def find(self, name: str) -> Kept:
        """Return the roster with a name or a title, or the one in a file."""
        for each in self.kept():
            if name in (each.name, each.title):
                return each
        if Path(name).suffix or Path(name).name != name:
            roster = self.editor.load(name)
            return Kept(name, self.editor.title(roster), roster)
        known = ", ".join(each.name for each in self.kept())
        raise DocumentError(
            shortened(name, LONGEST_NAME), "", _("no roster has that name - use one of {known}", known=known)
        )

    def _read(self, path: Path) -> Kept:
        """Return the files stored under a roster's path: the roster, its draft, or both."""
        draft: Any = None
        try:
            roster = self.editor.load(str(path)) if path.exists() else None
            with suppress(DocumentError) if roster is not None else nullcontext():  # usable without its draft
                draft = self._draft(path) if draft_beside(path).exists() else None
        except DocumentError as error:
            return Kept(path.stem, path.stem, path=path, trouble=f"{error.where}: {error.reason}".removeprefix(": "))
        except OSError as error:
            return Kept(path.stem, path.stem, path=path, trouble=error.strerror or str(error))
        if roster is None:
            title = self.editor.draft_title(draft) or _("Unnamed")
            return Kept(path.stem, title, draft=draft, path=path)
        under_way = draft is not None and not self._is_of(draft, roster)
        return Kept(path.stem, self.editor.title(roster), roster, draft, path, changing=under_way)

    def _draft(self, path: Path) -> Any:
        file = draft_beside(path)
        return self.editor.read_draft(read_text(file), str(file))

    def _is_of(self, draft: Any, roster: Any) -> bool:
        """Return whether a draft makes exactly this roster."""
        return not self.editor.missing(draft) and plain(self.editor.finish(draft)) == plain(roster)

    # -- making and changing -----------------------------------------------------------------------

    def begin(self, seed: int | None = None) -> Kept:
        """Begin a new roster."""
        draft = self.editor.begin(secrets.randbits(SEEDS) if seed is None else seed)
        return self._read(self._write(UNFINISHED, self.editor.plain_draft(draft), draft_beside))

    def reopen(self, name: str) -> Kept:
        """Open an own roster for changes, or continue changes in progress."""
        kept = self.own_one(name)
        assert kept.path is not None
        if kept.roster is None or kept.draft is not None:
            return kept
        why_not = self.editor.why_not_reopen(kept.roster)
        if why_not is not None:
            raise refused("", why_not, name)
        with changing(kept.path):
            draft = self.editor.reopen(kept.roster, secrets.randbits(SEEDS))
            write_json(draft_beside(kept.path), self.editor.plain_draft(draft))
        return self._read(kept.path)

    def answer(self, name: str, step: str, answer: str) -> Kept:
        """Answer a step of a draft; it is saved at once, so that a rolled die stays rolled."""
        return self._change(name, lambda draft: self.editor.answer(draft, step, answer))

    def _change(self, name: str, change: Callable[[Any], Any]) -> Kept:
        kept = self.own_one(name)
        assert kept.path is not None
        with changing(kept.path):
            draft = change(self._draft(kept.path))
            write_json(draft_beside(kept.path), self.editor.plain_draft(draft))
        return self._read(kept.path)

    def finish(self, name: str) -> Kept:
        """Write the roster of a finished draft, a new one under an unused name; the draft stays beside it."""
        kept = self.own_one(name)
        assert kept.path is not None
        with changing(kept.path):
            draft = self._draft(kept.path)
            roster = self.editor.finish(draft)
            if kept.roster is None:
                write_json(draft_beside(kept.path), self.editor.plain_draft(self.editor.settled(draft)))
                path = self._write_new(roster)
                draft_beside(kept.path).replace(draft_beside(path))
                previous_of(draft_beside(kept.path)).unlink(missing_ok=True)
            else:
                path = kept.path
                write_json(path, plain(roster))
        return self._read(path)

    def rename(self, name: str, title: str) -> Kept:
        """Give an own roster another title; its file name stays."""
        kept = self.own_one(name)
        assert kept.path is not None
        with changing(kept.path):
            if kept.roster is not None:
                write_json(kept.path, plain(self.editor.renamed(kept.roster, title)))
            if kept.draft is not None:
                draft = self.editor.renamed_draft(kept.draft, title)
                write_json(draft_beside(kept.path), self.editor.plain_draft(draft))
        return self._read(kept.path)

    def copy(self, name: str, title: str = "") -> Kept:
        """Copy a roster; without a title, under one that no other roster has."""
        kept = self.finished(name)
        title = title or self.free_title(kept.title)
        return self._read(self._write_new(self.editor.renamed(kept.roster, title)))

    def delete(self, name: str) -> None:
        """Delete an own roster, finished or not, with its draft."""
        kept = self.own_one(name)
        assert kept.path is not None
        with changing(kept.path):
            for path in (kept.path, draft_beside(kept.path)):
                path.unlink(missing_ok=True)
                previous_of(path).unlink(missing_ok=True)

    def take_in(self, file: str) -> Kept:
        """Import the roster in a file; a roster with the same title is not replaced."""
        return self._read(self._write_new(self.editor.load(file)))

    def give_out(self, name: str, file: Path) -> None:
        """Export a roster to a file."""
        kept = self.finished(name)
        write_text(file, json.dumps(plain(kept.roster), indent=2, ensure_ascii=False) + "\n")

    # -- names -------------------------------------------------------------------------------------

    def own_one(self, name: str) -> Kept:
        """Return the own roster with a name; bundled ones are refused."""
        kept = self.find(name)
        if kept.path is None:
            raise refused(
                "", Refusal(_("is bundled with the program and cannot be changed - copy it to change it")), name
            )
        return kept

    def finished(self, name: str) -> Kept:
        """Return the finished roster with a name."""
        kept = self.find(name)
        if kept.roster is None:
            raise DocumentError(name, "", kept.trouble or _("is not finished"))
        return kept

    def _write_new(self, roster: Any) -> Path:
        return self._write(self.editor.title(roster), plain(roster), lambda path: path)

    def _write(self, title: str, content: dict[str, Any], where: Callable[[Path], Path]) -> Path:
        """Write to the first path that no roster, draft or bundled name uses; return it."""
        stem = stem_of(title, "roster")
        taken = {name for name, roster in self.editor.bundled()}
        for path in numbered(rosters_folder(self.book) / f"{stem}.json"):
            if path.stem in taken or path.exists() or draft_beside(path).exists():
                continue
            with changing(path):
                if not path.exists() and not draft_beside(path).exists():
                    write_json(where(path), content)
                    return path
        raise AssertionError

    def free_title(self, title: str) -> str:
        """Return a title, with a number if needed, that no roster has."""
        taken = {each.title.casefold() for each in self.kept()}
        free = (f"{title} {number}" for number in count(2))
        return next(each for each in free if each.casefold() not in taken)
