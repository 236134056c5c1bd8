"""Sagas for screens and the command line: their state, and the steps between games (G-CIR, G-ASC-1)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from game.documents.error import DocumentError
from game.documents.reading import load_document
from game.engine.campaigns import CampaignDeed, Errand, Page, Party
from game.engine.rulebook.facets import Values, Verb
from game.engine.rulebook.making import Card, Step
from game.engine.rulebook.new_game import GamePlan, Offer
from game.engine.rulebook.view import Line
from game.engine.saving.documents import plain
from game.engine.session import Session
from game.rulesets.godbreakers.new_game.planning import NEW_GAMES
from game.rulesets.godbreakers.rules import scenarios
from game.rulesets.godbreakers.rules.circles.documents import FRESH, FRESH_GAINS, circles_by_slug
from game.rulesets.godbreakers.rules.circles.editor import godbreaker_card, member_card, nature
from game.rulesets.godbreakers.rules.setup import Setup
from game.rulesets.godbreakers.sagas import steps
from game.rulesets.godbreakers.sagas.standing import (
    Circle,
    Entry,
    GameEntry,
    Member,
    RecruitEntry,
    ReturnEntry,
    SagaDocument,
    circles_of,
)
from game.rulesets.godbreakers.words.rule_text import read_verbs
from game.wording import N_, _, ngettext

# -- a saga as text and as plain data --------------------------------------------------------------


def games_of(saga: SagaDocument) -> list[GameEntry]:
    """Return the games of a saga's chronicle, oldest first."""
    return [entry for entry in saga.chronicle if isinstance(entry, GameEntry)]


def numbered_games(saga: SagaDocument) -> dict[str, int]:
    """Return the number of each game in the saga by its id, starting with 1."""
    return {entry.game: number for number, entry in enumerate(games_of(saga), 1)}


def overview(saga: SagaDocument) -> dict[str, Any]:
    """Return a saga as JSON-ready data."""
    return {
        "name": saga.name,
        "games": len(games_of(saga)),
        "circles": [_circle_data(circle) for circle in circles_of(saga).values()],
        "chronicle": [{"entry": number, "text": entry_text(entry)} for number, entry in enumerate(saga.chronicle, 1)],
    }


def _circle_data(circle: Circle) -> dict[str, Any]:
    """Return a circle as JSON-ready data."""
    sums = ("triumphs", "fallen", "ascensions")
    return {
        "name": circle.name,
        "needs": circle.needs(),
        "games": circle.games,
        **circle.outcomes,
        "vp": circle.vp,
        "best": circle.best,
        **{name: sum(getattr(member, name) for member in circle.members) for name in sums},
        "shard": circle.founded.shard,
        "members": [_member_data(member, member in circle.present[:1]) for member in circle.members],
    }


def _member_data(member: Member, leads: bool) -> dict[str, Any]:
    """Return a member as JSON-ready data. `leads`: it is the leader."""
    document = member.document
    return {
        "name": document.name,
        "leads": leads,
        "where": member.where,
        "die": document.die,
        "metals": list(document.metals),
        "traits": document.traits,
        "flaws": list(document.flaws),
        **{name: getattr(member, name) for name in ("games", "triumphs", "fallen", "ascensions")},
        "history": [step._asdict() for step in member.history],
    }


def record(circle: Circle) -> str:
    """Return a text with a circle's numbers of games won, drawn and lost, and its VP."""
    best = "" if circle.best is None else _(", best {best}", best=circle.best)
    return _("won {won}, drew {drew}, lost {lost}; {vp} VP{best}", **circle.outcomes, vp=circle.vp, best=best)


def honours(member: Member) -> str:
    """Return a text with a member's numbers of games, Triumphs and falls."""
    counts = {"games": member.games, "triumphs": member.triumphs, "fallen": member.fallen}
    return _("games {games}, triumphs {triumphs}, fallen {fallen}", **counts)


def sheet(saga: SagaDocument) -> Iterator[str]:
    """Yield a saga as lines of text."""
    numbers = numbered_games(saga)
    counts = {"numbers": len(numbers), "circles": len(saga.circles)}
    yield _("{saga}; games: {numbers}, circles: {circles}", saga=saga.name, **counts)
    for circle in circles_of(saga).values():
        shard = {"shard_name": circle.founded.shard_name, "shard": circle.founded.shard}
        yield ""
        yield _(
            "{founded}: {record}; shard: {shard_name} ({shard} 1)", founded=circle.name, record=record(circle), **shard
        )
        for member in circle.everybody:
            yield from _member_lines(member, numbers, "*" if member in circle.present[:1] else " ")
        for need in circle.needs():
            yield _("  needs before its next game: {need}", need=need)


