"""Bots of other packages, installed by entry points; the user learns which package a fault comes from."""

from collections.abc import Callable
from importlib.metadata import EntryPoint
from typing import Final

from game import outside
from game.documents.error import DocumentError
from game.engine.core.decisions import Answer, Decision
from game.engine.session import Session
from game.players.player import Player
from game.players.random_player import NoLegalPlace
from game.wording import _

GROUP: Final = "inchwise.players"
"""The group of entry points of bots; each names a bot and a function that makes the bot from a seed."""


class BrokenPlayer(DocumentError):
    """An installed bot cannot be used, or has failed in play."""


def make_outsider(entry: EntryPoint, seed: int) -> Player:
    """Return a new bot of another package; raise `BrokenPlayer` if it cannot be made."""
    make = outside.loaded(entry, ["__call__"], _broken_player)
    try:
        player: Player = make(seed)
    except Exception as error:
        raise _broken_player(entry, f"{type(error).__name__}: {error}") from error
    missing = [name for name in ("decide", "reason") if not hasattr(player, name)]
    if missing:
        raise _broken_player(entry, _("it lacks {names}", names=", ".join(missing)))
    return player


def _broken_player(entry: EntryPoint, reason: str) -> BrokenPlayer:
    text = _("this bot cannot be used: {reason} - fix or remove {package}", reason=reason, package=entry.value)
    return BrokenPlayer(entry.name, "", text)


class Outsider:
    """A bot of another package in play; its exceptions and illegal answers become `BrokenPlayer`."""

    def __init__(self, entry: EntryPoint, player: Player) -> None:
        self.entry, self.player = entry, player

    @property
    def reason(self) -> str:
        return str(self.player.reason)

    @property
    def rated(self) -> object:
        """The bot's ratings for its last answer, if any."""
        return getattr(self.player, "rated", ())

    def decide(self, decision: Decision, fork: Callable[[], Session]) -> Answer:
        """Return the bot's answer; raise `BrokenPlayer` if the bot fails or its answer is illegal."""
        try:
            answer = self.player.decide(decision, fork)
            legal = decision.allows(answer)
        except NoLegalPlace:
            raise
        except Exception as error:
            raise _broken_player(self.entry, f"{type(error).__name__}: {error}") from error
        if not legal:
            raise _broken_player(self.entry, _("it gave an illegal answer: {answer!r}", answer=answer))
        return answer
