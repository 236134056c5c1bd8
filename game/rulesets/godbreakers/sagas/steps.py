"""The operations on a saga, such as applying a finished game, undoing an entry or recruiting step by step.

Every function returns a new, checked document and does not change its arguments. All raise `DocumentError`. The saga
keeps the draft of a recruit, and the chronicle keeps throws for a return, so that no throw can be repeated.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import chain
from typing import Any, Final

from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.engine.core.dice import KeyedDice, RollCounter
from game.engine.core.events import Corrected
from game.engine.core.flow import Interrupt
from game.engine.rulebook.making import Choice, Step, refused, why_not_answer
from game.engine.saving.documents import plain
from game.engine.saving.finished import game_id
from game.engine.session import Session
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.circles.documents import (
    ALLOY,
    FRESH,
    FRESH_GAINS,
    RECRUIT_DIE,
    CircleDocument,
    random_recruit,
    shown,
    throw,
)
from game.rulesets.godbreakers.rules.circles.drafts import MemberDraft
from game.rulesets.godbreakers.rules.circles.editor import (
    CRUCIBLE_OF,
    Dice,
    chosen_gains,
    die_thrown,
    kept_gains,
    member_after,
    member_steps,
    throws,
    trait_choice,
)
from game.rulesets.godbreakers.rules.events import Ascended, Casualty, DieRaised, DieSet, RoundBegan, Triumphed
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.setup import PlayerDocument, model_ids
from game.rulesets.godbreakers.rules.state import LARGEST_DIE
from game.rulesets.godbreakers.sagas.standing import (
    ChangeDocument,
    Circle,
    CrucibleEntry,
    Entry,
    GameEntry,
    Member,
    RecruitDraft,
    SagaDocument,
    ShowingDocument,
    circles_of,
)
from game.wording import N_, _, slug

# -- the entry of a finished game ------------------------------------------------------------------


@dataclass
class _Record:
    """The lasting changes to a godbreaker in a game, collected from the events.

    `die` is its die in the saga. `played` is its die on the table, which a referee may have set.
    """

    name: str
    die: int
    played: int
    ascended: bool = False
    changes: list[ChangeDocument] = field(default_factory=list)

    def read(self, event: DieRaised | DieSet | Ascended, when: int) -> None:
        """Record the change of an event in round `when`."""
        if isinstance(event, Ascended):
            self.ascend(when, event.rule)
        elif isinstance(event, DieRaised):
            self.rise((event.die - self.played) // 2, when, event.rule)
            self.played = event.die
        else:
            self._become(min(self.die, event.die), when, event.rule)
            self.played = event.die

    def rise(self, steps: int, when: int, rule: str) -> None:
        """Record Triumphs. Each raises the die by one step, up to the largest die (Q5)."""
        for _step in range(steps):
            self._become(min(LARGEST_DIE, self.die + 2), when, rule)

    def ascend(self, when: int, rule: str) -> None:
        """Record an ascension. If only a referee had made the die the largest, record a Triumph instead."""
        if self.die < LARGEST_DIE:
            self.rise(1, when, "G-ROLL-5")
        elif not self.ascended:
            self._note({"what": "ascended", "before": self.die, "round": when, "rule": rule})
            self.ascended = True

    def _become(self, die: int, when: int, rule: str) -> None:
        if die != self.die:
            self._note({"what": "die", "before": self.die, "after": die, "round": when, "rule": rule})
            self.die = die

    def _note(self, content: dict[str, object]) -> None:
        self.changes.append(ChangeDocument.model_validate({"godbreaker": self.name, **content}))


def entry_of(session: Session, at: str) -> GameEntry:
    """Return the saga entry of a finished game. The session must hold all events of the game.

    Triumphs and an ascension that are still pending at the end of the game count (Q14).
    """
    game: Game = session.game
    document = game.setup.document
    records = {
        identity: _Record(member.name, member.die, member.die)
        for player in document.players
        for identity, member in zip(model_ids(player), player.circle.godbreakers)
    }
    _read_events(session, records)
    # A game is full if it ran to its end or all others conceded. A solo player must not concede (G-ASC-1, Q41).
    unfinished = ("draw", "end", "concede") if len(document.players) == 1 else ("draw", "end")
    declared = {interrupt.kind for entry in session.journal if (interrupt := Interrupt.read(entry)) is not None}
    for identity, record in records.items():
        model, last_round = game.state.models[identity], game.state.round
        if model.ascending and model.place == "table":
            record.ascend(last_round, "G-ROLL-6")
        record.rise(model.raises, last_round, "G-ROLL-5")
    return GameEntry(
        game=game_id(session),
        at=at,
        scenario=document.scenario,
        map=document.map.name,
        rounds=game.state.round,
        full=declared.isdisjoint(unfinished),
        showings=tuple(_showing(session, player, records) for player in document.players),
    )


def _read_events(session: Session, records: dict[str, _Record]) -> None:
    """Record the events that change a godbreaker, with the round of each."""
    current_round = 0
    for event in session.events:
        if isinstance(event, RoundBegan):
            current_round = event.round
        elif isinstance(event, DieRaised | DieSet | Ascended) and event.model in records:
            records[event.model].read(event, current_round)
        elif isinstance(event, Corrected) and event.fact == "die" and event.piece in records:
            records[event.piece].played = int(event.after.removeprefix("D"))


def _showing(session: Session, player: PlayerDocument, records: dict[str, _Record]) -> ShowingDocument:
    """Return a player's result in the game as the saga records it."""
    own_records = {identity: records[identity] for identity in model_ids(player)}
    triumphs = Counter(event.model for event in session.events if isinstance(event, Triumphed))
    fallen = Counter(event.model for event in session.events if isinstance(event, Casualty))
    result = session.state.result
    won = player.id in result.winners
    return ShowingDocument(
        circle=player.circle.name,
        player=player.name,
        vp=session.state.vp[player.id],
        outcome="lost" if not won else "won" if len(result.winners) == 1 else "drew",
        triumphs={record.name: triumphs[identity] for identity, record in own_records.items() if triumphs[identity]},
        fallen={record.name: fallen[identity] for identity, record in own_records.items() if fallen[identity]},
        changes=tuple(change for record in own_records.values() for change in record.changes),
    )


