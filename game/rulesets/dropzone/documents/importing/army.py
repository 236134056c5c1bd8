"""A roster of another program made into an army: its forces are battlegroups, its selections squads (D-ARMY)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, get_args

from pydantic import ValidationError

from game.documents.battlescribe.fields import free_id, identifier, name, points, points_of, profiles_below, tidy
from game.documents.battlescribe.opening import open_roster
from game.documents.battlescribe.tree import Element
from game.documents.error import DocumentError
from game.documents.reading import first_refusal
from game.rulesets.dropzone.documents.armies import VALUES, ArmyDocument, GroupKind, SquadDocument
from game.rulesets.dropzone.documents.importing.profiles import FIRST_EDITION, UNITS, WEAPON, Reader
from game.rulesets.dropzone.documents.sheets import LIMIT, Category, UnitDocument
from game.wording import _, series


def loaded(army: dict[str, Any], warnings: list[str]) -> dict[str, Any]:
    """Return an army's data with its squads in Transports with room, as far as they go; say in `warnings` who is where.

    A Transport takes squads of one battlegroup only (D-TRANS-4), whole ones, in the order of the file.
    """
    sheets = {each["id"]: UnitDocument.model_validate(each) for each in army["units"]}
    carriers = map(SquadDocument.model_validate, army["auxiliaries"])
    holds = [_Hold(unit, sheets[squad.unit]) for squad in carriers for unit in squad.units]
    told = []
    groups = []
    for group in army["groups"]:
        squads = []
        for squad in group["squads"]:
            sheet = sheets[squad["unit"]]
            hold = next((each for each in holds if each.takes(sheet, squad["size"], group["id"])), None)
            if hold is not None:
                hold.load(sheet, squad["size"], group["id"])
                told.append(_("{squad} in {transport}", squad=sheet.name, transport=hold.sheet.name))
                squads.append({**squad, "aboard": (hold.unit,)})
            else:
                squads.append(squad)
        groups.append({**group, "squads": tuple(squads)})
    if told:
        names = series(told)
        warnings.append(_("the file does not say who rides where; assumed: {names}", names=names))
    return {**army, "groups": tuple(groups)}


class _Hold:
    """A Transport with what is left of its Capacity."""

    def __init__(self, unit: str, sheet: UnitDocument) -> None:
        self.unit, self.sheet, self.group = unit, sheet, ""
        self.left = dict(sheet.carries)

    def takes(self, cargo: UnitDocument, count: int, group: str) -> bool:
        """Return whether a whole squad fits, and is of the battlegroup of all others there (D-TRANS-4)."""
        found = self.sheet.hold_for(cargo)
        fits = found is not None and self.left[found[0]] >= found[1] * count
        return fits and self.group in ("", group) and cargo.radius + self.sheet.radius <= LIMIT

    def load(self, cargo: UnitDocument, count: int, group: str) -> None:
        """Take a squad aboard."""
        found = self.sheet.hold_for(cargo)
        assert found is not None
        self.left[found[0]] -= found[1] * count
        self.group = group


GAME_SYSTEM: Final = "6d58e2c7-f67a-3e19-7acf-5b8a58cf919c"
"""The id of the game system, the same for the first and the second edition."""
GAME: Final = "Dropzone Commander"
COMMANDER: Final = "Commander"
KINDS: Final[tuple[GroupKind, ...]] = get_args(GroupKind)
CATEGORIES: Final[tuple[Category, ...]] = get_args(Category)
MOST_WARNINGS: Final = 200
USUAL: Final = "Standard"


def read_roster(path: str | Path) -> tuple[ArmyDocument, tuple[str, ...]]:
    """Return the army of a roster file, and what is odd about it; raise `DocumentError`, `OSError`."""
    root, file = open_roster(path, GAME_SYSTEM, GAME), str(path)
    chosen = (each for force in _forces(root) for each in force.all("selections"))
    found = {profile.get("typeName") for each in chosen for profile in profiles_below(each)}
    if found & {*FIRST_EDITION[:2]}:
        text = _("was made for the first edition - export it with the data of the second edition")
        raise DocumentError(file, "forces", text)
    made = _Made(file)
    for force in _forces(root):
        made.read_force(force)
    if not made.groups:
        raise DocumentError(file, "forces", _("holds no battlegroup with a unit"))
    try:
        army = ArmyDocument(**made.army(root))
    except ValidationError as error:
        raise first_refusal(error, file) from None
    return army, tuple(dict.fromkeys(made.warnings))[:MOST_WARNINGS]


def _forces(root: Element) -> Iterator[Element]:
    """Yield every force, also those inside others."""
    for top in root.all("forces"):
        yield from top.below("forces")


@dataclass
class _Made:
    """What has been read of a roster."""

    file: str
    sheets: dict[str, dict[str, Any]] = field(default_factory=dict)
    groups: list[dict[str, Any]] = field(default_factory=list)
    auxiliaries: list[dict[str, Any]] = field(default_factory=list)
    commanders: list[dict[str, Any]] = field(default_factory=list)
    taken: Counter[str] = field(default_factory=Counter)
    warnings: list[str] = field(default_factory=list)

    def army(self, root: Element) -> dict[str, Any]:
        """Return the data of the whole army."""
        tops = root.all("forces")
        limits = [points(each.get("value")) for each in root.all("costLimits") if each.get("typeId") == "points"]
        spent = sum(self.sheets[each["unit"]]["points"] * each["size"] for each in self._squads())
        spent += sum(VALUES[each["value"]] for each in self.commanders)
        limit = next((round(each) for each in limits if each > 0), 0) or max(100, -(-spent // 100) * 100)
        told = [points(each.get("value")) for each in root.all("costs") if each.get("typeId") == "points"]
        if told and round(told[0]) != spent:
            self.warnings.append(_("the file says {told} points, but its units and Commanders add up to {counted}",
                                   told=round(told[0]), counted=spent))  # fmt: skip
        faction = name(tops[0].get("catalogueName")) if tops else ""
        plain = {
            "name": name(root.get("name")) or faction or _("An army"),
            "faction": faction or _("unknown"),
            "limit": min(max(limit, 100), 10_000),
            "units": tuple(self.sheets.values()),
            "groups": tuple(self.groups),
            "auxiliaries": tuple(self.auxiliaries),
            "commanders": tuple(self.commanders),
        }
        return loaded(plain, self.warnings)

    def _squads(self) -> Iterator[dict[str, Any]]:
        for group in self.groups:
            yield from group["squads"]
        yield from self.auxiliaries

    def read_force(self, force: Element) -> None:
        """Read a force: a battlegroup by its name, or what belongs to none (D-ARMY-2)."""
        title = tidy(force.get("name"))
        kind = next((each for each in KINDS if title.lower().startswith(each.lower())), None)
        squads: list[dict[str, Any]] = []
        for selection in _units(force.all("selections")):
            category = self._category(selection)
            found = self._squads_of(selection, category)
            (self.auxiliaries if category in ("Auxiliary", "Extras") else squads).extend(found)
        if squads and kind is None:
            names = ", ".join(self.sheets[each["unit"]]["name"] for each in squads)
            self.warnings.append(_("{force} is not a battlegroup; left out: {names}", force=title[:60], names=names))
        elif squads:
            base = identifier(title.removesuffix("Battlegroup"))
            self.groups.append({"id": free_id(self.taken, base, "-{}"), "kind": kind, "squads": tuple(squads)})

    def _category(self, selection: Element) -> Category:
        """Return the category of a selection: its primary one, or another that we know."""
        linked = sorted(selection.all("categories"), key=lambda each: each.get("primary") != "true")
        found = next((c for each in linked for c in CATEGORIES if tidy(each.get("name")) == c), None)
        if found is None:
            title = name(selection.get("name"))
            self.warnings.append(_("{unit}: its category is unknown; it counts as {category}", unit=title,
                                   category=USUAL))  # fmt: skip
        return found or USUAL

    def _squads_of(self, selection: Element, category: Category) -> Iterator[dict[str, Any]]:
        """Yield the squads of a selection: one for each kind of model with a profile of its own (D-UNIT-1)."""
        reader, leaders = Reader(self.warnings), [*_leaders(selection)]
        bodies = [each for each in selection.below("selections") if _profile(each) is not None]
        shared = sum(points_of(each) for each in leaders)
        total = points_of(selection) - shared
        count = sum(_count(each) for each in bodies)
        for number, body in enumerate(bodies):
            profile = _profile(body)
            assert profile is not None
            weapons = [
                each
                for each in profiles_below(body if len(bodies) > 1 else selection)
                if each.get("typeName") == WEAPON
            ]
            own = total if len(bodies) == 1 else points_of(body)
            size = _count(body)
            each = max(0, round(own / (count if len(bodies) == 1 else size)))
            sheet = reader.unit(profile, category, each, weapons, [*profiles_below(selection)])
            sheet["id"] = self._sheet(sheet)
            identity = free_id(self.taken, identifier(sheet["name"]), "-{}")
            yield {"id": identity, "unit": sheet["id"], "size": min(size, 12)}
            if not number:
                self._lead(leaders, identity if size == 1 else f"{identity}-1")

    def _sheet(self, sheet: dict[str, Any]) -> str:
        """Return the id of a stat sheet: that of an equal one that is known, or a new one."""
        base, number = sheet["id"], 1
        while (known := self.sheets.get(sheet["id"])) is not None and known != sheet:
            number += 1
            sheet["id"] = f"{base}-v{number}"
        self.sheets[sheet["id"]] = sheet
        return str(sheet["id"])

    def _lead(self, leaders: list[Element], unit: str) -> None:
        """Note the Commander of a squad; a unit carries one (D-ARMY-7)."""
        for leader in leaders[:1]:
            profile = next(each for each in leader.all("profiles") if each.get("typeName") == COMMANDER)
            told = {tidy(each.get("name")): each.text for each in profile.all("characteristics")}
            value = min(max(round(points(tidy(told.get("Command Value", "1"))[:3])), 1), 6)
            title = name(leader.get("customName")) or name(leader.get("name")) or COMMANDER
            self.commanders.append({"name": title, "value": value, "unit": unit})


def _units(selections: list[Element]) -> Iterator[Element]:
    """Yield the outermost selections that are units, or have some below them."""
    for each in selections:
        if each.get("type") in ("unit", "model") and any(_profile(inner) for inner in each.below("selections")):
            yield each
        else:
            yield from _units(each.all("selections"))


def _profile(selection: Element) -> Element | None:
    """Return the profile of a unit that a selection has itself."""
    return next((each for each in selection.all("profiles") if each.get("typeName") in UNITS), None)


def _leaders(selection: Element) -> Iterator[Element]:
    for each in selection.below("selections"):
        if any(profile.get("typeName") == COMMANDER for profile in each.all("profiles")):
            yield each


def _count(selection: Element) -> int:
    return max(1, round(points(selection.get("number") or "1")))
