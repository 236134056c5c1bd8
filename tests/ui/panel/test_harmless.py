"""Prompts that stay out of the way: what Enter and Esc do, keys that keep their meaning, questions not asked again."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from game.engine.core.decisions import Choose, Pick, random_answer
from game.engine.core.windows import PASS
from game.engine.history.undo_policy import standing_orders
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker
from tests.ui.driver import Driver
from tests.ui.panel.test_standing_orders import asked_at, at_a_window
from tests.ui.table.test_dragged_units import PIKES, battle
from tests.ui.table.test_hands import NOVA, drag, duel

Window = Callable[..., Driver]
UNTIL = {"bushido": "turn", "aos4": "phase", "dropzone": "round"}


@pytest.mark.parametrize("book", ["bushido", "aos4", "dropzone"])
def test_enter_says_no_unless_something_was_chosen(window: Window, book: str) -> None:
    driver = window(at_a_window(book))
    if driver.scene.focus.sheets:
        driver.key("return")
    entries = len(driver.session.journal)
    rows = [row for row in driver.scene.focus.actions.actions if row.also == "return"]
    assert [row.id for row in rows] == [PASS]
    driver.key("return")
    assert driver.session.journal[entries] == PASS


def test_enter_ends_an_activation_but_never_after_a_drop_that_failed(window: Window) -> None:
    driver = window(duel().session)
    driver.click(driver.at(*NOVA))
    driver.keys("home", "home")
    drag(driver, NOVA, (9.0, 9.0), (25.0, 18.0))
    assert driver.session.journal == [["nova"]]
    driver.key("return")
    assert driver.session.journal == [["nova"]]
    assert driver.scene.model.notice.title.startswith("Nothing was put down")
    assert not any(row.also for row in driver.scene.focus.actions.actions)
    driver.key("escape")  # the message
    driver.key("escape")
    driver.key("1")
    assert driver.session.journal == [["nova"]]
    driver.key("return")
    assert driver.session.journal == [["nova"], "end"]


def test_enter_takes_what_was_chosen_before_the_harmless_answer(window: Window) -> None:
    driver = window(duel().session)
    driver.click(driver.at(*NOVA))
    driver.keys("tab", "return")
    assert driver.session.journal[-1] != "end"


@pytest.mark.parametrize("book", UNTIL)
def test_a_question_is_not_asked_again_until_its_span_has_ended(window: Window, book: str) -> None:
    driver = window(at_a_window(book))
    if driver.scene.focus.sheets:
        driver.key("return")
    player, timing = asked_at(driver.session)
    until = driver.session.pending().until
    assert until.startswith(UNTIL[book])
    driver.click(driver.row(f"No, and not again this {UNTIL[book]}")[1].center)
    assert [*driver.session.passing[player]] == [f"{timing}.{until}"]
    assert len(standing_orders(driver.session, player)) == 1
    session, rng, asked = driver.session, Random(2), list[str]()
    for _answer in range(3000):
        if session.decision is None or len(asked) > 1:
            break
        decision = session.pending()
        if (decision.player, decision.window) == (player, timing):
            asked.append(decision.until)
            assert not standing_orders(session, player)
        session.answer(random_answer(decision, rng))
    assert asked or book == "dropzone"  # there are not as many cards
    assert until not in asked


def test_rows_without_a_letter_are_numbered_from_the_top_and_keep_their_numbers(window: Window) -> None:
    names = ("Nova", "Pyre", "Comet")
    pieces = [godbreaker(name, A, 6.0 + 4 * number, 10.0, 8) for number, name in enumerate(names)]
    driver = window(begin(*pieces, godbreaker("Scoria", B, 10.0, 16.0, 8)).session)

    def keys() -> dict[str, str]:
        return {row.label.split()[0]: row.shortcut for row in driver.scene.focus.actions.actions}

    assert keys() == {"Nova": "1", "Pyre": "2", "Comet": "3"}
    driver.keys("1", "return")  # Nova does nothing
    while driver.session.pending().player != A or not isinstance(driver.session.pending(), Pick):
        driver.key("return" if isinstance(driver.session.pending(), Choose) else "1")
    assert keys() == {"Pyre": "2", "Comet": "3"}, "the number of who has acted stays free"


def test_esc_goes_one_step_back_from_a_move_of_a_unit(window: Window) -> None:
    driver = window(battle("movement").begin().session)
    driver.scene.focus.call(lambda: driver.scene.model.answer(f"normal-move {PIKES}"))
    driver.frame()
    driver.key("escape")
    assert driver.session.journal == []
    assert not driver.scene.focus.sheets
    assert isinstance(driver.session.pending(), Choose)


def test_a_unit_that_cannot_go_where_it_was_sent_does_not_stay_by_enter(window: Window) -> None:
    driver = window(battle("movement").begin().session)
    driver.scene.focus.call(lambda: driver.scene.model.answer(f"normal-move {PIKES}"))
    driver.frame()
    controller = driver.scene.focus.controller
    assert controller is not None
    assert next(row for row in controller.actions() if row.primary).also == "return"
    controller.missed = True  # a search that found nothing
    driver.key("return")
    assert driver.session.journal == [f"normal-move {PIKES}"]
