"""Armies for players: by name or file, made at random, as drafts, and shown as text or cards with their stat sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import count
from random import Random
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from game.documents.error import DocumentError
from game.documents.reading import Identifier
from game.engine.kit.rosters import ImportedRosters
from game.engine.rulebook.facets import Gathering, KnownUnit, Parameter, Values
from game.engine.rulebook.making import Card, MemberCard
from game.engine.rulebook.view import Line
from game.rulesets.dropzone.documents.armies import (
    CONTENTS,
    GROUP_NAMES,
    VALUES,
    ArmyDocument,
    ArmyParts,
    CommanderDocument,
    GroupDocument,
    GroupKind,
    SquadDocument,
    breaches,
    size_of,
)
from game.rulesets.dropzone.documents.catalogue import ARMIES, NAMES, SEATED, bundled_army
from game.rulesets.dropzone.documents.exporting import roster_json
from game.rulesets.dropzone.documents.from_list import values_in
from game.rulesets.dropzone.documents.profiles import CATEGORIES, gathering, typed_values
from game.rulesets.dropzone.documents.sheets import UnitDocument, special
from game.rulesets.dropzone.documents.text_list import list_text, listed
from game.rulesets.dropzone.rosters.printed import DOTS, character, commander_line, printed, sections, summary
from game.rulesets.dropzone.rules.setup import unit_name
from game.rulesets.dropzone.view.event_text import RULES
from game.rulesets.dropzone.view.table import unit_lines
from game.wording import N_, _, ngettext, series

USUAL_LIMIT: Final = 700
"""The points of the armies that come with the program."""
DECIDED: Final = ("name", "faction", "limit", "auxiliaries", "commanders")
"""The fields that an army takes over from its draft without a change."""
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


def stem(kind: GroupKind) -> str:
    """Return a kind of battlegroup as ids begin with it."""
    return kind.lower().replace(" ", "-")


class GroupDraft(GroupDocument):
    """A battlegroup that may still be empty."""

    squads: Annotated[tuple[SquadDocument, ...], Field(max_length=12)] = ()


class ArmyDraft(ArmyParts):
    """Everything that is decided about an army so far; `faction` "" is open. `units` are the sheets of its squads."""

    format: Literal["inchwise-dropzone-army-draft"] = "inchwise-dropzone-army-draft"
    name: Annotated[str, Field(max_length=80)] = ""
    faction: Annotated[str, Field(max_length=80)] = ""
    limit: Annotated[int, Field(ge=100, le=10_000)] = USUAL_LIMIT
    units: Annotated[tuple[UnitDocument, ...], Field(max_length=60)] = ()
    own: Annotated[tuple[Identifier, ...], Field(max_length=60)] = ()
    """The ids of the sheets that the player typed in, which may be changed."""
    groups: Annotated[tuple[GroupDraft, ...], Field(max_length=12)] = ()

    def army(self) -> ArmyDocument:
        """Return the army as it stands, unchecked, with the sheets of its squads only."""
        used = {squad.unit for squad in self.squads}
        decided: dict[str, Any] = {name: getattr(self, name) for name in DECIDED}
        units = tuple(sheet for sheet in self.units if sheet.id in used)
        return ArmyDocument.model_construct(**decided, units=units, groups=self.groups)

    def squad(self, identity: str) -> SquadDocument:
        """Return a squad by its id."""
        return next(squad for squad in self.squads if squad.id == identity)

    def commander(self, unit: str) -> CommanderDocument | None:
        """Return the Commander in a unit."""
        return next((commander for commander in self.commanders if commander.unit == unit), None)

    # -- changes -----------------------------------------------------------------------------------

    def _mapped(self, change: Callable[[SquadDocument], SquadDocument | None]) -> ArmyDraft:
        """Return the draft with each squad changed, or left out if `change` returns None."""

        def changed(squads: Sequence[SquadDocument]) -> tuple[SquadDocument, ...]:
            return tuple(new for squad in squads if (new := change(squad)) is not None)

        groups = tuple(group.model_copy(update={"squads": changed(group.squads)}) for group in self.groups)
        return self.model_copy(update={"groups": groups, "auxiliaries": changed(self.auxiliaries)})

    def added(self, sheet: UnitDocument, group: str) -> ArmyDraft:
        """Return the draft with the smallest squad of a unit added to a battlegroup, or to the auxiliaries for ""."""
        squad = SquadDocument(id=self._free_id(sheet), unit=sheet.id, size=sheet.squad[0])
        has_sheet = any(unit.id == sheet.id for unit in self.units)
        draft = self if has_sheet else self.model_copy(update={"units": (*self.units, sheet)})
        if not group:
            return draft.model_copy(update={"auxiliaries": (*self.auxiliaries, squad)})
        groups = tuple(
            old_group.model_copy(update={"squads": (*old_group.squads, squad)}) if old_group.id == group else old_group
            for old_group in self.groups
        )
        return draft.model_copy(update={"groups": groups})

    def _free_id(self, sheet: UnitDocument) -> str:
        """Return an id for a squad: that of the sheet, with a letter if another one has it."""
        used_ids = {name for squad in self.squads for name in (squad.id, *squad.units)}
        stem = sheet.id[:50]
        endings = ("", *(f"-{letter}" for letter in LETTERS[1:]), *(f"-{letter}{letter}" for letter in LETTERS))
        return next(f"{stem}{ending}" for ending in endings if f"{stem}{ending}" not in used_ids)

    def resized(self, identity: str, size: int) -> ArmyDraft:
        """Return the draft with another number of units in a squad, 0 for none.

        Its units keep their Transports, cargo and Commanders. Cargo of units that leave starts on foot, and their
        Commanders leave too.
        """
        before = self.squad(identity)
        aboard = before.aboard if len(before.aboard) < 2 else tuple(before.carrier(number) for number in range(size))
        after = before.model_copy(update={"size": size, "aboard": aboard})
        names = dict(zip(before.units, (after.units if size else ()), strict=False))
        leaving = set(before.units) - names.keys()

        def change(squad: SquadDocument) -> SquadDocument | None:
            if squad.id == identity:
                return after if size else None
            carriers = tuple(names.get(carrier, carrier) for carrier in squad.aboard)
            return squad.model_copy(update={"aboard": () if leaving.intersection(squad.aboard) else carriers})

        commanders = tuple(
            commander.model_copy(update={"unit": names.get(commander.unit, commander.unit)})
            for commander in self.commanders
            if commander.unit not in leaving
        )
        return self._mapped(change).model_copy(update={"commanders": commanders})

    def boarded(self, identity: str, carriers: tuple[str, ...]) -> ArmyDraft:
        """Return the draft with a squad in Transports, one for all or one for each unit; without any, on foot."""

        def change(squad: SquadDocument) -> SquadDocument:
            return squad.model_copy(update={"aboard": carriers}) if squad.id == identity else squad

        return self._mapped(change)

    def with_groups(self, kind: GroupKind, number: int) -> ArmyDraft:
        """Return the draft with a number of battlegroups of a kind; surplus ones leave if they are empty."""
        present = [group for group in self.groups if group.kind == kind]
        groups = list(self.groups)
        empty = [group for group in reversed(present) if not group.squads]
        for group in empty[: max(0, len(present) - number)]:
            groups.remove(group)
        used_ids = {group.id for group in groups}
        names = (stem(kind) if place == 1 else f"{stem(kind)}-{place}" for place in count(1))
        free = (name for name in names if name not in used_ids)
        groups += [GroupDraft(id=next(free), kind=kind) for _group in range(number - len(present))]
        return self.model_copy(update={"groups": tuple(groups)})

    def commanded(self, unit: str, value: int, name: str) -> ArmyDraft:
        """Return the draft with a Commander of a Command Value in a unit; 0 removes the Commander."""
        others = tuple(commander for commander in self.commanders if commander.unit != unit)
        commander = self.commander(unit) or CommanderDocument(name=name, value=1, unit=unit)
        new = (commander.model_copy(update={"name": name, "value": value}),) if value else ()
        return self.model_copy(update={"commanders": (*others, *new)})

    def of_faction(self, faction: str) -> ArmyDraft:
        """Return the draft for a faction; a new faction begins without squads."""
        if faction == self.faction:
            return self
        emptied = tuple(group.model_copy(update={"squads": ()}) for group in self.groups)
        typed = tuple(sheet for sheet in self.units if sheet.id in self.own)
        fresh: dict[str, object] = {"units": typed, "groups": emptied, "auxiliaries": (), "commanders": ()}
        return self.model_copy(update={"faction": faction, **fresh})


def factions() -> list[str]:
    """Return the factions of all known armies, bundled or the player's own, by name."""
    return sorted({army.faction for _name, army in ARMIES.all()})


