"""The threat map in the window: shown by key, kept up to date while a piece is dragged, never in the way."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
import pytest
import shapely

from game.engine.session import Session
from game.play.session_model import SessionModel
from game.ui.decisions.place import PlaceController
from game.ui.play.overlays import threats as threat_overlay
from game.ui.play.overlays.threats import LABELS, REST, Threats, clearest, numbers
from tests.rulesets.bushido.bushido_kit import skirmish_session
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver, part
from tools.benches.frame import game_in_a_move
from tools.situations import session_of

Window = Callable[..., Driver]


@pytest.fixture(scope="module")
def game() -> Session:
    return game_in_a_move(2, "market-ruins")


def settled(driver: Driver) -> None:
    """Let frames go by until the map has come to rest."""
    driver.frame()
    time.sleep(1.5 * REST)  # the map waits until a ghost and the mouse rest
    driver.frame()
    driver.frames_until("the threat map", lambda: not driver.scene.threats.awaits_drawing)


def shown(driver: Driver) -> int:
    """How much there is of the map: the sum of its opacity."""
    chart = driver.scene.threats.chart
    assert chart is not None
    return int(pygame.surfarray.array_alpha(chart.picture).astype(int).sum())


def test_the_rules_are_asked_for_threats_once_and_in_a_thread(
    window: Window, game: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []
    asked = threat_overlay._foreseen

    def noted(*given: Any) -> object:
        threads.append(threading.current_thread())
        return asked(*given)

    monkeypatch.setattr(threat_overlay, "_foreseen", noted)
    driver = window(game.fork())
    driver.key("x")
    settled(driver)
    assert driver.scene.threats.chart is not None
    assert len(threads) == 1
    assert threads[0] is not threading.main_thread()


def test_x_shows_and_hides_the_map(window: Window, game: Session) -> None:
    driver = window(game.fork())
    before = driver.screen.copy()
    driver.key("x")
    settled(driver)
    chart = driver.scene.threats.chart
    assert chart is not None
    assert chart.exact
    foes = {piece.id for piece in driver.scene.model.view.pieces if piece.kind == "base"}
    assert {threat.id for threat in chart.threats} < foes
    assert driver.scene.model.decider not in {driver.scene.model.pieces[threat.id].owner for threat in chart.threats}
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(driver.screen, "RGB")
    driver.key("x")
    assert not driver.scene.threats.awaits_drawing
    assert driver.scene.threats.lines() == ()


def test_one_enemy_is_left_out_by_key_and_by_mouse(window: Window, game: Session) -> None:
    driver = window(game.fork())
    driver.key("x")
    settled(driver)
    chart = driver.scene.threats.chart
    assert chart is not None
    whole, foe = shown(driver), driver.scene.model.pieces[chart.threats[0].id]
    for _ in range(len(driver.scene.model.pieces)):
        driver.key("i")
        if driver.scene.focus.inspection.selected == foe.id:
            break
    driver.key("shift+x")
    assert driver.scene.threats.hidden == {foe.id}
    settled(driver)
    assert shown(driver) < whole
    pygame.key.set_mods(pygame.KMOD_CTRL)
    driver.click(driver.at(foe.x, foe.y))
    pygame.key.set_mods(0)
    assert driver.scene.threats.hidden == set()
    settled(driver)
    assert shown(driver) == pytest.approx(whole, rel=0.01)


def test_the_map_is_unfinished_as_long_as_a_ghost_moves(window: Window, game: Session) -> None:
    driver = window(game.fork())
    driver.key("x")
    settled(driver)
    driver.move(driver.at(12, 9))
    driver.frame()
    assert driver.scene.threats.awaits_drawing
    settled(driver)
    assert not driver.scene.threats.awaits_drawing


def test_the_rules_are_not_asked_while_a_ghost_moves_except_for_the_first_map(
    window: Window, game: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threat_overlay, "REST", math.inf)
    driver = window(game.fork())
    driver.key("x")
    threats = driver.scene.threats
    driver.frames_until("the first map", lambda: threats.chart is not None and not threats.awaits_drawing)
    shown_before = threats.chart
    for x in (11, 12, 13):
        driver.move(driver.at(x, 9))
        driver.frame()
        assert threats.awaits_drawing
        assert not threats._foreseer.busy
    assert threats.chart is shown_before
    monkeypatch.setattr(threat_overlay, "REST", 0.0)
    driver.frames_until("a newer map", lambda: not threats.awaits_drawing)
    assert threats.chart is not shown_before


def test_nothing_is_awaited_once_nobody_looks(window: Window, game: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = window(game.fork())
    driver.key("x")
    settled(driver)
    monkeypatch.setattr(threat_overlay, "REST", math.inf)
    driver.move(driver.at(12, 9))
    driver.frame()
    threats = driver.scene.threats
    assert threats.awaits_drawing
    monkeypatch.setattr(SessionModel, "viewpoint", "")
    assert not threats.tick(0.0)
    assert not threats.awaits_drawing


def test_the_tooltip_says_who_could_reach_the_ghost_and_how(window: Window, game: Session) -> None:
    driver = window(game.fork())
    driver.key("x")
    settled(driver)
    chart = driver.scene.threats.chart
    assert chart is not None
    foe = driver.scene.model.pieces[chart.threats[0].id]
    driver.move(driver.at(foe.x, foe.y))
    settled(driver)
    texts = [line.text for line in driver.scene.threats.lines()]
    assert texts
    assert all("already in reach" in text or "could move" in text or "Nobody" in text for text in texts)


def test_a_piece_that_is_not_on_the_table_yet_is_asked_about_as_its_ghost_stands(window: Window) -> None:
    driver = window(session_of("deploying"))
    driver.move(driver.at(12, 4))
    controller, target = driver.scene.focus.controller, part(driver.scene, Threats).question().target
    assert isinstance(controller, PlaceController)
    assert controller.standing is None
    assert target is not None
    assert (target.x, target.y, target.radius) == (*controller.spot, 0.5)


def test_the_map_follows_a_drag_and_every_answer(window: Window, game: Session) -> None:
    driver = window(game.fork())
    driver.key("x")
    settled(driver)
    stands = driver.scene.model.pieces[driver.session.pending().about]
    for step in range(6):
        driver.move(driver.at(stands.x + 0.4 * step, stands.y))
    settled(driver)
    first = driver.scene.threats.chart
    driver.key("return")
    settled(driver)
    assert driver.scene.threats.chart is not None
    assert driver.scene.threats.chart is not first
    assert driver.scene.threats.on


def test_a_rulebook_without_threats_has_an_empty_map(window: Window) -> None:
    driver = window(toy_session())
    driver.key("x")
    settled(driver)
    assert driver.scene.threats.chart is None
    driver.frames_until(
        "the answer", lambda: driver.scene.threats._explanation().startswith("This game has no threat map")
    )


def test_a_map_of_bushido_counts_every_enemy_with_counters(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = window(skirmish_session(ferry_brute={"counters": 0}))
    driver.key("x")
    settled(driver)
    assert "4 of 4 enemies" in driver.scene.threats._explanation()
    chart, drawn = driver.scene.threats.chart, list[str]()
    assert chart is not None

    def noted(_target: object, text: str, *_where: object) -> pygame.Rect:
        drawn.append(text)
        return pygame.Rect(0, 0, 9, 9)

    monkeypatch.setattr(threat_overlay, "draw_pill", noted)
    driver.scene.threats.draw(driver.screen)
    key = ["1 could strike", "2 could strike", "3 or more could strike"]
    assert [text for text in drawn if text in key] == [key[level] for level in chart.levels], "in their colours"
    assert shown(driver) > 0


def test_an_empty_map_says_why_it_is_empty(window: Window) -> None:
    spent = {"counters": 0}
    session = skirmish_session(
        ferry_brute=spent, reed_stalker=spent, river_bandit_chief=spent, river_bandit_cutter_1=spent,
        river_bandit_cutter_2=spent)  # fmt: skip
    driver = window(session)
    driver.key("x")
    settled(driver)
    assert driver.scene.threats._explanation() == "Threat map: no enemy can strike before your next action · X: off"
    driver.window.choose(replace(driver.window.options, keys={"all": {"threats": "ctrl+i"}}))
    assert driver.scene.threats._explanation().endswith(" · Ctrl + I: off")


def test_a_part_of_the_table_has_numbers_of_its_own_that_count_every_threat(window: Window) -> None:
    driver = window(skirmish_session())
    driver.key("x")
    settled(driver)
    camera, threats = driver.scene.focus.camera, driver.scene.threats
    at = camera.to_screen(12.0, 11.0)
    driver.scene.focus.zoom(5.0, (round(at[0]), round(at[1])))
    settled(driver)
    view, chart = threats._view, threats.chart
    assert view is not None
    assert chart is not None
    labels = chart.placed(())
    assert labels
    assert "3+" not in {text for _spot, text in labels}
    for (x, y), text in labels:
        assert view[0] <= x <= view[2]
        assert view[1] <= y <= view[3]
        assert len(threats._map.over(x, y)) == int(text)


def test_the_numbers_of_the_map_keep_clear_of_the_pieces() -> None:
    spots = [(5.0, 5.0), (6.0, 5.0), (9.0, 5.0)]
    assert clearest(spots, []) == (5.0, 5.0)
    assert clearest(spots, [(5.0, 5.0, 2.0)]) == (9.0, 5.0)
    assert clearest(spots[:2], [(5.0, 5.0, 2.0)]) == (6.0, 5.0), "the one that is covered least"
    ((places, text),) = numbers(shapely.box(2.0, 2.0, 8.0, 6.0), "2")
    assert text == "2"
    assert len(places) > 10
    assert all(2.5 < x < 7.5 and 2.5 < y < 5.5 for x, y in places)


def test_no_number_lies_on_a_piece(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = window(session_of("choosing"))
    drawn: list[tuple[float, float]] = []

    def watched(target: pygame.Surface, text: str, centre: tuple[float, float], *more: object) -> pygame.Rect:
        if text in LABELS:
            drawn.append(centre)
        return pygame.Rect(0, 0, 0, 0)

    driver.key("x")
    settled(driver)
    monkeypatch.setattr("game.ui.play.overlays.threats.draw_pill", watched)
    driver.frame()
    assert len(drawn) > 5
    camera = driver.scene.focus.camera
    for spot in drawn:
        x, y = camera.to_table(*spot)
        assert all(math.dist((x, y), (each.x, each.y)) > each.radius for each in driver.scene.model.view.pieces), spot


def test_the_words_about_the_map_hide_as_few_pieces_as_they_can(window: Window, game: Session) -> None:
    driver = window(game.fork())
    driver.key("x")
    settled(driver)
    layer, focus = driver.scene.threats, driver.scene.focus
    view = focus.layout.table
    block = pygame.Rect(0, 0, 500, 60)
    usual = layer._freest(block, view)
    assert (usual.midtop, usual.size) == (view.midtop, block.size), "nothing is there"
    piece = next(piece for piece in focus.animation.view.pieces if piece.kind == "base")
    x, y = focus.camera.to_screen(piece.x, piece.y)
    focus.camera.pan(view.centerx - x, view.top + 30 - y)
    driver.frame()
    base = focus.camera.base(piece.radius, (piece.x, piece.y))
    assert base.colliderect(usual)
    assert not base.colliderect(layer._freest(block, view))
