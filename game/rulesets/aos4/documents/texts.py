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
    out, depth, lists = list[str](), 0, list[int | None]()
    for piece in _TAG.split(text.replace(MARK, "")):
        name, closing = piece.strip("</>"), piece.startswith("</")
        if not _TAG.fullmatch(piece):
            out.append(" ".join(f"|{html.unescape(piece)}|".split())[1:-1])
        elif name in ("strong", "h4"):  # of nested marked parts only the outermost is marked
            before, depth = depth, max(0, depth + (-1 if closing else 1))
            mark = MARK if 0 in (before, depth) and before != depth else ""
            out.append(mark if name == "strong" else mark + _LINE if closing else _LINE + mark)
        elif name == "li" and not closing and lists and lists[-1] is not None:
            lists[-1] += 1
            out.append(f"{_LINE}{lists[-1]}. ")
        else:
            out.append(f"{_LINE}- " if name == "li" and not closing else _LINE)
            if name in ("ol", "ul"):
                lists = lists[:-1] if closing else [*lists, 0 if name == "ol" else None]
    lines = (" ".join(line.split()) for line in "".join([*out, MARK if depth else ""]).split(_LINE))
    return _LINE.join(line for line in lines if line)


def unmarked(text: str) -> str:
    """Return a text without the marks of keywords."""
    return text.replace(MARK, "")


def spans(text: str) -> Iterator[tuple[str, bool]]:
    """Yield a text in pieces, each with whether it is a keyword or a heading."""
    for index, piece in enumerate(text.split(MARK)):
        if piece:
            yield piece, index % 2 == 1
