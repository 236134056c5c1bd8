"""The questions before a squad fires: orders for all weapons at once, and why an enemy cannot be a target."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from game.engine.core.decisions import Option
from game.engine.core.options import Reference
from game.refusal import Refusal
from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import ALL_AT, CEASE, LATER
from game.rulesets.dropzone.rules.shooting.legal import (
    Sighted,
    aimed_at,
    enemies,
    eyes_of,
    in_reach,
    may_fire,
    why_silent,
)
from game.rulesets.dropzone.rules.shooting.numbers import Armed
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.wording import _

Target = Unit | Feature
PIECE: Final = "piece:"
"""Begins the key of a piece of scenery as a target: its id follows."""
BARRED: Final = "refused|"
"""Begins the key of the refused option for a squad that a weapon cannot fire at: the squad's id follows."""


def why_no_target(game: Game, unit: Unit, weapon: WeaponDocument, among: Sequence[Unit]) -> tuple[Unit, Sighted] | None:
    """Return the enemy at which a weapon comes closest to firing, with the refused aim; None without a refusal.

    That enemy has the fewest refusals; of several, it is the nearest.
    """
    aims = [(target, aimed_at(game, unit, weapon, target)) for target in among]
    refused = [(len(seen.refusals), seen.inches, number) for number, (_each, seen) in enumerate(aims) if seen.refusals]
    if not refused:
        return None
    return aims[min(refused)[2]]


def _with_blocker(game: Game, unit: Unit, weapon: WeaponDocument, target: Unit, refusal: Refusal) -> Refusal:
    """Return a refusal. If it is about the line of sight, it names what blocks most of it (D-SHOOT-9)."""
    eyes = eyes_of(game, unit, weapon)
    if refusal.rule != "D-SHOOT-9" or len(eyes) != 1 or not (unit.on_table and target.on_table):
        return refusal
    receipt = game.seeing.receipt(eyes[0], target.id)
    samples = receipt.samples if receipt else ()
    stops = Counter(sample.blocker.partition("/")[0] for sample in samples if sample.blocker)
    names = {key: _(feature.name) for feature in game.features for key in (feature.id, feature.name)}
    names |= {other.id: other.name for other in game.on_table()}
    blocker_names = [names[stop] for stop, _count in stops.most_common() if stop in names]
    if not blocker_names:
        return refusal
    facts = {"target": target.name, "blocker": blocker_names[0]}
    return replace(refusal, text=_("no line of sight to {target}: {blocker} is in the way", **facts))


def nearest_refused(game: Game, squad: Squad) -> tuple[Unit, WeaponDocument, Unit] | None:
    """Return the unit, weapon and enemy of a squad's shot that comes closest to being legal, or None."""
    for unit in game.present(squad):
        for weapon in game.sheet(unit).weapons:
            able = not weapon.cq and why_silent(game, unit, weapon) is None
            nearest = why_no_target(game, unit, weapon, enemies(game, unit)) if able else None
            if nearest is not None:
                return unit, weapon, nearest[0]
    return None


def why_no_fire(game: Game, squad: Squad) -> Refusal:
    """Return why no weapon of a squad has an enemy to fire at, with a line for each weapon (D-SHOOT-3)."""
    causes = [*_refusals_by_weapon(game, squad)]
    if not causes:
        return Refusal(_("it has no ranged weapon"), "D-SHOOT-2")
    return replace(causes[0], text="\n".join(cause.text for cause in dict.fromkeys(causes)))


def _refusals_by_weapon(game: Game, squad: Squad) -> Iterator[Refusal]:
    """Yield for each weapon of a squad why it has no target; weapons that may not fire at all come last.

    All units of a squad have the same weapons: the unit counts that comes closest to firing.
    """
    units = game.present(squad)
    ranged = {weapon.name: weapon for weapon in game.sheet_of(squad).weapons if not weapon.cq}
    if ranged and units and not enemies(game, units[0]):
        yield Refusal(_("no enemy is on the table"), "D-SHOOT-3")
    silenced = list[Refusal]()
    for weapon in ranged.values():
        silent = {unit.id: why_silent(game, unit, weapon) for unit in units}
        armed = [unit for unit in units if silent[unit.id] is None]
        misses = [(unit, *miss) for unit in armed if (miss := why_no_target(game, unit, weapon, enemies(game, unit)))]
        if misses:
            unit, target, seen = min(misses, key=lambda miss: (len(miss[2].refusals), miss[2].inches))
            refusal = _with_blocker(game, unit, weapon, target, seen.refusals[0])
            facts = {"target": target.name, "weapon": weapon.name, "reason": refusal.text}
            yield Refusal(_("{weapon} at {target}: {reason}", **facts), refusal.rule)
        elif not armed:
            silenced += [refusal for refusal in silent.values() if refusal is not None]
    yield from silenced


