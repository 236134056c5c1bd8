"""What a screen is shown of a piece of which the rulebook says nothing more, and chances in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game import rulesets
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.units import card_of
from game.engine.rulebook.view import Claim, Figure, Likelihood, Line, OddsView, PieceView, Spread, UnitView
from game.engine.sandbox import Sandbox
from game.wording import percent

QUIET = {"damage": 0, "done": False, "active": False, "leader": False, "engaged": False}


def test_of_a_piece_and_a_unit_nothing_is_shown_that_was_not_said() -> None:
    piece = PieceView("a", "A", "base", 1.0, 2.0, 0.5)
    assert {name: getattr(piece, name) for name in QUIET} == QUIET
    assert (piece.ready, piece.level, piece.facing, piece.counters) == (False, 0, None, None)
    unit = UnitView("u", "U")
    assert {name: getattr(unit, name) for name in QUIET} == QUIET
    assert (unit.models, unit.start, unit.counters) == (0, 0, None)
    card = card_of(unit, (piece,))
    assert {name: getattr(card, name) for name in QUIET} == QUIET
    assert (card.level, card.value, card.stock) == (0, "", "")


@pytest.mark.parametrize(
    ("symbol", "value", "sides"), [("d8", "8", "8"), ("d8", "6", ""), ("d", "", ""), ("objective", "3", "")]
)
def test_only_a_piece_that_shows_its_own_die_has_its_sides(symbol: str, value: str, sides: str) -> None:
    assert PieceView("a", "A", "base", 1.0, 2.0, 0.5, symbol=symbol, value=value).die == sides


def test_odds_are_the_same_whatever_is_claimed_behind_their_words() -> None:
    ruleset = rulesets.load("godbreakers")
    setup = ruleset.new_setup(GamePlan(("Ann", "Bob"), map="stone-ford", agreed=(("supply", "none"),)))
    box = Sandbox(ruleset, setup, ruleset.begin(setup))
    box.change({"do": "put", "piece": "ann.wick", "x": 6.0, "y": 6.0})
    box.change({"do": "put", "piece": "bob.marrow", "x": 8.0, "y": 6.0})
    odds = ruleset.odds(box.game, box.pending(), {"attacker": "ann.wick", "target": "bob.marrow"})
    assert odds is not None
    assert (Claim("hit").amount, Claim("hit").inches) == (0, 0.0)
    claim = Claim("anything", amount=7)
    assert replace(odds, claim=claim) == odds
    assert [replace(each, claim=claim) for each in odds.outcomes] == [*odds.outcomes]
    for each in (Line("a"), Figure("a", "b"), Likelihood("a", 0.5), Spread("a", (1.0,)), OddsView("a")):
        assert replace(each, claim=claim) == each
    assert replace(claim, inches=3.0) == claim != replace(claim, amount=6)


@pytest.mark.parametrize(
    ("share", "digits", "text"),
    [
        (0.0, 0, "0%"),
        (1.0, 0, "100%"),
        (1.0 - 1e-13, 0, "100%"),
        (1e-9, 0, "<1%"),
        (0.00499, 0, "<1%"),
        (0.005, 0, "0%"),
        (0.0051, 0, "1%"),
        (0.5, 0, "50%"),
        (0.994, 0, "99%"),
        (0.995, 0, ">99%"),
        (1.0 - 1e-11, 0, ">99%"),
        (0.0004, 1, "<0.1%"),
        (0.0006, 1, "0.1%"),
        (0.9996, 1, ">99.9%"),
        (0.99949, 1, "99.9%"),
        (0.123, 1, "12.3%"),
    ],
)
def test_what_is_possible_is_never_shown_as_nought_and_what_is_uncertain_never_as_certain(
    share: float, digits: int, text: str
) -> None:
    assert percent(share, digits) == text
