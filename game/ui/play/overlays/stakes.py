"""The pieces that the answer under consideration would harm or help."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar, Final, cast

import pygame

from game.engine.core.decisions import Answer
from game.engine.rulebook.editing import Editing
from game.engine.session import Session
from game.engine.stakes import Stake, stakes
from game.engine.still import still
from game.ui.board.overlays import Entry
from game.ui.board.stake_art import draw_stakes, stake_legend
from game.ui.play.focus import Focus
from game.ui.play.part import Part
from game.ui.widgets.tasks import Background, sound
from game.wording import N_

KEPT: Final = 40


class Stakes(Part):
    """The signs at the pieces concerned; for a piece in hand, where it would be."""

    title: ClassVar = N_("Possible effects")
    code: ClassVar = ("play.overlays.stakes:*", "aids.stakes:*", "board.stake_art:*")

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self._background = Background(KEPT)

    def weighed(self) -> Sequence[Stake]:
        """Return the pieces that the answer under consideration would harm or help, as soon as that is known."""
        focus = self.focus
        if not focus.considers or focus.weighed is None:
            return ()
        if focus.aimed:
            route = focus.hands.aims(focus.aimed)[0]
            return self._of(route.session, [focus.hands.meant(route, focus.aimed)])
        return self._of(*focus.weighed.supposed(focus.inspection.pointed(), focus.inspection.hovered))

    def _of(self, session: Session, answer: Answer | None) -> Sequence[Stake]:
        """Return the stakes of an answer to the pending decision of a session, none until they are known."""
        if answer is None or self.closed or isinstance(session.decision, Editing):  # an edit follows the mouse
            return ()
        key = self.focus.model.version, len(session.journal), repr(answer)
        known = sound(self._background.ask(key, lambda: partial(_worked_out, still(session), answer)))
        return cast("Sequence[Stake]", known or ())

    def draw(self, target: pygame.Surface) -> None:
        if self.focus.sheets or not (found := self.weighed()):
            return
        pieces, weighed, camera = dict(self.focus.model.pieces), self.focus.weighed, self.focus.camera
        if weighed is not None and (placed := weighed.ghost.placed) is not None:
            pieces[placed.id] = placed
        standing = ((stake, pieces[stake.piece.id]) for stake in found if stake.piece.id in pieces)
        bases = [camera.base(piece.radius, (piece.x, piece.y)) for piece in pieces.values()]
        draw_stakes(target, standing, camera, self.focus.context.theme, bases, self.focus.context.sprites.names.shown)

    def legend(self) -> Sequence[Entry]:
        return stake_legend(self.weighed()) if self.focus.rests else ()

    def tick(self, now: float) -> bool:
        return self.waiting

    @property
    def waiting(self) -> bool:
        """Whether an answer is being worked out, or was until now."""
        return self._background.busy


def _worked_out(present: Session, answer: Answer) -> Sequence[Stake]:
    return stakes(present.fork(), answer)
