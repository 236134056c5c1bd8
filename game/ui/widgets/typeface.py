"""The interface font, and system fonts for scripts that it lacks: found by coverage when a text first needs one."""

from __future__ import annotations

import os
import struct
import sys
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import groupby, pairwise
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Final, NamedTuple

import pygame

_FOLDERS: Final = {
    "linux": ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts"),
    "darwin": ("/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"),
    "win32": ("%WINDIR%/Fonts", "%LOCALAPPDATA%/Microsoft/Windows/Fonts"),
}
"""The folders in which systems keep their fonts."""
_SUFFIXES: Final = (".ttf", ".otf", ".ttc")
_UNFIT: Final = ("italic", "oblique", "serif", "mono", "condensed", "narrow", "light", "thin", "black", "lastresort")
"""Parts of names of fonts that are taken only where no other has a character."""
PLAIN: Final = "OpenSans-Bold.ttf"
"""The bundled font that has more characters than the one of titles."""
_JOINERS: Final = frozenset((0x200C, 0x200D, *range(0xFE00, 0xFE10), *range(0x1F3FB, 0x1F400)))
"""What changes the character before it, beside combining marks."""
_RIGHT_TO_LEFT: Final = frozenset(("R", "AL", "AN"))
_TALLEST: Final = 1.6
"""Line heights of a picture of a character that may stay as large as its font draws it."""

Spans = tuple[tuple[int, ...], tuple[int, ...]]
"""First and last characters of stretches that a font covers, in order."""


class Run(NamedTuple):
    """A part of a text in one font: the bundled one, or that of a file; perhaps from right to left."""

    text: str
    file: str = ""
    backwards: bool = False


