"""The models of a unit of a roster: how many, with which bases, weapons and titles (A-IMP-17 to A-IMP-19).

Sizes of bases come from catalogue files where there are some, else they are assumed by class (A-IMP-31 to A-IMP-33).
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
from game.rulesets.aos4.documents.importing.values import is_weapon, type_of, weapon
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
"""What is assumed where nothing says it, in millimetres; the first that fits counts (A-IMP-33)."""


class BaseSize(NamedTuple):
    """A base in millimetres: its diameter, or the length and the width of one that is not round."""

    mm: float
    wide_mm: float | None = None
    shape: Literal["round", "oval", "rectangle"] = "round"


@dataclass(frozen=True)
class BaseText:
    """A text about bases taken apart: a number of models of each size, the rest of the last; none for "Use model"."""

    sizes: tuple[tuple[int, BaseSize], ...] = ()

    def of_model(self, index: int) -> BaseSize | None:
        """Return the size for the model at a place among those the text is about, or None where it does not say."""
        for count, size in self.sizes:
            if index < count:
                return size
            index -= count
        return self.sizes[-1][1] if self.sizes else None


def base_text(text: str) -> BaseText:
    """Return a text about bases taken apart (A-IMP-32); one with a length and a width is an oval if it says no more."""
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
    long, wide = (
        min(max(size, least), LARGEST) for size, least in ((max(one, other), SMALLEST), (min(one, other), NARROWEST))
    )
    if has_corners:
        return BaseSize(long, wide, "rectangle")
    return BaseSize(long) if long == wide else BaseSize(long, wide, "oval")


def assumed(keywords: Collection[str]) -> float:
    """Return the size that is assumed for a class of units, in millimetres (A-IMP-33)."""
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
    """Return the text of its rule about bases, or "" if it has none."""
    rules = (rule for rule in entry.all("rules") if tidy(rule.get("name")) == BASE_SIZE)
    return next((rule.get("description") for rule in rules), "")


def base_of(selection: Element, known: Mapping[str, BaseText]) -> BaseText:
    """Return the base of a selection, from its own rule or from the catalogues, or as much as is known of it."""
    own = base_rule(selection)
    return base_text(own) if own else known.get(selection.get("entryId").rsplit("::", 1)[-1], BaseText())


MOST_MODELS: Final = 100
"""Models in a unit."""
MOST_WEAPONS: Final = 20
"""Weapons that one model has."""
MOST_GROUPS: Final = 40
MOST_PROFILES: Final = 40
"""Different weapons in a unit."""


def count_of(selection: Element, file: str) -> int:
    """Return the number of a selection; raise `DocumentError` where it is none, or beyond all measure."""
    text = selection.get("number") or "1"
    if not text.isascii() or not text.isdigit() or len(text) > 4 or int(text) > MOST_MODELS:
        reason = _("{text!r} is not a valid number in a unit - at most {most}", text=text[:20], most=MOST_MODELS)
        raise DocumentError(file, tidy(selection.get("name"))[:60], reason)
    return int(text)


@dataclass
class _Model:
    """A single model while a unit is put together."""

    base: BaseSize
    assumed: bool
    titles: tuple[Title, ...] = ()
    weapons: list[str] = field(default_factory=list)
    name: str = ""
    own: CharacteristicsDocument | None = None


@dataclass
class Models:
    """Puts the models of one unit together; what is odd goes to `warnings`.

    `own` returns the name and characteristics of a group of models if these are not the unit's.
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
        """Return the models in groups of those that are alike; `weapons` holds their weapons afterwards."""
        groups = [part for part in self.unit.below("selections") if part is not self.unit and _is_model(part)]
        if sum(count_of(group, self.file) for group in groups) > MOST_MODELS:
            reason = _("has more than {most} models - no unit has that many", most=MOST_MODELS)
            raise DocumentError(self.file, self.title, reason)
        made = [(group, self._models(group)) for group in groups]
        models = [model for _group, found in made for model in found]
        if not models:
            models = [self._model(self._base(self.unit), 0)]
        for group, found in made:
            if found:
                self._equip(found, group)
        self._equip(models, self.unit, whole=bool(groups))
        return tuple(_grouped(models))

    def _models(self, group: Element) -> list[_Model]:
        base = self._base(group)
        count, before = count_of(group, self.file), self._sized[group.get("entryId")]
        self._sized[group.get("entryId")] += count
        name, own = self.own(group)
        models = [replace(self._model(base, before + index), name=name, own=own) for index in range(count)]
        said = tidy(group.get("name"))[:80]
        if count == 1 and not name and self._says(said):
            models[0].name = said
        return models

    def _says(self, name: str) -> bool:
        """Return whether a text of the unit is about its model of a name, as in "this unit's Wick"."""
        said = tuple(f"{words} {name}".casefold() for words in ("this unit's", "includes", "includes an", "contains a"))
        profiles = (profile for part in self.unit.below("selections") for profile in part.all("profiles"))
        texts = (
            tidy(text).replace("\u2019", "'").replace("*", "") for each in profiles for text in fields_of(each).values()
        )
        return bool(name) and any(words in text.casefold() for text in texts for words in said)

    def _base(self, group: Element) -> BaseText:
        base = base_of(group, self.known_bases)
        return base if base.sizes or group is self.unit else base_of(self.unit, self.known_bases)

    def _model(self, base: BaseText, index: int) -> _Model:
        size = base.of_model(index)
        return _Model(BaseSize(self.default_base) if size is None else size, size is None)

    def _equip(self, models: list[_Model], selection: Element, *, whole: bool = False) -> None:
        """Give models the weapons and titles that stand at a selection: their group, or the `whole` unit."""
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
        """Share a number of weapons out among the models of a group (A-IMP-18).

        If there are not enough for all, models with the fewest weapons come first: of 7 slings and 3 mortars among ten
        models, each model gets one.
        """
        name = self._weapon(profile)
        share, rest = divmod(number, len(models))
        if rest and models:
            text = N_("{unit}: {number} × {weapon} for {models} models; {rest} of them get one more")
            facts = {"unit": self.title, "number": number, "weapon": name, "models": len(models), "rest": rest}
            self.warnings.append(_(text, **facts))
        barest = sorted(models, key=lambda model: len(model.weapons)) if rest else models
        for index, model in enumerate(barest):
            model.weapons += [name] * min(share + (index < rest), MOST_WEAPONS - len(model.weapons))

    def _weapon(self, profile: Element) -> str:
        """Return the name under which the unit has a weapon; two that differ get different names (A-IMP-29)."""
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
    """Return the title that an upgrade gives, or None if it gives none (A-IMP-19)."""
    by_id = values.TITLES.get(upgrade.get("entryId").rsplit("::", 1)[-1])
    name = by_id or tidy(upgrade.get("name")).lower()
    return next((title for title in values.TITLES.values() if title == name), None)


def _is_model(selection: Element) -> bool:
    """Return whether a selection is models of the unit: by its type, or since it has a warscroll of its own."""
    return selection.get("type") == "model" or any(type_of(each) == "Unit" for each in selection.all("profiles"))


def _upgrades(selection: Element) -> Iterator[Element]:
    """Yield the choices below a selection, down to the next models."""
    for inner in selection.all("selections"):
        if not _is_model(inner) and inner.get("type") != "unit":
            yield inner
            yield from _upgrades(inner)


def _mark(models: list[_Model], title: Title, number: int) -> None:
    """Give a title to a number of models, to those without a title first."""
    free = sorted((model for model in models if title not in model.titles), key=lambda model: len(model.titles))
    for model in free[:number]:
        model.titles = (*model.titles, title)


def _grouped(models: list[_Model]) -> Iterator[ModelsDocument]:
    """Yield models that follow one another and are alike as one group; of too many groups as few as there can be."""
    kept = [(looks, len(list(same))) for looks, same in groupby(models, _looks)]
    if len(kept) > MOST_GROUPS:
        kept = list(Counter(map(_looks, models)).items())
    for (base, assumed, titles, weapons, name, own), count in kept:
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
