"""The crucible, which gives a trait by a die roll, and alloys (G-CIR-6, G-CIR-7)."""

from __future__ import annotations

from typing import Final

from game.engine.core.dice import Dice, RollCounter, roll_die
from game.rulesets.godbreakers.rules.circles.gains import GainDocument, Growth, Metal, Occasion, flaw_names, listed
from game.wording import N_, _

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
    if roll == ALLOY:
        kept = _alloys(growth, metal, at)
    else:
        name = CRUCIBLE[metal][roll - 1]
        kept = [_by_crucible(metal, roll, name, at)] if growth.may_take(name) else []
    taken = {gain.trait for gain in kept if gain.by == "crucible"}
    traded = [_by_crucible(metal, roll, name, at) for name in growth.raisable() if name not in taken]
    return kept + traded


def open_gains(growth: Growth, thrown: tuple[Metal, int] | None, at: Occasion = "creation") -> list[GainDocument]:
    """Return the possible gains: those that a throw allows, or without a throw all choices (G-CIR-5..7)."""
    if thrown is not None:
        return offers(growth, *thrown, at)
    return [GainDocument(trait=name, at=at) for name in growth.choices()]


def _by_crucible(metal: Metal, roll: int, trait: str, at: Occasion) -> GainDocument:
    return GainDocument(by="crucible", metal=metal, roll=roll, trait=trait, at=at)


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
