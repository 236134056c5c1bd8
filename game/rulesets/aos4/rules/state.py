"""The changing part of a battle, as plain records (A-STATE-1, A-STATE-2, A-STATE-4, A-STATE-6, A-STATE-9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from game.engine.core.dice import RollCounter
from game.engine.core.records import Record
from game.engine.core.uses import Uses
from game.engine.rulebook.laying import Laid
from game.rulesets.aos4.documents.timing import PHASES
from game.wording import ngettext

Whereabouts = Literal["reserve", "table", "destroyed"]
"""In reserve: not set up yet, or may be summoned; destroyed: out of the battle (A-DMG-10)."""

Step = Literal[
    "territories", "terrain", "deploying", "deployed", "round", "opening", "turn", "phase", "closing", "over"
]
"""The step at which the battle continues: see `play.STEPS`."""

Window = Literal["active", "opponent", "fight"]
"""Who uses abilities in a phase now; "fight" is the second step of the combat phase (A-TURN-2, A-FIGHT-2)."""

Until = Literal["phase", "turn", "round", "own turn"]
"""How long an effect lasts; "own turn" until the next turn of its player begins (A-TURN-5)."""


@dataclass(eq=False)
class Effect(Record):
    """Something an ability left on a unit: `amount` is added to `what`, or it has a keyword.

    `what`: "hit", "wound", "save", "run", "charge", "cast", "chant", "control", "keyword" or "power". `source` is the
    ability, which affects a unit only once at a time (A-ONE-3), `player` its player.
    """

    source: str
    what: str
    amount: int
    until: Until
    player: str
    keyword: str = ""


@dataclass(eq=False)
class Unit(Record):
    """A unit: its `card` names its warscroll in the setup.

    `at` holds the centres of its models on the table, in inches, by id, `slain` its other models; `damage` is its
    damage count (A-DMG-5), `ritual` its ritual points (A-PRAY-3), `summoner` the unit that set up a manifestation
    (A-MAN-2), `set_up_in` the round and turn in which it came to the table after deployment (A-DEP-9), `besieges` the
    terrain feature to which it charged because there was no room by the units on it (A-CHG-7).

    `at` is replaced, never changed in place: code that keeps results for places checks whether it is still the same.
    """

    id: str
    name: str
    owner: str
    card: str
    place: Whereabouts = "reserve"
    at: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    slain: list[str] = field(default_factory=list)
    damage: int = 0
    effects: list[Effect] = field(default_factory=list)
    ritual: int = 0
    summoner: str = ""
    set_up_in: tuple[int, int] = (0, 0)
    besieges: str = ""

    @property
    def size(self) -> int:
        """The number of models that the unit has or had on the table."""
        return len(self.at) + len(self.slain)

    @property
    def on_table(self) -> bool:
        """Whether it is on the battlefield."""
        return self.place == "table"


def of_unit(one: str, many: str, unit: Unit, **facts: object) -> str:
    """Return a text about a unit: the first if it has one model, else the second."""
    return ngettext(one, many, unit.size, unit=unit.name, **facts)


@dataclass(eq=False)
class Result(Record):
    """How the battle ended: the winners (several: a draw) and why."""

    winners: list[str]
    reason: str
    rule: str


@dataclass(eq=False)
class State(Record):
    """A moment of a battle.

    `territories` has the side of each player ("south", "north"), `beginner` began deployment, `finished` ran out of
    things to deploy first (A-DEP-8), `regiment` is the regiment being deployed in a row ("player/number", A-DEP-7).
    `first` has the first turn of the round, `active` the current turn, the `turn`-th (1 or 2); `phase` counts those of
    `PHASES`; `fighter` chooses the next unit to fight (A-FIGHT-2). `points` and `command` are victory and command
    points, `control` the controller of each objective, "" for none (A-OBJ-4), `held` the last player to gain terrain
    features, by id (A-OBJ-5); `ticked` has the battle tactic cards ticked by hand, by player.

    `laid` is the terrain that edits placed, `lifted` what they removed from the map.
    """

    players: tuple[str, ...]
    rolls: RollCounter = field(default_factory=RollCounter)
    uses: Uses = field(default_factory=Uses)
    units: dict[str, Unit] = field(default_factory=dict)
    step: Step = "territories"
    territories: dict[str, str] = field(default_factory=dict)
    beginner: str = ""
    deployer: str = ""
    finished: list[str] = field(default_factory=list)
    regiment: str = ""
    round: int = 0
    turn: int = 0
    first: str = ""
    active: str = ""
    phase: int = 0
    window: Window = "active"
    fighter: str = ""
    underdog: str = ""
    points: dict[str, int] = field(default_factory=dict)
    command: dict[str, int] = field(default_factory=dict)
    control: dict[str, str] = field(default_factory=dict)
    held: dict[str, str] = field(default_factory=dict)
    ticked: dict[str, list[str]] = field(default_factory=dict)
    laid: list[Laid] = field(default_factory=list)
    lifted: list[str] = field(default_factory=list)
    result: Result | None = None

    @property
    def phase_name(self) -> str:
        """The name of the phase, one of `PHASES`."""
        return PHASES[self.phase]
