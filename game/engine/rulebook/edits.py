"""Edits as documents, for rulebooks that have some: reading, trying and carrying out, with an event for each fact."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Generic, TypeVar, get_args

from pydantic import Field, TypeAdapter

from game.documents.error import DocumentError
from game.documents.reading import Part, validate_plain
from game.engine.core.decisions import MalformedAnswer
from game.engine.core.events import Corrected
from game.engine.rulebook.editing import Correction, Edit
from game.refusal import Refusal
from game.wording import _

GameT = TypeVar("GameT")

Inches = Annotated[float, Field(ge=-500.0, le=500.0)]
Who = Annotated[str, Field(max_length=60)]


class EditDocument(Part, Generic[GameT]):
    """An edit; among consecutive ones with the same value of the field `folds_by`, only the last is kept."""

    folds_by: ClassVar[str | None] = None

    def why_not(self, game: GameT) -> list[Refusal]:
        """Return the reasons against the edit that can be found without trying it."""
        return []

    def carry_out(self, game: GameT) -> None:
        """Change the state."""
        raise NotImplementedError


class Edits(Generic[GameT]):
    """The edits of a rulebook: a union of `kinds`, told apart by "do".

    `copied` returns an independent copy of a game for trials, `require_sound` raises `DocumentError` when a table
    breaks a rule, `facts` returns every fact that an edit may change by "piece:fact". Of a new piece only the facts
    `noted` are recorded.
    """

    def __init__(
        self,
        kinds: Any,
        copied: Callable[[GameT], GameT],
        require_sound: Callable[[GameT], None],
        facts: Callable[[GameT], Mapping[str, str]],
        noted: Sequence[str] = ("place", "terrain"),
    ) -> None:
        self._adapter: TypeAdapter[EditDocument[GameT]] = TypeAdapter(Annotated[kinds, Field(discriminator="do")])
        members: tuple[type[EditDocument[GameT]], ...] = get_args(kinds)
        self._folds = {get_args(kind.model_fields["do"].annotation)[0]: kind.folds_by for kind in members}
        self._copied, self._require_sound, self._facts, self._noted = copied, require_sound, facts, noted

    def read(self, plain: Edit) -> EditDocument[GameT]:
        """Return an edit from JSON-ready data; raise `MalformedAnswer` naming the field and the reason."""
        try:
            return validate_plain(self._adapter, dict(plain), _("edit"))
        except DocumentError as error:
            raise MalformedAnswer(str(error)) from None
        except (TypeError, ValueError) as error:
            raise MalformedAnswer(_("an edit is JSON data: {error}", error=error)) from None

    def folded(self, edits: Sequence[Edit]) -> list[Edit]:
        """Return edits with the same effect: of consecutive ones to the same fact only the last remains."""
        found: list[Edit] = []
        for edit in edits:
            key = self._folds.get(str(edit.get("do")))
            last = found[-1] if found else {}
            if key is not None and last.get("do") == edit["do"] and last.get(key) == edit.get(key):
                found[-1] = {**last, **edit}
            else:
                found.append(dict(edit))
        return found

    def why_not(self, game: GameT, edit: Edit) -> list[Refusal]:
        """Return every reason against an edit; raise `MalformedAnswer` if it is not an edit."""
        against = self.read(edit).why_not(game)
        if against:
            return against
        try:
            self._require_sound(self.supposed(game, edit))
        except DocumentError as error:
            return [Refusal(error.reason)]
        return []

    def supposed(self, game: GameT, edit: Edit) -> GameT:
        """Return a copy of the game with an edit carried out, despite any reasons against it."""
        copy = self._copied(game)
        self.read(edit).carry_out(copy)
        return copy

    def carried_out(self, game: GameT, correction: Correction) -> Iterator[Corrected]:
        """Carry out an edit; yield an event for each changed fact, with its old and new value."""
        wanted = self.read(correction.edit)
        before = self._facts(game)
        wanted.carry_out(game)
        after = self._facts(game)
        known = {name.rpartition(":")[0] for name in before}
        for name in dict.fromkeys((*before, *after)):
            piece, fact = name.rsplit(":", 1)
            if piece not in known and fact not in self._noted:
                continue
            old, new = before.get(name, ""), after.get(name, "")
            if old != new:
                player, agreed = correction.player, correction.agreed
                yield Corrected(piece=piece, fact=fact, before=old, after=new, player=player, agreed=agreed)
