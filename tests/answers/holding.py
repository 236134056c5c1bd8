"""Oracles that share nothing with the table: what they say against the answers of a scene."""

from __future__ import annotations

from collections.abc import Iterator


def faults(name: str) -> Iterator[str]:
    """Yield where an oracle disagrees with the table about a scene."""
    yield from ()
