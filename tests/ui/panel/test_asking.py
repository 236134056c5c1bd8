"""Questions asked backwards in the window: put together, shown, and the best spot taken in hand."""

from __future__ import annotations

import time
from collections.abc import Callable

import pygame
import pytest

from game.engine.core.decisions import Place
from game.engine.questions.asking import Inquirer, Question
from game.engine.rulebook.view import Line
from game.engine.sandbox import sandbox_from
from game.ui.aids.asking import Asking
from game.ui.board.overlays import draw_pill
from game.ui.play.overlays.asked import freest
from game.ui.sandbox.screen import SandboxScreen
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.theme import Theme
from tests.rulesets.bushido.bushido_kit import skirmish_session
from tests.rulesets.godbreakers.kit import A, B, Play, begin, godbreaker, objective, table
from tests.rulesets.godbreakers.machine.test_questions import quarrel
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver, Hands

Window = Callable[..., Driver]


def asking(driver: Driver) -> Asking:
    return driver.scene.focus.asking


def said(driver: Driver) -> list[str]:
    driver.frame()
    return [line.text for section in driver.scene.sections() for line in section.lines]


def answered(driver: Driver) -> None:
    driver.frames_until("the answer", lambda: asking(driver).answer is not None)


def engage(driver: Driver, foe: str) -> None:
    """Go through the enemies, the nearest first."""
    for _enemy in range(9):
        driver.key("e")
        if asking(driver).question.engages == (foe,):
            return
    pytest.fail("it is not offered")


def asked(window: Window, play: Play | None = None) -> Driver:
    """A window that asks about Wick, who may act."""
    driver: Driver = window((play or quarrel()).session)
    driver.scene.focus.call(lambda: driver.scene.model.answer(["wick"]))
    driver.key("ctrl+a")
    assert asking(driver).piece == "wick"
    return driver


def test_a_question_is_put_together_by_keys_and_its_best_spot_taken_in_hand(window: Window) -> None:
    driver = asked(window)
    answered(driver)
    engage(driver, "marrow")
    driver.keys("r", "r", "r")
    question = asking(driver).question
    assert (question.engages, question.at_most) == (("marrow",), 2)
    answered(driver)
    assert said(driver)[0] == "Where can Wick engage Marrow and be reached by at most 2 enemies?"
    assert [entry.label for entry in driver.scene.legend()] == ["meets your conditions"]
    driver.frames_until("who could reach it", lambda: asking(driver).verdicts() is not None)
    assert any(text.startswith("Marrow: ") for text in said(driver))
    best = asking(driver).ghost.pieces[0]
    assert best is not None
    driver.key("return")
    hand = driver.scene.focus.hands.held
    assert hand is not None
    assert hand.rests
    assert hand.placing.spot == pytest.approx((best.x, best.y), abs=0.02)
    assert len(driver.session.journal) == 1  # nothing is done before it is confirmed
    driver.key("return")
    model = driver.session.game.state.models["wick"]
    assert (model.x, model.y) == pytest.approx((best.x, best.y), abs=0.02)


