"""Text from outside made fit to be shown: no name may move a cursor, or hide or reverse the text beside it."""

import re
import unicodedata
from typing import Final

_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Controls but for the end of a line and the tabulator, marks of direction, invisible letters, halves of letters."""
_PLAINER: Final = {"″": '"', "′": "'", "“": '"', "”": '"', "„": '"', "–": "-", "—": "-", "→": "->", "×": "x", "█": "#"}
"""How what this program says often looks where there are fewer letters."""


def printable(text: str) -> str:
    """Return a text with everything that is not to be seen as its escape, such as `\\u001b`."""
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def one_line(text: str) -> str:
    """Return a text as `printable` does, on one line."""
    return printable(text).replace("\n", "\\n").replace("\t", "\\t")


def spelled(text: str, encoding: str) -> str:
    """Return a text in the letters that an encoding has; what it lacks is written more plainly, else as its escape."""
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
