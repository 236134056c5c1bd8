"""Several packs in one game: which ability an id stands for (A-IMP-3), and which are used by hand (A-IMP-8)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from game.documents.error import DocumentError
from game.rulesets.aos4.documents.abilities import AbilityDocument, PackDocument
from game.rulesets.aos4.documents.armies import ArmyDocument
from game.wording import N_, _


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
