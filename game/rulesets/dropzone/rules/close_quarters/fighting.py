"""Close quarters fire at a squad, and Fortitude tests (D-CQ-1 to D-CQ-9)."""

from __future__ import annotations

from game.engine.core.pools import Pool
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.shooting.numbers import saved, surged
from game.rulesets.dropzone.rules.state import Squad


def take(game: Game, squad: Squad, points: int, rule: str, *, surge: bool = False) -> int:
    """Let a squad save and take Damage, the most damaged unit first; return what came through (D-CQ-5, D-CQ-6).

    A card lets its saves `surge` (C15).
    """
    sheet = game.sheet_of(squad)
    dodge = sheet.rules.get("dodge")
    passive = surged(sheet.passive) if surge else sheet.passive
    for purpose, needed in (("save", passive), ("dodge", dodge.value if dodge is not None else 0)):
        if needed and points:
            pool = game.throw(f"{purpose} {squad.id}", points)
            cancelled = saved(pool.faces, needed)
            game.rolled(purpose, pool, cancelled, rule="D-CQ-6")
            points -= cancelled
    left = points
    while left and (units := game.units_of(squad)):
        unit = min(units, key=lambda each: (game.left(each), each.id))
        left -= game.damage(unit, left, rule)
        if not game.left(unit):
            game.destroy(unit, rule)
    return points


def share_left(game: Game, squad: Squad) -> float:
    """Return the share of its original damage points that a squad has left; destroyed units have none (D-CQ-7)."""
    whole = game.sheet_of(squad).damage * len(squad.units)
    return sum(game.left(unit) for unit in game.units_of(squad)) / whole


def must_test(game: Game, squad: Squad) -> bool:
    """Return whether a squad that lost points to close quarters must test its Fortitude (D-CQ-7)."""
    return bool(game.units_of(squad)) and share_left(game, squad) < 0.5


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
