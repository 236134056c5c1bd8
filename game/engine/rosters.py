"""The user's own rosters and their drafts. They are stored in files, which are locked during changes."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from game.documents.battlescribe.opening import SUFFIXES as ROSTER_SUFFIXES
from game.documents.error import DocumentError, UnfinishedError
from game.documents.faces import FacedDocument
from game.documents.files import json_text, numbered_paths, previous_of, replacing, stem_of, write_json, write_text
from game.documents.locks import changing
from game.documents.plain_text import SUFFIXES as TEXT_SUFFIXES
from game.documents.reading import parse_document, read_text
from game.documents.rosters import SUFFIX, draft_beside, own_rosters, rosters_folder, unfinished_rosters
from game.engine.filling import fillable, filled, rolled
from game.engine.rulebook.facets import Gathering, Rosters
from game.engine.rulebook.making import Card, RosterEditor, refused
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.saving.documents import plain
from game.printable import LONGEST_NAME, shortened
from game.refusal import Refusal
from game.wording import _

UNFINISHED: Final = "unfinished"
"""The file name of the draft of a new roster."""
SEEDS: Final = 48
"""The number of bits in the seed of a draft."""
EARLIER: Final = "earlier"
"""The field of a draft's file with the drafts before it, the newest last."""
LETTERS: Final = 200_000
"""The most letters that these take."""


@dataclass(frozen=True)
class RosterEntry:
    """A finished, unfinished or unreadable roster, with the name that commands use.

    A bundled roster has no `path`. `changing`: the user's roster has a draft with unfinished changes. `earlier` are the
    drafts before its draft as JSON-ready data.
    """

    name: str
    title: str
    roster: Any = None
    draft: Any = None
    path: Path | None = None
    trouble: str = ""
    changing: bool = False
    earlier: tuple[Any, ...] = ()

    @property
    def own(self) -> bool:
        """Whether the roster belongs to the user."""
        return self.path is not None

    @property
    def foreign(self) -> bool:
        """Whether the roster is in another program's file."""
        return self.path is not None and self.path.suffix != SUFFIX


def rosters_of(book: AnyRuleset) -> Rosters[Any] | None:
    """Return the facet for a rulebook's rosters, or None if it has no rosters."""
    return book.papers.rosters() if book.papers is not None else None


def editor_of(book: AnyRuleset) -> RosterEditor[Any, Any] | None:
    """Return the editor of a rulebook's rosters, or None if they cannot be made."""
    return book.papers.roster_editor() if book.papers is not None else None


class ImportedRoster(NamedTuple):
    """An imported roster: its name, the roster, and warnings about it.

    If it cannot be played yet, the roster is None, and `title` and `unfinished` give its title and the reason.
    """

    name: str
    roster: Any
    remarks: Sequence[str]
    title: str = ""
    unfinished: str = ""


def imports_foreign(book: AnyRuleset) -> bool:
    """Return whether rosters of other programs can be imported for a rulebook."""
    return book.papers is not None and any(kind.name == "roster" for kind in book.papers.foreign())


def import_file(rosters: Rosters[Any], folder: str, file: Path) -> ImportedRoster:
    """Copy a roster's file unchanged into the user's folder; raise `DocumentError`, `OSError`.

    A file whose suffix is not one of a roster counts as a list in text, and its copy gets the suffix of texts.
    """
    roster, remarks, title, unfinished = _read_for_import(lambda: rosters.read(str(file)))
    is_text = file.suffix.lower() not in (*ROSTER_SUFFIXES, *TEXT_SUFFIXES)
    copy = rosters_folder(folder) / (f"{file.name}{TEXT_SUFFIXES[0]}" if is_text else file.name)
    if copy.exists():
        reason = _("{file} already exists - name a new file, or move the old one away", file=copy)
        raise DocumentError(str(file), "", reason)
    with replacing(copy) as aside:
        aside.write_bytes(file.read_bytes())
    return ImportedRoster(copy.stem, roster, remarks, title, unfinished)


