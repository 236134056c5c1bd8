"""The roster editor: armies made and changed step by step, with the choices of each step and their reasons (D-ARMY)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final, get_args

from game.documents.battlescribe.opening import SUFFIXES
from game.documents.plain_text import SUFFIXES as TEXTS
from game.engine.kit.making import Entry, OwnSheets, StepEditor, own_step
from game.engine.rulebook.making import Choice, Step, typed_name
from game.refusal import Refusal
from game.rulesets.dropzone.documents import notation
from game.rulesets.dropzone.documents.armies import (
    CONTENTS,
    GROUP_NAMES,
    VALUES,
    ArmyDocument,
    SquadDocument,
    breaches,
    carries_commander,
    group_points,
    loads,
    size_of,
)
from game.rulesets.dropzone.documents.catalogue import ARMIES
from game.rulesets.dropzone.documents.importing import SIZES
from game.rulesets.dropzone.documents.sheets import DAMAGE_ZONES, Category, Kind, UnitDocument, special, weaker_two
from game.rulesets.dropzone.rosters.listing import (
    ArmyDraft,
    GroupDraft,
    card_of,
    draft_card,
    factions,
    pool,
    reopened,
    stem,
)
from game.rulesets.dropzone.rules.setup import squad_name, unit_name
from game.rulesets.dropzone.view.table import unit_lines
from game.wording import N_, _, language, ngettext, numeral, series

ZONE: Final = "zone-"
BEHEMOTH: Final[Kind] = "Behemoth"
_BLANK_ZONES: Final[tuple[dict[str, Any], ...]] = (
    {"zone": "Hull", "points": 4, "thresholds": 2, "armour": 1},
    {"zone": "Legs", "points": 4, "thresholds": 2, "move": 2},
    {"zone": "Weapons", "points": 4, "thresholds": 2, "silences": "one"},
)
"""The damage zones with which a unit becomes a Behemoth (D-BEH-8)."""


def _squad(text: str) -> tuple[int, int]:
    least, most = notation.span(text)
    return int(least), int(most)


def _alone(text: str, rule: str) -> Callable[[UnitDocument], Refusal | None]:
    """Return a check that refuses a Behemoth with a text and a rule, and no other unit."""
    return lambda sheet: Refusal(_(text), rule) if sheet.is_behemoth else None


_POINTS, _MOVE, _ARMOUR, _DAMAGE, _COUNTERMEASURES, _SPECIAL, _REQUIRES, _CARRIES = notation.PLAIN


class OwnUnits(OwnSheets[UnitDocument]):
    """Units that players type in (D-UNIT-2)."""

    kind, new, rule, weapon_rule, most_weapons = UnitDocument, "new-unit", "D-UNIT-2", "D-UNIT-3", 12
    begin, begins = (N_("Your own units"), N_("Start a unit of your own")), (N_("a blank sheet"), N_("New unit"))
    part, drop = N_("Your unit {name}"), N_("Delete this unit")
    blank: ClassVar[Mapping[str, Any]] = {
        "category": "Standard",
        "points": 30,
        "squad": [1, 3],
        "move": [0, 6],
        "armour": 8,
        "damage": 1,
        "type": "Tank",
        "radius": 0.6,
        "height": 1.0,
        "weapons": [{"name": "Gun", "full": 24, "countered": 12, "shots": 1, "accuracy": 3, "energy": 7}],
    }
    entries: tuple[Entry[UnitDocument], ...] = (
        Entry("name", N_("Name"), "D-UNIT-2", str.strip, lambda sheet: sheet.name),
        _POINTS,
        Entry("squad", N_("Units in a squad"), "D-UNIT-2", _squad, lambda sheet: notation.span_text(sheet.squad),
              why_not=_alone(N_("a Behemoth is alone in its squad"), "D-BEH-1")),
        *(_MOVE, _COUNTERMEASURES, _ARMOUR),
        replace(_DAMAGE, why_not=_alone(N_("a Behemoth has the damage points of its two weaker zones"), "D-BEH-11")),
        Entry("fortitude", N_("Fortitude"), "D-CQ-7", notation.needed,
              lambda sheet: f"{sheet.fortitude}+" if sheet.fortitude else "-"),
        _SPECIAL,
        replace(_REQUIRES, why_not=_alone(N_("no Transport carries a Behemoth"), "D-TRANS-1")),
        _CARRIES,
        Entry("radius", N_("Radius of its token in inches"), "D-GEO-3", notation.inches,
              lambda sheet: numeral(sheet.radius, "g")),
        Entry("height", N_("Height of its token in inches"), "D-GEO-3", notation.inches,
              lambda sheet: numeral(sheet.height, "g")),
    )  # fmt: skip
    read_weapon, write_weapon = staticmethod(notation.weapon), staticmethod(notation.weapon_text)

    def further_steps(self, sheet: UnitDocument, part: str, here: str) -> Iterator[Step]:
        for zone in sheet.zones:
            text, title = notation.zone_text(zone), _("Damage zone {zone}", zone=_(DAMAGE_ZONES[zone.zone]))
            yield Step(f"{here}{ZONE}{zone.zone}", title, part, text, "D-BEH-8", suggestion=text, optional=True)
        kinds = tuple(Choice(kind, _(kind)) for kind in get_args(Kind))
        yield Step(here + "type", _("Type"), part, _(sheet.type), "D-UNIT-2", choices=kinds)
        categories = tuple(Choice(category, _(category), rule="D-BEH-1", reason=_wrong_category(sheet, category))
                           for category in get_args(Category))  # fmt: skip
        yield Step(here + "category", _("Category"), part, _(sheet.category), "D-UNIT-2", choices=categories)

    def change(self, document: dict[str, Any], name: str, answer: str) -> None:
        if name.startswith(ZONE):
            zones = {zone["zone"]: zone for zone in document["zones"]}
            zone = name.removeprefix(ZONE)
            document["zones"] = [*(zones | {zone: {"zone": zone, **notation.zone(answer)}}).values()]
        elif name == "type":
            document |= _of_type(document, answer)
        elif name == "category":
            document[name] = answer
        if document["zones"]:
            document["damage"] = weaker_two(zone["points"] * zone.get("thresholds", 1) for zone in document["zones"])
            _require_known(document)


OWN_UNITS: Final = OwnUnits()


def _wrong_category(sheet: UnitDocument, category: Category) -> str:
    """Return the reason against a category for a unit, "" if there is none (D-BEH-1)."""
    if (category == BEHEMOTH) is sheet.is_behemoth:
        return ""
    return _("the type Behemoth has the category Behemoth") if sheet.is_behemoth else _("only for the type Behemoth")


def answered_of_own(draft: ArmyDraft, step: str, answer: str) -> ArmyDraft:
    """Return the draft after an answer about a unit of the player's own; raise `ValueError`, `DocumentError`."""
    if step == OwnUnits.new:
        begun = OWN_UNITS.begun(pool(draft), answer)
        return draft.model_copy(update={"units": (*draft.units, begun), "own": (*draft.own, begun.id)})
    identity, name = own_step(step)
    if name == "drop":
        return _without(draft, identity)
    changed = OWN_UNITS.changed(next(sheet for sheet in draft.units if sheet.id == identity), name, answer)
    units = tuple(changed if sheet.id == identity else sheet for sheet in draft.units)
    return draft.model_copy(update={"units": units})