def pool(draft: ArmyDraft) -> dict[str, UnitDocument]:
    """Return the sheets of a draft and of known armies of its faction by id, the first one of several with an id."""
    sheets = {sheet.id: sheet for sheet in draft.units}
    for _name, army in ARMIES.all() if draft.faction else ():
        for sheet in army.units if army.faction == draft.faction else ():
            sheets.setdefault(sheet.id, sheet)
    return sheets


def reopened(army: ArmyDocument) -> ArmyDraft:
    """Return the draft of a finished army."""
    decided = {name: getattr(army, name) for name in DECIDED}
    groups = tuple(GroupDraft(id=group.id, kind=group.kind, squads=group.squads) for group in army.groups)
    bundled_sheets = [sheet for name in NAMES for sheet in bundled_army(name).units]
    own_ids = tuple(sheet.id for sheet in army.units if sheet not in bundled_sheets)
    return ArmyDraft(own=own_ids, units=army.units, groups=groups, **decided)


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
        draft = _core(rng, ArmyDraft(faction=chosen, limit=limit, units=known[chosen].units))
        if not breaches(draft.army()):
            fields = _filled(rng, draft).army().model_dump() | {"name": name, "units": known[chosen].units}
            try:
                return ArmyDocument.model_validate(fields)
            except ValueError:
                raise DocumentError(name, "name", _("is not a valid name - use one line, at most 80 letters")) from None
    raise DocumentError(name, "limit", _("no legal army was found for {limit} points", limit=limit))