SAGA = "saga"


def found(name: str, circles: Sequence[str], seed: int) -> SagaDocument:
    """Return a new saga. `circles` are names or files. Also raise `OSError`."""
    founders = [plain(FRESH.find(circle)) for circle in circles]
    return _parse({"name": name, "seed": seed, "circles": founders}, SAGA)


def _parse(content: dict[str, Any], file: str) -> SagaDocument:
    envelope = {"format": "inchwise-saga", "version": 1, "ruleset": "godbreakers"}
    return parse_document(json.dumps(envelope | content), SagaDocument, file)


def _with_entry(saga: SagaDocument, entry: dict[str, Any], file: str = SAGA) -> SagaDocument:
    """Return the saga with one more entry. Errors name the fields of the entry."""
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
        place, name = f"setup.players[{index}].circle", player.circle.name
        if name not in circles:
            circle_names = ", ".join(circles)
            text = _("{circle} is not in this saga - its circles are {circles}", circle=name, circles=circle_names)
            raise DocumentError(file, place, text)
        if difference := _difference(circles[name], player.circle):
            text = _("{circle} is not the same as in the saga: {difference}", circle=name, difference=difference)
            raise DocumentError(file, place, text)
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
    """Return the first difference between a circle in the saga and the roster that played, "" if they are equal."""
    if circle.needs():
        return "; ".join(circle.needs())
    saga_roster, game_roster = plain(circle.roster()), plain(played)
    if saga_roster == game_roster:
        return ""
    for saga_member, game_member in zip(saga_roster["godbreakers"], game_roster["godbreakers"]):
        for key in ("name", *saga_member.keys(), *game_member.keys()):
            there, here = saga_member.get(key), game_member.get(key)
            if there != here:
                text = N_("{name}'s {key} is {there} in the saga but {here} in the game")
                return _(text, name=saga_member["name"], key=key, there=there, here=here)
    differing = [key for key in saga_roster.keys() | game_roster.keys() if saga_roster.get(key) != game_roster.get(key)]
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
    first_removed = games[-1] if game else len(chronicle) - 1
    last_entries = chronicle[first_removed:]
    throws = [_with_game_id(entry, chronicle) for entry in last_entries if isinstance(entry, CrucibleEntry)]
    undone_games = {entry.game for entry in last_entries if isinstance(entry, GameEntry)}
    remaining_entries = (*chronicle[:first_removed], *(entry for entry in throws if entry.game not in undone_games))
    throws_to_come_back = (*saga.thrown, *(entry for entry in throws if entry.game in undone_games))
    removed: list[Entry] = [entry for entry in last_entries if not isinstance(entry, CrucibleEntry)]
    return saga.model_copy(update={"chronicle": remaining_entries, "thrown": throws_to_come_back}), removed


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
    member, names = _waiting(saga, circle, name)
    key = f"{slug(names['circle'])}/{member.name}/{member.ascended_in}/{metal} {member.throws}"
    roll = throw(KeyedDice(saga.seed), RollCounter(), key)
    return _with_entry(saga, {"kind": "crucible", **names, "metal": metal, "roll": roll})


