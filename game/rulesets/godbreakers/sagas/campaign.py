"""Sagas for screens and the command line: their state, and the steps between games (G-CIR, G-ASC-1)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from game.documents.error import DocumentError
from game.engine.campaigns import CampaignDeed, Errand, Page, Party
from game.engine.rulebook.facets import Values, Verb
from game.engine.rulebook.making import Card, Step
from game.engine.rulebook.new_game import GamePlan, Offer
from game.engine.rulebook.view import Line
from game.engine.saving.documents import plain
from game.engine.session import Session
from game.rulesets.godbreakers.new_game.planning import NEW_GAMES
from game.rulesets.godbreakers.rules.circles.bundled import FRESH, ready_circles
from game.rulesets.godbreakers.rules.circles.roster_text import nature
from game.rulesets.godbreakers.rules.setup import Setup
from game.rulesets.godbreakers.sagas import making, steps, text
from game.rulesets.godbreakers.sagas.entries import GameEntry
from game.rulesets.godbreakers.sagas.standing import Circle, Member, SagaDocument, circles_of
from game.rulesets.godbreakers.words.data import read_verbs
from game.rulesets.godbreakers.words.slugs import slug
from game.wording import _, ngettext

RETURN: Final = "return"
"""The first part of the key of an errand that brings a godbreaker back."""


class Sagas:
    """The campaigns of The Godbreaker Saga. The key of an errand is a JSON list of its step and arguments."""

    found = staticmethod(steps.found)
    load = staticmethod(steps.load)
    plain = staticmethod(plain)

    def rosters(self) -> tuple[Offer, ...]:
        """Return the circles that can found a saga. Training circles have no metals, so they cannot grow (G-CIR-3)."""
        circles = {slug(circle.name): circle for circle in ready_circles()} | FRESH.own()
        usable = {name: circle for name, circle in circles.items() if not circle.training}
        return tuple(Offer(name, circle.name, circle.fights_for) for name, circle in usable.items())

    def roster_in(self, file: str) -> Offer:
        circle = steps.found("saga", (file,), 0).circles[0]
        return Offer(file, circle.name, circle.fights_for)

    def summary(self, campaign: SagaDocument) -> tuple[str, str]:
        games = ngettext("{n} game", "{n} games", len(text.games_of(campaign)))
        return campaign.name, f"{games}: {', '.join(circle.name for circle in campaign.circles)}"

    def games(self, campaign: SagaDocument) -> dict[str, int]:
        return {name: circle.games for name, circle in circles_of(campaign).items()}

    # -- the state of a saga -----------------------------------------------------------------------

    def pages(self, campaign: SagaDocument) -> tuple[Page, ...]:
        numbers = text.numbered_games(campaign)
        return tuple(_page(circle, numbers) for circle in circles_of(campaign).values())

    def chronicle(self, campaign: SagaDocument) -> tuple[Line, ...]:
        lines: list[Line] = []
        for number, entry in enumerate(campaign.chronicle, 1):
            lines.append(Line(f"{number}. {text.entry_text(entry)}"))
            lines += _game_lines(entry) if isinstance(entry, GameEntry) else ()
        return tuple(lines)

    def sheet(self, campaign: SagaDocument) -> tuple[str, ...]:
        return tuple(text.sheet(campaign))

    def overview(self, campaign: SagaDocument) -> dict[str, object]:
        return {"saga": text.overview(campaign)}

    # -- between games -------------------------------------------------------------------------

    def errands(self, campaign: SagaDocument) -> tuple[Errand, ...]:
        choices: list[Errand] = []
        for circle in circles_of(campaign).values():
            for member in circle.ascended:
                choices += _returns(circle, member)
            choices += _recruits(circle, thrown=bool(steps.recruit_draft(campaign, circle).member.thrown))
        return tuple(choices)

    def run(self, campaign: SagaDocument, key: str, name: str = "") -> tuple[SagaDocument, str]:
        errand, circle, *rest = json.loads(key)
        if errand == RETURN:
            raise DocumentError(
                steps.SAGA, rest[0], _("is not waiting to return, or has not chosen what to gain (G-ASC-1)")
            )
        if errand == "never":
            after = steps.farewell(campaign, circle, *rest)
        elif errand == "make":
            after = making.made_recruit(campaign, circle)
        else:
            after = steps.recruit(campaign, circle, name or None)
        return after, text.entry_text(after.chronicle[-1])

    def steps(self, campaign: SagaDocument, key: str) -> Sequence[Step]:
        circle, *name = json.loads(key)[1:]
        return making.return_steps(campaign, circle, name[0]) if name else making.recruit_steps(campaign, circle)

    def answer(self, campaign: SagaDocument, key: str, step: str, answer: str) -> tuple[SagaDocument, str]:
        circle, *name = json.loads(key)[1:]
        if not name:
            return making.recruit_after(campaign, circle, step, answer), ""
        after = making.return_after(campaign, circle, name[0], step, answer)
        return after, "" if self.steps(after, key) else text.entry_text(after.chronicle[-1])

    def card(self, campaign: SagaDocument, key: str) -> Card:
        circle, *name = json.loads(key)[1:]
        return making.return_card(campaign, circle, name[0]) if name else making.recruit_card(campaign, circle)

    def verbs(self) -> tuple[Verb[CampaignDeed[SagaDocument]], ...]:
        return VERBS

    # -- games ---------------------------------------------------------------------------------

    def apply(self, campaign: SagaDocument, session: Session, file: str) -> tuple[SagaDocument, str] | None:
        if session.ruleset.name != campaign.ruleset:
            raise DocumentError(file, "ruleset", _("is a game with other rules - this saga cannot take it"))
        applied = steps.apply(campaign, session, file)
        return None if applied is None else (applied[0], text.entry_text(applied[1]))

    def undo(self, campaign: SagaDocument, *, game: bool) -> tuple[SagaDocument, tuple[str, ...]]:
        before, taken = steps.undo(campaign, game=game)
        return before, tuple(text.entry_text(entry) for entry in reversed(taken))

    def parties(self, campaign: SagaDocument) -> tuple[Party, ...]:
        return tuple(Party(name, "; ".join(circle.needs())) for name, circle in circles_of(campaign).items())

    def setup_of(self, campaign: SagaDocument, plan: GamePlan, parties: Sequence[str]) -> Setup:
        return NEW_GAMES.planned(plan, steps.seats(campaign, parties))


# -- pages ---------------------------------------------------------------------------------------


def _page(circle: Circle, numbers: dict[str, int]) -> Page:
    founded = circle.founded
    shard = _("shard: {name} ({trait} 1)", name=founded.shard_name, trait=founded.shard)
    lines = [Line(text.record(circle), tone="quiet"), Line(shard, tone="quiet")]
    lines += [Line(_("Before its next game: {need}", need=need), tone="warning") for need in circle.needs()]
    for member in circle.everybody:
        lines += _member(member, numbers, leads=member in circle.present[:1])
    return Page(circle.name, tuple(lines))


def _member(member: Member, numbers: dict[str, int], *, leads: bool) -> Iterator[Line]:
    rank = _(", leader") if leads else ""
    where = {"circle": "", "ascended": _(", ascended"), "gone": _(", gone")}[member.where]
    tone = "plain" if member.where == "circle" else "quiet"
    die = _("D{die}", die=member.document.die)
    yield Line(f"{member.name}{rank}{where}: {nature(member.document)}", die, tone)
    if member.games:
        yield Line(f"· {text.honours(member)}", tone="quiet")
    for step in member.history:
        when = _("after game {n}", n=numbers.get(step.game, 0))
        if step.round:
            when = _("game {n}, round {round}", n=numbers.get(step.game, 0), round=step.round)
        yield Line(f"· {step.text}: {when}", step.rule, "quiet")


def _game_lines(entry: GameEntry) -> Iterator[Line]:
    for showing in entry.showings:
        honours = [
            *(_("{who} triumphed", who=_with_count(name, count)) for name, count in showing.triumphs.items()),
            *(_("{who} fell", who=_with_count(name, count)) for name, count in showing.fallen.items()),
        ]
        listed_honours = ", ".join(honours) or _("no triumphs, nobody fell")
        who = {"circle": showing.circle, "player": showing.player}
        yield Line(_("{circle} ({player}): {told}", **who, told=listed_honours), tone="quiet")
        for change in showing.changes:
            outcome = _("ascended")
            if change.after is not None:
                outcome = _("D{before} → D{after}", before=change.before, after=change.after)
            words = _("{who} {became} in round {n}", who=change.godbreaker, became=outcome, n=change.round)
            yield Line(f"· {words}", change.rule, "quiet")


def _with_count(name: str, count: int) -> str:
    return name if count == 1 else f"{name} ({count})"


# -- errands -------------------------------------------------------------------------------------


def _returns(circle: Circle, member: Member) -> Iterator[Errand]:
    """Yield the errands for an ascended member: bring it back with a gain, or let it go (G-ASC-1)."""
    about = _("{who} of {circle} ascended", who=member.name, circle=circle.name)
    if circle.may_take_back(member):
        key = json.dumps([RETURN, circle.name, member.name])
        yield Errand(key, about, _("Bring it back and gain a trait"), "G-ASC-1", made=True)
    yield Errand(json.dumps(["never", circle.name, member.name]), about, _("Let it go for good"), "G-ASC-1")


def _recruits(circle: Circle, *, thrown: bool) -> Iterator[Errand]:
    """Yield the errands for a gap: recruit step by step or, unless the crucible is `thrown`, by dice (G-CIR-1)."""
    if not circle.missing:
        return
    about = _("{circle} recruits", circle=circle.name)
    key = json.dumps(["make", circle.name])
    yield Errand(key, about, _("Make it step by step"), "G-CIR-3", made=True)
    if thrown:
        return
    key = json.dumps(["recruit", circle.name])
    yield Errand(key, about, _("Let the dice decide everything"), "G-CIR-1")
    key = json.dumps(["recruit", circle.name, None])
    label = _("Name it, and let the dice decide the rest")
    yield Errand(key, about, label, "G-CIR-1", name=making.fresh_name(circle))


# -- the command line ----------------------------------------------------------------------------


def _bring_back(saga: SagaDocument, values: Values) -> tuple[SagaDocument | None, Sequence[str]]:
    circle, name = str(values["circle"]), str(values["name"])
    trait, flaw, crucible, never = values["trait"], values["flaw"], values["crucible"], values["never"]
    if sum((trait is not None, crucible is not None, bool(never))) > 1 or (flaw is not None and trait is None):
        raise DocumentError(
            "return", "", _("give one of --trait, --crucible and --never; --flaw works only with --trait")
        )
    after: SagaDocument | None = None
    if trait is not None:
        after = steps.bring_back(saga, circle, name, str(trait), None if flaw is None else str(flaw))
    elif crucible is not None:
        after = steps.cast_crucible(saga, circle, name, str(crucible))
    elif never:
        after = steps.farewell(saga, circle, name)
    news = [text.entry_text(after.chronicle[-1])] if after is not None else []
    if after is None or crucible is not None:
        gains = steps.open_gains(after or saga, circle, name)
        news.append(_("{name} may gain: {gains}", name=name, gains=gains))
    return after, news


def _recruit(saga: SagaDocument, values: Values) -> tuple[SagaDocument | None, Sequence[str]]:
    given: dict[str, Any] = {"name": values["name"], "metal": values["metal"], "traits": values["trait"] or ()}
    after = steps.recruit(saga, str(values["circle"]), **given)
    return after, [text.entry_text(after.chronicle[-1])]


VERBS: Final[tuple[Verb[CampaignDeed[SagaDocument]], ...]] = read_verbs(
    "sagas", {"return": _bring_back, "recruit": _recruit}
)
"""The commands for a saga between games (G-ASC-1, G-CIR-1)."""
