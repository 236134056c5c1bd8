"""The kinds of move, each with what it allows (A-MOVE, the table of section 9.1)."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.rulesets.aos4.rules.terrain import Feature


@dataclass(frozen=True)
class Move:
    """How a unit may move: `inches` for each model, under the rule `rule`.

    `barred`: ids of the enemy units whose combat range no model may enter, at the end or on the way; `ending`: those in
    whose range none may end. `seen`: whether only enemies count that the model sees from there (A-MOVE-6, A-AMB-10).
    `toward`: the enemy unit from which no model may end farther away than it began (A-PILE-1). `keeping`: the enemy
    units with which the unit must still be in combat (A-PILE-3). `charging`: one model must end within half an inch of
    an enemy unit that it sees (A-CHG-4), or of one of the features `besieging` (A-CHG-7).
    """

    inches: float
    rule: str
    barred: frozenset[str] = frozenset()
    ending: frozenset[str] = frozenset()
    seen: bool = True
    toward: str = ""
    keeping: tuple[str, ...] = ()
    charging: frozenset[str] = field(default_factory=frozenset)
    besieging: tuple[Feature, ...] = ()
