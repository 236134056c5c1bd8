"""The weapons of the starter forces, and attacks rolled with dice that are told beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.engine.core.dice import RollCounter, ScriptedDice
from game.engine.core.pools import Pool
from game.rulesets.aos4.documents.armies import WeaponDocument
from game.rulesets.aos4.rules.attacks.batch import Batch
from game.rulesets.aos4.rules.attacks.damaging import Body, Losses, suffer
from game.rulesets.aos4.rules.attacks.volleys import resolve
from game.rulesets.aos4.rules.events import Attacked


def weapon(
    name: str, attacks: str, hit: int, wound: int, rend: int, damage: str, *abilities: str, **more: Any
) -> WeaponDocument:
    return WeaponDocument(
        name=name, attacks=attacks, hit=hit, wound=wound, rend=rend, damage=damage, abilities=abilities, **more
    )


PIKE = weapon("Long Pike", "2", 4, 3, 1, "1", "Anti-charge (+1 Rend)")
SLING = weapon("Glass-bolt Sling", "2", 4, 4, 1, "1", "Crit (Auto-wound)", range_in=15)
LANCE = weapon("Swoop Lance", "3", 3, 3, 1, "1", "Charge (+1 Damage)")
TALONS = weapon("Moth Talons", "2", 4, 4, 0, "1", "Companion")
FLAME = weapon("Trailing Flame", "4", 4, 3, 1, "1", "Crit (Mortal)")
AXE = weapon("Boarding Axe", "3", 4, 3, 1, "2", "Crit (2 Hits)")
HARPOON = weapon("Barbed Harpoon", "2", 4, 3, 1, "D3", "Anti-CAVALRY (+1 Rend)", range_in=12)
JAWS = weapon("Eel Jaws", "2", 4, 4, 0, "1", "Companion")
PLAIN = weapon("Plain", "1", 4, 4, 0, "1")


def dice(*throws: tuple[str, Sequence[int]]) -> ScriptedDice:
    """Dice for throws in their order, each with the purpose that its key must end in."""
    faces = [face for _purpose, throw in throws for face in throw]
    return ScriptedDice(tuple(faces), tuple(f"/{purpose}/" for purpose, throw in throws for _face in throw))


def rolled(batch: Batch, *throws: tuple[str, Sequence[int]]) -> Attacked:
    """A batch resolved with exactly these dice."""
    script, counter = dice(*throws), RollCounter()
    volley = resolve(batch, script, counter, f"round 1/unit/{batch.weapon}")
    script.require_used(counter)
    return volley


def suffered(body: Body, points: int, *wards: int, unwarded: int = 0) -> tuple[Pool, int, Losses]:
    """A damage pool worked off with exactly these ward rolls."""
    script, counter = dice(("ward", wards)), RollCounter()
    outcome = suffer(script, counter, body, points, "round 1/unit", unwarded=unwarded)
    script.require_used(counter)
    return outcome
