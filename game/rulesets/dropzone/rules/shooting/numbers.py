"""The numbers of a shot, from the roll to hit to saves, and the fire of an action as resolved (D-SHOOT, D-SPEC)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple

from game.engine.core.pools import Pool, common_face
from game.rulesets.dropzone.documents.sheets import UnitDocument, WeaponDocument
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.state import Unit
from game.wording import N_

DISEMBARKED: Final = 2
SCATTERED: Final = 1
REACTING: Final = 2
HULL_DOWN: Final = 2
SOFT_COVER: Final = 2
"""Penalties to hit (D-SHOOT-12)."""
UNSEEN: Final = 5
"""The number needed by an Indirect weapon without line of sight, before modifiers (D-SPEC-IND)."""
SCENERY: Final = 2
"""The number needed against Destructible scenery, before modifiers (D-SHOOT-12)."""
CRITICAL: Final = 2
"""The amount by which a damage roll must exceed the armour for a Critical (D-SHOOT-15)."""
UNSAVED: Final = 13
"""The printed Energy from which there is no Passive save (D-SHOOT-19)."""
COMBINED: Final = 9
"""The highest Energy of a combined shot (D-SPEC-RED)."""
HOTTEST: Final = 12
"""The highest Energy that a card gives (C04)."""
BEST_SAVE, ANY_SAVE = 3, 6
"""The best save that a card gives, and the save that it gives to units without any (C15)."""
CLOSE: Final = 6.0
"""The ranges in inches of a combined shot at Aircraft (D-SPEC-RED)."""

Armed = tuple[Unit, WeaponDocument]
"""A unit with a weapon that it may fire."""


class Modifier(NamedTuple):
    """An amount added to the number needed to hit, with its reason and the id of its rule (D-CORE-2)."""

    text: str
    amount: int
    rule: str


@dataclass(frozen=True)
class Aim:
    """The circumstances of a weapon's fire at a target; from these follow the numbers needed and the Damage.

    `soft`, `body` and `hull_down` say what cover the target has, `scattered` that the firing squad is out of coherency,
    `combined` that a Reduced weapon fires one strong shot. `seen` is False for Indirect fire without line of sight.
    `lost` are the damage points that the firing unit has lost. `vehicle` says whether the target is a Vehicle now, and
    `close` that this is close quarters, without Criticals (D-CQ-3). Cards add `cards` to the number needed,
    `more_shots` and `more_energy`, and `surge` improves saves.
    """

    weapon: WeaponDocument
    target: UnitDocument
    hull_down: bool = False
    scattered: bool = False
    disembarked: bool = False
    reacting: bool = False
    soft: bool = False
    body: bool = False
    seen: bool = True
    combined: bool = False
    lost: int = 0
    vehicle: bool = False
    cards: tuple[Modifier, ...] = ()
    more_shots: int = 0
    more_energy: int = 0
    surge: bool = False
    close: bool = False

    @property
    def shots(self) -> int:
        """The number of dice rolled to hit in one volley (D-SHOOT-13, D-SPEC-RED)."""
        return 1 if self.combined and self._left else self._left

    @property
    def _left(self) -> int:
        """The shots that a weapon has left: Reduced ones lose some with damage, and cards add some."""
        reduced = self.weapon.rules.get("reduced")
        left = self.weapon.shots if reduced is None else max(0, self.weapon.shots - reduced.value * self.lost)
        return max(min(1, left), left + self.more_shots)

    @property
    def energy(self) -> int:
        """The Energy of a hit (D-SPEC-RED: a shot given up adds 1)."""
        printed = self.weapon.energy
        own = printed if not self.combined else max(printed, min(COMBINED, printed + self._left - 1))
        return own + self.more_energy

    def ignores(self, cover: str) -> bool:
        """Return whether the weapon ignores a kind of cover: "soft", "body" or "hull" (D-SPEC-COV, D-SPEC-FLA)."""
        named = self.weapon.rules.get("cover")
        flame = "flame" in self.weapon.rules and cover in ("soft", "body")
        return flame or (named is not None and bool({cover, "all"} & named.about))

    def modifiers(self) -> Iterator[Modifier]:
        """Yield the modifiers of the number needed to hit (D-SHOOT-12, D-SPEC-AA, R-22, R-27)."""
        if self.hull_down and not self.target.is_large and not self.ignores("hull"):
            yield Modifier(N_("Hull Down"), HULL_DOWN, "D-SHOOT-9")
        if self.scattered:
            yield Modifier(N_("squad out of coherency"), SCATTERED, "D-COH-3")
        if self.disembarked:
            yield Modifier(N_("squad disembarked this round"), DISEMBARKED, "D-TRANS-18")
        if self.reacting:
            yield Modifier(N_("Reaction Fire"), REACTING, "D-RF-2")
        if self.soft and self.target.is_infantry and not self.ignores("soft"):
            yield Modifier(N_("Soft Cover"), SOFT_COVER, "D-SCEN-6")
        aa = self.weapon.rules.get("aa")
        evasion = max(0, self.target.evasion - (aa.value if aa is not None else 0))
        if evasion and "flame" not in self.weapon.rules:
            yield Modifier(N_("Evasion"), evasion, "D-SHOOT-12")
        yield from self.cards

    @property
    def needed(self) -> int | None:
        """The number needed to hit, unlimited; None: it hits automatically (D-CORE-2, D-CORE-3, D-SHOOT-14, R-23)."""
        if self.weapon.accuracy is None:
            return None
        printed = self.weapon.accuracy if self.seen else UNSEEN
        return printed + sum(modifier.amount for modifier in self.modifiers())

    def hits(self, face: int) -> bool:
        """Return whether a die hits: a natural 6 always does, a natural 1 never (D-SHOOT-13, D-CORE-4)."""
        needed = self.needed
        return needed is None or face == 6 or (face > 1 and face >= needed)

    def destroys(self, face: int) -> bool:
        """Return whether a die that hits is an automatic Critical, never on a Behemoth (D-SPEC-DS, R-48, D-BEH-1)."""
        destroyer = self.weapon.rules.get("destroyer") if not self.target.is_behemoth else None
        return destroyer is not None and self.hits(face) and face >= destroyer.value

    @property
    def multiple(self) -> int:
        """The Damage of one successful damage roll against this target: more than 1 for Devastator (D-SPEC-DV)."""
        return self.weapon.devastates(self.target.type.lower(), *(("vehicle",) if self.vehicle else ()))

    def damage(self, face: int, energy: int | None = None) -> int:
        """Return the Damage of a damage roll with this face (D-SHOOT-15).

        See D-SHOOT-16, D-SHOOT-17, D-SPEC-PEN, D-SPEC-RES and R-24.
        """
        armour = self.target.armour
        if self.body and self.target.is_infantry and not self.ignores("body"):  # Body Cover
            armour += 1
        total = face + (self.energy if energy is None else energy)
        pierces = face == 6 and "penetrative" in self.weapon.rules and not self.target.is_behemoth
        if face == 1 or (total < armour and not pierces):
            return 0
        doubles = not self.close and total >= armour + CRITICAL and "resilient" not in self.target.rules
        return self.multiple * (2 if doubles else 1)

    @property
    def destruction(self) -> int:
        """The Damage of an automatic Critical (D-SPEC-DS, D-SPEC-DV, D-SPEC-RES, R-35)."""
        return max(1 if "resilient" in self.target.rules else 2, self.multiple)

    @property
    def save(self) -> int:
        """The lowest face with which the target's die cancels a Damage; 0: it has no save (D-SHOOT-18, D-SHOOT-19)."""
        passive = self.target.passive if self.weapon.energy < UNSAVED or self.target.is_behemoth else 0
        return surged(passive) if self.surge and self.weapon.energy < UNSAVED else passive


