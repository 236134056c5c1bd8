"""Plain values with which a screen, a terminal or a report shows a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from game.engine.core.decisions import DicePool
from game.engine.core.events import Landmark as Landmark  # noqa: PLC0414 - rulebooks elsewhere look for it here
from game.engine.core.options import Stock as Stock  # noqa: PLC0414 - as above
from game.wording import percent

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    from game.table.footprints import Footprint
    from game.table.measuring.receipt import Receipt
    from game.table.path.region import PathRegion
    from game.table.placing.region import Region


@dataclass(frozen=True, slots=True)
class Claim:
    """A checkable statement behind a text: its `kind`, the ids it is about, `chances` from 0 to 1, an `amount`.

    `inches` is a length in the text.
    """

    kind: str
    about: tuple[str, ...] = ()
    chances: tuple[float, ...] = ()
    amount: int = 0
    inches: float = field(default=0.0, compare=False)


Role = Literal["cost", "control", "risk", "answer", "gain"]
"""The sense of a fact for a player who considers a move: its cost, another controller of a marker, a risk, the enemies'
possible answer, a gain."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A fact in the few words that fit at the cursor: its `role`, its text, and the `strong` part of the text.

    `chance` is the probability of a risk, an answer or a gain. An answer without a text names the enemies that could
    hit the piece in `about`; the enemies in all lines are counted together. `chances` has that of each enemy, if known.
    `weight` puts gains of several pieces in order.

    The cursor has room for three lines. Of a spot it shows every marker with another controller, then the likeliest of
    each role, then more of them if there is room; of odds the first three that are given, or the first two beside
    `outcomes` (`game/play/verdicts.py`).
    """

    role: Role
    text: str = ""
    strong: str = ""
    chance: float = 1.0
    about: tuple[str, ...] = ()
    chances: tuple[float, ...] = ()
    weight: float = 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text with its rule, a `tone` ("plain", "good", "warning" or "bad") and the name of an `icon`.

    `verdict` is its short form at the cursor; a line without one is shown only in the full list.
    """

    text: str
    rule: str = ""
    tone: str = "plain"
    icon: str = ""
    claim: Claim | None = field(default=None, compare=False)
    verdict: Verdict | None = field(default=None, compare=False)


class Chip(NamedTuple):
    """A unit, or a part of one, that a piece carries: its name, and its `models` there by their ids."""

    unit: str
    name: str
    models: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece for display. Position and radius are in inches.

    `kind` is "base", "marker", "token" or "zone" (a round part of the table). `symbol` is its sort, such as the die
    "d8" for a base, "objective" or "treasure". `value` is the large number on it. `done`: it has acted this round.
    `ready`: it waits to react. `compulsion` is the demand on a piece without a player, or its states. `level` is its
    floor, 0 for the ground. `controller` is the player who holds it now, if control can change. `fate` says how a lost
    piece was lost. `facing` is in hundredths of a degree (0 = east, counter-clockwise), None without a facing.
    `counters` is the number of activations left, where these are counted. `states` are the words beside its name.
    `stock` shows its resources in a few characters. `unit` is its unit, "" for a lone piece. `titles` are its roles in
    the unit, such as "Champion", each with a small mark. `above` is the inches of air below its base, 0 if it stands.
    `cargo` are the units directly in it. `health` is the damage at which it is lost, 0 if unknown. `profile` are its
    most important numbers, each with a word, `weapons` the names of its weapons, each with the numbers for the
    `columns` of the rulebook's terms, "" for none. `left` is what it may still spend. A base that is not round has a
    `shape` ("oval", "rectangle") and a `size`, its length along its facing and its width; its `radius` is that of the
    disc around it.
    """

    id: str
    name: str
    kind: str
    x: float
    y: float
    radius: float
    owner: str = ""
    symbol: str = ""
    value: str = ""
    damage: int = 0
    done: bool = False
    active: bool = False
    leader: bool = False
    carries: tuple[str, ...] = ()
    details: tuple[Line, ...] = ()
    engaged: bool = False
    ready: bool = False
    traits: tuple[str, ...] = ()
    compulsion: str = ""
    level: int = 0
    controller: str = ""
    fate: Line | None = None
    facing: int | None = None
    counters: int | None = None
    states: tuple[str, ...] = ()
    stock: str = ""
    unit: str = ""
    titles: tuple[str, ...] = ()
    above: float = 0.0
    cargo: tuple[Chip, ...] = ()
    health: int = 0
    profile: tuple[tuple[str, str], ...] = ()
    weapons: tuple[tuple[str, ...], ...] = ()
    left: tuple[Stock, ...] = ()
    shape: Literal["", "oval", "rectangle"] = ""
    size: tuple[float, float] = (0.0, 0.0)

    @property
    def base(self) -> Footprint:
        """The base as a shape on the table, named by the id of the piece."""
        from game.table.footprints import Oblong  # the menu knows pieces without geometry
        from game.table.shapes import Disc

        if self.shape:
            turned = self.facing or 0
            return Oblong(self.x, self.y, *self.size, self.shape, turned, self.id, self.kind, self.level)
        return Disc(self.x, self.y, self.radius, self.id, self.kind, self.level, self.facing)

    @property
    def die(self) -> str:
        """The number of sides of the die that shows the piece, or "" for any other piece."""
        return self.value if self.value and self.symbol == f"d{self.value}" else ""


def drawn_as(base: Footprint) -> dict[str, Any]:
    """Return a view's fields for the size of a base and, unless it is round, its shape and facing."""
    from game.table.shapes import Disc

    if isinstance(base, Disc):
        return {"radius": base.radius}
    size = base.length, base.width
    return {"radius": base.radius, "facing": base.facing, "size": size, "shape": base.shape}


