"""Survey and Control (D-SCO-4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.engine.core.flow import Flow
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.objectives import garrison_of
from game.rulesets.dropzone.rules.scenarios import Scenario, dominates
from game.rulesets.dropzone.rules.scenery.damage import hit_scenery, left
from game.rulesets.dropzone.rules.state import Objective
from game.rulesets.dropzone.rules.transports.perishing import ruin
from game.wording import N_

TRAP: Final = 1
PRIZE: Final = 6
"""The faces of a survey die that damage the Garrison, and that bring a further objective."""
BLAST: Final = 9
"""The Energy of the hits that a Garrison takes from a trap."""


class SurveyAndControl(Scenario):
    """The first claim of each objective is a survey, worth 1 VP; some bring a prize to be held until the end."""

    id, rule = "survey-and-control", "D-SCO-4"
    title = N_("Survey and Control")
    text = N_("Be the first in each building. Some surveys are dangerous, and some find a prize to be held.")
    seats = (2, 2)

    def begin(self, game: Game) -> None:
        for objective in game.state.objectives.values():
            objective.mobile = objective.hidden = False

    def claimed(self, game: Game) -> Flow:
        for objective in game.state.objectives.values():
            if objective.claimed_by and not objective.removed and not objective.prize:
                yield from _survey(game, objective)

    def points(self, game: Game) -> dict[str, int]:
        found = {player: game.state.scores.get(player, 0) for player in game.state.players}
        for feature in _prizes(game):
            player = dominates(game, feature, inside_double=False)
            if player:
                found[player] += 1
        return found


def _prizes(game: Game) -> Iterator[Feature]:
    """Yield the Garrisons in which a prize lies."""
    for objective in game.state.objectives.values():
        house = garrison_of(game, objective)
        if objective.prize and not objective.removed and house is not None:
            yield house


def _survey(game: Game, objective: Objective) -> Flow:
    """Roll for an objective that was claimed for the first time (D-SCO-4)."""
    state, player, house = game.state, objective.claimed_by, garrison_of(game, objective)
    pool = game.throw(f"survey {objective.id}", 1)
    [face] = pool.faces
    game.emit(events.Surveyed(player=player, objective=objective.id, pool=pool, rule="D-SCO-4"))
    state.scores = {**state.scores, player: state.scores.get(player, 0) + 1}
    objective.prize = face == PRIZE
    objective.removed = not objective.prize
    if face != TRAP or house is None or not house.has("destructible"):
        return
    count = game.throw("trap", 1)
    game.rolled("trap", count, count.faces[0], house.id, rule="D-SCO-4")
    hit_scenery(game, house, count.faces[0], BLAST, "D-SCO-4")
    if not left(game, house):
        yield from ruin(game, house)
