"""Decisions: the few kinds of question that a rulebook asks a player, independent of any rulebook.

Legality is a predicate (`allows`, `why_not`); only screens and bots list legal answers. Answers are
plain JSON values, so that the list of all answers, the journal, describes a game:

=========  ==============================================================
kind       answer
=========  ==============================================================
Choose     the key of an option
Pick       a list of piece ids, in the order picked
Place      `[x, y]` in inches (snapped to the lattice); where its facing
           is chosen `[x, y, facing]`, in hundredths of a degree; along a
           path of one's own `{"at": [x, y], "via": [[x, y], …]}`, with
           `"facing"` where that is chosen
Lay        `[x, y, degrees]`, `[x, y]` for a piece that is not turned
Order      a list with every item once
Allocate   a dict from item to a whole number
Arrange    a list of `{"id": …, "at": [x, y], "via": [[x, y], …]}` in
           moving order; `via` only where a path is not straight,
           `"facing"` where that is chosen, and of bases not round;
           if such a base turns on its way, a corner of `via` is
           `[x, y, facing]`: that on the leg to it
=========  ==============================================================

Every decision may offer shortcuts: further options whose key is then the whole answer. `random_answer` draws any legal
answer.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from game.engine.core.options import NOTHING_ELSE, ByHand, DicePool, Judged, Option, Reference
from game.engine.core.turning import Turning
from game.refusal import Refusal
from game.table.facing import FULL_TURN
from game.table.lattice import LATTICE_STEP, Position, position, snap
from game.table.layout.steps import MemberStep, present_spots
from game.table.placing.places import LegalSpots, first_legal, is_legal
from game.wording import N_, _

if TYPE_CHECKING:
    from game.table.footprints import Oblong
    from game.table.layout.judge import LegalArrangements
    from game.table.path.path import Path
    from game.table.path.region import PathRegion

__all__ = [
    "DEPLOY",
    "NOTHING_ELSE",
    "Allocate",
    "Answer",
    "Arrange",
    "ByHand",
    "Choose",
    "Decision",
    "DicePool",
    "IllegalAnswer",
    "Lay",
    "LegalSpots",
    "MalformedAnswer",
    "Option",
    "Order",
    "Pick",
    "Place",
    "Reference",
    "answer_of",
    "coordinates",
]

MOST_CORNERS: Final = 200
"""The most corners that a path in an answer may have."""

Answer = str | list[Any] | dict[str, Any]

DEPLOY: Final = "auto-deploy"
"""The key of the shortcut by which the rulebook places all remaining pieces. Only old journals hold it as an answer."""

ORDER: Final = "order|"
"""Begins the key of a shortcut that stands for an answer to each of several questions. Journals hold those answers."""


class IllegalAnswer(ValueError):
    """The answer is well formed but the rules forbid it; the game is untouched."""

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        self.refusals = tuple(refusals)
        super().__init__("; ".join(refusal.text for refusal in self.refusals))


class MalformedAnswer(ValueError):
    """The answer does not have the form that this decision needs; the game is untouched."""


@dataclass(frozen=True, kw_only=True)
class Decision:
    """A question to `player` under a `rule`, about the piece `about`. `test` names the roll of a preview.

    `secret`: the answer is sealed until all answers of its commitment are revealed. The `sealed` previous answers
    belong to the same commitment. `private`: only the player knows the answer until the rulebook shows it. `window`
    names the timing of a question that the player may pass every time (`Session.pass_at`). `until` names the present
    phase, turn or round, such as "turn-3": until its end, the player may pass all questions of this timing, or of this
    rule without a timing. `usual` returns the answer that goes without saying at a table, or None for a real question.
    `insists`: ask even if only one answer makes sense, because the player could not know it when giving the
    answer before. `on_dice`: it is about the dice just rolled, such as whether to reroll them.
    """

    player: str
    prompt: str
    rule: str
    about: str = ""
    shortcuts: Sequence[Option] = ()
    secret: bool = False
    sealed: int = 0
    private: bool = False
    window: str = ""
    until: str = field(default="", compare=False)
    test: str = field(default="", compare=False)
    usual: Callable[[], Answer | None] | None = field(default=None, compare=False, repr=False)
    insists: bool = field(default=False, compare=False)
    on_dice: bool = field(default=False, compare=False, repr=False)

    @property
    def concealed(self) -> bool:
        """Whether only `player` may see the question and the answer for now."""
        return self.secret or self.private

    @property
    def timings(self) -> tuple[str, ...]:
        """The standing orders that pass the decision: one for always, one to the end of its phase, turn or round."""
        every = (self.window,) if self.window else ()
        return (*every, f"{self.window or self.rule.lower()}.{self.until}") if self.until else every

    def is_wanted(self, ordered: Callable[[str], bool]) -> bool:
        """Return whether a standing order makes the program ask this question even if other orders would pass it."""
        return False

    def order_words(self, timing: str) -> str:
        """Return the subject of a standing order in words; for an order of its own, this question."""
        return self.prompt if timing in self.timings else timing

    @property
    def deploys(self) -> bool:
        """Whether the rulebook can answer for the player by setting up a piece."""
        return any(option.key == DEPLOY for option in self.shortcuts)

    @property
    def kind(self) -> str:
        """The kind of decision: its class name in lower case."""
        return type(self).__name__.lower()

    def allows(self, answer: Answer) -> bool:
        """Return whether `answer` is well formed and legal."""
        try:
            return self._takes_shortcut(answer) or self._allows(answer)
        except MalformedAnswer:
            return False

    def why_not(self, answer: Answer) -> list[Refusal]:
        """Return every reason against `answer`, none if it is legal; raise `MalformedAnswer` for a wrong form."""
        return [] if self._takes_shortcut(answer) else self._why_not(answer)

    def _takes_shortcut(self, answer: Answer) -> bool:
        return isinstance(answer, str) and any(answer == option.key for option in self.shortcuts)

    def _why_not(self, answer: Answer) -> list[Refusal]:
        raise NotImplementedError

    def _allows(self, answer: Answer) -> bool:
        """Return whether an answer (not a shortcut) is legal; override it where that is faster than `_why_not`."""
        return not self._why_not(answer)

    def malformed(self, text: str, answer: Answer) -> MalformedAnswer:
        """Return the error for an answer of the wrong form; `text` is marked by `N_`."""
        return MalformedAnswer(_(text, prompt=self.prompt, answer=answer))

    def normal(self, answer: Answer) -> Answer:
        """Return the answer in the canonical form for the journal."""
        return answer if isinstance(answer, str) else self._normal(answer)

    def _normal(self, answer: list[Any] | dict[str, Any]) -> Answer:
        return answer.copy()

    def details(self) -> dict[str, Any]:
        """Return the fields that `plain` adds for this kind of decision."""
        return {}

    def plain(self) -> dict[str, Any]:
        """Return the decision as JSON-ready data."""
        shortcuts = [{"key": option.key, "label": option.label, "rule": option.rule} for option in self.shortcuts]
        return {
            "kind": self.kind,
            "player": self.player,
            "prompt": self.prompt,
            "rule": self.rule,
            "about": self.about,
            **self.details(),
            **({"shortcuts": shortcuts} if shortcuts else {}),
            **({"secret": True} if self.concealed else {}),
            **({"window": self.window} if self.window else {}),
        }


def coordinates(answer: Answer, prompt: str) -> tuple[float, float]:
    """Return the (x, y) of an answer, snapped to the lattice; raise `MalformedAnswer`."""
    if not isinstance(answer, list | tuple) or len(answer) != 2:
        raise MalformedAnswer(_("{prompt}: answer with [x, y] in inches, not {answer!r}", prompt=prompt, answer=answer))
    numbers: list[float] = []
    for value in answer:
        if type(value) not in (int, float) or not abs(value) < 1e6:
            raise MalformedAnswer(_("{prompt}: {value!r} is not a finite number of inches", prompt=prompt, value=value))
        numbers.append(snap(value))
    return numbers[0], numbers[1]


_FORM: Final = N_('{prompt}: answer with a list of {{"id": ..., "at": [x, y], "via": [[x, y], ...]}}, not {answer!r}')


_FACES: Final = N_(
    "{prompt}: a path whose base turns on the way needs a facing at every corner, [x, y, facing], not {answer!r}"
)


@dataclass(frozen=True, kw_only=True)
class Arrange(Decision):
    """Place all pieces of the unit `about` in one answer, as `arrangements` allows. Each piece has its own path.

    `turnings` limit the facings of the pieces that have one, by their ids; without a facing in the answer, a piece gets
    the middle of its turning. The facings of bases that are not round are limited by the arrangement instead.
    """

    arrangements: LegalArrangements = field(compare=False, repr=False)
    turnings: Mapping[str, Turning] = field(default_factory=dict, compare=False, repr=False)

    def _why_not(self, answer: Answer) -> list[Refusal]:
        receipt = self.arrangements.why_not(self.steps(answer))
        reasons = [Refusal(fault.text, fault.rule or self.rule, fault.cause, fault.short_by) for fault in receipt.whole]
        for name, refusals in receipt.refusals.items():
            reasons += [self._with_piece_name(name, refusal) for refusal in refusals]
        return [*reasons, *self._refused_facings(answer)]

    def _refused_facings(self, answer: Answer) -> list[Refusal]:
        """Return a refusal for each piece whose facing in an answer is not allowed."""
        end_by_piece = {step.id: step.at for step in self.steps(answer)}
        refusals = (
            (name, self.turnings[name].why_not(*end_by_piece[name], facing))
            for name, facing in self.facings(answer).items()
        )
        return [self._with_piece_name(name, refusal) for name, refusal in refusals if refusal is not None]

    def _with_piece_name(self, name: str, refusal: Refusal) -> Refusal:
        member = next(part for part in self.arrangements.members if part.id == name)
        text = _("{name}: {reason}", name=member.disc.name or name, reason=refusal.text)
        return Refusal(text, refusal.rule or self.rule, refusal.cause, refusal.short_by)

    def _allows(self, answer: Answer) -> bool:
        return self.arrangements.find(self.steps(answer)) is not None and not self._refused_facings(answer)

    def steps(self, answer: Answer) -> tuple[MemberStep, ...]:
        """Return an answer as steps; raise `MalformedAnswer`."""
        if not isinstance(answer, list):
            raise self.malformed(_FORM, answer)
        return tuple(self._step(part) for part in answer)

    def _step(self, part: Any) -> MemberStep:
        """Return the step of one piece from its part of an answer; raise `MalformedAnswer`."""
        allowed_fields = {"id", "at", "via", "facing"} if self.turnings or self._oblong else {"id", "at", "via"}
        if not isinstance(part, dict) or not {"id", "at"} <= set(part) <= allowed_fields:
            raise self.malformed(_FORM, part)
        corners = part.get("via", [])
        if not isinstance(part["id"], str) or not isinstance(corners, list) or len(corners) > MOST_CORNERS:
            raise self.malformed(_FORM, part)
        # Only bases that are not round have a facing in their step, and in corners where they turn on the way.
        facing, faces = (part.get("facing") if part["id"] in self._oblong else None), ()
        if part["id"] in self._oblong and any(isinstance(corner, list) and len(corner) == 3 for corner in corners):
            if not all(isinstance(corner, list) and len(corner) == 3 and is_facing(corner[2]) for corner in corners):
                raise self.malformed(_FACES, part)
            faces, corners = tuple(corner[2] for corner in corners), [corner[:2] for corner in corners]
        via = tuple(Position(*coordinates(corner, self.prompt)) for corner in corners)
        if facing is not None and not is_facing(facing):
            raise self.malformed(_FORM, part)
        return MemberStep(part["id"], Position(*coordinates(part["at"], self.prompt)), via, facing, faces)

    @property
    def _oblong(self) -> frozenset[str]:
        """The pieces whose bases are not round."""
        return frozenset(member.id for member in self.arrangements.members if member.facing is not None)

    def facings(self, answer: Answer) -> dict[str, int]:
        """Return the facings that an answer gives, in hundredths of a degree, by piece; raise `MalformedAnswer`."""
        if not isinstance(answer, list):
            return {}
        facings = {}
        for part in answer:
            facing = part.get("facing")
            if facing is None or part["id"] in self._oblong:
                continue
            if not is_facing(facing):
                raise self.malformed(_FORM, part)
            if part["id"] not in self.turnings:
                raise self.malformed(_FORM, part)
            facings[part["id"]] = facing
        return facings

    def _normal(self, answer: list[Any] | dict[str, Any]) -> Answer:
        steps, facings = self.steps(answer), self.facings(answer)
        return answer_of(self.arrangements.find(steps) or steps, facings)

    def details(self) -> dict[str, Any]:
        members = [
            {
                "id": part.id,
                "name": part.disc.name,
                "at": [part.disc.x, part.disc.y],
                "radius": part.disc.radius,
            }
            | ({} if part.oblong is None else _shape_of(part.oblong))
            for part in self.arrangements.members
        ]
        turnings = {name: turning.plain() for name, turning in self.turnings.items()}
        return {"members": members, **({"turnings": turnings} if turnings else {})}


def is_facing(facing: object) -> bool:
    """Return whether a part of an answer is a facing: a whole number of hundredths of a degree."""
    return isinstance(facing, int) and not isinstance(facing, bool) and 0 <= facing < FULL_TURN


def _shape_of(base: Oblong) -> dict[str, Any]:
    return {"shape": base.shape, "length": base.length, "width": base.width, "facing": base.facing}


def answer_of(steps: Iterable[MemberStep], facings: Mapping[str, int] | None = None) -> list[Any]:
    """Return steps, and the facings at their ends, in the form of an answer."""
    return [_plain_step(step, (facings or {}).get(step.id, step.facing)) for step in steps]


def _plain_step(step: MemberStep, facing: int | None) -> dict[str, Any]:
    faces: Iterable[tuple[int, ...]] = ((facing,) for facing in step.faces) if step.faces else repeat(())
    via = {"via": [[*corner, *face] for corner, face in zip(step.via, faces)]} if step.via else {}
    return {"id": step.id, "at": [*step.at], **via, **({} if facing is None else {"facing": facing})}


_DRAWN: Final = N_('{prompt}: answer with {{"at": [x, y], "via": [[x, y], ...]}}, not {answer!r}')


class Topic(NamedTuple):
    """A subject that several options share and that a player may settle once: its id, its name, the options' keys."""

    id: str
    name: str
    keys: tuple[str, ...]


