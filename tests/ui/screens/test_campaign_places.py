"""Sagas in the window: founded, looked at, a game played in one and applied, what is open settled, all taken back."""

from __future__ import annotations

import json
from itertools import repeat
from pathlib import Path

import pytest

from game.documents import locks
from game.documents.files import saves_folder
from game.engine.campaigns import Campaigns
from game.engine.core.dice import KeyedDice
from game.engine.core.flow import Interrupt
from game.engine.saving.autosaves import autosaved
from game.engine.saving.documents import plain
from game.engine.saving.saves import save_game
from game.engine.session import Session
from game.resources import resource
from game.rulesets.godbreakers.sagas.campaign import Sagas
from game.rulesets.godbreakers.sagas.standing import CrucibleEntry, SagaDocument
from game.ui.campaign.screen import CampaignListScreen, CampaignScreen
from game.ui.model.campaign_files import campaigns_folder, keep, kept_campaigns
from game.ui.play.screen import TableScreen
from game.ui.play.sheets import campaign_rows
from game.ui.prefs.memory import recall
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.sheet import ReaderSheet
from tests.rulesets.godbreakers.circles.test_sagas import MENDED, away, founded, play
from tests.ui.driver import Hands, press


@pytest.fixture
def hands(dummy_display: None) -> Hands:
    hands = Hands()
    hands.window.home()
    hands.window.open("campaigns")
    hands.frame()
    return hands


def campaigns() -> Campaigns[SagaDocument]:
    return Sagas()


def opened(hands: Hands, saga: object) -> CampaignScreen:
    """The place of a saga that is kept as ours.json."""
    keep(campaigns(), campaigns_folder() / "ours.json", saga)
    hands.top.enter()
    hands.frame()
    hands.press_row("Ours")
    return place_of(hands)


def place_of(hands: Hands) -> CampaignScreen:
    assert isinstance(hands.top, CampaignScreen)
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
    hands.frames_until(kind.__name__, lambda: isinstance(hands.top, kind))
    hands.frame()


def test_a_saga_is_founded_by_mouse(hands: Hands) -> None:
    hands.press_row("Start a new one")
    assert not hands.row("Start it")[0].enabled
    hands.press_row("The Mended")
    hands.press_row("Kettleblack")
    hands.press_row("Start it")
    assert place_of(hands).path.name == "saga.json"
    assert "Suture, leader" in text_of(hands)
    assert [kept.path.name for kept in kept_campaigns(campaigns())] == ["saga.json"]


def test_a_saga_is_founded_by_keys(hands: Hands) -> None:
    hands.keys("return", "2", "3", "b")
    place = place_of(hands)
    assert campaigns().summary(place.content)[1] == "0 games: The Quarry Choir, The Gossamer Post"
    hands.keys("escape")
    assert isinstance(hands.top, CampaignListScreen)
    assert hands.row("Saga")[0].detail.startswith("0 games")


def test_a_damaged_file_is_listed_with_its_reason(hands: Hands) -> None:
    (campaigns_folder() / "broken.json").write_text("{", encoding="utf-8")
    hands.top.enter()
    row, _ = hands.row("broken.json")
    assert not row.enabled
    assert "JSON" in row.reason


def press_when_read(hands: Hands, start: str) -> None:
    """Press the row of a saved game once it has been read."""
    hands.frames_until("the saved game", lambda: hands.row(start)[0].enabled)
    hands.press_row(start)


def test_a_finished_game_is_applied_once_and_taken_back(hands: Hands) -> None:
    place = opened(hands, founded())
    finished()
    hands.press_row("Apply a finished game")
    press_when_read(hands, "first")
    until(hands, CampaignScreen)
    assert "Kettleblack won" in text_of(hands)
    assert campaigns().summary(campaigns().load(str(place.path)))[1].startswith("1 game:")
    hands.press_row("Apply a finished game")
    press_when_read(hands, "first")
    until(hands, CampaignScreen)
    assert "already applied" in text_of(hands)
    hands.press_row("Undo the last game")
    hands.press_row("Undo it")
    assert campaigns().load(str(place.path)) == founded()