def with_foes(game: Game, squad: Squad, armed: Sequence[Armed]) -> list[tuple[Armed, list[Unit]]]:
    """Return each weapon that has enemies to fire at, with these; log why each other weapon is passed over."""
    with game.nothing_moves():
        all_targets = [*zip(armed, in_reach(game, armed))]
    able = [(target, targets) for target, targets in all_targets if targets]
    profiles = {(unit.id, weapon.rules.get("alt")) for (unit, weapon), _targets in able if "alt" in weapon.rules}
    silent: dict[tuple[str, str], list[str]] = {}
    for unit in game.present(squad):
        for weapon in game.sheet(unit).weapons:
            is_able = any(armed == (unit, weapon) for armed, _targets in able)
            if not weapon.cq and not is_able and (unit.id, weapon.rules.get("alt")) not in profiles:
                silent.setdefault((weapon.name, _deciding_rule(game, unit, weapon)), []).append(unit.id)
    for (name, cause), units in silent.items():
        game.emit(events.PassedOver(squad=squad.id, weapon=name, units=tuple(units), rule=cause))
    return able


def _deciding_rule(game: Game, unit: Unit, weapon: WeaponDocument) -> str:
    """Return the id of the rule that keeps a weapon from firing at any enemy."""
    silent = why_silent(game, unit, weapon)
    if silent is not None:
        return silent.rule
    nearest = why_no_target(game, unit, weapon, enemies(game, unit))
    return nearest[1].refusals[0].rule if nearest is not None else "D-CORE-9"


def why_not_at(game: Game, unit: Unit, weapon: WeaponDocument, targets: Sequence[Unit]) -> Refusal | None:
    """Return why a weapon cannot fire at any of these units; None if it can fire at one (D-SHOOT-3)."""
    if any(may_fire(game, unit, weapon, target) for target in targets):
        return None
    nearest = why_no_target(game, unit, weapon, targets)
    return None if nearest is None else _with_blocker(game, unit, weapon, nearest[0], nearest[1].refusals[0])


def refused(game: Game, unit: Unit, weapon: WeaponDocument) -> list[tuple[Option, Refusal]]:
    """Return an option and the reason for each enemy squad that a weapon cannot fire at (D-SHOOT-3 to D-SHOOT-11)."""
    options = []
    for squad in game.state.squads.values():
        units = game.present(squad) if squad.owner != unit.owner else []
        barred = [shooter for shooter in units if not may_fire(game, unit, weapon, shooter)]
        nearest = why_no_target(game, unit, weapon, barred)
        if nearest is not None:
            target, refusal = nearest[0], nearest[1].refusals[0]
            name = squad.name if len(barred) == len(units) else ", ".join(shooter.name for shooter in barred)
            option = Option(f"{BARRED}{squad.id}", name, refusal.rule, tuple(shooter.id for shooter in barred))
            options.append((option, _with_blocker(game, unit, weapon, target, refusal)))
    return options


def key_of(target: Target) -> str:
    """Return the key of the option to fire at a unit or a piece."""
    return target.id if isinstance(target, Unit) else f"{PIECE}{target.id}"


def _all_at(game: Game, target: Squad | Feature, letter: str) -> Option:
    key = target.id if isinstance(target, Squad) else key_of(target)
    option = replace(ALL_AT, key=ALL_AT.key + key, label=_(ALL_AT.label, squad=_(target.name)), letter=letter)
    if isinstance(target, Feature):
        return replace(option, about=Reference(terrain=(target.id,)))
    return replace(option, subject=tuple(unit.id for unit in game.units_of(target)))


def orders(game: Game, targets: Sequence[Target], *, may_wait: bool) -> list[Option]:
    """Return orders that replace a weapon's question: all at one target, none at all, or ask last (D-SHOOT-4).

    A target is a squad or a piece of scenery.
    """
    target_by_id: dict[str, Squad | Feature] = {}
    for target in targets:
        if isinstance(target, Unit):
            target_by_id.setdefault(target.squad, game.squad_of(target))
        else:
            target_by_id.setdefault(target.id, target)
    last = [LATER.shown()] if may_wait else []
    letter = ALL_AT.letter if len(target_by_id) == 1 else ""  # of several, none may have it
    return [*(_all_at(game, squad, letter) for squad in target_by_id.values()), *last, CEASE.shown()]
