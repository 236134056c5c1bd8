"""Dice of effects: the roll that some need, and amounts that are rolled."""

from __future__ import annotations

from game.rulesets.aos4.documents.amounts import amount
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.attacks.amounts import worth
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.use import Use


def passes(use: Use, target: Unit) -> bool:
    """Return whether an effect happens to a target: always, or if a D6 shows at least the parameter `on`."""
    needed = int(use.spec.params.get("on", 0))
    if not needed:
        return True
    pool = use.game.throw(use.unit, 1, f"{use.spec.id} {target.id}")
    [face] = pool.faces
    success = face >= needed
    event = events.Rolled(
        unit=use.unit.id, purpose=use.spec.name, pool=pool, plus=0, total=face, needed=needed, success=success
    )
    use.game.emit(event)
    return success


def thrown(use: Use, target: Unit) -> int:
    """Return the parameter `amount` of an effect, rolled if it is random (A-DICE-1)."""
    found = amount(str(use.spec.params.get("amount", 1)))
    if not found.is_random:
        return found.plus
    pool = use.game.throw(use.unit, found.count, f"{use.spec.id} amount {target.id}")
    total = found.plus + sum(worth(found, face) for face in pool.faces)
    use.game.emit(
        events.Rolled(unit=use.unit.id, purpose=use.spec.name, pool=pool, plus=found.plus, total=total, rule="A-DICE-1")
    )
    return total