def test_a_game_that_is_not_over_cannot_be_chosen(hands: Hands) -> None:
    opened(hands, founded())
    save_game(play(founded(), answers=3), saves_folder() / "half.json")
    hands.press_row("Apply a finished game")
    hands.frames_until("the saved game", lambda: hands.row("half")[0].reason != "still loading")
    assert hands.row("half")[0].reason == "the game is not over"


def test_what_is_open_is_settled_by_keys(hands: Hands) -> None:
    place = opened(hands, away())
    assert "Before its next game: Suture ascended" in text_of(hands)
    hands.press_row("Play a game")
    hands.key("1")
    row, _ = hands.row("The Mended")
    assert row.reason == "Suture ascended: bring it back or let it go (G-ASC-1)"
    hands.keys("escape", "escape")
    hands.press_row("Settle open tasks (1)")
    hands.keys("return", "return", "return")
    assert "Suture of The Mended returned" in text_of(hands)
    assert all(not party.why_not for party in campaigns().parties(campaigns().load(str(place.path))))


def test_the_chronicle_can_be_read_and_closed(hands: Hands) -> None:
    opened(hands, away())
    hands.press_row("Chronicle")
    assert hands.top.sheets[-1].chapters[0].title == (
        "1. game 01234567 (The Score on Market Ruins, 5 rounds): The Mended won with 3 VP"
    )
    assert text_of(hands) == "The Mended (Ann): no triumphs, nobody fell\n· Suture ascended in round 4"
    hands.key("escape")
    assert place_of(hands).sheets[-1].title == "Ours · 1 game: The Mended, Kettleblack"
    assert "Suture, ascended" in text_of(hands)


def test_a_recruit_is_called_as_people_like(hands: Hands) -> None:
    place = opened(hands, campaigns().run(away(), json.dumps(["never", MENDED, "Suture"]))[0])
    hands.press_row("Settle open tasks")
    hands.press_row("Make it step by step")
    press(hands, "Name")
    hands.write("Gauze")
    for row in ("Copper", "Healer", "Raise Healer", "Finish"):
        press(hands, row)
    assert "The Mended recruited Gauze, copper; Healer 2 (G-CIR-1)" in text_of(hands)
    assert campaigns().errands(campaigns().load(str(place.path))) == ()


def test_a_recruit_thrown_into_the_crucible_is_gone_on_with(hands: Hands) -> None:
    place = opened(hands, campaigns().run(away(), json.dumps(["never", MENDED, "Suture"]))[0])
    hands.press_row("Settle open tasks")
    hands.press_row("Make it step by step")
    for row in ("Metal", "Copper", "First trait", "Roll on the gold crucible"):
        press(hands, row)
    thrown = campaigns().load(str(place.path)).making[0].member.thrown[0]
    assert "rolled" not in hands.told()
    hands.key("space")
    assert f"Crucible of gold: rolled {thrown.roll}" in hands.told()
    hands.keys("escape", "escape")
    hands.press_row("Settle open tasks")
    assert [row.label for row in hands.top.sheets[-1].list.actions if row.enabled] == ["Make it step by step", "Back"]


def test_the_crucible_of_a_return_is_thrown_with_a_die(hands: Hands) -> None:
    place = opened(hands, away())
    hands.press_row("Settle open tasks")
    hands.keys("return", "return")
    press(hands, "Roll on the iron crucible")
    entry = campaigns().load(str(place.path)).chronicle[-1]
    assert isinstance(entry, CrucibleEntry)
    assert "rolled" not in hands.told()
    hands.key("space")
    assert f"rolled {entry.roll}, " in hands.told()
    hands.key("return")
    assert "Suture of The Mended returned" in text_of(hands)


def test_a_recruit_is_not_called_as_somebody_was(hands: Hands) -> None:
    place = opened(hands, campaigns().run(away(), json.dumps(["never", MENDED, "Suture"]))[0])
    before = place.path.read_bytes()
    hands.press_row("Settle open tasks")
    hands.press_row("Name it")
    hands.write("Suture")
    assert "choose another name" in hands.told()
    assert place.path.read_bytes() == before


