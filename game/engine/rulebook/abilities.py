"""Abilities that a rulebook may have, as protocols checked with `isinstance`; also `editing` and `campaigns`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeVar, runtime_checkable

from game.engine.core.decisions import Decision
from game.engine.core.odds import Chance
from game.engine.rulebook.ruleset import Game

if TYPE_CHECKING:
    from game.documents.reading import Document
    from game.engine.rulebook.lessons import Lesson
    from game.engine.rulebook.view import Prospect
    from game.table.documents import MapDocument
    from game.table.threat.threat_map import Threat

GameT_contra = TypeVar("GameT_contra", bound=Game, contravariant=True)
RosterT = TypeVar("RosterT", bound="Document")
Run = TypeVar("Run")

Value = str | int | bool | tuple[str, ...] | None
Values = Mapping[str, Value]
"""What was given for the parameters of a verb, by their names; None or () for what was left out."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a verb on the command line ("argument" by place, others as options); `help` is noted by `N_`."""

    name: str
    help: str = ""
    kind: Literal["argument", "text", "several", "number", "flag"] = "text"
    metavar: str | None = None
    most: int = 99


@dataclass(frozen=True)
class Verb(Generic[Run]):
    """A command of the rulebook's own: its name, a line of help noted by `N_`, what it takes, and what it does."""

    name: str
    text: str
    parameters: tuple[Parameter, ...]
    run: Run


@dataclass(frozen=True)
class Calculation:
    """Odds without a table: `figures` as data of `Chance`s, `lines` in words, given a function that writes a chance."""

    figures: dict[str, Any]
    lines: Callable[[Callable[[Chance], str]], Sequence[str]]


@runtime_checkable
class Foresight(Protocol[GameT_contra]):
    """Can say who could move where and then strike: the threat map."""

    def threats(
        self,
        game: GameT_contra,
        player: str,
        about: str = "",
        spot: tuple[float, float] | None = None,
        level: int = 0,
    ) -> Sequence[Threat]:
        """Return the pieces hostile to a player's that could move and strike; as if piece `about` stood at `spot`."""


@runtime_checkable
class Advising(Protocol[GameT_contra]):
    """Can value answers: what a bot chooses by."""

    def prospects(self, game: GameT_contra, decision: Decision, rng: Random) -> Iterator[Prospect]:
        """Yield the answers worth considering with what each is worth; may shift pieces of `game` while it looks."""


@runtime_checkable
class Teaching(Protocol):
    """Has a first game to learn by."""

    def lesson(self) -> Lesson:
        """Return a first game step by step, in the language that was chosen."""


@runtime_checkable
class Calculating(Protocol):
    """Knows exact odds of pieces that are described in words, without a table."""

    def calculations(self) -> Sequence[Verb[Callable[[Values], Calculation]]]:
        """Return what can be calculated, the usual one first; each raises `DocumentError`."""


class MapProblem(NamedTuple):
    """Where a map breaks a rule, how, and which rule, if it is one of the book."""

    where: str
    reason: str
    rule: str

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})" if self.rule else self.reason


@runtime_checkable
class MapJudging(Protocol):
    """Demands something of the maps it is played on."""

    def map_problems(self, document: MapDocument, players: int) -> Sequence[MapProblem]:
        """Return everything that keeps a map from being played on by so many players."""


class Rosters(Protocol[RosterT]):
    """The rosters of a rulebook as documents: find one, make one, describe one."""

    parameters: tuple[Parameter, ...]
    """The parameters of a new one beside its name and seed."""

    def bundled(self) -> Sequence[tuple[str, dict[str, Any]]]:
        """Return the rosters that come with the program: each as a line, and as JSON-ready data."""

    def find(self, name: str) -> RosterT:
        """Return the roster of a name or file; raise `DocumentError`, `OSError`."""

    def make(self, name: str, seed: int, values: Values) -> RosterT:
        """Return a random legal roster; raise `DocumentError`."""

    def sheet(self, roster: RosterT) -> Iterator[str]:
        """Yield a roster as lines of text."""


@runtime_checkable
class RosterMaking(Protocol):
    """Has rosters that are documents of their own."""

    def rosters(self) -> Rosters[Any]:
        """Return what can be done with rosters."""
