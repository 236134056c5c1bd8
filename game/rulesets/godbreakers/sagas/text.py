"""A saga in words and as plain data: how every circle stands, its honours, and where each change came from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.rulesets.godbreakers.rules import scenarios
from game.rulesets.godbreakers.rules.circles.roster_text import nature
from game.rulesets.godbreakers.sagas.documents import SagaDocument
from game.rulesets.godbreakers.sagas.entries import Entry, GameEntry, RecruitEntry, ReturnEntry
from game.rulesets.godbreakers.sagas.standing import Circle, Member, stand
from game.wording import _


def overview(saga: SagaDocument) -> dict[str, Any]:
    """Return a saga as JSON-ready data: circles with honours, members with history, the chronicle in words."""
    return {
        "name": saga.name,
        "games": sum(isinstance(entry, GameEntry) for entry in saga.chronicle),
        "circles": [_circle(circle) for circle in stand(saga).values()],
        "chronicle": [{"entry": number, "text": tell(entry)} for number, entry in enumerate(saga.chronicle, 1)],
    }


def _circle(circle: Circle) -> dict[str, Any]:
    members = circle.members
    return {
        "name": circle.founded.name,
        "needs": circle.needs(),
        "games": circle.games,
        "won": circle.won,
        "drew": circle.drew,
        "lost": circle.lost,
        "vp": circle.vp,
        "best": circle.best,
        "triumphs": sum(member.triumphs for member in members),
        "fallen": sum(member.fallen for member in members),
        "ascensions": sum(member.ascensions for member in members),
        "shard": circle.founded.shard,
        "members": [_member(member, member in circle.present[:1]) for member in members],
    }


def _member(member: Member, leads: bool) -> dict[str, Any]:
    document = member.document
    return {
        "name": document.name,
        "leads": leads,
        "where": member.where,
        "die": document.die,
        "metals": list(document.metals),
        "traits": document.traits,
        "flaws": list(document.flaws),
        "games": member.games,
        "triumphs": member.triumphs,
        "fallen": member.fallen,
        "ascensions": member.ascensions,
        "history": [step._asdict() for step in member.history],
    }


def sheet(saga: SagaDocument) -> Iterator[str]:
    """Yield a saga as lines of text."""
    numbers = {entry.game: number for number, entry in enumerate(_games(saga), 1)}
    yield _(
        "{saga}; games: {numbers}, circles: {circles}", saga=saga.name, numbers=len(numbers), circles=len(saga.circles)
    )
    for circle in stand(saga).values():
        best = "" if circle.best is None else _(", best {best}", best=circle.best)
        record = _(
            "won {won}, drew {drew}, lost {lost}; {vp} VP{best}",
            won=circle.won,
            drew=circle.drew,
            lost=circle.lost,
            vp=circle.vp,
            best=best,
        )
        yield ""
        yield _(
            "{founded}: {record}; shard: {shard_name} ({shard} 1)",
            founded=circle.founded.name,
            record=record,
            shard_name=circle.founded.shard_name,
            shard=circle.founded.shard,
        )
        leader = circle.present[:1]
        for member in [*circle.present, *(other for other in circle.members if other.where != "circle")]:
            yield from _member_lines(member, numbers, leads=member in leader)
        for need in circle.needs():
            yield _("  needs before its next game: {need}", need=need)


def _games(saga: SagaDocument) -> list[GameEntry]:
    return [entry for entry in saga.chronicle if isinstance(entry, GameEntry)]


def _member_lines(member: Member, numbers: dict[str, int], *, leads: bool) -> Iterator[str]:
    document = member.document
    mark = "*" if leads else " "
    where = "" if member.where == "circle" else f" [{member.where}]"
    honours = _(
        "games {games}, triumphs {triumphs}, fallen {fallen}",
        games=member.games,
        triumphs=member.triumphs,
        fallen=member.fallen,
    )
    yield f"  {mark} {document.name}  D{document.die}  {nature(document)}; {honours}{where}"
    for step in member.history:
        game = _("game {number} ({game})", number=numbers[step.game], game=step.game[:8])
        when = _("{game}, round {round}", game=game, round=step.round) if step.round else _("after {game}", game=game)
        yield f"        {step.text}: {when} ({step.rule})"


def tell(entry: Entry) -> str:
    """Return an entry of the chronicle in words."""
    if isinstance(entry, GameEntry):
        known = scenarios.names()
        shown = ", ".join(
            _("{circle} {outcome} with {vp} VP", circle=each.circle, outcome=_(each.outcome), vp=each.vp)
            for each in entry.showings
        )
        told = _(
            "game {game} ({scenario} on {map}, {rounds} rounds): {shown}",
            game=entry.game[:8],
            scenario=_(scenarios.find(entry.scenario).title) if entry.scenario in known else entry.scenario,
            map=entry.map,
            rounds=entry.rounds,
            shown=shown,
        )
        return told if entry.full else _("{told}; ended early, so no full game", told=told)
    if isinstance(entry, RecruitEntry):
        return _(
            "{circle} recruited {godbreaker}, {nature} ({rule})",
            circle=entry.circle,
            godbreaker=entry.godbreaker.name,
            nature=nature(entry.godbreaker),
            rule=entry.rule,
        )
    who = _("{godbreaker} of {circle}", godbreaker=entry.godbreaker, circle=entry.circle)
    if isinstance(entry, ReturnEntry):
        flaw = _(" and {flaw}", flaw=entry.gain.flaw) if entry.gain.flaw else ""
        return _(
            "{who} returned with {trait}{flaw} by {by} ({rule})",
            who=who,
            trait=entry.gain.trait,
            flaw=flaw,
            by=entry.gain.by,
            rule=entry.rule,
        )
    if entry.kind == "crucible":
        return _(
            "{who} threw a {roll} in the crucible of {metal} ({rule})",
            who=who,
            roll=entry.roll,
            metal=_(entry.metal),
            rule=entry.rule,
        )
    return _("{who} was not brought back and never comes back ({rule})", who=who, rule=entry.rule)
