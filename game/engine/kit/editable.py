"""Facts that people can edit. One declaration beside the state gives each fact its edit, its knob and its record.

An edit is a document. A rulebook writes a class only for edits that need a procedure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import reduce
from operator import or_
from typing import Annotated, Any, ClassVar, Final, Generic, Literal, NamedTuple, TypeVar, cast, get_args

from pydantic import Field, TypeAdapter, create_model

from game.cached import cached_property
from game.documents.error import DocumentError
from game.documents.reading import Identifier, Part, validate_plain
from game.engine.core.decisions import MalformedAnswer
from game.engine.core.dice import ScriptedDice
from game.engine.core.events import Corrected, Event
from game.engine.core.flow import Flow
from game.engine.rulebook.editing import Correction, Edit, Knob
from game.refusal import Refusal
from game.wording import _

GameT = TypeVar("GameT")
ThingT = TypeVar("ThingT")

Inches = Annotated[float, Field(ge=-500.0, le=500.0)]
Who = Annotated[str, Field(max_length=60)]
RECORDED_OF_NEW: Final = ("place", "terrain")
"""The facts of a new piece that are recorded."""


class EditDocument(Part, Generic[GameT]):
    """An edit. Of consecutive edits with the same value of the field `folds_by`, only the last is kept.

    `edits` is the collection of all its rulebook's edits. An edit with `aside` is possible during an action, which then
    goes on unchanged. `only_game` is the reason why an edit is impossible in a sandbox, or "".
    """

    folds_by: ClassVar[str | None] = None
    aside: ClassVar[bool] = False
    only_game: ClassVar[str] = ""
    edits: ClassVar[Edits[Any]]

    def why_not(self, game: GameT) -> list[Refusal]:
        """Return the reasons against the edit that can be found without trying it out."""
        return []

    def carry_out(self, game: GameT) -> None:
        """Change the state."""
        raise NotImplementedError

    def flow(self, game: GameT, correction: Correction) -> Flow:
        """Ask the questions and roll the dice that follow the change of state. Most edits need neither."""
        yield from ()


class PieceEdit(EditDocument[GameT], Generic[GameT, ThingT]):
    """An edit of one thing with a procedure of its own. `find` returns the thing with an id, or None."""

    find: ClassVar[Any]

    piece: Identifier

    def against(self, game: GameT, thing: ThingT) -> list[Refusal]:
        """Return the reasons against changing a thing."""
        return []

    def change(self, game: GameT, thing: ThingT) -> None:
        """Change a thing."""
        raise NotImplementedError

    def why_not(self, game: GameT) -> list[Refusal]:
        thing = self.find(game, self.piece)
        return self.edits.unfit(game, self.piece) if thing is None else self.against(game, thing)

    def carry_out(self, game: GameT) -> None:
        self.change(game, self.find(game, self.piece))


# -- facts -----------------------------------------------------------------------------------------


class Subject(NamedTuple, Generic[ThingT]):
    """A thing with editable facts: its id, the thing, the edit that sets its facts, and words for labels."""

    id: str
    thing: ThingT
    edit: Edit
    words: Mapping[str, str]


class Row(Generic[GameT, ThingT]):
    """Named facts of a thing, and knobs for them. A plain row gets both from functions."""

    field: str = ""

    def __init__(
        self,
        facts: Callable[[GameT, ThingT], Iterable[tuple[str, str]]] = lambda game, thing: (),
        knobs: Callable[[GameT, ThingT], Iterable[Knob]] = lambda game, thing: (),
    ) -> None:
        self._facts, self._knobs = facts, knobs

    def facts(self, game: GameT, thing: ThingT) -> Iterable[tuple[str, str]]:
        """Return the facts."""
        return self._facts(game, thing)

    def knobs(self, game: GameT, subject: Subject[ThingT]) -> Iterable[Knob]:
        """Return the knobs."""
        return self._knobs(game, subject.thing)


@dataclass
class Editable(Row[GameT, ThingT]):
    """A fact that an edit sets: the edit's `field`, the knob's `label` and `rule`, and the name in the record, `fact`.

    Without a `label` there is no knob, without a `fact` no record. `form` is the type of the field; `absent` is its
    value if an edit leaves it out, where None leaves the fact unchanged. `put` sets the fact; by default the
    `attribute` of the thing is set, which is named like the field. `words` writes the value as text. `knob` is the
    knob's id, and `shown` returns whether the knob is shown.
    """

    field: str
    label: str = ""
    rule: str = ""
    fact: str = ""
    by_name: KW_ONLY
    form: Any = None
    absent: Any = None
    attribute: str = ""
    knob: str = ""
    words: Callable[[Any], str] = str
    shown: Callable[[GameT, ThingT], bool] = lambda game, thing: True
    why_not: Callable[[GameT, ThingT, Any], list[Refusal]] = lambda game, thing, value: []
    put: Callable[[GameT, ThingT, Any], None] | None = None

    def __post_init__(self) -> None:
        self.attribute = self.attribute or self.field

    def facts(self, game: GameT, thing: ThingT) -> Iterable[tuple[str, str]]:
        value = getattr(thing, self.attribute, None) if self.fact else None
        return () if value is None else ((self.fact, self.words(value)),)

    def knobs(self, game: GameT, subject: Subject[ThingT]) -> Iterable[Knob]:
        """Yield the knob of the fact, if it has a label and a value and is shown."""
        thing, name = subject.thing, self.knob or self.field
        value = getattr(thing, self.attribute, None) if self.label else None
        if value is not None and self.shown(game, thing):
            name += f":{subject.id}" if subject.words else ""  # the knobs of several things need different ids
            *steps, words = self.turned(game, thing, value)
            less, more = ({**subject.edit, self.field: step} if step is not None else None for step in steps)
            ticked = value if isinstance(value, bool) else None
            yield Knob(name, _(self.label, **subject.words), words, less, more, self.rule, ticked)

    def turned(self, game: GameT, thing: ThingT, value: Any) -> tuple[Any, Any, str]:
        """Return the values that the knob sets for "less" and "more" (or None), and the present value in words."""
        raise NotImplementedError

    def carry_out(self, game: GameT, thing: ThingT, value: Any) -> None:
        """Set the fact."""
        if self.put is None:
            setattr(thing, self.attribute, value)
        else:
            self.put(game, thing, value)


@dataclass
class Number(Editable[GameT, ThingT]):
    """A number. Edits stay within the `limits`, and knobs also between `least` and `most`."""

    limits: tuple[int, int] = (0, 20)
    by_name: KW_ONLY
    least: Callable[[GameT, ThingT], int] | None = None
    most: Callable[[GameT, ThingT], int] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        self.form = self.form or Annotated[int, Field(ge=self.limits[0], le=self.limits[1])]

    def turned(self, game: GameT, thing: ThingT, value: int) -> tuple[Any, Any, str]:
        lowest = self.limits[0] if self.least is None else self.least(game, thing)
        highest = self.limits[1] if self.most is None else self.most(game, thing)
        return (value - 1 if value > lowest else None, value + 1 if value < highest else None, str(value))


@dataclass
class Choice(Editable[GameT, ThingT]):
    """One of several values, each with its words."""

    among: Callable[[GameT, ThingT], Mapping[Any, str]] = lambda game, thing: {}

    def turned(self, game: GameT, thing: ThingT, value: Any) -> tuple[Any, Any, str]:
        labels = self.among(game, thing)
        values = [*labels]
        index = values.index(value) if value in labels else 0
        neighbours = values[index - 1] if index > 0 else None, values[index + 1] if index + 1 < len(values) else None
        return (*neighbours, labels[values[index]])


@dataclass
class Tick(Editable[GameT, ThingT]):
    """A fact that is true or false."""

    form: Any = bool
    words: Callable[[Any], str] = lambda on: "yes" if on else "no"

    def turned(self, game: GameT, thing: ThingT, value: bool) -> tuple[Any, Any, str]:
        return not value, not value, _("yes") if value else _("no")


def button(name: str, label: str, edit: Edit, rule: str = "") -> Knob:
    """Return a button with its edit."""
    return Knob(name, label, "", more=edit, rule=rule)


def number(name: str, label: str, value: int, limits: tuple[int, int], edit: Edit, field: str, rule: str) -> Knob:
    """Return the knob for a number within limits; turning it sets a field of an edit."""
    less, more = ({**edit, field: to} if limits[0] <= to <= limits[1] else None for to in (value - 1, value + 1))
    return Knob(name, label, str(value), less=less, more=more, rule=rule)


def tick(name: str, label: str, on: bool, other: Edit, rule: str) -> Knob:
    """Return the knob of a fact that is true or false, with the edit that switches it."""
    return Knob(name, label, _("yes") if on else _("no"), less=other, more=other, rule=rule, ticked=on)


def copied(game: GameT) -> GameT:
    """Return an independent copy of a game for trials. Rolling a die in it raises `UnplannedRoll`."""
    original: Any = game
    return cast(GameT, type(original)(original.setup, original.state.clone(), ScriptedDice(())))


@dataclass(frozen=True)
class PlayerIds:
    """Ids of players as the values of facts: their names, and why another value is not one of them.

    `rule` is the rule that any other value breaks.
    """

    rule: str

    def names(self, game: Any, thing: object) -> dict[str, str]:
        """Return the names of all players by id."""
        return {player: game.player_name(player) for player in game.state.players}

    def anybody(self, game: Any, thing: object) -> dict[str, str]:
        """Return the names of all players by id; the first one, "", stands for nobody."""
        return {"": _("nobody"), **self.names(game, thing)}

    def why_not(self, game: Any, thing: object, player: str) -> list[Refusal]:
        """Return the reason why an id is not a player's; none for the id of a player."""
        if player in game.setup.players:
            return []
        ids = ", ".join(game.setup.players)
        text = _("{player!r} is not a player - use one of {known}", player=player, known=ids)
        return [Refusal(text, self.rule)]

    def why_nobody(self, game: Any, thing: object, player: str) -> list[Refusal]:
        """Return the reasons why an id is neither empty nor a player's id."""
        return self.why_not(game, thing, player) if player else []


