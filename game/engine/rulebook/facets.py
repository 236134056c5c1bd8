"""The facets of a rulebook: optional abilities. Each is an attribute of `Ruleset`, which is None without the ability.

A rulebook need not implement methods with a body. Two more facets are defined elsewhere: `Editor` in `editing`, and
`Questions` in `questions`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from game.documents.error import DocumentError
from game.documents.limits import MOST_VALUES
from game.engine.core.decisions import Decision
from game.engine.core.odds import Chance
from game.engine.rulebook.game import GameT_contra
from game.engine.rulebook.printing import PrintedRoster
from game.refusal import Refusal
from game.wording import _

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from game.documents.reading import Document
    from game.engine.rulebook.lessons import Lesson
    from game.engine.rulebook.making import Card, RosterEditor, Step
    from game.engine.rulebook.new_game import GamePlan, Offer
    from game.engine.rulebook.view import AimView, CardView, ChanceView, ExposedView, FanView, Line, Prospect, RangeView
    from game.table.documents import MapDocument
    from game.table.facing import Poses
    from game.table.footprints import Oblong
    from game.table.lattice import Position
    from game.table.maps.terms import MapTerms
    from game.table.path.policy import PathPolicy
    from game.table.path.turning import WayReceipt
    from game.table.shapes import Disc
    from game.table.sight.policy import SightPolicy
    from game.table.threat.threat_map import Strike, Threat

Run = TypeVar("Run")

Value = str | int | bool | tuple[str, ...] | None
Values = Mapping[str, Value]
"""The arguments of a verb by parameter name; None or () if left out."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a verb on the command line ("argument" or option); `help` is marked by `N_`."""

    name: str
    help: str = ""
    kind: Literal["argument", "text", "several", "number", "flag"] = "text"
    metavar: str | None = None
    most: int = 99


@dataclass(frozen=True)
class Verb(Generic[Run]):
    """A rulebook's own command: its name, a line of help marked by `N_`, its parameters, and its function."""

    name: str
    text: str
    parameters: tuple[Parameter, ...]
    run: Run


RosterT = TypeVar("RosterT", bound="Document")


@dataclass(frozen=True)
class Calculation:
    """Odds of a described situation: data with `Chance`s, and the text, given a function that formats a chance."""

    figures: dict[str, Any]
    lines: Callable[[Callable[[Chance], str]], Sequence[str]]


class Vision(Protocol[GameT_contra]):
    """Sight and threats between pieces."""

    def sight(self, game: GameT_contra) -> SightPolicy | None:
        """Return the present rules of sight, or None without any; discs are named by the ids of their pieces."""
        return None

    def aim(self, game: GameT_contra, decision: Decision, option: str) -> AimView | None:
        """Return the line of fire from a decision's piece to the target of an option, or None without a target."""
        return None

    def fan(
        self, game: GameT_contra, eye: str, layout: Mapping[str, Position] | None = None, *, aloft: bool = False
    ) -> FanView | None:
        """Return which part of the table a piece or a place in terrain sees, for ground targets or those `aloft`.

        The pieces in `layout` count as being at those positions (inches). Returns None if nothing looks from there.
        """
        return None

    def exposed(
        self, game: GameT_contra, decision: Decision, paths: Mapping[str, Sequence[tuple[float, float]]]
    ) -> Sequence[ExposedView]:
        """Return the chances of enemies to react to pieces along their paths; none if no enemy can react.

        `paths` has the corners of the paths under consideration, by piece, for a decision that moves pieces; for any
        other decision, the rulebook knows the paths.
        """
        return ()

    def threats(
        self,
        game: GameT_contra,
        player: str,
        about: str = "",
        spot: tuple[float, float] | None = None,
        level: int = 0,
    ) -> Sequence[Threat] | None:
        """Return the threats by a player's enemies that could move and strike, with piece `about` at `spot`.

        Returns None if the rulebook does not support threats.
        """
        return None

    def bars(self, game: GameT_contra, attacker: str, target: str) -> Sequence[Refusal]:
        """Return why a piece or unit cannot attack another piece now, with one reason for each weapon or attack.

        Returns none if it can attack it, or if it is not about to attack anything. `attacker` is "" while any unit of
        the opponents of the target could act.
        """
        return ()


