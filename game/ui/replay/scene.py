"""The table at one moment of a past game, with all aids of the table."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

import pygame

from game.engine.core.decisions import Choose
from game.engine.core.events import Event
from game.engine.history.timeline import Timeline, Unit
from game.engine.rulebook.view import Line, PieceView
from game.engine.saving.loading import Difference
from game.engine.session import Session
from game.play.session_model import Notice, SessionModel
from game.ui.board.pieces import Livery
from game.ui.decisions.base import Controller
from game.ui.panel.decision import Heading
from game.ui.panel.layout import Layout, Wants
from game.ui.play.part import Pane
from game.ui.play.parts.hand_over import HandOver
from game.ui.play.recap import RecapStep, recap_step_of
from game.ui.play.scene import TableScene
from game.ui.replay.timeline_bar import HIGH, TimelineBar
from game.ui.shell.window import Window
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.reader import Section
from game.ui.widgets.tooltip import draw_tooltip
from game.wording import N_, _, language

PACE: Final = 0.45
"""Seconds per moment while the game plays by itself."""
NEAR: Final = 12
"""Events that a step may skip with its dice still shown."""
LONGEST_RECAP: Final = 60
"""The most answers covered by a recap."""


class ReplayModel(SessionModel):
    """A session in which nothing is decided; threats are shown to the player who decided last."""

    @property
    def decider(self) -> str:
        return self.decision.player if self.decision is not None else self.last_decider

    last_decider = ""
    again: Callable[[], Session] | None = None
    """Returns the session of the moment shown, rebuilt."""

    def open(self, session: Session) -> None:
        self.session = session
        self.notice = Notice()
        self.refresh()

    def retranslate(self) -> None:
        self.log.clear()
        self.open(self.again() if self.again is not None else self.session)


def rows_of_a_moment() -> list[MenuItem]:
    """Return the actions possible at any moment, for the panel and the menu."""
    return [
        MenuItem("branch", _("Practise from here"), "b"),
        MenuItem("annotate", _("Note on this moment"), "a"),
        MenuItem("export", _("Report, video or picture"), "e"),
        MenuItem("sandbox", _("Open in the sandbox"), "s"),
    ]


class ReplayController(Controller):
    """Handles mouse and keys in place of a decision, with the rows of actions at a moment of a replay."""

    direct = False
    hint = N_("Left and Right step by event, with Shift by decision, with Ctrl farther; PgUp, PgDn by round.")

    def __init__(self, scene: ReplayScene) -> None:
        super().__init__(scene.model, Choose(player=scene.model.decider, prompt="", rule="", options=()))
        self.scene = scene

    def actions(self) -> list[MenuItem]:
        return [
            MenuItem("play", _("Stop") if self.scene.playing else _("Play"), "space", primary=True),
            *rows_of_a_moment(),
            MenuItem("leave", _("Back to the game"), "escape")
            if self.scene.from_game
            else MenuItem("leave", _("Leave the replay"), "q"),
        ]

    def perform(self, action: MenuItem) -> None:
        self.scene.do(action.id)

    def space(self, current: MenuItem | None) -> None:
        self.scene.do("play")

    def weighed(self, pointed: MenuItem | None, piece: str) -> None:
        """Return None: no answer is under consideration."""


class ReplayScene(TableScene):
    """The table at a moment, the timeline below it; `do` runs a command by name; `playing`: by itself."""

    watching = True
    from_game = False
    """Whether the game it looks back at is below, and Escape returns to it."""
    buttons = (  # without commands that would change the past
        ("measure", N_("Ruler"), 7, N_("Measure anything")),
        ("menu", N_("Menu"), 8, N_("What can be done here")),
        ("help", "?", 5, N_("Keys and signs")),
    )

    def __init__(
        self, window: Window, model: ReplayModel, timeline: Timeline, differences: Sequence[Difference]
    ) -> None:
        self.do: Callable[[str], None] = lambda name: None
        self.playing = False
        self._played_at = 0.0
        self.timeline = timeline
        self.differences = {timeline.index_of(each.entry, each.event): each for each in differences}
        self.moment = timeline.last
        self.news: list[Event] = []
        super().__init__(model, window)
        model.again = lambda: timeline.reopened(self.moment)

    def _panes(self) -> tuple[Pane, ...]:
        self.course = TimelinePane(self)
        return *super()._panes(), self.course

    def new_hand_over(self) -> HandOver:
        return PastRecap(self)

    def go(self, moment: int) -> None:
        if moment != self.moment or self.model.session is not self.timeline.at(moment):
            self._show_moment(moment)
        self.window.stale = True

    def step(self, unit: Unit, by: int) -> None:
        """Show the moment `by` units away."""
        self.go(self.timeline.step(self.moment, unit, by))

    def play(self) -> None:
        """Start the automatic play, from the beginning if at the end; or stop it."""
        self.playing = not self.playing and bool(self.timeline.last)
        if self.playing and self.moment == self.timeline.last:
            self.go(0)
        self._played_at = time.monotonic()

    def tick(self) -> bool:
        now = time.monotonic()
        if (
            self.playing
            and not self.focus.sheets
            and now - self._played_at >= PACE
            and not self.focus.staging.tray.running(now)
        ):
            self._played_at = now
            self.step("event", 1)
            self.playing = self.moment < self.timeline.last
        return super().tick() or self.playing

    def _show_moment(self, moment: int) -> None:
        """Show another moment; its dice are thrown if it closely follows the previous one."""
        model, timeline = self.model, self.timeline
        before, now = timeline.moments[self.moment].events, timeline.moments[moment].events
        session = timeline.at(moment)
        self.news = list(session.events[before:now]) if 0 < now - before <= NEAR else []
        self.moment = moment
        assert isinstance(model, ReplayModel)
        decision = timeline.at(self.last_decision()).decision
        model.last_decider = decision.player if decision is not None else model.last_decider
        model.open(session)
        self.focus.measuring.stay()
        self.sync()

    def last_decision(self) -> int:
        """Return the moment of the decision that led to the moment shown."""
        here = self.timeline.at(self.moment).decision is not None
        return self.moment if here else self.timeline.step(self.moment, "decision", -1)

    def new_controller(self) -> Controller:
        return ReplayController(self)

    def follow_events(self, still: str) -> None:
        news, self.news = self.news, []
        self.focus.staging.owners = self.focus.context.owners
        self.focus.staging.glide(self.focus.staging.before, self.model.pieces)
        self.focus.staging.tray.throw(self.focus.staging.dice_in(news), time.monotonic())
        self.focus.staging.before = dict(self.model.pieces)

    def lay_out(self, wants: Wants | None = None) -> Layout:
        layout = super().lay_out(wants)
        high = self.window.theme.px(HIGH)
        table = pygame.Rect(layout.table)
        table.height -= high
        self.course.bar.rect = pygame.Rect(table.left, table.bottom, table.width, high)
        return replace(layout, table=table)

    def heading(self) -> Heading:
        if self.focus.tool is not None:
            return super().heading()
        model, ruleset = self.model, self.model.session.ruleset
        event = next((event for event in reversed(model.session.events) if not event.audience), None)
        text = ruleset.tell(model.session.game, event) if event is not None else ""
        livery = self.focus.context.owners.get(model.decider, Livery())
        rule = event.rule if event is not None else ""
        wording = ruleset.wording(rule) if self.explain and rule else ""
        return Heading(self.course.bar.name_of(self.moment), livery, text, rule, wording, _(ReplayController.hint))

    def sections(self) -> list[Section]:
        found = []
        for place, difference in self.differences.items():
            here = place == self.moment
            title = (
                _("This moment differs from the saved game") if here else _("The replay differs from the saved game")
            )
            where = "" if here else _("({name})", name=self.course.bar.name_of(place))
            found.append(Section(title, (Line(f"{difference.reason} {where}".strip(), difference.rule),), "bad"))
        moment = self.timeline.moments[self.moment]
        for note in self.timeline.session.notes:
            if (note.entries, note.events) == (moment.entries, moment.events):
                title = _("Note by {author}", author=note.author) if note.author else _("Note")
                found.append(Section(title, (Line(note.text),)))
        model = self.model
        if model.decision is not None and not model.decision.concealed:
            name = model.player_name(model.decision.player)
            found.append(Section(_("{name} decides", name=name), (Line(model.decision.prompt, model.decision.rule),)))
        return found + super().sections()


class PastRecap(HandOver):
    """Hands nothing over; its recap goes back from the moment shown."""

    def __init__(self, scene: ReplayScene) -> None:
        super().__init__(scene.focus)
        self._scene = scene

    def recap(self) -> list[RecapStep]:
        scene, model = self._scene, self.focus.model
        timeline, player, latest = scene.timeline, model.decider, scene.last_decision()
        seen: list[tuple[int, dict[str, PieceView]]] = []
        for stop in sorted({scene.moment, *(stop for stop in timeline.stops("decision") if stop < scene.moment)})[::-1]:
            session = timeline.at(stop)
            decided = stop < latest and session.decision is not None and session.decision.player == player
            if decided or len(seen) > LONGEST_RECAP:
                break
            pieces = {piece.id: piece for piece in session.ruleset.view(session.game).pieces}
            seen.append((timeline.moments[stop].events, pieces))
        steps = [
            recap_step_of(model, player, range(earlier, later), before, after)
            for (later, after), (earlier, before) in pairwise(seen)
        ]
        return [step for step in reversed(steps) if step.lines]


class TimelinePane(Pane):
    """The timeline below the table, with its mouse."""

    name = "timeline"

    def __init__(self, scene: ReplayScene) -> None:
        super().__init__(scene.focus)
        self._scene, self._dragging = scene, False

    def build(self) -> None:
        self.bar = TimelineBar(self.theme, self._scene.timeline, tuple(self._scene.differences))

    @property
    def rect(self) -> pygame.Rect:
        return self.bar.rect

    def key(self) -> tuple[object, ...]:
        scene, bar = self._scene, self.bar
        shown = scene.moment, scene.playing, len(scene.timeline), len(scene.timeline.session.notes), language()
        return *shown, bar.button_at(self.focus.mouse)

    def draw(self, target: pygame.Surface) -> None:
        self.bar.draw(target, self._scene.moment, self.focus.mouse, playing=self._scene.playing)

    def over(self, target: pygame.Surface) -> None:
        focus, bar, mouse = self.focus, self.bar, self.focus.mouse
        if not bar.rect.collidepoint(mouse) or not focus.pointing or focus.sheets:
            return
        if name := bar.button_at(mouse):
            draw_tooltip(target, self.theme, mouse, bar.tip(name), ())
        elif bar.track.left <= mouse[0] <= bar.track.right:
            draw_tooltip(target, self.theme, mouse, bar.name_of(bar.snapped(mouse[0])), ())

    def input(self, event: pygame.event.Event) -> bool:
        scene, bar = self._scene, self.bar
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and bar.rect.collidepoint(event.pos):
            if button := bar.button_at(event.pos):
                self.focus.perform(button)
            elif event.pos[0] >= bar.track.left - self.theme.px(1):
                self._dragging, scene.playing = True, False
                scene.go(bar.snapped(event.pos[0]))
        elif event.type == pygame.MOUSEMOTION and self._dragging:
            scene.go(bar.moment_at(event.pos[0]))
        elif event.type == pygame.MOUSEBUTTONUP and self._dragging:
            self._dragging = False
        elif event.type == pygame.MOUSEWHEEL and bar.rect.collidepoint(self.focus.mouse):
            scene.step("event", -event.y or event.x)
        else:
            return False
        return event.type != pygame.MOUSEMOTION
