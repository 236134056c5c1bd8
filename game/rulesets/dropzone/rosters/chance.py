"""An army by chance: battlegroups and squads at random, as many as the rules and the points allow."""

from __future__ import annotations

from random import Random
from typing import Final

from game.documents.error import DocumentError
from game.rulesets.dropzone.documents.armies import (
    VALUES,
    ArmyDocument,
    CommanderDocument,
    GroupDocument,
    SquadDocument,
)
from game.rulesets.dropzone.documents.catalogue import SEATED, bundled_army
from game.rulesets.dropzone.documents.legality import CONTENTS, breaches, size_of
from game.rulesets.dropzone.documents.sheets import UnitDocument
from game.wording import _

FEWEST, MOST = 500, 3000
"""Points of an army made at random (D-ARMY-1)."""
TRIES: Final = 200


def random_army(name: str, seed: int, faction: str, limit: int) -> ArmyDocument:
    """Return a legal army of the units that come with the program; raise `DocumentError`."""
    rng, known = Random(seed), {army.faction: army for army in map(bundled_army, SEATED)}
    chosen = faction or rng.choice([*known])
    if chosen not in known:
        reason = _("no units belong to {faction!r} - use one of {known}", faction=faction[:40], known=", ".join(known))
        raise DocumentError(name, "faction", reason)
    if not FEWEST <= limit <= MOST:
        facts = {"limit": limit, "least": FEWEST, "most": MOST}
        raise DocumentError(name, "limit", _("{limit} points - choose {least} to {most} (D-ARMY-1)", **facts))
    for _attempt in range(TRIES):
        army = _core(rng, name, known[chosen], limit)
        if not breaches(army):
            try:
                return ArmyDocument.model_validate(_filled(rng, army).model_dump())
            except ValueError:
                raise DocumentError(name, "name", _("is not a valid name - use one line, at most 80 letters")) from None
    raise DocumentError(name, "limit", _("no legal army was found for {limit} points", limit=limit))


def _core(rng: Random, name: str, source: ArmyDocument, limit: int) -> ArmyDocument:
    """Return an army of the battlegroups that every army of its size has, with as little as possible in each."""
    sheets = {each.id: each for each in source.units}
    groups: list[GroupDocument] = []
    number = 0
    for kind, (least, _most) in size_of(limit).groups.items():
        for _group in range(max(least, int(kind == "HQ"))):
            squads = []
            for category, (needed, _limit) in CONTENTS[kind].items():
                fitting = [each for each in source.units if each.category == category]
                for _squad in range(needed if fitting else 0):
                    number += 1
                    squads.append(_squad_of(rng.choice(fitting), number))
            if squads:
                groups.append(GroupDocument(id=f"{kind.lower().replace(' ', '-')}-{len(groups) + 1}", kind=kind,
                                            squads=tuple(squads)))  # fmt: skip
    leader = next(unit for group in groups for squad in group.squads for unit in squad.units
                  if sheets[squad.unit].category == "Command")  # fmt: skip
    commander = CommanderDocument(name=_("Commander"), value=1, unit=leader)
    return source.model_copy(
        update={"name": name, "limit": limit, "groups": tuple(groups), "auxiliaries": (), "commanders": (commander,)}
    )


def _squad_of(sheet: UnitDocument, number: int) -> SquadDocument:
    return SquadDocument(id=f"{sheet.id}-{number}"[:30], unit=sheet.id, size=sheet.squad[0])


def _filled(rng: Random, army: ArmyDocument) -> ArmyDocument:
    """Return an army with larger and further squads, and a better Commander, as long as the rules allow it."""
    for number in range(TRIES):
        place = rng.randrange(len(army.groups))
        group = army.groups[place]
        if rng.random() < 0.5:
            which = rng.randrange(len(group.squads))
            squad = group.squads[which]
            larger = squad.model_copy(update={"size": squad.size + 1})
            squads = (*group.squads[:which], larger, *group.squads[which + 1 :])
        else:
            fitting = [each for each in army.units if each.category in CONTENTS[group.kind]]
            squads = (*group.squads, _squad_of(rng.choice(fitting), 100 + number))
        grown = group.model_copy(update={"squads": squads})
        army = _if_legal(army, {"groups": (*army.groups[:place], grown, *army.groups[place + 1 :])})
    for value in sorted(VALUES):
        commander = army.commanders[0].model_copy(update={"value": value})
        army = _if_legal(army, {"commanders": (commander,)})
    return army


def _if_legal(army: ArmyDocument, changes: dict[str, object]) -> ArmyDocument:
    changed = army.model_copy(update=changes)
    return army if breaches(changed) else changed
