"""Focus: the state of a table's window that all its parts share, such as the piece in hand; and the marks of pieces."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
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
"""A view of the table: the spot in its middle (x and y in inches) and its scale."""


class Focus:
    """The state that all parts of a table's window share: the game, the mouse, the piece or aid in hand, open sheets.

    It draws nothing. `asked` is the controller of the pending decision, `pointing` says that the mouse was used later
    than the keyboard, `drawing` that the decision draws on the table (off after an error). At a `watched` table, no
    piece can be picked up.
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
        self.stuck = ""
        """Why the piece that the player tries to drag stays where it is, "" if none is dragged."""
        self.noted = False
        """Whether holding the key for details would show something now."""
        self.faces: dict[str, pygame.Rect] = {}
        """The places in the dock of the portraits of pieces that could act instead."""
        self.drawer = ""
        """The open tab of the drawer, "" while it is closed."""
        self._aside: tuple[View, View] | None = None  # the view before the drawer opened, and after it moved
        self.size = window.size
        self.decided: tuple[str, ...] = ()
        """The pieces that the last answer placed, hurt or was about."""
        self.rings: Mapping[str, str] = {}
        """The mark of each piece in the frame being painted."""

    def show(self, sheet: Sheet) -> None:
        """Put a sheet on top."""
        sheet.place(pygame.Rect((0, 0), self.size))
        self.sheets.append(sheet)

    def ask_text(self, title: str, text: str, then: Callable[[str], None]) -> None:
        """Ask for a line of text, suggesting one; `then` takes it."""
        self.show(TextSheet(self.window.theme, title, text=text, picked=then))

    def call(self, change: Callable[[], Any]) -> None:
        """Run a function that may change the session, then adopt the changes."""
        self.animation.tweens.started.clear()
        before = self.model.notice
        change()
        if self.model.notice is not before and self.model.notice.refusals:
            self.window.play("refusal")
        self.changed()

    def take(self, row: MenuItem) -> None:
        """Take a row of the dock: it has its own function, or else belongs to the controller or aid in use."""
        target = self.input_target
        if target is not None:
            self.call(row.act or (lambda: target.perform(row)))

    def open(self, tab: str) -> None:
        """Open the drawer at a tab; close it with "" or with the tab that is open. The table below it does not move.

        But if the drawer would hide the pieces concerned and no piece is in hand, the view moves as far as needed, and
        back once the drawer closes. A replay's table is fitted into what the drawer leaves.
        """
        camera, table_before, was_open = self.camera, self.layout.table, bool(self.drawer)
        self.drawer = "" if tab == self.drawer else tab
        self.layout = self.lay_out()
        if bool(self.drawer) == was_open or camera.viewport != table_before:
            return
        view, (x, y) = (camera.x, camera.y, camera.scale), camera.to_table(*self.layout.table.center)
        camera.viewport = self.layout.table
        if was_open and self._aside is not None and self._aside[1] == view:
            x, y, camera.scale = self._aside[0]
        camera.x, camera.y = x, y
        if not was_open and self.watched:  # nobody is about to click anything: the table is shown beside the drawer
            camera.fit()
            self._aside = view, (camera.x, camera.y, camera.scale)
        elif not was_open:
            proposed = bases(self, self.ghost.pieces)
            bases_in_question = [*concerned(self, self.rings), *proposed] if self.hands.held is None else []
            beside = self.layout.table.width // 5  # names stand beside bases
            hidden = [
                camera.to_table(*place.center)
                for place in bases_in_question
                if self.layout.drawer.colliderect(place.inflate(beside, 0))
            ]
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
        """Return the piece whose row in the rosters or portrait in the dock is at a pixel, or ""."""
        portrait = next((piece for piece, place in self.faces.items() if place.collidepoint(pixel)), "")
        return portrait or self.roster_column.at(pixel)

    def piece_at(self, spot: Spot) -> str:
        """Return the id of the topmost piece at a spot (inches), or ""."""
        piece = topmost(self.model.pieces.values(), spot)
        return piece.id if piece is not None else ""

    @property
    def mouse_spot(self) -> Spot | None:
        """The spot of the table under the mouse, in inches; None if the mouse is not on the table."""
        return self.camera.to_table(*self.mouse) if self.camera.viewport.collidepoint(self.mouse) else None

    def zoom(self, steps: float, pixel: tuple[int, int]) -> None:
        """Zoom in by `steps` (out when negative), keeping the spot under the pixel in place."""
        self.camera.zoom(steps, *pixel)
        self.zoomed_at = time.monotonic()

    def point(self) -> None:
        """Adopt the piece under the mouse, and mark the row that a click there would take."""
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
        """Whether the view moved by itself under a resting mouse: the player did not choose the spot under it."""
        return self.camera.glide is not None or self.mouse_since <= self.camera.moved_at

    @property
    def controller(self) -> Controller | None:
        """The controller of the piece in hand, or else of the pending decision; None if no person decides here."""
        return self.asked if self.hands.held is None else self.hands.held.placing

    @property
    def weighed(self) -> Controller | None:
        """The controller of the answer under consideration: the ghost under the mouse, or else `controller`."""
        return self.controller if self.hands.shown is None else self.hands.shown.placing

    @property
    def drawn(self) -> Controller | None:
        """The controller that draws on the table; None if there is none or its drawing has failed."""
        return self.controller if self.drawing else None

    @property
    def ghost(self) -> Ghost:
        """The pieces at proposed places of the controller that draws on the table."""
        return self.drawn.ghost if self.drawn is not None else Ghost()

    @property
    def placing(self) -> bool:
        """Whether a piece is being placed and no other piece is inspected."""
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
        """The tool that takes mouse and keys on the table: the aid in hand, or else the controller."""
        return self.tool or self.controller

    def take_best(self, piece: str, best: Best) -> bool:
        """Hold a piece above the best spot until the player confirms; return whether it can be placed there now."""
        takes_by_controller = self.asked is not None and self.asked.offer(piece, (best.x, best.y))
        return takes_by_controller or self.hands.offer(piece, best)

    @property
    def tool(self) -> Measuring | Asking | None:
        """The aid in hand: the tape measure or a question about the rules; None without one."""
        return next((aid for aid in (self.measuring, self.asking) if aid.on), None)

    @property
    def aimed(self) -> str:
        """The piece under the mouse if choosing it there gives several answers at once, else ""."""
        piece = self.inspection.hovered
        if not piece or not self.pointing or self.mouse_spot is None:
            return ""
        leads = self.is_direct and (self.hands.aims(piece, wait=False) or self.hands.met(piece))
        return piece if leads else ""

    @property
    def calm(self) -> bool:
        """Whether the table is shown as it is now: no events are playing and no earlier moment is shown."""
        return self.recap_step is None and not self.animation.playing

    @property
    def shows_aids(self) -> bool:
        """Whether what is drawn on the table is true now: it is calm, and drawing has not failed."""
        return self.drawing and self.calm

    @property
    def would_flash(self) -> bool:
        """Whether the inspected piece only follows what a bot is deciding, and so changes again soon."""
        inspection = self.inspection
        looked_at = inspection.selected or inspection.focused or inspection.pointed() is not None
        return self.model.bot is not None and not looked_at

    @property
    def considers(self) -> bool:
        """Whether a person is considering an answer: no aid is in hand and no events are playing."""
        return self.controller is not None and self.tool is None and not self.animation.playing

    def odds(self) -> OddsView | None:
        """Return the odds of the answer under consideration; None without any, or if they are switched off."""
        if self.controller is None or not self.considers or not self.options.odds:
            return None
        pointed = self.actions.pointed()
        if self.hands.deeds is not None and self.tool is None:  # of several deeds, only those of one that is pointed at
            return self.hands.odds_of(pointed.id) if pointed is not None else None
        aimed = self.hands.odds(self.aimed) if self.aimed else None
        if aimed is not None and self.inspection.weighed(self.controller) is None:
            return aimed  # what a click there does says more than a comparison of all answers
        return self.inspection.odds(self.controller) or aimed

    def with_odds(self, rows: list[MenuItem]) -> list[MenuItem]:
        """Return rows of the decision with their odds below them, if the rulebook has some and they are not off."""
        known = (
            self.inspection.on_rows(self.controller) if self.controller and self.considers and self.options.odds else {}
        )
        return [replace(row, detail=known[row.id]) if row.id in known and row.enabled else row for row in rows]

    def deed_rows(self) -> list[MenuItem]:
        """Return the rows of the deeds to a clicked piece between which a person has to choose."""
        return self.hands.deed_rows() if self.tool is None and self.considers else []

    @property
    def recap_step(self) -> RecapStep | None:
        """The step of the recap being shown; None without a recap."""
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
"""The colour and style of the outline of a unit, by its mark."""
OUTLINES: Final = {"candidate": 1, "chosen": 2, "contact": 1, "pointed": 2, "selected": 2}
"""The width of the outline of a marked row of the rosters, by its mark."""


