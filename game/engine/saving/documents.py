"""The engine's documents. A position is a checkpoint's state and the answers since; a save is a whole game."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, Final, Literal, Self, TypeVar

from pydantic import Field, JsonValue, model_validator

from game.documents.error import DocumentError
from game.documents.limits import MOST_ENTRIES
from game.documents.reading import Document, Identifier, Part, refuse
from game.engine.core.dice import Dice, KeyedDice, ScriptedDice, TurnedDice
from game.engine.core.events import NoteDocument
from game.engine.core.typed_dice import TypedDice
from game.wording import N_, _

Path = Annotated[str, Field(pattern=r"^[A-Za-z_]\w*(/[A-Za-z_]\w*)*$", max_length=200)]


class EventForm(Part):
    """The form that similar packed events share: kind, rule, and the paths of their values.

    `{"event": "Rolled", "rule": "R-1", "roll": {"faces": [4]}}` has the path `roll/faces`. A packed event is a list:
    the number of its form, and its values in the order of the paths.
    """

    event: Annotated[str, Field(max_length=80)]
    rule: Annotated[str, Field(max_length=80)] = ""
    paths: Annotated[tuple[Path, ...], Field(max_length=100)] = ()


def pack_events(events: Iterable[dict[str, Any]]) -> tuple[tuple[EventForm, ...], tuple[list[JsonValue], ...]]:
    """Return the forms of plain events, and each event as the number of its form and its values."""
    numbers: dict[tuple[str, ...], int] = {}
    rows: list[list[JsonValue]] = []
    for event in events:
        leaves = dict(_leaves("", {name: value for name, value in event.items() if name not in ("event", "rule")}))
        number = numbers.setdefault((event["event"], event["rule"], *leaves), len(numbers))
        rows.append([number, *leaves.values()])
    forms = tuple(EventForm(event=event, rule=rule, paths=tuple(paths)) for event, rule, *paths in numbers)
    return forms, tuple(rows)


def _leaves(above: str, content: dict[str, Any]) -> Iterator[tuple[str, JsonValue]]:
    """Yield path and value of every leaf of a plain event. An object with unusual keys counts as a leaf."""
    for name, value in content.items():
        if isinstance(value, dict) and value and all(isinstance(key, str) and key.isidentifier() for key in value):
            yield from _leaves(f"{above}{name}/", value)
        else:
            yield f"{above}{name}", value


def unpack_events(
    forms: Sequence[EventForm], events: Sequence[list[JsonValue] | dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Yield packed events in full, and unpacked events unchanged. Refuses events that do not match their form."""
    for index, row in enumerate(events):
        if isinstance(row, dict):
            yield row
            continue
        number = row[0] if row else None
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(forms):
            refuse(f"events[{index}]", _("refers to an unknown form"))
        form = forms[number]
        if len(row) != len(form.paths) + 1:
            refuse(f"events[{index}]", _("has {n} values, but its form has {m}", n=len(row) - 1, m=len(form.paths)))
        event: dict[str, Any] = {"event": form.event, "rule": form.rule}
        for path, value in zip(form.paths, row[1:], strict=True):
            *names, last = path.split("/")
            holder = event
            for name in names:
                child = holder.setdefault(name, {})
                holder = child if isinstance(child, dict) else {}
            holder[last] = value
        yield event


Entry = str | list[JsonValue] | dict[str, JsonValue]
Journal = Annotated[tuple[Entry, ...], Field(max_length=MOST_ENTRIES)]
Text = Annotated[str, Field(max_length=200)]
RecordedEvent = Annotated[list[JsonValue], Field(max_length=200)] | dict[str, JsonValue]
MOST_NOTES: Final = 8_000
SAVE_VERSION: Final = 3
"""The newest version of saves. From version 3 on, a save holds full evidence of its events."""

Face = Annotated[int, Field(ge=1, le=100)]
TypedFaces = Annotated[list[Face], Field(min_length=1, max_length=10_000)]


class TurnDocument(Part):
    """A change of dice, such as for practice: rolls from number `at` on (counted from 0) use another seed."""

    at: Annotated[int, Field(ge=0)]
    seed: Annotated[int, Field(ge=0, lt=2**63)]


