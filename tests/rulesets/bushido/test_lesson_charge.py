"""The step of the lesson that asks for a charge: it says what to do first wherever no enemy can be reached."""

from __future__ import annotations

from random import Random

from game.engine.core.decisions import Choose, random_answer
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
