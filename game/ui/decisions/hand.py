"""A piece picked up from the table: the ghosts of the routes that place it, level by level or action by action."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from game.engine.core.decisions import Place
from game.engine.routes import Route
from game.engine.rulebook.view import PieceView
from game.play.session_model import SessionModel
from game.ui.board.camera import Spot
from game.ui.decisions.place import OFF, PlaceController
from game.ui.widgets.menu_item import MenuItem

TOUCH = 0.05
"""Inches up to which two bases count as meeting."""
NEAR = 0.15
"""Inches from another piece within which the piece in hand is held against it."""
INSTEAD = "instead:"
"""The prefix of the ids of rows for other actions."""


class Hand:
    """The routes of one piece with their ghosts, and the one nearest to the cursor; `grip` is where it is held.

    `at` is the cursor, in inches; `rests` says that the piece was let go and only waits for a confirmation; `meets`
    whether it is held against a piece that it may touch.
    """

    def __init__(self, model: SessionModel, routes: Sequence[Route], grip: Spot | None = None) -> None:
        self._model = model
        self._routes = list(routes)
        self._placings: dict[int, PlaceController] = {}
        self._wanted: tuple[str, ...] = ()
        self._again: Callable[[], None] = lambda: None
        self.placing = self._placing(self._routes[0])
        start = self.placing.start
        self._offset = (0.0, 0.0) if grip is None else (start[0] - grip[0], start[1] - grip[1])
        self.at = start
        self.moved = self.rests = False
        self.meets = False
        self._instead: dict[str, tuple[str, ...]] = {}
        self._offer(self._routes)

    def _placing(self, route: Route) -> PlaceController:
        if id(route) not in self._placings:
            assert isinstance(route.decision, Place)
            self._placings[id(route)] = ghost = PlaceController(self._model, route.decision, route)
            ghost.chosen = self._choose
        return self._placings[id(route)]

    @property
    def piece(self) -> str:
        return self.placing.decision.about

    def over(self, spot: Spot) -> list[PieceView]:
        """Return the pieces that this one would touch or overlap with the cursor at a spot, nearest first."""
        x, y = spot[0] + self._offset[0], spot[1] + self._offset[1]
        radius, found = self._model.pieces[self.piece].radius if self.piece in self._model.pieces else 0.0, []
        for each in self._model.pieces.values():
            gap = math.dist((x, y), (each.x, each.y)) - each.radius - radius
            if each.id != self.piece and gap <= NEAR:
                found.append((gap, each.id, each))
        return [each for _gap, _id, each in sorted(found)]

    def follow(self, spot: Spot, free: bool, met: PieceView | None = None, meeting: Sequence[Route] = ()) -> None:
        """Follow the cursor with the ghost of the first level or action that allows its spot, or else the present one.

        At a piece that it may meet, by one of the given routes, it goes to the spot nearest to the cursor that touches
        it. A chosen action comes before the others.
        """
        self.moved = True
        self.at = spot[0] + self._offset[0], spot[1] + self._offset[1]
        touching = [] if met is None else self.touching(meeting, met, self.at)
        self.meets = bool(touching)
        offered = touching or self._routes
        chosen = [each for each in offered if each.steps == self._wanted] or offered
        there = chosen if touching else [each for each in chosen if self._placing(each).region.find(self.at)]
        if there or self.placing.route not in chosen:
            self.placing = self._placing((there or chosen)[0])
        self._offer(offered)
        self.placing.move_to(self.at, free and not touching)
        self._again = lambda: self.follow(spot, free, met, meeting)

    def touching(self, routes: Sequence[Route], met: PieceView, at: Spot) -> list[Route]:
        """Return the routes whose end nearest to a spot touches a piece."""
        radius = self._model.pieces[self.piece].radius + met.radius + TOUCH
        ends = [(route, self._placing(route).nearest(at)) for route in routes]
        return [route for route, end in ends if end is not None and math.dist(end, (met.x, met.y)) <= radius]

    def _offer(self, routes: Sequence[Route]) -> None:
        """Offer the other actions of some routes as rows of the ghost, each with its letter."""
        present = self.placing.route.steps if self.placing.route is not None else ()
        others = {each.steps: each for each in routes if each.hand and each.steps != present}
        self._instead = {f"{INSTEAD}{steps[-1]}": steps for steps in others}
        self.placing.instead = tuple(
            MenuItem(name, others[steps].steps[-1], others[steps].letter, others[steps].decision.rule)
            for name, steps in self._instead.items()
        )

    def _choose(self, row: MenuItem) -> None:
        """Choose another action for the piece in hand."""
        self._wanted = self._instead[row.id]
        self._again()

    @property
    def is_off(self) -> bool:
        """Whether the cursor is too far from the ghost for a drop."""
        return not self.meets and math.dist(self.at, self.placing.spot) > OFF
