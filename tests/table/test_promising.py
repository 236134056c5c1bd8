"""A glance at many spots against the exact verdict on each: nothing that is allowed is passed over."""

import random

import numpy as np
import pytest

from game.table.lattice import snapped
from game.table.measuring.ruler import Ruler
from game.table.placing.any_of import AnyOf
from game.table.placing.beyond import BeyondRange
from game.table.placing.clearances import Condition, Foresighted, foresighted
from game.table.placing.conditions import ClearOf, CloserTo, OnTable, WithinRange
from game.table.placing.levels import OnSurface
from game.table.placing.region import Region
from game.table.placing.sampling import darts
from game.table.shapes import Disc
from tests.table.fields import LEVELS, PLAIN, field

BOX = (2.0, 2.0, 28.0, 18.0)
KINDS = ["within", "closest point within", "beyond", "any of two", "clear of bases", "on a surface", "in the air"]


def condition_of(kind: str, rng: random.Random) -> Foresighted:
    policy, level = rng.choice([(PLAIN, 0), (LEVELS, 0), (LEVELS, 1)])
    battlefield = field(rng)
    ruler = Ruler(battlefield, policy)
    one, other = (Disc(rng.uniform(5, 25), rng.uniform(5, 15), rng.choice([0.5, 1.0]), level=0) for _ in range(2))
    n, radius = rng.randint(0, 12), rng.choice([0.5, 0.6, 1.0])
    if kind == "clear of bases":
        return ClearOf([one, other], radius, "overlaps a base")
    if kind in ("on a surface", "in the air"):
        return OnSurface(battlefield, 1, inside_out=kind == "in the air")
    if kind == "beyond":
        return BeyondRange(ruler, one, n, radius, level=level)
    if kind == "any of two":
        return AnyOf([WithinRange(ruler, each, n, radius, level=level) for each in (one, other)])
    return WithinRange(ruler, one, n, radius, whole=kind == "within", level=level)


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("kind", KINDS)
def test_g_meas_5_a_glance_passes_over_nothing_that_is_allowed(kind: str, seed: int) -> None:
    rng = random.Random(seed)
    condition = condition_of(kind, rng)
    spots = darts(BOX, rng)
    hopes = condition.promising(spots)
    allowed = np.array([condition.allows(x, y) for x, y in spots.tolist()])
    assert not (allowed & ~hopes).any()
    if kind not in ("within", "any of two"):  # where every point of a base must be in range, its middle line is not all
        assert (hopes == allowed).all()
    assert np.count_nonzero(hopes & ~allowed) <= 0.2 * len(spots)


def test_a_glance_at_several_takes_in_what_only_a_closer_look_can_tell() -> None:
    within = WithinRange(Ruler(field(random.Random(1)), PLAIN), Disc(10, 10, 0.5), 3, 0.5)
    on_table = OnTable(field(random.Random(1)), 0.5)
    spots = darts(BOX, random.Random(2))
    assert not foresighted(on_table)
    assert AnyOf([within, on_table]).promising(spots).all()
    assert not AnyOf([within, within]).promising(spots).all()


def test_darts_fall_evenly_and_on_the_lattice() -> None:
    rng = random.Random(3)
    spots = np.concatenate([darts(BOX, rng) for _ in range(60)])
    assert (spots == snapped(spots)).all()
    for axis, (low, high) in enumerate(((2.0, 28.0), (2.0, 18.0))):
        counts, _ = np.histogram(spots[:, axis], bins=10, range=(low, high))
        assert counts.sum() == len(spots)
        expected = len(spots) / 10
        assert sum((count - expected) ** 2 / expected for count in counts) < 27.9  # chi-square, 9 degrees, 0.1 %


@pytest.mark.parametrize("seed", range(25))
def test_g_meas_5_spots_that_promise_most_are_tried_before_any_square_is_sifted(seed: int) -> None:
    rng = random.Random(seed)
    battlefield = field(rng)
    ruler, origin = Ruler(battlefield, PLAIN), Disc(15, 10, 0.5)
    target = Disc(rng.uniform(10, 20), rng.uniform(6, 14), 0.5)
    fitting: list[Condition] = [OnTable(battlefield, 0.5), ClearOf([target], 0.5, cause="overlaps a base")]
    region = Region(0.5, (*fitting, WithinRange(ruler, origin, 6, 0.5)))
    spots = list(region.promising(random.Random(1), 40))
    assert spots
    assert sum(region.contains(*spot) for spot in spots) >= 0.7 * len(spots)
    assert (
        list(region.narrowed(CloserTo(target, 3.0, 0.5)).promising(random.Random(1), 40)) == []
    )  # squares are cheaper
    assert not region.mosaic.is_empty
    assert list(region.promising(random.Random(1), 40)) == []  # better is known by now
