"""What the camera shows: all pieces, or the piece that is decided about with its region and its targets.

It moves as seldom and as little as it can, so that people find their pieces where they were.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

import pygame

from game.engine.core.decisions import Choose
from game.engine.rulebook.editing import Editing
from game.engine.rulebook.view import PieceView
from game.ui.board.camera import Box, Spot, View
from game.ui.board.pieces import drawn_radius, lift
from game.ui.play.focus import Focus

MOST: Final = 64.0
"""Pixels per inch up to which all pieces are shown, in a window `USUAL` pixels wide; in proportion in others."""
USUAL: Final = 1280
AROUND_ALL: Final = 2.0
AROUND: Final = 1.0
ALONE: Final = 6.0
RIM: Final = 0.3
"""Inches left around all pieces; around a piece with its region and its targets; an active one alone; any one."""
LARGE: Final = 44.0
"""Pixels of a base, and of an inch for smaller ones, to which the camera goes near; no nearer."""
CLEAR: Final = 30.0
"""Pixels of a base at which nothing on it is left out: enough, if an enemy or a marker is in view only so."""
ALIKE: Final = 0.9
"""The share of the best scale that is enough if the piece, its region and its targets do not fit at `LARGE`."""
STRIKE: Final = 12.0
"""Inches up to which an enemy concerns a piece that can be dragged against enemies."""
MOSTLY: Final = 2 / 3
"""The share of a region that is enough to see in the middle of an activation."""
CLOSE: Final = 0.05
"""Inches by which a box may stick out of view: whole pixels."""
PATIENCE: Final = 0.5
"""Seconds for which the camera waits for a region or for targets that are being worked out."""
APART: Final = 1.0
"""Seconds from one move of the camera by itself to the next."""


class Framing:
    """Moves the camera for the player who decides; never while a piece is in hand.

    1. It moves only if something concerned is out of view or, as a piece begins to act, if its base is too small:
       below `CLEAR`, or below `LARGE` for people who want the view near.
    2. It goes no nearer than `LARGE`, or `CLEAR` where enemies and markers would be lost; no farther back than needed.
    3. A question about a piece concerns it, its region and its targets; any other one those that can be chosen.
    4. All that is played after an answer is shown by one glide; no other one begins for a second.
    5. A view that a person chose stays until that person's next piece, or what concerns it, is out of view.

    It never moves by itself at tables that choose their own view (`playing` is false), and for people who want that.
    """

    def __init__(self, focus: Focus, *, playing: bool) -> None:
        self.focus, self._playing = focus, playing
        self._framed = ""  # the piece or unit whose activation was shown last
        self._player = ""  # who was asked last
        self._version = -1
        self._since = 0.0
        self._went = -APART  # when the last glide began
        self._settled = False
        self._early = False  # whether a view was shown while its region was still unknown
        self._played: object = None  # the beats that were brought into view
        self.told: Callable[[], Sequence[PieceView]] = tuple
        """Returns the pieces that a banner tells of, which are shown as well."""
        self.taught: Callable[[], Sequence[PieceView]] = tuple
        """Returns the pieces that a lesson is about now."""
        self._box: Box | None = None
        self._fitted: View | None = None  # the view that Home chose last

    @property
    def follows(self) -> bool:
        """Whether the view moves by itself."""
        return self._playing and self.focus.options.view != "own"

    # -- what is shown --------------------------------------------------------------------------

    @property
    def room(self) -> pygame.Rect:
        """The part of the viewport in which the pieces concerned are shown."""
        return self.focus.camera.viewport

    def _pixels(self, pixels: float) -> float:
        """Return pixels of a window `USUAL` pixels wide in those of this one."""
        return pixels * self.focus.layout.window.width / USUAL

    @property
    def most(self) -> float:
        """The most pixels per inch."""
        return self._pixels(MOST)

    def everything(self) -> View:
        """Return the view of all bases and markers."""
        camera, box = self.focus.camera, self._all()
        return camera.whole() if box is None else camera.view_of(box, self.most, self.room)

    def _all(self) -> Box | None:
        """Return the box around all pieces; None while no base stands on the table, and while a table is edited."""
        model = self.focus.model
        if isinstance(model.decision, Editing) or not any(piece.kind == "base" for piece in model.view.pieces):
            return None
        found = Box.around(map(box_of, model.view.pieces))
        return found.wider(AROUND_ALL) if found is not None else None

    def concerned(self) -> Box | None:
        """Return the part of the table that concerns the pending decision, with a margin; None if nothing does."""
        found, margin = self._parts()
        around = Box.around(found)
        return around.wider(margin) if around is not None else None

    def _parts(self, *, mostly: bool = False) -> tuple[list[Box], float]:
        """Return the boxes of all that concerns the pending decision, and the margin around them.

        With `mostly`, regions of which most is in view are left out.
        """
        focus, model = self.focus, self.focus.model
        asked_pieces, regions, targets = model.units.parts(focus.about), self._regions(), self._targets()
        is_alone = not (regions or targets) and any(piece.active for piece in asked_pieces)
        if mostly:
            seen = focus.camera.sees(self.room)
            regions = [region for region in regions if focus.camera.clip(region).share_in(seen) < MOSTLY]
        told_pieces = () if focus.about else self.told()
        pieces = [box_of(piece).wider(RIM) for piece in (*asked_pieces, *told_pieces, *self.taught())]
        return [*pieces, *regions, *targets], ALONE if is_alone else AROUND

    def _regions(self) -> list[Box]:
        """Return the boxes of the regions of the pending decision."""
        focus = self.focus
        hand = focus.hands.ahead() if focus.is_direct else None
        regions = [tool.region_box for tool in (focus.asked, hand.placing if hand else None) if tool is not None]
        return [region for region in regions if region is not None]

    def _targets(self) -> list[Box]:
        """Return the boxes of the targets of the pending decision, or of the pieces that can be chosen.

        If these can be dragged against enemies, the nearest enemies are targets too.
        """
        focus, model, decision = self.focus, self.focus.model, self.focus.model.decision
        marked = [*focus.asked.marks()] if focus.asked is not None else []
        pieces = [piece for target in (*marked, *focus.hands.targets()) for piece in model.units.parts(target)]
        if isinstance(decision, Choose) and any(option.hand == "piece" for option in decision.options):
            foes = [(piece, self._foe(piece)) for piece in pieces if piece.owner == decision.player]
            pieces += [foe for piece, foe in foes if foe is not None and between_middles(piece, foe) <= STRIKE]
        asked_pieces = model.units.parts(focus.about)
        return [box_of(piece).wider(RIM) for piece in pieces if piece not in asked_pieces]

    @property
    def _waiting(self) -> bool:
        """Whether the region or the targets of the decision are still being worked out."""
        focus = self.focus
        hand = focus.hands.ahead() if focus.is_direct else None
        tools = [tool for tool in (focus.asked, hand.placing if hand is not None else None) if tool is not None]
        focus.hands.targets()
        return focus.hands.waiting or any(tool.seeks_region for tool in tools)

    # -- how it moves ---------------------------------------------------------------------------

    def tick(self, now: float) -> bool:
        """Go on gliding, and follow the game; return whether more frames are needed."""
        focus, camera = self.focus, self.focus.camera
        tops = (box_of(piece).north + RIM for piece in focus.model.view.pieces if piece.above)
        camera.beyond = max(0.0, max(tops, default=0.0) - camera.height)
        glides = camera.move_on(now)
        if not self.follows or self._held():
            return glides
        if focus.options.pace and now - self._went < APART:
            return True
        if focus.animation.playing:
            self._keep_in_view(now)
            return camera.glide is not None
        return self._follow(now) or camera.glide is not None

    def _held(self) -> bool:
        """Return whether a piece is in hand, or a sheet is read."""
        focus, target = self.focus, self.focus.input_target
        drags = target is not None and (target.drags or target.turns)
        return focus.pressing or drags or focus.hands.held is not None or bool(focus.sheets)

    def _follow(self, now: float) -> bool:
        """Show what the pending decision is about, once; return whether that is still being worked out."""
        focus, model, camera = self.focus, self.focus.model, self.focus.camera
        decision = model.decision
        if decision is None or isinstance(decision, Editing):
            return False
        if self._version != model.version:
            self._version, self._since, self._settled, self._early = model.version, now, False, False
            if focus.asked is None:  # a computer player acts, and nothing of that is played
                self.show_pieces([piece for unit in focus.decided for piece in model.units.parts(unit)], now)
        if focus.asked is None or self._settled:
            return False
        waiting = self._waiting
        if waiting and (self._early or now - self._since < PATIENCE):
            return True
        self._settled, self._early = not waiting, waiting
        if decision.player != self._player:
            self._player, camera.by_hand = decision.player, False
        acting = self._acting()
        if camera.by_hand and acting in ("", self._framed):
            return waiting
        if waiting:  # the right frame is not known yet
            self.show_pieces(model.units.parts(focus.about), now)
            return waiting
        new, self._framed = acting != self._framed, acting
        first, self._box = self._box is None and not acting, self.concerned()
        if first:
            self._go(self.everything(), now)
        elif self._box is not None:
            mostly = not new or focus.options.view == "still"  # most of a region is enough to see where it is
            self._show(self._box, now, new=new, needed=Box.around(self._parts(mostly=mostly)[0]))
        return waiting

    def follow_again(self) -> None:
        """Look again at what the pending decision is about, also if a person chose the view."""
        self._settled = self._early = self.focus.camera.by_hand = False

    def _acting(self) -> str:
        """Return the piece or unit whose activation this is, or else the one that is decided about."""
        model = self.focus.model
        active = next((piece for piece in model.view.pieces if piece.active and piece.owner), None)
        return active.unit or active.id if active is not None else self.focus.about

    def _show(self, box: Box, now: float, *, new: bool, needed: Box | None = None) -> None:
        """Show a box if its `needed` part is out of view, or if it is about a `new` piece that is too small."""
        camera = self.focus.camera
        largest_scale = camera.view_of(box, self.most, self.room).scale
        least, near = self._near(box) if new and not camera.by_hand else (0.0, 0.0)
        is_inside = camera.sees(self.room).contains(camera.clip(needed or box), CLOSE)
        is_too_small = camera.view.scale < min(least, ALIKE * largest_scale)
        if is_too_small or not is_inside:
            camera.by_hand = False
            self._keep(box, now, min(largest_scale, near) if is_too_small else 0.0)

    def _near(self, box: Box) -> tuple[float, float]:
        """Return the pixels per inch below which the view goes nearer to the bases decided about, and how near; or 0.

        It goes less near for an enemy and a marker to be in view as well, as long as nothing on a base is left out.
        """
        asked_pieces = self.focus.model.units.parts(self.focus.about)
        least = min((2 * drawn_radius(piece) for piece in asked_pieces), default=math.inf)
        large, clear = (self._pixels(pixels) / max(1.0, least) for pixels in (LARGE, CLEAR))
        box_around = Box.around((box, *map(box_of, self._nearby(asked_pieces)))) or box
        near = min(large, max(clear, self.focus.camera.view_of(box_around, self.most, self.room).scale))
        return near if self.focus.options.view == "near" else clear, near

    def _nearby(self, standing: Sequence[PieceView]) -> Iterator[PieceView]:
        """Yield the nearest enemy of some pieces, and the nearest marker."""
        for one in standing[:1]:
            markers = [piece for piece in self.focus.model.view.pieces if piece.kind == "marker"]
            foe, marker = self._foe(one), min(markers, key=partial(between_middles, one), default=None)
            yield from (neighbour for neighbour in (foe, marker) if neighbour is not None)

    def _foe(self, piece: PieceView) -> PieceView | None:
        """Return the enemy nearest to a piece."""
        others = (foe for foe in self.focus.model.view.pieces if foe.kind == "base" and foe.owner != piece.owner)
        return min(others, key=partial(between_middles, piece), default=None)

    @property
    def just_moved(self) -> bool:
        """Whether the view has moved by itself since the mouse did."""
        return self.follows and self.focus.slid

    def _still(self) -> tuple[Spot, Spot]:
        """Return a spot of the table and its pixel, which stays there if it can: a piece that people look at.

        That is the one under the mouse or else the one decided about; without any in view, the middle of the view.
        """
        focus, camera = self.focus, self.focus.camera
        hovered = focus.model.pieces.get(focus.inspection.hovered) if focus.pointing else None
        for piece in (hovered, *focus.model.units.parts(focus.about)):
            pixel = camera.to_screen(piece.x, piece.y) if piece is not None and camera.glide is None else (-1.0, -1.0)
            if piece is not None and self.room.collidepoint(pixel):
                return (piece.x, piece.y), pixel
        return camera.view[:2], self.room.center

    def _go(self, view: View, now: float) -> None:
        """Glide to a view, or jump: below an open drawer no piece may pass."""
        camera, options = self.focus.camera, self.focus.options
        if view != camera.view:
            self._went = now
            jumps = bool(self.focus.layout.drawer.width) or options.motion != "full" or not options.pace
            camera.go(view, now, at_once=jumps)

    def _keep_in_view(self, now: float) -> None:
        """Show the pieces of all that is being played, at once, so that the view moves no more until its end.

        A view that a person chose stays only for what that person does.
        """
        camera, stage = self.focus.camera, self.focus.animation.stage
        owner = self.focus.animation.decider
        if stage.beat is None or self._played is stage.beats:
            return
        self._played = stage.beats
        if camera.by_hand and owner in ("", self._player):
            return
        shown = dict[tuple[str, float, float], PieceView]()
        for beat in stage.beats:
            names = {effect.piece.id for effect in beat.effects} | {throw.subject for throw in beat.throws}
            for piece in (*beat.before.pieces, *beat.after.pieces):
                if names & {piece.id, piece.unit}:
                    shown[piece.id, piece.x, piece.y] = piece
        self.show_pieces([*shown.values()], now)

    def show_pieces(self, pieces: Sequence[PieceView], now: float) -> None:
        """Pan as little as needed to show some pieces, at a smaller scale if they need it."""
        camera, box = self.focus.camera, Box.around(map(box_of, pieces))
        if box is not None and not camera.sees(self.room).contains(camera.clip(box), CLOSE):
            self._keep(box.wider(AROUND), now)

    def _keep(self, box: Box, now: float, near: float = 0.0) -> None:
        """Pan as little as needed to show a box, at a smaller scale if it needs that; at least as `near` as it may be.

        What was just decided, what is asked next, and enemies and markers nearby come into view where that costs
        nothing.
        """
        focus, camera, room, units = self.focus, self.focus.camera, self.room, self.focus.model.units
        largest_scale = max(camera.view.scale, near)
        scale = camera.view_of(box, largest_scale, room).scale
        decided = [box_of(piece).wider(RIM) for name in focus.decided for piece in units.parts(name)]
        nearby = [box_of(piece).wider(RIM) for piece in self._nearby(units.parts(focus.about))]
        for other_box in (*decided, *self._parts()[0], *nearby):
            joined = Box.around((box, other_box)) or box
            box = joined if camera.view_of(joined, largest_scale, room).scale >= scale else box
        self._go(camera.view_of(box, largest_scale, room, self._still()), now)

    def show_box(self, box: Box) -> None:
        """Show a part of the table as large as possible."""
        self._go(self.focus.camera.view_of(box, self.most, self.room), time.monotonic())

    # -- what people ask for --------------------------------------------------------------------

    def home(self) -> None:
        """Fit all bases and markers; the second time in a row, show the whole table."""
        camera, again = self.focus.camera, self._fitted == self.focus.camera.view
        camera.by_hand = again  # the whole table stays until a piece is decided about that it does not show
        self._box, view = self._all(), camera.whole() if again else self.everything()
        self._fitted = None if again else view
        self._go(view, time.monotonic())

    def resize(self, viewport: pygame.Rect) -> None:
        """Adopt another viewport: what was shown in the old one is shown again, at once."""
        camera = self.focus.camera
        if not self.follows or camera.by_hand:
            camera.resize(viewport)
            return
        before, growth = camera.view, viewport.width / camera.viewport.width
        camera.viewport = viewport
        if self._box is None:
            camera.show_at_once(self.everything())
            return
        largest_scale = min(self.most, before.scale * growth)
        camera.show_at_once(camera.view_of(self._box, largest_scale, self.room, (before[:2], self.room.center)))


def between_middles(one: PieceView, other: PieceView) -> float:
    """Return the inches from the middle of one piece to that of another."""
    return math.dist((one.x, one.y), (other.x, other.y))


def box_of(piece: PieceView) -> Box:
    """Return the box of a piece on the table."""
    radius = drawn_radius(piece)
    return Box(piece.x - radius, piece.y - radius, piece.x + radius, piece.y + radius + lift(piece))
