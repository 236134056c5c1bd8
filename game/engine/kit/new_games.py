"""The new games of a rulebook: the choices of players, and setups made from plans or stored documents."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final, Generic, TypeVar, cast, get_args

from pydantic import BaseModel

from game.cached import cached_property
from game.documents.error import DocumentError
from game.documents.faces import FacedDocument
from game.documents.reading import Document
from game.engine.kit.registry import Registry
from game.engine.kit.rosters import ByName
from game.engine.rulebook.facets import MapProblem
from game.engine.rulebook.new_game import Agreement, GamePlan, Offer, Offers, Sketch
from game.engine.rulebook.view import PieceView
from game.lengths import size
from game.printable import LONGEST_NAME, shortened
from game.resources import bundled_map
from game.table.documents import MapDocument, find_map, load_map, maps_for, offered_maps
from game.wording import N_, _, language, slug

NEW_GAME: Final = "new game"
"""The name of the document in refusals of a plan."""
LONGEST_SHOWN: Final = 60
"""The most characters of foreign text that a refusal repeats."""
MOST_PLANNED: Final = 8
"""The most setups kept for plans that are made again, as in a batch of games."""
LONGEST_PATH: Final = 1000
"""Characters in a map's name or file; longer paths exceed what most systems accept."""


def map_names(ruleset: str) -> list[str]:
    """Return the names of the bundled maps made for a rulebook."""
    return [path.stem for path in maps_for(ruleset)]


def named_map(name: str, ruleset: str) -> MapDocument:
    """Return the map with a name or file given by the user; raise `DocumentError`, `OSError`."""
    path = find_map(name)
    if len(name) > LONGEST_PATH or not path.exists():
        names = ", ".join(map_names(ruleset))
        reason = _("is neither a file nor a bundled map - the maps are {known}", known=names)
        raise DocumentError(shortened(name, LONGEST_NAME), "", reason)
    return load_map(path)


def with_named_map(plain: dict[str, Any], ruleset: str, file: str) -> dict[str, Any]:
    """Return a setup's data with the name of a bundled map replaced by the map; raise `DocumentError`.

    Documents never make the program read other files.
    """
    name = plain.get("map")
    if not isinstance(name, str):
        return plain
    path = bundled_map(name)
    if path is None:
        text = N_(
            "{name!r} is not a bundled map - use one of {known}, or include the map itself: a document cannot "
            "name files"
        )
        reason = _(text, name=name[:LONGEST_SHOWN], known=", ".join(map_names(ruleset)))
        raise DocumentError(file, "map", reason)
    return {**plain, "map": load_map(path).model_dump(mode="json")}


def made_for(document: MapDocument, ruleset: str) -> Iterator[MapProblem]:
    """Yield a problem if a map was made only for other games."""
    if not document.is_for(ruleset):
        text = _("the map is made for {rulesets}, not for this game", rulesets=", ".join(document.rulesets))
        yield MapProblem("rulesets", text, "")


def in_inches(document: MapDocument, rule: str) -> Iterator[MapProblem]:
    """Yield a problem if the unit of a map is not inches."""
    if document.unit != 1.0:
        text = _("the unit is {unit:g}, but this game uses inches - set it to 1", unit=document.unit)
        yield MapProblem("unit", text, rule)


def agreement(options: type[BaseModel], name: str, rule: str, title: str, about: str, *labels: str) -> Agreement:
    """Return an agreement about a field of the document of options; its labels are in the order of the values."""
    values = get_args(options.model_fields[name].annotation)
    return Agreement(name, title, tuple(zip(values, labels, strict=True)), rule, about)


def agreed(plan: GamePlan, agreements: Sequence[Agreement], ids: Sequence[str] = ()) -> dict[str, Any]:
    """Return a plan's agreements by name, with players by id; raise `DocumentError` for an unknown name or value."""
    by_name, settled = {agreement.name: agreement for agreement in agreements}, {}
    for name, value in plan.agreed:
        if name not in by_name:
            text = _("{name!r} is not something to agree on - use {known}", name=name[:40], known=", ".join(by_name))
            raise DocumentError(NEW_GAME, name[:40], text)
        values = [allowed for allowed, _label in by_name[name].values]
        player = dict(zip(plan.names, ids)).get(value) or player_ids([value])[0]
        seated = by_name[name].players and player in ids
        listed = value in values or by_name[name].metavar == "FILE"
        if not listed and not seated:
            values += plan.names if by_name[name].players else ()
            text = _("{value!r} is not available - use one of {known}", value=value[:40], known=", ".join(values))
            raise DocumentError(NEW_GAME, name, text)
        settled[name] = value if listed else player
    return settled


