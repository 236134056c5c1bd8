"""Damage, casualties and dropped tokens (G-TBL-7, G-TBL-8, G-REC-1)."""

from __future__ import annotations

from collections.abc import Iterable

from game.rulesets.godbreakers.rules.events import (
    Damaged,
    Scored,
    TakenAway,
    TokenClaimed,
    TokensDropped,
    TokensVanished,
)
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import READY, Model, Token
from game.rulesets.godbreakers.rules.traits import added


def suffer(game: Game, model: Model, amount: int, *, rule: str, source: Model | None = None) -> int:
    """Deal damage to a model, raised by its traits and flaws; return the damage it took (G-TBL-8)."""
    amount += extra_damage(game, model)
    model.damage += amount
    game.emit(Damaged(model=model.id, amount=amount, total=model.damage, source=source.id if source else "", rule=rule))
    return amount


def extra_damage(game: Game, model: Model) -> int:
    """Return the extra damage that a model takes each time it takes damage (G-TBL-8)."""
    return added(game, model, "suffered")


def attack_modifier(game: Game, winner: Model, loser: Model) -> int:
    """Return the change of the attack damage of a won Engage by traits and flaws (E14, Q6)."""
    return added(game, winner, "dealt") - added(game, loser, "taken")


def attack_damage(difference: int, modifier: int) -> int:
    """Return the attack damage of a won Engage, at least 1, without the loser's extra damage (G-ENG-4, Q6)."""
    return max(1, difference + modifier)


def take_away(game: Game, model: Model, by: Model, *, rule: str) -> None:
    """Remove a model that is not a casualty. Its tokens stay where the model was."""
    model.place = "removed"
    game.emit(TakenAway(model=model.id, by=by.id, rule=rule))
    drop_tokens(game, model)


def drop_tokens(game: Game, model: Model) -> None:
    """Let a model drop its tokens on its spot, unclaimed (G-TBL-7, Q25). Ready tokens are removed (G-ADV-1)."""
    vanish(game, game.tokens_of(model))
    if tokens := game.tokens_of(model):
        for token in tokens:
            token.holder, token.x, token.y, token.level = "", model.x, model.y, model.level
        game.emit(TokensDropped(model=model.id, tokens=tuple(token.id for token in tokens), x=model.x, y=model.y))


def vanish(game: Game, tokens: Iterable[Token]) -> None:
    """Remove the ready tokens among `tokens` from the game (G-ADV-1)."""
    ready_tokens = tuple(token.id for token in tokens if token.type == READY)
    for identity in ready_tokens:
        del game.state.tokens[identity]
    if ready_tokens:
        game.emit(TokensVanished(tokens=ready_tokens))


def claim(game: Game, model: Model, token: Token, *, giver: Model | None = None, rule: str = "G-TBL-7") -> None:
    """Let a model claim a token (G-TBL-7)."""
    token.holder = model.id
    game.emit(TokenClaimed(model=model.id, token=token.id, giver=giver.id if giver else "", rule=rule))


def award(game: Game, player: str, points: int, reason: str, *, rule: str) -> None:
    """Add VP to a player's score."""
    total = game.state.vp[player] = game.state.vp[player] + points
    game.emit(Scored(player=player, points=points, total=total, reason=reason, rule=rule))
