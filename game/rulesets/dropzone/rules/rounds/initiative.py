"""Initiation: the initiative roll, the lone six, ties, handing over (D-INIT)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.game import Game
from game.wording import _

KEEP, HAND_OVER = "keep", "hand-over"
SIX = 6


class Roll(NamedTuple):
    """A player's initiative roll."""

    player: str
    face: int
    total: int


def ranked(rolls: Sequence[Roll]) -> list[list[str]]:
    """Return the players by their rolls, those who are tied together (D-INIT-2, D-INIT-4, D-INIT-5).

    A single natural six is first whatever the totals are.
    """
    sixes = [roll for roll in rolls if roll.face == SIX]
    first = sixes if len(sixes) == 1 else []
    rest = sorted((roll for roll in rolls if roll not in first), key=lambda roll: -roll.total)
    tied = [[roll.player for roll in group] for _total, group in groupby(rest, key=lambda roll: roll.total)]
    return [[roll.player for roll in first], *tied] if first else tied


def order(game: Game, players: Sequence[str], again: int = 0) -> list[str]:
    """Roll for some players until they are in order; only those who are tied roll again (D-INIT-5)."""
    if len(players) == 1:
        return [*players]
    rolls = [_roll(game, player, again) for player in players]
    return [player for group in ranked(rolls) for player in order(game, group, again + 1)]


def _roll(game: Game, player: str, again: int) -> Roll:
    pool = game.throw(f"initiative {player}{' again' * again}", 1)
    value = game.command(player)
    total = pool.faces[0] + value
    game.emit(events.Initiative(player=player, pool=pool, value=value, total=total, rule="D-INIT-2"))
    return Roll(player, pool.faces[0], total)


def initiative(game: Game) -> Flow:
    """Settle the initiative order of the round; the winner may hand it over (D-INIT-2 to D-INIT-6)."""
    state = game.state
    state.order = order(game, state.players)
    game.emit(events.Ordered(order=tuple(state.order), rule="D-INIT-5"))
    first, second = state.order[:2]
    options = (
        Option(KEEP, _("Keep the initiative"), "D-INIT-6"),
        Option(HAND_OVER, _("Hand it to {player}", player=game.setup.player(second).name), "D-INIT-6"),
    )
    prompt = _("You won the initiative. Keep it?")
    if (yield Choose(player=first, prompt=prompt, rule="D-INIT-6", options=options)) == HAND_OVER:
        state.order[:2] = second, first
        game.emit(events.HandedOver(player=first, other=second, rule="D-INIT-6"))
