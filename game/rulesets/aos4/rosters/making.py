"""An army by chance, of the units that come with the program."""

from __future__ import annotations

from random import Random
from typing import Final

from game.documents.error import DocumentError
from game.rulesets.aos4.documents.armies import ArmyDocument, UnitDocument
from game.rulesets.aos4.documents.catalogue import NAMES, bundled_army
from game.rulesets.aos4.documents.legality import MOST_WITH_GENERAL, breaches, has, reinforced
from game.wording import _

LEAST: Final = 200
MOST: Final = 2000


def random_army(name: str, seed: int, faction: str = "", limit: int = 500) -> ArmyDocument:
    """Return a legal army of one regiment by chance, as many units as points allow; raise `DocumentError`."""
    rng = Random(seed)
    known = {bundled_army(each).faction: bundled_army(each) for each in NAMES}
    chosen = faction or rng.choice(sorted(known))
    if chosen not in known:
        text = _("there are no units of faction {faction!r} - use one of {known}", faction=chosen[:40],
                 known=", ".join(known))  # fmt: skip
        raise DocumentError(name, "faction", text)
    if not LEAST <= limit <= MOST:
        text = _("{limit} points - the limit must be {least} to {most} (A-ROS-7)", limit=limit, least=LEAST, most=MOST)
        raise DocumentError(name, "limit", text)
    start = known[chosen]
    hero = next(unit for unit in start.units if has(unit, "HERO"))
    others = [unit for unit in start.units if not has(unit, "HERO")]
    pool = [*others, *others, *(reinforced(unit) for unit in others)]
    rng.shuffle(pool)
    terrain = start.terrain if rng.random() < 0.5 else ()
    left = limit - hero.points - sum(each.points for each in terrain)
    units: list[UnitDocument] = [hero]
    for unit in pool:
        if len(units) <= MOST_WITH_GENERAL and unit.points <= left:
            units.append(unit)
            left -= unit.points
    regiment = start.regiments[0].model_copy(update={"units": _apart(units)})
    army = {**dict(start), "name": name, "limit": limit, "regiments": (regiment,), "terrain": terrain}
    try:
        made = ArmyDocument(**army)
    except ValueError:
        raise DocumentError(name, "name", _("is not a valid name - use one line, at most 80 letters")) from None
    assert not breaches(made)
    return made


def _apart(units: list[UnitDocument]) -> tuple[UnitDocument, ...]:
    """Return units with ids of their own."""
    seen: dict[str, int] = {}
    found = []
    for unit in units:
        seen[unit.id] = seen.get(unit.id, 0) + 1
        found.append(unit if seen[unit.id] == 1 else unit.model_copy(update={"id": f"{unit.id}-no{seen[unit.id]}"}))
    return tuple(found)
