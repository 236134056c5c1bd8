"""Hands are hidden: no view, copy or save of a seat depends on the hand of another (D-CORE-11)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

from game.engine.core.decisions import random_answer
from game.engine.core.dice import KeyedDice
from game.engine.hidden import fork_for, private_facts, sealed_state, view_for
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.rulesets.dropzone.documents.cards import CARDS
from game.rulesets.dropzone.rules import secrets
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.setup import Setup
from game.rulesets.dropzone.rules.state import State
from game.rulesets.dropzone.ruleset import DropzoneCommander

PLAYERS = ("ann", "bob")


Battle = Session[Setup, State, Game]


def moments(seed: int, rounds: int, every: int) -> Iterator[Battle]:
    """Yield a battle at random from time to time."""
    book, rng = DropzoneCommander(), Random(seed)
    session = Session(book, book.new_setup(GamePlan(("Ann", "Bob"), rounds=rounds)), KeyedDice(seed))
    while session.decision is not None:
        if len(session.journal) % every == 0 or session.decision.concealed:
            yield session
        session.answer(random_answer(session.pending(), rng))


def other(player: str) -> str:
    """Return the other player."""
    return PLAYERS[player == PLAYERS[0]]


def text(value: object) -> str:
    """Return a value as text, to compare and search it."""
    return repr(value)


@pytest.mark.parametrize("viewer", PLAYERS)
def test_d_core_11_the_view_of_a_seat_does_not_depend_on_the_other_hand(viewer: str) -> None:
    rng, compared = Random(1), 0
    for session in moments(seed=3, rounds=3, every=7):
        state, rival = session.game.state, other(viewer)
        hand, before = state.hands, view_for(viewer, session)
        pool = [each for each in CARDS if each not in state.discards[rival]]
        state.hands = {**hand, rival: sorted(rng.sample(pool, len(hand[rival])))}
        assert view_for(viewer, session) == before
        assert view_for("", session) == session.ruleset.view(session.game)
        compared += state.hands != hand
        state.hands = hand
    assert compared > 5


def test_d_core_11_a_seat_sees_its_own_hand_and_nobody_else_does() -> None:
    seen = 0
    for session in moments(seed=3, rounds=3, every=7):
        for player in PLAYERS:
            for card in session.game.state.hands[player]:
                name = CARDS[card].text
                assert name in text(view_for(player, session))
                both = card in session.game.state.hands[other(player)]
                assert (name in text(view_for(other(player), session))) == both
                assert name not in text(view_for("", session))
                seen += 1
    assert seen > 5


@pytest.mark.parametrize("viewer", PLAYERS)
def test_d_core_11_a_copy_for_a_seat_asks_it_the_same_and_has_another_hand_dealt(viewer: str) -> None:
    dealt, true = set[str](), set[str]()
    for number, session in enumerate(moments(seed=5, rounds=3, every=9)):
        twin, rival, pending = fork_for(viewer, session, number), other(viewer), session.pending()
        assert twin.game.state.hands[viewer] == session.game.state.hands[viewer]
        hand = twin.game.state.hands[rival]
        assert len(hand) == len(session.game.state.hands[rival])
        assert not {*hand} & {*session.game.state.discards[rival]}
        assert twin.pending().player == pending.player
        if pending.player == viewer or not pending.concealed:
            assert twin.pending().plain() == pending.plain()
        dealt |= {*hand}
        true |= {*session.game.state.hands[rival]}
    assert dealt - true


def test_d_core_11_cards_that_a_player_has_shown_since_were_in_the_hand() -> None:
    """A copy begins at a checkpoint: what was played after it must be there to be played."""
    session = next(iter(moments(seed=3, rounds=3, every=7)))
    game, now = session.fork().game, session.fork().game
    game.state.hands = {"ann": ["C01"], "bob": ["C02", "C03", "C04"]}
    game.state.discards = {"ann": [], "bob": ["C05"]}
    now.state.hands = {"ann": ["C01"], "bob": ["C03"]}
    now.state.discards = {"ann": [], "bob": ["C05", "C02", "C04"]}
    hands = set()
    for seed in range(40):
        secrets.redraw_secrets(game, now, "ann", Random(seed))
        hand = game.state.hands["bob"]
        assert {"C02", "C04"} <= {*hand}
        assert "C05" not in hand
        assert len(hand) == 3
        hands |= {*hand}
        game.state.hands = {"ann": ["C01"], "bob": ["C02", "C03", "C04"]}
    assert len(hands) > 10


def test_d_core_11_a_save_seals_the_hands_and_not_the_rest() -> None:
    for session in moments(seed=3, rounds=2, every=7):
        state = sealed_state(session, session.game.state)
        facts = private_facts(session)
        for player in PLAYERS:
            hand = session.game.state.hands[player]
            assert (f"hand {player}" in facts) == bool(hand)
            assert isinstance(state["hands"][player], dict) == bool(hand)
            assert state["discards"][player] == session.game.state.discards[player]
        restored = json.loads(json.dumps(state))
        assert "effects" in restored


def test_d_core_11_events_name_no_card_that_is_drawn() -> None:
    shown: set[str] = set()
    for session in moments(seed=3, rounds=3, every=7):
        shown = {card for pile in session.game.state.discards.values() for card in pile}
        told = json.dumps([each.plain() for each in session.events if each.kind.startswith("Card")])
        for card in CARDS:
            assert (f'"{card}"' in told) == (card in shown)
    assert shown


def test_d_core_11_a_player_who_was_asked_for_a_card_is_dealt_one_for_that_moment() -> None:
    """Everybody saw that Bob was asked: otherwise most copies would have to be dealt again."""
    session = next(iter(moments(seed=3, rounds=3, every=7)))
    game, now = session.fork().game, session.fork().game
    now.state.hands = {"ann": [], "bob": ["C02", "C29"]}
    now.state.asked = ["bob RF", "bob DMG2"]
    for seed in range(20):
        game.state.hands = {"ann": [], "bob": ["C02", "C29"]}
        secrets.redraw_secrets(game, now, "ann", Random(seed))
        assert game.state.hands["bob"] == ["C05", "C12"]


def test_d_card_4_who_was_asked_is_noted_until_the_next_checkpoint() -> None:
    noted = 0
    for session in moments(seed=3, rounds=3, every=7):
        decision = session.pending()
        if decision.rule == "D-CARD-4":
            assert session.game.state.asked[-1] == f"{decision.player} {decision.window.upper()}"
            noted += 1
        assert session.marks[-1].state.asked == []
    assert noted
