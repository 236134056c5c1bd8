"""Sagas as a screen sees them (G-CIR, G-ASC-1): how they stand, what can be done between games, who plays next."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from game.documents.error import DocumentError
from game.engine.campaigns import CampaignDeed, Errand, Page, Party
from game.engine.rulebook.abilities import Verb
from game.engine.rulebook.new_game import GamePlan, Offer
from game.engine.rulebook.view import Line
from game.engine.saving.documents import plain
from game.engine.session import Session
from game.rulesets.godbreakers.rules.circles.bundled import ready_circles
from game.rulesets.godbreakers.rules.circles.gains import METALS, listed
from game.rulesets.godbreakers.rules.circles.roster_text import nature
from game.rulesets.godbreakers.rules.setup import Setup
from game.rulesets.godbreakers.sagas import steps, text, verbs
from game.rulesets.godbreakers.sagas.documents import SagaDocument
from game.rulesets.godbreakers.sagas.entries import GameEntry
from game.rulesets.godbreakers.sagas.standing import Circle, Member, stand
from game.rulesets.godbreakers.sagas.text import tell
from game.rulesets.godbreakers.words.slugs import slug
from game.wording import _, ngettext


class Sagas:
    """The sagas of The Godbreaker Saga; an errand's key is a JSON list: what to do, and with whom."""

    def rosters(self) -> tuple[Offer, ...]:
        """Return the circles a saga can be founded with (G-CIR-3: those for training have no metals to grow by)."""
        return tuple(Offer(slug(circle.name), circle.name, circle.fights_for) for circle in ready_circles())

    def roster_in(self, file: str) -> Offer:
        """Return the circle in a file, if a saga can be founded with it; raise `DocumentError`, `OSError`."""
        circle = steps.found("saga", (file,), 0).circles[0]
        return Offer(file, circle.name, circle.fights_for)

    def found(self, name: str, rosters: Sequence[str], seed: int) -> SagaDocument:
        """Return a new saga; raise `DocumentError`, `OSError`."""
        return steps.found(name, rosters, seed)

    def load(self, file: str) -> SagaDocument:
        """Return the saga in a file; raise `DocumentError`, `OSError`."""
        return steps.load(file)

    def plain(self, campaign: SagaDocument) -> dict[str, object]:
        """Return a saga as JSON-ready data."""
        return plain(campaign)

    def summary(self, campaign: SagaDocument) -> tuple[str, str]:
        """Return its name, how many games it has had, and the circles."""
        count = sum(isinstance(entry, GameEntry) for entry in campaign.chronicle)
        games = ngettext("{n} game", "{n} games", count)
        return campaign.name, f"{games}: {', '.join(circle.name for circle in campaign.circles)}"

    # -- how it stands -------------------------------------------------------------------------

    def pages(self, campaign: SagaDocument) -> tuple[Page, ...]:
        """Return a page for every circle: its record, its needs, its godbreakers with their history."""
        games = [entry.game for entry in campaign.chronicle if isinstance(entry, GameEntry)]
        numbers = {game: number for number, game in enumerate(games, 1)}
        return tuple(_page(circle, numbers) for circle in stand(campaign).values())

    def chronicle(self, campaign: SagaDocument) -> tuple[Line, ...]:
        """Return its entries in words, numbered, with what each game brought whom in which round."""
        found: list[Line] = []
        for number, entry in enumerate(campaign.chronicle, 1):
            found.append(Line(f"{number}. {tell(entry)}"))
            found += _brought(entry) if isinstance(entry, GameEntry) else ()
        return tuple(found)

    # -- between games -------------------------------------------------------------------------

    def errands(self, campaign: SagaDocument) -> tuple[Errand, ...]:
        """Return who may return and how, and which gaps are to be filled."""
        found: list[Errand] = []
        for circle in stand(campaign).values():
            for member in circle.ascended:
                found += _returns(circle, member)
            found += _recruits(circle)
        return tuple(found)

    def run(self, campaign: SagaDocument, key: str, name: str = "") -> tuple[SagaDocument, str]:
        """Return the saga after an errand, a recruit called by `name`, and what came of it; raise `DocumentError`."""
        what, circle, *rest = json.loads(key)
        if what == "return":
            after = steps.bring_back(campaign, circle, rest[0], rest[1], rest[2] or None)
        elif what == "crucible":
            after = steps.cast_crucible(campaign, circle, *rest)
        elif what == "never":
            after = steps.farewell(campaign, circle, *rest)
        else:
            metal, *traits = rest or [None]
            after = steps.recruit(campaign, circle, name or None, metal, traits)
        return after, tell(after.chronicle[-1])

    # -- games ---------------------------------------------------------------------------------

    def apply(self, campaign: SagaDocument, session: Session, file: str) -> tuple[SagaDocument, str] | None:
        """Return the saga after a finished game and what it brought; None if that game was applied before."""
        if session.ruleset.name != campaign.ruleset:
            raise DocumentError(file, "ruleset", _("is a game by other rules - this saga cannot take it"))
        applied = steps.apply(campaign, session, file)
        return None if applied is None else (applied[0], tell(applied[1]))

    def undo(self, campaign: SagaDocument, *, game: bool) -> tuple[SagaDocument, tuple[str, ...]]:
        """Return the saga without its last entry, or its last game and all since; and what was taken back."""
        before, taken = steps.undo(campaign, game=game)
        return before, tuple(tell(entry) for entry in reversed(taken))

    def parties(self, campaign: SagaDocument) -> tuple[Party, ...]:
        """Return the circles, each with what it needs first."""
        return tuple(Party(name, "; ".join(circle.needs())) for name, circle in stand(campaign).items())

    def setup_of(self, campaign: SagaDocument, plan: GamePlan, parties: Sequence[str]) -> Setup:
        """Return the setup of a game between circles as they stand; raise `DocumentError`."""
        return steps.setup_of(plan, steps.seats(campaign, parties))

    # -- the command line ----------------------------------------------------------------------

    def sheet(self, campaign: SagaDocument) -> tuple[str, ...]:
        """Return a saga as lines of text."""
        return tuple(text.sheet(campaign))

    def overview(self, campaign: SagaDocument) -> dict[str, object]:
        """Return a saga as JSON-ready data."""
        return {"saga": text.overview(campaign)}

    def verbs(self) -> tuple[Verb[CampaignDeed[SagaDocument]], ...]:
        """Return how one comes back and how a gap is filled."""
        return verbs.VERBS