# -- things ----------------------------------------------------------------------------------------


class StateEntry:
    """An object whose attributes are the values under one id in the mappings of a state, such as a player's scores.

    The value `missing`, if given, stands for an id without an entry, and is never stored.
    """

    def __init__(self, state: Any, identity: str, missing: Any = None) -> None:
        vars(self).update(_state=state, id=identity, _missing=missing)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._state, name).get(self.id, self._missing)
        if value is None:
            raise AttributeError(name)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        values = {**getattr(self._state, name), self.id: value}
        setattr(self._state, name, {identity: entry for identity, entry in values.items() if entry != self._missing})


class FactsEdit(EditDocument[Any]):
    """An edit that sets facts of one thing of a certain sort."""

    sort: ClassVar[Sort[Any, Any]]

    @property
    def about(self) -> str:
        """The id of the thing, or "" for the game."""
        return str(getattr(self, self.sort.key)) if self.sort.key else ""

    def given(self) -> list[tuple[Editable[Any, Any], Any]]:
        """Return the facts that are set, with their values."""
        values = [(row, getattr(self, row.field)) for row in self.sort.sheet if isinstance(row, Editable)]
        return [(row, value) for row, value in values if value is not None]

    def why_not(self, game: Any) -> list[Refusal]:
        thing = self.sort.find(game, self.about)
        if thing is None:
            return (self.sort.unknown or self.edits.unfit)(game, self.about)
        against = self.sort.closed(game) or self.sort.why_not(game, self)
        return against or [reason for row, value in self.given() for reason in row.why_not(game, thing, value)]

    def carry_out(self, game: Any) -> None:
        thing = self.sort.find(game, self.about)
        for row, value in self.given():
            row.carry_out(game, thing, value)


