"""The mechanism that reads effects as data: amounts, conditions, subjects, moments."""

from typing import NamedTuple

import pytest

from game.engine.kit.effects import YES, Amount, Effects, InForce, Row, X, any_applies, total

MOMENTS = {"strength": "added to blows", "lasts": "whether it stays", "bars": "whether an action is barred, by action"}


class Entry(NamedTuple):
    """An entry as a rulebook may have it."""

    name: str
    values: tuple[int, ...] = ()


def rows() -> tuple[Row, ...]:
    """Return the rows of a small rulebook."""
    return (
        Row.of("Strong", "R-1", "Hits X harder.", strength=X),
        Row.of("Huge", "R-2", "Hits twice X and one harder in the dark.", strength=Amount(1, 2).when("dark")),
        Row.of("Stout", "R-3", "Stays.", lasts=True, strength=-1),
        Row.of("Bound", "R-4", "Cannot run or jump.", bars=YES.about("run", "jump")),
        Row.of("Held", "R-5", "Can only shout, in the dark.", bars=YES.but_for("shout").when("dark")),
    )


def dark(game: str, holder: str, entry: Entry, *situation: object) -> bool:
    """Return whether it is dark."""
    return game == "night"


def effects() -> Effects:
    """Return the rows by moment."""
    found = Effects(MOMENTS, rows())
    found.bind({"dark": dark})
    return found


def in_force(moment: str, *entries: Entry) -> list[InForce]:
    """Return what entries bring at a moment."""
    found = effects()
    return [found.effect(moment, each) for each in entries if each.name in found.speaking(moment)]


def test_a_row_says_a_number_or_a_value_of_its_entry() -> None:
    assert [X.of(Entry("a", (3, 4))), X.of(Entry("a")), YES.of(Entry("a", (3,))), (X - 1).of(Entry("a", (3,)))] == [
        3,
        0,
        1,
        2,
    ]
    assert (2 * (X - 1)).of(Entry("a", (3,))) == 4


def test_what_applies_is_added_up() -> None:
    found = in_force("strength", Entry("Strong", (2,)), Entry("Stout"), Entry("Huge", (3,)), Entry("Bound"))
    assert [each.amount for each in found] == [2, -1, 7]
    assert (total(found, "day", ""), total(found, "night", "")) == (1, 8)


@pytest.mark.parametrize(
    ("name", "when", "barred"),
    [
        ("Bound", "day", {"run", "jump"}),
        ("Held", "night", {"run", "jump", "walk"}),
        ("Held", "day", set()),
        ("Stout", "night", set()),
    ],
)
def test_a_permission_is_about_some_subjects_or_about_all_but_some(name: str, when: str, barred: set[str]) -> None:
    found = in_force("bars", Entry(name))
    assert {each for each in ("run", "jump", "walk", "shout") if any_applies(found, when, "", each)} == barred


def test_a_number_of_0_permits_nothing() -> None:
    assert any_applies([InForce(Entry("a"), 1, None)], "", "")
    assert not any_applies([InForce(Entry("a"), 0, None)], "", "")


def test_a_moment_or_a_condition_that_is_none_is_noticed_when_a_rulebook_is_loaded() -> None:
    with pytest.raises(KeyError, match="strenght"):
        Effects(MOMENTS, [Row.of("Weak", "R-6", "", strenght=-1)])
    found = Effects(MOMENTS)
    found.add(rows())
    with pytest.raises(KeyError, match="dark"):
        found.bind({})


def test_a_row_keeps_what_its_kind_has_apart_from_what_it_says() -> None:
    row = rows()[2]
    assert (row.name, row.rule, row.text, row.at) == ("Stout", "R-3", "Stays.", {"lasts": YES, "strength": Amount(-1)})
