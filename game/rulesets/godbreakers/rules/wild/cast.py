"""The threats shared by scenarios, and the tokens they leave: treasure and trophies (section 11)."""

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
"""Two Mighty traits and one rank of Tough on top (The Nest, Q33)."""

LOCAL = Kind("local", "Local", 6)
"""A bystander (The Gathering)."""

HUNTER = Kind("hunter", "Hunter", 10, {"Ranged": 1}, table=SINISTER, draws=1, rank=2)
"""Ranged, and one Sinister trait at rank 2 (The Gathering)."""

CLOSEST: Final = stored("closest to {model} as it fell", N_("closest to {model} when it fell"))
"""Why a circle scores for a model that it did not remove itself (G-MEAS-7)."""

TREASURE = N_("treasure")
TROPHY = N_("trophy")

TREASURE_VP = 5
TROPHY_VP = 10
"""VP at the end for each godbreaker that carries a trophy."""

QUARRY = {HUNTER.kind: 5, LOCAL.kind: -1}
"""VP for the closest circle when such a model is removed as a casualty."""


def new_token(game: Game, sort: str, x: float, y: float, level: int = 0) -> Token:
    """Return a new token of a type, lying at (x, y) on a level."""
    number = game.state.made[sort] = game.state.made.get(sort, 0) + 1
    token = Token(f"{sort}-{number}", sort, x, y, level=level)
    game.state.tokens[token.id] = token
    return token


def carries(game: Game, model: Model, sort: str) -> bool:
    """Return whether a model carries a token of that type (G-TBL-10)."""
    return any(token.type == sort for token in game.tokens_of(model))


def carriers(game: Game, model: Model, sort: str) -> list[Model]:
    """Return the other models on the table that carry such a token (Q32)."""
    holders = {token.holder for token in game.state.tokens.values() if token.holder and token.type == sort}
    return [other for other in game.standing() if other.id in holders and other is not model] if holders else []


def score_carriers(game: Game, sort: str, points: int, *, rule: str) -> None:
    """Award points for each godbreaker that carries such tokens, however many; an ascended one too (G-ROLL-6)."""
    for model in game.state.models.values():
        if model.godbreaker and carries(game, model, sort):
            reason = keep("{model} carries {sort}", model=model.name, sort=keep(sort))
            award(game, model.owner, points, reason, rule=rule)


def leave_trophy(game: Game, model: Model, *, rule: str) -> None:
    """Leave a trophy where a removed Horror was (Q25)."""
    token = new_token(game, TROPHY, model.x, model.y, model.level)
    game.emit(TrophyLeft(model=model.id, token=token.id, rule=rule))


def credit_closest(game: Game, model: Model, points: int, *, rule: str) -> None:
    """Award points for a removed model to the player whose model is closest; to no player if they tie (G-MEAS-7)."""
    controlled = [other for other in game.standing() if other.owner]
    owners = {other.owner for other in closest(game, model, controlled) if isinstance(other, Model)}
    if len(owners) == 1:
        award(game, owners.pop(), points, keep(CLOSEST, model=model.name), rule=rule)


def score_quarry(game: Game, model: Model, *, rule: str) -> None:
    """Score a Hunter or a Local removed as a casualty (The Gathering)."""
    if model.kind in QUARRY:
        credit_closest(game, model, QUARRY[model.kind], rule=rule)


def are_kin(kind: str, other: str, *families: Sequence[str]) -> bool:
    """Return whether two kinds belong to one of the families given (G-SIDE-2)."""
    return any(kind in family and other in family for family in families)
