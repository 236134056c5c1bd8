"""A melee exchange in progress: the fighters, their weapons, splits and dice (B-MELEE)."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.engine.core.decisions import DicePool
from game.engine.core.pools import Pool
from game.rulesets.bushido.rules.dice.results import Result
from game.rulesets.bushido.rules.state import Model


@dataclass(frozen=True, slots=True)
class Split:
    """A secret commitment: dice in attack and in defence, and a special of the weapon or "" (B-MELEE-5)."""

    attack: int
    defence: int
    special: str = ""

    @property
    def dice(self) -> DicePool:
        """Its dice by colour."""
        return tuple((colour, count) for colour, count in (("attack", self.attack), ("defence", self.defence)) if count)

    @property
    def key(self) -> str:
        """Its written form as an answer: "2/1", "1/1 Sweep Attack"."""
        return f"{self.attack}/{self.defence} {self.special}".strip()


@dataclass
class Fighter:
    """One side of an exchange; `pool` is its number of dice before the split."""

    model: Model
    weapon: str = ""
    pool: int = 0
    split: Split = Split(0, 0)
    dice: dict[str, Pool] = field(default_factory=dict)
    results: dict[str, Result] = field(default_factory=dict)

    @property
    def counted(self) -> int:
        """The dice that count in ties: of both colours, without 1s and dice taken away (B-MELEE-10, AMB-19)."""
        return sum(each.counted for each in self.results.values())


@dataclass
class Bout:
    """An exchange: the activating model, its opponent, and what is known of its beginning.

    `touched` are ids of models that the opponent's and the activating model's bases touched when the activation began,
    by model; `unseen` whether the opponent saw nothing of the activating model (B-TR-5); `further` exchanges belong to
    the same action (B-TR-80), `fallen` are models that fell from high ground (B-TERR-8).
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
        """Return the side that fights against a model."""
        return self.opponent if self.activating.model is model else self.activating

    @property
    def in_order(self) -> tuple[Fighter, Fighter]:
        """Both sides, the side with initiative first."""
        assert self.first is not None
        return self.first, self.against(self.first.model)
