"""Locks on documents (`.NAME.lock` beside them). The system releases them when the program that holds them ends."""

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.documents.files import home_path, numbered_paths, real_path, remove_temporary_files, why_not_new
from game.wording import _

if TYPE_CHECKING:
    from filelock import FileLock

WAIT: Final = 5.0
"""Seconds that a change waits for another change to end; only a game in play holds a lock longer."""


class HeldLock:
    """A lock on a document, made by `hold`. No other process may change the document until `let_go`."""

    def __init__(self, lock: "FileLock") -> None:
        self._lock = lock

    def let_go(self) -> None:
        """Release the lock; a second call does nothing."""
        if self._lock.is_locked:
            with contextlib.suppress(OSError):  # some systems cannot remove an open file
                os.unlink(self._lock.lock_file)
            self._lock.release(force=True)


def hold(path: Path, wait: float = 0.0) -> HeldLock | None:
    """Lock the document at `path`; return None if another process holds it for more than `wait` seconds.

    Raises `OSError`.
    """
    from filelock import FileLock, Timeout

    real = real_path(path)
    if not real.parent.is_dir():  # the lock library would create it
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    lock = FileLock(real.with_name(f".{real.name}.lock"), thread_local=False)
    try:
        lock.acquire(timeout=wait)
    except Timeout:
        return None
    except OSError as error:
        error.filename = str(path)
        raise
    return HeldLock(lock)


@contextlib.contextmanager
def changing(path: Path, wait: float | None = None) -> Iterator[None]:
    """Lock the document at `path` during a change; raise `OSError` if it stays locked for `wait` seconds."""
    lock = hold(path, WAIT if wait is None else wait)
    if lock is None:
        raise OSError(errno.EBUSY, _("another program is using it - try again when that is done"), str(path))
    try:
        remove_temporary_files(path.parent, path.name)
        yield
    finally:
        lock.let_go()


def hold_unused(path: Path) -> tuple[Path, HeldLock]:
    """Lock `path`, or the same name with a number if it is in use; return path and lock. Raises `OSError`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return next((unused, lock) for unused in numbered_paths(path) if (lock := hold(unused)) is not None)


@contextlib.contextmanager
def writing(path: Path, own: Path | None = None) -> Iterator[None]:
    """Lock a file while it is written; raise `OSError` if another program is playing the game in it.

    `own` is a file that the caller already holds. Only a folder of the data folder is made for it.
    """
    own_lock = own is not None and real_path(path) == real_path(own)
    if own_lock or (path.exists() and not path.is_file()):  # a folder or a device is refused when it is written
        yield
        return
    if path.absolute().parent.parent == home_path().absolute():
        path.parent.mkdir(parents=True, exist_ok=True)
    if why := why_not_new(path):
        raise OSError(why)
    with changing(path, wait=0.5):
        yield