def surged(passive: int) -> int:
    """Return a Passive save as improved by a card; 0, no save, becomes one too (C15)."""
    return min(passive, max(BEST_SAVE, passive - 1)) if passive else ANY_SAVE


def saved(faces: Sequence[int], needed: int) -> int:
    """Return the points of Damage that save dice cancel; a natural 1 fails (D-SHOOT-18, D-CORE-4)."""
    return sum(face > 1 and face >= needed for face in faces)


@dataclass
class Strike:
    """Hits on a unit: the Energy of each, the number of automatic Criticals added, and the circumstances of the unit.

    `pool` are the damage dice once they are rolled.
    """

    unit: Unit
    energies: tuple[int, ...]
    aim: Aim
    automatic: int = 0
    pool: Pool | None = None

    @property
    def least(self) -> int:
        """The lowest face with which every damage die does Damage; 0 if that differs, or no face does (D-SHOOT-15)."""
        return common_face(partial(self.aim.damage, energy=energy) for energy in self.energies)

    @property
    def least_double(self) -> int:
        """The lowest face with which every damage die does 2 Damage; 0 if that differs, or no face does."""
        return common_face(partial(self._doubles, energy=energy) for energy in self.energies)

    def _doubles(self, face: int, energy: int) -> bool:
        return self.aim.damage(face, energy) == 2

    @property
    def failed(self) -> list[int]:
        """The indices of damage dice that do nothing and were not rerolled (D-CORE-5)."""
        if self.pool is None:
            return []
        rolled = zip(self.pool.dice, self.energies, strict=True)
        return [
            number
            for number, (faces, energy) in enumerate(rolled)
            if len(faces) == 1 and not self.aim.damage(faces[-1], energy)
        ]

    @property
    def damage(self) -> int:
        """The Damage of all its dice and Criticals, before saves (D-SHOOT-15 to D-SHOOT-17)."""
        faces = self.pool.faces if self.pool is not None else ()
        rolled = sum(self.aim.damage(face, energy) for face, energy in zip(faces, self.energies, strict=True))
        return rolled + self.automatic * self.aim.destruction


@dataclass
class Fire:
    """A weapon of a unit with a locked target, and the dice and strikes of its fire as far as that is resolved.

    `pool` are its dice to hit, `energies` those of its hits. `battering` are its damage dice against scenery, and
    `zone` is the damage zone of a Behemoth at which it aims (D-BEH-8).
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
        """The purpose under which its dice are logged."""
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
        """The faces of the dice that hit."""
        return [face for face in self.faces if self.aim.hits(face)]

    @property
    def missed(self) -> list[int]:
        """The indices of the dice that missed and were not rerolled (D-CORE-5)."""
        dice = self.pool.dice if self.pool is not None else ()
        return [number for number, shown in enumerate(dice) if len(shown) == 1 and not self.aim.hits(shown[-1])]


class Declaring(NamedTuple):
    """A squad's fire while it is declared: what is declared, and the weapons still to ask about, in order."""

    declared: Sequence[Fire]
    waiting: Sequence[Armed]
