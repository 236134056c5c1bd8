"""Several bases placed at once: the verdict on the whole, every cause, and the nearest legal arrangement."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import pytest

from game.table.lattice import Position, position
from game.table.layout.completing import complete
from game.table.layout.judge import allows, judge
from game.table.layout.policy import Coherency, Demand, LayoutPolicy, Member
from game.table.placing.clearances import OnTable
from game.table.placing.region import Region
from game.table.placing.rings import Ring
from game.table.shapes import Disc
from tests.samples import some
from tests.table.layouts import FIELD, LINK, crowd, is_legal, slowly_found

RADIUS = 0.5


def unit(count: int, links: int = 1, *demands: Demand) -> LayoutPolicy:
    """A unit that may be anywhere on the table."""
    ends = Region(RADIUS, (OnTable(FIELD, RADIUS),))
    members = [Member(f"m{number}", Disc(10.0, 10.0, RADIUS, f"M{number}"), ends) for number in range(count)]
    return LayoutPolicy(tuple(members), Coherency(LINK, links, "A-COH-2"), demands, "A-GEO-9")


def row(count: int, gap: float, x: float = 5.0, y: float = 5.0) -> dict[str, Position]:
    """So many in a row, with a gap between one and the next."""
    return {f"m{number}": position(x + number * (2 * RADIUS + gap), y) for number in range(count)}


def ranks(count: int, files: int, gap: float = 0.1, x: float = 5.0, y: float = 5.0) -> dict[str, Position]:
    """So many in ranks of so many files."""
    step = 2 * RADIUS + gap
    return {f"m{at}": position(x + (at % files) * step, y + (at // files) * step) for at in range(count)}


def reasons(policy: LayoutPolicy, layout: dict[str, Position]) -> dict[str, list[tuple[str, str]]]:
    """The reasons against each member, with their rules."""
    found = judge(policy, layout).refusals
    return {name: [(each.text, each.rule) for each in refusals] for name, refusals in found.items()}


def test_a_coh_1_links_are_gaps_of_at_most_half_an_inch() -> None:
    policy = unit(3)
    assert allows(policy, row(3, LINK))
    assert judge(policy, row(3, LINK)).links == [("m0", "m1"), ("m1", "m2")]
    broken = row(3, LINK) | {"m2": position(5.0 + 2 * 1.5 + 0.25, 5.0)}
    assert reasons(policy, broken) == {"m2": [("0.25″ too far from the rest of its unit", "A-COH-2")]}


def test_d_geo_16_members_at_different_heights_do_not_overlap() -> None:
    """Of four in a row that overlap, those west of the middle are high up, and those east of it on the ground."""
    two, policy = (replace(unit(count), height=lambda x, _y: 7.0 if x < 6.0 else 0.0) for count in (2, 4))
    assert allows(two, row(2, -0.4, x=5.7))
    assert judge(two, row(2, -0.4, x=5.7)).is_legal
    stacked = row(4, -0.4, x=5.0)
    assert not allows(policy, stacked)
    assert reasons(policy, stacked) == {
        "m0": [("overlaps M1 by 0.40″", "A-GEO-9")],
        "m1": [("overlaps M0 by 0.40″", "A-GEO-9")],
        "m2": [("overlaps M3 by 0.40″", "A-GEO-9")],
        "m3": [("overlaps M2 by 0.40″", "A-GEO-9")],
    }


def test_a_geo_4_a_link_may_be_longer_by_the_tolerance_of_the_rulebook() -> None:
    policy = replace(unit(3), coherency=Coherency(LINK, 1, "A-COH-2", 0.001))
    assert allows(policy, row(3, LINK + 0.0006))
    assert judge(policy, row(3, LINK + 0.0006)).is_legal
    assert not allows(policy, row(3, LINK + 0.0012))
    assert not judge(policy, row(3, LINK + 0.0012)).is_legal


def test_a_coh_2_seven_need_two_links_each() -> None:
    policy = unit(7, 2)
    assert allows(unit(8, 2), ranks(8, 4))
    against = reasons(policy, row(7, 0.1))
    assert set(against) == {"m0", "m6"}
    short = "only 1 model of its unit is within 0.5″; it needs 2 (0.70″ too far)"
    assert against["m0"] == [(short, "A-COH-2")]


def test_a_coh_2_two_models_need_one_link_whatever_is_asked() -> None:
    assert allows(unit(2, 2), row(2, 0.3))
    assert allows(unit(1, 2), row(1, 0.3))


def test_the_smaller_group_is_apart_from_the_rest() -> None:
    policy, layout = unit(5), row(5, 0.2)
    for number in (3, 4):
        layout[f"m{number}"] = Position(layout[f"m{number}"].x + 1.0, 5.0)
    assert set(reasons(policy, layout)) == {"m3", "m4"}


def test_a_geo_9_members_may_touch_but_not_overlap() -> None:
    policy = unit(2)
    assert allows(policy, row(2, 0.0))
    assert reasons(policy, row(2, -0.1)) == {
        "m0": [("overlaps M1 by 0.10″", "A-GEO-9")],
        "m1": [("overlaps M0 by 0.10″", "A-GEO-9")],
    }


def test_one_of_them_must_come_near_and_the_nearest_says_what_is_missing() -> None:
    foe = Disc(12.0, 5.0, RADIUS, "Foe")
    near = Ring(foe, 2 * RADIUS + LINK, rule="A-CHG-4")
    policy = unit(3, 1, Demand(dict.fromkeys(("m0", "m1", "m2"), near)))
    [missed] = judge(policy, row(3, 0.5)).whole
    assert (missed.rule, missed.text) == ("A-CHG-4", "2.50″ too far from Foe")
    assert allows(policy, row(3, 0.5, x=7.5))
    nobody = LayoutPolicy(policy.members, policy.coherency, (Demand({}),))
    assert len(judge(nobody, row(3, 0.5)).whole) == 1


@pytest.mark.parametrize("seed", range(some(60)))
def test_the_verdict_is_that_of_a_plain_count(seed: int) -> None:
    case, rng = crowd(seed), Random(seed)
    policy, legal = case.policy(), complete(case.policy(), case.wanted)
    layout = dict(legal or case.wanted)
    verdicts = []
    for _each in range(6):
        verdicts.append(allows(policy, layout))
        assert verdicts[-1] == judge(policy, layout).is_legal
        assert is_legal(case, layout, 1e-5) >= verdicts[-1] >= is_legal(case, layout, -1e-5)
        name = rng.choice(list(layout))
        layout[name] = position(layout[name].x + rng.gauss(0, 0.3), layout[name].y + rng.gauss(0, 0.3))
    assert verdicts[0] == (legal is not None)


@pytest.mark.parametrize("seed", sorted({*range(100, 100 + some(120)), 178}))
def test_what_is_found_is_legal_and_where_nothing_is_a_slow_search_finds_nothing_either(seed: int) -> None:
    case = crowd(seed)
    found = complete(case.policy(), case.wanted)
    if found is not None:
        assert is_legal(case, found, 1e-5)
    else:
        assert slowly_found(case, seed, tries=60) is None


@pytest.mark.parametrize("seed", [100162, 101511])
def test_where_nothing_is_found_near_what_is_wanted_those_who_may_stay_go_as_far_as_they_can(seed: int) -> None:
    """Found by `tools/crowds.py`: nothing was found although all could have stayed where they stood."""
    case = crowd(seed)
    found = complete(case.policy(), case.wanted)
    assert found is not None
    assert is_legal(case, found, 1e-5)


def test_a_legal_arrangement_is_kept_and_an_illegal_formation_is_moved_as_a_block() -> None:
    policy, block = unit(8, 2), ranks(8, 4)
    assert complete(policy, block) == block
    over = {name: Position(x - 5.2, y) for name, (x, y) in block.items()}
    moved = complete(policy, over)
    assert moved is not None
    shifts = {(round(moved[name].x - over[name].x, 4), round(moved[name].y - over[name].y, 4)) for name in over}
    assert len(shifts) == 1
    [(dx, dy)] = shifts
    assert 0.7 <= math.hypot(dx, dy) <= 1.0


def test_broken_coherency_is_repaired_by_moving_only_the_stray() -> None:
    policy, layout = unit(8, 2), ranks(8, 4)
    stray = layout | {"m7": Position(layout["m7"].x + 1.0, layout["m7"].y)}
    found = complete(policy, stray, fixed=[f"m{number}" for number in range(7)])
    assert found is not None
    assert {name for name in found if found[name] != stray[name]} == {"m7"}
    free = complete(policy, stray)
    assert free is not None
    assert sum(math.dist(free[name], stray[name]) for name in free) < 0.75


def test_what_is_fixed_stays_and_the_rest_comes_to_it() -> None:
    policy, wanted = unit(10, 2), ranks(10, 5)
    wanted["m0"] = position(20.0, 15.0)
    found = complete(policy, wanted, fixed=["m0"])
    assert found is not None
    assert found["m0"] == wanted["m0"]
    assert all(math.dist(spot, wanted["m0"]) < 8.0 for spot in found.values())


def test_where_there_is_no_room_nothing_is_found() -> None:
    ends = Region(RADIUS, (OnTable(FIELD, RADIUS), Ring(Disc(10.0, 10.0, 0.0), 0.6)))
    members = tuple(Member(f"m{number}", Disc(10.0, 10.0, RADIUS), ends) for number in range(6))
    policy = LayoutPolicy(members, Coherency(LINK, 1))
    assert complete(policy, dict.fromkeys((f"m{number}" for number in range(6)), position(10.0, 10.0))) is None


def test_the_same_question_has_the_same_answer() -> None:
    case = crowd(7)
    assert complete(case.policy(), case.wanted) == complete(case.policy(), case.wanted)
