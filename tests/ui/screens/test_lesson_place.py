"""Lessons in the window: shown, by keys and by mouse; nothing is blocked or covered; left, resumed and played on."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game import rulesets
from game.engine.core.decisions import Answer, Arrange
from game.engine.saving.autosaves import autosaved, lesson_left, lesson_step
from game.play.teacher import Teacher
from game.players.bots import FIRST_OPPONENT
from game.ui.menu.menu import MenuScreen, MenuSheet
from game.ui.menu.saved_games import OpeningScreen
from game.ui.play.focus import bases
from game.ui.play.parts import lesson
from game.ui.play.parts.lesson import BACK, SHOW, SKIP, LessonPane
from game.ui.play.screen import TableScreen
from game.ui.widgets.text import wrap
from game.ui.widgets.theme import Theme
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
        """Let the program show a step, and go on at its end."""
        before = self.step
        self.key("ctrl+t")
        self.frames_until(f"the end of {before}", self._moved_on(before))

    def _moved_on(self, before: str) -> Callable[[], bool]:
        def moved() -> bool:
            if self.step != before:
                return True
            if self.top.sheets:  # the score of a round
                self.key("return")
            elif self.step == before and self.teacher.done:
                self.key("f10")
            elif self.step == before and not self.pane._shows and self.top.scene.focus.asked is not None:
                self._go_on_showing()
            return self.step != before

        return moved

    def _go_on_showing(self) -> None:
        """Ask to be shown one more act; give an answer that is the learner's own."""
        if self.teacher.guesses and self.pane._is_own_choice:
            answer = self.teacher.example()
            assert answer is not None
            self.top.scene.focus.call(lambda: self.top.scene.model.answer(answer))
        self.key("ctrl+t")

    def _bubbles(self) -> bool:
        if self.top.sheets:  # the score of a round
            self.key("return")
        return bool(self.pane.bubble.width)

    def at(self, step: str) -> None:
        """Come to a step as the program shows all before it."""
        while self.step != step:
            self.shown()
        self.frame()

    def rest(self) -> None:
        """Let the camera come to rest."""
        self.frames_until("the camera to rest", lambda: self.top.scene.focus.camera.glide is None)
        self.frame()

    def clear(self) -> None:
        """See that bubble and bar cover no piece concerned, and nothing else that is shown above the table."""
        self.frames_until("the learner's turn", self._bubbles)
        self.rest()
        scene, pane = self.top.scene, self.pane
        focus = scene.focus
        pieces = bases(focus, focus.animation.view.pieces)
        assert pane.bubble.width, self.step
        assert pane.bubble.collidelist([*pieces, pane.rect]) < 0, self.step
        assert pane.bubble.collidelist(focus.context.sprites.names.shown) < 0, self.step
        assert focus.layout.table.contains(pane.bubble), self.step
        assert pane.rect.topleft == focus.layout.table.bottomleft, "it lies below the table"
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
    model = pupil.top.scene.model
    assert model.session.seats == {"ann": "human", "bob": FIRST_OPPONENT}
    assert lesson_left("godbreakers") is not None
    pupil.frames_until("the end of the lesson", lambda: pupil.top.sheets)
    assert pupil.top.sheets[-1].title == "Well done!"
    pupil.key("return")
    assert model.session.lesson is None
    assert pupil.pane.teacher is None
    assert not pupil.pane.rect.width
    assert lesson_left("godbreakers") is None, "it is a game like any other now"
    assert pupil.top.scene.model.session.seats["bob"] == FIRST_OPPONENT


@pytest.mark.parametrize("book", [book.name for book in rulesets.usable()])
def test_after_its_last_step_it_says_so_and_what_to_do_next(dummy_display: None, book: str) -> None:
    pupil = Pupil(book)
    pupil.frames_until("the first step", pupil._bubbles)
    while pupil.teacher.step is not None:
        pupil.press("f10")
    pupil.frames_until("the end of the lesson", lambda: pupil.top.sheets)
    sheet = pupil.top.sheets[-1]
    assert (sheet.title, [line.text for line in sheet.lines]) == ("The end of the lesson", [pupil.teacher.lesson.end])
    assert [row.label for row in sheet.actions[2:]] == ["Drills", "Main menu"]
    lesson = pupil.top
    pupil.press("y" if book == "dropzone" else "escape")
    pupil.tick()
    assert lesson.scene.model.session.lesson is None, "nothing of the lesson stays on the table"
    assert (pupil.top is lesson) == (book != "dropzone")


