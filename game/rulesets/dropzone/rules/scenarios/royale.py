"""Battle Royale (D-SCO-3)."""

from __future__ import annotations

from typing import Final

from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.scenarios import Scenario, marked
from game.wording import N_

VANTAGE: Final = 2
"""What the ranges of Infantry in a vantage point are multiplied by."""


class BattleRoyale(Scenario):
    """Most kill points win; Infantry shoots twice as far out of the vantage points."""

    id, rule = "battle-royale", "D-SCO-3"
    title = N_("Battle Royale")
    text = N_("Destroy more points than the others. Infantry shoots twice as far out of the marked buildings.")
    measure, markers, clear = "kills", (3, 2), 12.0

    def begin(self, game: Game) -> None:
        for objective in game.state.objectives.values():
            objective.removed = True

    def reach(self, game: Game, piece: str) -> int:
        return VANTAGE if any(each.id == piece for each in marked(game)) else 1

    def points(self, game: Game) -> dict[str, int]:
        return dict.fromkeys(game.state.players, 0)
