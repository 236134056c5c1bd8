"""The start and end of battle rounds, and the phases of a turn, each with a window for both players.

A-RND, A-PRI, A-UND, A-CP, A-EBR, A-TURN, A-EOT.
"""

from __future__ import annotations

from typing import Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.engine.kit.playing import Result
from game.rulesets.aos4.documents.timing import PHASES
from game.rulesets.aos4.rules import battleplans, events
from game.rulesets.aos4.rules.attacks.damaging import restore_coherency
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.objectives import determine_control, determine_terrain_control
from game.rulesets.aos4.rules.phases.deployment import throw_each
from game.rulesets.aos4.rules.phases.windows import fight_next, window_of
from game.rulesets.aos4.rules.rulings import COMMAND_POINTS
from game.wording import _


def begin_round(game: Game) -> Flow:
    """Decide the first turn, the underdog and the command points.

    A-RND-3, A-RND-4, A-RND-5, A-AMB-42, A-UND-1, A-UND-2, A-UND-3.
    """
    state = game.state
    state.round += 1
    state.turn, state.phase = 1, 0
    game.expire("round", "phase")
    chooser, rule = (state.finished[0], "A-PRI-1") if state.round == 1 else _priority(game)
    options = [
        Option(player, _("{player} goes first", player=game.player_name(player)), rule)
        for player in (chooser, game.other(chooser))
    ]
    prompt = _("{player}, who has the first turn?", player=game.player_name(chooser))
    state.first = state.active = yield Choose(player=chooser, prompt=prompt, rule=rule, options=options)
    game.emit(events.RoundBegan(round=state.round, first=state.first, rule="A-RND-2"))
    if state.round == 1:
        determine_control(game)
        determine_terrain_control(game)
    leader = game.ahead(state.points)  # the other player is the underdog
    state.underdog = game.other(leader) if leader else ""
    if state.underdog:
        game.emit(events.UnderdogFound(player=state.underdog, rule="A-UND-1"))
    _give_command_points(game)
    state.step = "opening"


def _priority(game: Game) -> tuple[str, str]:
    """Make the priority roll, and return the player who chooses the first turn with the rule (A-PRI-2, A-PRI-3)."""
    pools, ahead = throw_each(game, "priority")
    winner = ahead or game.state.first  # in a tie, the player with the last first turn chooses
    game.emit(events.RolledOff(purpose="priority", pools=pools, winner=winner, rule="A-PRI-2"))
    return winner, "A-PRI-2" if ahead else "A-PRI-3"


def _give_command_points(game: Game) -> None:
    """Give four command points, and one each for the underdog and fewer auxiliaries (A-CP-1, A-CP-2, A-CP-3)."""
    state = game.state
    count = {player: len(game.setup.player(player).army.auxiliaries) for player in state.players}
    for player in state.players:
        bonuses = [player == state.underdog, count[player] < count[game.other(player)]]
        points = COMMAND_POINTS + bonuses.count(True)
        state.command = {**state.command, player: points}
        game.emit(events.CommandGained(player=player, amount=points, rule="A-CP-1"))


def open_round(game: Game) -> Flow:
    """Let the players use abilities at the start of the battle round (A-RND-3)."""
    for player in game.active_first():
        while (yield from window_of(game, player, "startOfBattleRound")):
            pass
    game.state.step = "turn"


def close_round(game: Game) -> Flow:
    """Let the players use abilities at the end of the battle round, and end the battle after the last round.

    Command points are lost. The battle goes on if a player has no units (A-RND-1, A-EBR-1, A-EBR-2, A-EBR-4, A-CP-4).
    """
    state = game.state
    for player in game.active_first():
        while (yield from window_of(game, player, "endOfBattleRound")):
            pass
    state.command = dict.fromkeys(state.players, 0)
    if state.round < game.setup.document.options.rounds:
        state.step = "round"
        return
    winners, reason, rule = battleplans.of(game).outcome(game)
    end(game, winners, reason, rule)


def end(game: Game, winners: list[str], reason: str, rule: str) -> None:
    """End the battle with a result (A-EBR-3, A-EBR-4)."""
    game.state.result = Result(winners, reason, rule)
    game.state.step = "over"
    game.emit(events.Ended(winners=tuple(winners), reason=reason, rule=rule))


NONE: Final = "none"


def tick_cards(game: Game) -> Flow:
    """Let the active player mark completed battle tactic cards at the end of their turn."""
    player = game.state.active
    while True:
        ticked = game.state.ticked[player]
        tactics = [tactic for tactic in game.setup.tactics[player] if tactic.id not in ticked]
        if not tactics:
            return
        options = [Option(tactic.id, _(tactic.name), "A-IMP-30") for tactic in tactics]
        options.append(Option(NONE, _("No battle tactic"), "A-IMP-30", letter="d", declines=True))
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
    game.expire("turn", "phase", own=state.active)
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
        if state.phase_name == "hero":
            game.begin_hero_phase(state.active)
        game.emit(events.PhaseBegan(phase=state.phase_name, player=state.active, rule="A-TURN-1"))
    else:
        yield from _end_turn(game)


def _end_turn(game: Game) -> Flow:
    """Determine control, score and restore coherency, then start the next turn or end the round (A-EOT-1, A-EOT-2)."""
    state = game.state
    determine_control(game)
    determine_terrain_control(game)
    own, theirs = game.controlled(state.active), game.controlled(game.other(state.active))
    for points, reason in battleplans.of(game).scores(own, theirs):
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
