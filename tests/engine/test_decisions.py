"""Decisions: each kind tells a malformed answer from an illegal one, and says why, without a rulebook."""

from __future__ import annotations

import json
import math
from random import Random
from typing import Any

import pytest

from game.engine.core.decisions import (
    Allocate,
    Choose,
    Decision,
    IllegalAnswer,
    MalformedAnswer,
    Option,
    Order,
    Pick,
    Place,
)
from game.refusal import Refusal
from game.table.lattice import Position
from game.table.path.policy import PathPolicy, base
from game.table.path.region import PathRegion
from game.table.placing.places import ExactSpots, Spot, is_legal
from game.table.shapes import Disc

WHO: dict[str, Any] = {"player": "ann", "prompt": "What now?", "rule": "R-1", "about": "piece"}


class Square(ExactSpots):
    """The spots of the unit square: all that a `Place` asks of a region."""

    def _allows(self, x: float, y: float) -> bool:
        return not self.why_not((x, y))

    def why_not(self, where: Spot) -> list[Refusal]:
        found = [Refusal(f"{axis} is off the square", f"R-{axis}", "off", 0.5) for axis, v in zip("xy", where) if v > 1]
        return [*found, *(Refusal("negative", "R-0", "off", -v) for v in where if v < 0)]

    def nearest(self, where: Spot) -> Position | None:
        return Position(*(min(1.0, max(0.0, v)) for v in where))

    def sample(self, rng: Random) -> Position | None:
        return Position(0.5, 0.5)


def choose(**more: Any) -> Choose:
    options = (Option("go", "Go", "R-2", ("piece",)), Option("stay", "Stay"))
    barred = Option("fly", "Fly", "R-3")
    return Choose(**WHO, options=options, refused=lambda: [(barred, Refusal("no wings", "R-3"))], **more)


def pick(**more: Any) -> Pick:
    def excluded(piece: str) -> Refusal | None:
        return Refusal("c is asleep", "R-9") if piece == "c" else None

    usual: dict[str, Any] = {"candidates": ("a", "b"), "minimum": 1, "maximum": 2, "excluded": excluded}
    return Pick(**(WHO | usual | more))


def place(**more: Any) -> Place:
    return Place(**WHO, region=Square(), **more)


def order(*items: str) -> Order:
    return Order(**WHO, items=items or ("a", "b", "c"))


def allocate(total: int = 3) -> Allocate:
    return Allocate(**WHO, limits={"a": 2, "b": 2}, total=total)


def short(value: Any) -> str:
    return value.kind if isinstance(value, Decision) else repr(value)[:30]


LEGAL: list[tuple[Decision, Any]] = [
    (choose(), "go"),
    (choose(), "stay"),
    (pick(), ["a"]),
    (pick(), ["b", "a"]),
    (pick(minimum=0), []),
    (place(), [0, 1]),
    (place(), [0.25, 1.00004]),
    (place(), [-0.00001, 0.5]),
    (order(), ["c", "a", "b"]),
    (allocate(), {"a": 1, "b": 2}),
    (allocate(2), {"a": 2}),
    (allocate(0), {}),
]

ILLEGAL: list[tuple[Decision, Any, list[tuple[str, str]]]] = [
    (choose(), "fly", [("no wings", "R-3")]),
    (choose(), "dig", [("'dig' is not among the options (go, stay)", "R-1")]),
    (choose(), "", [("'' is not among the options (go, stay)", "R-1")]),
    (pick(), [], [("choose 1 to 2, not 0", "R-1")]),
    (pick(), ["c"], [("c is asleep", "R-9")]),
    (pick(maximum=1), ["z", "z"], [
        ("only a, b can be chosen: What now?", "R-1"),
        ("a piece is named twice", "R-1"),
        ("choose 1, not 2", "R-1"),
    ]),
    (pick(), ["a", "a"], [("a piece is named twice", "R-1")]),
    (place(), [2, 3.5], [("x is off the square", "R-x"), ("y is off the square", "R-y")]),
    (order(), ["a", "b"], [("name each of the 3 exactly once", "R-1")]),
    (order(), ["a", "b", "b"], [("name each of the 3 exactly once", "R-1")]),
    (order(), ["a", "b", "c", "c"], [("name each of the 3 exactly once", "R-1")]),
    (allocate(), {"a": 3}, [("a share must be 0 to 2, not 3", "R-1")]),
    (allocate(), {"a": 2}, [("share out 3, not 2", "R-1")]),
    (
        allocate(),
        {"a": -1, "b": 4},
        [("a share must be 0 to 2, not -1", "R-1"), ("a share must be 0 to 2, not 4", "R-1")],
    ),
    (allocate(2), {"a": 2, "z": 0, "y": 1}, [("a share must be 0 to 0, not 1", "R-1"), ("share out 2, not 3", "R-1")]),
]  # fmt: skip