def test_its_first_steps_by_keys_alone(pupil: Pupil) -> None:
    assert pupil.step == "aim"
    pupil.key("f10")
    assert pupil.step == "deploy"
    pupil.keys("n", "return")
    pupil.reaches("initiative")
    pupil.key("1")
    pupil.reaches("move")
    pupil.shown()
    pupil.reaches("measure")
    pupil.keys("m", "tab", "return")
    assert not pupil.teacher.done, "a measurement has two ends"
    pupil.keys("tab", "return")
    assert (pupil.step, pupil.teacher.done) == ("measure", True), "it stays until it has been read"
    assert "This is the distance: " in pupil.pane._text(pupil.teacher)
    assert " U" in pupil.pane._text(pupil.teacher)
    assert pupil.top.scene.focus.measuring.pinned
    pupil.key("f10")
    assert pupil.step == "threats"
    assert not pupil.top.scene.focus.measuring.pinned, "aids are put away for the next step"
    pupil.key("x")
    pupil.frames_until("the map", lambda: pupil.teacher.done)
    assert (pupil.step, pupil.top.scene.threats.on) == ("threats", True)
    assert "red three" in pupil.pane._text(pupil.teacher)
    pupil.click(pupil.pane.next.center)
    assert (pupil.step, pupil.top.scene.threats.on) == ("odds", False)


def test_odds_are_seen_only_once_they_are_pointed_at_in_their_own_step(pupil: Pupil) -> None:
    pupil.at("measure")
    gull = pupil.top.scene.model.pieces["bob.gull"]
    pupil.rest()
    pupil.move(pupil.top.scene.focus.camera.to_screen(gull.x, gull.y))
    assert pupil.top.scene.focus.odds() is not None
    for _ in range(2):
        pupil.key("f10")
    assert (pupil.step, pupil.teacher.done) == ("odds", False), "its text has not been read yet"
    pupil.move(pupil.top.scene.focus.camera.to_screen(gull.x, gull.y))
    assert (pupil.step, pupil.teacher.done) == ("odds", True)
    pupil.key("f10")
    assert pupil.step == "engage"


def test_nothing_is_blocked_and_an_answer_that_leads_astray_brings_a_hint(pupil: Pupil) -> None:
    pupil.keys("f10", "n", "return")
    pupil.reaches("initiative")
    pupil.key("1")
    pupil.reaches("move")
    pupil.keys("1", "s")
    assert (pupil.step, pupil.teacher.strayed) == ("move", True)
    assert "Ctrl\u00a0+\u00a0T" in pupil.pane._hint(pupil.teacher)
    pupil.key("1")
    assert not pupil.teacher.strayed, "the hint goes with the next answer"
    pupil.key("ctrl+left")
    assert (pupil.step, pupil.teacher.strayed, len(pupil.journal)) == ("initiative", False, 1)
    pupil.key("ctrl+z")
    assert (pupil.step, pupil.journal) == ("deploy", [])


def test_back_is_one_step_back_also_where_nothing_was_decided_and_the_bar_stays_in_place(pupil: Pupil) -> None:
    assert pupil.pane.tools.pale == {BACK}
    first, bar = _places(pupil), pupil.pane.rect.copy()
    pupil.key("ctrl+left")
    assert (pupil.step, pupil.journal) == ("aim", [])
    pupil.at("measure")
    length = len(pupil.journal)
    for _ in range(3):
        pupil.key("f10")
        assert (_places(pupil), pupil.pane.rect) == (first, bar)
    for step in ("odds", "threats", "measure"):
        pupil.click(pygame.Rect(first[BACK]).center)
        assert (pupil.step, len(pupil.journal)) == (step, length)
        assert (_places(pupil), pupil.pane.rect) == (first, bar)
    assert not pupil.pane.tools.pale


def _places(pupil: Pupil) -> dict[str, tuple[int, ...]]:
    return {name: tuple(button.rect) for name, button in pupil.pane.tools.shown.items()}


def test_its_buttons_by_mouse(pupil: Pupil) -> None:
    pupil.click(pupil.pane.tools.shown[SKIP].rect.center)
    pupil.click(pupil.pane.tools.shown[SKIP].rect.center)
    assert (pupil.step, pupil.journal) == ("initiative", [])
    pupil.click(pupil.pane.tools.shown[BACK].rect.center)
    assert pupil.step == "deploy"
    pupil.click(pupil.pane.tools.shown[SHOW].rect.center)
    pupil.reaches("initiative")
    assert len(pupil.journal) == 1
    title, _lines = pupil.pane.tip(pupil.pane.tools.shown[SHOW].rect.center) or ("", ())
    assert "Ctrl + T" in title


