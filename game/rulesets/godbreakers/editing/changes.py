"""Edits of existing pieces and facts: each a document with its checks and its effect."""

from __future__ import annotations

import math
from typing import Annotated, Literal

import shapely
from pydantic import Field

from game.documents.reading import Identifier, Name
from game.engine.rulebook.edits import EditDocument, Inches, Who
from game.engine.rulebook.laying import Laid, why_off_the_table
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.constants import FEWEST_ROUNDS, HIGHEST_RANK, MOST_ROUNDS
from game.rulesets.godbreakers.rules.damage import drop_tokens
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.invariants import TOUCH
from game.rulesets.godbreakers.rules.placing import fitting
from game.rulesets.godbreakers.rules.state import Marker, Model, Token
from game.rulesets.godbreakers.rules.terrain import lift, settle_tokens
from game.rulesets.godbreakers.rules.traits import REGISTRY
from game.table.lattice import snap
from game.table.placing.region import Region
from game.table.terrain import battlefield
from game.table.terrain.rigid import placed
from game.wording import _

Level = Annotated[int, Field(ge=0, le=9)]
Rank = Annotated[int, Field(ge=1, le=HIGHEST_RANK)]
Word = Annotated[str, Field(min_length=1, max_length=40)]


class PutEdit(EditDocument[Game]):
    """Put a model, marker or token down; `level` None keeps its own, from which a token may fall."""

    folds_by = "piece"

    do: Literal["put"]
    piece: Identifier
    x: Inches
    y: Inches
    level: Level | None = None

    def why_not(self, game: Game) -> list[Refusal]:
        piece = game.find(self.piece)
        if piece is None:
            return unfit(game, self.piece)
        kept = 0 if isinstance(piece, Token) else piece.disc.level
        return why_not_there(game, piece, self.x, self.y, kept if self.level is None else self.level)

    def carry_out(self, game: Game) -> None:
        piece = game.piece(self.piece)
        piece.x, piece.y = snap(self.x), snap(self.y)
        if isinstance(piece, Marker):
            piece.on_table = True
            return
        piece.level = piece.level if self.level is None else self.level
        if isinstance(piece, Model):
            piece.place = "table"
        else:
            piece.holder = ""
            settle_tokens(game)


class RemoveEdit(EditDocument[Game]):
    """Take a model, marker, token or piece of terrain off the table; a model goes to the place `to`."""

    do: Literal["remove"]
    piece: Identifier
    to: Literal["reserve", "casualty", "removed"] = "removed"

    def why_not(self, game: Game) -> list[Refusal]:
        piece = game.find(self.piece)
        if piece is None:
            known = any(each.id == self.piece for each in game.battlefield.pieces)
            return [] if known else unfit(game, self.piece)
        if isinstance(piece, Token) or (piece.on_table if isinstance(piece, Marker) else piece.place != self.to):
            return []
        return [Refusal(_("{piece} is not on the table", piece=piece.name), "G-TBL-2")]

    def carry_out(self, game: Game) -> None:
        piece = game.find(self.piece)
        if isinstance(piece, Model):
            drop_tokens(game, piece)
            piece.place = self.to
        elif isinstance(piece, Marker):
            piece.on_table = False
        elif isinstance(piece, Token):
            del game.state.tokens[piece.id]
        else:
            lift(game, self.piece)
            game.look_at_terrain()
            settle_tokens(game)


