"""Lengths as people read them, in the measure that was chosen."""

from __future__ import annotations

import math
import re
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.lengths import (
    INCH,
    Measure,
    Unit,
    coordinates,
    count_in,
    counted,
    counted_down,
    in_words,
    length,
    measures,
    missing,
    of_an_inch,
    show_in,
    size,
    tape,
    with_missing,
)
from game.refusal import Refusal

PACES = Unit("{amount} p", "{amount} paces", "paces", "paces (1 p is 1″)")


def amount(text: str) -> float:
    """Return the number in front of a unit."""
    found = re.match(r"-?[\d.]+", text)
    assert found is not None
    return float(found[0])


@pytest.mark.parametrize(
    ("measure", "told"),
    [("inches", "2.50″"), ("units", "2.50 p"), ("centimetres", "6.35 cm")],
)
def test_a_length_has_the_unit_that_was_chosen(measure: Measure, told: str) -> None:
    count_in(PACES)
    show_in(measure)
    assert length(2.5) == tape(2.5) == missing(2.5) == told


@pytest.mark.parametrize(
    ("measure", "told"),
    [("inches", ("30″", "2.5″")), ("units", ("30 p", "2.5 p")), ("centimetres", ("76.2 cm", "6.35 cm"))],
)
def test_a_size_has_no_decimals_that_it_does_not_need(measure: Measure, told: tuple[str, str]) -> None:
    count_in(PACES)
    show_in(measure)
    assert (size(30.0), size(2.5)) == told


def test_a_range_is_counted_in_the_unit_of_the_rulebook_whatever_lengths_are_shown_in() -> None:
    show_in("centimetres")
    assert counted(3.0) == "3″"
    count_in(PACES)
    assert (counted(3.0), measures()["units"]) == ("3 p", "paces (1 p is 1″)")


@given(st.floats(0.0, 100.0))
def test_a_range_that_is_not_rounded_reads_as_on_the_tape(inches: float) -> None:
    assert amount(counted(inches)) == amount(tape(inches))


def test_coordinates_are_in_the_same_measure_as_lengths() -> None:
    show_in("centimetres")
    assert coordinates(10.0, 2.0) == "25.40, 5.08"
    assert in_words() == "centimetres"


@given(inches=st.floats(0, 100), measure=st.sampled_from(get_args(Measure)))
def test_a_tape_never_shows_a_whole_unit_that_is_not_reached(inches: float, measure: Measure) -> None:
    """G-MEAS-2: ranges are rounded down, so 2.998 inches must not read like 3."""
    show_in(measure)
    whole = math.floor(inches) + 1
    if inches < whole - 1e-6:
        assert amount(tape(inches)) < whole * of_an_inch() - 0.001


@given(inches=st.floats(1e-4, 100), measure=st.sampled_from(get_args(Measure)))
def test_whoever_moves_by_what_is_missing_has_moved_enough(inches: float, measure: Measure) -> None:
    show_in(measure)
    told = amount(missing(inches)) / of_an_inch()
    assert inches - 1e-6 <= told <= inches + 0.0101


def test_what_is_missing_is_never_told_as_nothing() -> None:
    assert missing(1e-4) == "0.01″"


def test_what_is_missing_is_told_once() -> None:
    assert with_missing("too far", 0.5) == "too far (0.50″ short)"
    assert with_missing("out of range by 0.50″", 0.5) == "out of range by 0.50″"
    assert with_missing("cut off", None) == with_missing("cut off", 0.0) == "cut off"
    show_in("centimetres")
    assert with_missing("too far", 0.5) == f"too far ({0.5 * INCH:.2f} cm short)"


@pytest.mark.parametrize("measure", get_args(Measure))
@pytest.mark.parametrize(("inches", "sign"), [(math.inf, "∞"), (-math.inf, "-∞"), (math.nan, "?"), (None, "?")])
def test_what_is_infinite_or_missing_is_shown_as_such(measure: Measure, inches: float | None, sign: str) -> None:
    show_in(measure)
    for shown in (length, tape, missing, size, counted, counted_down):
        assert shown(inches).startswith(sign), shown
    assert coordinates(inches, 1.0).startswith(sign)
    assert with_missing("nothing leads there", inches) == "nothing leads there"


@pytest.mark.parametrize(("inches", "told"), [(2.998, "2″"), (2.9995, "3″"), (0.0, "0″")])
def test_a_range_is_counted_in_whole_units(inches: float, told: str) -> None:
    count_in(Unit())
    show_in("inches")
    assert counted_down(inches, 0.001) == told


def test_other_programs_read_no_infinite_shortfall() -> None:
    assert Refusal("cut off", short_by=math.inf).inches is None
    assert Refusal("too far", short_by=0.5).inches == 0.5
    assert Refusal("taken").inches is None
