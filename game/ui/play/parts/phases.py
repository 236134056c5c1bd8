"""The phases beside the table: which is on, what may be used in it, how many units can, and why others cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.engine.rulebook.view import Line, PhaseView, UseView
from game.lengths import words
from game.play.session_model import Notice, SessionModel
from game.ui.board.pieces import Livery, paint_swatch
from game.ui.play.focus import Focus
from game.ui.play.part import Pane, Tip
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.memo import Memo
from game.ui.widgets.sheet import ReaderSheet, Section
from game.ui.widgets.text import blit_at, draw_plate, ink, shorten
from game.ui.widgets.theme import GOOD, INK, INK_FAINT, INK_QUIET, LAMP, SLATE, SLATE_LINE, SLATE_RAISED, Colour, mix
from game.wording import _, ngettext

MOST: Final = 14
"""Abilities of one player that a tooltip has room for."""
HEIGHT: Final = 4.0
"""The height of the row in units of the theme."""
HIGH, PAD, GAP, DOT = 2.75, 1.25, 0.5, 1.75
"""Height and padding of a chip, the gap to the next, and the width of a phase that is a dot."""
USES: Final = 3
"""Abilities for which past phases make room, becoming dots."""


@dataclass(frozen=True)
class Chip:
    """A part of the row: a phase, an ability of the current phase, or the number of abilities without room."""

    rect: pygame.Rect
    label: str
    phase: int
    use: UseView | None = None
    is_phase: bool = False


class Phases(Pane):
    """All phases in a row below the rosters, and what the deciding `player` may use in the one that is on.

    A click on an ability shows what can use it, any other click all phases.
    """

    name = "phases"

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self.phases: tuple[PhaseView, ...] = ()
        self.player = ""
        self._moment: object = None
        self._chips = Memo[list[Chip]]()

    def follow(self) -> None:
        model = self.focus.model
        moment = id(model.session), model.version, words()
        if self._moment != moment:
            phases = model.session.ruleset.rail(model.session.game)
            self._moment, self.phases, self.player = moment, tuple(phases), model.decider

    @property
    def units(self) -> float:
        """The height that the row needs, in units of the theme; 0 if the rulebook lists no phases."""
        return HEIGHT if self.phases else 0.0

    @property
    def on(self) -> int:
        """The phase that is on, -1 if none is."""
        return next((number for number, phase in enumerate(self.phases) if phase.on), -1)

    @property
    def _livery(self) -> Livery:
        return self.focus.context.owners.get(self.player, Livery())

    def uses(self) -> list[UseView]:
        """Return what the deciding player may use in the phase that is on, what can be used now first."""
        found = self.phases[self.on].abilities.get(self.player, ()) if self.on >= 0 else ()
        return sorted(found, key=lambda use: not use.units)

    def chips(self) -> list[Chip]:
        """Return all its parts, from left to right."""
        return self._chips.of(self._place(), self._laid_out)

    def at(self, pixel: tuple[int, int]) -> Chip | None:
        """Return the part at a pixel."""
        if not self.rect.collidepoint(pixel):
            return None
        wide = (self.theme.px(GAP), self.rect.height)
        return next((chip for chip in self.chips() if chip.rect.inflate(wide).collidepoint(pixel)), None)

    def key(self) -> tuple[object, ...]:
        return *self._place(), self._livery

    def _place(self) -> tuple[object, ...]:
        return self._moment, tuple(self.rect), self.theme.scale

    def _width(self, label: str) -> int:
        return ink(self.theme, label, "small", "semibold").get_width() + 2 * self.theme.px(PAD)

    def _laid_out(self) -> list[Chip]:
        theme, uses = self.theme, self.uses()
        gap, right = theme.px(GAP), self.rect.right - theme.px(1)
        labels = [_label(use) for use in uses]
        wide = [self._width(phase.name) for phase in self.phases]
        apart = theme.px(5) if uses else 0
        wanted = sum(self._width(label) + gap for label in labels[:USES]) + apart
        for number in (*range(max(0, self.on)), *range(len(wide) - 1, max(0, self.on), -1)):  # the past first
            if sum(wide) + len(wide) * gap + wanted > self.rect.width - 2 * theme.px(1):
                wide[number] = theme.px(DOT)
        found, x = list[Chip](), self.rect.left + theme.px(1)
        for number, phase in enumerate(self.phases):
            found.append(self._chip(x, min(wide[number], right - x), phase.name, number, is_phase=True))
            x = found[-1].rect.right + gap
        x += apart
        for place, (use, label) in enumerate(zip(uses, labels)):
            more = f"+{len(uses) - place}"
            rest = 0 if place == len(uses) - 1 else self._width(more) + gap
            if x + self._width(label) + rest > right:
                found.append(self._chip(x, min(self._width(more), right - x), more, self.on))
                break
            found.append(self._chip(x, self._width(label), label, self.on, use))
            x = found[-1].rect.right + gap
        return found

    def _chip(
        self, x: int, width: int, label: str, phase: int, use: UseView | None = None, *, is_phase: bool = False
    ) -> Chip:
        high = self.theme.px(HIGH)
        rect = pygame.Rect(x, self.rect.centery - high // 2, max(0, width), high)
        return Chip(rect, label, phase, use, is_phase)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the row; the deciding player's colour and sign stand before what they may use."""
        theme, below = self.theme, self.rect.bottom - 1
        pygame.draw.rect(target, SLATE, self.rect)
        pygame.draw.line(target, SLATE_LINE, (self.rect.left, below), (self.rect.right, below))
        for chip in self.chips():
            draw = self._draw_phase if chip.is_phase else self._draw_use
            draw(target, chip)
        first = next((chip for chip in self.chips() if not chip.is_phase), None)
        if first is not None:
            swatch = paint_swatch(self._livery, theme.px(2))
            blit_at(target, swatch, midright=(first.rect.left - theme.px(1), self.rect.centery))

    def _draw_phase(self, target: pygame.Surface, chip: Chip) -> None:
        theme, here, past = self.theme, chip.phase == self.on, chip.phase < self.on
        if chip.rect.width <= theme.px(DOT):
            pygame.draw.circle(target, INK_FAINT, chip.rect.center, theme.px(0.5), 0 if past else 1)
            return
        fill = mix(SLATE_RAISED, LAMP, 0.2) if here else SLATE_RAISED
        pygame.draw.rect(target, fill, chip.rect, border_radius=chip.rect.height // 2)
        if here:
            pygame.draw.rect(target, LAMP, chip.rect, max(1, theme.px(0.2)), border_radius=chip.rect.height // 2)
        self._write(target, chip, INK if here else INK_FAINT if past else INK_QUIET)

    def _draw_use(self, target: pygame.Surface, chip: Chip) -> None:
        can = chip.use is not None and chip.use.units > 0
        if can:
            draw_plate(target, chip.rect, mix(SLATE_RAISED, GOOD, 0.12), GOOD, self.theme.px(0.75))
        self._write(target, chip, INK if can else INK_FAINT)

    def _write(self, target: pygame.Surface, chip: Chip, colour: Colour) -> None:
        label = shorten(self.theme, chip.label, chip.rect.width - self.theme.px(PAD), "small", "semibold")
        blit_at(target, ink(self.theme, label, "small", "semibold", colour), center=chip.rect.center)

    def input(self, event: pygame.event.Event) -> bool:
        chip = self.at(event.pos) if event.type == pygame.MOUSEBUTTONUP and event.button == 1 else None
        if chip is None:
            return False
        options, controller = chip.use.options if chip.use is not None else (), self.focus.input_target
        if not (options and controller is not None and controller.narrow(options)):
            self._show_all()
        return True

    def tip(self, pixel: tuple[int, int]) -> Tip | None:
        chip, model = self.at(pixel), self.focus.model
        if chip is None:
            return None
        if chip.use is None:
            return self.phases[chip.phase].name, tuple(_lines(model, self.phases[chip.phase]))
        wording = model.session.ruleset.wording(chip.use.rule)
        told = (Line(wording, chip.use.rule, "quiet"),) if wording else ()
        return chip.use.name, (_line(chip.use, named=False), *told)

    def vital(self) -> Sequence[pygame.Rect]:
        return [self.rect]

    def commands(self) -> dict[str, Callable[[], None]]:
        return {"phases": self._show_all}

    def _show_all(self) -> None:
        """Show all phases to be read, the one that is on first, if the rulebook lists them."""
        model = self.focus.model
        if not self.phases:
            model.notice = Notice(_("This rulebook does not list its phases"))
            return
        chapters = [
            Section(_("{phase}: now", phase=phase.name) if phase.on else phase.name, tuple(_lines(model, phase, 99)))
            for phase in sorted(self.phases, key=lambda phase: not phase.on)
        ]
        close = MenuItem("close", _("Close"), "escape", primary=True)
        title = _("The phases")
        self.focus.show(ReaderSheet(self.theme, title, actions=[close], chapters=chapters, columns=2, wide=120))

    def section(self) -> list[Section]:
        """Return the phase that is on as a section, for those who ask what may be done in it."""
        model = self.focus.model
        return [Section(phase.name, tuple(_lines(model, phase))) for phase in self.phases if phase.on]


def _label(use: UseView) -> str:
    return f"{use.name} {use.units}" if use.units else use.name


def _lines(model: SessionModel, phase: PhaseView, most: int = MOST) -> Iterator[Line]:
    yield from phase.hints
    for player, uses in sorted(phase.abilities.items(), key=lambda item: item[0] != model.decider):
        if not uses:
            continue
        count, name = sum(use.units for use in uses), model.player_name(player)
        yield Line(_("{player}: {n} can be used now", player=name, n=count) if phase.on else name)
        yield from (_line(use) for use in sorted(uses, key=lambda use: not use.units)[:most])
        if len(uses) > most:
            yield Line(_("and {n} more", n=len(uses) - most), tone="quiet")


def _line(use: UseView, *, named: bool = True) -> Line:
    """Return the number of units that can use an ability now, or the reason why none can, as a line."""
    if use.units:
        units = ngettext("{n} unit", "{n} units", use.units)
        return Line(_("{ability}: {units}", ability=use.name, units=units) if named else units, use.rule, "good")
    if not use.reason:
        return Line(use.name, use.rule, "quiet")
    told = named and not use.reason.startswith(use.name)
    return Line(f"{use.name}: {use.reason}" if told else use.reason, use.rule, "quiet")