def test_until_something_is_asked_no_spot_is_the_best_and_the_list_has_only_what_can_be_asked(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    advice = [MenuItem("coach-plan", "Do the coach's plan")]
    monkeypatch.setattr("game.ui.play.overlays.coach.Coach.rows", lambda _coach: advice)
    driver = asked(window)
    answered(driver)
    driver.frame()
    assert asking(driver).overlay() is not None
    assert not any("Best spot" in text or "At the best spot" in text for text in said(driver))
    assert any("Choose what it should do there" in line.text for line in notes(driver))
    assert not asking(driver).ghost.pieces
    rows = driver.scene.focus.actions.actions
    assert (rows[0].id, rows[0].reason) == ("take", "nothing is asked of the spot yet")
    assert "coach-plan" not in [row.id for row in rows]
    driver.key("return")
    assert asking(driver).on
    driver.key("s")
    answered(driver)
    assert any("Best spot" in text for text in said(driver))
    assert asking(driver).ghost.pieces


def test_what_takes_long_says_how_far_it_is_and_stops_when_something_else_is_asked(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended = list[Question](), list[Question]()

    def endless(_self: Inquirer, question: Question, progress: Callable[[float], None]) -> None:
        begun.append(question)
        try:
            while True:
                progress(0.4)
                time.sleep(0.001)
        finally:
            ended.append(question)

    monkeypatch.setattr(Inquirer, "answer", endless)
    monkeypatch.setattr("game.ui.aids.asking.PATIENCE", 0.0)
    driver = asked(window)
    driver.frames_until("the work", lambda: "Working it out... 40 %" in said(driver))
    driver.key("e")
    driver.frames_until("the next question", lambda: len(begun) == 2)
    assert [each.engages for each in begun] == [(), ("gull",)]
    assert ended == begun[:1]
    driver.key("escape")
    driver.frames_until("the end of the work", lambda: ended == begun)
    driver.frames_until("rest", lambda: not asking(driver)._worker.busy)
    assert not driver.top.sheets, "nothing went wrong"


def test_a_question_is_put_together_by_the_mouse(window: Window) -> None:
    driver = asked(window)
    model = driver.session.game.state.models["gull"]
    driver.click(driver.at(model.x, model.y))
    driver.click(driver.at(16.0, 14.5))
    assert (asking(driver).question.engages, asking(driver).question.controls) == (("gull",), ("objective",))
    driver.click(driver.at(model.x, model.y))
    driver.press_row("Only where")
    assert (asking(driver).question.engages, asking(driver).question.safest) == ((), True)
    answered(driver)
    driver.key("escape")
    assert not asking(driver).on
    assert driver.scene.focus.tool is None


def test_nothing_within_reach_says_the_nearest_cause_and_takes_nothing(window: Window) -> None:
    driver = asked(window)
    driver.keys("e", "r")
    answered(driver)
    assert any(text.startswith("Nowhere within reach: ") for text in said(driver))
    assert notes(driver)[-1].text.startswith("Nowhere within reach: ")
    driver.key("return")
    assert asking(driver).on
    assert driver.scene.focus.hands.held is None


def test_a_piece_that_is_not_to_move_is_asked_about_but_not_taken(window: Window) -> None:
    driver = asked(window)
    while asking(driver).piece != "marrow":
        driver.key("tab")
    driver.key("s")
    answered(driver)
    driver.key("return")
    notice = driver.scene.model.notice.title
    assert notice == "It cannot go there now: it is not its turn to move"
    driver.frame()
    assert driver.scene.asked.heading.notes[0].text == notice


def test_while_a_place_is_asked_for_the_best_spot_is_the_ghost(window: Window) -> None:
    play = quarrel()
    driver: Driver = window(play.session)
    driver.scene.focus.call(lambda: driver.scene.model.answer(["wick"]))
    driver.scene.focus.call(lambda: driver.scene.model.answer("move"))
    assert isinstance(driver.session.decision, Place)
    driver.keys("ctrl+a", "s")
    answered(driver)
    best = asking(driver).ghost.pieces[0]
    assert best is not None
    driver.key("return")
    assert getattr(driver.scene.focus.controller, "spot", None) == pytest.approx((best.x, best.y), abs=0.02)


def test_bushido_comes_to_base_contact(window: Window) -> None:
    driver: Driver = window(skirmish_session(ki=0))
    driver.scene.focus.inspection.selected = "ann.temple-guard-spear"
    driver.key("ctrl+a")
    asking(driver).foes = ("bob.river-bandit-cutter-1",)
    answered(driver)
    driver.key("return")
    hand = driver.scene.focus.hands.held
    assert hand is not None
    assert hand.rests
    assert hand.meets


def test_a_rulebook_without_answers_says_so(window: Window) -> None:
    driver: Driver = window(toy_session())
    driver.key("ctrl+a")
    assert not asking(driver).on
    assert driver.scene.model.notice.title == "Nothing to ask here: no piece on the table can move"


def test_the_sandbox_asks_too_and_holds_the_piece_over_the_best_spot(dummy_display: None) -> None:
    hands = Hands()
    screen = SandboxScreen(hands.window, sandbox_from(quarrel().session))
    hands.window.go(screen)
    hands.frame()
    screen.model.select("wick")
    hands.frame()
    hands.key("a")
    tool = screen.scene.focus.asking
    assert tool.piece == "wick"
    hands.key("s")
    hands.frames_until("the answer", lambda: tool.answer is not None)
    best = tool.ghost.pieces[0]
    assert best is not None
    hands.key("return")
    assert screen.model.hand.spot == (best.x, best.y)
    hands.key("return")
    assert (screen.model.pieces["wick"].x, screen.model.pieces["wick"].y) == pytest.approx((best.x, best.y), abs=0.02)


def tells(driver: Driver, start: str) -> bool:
    return any(text.startswith(start) for text in said(driver))


def ends(driver: Driver, end: str) -> bool:
    return any(text.endswith(end) for text in said(driver))


def test_a_spot_that_does_not_fit_says_every_reason_and_one_that_does_who_could_come(window: Window) -> None:
    driver = asked(window)
    engage(driver, "marrow")
    answered(driver)
    driver.keys("home", "home")  # the whole table, with the far corner
    driver.move(driver.at(2.0, 2.0))
    driver.frames_until("the reasons", lambda: ends(driver, "″ too far from Wick (must be wholly within range 8)"))
    assert ends(driver, "″ too far from Marrow (must be within range 2)")
    assert any(line.text.endswith("″ too far from Wick (must be wholly within range 8)") for line in notes(driver))
    best = asking(driver).ghost.pieces[0]
    assert best is not None
    driver.move(driver.at(best.x, best.y))
    driver.frames_until("the proofs", lambda: tells(driver, "Marrow: "))
    assert not asking(driver).against()


def notes(driver: Driver) -> tuple[Line, ...]:
    """What the dock says below the prompt."""
    return driver.scene.asked.heading.notes


def test_a_marker_out_of_reach_is_asked_about(window: Window) -> None:
    held = begin(
        godbreaker("Wick", A, 12.5, 13.5, 8),
        godbreaker("Marrow", B, 17.0, 14.5, 6),
        godbreaker("Gull", B, 16.0, 15.5, 6),
        objective(16.0, 14.5),
        ground=table(),
    )
    driver = asked(window, held)
    driver.key("c")
    assert asking(driver).question.controls == ("objective",)
    answered(driver)
    told = "Nowhere within reach: Objective cannot be controlled: 2 other models are at it"
    assert told in said(driver)


def test_a_click_on_another_piece_of_ones_own_asks_about_that_one_and_shows_no_reasons(window: Window) -> None:
    driver = asked(window)
    answered(driver)
    other = next(
        piece for piece in driver.session.game.state.models.values() if piece.owner == A and piece.id != "wick"
    )
    driver.click(driver.at(other.x, other.y))
    assert asking(driver).piece == other.id
    answered(driver)
    driver.frames_until("the mouse to rest", lambda: not asking(driver).waiting(time.monotonic()))
    assert asking(driver).against() == []


def test_only_one_reason_is_shown_and_it_says_that_it_is_about_the_mouse(window: Window) -> None:
    driver = asked(window)
    answered(driver)
    driver.keys("home", "home")
    driver.move(driver.at(29.0, 1.0))
    driver.frames_until("the reasons", lambda: bool(asking(driver).against()))
    bad = [line.text for line in asking(driver).notes() if line.tone == "bad"]
    assert len(bad) == 1
    assert bad[0].startswith("Under the mouse: ")
    driver.move(driver.scene.focus.layout.dock.center)
    assert [line.tone for line in asking(driver).notes()].count("bad") == 0, "the mouse is beside the table"


def test_the_label_of_the_best_spot_lies_over_no_piece_and_no_other_label(dummy_display: None) -> None:
    theme, target = Theme(), pygame.Surface((400, 400))
    below = [(200.0, 240.0), (200.0, 160.0), (300.0, 200.0)]
    base = pygame.Rect(180, 180, 40, 40)
    assert freest("best spot", below, [base], target, theme) == below[0]
    chip = draw_pill(target, "0 U", below[0], theme)
    assert freest("best spot", below, [base, chip], target, theme) == below[1]
