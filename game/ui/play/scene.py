"""The scene: a game on the table, with everything around it. Keeps the display in step with the session."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import pygame

from game.engine.rulebook.view import OddsView
from game.engine.stakes import Stake
from game.lengths import words
from game.ui.aids.asking import Asking
from game.ui.aids.coaching import Coach
from game.ui.aids.guard import Guard
from game.ui.aids.inspection import Inspection
from game.ui.aids.measuring import Measuring
from game.ui.aids.odds_plate import OddsPlate, room_of
from game.ui.aids.stakes import StakesAid, stake_lines
from game.ui.aids.threat_layer import REST, Question, ThreatLayer, question_of
from game.ui.arranging import controller_for
from game.ui.board.camera import Camera
from game.ui.board.dice_tray import DiceTray
from game.ui.board.pieces import Sprites, liveries
from game.ui.board.table_art import TableLayer
from game.ui.decisions import Controller
from game.ui.decisions.base import DrawContext, Tool
from game.ui.model.candidate_words import candidate_lines
from game.ui.model.session_model import SessionModel, Weighing
from game.ui.panel import text
from game.ui.panel.candidates import weighing_shown
from game.ui.panel.decision import Heading
from game.ui.panel.layout import FOLDED, STRIP, Layout, Wants
from game.ui.panel.rail import PhaseRail, phase_section
from game.ui.panel.side import SidePanel
from game.ui.play.bots import Thinker
from game.ui.play.clocks import Clocks
from game.ui.play.hands import Hands
from game.ui.play.in_hand import InHand
from game.ui.play.log import EventLog
from game.ui.play.recap import RecapSheet, RecapStep, Trail
from game.ui.play.roster_hands import RosterHands
from game.ui.play.sheets import after_events
from game.ui.play.show import Show
from game.ui.play.shown import TableOverlays
from game.ui.play.topbar import TOOLS, TopBar
from game.ui.play.view_commands import view_commands
from game.ui.prefs.letters import keyed
from game.ui.score.card import CardWatch
from game.ui.shell.window import Window
from game.ui.strip.strip import Strip
from game.ui.widgets.actions import ActionList
from game.ui.widgets.buttons import Buttons
from game.ui.widgets.dialogs import Dialogs
from game.ui.widgets.keys import key_label, key_of
from game.ui.widgets.looks import Ground
from game.ui.widgets.reader import Section
from game.ui.widgets.sheet import Sheet
from game.wording import _


class TableScene(InHand):
    """The contents of a table's window. Input is in `game.ui.play.input`, drawing in `game.ui.play.painter`."""

    watching = False
    """Whether the game is only watched: no hand-over is shown."""
    buttons: ClassVar[tuple[tuple[str, str, int, str], ...]] = TOOLS
    """The buttons at the right end of the bar."""

    def __init__(self, model: SessionModel, window: Window) -> None:
        self.model = model
        self.window = window
        self.options, self.theme = window.options, window.theme
        self.size = window.size
        self.sheets: list[Sheet] = []
        self.staging = Show(model, window)
        self.thinker = Thinker(model)
        self.coach = Coach(model)
        self.inspection = Inspection(model, lambda: self.actions.pointed())  # noqa: PLW0108 - a new list at every scale
        self.asked: Controller | None = None
        self.rows_of: Tool | None = None  # whose rows are in the panel
        self.hands = Hands(model, lambda: self.options.ask)
        self.rosters = RosterHands(self)
        self.overlays = TableOverlays(self)
        self.measuring = Measuring(model)
        self.asking = Asking(model, self.take_best)
        self.stakes = StakesAid(model)
        self.explain = self.candidates = self.result_shown = False
        self.last_person = ""
        self.trail = Trail()
        self.cards = CardWatch()
        self.mouse = (0, 0)
        self.mouse_since = time.monotonic()
        self.pointing = False  # whether the mouse was used last, not the keyboard
        self.zoomed_at = 0.0
        self._due = False  # a hand-over, as soon as all has been shown
        self._version = -1
        self.odds_beside: OddsView | None = None  # those shown on a plate on the table
        self.threats = ThreatLayer()
        self.guard = Guard(self)
        self.clocks = Clocks(model)
        self.camera = Camera(model.battlefield.width, model.battlefield.height)
        self.ground = self._ground()
        self._build()
        self.camera.fit()
        self.sync()

    def apply_options(self) -> None:
        """Adopt the options, the look and the interface scale of the window."""
        self.options, self.theme = self.window.options, self.window.theme
        if self._dressed[-1] != words():
            self.model.retranslate()
        if self._dressed != self._look():
            self._build()
        self.context.options = self.options
        self.staging.dress(self.tray, self.options, watching=self.watching)
        self.ground = self._ground()

    def _look(self) -> tuple[object, ...]:
        """Return the values for which the parts were built."""
        return self.theme.scale, self.theme.sharp, self.options.keys, words()

    def _build(self) -> None:
        theme, size = self.theme, self.size
        self._dressed = self._look()
        self.context = DrawContext(theme, self.camera, Sprites(theme), options=self.options)
        self.table = TableLayer()
        self.bar = TopBar(theme, self.model.session.ruleset.terms)
        self.side = SidePanel(theme)
        self.actions: ActionList = self.side.actions
        self.panel, self.details = self.side.decision, self.side.details
        self.log: EventLog = replace(self.log, theme=theme) if hasattr(self, "log") else EventLog(theme)
        self.plate, self.rail = OddsPlate(theme), PhaseRail(theme)
        self.strip = Strip(theme, self.context.sprites, key_label(key_of(self.options.keys, "strip")))
        self.tray = DiceTray(theme, self.options.motion)
        self.staging.dress(self.tray, self.options, watching=self.watching)
        self.dialogs = Dialogs(theme, self.show)
        self.tools = Buttons(theme)
        self.owners = self.context.owners = liveries(self.model.view)
        self.resize(size)

    def resize(self, size: tuple[int, int]) -> None:
        """Lay the window out for another size."""
        self.size = size
        self._build_tools()
        self.refresh_panel()

    def _build_tools(self) -> None:
        self.layout = self.lay_out()
        self.bar.rect = self.layout.bar
        self.bar.names_phases = not self.rail.phases
        self.tools.shown = self.bar.lay_out_tools(self.buttons, self.model.view)

    def sync(self) -> None:
        """Adopt all changes of the session."""
        model = self.model
        if self._version == model.version:
            return
        still = self.controller.decision.about if self.controller is not None else ""
        self._follow_table()
        self.owners = self.context.owners = liveries(model.view)
        self.follow_events(still)
        self.trail.note(model, self.controller.decision.player if self.controller is not None else "")
        self._version = model.version
        self.log.follow(model, self.last_person)
        self.thinker.forget()
        self.coach.forget()
        self.asked = self.new_controller()
        self.hands.cancel()
        self.measuring.follow(self.controller)
        self.inspection.follow(self.asked.decision if self.asked is not None else None)
        self.actions.cursor = -1
        if self.pointing:  # the piece under a resting mouse may have changed
            self.point()
        self._due = not self.watching
        self._hand_over()

    def _hand_over(self) -> None:
        """Show the card of a round and hand over to the next person as soon as everything has been shown."""
        if self._due and not self.staging.playing:
            self._due = False
            if self.controller is not None and self.model.decider != self.last_person:
                self.staging.stage.hand_over(time.monotonic())
            after_events(self)

    def hurry(self) -> None:
        """Show everything that happened at once."""
        if self.staging.hurry():
            self._hand_over()

    def follow_events(self, still: str) -> None:
        self.staging.follow(self.owners, still)

    def point(self) -> None:
        """Update the piece under the mouse."""
        spot, piece = self.mouse_spot, self.under_mouse
        self.inspection.hovered = piece
        rows = self.input_target.rows_at(spot, piece) if self.input_target is not None and spot is not None else ()
        row = self.hands.row_past(piece, wait=False) if self.is_direct else ""
        if row or len(rows) == 1:
            self.actions.hover(row or next(each.id for each in rows))
        if self.is_direct:
            self.hands.hover(spot if not rows else None, piece)

    def new_controller(self) -> Controller | None:
        """Return a controller for the pending decision; None if no person decides here."""
        decision = self.model.decision
        return controller_for(self.model, decision) if decision is not None and self.model.bot is None else None

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return the commands that change only the view of the table, by name."""
        return view_commands(self)

    def zoom(self, steps: float, pixel: tuple[int, int]) -> None:
        """Zoom in by `steps` (out when negative), keeping the spot under the pixel in place."""
        self.camera.zoom(steps, *pixel)
        self.zoomed_at = time.monotonic()

    def _ground(self) -> Ground:
        return self.window.look.lay(Ground.of(self.model.battlefield, self.model.palette()))

    def _follow_table(self) -> None:
        field, camera = self.model.battlefield, self.camera
        if field is not self.ground.battlefield:
            self.ground = self._ground()
            if (field.width, field.height) != (camera.width, camera.height):
                camera.width, camera.height = field.width, field.height
                camera.fit()

    def recap(self) -> list[RecapStep]:
        """Return what happened since the deciding person's last decision."""
        return self.trail.since(self.model, self.model.decider or self.last_person)

    @property
    def recap_step(self) -> RecapStep | None:
        """The step of the recap being shown; None without one."""
        top = self.sheets[-1] if self.sheets else None
        return top.step if isinstance(top, RecapSheet) else None

    def show(self, sheet: Sheet) -> None:
        """Put a sheet on top."""
        sheet.place(pygame.Rect((0, 0), self.size))
        self.sheets.append(sheet)

    def refresh_panel(self) -> None:
        """Update panel, actions and layout; the layout gives the decision the height it needs."""
        self.rows_of = self.input_target
        rows = self.rows_of.actions() if self.rows_of and not self.staging.playing else ()
        looked_at = [piece.id for piece in self.model.units.parts(self.inspection.selected)]
        shown = keyed(rows, self.options.letters, self.options.keys, self.model.session.ruleset.name, looked_at)
        if self.actions.set(shown) and self.pointing:
            self.point()
        odds = self.odds()
        self.odds_beside = self._beside(odds)
        aside = odds if self.odds_beside is None else None
        self.side.show(self.heading(), aside, self.sections(), self.overlays.legend(), self.ground.ground)
        pointing, wording = self.pointing and not self.sheets, self.model.session.ruleset.wording
        help_ = self.side.help(self.mouse, wording, lambda row: text.told(self.model, row)) if pointing else None
        self.layout = self.side.arrange(self.size, self.lay_out, (self._version, self.options.rosters), help_)
        self.bar.rect, self.strip.rect, self.log.rect = self.layout.bar, self.layout.strip, self.layout.log
        self.rail.rect = self.layout.rail
        self.strip.follow(self.staging.view, self.staging.units, folded=not self.options.rosters, wanted=self._wanted())
        if pointing and self.actions.hovered < 0:  # another row may have come under a resting mouse
            self.actions.hovered = self.actions.at(self.mouse)
        if self.camera.viewport != self.layout.table:
            self.camera.resize(self.layout.table)

    def _wanted(self) -> str:
        """Return the piece whose chip must be in sight: with the keys, under the mouse on the table, or decided on."""
        hovered = self.inspection.hovered if self.mouse_spot is not None else ""
        return self.inspection.focused or hovered or self.inspection.piece()

    def lay_out(self, wants: Wants | None = None) -> Layout:
        """Return the layout for what the parts of the panel want."""
        self.rail.follow(self.model)
        return Layout.of(self.size, self.theme, wants, STRIP if self.options.rosters else FOLDED, self.rail.units)

    def heading(self) -> Heading:
        """Return the head of the panel."""
        if self.staging.stage.beat is not None:
            return text.staged_heading(self.model, self.staging.stage.beat, self.owners)
        if self.tool is not None:
            return Heading(_(self.tool.title), prompt=_(self.tool.prompt), hint=_(self.tool.hint))
        return text.heading(self.model, self.controller, self.owners, explain=self.explain)

    def sections(self) -> list[Section]:
        """Return the sections of the details."""
        weighing = self.weighing
        weighed = [Section(_("What it weighed"), candidate_lines(self.model, weighing))] if weighing else []
        if self.staging.playing:
            return weighed
        controller = self.controller if self.hands.shown is None else self.hands.shown.ghost
        found = text.sections(self.model, controller, self.measuring, self.inspection, self.options,
                              explain=self.explain, previews=self.guard.previews and not self.asking.on)  # fmt: skip
        if self.asking.on:
            return [Section(_(self.asking.title), tuple(self.asking.lines()), first=True), *found]
        lines = stake_lines(self.weighed_stakes(), self.model.units)
        told = [Section(_("What it would do"), lines)] if lines else []
        rail = phase_section(self.model, self.rail.phases) if self.explain else ()
        return [*self.coach.sections(), *told, *found, *rail, *weighed]

    @property
    def weighing(self) -> Weighing | None:
        """What the machine rated whose answer is shown, or was given last; None unless it is asked for."""
        return weighing_shown(self.model, self.staging.stage.beat) if self.candidates else None

    def draw_more(self, target: pygame.Surface) -> None:
        """Draw additions of other kinds of table."""

    def odds(self) -> OddsView | None:
        """Return the odds of the answer under consideration; None without one, or if odds are switched off."""
        if self.controller is None or self.tool is not None or self.staging.playing or not self.options.odds:
            return None
        return self.inspection.odds(self.controller) or (self.hands.odds(self.aimed) if self.aimed else None)

    def _beside(self, odds: OddsView | None) -> OddsView | None:
        """Return the odds of a click on the piece under the mouse, and tables of odds, if a plate of them fits."""
        if odds is None or not (self.aimed or odds.grids):
            return None
        return odds if self.plate.fitted(odds, room_of(self.layout.table, self.theme).size) else None

    def weighed_stakes(self) -> Sequence[Stake]:
        """Return whom the answer under consideration would hurt or help, as soon as that is known."""
        if self.controller is None or self.tool is not None or self.staging.playing:
            return ()
        if self.aimed:
            route = self.hands.aims(self.aimed)[0]
            return self.stakes.of(route.session, [self.hands.meant(route, self.aimed)])
        return self.stakes.weigh(
            self.controller if self.hands.shown is None else self.hands.shown.ghost, self.inspection
        )

    def threat_question(self) -> Question:
        """Return the query for the threat map."""
        mouse = self.mouse_spot if self.pointing else None
        return question_of(self.model, self.drawn, self.inspection.piece(), self.inspection.hovered, mouse)

    def tick(self) -> bool:
        """Let bots answer; return whether more frames are needed."""
        now = time.monotonic()
        playing = self.staging.stage.tick(now)
        self._hand_over()
        options, rolling = self.options, playing or self.tray.running(now)
        self.thinker.tick(paused=bool(self.sheets), rolling=rolling, most=options.think, cores=options.cores)
        self.sync()
        decides = self.asked is not None and not (self.watching or playing or self.sheets)
        advised = self.coach.tick(decides=decides, always=self.options.coach)
        self.threats.on = self.threats.on and self.options.threat
        looked_ahead = self.hands.waiting
        if looked_ahead and self.pointing:  # what a click on the piece under a resting mouse does is known by now
            self.point()
        elif (
            self.pointing
            and self.hands.held is None
            and not self.sheets
            and self.under_mouse != self.inspection.hovered
        ):
            self.point()  # the view or the pieces have moved below a resting mouse
        rests, gathered = now - self.mouse_since > REST, self.stakes.gather()
        self.threats.follow(self.model, self.threat_question(), self.camera.scale, mouse_rests=rests)
        return (
            self.tick_clocks(now)
            or self.staging.playing
            or bool(self.staging.tweens.started)
            or self.tray.lively(now)
            or self.thinker.thought is not None
            or advised
            or self.coach.thinking
            or self.threats.awaits_drawing
            or gathered
            or self.stakes.waiting
            or (self.controller is not None and self.controller.waiting(now))
            or (self.hands.shown is not None and self.hands.shown.ghost.waiting(now))
            or any(aid.waiting(now) for aid in (self.measuring, self.asking))
            or self.overlays.waiting
            or self.inspection.waiting
            or looked_ahead
            or now - self.zoomed_at < 0.4
            or now - self.mouse_since < 0.8
        )

    def tick_clocks(self, now: float) -> bool:
        """Advance the clocks to a time in seconds; return whether any display changed."""
        return self.clocks.tick(
            self.options, now, stopped=bool(self.sheets) or self.staging.playing or self.tray.running(now)
        )

    def call(self, wanted: Callable[[], Any]) -> None:
        """Run a function that may change the session, then update the scene."""
        self.staging.tweens.started.clear()
        before = self.model.notice
        wanted()
        if self.model.notice is not before and self.model.notice.refusals:
            self.window.play("refusal")
        self.sync()