def player_ids(names: Sequence[str], longest: int = 40, nameless: str = "player") -> list[str]:
    """Return a different id for each player's name. Names without letters or digits get the id `nameless`.

    Ids are in lower case without dots, because the ids of pieces begin with them.
    """
    ids: list[str] = []
    for name in names:
        base = slug(name, "")[:longest] or nameless
        candidates = (base, *(f"{base}-{number}" for number in range(2, len(names) + 2)))
        ids.append(next(candidate for candidate in candidates if candidate not in ids))
    return ids


MARGIN: Final = 0.8
"""Inches of room for long names at both ends of a roster's picture."""
SetupT = TypeVar("SetupT")
RosterT = TypeVar("RosterT", bound=Document)


class NewGames(ABC, Generic[SetupT, RosterT]):
    """New games, whose setup is made from a `document` with scenario, map, players and options.

    `roster` is the field with a player's roster, `length` the option with the number of rounds. `scenario` and `map`
    are the defaults. `stories` are the scenarios by name, sorted by their attribute `order`; each has `title`, a `line`
    about it, `rule`, a `map` if it is made for one, and `rounds` if it has a number of its own. `seats` and `rounds`
    are the fewest, the most and the usual number. `colours` are "#rrggbb" with their names. The other texts are
    refusals: `unknown_scenario` has {scenario}, {known}, `unknown_roster` {name} and {known}, `unknown_switch` {switch}
    and {switches}, `wrong_rounds` {rounds} or {turns}, {fewest} and {most}, `too_many` the numbers {rosters} and
    {names}, `wrong_seats` {names} and {most}.
    """

    setup_type: ClassVar[Any]
    document: ClassVar[Any]
    ruleset: ClassVar[str]
    roster: ClassVar[str]
    scenario: ClassVar[str]
    map: ClassVar[str]
    stories: ClassVar[Registry[Any]]
    order: ClassVar[str] = "rule"
    line: ClassVar[str] = "text"
    length: ClassVar[str] = "rounds"
    seats: ClassVar[tuple[int, int, int]] = (2, 2, 2)
    rounds: ClassVar[tuple[int, int, int]]
    colours: ClassVar[Sequence[tuple[str, str]]]
    rosters: ClassVar[ByName[Any]]
    switches: ClassVar[Sequence[Offer]] = ()
    agreed: ClassVar[tuple[Agreement, ...]] = ()
    wrong_rounds: ClassVar[str]
    unknown_roster: ClassVar[str]
    too_many: ClassVar[str]
    wrong_seats: ClassVar[str] = N_("needs two players, not {names}")
    unknown_scenario: ClassVar[str] = N_("no scenario is called {scenario!r} - use one of {known}")
    unknown_switch: ClassVar[str] = N_("this game has no optional rules - remove {switch!r}")
    longest_id: ClassVar[int] = 40
    nameless: ClassVar[str] = "player"

    map_problems: Callable[[MapDocument, int], Iterable[MapProblem]]
    """Returns every reason why a number of players cannot play on a map."""

    # -- what is offered

    @abstractmethod
    def map_text(self, document: MapDocument, extent: str) -> tuple[str, str]:
        """Return a line about a map of an extent (in words), with its rule."""

    @abstractmethod
    def roster_text(self, roster: RosterT) -> tuple[str, str]:
        """Return a line about a roster, with its rule."""

    @abstractmethod
    def roster_sketch(self, roster: RosterT) -> Sketch:
        """Return a picture of a roster."""

    def scenario_sketch(self, name: str) -> Sketch | None:
        """Return a picture of a scenario, or None."""
        return None

    def offers(self) -> Offers:
        """Return the choices for a new game."""
        stories = ((name, self.stories[name]) for name in self.stories.sorted(self.order))
        scenarios = (
            Offer(
                name,
                _(story.title),
                _(getattr(story, self.line)),
                story.rule,
                sketch=self.scenario_sketch(name),
                map=getattr(story, "map", ""),
                rounds=self.own_rounds(name),
            )
            for name, story in stories
        )
        return Offers(
            scenarios=self.ordered(self.scenario, scenarios),
            maps=self.ordered(self.map, (self.map_offer(*offered) for offered in offered_maps(self.ruleset))),
            rosters=tuple(
                Offer(name, roster.name, *self.roster_text(roster), sketch=self._faced_sketch(roster))
                for name, roster in self.rosters.all()
            ),
            switches=tuple(replace(switch, title=_(switch.title), text=_(switch.text)) for switch in self.switches),
            seats=self.seats,
            rounds=self.rounds,
            colours=tuple(Offer(colour, _(name)) for colour, name in self.colours),
        )

    def _faced_sketch(self, roster: RosterT) -> Sketch:
        """Return a picture of a roster with the faces that were chosen for its members."""
        sketch = self.roster_sketch(roster)
        chosen = isinstance(roster, FacedDocument) and roster.faces
        return replace(sketch, faces=tuple(chosen.items())) if chosen else sketch

    def agreements(self) -> Sequence[Agreement]:
        """Return what players can agree on before a game, besides the optional rules."""
        return self.agreed

    def ordered(self, default: str, offers: Iterable[Offer]) -> tuple[Offer, ...]:
        """Return the offers with the default first."""
        return tuple(sorted(offers, key=lambda offer: offer.name != default))

    def map_offer(self, name: str, document: MapDocument) -> Offer:
        """Return a map as an offer: with a line that describes it, or the reason why it cannot be used."""
        extent = _("{width} × {height}", width=size(document.width), height=size(document.height))
        for problem in self.map_problems(document, self.seats[2]):
            return Offer(name, document.name, f"{extent}: {problem.reason}", problem.rule)
        return Offer(name, document.name, *self.map_text(document, extent))

    # -- from a plan to a setup

    def planned(self, plan: GamePlan, given: Iterable[RosterT] = ()) -> SetupT:
        """Return the setup of a plan, with the `given` rosters in the first seats; raise `DocumentError`."""
        scenario, ids = plan.scenario or self.scenario, player_ids(plan.names, self.longest_id, self.nameless)
        self.known_scenario(scenario, NEW_GAME)
        self.require_seats(scenario, len(plan.names))
        options = {self.length: self.rounds_of(plan), **dict.fromkeys(plan.switches, True)}
        rosters, colours = self.rosters_of(plan, given), plan.colours or [colour for colour, _name in self.colours]
        ground = named_map(self.map_of(plan), self.ruleset)
        # The identity of documents is enough: the stored setups keep them, so that no other gets their id.
        key = plan, id(ground), *map(id, rosters), language()
        if key in self._planned:
            return self._planned[key][0]
        fields: dict[str, Any] = {
            "scenario": scenario,
            "map": ground,
            "players": [
                {"id": ids[seat], "name": name, "colour": colours[seat], self.roster: rosters[seat]}
                for seat, name in enumerate(plan.names)
            ],
            "options": options | agreed(plan, self.agreements(), ids),
        }
        self.complete(plan, fields)
        kinds = {name: field.annotation for name, field in self.document.model_fields.items()}
        player, fields["options"] = get_args(kinds["players"])[0], kinds["options"](**fields["options"])
        fields["players"] = tuple(player(**seat) for seat in fields["players"])
        setup = self.checked(self.document(**fields), NEW_GAME)
        self._planned[key] = setup, ground, rosters
        if len(self._planned) > MOST_PLANNED:
            del self._planned[next(iter(self._planned))]
        return setup

    @cached_property
    def _planned(self) -> dict[Any, tuple[SetupT, MapDocument, list[RosterT]]]:
        """The setups of the latest plans, which never change. Each keeps the documents whose ids are in its key."""
        return {}

    def map_of(self, plan: GamePlan) -> str:
        """Return the map's name or file: the plan's, else that of its scenario, else the usual one."""
        own: str = getattr(self.stories[plan.scenario or self.scenario], "map", self.map)
        return plan.map or own

    def complete(self, plan: GamePlan, fields: dict[str, Any]) -> None:
        """Adapt the fields of a plan's document to a rulebook; "players" and "options" are still plain data."""

    def require_seats(self, scenario: str, seats: int) -> None:
        """Raise `DocumentError` if a scenario is not for this number of players."""
        fewest, most, _usual = self.seats
        if not fewest <= seats <= most:
            raise DocumentError(NEW_GAME, "players", _(self.wrong_seats, names=seats, most=most))

    def own_rounds(self, scenario: str) -> int:
        """Return the number of rounds that a scenario has, or 0 if the players agree on one."""
        own: int = getattr(self.stories[scenario], "rounds", 0)
        return own

    def rounds_of(self, plan: GamePlan) -> int:
        """Return the number of rounds: the plan's, else the scenario's, else the usual one.

        Raise `DocumentError` for a number that is not allowed, or for unknown optional rules.
        """
        fewest, most, usual = self.rounds
        usual = self.own_rounds(plan.scenario or self.scenario) or usual
        rounds = usual if plan.rounds is None else plan.rounds
        if not fewest <= rounds <= most:
            reason = _(self.wrong_rounds, rounds=rounds, turns=rounds, fewest=fewest, most=most)
            raise DocumentError(NEW_GAME, "rounds", reason)
        names = [switch.name for switch in self.switches]
        for switch in plan.switches:
            if switch not in names:
                reason = _(self.unknown_switch, switch=switch, switches=", ".join(names))
                raise DocumentError(NEW_GAME, "switches", reason)
        return rounds

    def rosters_of(self, plan: GamePlan, given: Iterable[RosterT] = ()) -> list[RosterT]:
        """Return rosters by seat: the `given`, then the plan's, then other bundled ones; raise `DocumentError`."""
        if len(plan.rosters) > len(plan.names):
            facts = {"rosters": len(plan.rosters), "names": len(plan.names)}
            raise DocumentError(NEW_GAME, "rosters", _(self.too_many, **facts))
        rosters: list[RosterT] = [*given, *map(self.rosters.find, plan.rosters)]
        bundled = map(self.rosters.load, self.rosters.names())
        return [*rosters, *(roster for roster in bundled if roster not in rosters)]

    # -- stored setups

    def known_scenario(self, name: str, file: str) -> None:
        """Raise `DocumentError` for an unknown scenario."""
        names = self.stories.sorted(self.order)
        if name not in names:
            reason = _(self.unknown_scenario, scenario=name[:LONGEST_SHOWN], known=", ".join(names))
            raise DocumentError(file, "scenario", reason)

    def checked(self, document: Any, file: str) -> SetupT:
        """Return the setup of a document with a known scenario and an allowed map; raise `DocumentError`."""
        self.known_scenario(document.scenario, file)
        own, rounds = self.own_rounds(document.scenario), getattr(document.options, self.length)
        if own not in (0, rounds):
            text = N_("{scenario} is played for {own} rounds, not for {rounds} - use {own}")
            title = _(self.stories[document.scenario].title)
            raise DocumentError(file, f"options.{self.length}", _(text, scenario=title, own=own, rounds=rounds))
        for problem in self.map_problems(document.map, len(document.players)):
            raise DocumentError(file, f"map.{problem.where}", str(problem))
        return cast(SetupT, self.setup_type(document))

    def named_documents(self, plain: Any, file: str) -> Any:
        """Return a setup's data with the names of bundled maps and rosters replaced by their documents.

        Documents never make the program read other files.
        """
        if not isinstance(plain, dict):
            return plain
        setup = with_named_map(dict(plain), self.ruleset, file)
        players = setup.get("players")
        if not isinstance(players, list):
            return setup
        for seat, player in enumerate(players):
            name = player.get(self.roster) if isinstance(player, dict) else None
            if isinstance(name, str):
                document = self.rosters.bundled(name)
                if document is None:
                    names = ", ".join(self.rosters.names())
                    reason = _(self.unknown_roster, name=name[:LONGEST_SHOWN], known=names)
                    raise DocumentError(file, f"players[{seat}].{self.roster}", reason)
                setup["players"] = [*setup["players"]]
                setup["players"][seat] = {**player, self.roster: document.model_dump(mode="json")}
        return setup


def in_a_row(bases: Iterable[PieceView], step: float = 2.2) -> Sketch:
    """Return a picture of the bases of a roster side by side, every second one a little lower."""
    pieces = tuple(
        replace(base, id=str(number), x=step * (number + 0.5) + MARGIN, y=2.0 if number % 2 else 4.2, owner="1")
        for number, base in enumerate(bases)
    )
    return Sketch(step * len(pieces) + 2 * MARGIN, 6.8, pieces)