def bring_back(saga: SagaDocument, circle: str, name: str, trait: str, flaw: str | None) -> SagaDocument:
    """Return the saga after the return of an ascended godbreaker, which gains a trait (G-ASC-1)."""
    member, names = _waiting(saga, circle, name)
    possible_gains = [gain for gain in member.open_gains() if gain.trait.casefold() == trait.casefold()]
    for gain in possible_gains:
        if (gain.flaw or "").casefold() == (flaw or "").casefold():
            return _with_entry(saga, {"kind": "return", **names, "gain": plain(gain)})
    flaws = ", ".join(gain.flaw for gain in possible_gains if gain.flaw)
    reason = _("is not available, only: {open} (G-CIR-5)", open=_gains_text(member))
    if flaws:
        reason = _("costs a flaw: {flaws} (G-CIR-7)", flaws=flaws)
    raise DocumentError(SAGA, member.name, f"{trait[:40]} {reason}")


def _gains_text(member: Member) -> str:
    """Return a text that lists the possible gains of a member, with its throw of the crucible, if any."""
    traits = ", ".join(dict.fromkeys(gain.trait for gain in member.open_gains()))
    if member.thrown is None:
        return traits
    metal, roll = member.thrown
    fields = {"traits": traits or _("nothing, roll again"), "metal": _(metal), "shown": shown(metal, roll)}
    return _("{traits} ({metal} crucible: {shown})", **fields)


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
        text = _("the crucible was already rolled for this recruit: create it step by step (G-CIR-6)")
        raise DocumentError(SAGA, "recruit", text)
    if traits or metal:
        if name is None or metal is None or not traits:
            text = _("give name, metal and traits, or leave metal and traits to the dice")
            raise DocumentError(SAGA, "recruit", text)
        gains = [{"trait": trait} for trait in traits]
        ranks = {trait: list(traits).count(trait) for trait in traits}
        godbreaker: dict[str, Any] = {
            "name": name,
            "die": RECRUIT_DIE,
            "metals": [metal],
            "traits": ranks,
            "gains": gains,
        }
    else:
        dice_key = f"{slug(chosen.name)}/recruit {len(chosen.members)}"
        godbreaker = plain(random_recruit(KeyedDice(saga.seed), [member.name for member in chosen.members], dice_key))
        if name is not None:
            godbreaker["name"] = name
    return _with_entry(saga, {"kind": "recruit", "circle": chosen.name, "godbreaker": godbreaker})


def recruit_draft(saga: SagaDocument, circle: Circle) -> RecruitDraft:
    """Return the draft of a circle's next recruit, or a new draft."""
    number = len(circle.members)
    drafts = (draft for draft in saga.making if (draft.circle, draft.number) == (circle.name, number))
    return next(drafts, RecruitDraft(circle=circle.name, number=number, member=MemberDraft(key=0, die=RECRUIT_DIE)))


def _circle(circles: dict[str, Circle], name: str) -> Circle:
    """Return the circle with a name or slug; raise `DocumentError`."""
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


# -- recruits step by step (G-CIR-1, G-CIR-3) ------------------------------------------------------


GAIN: Final = "gain"
"""The only step of a return."""