def _member_lines(member: Member, numbers: dict[str, int], mark: str) -> Iterator[str]:
    """Yield a member and its history as lines of text. `mark` shows the leader."""
    where = "" if member.where == "circle" else f" [{member.where}]"
    yield f"  {mark} {member.name}  D{member.document.die}  {nature(member.document)}; {honours(member)}{where}"
    for step in member.history:
        game = _("game {number} ({game})", number=numbers[step.game], game=step.game[:8])
        when = _("{game}, round {round}", game=game, round=step.round) if step.round else _("after {game}", game=game)
        yield f"        {step.text}: {when} ({step.rule})"


def entry_text(entry: Entry) -> str:
    """Return the text of an entry of the chronicle."""
    if isinstance(entry, GameEntry):
        return _game_text(entry)
    if isinstance(entry, RecruitEntry):
        recruit = {"godbreaker": entry.godbreaker.name, "nature": nature(entry.godbreaker)}
        return _("{circle} recruited {godbreaker}, {nature} ({rule})", circle=entry.circle, **recruit, rule=entry.rule)
    parts = {"who": _("{godbreaker} of {circle}", godbreaker=entry.godbreaker, circle=entry.circle), "rule": entry.rule}
    if isinstance(entry, ReturnEntry):
        gain = entry.gain
        flaw = _(" and {flaw}", flaw=gain.flaw) if gain.flaw else ""
        return _("{who} returned with {trait}{flaw} by {by} ({rule})", **parts, trait=gain.trait, flaw=flaw, by=gain.by)
    if entry.kind == "crucible":
        thrown = {"roll": entry.roll, "metal": _(entry.metal)}
        return _("{who} rolled a {roll} on the {metal} crucible ({rule})", **parts, **thrown)
    return _("{who} was not brought back and never comes back ({rule})", **parts)


def _game_text(entry: GameEntry) -> str:
    """Return the text of a game in the chronicle, with the result of each circle."""
    is_known = entry.scenario in scenarios.names()
    text = N_("{circle} {outcome} with {vp} VP")
    results = [_(text, circle=show.circle, outcome=_(show.outcome), vp=show.vp) for show in entry.showings]
    parts = {
        "game": entry.game[:8],
        "scenario": _(scenarios.find(entry.scenario).title) if is_known else entry.scenario,
        "map": entry.map,
        "rounds": entry.rounds,
        "shown": ", ".join(results),
    }
    text = _("game {game} ({scenario} on {map}, {rounds} rounds): {shown}", **parts)
    return text if entry.full else _("{told}; ended early, so not a full game", told=text)


# -- campaigns -------------------------------------------------------------------------------------


RETURN: Final = "return"
"""The first part of the key of an errand that brings a godbreaker back."""