class DiceDocument(Part):
    """Where a game's dice come from: a seed, scripted faces with their purposes, or typed faces."""

    seed: Annotated[int, Field(ge=0, lt=2**63)] | None = None
    faces: Annotated[tuple[Face, ...], Field(max_length=10_000)] | None = None
    purposes: Annotated[tuple[Text, ...], Field(max_length=10_000)] = ()
    typed: Annotated[dict[Text, TypedFaces], Field(max_length=10_000)] | None = None
    turns: Annotated[tuple[TurnDocument, ...], Field(max_length=1_000)] = ()

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        """Refuse a document with several sources of dice, or with purposes that do not match faces."""
        if sum(source is not None for source in (self.seed, self.faces, self.typed)) != 1:
            refuse("", _("needs exactly one of these: a seed, faces, or typed dice"))
        if self.purposes and self.faces is None:
            refuse("purposes", _("needs faces - give the faces too, or remove it"))
        if self.faces is not None and len(self.purposes) > len(self.faces):
            text = N_("{n} given for {faces} faces - give at most one for each")
            refuse("purposes", _(text, n=len(self.purposes), faces=len(self.faces)))
        return self

    def dice(self, rolled: int = 0) -> Dice:
        """Return the dice. A script starts when the state has counted `rolled` dice."""
        dice: Dice = KeyedDice(self.seed or 0)
        if self.typed is not None:
            dice = TypedDice({key: list(faces) for key, faces in self.typed.items()})
        elif self.faces is not None:
            dice = ScriptedDice(self.faces, self.purposes, rolled)
        for turn in self.turns:
            dice = TurnedDice(dice, KeyedDice(turn.seed), turn.at)
        return dice

    @classmethod
    def of(cls, dice: Dice, rolled: int | None = None) -> Self:
        """Return the document for some dice. With `rolled`, a script holds only the faces after that number of dice."""
        if isinstance(dice, TurnedDice) and isinstance(dice.after, KeyedDice):
            first_dice = cls.of(dice.before, rolled)
            turn = TurnDocument(at=dice.at, seed=dice.after.seed)
            return first_dice.model_copy(update={"turns": (*first_dice.turns, turn)})
        if isinstance(dice, ScriptedDice):
            already_rolled = 0 if rolled is None else rolled - dice.start
            return cls(faces=dice.faces[already_rolled:], purposes=dice.purposes[already_rolled:])
        if isinstance(dice, TypedDice):
            return cls(typed={key: list(faces) for key, faces in dice.faces.items()})
        if isinstance(dice, KeyedDice):
            return cls(seed=dice.seed)
        raise TypeError(f"dice of kind {type(dice).__name__} cannot be written down")


class PositionDocument(Document):
    """Any moment of a game. Without a `state` it is the beginning; without `dice` the seed is 0."""

    format: Literal["inchwise-position"] = "inchwise-position"
    version: Literal[1] = 1
    ruleset: Identifier
    note: Annotated[str, Field(max_length=2_000)] = ""
    setup: dict[str, JsonValue]
    state: dict[str, JsonValue] | None = None
    answers: Journal = ()
    dice: DiceDocument = DiceDocument(seed=0)


class CheckpointDocument(Part):
    """A state and the number of journal entries that lead to it."""

    entries: Annotated[int, Field(ge=0)]
    state: dict[str, JsonValue]


class DigestDocument(Part):
    """The hash of the state at a checkpoint, with the numbers of journal entries and events before it."""

    entries: Annotated[int, Field(ge=0)]
    digest: Annotated[str, Field(min_length=8, max_length=64)]
    events: Annotated[int, Field(ge=0)] | None = None


PER_PLAYER: Final = "per player"
ValueT = TypeVar("ValueT")
ByPlayer = Annotated[dict[Identifier, ValueT], Field(max_length=20), PER_PLAYER]
"""A value for each player, by the player's id: the ids in a save are compared with the players of its game."""


NOTE: Final = "a note"
"""The mark of a field that says something about the file: no check of the game needs it, so it may be missing."""


