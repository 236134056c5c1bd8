"""The document of a saga, its chronicle, and the current state of its circles.

The document stores only the chronicle. The state of a circle is computed from the chronicle, and each entry is checked
on the way. So every change can be traced to its game, and removing the last entry restores the state before.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, model_validator

from game.documents.reading import Document, Name, Part, refuse
from game.rulesets.godbreakers.rules.circles.documents import (
    CIRCLE_SIZE,
    FRESH_GAINS,
    RECRUIT_DIE,
    CircleDocument,
    GainDocument,
    GodbreakerDocument,
    Growth,
    Metal,
    broken_by_member,
    gains_of,
    open_gains,
    why_not,
)
from game.rulesets.godbreakers.rules.circles.drafts import MemberDraft
from game.wording import N_, _

GameId = Annotated[str, Field(pattern=r"^[0-9a-f]{20}$")]
When = Annotated[str, Field(max_length=40)]
Rule = Annotated[str, Field(pattern=r"^(G-[A-Z0-9-]+|Q\d+a?)$", max_length=30)]
Count = Annotated[int, Field(ge=0, le=1_000)]
Die = Literal[6, 8, 10, 12]
Tally = Annotated[dict[Name, Count], Field(max_length=5)]


class ChangeDocument(Part):
    """A lasting change to a godbreaker in a game: a new die, or an ascension, which has no `after`."""

    godbreaker: Name
    what: Literal["die", "ascended"]
    before: Die
    after: Die | None = None
    round: Count
    rule: Rule

    @model_validator(mode="after")
    def _whole(self) -> ChangeDocument:
        if (self.after is None) != (self.what == "ascended"):
            refuse("after", _("must be given if the die changed, and only then - add it or remove it"))
        return self


class ShowingDocument(Part):
    """A circle's result in a game. `triumphs` and `fallen` are counts by the godbreaker's name."""

    circle: Name
    player: Name
    vp: Annotated[int, Field(ge=-10_000, le=10_000)]
    outcome: Literal["won", "drew", "lost"]
    triumphs: Tally = Field(default_factory=dict)
    fallen: Tally = Field(default_factory=dict)
    changes: Annotated[tuple[ChangeDocument, ...], Field(max_length=1_000)] = ()


class GameEntry(Part):
    """A game, with the result of each circle.

    A game is `full` if it ran to its end or all others conceded. Ascended godbreakers may return after it (Q41).
    """

    kind: Literal["game"] = "game"
    game: GameId
    at: When = ""
    scenario: Name
    map: Name
    rounds: Count
    full: bool = True
    showings: Annotated[tuple[ShowingDocument, ...], Field(min_length=1, max_length=4)]


class AscendedEntry(Part):
    """An entry about an ascended godbreaker of a circle."""

    kind: str
    at: When = ""
    circle: Name
    godbreaker: Name


class CrucibleEntry(AscendedEntry):
    """A throw of the crucible before a return (G-CIR-6). `game` is the game of the ascension, None in older sagas."""

    kind: Literal["crucible"] = "crucible"
    game: GameId | None = None
    metal: Metal
    roll: Annotated[int, Field(ge=1, le=6)]
    rule: Literal["G-CIR-6"] = "G-CIR-6"


class ReturnEntry(AscendedEntry):
    """A godbreaker that ascended in `game` returned as a D6 and gained a trait (G-ASC-1)."""

    kind: Literal["return"] = "return"
    game: GameId
    gain: GainDocument
    rule: Literal["G-ASC-1"] = "G-ASC-1"


class FarewellEntry(AscendedEntry):
    """A godbreaker that ascended in `game` will never come back (G-ASC-1)."""

    kind: Literal["farewell"] = "farewell"
    game: GameId
    rule: Literal["G-ASC-1"] = "G-ASC-1"


class RecruitEntry(Part):
    """A new godbreaker, a D6, filled a gap (G-CIR-1)."""

    kind: Literal["recruit"] = "recruit"
    at: When = ""
    circle: Name
    godbreaker: GodbreakerDocument
    rule: Literal["G-CIR-1"] = "G-CIR-1"


Entry = Annotated[GameEntry | CrucibleEntry | ReturnEntry | FarewellEntry | RecruitEntry, Field(discriminator="kind")]


# -- the state of circles --------------------------------------------------------------------------


class RecruitDraft(Part):
    """The draft of a recruit for a circle. `number` is the number of members, past and present, before it."""

    circle: Name
    number: Annotated[int, Field(ge=CIRCLE_SIZE, le=5_000)]
    member: MemberDraft


class SagaDocument(Document):
    """A saga of circles that develop from game to game. `seed` is for dice between games.

    `thrown` are throws of the crucible whose game was undone. They count again if the game is applied again (G-CIR-6).
    `making` are drafts of recruits, with their throws.
    """

    format: Literal["inchwise-saga"] = "inchwise-saga"
    version: Literal[1] = 1
    ruleset: Literal["godbreakers"] = "godbreakers"
    name: Name
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 0
    circles: Annotated[tuple[CircleDocument, ...], Field(min_length=1, max_length=12)]
    chronicle: Annotated[tuple[Entry, ...], Field(max_length=5_000)] = ()
    thrown: Annotated[tuple[CrucibleEntry, ...], Field(max_length=1_000)] = ()
    making: Annotated[tuple[RecruitDraft, ...], Field(max_length=1_000)] = ()

    @model_validator(mode="after")
    def _keeps_the_rules(self) -> SagaDocument:
        circles_of(self)
        return self


class Step(NamedTuple):
    """A permanent change to a godbreaker in a game. `round` is 0 for a change after the game."""

    text: str
    rule: str
    game: str = ""
    round: int = 0


@dataclass
class Member:
    """A godbreaker in a saga with its current state and history.

    An ascended godbreaker `may_return` after a full game (G-ASC-1, Q41). `thrown` is its throw of the crucible that is
    not used yet: metal and roll. `throws` is its number of throws.
    """

    document: GodbreakerDocument
    where: Literal["circle", "ascended", "gone"] = "circle"
    ascended_in: str = ""
    may_return: bool = False
    thrown: tuple[Metal, int] | None = None
    throws: int = 0
    games: int = 0
    triumphs: int = 0
    fallen: int = 0
    ascensions: int = 0
    history: list[Step] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name of the godbreaker."""
        return self.document.name

    @property
    def growth(self) -> Growth:
        """The godbreaker's metals, traits and flaws, including those gained in the saga."""
        document = self.document
        return Growth(list(document.metals), dict(document.traits), list(document.flaws))

    def open_gains(self) -> list[GainDocument]:
        """Return the possible gains on a return: all choices, or the gains that the throw of the crucible allows."""
        return open_gains(self.growth, self.thrown, "return")


