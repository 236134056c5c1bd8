"""Lengths as people read and type them: in inches, units or centimetres. Rules, files and commands use inches."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from game.wording import N_, _, language, numeral, pair

Measure = Literal["inches", "units", "centimetres"]


@dataclass(frozen=True)
class Unit:
    """What a rulebook counts ranges in, one to the inch: written down, read out, in a sentence, among the settings."""

    form: str = N_("{amount}″")
    spelled: str = N_("{amount} inches")
    name: str = N_("inches")
    title: str = N_("inches, as the rulebook counts them")


INCH: Final = 2.54
"""Centimetres in an inch."""
_INCHES: Final = Unit(title=N_("inches"))
_CENTIMETRES: Final = Unit(N_("{amount} cm"), N_("{amount} centimetres"), N_("centimetres"), N_("centimetres"))
_LAST_BIT: Final = 1e-6
"""Hundredths that are taken for the last bit of a float when a length is rounded to one side."""
_chosen: Measure = "inches"
_spelled: bool = False
_counted: Unit = Unit()


def show_in(measure: Measure, *, spelled: bool = False) -> None:
    """Show all lengths in this measure from now on, its name `spelled` out where they are heard and not seen."""
    global _chosen, _spelled  # like the language: one choice for everything this program shows
    _chosen, _spelled = measure, spelled


def count_in(unit: Unit) -> None:
    """Write ranges in this unit from now on: that of the rulebook whose game is shown."""
    global _counted  # noqa: PLW0603 - as above
    _counted = unit


def counted(range_: float) -> str:
    """Return a range as the rulebook counts it, with its unit."""
    return _(_counted.form, amount=numeral(range_, "g"))


def shown_in() -> Measure:
    """Return the measure that lengths are shown in."""
    return _chosen


def measures() -> Mapping[Measure, str]:
    """Return what lengths can be shown in, and what that is called among the settings."""
    return {"inches": _INCHES.title, "units": _counted.title, "centimetres": _CENTIMETRES.title}


def in_words() -> str:
    """Return what the measure is called in a sentence: "inches"."""
    return _(_unit(_chosen).name)


def _unit(measure: Measure) -> Unit:
    return _INCHES if measure == "inches" else _CENTIMETRES if measure == "centimetres" else _counted


def _with_unit(amount: str, *, spelled: bool = False) -> str:
    unit = _unit(_chosen)
    return _(unit.spelled if spelled or _spelled else unit.form, amount=amount)


def of_an_inch() -> float:
    """Return how many of the measure that was chosen make an inch."""
    return INCH if _chosen == "centimetres" else 1.0


def length(inches: float, places: int = 2) -> str:
    """Return a length with its unit, to the nearest of so many decimal places."""
    return _with_unit(numeral(inches * of_an_inch(), f".{places}f"))


def tape(inches: float, *, spelled: bool = False) -> str:
    """Return what a tape shows, rounded down as ranges are: 2.998″ reads 2.99″, not the 3 it is not."""
    hundredths = math.floor(inches * of_an_inch() * 100 + _LAST_BIT)
    return _with_unit(numeral(hundredths / 100, ".2f"), spelled=spelled)


def missing(inches: float) -> str:
    """Return by how much something falls short, rounded up, so that moving by so much is enough."""
    hundredths = math.ceil(inches * of_an_inch() * 100 - _LAST_BIT)
    return _with_unit(numeral(hundredths / 100, ".2f"))


def size(inches: float) -> str:
    """Return the size of a thing, with no decimals where it has none: 30″ or 76.2 cm."""
    return _with_unit(numeral(inches * of_an_inch(), ".4g"))


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
