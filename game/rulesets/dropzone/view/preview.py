"""What would follow if units stood somewhere: coherency, silent weapons, fire both ways, objectives."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from game.engine.core.decisions import Arrange
from game.engine.rulebook.view import Claim, Line, Preview, ReachView, Verdict
from game.lengths import length
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import SHOOT
from game.rulesets.dropzone.rules.moving.asking import budget, policies
from game.rulesets.dropzone.rules.objectives import at, may_claim
from game.rulesets.dropzone.rules.shooting.declaring import weapons
from game.rulesets.dropzone.rules.shooting.legal import enemies, sighted, why_silent
from game.rulesets.dropzone.rules.state import Squad
from game.rulesets.dropzone.view.supposing import supposed
from game.rulesets.dropzone.view.table import objective_name
from game.table.lattice import Position
from game.table.layout.moving import UnitMove
from game.table.layout.setting_up import SetUp
from game.table.path.region import PathRegion
from game.wording import N_, _, ngettext, series


def arranged(game: Game, decision: Arrange, layout: Mapping[str, Position]) -> Preview | None:
    """Return the consequences of units standing somewhere; those that are not named stay."""
    squad = game.state.squads.get(decision.about)
    where = decision.arrangements
    if squad is None or not isinstance(where, UnitMove | SetUp):
        return None
    fit = {(unit.id, each.name) for unit in game.units_of(squad) for each in game.sheet(unit).weapons
           if why_silent(game, unit, each) is None}  # fmt: skip
    faces = {name: decision.turnings[name].middle(*spot) for name, spot in layout.items() if name in decision.turnings}
    with supposed(game, layout, where, faces):
        lines = (*_coherency(game, squad), *_silenced(game, squad, fit), *_fire(game, squad),
                 *_answers(game, squad), *_objectives(game, squad))  # fmt: skip
    return Preview(lines)


def _coherency(game: Game, squad: Squad) -> Iterator[Line]:
    if not game.is_coherent(squad):
        text = _("out of coherency: harder to hit with, and it claims nothing")
        verdict = Verdict("risk", _("out of coherency"))
        yield Line(text, "D-COH-3", "bad", claim=Claim("incoherent", (squad.id,)), verdict=verdict)


def _silenced(game: Game, squad: Squad, fit: set[tuple[str, str]]) -> Iterator[Line]:
    """Yield the weapons that a move of this length silences (D-SHOOT-6)."""
    silent: dict[str, int] = {}
    for unit in game.units_of(squad):
        for weapon in game.sheet(unit).weapons:
            if (unit.id, weapon.name) in fit and not weapon.cq and why_silent(game, unit, weapon) is not None:
                silent[weapon.name] = silent.get(weapon.name, 0) + 1
    for name, count in silent.items():
        text = ngettext("{weapon} could not fire afterwards", "{n} × {weapon} could not fire afterwards", count,
                        weapon=name)  # fmt: skip
        said = ngettext("{weapon} could not fire", "{n} × {weapon} could not fire", count, weapon=name)
        claim = Claim("silenced", (squad.id, name), amount=count)
        yield Line(text, "D-SHOOT-6", "warning", claim=claim, verdict=Verdict("risk", said, name))


def _fire(game: Game, squad: Squad) -> Iterator[Line]:
    """Yield the enemy squads that the squad could fire at from there in this activation."""
    if SHOOT.key in squad.actions:
        return
    found = dict.fromkeys(
        target.squad
        for unit in game.present(squad)
        for weapon in weapons(game, unit)
        for target in enemies(game, unit)
        if not sighted(game, unit, weapon, target).refusals
    )
    names = series([game.state.squads[each].name for each in found])
    text = _("could fire at {names}", names=names) if found else _("could fire at nobody")
    verdict = Verdict("gain", text, names) if found else None
    yield Line(text, "D-SHOOT-3", "good" if found else "plain", claim=Claim("fires at", tuple(found)), verdict=verdict)


def _answers(game: Game, squad: Squad) -> Iterator[Line]:
    """Yield the enemy squads that have yet to act and could fire at the squad from where they stand."""
    own, found = game.present(squad), dict[str, None]()
    for enemy in enemies(game, own[0]) if own else ():
        other = game.squad_of(enemy)
        if other.acted or other.id in found:
            continue
        if any(not sighted(game, enemy, weapon, unit).refusals for weapon in weapons(game, enemy) for unit in own):
            found[other.id] = None
    if found:
        names = series([game.state.squads[each].name for each in found])
        yield Line(_("{names} could fire at it", names=names), "D-SHOOT-3", "warning",
                   claim=Claim("fired at by", tuple(found)), verdict=Verdict("answer", about=tuple(found)))  # fmt: skip


def _objectives(game: Game, squad: Squad) -> Iterator[Line]:
    """Yield the objectives that the squad would be at, or how far the nearest one is (D-OBJ-3)."""
    there = [each for each in game.state.objectives.values() if not each.removed and not each.carrier]
    units = [unit for unit in game.standing(squad) if may_claim(game, unit)]
    reached = [each for each in there if at(game, units, each)]
    for each in reached:
        text = N_("may search {objective}") if each.hidden else N_("at {objective}")
        name = objective_name(game, each)
        words = _(text, objective=name)
        yield Line(words, "D-OBJ-3", "good", claim=Claim("at", (each.id,)), verdict=Verdict("gain", words, name))
    if there and units and not reached:
        gap, nearest = min(
            ((math.dist((unit.x, unit.y), (each.x, each.y)), each) for each in there for unit in units),
            key=lambda pair: (pair[0], pair[1].id),
        )
        name = objective_name(game, nearest)
        yield Line(_("{distance} to {objective}", distance=length(gap), objective=name), "D-OBJ-3",
                   claim=Claim("objective", (nearest.id,), inches=gap))  # fmt: skip


def reach(game: Game, piece: str) -> ReachView:
    """Return where a unit could move with one action (D-MOVE-1)."""
    unit = game.state.units.get(piece)
    if unit is None or not unit.on_table:
        return ReachView()
    return ReachView(move=PathRegion((unit.x, unit.y), *policies(game, unit, budget(game, unit))))


def closest(game: Game, piece: str) -> tuple[str, ...]:
    """Return the enemies closest to a unit, from centre to centre; all that tie (D-CORE-8)."""
    unit = game.state.units.get(piece)
    if unit is None or not unit.on_table:
        return ()
    gaps = {each.id: math.dist((each.x, each.y), (unit.x, unit.y)) for each in game.on_table()
            if each.owner != unit.owner}  # fmt: skip
    least = min(gaps.values(), default=0.0)
    return tuple(name for name, gap in gaps.items() if gap <= least + game.ruler.policy.tolerance)
