from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import pytest

from game.engine.core.dice import KeyedDice, Roll, RollCounter, roll_die
from game.engine.core.events import Event
from game.engine.core.pools import Pool
from game.engine.history.fairness import Throw, chi_square, p_value, tallies, tally, throws


@dataclass(frozen=True, kw_only=True)
class Cast(Event):
    model: str
    purpose: str
    roll: Roll


@dataclass(frozen=True, kw_only=True)
class Brawl(Event):
    player: str
    rolls: tuple[Roll, ...]


@dataclass(frozen=True, kw_only=True)
class Volley(Event):
    unit: str
    target: str
    hits: Pool
    saves: Pool
    least: int = 4
    needs: ClassVar[Mapping[str, str]] = {"hits": "least"}
    rolled_by: ClassVar[Mapping[str, str]] = {"saves": "target"}


@dataclass(frozen=True, kw_only=True)
class Contest(Event):
    pools: dict[str, Pool]


@dataclass(frozen=True, kw_only=True)
class Silence(Event):
    sides: int


@pytest.mark.parametrize(
    ("statistic", "freedom", "expected"),
    # Tables of the chi-square distribution, as printed in textbooks.
    [
        (3.841458821, 1, 0.05),
        (11.07049769, 5, 0.05),
        (16.91897760, 9, 0.05),
        (24.72497031, 11, 0.01),
        (4.351460192, 5, 0.5),
    ],
)
def test_p_values_are_those_of_the_tables(statistic: float, freedom: int, expected: float) -> None:
    assert p_value(statistic, freedom) == pytest.approx(expected, rel=1e-8)


@pytest.mark.parametrize("x", [0.01, 0.7, 1.9, 2.1, 8.0, 60.0])
def test_the_gamma_function_agrees_with_closed_forms(x: float) -> None:
    assert p_value(2 * x, 2) == pytest.approx(math.exp(-x), rel=1e-11)
    assert p_value(2 * x, 6) == pytest.approx(math.exp(-x) * (1 + x + x * x / 2), rel=1e-11)
    assert p_value(2 * x, 1) == pytest.approx(math.erfc(math.sqrt(x)), rel=1e-11)


def test_even_counts_are_no_surprise_and_one_sided_ones_are() -> None:
    assert tally((7, 7, 7, 7, 7, 7)).p == 1.0
    assert chi_square((30, 0, 0, 0, 0, 0)) == 150.0
    assert tally((30, 0, 0, 0, 0, 0)).p < 1e-28
    assert tally((0, 0, 0, 0, 0, 0)).p == 1.0


def test_dice_are_those_of_a_unit_of_whom_it_aims_at_or_of_each_player() -> None:
    volley = Volley(unit="pikes", target="slingers", hits=Pool("a", 6, ((3,), (2, 5))), saves=Pool("b", 6, ((1,),)))
    assert [(each.subject, each.result) for each in throws([volley])] == [("pikes", 3), ("pikes", 5), ("slingers", 1)]
    assert [each.needed for each in throws([volley])] == [4, 4, 0]
    contest = Contest(pools={"ann": Pool("c", 6, ((4,),)), "bob": Pool("d", 6, ((6,),))})
    assert [(each.subject, each.result) for each in throws([contest])] == [("ann", 4), ("bob", 6)]


def test_a_die_of_a_pool_knows_that_and_what_it_was_for() -> None:
    pool = Pool("turn 1/pikes/hit 2", 6, ((1, 3),))
    assert list(throws([Contest(pools={"ann": pool})])) == [
        Throw(6, (1, 3), 3, "ann", pooled=True, key="turn 1/pikes/hit 2"),
    ]
    single = Cast(model="a", purpose="", roll=Roll("k", 6, (2,), 2))
    assert [(each.pooled, each.on_table, each.key) for each in throws([single])] == [(False, False, "")]


def test_dice_are_found_in_whatever_events_tell_of_them() -> None:
    first, second = Roll("k", 8, (1, 5), 5, 1), Roll("k", 6, (2,), 0, 0, 2)
    events = [Cast(model="a", purpose="attack", roll=first), Silence(sides=3), Brawl(player="p", rolls=(second, first))]
    assert list(throws(events)) == [
        Throw(8, (1, 5), 5, "a", "attack", 1),
        Throw(6, (2,), 0, "p", "", 0, 2),
        Throw(8, (1, 5), 5, "p", "", 1),
    ]


def test_rerolled_faces_count_too() -> None:
    found = tallies([Cast(model="a", purpose="", roll=Roll("k", 6, (1, 1, 4), 4, 1))])
    assert [(each.sides, each.counts, each.rolls, each.meaningful) for each in found] == [
        (6, (2, 0, 0, 1, 0, 0), 3, False)
    ]


def test_the_dice_of_this_program_are_even() -> None:
    dice, counter = KeyedDice(11), RollCounter()
    events = [Cast(model="a", purpose="", roll=roll_die(dice, counter, 12, f"r{n}")) for n in range(6000)]
    (found,) = tallies(events)
    assert found.meaningful
    assert found.p > 1e-4
