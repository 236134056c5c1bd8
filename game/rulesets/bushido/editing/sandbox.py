"""The rulebook's part of the sandbox: empty tables, new terrain, and games played from a built position."""

from __future__ import annotations

from dataclasses import replace

from game.engine.core.dice import ScriptedDice
from game.engine.kit.sandbox import SandboxEditor
from game.engine.rulebook.view import Line, OddsView, PieceView
from game.rulesets.bushido.editing.edits import EDITS, TERRAIN, fitting, pieces
from game.rulesets.bushido.new_game.planning import NEW_GAMES
from game.rulesets.bushido.odds.exchange_odds import planned_bout
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.scenarios import SMALL
from game.rulesets.bushido.rules.setup import Setup
from game.rulesets.bushido.rules.setup_phase.tasks import TASKS
from game.rulesets.bushido.rules.state import Model, Objective, State
from game.rulesets.bushido.rules.terrain import STARTER
from game.rulesets.bushido.rules.turn.starting import COUNTERS
from game.rulesets.bushido.view.odds import compared_splits
from game.table.placing.region import Region
from game.wording import N_, _


class Editor(SandboxEditor[Setup, State, Game]):
    """Changes that people make to the table."""

    edits = EDITS
    resume_rule = "B-MAIN-2"
    kit = STARTER
    new_games = NEW_GAMES
    terrain = TERRAIN
    round, rounds = "turn", "turns"
    nobody = N_("{name} has no model on the table: put one there first (B-END-4d)")
    wrong_rounds = N_("cannot set {turns} turns in turn {turn} (B-START-1)")
    pieces = staticmethod(pieces)

    def room(self, game: Game, view: PieceView) -> Region:
        """Return where a model or objective of this id and size fits (B-MOVE-1, B-SCEN-3)."""
        piece = game.state.models.get(view.id) or game.state.objectives.get(view.id)
        if piece is None and view.kind == "base":
            piece = Model("", view.name, "", "", "", view.radius)
        return fitting(game, piece or Objective("", 0.0, 0.0, SMALL))

    def free_state(self, setup: Setup, state: State) -> State:
        """Return the state changed for a sandbox: in the Main Phase, no active player, the scenario's objectives laid.

        Before the game, every model is given its activation counters, as if the first turn had begun.
        """
        free = state.clone()
        south = free.south or free.players[0]
        if free.step == "setup":
            free.south = south
            game = Game(setup, free, ScriptedDice(()))
            free.objectives = free.objectives or {
                objective.id: objective for objective in scenarios.find(setup.document.scenario).objectives(game)
            }
            prayers = scenarios.find(setup.document.scenario).prayers
            free.prayers = free.prayers or (dict.fromkeys(free.players, prayers) if prayers else {})
            for model in free.models.values():
                model.counters = COUNTERS
        free.step, free.result, free.active = "main", None, ""
        free.setup_done, free.terrain_done, free.turn = len(TASKS), True, max(1, free.turn)
        for name in ("south", "tactical_winner", "first_player", "active_player"):
            setattr(free, name, getattr(free, name) or south)
        return free

    def takes_part(self, state: State, player: str) -> bool:
        return any(model.on_table and model.side == player for model in state.models.values())

    def resume(self, setup: Setup, first: State, *, begun: bool) -> None:
        options = setup.document.options
        if begun:
            first.last_turn = first.last_turn or (options.length == "fixed" and first.turn >= options.turns)
        else:
            first.step, first.turn, first.last_turn = "starting", first.turn - 1, False

    def supposed(self, game: Game, piece: str, x: float, y: float) -> Game:
        game = game.copied()
        if mover := game.state.models.get(piece):
            mover.x, mover.y = x, y
        return game

    def fighter(self, game: Game, piece: str) -> Model | None:
        model = game.state.models.get(piece)
        return model if model is not None and model.on_table else None

    def odds_between(self, game: Game, one: Model, other: Model) -> OddsView:
        """Return the odds of one model fighting another (B-MELEE)."""
        bout = planned_bout(game, one, other)
        view = compared_splits(game, bout, bout.activating)
        if one.side != other.side:
            return view
        text = _("{one} and {other} are friends and cannot fight each other", one=one.name, other=other.name)
        return replace(view, lines=(Line(text, "B-GEN-8", "warning"), *view.lines))