def _page(circle: Circle, numbers: dict[str, int]) -> Page:
    founded = circle.founded
    best = _(", best {best}", best=circle.best) if circle.best is not None else ""
    record = _(
        "won {won}, drew {drew}, lost {lost}; {vp} VP{best}",
        won=circle.won, drew=circle.drew, lost=circle.lost, vp=circle.vp, best=best,
    )  # fmt: skip
    shard = _("shard: {name} ({trait} 1)", name=founded.shard_name, trait=founded.shard)
    lines = [Line(record, tone="quiet"), Line(shard, tone="quiet")]
    lines += [Line(_("Before its next game: {need}", need=need), tone="warning") for need in circle.needs()]
    leader = circle.present[:1]
    for member in [*circle.present, *(other for other in circle.members if other.where != "circle")]:
        lines += _member(member, numbers, leads=member in leader)
    return Page(founded.name, tuple(lines))


def _member(member: Member, numbers: dict[str, int], *, leads: bool) -> Iterator[Line]:
    document = member.document
    rank = _(", leader") if leads else ""
    where = {"circle": "", "ascended": _(", ascended"), "gone": _(", gone")}[member.where]
    tone = "plain" if member.where == "circle" else "quiet"
    yield Line(f"{document.name}{rank}{where}: {nature(document)}", _("D{die}", die=document.die), tone)
    if member.games:
        honours = _(
            "games {games}, triumphs {triumphs}, fallen {fallen}",
            games=member.games, triumphs=member.triumphs, fallen=member.fallen,
        )  # fmt: skip
        yield Line(f"· {honours}", tone="quiet")
    for step in member.history:
        when = (
            _("game {n}, round {round}", n=numbers.get(step.game, 0), round=step.round)
            if step.round
            else _("after game {n}", n=numbers.get(step.game, 0))
        )
        yield Line(f"· {step.text}: {when}", step.rule, "quiet")


