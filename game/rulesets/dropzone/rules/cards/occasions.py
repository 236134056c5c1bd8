"""Events at which cards may be played, and what a card may be played on (D-CARD-4)."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from game.engine.core.pools import Pool, rerolled
from game.rulesets.dropzone.documents.cards import Timing
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.shooting.fires import Fire
from game.rulesets.dropzone.rules.state import Squad, Unit


@dataclass
class Occasion:
    """An event: its timing for each player, the active player first, and the squad and fire concerned.

    `pools` are dice that may be rerolled, by player or squad.
    """

    timings: Mapping[str, Timing]
    squad: Squad | None = None
    fires: Sequence[Fire] = ()
    pools: MutableMapping[str, Pool] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of the squad concerned."""
        return self.squad.name if self.squad is not None else ""


class Target(NamedTuple):
    """What a card is played on: a squad, a player or a piece by id, and a weapon; its units or piece, for Influence."""

    about: str = ""
    name: str = ""
    weapon: str = ""
    where: Sequence[Unit] | Feature = ()

    @property
    def key(self) -> str:
        """Identifies the target among those of a card."""
        return f"{self.about}|{self.weapon}" if self.weapon else self.about

    @property
    def subject(self) -> tuple[str, ...]:
        """The pieces to point at."""
        return () if isinstance(self.where, Feature) else tuple(unit.id for unit in self.where)


def of_one(game: Game, player: str, own: Timing | None, others: Timing | None = None) -> dict[str, Timing]:
    """Return the timings of an event of one player, who has priority: theirs, and that of the others (D-CARD-4)."""
    order = game.state.order or game.state.players
    start = order.index(player)
    turns = [(player, own), *((each, others) for each in (*order[start + 1 :], *order[:start]))]
    return {each: timing for each, timing in turns if timing is not None}


def of_all(game: Game, timing: Timing) -> dict[str, Timing]:
    """Return the timing of an event of all players, in initiative order, the active player first (D-UP-2)."""
    players = [*(game.state.order or game.state.players)]
    start = players.index(game.state.player) if game.state.player in players else 0
    return dict.fromkeys([*players[start:], *players[:start]], timing)


def reroll(game: Game, occasion: Occasion, key: str) -> None:
    """Reroll the die of a player or squad (D-CORE-5)."""
    occasion.pools[key] = rerolled(game.dice, game.state.rolls, occasion.pools[key], [0])


def is_fresh(occasion: Occasion, key: str) -> bool:
    """Return whether there is a die of a player or squad that was not rerolled yet (D-CORE-5)."""
    return key in occasion.pools and len(occasion.pools[key].dice[0]) == 1
