"""The lesson in the window: every step by keys alone and by mouse alone; skipped, taken up again, left."""

from __future__ import annotations

import pygame
import pytest

from game.engine.rulebook.lessons import LessonStep
from game.engine.saving.autosaves import autosaved
from game.ui.lesson.screen import LessonScreen
from game.ui.play.parts.drawer import Handles
from tests.ui.driver import Hands, asks


class Pupil(Hands):
    """Hands at a lesson."""

    def __init__(self, size: tuple[int, int] = (1280, 720)) -> None:
        super().__init__(size)
        self.window.home()
        self.window.open("lesson")
        self.frame()

    @property
    def place(self) -> LessonScreen:
        place = self.window.top
        assert isinstance(place, LessonScreen)
        return place

    @property
    def step(self) -> str:
        step: LessonStep | None = self.place.coach.step
        return step.name if step is not None else "done"

    @property
    def journal(self) -> list[object]:
        return list(self.place.scene.model.session.journal)

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.place.scene.focus.camera.to_screen(x, y)

    def piece(self, name: str) -> tuple[float, float]:
        piece = self.place.scene.model.pieces[name]
        return self.at(piece.x, piece.y)

    @property
    def hint(self) -> str:
        return " ".join(refusal.text for refusal in self.place.scene.model.notice.refusals)

    def is_done(self) -> bool:
        return self.place.coach.done

    def settled(self) -> None:
        """Let everything be drawn to its end."""
        self.frames_until("the end of all that moves", lambda: self.place.scene.settled)
        self.frame()

    def goes_on(self, step: str, by: str = "f10") -> None:
        """Wait until the step is done, go on by a key or the mouse, and see that the next one is this."""
        before = self.step
        self.settled()
        assert self.place.coach.done, before
        assert self.step == before
        if by == "mouse":
            self.button("go")
        else:
            self.key(by)
        assert self.step == step

    def button(self, name: str) -> None:
        plate = self.place.plate
        rect = next(rect for action, rect in plate.list.rows() if action.id == name)
        self.click(rect.center)


@pytest.fixture
def pupil(dummy_display: None) -> Pupil:
    return Pupil()


def test_a_mouse_on_the_plate_points_at_nothing_on_the_table_however_the_view_moves(pupil: Pupil) -> None:
    pupil.move(pupil.piece("bob.gull"))
    pupil.goes_on("activate", by="mouse")
    pupil.settled()
    scene = pupil.place.scene
    assert (scene.focus.under_mouse, scene.focus.inspection.hovered, scene.focus.actions.hovered) == ("", "", -1)


def test_the_whole_lesson_by_keys_alone(pupil: Pupil) -> None:
    assert pupil.step == "base"
    for _ in range(12):
        if not pupil.place.coach.done:
            pupil.key("i")
    pupil.goes_on("activate")
    pupil.keys("escape", "1")
    pupil.goes_on("region")
    pupil.key("v")
    assert not pupil.place.coach.done, "Move was chosen, nothing was looked at yet"
    pupil.key("right")
    pupil.goes_on("obstacle")
    type_place(pupil, "17.2, 14")
    pupil.key("return")
    pupil.goes_on("undo")
    pupil.key("ctrl+z")
    pupil.goes_on("threats")
    pupil.keys("x", "x")
    pupil.goes_on("ruler")
    pupil.keys("m", "tab", "return", "tab", "return")
    pupil.goes_on("engage")
    type_place(pupil, "17.2, 14")
    pupil.keys("return", "e", "1")
    pupil.goes_on("special")
    pupil.keys("1", "p")
    pupil.goes_on("rules")
    pupil.key("shift+w")
    pupil.goes_on("score")
    pupil.key("a")
    pupil.goes_on("done")


def type_place(pupil: Pupil, text: str) -> None:
    """Type where the ghost goes, as after T."""
    pupil.key("t")
    assert asks(pupil.place.scene.focus.sheets)
    pupil.write(text)