@pytest.mark.parametrize("others_wait", [False, True])
def test_one_decision_of_the_learner_is_shown_at_a_time(
    pupil: Pupil, monkeypatch: pytest.MonkeyPatch, *, others_wait: bool
) -> None:
    pupil.at("move")
    pupil.teacher.go_on()
    while pupil.step != "treasure":
        pupil.teacher.go_on()
    pupil.frame()
    session, deciders = pupil.teacher.session, list[str]()
    for name in ("bob.gull", "bob.kelpie", "bob.marrow"):
        session.state.models[name].activated |= others_wait  # then no other player ever decides in between
    give = session.answer

    def answer(given: Answer, *more: Any) -> Any:
        deciders.append(session.pending().player)
        return give(given, *more)

    monkeypatch.setattr(session, "answer", answer)
    for count in range(1, 5):
        pupil.key("ctrl+t")
        pupil.frames_until("the answer", lambda: not pupil.pane._shows and pupil.pane._given < 0)
        for _frame in range(5):
            pupil.frame()
        assert deciders.count("ann") == count
        note = pupil.top.scene.model.notice.title
        assert count > 1 or note == "One decision is shown: Ctrl + T shows the next one"


def test_enter_goes_on_where_nothing_else_uses_it(dummy_display: None) -> None:
    pupil = Pupil("aos4")
    assert (pupil.step, pupil.teacher.done) == ("aim", True)
    pupil.key("return")
    assert (pupil.step, pupil.journal) == ("deploy", [])
    pupil.begin()
    pupil.key("f10")
    pupil.key("return")
    assert pupil.step == "deploy", "it does nothing for a step that is still to be done"


def test_enter_still_answers_what_is_asked(pupil: Pupil) -> None:
    pupil.key("return")
    assert pupil.step == "aim"
    assert len(pupil.journal) == 1, "it puts the piece down"


@pytest.mark.parametrize(("ruleset", "row"), [("dropzone", "keep"), ("aos4", "deploy-unit ann.duskmoth-riders")])
def test_the_bubble_points_at_the_button_that_leads_on(dummy_display: None, ruleset: str, row: str) -> None:
    pupil = Pupil(ruleset)
    pupil.frames_until("a question", lambda: pupil.top.scene.focus.asked is not None)
    pupil.key("f10")
    pupil.rest()
    scene = pupil.top.scene
    place = next(rect for each, rect in scene.focus.actions.rows() if each.id == row)
    anchor, _radius = pupil.pane._anchor(pupil.teacher)
    assert anchor is not None
    assert (anchor.left, anchor.centery) == (scene.focus.layout.table.left, place.centery)
    assert pupil.pane.bubble.left >= anchor.left, "it covers no button"
    pupil.clear()


def test_the_bubble_points_at_the_piece_that_is_to_be_dragged(pupil: Pupil) -> None:
    pupil.at("move")
    pupil.key("1")
    pupil.rest()
    wick = pupil.top.scene.model.pieces["ann.wick"]
    anchor, _radius = pupil.pane._anchor(pupil.teacher)
    assert anchor == bases(pupil.top.scene.focus, [wick])[0]


def test_the_bubble_says_which_row_leads_on_by_its_label(dummy_display: None) -> None:
    pupil = Pupil("dropzone")
    pupil.at("vehicle")
    assert pupil.pane._hint(pupil.teacher) == "", "the text names the row"
    pupil.at("search")
    assert pupil.pane._hint(pupil.teacher) == "Now choose “Nothing more”."


def test_while_the_opponent_decides_the_bubble_hides_and_a_late_step_offers_to_go_back(dummy_display: None) -> None:
    pupil = Pupil("dropzone")
    pupil.at("vehicle")
    model = pupil.top.scene.model
    model.answer("ann.bastion.squad")
    assert isinstance(model.decision, Arrange)
    model.answer([{"id": "ann.bastion", "at": [30.0, 4.0]}])
    pupil.at("search")
    model.answer("end")
    pupil.tick()
    assert model.session.decision.player == "bob"
    assert not pupil.pane.bubble.width
    before, pupil.teacher.late = pupil.journal, True
    pupil.key("return")
    assert pupil.journal[: len(before)] == before, "a key does nothing that the hidden bubble would say"
    pupil.frames_until("the learner's turn", lambda: model.session.decision.player == "ann")
    for answer in ("ann.frontline", "ann.rifles", "end"):
        model.answer(answer)
        pupil.frame()
    assert pupil.teacher.late
    assert pupil.pane._hint(pupil.teacher) == "This can no longer be done here."
    pupil.click(pupil.pane.next.center)
    assert (pupil.step, pupil.teacher.late) == ("search", False)


def test_back_at_the_end_of_a_step_leads_to_the_step_before_also_if_its_actors_have_acted(pupil: Pupil) -> None:
    pupil.key("f10")
    assert pupil.step == "deploy"
    pupil.teacher.done = pupil.teacher.late = True
    pupil.key("ctrl+left")
    assert pupil.step == "aim"


