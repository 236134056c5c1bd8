"""The ghost of a sandbox: what is held, where it would be, what speaks against it, and how it looks."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
import shapely

from game.engine.core.decisions import Decision, LegalPlaces
from game.engine.rulebook.editing import Droppable, Edit
from game.engine.rulebook.view import PieceView, Preview, ReachView
from game.refusal import Refusal
from game.table.lattice import snap
from game.table.terrain.battlefield import Piece
from game.table.terrain.kit import Pattern
from game.table.terrain.rigid import centred, placed
from game.ui.aids.inspection import Overlays
from game.ui.board.camera import Spot
from game.ui.board.overlays import draw_cross, draw_pill
from game.ui.board.ruler_art import draw_outline, draw_receipt
from game.ui.decisions.base import Controller, DrawContext
from game.ui.decisions.place import REST
from game.ui.sandbox.model import Hand, SandboxModel
from game.ui.widgets.layers import Canvas
from game.ui.widgets.theme import BAD, LAMP, SHADOW


class SandboxGhost(Controller):
    """Knows what is looked at or carried, and where its ghost is."""

    model: SandboxModel

    def __init__(self, model: Any, decision: Decision) -> None:
        super().__init__(model, decision)
        self.standing = self.model.pieces.get(decision.about)
        self._terrain: dict[tuple[object, ...], Piece] = {}
        self._verdict: tuple[object, list[Refusal]] = (None, [])
        self._preview: tuple[Spot | None, Preview] = (None, Preview())
        self._room: tuple[object, LegalPlaces | None] = (None, None)
        self._since = time.monotonic()

    # -- what is in the hand -------------------------------------------------------------------

    @property
    def hand(self) -> Hand:
        """What the person holds."""
        return self.model.hand

    @property
    def view(self) -> PieceView | None:
        """The base, marker or token that is held or looked at."""
        carrying = self.hand.carrying
        if carrying is None:
            return self.standing
        return carrying.view if isinstance(carrying, Droppable) else None

    @property
    def terrain(self) -> Piece | None:
        """The piece of terrain that is held or looked at, about its anchor and turned."""
        carrying = self.hand.carrying
        if isinstance(carrying, Pattern):
            return self._turned(carrying.piece, self.hand.degrees)
        if carrying is not None:
            return self._supplied(carrying) if carrying.view is None else None
        found = self._lying
        return self._centred(found) if found is not None else None

    @property
    def _lying(self) -> Piece | None:
        if self.standing is not None or not self.decision.about:
            return None
        return next((each for each in self.model.battlefield.pieces if each.id == self.decision.about), None)

    def _supplied(self, carrying: Droppable) -> Piece | None:
        after = self.model.sandbox.editor.supposed(self.model.sandbox.game, {**carrying.edit, "x": 0.0, "y": 0.0})
        found = next((each for each in after.battlefield.pieces if each.id == carrying.id), None)
        return self._centred(found) if found is not None else None

    def _centred(self, piece: Piece) -> Piece:
        return self._made((id(piece), "centred"), lambda: centred(piece))

    def _turned(self, piece: Piece, degrees: int) -> Piece:
        return self._made((id(piece), degrees), lambda: placed(piece, 0.0, 0.0, degrees))

    def _made(self, key: tuple[object, ...], make: Callable[[], Piece]) -> Piece:
        if key not in self._terrain:
            self._terrain[key] = make()
        return self._terrain[key]

    @property
    def start(self) -> Spot | None:
        """Where the piece that is looked at stands, or its anchor."""
        if self.standing is not None:
            return self.standing.x, self.standing.y
        lying = self._lying
        if lying is None:
            return None
        middle = lying.shape.convex_hull.centroid
        return snap(middle.x), snap(middle.y)

    @property
    def spot(self) -> Spot | None:
        """Where the ghost is, else where the piece stands."""
        return self.hand.spot if self.hand.spot is not None else self.start

    @property
    def level(self) -> int:
        """The level of the table on which the piece would stand."""
        return self.view.level if self.view is not None else 0

    @property
    def shown(self) -> bool:
        """Whether there is a ghost."""
        return self.hand.spot is not None and (self.hand.carrying is not None or self.hand.spot != self.start)

    @property
    def moving(self) -> str:
        return self.decision.about if self.shown and self.hand.carrying is None else ""

    def move_to(self, spot: Spot, free: bool) -> None:
        """Put the ghost at a spot; unless `free`, where it has room next to it."""
        before, view = self.hand.spot, self.view
        spot = (snap(spot[0]), snap(spot[1]))
        if view is not None and not free:
            spot = self.room(view).nearest(*spot) or spot
            spot = (spot[0], spot[1])
        self.hand.spot, self.hand.free = spot, free
        if spot != before:
            self._since = time.monotonic()

    def room(self, view: PieceView) -> LegalPlaces:
        """Return where a piece has room; the rules are asked once for each."""
        key, known = self._room
        if known is None or key != view.id:
            known = self.model.sandbox.editor.room(self.model.sandbox.game, view)
            self._room = view.id, known
        return known

    def preview(self) -> Preview:
        """Return what the ghost's spot would mean; the rules are asked once per spot."""
        spot = self.hand.spot
        if spot is not None and self._preview[0] != spot:
            sandbox = self.model.sandbox
            self._preview = spot, sandbox.ruleset.preview(sandbox.game, self.decision, *spot)
        return self._preview[1]

    def edit(self) -> Edit | None:
        """Return the edit that the ghost stands for; None for new terrain, and without one."""
        spot, carrying, sandbox = self.hand.spot, self.hand.carrying, self.model.sandbox
        if spot is None or isinstance(carrying, Pattern):
            return None
        if carrying is not None:
            return {**carrying.edit, "x": spot[0], "y": spot[1]}
        return sandbox.editor.moved(sandbox.game, self.decision.about, *spot)

    def refusals(self) -> list[Refusal]:
        """Return why the ghost cannot stay where it is; the rules are asked once per spot."""
        hand = self.hand
        key = (hand.spot, hand.degrees, hand.carrying)
        if self._verdict[0] != key and hand.spot is not None:
            edit, sandbox = self.edit(), self.model.sandbox
            if isinstance(hand.carrying, Pattern):
                against = self.model.why_not_build(hand.carrying, hand.spot, hand.degrees)
            elif edit is not None and (hand.free or self.view is None):
                against = sandbox.editor.why_not_edit(sandbox.game, edit)
            else:
                against = []  # it rests where it has room
            self._verdict = (key, against)
        return self._verdict[1]

    def is_base(self, piece: str) -> bool:
        """Say whether a piece on the table is a base."""
        view = self.model.pieces.get(piece)
        return view is not None and view.kind == "base"

    # -- drawing -------------------------------------------------------------------------------

    def marks(self) -> dict[str, str]:
        found = {self.decision.about: "chosen"} if self.standing is not None and not self.shown else {}
        if self.hand.target in self.model.pieces and self.is_base(self.decision.about):
            found[self.hand.target] = "candidate"
        if self.shown and self.standing is not None and self.hand.spot is not None and not self.refusals():
            found |= dict.fromkeys(self.preview().contacts, "contact")
        return found

    @property
    def draws_reach(self) -> bool:
        return self.is_base(self.decision.about)

    def sees(self, scale: float) -> Overlays | None:
        """Return how far the base could go and strike: from where it is held once it rests there, else from its own.

        None while that is being worked out.
        """
        sandbox, about = self.model.sandbox, self.decision.about
        if not self.is_base(about) or self.hand.carrying is not None:
            return None
        held = self.shown and time.monotonic() - self._since >= REST and not self.refusals()
        spot = self.hand.spot if held else self.start
        if spot is None:
            return None

        def job() -> Callable[[], ReachView]:
            thought = sandbox.editor.supposed(sandbox.game, sandbox.editor.moved(sandbox.game, about, *spot))
            return lambda: sandbox.ruleset.reach(thought, about)

        return self.model.reach_worker.look((self.model.version, about, spot), job, scale)

    def under(self, target: Canvas, context: DrawContext) -> None:
        seen = self.sees(context.camera.scale) or (None, None)
        for overlay, wanted in zip(seen, (context.options.region, context.options.threat), strict=True):
            if overlay is not None and wanted:
                overlay.draw(target, context.camera)

    def over(self, target: pygame.Surface, context: DrawContext) -> None:
        lying = self._lying
        if lying is not None and not self.shown:
            draw_outline(target, lying.shape, context.camera)
        if not self.shown or self.hand.spot is None:
            return
        centre = context.camera.to_screen(*self.hand.spot)
        against, view, terrain = self.refusals(), self.view, self.terrain
        if view is not None:
            self._draw_piece(target, context, replace(view, x=self.hand.spot[0], y=self.hand.spot[1]), bool(against))
        elif terrain is not None:
            shape = placed(terrain, *self.hand.spot, 0.0).shape
            draw_ghost(target, context, shape, BAD if against else LAMP)
        if against:
            above = centre[0], centre[1] - context.theme.px(3)
            draw_pill(target, "; ".join(dict.fromkeys(each.text for each in against)), above, context.theme, BAD)

    def _draw_piece(self, target: pygame.Surface, context: DrawContext, piece: PieceView, wrong: bool) -> None:
        camera = context.camera
        centre = camera.to_screen(piece.x, piece.y)
        context.sprites.ring(target, piece, centre, camera.scale, BAD if wrong else LAMP, "glow")
        context.sprites.draw(target, piece, centre, camera.scale, context.owners)
        if wrong:
            draw_cross(target, centre, piece.radius * camera.scale)
        elif self.standing is not None and self.hand.carrying is None and context.options.receipts:
            receipt = self.preview().receipt
            if receipt is not None:
                draw_receipt(target, receipt, camera, context.theme, clearance=2 * piece.radius * camera.scale)


def draw_ghost(target: pygame.Surface, context: DrawContext, shape: Any, colour: tuple[int, int, int]) -> None:
    """Draw the outline of a piece of terrain that is held."""
    for part in getattr(shape, "geoms", [shape]):
        corners = [context.camera.to_screen(x, y) for x, y in shapely.get_coordinates(part.exterior)]
        if len(corners) > 2:
            wide = max(2, context.theme.px(0.25))
            pygame.draw.polygon(target, SHADOW, corners, wide + 4)  # so that it reads on any ground
            pygame.draw.polygon(target, colour, corners, wide)
