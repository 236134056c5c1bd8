"""Turns an entry of a catalogue into a roster selection with its models and their usual equipment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import groupby

from game.documents.battlescribe.fields import points
from game.documents.battlescribe.names import words_key
from game.documents.battlescribe.tree import Element

MOST_MODELS = 100
"""The most models that one entry gives."""
EVERY = -1
"""As many of an option as there are models."""


@dataclass
class Wishes:
    """The options wanted for a unit: the number of each by its key, or `EVERY` for as many as allowed."""

    wanted: dict[str, int] = field(default_factory=dict)
    granted: set[str] = field(default_factory=set)

    def take(self, entry: Element, most: int) -> int:
        """Return how many of an option to give (at most `most`) and subtract that number from the wishes."""
        name = words_key(entry.get("name"))
        still_wanted = self.wanted.get(name, 0)
        if not still_wanted or most <= 0:
            return 0
        self.granted.add(name)
        if still_wanted == EVERY:
            return most
        amount = min(still_wanted, most)
        self.wanted[name] = still_wanted - amount
        return amount


@dataclass
class Choosing:
    """Makes the selection of one unit, with `times` the usual number of models and the wished options.

    `titles` returns how many of an upgrade the unit may have if it marks single models, or 0 for any other upgrade.
    """

    titles: Callable[[Element], int] = lambda entry: 0
    wishes: Wishes = field(default_factory=Wishes)
    times: int = 1
    _titled: Counter[str] = field(default_factory=Counter)

    def selection(self, entry: Element) -> Element:
        """Return the roster selection of a unit's entry: its models with their equipment, and its upgrades."""
        selected = _selection(entry, 1)
        if entry.get("type") == "model":
            equipment: list[list[Element]] = [[]]
            self._equip_models(entry, equipment)
            selected.lists["selections"] = [self._upgrade(option, 1) for option in equipment[0]]
            return selected
        selected.lists["selections"] = list(self._children_chosen(entry))
        return selected

    def _children_chosen(self, entry: Element) -> Iterator[Element]:
        """Yield the selections directly below a unit: its models, and the upgrades of the unit."""
        amounts = list(self._amounts(entry))
        if not any(child.get("type") == "model" and amount for child, amount in amounts):
            models = [index for index, (child, _amount) in enumerate(amounts) if child.get("type") == "model"]
            if models:
                amounts[models[0]] = amounts[models[0]][0], 1
        for child, amount in amounts:
            if child.get("type") == "model":
                yield from self._models(child, amount * self.times)
            elif amount:
                yield self._upgrade(child, amount)

    def _amounts(self, entry: Element) -> Iterator[tuple[Element, int]]:
        """Yield each entry below an entry, also those in groups, with the number that is chosen."""
        for child in _shown(entry, "selectionEntries"):
            minimum = _limit_of(child, "min") or 0
            usual = minimum if minimum or child.get("type") != "model" else _default_amount(child)
            yield child, max(usual, self.wishes.take(child, _limit_of(child, "max") or 1))
        for group in _shown(entry, "selectionEntryGroups"):
            amounts = list(self._amounts(group))
            number_missing = (_limit_of(group, "min") or 0) - sum(amount for _child, amount in amounts)
            if number_missing > 0 and amounts:
                place = _default_index(group, [child for child, _amount in amounts])
                child, amount = amounts[place]
                amounts[place] = child, amount + number_missing
            yield from amounts

    def _models(self, entry: Element, amount: int) -> Iterator[Element]:
        """Yield a selection for each set of models of one kind with the same equipment."""
        amount = min(amount, MOST_MODELS)
        equipment_of_models: list[list[Element]] = [[] for _model in range(amount)]
        self._equip_models(entry, equipment_of_models)
        for _same, alike in groupby(equipment_of_models, key=lambda options: [id(option) for option in options]):
            models = list(alike)
            selected = _selection(entry, len(models))
            selected.lists["selections"] = [self._upgrade(option, len(models)) for option in models[0]]
            yield selected

    def _equip_models(self, entry: Element, carried: list[list[Element]]) -> None:
        """Give each model the upgrades of an entry or group: first those it must have, then the wished ones.

        `carried` has a list of upgrades for each model, which is extended.
        """
        for child in _shown(entry, "selectionEntries"):
            self._hand_out(child, _limit_of(child, "min") or 0, carried)
        for group in _shown(entry, "selectionEntryGroups"):
            minimum = _limit_of(group, "min") or 0
            options = list(_options(group))
            if not minimum:
                for option in options:
                    self._hand_out(option, _limit_of(option, "min") or 0, carried)
                continue
            models_without = list(carried)
            for option in options:
                for model in [models_without.pop() for _one in range(self.wishes.take(option, len(models_without)))]:
                    model.append(option)
            fixed = [option for option in options if _limit_of(option, "min")]
            usual = fixed or ([options[_default_index(group, options)]] if options else [])
            for model in models_without:
                model.extend(usual[:minimum] if fixed else usual)

    def _hand_out(self, option: Element, least: int, carried: list[list[Element]]) -> None:
        titles = self.titles(option)
        if titles:
            name = option.get("name")
            for model in carried:
                if self._titled[name] < titles and not any(map(self.titles, model)):
                    self._titled[name] += 1
                    model.append(option)
            return
        for model in carried:
            model.extend([option] * least)
        if not least:
            for model in list(reversed(carried))[: self.wishes.take(option, len(carried))]:
                model.append(option)

    def _upgrade(self, entry: Element, amount: int) -> Element:
        made = _selection(entry, amount)
        inner = [child for child, number in self._amounts(entry) if number]
        made.lists["selections"] = [self._upgrade(child, amount) for child in inner]
        return made


def _selection(entry: Element, number: int) -> Element:
    kept = ("profiles", "rules", "categories")
    lists = {key: entry.all(key) for key in kept if entry.all(key)}
    attributes = {"name": entry.get("name"), "type": entry.get("type") or "upgrade", "number": str(number)}
    return Element("selection", attributes | {"entryId": entry.get("id")}, "", lists)


def _shown(entry: Element, kind: str) -> list[Element]:
    return [child for child in entry.all(kind) if child.get("hidden") != "true"]


def _options(group: Element) -> Iterator[Element]:
    yield from _shown(group, "selectionEntries")
    for inner in _shown(group, "selectionEntryGroups"):
        yield from _options(inner)


def _limit_of(entry: Element, kind: str) -> int | None:
    """Return the "min" or "max" number of an entry that its parent must or may have; None without such a bound."""
    bounds = [
        limit for limit in entry.all("constraints") if limit.get("type") == kind and limit.get("scope") == "parent"
    ]
    values = [round(points(bound.get("value"))) for bound in bounds]
    return min(max(values), MOST_MODELS) if values and max(values) >= 0 else None


def _default_amount(entry: Element) -> int:
    """Return how many of an entry are chosen by default ("1,1,3" means five)."""
    return sum(round(points(part)) for part in entry.get("defaultAmount").split(",")[:20])


def _default_index(group: Element, entries: list[Element]) -> int:
    """Return the index of a group's default entry: the one it names, else one chosen by default, else the first."""
    default_id = group.get("defaultSelectionEntryId")
    named = next((place for place, entry in enumerate(entries) if default_id and entry.get("id") == default_id), None)
    if named is not None:
        return named
    return next((place for place, entry in enumerate(entries) if _default_amount(entry)), 0)
