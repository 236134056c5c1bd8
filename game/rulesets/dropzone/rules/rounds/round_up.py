"""The beginning and the end of a round: initiation, collateral damage, the end of the battle (D-RND, D-UP, D-WIN)."""

from __future__ import annotations

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.rulesets.dropzone.rules import events, scenarios
from game.rulesets.dropzone.rules.cards.hands import mourn
from game.rulesets.dropzone.rules.cards.occasions import Occasion, of_all
from game.rulesets.dropzone.rules.cards.playing import offer
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.asking import EDGES
from game.rulesets.dropzone.rules.moving.garrisoning import leave_ruin
from game.rulesets.dropzone.rules.rounds.initiative import initiative
from game.rulesets.dropzone.rules.scenery.collateral import resolve_tokens
from game.rulesets.dropzone.rules.scenery.damage import fall, left
from game.rulesets.dropzone.rules.state import Result
from game.wording import _, keep


def choose_zones(game: Game) -> Flow:
    """Roll off for the table edges: the highest picks first (D-DEP-1)."""
    state = game.state
    rolled = {player: game.throw(f"deployment {player}", 1) for player in state.players}
    for player, pool in rolled.items():
        game.rolled(f"deployment {player}", pool, pool.faces[0], rule="D-DEP-1")
    order = sorted(state.players, key=lambda each: -rolled[each].faces[0])
    free = [*EDGES][: 2 if len(order) == 2 else 4]
    for player in order:
        options = [Option(edge, _(EDGES[edge]), "D-DEP-1") for edge in free]
        name = game.setup.player(player).name
        prompt = _("{player}, which edge do you take?", player=name)
        edge = yield Choose(player=player, prompt=prompt, rule="D-DEP-1", options=options)
        free.remove(edge)
        state.edges = {**state.edges, player: edge}
        game.emit(events.EdgeTaken(player=player, edge=edge, rule="D-DEP-1"))
    scenario = scenarios.of(game)
    for group in state.groups.values():
        group.mode = scenario.mode(game, group)
    scenario.begin(game)
    state.step = "initiation"


def initiate(game: Game) -> Flow:
    """Begin a round: nothing has acted, and the order is rolled for (D-INIT-1)."""
    state = game.state
    state.round += 1
    game.emit(events.RoundBegan(round=state.round, rule="D-RND-1"))
    for group in state.groups.values():
        group.status = "ready"
    for squad in state.squads.values():
        squad.acted, squad.actions = False, []
        squad.embarked = squad.disembarked = squad.left_air = False
    for unit in state.units.values():
        unit.moved, unit.turned, unit.fired, unit.rearmed = 0.0, False, [], []
    state.quiet = []
    yield from initiative(game)
    state.step, state.player = "cards", ""


def round_up(game: Game) -> Flow:
    """End a round: collateral damage, reserves, the end of the battle (D-UP-1 to D-UP-4, D-DEP-7)."""
    state = game.state
    yield from offer(game, Occasion(of_all(game, "UP")))
    for feature in game.features:
        resolve_tokens(game, feature)
        if feature.has("destructible") and not left(game, feature):
            yield from leave_ruin(game, fall(game, feature), feature)
    yield from mourn(game)
    if state.round == 1:
        for group in state.groups.values():
            group.mode = "readiness" if group.mode == "reserve" else group.mode
    alive = {unit.owner for unit in state.units.values() if unit.alive}
    if state.round >= game.setup.document.options.rounds or len(alive) < 2:
        finish(game)
    else:
        state.step = "initiation"


def finish(game: Game) -> None:
    """End the battle: most victory points, then most kill points, else a tie (D-WIN-1 to D-WIN-4)."""
    scores = scenarios.of(game).points(game)
    best = max((scores[each], game.state.kills[each]) for each in game.state.players)
    winners = [each for each in game.state.players if (scores[each], game.state.kills[each]) == best]
    end(game, winners, keep("victory points") if len(winners) == 1 else keep("a tie"), "D-WIN-2")


def end(game: Game, winners: list[str], reason: str, rule: str) -> None:
    """End the battle with some winners."""
    game.state.result, game.state.step = Result(winners, reason, rule), "over"
    game.emit(events.Ended(winners=tuple(winners), reason=reason, rule=rule))
