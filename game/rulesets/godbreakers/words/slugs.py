"""Names made into ids."""

from __future__ import annotations

import re


def slug(text: str) -> str:
    """Return `text` as an id in lower case, with dashes for everything except letters and digits."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "x"
