"""Turning the piece in hand: by keys, by the wheel, and by pressing the mouse and dragging away from its spot."""

from __future__ import annotations

import math
from typing import Final

from game.engine.core.turning import Turning
from game.table.facing import FULL_TURN, compass_of, facing_towards
from game.ui.board.camera import Spot
from game.ui.widgets.keys import Press
from game.ui.widgets.menu_item import MenuItem
from game.wording import _

STEP, FINE_STEP = 1500, 100
"""Hundredths of a degree per press of a key or notch of the wheel, and with Shift."""
DRAWN: Final = 0.3
"""Inches from the spot at which the mouse begins to turn the piece."""
WAYS: Final = {"turn_left": 1, "turn_right": -1}
_FINE: Final = {"q": 1, "e": -1}
_COARSE: Final = {"comma": 1, "period": -1}


class Turner:
    """The final facing of a piece; `wished` is the chosen one, if there is a choice; `now` is its present one.

    While the mouse button is held, `pressed` is the spot of the piece; `drawn` says that it has turned the piece since.
    """

    def __init__(self, turning: Turning | None, now: int | None, spot: Spot) -> None:
        self.turning = turning
        self.wished = now if now is not None else turning.middle(*spot) if turning is not None else 0
        self.pressed: Spot | None = None
        self.drawn = False

    @property
    def is_choice(self) -> bool:
        """Whether the player has a say in the facing."""
        return self.turning is not None and self.turning.is_choice

    def at(self, spot: Spot) -> int | None:
        """Return the facing with which the piece would end at a spot, or None if the placing has no facing."""
        return None if self.turning is None else self.turning.nearest(*spot, self.wished)

    def turn(self, spot: Spot, steps: float, fine: bool = False) -> bool:
        """Turn the piece to the left by steps, or small ones; return whether it may be turned."""
        now = self.at(spot)
        if now is not None and self.is_choice:
            self.wished = (now + round(steps * (FINE_STEP if fine else STEP))) % FULL_TURN
        return self.is_choice

    def key(self, spot: Spot, press: Press) -> bool:
        """Turn the piece by a key; return whether it was such a key. Without Shift, the rows have their own."""
        if press.key in _COARSE:
            return self.turn(spot, _COARSE[press.key])
        return press.shift and press.key in _FINE and self.turn(spot, _FINE[press.key], fine=True)

    def press(self, spot: Spot) -> None:
        """Grab the piece with the mouse, at its spot."""
        self.pressed, self.drawn = (spot if self.is_choice else None), False

    def draw(self, spot: Spot) -> bool:
        """Let the grabbed piece face where the mouse is dragged; return whether a piece is grabbed."""
        if self.pressed is None:
            return False
        dx, dy = spot[0] - self.pressed[0], spot[1] - self.pressed[1]
        if self.drawn or math.hypot(dx, dy) > DRAWN:
            self.wished, self.drawn = facing_towards(dx, dy), True
        return True

    def release(self) -> bool:
        """Let the piece go; return whether the mouse turned it."""
        drawn, self.pressed, self.drawn = self.drawn, None, False
        return drawn

    def actions(self, spot: Spot) -> list[MenuItem]:
        """Return the rows for turning."""
        now = self.at(spot)
        if now is None or not self.is_choice:
            return []
        left = _("Turn left (now facing {bearing:g}°)", bearing=compass_of(now))
        return [MenuItem("turn_left", left, "q"), MenuItem("turn_right", _("Turn right"), "e")]
