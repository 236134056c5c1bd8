"""The bar at the top: title and round, the phases, every player with victory points and a clock."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import pygame

from game.engine.rulebook.ruleset import Terms
from game.engine.rulebook.view import Line, PlayerView, TableView
from game.play.session_model import SessionModel
from game.ui.board.overlays import LEGAL
from game.ui.board.pieces import Livery, paint_swatch
from game.ui.decisions.base import Thing, rows_about
from game.ui.play.focus import Focus
from game.ui.play.part import Pane, Tip
from game.ui.prefs.settings import Options
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.keys import key_label, key_of
from game.ui.widgets.text import blit_at, draw_plate, ink, shorten
from game.ui.widgets.theme import (
    BAD,
    INK,
    INK_FAINT,
    INK_QUIET,
    LAMP,
    SLATE,
    SLATE_HOVER,
    SLATE_LINE,
    SLATE_RAISED,
    Theme,
    mix,
)
from game.wording import N_, _

LONGEST_STEP: Final = 1.0
"""A longer step means that the computer slept; only this many seconds of it count."""


@dataclass(frozen=True)
class Face:
    """The display of a clock: the time as text, and whether it has run out."""

    text: str
    over: bool = False


class Clocks:
    """The clocks of a game: `faces` has each person's display, by player; empty if no clocks are wanted."""

    def __init__(self, model: SessionModel) -> None:
        self.model = model
        self._before: float | None = None
        self._active = ""
        self._activation: dict[str, float] = {}  # seconds used of each activation's share
        self._announced: set[str] = set()
        self.faces: dict[str, Face] = {}

    def tick(self, options: Options, now: float, *, stopped: bool) -> bool:
        """Let time pass, unless `stopped`; return whether any display changed."""
        step, self._before = now - (self._before if self._before is not None else now), now
        model, shown, self.faces = self.model, self.faces, {}
        if options.clock_total or options.clock_activation:
            self._note_activation(options)
            player = model.decider
            if player and not stopped and model.bot is None:
                self._use(options, player, max(0.0, min(step, LONGEST_STEP)))
            people = [each.id for each in model.view.players if each.id not in model.bots]
            self.faces = {person: self._face(options, person) for person in people}
        return self.faces != shown

    def _note_activation(self, options: Options) -> None:
        active = next((piece for piece in self.model.view.pieces if piece.active), None)
        identity = active.id if active is not None else ""
        if identity == self._active:
            return
        self._active = identity
        if active is None:
            return
        player = active.owner or self.model.decider
        self._activation[player] = 0.0
        used = self.model.session.clocks
        used[player] = used.get(player, 0.0) - options.clock_gain
        if self._left(options, player) > 0.0:
            self._announced.discard(player)

    def _use(self, options: Options, player: str, seconds: float) -> None:
        """Charge the seconds to the activation's share first, then to the total."""
        used = self.model.session.clocks
        had = self._activation.get(player, 0.0)
        share = min(seconds, max(0.0, options.clock_activation - had))
        self._activation[player] = had + seconds
        if options.clock_total:
            used[player] = used.get(player, 0.0) + seconds - share
        if self._left(options, player) <= 0.0 and player not in self._announced:
            self._announced.add(player)
            name = self.model.player_name(player)
            self.model.notice.title = _("{name} is out of time; the game goes on", name=name)

    def _left(self, options: Options, player: str) -> float:
        share = options.clock_activation - self._activation.get(player, 0.0)
        if not options.clock_total:
            return share
        return 60.0 * options.clock_total - self.model.session.clocks.get(player, 0.0) + max(0.0, share)

    def _face(self, options: Options, player: str) -> Face:
        left = self._left(options, player)
        whole = math.ceil(left - 1e-9) if left > 0.0 else -math.floor(-left)
        minutes, seconds = divmod(abs(whole), 60)
        sign = "\u2212" if left <= 0.0 else ""
        return Face(f"{sign}{minutes}:{seconds:02d}", left <= 0.0)


CORNER: Final = 0.75
"""Radius of the corners in units of the theme."""


@dataclass(frozen=True)
class Button:
    """A button's label and place in pixels."""

    label: str
    rect: pygame.Rect


