"""The course of a game (B-ENG-1) and its phases: Starting (B-START), Main (B-MAIN) and End (B-END-1 to B-END-5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from game.engine.core.decisions import Choose, Option, Pick
from game.engine.core.flow import Flow, Interrupt
from game.engine.core.options import Judged
from game.engine.core.windows import PASS
from game.engine.kit.playing import Result, declared_outcome, play_in_steps
from game.engine.kit.registry import load
from game.refusal import Refusal
from game.rulesets.bushido.rules import actions, conditions, events, feats, rulings, scenarios
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions import Action, act_together
from game.rulesets.bushido.rules.actions.fighting import berserk_actions
from game.rulesets.bushido.rules.dice.tests import KEEP, choose_first, fear_test
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.ki import why_no_ki
from game.rulesets.bushido.rules.melee.damage import marked
from game.rulesets.bushido.rules.picking import ask, not_own
from game.rulesets.bushido.rules.registry import EFFECTS, STATES
from game.rulesets.bushido.rules.scenarios import LAST_TURN
from game.rulesets.bushido.rules.setup_phase.deployment import arrivals, setup_step
from game.rulesets.bushido.rules.state import COUNTERS, Model, Step
from game.wording import N_, _, series


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


def variable_turns(game: Game, face: int) -> None:
    """Decide whether this is the last turn, by the roll for the length of the game (B-START-1, B-SCEN-10)."""
    state, options = game.state, game.setup.document.options
    if options.length == "fixed":
        state.last_turn = state.turn >= options.turns
    elif face >= events.LAST_ON or state.turn >= LAST_TURN:
        state.last_turn = True
        game.emit(events.LastTurn(turn=state.turn, face=face))


def generate_ki(game: Game) -> None:
    """Give every model in play its Ki. A model with Spirit Block loses a marker instead (B-START-2, B-STATE-16)."""
    blocked = []
    for model in game.models:
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
    for model in game.models:
        model.counters = COUNTERS if model.on_table else 0


def decide_first(game: Game) -> Flow:
    """Make the tactical test and let its winner choose the first player (B-START-4, B-MAIN-1)."""
    prompt, label = _("Who goes first this turn?"), N_("{player} goes first")
    first = yield from choose_first(game, "B-START-4", prompt, label)
    game.emit(events.FirstPlayer(player=first))


def starting_effects(game: Game) -> Flow:
    """Carry out the effects of the Starting Phase, beginning with the first player (B-START-5, B-TEST-21, AMB-1)."""
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
        keep = replace(KEEP, label=_("Keep the Ki"), rule="B-STATE-5")
        options = Option("pay", _("Pay"), "B-STATE-5"), keep
        if (yield ask(model, prompt, "B-STATE-5", options)) == KEEP.key:
            return
        model.ki -= cost
        game.unmark(model, "Death Sentence", 1, cost=cost)


def pass_tokens(game: Game) -> None:
    """Give the side with fewer models in play a pass token for each model of the difference (B-START-6, AMB-6)."""
    first, second = game.state.players
    numbers = {player: len(game.in_play(player)) for player in game.state.players}
    game.state.passes = dict.fromkeys(game.state.players, 0)
    gap = numbers[first] - numbers[second]
    if gap:
        fewer = second if gap > 0 else first
        game.state.passes[fewer] = abs(gap)
        game.emit(events.PassTokens(player=fewer, tokens=abs(gap)))


PASS_TOKEN = "pass-token"
NOTHING = " nothing"
"""The end of the key of an option for a model without a possible action, which loses its counters."""


def main_phase(game: Game) -> Flow:
    """Determine the next player. If neither player can activate a model, go to the End Phase (B-MAIN-6, B-MAIN-7)."""
    yield from ()
    state = game.state
    if not pickable(game, state.active_player):
        state.active_player = game.other(state.active_player)
        if not pickable(game, state.active_player):
            state.step = "ending"
            return
    state.step = "activation"


def activation(game: Game) -> Flow:
    """Let the active player use feats, then activate a model or spend a pass token (B-MAIN-2 to B-MAIN-6).

    The turn sheet has a window for feats in step 2 and another in step 5 (B-ENG-2).
    """
    state = game.state
    player = state.active_player
    yield from feats.window(game, feats.OPEN, player)
    if pickable(game, player):
        yield from _declaration(game, player)
    yield from feats.window(game, feats.CLOSE, player)
    game.expire("activation")
    state.active = ""
    state.active_player = game.other(player)
    state.step = "main"


def _declaration(game: Game, player: str) -> Flow:
    """Ask for a model and its action, or for a pass token. Free actions come before another one (B-MAIN-3, AMB-7)."""
    state = game.state
    models = pickable(game, player)
    if len(models) > 1:
        picked = yield picking(game, player, models)
        if picked == PASS_TOKEN:
            spend_pass_token(game, player)
            return
        models = [state.models[picked[0]]]
    game.picked = models[0].id
    has_begun = False
    while True:
        key = yield declaration(game, player, models, begun=has_begun)
        game.picked = ""
        if key == PASS_TOKEN:
            spend_pass_token(game, player)
            return
        identity, name = key.split()
        model = state.models[identity]
        if not has_begun:
            game.begin_activation(model)
        if key.endswith(NOTHING):  # there is no legal action (B-MAIN-3c, AMB-7)
            game.pay(model, model.counters)
            return
        yield from act_together(game, model, ACTIONS[name])
        if not ACTIONS[name].free:
            return
        models, has_begun = [model], True


def spend_pass_token(game: Game, player: str) -> None:
    """Spend a pass token instead of an activation (B-MAIN-3)."""
    state = game.state
    state.passes[player] -= 1
    game.emit(events.Passed(player=player, left=state.passes[player]))


def lettered() -> list[Option]:
    """Return every option that has a letter on the keyboard."""
    action_options = [
        Option(action.key, _(action.name), action.rule, letter=action.letter) for action in ACTIONS.values()
    ]
    return [
        *action_options,
        Option(PASS_TOKEN, _("Spend a pass token"), "B-MAIN-3", letter="p"),
        Option(PASS, _("No"), "B-KI-2", letter=feats.NO),
        KEEP.shown(),
    ]


def passing(game: Game, player: str) -> tuple[Option, ...]:
    """Return the option to spend a pass token, if the player has one."""
    tokens = game.state.passes[player]
    label = _("Spend a pass token ({left} left)", left=tokens)
    return (Option(PASS_TOKEN, label, "B-MAIN-3", letter="p"),) if tokens else ()


def picking(game: Game, player: str, models: Sequence[Model]) -> Pick:
    """Return the decision that picks the acting model, with reasons against all other models."""

    def excluded(piece: str) -> Refusal:
        model = game.state.models.get(piece)
        if model is None or model.side != player or not model.on_table:
            return not_own(game, player)(piece)
        if model.exhausted:
            return Refusal(_("{model} has no activation counters", model=model.name), "B-ACT-4")
        hasty = series([other.name for other in models])
        return Refusal(_("an Impetuous model goes first: {models}", models=hasty), "B-MAIN-3")

    return Pick(
        player=player,
        prompt=_("Which model acts?"),
        rule="B-MAIN-3",
        candidates=tuple(model.id for model in models),
        excluded=excluded,
        shortcuts=passing(game, player),
    )


def declaration(game: Game, player: str, models: Sequence[Model] = (), *, begun: bool = False) -> Choose:
    """Return the decision that chooses an action of one of the models, with reasons against impossible actions.

    `begun`: a free action has begun the activation, so the player cannot spend a pass token.
    """
    models = models or pickable(game, player)
    deeds = {key: deed for model in models for key, deed in _deeds(game, model).items()}
    passes = {option.key: option for option in (() if begun else passing(game, player))}
    all_options = Judged(
        [*deeds, *passes],
        lambda key: passes[key] if key in passes else _option(game, *deeds[key]),
        lambda key: None if key in passes else _refusal(game, *deeds[key]),
        lambda: len(game.events),
    )
    prompt = _("What does {model} do?", model=models[0].name) if len(models) == 1 else _("Which model acts, and how?")
    return Choose(
        player=player,
        prompt=prompt,
        rule="B-MAIN-3",
        about=models[0].id if len(models) == 1 else "",
        options=all_options,
        refused=lambda: [option for option in all_options.refused() if not option[0].key.endswith(NOTHING)],
        slots=[*deeds] if len(models) == 1 else (),
    )


def _deeds(game: Game, model: Model) -> dict[str, tuple[Model, Action | None]]:
    """Return all actions of a model by their keys, legal or not; the last one, None, is to do nothing (B-MAIN-3c)."""
    actions = (action for action in ACTIONS.values() if action.known_to(game, model))
    return {**{f"{model.id} {action.key}": (model, action) for action in actions}, model.id + NOTHING: (model, None)}


def _option(game: Game, model: Model, action: Action | None) -> Option:
    """Return the option of a declaration for an action of a model, or for doing nothing."""
    if action is not None:
        return action.option(game, model)
    label = _("{model} can do nothing: it loses its counters", model=model.name)
    return Option(model.id + NOTHING, label, "B-MAIN-3", (model.id,))


def _refusal(game: Game, model: Model, action: Action | None) -> Refusal | None:
    """Return the reason why a model cannot declare an action, or None. A Berserk model has no choice (B-STATE-1)."""
    if action is None:
        # The last actions need no search, and one that is possible is enough.
        others = (other for other in reversed(ACTIONS.values()) if not other.free and other.known_to(game, model))
        is_able = any(_refusal(game, model, other) is None for other in others)
        return Refusal(_("{model} can act", model=model.name), "B-MAIN-3") if is_able else None
    refusal = action.why_not(game, model)
    forced = berserk_actions(game, model) if refusal is None else ()
    if forced and action.key not in forced:
        return Refusal(_("{model} is Berserk", model=model.name), "B-STATE-1")
    return refusal


def pickable(game: Game, player: str) -> list[Model]:
    """Return the models that a player may activate. Impetuous models come first (B-MAIN-3d, B-MAIN-6a)."""
    ready = [model for model in game.of(player) if model.counters > 0]
    hasty = [model for model in ready if model.has("Impetuous")]
    return hasty or ready


KEPT_MARKERS = 2
"""The number of markers of a state from which a model suffers no further damage in an End Phase."""


def ending_phase(game: Game) -> Flow:
    """Carry out the End Phase step by step."""
    yield from end_effects(game)
    for model in _in_order(game):
        for state in rulings.BURNING:
            suffer(game, model, state)
    expire(game)
    yield from score(game)
    game.state.passes = dict.fromkeys(game.state.players, 0)
    if game.state.result is None:
        game.state.step = "starting"


def _in_order(game: Game) -> list[Model]:
    """Return the models in play, beginning with those of the first player (B-END-1, AMB-2)."""
    return [model for player in game.in_order(game.state.first_player) for model in game.in_play(player)]


def end_effects(game: Game) -> Flow:
    """Carry out step 1 of the End Phase, harmful effects first (B-END-1, AMB-9)."""
    for model in _in_order(game):
        if game.left(model) == 0:  # Last Stand (B-TR-33)
            game.kill(model, "B-TR-33")
    for model in _in_order(game):
        healed = game.total(model, "regenerates")
        if healed:
            game.heal(model, healed)
        for state in list(model.markers):
            if STATES[state].fades != 0:
                game.unmark(model, state, STATES[state].fades)
        yield from calm_down(game, model)


def calm_down(game: Game, model: Model) -> Flow:
    """Let a Frightened model repeat its fear test. If it passes, it loses the state (B-STATE-8)."""
    if not model.has("Frightened"):
        return
    number = max(model.markers["Frightened"])
    passed = number <= 0 or (yield from fear_test(game, model, number))
    if passed:
        game.unmark(model, "Frightened")


def suffer(game: Game, model: Model, state: str) -> None:
    """Wound a model for the markers of a state, until at most two markers are left (B-END-2)."""
    condition = STATES[state]
    while model.in_play and model.has(state):
        value = max(model.markers[state])
        game.unmark(model, state, 1)
        tough = 0 if condition.ignores_tough else game.total(model, "tough")
        boxes = marked(value, tough=tough, durable=game.any(model, "durable"))
        game.wound(model, boxes, "B-END-2", burning=condition.ignores_tough)
        if len(model.markers.get(state, [])) <= KEPT_MARKERS:
            return


def expire(game: Game) -> None:
    """End the effects that last until the end of the turn (B-END-3, B-GEN-6)."""
    game.expire("turn")
    for model in game.models:
        model.ran, model.shots = False, 0


def score(game: Game) -> Flow:
    """Award scenario points, then victory points, and end the game if it is over (B-END-4, AMB-4)."""
    yield from scenarios.of(game).ending(game)
    if reason := scenarios.why_over(game):
        finish(game, reason)


def finish(game: Game, reason: str) -> None:
    """End the game. The player with more victory points wins, and a tie is a draw (B-END-4)."""
    victory = game.state.victory
    highest = max(victory.values())
    end(game, [player for player in game.state.players if victory[player] == highest], reason)


def end(game: Game, winners: list[str], reason: str) -> None:
    """End the game with these winners. Several winners mean a draw."""
    game.state.result, game.state.step = Result(winners, reason, "B-END-4"), "over"
    game.emit(events.Ended(winners=tuple(winners), reason=reason))


# -- the course of a game --------------------------------------------------------------------------


load(actions.__name__)
EFFECTS.bind(vars(conditions))


STEPS: dict[Step, Callable[[Game], Flow]] = {
    "setup": setup_step,
    "starting": starting_phase,
    "main": main_phase,
    "activation": activation,
    "ending": ending_phase,
}
TURN: Final[tuple[Step, ...]] = ("starting", "main", "activation")
"""The steps of a turn that do not begin once the third victory point has been awarded (B-END-4c)."""


def play(game: Game) -> Flow:
    """Play from the current state until the game is over."""
    return play_in_steps(game, _step, end_as_declared)


def _step(game: Game) -> Flow:
    if game.state.step in TURN and scenarios.all_given(game):
        finish(game, scenarios.why_over(game))  # a position or a referee may have ended the game
    else:
        yield from STEPS[game.state.step](game)


def end_as_declared(game: Game, interrupt: Interrupt) -> None:
    """End the game because a player concedes or both agree to a draw."""
    game.state.active = ""
    game.emit(events.Conceded(player=interrupt.player, how=interrupt.kind))
    end(game, *declared_outcome(interrupt, game.state.players))
