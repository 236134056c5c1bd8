"""The new games of a rulebook: what it offers, and the way from a plan or a stored setup to the setup of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic, TypeVar

from game.documents.error import DocumentError
from game.documents.reading import Document
from game.engine.kit import planning
from game.engine.kit.planning import NEW_GAME
from game.engine.kit.registry import Registry
from game.engine.kit.rosters import ByName
from game.engine.rulebook.facets import MapProblem
from game.engine.rulebook.new_game import Agreement, GamePlan, Offer, Offers, Sketch
from game.lengths import size
from game.table.documents import MapDocument, offered_maps
from game.wording import N_, _

SetupT = TypeVar("SetupT")
RosterT = TypeVar("RosterT", bound=Document)


class NewGames(ABC, Generic[SetupT, RosterT]):
    """New games, whose setup is made from a `document` with scenario, map, players and options.

    `roster` is the field with a player's roster. `scenario` and `map` are the defaults. `stories` are the scenarios by
    name, sorted by their attribute `order`; each has `title`, a `line` about it, and `rule`. `seats` and `rounds` are
    the fewest, the most and the usual number. `colours` are "#rrggbb" with their names. The other texts are refusals:
    `unknown_scenario` has {scenario} and {known}, `unknown_roster` {name} and {known}, `unknown_switch` {switch} and
    {switches}, `wrong_rounds` {rounds} or {turns}, {fewest} and {most}, `too_many` the numbers {rosters} and {names}.
    """

    setup_type: ClassVar[Any]
    ruleset: ClassVar[str]
    roster: ClassVar[str]
    scenario: ClassVar[str]
    map: ClassVar[str]
    stories: ClassVar[Registry[Any]]
    order: ClassVar[str] = "rule"
    line: ClassVar[str] = "text"
    seats: ClassVar[tuple[int, int, int]] = (2, 2, 2)
    rounds: ClassVar[tuple[int, int, int]]
    colours: ClassVar[Sequence[tuple[str, str]]]
    rosters: ClassVar[ByName[Any]]
    switches: ClassVar[Sequence[Offer]] = ()
    agreed: ClassVar[tuple[Agreement, ...]] = ()
    wrong_rounds: ClassVar[str]
    unknown_roster: ClassVar[str]
    too_many: ClassVar[str]
    unknown_scenario: ClassVar[str] = N_("no scenario is called {scenario!r} - use one of {known}")
    unknown_switch: ClassVar[str] = N_("this game has no optional rules - remove {switch!r}")
    longest_id: ClassVar[int] = 40
    nameless: ClassVar[str] = "player"

    map_problems: Callable[[MapDocument, int], Iterable[MapProblem]]
    """Returns every reason why a number of players cannot play on a map."""
    roster_sketch: Callable[[RosterT], Sketch]
    """Returns a picture of a roster."""
    scenario_sketch: Callable[[str], Sketch | None] = staticmethod(lambda name: None)
    """Returns a picture of a scenario, or None."""

    # -- what is offered

    @abstractmethod
    def map_text(self, document: MapDocument, extent: str) -> tuple[str, str]:
        """Return a line about a map of an extent (in words), with its rule."""

    @abstractmethod
    def roster_text(self, roster: RosterT) -> tuple[str, str]:
        """Return a line about a roster, with its rule."""

    def offers(self) -> Offers:
        """Return the choices for a new game."""
        stories = ((name, self.stories[name]) for name in self.stories.sorted(self.order))
        scenarios = (
            Offer(name, _(each.title), _(getattr(each, self.line)), each.rule, sketch=self.scenario_sketch(name))
            for name, each in stories
        )
        return Offers(
            scenarios=self.ordered(self.scenario, scenarios),
            maps=self.ordered(self.map, (self.map_offer(*each) for each in offered_maps(self.ruleset))),
            rosters=tuple(self._roster_offer(*each) for each in self.rosters.all()),
            switches=tuple(replace(each, title=_(each.title), text=_(each.text)) for each in self.switches),
            seats=self.seats,
            rounds=self.rounds,
            colours=tuple(Offer(colour, _(name)) for colour, name in self.colours),
        )

    def agreements(self) -> Sequence[Agreement]:
        """Return what the players agree on, besides the optional rules."""
        return self.agreed

    def ordered(self, default: str, offers: Iterable[Offer]) -> tuple[Offer, ...]:
        """Return the offers with the default first."""
        return tuple(sorted(offers, key=lambda offer: offer.name != default))

    def map_offer(self, name: str, document: MapDocument) -> Offer:
        """Return a map with what it is like, or with why it cannot be played on."""
        extent = _("{width} × {height}", width=size(document.width), height=size(document.height))
        for problem in self.map_problems(document, self.seats[2]):
            return Offer(name, document.name, f"{extent}: {problem.reason}", problem.rule)
        return Offer(name, document.name, *self.map_text(document, extent))

    def _roster_offer(self, name: str, roster: Any) -> Offer:
        return Offer(name, roster.name, *self.roster_text(roster), sketch=self.roster_sketch(roster))

    # -- from a plan to a setup

    @abstractmethod
    def planned(self, plan: GamePlan) -> SetupT:
        """Return the setup of a plan; raise `DocumentError` where it names unknown or impossible things."""

    def rounds_of(self, plan: GamePlan) -> int:
        """Return the rounds of a plan without unknown optional rules, or the usual number; raise `DocumentError`."""
        rounds = planning.rounds_of(plan, *self.rounds, self.wrong_rounds)
        planning.known_switches(plan, [switch.name for switch in self.switches], self.unknown_switch)
        return rounds

    def rosters_of(self, plan: GamePlan, spare: Iterable[RosterT], given: Iterable[RosterT] = ()) -> list[RosterT]:
        """Return the rosters by seat: the `given`, then the plan's, then the `spare`; raise `DocumentError`."""
        return planning.rosters_of(plan, self.rosters.find, spare, self.too_many, given)

    def ids_of(self, plan: GamePlan) -> list[str]:
        """Return an id for each player of a plan."""
        return planning.player_ids(plan.names, self.longest_id, self.nameless)

    def seats_of(self, plan: GamePlan, rosters: Sequence[RosterT]) -> list[dict[str, Any]]:
        """Return the data of each seat, for the document of its player."""
        return planning.seats_of(
            plan, self.ids_of(plan), [colour for colour, _name in self.colours], rosters, self.roster
        )

    def two_seats(self, plan: GamePlan) -> list[dict[str, Any]]:
        """Return the data of the seats of two players, with bundled rosters by default; raise `DocumentError`."""
        if len(plan.names) != 2:
            raise DocumentError(NEW_GAME, "players", _("needs two players, not {names}", names=len(plan.names)))
        spare: Iterable[RosterT] = (self.rosters.load(name) for name in self.rosters.names())
        return self.seats_of(plan, self.rosters_of(plan, spare))

    def map_of(self, plan: GamePlan) -> MapDocument:
        """Return the map of a plan; raise `DocumentError`, `OSError`."""
        return planning.named_map(plan.map or self.map, self.ruleset)

    # -- stored setups

    def known_scenario(self, name: str, file: str) -> None:
        """Raise `DocumentError` for an unknown scenario."""
        planning.known_scenario(name, self.stories.sorted(self.order), self.unknown_scenario, file)

    def checked(self, document: Any, file: str) -> SetupT:
        """Return the setup of a document with a known scenario and an allowed map; raise `DocumentError`."""
        self.known_scenario(document.scenario, file)
        for problem in self.map_problems(document.map, len(document.players)):
            raise DocumentError(file, f"map.{problem.where}", str(problem))
        setup: SetupT = self.setup_type(document)
        return setup

    def named_documents(self, plain: Any, file: str) -> Any:
        """Return a setup's data with every bundled map or roster that is named replaced by the document itself."""
        rosters = self.rosters
        return planning.with_named_documents(
            plain, self.ruleset, file, self.roster, rosters.bundled, rosters.names(), self.unknown_roster
        )
