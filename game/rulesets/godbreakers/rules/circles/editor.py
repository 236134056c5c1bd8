"""Circles as people see and make them: rosters, cards, and the steps to a new circle."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter

from game.documents.error import DocumentError
from game.documents.reading import Name, validate_plain
from game.engine.kit.rosters import NamedRosters
from game.engine.rulebook.facets import Parameter, Values
from game.engine.rulebook.making import Card, Choice, DieThrown, MemberCard, RosterEditor, Step, refused, why_not_answer
from game.engine.rulebook.printing import PrintedRoster, printed_card
from game.engine.rulebook.view import Line
from game.engine.saving.documents import plain
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.circles import drafts
from game.rulesets.godbreakers.rules.circles.documents import (
    ALLOY,
    CAUSES,
    CIRCLES,
    CRUCIBLE,
    GIVEN_NAMES,
    METALS,
    CircleDocument,
    GainDocument,
    GodbreakerDocument,
    Growth,
    Metal,
    circles_by_slug,
    listed,
    offers,
    random_circle,
    shown,
    trait_names,
    why_no_flaw,
)
from game.rulesets.godbreakers.rules.circles.drafts import CircleDraft, MemberDraft
from game.rulesets.godbreakers.rules.traits import REGISTRY
from game.rulesets.godbreakers.words.rule_text import wording
from game.wording import N_, _

# -- sheets, lists and cards -----------------------------------------------------------------------


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
    """Return a text with the kind of a circle, such as "a training circle"."""
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


TALENTS: Final = {
    "strike": N_("hitting hard at close quarters"),
    "shoot": N_("striking from a distance"),
    "outlast": N_("outlasting its enemies"),
    "move": N_("getting where it matters"),
    "control": N_("controlling where others stand"),
}
"""What a circle may be good at, by the `talent` in the rows of traits."""
DOTS: Final = "…"
"""The text for an open choice in a draft."""
SHARED: Final = 3
"""The weight of the shard's trait, which all godbreakers have at rank 1. Each rank of an own trait counts 1."""
FAR_BEHIND: Final = 2
"""If the first talent outweighs the second by this factor, only the first is named."""


def strength(circle: CircleDocument) -> str:
    """Return a sentence about the talents of a circle, by the ranks of its traits and its shard."""
    weights = dict.fromkeys(TALENTS, 0)
    for name, trait in REGISTRY.items():
        if trait.talent:
            weights[trait.talent] += sum(member.traits.get(name, 0) for member in circle.godbreakers)
            weights[trait.talent] += SHARED if circle.shard == name else 0
    first, second, *others = sorted(weights, key=lambda talent: -weights[talent])
    if not weights[first]:
        return _("No traits: for learning how to move and fight.")
    if weights[first] >= weights[second] * FAR_BEHIND:
        return _("Best at {talent}.", talent=_(TALENTS[first]))
    weak, text = others[-1], N_("Good at {first} and at {second}.")
    if not weights[weak]:
        text = N_("Good at {first} and at {second}; weak at {weak}.")
    return _(text, first=_(TALENTS[first]), second=_(TALENTS[second]), weak=_(TALENTS[weak]))


def card_of(circle: CircleDocument) -> Card:
    """Return the card of a circle."""
    shard = circle.shard_name + (f" · {_(circle.shard)} 1" if circle.shard else "")
    lines = _about(kind_of(circle), _(circle.fights_for), shard)
    members = tuple(godbreaker_card(member, leader=index == 0) for index, member in enumerate(circle.godbreakers))
    return Card(circle.name, lines, strength(circle), members, _wordings(circle.shard, circle.godbreakers))


def _wordings(shard: str | None, members: Sequence[GodbreakerDocument]) -> tuple[Line, ...]:
    """Return the wording of each trait and flaw of a circle."""
    used = {name for member in members for name in (*member.traits, *member.flaws)} | ({shard} if shard else set())
    return tuple(
        Line(f"{_(name)}: {wording(REGISTRY[name].rule)}", REGISTRY[name].rule, icon=REGISTRY[name].icon)
        for name in sorted(used)
    )


