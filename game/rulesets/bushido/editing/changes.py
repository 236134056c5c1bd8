"""Edits of models, objectives, terrain and the score: each a document with its checks and its effect."""

from __future__ import annotations

from typing import Annotated, Literal

import shapely
from pydantic import Field

from game.documents.reading import Identifier, Name
from game.engine.rulebook.edits import EditDocument, Inches, Who
from game.engine.rulebook.laying import Laid, why_not_free
from game.refusal import Refusal
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.invariants import FULL_TURN, MOST_ORDERED
from game.rulesets.bushido.rules.registry import STATES
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.scenarios import LAST_TURN, MOST_VICTORY, find
from game.rulesets.bushido.rules.setup_phase.zones import room
from game.rulesets.bushido.rules.state import Model, Objective, objective_name
from game.rulesets.bushido.rules.terrain import is_impassable
from game.table.lattice import snap
from game.table.placing.conditions import ClearOf, OnTable
from game.table.placing.region import Region
from game.table.terrain.battlefield import Piece
from game.table.terrain.rigid import placed
from game.wording import N_, _

Facing = Annotated[int, Field(ge=0, lt=FULL_TURN)]
Few = Annotated[int, Field(ge=0, le=20)]
Marks = Annotated[tuple[Few, ...], Field(max_length=12)]
State = Annotated[str, Field(min_length=1, max_length=40)]


class PutEdit(EditDocument[Game]):
    """Put a model or objective down; one that has lost all wounds is whole again. A `facing` is in 1/100 degree."""

    folds_by = "piece"

    do: Literal["put"]
    piece: Identifier
    x: Inches
    y: Inches
    facing: Facing | None = None

    def why_not(self, game: Game) -> list[Refusal]:
        piece = found(game, self.piece)
        return unfit(game, self.piece) if piece is None else why_not_there(game, piece, self.x, self.y)

    def carry_out(self, game: Game) -> None:
        piece = found(game, self.piece)
        assert piece is not None
        piece.x, piece.y = snap(self.x), snap(self.y)
        if isinstance(piece, Objective):
            piece.on_table = True
            game.forget()
            return
        piece.place = "table"
        piece.wounds = piece.wounds if game.left(piece) else 0
        piece.facing = piece.facing if self.facing is None else self.facing


class RemoveEdit(EditDocument[Game]):
    """Take a model, objective or piece of terrain off the table; a model goes to the place `to`."""

    do: Literal["remove"]
    piece: Identifier
    to: Literal["reserve", "elsewhere", "killed", "removed"] = "removed"

    def why_not(self, game: Game) -> list[Refusal]:
        piece = found(game, self.piece)
        if piece is None:
            lies = any(each.id == self.piece and not each.decoration for each in game.ruler.battlefield.pieces)
            return [] if lies else unfit(game, self.piece)
        if piece.on_table or (isinstance(piece, Model) and piece.place != self.to):
            return []
        return [Refusal(_("{piece} is not on the table", piece=game.name_of(self.piece)))]

    def carry_out(self, game: Game) -> None:
        piece = found(game, self.piece)
        if isinstance(piece, Model):
            piece.place = self.to
        elif isinstance(piece, Objective):
            piece.on_table = False
        else:
            lift(game, self.piece)
            if any(each.id == self.piece for each in game.setup.ruler.battlefield.pieces):
                game.state.destroyed.append(self.piece)


class ChangeEdit(EditDocument[Game]):
    """Change facts of a model; None keeps the present value."""

    folds_by = "piece"

    do: Literal["change"]
    piece: Identifier
    wounds: Few | None = None
    ki: Few | None = None
    counters: Annotated[int, Field(ge=0, le=MOST_ORDERED)] | None = None
    side: Who | None = None
    name: Name | None = None
    ran: bool | None = None
    shots: Annotated[int, Field(ge=0, le=9)] | None = None

    def why_not(self, game: Game) -> list[Refusal]:
        model = game.state.models.get(self.piece)
        if model is None:
            return unfit(game, self.piece)
        against = [] if self.side is None else why_no_player(game, self.side)
        boxes = game.card(model).wounds
        if self.wounds == boxes and model.on_table and not game.any(model, "stands_to_the_last"):
            text = _("{model} has {boxes} boxes: without any left it is killed", model=model.name, boxes=boxes)
            against.append(Refusal(text, "B-STAT-5"))
        return against

    def carry_out(self, game: Game) -> None:
        model = game.state.models[self.piece]
        for name in ("wounds", "ki", "counters", "side", "name", "ran", "shots"):
            value = getattr(self, name)
            if value is not None:
                setattr(model, name, value)


