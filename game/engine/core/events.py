"""Events as typed facts. Each class has a text, a sound and a meaning for the course of the game."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar, Generic, Literal, NamedTuple, Protocol, TypeVar, dataclass_transform

from pydantic import Field

from game.documents.reading import Part
from game.engine.core.records import to_plain
from game.lengths import coordinates, tape
from game.wording import _, ngettext, series, translated

GameT = TypeVar("GameT")

Cue = Literal["dice", "placing", "success", "loss", "turn", "refusal"]
"""The sounds of events and of the window itself (turn and refusal)."""

LandmarkSort = Literal["round", "activation", "lead", "casualty", "feat", "score", "ending"]
"""The sorts of landmark, such as the beginning of a round, or a player who wins the "lead" of a round."""


@dataclass(frozen=True, slots=True)
class Landmark:
    """The meaning of an event for the course of a game: its sort, the piece or player, and a number.

    `amount` is the number of the round, of points or of lost pieces; 0 means that the subject itself is lost.
    `text` is the reason for a score in words, or the heading under which such landmarks are counted, marked by `N_`
    ("" if they are not counted). `tone` is as in `Line`.
    """

    sort: LandmarkSort
    subject: str = ""
    amount: int = 0
    text: str = ""
    tone: str = "plain"


class Meaning(NamedTuple):
    """What the events of a class mean for the course of the game: how to make a `Landmark` from an event's fields.

    `subject` and `because` (the reason in words) are names of fields. `amount` is a number, or the field with the
    number or the things.
    """

    sort: LandmarkSort
    subject: str = ""
    amount: str | int = 0
    because: str = ""
    text: str = ""
    tone: str = "plain"

    def of(self, event: "Event") -> Landmark:
        """Return the landmark of an event."""
        subject = getattr(event, self.subject) if self.subject else ""
        amount = getattr(event, self.amount) if isinstance(self.amount, str) else self.amount
        text = translated(getattr(event, self.because)) if self.because else self.text
        return Landmark(self.sort, subject, amount if isinstance(amount, int) else len(amount), text, self.tone)


DeedSort = Literal["acts", "attacks", "hurts", "keeps", "removes", "leaves", "ends"]
"""The sorts of deed. A piece "keeps" an amount of damage when the rest is removed; one that "leaves" the table is not
lost.

After a deed that "ends" no piece acts any more: an activation is over, or a phase begins.
"""


@dataclass(frozen=True, slots=True)
class Deed:
    """An action in an event: its sort, the acting piece or unit, and its targets, all by id ("" if unknown).

    `text` names the phase of the action, if that matters, or says in a word or two how a piece leaves.
    """

    sort: DeedSort
    by: str = ""
    to: tuple[str, ...] = ()
    amount: int = 0
    text: str = ""


class Remark(NamedTuple):
    """A result to show at a piece or unit (by its id) that does not change, such as a miss."""

    subject: str
    text: str


class Does(NamedTuple):
    """The action in the events of a class: how to make a `Deed` from an event's fields.

    `by`, `to` and `amount` are names of fields. `text` is marked by `N_`.
    """

    sort: DeedSort
    by: str = ""
    to: str = ""
    amount: str = ""
    text: str = ""

    def of(self, event: "Event") -> Deed:
        """Return the deed of an event."""
        targets = getattr(event, self.to) if self.to else ()
        to = (targets,) if isinstance(targets, str) else tuple(targets)
        amount = getattr(event, self.amount) if self.amount else 0
        return Deed(self.sort, getattr(event, self.by) if self.by else "", to, amount, self.text)


@dataclass(frozen=True, kw_only=True)
class Event:
    """A fact about the game. `rule` is the rule id; `audience` names who may see it (empty: everybody)."""

    rule: str = ""
    audience: tuple[str, ...] = ()
    later: ClassVar[tuple[str, ...]] = ()
    """Fields that older saves did not record. Where they are missing, they are not compared."""
    rolled_by: ClassVar[Mapping[str, str]] = {}
    """Fields with dice that another piece rolled, each with the field that names that piece."""
    needs: ClassVar[Mapping[str, str]] = {}
    """Fields with dice, each with the field or property that is the least face that counts, 0 if there is none."""
    doubles: ClassVar[Mapping[str, str]] = {}
    """Fields with dice, each with the field that is the least face that counts twice, 0 if there is none."""
    says: ClassVar[str | tuple[str, str]] = ""
    """The event in words, with its fields as {parts}; a pair of texts is a singular and a plural (see `counts`)."""
    counts: ClassVar[str] = ""
    """The field with the things (or their number) that `says` counts as {n}. Without it, `Words.size` counts."""
    without: ClassVar[tuple[str, str]] = ("", "")
    """A field, and the text that replaces `says` if this field is empty."""
    sound: ClassVar[Cue | None] = None
    means: ClassVar[Meaning | None] = None
    does: ClassVar[Does | None] = None
    on_card: ClassVar[bool] = False
    """Whether the score card of its round or turn names it."""
    notable: ClassVar[bool] = False
    """Whether the person whose answer led to it sees it at once, and not only in the log."""

    def sentence(self, words: "Words[Any]") -> str:
        """Return the event in plain words."""
        field, text = self.without
        says = self.says if not field or getattr(self, field) else text
        return words.fill(self, says) if says else self.kind

    def landmark(self) -> Landmark | None:
        """Return the meaning of the event for the course of the game, or None for most events."""
        return self.means.of(self) if self.means is not None else None

    def deed(self) -> Deed | None:
        """Return the deed in the event, or None for most events."""
        return self.does.of(self) if self.does is not None else None

    def worked(self) -> str:
        """Return how the dice add up, as in "5 + 1 = 6", or "" if each die counts by itself."""
        return ""

    def remark(self) -> Remark | None:
        """Return the result to show at a piece although nothing changes, or None for most events."""
        return None

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
    """An event of a rulebook. Every subclass becomes a frozen dataclass with keyword-only fields."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)


