"""Foreign text made safe to show: no name may move a cursor, or hide or reverse nearby text."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any, Final

MOST_REPEATED: Final = 60
"""Maximum characters of a value that a refusal quotes, so that three values take fewer than 200."""
LONGEST_NAME: Final = 180
"""Maximum characters of a file name that a refusal repeats, once."""

_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Control characters except newline and tab, direction marks, invisible characters, surrogates."""
_PLAINER: Final = {"″": '"', "′": "'", "“": '"', "”": '"', "„": '"', "–": "-", "—": "-", "→": "->", "×": "x", "█": "#"}
"""ASCII replacements for characters that the program often prints."""


def printable(text: str) -> str:
    """Return a text with every unprintable character escaped, such as `\\u001b`."""
    return _UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def one_line(text: str) -> str:
    """Return a text on one line, with every unprintable character escaped."""
    return printable(text).replace("\n", "\\n").replace("\t", "\\t")


def spelled(text: str, encoding: str) -> str:
    """Return a text in the characters of an encoding; other characters become plain equivalents or escapes."""
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


def shortened(text: str, most: int = MOST_REPEATED) -> str:
    """Return a foreign text, cut to a limited number of characters."""
    return text if len(text) <= most else text[: most - 3] + "..."


def quoted(value: Any) -> str:
    """Return a foreign value in quotes, shortened."""
    inside = repr(shortened(value)) if isinstance(value, str) else ""
    return inside if 0 < len(inside) <= MOST_REPEATED + 2 else shortened(repr(value))


def unrepeated(message: str, given: Iterable[str], most: int = LONGEST_NAME) -> str:
    """Return a message in which long `given` texts are cut, to `most` characters at first and to 18 when repeated."""
    long_texts = [text for text in given if len(text) > MOST_REPEATED]
    texts = [form for text in long_texts for form in (text, one_line(text), repr(text)[1:-1])]
    for text in sorted(texts, key=len, reverse=True):
        before, text, after = message.partition(text)
        message = before + shortened(text, most) + (after.replace(text, shortened(text, 18)) if text else after)
    return message


def texts_in(tree: Any) -> Iterator[str]:
    """Yield every text and every key of parsed JSON."""
    waiting = [tree]
    while waiting:
        match waiting.pop():
            case str() as text:
                yield text
            case dict() as inside:
                waiting += [*inside, *inside.values()]
            case list() as inside:
                waiting += inside
            case _:
                pass
