"""Phrases that name units by keywords: several in a row, plurals, alternatives and exceptions (A-KEY)."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final

_OR: Final = re.compile(r"\s+or\s+")
_NOT: Final = re.compile(r"^non-", re.IGNORECASE)


def fits(words: Collection[str], phrases: Sequence[str]) -> bool:
    """Return whether the keywords and the name of a unit, in capitals, fit all phrases.

    A phrase is a row of keywords such as "LANTERN CONCORD HERO", with " or " between alternatives and "non-" before an
    exception.
    """
    unit_words = frozenset(words)
    return all(any(_fits(unit_words, part) for part in _OR.split(phrase)) for phrase in phrases)


def _fits(words: frozenset[str], phrase: str) -> bool:
    """Return whether words fit one alternative of a phrase, which may be an exception."""
    plain = _NOT.sub("", phrase.strip())
    return covers(words, plain.upper()) == (plain == phrase.strip())


@lru_cache(maxsize=4096)
def covers(words: frozenset[str], phrase: str) -> bool:
    """Return whether a phrase in capitals consists only of these words, in the singular or plural."""
    if not phrase:
        return True
    for word in words:
        for form in (word, f"{word}S", f"{word}ES", word.removesuffix("S")):
            if phrase == form or (phrase.startswith(f"{form} ") and covers(words, phrase[len(form) + 1 :])):
                return True
    return False
