"""Damage and saves in close quarters, and Fortitude tests with their cards (D-CQ-5 to D-CQ-9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.engine.core.flow import Asking, Flow
from game.engine.core.pools import Pool, least_face
from game.rulesets.dropzone.documents.sheets import UnitDocument
from game.rulesets.dropzone.rules.cards.hands import total, within
from game.rulesets.dropzone.rules.cards.playing import Occasion, of_all, offer
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import choose_unit
from game.rulesets.dropzone.rules.shooting.legal import why_silent
from game.rulesets.dropzone.rules.shooting.numbers import Armed, saved, surged
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.wording import _

PASSIVE: Final = "save"
"""The purpose of the dice of a Passive save, as rolls are logged."""
HALF: Final = 0.5
"""The share of its points below which a squad must test its Fortitude (D-CQ-7)."""


def armed(game: Game, squad: Squad) -> list[Armed]:
    """Return the close quarters weapons that a squad may fire now (D-CQ-1, D-TRANS-17)."""
    weapons = ((unit, weapon) for unit in game.units_of(squad) for weapon in game.sheet(unit).weapons if weapon.cq)
    return [(unit, weapon) for unit, weapon in weapons if why_silent(game, unit, weapon) is None]


def through(game: Game, squad: Squad, points: int, *, fierce: int = 0, surge: bool = False) -> int:
    """Let a squad save Damage; return the points that were not saved (D-CQ-6).

    `surge`: a card improves its saves (C15). The `fierce` part of the points allows no Passive save (D-SHOOT-19).
    """
    for purpose, needed in saves(game.sheet_of(squad), surge=surge):
        saveable = points - fierce if purpose == PASSIVE else points
        if saveable:
            pool = game.throw(f"{purpose} {squad.id}", saveable)
            cancelled = saved(pool.faces, needed)
            game.rolled(purpose, pool, cancelled, squad.id, rule="D-CQ-6", needed=needed)
            points -= cancelled
    return points


def take(game: Game, squad: Squad, points: int, rule: str) -> Flow:
    """Distribute Damage to a squad, the most damaged unit first; its owner chooses among equals (D-CQ-5)."""
    while points and game.units_of(squad):
        least = min(map(game.left, game.units_of(squad)))
        worst = [unit for unit in game.units_of(squad) if game.left(unit) == least]
        unit = yield from _choose_victim(game, squad, worst, squad.owner, points, rule)
        points -= _damage_or_destroy(game, unit, points, rule)


def share_out(game: Game, squad: Squad, points: int, player: str, rule: str) -> Flow:
    """Let an enemy player choose for each point of Damage which unit of a squad takes it (D-GARR-8, D-COLL-4)."""
    while points and game.units_of(squad):
        unit = yield from _choose_victim(game, squad, game.units_of(squad), player, points, rule)
        points -= _damage_or_destroy(game, unit, 1, rule)


def _choose_victim(
    game: Game, squad: Squad, units: Sequence[Unit], player: str, points: int, rule: str
) -> Asking[Unit]:
    """Ask a player which unit loses the next damage point, unless all choices have the same result."""
    alike = game.are_alike(units) or points >= sum(map(game.left, game.units_of(squad)))
    prompt = _("Which unit of {squad} loses a damage point?", squad=squad.name)
    return (yield from choose_unit(units[:1] if alike else units, player, prompt, rule, squad.id))


def _damage_or_destroy(game: Game, unit: Unit, points: int, rule: str) -> int:
    """Take damage points from a unit, and destroy it if none is left; return the points it lost."""
    lost = game.damage(unit, points, rule)
    if not game.left(unit):
        game.destroy(unit, rule)
    return lost


def saves(sheet: UnitDocument, *, surge: bool = False) -> list[tuple[str, int]]:
    """Return the saves of a unit in close quarters, in order: name and lowest face that saves (D-CQ-6, C15)."""
    dodge = sheet.rules.get("dodge")
    passive = surged(sheet.passive) if surge else sheet.passive
    all_saves = ((PASSIVE, passive), ("dodge", dodge.value if dodge is not None else 0))
    return [(purpose, needed) for purpose, needed in all_saves if needed]


def suffering(game: Game, squad: Squad) -> list[Unit]:
    """Return the units of a squad in the order in which they take Damage, the most damaged first (D-CQ-5)."""
    return sorted(game.units_of(squad), key=lambda unit: (game.left(unit), unit.id))


def share_left(game: Game, squad: Squad) -> float:
    """Return the part of a squad's original damage points that it has left, from 0 to 1 (D-CQ-7)."""
    original = game.sheet_of(squad).damage * len(squad.units)
    return sum(game.left(unit) for unit in game.units_of(squad)) / original


def must_test(game: Game, squad: Squad) -> bool:
    """Return whether a squad that lost points to close quarters must test its Fortitude (D-CQ-7)."""
    return bool(game.units_of(squad)) and share_left(game, squad) < HALF


def roll_fortitude(game: Game, squad: Squad, modifier: int = 0) -> Pool:
    """Roll a Fortitude test (D-CQ-7); see `fails_by`."""
    pool = game.throw(f"fortitude {squad.id}", 1)
    least = least_face(lambda face: not fails_by(game, squad, face, modifier))
    game.rolled("fortitude", pool, pool.faces[0] + modifier, squad.id, rule="D-CQ-7", needed=least)
    return pool


def fails_by(game: Game, squad: Squad, face: int, modifier: int = 0) -> int:
    """Return by how much a Fortitude die fails; 0 if it passes. A natural 1 fails, a natural 6 passes (R-20)."""
    needed = game.sheet_of(squad).fortitude
    if face == 6 or (face > 1 and face + modifier >= needed):
        return 0
    return max(1, needed - face - modifier)


def fortitude(game: Game, squad: Squad) -> Asking[int]:
    """Let a squad test its Fortitude; return the amount by which it fails, or 0 (D-CQ-7, C18, C19)."""
    with within(game):
        yield from offer(game, Occasion(of_all(game, "FORT"), squad))
        passes, modifier = total(game, "steadfast", squad.id), total(game, "nerve", squad.id)
    if passes:
        return 0
    pool = roll_fortitude(game, squad, modifier)
    return fails_by(game, squad, pool.faces[0], modifier)