def recruit_steps(saga: SagaDocument, circle: str) -> list[Step]:
    """Return the steps of a circle's next recruit."""
    chosen = circles_of(saga)[circle]
    member = recruit_draft(saga, chosen).member
    part = f"{member.name or _('Recruit')} · {_('D{die}', die=member.die)}"
    return list(member_steps(member, "", part, FRESH_GAINS, member.name or fresh_name(chosen)))


def fresh_name(circle: Circle) -> str:
    """Return a name for a recruit that no godbreaker of the circle has had."""
    names: Iterator[str] = (f"{_('Recruit')} {n}" for n in range(1, 99))
    return next(name for name in names if circle.find(name) is None)


def recruit_after(saga: SagaDocument, circle: str, step: str, answer: str) -> SagaDocument:
    """Return the saga after an answer to a step of a circle's next recruit; raise `DocumentError`."""
    chosen = circles_of(saga)[circle]
    draft = recruit_draft(saga, chosen)
    dice = Dice(saga.seed, f"{slug(circle)}/recruit {draft.number}")
    taken = [member.name for member in chosen.members]
    member = member_after(draft.member, recruit_steps(saga, circle), ("", step), answer, dice, taken)
    others = [other for other in saga.making if (other.circle, other.number) != (draft.circle, draft.number)]
    making = [plain(other) for other in (*others, draft.model_copy(update={"member": member}))]
    return _parse(plain(saga) | {"making": making}, SAGA)


def made_recruit(saga: SagaDocument, circle: str) -> SagaDocument:
    """Return the saga with the recruit of a finished draft; raise `DocumentError`."""
    missing = [step for step in recruit_steps(saga, circle) if not step.value]
    if missing:
        texts = ", ".join(step.title for step in missing)
        text = _("still missing: {texts}{more}", texts=texts, more="")
        raise refused("", Refusal(text, missing[0].rule), circle)
    recruited = recruit_draft(saga, circles_of(saga)[circle]).member.document(FRESH_GAINS)
    return _with_entry(saga, {"kind": "recruit", "circle": circle, "godbreaker": plain(recruited)})


# -- returns -------------------------------------------------------------------------------------


def return_steps(saga: SagaDocument, circle: str, name: str) -> list[Step]:
    """Return the only step of a return, which is to choose a gain; [] for a member that cannot return."""
    chosen = circles_of(saga)[circle]
    member = chosen.find(name)
    if member is None or member.where != "ascended" or not chosen.may_take_back(member):
        return []
    thrown, rule, choices = None, "G-CIR-5", tuple(chosen_gains(member.growth))
    if member.thrown is not None:
        thrown, rule = die_thrown(*member.thrown), "G-CIR-6"
        choices = tuple(kept_gains(member.growth, *member.thrown))
        if member.thrown[1] == ALLOY:
            choices = tuple(chain.from_iterable(_alloys(gain, member) for gain in choices))
        choices = choices or tuple(throws())
    part = f"{member.name} · {_('D{die}', die=RECRUIT_DIE)}"
    return [Step(GAIN, _("What it comes back with"), part, rule=rule, choices=choices, thrown=thrown)]


def _alloys(choice: Choice, member: Member) -> Iterator[Choice]:
    """Yield a choice of a new trait once for each possible flaw; a choice that raises a trait unchanged."""
    if choice.answer in member.growth.traits:
        yield choice
        return
    for flaw in member.growth.free_flaws():
        text = f"{_(flaw)}: {trait_choice(flaw).text}"
        label = _("{trait} with {flaw}", trait=choice.label, flaw=_(flaw))
        yield replace(choice, answer=f"{choice.answer}/{flaw}", label=label, text=text)


def return_after(saga: SagaDocument, circle: str, name: str, step: str, answer: str) -> SagaDocument:
    """Return the saga after an answer to the step of a return, which is a throw or a gain."""
    if (refusal := why_not_answer(return_steps(saga, circle, name), step, answer)) is not None:
        raise refused(step, refusal, name)
    if answer.startswith(CRUCIBLE_OF):
        return cast_crucible(saga, circle, name, answer.removeprefix(CRUCIBLE_OF))
    trait, _slash, flaw = answer.partition("/")
    return bring_back(saga, circle, name, trait, flaw or None)
