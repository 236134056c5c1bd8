"""The notation in which players type stat sheets: "A, P5+, E+2", "Coil Cannon: M&F 4, arc F/S, range 24/12, …"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from game.engine.kit.making import Entry, Unreadable, whole
from game.rulesets.dropzone.documents.importing import (
    ARCS,
    ENDLESS,
    NOTHING,
    countermeasures,
    number,
    parts,
    requirement,
    sizes,
)
from game.rulesets.dropzone.documents.sheets import UnitDocument, WeaponDocument, ZoneDocument
from game.wording import N_, _, numeral

_PAIR: Final = re.compile(r"(\d+(?:\.\d+)?)(?: *[-–] *(\d+(?:\.\d+)?))?\s*[\"″”]?")
_ENTRY: Final = re.compile(
    r"M&F (?P<silent>\d+(?:\.\d+)?)[\"″”]?|arc (?P<arc>.+)|range (?P<full>[^/]+)(?:/(?P<countered>[^/]+))?"
    r"|(?P<shots>\d+) shots?|Acc (?P<accuracy>\d\+?|-)|E ?(?P<energy>\d+)|(?P<cq>CQ)",
    re.IGNORECASE,
)

_ZONE: Final = re.compile(
    r"(?P<points>\d{1,4}) points?|(?P<thresholds>\d{1,4}) thresholds?|Armour [-−](?P<armour>\d{1,4})"
    r"|Passive [-−](?P<passive>\d{1,4})|Move [-−](?P<move>\d{1,4}(?:\.\d{1,4})?)[\"″”]?"
    r"|loses (?P<loses>.+)|silences (?P<silences>one|arc)(?: \((?P<weapons>.+)\))?",
    re.IGNORECASE,
)


def inches(text: str) -> float:
    """Return a length in inches; raise `Unreadable`."""
    match = _PAIR.fullmatch(text.strip())
    if match is None or match[2]:
        raise Unreadable(_('write a length in inches, like "6" or "2.5"'))
    return float(match[1])


def span(text: str) -> tuple[float, float]:
    """Return the least and the most of a range such as "10-30"; a single number is both. Raises `Unreadable`."""
    match = _PAIR.fullmatch(text.strip())
    if match is None:
        raise Unreadable(_('write it like "3", or "1-3" for the least and the most'))
    return float(match[1]), float(match[2] or match[1])


def moves(text: str) -> tuple[float, float]:
    """Return the least and the most inches of a move; a single number is the most."""
    least, most = span(text)
    return (0.0, most) if least == most and not {"-", "–"} & {*text} else (least, most)


def needed(text: str) -> int:
    """Return the lowest face of a roll such as "4+"; 0 for "-"; raise `Unreadable`."""
    if text.strip() in NOTHING:
        return 0
    roll = number(text)
    if roll is None:
        raise Unreadable(_('write it like "4+", or "-" for none'))
    return int(roll)


def known_countermeasures(text: str) -> dict[str, Any]:
    """Return countermeasures such as "A, P5+, E+2"; raise `Unreadable`."""
    fields, unknown = countermeasures(text)
    if unknown:
        raise Unreadable(_('write countermeasures like "A, P5+, E+2", or "-" for none'))
    return fields


def countermeasures_text(sheet: UnitDocument) -> str:
    """Return countermeasures in the notation."""
    shown = ("A" if sheet.active else "", f"P{sheet.passive}+" if sheet.passive else "",
             f"E+{sheet.evasion}" if sheet.evasion else "")  # fmt: skip
    return ", ".join(filter(None, shown)) or "-"


def sizes_text(sizes: Mapping[str, int]) -> str:
    """Return a Requirement or a Capacity in the notation."""
    return ", ".join(f"{amount} {symbols}" for symbols, amount in sizes.items()) or "-"


def span_text(pair: tuple[float, float]) -> str:
    """Return the least and most in the notation, without a least of 0."""
    least, most = (numeral(bound, "g") for bound in pair)
    return most if pair[0] in (0, pair[1]) else f"{least}-{most}"


PLAIN: Final[tuple[Entry[UnitDocument], ...]] = (
    Entry("points", N_("Points for a unit"), "D-ARMY-10", whole, lambda sheet: str(sheet.points)),
    Entry("move", N_("Move in inches"), "D-MOVE-1", moves, lambda sheet: span_text(sheet.move)),
    Entry("armour", N_("Armour"), "D-UNIT-2", whole, lambda sheet: str(sheet.armour)),
    Entry("damage", N_("Damage points"), "D-UNIT-6", whole, lambda sheet: str(sheet.damage)),
    Entry("countermeasures", N_("Countermeasures"), "D-UNIT-2", known_countermeasures, countermeasures_text,
          several=True),
    Entry("special", N_("Special rules"), "D-UNIT-2", parts, lambda sheet: ", ".join(sheet.special) or "-"),
    Entry("requires", N_("Transport Requirement"), "D-TRANS-1", requirement,
          lambda sheet: sizes_text(sheet.requires)),
    Entry("carries", N_("Transport Capacity"), "D-TRANS-1", sizes, lambda sheet: sizes_text(sheet.carries)),
)  # fmt: skip
"""The entries of a stat sheet that are typed in one line, both in profiles and in the roster editor."""


def weapon(text: str) -> dict[str, Any]:
    """Return a weapon from a line of its name, numbers and special rules; raise `Unreadable`."""
    title, colon, entries = text.partition(":")
    fields: dict[str, Any] = {"name": title.strip(), "shots": 1, "energy": 0, "special": []}
    for entry in parts(entries):
        match = _ENTRY.fullmatch(entry)
        if match is None:
            fields["special"].append(entry)
        elif match["silent"] is not None:
            fields["silent_beyond"] = float(match["silent"])
        elif match["arc"] is not None:
            fields["arc"] = _arc(match["arc"])
        elif match["full"] is not None:
            fields |= {"full": _range(match["full"]), "countered": _range(match["countered"] or match["full"])}
        elif match["accuracy"] is not None:
            fields["accuracy"] = None if match["accuracy"] == "-" else int(match["accuracy"][0])
        elif match["cq"] is not None:
            fields["cq"] = True
        else:
            fields["shots" if match["shots"] else "energy"] = int(match["shots"] or match["energy"])
    if not colon or not title.strip() or not (fields.get("cq") or "full" in fields):
        example = "Coil Cannon: M&F 4, arc F/S, range 24/12, 1 shot, Acc 3+, E 9, Articulated"
        raise Unreadable(_("write it like “{example}”", example=example))
    return fields


def _arc(text: str) -> tuple[str, ...]:
    if text.strip().upper() not in ARCS:
        raise Unreadable(_("the arc {arc!r} is unknown - use one of {known}", arc=text[:20], known=", ".join(ARCS)))
    return ARCS[text.strip().upper()]


def _range(text: str) -> float | None:
    return None if text.strip().lower() in ENDLESS else inches(text)


def weapon_text(weapon: WeaponDocument) -> str:
    """Return a weapon in the notation."""
    arc = next(name for name, arcs in ARCS.items() if set(arcs) == set(weapon.arc))
    ranges = "/".join("∞" if inches is None else numeral(inches, "g") for inches in (weapon.full, weapon.countered))
    entries = [
        *([] if weapon.silent_beyond is None else [f"M&F {numeral(weapon.silent_beyond, 'g')}"]),
        *(["CQ"] if weapon.cq else [f"arc {arc}", f"range {ranges}"]),
        f"{weapon.shots} shot{'s' * (weapon.shots > 1)}",
        f"Acc {'-' if weapon.accuracy is None else f'{weapon.accuracy}+'}",
        f"E {weapon.energy}",
        *weapon.special,
    ]
    return f"{weapon.name}: {', '.join(entries)}"


def zone(text: str) -> dict[str, Any]:
    """Return a damage zone of a Behemoth from a line without its name; raise `Unreadable` (D-BEH-8, D-BEH-9)."""
    matches = [_ZONE.fullmatch(entry) for entry in parts(text)]
    fields: dict[str, Any] = {}
    for match in filter(None, matches):
        for name, value in match.groupdict().items():
            if name == "weapons":
                fields |= {name: parts(value)} if value else {}
            elif value is not None:
                texts = {"loses": value, "silences": value.lower()}
                fields[name] = texts[name] if name in texts else _amount(value)
    if None in matches or "points" not in fields:
        example = "4 points, 2 thresholds, Armour -1, Move -2, Passive -1, loses Dodge, silences one (Coil Cannon)"
        raise Unreadable(_("write it like “{example}”", example=example))
    return fields


def _amount(text: str) -> float:
    return float(text) if "." in text else int(text)


def zone_text(zone: ZoneDocument) -> str:
    """Return a damage zone of a Behemoth in the notation, without its name."""
    losses = (("Armour", zone.armour), ("Move", zone.move), ("Passive", zone.passive))
    weapons = f" ({', '.join(zone.weapons)})" if zone.weapons else ""
    entries = [
        f"{zone.points} point{'s' * (zone.points > 1)}",
        f"{zone.thresholds} threshold{'s' * (zone.thresholds > 1)}",
        *(f"{name} -{numeral(amount, 'g')}" for name, amount in losses if amount),
        *([f"loses {zone.loses}"] if zone.loses else []),
        *([f"silences {zone.silences}{weapons}"] if zone.silences else []),
    ]
    return ", ".join(entries)
