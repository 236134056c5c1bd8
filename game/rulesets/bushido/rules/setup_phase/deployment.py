"""Deploying the models, one player after the other, Scouts last (B-SETUP-5 to B-SETUP-8)."""

from __future__ import annotations

from game.engine.core.decisions import DEPLOY, Answer, Choose, Decision, Option, Pick, Place
from game.engine.core.flow import Asking, Flow
from game.engine.core.turning import Turning
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.picking import not_own
from game.rulesets.bushido.rules.setup_phase.flanks import goes_round
from game.rulesets.bushido.rules.setup_phase.good_spots import good_spot
from game.rulesets.bushido.rules.setup_phase.terrain import good_answer
from game.rulesets.bushido.rules.setup_phase.zones import region, zone_of
from game.rulesets.bushido.rules.state import Model
from game.wording import N_, _

AUTO = Option(DEPLOY, N_("Deploy the rest for me"), "B-SETUP-5", letter="g")


def waiting(game: Game, player: str, *, scouts: bool) -> list[Model]:
    """Return the models that a player must still deploy: those with Scout, or those without (B-TR-48)."""
    own = [each for each in game.state.models.values() if each.owner == player and each.place == "reserve"]
    return [each for each in own if (game.named(each, "Scout") is not None) == scouts]


def deploy_one(game: Game, player: str, *, scouts: bool) -> Flow:
    """Deploy one model of a player; one without room is removed (B-SETUP-8). The task ends when none is left."""
    left = waiting(game, player, scouts=scouts)
    if left:
        model = yield from _next_model(game, player, left)
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
            assert facing is not None, "it is asked for"
            put(game, model, x, y, facing)
        else:
            model.place = "removed"
            game.emit(events.Removed(model=model.id))
    if len(left) <= 1:
        game.state.setup_done += 1


def _next_model(game: Game, player: str, left: list[Model]) -> Asking[Model]:
    if len(left) == 1:
        return left[0]
    [picked] = yield Pick(
        player=player,
        prompt=_("Which model do you deploy next?"),
        rule="B-SETUP-5",
        candidates=tuple(each.id for each in left),
        excluded=not_own(game, player),
        shortcuts=(AUTO.shown(),),
    )
    return game.state.models[picked]


def put(game: Game, model: Model, x: float, y: float, facing: int) -> None:
    """Put a model on the table, without counters (B-SETUP-6)."""
    model.place, model.x, model.y, model.facing, model.counters = "table", x, y, facing, 0
    game.emit(events.Deployed(model=model.id, x=x, y=y, facing=model.facing))


def deployed(game: Game, decision: Decision) -> Answer:
    """Return the rulebook's own answer to a decision of the deployment; raise `ValueError` for any other."""
    terrain = good_answer(game, decision)
    if terrain is not None:
        return terrain
    if isinstance(decision, Pick):
        return [decision.candidates[0]]
    if isinstance(decision, Choose):
        return decision.options[0].key
    if not isinstance(decision, Place):
        raise ValueError(f"a {decision.kind} is no decision of the deployment")
    spot = good_spot(game, game.state.models[decision.about], decision.region)
    assert spot is not None, "a place is asked for only where there is room"
    return [spot.x, spot.y]