@dataclass(frozen=True)
class Zone:
    """The area (inches) that a base controls, with the rulebook's name for it and the rule."""

    title: str
    area: BaseGeometry
    rule: str = ""


class Movement(Protocol[GameT_contra]):
    """Paths and lengths of moves."""

    @abstractmethod
    def paths(self, game: GameT_contra, mover: Disc, inches: float) -> Sequence[PathPolicy]:
        """Return the path rules for an ordinary move of a base by at most `inches`; several are alternatives.

        `mover.name` is the id of a piece, which may be at another spot now. If no piece has this id, the base belongs
        to no player. Every `Ground` returned needs a name for people to read.
        """

    def turning(self, game: GameT_contra, mover: Oblong, way: Poses, inches: float) -> WayReceipt | None:
        """Return the verdict on an ordinary move on which a base that is not round turns at its bends.

        `way` begins with its present pose. None if such a base keeps its facing.
        """
        return None

    def stride(self, game: GameT_contra, piece: str) -> float | None:
        """Return the inches of a piece's ordinary move, or None if it cannot make one."""
        return None

    def zone(self, game: GameT_contra, base: Disc) -> Zone | None:
        """Return the zone that a base (with the id of its piece) would control where it is; None if it has none."""
        return None

    def heeded(self, game: GameT_contra, piece: str) -> Sequence[str]:
        """Return the pieces whose zones affect a piece's move."""
        return ()

    def charges(self, game: GameT_contra, piece: str) -> ChanceView | None:
        """Return the areas and targets that a piece or unit can reach with a roll, or None if it cannot charge."""
        return None

    def takes_in(self, game: GameT_contra, unit: str) -> Sequence[str]:
        """Return the ids of pieces and terrain near enough for a unit to enter at the end of its move."""
        return ()

    def boards(self, game: GameT_contra, unit: str, piece: str) -> Line | None:
        """Return a line that says whether a unit may enter a piece, and if not, why; None if units never enter it."""
        return None

    def ranges(
        self, game: GameT_contra, piece: str, layout: Mapping[str, Position] | None = None
    ) -> Sequence[RangeView]:
        """Return the ranges of a unit's abilities.

        The pieces in `layout` count as being at those positions (inches). Called in every frame of a drag.
        """
        return ()


class Footing(NamedTuple):
    """The ground of a table (inches): the areas that give cover, and the areas in the way of bases."""

    cover: BaseGeometry
    walls: BaseGeometry


class Opener(NamedTuple):
    """A piece or unit before its first turn: its id, its name, and its possible strikes and goals in that turn.

    `hits` returns its best strike at an enemy piece or unit with an id, or None. `takes` returns whether it could
    control a goal after a move; without it, `Questions` are asked.
    """

    id: str
    name: str
    hits: Callable[[str], Strike | None]
    takes: Callable[[str], bool] | None = None


class Openings(Protocol[GameT_contra]):
    """Facts that a rulebook supplies for the scorecard of a map and two deployments."""

    @abstractmethod
    def homes(self, game: GameT_contra) -> Mapping[str, BaseGeometry]:
        """Return the ground (inches) where each player begins, as far as that is settled."""

    @abstractmethod
    def footing(self, game: GameT_contra) -> Footing:
        """Return the areas that give cover and the areas that are in the way on the table."""

    @abstractmethod
    def openers(self, game: GameT_contra, player: str) -> Sequence[Opener]:
        """Return the pieces or units with which a player can act. `game` must not change while they are in use."""

    def unseen(self, game: GameT_contra, eyes: Sequence[Position]) -> BaseGeometry | None:
        """Return the ground that none of these spots sees, or None if the rulebook has no rules of sight."""
        return None


