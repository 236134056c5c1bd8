"""Profiles of units and weapons as other programs write them, read by their field names (D-UNIT-2, D-UNIT-3)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from game.documents.battlescribe.fields import fields_of, identifier, name, tidy
from game.documents.battlescribe.tree import Element
from game.rulesets.dropzone.documents.sheets import AIRCRAFT, DAMAGE_ZONES, Arc, Kind, special, weaker_two
from game.wording import _

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
    """Return the first number in a text, None if it has none."""
    found = _NUMBER.search(tidy(text))
    return float(found[0][:9]) if found else None


def parts(text: str) -> list[str]:
    """Return the parts of a list with commas, those in brackets kept together; "-" is none."""
    return [part for each in _PARTS.split(tidy(text)) if (part := each.strip()) not in NOTHING]


def sizes(text: str) -> dict[str, int]:
    """Return a Requirement or Capacity such as "4 Infantry/Screamer, 2 Vampire" by symbols."""
    found = {}
    for part in parts(text):
        amount = number(part)
        symbols = [re.sub(r"[^A-Za-z]", "", each)[:20] for each in _NUMBER.sub("", part).split("/")]
        if amount and any(symbols):
            found["/".join(filter(None, symbols))] = int(amount)
    return found


def requirement(text: str) -> dict[str, int]:
    """Return a Requirement by symbol: "2 Tank/Wheel" takes 2 of either."""
    return {symbol: amount for symbols, amount in sizes(text).items() for symbol in symbols.split("/")}


class Reader:
    """Reads profiles; collects in `warnings` what it does not understand, which is used by hand."""

    def __init__(self, warnings: list[str]) -> None:
        self.warnings = warnings

    def unit(
        self, profile: Element, category: str, points: int, weapons: Sequence[Element], beside: Sequence[Element] = ()
    ) -> dict[str, Any]:
        """Return the data of a stat sheet; the damage zones of a Behemoth are in profiles `beside` its own."""
        told, title = fields_of(profile), name(profile.get("name"))
        kind, fortitude = self._kind(title, told.get("Type", ""), profile.get("typeName"))
        rules = parts(told.get("Special", ""))
        moves = [float(each) for each in _NUMBER.findall(told.get("Move", ""))]
        least, most = (moves[0], moves[-1]) if len(moves) > 1 else (0.0, moves[0] if moves else 0.0)
        if len(moves) == 1 and "fast" in {special(rule).name for rule in rules}:
            least = most
        token = _token(kind, rules, category, told.get("DP", ""))
        armour = told.get("A") or told.get("Armour", "")
        armed = tuple(self._apart(self.weapon(each) for each in weapons))
        zones = self._zones(title, beside, [each["name"] for each in armed]) if kind == "Behemoth" else ()
        weaker = weaker_two(each["points"] * each["thresholds"] for each in zones)
        return {
            "id": identifier(title),
            "name": title,
            "category": "Behemoth" if zones else category,
            "points": points,
            "squad": (1, 1) if zones else (1, 12),
            "move": (least, most),
            **self._countermeasures(title, told.get("CM") or told.get("Countermeasures", "")),
            "armour": int(self._amount(title, "A", armour, 1)),
            "damage": weaker or int(self._amount(title, "DP", told.get("DP", ""), 1)),
            "type": kind,
            "fortitude": fortitude,
            "special": tuple(self._known(title, rules)),
            "requires": requirement(told.get("Transport Requirement", "")),
            "carries": sizes(told.get("Transport Capacity") or told.get("Capacity", "")),
            "radius": token.radius,
            "height": token.height,
            "weapons": armed,
            "zones": zones,
        }

    def _zones(self, title: str, profiles: Sequence[Element], weapons: Sequence[str]) -> tuple[dict[str, Any], ...]:
        """Return the damage zones of a Behemoth: profiles with a field for each threshold (D-BEH-8)."""
        found: dict[str, dict[str, Any]] = {}
        for profile in profiles:
            told = [(tidy(each.get("name")), tidy(each.text)) for each in profile.all("characteristics")]
            effect = " ".join(text for field, text in told if field.startswith("Crippled"))
            for zone in DAMAGE_ZONES:
                steps = [text for field, text in told if field == zone]
                if steps and zone not in found:
                    points = int(self._amount(title, zone, steps[0], 1))
                    crippled = self._crippled(title, effect, weapons)
                    found[zone] = {"zone": zone, "points": points, "thresholds": len(steps), **crippled}
        for zone in DAMAGE_ZONES:
            if zone not in found:
                self.warnings.append(
                    _("{unit}: its zone {zone} is missing; it has 1 damage point", unit=title, zone=zone)
                )
                found[zone] = {"zone": zone, "points": 1, "thresholds": 1}
        return tuple(found.values())

    def _crippled(self, title: str, effect: str, weapons: Sequence[str]) -> dict[str, Any]:
        """Return what being Crippled costs, by its words; what comes after all thresholds is used by hand (D-BEH-9)."""
        found: dict[str, Any] = {}
        for text in filter(None, map(str.strip, re.split(r"[.](?!\w)", effect))):
            lower, lost = text.lower(), dict[str, Any]()
            for field in ("armour", "move", "passive"):
                each = re.search(rf"{field}[a-z ]* by (\d+)", lower)
                lost |= {field: int(each[1])} if each is not None else {}
            rule = re.search(r"loses the (.+) special rule", text)
            lost |= {"loses": rule[1]} if rule is not None else {}
            if "cannot be used" in lower:
                named = tuple(each for each in weapons if each.lower().removesuffix("s") in lower)
                lost |= {"silences": "arc" if "arcs" in lower else "one", "weapons": named}
            late = lower.startswith("once")
            found |= {} if late else lost
            if late or not lost or re.search(r"shots|strafe|limited", lower):
                self.warnings.append(_("{name}: {rule!r} is used by hand", name=title, rule=text[:60]))
        return found

    def _kind(self, title: str, text: str, profile: str) -> tuple[Kind, int]:
        """Return the type of a unit and its Fortitude, as in "Infantry 3+"."""
        kind = next((each for each in KINDS if tidy(text).lower().startswith(each.lower())), None)
        if kind is None:
            kind = "Aircraft" if profile == "Aircraft" else "Behemoth" if profile == "Behemoth" else "Tank"
            self.warnings.append(_("{unit}: the type {type!r} is unknown; it is taken for {kind}", unit=title,
                                   type=tidy(text)[:40], kind=kind))  # fmt: skip
        if kind != "Infantry":
            return kind, 0
        found = number(text)
        if found is None:
            self.warnings.append(_("{unit}: no Fortitude is given; 4+ is assumed", unit=title))
        return kind, min(max(int(found or 4), 2), 6)

    def _countermeasures(self, title: str, text: str) -> dict[str, Any]:
        """Return countermeasures such as "A, P5+, E+2"."""
        found: dict[str, Any] = {"active": False, "passive": 0, "evasion": 0}
        for part in parts(text):
            amount = int(number(part) or 0)
            if part == "A":
                found["active"] = True
            elif part.startswith("P") and 2 <= amount <= 6:
                found["passive"] = amount
            elif part.startswith("E"):
                found["evasion"] = min(amount, 6)
            else:
                self.warnings.append(_("{unit}: the countermeasure {what!r} is unknown", unit=title, what=part[:40]))
        return found

    def weapon(self, profile: Element) -> dict[str, Any]:
        """Return the data of a weapon."""
        told, title = fields_of(profile), name(profile.get("name"))
        near = told.get("R(F)", ""), told.get("R(C)", "")
        fights = any("CQ" in each.upper() for each in near)
        limit = told.get("M&F", "")
        arc = tidy(told.get("Arc", "")).upper()
        if arc not in ARCS and arc not in NOTHING:
            self.warnings.append(_("{weapon}: the arc {arc!r} is unknown; it fires all around", weapon=title,
                                   arc=arc[:20]))  # fmt: skip
        accuracy = number(told.get("Acc", ""))
        return {
            "name": title,
            "silent_beyond": None if tidy(limit) in NOTHING else number(limit),
            "arc": ARCS.get(arc, ARCS["F/S/R"]),
            "full": None if fights else self._range(title, near[0]),
            "countered": None if fights else self._range(title, near[1]),
            "cq": fights,
            "shots": int(min(self._amount(title, "Shots", told.get("Shots", ""), 1), 30)),
            "accuracy": None if accuracy is None else int(min(accuracy, 6)),
            "energy": int(min(self._amount(title, "E", told.get("E", ""), 0), 30)),
            "special": tuple(self._known(title, parts(told.get("Special", "")))),
        }

    def _range(self, title: str, text: str) -> float | None:
        if tidy(text).lower() in ENDLESS:
            return None
        return min(self._amount(title, "R", text, 0), 120.0)

    def _amount(self, title: str, field: str, text: str, otherwise: int) -> float:
        """Return a number; where a profile has none, as in "*", say so and return another."""
        found = number(text)
        if found is None and (otherwise or tidy(text) not in NOTHING):
            self.warnings.append(_("{name}: {field} is {text!r}; {n} is assumed", name=title, field=field,
                                   text=tidy(text)[:20], n=otherwise))  # fmt: skip
        return float(otherwise) if found is None else max(found, otherwise)

    def _known(self, title: str, rules: Sequence[str]) -> list[str]:
        """Return special rules as written, and say which of them are used by hand."""
        for rule in rules:
            if not special(rule).rule:
                self.warnings.append(_("{name}: {rule!r} is used by hand", name=title, rule=rule[:60]))
        return [rule[:120] for rule in rules][:20]

    def _apart(self, weapons: Any) -> list[dict[str, Any]]:
        """Return weapons with different names: several of one kind are numbered, at most twelve."""
        found: dict[str, dict[str, Any]] = {}
        for each in weapons:
            title, count = each["name"], 1
            while title in found:
                count += 1
                title = f"{each['name'][:70]} {count}"
            found[title] = {**each, "name": title}
        return [*found.values()][:12]


def _token(kind: Kind, rules: Sequence[str], category: str, points: str) -> Size:
    """Return the size of a token by its class; stat sheets have none (D-GEO-3)."""
    large = "large" in {special(rule).name for rule in rules}
    if kind == "Walker":
        return SIZES["large walker" if large else "Walker"]
    if kind in AIRCRAFT or kind in ("Infantry", "Behemoth"):
        return SIZES[kind]
    if large or category in ("Heavy", "Command"):
        return SIZES["heavy"]
    return SIZES["light" if category == "Scout" and (number(points) or 0) <= 1 else kind]
