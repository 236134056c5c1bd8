"""Direct handling: pieces are picked up, dragged and put down, and a click may stand for several answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame
import pytest

from game.engine.core.decisions import Place
from game.engine.routes import Route, routes_to, routes_to_place, routes_to_switch, routes_to_targets
from game.engine.session import Session
from game.table.placing.places import is_legal
from game.table.placing.region import Region
from game.ui.board.overlays import RegionOverlay
from game.ui.decisions.place import PlaceController
from game.ui.play.overlays.reach import Reach
from tests.rulesets.godbreakers.kit import A, B, Play, begin, godbreaker
from tests.ui.driver import Driver, part

Window = Callable[..., Driver]
NOVA, PYRE, ENEMY = (10.0, 10.0), (14.0, 10.0), (10.0, 13.0)


def duel() -> Play:
    """Return a game in which Anna picks which of Nova and Pyre to activate; Scoria is Bert's."""
    pieces = [godbreaker("Nova", A, *NOVA, 8), godbreaker("Pyre", A, *PYRE, 8), godbreaker("Scoria", B, *ENEMY, 8)]
    return begin(*pieces)


def drag(driver: Driver, start: tuple[float, float], *spots: tuple[float, float], drop: bool = True) -> None:
    """Press the button on a spot of the table, move over others and let go on the last."""
    driver.move(driver.at(*start))
    begun = pixel(driver, start)
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=begun, button=1))
    driver.frame()
    for spot in spots:
        driver.move(driver.at(*spot))
    if drop:
        driver.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pixel(driver, (start, *spots)[-1]), button=1))
        driver.frame()


def pixel(driver: Driver, spot: tuple[float, float]) -> tuple[int, int]:
    x, y = driver.at(*spot)
    return round(x), round(y)


def moved(driver: Driver) -> bool:
    """Whether Nova was activated and moved to (8, 9), as well as pixels can tell, and nothing else was answered."""
    journal = driver.session.journal
    return journal[:2] == [["nova"], "move"] and len(journal) == 3 and journal[2] == pytest.approx([8, 9], abs=0.05)


def where(driver: Driver, name: str) -> tuple[float, float]:
    model = driver.session.state.models[name]
    return model.x, model.y


def test_dragging_a_piece_activates_and_moves_it_as_one_step_of_undo(window: Window) -> None:
    driver = window(duel().session)
    drag(driver, NOVA, (9.0, 9.0), (8.0, 9.0))
    assert moved(driver)
    assert where(driver, "nova") == pytest.approx((8.0, 9.0), abs=0.05)
    driver.key("ctrl+z")
    assert driver.session.journal == []
    driver.key("ctrl+y")
    assert where(driver, "nova") == pytest.approx((8.0, 9.0), abs=0.05)
    driver.key("ctrl+z")
    driver.key("ctrl+shift+z")
    assert where(driver, "nova") == pytest.approx((8.0, 9.0), abs=0.05)


def test_the_region_shows_from_the_press_on_and_nothing_is_answered_before_the_drop(window: Window) -> None:
    driver = window(duel().session)
    drag(driver, NOVA, drop=False)
    held = driver.scene.focus.hands.held
    assert held is not None
    assert held.placing.overlay is not None
    assert not held.placing.overlay.excluded
    assert driver.scene.heading().prompt == "Move Nova within 8 U"
    assert not held.placing.shown
    assert is_legal(held.placing.region, (8.0, 9.0))
    assert not is_legal(held.placing.region, (20.0, 10.0))
    assert driver.session.journal == []


def test_a_press_without_a_drag_is_a_click(window: Window) -> None:
    driver = window(duel().session)
    driver.click(driver.at(*NOVA))
    assert driver.session.journal == [["nova"]]
    assert driver.scene.focus.hands.held is None


@pytest.mark.parametrize("how", ["off the region", "escape", "right click", "beside the table"])
def test_letting_go_off_the_region_or_escape_or_a_right_click_cancels(window: Window, how: str) -> None:
    driver = window(duel().session)
    driver.keys("home", "home")  # the whole table
    drag(driver, NOVA, (9.0, 9.0), (25.0, 18.0), drop=how == "off the region")
    if how == "escape":
        driver.key("escape")
    elif how == "right click":
        driver.click(driver.at(25.0, 18.0), button=3)
    elif how == "beside the table":
        driver.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(1270, 10), button=1))
    assert driver.scene.focus.hands.held is None
    assert driver.session.journal == []
    assert not driver.table.sheets
    notice = driver.scene.model.notice
    said = (notice.title, [refusal.inches is not None for refusal in notice.refusals])
    assert said == (("Nova stays: it cannot end there.", [True]) if how == "off the region" else ("", []))


