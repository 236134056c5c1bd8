"""The common parts of every rulebook's games: a state, dice, events, a ruler, an ending."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self

from typing_extensions import TypeVar

from game.engine.core.dice import Dice, RollCounter
from game.engine.core.events import Event

if TYPE_CHECKING:
    from game.table.measuring.ruler import Ruler


class State(Protocol):
    """A rulebook's state: a `Record` that carries the roll counter."""

    rolls: RollCounter

    def clone(self) -> Self:
        """Return an independent copy."""

    def equals(self, other: object) -> bool:
        """Return whether another state holds the same values."""

    def digest(self) -> str:
        """Return a hash of the whole state."""

    def plain(self) -> dict[str, Any]:
        """Return the state as JSON-ready data."""


class Game(Protocol):
    """One running game: its state, its dice and its events so far."""

    dice: Dice
    events: list[Event]

    @property
    def state(self) -> State:
        """Everything that changes in the game."""

    @property
    def ruler(self) -> Ruler:
        """The ruler of this game's table."""


class Ending(Protocol):
    """The end of a game: the winners and the reason."""

    @property
    def winners(self) -> Sequence[str]:
        """The ids of the players who won."""

    @property
    def reason(self) -> str:
        """The reason for the end, in plain words."""

    def plain(self) -> dict[str, Any]:
        """Return the ending as JSON-ready data."""


SetupT = TypeVar("SetupT", default=Any)
StateT = TypeVar("StateT", bound=State, default=Any)
GameT = TypeVar("GameT", bound=Game, default=Any)
GameT_contra = TypeVar("GameT_contra", bound=Game, contravariant=True, default=Any)
