"""The lesson in the window: every step by keys alone and by mouse alone; skipped, taken up again, left."""

from __future__ import annotations

import pygame
import pytest

from game.engine.rulebook.lessons import Step
from game.engine.saving.autosaves import autosaved
from game.ui.lesson.screen import LessonScreen
from tests.ui.driver import Hands


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
        step: Step | None = self.place.coach.step
        return step.name if step is not None else "done"

    @property
    def journal(self) -> list[object]:
        return list(self.place.scene.model.session.journal)

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.place.scene.camera.to_screen(x, y)

    def piece(self, name: str) -> tuple[float, float]:
        piece = self.place.scene.model.pieces[name]
        return self.at(piece.x, piece.y)

    def button(self, name: str) -> None:
        plate = self.place.plate
        rect = next(rect for action, rect in plate.list.rows() if action.id == name)
        self.click(rect.center)


@pytest.fixture
def pupil(dummy_display: None) -> Pupil:
    return Pupil()


def test_the_whole_lesson_by_keys_alone(pupil: Pupil) -> None:
    assert pupil.step == "base"
    for _ in range(12):
        if pupil.step == "base":
            pupil.key("i")
    assert pupil.step == "activate"
    pupil.keys("escape", "1")
    assert pupil.step == "region"
    pupil.key("1")
    assert pupil.step == "region", "Move was chosen, nothing was looked at yet"
    pupil.key("right")
    assert pupil.step == "obstacle"
    type_place(pupil, "17.2, 14")
    pupil.key("return")
    assert pupil.step == "undo"
    pupil.key("ctrl+z")
    assert pupil.step == "threats"
    pupil.keys("x", "x")
    assert pupil.step == "ruler"
    pupil.keys("m", "tab", "return", "tab", "return")
    assert pupil.step == "engage"
    pupil.key("m")
    type_place(pupil, "17.2, 14")
    pupil.keys("return", "2", "1")
    assert pupil.step == "special"
    pupil.keys("1", "3")
    assert pupil.step == "rules"
    pupil.key("shift+w")
    assert pupil.step == "score"
    pupil.keys("escape", "5")
    assert pupil.step == "done"


def type_place(pupil: Pupil, text: str) -> None:
    """Type where the ghost goes, as after T."""
    pupil.key("t")
    assert pupil.place.scene.dialogs.open
    pupil.write(text)


def test_the_whole_lesson_by_mouse_alone(pupil: Pupil) -> None:
    pupil.move(pupil.piece("bob.gull"))
    assert pupil.step == "activate"
    pupil.click(pupil.piece("ann.wick"))
    pupil.press_row("Move")
    pupil.move(pupil.at(14, 17))
    assert pupil.step == "obstacle"
    pupil.click(pupil.at(17.2, 14.0))
    assert pupil.step == "undo"
    press_tool(pupil, "undo")
    assert pupil.step == "threats"
    pupil.button("skip")
    press_tool(pupil, "measure")
    pupil.click(pupil.piece("ann.ember"))
    pupil.click(pupil.piece("bob.gull"))
    assert pupil.step == "engage"
    press_tool(pupil, "measure")
    pupil.click(pupil.at(17.2, 14.0))
    pupil.press_row("Engage")
    pupil.click(pupil.piece("bob.gull"))
    assert pupil.step == "special"
    pupil.click(pupil.piece("ann.ember"))
    pupil.press_row("Plunder")
    assert pupil.step == "rules"
    pupil.click(pupil.place.scene.panel.rule_rect().center)
    assert pupil.step == "score"
    pupil.key("escape")
    pupil.press_row("End activation")
    assert pupil.step == "done"


def press_tool(pupil: Pupil, name: str) -> None:
    """Click a button of the bar; it tells of its press one event later."""
    pupil.click(pygame.Rect(pupil.place.scene.tools[name].get_abs_rect()).center)
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


def test_a_step_that_was_done_otherwise_can_still_be_skipped(pupil: Pupil) -> None:
    pupil.keys("f10", "2")
    assert pupil.step == "activate", "Ember was chosen, not Wick"
    pupil.key("f10")
    assert pupil.step == "region"
    assert pupil.journal == [["ann.wick"]]


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
        assert not plate.over
        assert plate.rect.bottom == size[1]
        assert pupil.place.scene.size == (size[0], plate.rect.top)
        assert all(plate.rect.contains(rect) for _, rect in plate.list.rows())
        pupil.key("f10")


def test_a_window_too_small_for_both_has_the_plate_over_the_table(dummy_display: None) -> None:
    pupil = Pupil((960, 600))
    pupil.window.rescale(1.5)
    pupil.frame()
    assert pupil.place.plate.over
    assert pupil.place.scene.size == (960, 600)
    assert pupil.place.plate.rect.right <= pupil.place.scene.layout.decision.left
    pupil.button("skip")
    assert pupil.step == "activate"
