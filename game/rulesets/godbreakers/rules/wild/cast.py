"""The unaligned models and tokens that several scenarios share (section 11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.rulesets.godbreakers.rules.damage import award
from game.rulesets.godbreakers.rules.events import TrophyLeft
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model, Token
from game.rulesets.godbreakers.rules.wild.compulsions import closest
from game.rulesets.godbreakers.rules.wild.unaligned import MIGHTY, SINISTER, Kind
from game.wording import N_, keep, stored

FORGOTTEN = Kind("forgotten", "Forgotten", 8)
"""A guard of the hoards (The Score)."""

HORROR = Kind("horror", "Horror", 12, {"Tough": 1}, table=MIGHTY, draws=2)
"""A threat with two Mighty traits and an extra rank of Tough (The Nest, Q33)."""

LOCAL = Kind("local", "Local", 6)
"""A bystander (The Gathering)."""

HUNTER = Kind("hunter", "Hunter", 10, {"Ranged": 1}, table=SINISTER, draws=1, rank=2)
"""A threat with Ranged and a Sinister trait at rank 2 (The Gathering)."""

CLOSEST: Final = stored("closest to {model} as it fell", N_("closest to {model} when it fell"))
"""The reason why a circle scores for a casualty of another player (G-MEAS-7)."""

TREASURE = N_("treasure")
TROPHY = N_("trophy")

TREASURE_VP = 5
TROPHY_VP = 10
"""VP at the end of the game for each godbreaker that carries treasure or a trophy."""

QUARRY = {HUNTER.kind: 5, LOCAL.kind: -1}
"""VP that the closest circle scores for a casualty, by the casualty's kind."""


def new_token(game: Game, kind: str, x: float, y: float, level: int = 0) -> Token:
    """Return a new token of a type that lies at (x, y) on a level."""
    number = game.state.made[kind] = game.state.made.get(kind, 0) + 1
    token = Token(f"{kind}-{number}", kind, x, y, level=level)
    game.state.tokens[token.id] = token
    return token


def carries(game: Game, model: Model, kind: str) -> bool:
    """Return whether a model carries a token of a type (G-TBL-10)."""
    return any(token.type == kind for token in game.tokens_of(model))


def carriers(game: Game, model: Model, kind: str) -> list[Model]:
    """Return the other models on the table that carry a token of a type (Q32)."""
    holders = {token.holder for token in game.state.tokens.values() if token.holder and token.type == kind}
    return [other for other in game.standing() if other.id in holders and other is not model] if holders else []


def score_carriers(game: Game, kind: str, points: int, *, rule: str) -> None:
    """Award points for each godbreaker that carries a token of a type, also after its ascension (G-ROLL-6)."""
    for model in game.state.models.values():
        if model.godbreaker and carries(game, model, kind):
            reason = keep("{model} carries {sort}", model=model.name, sort=keep(kind))
            award(game, model.owner, points, reason, rule=rule)


def leave_trophy(game: Game, model: Model, *, rule: str) -> None:
    """Put a trophy where a removed Horror was (Q25)."""
    token = new_token(game, TROPHY, model.x, model.y, model.level)
    game.emit(TrophyLeft(model=model.id, token=token.id, rule=rule))


def credit_closest(game: Game, model: Model, points: int, *, rule: str) -> None:
    """Award points for a removed model to the player with the closest model, unless players tie (G-MEAS-7)."""
    controlled = [other for other in game.standing() if other.owner]
    owners = {other.owner for other in closest(game, model, controlled) if isinstance(other, Model)}
    if len(owners) == 1:
        award(game, owners.pop(), points, keep(CLOSEST, model=model.name), rule=rule)


def score_quarry(game: Game, model: Model, *, rule: str) -> None:
    """Score a Hunter or Local that was removed as a casualty (The Gathering)."""
    if model.kind in QUARRY:
        credit_closest(game, model, QUARRY[model.kind], rule=rule)


def are_kin(kind: str, other: str, *families: Sequence[str]) -> bool:
    """Return whether two kinds of models belong to the same family (G-SIDE-2)."""
    return any(kind in family and other in family for family in families)
