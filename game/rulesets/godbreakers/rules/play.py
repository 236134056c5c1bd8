"""The course of a game: its steps with a checkpoint before each, and every phase except activations (G-RND)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from game.engine.core.decisions import Order
from game.engine.core.flow import Asking, Flow, Interrupt, Interrupted
from game.engine.kit.playing import play_in_steps
from game.rulesets.godbreakers.rules.asking import pick
from game.rulesets.godbreakers.rules.damage import award, drop_tokens, vanish
from game.rulesets.godbreakers.rules.events import (
    Casualty,
    Conceded,
    GameEnded,
    InitiativeTied,
    InitiativeWon,
    Nominated,
    PrioritySet,
    Recovered,
    RoundBegan,
    Routed,
    TrophyLeft,
)
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rolls import (
    INITIATIVE,
    RECOVERY,
    damage_shed,
    roll,
    settle_triumphs,
    stake,
    triumph,
)
from game.rulesets.godbreakers.rules.rounds.activation import activation_step, end_activation
from game.rulesets.godbreakers.rules.rounds.dressing import dressing_tasks
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Model, Result, Step
from game.rulesets.godbreakers.rules.wild.compulsions import closest, note_compulsions
from game.rulesets.godbreakers.rules.wild.unaligned import TROPHY, new_token
from game.wording import N_, _, keep, stored

SOLO_LOST: Final = 10
SOLO_RESPECTABLE: Final = 20
SOLO_MAJOR: Final = 30
"""VP in solo play: up to the first is a loss, from the second a respectable, from the third a major win (G-SCN-4)."""

NOMINATED_BELOW: Final = 10
"""The winner may nominate one of its godbreakers with a die smaller than this (G-SCN-3)."""

SOLO_CASUALTY: Final = -5
"""The VP that the solo player scores for each of their godbreakers removed as a casualty (G-SCN-4)."""

# -- Initiative phase (G-INI) ----------------------------------------------------------------------


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
    """Roll for each circle's leader, or for a godbreaker that the player picks (G-INI-1). Settle Triumphs (Q5)."""
    rollers: dict[str, Model] = {}
    for player in game.state.priority or game.playing():
        circle = game.circle(player)
        leaders = [model for model in circle if model.leader]
        if leaders:
            rollers[player] = leaders[0]
        elif circle:
            prompt = _("Your leader is gone: choose who rolls for initiative")
            [rollers[player]] = yield from pick(player, prompt, circle, rule="G-INI-1")
    tied = list(rollers)
    while tied:
        results = {player: roll(game, rollers[player], INITIATIVE) for player in tied}
        best = max(results.values())
        tied = [player for player in tied if results[player] == best]
        if len(tied) == 1:
            game.state.initiative, game.state.initiative_result = tied[0], best
            game.emit(InitiativeWon(player=tied[0], result=best))
            break
        game.emit(InitiativeTied(players=tuple(tied), result=best))  # these circles roll again (G-INI-2)
    settle_triumphs(game)
    game.state.step = "ordering"


def ordering_phase(game: Game) -> Flow:
    """Let the winner set the order of all players (G-INI-3). The last player handles the wild models (G-INI-5)."""
    players, winner = game.playing(), game.state.initiative
    if winner not in players:
        # The winner has left the game, so the other players roll again.
        game.state.step = "initiative" if any(game.circle(player) for player in players) else "starting"
        return
    order = players
    if len(players) > 1:
        order = yield Order(
            player=winner,
            prompt=_("You have initiative: choose the order. The last player handles wild models"),
            rule="G-INI-3",
            items=tuple(sorted(players, key=lambda player: player != winner)),
        )
    game.state.priority = list(order)
    game.emit(PrioritySet(order=tuple(order), handler=game.wild_handler))
    game.state.step = "starting"


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


# -- Recovery phase (G-REC) ------------------------------------------------------------------------


def recovery_begins(game: Game) -> Flow:
    """Remove the damage that traits remove before the recovery rolls (Q27)."""
    for model in game.standing():
        for trait, amount in list(damage_shed(game, model)):
            removed = min(amount, model.damage)
            if removed:
                model.damage -= removed
                game.emit(Recovered(model=model.id, removed=removed, left=model.damage, rule=trait.rule))
    game.state.step = "recovering"
    yield from ()


def recovery_phase(game: Game) -> Flow:
    """Let every damaged model recover: each player's models by priority, then wild models (G-REC-1, Q26)."""
    text = N_("Which of your damaged models recovers next?")
    for owner in (*game.state.priority, ""):
        prompt = _(text if owner else "Which damaged wild model recovers next?")
        while damaged := [model for model in game.standing() if model.owner == owner and model.damage > 0]:
            model = damaged[0]
            if len(damaged) > 1:
                decider, notes = owner or game.wild_handler, lambda piece: stake(game, game.state.models[piece])
                [model] = yield from pick(decider, prompt, damaged, rule="G-REC-1", notes=notes)
            yield from recover(game, model)
    game.state.step = "resolution"


