"""A saga as text and as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.rulesets.godbreakers.rules import scenarios
from game.rulesets.godbreakers.rules.circles.roster_text import nature
from game.rulesets.godbreakers.sagas.entries import Entry, GameEntry, RecruitEntry, ReturnEntry
from game.rulesets.godbreakers.sagas.standing import Circle, Member, SagaDocument, circles_of
from game.wording import N_, _


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
        "circles": [_circle(circle) for circle in circles_of(saga).values()],
        "chronicle": [{"entry": number, "text": entry_text(entry)} for number, entry in enumerate(saga.chronicle, 1)],
    }


def _circle(circle: Circle) -> dict[str, Any]:
    sums = ("triumphs", "fallen", "ascensions")
    return {
        "name": circle.name,
        "needs": circle.needs(),
        **{name: getattr(circle, name) for name in ("games", "won", "drew", "lost", "vp", "best")},
        **{name: sum(getattr(member, name) for member in circle.members) for name in sums},
        "shard": circle.founded.shard,
        "members": [_member(member, member in circle.present[:1]) for member in circle.members],
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
        **{name: getattr(member, name) for name in ("games", "triumphs", "fallen", "ascensions")},
        "history": [step._asdict() for step in member.history],
    }


def record(circle: Circle) -> str:
    """Return a text with a circle's numbers of games won, drawn and lost, and its VP."""
    best = "" if circle.best is None else _(", best {best}", best=circle.best)
    games = {"won": circle.won, "drew": circle.drew, "lost": circle.lost}
    return _("won {won}, drew {drew}, lost {lost}; {vp} VP{best}", **games, vp=circle.vp, best=best)


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
    where = "" if member.where == "circle" else f" [{member.where}]"
    yield f"  {mark} {member.name}  D{member.document.die}  {nature(member.document)}; {honours(member)}{where}"
    for step in member.history:
        game = _("game {number} ({game})", number=numbers[step.game], game=step.game[:8])
        when = _("{game}, round {round}", game=game, round=step.round) if step.round else _("after {game}", game=game)
        yield f"        {step.text}: {when} ({step.rule})"


def entry_text(entry: Entry) -> str:
    """Return the text of an entry of the chronicle."""
    if isinstance(entry, GameEntry):
        return _game(entry)
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


def _game(entry: GameEntry) -> str:
    known = entry.scenario in scenarios.names()
    text = N_("{circle} {outcome} with {vp} VP")
    results = [_(text, circle=show.circle, outcome=_(show.outcome), vp=show.vp) for show in entry.showings]
    parts = {
        "game": entry.game[:8],
        "scenario": _(scenarios.find(entry.scenario).title) if known else entry.scenario,
        "map": entry.map,
        "rounds": entry.rounds,
        "shown": ", ".join(results),
    }
    text = _("game {game} ({scenario} on {map}, {rounds} rounds): {shown}", **parts)
    return text if entry.full else _("{told}; ended early, so not a full game", told=text)
