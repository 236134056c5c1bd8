"""An ability that a rulebook may have: to say who could move where and then strike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from game.table.threat.threat_map import Threat


@runtime_checkable
class Foresight(Protocol):
    """A ruleset with this ability has a threat map."""

    def threats(
        self, game: Any, player: str, about: str = "", spot: tuple[float, float] | None = None, level: int = 0
    ) -> Sequence[Threat]:
        """Return the pieces hostile to a player's that could move and strike; as if piece `about` stood at `spot`."""