def recover(game: Game, model: Model) -> Flow:
    """Make a recovery roll, which removes that much damage. A model that is still damaged is removed (G-REC-1)."""
    damage_before = model.damage
    challenging = scenario_of(game).challenges_recovery(game, model)
    result = roll(game, model, RECOVERY, challenging=challenging)
    model.damage = max(0, model.damage - result)
    game.emit(Recovered(model=model.id, removed=damage_before - model.damage, left=model.damage))
    if model.damage > 0:
        yield from remove_casualty(game, model)
    settle_triumphs(game)


def remove_casualty(game: Game, model: Model) -> Flow:
    """Remove a model as a casualty. Its tokens stay where the model was (G-REC-1, G-TBL-7, Q25, Q26)."""
    game.leaving = model.id
    try:
        yield from scenario_of(game).before_casualty(game, model)
    except Interrupted:
        _remove(game, model)
        raise
    finally:
        game.leaving = ""
    _remove(game, model)


def _remove(game: Game, model: Model) -> None:
    """Remove a casualty, and award the VP and leave the trophy that the scenario has for it (section 11)."""
    scenario = scenario_of(game)
    model.place = "casualty"
    game.emit(Casualty(model=model.id))
    drop_tokens(game, model)
    if game.solo and model.godbreaker:
        award(game, model.owner, SOLO_CASUALTY, keep("{model} removed as a casualty", model=model.name), rule="G-SCN-4")
    if model.kind in scenario.trophies:
        token = new_token(game, TROPHY, model.x, model.y, model.level)
        game.emit(TrophyLeft(model=model.id, token=token.id, rule=scenario.rule))
    if model.owner and model.kind in scenario.wards:
        reason_lost = keep("{model} is lost", model=model.name)
        award(game, model.owner, -scenario.wards[model.kind], reason_lost, rule=scenario.rule)
    if model.kind in scenario.quarry:
        owners = {other.owner for other in closest(game, model, [other for other in game.standing() if other.owner])}
        if len(owners) == 1:  # if players tie, no circle scores (G-MEAS-7)
            reason = keep(CLOSEST, model=model.name)
            award(game, owners.pop(), scenario.quarry[model.kind], reason, rule=scenario.rule)


# -- Resolution phase: scoring, routs, the end of the game (G-RES, Q31) ----------------------------


CLOSEST: Final = stored("closest to {model} as it fell", N_("closest to {model} when it fell"))
"""The reason why a circle scores for a casualty of another player (G-MEAS-7)."""
BARELY_WON: Final = stored("won, without a margin", N_("win, with no margin"))
"""The margin of a solo game that is won by less than a respectable victory (G-SCN-4)."""


def resolution_phase(game: Game) -> Flow:
    """End the round with the scoring of markers (Q31, G-RES-2) and, after the last round, end the game."""
    state, last_round = game.state, game.state.round >= game.state.rounds
    yield from scenario_of(game).round_ends(game)
    vanish(game, state.tokens.values())  # G-ADV-1
    for player in state.priority:
        for marker in game.lying():
            points = marker.worth_to(player)
            if points and game.controls(player, marker):
                award(game, player, points, keep("controls {marker}", marker=marker.name), rule="G-RES-2")
    if last_round:
        score_carriers(game)
    rout(game)
    if state.result is None and last_round:
        decide_by_score(game)
    elif state.result is None:
        state.step = "round"


def score_carriers(game: Game) -> None:
    """Score the tokens that godbreakers carry at the end, also after an ascension (G-SCN-2, G-TBL-10, G-ROLL-6)."""
    scenario = scenario_of(game)
    for kind, points in scenario.prizes.items():
        for model in game.state.models.values():
            if model.godbreaker and any(token.type == kind for token in game.tokens_of(model)):
                reason = keep("{model} carries {sort}", model=model.name, sort=keep(kind))
                award(game, model.owner, points, reason, rule=scenario.rule)


def rout(game: Game) -> None:
    """Eliminate every circle without a godbreaker on the table (G-RES-3, Q16, Q35)."""
    for player in game.playing():
        if not game.circle(player):
            game.emit(Routed(player=player))
            leave(game, player)
    all_routed = keep("no circle has a godbreaker on the table")
    decide_by_elimination(game, keep("the other circles are routed") if game.playing() else all_routed)


def leave(game: Game, player: str) -> None:
    """Remove a player from the game and the priority order. Their tame models turn wild, their shard stays (Q35)."""
    state = game.state
    state.lost.append(player)
    if player in state.priority:
        index = state.priority.index(player)
        state.priority.remove(player)
        if index < state.turn:  # the same player is still next
            state.turn -= 1
        state.turn %= max(1, len(state.priority))
    for model in state.models.values():
        if model.owner == player and not model.godbreaker:
            model.owner = ""


