"""The step of the lesson that asks for a charge: it says what to do first wherever no enemy can be reached."""

from __future__ import annotations

from random import Random

import pytest

from game.engine.core.decisions import Choose, random_answer
from game.engine.session import Session
from game.play.teacher import Teacher, new_lesson
from game.rulesets.bushido import RULESET


def test_newcomers_who_cannot_charge_are_told_what_to_do_first() -> None:
    told = could = 0
    for seed in range(6):
        rng, session = Random(seed), new_lesson(RULESET)
        teacher = Teacher(session)
        for _answer in range(120):
            decision = session.decision
            if decision is None or session.state.turn > 2:
                break
            while teacher.step is not None and teacher.step.name != "fight" and session.state.turn:
                teacher.go_on()
            if isinstance(decision, Choose) and decision.prompt.startswith("What does") and teacher.step is not None:
                keys = [option.key for option in decision.options]
                able = any(key.endswith((" charge", " melee")) for key in keys)
                assert bool(teacher.first) == (not able and decision.player == "ann"), (seed, keys)
                told, could = told + bool(teacher.first), could + able
            session.answer(random_answer(decision, rng))
    assert told
    assert could


def at_step(name: str, *, engaged: bool) -> Teacher:
    """Return the teacher as Ann picks a model in the first turn, at a step; an enemy may have reached her archer."""
    begun = new_lesson(RULESET)
    state = begun.state.clone()
    archer, enemy = state.models["ann.temple-guard-archer"], state.models["bob.river-bandit-cutter-1"]
    if engaged:
        enemy.x, enemy.y = archer.x, archer.y + archer.radius + enemy.radius
    session = Session(RULESET, begun.setup, begun.dice, state=state)
    session.lesson = [len(session.journal)]
    teacher = Teacher(session)
    while session.pending().rule != "B-MAIN-3" or session.pending().player != "ann":
        answer = teacher.example() or random_answer(session.pending(), Random(0))
        session.answer("pass" if session.pending().allows("pass") else answer)
        teacher.watch()
    while teacher.step is not None and teacher.step.name != name:
        teacher.go_on()
    teacher.news = ""
    return teacher


@pytest.mark.parametrize(("engaged", "steps"), [(True, ["odds", "fight"]), (False, ["odds", "odds"])])
def test_what_an_archer_in_a_fight_cannot_do_is_passed_over(engaged: bool, steps: list[str]) -> None:
    teacher = at_step("odds", engaged=engaged)
    assert teacher.step is not None
    before = teacher.step.name
    teacher.watch()
    after = teacher.lesson.steps[teacher.at].name
    assert [before, after] == steps
    assert teacher.news.startswith("Temple Guard Archer cannot shoot") == engaged


@pytest.mark.parametrize(("step", "explained"), [("idol", True), ("split", False)])
def test_a_fight_that_the_enemy_began_is_explained_at_any_step(step: str, explained: bool) -> None:
    teacher = at_step(step, engaged=True)
    session = teacher.session
    for answer in (["ann.temple-guard-archer"], "ann.temple-guard-archer melee"):
        session.answer(answer)
    while session.pending().rule != "B-MELEE-5" or session.pending().player != "ann":
        decision = session.pending()
        session.answer("pass" if decision.allows("pass") else random_answer(decision, Random(0)))
    assert teacher.aside.startswith("This is a fight") == explained
