"""The flow of a rulebook: a generator that yields decisions and checkpoints and receives answers."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from game.engine.core.decisions import Answer, Decision


class Checkpoint:
    """Yielded where the flow can be started afresh from the state alone."""


CHECKPOINT: Final = Checkpoint()

Outcome = TypeVar("Outcome")

Asking = Generator[Decision | Checkpoint, Any, Outcome]
"""A step of a rulebook that may ask and then comes to an outcome."""

Flow = Asking[None]
"""A step of a rulebook that may ask."""


@dataclass(frozen=True, slots=True)
class Interrupt:
    """Something a player declares outside any decision: "concede", "draw" or "end"."""

    kind: str
    player: str

    def plain(self) -> dict[str, str]:
        """Return the form in which it stands in a journal."""
        return {"interrupt": self.kind, "player": self.player}

    @classmethod
    def read(cls, entry: Any) -> Interrupt | None:
        """Return the interrupt a journal entry stands for, or None for an answer."""
        if isinstance(entry, dict) and isinstance(entry.get("interrupt"), str):
            return cls(entry["interrupt"], str(entry.get("player", "")))
        return None


class Interrupted(Exception):
    """Thrown into the flow at the pending decision, so that it can unwind to where the game can go on."""

    def __init__(self, interrupt: Interrupt) -> None:
        self.interrupt = interrupt
        super().__init__(interrupt.kind)


__all__ = ["CHECKPOINT", "Answer", "Asking", "Checkpoint", "Flow", "Interrupt", "Interrupted"]
