"""Rosters made step by step: a base class for editors, and sheets of the user's own, typed entry by entry."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, count
from typing import Any, ClassVar, Final, Generic, TypeVar, cast

from pydantic import TypeAdapter

from game.documents.battlescribe.fields import free_id, identifier
from game.documents.error import DocumentError
from game.documents.reading import Document, validate_plain
from game.engine.kit.rosters import ByName
from game.engine.rulebook.making import (
    Choice,
    RosterEditor,
    Step,
    change_entry,
    refused,
    require_finished,
    why_not_answer,
)
from game.engine.saving.documents import plain
from game.refusal import Refusal
from game.wording import _

RosterT = TypeVar("RosterT", bound=Document)
DraftT = TypeVar("DraftT", bound=Document)
SheetT = TypeVar("SheetT")


class StepEditor(RosterEditor[RosterT, DraftT], Generic[RosterT, DraftT]):
    """An editor of rosters that are finished once nothing is missing; `known` finds rosters by name."""

    known: ClassVar[ByName[Any]]

    @abstractmethod
    def made(self, draft: DraftT, /) -> RosterT:
        """Return the roster that a draft would give, unchecked."""

    @abstractmethod
    def answered(self, draft: DraftT, step: str, answer: str) -> DraftT:
        """Return the draft after an answer to an open step; raise `ValueError` or `DocumentError` for a bad answer."""

    def bundled(self) -> list[tuple[str, RosterT]]:
        return [(name, self.known.load(name)) for name in self.known.names()]

    def begin(self, seed: int) -> DraftT:
        empty: Any = self.draft_type
        return cast(DraftT, empty())

    def finish(self, draft: DraftT) -> RosterT:
        require_finished(self.missing(draft), self.draft_file)
        return validate_plain(TypeAdapter(self.roster_type), plain(self.made(draft)), self.draft_file)

    def answer(self, draft: DraftT, step: str, answer: str) -> DraftT:
        """Return the draft after an answer; raise `DocumentError` with the step, the reason and its rule."""
        refusal = why_not_answer(self.steps(draft), step, answer)
        if refusal is not None:
            raise refused(step, refusal, self.draft_file)
        try:
            return self.answered(draft, step, answer)
        except DocumentError as error:
            reason = f"{error.where}: {error.reason}".removeprefix(": ")
            raise refused(step, Refusal(reason), self.draft_file) from None
        except ValueError as error:
            raise refused(step, Refusal(str(error)), self.draft_file) from None


# -- sheets of one's own ---------------------------------------------------------------------------

OWN: Final = "own."
"""The beginning of the ids of their steps; the sheet's id and the entry's name follow."""
EMPTY: Final = "empty"
"""The answer that begins a sheet from nothing; others are the ids of sheets to copy."""


class Unreadable(ValueError):
    """A typed text does not follow its notation."""


def whole(text: str, digits: int = 4) -> int:
    """Return the whole number in a text, with at most `digits` digits; raise `Unreadable`."""
    if not text.strip().isdecimal() or len(text.strip()) > digits:
        raise Unreadable(_("{text!r} is not a whole number", text=text[:20]))
    return int(text)


@dataclass(frozen=True)
class Entry(Generic[SheetT]):
    """A typed entry of a sheet: its name in steps, and the functions that read and write it.

    With `several`, `read` returns a mapping of several fields. `why_not` returns why the entry cannot be typed now.
    """

    name: str
    title: str
    rule: str
    read: Callable[[str], Any]
    write: Callable[[SheetT], str]
    several: bool = False
    why_not: Callable[[SheetT], Refusal | None] = lambda sheet: None


class OwnSheets(Generic[SheetT]):
    """Sheets of a `kind` that players type in: first the `entries`, then the weapons.

    The step `new` begins a sheet. Texts are English: `begin` is the heading and the title of that step, `begins` the
    label and the name of a sheet from nothing, `part` the heading of other steps with {name}, `drop` the title of the
    last one. A weapon is read and written by `read_weapon` and `write_weapon`.
    """

    kind: type[Any]
    new: str
    begin: tuple[str, str]
    begins: tuple[str, str]
    part: str
    drop: str
    rule: str
    weapon_rule: str
    most_weapons: int
    blank: ClassVar[Mapping[str, Any]]
    entries: tuple[Entry[SheetT], ...]
    read_weapon: Callable[[str], Any]
    write_weapon: Callable[[Any], str]

    def first_step(self, known: Mapping[str, SheetT]) -> Step:
        """Return the step that begins a sheet, either blank or as a copy of a known one."""
        part, title = map(_, self.begin)
        sheets: Mapping[str, Any] = known
        choices = (
            Choice(EMPTY, _(self.begins[0]), _("you fill in everything"), rule=self.rule),
            *(Choice(name, _("copy of {card}", card=card.name), rule=self.rule) for name, card in sheets.items()),
        )
        return Step(self.new, title, part, "", self.rule, choices=choices, optional=True, by_hand=True)

    def steps(self, sheet: Any) -> Iterator[Step]:
        """Yield the steps of a sheet."""
        part, beginning = _(self.part, name=sheet.name), f"{OWN}{sheet.id}."
        for entry in self.entries:
            text, refusal = entry.write(sheet), entry.why_not(sheet) or Refusal("", entry.rule)
            yield Step(beginning + entry.name, _(entry.title), part, text, refusal.rule,
                       suggestion=text, reason=refusal.text, optional=True)  # fmt: skip
        yield from self.further_steps(sheet, part, beginning)
        for number, weapon in enumerate(sheet.weapons, 1):
            text, title = self.write_weapon(weapon), _("Weapon {n} (enter - to remove it)", n=number)
            yield Step(f"{beginning}weapon-{number}", title, part, text, self.weapon_rule, suggestion=text)
        if len(sheet.weapons) < self.most_weapons:
            title = _("Add a weapon")
            yield Step(f"{beginning}weapon-new", title, part, "", self.weapon_rule, suggestion="", optional=True)
        drop = (Choice("drop", _("delete it")),)
        yield Step(beginning + "drop", _(self.drop), part, "", self.rule, choices=drop, optional=True, by_hand=True)

    def further_steps(self, sheet: SheetT, part: str, here: str) -> Iterator[Step]:
        """Yield the steps between the entries and the weapons; their ids begin with `here`."""
        yield from ()

    def change(self, document: dict[str, Any], name: str, answer: str) -> None:
        """Change a sheet's data after an answer to one of the further steps."""

    def changed(self, sheet: Any, name: str, answer: str) -> SheetT:
        """Return a sheet after an answer to the step of an entry, a weapon or another one; raise `ValueError`."""
        document = sheet.model_dump(mode="json")
        entry = next((entry for entry in self.entries if entry.name == name), None)
        if name.startswith("weapon-"):
            change_entry(document["weapons"], name.removeprefix("weapon-"), answer, self.read_weapon)
        elif entry is not None:
            value = entry.read(answer)
            document |= value if entry.several else {name: value}
        self.change(document, name, answer)
        return self._checked(document, sheet.id)

    def begun(self, known: Mapping[str, SheetT], answer: str) -> SheetT:
        """Return a new sheet, blank or like a known one, under a name and an id that no known one has."""
        sheets: Mapping[str, Any] = known
        original = sheets.get(answer)
        title = _(self.begins[1]) if original is None else original.name
        used_names = {sheet.name for sheet in sheets.values()}
        candidates = chain([title], (f"{title} {number}" for number in count(2)))
        name = next(candidate for candidate in candidates if candidate not in used_names)
        document = self.blank if original is None else original.model_dump(mode="json")
        identity = free_id(Counter(known), identifier(name), "-{}")
        return self._checked({**document, **self.as_new(original), "id": identity, "name": name}, name)

    def as_new(self, like: Any) -> Mapping[str, Any]:
        """Return the fields in which a new sheet differs from the sheet that it copies (None: it began blank)."""
        return {}

    def _checked(self, document: Mapping[str, Any], title: str) -> SheetT:
        return cast(SheetT, validate_plain(TypeAdapter(self.kind), dict(document), title))


def own_step(step: str) -> tuple[str, str]:
    """Return the sheet's id and the entry's name in the id of a step about one of the user's own sheets."""
    identity, _dot, name = step.removeprefix(OWN).rpartition(".")
    return identity, name
