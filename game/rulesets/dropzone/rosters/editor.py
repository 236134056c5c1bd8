"""Making and changing armies step by step (D-ARMY): every step, the answers it allows, and why others are not legal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pydantic import TypeAdapter

from game.documents.battlescribe.opening import SUFFIXES
from game.documents.reading import validate_plain
from game.engine.rulebook.making import (
    Choice,
    RosterEditor,
    Step,
    refused,
    require_finished,
    typed_name,
    why_not_answer,
)
from game.engine.saving.documents import plain
from game.refusal import Refusal
from game.rulesets.dropzone.documents.armies import VALUES, ArmyDocument, GroupKind, SquadDocument
from game.rulesets.dropzone.documents.catalogue import ARMIES, NAMES, bundled_army
from game.rulesets.dropzone.documents.legality import (
    CONTENTS,
    breaches,
    carries_commander,
    group_points,
    loads,
    size_of,
)
from game.rulesets.dropzone.documents.sheets import UnitDocument
from game.rulesets.dropzone.rosters import own_units
from game.rulesets.dropzone.rosters.drafts import ArmyDraft, GroupDraft, factions, pool, reopened
from game.rulesets.dropzone.rosters.listing import card_of, draft_card
from game.rulesets.dropzone.rules.setup import GROUP_NAMES
from game.wording import _, ngettext, numeral, series

DRAFT: Final = "army"
LIMITS: Final = (500, 700, 850, 1000, 1250, 1500, 1750, 2000, 2500, 3000)
"""Points limits to choose from (D-ARMY-1)."""
GROUPS, SQUAD, CARGO, ADD = "groups.", "squad.", "cargo.", "add."
AUXILIARY: Final = "auxiliary"
VALUE, COMMANDER = "command.", "commander."
FOOT, SPREAD = "none", "spread:"
LATER: Final = ("D-ARMY-6", "D-SPEC-ACC")
"""Rules that a squad breaks until others are added to it: they are listed as open and stop no answer."""


class ArmyEditor(RosterEditor[ArmyDocument, ArmyDraft]):
    """The roster editor of Dropzone Commander: battlegroups, their squads, Transports, Commanders."""

    roster_type, draft_type, suffixes = ArmyDocument, ArmyDraft, SUFFIXES
    draft_file = DRAFT

    def bundled(self) -> list[tuple[str, ArmyDocument]]:
        return [(name, bundled_army(name)) for name in NAMES]

    def load(self, file: str) -> ArmyDocument:
        return ARMIES.find(file)

    card = staticmethod(card_of)
    draft_card = staticmethod(draft_card)

    # -- drafts ------------------------------------------------------------------------------------

    def begin(self, seed: int) -> ArmyDraft:
        return ArmyDraft()

    def reopen(self, roster: ArmyDocument, seed: int) -> ArmyDraft:
        return reopened(roster)

    def missing(self, draft: ArmyDraft) -> list[Refusal]:
        army = draft.army()
        found = [Refusal(step.title, step.rule) for step in _whole(draft) if step.open]
        return [*found, *breaches(army), *map(Refusal, army.cargo_problems())]

    def finish(self, draft: ArmyDraft) -> ArmyDocument:
        require_finished(self.missing(draft), DRAFT)
        return validate_plain(TypeAdapter(ArmyDocument), plain(draft.army()), DRAFT)

    # -- steps -------------------------------------------------------------------------------------

    def steps(self, draft: ArmyDraft) -> list[Step]:
        sheets = pool(draft)
        found = [*_whole(draft), *_kinds(draft)]
        for group in draft.groups:
            part = _group_title(draft, group)
            found.append(_add(draft, part, sheets, group))
            found += [step for squad in group.squads for step in _squad_steps(draft, part, squad)]
        part = _("Auxiliary squads")
        found.append(_add(draft, part, sheets, None))
        found += [step for squad in draft.auxiliaries for step in _squad_steps(draft, part, squad)]
        return [*found, *own_units.steps(draft)]

    def answer(self, draft: ArmyDraft, step: str, answer: str) -> ArmyDraft:
        refusal = why_not_answer(self.steps(draft), step, answer)
        if refusal is not None:
            raise refused(step, refusal, DRAFT)
        try:
            return _answered(draft, step, answer)
        except ValueError as error:
            raise refused(step, Refusal(str(error)), DRAFT) from None


def _answered(draft: ArmyDraft, step: str, answer: str) -> ArmyDraft:
    kind, _dot, name = step.partition(".")
    match f"{kind}.":
        case "groups.":
            return draft.with_groups(_kind_of(name), int(answer))
        case "add.":
            return draft.added(pool(draft)[answer], name)
        case "squad.":
            return draft.resized(name, int(answer))
        case "cargo.":
            return draft.boarded(name, _carriers(draft, draft.squad(name), answer))
        case "command.":
            return draft.commanded(name, int(answer), _commander_name(draft, name) or _("Commander"))
        case "commander.":
            value = next(each.value for each in draft.commanders if each.unit == name)
            return draft.commanded(name, value, typed_name(answer))
    match step:
        case "name":
            return draft.model_copy(update={"name": typed_name(answer)})
        case "faction":
            return draft.of_faction(answer)
        case "limit":
            return draft.model_copy(update={"limit": int(answer)})
        case "auxiliary":
            return draft.added(pool(draft)[answer], "")
    return own_units.answered(draft, step, answer)


# -- the whole army --------------------------------------------------------------------------------


def _whole(draft: ArmyDraft) -> Iterator[Step]:
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
        there = [group for group in draft.groups if group.kind == kind]
        filled = sum(bool(group.squads) for group in there)
        choices = []
        for number in range(max(most, len(there)) + 1):
            why_not = _("remove the squads of a battlegroup first") if number < filled else ""
            choices.append(Choice(str(number), str(number), rule="D-ARMY-2", reason=why_not))
        value = _("{n} of {most}", n=len(there), most=most) if there else ""
        title = _(GROUP_NAMES[kind])
        step = f"{GROUPS}{_stem(kind)}"
        optional = len(there) >= least
        yield Step(step, title, part, value, "D-ARMY-2", choices=tuple(choices), optional=optional)


def _stem(kind: GroupKind) -> str:
    return kind.lower().replace(" ", "-")


def _kind_of(stem: str) -> GroupKind:
    return next(kind for kind in CONTENTS if _stem(kind) == stem)


def _group_title(draft: ArmyDraft, group: GroupDraft) -> str:
    """Return the heading of a battlegroup: its name, its points and the most that it may have (D-ARMY-4)."""
    alike = [each.id for each in draft.groups if each.kind == group.kind]
    name = _(GROUP_NAMES[group.kind])
    name = f"{name} {alike.index(group.id) + 1}" if len(alike) > 1 else name
    army = draft.army()
    points = next(group_points(army, each) for each in army.groups if each.id == group.id)
    if group.kind == "War Engine":
        return _("{name}, {points} points", name=name, points=points)
    most = numeral(float(size_of(draft.limit).share * draft.limit), "g")
    return _("{name}, {points} of {most} points", name=name, points=points, most=most)


# -- squads ----------------------------------------------------------------------------------------


def _add(draft: ArmyDraft, part: str, sheets: dict[str, UnitDocument], group: GroupDraft | None) -> Step:
    """Return the step that adds a squad to a battlegroup or to the auxiliaries (D-ARMY-3, D-ARMY-5)."""
    identity = f"{ADD}{group.id}" if group is not None else AUXILIARY
    title, rule = _("Add a squad"), "D-ARMY-3" if group is not None else "D-ARMY-5"
    if not draft.faction:
        return Step(identity, title, part, "", rule, reason=_("choose the faction first"))
    fitting = CONTENTS[group.kind] if group is not None else ("Auxiliary", "Extras")
    choices = []
    for sheet in sheets.values():
        if sheet.category not in fitting:
            continue
        against = _against(draft, draft.added(sheet, group.id if group is not None else ""))
        label = _("{name}, {points} points", name=sheet.name, points=sheet.points * sheet.squad[0])
        reason = against.text if against is not None else ""
        found = against.rule if against is not None else rule
        choices.append(Choice(sheet.id, label, _profile(sheet), _(sheet.category), found, reason=reason))
    choices.sort(key=lambda choice: choice.part)
    if not choices:
        return Step(identity, title, part, "", rule, reason=_("this faction has no units for it"))
    return Step(identity, title, part, "", rule, choices=tuple(choices), optional=True)


def _profile(sheet: UnitDocument) -> str:
    least, most = sheet.squad
    size = str(most) if least == most else f"{least}–{most}"
    facts = {"size": size, "points": sheet.points, "special": "".join(f"; {each}" for each in sheet.special)}
    return _("{size} in a squad, {points} points each{special}", **facts)


def _squad_steps(draft: ArmyDraft, part: str, squad: SquadDocument) -> Iterator[Step]:
    sheet = draft.sheet(squad)
    yield _size_step(draft, part, squad, sheet)
    if sheet.requires:
        yield _cargo_step(draft, part, squad, sheet)
    if carries_commander(sheet):
        for unit in squad.units:
            yield from _commander_steps(draft, part, unit, sheet)


def _name_of(draft: ArmyDraft, squad: SquadDocument) -> str:
    """Return the name of a squad, with its id if several squads have the same units."""
    name = draft.sheet(squad).name
    alike = sum(each.unit == squad.unit for each in draft.squads)
    return f"{name} ({squad.id})" if alike > 1 else name


def _size_step(draft: ArmyDraft, part: str, squad: SquadDocument, sheet: UnitDocument) -> Step:
    """Return the step for the number of units of a squad, 0 to remove it (D-UNIT-2)."""
    least, most = sheet.squad
    choices = [Choice("0", _("remove the squad"), rule="D-UNIT-2")]
    for size in sorted({*range(least, most + 1), squad.size}):
        against = _against(draft, draft.resized(squad.id, size)) if size > squad.size else None
        facts = {"n": size, "points": sheet.points * size}
        label = ngettext("{n} unit, {points} points", "{n} units, {points} points", size, points=facts["points"])
        reason, rule = (against.text, against.rule) if against is not None else ("", "D-UNIT-2")
        choices.append(Choice(str(size), label, rule=rule, reason=reason))
    value = next(choice.label for choice in choices if choice.answer == str(squad.size))
    title = _name_of(draft, squad)
    return Step(f"{SQUAD}{squad.id}", title, part, value, "D-UNIT-2", choices=tuple(choices), optional=True)


def _against(draft: ArmyDraft, trial: ArmyDraft) -> Refusal | None:
    """Return the first rule that a trial breaks and the draft does not; None without one."""
    before = set(breaches(draft.army()))
    new = (each for each in breaches(trial.army()) if each not in before and each.rule not in LATER)
    return next(new, None) or _against_cargo(draft, trial)


def _against_cargo(draft: ArmyDraft, trial: ArmyDraft) -> Refusal | None:
    known = [*draft.army().cargo_problems()]
    return next((Refusal(problem) for problem in trial.army().cargo_problems() if problem not in known), None)


# -- starting cargo --------------------------------------------------------------------------------


def _cargo_step(draft: ArmyDraft, part: str, squad: SquadDocument, sheet: UnitDocument) -> Step:
    """Return the step for the Transports in which a squad starts (D-TRANS-2, D-ARMY-6)."""
    army = draft.army()
    filled = loads(army)
    choices = [Choice(FOOT, _("on the ground, in no Transport"), rule="D-TRANS-1")]
    riders = [other for other in draft.squads if other.id != squad.id and draft.sheet(other).hold_for(sheet)]
    for other in riders:
        transport = draft.sheet(other)
        whole = max(transport.carries.values())
        for unit in other.units:
            facts = {"name": transport.name, "unit": unit, "used": filled[unit], "whole": whole}
            label = _("{name} ({unit}), {used} of {whole} places filled", **facts)
            choices.append(_ride(draft, squad, unit, label))
    for unit in dict.fromkeys(other.unit for other in riders) if squad.size > 1 else ():
        name = next(draft.sheet(other).name for other in riders if other.unit == unit)
        choices.append(_ride(draft, squad, f"{SPREAD}{unit}", _("spread over several: {name}", name=name)))
    value = series([*dict.fromkeys(squad.aboard)]) if squad.aboard else ""
    title = _("{name}: starts in", name=_name_of(draft, squad))
    return Step(f"{CARGO}{squad.id}", title, part, value, "D-TRANS-2", choices=tuple(choices), optional=True)


def _ride(draft: ArmyDraft, squad: SquadDocument, answer: str, label: str) -> Choice:
    carriers = _carriers(draft, squad, answer)
    against = _against_cargo(draft, draft.boarded(squad.id, carriers)) if carriers else Refusal(_("not enough room"))
    return Choice(answer, label, reason=against.text if against is not None else "")


def _carriers(draft: ArmyDraft, squad: SquadDocument, answer: str) -> tuple[str, ...]:
    """Return the Transports of an answer: none, one for all units, or one with room for each unit."""
    if answer == FOOT:
        return ()
    if not answer.startswith(SPREAD):
        return (answer,)
    cargo = draft.sheet(squad)
    others = [other for other in draft.squads if other.unit == answer.removeprefix(SPREAD) and other.id != squad.id]
    sheet = draft.sheet(others[0])
    hold = sheet.hold_for(cargo)
    if hold is None:
        return ()
    used, room = loads(draft.boarded(squad.id, ()).army()), sheet.carries[hold[0]]
    carriers: list[str] = []
    for unit in (unit for other in others for unit in other.units):
        while used[unit] + hold[1] <= room and len(carriers) < squad.size:
            used[unit] += hold[1]
            carriers.append(unit)
    return tuple(carriers) if len(carriers) == squad.size else ()


# -- Commanders ------------------------------------------------------------------------------------


def _commander_name(draft: ArmyDraft, unit: str) -> str:
    return next((each.name for each in draft.commanders if each.unit == unit), "")


def _commander_steps(draft: ArmyDraft, part: str, unit: str, sheet: UnitDocument) -> Iterator[Step]:
    """Yield the steps for the Commander that a unit carries (D-ARMY-7)."""
    there = next((each for each in draft.commanders if each.unit == unit), None)
    now = there.value if there is not None else 0
    name = f"{sheet.name} ({unit})" if sheet.squad[1] > 1 else sheet.name
    choices = [Choice("0", _("none"), rule="D-ARMY-7")]
    for value, points in VALUES.items():
        against = _against(draft, draft.commanded(unit, value, DRAFT)) if value > now else None
        label = _("Command Value {value}, {points} points", value=value, points=points)
        reason, rule = (against.text, against.rule) if against is not None else ("", "D-ARMY-7")
        choices.append(Choice(str(value), label, rule=rule, reason=reason))
    value_text = choices[now].label if now else ""
    title = _("Commander in {name}", name=name)
    yield Step(f"{VALUE}{unit}", title, part, value_text, "D-ARMY-7", choices=tuple(choices), optional=True)
    if there is not None:
        title = _("Name of the Commander in {name}", name=name)
        yield Step(f"{COMMANDER}{unit}", title, part, there.name, "D-ARMY-7", suggestion=there.name, optional=True)
