"""An opponent that explains itself: in the log, in the panel, in the recap, in the terminal; gone when taken back."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from game.commands.text.play import TextGame
from game.engine.core.dice import KeyedDice
from game.engine.core.windows import PASS
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.play.candidate_words import candidate_lines
from game.play.session_model import SessionModel
from game.players import new_session
from game.players.random_player import random_answer
from game.rulesets import load
from game.rulesets.godbreakers.rules.state import Marker
from game.ui.animation.beats import beats_of
from game.ui.dock.text import Heading, staged_heading
from game.ui.play.parts.dock import Dock
from tests.rulesets.bushido.bushido_kit import fight_session
from tests.rulesets.godbreakers.kit import A, B, Play, begin, godbreaker, objective
from tests.ui.driver import Driver, part

Window = Callable[..., Driver]

HOLDS = "Why: 0 U from Objective; holds Objective; out of everybody's reach (+"


def against_the_machine() -> Play:
    """Bert, a program, is to act with the only model that has not; then Anna is."""
    goal: Marker = objective(18, 10)
    gull = godbreaker("Gull", B, 22, 10)
    play = begin(godbreaker("Wick", A, 4, 4), godbreaker("Flint", A, 4, 8), gull, goal, priority=(B, A))
    play.session.seats = {A: "human", B: "greedy"}
    return play


def reasons(model: SessionModel) -> dict[str, str]:
    """Why everything happened that a program did, by what happened."""
    return {entry.text.split(" ", 1)[-1].split(" ")[0]: entry.why for entry in model.log if entry.why}


@pytest.fixture
def driver(window: Window, monkeypatch: pytest.MonkeyPatch) -> Driver:
    monkeypatch.setattr("game.ui.play.bots.PACE", 0.0)
    play = against_the_machine()
    driver = window(play.session, bots=new_session.bots(play.session))
    driver.frames_until("the turn of a person", lambda: driver.scene.model.decider == A)
    driver.frame()
    return driver


def test_a_reason_outlasts_a_change_of_language(driver: Driver) -> None:
    before = [entry.why for entry in driver.scene.model.log]
    assert any(before)
    driver.scene.model.retranslate()
    assert [entry.why for entry in driver.scene.model.log] == before


def test_an_action_that_cannot_be_taken_says_first_why(window: Window) -> None:
    play = begin(godbreaker("Wick", A, 4, 4), godbreaker("Gull", B, 22, 10))
    play.answer(["wick"])
    driver = window(play.session)
    driver.frame()
    dock, actions = part(driver.scene, Dock), driver.scene.focus.actions
    place = next(place for row, place in actions.rows() if row.id == "engage")
    tip = dock.tip(place.center)
    assert tip is not None
    first, *rest = tip[1]
    assert (first.text, first.tone) == ("no enemy is next to Wick", "bad")
    assert rest, "the rule follows"


def test_what_a_program_does_stands_in_the_log_with_its_reason(driver: Driver) -> None:
    told = reasons(driver.scene.model)
    assert "activates" not in told, "no other model is left to act"
    assert told["moves"].startswith(HOLDS)
    assert told["activation"] == "Why: nothing better to do"
    log = driver.scene.log
    (moved,) = [entry for entry in driver.scene.model.log if entry.why.startswith(HOLDS)]
    plain = type(moved)(moved.text, moved.rule)
    assert log.entry_height(moved) > log.entry_height(plain), "the reason has a line of its own"


def test_the_panel_tells_the_last_reason_until_something_else_is_looked_at(driver: Driver) -> None:
    driver.scene.focus.sheets.clear()
    driver.frame()
    section, to_come = driver.scene.sections()
    assert to_come.title == "What appears here"
    assert (section.title, section.lines[0].text) == ("Gull's activation ends", "Why: nothing better to do")


def test_what_a_person_does_is_not_shown_with_the_reason_of_a_program(tmp_path: Path) -> None:
    session = against_the_machine().session
    model = SessionModel(session, lambda played: None, tmp_path, new_session.bots(session))
    model.watched, rng = True, random.Random(1)
    shown: dict[str, list[Heading]] = {A: [], B: []}
    while not shown[A]:
        view, seen, decider = model.view, len(session.events), model.decider
        answer = model.bots[B](session) if decider == B else random_answer(session.pending(), rng)
        assert model.answer(answer, new_session.reason_of(model.bots[B]) if decider == B else "")
        beats = beats_of(session.events, model.shots, view, seen)
        shown[decider] += [staged_heading(model, beat, {}) for beat in beats]
    (moved,) = [head for head in shown[B] if head.prompt.startswith("Gull moves")]
    assert moved.told[0].text.startswith(HOLDS)
    assert {head.told for head in shown[A]} == {()}


def test_only_what_a_program_decided_has_its_reason(tmp_path: Path) -> None:
    wick, gull = godbreaker("Wick", A, 4, 4, activated=True), godbreaker("Gull", B, 22, 10, damage=1)
    session = begin(wick, gull, objective(18, 10), priority=(B, A), dice=[4, 3, 2]).session
    model = SessionModel(session, lambda played: None, tmp_path, new_session.bots(session))
    for answer in (["gull"], "end"):
        model.answer(answer, "so be it")
    told = [event.kind for event, entry in zip(session.events, model.log, strict=True) if entry.why]
    assert told == ["ActivationEnded"], "Gull alone could act, and its recovery is not what it wanted"


def test_what_others_do_once_a_program_has_declined_has_no_reason(tmp_path: Path) -> None:
    rules, rng = load("aos4"), random.Random(5)
    session: Session = Session(rules, rules.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(3))
    model = SessionModel(session, lambda played: None, tmp_path, {})
    whose: dict[bool, set[bool]] = {True: set(), False: set()}
    while not (whose[True] and whose[False]):
        decision, before = session.pending(), len(session.events)
        asks = decision.window == "reaction"
        model.answer(PASS if asks else random_answer(decision, rng), "so be it")
        if len(session.events) > before:
            theirs = rules.owners(session.game).get(getattr(session.events[before], "unit", ""), "") != decision.player
            whose[asks and theirs].add(bool(model.log[before].why))
    assert whose[True] == {False}
    assert True in whose[False]


def test_the_recap_tells_reasons_below_what_was_done(driver: Driver) -> None:
    (moved,) = [step for step in driver.scene.hand_over.recap() if "moves" in step.lines[0].text]
    assert moved.lines[1].text.startswith(HOLDS)


def test_a_reason_goes_with_what_is_taken_back(driver: Driver) -> None:
    model = driver.scene.model
    model.session.undo()
    model.refresh()
    assert "has" not in reasons(model)
    assert reasons(model)["moves"].startswith(HOLDS)


def test_in_the_terminal_reasons_stand_behind_what_was_done(tmp_path: Path) -> None:
    play = against_the_machine()
    told: list[str] = []
    model = SessionModel(play.session, lambda played: None, tmp_path, new_session.bots(play.session))
    TextGame(model, lambda: None, told.append).run()
    (moved,) = [line for line in told if line.startswith("- Gull moves")]
    assert HOLDS in moved


def test_the_menu_of_the_table_says_what_the_game_is_about(driver: Driver) -> None:
    driver.scene.focus.sheets.clear()
    driver.key("escape")
    (aim,) = driver.scene.focus.sheets[-1].lines
    assert aim.text.startswith("The Score: Plunder the hoards")
    assert aim.rule == "G-SCN-THE-SCORE"


def test_what_a_program_weighed_is_shown_on_demand(driver: Driver) -> None:
    scene = driver.scene
    before = scene.rated.weighing
    driver.key("ctrl+b")
    weighing = scene.rated.weighing
    assert before is None
    assert weighing is not None
    assert any(each.answer == weighing.answer for each in weighing.rated)
    worths = [each.worth for each in weighing.rated]
    assert worths == sorted(worths, reverse=True)
    section = scene.sections()[-1]
    assert section.title == "What it considered"
    assert [line.tone for line in section.lines].count("good") == 1
    assert all(each.why in line.text for each, line in zip(weighing.rated, section.lines, strict=False))
    driver.key("ctrl+b")
    assert driver.scene.rated.weighing is None


def test_what_was_weighed_is_forgotten_with_the_answer(driver: Driver) -> None:
    model = driver.scene.model
    assert model.weighings
    last = model.weighings[-1]
    assert last.events.stop <= len(model.session.events)
    model.session.rewind(model.session.first_known)
    model.refresh()
    assert last not in model.weighings


def test_what_was_weighed_keeps_its_words_when_the_game_has_gone_on(tmp_path: Path) -> None:
    """Bushido judges an action when somebody looks at it, which nobody can do any more after it is declared."""
    session = fight_session()
    model = SessionModel(session, lambda _seat: None, tmp_path)
    chosen = session.pending().options[0]  # type: ignore[attr-defined]
    session.rewind(len(session.journal))
    model.open(session)
    assert model.answer(chosen.key, rated=[Prospect(chosen.key, 1.0, "it is the best")])
    (line,) = candidate_lines(model, model.weighings[-1])
    assert line.text.startswith(f"1. {chosen.label}")
