"""A lesson begins where a battle could stand: clear of terrain, in coherency."""

from __future__ import annotations

import math
from random import Random

import shapely

from game.engine.core.decisions import random_answer
from game.play.teacher import Teacher, new_lesson
from game.rulesets import load


def test_a_coh_1_a_tab_4_the_lesson_begins_in_coherency_and_on_no_terrain() -> None:
    session = new_lesson(load("aos4"))
    units: dict[str, list[tuple[float, float, float]]] = {}
    for piece in session.ruleset.view(session.game).pieces:
        if piece.kind == "base" and piece.unit:
            units.setdefault(piece.unit, []).append((piece.x, piece.y, piece.radius))
    assert len(units) > 3
    for name, models in units.items():
        for x, y, r in models:
            base = shapely.Point(x, y).buffer(r)
            on = [
                each.name for each in session.game.ruler.battlefield.pieces if base.intersection(each.shape).area > 0.01
            ]
            assert not on, (name, x, y)
            gaps = [math.dist((x, y), other[:2]) - r - other[2] for other in models if other[:2] != (x, y)]
            need = 0 if len(models) == 1 else 1 if len(models) < 7 else 2
            assert sum(gap <= 0.5 for gap in gaps) >= need, (name, x, y)


def test_whoever_obeys_the_lesson_casts_charges_and_fights() -> None:
    session = new_lesson(load("aos4"))
    session.forced = frozenset()
    teacher, named = Teacher(session), set[bool]()
    while (step := teacher.step) is not None and step.name != "score":
        decision = session.decision
        if step.name == "shoot" and teacher.lead() == "shoot ann.glarecoil-slingers":
            named.add("Shoot for the Glarecoil Slingers" in teacher.text)  # who is to shoot is who can
        assert decision is not None
        if teacher.done:
            teacher.go_on()
        elif step.aid and decision.player == "ann":
            teacher.watch({step.aid})
        else:
            example = teacher.example() if decision.player == "ann" else "pass"
            assert example is not None
            session.answer(example if decision.allows(example) else random_answer(decision, Random(1)))
            teacher.watch()
            assert not teacher.strayed, (step.name, example)
    assert named == {True}
    seen = [(event.kind, getattr(event, "unit", "")) for event in session.events]
    assert any(event.kind == "CastRolled" and event.plain()["outcome"] == "cast" for event in session.events)
    assert ("Charged", "ann.wallward-pikes") in seen
    assert ("Attacked", "ann.wallward-pikes") in seen
    assert session.decision is not None
    while session.state.turn == 1 and session.decision is not None:
        session.answer("pass" if session.decision.allows("pass") else random_answer(session.decision, Random(1)))
    assert session.state.points["ann"] > 0, "the turn that the lesson plays scores"


def followed(teacher: Teacher, until: str, *, charges: bool = True) -> None:
    """Let the learner obey the lesson, with or without a charge, until a step begins; the enemy always passes."""
    session, rng = teacher.session, Random(1)
    while teacher.step is not None and teacher.step.name != until:
        decision = session.pending()
        if decision.player != teacher.lesson.player:
            session.answer("pass" if decision.allows("pass") else random_answer(decision, rng))
        elif teacher.done or teacher.step.aid:
            teacher.go_on()
            continue
        else:
            passes = not charges and teacher.step.name == "charge"
            session.answer("pass" if passes else teacher.example() or "pass")
        teacher.watch()


def test_a_lesson_without_a_charge_does_not_ask_for_a_fight_that_is_over() -> None:
    teacher = Teacher(new_lesson(load("aos4")))
    followed(teacher, "fight", charges=False)
    teacher.watch()
    assert teacher.done, "the combat phase has passed"


def test_the_last_step_asks_for_nothing_because_the_turn_is_over() -> None:
    teacher = Teacher(new_lesson(load("aos4")))
    followed(teacher, "score")
    assert teacher.session.state.active == "bob"
    assert teacher.done
    assert "choose" not in teacher.text.lower()


def test_a_step_is_about_the_unit_that_is_asked_or_else_one_that_can_do_it() -> None:
    teacher = Teacher(new_lesson(load("aos4")))
    followed(teacher, "deploy")
    teacher.session.answer("deploy-unit ann.duskmoth-riders")
    assert teacher.doer == "ann.duskmoth-riders"
    followed(teacher, "shoot")
    while not teacher.lead().startswith("shoot"):
        teacher.session.answer("pass")
    assert teacher.doer == "ann.glarecoil-slingers"
