"""Taking back: free until dice fall, then with the others' consent, always free in practice."""

from __future__ import annotations

import pytest

from game.engine.core.decisions import Answer
from game.engine.history.undo_policy import copy_at_length, undo_effect
from game.engine.session import Session
from tests.toy.sessions import toy_session

ANSWERS: tuple[Answer, ...] = ("auto", ["ann", "bob"], {"b1": 0, "b2": 3})
"""Ann places a piece, Bob sets an order and shares out; then a die falls."""


def after(*answers: Answer) -> Session:
    """The toy after some answers, from its third question on."""
    session = toy_session(3)
    for answer in answers:
        session.answer(answer)
    return session


def test_nothing_answered_means_nothing_to_take_back() -> None:
    assert undo_effect(toy_session(3)) is None


def test_before_dice_fall_nobody_is_asked() -> None:
    session = after(ANSWERS[0])
    way = undo_effect(session)
    assert way is not None
    assert (way.entries, way.dice, way.asks) == (1, 0, ())


def test_once_dice_have_fallen_the_others_are_asked() -> None:
    session = after(*ANSWERS)
    players = session.ruleset.players(session.setup)
    way = undo_effect(session)
    assert way is not None
    assert way.dice == session.state.rolls.total > 0
    assert way.player in players
    assert way.asks == tuple(player for player in players if player != way.player)


@pytest.mark.parametrize("practice", ["free", "bots"])
def test_in_practice_and_by_agreement_it_is_always_free(practice: str) -> None:
    session = after(*ANSWERS)
    first = session.ruleset.players(session.setup)[0]
    bots = () if practice == "free" else tuple(p for p in session.ruleset.players(session.setup) if p != first)
    way = undo_effect(session, "free" if practice == "free" else "consent", bots)
    assert way is not None
    assert way.dice > 0
    assert way.asks == ()


def test_what_bots_answered_since_goes_with_it() -> None:
    session = after(*ANSWERS)
    first, second = (copy_at_length(session, length).pending().player for length in (0, 1))
    way = undo_effect(session, bots=(second,))
    assert way is not None
    assert (way.entries, way.player) == (3, first)


def test_asking_changes_nothing_and_the_same_dice_come_again() -> None:
    session = after(*ANSWERS)
    before = session.state.digest(), list(session.journal)
    assert undo_effect(session) is not None
    assert (session.state.digest(), session.journal) == before
    session.undo()
    session.answer(ANSWERS[-1])
    assert session.state.digest() == before[0]


def test_a_moment_as_it_was_is_the_moment_that_undo_leads_to() -> None:
    session = after(*ANSWERS)
    copy = copy_at_length(session, len(ANSWERS) - 1)
    session.undo()
    assert copy.state.digest() == session.state.digest()
    assert copy.decision is not None
    with pytest.raises(ValueError, match="not known"):
        copy_at_length(session, 9)
