"""Stat sheets typed by the player and stored in the data folder, for lists that only name their units."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal

from game.documents.battlescribe.fields import identifier
from game.documents.battlescribe.tree import Element
from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.documents.typed_profiles import OwnProfiles, TypedProfile
from game.engine.kit.making import Unreadable
from game.engine.kit.rosters import gathered
from game.engine.rulebook.facets import Gathering, KnownUnit
from game.rulesets.dropzone.documents import notation
from game.rulesets.dropzone.documents.importing import GAME, GAME_SYSTEM, KINDS, RULESET, SIZES, number
from game.rulesets.dropzone.documents.sheets import Category, UnitDocument
from game.wording import N_, _

CATEGORIES: Final[tuple[Category, ...]] = (
    "Command", "Scout", "Troops", "Exotic", "Support", "Standard", "Heavy", "Auxiliary", "Extras",
)  # fmt: skip
"""The categories of units that are typed; Behemoths have zones and are made in the roster editor."""


class ProfileDocument(TypedProfile):
    """The stat sheet of a unit, typed by a player."""

    format: Literal["inchwise-dropzone-profile"] = "inchwise-dropzone-profile"
    unit: UnitDocument | None = None

    def typed(self) -> dict[str, str]:
        return {} if self.unit is None else typed_values(self.unit)


def own_profiles() -> OwnProfiles[ProfileDocument]:
    """Return the stat sheets that the player typed."""
    return OwnProfiles(RULESET, ProfileDocument)


def profile_of(plain: Mapping[str, Any], file: str) -> ProfileDocument:
    """Return a profile from fields that a player typed in the notation of stat sheets; raise `DocumentError`."""
    typed = {name: value for name, value in plain.items() if value not in (None, "")}
    profile: dict[str, Any] = {"format": "inchwise-dropzone-profile", "version": 1, "name": str(typed.pop("name", ""))}
    typed.pop("format", None), typed.pop("version", None)
    if "stands_in" in typed:
        profile["stands_in"] = str(typed.pop("stands_in"))
    if "like" in typed:
        profile["like"] = str(typed["like"])
    elif "type" in typed:
        profile["unit"] = _unit(profile["name"], typed, file)
    else:
        raise DocumentError(file, "type", _("is missing - add it, or say which unit it is like"))
    return parse_document(json.dumps(profile), ProfileDocument, file)


def _unit(name: str, typed: Mapping[str, Any], file: str) -> dict[str, Any]:
    """Return the data of a stat sheet; raise `DocumentError` for a text that is not in the notation."""
    unit: dict[str, Any] = {"id": identifier(name), "name": name, "category": "Standard", "points": 0, "squad": (1, 12)}
    unit |= {"armour": 1, "damage": 1, "move": (0.0, 0.0), "weapons": []}
    for field, value in typed.items():
        text = ", ".join(map(str, value)) if isinstance(value, list) and field != "weapons" else str(value).strip()
        try:
            unit |= _field(field, text if field != "weapons" else value)
        except Unreadable as error:
            raise DocumentError(file, field, str(error)) from None
    token = SIZES[unit["type"]]
    return {**unit, "radius": token.radius, "height": token.height}


def _field(field: str, value: Any) -> dict[str, Any]:
    """Return the data of a field of a typed profile; raise `Unreadable`."""
    if field == "weapons":
        lines = value if isinstance(value, list) else str(value).splitlines()
        return {"weapons": [notation.weapon(str(line)) for line in lines if str(line).strip()]}
    match field:
        case "type":
            kind = next((known_kind for known_kind in KINDS if value.lower().startswith(known_kind.lower())), None)
            if kind is None or kind == "Behemoth":
                known = ", ".join(known_kind for known_kind in KINDS if known_kind != "Behemoth")
                raise Unreadable(_("is not a type of unit - use one of {known}", known=known))
            return {"type": kind, "fortitude": int(number(value) or 4) if kind == "Infantry" else 0}
        case "category":
            category = next((known for known in CATEGORIES if known.lower() == value.lower()), None)
            if category is None:
                raise Unreadable(_("is not a category - use one of {known}", known=", ".join(CATEGORIES)))
            return {"category": category}
    entry = next((plain_field for plain_field in notation.PLAIN if plain_field.name == field), None)
    if entry is None:
        known = ", ".join(("name", "like", *(name for name, _title, _example in FIELDS)))
        raise Unreadable(_("is not a field of a profile - use {known}", known=known))
    read = entry.read(value)
    return dict(read) if entry.several else {field: read}


EXAMPLES: Final = ("35", "6", "10", "2", "A, P5+", "Fast", "1 Tank", "2 Infantry")
FIELDS: Final = (
    ("type", N_("Type"), "Tank"),
    ("category", N_("Category"), "Standard"),
    *(
        (plain_field.name, plain_field.title, example)
        for plain_field, example in zip(notation.PLAIN, EXAMPLES, strict=True)
    ),
    ("weapons", N_("Weapons"), "Gun: arc F/S, range 24/12, 1 shot, Acc 3+, E 9"),
)
"""The fields that a player types: key, title, example."""


def typed_values(sheet: UnitDocument) -> dict[str, str]:
    """Return the values of a stat sheet by field, as a player types them."""
    kind = f"{sheet.type} {sheet.fortitude}" if sheet.fortitude else str(sheet.type)
    plain = {plain_field.name: plain_field.write(sheet) for plain_field in notation.PLAIN}
    weapons = "\n".join(map(notation.weapon_text, sheet.weapons))
    return {"type": kind, "category": sheet.category, **plain, "weapons": weapons}


def gathering(
    known: Callable[[], Sequence[KnownUnit]] = tuple,
    values_in: Callable[[Element], Mapping[str, str]] = lambda _entry: {},
) -> Gathering:
    """Return the sources of stat sheets that a list lacks.

    `known` are units of included armies, `values_in` the typed values of a catalogue's entry.
    """
    game, needed = (GAME_SYSTEM, GAME), ("type", "move", "armour", "damage")
    return gathered(RULESET, ProfileDocument, FIELDS, game, profile_of, known, needed, values_in)
