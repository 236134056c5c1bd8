"""Tooltips of a table: their texts about the thing under the mouse, and what they must not cover."""

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
from game.lengths import coordinates, words
from game.table.shapes import Disc
from game.ui.aids.instruments import highest_surface
from game.ui.aids.measuring import pinned_receipt
from game.ui.board.pieces import drawn_radius
from game.ui.play.focus import Focus, carried
from game.ui.play.overlays.stakes import Stakes, stake_lines
from game.ui.play.overlays.threats import Threats
from game.ui.play.part import Pane, Part, Plate, Tip
from game.ui.play.roster_column import facts_of
from game.ui.widgets.keys import details_held
from game.ui.widgets.memo import Memo
from game.ui.widgets.theme import sharpen
from game.ui.widgets.tooltip import draw_tooltip
from game.wording import N_, _, numeral

AFTER: Final = 0.35
"""Seconds that the mouse rests before a tooltip appears."""
COLUMN: Final = ("bar", "dock", "drawer", "odds", "log", "sides", "rules")
"""The bar, the dock and the parts of the drawer, which only a tooltip about them may partly cover."""


class Tips(Part):
    """The tooltip of what keys or mouse point at, unless something covers that."""

    title: ClassVar = N_("Tooltips")
    code: ClassVar = ("widgets.tooltip:*", "play.parts.*:tip")

    def __init__(
        self, focus: Focus, parts: Sequence[Part], panes: Sequence[Pane], threats: Threats, stakes: Stakes
    ) -> None:
        super().__init__(focus)
        self._parts, self._panes, self._threats, self._stakes = parts, panes, threats, stakes
        self._plate = pygame.Rect(0, 0, 0, 0)
        self._on_terrain = Memo[Tip | None](2)

    def over(self, target: pygame.Surface) -> None:
        self._plate = pygame.Rect(0, 0, 0, 0)
        if (shown := self.shown(time.monotonic())) is not None:
            self._plate = draw_tooltip(target, self.theme, *shown, avoid=self.worth_seeing())
            if self.focus.window.look.sharp:
                sharpen(target, self._plate)

    def covering(self) -> Sequence[Plate]:
        return [("tooltip", self._plate)] if self._plate.width else []

    def shown(self, now: float) -> tuple[tuple[int, int], str, tuple[Line, ...]] | None:
        """Return place, title and lines of the present tooltip; rules only while the key for details is held."""
        found = self._present(now)
        self.focus.noted |= found is not None and any(line.rule for line in found[2])
        if found is None or details_held():
            return found
        place, title, lines = found
        return place, title, tuple(replace(line, rule="") for line in lines)

    def _present(self, now: float) -> tuple[tuple[int, int], str, tuple[Line, ...]] | None:
        """Return place, title and lines of the present tooltip: about what keys or mouse point at."""
        focus, mouse = self.focus, self.focus.mouse
        glides = focus.camera.glide is not None  # pieces would come to lie below it
        if focus.sheets or focus.animation.tray.running(now) or focus.animation.playing or glides:
            return None
        if (focused := self._of_keys()) is not None:
            return focused
        rests = focus.pointing and now - focus.mouse_since >= AFTER
        if not rests or self.closed or focus.layout.table.collidepoint(mouse):  # there the chip says what is below it
            return None
        tip = self.tip()
        return (mouse, *tip) if tip is not None else None

    def _of_keys(self) -> tuple[tuple[int, int], str, tuple[Line, ...]] | None:
        """Return place, title and lines of the tooltip of the piece that has the keys on the rosters."""
        focused, bar = self.focus.inspection.focused, self.focus.roster_column
        piece, chip = bar.piece(focused), bar.place(focused)
        return (chip.midbottom, *facts_of(piece, self.focus.animation.view)) if piece is not None and chip else None

    def tip(self) -> Tip | None:
        """Return the tooltip of what is under the mouse: on the table, where the chip shows it, or on a pane."""
        mouse = self.focus.mouse
        if self.focus.layout.table.collidepoint(mouse):
            return self.on_table()
        return next((pane.tip(mouse) for pane in self._panes if pane.rect.collidepoint(mouse)), None)

    def on_table(self) -> Tip | None:
        """Return the tooltip of what is under the mouse on the table, which the chip shows in short."""
        focus, model = self.focus, self.focus.model
        if pinned := pinned_receipt(focus.measuring, focus.mouse):
            return pinned
        tips = (part.tells(focus.mouse) for part in self._parts) if not focus.animation.playing else ()
        if (tip := next(filter(None, tips), None)) is not None:
            return tip
        asked, hovered, animation = focus.controller, focus.inspection.hovered, focus.animation
        decision = asked.decision if asked is not None else None
        placing = decision is not None and decision.kind == "place"
        piece, threats = animation.card(hovered), self._threats.lines()
        is_asked = piece is not None and decision is not None and piece.id == decision.about
        if is_asked and not threats and not focus.inspection.selected:
            return None  # the dock shows it already, and its region begins here
        moved = focus.ghost.away
        if asked is not None and (hovered in moved or (moved and asked.drags)):
            return None  # it would cover what is being placed
        if piece is not None and not placing:
            against = asked.objections(hovered) if asked is not None and not animation.playing else ()
            title = f"{piece.name} · {model.player_name(piece.owner)}" if piece.owner else piece.name
            if piece.kind == "base" and model.decider and piece.owner not in ("", model.decider):
                title = _("{piece}, enemy", piece=title)
            own = animation.units.titled(hovered)
            titled = (Line(animation.units.label(own.id)),) if own is not None else ()
            details = piece.details[
                : 1 if asked is not None and hovered in asked.marks() else None
            ]  # the card has more
            return title, (*titled, *details, *against, *threats)
        key = model.version, focus.camera.to_table(*focus.mouse), focus.inspection.selected or focus.about, words()
        found = self._on_terrain.of(key, lambda: _terrain(focus)) if not placing else None
        pointed = focus.actions.pointed()
        if pointed is not None and (pointed.about.terrain or pointed.about.level is not None):
            about = stake_lines(self._stakes.weighed(), model.units) or (found[1] if found is not None else ())
            return pointed.label, (*about, *threats)
        if threats:
            return found[0] if found is not None else _("Who could reach this"), threats
        return found

    def worth_seeing(self) -> list[pygame.Rect]:
        """Return what no tooltip may cover: the decision, pieces, rosters, buttons, rows, plates, odds, labels."""
        focus, covering = self.focus, [pane.rect for pane in self._panes if pane.name in COLUMN]
        found = [rect for pane in self._panes for rect in pane.vital()]
        found += [rect for part in self._parts for rect in part.vital()] + focus.context.readings
        if focus.inspection.focused or not any(rect.collidepoint(focus.mouse) for rect in covering):
            found += covering[1:]
        elif focus.layout.drawer.collidepoint(focus.mouse):
            found.append(focus.layout.drawer)  # its lines are being read
        for piece in (*focus.animation.view.pieces, *carried(focus)):
            x, y = focus.camera.to_screen(piece.x, piece.y)
            r = drawn_radius(piece) * focus.camera.scale
            found.append(pygame.Rect(x - r, y - r, 2 * r, 2 * r).clip(focus.layout.table))
        return [rect for rect in found if rect.width and rect.height]


