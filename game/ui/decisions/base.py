"""Base classes of all controllers and their registry; also which rows of the dock fit the thing under the cursor."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, Final, TypeVar

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.core.decisions import NOTHING_ELSE, Answer, Decision
from game.engine.rulebook.view import Line, PieceView, Preview
from game.engine.session import Session
from game.play.session_model import Notice, SessionModel
from game.refusal import Refusal
from game.table.heights import relief_of
from game.table.shapes import Disc
from game.table.terrain.battlefield import Battlefield
from game.table.terrain.battlefield import Piece as TerrainPiece
from game.ui.board.camera import Box, Camera, Spot
from game.ui.board.overlays import Overlay, RegionOverlay, draw_cross
from game.ui.board.pieces import Liveries, Sprites
from game.ui.board.ruler_art import draw_path, draw_receipt
from game.ui.decisions.ghost import Ghost
from game.ui.prefs.settings import Options
from game.ui.widgets.actions import SHORTCUT, MenuItem
from game.ui.widgets.keys import ARROWS, Press, details_held
from game.ui.widgets.layers import Canvas
from game.ui.widgets.theme import BAD, LAMP, Theme
from game.wording import _

NEAR: Final = 0.2
"""Inches from a terrain piece within which a click still means it: a barricade may be narrow."""


@dataclass(frozen=True)
class Thing:
    """What is under the cursor: a piece with its unit and player, or else terrain (topmost first) and its level."""

    piece: str = ""
    unit: str = ""
    player: str = ""
    terrain: tuple[str, ...] = ()
    level: int | None = None


def thing_at(model: SessionModel, spot: Spot, piece: str) -> Thing:
    """Return the thing at a spot of the table in inches; `piece` is the id of the piece there, or ""."""
    if piece:
        view = model.units.standing(piece)
        return Thing(piece, model.units.whole(piece), view.owner if view is not None else "")
    point, field = shapely.Point(spot), model.battlefield
    pieces = [terrain_piece for terrain_piece in field.pieces if not terrain_piece.decoration]
    inches = shapely.distance(
        [terrain_piece.shape for terrain_piece in pieces], point
    )  # all at once, because the mouse moves often
    in_reach = sorted(
        (gap, -max(terrain_piece.levels), terrain_piece.id)
        for terrain_piece, gap in zip(pieces, inches, strict=True)
        if gap <= NEAR
    )
    terrain = tuple(identity for _gap, _level, identity in in_reach)
    return Thing(terrain=terrain, level=relief_of(field).below(Disc(*spot, 0.0)))


def rows_about(rows: Iterable[MenuItem], thing: Thing) -> list[MenuItem]:
    """Return the enabled rows that concern a thing.

    Rows about the piece itself come first; only if there are none, those about its unit, its player, its terrain, its
    level, in this order.
    """
    enabled = [row for row in rows if row.enabled]
    groups = [[row for row in enabled if name in row.subject] for name in (thing.piece, thing.unit) if name]
    groups += [[row for row in enabled if thing.player in row.about.players]] if thing.player else []
    groups += [[row for row in enabled if identity in row.about.terrain] for identity in thing.terrain]
    groups += [[row for row in enabled if row.about.level == thing.level]] if thing.level is not None else []
    return next((group for group in groups if group), [])


def terrain_in(rows: Iterable[MenuItem], field: Battlefield) -> dict[str, TerrainPiece]:
    """Return the terrain pieces that enabled rows are about, by their ids."""
    terrain_ids = {identity for row in rows if row.enabled for identity in row.about.terrain}
    return {terrain.id: terrain for terrain in field.pieces if terrain.id in terrain_ids}


@lru_cache(maxsize=32)
def surface(field: Battlefield, level: int) -> BaseGeometry:
    """Return the part of the table whose highest level is `level`, on which models of that level stand."""
    if level == 0:
        return shapely.difference(field.table, _raised(field, 1))
    return shapely.difference(_raised(field, level, level), _raised(field, level + 1))


def _raised(field: Battlefield, lowest: int, highest: int = 99) -> BaseGeometry:
    """Return the area of all terrain that has a level between `lowest` and `highest`."""
    areas = [
        terrain.area_shape
        for terrain in field.pieces
        if terrain.area and not terrain.decoration and any(lowest <= level <= highest for level in terrain.levels)
    ]
    return shapely.union_all(areas) if areas else shapely.Polygon()


Item = TypeVar("Item")

_CONTROLLERS: dict[type[Decision], type[Controller]] = {}

NOTHING_BETWEEN: Final[tuple[str, tuple[str, ...]]] = "", ()
"""No piece and no rows between which a player has to choose."""
NUDGE, STRIDE = 0.05, 1.0
"""Inches that an arrow key moves a piece, without and with Shift."""
QUICKER, QUICKEST = 4, 8
"""A held arrow key moves a piece by one more `NUDGE` after so many repeats, and by at most so many at a time."""


@dataclass
class DrawContext:
    """Everything that controllers need for drawing: theme, camera, sprites, the players' colours and the options.

    `readings` are the rectangles of rulers' labels, of ghosts' names and of what aids say, drawn in this frame.
    """

    theme: Theme
    camera: Camera
    sprites: Sprites
    owners: Liveries = field(default_factory=dict)
    options: Options = field(default_factory=Options)
    readings: list[pygame.Rect] = field(default_factory=list)

    def draw_ghost(self, target: pygame.Surface, piece: PieceView, *, legal: bool) -> None:
        """Draw a piece at its proposed spot; cross it out if that spot is not legal."""
        scale, centre = self.camera.scale, self.camera.to_screen(piece.x, piece.y)
        self.sprites.ring(target, piece, centre, scale, LAMP if legal else BAD, "glow")
        self.sprites.draw(target, piece, centre, scale, self.owners)
        if not legal:
            draw_cross(target, centre, piece.radius * scale)

    def draw_preview(self, target: pygame.Surface, preview: Preview, clearance: float) -> bool:
        """Draw the path or the measurement of a move; return whether the preview has one.

        The label with its length is `clearance` pixels from the piece. It is left out if the chip already shows the
        cost, unless the key for details is held.
        """
        chip_shows_cost = any(line.verdict is not None and line.verdict.role == "cost" for line in preview.lines)
        detailed = details_held()
        labelled = not chip_shows_cost or detailed
        if preview.path:
            camera, theme = self.camera, self.theme
            reading = draw_path(
                target,
                preview.path,
                preview.inches,
                camera,
                theme,
                clearance=clearance,
                labelled=labelled,
                legs=detailed,
            )
        elif preview.receipt is not None:
            reading = draw_receipt(
                target, preview.receipt, self.camera, self.theme, clearance=clearance, labelled=labelled
            )
        else:
            return False
        if labelled:
            self.readings.append(reading)
        return True


class Tool:
    """Something that takes mouse and keys on the table and offers rows in the dock: a controller or an aid."""

    hint = ""
    missed = False
    """Whether something was last dropped where it cannot be: Enter then takes nothing that was not chosen."""
    confirms = False
    """Whether a unit that is dropped waits to be confirmed."""

    def notes(self) -> Sequence[Line]:
        """Return the lines that the dock shows below the prompt."""
        return ()

    @property
    def ghost(self) -> Ghost:
        """The proposed places of pieces on the table."""
        return Ghost()

    def actions(self) -> list[MenuItem]:
        """Return the possible actions, in display order."""
        return []

    def perform(self, action: MenuItem) -> None:
        """Perform the action of a row."""
        action.do()

    def enter(self, current: MenuItem | None) -> None:
        """Handle Enter: take the action under the keyboard cursor."""
        if current is not None:
            self.perform(current)

    def space(self, current: MenuItem | None) -> None:
        """Handle the space bar: the same as Enter unless something can be ticked."""
        self.enter(current)

    def motion(self, spot: Spot, free: bool) -> None:
        """Follow the mouse. With `free`, illegal spots can be shown too."""

    def look_away(self) -> None:
        """Forget the spot under the mouse, which has left the table."""

    def click(self, spot: Spot, piece: str) -> bool:
        """Handle a click on the table; return whether it was used."""
        return False

    def lift(self, piece: str) -> bool:
        """Pick up a piece dragged from the rosters onto the table; return whether that is possible."""
        return False

    @property
    def turns(self) -> bool:
        """Whether the mouse turns a piece while its button is held."""
        return False

    def release(self) -> None:
        """Handle the end of a press, wherever the mouse is."""

    @property
    def drags(self) -> bool:
        """Whether this tool is dragging something, so that releasing the button is not a click."""
        return False

    @property
    def holds(self) -> bool:
        """Whether the last press took hold of something of this tool, so that a drag does not move the view."""
        return self.drags or self.turns

    def rows_at(self, spot: Spot, piece: str) -> list[MenuItem]:
        """Return the rows about the piece at a spot of the table, or about the terrain there if `piece` is ""."""
        return []

    def key(self, press: Press) -> bool:
        """Handle a key; return whether it was used."""
        return False

    def narrow(self, options: Collection[str]) -> bool:
        """Show only the rows of these options, if the rows are grouped; return whether they are."""
        return False

    def wheel(self, steps: int, fine: bool = False) -> bool:
        """Handle the wheel over the table, `fine` with Shift; return whether it was used (otherwise the view zooms)."""
        return False

    def focus(self) -> Spot | None:
        """Return the spot that must come into view after a key; None if no spot must."""
        return None

    @property
    def searching(self) -> bool:
        """Whether a slow search for the latest input is still running."""
        return False

    def let_go(self) -> bool:
        """Stop the running search or close the open group of rows; return whether there was either."""
        return False

    def marks(self) -> dict[str, str]:
        """Return a mark for each piece to ring: "candidate", "chosen" or "contact"."""
        return {}

    def waiting(self, now: float) -> bool:
        """Return whether the picture will soon change without any input."""
        return False


class Controller(Tool):
    """The base class of controllers: each answers one decision. It offers only the decision's shortcuts.

    `direct`: pieces on the table can be picked up, and clicked to give later answers at once. `between` is a piece that
    was clicked, with the ids of the rows about it if there are several.
    """

    direct: ClassVar[bool] = True
    lines_first: ClassVar[bool] = False
    """Whether all its lines must be visible, even if some of its rows then are not."""

    def __init__(self, model: SessionModel, decision: Decision) -> None:
        self.model = model
        self.decision = decision
        self.between = NOTHING_BETWEEN

    @property
    def upcoming(self) -> Decision:
        """The decision that the drawn paths are for: a later one while a unit is dragged towards it."""
        return self.decision

    @property
    def bead(self) -> Spot | None:
        """The chosen point of a path; None if this decision does not choose one."""
        return None

    def offer(self, piece: str, spot: Spot) -> bool:
        """Hold a piece above a spot until the player confirms; return whether this decision is about that piece."""
        return False

    def actions(self) -> list[MenuItem]:
        return self.shortcuts()

    def shortcuts(self) -> list[MenuItem]:
        """Return the decision's shortcuts as actions."""
        return [
            MenuItem(
                SHORTCUT + shortcut.key,
                shortcut.label,
                shortcut.letter,
                shortcut.rule,
                subject=shortcut.subject,
                about=shortcut.about,
                detail=shortcut.detail,
            )
            for shortcut in self.decision.shortcuts
        ]

    def perform(self, action: MenuItem) -> None:
        if action.id.startswith(SHORTCUT):
            self.model.answer(action.id.removeprefix(SHORTCUT))
        else:
            action.do()

    def rows_at(self, spot: Spot, piece: str) -> list[MenuItem]:
        rows = [row for row in self.actions() if row.subject or row.about != NOTHING_ELSE]
        return rows_about(rows, thing_at(self.model, spot, piece)) if rows else []

    def click(self, spot: Spot, piece: str) -> bool:
        rows = self.rows_at(spot, piece)
        self.between = (piece, tuple(row.id for row in rows)) if piece and len(rows) > 1 else NOTHING_BETWEEN
        return self.choose(rows)

    def choose(self, rows: Sequence[MenuItem]) -> bool:
        """Take the row that was clicked if it is the only one, else list the rows; return whether one was taken."""
        if len(rows) == 1:
            self.take(rows[0])
        elif rows:
            labels = ", ".join(row.label for row in rows)
            self.model.notice = Notice(_("Several choices fit this: {rows}", rows=labels))
        return len(rows) == 1

    def take(self, row: MenuItem) -> None:
        """Take a row because the player clicked the thing that it is about."""
        self.perform(row)

    def marks(self) -> dict[str, str]:
        return {piece: "candidate" for row in self.actions() if row.enabled for piece in row.subject}

    def lines_title(self) -> str:
        """Return the heading above `lines`."""
        return _("If it ends here")

    def lines(self) -> list[Line]:
        """Return the facts about the answer that the player is preparing."""
        return []

    def outlook(self) -> tuple[Line, ...]:
        """Return lines about the next actions of opponents, or about their computation; options can turn this off."""
        return ()

    def weighed(self, pointed: MenuItem | None, piece: str) -> Answer | None:
        """Return the answer under consideration: by the row under the mouse, or else by the piece there."""
        return pointed.id.removeprefix(SHORTCUT) if pointed is not None else None

    def supposed(self, pointed: MenuItem | None, piece: str) -> tuple[Session, Answer | None]:
        """Return the answer whose stakes are computed, after the session in which it would be given."""
        return self.model.session, self.weighed(pointed, piece)

    @property
    def dropped_on(self) -> str:
        """The unit or piece that a drop would be against now, even if the mouse is only near it; "" for none."""
        return ""

    def objections(self, piece: str) -> tuple[Line, ...]:
        """Return the missing inches for each piece that cannot be chosen; other reasons appear after a click."""
        return ()

    def barred_at(self, spot: Spot) -> tuple[str, Sequence[Refusal]]:
        """Return the terrain at a spot and why it cannot be chosen although other terrain can; "" without reasons."""
        return "", ()

    @property
    def paths(self) -> Mapping[str, Sequence[Spot]]:
        """The paths of the pieces that the answer would move, as corners in inches."""
        return {}

    @property
    def region_box(self) -> Box | None:
        """The box around the legal spots; None if no piece is placed, or until the box is known."""
        return None

    @property
    def seeks_region(self) -> bool:
        """Whether the legal spots are still being computed."""
        return False

    @property
    def draws_reach(self) -> bool:
        """Whether this controller draws the reach of its piece, so that nothing else must."""
        return False

    def shown_region(self, context: DrawContext) -> RegionOverlay | None:
        """Return the overlay of legal spots that is drawn, or None."""
        return None

    def grounds(self, context: DrawContext) -> Sequence[Overlay]:
        """Return the other overlays that are drawn, for the legend."""
        return ()

    def press(self, spot: Spot, piece: str) -> None:
        """Handle the mouse button going down on the table; `piece` is "" beside all pieces."""

    def under(self, target: Canvas, context: DrawContext) -> None:
        """Draw on the table below the pieces."""

    def over(self, target: pygame.Surface, context: DrawContext) -> None:
        """Draw on the table above the pieces."""

    def over_key(self) -> object:
        """Return a key that changes with the drawing above the pieces; None if it can change at any time."""
        return None


