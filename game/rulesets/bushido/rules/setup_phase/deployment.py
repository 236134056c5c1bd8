"""The setup and its tasks, the deployment of models (B-SETUP-1 to B-SETUP-8), and arrivals at a flank (B-TR-85)."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.core.decisions import DEPLOY, Answer, Choose, Decision, LegalSpots, Option, Place
from game.engine.core.flow import Asking, Flow
from game.engine.core.turning import Turning
from game.engine.kit.dressing import automatic_answer
from game.rulesets.bushido.rules import events, scenarios
from game.rulesets.bushido.rules.dice.tests import choose_first
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.picking import ask_player, pick_own, spot_for
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.secrets import EDGES, NAMES, TURNS, is_vim, name_vims
from game.rulesets.bushido.rules.setup_phase.terrain import (
    NORTH,
    SOUTH,
    apart_from_enemies,
    deployment_of,
    good_answer,
    lay_own_terrain,
    place_terrain,
    region,
    room,
    still_to_place,
    warband_terrain,
    zone_of,
)
from game.rulesets.bushido.rules.state import COUNTERS, Model
from game.table.facing import facing_towards
from game.table.lattice import Position
from game.table.placing.region import Region
from game.table.placing.solids import ClearOfShape, NearShape
from game.wording import N_, _

RULE: Final = "B-TR-85"
HERE: Final = "deploy"


def edge_of(deployment: str, edge: str, width: float, height: float) -> BaseGeometry:
    """Return a neutral edge: a side of the table, or half of each side at a corner (B-SETUP-7)."""
    x = 0.0 if edge == "west" else width
    if deployment == "baseline":
        return shapely.LineString([(x, 0.0), (x, height)])
    y = height if edge == "west" else 0.0
    return shapely.LineString([(x, height / 2), (x, y), (width / 2, y)])


def goes_round(game: Game, model: Model) -> Asking[bool]:
    """Return whether a model with Flank begins Elsewhere. Its player notes the turn and the edge in secret."""
    if game.named(model, "Flank") is None or is_vim(model):  # B-SCEN-12
        return False
    notes = {f"{turn} {edge}": (turn, edge) for turn in TURNS for edge in EDGES}
    options = [
        Option(key, _("Turn {turn}, at {edge}", turn=turn, edge=_(NAMES[edge])), RULE)
        for key, (turn, edge) in notes.items()
    ]
    key = yield Choose(
        player=model.owner,
        prompt=_("Does {model} go round the flank? Only you will know when and where it arrives", model=model.name),
        rule=RULE,
        about=model.id,
        private=True,
        options=(Option(HERE, _("Deploy it with the others"), "B-SETUP-5"), *options),
    )
    if key == HERE:
        model.flank_turn = 0
        return False
    model.place = "elsewhere"
    model.flank_turn, model.flank_edge = notes[key]
    game.emit(events.WentRound(model=model.id))
    return True


def arrivals(game: Game, player: str) -> Flow:
    """Let a player's models arrive in the noted turn. A model that does not fit waits (B-START-5)."""
    waiting = [
        other
        for other in game.models
        if other.side == player and other.place == "elsewhere" and 0 < other.flank_turn <= game.state.turn
    ]
    while waiting:
        model = yield from pick_own(game, player, _("Which model arrives next?"), RULE, waiting)
        waiting.remove(model)
        where = arrival(game, model)
        if where.find():
            x, y = yield spot_for(model, _("Where does {model} arrive?", model=model.name), RULE, where, player)
            table = game.ruler.battlefield
            facing = facing_towards(table.width / 2 - x, table.height / 2 - y)
            put(game, model, x, y, facing, counters=COUNTERS, rule=RULE)
            model.flank_turn, model.flank_edge = 0, ""


def arrival(game: Game, model: Model) -> Region:
    """Return the legal spots for an arriving model, at its edge and outside the enemy's zones."""
    table, enemy = game.ruler.battlefield, zone_of(game, game.other(model.side))
    edge = edge_of(deployment_of(game.setup), model.flank_edge, table.width, table.height)
    at_edge = NearShape(edge, TOLERANCE, model.radius, _(NAMES[model.flank_edge or "west"]), RULE)
    outside_zone = ClearOfShape(
        enemy.shape, model.radius + TOLERANCE, enemy.name, N_("in the enemy's deployment zone"), RULE
    )
    return Region(model.radius, (*room(game, model), *apart_from_enemies(game, model), outside_zone, at_edge))


