"""A-IMP-12: lists in the forms of many programs lose no unit, however they were copied."""

import re

import pytest

from game.rulesets.aos4.documents.importing.text_list import parse_list
from tests.rulesets.aos4.documents.list_variants import CHANGES, FORMS, NAMES, UNITS

WITHOUT_HEADER = ("no title", "no header")


def words(name: str) -> str:
    return " ".join(re.findall(r"\w+", name.casefold()))


WANTED = sorted(map(words, NAMES))


@pytest.mark.parametrize("change", CHANGES)
def test_no_unit_is_lost(change: str) -> None:
    """Units that are doubtful may be more, because the player is asked about them."""
    for form, text in FORMS.items():
        listed = parse_list(CHANGES[change](text))
        units = [*listed.units]
        certain = [name for unit in units if (name := words(unit.name)) in WANTED or not unit.doubtful]
        assert sorted(certain) == WANTED, form
        assert [words(unit.name) for unit in units if unit.general] == [words(next(iter(UNITS)))], form
        assert listed.formed
        if change not in WITHOUT_HEADER:
            assert (words(listed.faction), words(listed.formation)) == ("tideborn", "salt wardens"), form


def test_a_second_list_below_the_first_is_named_with_its_line() -> None:
    for form, text in FORMS.items():
        first = parse_list(text)
        both = parse_list(f"{text}\n{FORMS['the app'].replace('Low Road', 'High Road')}")
        assert [*both.units] == [*first.units], form
        line = len(text.splitlines()) + 2
        assert both.remarks[-1] == (
            f"line {line} begins another list: 'High Road 1840/2000 pts' - save it in a file of its own"
        )
