"""The coach at the table: asked by a key or by a setting, in the panel and on the table; it answers nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from game.engine.history.timeline import Timeline
from game.engine.session import Session
from game.lab.hindsight import TRIES, Hindsight, worst_text
from game.players.coach import Advice
from game.players.coach import adviser as weighed
from game.ui.dock.choices import Choices
from game.ui.replay.screen import ReplayScreen
from game.ui.widgets.sheet import Section
from game.ui.widgets.theme import LAMP
from tests.games import random_game
from tests.lab.test_hindsight import judged, wasted
from tests.players.test_coach import before, scratched
from tests.rulesets.bushido.bushido_kit import fight_session
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker, objective
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver

Window = Callable[..., Driver]
ADVICE = "The coach rates the first choice highest"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.ui.play.overlays.coach.TRIES", 40)


def told(driver: Driver) -> list[Section]:
    return driver.scene.coach.sections()


def wait(driver: Driver) -> Section:
    driver.frames_until("advice", lambda: bool(told(driver)) and not driver.scene.coach.thinking)
    (section,) = told(driver)
    return section


def test_a_key_asks_and_puts_away_again(window: Window) -> None:
    play = scratched()
    driver, was = window(play.session), before(play.session)
    driver.frame()
    assert told(driver) == []
    driver.key("ctrl+k")
    section = wait(driver)
    assert section.title == ADVICE
    assert [line.text[:7] for line in section.lines] == ["1. Tern", "2. Gull"]
    assert [line.tone for line in section.lines] == ["good", "quiet"]
    driver.frame()
    assert driver.scene.content().sections[0] == section
    assert before(play.session) == was
    driver.key("ctrl+k")
    driver.frame()
    assert told(driver) == []


def test_esc_stops_a_coach_that_thinks_and_opens_no_menu(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = window(scratched().session)
    driver.frame()
    coach, thinks = driver.scene.coach, True
    monkeypatch.setattr(type(coach), "thinking", property(lambda _coach: thinks))
    monkeypatch.setattr(coach, "ask", lambda: driver.saved.append(-1))
    driver.key("escape")
    assert (driver.saved[-1:], driver.scene.focus.sheets) == ([-1], [])


def test_the_plan_is_drawn_as_numbered_arrows_and_can_be_followed(window: Window) -> None:
    """Wick's plan: to move beside the objective, in two answers."""
    play = begin(godbreaker("Wick", A, 4, 10), objective(10.5, 10), godbreaker("Gull", B, 28, 18))
    play.answer(["wick"])
    driver = window(play.session)
    driver.frame()
    coach, bare = driver.scene.coach, driver.screen.copy()
    driver.key("ctrl+k")
    driver.frames_until("advice", lambda: driver.scene.coach.told is not None)
    driver.frame()
    ends = [each.end for each in coach.plan if each.end is not None]
    assert ends
    assert len(coach.vital()) == len(ends) + 1, "ending the activation has no place"
    for number, plate in enumerate(coach.vital()):
        assert driver.screen.get_at(plate.center) != bare.get_at(plate.center), number
    rows = [row for row in driver.scene.focus.actions.actions if row.id in ("coach-plan", "coach-step")]
    assert [row.label for row in rows] == ["Do the coach's plan", "Coach, first step: Move"]
    enabled = [row.id for row in driver.scene.focus.actions.actions if row.enabled]
    assert enabled[-2:] == ["coach-plan", "coach-step"], "the others stay where they were"
    assert coach.told is not None
    assert rows[0].detail == "Move, End activation"
    assert rows[1].detail == coach.told.rated[0].why
    before, plan = len(driver.session.journal), [each.answer for each in coach.plan]
    driver.scene.focus.take(rows[0])
    assert driver.session.journal[before : before + len(plan)] == plan
    driver.key("ctrl+z")
    assert len(driver.session.journal) == before, "one step to undo"


def test_a_step_of_the_plan_without_a_place_is_on_the_table_too(window: Window) -> None:
    play = begin(godbreaker("Wick", A, 4, 10), objective(10.5, 10), godbreaker("Gull", B, 28, 18))
    play.answer(["wick"])
    driver = window(play.session)
    driver.key("ctrl+k")
    driver.frames_until("advice", lambda: driver.scene.coach.told is not None)
    driver.frame()
    coach = driver.scene.coach
    assert [step.end is None for step in coach.plan] == [True, False, True]
    assert len(coach.vital()) == 2, "what needs no place has a number of its own"
    assert coach.rows()[0].detail == "Move, End activation"


def test_the_first_step_of_the_plan_alone_can_be_taken(window: Window) -> None:
    play = begin(godbreaker("Wick", A, 4, 10), objective(10.5, 10), godbreaker("Gull", B, 28, 18))
    play.answer(["wick"])
    driver = window(play.session)
    driver.key("ctrl+k")
    driver.frames_until("advice", lambda: driver.scene.coach.told is not None)
    driver.frame()
    before, plan = len(driver.session.journal), [each.answer for each in driver.scene.coach.plan]
    row = next(each for each in driver.scene.focus.actions.actions if each.id == "coach-step")
    driver.key(row.shortcut)
    assert driver.session.journal[before:] == plan[:1]
    driver.frame()
    assert not driver.scene.coach.plan


def test_the_setting_advises_without_being_asked_until_it_is_put_away(window: Window) -> None:
    play = scratched()
    driver = window(play.session)
    driver.window.choose(replace(driver.window.options, coach=True))
    assert wait(driver).title == ADVICE
    driver.key("ctrl+k")
    driver.frame()
    assert told(driver) == []
    assert play.session.journal[-1] == "engage"


