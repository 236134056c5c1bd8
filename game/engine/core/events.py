"""What happened, as typed facts: frozen dataclasses derived from `Event` that log, animation and reports read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from game.engine.core.records import to_plain


@dataclass(frozen=True, kw_only=True)
class Event:
    """A fact about the game. `rule` is the rule id; `audience` names who may see it (empty: everybody)."""

    rule: str = ""
    audience: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """The name of the event's class."""
        return type(self).__name__

    def plain(self) -> dict[str, Any]:
        """Return the event as JSON-ready data."""
        content = to_plain(self)
        if not self.audience:
            del content["audience"]
        return {"event": self.kind, **content}
