"""The lesson of Bushido in the window: skipped step by step, and its beginning by keys alone."""

from __future__ import annotations

from game.rulesets.bushido import RULESET
from game.ui.lesson.screen import LessonScreen
from tests.ui.driver import Hands


def opened() -> tuple[Hands, LessonScreen]:
    hands = Hands()
    hands.window.home()
    hands.window.open("lesson", book=RULESET)
    hands.frame()
    place = hands.window.top
    assert isinstance(place, LessonScreen)
    return hands, place


def test_every_step_can_be_skipped_and_leads_to_the_position_of_the_next(dummy_display: None) -> None:
    hands, place = opened()
    seen = []
    while place.coach.step is not None:
        seen.append(place.coach.step.name)
        hands.frames_until("rest", lambda: place.scene.settled)
        hands.key("f10")
    assert seen == [step.name for step in place.coach.lesson.steps]
    state = place.scene.model.session.state
    assert state.objectives["idol-2"].friendly_to == "ann"
    assert state.models["ann.temple-guard-spear"].counters == 0


def test_its_first_steps_by_keys_alone(dummy_display: None) -> None:
    hands, place = opened()
    while not place.coach.done:
        hands.key("i")
    hands.key("f10")
    hands.keys("1", "k")
    hands.frames_until("the step", lambda: place.coach.done)
    hands.key("f10")
    hands.keys("up", "up")
    hands.frames_until("the step", lambda: place.coach.done)
    assert [place.coach.at, place.coach.step and place.coach.step.name] == [2, "way"]
