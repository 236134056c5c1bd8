"""The facts of a ranged attack (B-RNG-1)."""

from __future__ import annotations

from dataclasses import dataclass

from game.rulesets.bushido.rules.state import Model


@dataclass(frozen=True)
class Shot:
    """A ranged attack. `moved` means that the shooter also moves in this action.

    `unseen` means that the target did not see the shooter (B-TR-5). `covered` is set after interception (B-RNG-1.4).
    """

    shooter: Model
    weapon: str
    target: Model
    moved: bool = False
    surprised: bool = False
    unseen: bool = False
    covered: bool = False
