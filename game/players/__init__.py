"""Floor 4: bots that answer decisions; they get forks, never the real game. Imports every floor below."""

import re
from collections.abc import Callable
from pkgutil import resolve_name
from typing import Final, Protocol, runtime_checkable

from game import outside
from game.engine.core.decisions import Answer
from game.engine.hidden import fork_for, has_secrets_from
from game.engine.plans import PlanDocument
from game.engine.session import Session
from game.players.bots import PLAYERS
from game.players.helpers import Helpers
from game.players.outsiders import GROUP, BrokenPlayer, Outsider, make_outsider
from game.players.player import Player
from game.players.random_player import RandomPlayer

__all__ = [
    "HUMAN",
    "PLAYERS",
    "Helped",
    "Planning",
    "Player",
    "Searching",
    "answer_with",
    "blind_fork",
    "follows_plans",
    "make_player",
    "names",
    "usable",
]

HUMAN: Final = "human"
"""The kind of player who decides on screen."""
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,59}")


@runtime_checkable
class Searching(Protocol):
    """A bot that tries answers on copies of the game. With equal seeds and numbers of tries, it tries equal answers."""

    tries: int
    """The number of answers that the bot tries for one decision."""
    stopped: Callable[[], bool]
    """Returns whether the bot must answer at once, with the best answer so far; called between two tries."""


@runtime_checkable
class Helped(Protocol):
    """A bot whose search other processes help at a table; elsewhere it searches alone, reproducibly by its seed."""

    helpers: Helpers


@runtime_checkable
class Planning(Protocol):
    """A bot that follows a plan for its pieces."""

    plan_to_follow: PlanDocument | None


@runtime_checkable
class Remembering(Protocol):
    """A bot that remembers its answers in an activation, and forgets them once they are undone."""

    def forget(self) -> None:
        """Forget everything about the game so far."""


def names() -> tuple[str, ...]:
    """Return the names of all kinds of bots; bots of other packages come last."""
    external = (name for name in outside.installed(GROUP) if name != HUMAN and _NAME.fullmatch(name))
    return tuple(dict.fromkeys((*PLAYERS, *external)))


def usable() -> tuple[str, ...]:
    """Return the names of the usable bots; this loads the bots of other packages."""
    return tuple(name for name in names() if name in PLAYERS or _is_usable(name))


def _is_usable(name: str) -> bool:
    try:
        make_outsider(outside.installed(GROUP)[name], 0)
    except BrokenPlayer:
        return False
    return True


def make_player(name: str, seed: int, tries: int | None = None) -> Player:
    """Return a bot of the kind `name`; raise `KeyError` if unknown, `BrokenPlayer` if a bot of another package fails.

    `tries` replaces the usual number of answers that a searching bot tries for a decision.
    """
    entry = None if name in PLAYERS else outside.installed(GROUP)[name]
    player: Player = resolve_name(PLAYERS[name].entry)(seed) if entry is None else make_outsider(entry, seed)
    if tries is not None and isinstance(player, Searching):
        player.tries = tries
    return player if entry is None else Outsider(entry, player)


def follows_plans(kind: str) -> bool:
    """Return whether a kind of player is a bot that follows plans; raise as `make_player` does."""
    return kind != HUMAN and isinstance(make_player(kind, 0), Planning)


def answer_with(player: Player, session: Session, seed: int) -> Answer:
    """Return a player's answer to the pending decision of a session; the player sees only forks of the session.

    The random player sees none, for it looks at nothing but the options.
    """
    viewer = session.pending().player
    if isinstance(player, Planning):
        player.plan_to_follow = session.plans.get(viewer)
    if not isinstance(player, RandomPlayer) and has_secrets_from(viewer, session):
        blind = blind_fork(session, viewer, seed)
        return player.decide(blind.pending(), lambda: blind.fork(seed))
    return player.decide(session.pending(), lambda: blind_fork(session, viewer, seed))


def blind_fork(session: Session, viewer: str, seed: int | None = None) -> Session:
    """Return a copy of the game for a player, with their own plan, in which random facts replace others' secrets."""
    twin = fork_for(viewer, session, seed)
    twin.plans = {player: plan for player, plan in session.plans.items() if player == viewer}
    return twin
