"""The line of fire: drawn for the target under the mouse, from the side as well, away from both ends."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
import pytest

from game.engine.core.decisions import Choose, Option
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.rulesets.dropzone import RULESET
from game.ui.play.overlays.aim import WIDE, Aim
from game.ui.play.overlays.cards import Cards
from game.ui.widgets.text import line_height, wrap
from tests.ui.driver import part
from tests.ui.screens.test_settings import Window

SPOTS = {"ann.anvils-1": (20.0, 6.0), "bob.glaives-1": (20.0, 26.0), "bob.flickers-1": (17.0, 15.0)}


def firing(*options: str) -> Session:
    """The Anvils, who have just moved in, fire: one target far away behind the Customs House, one near."""
    session = Session(RULESET, RULESET.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(7))
    state = session.state
    for name, (x, y) in SPOTS.items():
        unit = state.units[name]
        squad = state.squads[unit.squad]
        for other in squad.units:
            state.units[other].place = "destroyed"
        unit.place, unit.carrier, unit.x, unit.y, unit.facing = "table", "", x, y, 9000
    state.edges, state.order, state.round = {"ann": "south", "bob": "north"}, ["ann", "bob"], 1
    state.step, state.player, state.group = "group", "ann", "ann.armour"
    state.groups["ann.armour"].status = "active"
    state.hands = {"ann": ["C01", "C07", "C10"], "bob": []}
    session = Session(RULESET, session.setup, KeyedDice(7), state=state)
    while not any(option.key in SPOTS for option in _options(session)):
        offered = [option.key for option in _options(session)]
        session.answer(next(each for each in ("ann.anvils", "scenery", "end") if each in offered))
    return session


def _options(session: Session) -> Sequence[Option]:
    decision = session.pending()
    assert isinstance(decision, Choose)
    return decision.options


@pytest.fixture
def session() -> Session:
    return firing()


def test_the_target_under_the_mouse_has_an_aim_line_and_a_strip(window: Window, session: Session) -> None:
    driver = window(session, size=(1280, 720))
    aim = part(driver.scene, Aim)
    driver.frame()
    decision = session.pending()
    assert isinstance(decision, Choose)
    target = next(option.key for option in decision.options if option.key in SPOTS)
    driver.move(driver.at(*SPOTS[target]))
    driver.frame()
    shown = aim.shown()
    assert shown is not None
    assert (shown.start, shown.end) == (SPOTS["ann.anvils-1"], SPOTS[target])
    assert len(shown.samples) == 20
    assert shown.lines[0].text.endswith("visible")
    place = pygame.Rect(aim.rect)
    assert place.width
    assert not any(place.collidepoint(driver.at(*spot)) for spot in (shown.start, shown.end))
    assert driver.scene.focus.layout.table.contains(place)
    theme = driver.window.theme
    rows = [row for line in shown.lines for row in wrap(theme, line.text, theme.px(WIDE - 46), "small")]
    assert theme.px(2) + len(rows) * line_height(theme, "small") <= place.height, "everything is said"


def test_among_many_targets_scenery_is_folded_away_until_keys_go_there(window: Window, session: Session) -> None:
    driver = window(session, size=(1280, 720))
    actions = driver.scene.focus.actions
    driver.frame()
    scenery = [row for row in actions.actions if row.about.terrain]
    assert len(scenery) > 3
    assert [row for row, rect in actions.rows() if not rect.width] == scenery
    driver.key("home")
    while driver.scene.focus.actions.pointed() not in scenery:
        driver.key("tab")
    assert all(rect.width for _row, rect in actions.rows())


def test_the_strip_does_not_lie_on_the_hand_of_cards(window: Window, session: Session) -> None:
    driver = window(session, size=(1280, 720))
    aim, cards = part(driver.scene, Aim), part(driver.scene, Cards)
    driver.frame()
    target = next(option.key for option in _options(session) if option.key in SPOTS)
    driver.move(driver.at(*SPOTS[target]))
    driver.frame()
    assert aim.rect.width
    assert cards.vital()
    assert aim.rect.collidelist([*cards.vital()]) < 0


def test_scenery_and_no_target_have_none(window: Window, session: Session) -> None:
    driver = window(session, size=(1280, 720))
    aim = part(driver.scene, Aim)
    for option in _options(session):
        if option.key not in SPOTS:
            assert RULESET.vision.aim(session.game, session.pending(), option.key) is None
    driver.move(driver.at(2.0, 2.0))
    driver.frame()
    row = driver.scene.focus.actions.pointed()
    assert (aim.shown() is None) == (row is None or row.id not in SPOTS)
