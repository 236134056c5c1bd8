"""Profiles of units typed by a player, stored in the data folder, for lists that have none (A-IMP-12)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final, Literal

from pydantic import Field, model_validator

from game.documents.battlescribe.tree import Element
from game.documents.error import DocumentError
from game.documents.reading import parse_document, refuse
from game.documents.typed_profiles import OwnProfiles, TypedProfile
from game.engine.kit.rosters import gathered
from game.engine.rulebook.facets import Gathering, KnownUnit
from game.printable import shortened
from game.rulesets.aos4.documents.abilities import Keyword
from game.rulesets.aos4.documents.armies import UnitDocument, WeaponDocument
from game.rulesets.aos4.documents.importing import values
from game.wording import N_, _, numeral

RULESET: Final = "aos4"
EXAMPLE: Final = 'Spear: 2 4+ 3+ 1 1, or Bow: 18" 2 4+ 4+ - 1'
_GAP: Final = r"[\s,;/]+"
_WEAPON: Final = re.compile(
    r"(?P<name>[^:]{1,80}):\s*(?:(?:range\s*)?(?P<Rng>\d{1,3})\s*[\"”″]" + _GAP + r")?"
    r"(?:attacks\s*)?(?P<Atk>[\dDd+]{1,8})" + _GAP + r"(?:hit\s*)?(?P<Hit>[2-6]\+|[-–—])" + _GAP +
    r"(?:wound\s*)?(?P<Wnd>[2-6]\+|[-–—])" + _GAP + r"(?:rend\s*)?(?P<Rnd>-?\d|[-–—])" + _GAP +
    r"(?:damage\s*)?(?P<Dmg>[\dDd+]{1,8})(?:" + _GAP + r"(?P<Ability>\S.*))?",
    re.IGNORECASE,
)  # fmt: skip
_BASE: Final = re.compile(r"\d{2,3}(?:\.\d)?(?:\s*[x×]\s*\d{2,3}(?:\.\d)?)?\s*(?:mm)?", re.IGNORECASE)
Text = Annotated[str, Field(max_length=40)]


class ProfileDocument(TypedProfile):
    """The profile of a unit, typed by a player.

    A weapon is a line: name, range in inches if it shoots, attacks, hit, wound, rend, damage, abilities.
    """

    format: Literal["inchwise-aos4-profile"] = "inchwise-aos4-profile"
    move: Text = ""
    health: Annotated[int, Field(ge=1, le=200)] = 1
    save: Text = "-"
    control: Text = "-"
    models: Annotated[int, Field(ge=1, le=100)] = 1
    base: Text = ""
    keywords: Annotated[tuple[Keyword, ...], Field(max_length=60)] = ()
    weapons: Annotated[tuple[Annotated[str, Field(max_length=200)], ...], Field(max_length=20)] = ()

    @model_validator(mode="after")
    def _readable(self) -> ProfileDocument:
        """Refuse weapons, a base, a Save or a Move that cannot be read."""
        for index, line in enumerate(self.weapons):
            if _WEAPON.fullmatch(line.strip()) is None:
                text = _("{line!r} is not a weapon - write {example}", line=shortened(line, 40), example=EXAMPLE)
                refuse(f"weapons[{index}]", text)
        if self.base and _BASE.fullmatch(self.base.strip()) is None:
            refuse("base", _("{base!r} is not a base - write 32mm, or 75x42mm", base=shortened(self.base, 20)))
        if self.save not in values.NOTHING and values.needed(self.save) is None:
            refuse("save", _("{save!r} is not a Save - write 2+ to 6+, or -", save=shortened(self.save, 20)))
        if self.move not in values.NOTHING and values.amount_text(self.move) is None:
            refuse("move", _("{move!r} is not a Move - write inches, or -", move=shortened(self.move, 20)))
        return self

    def typed(self) -> dict[str, str]:
        fields = {name: str(getattr(self, name)) for name, _title, _example in FIELDS}
        return {**fields, "keywords": ", ".join(self.keywords), "weapons": "\n".join(self.weapons)}

    def entry(self) -> Element:
        """Return the profile as an entry of a catalogue."""
        base = f"{self.base.strip().removesuffix('mm').strip()}mm" if self.base else ""
        model = Element("selectionEntry", {"name": self.name, "type": "model"})
        model.lists = {
            "constraints": [_least(self.models)],
            "rules": [Element("rule", {"name": "Base Size", "description": base})] if base else [],
            "selectionEntries": [_weapon(line) for line in self.weapons],
        }
        titles = [title for title in values.TITLES.values() if _has(self.keywords, title)]
        model.lists["selectionEntries"] += [Element("selectionEntry", {"name": title.title()}) for title in titles]
        unit = Element("selectionEntry", {"name": self.name, "type": "unit"})
        printed = {"Move": self.move, "Health": str(self.health), "Save": self.save, "Control": self.control}
        kind = "Manifestation" if _has(self.keywords, "MANIFESTATION") else "Unit"
        unit.lists = {
            "profiles": [_profile(self.name, kind, printed)],
            "categories": [Element("category", {"name": word}) for word in self.keywords],
            "selectionEntries": [model],
        }
        return unit


def _has(keywords: Sequence[str], word: str) -> bool:
    return any(keyword.partition(" (")[0].casefold() == word.casefold() for keyword in keywords)


def _least(number: int) -> Element:
    return Element("constraint", {"type": "min", "scope": "parent", "value": str(number)})


def _profile(name: str, kind: str, printed: dict[str, str]) -> Element:
    profile = Element("profile", {"name": name, "typeName": kind})
    profile.lists["characteristics"] = [Element("characteristic", {"name": key}, text) for key, text in printed.items()]
    return profile


def _weapon(line: str) -> Element:
    """Return the entry of a weapon that is typed as a line."""
    match = _WEAPON.fullmatch(line.strip())
    assert match is not None  # validated
    printed = {name: text or "" for name, text in match.groupdict().items() if name != "name"}
    kind = "Ranged Weapon" if match["Rng"] else "Melee Weapon"
    entry = Element("selectionEntry", {"name": match["name"].strip(), "type": "upgrade"})
    entry.lists = {"constraints": [_least(1)], "profiles": [_profile(match["name"].strip(), kind, printed)]}
    return entry


# -- the files -------------------------------------------------------------------------------------


def own_profiles() -> OwnProfiles[ProfileDocument]:
    """Return the profiles that the player typed."""
    return OwnProfiles(RULESET, ProfileDocument)


def profile_of(plain: Mapping[str, Any], file: str) -> ProfileDocument:
    """Return a profile from the fields that a player typed, as numbers or texts; raise `DocumentError`."""
    fields: dict[str, Any] = {"format": "inchwise-aos4-profile", "version": 1}
    for name, value in plain.items():
        if name == "keywords" and isinstance(value, str):
            value = [word for line in value.splitlines() for word in line.split(",")]
        elif name == "weapons" and isinstance(value, str):
            value = value.splitlines()
        if name in ("keywords", "weapons"):
            texts = [str(part).strip() for part in (value if isinstance(value, list) else [value])]
            fields[name] = [text.upper() if name == "keywords" else text for text in texts if text]
        elif name in ("health", "models", "version"):
            fields[name] = int(value) if re.fullmatch(r"[0-9]{1,9}", str(value).strip()) else value
        elif value is not None:
            fields[name] = str(value).strip().rstrip('"″”') if name in ("move", "control") else str(value).strip()
    if not {"like", "health"} & fields.keys():
        raise DocumentError(file, "health", _("is missing - add it, or say which unit it is like"))
    return parse_document(json.dumps(fields), ProfileDocument, file)


FIELDS: Final = (
    ("move", N_("Move"), "5"),
    ("health", N_("Health"), "2"),
    ("save", N_("Save"), "4+"),
    ("control", N_("Control"), "1"),
    ("models", N_("Models"), "5"),
    ("base", N_("Base"), "32mm"),
    ("keywords", N_("Keywords"), "INFANTRY, CHAMPION"),
    ("weapons", N_("Weapons"), "Spear: 2 4+ 3+ 1 1"),
)
"""The fields that a player types: key, title, example."""


def typed_values(unit: UnitDocument) -> dict[str, str]:
    """Return the values of a unit's profile by field, as a player types them."""
    [group, *_others] = unit.models
    usual = {"move": unit.move or "-", "health": str(unit.health), "save": f"{unit.save}+" if unit.save else "-"}
    control = "-" if unit.control is None else str(unit.control)
    base = numeral(group.base_mm, "g") + ("" if group.base_wide_mm is None else f"x{numeral(group.base_wide_mm, 'g')}")
    keywords, weapons = ", ".join(unit.keywords), "\n".join(map(_weapon_line, unit.weapons))
    more = {"models": str(unit.size), "base": f"{base}mm", "keywords": keywords, "weapons": weapons}
    return {**usual, "control": control, **more}


def _weapon_line(weapon: WeaponDocument) -> str:
    """Return a weapon as the line that a player types."""
    reach = [f'{weapon.range_in}"'] if weapon.range_in is not None else []
    rolls = [f"{needed}+" if needed else "-" for needed in (weapon.hit, weapon.wound)]
    numbers = [*reach, weapon.attacks, *rolls, str(weapon.rend or "-"), weapon.damage, ", ".join(weapon.abilities)]
    return f"{weapon.name.replace(':', '')}: {' '.join(filter(None, numbers))}"


def gathering(
    known: Callable[[], Sequence[KnownUnit]] = tuple,
    values_in: Callable[[Element], Mapping[str, str]] = lambda _entry: {},
) -> Gathering:
    """Return the sources of profiles for units that a list only names.

    `known` are units of included armies, `values_in` the typed values of a catalogue's entry.
    """
    game, needed = (values.GAME_SYSTEM, values.GAME), ("move", "health", "save", "control")
    return gathered(RULESET, ProfileDocument, FIELDS, game, profile_of, known, needed, values_in)