def concede(game: Game, player: str) -> None:
    """Let a player concede. Their godbreakers are removed and their circle has lost (H12)."""
    game.emit(Conceded(player=player))
    for model in game.circle(player):
        model.place = "removed"
        drop_tokens(game, model)
    leave(game, player)
    decide_by_elimination(game, keep("{player} conceded", player=game.player_name(player)))


def decide_by_elimination(game: Game, reason: str) -> None:
    """End the game if at most one of several circles is left, or if the only circle is lost (G-RES-3, Q16)."""
    players = game.playing()
    if not players or (len(players) == 1 and not game.solo):
        finish(game, players, reason, "G-RES-3", "" if players or not game.solo else keep("lost"))


def decide_by_score(game: Game) -> None:
    """End the game. The highest VP among the circles in play wins, and a tie is a draw (G-RND-1, Q35, G-SCN-4)."""
    vp, players = game.state.vp, game.playing()
    if game.solo:
        total = vp[players[0]]
        winners = players if total > SOLO_LOST else []
        finish(game, winners, keep("solo play with {total} VP", total=total), "G-SCN-4", solo_margin(total))
        return
    best = max(vp[player] for player in players)
    winners = [player for player in players if vp[player] == best]
    reason = keep("highest score, {best} VP" if len(winners) == 1 else "a draw at {best} VP", best=best)
    finish(game, winners, reason, "G-RND-1")


def solo_margin(total: int) -> str:
    """Return the degree of success of a solo game with `total` VP (G-SCN-4)."""
    if total <= SOLO_LOST:
        return "lost"
    if total >= SOLO_MAJOR:
        return keep("major victory")
    return keep("respectable victory") if total >= SOLO_RESPECTABLE else keep(BARELY_WON)


def finish(game: Game, winners: list[str], reason: str, rule: str, margin: str = "") -> None:
    """Record the result and end the game, after a nomination if there is a candidate."""
    game.state.result = Result(list(winners), reason, rule, margin)
    game.state.step = "nomination" if nominees(game) else "over"
    game.emit(GameEnded(winners=tuple(winners), reason=reason, margin=margin, rule=rule))


def nominees(game: Game) -> list[Model]:
    """Return the winner's godbreakers that may be nominated for a Triumph, none after a draw (G-SCN-3, H8)."""
    result = game.state.result
    if result is None or len(result.winners) != 1:
        return []
    return [model for model in game.circle(result.winners[0]) if model.die < NOMINATED_BELOW]


def nomination(game: Game) -> Flow:
    """Let the winner nominate a godbreaker, which gains a Triumph (G-SCN-3)."""
    candidates = nominees(game)
    prompt = _("You have won: choose the godbreaker that gains a Triumph")
    for model in (yield from pick(candidates[0].owner, prompt, candidates, rule="G-SCN-3", minimum=0)):
        game.emit(Nominated(player=model.owner, model=model.id))
        triumph(game, model)
    settle_triumphs(game)
    game.state.step = "over"


# -- steps -----------------------------------------------------------------------------------------


def setup_step(game: Game) -> Flow:
    """Carry out the next task of the setup. The table is dressed first, then come the scenario's tasks (G-SCN-1)."""
    tasks = [*dressing_tasks(game), *scenario_of(game).tasks(game)]
    if game.state.setup_done < len(tasks):
        task = tasks[game.state.setup_done]
        if task.player not in game.state.lost:
            yield from task.flow()
        game.state.setup_done += 1
    if game.state.setup_done >= len(tasks):
        game.state.step = "round"


STEPS: dict[Step, Callable[[Game], Flow]] = {
    "setup": setup_step,
    "round": begin_round,
    "initiative": initiative_phase,
    "ordering": ordering_phase,
    "starting": starting_phase,
    "activation": activation_step,
    "recovery": recovery_begins,
    "recovering": recovery_phase,
    "resolution": resolution_phase,
    "nomination": nomination,
}


def play(game: Game) -> Flow:
    """Play from the current state until the game is over (G-RND-2)."""
    return play_in_steps(game, lambda game: STEPS[game.state.step](game), unwind)


def unwind(game: Game, interrupt: Interrupt) -> None:
    """End the current activation, if any, and carry out a declaration such as conceding."""
    active = game.state.models.get(game.state.active)
    if active is not None:
        end_activation(game, active)
    if interrupt.kind == "concede":
        concede(game, interrupt.player)
    elif interrupt.kind == "draw":
        finish(game, game.playing(), keep("a draw by agreement"), "G-RND-1")
    else:
        decide_by_score(game)