def _of_type(document: dict[str, Any], kind: str) -> dict[str, Any]:
    """Return the changes to a sheet whose unit becomes one of another type (D-TYPE, D-BEH-1)."""
    new: dict[str, Any] = {"type": kind, "fortitude": (document["fortitude"] or 4) if kind == "Infantry" else 0}
    if kind == BEHEMOTH and not document["zones"]:
        size = SIZES[BEHEMOTH]
        return new | {
            "category": BEHEMOTH, "squad": [1, 1], "requires": {}, "radius": size.radius, "height": size.height,
            "zones": [*_BLANK_ZONES],
        }  # fmt: skip
    return new | ({"category": "Standard", "zones": []} if kind != BEHEMOTH and document["zones"] else {})


def _require_known(document: dict[str, Any]) -> None:
    """Raise `ValueError` if a damage zone names a weapon or a special rule that its sheet lacks (D-BEH-9)."""
    weapons = {weapon["name"] for weapon in document["weapons"]}
    rules = {special(text).name for text in document["special"]}
    for zone in document["zones"]:
        facts, lost = {"zone": _(DAMAGE_ZONES[zone["zone"]])}, zone.get("loses", "")
        for weapon in zone.get("weapons", ()):
            if weapon not in weapons:
                raise ValueError(_("the zone {zone} silences {weapon}, which is not among the weapons",
                                   weapon=weapon, **facts))  # fmt: skip
        if lost and special(lost).name not in rules:
            raise ValueError(_("the zone {zone} loses {rule}, which is not among the special rules",
                               rule=lost, **facts))  # fmt: skip


