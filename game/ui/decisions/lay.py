"""Laying a terrain piece: its outline at the legal spot nearest to the cursor, turned by the wheel or by keys."""

from __future__ import annotations

from typing import Final

from game.engine.core.decisions import Lay
from game.play.session_model import SessionModel
from game.ui.decisions.base import controls
from game.ui.decisions.ground import Ground
from game.ui.decisions.place import PlaceController
from game.ui.widgets.keys import Press
from game.ui.widgets.memo import Memo
from game.ui.widgets.menu_item import MenuItem
from game.wording import N_, _

_TURNS: Final = {"comma": 1, "period": -1}
"""The turning steps of a key, counter-clockwise, as in the sandbox."""
LEFT, RIGHT = "turn-left", "turn-right"


@controls(Lay)
class LayController(PlaceController):
    """The region shown is for the piece's anchor, at its present turn."""

    hint = N_("Click to place it, wheel to turn it; or arrow keys, . and , and Enter. Hold Alt to see why not.")

    def __init__(self, model: SessionModel, decision: Lay) -> None:
        self.lay, self.degrees = decision, 0
        super().__init__(model, decision)

    def turn(self, steps: int) -> None:
        """Turn the piece by whole steps, counter-clockwise; it then rests on the nearest legal spot."""
        self.degrees = (self.degrees + steps * self.lay.step) % 360
        self.ground = Ground(self.lay.turned(self.degrees), has_causes=True)
        self._legal = Memo[bool]()
        self.move_to(self.spot, free=False)

    def wheel(self, steps: int, fine: bool = False) -> bool:
        self.turn(steps)
        return True

    def key(self, press: Press) -> bool:
        if press.key not in _TURNS:
            return super().key(press)
        self.turn(_TURNS[press.key])
        return True

    def actions(self) -> list[MenuItem]:
        place, nearest, *shortcuts = super().actions()
        turned = _("turned by {degrees}°", degrees=self.degrees) if self.degrees else ""
        rows = [MenuItem(LEFT, _("Turn it left"), ",", detail=turned), MenuItem(RIGHT, _("Turn it right"), ".")]
        return [place, *rows, nearest, *shortcuts]

    def perform(self, action: MenuItem) -> None:
        if action.id in (LEFT, RIGHT):
            self.turn(1 if action.id == LEFT else -1)
        else:
            super().perform(action)

    def answer(self) -> list[float]:
        return [*self.spot, self.degrees]