def test_where_letting_go_would_not_place_it_no_ghost_is_shown_and_the_chip_says_why(window: Window) -> None:
    driver = window(duel().session)
    drag(driver, NOVA, (9.0, 9.0), (25.0, 18.0), drop=False)
    held = driver.scene.focus.hands.held
    assert held is not None
    assert (held.is_off, held.placing.ghost.shown) == (True, False)
    assert "it stays" in held.placing.actions()[0].reason
    found = driver.scene.chip.content()
    assert found is not None
    [said] = found[0].lines
    assert said.tone == "bad"
    driver.move(driver.at(9.0, 9.0))
    assert (held.is_off, held.placing.ghost.shown) == (False, True)


def test_the_ghost_rests_on_the_nearest_legal_spot(window: Window) -> None:
    driver = window(duel().session)
    drag(driver, NOVA, (9.0, 9.0), (10.0, 12.3), drop=False)
    held = driver.scene.focus.hands.held
    assert held is not None
    assert held.placing.legal
    assert not held.is_off
    assert driver.session.decision is not None
    assert held.placing.spot != (10.0, 12.3)


def test_a_setting_asks_before_a_piece_is_put_down(window: Window) -> None:
    driver = window(duel().session)
    driver.window.choose(driver.window.options.__class__(ask=True))
    drag(driver, NOVA, (9.0, 9.0), (8.0, 9.0))
    assert driver.session.journal == []
    driver.move(driver.at(12.0, 9.0))
    driver.key("return")
    assert moved(driver)


def test_another_piece_of_ones_own_switches_while_nothing_is_committed(window: Window) -> None:
    driver = window(duel().session)
    driver.click(driver.at(*NOVA))
    driver.click(driver.at(*PYRE))
    assert driver.session.journal == [["pyre"]]
    drag(driver, NOVA, (9.0, 9.0), (8.0, 9.0))
    assert moved(driver)
    driver.click(driver.at(*PYRE))
    assert moved(driver), "a move is committed"


def test_a_click_in_the_region_of_the_asked_piece_moves_it(window: Window) -> None:
    driver = window(duel().session)
    driver.click(driver.at(*NOVA))
    driver.move(driver.at(8.0, 9.0))
    shown = driver.scene.focus.hands.shown
    assert shown is not None
    assert shown.placing.spot == pytest.approx((8.0, 9.0), abs=0.05)
    promised = [line.text for line in shown.placing.lines()]
    assert promised
    assert all(
        text in [line.text for section in driver.scene.sections() for line in section.lines] for text in promised
    )
    driver.click(driver.at(8.0, 9.0))
    assert moved(driver)
    driver.key("ctrl+z")
    assert driver.session.journal == [["nova"]]


@pytest.mark.parametrize("keys", [(), ("v",)], ids=["chosen", "moving"])
def test_a_drag_from_bare_ground_moves_the_view_and_no_piece(window: Window, keys: tuple[str, ...]) -> None:
    driver = window(duel().session)
    driver.click(driver.at(*NOVA))
    driver.keys(*keys)
    ground, journal = (8.0, 9.0), [*driver.session.journal]
    there = driver.at(9.0, 9.5)
    drag(driver, ground, (9.0, 9.5), drop=False)
    assert driver.at(*ground) == pytest.approx(there, abs=1), "the ground stays under the mouse"
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(round(there[0]), round(there[1])), button=1))
    driver.frame()
    assert driver.session.journal == journal
    driver.click(driver.at(*ground))
    assert moved(driver), "a click still goes there"


def test_a_click_on_an_enemy_in_reach_engages_with_the_odds_before(window: Window) -> None:
    pieces = [godbreaker("Nova", A, *NOVA, 8), godbreaker("Scoria", B, 10.0, 11.2, 8)]
    driver = window(begin(*pieces, dice=(7, 3)).session)
    driver.click(driver.at(*NOVA))
    driver.move(driver.at(10.0, 11.2))
    odds = driver.scene.focus.odds()
    assert odds is not None
    assert odds.title == "Nova engages Scoria"
    plate = driver.scene.chip.rect
    assert not any(plate.collidepoint(pixel(driver, spot)) for spot in (NOVA, (10.0, 11.2)))
    x, y = pixel(driver, (10.0, 11.2))
    assert plate.inflate(160, 160).collidepoint(x, y), "it stands beside the cursor"
    driver.click(driver.at(10.0, 11.2))
    assert driver.session.journal[:3] == [["nova"], "engage", ["scoria"]]
    assert driver.session.state.models["scoria"].damage == 4


