"""What every state that is read must hold, whatever the rulebook: each limit from both of its sides."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from game.engine.core.records import Record
from game.engine.kit.soundness import incomplete, outside, repeated, unbounded, unknown


@dataclass(eq=False)
class Part(Record):
    amount: float = 0.0
    names: list[str] = field(default_factory=list)
    by_name: dict[Any, Any] = field(default_factory=dict)
    pair: tuple[int, ...] = ()
    inner: Any = None
    ready: bool = True


@pytest.mark.parametrize("amount", [0, 1_000_000, -1_000_000, 999_999.5, True, False, None, "x" * 1_000, [0] * 10_000])
def test_what_may_be_in_a_game_is_no_fault(amount: object) -> None:
    assert [*unbounded(amount)] == []


@pytest.mark.parametrize(
    ("part", "reason"),
    [
        (1_000_001, "is 1000001 - use a number from -1000000 to 1000000"),
        (-1_000_000.5, "is -1000000.5 - use a number from -1000000 to 1000000"),
        (float("inf"), "is inf - use a number from -1000000 to 1000000"),
        (float("-inf"), "is -inf - use a number from -1000000 to 1000000"),
        (float("nan"), "is nan - use a number from -1000000 to 1000000"),
        ("x" * 1_001, "has 1001 characters - use 1000 at most"),
        ([0] * 10_001, "has 10001 parts - use 10000 at most"),
        ((float("nan"),) * 10_001, "has 10001 parts - use 10000 at most"),
        (dict.fromkeys(range(10_001)), "has 10001 parts - use 10000 at most"),
    ],
)
def test_what_is_larger_than_anything_in_a_game_is_a_fault(part: object, reason: str) -> None:
    assert [*unbounded(part, "here")] == [("here", reason)]


def test_every_fault_has_its_place() -> None:
    huge, long = 1e7, "x" * 1_001
    state = Part(huge, ["a", long], {"k": huge, 3: [0, huge], long: 1}, (1, 2_000_000), Part(-huge))
    assert [where for where, _reason in unbounded(state)] == [
        "amount", "names[1]", "by_name.k", "by_name[3][1]", "by_name", "pair[1]", "inner.amount",
    ]  # fmt: skip
    assert [where for where, _reason in unbounded(state, "state")][:2] == ["state.amount", "state.names[1]"]
    assert [*unbounded(Part())] == []


def test_a_name_that_is_not_known_is_named_with_those_that_are() -> None:
    known = ("bob", "ann")
    assert [*unknown("seat", ["ann", "", "bob"], known)] == []
    assert [*unknown("seat", ["ann", "cy", "dee"], known)] == [
        ("seat", "'cy' is not known here - use one of ann, bob")  # only the first
    ]
    ((_where, reason),) = unknown("seat", ["x" * 59], ["y" * 120, "z" * 118])
    assert reason == f"'{'x' * 56}... is not known here - use one of {'y' * 120}, {'z' * 118}"
    ((_where, reason),) = unknown("seat", ["x" * 58], ["y" * 120, "z" * 119])
    assert reason == f"'{'x' * 58}' is not known here - use one of {'y' * 120}, {'z' * 115}..."


def test_a_name_that_occurs_twice_is_named_once() -> None:
    assert [*repeated("order", ["a", "b", "c"])] == []
    assert [*repeated("order", ["a", "b", "a", "b"])] == [("order", "'a' occurs twice - keep one")]


def test_a_mapping_has_exactly_the_keys_that_it_needs() -> None:
    assert [*incomplete("points", {"a": 1, "b": 2}, ["a", "b"])] == []
    assert [*incomplete("points", {"a": 1}, ["a", "b", "c"])] == [("points", "'b' is missing - add it")]
    assert [*incomplete("points", {"a": 1, "b": 2, "z": 3}, ["a", "b"])] == [
        ("points", "'z' is not known here - use one of a, b")
    ]


@pytest.mark.parametrize(("amount", "fault"), [(1, False), (5, False), (3.5, False), (0.99, True), (5.01, True)])
def test_an_amount_lies_within_its_bounds(amount: float, fault: bool) -> None:
    text = f"is {amount} - use a number from 1 to 5"
    assert [*outside("round", amount, 1, 5)] == ([("round", text)] if fault else [])
