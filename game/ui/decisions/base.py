"""The base classes of all controllers, their registry, and which rows are about the thing under the cursor."""

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
    """The thing under the cursor: a piece with its unit and player, or terrain, topmost first, and the level."""

    piece: str = ""
    unit: str = ""
    player: str = ""
    terrain: tuple[str, ...] = ()
    level: int | None = None


def thing_at(model: SessionModel, spot: Spot, piece: str) -> Thing:
    """Return the thing at a spot of the table (inches), with a piece or none."""
    if piece:
        view = model.units.standing(piece)
        return Thing(piece, model.units.whole(piece), view.owner if view is not None else "")
    point, field = shapely.Point(spot), model.battlefield
    pieces = [each for each in field.pieces if not each.decoration]
    inches = shapely.distance([each.shape for each in pieces], point)  # all at once, because the mouse moves often
    near = sorted((far, -max(each.levels), each.id) for each, far in zip(pieces, inches, strict=True) if far <= NEAR)
    terrain = tuple(identity for _far, _level, identity in near)
    return Thing(terrain=terrain, level=relief_of(field).below(Disc(*spot, 0.0)))


def rows_about(rows: Iterable[MenuItem], thing: Thing) -> list[MenuItem]:
    """Return the rows about a thing: those about the piece itself if there are any, else about its player and so on."""
    enabled = [row for row in rows if row.enabled]
    ways = [[row for row in enabled if each in row.subject] for each in (thing.piece, thing.unit) if each]
    ways += [[row for row in enabled if thing.player in row.about.players]] if thing.player else []
    ways += [[row for row in enabled if identity in row.about.terrain] for identity in thing.terrain]
    ways += [[row for row in enabled if row.about.level == thing.level]] if thing.level is not None else []
    return next((way for way in ways if way), [])


def terrain_in(rows: Iterable[MenuItem], field: Battlefield) -> dict[str, TerrainPiece]:
    """Return the terrain on the table that rows are about, by its id."""
    named = {identity for row in rows if row.enabled for identity in row.about.terrain}
    return {each.id: each for each in field.pieces if each.id in named}


@lru_cache(maxsize=32)
def surface(field: Battlefield, level: int) -> BaseGeometry:
    """Return the part of the table where a model stands on a level, and on none above it."""
    if level == 0:
        return shapely.difference(field.table, _raised(field, 1))
    return shapely.difference(_raised(field, level, level), _raised(field, level + 1))


def _raised(field: Battlefield, lowest: int, highest: int = 99) -> BaseGeometry:
    areas = [
        each.area_shape
        for each in field.pieces
        if each.area and not each.decoration and any(lowest <= level <= highest for level in each.levels)
    ]
    return shapely.union_all(areas) if areas else shapely.Polygon()


Item = TypeVar("Item")

_CONTROLLERS: dict[type[Decision], type[Controller]] = {}

NUDGE, STRIDE = 0.05, 0.5
"""Inches per press of an arrow key, and with Shift."""


