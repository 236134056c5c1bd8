"""What the camera shows: all pieces, or the piece that is decided about with its region and its targets.

It moves as seldom as it can, so that people find their pieces where they were.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

import pygame

from game.engine.rulebook.editing import Editing
from game.engine.rulebook.view import PieceView
from game.ui.board.camera import Box, Spot, View
from game.ui.board.pieces import drawn_radius, lift
from game.ui.play.focus import Focus

MOST: Final = 64.0
"""Pixels per inch up to which the camera goes near, in a window `USUAL` pixels wide; in proportion in others."""
USUAL: Final = 1280
AROUND_ALL: Final = 2.0
AROUND: Final = 1.0
ALONE: Final = 6.0
RIM: Final = 0.3
"""Inches left around all pieces; around a piece with its region and its targets; and around an active one alone."""
LARGE: Final = 44.0
"""Pixels of a base from which on a view that shows everything stays, in a window `USUAL` pixels wide."""
ALIKE: Final = 0.9
"""The share of the best scale from which on it stays as well."""
MOSTLY: Final = 2 / 3
"""The share of a region that is enough to see in the middle of an activation."""
CLOSE: Final = 0.05
"""Inches by which a box may stick out of view: whole pixels."""
PATIENCE: Final = 0.5
"""Seconds for which the camera waits for a region or for targets that are being worked out."""


class Framing:
    """Moves the camera for the player who decides; never while a piece is in hand.

    Each activation is framed once; after that the camera only moves as far as needed, and never nearer.
    A view that a person chose stays until Home is pressed or another piece is decided about: it was chosen to see
    something about this piece, and might show nothing of the next one. While a computer player decides, and while
    events play, the camera only keeps the pieces concerned in view. `follows` is off at tables that choose their own
    view.
    """

    def __init__(self, focus: Focus, *, follows: bool) -> None:
        self.focus, self.follows = focus, follows
        self._asked: tuple[str, str] | None = None
        self._framed = ""  # the piece or unit whose activation was framed last
        self._version = -1
        self._since = 0.0
        self._settled = False
        self._early = False  # whether a view was shown while its region was still unknown
        self.told: Callable[[], Sequence[PieceView]] = tuple
        """Returns the pieces that a banner tells of, which are shown as well."""
        self._box: Box | None = None
        self._fitted: View | None = None  # the view that Home chose last

    # -- what is shown --------------------------------------------------------------------------

    @property
    def room(self) -> pygame.Rect:
        """The part of the viewport in which the pieces concerned are shown."""
        return self.focus.camera.viewport

    @property
    def most(self) -> float:
        """The most pixels per inch."""
        return MOST * self.focus.layout.window.width / USUAL

    def everything(self) -> View:
        """Return the view of all bases and markers."""
        camera, box = self.focus.camera, self._all()
        return camera.whole() if box is None else camera.view_of(box, self.most, self.room)

    def _all(self) -> Box | None:
        """Return the box around all pieces; None without any, and while a table is edited."""
        model = self.focus.model
        found = Box.around(map(box_of, model.view.pieces)) if not isinstance(model.decision, Editing) else None
        return found.wider(AROUND_ALL) if found is not None else None

    def concerned(self) -> Box | None:
        """Return the part of the table that concerns the pending decision, with a margin; None is the whole table."""
        found, margin = self._parts()
        around = Box.around(found)
        return around.wider(margin) if around is not None else None

    def _parts(self, *, mostly: bool = False) -> tuple[list[Box], float]:
        """Return the boxes of all that concerns the pending decision, and the margin around them.

        With `mostly`, regions of which most is in view are left out.
        """
        focus, model = self.focus, self.focus.model
        standing, regions, targets = model.units.parts(focus.about), self._regions(), self._targets()
        concern = [*regions, *targets]
        if mostly:
            seen = focus.camera.sees(self.room)
            regions = [each for each in regions if focus.camera.clip(each).share_in(seen) < MOSTLY]
        found = [*map(box_of, standing), *regions, *targets]
        if concern and focus.about:  # of a passenger who gets out, only the region stands on the table
            return found, AROUND
        if standing and any(piece.active for piece in standing):
            return found, ALONE
        everything = [*map(box_of, model.view.pieces)]
        return [*everything, *found, *map(box_of, self.told())] if everything else [], AROUND_ALL

    def _regions(self) -> list[Box]:
        """Return the boxes of the regions of the pending decision."""
        focus = self.focus
        hand = focus.hands.ahead() if focus.is_direct else None
        regions = [each.region_box for each in (focus.asked, hand.placing if hand else None) if each is not None]
        return [region for region in regions if region is not None]

    def _targets(self) -> list[Box]:
        """Return the boxes of the targets of the pending decision."""
        focus, model = self.focus, self.focus.model
        marked = [*focus.asked.marks()] if focus.asked is not None else []
        named = [piece for each in (*marked, *focus.hands.targets()) for piece in model.units.parts(each)]
        standing = model.units.parts(focus.about)
        return [box_of(piece) for piece in named if piece not in standing]

    @property
    def _waiting(self) -> bool:
        """Whether the region or the targets of the decision are still being worked out."""
        focus = self.focus
        hand = focus.hands.ahead() if focus.is_direct else None
        tools = [each for each in (focus.asked, hand.placing if hand is not None else None) if each is not None]
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
                self.show_pieces([piece for each in focus.decided for piece in model.units.parts(each)], now)
        if focus.asked is None:
            return False
        about = decision.player, decision.about if model.units.parts(decision.about) else ""
        if about != self._asked:
            camera.by_hand = False
        if self._settled:
            return False
        waiting = self._waiting
        if waiting and (self._early or now - self._since < PATIENCE):
            return True
        self._settled, self._early, self._asked = not waiting, waiting, about
        if camera.by_hand:
            return waiting
        if waiting:  # the right frame is not known yet
            self.show_pieces(model.units.parts(focus.about), now)
            return waiting
        first, self._box, acting = self._box is None, self.concerned(), self._acting()
        new, self._framed = first or acting != self._framed, acting
        needed = Box.around(self._parts(mostly=not new)[0])
        self._show(self._box, now, new=new, first=first, needed=needed)
        return waiting

    def _acting(self) -> str:
        """Return the piece or unit whose activation this is, or else the one that is decided about."""
        model = self.focus.model
        active = next((piece for piece in model.view.pieces if piece.active and piece.owner), None)
        return active.unit or active.id if active is not None else self.focus.about

    def _show(self, box: Box | None, now: float, *, new: bool, first: bool = False, needed: Box | None = None) -> None:
        """Show a box: as large as possible if something `new` is too small, or at `first`; else move only if needed.

        It is needed if the `needed` part of the box is not in view, by default all of it.
        """
        camera, room = self.focus.camera, self.room
        if box is None:
            self._go(camera.whole(), now)
            return
        view = camera.view_of(box, self.most, room, self._pointed())
        inside = camera.sees(room).contains(camera.clip(box if first or needed is None else needed), CLOSE)
        large = view.scale if first else min(self._enough, ALIKE * view.scale)
        if new and (not inside or camera.view.scale < large):
            self._go(view, now)
        elif not inside:
            self._keep(box, now)

    @property
    def _enough(self) -> float:
        """The pixels per inch at which the bases decided about are large enough; without any, all bases."""
        model = self.focus.model
        pieces = model.units.parts(self.focus.about) or [piece for piece in model.view.pieces if piece.kind == "base"]
        least = min((drawn_radius(piece) for piece in pieces), default=0.0)
        return LARGE * self.focus.layout.window.width / USUAL / (2 * least) if least else self.most

    @property
    def just_moved(self) -> bool:
        """Whether the view has moved by itself since the mouse did."""
        return self.follows and self.focus.slid

    def _pointed(self) -> tuple[Spot, Spot] | None:
        """Return the spot of the piece under the mouse and its pixel: it stays there, if it can."""
        focus = self.focus
        piece = focus.model.pieces.get(focus.inspection.hovered) if focus.pointing else None
        if piece is None or not focus.camera.viewport.collidepoint(focus.mouse):
            return None
        return (piece.x, piece.y), focus.camera.to_screen(piece.x, piece.y)

    def _go(self, view: View, now: float) -> None:
        """Glide to a view, or jump: below an open drawer no piece may pass."""
        focus, options = self.focus, self.focus.options
        jumps = bool(focus.layout.drawer.width) or options.motion != "full" or not options.pace
        focus.camera.go(view, now, at_once=jumps)

    def _keep_in_view(self, now: float) -> None:
        """Pan as little as needed to show the pieces of the present beat, at a smaller scale if they need it.

        A view that a person chose stays only for what that person does.
        """
        camera, beat = self.focus.camera, self.focus.animation.stage.beat
        owner = self.focus.animation.decider
        if beat is None or (camera.by_hand and self._asked is not None and owner in ("", self._asked[0])):
            return
        names = {effect.piece.id for effect in beat.effects} | {throw.subject for throw in beat.throws}
        shown = [{piece.id: piece for piece in view.pieces} for view in (beat.before, beat.after)]
        self.show_pieces([each for view in shown for each in view.values() if names & {each.id, each.unit}], now)

    def show_pieces(self, pieces: Sequence[PieceView], now: float) -> None:
        """Pan as little as needed to show some pieces, at a smaller scale if they need it."""
        camera, box = self.focus.camera, Box.around(map(box_of, pieces))
        if box is not None and not camera.sees(self.room).contains(camera.clip(box.wider(AROUND / 2)), CLOSE):
            self._keep(box.wider(AROUND / 2), now)

    def _keep(self, box: Box, now: float) -> None:
        """Pan as little as needed to show a box, at a smaller scale if it needs that."""
        camera, room = self.focus.camera, self.room
        x, y = camera.view[:2]
        self._go(camera.view_of(camera.clip(box), camera.view.scale, room, ((x, y), room.center)), now)

    def show_box(self, box: Box) -> None:
        """Show a part of the table as large as possible."""
        self._go(self.focus.camera.view_of(box, self.most, self.room), time.monotonic())

    # -- what people ask for --------------------------------------------------------------------

    def home(self) -> None:
        """Fit all bases and markers; the second time in a row, show the whole table."""
        camera, again = self.focus.camera, self._fitted == self.focus.camera.view
        camera.by_hand = again  # the whole table stays until another piece is decided about
        self._box, view = self._all(), camera.whole() if again else self.everything()
        self._fitted = None if again else view
        self._go(view, time.monotonic())

    def resize(self, viewport: pygame.Rect) -> None:
        """Adopt another viewport: what was shown in the old one is shown again, at once."""
        camera = self.focus.camera
        if not self.follows or camera.by_hand:
            camera.resize(viewport)
            return
        camera.viewport = viewport
        box = self._box or self._all()
        camera.show_at_once(camera.whole() if box is None else camera.view_of(box, self.most, self.room))


def box_of(piece: PieceView) -> Box:
    """Return the box of a piece on the table."""
    radius = drawn_radius(piece)
    return Box(piece.x - radius, piece.y - radius, piece.x + radius, piece.y + radius + lift(piece))
