"""The gains of a godbreaker: their record, their effect, and the possible next gains (G-CIR-5..7)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field, model_validator

from game.documents.reading import Name, Part, refuse
from game.engine.core.dice import Dice, RollCounter, roll_die
from game.wording import N_, _

CIRCLE_SIZE: Final = 5
"""Godbreakers in a circle (G-CIR-1)."""

FRESH_DICE: Final = (8, 8, 6, 6, 6)
"""The dice of a circle at creation (G-CIR-2)."""

RECRUIT_DIE: Final = 6
"""The die of a recruit and of a godbreaker that returns from ascension (G-CIR-1, G-ASC-1)."""

FRESH_GAINS: Final = 2
LEADER_GAINS: Final = 3
"""The numbers of traits that a godbreaker and a leader gain at creation (G-CIR-3)."""

MOST_TRAITS: Final = 4
HIGHEST_RANK: Final = 3
"""The most traits of a godbreaker, and their highest rank (G-CIR-5)."""

Metal = Literal["copper", "iron", "mercury", "gold"]
Occasion = Literal["creation", "return"]

METAL_OF: dict[str, str] = {}
"""The metal of each trait, "flaw" for flaws. `traits.load_all` fills it."""
METALS: tuple[Metal, ...] = ("copper", "iron", "mercury", "gold")
_IN_WORDS = N_("copper"), N_("iron"), N_("mercury"), N_("gold")  # translated where they are shown


class GainDocument(Part):
    """A gain by choice (G-CIR-5), by the crucible (G-CIR-6), or by an alloy (G-CIR-7).

    `trait` is the new or raised trait. A gain by the crucible has the crucible's `metal` and the `roll`. An alloy has
    the new `metal` and `flaw`. `at` is the occasion: creation or a return from ascension.
    """

    by: Literal["choice", "crucible", "alloy"] = "choice"
    trait: Name
    metal: Metal | None = None
    roll: Annotated[int, Field(ge=1, le=6)] | None = None
    flaw: Name | None = None
    at: Occasion = "creation"

    @model_validator(mode="after")
    def _says_what_it_must(self) -> GainDocument:
        required = {"choice": (), "crucible": ("metal", "roll"), "alloy": ("metal", "flaw")}[self.by]
        for name in ("metal", "roll", "flaw"):
            if (getattr(self, name) is not None) != (name in required):
                rule = {"choice": "G-CIR-5", "crucible": "G-CIR-6", "alloy": "G-CIR-7"}[self.by]
                reason = _("does not belong to this gain - drop it")
                if name in required:
                    reason = _("is required for a gain by {by} - add it", by=self.by)
                refuse(name, f"{reason} ({rule})")
        return self


class Broken(NamedTuple):
    """A broken rule, the place in a document, and the reason, which says how to fix the document."""

    rule: str
    where: str
    reason: str

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})"


def listed(metal: str) -> tuple[str, ...]:
    """Return the traits on a metal's list, in alphabetical order."""
    return tuple(sorted(name for name, own in METAL_OF.items() if own == metal))


def trait_names() -> tuple[str, ...]:
    """Return all traits, not including flaws. A shard may have any of them (G-CIR-4)."""
    return tuple(sorted(name for name, metal in METAL_OF.items() if metal != "flaw"))


def flaw_names() -> tuple[str, ...]:
    """Return all flaws."""
    return listed("flaw")


@dataclass
class Growth:
    """The metals, traits with ranks, and flaws of a godbreaker after its gains so far."""

    metals: list[Metal] = field(default_factory=list)
    traits: dict[str, int] = field(default_factory=dict)
    flaws: list[str] = field(default_factory=list)

    @property
    def has_room(self) -> bool:
        """Whether the godbreaker may gain a new trait."""
        return len(self.traits) < MOST_TRAITS

    def raisable(self) -> list[str]:
        """Return the traits whose ranks may rise."""
        return [name for name, rank in self.traits.items() if rank < HIGHEST_RANK]

    @property
    def can_gain(self) -> bool:
        """Whether the godbreaker can gain anything. Four traits at rank 3 are the limit (G-ASC-1)."""
        return self.has_room or bool(self.raisable())

    def may_take(self, trait: str) -> bool:
        """Return whether the limits allow the godbreaker to gain or raise this trait (G-CIR-5)."""
        return self.traits[trait] < HIGHEST_RANK if trait in self.traits else self.has_room

    def choices(self) -> list[str]:
        """Return the traits that the godbreaker may gain or raise by choice (G-CIR-5)."""
        own = [name for metal in self.metals for name in listed(metal)]
        return [name for name in dict.fromkeys([*self.traits, *own]) if self.may_take(name)]

    def why_not_choose(self, trait: str) -> str:
        """Return why a trait cannot be gained by choice, or ""."""
        if trait in self.choices():
            return ""
        if trait in self.traits:
            return _("{trait} is already at rank {highest} - gain another one", trait=trait, highest=HIGHEST_RANK)
        if not self.has_room:
            return _("the godbreaker already has {most} traits - raise one of them", most=MOST_TRAITS)
        if trait not in trait_names():
            known = ", ".join(self.choices())
            return _("no trait is called {trait!r} - use one of {known}", trait=trait[:40], known=known)
        metals = _(" and ").join(self.metals) or _("no metal")
        text = N_("{trait} is not on the list for {metals} - choose one that is, or roll it on the crucible")
        return _(text, trait=trait, metals=metals)

    def take(self, gain: GainDocument) -> None:
        """Apply a gain. The caller has checked that it is legal."""
        self.traits[gain.trait] = self.traits.get(gain.trait, 0) + 1
        if gain.by == "alloy" and gain.metal is not None and gain.flaw is not None:
            if gain.metal not in self.metals:
                self.metals.append(gain.metal)
            self.flaws.append(gain.flaw)


