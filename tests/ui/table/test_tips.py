"""What the chip says belongs to what is under the mouse now, and goes when something covers that or dice fall."""

from __future__ import annotations

import time
from collections.abc import Callable

import pygame
import pytest

from game import rulesets
from game.engine.history.fairness import Throw
from game.play.teacher import new_lesson
from game.rulesets.godbreakers.rules.game import Game
from game.ui.board.dice_tray import Die
from game.ui.model.new_game_draft import quick_game
from game.ui.play.parts.tips import _terrain
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker, objective, table
from tests.ui.driver import Driver
from tests.ui.table.test_staging import engage

Window = Callable[..., Driver]


def title(driver: Driver) -> str:
    """Return the title of what the chip says, as if the mouse had rested; "" without one."""
    driver.scene.focus.mouse_since -= 10.0
    driver.tick()
    return said(driver)


def said(driver: Driver) -> str:
    found = driver.scene.chip.content()
    return found[0].title.split(" · ")[0] if found is not None else ""


def over_marrow(window: Window) -> Driver:
    """A window whose mouse rests on Marrow."""
    play = begin(
        godbreaker("Wick", A, 6.0, 10.0),
        godbreaker("Marrow", B, 15.0, 10.0),
        godbreaker("Gull", B, 22.0, 10.0),
        ground=table(),
    )
    driver = window(play.session)
    driver.move(driver.at(15.0, 10.0))
    assert title(driver) == "Marrow"
    return driver


def test_it_goes_with_the_view(window: Window) -> None:
    driver = over_marrow(window)
    driver.scene.focus.camera.pan(200, 0)
    assert title(driver) != "Marrow"
    driver.scene.focus.camera.pan(-200, 0)
    assert title(driver) == "Marrow"
    shift = driver.at(22.0, 10.0)[0] - driver.at(15.0, 10.0)[0]
    driver.scene.focus.camera.pan(-round(shift), 0)
    assert title(driver) == "Gull"


def test_it_goes_with_what_the_mouse_leaves(window: Window) -> None:
    driver = over_marrow(window)
    driver.handle(pygame.event.Event(pygame.WINDOWLEAVE))
    assert title(driver) == ""
    driver.move(driver.at(15.0, 10.0))
    assert title(driver) == "Marrow"
    driver.handle(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert title(driver) == ""
    driver.move(driver.at(15.0, 10.0))
    assert title(driver) == "Marrow"
    driver.handle(pygame.event.Event(pygame.WINDOWMOVED, x=40, y=40))  # as after full screen: no motion is reported
    assert title(driver) == ""


def test_after_full_screen_it_belongs_to_what_is_under_the_mouse_then(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = over_marrow(window)
    monkeypatch.setattr("pygame.display.get_window_position", lambda: (60, 70))
    driver.window.toggle_fullscreen()
    driver.tick()
    x, y = driver.at(22.0, 10.0)  # no motion is reported: the table has moved below the mouse
    monkeypatch.setattr("pygame.mouse.get_pos", lambda desktop: (round(x) + 60, round(y) + 70))
    driver.tick()
    assert title(driver) == "Gull"


def test_it_goes_when_a_sheet_covers_it_and_comes_back_for_what_is_there_then(window: Window) -> None:
    driver = over_marrow(window)
    driver.key("f1")
    assert title(driver) == ""
    place = driver.at(22.0, 10.0)
    driver.move(place)
    driver.key("escape")
    assert not driver.top.sheets
    driver.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(5, 5), rel=(1, 1), buttons=(0, 0, 0)))
    driver.move(place)
    assert title(driver) == "Gull"


def test_it_goes_for_another_screen(window: Window) -> None:
    driver = over_marrow(window)
    driver.window.open("help")
    driver.window.back()
    assert title(driver) == "", "the mouse may be anywhere now"