class MarkEdit(EditDocument[Game]):
    """Give a model so many markers of a state, each with its value (0 where it has none); none: it is rid of it."""

    do: Literal["mark"]
    piece: Identifier
    state: State
    values: Marks = ()

    def why_not(self, game: Game) -> list[Refusal]:
        model, condition = game.state.models.get(self.piece), STATES.get(self.state)
        if model is None:
            return unfit(game, self.piece)
        if condition is None:
            known = ", ".join(sorted(STATES))
            return [Refusal(_("{state!r} is no state - use one of {known}", state=self.state, known=known), "B-STATE")]
        if self.values and game.any(model, "immune", self.state):
            text = _("{model} is immune to {state}", model=model.name, state=_(self.state))
            return [Refusal(text, "B-STATE-20")]
        if not condition.valued and any(self.values):
            return [Refusal(_("markers of {state} have no value: it is 0", state=_(self.state)), condition.rule)]
        return []

    def carry_out(self, game: Game) -> None:
        model = game.state.models[self.piece]
        model.markers = {**model.markers, self.state: [*self.values]}
        if not self.values:
            del model.markers[self.state]
        if self.state == "Controlled":  # the one state that says who has the model (B-STATE-4)
            model.side = game.other(model.owner) if self.values else model.owner
        if self.state == "Held":
            model.effects = [each for each in model.effects if each.entry != "Held by"]


class AlignEdit(EditDocument[Game]):
    """Make an objective friendly to a player, or to nobody; or set the worship markers of players on it."""

    folds_by = "piece"

    do: Literal["align"]
    piece: Identifier
    friendly_to: Who | None = None
    worship: Annotated[dict[Who, Few], Field(max_length=2)] | None = None

    def why_not(self, game: Game) -> list[Refusal]:
        if self.piece not in game.state.objectives:
            return unfit(game, self.piece)
        named = [each for each in (self.friendly_to, *(self.worship or ())) if each]
        return [refusal for each in named for refusal in why_no_player(game, each)]

    def carry_out(self, game: Game) -> None:
        objective = game.state.objectives[self.piece]
        if self.friendly_to is not None:
            objective.friendly_to = self.friendly_to
        if self.worship is not None:
            objective.worship = {player: count for player, count in self.worship.items() if count}


class ScoreEdit(EditDocument[Game]):
    """Set victory points, scenario points, pass tokens and prayers of a player; None keeps them."""

    folds_by = "player"

    do: Literal["score"]
    player: Identifier
    victory: Annotated[int, Field(ge=0, le=MOST_VICTORY)] | None = None
    points: Annotated[int, Field(ge=0, le=99)] | None = None
    passes: Few | None = None
    prayers: Few | None = None

    def why_not(self, game: Game) -> list[Refusal]:
        against = why_no_player(game, self.player)
        if not against and self.prayers is not None and not game.state.prayers:
            title = _(find(game.setup.document.scenario).title)
            against.append(Refusal(_("nobody prays in {title}", title=title), "B-SCEN-5"))
        return against

    def carry_out(self, game: Game) -> None:
        for name in ("victory", "points", "passes", "prayers"):
            value = getattr(self, name)
            if value is not None:
                getattr(game.state, name)[self.player] = value


class TurnEdit(EditDocument[Game]):
    """Set the turn, whether it is the last, who goes first in it, and whose activation it is; None keeps it."""

    folds_by = ""

    do: Literal["turn"]
    turn: Annotated[int, Field(ge=1, le=LAST_TURN)] | None = None
    last: bool | None = None
    first: Identifier | None = None
    active: Identifier | None = None

    def why_not(self, game: Game) -> list[Refusal]:
        if game.state.step == "setup":
            return [Refusal(_("the game has not begun"), "B-SETUP-1")]
        return [refusal for each in (self.first, self.active) if each for refusal in why_no_player(game, each)]

    def carry_out(self, game: Game) -> None:
        state = game.state
        state.turn = state.turn if self.turn is None else self.turn
        state.last_turn = state.last_turn if self.last is None else self.last
        state.first_player = self.first or state.first_player
        state.active_player = self.active or state.active_player


