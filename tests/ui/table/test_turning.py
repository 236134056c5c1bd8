"""Facing at the table: by keys, by the wheel, by drawing away from the spot, in text, and kept or following."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.engine.core.decisions import Choose, Pick, Place
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.play.answers import hint, read_answer
from game.play.session_model import SessionModel
from game.play.spoken_state import piece_line
from game.play.typed_spots import Misread
from game.rulesets import load
from game.ui.decisions.place import PlaceController
from inchwise_conformance.typed import conversation
from tests.toy.facing_rulebook import facing_session
from tests.ui.driver import Driver

Window = Callable[..., Driver]


def controller(driver: Driver) -> PlaceController:
    found = driver.scene.focus.controller
    assert isinstance(found, PlaceController)
    return found


def last(driver: Driver) -> Any:
    return driver.session.journal[-1] if driver.session.journal else None


def drawn(driver: Driver, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Press at one spot of the table, draw to another and let go."""
    driver.move(driver.at(*start))
    pixel = tuple(map(round, driver.at(*start)))
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pixel, button=1))
    driver.move(driver.at((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    driver.move(driver.at(*end))
    pixel = tuple(map(round, driver.at(*end)))
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pixel, button=1))
    driver.frame()


def wheel(driver: Driver, steps: int, mod: int = 0) -> None:
    held = pygame.key.get_mods()
    pygame.key.set_mods(mod)
    driver.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=steps, flipped=False))
    pygame.key.set_mods(held)
    driver.frame()


def test_q_and_e_turn_the_piece_and_enter_puts_it_down_so(window: Window) -> None:
    driver = window(facing_session())
    driver.keys("right", "q", "q", "q", "e", "shift+q", "return")
    assert last(driver) == [5.05, 4.0, 3100]


def test_the_rows_turn_it_too_and_say_where_it_faces(window: Window) -> None:
    driver = window(facing_session())
    driver.key("right")
    assert driver.row("Turn left")[0].label == "Turn left (now facing 90°)"
    driver.press_row("Turn left")
    assert driver.row("Turn left")[0].label == "Turn left (now facing 75°)"
    driver.press_row("Turn right")
    driver.press_row("Turn right")
    assert controller(driver).turner.at((5.0, 4.0)) == 34_500


def test_the_wheel_turns_it_and_with_ctrl_it_zooms(window: Window) -> None:
    driver = window(facing_session())
    scale = driver.scene.focus.camera.scale
    driver.move(driver.at(6.0, 4.5))
    wheel(driver, 2)
    wheel(driver, 1, pygame.KMOD_SHIFT)
    assert driver.scene.focus.camera.scale == scale
    wheel(driver, 1, pygame.KMOD_CTRL)
    assert driver.scene.focus.camera.scale > scale
    driver.click(driver.at(6.0, 4.5))
    assert last(driver)[2] == 3100


def test_pressing_and_drawing_away_turns_it_and_letting_go_puts_it_down(window: Window) -> None:
    driver = window(facing_session())
    drawn(driver, (6.0, 4.5), (6.0, 7.5))
    assert last(driver) == [pytest.approx(6.0, abs=0.03), pytest.approx(4.5, abs=0.03), pytest.approx(9000, abs=100)]


def test_drawing_towards_another_piece_faces_it_and_names_nobody(window: Window) -> None:
    driver = window(facing_session())
    drawn(driver, (6.0, 4.0), (9.0, 7.0))
    assert last(driver)[2] == pytest.approx(4500, abs=100)


def test_a_plain_click_keeps_the_facing(window: Window) -> None:
    driver = window(facing_session())
    driver.click(driver.at(6.0, 4.5))
    assert last(driver)[2] == 0


def test_a_limited_turn_stops_at_its_limit(window: Window) -> None:
    driver = window(facing_session("limited"))
    driver.keys("right", *("q",) * 6, "return")
    assert last(driver) == [5.05, 4.0, 4500]


@pytest.mark.parametrize(("walk", "facing"), [("kept", 0), ("follows", 9000)])
def test_a_facing_that_is_not_chosen_has_no_rows_and_is_shown(window: Window, walk: str, facing: int) -> None:
    driver = window(facing_session(walk))
    scale = driver.scene.focus.camera.scale
    driver.keys("up", "q", "e")
    assert not [action for action in driver.scene.focus.actions.actions if action.label.startswith("Turn")]
    assert controller(driver).ghost.pieces[0].facing == facing
    driver.move(driver.at(5.0, 4.05))
    wheel(driver, 1)
    assert driver.scene.focus.camera.scale > scale
    driver.key("return")
    assert len(last(driver)) == 2