def rings(focus: Focus) -> dict[str, str]:
    """Return the mark of each piece to ring: by the controller, the selection, and the row under the mouse."""
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
        of_players = (base.id for base in focus.model.view.pieces if base.owner in pointed.about.players)
        marks |= gathered(dict.fromkeys((*pointed.subject, *of_players), "pointed"), focus.model.units)
    if piece := listed(focus):
        marks[piece] = "pointed"
    return marks


def gathered(marks: Mapping[str, str], units: Units) -> dict[str, str]:
    """Return marks of pieces, with the mark of a unit in place of its models' if these all have the same."""
    gathered_marks = dict(marks)
    for unit, models in units.models.items():
        model_marks = {gathered_marks.get(model.id, "") for model in models}
        if len(model_marks) == 1 and "" not in model_marks:
            gathered_marks[unit] = model_marks.pop()
            for model in models:
                del gathered_marks[model.id]
    return gathered_marks


def outlines(focus: Focus, marks: Mapping[str, str]) -> dict[str, str]:
    """Return the mark of each unit to outline: the active unit, the one under the mouse, and those in `marks`."""
    units, unit_marks = focus.animation.units, dict[str, str]()
    if not units.models:
        return unit_marks
    unit_marks |= {unit: "active" for unit in units.models if (card := units.card(unit)) is not None and card.active}
    hovered = units.whole(focus.inspection.hovered) if focus.pointing else ""
    unit_marks |= {unit: "hovered" for unit in (hovered,) if unit in units.models}
    return unit_marks | {unit: mark for unit, mark in marks.items() if unit in units.models}


