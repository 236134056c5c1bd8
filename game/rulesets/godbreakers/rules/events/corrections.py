"""What a correction changed, as typed facts."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine.core.events import Event


@dataclass(frozen=True)
class Corrected(Event):
    """A referee corrected a fact: of which piece or player, what it was and what it is now, who wanted and agreed."""

    piece: str
    fact: str
    before: str
    after: str
    player: str = ""
    agreed: tuple[str, ...] = ()
