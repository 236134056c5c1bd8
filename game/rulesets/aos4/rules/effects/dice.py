"""Dice of effects: the roll that some need, and amounts that are thrown."""

from __future__ import annotations

from game.rulesets.aos4.documents.amounts import amount
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.use import Use


def passes(use: Use, target: Unit) -> bool:
    """Return whether an effect happens to a target: always, or if a D6 shows at least the parameter `on`."""
    needed = int(use.spec.params.get("on", 0))
    if not needed:
        return True
    faces = use.game.throw(use.unit, 1, f"{use.spec.id} {target.id}")
    success = faces[0] >= needed
    event = events.Rolled(
        unit=use.unit.id, purpose=use.spec.name, faces=faces, plus=0, total=faces[0], needed=needed, success=success
    )
    use.game.emit(event)
    return success


def thrown(use: Use, target: Unit) -> int:
    """Return the parameter `amount` of an effect, thrown if it is random (A-DICE-1)."""
    found = amount(str(use.spec.params.get("amount", 1)))
    if not found.is_random:
        return found.plus
    faces = use.game.throw(use.unit, found.count, f"{use.spec.id} amount {target.id}")
    return found.plus + sum((face + 1) // 2 if found.sides == 3 else face for face in faces)
