"""Names as people and programs write them, compared without case, accents, punctuation and season numbers."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable
from typing import Final

NEAR: Final = 0.72
"""How much alike two names must be for one to be offered for the other."""
MOST_OFFERED: Final = 3
_PREFIXED: Final = re.compile(r"(?P<season>[^:()]{3,40}):\s*(?P<name>\S.*)")
_SUFFIXED: Final = re.compile(r"(?P<name>.*\S)\s*[(\[](?P<season>[^()\[\]]{3,40})[)\]]")


def key(text: str) -> str:
    """Return a name reduced to its letters and digits, for comparison."""
    plain = unicodedata.normalize("NFKD", text.replace("&", " and ").replace("ß", "ss").replace("ø", "o"))
    letters = re.sub(
        r"[^\w]|_", "", "".join(letter for letter in plain if not unicodedata.combining(letter)).casefold()
    )
    return letters.removeprefix("the") or letters


def keys(text: str) -> tuple[str, ...]:
    """Return the keys under which a name may be listed, the most reliable first.

    "Scourge of X: Guard" may be listed as "Guard (Scourge of X)" or as "Guard".
    """
    match = _PREFIXED.fullmatch(text.strip()) or _SUFFIXED.fullmatch(text.strip())
    if match is None:
        return (key(text),)
    name, season = match["name"], match["season"]
    return tuple(dict.fromkeys((key(text), key(name + season), key(season + name), key(name))))


def words_key(text: str) -> str:
    """Return a key that does not depend on the order of words: "A and B" is "B and A"."""
    words = (key(word) for word in re.split(r"[\s,&+/]+", text) if word.casefold() not in ("and", "with", "the"))
    return " ".join(sorted(filter(None, words)))


def near(text: str, names: Iterable[str]) -> list[str]:
    """Return the names that are most similar to a text, best first."""
    known = {key(name): name for name in names}
    found = difflib.get_close_matches(key(text), known, MOST_OFFERED, NEAR)
    return [known[key] for key in found]
