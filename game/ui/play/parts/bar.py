"""The bar at the top of the window: the round, the phases, players with score and clock, aids, undo and menu."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

import pygame

from game.engine.rulebook.ruleset import Terms
from game.engine.rulebook.view import Line, PlayerView, Stock, TableView
from game.play.session_model import SessionModel
from game.ui.board.overlays import LEGAL
from game.ui.board.pieces import Livery, paint_swatch
from game.ui.decisions.base import Thing, rows_about
from game.ui.play.focus import Focus
from game.ui.play.part import Pane, Part, Tip
from game.ui.play.parts.phases import Rail
from game.ui.prefs.settings import Options
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.keys import key_shown
from game.ui.widgets.signs import icon
from game.ui.widgets.text import blit_at, draw_plate, fading, ink, shorten
from game.ui.widgets.theme import (
    BAD,
    DARK,
    INK,
    INK_FAINT,
    INK_QUIET,
    LAMP,
    SLATE,
    SLATE_HOVER,
    SLATE_LINE,
    SLATE_RAISED,
    Colour,
    Theme,
    mix,
    readable_on,
)
from game.wording import N_, _

LONGEST_STEP: Final = 1.0
"""The most seconds counted for one step: a longer one means that the computer slept."""


@dataclass(frozen=True)
class Face:
    """What a clock displays: the time as text, and whether it has run out."""

    text: str
    over: bool = False


class Clocks:
    """The clocks of a game. `faces` has the display of each person's clock; it is empty without clocks."""

    def __init__(self, model: SessionModel) -> None:
        self.model = model
        self._before: float | None = None
        self._active = ""
        self._activation: dict[str, float] = {}  # seconds used of the time for each activation, by player
        self._announced: set[str] = set()
        self.faces: dict[str, Face] = {}

    def tick(self, options: Options, now: float, *, stopped: bool) -> bool:
        """Let time pass, unless `stopped`; return whether any display changed."""
        step, self._before = now - (self._before if self._before is not None else now), now
        model, old_faces, self.faces = self.model, self.faces, {}
        if options.clock_total or options.clock_activation:
            self._note_activation(options)
            player = model.decider
            if player and not stopped and model.bot is None:
                self._use(options, player, max(0.0, min(step, LONGEST_STEP)))
            self.faces = {person: self._face(options, person) for person in model.people}
        return self.faces != old_faces

    def _note_activation(self, options: Options) -> None:
        """Begin a new activation if the active piece has changed: its player gains time."""
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
        """Charge seconds to the time for the activation first, then to the total."""
        used = self.model.session.clocks
        used_before = self._activation.get(player, 0.0)
        from_activation = min(seconds, max(0.0, options.clock_activation - used_before))
        self._activation[player] = used_before + seconds
        if options.clock_total:
            used[player] = used.get(player, 0.0) + seconds - from_activation
        if self._left(options, player) <= 0.0 and player not in self._announced:
            self._announced.add(player)
            name = self.model.player_name(player)
            self.model.notice.title = _("{name} is out of time; the game goes on", name=name)

    def _left(self, options: Options, player: str) -> float:
        """Return the seconds that a player has left."""
        of_activation = options.clock_activation - self._activation.get(player, 0.0)
        if not options.clock_total:
            return of_activation
        return 60.0 * options.clock_total - self.model.session.clocks.get(player, 0.0) + max(0.0, of_activation)

    def _face(self, options: Options, player: str) -> Face:
        """Return the display of a player's clock."""
        left = self._left(options, player)
        # time left is rounded up, overtime down; 1e-9 absorbs floating-point noise
        rounded = math.ceil(left - 1e-9) if left > 0.0 else -math.floor(-left)
        minutes, seconds = divmod(abs(rounded), 60)
        sign = "\u2212" if left <= 0.0 else ""
        return Face(f"{sign}{minutes}:{seconds:02d}", left <= 0.0)


