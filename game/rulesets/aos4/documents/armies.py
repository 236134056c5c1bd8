"""Warscrolls and armies as documents (A-ROS, 18.1), and their packs together (A-IMP-3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field, model_validator

from game.documents.error import DocumentError
from game.documents.reading import Document, Identifier, Name, Part, refuse
from game.rulesets.aos4.documents.abilities import AbilityDocument, Keyword, PackDocument
from game.rulesets.aos4.documents.amounts import AmountText
from game.wording import N_, _

Needed = Annotated[int, Field(ge=2, le=6)]
"""The lowest face that succeeds on a die."""
Title = Literal["champion", "musician", "standard bearer"]


class WeaponDocument(Part):
    """A weapon; `range_in` inches if it shoots, None if it is for combat; `by_hand` if the program cannot roll for it.

    `hit`, `wound` are what the dice must show, 0 where the weapon says none; `abilities` as printed (A-WPN).
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


class ModelsDocument(Part):
    """Models of a unit that are alike: how many, their base in millimetres, titles, and weapons by name."""

    count: Annotated[int, Field(ge=1, le=100)]
    base_mm: Annotated[float, Field(ge=20, le=250)]
    titles: Annotated[tuple[Title, ...], Field(max_length=3)] = ()
    weapons: Annotated[tuple[Name, ...], Field(max_length=20)] = ()
    assumed_base: bool = False


class UnitDocument(Part):
    """A unit as its warscroll says; None stands for a printed "-".

    `keywords` as printed ("WIZARD (1)", "WARD (6+)"); `banishment` is 0 for what cannot be banished; `apart` the inches
    that the parts of a manifestation may stand apart, 0 for a unit in coherency (A-MAN-7).
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

    @property
    def size(self) -> int:
        """The number of its models at the start."""
        return sum(group.count for group in self.models)

    @model_validator(mode="after")
    def _armed(self) -> UnitDocument:
        known = {weapon.name for weapon in self.weapons}
        for index, group in enumerate(self.models):
            for weapon in group.weapons:
                if weapon not in known:
                    refuse(f"models[{index}].weapons", _("{weapon!r} is not a weapon of this unit", weapon=weapon))
        return self


class RegimentDocument(Part):
    """A regiment: its units, the leader first (A-ROS-2); `renown` if it is a regiment of renown (A-IMP-14)."""

    name: Name = "Regiment"
    renown: bool = False
    units: Annotated[tuple[UnitDocument, ...], Field(min_length=1, max_length=20)]


class ArmyDocument(Document):
    """An army (A-ROS-1): regiments, auxiliary units, faction terrain, what it may summon, and its abilities.

    `limit` is the points it was made for, 0 for none (A-ROS-7).
    """

    format: Literal["inchwise-aos4-army"] = "inchwise-aos4-army"
    version: Literal[1] = 1
    ruleset: Literal["aos4"] = "aos4"
    name: Name
    faction: Name
    battlepack: Annotated[str, Field(max_length=80)] = ""
    limit: Annotated[int, Field(ge=0, le=100_000)] = 0
    regiments: Annotated[tuple[RegimentDocument, ...], Field(max_length=20)] = ()
    auxiliaries: Annotated[tuple[UnitDocument, ...], Field(max_length=40)] = ()
    terrain: Annotated[tuple[UnitDocument, ...], Field(max_length=10)] = ()
    manifestations: Annotated[tuple[UnitDocument, ...], Field(max_length=20)] = ()
    abilities: Annotated[tuple[AbilityDocument, ...], Field(max_length=200)] = ()
    packs: Annotated[tuple[PackDocument, ...], Field(max_length=10)] = ()

    @model_validator(mode="after")
    def _sound(self) -> ArmyDocument:
        if not self.regiments and not self.auxiliaries:
            refuse("regiments", _("has no unit - add a regiment (A-ROS-1)"))
        ids = Counter(unit.id for unit in (*self.units, *self.terrain, *self.manifestations))
        double = next((name for name, count in ids.items() if count > 1), None)
        if double is not None:
            refuse("", _("two units have the id {id!r} - give each its own", id=double))
        return self

    @property
    def units(self) -> Iterator[UnitDocument]:
        """Every unit that is deployed: of the regiments, then the auxiliaries."""
        for regiment in self.regiments:
            yield from regiment.units
        yield from self.auxiliaries

    @property
    def points(self) -> int:
        """The points of the whole army."""
        return sum(unit.points for unit in (*self.units, *self.terrain))


def together(packs: Sequence[PackDocument]) -> tuple[AbilityDocument, ...]:
    """Return the abilities of several packs; raise `DocumentError`.

    A later pack replaces an ability where it says `overrides`, and one of core abilities those of an earlier one; two
    that are equal are one.
    """
    found: dict[str, tuple[AbilityDocument, PackDocument]] = {}
    for pack in packs:
        for ability in pack.abilities:
            before, owner = found.get(ability.id, (ability, pack))
            replaces = ability.id in pack.overrides or owner.kind == pack.kind == "core"
            if before != ability and not replaces:
                text = N_("the pack {owner!r} also has it - list it in `overrides`, or rename it (A-IMP-3)")
                raise DocumentError(pack.id, ability.id, _(text, owner=owner.id))
            found[ability.id] = ability, pack
    return tuple(ability for ability, _owner in found.values())


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
    """Return the abilities of an army whose effect is not among those the rules know: people apply it (A-IMP-8)."""
    found = {ability.id: (owner, ability) for owner, ability in every_ability(army)}
    return [(owner, ability) for owner, ability in found.values() if ability.effect_id not in effects]
