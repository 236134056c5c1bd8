"""The table at one moment of a past game, with all aids of the table."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
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
from game.ui.dock.layout import Layout
from game.ui.dock.text import Heading
from game.ui.play.part import Pane
from game.ui.play.parts.bar import ToolButton
from game.ui.play.parts.hand_over import HandOver
from game.ui.play.recap import RecapStep, recap_step_of
from game.ui.play.scene import TableScene
from game.ui.shell.window import Window
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.memo import Memo
from game.ui.widgets.sheet import Section
from game.ui.widgets.signs import sign
from game.ui.widgets.text import draw_plate, ink
from game.ui.widgets.theme import INK, INK_FAINT, INK_QUIET, LAMP, SLATE, SLATE_LINE, SLATE_RAISED
from game.ui.widgets.tooltip import draw_tooltip
from game.wording import N_, _, language, within_line

HIGH: Final = 9
"""The height of the timeline in steps of the grid."""
BUTTONS: Final = {
    "-activation": N_("{activation}: previous (Ctrl+Left)"),
    "-event": N_("Previous event (Left)"),
    "play": N_("Play (Space)"),
    "+event": N_("Next event (Right)"),
    "+activation": N_("{activation}: next (Ctrl+Right)"),
}
"""The buttons by their commands."""
SIGNS: Final = {"casualty": "cross", "score": "diamond"}
"""The signs of landmarks by their sorts, the most important first."""


PACE: Final = 0.45
"""Seconds per moment while the game plays by itself."""
NEAR: Final = 12
"""The most events that a step may skip while their dice are still shown."""
LONGEST_RECAP: Final = 60
"""The most answers covered by a recap."""


class ReplayModel(SessionModel):
    """A session in which nothing is decided; the player who decided last sees the threats."""

    @property
    def decider(self) -> str:
        return self.decision.player if self.decision is not None else self.last_decider

    last_decider = ""
    again: Callable[[], Session] | None = None
    """Rebuilds and returns the session of the shown moment."""

    def open(self, session: Session) -> None:
        self.session = session
        self.notice = Notice()
        self.refresh()

    def retranslate(self) -> None:
        self.log.clear()
        self.open(self.again() if self.again is not None else self.session)


def rows_of_a_moment() -> list[MenuItem]:
    """Return the actions that are possible at any moment, for the dock and the menu."""
    return [
        MenuItem("branch", _("Practise from here"), "b"),
        MenuItem("annotate", _("Note on this moment"), "a"),
        MenuItem("export", _("Report, video or picture"), "e"),
        MenuItem("sandbox", _("Open in the sandbox"), "s"),
    ]


class ReplayController(Controller):
    """Handles mouse and keys instead of a decision, with the rows for a moment of a replay."""

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
            else MenuItem("leave", _("Leave the replay"), "q", also="escape"),
        ]

    def perform(self, action: MenuItem) -> None:
        self.scene.do(action.id)

    def space(self, current: MenuItem | None) -> None:
        self.scene.do("play")

    def weighed(self, pointed: MenuItem | None, piece: str) -> None:
        """Return None, since no answer is under consideration."""


class ReplayScene(TableScene):
    """The table at a moment, with the timeline below; `do` carries out a command by its name."""

    watching = True
    from_game = False
    """Whether a running game is below."""
    buttons = (  # without commands that would change the past
        ToolButton("measure", N_("Measure"), "tool-measure", N_("Measure anything"), aid=True),
        ToolButton("menu", "", "tool-menu", N_("What can be done here")),
    )

    def __init__(
        self, window: Window, model: ReplayModel, timeline: Timeline, differences: Sequence[Difference]
    ) -> None:
        self.do: Callable[[str], None] = lambda name: None
        self.playing = False
        self._played_at = 0.0
        self.timeline = timeline
        self.differences = {
            timeline.index_of(difference.entry, difference.event): difference for difference in differences
        }
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
        """Show the moment that is a number of units away."""
        self.go(self.timeline.step(self.moment, unit, by))

    def play(self) -> None:
        """Start the automatic play, from the beginning if the end is shown; or stop it."""
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
            and not self.focus.animation.tray.running(now)
        ):
            self._played_at = now
            self.step("event", 1)
            self.playing = self.moment < self.timeline.last
        return super().tick() or self.playing

    def _show_moment(self, moment: int) -> None:
        """Show another moment, and roll its dice if it comes soon after the previous one."""
        model, timeline = self.model, self.timeline
        events_before, events_now = timeline.moments[self.moment].events, timeline.moments[moment].events
        session = timeline.at(moment)
        self.news = list(session.events[events_before:events_now]) if 0 < events_now - events_before <= NEAR else []
        self.moment = moment
        assert isinstance(model, ReplayModel)
        decision = timeline.at(self.last_decision()).decision
        model.last_decider = decision.player if decision is not None else model.last_decider
        model.open(session)
        self.focus.measuring.stay()
        self.sync()

    def last_decision(self) -> int:
        """Return the moment of the decision that led to the shown moment."""
        undecided = self.timeline.at(self.moment).decision is not None
        return self.moment if undecided else self.timeline.step(self.moment, "decision", -1)

    def new_controller(self) -> Controller:
        return ReplayController(self)

    def follow_events(self, still: str) -> None:
        news, self.news = self.news, []
        self.focus.animation.owners = self.focus.context.owners
        self.focus.animation.glide(self.focus.animation.before, self.model.pieces)
        self.focus.animation.tray.throw(self.focus.animation.dice_in(news), time.monotonic())
        self.focus.animation.before = dict(self.model.pieces)

    def lay_out(self) -> Layout:
        layout, height = super().lay_out(), self.window.theme.px(HIGH)
        table = layout.table
        self.course.place(pygame.Rect(table.left, table.bottom - height, table.width, height))
        return layout.above(height)

    def heading(self) -> Heading:
        if self.focus.tool is not None:
            return super().heading()
        model, ruleset = self.model, self.model.session.ruleset
        event = next((event for event in reversed(model.session.events) if not event.audience), None)
        text = ruleset.tell(model.session.game, event) if event is not None else ""
        livery = self.focus.context.owners.get(model.decider, Livery())
        rule = event.rule if event is not None else ""
        hint = _(ReplayController.hint)
        return Heading(self.course.name_of(self.moment), livery, text, rule, hint)

    def sections(self) -> list[Section]:
        sections_found = []
        for index, difference in self.differences.items():
            is_shown = index == self.moment
            title = (
                _("This moment differs from the saved game")
                if is_shown
                else _("The replay differs from the saved game")
            )
            place_name = "" if is_shown else _("({name})", name=self.course.name_of(index))
            sections_found.append(
                Section(title, (Line(f"{difference.reason} {place_name}".strip(), difference.rule),), "bad")
            )
        moment = self.timeline.moments[self.moment]
        for note in self.timeline.session.notes:
            if (note.entries, note.events) == (moment.entries, moment.events):
                title = _("Note by {author}", author=note.author) if note.author else _("Note")
                sections_found.append(Section(title, (Line(note.text),)))
        model = self.model
        if model.decision is not None and not model.decision.concealed:
            name = model.player_name(model.decision.player)
            sections_found.append(
                Section(_("{name} decides", name=name), (Line(model.decision.prompt, model.decision.rule),))
            )
        return sections_found + super().sections()


class PastRecap(HandOver):
    """Hands nothing over; its recap goes back from the shown moment."""

    def __init__(self, scene: ReplayScene) -> None:
        super().__init__(scene.focus)
        self._scene = scene

    def recap(self) -> list[RecapStep]:
        """Return the steps since the last decision of the player who decides at the shown moment."""
        scene, model = self._scene, self.focus.model
        timeline, player, latest = scene.timeline, model.decider, scene.last_decision()
        states: list[tuple[int, dict[str, PieceView]]] = []
        for moment in sorted(
            {scene.moment, *(moment for moment in timeline.stops("decision") if moment < scene.moment)}
        )[::-1]:
            session = timeline.at(moment)
            decided = moment < latest and session.decision is not None and session.decision.player == player
            if decided or len(states) > LONGEST_RECAP:
                break
            pieces = {piece.id: piece for piece in session.ruleset.view(session.game).pieces}
            states.append((timeline.moments[moment].events, pieces))
        steps = [
            recap_step_of(model, player, range(earlier, later), before, after)
            for (later, after), (earlier, before) in pairwise(states)
        ]
        return [step for step in reversed(steps) if step.lines]


class TimelinePane(Pane):
    """The bar below the table with rounds, activations, losses, scores, notes, and the shown moment."""

    name = "timeline"

    def __init__(self, scene: ReplayScene) -> None:
        super().__init__(scene.focus)
        self._scene, self._dragging, self._rect = scene, False, pygame.Rect(0, 0, 0, 0)
        self.timeline = scene.timeline

    def build(self) -> None:
        self._kept = Memo[pygame.Surface]()

    @property
    def rect(self) -> pygame.Rect:
        return self._rect

    @property
    def flags(self) -> tuple[int, ...]:
        """The moments that differ from the record."""
        return tuple(self._scene.differences)

    def place(self, rect: pygame.Rect) -> None:
        """Put the bar into a rectangle of the window."""
        self._rect = rect

    def key(self) -> tuple[object, ...]:
        scene = self._scene
        state = scene.moment, scene.playing, len(self.timeline), len(self.timeline.session.notes), language()
        return *state, self.button_at(self.focus.mouse)

    @property
    def track(self) -> pygame.Rect:
        """The line from the first to the last moment."""
        theme = self.theme
        left = self.button_rect(len(BUTTONS)).left + theme.px(2)
        right = self.rect.right - theme.px(3)
        return pygame.Rect(left, self.rect.top + theme.px(4), max(1, right - left), theme.px(2))

    def button_rect(self, index: int) -> pygame.Rect:
        """Return the rectangle of the button with an index, from the left."""
        theme, size = self.theme, self.theme.px(4)
        box = pygame.Rect(self.rect.left + theme.px(1) + index * (size + theme.px(0.5)), 0, size, size)
        box.centery = self.rect.centery
        return box

    def button_at(self, spot: tuple[int, int]) -> str:
        """Return the name of the button under a pixel, or ""."""
        return next((name for index, name in enumerate(BUTTONS) if self.button_rect(index).collidepoint(spot)), "")

    def x_of(self, moment: int) -> int:
        return round(self.track.left + self.track.width * moment / max(1, self.timeline.last))

    def moment_at(self, x: int) -> int:
        share = (x - self.track.left) / self.track.width
        return max(0, min(self.timeline.last, round(share * self.timeline.last)))

    def snapped(self, x: int) -> int:
        """Return the moment at an x, preferring one with a sign close to it."""
        with_sign = [moment for moment, name in self.signs() if abs(self.x_of(moment) - x) <= self.theme.px(0.625)]
        return min(with_sign, key=lambda moment: abs(self.x_of(moment) - x)) if with_sign else self.moment_at(x)

    def signs(self) -> Iterator[tuple[int, str]]:
        """Yield every moment with a sign, and the sign: of a loss, a score, a note, or a difference."""
        for moment, landmarks in self.timeline.landmarks.items():
            kinds = {SIGNS[landmark.sort] for landmark in landmarks if landmark.sort in SIGNS}
            kind = next((kind for kind in SIGNS.values() if kind in kinds), "")
            if kind:
                yield moment, kind
        for note in self.timeline.session.notes:
            yield self.timeline.index_of(note.entries, note.events), "flag"
        for moment in self.flags:
            yield moment, "warning"

    def name_of(self, moment: int) -> str:
        """Return the displayed name of a moment."""
        number, turn = self.timeline.places[moment]
        if not number and not self.timeline.session.from_setup:
            first = self.timeline.at(0)
            return first.ruleset.view(first.game).round_text
        terms = self.timeline.session.ruleset.terms
        if not number:
            return _(terms.before) if moment else _("The beginning")
        name = _(terms.round, number=number)
        if not turn:
            return _("{round} begins", round=name)
        return _("{round}, {activation} {turn}", round=name, activation=within_line(_(terms.activation)), turn=turn)

    def describe(self, name: str) -> str:
        """Return the description of a button, with its key."""
        return _(BUTTONS[name], activation=_(self.timeline.session.ruleset.terms.activation))

    def draw(self, target: pygame.Surface) -> None:
        """Draw the bar with the handle at the shown moment and its name below it."""
        moment = self._scene.moment
        key = (tuple(self.rect), self.theme.scale, len(self.timeline), len(self.timeline.session.notes), *self.flags)
        target.blit(self._kept.of(key, self._painted), self.rect)
        for index, name in enumerate(BUTTONS):
            self._button(target, self.button_rect(index), name)
        x, track, theme = self.x_of(moment), self.track, self.theme
        past_line = pygame.Rect(track.left, track.centery - theme.px(0.25), x - track.left, theme.px(0.5))
        pygame.draw.rect(target, LAMP, past_line)
        handle = pygame.Rect(0, 0, theme.px(1), theme.px(3))
        handle.center = (x, track.centery)
        draw_plate(target, handle, LAMP, SLATE, theme.px(0.5))
        name, number, count = self.name_of(moment), moment + 1, len(self.timeline)
        text = _("{name}: moment {number} of {all}", name=name, number=number, all=count)
        label = ink(theme, text, "small", "semibold")
        spot = label.get_rect(midbottom=(x, self.rect.bottom - theme.px(0.25)))
        label_bounds = pygame.Rect(track.left, self.rect.top, track.width, self.rect.height)
        spot.clamp_ip(label_bounds if label.get_width() <= label_bounds.width else self.rect)
        target.blit(label, spot)

    def _painted(self) -> pygame.Surface:
        """Return the picture of the bar without the parts that depend on the shown moment."""
        picture = pygame.Surface(self.rect.size, depth=32)
        theme, timeline = self.theme, self.timeline
        offset = -self.rect.left, -self.rect.top
        track = self.track.move(offset)
        picture.fill(SLATE)
        pygame.draw.line(picture, SLATE_LINE, (0, 0), (picture.get_width(), 0))
        pygame.draw.rect(picture, SLATE_RAISED, track, border_radius=theme.px(0.5))
        for moment in timeline.stops("activation"):
            x = self.x_of(moment) + offset[0]
            pygame.draw.line(picture, INK_FAINT, (x, track.centery), (x, track.bottom - 1))
        free_from = theme.px(0)
        for moment in timeline.stops("round"):
            number, turn = timeline.places[moment]
            x = self.x_of(moment) + offset[0]
            if moment == timeline.last or turn or not number:
                continue
            pygame.draw.line(picture, INK_QUIET, (x, track.top - theme.px(0.5)), (x, track.bottom - 1), 2)
            name = ink(theme, _(timeline.session.ruleset.terms.round, number=number), "small", "regular", INK_QUIET)
            if x >= free_from:
                picture.blit(name, (x + theme.px(0.5), theme.px(0.25)))
                free_from = x + name.get_width() + theme.px(1.5)
        for moment, kind in self.signs():
            lift, size = (0.625, 0.5) if kind in ("cross", "diamond") else (0, 1.25)
            sign(picture, kind, (self.x_of(moment) + offset[0], track.top - theme.px(lift)), theme.px(size))
        return picture

    def _button(self, target: pygame.Surface, box: pygame.Rect, name: str) -> None:
        """Draw a button: arrows for steps, or bars while the game plays."""
        pygame.draw.rect(target, SLATE_RAISED, box, border_radius=self.theme.px(0.75))
        if box.collidepoint(self.focus.mouse):
            pygame.draw.rect(target, LAMP, box, 1, border_radius=self.theme.px(0.75))
        size, (x, y) = self.theme.px(0.75), box.center
        if name == "play" and self._scene.playing:
            for dx in (-size, size // 3):
                pygame.draw.rect(target, INK, (x + dx, y - size, size * 2 // 3, 2 * size))
            return
        direction = -1 if name.startswith("-") else 1
        for tip_x in (x - size // 2, x + size // 2) if name.endswith("activation") else (x,):
            base_x = tip_x - direction * size * 0.6
            pygame.draw.polygon(
                target, INK, [(base_x, y - size), (base_x, y + size), (tip_x + direction * size * 0.8, y)]
            )
        if name.endswith("event"):
            pygame.draw.line(target, INK, (x - direction * size, y - size), (x - direction * size, y + size), 2)

    def over(self, target: pygame.Surface) -> None:
        focus, mouse = self.focus, self.focus.mouse
        if not self.rect.collidepoint(mouse) or not focus.pointing or focus.sheets:
            return
        if name := self.button_at(mouse):
            draw_tooltip(target, self.theme, mouse, self.describe(name), ())
        elif self.track.left <= mouse[0] <= self.track.right:
            draw_tooltip(target, self.theme, mouse, self.name_of(self.snapped(mouse[0])), ())

    def input(self, event: pygame.event.Event) -> bool:
        scene = self._scene
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.rect.collidepoint(event.pos):
            if button := self.button_at(event.pos):
                self.focus.perform(button)
            elif event.pos[0] >= self.track.left - self.theme.px(1):
                self._dragging, scene.playing = True, False
                scene.go(self.snapped(event.pos[0]))
        elif event.type == pygame.MOUSEMOTION and self._dragging:
            scene.go(self.moment_at(event.pos[0]))
        elif event.type == pygame.MOUSEBUTTONUP and self._dragging:
            self._dragging = False
        elif event.type == pygame.MOUSEWHEEL and self.rect.collidepoint(self.focus.mouse):
            scene.step("event", -event.y or event.x)
        else:
            return False
        return event.type != pygame.MOUSEMOTION