def test_a_game_begins_with_the_circles_as_they_stand(hands: Hands) -> None:
    opened(hands, founded())
    hands.keys("return", "return")
    assert isinstance(hands.top, TableScreen)
    session = hands.top.scene.model.session
    assert session.setup.document.players[0].circle.name == MENDED
    assert len(autosaved()) == 1


def test_the_next_game_can_be_played_by_fewer(hands: Hands) -> None:
    opened(hands, founded())
    hands.key("return")
    hands.keys("p", "return")
    assert [each.circle.name for each in hands.top.scene.model.session.setup.document.players] == [MENDED]


def test_the_next_game_has_everything_a_new_game_has(hands: Hands) -> None:
    opened(hands, founded())
    hands.key("return")
    tiles = {row.id.partition(":")[0]: row for row, _rect in hands.top.sheets[-1].list.rows() if row.enabled}
    assert {"scenario", "map", "players", "name", "kind", "colour", "roster", "details", "begin"} <= tiles.keys()
    assert len([row for row in hands.top.sheets[-1].list.actions if row.id.startswith("cover:")]) == 1
    assert hands.row(MENDED)[0].id == "roster:0"
    hands.key("1")
    hands.press_row("Kettleblack")
    hands.key("return")
    played = [each.circle.name for each in hands.top.scene.model.session.setup.document.players]
    assert played == ["Kettleblack", MENDED]
    assert recall().draft is None


# -- nothing is lost between a game and the saga -----------------------------------------------


def at_the_end(hands: Hands) -> CampaignScreen:
    """The sheet with the result of a game of the saga, conceded by the first player."""
    place = opened(hands, founded())
    hands.keys("return", "return")
    scene = hands.top.scene
    scene.model.declare(Interrupt("concede", scene.model.view.players[0].id))
    hands.frame()
    return place


def test_a_game_is_applied_from_its_result(hands: Hands) -> None:
    place = at_the_end(hands)
    hands.press_row("Apply to Ours")
    until(hands, CampaignScreen)
    assert "Kettleblack won" in text_of(hands)
    assert campaigns().summary(campaigns().load(str(place.path)))[1].startswith("1 game:")
    hands.key("escape")
    table = hands.top
    assert isinstance(table, TableScreen)
    row = campaign_rows(table.scene.model)[0]
    assert (row.label, row.reason) == ("Apply to Ours", "already in its chronicle")


def test_a_game_that_is_over_is_applied_from_the_menu_too(hands: Hands) -> None:
    at_the_end(hands)
    hands.press_row("Look at the table")
    hands.key("escape")
    assert hands.row("Apply to Ours")[0].enabled


def test_what_is_played_on_from_the_middle_of_a_game_is_offered_to_no_saga(hands: Hands) -> None:
    opened(hands, founded())
    hands.keys("return", "return")
    model = hands.top.scene.model
    assert campaign_rows(model) == []
    model.open(Session(model.session.ruleset, model.session.setup, KeyedDice(1), state=model.session.state.clone()))
    model.declare(Interrupt("concede", model.view.players[0].id))
    assert model.session.finished
    assert campaign_rows(model) == []


def test_a_game_of_others_is_refused_with_the_reason(hands: Hands) -> None:
    place = opened(hands, campaigns().found("Ours", ("the-mended", "the-long-glass"), 1))
    before = place.path.read_bytes()
    finished()
    place.prove(str(saves_folder() / "first.json"))
    until(hands, CampaignScreen)
    assert "Kettleblack is not in this saga" in hands.told()
    assert place.path.read_bytes() == before