class ChangeEdit(EditDocument[Game]):
    """Change facts of a model; None keeps the present value."""

    folds_by = "piece"

    do: Literal["change"]
    piece: Identifier
    die: Literal[6, 8, 10, 12] | None = None
    damage: Annotated[int, Field(ge=0, le=99)] | None = None
    activated: bool | None = None
    leader: bool | None = None
    owner: Who | None = None
    name: Name | None = None
    radius: Annotated[float, Field(ge=0.2, le=3.0)] | None = None
    traits: Annotated[dict[Word, Rank], Field(max_length=12)] | None = None
    flaws: Annotated[list[Word], Field(max_length=8)] | None = None

    def why_not(self, game: Game) -> list[Refusal]:
        model = game.state.models.get(self.piece)
        if model is None:
            return unfit(game, self.piece)
        found = [] if self.owner is None else why_not_owned(game, self.owner, godbreaker=model.godbreaker)
        if self.leader and not model.godbreaker:
            found.append(Refusal(_("only a godbreaker can lead a circle"), "G-CIR-2"))
        for trait in (*(self.traits or ()), *(self.flaws or ())):
            if trait not in REGISTRY:
                found.append(Refusal(_("no trait or flaw is called {trait}", trait=trait), "G-CIR-5"))
        if self.radius is not None and model.on_table:
            room = Region(snap(self.radius), fitting(game, model, snap(self.radius), model.level))
            found += room.why_not((model.x, model.y))
        return found

    def carry_out(self, game: Game) -> None:
        model = game.state.models[self.piece]
        if self.leader:
            for other in game.state.models.values():
                if other.owner == (self.owner or model.owner):
                    other.leader = False
        for name in ("die", "damage", "activated", "leader", "owner", "name"):
            value = getattr(self, name)
            if value is not None:
                setattr(model, name, value)
        if self.radius is not None:
            model.radius = snap(self.radius)
        if self.traits is not None:
            model.traits = dict(self.traits)
            model.unused = tuple(trait for trait in model.unused if trait in model.traits)
        if self.flaws is not None:
            model.flaws = tuple(self.flaws)


class GiveEdit(EditDocument[Game]):
    """Give a token to a model, or to nobody: then it lies where its holder was."""

    do: Literal["give"]
    token: Identifier
    to: Who

    def why_not(self, game: Game) -> list[Refusal]:
        if self.token not in game.state.tokens:
            return unfit(game, self.token)
        if not self.to:
            return []
        model = game.state.models.get(self.to)
        if model is None:
            return unfit(game, self.to)
        return [] if model.on_table else [Refusal(_("{model} is not on the table", model=model.name), "G-TBL-7")]

    def carry_out(self, game: Game) -> None:
        token = game.state.tokens[self.token]
        holder = game.state.models.get(token.holder)
        if not self.to and holder is not None:
            token.x, token.y, token.level = holder.x, holder.y, holder.level
        token.holder = self.to


class ScoreEdit(EditDocument[Game]):
    """Set a player's VP."""

    folds_by = "player"

    do: Literal["score"]
    player: Identifier
    vp: Annotated[int, Field(ge=-999, le=999)]

    def why_not(self, game: Game) -> list[Refusal]:
        return [] if self.player in game.state.vp else unfit(game, self.player)

    def carry_out(self, game: Game) -> None:
        game.state.vp[self.player] = self.vp


class RoundEdit(EditDocument[Game]):
    """Set the current round and the number of rounds."""

    folds_by = ""

    do: Literal["round"]
    round: Annotated[int, Field(ge=0, le=MOST_ROUNDS)] | None = None
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] | None = None

    def why_not(self, game: Game) -> list[Refusal]:
        now = game.state.round if self.round is None else self.round
        last = game.state.rounds if self.rounds is None else self.rounds
        if last < FEWEST_ROUNDS and self.rounds is not None:
            return [Refusal(_("a game has at least {fewest} rounds", fewest=FEWEST_ROUNDS), "G-RND-1")]
        if now > last:
            return [Refusal(_("round {now} of {last} does not exist", now=now, last=last), "G-RND-1")]
        if self.round is not None and not self.round and game.state.step not in ("setup", "round"):
            return [Refusal(_("the game has begun: the first round is 1"), "G-RND-1")]
        return []

    def carry_out(self, game: Game) -> None:
        if self.round is not None:
            game.state.round = self.round
        if self.rounds is not None:
            game.state.rounds = self.rounds


