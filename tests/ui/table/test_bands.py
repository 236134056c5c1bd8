"""Battlegroups as bands above the rows of the rosters: what each is called, and what it may still do."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pygame
import pytest

from game.engine.core.decisions import Choose
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import GroupView
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.dropzone import RULESET
from game.ui.play.parts.dock import Dock
from tests.ui.driver import Driver, part
from tests.ui.table.battle import battle

Window = Callable[..., Driver]


@pytest.fixture
def session() -> Session:
    """Ann's Frontline acts, her Headquarters has, her Armour is In Reserve; Bob holds his Frontline back."""
    session = battle({"ann.mule-a": (20.0, 24.0), "ann.bastion": (5.0, 5.0)}, "ann.frontline")
    state = session.state
    state.groups["ann.hq"].status, state.groups["ann.armour"].mode = "done", "reserve"
    state.squads["ann.bastion.squad"].acted = True
    state.groups["bob.frontline"].status = "held"
    return Session(RULESET, session.setup, KeyedDice(7), state=state)


def bands(driver: Driver) -> dict[str, tuple[GroupView, pygame.Rect]]:
    driver.open("sides")
    return {group.id: (group, place) for group, place in driver.scene.focus.roster_column.bands()}


def test_d_bg_5_d_bg_6_d_bg_9_d_dep_7_each_group_has_its_status(window: Window, session: Session) -> None:
    driver = window(session, size=(1280, 720))
    assert {name: group.status for name, (group, _place) in bands(driver).items()} == {
        "ann.hq": "done", "ann.frontline": "active", "ann.armour": "reserve",
        "bob.hq": "ready", "bob.frontline": "held", "bob.armour": "ready",
    }  # fmt: skip


def test_d_bg_7_a_band_lists_what_its_squads_may_still_do(window: Window, session: Session) -> None:
    driver = window(session, size=(1280, 720))
    _group, place = bands(driver)["ann.hq"]
    tip = driver.scene.rosters.tip(place.center)
    assert tip is not None
    assert tip[0] == "Headquarters · Ann"
    assert [line.text for line in tip[1]] == [
        "Headquarters has acted", "Bastion Command Carrier has acted", "Ferret Scout Car did not act",
    ]  # fmt: skip
    assert [line.rule for line in tip[1]] == ["D-BG-9", "D-BG-7", "D-BG-7"]
    _group, place = bands(driver)["ann.frontline"]
    tip = driver.scene.rosters.tip(place.center)
    assert tip is not None
    assert "Rifle Section may act" in [line.text for line in tip[1]]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_band_lies_above_the_rows_of_its_own_squads_only(
    window: Window, session: Session, size: tuple[int, int]
) -> None:
    driver = window(session, size=size)
    strip, places = driver.scene.focus.roster_column, bands(driver)
    assert all(not one.colliderect(other) for (_a, one), (_b, other) in pairwise(places.values()))
    seen = 0
    for chip in strip.chips:
        where = strip.place(chip.piece.id)
        if where is None:
            continue
        seen += 1
        above = [name for name, (_group, place) in places.items() if place.bottom <= where.top]
        own = [name for name, (group, _place) in places.items() if chip.piece.id in group.units]
        assert above[-1:] == own or not own, chip.piece.name
    assert seen > 5


def test_the_facts_of_a_squad_begin_with_its_group(window: Window, session: Session) -> None:
    driver = window(session, size=(1280, 720))
    driver.open("sides")
    strip = driver.scene.focus.roster_column
    strip.reveal("bob.gales")
    place = strip.place("bob.gales")
    assert place is not None
    tip = driver.scene.rosters.tip((place.centerx, place.bottom - 4))
    assert tip is not None
    assert "Frontline is held back this round" in [line.text for line in tip[1]]


def first_of_a_battle() -> Session:
    """Return a battle in which the first battlegroup is to be chosen, and nothing is on the table."""
    session = Session(RULESET, RULESET.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(7))
    while not session.pending().allows("ann.armour"):
        session.answer(random_answer(session.pending(), Random(1)))
    return session


def test_d_bg_1_a_click_on_a_band_activates_its_group_while_one_is_to_be_chosen(window: Window) -> None:
    driver = window(first_of_a_battle(), size=(1280, 720))
    dock = part(driver.scene, Dock)
    place = {group.id: place for place, group in dock.bands}
    driver.click(place["ann.armour"].center)
    state = driver.session.state
    assert state.group == "ann.armour"
    driver.click(place["ann.frontline"].center)  # another group cannot be chosen now
    assert state.group == "ann.armour"


def test_units_that_are_not_on_the_table_cannot_be_dragged_across_it(window: Window) -> None:
    driver = window(first_of_a_battle(), size=(1280, 720))
    driver.press_row("Armour")
    decision = driver.session.pending()
    assert isinstance(decision, Choose)
    assert {option.hand for option in decision.options} == {"ground"}
    target = driver.scene.focus.input_target
    assert target is not None
    assert target.hint == "Click an answer, or press its key."