Style = Literal["near", "wary"]
"""A style of judging that differs from the rulebook's usual one.

With any style, players expect every attack that others can make on their pieces. "near" players ignore later rounds.
"""


class Judge(Protocol[GameT_contra]):
    """Rates answers and positions for computer players.

    All methods except `acting` may move pieces of `game` meanwhile.
    """

    @abstractmethod
    def prospects(self, game: GameT_contra, decision: Decision, rng: Random, share: float = 1.0) -> Iterator[Prospect]:
        """Yield the answers worth considering, with their expected values.

        With a `share` below 1, only that share of the spots for a piece is considered, which takes less time.
        """

    @abstractmethod
    def worth(self, game: GameT_contra, player: str) -> float:
        """Return the value of a position for a player: the expected lead at the end, in points of the game."""

    @abstractmethod
    def candidates(self, game: GameT_contra, decision: Decision, rng: Random) -> Iterator[Prospect]:
        """Yield the few answers worth trying on copies of the game."""

    def reason(self, game: GameT_contra, decision: Decision, prospect: Prospect) -> str:
        """Return the measured reasons for an answer, in words; by default those that `prospects` gives for it."""
        if prospect.why:
            return prospect.why
        candidates = self.prospects(game, decision, Random(0))
        return next((candidate.why for candidate in candidates if candidate.answer == prospect.answer), "")

    @abstractmethod
    def acting(self, game: GameT_contra) -> Hashable:
        """Return a key for the activation (or similar) in progress, or None between two of them."""

    def styled(self, style: Style) -> Judge[GameT_contra]:
        """Return the judge for a style, which may look more or less far ahead than this one."""
        return self


class PrivateFact(NamedTuple):
    """A fact that only the player `knows` knows, and the fields of the plain state that a save seals.

    A field is a path of keys and indices. The choice of fields must reveal nothing, so every field that could hold the
    fact is sealed.
    """

    knows: str
    fields: Sequence[tuple[str | int, ...]]


class Secrets(Protocol[GameT_contra]):
    """Private facts that stay in the state for longer than one commitment, such as notes or hands of cards."""

    @abstractmethod
    def private(self, game: GameT_contra) -> Mapping[str, PrivateFact]:
        """Return each current private fact, under a name that reveals nothing about its value."""

    @abstractmethod
    def redraw_secrets(self, game: GameT_contra, now: GameT_contra, viewer: str, rng: Random) -> None:
        """In the state of a copy, replace private facts that `viewer` may not know by random facts that are as likely.

        `game` is at a checkpoint and `now` continues from there. Facts that are still private now get values that
        nothing since then rules out. The new values never depend on the true values.
        """

    def known_to(self, game: GameT_contra, viewer: str) -> Mapping[str, Sequence[Line]]:
        """Return the facts that only `viewer` knows, as lines by the id of the piece or player concerned."""
        return {}

    def cards(self, game: GameT_contra, viewer: str) -> Sequence[CardView]:
        """Return the cards that `viewer` holds; everybody may know their number."""
        return ()


class MapProblem(NamedTuple):
    """The place where a map breaks a rule, the reason, and the rule's id ("" without one)."""

    where: str
    reason: str
    rule: str

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})" if self.rule else self.reason


class KnownUnit(NamedTuple):
    """A unit of an included roster: its name, its points, and the values of its profile by field, as typed.

    `part` is its part in the army if not every unit can take it: that of a "leader", of "terrain", …
    """

    name: str
    points: int
    values: Mapping[str, str]
    part: str = ""