class TerrainEdit(EditDocument[Game]):
    """Put a piece of terrain with its anchor at (x, y), turned by so many degrees from its position on the map."""

    folds_by = "piece"

    do: Literal["terrain"]
    piece: Identifier
    x: Inches
    y: Inches
    degrees: Annotated[int, Field(ge=0, lt=360)] = 0

    def why_not(self, game: Game) -> list[Refusal]:
        supply = {piece.id: piece for piece in game.setup.terrain_supply}
        if self.piece not in supply:
            return unfit(game, self.piece)
        return why_not_lie(game, supply[self.piece], self.x, self.y, self.degrees)

    def carry_out(self, game: Game) -> None:
        lift(game, self.piece)
        game.state.shaped.append(Laid(self.piece, snap(self.x), snap(self.y), self.degrees))
        game.look_at_terrain()
        settle_tokens(game)


# -- checks shared by several edits --------------------------------------------------------------


def unfit(game: Game, identity: str) -> list[Refusal]:
    """Return the refusal of an unknown id, or of a piece that this kind of edit cannot change."""
    name = game.name_of(identity)
    if name == identity and game.find(identity) is None:
        return [Refusal(_("nothing is called {identity}", identity=identity))]
    return [Refusal(_("this cannot be done to {name}", name=name))]


def why_not_owned(game: Game, owner: str, *, godbreaker: bool = False) -> list[Refusal]:
    """Return why a player cannot own a piece; "" as owner means nobody."""
    if owner and owner not in game.setup.players:
        return [Refusal(_("nobody who plays is called {owner}", owner=owner), "G-SIDE-3")]
    if godbreaker and not owner:
        return [Refusal(_("a godbreaker always belongs to a circle"), "G-SIDE-2")]
    return []


def why_not_there(game: Game, piece: Piece, x: float, y: float, level: int = 0) -> list[Refusal]:
    """Return why a piece does not fit at (x, y), each reason with its rule and the inches short (G-TBL-1, G-TBL-2)."""
    if level and not game.levels:
        return [Refusal(_("levels are not in play here"), "G-ADV-2")]
    if isinstance(piece, Token):
        inside = 0 <= x <= game.battlefield.width and 0 <= y <= game.battlefield.height
        found = [] if inside else [Refusal(_("lies off the table"), "G-TBL-1")]
    else:
        found = Region(piece.radius, fitting(game, piece, piece.radius, level)).why_not((x, y))
    if game.levels and level and not game.battlefield.has_surface(level, x, y):
        found.append(Refusal(_("there is nothing to stand on at level {level}", level=level), "G-ADV-2"))
    return found


def why_not_lie(game: Game, piece: battlefield.Piece, x: float, y: float, degrees: int) -> list[Refusal]:
    """Return why a centred piece of terrain does not fit with its anchor at (x, y), turned so far (G-TBL-1..4)."""
    lying = placed(piece, snap(x), snap(y), degrees)
    field = game.battlefield
    found = why_off_the_table(field, lying, "G-TBL-1")
    levels = lying.levels if game.levels else ()
    for standing in game.present():
        if levels and standing.disc.level not in levels:
            continue
        centre = shapely.Point(standing.x, standing.y)
        gaps = (standing.radius - float(barricade.polygon.distance(centre)) for barricade in lying.barricades)
        short = next((gap for gap in gaps if gap > 2 * TOUCH), 0.0)
        if short:
            text = _("{piece} stands where its barricade would be", piece=standing.name)
            found.append(Refusal(text, "G-TBL-2", "overlaps a base", short))
    ground = field.on_levels(*levels) if levels else field
    for own in lying.barricades:
        for other in ground.barricades:
            if other.piece_id == piece.id or not own.polygon.intersects(other.polygon):
                continue
            shared = own.polygon.intersection(other.polygon).area
            if shared > TOUCH:
                text = _("its barricade overlaps {name}", name=other.name or other.piece_id)
                found.append(Refusal(text, "G-TBL-2", "on a barricade", math.sqrt(shared)))
    return found