SAMPLES: Final = 24
APART: Final = 1.5
"""A good gap between friends, in inches."""


def good_spot(game: Game, model: Model, where: LegalSpots) -> Position | None:
    """Return the best of a sample of legal spots, or None. The result depends on the table only."""
    x, y = goal(game, model)
    source = Random(hashlib.blake2b(f"{model.id}|{game.state.setup_done}".encode(), digest_size=8).digest())
    spots = [spot for spot in (where.sample(source) for _sample in range(SAMPLES)) if spot is not None]
    nearest = where.nearest((x, y))
    if nearest is not None:
        spots.append(nearest)

    def cost(spot: Position) -> float:
        gaps = [math.dist(spot, (other.x, other.y)) - other.radius - model.radius for other in game.of(model.side)]
        crowding = math.fsum(max(0.0, APART - gap) for gap in gaps)
        return round(math.dist(spot, (x, y)) + 3.0 * crowding, 6)

    return min(spots, key=cost, default=None)


def goal(game: Game, model: Model) -> tuple[float, float]:
    """Return the centre of a model's own objective or zone, or the middle of the table in scenarios without them."""
    table = game.ruler.battlefield
    spots = [(objective.x, objective.y) for objective in game.state.objectives.values()]
    spots += [(x, y) for _name, x, y, _radius, _side in scenarios.of(game).zones]
    team_ids = [other.id for other in game.models if other.side == model.side]
    return spots[team_ids.index(model.id) % len(spots)] if spots else (table.width / 2, table.height / 2)


AUTO = Option(DEPLOY, N_("Deploy the rest for me"), "B-SETUP-5", letter="g")


def waiting(game: Game, player: str, *, scouts: bool) -> list[Model]:
    """Return the models that a player must still deploy, either Scouts or the others (B-TR-48)."""
    reserve = [model for model in game.models if model.owner == player and model.place == "reserve"]
    return [model for model in reserve if (game.named(model, "Scout") is not None) == scouts]


def deploy_one(game: Game, player: str, *, scouts: bool) -> Flow:
    """Deploy a model of a player, or remove it if it does not fit anywhere (B-SETUP-8).

    The last model ends the task.
    """
    models = waiting(game, player, scouts=scouts)
    if models:
        prompt = _("Which model do you deploy next?")
        model = yield from pick_own(game, player, prompt, "B-SETUP-5", models, (AUTO.shown(),))
        round_the_flank = yield from goes_round(game, model)
        where = region(game, model, player)
        if round_the_flank:
            pass  # it arrives in a Starting Phase
        elif where.find():
            prompt, rule = _("Deploy {model}", model=model.name), "B-TR-48" if scouts else "B-SETUP-7"
            turning = Turning.asked(zone_of(game, player).ahead, "B-GEO-10")
            place = spot_for(model, prompt, rule, where, player, turning=turning, shortcuts=(AUTO.shown(),))
            x, y, facing = place.pose((yield place))
            assert facing is not None, "the decision asks for a facing"
            put(game, model, x, y, facing)
        else:
            model.place = "removed"
            game.emit(events.Removed(model=model.id))
    if len(models) <= 1:
        game.state.setup_done += 1


def put(
    game: Game, model: Model, x: float, y: float, facing: int, *, counters: int = 0, rule: str = "B-SETUP-6"
) -> None:
    """Put a model on the table, with its activation counters, if any (B-SETUP-6)."""
    model.place, model.x, model.y, model.facing, model.counters = "table", x, y, facing, counters
    game.emit(events.Deployed(model=model.id, x=x, y=y, facing=facing, rule=rule))