SETTLED: Final = {
    "never": N_("{name}: never this game"),
    "phase": N_("{name}: not this phase"),
    "always": N_("{name}: always offered"),
}
"""The standing answers on a topic, in words; without one the player is asked each time."""


@dataclass(frozen=True, kw_only=True)
class Choose(Decision):
    """Choose one of the options. `refused` returns the options not offered; `leads` has an option's region by key.

    `former` are keys that only earlier versions offered; their journals still hold them. `topics` are subjects that a
    player may settle once: if all options belong to topics settled as "never", the question is passed. `slots` are the
    keys in the order in which a window shows them, offered or not, so that each has its place.

    >>> gaits = Option("walk", "Walk"), Option("run", "Run")
    >>> asked = Choose(player="ann", prompt="Walk or run?", rule="R-1", options=gaits)
    >>> asked.allows("run"), asked.allows("fly")
    (True, False)
    """

    options: Sequence[Option]
    refused: Callable[[], Sequence[tuple[Option, Refusal]]] | None = None
    leads: Mapping[str, LegalSpots] | None = field(default=None, compare=False, repr=False)
    former: tuple[str, ...] = field(default=(), compare=False, repr=False)
    topics: Sequence[Topic] = field(default=(), compare=False, repr=False)
    slots: Sequence[str] = field(default=(), compare=False, repr=False)

    def orders_on(self, topic: Topic) -> dict[str, str]:
        """Return the timings of standing answers on a topic, by their names in `SETTLED`."""
        named = topic.id.replace(".", "-")[:40]
        return {"never": f"never-{named}", "phase": f"never-{named}.{self.until}", "always": f"always-{named}"}

    def is_wanted(self, ordered: Callable[[str], bool]) -> bool:
        return any(ordered(self.orders_on(topic)["always"]) for topic in self.topics)

    def order_words(self, timing: str) -> str:
        for topic in self.topics:
            for how, name in self.orders_on(topic).items():
                if name == timing:
                    return _(SETTLED[how], name=topic.name)
        return super().order_words(timing)

    def _why_not(self, answer: Answer) -> list[Refusal]:
        if not isinstance(answer, str):
            raise self.malformed(N_("{prompt}: answer with the key of an option, not {answer!r}"), answer)
        if self.offers(answer) or answer in self.former:
            return []
        for option, refusal in self.refusals():
            if option.key == answer:
                return [refusal]
        keys = ", ".join(option.key for option in self.options)
        return [Refusal(_("{answer!r} is not among the options ({keys})", answer=answer, keys=keys), self.rule)]

    def offers(self, key: str) -> bool:
        """Return whether there is an option with this key."""
        options = self.options
        return options.has(key) if isinstance(options, Judged) else any(key == option.key for option in options)

    def drawn(self, rng: Random) -> Option:
        """Return one of the options at random, all equally likely."""
        options = self.options
        return options.drawn(rng) if isinstance(options, Judged) else options[int(rng.random() * len(options))]

    def refusals(self) -> Sequence[tuple[Option, Refusal]]:
        """Return the options that are not offered, each with its reason."""
        return self.refused() if self.refused else ()

    def details(self) -> dict[str, Any]:
        return {
            "options": [
                {
                    "key": option.key,
                    "label": option.label,
                    "rule": option.rule,
                    "subject": list(option.subject),
                    **option.about.plain(),
                }
                for option in self.options
            ]
        }


