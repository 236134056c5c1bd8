"""Lengths as people read and type them: in inches, units or centimetres. Rules, files and commands use inches."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from game.wording import N_, _, language, numeral, pair


@dataclass(frozen=True)
class Unit:
    """A unit of length: its names in labels, speech, sentences and settings, and the beginnings that people type.

    `of_an_inch` is the length of an inch in it, `places` the most decimals that are shown, `apart` the distance between
    two numbers on the rim of the table. A rulebook's own unit for ranges is one inch long.
    """

    form: str = N_("{amount}″")
    spelled: str = N_("{amount} inches")
    name: str = N_("inches")
    title: str = N_("inches, as the rulebook counts them")
    typed: str = "in"
    of_an_inch: float = 1.0
    places: int = 2
    apart: int = 5


INCH: Final = 2.54
"""Inches in centimetres."""
UNITS: Final[dict[str, Unit]] = {
    "inches": Unit(title=N_("inches")),
    "units": Unit(typed="u"),
    "centimetres": Unit(
        N_("{amount} cm"), N_("{amount} centimetres"), N_("centimetres"), N_("centimetres"), "cm", INCH, apart=10
    ),
}
"""The measures that people can choose; to add one, add a row. "units" is shown as the rulebook's own unit."""

if TYPE_CHECKING:
    Measure = str
else:
    Measure = Literal[tuple(UNITS)]
"""The name of a row; settings and saves accept only these."""
_BOUNDLESS: Final = "∞"
_UNKNOWN: Final = "?"
_LAST_BIT: Final = 1e-6
"""When a length is rounded up or down, this part of the last decimal counts as a rounding error of floats."""
_chosen: Measure = "inches"
_spelled: bool = False
_rulebook_unit: Unit = Unit()


def show_in(measure: Measure, *, spelled: bool = False) -> None:
    """Show all lengths in this measure from now on; with `spelled`, write out its name for screen readers."""
    global _chosen, _spelled  # like the language, one choice for the whole program
    _chosen, _spelled = measure, spelled


def count_in(unit: Unit) -> None:
    """Show ranges in this unit from now on: the unit of the displayed game's rulebook."""
    global _rulebook_unit  # noqa: PLW0603 - as above
    _rulebook_unit = unit


def counted(range_: float | None) -> str:
    """Return a range in the rulebook's unit, with two places if the rulebook does not round it."""

    def rounded(amount: float) -> float:
        return math.floor(amount * 100 + _LAST_BIT) / 100

    return _(_rulebook_unit.form, amount=_amount(range_, "g", rounded))


def counted_down(inches: float | None, short_by: float = 0.0) -> str:
    """Return inches as a whole number in the rulebook's unit: rounded down, or up if `short_by` would reach it."""
    return _(_rulebook_unit.form, amount=_amount(inches, "g", lambda amount: math.floor(amount + short_by)))


def shown_in() -> Measure:
    """Return the measure in which lengths are shown."""
    return _chosen


def measures() -> Mapping[Measure, str]:
    """Return the available measures and their names in the settings."""
    return {measure: _unit(measure).title for measure in UNITS}


def typed_measures() -> Mapping[str, Measure]:
    """Return the measures by the beginnings of their typed names."""
    return {unit.typed: measure for measure, unit in UNITS.items()}


def in_words() -> str:
    """Return the name of the measure as used in a sentence, such as "inches"."""
    return _(_unit(_chosen).name)


def _unit(measure: Measure) -> Unit:
    return _rulebook_unit if measure == "units" else UNITS[measure]


def _with_unit(amount: str, *, spelled: bool = False) -> str:
    unit = _unit(_chosen)
    return _(unit.spelled if spelled or _spelled else unit.form, amount=amount)


def _amount(value: float | None, form: str, rounded: Callable[[float], float] = float) -> str:
    """Return a number, rounded and formatted. Infinite or missing values give a symbol, as no text may fail."""
    if value is None or math.isnan(value):
        return _UNKNOWN
    if math.isinf(value):
        return _BOUNDLESS if value > 0 else "-" + _BOUNDLESS
    return numeral(rounded(value), form)


def _measured(inches: float | None) -> float | None:
    return None if inches is None else inches * of_an_inch()


def of_an_inch() -> float:
    """Return the length of an inch in the measure in use."""
    return _unit(_chosen).of_an_inch


def apart() -> int:
    """Return the distance between the numbers on the rim of the table, in the measure in use."""
    return _unit(_chosen).apart


def _places(most: int = 2) -> int:
    return min(most, _unit(_chosen).places)


def length(inches: float | None, places: int = 2) -> str:
    """Return a length with its unit, rounded to `places` decimals."""
    return _with_unit(_amount(_measured(inches), f".{_places(places)}f"))


def away(inches: float) -> str:
    """Return how far apart things are as the rulebook counts it: whole units, or inches to one place."""
    return length(inches, 1) if _rulebook_unit.form == Unit.form else counted_down(inches)


def tape(inches: float | None, *, spelled: bool = False) -> str:
    """Return a tape reading, rounded down as ranges are: 2.998″ reads 2.99″, not 3″."""
    return _with_unit(_to_the_last_place(inches, lambda last: math.floor(last + _LAST_BIT)), spelled=spelled)


def missing(inches: float | None) -> str:
    """Return a shortfall, rounded up, so that moving by that much is enough."""
    return _with_unit(_to_the_last_place(inches, lambda last: math.ceil(last - _LAST_BIT)))


def _to_the_last_place(inches: float | None, rounded: Callable[[float], int]) -> str:
    """Return a length whose last shown decimal is rounded, such as the hundredth of an inch."""
    one = 10 ** _places()
    return _amount(_measured(inches), f".{_places()}f", lambda amount: rounded(amount * one) / one)


def size(inches: float | None) -> str:
    """Return the size of an object, without decimals if it is whole: 30″ or 76.2 cm."""
    return _with_unit(_amount(_measured(inches), ".4g"))


def coordinates(x: float | None, y: float | None, places: int = 2) -> str:
    """Return the coordinates of a spot (inches) as typed, without a unit: `12.50, 8.00`."""
    first, second = (_amount(_measured(inches), f".{_places(places)}f") for inches in (x, y))
    return pair(first, second)


def with_missing(text: str, inches: float | None) -> str:
    """Return a reason followed by the missing inches, unless none are missing or the reason contains them.

    An infinite shortfall is not added, because no length would help.
    """
    if not inches or not math.isfinite(inches) or inches < 0 or missing(inches) in text:
        return text
    return _("{message} ({amount} short)", message=text, amount=missing(inches))


def words() -> tuple[str, Measure]:
    """Return the language and the measure in use; a text made with other ones is outdated."""
    return language(), _chosen