CORNER: Final = 8
"""Radius of the corners, in pixels at normal scale."""


@dataclass(frozen=True)
class Button:
    """A button of the bar: its icon, its word ("" without room), its place in pixels, and whether it is an aid."""

    icon: str
    word: str
    rect: pygame.Rect
    aid: bool = False


@dataclass
class Buttons:
    """The buttons of the bar, by name.

    `held` is the one on which the mouse button went down, `lit` are those switched on, `pale` those that do nothing
    now. `unit` is the number of pixels of the window for one at normal scale, `type` the size of words.
    """

    theme: Theme
    shown: Mapping[str, Button] = field(default_factory=dict)
    held: str = ""
    lit: frozenset[str] = frozenset()
    pale: frozenset[str] = frozenset()
    unit: float = 1.0
    type: int = 15

    def at(self, spot: tuple[int, int]) -> str:
        """Return the name of the button under a pixel, or ""."""
        return next((name for name, button in self.shown.items() if button.rect.collidepoint(spot)), "")

    def handle(self, event: pygame.event.Event) -> tuple[bool, str]:
        """Return whether an event was for a button, and the name of the button that it pressed or ""."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.held = self.at(event.pos)
            return bool(self.held), ""
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.held:
            held, self.held = self.held, ""
            return True, held if held == self.at(event.pos) else ""
        return False, ""

    def key(self, mouse: tuple[int, int]) -> tuple[object, ...]:
        """Return a cache key of the buttons' picture."""
        return self.shown, self.held, self.lit, self.pale, self.at(mouse)

    def draw(self, target: pygame.Surface, mouse: tuple[int, int]) -> None:
        """Draw the buttons: lighter under the mouse, framed while held, filled while switched on."""
        hovered, unit = self.at(mouse), self.unit
        for name, button in self.shown.items():
            is_held, lit, pale, rect = name == self.held, name in self.lit, name in self.pale, button.rect
            frame = SLATE_LINE
            if name == hovered:
                frame = LAMP if is_held else INK_FAINT
            raised = SLATE_HOVER if is_held or name == hovered else SLATE_RAISED
            fill = SLATE if pale else raised
            if lit:
                fill = LAMP
            draw_plate(target, rect, fill, frame, round(CORNER * unit))
            ground = self.theme.tone(fill)
            colour = INK_FAINT if pale else INK
            if lit:
                colour = readable_on(ground)
            tint = LAMP if button.aid and not lit else colour
            size = round(ICON * unit)
            picture = icon(button.icon, size, tint)
            if not button.word:
                blit_at(target, picture, center=rect.center)
                continue
            left = blit_at(target, picture, midleft=(rect.left + round(9 * unit), rect.centery)).right
            word = ink(self.theme, button.word, self.type, "semibold", colour)
            blit_at(target, word, midleft=(left + round(6 * unit), rect.centery))


USUAL: Final = 44
"""The height of the bar in pixels at normal scale, for which all other sizes are given."""
TYPE, TITLE, SCORE, ICON = 15, 20, 24, 20
"""Sizes of type (normal, round, scores) and of icons."""
PAD, GAP = 16, 8
"""The margin at both ends, and between plates and buttons."""
DOT: Final = 16
"""The width of a phase shown as a dot."""
NAMED: Final = (108, 172)
"""The smallest and the largest width of a plate with a name."""


class ToolButton(NamedTuple):
    """A button of the bar: its command, word, icon, and tip, to which the key is added; and whether it is an aid.

    In a narrow bar, aids lose their words first, then the last of them is left out, and so on.
    """

    command: str
    word: str
    icon: str
    tip: str
    aid: bool = False