def test_the_key_that_goes_on_is_called_the_same_in_the_bar_and_in_the_bubble(pupil: Pupil) -> None:
    labels = []
    for pupil.teacher.done in (False, True):
        pupil.frame()
        labels.append(pupil.pane.tools.shown["lesson_skip"].word)
    assert labels == ["Skip", "Next"]


def test_what_is_shown_is_in_view(pupil: Pupil) -> None:
    pupil.at("engage")
    pupil.rest()
    camera = pupil.top.scene.focus.camera
    camera.pan(-900, -700)
    assert not camera.viewport.collidepoint(camera.to_screen(*_spot(pupil, "bob.gull")))
    for _decision in range(2):
        pupil.key("ctrl+t")
        pupil.frames_until("the answer", lambda: not pupil.pane._shows and pupil.pane._given < 0)
    pupil.rest()
    assert camera.viewport.collidepoint(camera.to_screen(*_spot(pupil, "bob.gull")))


def _spot(pupil: Pupil, piece: str) -> tuple[float, float]:
    view = pupil.top.scene.model.pieces[piece]
    return view.x, view.y


def test_a_finished_lesson_begins_anew_and_one_that_was_left_may_too(pupil: Pupil) -> None:
    pupil.at("initiative")
    pupil.window.home()
    pupil.frame()
    menu = pupil.top
    menu.chosen, menu.group = "godbreakers", "learn"
    assert [each.name for each in menu.entries("learn")][:2] == ["lesson", "new-lesson"]
    pupil.window.open("new-lesson", book=pupil.book)
    pupil.frame()
    assert (pupil.step, pupil.journal) == ("aim", [])
    while pupil.step != "done":
        pupil.key("f10")
    pupil.window.home()
    pupil.frame()
    menu.chosen = "godbreakers"
    assert "new-lesson" not in [each.name for each in menu.entries("learn")]
    pupil.begin()
    assert (pupil.step, pupil.journal) == ("aim", [])


def test_a_lesson_that_was_left_goes_on_at_its_step(pupil: Pupil) -> None:
    pupil.at("move")
    journal = pupil.journal
    pupil.window.home()
    pupil.frame()
    menu = pupil.top
    assert isinstance(menu, MenuScreen)
    menu.chosen, menu.group = "godbreakers", "learn"
    entry = next(each for each in menu.entries("learn") if each.name == "lesson")
    sheet = menu.sheets[0]
    assert isinstance(sheet, MenuSheet)
    assert "step 4 of 13" in sheet._text(entry)
    pupil.begin()
    assert (pupil.step, pupil.journal) == ("move", journal)
    pupil.window.home()
    pupil.window.open("continue")
    pupil.frames_until("the game", lambda: not isinstance(pupil.top, OpeningScreen))
    pupil.frame()
    assert pupil.step == "move"
    [path] = autosaved()
    assert lesson_step(path) == 4
    assert lesson_step(path, "bushido") == 0
    assert json.loads(path.read_text(encoding="utf-8"))["lesson"] == [0, 0, 1, 2]
    pupil.shown()
    pupil.window.home()
    pupil.frame()
    menu.chosen = "godbreakers"
    assert "step 5 of 13" in sheet._text(entry), "read anew at every visit"


def test_an_ordinary_game_has_no_lesson(dummy_display: None) -> None:
    pupil = Pupil()
    pupil.top.scene.model.session.lesson = None
    pupil.frame()
    assert not pupil.pane.rect.width
    for command in (BACK, SHOW, SKIP):
        pupil.top.scene.focus.perform(command)
    assert pupil.journal == []


def test_an_answer_before_the_dice_lie_counts(pupil: Pupil, monkeypatch: pytest.MonkeyPatch) -> None:
    """The question of a step is answered while the dice of the one before still fall: its text is then still shown."""
    pupil.key("f10")
    with monkeypatch.context() as falling:
        falling.setattr(LessonPane, "_rests", False)
        falling.setattr(LessonPane, "over", lambda pane, target: None)
        pupil.keys("n", "return")
        pupil.key("1")
    pupil.frame()
    assert (pupil.step, pupil.teacher.done) == ("initiative", True), "no step is passed unread"
    pupil.key("f10")
    assert pupil.step == "move"


def test_the_words_of_a_bubble_are_set_once_in_each_shape(dummy_display: None, monkeypatch: pytest.MonkeyPatch) -> None:
    pupil, texts = Pupil(), list[str]()

    def wrapped(theme: Theme, text: str, *more: Any) -> tuple[str, ...]:
        texts.append(text)
        return wrap(theme, text, *more)

    monkeypatch.setattr(lesson, "wrap", wrapped)
    for _frame in range(2):
        pupil.pane._near = None  # it looks for its place anew
        pupil.frame()
    assert texts == []
    pupil.window.rescale(1.3)
    pupil.frame()
    assert texts