def test_advice_goes_with_the_decision_and_what_is_thought_about_it_ends(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    stops: list[Callable[[], bool]] = []

    def slow(session: Session, tries: int, stopped: Callable[[], bool]) -> Callable[[], Advice]:
        stops.append(stopped)

        def weigh() -> Advice:
            while not stopped():
                pass
            return Advice()

        return weigh

    monkeypatch.setattr("game.ui.play.overlays.coach.advised", slow)
    driver = window(scratched().session)
    driver.key("ctrl+k")
    driver.frames_until("the beginning of thought", lambda: bool(stops))
    assert told(driver)[0].lines[0].text.startswith("The coach is thinking: ")
    driver.key("ctrl+z")
    assert stops[0]()
    assert told(driver) == []


def test_a_rulebook_without_values_says_so_and_a_fault_is_told(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = window(toy_session(4))
    driver.key("ctrl+k")
    assert "does not rate answers" in wait(driver).lines[0].text

    def broken(*_given: object) -> Callable[[], Advice]:
        def weigh() -> Advice:
            raise RuntimeError("no")

        return weigh

    monkeypatch.setattr("game.ui.play.overlays.coach.advised", broken)
    driver.keys("ctrl+k", "ctrl+k")
    assert wait(driver).lines[0].text == "The coach gave up (RuntimeError: no)."


def test_every_rulebook_with_values_is_coached(window: Window) -> None:
    session = fight_session()
    driver = window(session)
    driver.key("ctrl+k")
    section = wait(driver)
    assert section.title == ADVICE
    weighing = driver.scene.coach.told
    assert weighing is not None
    assert weighing.rated == weighed(session, 40)()


# -- in hindsight ------------------------------------------------------------------------------


def looking_back(driver: Driver, session: Session) -> ReplayScreen:
    screen = ReplayScreen(driver.window, Timeline(session), lambda note: None)
    driver.window.go(screen)
    driver.frame()
    return screen


def test_what_activations_cost_is_found_in_the_replay_and_leads_to_the_moment(window: Window) -> None:
    play = wasted()
    driver, was = window(play.session), before(play.session)
    screen = looking_back(driver, play.session)
    driver.key("ctrl+k")
    driver.frames_until("the end of the job", lambda: screen.commands.job is None)
    (sheet,) = screen.sheets
    assert "Anna: " in driver.told()
    row = driver.row("Round 1 of 5, Wick (Anna): −")[0]
    assert row.detail == worst_text(judged(play, TRIES).costliest()[0])
    driver.press_row("Round 1 of 5, Wick")
    assert sheet not in screen.sheets
    assert screen.scene.timeline.moments[screen.scene.moment].entries == 1
    assert before(play.session) == was


@pytest.mark.parametrize("reviewed", [0, 1])
def test_judging_can_be_stopped_which_shows_what_was_judged_until_then(
    window: Window, monkeypatch: pytest.MonkeyPatch, reviewed: int
) -> None:
    ended: list[bool] = []

    def endless(hindsight: Hindsight) -> Iterator[tuple[int, int]]:
        hindsight.reviewed, hindsight.choices = reviewed, 2
        try:
            while True:
                yield 1, 2
        finally:
            ended.append(hindsight.stopped())

    monkeypatch.setattr(Hindsight, "steps", endless)
    driver = window(toy_session(4))
    screen = looking_back(driver, wasted().session)
    driver.key("ctrl+k")
    assert driver.row("Stop")
    driver.key("escape")
    driver.frames_until("the end of the thread", lambda: bool(ended))
    driver.frame()
    assert ended == [True]
    assert len(screen.sheets) == reviewed
    assert ("Stopped: reviewed 1 of 2 choices" in driver.told()) == bool(reviewed)


def test_a_rulebook_that_judges_nothing_says_so_in_the_replay(window: Window) -> None:
    session = toy_session(4)
    driver = window(session)
    looking_back(driver, session)
    driver.key("ctrl+k")
    assert "there is nothing to compare" in driver.told()


def test_the_page_at_the_end_leads_to_the_coach_and_the_setting_is_silent_in_the_past(window: Window) -> None:
    driver = window(random_game(3))
    driver.window.choose(replace(driver.window.options, coach=True))
    driver.frame()
    driver.press_row("Ask the coach what could have gone better")
    assert driver.row("Stop")
    driver.key("escape")
    driver.frame()
    assert driver.top.scene.coach.sections() == []


def test_while_the_coach_thinks_a_row_counts_the_seconds_and_stops_it(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = scratched()
    driver = window(play.session)
    coach = driver.scene.coach
    monkeypatch.setattr(type(coach), "thinking", property(lambda coach: coach._wanted is True))
    monkeypatch.setattr(coach, "_advise", lambda: False)
    coach.ask()
    coach._since = time.monotonic() - 7.5
    (row,) = coach.rows()
    assert (row.label, row.enabled) == ("The coach is thinking: 7 s", True)
    row.do()
    assert not coach.thinking


def test_the_row_that_the_coach_rates_highest_has_a_star(window: Window) -> None:
    driver = window(scratched().session)
    driver.frame()
    actions, bare = driver.scene.focus.actions, driver.screen.copy()
    assert isinstance(actions, Choices)
    assert actions.starred == ""
    driver.key("ctrl+k")
    wait(driver)
    driver.frame()
    [place] = [rect for row, rect in actions.rows() if row.id == actions.starred]
    assert next(row.label for row, rect in actions.rows() if rect == place).startswith("Tern")
    corner = place.left, place.top
    assert driver.screen.get_at(corner)[:3] != bare.get_at(corner)[:3]
    assert driver.screen.get_at(corner)[:3] == LAMP
