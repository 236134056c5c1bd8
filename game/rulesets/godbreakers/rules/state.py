"""The changing part of a game of The Godbreaker Saga, as plain records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal

from game.engine.core.dice import RollCounter
from game.engine.core.records import Record
from game.engine.kit import playing
from game.engine.rulebook.laying import Laid
from game.table.shapes import Disc

DICE: Final = (6, 8, 10, 12)
"""The possible sizes of a model's die (G-ROLL-1)."""

LARGEST_DIE: Final = 12
"""The largest die; a Triumph cannot raise it (Q5)."""

BASE_RADIUS: Final = 0.5
"""Radius in inches of a base of the 25 to 32 mm class (Q20)."""

MARKER_RADIUS: Final = 0.5
"""Radius in inches of every marker (Q20)."""

Whereabouts = Literal["reserve", "table", "casualty", "ascended", "removed"]
Step = Literal[
    "setup",
    "round",
    "initiative",
    "ordering",
    "starting",
    "activation",
    "recovery",
    "recovering",
    "resolution",
    "nomination",
    "over",
]

_disc = tuple.__new__
"""Make a disc from its fields in order. Skips the constructor, which is too slow for bases."""

READY = "ready"
"""The type of token held by a model waiting to strike out of turn (G-ADV-1)."""


@dataclass(eq=False)
class Model(Record):
    """A model: a godbreaker of a player's circle, or an unaligned model (wild without an owner, else tame).

    `owner` is the controlling player or "". `die` is the value of the die. `reach` is extra attack range in U.
    `raises` counts Triumphs not yet applied to the die, and `ascending` marks a Triumph earned at D12. `unused` are
    traits that a wild model's handler set aside. `compulsions` are the gained ones, the latest last.
    """

    id: str
    name: str
    kind: str
    owner: str
    die: int
    radius: float = BASE_RADIUS
    reach: int = 0
    leader: bool = False
    traits: Mapping[str, int] = field(default_factory=dict)
    flaws: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    compulsions: tuple[str, ...] = ()
    place: Whereabouts = "reserve"
    x: float = 0.0
    y: float = 0.0
    level: int = 0
    damage: int = 0
    activated: bool = False
    raises: int = 0
    ascending: bool = False

    @property
    def godbreaker(self) -> bool:
        """Whether the model belongs to a circle (G-SIDE-2)."""
        return self.kind == "godbreaker"

    @property
    def wild(self) -> bool:
        """Whether no player controls the model (G-SIDE-4)."""
        return not self.owner

    @property
    def on_table(self) -> bool:
        """Whether the model is on the table."""
        return self.place == "table"

    @property
    def disc(self) -> Disc:
        """The model's base at its position."""
        return _disc(Disc, (self.x, self.y, self.radius, self.name, "base", self.level, None))


@dataclass(eq=False)
class Marker(Record):
    """A marker: a player's "shard", an "objective" or a "hoard". All markers lie on level 0 (H7)."""

    id: str
    name: str
    kind: str
    owner: str = ""
    x: float = 0.0
    y: float = 0.0
    radius: float = MARKER_RADIUS
    on_table: bool = False

    @property
    def disc(self) -> Disc:
        """The marker's outline at its position."""
        return Disc(self.x, self.y, self.radius, self.name, "marker")

    def worth_to(self, player: str) -> int:
        """Return the VP that a player scores for controlling the marker (G-RES-2)."""
        if self.kind == "objective":
            return 2
        if self.kind == "shard":
            return 1 if self.owner == player else 3
        return 0


@dataclass(eq=False)
class Token(Record):
    """A token, claimed by the model `holder` or, if `holder` is "", lying on the table."""

    id: str
    type: str
    x: float = 0.0
    y: float = 0.0
    holder: str = ""
    level: int = 0
    radius: ClassVar[float] = 0.0

    @property
    def disc(self) -> Disc:
        """The token's position as a point (Q20)."""
        return Disc(self.x, self.y, 0.0, self.type, "token", self.level)


@dataclass(eq=False)
class Result(playing.Result):
    """The result of a game, with the degree of success of a solo game."""

    margin: str = ""


@dataclass(eq=False)
class State(Record):
    """Everything that changes during a game. `step` is the step at which the flow continues after a checkpoint.

    `deployed` is the godbreaker set up last. `hunts` are the players' rolls on the hunt table. `begun` lists the
    effects of the start of this round that have happened. `performed` are the actions of the current activation.
    `alerted` are the ready models near which the current action has placed an enemy (G-ADV-1).
    """

    models: dict[str, Model]
    markers: dict[str, Marker]
    vp: dict[str, int]
    rounds: int
    tokens: dict[str, Token] = field(default_factory=dict)
    round: int = 0
    step: Step = "setup"
    setup_done: int = 0
    automatic: list[str] = field(default_factory=list)
    deployed: str = ""
    hunts: dict[str, list[int]] = field(default_factory=dict)
    begun: list[str] = field(default_factory=list)
    priority: list[str] = field(default_factory=list)
    initiative: str = ""
    initiative_result: int = 0
    turn: int = 0
    active: str = ""
    performed: list[str] = field(default_factory=list)
    engaged: list[str] = field(default_factory=list)
    alerted: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    ruined: list[str] = field(default_factory=list)
    shaped: list[Laid] = field(default_factory=list)
    made: dict[str, int] = field(default_factory=dict)
    result: Result | None = None
    rolls: RollCounter = field(default_factory=RollCounter)
