"""The sandbox and the referee for Age of Sigmar in the window: units as blocks, models dragged out, phases, odds."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.engine.core.dice import KeyedDice
from game.ui.model.new_game_draft import NewGameDraft
from game.ui.play.focus import unit_with_ranges
from game.ui.play.screen import TableScreen
from game.ui.prefs.memory import remember
from game.ui.sandbox.screen import RefereeScreen, SandboxScreen, fresh
from tests.rulesets.aos4.battles import Battle, row
from tests.ui.driver import Driver
from tests.ui.screens.test_sandbox import Builder

SLINGERS, BREAKERS = "ann.glarecoil-slingers", "bob.hullbreakers"


@pytest.fixture
def builder(dummy_display: None) -> Builder:
    remember(draft=NewGameDraft(book="aos4").draft)
    found = Builder(lambda window: SandboxScreen(window, fresh()))
    found.box.change({"do": "put", "piece": SLINGERS, "x": 20.0, "y": 5.0})
    found.box.change({"do": "put", "piece": BREAKERS, "x": 20.0, "y": 24.0})
    found.top.model.refresh()
    found.frame()
    return found


def said(place: SandboxScreen) -> list[str]:
    return [text for part in place.scene.sections() for text in (part.title, *(line.text for line in part.lines))]


def test_a_unit_is_dropped_as_a_block_and_turned_before(builder: Builder) -> None:
    builder.take("Put something")
    builder.take("Wallward Pikes")
    builder.move(builder.at(34.0, 6.0))
    assert len(builder.top.scene.focus.controller.block()) == 10
    builder.frame()
    builder.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1))
    builder.click(builder.at(34.0, 6.0))
    unit = builder.box.state.units["ann.wallward-pikes"]
    assert len(unit.at) == 10
    last = builder.box.journal[-1]
    assert isinstance(last, dict)
    assert last["facing"] == 10500
    builder.keys("ctrl+z")
    assert builder.box.state.units["ann.wallward-pikes"].place == "reserve"


def test_a_whole_unit_is_taken_up_and_put_elsewhere_and_one_model_is_dragged_out(builder: Builder) -> None:
    before = dict(builder.box.state.units[SLINGERS].at)
    builder.take("Put something")
    builder.top.sheets[-1].list.mark(f"whole:{SLINGERS}")
    builder.keys("return")
    builder.move(builder.at(30.0, 6.0))
    builder.keys("return")
    after = builder.box.state.units[SLINGERS].at
    shifts = {
        (round(after[each][0] - before[each][0], 3), round(after[each][1] - before[each][1], 3)) for each in after
    }
    assert len(shifts) == 1
    assert next(iter(shifts)) == pytest.approx((10.0, 1.0), abs=0.1)
    first = f"{SLINGERS}-1"
    builder.drag(after[first], (36.0, 6.0))
    assert builder.where(first) == pytest.approx((36.0, 6.0), abs=0.05)
    assert builder.where(f"{SLINGERS}-2") == after[f"{SLINGERS}-2"]


def test_damage_and_effects_are_set_by_the_keyboard_and_a_model_is_slain(builder: Builder) -> None:
    builder.top.model.select(f"{BREAKERS}-1")
    builder.frame()
    builder.keys("e", "down", "right")
    builder.press_row("Charged")
    builder.press_row("By hand, this turn: hit rolls")
    builder.keys("escape")
    unit = builder.box.state.units[BREAKERS]
    assert unit.damage == 1
    assert builder.box.game.charged(unit)
    assert [(each.what, each.amount) for each in unit.effects] == [("hit", 1)]
    builder.keys("delete")
    assert unit.slain == [f"{BREAKERS}-1"]


def test_round_phase_points_and_control_are_set(builder: Builder) -> None:
    builder.open_menu()
    builder.press_row("Scores and progress")
    for row_ in ("Round", "Phase", "VP of Bob", "Command points of Ann"):
        builder.press_row(row_)
    builder.top.sheets[-1].list.mark("control:centre")
    builder.keys("right")
    state = builder.box.state
    assert (state.round, state.phase_name, state.points["bob"], state.command["ann"]) == (2, "hero", 1, 5)
    assert state.control["centre"] == "ann"


def test_every_starter_piece_is_offered_and_one_is_built(builder: Builder) -> None:
    builder.keys("b")
    labels = [each.label for each in builder.top.sheets[-1].list.actions]
    assert {"Marsh (obscuring)", "Hall (blocks sight)", "Place of power"} <= {*labels}
    builder.take("Hall")
    builder.click(builder.at(34.0, 15.0))
    piece = next(each for each in builder.top.model.battlefield.pieces if each.id == "hall-1")
    assert piece.traits["aos4.blocks-sight"] is True


def test_another_map_and_another_army_are_laid(builder: Builder) -> None:
    builder.open_menu()
    builder.press_row("Another table")
    for name in ("map", "roster:0"):
        builder.top.sheets[-1].list.mark(name)
        builder.keys("right")
    builder.press_row("Set up this")
    document = builder.box.setup.document
    assert document.map.name != "Empty table"
    assert [player.army.name for player in document.players] == ["The Brineback Tithe", "The Brineback Tithe"]


def test_sight_ways_threat_and_odds_work_there(builder: Builder) -> None:
    builder.box.change({"do": "put", "piece": BREAKERS, "x": 20.0, "y": 14.0})
    builder.top.model.refresh()
    shooter, target = f"{SLINGERS}-1", f"{BREAKERS}-1"
    builder.top.model.select(shooter)
    builder.frame()
    builder.take("Line of sight...")
    builder.move(builder.at(*builder.where(target)))
    builder.frame()
    assert any("Glarecoil Slingers" in text and "Hullbreakers" in text for text in said(builder.top))
    builder.keys("escape", "escape")
    builder.top.model.select(shooter)
    builder.frame()
    builder.take("Path round")
    assert builder.top.scene.focus.measuring.paths.goes
    builder.keys("escape", "escape")
    builder.top.model.select(shooter)
    builder.frame()
    builder.take("Odds against")
    builder.frame()
    assert builder.top.model.hand.target.startswith(BREAKERS)
    odds = builder.box.ruleset.odds(
        builder.box.game, builder.box.pending(), {"attacker": shooter, "target": builder.top.model.hand.target}
    )
    assert odds is not None
    assert odds.spreads


def test_a_battle_is_played_on_from_the_sandbox(builder: Builder) -> None:
    builder.box.change({"do": "turn", "phase": "movement"})
    builder.top.model.refresh()
    builder.open_menu()
    builder.key("g")
    builder.press_row("Continue from this")
    builder.press_row("Start the game")
    assert isinstance(builder.top, TableScreen)
    assert not isinstance(builder.top, SandboxScreen)
    session = builder.top.scene.model.session
    assert session.state.phase_name == "movement"
    assert len(session.state.units[SLINGERS].at) == 10


def test_the_referee_corrects_a_battle_and_the_log_says_so(window: Callable[..., Driver]) -> None:
    started = Battle("movement")
    started.put("glarecoil-slingers", *row(10, 10.0, 6.0, 1.4, 5))
    started.put("hullbreakers", *row(5, 10.0, 24.0, 1.8))
    session = started.begin(KeyedDice(1)).session
    driver = window(session)
    driver.key("f12")
    driver.press_row("Referee")
    assert isinstance(driver.top, RefereeScreen)
    driver.top.model.select(f"{BREAKERS}-1")
    driver.frame()
    driver.keys("e", "down", "right", "escape", "g")
    assert "Hullbreakers damage: 0 → 1" in [line.text for line in driver.top.sheets[-1].lines]
    driver.keys("return", "return")
    assert driver.top is driver.table
    assert session.state.units[BREAKERS].damage == 1
    driver.frame()
    assert any(entry.text.startswith("Correction: Hullbreakers damage") for entry in driver.scene.model.log)
    driver.keys("ctrl+z")
    assert session.state.units[BREAKERS].damage == 0


def test_a_free_table_shows_threats_and_what_is_round_the_selected_unit(builder: Builder) -> None:
    scene = builder.top.scene
    builder.box.change({"do": "put", "piece": "ann.beaconwright", "x": 20.0, "y": 9.0})
    builder.top.model.refresh()
    builder.click(builder.at(20.0, 9.0))
    unit, ghost = unit_with_ranges(scene.focus)
    assert (unit, ghost.unit) == ("ann.beaconwright", "")
    builder.frames_until("bands", lambda: scene.chances.chances(unit) is not None)
    told = scene.chances.texts(unit, ghost)
    assert told[SLINGERS] == [("Steady Glow, Rekindle Resolve: wholly within", "good")]
    builder.key("x")
    builder.frames_until("the map", lambda: scene.threats.chart is not None and scene.threats.chart.exact)
    assert {each.id for each in scene.threats.chart.threats} == {BREAKERS}
    assert scene.threats.chart.levels == (0,)
    builder.key("x")


def test_whom_a_range_holds_follows_a_piece_in_hand_on_a_free_table(builder: Builder) -> None:
    scene = builder.top.scene
    builder.box.change({"do": "put", "piece": "ann.beaconwright", "x": 20.0, "y": 9.0})
    builder.top.model.refresh()
    x, y = (round(each) for each in builder.at(20.0, 9.0))
    builder.move((x, y))
    builder.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1))
    builder.move(builder.at(22.0, 12.0))
    builder.move(builder.at(24.0, 16.5))
    unit, ghost = unit_with_ranges(scene.focus)
    assert ghost.unit == "ann.beaconwright"
    assert scene.chances.texts(unit, ghost)[SLINGERS] == [
        ("Steady Glow, Rekindle Resolve of Beaconwright: 1.33″ short of wholly within 12″", "warning")
    ]
    builder.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(x, y), button=1))
