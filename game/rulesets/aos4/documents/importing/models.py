"""Reads the models of a unit of a roster: their number, bases, weapons and titles (A-IMP-17 to A-IMP-19).

Base sizes come from catalogue files, or are assumed by class if these do not have them (A-IMP-31 to A-IMP-33).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter
from typing import Final, Literal, NamedTuple

from game.documents.battlescribe.fields import fields_of, tidy
from game.documents.battlescribe.tree import Element
from game.documents.error import DocumentError
from game.rulesets.aos4.documents.armies import (
    LARGEST,
    NARROWEST,
    SMALLEST,
    CharacteristicsDocument,
    ModelsDocument,
    Title,
    WeaponDocument,
)
from game.rulesets.aos4.documents.importing import values
from game.rulesets.aos4.documents.importing.values import is_count, is_weapon, type_of, weapon
from game.wording import N_, _

_SIZE: Final = re.compile(
    r"(?P<long>\d{2,3}(?:\.\d)?)\s*(?:(?:mm\s*)?[x×]\s*(?P<wide>\d{2,3}(?:\.\d)?)\s*)?mm", re.IGNORECASE
)
_CORNERS: Final = re.compile(r"rectang|square", re.IGNORECASE)
_SHARE: Final = re.compile(r"(?P<count>\d{1,3})\s*/\s*\d{1,3}\s+(?P<rest>.*)")
LISTS: Final = ("sharedSelectionEntries", "selectionEntries", "selectionEntryGroups", "sharedSelectionEntryGroups")
BASE_SIZE: Final = "Base Size"

BY_CLASS: Final = (
    ("FACTION TERRAIN", 80.0),
    ("MANIFESTATION", 50.0),
    ("MONSTER", 100.0),
    ("WAR MACHINE", 80.0),
    ("CAVALRY", 60.0),
    ("BEAST", 50.0),
    ("HERO", 40.0),
    ("INFANTRY", 32.0),
)
"""The assumed base sizes in millimetres for a unit without known bases; the first keyword counts (A-IMP-33)."""


class BaseSize(NamedTuple):
    """A base in millimetres: its diameter, or the length and the width of one that is not round."""

    mm: float
    wide_mm: float | None = None
    shape: Literal["round", "oval", "rectangle"] = "round"


@dataclass(frozen=True)
class BaseText:
    """A text about bases after reading: numbers of models with each size. Empty if the text gives no size."""

    sizes: tuple[tuple[int, BaseSize], ...] = ()

    def of_model(self, index: int) -> BaseSize | None:
        """Return the base size of the model with this index in its group, or None if the text gives none."""
        for count, size in self.sizes:
            if index < count:
                return size
            index -= count
        return self.sizes[-1][1] if self.sizes else None


def base_text(text: str) -> BaseText:
    """Return a text about bases after reading (A-IMP-32). A base with length and width is an oval by default."""
    bases: list[tuple[bool, int, BaseSize]] = []
    for line in text.splitlines()[:20]:
        share = _SHARE.match(tidy(line))
        size = _SIZE.search(share["rest"] if share else tidy(line))
        if size is not None:
            has_corners = _CORNERS.search(line) is not None
            count = int(share["count"]) if share else 1
            base = _base_size(float(size["long"]), float(size["wide"] or size["long"]), has_corners=has_corners)
            bases.append(("champion" not in line.lower(), count, base))
    bases.sort(key=itemgetter(0))  # the champion comes first
    return BaseText(tuple((count, size) for _champion, count, size in bases))


def _base_size(one: float, other: float, *, has_corners: bool) -> BaseSize:
    """Return a base from two lengths in any order, within the limits of base sizes."""
    long, wide = (
        min(max(size, least), LARGEST) for size, least in ((max(one, other), SMALLEST), (min(one, other), NARROWEST))
    )
    if has_corners:
        return BaseSize(long, wide, "rectangle")
    return BaseSize(long) if long == wide else BaseSize(long, wide, "oval")


def assumed(keywords: Collection[str]) -> float:
    """Return the assumed base size for a class of units, in millimetres (A-IMP-33)."""
    return next((size for keyword, size in BY_CLASS if keyword in keywords), 32.0)


def catalogue_bases(catalogues: Iterable[Element]) -> dict[str, BaseText]:
    """Return the base sizes in catalogues, by the id of the entry (A-IMP-31)."""
    bases: dict[str, BaseText] = {}
    for catalogue in catalogues:
        stack = [catalogue]
        while stack:
            entry = stack.pop()
            for name in LISTS:
                stack.extend(entry.all(name))
            text = base_rule(entry)
            if text and entry.get("id"):
                bases[entry.get("id")] = base_text(text)
    return bases


def base_rule(entry: Element) -> str:
    """Return the text of an entry's rule about bases, or ""."""
    rules = (rule for rule in entry.all("rules") if tidy(rule.get("name")) == BASE_SIZE)
    return next((rule.get("description") for rule in rules), "")


