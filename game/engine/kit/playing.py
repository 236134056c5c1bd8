"""What setups and running games of most rulebooks have: players, and a table whose terrain can be laid anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from game.cached import cached_property
from game.engine.core.events import Event
from game.engine.rulebook.laying import Laid, LaidRulers
from game.table.measuring.ruler import Ruler

PlayerT = TypeVar("PlayerT")


class PlayedSetup(Generic[PlayerT]):
    """A setup with a `document`, which names the players."""

    @cached_property
    def players(self: Any) -> tuple[str, ...]:
        """The ids of the players."""
        return tuple(player.id for player in self.document.players)

    def player(self: Any, identity: str) -> PlayerT:
        """Return the player called `identity`."""
        found: PlayerT = next(player for player in self.document.players if player.id == identity)
        return found


class LaidSetup(PlayedSetup[PlayerT]):
    """A setup with the `ruler` of a table, and with the `terrain_pieces` that can lie on it, by id."""

    @cached_property
    def _rulers(self: Any) -> LaidRulers:
        return LaidRulers(self.ruler, self.terrain_pieces)

    def ruler_on(self, laid: Sequence[Laid], gone: Sequence[str] = ()) -> Ruler:
        """Return the ruler of the table with the `laid` terrain, and without the pieces whose ids are in `gone`."""
        return self._rulers.on(laid, gone)


class PlayedGame:
    """A running game with its `setup` and the `events` so far."""

    def emit(self: Any, event: Event) -> None:
        """Add an event."""
        self.events.append(event)

    def player_name(self: Any, player: str) -> str:
        """Return a player's name."""
        name: str = self.setup.player(player).name
        return name
