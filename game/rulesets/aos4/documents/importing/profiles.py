"""Profiles of units that a player typed, kept in the data folder, for lists without them (A-IMP-12)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import Field, model_validator

from game.documents import typed_profiles
from game.documents.battlescribe.names import key, keys
from game.documents.battlescribe.tree import Element
from game.documents.error import DocumentError
from game.documents.reading import Document, Name, parse_document, refuse
from game.documents.typed_profiles import kept_profiles, typed_fields
from game.engine.rulebook.facets import Gathering
from game.printable import shortened
from game.rulesets.aos4.documents.abilities import Keyword
from game.rulesets.aos4.documents.importing import values
from game.wording import N_, _

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


class ProfileDocument(Document):
    """The profile of a unit, typed by a player; or `like`, the name that the unit has in a library.

    A weapon is a line: name, range in inches if it shoots, attacks, hit, wound, rend, damage, abilities.
    """

    format: Literal["inchwise-aos4-profile"] = "inchwise-aos4-profile"
    version: Literal[1] = 1
    name: Name
    like: Annotated[str, Field(max_length=80)] = ""
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
    made = Element("profile", {"name": name, "typeName": kind})
    made.lists["characteristics"] = [Element("characteristic", {"name": key}, text) for key, text in printed.items()]
    return made


def _weapon(line: str) -> Element:
    match = _WEAPON.fullmatch(line.strip())
    assert match is not None  # validated
    printed = {name: text or "" for name, text in match.groupdict().items() if name != "name"}
    kind = "Ranged Weapon" if match["Rng"] else "Melee Weapon"
    made = Element("selectionEntry", {"name": match["name"].strip(), "type": "upgrade"})
    made.lists = {"constraints": [_least(1)], "profiles": [_profile(match["name"].strip(), kind, printed)]}
    return made


# -- the files -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OwnProfiles:
    """The profiles that a player typed."""

    documents: Sequence[ProfileDocument] = ()

    def find(self, name: str) -> Element | None:
        """Return the entry of a unit by its name, or None."""
        document = self._document(name)
        return None if document is None or document.like else document.entry()

    def renamed(self, name: str) -> str:
        """Return the name that a unit has in a library."""
        document = self._document(name)
        return document.like if document is not None and document.like else name

    def _document(self, name: str) -> ProfileDocument | None:
        known = {key(document.name): document for document in self.documents}
        return next((known[wanted] for wanted in keys(name) if wanted in known), None)


def own_profiles() -> tuple[OwnProfiles, list[str]]:
    """Return the profiles that the player typed, and the faults of those that cannot be read."""
    documents, troubles = kept_profiles(RULESET, ProfileDocument)
    return OwnProfiles(documents), troubles


def read_profile(file: str) -> ProfileDocument:
    """Return the profile in a YAML or JSON document of a few lines; raise `DocumentError`, `OSError`."""
    return profile_of(typed_fields(file), file)


def profile_of(plain: dict[str, Any], file: str) -> ProfileDocument:
    """Return a profile from what a player wrote: numbers and texts as they come; raise `DocumentError`."""
    made: dict[str, Any] = {"format": "inchwise-aos4-profile", "version": 1}
    for name, value in plain.items():
        if name in ("keywords", "weapons") and isinstance(value, str):
            value = [
                part for line in value.splitlines() for part in (line.split(",") if name == "keywords" else [line])
            ]
        if name in ("keywords", "weapons"):
            texts = [str(part).strip() for part in (value if isinstance(value, list) else [value])]
            made[name] = [text.upper() if name == "keywords" else text for text in texts if text]
        elif name in ("health", "models", "version"):
            made[name] = int(value) if str(value).strip().isdigit() else value
        elif value is not None:
            made[name] = str(value).strip().rstrip('"″”') if name in ("move", "control") else str(value).strip()
    if not {"like", "health"} & made.keys():
        raise DocumentError(file, "health", _("is missing - add it, or say which unit it is like"))
    return parse_document(json.dumps(made), ProfileDocument, file)


def keep_profile(profile: ProfileDocument) -> Path:
    """Keep a profile in the data folder, in the place of one for the same unit; return its file. Raises `OSError`."""
    content = profile.model_dump(mode="json", exclude_defaults=True) | {"format": profile.format, "version": 1}
    return typed_profiles.keep_profile(RULESET, profile.name, content)


def remove_profile(name: str) -> None:
    """Remove the profile of a unit; raise `DocumentError`, `OSError`."""
    typed_profiles.remove_profile(RULESET, name, (document.name for document in own_profiles()[0].documents))


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


def gathering() -> Gathering:
    """Return where profiles come from that a list does not have."""

    def keep(given: str | Mapping[str, Any]) -> str:
        profile = read_profile(given) if isinstance(given, str) else profile_of(dict(given), _("the profile"))
        keep_profile(profile)
        return profile.name

    def names() -> list[str]:
        return [document.name for document in own_profiles()[0].documents]

    return Gathering(values.GAME_SYSTEM, values.GAME, True, FIELDS, names, keep, remove_profile)