def test_the_whole_lesson_by_mouse_alone(pupil: Pupil) -> None:
    pupil.move(pupil.piece("bob.gull"))
    pupil.goes_on("activate", "mouse")
    pupil.click(pupil.piece("ann.wick"))
    pupil.goes_on("region", "mouse")
    pupil.press_row("Move")
    pupil.move(pupil.at(14, 17))
    pupil.goes_on("obstacle", "mouse")
    pupil.click(pupil.at(17.2, 14.0))
    pupil.goes_on("undo", "mouse")
    press_tool(pupil, "undo")
    pupil.goes_on("threats", "mouse")
    pupil.button("skip")
    press_tool(pupil, "measure")
    pupil.click(pupil.piece("ann.ember"))
    pupil.click(pupil.piece("bob.gull"))
    pupil.goes_on("engage", "mouse")
    pupil.click(pupil.at(17.2, 14.0))
    pupil.press_row("Engage")
    pupil.click(pupil.piece("bob.gull"))
    pupil.goes_on("special", "mouse")
    pupil.click(pupil.piece("ann.ember"))
    pupil.press_row("Plunder")
    pupil.goes_on("rules", "mouse")
    scene = pupil.place.scene
    pupil.click(next(part for part in scene.parts if isinstance(part, Handles)).rects()["log"].center)
    pupil.click(scene.drawer.buttons()["rules"].center)
    pupil.click(scene.rules.cited[0][0].center)
    pupil.goes_on("score", "mouse")
    pupil.press_row("End activation")
    pupil.goes_on("done", "mouse")


def test_a_step_takes_only_the_act_that_it_asks_for_and_nothing_is_lost(pupil: Pupil) -> None:
    before = pupil.place.scene.model.session.state.digest()
    pupil.key("1")  # it asks to read a base, not to choose who acts
    pupil.click(pupil.piece("ann.wick"))
    assert pupil.journal == []
    assert "Gull" in pupil.hint
    pupil.keys("f10", "2")
    assert pupil.journal == [], "Ember was chosen, not Wick"
    assert "Wick" in pupil.hint
    pupil.key("ctrl+z")
    assert pupil.place.scene.model.session.state.digest() == before
    pupil.keys("f10", "2")
    assert pupil.journal == [["ann.wick"]], "Ready was chosen, not Move"
    pupil.keys("f10")
    pupil.click(pupil.at(14.5, 17.5))
    assert len(pupil.journal) == 2, "it may move there, but not in this step"
    assert "beside Gull" in pupil.hint
    pupil.click(pupil.at(17.3, 14.1))
    assert len(pupil.journal) == 3, "nearly there is near enough"


def test_what_leads_away_from_the_lesson_is_refused_with_a_word(pupil: Pupil) -> None:
    place, begun = pupil.place, pupil.journal
    for command in ("load", "save", "referee", "sandbox", "undo"):
        place.scene.model.notice.refusals = ()
        place.input.commands.do(command)
        assert pupil.hint, command
        assert pupil.window.top is place
    assert not place.scene.focus.sheets
    person = place.scene.model.decider
    interrupt = next(each for each, _ in place.ruleset.interrupts(place.scene.model.session.game, person))
    assert not place.scene.model.declare(interrupt)
    assert pupil.journal == begun


def test_a_step_that_is_done_waits_for_go_on_and_takes_nothing_else(pupil: Pupil) -> None:
    pupil.keys("f10", "1")
    pupil.settled()
    assert (pupil.step, pupil.place.coach.done) == ("activate", True)
    assert pupil.place.plate.list.actions[0].label == "Next"
    for _ in range(30):
        pupil.frame()
    assert pupil.step == "activate"
    pupil.keys("1", "ctrl+z")
    assert pupil.journal == [["ann.wick"]]
    assert "Next" in pupil.hint
    pupil.handle(key_down(pygame.K_F10), key_down(pygame.K_F10), key_down(pygame.K_F10))
    assert pupil.step == "region", "a held key goes on once"


def key_down(key: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="")


