"""The import of a roster of another program as an army: profiles by field names, forces as battlegroups (D-ARMY)."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args

from pydantic import ValidationError

from game.documents.battlescribe.choosing import Choosing
from game.documents.battlescribe.fields import (
    fields_of,
    free_id,
    identifier,
    name,
    points,
    points_of,
    profiles_below,
    tidy,
)
from game.documents.battlescribe.libraries import Libraries
from game.documents.battlescribe.opening import open_roster
from game.documents.battlescribe.tree import Element
from game.documents.error import DocumentError
from game.documents.reading import first_refusal
from game.rulesets.dropzone.documents.armies import VALUES, ArmyDocument, GroupKind, SquadDocument
from game.rulesets.dropzone.documents.sheets import (
    AIRCRAFT,
    DAMAGE_ZONES,
    LIMIT,
    Arc,
    Category,
    Kind,
    UnitDocument,
    special,
    weaker_two,
)
from game.wording import _, series

UNITS: Final = ("Unit", "Vehicle", "Aircraft", "Behemoth")
"""The types of profiles of units in data of the second edition; "Land Unit" and "Air Unit" are of the first."""
FIRST_EDITION: Final = ("Land Unit", "Air Unit", "Infantry")
WEAPON: Final = "Weapon"
NOTHING: Final = ("", "-", "–", "—")
ENDLESS: Final = ("∞", "infinite", "unlimited")
ARCS: Final[dict[str, tuple[Arc, ...]]] = {
    "F/S/R": ("F", "SL", "SR", "R"),
    "F/S": ("F", "SL", "SR"),
    "F/S (LEFT)": ("F", "SL"),
    "F/S (L)": ("F", "SL"),
    "F/S (RIGHT)": ("F", "SR"),
    "F/S (R)": ("F", "SR"),
    "S (LEFT)": ("SL",),
    "S (RIGHT)": ("SR",),
    "S": ("SL", "SR"),
    "F": ("F",),
    "R": ("R",),
}
KINDS: Final[tuple[Kind, ...]] = ("Infantry", "Tank", "Skimmer", "Walker", "Aircraft-S", "Aircraft", "Behemoth")
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")
_PARTS: Final = re.compile(r",(?![^(]*\))")


class Size(NamedTuple):
    """The size of a token in inches: radius and height (D-GEO-3)."""

    radius: float
    height: float


SIZES: Final[dict[str, Size]] = {
    "Infantry": Size(0.5, 0.6),
    "light": Size(0.5, 0.75),
    "Tank": Size(0.6, 1.0),
    "Skimmer": Size(0.6, 1.0),
    "heavy": Size(0.8, 1.25),
    "Walker": Size(0.6, 2.0),
    "large walker": Size(0.9, 3.0),
    "Aircraft-S": Size(0.8, 1.0),
    "Aircraft": Size(1.0, 1.0),
    "Behemoth": Size(2.0, 6.0),
}
"""The standard sizes of tokens by class (D-GEO-3)."""


def number(text: str) -> float | None:
    """Return the first number in a text; None if it has none."""
    match = _NUMBER.search(tidy(text))
    return float(match[0][:9]) if match else None


def parts(text: str) -> list[str]:
    """Return the parts of a text between commas that are not in brackets; [] for "-"."""
    return [part for piece_of_text in _PARTS.split(tidy(text)) if (part := piece_of_text.strip()) not in NOTHING]


def sizes(text: str) -> dict[str, int]:
    """Return the numbers in a Requirement or Capacity by symbol, such as "4 Infantry/Screamer, 2 Vampire"."""
    amounts = {}
    for part in parts(text):
        amount = number(part)
        symbols = [re.sub(r"[^A-Za-z]", "", symbol)[:20] for symbol in _NUMBER.sub("", part).split("/")]
        if amount and any(symbols):
            amounts["/".join(filter(None, symbols))] = int(amount)
    return amounts


def requirement(text: str) -> dict[str, int]:
    """Return a Requirement by symbol; "2 Tank/Wheel" means 2 places of either symbol."""
    return {symbol: amount for symbols, amount in sizes(text).items() for symbol in symbols.split("/")}


def countermeasures(text: str) -> tuple[dict[str, Any], list[str]]:
    """Return countermeasures such as "A, P5+, E+2" as fields of a sheet, and the parts that are not understood."""
    fields: dict[str, Any] = {"active": False, "passive": 0, "evasion": 0}
    unknown = []
    for part in parts(text):
        amount = int(number(part) or 0)
        if part.upper() == "A":
            fields["active"] = True
        elif part[0] in "Pp" and 2 <= amount <= 6:
            fields["passive"] = amount
        elif part[0] in "Ee" and amount:
            fields["evasion"] = min(amount, 6)
        else:
            unknown.append(part)
    return fields, unknown


class Reader:
    """Reads profiles. `warnings` lists everything that it cannot interpret and that players must apply by hand."""

    def __init__(self, warnings: list[str]) -> None:
        self.warnings = warnings

    def unit(
        self, profile: Element, category: str, points: int, weapons: Sequence[Element], beside: Sequence[Element] = ()
    ) -> dict[str, Any]:
        """Return the data of a stat sheet; the damage zones of a Behemoth are in profiles `beside` its own."""
        printed, title = fields_of(profile), name(profile.get("name"))
        kind, fortitude = self._kind(title, printed.get("Type", ""), profile.get("typeName"))
        rules = parts(printed.get("Special", ""))
        moves = [float(figure) for figure in _NUMBER.findall(printed.get("Move", ""))]
        least, most = (moves[0], moves[-1]) if len(moves) > 1 else (0.0, moves[0] if moves else 0.0)
        if len(moves) == 1 and "fast" in {special(rule).name for rule in rules}:
            least = most
        token = _token_size(kind, rules, category, printed.get("DP", ""))
        armour = printed.get("A") or printed.get("Armour", "")
        armed = tuple(self._with_distinct_names(self.weapon(weapon) for weapon in weapons))
        zones = self._zones(title, beside, [weapon["name"] for weapon in armed]) if kind == "Behemoth" else ()
        weaker = weaker_two(zone["points"] * zone["thresholds"] for zone in zones)
        return {
            "id": identifier(title),
            "name": title,
            "category": "Behemoth" if zones else category,
            "points": points,
            "squad": (1, 1) if zones else (1, 12),
            "move": (least, most),
            **self._countermeasures(title, printed.get("CM") or printed.get("Countermeasures", "")),
            "armour": int(self._amount(title, "A", armour, 1)),
            "damage": weaker or int(self._amount(title, "DP", printed.get("DP", ""), 1)),
            "type": kind,
            "fortitude": fortitude,
            "special": tuple(self._rules_as_written(title, rules)),
            "requires": requirement(printed.get("Transport Requirement", "")),
            "carries": sizes(printed.get("Transport Capacity") or printed.get("Capacity", "")),
            "radius": token.radius,
            "height": token.height,
            "weapons": armed,
            "zones": zones,
        }

    def _zones(self, title: str, profiles: Sequence[Element], weapons: Sequence[str]) -> tuple[dict[str, Any], ...]:
        """Return the damage zones of a Behemoth: profiles with a field for each threshold (D-BEH-8)."""
        zones: dict[str, dict[str, Any]] = {}
        for profile in profiles:
            printed = [(tidy(row.get("name")), tidy(row.text)) for row in profile.all("characteristics")]
            effect = " ".join(text for field, text in printed if field.startswith("Crippled"))
            for zone in DAMAGE_ZONES:
                steps = [text for field, text in printed if field == zone]
                if steps and zone not in zones:
                    points = int(self._amount(title, zone, steps[0], 1))
                    crippled = self._crippled(title, effect, weapons)
                    zones[zone] = {"zone": zone, "points": points, "thresholds": len(steps), **crippled}
        for zone in DAMAGE_ZONES:
            if zone not in zones:
                self.warnings.append(
                    _("{unit}: its zone {zone} is missing; it has 1 damage point", unit=title, zone=zone)
                )
                zones[zone] = {"zone": zone, "points": 1, "thresholds": 1}
        return tuple(zones.values())

    def _crippled(self, title: str, effect: str, weapons: Sequence[str]) -> dict[str, Any]:
        """Return the costs of being Crippled in a text; costs after all thresholds are left to players (D-BEH-9)."""
        costs: dict[str, Any] = {}
        for text in filter(None, map(str.strip, re.split(r"[.](?!\w)", effect))):
            lower, named_costs = text.lower(), dict[str, Any]()
            for cost in ("armour", "move", "passive"):
                amount = re.search(rf"{cost}[a-z ]* by (\d+)", lower)
                named_costs |= {cost: int(amount[1])} if amount is not None else {}
            rule = re.search(r"loses the (.+) special rule", text)
            named_costs |= {"loses": rule[1]} if rule is not None else {}
            if "cannot be used" in lower:
                silenced = tuple(weapon for weapon in weapons if weapon.lower().removesuffix("s") in lower)
                named_costs |= {"silences": "arc" if "arcs" in lower else "one", "weapons": silenced}
            after_all = lower.startswith("once")
            costs |= {} if after_all else named_costs
            if after_all or not named_costs or re.search(r"shots|strafe|limited", lower):
                self.warnings.append(_("{name}: {rule!r} is used by hand", name=title, rule=text[:60]))
        return costs

    def _kind(self, title: str, text: str, profile: str) -> tuple[Kind, int]:
        """Return the type of a unit and its Fortitude, as in "Infantry 3+"."""
        kind = next((known_kind for known_kind in KINDS if tidy(text).lower().startswith(known_kind.lower())), None)
        if kind is None:
            assumed: dict[str, Kind] = {"Aircraft": "Aircraft", "Behemoth": "Behemoth"}
            kind = assumed.get(profile, "Tank")
            self.warnings.append(_("{unit}: the type {type!r} is unknown; it is taken for {kind}", unit=title,
                                   type=tidy(text)[:40], kind=kind))  # fmt: skip
        if kind != "Infantry":
            return kind, 0
        fortitude = number(text)
        if fortitude is None:
            self.warnings.append(_("{unit}: no Fortitude is given; 4+ is assumed", unit=title))
        return kind, min(max(int(fortitude or 4), 2), 6)

    def _countermeasures(self, title: str, text: str) -> dict[str, Any]:
        """Return countermeasures such as "A, P5+, E+2" as fields, and warn of parts that are not understood."""
        fields, unknown = countermeasures(text)
        for part in unknown:
            self.warnings.append(_("{unit}: the countermeasure {what!r} is unknown", unit=title, what=part[:40]))
        return fields

    def weapon(self, profile: Element) -> dict[str, Any]:
        """Return the data of a weapon."""
        printed, title = fields_of(profile), name(profile.get("name"))
        ranges = printed.get("R(F)", ""), printed.get("R(C)", "")
        fights = any("CQ" in range_text.upper() for range_text in ranges)
        limit = printed.get("M&F", "")
        arc = tidy(printed.get("Arc", "")).upper()
        if arc not in ARCS and arc not in NOTHING:
            self.warnings.append(_("{weapon}: the arc {arc!r} is unknown; it fires all around", weapon=title,
                                   arc=arc[:20]))  # fmt: skip
        accuracy = number(printed.get("Acc", ""))
        return {
            "name": title,
            "silent_beyond": None if tidy(limit) in NOTHING else number(limit),
            "arc": ARCS.get(arc, ARCS["F/S/R"]),
            "full": None if fights else self._range(title, ranges[0]),
            "countered": None if fights else self._range(title, ranges[1]),
            "cq": fights,
            "shots": int(min(self._amount(title, "Shots", printed.get("Shots", ""), 1), 30)),
            "accuracy": None if accuracy is None else int(min(accuracy, 6)),
            "energy": int(min(self._amount(title, "E", printed.get("E", ""), 0), 30)),
            "special": tuple(self._rules_as_written(title, parts(printed.get("Special", "")))),
        }

    def _range(self, title: str, text: str) -> float | None:
        """Return a range in inches; None for the whole table."""
        if tidy(text).lower() in ENDLESS:
            return None
        return min(self._amount(title, "R", text, 0), 120.0)

    def _amount(self, title: str, field: str, text: str, otherwise: int) -> float:
        """Return the number in a text; without one, as in "*", warn and return `otherwise`."""
        amount = number(text)
        if amount is None and (otherwise or tidy(text) not in NOTHING):
            self.warnings.append(_("{name}: {field} is {text!r}; {n} is assumed", name=title, field=field,
                                   text=tidy(text)[:20], n=otherwise))  # fmt: skip
        return float(otherwise) if amount is None else max(amount, otherwise)

    def _rules_as_written(self, title: str, rules: Sequence[str]) -> list[str]:
        """Return special rules as written, and warn of those used by hand."""
        for rule in rules:
            if not special(rule).rule:
                self.warnings.append(_("{name}: {rule!r} is used by hand", name=title, rule=rule[:60]))
        return [rule[:120] for rule in rules][:20]

    def _with_distinct_names(self, weapons: Any) -> list[dict[str, Any]]:
        """Return at most twelve weapons; those with the same name are numbered."""
        by_name: dict[str, dict[str, Any]] = {}
        for weapon in weapons:
            title, count = weapon["name"], 1
            while title in by_name:
                count += 1
                title = f"{weapon['name'][:70]} {count}"
            by_name[title] = {**weapon, "name": title}
        return [*by_name.values()][:12]


def _token_size(kind: Kind, rules: Sequence[str], category: str, points: str) -> Size:
    """Return the token size of a kind of unit, because stat sheets do not have it (D-GEO-3)."""
    large = "large" in {special(rule).name for rule in rules}
    if kind == "Walker":
        return SIZES["large walker" if large else "Walker"]
    if kind in AIRCRAFT or kind in ("Infantry", "Behemoth"):
        return SIZES[kind]
    if large or category in ("Heavy", "Command"):
        return SIZES["heavy"]
    return SIZES["light" if category == "Scout" and (number(points) or 0) <= 1 else kind]


def loaded(army: dict[str, Any], warnings: list[str]) -> dict[str, Any]:
    """Return an army's data with its squads in Transports that have room; note in `warnings` who rides where.

    A Transport takes only whole squads of one battlegroup (D-TRANS-4), in the order of the file.
    """
    sheets = {unit["id"]: UnitDocument.model_validate(unit) for unit in army["units"]}
    carriers = map(SquadDocument.model_validate, army["auxiliaries"])
    holds = [_Hold(unit, sheets[squad.unit]) for squad in carriers for unit in squad.units]
    assumed, groups = list[str](), []
    for group in army["groups"]:
        squads = []
        for squad in group["squads"]:
            units = [sheets[squad["unit"]]] * squad["size"]
            hold = next((candidate for candidate in holds if candidate.takes(units, group["id"])), None)
            if hold is not None:
                hold.group, hold.cargo = group["id"], [*hold.cargo, *units]
                assumed.append(_("{squad} in {transport}", squad=units[0].name, transport=hold.sheet.name))
            squads.append(squad if hold is None else {**squad, "aboard": (hold.unit,)})
        groups.append({**group, "squads": tuple(squads)})
    if assumed:
        names = series(assumed)
        warnings.append(_("the file does not say who rides where; assumed: {names}", names=names))
    return {**army, "groups": tuple(groups)}


@dataclass
class _Hold:
    """A Transport with its cargo, and the battlegroup of its cargo (D-TRANS-4)."""

    unit: str
    sheet: UnitDocument
    group: str = ""
    cargo: list[UnitDocument] = field(default_factory=list)

    def takes(self, units: Sequence[UnitDocument], group: str) -> bool:
        """Return whether a whole squad fits in beside cargo of the same battlegroup."""
        near = units[0].radius + self.sheet.radius <= LIMIT
        return near and self.group in ("", group) and self.sheet.holds([*self.cargo, *units])


GAME_SYSTEM: Final = "6d58e2c7-f67a-3e19-7acf-5b8a58cf919c"
"""The id of the game system, the same for the first and the second edition."""
GAME: Final = "Dropzone Commander"
RULESET: Final = "dropzone"
COMMANDER: Final = "Commander"
GROUP_KINDS: Final[tuple[GroupKind, ...]] = get_args(GroupKind)
CATEGORIES: Final[tuple[Category, ...]] = get_args(Category)
MOST_WARNINGS: Final = 200
USUAL: Final = "Standard"


def read_roster(path: str | Path) -> tuple[ArmyDocument, tuple[str, ...]]:
    """Return the army of a roster file with remarks about it; raise `DocumentError` or `OSError`."""
    root, file = open_roster(path, GAME_SYSTEM, GAME), str(path)
    without_profile = completed(root)
    chosen = (selection for force in _forces(root) for selection in force.all("selections"))
    profile_types = {profile.get("typeName") for selection in chosen for profile in profiles_below(selection)}
    if profile_types & {*FIRST_EDITION[:2]}:
        text = _("was made for the first edition - export it with the data of the second edition")
        raise DocumentError(file, "forces", text)
    reader = ArmyReader(
        file,
        warnings=[_("{unit}: has no profile in the file or your libraries", unit=title) for title in without_profile],
    )
    for force in _forces(root):
        reader.read_force(force)
    if not reader.groups and without_profile:
        text = _(
            "has no profiles of its units ({names}) - add a library that has them",
            names=", ".join(without_profile[:6]),
        )
        raise DocumentError(file, "forces", text)
    if not reader.groups:
        raise DocumentError(file, "forces", _("holds no battlegroup with a unit"))
    try:
        faction = next((top.get("catalogueName") for top in root.all("forces")), "")
        limit = next((cost for cost in _costs(root, "costLimits") if cost > 0), 0.0)
        army = ArmyDocument(**reader.army(root.get("name"), faction, limit, next(_costs(root, "costs"), None)))
    except ValidationError as error:
        raise first_refusal(error, file) from None
    return army, tuple(dict.fromkeys(reader.warnings))[:MOST_WARNINGS]


def completed(root: Element) -> list[str]:
    """Add profiles from libraries to units that a roster only names; return the names of units without any."""
    libraries, without_profile = Libraries(RULESET), list[str]()
    for force in _forces(root):
        for selection in force.all("selections"):
            if selection.get("type") not in ("unit", "model") or any(profiles_below(selection)):
                continue
            known = libraries.unit(selection.get("name"), tidy(force.get("catalogueName")))
            if known is None:
                without_profile.append(name(selection.get("name")))
            else:
                complete(selection, Choosing().selection(known.entry))
    return without_profile


def complete(selection: Element, made: Element) -> None:
    """Add the profiles of a library's unit to a unit of a roster, keeping the roster's number of models."""
    models = [part for part in selection.all("selections") if part.get("type") == "model"]
    body = next((part for part in made.below("selections") if _first_profile(part) is not None), made)
    count = sum(map(_count, models)) if models else _count(selection)
    body.attributes["number"] = str(max(count, _count(body)))
    for key in ("profiles", "rules", "categories"):
        selection.lists[key] = [*selection.all(key), *made.all(key)]
    selection.lists["selections"] = made.all("selections")
    if body is made:
        selection.attributes["number"] = body.get("number")


def _costs(root: Element, key: str) -> Iterator[float]:
    """Yield the points in a list of costs."""
    return (points(cost.get("value")) for cost in root.all(key) if cost.get("typeId") == "points")


def _forces(root: Element) -> Iterator[Element]:
    """Yield every force, also forces inside others."""
    for top in root.all("forces"):
        yield from top.below("forces")


@dataclass
class ArmyReader:
    """Reads the forces of a roster, and gathers their sheets, battlegroups, squads and Commanders."""

    file: str
    sheets: dict[str, dict[str, Any]] = field(default_factory=dict)
    groups: list[dict[str, Any]] = field(default_factory=list)
    auxiliaries: list[dict[str, Any]] = field(default_factory=list)
    commanders: list[dict[str, Any]] = field(default_factory=list)
    taken: Counter[str] = field(default_factory=Counter)
    warnings: list[str] = field(default_factory=list)

    def army(self, title: str, faction: str, limit: float, stated: float | None) -> dict[str, Any]:
        """Return the data of the whole army; a list states its `limit`, 0 for none, and perhaps its points."""
        spent = sum(self.sheets[squad["unit"]]["points"] * squad["size"] for squad in self._squads())
        spent += sum(VALUES[commander["value"]] for commander in self.commanders)
        if stated is not None and round(stated) != spent:
            self.warnings.append(_("the file says {stated} points, but its units and Commanders add up to {counted}",
                                   stated=round(stated), counted=spent))  # fmt: skip
        fields = {
            "name": name(title) or name(faction) or _("An army"),
            "faction": name(faction) or _("unknown"),
            "limit": min(max(round(limit) or 100 * math.ceil(spent / 100), 100), 10_000),
            "units": tuple(self.sheets.values()),
            "groups": tuple(self.groups),
            "auxiliaries": tuple(self.auxiliaries),
            "commanders": tuple(self.commanders),
        }
        return loaded(fields, self.warnings)

    def _squads(self) -> Iterator[dict[str, Any]]:
        for group in self.groups:
            yield from group["squads"]
        yield from self.auxiliaries

    def read_force(self, force: Element) -> None:
        """Read a force: a battlegroup by its name, or units that belong to none (D-ARMY-2)."""
        title = tidy(force.get("name"))
        kind = next((known_kind for known_kind in GROUP_KINDS if title.lower().startswith(known_kind.lower())), None)
        squads: list[dict[str, Any]] = []
        for selection in _units(force.all("selections")):
            category = self.category(selection)
            read = self.squads_of(selection, category)
            (self.auxiliaries if category in ("Auxiliary", "Extras") else squads).extend(read)
        if squads and kind is None:
            names = ", ".join(self.sheets[squad["unit"]]["name"] for squad in squads)
            self.warnings.append(_("{force} is not a battlegroup; left out: {names}", force=title[:60], names=names))
        elif squads:
            base = identifier(title.removesuffix("Battlegroup"))
            self.groups.append({"id": free_id(self.taken, base, "-{}"), "kind": kind, "squads": tuple(squads)})

    def category(self, selection: Element) -> Category:
        """Return the category of a selection: its primary one if known, or else any known one."""
        linked = sorted(selection.all("categories"), key=lambda category: category.get("primary") != "true")
        category = next((known for link in linked for known in CATEGORIES if tidy(link.get("name")) == known), None)
        if category is None:
            title = name(selection.get("name"))
            self.warnings.append(_("{unit}: its category is unknown; it counts as {category}", unit=title,
                                   category=USUAL))  # fmt: skip
        return category or USUAL

    def squads_of(self, selection: Element, category: Category) -> Iterator[dict[str, Any]]:
        """Yield the squads of a selection: one for each kind of model with a profile of its own (D-UNIT-1)."""
        reader, inside = Reader(self.warnings), [*selection.below("selections")]
        leaders = [unit for unit in inside if _first_profile(unit, COMMANDER) is not None]
        bodies = [unit for unit in inside if _first_profile(unit) is not None]
        shared = sum(points_of(leader) for leader in leaders)
        total = points_of(selection) - shared
        count = sum(_count(body) for body in bodies)
        for number, body in enumerate(bodies):
            profile = _first_profile(body)
            assert profile is not None
            weapons = [
                profile
                for profile in profiles_below(body if len(bodies) > 1 else selection)
                if profile.get("typeName") == WEAPON
            ]
            points = total if len(bodies) == 1 else points_of(body)
            size = _count(body)
            points_of_one = max(0, round(points / (count if len(bodies) == 1 else size)))
            sheet = reader.unit(profile, category, points_of_one, weapons, [*profiles_below(selection)])
            sheet["id"] = self.known_sheet(sheet)
            identity = free_id(self.taken, identifier(sheet["name"]), "-{}")
            yield {"id": identity, "unit": sheet["id"], "size": min(size, 12)}
            if not number:
                self._record_commander(leaders, identity if size == 1 else f"{identity}-1")

    def known_sheet(self, sheet: dict[str, Any]) -> str:
        """Return the id of a stat sheet: that of an equal sheet, or a new one."""
        base, number = sheet["id"], 1
        while (known := self.sheets.get(sheet["id"])) is not None and known != sheet:
            number += 1
            sheet["id"] = f"{base}-v{number}"
        self.sheets[sheet["id"]] = sheet
        return str(sheet["id"])

    def _record_commander(self, leaders: list[Element], unit: str) -> None:
        """Record the Commander of a squad; a unit carries only one (D-ARMY-7)."""
        for leader in leaders[:1]:
            profile = _first_profile(leader, COMMANDER)
            assert profile is not None
            printed = {tidy(row.get("name")): row.text for row in profile.all("characteristics")}
            value = min(max(round(points(tidy(printed.get("Command Value", "1"))[:3])), 1), 6)
            title = name(leader.get("customName")) or name(leader.get("name")) or COMMANDER
            self.commanders.append({"name": title, "value": value, "unit": unit})


def _units(selections: list[Element]) -> Iterator[Element]:
    """Yield the outermost selections that are units or contain units."""
    for selection in selections:
        if selection.get("type") in ("unit", "model") and any(
            _first_profile(inner) for inner in selection.below("selections")
        ):
            yield selection
        else:
            yield from _units(selection.all("selections"))


def _first_profile(selection: Element, *kinds: str) -> Element | None:
    """Return the first profile of a selection itself of one of `kinds` (without any: of a unit), or None."""
    return next((profile for profile in selection.all("profiles") if profile.get("typeName") in (kinds or UNITS)), None)


def _count(selection: Element) -> int:
    return max(1, round(points(selection.get("number") or "1")))
