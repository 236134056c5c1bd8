"""Entries of profile cards as people type them: "4 (2)", "2/6", "Long Spear: strength +1, Reach, Push Attack (1)"."""

from __future__ import annotations

import re
from typing import Any

from game.rulesets.bushido.warbands.rows import SPECIALS
from game.wording import _

_STATISTIC = re.compile(r"(?P<value>-|\d{1,2})(?: *\((?P<boost>\d{1,2})\))?")
_KI = re.compile(r"(?P<value>\d{1,2}) */ *(?P<max>\d{1,2})(?: *\((?P<boost>\d{1,2})\))?")
_STRENGTH = re.compile(r"strength *(?P<strength>Sp|[+-]?\d{1,2})", re.IGNORECASE)
_BANDS = re.compile(r"range *(?P<bands>\d{1,2} */ *\d{1,2} */ *\d{1,2})", re.IGNORECASE)
_COMMA = re.compile(r",(?![^\[(]*[\])])")
"""A comma that stands in no brackets."""


class Unreadable(ValueError):
    """A text is not in the notation."""


def read_statistic(text: str) -> dict[str, Any]:
    """Return a statistic: its value, "-" for none, and what one more costs in Ki; raise `Unreadable`."""
    match = _STATISTIC.fullmatch(text.strip())
    if match is None:
        raise Unreadable(_('write it like "4", "4 (2)" with the Ki cost of a boost in brackets, or "-" for none'))
    return {"value": None if match["value"] == "-" else int(match["value"]), "boost": _number(match["boost"])}


def read_ki(text: str) -> dict[str, Any]:
    """Return what a model generates and may hold at most, and the cost of a boost; raise `Unreadable`."""
    match = _KI.fullmatch(text.strip())
    if match is None:
        raise Unreadable(_('write it like "2/6", or "2/6 (3)" with the Ki cost of a boost in brackets'))
    return {"value": int(match["value"]), "max": int(match["max"]), "boost": _number(match["boost"])}


def _number(text: str | None) -> int | None:
    return None if text is None else int(text)


def ki_text(ki: Any) -> str:
    """Return Ki in the notation."""
    return f"{ki.value}/{ki.max}" + (f" ({ki.boost})" if ki.boost is not None else "")


def read_list(text: str) -> list[str]:
    """Return entries that commas part; commas in brackets belong to an entry; a dash alone is none."""
    found = [part.strip() for part in _COMMA.split(text)]
    return [part for part in found if part and part != "-"]


def read_number(text: str) -> int:
    """Return a whole number; raise `Unreadable`."""
    if not text.strip().isdecimal() or len(text.strip()) > 3:
        raise Unreadable(_("{text!r} is not a whole number", text=text[:20]))
    return int(text)


def read_weapon(text: str) -> dict[str, Any]:
    """Return a weapon in a line: name, then strength, bands, traits and specials; raise `Unreadable`."""
    name, colon, rest = text.partition(":")
    if not colon or not name.strip():
        example = "Long Bow: strength +0, range 6/12/18, Pierce (1), Powerful Attack (1)"
        raise Unreadable(_("write it like “{example}”", example=example))
    weapon: dict[str, Any] = {"name": name.strip(), "kind": "melee", "strength": 0, "traits": [], "specials": []}
    for entry in read_list(rest):
        strength, bands = _STRENGTH.fullmatch(entry), _BANDS.fullmatch(entry)
        if strength is not None:
            weapon["strength"] = "Sp" if strength["strength"].lower() == "sp" else int(strength["strength"])
        elif bands is not None:
            weapon |= {"kind": "ranged", "bands": [int(number) for number in bands["bands"].split("/")]}
        else:
            special = entry.partition(" (")[0] in SPECIALS or entry.partition(" (")[0].endswith((" Attack", " Defence"))
            weapon["specials" if special else "traits"].append(entry)
    return weapon


def read_theme(text: str) -> dict[str, Any] | None:
    """Return a theme in a line, None for a dash: name, then what it permits, excludes, "Ronin"; raise `Unreadable`."""
    if text.strip() in ("", "-"):
        return None
    name, _colon, rest = text.partition(":")
    theme: dict[str, Any] = {"name": name.strip()}
    for part in filter(None, map(str.strip, rest.split(";"))):
        verb, _space, types = part.partition(" ")
        if verb in ("permits", "excludes") and read_list(types):
            theme[verb] = read_list(types)
        elif part == "Ronin":
            theme["ronin"] = True
        else:
            example = "Night Watch: permits Monk, Soldier; excludes Beast; Ronin"
            raise Unreadable(_("write it like “{example}”", example=example))
    return theme


def theme_text(theme: Any) -> str:
    """Return a theme in the notation."""
    listed = [f"{verb} {', '.join(getattr(theme, verb))}" for verb in ("permits", "excludes") if getattr(theme, verb)]
    parts = "; ".join([*listed, *(["Ronin"] if theme.ronin else [])])
    return f"{theme.name}: {parts}" if parts else str(theme.name)


def weapon_text(weapon: Any) -> str:
    """Return a weapon in the notation."""
    bands = [f"range {'/'.join(map(str, weapon.bands))}"] if weapon.bands else []
    strength = weapon.strength if weapon.strength == "Sp" else f"{weapon.strength:+d}"
    return f"{weapon.name}: {', '.join([f'strength {strength}', *bands, *weapon.traits, *weapon.specials])}"