def deployed(game: Game, decision: Decision) -> Answer:
    """Return an automatic answer to a decision of the deployment. Raise `ValueError` for others."""

    def place(asked: Place) -> Answer:
        spot = good_spot(game, game.state.models[asked.about], asked.region)
        assert spot is not None, "a place is asked for only where there is room"
        return [spot.x, spot.y]

    return automatic_answer(decision, good_answer(game, decision), place)


# -- the tasks of the setup (B-SETUP-1 to B-SETUP-5) -----------------------------------------------

SIDES: Final = {SOUTH: N_("The south side"), NORTH: N_("The north side")}


def decide_player_one(game: Game) -> Flow:
    """Make the tactical test for the deployment and let its winner choose Player 1 (B-SETUP-2, AMB-38).

    During the setup, `first_player` is Player 1, and `tactical_winner` is the winner of this test.
    """
    one, other = game.state.players
    prompt = _("Who leads the setup and decides who deploys first? The other player chooses a side of the table")
    bonus, label = (scouting(game, one), scouting(game, other)), N_("{player} leads the setup")
    first = yield from choose_first(game, "B-SETUP-2", prompt, label, bonus)
    game.emit(events.PlayerOne(player=first))
    game.state.setup_done += 1


def scouting(game: Game, player: str) -> int:
    """Return the bonus to the deployment test, which is the highest Scout value in the warband (B-SETUP-2, B-TR-48)."""
    scouts = [game.named(model, "Scout") for model in game.models if model.owner == player]
    return max((entry.value for entry in scouts if entry is not None), default=0)


def choose_side(game: Game) -> Flow:
    """Place the next terrain piece or, after the last one, let a player choose a side (B-SETUP-3, B-SETUP-4)."""
    state = game.state
    if still_to_place(game):
        yield from place_terrain(game)
        return
    second = state.stopped or game.other(state.first_player)
    rule = "B-SETUP-3" if state.stopped else "B-SETUP-4"
    options = [Option(key, _(label), rule) for key, label in SIDES.items()]
    side = yield Choose(player=second, prompt=_("On which side do you deploy?"), rule=rule, options=options)
    state.south = second if side == SOUTH else game.other(second)
    game.emit(events.SideChosen(player=second, side=side, rule=rule))
    state.setup_done += 1


def lay_objectives(game: Game) -> Flow:
    """Place the objectives of the scenario and give out prayer tokens (B-SETUP-1, B-SCEN-3, B-SCEN-5)."""
    yield from ()
    scenario = scenarios.of(game)
    game.state.objectives = scenario.objectives(game)
    if scenario.prayers:
        game.state.prayers = dict.fromkeys(game.state.players, scenario.prayers)
    game.state.setup_done += 1


def choose_deployer(game: Game) -> Flow:
    """Place the next terrain piece of a warband, or let Player 1 choose the first deployer (B-SETUP-5)."""
    state = game.state
    if warband_terrain(game):
        yield from lay_own_terrain(game)
        return
    yield from name_vims(game)
    prompt, label = _("Who deploys first?"), N_("{player} deploys first")
    second = game.other(state.first_player)
    state.active_player = yield from ask_player(game, state.first_player, prompt, "B-SETUP-5", label, second)
    state.setup_done += 1


def deploy(game: Game, *, scouts: bool, second: bool) -> Flow:
    """Deploy a model of the first or `second` player (B-SETUP-5, B-TR-48).

    The loser of the deployment test deploys Scouts first.
    """
    first = game.other(game.state.tactical_winner) if scouts else game.state.active_player
    yield from deploy_one(game, game.other(first) if second else first, scouts=scouts)


TASKS: Final[tuple[Callable[[Game], Flow], ...]] = (
    decide_player_one,
    choose_side,
    lay_objectives,
    choose_deployer,
    *(partial(deploy, scouts=scouts, second=second) for scouts in (False, True) for second in (False, True)),
)
"""The tasks in order. A finished task raises `State.setup_done`. Some tasks take a step for each model or piece."""


def setup_step(game: Game) -> Flow:
    """Carry out the next step of the setup. Turn 1 follows the last task (B-SETUP-1)."""
    yield from TASKS[game.state.setup_done](game)
    if game.state.setup_done == len(TASKS):
        game.state.step = "starting"
