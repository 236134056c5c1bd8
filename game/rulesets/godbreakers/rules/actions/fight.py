"""One Engage under way, as traits see it."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.rulesets.godbreakers.rules.state import Model


@dataclass(eq=False)
class Fight:
    """One Engage under way: who is engaged, what they rolled and who suffered attack damage.

    `active` is the model whose Engage it is: the active one, or a ready one that reacts to it (G-ADV-1).
    """

    active: Model
    opponents: list[Model]
    results: dict[str, int] = field(default_factory=dict)
    winner: Model | None = None
    suffered: dict[str, int] = field(default_factory=dict)

    @property
    def models(self) -> list[Model]:
        """Everybody engaged, the active model first."""
        return [self.active, *self.opponents]
