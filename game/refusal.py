"""Reasons why something is not allowed, used on all floors, for spots on the table as for menu entries."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason why something is not allowed: its text, the rule broken, a short cause, and any missing inches."""

    text: str
    rule: str = ""
    cause: str = ""
    short_by: float | None = None

    @property
    def inches(self) -> float | None:
        """The missing inches as other programs read them, or None if no distance would help."""
        return self.short_by if self.short_by is not None and math.isfinite(self.short_by) else None

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text


def each_said(causes: Mapping[str, Refusal]) -> list[Refusal]:
    """Return the reasons against several weapons or attacks by name, each after the names of all that share it.

    A reason that names its weapon needs nothing before it.
    """
    names = dict[Refusal, list[str]]()
    for name, cause in causes.items():
        names.setdefault(cause, []).append(name)
    said = []
    for cause, sharing in names.items():
        names_all = all(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", cause.text) for name in sharing)
        said.append(cause if names_all else replace(cause, text=f"{', '.join(sharing)}: {cause.text}"))
    return said
