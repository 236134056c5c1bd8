"""The pieces that the answer under consideration would harm or help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import pygame

from game.engine.stakes import Stake
from game.ui.aids.stakes import StakesAid
from game.ui.board.overlays import Entry
from game.ui.board.stake_art import draw_stakes, stake_legend
from game.ui.play.focus import Focus
from game.ui.play.part import Part
from game.wording import N_


class Stakes(Part):
    """The signs at the pieces concerned; for a piece in hand, where it would be."""

    title: ClassVar = N_("Possible effects")
    code: ClassVar = ("aids.stakes:*", "board.stake_art:*")

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self.aid = StakesAid(focus.model)

    def weighed(self) -> Sequence[Stake]:
        """Return the pieces that the answer under consideration would harm or help, as soon as that is known."""
        focus = self.focus
        if not focus.considers or focus.weighed is None:
            return ()
        if focus.aimed:
            route = focus.hands.aims(focus.aimed)[0]
            return self.aid.of(route.session, [focus.hands.meant(route, focus.aimed)])
        return self.aid.weigh(focus.weighed, focus.inspection)

    def draw(self, target: pygame.Surface) -> None:
        if self.focus.sheets or not (stakes := self.weighed()):
            return
        pieces, weighed, camera = dict(self.focus.model.pieces), self.focus.weighed, self.focus.camera
        if weighed is not None and (placed := weighed.ghost.placed) is not None:
            pieces[placed.id] = placed
        standing = ((stake, pieces[stake.piece.id]) for stake in stakes if stake.piece.id in pieces)
        bases = [camera.base(piece.radius, (piece.x, piece.y)) for piece in pieces.values()]
        draw_stakes(target, standing, camera, self.focus.context.theme, bases, self.focus.context.sprites.names.shown)

    def legend(self) -> Sequence[Entry]:
        return stake_legend(self.weighed()) if self.focus.rests else ()

    def tick(self, now: float) -> bool:
        return self.aid.waiting

    def close(self) -> None:
        self.aid.close()
