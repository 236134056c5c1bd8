"""Circles for display, as cards and as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from pydantic import TypeAdapter

from game.documents.error import DocumentError
from game.documents.reading import Name, validate_plain
from game.engine.kit.rosters import NamedRosters
from game.engine.rulebook.facets import Parameter, Values
from game.engine.rulebook.making import Card, MemberCard
from game.engine.rulebook.printing import PrintedRoster, printed_card
from game.engine.rulebook.view import Line
from game.rulesets.godbreakers.rules.circles.bundled import CIRCLES
from game.rulesets.godbreakers.rules.circles.creation import random_circle
from game.rulesets.godbreakers.rules.circles.documents import CircleDocument, GodbreakerDocument
from game.rulesets.godbreakers.rules.circles.drafts import CircleDraft, MemberDraft
from game.rulesets.godbreakers.rules.circles.gains import trait_names
from game.rulesets.godbreakers.rules.traits import REGISTRY
from game.rulesets.godbreakers.words.rule_text import wording
from game.wording import N_, _


def sheet(circle: CircleDocument) -> Iterator[str]:
    """Yield lines of text about a circle, with a line for each godbreaker, the leader first."""
    parts = {"circle": circle.name, "kind": kind_of(circle), "fights_for": circle.fights_for}
    yield _("{circle}, {kind}, fights for {fights_for}", **parts)
    yield _("  shard: {shard_name}", shard_name=circle.shard_name) + (f" ({circle.shard} 1)" if circle.shard else "")
    width = max((len(member.name) for member in circle.godbreakers), default=0)
    for place, member in enumerate(circle.godbreakers):
        mark = "*" if place == 0 else " "
        yield f"  {mark} {member.name:<{width}}  D{member.die:<3}{nature(member)}".rstrip()


def kind_of(circle: CircleDocument) -> str:
    """Return a text that says whether a circle is for training or experienced."""
    if circle.training:
        return _("a training circle")
    return _("an experienced circle") if circle.veteran else _("a circle")


def nature(member: GodbreakerDocument) -> str:
    """Return a text with the metals, traits and flaws of a godbreaker."""
    ranks = ", ".join(f"{name} {rank}" for name, rank in member.traits.items())
    parts = ["/".join(map(_, member.metals)), ranks, ", ".join(member.flaws)]
    return "; ".join(part for part in parts if part)


class Circles(NamedRosters[CircleDocument]):
    """The rosters of The Godbreaker Saga for the command line."""

    known = CIRCLES
    parameters: tuple[Parameter, ...] = (
        Parameter("fights_for", N_("Its cause; picked at random if omitted.")),
        Parameter("shard", N_("The trait of its shard; picked at random if omitted.")),
    )

    def listed(self, name: str, roster: CircleDocument) -> tuple[str, dict[str, Any]]:
        kind = _("training") if roster.training else _("shard: {shard}", shard=_(roster.shard or ""))
        line = _("{circle:<22}{kind:<20}for {cause}", circle=name, kind=kind, cause=roster.fights_for)
        return line, {
            "circle": name,
            "name": roster.name,
            "fights_for": roster.fights_for,
            "training": roster.training,
            "shard": roster.shard or "",
            "members": [member.name for member in roster.godbreakers],
        }

    sheet = staticmethod(sheet)

    def printed(self, roster: CircleDocument) -> PrintedRoster:
        return printed_card(card_of(roster))

    def make(self, name: str, seed: int, values: Values) -> CircleDocument:
        """Return a random legal circle. Raise `DocumentError` for an impossible name, cause or shard trait."""
        fights_for = None if values["fights_for"] is None else str(values["fights_for"])
        shard = None if values["shard"] is None else str(values["shard"])
        for where, text in (("--name", name), ("--fights-for", fights_for)):
            if text is not None:
                try:
                    validate_plain(TypeAdapter(Name), text, "new circle")
                except DocumentError as error:
                    raise DocumentError("new circle", where, error.reason) from None
        if shard is not None and shard not in trait_names():
            text = N_("no trait is called {shard!r} - use one of {known} (G-CIR-4)")
            raise DocumentError("new circle", "--shard", _(text, shard=shard[:40], known=", ".join(trait_names())))
        return random_circle(name, seed, fights_for=fights_for, shard=shard)


# -- cards -----------------------------------------------------------------------------------------


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
    return Card(circle.name, lines, strength(circle), members, _wordings(circle.shard, circle.godbreakers))


def _wordings(shard: str | None, members: Sequence[GodbreakerDocument]) -> tuple[Line, ...]:
    """Return the wording of each trait and flaw of a circle."""
    used = {name for member in members for name in (*member.traits, *member.flaws)} | ({shard} if shard else set())
    return tuple(
        Line(f"{_(name)}: {wording(REGISTRY[name].rule)}", REGISTRY[name].rule, icon=REGISTRY[name].icon)
        for name in sorted(used)
    )


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
    members = [_so_far(member, draft.due(n)) for n, member in enumerate(draft.members)]
    cards = tuple(godbreaker_card(member, leader=n == 0) for n, member in enumerate(members))
    return Card(draft.name or DOTS, lines, "", cards, _wordings(draft.shard, members))


def _so_far(member: MemberDraft, due: int) -> GodbreakerDocument:
    """Return a godbreaker that is not finished, with its first `due` gains."""
    return member.model_copy(update={"name": member.name or DOTS}).document(due)


def member_card(member: MemberDraft, due: int, *, leader: bool) -> MemberCard:
    """Return the card of a godbreaker that is not finished, with its first `due` gains."""
    return godbreaker_card(_so_far(member, due), leader=leader)


def godbreaker_card(member: GodbreakerDocument, *, leader: bool) -> MemberCard:
    """Return the card of a godbreaker."""
    lines = [(REGISTRY[name], f"{_(name)} {rank}", "plain") for name, rank in member.traits.items()]
    lines += [(REGISTRY[name], _(name), "warning") for name in member.flaws]
    traits = [Line(text, trait.rule, tone, trait.icon) for trait, text, tone in lines]
    metals = ", ".join(_(metal).capitalize() for metal in member.metals)
    return MemberCard(member.name, f"die-d{member.die}", _("D{die}", die=member.die), leader, tuple(traits), metals)
