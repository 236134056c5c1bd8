"""Initiation: the initiative roll, the lone six, ties, handing over (D-INIT)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Asking, Flow
from game.engine.core.pools import Pool, rerolled
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.cards.occasions import Occasion, of_all
from game.rulesets.dropzone.rules.cards.playing import offer
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.state import Unit
from game.wording import _

KEEP, HAND_OVER = "keep", "hand-over"
REROLL, LEAVE = "reroll", "leave"
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


def order(game: Game, players: Sequence[str], again: int = 0) -> Asking[list[str]]:
    """Roll for some players until they are in order; only those who are tied roll again (D-INIT-5, R-12).

    The first dice may be rerolled by special rules and cards before they are compared.
    """
    if len(players) == 1:
        return [*players]
    pools = {player: game.throw(f"initiative {player}{' again' * again}", 1) for player in players}
    rolls = {player: _total(game, player, pool) for player, pool in pools.items()}
    if not again:
        first = dict(pools)
        yield from _foresee(game, pools)
        yield from offer(game, Occasion(of_all(game, "INIT-ROLL"), pools=pools))
        rolls |= {player: _total(game, player, pools[player]) for player in players if pools[player] != first[player]}
    found: list[str] = []
    for group in ranked([*rolls.values()]):
        found += yield from order(game, group, again + 1)
    return found


def _total(game: Game, player: str, pool: Pool) -> Roll:
    """Emit an initiative roll, and return it (D-INIT-2, R-11)."""
    value = game.command(player, embarked=game.setup.document.options.embarked == "on")
    total = pool.faces[0] + value
    game.emit(events.Initiative(player=player, pool=pool, value=value, total=total, rule="D-INIT-2"))
    return Roll(player, pool.faces[0], total)


def _foresee(game: Game, pools: dict[str, Pool]) -> Flow:
    """Let players with Foresight on the table reroll their dice, once per game (19.2)."""
    for player in game.state.players:
        seers = [each for each in game.state.units.values() if each.owner == player and _foresees(game, each)]
        if not seers:
            continue
        options = (
            Option(REROLL, _("Reroll the die"), "D-CORE-5"),
            Option(LEAVE, _("Let it stand"), "D-CORE-5"),
        )
        facts = {"unit": seers[0].name, "face": pools[player].faces[0]}
        prompt = _("You rolled {face} for initiative. Use the Foresight of {unit}?", **facts)
        asked = Choose(player=player, prompt=prompt, rule="D-INIT-9", about=seers[0].id, options=options)
        if (yield asked) == REROLL:
            game.state.uses.note(f"foresight {seers[0].id}", "game")
            pools[player] = rerolled(game.dice, game.state.rolls, pools[player], [0])


def _foresees(game: Game, unit: Unit) -> bool:
    there = unit.alive and game.is_in_play(unit) and "foresight" in game.sheet(unit).rules
    return there and not game.state.uses.count("game", f"foresight {unit.id}")


def initiative(game: Game) -> Flow:
    """Settle the initiative order of the round; the winner may hand it over (D-INIT-2 to D-INIT-6, R-13)."""
    state = game.state
    state.order = yield from order(game, state.players)
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
