"""The editor for circles, which makes or changes a circle step by step (G-CIR-1..7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, Final

from pydantic import TypeAdapter

from game.documents.reading import validate_plain
from game.engine.rulebook.making import Choice, RosterEditor, Step, refused, why_not_answer
from game.engine.saving.documents import plain
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.circles import drafts
from game.rulesets.godbreakers.rules.circles.bundled import bundled_circles
from game.rulesets.godbreakers.rules.circles.card import card_of, draft_card
from game.rulesets.godbreakers.rules.circles.creation import CAUSES, GIVEN_NAMES
from game.rulesets.godbreakers.rules.circles.documents import CircleDocument
from game.rulesets.godbreakers.rules.circles.drafts import CircleDraft, MemberDraft
from game.rulesets.godbreakers.rules.circles.gains import METALS, listed
from game.rulesets.godbreakers.rules.circles.making import DRAFT, Dice, called, member_after, member_steps, trait_choice
from game.rulesets.godbreakers.words.slugs import slug
from game.wording import _


class CircleEditor(RosterEditor[CircleDocument, CircleDraft]):
    """The roster editor. Ids of steps begin with a member's place: "1.metal" is the leader's metal."""

    roster_type, draft_type = CircleDocument, CircleDraft

    def bundled(self) -> list[tuple[str, CircleDocument]]:
        return [(slug(circle.name), circle) for circle in bundled_circles()]

    card = staticmethod(card_of)

    draft_card = staticmethod(draft_card)

    def called(self, title: str) -> str:
        return called(title, "name")

    # -- drafts ------------------------------------------------------------------------------------

    begin = staticmethod(drafts.new_draft)
    reopen = staticmethod(drafts.reopened)

    def why_not_reopen(self, roster: CircleDocument) -> Refusal | None:
        rule, reason = drafts.why_not_reopen(roster)
        return Refusal(reason, rule) if reason else None

    def missing(self, draft: CircleDraft) -> list[Refusal]:
        return [Refusal(f"{step.part}: {step.title}", step.rule) for step in self.steps(draft) if not step.value]

    def settled(self, draft: CircleDraft) -> CircleDraft:
        return draft.model_copy(update={"settled": True})

    def finish(self, draft: CircleDraft) -> CircleDocument:
        if missing := self.missing(draft):
            texts = ", ".join(refusal.text for refusal in missing[:3])
            more = _(" and {n} more", n=len(missing) - 3) if len(missing) > 3 else ""
            text = _("still missing: {texts}{more}", texts=texts, more=more)
            raise refused("", Refusal(text, missing[0].rule), DRAFT)
        members = [plain(member.document(draft.due(index))) for index, member in enumerate(draft.members)]
        values = {name: getattr(draft, name) for name in ("name", "fights_for", "shard", "shard_name")}
        return validate_plain(TypeAdapter(CircleDocument), _ENVELOPE | values | {"godbreakers": members}, DRAFT)

    # -- steps -------------------------------------------------------------------------------------

    def steps(self, draft: CircleDraft) -> list[Step]:
        steps = list(_circle_steps(draft))
        for index, member in enumerate(draft.members):
            suggestion = member.name or _free_name(draft, member)
            die = _("D{die}", die=member.die)
            part = f"{_name(draft, index)} · {die}" + ("" if index else _(" · leader"))
            steps += member_steps(member, f"{index + 1}.", part, draft.due(index), suggestion)
        return steps

    def answer(self, draft: CircleDraft, step: str, answer: str) -> CircleDraft:
        steps = self.steps(draft)
        place, dot, field = step.rpartition(".")
        if dot and step in [known.id for known in steps]:
            index = int(place) - 1
            member = draft.members[index]
            taken = [other.name for other in draft.members if other.name and other is not member]
            dice = Dice(draft.seed, f"circle/{member.key}")
            return draft.with_member(index, member_after(member, steps, (f"{place}.", field), answer, dice, taken))
        refusal = why_not_answer(steps, step, answer)
        if refusal is not None:
            raise refused(step, refusal, DRAFT)
        return _CHANGES[step](draft, called(answer, step) if step in _TYPED else answer)


_ENVELOPE: Final = {"format": "inchwise-circle", "version": 1, "ruleset": "godbreakers"}
_TYPED: Final = ("name", "cause", "shard-name")


def _name(draft: CircleDraft, index: int) -> str:
    return draft.members[index].name or _("Number {n}", n=index + 1)


def _free_name(draft: CircleDraft, member: MemberDraft) -> str:
    """Return a name that no godbreaker of the circle has."""
    taken = {other.name.casefold() for other in draft.members if other.name}
    start = (draft.seed + member.key * 13) % len(GIVEN_NAMES)
    names = (*GIVEN_NAMES[start:], *GIVEN_NAMES[:start])
    return next((name for name in names if name.casefold() not in taken), "")


def _circle_steps(draft: CircleDraft) -> Iterator[Step]:
    part = _("The circle")
    cause = draft.fights_for or _(CAUSES[draft.seed % len(CAUSES)])
    title = _("The {name} Circle", name=GIVEN_NAMES[draft.seed // 7 % len(GIVEN_NAMES)])
    yield Step("name", _("Name"), part, draft.name or "", "G-CIR-1", suggestion=draft.name or title)
    yield Step("cause", _("Fights for"), part, draft.fights_for or "", "G-CIR-1", suggestion=cause)
    reason = _("the shard's trait was chosen at creation and never changes") if draft.settled else ""
    traits = tuple(trait_choice(name, _(metal).capitalize()) for metal in METALS for name in listed(metal))
    yield Step("shard", _("Shard"), part, _(draft.shard or ""), "G-CIR-4", choices=traits, reason=reason)
    suggestion = draft.shard_name or f"{GIVEN_NAMES[draft.seed % len(GIVEN_NAMES)]} Stone"
    yield Step("shard-name", _("The shard's name"), part, draft.shard_name or "", "G-CIR-1", suggestion=suggestion)
    text = _("The leader gains a third trait and comes first on the roster.")
    leaders = tuple(Choice(str(n + 1), _name(draft, n), text, rule="G-CIR-2") for n in range(len(draft.members)))
    yield Step("leader", _("Leader"), part, _name(draft, 0), "G-CIR-2", choices=leaders)
    eights = [n for n, member in enumerate(draft.members) if member.die == 8]
    pairs = tuple(
        Choice(" ".join(str(n + 1) for n in pair), _pair(draft, pair), rule="G-CIR-2")
        for pair in combinations(range(len(draft.members)), len(eights))
    )
    yield Step("dice", _("The two D8"), part, _pair(draft, eights), "G-CIR-2", choices=pairs)


def _pair(draft: CircleDraft, pair: Any) -> str:
    return _(" and ").join(_name(draft, n) for n in pair)


def _lead(draft: CircleDraft, answer: str) -> CircleDraft:
    index = int(answer) - 1
    members = list(draft.members)
    members.insert(0, members.pop(index))
    return draft.model_copy(update={"members": tuple(members)})


def _deal(draft: CircleDraft, answer: str) -> CircleDraft:
    eights = [int(number) - 1 for number in answer.split()]
    members = (member.model_copy(update={"die": 8 if n in eights else 6}) for n, member in enumerate(draft.members))
    return draft.model_copy(update={"members": tuple(members)})


def _setting(field: str) -> Callable[[CircleDraft, str], CircleDraft]:
    return lambda draft, answer: draft.model_copy(update={field: answer})


_CHANGES: Final[dict[str, Callable[[CircleDraft, str], CircleDraft]]] = {
    "name": _setting("name"),
    "cause": _setting("fights_for"),
    "shard": _setting("shard"),
    "shard-name": _setting("shard_name"),
    "leader": _lead,
    "dice": _deal,
}
