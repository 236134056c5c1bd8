"""The scene: a game on the table, with everything around it. Keeps the display in step with the session."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, ClassVar, Final

import pygame
import pygame_gui

from game.engine.rulebook.view import OddsView, PieceView
from game.lengths import words
from game.ui.aids.inspection import Inspection
from game.ui.aids.measuring import Measuring
from game.ui.aids.odds_plate import OddsPlate
from game.ui.aids.threat_layer import REST, Question, ThreatLayer, question_of
from game.ui.board.camera import Camera, Spot
from game.ui.board.dice_tray import DiceTray, dice_of
from game.ui.board.pieces import Sprites, Tweens, liveries, topmost
from game.ui.board.table_art import TableLayer
from game.ui.decisions import Controller, controller_for
from game.ui.decisions.base import DrawContext, Tool
from game.ui.model.session_model import SessionModel
from game.ui.play import panel_text
from game.ui.play.bots import Thinker
from game.ui.play.clocks import Clocks
from game.ui.play.layout import Layout
from game.ui.play.log import EventLog
from game.ui.play.panel import DecisionPanel, DetailsPanel, Heading
from game.ui.play.recap import RecapSheet, RecapStep, Trail
from game.ui.play.sheets import hand_over
from game.ui.play.topbar import TopBar
from game.ui.shell.sounds import cues_of
from game.ui.shell.window import Window
from game.ui.widgets.actions import ActionList
from game.ui.widgets.dialogs import Dialogs
from game.ui.widgets.gui_theme import make_manager
from game.ui.widgets.keys import given_keys, key_label, key_of
from game.ui.widgets.looks import Ground
from game.ui.widgets.menu_item import with_keys
from game.ui.widgets.reader import Section
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.text import ink
from game.wording import N_, _

TOOLS: Final = (
    ("measure", N_("Ruler"), 7, N_("Measure anything")),
    ("undo", N_("Undo"), 8, N_("Take back the last answer")),
    ("save", N_("Save"), 8, N_("Save the game")),
    ("load", N_("Load"), 8, N_("Go on with a saved game")),
    ("menu", N_("Menu"), 8, N_("Concede, options, quit")),
    ("help", "?", 5, N_("Keys and signs")),
)
"""The buttons of the bar: commands, labels, widths in units of the theme, and tips, to which the key is added."""


class TableScene:
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
        self.tweens = Tweens()
        self.thinker = Thinker(model)
        self.inspection = Inspection(model, lambda: self.actions.pointed())  # noqa: PLW0108 - a new list at every scale
        self.controller: Controller | None = None
        self.measuring = Measuring(model)
        self.explain = False
        self.last_person = ""
        self.trail = Trail()
        self.result_shown = False
        self.mouse = (0, 0)
        self.mouse_since = time.monotonic()
        self.pointing = False  # whether the mouse was used last, not the keyboard
        self.zoomed_at = 0.0
        self._heard = model.session, len(model.session.events)
        self._version = -1
        self._before: dict[str, PieceView] = {}
        self.threats = ThreatLayer()
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
        self.tray.motion = self.options.motion
        self.ground = self._ground()

    def _look(self) -> tuple[object, ...]:
        """Return the values for which the parts were built."""
        return self.theme.scale, self.theme.sharp, self.options.keys, words()

    def _build(self) -> None:
        theme, size = self.theme, self.size
        self._dressed = self._look()
        self.context = DrawContext(theme, self.camera, Sprites(theme), options=self.options)
        self.table = TableLayer(theme)
        self.bar = TopBar(theme, self.model.session.ruleset.terms.points)
        self.actions = ActionList(theme)
        self.panel = DecisionPanel(theme, self.actions)
        self.details = DetailsPanel(theme)
        self.log = EventLog(theme)
        self.plate = OddsPlate(theme)
        self.tray = DiceTray(theme, self.options.motion)
        self.manager = make_manager(size, theme)
        self.dialogs = Dialogs(theme, self.show)
        self.tools: dict[str, pygame_gui.elements.UIButton] = {}
        self.owners = self.context.owners = liveries(self.model.view)
        self.resize(size)

    def resize(self, size: tuple[int, int]) -> None:
        """Lay the window out for another size."""
        self.size = size
        self.manager.set_window_resolution(size)
        self._build_tools()
        self.refresh_panel()

    def _build_tools(self) -> None:
        theme = self.theme
        for old in self.tools.values():
            old.kill()
        self.tools = {}
        layout = self.lay_out()
        gap, pad = theme.px(0.5), theme.px(1.5)
        # A label that is longer in another language widens its button.
        widths = {
            button[0]: max(theme.px(button[2]), ink(theme, _(button[1])).get_width() + theme.px(2))
            for button in self.buttons
        }
        kept = self.bar.fitting(self.model.view, widths, layout.bar.width)
        self.bar.tools_width = sum(widths[name] + gap for name in kept) + pad
        x = layout.bar.right - self.bar.tools_width
        for button in self.buttons:
            name, label, tip = button[0], button[1], button[3]
            if name in kept:
                rect = pygame.Rect(x, layout.bar.top + theme.px(1.5), widths[name], layout.bar.height - theme.px(3))
                tip = f"{_(tip)} ({key_label(key_of(self.options.keys, name))})"
                self.tools[name] = pygame_gui.elements.UIButton(rect, _(label), self.manager, tool_tip_text=tip)
                x = rect.right + gap

    def sync(self) -> None:
        """Adopt all changes of the session."""
        model = self.model
        if self._version == model.version:
            return
        skip = self.controller.decision.about if self.controller is not None else ""
        if self.options.motion == "full":
            self.tweens.note(self._before, model.pieces, time.monotonic(), skip)
        self._follow_table()
        self.owners = self.context.owners = liveries(model.view)
        self._throw_dice()
        self._before = dict(model.pieces)
        self.trail.note(model, self.controller.decision.player if self.controller is not None else "")
        self._version = model.version
        self.log.view.offset = 0
        self.thinker.thought = None  # the game is at another point now
        self.controller = self.new_controller()
        self.measuring.follow(self.controller)
        if self.inspection.selected not in model.pieces:
            self.inspection.selected = ""
        self.actions.cursor = -1
        if self.pointing:  # the piece under a resting mouse may have changed
            self.point()
        if self.controller is not None and not self.watching:
            hand_over(self)

    def point(self) -> None:
        """Update the piece under the mouse."""
        spot = self.mouse_spot
        self.inspection.hovered = self.piece_at(spot) if spot is not None else ""

    def piece_at(self, spot: Spot) -> str:
        """Return the id of the topmost piece under a spot in inches, or an empty string."""
        found = topmost(self.model.pieces.values(), spot)
        return found.id if found is not None else ""

    def rule_at(self, pixel: tuple[int, int]) -> str:
        """Return the id of the rule written at a pixel: in the panel, the details or the log."""
        return self.panel.rule_at(pixel) or self.details.rule_at(pixel) or self.log.rule_at(pixel, self.model.log)

    @property
    def mouse_spot(self) -> Spot | None:
        """The mouse's spot on the table, in inches; None if it is elsewhere."""
        return self.camera.to_table(*self.mouse) if self.layout.table.collidepoint(self.mouse) else None

    def new_controller(self) -> Controller | None:
        """Return a controller for the pending decision; None if no person decides here."""
        decision = self.model.decision
        return controller_for(self.model, decision) if decision is not None and self.model.bot is None else None

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return the commands that change only the view of the table, by name."""
        log, inspection = self.log, self.inspection
        return {
            "measure": lambda: self.measuring.toggle(inspection.selected or inspection.piece()),
            "fit": self.camera.fit,
            "closer": lambda: self.zoom(1, self.camera.viewport.center),
            "farther": lambda: self.zoom(-1, self.camera.viewport.center),
            "log_back": lambda: log.scroll(log.body.height, self.model.log),
            "log_on": lambda: log.scroll(-log.body.height, self.model.log),
            "log_end": log.to_end,
            "inspect": lambda: self._inspect(1),
            "inspect_back": lambda: self._inspect(-1),
            "why": self._explain,
            "threats": self._show_threats,
            "threat_piece": self._leave_out,
        }

    def _inspect(self, by: int) -> None:
        piece = self.inspection.next(by)
        if piece is not None:
            self.camera.show(piece.x, piece.y)

    def _explain(self) -> None:
        self.explain = not self.explain

    def _show_threats(self) -> None:
        if self._threats_wanted():
            self.threats.toggle()

    def _leave_out(self) -> None:
        """Leave the piece pointed at or selected out of the threat map, or include it again."""
        piece = self.inspection.selected or self.inspection.hovered
        if self._threats_wanted() and not self.threats.toggle_piece(piece):
            text = _("Point at an enemy or select one with I to leave it out of the threat map")
            self.model.notice.title = text

    def _threats_wanted(self) -> bool:
        if not self.options.threat:
            self.model.notice.title = _("Threats are switched off in the settings (F4)")
        return self.options.threat

    def zoom(self, steps: float, pixel: tuple[int, int]) -> None:
        """Zoom in by `steps` (out when negative), keeping the spot under the pixel in place."""
        self.camera.zoom(steps, *pixel)
        self.zoomed_at = time.monotonic()

    @property
    def input_target(self) -> Tool | None:
        """The tool for mouse and keys on the table: the tape measure while in hand, else the controller."""
        return self.measuring if self.measuring.on else self.controller

    def _ground(self) -> Ground:
        return self.window.look.lay(Ground.of(self.model.battlefield, self.model.palette()))

    def _throw_dice(self) -> None:
        """Throw the dice of new events; none after a change of the past: another game, or an undo."""
        session, seen = self.model.session, self._heard[1]
        news = session.events[seen:] if session is self._heard[0] and len(session.events) >= seen else None
        self._heard = session, len(session.events)
        self.window.play(*cues_of(news or (), session.ruleset))
        dice = dice_of(news or (), {**self.model.pieces, **self._before}, self.model.name_of, self.owners)
        if dice or news is None:
            self.tray.throw(dice, time.monotonic())

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
        rows = self.input_target.actions() if self.input_target else ()
        self.panel.heading = self.heading()
        self.actions.set(with_keys(rows, given_keys(self.options.keys)))
        self.layout = self.lay_out(self.panel.wanted_height(self.lay_out().decision.width))
        self.bar.rect = self.layout.bar
        self.panel.place(self.layout.decision)
        self.details.rect = self.layout.details
        self.log.rect = self.layout.log
        if self.camera.viewport != self.layout.table:
            self.camera.resize(self.layout.table)
        self.details.show(tuple(self.sections()))

    def lay_out(self, decision_height: int = 0) -> Layout:
        """Return the layout for a decision of this height in pixels."""
        return Layout.of(self.size, self.theme, decision_height)

    def heading(self) -> Heading:
        """Return the head of the panel."""
        if self.measuring.on:
            return Heading(_("Measuring"), prompt=_("Measure anything to anything"), hint=_(self.measuring.hint))
        return panel_text.heading(self.model, self.controller, self.owners, explain=self.explain)

    def sections(self) -> list[Section]:
        """Return the sections of the details."""
        return panel_text.sections(
            self.model, self.controller, self.measuring, self.inspection, self.options, explain=self.explain
        )

    def draw_more(self, target: pygame.Surface) -> None:
        """Draw additions of other kinds of table."""

    def odds(self) -> OddsView | None:
        """Return the odds of the answer under consideration; None without one, or if odds are switched off."""
        if self.controller is None or self.measuring.on or not self.options.odds:
            return None
        return self.inspection.odds(self.controller)

    def threat_question(self) -> Question:
        """Return the query for the threat map."""
        mouse = self.mouse_spot if self.pointing else None
        return question_of(self.model, self.controller, self.inspection.piece(), self.inspection.hovered, mouse)

    def tick(self) -> bool:
        """Let bots answer; return whether more frames are needed."""
        now = time.monotonic()
        self.thinker.tick(paused=bool(self.sheets), rolling=self.tray.running(now))
        self.sync()
        self.threats.on = self.threats.on and self.options.threat
        rests = now - self.mouse_since > REST
        self.threats.follow(self.model, self.threat_question(), self.camera.scale, mouse_rests=rests)
        return (
            self.tick_clocks(now)
            or bool(self.tweens.started)
            or self.tray.lively(now)
            or self.thinker.thought is not None
            or self.threats.awaits_drawing
            or (self.controller is not None and self.controller.waiting(now))
            or self.measuring.waiting(now)
            or now - self.zoomed_at < 0.4
            or now - self.mouse_since < 0.8
        )

    def tick_clocks(self, now: float) -> bool:
        """Advance the clocks to a time in seconds; return whether any display changed."""
        return self.clocks.tick(self.options, now, stopped=bool(self.sheets) or self.tray.running(now))

    def call(self, wanted: Callable[[], Any]) -> None:
        """Run a function that may change the session, then update the scene."""
        self.tweens.started.clear()
        before = self.model.notice
        wanted()
        if self.model.notice is not before and self.model.notice.refusals:
            self.window.play("refusal")
        self.sync()
