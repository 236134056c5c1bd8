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
from game.rulesets.dropzone.documents.importing.profiles import SIZES, parts, requirement, sizes
from game.rulesets.dropzone.documents.sheets import DAMAGE_ZONES, Category, Kind, UnitDocument, special, weaker_two
from game.rulesets.dropzone.rosters import notation
from game.rulesets.dropzone.rosters.drafts import ArmyDraft, pool
from game.wording import N_, _, numeral

NEW: Final = "new-unit"
EMPTY: Final = "empty"
OWN: Final = "own."
ZONE: Final = "zone-"
BEHEMOTH: Final[Kind] = "Behemoth"
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
_BLANK_ZONES: Final[tuple[dict[str, Any], ...]] = (
    {"zone": "Hull", "points": 4, "thresholds": 2, "armour": 1},
    {"zone": "Legs", "points": 4, "thresholds": 2, "move": 2},
    {"zone": "Weapons", "points": 4, "thresholds": 2, "silences": "one"},
)
"""The damage zones with which a unit becomes a Behemoth (D-BEH-8)."""


@dataclass(frozen=True)
class Field:
    """An entry of a sheet that is typed: its name in steps, how it is read and written; `fields` has several values.

    `fixed` says why a Behemoth does not have it typed in, by the rule `fixed_by`.
    """

    name: str
    title: str
    rule: str
    read: Callable[[str], Any]
    write: Callable[[UnitDocument], str]
    fields: bool = False
    fixed: str = ""
    fixed_by: str = ""


def _moves(text: str) -> tuple[float, float]:
    least, most = notation.span(text)
    return (0.0, most) if least == most and "-" not in text else (least, most)


def _squad(text: str) -> tuple[int, int]:
    least, most = notation.span(text)
    return int(least), int(most)


FIELDS: Final = (
    Field("name", N_("Name"), "D-UNIT-2", str.strip, lambda sheet: sheet.name),
    Field("points", N_("Points for a unit"), "D-ARMY-10", notation.whole, lambda sheet: str(sheet.points)),
    Field("squad", N_("Units in a squad"), "D-UNIT-2", _squad, lambda sheet: notation.span_text(sheet.squad),
          fixed=N_("a Behemoth is alone in its squad"), fixed_by="D-BEH-1"),
    Field("move", N_("Move in inches"), "D-MOVE-1", _moves, lambda sheet: notation.span_text(sheet.move)),
    Field("countermeasures", N_("Countermeasures"), "D-UNIT-2", notation.countermeasures,
          notation.countermeasures_text, fields=True),
    Field("armour", N_("Armour"), "D-UNIT-2", notation.whole, lambda sheet: str(sheet.armour)),
    Field("damage", N_("Damage points"), "D-UNIT-6", notation.whole, lambda sheet: str(sheet.damage),
          fixed=N_("a Behemoth has the damage points of its two weaker zones"), fixed_by="D-BEH-11"),
    Field("fortitude", N_("Fortitude"), "D-CQ-7", notation.needed,
          lambda sheet: f"{sheet.fortitude}+" if sheet.fortitude else "-"),
    Field("special", N_("Special rules"), "D-UNIT-2", parts, lambda sheet: ", ".join(sheet.special) or "-"),
    Field("requires", N_("Transport Requirement"), "D-TRANS-1", requirement,
          lambda sheet: notation.sizes_text(sheet.requires),
          fixed=N_("no Transport carries a Behemoth"), fixed_by="D-TRANS-1"),
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
        text, fixed = field.write(sheet), field.fixed if sheet.is_behemoth else ""
        yield Step(here + field.name, _(field.title), part, text, field.fixed_by if fixed else field.rule,
                   suggestion=text, reason=_(fixed) if fixed else "", optional=True)  # fmt: skip
    for zone in sheet.zones:
        text, title = notation.zone_text(zone), _("Damage zone {zone}", zone=_(DAMAGE_ZONES[zone.zone]))
        yield Step(f"{here}{ZONE}{zone.zone}", title, part, text, "D-BEH-8", suggestion=text, optional=True)
    kinds = tuple(Choice(each, _(each)) for each in get_args(Kind))
    yield Step(here + "type", _("Type"), part, _(sheet.type), "D-UNIT-2", choices=kinds)
    categories = tuple(Choice(each, _(each), rule="D-BEH-1", reason=_wrong_category(sheet, each))
                       for each in get_args(Category))  # fmt: skip
    yield Step(here + "category", _("Category"), part, _(sheet.category), "D-UNIT-2", choices=categories)
    for number, weapon in enumerate(sheet.weapons, 1):
        text = notation.weapon_text(weapon)
        title = _("Weapon {n} (enter - to remove it)", n=number)
        yield Step(f"{here}weapon-{number}", title, part, text, "D-UNIT-3", suggestion=text)
    if len(sheet.weapons) < MOST_WEAPONS:
        yield Step(f"{here}weapon-new", _("Add a weapon"), part, "", "D-UNIT-3", suggestion="", optional=True)
    drop = (Choice("drop", _("delete it")),)
    yield Step(here + "drop", _("Delete this unit"), part, "", "D-UNIT-2", choices=drop, optional=True)


def _wrong_category(sheet: UnitDocument, category: Category) -> str:
    """Return why a unit cannot be of a category, "" if it can (D-BEH-1)."""
    if (category == BEHEMOTH) is sheet.is_behemoth:
        return ""
    return _("the type Behemoth has the category Behemoth") if sheet.is_behemoth else _("only for the type Behemoth")


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
    elif name.startswith(ZONE):
        zones = {zone["zone"]: zone for zone in document["zones"]}
        zone = name.removeprefix(ZONE)
        document["zones"] = [*(zones | {zone: {"zone": zone, **notation.zone(answer)}}).values()]
    elif name == "type":
        document |= _of_type(document, answer)
    elif name == "category":
        document[name] = answer
    else:
        field = next(field for field in FIELDS if field.name == name)
        value = field.read(answer)
        document |= value if field.fields else {name: value}
    if document["zones"]:
        document["damage"] = weaker_two(zone["points"] * zone.get("thresholds", 1) for zone in document["zones"])
        _require_known(document)
    changed = validate_plain(TypeAdapter(UnitDocument), document, identity)
    units = tuple(changed if sheet.id == identity else sheet for sheet in draft.units)
    return draft.model_copy(update={"units": units})


def _of_type(document: dict[str, Any], kind: str) -> dict[str, Any]:
    """Return what changes on a sheet whose unit becomes one of another type (D-TYPE, D-BEH-1)."""
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
