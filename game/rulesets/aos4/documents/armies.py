"""Warscrolls and armies as documents (A-ROS, 18.1), the merging of packs (A-IMP-3), and the rules that an army breaks.

Broken rules are always reported, but never keep an army from being played (A-ROS, A-IMP-12).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, Final, Literal

from pydantic import Field, model_validator

from game.documents.error import DocumentError
from game.documents.faces import FacedDocument
from game.documents.reading import Identifier, Name, Part, refuse
from game.refusal import Refusal
from game.rulesets.aos4.documents.abilities import AbilityDocument, Keyword, PackDocument
from game.rulesets.aos4.documents.amounts import AmountText
from game.wording import N_, _

Needed = Annotated[int, Field(ge=2, le=6)]
"""The lowest face that succeeds on a die."""
Title = Literal["champion", "musician", "standard bearer"]


class WeaponDocument(Part):
    """A weapon: `range_in` inches if it shoots, None for a melee weapon; `by_hand` if the program cannot roll for it.

    `hit` and `wound` are the needed rolls, 0 if the weapon names none; `abilities` are as printed (A-WPN).
    """

    name: Name
    range_in: Annotated[int, Field(ge=1, le=120)] | None = None
    attacks: AmountText
    hit: Needed | Literal[0] = 0
    wound: Needed | Literal[0] = 0
    rend: Annotated[int, Field(ge=0, le=9)] = 0
    damage: AmountText
    abilities: Annotated[tuple[Annotated[str, Field(max_length=120)], ...], Field(max_length=20)] = ()
    by_hand: bool = False

    @property
    def is_ranged(self) -> bool:
        """Whether it shoots."""
        return self.range_in is not None


SMALLEST: Final = 20.0
LARGEST: Final = 250.0
NARROWEST: Final = 10.0
"""The smallest and the largest base, and the least width of one that is not round, in millimetres."""


class CharacteristicsDocument(Part):
    """Characteristics of models that differ from those of their unit; None stands for a printed "-"."""

    move: AmountText | None = None
    health: Annotated[int, Field(ge=1, le=200)]
    save: Needed | None = None
    control: Annotated[int, Field(ge=0, le=100)] | None = None


class ModelsDocument(Part):
    """Equal models of a unit: their number, base in millimetres, titles, and weapons by name.

    `base_mm` is the diameter of a round base, or the length of another, which also has a width, `base_wide_mm`. `own`
    are the models' characteristics if these differ from the unit's. `name` is then the models' name, or that of a
    single model to which an ability of its unit refers by name.
    """

    count: Annotated[int, Field(ge=1, le=100)]
    base_mm: Annotated[float, Field(ge=SMALLEST, le=LARGEST)]
    base_wide_mm: Annotated[float, Field(ge=NARROWEST, le=LARGEST)] | None = None
    base_shape: Literal["round", "oval", "rectangle"] = "round"
    titles: Annotated[tuple[Title, ...], Field(max_length=3)] = ()
    weapons: Annotated[tuple[Name, ...], Field(max_length=20)] = ()
    assumed_base: bool = False
    name: Annotated[str, Field(max_length=80)] = ""
    own: CharacteristicsDocument | None = None

    @property
    def disc_mm(self) -> float:
        """The diameter of the disc that older games use for the base: its mean size if not round (A-AMB-4)."""
        return self.base_mm if self.base_wide_mm is None else disc_for(self.base_mm, self.base_wide_mm)

    @model_validator(mode="after")
    def _shaped(self) -> ModelsDocument:
        """Refuse a base with a width that does not match its shape."""
        if self.base_shape == "round" and self.base_wide_mm is not None:
            refuse("base_wide_mm", _("a round base has no width - say base_shape, oval or rectangle"))
        if self.base_shape != "round" and self.base_wide_mm is None:
            refuse("base_shape", _("a base of this shape has a width - say base_wide_mm"))
        return self


def disc_for(long: float, wide: float) -> float:
    """Return the diameter of the disc that older games use for a base of this length and width, in mm (A-AMB-4)."""
    return min(max((long + wide) / 2, SMALLEST), LARGEST)


class UnitDocument(Part):
    """A unit as its warscroll describes it; None stands for a printed "-".

    `keywords` are as printed ("WIZARD (1)", "WARD (6+)"). `banishment` is 0 if the unit cannot be banished. `apart` is
    the greatest distance between the parts of a manifestation in inches, 0 for a unit in coherency (A-MAN-7). `chosen`
    are the enhancements and options that its list names.
    """

    id: Identifier
    name: Name
    points: Annotated[int, Field(ge=0, le=5000)] = 0
    move: AmountText | None = None
    health: Annotated[int, Field(ge=1, le=200)]
    save: Needed | None = None
    control: Annotated[int, Field(ge=0, le=100)] | None = None
    banishment: Annotated[int, Field(ge=0, le=20)] = 0
    keywords: Annotated[tuple[Keyword, ...], Field(max_length=60)] = ()
    models: Annotated[tuple[ModelsDocument, ...], Field(min_length=1, max_length=40)]
    weapons: Annotated[tuple[WeaponDocument, ...], Field(max_length=40)] = ()
    abilities: Annotated[tuple[AbilityDocument, ...], Field(max_length=60)] = ()
    general: bool = False
    reinforced: bool = False
    apart: Annotated[int, Field(ge=0, le=60)] = 0
    chosen: Annotated[tuple[Name, ...], Field(max_length=40)] = ()

    @property
    def characteristics(self) -> CharacteristicsDocument:
        """The characteristics of its models that have none of their own."""
        return CharacteristicsDocument(move=self.move, health=self.health, save=self.save, control=self.control)

    @property
    def size(self) -> int:
        """The number of its models at the start."""
        return sum(group.count for group in self.models)

    @model_validator(mode="after")
    def _armed(self) -> UnitDocument:
        """Refuse models with weapons that the unit does not have."""
        weapon_names = {weapon.name for weapon in self.weapons}
        for index, group in enumerate(self.models):
            for weapon in group.weapons:
                if weapon not in weapon_names:
                    refuse(f"models[{index}].weapons", _("{weapon!r} is not a weapon of this unit", weapon=weapon))
        return self


class RegimentDocument(Part):
    """A regiment: its units, the leader first (A-ROS-2); `renown` if it is a regiment of renown (A-IMP-14)."""

    name: Name = "Regiment"
    renown: bool = False
    units: Annotated[tuple[UnitDocument, ...], Field(min_length=1, max_length=150)]


class ArmyDocument(FacedDocument):
    """An army (A-ROS-1): regiments, auxiliary units, faction terrain, manifestations to summon, and abilities.

    `limit` is the points limit for which it was made, 0 for none (A-ROS-7).
    """

    format: Literal["inchwise-aos4-army"] = "inchwise-aos4-army"
    version: Literal[1] = 1
    ruleset: Literal["aos4"] = "aos4"
    name: Name
    faction: Name
    battlepack: Annotated[str, Field(max_length=80)] = ""
    limit: Annotated[int, Field(ge=0, le=100_000)] = 0
    formation: Annotated[str, Field(max_length=80)] = ""
    lores: Annotated[tuple[Name, ...], Field(max_length=20)] = ()
    regiments: Annotated[tuple[RegimentDocument, ...], Field(max_length=60)] = ()
    auxiliaries: Annotated[tuple[UnitDocument, ...], Field(max_length=150)] = ()
    terrain: Annotated[tuple[UnitDocument, ...], Field(max_length=30)] = ()
    manifestations: Annotated[tuple[UnitDocument, ...], Field(max_length=60)] = ()
    abilities: Annotated[tuple[AbilityDocument, ...], Field(max_length=600)] = ()
    packs: Annotated[tuple[PackDocument, ...], Field(max_length=10)] = ()

    @model_validator(mode="after")
    def _sound(self) -> ArmyDocument:
        """Refuse an army without units, or with two units that have the same id."""
        if not self.regiments and not self.auxiliaries:
            refuse("regiments", _("has no unit - add a regiment (A-ROS-1)"))
        ids = Counter(unit.id for unit in (*self.units, *self.terrain, *self.manifestations))
        repeated = next((name for name, count in ids.items() if count > 1), None)
        if repeated is not None:
            refuse("", _("two units have the id {id!r} - give each its own", id=repeated))
        return self

    @property
    def units(self) -> Iterator[UnitDocument]:
        """Every unit that is deployed: of the regiments, then the auxiliaries."""
        for regiment in self.regiments:
            yield from regiment.units
        yield from self.auxiliaries

    @property
    def is_round(self) -> bool:
        """Whether all its bases are round."""
        units = (*self.units, *self.terrain, *self.manifestations)
        return all(group.base_wide_mm is None for unit in units for group in unit.models)

    @property
    def points(self) -> int:
        """The points of the whole army."""
        return sum(unit.points for unit in (*self.units, *self.terrain))


def together(packs: Sequence[PackDocument]) -> tuple[AbilityDocument, ...]:
    """Return the abilities of several packs together; raise `DocumentError` if two packs conflict.

    A later pack replaces an ability that it lists in `overrides`, and a core pack those of an earlier core pack. Equal
    abilities count as one.
    """
    owned: dict[str, tuple[AbilityDocument, PackDocument]] = {}
    for pack in packs:
        for ability in pack.abilities:
            before, owner = owned.get(ability.id, (ability, pack))
            replaces = ability.id in pack.overrides or owner.kind == pack.kind == "core"
            if before != ability and not replaces:
                text = N_("the pack {owner!r} also has it - list it in `overrides`, or rename it (A-IMP-3)")
                raise DocumentError(pack.id, ability.id, _(text, owner=owner.id))
            owned[ability.id] = ability, pack
    return tuple(ability for ability, _owner in owned.values())


def every_ability(army: ArmyDocument) -> Iterator[tuple[str, AbilityDocument]]:
    """Yield the abilities of an army, each with the name of its unit, or "" for abilities of the whole army."""
    for unit in (*army.units, *army.terrain, *army.manifestations):
        for ability in unit.abilities:
            yield unit.name, ability
    for ability in army.abilities:
        yield "", ability
    for ability in together(army.packs):
        yield "", ability


def by_hand(army: ArmyDocument, effects: Collection[str]) -> list[tuple[str, AbilityDocument]]:
    """Return the abilities of an army with an effect that is not among `effects`; people apply them (A-IMP-8)."""
    owned = {ability.id: (owner, ability) for owner, ability in every_ability(army)}
    return [(owner, ability) for owner, ability in owned.values() if ability.effect_id not in effects]


MOST_IN_REGIMENT: Final = 3
MOST_WITH_GENERAL: Final = 4
MOST_REGIMENTS: Final = 5


def breaches(army: ArmyDocument) -> list[Refusal]:
    """Return every rule that an army breaks, in the order of the rules. An army may break them (A-IMP-12)."""
    broken = [breach for regiment in army.regiments for breach in _of_regiment(regiment)]
    broken += [*_of_general(army), *_of_reinforced(army), *_of_unique(army), *_of_auxiliaries(army)]
    return broken + list(_of_battlepack(army))


def reinforced(unit: UnitDocument) -> UnitDocument:
    """Return a unit with twice its models, for twice the points (A-ROS-4).

    It has twice as many titles if a keyword gives one title per number of models, else as many as before (A-KEY-6).
    """
    repeated_titles = [
        title for title in ("champion", "musician", "standard bearer") if f"{title.upper()} (1/" in str(unit.keywords)
    ]
    added = [
        group.model_copy(update={"titles": tuple(title for title in group.titles if title in repeated_titles)})
        for group in unit.models
    ]
    models = [*unit.models]
    for group in sorted(added, key=lambda group: not group.titles):
        if models[-1] == group.model_copy(update={"count": models[-1].count}):
            models[-1] = group.model_copy(update={"count": models[-1].count + group.count})
        else:
            models.append(group)
    return unit.model_copy(update={"models": tuple(models), "points": 2 * unit.points, "reinforced": True})


def has(unit: UnitDocument, keyword: str) -> bool:
    """Return whether a unit has a keyword, ignoring a value in brackets behind it."""
    return any(word.partition(" (")[0] == keyword for word in unit.keywords)


def _of_regiment(regiment: RegimentDocument) -> Iterator[Refusal]:
    """Yield the rules that a regiment breaks: one hero leads it, with a limited number of other units (A-ROS-2)."""
    if regiment.renown:
        return
    heroes = [unit for unit in regiment.units if has(unit, "HERO")]
    if not heroes:
        yield Refusal(_("{regiment}: no hero leads it", regiment=regiment.name), "A-ROS-2")
    if len(heroes) > 1:
        text = N_("{regiment}: {n} heroes ({names}) - only one leads; some may bring others, see their warscrolls")
        names = ", ".join(hero.name for hero in heroes)
        yield Refusal(_(text, regiment=regiment.name, n=len(heroes), names=names), "A-ROS-8")
    most = MOST_WITH_GENERAL if any(hero.general for hero in heroes) else MOST_IN_REGIMENT
    others = len(regiment.units) - len(heroes)
    if others > most:
        text = N_("{regiment}: {n} units besides its hero; at most {most} allowed")
        yield Refusal(_(text, regiment=regiment.name, n=others, most=most), "A-ROS-2")


def _of_general(army: ArmyDocument) -> Iterator[Refusal]:
    """Yield broken rules about the general: one leading hero, with WARMASTER if any unit has it (A-ROS-3, A-KEY-9)."""
    leaders = [hero for regiment in army.regiments for hero in regiment.units if has(hero, "HERO")]
    generals = [unit for unit in army.units if unit.general]
    if len(generals) != 1:
        text = N_("{n} generals; there must be exactly one")
        yield Refusal(_(text, n=len(generals)), "A-ROS-3")
    for general in generals:
        if not any(general is leader for leader in leaders):
            yield Refusal(_("{unit}: the general must be a hero who leads a regiment", unit=general.name), "A-ROS-3")
    warmasters = [unit.name for unit in army.units if has(unit, "WARMASTER")]
    if warmasters and not any(has(general, "WARMASTER") for general in generals):
        text = N_("the general must be a unit with WARMASTER: {names}")
        yield Refusal(_(text, names=", ".join(warmasters)), "A-ROS-3")


def _of_reinforced(army: ArmyDocument) -> Iterator[Refusal]:
    """Yield broken rules about reinforced units. The right size is known only from a normal unit of the same name."""
    normal = {unit.name: unit for unit in army.units if not unit.reinforced}
    for unit in army.units:
        if unit.reinforced and unit.size % 2:
            text = N_("{unit}: {n} models - a reinforced unit has twice as many as a normal one")
            yield Refusal(_(text, unit=unit.name, n=unit.size), "A-ROS-4")
        elif unit.reinforced and unit.name in normal and unit.size != 2 * normal[unit.name].size:
            facts = {"unit": unit.name, "n": unit.size, "wanted": 2 * normal[unit.name].size}
            yield Refusal(_("{unit}: reinforced to {n} models, not {wanted}", **facts), "A-ROS-4")


def _of_unique(army: ArmyDocument) -> Iterator[Refusal]:
    """Yield broken rules about UNIQUE units, which are taken once and never reinforced (A-ROS-5, A-KEY-9)."""
    unique = [unit for unit in army.units if has(unit, "UNIQUE")]
    for name, count in Counter(unit.name for unit in unique).items():
        if count > 1:
            yield Refusal(_("{unit}: taken {n} times, but only one is allowed", unit=name, n=count), "A-ROS-5")
    for unit in unique:
        if unit.reinforced:
            yield Refusal(_("{unit}: unique units cannot be reinforced", unit=unit.name), "A-ROS-5")


def _of_auxiliaries(army: ArmyDocument) -> Iterator[Refusal]:
    """Yield auxiliary units without the army's faction keyword, if any unit in a regiment has that keyword."""
    faction = army.faction.upper()
    if not any(has(unit, faction) for regiment in army.regiments for unit in regiment.units):
        return
    for unit in army.auxiliaries:
        if not has(unit, faction):
            text = N_("{unit}: an auxiliary unit must be of the army's faction, {faction}")
            yield Refusal(_(text, unit=unit.name, faction=army.faction), "A-ROS-6")


def _of_battlepack(army: ArmyDocument) -> Iterator[Refusal]:
    """Yield the limits of the battlepack that an army exceeds (A-ROS-7)."""
    regiments = len(army.regiments)
    if not 1 <= regiments <= MOST_REGIMENTS:
        text = N_("{n} regiments; there must be 1 to {most}")
        yield Refusal(_(text, n=regiments, most=MOST_REGIMENTS), "A-ROS-7")
    renown = sum(regiment.renown for regiment in army.regiments)
    for kind, count in ((N_("regiments of renown"), renown), (N_("faction terrain"), len(army.terrain))):
        if count > 1:
            yield Refusal(_("{n} × {kind}; at most one allowed", n=count, kind=_(kind)), "A-ROS-7")
    if army.limit and army.points > army.limit:
        facts = {"points": army.points, "limit": army.limit}
        yield Refusal(_("{points} points, the limit is {limit}", **facts), "A-ROS-7")
