"""Abilities that a rulebook may have, as protocols checked with `isinstance`; also `editing` and `campaigns`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeGuard, TypeVar, runtime_checkable

from game.documents.limits import MOST_VALUES
from game.engine.core.decisions import Arrange, Decision
from game.engine.core.odds import Chance
from game.engine.rulebook.ruleset import Game

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from game.documents.reading import Document
    from game.engine.rulebook.lessons import Lesson
    from game.engine.rulebook.view import ChanceView, Line, OddsView, PhaseView, Preview, Prospect, RangeView
    from game.table.documents import MapDocument
    from game.table.lattice import Position
    from game.table.shapes import Disc
    from game.table.sight.policy import SightPolicy
    from game.table.threat.threat_map import Threat
    from game.table.ways.policy import WayPolicy

GameT_contra = TypeVar("GameT_contra", bound=Game, contravariant=True)
RosterT = TypeVar("RosterT", bound="Document")
Run = TypeVar("Run")

Value = str | int | bool | tuple[str, ...] | None
Values = Mapping[str, Value]
"""The arguments of a verb by parameter name; None or () for those left out."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a verb on the command line ("argument" by place, others as options); `help` is marked by `N_`."""

    name: str
    help: str = ""
    kind: Literal["argument", "text", "several", "number", "flag"] = "text"
    metavar: str | None = None
    most: int = 99


@dataclass(frozen=True)
class Verb(Generic[Run]):
    """A command of the rulebook's own: its name, a line of help marked by `N_`, its parameters, and its function."""

    name: str
    text: str
    parameters: tuple[Parameter, ...]
    run: Run


@dataclass(frozen=True)
class Calculation:
    """Odds without a table: `figures` as data of `Chance`s, `lines` in words, given a formatter for chances."""

    figures: dict[str, Any]
    lines: Callable[[Callable[[Chance], str]], Sequence[str]]


@runtime_checkable
class Foresight(Protocol[GameT_contra]):
    """Computes the threat map: where pieces could move and then strike."""

    def threats(
        self,
        game: GameT_contra,
        player: str,
        about: str = "",
        spot: tuple[float, float] | None = None,
        level: int = 0,
    ) -> Sequence[Threat]:
        """Return the pieces hostile to a player's that could move and strike; as if piece `about` were at `spot`."""


@runtime_checkable
class Sighted(Protocol[GameT_contra]):
    """Knows who sees whom."""

    def sight(self, game: GameT_contra) -> SightPolicy:
        """Return the rules of sight for a game as it is; discs are named by the ids of their pieces."""


@runtime_checkable
class Wayfaring(Protocol[GameT_contra]):
    """Knows the ways that bases may go."""

    def ways(self, game: GameT_contra, mover: Disc, inches: float) -> Sequence[WayPolicy]:
        """Return the rules of an ordinary move of a base on a budget; several are alternatives.

        The base is named by the id of its piece, which may be asked about somewhere else than where it stands; any
        other name is a base that nobody owns. Grounds are named as people read them.
        """


@runtime_checkable
class Striding(Protocol[GameT_contra]):
    """Knows how far pieces go in an ordinary move, whose ways it knows."""

    def stride(self, game: GameT_contra, piece: str) -> float | None:
        """Return the inches of an ordinary move of a piece, None if it makes none."""


@dataclass(frozen=True)
class Zone:
    """The part of the table that a base controls (inches), what the rulebook calls it, and the rule."""

    title: str
    area: BaseGeometry
    rule: str = ""


@runtime_checkable
class Controlling(Protocol[GameT_contra]):
    """Has bases that control the table around them."""

    def zone(self, game: GameT_contra, base: Disc) -> Zone | None:
        """Return what a base controls where it would stand, named by the id of its piece; None if nothing."""


@runtime_checkable
class Heeding(Protocol[GameT_contra]):
    """Has pieces whose zones a moving one must heed."""

    def heeded(self, game: GameT_contra, piece: str) -> Sequence[str]:
        """Return the pieces whose zones matter to a piece when it moves."""


@runtime_checkable
class Charging(Protocol[GameT_contra]):
    """Has pieces that reach others by a throw of dice."""

    def charges(self, game: GameT_contra, piece: str) -> ChanceView | None:
        """Return what a piece or a unit reaches by a throw from where it stands; None if it may not try, or nobody."""


