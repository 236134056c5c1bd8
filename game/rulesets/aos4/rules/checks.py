"""Rolls that must reach a number, judged: casting, unbinding, chanting; faces in, verdict out (A-MAG, A-PRAY)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

CASTING_DICE: Final = 2
"""Dice of a casting, unbinding, banishment or charge roll."""


def is_miscast(faces: Sequence[int]) -> bool:
    """Return whether a casting roll is a miscast: two or more natural 1s (A-MAG-4)."""
    return sum(face == 1 for face in faces) >= 2


def is_cast(faces: Sequence[int], bonus: int, needed: int) -> bool:
    """Return whether a spell is cast: no miscast, and the total reaches the casting value (A-MAG-3, A-MAG-8)."""
    return not is_miscast(faces) and sum(faces) + bonus >= needed


def is_unbound(total: int, casting_roll: int) -> bool:
    """Return whether an unbinding roll, both totals modified, beats a casting roll (A-MAG-7, A-MAG-8)."""
    return total > casting_roll


def chanted(face: int, bonus: int) -> int | None:
    """Return the chanting roll as it counts, at least 1 (A-PRAY-5), or None if it fails, a natural 1 (A-PRAY-2)."""
    return None if face == 1 else max(1, face + bonus)


def is_answered(chanting_roll: int, ritual: int, needed: int) -> bool:
    """Return whether a chanting roll and ritual points reach a chanting value (A-PRAY-3, A-PRAY-6)."""
    return chanting_roll + ritual >= needed
