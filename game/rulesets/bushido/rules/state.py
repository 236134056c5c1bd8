"""The changing part of a game of Bushido, as plain records (B-STAT-8)."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import ClassVar, Final, Literal

from game.engine.core.dice import RollCounter
from game.engine.core.records import Record
from game.engine.core.uses import Uses
from game.engine.kit.playing import Result
from game.engine.rulebook.laying import Laid
from game.table.shapes import Disc
from game.wording import N_, _

Whereabouts = Literal["reserve", "table", "elsewhere", "killed", "removed"]
"""A model "elsewhere" is in play but off the table (B-GEN-9). "killed" and "removed" are out of the game (B-STAT-5)."""

Edge = Literal["", "west", "east"]
"""The neutral edges of the table (B-SETUP-7)."""

Step = Literal["setup", "starting", "main", "activation", "ending", "over"]

Span = Literal["exchange", "action", "activation", "turn", "game"]
"""Spans of time for effects, shortest first (B-GEN-6, B-KI-8, B-KI-20)."""


COUNTERS: Final = 2
"""The activation counters that a model gains each turn (B-START-3)."""

_CHANGES: Final = count(1)


@dataclass(eq=False)
class Effect(Record):
    """An entry, such as "Armour (1)", that a model has for a span of time.

    The entry of a boost is like "Boost [melee] (1)" (B-KI-20). `weapon` limits the effect to a weapon.
    """

    entry: str
    span: Span
    source: str = ""
    weapon: str = ""


@dataclass(eq=False)
class Aura(Record):
    """An entry that all friends or enemies within `inches` of the source model have (B-KI-8).

    An Aura lasts for the turn, a Pulse for the activation. Both end when their source leaves the table.
    """

    entry: str
    source: str
    inches: int
    span: Span
    whom: Literal["friends", "enemies"] = "friends"


@dataclass(eq=False)
class Model(Record):
    """A model of a warband. `profile` is the id of its card, and `side` is the player who controls it now.

    `wounds` are marked boxes, and `counters` are activation counters. `markers` are its states with the values of their
    markers. `ammo` is the remaining ammunition by weapon. `flank_turn` and `flank_edge` are the secret note of a Flank
    with the turn and the edge of its arrival (B-TR-85).
    """

    id: str
    name: str
    profile: str
    owner: str
    side: str
    radius: float
    place: Whereabouts = "reserve"
    x: float = 0.0
    y: float = 0.0
    facing: int = 0
    wounds: int = 0
    ki: int = 0
    counters: int = 0
    markers: dict[str, list[int]] = field(default_factory=dict)
    ammo: dict[str, int] = field(default_factory=dict)
    effects: list[Effect] = field(default_factory=list)
    ran: bool = False
    shots: int = 0
    flank_turn: int = 0
    flank_edge: Edge = ""
    changes: ClassVar[int] = 0
    """A counter that grows when a field of any model is set. Caches are valid while it stays the same."""

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)
        Model.changes = next(_CHANGES)

    @property
    def on_table(self) -> bool:
        """Whether the model is on the battlefield."""
        return self.place == "table"

    @property
    def in_play(self) -> bool:
        """Whether the model is in play, on the battlefield or Elsewhere (B-GEN-9)."""
        return self.place in ("table", "elsewhere")

    @property
    def exhausted(self) -> bool:
        """Whether the model has no activation counters (B-GEN-11)."""
        return self.counters == 0

    @property
    def disc(self) -> Disc:
        """The model's base."""
        return Disc(self.x, self.y, self.radius, self.name)

    def has(self, state: str) -> bool:
        """Return whether the model has a marker of a state (B-STATE)."""
        return bool(self.markers.get(state))


@dataclass(eq=False)
class Objective(Record):
    """An objective (B-SCEN-3). `friendly_to` is a player or "" for Neutral. `worship` counts markers by player."""

    id: str
    x: float
    y: float
    radius: float
    friendly_to: str = ""
    on_table: bool = True
    actions: int = 0
    worship: dict[str, int] = field(default_factory=dict)

    @property
    def disc(self) -> Disc:
        """The outline of the objective."""
        return Disc(self.x, self.y, self.radius, self.id, "marker")


OBJECTIVES = (N_("Idol"), N_("Shrine"), N_("Objective"))
"""The displayed names of objectives, without numbers."""


def objective_name(identity: str) -> str:
    """Return the displayed name of an objective, such as "Idol 2" for "idol-2"."""
    thing, _dash, number = identity.rpartition("-")
    return f"{_(thing.capitalize())} {number}"


@dataclass(eq=False)
class State(Record):
    """Everything that changes during a game. `step` is the step at which the flow continues after a checkpoint.

    `players` are ids, the south side first once zones are chosen. `tactical_winner` won the last tactical test, and
    `first_player` goes first this turn (B-START-4). `passes`, `points` and `victory` are pass tokens, scenario points
    and victory points by player, and `prayers` are the remaining prayer tokens. `destroyed` are ids of removed terrain
    (B-TERR-9). `laid` are pieces that players placed, `stopped` is the player who stopped placing first, and
    `terrain_done` is whether the placing is over (B-SETUP-3).
    """

    players: tuple[str, ...]
    rolls: RollCounter = field(default_factory=RollCounter)
    uses: Uses = field(default_factory=Uses)
    models: dict[str, Model] = field(default_factory=dict)
    objectives: dict[str, Objective] = field(default_factory=dict)
    step: Step = "setup"
    setup_done: int = 0
    turn: int = 0
    last_turn: bool = False
    south: str = ""
    tactical_winner: str = ""
    first_player: str = ""
    active_player: str = ""
    active: str = ""
    passes: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    victory: dict[str, int] = field(default_factory=dict)
    prayers: dict[str, int] = field(default_factory=dict)
    destroyed: list[str] = field(default_factory=list)
    auras: list[Aura] = field(default_factory=list)
    laid: list[Laid] = field(default_factory=list)
    stopped: str = ""
    terrain_done: bool = False
    result: Result | None = None
