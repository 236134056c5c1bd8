"""The ids and names in roster files, and the reading of weapons and abilities (section 17.2, A-IMP-24 to A-IMP-30).

Ids survive renaming; names count where an id is not known.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from game.documents.battlescribe import fields
from game.documents.battlescribe.fields import fields_of, name, tidy
from game.documents.battlescribe.tree import Element
from game.rulesets.aos4.documents.abilities import AbilityDocument, Kind, PackDocument
from game.rulesets.aos4.documents.amounts import amount
from game.rulesets.aos4.documents.armies import Title, WeaponDocument
from game.rulesets.aos4.documents.timing import MOMENTS, Timing, timing
from game.rulesets.aos4.documents.weapon_abilities import as_written
from game.wording import N_, _

GAME_SYSTEM: Final = "e51d-b1a3-75fc-dc3g"
GAME: Final = "Age of Sigmar 4.0"
REGIMENT: Final = "376a-6b97-8699-dd59"
AUXILIARIES: Final = "8732-47c4-9f1c-e71e"
GENERAL: Final = "a56b-952e-ad15-7868"
REINFORCED: Final = "1b37-82b8-c062-eb82"
TITLES: Final[dict[str, Title]] = {
    "9c21-1746-9873-a5b5": "champion",
    "2475-183b-3802-4431": "musician",
    "7f34-77c9-597-62c3": "standard bearer",
}
"""The upgrades that mark models (A-IMP-19)."""

PROFILES: Final = {
    "ff03-376e-972f-8ab2": "Unit",
    "1287-3a-9799-7e40": "Manifestation",
    "1fd-a42f-41d3-fe05": "Ranged Weapon",
    "9074-76b6-9e2f-81e3": "Melee Weapon",
    "59b6-d47a-a68a-5dcc": "Ability (Activated)",
    "907f-a48-6a04-f788": "Ability (Passive)",
    "7312-8367-c171-f2ef": "Ability (Spell)",
    "5946-234-d7b4-6195": "Ability (Prayer)",
    "55ac-f837-dded-5872": "Ability (Command)",
    "abf8-a239-9e66-54c1": "Battle Tactic Card",
}
"""The types of profiles by their ids."""

PRESENT: Final = ("Unit", "Manifestation")
"""The types of profiles of units on the table."""
BOOKKEEPING: Final = frozenset(
    {
        "REGIMENTAL LEADER", "REGIMENTAL OPTION", "REGIMENTAL HERO", "REFERENCE", "CONFIGURATION", "ARMY COMPOSITION",
        "ORDER OF BATTLE", "ENHANCEMENT CONFIGURATION", "ARCANE TOME", "COMMAND MODEL", "RESTRICT GENERAL",
        "UNDERSIZE UNIT", "LEGENDS", "ILLEGAL UNITS", "UNCATEGORIZED",
    }
)  # fmt: skip
"""Categories that are not keywords (A-IMP-22)."""
LEADER: Final = "REGIMENTAL LEADER"
LEADER_ID: Final = "d1f3-921c-b403-1106"
TERRAIN: Final = "FACTION TERRAIN"
TERRAIN_ID: Final = "cdd6-ffa1-9b32-4cb8"

CORE_PASSIVES: Final = frozenset(
    {"FLY", "WARD SAVE", "GUARDED HERO", "BEAST", "CHAMPION", "MUSICIAN", "STANDARD BEARER"}
)
"""Passive abilities that the rules know by the keyword (A-IMP-28)."""
CORE_ABILITIES: Final = frozenset({"ACTIVATE PLACE OF POWER"})
"""Abilities that come from the core pack (A-IMP-30)."""
TERRAIN_ABILITIES: Final = frozenset({"COVER", "OBSCURING", "IMPASSABLE", "UNSTABLE", "PLACE OF POWER"})
"""Passive abilities that become keywords of a terrain feature (A-TAB)."""

_KEYWORD: Final = re.compile(r"(?P<name>[^()]+?)\s*(?:\(\s*(?P<value>\d+\+?|1/\d+)\s*\))?")


def keyword(category: str) -> str:
    """Return the keyword of a category, or "" for a category that is only bookkeeping (A-IMP-22)."""
    upper = category.upper()
    if upper in BOOKKEEPING:
        return ""
    match = _KEYWORD.fullmatch(upper)
    return upper if match is None or not match["value"] else f"{match['name']} ({match['value']})"


def terrain_abilities(text: str) -> tuple[str, ...]:
    """Return the abilities that a terrain feature's rule lists after a colon ("...: Cover, Impassable"), or ().

    A text that says anything more is not such a list (A-TAB).
    """
    words = [word.strip(" .").upper() for word in tidy(text).rpartition(":")[2].split(",")]
    return tuple(words) if words and TERRAIN_ABILITIES.issuperset(words) else ()


_NUMBER: Final = re.compile(r"(?P<number>\d{1,4})\s*[\"”″]?")
_NEEDED: Final = re.compile(r"(?P<number>[2-6])\s*\+")
_REND: Final = re.compile(r"-?(?P<number>\d)")
_OUTSIDE: Final = re.compile(r",(?![^()]*\))")
NOTHING: Final = ("", "-", "–", "—")


def is_count(text: str) -> bool:
    """Return whether a text is a number of models or parts, which has at most four digits."""
    return text.isascii() and text.isdigit() and len(text) <= 4


def number(text: str) -> int | None:
    """Return a whole number, ignoring an inch mark behind it, or None if the text is not a number (A-IMP-25)."""
    match = _NUMBER.fullmatch(tidy(text))
    return None if match is None else int(match["number"])


def needed(text: str) -> int | None:
    """Return the roll that a text such as "4+" asks for, or None for other texts (A-IMP-25)."""
    match = _NEEDED.fullmatch(tidy(text))
    return None if match is None else int(match["number"])


def rend(text: str) -> int | None:
    """Return a Rend, 0 for an empty text, or None if it is not a number (A-IMP-25)."""
    if tidy(text) in NOTHING:
        return 0
    match = _REND.fullmatch(tidy(text))
    return None if match is None else int(match["number"])


def amount_text(text: str) -> str | None:
    """Return a number or dice ("D3+2") without inch marks, or None if it is neither (A-IMP-25)."""
    plain = tidy(text).rstrip('"”″ ').upper()
    try:
        return str(amount(plain))
    except ValueError:
        return None


def printed_abilities(text: str) -> tuple[str, ...]:
    """Return the abilities of a weapon, known ones in the program's own spelling (A-IMP-26)."""
    plain = name(text, 1000)
    if plain in NOTHING:
        return ()
    parts = [part.strip() for part in _OUTSIDE.split(plain)]
    closed = (f"{part})" if part.count("(") == part.count(")") + 1 else part for part in parts if part not in NOTHING)
    return tuple(as_written(part)[:120] for part in closed)[:20]


