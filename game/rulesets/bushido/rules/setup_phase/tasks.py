"""The tasks of the setup (B-SETUP-1 to B-SETUP-5)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.rulesets.bushido.rules import events, scenarios
from game.rulesets.bushido.rules.dice.tests import nominate, tactical_test
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.important import name_vims
from game.rulesets.bushido.rules.setup_phase.deployment import deploy_one
from game.rulesets.bushido.rules.setup_phase.terrain import (
    lay_own_terrain,
    place_terrain,
    still_to_place,
    warband_terrain,
)
from game.rulesets.bushido.rules.setup_phase.zones import NORTH, SOUTH
from game.wording import N_, _

SIDES: Final = {SOUTH: N_("The south side"), NORTH: N_("The north side")}


def decide_player_one(game: Game) -> Flow:
    """Make the tactical test for the deployment and let its winner choose Player 1 (B-SETUP-2, AMB-38).

    During the setup, `first_player` is Player 1, and `tactical_winner` is the winner of this test.
    """
    state = game.state
    one = yield from nominate(game, state.players[0])
    other = yield from nominate(game, state.players[1])
    bonus = scouting(game, one.side), scouting(game, other.side)
    winner = state.tactical_winner = yield from tactical_test(game, (one, other), bonus)
    options = tuple(
        Option(player, _("{player} leads the setup", player=game.player_name(player)), "B-SETUP-2")
        for player in game.in_order(winner)
    )
    prompt = _("Who leads the setup and decides who deploys first? The other player chooses a side of the table")
    state.first_player = yield Choose(player=winner, prompt=prompt, rule="B-SETUP-2", options=options)
    game.emit(events.PlayerOne(player=state.first_player))
    state.setup_done += 1


def scouting(game: Game, player: str) -> int:
    """Return the bonus to the deployment test, which is the highest Scout value in the warband (B-SETUP-2, B-TR-48)."""
    own = [game.named(model, "Scout") for model in game.state.models.values() if model.owner == player]
    return max((entry.value for entry in own if entry is not None), default=0)


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
    game.state.objectives = {objective.id: objective for objective in scenario.objectives(game)}
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
    options = tuple(
        Option(player, _("{player} deploys first", player=game.player_name(player)), "B-SETUP-5")
        for player in (game.other(state.first_player), state.first_player)
    )
    state.active_player = yield Choose(
        player=state.first_player, prompt=_("Who deploys first?"), rule="B-SETUP-5", options=options
    )
    state.setup_done += 1


def deploy(game: Game, *, scouts: bool, second: bool) -> Flow:
    """Deploy a model of the first or `second` player. The first to deploy Scouts is the loser of the deployment test.

    (B-SETUP-5, B-TR-48.)
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
