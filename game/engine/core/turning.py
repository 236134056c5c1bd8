"""The legal facings of a placed piece: any, within a limited turn, unchanged, or along the move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from game.refusal import Refusal
from game.table.facing import FULL_TURN, degrees_of, facing_towards, turn_between
from game.wording import _

TurningSort = Literal["asked", "limited", "kept", "follows"]


@dataclass(frozen=True)
class Turning:
    """The facings (hundredths of a degree) with which a piece may end: at most `most` away from the `middle`.

    `middle` returns the middle facing for a spot in inches. The piece has that facing if the player chooses no other.
    """

    sort: TurningSort
    middle: Callable[[float, float], int]
    most: int = 0
    rule: str = ""

    @classmethod
    def asked(cls, now: int = 0, rule: str = "") -> Turning:
        """Return the turning that allows every facing; by default, the piece keeps the facing `now`."""
        return cls("asked", lambda x, y: now, FULL_TURN // 2, rule)

    @classmethod
    def limited(cls, now: int, most: int, rule: str = "") -> Turning:
        """Return the turning to a chosen facing at most `most` hundredths of a degree away from `now`."""
        return cls("limited", lambda x, y: now, most, rule)

    @classmethod
    def kept(cls, now: int, rule: str = "") -> Turning:
        """Return the turning of a piece that keeps the facing `now`."""
        return cls("kept", lambda x, y: now, 0, rule)

    @classmethod
    def follows(cls, x: float, y: float, now: int, rule: str = "") -> Turning:
        """Return the turning that faces along the straight move from (x, y); without a move, it faces `now`."""
        return cls(
            "follows", lambda to_x, to_y: now if (to_x, to_y) == (x, y) else facing_towards(to_x - x, to_y - y), 0, rule
        )

    @property
    def is_choice(self) -> bool:
        """Whether the player can choose the facing."""
        return self.most > 0

    def why_not(self, x: float, y: float, facing: int) -> Refusal | None:
        """Return the reason against a facing for a piece at (x, y), or None if it is legal."""
        turn_needed = abs(turn_between(self.middle(x, y), facing))
        if turn_needed <= self.most:
            return None
        if not self.is_choice:
            return Refusal(
                _("its facing is fixed here: {degrees:g}°", degrees=degrees_of(self.middle(x, y))), self.rule
            )
        limit, turn = degrees_of(self.most), degrees_of(turn_needed)
        return Refusal(_("turns {turn:g}°; the limit is {most:g}°", turn=turn, most=limit), self.rule)

    def nearest(self, x: float, y: float, facing: int) -> int:
        """Return the legal facing at (x, y) that is closest to `facing`."""
        middle = self.middle(x, y)
        return (middle + max(-self.most, min(self.most, turn_between(middle, facing)))) % FULL_TURN

    def plain(self) -> dict[str, Any]:
        """Return the turning as JSON-ready data; a middle facing that depends on the spot is left out."""
        middle = {} if self.sort == "follows" else {"now": self.middle(0.0, 0.0)}
        return {"sort": self.sort, "most": self.most, **middle}
