"""Gates: Transports with Access share one pool of squads, Holding (D-SPEC-ACC).

A squad in Holding is aboard one of its player's gates, whichever; it may leave by any of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.rulesets.dropzone.rules.transports.cargo import cargo, is_gate, why_closed, works_with


def is_held(game: Game, squad: Squad) -> bool:
    """Return whether a squad is in Holding."""
    units = game.units_of(squad)
    return bool(units) and units[0].place == "aboard" and is_gate(game.sheet(game.state.units[units[0].carrier]))


def size(game: Game, units: Sequence[Unit], gate: Unit) -> int:
    """Return how much of a gate's Capacity some units need."""
    hold = game.sheet(gate).hold_for(game.sheet(units[0]))
    return hold[1] * len(units) if hold is not None else 0


def ways_out(game: Game, squad: Squad) -> list[Unit]:
    """Return the gates by which a squad in Holding may leave: each releases at most its Capacity in a round."""
    units = game.units_of(squad)
    return [
        gate
        for gate in game.on_table()
        if gate.owner == squad.owner
        and is_gate(game.sheet(gate))
        and (hold := game.sheet(gate).hold_for(game.sheet_of(squad)))
        and gate.released + size(game, units, gate) <= game.sheet(gate).carries[hold[0]]
        and why_closed(game, gate) is None
        and works_with(game, game.squad_of(gate))
    ]


def go_through(game: Game, squad: Squad, gate: Unit) -> None:
    """Let a squad in Holding be at a gate, to leave by it."""
    units = game.units_of(squad)
    gate.released += size(game, units, gate)
    for unit in units:
        unit.carrier = gate.id


def lose(game: Game, gate: Unit) -> None:
    """Let the pool lose a gate that was destroyed: with the last one, everything in it is destroyed."""
    others = [
        each
        for each in game.state.units.values()
        if each is not gate
        and each.owner == gate.owner
        and each.alive
        and game.left(each)
        and is_gate(game.sheet(each))
    ]
    for unit in cargo(game, gate):
        if others:
            unit.carrier = others[0].id
        else:
            lose_all(game, unit)
    game.emit(events.GateLost(unit=gate.id, rule="D-SPEC-ACC"))


def lose_all(game: Game, unit: Unit) -> None:
    """Destroy a unit with everything in it."""
    for each in cargo(game, unit):
        lose_all(game, each)
    game.destroy(unit, "D-SPEC-ACC")