def _terrain(focus: Focus) -> tuple[str, tuple[Line, ...]] | None:
    """Return the names of the terrain under the mouse, what it does to the piece decided about, and its rules."""
    x, y = focus.camera.to_table(*focus.mouse)
    here = [piece for piece in focus.ground.battlefield.pieces if shapely.intersects_xy(piece.shape, x, y)]
    names = dict.fromkeys(piece.name for piece in here if piece.name)
    if not names:
        return None
    found = [*_hindrances(focus, (x, y))]
    level = highest_surface(focus.model.session.game.ruler, (x, y))
    if level:
        found.append(Line(_("A model can stand here on level {level}", level=level)))
    rules = dict[str, Line]()  # pieces that lie on each other often have the same ones
    for line in (line for piece in here for line in focus.model.view.grounds.get(piece.id, ())):
        meaning = focus.model.session.ruleset.wording(line.rule)
        text = line.text if not meaning or meaning in line.text else f"{line.text}: {meaning}"
        rules.setdefault(text, replace(line, text=text))
    return ", ".join(names), (*found, *rules.values(), Line(_("Spot {spot}", spot=coordinates(x, y)), tone="quiet"))


def _hindrances(focus: Focus, spot: tuple[float, float]) -> Iterator[Line]:
    """Yield what the terrain at a spot costs the selected piece, or the one decided about."""
    session, units = focus.model.session, focus.model.units
    movement = session.ruleset.movement
    piece = next(iter(units.parts(focus.inspection.selected or focus.about)), None)
    if movement is None or piece is None or piece.kind != "base":
        return
    far = math.dist((piece.x, piece.y), spot) + piece.radius  # rules of a shorter path may leave this terrain out
    policies = movement.paths(session.game, piece.base, far)  # type: ignore[arg-type]  # rulebooks with such bases take them
    told = dict[str, Line]()
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
        told[line.text] = line
    yield from told.values()


def _holds(shape: Disc | Polygon, spot: tuple[float, float]) -> bool:
    if isinstance(shape, Disc):
        return math.dist(spot, (shape.x, shape.y)) <= shape.radius
    return bool(shapely.intersects_xy(shape, *spot))
