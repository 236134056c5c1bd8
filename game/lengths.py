"""Lengths as people read and type them: in inches, units or centimetres, as was chosen for this program's screens.

Rules, files and commands count in inches and units whatever is chosen; only what a tape shows is put into words here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, Literal

from game.wording import N_, _, language, numeral, pair

Measure = Literal["inches", "units", "centimetres"]

INCH: Final = 2.54
"""Centimetres in an inch."""
MEASURES: Final[Mapping[Measure, str]] = {
    "inches": N_("inches"),
    "units": N_("units (1 U is 1″)"),
    "centimetres": N_("centimetres"),
}
"""What lengths can be shown in, and what that is called among the settings."""
_NAMES: Final[Mapping[Measure, str]] = {
    "inches": N_("inches"),
    "units": N_("units"),
    "centimetres": N_("centimetres"),
}
_FORMS: Final[Mapping[Measure, str]] = {
    "inches": N_("{amount}″"),
    "units": N_("{amount} U"),
    "centimetres": N_("{amount} cm"),
}
_SPELLED: Final[Mapping[Measure, str]] = {
    "inches": N_("{amount} inches"),
    "units": N_("{amount} units"),
    "centimetres": N_("{amount} centimetres"),
}
_LAST_BIT: Final = 1e-6
"""Hundredths that are taken for the last bit of a float when a length is rounded to one side."""
_chosen: Measure = "inches"
_forms: Mapping[Measure, str] = _FORMS


def show_in(measure: Measure, *, spelled: bool = False) -> None:
    """Show all lengths in this measure from now on, its name `spelled` out where they are heard and not seen."""
    global _chosen, _forms  # like the language: one choice for everything this program shows
    _chosen, _forms = measure, _SPELLED if spelled else _FORMS


def shown_in() -> Measure:
    """Return the measure that lengths are shown in."""
    return _chosen


def in_words() -> str:
    """Return what the measure is called in a sentence: "inches"."""
    return _(_NAMES[_chosen])


def of_an_inch() -> float:
    """Return how many of the measure that was chosen make an inch."""
    return INCH if _chosen == "centimetres" else 1.0


def length(inches: float, places: int = 2) -> str:
    """Return a length with its unit, to the nearest of so many decimal places."""
    return _(_forms[_chosen], amount=numeral(inches * of_an_inch(), f".{places}f"))


def tape(inches: float, *, spelled: bool = False) -> str:
    """Return what a tape shows, rounded down as ranges are: 2.998″ reads 2.99″, not the 3 it is not."""
    hundredths = math.floor(inches * of_an_inch() * 100 + _LAST_BIT)
    return _((_SPELLED if spelled else _forms)[_chosen], amount=numeral(hundredths / 100, ".2f"))


def missing(inches: float) -> str:
    """Return by how much something falls short, rounded up: whoever moves by what is told has moved enough."""
    hundredths = math.ceil(inches * of_an_inch() * 100 - _LAST_BIT)
    return _(_forms[_chosen], amount=numeral(hundredths / 100, ".2f"))


def size(inches: float) -> str:
    """Return the size of a thing, with no decimals where it has none: 30″ or 76.2 cm."""
    return _(_forms[_chosen], amount=numeral(inches * of_an_inch(), ".4g"))


def coordinates(x: float, y: float, places: int = 2) -> str:
    """Return the coordinates of a spot (inches) as they are typed, with no unit: `12.50, 8.00`."""
    first, second = (numeral(each * of_an_inch(), f".{places}f") for each in (x, y))
    return pair(first, second)


def with_missing(text: str, inches: float | None) -> str:
    """Return a reason with what is missing behind it, where anything is and the reason does not say so itself."""
    if not inches or inches < 0 or missing(inches) in text:
        return text
    return _("{message} ({amount} short)", message=text, amount=missing(inches))


def words() -> tuple[str, Measure]:
    """Return the language and the measure in use: a text that was made in others is out of date."""
    return language(), _chosen
