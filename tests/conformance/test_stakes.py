"""Who is marked as hurt or helped by an answer is who then is, in games at random of every listed rulebook."""

from __future__ import annotations

import random

import pytest

from game.engine.core.decisions import Answer, Choose, Pick
from game.engine.history.changes import effects_of
from game.engine.history.fairness import throws
from game.engine.rulebook.view import TableView
from game.engine.session import Session
from game.engine.stakes import sign_of, stakes
from game.players.random_player import random_answer
from tests.conformance.listed import CASES, MOMENTS, Case
from tests.samples import some
from tools import promises

SEEDS = 12
"""Other dice with which every answer is tried."""
THICK = {case.ruleset for case in MOMENTS}
"""Rulebooks of which a moment in the thick of it is looked at: whole games at random bring little there."""
MOST = some(10)
"""Decisions that are looked at from such a moment."""
MOST_OF_A_GAME = some(50)
"""Decisions that are looked at of a whole game."""
MOST_SEEDS = 300
"""Other dice with which a witness is looked for of what is only possible."""


def outcome(session: Session, answer: Answer, seed: int) -> TableView:
    """Return the table after an answer with other dice: at the next question, or before a second die falls.

    It is that before the first die where the action under way is over by then: the die is for something else.
    """
    twin = session.fork(seed)
    begun = len(twin.events)
    seen: dict[int, TableView] = {0: twin.ruleset.view(twin.game)}
    active = {piece.id for piece in seen[0].pieces if piece.active}

    def look() -> None:
        if (fallen := len(list(throws(twin.events[begun:])))) < 2:
            seen[fallen] = twin.ruleset.view(twin.game)

    twin.witness = look
    twin.answer(answer)
    look()
    over = not active <= {piece.id for piece in seen[0].pieces if piece.active}
    return seen[0] if over or 1 not in seen else seen[1]


def considered(session: Session, rng: random.Random) -> list[Answer]:
    """Return some answers to the pending decision."""
    decision = session.pending()
    if isinstance(decision, Choose):
        return [option.key for option in rng.sample(decision.options, min(3, len(decision.options)))]
    if isinstance(decision, Pick) and decision.minimum <= 1 <= decision.maximum:
        return [[piece] for piece in rng.sample(decision.candidates, min(2, len(decision.candidates)))]
    return [random_answer(decision, rng)] if rng.random() < 0.1 else []


def broken(session: Session, answer: Answer) -> list[str]:
    """Return every mark that is not what happens, and everything that happens without a mark."""
    marks = {(stake.piece.id, stake.sign): stake for stake in stakes(session, answer)}
    before, wrong, seen = session.ruleset.view(session.game), [], set[tuple[str, str]]()
    for seed in range(MOST_SEEDS):
        if seed >= SEEDS and marks.keys() <= seen:
            break
        happened: dict[tuple[str, str], int] = {}
        for effect in effects_of(before, outcome(session, answer, seed)):
            if (sign := sign_of(effect)) is not None:
                key = effect.piece.id, sign
                damage = effect.amount if effect.change in ("hurt", "healed") else 0
                happened[key] = happened.get(key, 0) + damage
                if effect.change in ("raised", "came") and key not in marks:
                    del happened[key]  # neither growth by a lucky die is announced, nor who joins in any case
        wrong += [f"unmarked: {key}" for key in happened if key not in marks]
        wrong += [
            f"not as marked: {marks[key]}: {n}" for key, n in happened.items() if key in marks and n > marks[key].most
        ]
        wrong += [f"certain, but not so: {key}" for key, mark in marks.items() if mark.certain and key not in happened]
        seen |= happened.keys()
    return wrong + [f"never seen: {mark}" for key, mark in marks.items() if key not in seen]


@pytest.mark.parametrize("case", [*(case for case in CASES if case.ruleset not in THICK), *MOMENTS], ids=str)
def test_the_marks_are_what_happens(case: Case) -> None:
    session, rng, tried = case.session(), random.Random(case.seed), 0
    while not session.finished and tried < (MOST if case.position else MOST_OF_A_GAME):
        if rng.random() < 0.15:
            tried += 1
            for answer in considered(session, rng):
                assert broken(session, answer) == [], f"{session.pending().prompt} {answer}"
        session.answer(random_answer(session.pending(), rng))


@pytest.mark.parametrize("number", range(some(5)))
def test_the_marks_are_what_happens_with_any_trait_and_scenario(number: int) -> None:
    session, rng = promises.begin(number), random.Random(number)
    held: set[str] = set()
    while not session.finished:
        decision = session.pending()
        if session.state.round and rng.random() < 0.08:
            for answer in considered(session, rng):
                assert broken(session, answer) == [], f"{decision.prompt} {answer}"
                held |= {stake.sign for stake in stakes(session, answer)}
        session.answer(promises.lively(session, decision, rng))
    assert held