@dataclass
class DrawContext:
    """What controllers draw with: theme, camera, sprites, the players' liveries and the active aids.

    `readings` are the rectangles of rulers' labels and of ghosts' names, drawn in this frame.
    """

    theme: Theme
    camera: Camera
    sprites: Sprites
    owners: Liveries = field(default_factory=dict)
    options: Options = field(default_factory=Options)
    readings: list[pygame.Rect] = field(default_factory=list)

    def draw_ghost(self, target: pygame.Surface, piece: PieceView, *, legal: bool) -> None:
        """Draw a piece at its proposed place, crossed out if that is illegal."""
        scale, centre = self.camera.scale, self.camera.to_screen(piece.x, piece.y)
        self.sprites.ring(target, piece, centre, scale, LAMP if legal else BAD, "glow")
        self.sprites.draw(target, piece, centre, scale, self.owners)
        if not legal:
            draw_cross(target, centre, piece.radius * scale)

    def draw_preview(self, target: pygame.Surface, preview: Preview, clearance: float) -> bool:
        """Draw the path or the measurement of a move; return whether there is one.

        Its length is written `clearance` pixels off the piece, if the chip does not say it or details are asked for.
        """
        said = any(line.verdict is not None and line.verdict.role == "cost" for line in preview.lines)
        detailed = details_held()
        labelled = not said or detailed
        if preview.path:
            seen, ends = (self.camera, self.theme), (preview.path, preview.inches)
            reading = draw_path(target, *ends, *seen, clearance=clearance, labelled=labelled, legs=detailed)
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
    """Handles mouse and keys on the table, and offers answers in the dock."""

    hint = ""
    missed = False
    """Whether something was last dropped where it cannot be: Enter then takes nothing that was not chosen."""
    confirms = False
    """Whether a unit that is dropped waits to be confirmed."""

    def notes(self) -> Sequence[Line]:
        """Return what the dock says below the prompt."""
        return ()

    @property
    def ghost(self) -> Ghost:
        """The proposed places of pieces on the table."""
        return Ghost()

    def actions(self) -> list[MenuItem]:
        """Return the possible actions, in display order."""
        return []

    def perform(self, action: MenuItem) -> None:
        """Perform an action."""
        action.do()

    def enter(self, current: MenuItem | None) -> None:
        """Handle Enter: take the action under the keyboard cursor."""
        if current is not None:
            self.perform(current)

    def space(self, current: MenuItem | None) -> None:
        """Handle the space bar: the same as Enter unless something can be ticked."""
        self.enter(current)

    def motion(self, spot: Spot, free: bool) -> None:
        """Follow the mouse; with `free` illegal spots may be shown."""

    def click(self, spot: Spot, piece: str) -> bool:
        """Handle a click on the table; return whether it was used."""
        return False

    def lift(self, piece: str) -> bool:
        """Take a piece in hand that is dragged from the rosters onto the table; return whether that is possible."""
        return False

    @property
    def turns(self) -> bool:
        """Whether the mouse turns a piece while its button is held."""
        return False

    def release(self) -> None:
        """Handle the end of a press, wherever the mouse is."""

    @property
    def drags(self) -> bool:
        """Whether it drags something itself, so that the end of the press is not a click."""
        return False

    def rows_at(self, spot: Spot, piece: str) -> list[MenuItem]:
        """Return the rows about what is at a spot of the table, with a piece or none."""
        return []

    def key(self, press: Press) -> bool:
        """Handle a key; return whether it was used."""
        return False

    def narrow(self, options: Collection[str]) -> bool:
        """Show only the rows of some options, if rows are grouped; return whether they are."""
        return False

    def wheel(self, steps: int, fine: bool = False) -> bool:
        """Handle the wheel over the table, `fine` with Shift; return whether it was used (otherwise the view zooms)."""
        return False

    def focus(self) -> Spot | None:
        """Return the spot that must be in view after a key, if any."""
        return None

    @property
    def searching(self) -> bool:
        """Whether it is working on something slow for its latest input."""
        return False

    def let_go(self) -> bool:
        """Stop its search, or close what is open; return whether there was anything."""
        return False

    def marks(self) -> dict[str, str]:
        """Return the pieces to ring: "candidate", "chosen" or "contact"."""
        return {}

    def waiting(self, now: float) -> bool:
        """Return whether more will be shown soon without any input."""
        return False