@dataclass
class Buttons:
    """Buttons by name. `held` is the one on which the mouse button went down, "" for none."""

    theme: Theme
    shown: Mapping[str, Button] = field(default_factory=dict)
    held: str = ""

    def at(self, spot: tuple[int, int]) -> str:
        """Return the name of the button under a pixel, or "" for none."""
        return next((name for name, button in self.shown.items() if button.rect.collidepoint(spot)), "")

    def handle(self, event: pygame.event.Event) -> tuple[bool, str]:
        """Return whether an event was theirs, and the name of the button that it pressed, if any."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.held = self.at(event.pos)
            return bool(self.held), ""
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.held:
            held, self.held = self.held, ""
            return True, held if held == self.at(event.pos) else ""
        return False, ""

    def key(self, mouse: tuple[int, int]) -> tuple[object, ...]:
        """Return a cache key of their picture."""
        return self.shown, self.held, self.at(mouse)

    def draw(self, target: pygame.Surface, mouse: tuple[int, int]) -> None:
        """Draw them, the one under the mouse lighter, the held one framed like what is chosen."""
        under = self.at(mouse)
        for name, button in self.shown.items():
            held = name == self.held
            frame = LAMP if held and name == under else INK_FAINT if name == under else SLATE_LINE
            fill, theme, rect = SLATE_HOVER if held or name == under else SLATE_RAISED, self.theme, button.rect
            draw_plate(target, rect, fill, frame, theme.px(CORNER))
            label = shorten(theme, button.label, rect.width, "small")
            blit_at(target, ink(theme, label, "small", "regular", INK), center=rect.center)


LEFT_OUT: Final = ("load", "save", "redo", "undo", "measure")
"""The buttons that a narrow bar omits, in this order."""
PLATE: Final = (13, 24)
"""The smallest and largest width of a player's plate, in units of the theme."""
NAMED: Final = 17
"""The width of a plate with room for a name; the buttons in `FOR_NAMES` are omitted for it."""
FOR_NAMES: Final = ("load", "save", "redo")
TITLE: Final = 13
"""The smallest width of the title, in units of the theme."""

TOOLS: Final = (
    ("measure", N_("Ruler"), 7, N_("Measure anything")),
    ("undo", N_("Undo"), 8, N_("Undo the last decision")),
    ("redo", N_("Redo"), 8, N_("Redo what you undid")),
    ("save", N_("Save"), 8, N_("Save the game")),
    ("load", N_("Load"), 8, N_("Continue a saved game")),
    ("menu", N_("Menu"), 8, N_("Concede, options, quit")),
    ("help", "?", 5, N_("Keys and signs")),
)
"""The buttons of the bar: commands, labels, widths in units of the theme, and tips, to which the key is added."""