def test_the_proof_can_be_stopped_and_nothing_has_changed(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    place = opened(hands, founded())
    before = place.path.read_bytes()
    finished()
    monkeypatch.setattr("game.ui.menu.saved_games.loading_steps", lambda *save: repeat(0.0))  # it is never opened
    place.prove(str(saves_folder() / "first.json"))
    hands.key("escape")
    assert place_of(hands) is place
    assert place.path.read_bytes() == before


def test_a_file_that_is_no_saga_is_not_opened(hands: Hands) -> None:
    hands.press_row("Open a file")
    hands.write(str(resource("maps") / "stone-ford.json"))
    assert "stone-ford.json: format" in hands.told()
    hands.key("return")
    hands.press_row("Open a file")
    hands.write("nowhere.json")
    assert "No such file" in hands.told()


def test_a_game_of_others_is_offered_to_no_saga(hands: Hands) -> None:
    table = at_the_end(hands).window.top
    keep(campaigns(), campaigns_folder() / "ours.json", away())
    assert isinstance(table, TableScreen)
    assert campaign_rows(table.scene.model) == []


def test_a_finished_game_can_be_applied_after_a_crash_and_another_game(hands: Hands) -> None:
    at_the_end(hands)
    again = Hands()  # the window is gone without a word; the next one knows nothing but the files
    again.window.home()
    again.window.open("campaigns")
    again.frame()
    again.press_row("Ours")
    again.keys("return", "return")  # another game begins before the first was applied
    again.window.back()
    again.press_row("Apply a finished game")
    finished_first(again)
    until(again, CampaignScreen)
    assert "Kettleblack won" in text_of(again)


def finished_first(hands: Hands) -> None:
    """Press the first saved game that is over."""
    sheet = hands.top.sheets[-1]

    def over() -> list[MenuItem]:
        return [
            row
            for row in sheet.list.actions
            if row.enabled and row.label.startswith(("Game of", "The Godbreaker Saga: "))
        ]

    hands.frames_until("a game that is over", lambda: bool(over()))
    sheet.perform(over()[0])


def test_a_saga_that_cannot_be_written_stays_as_it_was(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    place = opened(hands, away())
    before = place.path.read_bytes()
    hands.press_row("Settle open tasks")
    with monkeypatch.context() as broken:
        broken.setattr("os.fsync", full_disk)
        hands.press_row("Let it go for good")
    assert "No space left" in hands.told()
    assert place.path.read_bytes() == before
    hands.key("return")
    hands.press_row("Settle open tasks (1)")
    hands.keys("return", "return", "return")
    assert "Suture of The Mended returned" in text_of(hands)


def test_a_saga_that_another_program_changes_just_now_is_told_and_stays(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "WAIT", 0.05)
    place = opened(hands, away())
    before = place.path.read_bytes()
    hands.press_row("Settle open tasks")
    with locks.changing(place.path):
        hands.press_row("Let it go for good")
    assert "another program is using it" in hands.told()
    assert place.path.read_bytes() == before


def full_disk(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_what_a_command_wrote_meanwhile_stays(hands: Hands) -> None:
    place = opened(hands, away())
    keep(campaigns(), place.path, campaigns().run(away(), json.dumps(["never", MENDED, "Suture"]))[0])
    hands.press_row("Settle open tasks (1)")
    hands.press_row("Let it go for good")
    assert "is not waiting to return" in hands.told()
    hands.key("return")
    hands.press_row("Undo the last entry")
    keep(campaigns(), place.path, away())
    hands.press_row("Undo it")
    assert "has changed in the meantime" in hands.told()
    assert campaigns().load(str(place.path)) == away()


def test_a_circle_from_a_file_joins(hands: Hands, tmp_path: Path) -> None:
    circle = plain(founded().circles[1]) | {"format": "inchwise-circle", "version": 1, "name": "Of Our Own"}
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(circle), encoding="utf-8")
    hands.press_row("Start a new one")
    hands.press_row("Another one, from a file")
    hands.write(str(file))
    assert hands.row("Of Our Own")[0].ticked
    hands.key("b")
    assert campaigns().summary(place_of(hands).content)[1] == "0 games: Of Our Own"


def test_a_file_that_is_no_circle_is_refused_with_the_reason(hands: Hands, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text("{", encoding="utf-8")
    hands.press_row("Start a new one")
    hands.press_row("Another one, from a file")
    hands.write(str(file))
    assert "bad.json" in hands.told()
    hands.key("return")
    assert not hands.row("Start it")[0].enabled
