"""The rosters of both sides in the drawer, with their mouse and keys, and an arrow to a piece out of view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

import pygame

from game.ui.play.focus import Focus, chips_marked, listed
from game.ui.play.part import Part, Tip
from game.ui.play.parts.drawer import Tab
from game.ui.play.roster_column import RosterColumn, facts_of
from game.ui.widgets.keys import Press
from game.ui.widgets.theme import LAMP, SHADOW

_ALONG = {"up": -1, "down": 1}
_ACROSS = {"left": -1, "right": 1}


class Rosters(Tab):
    """The rosters of all sides. A click on a row works like a click on the piece.

    `pressed`: the mouse button went down on the rosters; `lifted`: the piece on whose row it did.
    """

    name = "sides"

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self.pressed, self.lifted = False, ""

    def build(self) -> None:
        self.focus.roster_column = RosterColumn(self.focus.context.sprites)

    def follow(self) -> None:
        focus = self.focus
        hovered = focus.inspection.hovered if focus.mouse_spot is not None else ""
        shown_piece = focus.inspection.focused or hovered or focus.inspection.piece()
        focus.roster_column.follow(focus.animation.view, focus.animation.units, self.theme, self.rect, shown_piece)
        if not self.rect.width:
            focus.inspection.focused = ""

    def key(self) -> tuple[object, ...]:
        self._marks = chips_marked(self.focus, self.focus.rings)
        return *self.focus.roster_column.key(), self.focus.context.owners, self._marks

    def draw(self, target: pygame.Surface) -> None:
        self.focus.roster_column.draw(target, self.focus.context.owners, self._marks)

    def tip(self, pixel: tuple[int, int]) -> Tip | None:
        column = self.focus.roster_column
        if (group := column.group_at(pixel)) is not None:
            return f"{group.name} · {self.focus.model.player_name(group.owner)}", group.details
        chip = column.piece(column.at(pixel))
        return facts_of(chip, self.focus.animation.view) if chip is not None else None

    def vital(self) -> Sequence[pygame.Rect]:
        return [self.rect]

    def input(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            return self._carry(event.pos)
        if event.type == pygame.MOUSEBUTTONUP:
            return self._release(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.lifted = self.focus.listed_at(event.pos) or self._to_deploy(event.pos)
            self.pressed = self.rect.collidepoint(event.pos) or bool(self.lifted)
        elif event.type == pygame.MOUSEWHEEL and self.rect.collidepoint(self.focus.mouse):
            self.focus.roster_column.view.by(-(event.y or -event.x) * self.theme.px(5))
            self.focus.point()
            return True
        return False

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return the commands of the rosters by name."""
        return {"strip": self._go_there, "strip_fold": partial(self.focus.open, self.name)}

    def _go_there(self) -> None:
        """Give the keyboard focus to the rosters, opening them if needed."""
        self.bring()
        self.follow()
        focus, about = self.focus, self.focus.inspection.piece()
        focus.inspection.focused = (
            about if focus.roster_column.piece(about) is not None else focus.roster_column.step("", 1)
        )

    def take_key(self, press: Press) -> bool:
        """Handle a key while the rosters have the keyboard focus: arrows move, Enter takes, Space ticks.

        Return whether the key was used.
        """
        inspection, column, focused = self.focus.inspection, self.focus.roster_column, self.focus.inspection.focused
        if not focused:
            return False
        if press.command in _ALONG:
            self._focus(column.step(focused, _ALONG[press.command]))
        elif press.command in _ACROSS:
            self._focus(column.step_side(focused, _ACROSS[press.command]))
        else:
            if press.command != "tick":
                inspection.focused = ""
            if press.command in ("confirm", "tick"):
                self.take(focused)
            return press.command in ("confirm", "tick", "step_back", "strip")
        return True

    def _focus(self, identity: str) -> None:
        """Give the keyboard focus to a row, and bring its piece into view."""
        self.focus.inspection.focused = identity
        piece = self.focus.model.units.standing(identity)
        if piece is not None:
            self.focus.camera.show(piece.x, piece.y)

    def _carry(self, pixel: tuple[int, int]) -> bool:
        """Pick up a piece as it is dragged from the rosters onto the table; return whether that happened now."""
        focus, piece, tool = self.focus, self.lifted, self.focus.input_target
        on_table = focus.camera.viewport.collidepoint(pixel) and not self.rect.collidepoint(pixel)
        if not self.pressed or not piece or not on_table:
            return False
        lifts = tool is not None and tool.lift(piece)
        if not lifts and piece not in focus.model.reserve:
            return False
        self.pressed, self.lifted = False, ""
        if not lifts:
            self.take(piece)
        return True

    def _to_deploy(self, pixel: tuple[int, int]) -> str:
        """Return the piece of the one-piece answer at a pixel of the dock, or ""."""
        row = self.focus.actions.row_at(pixel)
        return row.subject[0] if row is not None and len(row.subject) == 1 and row.enabled else ""

    def _release(self, event: pygame.event.Event) -> bool:
        """Handle a released button that went down on the rosters; return whether it did."""
        focus, pressed, piece = self.focus, self.pressed, self.focus.listed_at(event.pos)
        self.pressed = False
        if not pressed or not (piece or self.rect.collidepoint(event.pos)) or event.button not in (1, 3):
            return False
        focus.inspection.focused = ""
        if event.button == 3:
            focus.inspection.selected = piece if focus.model.units.standing(piece) is not None else ""
        elif piece:
            self.take(piece)
        return True

    def take(self, identity: str) -> None:
        """Treat a piece as if it were clicked: answer with it, switch to it, or inspect it, but never attack."""
        focus, tool, piece = self.focus, self.focus.input_target, self.focus.model.units.standing(identity)
        used: list[bool] = []
        if focus.is_direct:
            focus.call(lambda: used.append(focus.hands.past_window(identity)))
        if any(used):
            pass
        elif tool is not None and focus.is_direct and tool.marks().get(identity) in ("candidate", "chosen"):
            spot = (piece.x, piece.y) if piece is not None else (0.0, 0.0)
            focus.call(lambda: used.append(tool.click(spot, identity)))
        elif focus.is_direct:
            focus.hands.cancel()
            focus.call(lambda: used.append(focus.hands.switch(identity)))
        piece = focus.model.units.standing(identity)
        if piece is None:
            return
        focus.camera.show(piece.x, piece.y)
        focus.inspection.selected = "" if any(used) else identity


class Listed(Part):
    """An arrow at the edge of the table towards the piece under the mouse in the rosters, if that is out of view."""

    height: ClassVar = 7

    def draw(self, target: pygame.Surface) -> None:
        view, size, camera = target.get_clip(), self.theme.px(2), self.focus.camera
        piece = self.focus.animation.card(listed(self.focus))
        if piece is None or view.collidepoint(camera.to_screen(piece.x, piece.y)):
            return
        inner = pygame.Rect(view.inflate(-3 * size, -3 * size))
        goal = pygame.Vector2(camera.to_screen(piece.x, piece.y))
        tip = pygame.Vector2(max(inner.left, min(inner.right, goal.x)), max(inner.top, min(inner.bottom, goal.y)))
        direction = (goal - tip).normalize() * size
        points = [tip + direction, tip + direction.rotate(140), tip + direction.rotate(-140)]
        pygame.draw.polygon(target, LAMP, points)
        pygame.draw.polygon(target, SHADOW, points, 2)
