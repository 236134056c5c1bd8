"""The recap: the events since a player last decided, one answer after another, with the table as it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import pygame

from game.engine.core.events import Deed, Landmark
from game.engine.core.records import texts_of
from game.engine.rulebook.view import Line, PieceView
from game.engine.session import Session
from game.play.session_model import SessionModel
from game.ui.dock.layout import Layout
from game.ui.shell.sheet_screen import SheetHost
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.sheet import Sheet
from game.wording import _

LONGEST: Final = 400
"""The most answers remembered for a recap."""


@dataclass(frozen=True)
class RecapStep:
    """The effects of one answer: in words, and the table before and after; `involved` are the pieces concerned."""

    lines: tuple[Line, ...]
    before: Mapping[str, PieceView]
    after: Mapping[str, PieceView]
    involved: tuple[str, ...]
    deeds: tuple[Deed, ...] = ()
    """The deeds in the answer's events, in order: actor, action and targets."""
    scores: tuple[Landmark, ...] = ()
    """The points that players scored."""
    exits: tuple[tuple[str, str], ...] = ()
    """Each piece or unit that left the table without being lost, with the sentence about it."""

    def moved(self) -> list[tuple[PieceView, PieceView]]:
        """Return each moved piece before and after the answer."""
        pairs = ((self.before.get(identity), piece) for identity, piece in self.after.items())
        return [(old, new) for old, new in pairs if old is not None and (old.x, old.y) != (new.x, new.y)]


def _state(piece: PieceView) -> tuple[object, ...]:
    return piece.x, piece.y, piece.facing, piece.damage, piece.owner, piece.controller


@dataclass
class Trail:
    """Remembers the table after each answer, and the number of events that each player has seen."""

    moments: list[tuple[int, Mapping[str, PieceView]]] = field(default_factory=list)
    seen: dict[str, int] = field(default_factory=dict)
    _session: Session | None = None

    def note(self, model: SessionModel, decided: str) -> None:
        """Record the present table; `decided` is the player who has just answered, or ""."""
        if model.session is not self._session:
            self._session, self.moments, self.seen = model.session, [], {}
        total = len(model.session.events)
        grown = bool(self.moments) and total > self.moments[-1][0]  # otherwise the player undid an answer
        self.moments = [moment for moment in self.moments if moment[0] < total][-LONGEST:]
        self.moments.append((total, model.pieces))
        self.seen = {player: min(count, total) for player, count in self.seen.items()}
        if decided and grown:
            self.seen[decided] = total

    def changed(self) -> list[PieceView]:
        """Return the pieces that the last answer moved, hurt, added, or gave to another player."""
        (_earlier, before), (_later, after) = self.moments[-2:] if len(self.moments) > 1 else 2 * [(0, {})]
        return [piece for name, piece in after.items() if name not in before or _state(before[name]) != _state(piece)]

    def since(self, model: SessionModel, player: str) -> list[RecapStep]:
        """Return the steps since a player last decided, one for each answer of any player."""
        start = self.seen.get(player, 0)
        steps = [
            recap_step_of(model, player, range(max(earlier, start), later), before, after)
            for (earlier, before), (later, after) in pairwise(self.moments)
            if later > start
        ]
        return [step for step in steps if step.lines]


def recap_step_of(
    model: SessionModel, player: str, numbers: range, before: Mapping[str, PieceView], after: Mapping[str, PieceView]
) -> RecapStep:
    """Return the step of a range of events that a player may see, with the table before and after."""
    events = {number: model.session.events[number] for number in numbers}
    visible = {number: event for number, event in events.items() if not event.audience or player in event.audience}
    texts = dict.fromkeys(text for event in visible.values() for text in texts_of(event.plain()))
    lines = [Line(model.log[number].text, model.log[number].rule) for number in visible]
    reason = next((model.log[number].why for number in visible), "")
    if reason:
        lines.insert(1, Line(reason, tone="quiet"))
    involved = tuple(text for text in texts if text in before or text in after)
    possible_deeds = {number: event.deed() for number, event in visible.items()}
    deeds = {number: deed for number, deed in possible_deeds.items() if deed is not None}
    landmarks = (event.landmark() for event in visible.values())
    scores = tuple(mark for mark in landmarks if mark is not None and mark.sort == "score" and mark.amount)
    departures = {number: deed for number, deed in deeds.items() if deed.sort == "leaves"}
    exits = tuple((name, model.log[number].text) for number, deed in departures.items() for name in deed.to)
    return RecapStep(tuple(lines), before, after, involved, tuple(deeds.values()), scores, exits)


@dataclass
class RecapSheet(Sheet):
    """A sheet beside the table, which shows a step on the table."""

    step: RecapStep | None = None

    def place(self, window: pygame.Rect) -> None:
        super().place(window)
        self.rect = Layout.of(window.size, self.theme, drawer=True).drawer
        inner = self.rect.width - self.theme.px(6)
        rows = self.list.height(inner)
        top = self.rect.bottom - rows - self.theme.px(2)
        self.list.place(pygame.Rect(self.rect.left + self.theme.px(3), top, inner, rows))

    def draw_veil(self, target: pygame.Surface) -> None:
        """Leave the table undimmed."""


def recap_sheet(host: SheetHost, steps: Sequence[RecapStep], index: int = 0) -> RecapSheet:
    """Return the sheet of the step with index `index`; its rows lead to the next and the previous one."""
    last = index == len(steps) - 1
    actions = [
        MenuItem("close" if last else "next", _("Continue the game") if last else _("Next"), "right", primary=True),
        MenuItem("back", _("Back"), "left", reason="" if index else _("this is the first step")),
    ]
    if not last:
        actions.append(MenuItem("close", _("Skip to now"), "escape"))

    def go(action: MenuItem) -> None:
        if action.id != "close":
            host.show(recap_sheet(host, steps, index + (1 if action.id == "next" else -1)))

    step = steps[index]
    title = _("Recap: {at} of {steps}", at=index + 1, steps=len(steps))
    return RecapSheet(host.window.theme, title, fitting(step.lines), actions, go, step=step)


def fitting(lines: Sequence[Line], most: int = 12) -> tuple[Line, ...]:
    """Return the lines; if there are more than `most`, only the last ones, as the log has them all."""
    if len(lines) <= most:
        return tuple(lines)
    text = _("… and {lines} earlier entries in the log", lines=len(lines) - most + 1)
    return Line(text, tone="quiet"), *lines[1 - most :]
