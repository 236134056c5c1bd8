"""The facets of a rulebook: optional abilities, each an attribute of `Ruleset` that is None if it is missing.

A method with a body may be left out if a rulebook has nothing of that sort. Two more facets are defined beside what
they deal with: `Editor` in `editing`, `Questions` in `questions`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeVar

from game.documents.limits import MOST_VALUES
from game.engine.core.decisions import Decision
from game.engine.core.odds import Chance
from game.engine.rulebook.game import GameT_contra
from game.engine.rulebook.verbs import Parameter as Parameter  # noqa: PLC0414 - rulebooks elsewhere look for it here
from game.engine.rulebook.verbs import Value as Value  # noqa: PLC0414
from game.engine.rulebook.verbs import Values as Values  # noqa: PLC0414
from game.engine.rulebook.verbs import Verb as Verb  # noqa: PLC0414

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from game.documents.reading import Document
    from game.engine.rulebook.campaigns import Campaigns
    from game.engine.rulebook.lessons import Lesson
    from game.engine.rulebook.making import RosterEditor
    from game.engine.rulebook.solo import SoloResult
    from game.engine.rulebook.view import AimView, ChanceView, Line, Prospect, RangeView
    from game.table.documents import MapDocument
    from game.table.lattice import Position
    from game.table.path.policy import PathPolicy
    from game.table.shapes import Disc
    from game.table.sight.policy import SightPolicy
    from game.table.threat.threat_map import Threat

RosterT = TypeVar("RosterT", bound="Document")


@dataclass(frozen=True)
class Calculation:
    """Odds without a table: `figures` as data of `Chance`s, `lines` in words, given a formatter for chances."""

    figures: dict[str, Any]
    lines: Callable[[Callable[[Chance], str]], Sequence[str]]


class Vision(Protocol[GameT_contra]):
    """Sight and threats between pieces."""

    def sight(self, game: GameT_contra) -> SightPolicy | None:
        """Return the rules of sight for the game as it is, or None; discs are named by the ids of their pieces."""
        return None

    def aim(self, game: GameT_contra, decision: Decision, option: str) -> AimView | None:
        """Return how the piece that a decision is about sees the target of an option, or None if it aims at nothing."""
        return None

    def threats(
        self,
        game: GameT_contra,
        player: str,
        about: str = "",
        spot: tuple[float, float] | None = None,
        level: int = 0,
    ) -> Sequence[Threat] | None:
        """Return the enemies of a player that could move and strike, as if piece `about` were at `spot`.

        None if the rulebook does not work them out.
        """
        return None


@dataclass(frozen=True)
class Zone:
    """The part of the table that a base controls (inches), what the rulebook calls it, and the rule."""

    title: str
    area: BaseGeometry
    rule: str = ""


class Movement(Protocol[GameT_contra]):
    """Knows how far pieces can move, and along which paths."""

    @abstractmethod
    def paths(self, game: GameT_contra, mover: Disc, inches: float) -> Sequence[PathPolicy]:
        """Return the rules of an ordinary move of a base with a budget; several are alternatives.

        The base is named by the id of its piece, which may be elsewhere than where it stands; any other name is a base
        without an owner. Grounds have the names that people read.
        """

    def stride(self, game: GameT_contra, piece: str) -> float | None:
        """Return the inches of an ordinary move of a piece, or None if it makes none."""
        return None

    def zone(self, game: GameT_contra, base: Disc) -> Zone | None:
        """Return what the base of the piece with an id would control where it stands, or None if nothing."""
        return None

    def heeded(self, game: GameT_contra, piece: str) -> Sequence[str]:
        """Return the pieces whose zones affect a piece when it moves."""
        return ()

    def charges(self, game: GameT_contra, piece: str) -> ChanceView | None:
        """Return what a piece or unit can reach with a roll from where it is, or None if it cannot try."""
        return None

    def ranges(
        self, game: GameT_contra, piece: str, layout: Mapping[str, Position] | None = None
    ) -> Sequence[RangeView]:
        """Return the ranges of a unit's abilities.

        With a `layout` (inches), as if it stood there, and those of other units too. Called in every frame of a drag.
        """
        return ()


Style = Literal["near", "wary"]
"""The judgement of a player who does not judge as the rulebook does.

