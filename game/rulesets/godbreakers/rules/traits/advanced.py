"""Advanced: traits that matter only with the advanced rules (section 12 of the book)."""

from __future__ import annotations

from game.rulesets.godbreakers.rules.traits import Trait
from game.wording import N_


class Unbound(Trait):
    name, metal, rule = N_("Unbound"), "advanced", "G-TRAIT-UNBOUND"
    text = N_(
        "Advanced: before a range is worked out, this model may count as standing on a level up to its rank higher "
        "or lower."
    )
