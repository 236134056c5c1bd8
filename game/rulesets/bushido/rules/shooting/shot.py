"""A ranged attack that is about to be made (B-RNG-1)."""

from __future__ import annotations

from dataclasses import dataclass

from game.rulesets.bushido.rules.state import Model


@dataclass(frozen=True)
class Shot:
    """A ranged attack: shooter, weapon, target, whether the shooter moves in this action, and any surprise.

    `unseen`: the target saw nothing of the shooter (B-TR-5). `covered` is known after interception (B-RNG-1.4).
    """

    shooter: Model
    weapon: str
    target: Model
    moved: bool = False
    surprised: bool = False
    unseen: bool = False
    covered: bool = False
