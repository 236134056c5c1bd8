"""The flow of a rulebook: a generator that yields decisions and checkpoints, and receives answers."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Self, TypeVar

from game.engine.core.decisions import Decision


class Checkpoint:
    """A moment from which a flow can restart with the state alone; flows yield it between actions."""


CHECKPOINT: Final = Checkpoint()

Outcome = TypeVar("Outcome")

Asking = Generator[Decision | Checkpoint, Any, Outcome]
"""A step of a rulebook that may ask for decisions and then returns an outcome."""

Flow = Asking[None]
"""A step of a rulebook that may ask for decisions."""


@dataclass(frozen=True, slots=True)
class Interrupt:
    """A declaration outside any decision ("concede", "draw", "end"), with the players who agreed or must agree."""

    kind: str
    player: str
    agreed: tuple[str, ...] = ()
    rule: str = field(default="", compare=False)

    def plain(self) -> dict[str, Any]:
        """Return the form stored in a journal."""
        return {"interrupt": self.kind, "player": self.player, **({"agreed": list(self.agreed)} if self.agreed else {})}

    @classmethod
    def read(cls, entry: Any) -> Self | None:
        """Return the interrupt in a journal entry, or None if the entry is something else."""
        if isinstance(entry, dict) and isinstance(entry.get("interrupt"), str):
            return cls(entry["interrupt"], str(entry.get("player", "")), agreed_in(entry))
        return None


def agreed_in(entry: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the players who agreed to a journal entry."""
    agreed = entry.get("agreed", ())
    return tuple(map(str, agreed)) if isinstance(agreed, list | tuple) else ()


class Interrupted(Exception):
    """Thrown into the flow at the pending decision, to unwind it to a point where the game can continue."""

    def __init__(self, interrupt: Interrupt) -> None:
        self.interrupt = interrupt
        super().__init__(interrupt.kind)