@runtime_checkable
class Ranging(Protocol[GameT_contra]):
    """Has abilities for whoever is near enough to somebody, some for whoever is wholly in their range."""

    def ranges(
        self, game: GameT_contra, piece: str, layout: Mapping[str, Position] | None = None
    ) -> Sequence[RangeView]:
        """Return the ranges of a unit's abilities; given a `layout` (inches) as if it stood so, those of others too.

        It is asked with every frame of a drag.
        """


@runtime_checkable
class Comparing(Protocol[GameT_contra]):
    """Compares the odds of all answers to a decision."""

    def compared(self, game: GameT_contra, decision: Decision) -> OddsView | None:
        """Return the odds of all answers beside one another, None where there is nothing to compare."""


@runtime_checkable
class Arranging(Protocol[GameT_contra]):
    """Tells what an arrangement of several pieces would mean, before it is confirmed."""

    def arranged(self, game: GameT_contra, decision: Arrange, layout: Mapping[str, Position]) -> Preview:
        """Return the consequences of pieces standing so (inches), legal or not; who is not named stays.

        `contacts` are the enemy pieces that it would be in combat with. It takes some milliseconds: ask when a drag
        rests, not with every frame.
        """


@runtime_checkable
class Phasing(Protocol[GameT_contra]):
    """Says what may be used in which phase."""

    def rail(self, game: GameT_contra) -> Sequence[PhaseView]:
        """Return all phases, as many as `TableView.phases` and in their order; ask once for each decision."""


@runtime_checkable
class Telling(Protocol[GameT_contra]):
    """Has texts of what pieces can do."""

    def told(self, game: GameT_contra, decision: Decision, option: str = "") -> Line | None:
        """Return the text of what an option would use; without one, of what the decision is a part of.

        None where the wording of its rule says all there is to say.
        """


class PrivateFact(NamedTuple):
    """What one player alone knows: who, and the fields of the plain state that a save seals.

    A field is the path of keys and places that leads to it. The fields say nothing by their choice: what could hold
    the fact is sealed like what holds it.
    """

    knows: str
    fields: Sequence[tuple[str | int, ...]]


@runtime_checkable
class Secretive(Protocol[GameT_contra]):
    """Keeps private facts in its state, for longer than one commitment: notes, hands of cards."""

    def private(self, game: GameT_contra) -> Mapping[str, PrivateFact]:
        """Return each private fact that there is now, by a name that says nothing of its value."""

    def deal_anew(self, game: GameT_contra, now: GameT_contra, viewer: str, rng: Random) -> None:
        """Replace the private facts in the state of a copy that `viewer` may not know by equally possible ones.

        `game` is at a checkpoint and `now` goes on from there: what is still private now is replaced, by values that
        nothing since rules out. What is drawn never depends on the true values.
        """


@runtime_checkable
class Confiding(Protocol[GameT_contra]):
    """Tells a player what they alone know."""

    def known_to(self, game: GameT_contra, viewer: str) -> Mapping[str, Sequence[Line]]:
        """Return what `viewer` alone knows, as lines on the piece or the player that they are about, by id."""


@runtime_checkable
class Advising(Protocol[GameT_contra]):
    """Evaluates answers, for bots."""

    def prospects(self, game: GameT_contra, decision: Decision, rng: Random, share: float = 1.0) -> Iterator[Prospect]:
        """Yield the answers worth considering with their values; may move pieces of `game` meanwhile.

        With a `share` below 1 only so much of the spots for a piece is looked at, which is quicker by as much.
        """


@runtime_checkable
class Judging(Advising[GameT_contra], Protocol[GameT_contra]):
    """Evaluates whole positions too, for bots that look farther ahead."""

    def worth(self, game: GameT_contra, player: str) -> float:
        """Return what a position is worth to a player: the lead to be expected at the end, in the game's points."""

    def candidates(self, game: GameT_contra, decision: Decision, rng: Random) -> Iterator[Prospect]:
        """Yield the few answers worth trying on copies of the game; may move pieces of `game` meanwhile."""

    def reason(self, game: GameT_contra, decision: Decision, prospect: Prospect) -> str:
        """Return what speaks for an answer in measured terms, in words; may move pieces of `game` meanwhile."""

    def acting(self, game: GameT_contra) -> Hashable:
        """Return what the coming decisions belong to, an activation for instance; None between two of them."""


Sight = Literal["near", "wary"]
"""How somebody judges who does not judge as the rulebook itself does. Both reckon with all that others may do to their
pieces; the near-sighted expect nothing of what could be had in later rounds."""


