"""Profiles of a roster made into weapons and abilities (A-IMP-25 to A-IMP-30)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from game.documents.battlescribe import fields
from game.documents.battlescribe.fields import fields_of, tidy
from game.documents.battlescribe.tree import Element
from game.rulesets.aos4.documents.abilities import AbilityDocument, Kind, PackDocument
from game.rulesets.aos4.documents.armies import WeaponDocument
from game.rulesets.aos4.documents.importing import values
from game.rulesets.aos4.documents.timing import MOMENTS, Timing, timing
from game.wording import N_, _

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
"""A text between single marks, as editors write what is to be slanted."""


def type_of(profile: Element) -> str:
    """Return the type of a profile, by its id or else its name."""
    return values.PROFILES.get(profile.get("typeId")) or tidy(profile.get("typeName"))


def is_weapon(profile: Element) -> bool:
    """Return whether a profile is a weapon's."""
    return type_of(profile) in ("Ranged Weapon", "Melee Weapon")


def weapon(profile: Element) -> WeaponDocument:
    """Return the weapon of a profile; what cannot be rolled for is left to people (A-IMP-25)."""
    told = fields_of(profile)
    hit, wound = values.needed(told.get("Hit", "")), values.needed(told.get("Wnd", ""))
    attacks, damage = values.amount_text(told.get("Atk", "")), values.amount_text(told.get("Dmg", ""))
    rend = values.rend(told.get("Rnd", ""))
    reach = min(values.number(told.get("Rng", "")) or 1, 120) if type_of(profile) == "Ranged Weapon" else None
    odd = None in (attacks, damage, rend) or (hit is None and tidy(told.get("Hit", "")) not in values.NOTHING)
    odd |= wound is None and tidy(told.get("Wnd", "")) not in values.NOTHING
    return WeaponDocument(
        name=fields.name(profile.get("name")) or _("Weapon"),
        range_in=None if reach is None else max(1, reach),
        attacks=attacks or "1",
        hit=hit or 0,
        wound=wound or 0,
        rend=rend or 0,
        damage=damage or "1",
        abilities=values.weapon_abilities(told.get("Ability", "")),
        by_hand=odd,
    )