def _about(kind: str, cause: str, shard: str) -> tuple[Line, ...]:
    """Return the first lines of a card: the kind and cause of a circle, and its shard."""
    text = _("{kind} that fights for {cause}", kind=kind, cause=cause)
    stone = Line(_("Shard: {shard}", shard=shard), "G-CIR-4", icon="marker-shard")
    return Line(text[:1].upper() + text[1:], "G-CIR-1"), stone


def draft_card(draft: CircleDraft) -> Card:
    """Return the card of an unfinished circle."""
    cause = _(draft.fights_for) if draft.fights_for else DOTS
    shard = f"{draft.shard_name or DOTS} · {_(draft.shard) if draft.shard else DOTS}"
    lines = _about(_("a circle"), cause, shard)
    members = [_so_far(member, draft.due(n)) for n, member in enumerate(draft.members)]
    cards = tuple(godbreaker_card(member, leader=n == 0) for n, member in enumerate(members))
    return Card(draft.name or DOTS, lines, "", cards, _wordings(draft.shard, members))


def _so_far(member: MemberDraft, due: int) -> GodbreakerDocument:
    """Return an unfinished godbreaker as a document, with its first `due` gains."""
    return member.model_copy(update={"name": member.name or DOTS}).document(due)


def member_card(member: MemberDraft, due: int, *, leader: bool) -> MemberCard:
    """Return the card of an unfinished godbreaker, with its first `due` gains."""
    return godbreaker_card(_so_far(member, due), leader=leader)


def godbreaker_card(member: GodbreakerDocument, *, leader: bool) -> MemberCard:
    """Return the card of a godbreaker."""
    lines = [(REGISTRY[name], f"{_(name)} {rank}", "plain") for name, rank in member.traits.items()]
    lines += [(REGISTRY[name], _(name), "warning") for name in member.flaws]
    traits = [Line(text, trait.rule, tone, trait.icon) for trait, text, tone in lines]
    metals = ", ".join(_(metal).capitalize() for metal in member.metals)
    return MemberCard(member.name, f"die-d{member.die}", _("D{die}", die=member.die), leader, tuple(traits), metals)


# -- making one step by step -----------------------------------------------------------------------


DRAFT: Final = "draft"
"""The name of the file in errors about a draft."""
CRUCIBLE_OF: Final = "crucible "
"""The beginning of an answer that throws the crucible. The metal follows."""
PLACES: Final = N_("First trait"), N_("Second trait"), N_("The leader's third trait")


def trait_choice(name: str, part: str = "", label: str = "") -> Choice:
    """Return a choice for a trait or flaw, with its text."""
    trait = REGISTRY[name]
    return Choice(name, label or _(name), wording(trait.rule), part, trait.rule, trait.icon)


def member_steps(member: MemberDraft, before: str, part: str, due: int, suggestion: str) -> Iterator[Step]:
    """Yield the steps of making a godbreaker. Their ids begin with `before`, and their heading is `part`."""
    metals = tuple(
        Choice(metal, _(metal).capitalize(), ", ".join(map(_, listed(metal))), rule="G-CIR-3") for metal in METALS
    )
    yield Step(f"{before}name", _("Name"), part, member.name or "", "G-CIR-3", suggestion=suggestion)
    metal = _(member.metal).capitalize() if member.metal else ""
    yield Step(f"{before}metal", _("Metal"), part, metal, "G-CIR-3", choices=metals)
    for place in range(due):
        yield from _gain_steps(member, place, f"{before}trait-{place + 1}", part)


