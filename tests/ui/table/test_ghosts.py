"""One Ghost tells what is proposed for pieces, whichever controller holds it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

import game.ui
from game.engine.rulebook.view import PieceView
from game.ui.decisions.ghost import Ghost
from game.ui.sandbox.screen import SandboxScreen, fresh
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver
from tests.ui.screens.test_sandbox import Builder, drop_wick
from tests.ui.table.test_decisions import CHOOSE, PLACE

Window = Callable[..., Driver]


def test_nobody_asks_for_the_kind_of_a_controller() -> None:
    asked = [
        f"{path.name}:{node.lineno}"
        for path in Path(*game.ui.__path__).rglob("*.py")
        if "Controller" in (text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance"
        if "Controller" in ast.unparse(node.args[1])
    ]
    assert asked == []


def test_a_choice_proposes_nothing(window: Window) -> None:
    driver = window(toy_session(CHOOSE))
    assert driver.scene.focus.ghost == Ghost()
    assert driver.scene.focus.ghost.placed is None
    assert driver.scene.focus.ghost.level == 0


def test_the_level_of_a_ghost_is_that_of_its_pieces() -> None:
    assert Ghost((PieceView("a", "Ada", "base", 5.0, 5.0, 0.5, level=2),)).level == 2


def test_the_ghost_of_a_placement_follows_the_mouse_and_is_told_apart_from_where_the_piece_stands(
    window: Window,
) -> None:
    driver = window(toy_session(PLACE))
    driver.move(driver.at(7.0, 5.0))
    controller, ghost = driver.scene.focus.controller, driver.scene.focus.ghost
    assert controller is not None
    about = controller.decision.about
    [piece] = ghost.pieces
    assert (piece.x, piece.y) == ghost.spot == pytest.approx((7.0, 5.0), abs=0.03)
    assert ghost.away == {about}
    assert ghost.placed == piece
    assert driver.scene.focus.ghost is ghost, "it is made once for each spot"
    driver.move(driver.at(6.0, 5.0))
    assert driver.scene.focus.ghost.spot == pytest.approx((6.0, 5.0), abs=0.03)
    assert ghost.move_to is not None
    ghost.move_to((6.5, 5.0), True)
    assert driver.scene.focus.ghost.spot == pytest.approx((6.5, 5.0), abs=0.03)


def test_in_a_sandbox_it_starts_where_the_piece_stands_and_no_decision_places_it(dummy_display: None) -> None:
    builder = Builder(lambda window: SandboxScreen(window, fresh()))
    drop_wick(builder)
    builder.click(builder.at(10.0, 10.0))
    focus = builder.top.scene.focus
    assert focus.ghost.spot == focus.ghost.start == pytest.approx((10.0, 10.0), abs=0.05)
    assert focus.ghost.away == frozenset()
    builder.key("right")
    [piece] = focus.ghost.pieces
    assert piece.x == focus.ghost.spot[0] > focus.ghost.start[0]
    assert focus.ghost.away == {"ann.wick"}
    assert focus.ghost.placed is None
