"""The fire of one action: weapons with their locked targets, and what has come of them so far (D-SHOOT-1)."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.engine.core.pools import Pool
from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.shooting.numbers import Aim
from game.rulesets.dropzone.rules.state import Unit


@dataclass
class Strike:
    """Hits on a unit: the Energy of each, how many more are automatic Criticals, and the circumstances for that unit.

    `pool` are the damage dice once they are rolled.
    """

    unit: Unit
    energies: tuple[int, ...]
    aim: Aim
    automatic: int = 0
    pool: Pool | None = None

    @property
    def failed(self) -> list[int]:
        """The damage dice that do nothing and were not rerolled, by their numbers (D-CORE-5)."""
        if self.pool is None:
            return []
        rolled = zip(self.pool.dice, self.energies, strict=True)
        return [
            number
            for number, (shown, energy) in enumerate(rolled)
            if len(shown) == 1 and not self.aim.damage(shown[-1], energy)
        ]

    @property
    def damage(self) -> int:
        """The Damage of its dice and Criticals, before saves (D-SHOOT-15 to D-SHOOT-17)."""
        faces = self.pool.faces if self.pool is not None else ()
        rolled = sum(self.aim.damage(face, energy) for face, energy in zip(faces, self.energies, strict=True))
        return rolled + self.automatic * self.aim.destruction


@dataclass
class Fire:
    """A weapon of a unit with a locked target, and what came of it: its dice to hit (None: none), whom it strikes.

    `battering` are its damage dice against scenery, `zone` is that of a Behemoth which it is aimed at (D-BEH-8).
    """

    unit: Unit
    weapon: WeaponDocument
    target: Unit | Feature
    aim: Aim
    volley: int = 1
    pool: Pool | None = None
    energies: tuple[int, ...] = ()
    strikes: list[Strike] = field(default_factory=list)
    battering: Pool | None = None
    zone: str = ""

    @property
    def purpose(self) -> str:
        """What its dice are for."""
        return f"{self.weapon.name}/{self.target.id}/{self.volley}"

    def has(self, rule: str) -> bool:
        """Return whether the weapon has a special rule."""
        return rule in self.weapon.rules

    @property
    def has_template(self) -> bool:
        """Whether it is an Area weapon that is fired as such: at units other than Behemoths (D-SPEC-ARE, D-BEH-12)."""
        return self.has("area") and not self.aim.target.is_behemoth

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces of its dice to hit; weapons that hit automatically roll none (D-SHOOT-14)."""
        return self.pool.faces if self.pool is not None else (6,) * self.aim.shots

    @property
    def struck(self) -> list[int]:
        """The dice that hit."""
        return [face for face in self.faces if self.aim.hits(face)]

    @property
    def missed(self) -> list[int]:
        """The dice that missed and were not rerolled, by their numbers (D-CORE-5)."""
        dice = self.pool.dice if self.pool is not None else ()
        return [number for number, shown in enumerate(dice) if len(shown) == 1 and not self.aim.hits(shown[-1])]
