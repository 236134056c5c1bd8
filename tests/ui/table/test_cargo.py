"""What pieces carry: chips on their rims, dragged off to get out; units dragged onto what takes them in."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame
import pytest

from game.engine.session import Session
from game.ui.arranging.choosing import ChooseController
from game.ui.arranging.controller import ArrangeController
from game.ui.play.overlays.cargo import Cargo
from tests.ui.driver import Driver, part
from tests.ui.table.battle import battle
from tests.ui.table.test_hands import pixel

Window = Callable[..., Driver]
MULE, DROVER = (20.0, 24.0), (30.0, 30.0)


@pytest.fixture
def session() -> Session:
    """The Rifles are in a Mule on the ground beside the Customs House; a Drover carries Anvils."""
    return battle({"ann.mule-a": MULE, "ann.drover-2": DROVER, "bob.pylon": (24.0, 40.0)}, "ann.frontline")


def chips(driver: Driver) -> Iterator[tuple[str, pygame.Rect]]:
    """Yield the units of all chips with their places."""
    focus = driver.scene.focus
    for piece in focus.model.view.pieces:
        places = focus.context.sprites.chips(piece, focus.camera.to_screen(piece.x, piece.y), focus.camera.scale)
        yield from ((chip.unit, place) for chip, place in places)


def drag(driver: Driver, start: tuple[int, int], end: tuple[float, float], *, drop: bool = True) -> None:
    """Press at a pixel, draw the mouse to a spot of the table, and let go."""
    driver.move(start)
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    x, y = (round(each) for each in driver.at(*end))
    for step in range(1, 6):
        driver.move((start[0] + (x - start[0]) * step / 5, start[1] + (y - start[1]) * step / 5))
    if drop:
        driver.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(x, y), button=1))
        driver.frame()


def test_d_trans_2_squads_aboard_are_chips_on_the_rim_off_all_names(window: Window, session: Session) -> None:
    driver = window(session, size=(1280, 720))
    found = dict(chips(driver))
    assert {*found} == {"ann.rifles", "ann.anvils"}
    shown = driver.scene.focus.context.sprites.names.shown
    assert all(place.collidelist(shown) < 0 for place in found.values())
    driver.scene.focus.mouse = found["ann.rifles"].center
    tip = driver.scene.tips.tip()
    assert tip is not None
    assert tip[0] == "Rifle Section · Ann"
    assert tip[1][0].text == "Drag it off to let it get out there"


def test_d_trans_5_the_details_show_the_tree_of_the_cargo(window: Window) -> None:
    driver = window(battle({"ann.drover-1": DROVER}, "ann.hq"))
    texts = [line.text for line in driver.scene.model.pieces["ann.drover-1"].details]
    assert [text for text in texts if "aboard" in text] == [
        "Mule APC A: 1 unit aboard, 2 damage points left",
        "   Rifle Section: 3 units aboard, 12 damage points left",
        "Mule APC B: 1 unit aboard, 2 damage points left",
        "   Breacher Suits: 2 units aboard, 6 damage points left",
    ]


def test_d_trans_12_a_chip_dragged_off_gets_out_where_it_is_dropped(window: Window, session: Session) -> None:
    driver = window(session, size=(1280, 720))
    place = dict(chips(driver))["ann.rifles"]
    drag(driver, place.center, (19.0, 25.0), drop=False)
    held = driver.scene.focus.controller
    assert isinstance(held, ChooseController)
    assert held.drags
    assert {piece.id for piece in held.ghost.pieces} == {f"ann.rifles-{n}" for n in (1, 2, 3)}
    assert session.journal == []
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=driver.at(19.0, 25.0), button=1))
    driver.frame()
    assert session.journal == ["ann.rifles", "move"], "the answers of the panel"
    asked = driver.scene.focus.controller
    assert isinstance(asked, ArrangeController)
    driver.frames_until("a verdict", lambda: asked.draft.judged)
    x, y = asked.draft.spot
    assert (x, y) == pytest.approx((19.0, 25.0), abs=1.5)
    driver.key("return")
    assert session.state.units["ann.rifles-1"].place == "table"


def test_d_bg_7_a_click_on_a_chip_chooses_its_squad(window: Window, session: Session) -> None:
    driver = window(session, size=(1280, 720))
    driver.click(dict(chips(driver))["ann.rifles"].center)
    assert session.journal == ["ann.rifles"]
    assert session.pending().about == "ann.rifles"


def test_a_chip_whose_squad_may_do_nothing_is_no_grip(window: Window, session: Session) -> None:
    driver = window(session, size=(1280, 720))
    assert part(driver.scene, Cargo).grip(dict(chips(driver))["ann.anvils"].center) == ""
    assert part(driver.scene, Cargo).grip(dict(chips(driver))["ann.rifles"].center) == "ann.rifles-1"


def test_d_trans_8_a_squad_dragged_onto_a_transport_boards_it(window: Window) -> None:
    spots = {"ann.mule-a": MULE, **{f"ann.rifles-{n}": (18.0 + n, 21.0) for n in (1, 2, 3)}}
    session = battle(spots, "ann.frontline", declared=["ann.mule-a.squad"])
    driver = window(session, size=(1280, 720))
    start = pixel(driver, (19.0, 21.0))
    drag(driver, start, MULE, drop=False)
    held = driver.scene.focus.controller
    assert isinstance(held, ChooseController)
    assert held.marks()["ann.mule-a"] == "contact"
    assert [line.text for line in held.lines()] == ["Into Mule APC A, if it gets there"]
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=driver.at(*MULE), button=1))
    driver.frames_until("boarding", lambda: session.state.units["ann.rifles-1"].carrier == "ann.mule-a")
    assert session.journal[:2] == ["ann.rifles", "move"]
    driver.key("ctrl+z")
    assert session.journal == [], "one gesture"


def test_d_garr_3_a_squad_dragged_onto_a_building_enters_it(window: Window) -> None:
    spots = {f"ann.rifles-{n}": (18.0 + n / 2, 19.0 + n) for n in (1, 2, 3)}
    session = battle(spots, "ann.frontline")
    driver = window(session, size=(1280, 720))
    drag(driver, pixel(driver, (18.5, 20.0)), (22.5, 23.0))
    driver.frames_until("slots", lambda: session.pending().rule == "D-GARR-4")
    assert session.journal[-1] == "customs-house"


def test_d_garr_3_a_building_out_of_reach_is_not_offered(window: Window) -> None:
    session = battle({f"ann.rifles-{n}": (28.0 + n, 3.0) for n in (1, 2, 3)}, "ann.frontline")
    driver = window(session, size=(1280, 720))
    drag(driver, pixel(driver, (29.0, 3.0)), (24.0, 24.0), drop=False)
    held = driver.scene.focus.controller
    assert isinstance(held, ChooseController)
    assert held.drag is not None
    assert held.drag.entering is not None
    assert "customs-house" not in held.drag.entering.things
    assert held.drag.into == ""


def test_d_garr_6_a_token_dragged_out_of_a_building_leaves_it(window: Window) -> None:
    session = battle({}, "ann.frontline", inside={f"ann.rifles-{n}": "customs-house:0" for n in (1, 2, 3)})
    driver = window(session, size=(1280, 720))
    piece = driver.scene.model.pieces["ann.rifles-2"]
    drag(driver, pixel(driver, (piece.x, piece.y)), (24.0, 20.5))
    driver.frames_until("the question", lambda: isinstance(driver.scene.focus.controller, ArrangeController))
    assert session.journal == ["ann.rifles", "move", "leave"]


def test_on_a_base_a_drag_moves_the_base_and_not_the_cargo_whose_chip_lies_over_it(
    window: Window, session: Session
) -> None:
    driver = window(session, size=(1280, 720))
    place, overlay, focus = dict(chips(driver))["ann.rifles"], part(driver.scene, Cargo), driver.scene.focus
    across = [(x, place.centery) for x in range(place.left, place.right)]
    grips = {bool(focus.piece_at(focus.camera.to_table(*at))): overlay.grip(at) for at in across if overlay.at(at)}
    assert grips == {False: "ann.rifles-1", True: ""}
