"""The rulebook's part of the sandbox: empty tables, new terrain, and games played from a built position."""

from __future__ import annotations

from dataclasses import replace

from game.documents.error import DocumentError
from game.engine.core.decisions import Answer
from game.engine.core.dice import ScriptedDice
from game.engine.kit.sandbox import SANDBOX, supplied
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import Line, OddsView, PieceView
from game.rulesets.bushido.editing.edits import fitting
from game.rulesets.bushido.new_game.planning import NEW_GAMES
from game.rulesets.bushido.odds.even_exchange import planned_bout
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.scenarios import SMALL
from game.rulesets.bushido.rules.setup import Setup
from game.rulesets.bushido.rules.setup_documents import MOST_SUPPLIED
from game.rulesets.bushido.rules.setup_phase.tasks import TASKS
from game.rulesets.bushido.rules.state import Model, Objective, State
from game.rulesets.bushido.rules.turn.starting import COUNTERS
from game.rulesets.bushido.view.odds import compared_splits
from game.table.documents import TerrainPiece
from game.table.placing.region import Region
from game.wording import _


def bare_setup(width: float, height: float, plan: GamePlan) -> Setup:
    """Return the setup of an empty table; raise `DocumentError` if the rulebook forbids its size (B-STAT-1)."""
    whole = NEW_GAMES.planned(plan).document
    ground = {"name": _("Empty table"), "description": "", "author": _("sandbox"), "width": width, "height": height}
    table = whole.map.model_copy(update={**ground, "terrain": (), "dressing": ()})
    options = whole.options.model_copy(update={"terrain": "map"})
    return NEW_GAMES.checked(whole.model_copy(update={"map": table, "options": options}), SANDBOX)


def built(setup: Setup, piece: TerrainPiece) -> tuple[Setup, str]:
    """Return the setup with one more piece of terrain off the table, and its new id; raise `DocumentError`."""
    return supplied(setup, piece, setup.terrain_pieces, MOST_SUPPLIED, NEW_GAMES.checked)


def free_state(setup: Setup, state: State) -> State:
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


def opening(setup: Setup, state: State, rounds: int, begun: bool) -> tuple[Setup, State]:
    """Return setup and state of a game from here, its turn fresh or under way (`begun`); raise `DocumentError`."""
    for player in setup.players:
        if not any(model.on_table and model.side == player for model in state.models.values()):
            name = setup.player(player).name
            reason = _("{name} has no model on the table: put one there first (B-END-4d)", name=name)
            raise DocumentError(SANDBOX, "", reason)
    if not max(NEW_GAMES.rounds[0], state.turn) <= rounds <= NEW_GAMES.rounds[1]:
        reason = _("cannot set {turns} turns in turn {turn} (B-START-1)", turns=rounds, turn=state.turn)
        raise DocumentError(SANDBOX, "rounds", reason)
    options = setup.document.options.model_copy(update={"turns": rounds})
    document = setup.document.model_copy(update={"options": options})
    first = free_state(setup, state)
    if begun:
        first.last_turn = first.last_turn or (options.length == "fixed" and first.turn >= rounds)
    else:
        first.step, first.turn, first.last_turn = "starting", first.turn - 1, False
    return NEW_GAMES.checked(document, SANDBOX), first


def room(game: Game, view: PieceView) -> Region:
    """Return where a model or objective of this id and size fits (B-MOVE-1, B-SCEN-3)."""
    piece = game.state.models.get(view.id) or game.state.objectives.get(view.id)
    if piece is None and view.kind == "base":
        piece = Model("", view.name, "", "", "", view.radius)
    return fitting(game, piece or Objective("", 0.0, 0.0, SMALL))


def pair_odds(game: Game, about: str, answer: Answer) -> OddsView | None:
    """Return the odds of one model fighting another, as if `about` were at the place in `answer` (B-MELEE)."""
    if not isinstance(answer, dict):
        return None
    game = game.copied()
    models = game.state.models
    mover = models.get(about)
    if mover is not None and "x" in answer and "y" in answer:
        mover.x, mover.y = answer["x"], answer["y"]
    one, other = models.get(str(answer.get("attacker"))), models.get(str(answer.get("target")))
    if one is None or other is None or one is other or not (one.on_table and other.on_table):
        return None
    bout = planned_bout(game, one, other)
    view = compared_splits(game, bout, bout.activating)
    if one.side != other.side:
        return view
    text = _("{one} and {other} are friends and cannot fight each other", one=one.name, other=other.name)
    return replace(view, lines=(Line(text, "B-GEN-8", "warning"), *view.lines))
