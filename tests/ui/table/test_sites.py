"""Buildings on the table: who is where, how many fit, what is left; sides that are pointed at and chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from game.engine.core.dice import KeyedDice
from game.engine.rulebook.view import SiteView
from game.engine.session import Session
from game.rulesets.dropzone import RULESET
from game.ui.board.pieces import drawn_radius
from game.ui.play.overlays.fan import Fan
from game.ui.play.overlays.sites import Sites, paint_plate
from game.ui.widgets.theme import GOOD
from tests.ui.driver import Driver, part
from tests.ui.table.battle import answered, battle

Window = Callable[..., Driver]
HOUSE = "customs-house"
INSIDE = {
    **{f"ann.rifles-{n}": f"{HOUSE}:0" for n in (1, 2, 3)},
    **{f"bob.dancers-1-{n}": f"{HOUSE}:2" for n in (1, 2)},
}


def held() -> Session:
    """Three Rifles at the south side of the Customs House, which has lost 7 points, two Dancers at its north side."""
    session = battle({"bob.pylon": (28.0, 43.0)}, "ann.frontline", inside=INSIDE)
    session.state.scars[HOUSE], session.state.tokens[HOUSE] = 7, 2
    return Session(RULESET, session.setup, KeyedDice(7), state=session.state)


@pytest.fixture
def driver(window: Window) -> Driver:
    driver = window(held(), size=(1280, 720))
    driver.frame()
    return driver


def test_d_garr_1_d_scen_12_d_coll_1_a_site_has_its_places_points_and_tokens(driver: Driver) -> None:
    sites = driver.scene.model.view.sites
    site = sites[HOUSE]
    assert (site.taken, site.places, site.left, site.most, site.tokens) == (5, 20, 13, 20, 2)
    assert {slot.id: len(slot.pieces) for slot in site.slots} == {
        f"{HOUSE}:centre": 0, f"{HOUSE}:0": 3, f"{HOUSE}:1": 0, f"{HOUSE}:2": 2, f"{HOUSE}:3": 0,
    }  # fmt: skip
    assert [*part(driver.scene, Sites).shown()] == [HOUSE], "nothing is in the others, and nothing happened to them"
    assert sites["south-field"].places == 0
    assert "west-road" not in sites


def test_the_plate_of_a_site_covers_no_piece_and_no_name(driver: Driver) -> None:
    [place] = part(driver.scene, Sites).vital()
    camera = driver.scene.focus.camera
    for piece in driver.scene.model.view.pieces:
        x, y = camera.to_screen(piece.x, piece.y)
        r = drawn_radius(piece) * camera.scale - 1
        assert not place.colliderect(pygame.Rect(x - r, y - r, 2 * r, 2 * r)), piece.id
    assert place.collidelist(driver.scene.focus.context.sprites.names.shown) < 0


def test_a_caption_of_a_ruler_hides_the_plate_of_a_site(driver: Driver) -> None:
    sites, screen, context = part(driver.scene, Sites), driver.screen, driver.scene.focus.context
    [place] = sites.vital()
    looks = []
    for captions in ([], [place.inflate(-4, -4)]):
        screen.fill((0, 0, 0))
        context.readings[:] = captions
        sites.draw(screen)
        looks.append(screen.subsurface(place).get_buffer().raw)
    assert any(looks[0])
    assert not any(looks[1])


def test_the_plate_of_a_site_is_explained_in_words(driver: Driver) -> None:
    sites = part(driver.scene, Sites)
    [place] = sites.vital()
    tip = sites.tells(place.center)
    assert tip is not None
    assert tip[0] == "Customs House"
    assert [line.text for line in tip[1]] == [
        "5 of 20 places for units taken", "13 of 20 damage points left", "2 tokens",
    ]  # fmt: skip


def test_d_garr_4_units_at_a_side_are_shown_within_the_building(driver: Driver) -> None:
    for name in INSIDE:
        piece = driver.scene.model.pieces[name]
        assert 21.5 < piece.x < 26.5
        assert 21.5 < piece.y < 26.5


def test_d_garr_10_a_side_under_the_mouse_shows_what_is_seen_from_it(driver: Driver) -> None:
    driver.move(driver.at(25.5, 26.3))
    slot, fan = part(driver.scene, Sites).slot, part(driver.scene, Fan)
    assert slot is not None
    assert (slot.id, slot.name) == (f"{HOUSE}:2", "the north side of Customs House")
    driver.frames_until("the fan", lambda: fan.fan() is not None)
    overlay = fan.fan()
    assert overlay is not None
    view = overlay.view
    row, column = round(30.0 / view.step), round(24.0 / view.step)
    assert view.shares[row, column] == 1.0, "right in front"
    assert view.shares[round(18.0 / view.step), column] == -1.0, "behind it"
    assert view.lines[0].text == "within 18″, if nothing shortens that", "the Needle Bows"
    driver.move(driver.at(3.0, 3.0))
    assert fan.fan() is None


def entering() -> Session:
    """Three Rifles are about to take their places in the Customs House."""
    session = battle({f"ann.rifles-{n}": (22.0 + n, 20.5) for n in (1, 2, 3)}, "ann.frontline")
    answered(session, "ann.rifles", "move")
    session.answer("stay")
    answered(session, HOUSE)
    return session


def test_d_garr_4_each_question_says_which_unit_it_is_about_and_one_answer_may_be_for_all() -> None:
    session = entering()
    assert session.pending().prompt == "Rifle Section 1, 1 of 3: choose a place in Customs House"
    session.answer("centre")
    assert session.pending().prompt == "Rifle Section 2, 2 of 3: choose a place in Customs House"
    order = next(each for each in session.pending().shortcuts if "north" in each.label)
    assert order.label == "All 2: the north side of Customs House"
    before = len(session.journal)
    session.answer(order.key)
    assert session.journal[before:] == ["2", "2"], "journals hold the answers"
    slots = [session.state.units[f"ann.rifles-{n}"].slot for n in (1, 2, 3)]
    assert slots == [f"{HOUSE}:centre", f"{HOUSE}:2", f"{HOUSE}:2"]
    session.undo()
    assert len(session.journal) == before


def test_d_garr_4_a_click_on_a_side_takes_that_place(window: Window) -> None:
    session = entering()
    assert session.pending().rule == "D-GARR-4"
    driver = window(session, size=(1280, 720))
    assert {*part(driver.scene, Sites).offered()} == {f"{HOUSE}:{place}" for place in ("centre", *"0123")}
    driver.click(driver.at(26.3, 22.5))
    driver.click(driver.at(24.0, 24.0))
    driver.click(driver.at(26.3, 25.5))
    slots = [session.state.units[f"ann.rifles-{n}"].slot for n in (1, 2, 3)]
    assert slots == [f"{HOUSE}:1", f"{HOUSE}:centre", f"{HOUSE}:1"]


def test_a_building_without_damage_has_no_bar_that_its_places_could_be_taken_for(driver: Driver) -> None:
    theme, owners = driver.scene.window.theme, driver.scene.focus.context.owners
    whole = SiteView(3, 20, 20, 20)
    plates = [paint_plate(theme, site, {"ann": 3}, owners) for site in (whole, replace(whole, left=13))]
    assert plates[0].get_height() < plates[1].get_height()
    greens = [plate.get_buffer().raw.count(bytes(reversed(GOOD))) for plate in plates]
    assert greens[0] == 0 < greens[1]
