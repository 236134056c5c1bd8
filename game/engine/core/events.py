"""What happened, as typed facts: frozen dataclasses derived from `Event` that log, animation and reports read."""

from __future__ import annotations

import dataclasses
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
        """The event's name, its class name."""
        return type(self).__name__

    def plain(self) -> dict[str, Any]:
        """Return the event as JSON-ready data."""
        content = {field.name: _plain(getattr(self, field.name)) for field in dataclasses.fields(self)}
        if not self.audience:
            del content["audience"]
        return {"event": self.kind, **content}


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return to_plain(value)
