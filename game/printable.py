"""Making foreign text safe to show: no name may move a cursor, or hide or reverse the text beside it."""

import re
import unicodedata
from typing import Final

_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Control characters except newline and tab, direction marks, invisible characters, surrogates."""
_PLAINER: Final = {"″": '"', "′": "'", "“": '"', "”": '"', "„": '"', "–": "-", "—": "-", "→": "->", "×": "x", "█": "#"}
"""ASCII replacements for characters that the program often prints."""


def printable(text: str) -> str:
    """Return a text with every unprintable character escaped, such as `\\u001b`."""
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def one_line(text: str) -> str:
    """Return a text as by `printable`, on one line."""
    return printable(text).replace("\n", "\\n").replace("\t", "\\t")


def spelled(text: str, encoding: str) -> str:
    """Return a text in the characters of an encoding; others become plain equivalents or escapes."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(letter if _has(encoding, letter) else _plainer(letter) for letter in text)
    return text


def _has(encoding: str, letter: str) -> bool:
    return letter.encode(encoding, "ignore") != b""


def _plainer(letter: str) -> str:
    simple = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode("ascii")
    return _PLAINER.get(letter) or simple or letter.encode("unicode_escape").decode("ascii")
