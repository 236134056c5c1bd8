"""Answers to questions about a move: how far the work has come, and how far the nearest enemy is."""

from __future__ import annotations

import math

from game.engine.questions.asking import Inquirer, Question
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker, table, wall


def test_an_answer_counts_up_to_1_and_names_the_gap_to_the_nearest_enemy() -> None:
    play = begin(
        godbreaker("Ada", A, 6, 10),
        godbreaker("Bo", B, 15, 4),
        godbreaker("Cy", B, 20, 17),
        godbreaker("Dee", B, 6, 18),
        ground=table(wall("Hedge", (9, 6), (9, 12))),
    )
    done: list[float] = []
    answer = Inquirer(play.session, "ada").answer(Question("ada", safest=True), done.append)
    assert answer.best is not None
    assert (done[0], done[-1], done) == (0.0, 1.0, sorted(done))
    spot = answer.best.x, answer.best.y
    gaps = [math.dist(spot, (foe.x, foe.y)) - 1.0 for foe in map(play.model, ("Bo", "Cy", "Dee"))]
    assert math.isclose(answer.best.apart, min(gaps), abs_tol=1e-6)
    moves = math.dist(spot, (6, 10))
    assert 0.0 < moves < 7.0
