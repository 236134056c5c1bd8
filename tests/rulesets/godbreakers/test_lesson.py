"""The first game of The Godbreaker Saga: worth the trouble to its end. What every lesson keeps: `tests/conformance`."""

from game.rulesets.godbreakers import RULESET
from inchwise_conformance.lessons import walked

LESSON = RULESET.papers.lesson()


def test_the_spot_beyond_the_block_is_legal_and_has_an_obstacle() -> None:
    number, spot = next((n, step.spot) for n, step in enumerate(LESSON.steps) if step.spot is not None)
    session = walked(LESSON, number)[0]
    preview = session.ruleset.preview(session.game, session.pending(), *spot)
    assert session.pending().allows(list(spot))
    assert any(line.rule == "G-MOVE-4" for line in preview.lines)


def test_done_as_told_the_learner_wins_by_the_treasure() -> None:
    session = walked(LESSON, len(LESSON.steps))[0]
    points = session.state.vp
    assert 0 < points[LESSON.player] - max(points[who] for who in points if who != LESSON.player) < 5
