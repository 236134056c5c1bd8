"""Saved games to go on with and games that are over to look at: listed, pictured, opened, removed."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pygame
import pytest

from game import rulesets
from game.documents.files import saves_folder
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.autosaves import autosaved, legacy_path, new_autosave, take_over
from game.engine.saving.saves import save_game
from game.engine.session import Session
from game.players import HUMAN, new_session
from game.ui.menu.saved_games import OpeningScreen, Saved, SavedGamesScreen, delete, read, saved_games
from game.ui.model.new_game_draft import kind_words, seated
from game.ui.play.input import Commands
from game.ui.play.screen import TableScreen
from game.ui.replay.screen import ReplayScreen
from tests.ui.driver import Hands

pytestmark = pytest.mark.usefixtures("dummy_display")


def a_game() -> Session:
    session = new_session.new_game(rulesets.DEFAULT, GamePlan(("Ann", "Bob"), rounds=3), ["human", "greedy"], 3)
    new_session.deploy(session)
    return session


@pytest.fixture
def two_saves() -> Session:
    session = a_game()
    save_game(session, saves_folder() / "friday.json", "friday")
    friday = json.loads((saves_folder() / "friday.json").read_text(encoding="utf-8"))
    text = json.dumps(friday | {"saved_at": "2001-09-09T01:46:40+00:00"})
    (saves_folder() / "friday.json").write_text(text, encoding="utf-8")
    (saves_folder() / "broken.json").write_text('{"format": "inchwise-save"', encoding="utf-8")
    return session


def at_the_shelf(entry: str = "load") -> Hands:
    hands = Hands()
    hands.window.open(entry)
    settle(hands)
    return hands


def settle(hands: Hands) -> None:
    """Let everything be read and painted."""
    for _ in range(3000):
        hands.frame()
        place = hands.top
        if isinstance(place, OpeningScreen) or (isinstance(place, SavedGamesScreen) and place.tick()):
            continue
        return
    pytest.fail("it goes on for ever")


def test_a_player_named_after_its_level_is_not_named_twice() -> None:
    assert seated("Recruit", "recruit") == "Recruit (computer)"
    assert seated("Bob", "recruit") == f"Bob ({kind_words('recruit')})"
    assert seated("Ann", HUMAN) == "Ann (at this screen)"


def test_a_saved_game_is_told_and_pictured_and_a_damaged_one_has_its_reason(two_saves: Session) -> None:
    hands = at_the_shelf()
    sheet = hands.top.sheets[-1]
    friday = next(game for game in hands.top.games if game.path.stem == "friday")
    assert hands.row("friday")[0].detail.startswith("09 Sep 2001")
    assert friday.seats == ("Ann (at this screen)", "Bob (computer, greedy)")
    assert any("Round 1 of 3" in line for line in friday.lines())
    assert any("version" in line for line in friday.lines())
    assert friday.picture is not None
    assert "JSON" in hands.row("broken")[0].reason
    assert sheet.list.current() == hands.row("friday")[0], "the damaged one is above it, but cannot be chosen"
    sheet.list.cursor = next(n for n, row in enumerate(sheet.list.actions) if row.label == "friday")
    assert sheet.chosen() is friday


def test_a_save_goes_on_with_its_bots_and_the_game_before_it_is_kept(two_saves: Session) -> None:
    save_game(a_game(), legacy_path(), "autosave")
    hands = at_the_shelf()
    hands.press_row("friday")
    settle(hands)
    assert isinstance(hands.top, TableScreen)
    assert hands.top.scene.model.session.journal == two_saves.journal
    assert list(hands.top.scene.model.bots) == ["bob"]
    assert json.loads(legacy_path().read_text(encoding="utf-8"))["journal"] == a_game().journal
    assert json.loads(autosaved()[0].read_text(encoding="utf-8"))["journal"] == two_saves.journal


def test_opening_can_be_stopped_by_keys(two_saves: Session) -> None:
    hands = at_the_shelf()
    place = OpeningScreen(hands.window, saves_folder() / "friday.json", lambda *opened: pytest.fail("it was opened"))
    hands.window.go(place)
    hands.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode=""))
    assert isinstance(hands.top, SavedGamesScreen)


def test_frames_go_by_with_progress_while_a_game_is_opened(two_saves: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    goes_on = threading.Event()

    def steps(*save: object) -> Iterator[float]:
        yield 0.5
        goes_on.wait(9)

    monkeypatch.setattr("game.ui.menu.saved_games.loading_steps", steps)
    hands, found = at_the_shelf(), list[object]()
    place = OpeningScreen(hands.window, saves_folder() / "friday.json", lambda *opened: found.append(opened))
    monkeypatch.setattr(place, "opened", found.append)
    hands.window.go(place)
    hands.frames_until("half of the work", lambda: place.opening is not None and place.opening.progress.share == 0.5)
    assert found == []
    goes_on.set()
    hands.frames_until("the game", lambda: found == [None])


def test_a_file_that_is_gone_is_told_and_the_shelf_stays(two_saves: Session) -> None:
    hands = at_the_shelf()
    (saves_folder() / "friday.json").unlink()
    hands.press_row("friday")
    settle(hands)
    hands.frame()
    assert isinstance(hands.top, SavedGamesScreen)
    assert "friday.json" in hands.told()


def test_games_are_removed_after_a_question_a_damaged_one_too(two_saves: Session) -> None:
    hands = at_the_shelf()
    hands.press_row("Remove a game")
    hands.press_row("broken")
    hands.key("return")  # the first answer keeps it
    assert (saves_folder() / "broken.json").exists()
    hands.press_row("Remove a game")
    hands.press_row("broken")
    hands.press_row("Remove it for good")
    assert not (saves_folder() / "broken.json").exists()
    assert (saves_folder() / "friday.json").exists()
    hands.press_row("Remove a game")
    hands.key("escape")
    hands.key("escape")
    assert hands.top is None


@pytest.mark.parametrize("by", ["keys", "mouse"])
def test_a_game_is_renamed_and_keeps_the_save_before_it(two_saves: Session, by: str) -> None:
    save_game(two_saves, saves_folder() / "friday.json", "friday")  # so that there is one before it
    hands = at_the_shelf()
    if by == "keys":
        hands.key("n")
        hands.key(hands.row("friday")[0].shortcut)
        hands.write("  Saturday  night ")
    else:
        hands.press_row("Rename a game")
        hands.press_row("friday")
        hands.top.sheets[-1].line.fill("Saturday night")  # what people type, they type
        hands.press_row("Rename it")
    assert hands.row("Saturday night")
    assert sorted(path.name for path in saves_folder().glob("*.json")) == [
        "Saturday night.json",
        "Saturday night.previous.json",
        "broken.json",
    ]


@pytest.mark.parametrize("name", ["broken", "../away", "x.previous", "", ".hidden", "a/b", "CON", "nul.x"])
def test_a_name_that_is_taken_or_is_none_is_refused(two_saves: Session, name: str) -> None:
    hands = at_the_shelf()
    hands.press_row("Rename a game")
    hands.press_row("friday")
    hands.write(name)
    hands.frame()
    assert "Something went wrong" in hands.top.sheets[-1].title
    assert sorted(path.name for path in saves_folder().iterdir() if path.suffix == ".json") == [
        "broken.json",
        "friday.json",
    ]


def test_a_game_is_loaded_at_the_table_by_keys_and_its_table_stays_until_then(two_saves: Session) -> None:
    hands = Hands()
    hands.window.open("new-table", session=a_game())
    table = hands.top
    hands.key("ctrl+o")
    settle(hands)
    hands.key("escape")
    assert hands.top is table
    before = table.scene.model.file
    hands.key("ctrl+o")
    settle(hands)
    hands.key(hands.row("friday")[0].shortcut)
    assert hands.top is table
    assert table.scene.model.session.journal == two_saves.journal
    assert table.scene.model.file != before


def test_five_hundred_games_are_listed_at_once_and_only_those_in_view_are_read(
    two_saves: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.ui.menu.saved_games.MOST_READ", 20)
    monkeypatch.setattr("game.ui.menu.saved_games.MOST_PICTURES", 3)
    content = (saves_folder() / "friday.json").read_bytes()
    for number in range(500):
        (saves_folder() / f"game {number:03}.json").write_bytes(content)
    hands = at_the_shelf()
    assert len(hands.top.games) == 502
    assert sum(game.read for game in hands.top.games) < 40
    hands.key("end")
    settle(hands)
    last = hands.top.games[-1]
    assert hands.top.sheets[-1].chosen() is last
    assert last.picture is not None
    for _ in range(5):
        hands.key("pageup")
        settle(hands)
    assert sum(game.view is not None for game in hands.top.games) <= 40
    assert 0 < sum(game.picture is not None for game in hands.top.games) <= 3


@pytest.mark.skipif(os.name != "posix", reason="names of files that are no text")
def test_a_game_with_a_name_that_is_no_text_is_listed_and_opened(two_saves: Session) -> None:
    (saves_folder() / "friday.json").rename(saves_folder() / os.fsdecode(b"\xff friday\n.json"))
    hands = at_the_shelf()
    hands.press_row("\\udcff friday\\n")
    settle(hands)
    assert isinstance(hands.top, TableScreen)


def test_what_was_set_aside_is_not_listed_and_stays(two_saves: Session) -> None:
    for name in ("friday.newer.json", "friday.damaged-2.json"):
        (saves_folder() / name).write_text("{}", encoding="utf-8")
    hands = at_the_shelf()
    assert sorted(game.path.name for game in hands.top.games) == ["broken.json", "friday.json"]
    assert (saves_folder() / "friday.newer.json").exists()


def test_a_game_that_is_played_in_another_window_is_not_removed(two_saves: Session) -> None:
    own = new_autosave()
    own(two_saves)
    with pytest.raises(OSError, match="another program is using it"):
        delete(Saved(own.path, datetime.now().timestamp()))
    own.let_go()
    delete(Saved(own.path, datetime.now().timestamp()))
    assert not own.path.exists()


def test_a_game_that_is_loaded_at_the_table_saves_itself_to_a_file_of_its_own(two_saves: Session) -> None:
    hands = Hands()
    hands.window.open("new-table", session=a_game())
    assert isinstance(hands.top, TableScreen)
    model = hands.top.scene.model
    first = model.file
    Commands(hands.top.scene).load_from(str(saves_folder() / "friday.json"))
    assert model.session.journal == two_saves.journal
    assert first != model.file
    assert {first, model.file} == set(autosaved())
    assert first is not None
    assert model.file is not None
    own = take_over(first)
    assert own is not None
    assert take_over(model.file) is None
    own.let_go()


def test_replays_show_every_saved_game_over_or_not(two_saves: Session) -> None:
    over = a_game()
    over.interrupt(next(each for each, why in over.ruleset.interrupts(over.game, "ann") if each.kind == "end"))
    assert over.finished
    save_game(over, saves_folder() / "over.json", "over")
    hands = at_the_shelf("replays")
    labels = [row.label for row in hands.top.sheets[-1].list.actions]
    assert "over" in labels
    assert "friday" in labels
    assert "from its beginning" in hands.told()
    hands.press_row("friday")
    hands.frames_until("the replay", lambda: isinstance(hands.top, ReplayScreen))
    assert hands.top.scene.timeline.last > 0


def test_a_game_that_saved_itself_is_called_by_what_it_is_and_how_it_ended() -> None:
    session = a_game()
    autosave = new_autosave()
    autosave(session)
    autosave.let_go()
    [saved] = saved_games()
    assert saved.title.startswith("Game of ")
    read(saved)
    assert saved.title == f"The Godbreaker Saga: {session.ruleset.view(session.game).title}"
    assert saved.brief.endswith("Ann (at this screen), Bob (computer, greedy)")
    assert session.ruleset.view(session.game).round_text in saved.brief
    session.interrupt(next(each for each, why in session.ruleset.interrupts(session.game, "ann") if each.kind == "end"))
    saved.finished, saved.view = session.finished, session.ruleset.view(session.game)
    assert saved.view.result
    assert saved.view.result in saved.brief


def test_an_empty_shelf_says_so_and_how_games_get_there() -> None:
    for entry in ("load", "replays"):
        hands = at_the_shelf(entry)
        assert hands.row("No game has been saved yet")
        assert "a game at any time" in hands.told()
        assert hands.top.sheets[-1].rect.height < hands.window.size[1] // 2


def test_saves_of_an_older_program_open_without_knowing_who_played(two_saves: Session, tmp_path: Path) -> None:
    path = saves_folder() / "friday.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    for late in ("seats", "events", "notes"):
        document.pop(late, None)
    for digest in document["digests"]:
        digest.pop("events", None)
    path.write_text(json.dumps(document), encoding="utf-8")
    saved = next(each for each in saved_games() if each.path == path)
    read(saved)
    assert saved.trouble == ""
    assert saved.seats == ("Ann", "Bob")


def test_the_dice_of_a_game_are_its_own() -> None:
    session = a_game()
    assert isinstance(session.dice, KeyedDice)
    assert session.seats == {"ann": "human", "bob": "greedy"}
