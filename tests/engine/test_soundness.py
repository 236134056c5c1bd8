"""What every state that is read must hold, whatever the rulebook: each limit from both of its sides."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from game.documents.error import DocumentError
from game.engine.core.records import Record
from game.engine.kit.soundness import (
    Soundness,
    half_over,
    incomplete,
    laid_twice,
    misfiled,
    no_player,
    other_players,
    out_of_place,
    outside,
    repeated,
    unbounded,
    unknown,
)
from game.engine.rulebook.laying import Laid
from game.table.shapes import Disc
from tests.toy.toy_rulebook import FIELD


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
    assert [where for where, _reason in unknown("seat", ["ann", ""], known, none=False)] == ["seat"]
    assert [*unknown("seat", ["ann", "cy", "dee"], known)] == [
        ("seat", "'cy' is not available - use one of ann, bob")  # only the first
    ]
    ((_where, reason),) = unknown("seat", ["x" * 59], ["y" * 120, "z" * 118])
    assert reason == f"'{'x' * 56}... is not available - use one of {'y' * 120}, {'z' * 118}"
    ((_where, reason),) = unknown("seat", ["x" * 58], ["y" * 120, "z" * 119])
    assert reason == f"'{'x' * 58}' is not available - use one of {'y' * 120}, {'z' * 115}..."


def test_a_name_that_occurs_twice_is_named_once() -> None:
    assert [*repeated("order", ["a", "b", "c"])] == []
    assert [*repeated("order", ["a", "b", "a", "b"])] == [("order", "'a' occurs twice - keep one")]


def test_a_mapping_has_exactly_the_keys_that_it_needs() -> None:
    assert [*incomplete("points", {"a": 1, "b": 2}, ["a", "b"])] == []
    assert [*incomplete("points", {"a": 1}, ["a", "b", "c"])] == [("points", "'b' is missing - add it")]
    assert [*incomplete("points", {"a": 1, "b": 2, "z": 3}, ["a", "b"])] == [
        ("points", "'z' is not available - use one of a, b")
    ]


@pytest.mark.parametrize(("amount", "fault"), [(1, False), (5, False), (3.5, False), (0.99, True), (5.01, True)])
def test_an_amount_lies_within_its_bounds(amount: float, fault: bool) -> None:
    text = f"is {amount} - use a number from 1 to 5"
    assert [*outside("round", amount, 1, 5)] == ([("round", text)] if fault else [])


@pytest.mark.parametrize(
    ("x", "y", "words"),
    [
        (1.0, 2.0, []),
        (0.5, 13.5, []),
        (1.00000001, 2.0, ["Ann stands off the lattice at (1.00000001, 2.0)"]),
        (0.375, 2.0, ["Ann hangs over the edge of the table (T-1)"]),
        (19.625, 2.0, ["Ann hangs over the edge of the table (T-1)"]),
        (5.0, 0.375, ["Ann hangs over the edge of the table (T-1)"]),
        (5.0, 13.625, ["Ann hangs over the edge of the table (T-1)"]),
    ],
)
def test_a_piece_stands_on_the_lattice_and_wholly_on_the_table(x: float, y: float, words: list[str]) -> None:
    assert [*out_of_place("Ann", Disc(x, y, 0.5), FIELD, "T-1")] == words


def test_a_game_is_over_when_it_has_a_result_and_only_then() -> None:
    for step, result, wrong in (("over", "won", 0), ("over", None, 1), ("main", "won", 1), ("main", None, 0)):
        assert len([*half_over(SimpleNamespace(step=step, result=result))]) == wrong
    assert [*half_over(SimpleNamespace(step="told", result="won"), ("over", "told"))] == []


def test_a_record_stands_under_its_own_id_and_players_are_those_of_the_game() -> None:
    records = {"a": SimpleNamespace(id="a"), "b": SimpleNamespace(id="c")}
    assert [*misfiled("models", records)] == [("models.b.id", "is 'c' - it must match its key")]
    assert [*no_player("owner", "ann", ("bob", "ann"))] == []
    assert [*no_player("owner", "cy", ("bob", "ann"))] == [("owner", "'cy' is not a player (ann, bob)")]
    told = "names ['cy'], but the players are ['ann', 'bob']"
    assert [*other_players("points", ["cy"], ("bob", "ann"))] == [("points", told)]


def test_terrain_is_laid_once_and_only_what_there_is() -> None:
    laid = [Laid("wall", 1.0, 1.0, 0), Laid("moon", 2.0, 2.0, 0), Laid("wall", 3.0, 3.0, 0)]
    assert [where for where, _reason in laid_twice(laid, {"wall"})] == ["laid[1].id", "laid[2].id"]


def checked(faults: list[tuple[str, str]], broken: list[str]) -> Soundness[Part, None]:
    return Soundness(lambda *_: faults, lambda *_: broken)


def test_the_first_thing_wrong_is_told_sizes_before_faults_before_the_table() -> None:
    for part, faults, broken, where in (
        (Part(amount=float("inf")), [("names", "wrong")], ["overlap"], "amount"),
        (Part(), [("names", "wrong")], ["overlap"], "names"),
        (Part(), [], ["overlap"], ""),
    ):
        with pytest.raises(DocumentError) as caught:
            checked(faults, broken).require(part, None, "save")
        assert (caught.value.file, caught.value.where) == ("save", where)
    checked([], []).require(Part(), None, "save")
