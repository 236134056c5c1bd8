"""The battleplan Three Wells, with three objectives in a row between the territories (18.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.rulesets.aos4.rules.battleplans import Battleplan
from game.rulesets.aos4.rules.game import Game
from game.wording import N_, keep, stored

CENTRE: Final = "centre"
NONE_HOLDS: Final = stored(
    "as many victory points, and nobody controls the Centre",
    N_("tied on victory points, and neither player controls the Centre"),
)
ONE_HOLDS: Final = stored(
    "as many victory points, and the Centre", N_("tied on victory points, but controls the Centre")
)


class ThreeWells(Battleplan):
    """Each turn scores a point for one objective, for two objectives, and for more objectives than the opponent."""

    name = "three-wells"
    title = N_("Three Wells")
    text = N_(
        "At the end of each of your turns, score 1 point for a well that you control, 1 for a second, "
        "and 1 for more wells than the enemy."
    )
    rule = "A-EBR-3"
    map = "three-wells"
    objectives = ("west", CENTRE, "east")

    def scores(self, own: int, theirs: int) -> Iterator[tuple[int, str]]:
        if own >= 1:
            yield 1, keep("controls an objective")
        if own >= 2:
            yield 1, keep("controls two objectives")
        if own > theirs:
            yield 1, keep("controls more objectives than the enemy")

    def outcome(self, game: Game) -> tuple[list[str], str, str]:
        if winner := game.ahead(game.state.points):
            return [winner], keep("more victory points"), self.rule
        holder = game.state.control.get(CENTRE, "")
        if holder:
            return [holder], keep(ONE_HOLDS), self.rule
        return [*game.state.players], keep(NONE_HOLDS), self.rule