def _without(draft: ArmyDraft, unit: str) -> ArmyDraft:
    """Return the draft without a unit of the player's own, and without its squads."""
    for squad in [*draft.squads]:
        if squad.unit == unit:
            draft = draft.resized(squad.id, 0)
    units = tuple(sheet for sheet in draft.units if sheet.id != unit)
    return draft.model_copy(update={"units": units, "own": tuple(name for name in draft.own if name != unit)})


DRAFT: Final = "army"
LIMITS: Final = (500, 700, 850, 1000, 1250, 1500, 1750, 2000, 2500, 3000)
"""Points limits to choose from (D-ARMY-1)."""
GROUPS, SQUAD, CARGO, ADD = "groups.", "squad.", "cargo.", "add."
AUXILIARY: Final = "auxiliary"
VALUE, COMMANDER = "command.", "commander."
AUXILIARIES: Final[tuple[Category, ...]] = "Auxiliary", "Extras"
FOOT, SPREAD = "none", "spread:"
LATER: Final = ("D-ARMY-6", "D-SPEC-ACC")
"""The rules that a Transport breaks until its cargo is added: they are listed as open and stop no answer."""
Broken = frozenset[Refusal]
"""The problems of a draft."""


class ArmyEditor(StepEditor[ArmyDocument, ArmyDraft]):
    """The roster editor of Dropzone Commander: battlegroups, their squads, Transports, Commanders."""

    roster_type, draft_type, known = ArmyDocument, ArmyDraft, ARMIES
    draft_file, suffixes = DRAFT, (*SUFFIXES, *TEXTS)
    _asked: tuple[ArmyDraft | None, str, list[Step]] = (None, "", [])
    """The last draft whose steps were asked for, its language and steps, remembered because every answer needs them."""

    def load(self, file: str) -> ArmyDocument:
        return ARMIES.find(file)

    card, draft_card, made = staticmethod(card_of), staticmethod(draft_card), staticmethod(ArmyDraft.army)

    def reopen(self, roster: ArmyDocument, seed: int) -> ArmyDraft:
        return reopened(roster)

    def missing(self, draft: ArmyDraft) -> list[Refusal]:
        army = draft.army()
        open_steps = [Refusal(step.title, step.rule) for step in _whole(draft) if step.open]
        empty = [_group_title(draft, group) for group in draft.groups if not group.squads]
        open_steps += [Refusal(_("{group}: no squads yet", group=title), "D-ARMY-3") for title in empty]
        return [*open_steps, *_problems(army)]

    def wanted(self, draft: ArmyDraft) -> Iterator[tuple[tuple[str, str], ...]]:
        """Yield answers (step, choice) that a legal army needs: leaders, and rides for Infantry (D-DEP-8)."""
        sheets = pool(draft)
        if draft.faction and all(group.kind != "HQ" for group in draft.groups):
            leaders = [sheet.id for sheet in sheets.values() if sheet.category == "Command"]
            yield from (((f"{GROUPS}hq", "1"), (f"{ADD}hq", leader)) for leader in leaders)
        leaders = [unit for squad in draft.squads if carries_commander(draft.sheet(squad)) for unit in squad.units]
        if not draft.commanders:
            yield from (((f"{VALUE}{unit}", "1"),) for unit in leaders)
        for squad in draft.squads:
            sheet, ride = draft.sheet(squad), f"{CARGO}{squad.id}"
            if squad.aboard or not (sheet.is_infantry or (sheet.carries and sheet.requires)):
                continue
            transports = [
                carrier for carrier in sheets.values() if carrier.category in AUXILIARIES and carrier.hold_for(sheet)
            ]
            transport_sheets, before = {transport.id for transport in transports}, frozenset(_problems(draft.army()))
            # Transports in the army first, then a further one
            for unit in (unit for squad in draft.squads if squad.unit in transport_sheets for unit in squad.units):
                if before.issuperset(_problems(draft.boarded(squad.id, (unit,)).army())):
                    yield ((ride, unit),)
            for transport in transports:
                trial = draft.added(transport, "")
                unit = trial.auxiliaries[-1].units[0]
                if before.issuperset(_problems(trial.boarded(squad.id, (unit,)).army())):
                    yield (AUXILIARY, transport.id), (ride, unit)

    def steps(self, draft: ArmyDraft) -> list[Step]:
        if self._asked[0] is not draft or self._asked[1] != language():
            self._asked = draft, language(), _steps(draft)
        return self._asked[2]

    def answered(self, draft: ArmyDraft, step: str, answer: str) -> ArmyDraft:
        kind, dot, name = step.partition(".")
        changed = ANSWERED.get(f"{kind}{dot}")
        return changed(draft, name, answer) if changed is not None else answered_of_own(draft, step, answer)