@dataclass(frozen=True, kw_only=True)
class Pick(Decision):
    """Choose from `minimum` to `maximum` of the candidate pieces. `notes` returns a note on a candidate.

    `excluded` returns the reason why a piece is not a candidate. `barred` returns pieces to list with that reason,
    because a player would expect them among the candidates. `harm` returns the further cost of a legal answer in
    words, or "". `sparing` returns an answer of least cost, made of the first pieces in a given order if possible.
    """

    candidates: tuple[str, ...]
    minimum: int = 1
    maximum: int = 1
    excluded: Callable[[str], Refusal | None] | None = None
    notes: Callable[[str], str] | None = field(default=None, compare=False, repr=False)
    barred: Callable[[], Sequence[str]] | None = field(default=None, compare=False, repr=False)
    harm: Callable[[tuple[str, ...]], str] | None = field(default=None, compare=False, repr=False)
    sparing: Callable[[Sequence[str]], list[str]] | None = field(default=None, compare=False, repr=False)

    def note(self, piece: str) -> str:
        """Return the note to show beside a candidate's name, or ""."""
        return self.notes(piece) if self.notes is not None else ""

    def _why_not(self, answer: Answer) -> list[Refusal]:
        if not isinstance(answer, list) or not all(isinstance(piece, str) for piece in answer):
            raise self.malformed(N_("{prompt}: answer with a list of piece ids, not {answer!r}"), answer)
        refusals = list(dict.fromkeys(self._refusal(piece) for piece in answer if piece not in self.candidates))
        if len(set(answer)) != len(answer):
            refusals.append(Refusal(_("a piece is named twice"), self.rule))
        if not self.minimum <= len(answer) <= self.maximum:
            wanted = str(self.minimum) if self.minimum == self.maximum else f"{self.minimum} to {self.maximum}"
            refusals.append(Refusal(_("choose {wanted}, not {count}", wanted=wanted, count=len(answer)), self.rule))
        return refusals

    def _refusal(self, piece: str) -> Refusal:
        reason = self.excluded(piece) if self.excluded else None
        facts = {"names": ", ".join(self.candidates), "prompt": self.prompt}
        return reason or Refusal(_("only {names} can be chosen: {prompt}", **facts), self.rule)

    def details(self) -> dict[str, Any]:
        return {"candidates": list(self.candidates), "minimum": self.minimum, "maximum": self.maximum}


