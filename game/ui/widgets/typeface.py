"""The interface font, and system fonts for scripts that it lacks, found when a text first needs one."""

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
"""Parts of names of fonts that are used only if no other font has a character."""
PLAIN: Final = "OpenSans-Bold.ttf"
"""The bundled font that has more characters than the font of titles."""
_JOINERS: Final = frozenset((0x200C, 0x200D, *range(0xFE00, 0xFE10), *range(0x1F3FB, 0x1F400)))
"""Characters other than combining marks that change the character before them."""
_RIGHT_TO_LEFT: Final = frozenset(("R", "AL", "AN"))
_TALLEST: Final = 1.6
"""Most line heights of a drawn character; a higher one is scaled down."""

Spans = tuple[tuple[int, ...], tuple[int, ...]]
"""First and last characters of the stretches that a font has, in order."""


class Run(NamedTuple):
    """A part of a text in one font, the bundled one or that of a file; `backwards` from right to left."""

    text: str
    file: str = ""
    backwards: bool = False


class Typeface:
    """A font of one size: the bundled one for the characters that it has, else one of the system."""

    def __init__(self, file: str, pixels: int) -> None:
        try:
            self._font = pygame.font.Font(file, pixels)
            self._file = file
        except (OSError, pygame.error):  # the program must work without its fonts
            self._font, self._file = pygame.font.Font(None, pixels), ""
        self._pixels = pixels

    def size(self, text: str) -> tuple[int, int]:
        """Return the width and height of a line of text in pixels."""
        if self._plain(text):
            return self._font.size(text)
        pictures = [self._picture(run, (0, 0, 0)) for run in runs(text, self._file)]
        return sum(picture.get_width() for picture in pictures), self._font.get_height()

    def render(self, text: str, antialias: bool, colour: pygame.typing.ColorLike) -> pygame.Surface:
        """Return a line of text as a picture."""
        if self._plain(text):
            return self._font.render(text, antialias, colour)
        pictures = [self._picture(run, colour) for run in runs(text, self._file)]
        width = sum(picture.get_width() for picture in pictures)
        line = pygame.Surface((width, self._font.get_height()), pygame.SRCALPHA, 32)
        x = 0
        for picture in pictures:
            line.blit(picture, (x, (line.get_height() - picture.get_height()) // 2))
            x += picture.get_width()
        return line

    def get_height(self) -> int:
        """Return the height of a line in pixels."""
        return self._font.get_height()

    def _plain(self, text: str) -> bool:
        """Return whether the bundled font has all characters of a text."""
        return text.isascii() or not self._file or all(has(self._file, ord(letter)) for letter in text)

    def _picture(self, run: Run, colour: pygame.typing.ColorLike) -> pygame.Surface:
        """Return the picture of a run; one far higher than a line is scaled to the height of a line."""
        font = _system_font(run.file, self._pixels, run.backwards) if run.file else self._font
        picture = (font or self._font).render(run.text, True, colour)
        height = self._font.get_height()
        if picture.get_height() <= height * _TALLEST:
            return picture
        # fonts of emoji have only one size
        width = max(1, round(picture.get_width() * height / picture.get_height()))
        with_alpha = pygame.Surface(picture.get_size(), pygame.SRCALPHA, 32)
        with_alpha.blit(picture, (0, 0))
        return pygame.transform.smoothscale(with_alpha, (width, height))


@lru_cache(maxsize=500)
def runs(text: str, file: str) -> tuple[Run, ...]:
    """Split a text into runs, each with a font that has its characters; those in no font are written as names."""
    parts = [(_font_for(cluster, file), _backwards(cluster), cluster) for cluster in _clusters(text)]
    _join_gaps(parts)
    runs_of_text = []
    for (font_file, backwards), group in groupby(parts, lambda part: part[:2]):
        words = "".join(part[2] for part in group)
        if font_file is None:
            runs_of_text.append(Run(missing(words), "", False))
        else:
            runs_of_text.append(Run(words, font_file, backwards and bool(font_file)))
    return tuple(runs_of_text)


def _clusters(text: str) -> Iterator[str]:
    """Yield each character with all that change it, which must be in the same font."""
    cluster = ""
    for character in text:
        joined = unicodedata.combining(character) or ord(character) in _JOINERS or cluster.endswith("\u200d")
        if cluster and not joined and unicodedata.category(character) not in ("Mn", "Mc", "Me"):
            yield cluster
            cluster = ""
        cluster += character
    if cluster:
        yield cluster


def _backwards(cluster: str) -> bool:
    """Return whether the first character of a cluster is written from right to left."""
    return unicodedata.bidirectional(cluster[0]) in _RIGHT_TO_LEFT


def _join_gaps(parts: list[tuple[str | None, bool, str]]) -> None:
    """Draw blanks and signs between two stretches from right to left in their direction and font, too."""
    backward_indices = [index for index, part in enumerate(parts) if part[1]]
    for start, end in pairwise(backward_indices):
        file = parts[start][0]
        indices_between = range(start + 1, end)
        if file and all(unicodedata.bidirectional(parts[index][2][0]) not in ("L", "EN") for index in indices_between):
            for index in indices_between:
                if _covers(file, parts[index][2]):
                    parts[index] = file, True, parts[index][2]


def _font_for(cluster: str, own: str) -> str | None:
    """Return "" for the bundled font, the file of a system font, or None if no font has the characters."""
    if _covers(own, cluster):
        return ""
    plain_font = str(Path(own).with_name(PLAIN))
    if plain_font != own and _covers(plain_font, cluster):
        return plain_font
    codes = tuple(code for code in map(ord, cluster) if code not in _JOINERS)
    return _system_file(codes)


def _covers(file: str, cluster: str) -> bool:
    return all(has(file, ord(character)) or ord(character) in _JOINERS for character in cluster)


@cache
def _system_file(codes: tuple[int, ...]) -> str | None:
    """Return the first system font with some characters that can be opened; fonts in use come first."""
    for file in (*_used, *system_fonts()):
        if all(has(file, code) for code in codes) and _system_font(file, 16, False) is not None:
            if file not in _used:
                _used.insert(0, file)
            return file
    return None


_used: Final[list[str]] = []
"""Fonts in use, which are preferred so that a name is not drawn in two fonts."""


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
    """Return a sort key of a font by its file: plain upright ones first."""
    name = os.path.basename(file).lower()
    return sum(part in name for part in _UNFIT), int("bold" in name), name


@lru_cache(maxsize=60)
def _system_font(file: str, pixels: int, backwards: bool) -> pygame.font.Font | None:
    """Return the system font of a file in a size, or None if it cannot be opened."""
    try:
        font = pygame.font.Font(file, pixels)
        if backwards:
            font.set_direction(pygame.DIRECTION_RTL)
            font.set_script("Arab")  # only Arabic letters join
    except (OSError, pygame.error):
        return _picture_font(file, pixels)
    return font


def _picture_font(file: str, pixels: int) -> pygame.font.Font | None:
    """Return a font of emoji, which exists in few sizes, or None."""
    for size in (109, 136, 128, 96, 64):
        try:
            return pygame.font.Font(file, size)
        except (OSError, pygame.error):
            continue
    return None


def missing(text: str) -> str:
    """Return a text for characters that no font has: their script and number, or the names of signs."""
    texts = []
    for letters, group in groupby(text, _is_letter):
        # No marks, no controls.
        signs = [character for character in group if unicodedata.category(character)[0] not in "CMZ"]
        names = [unicodedata.name(character, "?") for character in signs]
        if letters:
            texts += [f"[{script.title() if script != 'CJK' else script}{_times(number)}]" for script, number in _count(
                name.split()[0] for name in names)]  # fmt: skip
        else:
            texts += [f"[{name.lower()}{_times(number)}]" for name, number in _count(names)]
    return "".join(texts) or "?"


def _is_letter(character: str) -> bool:
    return character.isalnum() or unicodedata.category(character)[0] == "M"


def _count(names: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield each name with the number of times that it comes in a row."""
    yield from ((name, len(list(group))) for name, group in groupby(names))


def _times(number: int) -> str:
    return f" ×{number}" if number > 1 else ""


# -- what a font covers --------------------------------------------------------------------------


@lru_cache(maxsize=100_000)
def has(file: str, code: int) -> bool:
    """Return whether the font in a file has a character, or its letter and marks; False if it is not a font."""
    starts, ends = coverage(file)
    index = bisect_right(starts, code) - 1
    if index >= 0 and code <= ends[index]:
        return True
    parts = unicodedata.decomposition(chr(code)).split()
    return bool(parts) and parts[0][0] != "<" and all(has(file, int(part, 16)) for part in parts)


@cache
def coverage(file: str) -> Spans:
    """Return the characters that the font of a file has, by its table of pictures of characters."""
    try:
        with open(file, "rb") as font, mmap(font.fileno(), 0, access=ACCESS_READ) as data:
            spans = sorted(_mapped(data))
    except (OSError, struct.error, IndexError, ValueError):
        spans = []
    return tuple(start for start, _end in spans), tuple(end for _start, end in spans)


def _mapped(data: mmap) -> Iterator[tuple[int, int]]:
    """Yield the stretches of characters that a font, or the first font of a collection, has."""
    start = struct.unpack_from(">I", data, 12)[0] if data[:4] == b"ttcf" else 0
    tables = struct.unpack_from(">H", data, start + 4)[0]
    records = (struct.unpack_from(">4sIII", data, start + 12 + 16 * index) for index in range(tables))
    cmap = next((offset for name, _sum, offset, _length in records if name == b"cmap"), None)
    if cmap is None:
        return
    count = struct.unpack_from(">H", data, cmap + 2)[0]
    subtables = [struct.unpack_from(">HHI", data, cmap + 4 + 8 * index) for index in range(count)]
    unicode_offsets = [
        cmap + offset for system, kind, offset in subtables if system == 0 or (system == 3 and kind in (1, 10))
    ]
    offset_by_format = {struct.unpack_from(">H", data, offset)[0]: offset for offset in unicode_offsets}
    if 12 in offset_by_format:
        yield from _of_form_12(data, offset_by_format[12])
    elif 4 in offset_by_format:
        yield from _of_form_4(data, offset_by_format[4])


def _of_form_12(data: mmap, offset: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches from a table of format 12: groups with a first and a last character."""
    groups = struct.unpack_from(">I", data, offset + 12)[0]
    for index in range(groups):
        first, last, picture = struct.unpack_from(">III", data, offset + 16 + 12 * index)
        if picture or last > first:
            yield first, last


def _of_form_4(data: mmap, offset: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches from a table of format 4, leaving out characters that a list maps to nothing."""
    count = struct.unpack_from(">H", data, offset + 6)[0] // 2
    ends, starts, _deltas, offsets = (
        struct.unpack_from(f">{count}H", data, offset + 14 + 2 * count * part + (2 if part else 0)) for part in range(4)
    )
    for index, (first, last) in enumerate(zip(starts, ends, strict=True)):
        if first == 0xFFFF:
            continue
        if not offsets[index]:
            yield first, last
            continue
        list_offset = offset + 16 + 6 * count + 2 * index + offsets[index]
        pictures = struct.unpack_from(f">{last - first + 1}H", data, list_offset)
        if all(pictures):
            yield first, last
        else:
            yield from ((code, code) for code, picture in enumerate(pictures, first) if picture)
