"""The sandbox: empty tables, the pieces for them, and games that begin from a position."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.engine.core.decisions import Answer
from game.engine.kit.sandbox import SANDBOX, supplied
from game.engine.rulebook.editing import Droppable
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import Line, OddsView, PieceView
from game.engine.saving.documents import plain
from game.rulesets.godbreakers.editing.edits import KINDS, AddModelEdit
from game.rulesets.godbreakers.editing.terrain import TERRAIN
from game.rulesets.godbreakers.new_game.planning import NEW_GAMES
from game.rulesets.godbreakers.odds.supposing import activated, standing
from game.rulesets.godbreakers.rules.actions.engage import strikes
from game.rulesets.godbreakers.rules.constants import FEWEST_ROUNDS, MOST_ROUNDS
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.setup import Setup
from game.rulesets.godbreakers.rules.setup_documents import MOST_SUPPLIED, SetupDocument
from game.rulesets.godbreakers.rules.state import State
from game.rulesets.godbreakers.view import table
from game.rulesets.godbreakers.view.odds import of_engage
from game.table.documents import MapDocument, TerrainPiece
from game.table.placing.clearances import ClearOf, ClearOfBarricades, OnTable
from game.table.placing.region import Region
from game.wording import N_, _

GODBREAKERS, UNALIGNED, OTHERS = N_("Godbreakers"), N_("Unaligned"), N_("Markers")


def bare_setup(width: float, height: float, plan: GamePlan) -> Setup:
    """Return the setup of an empty table. Raise `DocumentError` if its size is not allowed (G-TBL-1)."""
    document = NEW_GAMES.planned(replace(plan, agreed=(("supply", "none"),))).document
    ground = plain(document.map)
    ground |= {"name": _("Empty table"), "description": "", "author": _("sandbox")}
    ground |= {"width": width, "height": height, "unit": 1.0, "terrain": [], "deployment": []}
    empty = parse_document(json.dumps(ground), MapDocument, SANDBOX)
    return NEW_GAMES.checked(document.model_copy(update={"map": empty}), SANDBOX)


def built(setup: Setup, piece: TerrainPiece) -> tuple[Setup, str]:
    """Return the setup with another spare terrain piece, and the id of the piece. Raise `DocumentError`."""
    document = setup.document
    pieces = (*document.map.terrain, *document.map.dressing, *document.terrain_supply)
    return supplied(setup, piece, [other.id for other in pieces], MOST_SUPPLIED, NEW_GAMES.checked)


def free_state(setup: Setup, state: State) -> State:
    """Return a state for a sandbox, in the Activation phase, with no active model and all players in the game."""
    free = state.clone()
    free.step, free.result, free.lost = "activation", None, []
    free.active, free.deployed, free.performed, free.engaged, free.alerted = "", "", [], [], []
    free.automatic, free.begun = [], []
    free.round = max(1, free.round)
    free.priority = [*free.priority, *(player for player in setup.players if player not in free.priority)]
    free.turn = 0
    for model in free.models.values():
        model.raises, model.ascending = 0, False
    return free


def opening(setup: Setup, state: State, rounds: int, begun: bool) -> tuple[Setup, State]:
    """Return setup and state of a game that begins from a position. Raise `DocumentError`.

    `begun` is whether its first round is already in progress.
    """
    for player in setup.players:
        own = [model for model in state.models.values() if model.owner == player]
        if not any(model.godbreaker and model.on_table for model in own):
            name = setup.player(player).name
            reason = _("{name} has no godbreaker on the table: put one there first (G-RES-3)", name=name)
            raise DocumentError(SANDBOX, "", reason)
    if not max(FEWEST_ROUNDS, state.round) <= rounds <= MOST_ROUNDS:
        reason = _("{rounds} rounds is not possible in round {round} (G-RND-1)", rounds=rounds, round=state.round)
        raise DocumentError(SANDBOX, "rounds", reason)
    options = setup.document.options.model_copy(update={"rounds": rounds})
    document: SetupDocument = setup.document.model_copy(update={"options": options})
    first = free_state(setup, state)
    first.rounds = rounds
    if not begun:
        first.step, first.round, first.priority, first.initiative = "round", first.round - 1, [], ""
    return NEW_GAMES.checked(document, SANDBOX), first


def room(game: Game, view: PieceView) -> Region:
    """Return the legal spots of a piece. A token may lie on other pieces (G-TBL-1, G-TBL-2)."""
    edge = OnTable(game.battlefield, view.radius, rule="G-TBL-1")
    if view.kind == "token":
        return Region(view.radius, (edge,))
    others = [piece.disc for piece in game.present() if piece.id != view.id]
    clear = ClearOf(others, view.radius, N_("overlaps a base"), "G-TBL-2", view.level)
    return Region(view.radius, (edge, clear, ClearOfBarricades(game.ground(view.level), view.radius, "G-TBL-2")))


def pair_odds(game: Game, about: str, answer: Answer) -> OddsView | None:
    """Return the odds of an Engage between the two models in `answer` (G-ENG-1..4).

    If `answer` has "x" and "y", the model `about` is put there first.
    """
    if not isinstance(answer, dict):
        return None
    models = game.state.models
    mover = models.get(about)
    if mover is not None and "x" in answer and "y" in answer:
        game, _mover = standing(game, mover, mover.disc._replace(x=answer["x"], y=answer["y"]))
        models = game.state.models
    one, other = models.get(str(answer.get("attacker"))), models.get(str(answer.get("target")))
    if one is None or other is None or one is other or not (one.on_table and other.on_table):
        return None
    supposed, one = activated(game, one)
    other = supposed.state.models[other.id]
    result = of_engage(supposed, one, [other], one.owner)
    if strikes(supposed, one, other):
        return result
    text = _("{one} could not nominate {other} from there", one=one.name, other=other.name)
    if not game.hostile(one, other):
        text = _("{one} and {other} are friends: a model cannot nominate a friend", one=one.name, other=other.name)
    return replace(result, lines=(Line(text, "G-ENG-1", "warning"), *result.lines), claim=None)


def palette(game: Game) -> list[Droppable]:
    """Return the pieces that can be put on the table: those off it, and a new piece of every kind."""
    return [*_reserve(game), *_new_models(game), *_others(game), *TERRAIN.droppable(game)]


def _reserve(game: Game) -> Iterator[Droppable]:
    for model in game.state.models.values():
        if not model.on_table:
            group = _(GODBREAKERS) if model.godbreaker else _(UNALIGNED)
            edit = {"do": "put", "piece": model.id}
            yield Droppable(model.id, model.name, group, edit, table.model_view(game, model))
    for marker in game.state.markers.values():
        if not marker.on_table:
            view = table.marker_view(game, marker)
            yield Droppable(marker.id, marker.name, _(OTHERS), {"do": "put", "piece": marker.id}, view)


def _new_models(game: Game) -> Iterator[Droppable]:
    for player in game.setup.players:
        label = _("New godbreaker for {player}", player=game.player_name(player))
        yield _new(game, "godbreaker", label, _(GODBREAKERS), player)
    for kind in KINDS:
        yield _new(game, kind.kind, _("New {kind}", kind=_(kind.name)), _(UNALIGNED))


def _new(game: Game, kind: str, label: str, group: str, owner: str = "") -> Droppable:
    edit = {"do": "add", "kind": kind, "owner": owner}
    model = AddModelEdit(do="add", kind=kind, owner=owner, x=0.0, y=0.0).made(game)
    return Droppable(f"new:{owner}:{kind}", label, group, edit, table.model_view(game, model))


def _others(game: Game) -> Iterator[Droppable]:
    radius = game.state.markers["objective"].radius
    for kind, label in (("objective", _("New objective")), ("hoard", _("New hoard"))):
        view = PieceView(f"new:{kind}", label, "marker", 0.0, 0.0, radius, "", kind)
        yield Droppable(f"new:{kind}", label, _(OTHERS), {"do": "marker", "kind": kind}, view)
    for kind, label in (("treasure", _("New treasure")), ("trophy", _("New trophy"))):
        view = PieceView(f"new:{kind}", label, "token", 0.0, 0.0, 0.0, "", kind)
        yield Droppable(f"new:{kind}", label, _(OTHERS), {"do": "token", "type": kind}, view)
