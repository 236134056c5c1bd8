"""What a compulsion is: deeds, the ways in which a wild model can meet it now (G-SIDE-4, Q12)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model


@dataclass(frozen=True)
class Deed:
    """One way to meet a compulsion: a key, what it is in words, and doing it; `moves` if it is a move action."""

    key: str
    label: str
    rule: str
    subject: tuple[str, ...]
    perform: Callable[[], Flow]
    moves: bool = False


@dataclass(frozen=True)
class Compulsion:
    """A compulsion: its name, its rule and the deeds that meet it now (none: it demands nothing)."""

    name: str
    rule: str
    deeds: Callable[[Game, Model], list[Deed]]