@dataclass(frozen=True, slots=True)
class UnitView:
    """A unit of several pieces, which shares one label, one card and one row in the rosters.

    Its models are the pieces with this `unit`, on the table or in reserve. `models` is the number left of `start`.
    `details` are the lines of its card. `value` is a number for its row; if it is "", the number of models is shown, as
    "×3". The other fields are as in `PieceView`. A unit without models on the table and without a `fate` may still
    enter.
    """

    id: str
    name: str
    owner: str = ""
    models: int = 0
    start: int = 0
    damage: int = 0
    symbol: str = ""
    value: str = ""
    done: bool = False
    active: bool = False
    leader: bool = False
    engaged: bool = False
    states: tuple[str, ...] = ()
    stock: str = ""
    counters: int | None = None
    details: tuple[Line, ...] = ()
    fate: Line | None = None
    health: int = 0
    profile: tuple[tuple[str, str], ...] = ()
    weapons: tuple[tuple[str, ...], ...] = ()
    left: tuple[Stock, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player as shown in the bar. `colour` is "#rrggbb".

    `notes` are a few words each; `details` are whole lines about parts of the roster other than pieces; `left` is what
    the player may still spend.
    """

    id: str
    name: str
    colour: str
    score: int
    notes: tuple[str, ...] = ()
    details: tuple[Line, ...] = ()
    left: tuple[Stock, ...] = ()


GroupStatus = Literal["active", "ready", "held", "reserve", "done"]


@dataclass(frozen=True, slots=True)
class GroupView:
    """Units of one player that act together, the status of their group this round, and lines that explain it."""

    id: str
    name: str
    owner: str
    status: GroupStatus
    units: tuple[str, ...]
    details: tuple[Line, ...] = ()


class CardView(NamedTuple):
    """A card that a player holds: its name, its effect, and its rule, which options that use it share.

    `moment` says when its player is asked about it.
    """

    name: str
    text: str
    rule: str
    moment: str = ""


class SlotView(NamedTuple):
    """A place in terrain: its id and name, the start and end of its side (inches), and the ids of pieces in it.

    A place in the middle has equal start and end.
    """

    id: str
    name: str
    start: tuple[float, float]
    end: tuple[float, float]
    pieces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SiteView:
    """Terrain that units occupy, or that can be destroyed.

    Units occupy `taken` of its `places`; it has 0 places if nothing can be in it. It has `left` of its `most` damage
    points, and a number of `tokens`.
    """

    taken: int
    places: int
    left: int
    most: int
    tokens: int = 0
    slots: tuple[SlotView, ...] = ()


@dataclass(frozen=True, slots=True)
class TableView:
    """The whole table at one moment. `reserve` pieces may still enter; `lost` pieces have left for good.

    `names` are the names of terrain pieces and `grounds` their effects, both by id. `units` are all players' units by
    id, also lost units, in the order of the rosters. `sites` is terrain that units occupy or destroy, by id.
    `groups` are the groups in which units act, in the order of the rosters. `rail` are short names of the phases, ""
    for a phase that is shown only while it is on; without them, phases are dots. `faces` are the pictures and
    sigils chosen for pieces, by player and by the name of the piece or unit. `turn` is the player whose turn it is, if
    the others may act in it, too.
    """

    title: str
    round_text: str
    phases: tuple[str, ...]
    phase: int
    players: tuple[PlayerView, ...]
    pieces: tuple[PieceView, ...]
    result: str = ""
    reserve: tuple[PieceView, ...] = ()
    lost: tuple[PieceView, ...] = ()
    aim: Line | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    grounds: Mapping[str, tuple[Line, ...]] = field(default_factory=dict)
    units: Mapping[str, UnitView] = field(default_factory=dict)
    sites: Mapping[str, SiteView] = field(default_factory=dict)
    groups: tuple[GroupView, ...] = ()
    rail: tuple[str, ...] = ()
    faces: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    turn: str = ""


class PieceFacts(NamedTuple):
    """The facts about a piece for machine learning: the fields of its `PieceView` that are not words."""

    id: str
    kind: str
    x: float
    y: float
    radius: float
    owner: str = ""
    value: str = ""
    damage: int = 0
    done: bool = False
    active: bool = False
    leader: bool = False
    carries: tuple[str, ...] = ()
    engaged: bool = False
    ready: bool = False
    level: int = 0
    facing: int | None = None

    def shown(self, name: str, **words: Any) -> PieceView:
        """Return the view of the piece: these facts, its name and further fields."""
        return PieceView(name=name, **self._asdict(), **words)


class Facts(NamedTuple):
    """The facts about a table for machine learning: points by player, the phase, the number of phases, the pieces."""

    points: Mapping[str, int]
    phase: int
    phases: int
    pieces: Sequence[PieceFacts]


def facts_of(view: TableView) -> Facts:
    """Return the facts for machine learning from the view of a table."""
    pieces = [PieceFacts._make(getattr(piece, name) for name in PieceFacts._fields) for piece in view.pieces]
    return Facts({player.id: player.score for player in view.players}, view.phase, len(view.phases), pieces)


@dataclass(frozen=True, slots=True)
class Preview:
    """The consequences of an end position: lines, the ids of pieces in contact, and the measured distance.

    `path` has the corners of the path to it, in inches, if the rulebook has paths; `inches` is the path's length.
    """

    lines: tuple[Line, ...] = ()
    contacts: tuple[str, ...] = ()
    receipt: Receipt | None = None
    path: tuple[tuple[float, float], ...] = ()
    inches: float = 0.0


@dataclass(frozen=True, slots=True)
class UseView:
    """An ability in a phase: the number of units that can use it now, or the reason why none can, with its rule.

    `options` are the keys of the pending decision's options that use it. For other phases, only the name and the rule
    are given.
    """

    name: str
    rule: str = ""
    units: int = 0
    reason: str = ""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PhaseView:
    """A phase in the list of phases on screen, which has the order of `TableView.phases`.

    `hints` describe its purpose. `abilities` has the abilities of each player in this phase, by player id.
    """

    name: str
    on: bool = False
    hints: tuple[Line, ...] = ()
    abilities: Mapping[str, tuple[UseView, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReachView:
    """The legal move region of a piece and the points in its attack range."""

    move: Region | PathRegion | None = None
    attack: BaseGeometry | None = None
    lines: tuple[Line, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Band:
    """The area in which targets are reached with the chance `share` or better; `label` is written on its edge."""

    area: BaseGeometry
    label: str
    share: float


@dataclass(frozen=True, slots=True)
class Figure:
    """A few words written beside a piece or a unit; `tone` is that of a `Line`."""

    piece: str
    text: str
    tone: str = "plain"
    claim: Claim | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ChanceView:
    """The reach of a piece that depends on a roll: bands, the least likely last, and the chance for each target.

    `later`: it cannot be rolled in this phase, so at the table it is shown only on request.
    """

    title: str
    bands: tuple[Band, ...] = ()
    figures: tuple[Figure, ...] = ()
    later: bool = False


@dataclass(frozen=True, slots=True)
class RangeView:
    """The area of an ability's range around its `bearer`, the range in words, and the units in it.

    `wholly`: a unit counts only if all of its models are inside. `inside` are the ids of units that count; `outside`
    those of units that are only partly inside, and `lacks` the inches that each of these is too far away. `lines` say
    what the range is for. `later`: it matters only for something played later, so beside a unit in hand it is shown
    only on request.
    """

    bearer: str
    name: str
    title: str
    area: BaseGeometry
    wholly: bool
    inside: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    rule: str = ""
    lacks: Mapping[str, float] = field(default_factory=dict, compare=False)
    lines: tuple[Line, ...] = field(default=(), compare=False)
    later: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Hurdle:
    """Something along a line of fire: its name, where the line enters and leaves it, its base and top (inches)."""

    name: str
    near: float
    far: float
    base: float
    top: float
    stops: bool = False


@dataclass(frozen=True, slots=True)
class AimView:
    """A line of fire from a piece to a target, also for a view from the side (inches; heights are above the ground).

    `start` and `end` are spots of the table, `eye` is the height of the eye; `shooter` and `target` are the heights of
    the base and top of each piece, `names` their names. `samples` are the spots of the target's silhouette row by row
    from the bottom, `columns` in a row, True if seen. `lines` explain them; `tone` is "good", "warning" or "bad".
    """

    start: tuple[float, float]
    end: tuple[float, float]
    eye: float
    shooter: tuple[float, float]
    target: tuple[float, float]
    names: tuple[str, str]
    samples: tuple[bool, ...]
    columns: int
    hurdles: tuple[Hurdle, ...] = ()
    lines: tuple[Line, ...] = ()
    tone: str = "good"


@dataclass(frozen=True, slots=True)
class FanView:
    """The part of a kind of target that can be seen from a spot, the `eye` (inches), over the whole table.

    `shares` has the share seen for each `step` inches of the table, rows from the south, columns from the west; -1
    means out of reach.
    """

    title: str
    eye: tuple[float, float]
    step: float
    shares: NDArray[np.float64] = field(compare=False)
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class ExposedView:
    """The best chance that enemies react to a piece at points of its path (inches), and lines that explain it."""

    piece: str
    points: tuple[tuple[float, float], ...]
    chances: tuple[float, ...]
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Prospect:
    """An answer worth considering, its expected value `worth` (in points if `scored`), and the reason in words.

    With `settled`, the value is the exact expectation over all dice that follow the answer. With `final`, the answer
    also ends the activation. With `foreseen`, it counts the rest of the activation as far as can be seen at once.
    """

    answer: str | list[Any] | dict[str, Any]
    worth: float
    why: str
    scored: bool = True
    settled: bool = False
    final: bool = False
    foreseen: bool = False


@dataclass(frozen=True, slots=True)
class RollView:
    """A die that people roll themselves: its purpose, its piece or player (`subject`), its owner and its rule."""

    purpose: str
    subject: str = ""
    owner: str = ""
    rule: str = ""


RARE: Final = 0.0005
"""Less likely amounts are not drawn at the ends of a spread, nor counted as the most that may happen."""


@dataclass(frozen=True, slots=True)
class Likelihood:
    """A possible outcome with its probability from 0 to 1. `tone` is that of a `Line`."""

    label: str
    share: float
    tone: str = "plain"
    claim: Claim | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Spread:
    """The distribution of an amount: `shares[n]` is the probability of n."""

    label: str
    shares: tuple[float, ...]
    tone: str = "plain"
    claim: Claim | None = field(default=None, compare=False)

    @property
    def most(self) -> int:
        """The largest amount that is not negligible."""
        return max((amount for amount, share in enumerate(self.shares) if share >= RARE), default=0)


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row of a table of odds: its label with its dice, and its cells. The row of the chosen answer is `marked`."""

    label: str
    cells: tuple[str, ...]
    tone: str = "plain"
    dice: DicePool = ()
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A small table of odds: the headings of its first column and of the cells, and its rows."""

    heads: tuple[str, ...]
    rows: tuple[GridRow, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class OddsView:
    """The exact odds of an answer before it is given.

    Exactly one of `outcomes` will occur; `chances` are independent of them. `lines` list the modifiers of the roll,
    with their rules. `reverse` are the odds from the other side, `grids` are tables that compare many answers.
    `verdicts` are their short forms at the cursor, the most important first; without any, the cursor makes them from
    the other fields. `answers` has the odds of options in a few words for their rows, by the keys of the options.
    """

    title: str
    outcomes: tuple[Likelihood, ...] = ()
    spreads: tuple[Spread, ...] = ()
    chances: tuple[Likelihood, ...] = ()
    lines: tuple[Line, ...] = ()
    reverse: OddsView | None = None
    claim: Claim | None = field(default=None, compare=False)
    grids: tuple[Grid, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict, hash=False)


def changed_percent(before: float, after: float) -> str:
    """Return how a probability changes, for display: "42% → 67%", or one number if it stays as it is."""
    texts = percent(before), percent(after)
    return texts[0] if texts[0] == texts[1] else " → ".join(texts)
