"""The results of casting, unbinding and chanting rolls, from their faces (A-MAG, A-PRAY)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

CASTING_DICE: Final = 2
"""The number of dice of a casting, unbinding, banishment or charge roll."""


def is_miscast(faces: Sequence[int]) -> bool:
    """Return whether a casting roll is a miscast, with two or more natural 1s (A-MAG-4)."""
    return sum(face == 1 for face in faces) >= 2


def is_cast(faces: Sequence[int], bonus: int, needed: int) -> bool:
    """Return whether a casting roll reaches the casting value and is no miscast (A-MAG-3, A-MAG-8)."""
    return not is_miscast(faces) and sum(faces) + bonus >= needed


def is_unbound(total: int, casting_roll: int) -> bool:
    """Return whether an unbinding roll beats a casting roll, after modifiers (A-MAG-7, A-MAG-8)."""
    return total > casting_roll


def chanting_roll(face: int, bonus: int) -> int | None:
    """Return the modified chanting roll, at least 1, or None for a natural 1, which fails (A-PRAY-5, A-PRAY-2)."""
    return None if face == 1 else max(1, face + bonus)


def is_answered(chanting_roll: int, ritual: int, needed: int) -> bool:
    """Return whether a chanting roll and ritual points together reach a chanting value (A-PRAY-3, A-PRAY-6)."""
    return chanting_roll + ritual >= needed
