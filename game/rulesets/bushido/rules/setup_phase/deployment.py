"""The deployment of models, one by one, Scouts last (B-SETUP-5 to B-SETUP-8)."""

from __future__ import annotations

import hashlib
import math
from random import Random
from typing import Final

from game.engine.core.decisions import DEPLOY, Answer, Decision, LegalSpots, Option, Place
from game.engine.core.flow import Asking, Flow
from game.engine.core.turning import Turning
from game.engine.kit.dressing import first_answer
from game.rulesets.bushido.rules import events, scenarios
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.picking import pick_own
from game.rulesets.bushido.rules.setup_phase.flanks import goes_round
from game.rulesets.bushido.rules.setup_phase.terrain import good_answer
from game.rulesets.bushido.rules.setup_phase.zones import region, zone_of
from game.rulesets.bushido.rules.state import Model
from game.table.lattice import Position
from game.wording import N_, _

SAMPLES: Final = 24
APART: Final = 1.5
"""A good gap between friends, in inches."""


def good_spot(game: Game, model: Model, where: LegalSpots) -> Position | None:
    """Return the best of some legal spots, or None. The result depends on the table only."""
    x, y = goal(game, model)
    source = Random(hashlib.blake2b(f"{model.id}|{game.state.setup_done}".encode(), digest_size=8).digest())
    spots = [spot for spot in (where.sample(source) for _sample in range(SAMPLES)) if spot is not None]
    nearest = where.nearest((x, y))
    if nearest is not None:
        spots.append(nearest)

    def cost(spot: Position) -> float:
        gaps = [math.dist(spot, (other.x, other.y)) - other.radius - model.radius for other in game.of(model.side)]
        crowd = math.fsum(max(0.0, APART - gap) for gap in gaps)
        return round(math.dist(spot, (x, y)) + 3.0 * crowd, 6)

    return min(spots, key=cost, default=None)


def goal(game: Game, model: Model) -> tuple[float, float]:
    """Return a model's own objective or zone, or the middle of the table in scenarios without them."""
    field = game.ruler.battlefield
    spots = [(objective.x, objective.y) for objective in game.state.objectives.values()]
    spots += [(x, y) for _name, x, y, _radius, _side in scenarios.of(game).zones]
    own = [other.id for other in game.state.models.values() if other.side == model.side]
    return spots[own.index(model.id) % len(spots)] if spots else (field.width / 2, field.height / 2)


AUTO = Option(DEPLOY, N_("Deploy the rest for me"), "B-SETUP-5", letter="g")


def waiting(game: Game, player: str, *, scouts: bool) -> list[Model]:
    """Return the models that a player must still deploy, either Scouts or the others (B-TR-48)."""
    own = [model for model in game.state.models.values() if model.owner == player and model.place == "reserve"]
    return [model for model in own if (game.named(model, "Scout") is not None) == scouts]


def deploy_one(game: Game, player: str, *, scouts: bool) -> Flow:
    """Deploy a model of a player, or remove it if it has no room (B-SETUP-8). The last model ends the task."""
    models = waiting(game, player, scouts=scouts)
    if models:
        model = yield from _next_model(game, player, models)
        round_the_flank = yield from goes_round(game, model)
        where = region(game, model, player)
        if round_the_flank:
            pass  # it arrives in a Starting Phase
        elif where.find():
            place = Place(
                player=player,
                prompt=_("Deploy {model}", model=model.name),
                rule="B-TR-48" if scouts else "B-SETUP-7",
                about=model.id,
                region=where,
                shortcuts=(AUTO.shown(),),
                turning=Turning.asked(zone_of(game, player).ahead, "B-GEO-10"),
            )
            x, y, facing = place.pose((yield place))
            assert facing is not None, "the decision asks for a facing"
            put(game, model, x, y, facing)
        else:
            model.place = "removed"
            game.emit(events.Removed(model=model.id))
    if len(models) <= 1:
        game.state.setup_done += 1


def _next_model(game: Game, player: str, models: list[Model]) -> Asking[Model]:
    prompt = _("Which model do you deploy next?")
    return (yield from pick_own(game, player, prompt, "B-SETUP-5", models, (AUTO.shown(),)))


def put(game: Game, model: Model, x: float, y: float, facing: int) -> None:
    """Put a model on the table, without counters (B-SETUP-6)."""
    model.place, model.x, model.y, model.facing, model.counters = "table", x, y, facing, 0
    game.emit(events.Deployed(model=model.id, x=x, y=y, facing=model.facing))


def deployed(game: Game, decision: Decision) -> Answer:
    """Return an automatic answer to a decision of the deployment. Raise `ValueError` for others."""
    terrain = good_answer(game, decision)
    if terrain is not None:
        return terrain
    if (first := first_answer(decision)) is not None:
        return first
    if not isinstance(decision, Place):
        raise ValueError(f"a {decision.kind} is no decision of the deployment")
    spot = good_spot(game, game.state.models[decision.about], decision.region)
    assert spot is not None, "a place is asked for only where there is room"
    return [spot.x, spot.y]
