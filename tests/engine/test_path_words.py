"""The report on a way line by line: its length and price, what is left, what each leg costs, what is in the way."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.pathfinding import MOST_LEGS, Barriers, PathQuestion, PathReport, path_lines
from game.refusal import Refusal
from game.table.lattice import Position
from game.table.path.judge import LegReceipt, PathReceipt, Price
from game.table.path.path import Leg, Path
from game.table.shapes import Disc

START, END = Disc(1.0, 1.0, 0.5, "a"), Disc(9.0, 1.0, 0.0, "", "point")
LEG = Leg(Position(1.0, 1.0), Position(2.0, 1.0))


def leg(inches: float, *prices: Price) -> LegReceipt:
    return LegReceipt(LEG, 0, inches, inches + sum(price.cost for price in prices), prices)


def receipt(*legs: LegReceipt, once: tuple[Price, ...] = (), inches: float = 8.0, cost: float = 8.0) -> PathReceipt:
    return PathReceipt(Path(Position(1.0, 1.0)), legs, once, inches, cost, 0.0, ())


def lines(
    found: PathReceipt | None,
    *refusals: Refusal,
    inches: float | None = None,
    left: float | None = None,
    barriers: Barriers | None = None,
    **more: Any,
) -> list[tuple[str, str, str]]:
    turns = more.pop("turns", ("",) * len(found.legs if found is not None else ()))
    report = PathReport(
        PathQuestion(START, END, (), inches), found, refusals, 7.0, left, more.pop("obstacles", ()), turns, "W-1"
    )
    return [(line.text, line.rule, line.tone) for line in path_lines(report, barriers)]


def test_a_way_has_its_length_and_where_it_costs_more_its_price() -> None:
    assert lines(receipt(leg(8.0))) == [("A path of 8.00″", "W-1", "good")]
    assert lines(receipt(leg(8.0), cost=9.0)) == [("A path of 8.00″ that costs 9.00″", "W-1", "good")]
    assert lines(receipt(leg(8.0), cost=7.0)) == [("A path of 8.00″ that costs 7.00″", "W-1", "good")]
    assert lines(receipt(leg(8.0), cost=8.0049)) == [("A path of 8.00″", "W-1", "good")]
    assert lines(receipt(leg(1.0), inches=0.5, cost=0.505)) == [("A path of 0.50″ that costs 0.50″", "W-1", "good")]
    assert lines(None) == [("No path there", "W-1", "bad")]


def test_what_is_left_is_told_of_a_legal_way_of_a_given_move() -> None:
    found = receipt(leg(8.0))
    assert lines(found, inches=10.0, left=2.0)[1:] == [("2.00″ left of 10.00″", "W-1", "good")]
    assert lines(found, inches=8.0, left=-1e-9)[1:] == [("0.00″ left of 8.00″", "W-1", "good")]
    assert lines(found, left=2.0)[1:] == lines(found, inches=10.0)[1:] == []
    against = lines(found, Refusal("too steep", "W-2"), inches=10.0, left=2.0)
    assert against == [("A path of 8.00″", "W-1", "plain"), ("too steep", "W-2", "bad")]


@pytest.mark.parametrize(
    ("cost", "short", "cause", "move", "text"),
    [
        (8.0, 0.5, "too far", 6.0, "this path is 2.00″ too long"),
        (8.0, None, "too far", 6.0, "this path is 2.00″ too long"),
        (8.0, 2.0, "too far", 6.0, ""),
        (8.0, 1.995, "too far", 6.0, ""),
        (8.0, 1.99, "too far", 6.0, "this path is 2.00″ too long"),
        (8.0, 0.5, "in the way", 6.0, ""),
        (8.0, 0.5, "too far", None, ""),
    ],
)
def test_how_far_too_far_this_very_way_is(
    cost: float, short: float | None, cause: str, move: float | None, text: str
) -> None:
    refusal = Refusal("too far", "W-2", cause, short)
    told = lines(receipt(leg(8.0), cost=cost), refusal, inches=move)
    assert told[1][1:] == ("W-2", "bad")
    assert told[2:] == ([(text, "W-2", "bad")] if text else [])
    assert lines(None, refusal, inches=move)[2:] == []


def test_prices_of_a_leg_and_of_the_whole_way() -> None:
    slow, gate, gift = Price("Copse", 2.0, 1.5, "W-3"), Price("Gate", 0.0, 1.0, "W-4"), Price("Road", 0.0, -0.5, "W-5")
    assert lines(receipt(leg(8.0, slow, gate), once=(gate, gift)))[1:] == [
        ("2.00″ of it in Copse: 1.50″ more", "W-3", "warning"),
        ("Gate: 1.00″ more", "W-4", "warning"),
        ("Gate: 1.00″ more", "W-4", "warning"),
        ("Road: first 0.50″ free", "W-5", "good"),
    ]
    least = Price("Moss", 1.0, 0.005), Price("Dew", 1.0, 0.0049)
    assert [text for text, *_more in lines(receipt(leg(8.0, *least)))[1:]] == ["1.00″ of it in Moss: 0.00″ more"]


def test_legs_are_told_where_there_are_several_and_the_shortest_are_left_out() -> None:
    two = receipt(leg(3.0), leg(0.02), leg(0.0199), leg(4.0))
    assert lines(two, turns=("", "Wall", "Wall", ""))[1:] == [
        ("3.00″ straight on", "", "quiet"),
        ("0.02″ round Wall", "", "quiet"),
        ("4.00″ straight on", "", "quiet"),
    ]
    round_it = receipt(leg(3.0), leg(0.5), leg(0.25), leg(4.0))
    assert lines(round_it, turns=("", "Wall", "Wall", ""))[1:] == [
        ("3.00″ straight on", "", "quiet"),
        ("0.75″ round Wall", "", "quiet"),
        ("4.00″ straight on", "", "quiet"),
    ]
    assert lines(receipt(leg(0.01)))[1:] == []
    # A single one that is told is not set apart, but what it costs is.
    one = receipt(leg(3.0, Price("Copse", 1.0, 1.0, "W-3")), leg(0.01))
    assert lines(one)[1:] == [("1.00″ of it in Copse: 1.00″ more", "W-3", "warning")]


def test_more_legs_than_six_are_summed_up() -> None:
    assert MOST_LEGS == 6
    six = receipt(*(leg(1.0) for _number in range(6)))
    assert len(lines(six)) == 7
    seven = receipt(*(leg(1.0) for _number in range(6)), leg(1.5, Price("Copse", 1.0, 2.0)))
    assert lines(seven)[7:] == [("and 1 more leg: 1.50″ for 3.50″", "", "quiet")]
    eight = receipt(*(leg(float(number)) for number in range(1, 9)))
    assert lines(eight)[7:] == [("and 2 more legs: 15.00″ for 15.00″", "", "quiet")]


def test_what_is_in_the_straight_way_and_what_the_rulebook_does_not_say() -> None:
    assert lines(receipt(leg(8.0)), obstacles=("Wall", "Keep"))[1:] == [
        ("Straight line: 7.00″, blocked by Wall and Keep", "", "warning")
    ]
    assert lines(receipt(leg(8.0)), barriers="bases")[1:] == [
        ("The rulebook has no rule for paths: only barricades and bases block here", "", "quiet")
    ]
