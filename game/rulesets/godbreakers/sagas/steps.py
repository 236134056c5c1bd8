"""The operations on a saga, such as applying a finished game, undoing an entry or recruiting.

Every function returns a new, checked document and does not change its arguments. All raise `DocumentError`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from game.documents.error import DocumentError
from game.documents.reading import load_document, parse_document
from game.engine.core.dice import KeyedDice, RollCounter
from game.engine.saving.documents import plain
from game.engine.saving.finished import game_id
from game.engine.session import Session
from game.rulesets.godbreakers.rules.circles.bundled import FRESH
from game.rulesets.godbreakers.rules.circles.creation import random_recruit
from game.rulesets.godbreakers.rules.circles.crucible import shown, throw
from game.rulesets.godbreakers.rules.circles.documents import CircleDocument, GodbreakerDocument
from game.rulesets.godbreakers.rules.circles.drafts import MemberDraft
from game.rulesets.godbreakers.rules.constants import RECRUIT_DIE
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.sagas.entries import CrucibleEntry, Entry, GameEntry
from game.rulesets.godbreakers.sagas.from_game import entry_of
from game.rulesets.godbreakers.sagas.standing import Circle, Member, RecruitDraft, SagaDocument, circles_of
from game.rulesets.godbreakers.words.slugs import slug
from game.wording import _

SAGA = "saga"


def load(file: str) -> SagaDocument:
    """Return the saga in a file. Also raise `OSError`."""
    return load_document(file, SagaDocument)


def found(name: str, circles: Sequence[str], seed: int) -> SagaDocument:
    """Return a new saga. `circles` are names or files. Also raise `OSError`."""
    founders = [plain(FRESH.find(circle)) for circle in circles]
    return _parse({"name": name, "seed": seed, "circles": founders}, SAGA)


def _parse(content: dict[str, Any], file: str) -> SagaDocument:
    envelope = {"format": "inchwise-saga", "version": 1, "ruleset": "godbreakers"}
    return parse_document(json.dumps(envelope | content), SagaDocument, file)


def _with_entry(saga: SagaDocument, entry: dict[str, Any], file: str = SAGA) -> SagaDocument:
    """Return the saga with another entry. Errors name the fields of the entry."""
    content = plain(saga)
    try:
        return _parse(content | {"chronicle": [*content.get("chronicle", []), {"at": _now()} | entry]}, file)
    except DocumentError as error:
        where = error.where.removeprefix(f"chronicle[{len(saga.chronicle)}]").removeprefix(f".{entry['kind']}")
        raise DocumentError(file, where.removeprefix("."), error.reason) from None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


# -- games -------------------------------------------------------------------------------------


def apply(saga: SagaDocument, session: Session, file: str) -> tuple[SagaDocument, GameEntry] | None:
    """Return the saga after a finished game, and the game's entry, or None if the game was applied before.

    `file` names the game in errors. The game's circles must be in the same state as in the saga.
    """
    game: Game = session.game
    if any(isinstance(entry, GameEntry) and entry.game == game_id(session) for entry in saga.chronicle):
        return None
    circles = circles_of(saga)
    for index, player in enumerate(game.setup.document.players):
        here, name = f"setup.players[{index}].circle", player.circle.name
        if name not in circles:
            known = ", ".join(circles)
            text = _("{circle} is not in this saga - its circles are {circles}", circle=name, circles=known)
            raise DocumentError(file, here, text)
        difference = _difference(circles[name], player.circle)
        if difference:
            text = _("{circle} is not the same as in the saga: {difference}", circle=name, difference=difference)
            raise DocumentError(file, here, text)
    entry = entry_of(session, _now())
    return with_game(saga, entry, file), entry


def with_game(saga: SagaDocument, entry: GameEntry, file: str) -> SagaDocument:
    """Return the saga with a game. If the game was undone before, its throws of the crucible come back (G-CIR-6)."""
    throws = [throw for throw in saga.thrown if throw.game == entry.game]
    others = tuple(throw for throw in saga.thrown if throw.game != entry.game)
    saga = saga.model_copy(update={"thrown": others})
    for new in (entry, *throws):
        saga = _with_entry(saga, plain(new), file)
    return saga


def _difference(circle: Circle, played: CircleDocument) -> str:
    if circle.needs():
        return "; ".join(circle.needs())
    mine, theirs = plain(circle.roster()), plain(played)
    if mine == theirs:
        return ""
    for own, other in zip(mine["godbreakers"], theirs["godbreakers"]):
        for key in ("name", *own.keys(), *other.keys()):
            if own.get(key) != other.get(key):
                values = {"name": own["name"], "key": key, "there": own.get(key), "here": other.get(key)}
                return _("{name}'s {key} is {there} in the saga but {here} in the game", **values)
    differing = [key for key in mine.keys() | theirs.keys() if mine.get(key) != theirs.get(key)]
    return _("its {differing} is different in the game", differing=_(" and ").join(sorted(differing)))


def undo(saga: SagaDocument, *, game: bool = False) -> tuple[SagaDocument, list[Entry]]:
    """Return the saga without its last entry, and the removed entries.

    With `game`, the last game and all later entries are removed. Throws of the crucible are never lost (G-CIR-6).
    """
    chronicle = saga.chronicle
    games = [index for index, entry in enumerate(chronicle) if isinstance(entry, GameEntry)]
    if not chronicle or (game and not games):
        raise DocumentError(SAGA, "chronicle", _("has no game to undo" if game else "has no entry to undo"))
    if not game and isinstance(chronicle[-1], CrucibleEntry):
        reason = _("ends with a crucible roll, which cannot be undone (G-CIR-6)")
        raise DocumentError(SAGA, "chronicle", reason)
    start = games[-1] if game else len(chronicle) - 1
    tail = chronicle[start:]
    throws = [_with_game_id(entry, chronicle) for entry in tail if isinstance(entry, CrucibleEntry)]
    undone = {entry.game for entry in tail if isinstance(entry, GameEntry)}
    remaining = (*chronicle[:start], *(entry for entry in throws if entry.game not in undone))
    thrown = (*saga.thrown, *(entry for entry in throws if entry.game in undone))
    removed: list[Entry] = [entry for entry in tail if not isinstance(entry, CrucibleEntry)]
    return saga.model_copy(update={"chronicle": remaining, "thrown": thrown}), removed


def _with_game_id(entry: CrucibleEntry, chronicle: Sequence[Entry]) -> CrucibleEntry:
    """Return a throw with the game in which its godbreaker ascended. Older versions did not record the game."""
    if entry.game is not None:
        return entry
    games = [
        other.game
        for other in chronicle[: chronicle.index(entry)]
        if isinstance(other, GameEntry)
        for showing in other.showings
        for change in showing.changes
        if showing.circle == entry.circle
        and change.what == "ascended"
        and change.godbreaker.casefold() == entry.godbreaker.casefold()
    ]
    return entry.model_copy(update={"game": games[-1]})


def seats(saga: SagaDocument, names: Sequence[str]) -> list[CircleDocument]:
    """Return the rosters of the circles in `names`, or of all circles if it is empty."""
    circles = circles_of(saga)
    chosen = [_circle(circles, name) for name in names] or list(circles.values())
    for circle in chosen:
        if circle.needs():
            raise DocumentError(SAGA, circle.name, _("cannot play yet: {needs}", needs="; ".join(circle.needs())))
    if any(chosen.count(circle) > 1 for circle in chosen):
        raise DocumentError(SAGA, "circles", _("a circle cannot play against itself - list each circle once"))
    return [circle.roster() for circle in chosen]


# -- between games -----------------------------------------------------------------------------


def cast_crucible(saga: SagaDocument, circle: str, name: str, metal: str) -> SagaDocument:
    """Return the saga with a throw of the crucible for an ascended member (G-CIR-6).

    The die depends on game, godbreaker and metal only. Other entries do not change it, and the result for one metal
    says nothing about another.
    """
    member, who = _waiting(saga, circle, name)
    key = f"{slug(who['circle'])}/{member.name}/{member.ascended_in}/{metal} {member.throws}"
    roll = throw(KeyedDice(saga.seed), RollCounter(), key)
    return _with_entry(saga, {"kind": "crucible", **who, "metal": metal, "roll": roll})


def bring_back(saga: SagaDocument, circle: str, name: str, trait: str, flaw: str | None) -> SagaDocument:
    """Return the saga after the return of an ascended godbreaker, which gains a trait (G-ASC-1)."""
    member, who = _waiting(saga, circle, name)
    gains = [gain for gain in member.open_gains() if gain.trait.casefold() == trait.casefold()]
    for gain in gains:
        if (gain.flaw or "").casefold() == (flaw or "").casefold():
            return _with_entry(saga, {"kind": "return", **who, "gain": plain(gain)})
    flaws = ", ".join(gain.flaw for gain in gains if gain.flaw)
    reason = _("is not available, only: {open} (G-CIR-5)", open=_gains_text(member))
    if flaws:
        reason = _("costs a flaw: {flaws} (G-CIR-7)", flaws=flaws)
    raise DocumentError(SAGA, member.name, f"{trait[:40]} {reason}")


def _gains_text(member: Member) -> str:
    traits = ", ".join(dict.fromkeys(gain.trait for gain in member.open_gains()))
    if member.thrown is None:
        return traits
    metal, roll = member.thrown
    parts = {"traits": traits or _("nothing, roll again"), "metal": _(metal), "shown": shown(metal, roll)}
    return _("{traits} ({metal} crucible: {shown})", **parts)


def open_gains(saga: SagaDocument, circle: str, name: str) -> str:
    """Return a text that lists the possible gains of an ascended member."""
    return _gains_text(_waiting(saga, circle, name)[0])


def farewell(saga: SagaDocument, circle: str, name: str) -> SagaDocument:
    """Return the saga in which an ascended godbreaker never comes back (G-ASC-1)."""
    return _with_entry(saga, {"kind": "farewell", **_waiting(saga, circle, name)[1]})


def recruit(
    saga: SagaDocument, circle: str, name: str | None = None, metal: str | None = None, traits: Sequence[str] = ()
) -> SagaDocument:
    """Return the saga with a recruit (G-CIR-1). The saga's dice decide everything that the caller leaves out."""
    chosen = _circle(circles_of(saga), circle)
    if recruit_draft(saga, chosen).member.thrown:
        text = _("the crucible was rolled for this recruit: make it step by step (G-CIR-6)")
        raise DocumentError(SAGA, "recruit", text)
    if traits or metal:
        if name is None or metal is None or not traits:
            text = _("give name, metal and traits, or leave metal and traits to the dice")
            raise DocumentError(SAGA, "recruit", text)
        gains = [{"trait": trait} for trait in traits]
        ranks = {trait: list(traits).count(trait) for trait in traits}
        new: dict[str, Any] = {"name": name, "die": RECRUIT_DIE, "metals": [metal], "traits": ranks, "gains": gains}
    else:
        about = f"{slug(chosen.name)}/recruit {len(chosen.members)}"
        new = plain(random_recruit(KeyedDice(saga.seed), [member.name for member in chosen.members], about))
        if name is not None:
            new["name"] = name
    return _with_entry(saga, {"kind": "recruit", "circle": chosen.name, "godbreaker": new})


