"""The gains of a godbreaker: the record of each gain, its effect, and the possible next gains (G-CIR-5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, model_validator

from game.documents.reading import Name, Part, refuse
from game.rulesets.godbreakers.rules.constants import HIGHEST_RANK, MOST_TRAITS
from game.wording import N_, _

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
