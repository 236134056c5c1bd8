"""A unit that is set up in one decision: everybody named, wholly inside, coherent; blocks at random."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

from game.table.lattice import Position, position
from game.table.layout import setting_up
from game.table.layout.judge import are_one_group, groups_of
from game.table.layout.policy import Coherency, LayoutPolicy, Member
from game.table.layout.setting_up import SetUp
from game.table.layout.steps import MemberStep, present_spots
from game.table.placing.clearances import ClearOf, OnTable
from game.table.placing.region import Region
from game.table.shapes import Disc
from game.table.terrain.battlefield import Battlefield
from tests.samples import some

RADIUS, LINK = 0.5, 0.5


def camp(count: int, wide: float, high: float, others: tuple[Disc, ...] = ()) -> SetUp:
    """So many in a camp of this size in a corner of the table."""
    region = Region(RADIUS, (OnTable(Battlefield(wide, high, ()), RADIUS, "A-1"), ClearOf(others, RADIUS, "foe")))
    members = [Member(f"m{at}", Disc(1.0 + 1.1 * at, 1.0, RADIUS, f"M{at}"), region) for at in range(count)]
    return SetUp(LayoutPolicy(tuple(members), Coherency(LINK, 2 if count >= 7 else 1, "A-COH-2"), (), "A-GEO-9"))


def steps(*spots: tuple[float, float]) -> list[MemberStep]:
    return [MemberStep(f"m{number}", position(*spot)) for number, spot in enumerate(spots)]


def is_set_up(spots: list[Position], wide: float, high: float, others: tuple[Disc, ...]) -> bool:
    """The verdict by counting; 0.0001 inch is forgiven."""
    count, linked = len(spots), [0] * len(spots)
    reached, edge = {0}, [0]
    while edge:
        one = edge.pop()
        near = {other for other in range(count) if math.dist(spots[one], spots[other]) <= 2 * RADIUS + LINK + 1e-4}
        linked[one] = len(near) - 1
        edge += near - reached
        reached |= near
    inside = all(
        RADIUS - 1e-4 <= x <= wide - RADIUS + 1e-4 and RADIUS - 1e-4 <= y <= high - RADIUS + 1e-4 for x, y in spots
    )
    clear = all(math.dist(spot, other[:2]) >= RADIUS + other.radius - 1e-4 for spot in spots for other in others)
    apart = all(math.dist(a, b) >= 2 * RADIUS - 1e-4 for number, a in enumerate(spots) for b in spots[:number])
    return (
        inside and clear and apart and len(reached) == count and min(linked) >= min(2 if count >= 7 else 1, count - 1)
    )


def test_everybody_is_named_once_and_nobody_else() -> None:
    unit = camp(3, 12.0, 5.0)
    assert unit.find(steps((1.0, 1.0), (2.2, 1.0), (3.4, 1.0)))
    short = unit.why_not(steps((1.0, 1.0), (2.2, 1.0)))
    assert [each.text for each in short.whole] == ["M2 is not placed"]
    more = unit.why_not(steps((1.0, 1.0), (2.2, 1.0), (3.4, 1.0), (4.6, 1.0)))
    assert [each.text for each in more.whole] == ["m3 is not one of the models placed here"]


def test_a_coh_1_a_set_up_unit_hangs_together_too_and_every_cause_is_named() -> None:
    unit = camp(3, 12.0, 5.0)
    against = unit.why_not(steps((1.0, 1.0), (2.2, 1.0), (5.0, 4.7))).refusals
    assert set(against) == {"m2"}
    assert [each.rule for each in against["m2"]] == ["A-1", "A-COH-2"]


def test_the_order_told_is_kept_and_spots_are_snapped() -> None:
    unit = camp(2, 12.0, 5.0)
    assert unit.find([MemberStep("m1", Position(2.20001, 1.0)), MemberStep("m0", Position(1.0, 1.0))]) == (
        MemberStep("m1", Position(2.2, 1.0)),
        MemberStep("m0", Position(1.0, 1.0)),
    )


def test_the_nearest_keeps_the_formation_and_staying_is_where_it_is_wanted() -> None:
    unit = camp(4, 12.0, 5.0)
    assert unit.find(present_spots(unit.members)) == tuple(steps((1.0, 1.0), (2.1, 1.0), (3.2, 1.0), (4.3, 1.0)))
    found = unit.nearest({f"m{at}": position(1.0 + 1.1 * at, 6.0) for at in range(4)})
    assert found is not None
    assert {round(step.at.x - 1.1 * at, 4) for at, step in enumerate(found)} == {1.0}
    assert {step.at.y for step in found} <= {4.25, 4.5}  # it is moved by quarters of an inch
    assert camp(30, 5.0, 3.0).nearest({f"m{at}": Position(2.0, 2.0) for at in range(30)}) is None


@pytest.mark.parametrize("seed", range(some(100)))
def test_every_set_up_at_random_is_legal_by_a_plain_count(seed: int) -> None:
    rng = Random(seed)
    count, wide, high = rng.randint(1, 20), rng.uniform(8.0, 30.0), rng.uniform(6.0, 12.0)
    others = tuple(
        Disc(rng.uniform(0.0, wide), rng.uniform(0.0, high), 0.5, "foe") for _each in range(rng.randint(0, 6))
    )
    unit = camp(count, wide, high, others)
    found = unit.sample(rng)
    if found is not None:
        assert sorted(step.id for step in found) == sorted(member.id for member in unit.members)
        assert is_set_up([step.at for step in found], wide, high, others)
        assert unit.find(found)


def test_set_ups_at_random_differ_and_seldom_find_nothing() -> None:
    unit = camp(10, 20.0, 6.0)
    found = [unit.sample(Random(seed)) for seed in range(20)]
    assert None not in found
    assert len(set(found)) == 20


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize(("wide", "has_room"), [(0.9, False), (1.2, None), (9.0, True)])
def test_there_is_room_where_somebody_can_be_set_up(count: int, wide: float, has_room: bool | None) -> None:
    unit = camp(count, wide, 1.2)
    assert (unit.find() is not None) is (count == 1 if has_room is None else has_room)
    assert (unit.find() is not None) is (unit.sample(Random(1)) is not None)


def test_who_hangs_together_is_one_group() -> None:
    rng = np.random.default_rng(3)
    seen = set()
    for _each in range(400):
        count = int(rng.integers(1, 30))
        half = np.triu(rng.random((count, count)) < rng.random() * 4 / count, 1)
        linked = half | half.T
        seen.add(are_one_group(linked))
        assert are_one_group(linked) == (not groups_of(linked).any())
    assert seen == {True, False}


def test_for_more_bases_than_fit_anywhere_nothing_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """A unit of 99 took 10 seconds to find no room on ground that holds at most 70, however they lie."""
    asked: list[str] = []
    monkeypatch.setattr(setting_up, "complete", lambda *_args, **_more: asked.append("searched"))
    full = camp(99, 9.0, 9.0)
    assert not full.find()
    assert full.sample(Random(1)) is None
    assert not asked
    assert not camp(40, 9.0, 9.0).sample(Random(1)) or asked  # this many might fit: it is searched or found


@pytest.mark.parametrize(("files", "ranks"), [(1, 2), (2, 1), (3, 3), (10, 1), (7, 6), (12, 9)])
def test_whatever_fits_is_never_too_many(files: int, ranks: int) -> None:
    """As many as lie in the closest ranks that there are, on ground that ends at their rims."""
    spots = [
        (RADIUS + (x + rank % 2 / 2) * 1.0001, RADIUS + rank * 0.8662) for rank in range(ranks) for x in range(files)
    ]
    wide, high = max(x for x, _y in spots) + RADIUS, max(y for _x, y in spots) + RADIUS
    assert not camp(len(spots), wide, high)._are_too_many
    assert camp(2 * len(spots) + 6, wide, high)._are_too_many