def test_an_activation_with_a_move_and_an_engage_takes_one_drag_and_one_click(window: Window) -> None:
    pieces = [godbreaker("Nova", A, *NOVA, 8), godbreaker("Scoria", B, *ENEMY, 8)]
    driver = window(begin(*pieces, dice=(7, 3)).session)
    drag(driver, NOVA, (10.0, 11.0), (10.0, 11.8))
    driver.click(driver.at(*ENEMY))
    assert [each for each in driver.session.journal if not isinstance(each, list)] == ["move", "engage"]
    assert driver.session.journal[-1] == ["scoria"]
    assert driver.session.state.models["scoria"].damage == 4


def test_an_enemy_in_reach_is_engaged_although_a_move_was_chosen(window: Window) -> None:
    pieces = [godbreaker("Nova", A, *NOVA, 8), godbreaker("Scoria", B, 10.0, 11.2, 8)]
    driver = window(begin(*pieces, dice=(7, 3)).session)
    driver.click(driver.at(*NOVA))
    driver.press_row("Move")
    assert isinstance(driver.scene.focus.controller, PlaceController)
    driver.click(driver.at(10.0, 11.2))
    assert driver.session.journal[:3] == [["nova"], "engage", ["scoria"]]


def test_a_click_on_an_enemy_out_of_reach_looks_at_it(window: Window) -> None:
    driver = window(duel().session)
    driver.click(driver.at(*NOVA))
    driver.click(driver.at(*ENEMY))
    assert driver.session.journal == [["nova"]]
    assert driver.scene.focus.inspection.selected == "scoria"


@pytest.mark.parametrize("way", ["escape", "right click"])
def test_one_step_back_out_of_a_spot_out_of_an_action_then_the_menu(window: Window, way: str) -> None:
    def back(driver: Driver) -> None:
        driver.key("escape") if way == "escape" else driver.click(driver.at(25.0, 18.0), button=3)

    driver = window(duel().session)
    driver.click(driver.at(*NOVA))
    driver.press_row("Move")
    back(driver)
    assert driver.session.journal == [["nova"]]
    back(driver)
    assert driver.session.journal == []
    back(driver)
    assert bool(driver.table.sheets) == (way == "escape"), "from the top Esc opens the menu"


def test_no_step_back_past_dice(window: Window) -> None:
    pieces = [godbreaker("Nova", A, *NOVA, 8), godbreaker("Scoria", B, 10.0, 11.2, 8)]
    driver = window(begin(*pieces, dice=(7, 3)).session)
    driver.click(driver.at(*NOVA))
    driver.click(driver.at(10.0, 11.2))
    length = len(driver.session.journal)
    driver.key("escape")
    assert len(driver.session.journal) == length
    assert driver.table.sheets