@runtime_checkable
class Discerning(Protocol):
    """Judges also for players who look less far than the rulebook itself, or farther."""

    def judge(self, sight: Sight) -> Judging[Any]:
        """Return the judge of positions for such players."""


_ABLE: dict[Any, tuple[bool, bool, bool]] = {}


def _able(book: object) -> tuple[bool, bool, bool]:
    found = _ABLE.get(type(book))
    if found is None:
        found = isinstance(book, Secretive), isinstance(book, Advising), isinstance(book, Judging)
        _ABLE[type(book)] = found
    return found


def keeps_secret(book: object) -> TypeGuard[Secretive[Any]]:
    """Return whether a rulebook is `Secretive`: `isinstance` would take long beside the copy for which it is asked."""
    return _able(book)[0]


def advises(book: object) -> TypeGuard[Advising[Any]]:
    """Return whether a rulebook is `Advising`, as quickly."""
    return _able(book)[1]


def judges(book: object) -> TypeGuard[Judging[Any]]:
    """Return whether a rulebook is `Judging`, as quickly."""
    return _able(book)[2]


@runtime_checkable
class Ranking(Protocol[GameT_contra]):
    """Sorts its pieces for statistics, where their views do not name their ranks and traits."""

    def ranks(self, game: GameT_contra) -> Mapping[str, tuple[str, Sequence[str]]]:
        """Return the rank and the traits of every piece of a player by its id, of those lost too."""


@runtime_checkable
class Teaching(Protocol):
    """Has a lesson: a guided first game."""

    def lesson(self) -> Lesson:
        """Return a first game step by step, in the language in use."""


@runtime_checkable
class Calculating(Protocol):
    """Computes exact odds of pieces described in words, without a table."""

    def calculations(self) -> Sequence[Verb[Callable[[Values], Calculation]]]:
        """Return the calculations, the most common one first; each raises `DocumentError`."""


class MapProblem(NamedTuple):
    """The place where a map breaks a rule, the reason, and the rule id, if it is in the book."""

    where: str
    reason: str
    rule: str

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})" if self.rule else self.reason


@runtime_checkable
class MapJudging(Protocol):
    """Has rules for the maps it is played on."""

    def map_problems(self, document: MapDocument, players: int) -> Sequence[MapProblem]:
        """Return every reason why so many players cannot play on a map."""


class Rosters(Protocol[RosterT]):
    """The rosters of a rulebook as documents: find one, make one, describe one."""

    parameters: tuple[Parameter, ...]
    """The parameters of a new one besides its name and seed."""

    def bundled(self) -> Sequence[tuple[str, dict[str, Any]]]:
        """Return the rosters that come with the program: each as a line, and as JSON-ready data."""

    def listed(self, name: str, roster: RosterT) -> tuple[str, dict[str, Any]]:
        """Return a roster under a name as a line of a list, and as JSON-ready data."""

    def find(self, name: str) -> RosterT:
        """Return the roster of a name or file; raise `DocumentError`, `OSError`."""

    def make(self, name: str, seed: int, values: Values) -> RosterT:
        """Return a random legal roster; raise `DocumentError`."""

    def sheet(self, roster: RosterT) -> Iterator[str]:
        """Yield a roster as lines of text."""


@runtime_checkable
class FromElsewhere(Protocol):
    """Rosters that may come from other programs: people's own files, and what is odd about one."""

    def own(self) -> Sequence[tuple[str, dict[str, Any]]]:
        """Return people's own rosters like bundled ones; one that cannot be read has its `trouble`."""

    def read(self, name: str) -> tuple[Any, Sequence[str]]:
        """Return the roster of a name or file, and what is odd about it; raise `DocumentError`, `OSError`."""


class Foreign(NamedTuple):
    """A kind of document that is not ours: its short name, suffixes of its files, what reads one, its JSON Schema.

    `read` returns what is odd about a file; it raises `DocumentError`, `OSError`. A file with the suffix `.json` is of
    such a kind only if it has no `format`; it holds at most `most_values`.
    """

    name: str
    suffixes: tuple[str, ...]
    read: Callable[[str], Sequence[str]]
    schema: Callable[[], dict[str, Any]] | None = None
    most_values: int = MOST_VALUES


@runtime_checkable
class Importing(Protocol):
    """Reads documents that are not ours."""

    def foreign(self) -> Sequence[Foreign]:
        """Return the kinds of documents that are read."""


@runtime_checkable
class RosterMaking(Protocol):
    """Has rosters as separate documents."""

    def rosters(self) -> Rosters[Any]:
        """Return the operations on rosters."""
