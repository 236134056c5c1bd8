"""How far it is round something, by a rulebook's ways and where it has none; the report in words."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from game.engine.pathfinding import (
    Barriers,
    Pathfinder,
    PathQuestion,
    PathReport,
    has_paths,
    path_lines,
    path_policies,
    through,
)
from game.engine.session import Session
from game.lengths import tape
from game.table.path.judge import check
from game.table.path.policy import CONTACT
from game.table.path.region import best_receipt
from game.table.shapes import Disc
from tests.toy.facing_rulebook import disc
from tests.toy.path_rulebook import path_session
from tests.toy.sessions import toy_session


def point(x: float, y: float, radius: float = 0.0) -> Disc:
    return Disc(x, y, radius, "", "point")


def asked(
    session: Session,
    start: Disc,
    end: Disc,
    *bends: tuple[float, float],
    inches: float | None = None,
    barriers: Barriers = "impassable",
) -> PathReport:
    return Pathfinder(session, barriers).find(PathQuestion(start, end, bends, inches))


def words(report: PathReport, barriers: Barriers | None = None) -> list[str]:
    return [line.text for line in path_lines(report, barriers)]


def test_the_rulebook_says_what_stops_a_way_and_what_it_costs() -> None:
    session = path_session()
    assert has_paths(session)
    found = asked(session, disc(session, "a1"), point(12.0, 2.6))
    assert found.receipt is not None
    assert found.receipt.is_legal
    assert check(found.receipt.path, path_policies(session, disc(session, "a1"), 99.0, "impassable")[0]).is_legal
    assert found.receipt.cost > found.receipt.inches > math.hypot(7.0, 1.4) - 1e-6
    assert {price.ground for leg in found.receipt.legs for price in leg.prices} == {"Copse"}
    lines = [*path_lines(found, None)]
    assert lines[0].text == f"A path of {tape(found.receipt.inches)} that costs {tape(found.receipt.cost)}"
    assert lines[0].rule == "W-8"
    assert any("of it in Copse: " in line.text and line.rule == "W-6" for line in lines)
    assert {turned for turned in found.turns if turned} == {"Copse"}  # slow ground is gone round too


def test_what_is_left_of_a_given_move_is_told() -> None:
    session = path_session()
    found = asked(session, disc(session, "a1"), point(5.0, 7.5), inches=6.0)
    assert found.left == pytest.approx(2.5)
    assert words(found) == ["A path of 3.50″", "2.50″ left of 6.00″"]


def test_too_far_for_a_given_move_tells_the_way_and_what_stands_in_the_straight_one() -> None:
    session = path_session()
    found = asked(session, disc(session, "a1"), point(5.5, 10.5), inches=6.0)
    assert found.receipt is not None
    assert found.receipt.cost > 6.5 + 0.05
    assert found.obstacles == ("Wall",)
    assert [each.cause for each in found.refusals] == ["too far"]
    assert words(found)[1].startswith("at least 0.5")
    assert words(found)[-1] == "Straight line: 6.51″, blocked by Wall"
    assert "Wall" in {turned for turned in found.turns if turned}


def test_where_it_cannot_stand_is_told_with_every_reason() -> None:
    session = path_session()
    found = asked(session, disc(session, "a1"), point(0.2, 4.0))
    assert found.receipt is None
    assert words(found)[:2] == ["No path there", "hangs over the edge of the table by 0.30″"]


def test_a_base_is_reached_on_its_nearest_side_and_zones_are_kept_out() -> None:
    session = path_session()
    friend = asked(session, disc(session, "a1"), disc(session, "a2"))
    assert friend.receipt is not None
    assert friend.receipt.inches == pytest.approx(1.0, abs=0.01)
    enemy = asked(session, disc(session, "a1"), disc(session, "b1"))  # faces west, with its zone before it
    assert enemy.receipt is not None
    assert enemy.receipt.path.end.x > 8.9
    alone = asked(session, point(5.0, 2.0, 0.3), disc(session, "b1"))  # a base of nobody heeds no zone
    assert alone.receipt is not None
    assert alone.receipt.inches == pytest.approx(math.hypot(4.0, 5.0) - 0.8, abs=0.01)


def test_a_way_through_bends_is_judged_as_a_whole() -> None:
    session = path_session()
    found = asked(session, disc(session, "a1"), point(5.0, 7.5), (3.0, 6.0), inches=4.0)
    assert found.receipt is not None
    assert found.receipt.inches == pytest.approx(math.hypot(2, 2) + math.hypot(2, 1.5), abs=1e-3)
    assert [each.cause for each in found.refusals] == ["too far"]
    through = asked(session, disc(session, "a1"), point(1.0, 9.0), (6.0, 9.0))  # a bend within the wall
    assert {each.cause for each in through.refusals} == {"in the way"}


def test_where_the_rulebook_says_nothing_only_impassable_terrain_stops() -> None:
    session = toy_session()
    assert not has_paths(session)
    start = disc(session, "a1")._replace(facing=None)
    over = asked(session, start, point(6.0, 11.0))  # over the wall, which is no more than a barricade
    assert words(over, "impassable") == [
        "A path of 7.07″",
        "The rulebook has no rule for paths: only impassable terrain blocks here",
    ]
    keep = asked(session, point(15.5, 7.0, 0.5), point(15.5, 11.5))
    assert keep.obstacles == ("Keep",)
    round_it = asked(session, start, point(6.0, 11.0), barriers="barricades")
    assert round_it.obstacles == ("Wall",)
    assert round_it.receipt is not None
    assert round_it.receipt.inches > 7.2
    through = asked(session, start, point(13.0, 10.0), barriers="barricades")
    stopped = asked(session, start, point(13.0, 10.0), barriers="bases")
    assert (through.obstacles, stopped.obstacles) == ((), ("Corvane",))


def test_a_path_may_bend_in_the_middle_of_the_base_that_it_leads_to() -> None:
    start, post = point(15.5, 7.0, 0.5), Disc(15.5, 12.0, 0.5, "post", "base")
    assert asked(toy_session(), start, post, (15.5, 12.0)).receipt is not None


def test_many_legs_are_summed_up() -> None:
    session = path_session()
    bends = [(4.0 + n % 2, 5.5 + n / 4) for n in range(8)]
    found = asked(session, disc(session, "a1"), point(4.0, 7.7), *bends)
    assert found.receipt is not None
    assert len(found.receipt.legs) == 9
    assert [text for text in words(found) if text.startswith("and 3 more legs: ")]


def test_several_things_in_the_way_are_a_sentence_and_legs_of_no_length_are_left_out() -> None:
    session = path_session()
    bends = [(5.0, 4.01), (5.0, 6.0), (6.0, 6.0)]
    found = asked(session, disc(session, "a1"), point(5.0, 7.5), *bends)
    lines = words(replace(found, obstacles=("Wall", "Copse", "Corvane")))
    assert lines[-1].endswith("blocked by Wall, Copse and Corvane")
    assert [line for line in lines if line.endswith(" straight on")] == ["1.99″ straight on", "1.00″ straight on"] + [
        line for line in lines if line.startswith("1.80")
    ]


ROUND_A_BASE = 72
"""Bearings of the brute force: a spot beside the best one costs little more."""


def base_at(x: float, y: float, name: str, radius: float = 0.5) -> Disc:
    return Disc(x, y, radius, name, "base")


def cheapest_side(session: Session, start: Disc, end: Disc, bends: tuple[tuple[float, float], ...]) -> float:
    """The cost of the cheapest way to any side of a base, asked one by one."""
    finder = Pathfinder(session, "barricades")
    region, far = finder.region(start), start.radius + end.radius + 3 * CONTACT
    turns = [math.tau * number / ROUND_A_BASE for number in range(ROUND_A_BASE)]
    spots = [(end.x + far * math.cos(turn), end.y + far * math.sin(turn)) for turn in turns]
    found = [through(region, (*bends, spot)) if bends else best_receipt(region, spot) for spot in spots]
    return min(each.cost for each in found if each is not None and each.is_legal)


@pytest.mark.parametrize(
    ("start", "end", "bends"),
    [
        ((6.0, 8.0), (6.2, 10.6), ()),  # behind a wall
        ((15.5, 7.6), (15.5, 10.4), ()),  # both ends of the wall are as far
        ((3.0, 12.5), (5.5, 8.2), ()),  # pressed against the wall, so that half of its sides are taken
        ((6.0, 8.0), (0.6, 0.6), ()),  # in a corner of the table
        ((6.0, 8.0), (6.2, 10.6), ((9.5, 12.0), (7.0, 12.5))),
        ((6.0, 8.0), (6.2, 10.6), ((9.5, 8.5),)),
    ],
)
def test_a_base_is_come_to_on_the_side_that_costs_least(
    start: tuple[float, float], end: tuple[float, float], bends: tuple[tuple[float, float], ...]
) -> None:
    session = toy_session()
    one, other = base_at(*start, "one"), base_at(*end, "other")
    found = asked(session, one, other, *bends, barriers="barricades")
    assert found.receipt is not None
    assert found.receipt.is_legal
    assert found.receipt.cost <= cheapest_side(session, one, other, bends) + 0.001
    assert math.dist(found.receipt.path.end, end) == pytest.approx(1.003, abs=1e-4)


def test_straight_at_a_base_a_way_ends_before_it_where_it_came_from() -> None:
    session = toy_session()
    for x, y in ((3.0, 2.0), (3.0, 7.0), (7.0, 2.0), (7.0, 7.0)):
        found = asked(session, base_at(x, y, "one"), base_at(5.0, 5.0, "other", 0.8))
        assert found.receipt is not None
        share = 1.303 / math.dist((x, y), (5.0, 5.0))
        assert found.receipt.path.end == pytest.approx((5.0 + (x - 5.0) * share, 5.0 + (y - 5.0) * share), abs=2e-4)
        assert (found.obstacles, found.turns) == ((), ("",))
    itself = asked(session, disc(session, "a1"), disc(session, "a1")._replace(x=5.0, y=6.0))
    assert itself.receipt is not None
    assert itself.receipt.path.end == (5.0, 6.0)


def test_bent_legs_are_named_after_what_they_go_round() -> None:
    found = asked(toy_session(), base_at(6.0, 8.0, "one"), base_at(6.2, 10.6, "other"), barriers="barricades")
    assert found.turns == ("", "Wall", "", "Wall", "")
    assert found.obstacles == ("Wall",)
    assert found.straight == pytest.approx(math.dist((6.0, 8.0), (7.1159, 10.1912)), abs=1e-3)


def test_a_base_may_stand_at_the_edge_of_the_table_and_not_over_it() -> None:
    session = toy_session()
    start = base_at(5.0, 6.0, "one")
    for spot in ((0.5, 6.0), (5.0, 0.5), (19.5, 6.0), (0.5, 13.5), (19.5, 13.5)):
        found = asked(session, start, point(*spot))
        assert found.receipt is not None
        assert found.refusals == ()
    for spot in ((0.49, 6.0), (5.0, 0.49), (19.51, 6.0), (5.0, 13.51)):
        assert asked(session, start, point(*spot)).receipt is None


def test_a_way_of_any_length_is_measured_and_one_is_judged_by_the_move_that_is_given() -> None:
    session = toy_session()
    start, bends = base_at(1.0, 1.0, "one"), [(19.0, 1.0), (19.0, 13.0), (1.0, 13.0)]
    long = asked(session, start, point(1.0, 2.0), *bends)
    assert long.receipt is not None
    assert (long.refusals, long.left) == ((), None)
    assert long.receipt.inches == pytest.approx(59.0)
    assert long.straight == pytest.approx(1.0)
    given = asked(session, start, point(1.0, 2.0), *bends, inches=60.0)
    assert given.left == pytest.approx(1.0)
    assert [each.cause for each in asked(session, start, point(1.0, 2.0), *bends, inches=58.0).refusals] == ["too far"]
    assert asked(session, start, point(1.0, 9.0)).left is None
    assert asked(session, start, point(1.0, 9.0), inches=8.5).left == pytest.approx(0.5)


def test_regions_are_kept_for_the_next_question_and_the_oldest_are_given_up() -> None:
    finder = Pathfinder(toy_session())
    starts = [base_at(1.0 + number, 1.0, "one") for number in range(13)]
    regions = [finder.region(start) for start in starts]
    assert all(finder.region(start) is region for start, region in zip(starts[1:], regions[1:]))
    assert finder.region(starts[0]) is not regions[0]
    assert finder.region(starts[5], 3.0) is not regions[5]