def nudged(spot: Spot, press: Press) -> Spot | None:
    """Return a spot (inches) moved by an arrow key, farther with Shift or if it is held; None for any other key."""
    if press.command not in ARROWS:
        return None
    step = STRIDE if press.shift else NUDGE * min(QUICKEST, 1 + press.held // QUICKER)
    dx, dy = ARROWS[press.command]
    return spot[0] + dx * step, spot[1] + dy * step


def stepped(ring: Sequence[Item], current: object, by: int) -> Item:
    """Return the item `by` steps after the current one, going round. Without a current item: the first or the last."""
    # without a current item, one step forward reaches the first item and one back the last
    index = next((number for number, item in enumerate(ring) if item == current), -1 if by > 0 else 0)
    return ring[(index + by) % len(ring)]


def controls(kind: type[Decision]) -> Callable[[type[Any]], type[Any]]:
    """Register the decorated class as the controller of a kind of decision."""

    def register(controller: type[Any]) -> type[Any]:
        _CONTROLLERS[kind] = controller
        return controller

    return register


def controller_for(model: SessionModel, decision: Decision) -> Controller:
    """Return a new controller for a decision."""
    kind = next((kind for kind in type(decision).__mro__ if kind in _CONTROLLERS), None)
    return _CONTROLLERS[kind](model, decision) if kind is not None else Controller(model, decision)
