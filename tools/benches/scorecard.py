"""The scorecard of the starter armies of Age of Sigmar, 45 models, and of the first rosters of the other rulebooks."""

from __future__ import annotations

import time
from collections.abc import Iterator

from game import rulesets
from game.engine.questions.scorecard import scorecard
from game.engine.rulebook.new_game import GamePlan
from game.players.lining_up import lined_up

Columns = tuple[str, str, list[float], str, str, float]
TIMES = 3


def measure_scorecards() -> Iterator[Columns]:
    """Yield a row for each rulebook, with nothing known of the moves before."""
    for name in rulesets.names():
        book, samples, lining = rulesets.load(name), list[float](), list[float]()
        for _each in range(TIMES):
            started = time.perf_counter()
            game = lined_up(book, GamePlan(("Ann", "Bob")))
            lined = time.perf_counter()
            scorecard(book, game)
            samples.append(time.perf_counter() - lined)
            lining.append(lined - started)
        yield f"scorecard: {name}", "s", samples, "must 3, aim 1", "lining up", sum(lining) / TIMES


if __name__ == "__main__":
    for row in measure_scorecards():
        print(*row)
