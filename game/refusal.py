"""Why something is not allowed: what every floor answers with, from a spot on the table to an entry of a menu."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """Text for people, the rule broken, a short cause, and the inches missing where it is a matter of distance."""

    text: str
    rule: str = ""
    cause: str = ""
    short_by: float | None = None
