"""Floor 4: bots that answer decisions; they get forks, never the real game. Imports every floor below."""

from collections.abc import Callable
from pkgutil import resolve_name
from random import Random
from typing import Protocol, runtime_checkable

from game.engine.core.decisions import Answer, Decision
from game.engine.hidden import fork_for
from game.engine.session import Session
from game.players.random_player import random_answer


class Player(Protocol):
    """A bot that answers decisions."""

    def decide(self, decision: Decision, fork: Callable[[], Session]) -> Answer:
        """Return a legal answer to `decision`; `fork` returns a copy of the game with different dice to come."""

    @property
    def reason(self) -> str:
        """The reason for the last answer, in plain words."""


@runtime_checkable
class Searching(Protocol):
    """A bot that tries answers on copies of the game: the same ones for the same seed and number."""

    tries: int
    """The answers it tries for one decision."""


PLAYERS = {
    "random": "game.players.random_player:RandomPlayer",
    "greedy": "game.players.greedy:GreedyPlayer",
    "veteran": "game.players.veteran:VeteranPlayer",
}
"""Every kind of player by name, with its module and class."""


def make_player(name: str, seed: int, tries: int | None = None) -> Player:
    """Return a player of the kind called `name`; raise `KeyError`.

    `tries` limits how many answers one that plays on in copies tries for a decision, in place of its usual number.
    """
    player: Player = resolve_name(PLAYERS[name])(seed)
    if tries is not None and isinstance(player, Searching):
        player.tries = tries
    return player


def answer_with(player: Player, session: Session, seed: int) -> Answer:
    """Return a player's answer to the pending decision of a session; the player sees only forks of it."""
    decision = session.pending()
    return player.decide(decision, lambda: blind_fork(session, decision.player, seed))


def blind_fork(session: Session, viewer: str, seed: int | None = None) -> Session:
    """Return a copy of the game for one player: what others committed in secret is dealt anew at random."""
    rng = Random(seed or 0)
    return fork_for(viewer, session, lambda decision: random_answer(decision, rng), seed)
