"""The steps of making a recruit (G-CIR-1, G-CIR-3) and of a return (G-ASC-1).

The saga keeps the draft of a recruit, and the chronicle keeps throws for a return, so that no throw can be repeated.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Final

from game.documents.error import DocumentError
from game.engine.rulebook.making import Card, Choice, Step, refused, why_not_answer
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.circles.card import godbreaker_card, member_card
from game.rulesets.godbreakers.rules.circles.crucible import ALLOY
from game.rulesets.godbreakers.rules.circles.drafts import MemberDraft
from game.rulesets.godbreakers.rules.circles.gains import flaw_names
from game.rulesets.godbreakers.rules.circles.making import (
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
from game.rulesets.godbreakers.rules.constants import FRESH_GAINS, RECRUIT_DIE
from game.rulesets.godbreakers.sagas import steps
from game.rulesets.godbreakers.sagas.standing import Circle, Member, SagaDocument, circles_of
from game.rulesets.godbreakers.words.slugs import slug
from game.wording import _

GAIN: Final = "gain"
"""The only step of a return."""


def recruit_steps(saga: SagaDocument, circle: str) -> list[Step]:
    """Return the steps of a circle's next recruit."""
    chosen = circles_of(saga)[circle]
    member = steps.recruit_draft(saga, chosen).member
    part = f"{member.name or _('Recruit')} · {_('D{die}', die=member.die)}"
    return list(member_steps(member, "", part, FRESH_GAINS, member.name or fresh_name(chosen)))


def fresh_name(circle: Circle) -> str:
    """Return a name for a recruit that no godbreaker of the circle has had."""
    names: Iterator[str] = (f"{_('Recruit')} {n}" for n in range(1, 99))
    return next(name for name in names if circle.find(name) is None)


def recruit_after(saga: SagaDocument, circle: str, step: str, answer: str) -> SagaDocument:
    """Return the saga after an answer to a step of a circle's next recruit; raise `DocumentError`."""
    chosen = circles_of(saga)[circle]
    draft = steps.recruit_draft(saga, chosen)
    dice = Dice(saga.seed, f"{slug(circle)}/recruit {draft.number}")
    taken = [member.name for member in chosen.members]
    member = member_after(draft.member, recruit_steps(saga, circle), ("", step), answer, dice, taken)
    return steps.with_draft(saga, draft.model_copy(update={"member": member}))


def recruit_card(saga: SagaDocument, circle: str) -> Card:
    """Return the draft of a circle's next recruit for display."""
    member: MemberDraft = steps.recruit_draft(saga, circles_of(saga)[circle]).member
    return Card(_("{circle} recruits", circle=circle), (), "", (member_card(member, FRESH_GAINS, leader=False),))


def made_recruit(saga: SagaDocument, circle: str) -> SagaDocument:
    """Return the saga with the recruit of a finished draft; raise `DocumentError`."""
    missing = [step for step in recruit_steps(saga, circle) if not step.value]
    if missing:
        raise _not_finished(circle, missing)
    member = steps.recruit_draft(saga, circles_of(saga)[circle]).member
    return steps.with_recruit(saga, circle, member.document(FRESH_GAINS))


def _not_finished(circle: str, missing: list[Step]) -> DocumentError:
    texts = ", ".join(step.title for step in missing)
    return refused("", Refusal(_("still missing: {texts}{more}", texts=texts, more=""), missing[0].rule), circle)


# -- returns -------------------------------------------------------------------------------------


def return_steps(saga: SagaDocument, circle: str, name: str) -> list[Step]:
    """Return the step of a return, which is to choose a gain. Members that do not wait for a return have none."""
    chosen = circles_of(saga)[circle]
    member = chosen.find(name)
    if member is None or member.where != "ascended" or not chosen.may_take_back(member):
        return []
    thrown, rule, choices = None, "G-CIR-5", tuple(chosen_gains(member.growth))
    if member.thrown is not None:
        thrown, rule = die_thrown(*member.thrown), "G-CIR-6"
        kept = kept_gains(member.growth, *member.thrown)
        if member.thrown[1] == ALLOY:
            choices = tuple(chain.from_iterable(_alloys(gain, member) for gain in kept))
        else:
            choices = tuple(kept)
        choices = choices or tuple(throws())
    part = f"{member.name} · {_('D{die}', die=RECRUIT_DIE)}"
    return [Step(GAIN, _("What it comes back with"), part, rule=rule, choices=choices, thrown=thrown)]


def _alloys(choice: Choice, member: Member) -> Iterator[Choice]:
    """Yield a choice with every possible flaw of its alloy, or unchanged if it raises a trait."""
    if choice.answer in member.growth.traits:
        yield choice
        return
    for flaw in flaw_names():
        if flaw not in member.growth.flaws:
            text = f"{_(flaw)}: {trait_choice(flaw).text}"
            label = _("{trait} with {flaw}", trait=choice.label, flaw=_(flaw))
            yield replace(choice, answer=f"{choice.answer}/{flaw}", label=label, text=text)


def return_after(saga: SagaDocument, circle: str, name: str, step: str, answer: str) -> SagaDocument:
    """Return the saga after an answer to the step of a return, which is a throw or a gain."""
    refusal = why_not_answer(return_steps(saga, circle, name), step, answer)
    if refusal is not None:
        raise refused(step, refusal, name)
    if answer.startswith(CRUCIBLE_OF):
        return steps.cast_crucible(saga, circle, name, answer.removeprefix(CRUCIBLE_OF))
    trait, _slash, flaw = answer.partition("/")
    return steps.bring_back(saga, circle, name, trait, flaw or None)


def return_card(saga: SagaDocument, circle: str, name: str) -> Card:
    """Return a card of the godbreaker that may come back."""
    member = circles_of(saga)[circle].find(name)
    members = () if member is None else (godbreaker_card(member.document, leader=False),)
    return Card(_("{who} of {circle} ascended", who=name, circle=circle), (), "", members)
