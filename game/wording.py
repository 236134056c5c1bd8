"""The words people read: every text of the program passes through `say`, so that it can be in another language.

The English text is the key; `assets/languages/` holds the catalogue and the translations (GNU gettext). Nothing a
game is decided by, saved as or compared with may hang on these words.
"""

from __future__ import annotations

from typing import Any


def say(text: str, **parts: Any) -> str:
    """Return a text in the language that was chosen, its {parts} filled in after translation."""
    return text.format(**parts) if parts else text


def mark(text: str) -> str:
    """Return a text as it is, noted for the catalogue: for constants that are said later, by `say(CONSTANT)`."""
    return text
