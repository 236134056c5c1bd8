"""Files of our own: where they live and how they are written so that nothing is ever lost."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from game.documents.error import DocumentError
from game.documents.reading import MAX_BYTES, read_text, version_of
from game.wording import _

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


def saves_folder() -> Path:
    """Return the folder for games saved by hand, made if need be."""
    folder = home() / "saves"
    folder.mkdir(exist_ok=True)
    return folder


def previous_of(path: Path) -> Path:
    """Return where the version before the current one of `path` is kept."""
    return path.with_name(f"{path.stem}.previous{path.suffix}")


def is_beside(path: Path) -> bool:
    """Say whether a file is kept beside another one: the version before it, or one that was set aside."""
    return re.search(r"\.(previous|damaged|newer)(-\d+)?$", path.stem) is not None


def set_aside(path: Path, why: str) -> Path:
    """Rename a file that this program cannot use, so that nothing is written over it; return its new path.

    `why` is "damaged" or "newer". Raises `OSError`.
    """
    kept, number = path.with_name(f"{path.stem}.{why}{path.suffix}"), 1
    while kept.exists():
        number += 1
        kept = path.with_name(f"{path.stem}.{why}-{number}{path.suffix}")
    path.rename(kept)
    return kept


def set_unread_aside(path: Path, error: DocumentError | OSError) -> Path:
    """Set a file aside that could not be read; return its new path. Raises `OSError`."""
    newer = isinstance(error, DocumentError) and error.where == "version"
    return set_aside(path, "newer" if newer else "damaged")


def write_json(path: Path, content: Any, known: int = 1) -> None:
    """Write JSON to `path` so that at every moment either the old or the new file is whole.

    The new text is written aside, flushed to disk and renamed; the file before is kept beside it, and one of a newer
    version of its format than is `known` here is set aside for good. Raises `OSError`; the old file is then untouched.
    That happens too when the text would be larger than can be read again.
    """
    text = json_text(content)
    if len(text.encode()) > MAX_BYTES:
        reason = _("would be larger than {most:,} bytes, and could not be read again", most=MAX_BYTES)
        raise OSError(errno.EFBIG, reason, str(path))
    if isinstance(content, dict) and _version(path) > max(known, content.get("version", 1)):
        set_aside(path, "newer")
    write_text(path, text)


def json_text(content: Any) -> str:
    """Return the text that `write_json` writes."""
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False) + "\n"


_HEAD: Final = re.compile(r'\s*\{\s*"format"\s*:\s*"[^"\\]*"\s*,\s*"version"\s*:\s*(\d{1,9})\s*[,}]')
"""How our own documents begin, so that the whole need not be read for the version."""


def _version(path: Path) -> int:
    """Return the version of the document at `path`; 0 where there is none that can be read."""
    try:
        text = read_text(path)
        head = _HEAD.match(text)
        return int(head[1]) if head else version_of(text, str(path))
    except (DocumentError, OSError):
        return 0


def _aside(path: Path) -> tuple[int, Path]:
    """Open a new file beside `path`; its name says whose it is, for `sweep`."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.{os.getpid()}-", suffix=".part", dir=path.parent)
    return handle, Path(name)


_PART: Final = re.compile(r"\.(?P<name>.+)\.((?P<process>\d+)-\w{8}\.part|(?<=\.json\.)\w{8})(\.old)?")
"""Names of files aside; before they named the process, they had no ending."""
_DAY: Final = 86_400


def sweep(folder: Path, name: str = "") -> None:
    """Remove what writers that were killed have left in a folder, with `name` only what they wrote for that file.

    A file aside is left over when the process that made it is gone, or when it has not changed for a day.
    """
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            part = _PART.fullmatch(path.name)
            if part is not None and name in ("", part["name"]) and _is_left_over(path, part["process"]):
                path.unlink(missing_ok=True)


def _is_left_over(path: Path, process: str | None) -> bool:
    if os.name == "posix" and process is not None and int(process) != os.getpid():
        try:
            os.kill(int(process), 0)
        except (ProcessLookupError, OverflowError):
            return True
        except PermissionError:
            pass  # it runs, as somebody else
    return time.time() - path.stat().st_mtime > _DAY


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
        handle, aside = _aside(path)
        os.close(handle)
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
        handle, aside = _aside(path)
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
