"""Objectives: claiming, searching, victory points near a place (D-OBJ, D-SCO-5)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from game.engine.core.decisions import Place
from game.engine.core.flow import Flow
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.cards.hands import total
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.scenery import house_of, piece_of
from game.rulesets.dropzone.rules.state import Objective, Squad, Unit
from game.table.lattice import snap
from game.table.placing.clearances import CloserTo, OnTable
from game.table.placing.condition import AnyOf
from game.table.placing.region import Region
from game.table.placing.solids import ClearOfShape
from game.table.shapes import Disc
from game.wording import N_, _

CLAIMING: Final = 2.0
"""Inches within which a unit claims or searches an objective (D-OBJ-3, D-OBJ-5)."""
SNATCHED: Final = 1.0
"""Inches within which an enemy takes an objective that a squad was forced to drop (D-OBJ-12)."""
TOKEN: Final = 0.59
"""The radius of an objective's token in inches: 30 mm across (D-OBJ-1)."""
FOUND: Final = events.SEARCH_NEEDS
AROUND: Final = 6.0
"""Inches around a piece within which points of units count (D-SCO-2)."""


def garrison_of(game: Game, objective: Objective) -> Feature | None:
    """Return the Garrison in which an objective lies, or None; only units inside can claim it (D-OBJ-2)."""
    return game.house_at(*objective.spot)


def at(game: Game, units: Iterable[Unit], objective: Objective, inches: float = CLAIMING) -> list[Unit]:
    """Return the units that are at an objective: near enough, or in its Garrison (D-OBJ-2, D-OBJ-3)."""
    house, x, y, reach = garrison_of(game, objective), objective.x, objective.y, inches + game.slack
    if house is not None:
        return [unit for unit in units if piece_of(unit) == house.id]
    return [unit for unit in units if unit.on_table and math.hypot(unit.x - x, unit.y - y) <= reach]


def may_claim(game: Game, unit: Unit) -> bool:
    """Return whether a unit can claim objectives: Infantry or Vehicles of coherent squads, not Aircraft (D-OBJ-14)."""
    sheet, squad = game.sheet(unit), game.squad_of(unit)
    if not sheet.takes_objectives:
        return False
    return unit.place == "inside" or (unit.on_table and game.is_coherent(squad))


def claimants(game: Game, objective: Objective, inches: float = CLAIMING) -> list[Unit]:
    """Return the units at an objective that may claim it (D-OBJ-3, D-OBJ-14)."""
    return [unit for unit in at(game, game.in_play(), objective, inches) if may_claim(game, unit)]


def claim_all(game: Game) -> None:
    """Let the only player beside an Open objective claim it; a squad takes it if Mobile (D-OBJ-3, D-OBJ-7, R-31).

    Where no player or several are beside it, its claim does not change.
    """
    for objective in game.lying():
        units = [] if objective.hidden else claimants(game, objective)
        if len({unit.owner for unit in units}) == 1:
            claim(game, objective, units)


def claim(game: Game, objective: Objective, units: Sequence[Unit]) -> None:
    """Let the owner of these units claim an objective; a squad without one picks it up if Mobile (D-OBJ-4, D-OBJ-7)."""
    player = units[0].owner
    if objective.claimed_by != player:
        objective.claimed_by = player
        game.emit(events.Claimed(player=player, objective=objective.id, rule="D-OBJ-3"))
    if objective.mobile:
        squads = dict.fromkeys(unit.squad for unit in units)
        unburdened = [name for name in squads if carried_by(game, game.state.squads[name]) is None]
        if unburdened:
            objective.carrier = unburdened[0]
            game.emit(events.Taken(squad=unburdened[0], objective=objective.id, rule="D-OBJ-7"))


def carried_by(game: Game, squad: Squad) -> Objective | None:
    """Return the objective that a squad carries (D-OBJ-7)."""
    return next((objective for objective in game.state.objectives.values() if objective.carrier == squad.id), None)


def follow(game: Game) -> None:
    """Move carried objectives with their squads; drop those of destroyed squads (D-OBJ-7, D-OBJ-8, D-OBJ-13)."""
    for objective in game.state.objectives.values():
        squad = game.state.squads.get(objective.carrier)
        if squad is None:
            continue
        units = game.units_of(squad)
        if not units and objective.flies:
            objective.carrier, objective.claimed_by, objective.removed = "", "", True
            game.emit(events.ObjectiveLost(objective=objective.id, rule="D-OBJ-13"))
        elif not units:
            drop(game, objective, "D-OBJ-13")
        elif game.is_in_play(units[0]):
            outermost = game.outermost(units[0])
            house = house_of(game, outermost)
            if house is None:
                objective.x, objective.y = outermost.spot
            elif house.gap(*objective.spot) > 0.0:
                spot = house.shape.representative_point()  # the unit may stand at the wall: the objective lies inside
                objective.x, objective.y = snap(spot.x), snap(spot.y)
            objective.flies = outermost is not units[0] and game.sheet(outermost).is_aircraft


def drop(game: Game, objective: Objective, rule: str, *, forced: bool = True) -> None:
    """Drop an objective; if `forced`, an enemy squad beside it claims it at once (D-OBJ-10 to D-OBJ-12)."""
    squad = game.state.squads[objective.carrier]
    objective.carrier = objective.claimed_by = ""
    game.emit(events.Dropped(squad=squad.id, objective=objective.id, rule=rule))
    if not forced:
        return
    snatchers = [unit for unit in claimants(game, objective, SNATCHED) if unit.owner != squad.owner]
    if len({unit.owner for unit in snatchers}) == 1:
        claim(game, objective, snatchers)


