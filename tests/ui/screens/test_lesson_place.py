"""Lessons in the window: shown, by keys and by mouse; nothing is blocked or covered; left, resumed and played on."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from game import rulesets
from game.engine.saving.autosaves import autosaved, lesson_left, lesson_step
from game.play.teacher import Teacher
from game.players.bots import FIRST_OPPONENT
from game.ui.menu.menu import MenuScreen, MenuSheet
from game.ui.menu.saved_games import OpeningScreen
from game.ui.play.focus import bases, concerned
from game.ui.play.parts.lesson import BACK, SHOW, SKIP, LessonPane
from game.ui.play.screen import TableScreen
from tests.ui.driver import Hands


class Pupil(Hands):
    """Hands at a lesson."""

    def __init__(
        self, ruleset: str = rulesets.DEFAULT, size: tuple[int, int] = (1280, 720), scale: float = 1.0
    ) -> None:
        super().__init__(size)
        if scale != 1.0:
            self.window.rescale(scale)
        self.window.home()
        self.book = rulesets.load(ruleset)
        self.begin()

    def begin(self) -> None:
        self.window.open("lesson", book=self.book)
        self.frames_until("the table of the lesson", lambda: isinstance(self.top, TableScreen))
        self.frame()

    @property
    def pane(self) -> LessonPane:
        pane: LessonPane = self.top.scene.lesson
        return pane

    @property
    def teacher(self) -> Teacher:
        teacher = self.pane.teacher
        assert teacher is not None
        return teacher

    @property
    def step(self) -> str:
        step = self.teacher.step
        return step.name if step is not None else "done"

    @property
    def journal(self) -> list[object]:
        return list(self.top.scene.model.session.journal)

    def reaches(self, step: str) -> None:
        """Let frames go by until a step has begun."""
        self.frames_until(step, lambda: self.step == step)
        self.frame()

    def shown(self) -> None:
        """Let the program show a step."""
        before = self.step
        self.key("ctrl+t")
        self.frames_until(f"the end of {before}", self._moved_on(before))

    def _moved_on(self, before: str) -> Callable[[], bool]:
        def moved() -> bool:
            if self.top.sheets:  # the score of a round
                self.key("return")
            return self.step != before

        return moved

    def clear(self) -> None:
        """See that bubble and bar cover no piece concerned, and nothing else that is shown above the table."""
        self.frame()
        self.frames_until("the camera to rest", lambda: self.top.scene.focus.camera.glide is None)
        self.window.paint(self.screen)
        scene, pane = self.top.scene, self.pane
        focus = scene.focus
        pieces = bases(focus, focus.animation.view.pieces)
        assert pane.bubble.width, self.step
        assert pane.bubble.collidelist([*pieces, pane.rect]) < 0, self.step
        assert pane.rect.collidelist(concerned(focus, focus.rings)) < 0, self.step
        assert focus.layout.table.contains(pane.bubble), self.step
        assert focus.layout.table.contains(pane.rect), self.step
        covering = [place for part in scene.overlays for _kind, place in part.covering() if place.width]
        plates = [place.inflate(-4, -4) for place in covering]  # edges that touch cover nothing
        assert pane.bubble.collidelist(plates) < 0, self.step


@pytest.fixture
def pupil(dummy_display: None) -> Pupil:
    return Pupil()


@pytest.mark.parametrize("scale", [1.0])
def test_shown_step_by_step_the_lesson_covers_nothing_and_is_played_on(dummy_display: None, scale: float) -> None:
    pupil = Pupil(scale=scale)
    for step in pupil.teacher.lesson.steps:
        assert pupil.step == step.name
        pupil.clear()
        pupil.shown()
    pupil.clear()
    model = pupil.top.scene.model
    assert model.session.seats == {"ann": "human", "bob": FIRST_OPPONENT}
    assert lesson_left("godbreakers") is not None
    pupil.click(pupil.pane.tools.shown[SKIP].rect.center)
    assert model.session.lesson is None
    assert pupil.pane.teacher is None
    assert not pupil.pane.rect.width
    assert lesson_left("godbreakers") is None, "it is a game like any other now"
    assert pupil.top.scene.model.session.seats["bob"] == FIRST_OPPONENT


def test_its_first_steps_by_keys_alone(pupil: Pupil) -> None:
    assert pupil.step == "deploy"
    pupil.keys("n", "return")
    pupil.reaches("initiative")
    pupil.key("1")
    pupil.reaches("move")
    pupil.keys("1", "v", "right", "n", "return")
    pupil.reaches("measure")
    pupil.keys("m", "tab", "return", "tab", "return")
    pupil.reaches("threats")
    pupil.key("x")
    pupil.reaches("odds")
    assert not pupil.top.scene.threats.on, "aids are put away for the next step"
    assert not pupil.top.scene.focus.measuring.pinned


def test_nothing_is_blocked_and_an_answer_that_leads_astray_brings_a_hint(pupil: Pupil) -> None:
    pupil.keys("n", "return")
    pupil.reaches("initiative")
    pupil.key("1")
    pupil.reaches("move")
    pupil.keys("1", "a")
    pupil.frames_until("the enemy's answer", lambda: pupil.top.scene.model.bot is None)
    pupil.frame()
    assert len(pupil.journal) > 3, "ending an activation is allowed"
    assert (pupil.step, pupil.teacher.strayed) == ("move", True)
    assert "Ctrl\u00a0+\u00a0T" in pupil.pane._hint(pupil.teacher)
    pupil.key("ctrl+left")
    assert (pupil.step, pupil.teacher.strayed, len(pupil.journal)) == ("move", False, 2)
    pupil.key("ctrl+left")
    assert (pupil.step, len(pupil.journal)) == ("initiative", 1)
    pupil.key("ctrl+z")
    assert (pupil.step, pupil.journal) == ("deploy", [])


def test_its_buttons_by_mouse(pupil: Pupil) -> None:
    pupil.click(pupil.pane.tools.shown[SKIP].rect.center)
    assert (pupil.step, pupil.journal) == ("initiative", [])
    pupil.click(pupil.pane.tools.shown[BACK].rect.center)
    assert pupil.step == "deploy"
    pupil.click(pupil.pane.tools.shown[SHOW].rect.center)
    pupil.reaches("initiative")
    assert len(pupil.journal) == 1
    title, _lines = pupil.pane.tip(pupil.pane.tools.shown[SHOW].rect.center) or ("", ())
    assert "Ctrl + T" in title


def test_a_lesson_that_was_left_goes_on_at_its_step(pupil: Pupil) -> None:
    for _ in range(2):
        pupil.shown()
    assert pupil.step == "move"
    journal = pupil.journal
    pupil.window.home()
    pupil.frame()
    menu = pupil.top
    assert isinstance(menu, MenuScreen)
    menu.chosen, menu.group = "godbreakers", "learn"
    entry = next(each for each in menu.entries("learn") if each.name == "lesson")
    sheet = menu.sheets[0]
    assert isinstance(sheet, MenuSheet)
    assert "step 3 of 11" in sheet._text(entry)
    pupil.begin()
    assert (pupil.step, pupil.journal) == ("move", journal)
    pupil.window.home()
    pupil.window.open("continue")
    pupil.frames_until("the game", lambda: not isinstance(pupil.top, OpeningScreen))
    pupil.frame()
    assert pupil.step == "move"
    [path] = autosaved()
    assert lesson_step(path) == 3
    assert lesson_step(path, "bushido") == 0
    assert json.loads(path.read_text(encoding="utf-8"))["lesson"] == [0, 1, 2]
    pupil.shown()
    pupil.window.home()
    pupil.frame()
    menu.chosen = "godbreakers"
    assert "step 4 of 11" in sheet._text(entry), "read anew at every visit"


def test_an_ordinary_game_has_no_lesson(dummy_display: None) -> None:
    pupil = Pupil()
    pupil.top.scene.model.session.lesson = None
    pupil.frame()
    assert not pupil.pane.rect.width
    for command in (BACK, SHOW, SKIP):
        pupil.top.scene.focus.perform(command)
    assert pupil.journal == []


def test_an_answer_before_the_dice_lie_counts(pupil: Pupil, monkeypatch: pytest.MonkeyPatch) -> None:
    """The question of the second step is answered while the dice of the first still fall."""
    with monkeypatch.context() as falling:
        falling.setattr(LessonPane, "_rests", False)
        pupil.keys("n", "return")
        pupil.key("1")
    pupil.reaches("move")