class SaveDocument(Document):
    """A saved game: setup, dice, journal, and the latest checkpoint, from which it can resume if the rules change.

    `beginning` is the first state, if not given by the setup. `lesson` is the number of journal entries before each
    step so far, if the game is a lesson. By player: `seats` are their kinds ("human", or a bot), `clocks` the
    seconds used, `deploying` the entry after which the rulebook places for them, `passing` the entry from which
    they pass, by timing, and `plans` the plans of computer players, sealed until the game is over. `row_keys` are
    the keys of the rows of each question of this phase, so that they are the same after loading. `events` and
    `digests` are recorded from journal entry `record_from` on. `seal` is a hash of facts that a replay cannot
    check. Long games, and all of version 2, pack their events (see `EventForm`). Versions 1 and 2 may lack events,
    seal and digests, and have no `record_from`.
    """

    format: Literal["inchwise-save"] = "inchwise-save"
    version: Literal[1, 2, 3] = 1
    ruleset: Identifier
    rules_version: Text
    title: Annotated[Text, NOTE] = ""
    saved_at: Annotated[Text, NOTE] = ""
    finished: bool = False
    lesson: Annotated[tuple[Annotated[int, Field(ge=0)], ...], Field(min_length=1, max_length=100)] | None = None
    seats: ByPlayer[Identifier] = Field(default_factory=dict)
    clocks: ByPlayer[Annotated[float, Field(ge=-1e7, le=1e7)]] = Field(default_factory=dict)
    deploying: ByPlayer[Annotated[int, Field(ge=-1)]] = Field(default_factory=dict)
    passing: ByPlayer[dict[Identifier, Annotated[int, Field(ge=0)]]] = Field(default_factory=dict)
    plans: Annotated[ByPlayer[dict[str, JsonValue]] | None, PER_PLAYER] = None
    seal: Text = ""
    setup: dict[str, JsonValue]
    beginning: dict[str, JsonValue] | None = None
    dice: DiceDocument
    journal: Journal
    checkpoint: CheckpointDocument
    record_from: Annotated[int, Field(ge=0)] | None = None
    digests: Annotated[tuple[DigestDocument, ...], Field(max_length=100_000)]
    forms: Annotated[tuple[EventForm, ...], Field(max_length=10_000)] = ()
    events: Annotated[tuple[RecordedEvent, ...], Field(max_length=1_000_000)] | None = None
    notes: Annotated[tuple[NoteDocument, ...], Field(max_length=MOST_NOTES), NOTE] = ()
    row_keys: Annotated[dict[str, dict[str, Annotated[str, Field(max_length=20)]]], NOTE] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _checkpoint_in_journal(self) -> Self:
        """Refuse a checkpoint beyond the journal, and events in the wrong form for the version."""
        if self.checkpoint.entries > len(self.journal):
            text = N_("is {entries}, but the journal has {journal} entries")
            refuse("checkpoint.entries", _(text, entries=self.checkpoint.entries, journal=len(self.journal)))
        full = list if self.forms or self.version == 2 else dict
        for index, event in enumerate(self.events or ()):
            if not isinstance(event, full):
                refuse(f"events[{index}]", _("is not in the format of version {version}", version=self.version))
        self.happened()
        return self

    @classmethod
    def marked(cls, mark: str) -> Iterator[str]:
        """Yield the names of the fields with a mark: `PER_PLAYER` or `NOTE`."""
        return (name for name, field in cls.model_fields.items() if mark in field.metadata)

    @property
    def is_evidence(self) -> bool:
        """Whether saves of this version hold complete evidence of their events."""
        return self.version >= 3

    def happened(self) -> tuple[dict[str, Any], ...] | None:
        """Return the events in full, or None if they were not recorded."""
        return None if self.events is None else tuple(unpack_events(self.forms, self.events))


def seal_of(
    seats: Mapping[str, str],
    clocks: Mapping[str, float],
    deploying: Mapping[str, int],
    record_from: int | None,
    passing: Mapping[str, Mapping[str, int]] | None = None,
    plans: Mapping[str, Any] | None = None,
) -> str:
    """Return the seal of a save: a hash of seats, clocks, standing orders, plans, and the record's beginning."""
    times = {player: float(used) for player, used in clocks.items()}
    orders = {player: dict(player_orders) for player, player_orders in (passing or {}).items() if player_orders}
    sealed: list[Any] = [dict(seats), times, dict(deploying)]
    sealed += [] if record_from is None else [record_from]
    sealed += [orders] if orders else []  # without standing orders, seals stay as in older saves
    sealed += [dict(plans)] if plans else []
    text = json.dumps(sealed, sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


@contextmanager
def part_of(file: str, where: str) -> Iterator[None]:
    """Add the file and the place of a part to every `DocumentError` raised inside the block."""
    try:
        yield
    except DocumentError as error:
        inner = f"{where}.{error.where}" if error.where else where
        raise DocumentError(file, inner.replace(".[", "["), error.reason) from None


def plain(document: Part) -> dict[str, Any]:
    """Return a document, or a part of one, as JSON-ready data."""
    return document.model_dump(mode="json", exclude_none=True)
