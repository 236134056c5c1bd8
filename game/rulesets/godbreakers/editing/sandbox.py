"""The sandbox: empty tables, the pieces for them, and games that begin from a position."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from game.documents.reading import parse_document
from game.engine.kit.sandbox import SANDBOX, SandboxEditor
from game.engine.rulebook.editing import Droppable
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import Line, OddsView, PieceView
from game.engine.saving.documents import plain
from game.rulesets.godbreakers.editing.edits import EDITS, KINDS, TERRAIN, AddModelEdit
from game.rulesets.godbreakers.new_game.planning import NEW_GAMES
from game.rulesets.godbreakers.odds.supposing import activated, standing
from game.rulesets.godbreakers.rules.actions.engage import strikes
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.setup import MOST_SUPPLIED, Setup
from game.rulesets.godbreakers.rules.state import Model, State
from game.rulesets.godbreakers.view import table
from game.rulesets.godbreakers.view.odds import of_engage
from game.table.documents import MapDocument
from game.table.placing.clearances import ClearOf, ClearOfBarricades, OnTable
from game.table.placing.region import Region
from game.wording import N_, _

GODBREAKERS, UNALIGNED, OTHERS = N_("Godbreakers"), N_("Unaligned"), N_("Markers")


class Editor(SandboxEditor[Setup, State, Game]):
    """Changes that people make to the table."""

    edits = EDITS
    resume_rule = "G-ACT-3"
    new_games = NEW_GAMES
    terrain = TERRAIN
    nobody = N_("{name} has no godbreaker on the table: put one there first (G-RES-3)")
    wrong_rounds = N_("{rounds} rounds is not possible in round {round} (G-RND-1)")
    most_supplied = MOST_SUPPLIED

    def pieces(self, game: Game) -> Iterator[Droppable]:
        """Yield the pieces off the table, and a new piece of every kind."""
        yield from (*_reserve(game), *_new_models(game), *_others(game))

    def room(self, game: Game, view: PieceView) -> Region:
        """Return the legal spots of a piece. A token may lie on other pieces (G-TBL-1, G-TBL-2)."""
        edge = OnTable(game.battlefield, view.radius, rule="G-TBL-1")
        if view.kind == "token":
            return Region(view.radius, (edge,))
        others = [piece.disc for piece in game.present() if piece.id != view.id]
        clear = ClearOf(others, view.radius, N_("overlaps a base"), "G-TBL-2", view.level)
        return Region(view.radius, (edge, clear, ClearOfBarricades(game.ground(view.level), view.radius, "G-TBL-2")))

    def bare_setup(self, width: float, height: float, plan: GamePlan) -> Setup:
        """Return the setup of an empty table. Raise `DocumentError` if its size is not allowed (G-TBL-1)."""
        document = NEW_GAMES.planned(replace(plan, agreed=(("supply", "none"),))).document
        ground = plain(document.map)
        ground |= {"name": _("Empty table"), "description": "", "author": _("sandbox")}
        ground |= {"width": width, "height": height, "unit": 1.0, "terrain": [], "deployment": []}
        empty = parse_document(json.dumps(ground), MapDocument, SANDBOX)
        return NEW_GAMES.checked(document.model_copy(update={"map": empty}), SANDBOX)

    def free_state(self, setup: Setup, state: State) -> State:
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

    def takes_part(self, state: State, player: str) -> bool:
        own = (model for model in state.models.values() if model.owner == player)
        return any(model.godbreaker and model.on_table for model in own)

    def resume(self, setup: Setup, first: State, *, begun: bool) -> None:
        first.rounds = setup.options.rounds
        if not begun:
            first.step, first.round, first.priority, first.initiative = "round", first.round - 1, [], ""

    def supposed(self, game: Game, piece: str, x: float, y: float) -> Game:
        model = game.state.models.get(piece)
        return standing(game, model, model.disc._replace(x=x, y=y))[0] if model is not None else game

    def fighter(self, game: Game, piece: str) -> Model | None:
        model = game.state.models.get(piece)
        return model if model is not None and model.on_table else None

    def odds_between(self, game: Game, one: Model, other: Model) -> OddsView:
        """Return the odds of an Engage of one model with another (G-ENG-1..4)."""
        supposed, one = activated(game, one)
        other = supposed.state.models[other.id]
        result = of_engage(supposed, one, [other], one.owner)
        if strikes(supposed, one, other):
            return result
        text = _("{one} could not nominate {other} from there", one=one.name, other=other.name)
        if not game.hostile(one, other):
            text = _("{one} and {other} are friends: a model cannot nominate a friend", one=one.name, other=other.name)
        return replace(result, lines=(Line(text, "G-ENG-1", "warning"), *result.lines), claim=None)


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
