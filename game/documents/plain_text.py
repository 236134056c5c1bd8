"""Plain text as people save and paste it: recognised by its content, in the encodings of any system."""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import Final

from game.documents.error import DocumentError
from game.wording import _

SUFFIXES: Final = (".txt", ".text", ".md", ".list")
"""The suffixes of lists as text."""
MAX_BYTES: Final = 1_000_000
_UTF16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_HEAD: Final = 400
_CONTROLS: Final = frozenset(range(32)) - {9, 10, 11, 12, 13, 27}


def plain_text(path: Path) -> str | None:
    """Return the text of a file, or None for a document in JSON, XML or a zip file; raise `DocumentError`, `OSError`.

    The suffix does not count, because lists are saved under many.
    """
    if path.exists() and not path.is_file():  # a pipe or a device might never end
        return None
    with path.open("rb") as stream:
        head = stream.read(_HEAD)
        if _is_other(head):
            return None
        content = head + stream.read(MAX_BYTES + 1 - len(head))
    return decoded(content, str(path))


def _is_other(head: bytes) -> bool:
    """Return whether a file that begins with these bytes is JSON, XML, a zip file or empty."""
    begin = head.removeprefix(codecs.BOM_UTF8).lstrip(b" \t\r\n")
    if not begin or begin.startswith((b"{", b"PK\x03\x04", b"PK\x05\x06")):
        return True
    if begin.startswith(b"<"):
        return begin[1:2].isalpha() or begin[1:2] in (b"?", b"!")
    return begin.startswith(b"[") and begin[1:].lstrip(b" \t\r\n")[:1] in (b"{", b"[", b'"', b"]", b"")


def decoded(content: bytes, file: str) -> str:
    """Return bytes as text, in UTF-8, UTF-16 or the old encoding of Windows; raise `DocumentError`."""
    if len(content) > MAX_BYTES:
        raise DocumentError(file, "", _("is larger than {most:,} bytes - no list needs that much", most=MAX_BYTES))
    try:
        if content.startswith(_UTF16):
            return content.decode("utf-16")
        if _CONTROLS.isdisjoint(content):
            return _bytes_decoded(content)
    except UnicodeDecodeError:
        pass
    raise DocumentError(file, "", _("is not text - give a list saved as text, or a .json, .ros or .rosz file"))


def _bytes_decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252")