def test_it_goes_while_dice_fall_and_below_those_that_lie(window: Window) -> None:
    driver = over_marrow(window)
    scene = driver.scene
    scene.focus.animation.tray.motion = "full"
    scene.focus.animation.tray.throw([Die(Throw(8, (5,), 5, "a", "attack"), "Wick", (200, 100, 50))], time.monotonic())
    assert title(driver) == ""
    scene.focus.animation.tray.throw(
        [Die(Throw(8, (5,), 5, "a", "attack"), "Wick", (200, 100, 50))], time.monotonic() - 1.5
    )
    scene.focus.animation.tray.rect = pygame.Rect(0, 0, 10, 10)
    scene.focus.mouse_since = 0.0
    now = time.monotonic()
    assert said(driver)
    scene.focus.animation.tray.rect = pygame.Rect(0, 0, 60, 60)
    scene.focus.animation.tray.rect.center = scene.focus.mouse
    assert not said(driver)
    scene.focus.mouse_since = now - 0.5  # moved there: the table shines through
    assert said(driver)


def test_it_goes_until_what_happens_has_been_shown(window: Window) -> None:
    """Also between throws of dice: the mouse rests where it was when somebody else began to act."""
    driver = engage(window, 7, 3)
    scene = driver.scene
    while scene.focus.animation.playing:
        scene.focus.mouse_since = 0.0
        assert scene.chip.content() is None
        driver.frame()
    driver.frames_until("the camera to rest", lambda: scene.framing._settled and scene.focus.camera.glide is None)
    driver.move(driver.at(10, 11.2))  # where it was when the view moved to whoever acts next
    scene.focus.mouse_since = 0.0
    found = scene.chip.content()
    assert found is not None
    assert found[0].lines[0].text.startswith("47% to remove Scoria")


def test_it_goes_with_a_piece_that_leaves(window: Window) -> None:
    driver = over_marrow(window)
    game = driver.session.game
    assert isinstance(game, Game)
    game.state.models["marrow"].x = 15.0
    game.state.models["marrow"].y = 4.0
    driver.scene.model.refresh()
    assert title(driver) != "Marrow"


@pytest.mark.parametrize("book", [book.name for book in rulesets.usable()])
def test_terrain_under_the_mouse_is_named_and_its_rules_are_explained(window: Window, book: str) -> None:
    driver = window(quick_game(book, None))
    driver.scene.focus.camera.fit()
    view = driver.scene.model.view
    for piece in driver.scene.focus.ground.battlefield.pieces:
        if not piece.name or not view.grounds.get(piece.id):
            continue
        spot = piece.shape.representative_point()
        driver.move(driver.at(spot.x, spot.y))
        found = _terrain(driver.scene.focus)
        assert found is not None
        assert piece.name in found[0]
        for line in view.grounds[piece.id]:
            meaning = driver.session.ruleset.wording(line.rule)
            assert any(line.text in each.text and meaning in each.text for each in found[1]), line
        return
    pytest.fail("no terrain that does anything")


def test_terrain_says_what_it_costs_the_piece_that_is_looked_at(window: Window) -> None:
    driver = window(quick_game("bushido", None))
    piece = next(each for each in driver.scene.model.view.pieces if each.kind == "base")
    driver.scene.focus.inspection.selected = piece.id
    told = {}
    for terrain in driver.scene.focus.ground.battlefield.pieces:
        spot = terrain.shape.representative_point()
        driver.move(driver.at(spot.x, spot.y))
        found = _terrain(driver.scene.focus)
        told[terrain.traits.get("bushido.passage")] = [line.text for line in found[1]] if found is not None else []
    assert f"{piece.name} cannot enter it" in told["impassable"]
    assert f"Each inch here costs {piece.name} 2″" in told["difficult"]


def test_a_tooltip_cites_rules_only_while_the_key_for_details_is_held(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = window(quick_game("aos4", None))
    scene = driver.scene
    row = next(row for row in scene.focus.actions.actions if row.label.startswith("Done"))
    driver.move(next(rect.center for action, rect in scene.focus.actions.rows() if action is row))
    found = scene.tips.shown(1e12)
    assert found is not None
    _place, title, lines = found
    assert title == row.label
    assert [(line.text, line.rule) for line in lines] == [(driver.session.ruleset.wording(row.rule), "")]
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_ALT)
    held = scene.tips.shown(1e12)
    assert held is not None
    assert [line.rule for line in held[2]] == [row.rule]


def test_hovering_says_what_a_thing_is_and_refuses_nothing(window: Window) -> None:
    driver = over_marrow(window)
    tip = driver.scene.tips.on_table()
    assert tip is not None
    assert tip[0].endswith(", enemy")
    assert not any("not yours" in line.text or line.tone == "bad" for line in tip[1])
    driver.click(driver.at(15.0, 10.0))
    assert any("not yours to activate" in refusal.text for refusal in driver.scene.model.notice.refusals)