MALFORMED: list[tuple[Decision, Any]] = [
    (choose(), ["go"]),
    (choose(), {"go": 1}),
    (choose(), None),
    (choose(), 1),
    (pick(), "a"),
    (pick(), [1]),
    (pick(), [["a"]]),
    (pick(), {"a": 1}),
    (place(), "somewhere"),
    (place(), [1]),
    (place(), [1, 2, 3]),
    (place(), ["1", "2"]),
    (place(), [True, False]),
    (place(), [float("nan"), 0.5]),
    (place(), [float("inf"), 0.5]),
    (place(), [10**400, 0]),
    (place(), [None, 0]),
    (place(), {"x": 0, "y": 0}),
    (order(), "abc"),
    (order("1", "2"), [1, 2]),
    (order(), [["a"], "b", "c"]),
    (allocate(), ["a"]),
    (allocate(), {"a": 1.5, "b": 1.5}),
    (allocate(), {"a": True, "b": 2}),
    (allocate(), {"a": "1", "b": 2}),
]


@pytest.mark.parametrize(("decision", "answer"), LEGAL, ids=short)
def test_legal_answers_are_allowed(decision: Decision, answer: Any) -> None:
    assert decision.allows(answer)
    assert decision.why_not(answer) == []


@pytest.mark.parametrize(("decision", "answer", "reasons"), ILLEGAL, ids=short)
def test_illegal_answers_are_refused_for_every_reason(
    decision: Decision, answer: Any, reasons: list[tuple[str, str]]
) -> None:
    assert not decision.allows(answer)
    assert [(refusal.text, refusal.rule) for refusal in decision.why_not(answer)] == reasons


@pytest.mark.parametrize(("decision", "answer"), MALFORMED, ids=short)
def test_malformed_answers_are_no_answers(decision: Decision, answer: Any) -> None:
    assert not decision.allows(answer)
    with pytest.raises(MalformedAnswer, match=r"What now\?: "):
        decision.why_not(answer)


def test_a_place_hands_over_cause_and_inches_missing() -> None:
    (refusal,) = place().why_not([0.5, 2])
    assert refusal == Refusal("y is off the square", "R-y", "off", 0.5)


def test_the_journalled_form_is_plain_and_on_the_lattice() -> None:
    assert place().normal((1, 0.33333333)) == [1.0, 0.3333]  # type: ignore[arg-type]
    assert json.dumps(place().normal([-0.00001, 0])) == "[0.0, 0.0]"
    assert choose().normal("go") == "go"
    for decision, answer in LEGAL:
        normal = decision.normal(answer)
        assert decision.normal(normal) == normal
        assert json.loads(json.dumps(normal)) == normal
        assert decision.allows(normal)


@pytest.mark.parametrize(
    ("decision", "answer"), [(pick(), ["a"]), (order(), ["a", "b", "c"]), (allocate(), {"a": 1, "b": 2})], ids=short
)
def test_the_journalled_form_is_not_the_list_that_was_handed_in(decision: Decision, answer: Any) -> None:
    normal = decision.normal(answer)
    answer.clear()
    assert normal != answer


@pytest.mark.parametrize("build", [choose, pick, place])
def test_shortcuts_are_whole_answers_of_any_kind(build: Any) -> None:
    decision = build(shortcuts=(Option("auto", "Do it for me", "R-7"),))
    assert decision.allows("auto")
    assert decision.why_not("auto") == []
    assert decision.normal("auto") == "auto"
    assert not build().allows("auto")
    assert decision.plain()["shortcuts"] == [{"key": "auto", "label": "Do it for me", "rule": "R-7"}]


@pytest.mark.parametrize(
    ("decision", "details"),
    [
        (
            choose(),
            {
                "kind": "choose",
                "options": [
                    {"key": "go", "label": "Go", "rule": "R-2", "subject": ["piece"]},
                    {"key": "stay", "label": "Stay", "rule": "", "subject": []},
                ],
            },
        ),
        (pick(), {"kind": "pick", "candidates": ["a", "b"], "minimum": 1, "maximum": 2}),
        (place(), {"kind": "place"}),
        (order(), {"kind": "order", "items": ["a", "b", "c"]}),
        (allocate(), {"kind": "allocate", "limits": {"a": 2, "b": 2}, "total": 3}),
    ],
    ids=["choose", "pick", "place", "order", "allocate"],
)
def test_plain_is_the_whole_question_as_json(decision: Decision, details: dict[str, Any]) -> None:
    assert decision.plain() == WHO | details
    assert json.loads(json.dumps(decision.plain())) == decision.plain()


