"""Names made into ids."""

from __future__ import annotations

import re


def slug(text: str) -> str:
    """Return `text` as an id: lower case, dashes for everything else."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "x"