def test_nothing_goes_on_while_something_is_drawn_or_tumbles(pupil: Pupil, monkeypatch: pytest.MonkeyPatch) -> None:
    pupil.keys("f10", "f10", "f10")
    tray = pupil.place.scene.focus.animation.tray
    monkeypatch.setattr(tray, "running", lambda now: True)
    pupil.click(pupil.at(17.2, 14.0))
    for _ in range(5):
        pupil.frame()
    assert len(pupil.journal) == 3
    assert not pupil.is_done()
    monkeypatch.setattr(tray, "running", lambda now: False)
    pupil.settled()
    assert pupil.is_done()
    monkeypatch.setattr(tray, "running", lambda now: True)
    pupil.key("f10")
    assert pupil.step == "obstacle"
    monkeypatch.setattr(tray, "running", lambda now: False)
    pupil.key("f10")
    assert pupil.step == "undo"


def test_the_lesson_begins_close_to_a_few_large_pieces(pupil: Pupil) -> None:
    scene = pupil.place.scene
    close = scene.focus.camera.scale
    seen = [
        piece for piece in scene.model.view.pieces if scene.focus.layout.table.collidepoint(pupil.at(piece.x, piece.y))
    ]
    assert 1 <= len(seen) <= 5
    scene.focus.camera.fit()
    assert close > 1.8 * scene.focus.camera.scale
    for _ in range(5):
        pupil.key("f10")
    assert pupil.step == "threats"
    assert scene.focus.camera.is_fitted()


def press_tool(pupil: Pupil, name: str) -> None:
    """Click a button of the bar; it tells of its press one event later."""
    pupil.click(pupil.place.scene.bar.tools.shown[name].rect.center)
    for event in pygame.event.get():
        pupil.handle(event)
    pupil.frame()


def test_skipping_every_step_plays_it_to_the_end_by_real_answers(pupil: Pupil) -> None:
    for step in pupil.place.coach.lesson.steps:
        assert pupil.step == step.name
        pupil.key("f10")
    assert pupil.step == "done"
    assert pupil.place.scene.model.view.result.startswith("Ann wins")
    pupil.key("f10")
    assert pupil.step == "done", "there is nothing left to skip"


def test_once_more_goes_back_to_where_the_step_began(pupil: Pupil) -> None:
    pupil.keys("f10", "f10", "f10", "f10")
    assert pupil.step == "undo"
    pupil.key("f9")
    assert (pupil.step, len(pupil.journal)) == ("obstacle", 2)
    pupil.keys("escape", "return")
    pupil.button("again")
    assert pupil.step in ("region", "obstacle")
    for _ in range(6):
        pupil.key("f9")
    assert (pupil.step, pupil.journal) == ("base", [])


def test_leaving_keeps_nothing_and_returns_to_the_menu(pupil: Pupil) -> None:
    menu = pupil.window.screens[0]
    pupil.keys("f10", "f10", "f10", "f10")
    pupil.button("leave")
    assert pupil.window.top is menu
    assert autosaved() == []


@pytest.mark.parametrize("size", [(1280, 720), (960, 600)])
def test_table_and_plate_fill_the_window_and_every_word_fits(dummy_display: None, size: tuple[int, int]) -> None:
    pupil = Pupil(size)
    for _ in pupil.place.coach.lesson.steps:
        plate = pupil.place.plate
        assert not plate.over_table
        assert plate.rect.bottom == size[1]
        assert pupil.place.scene.focus.size == (size[0], plate.rect.top)
        assert all(plate.rect.contains(rect) for _, rect in plate.list.rows())
        pupil.key("f10")


def test_a_window_too_small_for_both_has_the_plate_over_the_table(dummy_display: None) -> None:
    pupil = Pupil((960, 600))
    pupil.window.rescale(1.5)
    pupil.frame()
    assert pupil.place.plate.over_table
    assert pupil.place.scene.focus.size == (960, 600)
    assert pupil.place.plate.rect.left >= pupil.place.scene.focus.layout.dock.right
    pupil.button("skip")
    assert pupil.step == "activate"