All players expect everything others can do to their pieces; near-sighted players ignore what later rounds could bring.
"""


class Judge(Protocol[GameT_contra]):
    """Rates answers and positions for computer players.

    All methods except `acting` may move pieces of `game` meanwhile.
    """

    @abstractmethod
    def prospects(self, game: GameT_contra, decision: Decision, rng: Random, share: float = 1.0) -> Iterator[Prospect]:
        """Yield the answers worth considering, with their values.

        With a `share` below 1, only that share of the spots for a piece is considered, which is faster in proportion.
        """

    @abstractmethod
    def worth(self, game: GameT_contra, player: str) -> float:
        """Return the value of a position for a player: the expected lead at the end, in points of the game."""

    @abstractmethod
    def candidates(self, game: GameT_contra, decision: Decision, rng: Random) -> Iterator[Prospect]:
        """Yield the few answers worth trying on copies of the game."""

    def reason(self, game: GameT_contra, decision: Decision, prospect: Prospect) -> str:
        """Return the measured reasons for an answer, in words."""
        return ""

    @abstractmethod
    def acting(self, game: GameT_contra) -> Hashable:
        """Return the thing that the coming decisions belong to, such as an activation, or None between two of them."""

    def styled(self, style: Style) -> Judge[GameT_contra]:
        """Return the judge for players who look less far than the rulebook, or farther."""
        return self


class PrivateFact(NamedTuple):
    """A fact that one player alone knows: the player, and the fields of the plain state that a save seals.

    A field is a path of keys and indices. The choice of fields must reveal nothing: if a field could hold the fact, it
    is sealed, whether it holds the fact or not.
    """

    knows: str
    fields: Sequence[tuple[str | int, ...]]


class Secrets(Protocol[GameT_contra]):
    """Keeps private facts in its state for longer than one commitment: notes, hands of cards."""

    @abstractmethod
    def private(self, game: GameT_contra) -> Mapping[str, PrivateFact]:
        """Return each current private fact, under a name that reveals nothing about its value."""

    @abstractmethod
    def deal_anew(self, game: GameT_contra, now: GameT_contra, viewer: str, rng: Random) -> None:
        """Replace the private facts that `viewer` may not know, in the state of a copy, by equally possible ones.

        `game` is at a checkpoint and `now` continues from there: what is still private now is replaced by values that
        nothing since rules out. The new values never depend on the true ones.
        """

    def known_to(self, game: GameT_contra, viewer: str) -> Mapping[str, Sequence[Line]]:
        """Return what `viewer` alone knows, as lines on the piece or player concerned, by id."""
        return {}


class MapProblem(NamedTuple):
    """The place where a map breaks a rule, the reason, and the rule id if the book has one."""

    where: str
    reason: str
    rule: str

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})" if self.rule else self.reason


class Rosters(Protocol[RosterT]):
    """The rosters of a rulebook as documents: find one, make one, describe one."""

    parameters: tuple[Parameter, ...]
    """The parameters of a new roster besides its name and seed."""

    def bundled(self) -> Sequence[tuple[str, dict[str, Any]]]:
        """Return the bundled rosters, each as a line and as JSON-ready data."""

    def listed(self, name: str, roster: RosterT) -> tuple[str, dict[str, Any]]:
        """Return a roster under a name, as a line of a list and as JSON-ready data."""

    def find(self, name: str) -> RosterT:
        """Return the roster with a name or file; raise `DocumentError`, `OSError`."""

    def make(self, name: str, seed: int, values: Values) -> RosterT:
        """Return a random legal roster; raise `DocumentError`."""

    def sheet(self, roster: RosterT, /) -> Iterator[str]:
        """Yield a roster as lines of text."""

    def own(self) -> Sequence[tuple[str, dict[str, Any]]]:
        """Return the user's own rosters in the form of bundled ones; a roster that cannot be read has its `trouble`."""
        return ()

    def read(self, name: str) -> tuple[RosterT, Sequence[str]]:
        """Return the roster with a name or file, and anything odd about it; raise `DocumentError`, `OSError`."""
        return self.find(name), ()


class Foreign(NamedTuple):
    """A foreign kind of document: its short name, file suffixes, reader, and JSON Schema.

    `read` returns anything odd about a file; it raises `DocumentError`, `OSError`. A `.json` file is of such a kind
    only if it has no `format`; it holds at most `most_values`.
    """

    name: str
    suffixes: tuple[str, ...]
    read: Callable[[str], Sequence[str]]
    schema: Callable[[], dict[str, Any]] | None = None
    most_values: int = MOST_VALUES


class Papers(Protocol):
    """Has documents besides its setups: rosters, campaigns, maps, a lesson, records, files of other programs."""

    lesson: Callable[[], Lesson] | None = None
    """Returns a guided first game step by step, in the language in use."""
    solo_result: Callable[[Any], SoloResult | None] | None = None
    """Returns the result of a finished solo game, or None for any other game."""

    @abstractmethod
    def rosters(self) -> Rosters[Any]:
        """Return the operations on rosters."""

    def roster_editor(self) -> RosterEditor[Any, Any] | None:
        """Return the operations for making and changing rosters, or None if there are none."""
        return None

    def campaigns(self) -> Campaigns[Any] | None:
        """Return the operations on campaigns, or None if there are none."""
        return None

    def foreign(self) -> Sequence[Foreign]:
        """Return the foreign kinds of documents that can be read."""
        return ()

    def calculations(self) -> Sequence[Verb[Callable[[Values], Calculation]]]:
        """Return exact odds of described situations, the most common first; each raises `DocumentError`."""
        return ()

    def map_problems(self, document: MapDocument, players: int) -> Sequence[MapProblem]:
        """Return every reason why this number of players cannot play on a map."""
        return ()
