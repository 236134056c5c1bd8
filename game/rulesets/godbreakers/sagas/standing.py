"""How the circles of a saga stand: its chronicle told from the founding on, every entry judged by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

from game.rulesets.godbreakers.rules.circles.crucible import offers, why_not
from game.rulesets.godbreakers.rules.circles.documents import (
    CircleDocument,
    GodbreakerDocument,
    broken_by_member,
    gains_of,
)
from game.rulesets.godbreakers.rules.circles.gains import GainDocument, Growth, Metal
from game.rulesets.godbreakers.rules.constants import CIRCLE_SIZE, FRESH_GAINS, RECRUIT_DIE
from game.rulesets.godbreakers.sagas.entries import (
    ChangeDocument,
    CrucibleEntry,
    Entry,
    FarewellEntry,
    GameEntry,
    RecruitEntry,
    ReturnEntry,
    ShowingDocument,
)
from game.wording import _


class Chronicle(Protocol):
    """What a saga's document says: the circles as founded, and what happened since."""

    @property
    def circles(self) -> tuple[CircleDocument, ...]:
        """The circles as founded."""

    @property
    def chronicle(self) -> tuple[Entry, ...]:
        """Everything that changed them since, oldest first."""


class Contradiction(ValueError):
    """An entry that cannot follow on what came before it; `where` counts from the saga document."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(where, reason)
        self.where = where
        self.reason = reason


class Step(NamedTuple):
    """Something that changed a godbreaker for good: in which game and round (0: after that game), by which rule."""

    text: str
    rule: str
    game: str = ""
    round: int = 0


@dataclass
class Member:
    """A godbreaker in a saga: what it is now, where it is, and how it came to that.

    One who ascended `may_return` once a full game is over (G-ASC-1, Q41); `throws` counts those of the crucible for it.
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
    def growth(self) -> Growth:
        """What it has become by its gains."""
        return Growth.of(self.document.metals, self.document.traits, self.document.flaws)

    def open_gains(self) -> list[GainDocument]:
        """Return the gains that its return may bring: by choice, or what its throw of the crucible left open."""
        if self.thrown is not None:
            return offers(self.growth, *self.thrown, at="return")
        return [GainDocument(trait=name, at="return") for name in self.growth.choices()]


@dataclass
class Circle:
    """A circle in a saga: how it was founded, everybody who ever was in it, and its honours."""

    founded: CircleDocument
    members: list[Member]
    games: int = 0
    won: int = 0
    drew: int = 0
    lost: int = 0
    vp: int = 0
    best: int | None = None

    @property
    def present(self) -> list[Member]:
        """Those who are in the circle now, the leader first (Q36)."""
        return [member for member in self.members if member.where == "circle"]

    @property
    def ascended(self) -> list[Member]:
        """Those whose return is not decided yet."""
        return [member for member in self.members if member.where == "ascended"]

    @property
    def undecided(self) -> list[Member]:
        """Those of the ascended whose return is to be decided now, as a full game is over (G-ASC-1)."""
        return [member for member in self.ascended if member.may_return]

    @property
    def missing(self) -> int:
        """How many are to be recruited (G-CIR-1)."""
        return max(0, CIRCLE_SIZE - len(self.present) - len(self.undecided))

    def needs(self) -> list[str]:
        """Return what has to happen before its next game, in words."""
        undecided = [
            _("{member} ascended: return or farewell (G-ASC-1)", member=member.document.name)
            for member in self.undecided
        ]
        missing = self.missing
        return undecided + ([_("{missing} to recruit (G-CIR-1)", missing=missing)] if missing else [])

    def may_take_back(self, member: Member) -> bool:
        """Say whether one who ascended may return now: after a full game, to a free place (G-ASC-1, G-CIR-1)."""
        return member.may_return and len(self.present) < CIRCLE_SIZE

    def roster(self) -> CircleDocument:
        """Return the circle as it would play now; only for one that needs nothing."""
        members = tuple(member.document for member in self.present)
        if members == self.founded.godbreakers:
            return self.founded
        return self.founded.model_copy(update={"veteran": True, "godbreakers": members})

    def find(self, name: str) -> Member | None:
        """Return the member of that name, whatever has become of it, or None."""
        return next((member for member in self.members if member.document.name.casefold() == name.casefold()), None)


