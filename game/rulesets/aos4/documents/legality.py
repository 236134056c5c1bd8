"""The army-building rules that an army breaks: always reported, never a reason not to play (A-ROS, A-IMP-12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from game.refusal import Refusal
from game.rulesets.aos4.documents.armies import ArmyDocument, RegimentDocument, UnitDocument
from game.wording import N_, _

MOST_IN_REGIMENT: Final = 3
MOST_WITH_GENERAL: Final = 4
MOST_REGIMENTS: Final = 5


def breaches(army: ArmyDocument) -> list[Refusal]:
    """Return everything that an army breaks, in the order of the rules; it bars no army (A-IMP-12)."""
    found = [breach for regiment in army.regiments for breach in _of_regiment(regiment)]
    found += [*_of_general(army), *_of_reinforced(army), *_of_unique(army), *_of_auxiliaries(army)]
    return found + list(_of_battlepack(army))


def reinforced(unit: UnitDocument) -> UnitDocument:
    """Return a unit with twice its models, for twice the points (A-ROS-4).

    It has twice as many titles if a keyword gives one title per number of models, else as many as before (A-KEY-6).
    """
    shared = [
        title for title in ("champion", "musician", "standard bearer") if f"{title.upper()} (1/" in str(unit.keywords)
    ]
    again = [
        group.model_copy(update={"titles": tuple(title for title in group.titles if title in shared)})
        for group in unit.models
    ]
    models = [*unit.models]
    for group in sorted(again, key=lambda group: not group.titles):
        if models[-1] == group.model_copy(update={"count": models[-1].count}):
            models[-1] = group.model_copy(update={"count": models[-1].count + group.count})
        else:
            models.append(group)
    return unit.model_copy(update={"models": tuple(models), "points": 2 * unit.points, "reinforced": True})


def has(unit: UnitDocument, keyword: str) -> bool:
    """Return whether a unit has a keyword, ignoring a value in brackets behind it."""
    return any(word.partition(" (")[0] == keyword for word in unit.keywords)


def _of_regiment(regiment: RegimentDocument) -> Iterator[Refusal]:
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
    """There is one general, a leading hero; where units have WARMASTER, one of these (A-ROS-3, A-KEY-9)."""
    leaders = [hero for regiment in army.regiments for hero in regiment.units if has(hero, "HERO")]
    generals = [unit for unit in army.units if unit.general]
    if len(generals) != 1:
        text = N_("{n} generals; there must be exactly one")
        yield Refusal(_(text, n=len(generals)), "A-ROS-3")
    for general in generals:
        if not any(general is leader for leader in leaders):
            yield Refusal(_("{unit}: the general must be a hero who leads a regiment", unit=general.name), "A-ROS-3")
    masters = [unit.name for unit in army.units if has(unit, "WARMASTER")]
    if masters and not any(has(general, "WARMASTER") for general in generals):
        text = N_("the general must be a unit with WARMASTER: {names}")
        yield Refusal(_(text, names=", ".join(masters)), "A-ROS-3")


def _of_reinforced(army: ArmyDocument) -> Iterator[Refusal]:
    """What a reinforced unit should be is known only where the army has a plain one of the same name too."""
    plain = {unit.name: unit for unit in army.units if not unit.reinforced}
    for unit in army.units:
        if unit.reinforced and unit.size % 2:
            text = N_("{unit}: {n} models - a reinforced unit has twice as many as a normal one")
            yield Refusal(_(text, unit=unit.name, n=unit.size), "A-ROS-4")
        elif unit.reinforced and unit.name in plain and unit.size != 2 * plain[unit.name].size:
            facts = {"unit": unit.name, "n": unit.size, "wanted": 2 * plain[unit.name].size}
            yield Refusal(_("{unit}: reinforced to {n} models, not {wanted}", **facts), "A-ROS-4")


def _of_unique(army: ArmyDocument) -> Iterator[Refusal]:
    """A UNIQUE unit is taken once and never reinforced (A-ROS-5, A-KEY-9)."""
    unique = [unit for unit in army.units if has(unit, "UNIQUE")]
    for name, count in Counter(unit.name for unit in unique).items():
        if count > 1:
            yield Refusal(_("{unit}: taken {n} times, but only one is allowed", unit=name, n=count), "A-ROS-5")
    for unit in unique:
        if unit.reinforced:
            yield Refusal(_("{unit}: unique units cannot be reinforced", unit=unit.name), "A-ROS-5")


def _of_auxiliaries(army: ArmyDocument) -> Iterator[Refusal]:
    """Auxiliary units come from the army's faction: where the faction is a keyword of its units, of theirs too."""
    faction = army.faction.upper()
    if not any(has(unit, faction) for regiment in army.regiments for unit in regiment.units):
        return
    for unit in army.auxiliaries:
        if not has(unit, faction):
            text = N_("{unit}: an auxiliary unit must be of the army's faction, {faction}")
            yield Refusal(_(text, unit=unit.name, faction=army.faction), "A-ROS-6")


def _of_battlepack(army: ArmyDocument) -> Iterator[Refusal]:
    regiments = len(army.regiments)
    if not 1 <= regiments <= MOST_REGIMENTS:
        text = N_("{n} regiments; there must be 1 to {most}")
        yield Refusal(_(text, n=regiments, most=MOST_REGIMENTS), "A-ROS-7")
    for kind, count in _singles(army).items():
        if count > 1:
            yield Refusal(_("{n} × {kind}; at most one allowed", n=count, kind=_(kind)), "A-ROS-7")
    if army.limit and army.points > army.limit:
        facts = {"points": army.points, "limit": army.limit}
        yield Refusal(_("{points} points, the limit is {limit}", **facts), "A-ROS-7")


def _singles(army: ArmyDocument) -> dict[str, int]:
    """Return how many there are of what there may be one of."""
    renown = sum(regiment.renown for regiment in army.regiments)
    return {N_("regiments of renown"): renown, N_("faction terrain"): len(army.terrain)}