def _steps(draft: ArmyDraft) -> list[Step]:
    """Return all steps of a draft: the army, battlegroups, squads, auxiliaries, and units of the player's own."""
    sheets, before = pool(draft), frozenset(_problems(draft.army()))
    steps = [*_whole(draft), *_kinds(draft)]
    for group in draft.groups:
        part = _group_title(draft, group)
        steps.append(_add(draft, part, sheets, group, before))
        steps += [step for squad in group.squads for step in _squad_steps(draft, part, squad, before)]
    part = _("Auxiliary squads")
    steps.append(_add(draft, part, sheets, None, before))
    steps += [step for squad in draft.auxiliaries for step in _squad_steps(draft, part, squad, before)]
    own_unit_steps = (step for sheet in draft.units if sheet.id in draft.own for step in OWN_UNITS.steps(sheet))
    return [*steps, OWN_UNITS.first_step(sheets), *own_unit_steps]


def _led(draft: ArmyDraft, unit: str, answer: str) -> ArmyDraft:
    """Return the draft with a Commander of a Command Value in a unit, or without; one who is there keeps the name."""
    commander = draft.commander(unit)
    return draft.commanded(unit, int(answer), commander.name if commander is not None else _("Commander"))


def _renamed(draft: ArmyDraft, unit: str, answer: str) -> ArmyDraft:
    value = next(commander.value for commander in draft.commanders if commander.unit == unit)
    return draft.commanded(unit, value, typed_name(answer))


ANSWERED: Final[dict[str, Callable[[ArmyDraft, str, str], ArmyDraft]]] = {
    GROUPS: lambda draft, name, answer: draft.with_groups(
        next(kind for kind in CONTENTS if stem(kind) == name), int(answer)
    ),
    ADD: lambda draft, group, answer: draft.added(pool(draft)[answer], group),
    SQUAD: lambda draft, squad, answer: draft.resized(squad, int(answer)),
    CARGO: lambda draft, squad, answer: draft.boarded(squad, _carriers(draft, draft.squad(squad), answer)),
    VALUE: _led,
    COMMANDER: _renamed,
    "name": lambda draft, _name, answer: draft.model_copy(update={"name": typed_name(answer)}),
    "faction": lambda draft, _name, answer: draft.of_faction(answer),
    "limit": lambda draft, _name, answer: draft.model_copy(update={"limit": int(answer)}),
    AUXILIARY: lambda draft, _name, answer: draft.added(pool(draft)[answer], ""),
}
"""Functions that return the draft after an answer, by the beginning of the step's id. They get the rest of it too."""


