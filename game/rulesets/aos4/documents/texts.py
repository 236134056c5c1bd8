"""Texts of abilities from packs and rosters: cleaned of markup, their keywords marked as **KEYWORD** (A-IMP-7).

What stands in documents is plain text. A heading is a line of its own between marks, an entry of a list begins with
"- " or its number; a screen that draws keywords apart takes `spans`, a line of text `unmarked`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Final

MARK: Final = "**"
"""Before and after a keyword or a heading."""

_TAG: Final = re.compile(r"(</?(?:strong|h4|ol|ul|li|p)>)")
_LINE: Final = "\n"


def marked(text: str) -> str:
    """Return a text of a pack without HTML: keywords and headings marked, lists as lines (A-IMP-7).

    Tags that are not known there, and those with attributes, stay visible as they are written.
    """
    return _Markup().read(text)


def unmarked(text: str) -> str:
    """Return a text without the marks of keywords."""
    return text.replace(MARK, "")


def spans(text: str) -> Iterator[tuple[str, bool]]:
    """Yield a text in pieces, each with whether it is a keyword or a heading."""
    for index, piece in enumerate(text.split(MARK)):
        if piece:
            yield piece, index % 2 == 1


class _Markup:
    """Puts a text together from its tags and what stands between them."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.strong = 0
        self.lists: list[int | None] = []

    def read(self, text: str) -> str:
        for piece in _TAG.split(text.replace(MARK, "")):
            if _TAG.fullmatch(piece):
                self._tag(piece.strip("</>"), closing=piece.startswith("</"))
            elif piece:
                self.out.append(" ".join(f"|{html.unescape(piece)}|".split())[1:-1])
        if self.strong:
            self.out.append(MARK)
        lines = (" ".join(line.split()) for line in "".join(self.out).split(_LINE))
        return _LINE.join(line for line in lines if line)

    def _tag(self, name: str, closing: bool) -> None:
        if name in ("strong", "h4"):
            self._mark(name, closing)
        elif name in ("ol", "ul"):
            self._list(name, closing)
        elif name == "li" and not closing:
            self.out.append(_LINE + self._bullet())
        else:
            self.out.append(_LINE)

    def _mark(self, name: str, closing: bool) -> None:
        """Begin or end a marked part; of nested ones only the outermost is marked."""
        before = self.strong
        self.strong = max(0, before + (-1 if closing else 1))
        mark = MARK if 0 in (before, self.strong) and before != self.strong else ""
        self.out.append(mark if name == "strong" else mark + _LINE if closing else _LINE + mark)

    def _list(self, name: str, closing: bool) -> None:
        if not closing:
            self.lists.append(0 if name == "ol" else None)
        elif self.lists:
            self.lists.pop()
        self.out.append(_LINE)

    def _bullet(self) -> str:
        if not self.lists or self.lists[-1] is None:
            return "- "
        self.lists[-1] += 1
        return f"{self.lists[-1]}. "
