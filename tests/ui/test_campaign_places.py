"""Sagas in the window: founded, looked at, a game played in one and applied, what is open settled, all taken back."""

from __future__ import annotations

import pytest

from game.engine.campaigns import Campaigns
from game.engine.files import autosave_path, saves_folder
from game.engine.flow import Interrupt
from game.engine.saves import save_game
from game.ui.campaign_files import book_with_campaigns, campaigns_folder, keep, kept_campaigns
from game.ui.entries import open_entry
from game.ui.places.campaign import CampaignPlace
from game.ui.places.campaigns import CampaignsPlace
from game.ui.places.table import TablePlace
from game.ui.reader import ReaderSheet
from tests.rulesets.godbreakers.test_sagas import MENDED, away, founded, play
from tests.ui.driver import Hands


@pytest.fixture
def hands(dummy_display: None) -> Hands:
    hands = Hands()
    hands.window.home()
    open_entry(hands.window, "saga")
    hands.frame()
    return hands


def campaigns() -> Campaigns:
    return book_with_campaigns()[1]


def opened(hands: Hands, saga: object) -> CampaignPlace:
    """The place of a saga that is kept as ours.json."""
    keep(campaigns(), campaigns_folder() / "ours.json", saga)
    hands.top.enter()
    hands.frame()
    hands.press_row("Ours")
    return place_of(hands)


def place_of(hands: Hands) -> CampaignPlace:
    assert isinstance(hands.top, CampaignPlace)
    return hands.top


def text_of(hands: Hands) -> str:
    sheet = hands.top.sheets[-1]
    assert isinstance(sheet, ReaderSheet)
    return "\n".join(line.text for chapter in sheet.chapters for line in chapter.lines)


def finished() -> str:
    """Save a game of the founded saga that was conceded, and return its name."""
    session = play(founded(), answers=3)
    session.interrupt(Interrupt("concede", session.ruleset.players(session.setup)[0]))
    save_game(session, saves_folder() / "first.json")
    return "first"


def until(hands: Hands, kind: type) -> None:
    """Let the window live until a place of a kind is on top."""
    for _ in range(400):
        if isinstance(hands.top, kind):
            hands.frame()
            return
        hands.frame()
    raise AssertionError(f"no {kind.__name__}")


def test_a_saga_is_founded_by_mouse(hands: Hands) -> None:
    hands.press_row("Found a new one")
    assert not hands.row("Found it")[0].enabled
    hands.press_row("The Mended")
    hands.press_row("Kettleblack")
    hands.press_row("Found it")
    assert place_of(hands).path.name == "our-saga.json"
    assert "Suture, leader" in text_of(hands)
    assert [kept.path.name for kept in kept_campaigns(campaigns())] == ["our-saga.json"]


def test_a_saga_is_founded_by_keys(hands: Hands) -> None:
    hands.keys("return", "2", "3", "return")
    place = place_of(hands)
    assert campaigns().summary(place.content)[1] == "0 games: The Quarry Choir, The Gossamer Post"
    hands.keys("escape")
    assert isinstance(hands.top, CampaignsPlace)
    assert hands.row("Our saga")[0].detail.startswith("0 games")


def test_a_damaged_file_is_listed_with_its_reason(hands: Hands) -> None:
    (campaigns_folder() / "broken.json").write_text("{", encoding="utf-8")
    hands.top.enter()
    row, _ = hands.row("broken.json")
    assert not row.enabled
    assert "JSON" in row.reason


def test_a_finished_game_is_applied_once_and_taken_back(hands: Hands) -> None:
    place = opened(hands, founded())
    finished()
    hands.press_row("Apply a finished game")
    for _ in range(200):
        hands.frame()
        if hands.row("first")[0].enabled:
            break
    hands.press_row("first")
    until(hands, CampaignPlace)
    assert "Kettleblack won" in text_of(hands)
    assert len(campaigns().chronicle(campaigns().load(str(place.path)))) == 1
    hands.press_row("Apply a finished game")
    for _ in range(200):
        hands.frame()
        if hands.row("first")[0].enabled:
            break
    hands.press_row("first")
    until(hands, CampaignPlace)
    assert "applied before" in text_of(hands)
    hands.press_row("Take back the last game")
    hands.press_row("Take it back")
    assert campaigns().load(str(place.path)) == founded()


def test_a_game_that_is_not_over_cannot_be_chosen(hands: Hands) -> None:
    opened(hands, founded())
    save_game(play(founded(), answers=3), saves_folder() / "half.json")
    hands.press_row("Apply a finished game")
    for _ in range(200):
        hands.frame()
        if hands.row("half")[0].reason == "the game is not over":
            return
    raise AssertionError("it was never read")


def test_what_is_open_is_settled_by_keys(hands: Hands) -> None:
    place = opened(hands, away())
    assert not hands.row("Play a game")[0].enabled or "Kettleblack" in text_of(hands)
    hands.press_row("Settle what is open")
    hands.key("return")
    assert "Suture of The Mended returned" in text_of(hands)
    assert all(not party.why_not for party in campaigns().parties(campaigns().load(str(place.path))))


def test_the_chronicle_can_be_read_and_closed(hands: Hands) -> None:
    opened(hands, away())
    hands.press_row("Chronicle")
    assert text_of(hands).startswith("1. game")
    hands.key("escape")
    assert "Suture" in text_of(hands)


def test_a_game_begins_with_the_circles_as_they_stand(hands: Hands) -> None:
    opened(hands, founded())
    hands.keys("return", "return")
    assert isinstance(hands.top, TablePlace)
    session = hands.top.scene.desk.session
    assert session.setup.document.players[0].circle.name == MENDED
    assert autosave_path().exists()


def test_the_next_game_can_be_played_by_fewer(hands: Hands) -> None:
    opened(hands, founded())
    hands.key("return")
    hands.press_row("Kettleblack")
    for _ in range(6):
        if hands.row("Kettleblack")[0].value == "does not play":
            break
        hands.press_row("Kettleblack")
    hands.press_row("Begin")
    assert len(hands.top.scene.desk.view.players) == 1