@dataclass(frozen=True)
class Gathering:
    """The source of unit profiles that a roster list needs but does not contain.

    `system` and `game` are the id and the name of the game system that catalogues must be for. `profiles` returns the
    names of the units whose profiles the player typed; `keep` keeps the profile in a file, or in fields by name, and
    returns the name of its unit; `remove` removes one by name. They raise `DocumentError`, `OSError`.
    """

    system: str
    game: str
    lists: bool = False
    """Whether lists as text are read, so that they can be pasted."""
    fields: Sequence[tuple[str, str, str]] = ()
    """The fields of a profile that is typed: key, title marked by `N_`, and an example."""
    known: Callable[[], Sequence[KnownUnit]] = tuple
    """The units of included rosters, whose values a typed profile may borrow."""
    needed: Collection[str] = ()
    """The keys of the fields that every unit needs."""
    others: Callable[[], Sequence[str]] = tuple
    """The names of all units whose values are known: typed, included, or in the player's libraries."""
    values: Callable[[str], Mapping[str, str]] = lambda _name: {}
    """The values of the profile of one of these units by field, as typed; empty if they are unknown."""
    profiles: Callable[[], Sequence[str]] = tuple
    keep: Callable[[str | Mapping[str, Any]], str] | None = None
    remove: Callable[[str], None] | None = None


class TextValue(NamedTuple):
    """A value in the meaning of a text, for correction: its key, title and value, and `choices` in words if few."""

    key: str
    title: str
    value: str
    choices: Mapping[str, str]


class ReadText(NamedTuple):
    """An ability of a roster whose text was read: its id, its owner and name, its text, and its likely effects.

    `spans` are the pieces of the text that gave the `effects`, each with its start and end. `state` is "proposed",
    "accepted" or "refused". `values` can be corrected.
    """

    id: str
    owner: str
    name: str
    text: str
    spans: Sequence[tuple[int, int]]
    effects: Sequence[str]
    state: str
    values: Sequence[TextValue] = ()


class Rosters(Protocol[RosterT]):
    """The rosters of a rulebook as documents: finding, making and describing them."""

    parameters: tuple[Parameter, ...]
    """The parameters of a new roster besides its name and seed."""
    reads_texts: bool = False
    """Whether the texts of abilities are read, so that a player can check what they seem to mean."""

    def bundled(self) -> Sequence[tuple[str, dict[str, Any]]]:
        """Return the bundled rosters, each as a line and as JSON-ready data."""

    def listed(self, name: str, roster: RosterT) -> tuple[str, dict[str, Any]]:
        """Return a roster under a name, as a line of a list and as JSON-ready data."""

    def find(self, name: str) -> RosterT:
        """Return the roster with a name or file; raise `DocumentError`, `OSError`."""

    def make(self, name: str, seed: int, values: Values) -> RosterT:
        """Return a random legal roster; raise `DocumentError`."""

    def sheet(self, roster: RosterT, /) -> Iterator[str]:
        """Yield a roster as lines of text."""

    def printed(self, roster: RosterT, /) -> PrintedRoster:
        """Return a roster for printing: as lines of text, if the rulebook has nothing better."""
        any_roster: Any = roster
        return PrintedRoster(str(any_roster.name), tuple(self.sheet(roster)), ())

    def text(self, roster: RosterT, /) -> Iterator[str]:
        """Yield a roster as lines of text to share. If the rulebook reads lists as text, it can read these lines."""
        return self.sheet(roster)

    def exchange(self, roster: RosterT, /) -> dict[str, Any] | None:
        """Return a roster as JSON for other programs, in a form that can be read back; None without such a form."""
        return None

    def own(self) -> Sequence[tuple[str, dict[str, Any]]]:
        """Return the user's own rosters in the form of `bundled`; an unreadable roster has its `trouble`."""
        return ()

    def read(self, name: str) -> tuple[RosterT, Sequence[str]]:
        """Return the roster with a name or file, and warnings about it; raise `DocumentError`, `OSError`."""
        return self.find(name), ()

    def pasted(self, text: str) -> tuple[RosterT, Sequence[str]]:
        """Return the roster in a pasted text, and warnings about it; raise `DocumentError`."""
        raise DocumentError("", "", _("lists cannot be pasted for this rulebook"))

    def gathering(self) -> Gathering | None:
        """Return the source of profiles that a list may lack, or None if no list needs any."""
        return None

    def texts(self, name: str) -> Sequence[ReadText] | None:
        """Return the abilities of a roster with the meanings read from their texts, or None if no texts are read."""
        return None

    def decide(self, name: str, texts: Collection[str], *, accepted: bool) -> None:
        """Record whether the user accepts or refuses the meanings of a roster's texts, given by their ids."""
        assert not texts, name  # where no text is read, none can be decided about

    def correct(self, name: str, text: str, key: str, value: str) -> None:
        """Accept the meaning of a text with a corrected value, "" for none; raise `DocumentError`, `OSError`."""
        raise DocumentError(name, text, key)  # where no text is read, none can be corrected


