"""The warlord: it plans activations for the rest of the game and judges the best few by the replies to them."""

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
"""The number of iterations of the search for one decision."""
BROAD: Final = 4
"""For each iteration, the number of answers tried on copies of the game before, to find lines."""
TELLING: Final = 10
"""The fewest iterations per line that are meaningful; fewer mislead more often than they help."""


class WarlordPlayer(Planner):
    """A bot that searches over activations: its best lines, the replies to them, and its next move."""

    style: ClassVar[Style | None] = "wary"
    width: ClassVar[Width] = Width(options=12, spots=(10, 8), picks=(8, 6), outcomes=12, continued=3)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.tries = ITERATIONS
        self.helpers = Helpers()
        """The processes that search beside the bot; none unless it sits at a table."""

    def _search(self, ahead: Session, player: str, tries: int) -> list[Prospect]:
        """Return rated answers, best first, judged by playing on after the best lines; store the best plan."""
        search = self._lookahead(ahead, player, BROAD * tries)
        rated = self._rated_by(search)
        best_lines = lines(search, rated) if len(rated) > 1 else []
        if len(best_lines) < 2 or tries < TELLING * len(best_lines):
            return rated
        playing = PlayingOn(ahead, player, best_lines, self._rng, self.stopped)
        with self.helpers.playing_beside(playing, tries):
            playing.run(tries)
        best = playing.best()
        self._plan = best.steps
        promises: dict[str, float] = {}
        for line in best_lines:
            first, promise = repr(line.answers[0]), line.promise(playing.usual) - search.here
            promises[first] = max(promise, promises.get(first, promise))
        others_at_most = min(promises.values()) - 0.01  # lines that were not played on promised less from the start
        judged = [
            replace(prospect, worth=promises.get(repr(prospect.answer), min(prospect.worth, others_at_most)))
            for prospect in rated
        ]
        return sorted(judged, key=lambda prospect: -prospect.worth)
