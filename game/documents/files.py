"""The folders of the program's own files, and writing files without ever losing data."""

import contextlib
import errno
import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any, Final

from game.documents.error import DocumentError
from game.documents.limits import MAX_BYTES, MOST_VALUES
from game.documents.reading import read_text, values_in, version_of
from game.wording import _

APPLICATION = "inchwise"
HOME_VARIABLE = "INCHWISE_HOME"
"""The environment variable that names another folder for saves and settings."""

LONGEST_STEM: Final = 40
"""The number of letters of a title that a file name repeats."""

LATEST: Final = 253_000_000_000.0
"""Seconds since 1970 in the year 9987; later file times would exceed the last year of the calendar."""


def home_path() -> Path:
    """Return the folder for saves and settings, which may be missing."""
    if configured := os.environ.get(HOME_VARIABLE):
        return Path(configured)
    from platformdirs import user_data_path

    return user_data_path(APPLICATION, appauthor=False)


def home() -> Path:
    """Return the folder for saves and settings, created if missing."""
    folder = home_path()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def cache_folder(name: str) -> Path:
    """Return a folder for files that can be made again, created if missing. Raises `OSError`."""
    if configured := os.environ.get(HOME_VARIABLE):
        folder = Path(configured) / "cache" / name
    else:
        from platformdirs import user_cache_path

        folder = user_cache_path(APPLICATION, appauthor=False) / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def saves_folder() -> Path:
    """Return the folder for games saved by hand, created if missing."""
    folder = home() / "saves"
    folder.mkdir(exist_ok=True)
    return folder


_SAVED_AT: Final = re.compile(rb'"saved_at"\s*:\s*"([^"\\]{10,40})"')
HEAD: Final = 2_000
"""The number of bytes at the beginning of a save that suffice to list it."""


def when_saved(path: Path) -> float:
    """Return the time at which a document was saved, in seconds since 1970, at most `LATEST`; raise `OSError`.

    The time written in the document counts, because copies and clouds change file times. Else the file's time counts.
    Only regular files are opened: a pipe might never answer.
    """
    require_regular(path, links=True)
    with path.open("rb") as stream:
        written = _SAVED_AT.search(stream.read(HEAD))
    seconds = path.stat().st_mtime
    if written is not None:
        with contextlib.suppress(ValueError, OverflowError):
            seconds = datetime.fromisoformat(written[1].decode("ascii", "replace")).timestamp()
    return min(max(seconds, 0.0), LATEST)


def real_path(path: Path) -> Path:
    """Return a path without links. Links that lead back to themselves stay, and fail when the file is opened.

    `Path.resolve` is not used, because some versions of Python raise `RuntimeError` for such links.
    """
    return Path(os.path.realpath(path))


def previous_of(path: Path) -> Path:
    """Return the path of the backup that holds the previous version of `path`."""
    return path.with_name(f"{path.stem}.previous{path.suffix}")


def is_beside(path: Path) -> bool:
    """Return whether a file is a backup of another file, or an unusable file that was set aside."""
    return re.search(r"\.(previous|damaged|newer)(-\d+)?$", path.stem) is not None


def set_aside(path: Path, why: str) -> Path:
    """Rename an unusable file (`why`: "damaged" or "newer") and return its new path; raise `OSError`."""
    beside = numbered_paths(path.with_name(f"{path.stem}.{why}{path.suffix}"))
    return path.rename(next(unused for unused in beside if not unused.exists()))


def numbered_paths(path: Path, form: str = "-{}") -> Iterator[Path]:
    """Yield a path, then the same path with 2, 3, … after its stem, in the format `form`."""
    yield path
    yield from (path.with_name(f"{path.stem}{form.format(number)}{path.suffix}") for number in count(2))


def set_unread_aside(path: Path, error: Exception) -> Path:
    """Set aside a file that could not be read because of `error`; return its new path. Raises `OSError`."""
    newer = isinstance(error, DocumentError) and error.where == "version"
    return set_aside(path, "newer" if newer else "damaged")


def write_json(path: Path, content: Any, known: int = 1, most: int = MOST_VALUES) -> None:
    """Write JSON to `path` as `write_text` does; set aside an old file whose version is newer than `known`.

    Raises `OSError`, also if the text would be too large to read again or hold more than `most` values; the old file is
    then untouched.
    """
    text = json_text(content)
    with _errors_naming(path):
        require_regular(path)
        if len(text.encode()) > MAX_BYTES:
            reason = _("would be larger than {most:,} bytes and could not be opened again", most=MAX_BYTES)
            raise OSError(errno.EFBIG, reason)
        if values_in(text) > most:
            reason = _("would hold more than {most:,} values and could not be opened again", most=most)
            raise OSError(errno.EFBIG, reason)
    if isinstance(content, dict) and _version_of_file(path) > max(known, content.get("version", 1)):
        set_aside(path, "newer")
    write_text(path, text)


def json_text(content: Any) -> str:
    """Return the text that `write_json` writes."""
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False) + "\n"


_HEAD: Final = re.compile(r'\s*\{\s*"format"\s*:\s*"[^"\\]*"\s*,\s*"version"\s*:\s*(\d{1,9})\s*[,}]')
"""The beginning of our own documents, so that the version can be read without parsing the whole."""


def _version_of_file(path: Path) -> int:
    try:
        text = read_text(path)
        head = _HEAD.match(text)
        return int(head[1]) if head else version_of(text, str(path))
    except (DocumentError, OSError):
        return 0


def write_text(path: Path, text: str) -> None:
    """Write text to `path` by `replacing` and keep the previous version beside it. Raises `OSError`."""
    with replacing(path, keep_previous=True) as aside:
        aside.write_text(text, encoding="utf-8", newline="\n")


