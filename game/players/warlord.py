"""The warlord: plans activations for the rest of the game, and judges the best few by what others make of them."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Final

from game.engine.rulebook.facets import Style
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players.helpers import Helpers
from game.players.lookahead import Width
from game.players.planner import Planner
from game.players.playing_on import PlayingOn, lines

ITERATIONS: Final = 240
"""Iterations of the search for one decision."""
BROAD: Final = 4
"""Answers tried before on copies of the game to find its lines, for each iteration."""
TELLING: Final = 10
"""Iterations for each line from which on they say something: fewer mislead more often than they help."""


class WarlordPlayer(Planner):
    """Searches over activations: its own best lines, the answers to them, and what it does next."""

    style: ClassVar[Style | None] = "wary"
    width: ClassVar[Width] = Width(options=12, spots=(10, 8), picks=(8, 6), outcomes=12, continued=3)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.tries = ITERATIONS
        self.helpers = Helpers()
        """Processes that search beside it: none unless it sits at a table."""

    def _searched(self, ahead: Session, player: str, tries: int) -> list[Prospect]:
        search = self._lookahead(ahead, player, BROAD * tries)
        rated = self._rated_by(search)
        found = lines(search, rated) if len(rated) > 1 else []
        if len(found) < 2 or tries < TELLING * len(found):
            return rated
        playing = PlayingOn(ahead, player, found, self._rng, self.stopped)
        with self.helpers.playing_beside(playing, tries):
            playing.run(tries)
        best = playing.best()
        self._plan = best.steps
        promises: dict[str, float] = {}
        for line in found:
            begun, promise = repr(line.answers[0]), line.promise(playing.usual) - search.here
            promises[begun] = max(promise, promises.get(begun, promise))
        others = min(promises.values()) - 0.01  # what was not played on promised less from the start
        judged = [replace(each, worth=promises.get(repr(each.answer), min(each.worth, others))) for each in rated]
        return sorted(judged, key=lambda each: -each.worth)