def _brought(entry: GameEntry) -> Iterator[Line]:
    """What a game brought each circle: its honours, and every change with its round and rule."""
    for showing in entry.showings:
        honours = [
            *(_("{who} triumphed", who=_often(name, count)) for name, count in showing.triumphs.items()),
            *(_("{who} fell", who=_often(name, count)) for name, count in showing.fallen.items()),
        ]
        told = ", ".join(honours) or _("no triumphs, nobody fell")
        words = _("{circle} ({player}): {told}", circle=showing.circle, player=showing.player, told=told)
        yield Line(words, tone="quiet")
        for change in showing.changes:
            became = _("ascended")
            if change.after is not None:
                became = _("D{before} → D{after}", before=change.before, after=change.after)
            words = _("{who} {became} in round {n}", who=change.godbreaker, became=became, n=change.round)
            yield Line(f"· {words}", change.rule, "quiet")


def _often(name: str, count: int) -> str:
    return name if count == 1 else f"{name} ({count})"


def _returns(circle: Circle, member: Member) -> Iterator[Errand]:
    """What can become of one who ascended: back with a gain, the crucible first, or never (G-ASC-1)."""
    name, who = circle.founded.name, member.document.name
    about = _("{who} of {circle} ascended", who=who, circle=name)
    open_gains = member.open_gains() if circle.may_take_back(member) else []
    for gain in open_gains:
        trait = f"{gain.trait} {member.growth.traits.get(gain.trait, 0) + 1}"
        label = (
            _("Return with {trait} and {flaw}", trait=trait, flaw=gain.flaw)
            if gain.flaw
            else _("Return with {trait}", trait=trait)
        )
        yield Errand(json.dumps(["return", name, who, gain.trait, gain.flaw or ""]), about, label, "G-ASC-1")
    for metal in METALS if circle.may_take_back(member) and (member.thrown is None or not open_gains) else ():
        label = _("Throw the crucible of {metal}", metal=_(metal))
        yield Errand(json.dumps(["crucible", name, who, metal]), about, label, "G-CIR-6")
    yield Errand(json.dumps(["never", name, who]), about, _("Never comes back"), "G-ASC-1")


def _recruits(circle: Circle) -> Iterator[Errand]:
    """How a gap can be filled: by the dice, or by metal and two traits (G-CIR-1)."""
    if not circle.missing:
        return
    name = circle.founded.name
    about = _("{circle} recruits", circle=name)
    key = json.dumps(["recruit", name])
    yield Errand(key, about, _("Let the dice decide everything"), "G-CIR-1")
    taken = {member.document.name.casefold() for member in circle.members}
    fresh = next(f"{_('Recruit')} {n}" for n in range(1, 99) if f"{_('Recruit')} {n}".casefold() not in taken)
    key = json.dumps(["recruit", name, None])
    yield Errand(key, about, _("Name it, and let the dice decide the rest"), "G-CIR-1", name=fresh)
    for metal in METALS:
        traits = listed(metal)
        for place, first in enumerate(traits):
            for second in traits[place:]:
                both = f"{first} 2" if first == second else f"{first}, {second}"
                key = json.dumps(["recruit", name, metal, first, second])
                yield Errand(key, about, both, "G-CIR-3", _("Of {metal}", metal=_(metal)), fresh)