class Sagas:
    """The campaigns of The Godbreaker Saga. The key of an errand is a JSON list of its step and arguments."""

    found = staticmethod(steps.found)
    load = staticmethod(lambda file: load_document(file, SagaDocument))
    plain = staticmethod(plain)

    def rosters(self) -> tuple[Offer, ...]:
        """Return the circles that can found a saga. Training circles have no metals, so they cannot grow (G-CIR-3)."""
        circles = circles_by_slug() | FRESH.own()
        usable = {name: circle for name, circle in circles.items() if not circle.training}
        return tuple(Offer(name, circle.name, circle.fights_for) for name, circle in usable.items())

    def roster_in(self, file: str) -> Offer:
        circle = steps.found("saga", (file,), 0).circles[0]
        return Offer(file, circle.name, circle.fights_for)

    def summary(self, campaign: SagaDocument) -> tuple[str, str]:
        games = ngettext("{n} game", "{n} games", len(games_of(campaign)))
        return campaign.name, f"{games}: {', '.join(circle.name for circle in campaign.circles)}"

    def games(self, campaign: SagaDocument) -> dict[str, int]:
        return {name: circle.games for name, circle in circles_of(campaign).items()}

    # -- the state of a saga -----------------------------------------------------------------------

    def pages(self, campaign: SagaDocument) -> tuple[Page, ...]:
        numbers = numbered_games(campaign)
        return tuple(_page(circle, numbers) for circle in circles_of(campaign).values())

    def chronicle(self, campaign: SagaDocument) -> tuple[Line, ...]:
        lines: list[Line] = []
        for number, entry in enumerate(campaign.chronicle, 1):
            lines.append(Line(f"{number}. {entry_text(entry)}"))
            lines += _game_lines(entry) if isinstance(entry, GameEntry) else ()
        return tuple(lines)

    def sheet(self, campaign: SagaDocument) -> tuple[str, ...]:
        return tuple(sheet(campaign))

    def overview(self, campaign: SagaDocument) -> dict[str, object]:
        return {"saga": overview(campaign)}

    # -- between games -------------------------------------------------------------------------

    def errands(self, campaign: SagaDocument) -> tuple[Errand, ...]:
        choices: list[Errand] = []
        for circle in circles_of(campaign).values():
            choices += _errands(circle, thrown=bool(steps.recruit_draft(campaign, circle).member.thrown))
        return tuple(choices)

    def run(self, campaign: SagaDocument, key: str, name: str = "") -> tuple[SagaDocument, str]:
        kind, circle, *names = json.loads(key)
        if kind == RETURN:
            raise DocumentError(
                steps.SAGA, names[0], _("is not waiting to return, or has not chosen what to gain (G-ASC-1)")
            )
        if kind == "never":
            changed_saga = steps.farewell(campaign, circle, *names)
        elif kind == "make":
            changed_saga = steps.made_recruit(campaign, circle)
        else:
            changed_saga = steps.recruit(campaign, circle, name or None)
        return changed_saga, entry_text(changed_saga.chronicle[-1])

    def steps(self, campaign: SagaDocument, key: str) -> Sequence[Step]:
        circle, *name = json.loads(key)[1:]
        return steps.return_steps(campaign, circle, name[0]) if name else steps.recruit_steps(campaign, circle)

    def answer(self, campaign: SagaDocument, key: str, step: str, answer: str) -> tuple[SagaDocument, str]:
        circle, *name = json.loads(key)[1:]
        if not name:
            return steps.recruit_after(campaign, circle, step, answer), ""
        changed_saga = steps.return_after(campaign, circle, name[0], step, answer)
        return changed_saga, "" if self.steps(changed_saga, key) else entry_text(changed_saga.chronicle[-1])

    def card(self, campaign: SagaDocument, key: str) -> Card:
        name, *returning = json.loads(key)[1:]
        circle = circles_of(campaign)[name]
        if not returning:
            draft = member_card(steps.recruit_draft(campaign, circle).member, FRESH_GAINS, leader=False)
            return Card(_("{circle} recruits", circle=name), (), "", (draft,))
        member = circle.find(returning[0])
        members = () if member is None else (godbreaker_card(member.document, leader=False),)
        return Card(_("{who} of {circle} ascended", who=returning[0], circle=name), (), "", members)

    def verbs(self) -> tuple[Verb[CampaignDeed[SagaDocument]], ...]:
        return VERBS

    # -- games ---------------------------------------------------------------------------------

    def apply(self, campaign: SagaDocument, session: Session, file: str) -> tuple[SagaDocument, str] | None:
        if session.ruleset.name != campaign.ruleset:
            raise DocumentError(file, "ruleset", _("is a game with other rules - this saga cannot take it"))
        applied = steps.apply(campaign, session, file)
        return None if applied is None else (applied[0], entry_text(applied[1]))

    def undo(self, campaign: SagaDocument, *, game: bool) -> tuple[SagaDocument, tuple[str, ...]]:
        undone_saga, removed = steps.undo(campaign, game=game)
        return undone_saga, tuple(entry_text(entry) for entry in reversed(removed))

    def parties(self, campaign: SagaDocument) -> tuple[Party, ...]:
        return tuple(Party(name, "; ".join(circle.needs())) for name, circle in circles_of(campaign).items())

    def setup_of(self, campaign: SagaDocument, plan: GamePlan, parties: Sequence[str]) -> Setup:
        return NEW_GAMES.planned(plan, steps.seats(campaign, parties))


# -- pages ---------------------------------------------------------------------------------------


def _page(circle: Circle, numbers: dict[str, int]) -> Page:
    """Return the page of a circle: its record, its needs and its members."""
    founded = circle.founded
    shard = _("shard: {name} ({trait} 1)", name=founded.shard_name, trait=founded.shard)
    lines = [Line(record(circle), tone="quiet"), Line(shard, tone="quiet")]
    lines += [Line(_("Before its next game: {need}", need=need), tone="warning") for need in circle.needs()]
    for member in circle.everybody:
        lines += _member(member, numbers, leads=member in circle.present[:1])
    return Page(circle.name, tuple(lines))


def _member(member: Member, numbers: dict[str, int], *, leads: bool) -> Iterator[Line]:
    """Yield a member and its history as lines of a page."""
    rank = _(", leader") if leads else ""
    where = {"circle": "", "ascended": _(", ascended"), "gone": _(", gone")}[member.where]
    tone = "plain" if member.where == "circle" else "quiet"
    die = _("D{die}", die=member.document.die)
    yield Line(f"{member.name}{rank}{where}: {nature(member.document)}", die, tone)
    if member.games:
        yield Line(f"· {honours(member)}", tone="quiet")
    for step in member.history:
        text = N_("game {n}, round {round}") if step.round else N_("after game {n}")
        when = _(text, n=numbers.get(step.game, 0), round=step.round)
        yield Line(f"· {step.text}: {when}", step.rule, "quiet")