@dataclass
class Sort(Generic[GameT, ThingT]):
    """A kind of thing whose facts the edit `do` sets: its field `key` names the thing, its other fields are in `rows`.

    `things` returns all things by id. With `of_game`, their knobs belong to the whole game. `words` returns the words
    for labels. `first` are the fields whose knobs come first. If `closed` returns reasons, no edit is allowed and
    there are no knobs. `why_not` judges an edit as a whole, `unknown` refuses an unknown id. `owner` finds the thing
    that an id belongs to. Without a `do` there are no fields to set.
    """

    do: str
    key: str
    things: Callable[[GameT], dict[str, ThingT]]
    rows: tuple[Row[GameT, ThingT], ...]
    by_name: KW_ONLY
    of_game: bool = False
    first: tuple[str, ...] = ()
    words: Callable[[GameT, str], Mapping[str, str]] = lambda game, identity: {}
    closed: Callable[[GameT], list[Refusal]] = lambda game: []
    why_not: Callable[[GameT, Any], list[Refusal]] = lambda game, edit: []
    unknown: Callable[[GameT, str], list[Refusal]] | None = None
    owner: Callable[[GameT, str], ThingT | None] | None = None

    @cached_property
    def edit(self) -> type[EditDocument[Any]] | None:
        """The edit that sets these facts."""
        if not self.do:
            return None
        fields: dict[str, Any] = {"do": (Literal[self.do], ...), **({self.key: (Identifier, ...)} if self.key else {})}
        for row in self.sheet:
            if isinstance(row, Editable):
                kind_of_value = row.form | None if row.absent is None else row.form
                fields[row.field] = (kind_of_value, row.absent)
        kind = create_model(f"{self.do.title()}Edit", __base__=FactsEdit, **fields)
        kind.sort, kind.folds_by = self, self.key
        return kind

    @cached_property
    def sheet(self) -> list[Row[GameT, ThingT]]:
        """The rows in the order in which knobs are shown and facts are set."""
        return sorted(self.rows, key=lambda row: (*self.first, row.field).index(row.field))

    def find(self, game: GameT, identity: str) -> ThingT | None:
        """Return the thing with an id, or the thing to which the id belongs; None for an unknown id."""
        return self.owner(game, identity) if self.owner is not None else self.things(game).get(identity)

    def moved(self, game: GameT, piece: str) -> dict[str, Any] | None:
        """Return the edit that puts down a piece, without x and y, or None if the piece is not of this sort."""
        return {"do": "put", "piece": piece} if self.key == "piece" and self.find(game, piece) is not None else None

    def facts(self, game: GameT) -> Iterator[tuple[str, str]]:
        """Yield every fact that an edit may change, named "piece:fact", with its value."""
        for identity, thing in self.things(game).items():
            for row in self.rows:
                for name, value in row.facts(game, thing):
                    yield f"{identity}:{name}", value

    def knobs(self, game: GameT, about: str) -> Iterator[Knob]:
        """Yield the changeable facts of a thing, or of all things if `about` is empty."""
        if self.closed(game):
            return
        thing = self.find(game, about) if about and self.key == "piece" else None
        if thing is not None:
            things = {about: thing}
        else:
            things = {} if about else self.things(game)
        for identity, owner in things.items():
            key_field = {self.key: getattr(owner, "id", identity)} if self.key else {}
            subject = Subject(identity, owner, {"do": self.do, **key_field}, self.words(game, identity))
            for row in self.sheet:
                yield from row.knobs(game, subject)


