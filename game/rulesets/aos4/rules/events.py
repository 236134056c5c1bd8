"""What happens in a battle, as typed facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from game.engine.core.events import Fact
from game.engine.core.pools import Pool
from game.wording import keep

__all__ = ["keep"]


class UnitFact(Fact):
    """An event about one unit."""

    unit: str


class RolledOff(Fact):
    """Both players rolled a die, once or until they differed (A-DICE-7, A-PRI-2)."""

    purpose: str
    pools: dict[str, Pool]
    winner: str

    @property
    def faces(self) -> dict[str, int]:
        """The face of each player's die."""
        return {player: pool.faces[0] for player, pool in self.pools.items()}


class TerritoryChosen(Fact):
    """A player took a territory (A-DEP-1)."""

    player: str
    side: str


class RoundBegan(Fact):
    """A battle round begins (A-RND-2)."""

    round: int
    first: str


class TurnBegan(Fact):
    """A player's turn begins (A-TURN-1)."""

    player: str
    round: int
    turn: int


class PhaseBegan(Fact):
    """A phase begins (A-TURN-1)."""

    phase: str
    player: str


class UnderdogFound(Fact):
    """Somebody is the underdog of this round (A-UND-1)."""

    player: str


class CommandGained(Fact):
    """A player has command points for this round (A-CP-1 to A-CP-3)."""

    player: str
    amount: int


class CommandSpent(Fact):
    """A player paid for a command (A-CP-5)."""

    player: str
    amount: int
    left: int


class AbilityUsed(UnitFact):
    """A unit uses an ability; `targets` are units."""

    ability: str
    player: str
    name: str
    targets: tuple[str, ...] = ()
    by_hand: bool


class Passed(Fact):
    """A player uses no further ability in a window."""

    player: str


class SetUp(UnitFact):
    """A unit was set up; `at` has its models."""

    at: dict[str, tuple[float, float]]
    deployed: bool


class Moved(UnitFact):
    """Models of a unit moved, in this order; `ways` has the corners of each way, the start included."""

    ability: str
    ways: dict[str, list[tuple[float, float]]]
    inches: float


class Rolled(UnitFact):
    """Dice were thrown for a unit: what is added, the sum, and what it had to reach (A-DICE-10).

    `target` is the terrain feature it was about (A-POP-3).
    """

    later: ClassVar[tuple[str, ...]] = ("target",)
    purpose: str
    pool: Pool
    plus: int
    total: int
    needed: int = 0
    success: bool = True
    target: str = ""

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces that count."""
        return self.pool.faces


class Attacked(UnitFact):
    """A batch of attacks was rolled: every pool of dice, and what came of it (A-ATK-1)."""

    target: str
    weapon: str
    attacks: int
    attack_pool: Pool
    hit_pool: Pool
    hits: int
    mortal_pool: Pool
    mortal: int
    wound_pool: Pool
    wounds: int
    save_pool: Pool
    unsaved: int
    damage_pool: Pool
    damage: int
    rolled_by: ClassVar[Mapping[str, str]] = {"save_pool": "target"}


class Warded(UnitFact):
    """A unit rolled wards against points of damage (A-DMG-3)."""

    needed: int
    pool: Pool
    warded: int

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces that count."""
        return self.pool.faces


class Damaged(UnitFact):
    """Damage points were allocated (A-DMG-5)."""

    points: int
    count: int
    slain: int
    mortal: bool


class Slain(UnitFact):
    """Models of a unit are slain, where they stood (A-DMG-5)."""

    models: dict[str, tuple[float, float]]


class Destroyed(UnitFact):
    """A unit has no models left, or left play (A-DMG-10, A-MAN-2)."""

    name: str
    why: str = ""


class Healed(UnitFact):
    """A unit's damage count went down (A-DMG-7)."""

    amount: int
    left: int


class Returned(UnitFact):
    """Slain models came back (A-DMG-8)."""

    models: dict[str, tuple[float, float]]


class Charged(UnitFact):
    """A unit has charged (A-CHG-5)."""


class ReachedNobody(UnitFact):
    """A charge of so many inches ended where it began: nobody is in reach (A-CHG-6).

    `gap` are the inches to the nearest enemy, 0 where somebody is near enough, but no way leads there.
    """

    inches: int
    gap: float


class CastRolled(UnitFact):
    """A casting roll (A-MAG-3): whether the spell is cast, fails or is miscast."""

    ability: str
    pool: Pool
    total: int
    needed: int
    outcome: str

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces that count."""
        return self.pool.faces


class Unbound(UnitFact):
    """An attempt to unbind a spell (A-MAG-7)."""

    caster: str
    pool: Pool
    total: int
    against: int
    success: bool

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces that count."""
        return self.pool.faces


class Chanted(UnitFact):
    """A chanting roll (A-PRAY-2): `outcome` is "failed", "banked" or "answered"."""

    ability: str
    pool: Pool
    total: int
    ritual: int
    needed: int
    outcome: str

    @property
    def face(self) -> int:
        """The face of the die."""
        return self.pool.faces[0]


class RitualChanged(UnitFact):
    """A priest's ritual points changed (A-PRAY-3)."""

    amount: int
    left: int


class EffectBegan(UnitFact):
    """An ability has a lasting effect on a unit."""

    source: str
    what: str
    amount: int
    until: str
    keyword: str = ""


class ControlGained(Fact):
    """Somebody gains control of an objective (A-OBJ-3)."""

    objective: str
    player: str
    scores: dict[str, int]


class Scored(Fact):
    """A player scores victory points (A-EOT-1)."""

    player: str
    points: int
    reason: str


class CardTicked(Fact):
    """A player ticked a battle tactic card by hand."""

    player: str
    card: str


class AdjustedByHand(Fact):
    """Something the program cannot enforce was done by hand, and is logged as such (A-IMP-8)."""

    player: str
    text: str


class Conceded(Fact):
    """A player gave up, or both agreed to a draw."""

    player: str
    how: str


class Ended(Fact):
    """The battle is over."""

    winners: tuple[str, ...]
    reason: str
