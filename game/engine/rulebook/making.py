"""Making rosters step by step, within the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from game.documents.error import DocumentError
from game.documents.reading import Document, load_document, parse_document
from game.documents.rosters import SUFFIX
from game.engine.rulebook.view import Line
from game.refusal import Refusal
from game.wording import _

RosterT = TypeVar("RosterT", bound=Document)
DraftT = TypeVar("DraftT")
DraftDocumentT = TypeVar("DraftDocumentT", bound=Document)


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to a step: the answer, its label, the rule's wording, its heading (`part`) and its rule.

    An answer with a `reason` cannot be given now.
    """

    answer: str
    label: str
    text: str = ""
    part: str = ""
    rule: str = ""
    icon: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DieThrown:
    """A die rolled in a step, and its result in words (`gave`)."""

    sides: int
    face: int
    purpose: str
    gave: str


@dataclass(frozen=True, slots=True)
class Step:
    """A question in the making of a roster, under the heading `part`. It is open while it has no `value`.

    A step whose answer is typed has a `suggestion` (perhaps ""); other steps have `choices`. A step with a `reason`
    cannot be answered now. An `optional` step may stay unanswered; a step `by_hand` is never answered at random.
    """

    id: str
    title: str
    part: str
    value: str = ""
    rule: str = ""
    suggestion: str | None = None
    choices: tuple[Choice, ...] = ()
    reason: str = ""
    thrown: DieThrown | None = None
    optional: bool = False
    by_hand: bool = False

    @property
    def open(self) -> bool:
        """Whether the step can and must still be answered."""
        return not self.value and not self.reason and not self.optional


