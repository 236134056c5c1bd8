"""What the bubble of a lesson says besides its steps, and that it stays where it is."""

from __future__ import annotations

import re
from dataclasses import replace
from fnmatch import fnmatchcase

import pytest

from game import rulesets
from game.play.teacher import Teacher, taught
from game.ui.play.parts.lesson import SKIP
from game.ui.widgets.keys import COMMANDS, key_label
from tests.rulesets.godbreakers.kit import A, B, begin, forgotten, godbreaker, hoard
from tests.ui.screens.test_lesson_place import Pupil


def teacher_of(dice: list[int], priority: tuple[str, str]) -> Teacher:
    """Return the teacher of a game in which Ada of Anna has just plundered, as if it were the lesson."""
    ada, bo = godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 25, 18, activated=True)
    play = begin(ada, bo, hoard(A, 11.5, 10), dice=dice, scenario="score", priority=priority)
    play.session.lesson = [0]
    play.answer(["ada"], "plunder")
    teacher = Teacher(play.session)
    teacher.lesson = replace(teacher.lesson, player=A)
    return teacher


def test_the_first_forgotten_is_explained_where_the_learner_places_it() -> None:
    teacher = teacher_of([2], (B, A))
    decision = teacher.session.pending()
    assert (decision.player, decision.kind) == (A, "place")
    assert "guard" in teacher.aside
    teacher.lesson = replace(teacher.lesson, player=B)
    assert teacher.aside == "", "another player places it"


def test_a_forgotten_that_acts_says_who_decides_and_why() -> None:
    ada, bo = godbreaker("Ada", A, 10, 10, activated=True), godbreaker("Bo", B, 25, 18, activated=True)
    play = begin(ada, bo, forgotten("Forgotten-1", 11, 11), scenario="score", priority=(B, A))
    play.session.lesson = [0]
    play.answer(["forgotten-1"])
    teacher = Teacher(play.session)
    teacher.lesson = replace(teacher.lesson, player=A)
    assert teacher.session.pending().about == "forgotten-1"
    assert "final say" in teacher.aside


def test_plunder_warns_before_it_rolls(dummy_display: None) -> None:
    lesson = Pupil().teacher.lesson
    step = next(step for step in lesson.steps if step.name == "treasure")
    assert "Forgotten" in step.text


def test_no_lesson_has_an_aside_that_fits_every_piece(dummy_display: None) -> None:
    for book in ("godbreakers", "bushido", "aos4", "dropzone"):
        for aside in Pupil(book).teacher.lesson.asides:
            assert not fnmatchcase("ann.wick", aside.about)


def test_a_skipped_step_says_how_it_comes_back(dummy_display: None) -> None:
    pupil = Pupil()
    pupil.key("f10")
    model = pupil.top.scene.model
    assert (pupil.step, model.notice.title) == ("deploy", ""), "to read on is no skipping"
    pupil.key("f10")
    assert model.notice.title == "Step skipped: Ctrl + Left brings it back"


def test_a_step_names_the_key_that_a_player_gave_to_its_command(dummy_display: None) -> None:
    pupil = Pupil()
    pupil.at("measure")
    pupil.window.choose(replace(pupil.window.options, keys={"all": {"measure": "j"}}))
    assert "Press J, then click" in pupil.pane._text(pupil.teacher)


@pytest.mark.parametrize("book", ["godbreakers", "bushido", "aos4", "dropzone"])
def test_no_text_of_a_lesson_spells_out_a_key_that_can_be_changed(book: str) -> None:
    lesson = taught(rulesets.load(book))
    keys = {key_label(command.key) for command in COMMANDS.values() if command.reserved}
    texts = [text for step in lesson.steps for text in (step.text, step.said, step.first)]
    assert [text for text in texts if keys & set(re.findall(r"[Pp]ress (\w+)", text))] == []


def test_show_me_says_so_where_there_is_nothing_left_to_show(dummy_display: None) -> None:
    pupil = Pupil()
    pupil.key("ctrl+t")
    assert (pupil.step, pupil.top.scene.model.notice.title) == ("aim", "This step is done: F10 goes on")


def test_a_piece_in_the_middle_of_its_turn_is_named_where_another_could_move(dummy_display: None) -> None:
    pupil = Pupil()
    pupil.at("move")
    model, teacher = pupil.top.scene.model, pupil.teacher
    model.answer(["ann.ember"])
    pupil.frame()
    assert "still acting" not in pupil.pane._hint(teacher), "another may be chosen instead"
    model.answer("move")
    model.answer([11.0, 16.2])
    pupil.frame()
    assert pupil.pane._hint(teacher) == "Ember is still acting: choose “End activation” first"


@pytest.mark.parametrize("under", [False, True])
def test_the_bubble_stays_while_its_step_lasts(dummy_display: None, under: bool) -> None:
    pupil = Pupil()
    pupil.rest()
    place = pupil.pane.bubble.copy()
    assert place.width
    camera = pupil.top.scene.focus.camera
    if under:
        pupil.move(place.center)
        camera.pan(place.width // 2, 0)  # other pieces may come below it now
    else:
        camera.pan(3, 3)
    pupil.frame()
    assert pupil.pane.bubble == place
    pupil.click(pupil.pane.tools.shown[SKIP].rect.center)
    assert pupil.pane.bubble != place


def test_a_unit_is_set_up_where_a_click_says_as_if_it_were_dropped_there(dummy_display: None) -> None:
    pupil = Pupil("aos4")
    pupil.at("deploy")
    pupil.press_row("Duskmoth Riders")
    pupil.rest()
    session, focus = pupil.teacher.session, pupil.top.scene.focus
    assert session.pending().kind == "arrange"
    pupil.click(focus.camera.to_screen(10.0, 4.0))
    riders = [piece for piece in session.ruleset.view(session.game).pieces if piece.unit == "ann.duskmoth-riders"]
    assert pupil.step != "deploy"
    assert sum(piece.x for piece in riders) / len(riders) == pytest.approx(10.0, abs=0.3)


def test_what_would_change_nothing_comes_last(dummy_display: None) -> None:
    pupil = Pupil("aos4")
    pupil.at("spell")
    rows = [row for row in pupil.top.scene.focus.asked._offered if row.enabled]
    idle = [number for number, row in enumerate(rows) if row.brief.endswith("(no effect now)")]
    assert idle
    assert idle == [*range(len(rows) - len(idle), len(rows))]
    actions = pupil.top.scene.focus.actions
    shown = [row.id for row, place in actions.rows() if place.width]
    assert shown
    assert not {row.id for row in rows if row.idle} & {*shown}, "they are under More"
    assert actions.more_rect().width
