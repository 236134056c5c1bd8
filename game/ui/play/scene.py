"""TableScene: a game in a window. It builds the parts and keeps them in step with the session."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar

from game.engine.rulebook.view import Line
from game.lengths import words
from game.play.candidate_words import candidate_lines
from game.play.session_model import SessionModel
from game.ui.arranging.controllers import controller_for
from game.ui.board.grounds import GROUNDS
from game.ui.board.overlays import Entry
from game.ui.board.pieces import Sprites, liveries
from game.ui.decisions.base import Controller, DrawContext
from game.ui.decisions.ghost import Ghost
from game.ui.dock import text
from game.ui.dock.layout import Layout
from game.ui.dock.text import Heading
from game.ui.play import by_hand
from game.ui.play.bots import Thinker
from game.ui.play.focus import Focus
from game.ui.play.framing import Framing
from game.ui.play.overlays.aim import Aim
from game.ui.play.overlays.around import Chances
from game.ui.play.overlays.asked import Asked
from game.ui.play.overlays.cards import Cards
from game.ui.play.overlays.cargo import Cargo
from game.ui.play.overlays.chip import Chip
from game.ui.play.overlays.choices import Choices
from game.ui.play.overlays.coach import Coach
from game.ui.play.overlays.deeds import DeedPlates
from game.ui.play.overlays.drawn import Drawn, Region
from game.ui.play.overlays.exposed import Exposed
from game.ui.play.overlays.fan import Fan
from game.ui.play.overlays.measured import Measured
from game.ui.play.overlays.rated import Rated
from game.ui.play.overlays.reach import Fronts, Reach
from game.ui.play.overlays.scorecard import Scorecards
from game.ui.play.overlays.sites import Sites
from game.ui.play.overlays.stakes import Stakes, stake_lines
from game.ui.play.overlays.threats import Threats
from game.ui.play.painter import Painter
from game.ui.play.part import LEGEND, Guard, Pane, Part, drawn
from game.ui.play.parts.above import Dice, SheetStack
from game.ui.play.parts.bar import TOOLS, Bar, ToolButton
from game.ui.play.parts.dock import Dock
from game.ui.play.parts.drawer import Content, Drawer, Facts, Handles, reasons
from game.ui.play.parts.hand_over import HandOver, Trails
from game.ui.play.parts.lesson import LessonPane
from game.ui.play.parts.log import EventLog
from game.ui.play.parts.rosters import Listed, Rosters
from game.ui.play.parts.tips import Tips
from game.ui.play.turned import Turned
from game.ui.prefs.letters import keyed
from game.ui.shell.window import Window
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.sheet import Section
from game.ui.widgets.theme import Ground
from game.wording import _


class TableScene:
    """A game in a window as a list of parts. `play.input` routes input to them, `play.painter` draws them."""

    follows: ClassVar = True
    """Whether the camera follows the game."""
    asks_all: ClassVar = False
    """Whether people are also asked if only one answer makes sense."""
    watching = False
    """Whether people only watch the game, so that no hand-over is shown."""
    buttons: ClassVar[tuple[ToolButton, ...]] = TOOLS
    """The buttons at the right end of the bar."""

    def __init__(self, model: SessionModel, window: Window) -> None:
        self.model, self.window = model, window
        self.focus = Focus(model, window, watched=self.watching)
        self.focus.changed, self.focus.lay_out = self.sync, self.lay_out
        self.framing = Framing(self.focus, playing=self.follows and not self.watching)
        self.thinker = Thinker(model)
        self.panes, self.sheets = self._panes(), SheetStack(self.focus)
        self.overlays = self._overlays()
        self.framing.told, self.framing.taught = self.hand_over.told, self.lesson.subjects
        self.parts = (*self.overlays, *self.panes, self.tips, self.hand_over, self.sheets)
        self._version = -1
        self.guard = Guard(self.focus, self.parts)
        self._build()
        self.focus.camera.fit()
        self.sync()

    def _panes(self) -> tuple[Pane, ...]:
        """Return the parts around the table."""
        focus = self.focus
        self.bar, self.asked = Bar(focus, self.buttons), Dock(focus)
        self.phases = self.bar.rail
        self.turned = Turned(focus, self.phases)
        self.drawer, self.log, self.rosters = Drawer(focus), EventLog(focus), Rosters(focus)
        self.facts, self.rules = Facts(focus, "odds", self.content), Facts(focus, "rules", self.cited)
        self.lesson = LessonPane(focus, self.framing)
        return self.bar, self.asked, self.drawer, self.facts, self.log, self.rosters, self.rules, self.lesson

    def _overlays(self) -> tuple[Part, ...]:
        """Return the parts on the table, in the order of the legend."""
        focus = self.focus
        reach, sites, self.threats, self.coach = Reach(focus), Sites(focus), Threats(focus), Coach(focus)
        self.chances, self.stakes, self.rated = Chances(focus), Stakes(focus), Rated(focus)
        self.chip, cards = Chip(focus, self.stakes), Cards(focus)
        self.hand_over = self.new_hand_over()
        self.hand_over.spared = cards.vital
        on_table = (
            Measured(focus),
            Region(focus, reach, self.threats),
            reach,
            Fronts(focus),
            Drawn(focus),
            Choices(focus),
            self.chances,
            Asked(focus),
            self.threats,
            self.stakes,
            self.rated,
            self.coach,
            sites,
            Fan(focus, sites),
            Scorecards(focus),
            Cargo(focus),
            Exposed(focus),
            Aim(focus, cards),
            cards,
            Listed(focus),
            DeedPlates(focus),
            Trails(focus, self.hand_over),
            Handles(focus, self.drawer),
            Dice(focus),
            self.chip,
        )
        self.bar.parts = on_table
        self.chip.parts = *on_table, self.lesson, self.hand_over
        self.lesson.parts = *on_table, self.hand_over
        self.tips = Tips(focus, (*on_table, self.hand_over), self.panes, self.threats, self.stakes)
        self.chip.told = self.tips.on_table
        return on_table

    def new_hand_over(self) -> HandOver:
        """Return the part that shows which player decides."""
        return HandOver(self.focus)

    def painter(self) -> Painter:
        """Return a painter of the parts, which has no pictures yet."""
        return Painter(self.focus, self.parts, self.panes)

    def apply_options(self) -> None:
        """Adopt the window's options, theme and scale; build all parts again if their look changed."""
        if self._dressed[-1] != words():
            self.model.retranslate()
        if self._dressed != self._look():
            self._build()
        self.focus.context.options = self.window.options
        self.focus.animation.dress(self.focus.animation.tray, self.window.options, watching=self.watching)
        self.focus.ground = self._ground()

    def _look(self) -> tuple[object, ...]:
        """Return the values that decide how parts look; if these change, all parts are built again."""
        theme = self.window.theme
        return theme.scale, theme.sharp, self.window.options.keys, words()

    def _build(self) -> None:
        """Build all parts for the window's theme, options and language."""
        focus, theme = self.focus, self.window.theme
        self._dressed = self._look()
        focus.ground = self._ground()
        focus.context = DrawContext(theme, focus.camera, Sprites(theme), options=self.window.options)
        focus.context.owners = liveries(self.model.view)
        focus.context.sprites.meet(self.model.view)
        for part in self.parts:
            part.build()
        self.resize(focus.size)

    def resize(self, size: tuple[int, int]) -> None:
        """Lay the window out for another size."""
        self.focus.size = size
        self.focus.layout = self.lay_out()
        self.refresh_panel()

    def sync(self) -> None:
        """Adopt all changes of the session: events to show, the next decision, and the views of all parts."""
        model, focus = self.model, self.focus
        self._spare_questions()
        if self._version == model.version:
            return
        decision_before = focus.controller.decision if focus.controller is not None else None
        self._follow_table()
        focus.context.owners = liveries(model.view)
        focus.context.sprites.meet(model.view)
        self.follow_events(decision_before.about if decision_before is not None else "")
        self.hand_over.note(decision_before.player if decision_before is not None else "")
        focus.decided = (*focus.decided, decision_before.about if decision_before is not None else "")
        self._version = model.version
        self.log.note(self.hand_over.last_person)
        self.thinker.forget()
        self.coach.forget()
        focus.asked = self.new_controller()
        focus.hands.cancel()
        focus.measuring.follow(focus.controller)
        focus.inspection.follow(focus.asked.decision if focus.asked is not None else None)
        focus.actions.cursor = -1
        self.turned.follow()
        if focus.pointing:  # the piece under a resting mouse may have changed
            focus.point()
        self.hand_over.go_on()

    def _spare_questions(self) -> None:
        """Spare people questions to which only one answer makes sense, unless they want to be asked."""
        model, asks_always = self.model, self.asks_all or self.watching or self.window.options.ask_forced
        model.session.forced = frozenset() if asks_always else frozenset(model.people)

    def hurry(self) -> None:
        """Show the rest of the playing events at once."""
        if self.focus.animation.hurry():
            self.hand_over.go_on()

    def follow_events(self, in_place: str) -> None:
        """Show the new events; the piece `in_place` is already where its player put it."""
        self.focus.animation.follow(self.focus.context.owners, in_place)

    def new_controller(self) -> Controller | None:
        """Return a controller for the pending decision, or None if no person decides here."""
        decision = self.model.decision
        if decision is None or self.model.bot is not None:
            return None
        found = controller_for(self.model, decision)
        found.confirms = self.window.options.ask
        return found

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return the commands that change only the view of the table, by name."""
        camera, zoom = self.focus.camera, self.focus.zoom
        commands = {
            "fit": self.framing.home,
            "closer": lambda: zoom(1, camera.viewport.center),
            "farther": lambda: zoom(-1, camera.viewport.center),
            "play_now": self.thinker.play_now,
        }
        for part in self.parts:
            commands |= part.commands()
        return commands

    def _ground(self) -> Ground:
        return self.window.look.lay(Ground.of(self.model.battlefield, self.model.palette()))

    def _follow_table(self) -> None:
        """Adopt new terrain or another size of the table."""
        field, camera = self.model.battlefield, self.focus.camera
        if field is not self.focus.ground.battlefield:
            self.focus.ground = self._ground()
            if (field.width, field.height) != (camera.width, camera.height):
                camera.width, camera.height = field.width, field.height
                camera.fit()

    def refresh_panel(self) -> None:
        """Update the rows of the dock, the layout and all panes."""
        focus, model, options = self.focus, self.model, self.window.options
        self.asked.rows_of = focus.input_target
        controller = focus.input_target if not focus.animation.playing else None
        advice = self.coach.rows() if focus.tool is None else ()
        rows: Sequence[MenuItem] = ()
        if controller is not None:
            own_rows = [*focus.deed_rows(), *by_hand.more_rows(focus), *focus.with_odds(controller.actions())]
            rows = _with_advice(own_rows, advice)
        looked_at = [piece.id for piece in model.units.parts(focus.inspection.selected)]
        rows_with_keys = keyed(
            rows, options.letters, options.keys, model.session.ruleset.name, looked_at, *model.row_keys()
        )
        focus.actions.starred = self.coach.starred if focus.tool is None else ""
        if focus.actions.set(rows_with_keys) and focus.pointing:
            focus.point()
        self.beside = self.focus.odds()
        focus.layout = self.lay_out()
        heading = self.heading()
        notes = (*text.notes(model), *heading.notes)
        self.asked.show(replace(heading, told=(*by_hand.told_rows(model), *heading.told), notes=notes))
        for pane in self.panes:
            pane.follow()
        # Another row may have come under a resting mouse.
        if focus.pointing and not focus.sheets and focus.actions.hovered < 0:
            focus.actions.hovered = focus.actions.at(focus.mouse)
        if focus.camera.viewport != focus.layout.table:
            self.framing.resize(focus.layout.table)

    def legend(self) -> list[Entry]:
        """Return the patterns and signs that are on the table now, with their meaning."""
        entries = (
            (entry for part in drawn(self.parts) for entry in part.legend()) if LEGEND not in self.guard.closed else ()
        )
        return list({entry.label: entry for entry in entries}.values())

    def content(self) -> Content:
        """Return odds and facts about the thing under the mouse or cursor, and the legend."""
        facts, odds = self.sections(), self.beside
        ordered = sorted((*facts, *reasons(odds)), key=lambda section: not section.first)
        return Content(odds, tuple(ordered), tuple(self.legend()), self.focus.ground.ground)

    def cited(self) -> Content:
        """Return the wording of the rules that apply now, the decision's first, and how a move is measured."""
        focus, ruleset, pointed = self.focus, self.model.session.ruleset, self.focus.actions.pointed()
        lines = [line for section in self.sections() for line in section.lines]
        rules = [self.asked.heading.rule, pointed.rule if pointed is not None else "", *(line.rule for line in lines)]
        wordings = {rule: ruleset.wording(rule) for rule in dict.fromkeys(rules) if rule}
        sections = [Section("", (Line(wording, rule),)) for rule, wording in wordings.items() if wording]
        ghost = focus.controller.ghost if focus.controller is not None and focus.options.receipts else Ghost()
        if measured := text.measured(ghost, self.model.session.game.ruler.policy):
            sections.append(Section(_("How it is measured"), measured))
        return Content(None, (*sections, *self.phases.section()))

    def lay_out(self) -> Layout:
        """Return the layout of the window as it is now."""
        drawer = bool(self.focus.drawer or self.focus.recap_step)
        layout = Layout.of(self.focus.size, self.window.theme, drawer=drawer)
        return layout.above(self.lesson.high(layout.bar.height))

    def heading(self) -> Heading:
        """Return the head of the dock."""
        focus, tool = self.focus, self.focus.tool
        if focus.animation.stage.beat is not None:
            return text.staged_heading(self.model, focus.animation.stage.beat, focus.context.owners)
        if tool is not None:
            return Heading(_(tool.title), prompt=_(tool.prompt), hint=_(tool.hint), notes=tuple(tool.notes()))
        return text.heading(self.model, focus.controller, focus.context.owners)

    def sections(self) -> list[Section]:
        """Return the facts about the thing under the mouse or cursor."""
        weighing, focus = self.rated.weighing, self.focus
        bot_candidates = [Section(_("What it considered"), candidate_lines(self.model, weighing))] if weighing else []
        if focus.animation.playing:
            return bot_candidates
        previews = self.guard.previews and not focus.asking.on
        facts = text.sections(self.model, focus.weighed, focus.measuring, focus.inspection, focus.options,
                              previews=previews)  # fmt: skip
        if focus.asking.on:
            return [Section(_(focus.asking.title), tuple(focus.asking.lines()), first=True), *facts]
        lines = stake_lines(self.stakes.weighed(), self.model.units)
        effects = [Section(_("Possible effects"), lines)] if lines else []
        return [*self.coach.sections(), *effects, *self.chip.sections(), *facts, *bot_candidates]

    def tick(self) -> bool:
        """Advance animations, let bots answer and parts work; return whether more frames are needed."""
        now, focus, options = time.monotonic(), self.focus, self.window.options
        if self.thinker.rushes:
            self.hurry()
        playing = focus.animation.stage.tick(now)
        self.hand_over.go_on()
        tray = focus.animation.tray
        rolling = playing or tray.running(now)
        self.thinker.tick(paused=bool(focus.sheets), rolling=rolling, most=options.think, cores=options.cores)
        self.sync()
        looked_ahead = focus.hands.waiting
        other_piece = focus.hands.held is None and not focus.sheets and focus.under_mouse != focus.inspection.hovered
        stale_ghost = focus.slid and focus.hands.hovering  # at a spot that the player did not choose
        if focus.pointing and (looked_ahead or other_piece or stale_ghost):  # something changed under a resting mouse
            focus.point()
        busy = [part.tick(now) for part in self.parts]
        return (
            self.framing.tick(now)
            or any(busy)
            or focus.animation.playing
            or bool(focus.animation.tweens.started)
            or bool(focus.animation.stage.trails)
            or tray.lively(now)
            or GROUNDS.busy
            or self.thinker.thought is not None
            or looked_ahead
            or now - focus.zoomed_at < 0.4
            or now - focus.mouse_since < 0.8
        )


def _with_advice(rows: Sequence[MenuItem], advice: Sequence[MenuItem]) -> list[MenuItem]:
    """Return rows with advice after the last enabled one, so that rows above do not move when advice comes."""
    end = max((number for number, row in enumerate(rows, 1) if row.enabled), default=0)
    return [*rows[:end], *advice, *rows[end:]]