class Controller(Tool):
    """Answers one decision. The base class offers the decision's shortcuts and nothing else.

    It is `direct` if pieces on the table may be picked up, and clicked for later answers.
    """

    direct: ClassVar[bool] = True
    tells_first: ClassVar[bool] = False
    """Whether its lines must be fully visible, before all of its rows."""

    def __init__(self, model: SessionModel, decision: Decision) -> None:
        self.model = model
        self.decision = decision

    @property
    def upcoming(self) -> Decision:
        """The decision that its paths are for: one to come, if a unit is dragged to it."""
        return self.decision

    @property
    def bead(self) -> Spot | None:
        """The chosen point of a path; None if it chooses none."""
        return None

    def offer(self, piece: str, spot: Spot) -> bool:
        """Hold a piece above a spot until that is confirmed; return whether this decision is about it."""
        return False

    def actions(self) -> list[MenuItem]:
        return self.shortcuts()

    def shortcuts(self) -> list[MenuItem]:
        """Return the decision's shortcuts as actions."""
        return [
            MenuItem(SHORTCUT + each.key, each.label, each.letter, each.rule, subject=each.subject, about=each.about)
            for each in self.decision.shortcuts
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
        return self.choose(self.rows_at(spot, piece))

    def choose(self, rows: Sequence[MenuItem]) -> bool:
        """Take the only row about what was clicked; if there are several, name them; return whether one was taken."""
        if len(rows) == 1:
            self.take(rows[0])
        elif rows:
            labels = ", ".join(row.label for row in rows)
            self.model.notice = Notice(_("Several choices fit this: {rows}", rows=labels))
        return len(rows) == 1

    def take(self, row: MenuItem) -> None:
        """Do what a click on the table means that only this row is about."""
        self.perform(row)

    def marks(self) -> dict[str, str]:
        return {piece: "candidate" for row in self.actions() if row.enabled for piece in row.subject}

    def lines_title(self) -> str:
        """Return the heading of the lines."""
        return _("If it ends here")

    def lines(self) -> list[Line]:
        """Return the facts about the answer in preparation."""
        return []

    def outlook(self) -> tuple[Line, ...]:
        """Return what the opponents could then do, or that it is being worked out; an aid that can be switched off."""
        return ()

    def weighed(self, pointed: MenuItem | None, piece: str) -> Answer | None:
        """Return the answer under consideration: that of the row under the mouse, or of the piece."""
        return pointed.id.removeprefix(SHORTCUT) if pointed is not None else None

    def supposed(self, pointed: MenuItem | None, piece: str) -> tuple[Session, Answer | None]:
        """Return the answer whose stakes are worked out, and the session that asks for it."""
        return self.model.session, self.weighed(pointed, piece)

    def objections(self, piece: str) -> tuple[Line, ...]:
        """Return how much is missing for a piece on the table to be the answer; other reasons wait for a click."""
        return ()

    @property
    def paths(self) -> Mapping[str, Sequence[Spot]]:
        """The paths of pieces that it would move, by their corners in inches."""
        return {}

    @property
    def region_box(self) -> Box | None:
        """The part of the table in which it may put pieces; None if it puts none, or until that is known."""
        return None

    @property
    def seeks_region(self) -> bool:
        """Whether its region is still being worked out."""
        return False

    @property
    def draws_reach(self) -> bool:
        """Whether it draws the reach of its piece itself."""
        return False

    def shown_region(self, context: DrawContext) -> RegionOverlay | None:
        """Return the region that it draws, if any."""
        return None

    def grounds(self, context: DrawContext) -> Sequence[Overlay]:
        """Return the other overlays that it draws, for the legend."""
        return ()

    def press(self, spot: Spot, piece: str) -> None:
        """Handle the mouse button going down on the table, on a piece or none."""

    def under(self, target: Canvas, context: DrawContext) -> None:
        """Draw on the table below the pieces."""

    def over(self, target: pygame.Surface, context: DrawContext) -> None:
        """Draw on the table above the pieces."""

    def over_key(self) -> object:
        """Return what the drawing above the pieces depends on, besides its context, or None if it may always change."""
        return None


def nudged(spot: Spot, press: Press) -> Spot | None:
    """Return a spot (inches) moved by an arrow key, in long steps with Shift, or None for any other key."""
    if press.command not in ARROWS:
        return None
    (dx, dy), step = ARROWS[press.command], STRIDE if press.shift else NUDGE
    return spot[0] + dx * step, spot[1] + dy * step


def stepped(ring: Sequence[Item], current: object, by: int) -> Item:
    """Return the item `by` steps from the current one, cyclically; without a current one, the first or the last."""
    at = next((number for number, item in enumerate(ring) if item == current), -1 if by > 0 else 0)
    return ring[(at + by) % len(ring)]


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
