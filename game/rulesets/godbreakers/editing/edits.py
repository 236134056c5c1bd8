"""Changing facts on the table: a referee's corrections and whatever a sandbox does (see `edit_documents`).

Every edit is tried on a copy of the state first: it must leave a table on which nothing breaks a rule.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Final

from game.documents.error import DocumentError
from game.engine.rulebook.editing import Correction, Edit
from game.refusal import Refusal
from game.rulesets.godbreakers.editing import documents
from game.rulesets.godbreakers.editing.kinds import make_marker, make_model, new_model
from game.rulesets.godbreakers.editing.terrain import why_not_lie
from game.rulesets.godbreakers.odds.supposing import supposing
from game.rulesets.godbreakers.rules.constants import FEWEST_ROUNDS
from game.rulesets.godbreakers.rules.damage import drop_tokens
from game.rulesets.godbreakers.rules.events import Corrected
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.invariants import require_sound
from game.rulesets.godbreakers.rules.placing import fitting
from game.rulesets.godbreakers.rules.state import Marker, Model, Shaped, Token
from game.rulesets.godbreakers.rules.traits import REGISTRY
from game.rulesets.godbreakers.rules.wild.cast import new_token
from game.table.lattice import snap
from game.table.placing.region import Region
from game.wording import _, keep

MOST_MODELS: Final = 120
MOST_OTHERS: Final = 80
"""As many models, markers and tokens as a table may carry: more is a slip."""


def why_not_edit(game: Game, edit: Edit) -> list[Refusal]:
    """Return every reason against an edit; raise `MalformedAnswer` when it is none."""
    wanted = documents.read_edit(edit)
    against = why_not(wanted, game)
    if against:
        return against
    try:
        trial = supposed(game, edit)
        require_sound(trial.state, trial.setup, _("the table"))
    except DocumentError as error:
        return [Refusal(error.reason)]
    return []


def supposed(game: Game, edit: Edit) -> Game:
    """Return a copy of the game as if an edit were carried out, whatever speaks against it."""
    thought = supposing(game)
    carry_out(documents.read_edit(edit), thought)
    return thought


def apply(game: Game, correction: Correction) -> None:
    """Carry out an edit and tell before and after of every fact it changed."""
    wanted = documents.read_edit(correction.edit)
    before = facts(game)
    carry_out(wanted, game)
    after = facts(game)
    known = {name.rpartition(":")[0] for name in before}
    for name in (*before, *(name for name in after if name not in before)):
        piece, _unused, fact = name.rpartition(":")
        if piece not in known and fact not in ("place", "terrain"):
            continue  # of what is new it is enough to say where it is
        if before.get(name, "") != after.get(name, ""):
            changed = before.get(name, ""), after.get(name, "")
            game.emit(
                Corrected(
                    piece=piece,
                    fact=fact,
                    before=changed[0],
                    after=changed[1],
                    player=correction.player,
                    agreed=correction.agreed,
                )
            )


# -- the facts ---------------------------------------------------------------------------------


def facts(game: Game) -> dict[str, str]:
    """Return every fact that an edit may change, by "piece:fact"."""
    state = game.state
    found: dict[str, str] = {}
    for model in state.models.values():
        where = _spot(model.x, model.y, model.level) if model.on_table else model.place
        held = sorted(token.id for token in game.tokens_of(model))
        for fact, value in (
            ("place", where),
            ("die", f"D{model.die}"),
            ("damage", str(model.damage)),
            ("acted", "yes" if model.activated else "no"),
            ("leader", "yes" if model.leader else "no"),
            ("owner", model.owner),
            ("name", model.name),
            ("size", str(model.radius)),
            ("traits", ", ".join(f"{trait} {rank}" for trait, rank in model.traits.items())),
            ("flaws", ", ".join(model.flaws)),
            ("tokens", ", ".join(held)),
        ):
            found[f"{model.id}:{fact}"] = value
    for marker in state.markers.values():
        found[f"{marker.id}:place"] = _spot(marker.x, marker.y) if marker.on_table else "removed"
    for token in state.tokens.values():
        found[f"{token.id}:place"] = token.holder or _spot(token.x, token.y, token.level)
    for player, points in state.vp.items():
        found[f"{player}:VP"] = str(points)
    found[":round"] = f"{state.round} / {state.rounds}"
    for piece in game.battlefield.pieces:
        found[f"{piece.id}:terrain"] = "on the map"
    for shaped in state.shaped:
        turned = keep("{spot}, {degrees}°", spot=_spot(shaped.x, shaped.y), degrees=shaped.degrees)
        found[f"{shaped.id}:terrain"] = turned
    return found


def _spot(x: float, y: float, level: int = 0) -> str:
    if level:
        return keep("({x:.2f}, {y:.2f}) level {level}", x=x, y=y, level=level)
    return keep("({x:.2f}, {y:.2f})", x=x, y=y)


# -- what speaks against an edit ---------------------------------------------------------------


def find(game: Game, identity: str) -> Piece | None:
    """Return the model, marker or token of that id."""
    state = game.state
    return state.models.get(identity) or state.markers.get(identity) or state.tokens.get(identity)


def unfit(game: Game, identity: str) -> list[Refusal]:
    """Return the refusal of an id that names nothing, or something that an edit of this kind cannot be about."""
    name = game.name_of(identity)
    if name == identity and find(game, identity) is None:
        return [Refusal(_("nothing is called {identity}", identity=identity))]
    return [Refusal(_("this cannot be done to {name}", name=name))]


@singledispatch
def why_not(edit: documents.AnyEdit, game: Game) -> list[Refusal]:
    """Return what speaks against an edit before it is tried."""
    return []


@why_not.register
def _why_not_put_edit(edit: documents.PutEdit, game: Game) -> list[Refusal]:
    piece = find(game, edit.piece)
    if piece is None:
        return unfit(game, edit.piece)
    kept = 0 if isinstance(piece, Token) else piece.disc.level
    return why_not_there(game, piece, edit.x, edit.y, kept if edit.level is None else edit.level)


def why_not_there(game: Game, piece: Piece, x: float, y: float, level: int = 0) -> list[Refusal]:
    """Return why a piece has no room at (x, y), each reason with its rule and the inches short (G-TBL-1, G-TBL-2)."""
    if level and not game.levels:
        return [Refusal(_("levels are not in play here"), "G-ADV-2")]
    if isinstance(piece, Token):
        inside = 0 <= x <= game.battlefield.width and 0 <= y <= game.battlefield.height
        found = [] if inside else [Refusal(_("lies off the table"), "G-TBL-1")]
    else:
        found = Region(piece.radius, fitting(game, piece, piece.radius, level)).why_not(x, y)
    if game.levels and level and not game.battlefield.has_surface(level, x, y):
        found.append(Refusal(_("there is nothing to stand on at level {level}", level=level), "G-ADV-2"))
    return found


@why_not.register
def _why_not_remove_edit(edit: documents.RemoveEdit, game: Game) -> list[Refusal]:
    piece = find(game, edit.piece)
    if piece is None:
        known = any(each.id == edit.piece for each in game.battlefield.pieces)
        return [] if known else unfit(game, edit.piece)
    if isinstance(piece, Token) or (piece.on_table if isinstance(piece, Marker) else piece.place != edit.to):
        return []
    return [Refusal(_("{piece} is not on the table", piece=piece.name), "G-TBL-2")]


@why_not.register
def _why_not_change_edit(edit: documents.ChangeEdit, game: Game) -> list[Refusal]:
    model = game.state.models.get(edit.piece)
    if model is None:
        return unfit(game, edit.piece)
    found = []
    if edit.owner and edit.owner not in game.setup.players:
        found.append(Refusal(_("nobody who plays is called {owner}", owner=edit.owner), "G-SIDE-3"))
    elif edit.owner == "" and model.godbreaker:
        found.append(Refusal(_("a godbreaker always belongs to a circle"), "G-SIDE-2"))
    if edit.leader and not model.godbreaker:
        found.append(Refusal(_("only a godbreaker can lead a circle"), "G-CIR-2"))
    found += [
        Refusal(_("no trait or flaw is called {trait}", trait=trait), "G-CIR-5")
        for trait in (*(edit.traits or ()), *(edit.flaws or ()))
        if trait not in REGISTRY
    ]
    if edit.radius is not None and model.on_table:
        room = Region(snap(edit.radius), fitting(game, model, snap(edit.radius), model.level))
        found += room.why_not(model.x, model.y)
    return found


@why_not.register
def _why_not_give_edit(edit: documents.GiveEdit, game: Game) -> list[Refusal]:
    if edit.token not in game.state.tokens:
        return unfit(game, edit.token)
    if not edit.to:
        return []
    model = game.state.models.get(edit.to)
    if model is None:
        return unfit(game, edit.to)
    return [] if model.on_table else [Refusal(_("{model} is not on the table", model=model.name), "G-TBL-7")]


@why_not.register
def _why_not_score_edit(edit: documents.ScoreEdit, game: Game) -> list[Refusal]:
    return [] if edit.player in game.state.vp else unfit(game, edit.player)


@why_not.register
def _why_not_round_edit(edit: documents.RoundEdit, game: Game) -> list[Refusal]:
    now = game.state.round if edit.round is None else edit.round
    last = game.state.rounds if edit.rounds is None else edit.rounds
    if last < FEWEST_ROUNDS and edit.rounds is not None:
        return [Refusal(_("a game has at least {fewest} rounds", fewest=FEWEST_ROUNDS), "G-RND-1")]
    if now > last:
        return [Refusal(_("round {now} of {last} does not exist", now=now, last=last), "G-RND-1")]
    if edit.round is not None and not edit.round and game.state.step not in ("setup", "round"):
        return [Refusal(_("the game has begun: the first round is 1"), "G-RND-1")]
    return []


@why_not.register
def _why_not_terrain_edit(edit: documents.TerrainEdit, game: Game) -> list[Refusal]:
    supply = {piece.id: piece for piece in game.setup.terrain_supply}
    if edit.piece not in supply:
        return unfit(game, edit.piece)
    return why_not_lie(game, supply[edit.piece], edit.x, edit.y, edit.degrees)


@why_not.register
def _why_not_add_model_edit(edit: documents.AddModelEdit, game: Game) -> list[Refusal]:
    if len(game.state.models) >= MOST_MODELS:
        return [Refusal(_("there are {most} models already", most=MOST_MODELS))]
    if edit.owner and edit.owner not in game.setup.players:
        return [Refusal(_("nobody who plays is called {owner}", owner=edit.owner), "G-SIDE-3")]
    if edit.kind == "godbreaker" and not edit.owner:
        return [Refusal(_("a godbreaker always belongs to a circle"), "G-SIDE-2")]
    return why_not_there(game, new_model(game, edit), snap(edit.x), snap(edit.y), edit.level)


@why_not.register
def _why_not_add_marker_edit(edit: documents.AddMarkerEdit, game: Game) -> list[Refusal]:
    if len(game.state.markers) >= MOST_OTHERS:
        return [Refusal(_("there are {most} markers already", most=MOST_OTHERS))]
    if edit.owner and edit.owner not in game.setup.players:
        return [Refusal(_("nobody who plays is called {owner}", owner=edit.owner), "G-SIDE-3")]
    ghost = Marker("", "", edit.kind, radius=game.state.markers["objective"].radius)
    return why_not_there(game, ghost, snap(edit.x), snap(edit.y))


@why_not.register
def _why_not_add_token_edit(edit: documents.AddTokenEdit, game: Game) -> list[Refusal]:
    if len(game.state.tokens) >= MOST_OTHERS:
        return [Refusal(_("there are {most} tokens already", most=MOST_OTHERS))]
    return why_not_there(game, Token("", edit.type), edit.x, edit.y, edit.level)


# -- carrying it out ---------------------------------------------------------------------------


@singledispatch
def carry_out(edit: documents.AnyEdit, game: Game) -> None:
    """Change the state as an edit says."""
    raise TypeError(type(edit).__name__)


@carry_out.register
def _carry_out_put_edit(edit: documents.PutEdit, game: Game) -> None:
    piece = game.piece(edit.piece)
    piece.x, piece.y = snap(edit.x), snap(edit.y)
    if isinstance(piece, Marker):
        piece.on_table = True
        return
    piece.level = piece.level if edit.level is None else edit.level
    if isinstance(piece, Model):
        piece.place = "table"
    else:
        piece.holder = ""
        settle_levels(game)


@carry_out.register
def _carry_out_remove_edit(edit: documents.RemoveEdit, game: Game) -> None:
    piece = find(game, edit.piece)
    if isinstance(piece, Model):
        drop_tokens(game, piece)
        piece.place = edit.to
    elif isinstance(piece, Marker):
        piece.on_table = False
    elif isinstance(piece, Token):
        del game.state.tokens[piece.id]
    else:
        lift(game, edit.piece)
        game.look_at_terrain()
        settle_levels(game)


def lift(game: Game, piece: str) -> None:
    """Take a piece of terrain off the state's list of what lies where."""
    state = game.state
    state.shaped = [each for each in state.shaped if each.id != piece]
    if piece not in state.ruined and any(piece == each.id for each in game.setup.battlefield.pieces):
        state.ruined.append(piece)