def import_text(rosters: Rosters[Any], folder: str, text: str, name: str) -> ImportedRoster:
    """Keep a pasted roster in the user's folder, under an unused name; raise `DocumentError`, `OSError`.

    `name` is used if the list has no title of its own.
    """
    roster, remarks, title, unfinished = _read_for_import(lambda: rosters.pasted(text))
    is_json = text.lstrip("\ufeff \t\r\n").startswith("{")
    stem = stem_of(title or getattr(roster, "name", "") or name, "list")
    candidates = numbered_paths(rosters_folder(folder) / f"{stem}{SUFFIX if is_json else TEXT_SUFFIXES[0]}")
    used_stems = {path.stem for path in rosters_folder(folder).iterdir()}
    copy = next(path for path in candidates if path.stem not in used_stems)
    with replacing(copy) as temporary_file:
        temporary_file.write_text(text, encoding="utf-8", newline="\n")
    return ImportedRoster(copy.stem, roster, remarks, title, unfinished)


def stand_ins(gathering: Gathering, unfinished: UnfinishedError) -> Iterator[Mapping[str, str]]:
    """Yield a profile for each unit that a list lacks, with the values of the included unit nearest in points.

    The unit keeps its number of models, if the list says it.
    """
    by_models = sorted(unfinished.facts.get("missing", ()), key=lambda profile: -profile["models"])
    for missing in {profile["unit"]: profile for profile in by_models}.values():
        same_part = [unit for unit in gathering.known() if unit.part == missing["part"]] or gathering.known()
        lender = min(same_part, key=lambda unit: abs(unit.points - missing["points"]))
        models = {"models": str(missing["models"])} if missing["models"] else {}
        yield {**lender.values, **models, "name": missing["unit"], "stands_in": lender.name}


def _read_for_import(read: Callable[[], tuple[Any, Sequence[str]]]) -> tuple[Any, Sequence[str], str, str]:
    """Return a roster and its remarks; for an unfinished roster None, with its title and the reason."""
    try:
        roster, remarks = read()
    except UnfinishedError as error:
        return None, error.remarks, error.title, error.advice
    return roster, remarks, "", ""


