"""Units on bases that are not round, set up in one facing: coherent by the distance of rims, found, and refused."""

from itertools import combinations
from random import Random
from typing import Literal

import numpy as np
import pytest

from game.table.footprints import Footprint, Oblong, centres_beside, clearance
from game.table.lattice import Position, position
from game.table.layout.completing import UnitSearch, _drawn_closer
from game.table.layout.effort import Effort
from game.table.layout.judge import gaps_of, rough_gaps_of
from game.table.layout.policy import Coherency, LayoutPolicy, Member
from game.table.layout.setting_up import SetUp
from game.table.layout.steps import Steps, ends_of
from game.table.placing.clearances import CONTACT
from game.table.placing.oblongs import OblongClearOf, OblongOnTable
from game.table.placing.places import is_legal
from game.table.placing.region import Region
from game.table.shapes import Disc
from game.table.terrain.battlefield import Battlefield
from tests.oracle import rims
from tests.table.test_footprints import row_of

FIELD = Battlefield(12.0, 9.0, ())
OTHERS: tuple[Footprint, ...] = (Disc(6.0, 4.0, 0.8, "post"), Oblong(9.0, 6.0, 2.95, 1.65, "oval", 5000, "foe"))


def unit(shape: Literal["oval", "rectangle"], facing: int, count: int = 5, length: float = 60 / 25.4) -> SetUp:
    base = Oblong(0, 0, length, 35 / 25.4, shape, facing)
    region = Region(base.radius, (OblongOnTable(FIELD, base), OblongClearOf(OTHERS, base, "foe")))
    members = [Member(f"m{at}", base._replace(name=f"M{at}"), region) for at in range(count)]
    return SetUp(LayoutPolicy(tuple(members), Coherency(0.5, 1, "A-COH-2", 1e-6), (), "A-GEO-9"))


def is_coherent_and_clear(unit: SetUp, steps: Steps) -> bool:
    """Return the verdict on an arrangement by dense rims alone."""
    bases = [member.at(*ends_of(steps)[member.id]) for member in unit.members]
    rows = np.array([row_of(base) for base in (*bases, *OTHERS)])
    one, other = np.triu_indices(len(rows), 1)
    if rims.overlaps(rows[one], rows[other]).any():
        return False
    apart, _ends = rims.distances(rows[one], rows[other])
    reached = {0}
    for _round in bases:
        for a, b, inches in zip(one.tolist(), other.tolist(), apart):
            if max(a, b) < len(bases) and inches <= 0.5001 and reached & {a, b}:
                reached |= {a, b}
    return len(reached) == len(bases)


@pytest.mark.parametrize(("shape", "facing"), [("oval", 0), ("oval", 3100), ("rectangle", 9000), ("rectangle", 12_345)])
def test_what_is_found_stands_together(shape: Literal["oval", "rectangle"], facing: int) -> None:
    some = unit(shape, facing)
    wanted = {f"m{at}": Position(2.0 + 2.0 * at, 4.5) for at in range(5)}
    for steps in (some.nearest(wanted), some.sample(Random(2))):
        assert steps is not None
        assert some.verdict(steps) == "yes"
        assert is_coherent_and_clear(some, steps)


def test_a_link_is_from_rim_to_rim() -> None:
    some = unit("oval", 0, 2)
    length, width = 60 / 25.4, 35 / 25.4
    for dx, dy in ((length, 0.0), (0.0, width)):
        for spare, refused in ((0.4999, False), (0.5003, True)):
            far = {"m0": position(2, 2), "m1": position(2 + dx + spare * (dx > 0), 2 + dy + spare * (dy > 0))}
            assert bool(some.why_not(far).refusals) == refused, (dx, dy, spare)


def test_members_overlap_by_their_shape() -> None:
    some = unit("oval", 0, 2)
    beside = {"m0": position(2, 2), "m1": position(2, 3.4)}
    assert some.verdict(beside) == "yes"  # nearer than their length
    [refusal] = some.why_not({"m0": position(2, 2), "m1": position(2, 3.3)}).refusals["m0"]
    assert refusal.short_by == pytest.approx(35 / 25.4 - 1.3)


