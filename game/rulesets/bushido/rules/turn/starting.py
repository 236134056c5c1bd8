"""The Starting Phase (B-START-1 to B-START-6)."""

from __future__ import annotations

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.rulesets.bushido.rules import events, scenarios
from game.rulesets.bushido.rules.dice.tests import nominate, tactical_test
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.ki import why_no_ki
from game.rulesets.bushido.rules.picking import ask
from game.rulesets.bushido.rules.scenarios import LAST_TURN
from game.rulesets.bushido.rules.setup_phase.deployment import arrivals
from game.rulesets.bushido.rules.state import Model
from game.wording import _

COUNTERS = 2


def starting_phase(game: Game) -> Flow:
    """Carry out the Starting Phase step by step."""
    game.state.turn += 1
    face = length_die(game)
    game.emit(events.TurnBegan(turn=game.state.turn, face=face, counters=COUNTERS))
    variable_turns(game, face)
    generate_ki(game)
    gain_counters(game)
    yield from decide_first(game)
    yield from starting_effects(game)
    pass_tokens(game)
    game.state.active_player = game.state.first_player
    game.state.step = "main"


def length_die(game: Game) -> int:
    """Roll for the length of the game and return the result, or 0 if there is no roll this turn."""
    state, options = game.state, game.setup.document.options
    if options.length == "fixed" or not options.turns <= state.turn < LAST_TURN:
        return 0
    return game.dice.roll(state.rolls, 6, f"turn {state.turn}/length")


def variable_turns(game: Game, face: int | None = None) -> None:
    """Decide whether this is the last turn. `face` is the roll, if it was already made (B-START-1, B-SCEN-10)."""
    state, options = game.state, game.setup.document.options
    face = length_die(game) if face is None else face
    if options.length == "fixed":
        state.last_turn = state.turn >= options.turns
    elif face >= events.LAST_ON or state.turn >= LAST_TURN:
        state.last_turn = True
        game.emit(events.LastTurn(turn=state.turn, face=face))


def generate_ki(game: Game) -> None:
    """Give every model in play its Ki. A model with Spirit Block loses a marker instead (B-START-2, B-STATE-16)."""
    blocked = []
    for model in game.state.models.values():
        if not model.in_play:
            continue
        if model.has("Spirit Block"):
            blocked.append(model)
        else:
            game.gain_ki(model, game.card(model).ki.value)
    for model in blocked:
        game.unmark(model, "Spirit Block", 1)


def gain_counters(game: Game) -> None:
    """Reset the activation counters of all models (B-START-3, AMB-5)."""
    for model in game.state.models.values():
        model.counters = COUNTERS if model.on_table else 0


def decide_first(game: Game) -> Flow:
    """Make the tactical test and let its winner choose the first player (B-START-4, B-MAIN-1)."""
    one, other = game.state.players
    first = yield from nominate(game, one)
    second = yield from nominate(game, other)
    winner = yield from tactical_test(game, (first, second))
    game.state.tactical_winner = winner
    options = tuple(
        Option(player, _("{player} goes first", player=game.player_name(player)), "B-START-4")
        for player in game.in_order(winner)
    )
    chosen = yield Choose(player=winner, prompt=_("Who goes first this turn?"), rule="B-START-4", options=options)
    game.state.first_player = chosen
    game.emit(events.FirstPlayer(player=chosen))


def starting_effects(game: Game) -> Flow:
    """Carry out the effects of the Starting Phase, beginning with the first player (B-START-5, B-TEST-21)."""
    scenarios.of(game).starting(game)
    for player in game.in_order(game.state.first_player):
        yield from arrivals(game, player)
        for model in game.in_play(player):
            if game.unmark(model, "Diseased", 1):  # B-STATE-6
                game.pay(model, 1)
            yield from death_sentence(game, model)


def death_sentence(game: Game, model: Model) -> Flow:
    """Let a player pay 3 Ki to remove a Death Sentence from a model (B-STATE-5, B-GEN-9)."""
    cost = 3
    while model.has("Death Sentence") and model.ki >= cost and not why_no_ki(game, model):
        prompt = _("Pay {cost} Ki to lift the Death Sentence of {model}?", cost=cost, model=model.name)
        options = Option("pay", _("Pay"), "B-STATE-5"), Option("keep", _("Keep the Ki"), "B-STATE-5")
        if (yield ask(model, prompt, "B-STATE-5", options)) == "keep":
            return
        model.ki -= cost
        game.unmark(model, "Death Sentence", 1, cost=cost)


def pass_tokens(game: Game) -> None:
    """Give the side with fewer models in play a pass token for each model of the difference (B-START-6, AMB-6)."""
    one, other = game.state.players
    count = {player: len(game.in_play(player)) for player in game.state.players}
    game.state.passes = dict.fromkeys(game.state.players, 0)
    gap = count[one] - count[other]
    if gap:
        fewer = other if gap > 0 else one
        game.state.passes[fewer] = abs(gap)
        game.emit(events.PassTokens(player=fewer, tokens=abs(gap)))
