"""The sheet that asks for dice that people roll themselves, by keyboard and by mouse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game import rulesets
from game.documents.reading import load_document
from game.engine.core.typed_dice import TypedDice
from game.engine.saving.documents import DiceDocument, PositionDocument
from game.engine.saving.loading import start_of
from game.engine.session import Session
from game.rulesets.bushido.rules.feats import NO
from game.ui.play.sheets import DiceSheet
from tests.rulesets.bushido.bushido_kit import acting, skirmish_session
from tests.ui.driver import Driver

ENGAGE = Path(__file__).resolve().parents[2] / "positions" / "engage.json"


def engage() -> Session:
    """Wick (d8) has engaged Gull (d8): one answer from their attack roll, which people make."""
    document = load_document(ENGAGE, PositionDocument).model_copy(update={"dice": DiceDocument(typed={})})
    return start_of(document, rulesets.find, "a position")


@pytest.fixture
def driver(window: Callable[..., Driver]) -> Driver:
    document = load_document(ENGAGE, PositionDocument)
    driver = window(engage())
    for answer in document.answers:
        assert driver.scene.model.answer(answer)
    driver.frame()
    return driver


def test_the_dice_of_an_exchange_are_typed_as_one_row(window: Callable[..., Driver]) -> None:
    started = skirmish_session()
    session = Session(started.ruleset, started.setup, TypedDice(), state=started.state)
    target = ["bob.river-bandit-cutter-1"]
    acting(session, "temple-guard-spear", "melee", target)
    driver = window(session)
    driver.keys("n", "return")
    for _key in range(40):
        if isinstance(driver.scene.focus.sheets[-1:] and driver.scene.focus.sheets[-1], DiceSheet):
            break
        driver.key("return" if driver.scene.focus.sheets else "2" if session.pending().secret else NO)
    assert [die.label for die in sheet(driver).rows.dice] == [
        "Ann, Temple Guard Spear: d6 for attack",
        "Ann, Temple Guard Spear: d6 for attack",
        "Ann, Temple Guard Spear: d6 for defence",
        "Bob, River Bandit Cutter 1: d6 for attack",
        "Bob, River Bandit Cutter 1: d6 for attack",
        "Bob, River Bandit Cutter 1: d6 for defence",
    ]
    rows = sheet(driver).rows
    assert sheet(driver).rect.contains(rows.boxes(driver.scene.window.theme)[-1][-1])
    driver.keys(*"351642", "return")
    while driver.scene.focus.sheets and isinstance(driver.scene.focus.sheets[-1], DiceSheet):  # damage
        assert {die.label.rpartition(" ")[2] for die in sheet(driver).rows.dice} == {"damage"}
        driver.keys(*"3" * len(sheet(driver).rows.dice), "return")
    rolled = [event.plain()["pool"]["dice"] for event in session.events if event.kind == "PoolRolled"]
    assert rolled == [[[3], [5]], [[1]], [[6], [4]], [[2]]]


def sheet(driver: Driver) -> DiceSheet:
    top = driver.scene.focus.sheets[-1]
    assert isinstance(top, DiceSheet)
    return top


def faces(driver: Driver) -> list[int]:
    return [die.face for die in sheet(driver).rows.dice]


def attack(driver: Driver) -> list[int]:
    """What the last attack showed, as the events tell it."""
    told = [event.plain() for event in driver.session.events if event.kind == "Rolled"]
    return [event["roll"]["faces"][0] for event in told]


def test_it_names_each_die_whose_it_is_what_for_and_the_rule(driver: Driver) -> None:
    told = [(die.label, die.rule, die.sides) for die in sheet(driver).rows.dice]
    assert told == [
        ("Ann, Wick: d8 for attack", "G-ENG-2", 8),
        ("Bob, Gull: d8 for attack", "G-ENG-2", 8),
    ]


def test_digits_and_enter_say_what_fell(driver: Driver) -> None:
    driver.keys("7", "3")
    assert faces(driver) == [7, 3]
    driver.key("return")
    assert not driver.scene.focus.sheets or not isinstance(driver.scene.focus.sheets[-1], DiceSheet)
    assert attack(driver) == [7, 3]


def test_clicks_on_faces_say_what_fell(driver: Driver) -> None:
    boxes = sheet(driver).rows.boxes(driver.scene.window.theme)
    driver.click(boxes[0][4].center)
    driver.click(boxes[1][5].center)
    assert faces(driver) == [5, 6]
    driver.press_row("Confirm the rolls")
    assert attack(driver) == [5, 6]


def test_arrows_change_a_face_and_backspace_takes_it_away(driver: Driver) -> None:
    driver.keys("right", "right", "down", "left")
    assert faces(driver) == [2, 8]
    driver.key("backspace")
    assert faces(driver) == [2, 0]
    driver.key("return")
    assert faces(driver) == [2, 0]  # not all are said: Enter only goes to the one that is missing


def test_a_face_that_the_die_does_not_have_is_not_taken(driver: Driver) -> None:
    driver.keys("9", "0")
    assert faces(driver) == [0, 0]
    done = sheet(driver).list.actions[0]
    assert done.reason == "2 of 2 still to enter"


def test_two_digits_make_one_face_of_a_large_die(driver: Driver) -> None:
    sheet(driver).rows.dice[0].sides = 12
    driver.keys("1", "2")
    assert faces(driver) == [12, 0]
    driver.key("5")
    assert faces(driver) == [12, 5]


def test_tab_goes_through_dice_and_rows_and_shows_where_it_is(driver: Driver) -> None:
    seen = []
    for _ in range(4):
        rows = sheet(driver)
        seen.append((rows.rows.cursor, rows.list.cursor))
        driver.key("tab")
    assert seen[:3] == [(0, -1), (1, -1), (-1, 1)]
    assert seen[3] == (0, -1)


def test_escape_goes_back_before_the_answer_and_nothing_has_happened(driver: Driver) -> None:
    before = driver.session.state.digest()
    driver.keys("7", "3", "escape")
    assert driver.scene.focus.sheets == []
    assert driver.session.awaiting is None
    assert driver.session.state.digest() == before
    assert driver.session.dice == TypedDice()
    assert driver.session.pending().player == "ann"


def test_after_taking_back_the_same_dice_lie_there_again(driver: Driver) -> None:
    driver.keys("7", "3", "return")
    answer = driver.session.journal[-1]
    driver.scene.focus.call(driver.scene.model.undo)
    driver.scene.focus.call(lambda: driver.scene.model.answer(answer))
    driver.frame()
    assert not any(isinstance(each, DiceSheet) for each in driver.scene.focus.sheets)
    assert attack(driver) == [7, 3]


def test_dice_for_a_bot_are_rolled_by_people_too(
    window: Callable[..., Driver], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.ui.play.bots.PACE", 0.0)
    document = load_document(ENGAGE, PositionDocument)
    session = engage()
    driver = window(session, bots={"ann": lambda game: document.answers[len(session.journal)]})
    sheets = driver.scene.focus.sheets
    driver.frames_until("the dice sheet", lambda: bool(sheets) and isinstance(sheets[-1], DiceSheet))
    assert not sheet(driver).may_close
    driver.keys("7", "3", "return")
    assert attack(driver) == [7, 3]
