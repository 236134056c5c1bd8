"""A piece picked up from the table: the ghosts of the routes that put it down, level by level."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.engine.core.decisions import Place
from game.engine.routes import Route
from game.ui.board.camera import Spot
from game.ui.decisions.place import OFF, PlaceController
from game.ui.model.session_model import SessionModel


class Hand:
    """The routes of one piece with their ghosts, and the one that the cursor is nearest to; `grip` is where it is held.

    `at` is the cursor, in inches; `rests` says that the piece was let go and only waits for a confirmation.
    """

    def __init__(self, model: SessionModel, routes: Sequence[Route], grip: Spot | None = None) -> None:
        self._model = model
        self._routes = list(routes)
        self._ghosts: dict[int, PlaceController] = {}
        self.ghost = self._ghost(0)
        start = self.ghost.start
        self._offset = (0.0, 0.0) if grip is None else (start[0] - grip[0], start[1] - grip[1])
        self.at = start
        self.moved = self.rests = False

    def _ghost(self, number: int) -> PlaceController:
        if number not in self._ghosts:
            route = self._routes[number]
            assert isinstance(route.decision, Place)
            self._ghosts[number] = PlaceController(self._model, route.decision, route)
        return self._ghosts[number]

    @property
    def piece(self) -> str:
        """The piece in hand."""
        return self.ghost.decision.about

    def follow(self, spot: Spot, free: bool) -> None:
        """Follow the cursor with the ghost of the first level that allows its spot, else with the present one."""
        self.moved = True
        self.at = spot[0] + self._offset[0], spot[1] + self._offset[1]
        for number in range(len(self._routes)):
            if self._ghost(number).region.contains(*self.at):
                self.ghost = self._ghost(number)
                break
        self.ghost.move_to(self.at, free)

    @property
    def is_off(self) -> bool:
        """Whether the cursor is too far from the ghost for a drop."""
        return math.dist(self.at, self.ghost.spot) > OFF
