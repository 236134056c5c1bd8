"""The Resolution phase with its scoring, routs, and the end of the game (G-RES, Q31)."""

from __future__ import annotations

from typing import Final

from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.asking import pick
from game.rulesets.godbreakers.rules.constants import NOMINATED_BELOW, SOLO_LOST, SOLO_MAJOR, SOLO_RESPECTABLE
from game.rulesets.godbreakers.rules.damage import award, drop_tokens, vanish
from game.rulesets.godbreakers.rules.events import Conceded, GameEnded, Nominated, Routed
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rolls import settle_triumphs, triumph
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Marker, Model, Result
from game.wording import N_, _, keep, stored

BARELY_WON: Final = stored("won, without a margin", N_("win, with no margin"))
"""The margin of a solo game that is won by less than a respectable victory (G-SCN-4)."""


def resolution_phase(game: Game) -> Flow:
    """End the round (Q31) and, after the last round, the game."""
    state = game.state
    yield from scenario_of(game).round_ends(game)
    vanish(game, game.state.tokens.values())  # G-ADV-1
    score_markers(game)
    scenario_of(game).score(game, final=state.round >= state.rounds)
    rout(game)
    if state.result is None and state.round >= state.rounds:
        decide_by_score(game)
    if state.result is None:
        state.step = "round"


def score_markers(game: Game) -> None:
    """Score the markers that each circle controls (G-RES-2)."""
    for player in game.state.priority:
        for marker in game.lying():
            points = marker_worth(player, marker)
            if points and game.controls(player, marker):
                award(game, player, points, keep("controls {marker}", marker=marker.name), rule="G-RES-2")


def marker_worth(player: str, marker: Marker) -> int:
    """Return the VP that a player scores for controlling a marker (G-RES-2)."""
    if marker.kind == "objective":
        return 2
    if marker.kind == "shard":
        return 1 if marker.owner == player else 3
    return 0


def rout(game: Game) -> None:
    """Eliminate every circle without a godbreaker on the table (G-RES-3, Q16, Q35)."""
    for player in game.playing():
        if not game.circle(player):
            game.emit(Routed(player=player))
            leave(game, player)
    everybody = keep("no circle has a godbreaker on the table")
    decide_by_elimination(game, keep("the other circles are routed") if game.playing() else everybody, "G-RES-3")


def leave(game: Game, player: str) -> None:
    """Remove a player from the game and the priority order. Their tame models turn wild, their shard stays (Q35)."""
    state = game.state
    state.lost.append(player)
    if player in state.priority:
        place = state.priority.index(player)
        state.priority.remove(player)
        if place < state.turn:  # the same player is still next
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
    decide_by_elimination(game, keep("{player} conceded", player=game.player_name(player)), "G-RES-3")


def decide_by_elimination(game: Game, reason: str, rule: str) -> None:
    """End the game if at most one of several circles is left, or if the only circle is lost (G-RES-3, Q16)."""
    players = game.playing()
    if not players:
        finish(game, [], reason, rule, keep("lost") if game.solo else "")
    elif len(players) == 1 and not game.solo:
        finish(game, players, reason, rule)


def decide_by_score(game: Game) -> None:
    """End the game. The highest VP among the circles in play wins, and a tie is a draw (G-RND-1, Q35, G-SCN-4)."""
    vp = game.state.vp
    players = game.playing()
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
    prompt = _("You have won: which godbreaker gains a Triumph?")
    for model in (yield from pick(candidates[0].owner, prompt, candidates, rule="G-SCN-3", minimum=0)):
        game.emit(Nominated(player=model.owner, model=model.id))
        triumph(game, model)
    settle_triumphs(game)
    game.state.step = "over"
