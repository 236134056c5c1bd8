"""The beginning and the end of a round: initiation, collateral damage, the end of the battle (D-RND, D-UP, D-WIN)."""

from __future__ import annotations

from game.engine.core.flow import Flow
from game.rulesets.dropzone.rules import events, scenarios
from game.rulesets.dropzone.rules.cards.hands import mourn
from game.rulesets.dropzone.rules.cards.occasions import Occasion, of_all
from game.rulesets.dropzone.rules.cards.playing import offer
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.rounds.initiative import initiative
from game.rulesets.dropzone.rules.scenery.collateral import resolve_tokens
from game.rulesets.dropzone.rules.scenery.damage import left
from game.rulesets.dropzone.rules.state import Result, State
from game.rulesets.dropzone.rules.transports.perishing import ruin
from game.wording import keep


def initiate(game: Game) -> Flow:
    """Begin a round: nothing has acted, and the order is rolled for (D-INIT-1)."""
    state = game.state
    state.round += 1
    game.emit(events.RoundBegan(round=state.round, rule="D-RND-1"))
    refresh(state)
    yield from initiative(game)
    state.step, state.player = "cards", ""


def refresh(state: State) -> None:
    """Let nothing have acted, moved or fired this round (D-ENG-2)."""
    for group in state.groups.values():
        group.status = "ready"
    for squad in state.squads.values():
        squad.acted, squad.actions = False, []
        squad.embarked = squad.disembarked = squad.left_air = squad.alighted = squad.high = False
    for unit in state.units.values():
        unit.moved, unit.turned, unit.fired, unit.rearmed = 0.0, False, [], []
        unit.received, unit.released, unit.tied = 0, 0, 0.0


def round_up(game: Game) -> Flow:
    """End a round: collateral damage, reserves, the end of the battle (D-UP-1 to D-UP-4, D-DEP-7, D-UP-3, R-47)."""
    state = game.state
    yield from offer(game, Occasion(of_all(game, "UP")))
    for feature in game.features:
        yield from resolve_tokens(game, feature)
        if feature.has("destructible") and not left(game, feature):
            yield from ruin(game, feature)
    yield from mourn(game)
    yield from scenarios.settle(game)
    if state.round == 1:
        for group in state.groups.values():
            group.mode = "readiness" if group.mode == "reserve" else group.mode
    alive = any(unit.alive for unit in state.units.values())
    if state.round >= game.setup.document.options.rounds or not alive:
        finish(game)
    else:
        state.step = "initiation"


def finish(game: Game) -> None:
    """End the battle: most victory points, then most kill points, else a tie (D-WIN-1 to D-WIN-4).

    A scenario may count kill points alone.
    """
    scenario, state = scenarios.of(game), game.state
    scores = scenario.points(game)
    leading = [*state.players]
    measures = ((scores, keep("victory points"), "D-WIN-2"), (state.kills, keep("kill points"), "D-WIN-3"))
    for measure, reason, rule in measures[scenario.measure == "kills" :]:
        best = max(measure[each] for each in leading)
        leading = [each for each in leading if measure[each] == best]
        if len(leading) == 1:
            end(game, leading, reason, rule)
            return
    end(game, leading, keep("a tie"), "D-WIN-4")


def end(game: Game, winners: list[str], reason: str, rule: str) -> None:
    """End the battle with some winners."""
    game.state.result, game.state.step = Result(winners, reason, rule), "over"
    game.state.effects = []
    game.emit(events.Ended(winners=tuple(winners), reason=reason, rule=rule))
