"""The sandbox, the referee and the making of warbands for Bushido in the window, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game import rulesets
from game.documents.rosters import own_rosters
from game.engine.rosters import RosterShelf
from game.ui.menu.menu import MenuScreen
from game.ui.model.new_game_draft import NewGameDraft
from game.ui.play.parts.tips import AFTER
from game.ui.play.screen import TableScreen
from game.ui.prefs.memory import remember
from game.ui.rosters.list_screen import RosterListScreen
from game.ui.sandbox.screen import RefereeScreen, SandboxScreen, fresh
from tests.rulesets.bushido.bushido_kit import skirmish_session
from tests.ui.driver import Driver, Hands
from tests.ui.screens.test_sandbox import Builder

WARDEN, CHIEF = "ann.bell-warden", "bob.river-bandit-chief"


@pytest.fixture
def builder(dummy_display: None) -> Builder:
    remember(draft=NewGameDraft(book="bushido").draft)
    found = Builder(lambda window: SandboxScreen(window, fresh()))
    found.box.change({"do": "put", "piece": WARDEN, "x": 6.0, "y": 4.0, "facing": 9000})
    found.top.model.select(WARDEN)
    found.top.model.refresh()
    found.frame()
    return found


def facing(builder: Builder) -> int:
    found: int = builder.box.state.models[WARDEN].facing
    return found


def test_the_sandbox_of_the_menu_is_that_of_the_rulebook_played_last(dummy_display: None) -> None:
    remember(draft=NewGameDraft(book="bushido").draft)
    hands = Hands()
    hands.window.go(MenuScreen(hands.window))
    hands.frame()
    hands.key("x")
    assert hands.top.model.sandbox.ruleset.name == "bushido"
    assert [piece.id for piece in hands.top.model.view.pieces] == ["idol-1", "idol-2", "idol-3"]


def test_a_model_is_dropped_from_the_list_looking_ahead(builder: Builder) -> None:
    builder.keys("escape")
    builder.take("Put something")
    builder.take("River Bandit Chief")
    builder.click(builder.at(18.0, 20.0))
    assert builder.where(CHIEF) == pytest.approx((18, 20), abs=0.05)
    assert builder.box.state.models[CHIEF].facing == 27000


def test_the_wheel_and_the_keys_turn_a_model_and_are_taken_back(builder: Builder) -> None:
    builder.move(builder.at(6.0, 4.0))
    builder.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1))
    assert facing(builder) == 10500
    builder.keys(".", ".")
    assert facing(builder) == 7500
    builder.keys("shift+q")
    assert facing(builder) == 7600
    builder.keys("ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z")
    assert facing(builder) == 9000


def test_far_from_what_is_selected_the_wheel_zooms(builder: Builder) -> None:
    before = builder.top.scene.focus.camera.scale
    builder.move(builder.at(20.0, 20.0))
    builder.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1))
    builder.frame()
    assert facing(builder) == 9000
    assert builder.top.scene.focus.camera.scale > before


def test_a_model_is_turned_by_its_handle_and_stays_where_it_is(builder: Builder) -> None:
    handle = builder.top.scene.focus.controller.handle
    assert handle is not None
    builder.drag(handle, (12.0, 4.0))
    assert facing(builder) == pytest.approx(0, abs=100) or facing(builder) == pytest.approx(36000, abs=100)
    assert builder.where(WARDEN) == (6.0, 4.0)
    assert len(builder.box.journal) == 2


def test_a_model_that_is_carried_is_turned_before_it_is_put_down(builder: Builder) -> None:
    builder.keys("escape")
    builder.take("Put something")
    builder.take("River Bandit Chief")
    builder.move(builder.at(18.0, 20.0))
    builder.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=2))
    builder.keys(".", "return")
    assert builder.box.state.models[CHIEF].facing == 28500


def test_wounds_ki_and_states_are_set_by_the_keyboard(builder: Builder) -> None:
    builder.keys("e", "down", "right", "right", "down", "right", "escape")
    model = builder.box.state.models[WARDEN]
    assert (model.wounds, model.ki) == (2, 1)
    builder.keys("e")
    builder.press_row("Stunned")
    builder.press_row("Stunned")
    builder.press_row("Prone")
    builder.keys("escape")
    assert model.markers == {"Stunned": [0, 0], "Prone": [0]}


def test_turn_and_score_are_set_and_whose_activation_it_is(builder: Builder) -> None:
    builder.open_menu()
    builder.press_row("Scores and progress")
    builder.press_row("Turn")
    builder.press_row("Active player")
    builder.press_row("VP of Bob")
    state = builder.box.state
    assert (state.turn, state.active_player, state.victory["bob"]) == (2, "bob", 1)


def test_every_starter_piece_is_offered_and_one_is_built(builder: Builder) -> None:
    builder.keys("escape", "b")
    labels = [row.label for row in builder.top.sheets[-1].list.actions]
    assert {"Pond", "Paved road", "Wall", "Statue", "Bamboo stand", "House"} <= {*labels}
    builder.take("Statue")
    builder.click(builder.at(21.0, 21.0))
    piece = next(each for each in builder.top.model.battlefield.pieces if each.id == "statue-1")
    assert piece.traits["bushido.size"] == "medium"


def test_another_scenario_and_another_warband_are_laid(builder: Builder) -> None:
    builder.open_menu()
    builder.press_row("Another table")
    for name in ("scenario", "roster:0"):
        builder.top.sheets[-1].list.mark(name)
        builder.keys("right")
    builder.press_row("Set up this")
    document = builder.box.setup.document
    assert document.scenario != "idols"
    assert [player.warband.name for player in document.players] == ["Mudwater Band", "Mudwater Band"]
    assert not builder.top.model.battlefield.pieces


def test_another_rulebook_is_laid_in_a_sandbox_of_its_own(builder: Builder) -> None:
    first = builder.top
    builder.open_menu()
    builder.press_row("Another table")
    builder.top.sheets[-1].list.mark("book")
    builder.keys("right")
    builder.press_row("Set up this")
    assert builder.top is not first
    assert builder.box.ruleset.name == "dropzone"


def test_a_game_is_played_on_from_the_sandbox(builder: Builder) -> None:
    builder.box.change({"do": "put", "piece": CHIEF, "x": 16.5, "y": 19.0, "facing": 27000})
    builder.top.model.refresh()
    builder.open_menu()
    builder.key("g")
    builder.press_row("Continue from this")
    builder.press_row("Start the game")
    assert isinstance(builder.top, TableScreen)
    assert not isinstance(builder.top, SandboxScreen)
    session = builder.top.scene.model.session
    assert session.pending().rule == "B-MAIN-3"
    assert session.state.models[WARDEN].facing == 9000


def said(place: SandboxScreen) -> list[str]:
    return [text for part in place.scene.sections() for text in (part.title, *(line.text for line in part.lines))]


def test_sight_ways_and_the_seen_area_work_there(builder: Builder) -> None:
    builder.box.change({"do": "put", "piece": CHIEF, "x": 16.5, "y": 19.0, "facing": 27000})
    builder.top.model.refresh()
    builder.frame()
    builder.take("Line of sight...")
    builder.move(builder.at(16.5, 19.0))
    builder.frame()
    assert builder.top.scene.focus.measuring.sighting.looks
    assert any("Bell Warden" in text and "River Bandit Chief" in text for text in said(builder.top))
    builder.keys("escape", "escape")
    builder.take("Path round")
    assert builder.top.scene.focus.measuring.paths.goes


def test_the_referee_corrects_a_game_and_the_log_says_so(window: Callable[..., Driver]) -> None:
    session = skirmish_session()
    driver = window(session)
    driver.key("f12")
    driver.press_row("Referee")
    assert isinstance(driver.top, RefereeScreen)
    driver.top.model.select(WARDEN)
    driver.frame()
    driver.keys("e", "down", "right", "escape", ".", "g")
    told = [line.text for line in driver.top.sheets[-1].lines]
    assert "Bell Warden wounds: 0 → 1" in told
    assert "Bell Warden facing: 0° → 15°" in told
    driver.keys("return", "return")
    assert driver.top is driver.table
    assert (session.state.models[WARDEN].wounds, session.state.models[WARDEN].facing) == (1, 7500)
    driver.frame()
    assert any(entry.text.startswith("Correction: Bell Warden") for entry in driver.scene.model.log)
    driver.keys("ctrl+z", "ctrl+z")
    assert session.state.models[WARDEN].wounds == 0


def test_a_warband_is_made_by_the_keyboard_alone(dummy_display: None) -> None:
    remember(draft=NewGameDraft(book="bushido").draft)
    hands = Hands()
    hands.window.go(MenuScreen(hands.window))
    hands.frame()
    hands.key("o")
    assert isinstance(hands.top, RosterListScreen)
    hands.keys("m", "return", "return")  # the name as suggested
    hands.keys("1")  # Mudwater
    hands.keys("1", "down", "2")  # the chief, two cutters
    hands.keys("f")
    assert isinstance(hands.top, RosterListScreen)
    assert [path.stem for path in own_rosters("bushido")] == ["the-reed-road"]
    made = RosterShelf(rulesets.load("bushido")).own()[0].roster
    assert [(card.id, card.count) for card in made.models] == [("river-bandit-chief", 1), ("river-bandit-cutter", 2)]


def test_what_a_warband_cannot_have_says_why(dummy_display: None) -> None:
    hands = Hands()
    hands.window.go(RosterListScreen(hands.window, rulesets.load("bushido")))
    hands.frame()
    hands.keys("m")
    row, _rect = hands.row("Bell Warden")
    assert row.reason == "choose the faction first (B-WARB-2)"


def test_terrain_says_what_it_does_under_the_mouse_and_when_it_is_selected(builder: Builder) -> None:
    builder.keys("escape")
    builder.move(builder.at(12.0, 6.0))
    builder.top.scene.focus.mouse_since -= AFTER + 0.1
    found = builder.top.scene.tips.tip()
    assert found is not None
    assert found[0] == "The Mill"
    assert ("Impassable: No model may enter this terrain.", "B-TERR-3") in [(line.text, line.rule) for line in found[1]]
    builder.top.model.select("bamboo-1")
    builder.frame()
    assert "Obscuring: This terrain never blocks sight, but gives cover within an inch." in said(builder.top)
