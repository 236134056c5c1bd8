"""The changing part of a battle, as plain records (D-ENG-2).

Sequences and mappings are replaced, never changed in place: copies of a state share them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from game.engine.core.dice import RollCounter
from game.engine.core.records import Record
from game.engine.core.uses import Uses
from game.engine.kit.playing import Result
from game.engine.rulebook.laying import Laid
from game.rulesets.dropzone.documents.cards import Span

Whereabouts = Literal["off", "table", "aboard", "inside", "destroyed"]
"""Off the table, on it, embarked in a Transport, in a Garrison, or destroyed."""
Mode = Literal["deployed", "readiness", "reserve"]
"""The way in which a battlegroup enters the battle (D-DEP-4, D-DEP-5, D-DEP-7)."""
Status = Literal["ready", "active", "done", "held"]
"""Whether a battlegroup may still act this round (D-BG-5, D-BG-9)."""
Step = Literal["zones", "deploying", "initiation", "cards", "effects", "activation", "group", "round-up", "over"]
"""The step at which the battle continues: see `play.STEPS`."""


@dataclass(eq=False)
class Unit(Record):
    """A unit: one model or base. `sheet` names its stat sheet in the setup, `lost` counts its lost damage points.

    `carrier` is the Transport that it is in, `slot` its place in a Garrison: the piece, a colon and "centre" or the
    number of an edge. `moved` are the inches that it travelled this round, `turned` says whether it moved at all, even
    by a pivot, `fired` names the weapons fired this round, `rearmed` those of them that may still react to Aircraft
    (C29), `spent` counts uses of Limited weapons. `scanned` says whether it has a Scan Token (D-OBJ-6).
    `received` and `released` count how much a gate took in and let out this round (D-SPEC-ACC). `tied` are the most
    inches that an aerial Transport may fly in the round in which it opened its ramp, 0 if that is no limit (R-25).

    `zones` counts the points that each damage zone of a Behemoth has lost, `crippled` how often each was Crippled, and
    `silenced` are the weapons that it lost by that; its `lost` points are those on its way to destruction (D-BEH-8).
    """

    id: str
    name: str
    owner: str
    squad: str
    sheet: str
    place: Whereabouts = "off"
    x: float = 0.0
    y: float = 0.0
    facing: int = 0
    airborne: bool = False
    lost: int = 0
    carrier: str = ""
    slot: str = ""
    moved: float = 0.0
    turned: bool = False
    fired: Sequence[str] = field(default_factory=list)
    rearmed: Sequence[str] = field(default_factory=list)
    spent: Mapping[str, int] = field(default_factory=dict)
    scanned: bool = False
    received: int = 0
    released: int = 0
    tied: float = 0.0
    zones: Mapping[str, int] = field(default_factory=dict)
    crippled: Mapping[str, int] = field(default_factory=dict)
    silenced: Sequence[str] = field(default_factory=list)

    @property
    def spot(self) -> tuple[float, float]:
        """The spot of its centre, in inches."""
        return self.x, self.y

    @property
    def on_table(self) -> bool:
        """Whether its token is on the table."""
        return self.place == "table"

    @property
    def present(self) -> bool:
        """Whether it is on the table or in a Garrison."""
        return self.place in ("table", "inside")

    @property
    def alive(self) -> bool:
        return self.place != "destroyed"


POSE: Final = ("place", "x", "y", "facing", "carrier", "slot", "moved", "turned", "airborne")
"""The fields of a unit that say where and how it stands, and what it did to get there."""


@dataclass(eq=False)
class Squad(Record):
    """Identical units that act together; `group` is its battlegroup, "" for an Auxiliary squad.

    `acted` says whether it was activated this round, `actions` names those taken. `embarked`, `disembarked` and
    `left_air` say whether it did so this round (D-TRANS-17 to D-TRANS-19), `alighted` whether it left an Aircraft
    itself, `entered` whether it entered a Garrison in this activation (D-CQ-4), `shaken` whether it lost points in
    close quarters in this one (D-CQ-7). A Fast squad flies `high` this round, or is `leaving` the table (D-SPEC-FAS).
    """

    id: str
    name: str
    owner: str
    group: str
    sheet: str
    units: tuple[str, ...]
    acted: bool = False
    actions: Sequence[str] = field(default_factory=list)
    embarked: bool = False
    disembarked: bool = False
    left_air: bool = False
    alighted: bool = False
    entered: bool = False
    shaken: bool = False
    high: bool = False
    leaving: bool = False


@dataclass(eq=False)
class Group(Record):
    """A battlegroup (D-UNIT-1, D-ENG-2)."""

    id: str
    name: str
    kind: str
    owner: str
    mode: Mode = "readiness"
    status: Status = "ready"


@dataclass(eq=False)
class Commander(Record):
    """A Commander and the unit that carries them; `cost` is the points cost of a famous one (D-ARMY-7, D-ARMY-8)."""

    name: str
    value: int
    owner: str
    unit: str
    cost: int = 0


@dataclass(eq=False)
class Objective(Record):
    """An objective: who claims it, the squad that carries it, and whether it left the table with its squad.

    `flies` says whether the squad that carries it is in an Aircraft (D-OBJ-13), `prize` whether it appeared where
    another was surveyed (D-SCO-4).
    """

    id: str
    x: float
    y: float
    hidden: bool = False
    mobile: bool = False
    claimed_by: str = ""
    carrier: str = ""
    extracted_by: str = ""
    removed: bool = False
    flies: bool = False
    prize: bool = False

    @property
    def spot(self) -> tuple[float, float]:
        """The spot at which it lies, in inches."""
        return self.x, self.y


@dataclass(eq=False)
class Effect(Record):
    """An effect of a card in force: the value that it changes, the amount, the squad or player, and its span.

    `about` is the squad concerned, or the player, `weapon` the weapon, "" for all of them.
    """

    card: str
    changes: str
    amount: int
    about: str
    weapon: str = ""
    span: Span = "action"


@dataclass(eq=False)
class State(Record):
    """A moment of a battle.

    `edges` has the deployment zone of each player, `choosing` those who deploy, the next first, `undeployed` their
    battlegroups and free Auxiliary squads that are still to be deployed. `order` is the initiative order of the round,
    `player` the one who activates now, `group` the battlegroup that acts with its `declared` Auxiliary squads, `squad`
    the squad that acts. `kills` are kill points by player, `scores` victory points scored in play. `scars` counts the
    damage points that pieces of scenery have lost, `tokens` their Collateral tokens, both by piece.

    `hands` and `discards` are the cards of each player; the rest of the thirty is the deck, without an order: a card is
    drawn as a die is rolled. `effects` are those of cards in force, `waiting` the players who may still play cards in
    this step, `bereft` those who must discard because a Commander died (D-CMD-5). `asked`
    names who was asked for cards at which timing since the last checkpoint.

    `laid` is terrain that edits placed or moved, `lifted` what is gone from the map.
    """

    players: tuple[str, ...]
    rolls: RollCounter = field(default_factory=RollCounter)
    uses: Uses = field(default_factory=Uses)
    units: dict[str, Unit] = field(default_factory=dict)
    squads: dict[str, Squad] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    commanders: dict[str, Commander] = field(default_factory=dict)
    objectives: dict[str, Objective] = field(default_factory=dict)
    step: Step = "zones"
    edges: Mapping[str, str] = field(default_factory=dict)
    choosing: Sequence[str] = field(default_factory=list)
    undeployed: Sequence[str] = field(default_factory=list)
    round: int = 0
    order: Sequence[str] = field(default_factory=list)
    player: str = ""
    group: str = ""
    declared: Sequence[str] = field(default_factory=list)
    squad: str = ""
    kills: Mapping[str, int] = field(default_factory=dict)
    scores: Mapping[str, int] = field(default_factory=dict)
    scars: Mapping[str, int] = field(default_factory=dict)
    tokens: Mapping[str, int] = field(default_factory=dict)
    hands: Mapping[str, Sequence[str]] = field(default_factory=dict)
    discards: Mapping[str, Sequence[str]] = field(default_factory=dict)
    effects: Sequence[Effect] = field(default_factory=list)
    waiting: Sequence[str] = field(default_factory=list)
    bereft: Sequence[str] = field(default_factory=list)
    asked: Sequence[str] = field(default_factory=list)
    laid: Sequence[Laid] = field(default_factory=list)
    lifted: Sequence[str] = field(default_factory=list)
    result: Result | None = None

    @property
    def beginner(self) -> str:
        """The player who activates first this round; "" before the roll."""
        return self.order[0] if self.order else ""
