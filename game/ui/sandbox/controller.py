"""Editing a table by mouse and keyboard: the sandbox as a model, the piece in hand, and the controller of both."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import pygame
import shapely

from game.engine.core.decisions import Answer, Decision, LegalSpots
from game.engine.plans import KINDS, Known
from game.engine.rulebook.editing import Droppable, Edit, Editing, Knob
from game.engine.rulebook.facets import Zone
from game.engine.rulebook.view import Line, PieceView, Preview
from game.engine.sandbox import Sandbox
from game.engine.session import Session
from game.engine.sighting import disc_of, front_arc, has_sight
from game.lengths import coordinates
from game.play.session_model import Notice, SessionModel
from game.refusal import Refusal
from game.table.facing import FULL_TURN, facing_towards
from game.table.lattice import snap
from game.table.shapes import Disc
from game.table.terrain.battlefield import Piece
from game.table.terrain.kit import Pattern
from game.table.terrain.rigid import centred, placed
from game.ui.aids.inspection import KEPT, Overlays, painted
from game.ui.board.camera import Spot
from game.ui.board.overlays import AreaOverlay, Overlay, draw_pill
from game.ui.board.pieces import draw_arc, draw_handle, handle_of, top_down
from game.ui.board.ruler_art import draw_outline
from game.ui.decisions.base import Controller, DrawContext, controls, nudged, stepped
from game.ui.decisions.control import ARC, CONTROLLED, zone_of
from game.ui.decisions.ghost import Ghost
from game.ui.decisions.place import REST
from game.ui.dock.text import refusal_line
from game.ui.sandbox.plans import ASKED, TO, Plans, draw_plans
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.keys import Press
from game.ui.widgets.layers import Canvas
from game.ui.widgets.memo import Memo
from game.ui.widgets.tasks import Background
from game.ui.widgets.theme import BAD, LAMP
from game.wording import N_, _


@dataclass
class Hand:
    """A piece in hand: a new one (`carrying`), or one dragged from the table.

    `spot` is that of the ghost, `free` whether it may be where there is no room, `grab` the offset from the mouse to
    the dragged piece, `facing` the chosen facing in hundredths of a degree, `turning` whether the handle is held,
    `cursor` the mouse, and `target` the base for which odds of an attack are shown.
    """

    carrying: Droppable | Pattern | None = None
    spot: Spot | None = None
    free: bool = False
    dragging: bool = False
    grab: Spot = (0.0, 0.0)
    degrees: int = 0
    target: str = ""
    facing: int | None = None
    turning: bool = False
    cursor: Spot | None = None

    @property
    def empty(self) -> bool:
        """Whether no piece is in hand."""
        return self.carrying is None and self.spot is None and not self.dragging

    def put_down(self) -> None:
        """Let go of the piece in hand."""
        self.carrying, self.spot, self.free, self.dragging = None, None, False, False
        self.facing, self.turning = None, False


@dataclass
class SandboxModel(SessionModel):
    """A sandbox being edited. `run_command` runs a command by name; a `referee` may only correct facts."""

    hand: Hand = field(default_factory=Hand)
    run_command: Callable[[str], None] = lambda name: None
    referee: bool = False
    plans: Plans = field(default_factory=Plans)
    reach_worker: Background[Overlays] = field(default_factory=lambda: Background(KEPT))

    @property
    def sandbox(self) -> Sandbox:
        assert isinstance(self.session, Sandbox)
        return self.session

    @property
    def about(self) -> str:
        """The selected piece or terrain piece."""
        return self.decision.about if self.decision is not None else ""

    @property
    def known(self) -> Known:
        """The pieces and places on this table that plans can name."""
        return Known.of(self.view)

    @property
    def idle(self) -> bool:
        """Whether no piece is in hand and no place or target is being chosen for a plan."""
        return self.hand.empty and self.plans.aiming is None

    def put_down(self) -> None:
        """Let go of the piece in hand, and stop choosing a place or target."""
        self.hand.put_down()
        self.plans.aiming = None

    def aim_plan(self, spot: Spot, identity: str) -> None:
        """Complete the intent being made with the thing at a spot; show a notice if that does not fit."""
        plans, known = self.plans, self.known
        if plans.aiming is None:
            return
        kind = plans.aiming[0]
        name = plans.named(known, identity)
        if name is None and KINDS[kind].about != "where":
            self.notice = Notice(_(ASKED[kind]))
            return
        plans.aimed(known, name or spot)
        self.notice = Notice()
        self.version += 1

    @property
    def viewpoint(self) -> str:
        piece = self.pieces.get(self.about)
        return (piece.owner if piece is not None else "") or self.view.players[0].id

    def select(self, piece: str) -> None:
        """Select a piece; "" selects none."""
        if piece != self.about:
            self.hand.put_down()
            self.sandbox.focus(piece)
            self.version += 1

    def terrain_at(self, spot: Spot) -> str:
        """Return the id of the smallest terrain piece at a spot, or ""."""
        pieces = [piece for piece in self.battlefield.pieces if not piece.decoration]
        nearby = [piece for piece in pieces if shapely.dwithin(piece.shape, shapely.Point(spot), 0.15)]
        return min(nearby, key=lambda piece: shapely.area(piece.shape)).id if nearby else ""

    def change(self, edit: Edit) -> bool:
        """Carry out an edit; return whether that was possible, and show a notice if not."""
        return self._change_session(lambda: self.sandbox.change(edit), _("Not possible"))

    def build(self, pattern: Pattern, spot: Spot, degrees: int) -> bool:
        """Put down a new terrain piece; return whether that was possible, and show a notice if not."""
        refusals = self.why_not_build(pattern, spot, degrees)
        if refusals:
            self.notice = Notice(_("Not possible"), tuple(refusals))
            return False
        document = pattern.document(self.battlefield.unit)
        return self._change_session(lambda: self.sandbox.build(document, *spot, degrees), _("Not possible"))

    def why_not_build(self, pattern: Pattern, spot: Spot, degrees: int) -> list[Refusal]:
        """Return why a new terrain piece cannot be put at a spot; [] if it can."""
        return self.sandbox.editor.why_not_build(self.sandbox.game, pattern.piece, *spot, degrees)

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return len(self.sandbox.journal) > self.sandbox.first_known

    def back(self, redo: bool = False) -> bool:
        """Undo the last step, or redo one; return whether there was one, and show a notice if not."""
        sandbox = self.sandbox
        if not (sandbox.can_redo if redo else self.can_undo):
            self.notice = Notice(_("There is nothing to redo") if redo else _("There is nothing to undo"))
            return False
        (sandbox.redo if redo else sandbox.undo)()
        self._finish_change(0)
        return True

    def knob(self, name: str, about: str) -> Knob | None:
        """Return the changeable fact of this name: of the piece `about`, or of the game for "". None without one."""
        edits, game = self.sandbox.edits, self.sandbox.game
        return next((knob for knob in edits.knobs(game, about) if knob.id == name), None)

    def undo(self) -> bool:
        return self.back()

    def lay(self, session: Session) -> None:
        """Switch to the table of another session, as one step that can be undone."""
        self.sandbox.lay(session.setup, session.state)
        self.sandbox.focus("")
        self._finish_change(0)

    def _finish_change(self, marks: int) -> None:
        """Show the changes and save them. The base class needs `marks`."""
        self.hand.put_down()
        self.notice = Notice()
        self.refresh()
        self.keep()


TURN: Final = 15
"""Degrees for one notch of the wheel or press of a key."""
GRIP: Final = 0.35
"""Inches from the handle within which the mouse grabs it."""
NEAR: Final = 1.5
"""Inches from the middle of the selection within which the wheel turns it."""
_TURNS: Final = {"comma": TURN, "period": -TURN}
_FINE: Final = {"q": 1, "e": -1}


@controls(Editing)
class SandboxController(Controller):
    """Moves pieces and puts down new ones. Without Alt, the ghost stays at the free spot nearest to the cursor."""

    hint = N_(
        "Drag a piece, or use Tab and the arrow keys (Shift: farther); Enter places it. Alt shows why a spot "
        "is not allowed."
    )
    direct = False
    model: SandboxModel

    def __init__(self, model: Any, decision: Decision) -> None:
        super().__init__(model, decision)
        self.hand = self.model.hand
        self._terrain = Memo[Piece](20)
        self._verdict: tuple[object, list[Refusal]] = (None, [])
        self._preview = Memo[Preview]()
        self._room = Memo[LegalSpots]()
        self._ghost = Memo[Ghost]()
        self._block = Memo[Sequence[PieceView]]()
        self._zone, self._overlay = Memo[Zone | None](), Memo[AreaOverlay]()
        self._since = time.monotonic()

    @property
    def standing(self) -> PieceView | None:
        """The selected base, marker or token; None without one."""
        return self.model.pieces.get(self.decision.about)

    @property
    def view(self) -> PieceView | None:
        """The base, marker or token in hand, or else selected; None without one."""
        carrying = self.hand.carrying
        if carrying is None:
            return self.standing
        return carrying.view if isinstance(carrying, Droppable) else None

    @property
    def terrain(self) -> Piece | None:
        """The terrain piece in hand, or else selected, centred on its anchor and turned; None without one."""
        carrying, degrees = self.hand.carrying, self.hand.degrees
        if isinstance(carrying, Pattern):
            new = carrying.piece
            return self._terrain.of((new, degrees), lambda: placed(new, 0.0, 0.0, degrees))
        piece = self._selected_terrain if carrying is None else self._supplied(carrying)
        return self._terrain.of(piece, lambda: centred(piece)) if piece is not None else None

    @property
    def _selected_terrain(self) -> Piece | None:
        """The selected terrain piece as it is on the table; None without one."""
        if self.standing is not None or not self.decision.about:
            return None
        return next((piece for piece in self.model.battlefield.pieces if piece.id == self.decision.about), None)

    def _supplied(self, carrying: Droppable) -> Piece | None:
        """Return the terrain piece that the rulebook supplies for a new thing; None for a base, marker or token."""
        if carrying.view is not None:
            return None
        game = self.model.sandbox.edits.supposed(self.model.sandbox.game, {**carrying.edit, "x": 0.0, "y": 0.0})
        return next((piece for piece in game.ruler.battlefield.pieces if piece.id == carrying.id), None)

    @property
    def start(self) -> Spot | None:
        """The spot of the selected piece, or the anchor of selected terrain; None without one."""
        if self.standing is not None:
            return self.standing.x, self.standing.y
        terrain = self._selected_terrain
        if terrain is None:
            return None
        middle = terrain.shape.convex_hull.centroid
        return snap(middle.x), snap(middle.y)

    @property
    def spot(self) -> Spot | None:
        """The spot of the ghost, or else of the selected piece."""
        return self.hand.spot if self.hand.spot is not None else self.start

    @property
    def level(self) -> int:
        """The proposed level of the piece."""
        return self.view.level if self.view is not None else 0

    @property
    def shown(self) -> bool:
        """Whether there is a ghost."""
        hand = self.hand
        return hand.spot is not None and (hand.carrying is not None or hand.spot != self.start or hand.turning)

    @property
    def facing(self) -> int | None:
        """The proposed facing of the piece; None if it has no facing."""
        present = self.view.facing if self.view is not None else None
        return present if present is None or self.hand.facing is None else self.hand.facing

    @property
    def handle(self) -> Spot | None:
        """The spot of the handle that turns the selected base; None without one."""
        piece, spot = self.standing, self.spot
        if piece is None or spot is None or self.facing is None or self.hand.carrying is not None:
            return None
        return handle_of(*spot, piece.radius, self.facing)

    @property
    def ghost(self) -> Ghost:
        if self.hand.carrying is not None:
            return self._supposed()
        key = self.model.version, self.hand.spot, self.hand.facing, self.hand.turning
        return self._ghost.of(key, self._supposed)  # needed many times a frame

    def _supposed(self) -> Ghost:
        """Return the ghost: the piece in hand, or the selected one as proposed."""
        spot, view, moved, pieces = self.spot, self.view, self.shown and self.hand.carrying is None, tuple(self.block())
        if spot is None:
            return Ghost()
        if view is not None and not pieces:
            pieces = (replace(view, x=spot[0], y=spot[1], facing=self.facing),)
        unit = self.model.units.whole(pieces[0].id) if pieces and (moved or self.block()) else ""
        moved_piece = frozenset((self.decision.about,)) if moved else frozenset[str]()
        unit_on_table = unit if unit in self.model.view.units else ""
        return Ghost(pieces, self.start or spot, spot, moved_piece, unit_on_table, self.move_to, shown=self.shown)

    def move_to(self, spot: Spot, free: bool) -> None:
        """Put the ghost at a spot; unless `free`, at the nearest spot with room."""
        old, view = self.hand.spot, self.view
        spot = (snap(spot[0]), snap(spot[1]))
        if view is not None and not free:
            spot = self.room(view).nearest(spot) or spot
            spot = (spot[0], spot[1])
        self.hand.spot, self.hand.free = spot, free
        if spot != old:
            self._since = time.monotonic()

    def room(self, view: PieceView) -> LegalSpots:
        """Return the spots where a piece has room; the rules are asked once for each piece."""
        sandbox = self.model.sandbox
        return self._room.of(view.id, lambda: sandbox.editor.room(sandbox.game, view))

    def preview(self) -> Preview:
        """Return the preview of the ghost's spot; the rules are asked once for each spot."""
        spot, sandbox = self.hand.spot, self.model.sandbox
        if spot is None:
            return Preview()
        return self._preview.of(spot, lambda: sandbox.ruleset.preview(sandbox.game, self.decision, *spot))

    def block(self) -> Sequence[PieceView]:
        """Return the models of a new unit in hand at their proposed spots; () for a single piece."""
        edit, sandbox = self.edit(), self.model.sandbox
        if edit is None or not isinstance(self.hand.carrying, Droppable):
            return ()
        key = (self.hand.spot, self.hand.facing, self.hand.carrying.id)
        return self._block.of(key, lambda: sandbox.editor.block(sandbox.game, edit))

    def edit(self) -> Edit | None:
        """Return the edit that the ghost proposes; None for new terrain and without a ghost."""
        spot, carrying, sandbox = self.hand.spot, self.hand.carrying, self.model.sandbox
        if spot is None or isinstance(carrying, Pattern):
            return None
        if carrying is not None:
            edit: Edit = {**carrying.edit, "x": spot[0], "y": spot[1]}
        else:
            edit = sandbox.edits.moved(sandbox.game, self.decision.about, *spot)
        facing = self.facing if carrying is not None or self.hand.facing is not None else None
        return edit if facing is None else sandbox.edits.faced(edit, facing)

    def refusals(self) -> list[Refusal]:
        """Return why the piece cannot be put at the ghost; the rules are asked once for each spot."""
        hand = self.hand
        key = (hand.spot, hand.degrees, hand.facing, hand.carrying)
        if self._verdict[0] != key and hand.spot is not None:
            edit, sandbox = self.edit(), self.model.sandbox
            if isinstance(hand.carrying, Pattern):
                refusals_found = self.model.why_not_build(hand.carrying, hand.spot, hand.degrees)
            elif edit is not None and (hand.free or self.view is None):
                refusals_found = sandbox.edits.why_not(sandbox.game, edit)
            else:
                refusals_found = []  # the ghost snaps to free spots
            self._verdict = (key, refusals_found)
        return self._verdict[1]

    def is_base(self, piece: str) -> bool:
        """Return whether a piece on the table is a base."""
        view = self.model.pieces.get(piece)
        return view is not None and view.kind == "base"

    def marks(self) -> dict[str, str]:
        marks = {self.decision.about: "chosen"} if self.standing is not None and not self.shown else {}
        if self.hand.target in self.model.pieces and self.is_base(self.decision.about):
            marks[self.hand.target] = "candidate"
        if self.shown and self.standing is not None and self.hand.spot is not None and not self.refusals():
            marks |= dict.fromkeys(self.preview().contacts, "contact")
        return marks

    @property
    def draws_reach(self) -> bool:
        return self.is_base(self.decision.about)

    def sees(self, scale: float) -> Overlays | None:
        """Return the overlays of the base's moves and attacks from the ghost's spot once it rests; None until known."""
        sandbox, about = self.model.sandbox, self.decision.about
        if not self.is_base(about) or self.hand.carrying is not None:
            return None
        from_ghost = self.shown and time.monotonic() - self._since >= REST and not self.refusals()
        spot = self.hand.spot if from_ghost else self.start
        if spot is None:
            return None

        def job() -> Callable[[], Overlays]:
            edit = from_ghost and self.edit()
            supposed_game = sandbox.edits.supposed(
                sandbox.game, edit or sandbox.edits.moved(sandbox.game, about, *spot)
            )
            return lambda: painted(sandbox.ruleset.reach(supposed_game, about), scale)

        return self.model.reach_worker.ask((self.model.version, about, spot), job)

    @property
    def disc(self) -> Disc | None:
        """The selected base at its proposed or present place; None without one."""
        piece = next(iter(self.ghost.pieces), None) if self.hand.carrying is None else None
        return disc_of(piece) if piece is not None and piece.kind == "base" else None

    def zone(self) -> AreaOverlay | None:
        """Return the zone of a base being moved, once it rests. For one at rest another part shows it."""
        disc, sandbox = self.disc, self.model.sandbox
        if disc is None or not self.shown or time.monotonic() - self._since < REST:
            return None
        zone = self._zone.of(disc, lambda: zone_of(sandbox, disc))
        if zone is None:
            return None
        return self._overlay.of(disc, lambda: AreaOverlay(zone.area, CONTROLLED, zone.title))

    def grounds(self, context: DrawContext) -> list[Overlay]:
        zone = self.zone()
        return [zone] if zone is not None else []

    def under(self, target: Canvas, context: DrawContext) -> None:
        for ground in self.grounds(context):
            ground.draw(target, context.camera)
        reach = self.sees(context.camera.scale) or (None, None)
        for overlay, is_wanted in zip(reach, (context.options.region, context.options.threat), strict=True):
            if overlay is not None and is_wanted:
                overlay.draw(target, context.camera)

    def over(self, target: pygame.Surface, context: DrawContext) -> None:
        selected_terrain, camera, theme = self._selected_terrain, context.camera, context.theme
        disc, sandbox = self.disc, self.model.sandbox
        arc = front_arc(sandbox) if has_sight(sandbox) else None
        if self.shown and disc is not None and disc.facing is not None and arc is not None:
            draw_arc(target, camera, disc, arc, disc.radius + ARC)
        if self.handle is not None and disc is not None:
            start, end = camera.to_screen(disc.x, disc.y), camera.to_screen(*self.handle)
            # the handle's stem begins at the rim of the base
            rim_share = disc.radius / math.dist((disc.x, disc.y), self.handle)
            stem = start[0] + (end[0] - start[0]) * rim_share, start[1] + (end[1] - start[1]) * rim_share
            draw_handle(target, stem, end, theme.px(0.9))
        if selected_terrain is not None and not self.shown:
            draw_outline(target, selected_terrain.shape, camera)
        draw_plans(target, self.model.plans, self.model.view, self.model.battlefield, context)
        spot = self.hand.spot
        if not self.shown or spot is None:
            return
        refusals, view, terrain = self.refusals(), self.view, self.terrain
        if view is not None:
            for piece in self.ghost.pieces:
                context.draw_ghost(target, piece, legal=not refusals)
            moved = not refusals and self.standing is not None and self.hand.carrying is None
            if moved and context.options.receipts:
                context.draw_preview(target, self.preview(), 2 * view.radius * camera.scale)
        elif terrain is not None:
            draw_outline(target, placed(terrain, *spot, 0.0).shape, camera, BAD if refusals else LAMP)
        if refusals:
            x, y = camera.to_screen(*spot)
            reasons = "; ".join(dict.fromkeys(refusal.text for refusal in refusals))
            draw_pill(target, reasons, (x, y - theme.px(3)), theme, BAD)

    def commit(self) -> None:
        """Put the piece down at the ghost, or show every reason why that is not possible."""
        hand, edit = self.hand, self.edit()
        refusals = self.refusals()
        if refusals:
            self.model.notice = Notice(_("Not possible"), tuple(refusals))
            if hand.carrying is None:
                hand.put_down()
        elif isinstance(hand.carrying, Pattern) and hand.spot is not None:
            self.model.build(hand.carrying, hand.spot, hand.degrees)
        elif edit is not None and self.shown:
            self.model.change(edit)

    def lift(self, piece: str) -> bool:
        sandbox = self.model.sandbox
        new_piece = next((offered for offered in sandbox.editor.palette(sandbox.game) if offered.id == piece), None)
        if new_piece is not None:
            self.model.select("")
            self.hand.put_down()
            self.hand.carrying = new_piece
        return new_piece is not None

    def offer(self, piece: str, spot: Spot) -> bool:
        self.model.select(piece)
        self.hand.spot, self.hand.free = spot, False
        return True

    def actions(self) -> list[MenuItem]:
        """Return the rows for the intent being made, for the piece in hand, or for the selection and the table."""
        if self.model.plans.aiming is not None:
            targets = self.model.plans.targets(self.model.view, self.model.known)
            instruction = MenuItem("", _(ASKED[self.model.plans.aiming[0]]), heading=True)
            return [instruction, *targets, MenuItem("drop-it", _("Cancel"), "escape")]
        if self.shown and self.hand.spot is not None:
            refusals = self.refusals()
            label, reason = (
                _("Put it at {spot}", spot=coordinates(*self.hand.spot)),
                refusals[0].text if refusals else "",
            )
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
            terrain = self._selected_terrain
            name = terrain.name or terrain.id if terrain is not None else self.model.name_of(self.decision.about)
            rows.append(MenuItem("edit", _("Change {name}...", name=name), "e", primary=True))
            rows.append(MenuItem("type", _("Type a position..."), "t"))
            if self.is_base(self.decision.about):
                target = self.model.name_of(self.hand.target) if self.hand.target else _("the piece you point at")
                rows.append(MenuItem("ask", _("Where could it stand..."), "a"))
                rows.append(MenuItem("aim", _("Odds against: {target}", target=target), "o"))
            owned = self.is_base(self.decision.about) and self.model.pieces[self.decision.about].owner
            if owned and not self.model.referee:
                rows.append(MenuItem("intent", _("Plan for {name}...", name=name)))
            rows.append(MenuItem("remove", _("Take {name} off the table", name=name), "delete"))
        if self.model.referee:
            rows.append(MenuItem("facts", _("Scores and progress..."), "v"))
            count = len(self.model.sandbox.journal)
            no_changes = "" if count else _("nothing is changed yet")
            agree = MenuItem("agree", _("Correct this in the game..."), "g", reason=no_changes)
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
            "drop-it": self.model.put_down,
            "aim": self._aim,
            "remove": self._remove,
        }
        if action.id.startswith(TO):
            self.model.aim_plan((0.0, 0.0), action.id.removeprefix(TO))
            return
        doing.get(action.id, lambda: self.model.run_command(action.id))()

    def _settle(self) -> None:
        """Move the ghost to the nearest spot with room."""
        if self.hand.spot is not None:
            self.move_to(self.hand.spot, free=False)

    def _aim(self) -> None:
        """Make the next base the target of the odds; after the last one, the base under the mouse."""
        own = self.model.pieces[self.decision.about]
        others = [piece for piece in self.model.view.pieces if self.is_base(piece.id) and piece.id != own.id]
        # nearest first; friendly bases, which are not attacked, last
        others.sort(key=lambda base: (base.owner == own.owner, math.dist((base.x, base.y), (own.x, own.y))))
        ring = [*(base.id for base in others), ""]
        self.hand.target = stepped(ring, self.hand.target, 1)
        if self.hand.target:
            self.model.run_command("show_odds")

    def _remove(self) -> None:
        """Take the selected piece off the table."""
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
        terrain = None if self.shown else self._selected_terrain
        return super().lines_title() if terrain is None else terrain.name or terrain.id

    def lines(self) -> list[Line]:
        if not self.shown or self.hand.spot is None:
            return list(self.model.view.grounds.get(self.decision.about, ()))
        refusals = self.refusals()
        if refusals:
            return [refusal_line(refusal) for refusal in refusals]
        if self.standing is None or self.hand.carrying is not None:
            return []
        return list(self.preview().lines)

    def weighed(self, pointed: MenuItem | None, piece: str) -> Answer | None:
        attacker = self.decision.about
        target = self.hand.target or (piece if not self.hand.dragging else "")
        are_bases = self.is_base(attacker) and self.is_base(target)
        if not are_bases or target == attacker or self.hand.carrying is not None:
            return None
        attack: dict[str, Any] = {"attacker": attacker, "target": target}
        return attack if self.hand.spot is None else {**attack, "x": self.hand.spot[0], "y": self.hand.spot[1]}

    def waiting(self, now: float) -> bool:
        return (self.shown and now - self._since < 2 * REST) or self.model.reach_worker.busy

    def press(self, spot: Spot, piece: str) -> None:
        if self.hand.carrying is not None or self.model.plans.aiming is not None:
            return
        thing = piece or self.model.terrain_at(spot)
        if self.handle is not None and math.dist(spot, self.handle) < GRIP:
            self.hand.turning, self.hand.spot = True, self.start
            return
        if thing:
            self.model.select(thing)
        start = SandboxController(self.model, self.model.sandbox.pending()).start if thing else None
        if start is not None:
            self.hand.dragging, self.hand.grab = True, (start[0] - spot[0], start[1] - spot[1])

    @property
    def holds(self) -> bool:
        return self.hand.dragging or self.hand.turning

    def motion(self, spot: Spot, free: bool) -> None:
        self.hand.cursor = spot
        if self.hand.turning and self.start is not None:
            self.hand.facing = facing_towards(spot[0] - self.start[0], spot[1] - self.start[1])
        elif self.hand.carrying is not None:
            self.move_to(spot, free)
        elif self.hand.dragging:
            goal = (snap(spot[0] + self.hand.grab[0]), snap(spot[1] + self.hand.grab[1]))
            if self.hand.spot is not None or goal != self.start:
                self.move_to(goal, free)

    def click(self, spot: Spot, piece: str) -> bool:
        if self.model.plans.aiming is not None:
            self.model.aim_plan(spot, self.model.units.whole(piece) if piece else self.model.terrain_at(spot))
            return True
        if self.hand.carrying is not None or self.shown:
            self.commit()
        elif not self.holds and not piece and not self.model.terrain_at(spot):
            self.model.select("")
        self.hand.dragging = self.hand.turning = False
        if self.hand.carrying is None:
            self.hand.spot = self.hand.facing = None
        return True

    def wheel(self, steps: int, fine: bool = False) -> bool:
        cursor, spot = self.hand.cursor, self.spot
        is_near = cursor is not None and spot is not None and math.dist(cursor, spot) < NEAR
        turns = (self.facing is not None or self.terrain is not None) and (self.shown or is_near)
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
        """Select the piece or terrain `by` places further, going round."""
        if not self.hand.empty:
            self.hand.put_down()
        ring = [piece.id for piece in top_down(self.model.view.pieces)]
        ring += [piece.id for piece in self.model.battlefield.pieces if not piece.decoration]
        if ring:
            self.model.select(stepped(ring, self.decision.about, by))

    def _turn(self, by: int) -> None:
        """Turn the piece in hand or the selected one, counter-clockwise by a number of degrees."""
        hand = self.hand
        if isinstance(hand.carrying, Pattern):
            hand.degrees = (hand.degrees + by) % 360
        elif self.facing is not None and self.shown:
            hand.facing = (self.facing + by * 100) % FULL_TURN
        elif self.facing is not None and self.start is not None:
            sandbox = self.model.sandbox
            edit_in_place = sandbox.edits.moved(sandbox.game, self.decision.about, *self.start)
            self.model.change(sandbox.edits.faced(edit_in_place, (self.facing + by * 100) % FULL_TURN))
        elif isinstance(hand.carrying, Droppable):
            turned = {**hand.carrying.edit, "degrees": (int(hand.carrying.edit.get("degrees", 0)) + by) % 360}
            hand.carrying = replace(hand.carrying, edit=turned)
        else:
            knob = self.model.knob("turn", self.decision.about)
            if knob is not None:
                edit = knob.more if by > 0 else knob.less
                if edit is not None:
                    self.model.change(edit)

    def focus(self) -> Spot | None:
        return self.spot