@dataclass
class Circle:
    """A circle in a saga: its founding roster, all members past and present, and its record."""

    founded: CircleDocument
    members: list[Member]
    games: int = 0
    outcomes: Counter[str] = field(default_factory=lambda: Counter(won=0, drew=0, lost=0))
    vp: int = 0
    best: int | None = None

    @property
    def name(self) -> str:
        """The name of the circle."""
        return self.founded.name

    @property
    def present(self) -> list[Member]:
        """The current members, the leader first (Q36)."""
        return [member for member in self.members if member.where == "circle"]

    @property
    def ascended(self) -> list[Member]:
        """The ascended members who may still return."""
        return [member for member in self.members if member.where == "ascended"]

    @property
    def everybody(self) -> list[Member]:
        """All members past and present, current members first."""
        return sorted(self.members, key=lambda member: member.where != "circle")

    @property
    def undecided(self) -> list[Member]:
        """The ascended members whose return must be decided now (G-ASC-1)."""
        return [member for member in self.ascended if member.may_return]

    @property
    def missing(self) -> int:
        """The number of recruits that the circle needs (G-CIR-1)."""
        return max(0, CIRCLE_SIZE - len(self.present) - len(self.undecided))

    def needs(self) -> list[str]:
        """Return texts for the steps that must happen before the circle's next game."""
        text = N_("{member} ascended: bring it back or let it go (G-ASC-1)")
        needs = [_(text, member=member.name) for member in self.undecided]
        if self.missing:
            needs.append(_("{missing} to recruit (G-CIR-1)", missing=self.missing))
        return needs

    def may_take_back(self, member: Member) -> bool:
        """Return whether an ascended member may return now, which needs a free place (G-ASC-1, G-CIR-1)."""
        return member.may_return and len(self.present) < CIRCLE_SIZE

    def roster(self) -> CircleDocument:
        """Return the current circle as a roster. It must not need any step first."""
        members = tuple(member.document for member in self.present)
        if members == self.founded.godbreakers:
            return self.founded
        return self.founded.model_copy(update={"veteran": True, "godbreakers": members})

    def find(self, name: str) -> Member | None:
        """Return the past or present member called `name`, or None."""
        return next((member for member in self.members if member.name.casefold() == name.casefold()), None)