def test_while_a_computer_player_thinks_the_person_s_own_pieces_are_no_enemies(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = over_marrow(window)
    model = driver.scene.model
    monkeypatch.setattr(type(model), "decider", property(lambda self: B))
    monkeypatch.setattr(model, "bots", {B: object()})
    tip = driver.scene.tips.on_table()
    assert tip is not None
    assert tip[0].endswith(", enemy")
    driver.scene.focus.inspection.hovered = next(each.id for each in model.view.pieces if each.name == "Wick")
    tip = driver.scene.tips.on_table()
    assert tip is not None
    assert not tip[0].endswith(", enemy")


def test_a_marker_says_what_it_is_worth(window: Window) -> None:
    driver = window(begin(godbreaker("Wick", A, 6.0, 10.0), objective(15, 10), ground=table()).session)
    driver.move(driver.at(15.0, 10.0))
    tip = driver.scene.tips.on_table()
    assert tip is not None
    assert "Worth 2 VP" in [line.text for line in tip[1]]


def test_scenery_says_only_what_concerns_its_kind(window: Window) -> None:
    driver = window(quick_game("dropzone", None))
    for piece in driver.scene.focus.ground.battlefield.pieces:
        if "Road" in piece.name:
            spot = piece.shape.representative_point()
            driver.move(driver.at(spot.x, spot.y))
            found = _terrain(driver.scene.focus)
            assert found is not None
            words = " ".join(line.text for line in found[1])
            assert "A Vehicle drives 2″ farther" in words
            assert "lava" not in words
            return
    pytest.fail("no road")


def test_a_house_that_takes_a_squad_in_says_how_far_away_it_is_and_not_that_it_is_closed(window: Window) -> None:
    driver = window(new_lesson(rulesets.load("dropzone")))
    driver.scene.focus.camera.fit()
    houses = {piece.name: piece.shape.representative_point() for piece in driver.scene.focus.ground.battlefield.pieces}
    told = {}
    for name in ("ann.breachers", "bob.glaives-1"):
        driver.scene.focus.inspection.selected = name
        driver.move(driver.at(houses["East Exchange"].x, houses["East Exchange"].y))
        found = _terrain(driver.scene.focus)
        told[name] = [line.text for line in found[1]] if found is not None else []
    assert any("then enter" in text for text in told["ann.breachers"])
    assert not any("cannot enter" in text for text in told["ann.breachers"])
    assert any("cannot enter" in text for text in told["bob.glaives-1"])


def test_what_comes_under_a_mouse_that_rests_opens_no_tooltip(window: Window) -> None:
    """A click in the dock puts another card there, whose tooltip would cover the table."""
    session = new_lesson(rulesets.load("dropzone"))
    session.answer("leave")
    session.answer("keep")
    driver = window(session)
    rect = next(rect for action, rect in driver.scene.focus.actions.rows() if action.enabled)
    driver.move(rect.center)
    assert driver.scene.tips.shown(1e12) is not None
    driver.click(rect.center)
    below = next(row for _action, row in driver.scene.focus.actions.rows() if row.collidepoint(rect.center))
    assert driver.scene.tips.shown(1e12) is None
    driver.move((below.centerx + 1, below.centery))
    assert driver.scene.tips.shown(1e12) is not None


def test_while_details_are_held_special_rules_are_said_in_sentences(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = window(new_lesson(rulesets.load("dropzone")))
    details = driver.scene.model.view.units["ann.parasols"].details
    coded = next(line for line in details if "AA-2" in line.text)
    monkeypatch.setattr(driver.scene.tips, "_present", lambda now: ((0, 0), "Parasol", details))
    plain = driver.scene.tips.shown(0.0)
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_ALT)
    explained = driver.scene.tips.shown(0.0)
    assert plain is not None
    assert explained is not None
    at = details.index(coded)
    assert plain[2][at].text == coded.text
    assert explained[2][at].text.startswith(f"{coded.text}: The weapon can shoot airborne Aircraft")
    assert not any("up to 0″" in line.text for unit in driver.scene.model.view.units.values() for line in unit.details)