def base_of(selection: Element, known: Mapping[str, BaseText]) -> BaseText:
    """Return the known bases of a selection, from its own rule or else from the catalogues."""
    own_text = base_rule(selection)
    return base_text(own_text) if own_text else known.get(selection.get("entryId").rsplit("::", 1)[-1], BaseText())


MOST_MODELS: Final = 100
"""The most models in a unit."""
MOST_WEAPONS: Final = 20
"""The most weapons of one model."""
MOST_GROUPS: Final = 40
MOST_PROFILES: Final = 40
"""The most different weapons in a unit."""


def count_of(selection: Element, file: str) -> int:
    """Return the number of a selection; raise `DocumentError` if it is not a number or too high."""
    text = selection.get("number") or "1"
    if not is_count(text) or int(text) > MOST_MODELS:
        reason = _("{text!r} is not a valid number in a unit - at most {most}", text=text[:20], most=MOST_MODELS)
        raise DocumentError(file, tidy(selection.get("name"))[:60], reason)
    return int(text)


@dataclass
class _Model:
    """A single model of a unit that is being read."""

    base: BaseSize
    assumed: bool
    titles: tuple[Title, ...] = ()
    weapons: list[str] = field(default_factory=list)
    name: str = ""
    own: CharacteristicsDocument | None = None


@dataclass
class Models:
    """Reads the models of one unit; remarks are added to `warnings`.

    `own` returns the name and characteristics of a group of models if these differ from the unit's.
    """

    unit: Element
    title: str
    default_base: float
    known_bases: Mapping[str, BaseText]
    file: str
    warnings: list[str]
    own: Callable[[Element], tuple[str, CharacteristicsDocument | None]] = lambda _group: ("", None)
    weapons: dict[str, WeaponDocument] = field(default_factory=dict)
    _by_profile: dict[str, str] = field(default_factory=dict)
    _sized: Counter[str] = field(default_factory=Counter)

    def read(self) -> tuple[ModelsDocument, ...]:
        """Return the models in groups of equal ones; afterwards `weapons` holds their weapons."""
        groups = [part for part in self.unit.below("selections") if part is not self.unit and _is_model(part)]
        if sum(count_of(group, self.file) for group in groups) > MOST_MODELS:
            reason = _("has more than {most} models - no unit has that many", most=MOST_MODELS)
            raise DocumentError(self.file, self.title, reason)
        models_by_group = [(group, self._models(group)) for group in groups]
        models = [model for _group, group_models in models_by_group for model in group_models]
        if not models:
            models = [self._model(self._base(self.unit), 0)]
        for group, group_models in models_by_group:
            if group_models:
                self._equip(group_models, group)
        self._equip(models, self.unit, whole=bool(groups))
        return tuple(_grouped(models))

    def _models(self, group: Element) -> list[_Model]:
        """Return the models of a group, without weapons."""
        base = self._base(group)
        count, first_index = count_of(group, self.file), self._sized[group.get("entryId")]
        self._sized[group.get("entryId")] += count
        name, own = self.own(group)
        models = [replace(self._model(base, first_index + index), name=name, own=own) for index in range(count)]
        name_in_texts = tidy(group.get("name"))[:80]
        if count == 1 and not name and self._says(name_in_texts):
            models[0].name = name_in_texts
        return models

    def _says(self, name: str) -> bool:
        """Return whether a text of the unit refers to a model by this name, as in "this unit's Wick"."""
        phrases = tuple(
            f"{words} {name}".casefold() for words in ("this unit's", "includes", "includes an", "contains a")
        )
        profiles = (profile for part in self.unit.below("selections") for profile in part.all("profiles"))
        texts = (
            tidy(text).replace("\u2019", "'").replace("*", "")
            for profile in profiles
            for text in fields_of(profile).values()
        )
        return bool(name) and any(words in text.casefold() for text in texts for words in phrases)

    def _base(self, group: Element) -> BaseText:
        """Return the bases of a group, or of the unit if the group has none."""
        base = base_of(group, self.known_bases)
        return base if base.sizes or group is self.unit else base_of(self.unit, self.known_bases)

    def _model(self, base: BaseText, index: int) -> _Model:
        """Return a model with its base from a text, or with the assumed base."""
        size = base.of_model(index)
        return _Model(BaseSize(self.default_base) if size is None else size, size is None)

    def _equip(self, models: list[_Model], selection: Element, *, whole: bool = False) -> None:
        """Give models the weapons and titles of a selection, which is their group or the `whole` unit."""
        for profile in filter(is_weapon, selection.all("profiles")):
            self._arm(models, profile, len(models))
        for upgrade in _upgrades(selection):
            number, title = count_of(upgrade, self.file), title_of(upgrade)
            if title is not None:
                _mark(models, title, number)
            for profile in filter(is_weapon, upgrade.all("profiles")):
                if whole and number != len(models):
                    text = N_("{unit}: {weapon} belongs to the whole unit; every model gets it")
                    self.warnings.append(_(text, unit=self.title, weapon=tidy(profile.get("name"))[:60]))
                self._arm(models, profile, len(models) if whole else number)

    def _arm(self, models: list[_Model], profile: Element, number: int) -> None:
        """Distribute a number of weapons among the models of a group (A-IMP-18).

        If there are not enough for all, models with the fewest weapons come first: of 7 slings and 3 mortars among ten
        models, each model gets one.
        """
        name = self._weapon(profile)
        weapons_each, remaining = divmod(number, len(models))
        if remaining and models:
            text = N_("{unit}: {number} × {weapon} for {models} models; {rest} of them get one more")
            facts = {"unit": self.title, "number": number, "weapon": name, "models": len(models), "rest": remaining}
            self.warnings.append(_(text, **facts))
        by_need = sorted(models, key=lambda model: len(model.weapons)) if remaining else models
        for index, model in enumerate(by_need):
            added = weapons_each + 1 if index < remaining else weapons_each
            model.weapons += [name] * min(added, MOST_WEAPONS - len(model.weapons))

    def _weapon(self, profile: Element) -> str:
        """Return the name of a weapon in the unit. Different weapons with the same name are numbered (A-IMP-29)."""
        identity = profile.get("id")
        if identity and identity in self._by_profile:
            return self._by_profile[identity]
        profile_weapon = weapon(profile)
        name, number = profile_weapon.name, 1
        while name in self.weapons and self.weapons[name] != profile_weapon.model_copy(update={"name": name}):
            number += 1
            name = f"{profile_weapon.name[:70]} ({number})"
        if len(self.weapons) >= MOST_PROFILES:
            reason = _("has more than {most} weapons - no unit has that many", most=MOST_PROFILES)
            raise DocumentError(self.file, self.title, reason)
        self.weapons.setdefault(name, profile_weapon.model_copy(update={"name": name}))
        if identity:
            self._by_profile[identity] = name
        return name