# -- the whole army --------------------------------------------------------------------------------


def _whole(draft: ArmyDraft) -> Iterator[Step]:
    """Yield the steps for the name, the faction and the points limit."""
    part = _("The army")
    yield Step("name", _("Name"), part, draft.name, "D-ARMY-1", suggestion=draft.name or _("The Harbour Column"))
    text = _("another faction begins without squads") if draft.faction else ""
    known = tuple(Choice(name, name, text if name != draft.faction else "") for name in factions())
    yield Step("faction", _("Faction"), part, draft.faction, "D-ARMY-1", choices=known)
    army = draft.army()
    sums = {"limit": draft.limit, "spent": army.points, "left": draft.limit - army.points}
    value = _("{limit} points, {spent} spent, {left} left", **sums)
    limits = tuple(
        Choice(str(limit), ngettext("{n} point", "{n} points", limit), _(size_of(limit).name), rule="D-ARMY-1")
        for limit in sorted({*LIMITS, draft.limit})
    )
    yield Step("limit", _("Limit"), part, value, "D-ARMY-1", choices=limits)


def _kinds(draft: ArmyDraft) -> Iterator[Step]:
    """Yield a step for the number of battlegroups of each kind (D-ARMY-2)."""
    size, part = size_of(draft.limit), _("Battlegroups")
    for kind, (least, most) in size.groups.items():
        groups = [group for group in draft.groups if group.kind == kind]
        filled = sum(bool(group.squads) for group in groups)
        choices = []
        for number in range(max(most, len(groups)) + 1):
            why_not = _("remove the squads of a battlegroup first") if number < filled else ""
            label = ngettext("{n} battlegroup", "{n} battlegroups", number)
            choices.append(Choice(str(number), label, rule="D-ARMY-2", reason=why_not))
        value = _("{n} of {most}", n=len(groups), most=most) if groups else ""
        title = _(GROUP_NAMES[kind])
        step = f"{GROUPS}{stem(kind)}"
        optional = len(groups) >= least
        yield Step(step, title, part, value, "D-ARMY-2", choices=tuple(choices), optional=optional)


def _group_title(draft: ArmyDraft, group: GroupDraft) -> str:
    """Return the heading of a battlegroup: name, points and their limit, and whether it arrives in round 2."""
    alike = [other.id for other in draft.groups if other.kind == group.kind]
    name = _(GROUP_NAMES[group.kind])
    name = f"{name} {alike.index(group.id) + 1}" if len(alike) > 1 else name
    army = draft.army()
    points = next(group_points(army, army_group) for army_group in army.groups if army_group.id == group.id)
    if group.kind == "War Engine":
        text = _("{name}, {points} points", name=name, points=points)
    else:
        most = numeral(float(size_of(draft.limit).share * draft.limit), "g")
        text = _("{name}, {points} of {most} points", name=name, points=points, most=most)
    late = group.kind != "HQ" and group.squads and not _comes_by_air(army, group)
    return _("{group} – arrives in round 2: not all of it is in Aircraft", group=text) if late else text


def _comes_by_air(army: ArmyDocument, group: GroupDraft) -> bool:
    """Return whether a whole battlegroup starts in or as Aircraft, or in Holding (D-DEP-8, D-SPEC-ACC)."""

    def flies(unit: str, seen: tuple[str, ...] = ()) -> bool:
        sheet, carrier = army.sheets.get(unit), army.aboard.get(unit, "")
        if sheet is None or unit in seen:
            return False
        holds = bool(carrier) and carrier in army.sheets and "access" in army.sheets[carrier].rules
        return sheet.is_aircraft or holds or (bool(carrier) and flies(carrier, (*seen, unit)))

    return all(flies(unit) for squad in group.squads for unit in squad.units)


# -- squads ----------------------------------------------------------------------------------------