class ModelFact(Fact):
    """An event about one model."""

    model: str


class UnitFact(Fact):
    """An event about one unit."""

    unit: str


class PlayerFact(Fact):
    """Something that a player did, or that happened to a player."""

    player: str


class LaidFact(Fact):
    """A piece of terrain was placed: its anchor in inches, its angle in degrees."""

    sound = "placing"
    piece: str
    x: float
    y: float
    degrees: int


class Words(Generic[GameT]):
    """Puts the events of a `game` into words. `spoken` has functions that put the values of some fields into words."""

    spoken: ClassVar[Mapping[str, Callable[[Any, Any], str]]] = {}

    def __init__(self, game: GameT) -> None:
        self.game = game

    def fill(self, event: Event, text: str | tuple[str, str], **more: Any) -> str:
        """Return a text with the event's fields in words. For a pair of texts, the event's count chooses."""
        parts = self.parts(event) | more
        if isinstance(text, str):
            return _(text, **parts)
        things = getattr(event, event.counts) if event.counts else self.size(event)
        count = abs(things) if isinstance(things, int) else len(things)
        return ngettext(*text, count, **parts | {"n": count})

    def parts(self, event: Event) -> dict[str, Any]:
        """Return the fields of an event in words, by name, with {distance} and {spot} for lengths and coordinates."""
        parts = {field.name: getattr(event, field.name) for field in fields(event)}
        if "x" in parts:
            parts["spot"] = coordinates(parts["x"], parts["y"])
        if "inches" in parts:
            parts["distance"] = tape(parts["inches"])
        for name, value in parts.items():
            if name in self.spoken and value not in ("", ()):
                parts[name] = self.spoken[name](self, value)
        return parts

    def name(self, identity: str) -> str:
        """Return the name of the piece or player with an id; the id itself if there is neither."""
        return identity

    def value(self, fact: str, value: str) -> str:
        """Return the value of a corrected fact in words; events hold it as an id or a single word."""
        return _(value)

    def size(self, event: Event) -> int:
        """Return the number that chooses between the two texts of an event without `counts`."""
        return 1


class Corrected(Fact):
    """A referee corrected a fact of a piece or player; `agreed` are the players who agreed."""

    piece: str
    fact: str
    before: str
    after: str
    player: str = ""
    agreed: tuple[str, ...] = ()

    def sentence(self, words: Words[Any]) -> str:
        facts = {
            "what": " ".join(part for part in (words.name(self.piece), translated(self.fact)) if part),
            "before": words.value(self.fact, self.before),
            "after": words.value(self.fact, self.after),
        }
        if not self.agreed:
            return _("{what}: {before} → {after}", **facts)
        agreed = series([words.name(player) for player in self.agreed])
        return _("Correction: {what}: {before} → {after} (agreed by {players})", players=agreed, **facts)


class HasEvents(Protocol):
    """A game with a list of its events."""

    events: list[Event]


class WatchedEvents(list[Event]):
    """A list of events that calls a witness for each event added."""

    def __init__(self, events: Iterable[Event], witness: Callable[[], None]) -> None:
        super().__init__(events)
        self._witness = witness

    def append(self, event: Event) -> None:
        super().append(event)
        self._witness()


@contextmanager
def witnessed(game: HasEvents, witness: Callable[[], None]) -> Iterator[None]:
    """Call the witness for every event that a game emits within the block."""
    game.events = WatchedEvents(game.events, witness)
    try:
        yield
    finally:
        game.events = [*game.events]


class NoteDocument(Part):
    """A player's note on a moment of a game: after `entries` journal entries and `events` events."""

    entries: Annotated[int, Field(ge=0)]
    events: Annotated[int, Field(ge=0)]
    text: Annotated[str, Field(min_length=1, max_length=2_000)]
    author: Annotated[str, Field(max_length=80)] = ""
    written_at: Annotated[str, Field(max_length=200)] = ""