def title_of(upgrade: Element) -> Title | None:
    """Return the title that an upgrade gives, or None (A-IMP-19)."""
    by_id = values.TITLES.get(upgrade.get("entryId").rsplit("::", 1)[-1])
    name = by_id or tidy(upgrade.get("name")).lower()
    return next((title for title in values.TITLES.values() if title == name), None)


def _is_model(selection: Element) -> bool:
    """Return whether a selection is models of the unit: it has that type, or its own warscroll."""
    return selection.get("type") == "model" or any(type_of(profile) == "Unit" for profile in selection.all("profiles"))


def _upgrades(selection: Element) -> Iterator[Element]:
    """Yield the upgrades below a selection, but not those of nested models."""
    for inner in selection.all("selections"):
        if not _is_model(inner) and inner.get("type") != "unit":
            yield inner
            yield from _upgrades(inner)


def _mark(models: list[_Model], title: Title, number: int) -> None:
    """Give a title to a number of models, models without a title first."""
    candidates = sorted((model for model in models if title not in model.titles), key=lambda model: len(model.titles))
    for model in candidates[:number]:
        model.titles = (*model.titles, title)


def _grouped(models: list[_Model]) -> Iterator[ModelsDocument]:
    """Yield each run of equal models as one group. If there are too many runs, equal models are grouped everywhere."""
    groups = [(looks, len(list(run))) for looks, run in groupby(models, _looks)]
    if len(groups) > MOST_GROUPS:
        groups = list(Counter(map(_looks, models)).items())
    for (base, assumed, titles, weapons, name, own), count in groups:
        common = ModelsDocument(
            count=count,
            base_mm=base.mm,
            base_wide_mm=base.wide_mm,
            base_shape=base.shape,
            assumed_base=assumed,
            titles=titles,
            weapons=weapons,
            name=name,
        )
        yield common if own is None else common.model_copy(update={"own": own})


_Looks = tuple[BaseSize, bool, tuple[Title, ...], tuple[str, ...], str, CharacteristicsDocument | None]


def _looks(model: _Model) -> _Looks:
    return model.base, model.assumed, model.titles, tuple(model.weapons), model.name, model.own
