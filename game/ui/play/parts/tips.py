"""Tooltips of a table: their texts about the thing under the mouse, and the places that they must not hide."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, Final

import pygame
import shapely
from shapely.geometry import Polygon

from game.engine.rulebook.view import Line
from game.lengths import coordinates, length, words
from game.table.shapes import Disc
from game.table.terrain.battlefield import Piece
from game.ui.aids.instruments import highest_surface
from game.ui.aids.measuring import pinned_receipt
from game.ui.board.pieces import drawn_radius
from game.ui.play.focus import Focus, carried
from game.ui.play.overlays.stakes import Stakes, stake_lines
from game.ui.play.overlays.threats import Threats
from game.ui.play.part import Pane, Part, Plate, Tip, drawn
from game.ui.play.roster_column import facts_of
from game.ui.widgets.keys import details_held
from game.ui.widgets.memo import Memo
from game.ui.widgets.theme import sharpen
from game.ui.widgets.tooltip import draw_tooltip
from game.wording import N_, _, numeral

AFTER: Final = 0.35
"""Seconds that the mouse must rest before a tooltip appears."""
OWN: Final = 3
"""The number of lines shown about your own piece if the dock shows its card."""
COLUMN: Final = ("bar", "dock", "drawer", "odds", "log", "sides", "rules")
"""The bar, the dock and the tabs of the drawer: only a tooltip about them may hide a part of them."""


class Tips(Part):
    """The tooltip of the thing that mouse or keys point at."""

    title: ClassVar = N_("Tooltips")
    code: ClassVar = ("widgets.tooltip:*", "play.parts.*:tip")

    def __init__(
        self, focus: Focus, parts: Sequence[Part], panes: Sequence[Pane], threats: Threats, stakes: Stakes
    ) -> None:
        super().__init__(focus)
        self._parts, self._panes, self._threats, self._stakes = parts, panes, threats, stakes
        self._plate = pygame.Rect(0, 0, 0, 0)
        self._on_terrain, self._boards = Memo[Tip | None](2), Memo[Line | None](4)
        self._version = -1
        self._left: tuple[int, int] | None = None  # where the mouse lay as the game went on

    def over(self, target: pygame.Surface) -> None:
        self._plate = pygame.Rect(0, 0, 0, 0)
        if (tip := self.shown(time.monotonic())) is not None:
            self._plate = draw_tooltip(target, self.theme, *tip, avoid=self.worth_seeing())
            if self.focus.window.look.sharp:
                sharpen(target, self._plate)

    def covering(self) -> Sequence[Plate]:
        return [("tooltip", self._plate)] if self._plate.width else []

    def shown(self, now: float) -> tuple[tuple[int, int], str, tuple[Line, ...]] | None:
        """Return pixel, title and lines of the present tooltip; rule ids only while the key for details is held."""
        present = self._present(now)
        self.focus.noted |= present is not None and any(line.rule for line in present[2])
        if present is None:
            return None
        pixel, title, lines = present
        if details_held():
            return pixel, title, tuple(map(self._explained, lines))
        return pixel, title, tuple(replace(line, rule="") for line in lines)

    def _explained(self, line: Line) -> Line:
        """Return the line of a trait with what its rule says, any other line as it is."""
        meaning = self.focus.model.session.ruleset.wording(line.rule) if line.icon == "trait" and line.rule else ""
        return replace(line, text=f"{line.text}: {meaning}") if meaning and meaning not in line.text else line

    def _present(self, now: float) -> tuple[tuple[int, int], str, tuple[Line, ...]] | None:
        """Return pixel, title and lines of the tooltip for the thing that mouse or keys point at; None without one."""
        focus, mouse = self.focus, self.focus.mouse
        if focus.model.version != self._version:  # a click changes what lies below the mouse: that was not pointed at
            self._left = mouse if self._version >= 0 else None
            self._version = focus.model.version
        glides = focus.camera.glide is not None  # moving pieces would slide under the tooltip
        if focus.sheets or focus.animation.tray.running(now) or focus.animation.playing or glides:
            return None
        if (focused := self._of_keys()) is not None:
            return focused
        rests = focus.pointing and now - focus.mouse_since >= AFTER
        if not rests or self.closed or mouse == self._left:
            return None
        if focus.layout.table.collidepoint(mouse):  # the chip describes it
            return None
        tip = self.tip()
        return (mouse, *tip) if tip is not None else None

    def _of_keys(self) -> tuple[tuple[int, int], str, tuple[Line, ...]] | None:
        """Return pixel, title and lines of the tooltip of the roster row with the keyboard focus."""
        focused, column = self.focus.inspection.focused, self.focus.roster_column
        piece, chip = column.piece(focused), column.place(focused)
        return (chip.midbottom, *facts_of(piece, self.focus.animation.view)) if piece is not None and chip else None

    def tip(self) -> Tip | None:
        """Return the tooltip of the thing under the mouse, on the table or on a pane."""
        mouse = self.focus.mouse
        if self.focus.layout.table.collidepoint(mouse):
            return self.on_table()
        return next((pane.tip(mouse) for pane in self._panes if pane.rect.collidepoint(mouse)), None)

    def on_table(self) -> Tip | None:
        """Return the tooltip of the thing under the mouse on the table, which the chip shows in short."""
        focus, model = self.focus, self.focus.model
        if pinned := pinned_receipt(focus.measuring, focus.mouse):
            return pinned
        tips = (part.tells(focus.mouse) for part in drawn(self._parts)) if not focus.animation.playing else ()
        if (tip := next(filter(None, tips), None)) is not None:
            return tip[0], (*_barred(focus), *tip[1])
        controller, hovered, animation = focus.controller, focus.inspection.hovered, focus.animation
        decision = controller.decision if controller is not None else None
        placing = decision is not None and decision.kind == "place"
        piece, threats = animation.card(hovered), self._threats.lines()
        is_asked = piece is not None and decision is not None and piece.id == decision.about
        if is_asked and not threats and not focus.inspection.selected:
            return None  # the dock shows that piece already
        moved = focus.ghost.away
        if controller is not None and (hovered in moved or (controller.drags and not controller.dropped_on)):
            return None  # it would hide the piece being placed
        if piece is not None and not placing:
            against = self._against(hovered)
            title = f"{piece.name} · {model.player_name(piece.owner)}" if piece.owner else piece.name
            viewer = model.viewer or model.decider  # also while a computer player decides
            if piece.kind == "base" and viewer and piece.owner not in ("", viewer):
                title = _("{piece}, enemy", piece=title)
            titled_model = animation.units.titled(hovered)
            titled = (Line(animation.units.label(titled_model.id)),) if titled_model is not None else ()
            on_card = controller is not None and hovered in controller.marks()
            own = piece.owner == viewer
            # its card in the dock has the rest; of an own piece, also what it has left matters
            details = piece.details[: OWN if own else 1] if on_card else piece.details
            return title, (*against, *self._boarding(hovered), *titled, *details, *threats)
        key = model.version, focus.camera.to_table(*focus.mouse), focus.inspection.selected or focus.about, words()
        terrain_tip = self._on_terrain.of(key, lambda: _terrain(focus)) if not placing else None
        pointed = focus.actions.pointed()
        if pointed is not None and (pointed.about.terrain or pointed.about.level is not None):
            effects = stake_lines(self._stakes.weighed(), model.units) or (
                terrain_tip[1] if terrain_tip is not None else ()
            )
            return pointed.label, (*effects, *threats)
        if threats:
            return terrain_tip[0] if terrain_tip is not None else _("Who could reach this"), threats
        return terrain_tip

    def _against(self, piece: str) -> tuple[Line, ...]:
        """Return why a piece cannot be chosen, or why the acting one cannot attack it, a line for each weapon."""
        focus = self.focus
        controller = focus.controller
        if controller is None or focus.animation.playing:
            return ()
        known = controller.objections(piece)
        free = known or focus.aimed or piece in controller.marks()
        refusals = () if free else focus.inspection.barred(piece)
        return known or tuple(Line(refusal.text, refusal.rule, "bad") for refusal in refusals)

    def _boarding(self, piece: str) -> tuple[Line, ...]:
        """Return whether the acting unit may get into a friendly piece that the present question does not offer."""
        focus, session = self.focus, self.focus.model.session
        movement, controller = session.ruleset.movement, focus.controller
        decision = controller.decision if controller is not None else None
        if movement is None or controller is None or decision is None or decision.kind != "choose":
            return ()
        view = focus.model.pieces.get(piece)
        if view is None or view.owner != decision.player or not decision.about or piece in controller.marks():
            return ()
        key, unit = (focus.model.version, piece, words()), focus.model.units.whole(decision.about)
        line = self._boards.of(key, lambda: movement.boards(session.game, unit, piece))
        return (line,) if line is not None else ()

    def worth_seeing(self) -> list[pygame.Rect]:
        """Return the places that no tooltip may hide: pieces, buttons, rows, plates, odds and labels."""
        focus, columns = self.focus, [pane.rect for pane in self._panes if pane.name in COLUMN]
        places = [rect for pane in self._panes for rect in pane.vital()]
        places += [rect for part in drawn(self._parts) for rect in part.vital()] + focus.context.readings
        if focus.inspection.focused or not any(rect.collidepoint(focus.mouse) for rect in columns):
            places += columns[1:]
        elif focus.layout.drawer.collidepoint(focus.mouse):
            places.append(focus.layout.drawer)  # the player is reading it
        for piece in (*focus.animation.view.pieces, *carried(focus)):
            x, y = focus.camera.to_screen(piece.x, piece.y)
            radius = drawn_radius(piece) * focus.camera.scale
            places.append(pygame.Rect(x - radius, y - radius, 2 * radius, 2 * radius).clip(focus.layout.table))
        return [rect for rect in places if rect.width and rect.height]


def _terrain(focus: Focus) -> tuple[str, tuple[Line, ...]] | None:
    """Return the names of the terrain under the mouse, and lines with its effect on the piece and its rules."""
    x, y = focus.camera.to_table(*focus.mouse)
    pieces = [terrain for terrain in focus.ground.battlefield.pieces if shapely.intersects_xy(terrain.shape, x, y)]
    names = dict.fromkeys(terrain.name for terrain in pieces if terrain.name)
    if not names:
        return None
    lines = [*_barred(focus)] or [*_hindrances(focus, (x, y), pieces)]
    level = highest_surface(focus.model.session.game.ruler, (x, y))
    if level:
        lines.append(Line(_("A model can stand here on level {level}", level=level)))
    rules = dict[str, Line]()  # overlapping terrain often has the same rules
    for line in (line for terrain in pieces for line in focus.model.view.grounds.get(terrain.id, ())):
        meaning = focus.model.session.ruleset.wording(line.rule)
        text = line.text if not meaning or meaning in line.text else f"{line.text}: {meaning}"
        rules.setdefault(text, replace(line, text=text))
    return ", ".join(names), (*lines, *rules.values(), Line(_("Spot {spot}", spot=coordinates(x, y)), tone="quiet"))


def _barred(focus: Focus) -> Iterator[Line]:
    """Yield why the terrain under the mouse cannot be chosen although other terrain can."""
    if focus.controller is not None and not focus.animation.playing:
        for cause in focus.controller.barred_at(focus.camera.to_table(*focus.mouse))[1]:
            yield Line(cause.text, cause.rule, "bad")


def _hindrances(focus: Focus, spot: tuple[float, float], terrain: Sequence[Piece]) -> Iterator[Line]:
    """Yield lines on the cost of the terrain at a spot for the selected piece or the piece of the decision.

    Of terrain that takes its unit in, they say only how far away it is.
    """
    session, units = focus.model.session, focus.model.units
    movement = session.ruleset.movement
    piece = next(iter(units.parts(focus.inspection.selected or focus.about)), None)
    if movement is None or piece is None or piece.kind != "base":
        return
    entered = {*movement.takes_in(session.game, piece.unit or piece.id)}
    if (house := next((feature for feature in terrain if feature.id in entered), None)) is not None:
        inches = shapely.distance(house.shape, shapely.Point(piece.x, piece.y))
        facts = {"unit": focus.model.name_of(piece.unit or piece.id), "amount": length(inches, 1)}
        if inches:
            yield Line(_("{unit} can move up to it ({amount} away), then enter", **facts), tone="good")
        return
    distance = math.dist((piece.x, piece.y), spot) + piece.radius  # path rules may ignore terrain that is farther away
    policies = movement.paths(session.game, piece.base, distance)  # type: ignore[arg-type]  # rulebooks with such bases take them
    lines = dict[str, Line]()
    for ground in policies[0].grounds if policies else ():
        if not _holds(ground.shape, spot):
            continue
        facts = {"piece": piece.name, "inches": numeral(ground.factor, "g")}
        if ground.solid:
            line = Line(_("{piece} cannot enter it", **facts), ground.rule, "bad")
        elif ground.factor > 1.0:
            line = Line(_("Each inch here costs {piece} {inches}″", **facts), ground.rule, "warning")
        elif not ground.rest:
            line = Line(_("{piece} cannot end its move here", **facts), ground.rest_rule or ground.rule, "warning")
        elif price := ground.once or ground.enter or ground.leave:
            text = _("It costs {piece} {inches}″", piece=piece.name, inches=numeral(price, "g"))
            gain = _("{piece} gains {inches}″ here", piece=piece.name, inches=numeral(-price, "g"))
            line = Line(text if price > 0 else gain, ground.rule, "warning" if price > 0 else "good")
        else:
            continue
        lines[line.text] = line
    yield from lines.values()


def _holds(shape: Disc | Polygon, spot: tuple[float, float]) -> bool:
    """Return whether a shape contains a spot."""
    if isinstance(shape, Disc):
        return math.dist(spot, (shape.x, shape.y)) <= shape.radius
    return bool(shapely.intersects_xy(shape, *spot))
