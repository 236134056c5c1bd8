"""The games that save themselves: each to a file of its own, held by the program in which it is played.

They are kept in the folder `autosaves`, at most `KEPT` of them. Beyond that the oldest make room when the program
starts: a finished game is removed, any other is moved to the folder `saves`, where people find it under *Load*.
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.documents.error import DocumentError
from game.documents.files import home, is_beside, previous_of, saves_folder, set_unread_aside, sweep, write_text
from game.documents.locks import Hold, hold
from game.documents.reading import read_text
from game.wording import _

if TYPE_CHECKING:  # the main menu needs no game
    from game.engine.session import Session

KEPT: Final = 40
"""Games that are kept of those that saved themselves."""
STAMP: Final = "%Y-%m-%d %H.%M.%S"
"""How a file is named: by the moment at which its game began."""


@dataclass
class Autosave:
    """The file of a game that is being played. Call it with the session to save; raises `OSError`.

    It is not held where no lock can be made, on a full disk for instance: then people play on and are told.
    """

    path: Path
    _hold: Hold | None

    def __call__(self, session: Session) -> None:
        """Save the game; raises `OSError`, and the file before is then untouched."""
        from game.engine.saving.saves import save_game

        save_game(session, self.path, "autosave")

    def let_go(self) -> None:
        """Let others go on with the game."""
        if self._hold is not None:
            self._hold.let_go()


def autosaves_folder() -> Path:
    """Return the folder of the games that save themselves, made if need be."""
    folder = home() / "autosaves"
    folder.mkdir(exist_ok=True)
    return folder


def legacy_path() -> Path:
    """Return where older programs saved the one game on the table."""
    return home() / "autosave.json"


def autosaved() -> list[Path]:
    """Return every game that saved itself, the newest first."""
    times = {}
    for path in (legacy_path(), *autosaves_folder().glob("*.json")):
        with contextlib.suppress(OSError):  # gone since the folder was read
            if path.is_file() and not is_beside(path):
                times[path] = path.stat().st_mtime_ns
    return sorted(times, key=lambda path: (times[path], path.name), reverse=True)


def is_finished(path: Path) -> bool | None:
    """Say whether the game in a file is over, by the beginning of the file; None when that does not tell."""
    try:
        with path.open("rb") as stream:
            told = re.search(rb'"finished"\s*:\s*(true|false)', stream.read(2_000))
    except OSError:
        return None
    return None if told is None else told[1] == b"true"


def begin() -> Autosave:
    """Return a new file for a game that begins, held already; raise `OSError`."""
    stamp = datetime.now().strftime(STAMP)
    for number in count(1):
        path = autosaves_folder() / (f"{stamp}.json" if number == 1 else f"{stamp} ({number}).json")
        own = _held(path)
        if own is not None and not path.exists():
            return own
        if own is not None:
            own.let_go()
    raise AssertionError("numbers never end")


def _held(path: Path) -> Autosave | None:
    try:
        held = hold(path)
    except OSError:
        return Autosave(path, None)
    return None if held is None else Autosave(path, held)


def take(path: Path) -> Autosave | None:
    """Return the file of a game that saved itself, held; None where it is none of these, or somebody plays it."""
    real = path.resolve()
    ours = real == legacy_path().resolve() or real.parent == autosaves_folder().resolve()
    return _held(path) if ours and path.is_file() and not is_beside(path) else None


def newest() -> Autosave | None:
    """Return the newest game that nobody plays, held; one that is not over if there is any."""
    paths = sorted(autosaved(), key=lambda path: is_finished(path) is True)
    return next((own for path in paths if (own := take(path)) is not None), None)


def newest_finished() -> Path | None:
    """Return the newest game that is over."""
    return next((path for path in autosaved() if is_finished(path)), None)


def fall_back(path: Path, error: DocumentError | OSError) -> str:
    """Put the save before in place of one that could not be read, which is set aside; return what to tell."""
    kept = set_unread_aside(path, error)
    write_text(path, read_text(previous_of(path)))
    return _(
        "The last save of this game cannot be read ({error}). It is kept as {kept}, and the game goes on from the save "
        "before it.",
        error=error,
        kept=kept.name,
    )


def tidy() -> None:
    """Remove what writers that were killed have left, and make room beyond the `KEPT` newest games.

    Whatever cannot be done is left for the next time.
    """
    with contextlib.suppress(OSError):
        for folder in (home(), *(path for path in home().iterdir() if path.is_dir())):
            sweep(folder)
            for lock in folder.glob(".*.lock"):
                left = hold(folder / lock.name[1:-5])
                if left is not None:
                    left.let_go()
        for path in autosaved()[KEPT:]:
            own = take(path)
            if own is not None:
                _make_room(path)
                own.let_go()


def _make_room(path: Path) -> None:
    """Remove a game that is over; move any other one to where people save theirs."""
    before = previous_of(path)
    if is_finished(path):
        path.unlink()
        before.unlink(missing_ok=True)
        return
    kept, number = saves_folder() / f"unfinished {path.name}", 1
    while kept.exists():
        number += 1
        kept = saves_folder() / f"unfinished {path.stem} ({number}).json"
    if before.exists():
        before.rename(previous_of(kept))
    path.rename(kept)
