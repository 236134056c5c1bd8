"""The facts of a melee exchange (B-MELEE) or a ranged attack (B-RNG-1) in progress."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.engine.core.decisions import DicePool
from game.engine.core.pools import Pool
from game.rulesets.bushido.rules.dice.results import Result
from game.rulesets.bushido.rules.state import Model


@dataclass(frozen=True, slots=True)
class Split:
    """A secret split of dice into attack and defence, with a special of the weapon or "" (B-MELEE-5)."""

    attack: int
    defence: int
    special: str = ""

    @property
    def dice(self) -> DicePool:
        """The dice by colour, without colours that have none."""
        return tuple((colour, count) for colour, count in (("attack", self.attack), ("defence", self.defence)) if count)

    @property
    def key(self) -> str:
        """The key as an answer, such as "2/1" or "1/1 Sweep Attack"."""
        return f"{self.attack}/{self.defence} {self.special}".strip()


@dataclass(eq=False)
class Fighter:
    """A side of an exchange. `pool` is its number of dice before the split."""

    model: Model
    weapon: str = ""
    pool: int = 0
    split: Split = Split(0, 0)
    dice: dict[str, Pool] = field(default_factory=dict)
    results: dict[str, Result] = field(default_factory=dict)

    @property
    def counted(self) -> int:
        """The number of dice that count in ties, of both colours together (B-MELEE-10, AMB-19)."""
        return sum(result.counted for result in self.results.values())


@dataclass
class Bout:
    """An exchange between the activating model and its opponent.

    `touched` are the enemies that each model touched when the activation began, by id. `unseen` means that the opponent
    did not see the activating model (B-TR-5). `further` is the number of other exchanges in the same action (B-TR-80).
    `first` is the side with initiative. `fallen` are ids of models that fell from high ground (B-TERR-8).
    """

    activating: Fighter
    opponent: Fighter
    charge: bool = False
    surprised: bool = False
    unseen: bool = False
    stood_up: bool = False
    disengaging: bool = False
    further: int = 0
    touched: dict[str, frozenset[str]] = field(default_factory=dict)
    first: Fighter | None = None
    over: bool = False
    no_attack: set[str] = field(default_factory=set)
    fallen: set[str] = field(default_factory=set)
    charged_rolls: int = 0

    def of(self, model: Model) -> Fighter:
        """Return the side of a model."""
        return self.activating if self.activating.model is model else self.opponent

    def against(self, model: Model) -> Fighter:
        """Return the opponent of a model."""
        return self.opponent if self.activating.model is model else self.activating

    @property
    def in_order(self) -> tuple[Fighter, Fighter]:
        """Both sides, beginning with the side that has the initiative."""
        assert self.first is not None
        return self.first, self.against(self.first.model)


@dataclass(frozen=True)
class Shot:
    """A ranged attack. `moved` means that the shooter also moves in this action.

    `unseen` means that the target did not see the shooter (B-TR-5). `covered` is set after interception (B-RNG-1.4).
    """

    shooter: Model
    weapon: str
    target: Model
    moved: bool = False
    surprised: bool = False
    unseen: bool = False
    covered: bool = False
