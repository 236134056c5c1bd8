"""What the bubble of a lesson says besides its steps, and that it stays where it is."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from fnmatch import fnmatchcase

import pygame
import pytest

from game import rulesets
from game.play.teacher import Teacher, taught
from game.rulesets.bushido.rules import events
from game.ui.play.overlays.threats import Threats
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
            assert aside.rule != "*" or not fnmatchcase("ann.wick", aside.about)


def test_the_bubble_points_at_the_unit_that_is_set_up(dummy_display: None) -> None:
    pupil = Pupil("aos4")
    pupil.at("deploy")
    pupil.top.scene.focus.call(lambda: pupil.top.scene.model.answer("deploy-unit ann.duskmoth-riders"))
    pupil.frame()
    piece = pupil.pane._piece(pupil.teacher)
    assert piece is not None
    assert piece.unit == "ann.duskmoth-riders"


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
    assert pupil.pane._hint(teacher).startswith("Ember can move again. End its activation")


def test_an_enemy_out_of_reach_says_why_it_cannot_be_attacked(dummy_display: None) -> None:
    pupil = Pupil()
    pupil.at("move")
    while pupil.step != "engage":
        pupil.teacher.go_on()
    model, focus = pupil.top.scene.model, pupil.top.scene.focus
    model.answer(["ann.tallow"])
    pupil.rest()
    pupil.click(focus.camera.to_screen(*_spot(pupil, "bob.gull")))
    notice = model.notice
    assert notice.title == "Tallow cannot do this to Gull yet"
    assert [refusal.rule for refusal in notice.refusals] == ["G-ENG-1"]


def _spot(pupil: Pupil, piece: str) -> tuple[float, float]:
    view = pupil.top.scene.model.pieces[piece]
    return view.x, view.y


def test_the_map_of_threats_is_explained_once_it_is_no_estimate_any_more(
    dummy_display: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    pupil = Pupil()
    while pupil.step != "threats":
        pupil.teacher.go_on()
    pupil.frame()
    with monkeypatch.context() as estimating:
        estimating.setattr(Threats, "is_settled", False)
        pupil.key("x")
        pupil.frames_until("the map", pupil.top.scene.threats.legend)
        assert not pupil.teacher.done
        assert pupil.pane._hint(pupil.teacher) == "The map is still an estimate: one moment."
    pupil.frames_until("the end of the step", lambda: pupil.teacher.done)
    assert "Next puts the map away" in pupil.pane._text(pupil.teacher)
    pupil.move(pupil.pane.next.center)
    assert pupil.top.scene.focus.pointing
    pupil.click(pupil.pane.next.center)
    assert not pupil.top.scene.focus.pointing, "nothing pops up where the button was"
    assert not pupil.top.scene.threats.on


def test_what_happened_is_said_until_it_is_read(dummy_display: None) -> None:
    pupil = Pupil()
    pupil.key("f10")
    pupil.teacher.news = "Your piece ascends."
    pupil.frame()
    assert pupil.pane._text(pupil.teacher) == "Your piece ascends."
    pupil.click(pupil.pane.next.center)
    assert (pupil.step, pupil.teacher.news) == ("deploy", ""), "no step is skipped"


def test_a_tail_ends_before_another_piece_and_a_shot_that_missed_is_no_hit(dummy_display: None) -> None:
    pupil = Pupil("bushido")
    pupil.rest()
    pane, focus = pupil.pane, pupil.top.scene.focus
    archer, warden = (focus.model.pieces[name] for name in ("ann.temple-guard-archer", "ann.bell-warden"))
    between, tip = (focus.camera.to_screen(piece.x, piece.y) for piece in (archer, warden))
    pane.bubble = pygame.Rect(0, 0, 40, 20)
    pane.bubble.center = (round(4 * between[0] - 3 * tip[0]), round(4 * between[1] - 3 * tip[1]))
    [_one, end, _other] = pane._tail((round(tip[0]), round(tip[1])), 5)
    assert math.dist(end, pane.bubble.center) < math.dist(between, pane.bubble.center)
    teacher = pupil.teacher
    while pupil.step != "shoot":
        teacher.go_on()
    teacher.done = True
    for success, word in ((True, "hit"), (False, "missed")):
        test = events.Tested(model="ann.temple-guard-archer", test="ranged", result=5, number=6, success=success)
        teacher.session.events.append(test)
        assert f"This shot {word}" in teacher.text
        teacher.session.events.pop()


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