def _gain_steps(member: MemberDraft, place: int, identity: str, part: str) -> Iterator[Step]:
    """Yield the step of a gain, and the step of its alloy's flaw, if any. `place` is the number of earlier gains."""
    title, pending = _(PLACES[place]), place == len(member.gains) and member.alloy is not None
    if place > len(member.gains):
        yield Step(identity, title, part, rule="G-CIR-5", reason=_("choose the previous trait first"))
        return
    if member.metal is None:
        yield Step(identity, title, part, rule="G-CIR-3", reason=_("choose its metal first"))
        return
    gain = member.gains[place] if place < len(member.gains) else None
    cast, growth, value = member.throw_for(place), member.growth(place), _value(member, place, gain)
    thrown = None if cast is None else die_thrown(cast.metal, cast.roll)
    choices = tuple(chosen_gains(growth) if cast is None else kept_gains(growth, cast.metal, cast.roll))
    rule = "G-CIR-6" if cast is not None else "G-CIR-5"
    yield Step(identity, title, part, value, rule, choices=choices, thrown=thrown)
    if pending or (gain is not None and gain.flaw):
        flaws = tuple(map(trait_choice, growth.free_flaws()))
        flaw = _(gain.flaw) if gain is not None and gain.flaw else ""
        yield Step(f"{identity}-flaw", _("The alloy's flaw"), part, flaw, "G-CIR-7", choices=flaws)


def die_thrown(metal: Metal, roll: int) -> DieThrown:
    """Return a throw of a metal's crucible for display."""
    return DieThrown(ALLOY, roll, _("Crucible of {metal}", metal=_(metal)), _(shown(metal, roll)))


def _value(member: MemberDraft, place: int, gain: GainDocument | None) -> str:
    """Return the text of a gain that was chosen, or "" for an open choice."""
    trait = gain.trait if gain is not None else member.alloy
    if trait is None:
        return ""
    rank = member.growth(place).traits.get(trait, 0) + 1
    by = {"choice": "", "crucible": _(", from the crucible"), "alloy": _(", from an alloy")}
    return f"{_(trait)} {rank}{by['alloy' if gain is None else gain.by]}"


def chosen_gains(growth: Growth) -> Iterator[Choice]:
    """Yield the choices for a gain without a throw: take or raise a trait, or throw (G-CIR-5, G-CIR-6)."""
    for name in growth.choices():
        if name not in growth.traits:
            yield trait_choice(name, _("Take a trait at rank 1"))
    for name in growth.raisable():
        yield _raise(growth, name, _("Or raise one of its traits"))
    yield from throws()


def throws() -> Iterator[Choice]:
    """Yield the choices to throw the crucible of each metal (G-CIR-6)."""
    for metal in METALS:
        faces = ", ".join(f"{face} {_(name)}" for face, name in enumerate((*CRUCIBLE[metal], "Alloy"), 1))
        label = _("Roll on the {metal} crucible", metal=_(metal))
        yield Choice(f"{CRUCIBLE_OF}{metal}", label, faces, _("Or leave it to the crucible"), "G-CIR-6", "die-d6")


def kept_gains(growth: Growth, metal: Metal, roll: int) -> Iterator[Choice]:
    """Yield the choices after a throw: keep the result, or raise a trait instead (G-CIR-6, G-CIR-7)."""
    keep_part, trade_part = _("Keep the crucible's result"), _("Or discard it and raise a trait by one rank")
    face = "" if roll == ALLOY else CRUCIBLE[metal][roll - 1]
    for name, by in dict.fromkeys((gain.trait, gain.by) for gain in offers(growth, metal, roll)):
        if by == "alloy":
            part = _("Keep the alloy: add {metal} to its metals; take a trait, then a flaw", metal=_(metal))
            yield trait_choice(name, part)
        elif name == face:
            rank = growth.traits.get(name, 0) + 1
            yield trait_choice(name, keep_part, f"{_(name)} {rank}")
        else:
            yield _raise(growth, name, trade_part)


def _raise(growth: Growth, name: str, part: str) -> Choice:
    """Return the choice to raise a trait by one rank."""
    return trait_choice(name, part, _("Raise {trait} to rank {rank}", trait=_(name), rank=growth.traits[name] + 1))


