"""Units painted along a line on bases that are not round, held against the distances of dense outlines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Literal

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.facing import turn_between
from game.table.footprints import Oblong, geometry_of
from game.table.lattice import Position, position
from game.table.layout.policy import Member
from game.table.placing.region import Region
from game.table.shapes import Disc
from game.ui.arranging.painted import along_by_shape

NORTH, EAST = 9000, 0
LEAST, MOST = 0.2, 0.496
STRAIGHT = [(0.0, 5.0), (30.0, 5.0)]
BENT = [(0.0, 5.0), (6.0, 5.0), (12.0, 9.0), (13.0, 16.0)]
ROUND = [(8 - 8 * math.cos(at / 20 * math.pi), 5 + 8 * math.sin(at / 20 * math.pi)) for at in range(21)]
Sort = Literal["oval", "rectangle"]


def riders(count: int, facing: int, sort: Sort = "oval") -> tuple[list[Member], dict[str, Position]]:
    """Return riders in a row south of all lines."""
    bases = [Oblong(3.0 * at, 0.0, 75 / 25.4, 42 / 25.4, sort, facing, f"m{at}") for at in range(count)]
    return [Member(each.name, each, Region(each.radius, ())) for each in bases], {
        each.name: position(each.x, each.y) for each in bases
    }


def painted(
    members: Sequence[Member], now: dict[str, Position], line: list[tuple[float, float]], most: float = MOST
) -> dict[str, BaseGeometry]:
    """Return the dense outlines of a unit along a line, by model."""
    poses = along_by_shape(members, now, line, LEAST, most)
    assert poses.keys() == now.keys()
    return {
        member.id: geometry_of(member.in_facing(poses[member.id].facing).at(*poses[member.id][:2]), 90)
        for member in members
    }


def in_order(shapes: dict[str, BaseGeometry], line: list[tuple[float, float]]) -> list[BaseGeometry]:
    path = shapely.LineString(line)
    return sorted(shapes.values(), key=lambda shape: path.project(shape.centroid))


@pytest.mark.parametrize("sort", ["oval", "rectangle"])
@pytest.mark.parametrize("facing", [NORTH, EAST])
@pytest.mark.parametrize("line", [STRAIGHT, BENT, ROUND])
def test_neighbours_are_as_far_apart_as_a_link_and_nobody_overlaps(
    line: list[tuple[float, float]], facing: int, sort: Sort
) -> None:
    shapes = painted(*riders(5, facing, sort), line)
    for one, other in pairwise(in_order(shapes, line)):
        assert shapely.distance(one, other) == pytest.approx(MOST, abs=2e-3)
    assert not any(shapely.intersects(one, other) for one, other in combinations(shapes.values(), 2))


@pytest.mark.parametrize(("line", "facing", "quarter"), [
    (STRAIGHT, NORTH, 9000), (STRAIGHT, EAST, 0), (STRAIGHT, 12_000, 9000), (STRAIGHT, 20_000, 0),
    (BENT, 10_500, 9000), (BENT, 3000, 0), (ROUND, EAST, 9000), (ROUND, NORTH, 0),
])  # fmt: skip
def test_they_face_along_or_across_the_line_whichever_turns_them_less(
    line: list[tuple[float, float]], facing: int, quarter: int
) -> None:
    members, now = riders(4, facing)
    if line == ROUND:
        line = line[:8]  # the part that runs north and north-east
    poses, path = along_by_shape(members, now, line, LEAST, MOST), shapely.LineString(line)
    for pose in poses.values():
        at = path.project(shapely.Point(pose[:2]))
        ahead, behind = path.interpolate(at + 0.05), path.interpolate(max(at - 0.05, 0.0))
        towards = math.degrees(math.atan2(ahead.y - behind.y, ahead.x - behind.x)) * 100
        turn = abs(turn_between(round(towards) + quarter, pose.facing))
        assert min(turn, 18_000 - turn) < 300
        assert abs(turn_between(facing, pose.facing)) <= 9000


def test_a_shorter_line_holds_them_tighter_and_all_of_it_is_used() -> None:
    members, now = riders(5, NORTH)
    length = 4 * (42 / 25.4 + 0.3)
    shapes = in_order(painted(members, now, [(0.0, 5.0), (length, 5.0)]), [(0.0, 5.0), (length, 5.0)])
    for one, other in pairwise(shapes):
        assert shapely.distance(one, other) == pytest.approx(0.3, abs=2e-3)
    assert shapes[-1].centroid.x == pytest.approx(length, abs=0.01)


@pytest.mark.parametrize("facing", [NORTH, EAST])
def test_what_finds_no_room_on_the_line_stands_in_ranks_where_the_unit_is(facing: int) -> None:
    members, now = riders(7, facing)
    shapes = painted(members, now, [(0.0, 8.0), (7.0, 8.0)])
    rows = sorted({round(shape.centroid.y, 2) for shape in shapes.values()}, reverse=True)
    assert len(rows) > 1
    assert rows[0] == pytest.approx(8.0), "the unit is south of the line"
    deep = 75 / 25.4 if facing == NORTH else 42 / 25.4
    assert [high - low for high, low in pairwise(rows)] == pytest.approx([deep + LEAST] * (len(rows) - 1), abs=0.01)
    assert not any(shapely.intersects(one, other) for one, other in combinations(shapes.values(), 2))


def test_a_unit_without_a_link_takes_up_all_of_the_line() -> None:
    members, now = riders(3, NORTH)
    shapes = in_order(painted(members, now, [(0.0, 5.0), (20.0, 5.0)], math.inf), [(0.0, 5.0), (20.0, 5.0)])
    assert [shape.centroid.x for shape in shapes] == pytest.approx([0.0, 10.0, 20.0], abs=0.05)


def test_champions_on_round_bases_stand_among_them() -> None:
    members, now = riders(3, NORTH)
    disc = Disc(9.0, 0.0, 0.8, "champion")
    members.append(Member("champion", disc, Region(0.8, ())))
    shapes = painted(members, now | {"champion": position(9.0, 0.0)}, STRAIGHT)
    for one, other in pairwise(in_order(shapes, STRAIGHT)):
        assert shapely.distance(one, other) == pytest.approx(MOST, abs=4e-3)


def test_on_a_line_without_length_nobody_overlaps() -> None:
    members, now = riders(4, NORTH)
    shapes = painted(members, now, [(3.0, 5.0), (3.0, 5.0)])
    assert not any(shapely.intersects(one, other) for one, other in combinations(shapes.values(), 2))
