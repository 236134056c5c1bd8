"""Events as typed facts: frozen dataclasses derived from `Event`, for log, animation and reports."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Protocol, dataclass_transform

from pydantic import Field

from game.documents.reading import Part
from game.engine.core.records import to_plain


@dataclass(frozen=True, kw_only=True)
class Event:
    """A fact about the game. `rule` is the rule id; `audience` names who may see it (empty: everybody)."""

    rule: str = ""
    audience: tuple[str, ...] = ()
    later: ClassVar[tuple[str, ...]] = ()
    """Fields that older saves did not record; where they are missing nothing is held against them."""
    rolled_by: ClassVar[Mapping[str, str]] = {}
    """Fields with dice that were not rolled for its piece, each with the field that says for whom they were."""

    @property
    def kind(self) -> str:
        """The name of the event's class."""
        return type(self).__name__

    def plain(self) -> dict[str, Any]:
        """Return the event as JSON-ready data."""
        content = to_plain(self)
        if not self.audience:
            del content["audience"]
        return {"event": self.kind, **content}


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Fact(Event):
    """An event of a rulebook: every subclass is a frozen dataclass with keyword-only fields."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)


class ModelFact(Fact):
    """An event about one model."""

    model: str


class HasEvents(Protocol):
    """A game that lists its events."""

    events: list[Event]


class _Witnessed(list[Event]):
    """Events with a witness of each that is added."""

    def __init__(self, events: Iterable[Event], witness: Callable[[], None]) -> None:
        super().__init__(events)
        self._witness = witness

    def append(self, event: Event) -> None:
        super().append(event)
        self._witness()


@contextmanager
def witnessed(game: HasEvents, witness: Callable[[], None] | None) -> Iterator[None]:
    """Call the witness, if any, after each event that a game emits meanwhile."""
    if witness is None:
        yield
        return
    game.events = _Witnessed(game.events, witness)
    try:
        yield
    finally:
        game.events = [*game.events]


class NoteDocument(Part):
    """A player's note on a moment: after so many journal entries and so many events."""

    entries: Annotated[int, Field(ge=0)]
    events: Annotated[int, Field(ge=0)]
    text: Annotated[str, Field(min_length=1, max_length=2_000)]
    author: Annotated[str, Field(max_length=80)] = ""
    written_at: Annotated[str, Field(max_length=200)] = ""
