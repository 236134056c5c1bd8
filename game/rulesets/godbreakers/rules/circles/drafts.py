"""Drafts of unfinished circles and godbreakers, with all decisions and throws.

A throw of the crucible belongs to a gain and is never repeated, even if people change other decisions (G-CIR-6).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field, model_validator

from game.documents.reading import Document, Name, Part, refuse
from game.engine.core.dice import KeyedDice, RollCounter
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.circles.documents import (
    ALLOY,
    CIRCLE_SIZE,
    FRESH_DICE,
    FRESH_GAINS,
    LEADER_GAINS,
    Broken,
    CircleDocument,
    GainDocument,
    GodbreakerDocument,
    Growth,
    Metal,
    gains_of,
    open_gains,
    shown,
    throw,
    trait_names,
    why_not,
)
from game.wording import _

GainPlace = Annotated[int, Field(ge=0, lt=LEADER_GAINS)]


class ThrowDocument(Part):
    """A throw of the crucible for a gain. `gain` is 0 for the first gain."""

    gain: GainPlace
    metal: Metal
    roll: Annotated[int, Field(ge=1, le=6)]


class MemberDraft(Part):
    """The draft of a godbreaker. `key` identifies it when members change places.

    `alloy` is the trait of an alloy whose flaw is not chosen yet.
    """

    key: Annotated[int, Field(ge=0, lt=CIRCLE_SIZE)]
    name: Name | None = None
    die: Literal[6, 8] = 6
    metal: Metal | None = None
    gains: Annotated[tuple[GainDocument, ...], Field(max_length=LEADER_GAINS)] = ()
    thrown: Annotated[tuple[ThrowDocument, ...], Field(max_length=LEADER_GAINS)] = ()
    alloy: Name | None = None

    @model_validator(mode="after")
    def _keeps_the_rules(self) -> MemberDraft:
        for place, gain in enumerate(self.gains):
            if broken := self.why_not(place, gain):
                refuse(f"gains[{place}].{broken.where}", str(broken))
        if len({throw.gain for throw in self.thrown}) < len(self.thrown):
            refuse("thrown", _("one gain has two rolls - keep one (G-CIR-6)"))
        place = len(self.gains)
        if self.alloy is not None and self.alloy not in [gain.trait for gain in self.options(place) if gain.flaw]:
            refuse("alloy", _("no alloy roll gives that trait (G-CIR-7)"))
        return self

    def growth(self, place: int) -> Growth:
        """Return the metals, traits and flaws before the gain at a place."""
        growth = Growth([] if self.metal is None else [self.metal])
        for gain in self.gains[:place]:
            growth.take(gain)
        return growth

    def throw_for(self, place: int) -> ThrowDocument | None:
        """Return the throw of the crucible for the gain at a place, or None."""
        return next((throw for throw in self.thrown if throw.gain == place), None)

    def options(self, place: int) -> list[GainDocument]:
        """Return the possible gains at a place: by its throw, or by choice if there is no throw (G-CIR-5..7)."""
        if self.metal is None:
            return []
        thrown = self.throw_for(place)
        return open_gains(self.growth(place), (thrown.metal, thrown.roll) if thrown is not None else None)

    def why_not(self, place: int, gain: GainDocument) -> Broken | None:
        """Return the rule that a gain at a place breaks, with the field of the gain, or None if it is legal."""
        if self.metal is None:
            return Broken("G-CIR-3", "trait", _("choose its metal first"))
        if gain.at != "creation":
            return Broken("G-ASC-1", "at", _("is a return, but this godbreaker is still being made"))
        thrown = self.throw_for(place)
        if thrown is not None and gain not in self.options(place):
            traits = _(" or ").join(dict.fromkeys(option.trait for option in self.options(place)))
            parts = {"roll": thrown.roll, "shown": _(shown(thrown.metal, thrown.roll)), "left": traits}
            text = _("the crucible roll for it was a {roll}, {shown}, which leaves {left}", **parts)
            return Broken("G-CIR-6", "by", text)
        if thrown is None and gain.by != "choice":
            return Broken("G-CIR-6", "by", _("comes from the crucible, but no roll was made"))
        return why_not(self.growth(place), gain)

    def changed(self, gains: Sequence[GainDocument], **values: object) -> MemberDraft:
        """Return the draft with new gains and values. The first illegal gain and all later gains are dropped."""
        draft = self.model_copy(update={"alloy": None, **values, "gains": ()})
        for place, gain in enumerate(gains):
            if draft.why_not(place, gain):
                break
            draft = draft.model_copy(update={"gains": (*draft.gains, gain)})
        return draft

    def with_gain(self, place: int, gain: GainDocument) -> MemberDraft:
        """Return the draft with a new gain at a place."""
        return self.changed((*self.gains[:place], gain, *self.gains[place + 1 :]))

    def cast(self, place: int, metal: Metal, seed: int, about: str) -> MemberDraft:
        """Return the draft after a throw of a metal's crucible for the gain at a place (G-CIR-6).

        The die depends on the place and the metal, so the result for one metal says nothing about another.
        """
        roll = throw(KeyedDice(seed), RollCounter(), f"{about}/gain {place}/{metal}")
        thrown = (*self.thrown, ThrowDocument(gain=place, metal=metal, roll=roll))
        return self.changed(self.gains[:place], thrown=thrown)

    def document(self, due: int) -> GodbreakerDocument:
        """Return the finished godbreaker with its first `due` gains."""
        values = {"name": self.name, "die": self.die, **self.growth(due).fields, "gains": self.gains[:due]}
        return GodbreakerDocument.model_validate(values)


def draft_of(key: int, member: GodbreakerDocument) -> MemberDraft:
    """Return the draft of a finished godbreaker. It keeps the throws of its gains."""
    gains = gains_of(member)
    thrown = tuple(
        ThrowDocument(gain=place, metal=gain.metal, roll=ALLOY if gain.roll is None else gain.roll)
        for place, gain in enumerate(gains)
        if gain.metal is not None
    )
    metal = member.metals[0]
    values = {"name": member.name, "die": member.die, "metal": metal, "gains": gains, "thrown": thrown}
    return MemberDraft.model_validate({"key": key, **values})


class CircleDraft(Document):
    """The draft of a circle, the leader first. `seed` is for its crucible.

    `settled` means that the circle was finished before, so its shard's trait cannot change (G-CIR-4).
    """

    format: Literal["inchwise-circle-draft"] = "inchwise-circle-draft"
    version: Literal[1] = 1
    ruleset: Literal["godbreakers"] = "godbreakers"
    seed: Annotated[int, Field(ge=0, lt=2**63)]
    settled: bool = False
    name: Name | None = None
    fights_for: Name | None = None
    shard: Name | None = None
    shard_name: Name | None = None
    members: Annotated[tuple[MemberDraft, ...], Field(min_length=CIRCLE_SIZE, max_length=CIRCLE_SIZE)]

    @model_validator(mode="after")
    def _keeps_the_rules(self) -> CircleDraft:
        if self.shard is not None and self.shard not in trait_names():
            refuse("shard", _("no trait is called {shard!r} (G-CIR-4)", shard=self.shard[:40]))
        if sorted(member.die for member in self.members) != sorted(FRESH_DICE):
            refuse("members", _("must be two D8 and three D6 (G-CIR-2)"))
        if len({member.key for member in self.members}) < CIRCLE_SIZE:
            refuse("members", _("two godbreakers have the same key - give each its own"))
        names = [(member.name or "").casefold() for member in self.members]
        for index, member in enumerate(self.members):
            if member.name and names[index] in names[:index]:
                refuse(f"members[{index}].name", _("{name!r} is already taken (G-CIR-1)", name=member.name))
        return self

    def due(self, index: int) -> int:
        """Return the number of gains that a member must have, which is larger for the leader (G-CIR-3)."""
        return FRESH_GAINS if index else LEADER_GAINS


def new_draft(seed: int) -> CircleDraft:
    """Return the draft of a new circle. Only the dice are set (G-CIR-2)."""
    members = tuple(MemberDraft(key=key, die=die) for key, die in enumerate(FRESH_DICE))  # type: ignore[arg-type]  # 6, 8
    return CircleDraft(seed=seed, members=members)


def why_not_reopen(roster: CircleDocument) -> Refusal | None:
    """Return the reason why a circle cannot be changed step by step, or None if it can."""
    if roster.training:
        return Refusal(_("a training circle has no metals to build on - you can only rename it"), "G-CIR-3")
    if roster.veteran:
        text = _("only the games of its saga change an experienced circle - you can only rename it")
        return Refusal(text, "G-CIR-2")
    return None


def reopened(circle: CircleDocument, seed: int) -> CircleDraft:
    """Return the draft of a finished circle."""
    values = {name: getattr(circle, name) for name in ("name", "fights_for", "shard", "shard_name")}
    members = tuple(draft_of(key, member) for key, member in enumerate(circle.godbreakers))
    return CircleDraft(seed=seed, settled=True, members=members, **values)