TOOLS: Final = (
    ToolButton("measure", N_("Measure"), "tool-measure", N_("Measure anything"), aid=True),
    ToolButton("threats", N_("Threat"), "tool-threats", N_("Show where enemies could strike"), aid=True),
    ToolButton("coach", N_("Coach"), "tool-coach", N_("Ask the coach"), aid=True),
    ToolButton("ask", N_("Where?"), "tool-ask", N_("Ask where a piece could stand"), aid=True),
    ToolButton("undo", "", "tool-undo", N_("Undo the last decision")),
    ToolButton("menu", "", "tool-menu", N_("Save, load, concede, options, quit")),
)
"""The buttons of the bar; a new one is a row here."""

Phases = Literal["named", "dots", "present", ""]
"""The way phases are shown: all by name, dots around the present one, the present one alone, or none."""


@dataclass(frozen=True)
class Plan:
    """What a bar of some width shows: words on buttons, the round in words, names on plates, and which `buttons`."""

    words: bool
    spelled: bool
    phases: Phases
    names: bool
    buttons: tuple[str, ...]


class Bar(Pane):
    """The bar: the round, the phases, the players with scores and clocks, and `buttons`.

    The aids of `parts` light up their buttons. `rail` has the phases.
    """

    name = "bar"
    parts: Sequence[Part] = ()

    def __init__(self, focus: Focus, buttons: Sequence[ToolButton]) -> None:
        super().__init__(focus)
        self.buttons = buttons
        self.tips = {button.command: button.tip for button in buttons}
        self.clocks = Clocks(focus.model)
        self.rail = Rail(focus)
        self.tools_width = 0

    def build(self) -> None:
        self.tools = Buttons(self.theme)
        self.plan = Plan(False, False, "", False, ())
        self._laid: tuple[object, ...] = ()

    def follow(self) -> None:
        self.rail.follow()
        view = self._view
        laid = tuple(self.rect), view.phases, view.round_text, tuple(player.name for player in view.players)
        if laid != self._laid:
            self._laid, self.plan = laid, self.planned(self.rect.width)
            self.tools.unit, self.tools.type = self.rect.height / USUAL, self._type(TYPE)
            self.tools.shown = self.lay_out_tools()
        self.tools.lit = frozenset(name for part in self.parts for name in part.aids() if name in self.tips)

    @property
    def unit(self) -> float:
        """The pixels of the window for one at normal scale; type keeps its size even in a low bar."""
        return max(self.theme.scale, self.rect.height / USUAL)

    def px(self, pixels: float) -> int:
        """Return pixels at normal scale in pixels of the window."""
        return round(pixels * self.rect.height / USUAL)

    def _type(self, size: int) -> int:
        """Return a size of type at normal scale in pixels of the window."""
        return round(size * self.unit)

    def _ink(self, text: str, size: int = TYPE, weight: str = "semibold", colour: Colour = INK) -> pygame.Surface:
        return ink(self.theme, text, self._type(size), weight, colour)

    def _wide(self, text: str, size: int = TYPE, weight: str = "semibold") -> int:
        return self._ink(text, size, weight).get_width()

    def tick(self, now: float) -> bool:
        animation = self.focus.animation
        stopped = bool(self.focus.sheets) or animation.playing or animation.tray.running(now)
        return self.clocks.tick(self.focus.options, now, stopped=stopped)

    # -- layout ----------------------------------------------------------------------------------

    def planned(self, width: int) -> Plan:
        """Return the fullest plan that fits a bar of this width."""
        plans = [*self._plans(tuple(button.command for button in self.buttons))]
        return next((plan for plan in plans if self._needed(plan) <= width), plans[-1])

    def _plans(self, buttons: tuple[str, ...]) -> Iterator[Plan]:
        """Yield plans for the bar, from the fullest to the shortest."""
        ways: tuple[Phases, ...] = ("named", "dots", "present") if any(self._view.rail) else ("dots", "present")
        for words in (True, False):
            yield Plan(words, True, ways[0], True, buttons)
        for phases in ways:
            yield Plan(False, False, phases, True, buttons)
        yield Plan(False, False, "present", False, buttons)
        fewer = buttons
        for aid in reversed([button.command for button in self.buttons if button.aid]):
            fewer = tuple(name for name in fewer if name != aid)
            yield Plan(False, False, "present", False, fewer)
        yield Plan(False, False, "", False, fewer)

    def _needed(self, plan: Plan) -> int:
        plates = sum(self._plate_width(plan, player) + self.px(GAP) for player in self._view.players)
        return self._left_width(plan) + self._phases_width(plan) + plates + self._tools_width(plan) + self.px(3 * PAD)

    def _left_width(self, plan: Plan) -> int:
        return sum(self._wide(*part[:3]) for part in round_of(self._view.round_text, spelled=plan.spelled))

    def _phases_width(self, plan: Plan) -> int:
        """Return the width of the phases; it is the same in every phase, so that plates stay in place."""
        names = self._view.phases
        if not plan.phases or not names:
            return 0
        longest = max(self._chip_width(name) for name in names)
        if plan.phases == "named":
            rail = [self._chip_width(name) for name in self._view.rail if name]
            return max(sum(rail), longest) + self.px(PAD)
        return longest + (self.px(DOT) * (len(names) - 1) if plan.phases == "dots" else 0) + self.px(PAD)

    def _chip_width(self, name: str) -> int:
        return self._wide(name) + self.px(28 if self._view.rail else 22)

    def _plate_width(self, plan: Plan, player: PlayerView) -> int:
        """Return the width of a player's plate: swatch, name, stocks, clock and a score of two digits."""
        stocks = self.px(44) * max(1, len(player.left)) if plan.names else 0
        clock = self.px(52) if self.clocks.faces or self.focus.options.clock_total else 0
        score = self._wide("88", SCORE, "bold")
        if not plan.names:
            return self.px(52) + score + clock
        low, high = map(self.px, NAMED)
        name = min(self._wide(player.name), high - low + round(40 * self.unit))
        return max(low, self.px(52) + name + stocks + score) + clock

    def _button_width(self, plan: Plan, button: ToolButton) -> int:
        if not plan.words or not button.word:
            return self.px(42 if button.aid else 38)
        return self._wide(_(button.word)) + self.px(ICON + 26)

    def _tools_width(self, plan: Plan) -> int:
        widths = [self._button_width(plan, button) for button in self.buttons if button.command in plan.buttons]
        return sum(widths) + self.px(6) * len(widths) + self.px(GAP)

    def lay_out_tools(self) -> dict[str, Button]:
        """Return the buttons that fit, by name, at the right end of the bar."""
        plan, placed = self.plan, dict[str, Button]()
        height = min(self.px(33), self.rect.height - self.px(6))
        self.tools_width = self._tools_width(plan)
        x = self.rect.right - self.tools_width
        for button in self.buttons:
            if button.command in plan.buttons:
                rect = pygame.Rect(x, 0, self._button_width(plan, button), height)
                rect.centery = self.rect.centery
                word = _(button.word) if plan.words and button.word else ""
                placed[button.command] = Button(button.icon, word, rect, button.aid)
                x = rect.right + self.px(6)
        return placed

    def places(self) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
        """Return the rectangles of the round, the phases and the plates, which do not overlap.

        The plates depend only on the window, the names of phases, and the players, so that they stay in place during a
        game.
        """
        plan, bar = self.plan, self.rect
        pad, right = self.px(PAD), bar.right - self.tools_width - self.px(GAP)
        wanted_width = sum(self._plate_width(plan, player) + self.px(GAP) for player in self._view.players)
        players = min(wanted_width, max(0, right - bar.left - pad))
        plates = pygame.Rect(right - players, bar.top, players, bar.height)
        left = pygame.Rect(bar.left + pad, bar.top, 0, bar.height)
        left.width = max(0, min(self._left_width(plan), plates.left - left.left))
        middle = pygame.Rect(min(left.right + pad, plates.left), bar.top, 0, bar.height)
        middle.width = max(0, min(self._phases_width(plan), plates.left - middle.left))
        return left, middle, plates

    def plates(self) -> dict[str, pygame.Rect]:
        """Return the rectangle of each player's plate by the player's id, in the order of the ids."""
        room, placed = self.places()[2], dict[str, pygame.Rect]()
        players = sorted(self._view.players, key=lambda player: player.id)
        wanted_widths = [self._plate_width(self.plan, player) + self.px(GAP) for player in players]
        shrink, x = min(1.0, room.width / max(1, sum(wanted_widths))), room.left
        for player, width in zip(players, wanted_widths, strict=True):
            placed[player.id] = pygame.Rect(x, room.top, int(width * shrink), room.height)
            x = placed[player.id].right
        return placed

    def framed(self, plate: pygame.Rect) -> pygame.Rect:
        """Return the framed part of a plate."""
        height = min(self.px(36), self.rect.height - self.px(6))
        framed = pygame.Rect(plate.left, 0, max(0, plate.width - self.px(GAP)), height)
        framed.centery = plate.centery
        return framed

    def player_at(self, spot: tuple[int, int]) -> PlayerView | None:
        """Return the player whose plate is under a pixel; None without one."""
        if not self.rect.collidepoint(spot):
            return None
        plates = self.plates()
        return next((player for player in self._view.players if plates[player.id].collidepoint(spot)), None)

    def phases(self) -> dict[int, pygame.Rect]:
        """Return the rectangles of the phases that are shown, by their number."""
        view, plan, box = self._view, self.plan, self.places()[1]
        height, x, placed = self.px(26), box.left, dict[int, pygame.Rect]()
        only_present = plan.phases == "present" or (plan.phases == "named" and not view.rail[view.phase])
        for number in range(len(view.phases) if plan.phases else 0):
            is_present = number == view.phase
            if not is_present and (only_present or (plan.phases == "named" and not view.rail[number])):
                continue
            is_dot = plan.phases == "dots" and not is_present
            width = self.px(DOT) if is_dot else self._chip_width(self.phase_name(number))
            width = max(0, min(width, box.right - x))
            placed[number] = pygame.Rect(x, box.centery - height // 2, width, height)
            x += width
        return placed

    def phase_name(self, number: int) -> str:
        """Return the name of a phase as shown: its short name if all phases are named."""
        short = self._view.rail[number] if self.plan.phases == "named" else ""
        return short or self._view.phases[number]

    def phase_at(self, spot: tuple[int, int]) -> int:
        """Return the number of the phase under a pixel, or -1."""
        return next((number for number, rect in self.phases().items() if rect.collidepoint(spot)), -1)

    # -- input -----------------------------------------------------------------------------------

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
            if self.phase_at(event.pos) >= 0:
                self.rail.show_all()
                return True
        return consumed

    def _rows_at(self, pixel: tuple[int, int]) -> list[MenuItem]:
        """Return the rows about the player whose plate is at a pixel."""
        player = self.player_at(pixel)
        return rows_about(self.focus.actions.actions, Thing(player=player.id)) if player is not None else []

    def commands(self) -> dict[str, Callable[[], None]]:
        return {"phases": self.rail.show_all}

    def tip(self, pixel: tuple[int, int]) -> Tip | None:
        view = self._view
        if name := self.tools.at(pixel):
            return f"{_(self.tips[name])} ({key_shown(self.focus.options.keys, name)})", ()
        if (phase := self.phase_at(pixel)) >= 0:
            return self.rail.tip(phase) or (view.phases[phase], ())
        if self.places()[0].collidepoint(pixel):
            return view.title, (Line(view.round_text),)
        player = self.player_at(pixel)
        if player is None:
            return None
        points = f"{player.score} {_(self._terms.points)}"
        notes = dict.fromkeys((*player.notes, *(stock.text for stock in player.left)))
        return player.name, (Line(points), *map(Line, notes), *player.details)

    def vital(self) -> Sequence[pygame.Rect]:
        buttons = [button.rect for button in self.tools.shown.values()]
        return [*buttons, *self.plates().values()]

    @property
    def _view(self) -> TableView:
        return self.focus.animation.view

    @property
    def _terms(self) -> Terms:
        return self.focus.model.session.ruleset.terms

    def _selectable_players(self) -> dict[str, bool]:
        """Return the players that can be chosen, each with whether the marked row is about that player."""
        pointed, rows = self.focus.actions.pointed(), self.focus.actions.actions
        players = sorted({player for row in rows if row.enabled for player in row.about.players})
        return {player: pointed is not None and player in pointed.about.players for player in players}

    # -- drawing ---------------------------------------------------------------------------------

    def key(self) -> tuple[object, ...]:
        animation, chosen, faces = self.focus.animation, self._selectable_players(), self.clocks.faces
        key = self._view, animation.decider, tuple(faces.items()), tuple(chosen.items())
        return *key, self.plan, *self.tools.key(self.focus.mouse)

    def draw(self, target: pygame.Surface) -> None:
        view, owners, theme = self._view, self.focus.context.owners, self.theme
        target.blit(fading(self.rect.size, SLATE, mix(SLATE, DARK, 0.7)), self.rect)
        pygame.draw.line(target, mix(SLATE_LINE, LAMP, 0.25), *self._lower_edge)
        self._round(target)
        self._phases(target)
        plates, decider, selectable = self.plates(), self.focus.animation.decider, self._selectable_players()
        for player in view.players:
            box = self.framed(plates[player.id])
            livery, clock = owners.get(player.id, Livery()), self.clocks.faces.get(player.id)
            self._player(target, player, livery, box, clock, deciding=player.id == decider)
            if player.id in selectable:  # underlined, because a frame marks the player who decides
                line = pygame.Rect(box.left + self.px(CORNER), box.bottom, box.width - 2 * self.px(CORNER), 0)
                line.height = max(2, theme.px(0.375))
                pygame.draw.rect(target, LAMP if selectable[player.id] else LEGAL, line.clip(self.rect))
        self.tools.draw(target, self.focus.mouse)

    @property
    def _lower_edge(self) -> tuple[tuple[int, int], tuple[int, int]]:
        y = self.rect.bottom - 1
        return (self.rect.left, y), (self.rect.right, y)

    def _round(self, target: pygame.Surface) -> None:
        """Draw the words of the round."""
        box = self.places()[0]
        x = box.left
        for text, size, weight, colour in round_of(self._view.round_text, spelled=self.plan.spelled):
            words = shorten(self.theme, text, max(0, box.right - x), self._type(size), weight)
            middle = box.centery + self.px(1) if weight == "regular" else box.centery
            x = blit_at(target, self._ink(words, size, weight, colour), midleft=(x, middle)).right

    def _phases(self, target: pygame.Surface) -> None:
        """Draw the phases as their plan says."""
        view, has_names = self._view, self.plan.phases == "named"
        for number, chip in self.phases().items():
            is_present = number == view.phase
            if not has_names and not is_present:
                past = number < view.phase
                pygame.draw.circle(target, LAMP if past else SLATE_LINE, chip.center, max(2, self.px(4)))
                continue
            fill, colour = (LAMP, DARK) if is_present else (SLATE_RAISED, INK if number > view.phase else INK_QUIET)
            if has_names:
                arrow(target, chip, self.theme.tone(fill), self.px(8), first=number == min(self.phases()))
            else:
                pygame.draw.rect(target, fill, chip, border_radius=chip.height // 2)
            label = shorten(self.theme, self.phase_name(number), chip.width - self.px(8), self._type(TYPE), "semibold")
            middle = chip.centerx + (self.px(4) if has_names else 0)
            blit_at(target, self._ink(label, TYPE, "semibold", colour), center=(middle, chip.centery))

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
        """Draw a player's plate: swatch, name, stocks, clock and score."""
        fill = mix(SLATE_RAISED, livery.colour, 0.3) if deciding else mix(SLATE, SLATE_RAISED, 0.6)
        edge, edge_width = (livery.colour, max(2, self.px(2))) if deciding else (SLATE_LINE, 1)
        draw_plate(target, plate, fill, edge, self.px(CORNER), edge_width)
        swatch = paint_swatch(livery, min(self.px(26), plate.height - self.px(6)))
        left = blit_at(target, swatch, midleft=(plate.left + self.px(7), plate.centery)).right + self.px(7)
        score = self._ink(str(player.score), SCORE, "bold")
        right = blit_at(target, score, midright=(plate.right - self.px(10), plate.centery)).left - self.px(8)
        if clock is not None:
            running = INK if deciding else INK_QUIET
            colour = BAD if clock.over else running
            text = self._ink(clock.text, TYPE, "semibold", colour)
            spot = blit_at(target, text, midright=(right, plate.centery))
            if deciding:
                pygame.draw.line(target, colour, spot.bottomleft, spot.bottomright, max(1, self.px(2)))
            right = spot.left - self.px(8)
        if not self.plan.names or right - left < self.px(20):  # show only colour, pattern and points
            return
        for stock in reversed(player.left):
            if right - left - self._stock_width(stock) >= self.px(24):
                right = self._stock(target, stock, right, plate.centery) - self.px(6)
        name = shorten(self.theme, player.name, right - left, self._type(TYPE), "semibold")
        blit_at(target, self._ink(name), midleft=(left, plate.centery))

    def _stock_width(self, stock: Stock) -> int:
        return self.px(16) + (self._wide(str(stock.number)) + self.px(4) if stock.number is not None else 0)

    def _stock(self, target: pygame.Surface, stock: Stock, right: int, middle: int) -> int:
        """Draw the icon and number of a stock so that it ends at `right`; return its left edge."""
        if stock.number is not None:
            colour = INK if stock.number else INK_QUIET
            right = blit_at(
                target, self._ink(str(stock.number), TYPE, "semibold", colour), midright=(right, middle)
            ).left
            right -= self.px(4)
        tint = LAMP if stock.number is None or stock.number else INK_FAINT
        return blit_at(target, icon(stock.icon, self.px(16), tint), midright=(right, middle)).left


def round_of(text: str, *, spelled: bool) -> list[tuple[str, int, str, Colour]]:
    """Return the parts of the round's words, each with size, weight and colour of type.

    "Round 3 of 5" ends in quiet type; unless `spelled`, it becomes "3 / 5".
    """
    match = re.fullmatch(r"(\D*)(\d+)(\D+(\d+))?", text)
    if match is None:
        return [(text, TITLE, "title-bold", INK)]
    words, number, next_words, last = match.groups()
    if not spelled:
        return [(f"{number} / {last}" if last else number, TITLE, "bold", INK)]
    return [
        (words, TITLE, "title-bold", INK),
        (number, TITLE, "bold", INK),
        (next_words or "", TYPE, "regular", INK_QUIET),
    ]


def arrow(target: pygame.Surface, rect: pygame.Rect, colour: Colour, tip: int, *, first: bool) -> None:
    """Draw an arrow to the right that fills a rectangle; unless `first`, its tail is notched to fit the one before."""
    left, right, top, bottom = rect.left, rect.right - max(2, tip // 3), rect.top, rect.bottom - 1
    tail = [] if first else [(left + tip, rect.centery)]
    spots = [(left, top), (right, top), (right + tip, rect.centery), (right, bottom), (left, bottom), *tail]
    pygame.draw.polygon(target, colour, spots)
    pygame.draw.aalines(target, colour, True, spots)