def stand(saga: Chronicle, upto: int | None = None) -> dict[str, Circle]:
    """Return the circles of a saga by name as they stand after its chronicle; raise `Contradiction`."""
    circles: dict[str, Circle] = {}
    for index, founded in enumerate(saga.circles):
        if founded.name in circles:
            raise Contradiction(
                f"circles[{index}].name", _("{founded!r} is there twice - rename one", founded=founded.name)
            )
        if founded.training:
            reason = _(
                "{founded} is for training: it has no metals to grow by - found a saga with others (G-CIR-3)",
                founded=founded.name,
            )
            raise Contradiction(f"circles[{index}].training", reason)
        circles[founded.name] = Circle(founded, [Member(each) for each in founded.godbreakers])
    games: list[str] = []
    for index, entry in enumerate(saga.chronicle[:upto]):
        here = f"chronicle[{index}]"
        if isinstance(entry, GameEntry):
            if entry.game in games:
                raise Contradiction(f"{here}.game", _("{game} was applied before - drop this entry", game=entry.game))
            games.append(entry.game)
            _game(circles, entry, here)
            continue
        circle = circles.get(entry.circle)
        if circle is None:
            raise Contradiction(f"{here}.circle", _("no circle of the saga is called {circle!r}", circle=entry.circle))
        if isinstance(entry, RecruitEntry):
            _recruit(circle, entry, games[-1] if games else "", here)
        else:
            _ascended(circle, entry, here)
    return circles


def _game(circles: dict[str, Circle], entry: GameEntry, here: str) -> None:
    names = [showing.circle for showing in entry.showings]
    for index, showing in enumerate(entry.showings):
        place = f"{here}.showings[{index}]"
        circle = circles.get(showing.circle)
        if circle is None or showing.circle in names[:index]:
            raise Contradiction(
                f"{place}.circle", _("{circle!r} is no circle of the saga, or is there twice", circle=showing.circle)
            )
        if circle.needs():
            raise Contradiction(
                f"{place}.circle",
                _("{circle} could not play: {needs}", circle=showing.circle, needs="; ".join(circle.needs())),
            )
        _show(circle, showing, entry.game, place)
        for member in circle.ascended if entry.full else ():
            member.may_return = True


def _show(circle: Circle, showing: ShowingDocument, game: str, here: str) -> None:
    playing = {member.document.name: member for member in circle.present}
    for named in (*showing.triumphs, *showing.fallen, *(change.godbreaker for change in showing.changes)):
        if named not in playing:
            raise Contradiction(
                here, _("{named!r} was not in {founded} then", named=named, founded=circle.founded.name)
            )
    circle.games += 1
    circle.won += showing.outcome == "won"
    circle.drew += showing.outcome == "drew"
    circle.lost += showing.outcome == "lost"
    circle.vp += showing.vp
    circle.best = showing.vp if circle.best is None else max(circle.best, showing.vp)
    for name, member in playing.items():
        member.games += 1
        member.triumphs += showing.triumphs.get(name, 0)
        member.fallen += showing.fallen.get(name, 0)
    for index, change in enumerate(showing.changes):
        _raise_by_triumphs(change, showing, f"{here}.changes[{index}]")
        _change(playing[change.godbreaker], change, game, f"{here}.changes[{index}]")


def _raise_by_triumphs(change: ChangeDocument, showing: ShowingDocument, here: str) -> None:
    """Refuse a die that jumps: it rises one step, or as many as there were Triumphs in one action (G-ROLL-5, Q5)."""
    steps = 0 if change.after is None else (change.after - change.before) // 2
    if steps > 1 and steps > showing.triumphs.get(change.godbreaker, 0):
        reason = _(
            "from D{before} to D{after} takes {steps} Triumphs, and it had {triumphs} (G-ROLL-5)",
            before=change.before, after=change.after, steps=steps, triumphs=showing.triumphs.get(change.godbreaker, 0),
        )  # fmt: skip
        raise Contradiction(f"{here}.after", reason)


def _change(member: Member, change: ChangeDocument, game: str, here: str) -> None:
    if member.where != "circle" or member.document.die != change.before:
        reason = _(
            "{godbreaker} had D{die} and was in the {where}",
            godbreaker=change.godbreaker,
            die=member.document.die,
            where=member.where,
        )
        raise Contradiction(f"{here}.before", _("{reason}, so this cannot follow", reason=reason))
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


