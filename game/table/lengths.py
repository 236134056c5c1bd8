"""Lengths as people read them: in inches, units or centimetres, as was chosen for this program's screens.

Rules count in units whatever is chosen; only what a tape shows is put into words here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from game.wording import mark, say

Measure = Literal["inches", "units", "centimetres"]

INCH: Final = 2.54
"""Centimetres in an inch."""
MEASURES: Final[Mapping[Measure, str]] = {
    "inches": mark("inches"),
    "units": mark("units (1 U is 1″)"),
    "centimetres": mark("centimetres"),
}
"""What lengths can be shown in, and what that is called."""
_FORMS: Final[Mapping[Measure, tuple[str, float]]] = {
    "inches": (mark("{amount:.{places}f}″"), 1.0),
    "units": (mark("{amount:.{places}f} U"), 1.0),
    "centimetres": (mark("{amount:.{places}f} cm"), INCH),
}
_chosen: Measure = "inches"


def show_in(measure: Measure) -> None:
    """Show all lengths in this measure from now on."""
    global _chosen  # noqa: PLW0603  # like the language: one choice for everything this program shows
    _chosen = measure


def length(inches: float, places: int = 2) -> str:
    """Return a length with its unit, in the measure that was chosen."""
    form, factor = _FORMS[_chosen]
    return say(form, amount=inches * factor, places=places)
