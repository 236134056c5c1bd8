"""The wound table (B-DMG-1 to B-DMG-5): from a damage roll and a success level to wounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

LOWEST, HIGHEST = 2, 12
MOST_LEVELS = 10
_SHIFT: Final = {2: -3, 3: -2, 4: -1, 5: -1, 6: 0, 7: 0, 8: 0, 9: 1, 10: 1, 11: 2, 12: 3}

Choice = Literal["plain", "strong", "weak", "any"]
"""Which of the dice count: two as rolled, the best two of three, the worst two, or any two (B-DMG-2)."""


def wounds_of(roll: int, level: int) -> int:
    """Return the wounds in the row of a roll and the column of a success level, both clamped (B-DMG-3, B-DMG-4)."""
    row = min(HIGHEST, max(LOWEST, roll))
    return max(0, min(MOST_LEVELS, max(0, level)) + _SHIFT[row])


def dice_of(choice: Choice) -> int:
    """Return how many dice are rolled for damage (B-DMG-2)."""
    return 2 if choice == "plain" else 3


def kept(faces: Sequence[int], choice: Choice) -> tuple[int, ...]:
    """Return the dice that form the damage roll (B-DMG-2); any two are the best two unless the player chooses."""
    if choice == "weak":
        return tuple(sorted(faces)[:2])
    return tuple(sorted(faces, reverse=True)[:2]) if choice in ("strong", "any") else tuple(faces)


def marked(wounds: int, *, halved: bool = False, tough: int = 0, durable: bool = False) -> int:
    """Return the boxes that wounds mark: halved, less Tough, at most one for Durable, never below 0 (B-DMG-5)."""
    left = (wounds // 2 if halved else wounds) - tough
    return max(0, min(left, 1) if durable else left)
