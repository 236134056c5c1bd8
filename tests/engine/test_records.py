"""Records: copies that share nothing, hashes that depend on nothing but the content."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

import pytest
from pydantic import TypeAdapter, ValidationError

from game.engine.core.records import Record, changeable, to_plain

ROOT = Path(__file__).resolve().parents[2]


class Suit(Enum):
    SWORDS = "swords"
    CUPS = "cups"


@dataclass(eq=False)
class RuleCard(Record):
    name: str
    marks: list[int] = field(default_factory=list)


@dataclass(eq=False)
class Tree(Record):
    title: str
    height: float = 1.0
    leaf: RuleCard | None = None
    leaves: list[RuleCard] = field(default_factory=list)
    by_name: dict[str, RuleCard] = field(default_factory=dict)
    perhaps: dict[str, RuleCard | None] = field(default_factory=dict)
    table: dict[str, list[int]] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    fixed: tuple[int, ...] = ()
    pair: tuple[RuleCard, RuleCard] | None = None
    grid: list[list[int]] = field(default_factory=list)
    suit: Suit = Suit.SWORDS


def tree() -> Tree:
    return Tree(
        "oak",
        leaf=RuleCard("a", [1]),
        leaves=[RuleCard("b", [2]), RuleCard("c")],
        by_name={"d": RuleCard("d", [4])},
        perhaps={"nobody": None, "e": RuleCard("e", [5])},
        table={"rows": [1, 2]},
        counts={2: 1, 1: 2},
        names={"z", "y", "x"},
        fixed=(1, 2),
        pair=(RuleCard("f"), RuleCard("g", [7])),
        grid=[[1], [2, 3]],
    )


def shake(one: Tree) -> None:
    """Change everything in a tree that can be changed in place."""
    assert one.leaf is not None
    assert one.pair is not None
    one.leaf.marks.append(9)
    one.leaf.name = "changed"
    one.leaves[0].marks.append(9)
    one.leaves.append(RuleCard("new"))
    one.by_name["d"].marks.append(9)
    one.by_name["new"] = RuleCard("new")
    hidden = one.perhaps["e"]
    assert hidden is not None
    hidden.marks.append(9)
    one.table["rows"].append(9)
    one.counts[3] = 9
    one.names.add("w")
    one.pair[1].marks.append(9)
    one.grid[1].append(9)
    one.title = "changed"


def test_a_copy_is_equal_and_shares_nothing() -> None:
    original = tree()
    before = original.digest()
    twin = original.clone()
    assert twin.plain() == original.plain()
    shake(twin)
    assert original.digest() == before
    assert original.plain() == tree().plain()


def test_the_original_may_change_without_the_copy() -> None:
    original = tree()
    twin = original.clone()
    shake(original)
    assert twin.plain() == tree().plain()


def test_empty_containers_are_copied_too() -> None:
    original = Tree("bare")
    twin = original.clone()
    twin.leaves.append(RuleCard("x"))
    twin.counts[1] = 1
    twin.names.add("x")
    twin.table["x"] = [1]
    assert original.plain() == Tree("bare").plain()


def test_only_what_can_change_in_place_is_copied() -> None:
    assert changeable(RuleCard) == (("marks",), ())
    flat, deep = changeable(Tree)
    assert set(flat) == {"counts", "names"}
    assert set(deep) == {"leaf", "leaves", "by_name", "perhaps", "table", "pair", "grid"}


def test_equal_content_in_another_order_has_the_same_digest() -> None:
    one, other = tree(), tree()
    other.counts = {1: 2, 2: 1}
    other.names = {"x", "y", "z"}
    assert one.digest() == other.digest()


@pytest.mark.parametrize(
    "change",
    [
        lambda it: setattr(it, "height", 1.0001),
        lambda it: it.leaf.marks.append(0),
        lambda it: it.leaves.reverse(),
        lambda it: setattr(it, "leaf", None),
        lambda it: it.names.discard("x"),
        lambda it: setattr(it, "suit", Suit.CUPS),
    ],
    ids=["number", "nested", "order of a list", "none", "set", "enum"],
)
def test_any_difference_changes_the_digest(change: object) -> None:
    other = tree()
    change(other)  # type: ignore[operator]
    assert other.digest() != tree().digest()


def test_plain_is_json_and_reads_back_as_the_same_record() -> None:
    original = tree()
    text = json.dumps(original.plain())
    again = TypeAdapter(Tree).validate_json(text)
    assert again.plain() == original.plain()
    assert again.digest() == original.digest()
    assert again.counts == {2: 1, 1: 2}
    assert again.suit is Suit.SWORDS


@pytest.mark.parametrize("text", ['{"title": "oak", "colour": "red"}', '{"title": 3}', '{"title": "x", "height": NaN}'])
def test_nothing_unknown_or_guessed_is_read(text: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(Tree).validate_json(text)


def test_to_plain_sorts_sets_and_names_keys() -> None:
    assert to_plain({"b": {3, 1, 2}, 1: (RuleCard("x"), Suit.CUPS)}) == {
        "b": [1, 2, 3],
        "1": [{"name": "x", "marks": []}, "cups"],
    }


def test_the_digest_is_the_same_in_every_process() -> None:
    code = "from tests.engine.test_records import tree; print(tree().digest())"
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert found == {tree().digest()}
