"""What a piece sees from where it is, and from where it would be: of targets on the ground, or in the air."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import ClassVar, Final

import pygame

from game.engine.rulebook.view import FanView
from game.engine.session import Session
from game.engine.still import still
from game.table.lattice import Position, position
from game.ui.board.fan_art import FanOverlay
from game.ui.board.overlays import Entry, draw_pill
from game.ui.play.focus import Focus
from game.ui.play.overlays.sites import Sites
from game.ui.play.part import Part
from game.ui.widgets.layers import Canvas
from game.ui.widgets.tasks import MOMENT, Background, sound
from game.wording import N_, _

GROUND, ALOFT = 1, 2
KEPT: Final = 12


class Fan(Part):
    """The sight fan of the piece looked at, or of the side of a building under the mouse; worked out in a thread."""

    depth = 5
    height = 6
    title: ClassVar = N_("Sight fan")
    code: ClassVar = ("play.overlays.fan:*", "board.fan_art:*")

    def __init__(self, focus: Focus, sites: Sites) -> None:
        super().__init__(focus)
        self._sites, self._worker = sites, Background(KEPT)
        self.mode = 0
        self._latest: FanOverlay | None = None

    def eye(self) -> tuple[str, Mapping[str, Position]]:
        """Return the piece or place that looks, and where the pieces in hand would be; "" for nothing."""
        focus = self.focus
        if focus.model.session.ruleset.vision is None or not focus.rests or focus.asking.on:
            return "", {}
        if slot := self._sites.slot:
            return slot.id, {}
        if not self.mode:
            return "", {}
        layout = {each.id: position(each.x, each.y) for each in focus.ghost.pieces}
        about = focus.model.decision.about if focus.model.decision is not None else ""
        looked_at = (focus.inspection.selected, focus.inspection.hovered, focus.inspection.piece(), about)
        found = next(filter(None, (self._model(each, layout) for each in looked_at)), "") if not layout else ""
        return found or next(iter(layout), ""), layout

    def _model(self, identity: str, layout: Mapping[str, Position]) -> str:
        """Return the model that looks for a piece or a unit: itself, or the one in the middle."""
        middle = self.focus.model.units.middle(identity) if identity else None
        return middle.id if middle is not None and middle.kind == "base" else ""

    def fan(self) -> FanOverlay | None:
        """Return the fan, the latest one as long as another is being worked out; None without any."""
        eye, layout = self.eye()
        if not eye:
            self._latest = None
            return None
        session, aloft = self.focus.model.session, self.mode == ALOFT
        key: Hashable = self.focus.model.version, eye, tuple(layout.items()), aloft, self.focus.camera.scale

        def job() -> Callable[[], object]:
            return partial(_looked, still(session), eye, layout, aloft, self.focus.camera.scale)

        found = sound(self._worker.ask(key, job, MOMENT))
        if found is not None:
            self._latest = found if isinstance(found, FanOverlay) else None
        return self._latest

    def under(self, target: Canvas) -> None:
        overlay = self.fan()
        if overlay is not None:
            overlay.draw(target, self.focus.camera)

    def draw(self, target: pygame.Surface) -> None:
        overlay = self._latest
        if not self.focus.rests or self.focus.sheets or (overlay is None and not self.mode):
            return
        text = _("Point at a unit on the table, friendly or enemy, to see what it sees")
        if overlay is not None:
            text = " · ".join((overlay.view.title, *(line.text for line in overlay.view.lines)))
        view = target.get_clip()
        draw_pill(target, text, (view.centerx, view.top + self.theme.px(2.5)), self.theme)

    def legend(self) -> Sequence[Entry]:
        return self._latest.legend() if self._latest is not None and self.focus.rests else ()

    def tick(self, now: float) -> bool:
        return self._worker.busy

    def commands(self) -> dict[str, Callable[[], None]]:
        return {"fan": self._next}

    def _next(self) -> None:
        """Show what is seen on the ground, then in the air, then nothing."""
        vision = self.focus.model.session.ruleset.vision
        self.mode = (self.mode + 1) % (ALOFT + 1) if vision is not None else 0

    def close(self) -> None:
        self.mode, self._latest = 0, None


def _looked(present: Session, eye: str, layout: Mapping[str, Position], aloft: bool, scale: float) -> FanOverlay | bool:
    """Return a fan, painted for a scale, or False if there is none: for a thread."""
    session = present.fork()
    vision = session.ruleset.vision
    view: FanView | None = vision.fan(session.game, eye, layout, aloft=aloft) if vision is not None else None
    if view is None:
        return False
    overlay = FanOverlay(view)
    overlay.ready(scale)
    return overlay
