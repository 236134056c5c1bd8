"""The Initiative phase (G-INI)."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.core.decisions import Order
from game.engine.core.flow import Asking, Flow
from game.rulesets.godbreakers.rules.asking import pick
from game.rulesets.godbreakers.rules.events import InitiativeTied, InitiativeWon, PrioritySet, RoundBegan
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rolls import INITIATIVE, roll, settle_triumphs
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.wild.compulsions import note_compulsions
from game.wording import _


def begin_round(game: Game) -> Flow:
    """Begin the next round and clear everything that lasts one round, such as traits set aside (G-RND-2, Q38)."""
    state = game.state
    state.round += 1
    state.turn = 0
    state.rolls.by_key.clear()
    state.begun.clear()
    for model in state.models.values():
        model.activated = False
        model.unused = ()
    game.emit(RoundBegan(round=state.round))
    state.step = "initiative"
    yield from ()


def initiative_phase(game: Game) -> Flow:
    """Roll for initiative and settle Triumphs (Q5)."""
    rollers = yield from choose_rollers(game)
    if rollers:
        roll_for_initiative(game, rollers)
    settle_triumphs(game)
    game.state.step = "ordering"


def choose_rollers(game: Game) -> Asking[dict[str, Model]]:
    """Return the roller of each circle: its leader, else a godbreaker that the player picks (G-INI-1)."""
    rollers: dict[str, Model] = {}
    for player in game.state.priority or game.playing():
        circle = game.circle(player)
        leaders = [model for model in circle if model.leader]
        if leaders:
            rollers[player] = leaders[0]
        elif circle:
            prompt = _("Your leader is gone: who rolls for initiative?")
            [rollers[player]] = yield from pick(player, prompt, circle, rule="G-INI-1")
    return rollers


def roll_for_initiative(game: Game, rollers: dict[str, Model]) -> str:
    """Roll for every circle, reroll ties for the highest result, and return the winner (G-INI-1, G-INI-2)."""
    tied = list(rollers)
    while True:
        results = {player: roll(game, rollers[player], INITIATIVE) for player in tied}
        best = max(results.values())
        tied = [player for player in tied if results[player] == best]
        if len(tied) == 1:
            break
        game.emit(InitiativeTied(players=tuple(tied), result=best))
    game.state.initiative, game.state.initiative_result = tied[0], best
    game.emit(InitiativeWon(player=tied[0], result=best))
    return tied[0]


def ordering_phase(game: Game) -> Flow:
    """Let the winner of the initiative set the players' priority."""
    if game.state.initiative in game.playing():
        yield from set_priority(game, game.state.initiative)
    elif any(game.circle(player) for player in game.playing()):
        # The winner has left the game, so the other players roll again.
        game.state.step = "initiative"
        return
    game.state.step = "starting"


def set_priority(game: Game, winner: str) -> Flow:
    """Let the winner set the order of all players (G-INI-3). The last player handles the wild models (G-INI-5)."""
    players = game.playing()
    order = players
    if len(players) > 1:
        first = players.index(winner)
        order = yield Order(
            player=winner,
            prompt=_("You have initiative: choose the order. The last player handles wild models"),
            rule="G-INI-3",
            items=(winner, *players[:first], *players[first + 1 :]),
        )
    game.state.priority = list(order)
    game.emit(PrioritySet(order=tuple(order), handler=game.wild_handler))


def starting_phase(game: Game) -> Flow:
    """Carry out the effects at the start of the round (G-INI-4)."""
    yield from scenario_of(game).round_starts(game)
    settle_triumphs(game)
    note_compulsions(game)
    game.state.step = "activation"


def order_effects(game: Game, items: Sequence[str], prompt: str) -> Asking[list[str]]:
    """Return simultaneous effects in the order that the holder of the initiative chooses (G-INI-4)."""
    if len(items) < 2:
        return list(items)
    holder = game.state.initiative if game.state.initiative in game.playing() else game.state.priority[0]
    order: list[str] = yield Order(player=holder, prompt=prompt, rule="G-INI-4", items=tuple(items))
    return order
