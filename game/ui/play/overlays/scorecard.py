"""Overlay of the scorecard: what each side can hit in turn one, and what is hidden from its starting places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

import pygame

from game.engine.questions.scorecard import SEATS, Scorecard, scorecard, why_no_scorecard
from game.engine.questions.scorecard_words import side_summary
from game.engine.session import Session
from game.engine.still import work_on_copy
from game.ui.board.overlays import Entry, Overlay, draw_pill
from game.ui.board.scorecard_art import areas_of, draw_hits, entries_of
from game.ui.pages.scorecard import scorecard_sheet
from game.ui.play.focus import Focus
from game.ui.play.part import OverlayPart
from game.ui.widgets.keys import key_shown
from game.ui.widgets.memo import Memo
from game.ui.widgets.tasks import Abandoned, Background, give_way
from game.wording import N_, _, numeral


class Scorecards(OverlayPart):
    """The scorecard of the table as it is now, worked out in a thread. `side` is the side shown, from 1; 0 is off."""

    depth = 4
    height = 6
    title: ClassVar = N_("The scorecard")
    code: ClassVar = ("board.scorecard_art:*",)

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self.side = 0
        self._worker = Background[Scorecard](most=2)
        self._areas = Memo[list[Overlay]]()
        self._wanted: object = None
        self._done = 0.0
        self._reads = False

    def card(self) -> Scorecard | None:
        """Return the scorecard; None while it is worked out or switched off."""
        if not self.side:
            return None
        model = self.focus.model
        key = id(model.session), model.version
        if key != self._wanted:
            self._wanted, self._done = key, 0.0
        return self._worker.ask(key, work_on_copy(model.session, _found, partial(self._progress, key)))

    def _progress(self, key: object, done: float) -> None:
        """Note the progress of the thread and let frames go first; abandon the work if nobody wants it any more."""
        give_way()
        if not self.side or self._wanted != key:
            raise Abandoned
        self._done = done

    def overlays(self) -> Sequence[Overlay | None]:
        card = self.card()
        return (
            [] if card is None else self._areas.of((id(card), self.side), lambda: areas_of(card.sides[self.side - 1]))
        )

    def draw(self, target: pygame.Surface) -> None:
        focus, card = self.focus, self.card()
        if not self.side or not focus.shows_aids or focus.sheets:
            return
        if card is not None:
            draw_hits(target, card.sides[self.side - 1], focus.model.view.pieces, focus.camera, self.theme)
        view = target.get_clip()
        middle = view.centerx, view.top + self.theme.px(2.5)
        focus.context.readings.append(draw_pill(target, self._said(card), middle, self.theme))

    def _said(self, card: Scorecard | None) -> str:
        """Return the texts on the table: the strikes and the fairness, or the progress of the work."""
        key = key_shown(self.focus.options.keys, "scorecard")
        if card is None:
            return _("Scorecard: {done} done · {key} twice: stop", done=numeral(self._done, ".0%"), key=key)
        side, other = card.sides[self.side - 1], card.sides[SEATS - self.side]
        hint = _("{key}: next · Shift + {key}: in words", key=key)
        return f"{side_summary(side, other)} · {_('fairness {percent}%', percent=card.fairness.percent)} · {hint}"

    def legend(self) -> Sequence[Entry]:
        card = self.card() if self.focus.shows_aids else None
        return [] if card is None else [*super().legend(), *entries_of(card.sides[self.side - 1])]

    def tick(self, now: float) -> bool:
        card = self.card()
        if self._reads and card is not None:
            self._reads = False
            self.focus.show(scorecard_sheet(self.theme, card))
        return bool(self.side) and (self._worker.busy or card is None)

    def commands(self) -> dict[str, Callable[[], None]]:
        return {"scorecard": self._next, "scorecard_lines": self._read}

    def aids(self) -> Sequence[str]:
        return ("scorecard",) if self.side else ()

    def _next(self) -> None:
        """Switch from off to the first side, then to the second, then off; or show why there is no scorecard."""
        session = self.focus.model.session
        why_not = why_no_scorecard(session.ruleset, session.game)
        if why_not:
            self.focus.model.notice.title = why_not
            return
        self.side = (self.side + 1) % (SEATS + 1)

    def _read(self) -> None:
        """Show the scorecard in words as soon as it is worked out."""
        if not self.side:
            self._next()
        self._reads = bool(self.side)

    def close(self) -> None:
        self.side, self._reads = 0, False


def _found(session: Session, progress: Callable[[float], None]) -> Scorecard:
    return scorecard(session.ruleset, session.game, progress)
