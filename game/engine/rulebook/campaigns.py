"""Campaigns: rosters that carry on from game to game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from game.engine.rulebook.making import Card, Step
from game.engine.rulebook.new_game import GamePlan, Offer
from game.engine.rulebook.verbs import Values, Verb
from game.engine.rulebook.view import Line


@dataclass(frozen=True)
class Page:
    """A title and lines about a campaign."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Errand:
    """Something to do between games for the roster `about`, run by its `key`. With a `name`, it asks for a name first.

    An errand that is `made` consists of several steps, and is carried out when all of them are answered.
    """

    key: str
    about: str
    label: str
    rule: str = ""
    part: str = ""
    name: str | None = None
    made: bool = False


@dataclass(frozen=True)
class Party:
    """A roster for the next game: its name, and why it cannot play now (empty if it can)."""

    name: str
    why_not: str = ""


CampaignT = TypeVar("CampaignT")
CampaignDeed = Callable[[CampaignT, Values], tuple[CampaignT | None, Sequence[str]]]
"""Returns the changed campaign (None if unchanged) and the result in words; raises `DocumentError`."""


class Campaigns(Protocol[CampaignT]):
    """The operations on campaigns, which are immutable. They return a new campaign or raise `DocumentError`."""

    def rosters(self) -> Sequence[Offer]:
        """Return the rosters a campaign can start with."""

    def roster_in(self, file: str) -> Offer:
        """Return the roster in a file, for a new campaign under the file's name; raise `OSError` too."""

    def found(self, name: str, rosters: Sequence[str], seed: int) -> CampaignT:
        """Return a new campaign with rosters given by name or file."""

    def load(self, file: str) -> CampaignT:
        """Return the campaign in a file; raise `DocumentError`, `OSError`."""

    def plain(self, campaign: CampaignT) -> dict[str, Any]:
        """Return a campaign as JSON-ready data."""

    def summary(self, campaign: CampaignT) -> tuple[str, str]:
        """Return the campaign's name, and a line about it."""

    def games(self, campaign: CampaignT) -> Mapping[str, int]:
        """Return the number of games that each roster has played, by roster name."""

    def pages(self, campaign: CampaignT) -> Sequence[Page]:
        """Return a page about every roster: its record, its members, and the game and round of every change."""

    def chronicle(self, campaign: CampaignT) -> Sequence[Line]:
        """Return the campaign's history, oldest first. Entries are plain lines, their results quiet lines."""

    def errands(self, campaign: CampaignT) -> Sequence[Errand]:
        """Return the errands that are possible now."""

    def run(self, campaign: CampaignT, key: str, name: str = "") -> tuple[CampaignT, str]:
        """Return the campaign after an errand, and the result in words; `name` is for errands that need a name."""

    def steps(self, campaign: CampaignT, key: str) -> Sequence[Step]:
        """Return the steps of an errand that has steps; none once all are answered."""

    def answer(self, campaign: CampaignT, key: str, step: str, answer: str) -> tuple[CampaignT, str]:
        """Return the campaign after an answer to a step of an errand, and the result in words if that completed it."""

    def card(self, campaign: CampaignT, key: str) -> Card:
        """Return the card of the thing that an errand has made so far."""

    def apply(self, campaign: CampaignT, session: Any, file: str) -> tuple[CampaignT, str] | None:
        """Return the campaign after a finished game and the result in words, or None if that game was applied before.

        `session` is a `game.engine.session.Session`.
        """

    def undo(self, campaign: CampaignT, *, game: bool) -> tuple[CampaignT, Sequence[str]]:
        """Return the campaign without its last entry (with `game`, its last game and all since) and these entries."""

    def parties(self, campaign: CampaignT) -> Sequence[Party]:
        """Return the rosters for the next game, also those that cannot play."""

    def setup_of(self, campaign: CampaignT, plan: GamePlan, parties: Sequence[str]) -> Any:
        """Return the setup of a new game between the rosters named by `parties`, in that order."""

    def sheet(self, campaign: CampaignT) -> Sequence[str]:
        """Return the state of every roster as lines of text."""

    def overview(self, campaign: CampaignT) -> dict[str, Any]:
        """Return the state of every roster as JSON-ready data, under one top-level key."""

    def verbs(self) -> Sequence[Verb[CampaignDeed[CampaignT]]]:
        """Return the command-line verbs for steps between games."""