class Dice(NamedTuple):
    """The seed of a member's crucible, and the beginning of the purpose of its throws."""

    seed: int
    about: str


def called(text: str, where: str) -> str:
    """Return a typed text on one line. Raise `DocumentError` if it is not a valid name."""
    try:
        return validate_plain(TypeAdapter(Name), " ".join(text.split()), DRAFT)
    except DocumentError as error:
        raise refused(where, Refusal(error.reason, "G-CIR-1"), DRAFT) from None


def member_after(
    member: MemberDraft, steps: Sequence[Step], step: tuple[str, str], answer: str, dice: Dice, taken: Collection[str]
) -> MemberDraft:
    """Return the draft after an answer to a step. Raise `DocumentError` with the reason and its rule.

    `step` is the id of the step in two parts: the beginning, which names the member, and the rest. `taken` are the
    names of other members.
    """
    step_id, step_name = "".join(step), step[1]
    refusal = why_not_answer(steps, step_id, answer)
    if refusal is not None and step_name.startswith("trait-"):
        refusal = _why_not_gain(member, steps, step_id, step_name, answer) or refusal
    if step_name == "name" and " ".join(answer.split()).casefold() in [name.casefold() for name in taken]:
        refusal = Refusal(_("another godbreaker is already called {name!r}", name=answer[:40]), "G-CIR-1")
    if refusal is not None:
        raise refused(step_id, refusal, DRAFT)
    return _apply_answer(member, step_name, called(answer, step_id) if step_name == "name" else answer, dice)


def _apply_answer(member: MemberDraft, field: str, answer: str, dice: Dice) -> MemberDraft:
    """Return the draft after a legal answer. `field` is the step's id without the beginning that names the member."""
    if field == "name":
        return member.model_copy(update={"name": answer})
    if field == "metal":
        return member.changed(member.gains, metal=answer)
    place, flaw = _place(field)
    if flaw:
        trait = member.gains[place].trait if place < len(member.gains) else member.alloy
        options = [option for option in member.options(place) if (option.trait, option.flaw) == (trait, answer)]
        return member.with_gain(place, options[0])
    if answer.startswith(CRUCIBLE_OF):
        metal = next(metal for metal in METALS if metal == answer.removeprefix(CRUCIBLE_OF))
        return member.cast(place, metal, *dice)
    gains = [option for option in member.options(place) if option.trait == answer]
    if gains[0].by == "alloy":
        return member.changed(member.gains[:place], alloy=answer)
    return member.with_gain(place, gains[0])


def _why_not_gain(member: MemberDraft, steps: Sequence[Step], step: str, field: str, answer: str) -> Refusal | None:
    """Return the reason why a gain cannot be chosen, or None if the answer is not a trait or flaw."""
    if any(other_step.reason for other_step in steps if other_step.id == step):
        return None
    place, flaw = _place(field)
    if flaw:
        return Refusal(why_no_flaw(member.growth(place)), "G-CIR-7")
    if member.throw_for(place) is not None and answer.startswith(CRUCIBLE_OF):
        text = _("you have already rolled on the crucible for this trait: keep the result, or raise another")
        return Refusal(text, "G-CIR-6")
    if answer not in trait_names():
        return None
    broken = member.why_not(place, GainDocument(trait=answer))
    return None if broken is None else Refusal(broken.reason, broken.rule)


def _place(field: str) -> tuple[int, str]:
    """Return the place of the gain of a step, and "flaw" if the step chooses the flaw of an alloy."""
    parts = field.removeprefix("trait-").split("-")
    return int(parts[0]) - 1, "".join(parts[1:])


# -- circles ---------------------------------------------------------------------------------------