class Faced(NamedTuple):
    """A base that is not round, and its legal spots for each facing."""

    base: Oblong
    region: Callable[[int], LegalSpots]


@dataclass(frozen=True, kw_only=True)
class Place(Decision):
    """Place the piece named by `about` in `region`. `turning` limits its facing; None if the piece has no facing.

    If its base is not round, `region` is for the middle facing, and `faced` has the regions for other facings.
    """

    region: LegalSpots
    turning: Turning | None = field(default=None, compare=False)
    faced: Faced | None = field(default=None, compare=False, repr=False)

    def facing(self, facing: int | None) -> LegalSpots:
        """Return the legal spots of the piece with a facing, None for the middle one."""
        return self.region if self.faced is None or facing is None else self.faced.region(facing)

    def _why_not(self, answer: Answer) -> list[Refusal]:
        x, y, facing = self._read(answer)
        turning_refusal = None if facing is None or self.turning is None else self.turning.why_not(x, y, facing)
        refusals = self.along(answer).why_not((x, y))
        return refusals if turning_refusal is None else [*refusals, turning_refusal]

    def _allows(self, answer: Answer) -> bool:
        x, y, facing = self._read(answer)
        region = self.along(answer)
        if facing is not None and self.turning is not None and self.turning.why_not(x, y, facing) is not None:
            return False
        return is_legal(region, (x, y))

    def snapped(self, x: float, y: float) -> tuple[float, float]:
        """Return a typed spot, or a legal neighbour on the lattice if rounding moved the spot into an obstacle."""
        refusals = self.region.why_not((x, y))
        if refusals and all(refusal.short_by is not None and refusal.short_by <= LATTICE_STEP for refusal in refusals):
            steps = (-LATTICE_STEP, 0.0, LATTICE_STEP)
            neighbours = sorted((math.hypot(dx, dy), position(x + dx, y + dy)) for dx in steps for dy in steps)
            return first_legal(self.region, (spot for _far, spot in neighbours)) or (x, y)
        return x, y

    @property
    def takes_paths(self) -> bool:
        """Whether the piece moves along a path that the player may draw."""
        return hasattr(self.region, "policies")

    def corners(self, answer: Answer) -> tuple[Position, ...]:
        """Return the corners of the path that an answer draws, or no corners if the rules choose the path.

        Raise `MalformedAnswer`.
        """
        via = answer.get("via", []) if isinstance(answer, dict) else []
        if not isinstance(via, list) or len(via) > MOST_CORNERS:
            raise self.malformed(_DRAWN, answer)
        if via and not self.takes_paths:
            raise MalformedAnswer(_("{prompt}: this decision does not accept a drawn path", prompt=self.prompt))
        return tuple(Position(*coordinates(corner, self.prompt)) for corner in via)

    def along(self, answer: Answer) -> LegalSpots:
        """Return the legal spots on the path that an answer draws; without a drawn path, all legal spots.

        Raise `MalformedAnswer`.
        """
        corners = self.corners(answer)
        if not corners:
            return self.facing(self._read(answer)[2])
        from game.table.path.region import DrawnRegion

        return DrawnRegion(cast("PathRegion", self.region), corners)

    def path(self, answer: Answer) -> Path:
        """Return the path of a legal answer: the drawn one, or a path found by the rules."""
        region, (x, y, _facing) = cast("PathRegion", self.along(answer)), self._read(answer)
        path = region.find((x, y))
        assert path is not None
        return path

    def _read(self, answer: Answer) -> tuple[float, float, int | None]:
        """Return x, y and the facing (None if not given) of an answer; raise `MalformedAnswer`."""
        if isinstance(answer, dict):
            if not {"at"} <= set(answer) <= {"at", "via", "facing"} or not isinstance(answer["at"], list):
                raise self.malformed(_DRAWN, answer)
            facing_given = [answer["facing"]] if "facing" in answer else []
            answer = [*answer["at"][:3], *facing_given]
        if self.turning is None or not isinstance(answer, list) or len(answer) != 3:
            return *coordinates(answer, self.prompt), None
        facing = answer[2]
        if type(facing) is not int or abs(facing) > 1_000_000:
            text = N_("{prompt}: {answer!r} is not a facing - use whole hundredths of a degree")
            raise MalformedAnswer(_(text, prompt=self.prompt, answer=facing))
        return *coordinates(answer[:2], self.prompt), facing % FULL_TURN

    def pose(self, answer: Answer) -> tuple[float, float, int | None]:
        """Return the x, y and final facing (or None) that an answer gives to the piece; raise `MalformedAnswer`."""
        x, y, facing = self._read(answer)
        return x, y, self.turning.middle(x, y) if facing is None and self.turning is not None else facing

    def settled(self, answer: Answer) -> Place:
        """Return the same question with the facing and path of an answer fixed, for previews."""
        facing = None if self.turning is None else self.pose(answer)[2]
        settled = self if facing is None else replace(self, turning=Turning.kept(facing, self.rule))
        own_region = self.corners(answer) or self.faced is not None
        return replace(settled, region=self.along(answer), faced=None) if own_region else settled

    def _normal(self, answer: list[Any] | dict[str, Any]) -> Answer:
        x, y, facing = self.pose(answer)
        chosen = self.turning is not None and self.turning.is_choice
        if corners := self.corners(answer):
            facing_field = {"facing": facing} if chosen else {}
            return {"at": [x, y], "via": [[*corner] for corner in corners], **facing_field}
        return [x, y, facing] if chosen else [x, y]

    def details(self) -> dict[str, Any]:
        facing = {} if self.turning is None else {"facing": self.turning.plain()}
        return facing if self.faced is None else facing | {"base": _shape_of(self.faced.base)}


