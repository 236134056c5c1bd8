"""Games that save themselves: a file for each, held by whoever plays it, and none is ever lost to another."""

from __future__ import annotations

import json
import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from game.documents import files
from game.documents.error import DocumentError
from game.documents.locks import changing, hold
from game.engine.saving import autosaves
from game.engine.saving.autosaves import Autosave, autosaved, autosaves_folder, legacy_path
from tests.toy.sessions import toy_session


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(files.HOME_VARIABLE, str(tmp_path / "home"))
    return files.home()


def save(age: int, *, finished: bool = False, path: Path | None = None) -> Path:
    """Put down a game that nobody plays, saved so many seconds ago."""
    own = autosaves.new_autosave()
    own.let_go()
    file = path or own.path
    file.write_text(json.dumps({"format": "inchwise-save", "version": 1, "finished": finished}), encoding="utf-8")
    os.utime(file, (2e9 - age, 2e9 - age))
    return file


def taken(own: Autosave | None) -> Path | None:
    return None if own is None else own.path


def test_every_game_has_a_file_of_its_own_and_nobody_else_may_change_it() -> None:
    first, second = autosaves.new_autosave(), autosaves.new_autosave()
    assert first.path != second.path
    first(toy_session())
    with pytest.raises(OSError, match="another program is using it"), changing(first.path, wait=0):
        pytest.fail("it is held")
    assert autosaves.take_over(first.path) is None
    first.let_go()
    first.let_go()
    with changing(first.path, wait=0):
        assert autosaves.take_over(first.path) is None
    assert taken(autosaves.take_over(first.path)) == first.path
    assert [path.name for path in autosaves_folder().iterdir() if path.suffix == ".json"] == [first.path.name]


def test_the_newest_that_nobody_holds_is_continued_and_one_that_is_not_over_first() -> None:
    assert autosaves.take_newest() is None
    save(5, finished=True)
    over = save(0, finished=True)
    old, new, legacy = save(30), save(10), save(20, path=legacy_path())
    held = [autosaves.take_newest() for _ in range(5)]
    assert [taken(own) for own in held][:4] == [new, legacy, old, over]
    assert autosaves.take_newest() is None
    held[1].let_go()  # type: ignore[union-attr]  # it is the third
    assert taken(autosaves.take_newest()) == legacy
    assert autosaves.newest_finished() == over


def test_only_games_that_saved_themselves_are_taken() -> None:
    by_hand = files.saves_folder() / "friday.json"
    by_hand.write_text("{}", encoding="utf-8")
    before = files.previous_of(save(0))
    before.write_text("{}", encoding="utf-8")
    assert [autosaves.take_over(path) for path in (by_hand, before, legacy_path())] == [None] * 3


def test_beyond_the_bound_games_that_are_over_go_and_all_others_are_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(autosaves, "KEPT", 2)
    games = [save(age, finished=age in (3, 4)) for age in range(7)]
    for path in games:
        files.previous_of(path).write_text("{}", encoding="utf-8")
    files.previous_of(games[3]).unlink()  # a game that was saved only once
    damaged, played = games[5], hold(games[6])
    damaged.write_text("{cut sho", encoding="utf-8")
    os.utime(damaged, (1.9e9, 1.9e9))
    autosaves.clear_old_games()
    assert autosaved() == [*games[:2], games[6]]
    moved = {path.name for path in files.saves_folder().iterdir() if not files.is_beside(path)}
    assert moved == {f"unfinished {games[2].name}", f"unfinished {damaged.name}"}
    assert files.previous_of(files.saves_folder() / f"unfinished {games[2].name}").exists()
    assert not files.previous_of(games[4]).exists()
    assert played is not None
    played.let_go()
    save(2, path=games[2])
    autosaves.clear_old_games()
    assert len([path for path in files.saves_folder().iterdir() if not files.is_beside(path)]) == 4


def test_copied_files_keep_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a file says counts, not its time: here all were copied, the oldest last."""
    games = []
    for age in range(3):
        path = save(0)
        said = datetime.fromtimestamp(1e9 - age, UTC).isoformat(timespec="seconds")
        content = {"format": "inchwise-save", "version": 1, "saved_at": said, "finished": age == 2}
        path.write_text(json.dumps(content), encoding="utf-8")
        os.utime(path, (1e9 + age, 1e9 + age))
        games.append(path)
    assert autosaved() == games
    assert taken(autosaves.take_newest()) == games[0]
    monkeypatch.setattr(autosaves, "KEPT", 2)
    autosaves.clear_old_games()
    assert autosaved() == games[:2]


def test_a_game_is_saved_even_if_its_folder_was_removed(home: Path) -> None:
    own = autosaves.new_autosave()
    own.let_go()
    shutil.rmtree(autosaves_folder())
    own(toy_session())
    assert own.path.exists()


def test_what_killed_programs_left_is_gone_after_a_start(home: Path) -> None:
    litter = [autosaves_folder() / ".game.json.999999999-abcdefgh.part", home / ".settings.json.lock"]
    for path in litter:
        path.write_text("", encoding="utf-8")
    autosaves.clear_old_games()
    assert not any(path.exists() for path in litter)


@pytest.mark.parametrize(("where", "kept"), [("journal[3]", "damaged"), ("version", "newer")])
def test_a_game_that_cannot_be_read_is_set_aside(where: str, kept: str) -> None:
    path = save(0)
    content = path.read_bytes()
    files.previous_of(path).write_text("before", encoding="utf-8")
    told = autosaves.fall_back(path, DocumentError(str(path), where, "is odd"))
    aside = path.with_name(f"{path.stem}.{kept}.json")
    assert aside.read_bytes() == content
    assert aside.name in told
    assert path.read_text(encoding="utf-8") == "before", "a crash now must not lose it"
    assert autosaved() == [path]


def test_where_no_lock_can_be_made_people_play_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(autosaves, "hold", full)
    own = autosaves.new_autosave()
    own(toy_session())
    own.let_go()
    assert taken(autosaves.take_newest()) == own.path


def test_what_is_no_file_is_no_game() -> None:
    (autosaves_folder() / "folder.json").mkdir()
    os.mkfifo(autosaves_folder() / "pipe.json")
    assert autosaved() == []
    assert autosaves.take_over(autosaves_folder() / "pipe.json") is None


def test_a_file_that_is_there_already_is_let_go_of_when_a_game_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(autosaves, "STAMP", "now")
    first = autosaves.new_autosave()
    first(toy_session())
    first.let_go()
    second = autosaves.new_autosave()
    assert (first.path.name, second.path.name) == ("now.json", "now (2).json")
    again = autosaves.take_over(first.path)  # nobody holds it
    assert taken(again) == first.path
    assert autosaves.take_over(first.path) is None