class Foreign(NamedTuple):
    """A kind of document of another program: its short name, file suffixes, reader, and JSON Schema.

    `read` returns warnings about a file; it raises `DocumentError`, `OSError`. A `.json` file is of this kind only if
    it has no `format`, and may hold at most `most_values`.
    """

    name: str
    suffixes: tuple[str, ...]
    read: Callable[[str], Sequence[str]]
    schema: Callable[[], dict[str, Any]] | None = None
    most_values: int = MOST_VALUES


class Papers(Protocol):
    """Documents besides setups: rosters, campaigns, maps, a lesson, records, files of other programs."""

    lesson: Callable[[], Lesson] | None = None
    """Returns a guided first game step by step, in the language in use."""
    solo_result: Callable[[Any], SoloResult | None] | None = None
    """Returns the result of a finished solo game, or None for any other game."""
    random_maps: str = ""
    """The module whose `TERMS` are those of random maps, imported at first use; "" without random maps."""

    @abstractmethod
    def rosters(self) -> Rosters[Any]:
        """Return the operations on rosters."""

    def roster_editor(self) -> RosterEditor[Any, Any] | None:
        """Return the operations for making and changing rosters, or None if this is not supported."""
        return None

    def campaigns(self) -> Campaigns[Any] | None:
        """Return the operations on campaigns, or None if these are not supported."""
        return None

    def foreign(self) -> Sequence[Foreign]:
        """Return the foreign kinds of documents that can be read."""
        return ()

    def calculations(self) -> Sequence[Verb[Callable[[Values], Calculation]]]:
        """Return the verbs for exact odds of described situations, common ones first; they raise `DocumentError`."""
        return ()

    def map_problems(self, document: MapDocument, players: int) -> Sequence[MapProblem]:
        """Return every reason why this number of players cannot play on a map."""
        return ()

    def map_terms(self) -> MapTerms | None:
        """Return the terms for random maps, or None if there are no such maps."""
        terms: MapTerms | None = import_module(self.random_maps).TERMS if self.random_maps else None
        return terms


@dataclass(frozen=True)
class SoloResult:
    """The result of a solo game. `scenario` is its name in a plan; `map` and `roster` are titles.

    `degree` is the rules' name for the degree of success, a kept text. `won` is False for a loss.
    """

    scenario: str
    map: str
    roster: str
    rounds: int
    points: int
    won: bool
    degree: str = ""


@dataclass(frozen=True)
class Page:
    """A title and lines about a campaign."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Errand:
    """Something to do between games for the roster `about`, run by its `key`. If it has a `name`, it asks for one.

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
        """Return the card for what an errand has made so far."""

    def apply(self, campaign: CampaignT, session: Any, file: str) -> tuple[CampaignT, str] | None:
        """Return the campaign after a finished game and the result in words, or None if that game was applied before.

        `session` is a `game.engine.session.Session`.
        """

    def undo(self, campaign: CampaignT, *, game: bool) -> tuple[CampaignT, Sequence[str]]:
        """Return the campaign without its last entry (or, with `game`, without its last game and later entries)."""

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
