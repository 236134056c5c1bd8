"""The first game names the pieces that can do a step now, and says what has happened to the learner's own."""

from __future__ import annotations

from game.play.teacher import Teacher, new_lesson
from game.rulesets import load
from game.rulesets.godbreakers.rules.events import Ascended
from tests.rulesets.godbreakers.kit import A, B, begin, forgotten, godbreaker


def at(step: str, **places: tuple[float, float]) -> Teacher:
    """Return the teacher at a step of a game in which Ann is asked whom she activates, with pieces put elsewhere."""
    session = new_lesson(load("godbreakers"))
    teacher = Teacher(session)
    session.answer([12.0, 13.0])
    for name, (x, y) in places.items():
        model = session.state.models[name.replace("_", ".")]
        model.x, model.y = x, y
    session.answer(["ann", "bob"])
    while teacher.step is not None and teacher.step.name != step:
        teacher.go_on()
    return teacher


def test_a_step_names_the_nearest_enemy_and_who_can_reach_it_now() -> None:
    teacher = at("odds", bob_kelpie=(11.0, 17.9))
    assert "Drag Ember up to Kelpie" in teacher.text
    assert teacher.lead() == "ann.ember", "the piece that is named is the one that is to be chosen"
    teacher.session.answer(["ann.ember"])
    assert "Drag Ember up to Kelpie" in teacher.text
    assert [refusal.rule for refusal in teacher.blocked] == ["G-ENG-1"]
    teacher.session.undo()
    teacher.session.answer(["ann.tallow"])
    assert "Drag Tallow up to " in teacher.text, "the piece that acts is the one that comes near"


def test_next_to_an_enemy_a_step_points_at_it() -> None:
    teacher = at("engage", bob_kelpie=(11.0, 17.1))
    assert teacher.text.startswith("Now click Kelpie to engage it with Ember.")
    teacher.session.answer(["ann.ember"])
    assert teacher.text.startswith("Now click Kelpie to engage it with Ember.")
    assert not teacher.blocked


def test_a_piece_that_ascends_is_explained_once() -> None:
    teacher = at("move")
    teacher.session.events.append(Ascended(model="ann.wick", tokens=()))
    assert teacher.watch()
    assert "ascends" in teacher.news
    assert teacher.text.startswith("You take turns")
    teacher.session.answer(["ann.wick"])
    teacher.watch()
    assert teacher.news == "", "it goes with the next answer"


def test_a_forgotten_that_only_moves_was_not_woken_now() -> None:
    ada, bo = godbreaker("Ada", A, 10, 10, activated=True), godbreaker("Bo", B, 25, 18, activated=True)
    play = begin(ada, bo, forgotten("Forgotten-1", 11, 11), scenario="score", priority=(B, A))
    play.session.lesson = [0]
    play.answer(["forgotten-1"], "override", "move")
    teacher = Teacher(play.session)
    object.__setattr__(teacher.lesson, "player", A)
    assert (play.session.pending().kind, play.session.pending().player) == ("place", A)
    assert "move the Forgotten" in teacher.aside
    assert "woke" not in teacher.aside
