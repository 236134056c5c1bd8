"""What a person looks at and holds at a table: the piece in hand, the aid in hand; and how pieces are marked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any, Final

import pygame

from game.engine.questions.asking import Best
from game.engine.rulebook.editing import Editing
from game.engine.rulebook.units import Units
from game.engine.rulebook.view import OddsView, PieceView
from game.play.session_model import SessionModel
from game.ui.aids.asking import Asking
from game.ui.aids.inspection import Inspection
from game.ui.aids.measuring import Measuring
from game.ui.animation.beats import Show
from game.ui.board.camera import Camera, Spot
from game.ui.board.overlays import LEGAL
from game.ui.board.pieces import topmost
from game.ui.decisions.base import Controller, DrawContext, Tool
from game.ui.decisions.ghost import Ghost
from game.ui.dock.layout import Layout
from game.ui.play.hands import Hands
from game.ui.play.recap import RecapSheet, RecapStep
from game.ui.play.roster_column import Mark, RosterColumn
from game.ui.prefs.settings import Options
from game.ui.shell.window import Window
from game.ui.widgets.actions import ActionList, MenuItem
from game.ui.widgets.dialogs import TextSheet
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.theme import LAMP, PAPER, WARNING, Colour, Ground

View = tuple[float, float, float]
"""What a camera shows: the spot in the middle of its viewport, in inches, and its scale."""


class Focus:
    """The game at a table, and what a person looks at and holds there. It draws nothing; all parts share it.

    `asked` is the controller of the pending decision; `pointing` says whether the mouse was used last, not the
    keyboard; `drawing` whether the decision's drawings are shown. At a `watched` table nothing is picked up.
    """

    roster_column: RosterColumn
    actions: ActionList
    context: DrawContext
    ground: Ground
    layout: Layout
    perform: Callable[[str], None]
    """Runs a command by its name."""
    look_up: Callable[[str], None]
    """Opens the rules at a rule."""
    changed: Callable[[], None]
    """Adopts all changes of the session."""
    lay_out: Callable[[], Layout]
    """Returns the layout of the window as it is now."""

    def __init__(self, model: SessionModel, window: Window, *, watched: bool) -> None:
        self.model, self.window, self.watched = model, window, watched
        self.sheets: list[Sheet] = []
        self.camera = Camera(model.battlefield.width, model.battlefield.height)
        self.animation = Show(model, window)
        self.inspection = Inspection(model, lambda: self.actions.pointed())  # noqa: PLW0108 - a new list at every scale
        self.hands = Hands(model, lambda: self.options.ask)
        self.measuring = Measuring(model)
        self.asking = Asking(model, self.take_best)
        self.asked: Controller | None = None
        self.mouse = (0, 0)
        self.mouse_since = time.monotonic()
        self.pointing = False
        self.pressing = False
        """Whether a mouse button is held on the table."""
        self.zoomed_at = 0.0
        self.drawing = True
        self.noted = False
        """Whether the key for details has something to show now."""
        self.faces: dict[str, pygame.Rect] = {}
        """Other pieces that may act instead, with the places of their faces in the dock."""
        self.drawer = ""
        """The open tab of the drawer, "" while it is closed."""
        self._aside: tuple[View, View] | None = None  # before the drawer covered the table, and after that
        self.size = window.size
        self.decided: tuple[str, ...] = ()
        """The pieces that the last answer put, hurt or was about."""
        self.rings: Mapping[str, str] = {}
        """The mark of each piece in the frame being painted."""

    def show(self, sheet: Sheet) -> None:
        """Put a sheet on top."""
        sheet.place(pygame.Rect((0, 0), self.size))
        self.sheets.append(sheet)

    def ask_text(self, title: str, text: str, then: Callable[[str], None]) -> None:
        """Ask for a line of text, suggesting one; `then` takes it."""
        self.show(TextSheet(self.window.theme, title, text=text, picked=then))

    def call(self, wanted: Callable[[], Any]) -> None:
        """Run a function that may change the session, then adopt the changes."""
        self.animation.tweens.started.clear()
        before = self.model.notice
        wanted()
        if self.model.notice is not before and self.model.notice.refusals:
            self.window.play("refusal")
        self.changed()

    def take(self, row: MenuItem) -> None:
        """Take a row of the dock: one that says what it does, or one of what is asked."""
        target = self.input_target
        if target is not None:
            self.call(row.act or (lambda: target.perform(row)))

    def open(self, tab: str) -> None:
        """Open the drawer at a tab; close it with "" or with the open tab. The table stays in place below it.

        Unless a piece is in hand, it moves as far as needed for the pieces concerned to stay in view, and back later.
        """
        camera, before, was_open = self.camera, self.layout.table, bool(self.drawer)
        self.drawer = "" if tab == self.drawer else tab
        self.layout = self.lay_out()
        if bool(self.drawer) == was_open or camera.viewport != before:
            return
        view, (x, y) = (camera.x, camera.y, camera.scale), camera.to_table(*self.layout.table.center)
        camera.viewport = self.layout.table
        if was_open and self._aside is not None and self._aside[1] == view:
            x, y = self._aside[0][:2]
        camera.x, camera.y = x, y
        if not was_open:
            proposed = bases(self, self.ghost.pieces)
            places = [*concerned(self, self.rings), *proposed] if self.hands.held is None else []
            hidden = [camera.to_table(*place.center) for place in places if self.layout.drawer.colliderect(place)]
            for spot in reversed(hidden):
                camera.show(*spot)
            self._aside = view, (camera.x, camera.y, camera.scale)

    @property
    def options(self) -> Options:
        """The options of the window."""
        return self.window.options

    @property
    def under_mouse(self) -> str:
        """The piece under the mouse, on the table or on the rosters, or "" for none."""
        spot = self.mouse_spot
        return self.piece_at(spot) if spot is not None else self.listed_at(self.mouse)

    def listed_at(self, pixel: tuple[int, int]) -> str:
        """Return the piece at a pixel of the rosters, or whose face is there in the dock, or "" for none."""
        face = next((piece for piece, place in self.faces.items() if place.collidepoint(pixel)), "")
        return face or self.roster_column.at(pixel)

    def piece_at(self, spot: Spot) -> str:
        """Return the id of the topmost piece under a spot in inches, or an empty string."""
        found = topmost(self.model.pieces.values(), spot)
        return found.id if found is not None else ""

    @property
    def mouse_spot(self) -> Spot | None:
        """The mouse's spot on the table, in inches, or None if it is elsewhere."""
        return self.camera.to_table(*self.mouse) if self.camera.viewport.collidepoint(self.mouse) else None

    def zoom(self, steps: float, pixel: tuple[int, int]) -> None:
        """Zoom in by `steps` (out when negative), keeping the spot under the pixel in place."""
        self.camera.zoom(steps, *pixel)
        self.zoomed_at = time.monotonic()

    def point(self) -> None:
        """Update the piece under the mouse."""
        spot, piece = self.mouse_spot, self.under_mouse
        self.inspection.hovered = piece
        rows = self.input_target.rows_at(spot, piece) if self.input_target is not None and spot is not None else []
        row = self.hands.row_past(piece, wait=False) if self.is_direct else ""
        if row or len(rows) == 1:
            self.actions.hover(row or rows[0].id)
        if self.is_direct:
            self.hands.hover(spot if not rows and not self.slid else None, piece)

    @property
    def slid(self) -> bool:
        """Whether the view moved by itself below a resting mouse, which now points at a spot that nobody chose."""
        return self.camera.glide is not None or self.mouse_since <= self.camera.moved_at

    @property
    def controller(self) -> Controller | None:
        """The controller of the piece in hand, or else of the pending decision; None if no person decides here."""
        return self.asked if self.hands.held is None else self.hands.held.placing

    @property
    def weighed(self) -> Controller | None:
        """The controller, or the ghost that follows the mouse: its answer is under consideration."""
        return self.controller if self.hands.shown is None else self.hands.shown.placing

    @property
    def drawn(self) -> Controller | None:
        """The controller that draws on the table; None once its drawing has failed."""
        return self.controller if self.drawing else None

    @property
    def ghost(self) -> Ghost:
        """What the controller that draws on the table proposes for pieces."""
        return self.drawn.ghost if self.drawn is not None else Ghost()

    @property
    def placing(self) -> bool:
        """Whether a piece is being placed and no other one is inspected."""
        return self.drawn is not None and self.drawn.decision.kind == "place" and not self.inspection.selected

    @property
    def about(self) -> str:
        """The piece or unit that the decision is about, or ""."""
        return self.model.decision.about if self.model.decision is not None else ""

    @property
    def is_direct(self) -> bool:
        """Whether pieces may be picked up now."""
        if self.asked is None or self.tool is not None or self.watched or self.animation.playing:
            return False
        return self.asked.direct

    @property
    def input_target(self) -> Tool | None:
        """The receiver of mouse and keys on the table: an aid while it is in hand, or else the controller."""
        return self.tool or self.controller

    def take_best(self, piece: str, best: Best) -> bool:
        """Hold a piece above the best spot until that is confirmed; return whether it may be put there now."""
        asked = self.asked is not None and self.asked.offer(piece, (best.x, best.y))
        return asked or self.hands.offer(piece, best)

    @property
    def tool(self) -> Measuring | Asking | None:
        """The aid in hand: the tape measure, or a question; None without one."""
        return next((each for each in (self.measuring, self.asking) if each.on), None)

    @property
    def aimed(self) -> str:
        """The piece under the mouse if a click on it, or coming against it, answers more than one decision at once."""
        piece = self.inspection.hovered
        if not piece or not self.pointing or self.mouse_spot is None:
            return ""
        leads = self.is_direct and (self.hands.aims(piece, wait=False) or self.hands.met(piece))
        return piece if leads else ""

    @property
    def calm(self) -> bool:
        """Whether the table is shown as it is now: no events are playing, and it is not the past."""
        return self.recap_step is None and not self.animation.playing

    @property
    def rests(self) -> bool:
        """Whether the table is calm and none of its drawings has failed."""
        return self.drawing and self.calm

    @property
    def would_flash(self) -> bool:
        """Whether the inspected piece is only what a bot is deciding about, which changes soon."""
        inspection = self.inspection
        looked_at = inspection.selected or inspection.focused or inspection.pointed() is not None
        return self.model.bot is not None and not looked_at

    @property
    def considers(self) -> bool:
        """Whether an answer is under consideration: a person decides, no aid is in hand, nothing is being shown."""
        return self.controller is not None and self.tool is None and not self.animation.playing

    def odds(self) -> OddsView | None:
        """Return the odds of the answer under consideration, or None if there is none or odds are switched off."""
        if self.controller is None or not self.considers or not self.options.odds:
            return None
        return self.inspection.odds(self.controller) or (self.hands.odds(self.aimed) if self.aimed else None)

    @property
    def recap_step(self) -> RecapStep | None:
        """The step of the recap being shown, or None without one."""
        top = self.sheets[-1] if self.sheets else None
        return top.step if isinstance(top, RecapSheet) else None


