"""Editing by mouse and keyboard: dragging, dropping, nudging; previews and refusals of a spot."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import shapely

from game.engine.core.decisions import Answer
from game.engine.rulebook.editing import Droppable, Editing
from game.engine.rulebook.view import Line
from game.lengths import coordinates
from game.play.session_model import Notice
from game.table.facing import FULL_TURN, facing_towards
from game.table.lattice import snap
from game.table.terrain.kit import Pattern
from game.ui.board.camera import Spot
from game.ui.board.pieces import top_down
from game.ui.decisions.base import controls, nudged, stepped
from game.ui.decisions.place import REST
from game.ui.panel.text import refusal_line
from game.ui.sandbox.holding import HoldingController
from game.ui.widgets.keys import Press
from game.ui.widgets.menu_item import MenuItem
from game.wording import N_, _

TURN: Final = 15
"""Degrees per notch of the wheel or press of a key."""
GRIP: Final = 0.35
"""Inches from a handle within which it is taken."""
NEAR: Final = 1.5
"""Inches from the middle of what is selected within which the wheel turns it."""
_TURNS: Final = {"comma": TURN, "period": -TURN}
_FINE: Final = {"q": 1, "e": -1}


@controls(Editing)
class SandboxController(HoldingController):
    """Drags pieces, drops new ones. Without Alt the ghost stays at the free spot nearest to the cursor."""

    hint = N_("Drag a piece, or use Tab and the arrow keys; Enter places it. Alt shows why a spot is not allowed.")

    def commit(self) -> None:
        """Put the piece down at the ghost; if that is refused, show every reason."""
        hand, edit = self.hand, self.edit()
        against = self.refusals()
        if against:
            self.model.notice = Notice(_("Not possible"), tuple(against))
            if hand.carrying is None:
                hand.put_down()
        elif isinstance(hand.carrying, Pattern) and hand.spot is not None:
            self.model.build(hand.carrying, hand.spot, hand.degrees)
        elif edit is not None and self.shown:
            self.model.change(edit)

    def offer(self, piece: str, spot: Spot) -> bool:
        self.model.select(piece)
        self.hand.spot, self.hand.free = spot, False
        return True

    def actions(self) -> list[MenuItem]:
        if self.shown and self.hand.spot is not None:
            against = self.refusals()
            label, reason = _("Put it at {spot}", spot=coordinates(*self.hand.spot)), against[0].text if against else ""
            rows = [MenuItem("commit", label, "return", reason=reason, primary=True)]
            if self.view is not None:
                rows.append(MenuItem("nearest", _("Nearest free spot"), "n"))
            if self.terrain is not None or self.facing is not None:
                rows.append(MenuItem("turn", _("Turn it"), "."))
            rows.append(MenuItem("type", _("Type a position..."), "t"))
            return [*rows, MenuItem("drop-it", _("Cancel"), "escape")]
        rows = [MenuItem("palette", _("Put something on the table..."), "d")]
        if not self.model.referee:
            rows.append(MenuItem("build", _("Put new terrain on the table..."), "b"))
        rows += [MenuItem("sight", _("Line of sight..."), "l"), MenuItem("way", _("Path round obstacles..."), "p")]
        if self.decision.about:
            lying = self._lying
            name = lying.name or lying.id if lying is not None else self.model.name_of(self.decision.about)
            rows.append(MenuItem("edit", _("Change {name}...", name=name), "e", primary=True))
            rows.append(MenuItem("type", _("Type a position..."), "t"))
            if self.is_base(self.decision.about):
                target = self.model.name_of(self.hand.target) if self.hand.target else _("the piece you point at")
                rows.append(MenuItem("ask", _("Where could it stand..."), "a"))
                rows.append(MenuItem("aim", _("Odds against: {target}", target=target), "o"))
            rows.append(MenuItem("remove", _("Take {name} off the table", name=name), "delete"))
        if self.model.referee:
            rows.append(MenuItem("facts", _("Scores and progress..."), "v"))
            count = len(self.model.sandbox.journal)
            nothing = "" if count else _("nothing is changed yet")
            agree = MenuItem("agree", _("Correct this in the game..."), "g", reason=nothing)
            rows.insert(0, agree) if count else rows.append(agree)
            rows.append(MenuItem("leave", _("Leave without changes"), "escape"))
        else:
            rows.append(MenuItem("menu", _("Table, game, copy and paste..."), "escape"))
        return rows

    def perform(self, action: MenuItem) -> None:
        doing: dict[str, Callable[[], object]] = {
            "commit": self.commit,
            "nearest": self._settle,
            "turn": lambda: self._turn(-TURN),
            "drop-it": self.hand.put_down,
            "aim": self._aim,
            "remove": self._remove,
        }
        doing.get(action.id, lambda: self.model.run_command(action.id))()

    def _settle(self) -> None:
        if self.hand.spot is not None:
            self.move_to(self.hand.spot, free=False)

    def _aim(self) -> None:
        """Make the next base the target of the odds; after the last one, the base pointed at."""
        own = self.model.pieces[self.decision.about]
        others = [piece for piece in self.model.view.pieces if self.is_base(piece.id) and piece.id != own.id]
        # Bases of one's own side, which nobody attacks, come last; of the others the nearest first.
        others.sort(key=lambda each: (each.owner == own.owner, math.dist((each.x, each.y), (own.x, own.y))))
        ring = [*(each.id for each in others), ""]
        self.hand.target = stepped(ring, self.hand.target, 1)

    def _remove(self) -> None:
        knob = self.model.knob("remove:removed", self.decision.about)
        if knob is not None and knob.more is not None and self.model.change(knob.more):
            self.model.select("")

    def enter(self, current: MenuItem | None) -> None:
        if self.shown:
            self.commit()
        elif current is not None:
            self.perform(current)
        elif self.decision.about:
            self.model.run_command("edit")

    def lines_title(self) -> str:
        return super().lines_title() if self.shown or self._lying is None else self._lying.name or self._lying.id

    def lines(self) -> list[Line]:
        if not self.shown or self.hand.spot is None:
            return list(self.model.view.grounds.get(self.decision.about, ()))
        against = self.refusals()
        if against:
            return [refusal_line(each) for each in against]
        if self.standing is None or self.hand.carrying is not None:
            return []
        return list(self.preview().lines)

    def weighed(self, pointed: MenuItem | None, piece: str) -> Answer | None:
        about = self.decision.about
        target = self.hand.target or (piece if not self.hand.dragging else "")
        if not self.is_base(about) or not self.is_base(target) or target == about or self.hand.carrying is not None:
            return None
        found: dict[str, Any] = {"attacker": about, "target": target}
        return found if self.hand.spot is None else {**found, "x": self.hand.spot[0], "y": self.hand.spot[1]}

    def waiting(self, now: float) -> bool:
        return (self.shown and now - self._since < 2 * REST) or self.model.reach_worker.busy

    def press(self, spot: Spot, piece: str) -> None:
        if self.hand.carrying is not None:
            return
        found = piece or self._terrain_at(spot)
        if self.handle is not None and math.dist(spot, self.handle) < GRIP:
            self.hand.turning, self.hand.spot = True, self.start
            return
        self.model.select(found)
        where = SandboxController(self.model, self.model.sandbox.pending()).start if found else None
        if where is not None:
            self.hand.dragging, self.hand.grab = True, (where[0] - spot[0], where[1] - spot[1])

    def _terrain_at(self, spot: Spot) -> str:
        pieces = [each for each in self.model.battlefield.pieces if not each.decoration]
        under = [each for each in pieces if shapely.dwithin(each.shape, shapely.Point(spot), 0.15)]
        return min(under, key=lambda each: shapely.area(each.shape)).id if under else ""

    def motion(self, spot: Spot, free: bool) -> None:
        self.hand.cursor = spot
        if self.hand.turning and self.start is not None:
            self.hand.facing = facing_towards(spot[0] - self.start[0], spot[1] - self.start[1])
        elif self.hand.carrying is not None:
            self.move_to(spot, free)
        elif self.hand.dragging:
            to = (snap(spot[0] + self.hand.grab[0]), snap(spot[1] + self.hand.grab[1]))
            if self.hand.spot is not None or to != self.start:
                self.move_to(to, free)

    def click(self, spot: Spot, piece: str) -> bool:
        if self.hand.carrying is not None or self.shown:
            self.commit()
        self.hand.dragging = self.hand.turning = False
        if self.hand.carrying is None:
            self.hand.spot = self.hand.facing = None
        return True

    def wheel(self, steps: int, fine: bool = False) -> bool:
        cursor, spot = self.hand.cursor, self.spot
        about = cursor is not None and spot is not None and math.dist(cursor, spot) < NEAR
        turns = (self.facing is not None or self.terrain is not None) and (self.shown or about)
        if turns:
            self._turn(steps * (1 if fine else TURN))
        return turns

    def key(self, press: Press) -> bool:
        if press.command == "next":
            self._step(-1 if press.shift else 1)
        elif self.spot is not None and (spot := nudged(self.spot, press)) is not None:
            self.move_to(spot, free=True)
        elif press.key in _TURNS and (self.terrain is not None or self.facing is not None):
            self._turn(_TURNS[press.key])
        elif press.shift and press.key in _FINE and self.facing is not None:
            self._turn(_FINE[press.key])
        else:
            return False
        return True

    def _step(self, by: int) -> None:
        if not self.hand.empty:
            self.hand.put_down()
        ring = [piece.id for piece in top_down(self.model.view.pieces)]
        ring += [piece.id for piece in self.model.battlefield.pieces if not piece.decoration]
        if ring:
            self.model.select(stepped(ring, self.decision.about, by))

    def _turn(self, by: int) -> None:
        hand = self.hand
        if isinstance(hand.carrying, Pattern):
            hand.degrees = (hand.degrees + by) % 360
        elif self.facing is not None and self.shown:
            hand.facing = (self.facing + by * 100) % FULL_TURN
        elif self.facing is not None and self.start is not None:
            sandbox = self.model.sandbox
            put = sandbox.edits.moved(sandbox.game, self.decision.about, *self.start)
            self.model.change(sandbox.edits.faced(put, (self.facing + by * 100) % FULL_TURN))
        elif isinstance(hand.carrying, Droppable):
            turned = {**hand.carrying.edit, "degrees": (int(hand.carrying.edit.get("degrees", 0)) + by) % 360}
            hand.carrying = replace(hand.carrying, edit=turned)
        else:
            knob = self.model.knob("turn", self.decision.about)
            edit = (knob.more if by > 0 else knob.less) if knob is not None else None
            if edit is not None:
                self.model.change(edit)

    def focus(self) -> Spot | None:
        return self.spot