def recruit_draft(saga: SagaDocument, circle: Circle) -> RecruitDraft:
    """Return the draft of a circle's next recruit, or a new draft."""
    number = len(circle.members)
    drafts = (draft for draft in saga.making if (draft.circle, draft.number) == (circle.name, number))
    return next(drafts, RecruitDraft(circle=circle.name, number=number, member=MemberDraft(key=0, die=RECRUIT_DIE)))


def with_draft(saga: SagaDocument, draft: RecruitDraft) -> SagaDocument:
    """Return the saga with a new version of a recruit's draft."""
    others = [other for other in saga.making if (other.circle, other.number) != (draft.circle, draft.number)]
    making = [plain(other) for other in (*others, draft)]
    return _parse(plain(saga) | {"making": making}, SAGA)


def with_recruit(saga: SagaDocument, circle: str, recruit: GodbreakerDocument) -> SagaDocument:
    """Return the saga with a recruit that was made step by step."""
    return _with_entry(saga, {"kind": "recruit", "circle": circle, "godbreaker": plain(recruit)})


def _circle(circles: dict[str, Circle], name: str) -> Circle:
    for circle in circles.values():
        if name in (circle.name, slug(circle.name)):
            return circle
    text = _("no circle is called {name!r} - use one of {circles}", name=name[:60], circles=", ".join(circles))
    raise DocumentError(SAGA, "circle", text)


def _waiting(saga: SagaDocument, circle: str, name: str) -> tuple[Member, dict[str, str]]:
    """Return an ascended member, and the fields that name it in an entry."""
    chosen = _circle(circles_of(saga), circle)
    member = chosen.find(name)
    if member is None or member.where != "ascended":
        waiting = ", ".join(other.name for other in chosen.ascended) or _("no one")
        reason = _("{name!r} is not waiting to return - waiting: {waiting} (G-ASC-1)", name=name[:60], waiting=waiting)
        raise DocumentError(SAGA, chosen.name, reason)
    return member, {"circle": chosen.name, "godbreaker": member.name, "game": member.ascended_in}