def circles_of(saga: SagaDocument) -> dict[str, Circle]:
    """Return the circles of a saga by name, after all its entries; raise pydantic's error for an invalid entry."""
    circles: dict[str, Circle] = {}
    for index, founded in enumerate(saga.circles):
        if founded.name in circles:
            refuse(f"circles[{index}].name", _("{founded!r} is listed twice - rename one", founded=founded.name))
        if founded.training:
            text = _(
                "{founded} is a training circle without metals to grow by - start a saga with others (G-CIR-3)",
                founded=founded.name,
            )
            refuse(f"circles[{index}].training", text)
        circles[founded.name] = Circle(founded, [Member(document) for document in founded.godbreakers])
    game_ids: list[str] = []
    for index, entry in enumerate(saga.chronicle):
        place = f"chronicle[{index}]"
        if isinstance(entry, GameEntry):
            if entry.game in game_ids:
                refuse(f"{place}.game", _("{game} was already applied - drop this entry", game=entry.game))
            game_ids.append(entry.game)
            _apply_game(circles, entry, place)
            continue
        circle = circles.get(entry.circle)
        if circle is None:
            refuse(f"{place}.circle", _("no circle of the saga is called {circle!r}", circle=entry.circle))
        if isinstance(entry, RecruitEntry):
            _apply_recruit(circle, entry, game_ids[-1] if game_ids else "", place)
        else:
            _apply_to_ascended(circle, entry, place)
    return circles


def _apply_game(circles: dict[str, Circle], entry: GameEntry, here: str) -> None:
    """Apply a game to its circles; after a full one, ascended godbreakers may return (Q41)."""
    names = [showing.circle for showing in entry.showings]
    for index, showing in enumerate(entry.showings):
        place = f"{here}.showings[{index}]"
        circle = circles.get(showing.circle)
        if circle is None or showing.circle in names[:index]:
            text = _("{circle!r} is not a circle of the saga, or is listed twice", circle=showing.circle)
            refuse(f"{place}.circle", text)
        if circle.needs():
            text = _("{circle} could not play: {needs}", circle=circle.name, needs="; ".join(circle.needs()))
            refuse(f"{place}.circle", text)
        _apply_showing(circle, showing, entry.game, place)
        if entry.full:
            for member in circle.ascended:
                member.may_return = True


def _apply_showing(circle: Circle, showing: ShowingDocument, game: str, here: str) -> None:
    """Add a circle's result in a game to its record, after checking it.

    `here` is its place in the document, for errors.
    """
    playing = {member.name: member for member in circle.present}
    for name in (*showing.triumphs, *showing.fallen, *(change.godbreaker for change in showing.changes)):
        if name not in playing:
            refuse(here, _("{named!r} was not in {founded} at the time", named=name, founded=circle.name))
    circle.games += 1
    circle.outcomes[showing.outcome] += 1
    circle.vp += showing.vp
    circle.best = showing.vp if circle.best is None else max(circle.best, showing.vp)
    for name, member in playing.items():
        member.games += 1
        member.triumphs += showing.triumphs.get(name, 0)
        member.fallen += showing.fallen.get(name, 0)
    for index, change in enumerate(showing.changes):
        steps = 0 if change.after is None else (change.after - change.before) // 2
        triumphs = showing.triumphs.get(change.godbreaker, 0)
        if steps > 1 and steps > triumphs:  # a Triumph raises a die by one step (G-ROLL-5, Q5)
            dice = {"before": change.before, "after": change.after}
            text = N_("from D{before} to D{after} takes {steps} Triumphs, but it had {triumphs} (G-ROLL-5)")
            refuse(f"{here}.changes[{index}].after", _(text, **dice, steps=steps, triumphs=triumphs))
        _apply_change(playing[change.godbreaker], change, game, f"{here}.changes[{index}].before")


def _apply_change(member: Member, change: ChangeDocument, game: str, here: str) -> None:
    """Change the die of a member, or let it ascend. `here` is the place of the change in the document, for errors."""
    die = member.document.die
    if member.where != "circle" or die != change.before:
        reason = _("{godbreaker} was a D{die} ({where})", godbreaker=change.godbreaker, die=die, where=member.where)
        refuse(here, _("{reason}, so this cannot follow", reason=reason))
    if change.after is not None:
        member.document = member.document.model_copy(update={"die": change.after})
        text = _("D{before} → D{after}", before=change.before, after=change.after)
        member.history.append(Step(text, change.rule, game, change.round))
        return
    member.where = "ascended"
    member.ascended_in = game
    member.ascensions += 1
    member.thrown, member.throws, member.may_return = None, 0, False
    member.history.append(Step(_("ascended"), change.rule, game, change.round))
    if not member.growth.can_gain:
        member.where = "gone"
        member.history.append(Step(_("can gain no trait and never comes back"), "G-ASC-1", game, change.round))


