"""Making a recruit step by step (G-CIR-1, G-CIR-3); its draft stands in the saga, so that a throw stays thrown."""

from __future__ import annotations

from collections.abc import Iterator

from game.documents.error import DocumentError
from game.engine.rulebook.making import Card, Step, refused
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.circles.card import member_card
from game.rulesets.godbreakers.rules.circles.drafts import MemberDraft
from game.rulesets.godbreakers.rules.circles.making import Dice, member_after, member_steps
from game.rulesets.godbreakers.rules.constants import FRESH_GAINS
from game.rulesets.godbreakers.sagas import steps
from game.rulesets.godbreakers.sagas.standing import Circle, SagaDocument, circles_of
from game.rulesets.godbreakers.words.slugs import slug
from game.wording import _


def recruit_steps(saga: SagaDocument, circle: str) -> list[Step]:
    """Return the steps of a circle's next recruit."""
    chosen = circles_of(saga)[circle]
    member = steps.recruit_draft(saga, chosen).member
    part = f"{member.name or _('Recruit')} · D{member.die}"
    return list(member_steps(member, "", part, FRESH_GAINS, member.name or fresh_name(chosen)))


def fresh_name(circle: Circle) -> str:
    """Return a name for a recruit that nobody of the circle has had."""
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
    """Return a circle's next recruit for display, as far as it is made."""
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
    return refused("", Refusal(_("is missing: {texts}{more}", texts=texts, more=""), missing[0].rule), circle)
