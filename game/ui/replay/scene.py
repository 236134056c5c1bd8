"""A game that is looked back at: the table as it stood at one moment of it, with all the aids of the table."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import pygame

from game.engine.core.decisions import Choose
from game.engine.core.events import Event
from game.engine.history.timeline import Timeline
from game.engine.rulebook.view import Line, PieceView
from game.engine.saving.saves import Difference
from game.engine.session import Session
from game.ui.board.dice_throws import dice_of
from game.ui.board.pieces import Livery
from game.ui.decisions import Controller
from game.ui.model.session_model import Notice, SessionModel
from game.ui.play import panel_text
from game.ui.play.layout import Layout
from game.ui.play.panel import Heading
from game.ui.play.recap import RecapStep, recap_step_of
from game.ui.play.scene import TableScene
from game.ui.replay.timeline_bar import BUTTONS, HIGH, TimelineBar
from game.ui.shell.window import Window
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.section import Section
from game.ui.widgets.tooltip import draw_tooltip
from game.wording import N_, _

if TYPE_CHECKING:
    from game.ui.replay.screen import ReplayScreen

NEAR: Final = 12
"""Events that a step may skip so that its dice are still shown."""
MOST_TOLD: Final = 60
"""Answers that a recap goes back at the most."""


class ReplayModel(SessionModel):
    """A desk on which nothing is decided; whoever decided last is still the one who looks at threats."""

    @property
    def decider(self) -> str:
        """The player who decides at this moment, or who would be asked next."""
        return self.decision.player if self.decision is not None else self.last_decider

    last_decider = ""
    again: Callable[[], Session] | None = None
    """What returns the moment that is shown, asked anew."""

    def open(self, session: Session) -> None:
        """Go on with another moment; what both moments know stays told."""
        self.session = session
        self.notice = Notice()
        self.refresh()

    def retranslate(self) -> None:
        """Ask and tell everything anew, in another language."""
        self.log.clear()
        self.open(self.again() if self.again is not None else self.session)


class ReplayController(Controller):
    """Takes mouse and keys in place of a decision: what can be done at a moment of a game that is looked back at."""

    hint = N_("Left and Right step by event, with Shift by decision, with Ctrl by activation; PgUp, PgDn by round.")

    def __init__(self, model: SessionModel, place: ReplayScreen) -> None:
        super().__init__(model, Choose(player=model.decider, prompt="", rule="", options=()))
        self.place = place

    def actions(self) -> list[MenuItem]:
        """Return what can be done at this moment."""
        return [
            MenuItem("play", _("Stop") if self.place.playing else _("Play"), "space", primary=True),
            MenuItem("branch", _("Practise from here"), "b"),
            MenuItem("annotate", _("Note on this moment"), "a"),
            MenuItem("export", _("Report, film or picture"), "e"),
            MenuItem("sandbox", _("Open in the sandbox"), "s"),
            MenuItem("leave", _("Leave the replay"), "q"),
        ]

    def perform(self, action: MenuItem) -> None:
        """Do what a row says."""
        self.place.do(action.id)

    def space(self, current: MenuItem | None) -> None:
        """Play, or stop."""
        self.place.do("play")

    def weighed(self, pointed: MenuItem | None, piece: str) -> None:
        """Return nothing: no answer is thought of."""


class ReplayScene(TableScene):
    """The table at a moment, the timeline below it."""

    watching = True
    buttons = (  # what cannot be done to the past is not offered
        ("measure", N_("Ruler"), 7, N_("Measure anything (M)")),
        ("menu", N_("Menu"), 8, N_("What can be done here (Esc)")),
        ("help", "?", 5, N_("Keys and signs (F1)")),
    )

    def __init__(
        self, window: Window, place: ReplayScreen, model: ReplayModel, timeline: Timeline, differences: list[Difference]
    ) -> None:
        self.place = place
        self.timeline = timeline
        self.differences = {timeline.index_of(each.entry, each.event): each for each in differences}
        self.moment = timeline.last
        self.news: list[Event] = []
        super().__init__(model, window)
        model.again = lambda: timeline.anew(self.moment)
        self.result_shown = True

    def _build(self) -> None:
        self.bar_below = TimelineBar(self.window.theme, self.timeline, tuple(self.differences))
        super()._build()

    def show_moment(self, moment: int) -> None:
        """Look at another moment; its dice are thrown where it follows the one shown closely."""
        model, timeline = self.model, self.timeline
        before, now = timeline.moments[self.moment].events, timeline.moments[moment].events
        session = timeline.at(moment)
        self.news = list(session.events[before:now]) if 0 < now - before <= NEAR else []
        self.moment = moment
        assert isinstance(model, ReplayModel)
        decision = timeline.at(self._asked()).decision
        model.last_decider = decision.player if decision is not None else model.last_decider
        model.open(session)
        self.measuring.stay()
        self.sync()

    def _asked(self) -> int:
        """Return the moment of the question that the moment shown is about."""
        here = self.timeline.at(self.moment).decision is not None
        return self.moment if here else self.timeline.step(self.moment, "decision", -1)

    def recap(self) -> list[RecapStep]:
        """Return what happened since the player who is asked at this moment last decided, one step an answer."""
        timeline, player, asked = self.timeline, self.model.decider, self._asked()
        seen: list[tuple[int, dict[str, PieceView]]] = []
        for stop in sorted({self.moment, *(stop for stop in timeline.stops("decision") if stop < self.moment)})[::-1]:
            session = timeline.at(stop)
            decided = stop < asked and session.decision is not None and session.decision.player == player
            if decided or len(seen) > MOST_TOLD:
                break
            pieces = {piece.id: piece for piece in session.ruleset.view(session.game).pieces}
            seen.append((timeline.moments[stop].events, pieces))
        steps = [
            recap_step_of(self.model, player, range(earlier, later), before, after)
            for (later, after), (earlier, before) in pairwise(seen)
        ]
        return [step for step in reversed(steps) if step.lines]

    def new_controller(self) -> Controller:
        """Return who takes mouse and keys: always the one who looks on."""
        return ReplayController(self.model, self.place)

    def _throw_dice(self) -> None:
        news, self.news = self.news, []
        pieces = {**self.model.pieces, **self._before}
        self.tray.throw(dice_of(news, pieces, self.model.name_of, self.owners), time.monotonic())

    # -- what is around the table --------------------------------------------------------------

    def lay_out(self, decision_height: int = 0) -> Layout:
        """Leave room for the timeline below the table."""
        layout = super().lay_out(decision_height)
        high = self.theme.px(HIGH)
        table = pygame.Rect(layout.table)
        table.height -= high
        self.bar_below.rect = pygame.Rect(table.left, table.bottom, table.width, high)
        return replace(layout, table=table)

    def draw_more(self, target: pygame.Surface) -> None:
        """Draw the timeline, and what the mouse rests on in it."""
        bar = self.bar_below
        bar.draw(target, self.moment, self.mouse, playing=self.place.playing)
        if not bar.rect.collidepoint(self.mouse) or not self.pointing or self.sheets or self.dialogs.open:
            return
        name = bar.button_at(self.mouse)
        title = next((_(words) for button, words in BUTTONS if button == name), "")
        if not name and bar.track.left <= self.mouse[0] <= bar.track.right:
            title = bar.name_of(bar.snapped(self.mouse[0]))
        if title:
            draw_tooltip(target, self.theme, self.mouse, title, ())

    def heading(self) -> Heading:
        """Say which moment this is, and what happened."""
        if self.measuring.on:
            return panel_text.heading(self)
        model = self.model
        event = next((event for event in reversed(model.session.events) if not event.audience), None)
        text = model.session.ruleset.tell(model.session.game, event) if event is not None else ""
        livery = self.owners.get(model.decider, Livery())
        rule = event.rule if event is not None else ""
        wording = model.session.ruleset.wording(rule) if self.explain and rule else ""
        return Heading(self.bar_below.name_of(self.moment), livery, text, rule, wording, _(ReplayController.hint))

    def sections(self) -> list[Section]:
        """Tell of differences and notes before all else."""
        found = []
        for place, difference in self.differences.items():
            here = place == self.moment
            title = _("Here it differs from the record") if here else _("This game differs from the record")
            where = "" if here else _("({name})", name=self.bar_below.name_of(place))
            found.append(Section(title, (Line(f"{difference.reason} {where}".strip(), difference.rule),), "bad"))
        moment = self.timeline.moments[self.moment]
        for note in self.timeline.session.notes:
            if (note.entries, note.events) == (moment.entries, moment.events):
                title = _("Note by {author}", author=note.author) if note.author else _("Note")
                found.append(Section(title, (Line(note.text),)))
        model = self.model
        if model.decision is not None and not model.decision.secret:
            name = model.player_name(model.decision.player)
            found.append(Section(_("{name} is asked", name=name), (Line(model.decision.prompt, model.decision.rule),)))
        return found + panel_text.sections(self)
