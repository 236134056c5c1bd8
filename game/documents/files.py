"""Files of our own: where they live and how they are written so that nothing is ever lost."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

APPLICATION = "inchwise"
HOME_VARIABLE = "INCHWISE_HOME"
"""Environment variable that names the folder for saves and settings instead of the usual one."""


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


def previous_of(path: Path) -> Path:
    """Return where the version before the current one of `path` is kept."""
    return path.with_name(f"{path.stem}.previous{path.suffix}")


def write_json(path: Path, content: Any) -> None:
    """Write JSON to `path` so that at every moment either the old or the new file is whole.

    The new text is written aside, flushed to disk and renamed; the version before is kept beside it.
    Raises `OSError`; the old file is then untouched.
    """
    write_text(path, json.dumps(content, separators=(",", ":"), ensure_ascii=False) + "\n")


def _mask() -> int:
    """Return which permissions this user takes off new files; a temporary file starts with none for others."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a file aside to write to, whatever its kind; when all went well it takes the place of `path`.

    The one aside has an ending of its own, so that nobody who looks for files of that kind finds half a one.
    Raises `OSError`. After any exception the file before is untouched and nothing is left behind.
    """
    with _naming(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        os.close(handle)
    aside = Path(name)
    try:
        yield aside
        with _naming(path):
            aside.chmod(0o666 & ~_mask())
            aside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            aside.unlink()
        raise


@contextlib.contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Let an `OSError` name the file that was to be written, not the one aside that nobody has heard of."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def write_text(path: Path, text: str) -> None:
    """Write text to `path` in the manner of `write_json`."""
    with _naming(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    aside = Path(name)
    kept = aside.with_name(f"{aside.name}.old")
    try:
        with _naming(path), os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        with _naming(path):
            aside.chmod(0o666 & ~_mask())
            if path.exists():
                shutil.copy2(path, kept)
                kept.replace(previous_of(path))
            aside.replace(path)
    except BaseException:
        for litter in (aside, kept):
            with contextlib.suppress(OSError):
                litter.unlink()
        raise
