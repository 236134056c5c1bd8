"""Why something is not allowed: shared by every floor, from spots on the table to entries of a menu."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """Text for people, the rule broken, a short cause, and the inches missing if it is a matter of distance."""

    text: str
    rule: str = ""
    cause: str = ""
    short_by: float | None = None

    @property
    def inches(self) -> float | None:
        """The inches missing as other programs read them, or None where no distance would help."""
        return self.short_by if self.short_by is not None and math.isfinite(self.short_by) else None
