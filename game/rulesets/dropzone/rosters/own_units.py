"""The player's own units: begun from scratch or from another sheet, each entry as on stat sheets (D-UNIT-2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, get_args

from pydantic import TypeAdapter

from game.documents.battlescribe.fields import free_id, identifier
from game.documents.reading import validate_plain
from game.engine.rulebook.making import Choice, Step, change_entry
from game.rulesets.dropzone.documents.importing.profiles import parts, requirement, sizes
from game.rulesets.dropzone.documents.sheets import Category, Kind, UnitDocument
from game.rulesets.dropzone.rosters import notation
from game.rulesets.dropzone.rosters.drafts import ArmyDraft, pool
from game.wording import N_, _, numeral

NEW: Final = "new-unit"
EMPTY: Final = "empty"
OWN: Final = "own."
MOST_WEAPONS: Final = 12
_BLANK: Final[dict[str, Any]] = {
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


@dataclass(frozen=True)
class Field:
    """An entry of a sheet that is typed: its name in steps, how it is read and written; `fields` has several values."""

    name: str
    title: str
    rule: str
    read: Callable[[str], Any]
    write: Callable[[UnitDocument], str]
    fields: bool = False


def _moves(text: str) -> tuple[float, float]:
    least, most = notation.span(text)
    return (0.0, most) if least == most and "-" not in text else (least, most)


def _squad(text: str) -> tuple[int, int]:
    least, most = notation.span(text)
    return int(least), int(most)


FIELDS: Final = (
    Field("name", N_("Name"), "D-UNIT-2", str.strip, lambda sheet: sheet.name),
    Field("points", N_("Points for a unit"), "D-ARMY-10", notation.whole, lambda sheet: str(sheet.points)),
    Field("squad", N_("Units in a squad"), "D-UNIT-2", _squad, lambda sheet: notation.span_text(sheet.squad)),
    Field("move", N_("Move in inches"), "D-MOVE-1", _moves, lambda sheet: notation.span_text(sheet.move)),
    Field("countermeasures", N_("Countermeasures"), "D-UNIT-2", notation.countermeasures,
          notation.countermeasures_text, fields=True),
    Field("armour", N_("Armour"), "D-UNIT-2", notation.whole, lambda sheet: str(sheet.armour)),
    Field("damage", N_("Damage points"), "D-UNIT-6", notation.whole, lambda sheet: str(sheet.damage)),
    Field("fortitude", N_("Fortitude"), "D-CQ-7", notation.needed,
          lambda sheet: f"{sheet.fortitude}+" if sheet.fortitude else "-"),
    Field("special", N_("Special rules"), "D-UNIT-2", parts, lambda sheet: ", ".join(sheet.special) or "-"),
    Field("requires", N_("Transport Requirement"), "D-TRANS-1", requirement,
          lambda sheet: notation.sizes_text(sheet.requires)),
    Field("carries", N_("Transport Capacity"), "D-TRANS-1", sizes, lambda sheet: notation.sizes_text(sheet.carries)),
    Field("radius", N_("Radius of its token in inches"), "D-GEO-3", notation.inches,
          lambda sheet: numeral(sheet.radius, "g")),
    Field("height", N_("Height of its token in inches"), "D-GEO-3", notation.inches,
          lambda sheet: numeral(sheet.height, "g")),
)  # fmt: skip


def steps(draft: ArmyDraft) -> Iterator[Step]:
    """Yield the step that begins a unit, and the steps of every unit of the player's own."""
    part = _("Your own units")
    choices = (
        Choice(EMPTY, _("a blank sheet"), _("you fill in everything"), rule="D-UNIT-2"),
        *(Choice(name, _("copy of {card}", card=sheet.name), rule="D-UNIT-2") for name, sheet in pool(draft).items()),
    )
    yield Step(NEW, _("Start a unit of your own"), part, "", "D-UNIT-2", choices=choices, optional=True)
    for sheet in draft.units:
        if sheet.id in draft.own:
            yield from _of_sheet(sheet)


def _of_sheet(sheet: UnitDocument) -> Iterator[Step]:
    part, here = _("Your unit {name}", name=sheet.name), f"{OWN}{sheet.id}."
    for field in FIELDS:
        text = field.write(sheet)
        yield Step(here + field.name, _(field.title), part, text, field.rule, suggestion=text, optional=True)
    for name, title, values, value in (
        ("type", _("Type"), get_args(Kind), sheet.type),
        ("category", _("Category"), get_args(Category), sheet.category),
    ):
        if not sheet.zones:  # what a Behemoth is stays one: its damage zones hang on it
            choices = tuple(Choice(each, _(each)) for each in values if each != "Behemoth")
            yield Step(here + name, title, part, _(value), "D-UNIT-2", choices=choices)
    for number, weapon in enumerate(sheet.weapons, 1):
        text = notation.weapon_text(weapon)
        title = _("Weapon {n} (enter - to remove it)", n=number)
        yield Step(f"{here}weapon-{number}", title, part, text, "D-UNIT-3", suggestion=text)
    if len(sheet.weapons) < MOST_WEAPONS:
        yield Step(f"{here}weapon-new", _("Add a weapon"), part, "", "D-UNIT-3", suggestion="", optional=True)
    drop = (Choice("drop", _("delete it")),)
    yield Step(here + "drop", _("Delete this unit"), part, "", "D-UNIT-2", choices=drop, optional=True)


def answered(draft: ArmyDraft, step: str, answer: str) -> ArmyDraft:
    """Return the draft after an answer about a unit of the player's own; raise `ValueError`, `DocumentError`."""
    if step == NEW:
        begun = _begun(draft, answer)
        return draft.model_copy(update={"units": (*draft.units, begun), "own": (*draft.own, begun.id)})
    identity, _dot, name = step.removeprefix(OWN).rpartition(".")
    if name == "drop":
        return _without(draft, identity)
    document = next(sheet for sheet in draft.units if sheet.id == identity).model_dump(mode="json")
    if name.startswith("weapon-"):
        change_entry(document["weapons"], name.removeprefix("weapon-"), answer, notation.weapon)
    elif name in ("type", "category"):
        document[name] = answer
        if name == "type":
            document["fortitude"] = (document["fortitude"] or 4) if answer == "Infantry" else 0
    else:
        field = next(field for field in FIELDS if field.name == name)
        value = field.read(answer)
        document |= value if field.fields else {name: value}
    changed = validate_plain(TypeAdapter(UnitDocument), document, identity)
    units = tuple(changed if sheet.id == identity else sheet for sheet in draft.units)
    return draft.model_copy(update={"units": units})


def _without(draft: ArmyDraft, unit: str) -> ArmyDraft:
    """Return the draft without a unit of the player's own, and without its squads."""
    for squad in [*draft.squads]:
        if squad.unit == unit:
            draft = draft.resized(squad.id, 0)
    units = tuple(sheet for sheet in draft.units if sheet.id != unit)
    return draft.model_copy(update={"units": units, "own": tuple(each for each in draft.own if each != unit)})


def _begun(draft: ArmyDraft, answer: str) -> UnitDocument:
    """Return a new sheet, blank or like another one, under a name and an id that no sheet has."""
    known = pool(draft)
    like = known.get(answer)
    title = _("New unit") if like is None else like.name
    names, number = {sheet.name for sheet in known.values()}, 2
    name = title
    while name in names:
        name, number = f"{title} {number}", number + 1
    document = _BLANK if like is None else like.model_dump(mode="json")
    identity = free_id(Counter(known.keys()), identifier(name), "-{}")
    return validate_plain(TypeAdapter(UnitDocument), {**document, "id": identity, "name": name}, name)
