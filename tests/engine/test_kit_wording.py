"""The reference of a rulebook: chapters by the longest beginning, links both ways, rules that share an id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from game.engine.kit.wording import Reference, RuleText, changed_hands

WORDS: dict[str, Any] = {
    "chapters": [{"begins": "M", "title": "Moving"}, {"begins": "ME", "title": "Melee"}],
    "rules": {
        "T-ME-1": {"title": "Fight", "text": "Roll.", "see": "T-M-1", "examples": ["6 hits."]},
        "T-M-1": {"title": "Walk", "text": "Go."},
        "T-M-2": {"see": "T-ME-1"},
    },
}


class Toy(Reference):
    more: tuple[tuple[str, RuleText], ...] = (
        ("T-M-2", RuleText("Run", "Go fast.")),
        ("T-M-2", RuleText("Fly", "Go far.")),
    )

    def defined(self) -> Iterator[tuple[str, RuleText]]:
        yield from self.more

    def place(self, rule: str) -> Any:
        return self.chapter_number(rule)


def test_rules_are_sorted_and_each_says_what_it_is_linked_to() -> None:
    reference = Toy(WORDS, "T-")
    assert [rule.id for rule in reference.rules()] == ["T-M-1", "T-M-2", "T-ME-1"]
    assert [rule.chapter for rule in reference.rules()] == ["Moving", "Moving", "Melee"]
    assert reference.links == {"T-M-1": ("T-ME-1",), "T-M-2": ("T-ME-1",), "T-ME-1": ("T-M-1", "T-M-2")}
    assert reference.rules()[2].examples == ("6 hits.",)


def test_rules_that_share_an_id_are_read_together() -> None:
    run = Toy(WORDS, "T-").rules()[1]
    assert (run.title, run.text) == ("Run, Fly", "Run: Go fast. Fly: Go far.")


def test_what_is_unknown_has_neither_text_nor_chapter() -> None:
    reference = Toy(WORDS, "T-")
    assert reference.wording("X-1") == reference.chapter("X-1") == ""


def test_what_is_defined_later_is_found_once_the_reference_looks_again() -> None:
    reference = Toy(WORDS, "T-")
    assert reference.wording("T-M-9") == ""
    reference.more = (*Toy.more, ("T-M-9", RuleText("Hop", "Go up.")))
    assert reference.wording("T-M-9") == ""
    reference.forget()
    assert reference.wording("T-M-9") == "Go up."
    assert "T-M-9" in reference.links


@pytest.mark.parametrize(
    ("new", "old", "said"),
    [
        ("ann", "bob", "gains Well"),
        ("bob", "ann", "loses Well"),
        ("bob", "", "BOB gains Well"),
        ("", "bob", "BOB loses Well"),
    ],
)
def test_a_marker_that_changes_hands_is_said_from_the_viewers_side(new: str, old: str, said: str) -> None:
    assert changed_hands("Well", new, old, "ann", str.upper) == said