def _core(rng: Random, draft: ArmyDraft) -> ArmyDraft:
    """Return a draft with the battlegroups that every army of its size has, each as small as possible."""
    for kind, (least, _most) in size_of(draft.limit).groups.items():
        draft = draft.with_groups(kind, max(least, int(kind == "HQ")))
        for group in [draft_group for draft_group in draft.groups if draft_group.kind == kind]:
            for category, (needed, _limit) in CONTENTS[kind].items():
                sheets = [unit for unit in draft.units if unit.category == category]
                for _squad in range(needed if sheets else 0):
                    draft = draft.added(rng.choice(sheets), group.id)
    leader = next(unit for squad in draft.squads if draft.sheet(squad).category == "Command" for unit in squad.units)
    filled = tuple(group for group in draft.groups if group.squads)
    return draft.model_copy(update={"groups": filled}).commanded(leader, 1, _("Commander"))


def _filled(rng: Random, draft: ArmyDraft) -> ArmyDraft:
    """Return a draft with larger and further squads, and a better Commander, as long as the rules allow it."""
    for _attempt in range(TRIES):
        group = rng.choice(draft.groups)
        if rng.random() < 0.5:
            squad = rng.choice(group.squads)
            trial = draft.resized(squad.id, squad.size + 1)
        else:
            sheets = [unit for unit in draft.units if unit.category in CONTENTS[group.kind]]
            trial = draft.added(rng.choice(sheets), group.id)
        draft = draft if breaches(trial.army()) else trial
    for value in sorted(VALUES):
        trial = draft.commanded(draft.commanders[0].unit, value, draft.commanders[0].name)
        draft = draft if breaches(trial.army()) else trial
    return draft


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
                 "units": sum(squad.size for squad in squads)}  # fmt: skip
        line = _("{name:<22}{title:<28}{squads} squads, {units} units, {points} of {limit} points", name=name,
                 title=roster.name, **facts)  # fmt: skip
        return line, {"army": name, "name": roster.name, **facts}

    def make(self, name: str, seed: int, values: Values) -> ArmyDocument:
        """Return a legal army by chance; raise `DocumentError`."""
        limit = USUAL_LIMIT if values.get("limit") is None else int(str(values["limit"]))
        return random_army(name, seed, str(values.get("faction") or ""), limit)

    def text(self, roster: ArmyDocument) -> Iterator[str]:
        return list_text(listed(roster))

    exchange, printed = staticmethod(roster_json), staticmethod(printed)

    def gathering(self) -> Gathering:
        return gathering(_known, values_in)

    def sheet(self, roster: ArmyDocument) -> Iterator[str]:
        """Yield an army as lines of text, at the end the rules that it breaks."""
        facts = {"name": roster.name, "faction": roster.faction, "points": roster.points, "limit": roster.limit}
        yield _("{name} ({faction}), {points} of {limit} points", **facts)
        for title, squads in sections(roster):
            yield from ("", title, *(f"  {_squad(roster, squad)}" for squad in squads))
        yield from (commander_line(roster, commander) for commander in roster.commanders)
        for unit in roster.units:
            yield ""
            yield _("{name} ({category}), {points} points", name=unit.name, category=_(unit.category),
                    points=unit.points)  # fmt: skip
            for line in unit_lines(unit):
                yield f"  {line.text} ({line.rule})" if line.rule else f"  {line.text}"
        yield from (str(breach) for breach in breaches(roster))


