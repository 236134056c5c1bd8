"""The lesson of battles of units: an arrangement is taken when it is about the one that is asked for."""

from __future__ import annotations

import pytest

from game.rulesets.aos4 import RULESET
from game.ui.lesson.screen import Coach, LessonScreen
from tests.ui.driver import Hands

LESSON = RULESET.papers.lesson()
MOVE = next(number for number, step in enumerate(LESSON.steps) if step.name == "move")
ASKED = LESSON.steps[MOVE].instead[2]


def shifted(dx: float, dy: float, models: int = 10) -> list[dict[str, object]]:
    assert isinstance(ASKED, list)
    return [{"id": step["id"], "at": [step["at"][0] + dx, step["at"][1] + dy]} for step in ASKED[:models]]


@pytest.mark.parametrize(
    ("answer", "taken"),
    [
        (ASKED, True),
        (shifted(0.9, -1.0), True),
        (shifted(0.9, -1.0, 6), True),
        (shifted(0.0, -2.0), False),
        (shifted(0.0, 0.0, 3), False),
        ("stay", False),
    ],
)
def test_an_arrangement_may_miss_the_one_asked_for_a_little(answer: object, taken: bool) -> None:
    coach = Coach(LESSON, at=MOVE, begun=[0] * (MOVE + 1))
    hint = coach.why_not(answer, 2)  # type: ignore[arg-type]
    assert (hint == "") == taken
    assert taken or hint == LESSON.steps[MOVE].how


def test_every_step_can_be_skipped_in_the_window_and_the_learner_wins(dummy_display: None) -> None:
    hands = Hands()
    hands.window.home()
    hands.window.open("lesson", book=RULESET)
    hands.frame()
    place = hands.window.top
    assert isinstance(place, LessonScreen)
    seen = []
    while place.coach.step is not None:
        seen.append(place.coach.step.name)
        hands.frames_until("rest", lambda: place.scene.settled)
        hands.key("f10")
    assert seen == [step.name for step in LESSON.steps]
    result = RULESET.result(place.scene.model.session.game)
    assert result is not None
    assert result.winners == ["ann"]
