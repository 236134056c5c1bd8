"""What each card does when it resolves: most lend an effect, others act at once (D-CARD-4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.engine.core.dice import draw
from game.engine.core.pools import rerolled
from game.rulesets.dropzone.documents.cards import Card
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.cards import hands
from game.rulesets.dropzone.rules.cards.effects import lend
from game.rulesets.dropzone.rules.cards.occasions import Occasion, Target, reroll
from game.rulesets.dropzone.rules.cards.targets import failed_blows, spent_aa
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.scenery.damage import add_tokens

Doing = Callable[[Game, str, Target, Occasion], None]


def _reroll_misses(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    for fire in occasion.fires:
        if fire.weapon.name == target.weapon and fire.pool is not None:
            fire.pool = rerolled(game.dice, game.state.rolls, fire.pool, fire.missed)
            game.rolled("hit", fire.pool, len(fire.struck), fire.unit, rule="C03")


def _reroll_failures(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    for fire in occasion.fires:
        if fire.weapon.name != target.weapon:
            continue
        for strike in fire.strikes:
            if strike.pool is not None and strike.failed:
                strike.pool = rerolled(game.dice, game.state.rolls, strike.pool, strike.failed)
                game.rolled("damage", strike.pool, strike.damage, fire.unit, rule="C05")
        if fire.battering is not None:
            fire.battering = rerolled(game.dice, game.state.rolls, fire.battering, failed_blows(fire))


def _repair(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    _restore(game, target, 1, "C16")


def _heal(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    _restore(game, target, game.throw_d3("medics", game.state.units[target.about]), "C17")


def _restore(game: Game, target: Target, points: int, rule: str) -> None:
    """Let a unit regain damage points, never more than it has lost (D-UNIT-6)."""
    unit = game.state.units[target.about]
    gained = min(points, unit.lost)
    unit.lost -= gained
    game.emit(events.Restored(unit=unit.id, amount=gained, left=game.left(unit), rule=rule))


def _look_again(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    reroll(game, occasion, target.about)


def _intercept(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    state, other = game.state, target.about
    lost = draw(game.dice, state.rolls, state.hands[other], f"round {state.round}/all/intercept {other}")
    hands.discard(game, other, [lost], "C24")


def _start_early(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    reroll(game, occasion, player)


def _revise(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    """Draw 2 cards; what is too many is discarded before anything else (C26)."""
    hands.take(game, player, 2)
    game.state.bereft = [*game.state.bereft, player]


def _rearm(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    for unit in game.present(game.state.squads[target.about]):
        unit.rearmed = [*unit.rearmed, *spent_aa(game, unit)]


def _fan(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    feature = next(each for each in game.features if each.id == target.about)
    add_tokens(game, feature, game.throw_d3(f"embers {feature.id}", piece=feature.id), "C30")


DOING: Final[dict[str, Doing]] = {
    "C03": _reroll_misses,
    "C05": _reroll_failures,
    "C16": _repair,
    "C17": _heal,
    "C21": _look_again,
    "C24": _intercept,
    "C25": _start_early,
    "C26": _revise,
    "C29": _rearm,
    "C30": _fan,
}
"""The cards that act at once; C23 cancels another one and is part of the stack."""


def carry_out(game: Game, card: Card, player: str, target: Target, occasion: Occasion) -> None:
    """Let a card do what it does; people carry out the text of an own card that is like none (D-ARMY-8)."""
    if card.does in DOING:
        DOING[card.does](game, player, target, occasion)
    elif card.changes:
        lend(game, card, target.about, target.weapon)
