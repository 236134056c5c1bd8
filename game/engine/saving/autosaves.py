"""Autosaved games. Each has its own file in the folder `autosaves`, locked by the program that plays the game.

At most `KEPT` games stay there. When the program starts, older finished games are removed, and older unfinished games
move to the folder `saves`, where people find them under *Load*.
"""

import contextlib
import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from game.documents import files
from game.documents.locks import HeldLock, hold
from game.documents.reading import read_text
from game.wording import _

if TYPE_CHECKING:  # the main menu works without a game
    from game.engine.session import Session

KEPT: Final = 40
STAMP: Final = "%Y-%m-%d %H.%M.%S"
"""The file name of a game, which is the time of its beginning."""


@dataclass
class Autosave:
    """The autosave file of a game in play. If it cannot be locked, such as on a full disk, play goes on."""

    path: Path
    _hold: HeldLock | None

    def __call__(self, session: "Session") -> None:
        """Save the game; raises `OSError` with the old file untouched."""
        from game.engine.saving.saves import save_game

        self.path.parent.mkdir(parents=True, exist_ok=True)  # the folder may have been removed meanwhile
        save_game(session, self.path, "autosave")

    def let_go(self) -> None:
        """Release the game for other processes."""
        if self._hold is not None:
            self._hold.let_go()


def autosaves_folder() -> Path:
    """Return the folder of autosaved games, created if missing."""
    folder = files.home() / "autosaves"
    folder.mkdir(exist_ok=True)
    return folder


def legacy_path() -> Path:
    """Return the file in which older versions saved the current game."""
    return files.home() / "autosave.json"


def autosaved() -> list[Path]:
    """Return the files of all autosaved games, newest first, by the save time stored in each."""
    times: dict[Path, tuple[float, int]] = {}
    for path in (legacy_path(), *autosaves_folder().glob("*.json")):
        with contextlib.suppress(OSError):  # deleted while we looked
            if path.is_file() and not files.is_beside(path):
                times[path] = files.when_saved(path), path.stat().st_mtime_ns
    return sorted(times, key=lambda path: (times[path], path.name), reverse=True)


class SavedFile(NamedTuple):
    """The file of a saved game, when it was saved in seconds since 1970, its bytes, and whether it is an autosave."""

    path: Path
    when: float
    size: int
    by_itself: bool


def saved_files() -> list[SavedFile]:
    """Return the files of all saved games, those of people and autosaves, the newest first."""
    paths = dict.fromkeys((path for path in files.saves_folder().glob("*.json") if not files.is_beside(path)), False)
    saved = []
    for path, by_itself in (paths | dict.fromkeys(autosaved(), True)).items():
        with contextlib.suppress(OSError):  # deleted while we looked
            saved.append(SavedFile(path, files.when_saved(path), path.stat().st_size, by_itself))
    return sorted(saved, key=lambda file: file.when, reverse=True)


def is_finished(path: Path) -> bool | None:
    """Return whether the game in a file is over, or None if the beginning of the file does not say so."""
    match = _in_head(path, rb'"finished"\s*:\s*(true|false)')
    return None if match is None else match[1] == b"true"


def _in_head(path: Path, pattern: bytes) -> re.Match[bytes] | None:
    try:
        with path.open("rb") as stream:
            return re.search(pattern, stream.read(files.HEAD))
    except OSError:
        return None


def lesson_step(path: Path, ruleset: str = "") -> int:
    """Return the number of the present step of the lesson in a file, from 1; 0 without a lesson of the rulebook."""
    lesson = _in_head(path, rb'"lesson"\s*:\s*\[([^\]]*)')
    ours = not ruleset or _in_head(path, rb'"ruleset"\s*:\s*"%s"' % ruleset.encode()) is not None
    return 0 if lesson is None or not ours else lesson[1].count(b",") + 1


def lesson_left(ruleset: str) -> Path | None:
    """Return the newest unfinished lesson of a rulebook."""
    return next((path for path in autosaved() if lesson_step(path, ruleset) and not is_finished(path)), None)


def new_autosave() -> Autosave:
    """Return a new locked file for a new game; raise `OSError`."""
    for path in files.numbered_paths(autosaves_folder() / f"{datetime.now().strftime(STAMP)}.json", " ({})"):
        autosave = _locked_autosave(path)
        if autosave is not None and not path.exists():
            return autosave
        if autosave is not None:
            autosave.let_go()
    raise AssertionError("numbers never end")


def _locked_autosave(path: Path) -> Autosave | None:
    try:
        lock = hold(path)
    except OSError:
        return Autosave(path, None)
    return None if lock is None else Autosave(path, lock)


def take_over(path: Path) -> Autosave | None:
    """Lock an autosaved game and return its file; None for another kind of file or a game played elsewhere."""
    real = files.real_path(path)
    ours = real == files.real_path(legacy_path()) or real.parent == files.real_path(autosaves_folder())
    return _locked_autosave(path) if ours and path.is_file() and not files.is_beside(path) else None


def take_newest() -> Autosave | None:
    """Lock the newest game that no process is playing, unfinished ones first, and return its file."""
    paths = sorted(autosaved(), key=lambda path: is_finished(path) is True)
    return next((own for path in paths if (own := take_over(path)) is not None), None)


def game_to_continue() -> Path | None:
    """Return the game that would be continued now; None if there is none, or if it is played elsewhere."""
    if (autosave := take_newest()) is None:
        return None
    autosave.let_go()
    return autosave.path


def why_no_game_to_continue() -> str:
    """Return the reason why no game can be continued, or "" if one can."""
    if not autosaved():
        return _("there is no unfinished game")
    if (path := game_to_continue()) is None:
        return _("it is being played in another window")
    finished = is_finished(path)
    if finished is None and not files.previous_of(path).exists():
        return _("{name} cannot be read as a game", name=path.name)
    return _("the last game is over") if finished else ""


def newest_finished() -> Path | None:
    """Return the newest finished game."""
    return next((path for path in autosaved() if is_finished(path)), None)


def fall_back(path: Path, error: Exception) -> str:
    """Set an unreadable save aside and restore its previous version; return a message that says so."""
    copy = files.set_unread_aside(path, error)
    files.write_text(path, read_text(files.previous_of(path)))
    return _(
        "The last save of this game cannot be read ({error}). Saved a copy as {kept}. The game continues from "
        "the save before it.",
        error=error,
        kept=copy.name,
    )


def clear_old_games() -> None:
    """Remove leftover temporary files, and clear the games older than the `KEPT` newest, where possible."""
    with contextlib.suppress(OSError):
        for folder in (files.home(), *(path for path in files.home().iterdir() if path.is_dir())):
            files.remove_temporary_files(folder)
            for lock in folder.glob(".*.lock"):
                lock_left = hold(folder / lock.name[1:-5])
                if lock_left is not None:
                    lock_left.let_go()
        for path in autosaved()[KEPT:]:
            autosave = take_over(path)
            if autosave is not None:
                _archive_or_delete(path)
                autosave.let_go()


def _archive_or_delete(path: Path) -> None:
    """Move an unfinished game to the folder of saves, or delete a finished one; its backup goes along."""
    previous = files.previous_of(path)
    if is_finished(path):
        path.unlink()
        previous.unlink(missing_ok=True)
        return
    unfinished = files.numbered_paths(files.saves_folder() / f"unfinished {path.name}", " ({})")
    target = next(unused for unused in unfinished if not unused.exists())
    if previous.exists():
        previous.rename(files.previous_of(target))
    path.rename(target)