@contextlib.contextmanager
def replacing(path: Path, *, keep_previous: bool = False) -> Iterator[Path]:
    """Yield a temporary file to write to; on success it replaces `path`.

    All writing goes through here, so that at every moment either the old file or the new one is complete, even after a
    loss of power. Its own suffix keeps it out of listings. Raises `OSError`, also if `path` is a device or a link, in a
    missing folder, or new with a name that some system refuses. After any exception, the old file is untouched and
    nothing is left behind.
    """
    with _errors_naming(path):
        require_regular(path)
        if not path.exists():
            reason = why_not_new(path)
            if reason:
                raise OSError(errno.EINVAL if path.parent.is_dir() else errno.ENOENT, reason, str(path))
        prefix = f".{path.name[:OF_A_NAME]}.{os.getpid()}-"  # target and process, for `remove_temporary_files`
        handle, name = tempfile.mkstemp(prefix=prefix, suffix=".part", dir=path.parent)
        os.close(handle)
    aside = Path(name)
    previous = aside.with_suffix(".old")
    try:
        with _errors_naming(path, aside, previous):
            yield aside
            _flush(aside)
            mask = os.umask(0)  # can only be read by setting it
            os.umask(mask)
            aside.chmod(0o666 & ~mask)  # temporary files start without permissions for others
            if keep_previous and path.exists():
                shutil.copy2(path, previous)
                _flush(previous)
                previous.replace(previous_of(path))
            aside.replace(path)
            _flush_folder(path.parent)
    except BaseException:
        for litter in (aside, previous):
            with contextlib.suppress(OSError):
                litter.unlink()
        raise


def _flush(path: Path) -> None:
    """Wait until the content of a file is on the disk."""
    with path.open("rb+") as written:
        os.fsync(written.fileno())


def _flush_folder(folder: Path) -> None:
    """Wait until a folder's names are on the disk, if the system can do that; the file is complete anyway."""
    if os.name != "posix":
        return  # Windows cannot open a folder, and writes names in order
    with contextlib.suppress(OSError):  # some network folders cannot
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


_RESERVED: Final = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])", re.IGNORECASE)
"""Device names on Windows, with any suffix."""
_FORBIDDEN: Final = '<>:"/\\|?*'


def why_not_name(name: str) -> str:
    """Return why some operating system refuses a file name, or "". Files travel between computers."""
    for letter in name:
        if letter in _FORBIDDEN or ord(letter) < 32:
            return _("Windows allows no {letter!r} in a file name - leave it out", letter=letter)
    if name.endswith((" ", ".")):
        return _("Windows allows no blank or dot at the end of a file name - leave it out")
    if _RESERVED.fullmatch(name.partition(".")[0].rstrip()):
        return _("Windows reserves the name {name!r} for a device - choose another", name=name.partition(".")[0])
    return ""


def stem_of(title: str, otherwise: str) -> str:
    """Return the stem of a file for a title, without a suffix: letters, digits and dashes, at most 40."""
    letters = "".join(letter if letter.isalnum() else "-" for letter in title.lower())
    stem = "-".join(filter(None, letters.split("-")))[:LONGEST_STEM].strip("-") or otherwise
    return f"{stem}-{otherwise}" if why_not_name(stem) else stem


def why_not_new(path: Path) -> str:
    """Return why a new file cannot be written (missing folder, or a name that some system refuses), or ""."""
    if not path.parent.is_dir():
        return _("there is no folder {folder} - create it first, or choose another", folder=path.parent)
    return why_not_name(path.name)


def require_regular(path: Path, *, links: bool = False) -> None:
    """Raise `OSError` for anything but a file, and for a link where writing would replace it."""
    if path.is_symlink() and not links:
        raise OSError(errno.ELOOP, _("it is a link, and links are not replaced - name the file itself"), str(path))
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, _("it is a device or a pipe, not a file - name a file"), str(path))


OF_A_NAME: Final = 40
"""The number of characters of a file name that are repeated in the name of its temporary file."""
_PART: Final = re.compile(r"\.(?P<name>.+)\.(((?P<process>\d+)-)?\w{8}\.(part|old)|(?<=\.json\.)\w{8}(\.old)?)")
"""Names of temporary files; older versions gave them no process and no suffix."""
_DAY: Final = 86_400


def remove_temporary_files(folder: Path, name: str = "") -> None:
    """Remove temporary files in a folder (for `name` only) whose writers have ended or that are a day old."""
    with contextlib.suppress(OSError):
        for path in left_over_files(folder, name):
            path.unlink(missing_ok=True)


def left_over_files(folder: Path, name: str = "") -> Iterator[Path]:
    """Yield temporary files in a folder (for `name` only) whose writers have ended or that are a day old."""
    for path in folder.iterdir():
        part = _PART.fullmatch(path.name)
        if part is not None and name[:OF_A_NAME] in ("", part["name"]) and _is_left_over(path, part["process"]):
            yield path


def _is_left_over(path: Path, process: str | None) -> bool:
    if os.name == "posix" and process is not None and int(process) != os.getpid():
        try:
            os.kill(int(process), 0)
        except (ProcessLookupError, OverflowError):
            return True
        except PermissionError:
            pass  # it runs, under another user
    return time.time() - path.stat().st_mtime > _DAY


@contextlib.contextmanager
def _errors_naming(path: Path, *aside: Path) -> Iterator[None]:
    """Let an `OSError` name the file to be written instead of a temporary file or no file."""
    try:
        yield
    except OSError as error:
        if not aside or error.filename is None or error.filename in map(str, aside):
            error.filename, error.filename2 = str(path), None
        raise