def _add(
    draft: ArmyDraft, part: str, sheets: dict[str, UnitDocument], group: GroupDraft | None, before: Broken
) -> Step:
    """Return the step that adds a squad to a battlegroup or to the auxiliaries (D-ARMY-3, D-ARMY-5)."""
    identity = f"{ADD}{group.id}" if group is not None else AUXILIARY
    title, rule = _("Add a squad"), "D-ARMY-3" if group is not None else "D-ARMY-5"
    if not draft.faction:
        return Step(identity, title, part, "", rule, reason=_("choose the faction first"))
    categories = CONTENTS[group.kind] if group is not None else AUXILIARIES
    choices = []
    for sheet in sheets.values():
        if sheet.category not in categories:
            continue
        refusal = _against(before, draft.added(sheet, group.id if group is not None else ""), rule)
        label = _("{name}, {points} points", name=sheet.name, points=sheet.points * sheet.squad[0])
        choices.append(Choice(sheet.id, label, _profile(sheet), _(sheet.category), refusal.rule, reason=refusal.text))
    choices.sort(key=lambda choice: choice.part)
    if not choices:
        return Step(identity, title, part, "", rule, reason=_("this faction has no units for it"))
    return Step(identity, title, part, "", rule, choices=tuple(choices), optional=True)


FIGURES: Final = ("D-UNIT-2", "D-UNIT-3")
"""The rules of the lines with the figures of a unit and of its weapons."""


def _profile(sheet: UnitDocument) -> str:
    """Return a unit in a few sentences: the size of its squads and its points, what it is, its weapons."""
    least, most = sheet.squad
    size = str(most) if least == most else f"{least}–{most}"
    facts = {"size": size, "points": sheet.points, "special": "".join(f"; {rule}" for rule in sheet.special)}
    size_and_points = _("{size} in a squad, {points} points each{special}", **facts)
    return ". ".join([size_and_points, *(line.text for line in unit_lines(sheet) if line.rule in FIGURES)])


def _squad_steps(draft: ArmyDraft, part: str, squad: SquadDocument, before: Broken) -> Iterator[Step]:
    """Yield the steps of a squad: its size, its Transports and its Commanders."""
    sheet = draft.sheet(squad)
    yield _size_step(draft, part, squad, before)
    if sheet.requires:
        yield _cargo_step(draft, part, squad, sheet, before)
    if carries_commander(sheet):
        for unit in squad.units:
            yield from _commander_steps(draft, part, unit, before)


def _size_step(draft: ArmyDraft, part: str, squad: SquadDocument, before: Broken) -> Step:
    """Return the step for the number of units of a squad, 0 to remove it (D-UNIT-2)."""
    sheet = draft.sheet(squad)
    least, most = sheet.squad
    choices = [Choice("0", _("remove the squad"), rule="D-UNIT-2")]
    for size in sorted({*range(least, most + 1), squad.size}):
        refusal = _against(before, draft.resized(squad.id, size) if size > squad.size else None, "D-UNIT-2")
        label = ngettext("{n} unit, {points} points", "{n} units, {points} points", size, points=sheet.points * size)
        choices.append(Choice(str(size), label, rule=refusal.rule, reason=refusal.text))
    value = next(choice.label for choice in choices if choice.answer == str(squad.size))
    title = squad_name(draft.army(), squad)
    return Step(f"{SQUAD}{squad.id}", title, part, value, "D-UNIT-2", choices=tuple(choices), optional=True)


def _problems(army: ArmyDocument) -> list[Refusal]:
    """Return the rules of army building that an army breaks, then the problems with its starting cargo."""
    return [*breaches(army), *map(Refusal, army.cargo_problems())]


def _against(before: Broken, trial: ArmyDraft | None, rule: str) -> Refusal:
    """Return the first new problem of a trial that further answers cannot fix, or else an empty one with a `rule`."""
    problems = _problems(trial.army()) if trial is not None else ()
    return next(
        (problem for problem in problems if problem not in before and problem.rule not in LATER), Refusal("", rule)
    )


# -- starting cargo --------------------------------------------------------------------------------


