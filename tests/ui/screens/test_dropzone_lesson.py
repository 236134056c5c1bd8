"""The lesson of Dropzone Commander in the window: skipped step by step, and done by keys alone."""

from __future__ import annotations

from game.rulesets.dropzone import RULESET
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
    assert state.objectives["east"].carrier == "ann.parasols"
    assert state.result.winners == ["ann"]


def test_all_its_steps_can_be_done_by_keys_alone(dummy_display: None) -> None:
    hands, place = opened()
    north = "shift+up"

    def done(step: str, *keys: str) -> None:
        assert place.coach.step is not None
        assert place.coach.step.name == step
        hands.keys(*keys)
        hands.frames_until(step, lambda: place.coach.done and place.scene.settled)
        hands.key("f10")

    for _piece in place.scene.model.pieces:
        if not place.coach.done:
            hands.key("i")
    done("unit")
    done("group", "1")
    done("search", "1", "s")
    done("fly", "1", "1", "v", *[north] * 12, "return")
    done("undo", "ctrl+z")
    done("land", *[north] * 12, "return", "l")
    done("unload", "u", north, north, "n", "return")
    done("measure", "m", "down", "return", "down", "return")
    done("shoot", "h", "d", "1", "t", "1", "1")
    done("rules", "shift+w")
    done("claim", "v", *[north] * 9, "return")
    assert place.coach.step is None
    assert place.scene.model.session.state.result.winners == ["ann"]