def test_the_preview_follows_the_facing(window: Window) -> None:
    driver = window(facing_session())
    driver.keys("right", "q")
    assert [line.text for line in controller(driver).lines()] == ["Would face 15"]


def test_turning_is_drawn_only_where_a_piece_faces_somewhere(window: Window) -> None:
    driver = window(facing_session())
    driver.key("right")
    before = driver.screen.copy()
    driver.key("q")
    table = driver.scene.focus.layout.table
    assert before.subsurface(table).get_buffer().raw != driver.screen.subsurface(table).get_buffer().raw


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("place 6, 4 facing 90", [6.0, 4.0, 0]),
        ("place 6, 4 facing 0", [6.0, 4.0, 9000]),
        ("@90 2 facing 315.5", [7.0, 4.0, 13_450]),
        ("near 6, 4 facing -90", [6.0, 4.0, 18_000]),
        ("6, 4", [6.0, 4.0, 0]),
    ],
)
def test_a_line_of_text_says_where_a_piece_faces(tmp_path: Path, line: str, answer: list[float]) -> None:
    session = facing_session()
    conversation(session, tmp_path, line)
    assert session.journal == [answer]


def test_text_play_explains_facing_and_tells_it(tmp_path: Path) -> None:
    session = facing_session()
    model = SessionModel(session, lambda played: None, tmp_path)
    assert "facing 90" in hint(session.pending())
    assert "facing 90°" in piece_line(model, model.pieces["a1"])
    with pytest.raises(Misread, match="bearing"):
        read_answer(model, session.pending(), "6, 4 facing north")
    assert any("Would face 45" in each for each in conversation(session, tmp_path, "try 6, 4 facing 45"))
    assert any(
        "the limit is 45°" in each for each in conversation(facing_session("limited"), tmp_path, "6, 4 facing 0")
    )


def test_a_piece_dragged_is_turned_by_the_wheel_and_by_keys(window: Window) -> None:
    driver = window(facing_session())
    driver.move(driver.at(5.0, 4.0))
    press = tuple(map(round, driver.at(5.0, 4.0)))
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=press, button=1))
    driver.move(driver.at(6.0, 4.0))
    driver.move(driver.at(7.0, 4.0))
    wheel(driver, 2)
    driver.key("q")
    release = tuple(map(round, driver.at(7.0, 4.0)))
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=release, button=1))
    driver.frame()
    assert last(driver) == [pytest.approx(7.0, abs=0.03), pytest.approx(4.0, abs=0.03), 4500]


def test_a_piece_that_waits_for_a_confirmation_is_turned_by_drawing_away(window: Window) -> None:
    driver = window(facing_session())
    driver.scene.window.options.ask = True
    drawn(driver, (5.0, 4.0), (7.0, 4.0))
    assert driver.session.journal == []
    drawn(driver, (7.0, 4.0), (7.0, 6.0))
    assert last(driver)[2] == pytest.approx(9000, abs=100)
    assert last(driver)[:2] == [pytest.approx(7.0, abs=0.05), pytest.approx(4.0, abs=0.05)]


def test_the_strip_of_rosters_shows_no_facing(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = window(facing_session())
    pointers: list[object] = []
    monkeypatch.setattr("game.ui.board.pieces.draw_pointer", lambda *all_of_it: pointers.append(all_of_it))
    driver.scene.focus.roster_column.draw(driver.screen, driver.scene.focus.context.owners, {})
    assert pointers == []
    driver.scene.focus.context.sprites.draw(driver.screen, driver.scene.model.pieces["a1"], (50.0, 50.0), 30.0, {})
    assert len(pointers) == 1


def deploying() -> tuple[Session, str]:
    """A game of Bushido in which the south is to put its first model down, and the id of that model."""
    ruleset = load("bushido")
    session = Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(3))
    while not isinstance(decision := session.pending(), Place):
        assert isinstance(decision, Choose | Pick)
        session.answer([decision.candidates[0]] if isinstance(decision, Pick) else decision.options[0].key)
    return session, decision.about


def test_b_setup_5_a_model_looks_ahead_where_it_is_put_down_unless_it_is_turned(window: Window) -> None:
    facing = []
    for keys in ((), ("q", "q")):
        session, piece = deploying()
        driver = window(session)
        driver.keys("right", "n", *keys, "return")
        facing.append(driver.session.state.models[piece].facing)
    assert facing[0] in (4500, 22500)
    assert facing[1] == facing[0] + 3000


def test_b_setup_5_in_text_a_model_is_put_down_facing_as_typed(tmp_path: Path) -> None:
    session, piece = deploying()
    conversation(session, tmp_path, "near 3, 3 facing 90")
    assert session.state.models[piece].facing == 0