@dataclass(frozen=True, kw_only=True)
class Lay(Place):
    """Place a piece that may be turned about its anchor in whole steps of `step` degrees, counter-clockwise.

    `region` holds the legal spots without turning; `turned` returns those after a turn by a number of degrees.
    """

    turned: Callable[[int], LegalSpots] = field(compare=False, repr=False)
    step: int = 15

    @property
    def turns(self) -> range:
        """All possible turns, in degrees."""
        return range(0, 360, self.step)

    def snapped(self, x: float, y: float) -> tuple[float, float]:
        """Return a typed spot unchanged, because rounding cannot make terrain overlap anything."""
        return x, y

    def spot(self, answer: Answer) -> tuple[float, float, int]:
        """Return the spot and the turn of an answer; raise `MalformedAnswer`."""
        turn = answer[2] if isinstance(answer, list) and len(answer) == 3 else 0
        if type(turn) is not int or turn not in self.turns:
            text = N_("{prompt}: {answer!r} is not a turn - use whole steps of {step} degrees, from 0 to {most}")
            words = {"prompt": self.prompt, "answer": turn, "step": self.step, "most": self.turns[-1]}
            raise MalformedAnswer(_(text, **words))
        x, y = coordinates(answer[:2] if isinstance(answer, list) and len(answer) == 3 else answer, self.prompt)
        return x, y, turn

    def _why_not(self, answer: Answer) -> list[Refusal]:
        x, y, turn = self.spot(answer)
        return self.turned(turn).why_not((x, y))

    def _allows(self, answer: Answer) -> bool:
        x, y, turn = self.spot(answer)
        return is_legal(self.turned(turn), (x, y))

    def _normal(self, answer: list[Any] | dict[str, Any]) -> Answer:
        return list(self.spot(answer))

    def details(self) -> dict[str, Any]:
        return {"step": self.step}