def settle_levels(game: Game) -> None:
    """Let tokens that have lost their ground lie on the surface below; a model there is refused instead."""
    if game.levels:
        for token in game.unclaimed():
            token.level = game.battlefield.surface_below(token.level, token.x, token.y)


@carry_out.register
def _carry_out_change_edit(edit: documents.ChangeEdit, game: Game) -> None:
    model = game.state.models[edit.piece]
    if edit.leader:
        for other in game.state.models.values():
            if other.owner == (edit.owner or model.owner):
                other.leader = False
    for name in ("die", "damage", "activated", "leader", "owner", "name"):
        value = getattr(edit, name)
        if value is not None:
            setattr(model, name, value)
    if edit.radius is not None:
        model.radius = snap(edit.radius)
    if edit.traits is not None:
        model.traits = dict(edit.traits)
        model.unused = tuple(trait for trait in model.unused if trait in model.traits)
    if edit.flaws is not None:
        model.flaws = tuple(edit.flaws)


@carry_out.register
def _carry_out_give_edit(edit: documents.GiveEdit, game: Game) -> None:
    token = game.state.tokens[edit.token]
    holder = game.state.models.get(token.holder)
    if not edit.to and holder is not None:
        token.x, token.y, token.level = holder.x, holder.y, holder.level
    token.holder = edit.to


@carry_out.register
def _carry_out_score_edit(edit: documents.ScoreEdit, game: Game) -> None:
    game.state.vp[edit.player] = edit.vp


@carry_out.register
def _carry_out_round_edit(edit: documents.RoundEdit, game: Game) -> None:
    if edit.round is not None:
        game.state.round = edit.round
    if edit.rounds is not None:
        game.state.rounds = edit.rounds


@carry_out.register
def _carry_out_terrain_edit(edit: documents.TerrainEdit, game: Game) -> None:
    lift(game, edit.piece)
    game.state.shaped.append(Shaped(edit.piece, snap(edit.x), snap(edit.y), edit.degrees))
    game.look_at_terrain()
    settle_levels(game)


@carry_out.register
def _carry_out_add_model_edit(edit: documents.AddModelEdit, game: Game) -> None:
    make_model(game, edit)


@carry_out.register
def _carry_out_add_marker_edit(edit: documents.AddMarkerEdit, game: Game) -> None:
    make_marker(game, edit)


@carry_out.register
def _carry_out_add_token_edit(edit: documents.AddTokenEdit, game: Game) -> None:
    new_token(game, edit.type, snap(edit.x), snap(edit.y), edit.level)
