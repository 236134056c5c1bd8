"""Casting a spell: the casting roll, miscasts (A-MAG)."""

from __future__ import annotations

from game.engine.core.flow import Flow
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.attacks.damaging import mortal_damage
from game.rulesets.aos4.rules.checks import CASTING_DICE, is_cast, is_miscast
from game.rulesets.aos4.rules.use import Use
from game.wording import N_


def cast(use: Use) -> Flow:
    """Make the casting roll; `use.fails` if the spell is not cast (A-MAG-3, A-MAG-4, A-MAG-8)."""
    game, unit = use.game, use.unit
    pool = use.pool = game.throw(unit, CASTING_DICE, f"cast {use.spec.id}")
    faces, bonus = pool.faces, game.bonus(unit, "cast") + use.plus
    use.total = sum(faces) + bonus
    miscast = is_miscast(faces)
    use.is_cast = is_cast(faces, bonus, use.spec.value)
    use.fails = not use.is_cast
    outcome = "miscast" if miscast else "cast" if use.is_cast else "failed"
    game.emit(
        events.CastRolled(
            unit=unit.id,
            ability=use.spec.id,
            pool=pool,
            total=use.total,
            needed=use.spec.value,
            outcome=outcome,
            rule="A-MAG-4" if miscast else "A-MAG-3",
        )
    )
    if miscast:
        game.note(unit, "miscast", "phase")
        yield from mortal_damage(game, unit, game.throw_d3(unit, N_("miscast")), "miscast ward")