@dataclass(frozen=True, kw_only=True)
class Order(Decision):
    """Put the items in order, first to last."""

    items: tuple[str, ...]

    def _why_not(self, answer: Answer) -> list[Refusal]:
        if not isinstance(answer, list) or not all(isinstance(item, str) for item in answer):
            raise self.malformed(N_("{prompt}: answer with a list of items, not {answer!r}"), answer)
        if sorted(answer) != sorted(self.items):
            return [Refusal(_("name each of the {count} exactly once", count=len(self.items)), self.rule)]
        return []

    def details(self) -> dict[str, Any]:
        return {"items": list(self.items)}


@dataclass(frozen=True, kw_only=True)
class Allocate(Decision):
    """Distribute `total` among the items. No item may get more than its limit."""

    limits: dict[str, int]
    total: int

    def _why_not(self, answer: Answer) -> list[Refusal]:
        if not isinstance(answer, dict) or not all(type(amount) is int for amount in answer.values()):
            raise self.malformed(N_("{prompt}: answer with whole numbers by item, not {answer!r}"), answer)
        refusals = []
        for item, amount in answer.items():
            limit = self.limits.get(item, 0)
            if not 0 <= amount <= limit:
                refusals.append(_("a share must be 0 to {most}, not {amount}", most=limit, amount=amount))
        given = sum(answer.values())
        if given != self.total:
            refusals.append(_("share out {total}, not {given}", total=self.total, given=given))
        return [Refusal(text, self.rule) for text in refusals]

    def details(self) -> dict[str, Any]:
        return {"limits": dict(self.limits), "total": self.total}