class Bar(Pane):
    """The bar, with its `tools` as buttons, and the clocks.

    `buttons` are commands, labels, widths in units of the theme, and tips.
    """

    name = "bar"

    def __init__(self, focus: Focus, buttons: Sequence[tuple[str, str, int, str]]) -> None:
        super().__init__(focus)
        self.buttons = buttons
        self.tips = {name: tip for name, _label, _wide, tip in buttons}
        self.clocks = Clocks(focus.model)
        self.tools_width = 0

    def build(self) -> None:
        self.tools = Buttons(self.theme)
        self._laid: tuple[object, ...] = ()

    def follow(self) -> None:
        view = self._view
        laid = tuple(self.rect), self.names_phases, view.title, len(view.players)
        if laid != self._laid:
            self._laid, self.tools.shown = laid, self.lay_out_tools()

    @property
    def names_phases(self) -> bool:
        """Whether the phases have no phases of their own."""
        return not self.focus.layout.phases.height

    def tick(self, now: float) -> bool:
        animation = self.focus.animation
        stopped = bool(self.focus.sheets) or animation.playing or animation.tray.running(now)
        return self.clocks.tick(self.focus.options, now, stopped=stopped)

    def lay_out_tools(self) -> dict[str, Button]:
        """Return the buttons that fit beside title and plates, by name, at the right end of the bar."""
        theme, gap = self.theme, self.theme.px(0.5)
        # A label that is longer in another language widens its button.
        widths = {
            name: max(theme.px(wide), ink(theme, _(label)).get_width() + theme.px(2))
            for name, label, wide, _tip in self.buttons
        }
        kept = self.fitting(widths, self.rect.width)
        self.tools_width = sum(widths[name] + gap for name in kept) + theme.px(1.5)
        x, found = self.rect.right - self.tools_width, {}
        for name, label, _wide, _tip in self.buttons:
            if name in kept:
                rect = pygame.Rect(x, self.rect.top + theme.px(1.5), widths[name], self.rect.height - theme.px(3))
                found[name] = Button(_(label), rect)
                x = rect.right + gap
        return found

    def input(self, event: pygame.event.Event) -> bool:
        consumed, name = self.tools.handle(event)
        if name:
            self.focus.perform(name)
        elif event.type == pygame.MOUSEMOTION:
            rows = self._rows_at(event.pos)
            if len(rows) == 1:
                self.focus.actions.hover(rows[0].id)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and not consumed:
            rows, controller = self._rows_at(event.pos), self.focus.controller
            if rows and controller is not None and self.focus.tool is None:
                self.focus.call(lambda: controller.choose(rows))
                return True
        return consumed

    def _rows_at(self, pixel: tuple[int, int]) -> list[MenuItem]:
        """Return the rows about the player whose plate is at a pixel."""
        player = self.player_at(pixel)
        return rows_about(self.focus.actions.actions, Thing(player=player.id)) if player is not None else []

    def tip(self, pixel: tuple[int, int]) -> Tip | None:
        view = self._view
        if name := self.tools.at(pixel):
            return f"{_(self.tips[name])} ({key_label(key_of(self.focus.options.keys, name))})", ()
        if (phase := self.phase_at(pixel)) >= 0:
            return view.phases[phase], ()
        player = self.player_at(pixel)
        if player is None:
            return None
        points = f"{player.score} {_(self._terms.points)}"
        return player.name, (Line(points), *(Line(note) for note in player.notes), *player.details)

    def vital(self) -> Sequence[pygame.Rect]:
        buttons = [button.rect for button in self.tools.shown.values()]
        return [*buttons, *self.plates().values()]

    @property
    def _view(self) -> TableView:
        return self.focus.animation.view

    @property
    def _terms(self) -> Terms:
        return self.focus.model.session.ruleset.terms

    def fitting(self, widths: Mapping[str, int], width: int) -> list[str]:
        """Return the buttons (their pixels by name) that fit into a bar of that width beside title, phase and plates.

        Menu and help are always there: they, and keys, replace omitted buttons.
        """
        theme, kept, count = self.theme, list(widths), len(self._view.players)
        for name in LEFT_OUT:
            each = NAMED if name in FOR_NAMES else PLATE[0]
            needed = self._beside() + count * theme.px(each)
            if needed + sum(widths[each] + theme.px(0.5) for each in kept) + theme.px(5.5) > width and name in kept:
                kept.remove(name)
        return kept

    def places(self) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
        """Return the rectangles of title, phases and plates; none overlaps another or the buttons.

        The plates depend only on the window, the names of game and phases, and the number of players, so that they stay
        in place during a game; the phases get the remaining room.
        """
        pad, tools = self.theme.px(2), self.rect.right - self.tools_width
        free, count = tools - self.rect.left - 2 * pad, max(1, len(self._view.players))
        low, most = map(self.theme.px, PLATE)
        least = min(low, (free - self._title_least()) // count)
        each = max(least, min(most, (free - self._beside()) // count))
        players = min(each * count, free)
        right = pygame.Rect(tools - pad - players, self.rect.top, players, self.rect.height)
        left = pygame.Rect(self.rect.left + pad, self.rect.top, 0, self.rect.height)
        left.width = max(0, min(self._title_width(), right.left - left.left))
        middle = pygame.Rect(left.right, self.rect.top, max(0, right.left - left.right - pad), self.rect.height)
        return left, middle, right

    def plates(self) -> dict[str, pygame.Rect]:
        """Return the rectangle of every player's plate, by id; their order is that of the ids."""
        whole = self.places()[2]
        players = sorted(self._view.players, key=lambda player: player.id)
        wide = whole.width // max(1, len(players))
        return {
            player.id: pygame.Rect(whole.left + number * wide, whole.top, wide, whole.height)
            for number, player in enumerate(players)
        }

    def framed(self, plate: pygame.Rect) -> pygame.Rect:
        """Return the part of a plate that is framed and drawn on."""
        return plate.inflate(-self.theme.px(1), -self.theme.px(1.5))

    def player_at(self, spot: tuple[int, int]) -> PlayerView | None:
        """Return the player whose plate is under a pixel."""
        if not self.rect.collidepoint(spot):
            return None
        plates = self.plates()
        return next((player for player in self._view.players if plates[player.id].collidepoint(spot)), None)

    def _beside(self) -> int:
        """Return the pixels that the title and the longest phase, if the bar names it, need in any round."""
        longest = max(self._chips(), default=0) if self.names_phases else 0
        return self._title_least() + longest + self.theme.px(4)

    def _title_least(self) -> int:
        return max(ink(self.theme, self._view.title, "body", "title").get_width(), self.theme.px(TITLE))

    def _title_width(self) -> int:
        name = ink(self.theme, self._view.title, "body", "title").get_width()
        return max(name, ink(self.theme, self._view.round_text, "small").get_width()) + self.theme.px(2)

    def _chips(self) -> list[int]:
        names = [ink(self.theme, name, "small", "semibold").get_width() for name in self._view.phases]
        return [name + 2 * self.theme.px(1.5) for name in names]

    def _together(self, chips: list[int]) -> int:
        return sum(chips) + self.theme.px(0.5) * max(0, len(chips) - 1)

    def _to_choose(self) -> dict[str, bool]:
        """Return the players that can be chosen, each with whether the row under the mouse is about that player."""
        pointed, rows = self.focus.actions.pointed(), self.focus.actions.actions
        players = sorted({player for row in rows if row.enabled for player in row.about.players})
        return {player: pointed is not None and player in pointed.about.players for player in players}

    def key(self) -> tuple[object, ...]:
        animation, chosen, faces = self.focus.animation, self._to_choose(), self.clocks.faces
        key = self._view, animation.decider, tuple(faces.items()), tuple(chosen.items())
        return *key, *self.tools.key(self.focus.mouse)

    def draw(self, target: pygame.Surface) -> None:
        view, owners, theme = self._view, self.focus.context.owners, self.theme
        pygame.draw.rect(target, SLATE, self.rect)
        pygame.draw.line(target, SLATE_LINE, self.rect.bottomleft, self.rect.bottomright)
        title, _phases, _players = self.places()
        self._title(target, title)
        self._phases(target)
        plates, decider, choices = self.plates(), self.focus.animation.decider, self._to_choose()
        for player in view.players:
            box = self.framed(plates[player.id])
            livery, clock = owners.get(player.id, Livery()), self.clocks.faces.get(player.id)
            self._player(target, player, livery, box, clock, deciding=player.id == decider)
            if player.id in choices:
                colour = LAMP if choices[player.id] else LEGAL
                pygame.draw.rect(target, colour, box, max(2, theme.px(0.375)), border_radius=theme.px(1))
        self.tools.draw(target, self.focus.mouse)

    def _title(self, target: pygame.Surface, box: pygame.Rect) -> None:
        theme, view = self.theme, self._view
        name = shorten(theme, view.title, box.width, "body", "title")
        head = ink(theme, name, "body", "title")
        below = ink(theme, shorten(theme, view.round_text, box.width, "small"), "small", "regular", INK_QUIET)
        top = box.centery - (head.get_height() + below.get_height() - theme.px(0.5)) // 2
        target.blit(head, (box.left, top))
        target.blit(below, (box.left, top + head.get_height() - theme.px(0.5)))

    def phases(self) -> dict[int, pygame.Rect]:
        """Return the rectangles of all phases that fit, by number.

        In a narrow bar only the present one is named; the others are dots, or left out.
        """
        theme, gap, chips, box = self.theme, self.theme.px(0.5), self._chips(), self.places()[1]
        full = self._together(chips) <= box.width
        dotted = max(chips, default=0) + (len(chips) - 1) * (theme.px(2) + gap) <= box.width
        x, found = box.left, dict[int, pygame.Rect]()
        for number, width in enumerate(chips if self.names_phases else ()):
            here = number == self._view.phase
            if not full and not dotted and (not here or width > box.width):
                continue
            wide = min(width, max(0, box.right - x)) if full or here else theme.px(2)
            found[number] = pygame.Rect(x, box.centery - theme.px(1.75), wide, theme.px(3.5))
            x += (width if full or here else wide) + gap
        return found

    def phase_at(self, spot: tuple[int, int]) -> int:
        """Return the number of the phase under a pixel, -1 if none is."""
        return next((number for number, rect in self.phases().items() if rect.collidepoint(spot)), -1)

    def _phases(self, target: pygame.Surface) -> None:
        theme, view = self.theme, self._view
        for number, chip in self.phases().items():
            here, name = number == view.phase, view.phases[number]
            if not here and chip.width <= theme.px(2):
                pygame.draw.circle(target, INK_FAINT, chip.center, theme.px(0.5), 0 if number < view.phase else 1)
                continue
            fill = mix(SLATE_RAISED, LAMP, 0.2) if here else SLATE_RAISED
            pygame.draw.rect(target, fill, chip, border_radius=chip.height // 2)
            if here:
                pygame.draw.rect(target, LAMP, chip, 1, border_radius=chip.height // 2)
            colour = INK if here else (INK_QUIET if number > view.phase else INK_FAINT)
            label = shorten(theme, name, chip.width - theme.px(1.5), "small", "semibold")
            blit_at(target, ink(theme, label, "small", "semibold", colour), center=chip.center)

    def _player(
        self,
        target: pygame.Surface,
        player: PlayerView,
        livery: Livery,
        plate: pygame.Rect,
        clock: Face | None,
        *,
        deciding: bool,
    ) -> None:
        theme = self.theme
        if deciding:
            draw_plate(
                target,
                plate,
                mix(SLATE_RAISED, livery.colour, 0.22),
                livery.colour,
                theme.px(1),
                max(1, theme.px(0.25)),
            )
        swatch = paint_swatch(livery, theme.px(2.5))
        left = blit_at(target, swatch, midleft=(plate.left + theme.px(1), plate.centery)).right + theme.px(1)
        unit = ink(theme, _(self._terms.points), "small", "regular", INK_QUIET)
        score = ink(theme, str(player.score), "large", "bold", INK)
        right = plate.right - theme.px(1)
        timed = ink(theme, clock.text, "body", "semibold").get_width() + theme.px(1) if clock is not None else 0
        beside = right - left - unit.get_width() - score.get_width() - timed - theme.px(1)
        note = self._note(player, beside)
        below = self._note(player, right - left) if self._terms.spends and not note else ""  # the points make room
        high = plate.centery - (theme.px(1) if below else 0)
        note = note or below
        if unit.get_width() + score.get_width() + theme.px(0.5) <= right - left:
            right = blit_at(target, unit, midright=(right, high + theme.px(0.25))).left - theme.px(0.5)
        right = blit_at(target, score, midright=(right, high)).left
        room = right - left - theme.px(0.5)
        if clock is not None:
            colour = BAD if clock.over else INK if deciding else INK_QUIET
            text = ink(theme, clock.text, "body", "semibold", colour)
            spot = blit_at(target, text, midright=(left + room, high))
            if deciding:
                pygame.draw.line(target, colour, spot.bottomleft, spot.bottomright, max(1, theme.px(0.25)))
            room -= spot.width + theme.px(1)
        if room < theme.px(4):  # show only colour, pattern and points
            return
        name = ink(theme, shorten(theme, player.name, room, "body", "semibold"), "body", "semibold")
        if note:
            target.blit(name, (left, plate.centery - name.get_height() + theme.px(0.5)))
            target.blit(ink(theme, note, "small", "regular", INK_QUIET), (left, plate.centery))
        else:
            blit_at(target, name, midleft=(left, plate.centery))

    def _note(self, player: PlayerView, room: int) -> str:
        """Return as many of a player's notes as fit below name and points."""
        fewer = [", ".join(player.notes[:count]) for count in range(len(player.notes), 0, -1)]
        return next((note for note in fewer if ink(self.theme, note, "small").get_width() <= room), "")
