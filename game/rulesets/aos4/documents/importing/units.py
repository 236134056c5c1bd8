"""Units of a roster (A-IMP-15 to A-IMP-23, A-IMP-29)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Final

from game.documents.battlescribe import fields
from game.documents.battlescribe.fields import fields_of, points_of, profiles_below, tidy
from game.documents.battlescribe.tree import Element
from game.documents.error import DocumentError
from game.rulesets.aos4.documents.armies import UnitDocument
from game.rulesets.aos4.documents.importing import values
from game.rulesets.aos4.documents.importing.models import BaseText, Models, assumed, count_of
from game.rulesets.aos4.documents.importing.values import Abilities, type_of
from game.wording import N_, _

MOST_HEALTH: Final = 200
MOST_MODELS: Final = 1000
"""Models in an army."""
PRESENT: Final = ("Unit", "Manifestation")
_COUNTED: Final = re.compile(r"\s*\(\d+ models?\)$", re.IGNORECASE)
"""A number of models behind a name: it is the entry's, not what was chosen."""


@dataclass
class Units:
    """Reads the units of one roster. Each gets its own id; oddities go to `warnings`."""

    file: str
    known_bases: Mapping[str, BaseText]
    abilities: Abilities
    warnings: list[str]
    _ids: Counter[str] = field(default_factory=Counter)
    _models: int = 0

    def read(self, selection: Element) -> tuple[UnitDocument, ...]:
        """Return the units that a selection stands for: one, or as many as its number says (A-IMP-17)."""
        title = _COUNTED.sub("", fields.name(selection.get("name"))) or _("Unit")
        profile = self._profile(selection, title)
        if profile is None:
            self.warnings.append(_("{unit}: has no warscroll in the file and is left out", unit=title))
            return ()
        keywords = self._keywords(selection)
        default = assumed([word.partition(" (")[0] for word in keywords])
        reader = Models(selection, title, default, self.known_bases, self.file, self.warnings)
        models = reader.read()
        given = (tidy(each.get("customName"))[:60] for each in selection.below("selections"))
        for name in dict.fromkeys(filter(None, given)):  # abilities are found by the names of warscrolls
            self.warnings.append(_("{unit}: its own name, {name}, is not used", unit=title, name=name))
        number = max(1, count_of(selection, self.file))
        self._models += number * sum(group.count for group in models)
        if self._models > MOST_MODELS:
            reason = _("has more than {most} models - no army has that many", most=MOST_MODELS)
            raise DocumentError(self.file, title, reason)
        whole = points_of(selection)
        unit = UnitDocument(
            id="unit",
            name=title,
            **self._statistics(profile, title),
            keywords=keywords,
            models=models,
            weapons=tuple(reader.weapons.values()),
            abilities=self.abilities.read(profiles_below(selection), self._rules(selection))[:60],
            general=_has_upgrade(selection, values.GENERAL, "general"),
            reinforced=_has_upgrade(selection, values.REINFORCED, "reinforced"),
        )
        for weapon in filter(attrgetter("by_hand"), unit.weapons):
            text = N_("{unit}: {weapon} cannot be rolled for as printed; use it by hand")
            self.warnings.append(_(text, unit=title, weapon=weapon.name))
        shares = [whole // number + (index < whole % number) for index in range(number)]
        ids = [fields.free_id(self._ids, fields.identifier(title), "-no{}") for _share in shares]
        return tuple(unit.model_copy(update={"id": own, "points": share}) for own, share in zip(ids, shares))

    def _profile(self, selection: Element, title: str) -> Element | None:
        """Return the profile of a unit or manifestation (A-IMP-16): its own, else one of its parts'."""
        every = [profile for profile in profiles_below(selection) if type_of(profile) in PRESENT]
        own = [profile for profile in selection.all("profiles") if type_of(profile) in PRESENT] or every
        shown = [profile for profile in own if profile.get("hidden") != "true"] or own
        different = {tuple(sorted(fields_of(profile).items())) for profile in every}
        if len(different) > 1:
            text = N_("{unit}: has {n} warscrolls ({names}); {first} counts for all of its models")
            called = list(dict.fromkeys(tidy(profile.get("name"))[:60] for profile in every))
            first = tidy(shown[0].get("name"))[:60]
            self.warnings.append(_(text, unit=title, n=len(different), names=", ".join(called[:6]), first=first))
        return shown[0] if shown else None

    def _keywords(self, selection: Element) -> tuple[str, ...]:
        found = [values.keyword(fields.name(each.get("name"), 60)) for each in selection.all("categories")]
        terrain = [
            tidy(profile.get("name")).upper()
            for profile in profiles_below(selection)
            if type_of(profile) == "Ability (Passive)"
        ]
        terrain += [
            word for rule in self._rules(selection) for word in values.terrain_abilities(rule.get("description"))
        ]
        found += [word for word in terrain if word in values.TERRAIN_ABILITIES and values.TERRAIN in found]
        return tuple(dict.fromkeys(word for word in found if word))[:60]

    def _statistics(self, profile: Element, title: str) -> dict[str, Any]:
        """Return the fields of a unit that stand in the first line of its warscroll."""
        told = fields_of(profile)
        move, health = told.get("Move", ""), values.number(told.get("Health", ""))
        inches = None if tidy(move) in values.NOTHING else values.amount_text(move)
        if inches is None and tidy(move) not in values.NOTHING:
            text = N_("{unit}: Move {value!r} is not a distance; move the unit by hand")
            self.warnings.append(_(text, unit=title, value=tidy(move)[:40]))
        if health is None or not 1 <= health <= MOST_HEALTH:
            text = N_("{unit}: Health {value!r} is not a number from 1 to {most}; it counts as {most}")
            facts = {"unit": title, "value": tidy(told.get("Health", ""))[:40], "most": MOST_HEALTH}
            self.warnings.append(_(text, **facts))
            health = MOST_HEALTH
        control = values.number(told.get("Control", ""))
        return {
            "move": inches,
            "health": health,
            "save": values.needed(told.get("Save", "")),
            "control": None if control is None else min(control, 100),
            "banishment": min(values.number(tidy(told.get("Banishment", "")).rstrip("+")) or 0, 20),
        }

    def _rules(self, selection: Element) -> list[Element]:
        return [rule for each in selection.below("selections") for rule in each.all("rules")]


def _has_upgrade(selection: Element, identity: str, name: str) -> bool:
    """Return whether something called so is chosen below a selection: Reinforced, General (A-IMP-20, A-IMP-21)."""
    return _is_among((each for each in selection.below("selections") if each is not selection), identity, name)


def _is_among(found: Iterable[Element], identity: str, name: str) -> bool:
    """Return whether an element has an id or, in upper or lower case, a name."""
    return any(each.has_id(identity) or tidy(each.get("name")).lower() == name.lower() for each in found)


def is_leader(selection: Element) -> bool:
    """Return whether a unit leads its regiment (A-IMP-21)."""
    return _is_among(selection.all("categories"), values.LEADER_ID, values.LEADER)


def is_terrain(selection: Element) -> bool:
    """Return whether a unit is faction terrain (A-IMP-15)."""
    return _is_among(selection.all("categories"), values.TERRAIN_ID, values.TERRAIN)


def is_manifestation(selection: Element) -> bool:
    """Return whether a unit is a manifestation: it has such a profile (A-IMP-15)."""
    return any(type_of(profile) == "Manifestation" for profile in profiles_below(selection))


def is_unit(selection: Element) -> bool:
    """Return whether a selection is a unit: by its type, or since it has a warscroll, as some heroes do (A-IMP-15)."""
    if selection.get("type") == "unit":
        return True
    return any(type_of(profile) in PRESENT for profile in selection.all("profiles"))


def units_below(selections: Sequence[Element]) -> Iterator[Element]:
    """Yield the units among selections and what is chosen below them; a unit inside a unit is part of it."""
    for selection in selections:
        if is_unit(selection):
            yield selection
        else:
            yield from units_below(selection.all("selections"))