class NoLegalPlace(RuntimeError):
    """A rulebook asks for a spot or an arrangement, but none is legal or could be found."""


def random_answer(decision: Decision, rng: Random) -> Answer:
    """Return a legal answer drawn at random; raise `NoLegalPlace` at a dead end."""
    if isinstance(decision, Choose):
        return decision.drawn(rng).key
    if isinstance(decision, Pick):
        largest = min(decision.maximum, len(decision.candidates))
        return rng.sample(decision.candidates, rng.randint(decision.minimum, largest))
    if isinstance(decision, Lay):
        turns = rng.sample(decision.turns, len(decision.turns))
        spots = ((decision.turned(turn).sample(rng), turn) for turn in turns)
        spot_and_turn = next(([spot.x, spot.y, turn] for spot, turn in spots if spot is not None), None)
        if spot_and_turn is not None:
            return spot_and_turn
    if isinstance(decision, Place):  # also terrain for which no angle gave a spot
        return _random_spot(decision, rng)
    if isinstance(decision, Arrange):
        return _random_arrangement(decision, rng)
    if isinstance(decision, Order):
        return rng.sample(decision.items, len(decision.items))
    if isinstance(decision, Allocate):
        shares = dict.fromkeys(decision.limits, 0)
        while sum(shares.values()) < decision.total:
            shares[rng.choice([item for item, limit in decision.limits.items() if shares[item] < limit])] += 1
        return {item: amount for item, amount in shares.items() if amount}
    raise TypeError(f"cannot answer a {decision.kind}")


