"""The scene: a game on the table, with everything around it. Keeps what is shown in step with the session."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pygame
import pygame_gui

from game.engine.decisions import Refusal
from game.engine.view import Line, OddsView, PieceView, Reach
from game.ui.actions import ActionList, with_keys
from game.ui.bots import Thought, think
from game.ui.camera import Camera
from game.ui.decisions import Controller, controller_for
from game.ui.desk import Desk
from game.ui.dialogs import Dialogs
from game.ui.dice_tray import DiceTray
from game.ui.glides import Glides
from game.ui.gui_theme import make_manager
from game.ui.handover import hand_over
from game.ui.layout import Layout
from game.ui.log import EventLog
from game.ui.looks import LOOKS, Look, following
from game.ui.measuring import Measuring
from game.ui.odds_plate import OddsPlate
from game.ui.overlays import AttackOverlay, RegionOverlay
from game.ui.panel import DecisionPanel, DetailsPanel, Heading, Section
from game.ui.pieces import Livery, Sprites, liveries
from game.ui.recap import RecapSheet, Step, Trail
from game.ui.settings import Options
from game.ui.sheet import Sheet
from game.ui.stage import Stage
from game.ui.table_layer import Ground, TableLayer
from game.ui.theme import Theme
from game.ui.threats import ThreatLayer
from game.ui.throws import Onlooker, dice_of
from game.ui.topbar import TopBar

BOT_PACE: Final = 0.35
"""Seconds at least between two answers of bots, so that people can follow."""
TOOLS: Final = (
    ("measure", "Ruler", 7, "Measure anything (M)"),
    ("undo", "Undo", 8, "Take back the last answer (Ctrl+Z)"),
    ("save", "Save", 8, "Save the game (Ctrl+S)"),
    ("load", "Load", 8, "Go on with a saved game (Ctrl+O)"),
    ("menu", "Menu", 8, "Concede, options, quit (Esc)"),
    ("help", "?", 5, "Keys and signs (F1)"),
)


class Scene:
    """One window's worth of game. Input is in `game.ui.input`, drawing in `game.ui.drawing`."""

    def __init__(
        self,
        desk: Desk,
        size: tuple[int, int],
        theme: Theme | None = None,
        options: Options | None = None,
        keep_options: Callable[[Options], None] = lambda options: None,
    ) -> None:
        self.desk = desk
        self.options = options or Options()
        self._keep_options = keep_options
        self.sheets: list[Sheet] = []
        self.glides = Glides()
        self.thought: Thought | None = None
        self.thinking_since = 0.0
        self.controller: Controller | None = None
        self.measuring = Measuring(desk)
        self.selected = ""
        self.hovered = ""
        self.explain = False
        self.last_person = ""
        self.trail = Trail()
        self.quitting = False
        self.result_shown = False
        self.mouse = (0, 0)
        self.mouse_since = time.monotonic()
        self.pointing = False  # whether the mouse was used last, not the keyboard
        self.zoomed_at = 0.0
        self._onlooker = Onlooker(desk.session)
        self._version = -1
        self._before: dict[str, PieceView] = {}
        self._reaches: dict[str, tuple[int, Reach, RegionOverlay | None, AttackOverlay | None]] = {}
        self._odds: tuple[tuple[int, str], OddsView | None] | None = None
        self.threats = ThreatLayer()
        self.camera = Camera(desk.battlefield.width, desk.battlefield.height)
        self.ground = self._ground()
        self.dress(size, theme or Theme())
        self.camera.fit()
        self.sync()

    # -- look and place ------------------------------------------------------------------------

    def dress(self, size: tuple[int, int], theme: Theme) -> None:
        """Make everything that depends on the interface scale."""
        self.theme = theme
        self.size = size
        self.stage = Stage(theme, self.camera, Sprites(theme), options=self.options)
        self.table = TableLayer(theme)
        self.bar = TopBar(theme)
        self.actions = ActionList(theme)
        self.panel = DecisionPanel(theme, self.actions)
        self.details = DetailsPanel(theme)
        self.log = EventLog(theme)
        self.plate = OddsPlate(theme)
        self.tray = DiceTray(theme, self.options.motion)
        self.manager = make_manager(size, theme)
        self.dialogs = Dialogs(self.manager, theme)
        self.tools: dict[str, pygame_gui.elements.UIButton] = {}
        self.owners: dict[str, Livery] = liveries(self.desk.view)
        self.stage.owners = self.owners
        self.resize(size)

    def resize(self, size: tuple[int, int]) -> None:
        """Lay the window out for another size."""
        self.size = size
        self.manager.set_window_resolution(size)
        self._build_tools()
        self.refresh_panel()

    def _build_tools(self) -> None:
        theme = self.theme
        for button in self.tools.values():
            button.kill()
        self.tools = {}
        layout = Layout.of(self.size, theme)
        gap, pad = theme.px(0.5), theme.px(1.5)
        self.bar.tools_width = sum(theme.px(wide) + gap for _, _, wide, _ in TOOLS) + pad
        x = layout.bar.right - self.bar.tools_width
        for name, label, wide, tip in TOOLS:
            rect = pygame.Rect(x, layout.bar.top + theme.px(1.5), theme.px(wide), layout.bar.height - theme.px(3))
            self.tools[name] = pygame_gui.elements.UIButton(rect, label, self.manager, tool_tip_text=tip)
            x = rect.right + gap

    # -- in step with the session --------------------------------------------------------------

    def sync(self) -> None:
        """Take over whatever has changed in the session."""
        desk = self.desk
        if self._version == desk.version:
            return
        skip = self.controller.decision.about if self.controller is not None else ""
        if self.options.motion == "full":
            self.glides.note(self._before, desk.pieces, time.monotonic(), skip)
        self._follow_table()
        self.owners = liveries(desk.view)
        self.stage.owners = self.owners
        self._throw_dice()
        self._before = dict(desk.pieces)
        self.trail.note(desk, self.controller.decision.player if self.controller is not None else "")
        self._version = desk.version
        self.log.back = 0
        self.thought = None
        decision = desk.decision
        person = decision is not None and desk.bot is None
        self.controller = controller_for(desk, decision) if decision is not None and person else None
        self.measuring.follow(self.controller)
        if self.selected not in desk.pieces:
            self.selected = ""
        self.actions.cursor = -1
        if person:
            hand_over(self)

    @property
    def hand(self) -> Controller | Measuring | None:
        """Who takes mouse and keys on the table: the tape measure while it is in hand, else the decision."""
        return self.measuring if self.measuring.on else self.controller

    @property
    def look(self) -> Look:
        """The look that was chosen; the first one where a later program's was."""
        return LOOKS.get(self.options.look) or next(iter(LOOKS.values()))

    def choose(self, options: Options) -> None:
        """Take other options, and keep them for the next game; a failure is told, never raised."""
        self.options = self.stage.options = options
        self.tray.motion = options.motion
        try:
            self._keep_options(options)
        except OSError as error:
            self.desk.trouble.append(f"The settings could not be kept: {error}")

    def next_look(self) -> None:
        """Change to the next look of table and panels."""
        self.wear(following(self.look.name))

    def wear(self, look: str) -> None:
        """Change the look of table and panels."""
        self.choose(replace(self.options, look=look))
        self.ground = self._ground()

    def _ground(self) -> Ground:
        return self.look.lay(Ground.of(self.desk.battlefield, self.desk.palette()))

    def _throw_dice(self) -> None:
        news = self._onlooker.news(self.desk.session)
        dice = dice_of(news or (), self.desk, self._before, self.owners)
        if dice or news is None:
            self.tray.throw(dice, time.monotonic())

    def _follow_table(self) -> None:
        field = self.desk.battlefield
        if field is self.ground.battlefield:
            return
        resized = (field.width, field.height) != (self.camera.width, self.camera.height)
        self.ground = self._ground()
        if resized:
            self.camera.width, self.camera.height = field.width, field.height
            self.camera.fit()

    def recap(self) -> list[Step]:
        """Return what happened since the person who decides now last did."""
        return self.trail.since(self.desk, self.desk.decider or self.last_person)

    @property
    def told(self) -> Step | None:
        """The step that a recap tells just now."""
        top = self.sheets[-1] if self.sheets else None
        return top.step if isinstance(top, RecapSheet) else None

    def show(self, sheet: Sheet) -> None:
        """Put a sheet on top."""
        sheet.place(pygame.Rect((0, 0), self.size))
        self.sheets.append(sheet)

    def refresh_panel(self) -> None:
        """Bring panel, actions and layout up to date; the layout gives the decision the height it needs."""
        self.panel.set(self._heading(), with_keys(self.hand.actions() if self.hand else ()))
        wide = Layout.of(self.size, self.theme).decision.width
        self.layout = Layout.of(self.size, self.theme, self.panel.wanted_height(wide))
        self.bar.rect = self.layout.bar
        self.panel.place(self.layout.decision)
        self.details.rect = self.layout.details
        self.log.rect = self.layout.log
        if self.camera.viewport != self.layout.table:
            self.camera.resize(self.layout.table)
        self.details.show(tuple(self._sections()))

    def _heading(self) -> Heading:
        desk = self.desk
        decision = desk.decision
        if self.measuring.on:
            return Heading("Measuring", prompt="Measure anything to anything", hint=self.measuring.hint)
        if decision is None:
            return Heading("The game is over", prompt=desk.view.result, hint="Esc opens the menu.")
        livery = self.owners.get(decision.player, Livery())
        name = desk.player_name(decision.player)
        if self.controller is None:
            return Heading(f"{name} is thinking", livery, decision.prompt, decision.rule)
        wording = desk.session.ruleset.wording(decision.rule) if self.explain else ""
        hint = self.controller.hint
        return Heading(f"{name} decides", livery, decision.prompt, decision.rule, wording, hint)

    def _sections(self) -> list[Section]:
        desk, found = self.desk, []
        notice = desk.notice
        if notice.title:
            found.append(Section(notice.title, tuple(refusal_line(refusal) for refusal in notice.refusals), "bad"))
        if not self.measuring.on and self.controller is not None and (lines := self.controller.lines()):
            found.append(Section("If it ends here", tuple(lines)))
        found += self.measuring.sections()
        piece = desk.pieces.get(self.inspected())
        if piece is not None:
            found.append(Section(piece.name, (*self._owner(piece), *piece.details, *self.reach(piece.id)[0].lines)))
        if not found:
            found.append(Section("", (Line("Point at a piece, or press I to look at the next one.", tone="quiet"),)))
        return found

    def _owner(self, piece: PieceView) -> tuple[Line, ...]:
        return (Line(self.desk.player_name(piece.owner), tone="quiet"),) if piece.owner else ()

    # -- looking at pieces ---------------------------------------------------------------------

    def inspected(self) -> str:
        """Return the piece whose details and reach are shown: pointed at in the list, selected, or asked about."""
        pointed = self.actions.pointed()
        if pointed is not None and len(pointed.subject) == 1 and pointed.subject[0] in self.desk.pieces:
            return pointed.subject[0]
        if self.selected:
            return self.selected
        about = self.desk.decision.about if self.desk.decision else ""
        return about if about in self.desk.pieces else ""

    def reach(self, piece: str) -> tuple[Reach, RegionOverlay | None, AttackOverlay | None]:
        """Return a piece's reach and its overlays; asked of the rules once per state."""
        known = self._reaches.get(piece)
        if known is None or known[0] != self._version:
            found = self.desk.session.ruleset.reach(self.desk.session.game, piece)
            move = RegionOverlay(found.move, reasons=False) if found.move is not None else None
            attack = AttackOverlay(found.attack) if found.attack is not None else None
            if len(self._reaches) > 40:
                self._reaches.clear()
            known = self._reaches[piece] = (self._version, found, move, attack)
        return known[1:]

    def odds(self) -> OddsView | None:
        """Return the odds of the answer that is thought of; asked of the rules once per answer and state."""
        controller = self.controller if not self.measuring.on else None
        answer = controller.weighed(self.actions.pointed(), self.hovered) if controller is not None else None
        if controller is None or answer is None or not self.options.odds:
            return None
        key = (self._version, repr(answer))
        if self._odds is None or self._odds[0] != key:
            session = self.desk.session
            self._odds = key, session.ruleset.odds(session.game, controller.decision, answer)
        return self._odds[1]

    def select_next(self, by: int) -> None:
        """Look at the next base, round and round."""
        bases = [piece.id for piece in self.desk.view.pieces if piece.kind == "base"]
        if bases:
            at = bases.index(self.selected) if self.selected in bases else (-1 if by > 0 else 0)
            self.selected = bases[(at + by) % len(bases)]
            piece = self.desk.pieces[self.selected]
            self.camera.show(piece.x, piece.y)

    # -- time ----------------------------------------------------------------------------------

    def tick(self) -> bool:
        """Let bots answer; return whether anything is under way that needs frames."""
        self._let_bots_think()
        self.sync()
        self.threats.follow(self, self._version)
        now = time.monotonic()
        if self.desk.decision is None and not self.result_shown:
            self.result_shown = True
            from game.ui.sheets import result

            self.show(result(self))
            return True
        return (
            self.glides.running
            or self.tray.lively(now)
            or self.thought is not None
            or self.threats.busy
            or self.dialogs.open
            or (self.controller is not None and self.controller.waiting(now))
            or self.measuring.waiting(now)
            or now - self.zoomed_at < 0.4
            or now - self.mouse_since < 0.8
        )

    def _let_bots_think(self) -> None:
        desk = self.desk
        bot = desk.bot
        if bot is None or self.sheets or desk.decision is None:
            return
        now = time.monotonic()
        if self.thought is None:
            self.thought = think(desk.session, bot)
            self.thinking_since = now
        hurry = pygame.key.get_focused() and pygame.key.get_pressed()[pygame.K_SPACE]
        if not self.thought.done.is_set() or (now - self.thinking_since < BOT_PACE and not hurry):
            return
        if self.tray.running(now) and not hurry:
            return
        thought, self.thought = self.thought, None
        if thought.error or thought.answer is None or not desk.answer(thought.answer):
            reason = thought.error or "it gave an answer that the rules refuse"
            desk.trouble.append(
                f"The bot of {desk.player_name(desk.decider)} gave up ({reason}). Please decide for it."
            )
            desk.bots = {player: other for player, other in desk.bots.items() if player != desk.decider}
            desk.refresh()

    def redress(self, scale: float) -> None:
        """Change the interface scale, from 0.8 to 2."""
        self.dress(self.size, Theme(max(0.8, min(2.0, scale))))

    def call(self, wanted: Callable[[], Any]) -> None:
        """Do something that may change the session, and follow it."""
        self.glides.stop()
        wanted()
        self.sync()


def refusal_line(refusal: Refusal) -> Line:
    """Return a refusal as a line: text, inches missing, rule."""
    short = refusal.short_by
    text = f"{refusal.text} ({short:.2f}″ short)" if short and short > 0 and "″" not in refusal.text else refusal.text
    return Line(text, refusal.rule, "bad")
