"""Questions that a person skips: told in the panel, listed and taken back on a sheet, by mouse and by keys."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from game.documents.reading import parse_document
from game.engine.core.decisions import Choose, random_answer
from game.engine.core.dice import KeyedDice
from game.engine.core.windows import PASS
from game.engine.history.undo_policy import standing_orders
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.documents import SaveDocument, plain
from game.engine.saving.saves import save_document
from game.engine.session import Session
from game.rulesets import load
from inchwise_conformance.typed import conversation
from tests.rulesets.aos4.test_standing_answers import GROAN, asked
from tests.rulesets.bushido.bushido_kit import skirmish_session
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver

Window = Callable[..., Driver]
SKIP = "No, and don't ask again"


def at_a_window(book: str) -> Session:
    """Return a game that asks somebody at a window."""
    if book == "bushido":
        return skirmish_session()
    rules, rng = load(book), Random(3)
    session: Session = Session(rules, rules.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(3))
    while not (session.pending().window and session.pending().rule != "D-INIT-7"):
        session.answer(random_answer(session.pending(), rng))
    return session


def asked_at(session: Session) -> tuple[str, str]:
    """Return who is asked, and at which timing."""
    return session.pending().player, session.pending().window


@pytest.mark.parametrize("book", ["bushido", "aos4", "dropzone"])
@pytest.mark.parametrize("by_mouse", [True, False])
def test_a_skipped_question_is_listed_and_asked_again(window: Window, book: str, by_mouse: bool) -> None:
    driver = window(at_a_window(book))
    if driver.scene.focus.sheets:  # the curtain before a private question
        driver.key("return")
    player, timing = asked_at(driver.session)
    prompt, entries = driver.session.pending().prompt, len(driver.session.journal)
    row, rect = driver.row(SKIP)
    lasting = [each.shortcut for each in driver.scene.focus.actions.actions if each.lasting]
    assert lasting
    assert not any(key.isdigit() for key in lasting), "a digit slips through from the question before"
    if by_mouse:
        driver.click(rect.center)
    else:
        driver.key(row.shortcut)
    assert driver.scene.model.notice.title.startswith("You won't be asked again")
    assert driver.session.passing == {player: {timing: entries}}
    assert driver.session.journal[entries] == PASS
    assert standing_orders(driver.session, player) == {timing: prompt}
    document = json.dumps(plain(save_document(driver.session)))
    assert parse_document(document, SaveDocument, "a save").passing == driver.session.passing

    driver.scene.hand_over.last_person = player
    driver.session.rewind(entries)  # so that this player decides again, whom the sheet is about
    driver.scene.focus.changed()
    driver.scene.focus.sheets.clear()
    driver.key("ctrl+d")
    row, rect = driver.row(prompt[:20])
    if by_mouse:
        driver.click(rect.center)
    else:
        driver.key(row.shortcut)
    assert driver.session.passing == {player: {}}
    assert driver.scene.focus.sheets[-1].title == "Questions you skip"
    assert "every moment" in driver.scene.focus.sheets[-1].lines[0].text
    driver.key("escape")
    assert not driver.scene.focus.sheets


def test_the_menu_leads_to_the_questions_that_are_skipped(window: Window) -> None:
    driver = window(skirmish_session())
    driver.key("f12")
    assert driver.row("Questions you skip")[0].reason == "none"
    driver.key("escape")
    driver.click(driver.row(SKIP)[1].center)
    driver.key("f12")
    row, rect = driver.row("Questions you skip")
    assert not row.reason
    driver.click(rect.center)
    assert driver.row("Use a feat before a model acts?")[0].enabled


@pytest.mark.parametrize("by_mouse", [True, False])
def test_a_reaction_by_hand_is_settled_once_and_listed(window: Window, by_mouse: bool) -> None:
    driver = window(asked(GROAN).session)
    if driver.scene.focus.sheets:  # the curtain before another player's question
        driver.key("return")
    player, entries = driver.session.pending().player, len(driver.session.journal)
    row, rect = driver.row("Never Groan this game")
    if by_mouse:
        driver.click(rect.center)
    else:
        driver.key(row.shortcut)
    assert driver.session.passing == {player: {"never-groan": entries}}
    assert driver.session.journal[entries] == PASS
    assert standing_orders(driver.session, player) == {"never-groan": "Groan: never this game"}


def test_only_a_window_can_be_skipped(window: Window) -> None:
    driver = window(toy_session())
    assert isinstance(driver.session.pending(), Choose)
    assert not any(row.label == SKIP for row in driver.scene.focus.actions.actions)


def test_to_point_at_the_row_weighs_what_passing_would_do(window: Window) -> None:
    driver = window(skirmish_session())
    driver.move(driver.row(SKIP)[1].center)
    controller = driver.scene.focus.controller
    assert controller is not None
    assert controller.weighed(driver.scene.focus.actions.pointed(), "") == PASS


def test_as_text_questions_are_skipped_and_asked_again(tmp_path: Path) -> None:
    session = skirmish_session()
    printed = conversation(session, tmp_path, "skip", "skipped", "skipped 2", "skip", "skipped 1")
    assert "  1. Use a feat before a model acts?" in printed
    assert "You don't skip that many questions." in printed
    assert "This question can't be skipped." in printed
    assert session.journal == [PASS]
    assert session.passing == {"ann": {}}


@pytest.mark.parametrize("span", [0, 1])
def test_undo_takes_an_order_back_with_its_answer(span: int) -> None:
    session = skirmish_session()
    player, timing = session.pending().player, session.pending().timings[span]
    session.pass_at(player, timing)
    assert session.journal[0] == PASS
    session.undo()
    assert session.journal == []
    assert session.passing == {player: {}}
    assert session.pending().timings[span] == timing
