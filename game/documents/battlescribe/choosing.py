"""An entry of a catalogue made into what a roster holds: its models and their usual equipment."""

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
    """Options wanted for a unit: how many of each by key; `EVERY` where the number is not given."""

    wanted: dict[str, int] = field(default_factory=dict)
    granted: set[str] = field(default_factory=set)

    def take(self, entry: Element, most: int) -> int:
        """Return how many of an option are wanted, at most `most`, and count them as given."""
        name = words_key(entry.get("name"))
        left = self.wanted.get(name, 0)
        if not left or most <= 0:
            return 0
        self.granted.add(name)
        if left == EVERY:
            return most
        given = min(left, most)
        self.wanted[name] = left - given
        return given


@dataclass
class Choosing:
    """Chooses for one unit: `times` as many models as usual, and options as wished.

    `titles` returns how many of an upgrade the unit may have if it marks single models, or 0 for any other upgrade.
    """

    titles: Callable[[Element], int] = lambda entry: 0
    wishes: Wishes = field(default_factory=Wishes)
    times: int = 1
    _titled: Counter[str] = field(default_factory=Counter)

    def selection(self, entry: Element) -> Element:
        """Return the selection that an entry becomes, with everything that must be chosen."""
        made = _selection(entry, 1)
        if entry.get("type") == "model":
            carried: list[list[Element]] = [[]]
            self._equip(entry, carried)
            made.lists["selections"] = [self._upgrade(option, 1) for option in carried[0]]
            return made
        made.lists["selections"] = list(self._inside(entry))
        return made

    def _inside(self, entry: Element) -> Iterator[Element]:
        """Yield what is chosen directly below a unit: models, and upgrades of the whole unit."""
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
        """Yield the entries below one, outside and inside groups, each with the number that is chosen."""
        for child in _shown(entry, "selectionEntries"):
            least = _bound(child, "min") or 0
            usual = least if least or child.get("type") != "model" else _usual(child)
            yield child, max(usual, self.wishes.take(child, _bound(child, "max") or 1))
        for group in _shown(entry, "selectionEntryGroups"):
            amounts = list(self._amounts(group))
            short = (_bound(group, "min") or 0) - sum(amount for _child, amount in amounts)
            if short > 0 and amounts:
                place = _usual_place(group, [child for child, _amount in amounts])
                child, amount = amounts[place]
                amounts[place] = child, amount + short
            yield from amounts

    def _models(self, entry: Element, amount: int) -> Iterator[Element]:
        """Yield models of one kind, those that are armed alike together."""
        amount = min(amount, MOST_MODELS)
        carried: list[list[Element]] = [[] for _model in range(amount)]
        self._equip(entry, carried)
        for _same, alike in groupby(carried, key=lambda options: [id(option) for option in options]):
            models = list(alike)
            made = _selection(entry, len(models))
            made.lists["selections"] = [self._upgrade(option, len(models)) for option in models[0]]
            yield made

    def _equip(self, entry: Element, carried: list[list[Element]]) -> None:
        """Give each model the upgrades of an entry or group: those that it must have, then those wished."""
        for child in _shown(entry, "selectionEntries"):
            self._hand_out(child, _bound(child, "min") or 0, carried)
        for group in _shown(entry, "selectionEntryGroups"):
            least = _bound(group, "min") or 0
            options = list(_options(group))
            if not least:
                for option in options:
                    self._hand_out(option, _bound(option, "min") or 0, carried)
                continue
            bare = list(carried)
            for option in options:
                for model in [bare.pop() for _one in range(self.wishes.take(option, len(bare)))]:
                    model.append(option)
            fixed = [option for option in options if _bound(option, "min")]
            usual = fixed or ([options[_usual_place(group, options)]] if options else [])
            for model in bare:
                model.extend(usual[:least] if fixed else usual)

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


def _bound(entry: Element, kind: str) -> int | None:
    """Return how many of an entry its parent must or may have, None without such a bound."""
    bounds = [each for each in entry.all("constraints") if each.get("type") == kind and each.get("scope") == "parent"]
    values = [round(points(each.get("value"))) for each in bounds]
    return min(max(values), MOST_MODELS) if values and max(values) >= 0 else None


def _usual(entry: Element) -> int:
    """Return how many of an entry come by default ("1,1,3" are five)."""
    return sum(round(points(part)) for part in entry.get("defaultAmount").split(",")[:20])


def _usual_place(group: Element, entries: list[Element]) -> int:
    """Return the place of a group's usual entry: the one it names, else one that comes by default, else the first."""
    wanted = group.get("defaultSelectionEntryId")
    named = next((place for place, entry in enumerate(entries) if wanted and entry.get("id") == wanted), None)
    if named is not None:
        return named
    return next((place for place, entry in enumerate(entries) if _usual(entry)), 0)
