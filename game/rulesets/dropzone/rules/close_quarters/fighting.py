"""Close quarters fire at a squad, and Fortitude tests (D-CQ-1 to D-CQ-9)."""

from __future__ import annotations

from typing import Final

from game.engine.core.pools import Pool
from game.rulesets.dropzone.documents.sheets import UnitDocument
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.shooting.numbers import saved, surged
from game.rulesets.dropzone.rules.state import Squad, Unit

HALF: Final = 0.5
"""The share of its points below which a squad must test its Fortitude (D-CQ-7)."""


def take(game: Game, squad: Squad, points: int, rule: str, *, surge: bool = False) -> int:
    """Let a squad save and take Damage, the most damaged unit first; return what came through (D-CQ-5, D-CQ-6).

    A card lets its saves `surge` (C15).
    """
    for purpose, needed in saves(game.sheet_of(squad), surge=surge):
        if points:
            pool = game.throw(f"{purpose} {squad.id}", points)
            cancelled = saved(pool.faces, needed)
            game.rolled(purpose, pool, cancelled, rule="D-CQ-6")
            points -= cancelled
    left = points
    for unit in suffering(game, squad):
        if not left:
            break
        left -= game.damage(unit, left, rule)
        if not game.left(unit):
            game.destroy(unit, rule)
    return points


def saves(sheet: UnitDocument, *, surge: bool = False) -> list[tuple[str, int]]:
    """Return the saves of a unit in close quarters, one after another, with the face each needs (D-CQ-6, C15)."""
    dodge = sheet.rules.get("dodge")
    passive = surged(sheet.passive) if surge else sheet.passive
    every = (("save", passive), ("dodge", dodge.value if dodge is not None else 0))
    return [(purpose, needed) for purpose, needed in every if needed]


def suffering(game: Game, squad: Squad) -> list[Unit]:
    """Return the units of a squad in the order in which they take Damage: the most damaged one first (D-CQ-5)."""
    return sorted(game.units_of(squad), key=lambda each: (game.left(each), each.id))


def share_left(game: Game, squad: Squad) -> float:
    """Return the share of its original damage points that a squad has left; destroyed units have none (D-CQ-7)."""
    whole = game.sheet_of(squad).damage * len(squad.units)
    return sum(game.left(unit) for unit in game.units_of(squad)) / whole


def must_test(game: Game, squad: Squad) -> bool:
    """Return whether a squad that lost points to close quarters must test its Fortitude (D-CQ-7)."""
    return bool(game.units_of(squad)) and share_left(game, squad) < HALF


def roll_fortitude(game: Game, squad: Squad, modifier: int = 0) -> Pool:
    """Roll a Fortitude test (D-CQ-7); see `holds`."""
    pool = game.throw(f"fortitude {squad.id}", 1)
    game.rolled("fortitude", pool, pool.faces[0] + modifier, rule="D-CQ-7")
    return pool


def fails_by(game: Game, squad: Squad, face: int, modifier: int = 0) -> int:
    """Return by how much a Fortitude die fails, 0 if the squad holds; a natural 1 fails, a natural 6 passes (R-20)."""
    needed = game.sheet_of(squad).fortitude
    if face == 6 or (face > 1 and face + modifier >= needed):
        return 0
    return max(1, needed - face - modifier)