def test_where_a_piece_may_go_is_worked_out_once_for_looking_ahead_and_lifting(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def counted(session: Session, piece: str) -> list[Route]:
        asked.append(piece)
        return routes_to_place(session, piece)

    monkeypatch.setattr("game.ui.play.hands.routes_to_place", counted)
    driver = window(duel().session)
    driver.click(driver.at(*NOVA))
    asked.clear()
    driver.move(driver.at(8.0, 9.0))
    assert driver.scene.focus.hands.hovering
    drag(driver, NOVA, (9.0, 9.0), (8.0, 9.0))
    assert moved(driver)
    assert asked.count("nova") == 1


def test_what_clicks_lead_to_is_found_out_once_for_all_pieces(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Session] = []

    def counted(session: Session) -> Iterator[list[Route]]:
        tried.append(session)
        return routes_to_targets(session)

    monkeypatch.setattr("game.ui.play.hands.routes_to_targets", counted)
    near, pieces = (10.0, 11.2), [godbreaker("Nova", A, *NOVA, 8), godbreaker("Pyre", A, *PYRE, 8)]
    driver = window(begin(*pieces, godbreaker("Scoria", B, 10.0, 11.2, 8)).session)
    driver.click(driver.at(*NOVA))
    for spot in (near, PYRE, near, NOVA):
        driver.move(driver.at(*spot))
        assert bool(driver.scene.focus.aimed) == (spot == near)
    assert len(tried) == 1


def test_routes_never_throw_dice_nor_change_the_game() -> None:
    play = duel()
    before = play.session.state.digest()
    [route] = routes_to_place(play.session, "nova")
    assert route.answers == (["nova"], "move")
    assert route.steps == ("Move",)
    assert routes_to_place(play.session, "scoria") == []
    assert routes_to("scoria", routes_to_targets(play.session)) == []
    assert routes_to_switch(play.session, "pyre") == []
    assert play.session.state.digest() == before
    assert play.session.journal == []


def test_a_click_on_the_asked_piece_leaves_it_where_it_is(window: Window) -> None:
    driver = window(duel().session)
    driver.click(driver.at(*NOVA))
    driver.click(driver.at(*NOVA))
    assert driver.session.journal == [["nova"]]
    driver.press_row("Move")
    driver.click(driver.at(*NOVA))
    assert driver.session.journal[2] == pytest.approx([*NOVA], abs=0.05)


def test_what_was_looked_at_vanishes_when_another_piece_is_asked_about(window: Window) -> None:
    driver = window(duel().session)
    driver.click(driver.at(*NOVA))
    driver.click(driver.at(*ENEMY))
    assert driver.scene.focus.inspection.piece() == "scoria"
    driver.key("v")
    assert driver.scene.focus.inspection.piece() == "scoria", "still the same activation"
    driver.keys("escape", "escape")
    driver.click(driver.at(*ENEMY))
    driver.click(driver.at(*PYRE))
    assert driver.session.journal == [["pyre"]]
    assert driver.scene.focus.inspection.piece() == "pyre"


def test_a_ghost_over_its_region_shows_that_region_whoever_is_looked_at(window: Window) -> None:
    driver = window(duel().session)
    driver.click(driver.at(*NOVA))
    driver.click(driver.at(*ENEMY))

    def shown() -> object:
        driver.frame()
        move = part(driver.scene, Reach).overlays()[0]
        return None if move is None else (move.region, move.looked_at)

    inspection = driver.scene.focus.inspection
    driver.move(driver.at(25.0, 18.0))
    assert shown() == (inspection.reach("scoria").move, True)
    driver.move(driver.at(8.0, 9.0))
    assert driver.scene.focus.hands.hovering
    assert shown() == (inspection.reach("nova").move, False)


def test_no_tooltip_lies_over_the_region_of_the_piece_that_was_just_picked_or_moved(window: Window) -> None:
    driver = window(duel().session)
    driver.move(driver.at(*NOVA))
    assert driver.scene.tips.tip() is not None
    driver.click(driver.at(*NOVA))
    assert driver.scene.tips.tip() is None
    assert "Nova" in [section.title for section in driver.scene.sections()]
    driver.move(driver.at(*PYRE))
    assert driver.scene.tips.tip() is not None


def test_the_causes_of_illegal_spots_come_while_the_piece_rests(window: Window) -> None:
    driver = window(duel().session)
    drag(driver, NOVA, (9.0, 9.0), drop=False)
    held = driver.scene.focus.hands.held
    assert held is not None
    driver.frames_until("the causes", lambda: bool(held.placing.overlay and held.placing.overlay.excluded))
    asked = begin(*duel().state.models.values())
    asked.answer(["nova"], "move")
    decision = asked.decision
    assert isinstance(decision, Place)
    assert isinstance(decision.region, Region)
    expected = RegionOverlay(decision.region).excluded
    assert held.placing.overlay is not None
    assert held.placing.overlay.excluded.keys() == expected.keys()


def test_a_switch_on_the_table_lets_go_of_what_was_looked_at(window: Window) -> None:
    driver = window(duel().session)
    driver.click(driver.at(*NOVA))
    for looked_at in (ENEMY, PYRE, NOVA):
        driver.click(driver.at(*looked_at), button=3)
        assert driver.scene.focus.inspection.selected
        driver.click(driver.at(*(NOVA if driver.session.journal == [["pyre"]] else PYRE)))
        assert driver.scene.focus.inspection.selected == ""
        assert [driver.scene.focus.inspection.piece()] == driver.session.journal[0]
