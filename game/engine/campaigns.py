"""What a rulebook must offer for rosters that live on from game to game: the seam to its campaigns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from game.engine.rulebook.new_game import Offer
from game.engine.rulebook.ruleset import GamePlan
from game.engine.rulebook.view import Line
from game.engine.session import Session


@dataclass(frozen=True)
class Page:
    """A title and lines about a campaign."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Errand:
    """Something to be done between games: `key` is how it is asked for, `about` whom it concerns.

    `part` names those of one concern that belong together. Where a `name` is suggested, one is asked for first.
    """

    key: str
    about: str
    label: str
    rule: str = ""
    part: str = ""
    name: str | None = None


@dataclass(frozen=True)
class Party:
    """A roster that could play: its name, and why it cannot now (empty where it can)."""

    name: str
    why_not: str = ""


class Campaigns(Protocol):
    """A campaign is the rulebook's own immutable document; every function returns a new one.

    All of them raise `DocumentError` for what the rules do not allow, and then nothing has changed.
    """

    title: str
    """What the rulebook calls a campaign."""

    def rosters(self) -> Sequence[Offer]:
        """Return the rosters a campaign can be founded with."""

    def roster_in(self, file: str) -> Offer:
        """Return the roster in a file, to be founded with by the name of the file; raise `OSError` too."""

    def found(self, name: str, rosters: Sequence[str], seed: int) -> Any:
        """Return a new campaign of rosters given by name or file."""

    def load(self, file: str) -> Any:
        """Return the campaign in a file; raise `DocumentError`, `OSError`."""

    def plain(self, campaign: Any) -> dict[str, Any]:
        """Return a campaign as JSON-ready data."""

    def summary(self, campaign: Any) -> tuple[str, str]:
        """Return its name, and a line about it."""

    def pages(self, campaign: Any) -> Sequence[Page]:
        """Return how every roster stands: its record, its members, what changed them in which game and round."""

    def chronicle(self, campaign: Any) -> Sequence[Line]:
        """Return everything that happened in it, the oldest first: an entry as a plain line, what it brought quiet."""

    def errands(self, campaign: Any) -> Sequence[Errand]:
        """Return what can be done between games."""

    def run(self, campaign: Any, key: str, name: str = "") -> tuple[Any, str]:
        """Return the campaign after an errand with the name asked for, and what came of it."""

    def apply(self, campaign: Any, session: Session, file: str) -> tuple[Any, str] | None:
        """Return the campaign after a finished game and what it brought; None if that game was applied before."""

    def undo(self, campaign: Any, *, game: bool) -> tuple[Any, Sequence[str]]:
        """Return the campaign without its last entry, or with `game` from its last game on; and what was taken back."""

    def parties(self, campaign: Any) -> Sequence[Party]:
        """Return who could play the next game."""

    def setup_of(self, campaign: Any, plan: GamePlan, parties: Sequence[str]) -> Any:
        """Return the setup of a new game between some of its rosters, in their order."""