def listed(focus: Focus) -> str:
    """Return the piece that the keyboard or the mouse points at in the rosters, or ""."""
    return focus.inspection.focused or (focus.listed_at(focus.mouse) if focus.pointing else "")


def chips_marked(focus: Focus, on_table: Mapping[str, str]) -> dict[str, Mark]:
    """Return the mark of each row of the rosters: as on the table, or of the piece that mouse or keys point at."""
    marks = {piece: Mark(MARKS[mark][0], OUTLINES[mark], mark == "chosen") for piece, mark in on_table.items()}
    for piece in (focus.inspection.hovered if focus.pointing else "", focus.inspection.focused):
        if piece:
            marks[focus.animation.units.whole(piece)] = Mark(LAMP, 2, filled=True)
    return marks


def bases(focus: Focus, pieces: Iterable[PieceView]) -> list[pygame.Rect]:
    """Return the rectangles of the bases of pieces in the window."""
    return [focus.camera.base(piece.radius, (piece.x, piece.y)) for piece in pieces]


def concerned(focus: Focus, marks: Iterable[str]) -> list[pygame.Rect]:
    """Return the rectangles of the bases that the decision or the last answer is about, and of marked ones.

    While events play, they are those of the active pieces and of the pieces in the events.
    """
    if (beat := focus.animation.stage.beat) is not None:
        active_ids = [effect.piece.id for effect in beat.effects], [roll.subject for roll in beat.throws], focus.decided
        acting = [piece.id for piece in focus.animation.view.pieces if piece.active]
        ids = {*chain(*active_ids), *acting}
        return bases(focus, [piece for identity in ids for piece in focus.animation.units.parts(identity)])
    in_question = focus.about, *marks, focus.aimed, *focus.decided
    return bases(focus, [piece for identity in in_question for piece in focus.model.units.parts(identity)])


def carried(focus: Focus) -> list[PieceView]:
    """Return the pieces about to be placed, at their proposed places: those of the ghost and those in hand."""
    hand = focus.hands.held
    pieces = [*focus.ghost.pieces]
    if hand is not None:
        pieces += hand.placing.ghost.pieces
    return pieces


def unit_with_ranges(focus: Focus) -> tuple[str, Ghost]:
    """Return the unit whose bands and ranges are shown, and the ghost of an arranged unit whose ranges move along.

    Only one of the two is given: the id of a unit as it stands, with an empty ghost, or else "" with the ghost.
    """
    if focus.animation.playing or focus.tool is not None or not focus.options.odds:
        return "", Ghost()
    if focus.hands.shown is None and focus.ghost.unit:
        return "", focus.ghost
    edited = focus.about if isinstance(focus.model.decision, Editing) else ""
    return focus.model.units.whole(focus.inspection.selected or edited), Ghost()