class CircleEditor(RosterEditor[CircleDocument, CircleDraft]):
    """The roster editor. Ids of steps begin with a member's place: "1.metal" is the leader's metal."""

    roster_type, draft_type = CircleDocument, CircleDraft

    def bundled(self) -> list[tuple[str, CircleDocument]]:
        return [*circles_by_slug().items()]

    card = staticmethod(card_of)

    draft_card = staticmethod(draft_card)

    def called(self, title: str) -> str:
        return called(title, "name")

    # -- drafts ------------------------------------------------------------------------------------

    begin = staticmethod(drafts.new_draft)
    reopen = staticmethod(drafts.reopened)
    why_not_reopen = staticmethod(drafts.why_not_reopen)

    def missing(self, draft: CircleDraft) -> list[Refusal]:
        return [Refusal(f"{step.part}: {step.title}", step.rule) for step in self.steps(draft) if not step.value]

    def settled(self, draft: CircleDraft) -> CircleDraft:
        return draft.model_copy(update={"settled": True})

    def finish(self, draft: CircleDraft) -> CircleDocument:
        if missing := self.missing(draft):
            texts = ", ".join(refusal.text for refusal in missing[:3])
            rest_text = _(" and {n} more", n=len(missing) - 3) if len(missing) > 3 else ""
            text = _("still missing: {texts}{more}", texts=texts, more=rest_text)
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
        place, dot, step_name = step.rpartition(".")
        if dot and step in [other_step.id for other_step in steps]:
            index = int(place) - 1
            member = draft.members[index]
            taken = [other.name for other in draft.members if other.name and other is not member]
            dice = Dice(draft.seed, f"circle/{member.key}")
            changed_member = member_after(member, steps, (f"{place}.", step_name), answer, dice, taken)
            return draft.model_copy(
                update={"members": (*draft.members[:index], changed_member, *draft.members[index + 1 :])}
            )
        if (refusal := why_not_answer(steps, step, answer)) is not None:
            raise refused(step, refusal, DRAFT)
        if step not in _FIELDS:
            return _lead(draft, answer) if step == "leader" else _deal(draft, answer)
        return draft.model_copy(update={_FIELDS[step]: called(answer, step) if step in _TYPED else answer})


_ENVELOPE: Final = {"format": "inchwise-circle", "version": 1, "ruleset": "godbreakers"}
_TYPED: Final = ("name", "cause", "shard-name")


def _name(draft: CircleDraft, index: int) -> str:
    """Return the name of a member, or its number if it has no name yet."""
    return draft.members[index].name or _("Number {n}", n=index + 1)


def _free_name(draft: CircleDraft, member: MemberDraft) -> str:
    """Return a name that no godbreaker of the circle has."""
    taken = {other.name.casefold() for other in draft.members if other.name}
    start = (draft.seed + member.key * 13) % len(GIVEN_NAMES)
    names = (*GIVEN_NAMES[start:], *GIVEN_NAMES[:start])
    return next((name for name in names if name.casefold() not in taken), "")


def _circle_steps(draft: CircleDraft) -> Iterator[Step]:
    """Yield the steps about the circle as a whole: names, cause, shard, leader and dice."""
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
    """Return the names of the members with the given indices, joined by "and"."""
    return _(" and ").join(_name(draft, n) for n in pair)


def _lead(draft: CircleDraft, answer: str) -> CircleDraft:
    """Return the draft with another leader."""
    members = list(draft.members)
    members.insert(0, members.pop(int(answer) - 1))
    return draft.model_copy(update={"members": tuple(members)})


def _deal(draft: CircleDraft, answer: str) -> CircleDraft:
    """Return the draft in which the chosen members have a D8."""
    eights = [int(number) - 1 for number in answer.split()]
    members = (member.model_copy(update={"die": 8 if n in eights else 6}) for n, member in enumerate(draft.members))
    return draft.model_copy(update={"members": tuple(members)})


_FIELDS: Final = {"name": "name", "cause": "fights_for", "shard": "shard", "shard-name": "shard_name"}
"""The fields of a draft that a step sets, by the step's id."""