# -- the crucible and its alloys (G-CIR-6, G-CIR-7) ------------------------------------------------


CRUCIBLE: Final[dict[Metal, tuple[str, ...]]] = {
    "copper": ("Defensive", "Healer", "Inspired", "Mysterious", "Vengeful"),
    "iron": ("Brutal", "Juggernaut", "Pinning", "Relentless", "Tough"),
    "mercury": ("Cunning", "Deadly", "Fleet", "Merciless", "Ranged"),
    "gold": ("Despoiling", "Ruinous", "Shaping", "Summoning", "Thunderous"),
}
"""The traits on faces 1 to 5 of the crucible's d6, by metal."""

ALLOY: Final = 6
"""The face that gives an alloy."""


def throw(dice: Dice, counter: RollCounter, key: str) -> int:
    """Roll the crucible's d6 for the purpose `key` (G-CIR-6)."""
    return roll_die(dice, counter, ALLOY, f"{key}/crucible").face


def shown(metal: Metal, roll: int) -> str:
    """Return the name of the trait on a face of a metal's list, or "Alloy"."""
    return _("Alloy") if roll == ALLOY else CRUCIBLE[metal][roll - 1]


def offers(growth: Growth, metal: Metal, roll: int, at: Occasion = "creation") -> list[GainDocument]:
    """Return the gains that a throw allows: keep the result, or raise a trait instead (Q34). If empty, throw again."""
    by_crucible = partial(GainDocument, by="crucible", metal=metal, roll=roll, at=at)
    if roll == ALLOY:
        kept = _alloys(growth, metal, at)
    else:
        name = CRUCIBLE[metal][roll - 1]
        kept = [by_crucible(trait=name)] if growth.may_take(name) else []
    taken = {gain.trait for gain in kept if gain.by == "crucible"}
    traded = [by_crucible(trait=name) for name in growth.raisable() if name not in taken]
    return kept + traded


def open_gains(growth: Growth, thrown: tuple[Metal, int] | None, at: Occasion = "creation") -> list[GainDocument]:
    """Return the possible gains: those that a throw allows, or without a throw all choices (G-CIR-5..7)."""
    if thrown is not None:
        return offers(growth, *thrown, at)
    return [GainDocument(trait=name, at=at) for name in growth.choices()]


def _alloys(growth: Growth, metal: Metal, at: Occasion) -> list[GainDocument]:
    """Return every alloy with this metal. An alloy is a new trait of its list at rank 1 and a new flaw (G-CIR-7)."""
    if not growth.has_room:
        return []
    traits = [name for name in listed(metal) if name not in growth.traits]
    flaws = [name for name in flaw_names() if name not in growth.flaws]
    return [GainDocument(by="alloy", metal=metal, trait=trait, flaw=flaw, at=at) for trait in traits for flaw in flaws]


def why_not(growth: Growth, gain: GainDocument) -> tuple[str, str, str]:
    """Return (rule, field, reason) if a gain is not legal, or empty strings if it is legal."""
    if gain.by == "choice":
        reason = growth.why_not_choose(gain.trait)
        return ("G-CIR-5", "trait", reason) if reason else ("", "", "")
    assert gain.metal is not None
    open_gains = offers(growth, gain.metal, ALLOY if gain.roll is None else gain.roll, gain.at)
    if gain in open_gains:
        return "", "", ""
    if gain.by == "alloy":
        return "G-CIR-7", *_why_no_alloy(growth, gain, gain.metal)
    face = shown(gain.metal, gain.roll or ALLOY)
    traits = dict.fromkeys(option.trait for option in open_gains if option.by == "crucible")
    named = _(" or ").join(traits) or _("nothing")
    text = N_("a {roll} on the {metal} list is {face}, which leaves {named} to gain")
    return "G-CIR-6", "trait", _(text, roll=gain.roll, metal=gain.metal, face=face, named=named)


def _why_no_alloy(growth: Growth, gain: GainDocument, metal: Metal) -> tuple[str, str]:
    if not growth.has_room:
        return "trait", _(
            "an alloy gives a new trait, but this godbreaker already has four - raise one of them instead"
        )
    if gain.trait in growth.traits:
        text = N_("an alloy gives a new trait, but this godbreaker already has {trait} - take another one")
        return "trait", _(text, trait=gain.trait)
    if gain.trait not in listed(metal):
        text = N_("{trait!r} is not on the {metal} list - use one of {listed}")
        return "trait", _(text, trait=gain.trait[:40], metal=metal, listed=", ".join(listed(metal)))
    left = ", ".join(name for name in flaw_names() if name not in growth.flaws) or _("none: it has them all")
    return "flaw", _("an alloy adds a flaw that the godbreaker does not have yet - use one of {left}", left=left)