@dataclass
class Abilities:
    """The abilities met in a roster: each has one id, the same wherever it is met again (A-IMP-29).

    One that a pack of the program has too, of the same name, kind and timing, is that pack's and works like it.
    """

    packs: Iterable[PackDocument] = ()
    warnings: list[str] = field(default_factory=list)
    _known: dict[tuple[str, str, str], AbilityDocument] = field(default_factory=dict)
    _ids: Counter[str] = field(default_factory=Counter)

    def read(self, profiles: Iterable[Element], rules: Iterable[Element] = ()) -> tuple[AbilityDocument, ...]:
        """Return the abilities among profiles and rules, without those that every army has (A-IMP-28, A-IMP-30)."""
        kinds = ("Ability", "Battle Tactic Card")
        found = [self._ability(profile) for profile in profiles if type_of(profile).startswith(kinds)]
        found += [self._rule(rule) for rule in rules]
        return tuple({each.id: each for each in found if each is not None}.values())

    def _ability(self, profile: Element) -> AbilityDocument | None:
        title, kind = fields.name(profile.get("name")) or _("Ability"), _KINDS.get(type_of(profile), "normal")
        told = {name: _text(text) for name, text in fields_of(profile).items()}
        known = values.CORE_PASSIVES | values.TERRAIN_ABILITIES if kind == "passive" else values.CORE_ABILITIES
        if title.upper() in known:
            return None
        when = tidy(told.get("Timing", "")) or ("Passive" if kind == "passive" else "")
        key = (title, when, told.get("Effect", ""))
        if key not in self._known:
            document = self._document(title, kind, when[:300], told)
            self._known[key] = self._theirs(document) or document
        return self._known[key]

    def _document(self, title: str, kind: Kind, when: str, told: dict[str, str]) -> AbilityDocument:
        moment = timing(when)
        if moment.moment == "" and kind != "card":
            text = N_("{name}: its timing is not understood, so it may be used in any phase: {when!r}")
            self.warnings.append(_(text, name=title, when=when[:80]))
        elif _answers_anything(moment):
            text = N_(
                "the trigger in {timing!r} is not understood - it is offered after every declaration in its phases"
            )
            self.warnings.append(f"{title}: {_(text, timing=when[:80])}")
        value = told.get("Casting Value") or told.get("Chanting Value") or ""
        value_found, cost = values.number(value.rstrip("+")), values.number(told.get("Cost", ""))
        if value not in values.NOTHING and value_found is None:
            self.warnings.append(_("{name}: its value {value!r} is not a number", name=title, value=value[:40]))
        keywords = [fields.name(word.upper(), 60) for word in told.get("Keywords", "").split(",")]
        owners = [fields.name(name) for name in told.get("Used By", "").split(",")]
        return AbilityDocument(
            id=self._id(title),
            kind=kind,
            name=title,
            timing=when,
            phases=_phases(kind, moment),
            cost=min(cost or 1, 20) if kind == "command" else 0,
            value=min(value_found or 0, 30),
            declare=told.get("Declare", "")[:LONGEST],
            effect=_effect(told)[:LONGEST],
            keywords=tuple(word for word in keywords if word not in values.NOTHING)[:30],
            used_by=tuple(name for name in owners if name not in values.NOTHING)[:30],
        )

    def _rule(self, rule: Element) -> AbilityDocument | None:
        """Return a rule with a text of its own as a passive ability; base sizes are read elsewhere."""
        title, text = fields.name(rule.get("name")), _text(rule.get("description"))
        if not title or not text or title == "Base Size" or title.upper() in values.CORE_PASSIVES:
            return None
        if values.terrain_abilities(text):
            return None  # they are keywords
        key = (title, "", text)
        if key not in self._known:
            self._known[key] = AbilityDocument(
                id=self._id(title), kind="passive", name=title, timing="Passive", effect=text[:LONGEST]
            )
        return self._known[key]

    def _id(self, title: str) -> str:
        """Return a new id; its prefix keeps it apart from those that the rules know."""
        return fields.free_id(self._ids, f"roster.{fields.identifier(title)}", "-{}")

    def _theirs(self, found: AbilityDocument) -> AbilityDocument | None:
        wanted = found.kind, found.name.casefold(), found.timing.casefold()
        theirs = (ability for pack in self.packs for ability in pack.abilities)
        same = (each for each in theirs if (each.kind, each.name.casefold(), each.timing.casefold()) == wanted)
        return next(same, None)


def _phases(kind: Kind, told: Timing) -> tuple[str, ...]:
    """Return when it may be used; a card, which is ticked as a turn ends, never as a unit's ability.

    What is not understood may be used in any phase, and so may a reaction of which only the side is (A-IMP-6).
    """
    if kind == "card":
        return ()
    if told.moment == "" or _answers_anything(told):
        return tuple(moment for moment in MOMENTS if moment.startswith("any"))
    if told.during:
        return (told.during,)
    return (told.moment,) if told.moment in MOMENTS else ()


def _answers_anything(told: Timing) -> bool:
    """Return whether it is a reaction of whose trigger nothing but the side is understood."""
    return told.moment == "reaction" and not told.is_read


def _effect(told: dict[str, str]) -> str:
    """Return the effect as text, followed by everything else on the card."""
    more = [name for name in told if name in _SHOWN or name not in _READ]
    lines = [told.get("Effect", ""), *(f"{name}: {told[name]}" for name in more if told[name])]
    return "\n".join(line for line in lines if line)


def _text(text: str) -> str:
    """Return a text of several lines, each tidied; keywords between ** and ^^ keep their marks as **, italics none."""
    plain = _ITALIC.sub(r"\1", re.sub(r"(?:\*{2,}|\^\^)+", "**", text))
    if plain.count("**") % 2:
        plain = plain.replace("**", "")
    lines = ("**".join(_tidy_piece(piece) for piece in line.split("**")) for line in plain.splitlines())
    return "\n".join(line.strip() for line in lines if line.strip())


def _tidy_piece(piece: str) -> str:
    inner = fields.name(piece, LONGEST)
    if not inner:
        return " " if piece else ""
    return (" " if piece[0].isspace() else "") + inner + (" " if piece[-1].isspace() else "")
