"""The phases of a turn, each with a window for both players, and the end of a turn (A-TURN, A-EOT)."""

from __future__ import annotations

from typing import Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.rulesets.aos4.documents.timing import PHASES
from game.rulesets.aos4.rules import battleplans, events
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.objectives import determine_control, determine_terrain_control
from game.rulesets.aos4.rules.phases.fighting import fight_next
from game.rulesets.aos4.rules.phases.splitting import restore_coherency
from game.rulesets.aos4.rules.phases.windows import window_of
from game.wording import _

NONE: Final = "none"


def tick_cards(game: Game) -> Flow:
    """Let the active player mark completed battle tactics at the end of their turn."""
    player = game.state.active
    while True:
        ticked = game.state.ticked[player]
        tactics = [tactic for tactic in game.setup.tactics[player] if tactic.id not in ticked]
        if not tactics:
            return
        options = [Option(tactic.id, _(tactic.name), "A-IMP-30") for tactic in tactics]
        options.append(Option(NONE, _("No battle tactic"), "A-IMP-30", letter="d"))
        prompt = _("{player}, which battle tactic did you complete?", player=game.player_name(player))
        card = yield Choose(player=player, prompt=prompt, rule="A-IMP-30", options=options)
        if card == NONE:
            return
        game.state.ticked = {**game.state.ticked, player: [*ticked, card]}
        game.emit(events.CardTicked(player=player, card=card, rule="A-IMP-30"))


def begin_turn(game: Game) -> Flow:
    """Begin the active player's turn (A-TURN-5, A-AMB-25, A-AMB-38)."""
    yield from ()
    state = game.state
    game.expire("turn", "phase")
    game.expire_own(state.active)
    state.phase, state.window, state.step = 0, "active", "phase"
    game.emit(events.TurnBegan(player=state.active, round=state.round, turn=state.turn, rule="A-TURN-1"))
    game.emit(events.PhaseBegan(phase=state.phase_name, player=state.active, rule="A-TURN-1"))


def play_phase(game: Game) -> Flow:
    """Let a player use one ability of the phase, or continue with the next window (A-TURN-2)."""
    state = game.state
    if state.window == "fight":
        used = yield from fight_next(game)
    else:
        player = state.active if state.window == "active" else game.other(state.active)
        used = yield from window_of(game, player, state.phase_name)
    if not used:
        yield from _go_on(game)


def _go_on(game: Game) -> Flow:
    """Continue with the next window, phase or turn. The combat phase ends with fighting (A-FIGHT-1)."""
    state = game.state
    if state.window == "active":
        state.window = "opponent"
    elif state.window == "opponent" and state.phase_name == "combat":
        state.window, state.fighter = "fight", state.active
    elif state.phase + 1 < len(PHASES):
        game.expire("phase")
        state.phase, state.window = state.phase + 1, "active"
        game.emit(events.PhaseBegan(phase=state.phase_name, player=state.active, rule="A-TURN-1"))
    else:
        yield from _end_turn(game)


def _end_turn(game: Game) -> Flow:
    """Determine control, score and restore coherency, then start the next turn or end the round (A-EOT-1, A-EOT-2)."""
    state = game.state
    determine_control(game)
    determine_terrain_control(game)
    for points, reason in battleplans.of(game).scores(game, state.active):
        state.points = {**state.points, state.active: state.points[state.active] + points}
        game.emit(events.Scored(player=state.active, points=points, reason=reason, rule="A-EOT-1"))
    yield from tick_cards(game)
    if game.setup.document.options.coherency == "removed":
        yield from restore_coherency(game)
    game.expire("turn", "phase")
    if state.turn == 1:
        state.turn, state.active, state.step = 2, game.other(state.active), "turn"
    else:
        state.step = "closing"
