"""The changing part of a game of Bushido, as plain records (B-STAT-8)."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import ClassVar, Final, Literal

from game.engine.core.dice import RollCounter
from game.engine.core.records import Record
from game.engine.core.uses import Uses
from game.engine.rulebook.laying import Laid
from game.table.shapes import Disc
from game.wording import N_, _

Whereabouts = Literal["reserve", "table", "elsewhere", "killed", "removed"]
"""Elsewhere is in play but not on the table (B-GEN-9); killed and removed are out of the game (B-STAT-5)."""

Edge = Literal["", "west", "east"]
"""The neutral edges of the table, by the side or corner where they lie (B-SETUP-7)."""

Step = Literal["setup", "starting", "main", "activation", "ending", "over"]

Span = Literal["exchange", "action", "activation", "turn", "game"]
"""How long something lasts, shortest first (B-GEN-6, B-KI-8, B-KI-20)."""


_CHANGES: Final = count(1)


@dataclass(eq=False)
class Effect(Record):
    """An entry lent by a feat or a boost, as on a card ("Armour (1)"), for a span of time.

    A boost is an entry "Boost [melee] (1)" (B-KI-20). `weapon` limits it to one weapon.
    """

    entry: str
    span: Span
    source: str = ""
    weapon: str = ""


@dataclass(eq=False)
class Aura(Record):
    """An entry that a feat lends all models within `inches` of its source, of its side or the other (B-KI-8).

    An Aura lasts for the turn, a Pulse for the activation, and neither longer than its source is on the table.
    """

    entry: str
    source: str
    inches: int
    span: Span
    whom: Literal["friends", "enemies"] = "friends"


@dataclass(eq=False)
class Model(Record):
    """A model of a warband; `profile` is its card's id, `owner` its recruiter, `side` the player who controls it now.

    `wounds` are marked boxes, `counters` activation counters, `markers` its states with the value of each marker (0 if
    it has none), `ammo` the rest by weapon, `flank_turn` and `flank_edge` the secret note of a Flank: when and where it
    arrives (B-TR-85).
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
    """How often any field of any model was set: code that keeps results asks whether this is unchanged."""

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)
        Model.changes = next(_CHANGES)

    @property
    def on_table(self) -> bool:
        """Whether it is on the battlefield."""
        return self.place == "table"

    @property
    def in_play(self) -> bool:
        """Whether it is in play: on the battlefield or Elsewhere (B-GEN-9)."""
        return self.place in ("table", "elsewhere")

    @property
    def exhausted(self) -> bool:
        """Whether it has no activation counters (B-GEN-11)."""
        return self.counters == 0

    @property
    def disc(self) -> Disc:
        """Its base."""
        return Disc(self.x, self.y, self.radius, self.name)

    def has(self, state: str) -> bool:
        """Return whether it has a marker of a state (B-STATE)."""
        return bool(self.markers.get(state))


@dataclass(eq=False)
class Objective(Record):
    """An objective (B-SCEN-3): `friendly_to` is a player or "" for Neutral; `worship` counts markers by player."""

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
        """Its outline."""
        return Disc(self.x, self.y, self.radius, self.id, "marker")

    @property
    def named_disc(self) -> Disc:
        """Its outline with the name that people read."""
        return self.disc._replace(name=objective_name(self.id))


OBJECTIVES = (N_("Idol"), N_("Shrine"), N_("Objective"))
"""The names of objectives."""


def objective_name(identity: str) -> str:
    """Return the name of an objective, from its id: "Idol 2"."""
    thing, _dash, number = identity.rpartition("-")
    return f"{_(thing.capitalize())} {number}"


@dataclass(eq=False)
class Result(Record):
    """How the game ended: the winners (several: a draw) and why."""

    winners: list[str]
    reason: str
    rule: str


@dataclass(eq=False)
class State(Record):
    """A moment of a game.

    `players` lists the ids, the south side first once zones are chosen; `tactical_winner` won the last tactical test,
    `first_player` goes first this turn (B-START-4), `active_player` and `active` act now, `spoken`: whether the active
    player has had the opening window (B-MAIN-2). `passes`, `points` and `victory` are pass tokens, scenario points and
    victory points by player, `prayers` the remaining prayer tokens; `destroyed` lists removed terrain (B-TERR-9),
    `laid` what players placed, `stopped` who stopped placing first, and `terrain_done` whether all have (B-SETUP-3).
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
