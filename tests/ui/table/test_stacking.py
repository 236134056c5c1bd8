"""What is drawn last is what a click takes."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from game.engine.rulebook.view import PieceView
from game.ui.board.pieces import bottom_up, covers, lift, top_down, topmost, veiling


def piece(identity: str, kind: str, level: int = 0) -> PieceView:
    return PieceView(identity, identity, kind, 5.0, 5.0, 0.0 if kind == "token" else 0.5, "", "", level=level)


PILE = [piece("hoard", "marker"), piece("gold", "token"), piece("wick", "base"), piece("gull", "base", 1)]


@pytest.mark.parametrize("order", list(itertools.permutations(PILE)))
def test_markers_lie_below_tokens_below_bases_and_a_level_below_the_next(order: tuple[PieceView, ...]) -> None:
    assert bottom_up(order) == PILE
    assert topmost(order, (5.0, 5.0)) == PILE[-1]
    assert [each.kind for each in top_down(order)] == ["base", "base", "token", "marker"]


def test_of_two_alike_the_one_drawn_last_is_taken() -> None:
    alike = [piece("first", "base"), piece("second", "base")]
    assert bottom_up(alike) == alike
    assert topmost(alike, (5.2, 5.0)) == alike[1]
    over = [replace(alike[0], above=4.0), alike[1]]
    assert bottom_up(over) == over[::-1], "what flies is over what stands"


def test_a_token_is_taken_as_large_as_it_is_drawn() -> None:
    assert covers(piece("gold", "token"), (5.1, 5.0))
    assert topmost([piece("gold", "token")], (7.0, 5.0)) is None


def test_what_flies_over_a_piece_that_matters_lets_it_shine_through() -> None:
    tank, high = piece("tank", "base"), replace(piece("kite", "base"), above=4.0)
    low = replace(high, y=high.y - lift(high))  # its body is drawn over the tank
    assert veiling([tank, low], {"tank"}) == {"kite"}
    assert veiling([tank, low], set()) == frozenset()
    assert veiling([tank, low], {"kite"}) == frozenset()
    assert veiling([tank, replace(low, above=0.0)], {"tank"}) == frozenset()
    assert veiling([tank, replace(low, x=low.x + 0.74)], {"tank"}) == {"kite"}
    assert veiling([tank, replace(low, x=low.x + 0.76)], {"tank"}) == frozenset()