def _game_lines(entry: GameEntry) -> Iterator[Line]:
    """Yield the Triumphs, falls and lasting changes of each circle in a game."""
    for showing in entry.showings:
        honours = [
            _(text, who=name if count == 1 else f"{name} ({count})")
            for text, tally in ((N_("{who} triumphed"), showing.triumphs), (N_("{who} fell"), showing.fallen))
            for name, count in tally.items()
        ]
        listed_honours = ", ".join(honours) or _("no triumphs, nobody fell")
        fields = {"circle": showing.circle, "player": showing.player}
        yield Line(_("{circle} ({player}): {told}", **fields, told=listed_honours), tone="quiet")
        for change in showing.changes:
            outcome = _("ascended")
            if change.after is not None:
                outcome = _("D{before} → D{after}", before=change.before, after=change.after)
            words = _("{who} {became} in round {n}", who=change.godbreaker, became=outcome, n=change.round)
            yield Line(f"· {words}", change.rule, "quiet")


# -- errands -------------------------------------------------------------------------------------


def _errands(circle: Circle, *, thrown: bool) -> Iterator[Errand]:
    """Yield the errands of a circle: decisions about its ascended members (G-ASC-1), and a recruit for a gap (G-CIR-1).

    The dice can decide the recruit only if its crucible is not `thrown` yet.
    """
    for member in circle.ascended:
        title = _("{who} of {circle} ascended", who=member.name, circle=circle.name)
        if circle.may_take_back(member):
            key = json.dumps([RETURN, circle.name, member.name])
            yield Errand(key, title, _("Bring it back and gain a trait"), "G-ASC-1", made=True)
        yield Errand(json.dumps(["never", circle.name, member.name]), title, _("Let it go for good"), "G-ASC-1")
    title = _("{circle} recruits", circle=circle.name)
    if circle.missing:
        key = json.dumps(["make", circle.name])
        yield Errand(key, title, _("Make it step by step"), "G-CIR-3", made=True)
    if circle.missing and not thrown:
        key = json.dumps(["recruit", circle.name])
        yield Errand(key, title, _("Let the dice decide everything"), "G-CIR-1")
        key = json.dumps(["recruit", circle.name, None])
        label = _("Name it, and let the dice decide the rest")
        yield Errand(key, title, label, "G-CIR-1", name=steps.fresh_name(circle))


# -- the command line ----------------------------------------------------------------------------


def _bring_back(saga: SagaDocument, values: Values) -> tuple[SagaDocument | None, Sequence[str]]:
    """Carry out the command "return": bring a godbreaker back, roll the crucible, let it go, or list its gains."""
    circle, name = str(values["circle"]), str(values["name"])
    trait, flaw, crucible, never = values["trait"], values["flaw"], values["crucible"], values["never"]
    if sum((trait is not None, crucible is not None, bool(never))) > 1 or (flaw is not None and trait is None):
        raise DocumentError(
            "return", "", _("give one of --trait, --crucible and --never; --flaw works only with --trait")
        )
    changed_saga: SagaDocument | None = None
    if trait is not None:
        changed_saga = steps.bring_back(saga, circle, name, str(trait), None if flaw is None else str(flaw))
    elif crucible is not None:
        changed_saga = steps.cast_crucible(saga, circle, name, str(crucible))
    elif never:
        changed_saga = steps.farewell(saga, circle, name)
    texts = [entry_text(changed_saga.chronicle[-1])] if changed_saga is not None else []
    if changed_saga is None or crucible is not None:
        gains = steps.open_gains(changed_saga or saga, circle, name)
        texts.append(_("{name} may gain: {gains}", name=name, gains=gains))
    return changed_saga, texts


def _recruit(saga: SagaDocument, values: Values) -> tuple[SagaDocument | None, Sequence[str]]:
    """Carry out the command "recruit"."""
    arguments: dict[str, Any] = {"name": values["name"], "metal": values["metal"], "traits": values["trait"] or ()}
    changed_saga = steps.recruit(saga, str(values["circle"]), **arguments)
    return changed_saga, [entry_text(changed_saga.chronicle[-1])]


VERBS: Final[tuple[Verb[CampaignDeed[SagaDocument]], ...]] = read_verbs(
    "sagas", {"return": _bring_back, "recruit": _recruit}
)
"""The commands for a saga between games (G-ASC-1, G-CIR-1)."""
