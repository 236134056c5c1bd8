"""Digests of states: the hash of the plain text, however it is written, as saves of all versions hold them."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field

from game.engine.core.records import Record


@dataclass(eq=False)
class Part(Record):
    """A part of a state."""

    names: set[str] = field(default_factory=set)
    at: tuple[float, float] = (0.0, -0.0)


@dataclass(eq=False)
class Whole(Record):
    """A state with everything that records may hold."""

    numbers: dict[int, str] = field(default_factory=dict)
    pairs: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    parts: dict[str, Part] = field(default_factory=dict)
    last: Part | None = None
    text: str = "ä"


def test_a_digest_is_the_hash_of_the_plain_text_sorted_as_text() -> None:
    whole = Whole({10: "ten", 9: "nine"}, {(1, 2): [3], (1, 10): [1]}, {"b": Part({"z", "a"}), "a": Part()}, Part())
    text = json.dumps(whole.plain(), sort_keys=True, separators=(",", ":"))
    assert whole.digest() == hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
    twin = whole.clone()
    assert whole.equals(twin)
    twin.parts["b"].names.add("y")
    assert not whole.equals(twin)
    assert whole.digest() == hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
    whole.parts["b"].names.add("y")
    assert whole.equals(twin)
    assert whole.digest() != hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
    twin.pairs[1, 2].append(4)
    assert not whole.equals(twin)