_KINDS: Final[dict[str, Kind]] = {
    "Ability (Passive)": "passive",
    "Ability (Spell)": "spell",
    "Ability (Prayer)": "prayer",
    "Ability (Command)": "command",
    "Battle Tactic Card": "card",
}
_SHOWN: Final = ("Card", "Affray", "Strike", "Domination")
_READ: Final = ("Timing", "Declare", "Effect", "Keywords", "Used By", "Casting Value", "Chanting Value", "Cost")
LONGEST: Final = 4000
_ITALIC: Final = re.compile(r"(?<!\*)\*(?![\s*])([^*\n]+)(?<!\s)\*(?!\*)")
"""A text between single asterisks, which mark italics."""


def type_of(profile: Element) -> str:
    """Return the type of a profile, by its id or else its name."""
    return PROFILES.get(profile.get("typeId")) or tidy(profile.get("typeName"))


def is_weapon(profile: Element) -> bool:
    """Return whether a profile is a weapon's."""
    return type_of(profile) in ("Ranged Weapon", "Melee Weapon")


def weapon(profile: Element) -> WeaponDocument:
    """Return the weapon of a profile. It is used by hand if the program cannot roll for it (A-IMP-25)."""
    printed = fields_of(profile)
    hit, wound = needed(printed.get("Hit", "")), needed(printed.get("Wnd", ""))
    attacks, damage = amount_text(printed.get("Atk", "")), amount_text(printed.get("Dmg", ""))
    rend_value = rend(printed.get("Rnd", ""))
    reach = min(number(printed.get("Rng", "")) or 1, 120) if type_of(profile) == "Ranged Weapon" else None
    is_odd = None in (attacks, damage, rend_value) or (hit is None and tidy(printed.get("Hit", "")) not in NOTHING)
    is_odd |= wound is None and tidy(printed.get("Wnd", "")) not in NOTHING
    return WeaponDocument(
        name=fields.name(profile.get("name")) or _("Weapon"),
        range_in=None if reach is None else max(1, reach),
        attacks=attacks or "1",
        hit=hit or 0,
        wound=wound or 0,
        rend=rend_value or 0,
        damage=damage or "1",
        abilities=printed_abilities(printed.get("Ability", "")),
        by_hand=is_odd,
    )


