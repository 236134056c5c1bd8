"""What people type into the steps of a roster: entries of a list, and a draft that is not finished."""

from __future__ import annotations

import pytest

from game.documents.error import DocumentError
from game.engine.rulebook.making import change_entry, require_finished
from game.refusal import Refusal


@pytest.mark.parametrize(
    ("which", "answer", "changed"),
    [
        ("new", "axe", ["SPEAR", "BOW", "SWORD", "AXE"]),
        ("2", "axe", ["SPEAR", "AXE", "SWORD"]),
        ("1", "-", ["BOW", "SWORD"]),
        ("2", " - ", ["SPEAR", "SWORD"]),
        ("3", "  ", ["SPEAR", "BOW"]),
    ],
)
def test_an_entry_is_added_replaced_or_removed_by_its_number(which: str, answer: str, changed: list[str]) -> None:
    entries = ["SPEAR", "BOW", "SWORD"]
    change_entry(entries, which, answer, str.upper)
    assert entries == changed


@pytest.mark.parametrize(
    ("missing", "reason"),
    [
        ([Refusal("Name", "D-ARMY-1")], "is not finished: Name (D-ARMY-1)"),
        ([Refusal("Name", "D-ARMY-1"), Refusal("Faction")], "is not finished: Name and 1 more (D-ARMY-1)"),
    ],
)
def test_a_draft_that_is_not_finished_says_what_is_missing_first(missing: list[Refusal], reason: str) -> None:
    with pytest.raises(DocumentError) as refused:
        require_finished(missing, "army")
    assert (refused.value.file, refused.value.reason) == ("army", reason)
    require_finished([], "army")
