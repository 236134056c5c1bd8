"""In every step of every lesson the bubble points at what the step is about, and lies over none of it."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.engine.core.decisions import random_answer
from game.ui.play.focus import bases
from tests.ui.screens.test_lesson_place import Pupil
from tools.stage import overlaps_of

TYPE = (1.0, 1.3)
"""The sizes of type in which each step is looked at."""


def covered(pupil: Pupil) -> Iterator[str]:
    """Yield what the bubble lies over though the step is about it: pieces concerned, the button, the spot."""
    scene, pane = pupil.top.scene, pupil.pane
    focus, teacher = scene.focus, pupil.teacher
    for overlap in overlaps_of(scene, [("bubble", pane.bubble)], focus.decided, 0):
        yield overlap.what
    piece, row = pane._piece(teacher), pane._row(teacher)
    meant = [(piece.id, bases(focus, [piece])[0])] if piece is not None else []
    meant += [(row[0].label, row[1].clip(focus.actions.rect))] if row is not None else []
    if teacher.step is not None and teacher.step.spot is not None and not teacher.done:
        meant.append(("the spot", pygame.Rect(focus.camera.to_screen(*teacher.step.spot), (1, 1))))
    yield from (name for name, place in meant if pane.bubble.colliderect(place.inflate(-4, -4)))


def goes_on(pupil: Pupil) -> None:
    """Come to the next step: read it, or give answers that lead there, against an opponent who answers at random."""
    teacher, session, model = pupil.teacher, pupil.teacher.session, pupil.top.scene.model
    before = teacher.at
    if teacher.step is None or teacher.step.aid is not None or teacher.done:
        teacher.go_on()
    while teacher.at == before:
        asked = session.pending()
        mine = teacher.example() if asked.player == teacher.lesson.player else None
        session.answer(mine if mine is not None else random_answer(asked, teacher._rng))
        teacher.watch()
        if teacher.done:
            teacher.go_on()
    model.refresh()


@pytest.mark.parametrize("book", ["godbreakers", "bushido", "aos4", "dropzone"])
def test_no_bubble_lies_over_what_its_step_is_about(dummy_display: None, book: str) -> None:
    pupil, faults = Pupil(book), list[str]()
    model = pupil.top.scene.model
    while pupil.teacher.step is not None:
        model.bots = {}
        for scale in TYPE:
            pupil.window.rescale(scale)
            for _frame in range(3):
                pupil.tick()
                pupil.top.sheets.clear()  # the score of a round
            faults += [f"{pupil.step} at {scale:.0%}: {name}" for name in covered(pupil)]
            anchor, _tail = pupil.pane._anchor(pupil.teacher)
            if pupil.pane.bubble.width and anchor is None and not pupil.teacher.done:
                faults.append(f"{pupil.step} at {scale:.0%} points at nothing")
        goes_on(pupil)
    assert faults == []
