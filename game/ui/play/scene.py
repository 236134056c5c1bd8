"""The scene: a game on the table, with everything around it. Keeps the display in step with the session."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

import pygame

from game.engine.rulebook.view import OddsView
from game.lengths import words
from game.play.candidate_words import candidate_lines
from game.play.session_model import Notice, SessionModel
from game.ui.aids.guard import LEGEND, Guard
from game.ui.aids.odds_plate import OddsPlate, room_of
from game.ui.aids.stakes import stake_lines
from game.ui.arranging.controllers import controller_for
from game.ui.board.dice_tray import DiceTray
from game.ui.board.overlays import Entry
from game.ui.board.pieces import Sprites, liveries
from game.ui.board.table_art import TableLayer
from game.ui.decisions.base import Controller, DrawContext, Tool
from game.ui.panel import text
from game.ui.panel.decision import Heading
from game.ui.panel.layout import FOLDED, STRIP, Layout, Wants
from game.ui.panel.rail import PhaseRail, phase_section, phases_sheet
from game.ui.panel.side import SidePanel
from game.ui.play.bots import Thinker
from game.ui.play.clocks import Clocks
from game.ui.play.focus import Focus
from game.ui.play.log import EventLog
from game.ui.play.overlays.around import Chances
from game.ui.play.overlays.asked import Asked
from game.ui.play.overlays.choices import Choices
from game.ui.play.overlays.drawn import Drawn, Region
from game.ui.play.overlays.fronts import Fronts
from game.ui.play.overlays.measured import Measured
from game.ui.play.overlays.rated import Advised, Rated
from game.ui.play.overlays.reach import Reach
from game.ui.play.overlays.stakes import Stakes
from game.ui.play.overlays.threats import Threats
from game.ui.play.part import Part
from game.ui.play.recap import RecapStep, Trail
from game.ui.play.roster_hands import RosterHands
from game.ui.play.sheets import after_events
from game.ui.play.topbar import TOOLS, TopBar
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


class TableScene:
    """The contents of a table's window. Input is in `game.ui.play.input`, drawing in `game.ui.play.painter`."""

    watching = False
    """Whether the game is only watched: no hand-over is shown."""
    buttons: ClassVar[tuple[tuple[str, str, int, str], ...]] = TOOLS
    """The buttons at the right end of the bar."""

    def __init__(self, model: SessionModel, window: Window) -> None:
        self.model, self.window = model, window
        self.options, self.theme = window.options, window.theme
        self.size = window.size
        self.focus = Focus(model, window, watched=self.watching)
        self.sheets = self.focus.sheets
        self.thinker, self.clocks = Thinker(model), Clocks(model)
        self.parts = self._parts()
        self.rosters = RosterHands(self.focus, self)
        self.rows_of: Tool | None = None  # whose rows are in the panel
        self.explain = self.result_shown = False
        self.last_person = ""
        self.trail = Trail()
        self.cards = CardWatch()
        self._due = False  # a hand-over, as soon as all has been shown
        self._version = -1
        self.odds_beside: OddsView | None = None  # those shown on a plate on the table
        self.guard = Guard(self.focus, self.parts)
        self.ground = self._ground()
        self._build()
        self.focus.camera.fit()
        self.sync()

    def _parts(self) -> tuple[Part, ...]:
        """Return the parts that lie on the table, in the order of the legend."""
        focus = self.focus
        reach, threats, advised = Reach(focus), Threats(focus), Advised(focus)
        self.chances, self.stakes, self.rated = Chances(focus), Stakes(focus), Rated(focus, advised.coach)
        self.threats, self.coach = threats.layer, advised.coach
        return (
            Measured(focus),
            Region(focus, reach, threats),
            reach,
            Fronts(focus),
            Drawn(focus),
            Choices(focus),
            self.chances,
            Asked(focus),
            threats,
            self.stakes,
            self.rated,
            advised,
        )

    def apply_options(self) -> None:
        """Adopt the options, the theme and the interface scale of the window."""
        self.options, self.theme = self.window.options, self.window.theme
        if self._dressed[-1] != words():
            self.model.retranslate()
        if self._dressed != self._look():
            self._build()
        self.context.options = self.options
        self.focus.staging.dress(self.tray, self.options, watching=self.watching)
        self.ground = self._ground()

    def _look(self) -> tuple[object, ...]:
        """Return the values for which the parts were built."""
        return self.theme.scale, self.theme.sharp, self.options.keys, words()

    def _build(self) -> None:
        theme, size = self.theme, self.size
        self._dressed = self._look()
        self.context = self.focus.context = DrawContext(theme, self.focus.camera, Sprites(theme), options=self.options)
        self.table = TableLayer()
        self.bar = TopBar(theme, self.model.session.ruleset.terms)
        self.side = SidePanel(theme)
        self.actions: ActionList = self.side.actions
        self.focus.actions = self.actions
        self.log: EventLog = replace(self.log, theme=theme) if hasattr(self, "log") else EventLog(theme)
        self.plate, self.rail = OddsPlate(theme), PhaseRail(theme)
        self.strip = Strip(theme, self.context.sprites, key_label(key_of(self.options.keys, "strip")))
        self.focus.strip = self.strip
        self.tray = DiceTray(theme, self.options.motion)
        self.focus.staging.dress(self.tray, self.options, watching=self.watching)
        self.dialogs = Dialogs(theme, self.show)
        self.tools = Buttons(theme)
        self.context.owners = liveries(self.model.view)
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
        still = self.focus.controller.decision.about if self.focus.controller is not None else ""
        self._follow_table()
        self.context.owners = liveries(model.view)
        self.follow_events(still)
        self.trail.note(model, self.focus.controller.decision.player if self.focus.controller is not None else "")
        self._version = model.version
        self.log.follow(model, self.last_person)
        self.thinker.forget()
        self.coach.forget()
        self.focus.asked = self.new_controller()
        self.focus.hands.cancel()
        self.focus.measuring.follow(self.focus.controller)
        self.focus.inspection.follow(self.focus.asked.decision if self.focus.asked is not None else None)
        self.actions.cursor = -1
        if self.focus.pointing:  # the piece under a resting mouse may have changed
            self.focus.point()
        self._due = not self.watching
        self._hand_over()

    def _hand_over(self) -> None:
        """Show a round's card and hand over to the next person once everything has been shown."""
        if self._due and not self.focus.staging.playing:
            self._due = False
            if self.focus.controller is not None and self.model.decider != self.last_person:
                self.focus.staging.stage.hand_over(time.monotonic())
            after_events(self)

    def hurry(self) -> None:
        """Show everything that happened at once."""
        if self.focus.staging.hurry():
            self._hand_over()

    def follow_events(self, still: str) -> None:
        self.focus.staging.follow(self.context.owners, still)

    def new_controller(self) -> Controller | None:
        """Return a controller for the pending decision, or None if no person decides here."""
        decision = self.model.decision
        return controller_for(self.model, decision) if decision is not None and self.model.bot is None else None

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return the commands that change only the view of the table, by name."""
        camera, zoom = self.focus.camera, self.focus.zoom
        commands = {
            "fit": camera.fit,
            "closer": lambda: zoom(1, camera.viewport.center),
            "farther": lambda: zoom(-1, camera.viewport.center),
            "why": self._explain,
            "phases": self.show_phases,
            "play_now": self.thinker.play_now,
            **self.log.commands(self.focus.staging.log) | self.side.commands() | self.rosters.commands(),
        }
        for part in self.parts:
            commands |= part.commands()
        return commands

    def _explain(self) -> None:
        self.explain = not self.explain

    def show_phases(self) -> None:
        """Show all phases with what may be used in them, if the rulebook lists them."""
        if self.rail.phases:
            self.show(phases_sheet(self.theme, self.model, self.rail.phases))
        else:
            self.model.notice = Notice(_("This rulebook does not list its phases"))

    def _ground(self) -> Ground:
        return self.window.look.lay(Ground.of(self.model.battlefield, self.model.palette()))

    def _follow_table(self) -> None:
        field, camera = self.model.battlefield, self.focus.camera
        if field is not self.ground.battlefield:
            self.ground = self._ground()
            if (field.width, field.height) != (camera.width, camera.height):
                camera.width, camera.height = field.width, field.height
                camera.fit()

    def recap(self) -> list[RecapStep]:
        """Return the events since the deciding person's last decision."""
        return self.trail.since(self.model, self.model.decider or self.last_person)

    def show(self, sheet: Sheet) -> None:
        """Put a sheet on top."""
        sheet.place(pygame.Rect((0, 0), self.size))
        self.sheets.append(sheet)

    def refresh_panel(self) -> None:
        """Update panel, actions and layout; the layout gives the decision the height it needs."""
        self.rows_of = self.focus.input_target
        rows = self.rows_of.actions() if self.rows_of and not self.focus.staging.playing else ()
        looked_at = [piece.id for piece in self.model.units.parts(self.focus.inspection.selected)]
        shown = keyed(rows, self.options.letters, self.options.keys, self.model.session.ruleset.name, looked_at)
        if self.actions.set(shown) and self.focus.pointing:
            self.focus.point()
        odds = self.focus.odds()
        self.odds_beside = self._beside(odds)
        aside = odds if self.odds_beside is None else None
        self.side.show(self.heading(), aside, self.sections(), self.legend(), self.ground.ground)
        pointing, wording = self.focus.pointing and not self.sheets, self.model.session.ruleset.wording
        help_ = self.side.help(self.focus.mouse, wording, lambda row: text.told(self.model, row)) if pointing else None
        self.layout = self.side.arrange(self.size, self.lay_out, (self._version, self.options.rosters), help_)
        self.bar.rect, self.strip.rect, self.log.rect = self.layout.bar, self.layout.strip, self.layout.log
        self.rail.rect = self.layout.rail
        self.strip.follow(
            self.focus.staging.view, self.focus.staging.units, folded=not self.options.rosters, wanted=self._wanted()
        )
        if pointing and self.actions.hovered < 0:  # another row may have come under a resting mouse
            self.actions.hovered = self.actions.at(self.focus.mouse)
        if self.focus.camera.viewport != self.layout.table:
            self.focus.camera.resize(self.layout.table)

    def legend(self) -> list[Entry]:
        """Return the patterns and signs now on the table with their meaning."""
        entries = (entry for part in self.parts for entry in part.legend()) if LEGEND not in self.guard.closed else ()
        return list({entry.label: entry for entry in entries}.values())

    def _wanted(self) -> str:
        """Return the piece whose chip must be visible: with the keys, under the mouse, or that of the decision."""
        hovered = self.focus.inspection.hovered if self.focus.mouse_spot is not None else ""
        return self.focus.inspection.focused or hovered or self.focus.inspection.piece()

    def lay_out(self, wants: Wants | None = None) -> Layout:
        """Return the layout that the parts of the panel need."""
        self.rail.follow(self.model)
        return Layout.of(self.size, self.theme, wants, STRIP if self.options.rosters else FOLDED, self.rail.units)

    def heading(self) -> Heading:
        """Return the head of the panel."""
        if self.focus.staging.stage.beat is not None:
            return text.staged_heading(self.model, self.focus.staging.stage.beat, self.context.owners)
        if self.focus.tool is not None:
            return Heading(_(self.focus.tool.title), prompt=_(self.focus.tool.prompt), hint=_(self.focus.tool.hint))
        return text.heading(self.model, self.focus.controller, self.context.owners, explain=self.explain)

    def sections(self) -> list[Section]:
        """Return the sections of the details."""
        weighing = self.rated.weighing
        weighed = [Section(_("What it considered"), candidate_lines(self.model, weighing))] if weighing else []
        if self.focus.staging.playing:
            return weighed
        focus, previews = self.focus, self.guard.previews and not self.focus.asking.on
        found = text.sections(self.model, focus.weighed, focus.measuring, focus.inspection, self.options,
                              explain=self.explain, previews=previews)  # fmt: skip
        if self.focus.asking.on:
            return [Section(_(self.focus.asking.title), tuple(self.focus.asking.lines()), first=True), *found]
        lines = stake_lines(self.stakes.weighed(), self.model.units)
        told = [Section(_("Possible effects"), lines)] if lines else []
        rail = phase_section(self.model, self.rail.phases) if self.explain else ()
        return [*self.coach.sections(), *told, *found, *rail, *weighed]

    def draw_more(self, target: pygame.Surface) -> None:
        """Draw additions of other kinds of table."""

    def _beside(self, odds: OddsView | None) -> OddsView | None:
        """Return the odds of a click on the piece under the mouse, and tables of odds, if a plate of them fits."""
        if odds is None or not (self.focus.aimed or odds.grids):
            return None
        return odds if self.plate.fitted(odds, room_of(self.layout.table, self.theme).size) else None

    def tick(self) -> bool:
        """Let bots answer; return whether more frames are needed."""
        now, focus, options = time.monotonic(), self.focus, self.options
        playing = focus.staging.stage.tick(now)
        self._hand_over()
        rolling = playing or self.tray.running(now)
        self.thinker.tick(paused=bool(self.sheets), rolling=rolling, most=options.think, cores=options.cores)
        self.sync()
        looked_ahead = focus.hands.waiting
        if focus.pointing and (looked_ahead or focus.moved_below):  # of a resting mouse, or what a click does is known
            focus.point()
        works = [self.tick_clocks(now), *(part.tick(now) for part in self.parts)]
        return (
            any(works)
            or focus.staging.playing
            or bool(focus.staging.tweens.started)
            or self.tray.lively(now)
            or self.thinker.thought is not None
            or looked_ahead
            or now - focus.zoomed_at < 0.4
            or now - focus.mouse_since < 0.8
        )

    def tick_clocks(self, now: float) -> bool:
        """Advance the clocks to a time in seconds; return whether any display changed."""
        return self.clocks.tick(
            self.options, now, stopped=bool(self.sheets) or self.focus.staging.playing or self.tray.running(now)
        )

    def call(self, wanted: Callable[[], Any]) -> None:
        """Run a function that may change the session, then update the scene."""
        self.focus.staging.tweens.started.clear()
        before = self.model.notice
        wanted()
        if self.model.notice is not before and self.model.notice.refusals:
            self.window.play("refusal")
        self.sync()