def _ascended(circle: Circle, entry: CrucibleEntry | ReturnEntry | FarewellEntry, here: str) -> None:
    member = circle.find(entry.godbreaker)
    if member is None or member.where != "ascended":
        waiting = ", ".join(each.document.name for each in circle.ascended) or _("nobody")
        reason = _(
            "{godbreaker!r} waits for no return in {founded} - {waiting} does (G-ASC-1)",
            godbreaker=entry.godbreaker,
            founded=circle.founded.name,
            waiting=waiting,
        )
        raise Contradiction(f"{here}.godbreaker", reason)
    if not isinstance(entry, FarewellEntry):
        _require_leave(circle, member, here)
    if isinstance(entry, CrucibleEntry):
        if member.thrown is not None and member.open_gains():
            raise Contradiction(
                f"{here}.roll",
                _("{godbreaker} has thrown already: make something of it (G-CIR-6)", godbreaker=entry.godbreaker),
            )
        member.thrown = (entry.metal, entry.roll)
        member.throws += 1
        return
    if entry.game != member.ascended_in:
        raise Contradiction(
            f"{here}.game",
            _(
                "{godbreaker} ascended in game {ascended_in}, not this one",
                godbreaker=entry.godbreaker,
                ascended_in=member.ascended_in,
            ),
        )
    if isinstance(entry, FarewellEntry):
        member.where = "gone"
        member.history.append(Step(_("was not brought back and never comes back"), "G-ASC-1", entry.game))
    else:
        _return(member, entry, here)


def _require_leave(circle: Circle, member: Member, here: str) -> None:
    """Refuse a return before a full game is over (G-ASC-1, Q41), or to a circle that is complete (G-CIR-1)."""
    if not member.may_return:
        reason = _(
            "{godbreaker} may return after a full game, and none has been played since it ascended (G-ASC-1)",
            godbreaker=member.document.name,
        )
        raise Contradiction(f"{here}.godbreaker", reason)
    if len(circle.present) >= CIRCLE_SIZE:
        raise Contradiction(here, _complete(circle))


def _complete(circle: Circle) -> str:
    return _("{founded} has its {size} already (G-CIR-1)", founded=circle.founded.name, size=CIRCLE_SIZE)


def _return(member: Member, entry: ReturnEntry, here: str) -> None:
    gain, growth = entry.gain, member.growth
    if gain.at != "return":
        raise Contradiction(f"{here}.gain.at", _('must be "return" (G-ASC-1)'))
    rule, part, reason = why_not(growth, gain)
    if reason:
        raise Contradiction(f"{here}.gain.{part}", f"{reason} ({rule})")
    if gain not in member.open_gains():
        thrown = (
            _("no throw of the crucible")
            if member.thrown is None
            else _("a throw of {thrown}", thrown=member.thrown[1])
        )
        reason = _(
            "is a gain by {by}, but the chronicle has {thrown} for {godbreaker} (G-CIR-6)",
            by=gain.by,
            thrown=thrown,
            godbreaker=entry.godbreaker,
        )
        raise Contradiction(f"{here}.gain.by", reason)
    growth.take(gain)
    before = member.document.die
    member.document = member.document.model_copy(
        update={
            "die": RECRUIT_DIE,
            "metals": tuple(growth.metals),
            "traits": growth.traits,
            "flaws": tuple(growth.flaws),
            "gains": (*gains_of(member.document), gain),
        }
    )
    member.where, member.thrown = "circle", None
    brought = f"{gain.trait} {growth.traits[gain.trait]}" + (_(" and {flaw}", flaw=gain.flaw) if gain.flaw else "")
    member.history.append(
        Step(
            _("returned with {brought}, D{before} → D{die}", brought=brought, before=before, die=RECRUIT_DIE),
            "G-ASC-1",
            entry.game,
        )
    )


def _recruit(circle: Circle, entry: RecruitEntry, after: str, here: str) -> None:
    recruit = entry.godbreaker
    if circle.undecided:
        raise Contradiction(here, _("{need}, before anybody is recruited", need=circle.needs()[0]))
    if len(circle.present) >= CIRCLE_SIZE:
        raise Contradiction(here, _complete(circle))
    if circle.find(recruit.name) is not None:
        reason = _(
            "{recruit!r} has been one of the circle before - choose another name (G-CIR-1)", recruit=recruit.name
        )
        raise Contradiction(f"{here}.godbreaker.name", reason)
    if recruit.die != RECRUIT_DIE:
        raise Contradiction(f"{here}.godbreaker.die", _("a recruit is a D{die} (G-CIR-1)", die=RECRUIT_DIE))
    for broken in broken_by_member(recruit, f"{here}.godbreaker"):
        raise Contradiction(broken.where, str(broken))
    gains: Sequence[GainDocument] = gains_of(recruit)
    if len(gains) != FRESH_GAINS or any(gain.at != "creation" for gain in gains):
        reason = _("a recruit gains {n} traits, a leader's third is not for it (G-CIR-3)", n=FRESH_GAINS)
        raise Contradiction(f"{here}.godbreaker.traits", reason)
    circle.members.append(Member(recruit, history=[Step(_("recruited at D{die}", die=RECRUIT_DIE), entry.rule, after)]))