def test_a_crowd_without_room_is_refused() -> None:
    assert unit("oval", 0, 99).nearest({f"m{at}": Position(2, 2) for at in range(99)}) is None
    some = unit("oval", 9000, 9)
    assert some.sample(Random(1)) is not None


def test_a_lane_holds_as_many_as_their_width_allows() -> None:
    base, lane = Oblong(0, 0, 60 / 25.4, 35 / 25.4, "oval", 9000), Battlefield(8.0, 2.6, ())
    region = Region(base.radius, (OblongOnTable(lane, base),))
    some = SetUp(LayoutPolicy(tuple(Member(f"m{at}", base, region) for at in range(5)), Coherency(0.5, 1)))
    found = some.nearest({f"m{at}": Position(1.0 + 1.3 * at, 1.3) for at in range(5)})
    assert found is not None
    assert some.verdict(found) == "yes"


def test_members_of_a_block_are_clear_of_each_other() -> None:
    for seed in range(12):
        block = unit("oval", 3300)._block((20.0, 20.0), Random(seed))
        bases = [unit("oval", 3300).members[0].at(*spot) for spot in block.values()]
        assert min(clearance(a, b) for a, b in combinations(bases, 2)) > 0.0


def test_ends_are_judged_in_their_facing() -> None:
    region = unit("oval", 9000).members[0].ends
    assert is_legal(region, (0.7, 2.0))
    assert not is_legal(unit("oval", 0).members[0].ends, (0.7, 2.0))
    assert clearance(OTHERS[0], OTHERS[1]) > 0.0


def test_rough_gaps_are_on_the_right_side_of_contact_and_of_the_longest_link() -> None:
    rng, sides = Random(3), {True: 0, False: 0}
    for _each in range(150):
        bases: list[Footprint] = []
        for number in range(2):
            length, width = rng.choice(((60, 35), (105, 70), (170, 105)))
            kind: Literal["oval", "rectangle"] = rng.choice(("oval", "rectangle"))
            oblong = Oblong(0.0, 0.0, length / 25.4, width / 25.4, kind, rng.randrange(36_000))
            bases.append(Disc(0.0, 0.0, 0.79) if number and rng.random() < 0.3 else oblong)
        one, other = bases
        gap = rng.choice((0.0, -CONTACT, 0.5)) + rng.choice((-1, 1)) * rng.choice((1e-5, 3e-4, 2e-3))
        turn = np.array([rng.uniform(0.0, 6.28)])
        [[x, y]] = centres_beside(one, other, gap, turn).tolist()
        region = Region(one.radius, ())
        members = [Member("a", one, region), Member("b", other, region)]
        spots, radii = np.array([(x, y), (0.0, 0.0)]), np.array([one.radius, other.radius])
        rough, exact = rough_gaps_of(members, spots, radii, 0.5), gaps_of(members, spots, radii)
        assert ((rough < -CONTACT) == (exact < -CONTACT)).all(), (one, other, gap)
        assert ((rough <= 0.5) == (exact <= 0.5)).all(), (one, other, gap)
        sides[bool(exact[0, 1] <= 0.5)] += 1
    assert min(sides.values()) > 15


def test_members_that_are_not_round_are_drawn_closer_to_where_they_are_wanted() -> None:
    oval, region = Oblong(0.0, 0.0, 2.0, 1.0, "oval", 0), Region(1.0, ())
    policy = LayoutPolicy((Member("a", oval, region), Member("b", oval, region)), Coherency(0.5, 1))
    now = {"a": position(5.0, 5.0), "b": position(7.1, 5.0)}
    wanted = now | {"b": position(7.4, 5.0)}
    assert _drawn_closer(UnitSearch(policy, wanted, [], Effort()), now, wanted, []) == wanted
