"""What aids work out in a thread: one question at a time, kept under its key."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

import pytest

from game.ui.widgets.tasks import Abandoned, AidFault, Background
from tests.ui.driver import PATIENCE


def question(asked: list[str], name: str, go: Event) -> Callable[[], Callable[[], object]]:
    """Return a job that notes when its thread works on it, and waits there until it may go on."""

    def work() -> str:
        asked.append(name)
        assert go.wait(PATIENCE)
        return name.upper()

    return lambda: work


def test_a_question_has_no_answer_until_its_thread_has_one_and_is_asked_once() -> None:
    worker, asked, go = Background[str](), list[str](), Event()
    assert worker.ask("a", question(asked, "a", go)) is None
    assert worker.busy
    assert worker.ask("b", question(asked, "b", go)) is None, "one at a time"
    go.set()
    assert worker.answer("a", question(asked, "a", go)) == "A"
    assert worker.ask("a", question(asked, "a", go)) == "A"
    assert asked == ["a"]
    assert worker.answer("b", question(asked, "b", go)) == "B"
    assert not worker.busy


def test_an_answer_that_comes_in_is_to_be_shown_before_the_window_rests() -> None:
    worker, asked, go = Background[str](), list[str](), Event()
    go.set()
    worker.ask("a", question(asked, "a", go), PATIENCE)
    assert worker.ask("a", question(asked, "a", go)) == "A", "it came within the moment"
    assert not worker.busy, "and was shown"
    worker.ask("b", question(asked, "b", go))
    assert list(iter(lambda: worker.busy, False)), "a frame that shows it is to come"
    assert worker.ask("b", question(asked, "b", go)) == "B"


def test_a_fault_in_an_aid_is_logged_and_raised_where_the_answer_is_needed(capfd: pytest.CaptureFixture[str]) -> None:
    worker = Background[str]()

    def work() -> object:
        raise ValueError

    with pytest.raises(AidFault):
        worker.answer("a", lambda: work)
    assert "ValueError" in capfd.readouterr().err
    with pytest.raises(AidFault):
        worker.ask("a", lambda: work)
    assert worker.answer("b", lambda: lambda: "B") == "B"


def test_what_was_abandoned_is_asked_anew() -> None:
    worker, asked = Background[str](), list[str]()

    def work() -> object:
        asked.append("a")
        if len(asked) == 1:
            raise Abandoned
        return "A"

    assert worker.answer("a", lambda: work) == "A"
    assert asked == ["a", "a"]