def _cargo_step(draft: ArmyDraft, part: str, squad: SquadDocument, sheet: UnitDocument, before: Broken) -> Step:
    """Return the step for the Transports in which a squad starts (D-TRANS-2, D-ARMY-6)."""
    army = draft.army()
    filled = loads(army)
    choices = [Choice(FOOT, _("on the ground, in no Transport"), rule="D-TRANS-1")]
    riders = [other for other in draft.squads if other.id != squad.id and draft.sheet(other).hold_for(sheet)]
    for other in riders:
        transport = draft.sheet(other)
        places = max(transport.carries.values())
        for unit in other.units:
            facts = {"name": unit_name(army, unit), "used": filled[unit], "whole": places}
            label = _("{name}, {used} of {whole} places filled", **facts)
            choices.append(_ride(draft, squad, unit, label, before))
    for unit in dict.fromkeys(other.unit for other in riders) if squad.size > 1 else ():
        name = next(draft.sheet(other).name for other in riders if other.unit == unit)
        label = _("spread over several: {name}", name=name)
        choices.append(_ride(draft, squad, f"{SPREAD}{unit}", label, before))
    value = series([unit_name(army, carrier) for carrier in dict.fromkeys(squad.aboard)]) if squad.aboard else ""
    title = _("{name}: starts in", name=squad_name(army, squad))
    return Step(f"{CARGO}{squad.id}", title, part, value, "D-TRANS-2", choices=tuple(choices), optional=True)


def _ride(draft: ArmyDraft, squad: SquadDocument, answer: str, label: str, before: Broken) -> Choice:
    """Return the choice of Transports for a squad, with the reason if it does not fit."""
    carriers = _carriers(draft, squad, answer)
    if not carriers:
        return Choice(answer, label, reason=_("not enough room"))
    problems = draft.boarded(squad.id, carriers).army().cargo_problems()
    return Choice(answer, label, reason=next((problem for problem in problems if Refusal(problem) not in before), ""))


def _carriers(draft: ArmyDraft, squad: SquadDocument, answer: str) -> tuple[str, ...]:
    """Return the Transports that an answer stands for: none, one for all units, or one for each unit."""
    if answer == FOOT:
        return ()
    if not answer.startswith(SPREAD):
        return (answer,)
    cargo = draft.sheet(squad)
    others = [other for other in draft.squads if other.unit == answer.removeprefix(SPREAD) and other.id != squad.id]
    sheet = draft.sheet(others[0])
    hold_and_size = sheet.hold_for(cargo)
    if hold_and_size is None:
        return ()
    used, room = loads(draft.boarded(squad.id, ()).army()), sheet.carries[hold_and_size[0]]
    carriers: list[str] = []
    for unit in (unit for other in others for unit in other.units):
        while used[unit] + hold_and_size[1] <= room and len(carriers) < squad.size:
            used[unit] += hold_and_size[1]
            carriers.append(unit)
    return tuple(carriers) if len(carriers) == squad.size else ()


# -- Commanders ------------------------------------------------------------------------------------


def _commander_steps(draft: ArmyDraft, part: str, unit: str, before: Broken) -> Iterator[Step]:
    """Yield the steps for the Commander that a unit carries (D-ARMY-7)."""
    commander = draft.commander(unit)
    present_value = commander.value if commander is not None else 0
    name = unit_name(draft.army(), unit)
    choices = [Choice("0", _("none"), rule="D-ARMY-7")]
    for value, points in VALUES.items():
        trial = draft.commanded(unit, value, DRAFT) if value > present_value else None
        refusal = _against(before, trial, "D-ARMY-7")
        label = _("Command Value {value}, {points} points", value=value, points=points)
        choices.append(Choice(str(value), label, rule=refusal.rule, reason=refusal.text))
    value_text = choices[present_value].label if present_value else ""
    title = _("Commander in {name}", name=name)
    led = any(commander.unit != unit for commander in draft.commanders)  # a second Commander is never added at random
    yield Step(
        f"{VALUE}{unit}", title, part, value_text, "D-ARMY-7", choices=tuple(choices), optional=True, by_hand=led
    )
    if commander is not None:
        title = _("Name of the Commander in {name}", name=name)
        yield Step(
            f"{COMMANDER}{unit}", title, part, commander.name, "D-ARMY-7", suggestion=commander.name, optional=True
        )
