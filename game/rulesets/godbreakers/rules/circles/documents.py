"""The document of a circle, and the rules of creation that a circle must keep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field, model_validator

from game.documents.faces import FacedDocument
from game.documents.reading import Name, Part, refuse
from game.rulesets.godbreakers.rules.circles.gains import (
    CIRCLE_SIZE,
    FRESH_DICE,
    FRESH_GAINS,
    HIGHEST_RANK,
    LEADER_GAINS,
    METALS,
    MOST_TRAITS,
    Broken,
    GainDocument,
    Growth,
    Metal,
    flaw_names,
    listed,
    trait_names,
    why_not,
)
from game.wording import N_, _

# These bounds only exclude nonsense. `broken_rules` checks the limits of the game and names the rules.
Rank = Annotated[int, Field(ge=1, le=1_000, json_schema_extra={"maximum": HIGHEST_RANK})]
Traits = Annotated[dict[Name, Rank], Field(max_length=60, json_schema_extra={"maxProperties": MOST_TRAITS})]


class GodbreakerDocument(Part):
    """A godbreaker on a roster (G-CIR-3). `reach` is extra attack range in U, for training circles only.

    `metals` begins with the metal chosen at creation, and alloys add more. `gains` is the record of its traits, oldest
    first. Without a record, every rank was chosen from the list of its metal.
    """

    name: Name
    die: Literal[6, 8, 10, 12] = 6
    metals: tuple[Metal, ...] = Field(default=(), max_length=4)
    traits: Traits = Field(default_factory=dict)
    flaws: tuple[Name, ...] = Field(default=(), max_length=20)
    gains: tuple[GainDocument, ...] = Field(default=(), max_length=20)
    reach: int = Field(default=0, ge=0, le=36)


class CircleDocument(FacedDocument):
    """A roster (G-CIR-1): a name, a cause, a shard and exactly five godbreakers, the leader first.

    A fresh circle keeps the rules of creation (G-CIR-2, G-CIR-3). A `veteran` comes from a saga, in which dice rise
    and returning godbreakers gain traits. A `training` circle only has to keep the limits of G-CIR-5.
    """

    format: Literal["inchwise-circle"] = "inchwise-circle"
    version: Literal[1] = 1
    ruleset: Literal["godbreakers"] = "godbreakers"
    name: Name
    fights_for: Name
    training: bool = False
    veteran: bool = False
    shard: Name | None = None
    shard_name: Name = "Shard"
    godbreakers: tuple[GodbreakerDocument, ...] = Field(min_length=1, max_length=CIRCLE_SIZE * 4)

    @model_validator(mode="after")
    def _keeps_the_rules(self) -> CircleDocument:
        for broken in broken_rules(self):
            refuse(broken.where, str(broken))
        return self


# -- the rules of creation (G-CIR-1..7) ---------------------------------------------------------


def broken_rules(circle: CircleDocument) -> Iterator[Broken]:
    """Yield every rule that a circle breaks."""
    members = circle.godbreakers
    if len(members) != CIRCLE_SIZE:
        text = N_("there are {members}, but a circle has exactly {size} - add or remove some")
        yield Broken("G-CIR-1", "godbreakers", _(text, members=len(members), size=CIRCLE_SIZE))
    yield from _names(members)
    if circle.shard is None and not circle.training:
        yield Broken("G-CIR-4", "shard", _("is missing - every shard carries one trait"))
    elif circle.shard is not None and circle.shard not in trait_names():
        text = N_("no trait is called {shard!r} - use one of {known}")
        yield Broken("G-CIR-4", "shard", _(text, shard=circle.shard[:40], known=", ".join(trait_names())))
    for index, member in enumerate(members):
        here = f"godbreakers[{index}]"
        yield from _limits(member, here) if circle.training else broken_by_member(member, here)
    if not circle.training:
        dice = sorted((member.die for member in members), reverse=True)
        if not circle.veteran and len(dice) == CIRCLE_SIZE and dice != sorted(FRESH_DICE, reverse=True):
            found = ", ".join(f"D{die}" for die in dice)
            text = N_("have the dice {found}, but a fresh circle has two D8 and three D6 - correct them")
            yield Broken("G-CIR-2", "godbreakers", _(text, found=found))
        yield from _number_of_gains(circle)


def broken_by_member(member: GodbreakerDocument, here: str) -> Iterator[Broken]:
    """Yield every rule that a godbreaker breaks in any circle. `here` is its place in a document."""
    yield from _limits(member, here)
    yield from _origins(member, here)


def _names(members: Sequence[GodbreakerDocument]) -> Iterator[Broken]:
    seen: list[str] = []
    for index, member in enumerate(members):
        if member.name.casefold() in seen:
            reason = _("another godbreaker is already called {member!r} - rename one", member=member.name)
            yield Broken("G-CIR-1", f"godbreakers[{index}].name", reason)
        seen.append(member.name.casefold())


def _limits(member: GodbreakerDocument, here: str) -> Iterator[Broken]:
    for name, rank in member.traits.items():
        if name not in trait_names():
            text = N_("no trait is called {name!r} - use one of {known}")
            yield Broken("G-CIR-5", f"{here}.traits", _(text, name=name[:40], known=", ".join(trait_names())))
        elif rank > HIGHEST_RANK:
            reason = _("rank {rank} is more than {highest} - lower it", rank=rank, highest=HIGHEST_RANK)
            yield Broken("G-CIR-5", f"{here}.traits.{name}", reason)
    if len(member.traits) > MOST_TRAITS:
        text = N_("there are {traits}, but a godbreaker has at most {most} - drop some")
        yield Broken("G-CIR-5", f"{here}.traits", _(text, traits=len(member.traits), most=MOST_TRAITS))
    for index, name in enumerate(member.flaws):
        if name not in flaw_names():
            reason = _("no flaw is called {name!r} - use one of {known}", name=name[:40], known=", ".join(flaw_names()))
            yield Broken("G-CIR-7", f"{here}.flaws[{index}]", reason)
        elif name in member.flaws[:index]:
            yield Broken("G-CIR-7", f"{here}.flaws[{index}]", _("{name} is listed twice - drop one", name=name))


def _origins(member: GodbreakerDocument, here: str) -> Iterator[Broken]:
    """Check that metals, traits and flaws match the gains. Without a record, every gain was a choice."""
    if not member.metals:
        yield Broken("G-CIR-3", f"{here}.metals", _("is empty - choose one of {known}", known=", ".join(METALS)))
        return
    if member.reach:
        reason = _("is for training circles only - drop it, or mark the circle as training")
        yield Broken("G-MEAS-8", f"{here}.reach", reason)
    growth = Growth([member.metals[0]])
    if not member.gains:
        yield from _without_record(member, here)
        return
    for index, gain in enumerate(member.gains):
        if gain.at == "creation" and index and member.gains[index - 1].at == "return":
            yield Broken(
                "G-CIR-3", f"{here}.gains[{index}].at", _("creation comes before any return - correct the order")
            )
            return
        rule, field, reason = why_not(growth, gain)
        if reason:
            yield Broken(rule, f"{here}.gains[{index}].{field}", reason)
            return
        growth.take(gain)
    if sorted(growth.metals) != sorted(member.metals):
        text = N_("{metals} does not match the gains, which give {grown} - correct one of them")
        named, due = ", ".join(member.metals), ", ".join(growth.metals)
        yield Broken("G-CIR-7", f"{here}.metals", _(text, metals=named, grown=due))
    if growth.traits != member.traits:
        text = N_("{ranks} does not match the gains, which give {grown} - correct one of them")
        yield Broken("G-CIR-5", f"{here}.traits", _(text, ranks=_ranks(member.traits), grown=_ranks(growth.traits)))
    if sorted(growth.flaws) != sorted(member.flaws):
        text = N_("{named} does not match the alloys among its gains, which give {due} - correct one of them")
        named, due = ", ".join(member.flaws) or _("none"), ", ".join(growth.flaws) or _("none")
        yield Broken("G-CIR-7", f"{here}.flaws", _(text, named=named, due=due))


def _without_record(member: GodbreakerDocument, here: str) -> Iterator[Broken]:
    if len(member.metals) > 1:
        text = N_("there are {metals} metals, but only an alloy adds one - keep one, or record the alloy in `gains`")
        yield Broken("G-CIR-7", f"{here}.metals", _(text, metals=len(member.metals)))
    elif member.flaws:
        reason = _("come with alloys only - drop them, or record the alloys in `gains`")
        yield Broken("G-CIR-7", f"{here}.flaws", reason)
    for name in member.traits:
        if name not in listed(member.metals[0]):
            text = N_(
                "is not on the {metal} list - choose one of {known}, record its origin in `gains`, or mark the "
                "circle as training"
            )
            known = {"metal": member.metals[0], "known": ", ".join(listed(member.metals[0]))}
            yield Broken("G-CIR-5", f"{here}.traits.{name}", _(text, **known))


def _ranks(traits: dict[str, int]) -> str:
    return ", ".join(f"{name} {rank}" for name, rank in traits.items()) or _("none")


def gains_of(member: GodbreakerDocument) -> tuple[GainDocument, ...]:
    """Return the gains of a godbreaker. Without a record, this is a choice for every rank."""
    if member.gains:
        return member.gains
    return tuple(GainDocument(trait=name) for name, rank in member.traits.items() for _rank in range(rank))


def _number_of_gains(circle: CircleDocument) -> Iterator[Broken]:
    """Check the number of gains: two at creation, three for a leader. A veteran may have gained more later."""
    leaders = 0
    for index, member in enumerate(circle.godbreakers):
        here = f"godbreakers[{index}].gains" if member.gains else f"godbreakers[{index}].traits"
        gains = gains_of(member)
        first = sum(gain.at == "creation" for gain in gains)
        if not circle.veteran:
            due = LEADER_GAINS if index == 0 else FRESH_GAINS
            if first != len(gains):
                yield Broken("G-ASC-1", here, _("include a return, but the circle is fresh - only a saga has returns"))
            elif first != due:
                who = _("the leader") if index == 0 else _("a godbreaker")
                text = N_("there are {first} gains, but {who} of a fresh circle has {due}, each a trait or a rank")
                reason = _(text, first=first, who=who, due=due)
                yield Broken(
                    "G-CIR-3", here, _("{reason} - correct them, or mark the circle as training", reason=reason)
                )
        elif not FRESH_GAINS <= first <= LEADER_GAINS:
            text = N_("there are {first} gains at creation, but a godbreaker has two and a leader three - correct them")
            yield Broken("G-CIR-3", here, _(text, first=first))
        leaders += first == LEADER_GAINS
        if circle.veteran and leaders > 1:
            yield Broken(
                "G-CIR-3",
                here,
                _(
                    "there are three gains at creation, as for a leader, but another godbreaker also has three - "
                    "correct one"
                ),
            )
            return