@dataclass
class Abilities:
    """The abilities of a roster, each with one id wherever it appears (A-IMP-29).

    An ability with the same name, kind and timing as one of `packs` is replaced by it, and so works.
    """

    packs: Iterable[PackDocument] = ()
    warnings: list[str] = field(default_factory=list)
    _known: dict[tuple[str, str, str], AbilityDocument] = field(default_factory=dict)
    _ids: Counter[str] = field(default_factory=Counter)

    def read(self, profiles: Iterable[Element], rules: Iterable[Element] = ()) -> tuple[AbilityDocument, ...]:
        """Return the abilities among profiles and rules, except those that every army has (A-IMP-28, A-IMP-30)."""
        kinds = ("Ability", "Battle Tactic Card")
        abilities = [self._ability(profile) for profile in profiles if type_of(profile).startswith(kinds)]
        abilities += [self._rule(rule) for rule in rules]
        return tuple({ability.id: ability for ability in abilities if ability is not None}.values())

    def _ability(self, profile: Element) -> AbilityDocument | None:
        """Return the ability of a profile, or None if the core rules contain it."""
        title, kind = fields.name(profile.get("name")) or _("Ability"), _KINDS.get(type_of(profile), "normal")
        printed = {name: _text(text) for name, text in fields_of(profile).items()}
        in_core_rules = CORE_PASSIVES | TERRAIN_ABILITIES if kind == "passive" else CORE_ABILITIES
        if title.upper() in in_core_rules:
            return None
        when = tidy(printed.get("Timing", "")) or ("Passive" if kind == "passive" else "")
        key = (title, when, printed.get("Effect", ""))
        if key not in self._known:
            document = self._document(title, kind, when[:300], printed)
            self._known[key] = self._theirs(document) or document
        return self._known[key]

    def _document(self, title: str, kind: Kind, when: str, printed: dict[str, str]) -> AbilityDocument:
        """Return an ability as a document, with warnings about a timing or value that is not understood."""
        moment = timing(when)
        if moment.moment == "" and kind != "card":
            text = N_("{name}: its timing is not understood, so it may be used in any phase: {when!r}")
            self.warnings.append(_(text, name=title, when=when[:80]))
        elif _answers_anything(moment):
            text = N_(
                "the trigger in {timing!r} is not understood - it is offered after every declaration in its phases"
            )
            self.warnings.append(f"{title}: {_(text, timing=when[:80])}")
        value = printed.get("Casting Value") or printed.get("Chanting Value") or ""
        value_found, cost = number(value.rstrip("+")), number(printed.get("Cost", ""))
        if value not in NOTHING and value_found is None:
            self.warnings.append(_("{name}: its value {value!r} is not a number", name=title, value=value[:40]))
        keywords = [fields.name(word.upper(), 60) for word in printed.get("Keywords", "").split(",")]
        owners = [fields.name(name) for name in printed.get("Used By", "").split(",")]
        return AbilityDocument(
            id=self._id(title),
            kind=kind,
            name=title,
            timing=when,
            phases=_phases(kind, moment),
            cost=min(cost or 1, 20) if kind == "command" else 0,
            value=min(value_found or 0, 30),
            declare=printed.get("Declare", "")[:LONGEST],
            effect=_effect(printed)[:LONGEST],
            keywords=tuple(word for word in keywords if word not in NOTHING)[:30],
            used_by=tuple(name for name in owners if name not in NOTHING)[:30],
        )

    def _rule(self, rule: Element) -> AbilityDocument | None:
        """Return a rule with a text of its own as a passive ability; base sizes are read elsewhere."""
        title, text = fields.name(rule.get("name")), _text(rule.get("description"))
        if not title or not text or title == "Base Size" or title.upper() in CORE_PASSIVES:
            return None
        if terrain_abilities(text):
            return None  # they are keywords
        key = (title, "", text)
        if key not in self._known:
            self._known[key] = AbilityDocument(
                id=self._id(title), kind="passive", name=title, timing="Passive", effect=text[:LONGEST]
            )
        return self._known[key]

    def _id(self, title: str) -> str:
        """Return a new id, with a prefix that ids of the rules do not have."""
        return fields.free_id(self._ids, f"roster.{fields.identifier(title)}", "-{}")

    def _theirs(self, imported: AbilityDocument) -> AbilityDocument | None:
        """Return the ability of a pack with the same kind, name and timing, or None."""
        key = imported.kind, imported.name.casefold(), imported.timing.casefold()
        theirs = (ability for pack in self.packs for ability in pack.abilities)
        matches = (
            ability for ability in theirs if (ability.kind, ability.name.casefold(), ability.timing.casefold()) == key
        )
        return next(matches, None)


