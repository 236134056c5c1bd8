"""Circles for display."""

from __future__ import annotations

from typing import Final

from game.engine.rulebook.making import Card, MemberCard
from game.engine.rulebook.view import Line
from game.rulesets.godbreakers.rules.circles.documents import CircleDocument, GodbreakerDocument
from game.rulesets.godbreakers.rules.circles.drafts import CircleDraft, MemberDraft
from game.rulesets.godbreakers.rules.circles.roster_text import kind_of
from game.rulesets.godbreakers.rules.traits import REGISTRY
from game.rulesets.godbreakers.words.rule_text import wording
from game.wording import N_, _

TALENTS: Final[dict[str, tuple[str, ...]]] = {
    N_("hitting hard at close quarters"): ("Brutal", "Deadly", "Merciless", "Vengeful"),
    N_("striking from a distance"): ("Ranged", "Thunderous"),
    N_("outlasting its enemies"): ("Defensive", "Despoiling", "Healer", "Relentless", "Tough"),
    N_("getting where it matters"): ("Cunning", "Fleet", "Inspired", "Mysterious", "Unbound"),
    N_("controlling where others stand"): ("Juggernaut", "Pinning", "Ruinous", "Shaping", "Summoning"),
}
"""The talents of a circle, with the traits that count for them."""
DOTS: Final = "…"
"""The text for an open choice in a draft."""
SHARED: Final = 3
"""The weight of the shard's trait, which all godbreakers have at rank 1. Each rank of an own trait counts 1."""
FAR_BEHIND: Final = 2
"""If the first talent outweighs the second by this factor, only the first is named."""


def strength(circle: CircleDocument) -> str:
    """Return a sentence about the talents of a circle, by the ranks of its traits and its shard."""
    weights = dict.fromkeys(TALENTS, 0)
    for talent, traits in TALENTS.items():
        weights[talent] += sum(member.traits.get(name, 0) for member in circle.godbreakers for name in traits)
        weights[talent] += SHARED if circle.shard in traits else 0
    first, second, *rest = sorted(weights, key=lambda talent: -weights[talent])
    if not weights[first]:
        return _("No traits: for learning how to move and fight.")
    if weights[first] >= weights[second] * FAR_BEHIND:
        return _("Best at {talent}.", talent=_(first))
    weak = rest[-1]
    if not weights[weak]:
        text = N_("Good at {first} and at {second}; weak at {weak}.")
        return _(text, first=_(first), second=_(second), weak=_(weak))
    return _("Good at {first} and at {second}.", first=_(first), second=_(second))


def card_of(circle: CircleDocument) -> Card:
    """Return the card of a circle."""
    shard = circle.shard_name + (f" · {_(circle.shard)} 1" if circle.shard else "")
    lines = (
        Line(_about(kind_of(circle), _(circle.fights_for)), "G-CIR-1"),
        Line(_("Shard: {shard}", shard=shard), "G-CIR-4", icon="marker-shard"),
    )
    members = tuple(godbreaker_card(member, leader=place == 0) for place, member in enumerate(circle.godbreakers))
    used = {name for member in circle.godbreakers for name in (*member.traits, *member.flaws)}
    if circle.shard is not None:
        used.add(circle.shard)
    wordings = tuple(
        Line(f"{_(name)}: {wording(REGISTRY[name].rule)}", REGISTRY[name].rule, icon=REGISTRY[name].icon)
        for name in sorted(used)
    )
    return Card(circle.name, lines, strength(circle), members, wordings)


def _about(kind: str, cause: str) -> str:
    text = _("{kind} that fights for {cause}", kind=kind, cause=cause)
    return text[:1].upper() + text[1:]


def draft_card(draft: CircleDraft) -> Card:
    """Return the card of a circle that is not finished."""
    cause = _(draft.fights_for) if draft.fights_for else DOTS
    shard = f"{draft.shard_name or DOTS} · {_(draft.shard) if draft.shard else DOTS}"
    lines = (
        Line(_about(_("a circle"), cause), "G-CIR-1"),
        Line(_("Shard: {shard}", shard=shard), "G-CIR-4", icon="marker-shard"),
    )
    members: list[MemberCard] = []
    for index, member in enumerate(draft.members):
        members.append(member_card(member, draft.due(index), leader=index == 0))
    return Card(draft.name or DOTS, lines, "", tuple(members))


def member_card(member: MemberDraft, due: int, *, leader: bool) -> MemberCard:
    """Return the card of a godbreaker that is not finished, with its first `due` gains."""
    named = member.model_copy(update={"name": member.name or DOTS})
    return godbreaker_card(named.document(due), leader=leader)


def godbreaker_card(member: GodbreakerDocument, *, leader: bool) -> MemberCard:
    """Return the card of a godbreaker."""
    lines = [(REGISTRY[name], f"{_(name)} {rank}", "plain") for name, rank in member.traits.items()]
    lines += [(REGISTRY[name], _(name), "warning") for name in member.flaws]
    traits = [Line(text, trait.rule, tone, trait.icon) for trait, text, tone in lines]
    metals = ", ".join(_(metal).capitalize() for metal in member.metals)
    return MemberCard(member.name, f"die-d{member.die}", _("D{die}", die=member.die), leader, tuple(traits), metals)