def test_a_secret_question_says_so() -> None:
    assert choose(secret=True).plain()["secret"] is True
    assert "secret" not in choose().plain()


def test_a_refused_option_is_looked_up_only_when_asked_for() -> None:
    asked: list[str] = []

    def refused() -> list[tuple[Option, Refusal]]:
        asked.append("asked")
        return []

    decision = Choose(**WHO, options=(Option("go", "Go"),), refused=refused)
    assert decision.allows("go")
    assert asked == []
    assert not decision.allows("fly")
    assert asked == ["asked"]


def test_an_illegal_answer_carries_its_refusals() -> None:
    error = IllegalAnswer([Refusal("too far", "R-1"), Refusal("too close", "R-2")])
    assert [refusal.rule for refusal in error.refusals] == ["R-1", "R-2"]
    assert str(error) == "too far; too close"


def along_a_path() -> Place:
    """A base of one inch that goes up to 5 inches, past another one."""
    idol = base(Disc(6.0, 5.0, 0.5, "idol"))
    return Place(**WHO, region=PathRegion((4.0, 5.0), PathPolicy(0.5, 5.0, (0.0, 0.0, 10.0, 10.0), (idol,))))


def test_a_path_that_is_drawn_is_judged_and_stands_in_the_answer() -> None:
    place = along_a_path()
    drawn = {"at": [8, 5], "via": [[6, 6.2]]}
    assert place.takes_paths
    assert place.allows(drawn)
    assert place.normal(drawn) == {"at": [8.0, 5.0], "via": [[6.0, 6.2]]}
    assert [tuple(leg.end) for leg in place.path(drawn).legs] == [(6.0, 6.2), (8.0, 5.0)]
    assert place.pose(drawn) == (8.0, 5.0, None)
    assert [refusal.cause for refusal in place.why_not({"at": [8, 5], "via": [[6, 5.9]]})] == ["in the way"]
    assert [refusal.cause for refusal in place.why_not({"at": [8, 5], "via": [[6, 8]]})] == ["too far"]
    assert place.normal({"at": [8, 7], "via": []}) == [8.0, 7.0]
    settled = place.settled(drawn)
    assert is_legal(settled.region, (8.0, 5.0))
    assert not is_legal(settled.region, (8.9, 4.0))


@pytest.mark.parametrize(
    "answer",
    [{"at": [8, 5], "via": 3}, {"at": [8, 5], "via": [[6]]}, {"at": 8, "via": []}, {"via": [[6, 7]]}, {"at": [8, 5, 1]}]
    + [{"at": [8, 5], "via": [[6, 7]] * 201}, {"at": [8, 5], "way": [[6, 7]]}, {"at": [8, 5], "via": [[6, math.nan]]}],
)
def test_a_path_of_a_wrong_form_is_malformed(answer: Any) -> None:
    with pytest.raises(MalformedAnswer):
        along_a_path().why_not(answer)
    assert not along_a_path().allows(answer)


def test_no_path_is_drawn_where_none_is_gone() -> None:
    place = Place(**WHO, region=Square())
    assert not place.takes_paths
    with pytest.raises(MalformedAnswer):
        place.why_not({"at": [0.5, 0.5], "via": [[0.2, 0.2]]})


def test_typed_contact_that_is_too_deep_by_rounding_is_snapped_out() -> None:
    idol = Disc(5.0001, 5.0002, 0.7874, "idol")
    place = Place(**WHO, region=PathRegion((5.0, 2.0), PathPolicy(0.5906, 6.0, (0.0, 0.0, 10.0, 10.0), (base(idol),))))
    snapped = 0
    for step in range(720):
        bearing = math.radians(step / 2)
        spot = Position(round(5.0001 + 1.378 * math.cos(bearing), 4), round(5.0002 + 1.378 * math.sin(bearing), 4))
        gap = math.dist(spot, idol[:2]) - 1.378
        moved = place.snapped(*spot)
        assert place.allows([*moved])
        assert -1e-6 <= math.dist(moved, idol[:2]) - 1.378 <= 0.001
        assert (moved == spot) == (gap >= -1e-6)
        snapped += moved != spot
    assert snapped > 100
    deep = (5.0001, 5.0002 - 1.37)
    assert place.snapped(*deep) == deep