def _random_spot(decision: Place, rng: Random) -> Answer:
    """Return a random legal spot, with a facing if one is chosen; raise `NoLegalPlace` if none is legal."""
    if decision.faced is not None and decision.turning is not None and decision.turning.is_choice:
        facing = rng.randrange(FULL_TURN)
        if (spot := decision.facing(facing).sample(rng)) is not None:
            return [spot.x, spot.y, facing]
    spot = decision.region.sample(rng)
    if spot is None and decision.shortcuts:  # such as buying a longer move, or not moving
        return rng.choice(decision.shortcuts).key
    if spot is None:
        raise NoLegalPlace(_("{prompt} ({rule}): no spot is legal", prompt=decision.prompt, rule=decision.rule))
    turning = decision.turning
    if turning is None or not turning.is_choice or decision.faced is not None:
        return [spot.x, spot.y]
    return [spot.x, spot.y, (turning.middle(*spot) + rng.randint(-turning.most, turning.most)) % FULL_TURN]


def _random_arrangement(decision: Arrange, rng: Random) -> Answer:
    """Return a random arrangement, or the one nearest to the present spots; raise `NoLegalPlace`."""
    steps = decision.arrangements.sample(rng)
    if steps is not None:
        return answer_of(steps)
    if decision.shortcuts:
        return rng.choice(decision.shortcuts).key
    steps = decision.arrangements.nearest(present_spots(decision.arrangements.members))
    if steps is not None:  # this search is not random
        return answer_of(steps)
    text = N_("{prompt} ({rule}): no arrangement was found")
    raise NoLegalPlace(_(text, prompt=decision.prompt, rule=decision.rule))


def only_option(options: Sequence[Option]) -> str | None:
    """Return the key of the only option, or None if there is not exactly one."""
    return options[0].key if len(options) == 1 else None


def has_choice(decision: Decision) -> bool:
    """Return whether a decision seems to leave a choice, judged by its options."""
    if isinstance(decision, Choose):
        return len(decision.options) + len(decision.shortcuts) > 1
    return only_answer(decision) is None


def only_answer(decision: Decision) -> Answer | None:
    """Return the usual answer to a decision, or its only possible one; None for a real choice.

    A concealed decision is always asked, and so are options and windows: others must not learn what a player could
    have done. A rulebook without secrets gives such decisions a usual answer.
    """
    answer: Answer | None = None
    if decision.usual is not None and not decision.concealed:
        answer = decision.usual()
        if answer is not None and decision.allows(answer):
            return answer
    if isinstance(decision, Pick) and decision.minimum == len(decision.candidates):
        answer = [*decision.candidates]
    elif isinstance(decision, Order) and len(decision.items) == 1:
        answer = [*decision.items]
    elif isinstance(decision, Allocate) and sum(decision.limits.values()) == decision.total:
        answer = dict(decision.limits)
    if not answer or decision.insists or decision.concealed or decision.window or decision.shortcuts:
        return None
    return answer if decision.allows(answer) else None
