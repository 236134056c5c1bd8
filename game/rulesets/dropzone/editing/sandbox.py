"""The rulebook's part of the sandbox: empty tables, the pieces to put on them, battles played from a position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from game.engine.core.decisions import LegalSpots
from game.engine.core.dice import ScriptedDice
from game.engine.kit.blocks import placed
from game.engine.kit.editable import copied
from game.engine.kit.sandbox import SandboxEditor, in_a_row
from game.engine.rulebook.editing import Droppable, Edit
from game.engine.rulebook.view import Line, OddsView, PieceView
from game.rulesets.dropzone.editing.edits import (
    DRAWN,
    EDITS,
    STARTER,
    TERRAIN,
    AddSquadEdit,
    ahead,
    fit,
    spots_of,
    squad_room,
    unit_room,
)
from game.rulesets.dropzone.new_game.planning import NEW_GAMES
from game.rulesets.dropzone.rules import scenarios
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.play import refresh
from game.rulesets.dropzone.rules.setup import DropzoneSetup, Setup
from game.rulesets.dropzone.rules.state import Squad, State, Unit
from game.rulesets.dropzone.rules.zones import CORNERS, EDGES
from game.rulesets.dropzone.view.odds import of_fires
from game.rulesets.dropzone.view.questions import fires
from game.rulesets.dropzone.view.table import OBJECTIVE_RADIUS, objective_name
from game.table.placing.clearances import OnTable
from game.table.placing.region import Region
from game.wording import N_, _

MARKERS: Final = {"west": N_("West"), "centre": N_("Centre"), "east": N_("East")}
"""The objectives of an empty table, in a row across its middle."""
NEW: Final = "new:"
"""Begins the id of a further squad in the list: the key of its stat sheet follows."""


class Editor(SandboxEditor[Setup, State, Game]):
    """The edits of a sandbox, and its tables and pieces."""

    edits = EDITS
    resume_rule = "D-BG-9"
    kit = STARTER
    kinds = DRAWN
    new_games = NEW_GAMES
    terrain = TERRAIN
    nobody = N_("{name} has no unit left (D-UNIT-7)")
    wrong_rounds = N_("{rounds} rounds is not possible in round {round} (D-RND-1)")

    def pieces(self, game: Game) -> Iterator[Droppable]:
        """Yield the squads off the table, whole squads on it, lost units, further squads and objectives."""
        yield from (*_squads(game), *_lost(game), *_further(game), *_objectives(game))

    def block(self, game: Game, edit: Edit) -> list[PieceView]:
        """Return the views of the units that an edit puts down, at the spots where they would stand."""
        identity = f"{NEW}{edit['sheet']}" if edit.get("do") == "add" else str(edit.get("piece", ""))
        game, squad = _whole(game, identity)
        if squad is None:
            return []
        radius = game.sheet_of(squad).radius
        spots = placed(spots_of(game, squad, edit.get("facing")), edit["x"], edit["y"])
        return [
            PieceView(unit.id, unit.name, "base", *spots[unit.id], radius, unit.owner, facing=edit.get("facing"),
                      unit=squad.id)
            for unit in fit(game, squad)
        ]  # fmt: skip

    def room(self, game: Game, view: PieceView) -> LegalSpots:
        """Return the spots where a squad as a block, or a unit with this id, fits (D-GEO-16)."""
        state = game.state
        if view.id in state.units:
            return unit_room(game, state.units[view.id])
        game, squad = _whole(game, view.id)
        if squad is not None:
            return squad_room(game, squad, spots_of(game, squad, view.facing))
        return Region(0.0, (OnTable(game.battlefield, 0.0, rule="D-OBJ-1"),))

    def ground(self, document: DropzoneSetup, width: float, height: float) -> dict[str, Any]:
        """Return the objectives of an empty table, in a row across its middle."""
        return {"objectives": in_a_row({name: _(title) for name, title in MARKERS.items()}, width, height)}

    def free_state(self, setup: Setup, state: State) -> State:
        """Return the state changed for a sandbox: in the activation phase of a round, no battlegroup acts.

        Before the first round, every player gets an edge, and squads off the table wait In Readiness.
        """
        free = state.clone()
        if free.step in ("zones", "deploying"):
            _skip_deployment(setup, free)
        if free.step == "initiation":
            _begin_round(free, setup.document.options.rounds)
        if free.group:
            _interrupt(free)
        free.step, free.result, free.squad, free.waiting, free.effects = "activation", None, "", [], []
        free.order = free.order or [*free.players]
        free.round = max(1, free.round)
        for squad in free.squads.values():
            squad.entered = squad.shaken = False
        return free

    def takes_part(self, state: State, player: str) -> bool:
        return any(unit.alive and unit.owner == player for unit in state.units.values())

    def resume(self, setup: Setup, first: State, *, begun: bool) -> None:
        if not begun:
            first.step, first.round = "initiation", first.round - 1

    def fighter(self, game: Game, piece: str) -> Unit | None:
        unit = game.state.units.get(piece)
        return unit if unit is not None and unit.present else None

    def odds_between(self, game: Game, one: Unit, other: Unit) -> OddsView:
        """Return the odds of all fire of one unit at another."""
        names = {"one": one.name, "other": other.name}
        title = _("{one} fires at {other}", **names)
        if one.owner == other.owner:
            return OddsView(title, lines=(Line(_("friends are no targets"), "D-CORE-9", "warning"),))
        declared = fires(game, one, other)
        if not declared:
            return OddsView(title, lines=(Line(_("no weapon could fire from there"), "D-SHOOT-3", "warning"),))
        return of_fires(game, title, declared)


def _skip_deployment(setup: Setup, state: State) -> None:
    """Give every player an edge, and let battlegroups off the table wait In Readiness (D-DEP-1, D-DEP-5)."""
    game = Game(setup, state, ScriptedDice(()))
    scenario = scenarios.of(game)
    if state.step == "zones":
        zones = EDGES if scenario.zones == "edges" else CORNERS
        state.edges = {**dict(zip(state.players, zones)), **state.edges}
        scenario.ready(game)
    for group in state.groups.values():
        group.mode = "readiness"
    state.choosing, state.undeployed, state.step = [], [], "initiation"


def _begin_round(state: State, rounds: int) -> None:
    """Begin the next round without its dice: units are reset, and the order of players stays."""
    state.round = min(state.round + 1, rounds)
    state.player = ""
    refresh(state)


def _interrupt(state: State) -> None:
    """Let the active battlegroup be activated again, for its squads that have not acted."""
    group = state.groups[state.group]
    group.status = "ready"
    before = state.order.index(group.owner) - 1
    state.player, state.group, state.declared = state.order[before], "", []


# -- pieces ----------------------------------------------------------------------------------------


def _whole(game: Game, identity: str) -> tuple[Game, Squad | None]:
    """Return the squad with an id, and the game; a further squad comes with a copy of the game that has it."""
    if identity.startswith(NEW):
        trial = copied(game)
        return trial, AddSquadEdit(do="add", sheet=identity.removeprefix(NEW), x=0.0, y=0.0).bring_in(trial)
    return game, game.state.squads.get(identity)


def _squads(game: Game) -> Iterator[Droppable]:
    """Yield the squads off the table, then whole squads on it."""
    for player in game.setup.players:
        for squad in game.state.squads.values():
            if squad.owner == player and not game.standing(squad):
                group, edit = game.setup.player(player).army.name, {"do": "put", "piece": squad.id}
                yield Droppable(squad.id, _sized(game, squad), group, edit, _standing(game, squad))
    for squad in game.state.squads.values():
        if len(game.standing(squad)) > 1:
            view, edit = replace(_standing(game, squad), facing=None), {"do": "put", "piece": squad.id}
            yield Droppable(f"whole:{squad.id}", squad.name, _("Move a whole squad"), edit, view)


def _lost(game: Game) -> Iterator[Droppable]:
    """Yield the lost units of squads on the table."""
    for squad in game.state.squads.values():
        for name in squad.units if game.standing(squad) else ():
            unit = game.state.units[name]
            if not unit.alive:
                view = replace(_standing(game, squad), id=name, name=unit.name)
                yield Droppable(name, unit.name, _("Lost units"), {"do": "put", "piece": name}, view)


def _further(game: Game) -> Iterator[Droppable]:
    """Yield a further squad of each stat sheet in play."""
    for key in game.setup.sheets:
        trial, squad = _whole(game, f"{NEW}{key}")
        assert squad is not None
        group = _("More squads for {player}", player=game.player_name(squad.owner))
        view = replace(_standing(trial, squad), id=f"{NEW}{key}")
        yield Droppable(view.id, _sized(trial, squad), group, {"do": "add", "sheet": key}, view)


def _objectives(game: Game) -> Iterator[Droppable]:
    for objective in game.state.objectives.values():
        if objective.removed or objective.carrier:
            name = objective_name(game, objective)
            view = PieceView(objective.id, name, "marker", 0.0, 0.0, OBJECTIVE_RADIUS, "", "objective")
            yield Droppable(objective.id, name, _("Objectives"), {"do": "put", "piece": objective.id}, view)


def _sized(game: Game, squad: Squad) -> str:
    units = len(fit(game, squad))
    return squad.name if units == 1 else _("{squad} ({n} units)", squad=squad.name, n=units)


def _standing(game: Game, squad: Squad) -> PieceView:
    """Return the view of a squad to be put down: a single token facing ahead."""
    radius, facing = game.sheet_of(squad).radius, ahead(game, squad.owner)
    return PieceView(squad.id, squad.name, "base", 0.0, 0.0, radius, squad.owner, facing=facing, unit=squad.id)