MARKS: Final[dict[str, tuple[Colour, str]]] = {
    "candidate": (LEGAL, "solid"),
    "chosen": (LAMP, "glow"),
    "contact": (WARNING, "dashed"),
    "pointed": (LAMP, "solid"),
    "selected": (PAPER, "dashed"),
}
UNIT_MARKS: Final = {**MARKS, "active": (LAMP, "thin"), "hovered": (PAPER, "thin")}
"""The outlines of units, by what they mark."""
OUTLINES: Final = {"candidate": 1, "chosen": 2, "contact": 1, "pointed": 2, "selected": 2}
"""The width of the outline of a marked chip of the rosters."""


def rings(focus: Focus) -> dict[str, str]:
    """Return the ring of each piece: by the controller, the selection and the row under the mouse."""
    if focus.animation.stage.playing:
        return {}
    if focus.recap_step is not None:
        return dict.fromkeys(focus.recap_step.involved, "chosen")
    target = focus.tool or focus.drawn
    marks = gathered(target.marks(), focus.model.units) if target is not None else {}
    if focus.inspection.selected:
        marks.setdefault(focus.inspection.selected, "selected")
    pointed = focus.actions.pointed()
    if pointed is not None:
        theirs = (each.id for each in focus.model.view.pieces if each.owner in pointed.about.players)
        marks |= gathered(dict.fromkeys((*pointed.subject, *theirs), "pointed"), focus.model.units)
    if piece := listed(focus):
        marks[piece] = "pointed"
    return marks