def _apply_to_ascended(circle: Circle, entry: CrucibleEntry | ReturnEntry | FarewellEntry, here: str) -> None:
    """Apply a throw of the crucible, a return or a farewell to an ascended member, after checking it."""
    member = circle.find(entry.godbreaker)
    if member is None or member.where != "ascended":
        waiting = ", ".join(other.name for other in circle.ascended) or _("nobody")
        text = _(
            "{godbreaker!r} is not waiting to return to {founded} - waiting: {waiting} (G-ASC-1)",
            godbreaker=entry.godbreaker,
            founded=circle.name,
            waiting=waiting,
        )
        refuse(f"{here}.godbreaker", text)
    if not isinstance(entry, FarewellEntry):
        if not member.may_return:
            text = _(
                "{godbreaker} may return after a full game, and none has been played since it ascended (G-ASC-1)",
                godbreaker=member.name,
            )
            refuse(f"{here}.godbreaker", text)
        _require_room(circle, here)
    if isinstance(entry, CrucibleEntry):
        if member.thrown is not None and member.open_gains():
            text = _("{godbreaker} has already rolled: use the result (G-CIR-6)", godbreaker=entry.godbreaker)
            refuse(f"{here}.roll", text)
        member.thrown = (entry.metal, entry.roll)
        member.throws += 1
        return
    if entry.game != member.ascended_in:
        fields = {"godbreaker": entry.godbreaker, "ascended_in": member.ascended_in}
        refuse(f"{here}.game", _("{godbreaker} ascended in game {ascended_in}, not this one", **fields))
    if isinstance(entry, FarewellEntry):
        member.where = "gone"
        member.history.append(Step(_("was not brought back and never comes back"), "G-ASC-1", entry.game))
    else:
        _apply_return(member, entry, f"{here}.gain")


def _require_room(circle: Circle, here: str) -> None:
    """Raise an error if the circle has no free place for another godbreaker."""
    if len(circle.present) >= CIRCLE_SIZE:
        refuse(here, _("{founded} already has its {size} godbreakers (G-CIR-1)", founded=circle.name, size=CIRCLE_SIZE))


def _apply_return(member: Member, entry: ReturnEntry, here: str) -> None:
    """Bring an ascended member back with its gain, after checking the gain."""
    gain, growth = entry.gain, member.growth
    if gain.at != "return":
        refuse(f"{here}.at", _('must be "return" (G-ASC-1)'))
    if broken := why_not(growth, gain):
        refuse(f"{here}.{broken.where}", str(broken))
    if gain not in member.open_gains():
        roll = _("no crucible roll")
        if member.thrown is not None:
            roll = _("a roll of {thrown}", thrown=member.thrown[1])
        text = _(
            "is a gain by {by}, but the chronicle has {thrown} for {godbreaker} (G-CIR-6)",
            by=gain.by,
            thrown=roll,
            godbreaker=entry.godbreaker,
        )
        refuse(f"{here}.by", text)
    growth.take(gain)
    old_die = member.document.die
    changed = {"die": RECRUIT_DIE, **growth.fields, "gains": (*gains_of(member.document), gain)}
    member.document = member.document.model_copy(update=changed)
    member.where, member.thrown = "circle", None
    change = f"{gain.trait} {growth.traits[gain.trait]}" + (_(" and {flaw}", flaw=gain.flaw) if gain.flaw else "")
    text = _("returned with {brought}, D{before} → D{die}", brought=change, before=old_die, die=RECRUIT_DIE)
    member.history.append(Step(text, "G-ASC-1", entry.game))


def _apply_recruit(circle: Circle, entry: RecruitEntry, after: str, here: str) -> None:
    """Add a recruit to a circle, after checking it. `after` is the id of the last game, "" before the first."""
    recruit = entry.godbreaker
    if circle.undecided:
        refuse(here, _("{need} before recruiting anyone", need=circle.needs()[0]))
    _require_room(circle, here)
    if circle.find(recruit.name) is not None:
        text = _("{recruit!r} was in the circle before - choose another name (G-CIR-1)", recruit=recruit.name)
        refuse(f"{here}.godbreaker.name", text)
    if recruit.die != RECRUIT_DIE:
        refuse(f"{here}.godbreaker.die", _("a recruit is a D{die} (G-CIR-1)", die=RECRUIT_DIE))
    for broken in broken_by_member(recruit, f"{here}.godbreaker"):
        refuse(broken.where, str(broken))
    gains = gains_of(recruit)
    if len(gains) != FRESH_GAINS or any(gain.at != "creation" for gain in gains):
        text = _("a recruit gains {n} traits; only a leader gets a third (G-CIR-3)", n=FRESH_GAINS)
        refuse(f"{here}.godbreaker.traits", text)
    circle.members.append(Member(recruit, history=[Step(_("recruited at D{die}", die=RECRUIT_DIE), entry.rule, after)]))