def _squad(army: ArmyDocument, squad: SquadDocument) -> str:
    sheet = army.sheet(squad)
    points = _("{points} points", points=sheet.points * squad.size)
    carriers = " / ".join(unit_name(army, carrier) for carrier in squad.aboard)
    aboard = _(", in {transport}", transport=carriers) if carriers else ""
    return f"{sheet.name}{f' ×{squad.size}' if squad.size > 1 else ''}, {points}{aboard}"


def card_of(army: ArmyDocument) -> Card:
    """Return an army for display; rules that it breaks are among its lines."""
    return _card(army, tuple(Line(breach.text, breach.rule, "warning") for breach in breaches(army)))


def draft_card(draft: ArmyDraft) -> Card:
    """Return the card of an army that is being built."""
    return _card(draft.army(), ())


def _card(army: ArmyDocument, broken: tuple[Line, ...]) -> Card:
    """Return an army as a card: its points, Commanders, squads and special rules."""
    squads = [*army.squads]
    n, units = len(squads), sum(squad.size for squad in squads)
    lines = [
        Line(summary(army), "D-ARMY-10"),
        Line(f"{ngettext('{n} squad', '{n} squads', n)}, {ngettext('{n} unit', '{n} units', units)}", "D-UNIT-2"),
        *([Line(character(army), "D-UNIT-2")] if squads else ()),
    ]
    lines += [Line(commander_line(army, commander), "D-ARMY-7") for commander in army.commanders]
    grouped = [(_(GROUP_NAMES[group.kind]), group.squads) for group in army.groups]
    members = [_member(army, squad, name) for name, part in (*grouped, (_("Auxiliary"), army.auxiliaries))
               for squad in part]  # fmt: skip
    return Card(army.name or DOTS, (*lines, *broken), "", tuple(members), tuple(_wordings(army)))


def _member(army: ArmyDocument, squad: SquadDocument, group: str) -> MemberCard:
    """Return a squad for display; its figure is its points."""
    sheet = army.sheet(squad)
    carriers = [unit_name(army, carrier) for carrier in sorted(set(squad.aboard))]
    aboard = _("in {transport}", transport=series(carriers)) if carriers else ""
    count = f"× {squad.size}" if squad.size > 1 else ""
    note = ", ".join(part for part in (count, group, aboard) if part)
    led = any(commander.unit in squad.units for commander in army.commanders)
    return MemberCard(sheet.name, "base", str(sheet.points * squad.size), led, tuple(unit_lines(sheet)), note)


def _wordings(army: ArmyDocument) -> Iterator[Line]:
    """Yield the wording of each special rule once."""
    seen: set[str] = set()
    for sheet in army.units:
        for text in (*sheet.special, *(rule for weapon in sheet.weapons for rule in weapon.special)):
            rule = special(text).rule
            if rule and rule not in seen:
                seen.add(rule)
                yield Line(f"{text}: {RULES.wording(rule)}", rule, icon="trait")


@cache
def _known() -> tuple[KnownUnit, ...]:
    """Return the units of the included armies, with the values of their stat sheets."""
    sheets = {sheet.name: sheet for name in NAMES for sheet in bundled_army(name).units}
    known_sheets = (sheet for sheet in sheets.values() if sheet.category in CATEGORIES)
    return tuple(KnownUnit(sheet.name, sheet.points, typed_values(sheet)) for sheet in known_sheets)