def gathered(marks: Mapping[str, str], units: Units) -> dict[str, str]:
    """Return marks of pieces, with one mark for a unit if all its models have the same."""
    found = dict(marks)
    for unit, models in units.models.items():
        of_models = {found.get(model.id, "") for model in models}
        if len(of_models) == 1 and "" not in of_models:
            found[unit] = of_models.pop()
            for model in models:
                del found[model.id]
    return found


def outlines(focus: Focus, marks: Mapping[str, str]) -> dict[str, str]:
    """Return the mark of the outline of each unit: the active one, the one under the mouse, marked ones."""
    units, found = focus.animation.units, dict[str, str]()
    if not units.models:
        return found
    found |= {unit: "active" for unit in units.models if (card := units.card(unit)) is not None and card.active}
    hovered = units.whole(focus.inspection.hovered) if focus.pointing else ""
    found |= {unit: "hovered" for unit in (hovered,) if unit in units.models}
    return found | {unit: mark for unit, mark in marks.items() if unit in units.models}


def listed(focus: Focus) -> str:
    """Return the piece pointed at on the rosters, by key or mouse, or "" if none is."""
    return focus.inspection.focused or (focus.listed_at(focus.mouse) if focus.pointing else "")


def chips_marked(focus: Focus, on_table: Mapping[str, str]) -> dict[str, Mark]:
    """Return the mark of each chip of the rosters: as on the table, and of the piece under the mouse."""
    marks = {piece: Mark(MARKS[mark][0], OUTLINES[mark], mark == "chosen") for piece, mark in on_table.items()}
    for piece in (focus.inspection.hovered if focus.pointing else "", focus.inspection.focused):
        if piece:
            marks[focus.animation.units.whole(piece)] = Mark(LAMP, 2, filled=True)
    return marks