def of_the_game(do: str, rows: tuple[Row[Any, Any], ...], **more: Any) -> Sort[Any, Any]:
    """Return the facts of a game as a whole, stored as attributes of its state; `more` is as in `Sort`."""
    return Sort(do, "", lambda game: {"": game.state}, rows, of_game=True, **more)


def of_players(
    do: str, players: Callable[[Any], Iterable[str]], rows: tuple[Row[Any, Any], ...], **more: Any
) -> Sort[Any, Any]:
    """Return the facts of players, which are in mappings of the state; labels name the {player}."""

    def words(game: Any, player: str) -> dict[str, str]:
        return {"player": game.player_name(player)}

    def things(game: Any) -> dict[str, StateEntry]:
        return {player: StateEntry(game.state, player) for player in players(game)}

    return Sort(do, "player", things, rows, of_game=True, words=words, **more)


# -- edits -----------------------------------------------------------------------------------------


class Edits(Generic[GameT]):
    """The edits of a rulebook, distinguished by "do". `kinds` have a procedure; other edits come from the `sorts`.

    `copied` returns an independent copy of a game for trials. `require_sound` raises `DocumentError` for a table that
    breaks a rule. `name_of` returns the name for an id, or the id itself.
    """

    def __init__(
        self,
        sorts: Sequence[Sort[GameT, Any]],
        kinds: Sequence[type[EditDocument[GameT]]],
        copied: Callable[[GameT], GameT],
        require_sound: Callable[[GameT], None],
        name_of: Callable[[GameT, str], str],
    ) -> None:
        members: Any = (*(sort.edit for sort in sorts if sort.edit is not None), *kinds)
        for kind in members:
            kind.edits = self
        self.sorts, self.name_of = sorts, name_of
        union: Any = Annotated[reduce(or_, members), Field(discriminator="do")]
        self._adapter: TypeAdapter[EditDocument[GameT]] = TypeAdapter(union)
        self._kinds = {get_args(kind.model_fields["do"].annotation)[0]: kind for kind in members}
        self.copied, self._require_sound = copied, require_sound

    def read(self, plain: Edit) -> EditDocument[GameT]:
        """Return an edit from JSON-ready data; raise `MalformedAnswer` naming the field and the reason."""
        try:
            return validate_plain(self._adapter, dict(plain), _("edit"))
        except DocumentError as error:
            raise MalformedAnswer(str(error)) from None
        except (TypeError, ValueError) as error:
            raise MalformedAnswer(_("an edit must be JSON data: {error}", error=error)) from None

    def folded(self, edits: Sequence[Edit]) -> list[Edit]:
        """Return edits with the same effect: of consecutive edits to the same fact, only the last remains."""
        result: list[Edit] = []
        for edit in edits:
            key = getattr(self._kinds.get(str(edit.get("do"))), "folds_by", None)
            last = result[-1] if result else {}
            if key is not None and last.get("do") == edit["do"] and last.get(key) == edit.get(key):
                result[-1] = {**last, **edit}
            else:
                result.append(dict(edit))
        return result

    def why_not(self, game: GameT, edit: Edit) -> list[Refusal]:
        """Return every reason against an edit; raise `MalformedAnswer` for anything that is not an edit."""
        against = self.read(edit).why_not(game)
        if against:
            return against
        if self.read(edit).only_game:  # what it leads to is the business of the rules
            return []
        try:
            self._require_sound(self.supposed(game, edit))
        except DocumentError as error:
            return [Refusal(error.reason)]
        return []

    def unfit(self, game: GameT, identity: str) -> list[Refusal]:
        """Return the refusal for an unknown id, or for a thing that this kind of edit cannot change."""
        name = self.name_of(game, identity)
        if name == identity and not any(sort.find(game, identity) for sort in self.sorts if not sort.of_game):
            return [Refusal(_("nothing is called {identity}", identity=identity))]
        return [Refusal(_("{name} cannot be changed this way", name=name))]

    def supposed(self, game: GameT, edit: Edit) -> GameT:
        """Return a copy of the game in which an edit is carried out, allowed or not."""
        copy = self.copied(game)
        self.read(edit).carry_out(copy)
        return copy

    def facts(self, game: GameT) -> Mapping[str, str]:
        """Return every fact that an edit may change, by "piece:fact"."""
        return {name: value for sort in self.sorts for name, value in sort.facts(game)}

    def knobs(self, game: GameT, piece: str) -> list[Knob]:
        """Return the changeable facts of a piece, or of the whole game if `piece` is empty."""
        return [knob for sort in self.sorts if piece or sort.of_game for knob in sort.knobs(game, piece)]

    def moved(self, game: GameT, piece: str, x: float, y: float) -> Edit:
        """Return the edit that puts a piece, or the anchor of a terrain piece, at (x, y)."""
        edit = next(edit for sort in self.sorts if (edit := sort.moved(game, piece)) is not None)
        return {**edit, "x": x, "y": y}

    def faced(self, edit: Edit, facing: int) -> Edit:
        """Return an edit with a facing (hundredths of a degree), or unchanged if edits of its kind have no facing."""
        kind = self._kinds.get(str(edit.get("do")))
        return {**edit, "facing": facing} if kind is not None and "facing" in kind.model_fields else edit

    def flow(self, game: Any, correction: Correction) -> Flow:
        """Carry out an edit, with the questions that it asks."""
        self.apply(game, correction)
        yield from self.read(correction.edit).flow(game, correction)

    def is_aside(self, edit: Edit) -> bool:
        """Return whether an edit may come while an action is in progress."""
        kind = self._kinds.get(str(edit.get("do")))
        return kind is not None and kind.aside

    def why_no_sandbox(self, edit: Edit) -> list[Refusal]:
        """Return why an edit is impossible in a sandbox, or None if it is possible."""
        kind = self._kinds.get(str(edit.get("do")))
        return [Refusal(_(kind.only_game))] if kind is not None and kind.only_game else []

    def apply(self, game: Any, correction: Correction) -> None:
        """Carry out an edit; record an event for each changed fact, with its old and new value."""
        for event in self.carried_out(game, correction):
            game.emit(event)

    def carried_out(self, game: GameT, correction: Correction) -> Iterator[Event]:
        """Carry out an edit; yield an event for each changed fact, with its old and new value."""
        read_edit = self.read(correction.edit)
        facts_before = self.facts(game)
        read_edit.carry_out(game)
        facts_after = self.facts(game)
        old_things = {name.rpartition(":")[0] for name in facts_before}
        for name in dict.fromkeys((*facts_before, *facts_after)):
            piece, fact = name.rsplit(":", 1)
            if piece not in old_things and fact not in RECORDED_OF_NEW:
                continue
            old, new = facts_before.get(name, ""), facts_after.get(name, "")
            if old != new:
                player, agreed = correction.player, correction.agreed
                yield Corrected(piece=piece, fact=fact, before=old, after=new, player=player, agreed=agreed)
