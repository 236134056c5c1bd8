"""Actions: what an active model may do, why not, and doing it (G-ACT-4, G-SPEC-3).

An action is one class. Which of them a model has, see `repertoire`.
"""

from __future__ import annotations

from typing import ClassVar

from game.engine.core.flow import Flow
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model


class Action:
    """Something an active model may do (G-ACT-4, G-SPEC-3); some end the activation.

    `test` and `stakes`: for whoever weighs it, the test it makes and roughly what success and failure are worth in VP.
    """

    key: ClassVar[str]
    label: ClassVar[str]
    rule: ClassVar[str]
    ends_activation: ClassVar[bool] = False
    test: ClassVar[str] = ""
    stakes: ClassVar[tuple[float, float]] = (0.0, 0.0)

    def why_not(self, game: Game, model: Model) -> str | Refusal:
        """Return why the model cannot perform it now, or an empty string; a refusal where another rule forbids it."""
        return ""

    def perform(self, game: Game, model: Model) -> Flow:
        """Perform it."""
        raise NotImplementedError

    def satisfies(self, game: Game, model: Model, target: Model) -> bool:
        """Say whether it inflicts damage on `target`, as a compulsion may ask (Q12)."""
        return False
