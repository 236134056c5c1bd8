"""Counts of things that may be done only a limited number of times, such as once per activation or game."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.engine.core.records import Record


@dataclass(eq=False)
class Uses(Record):
    """The number of uses of each thing in each span of time; part of a game's state."""

    by_span: dict[str, dict[str, int]] = field(default_factory=dict)

    def count(self, span: str, key: str) -> int:
        """Return the number of uses of `key` in the current `span`."""
        return self.by_span.get(span, {}).get(key, 0)

    def note(self, key: str, *spans: str) -> None:
        """Count one more use of `key` in each of the spans."""
        for span in spans:
            uses = self.by_span.setdefault(span, {})
            uses[key] = uses.get(key, 0) + 1

    def begin(self, span: str) -> None:
        """Begin a new `span`, in which nothing has been used yet."""
        self.by_span.pop(span, None)
