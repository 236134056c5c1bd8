"""What can happen when advanced rules are switched on (G-ADV)."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine.core.events import Event


@dataclass(frozen=True, kw_only=True)
class ReadySpent(Event):
    """A ready model spent a token to engage the active model out of turn."""

    model: str
    token: str
    rule: str = "G-ADV-1"


@dataclass(frozen=True, kw_only=True)
class TokensVanished(Event):
    """Ready tokens are gone: the round is over, or nobody holds them."""

    tokens: tuple[str, ...]
    rule: str = "G-ADV-1"


@dataclass(frozen=True, kw_only=True)
class LevelChosen(Event):
    """A model was put down on another level than it stood on."""

    model: str
    start: int
    end: int
    rule: str = "G-ADV-2"


@dataclass(frozen=True, kw_only=True)
class Fell(Event):
    """A model with nothing under it fell, from one level to another."""

    model: str
    start: int
    end: int
    rule: str = "G-ADV-4"
