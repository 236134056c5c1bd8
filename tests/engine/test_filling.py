"""Random answers to open steps: they end in a legal roster, keep choices, roll no dice, get out of dead ends."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from game import rulesets
from game.documents.error import DocumentError
from game.engine.filling import MOST, fillable, filled, rolled
from game.engine.rosters import RosterShelf
from game.engine.rulebook.making import Choice, DieThrown, Step
from game.engine.saving.documents import plain
from game.refusal import Refusal
from tests.samples import few

SEEDS = 200


def shelf_of(book: str) -> RosterShelf:
    return RosterShelf(rulesets.load(book))


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))


@pytest.mark.parametrize("start", range(0, SEEDS, 50))
@pytest.mark.parametrize("book", ["godbreakers", "bushido", "dropzone"])
def test_random_answers_end_in_a_legal_roster(book: str, start: int) -> None:
    editor, random_rosters = shelf_of(book).editor, set()
    for seed in few(range(start, start + 50), 4):
        draft = filled(editor, editor.begin(seed), Random(seed))
        assert editor.missing(draft) == [], seed
        assert not rolled(editor.steps(draft)), seed
        random_rosters.add(str(plain(editor.finish(draft))))
    assert len(random_rosters) > 5


def test_what_was_chosen_stays() -> None:
    for book, chosen in (
        ("godbreakers", {"name": "Ash", "3.name": "Heron", "3.metal": "iron", "3.trait-1": "Tough"}),
        ("bushido", {"name": "Ash", "faction": "Still Bell", "limit": "75", "card.bell-warden": "1"}),
        ("dropzone", {"name": "Ash", "limit": "500", "faction": "Cinder Line", "groups.frontline": "2"}),
    ):
        editor = shelf_of(book).editor
        draft = editor.begin(1)
        for step, answer in chosen.items():
            draft = editor.answer(draft, step, answer)
        before = {step.id: step.value for step in editor.steps(draft) if step.id in chosen and step.id != "limit"}
        after = filled(editor, draft, Random(5))
        assert editor.missing(after) == []
        assert before.items() <= {step.id: step.value for step in editor.steps(after)}.items()
        assert after != filled(editor, draft, Random(6))
        assert after == filled(editor, draft, Random(5))


def test_what_blocks_is_still_missing() -> None:
    """A warband of a faction without cards cannot get a model."""
    editor = shelf_of("bushido").editor
    draft = editor.answer(editor.begin(1), "faction-name", "Nobody")
    assert [gap.text for gap in editor.missing(filled(editor, draft, Random(1)))] == ["at least one model"]


class Doors:
    """Three doors in a row: the first answer decides whether the last one can be opened; one answer rolls a die.

    Beyond them are optional steps: a gap of two answers, and a trap that opens a gap for good.
    """

    def wanted(self, draft: dict[str, str]) -> Sequence[Sequence[tuple[str, str]]]:
        return ()

    def steps(self, draft: dict[str, str]) -> Sequence[Step]:
        values = {name: draft.get(name, "") for name in ("first", "last", "key", "lock", "trap", "mine")}
        choices = tuple(Choice(each, each) for each in ("a", "b", "c", "d", "roll"))
        thrown = DieThrown(6, 3, "door", "open") if values["first"] == "roll" else None
        last = (
            () if values["first"] not in ("d", "roll") else (Choice("yes", "yes"), Choice("no", "no", reason="never"))
        )
        gap = (Choice("yes", "yes"),)
        return [
            Step("first", "First", "Doors", values["first"], choices=choices, thrown=thrown),
            Step("last", "Last", "Doors", values["last"], choices=last),
            Step("key", "Key", "Doors", values["key"], choices=gap, optional=True),
            Step("lock", "Lock", "Doors", values["lock"], choices=gap, optional=True),
            Step("trap", "Trap", "Doors", values["trap"], choices=gap, optional=True),
            Step("mine", "Mine", "Doors", values["mine"], choices=gap, optional=True, by_hand=True),
        ]

    def answer(self, draft: dict[str, str], step: str, answer: str) -> dict[str, str]:
        if step == "lock" and "key" not in draft:
            raise DocumentError("doors", step, "no key")
        return draft | {step: answer}

    def missing(self, draft: dict[str, str]) -> Sequence[Refusal]:
        gaps = [Refusal(step.title) for step in self.steps(draft) if step.open]
        gaps += [] if "lock" in draft else [Refusal("Lock")]
        return [*gaps, *([Refusal("Trap")] if "trap" in draft else [])]


def test_dead_ends_are_left_and_no_die_is_rolled() -> None:
    doors = Doors()
    wanted = {"first": "d", "last": "yes", "key": "yes", "lock": "yes"}
    given = [filled(doors, {}, Random(seed)) for seed in range(40)]
    assert sum(draft == wanted for draft in given) > 30
    assert all("mine" not in draft and draft["first"] != "roll" for draft in given)


def test_a_die_that_was_rolled_before_stays() -> None:
    assert filled(Doors(), {"first": "roll"}, Random(1))["first"] == "roll"


class Endless:
    """Can always be answered once more, and never ends."""

    def wanted(self, draft: int) -> Sequence[Sequence[tuple[str, str]]]:
        return ()

    def __init__(self) -> None:
        self.answers = 0

    def steps(self, draft: int) -> Sequence[Step]:
        return [Step("more", "More", "", choices=(Choice("one", "one"),))]

    def answer(self, draft: int, step: str, answer: str) -> int:
        self.answers += 1
        return draft + 1

    def missing(self, draft: int) -> Sequence[Refusal]:
        return [Refusal("more")]


def test_what_never_ends_is_given_up() -> None:
    endless = Endless()
    filled(endless, 0, Random(1))
    assert MOST <= endless.answers < 20 * MOST


def test_steps_that_random_answers_may_answer() -> None:
    choices = (Choice("a", "a"),)
    assert fillable(Step("a", "A", ""))
    assert fillable(Step("a", "A", "", choices=choices, optional=True))
    assert not fillable(Step("a", "A", "", "done", choices=choices, optional=True))
    assert not fillable(Step("a", "A", "", choices=choices, optional=True, by_hand=True))
    assert not fillable(Step("a", "A", "", choices=choices, optional=True, reason="no"))
    assert not fillable(Step("a", "A", "", suggestion="typed", optional=True))
