"""A unit that moves in one decision: order, ways past walls, foes and its own, against discs swept along the ways."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, permutations
from random import Random

import numpy as np
import pytest
import shapely

from game.table.lattice import Position, position
from game.table.layout.effort import MOST, Effort
from game.table.layout.judging_moves import OwnPaths
from game.table.layout.moving import UnitMove
from game.table.layout.steps import MemberStep, Steps
from game.table.path.region import PathRegion
from game.table.path.straight import Run, are_surely_legal, clearances, is_surely_legal
from game.table.placing.places import is_legal
from game.table.shapes import Disc
from tests.samples import SHARE, some
from tests.table.marches import March, fault, march, ranks

LAST = some(300) if SHARE >= 1.0 else some(100)
"""Random moves in which somebody may be in the way, beside those in which that was once told wrongly."""


def shift(case: March, dx: float, dy: float) -> Steps:
    """The whole unit moved as a block, told in the order of its members."""
    return tuple(MemberStep(name, position(x + dx, y + dy)) for name, (x, y) in zip(case.names, case.start))


def said(unit: UnitMove, *steps: MemberStep) -> dict[str, list[tuple[str, str]]]:
    """The reasons against each member, with their rules."""
    found = unit.why_not(steps).refusals
    return {name: [(each.text, each.rule) for each in refusals] for name, refusals in found.items()}


def legal(unit: UnitMove, *steps: MemberStep) -> Steps:
    """The move as it is kept; it is legal."""
    found = unit.find(steps)
    assert found is not None, unit.why_not(steps)
    return found


def alone(move: float = 5.0, *, others: tuple[Disc, ...] = ()) -> March:
    """One model by itself."""
    return March((position(10.0, 5.0),), (0.5,), others, move=move)


def test_a_move_2_the_length_is_that_of_the_way_not_of_the_crow() -> None:
    unit = alone().unit()
    assert unit.find([MemberStep("m0", position(12.0, 8.0), (position(10.0, 8.0),))]) is not None
    bent = MemberStep("m0", position(12.5, 8.0), (position(10.0, 8.0),))
    assert said(unit, bent) == {"m0": [("0.50″ too far", "A-MOVE-2")]}
    assert unit.find([bent._replace(via=())]) is not None


def test_a_move_7_a_corridor_narrower_than_the_base_is_refused() -> None:
    foes = Disc(7.0, 9.0, 0.63, "left"), Disc(7.0 + 6.5 + 1.26, 9.0, 0.63, "right")
    unit = March((position(10.88, 5.0),), (0.63,), foes, move=9.0, zone=3.0).unit()
    through = MemberStep("m0", position(10.88, 13.0))
    assert unit.find([through]) is None
    drawn = said(unit, through._replace(via=(position(10.88, 9.0),)))
    assert [text for text, _rule in drawn["m0"]] == ["left is in the way", "right is in the way"]


def test_a_way_told_is_judged_as_it_is_and_no_other_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PathRegion, "find", lambda *_given: pytest.fail("searched"))
    unit = alone(8.0, others=(Disc(12.0, 5.0, 0.5, "foe"),)).unit()
    end = position(14.0, 5.0)
    assert unit.find([MemberStep("m0", end, (position(12.0, 6.2),))]) is not None
    assert said(unit, MemberStep("m0", end, (position(12.0, 5.9),))) == {"m0": [("foe is in the way", "A-MOVE-3")]}


def test_a_way_that_is_not_told_is_found_and_written_down() -> None:
    case = alone(8.0, others=(Disc(12.0, 5.0, 0.5, "foe"),))
    [step] = legal(case.unit(), MemberStep("m0", position(14.0, 5.0)))
    assert step.via
    assert fault(case, [step]) == ""


def column(count: int = 5, *, move: float = 8.0) -> March:
    """A column in front of a gap in a wall, one base wide."""
    walls = (0.0, 10.0, 9.4, 10.5), (10.6, 10.0, 30.0, 10.5)
    start = tuple(position(10.0, 9.0 - 1.2 * number) for number in range(count))
    return March(start, (0.5,) * count, walls=walls, move=move, coherent=count < 7)


def test_a_move_1_single_file_through_a_gap_in_whatever_order_it_is_told() -> None:
    case = column()
    goal = [(10.0, 13.5), (11.2, 12.5), (8.8, 12.5), (10.0, 12.3), (10.0, 11.2)]
    steps = [MemberStep(name, position(*spot)) for name, spot in zip(case.names, goal)]
    found = legal(case.unit(), *reversed(steps))
    assert fault(case, found) == ""
    assert fault(case, tuple(reversed(steps))) != ""
    assert found[0].id == "m0"


def test_a_move_1_the_order_told_is_kept_where_it_passes() -> None:
    case = March(ranks(4, 2, 5.0, 5.0, 1.2), (0.5,) * 4)
    told = [MemberStep(name, position(x, y + 2.0)) for name, (x, y) in zip(case.names, case.start)]
    order = [told[3], told[2], told[0], told[1]]
    assert legal(case.unit(), *order) == tuple(order)


@pytest.mark.parametrize("bearing", [(3.0, 0.0), (-2.0, 2.0), (0.0, -3.0)])
def test_a_amb_2_a_block_in_contact_passes_told_in_any_order(bearing: tuple[float, float]) -> None:
    case = March(ranks(12, 4, 10.0, 9.0, 1.0), (0.5,) * 12)
    steps = shift(case, *bearing)
    found = legal(case.unit(), *steps)
    assert sorted(found) == sorted(steps)
    assert fault(case, found) == ""


def test_a_move_4_whom_its_own_unit_encloses_does_not_get_out_while_it_stands() -> None:
    ring = [(10.0, 10.0), (11.02, 10.0), (10.51, 10.884), (9.49, 10.884), (8.98, 10.0), (9.49, 9.116), (10.51, 9.116)]
    case = March(tuple(position(*spot) for spot in ring), (0.5,) * 7, coherent=False)
    unit = case.unit()
    out = MemberStep("m0", position(10.0, 13.0))
    assert said(unit, out) == {"m0": [("M2, M3 is in the way by 0.49″", "A-AMB-2")]}
    after = [MemberStep("m2", position(10.9, 12.0)), MemberStep("m3", position(9.0, 12.0)), out]
    assert fault(case, legal(unit, *after)) == ""
    assert said(unit, after[1], out) != {}


def test_a_move_4_one_goes_round_those_who_stay() -> None:
    case = March((position(5.0, 5.0), position(6.5, 5.0)), (0.5, 0.5), move=6.0)
    found = legal(case.unit(), MemberStep("m0", position(7.6, 5.0)))
    assert found[0].via
    assert fault(case, found) == ""
    assert case.unit().find(found) == found


def test_a_move_4_a_way_told_is_not_led_round_those_who_stay() -> None:
    case = March((position(5.0, 5.0), position(6.5, 5.0)), (0.5, 0.5), move=6.0)
    told = MemberStep("m0", position(7.6, 5.0), (position(6.0, 5.4),))
    assert said(case.unit(), told) == {"m0": [("M1 is in the way by 0.74″", "A-AMB-2")]}


def test_a_verdict_searches_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    unit = alone(8.0, others=(Disc(12.0, 5.0, 0.5, "foe"),)).unit()
    monkeypatch.setattr(PathRegion, "find", lambda *_given: pytest.fail("searched"))
    assert unit.verdict([MemberStep("m0", position(10.0, 9.0))]) == "yes"
    assert unit.verdict([MemberStep("m0", position(14.0, 5.0))]) == "unknown"
    assert unit.verdict([MemberStep("m0", position(10.0, 9.0))] * 2) == "no"


def test_a_verdict_leaves_open_whether_somebody_goes_round_those_of_the_unit_who_stay() -> None:
    unit = March((position(5.0, 5.0), position(6.5, 5.0)), (0.5, 0.5), move=6.0).unit()
    past = [MemberStep("m0", position(7.6, 5.0))]
    assert (unit.verdict(past), is_legal(unit, past)) == ("unknown", True)


@pytest.mark.parametrize("seed", range(some(60)))
def test_many_runs_at_once_are_open_as_each_is(seed: int) -> None:
    case, rng = march(seed), Random(seed)
    regions = case.unit().own.regions
    runs = []
    for region in regions:
        for _each in range(5):
            x, y = region.start
            end = position(x + rng.gauss(0.0, 2.0), y + rng.gauss(0.0, 2.0))
            runs.append(Run(region.policies[0], region.start, end))
    found = are_surely_legal(runs).tolist()
    assert found == [is_surely_legal(*run) for run in runs]


def test_clearances_are_the_inches_between_runs_and_spots() -> None:
    rng = Random(3)
    runs = [tuple(rng.uniform(0.0, 9.0) for _each in range(4)) for _run in range(30)] + [(1.0, 2.0, 1.0, 2.0)]
    spots = [(rng.uniform(0.0, 9.0), rng.uniform(0.0, 9.0)) for _spot in range(20)]
    lines = [shapely.LineString([run[:2], run[2:]]) for run in runs]
    by_shapely = [[line.distance(shapely.Point(spot)) for spot in spots] for line in lines]
    assert clearances(np.array(runs), np.array(spots)) == pytest.approx(np.array(by_shapely), abs=1e-12)


def test_a_fly_1_nobody_of_its_own_is_in_the_way_but_may_not_be_landed_on() -> None:
    case = March((position(5.0, 5.0), position(6.5, 5.0)), (0.5, 0.5), blocks=False)
    step = MemberStep("m0", position(8.0, 5.0))
    assert legal(case.unit(), step) == (step,)
    over = said(case.unit(), MemberStep("m0", position(6.0, 5.0)))
    assert over["m0"] == [("overlaps M1 by 0.50″", "A-MOVE-4")]


def test_a_coh_1_who_falls_behind_is_named_with_the_inches() -> None:
    case = March(tuple(position(5.0 + 1.5 * number, 5.0) for number in range(3)), (0.5,) * 3)
    text = "0.12″ too far from the rest of its unit"
    assert said(case.unit(), MemberStep("m2", position(8.12, 5.0))) == {"m2": [(text, "A-COH-2")]}


def test_who_is_named_twice_or_not_of_the_unit_is_refused_as_a_whole() -> None:
    unit, step = alone().unit(), MemberStep("m0", position(11.0, 5.0))
    assert [each.text for each in unit.why_not([step, step]).whole] == ["M0 is named twice"]
    assert [each.text for each in unit.why_not([step._replace(id="m7")]).whole] == [
        "m7 is not one of the models placed here"
    ]
    assert unit.find([step, step]) is None


def test_who_is_not_named_stays_and_who_stays_is_not_kept() -> None:
    case = March(ranks(4, 2, 5.0, 5.0, 1.2), (0.5,) * 4)
    step = MemberStep("m0", position(4.9, 5.0))
    everybody = [MemberStep(name, at) for name, at in zip(case.names, case.start)]
    assert legal(case.unit(), *everybody) == () == case.unit().find(())
    assert legal(case.unit(), step, *everybody[1:]) == (step,)


@pytest.mark.parametrize("seed", range(some(160)))
def test_every_move_at_random_is_legal_as_swept_discs_judge(seed: int) -> None:
    case = march(seed)
    steps = case.unit().sample(Random(seed))
    if steps is not None:
        assert fault(case, steps) == ""
        assert case.unit().find(steps) is not None


def test_who_can_only_stay_stays_at_random() -> None:
    walls = (4.0, 4.0, 4.49, 7.2), (8.71, 4.0, 9.0, 7.2), (4.0, 4.0, 9.0, 4.49), (4.0, 6.71, 9.0, 7.2)
    case = March(ranks(8, 4, 5.0, 5.0, 1.07), (0.5,) * 8, walls=walls)
    assert fault(case, ()) == ""
    assert {case.unit().sample(Random(seed)) for seed in range(8)} == {()}


def test_a_charge_that_nobody_can_reach_is_none_and_no_search_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.table.layout.moving.straight_move", lambda *_given, **_more: pytest.fail("searched"))
    foe = Disc(20.0, 5.0, 0.5, "foe")
    case = March(ranks(5, 5, 5.0, 5.0, 1.1), (0.5,) * 5, (foe,), move=9.0, foe=foe)
    assert case.unit().sample(Random(1)) is None
    reached = March(**{**vars(case), "move": 9.2}).unit().sample(Random(1))
    assert reached is not None
    assert {step.id for step in reached} == set(case.names)


@pytest.mark.parametrize("seed", range(500, 500 + some(80)))
def test_what_is_kept_is_judged_again_without_a_search(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    case, rng = march(seed), Random(seed)
    case = March(**{**vars(case), "foe": None})
    kept = case.unit().nearest(dict(zip(case.names, wanted(case, rng))))
    if kept is None:
        return
    assert fault(case, kept) == ""
    monkeypatch.setattr(PathRegion, "find", lambda *_given: pytest.fail("searched"))
    monkeypatch.setattr(OwnPaths, "round", lambda *_given: pytest.fail("searched"))
    again = case.unit()
    assert again.find(kept) == kept
    assert again.why_not(kept).is_legal


def wanted(case: March, rng: Random) -> list[Position]:
    """The unit somewhere within its reach, its models strewn a little."""
    dx, dy = rng.uniform(-0.7, 0.7) * case.move, rng.uniform(-0.7, 0.7) * case.move
    stray = rng.choice([0.0, 0.1])
    return [position(x + dx + rng.gauss(0.0, stray), y + dy + rng.gauss(0.0, stray)) for x, y in case.start]


@pytest.mark.parametrize("seed", range(1000, 1000 + some(160)))
def test_the_verdict_is_that_of_swept_discs(seed: int) -> None:
    case, rng = march(seed), Random(seed)
    found = case.unit().sample(rng) or ()
    for _each in range(4):
        steps = jostled(case, found, rng)
        unit = case.unit()
        kept = unit.find(steps)
        assert (kept is not None) == is_legal(unit, steps) == unit.why_not(steps).is_legal
        if kept is not None:
            assert fault(case, kept) == ""
            assert {step.id: step.at for step in kept if step.id in {each.id for each in steps}}.items() <= {
                step.id: step.at for step in steps
            }.items()
        if fault(case, steps, -1e-4) == "":
            assert kept == tuple(step for step in steps if step.via or step.at != here(case, step.id))


@pytest.mark.parametrize("seed", sorted({*range(6000, 6000 + LAST), 6105, 6161, 6191, 6274, 6297}))
def test_whoever_is_said_to_be_in_the_way_bars_the_path(seed: int) -> None:
    """The cause is checked: it is untrue if those that have a path of their own can go in some order, by the sweep."""
    case, rng = march(seed), Random(seed)
    for _each in range(4):
        steps = jostled(case, tuple(MemberStep(name, at) for name, at in zip(case.names, wanted(case, rng))), rng)
        refusals = case.unit().why_not(steps).refusals.values()
        if not any(each.cause == "in the way" and each.rule == "A-AMB-2" for found in refusals for each in found):
            continue
        plain, named = replace(case, coherent=False, foe=None), {step.id: step for step in steps}
        facts = [*zip(case.names, case.start, case.radii)]
        able = [
            (name, at, radius)
            for name, at, radius in facts
            if name not in named
            or replace(plain, start=(at,), radii=(radius,)).unit().find([named[name]._replace(id="m0")]) is not None
        ]
        part = replace(plain, start=tuple(at for _n, at, _r in able), radii=tuple(radius for _n, _at, radius in able))
        own = [named[name]._replace(id=f"m{at}") for at, (name, _a, _r) in enumerate(able) if name in named]
        assert part.unit().find(own) is None
        assert all(fault(part, order, -1e-4) for order in islice(permutations(own), 60))


def test_a_refusal_for_another_reason_names_nobody_who_could_be_gone_round() -> None:
    """One goes past another of its unit and ends out of coherency: that is the only reason against it."""
    case = March((position(5.0, 5.0), position(7.0, 5.0)), (0.5, 0.5), move=8.0)
    refusals = case.unit().why_not((MemberStep("m0", position(10.0, 5.0)),)).refusals
    assert {each.cause for found in refusals.values() for each in found} == {"out of coherency"}


def test_who_cannot_get_to_its_end_is_in_nobodys_way() -> None:
    """The one ahead is sent too far, so that it has a reason of its own; the one behind takes its place."""
    case = March((position(5.0, 5.0), position(6.2, 5.0)), (0.5, 0.5), move=3.0)
    steps = MemberStep("m0", position(6.4, 5.0)), MemberStep("m1", position(20.0, 5.0))
    refusals = case.unit().why_not(steps).refusals
    assert [each.cause for each in refusals["m1"]][:1] == ["too far"]
    assert "in the way" not in {each.cause for found in refusals.values() for each in found}


def here(case: March, name: str) -> Position:
    return case.start[case.names.index(name)]


def jostled(case: March, steps: Steps, rng: Random) -> Steps:
    """A move with some steps left out, moved a little, or told in another order."""
    found = [step._replace(via=()) if rng.random() < 0.5 else step for step in steps]
    if rng.random() < 0.5:
        rng.shuffle(found)
    if found and rng.random() < 0.6:
        at = rng.randrange(len(found))
        x, y = found[at].at
        found[at] = found[at]._replace(at=position(x + rng.gauss(0.0, 0.2), y + rng.gauss(0.0, 0.2)))
    if found and rng.random() < 0.3:
        del found[rng.randrange(len(found))]
    return tuple(found)


@pytest.mark.parametrize("seed", range(2000, 2000 + some(60)))
def test_what_is_nearest_is_legal_and_keeps_the_formation_where_that_is(seed: int) -> None:
    case, rng = march(seed), Random(seed)
    unit = case.unit()
    goal = dict(zip(case.names, wanted(case, rng)))
    found = unit.nearest(goal)
    if found is not None:
        assert fault(case, found) == ""
    steps = tuple(MemberStep(name, at) for name, at in goal.items())
    if unit.find(steps) is not None:
        assert found is not None
        assert {step.id: step.at for step in found}.items() <= goal.items()


def test_what_is_wanted_beyond_the_budget_is_gone_towards() -> None:
    case = March(ranks(10, 5, 5.0, 5.0, 1.1), (0.5,) * 10, move=5.0)
    found = case.unit().nearest({name: Position(x + 15.0, y) for name, (x, y) in zip(case.names, case.start)})
    assert found is not None
    assert len(found) == 10
    assert all(step.at.x - here(case, step.id).x > 4.9 for step in found)


def test_a_search_ends_with_its_effort_and_then_they_stay() -> None:
    case = March(ranks(6, 3, 5.0, 5.0, 1.2), (0.5,) * 6)
    jumble = dict.fromkeys(case.names, Position(6.0, 5.5))
    found, effort = case.unit().nearest(jumble), Effort()
    assert found
    assert found == case.unit().nearest(jumble, effort=effort)
    assert 1 < effort.steps < MOST
    small = Effort(effort.steps - 1)
    assert case.unit().nearest(jumble, effort=small) == ()
    assert small.share == 1.0
    assert case.unit().nearest(jumble, ["m0"], Effort(1)) is None
    assert case.unit().nearest(jumble, effort=Effort(stopped=lambda: True)) == ()


@pytest.mark.parametrize("aside", [0.0, 0.05, 0.1, 0.15, 0.2])
@pytest.mark.parametrize("down", [0.0, 3.1])
def test_past_a_wall_that_nobody_passes_the_unit_goes_as_far_as_it_can_and_does_not_just_stay(
    aside: float, down: float
) -> None:
    case = March(
        ranks(10, 5, 6.0, 10.0, 1.28), (0.49,) * 10, walls=((3.5, 6.0, 8.5, 9.1),), move=4.0, width=44.0, height=30.0
    )
    across = [position(3.5 + aside + each * 1.4, 7.0 - down) for each in range(9)]
    goal = dict(zip(case.names, [*across, position(8.5 + aside, 8.3 - down)]))
    found = case.unit().nearest(goal)
    assert found
    assert fault(case, found) == ""
    assert max(here(case, step.id).y - step.at.y for step in found) > 1.0


def test_the_members_fixed_end_where_they_are_wanted() -> None:
    case = March(ranks(6, 3, 5.0, 5.0, 1.2), (0.5,) * 6)
    goal = {name: Position(x + 2.0, y) for name, (x, y) in zip(case.names, case.start)}
    goal["m5"] = Position(11.0, 7.0)
    found = case.unit().nearest(goal, ["m5"])
    assert found is not None
    assert fault(case, found) == ""
    assert {step.id: step.at for step in found}["m5"] == goal["m5"]