class RosterShelf:
    """All bundled and own rosters of a rulebook. All methods raise `DocumentError`, `OSError`."""

    def __init__(self, book: AnyRuleset) -> None:
        editor = editor_of(book)
        if editor is None:
            raise DocumentError(book.name, "", _("{title} has no rosters to make", title=_(book.title)))
        self.book, self.editor = book.name, editor

    # -- finding -----------------------------------------------------------------------------

    def all(self) -> list[RosterEntry]:
        """Return the finished own rosters, unfinished rosters, and bundled rosters."""
        return [*self.own(), *self.unfinished(), *self.bundled()]

    def own(self) -> list[RosterEntry]:
        """Return the finished own rosters, by title."""
        return sorted(
            map(self._read_entry, own_rosters(self.book, self.editor.suffixes)),
            key=lambda entry: entry.title.casefold(),
        )

    def unfinished(self) -> list[RosterEntry]:
        """Return the drafts of new rosters."""
        return [self._read_entry(path) for path in unfinished_rosters(self.book)]

    def bundled(self) -> list[RosterEntry]:
        return [RosterEntry(name, self.editor.title(roster), roster) for name, roster in self.editor.bundled()]

    def find(self, name: str) -> RosterEntry:
        """Return the roster with a name or a title, or the roster in a file."""
        for entry in self.all():
            if name in (entry.name, entry.title):
                return entry
        if Path(name).suffix or Path(name).name != name:
            roster = self.editor.load(name)
            return RosterEntry(name, self.editor.title(roster), roster)
        names = ", ".join(entry.name for entry in self.all())
        raise DocumentError(
            shortened(name, LONGEST_NAME), "", _("no roster has that name - use one of {known}", known=names)
        )

    def card(self, entry: RosterEntry, *, draft: bool = False) -> Card:
        """Return the card of a roster, with its chosen faces; that of its draft if it is unfinished or with `draft`."""
        as_draft = draft or entry.roster is None
        card = self.editor.draft_card(entry.draft) if as_draft else self.editor.card(entry.roster)
        chosen = entry.roster.faces if isinstance(entry.roster, FacedDocument) else None
        return replace(card, faces=chosen or {})

    def _read_entry(self, path: Path) -> RosterEntry:
        """Return the entry for a roster's path, with the roster, its draft, or both."""
        draft, earlier = None, ()
        try:
            roster = self.editor.load(str(path)) if path.exists() else None
            with suppress(DocumentError) if roster is not None else nullcontext():  # usable without its draft
                draft, earlier = self._read_draft(path) if draft_beside(path).exists() else (None, ())
        except DocumentError as error:
            trouble = f"{error.where}: {error.reason}".removeprefix(": ")
            return RosterEntry(path.stem, path.stem, path=path, trouble=trouble)
        except OSError as error:
            return RosterEntry(path.stem, path.stem, path=path, trouble=error.strerror or str(error))
        if roster is None:
            title = self.editor.draft_title(draft) or _("Unnamed")
            return RosterEntry(path.stem, title, draft=draft, path=path, earlier=earlier)
        under_way = draft is not None and not self._draft_gives(draft, roster)
        title = self.editor.title(roster)
        return RosterEntry(path.stem, title, roster, draft, path, changing=under_way, earlier=earlier)

    def _read_draft(self, path: Path) -> tuple[Any, tuple[Any, ...]]:
        """Return the draft beside a roster's path, and the drafts before it."""
        file = draft_beside(path)
        text, earlier = read_text(file), list[Any]()
        with suppress(ValueError, RecursionError):  # the rulebook says what is wrong
            content = json.loads(text)
            if isinstance(content, dict) and isinstance(content.get(EARLIER), list):
                earlier = content.pop(EARLIER)
                text = json.dumps(content)
        return self.editor.read_draft(text, str(file)), tuple(earlier)

    def _draft_gives(self, draft: Any, roster: Any) -> bool:
        """Return whether a draft gives exactly this roster."""
        made = None if self.editor.missing(draft) else self._with_faces(self.editor.finish(draft), roster)
        return made is not None and plain(made) == plain(roster)

    def _with_faces(self, roster: Any, before: Any) -> Any:
        """Return a roster with the faces chosen in the roster `before`, for members that are still the same."""
        if not isinstance(before, FacedDocument) or not before.faces:
            return roster
        members = {member.name for member in self.editor.card(roster).members}
        faces = {name: face for name, face in before.faces.items() if name in members}
        return roster.model_copy(update={"faces": faces or None})

    # -- making and changing -----------------------------------------------------------------------

    def begin(self, seed: int | None = None) -> RosterEntry:
        """Begin a new roster; return its entry."""
        draft = self.editor.begin(secrets.randbits(SEEDS) if seed is None else seed)
        return self._read_entry(self._write(UNFINISHED, self.editor.plain_draft(draft), draft_beside))

    def reopen(self, name: str) -> RosterEntry:
        """Open an own roster for changes, or continue changes in progress; return its entry."""
        entry, path = self._changeable(name)
        if entry.roster is None or entry.draft is not None:
            return entry
        why_not = self.editor.why_not_reopen(entry.roster)
        if why_not is not None:
            raise refused("", why_not, name)
        with changing(path):
            self._write_draft(path, self.editor.reopen(entry.roster, secrets.randbits(SEEDS)))
        return self._read_entry(path)

    def answer(self, name: str, step: str, answer: str) -> RosterEntry:
        """Answer a step of a draft. The draft is saved at once, so that dice cannot be rolled again."""
        return self._change(name, lambda draft: self.editor.answer(draft, step, answer))

    def fill(self, name: str, seed: int) -> RosterEntry:
        """Answer all open steps at random, as far as the rules and the given answers allow."""
        return self._change(name, lambda draft: filled(self.editor, draft, Random(seed)))

    def why_not_fill(self, entry: RosterEntry) -> Refusal | None:
        """Return why no step can be answered at random, or None if one can."""
        return None if any(map(fillable, self.editor.steps(entry.draft))) else Refusal(_("nothing is open"))

    def surprise(self, name: str, seed: int) -> RosterEntry:
        """Replace the draft of a new roster by a random one."""
        if why_not := self.why_not_surprise(self.own_one(name)):
            raise refused("", why_not, name)
        return self._change(name, lambda _draft: filled(self.editor, self.editor.begin(seed), Random(seed)))

    def why_not_surprise(self, entry: RosterEntry) -> Refusal | None:
        """Return the reason why a draft cannot be replaced by a random one, or None if it can."""
        if entry.roster is not None:
            return Refusal(_("only for a new one"))
        return Refusal(_("rolled dice stay")) if rolled(self.editor.steps(entry.draft)) else None

    def undo(self, name: str) -> RosterEntry:
        """Take back the last answer to a draft, or the last random answers."""
        entry, path = self._own_entry(name)
        if why_not := self.why_not_undo(entry):
            raise refused("", why_not, name)
        with changing(path):
            *earlier, previous = self._read_draft(path)[1]
            self._write_draft(path, self.editor.read_draft(json.dumps(previous), str(draft_beside(path))), earlier)
        return self._read_entry(path)

    def why_not_undo(self, entry: RosterEntry) -> Refusal | None:
        """Return why the last answer to a draft cannot be undone (rolled dice stay), or None if it can."""
        if entry.draft is None or not entry.earlier:
            return Refusal(_("no steps to undo"))
        try:
            previous = self.editor.read_draft(json.dumps(entry.earlier[-1]), entry.name)
        except DocumentError as error:
            return Refusal(error.reason)
        dice, dice_left = (rolled(self.editor.steps(draft)) for draft in (entry.draft, previous))
        return Refusal(_("rolled dice stay")) if dice - dice_left else None

    def _change(self, name: str, change: Callable[[Any], Any]) -> RosterEntry:
        """Change a draft and keep its earlier form for undo; return the entry."""
        _entry, path = self._own_entry(name)
        with changing(path):
            draft, earlier = self._read_draft(path)
            changed = change(draft)
            self._write_draft(
                path, changed, earlier if changed == draft else [*earlier, self.editor.plain_draft(draft)]
            )
        return self._read_entry(path)

    def _write_draft(self, path: Path, draft: Any, earlier: Sequence[Any] = ()) -> None:
        """Write a draft, with as many of the latest earlier drafts as the size of the file allows."""
        while len(json_text(earlier)) > LETTERS:
            earlier = earlier[1:]
        content = self.editor.plain_draft(draft)
        write_json(draft_beside(path), content | ({EARLIER: [*earlier]} if earlier else {}))

    def finish(self, name: str) -> RosterEntry:
        """Write the roster of a finished draft; a new roster gets an unused name. The draft stays beside it."""
        entry, path = self._own_entry(name)
        with changing(path):
            draft, _earlier = self._read_draft(path)
            roster = self._with_faces(self.editor.finish(draft), entry.roster)
            if entry.roster is not None:
                write_json(path, plain(roster))
                return self._read_entry(path)
            self._write_draft(path, self.editor.settled(draft))
            new_path = self._write_new(roster)
            draft_beside(path).replace(draft_beside(new_path))
            previous_of(draft_beside(path)).unlink(missing_ok=True)
        return self._read_entry(new_path)

    def rename(self, name: str, title: str) -> RosterEntry:
        """Give an own roster another title. Its file name does not change."""
        entry, path = self._changeable(name)
        with changing(path):
            if entry.roster is not None:
                write_json(path, plain(self.editor.renamed(entry.roster, title)))
            if entry.draft is not None:
                self._write_draft(path, self.editor.renamed_draft(entry.draft, title))
        return self._read_entry(path)

    def choose_face(self, name: str, member: str, face: str) -> RosterEntry:
        """Give a member of an own roster a face: a sigil or a picture, or "" for the sigil that suits its name."""
        return self.choose_faces(name, {member: face})

    def choose_faces(self, name: str, faces: Mapping[str, str]) -> RosterEntry:
        """Give members of an own roster faces, by their names."""
        _entry, path = self._changeable(name)
        with changing(path):
            roster = self.finished(name).roster
            members = [card.name for card in self.editor.card(roster).members]
            for member in faces:
                if member not in members:
                    text = _("no member has that name - use one of {known}", known=", ".join(members))
                    raise DocumentError(name, shortened(member, LONGEST_NAME), text)
            content = plain(roster)
            chosen = content.pop("faces", {}) | faces
            if chosen := {member: face for member, face in chosen.items() if face}:
                content["faces"] = chosen
            parse_document(json.dumps(content), type(roster), name)
            write_json(path, content)
        return self._read_entry(path)

    def copy(self, name: str, title: str = "") -> RosterEntry:
        """Copy a roster under a title, by default a title that no other roster has."""
        entry = self.finished(name)
        title = title or self.free_title(entry.title)
        return self._read_entry(self._write_new(self.editor.renamed(entry.roster, title)))

    def delete(self, name: str) -> None:
        """Delete an own finished or unfinished roster, with its draft."""
        _entry, path = self._own_entry(name)
        with changing(path):
            for file in (path, draft_beside(path)):
                file.unlink(missing_ok=True)
                previous_of(file).unlink(missing_ok=True)

    def take_in(self, file: str) -> RosterEntry:
        """Import the roster in a file. A roster with the same title is not replaced."""
        return self._read_entry(self._write_new(self.editor.load(file)))

    def give_out(self, name: str, file: Path) -> None:
        """Export a roster to a file."""
        entry = self.finished(name)
        write_text(file, json.dumps(plain(entry.roster), indent=2, ensure_ascii=False) + "\n")

    # -- names -------------------------------------------------------------------------------------

    def own_one(self, name: str) -> RosterEntry:
        """Return the own roster with a name. Bundled rosters are refused."""
        return self._own_entry(name)[0]

    def _own_entry(self, name: str) -> tuple[RosterEntry, Path]:
        entry = self.find(name)
        if entry.path is None:
            raise DocumentError(name, "", _("is bundled with the program and cannot be changed - copy it to change it"))
        return entry, entry.path

    def _changeable(self, name: str) -> tuple[RosterEntry, Path]:
        """Return the own roster with a name. Files of other programs are refused too: they are never written."""
        entry, path = self._own_entry(name)
        if entry.foreign:
            text = _("is a file of another program and cannot be changed - copy it to change it")
            raise DocumentError(name, "", text)
        return entry, path

    def finished(self, name: str) -> RosterEntry:
        """Return the finished roster with a name."""
        entry = self.find(name)
        if entry.roster is None:
            raise DocumentError(name, "", entry.trouble or _("is not finished"))
        return entry

    def _write_new(self, roster: Any) -> Path:
        return self._write(self.editor.title(roster), plain(roster), lambda path: path)

    def _write(self, title: str, content: dict[str, Any], where: Callable[[Path], Path]) -> Path:
        """Write to the first path whose name no roster, draft or bundled roster uses; return the path."""
        stem = stem_of(title, "roster")
        bundled_names = {name for name, roster in self.editor.bundled()}
        for path in numbered_paths(rosters_folder(self.book) / f"{stem}.json"):
            if path.stem in bundled_names or path.exists() or draft_beside(path).exists():
                continue
            with changing(path):
                if not path.exists() and not draft_beside(path).exists():
                    write_json(where(path), content)
                    return path
        raise AssertionError

    def free_title(self, title: str) -> str:
        """Return a title followed by a number with which no other roster has it."""
        used = {entry.title.casefold() for entry in self.all()}
        candidates = (f"{title} {number}" for number in count(2))
        return next(candidate for candidate in candidates if candidate.casefold() not in used)
