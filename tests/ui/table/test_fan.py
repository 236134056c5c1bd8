"""The sight fan: what a unit sees from where it is, and from where it would be."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame
import pytest

from game.engine.session import Session
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.space import eye_height
from game.rulesets.dropzone.view.fans import fan
from game.table.lattice import position
from game.table.sight.bodies import Eye
from game.ui.pages.texts import KEYS
from game.ui.play.overlays.fan import Fan
from game.ui.widgets.keys import COMMANDS
from tests.ui.driver import Driver, part
from tests.ui.table.battle import battle
from tests.ui.table.test_hands import pixel

Window = Callable[..., Driver]
ANVIL = "ann.anvils-1"
SPOTS = {ANVIL: (30.0, 20.0), "ann.anvils-2": (31.0, 18.5), "ann.anvils-3": (32.0, 20.0), "bob.glaives-1": (24.0, 30.0)}


@pytest.fixture
def session() -> Session:
    return battle(SPOTS, "ann.armour")


def seen(game: Game, x: float, y: float) -> float:
    """Return how much of a Glaive, which is as large as the tank that fans look for, the Anvil would see at a spot."""
    unit, target = game.state.units[ANVIL], game.state.units["bob.glaives-1"]
    target.x, target.y = x, y
    eye = Eye(unit.x, unit.y, eye_height(game.body(unit), articulated=True), unit.squad)
    view = game.seeing.view(eye, target.id)
    assert view is not None
    return view.share


def test_d_geo_9_a_fan_has_the_share_that_a_weapon_would_see(session: Session) -> None:
    view = fan(session.game, ANVIL)
    assert view is not None
    found = set()
    for x, y in ((24.0, 30.0), (27.5, 27.0), (20.0, 40.0), (36.0, 28.0), (33.0, 10.0), (5.0, 20.0), (12.0, 24.5)):
        share = view.shares[round(y / view.step), round(x / view.step)]
        if share >= 0.0:
            assert share == pytest.approx(seen(session.game, x, y)), (x, y)
            found.add(share)
    assert len(found) > 1


def test_d_shoot_10_a_fan_ends_at_the_longest_range_and_spares_solid_ground(session: Session) -> None:
    view = fan(session.game, "bob.glaives-1")
    assert view is not None
    assert view.lines[0].text == "within 30″, if nothing shortens that"
    for row, column in ((0, 0), (round(48 / view.step), 0)):
        far = math.dist((column * view.step, row * view.step), (24.0, 30.0))
        assert (view.shares[row, column] >= 0.0) == (far <= 30.0)
    assert view.shares[round(24 / view.step), round(24 / view.step)] == -1.0, "the Customs House"


def test_d_shoot_3_flying_targets_are_seen_over_roofs_though_no_weapon_fires_at_them(session: Session) -> None:
    low, high = fan(session.game, ANVIL), fan(session.game, ANVIL, aloft=True)
    assert low is not None
    assert high is not None
    assert (high.shares > 0.0).sum() > (low.shares > 0.0).sum()
    assert [line.text for line in high.lines] == ["no weapon for such targets"]


def test_a_fan_from_elsewhere_leaves_the_unit_where_it_is(session: Session) -> None:
    before = fan(session.game, ANVIL)
    there = fan(session.game, ANVIL, {ANVIL: position(10.0, 45.0)})
    assert before is not None
    assert there is not None
    assert there.eye == (10.0, 45.0)
    assert (session.state.units[ANVIL].x, session.state.units[ANVIL].y) == (30.0, 20.0)
    assert (before.shares != there.shares).any()


def test_the_key_goes_from_ground_to_air_to_nothing(window: Window, session: Session) -> None:
    driver, said = window(session, size=(1280, 720)), []
    aid = part(driver.scene, Fan)
    driver.move(driver.at(*SPOTS[ANVIL]))
    for _press in range(3):
        driver.key("ctrl+e")
        driver.frames_until("the fan", lambda: aid.fan() is not None or not aid.mode)
        driver.wait_for_searches()
        driver.frames_until("the fan", lambda: not aid.tick(0.0))
        overlay = aid.fan()
        said.append(overlay.view.title if overlay is not None else "")
    assert said == ["Anvil Battle Tank 1: what it sees", "Anvil Battle Tank 1: what it sees in the air", ""]
    assert COMMANDS["fan"].label == "What it sees: ground, air, off"
    assert any("{fan}" in keys for rows in KEYS.values() for _text, keys in rows)


def test_a_fan_follows_the_ghost_that_is_dragged(window: Window, session: Session) -> None:
    driver = window(session, size=(1280, 720))
    aid = part(driver.scene, Fan)
    driver.key("ctrl+e")
    driver.move(driver.at(*SPOTS[ANVIL]))
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pixel(driver, SPOTS[ANVIL]), button=1))
    for x in (30.5, 31.5, 33.0):
        driver.move(driver.at(x, 22.0))
    eye, layout = aid.eye()
    assert eye in layout
    driver.frames_until("the fan", lambda: not aid.tick(0.0))
    overlay = aid.fan()
    assert overlay is not None
    assert overlay.view.eye == pytest.approx(layout[eye], abs=0.01)
