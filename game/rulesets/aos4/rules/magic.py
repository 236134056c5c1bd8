"""The rolls for casting spells and chanting prayers with their results, and ritual points (A-MAG, A-PRAY)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.abilities import Use
from game.rulesets.aos4.rules.attacks.damaging import mortal_damage
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.rerolls import wants_reroll
from game.rulesets.aos4.rules.state import Unit
from game.wording import N_, _, ngettext

ANSWER, BANK = "answer", "bank"


def chant(use: Use) -> Flow:
    """Make a chanting roll, which answers the prayer or banks ritual points (A-PRAY-2, A-PRAY-5, A-AMB-22)."""
    game, unit = use.game, use.unit
    pool = use.pool = game.throw(unit, 1, f"chant {use.spec.id}")
    if (yield from wants_reroll(game, unit, "chant", pool.faces[0])):
        pool = use.pool = game.throw(unit, 1, f"chant {use.spec.id} again")
    rolled = chanting_roll(pool.faces[0], game.bonus(unit, "chant") + use.plus)
    use.total = (rolled or 0) + unit.ritual
    outcome = "failed" if rolled is None else "banked"
    if rolled is not None and is_answered(rolled, unit.ritual, use.spec.value):
        outcome = "answered" if (yield _answer_question(use, rolled)) == ANSWER else "banked"
    use.fails = outcome != "answered"
    game.emit(
        events.Chanted(
            unit=unit.id,
            ability=use.spec.id,
            pool=pool,
            total=use.total,
            ritual=unit.ritual,
            needed=use.spec.value,
            outcome=outcome,
            rule="A-PRAY-2" if outcome == "failed" else "A-PRAY-3",
        )
    )
    if rolled is None:
        change_ritual(game, unit, -game.throw_d3(unit, N_("lost ritual points")), "A-PRAY-2")
    elif use.fails:
        change_ritual(game, unit, rolled, "A-PRAY-3")
    else:
        change_ritual(game, unit, -unit.ritual, "A-PRAY-4")


def _answer_question(use: Use, rolled: int) -> Choose:
    """Return the question whether to answer a prayer or to bank the points (A-AMB-23)."""
    options = (
        Option(
            ANSWER, _("Have it answered: {total} reaches {needed}", total=use.total, needed=use.spec.value), "A-PRAY-3"
        ),
        Option(BANK, ngettext("Bank {n} ritual point", "Bank {n} ritual points", rolled), "A-PRAY-3", letter="q"),
    )
    prompt = _("{ability}: have it answered, or bank?", ability=_(use.spec.name))
    return Choose(player=use.player, prompt=prompt, rule="A-PRAY-3", about=use.unit.id, options=options)


def change_ritual(game: Game, unit: Unit, by: int, rule: str) -> None:
    """Change a priest's ritual points, never below 0 (A-PRAY-2)."""
    before = unit.ritual
    unit.ritual = max(0, before + by)
    if unit.ritual != before:
        game.emit(events.RitualChanged(unit=unit.id, amount=unit.ritual - before, left=unit.ritual, rule=rule))


def cast(use: Use) -> Flow:
    """Make a casting roll. `use.fails` is set if the spell is not cast (A-MAG-3, A-MAG-4, A-MAG-8)."""
    game, unit = use.game, use.unit
    pool = use.pool = game.throw(unit, CASTING_DICE, f"cast {use.spec.id}")
    if (yield from wants_reroll(game, unit, "cast", sum(pool.faces))):
        pool = use.pool = game.throw(unit, CASTING_DICE, f"cast {use.spec.id} again")
    faces, bonus = pool.faces, game.casting_bonus(unit, use.spec) + use.plus
    use.total = sum(faces) + bonus
    miscast = is_miscast(faces)
    use.is_cast = is_cast(faces, bonus, use.spec.value)
    use.fails = not use.is_cast
    outcome = "cast" if use.is_cast else "failed"
    if miscast:
        outcome = "miscast"
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


CASTING_DICE: Final = 2
"""The number of dice of a casting, unbinding, banishment or charge roll."""


def is_miscast(faces: Sequence[int]) -> bool:
    """Return whether a casting roll is a miscast, with two or more natural 1s (A-MAG-4)."""
    return sum(face == 1 for face in faces) >= 2


def is_cast(faces: Sequence[int], bonus: int, needed: int) -> bool:
    """Return whether a casting roll reaches the casting value and is not a miscast (A-MAG-3, A-MAG-8)."""
    return not is_miscast(faces) and sum(faces) + bonus >= needed


def is_unbound(total: int, casting_roll: int) -> bool:
    """Return whether an unbinding roll beats a casting roll, after modifiers (A-MAG-7, A-MAG-8)."""
    return total > casting_roll


def chanting_roll(face: int, bonus: int) -> int | None:
    """Return the modified chanting roll, at least 1, or None for a natural 1, which fails (A-PRAY-5, A-PRAY-2)."""
    return None if face == 1 else max(1, face + bonus)


def is_answered(chanting_roll: int, ritual: int, needed: int) -> bool:
    """Return whether a chanting roll and ritual points together reach a chanting value (A-PRAY-3, A-PRAY-6)."""
    return chanting_roll + ritual >= needed
