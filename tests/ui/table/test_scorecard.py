"""The scorecard in the window: on the table, in words, and on the page of a new game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.ui.board.scorecard_art import arrows_of
from game.ui.menu.new_game import NewGamePage, NewGameScreen
from game.ui.pages.scorecard import PicturedSheet
from game.ui.play.overlays.scorecard import Scorecards
from game.ui.widgets.keys import COMMANDS
from game.ui.widgets.sheet import ReaderSheet
from tests.rulesets.bushido.bushido_kit import skirmish_session
from tests.ui.driver import Driver, Hands, part

Window = Callable[..., Driver]
KEY = COMMANDS["scorecard"].key


@pytest.fixture
def driver(window: Window) -> Driver:
    return window(skirmish_session())


def shown(driver: Driver) -> Scorecards:
    """Return the part once its scorecard is there."""
    found = part(driver.scene, Scorecards)
    driver.frames_until("the scorecard", lambda: found.card() is not None)
    return found


def test_a_key_shows_one_side_then_the_other_then_nothing(driver: Driver) -> None:
    driver.key(KEY)
    found = shown(driver)
    card = found.card()
    assert card is not None
    assert "can hit" in found._said(card)
    texts = {entry.label for entry in found.legend()}
    assert {"where Ann begins", "can hit in turn one"} <= texts
    for hit, one, other in arrows_of(card.sides[0], driver.scene.model.view.pieces):
        assert (one.id, other.id) == (hit.id, hit.target)
    driver.key(KEY)
    driver.frame()
    assert "where Bob begins" in {entry.label for entry in found.legend()}
    driver.key(KEY)
    assert (found.side, [*found.legend()], found.aids()) == (0, [], ())


def test_everything_is_read_in_words_as_soon_as_it_is_worked_out(driver: Driver) -> None:
    driver.scene.focus.perform("scorecard_lines")
    shown(driver)
    driver.frame()
    [sheet] = driver.scene.focus.sheets
    assert isinstance(sheet, ReaderSheet)
    assert [chapter.title for chapter in sheet.chapters] == ["In short", "The ground", "Ann", "Bob"]


def test_while_it_is_worked_out_it_says_how_far_it_is_and_a_key_stops_it(driver: Driver) -> None:
    driver.key(KEY)
    found = part(driver.scene, Scorecards)
    assert "done" in found._said(None)
    driver.key(KEY)
    driver.key(KEY)
    driver.frames_until("the thread stops", lambda: not found._worker.busy)
    assert found.side == 0


def test_a_table_that_has_none_says_why(window: Window) -> None:
    book = rulesets.load("godbreakers")
    driver = window(Session(book, book.new_setup(GamePlan(("Ann", "Bob", "Cy"))), KeyedDice(1)))
    driver.key(KEY)
    assert driver.scene.model.notice.title == "A scorecard compares two players; this game has 3"
    assert part(driver.scene, Scorecards).side == 0


def test_the_page_of_a_new_game_shows_what_two_rosters_would_do(dummy_display: None) -> None:
    hands = Hands()
    hands.window.open("new")
    page: NewGameScreen = hands.top
    page.drafting.take_ruleset("bushido")
    page.renew()
    hands.frame()
    hands.key("c")
    hands.frames_until("the scorecard", lambda: isinstance(page.sheets[-1], PicturedSheet))
    assert "Show Player 2 in the picture" in [action.label for action in page.sheets[-1].actions]
    hands.key("return")
    assert "Show Player 1 in the picture" in [action.label for action in page.sheets[-1].actions]
    hands.key("escape")
    assert not isinstance(page.sheets[-1], PicturedSheet)


def test_the_page_offers_none_for_one_player_or_three(dummy_display: None) -> None:
    hands = Hands()
    hands.window.open("new")
    page: NewGameScreen = hands.top
    for players, offered in ((2, True), (3, False)):
        page.drafting.take_ruleset("godbreakers")
        page.drafting.change(players=players)
        page.renew()
        hands.frame()
        sheet = page.sheets[0]
        assert isinstance(sheet, NewGamePage)
        assert ("scorecard" in {tile.action.id for tile in sheet.tiles()}) == offered
    hands.window.close()
