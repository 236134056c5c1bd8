"""The first battle forgives: a shot before its step, squads that acted too soon, and those that acted already."""

from __future__ import annotations

from game.engine.core.decisions import Arrange, Choose
from game.play.teacher import Teacher, new_lesson
from game.players import answer_with, make_player
from game.rulesets import load
from game.rulesets.dropzone.view.preview import arranged
from game.table.layout.steps import present_spots


def learner(*answers: str) -> Teacher:
    """Return the teacher of a lesson in which the Ferret Scout Cars have entered, and that learner gave answers."""
    session = new_lesson(load("dropzone"))
    teacher = Teacher(session)
    for answer in ("leave", "keep", "ann.hq", "ann.ferrets"):
        session.answer(answer)
    enter(teacher)
    for answer in answers:
        session.answer(answer)
        teacher.watch()
    return teacher


def enter(teacher: Teacher) -> None:
    decision = teacher.session.decision
    assert isinstance(decision, Arrange)
    steps = decision.arrangements.find(present_spots(decision.arrangements.members))
    assert steps is not None
    teacher.session.answer([{"id": step.id, "at": [*step.at]} for step in steps])


def at(teacher: Teacher, name: str) -> Teacher:
    """Skip to a step."""
    while teacher.step is not None and teacher.step.name != name:
        teacher.go_on()
    return teacher


def test_a_shot_in_the_step_about_odds_is_what_the_next_step_asks_for() -> None:
    teacher = at(learner(), "odds")
    for _ in range(2):
        teacher.session.answer(teacher.lead())
        teacher.watch()
    while isinstance(teacher.session.decision, Choose) and "fire" in teacher.session.decision.prompt:
        teacher.session.answer(teacher.session.decision.options[0].key)
        teacher.watch()
    assert teacher.step is not None
    assert (teacher.step.name, teacher.done, teacher.strayed) == ("shoot", True, False)


def test_once_those_have_acted_who_could_do_a_step_it_goes_back_to_where_they_may() -> None:
    teacher = at(learner(), "odds")
    teacher.session.answer("end")
    teacher.watch()
    assert teacher.late
    assert not teacher.lead(), "no row leads on"
    teacher.retry()
    assert teacher.step is not None
    assert (teacher.step.name, teacher.late, teacher.lead()) == ("odds", False, "fire")
    teacher.session.answer("end")
    teacher.watch()
    teacher.retry()
    assert len(teacher.session.journal) == 0, "there it led nowhere: it goes back further"


def test_a_step_whose_goal_was_reached_before_needs_only_to_be_read() -> None:
    teacher = learner("end", "ann.bastion.squad")
    enter(teacher)
    teacher.session.answer("end")
    at(teacher, "vehicle")
    assert (teacher.late, teacher.done) == (True, True)


def test_d_coh_1_a_squad_that_enters_is_offered_spots_in_coherency() -> None:
    session = new_lesson(load("dropzone"))
    for answer in ("leave", "keep", "ann.hq", "ann.ferrets"):
        session.answer(answer)
    decision = session.decision
    assert isinstance(decision, Arrange)
    spots = present_spots(decision.arrangements.members)
    preview = arranged(session.game, decision, spots)
    assert preview is not None
    assert not any(line.rule == "D-COH-3" for line in preview.lines)
    assert max(abs(one.x - other.x) for one in spots.values() for other in spots.values()) < 4.0


def test_whoever_is_asked_for_a_target_after_what_is_taught_is_pointed_at_one() -> None:
    teacher, pointed = Teacher(new_lesson(load("dropzone"))), list[str]()
    session = teacher.session
    while (step := teacher.step) is not None and session.decision is not None:
        if teacher.done or step.name in ("aim", "measure", "threats"):
            teacher.go_on()
            continue
        mine = session.decision.player == "ann"
        if mine and step.name in ("shoot", "round") and session.decision.rule == "D-SHOOT-5":
            pointed.append(teacher.lead())
        answer = teacher.example() if mine else answer_with(make_player("recruit", 1), session, 0)
        assert answer is not None
        session.answer(answer)
        teacher.watch()
    assert pointed
    assert all(lead.startswith("order|at|bob.") for lead in pointed)
