"""Records of a state: copies are independent in every part, and two are equal if and only if their hashes are."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal

import pytest

from game.engine.core.records import Record, field_names, to_plain
from game.engine.core.uses import Uses


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Fixed:
    """No record: it never changes."""

    name: str = "fixed"
    at: tuple[float, float] = (0.5, 1.0)


@dataclass(eq=False)
class Inner(Record):
    count: int = 1
    tags: list[str] = field(default_factory=lambda: ["t"])


@dataclass(eq=False, frozen=True)
class Frozen(Record):
    id: str = "f"
    spots: tuple[tuple[float, float], ...] = ((0.0, 1.0),)


@dataclass(eq=False)
class Everything(Record):
    text: str = "ä"
    number: int = 3
    share: float = 0.5
    ready: bool = True
    nothing: str | None = None
    mode: Literal["a", "b"] = "a"
    colour: Colour = Colour.RED
    fixed: Fixed = Fixed()
    frozen: Frozen = field(default_factory=Frozen)
    pair: tuple[int, str] = (1, "x")
    plain_list: list[int] = field(default_factory=lambda: [1, 2])
    maybe_list: list[int] | None = field(default_factory=lambda: [1])
    names: set[str] = field(default_factory=lambda: {"b", "a"})
    plain_dict: dict[str, int] = field(default_factory=lambda: {"k": 1})
    numbered: dict[int, str] = field(default_factory=lambda: {10: "ten", 9: "nine"})
    lists: dict[str, list[int]] = field(default_factory=lambda: {"k": [1]})
    nested: list[list[int]] = field(default_factory=lambda: [[1], [2]])
    inner: Inner = field(default_factory=Inner)
    maybe_inner: Inner | None = field(default_factory=Inner)
    inners: list[Inner] = field(default_factory=lambda: [Inner(), Inner(2)])
    by_name: dict[str, Inner | None] = field(default_factory=lambda: {"none": None, "one": Inner()})
    sets: dict[str, set[str]] = field(default_factory=lambda: {"k": {"v"}})
    deep: tuple[Inner, ...] = field(default_factory=lambda: (Inner(),))
    maybe_dict: dict[str, Inner] | None = field(default_factory=lambda: {"k": Inner()})
    maybe_inners: list[Inner] | None = field(default_factory=lambda: [Inner()])


CHANGES: dict[str, Callable[[Everything], object]] = {
    "text": lambda whole: setattr(whole, "text", "b"),
    "number": lambda whole: setattr(whole, "number", 4),
    "share": lambda whole: setattr(whole, "share", 0.25),
    "ready": lambda whole: setattr(whole, "ready", False),
    "nothing": lambda whole: setattr(whole, "nothing", ""),
    "mode": lambda whole: setattr(whole, "mode", "b"),
    "colour": lambda whole: setattr(whole, "colour", Colour.BLUE),
    "fixed": lambda whole: setattr(whole, "fixed", Fixed("other")),
    "frozen": lambda whole: setattr(whole, "frozen", Frozen("g")),
    "pair": lambda whole: setattr(whole, "pair", (1, "y")),
    "longer pair": lambda whole: setattr(whole, "pair", (1, "x", 2)),
    "plain_list": lambda whole: whole.plain_list.append(3),
    "maybe_list": lambda whole: whole.maybe_list.append(2),  # type: ignore[union-attr]
    "no list": lambda whole: setattr(whole, "maybe_list", None),
    "names": lambda whole: whole.names.add("c"),
    "plain_dict": lambda whole: whole.plain_dict.update(k=2),
    "a key": lambda whole: whole.plain_dict.update(other=1),
    "numbered": lambda whole: whole.numbered.update({9: "9"}),
    "lists": lambda whole: whole.lists["k"].append(2),
    "another list": lambda whole: whole.lists.update(z=[]),
    "another key": lambda whole: whole.lists.update(z=whole.lists.pop("k")),
    "nested": lambda whole: whole.nested[1].append(3),
    "shorter": lambda whole: whole.nested.pop(),
    "inner": lambda whole: setattr(whole.inner, "count", 2),
    "tags": lambda whole: whole.inner.tags.append("u"),
    "maybe_inner": lambda whole: whole.maybe_inner.tags.append("u"),  # type: ignore[union-attr]
    "no inner": lambda whole: setattr(whole, "maybe_inner", None),
    "inners": lambda whole: whole.inners[1].tags.clear(),
    "more": lambda whole: whole.inners.append(Inner()),
    "by_name": lambda whole: whole.by_name["one"].tags.append("u"),  # type: ignore[union-attr]
    "none": lambda whole: whole.by_name.update(none=Inner()),
    "sets": lambda whole: whole.sets["k"].add("w"),
    "no dict": lambda whole: setattr(whole, "maybe_dict", None),
    "in a dict": lambda whole: whole.maybe_dict["k"].tags.append("u"),  # type: ignore[index]
    "no inners": lambda whole: setattr(whole, "maybe_inners", None),
    "in a list": lambda whole: whole.maybe_inners[0].tags.append("u"),  # type: ignore[index]
    "deep": lambda whole: whole.deep[0].tags.append("u"),
}


@pytest.mark.parametrize("changed", CHANGES)
def test_a_copy_is_independent_in_every_part_and_equal_until_one_changes(changed: str) -> None:
    whole, like = Everything(), Everything()
    twin, digest, plain = whole.clone(), whole.digest(), whole.plain()
    assert whole.equals(twin)
    assert twin.equals(whole)
    assert whole.equals(like)
    assert (twin.digest(), twin.plain()) == (digest, plain)
    CHANGES[changed](twin)
    assert (whole.digest(), whole.plain()) == (digest, plain)
    assert whole.equals(like)
    assert not whole.equals(twin)
    assert not twin.equals(whole)
    assert twin.digest() != digest
    again = twin.clone()
    assert again.equals(twin)
    assert again.digest() == twin.digest()


def test_the_hash_of_a_state_is_the_same_on_every_machine_and_in_every_version() -> None:
    assert Everything().digest() == "04a08d32b8c642b8bcfefc7b"
    assert Everything().plain()["numbered"] == {"10": "ten", "9": "nine"}


def test_a_shallow_copy_shares_its_parts() -> None:
    whole = Everything()
    twin = copy(whole)
    assert twin is not whole
    assert twin.inner is whole.inner
    assert twin.names is whole.names
    twin.number = 9
    assert whole.number == 3
    for frozen in (copy(Frozen("x")), Frozen("x").clone()):
        assert (frozen.id, frozen.spots) == ("x", ((0.0, 1.0),))


def test_records_of_other_kinds_are_never_equal() -> None:
    @dataclass(eq=False)
    class Other(Record):
        count: int = 1
        tags: list[str] = field(default_factory=lambda: ["t"])

    @dataclass(eq=False)
    class Empty(Record):
        pass

    assert not Inner().equals(Other())
    assert not Inner().equals(None)
    assert Empty().equals(Empty())
    assert Empty().clone().plain() == {}


def test_plain_data_is_ready_for_json() -> None:
    assert to_plain({1: {"b", "a"}, "x": (Colour.RED, frozenset({2, 1}), Fixed())}) == {
        "1": ["a", "b"], "x": ["red", [1, 2], {"name": "fixed", "at": [0.5, 1.0]}],
    }  # fmt: skip
    assert [to_plain(value) for value in (None, True, 1, 0.5, "x")] == [None, True, 1, 0.5, "x"]
    assert field_names(Inner) == ("count", "tags")


def test_uses_are_counted_in_every_span_until_it_begins_anew() -> None:
    uses = Uses()
    assert uses.count("turn", "dodge") == 0
    uses.note("dodge", "turn", "game")
    uses.note("dodge", "turn", "game")
    uses.note("parry", "turn")
    assert (uses.count("turn", "dodge"), uses.count("game", "dodge"), uses.count("turn", "parry")) == (2, 2, 1)
    assert uses.count("game", "parry") == 0
    uses.begin("turn")
    uses.begin("never begun")
    assert (uses.count("turn", "dodge"), uses.count("game", "dodge")) == (0, 2)


def test_what_a_record_holds_may_be_anything_that_json_has_a_form_of() -> None:
    inner: Any = Inner(tags=["ä", '"', "\n"])
    assert inner.clone().plain() == {"count": 1, "tags": ["ä", '"', "\n"]}
