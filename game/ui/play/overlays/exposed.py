"""Overlay of paths coloured by the best chance of an enemy reaction at each point, with the chosen point as a bead."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import ClassVar, Final

import pygame
from shapely.geometry.base import BaseGeometry

from game.engine.core.decisions import Decision
from game.engine.rulebook.view import ExposedView, Line
from game.engine.session import Session
from game.engine.still import work_on_copy
from game.ui.board.camera import Spot
from game.ui.board.overlays import Entry, draw_pill
from game.ui.play.part import Part, Tip
from game.ui.widgets.raster import Frame, dashes
from game.ui.widgets.tasks import MOMENT, Background
from game.ui.widgets.theme import BAD, GOOD, LAMP, PAPER, SHADOW, WARNING, Colour
from game.wording import N_, _, percent

LOW, HIGH = 0.05, 0.25
"""The chances of a reaction from which a part of a path counts as dangerous and very dangerous."""
NEAR: Final = 10
"""Pixels from a path within which the mouse shows its facts."""
BEAD: Final = 0.9
"""The radius of the bead in units of the theme."""
KEPT: Final = 20


class Exposed(Part):
    """Colours the paths of the present decision by the chance of a reaction, which a thread works out."""

    height: ClassVar = 7
    title: ClassVar = N_("Reactions")

    def build(self) -> None:
        self._worker = Background[tuple[ExposedView, ...]](KEPT)
        self._latest: tuple[ExposedView, ...] = ()

    def shown(self) -> tuple[ExposedView, ...]:
        """Return the paths with their chances; while new ones are worked out, the latest ones."""
        focus, controller = self.focus, self.focus.drawn
        decision = controller.upcoming if controller is not None else None
        vision = focus.model.session.ruleset.vision
        if decision is None or vision is None or not focus.shows_aids or focus.sheets or not focus.options.odds:
            self._latest = ()
            return ()
        paths = controller.paths if controller is not None else {}
        key = (
            focus.model.version,
            decision.rule,
            decision.about,
            tuple((name, tuple(points)) for name, points in paths.items()),
        )

        job = work_on_copy(focus.model.session, _exposed, decision, paths)
        self._latest = self._worker.ask(key, job, MOMENT, until=self._latest) or ()
        return self._latest

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, target: pygame.Surface) -> None:
        for view in self.shown():
            spots = [self.focus.camera.to_screen(*spot) for spot in view.points]
            for stretch, chances in zip(pairwise(spots), pairwise(view.chances), strict=True):
                _draw(target, *stretch, max(chances))
            worst = max(view.chances, default=0.0)
            if worst >= LOW and self._bead() is None:
                self._say(target, worst, spots[view.chances.index(worst)])
        bead = self._bead()
        if bead is not None:
            spot, radius = self.focus.camera.to_screen(*bead), self.theme.px(BEAD)
            for colour, dot_radius in ((SHADOW, radius + 2), (LAMP, radius), (SHADOW, radius // 3)):
                pygame.draw.circle(target, colour, spot, dot_radius)
            self._say(target, self.chance_at(bead), spot)

    def _say(self, target: pygame.Surface, chance: float, spot: Spot) -> None:
        """Write a chance above a spot of the window."""
        label_spot = spot[0], spot[1] - self.theme.px(3)
        self.focus.context.readings.append(draw_pill(target, percent(chance), label_spot, self.theme, _look(chance)[0]))

    def _bead(self) -> Spot | None:
        """Return the point of a path that is being chosen; None without one."""
        drawn = self.focus.drawn if self.focus.shows_aids and not self.focus.sheets else None
        return drawn.bead if drawn is not None else None

    def chance_at(self, spot: Spot) -> float:
        """Return the chance at the point of a path nearest to a spot."""
        points = [pair for view in self._latest for pair in zip(view.points, view.chances, strict=True)]
        return min(points, key=lambda pair: math.dist(pair[0], spot))[1] if points else 0.0

    def legend(self) -> Sequence[Entry]:
        shares = [chance for view in self._latest for chance in view.chances] if self.focus.shows_aids else []
        texts = ((0.0, _("no enemy reacts there")), (LOW, _("may be hit by a reaction")),
                 (HIGH, _("likely hit by a reaction")))  # fmt: skip
        return [Entry(text, partial(_sample, chance)) for chance, text in texts] if shares else ()

    def tells(self, pixel: tuple[int, int]) -> Tip | None:
        for view in self._latest if self.focus.shows_aids else ():
            spots = [self.focus.camera.to_screen(*spot) for spot in view.points]
            if view.lines and any(_gap(pixel, *pair) <= NEAR for pair in pairwise(spots)):
                title = _("Reactions to {piece}", piece=self.focus.model.name_of(view.piece))
                chance = self.chance_at(self.focus.camera.to_table(*pixel))
                line = Line(
                    _("here: {chance} at best", chance=percent(chance)), tone="warning" if chance >= LOW else "plain"
                )
                return title, (line, *view.lines)
        return None

    def tick(self, now: float) -> bool:
        return self._worker.busy


def _exposed(session: Session, asked: Decision, paths: Mapping[str, Sequence[Spot]]) -> tuple[ExposedView, ...]:
    """Return the chances of reactions along paths; run in a thread."""
    vision = session.ruleset.vision
    return tuple(vision.exposed(session.game, asked, paths)) if vision is not None else ()


def _look(chance: float) -> tuple[Colour, int, float]:
    """Return the colour, width and dash length of a part of a path; the three classes differ in all of them."""
    if chance >= HIGH:
        return BAD, 5, 0.0
    return (WARNING, 3, 6.0) if chance >= LOW else (GOOD, 1, 0.0)


def _draw(target: pygame.Surface, start: Spot, end: Spot, chance: float) -> None:
    colour, width, dash = _look(chance)
    pygame.draw.line(target, SHADOW, start, end, width + 3)
    for piece in dashes([start, end], dash) if dash else [[start, end]]:
        pygame.draw.line(target, colour, piece[0], piece[-1], width)


def _sample(chance: float, ground: BaseGeometry, frame: Frame) -> pygame.Surface:
    canvas = pygame.Surface((frame.width, frame.height), pygame.SRCALPHA, 32)
    canvas.fill((*PAPER, 0))
    _draw(canvas, (4, frame.height / 2), (frame.width - 4, frame.height / 2), chance)
    return canvas


def _gap(spot: Spot, start: Spot, end: Spot) -> float:
    """Return the distance from a spot to a line between two points."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    share = max(0.0, min(1.0, ((spot[0] - start[0]) * dx + (spot[1] - start[1]) * dy) / length)) if length else 0.0
    return math.dist(spot, (start[0] + dx * share, start[1] + dy * share))
