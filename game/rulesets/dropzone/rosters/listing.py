"""Armies for people: found, listed, made at random, in words, and as cards with their stat sheets."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from game.documents.error import DocumentError
from game.engine.kit.rosters import ImportedRosters
from game.engine.rulebook.facets import Parameter, Values
from game.engine.rulebook.making import Card, MemberCard
from game.engine.rulebook.view import Line
from game.rulesets.dropzone.documents.armies import (
    VALUES,
    ArmyDocument,
    CommanderDocument,
    GroupDocument,
    SquadDocument,
)
from game.rulesets.dropzone.documents.catalogue import ARMIES, SEATED, bundled_army
from game.rulesets.dropzone.documents.legality import CONTENTS, breaches, size_of
from game.rulesets.dropzone.documents.sheets import UnitDocument, special
from game.rulesets.dropzone.rosters.drafts import ArmyDraft
from game.rulesets.dropzone.rules.setup import GROUP_NAMES
from game.rulesets.dropzone.view.event_text import RULES
from game.rulesets.dropzone.view.sheets import unit_lines
from game.wording import N_, _, ngettext, series

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


USUAL_LIMIT: Final = 700
"""Points of an army made at random, if nothing else is asked for."""


class Armies(ImportedRosters[ArmyDocument]):
    """The rosters of Dropzone Commander: armies by name or file, and in words."""

    known, kind = ARMIES, "army"
    parameters: tuple[Parameter, ...] = (
        Parameter("faction", N_("Its faction; random if left out."), metavar="NAME"),
        Parameter("limit", N_("Its points limit; 700 if left out (D-ARMY-1)."), "number", most=MOST),
    )

    def own(self) -> list[tuple[str, dict[str, Any]]]:
        return []  # they can be changed, and are listed among those

    def listed(self, name: str, roster: ArmyDocument) -> tuple[str, dict[str, Any]]:
        squads = [*roster.squads]
        facts = {"faction": roster.faction, "points": roster.points, "limit": roster.limit, "squads": len(squads),
                 "units": sum(each.size for each in squads)}  # fmt: skip
        line = _("{name:<22}{title:<28}{squads} squads, {units} units, {points} of {limit} points", name=name,
                 title=roster.name, **facts)  # fmt: skip
        return line, {"army": name, "name": roster.name, **facts}

    def make(self, name: str, seed: int, values: Values) -> ArmyDocument:
        """Return a legal army by chance; raise `DocumentError`."""
        limit = USUAL_LIMIT if values.get("limit") is None else int(str(values["limit"]))
        return random_army(name, seed, str(values.get("faction") or ""), limit)

    def sheet(self, roster: ArmyDocument) -> Iterator[str]:
        """Yield an army as lines of text, at the end the rules that it breaks."""
        facts = {"name": roster.name, "faction": roster.faction, "points": roster.points, "limit": roster.limit}
        yield _("{name} ({faction}), {points} of {limit} points", **facts)
        for group in roster.groups:
            yield ""
            yield _(GROUP_NAMES[group.kind])
            yield from (f"  {_squad(roster, squad)}" for squad in group.squads)
        if roster.auxiliaries:
            yield ""
            yield _("Auxiliary squads")
            yield from (f"  {_squad(roster, squad)}" for squad in roster.auxiliaries)
        yield from map(_commander, roster.commanders)
        for unit in roster.units:
            yield ""
            yield _("{name} ({category}), {points} points", name=unit.name, category=_(unit.category),
                    points=unit.points)  # fmt: skip
            for line in unit_lines(unit):
                yield f"  {line.text} ({line.rule})" if line.rule else f"  {line.text}"
        yield from (str(breach) for breach in breaches(roster))


def _commander(each: CommanderDocument) -> str:
    words = {"name": each.name, "value": each.value, "points": each.points, "unit": each.unit}
    return _("{name}, Command Value {value}, {points} points, in {unit}", **words)


def _squad(army: ArmyDocument, squad: SquadDocument) -> str:
    sheet = army.sheet(squad)
    points = _("{points} points", points=sheet.points * squad.size)
    aboard = _(", in {transport}", transport=" / ".join(squad.aboard)) if squad.aboard else ""
    return f"{sheet.name}{f' ×{squad.size}' if squad.size > 1 else ''}, {points}{aboard}"


DOTS: Final = "…"
"""Stands for what is open in a draft."""


def card_of(army: ArmyDocument) -> Card:
    """Return an army for display; rules that it breaks are among its lines."""
    return _card(army, tuple(Line(breach.text, breach.rule, "warning") for breach in breaches(army)))


def draft_card(draft: ArmyDraft) -> Card:
    """Return an army in the making for display, as far as it is made."""
    return _card(draft.army(), ())


def _card(army: ArmyDocument, broken: tuple[Line, ...]) -> Card:
    facts = {"faction": army.faction or DOTS, "points": army.points, "limit": army.limit,
             "size": _(size_of(army.limit).name)}  # fmt: skip
    squads = [*army.squads]
    n, units = len(squads), sum(squad.size for squad in squads)
    lines = [
        Line(_("{faction}, {points} of {limit} points: {size}", **facts), "D-ARMY-10"),
        Line(f"{ngettext('{n} squad', '{n} squads', n)}, {ngettext('{n} unit', '{n} units', units)}", "D-UNIT-2"),
    ]
    lines += [Line(_commander(each), "D-ARMY-7") for each in army.commanders]
    members = [_member(army, squad, _(GROUP_NAMES[group.kind])) for group in army.groups for squad in group.squads] + [
        _member(army, squad, _("Auxiliary")) for squad in army.auxiliaries
    ]
    return Card(army.name or DOTS, (*lines, *broken), "", tuple(members), tuple(_wordings(army)))


def _member(army: ArmyDocument, squad: SquadDocument, group: str) -> MemberCard:
    """Return a squad for display; its figure is its points."""
    sheet = army.sheet(squad)
    aboard = _("in {transport}", transport=series(sorted(set(squad.aboard)))) if squad.aboard else ""
    count = f"× {squad.size}" if squad.size > 1 else ""
    note = ", ".join(part for part in (count, group, aboard) if part)
    led = any(each.unit in squad.units for each in army.commanders)
    return MemberCard(sheet.name, "base", str(sheet.points * squad.size), led, tuple(unit_lines(sheet)), note)


def _wordings(army: ArmyDocument) -> Iterator[Line]:
    """Yield the wording of each special rule once."""
    seen: set[str] = set()
    for sheet in army.units:
        for text in (*sheet.special, *(each for weapon in sheet.weapons for each in weapon.special)):
            rule = special(text).rule
            if rule and rule not in seen:
                seen.add(rule)
                yield Line(f"{text}: {RULES.wording(rule)}", rule, icon="trait")
