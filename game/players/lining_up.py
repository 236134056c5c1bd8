"""Lining up both sides before a game, by the rulebook's own answers or as mirror images.

The same game is always lined up in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.documents.error import DocumentError
from game.engine.core.decisions import DEPLOY, Answer, Arrange, Choose, Decision, Lay, Place, answer_of
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.session import Session
from game.players.new_session import begun
from game.players.random_player import random_answer
from game.table.lattice import position
from game.table.layout.steps import MemberStep
from game.wording import _

Image = Callable[[float, float], tuple[float, float]]
"""Returns the spot of a mirror image."""

SEED: Final = 0
MOST_ANSWERS: Final = 2000
"""The most answers before the first round."""
SEEDS: Final = 12
"""The number of seeds tried for a beginning that no dice have changed."""


def lined_up(book: AnyRuleset, plan: GamePlan, pulse: Callable[[], None] = lambda: None) -> Any:
    """Return a running game of a plan just before its first round, with both sides lined up; raise `DocumentError`.

    `pulse` is called before each answer and may raise to stop.
    """
    setup, state = book.new_setup(plan), None
    for seed in range(SEEDS):
        session = Session(book, setup, KeyedDice(seed))
        _line_up(session, pulse)
        state = _before_the_dice(session, last=seed == SEEDS - 1)
        if state is not None:
            break
    assert state is not None
    return book.game(setup, state.clone(), KeyedDice(SEED))


def _line_up(session: Session, pulse: Callable[[], None]) -> None:
    """Answer all questions before the first round."""
    rng, image = Random(SEED), _image_of(session)
    for _each in range(MOST_ANSWERS):
        if session.decision is None or begun(session):
            return
        pulse()
        session.answer(_answer(session, session.decision, image, rng))
    raise DocumentError("", "", _("the game did not begin by itself"))


def _before_the_dice(session: Session, *, last: bool) -> Any:
    """Return the state at the beginning of the first round, or else at its first question.

    Return None if dice have changed it by then, unless this is the `last` try.
    """
    marks = [session.ruleset.landmark(event) for event in session.events]
    first = next((at for at, mark in enumerate(marks) if mark is not None and mark.sort == "round"), 0)
    marks_there = [mark for mark in session.marks if mark.events == first]
    if marks_there:
        return marks_there[-1].state
    dice_mattered = any(mark is not None and mark.sort == "feat" for mark in marks[first:])
    return None if dice_mattered and not last else session.state


def _answer(session: Session, decision: Decision, image: Image, rng: Random) -> Answer:
    """Return the answer to a question before the first round."""
    spots = _spots(session)
    answer: Answer | None = None
    if isinstance(decision, Arrange):
        answer = _arranged(decision, spots, image, session)
    elif isinstance(decision, Place) and not isinstance(decision, Lay):
        answer = _placed(decision, spots, image, session)
    if answer is not None and decision.allows(answer):
        return answer
    if decision.deploys:
        answer = session.ruleset.deployed(session.game, decision)
        return answer if decision.allows(answer) else DEPLOY
    return decision.options[0].key if isinstance(decision, Choose) else random_answer(decision, rng)


def _spots(session: Session) -> Mapping[str, tuple[float, float]]:
    return {piece.id: (piece.x, piece.y) for piece in session.ruleset.view(session.game).pieces}


def _partner(session: Session, identity: str, player: str) -> str:
    """Return the id of the same piece in the other player's roster."""
    opponents = [opponent for opponent in session.ruleset.players(session.setup) if opponent != player]
    own = f"{player}."
    return f"{opponents[0]}.{identity.removeprefix(own)}" if opponents and identity.startswith(own) else ""


def _placed(
    decision: Place, spots: Mapping[str, tuple[float, float]], image: Image, session: Session
) -> list[Any] | None:
    """Return the spot nearest to the mirror image of the other player's same piece, or None without one."""
    partner_spot = spots.get(_partner(session, decision.about, decision.player))
    spot = None if partner_spot is None else decision.region.nearest(image(*partner_spot))
    return None if spot is None else [*spot]


def _arranged(
    decision: Arrange, spots: Mapping[str, tuple[float, float]], image: Image, session: Session
) -> list[Any] | None:
    """Return the arrangement nearest to the mirror image of the other player's same unit, or None without one."""
    wanted = []
    for member in decision.arrangements.members:
        partner_spot = spots.get(_partner(session, member.id, decision.player))
        if partner_spot is None:
            return None
        wanted.append(MemberStep(member.id, position(*image(*partner_spot))))
    steps = decision.arrangements.find(tuple(wanted)) or decision.arrangements.nearest(tuple(wanted))
    return None if steps is None else answer_of(steps)


def _image_of(session: Session) -> Image:
    """Return the map from one side of the table to the other: half a turn, or a mirror if it fits the terrain better.

    If they fit equally well, half a turn is preferred.
    """
    field = session.game.ruler.battlefield
    width, height = field.width, field.height
    terms = None if session.ruleset.papers is None else session.ruleset.papers.map_terms()
    sides = terms.sides(width, height) if terms is not None else None
    mirrors = (_mirror(width, height, across=True), _mirror(width, height, across=False))
    turn: Image = lambda x, y: (width - x, height - y)  # noqa: E731
    images = [turn, *(mirror for mirror in mirrors if sides is not None and _joins(*sides, mirror))]
    pieces = [piece for piece in field.pieces if not piece.decoration]
    terrain = shapely.union_all([piece.shape for piece in pieces])
    return min(images, key=lambda image: round(_moved(terrain, image).symmetric_difference(terrain).area, 3))


def _joins(one: BaseGeometry, other: BaseGeometry, image: Image) -> bool:
    return bool(_moved(one, image).symmetric_difference(other).area < 1.0)


def _mirror(wide: float, high: float, *, across: bool) -> Image:
    return lambda x, y: (wide - x, y) if across else (x, high - y)


def _moved(shape: BaseGeometry, image: Image) -> BaseGeometry:
    moved: BaseGeometry = shapely.transform(shape, lambda points: np.array([image(x, y) for x, y in points.tolist()]))
    return moved