def bases(focus: Focus, pieces: Iterable[PieceView]) -> list[pygame.Rect]:
    """Return where the bases of pieces are in the window."""
    return [focus.camera.base(piece.radius, (piece.x, piece.y)) for piece in pieces]


def concerned(focus: Focus, marks: Iterable[str]) -> list[pygame.Rect]:
    """Return the places of bases that are decided about, were just decided about, or have `marks`.

    While events play, return those of the acting ones and of those that the events are about.
    """
    if (beat := focus.animation.stage.beat) is not None:
        shown = [each.piece.id for each in beat.effects], [each.subject for each in beat.throws], focus.decided
        acting = [piece.id for piece in focus.animation.view.pieces if piece.active]
        names = {*chain(*shown), *acting}
        return bases(focus, [piece for name in names for piece in focus.animation.units.parts(name)])
    named = focus.about, *marks, focus.aimed, *focus.decided
    return bases(focus, [piece for name in named for piece in focus.model.units.parts(name)])


def carried(focus: Focus) -> list[PieceView]:
    """Return the pieces about to be placed, as they would be: those proposed, and those in hand."""
    hand = focus.hands.held
    return [*focus.ghost.pieces, *(hand.placing.ghost.pieces if hand is not None else ())]


def about(focus: Focus) -> tuple[str, Ghost]:
    """Return the unit whose bands and ranges are shown: the selected one, or the arranged one as it would be."""
    if focus.animation.playing or focus.tool is not None or not focus.options.odds:
        return "", Ghost()
    if focus.hands.shown is None and focus.ghost.unit:
        return "", focus.ghost
    edited = focus.about if isinstance(focus.model.decision, Editing) else ""
    return focus.model.units.whole(focus.inspection.selected or edited), Ghost()
