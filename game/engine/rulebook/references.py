"""References between the parts of a document: every name must be one of those that the game has."""

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from game.wording import _

LISTED: Final = 12
"""Known names that a refusal lists."""
LARGEST_BASE: Final = 4.0
"""Inches: the radius of the largest base or marker that a position may have."""


def strangers(named: Iterable[tuple[str, str]], known: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield place and reason for each name at a place that is not known; an empty name refers to nothing."""
    for where, name in named:
        if name and name not in known:
            listed = ", ".join(sorted(known)[:LISTED]) or _("none")
            yield where, _("{name!r} is not in this game - use one of {known}", name=name[:60], known=listed)


def misfits(radii: Iterable[tuple[str, float]]) -> Iterator[tuple[str, str]]:
    """Yield place and reason for each radius (inches) that no base has."""
    for where, radius in radii:
        if not 0.0 < radius <= LARGEST_BASE:
            yield (
                where,
                _(
                    "is {radius:g} inches, but a base has more than 0 and at most {most:g}",
                    radius=radius,
                    most=LARGEST_BASE,
                ),
            )