def let_fall(game: Game, squad: Squad, rule: str, *, forced: bool = True) -> Flow:
    """Let a squad drop its objective; outside Garrisons ask where (D-OBJ-10, D-OBJ-11)."""
    objective = carried_by(game, squad)
    if objective is None:
        return
    region = dropping_places(game, squad)
    if region is not None:
        prompt = _("Where does {squad} drop the objective?", squad=squad.name)
        question = Place(player=squad.owner, prompt=prompt, rule="D-OBJ-10", about=objective.id, region=region)
        objective.x, objective.y = yield question
    drop(game, objective, rule, forced=forced)


def dropping_places(game: Game, squad: Squad) -> Region | None:
    """Return the spots at which a squad may drop its objective: within 2″, outside Garrisons (D-OBJ-1, D-OBJ-10).

    None if no unit is on the table; in a Garrison, the objective stays there.
    """
    units, houses = game.standing(squad), [feature for feature in game.features if feature.has("garrison")]
    if not units:
        return None
    most = CLAIMING + game.slack
    near_squad = AnyOf([CloserTo(Disc(unit.x, unit.y, 0.0, unit.name), most, 0.0, "D-OBJ-10") for unit in units])
    walls = (ClearOfShape(house.shape, TOKEN, house.name, N_("in the Garrison"), "D-OBJ-10") for house in houses)
    return Region(TOKEN, [OnTable(game.battlefield, TOKEN, "D-OBJ-1"), near_squad, *walls])


def seize(game: Game, squad: Squad, other: Squad) -> None:
    """Let a squad claim the objective of another squad that it destroyed in close quarters (D-OBJ-13)."""
    objective = carried_by(game, other)
    if objective is not None:
        drop(game, objective, "D-OBJ-13", forced=False)
        claim(game, objective, game.units_of(squad))


def receivers(game: Game, squad: Squad) -> list[Squad]:
    """Return the friendly squads that could take over a squad's objective (D-OBJ-9, D-OBJ-14)."""
    units, reach = game.present(squad), CLAIMING + total(game, "throw", squad.owner)
    others = (other for other in game.state.squads.values() if other.owner == squad.owner and other is not squad)

    def may_receive(other: Squad) -> bool:
        if not game.sheet_of(other).takes_objectives or carried_by(game, other) is not None:
            return False
        return any(_in_reach(game, giver, taker, reach) for giver in units for taker in game.present(other))

    return [other for other in others if may_receive(other)]


def _in_reach(game: Game, one: Unit, other: Unit, reach: float) -> bool:
    """Return whether units are at most `reach` inches apart, on the same side of a Garrison's walls (D-OBJ-9)."""
    if piece_of(one) or piece_of(other):
        return piece_of(one) == piece_of(other)
    return math.dist(one.spot, other.spot) <= reach + game.slack


def givers(game: Game, squad: Squad) -> list[Squad]:
    """Return the friendly squads that could pass their objective to a squad (D-OBJ-9)."""
    others = (other for other in game.state.squads.values() if other.owner == squad.owner and other is not squad)
    return [other for other in others if carried_by(game, other) is not None and squad in receivers(game, other)]


def hand_on(game: Game, giver: Squad, other: Squad) -> None:
    """Pass an objective to another squad (D-OBJ-9)."""
    objective = carried_by(game, giver)
    assert objective is not None
    objective.carrier = other.id
    game.emit(events.Passed(squad=giver.id, other=other.id, objective=objective.id, rule="D-OBJ-9"))
    follow(game)


def scanners_near(game: Game, squad: Squad) -> list[Unit]:
    """Return the friendly Transports with a Scan Token within 2″ of a squad, or of its Garrison (D-OBJ-6)."""
    reach, houses = CLAIMING + game.slack, {feature.id: feature for feature in game.features}
    searchers = game.present(squad)
    return [
        unit
        for unit in game.on_table()
        if unit.scanned
        and unit.owner == squad.owner
        and any(_inches_between_units(houses, searcher, unit) <= reach for searcher in searchers)
    ]


def _inches_between_units(houses: Mapping[str, Feature], one: Unit, other: Unit) -> float:
    """Return the inches between two units; a unit in a Garrison is measured from its outline."""
    house = houses.get(piece_of(one))
    return house.gap(*other.spot) if house is not None else math.dist(one.spot, other.spot)


def search_result(game: Game, squad: Squad, objective: Objective, face: int, more: int = 0) -> int:
    """Return the result of a search die: the round and `more` added, 1 less with an enemy there (D-OBJ-5)."""
    contested = any(searcher.owner != squad.owner for searcher in at(game, game.in_play(), objective))
    bloodthirsty = 2 if "bloodthirsty" in game.sheet_of(squad).rules else 0
    return face + game.state.round - contested + more - bloodthirsty


def finds(face: int, result: int) -> bool:
    """Return whether a search with this die and result succeeds; a natural 1 never does (D-OBJ-5, R-20)."""
    return face > 1 and result >= FOUND


def points_around(game: Game, player: str, feature: Feature, *, inside_double: bool) -> int:
    """Return the points of units within 6″ of a piece or in it (D-SCO-2, D-SCO-5, D-SCO-6, R-33)."""
    reach, total = AROUND + game.slack, 0
    for unit in game.state.units.values():
        sheet = game.sheet(unit)
        if unit.owner != player or "fast" in sheet.rules:
            continue
        if piece_of(unit) == feature.id:
            total += sheet.points * (2 if inside_double else 1)
        elif unit.present and feature.gap(*unit.spot) <= reach:
            total += sheet.points
    return total