class TerrainEdit(EditDocument[Game]):
    """Put a piece of terrain with its anchor at (x, y), turned by so many degrees from its position on the map."""

    folds_by = "piece"

    do: Literal["terrain"]
    piece: Identifier
    x: Inches
    y: Inches
    degrees: Annotated[int, Field(ge=0, lt=360)] = 0

    def why_not(self, game: Game) -> list[Refusal]:
        piece = game.setup.terrain_pieces.get(self.piece)
        return unfit(game, self.piece) if piece is None else why_not_lie(game, piece, self.x, self.y, self.degrees)

    def carry_out(self, game: Game) -> None:
        lift(game, self.piece)
        game.state.laid.append(Laid(self.piece, snap(self.x), snap(self.y), self.degrees))


# -- checks shared by several edits --------------------------------------------------------------


def found(game: Game, identity: str) -> Model | Objective | None:
    """Return the model or objective of an id, None if there is none."""
    return game.state.models.get(identity) or game.state.objectives.get(identity)


def unfit(game: Game, identity: str) -> list[Refusal]:
    """Return the refusal of an unknown id, or of a piece that this kind of edit cannot change."""
    name = game.name_of(identity)
    if name == identity:
        return [Refusal(_("nothing is called {identity}", identity=identity))]
    return [Refusal(_("this cannot be done to {name}", name=name))]


def why_no_player(game: Game, player: str) -> list[Refusal]:
    """Return why nobody of that id plays."""
    if player in game.setup.players:
        return []
    known = ", ".join(game.setup.players)
    return [Refusal(_("{player!r} is no player - use one of {known}", player=player, known=known), "B-GEN-8")]


def fitting(game: Game, piece: Model | Objective) -> Region:
    """Return where a model or objective may stand: on the table, off everything that it cannot share a place with."""
    if isinstance(piece, Model):
        return Region(piece.radius, room(game, piece))
    others = [each.named_disc for each in game.state.objectives.values() if each.on_table and each.id != piece.id]
    return Region(
        piece.radius,
        (
            OnTable(game.ruler.battlefield, piece.radius, rule="B-SCEN-3"),
            ClearOf([each.disc for each in game.on_table()], piece.radius, N_("overlaps a base"), "B-SCEN-3"),
            ClearOf(others, piece.radius, N_("overlaps an objective"), "B-SCEN-3"),
        ),
    )


def why_not_there(game: Game, piece: Model | Objective, x: float, y: float) -> list[Refusal]:
    """Return why a model or objective cannot stand at (x, y), each reason with its rule and the inches short."""
    return fitting(game, piece).why_not((snap(x), snap(y)))


def lift(game: Game, identity: str) -> None:
    """Take a piece of terrain from where it lies."""
    game.state.laid = [each for each in game.state.laid if each.id != identity]
    game.state.destroyed = [each for each in game.state.destroyed if each != identity]
    game.forget()


def why_not_lie(game: Game, piece: Piece, x: float, y: float, degrees: int) -> list[Refusal]:
    """Return why a centred piece of terrain cannot lie with its anchor at (x, y), turned so far (B-SETUP-9)."""
    lying = placed(piece, snap(x), snap(y), degrees)
    against = why_not_free(game.ruler.battlefield, lying, "B-SETUP-9")
    if not is_impassable(piece):
        return against
    standing = [(each.disc, each.name) for each in game.on_table()]
    standing += [(each.disc, objective_name(each.id)) for each in game.state.objectives.values() if each.on_table]
    for disc, name in standing:
        short = disc.radius - float(lying.shape.distance(shapely.Point(disc.x, disc.y)))
        if short > TOLERANCE:
            against.append(Refusal(_("{piece} stands where it would lie", piece=name), "B-TERR-3", short_by=short))
    return against
