"""Files of our own: where they live and how they are written so that nothing is ever lost."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from game.wording import _

APPLICATION = "inchwise"
HOME_VARIABLE = "INCHWISE_HOME"
"""Environment variable that names the folder for saves and settings instead of the usual one."""

LATEST = 253_000_000_000.0
"""Seconds since 1970 in the year 9987; a file may claim to be younger than the last year of the calendar."""


def home() -> Path:
    """Return the folder for saves and settings, made if need be."""
    given = os.environ.get(HOME_VARIABLE)
    if given:
        folder = Path(given)
    else:
        from platformdirs import user_data_path

        folder = user_data_path(APPLICATION, appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def autosave_path() -> Path:
    """Return where the running game is saved after every activation."""
    return home() / "autosave.json"


def saves_folder() -> Path:
    """Return the folder for games saved by hand, made if need be."""
    folder = home() / "saves"
    folder.mkdir(exist_ok=True)
    return folder


def modified(path: Path) -> datetime:
    """Return when a file was changed, or the nearest time that every calendar has; raise `OSError`."""
    return datetime.fromtimestamp(min(max(path.stat().st_mtime, 0.0), LATEST))


def previous_of(path: Path) -> Path:
    """Return where the version before the current one of `path` is kept."""
    return path.with_name(f"{path.stem}.previous{path.suffix}")


def write_json(path: Path, content: Any) -> None:
    """Write JSON to `path` in the manner of `write_text`."""
    write_text(path, json.dumps(content, separators=(",", ":"), ensure_ascii=False) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write text to `path` by `replacing` and keep the version before beside it. Raises `OSError`."""
    with replacing(path, keep_previous=True) as aside:
        aside.write_text(text, encoding="utf-8")


@contextlib.contextmanager
def replacing(path: Path, *, keep_previous: bool = False) -> Iterator[Path]:
    """Give a file aside to write to, whatever its kind; when all went well it takes the place of `path`.

    Everything the program writes goes through here, so that at every moment the old file or the new one is whole. The
    one aside has an ending of its own, so that nobody who looks for files of that kind finds half a one; it is flushed
    to disk before it is renamed.
    Raises `OSError`, for a device or a link in the place of `path` too. After any exception the file before is
    untouched and nothing is left behind.
    """
    with _naming(path):
        _require_regular(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".part", dir=path.parent)
        os.close(handle)
    aside = Path(name)
    kept = aside.with_suffix(".old")
    try:
        with _naming(path, aside, kept):
            yield aside
            with aside.open("rb+") as written:
                os.fsync(written.fileno())
            aside.chmod(0o666 & ~_mask())
            if keep_previous and path.exists():
                shutil.copy2(path, kept)
                kept.replace(previous_of(path))
            aside.replace(path)
    except BaseException:
        for litter in (aside, kept):
            with contextlib.suppress(OSError):
                litter.unlink()
        raise


def _require_regular(path: Path) -> None:
    """Raise `OSError` where something other than a file has the name: writing would put a file in its place."""
    if path.is_symlink():
        raise OSError(errno.ELOOP, _("it is a link, which is not replaced - name the file itself"))
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, _("it is no file but a device or a pipe - name a file"))


def _mask() -> int:
    """Return which permissions this user takes off new files; a temporary file starts with none for others."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextlib.contextmanager
def _naming(path: Path, *aside: Path) -> Iterator[None]:
    """Let an `OSError` about a file `aside`, or about anything without one, name the file that was to be written."""
    try:
        yield
    except OSError as error:
        if not aside or error.filename is None or error.filename in map(str, aside):
            error.filename, error.filename2 = str(path), None
        raise