def _phases(kind: Kind, when: Timing) -> tuple[str, ...]:
    """Return the phases in which an ability may be used. A card has none, since it is not used like an ability.

    A timing that is not understood allows any phase, and so does a reaction with only its side understood (A-IMP-6).
    """
    if kind == "card":
        return ()
    if when.moment == "" or _answers_anything(when):
        return tuple(moment for moment in MOMENTS if moment.startswith("any"))
    if when.during:
        return (when.during,)
    return (when.moment,) if when.moment in MOMENTS else ()


def _answers_anything(when: Timing) -> bool:
    """Return whether a timing is that of a reaction, and only the side of its trigger is understood."""
    return when.moment == "reaction" and not when.is_read


def _effect(printed: dict[str, str]) -> str:
    """Return the effect as text, followed by the other texts on the card."""
    other_fields = [name for name in printed if name in _SHOWN or name not in _READ]
    lines = [printed.get("Effect", ""), *(f"{name}: {printed[name]}" for name in other_fields if printed[name])]
    return "\n".join(line for line in lines if line)


def _text(text: str) -> str:
    """Return a text with each line tidied. Marks around keywords become **, and marks of italics are removed."""
    marked_text = _ITALIC.sub(r"\1", re.sub(r"(?:\*{2,}|\^\^)+", "**", text))
    if marked_text.count("**") % 2:
        marked_text = marked_text.replace("**", "")
    lines = ("**".join(_tidy_piece(piece) for piece in line.split("**")) for line in marked_text.splitlines())
    return "\n".join(line.strip() for line in lines if line.strip())


def _tidy_piece(piece: str) -> str:
    """Return a tidied piece of a line that keeps a blank at either end."""
    inner = fields.name(piece, LONGEST)
    if not inner:
        return " " if piece else ""
    return (" " if piece[0].isspace() else "") + inner + (" " if piece[-1].isspace() else "")