class Typeface:
    """A font of one size: the bundled one wherever it has the characters, else one of the system's."""

    def __init__(self, file: str, pixels: int) -> None:
        try:
            self._font = pygame.font.Font(file, pixels)
            self._file = file
        except (OSError, pygame.error):  # the program works without its fonts
            self._font, self._file = pygame.font.Font(None, pixels), ""
        self._pixels = pixels

    def size(self, text: str) -> tuple[int, int]:
        """Return width and height of a line of text in pixels."""
        if self._plain(text):
            return self._font.size(text)
        pictures = [self._picture(run, (0, 0, 0)) for run in runs(text, self._file)]
        return sum(picture.get_width() for picture in pictures), self._font.get_height()

    def render(self, text: str, antialias: bool, colour: pygame.typing.ColorLike) -> pygame.Surface:
        """Return a line of text as a picture."""
        if self._plain(text):
            return self._font.render(text, antialias, colour)
        pictures = [self._picture(run, colour) for run in runs(text, self._file)]
        line = pygame.Surface(
            (sum(each.get_width() for each in pictures), self._font.get_height()), pygame.SRCALPHA, 32
        )
        x = 0
        for picture in pictures:
            line.blit(picture, (x, (line.get_height() - picture.get_height()) // 2))
            x += picture.get_width()
        return line

    def get_height(self) -> int:
        """Return the height of a line in pixels."""
        return self._font.get_height()

    def _plain(self, text: str) -> bool:
        return text.isascii() or not self._file or all(has(self._file, ord(each)) for each in text)

    def _picture(self, run: Run, colour: pygame.typing.ColorLike) -> pygame.Surface:
        font = _system_font(run.file, self._pixels, run.backwards) if run.file else self._font
        picture = (font or self._font).render(run.text, True, colour)
        high = self._font.get_height()
        if picture.get_height() <= high * _TALLEST:
            return picture
        wide = max(1, round(picture.get_width() * high / picture.get_height()))  # of a font of pictures in one size
        deep = pygame.Surface(picture.get_size(), pygame.SRCALPHA, 32)
        deep.blit(picture, (0, 0))
        return pygame.transform.smoothscale(deep, (wide, high))


@lru_cache(maxsize=500)
def runs(text: str, file: str) -> tuple[Run, ...]:
    """Return the parts of a text, each in a font that has its characters; what none has is named in words."""
    parts = [(_font_for(cluster, file), _backwards(cluster), cluster) for cluster in _clusters(text)]
    _join_gaps(parts)
    found = []
    for (name, backwards), group in groupby(parts, lambda part: part[:2]):
        words = "".join(part[2] for part in group)
        found.append(Run(words if name is not None else missing(words), name or "", backwards and bool(name)))
    return tuple(found)


def _clusters(text: str) -> Iterator[str]:
    """Yield characters with all that changes them, which must be in the same font."""
    cluster = ""
    for each in text:
        joined = unicodedata.combining(each) or ord(each) in _JOINERS or cluster.endswith("\u200d")
        if cluster and not joined and unicodedata.category(each) not in ("Mn", "Mc", "Me"):
            yield cluster
            cluster = ""
        cluster += each
    if cluster:
        yield cluster


def _backwards(cluster: str) -> bool:
    return unicodedata.bidirectional(cluster[0]) in _RIGHT_TO_LEFT


def _join_gaps(parts: list[tuple[str | None, bool, str]]) -> None:
    """Let blanks and signs between two stretches from right to left go with them."""
    at = [number for number, part in enumerate(parts) if part[1]]
    for before, after in pairwise(at):
        file = parts[before][0]
        between = range(before + 1, after)
        if file and all(unicodedata.bidirectional(parts[n][2][0]) not in ("L", "EN") for n in between):
            for number in between:
                if _covers(file, parts[number][2]):
                    parts[number] = file, True, parts[number][2]


def _font_for(cluster: str, own: str) -> str | None:
    """Return "" for the bundled font, the file of a system font, or None if no font has the characters."""
    if _covers(own, cluster):
        return ""
    plain = str(Path(own).with_name(PLAIN))
    if plain != own and _covers(plain, cluster):
        return plain
    wanted = tuple(code for code in map(ord, cluster) if code not in _JOINERS)
    return _system_file(wanted)


def _covers(file: str, cluster: str) -> bool:
    return all(has(file, ord(each)) or ord(each) in _JOINERS for each in cluster)


@cache
def _system_file(wanted: tuple[int, ...]) -> str | None:
    """Return the first system font with some characters that can be opened; the one used last is tried first."""
    for file in (*_used, *system_fonts()):
        if all(has(file, code) for code in wanted) and _system_font(file, 16, False) is not None:
            if file not in _used:
                _used.insert(0, file)
            return file
    return None


_used: Final[list[str]] = []
"""Fonts in use, so that a name does not change its face in the middle."""


@cache
def system_fonts() -> tuple[str, ...]:
    """Return the files of all fonts of the system, plain upright ones first."""
    folders = _FOLDERS.get(sys.platform, _FOLDERS["linux"])
    roots = [Path(os.path.expandvars(folder)).expanduser() for folder in folders]
    files = {
        os.path.join(path, name)
        for root in roots
        for path, _folders, names in os.walk(root)
        for name in names
        if name.lower().endswith(_SUFFIXES)
    }
    return tuple(sorted(files, key=_fitness))


def _fitness(file: str) -> tuple[int, int, str]:
    name = os.path.basename(file).lower()
    return sum(part in name for part in _UNFIT), int("bold" in name), name


@lru_cache(maxsize=60)
def _system_font(file: str, pixels: int, backwards: bool) -> pygame.font.Font | None:
    try:
        font = pygame.font.Font(file, pixels)
        if backwards:
            font.set_direction(pygame.DIRECTION_RTL)
            font.set_script("Arab")  # letters join; those of other scripts do not
    except (OSError, pygame.error):
        return _picture_font(file, pixels)
    return font


def _picture_font(file: str, pixels: int) -> pygame.font.Font | None:
    """Return a font of pictures, which has few sizes."""
    for size in (109, 136, 128, 96, 64):
        try:
            return pygame.font.Font(file, size)
        except (OSError, pygame.error):
            continue
    return None


def missing(text: str) -> str:
    """Return what to show for characters that no font has: their script and number, or what a sign is."""
    found = []
    for letters, group in groupby(text, _is_letter):
        signs = [each for each in group if unicodedata.category(each)[0] not in "CMZ"]  # no marks, no controls
        names = [unicodedata.name(each, "?") for each in signs]
        if letters:
            found += [f"[{script.title() if script != 'CJK' else script}{_times(many)}]" for script, many in _count(
                name.split()[0] for name in names)]  # fmt: skip
        else:
            found += [f"[{name.lower()}{_times(many)}]" for name, many in _count(names)]
    return "".join(found) or "?"


def _is_letter(character: str) -> bool:
    return character.isalnum() or unicodedata.category(character)[0] == "M"


def _count(names: Iterable[str]) -> Iterator[tuple[str, int]]:
    yield from ((name, len(list(group))) for name, group in groupby(names))


def _times(many: int) -> str:
    return f" ×{many}" if many > 1 else ""


# -- what a font covers --------------------------------------------------------------------------


@lru_cache(maxsize=100_000)
def has(file: str, code: int) -> bool:
    """Return whether the font in a file has a character, or its letter and marks; False if the file is not a font."""
    starts, ends = coverage(file)
    at = bisect_right(starts, code) - 1
    if at >= 0 and code <= ends[at]:
        return True
    parts = unicodedata.decomposition(chr(code)).split()
    return bool(parts) and parts[0][0] != "<" and all(has(file, int(part, 16)) for part in parts)


@cache
def coverage(file: str) -> Spans:
    """Return which characters the font of a file has, by the table in it that maps characters to pictures."""
    try:
        with open(file, "rb") as font, mmap(font.fileno(), 0, access=ACCESS_READ) as data:
            spans = sorted(_mapped(data))
    except (OSError, struct.error, IndexError, ValueError):
        spans = []
    return tuple(start for start, _end in spans), tuple(end for _start, end in spans)


def _mapped(data: mmap) -> Iterator[tuple[int, int]]:
    """Yield the stretches of characters of a font, or of the first font of a collection."""
    start = struct.unpack_from(">I", data, 12)[0] if data[:4] == b"ttcf" else 0
    tables = struct.unpack_from(">H", data, start + 4)[0]
    heads = (struct.unpack_from(">4sIII", data, start + 12 + 16 * number) for number in range(tables))
    cmap = next((offset for name, _sum, offset, _length in heads if name == b"cmap"), None)
    if cmap is None:
        return
    many = struct.unpack_from(">H", data, cmap + 2)[0]
    parts = [struct.unpack_from(">HHI", data, cmap + 4 + 8 * number) for number in range(many)]
    unicode = [cmap + offset for system, kind, offset in parts if system == 0 or (system == 3 and kind in (1, 10))]
    by_form = {struct.unpack_from(">H", data, offset)[0]: offset for offset in unicode}
    if 12 in by_form:
        yield from _of_form_12(data, by_form[12])
    elif 4 in by_form:
        yield from _of_form_4(data, by_form[4])


def _of_form_12(data: mmap, at: int) -> Iterator[tuple[int, int]]:
    groups = struct.unpack_from(">I", data, at + 12)[0]
    for number in range(groups):
        first, last, picture = struct.unpack_from(">III", data, at + 16 + 12 * number)
        if picture or last > first:
            yield first, last


def _of_form_4(data: mmap, at: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches; those that point into a list leave out the characters that it maps to nothing."""
    many = struct.unpack_from(">H", data, at + 6)[0] // 2
    ends, starts, _deltas, offsets = (
        struct.unpack_from(f">{many}H", data, at + 14 + 2 * many * part + (2 if part else 0)) for part in range(4)
    )
    for number, (first, last) in enumerate(zip(starts, ends, strict=True)):
        if first == 0xFFFF:
            continue
        if not offsets[number]:
            yield first, last
            continue
        listed = at + 16 + 6 * many + 2 * number + offsets[number]
        pictures = struct.unpack_from(f">{last - first + 1}H", data, listed)
        if all(pictures):
            yield first, last
        else:
            yield from ((code, code) for code, picture in enumerate(pictures, first) if picture)
