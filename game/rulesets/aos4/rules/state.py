"""The state of a battle as plain records (A-STATE-1, A-STATE-2, A-STATE-4, A-STATE-6, A-STATE-9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from game.engine.core.dice import RollCounter
from game.engine.core.records import SPARSE, Record
from game.engine.core.uses import Uses
from game.engine.kit.playing import Result
from game.engine.rulebook.laying import Laid
from game.rulesets.aos4.documents.timing import PHASES
from game.wording import ngettext

Whereabouts = Literal["reserve", "table", "destroyed"]
"""Units in "reserve" can still be set up or summoned. "destroyed" units are out of the battle (A-DMG-10)."""

Step = Literal[
    "territories", "terrain", "deploying", "deployed", "round", "opening", "turn", "phase", "closing", "over"
]
"""The next step of the battle; see `play.STEPS`."""

Window = Literal["active", "opponent", "fight"]
"""The player who may use abilities now, or "fight" in the second step of combat (A-TURN-2, A-FIGHT-2)."""

Until = Literal["phase", "turn", "round", "own turn", "own hero", "next turn", "own end", "battle"]
"""The duration of an effect. "own turn" means until the start of its player's next turn, "own hero" until that of their
next hero phase, "next turn" until the end of the turn after this one, "own end" of its player's next (A-TURN-5)."""


@dataclass(eq=False)
class Effect(Record):
    """A lasting effect of an ability on a unit, which adds `amount` to `what` or gives a keyword.

    `what` is a value of `params.MODIFIED`, "keyword", "weapon" for a weapon ability, "barred" for a kind of ability
    that is forbidden, "aura" for an effect around the unit, or "<value> set" for a characteristic that is replaced;
    these keep their word or amount in `keyword`. `source` is the ability and its step, which has one effect on a unit
    at a time (A-ONE-3). `player` is the player who used the ability, `by` the unit and `weapon` the weapon to
    whose attacks it is limited.
    """

    source: str
    what: str
    amount: int
    until: Until
    player: str
    keyword: str = ""
    by: str = ""
    weapon: str = field(default="", metadata=SPARSE)

    def facts(self) -> dict[str, Any]:
        """Return the fields that its events have too."""
        return {name: value for name, value in vars(self).items() if name not in ("player", "by", "weapon")}


@dataclass(eq=False)
class Unit(Record):
    """A unit. `card` is the id of its warscroll in the setup.

    `at` has the centres of the models on the table by id, in inches, and `slain` has the other models. `damage` is the
    damage count (A-DMG-5), and `ritual` the ritual points (A-PRAY-3). `summoner` is the unit that summoned this
    manifestation (A-MAN-2). `set_up_in` is the round and turn of a set-up after deployment (A-DEP-9). `besieges` is the
    terrain feature to which the unit charged because there was no free spot beside an enemy (A-CHG-7).

    `at` is replaced and never changed in place, since caches compare it by identity. `facings` are in hundredths of a
    degree, for models on the table whose bases are not round. They change only together with `at`.
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
    facings: Mapping[str, int] = field(default_factory=dict, metadata=SPARSE)

    @property
    def size(self) -> int:
        """The number of the unit's models, including slain models."""
        return len(self.at) + len(self.slain)

    @property
    def on_table(self) -> bool:
        """Whether the unit is on the battlefield."""
        return self.place == "table"


def of_unit(one: str, many: str, unit: Unit, **facts: object) -> str:
    """Return the text `one` for a unit of one model, otherwise the text `many`."""
    return ngettext(one, many, unit.size, unit=unit.name, **facts)


@dataclass(eq=False)
class State(Record):
    """The state of a battle at one moment.

    `territories` has the side of each player ("south" or "north"). `beginner` began deployment. `finished` has the
    players who have deployed everything, in order (A-DEP-8). `regiment` is the regiment being deployed, as
    "player/number" (A-DEP-7). `first` has the first turn of the round, and `active` the current turn. `turn` is 1 or 2.
    `phase` is an index of `PHASES`. `fighter` chooses the next unit to fight (A-FIGHT-2). `points` are victory points,
    and `command` are command points. `control` has the controller of each objective or "" (A-OBJ-4), and `held` the
    controllers of terrain features (A-OBJ-5). `ticked` has the battle tactic cards that each player has completed.

    `laid` is terrain that edits placed, and `lifted` are the ids of terrain that edits removed from the map.
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