@dataclass(frozen=True, slots=True)
class MemberCard:
    """A member of a roster for display; its `symbol` is the name of an icon, such as "die-d8"."""

    name: str
    symbol: str
    value: str
    leader: bool
    traits: tuple[Line, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A roster for display: lines about it, its strength, its members, all traits in words, chosen `faces`."""

    title: str
    lines: tuple[Line, ...]
    strength: str
    members: tuple[MemberCard, ...]
    wordings: tuple[Line, ...] = ()
    faces: Mapping[str, str] = field(default_factory=dict)

    def wording(self, line: Line) -> str:
        """Return the sentence for a trait of a member, or ""."""
        text = next((wording.text for wording in self.wordings if line.rule and wording.rule == line.rule), "")
        return text.partition(": ")[2]


class Steps(Protocol[DraftT]):
    """Anything that is made step by step from a draft, which is immutable."""

    def steps(self, draft: DraftT) -> Sequence[Step]:
        """Return every step in order, answered or not."""

    def answer(self, draft: DraftT, step: str, answer: str) -> DraftT:
        """Return the draft after an answer; raise `DocumentError` with the step, the reason and its rule."""

    def missing(self, draft: DraftT) -> Sequence[Refusal]:
        """Return a refusal for every missing part of the draft; none if the draft is complete."""

    def wanted(self, draft: DraftT) -> Iterable[Sequence[tuple[str, str]]]:
        """Yield groups of answers (pairs of step and answer) that a random draft should give together."""
        return ()


class RosterEditor(Steps[DraftDocumentT], Protocol[RosterT, DraftDocumentT]):
    """Makes and changes rosters step by step. Every roster it returns has passed the rulebook's own reader."""

    roster_type: type[RosterT]
    draft_type: type[DraftDocumentT]
    """The document classes of rosters and of drafts; both have a `name`."""
    draft_file: str = "roster"
    """The name in place of a file in errors about a draft."""
    suffixes: Sequence[str] = (SUFFIX,)
    """The suffixes of files that `load` reads; others than the first are files of other programs."""

    def bundled(self) -> Sequence[tuple[str, RosterT]]:
        """Return the bundled rosters by name."""

    def load(self, file: str) -> RosterT:
        """Return the roster in a file; raise `DocumentError`, `OSError`."""
        return load_document(file, self.roster_type)

    def card(self, roster: RosterT, /) -> Card:
        """Return a roster for display."""

    def draft_card(self, draft: DraftDocumentT) -> Card:
        """Return the card of a draft, which may be unfinished."""

    def title(self, roster: RosterT) -> str:
        """Return the title of a roster."""
        any_roster: Any = roster
        return str(any_roster.name)

    def called(self, title: str) -> str:
        """Return a typed name of a roster as one line; raise `DocumentError` if it cannot be used."""
        try:
            return typed_name(title)
        except ValueError as error:
            raise refused("name", Refusal(str(error)), self.draft_file) from None

    def renamed(self, roster: RosterT, title: str) -> RosterT:
        """Return a roster under another name; raise `DocumentError`."""
        return roster.model_copy(update={"name": self.called(title)})

    def begin(self, seed: int) -> DraftDocumentT:
        """Return the draft of a new roster; `seed` is for its dice."""

    def why_not_reopen(self, roster: RosterT) -> Refusal | None:
        """Return the reason why a finished roster cannot be changed step by step, or None if it can."""
        return None

    def reopen(self, roster: RosterT, seed: int, /) -> DraftDocumentT:
        """Return the draft of a finished roster. Choices that the rules make permanent stay fixed."""

    def read_draft(self, text: str, file: str) -> DraftDocumentT:
        """Return the draft in a text; raise `DocumentError`."""
        return parse_document(text, self.draft_type, file)

    def plain_draft(self, draft: DraftDocumentT) -> dict[str, Any]:
        """Return a draft as JSON-ready data."""
        return draft.model_dump(mode="json", exclude_none=True)

    def renamed_draft(self, draft: DraftDocumentT, title: str) -> DraftDocumentT:
        """Return a draft whose roster will have this title; raise `DocumentError`."""
        return draft.model_copy(update={"name": self.called(title)})

    def draft_title(self, draft: DraftDocumentT) -> str:
        """Return the title chosen for the roster of a draft, or "" before one is chosen."""
        any_draft: Any = draft
        return any_draft.name or ""

    def settled(self, draft: DraftDocumentT) -> DraftDocumentT:
        """Return the draft after its roster was finished. Choices that can be made only once are fixed now."""
        return draft

    def finish(self, draft: DraftDocumentT) -> RosterT:
        """Return the roster of a finished draft; raise `DocumentError` listing what is missing."""


def why_not_answer(steps: Sequence[Step], step: str, answer: str) -> Refusal | None:
    """Return the reason why a step cannot have an answer, or None if it can."""
    named = next((candidate for candidate in steps if candidate.id == step), None)
    if named is None:
        available = ", ".join(candidate.id for candidate in steps)
        return Refusal(_("there is no such step - use one of {known}", known=available))
    if named.reason:
        return Refusal(named.reason, named.rule)
    chosen = next((choice for choice in named.choices if choice.answer == answer), None)
    if chosen is not None and chosen.reason:
        return Refusal(chosen.reason, chosen.rule)
    if named.suggestion is None and chosen is None:
        available = ", ".join(choice.answer for choice in named.choices if not choice.reason)
        return Refusal(
            _("{answer!r} is not available - use one of {known}", answer=answer[:40], known=available), named.rule
        )
    return None


def refused(where: str, refusal: Refusal, file: str) -> DocumentError:
    """Return a refusal in the form of a document's error."""
    return DocumentError(file, where, str(refusal))


def typed_name(text: str) -> str:
    """Return a typed name without needless spaces; raise `ValueError` if it is too short or too long."""
    name = " ".join(text.split())
    if not 1 <= len(name) <= 80:
        raise ValueError(_("a name must be 1 to 80 characters"))
    return name


def require_finished(missing: Sequence[Refusal], file: str) -> None:
    """Raise `DocumentError` for an incomplete draft: the first missing part, and the number of others."""
    if missing:
        text = _("is not finished: {first}", first=missing[0].text)
        more = _(" and {n} more", n=len(missing) - 1) if len(missing) > 1 else ""
        raise refused("", Refusal(text + more, missing[0].rule), file)


def change_entry(entries: list[Any], which: str, answer: str, read: Callable[[str], Any]) -> None:
    """Change a list that is typed entry by entry: add the answer if `which` is "new", or else replace an entry.

    `which` is then its number, from 1. An empty answer or "-" removes the entry.
    """
    if which == "new":
        entries.append(read(answer))
    elif answer.strip() in ("", "-"):
        del entries[int(which) - 1]
    else:
        entries[int(which) - 1] = read(answer)
