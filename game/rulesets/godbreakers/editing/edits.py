"""The edits of a game, in a sandbox or by a referee: editable facts, procedures (Q20), and the sandbox itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from game.documents.reading import Identifier, Name, parse_document
from game.engine.kit import pieces as kit
from game.engine.kit.editable import (
    Choice,
    Editable,
    EditDocument,
    Edits,
    Number,
    Row,
    Tick,
    Who,
    button,
    number,
    of_players,
    of_the_game,
    tick,
)
from game.engine.kit.pieces import Terrain
from game.engine.kit.sandbox import SANDBOX, SandboxEditor
from game.engine.rulebook.editing import Droppable, Edit, Knob
from game.engine.rulebook.laying import Laid
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import Line, OddsView, PieceView
from game.engine.saving.documents import plain
from game.refusal import Refusal
from game.rulesets.godbreakers.new_game.planning import NEW_GAMES
from game.rulesets.godbreakers.odds.odds import activated, standing, supposing
from game.rulesets.godbreakers.rules.actions.repertoire import strikes
from game.rulesets.godbreakers.rules.circles.documents import HIGHEST_RANK
from game.rulesets.godbreakers.rules.damage import drop_tokens
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.invariants import SOUND
from game.rulesets.godbreakers.rules.placing import basic_conditions
from game.rulesets.godbreakers.rules.scenarios.bundled import BETRAYER, DAMNED, FOLLOWER, LOST, SPAWN
from game.rulesets.godbreakers.rules.setup import FEWEST_ROUNDS, MOST_ROUNDS, MOST_SUPPLIED, Setup
from game.rulesets.godbreakers.rules.state import BASE_RADIUS, DICE, Marker, Model, State, Token
from game.rulesets.godbreakers.rules.terrain import record_removal, settle_tokens
from game.rulesets.godbreakers.rules.traits import REGISTRY
from game.rulesets.godbreakers.rules.wild.unaligned import (
    FORGOTTEN,
    HORROR,
    HUNTER,
    LOCAL,
    UNALIGNED_RADIUS,
    Kind,
    new_token,
)
from game.rulesets.godbreakers.view import table
from game.rulesets.godbreakers.view.odds import of_engage
from game.table.documents import MapDocument
from game.table.heights import relief_of
from game.table.lattice import snap
from game.table.placing.region import Region
from game.table.placing.terrain_region import TerrainRegion
from game.table.shapes import Disc
from game.table.terrain.battlefield import Piece as TerrainPiece
from game.wording import N_, _, keep


class Ground(Terrain[Game]):
    """The terrain of a table, including decoration. A piece that was taken off the map counts as ruined."""

    rule, laid, gone = "Q29", "shaped", "ruined"

    def find(self, game: Game, identity: str) -> TerrainPiece | None:
        return next((piece for piece in game.battlefield.pieces if piece.id == identity), None)

    def lay(self, game: Game, identity: str, laid: Laid | None = None) -> None:
        record_removal(game, identity)
        game.state.shaped += [] if laid is None else [laid]
        game.look_at_terrain()
        settle_tokens(game)

    def facts(self, game: Game) -> Iterator[tuple[str, str]]:
        return ((name, value) for name, value in super().facts(game) if value != "off the table")

    def why_not_lie(self, game: Game, piece: TerrainPiece, x: float, y: float, degrees: int) -> list[Refusal]:
        """Return the reasons why a terrain piece does not fit with its centre at (x, y) and an angle (G-TBL-1..4)."""
        laid = [other for other in game.state.shaped if other.id != piece.id]
        ruler = game.setup.ruler_on(laid, (*game.state.ruined, piece.id))
        levels = piece.levels if game.levels else ()
        discs = [other.disc for other in game.present() if not levels or other.disc.level in levels]
        region = TerrainRegion(ruler, piece, degrees, rule="G-TBL-2", clear_of=discs, edge_rule="G-TBL-1")
        return region.why_not((snap(x), snap(y)))


TERRAIN: Final = Ground()


Level = Annotated[int, Field(ge=0, le=9)]
Rank = Annotated[int, Field(ge=1, le=HIGHEST_RANK)]
Word = Annotated[str, Field(min_length=1, max_length=40)]
SIZES: Final = {BASE_RADIUS, *UNALIGNED_RADIUS.values(), 1.0, 1.25}
"""The radii of bases that can be chosen, in inches."""
KINDS: Final[tuple[Kind, ...]] = (FORGOTTEN, HORROR, SPAWN, LOST, DAMNED, BETRAYER, LOCAL, HUNTER, FOLLOWER)
"""The unaligned models of all scenarios. In the editor, people choose the traits that a game would draw."""
MOST_OTHERS: Final = 80
"""The most markers and the most tokens on a table. A larger number is probably a mistake."""


# -- scores and rounds -----------------------------------------------------------------------------


def _why_no_round(game: Game, edit: Any) -> list[Refusal]:
    """Return the reason why the numbers of the round and of all rounds do not fit."""
    current = game.state.round if edit.round is None else edit.round
    last = game.state.rounds if edit.rounds is None else edit.rounds
    if last < FEWEST_ROUNDS and edit.rounds is not None:
        return [Refusal(_("a game has at least {fewest} rounds", fewest=FEWEST_ROUNDS), "G-RND-1")]
    if current > last:
        return [Refusal(_("round {now} is after the last round, {last}", now=current, last=last), "G-RND-1")]
    if edit.round is not None and not edit.round and game.state.step not in ("setup", "round"):
        return [Refusal(_("the game has begun: the round must be at least 1"), "G-RND-1")]
    return []


SCORES: Final = of_players("score", lambda game: game.state.vp, (
        Number("vp", N_("VP of {player}"), "", "VP", (-999, 999), absent=...),
    ),
)  # fmt: skip
ROUNDS: Final = of_the_game("round", (
        Row(lambda game, state: [("round", f"{state.round} / {state.rounds}")]),
        Number("round", N_("Round"), "G-RND-2", "", (0, MOST_ROUNDS), most=lambda game, state: state.rounds,
               least=lambda game, state: 0 if state.step in ("setup", "round") else 1),
        Number("rounds", N_("Total rounds"), "G-RND-1", "", (1, MOST_ROUNDS),
               least=lambda game, state: max(FEWEST_ROUNDS, state.round)),
    ),
    why_not=_why_no_round,
)  # fmt: skip


# -- models, markers and tokens --------------------------------------------------------------------


class GiveEdit(EditDocument[Game]):
    """Give a token to a model, or drop the token where its holder is."""

    do: Literal["give"]
    token: Identifier
    to: Who

    def why_not(self, game: Game) -> list[Refusal]:
        if self.token not in game.state.tokens:
            return EDITS.unfit(game, self.token)
        if not self.to:
            return []
        model = game.state.models.get(self.to)
        if model is None:
            return EDITS.unfit(game, self.to)
        return [] if model.on_table else [Refusal(_("{model} is not on the table", model=model.name), "G-TBL-7")]

    def carry_out(self, game: Game) -> None:
        token = game.state.tokens[self.token]
        holder = game.state.models.get(token.holder)
        if not self.to and holder is not None:
            token.x, token.y, token.level = holder.x, holder.y, holder.level
        token.holder = self.to

    @staticmethod
    def facts(game: Game, model: Model) -> list[tuple[str, str]]:
        """Return the ids of a model's tokens as a fact."""
        return [("tokens", ", ".join(sorted(token.id for token in game.tokens_of(model))))]

    @staticmethod
    def drops(game: Game, model: Model) -> Iterator[Knob]:
        """Yield a button for each token that a model can drop."""
        for token in game.tokens_of(model):
            edit = {"do": "give", "token": token.id, "to": ""}
            yield button(f"drop:{token.id}", _("Drop {token}", token=_(token.type)), edit, "G-TBL-7")

    @staticmethod
    def claims(game: Game, token: Token) -> Iterator[Knob]:
        """Yield a button for each model that can claim a token."""
        for model in game.standing() if not token.holder else ():
            if game.within(model, token, 0):
                edit = {"do": "give", "token": token.id, "to": model.id}
                yield button(f"give:{model.id}", _("{model} claims it", model=model.name), edit, "G-TBL-7")


def why_not_owned(game: Game, owner: str, *, godbreaker: bool = False) -> list[Refusal]:
    """Return the reason why `owner` cannot own a piece. An owner of "" means no player."""
    if owner and owner not in game.setup.players:
        return [Refusal(_("there is no player named {owner}", owner=owner), "G-SIDE-3")]
    if godbreaker and not owner:
        return [Refusal(_("a godbreaker always belongs to a circle"), "G-SIDE-2")]
    return []


def _lead(game: Game, model: Model, leads: bool) -> None:
    """Make a godbreaker the only leader of its circle, or end its leadership."""
    for other in game.state.models.values() if leads else ():
        if other.owner == model.owner:
            other.leader = False
    model.leader = leads


def _why_not_lead(game: Game, model: Model, leads: bool) -> list[Refusal]:
    """Return the reason why a model cannot lead."""
    return [Refusal(_("only a godbreaker can lead a circle"), "G-CIR-2")] if leads and not model.godbreaker else []


def _owners(game: Game, model: Model) -> dict[str, str]:
    """Return the labels of the possible owners of a model by id."""
    owners = {player: game.player_name(player) for player in game.setup.players}
    return owners if model.godbreaker else {**owners, "": _("none (wild)")}


def _sizes(game: Game, model: Model) -> dict[float, str]:
    """Return the labels of the possible base sizes by radius, in inches of the table."""
    unit = game.battlefield.unit
    return {snap(size / unit): f"{50.8 * size:.0f} mm" for size in sorted({*SIZES, model.radius * unit})}


def _why_not_wide(game: Game, model: Model, radius: float) -> list[Refusal]:
    """Return the reasons why a base of another radius does not fit on the spot of a model."""
    if not model.on_table:
        return []
    return Region(snap(radius), basic_conditions(game, model, snap(radius), model.level)).why_not((model.x, model.y))


def _why_no_trait(game: Game, model: Model, traits: Any) -> list[Refusal]:
    """Return a reason for each unknown trait or flaw."""
    unknown = [trait for trait in traits if trait not in REGISTRY]
    return [Refusal(_("no trait or flaw is called {trait}", trait=trait), "G-CIR-5") for trait in unknown]


def _set_traits(game: Game, model: Model, traits: dict[str, int]) -> None:
    """Replace a model's traits, and forget unused traits that it has no more."""
    model.traits = dict(traits)
    model.unused = tuple(trait for trait in model.unused if trait in traits)


def _traits(game: Game, model: Model) -> Iterator[Knob]:
    """Yield a knob for the rank of each trait and a tick for each flaw."""
    change: Edit = {"do": "change", "piece": model.id}
    for name, trait in sorted(REGISTRY.items(), key=lambda item: (item[1].metal == "flaw", item[0])):
        if trait.metal == "flaw":
            has_flaw = name in model.flaws
            flaws = [flaw for flaw in model.flaws if flaw != name] + ([] if has_flaw else [name])
            yield tick(f"flaw:{name}", _(name), has_flaw, {**change, "flaws": flaws}, trait.rule)
            continue
        rank = model.traits.get(name, 0)
        less, more = (
            {**change, "traits": {trait: value for trait, value in {**model.traits, name: to}.items() if value}}
            if 0 <= to <= HIGHEST_RANK
            else None
            for to in (rank - 1, rank + 1)
        )
        yield Knob(f"trait:{name}", _(name), str(rank) if rank else "–", less, more, trait.rule)


def _level(game: Game, piece: Model | Token) -> list[Knob]:
    """Return a knob for the level of a piece, if the game has levels."""
    if not game.levels or (isinstance(piece, Token) and piece.holder):
        return []
    edit = {"do": "put", "piece": piece.id, "x": piece.x, "y": piece.y}
    return [number("level", _("Level"), piece.level, (0, relief_of(game.battlefield).top), edit, "level", "G-ADV-2")]


def _spot(x: float, y: float, level: int) -> str:
    return keep("({x:.2f}, {y:.2f}) level {level}", x=x, y=y, level=level) if level else kit.spot_text(x, y)


def _why_not_there(game: Game, piece: Piece, edit: Any) -> list[Refusal]:
    """Return the reason why a piece does not fit at the spot of an edit (G-TBL-1, G-TBL-2)."""
    level, (x, y) = getattr(edit, "level", None), edit.spot
    if level is None:
        level = 0 if isinstance(piece, Token) else piece.disc.level
    if level and not game.levels:
        return [Refusal(_("this game does not use levels"), "G-ADV-2")]
    if isinstance(piece, Token):
        inside = 0 <= x <= game.battlefield.width and 0 <= y <= game.battlefield.height
        reasons = [] if inside else [Refusal(_("lies off the table"), "G-TBL-1")]
    else:
        reasons = Region(piece.radius, basic_conditions(game, piece, piece.radius, level)).why_not((x, y))
    if level and game.falls(Disc(x, y, 0.0, level=level)):
        reasons.append(Refusal(_("there is nothing to stand on at level {level}", level=level), "G-ADV-2"))
    return reasons


def _stand(game: Game, piece: Piece, edit: Any) -> None:
    """Put a piece at the spot of an edit. A token without a surface falls."""
    piece.x, piece.y = edit.spot
    if isinstance(piece, Marker):
        piece.on_table = True
        return
    piece.level = piece.level if edit.level is None else edit.level
    if isinstance(piece, Model):
        piece.place = "table"
    else:
        piece.holder = ""
        settle_tokens(game)


def _take(game: Game, piece: Piece, to: Any) -> None:
    """Remove a piece from the table. `to` is the new place of a model."""
    if isinstance(piece, Model):
        drop_tokens(game, piece)
        piece.place = to
    elif isinstance(piece, Marker):
        piece.on_table = False
    else:
        del game.state.tokens[piece.id]


MODELS: Final = kit.Pieces[Game, Model]("change", "piece", lambda game: game.state.models, (
        Row(lambda game, it: [("place", _spot(it.x, it.y, it.level) if it.on_table else it.place)]),
        Choice("die", N_("Die"), "G-ROLL-1", "die", form=Literal[6, 8, 10, 12], words=lambda die: f"D{die}",
               among=lambda game, model: {die: f"D{die}" for die in DICE}),
        Number("damage", N_("Damage"), "G-TBL-8", "damage", (0, 99)),
        Tick("activated", N_("Has acted this round"), "G-ACT-3", "acted"),
        Tick("leader", N_("Leads the circle"), "G-CIR-2", "leader", shown=lambda game, model: model.godbreaker,
             why_not=_why_not_lead, put=_lead),
        Choice("owner", N_("Owner"), "G-SIDE-3", "owner", _owners, form=Who,
               why_not=lambda game, model, owner: why_not_owned(game, owner, godbreaker=model.godbreaker)),
        Editable("name", fact="name", form=Name),
        Choice("radius", N_("Base"), "Q20", "size", _sizes, form=Annotated[float, Field(ge=0.2, le=3.0)],
               why_not=_why_not_wide, put=lambda game, model, radius: setattr(model, "radius", snap(radius))),
        Editable("traits", fact="traits", form=Annotated[dict[Word, Rank], Field(max_length=12)],
                 words=lambda traits: ", ".join(f"{trait} {rank}" for trait, rank in traits.items()),
                 why_not=_why_no_trait, put=_set_traits),
        Editable("flaws", fact="flaws", form=Annotated[list[Word], Field(max_length=8)], words=", ".join,
                 why_not=_why_no_trait, put=lambda game, model, flaws: setattr(model, "flaws", tuple(flaws))),
        Row(knobs=_level),
        Row(knobs=_traits),
        Row(GiveEdit.facts, GiveEdit.drops),
        kit.removals(
            kit.OFF_THE_TABLE,
            ("casualty", N_("Remove as casualty"), ""),
            ("reserve", N_("Put it in reserve"), ""),
        ),
    ),
    first=("damage", "die", "owner", "activated", "leader"),
    why_not_there=_why_not_there,
    stand=_stand,
    take=_take,
)  # fmt: skip
MARKERS: Final = kit.Pieces[Game, Marker]("", "piece", lambda game: game.state.markers, (
        Row(lambda game, it: [("place", kit.spot_text(it.x, it.y) if it.on_table else "removed")]),
        kit.removals(kit.OFF_THE_TABLE),
    ),
    why_not_there=_why_not_there,
    stand=_stand,
    take=_take,
)  # fmt: skip
TOKENS: Final = kit.Pieces[Game, Token]("", "piece", lambda game: game.state.tokens, (
        Row(lambda game, token: [("place", token.holder or _spot(token.x, token.y, token.level))], _level),
        Row(knobs=GiveEdit.claims),
        kit.removals(kit.OFF_THE_TABLE),
    ),
    why_not_there=_why_not_there,
    stand=_stand,
    take=_take,
)  # fmt: skip


class PutEdit(kit.PuttingEdit[Game]):
    """Put a model, marker or token on the table. Without `level`, the piece keeps its level."""

    level: Level | None = None


class RemoveEdit(kit.RemovingEdit[Game]):
    """Take a model, marker, token or terrain piece off the table. `to` is the new place of a model."""

    rule = "G-TBL-2"
    to: Literal["reserve", "casualty", "removed"] = "removed"


class AddModelEdit(kit.AddingEdit[Game, Model]):
    """Add a new model of a kind, such as "godbreaker" or "horror"."""

    pieces, most = MODELS, (120, N_("the limit is {most} models"))

    do: Literal["add"]
    kind: Identifier
    owner: Who = ""
    die: Literal[6, 8, 10, 12] | None = None
    level: Level = 0

    def against(self, game: Game) -> list[Refusal]:
        return why_not_owned(game, self.owner, godbreaker=self.kind == "godbreaker")

    def made(self, game: Game) -> Model:
        """Return the new model, with a number of its kind."""
        kind = next((kind for kind in KINDS if kind.kind == self.kind), None)
        godbreaker = self.kind == "godbreaker"
        die = self.die or (kind.die if kind else 6 if godbreaker else 8)
        stem = f"{self.owner}.{self.kind}" if godbreaker else self.kind
        number = kit.free_number(f"{stem}-", game.state.models, game.state.made.get(self.kind, 0) + 1)
        title = kind.name if kind else self.kind.replace("-", " ").capitalize()
        radius = BASE_RADIUS if godbreaker else UNALIGNED_RADIUS[die]
        return Model(
            id=f"{stem}-{number}",
            name=f"{title} {number}",
            kind=self.kind,
            owner=self.owner,
            die=die,
            radius=snap(radius / game.battlefield.unit),
            traits=dict(kind.traits) if kind else {},
            level=self.level,
        )

    def carry_out(self, game: Game) -> None:
        super().carry_out(game)
        game.state.made[self.kind] = game.state.made.get(self.kind, 0) + 1


class AddMarkerEdit(kit.AddingEdit[Game, Marker]):
    """Add an objective or a hoard. A marker that is off the table is used first."""

    pieces, most = MARKERS, (MOST_OTHERS, N_("there are {most} markers already"))

    do: Literal["marker"]
    kind: Literal["objective", "hoard"]
    owner: Who = ""

    def against(self, game: Game) -> list[Refusal]:
        return why_not_owned(game, self.owner)

    def made(self, game: Game) -> Marker:
        markers, stem = game.state.markers, f"{self.owner}.{self.kind}" if self.owner else self.kind
        on_table = [marker.id for marker in markers.values() if marker.on_table]
        number = kit.free_number(f"{stem}-", on_table, 2) if stem in on_table else 1
        identity = stem if number == 1 else f"{stem}-{number}"
        title = keep("Hoard") if self.kind == "hoard" else keep("Objective")
        name = str(title) if number == 1 else f"{title} {number}"
        new = Marker(identity, name, self.kind, self.owner, radius=markers["objective"].radius)
        return markers.get(identity, new)


class AddTokenEdit(kit.AddingEdit[Game, Token]):
    """Add a new token of a type to the table."""

    pieces, most = TOKENS, (MOST_OTHERS, N_("there are {most} tokens already"))

    do: Literal["token"]
    type: Literal["treasure", "trophy"]
    level: Level = 0

    def made(self, game: Game) -> Token:
        return Token("", self.type)

    def carry_out(self, game: Game) -> None:
        new_token(game, self.type, *self.spot, self.level)


# -- all together ----------------------------------------------------------------------------------

EDITS: Final[Edits[Game]] = Edits(
    (MODELS, MARKERS, TOKENS, SCORES, ROUNDS, TERRAIN),
    (PutEdit, RemoveEdit, GiveEdit, AddModelEdit, AddMarkerEdit, AddTokenEdit),
    supposing,
    SOUND.require_table,
    Game.name_of,
)


# -- sandbox ---------------------------------------------------------------------------------------

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
        """Yield the pieces off the table, and a new piece of each kind."""
        yield from (*_reserve(game), *_new_models(game), *_others(game))

    def room(self, game: Game, view: PieceView) -> Region:
        """Return the legal spots of a piece. A token may lie on other pieces (G-TBL-1, G-TBL-2)."""
        conditions = basic_conditions(game, game.find(view.id), view.radius, view.level)
        return Region(view.radius, conditions[:1] if view.kind == "token" else conditions)

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
        models = (model for model in state.models.values() if model.owner == player)
        return any(model.godbreaker and model.on_table for model in models)

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
        supposed = activated(game, one)
        other = supposed.state.models[other.id]
        result = of_engage(supposed, one, [other], one.owner)
        if strikes(supposed, one, other):
            return result
        friends = N_("{one} and {other} are friends: a model cannot nominate a friend")
        text = N_("{one} could not nominate {other} from there") if game.hostile(one, other) else friends
        warning = Line(_(text, one=one.name, other=other.name), "G-ENG-1", "warning")
        return replace(result, lines=(warning, *result.lines), claim=None)


def _reserve(game: Game) -> Iterator[Droppable]:
    """Yield the models and markers off the table."""
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
    """Yield a new godbreaker for each player, and a new model of each unaligned kind."""
    for player in game.setup.players:
        label = _("New godbreaker for {player}", player=game.player_name(player))
        yield _new(game, "godbreaker", label, _(GODBREAKERS), player)
    for kind in KINDS:
        yield _new(game, kind.kind, _("New {kind}", kind=_(kind.name)), _(UNALIGNED))


def _new(game: Game, kind: str, label: str, group: str, owner: str = "") -> Droppable:
    """Return a new model of a kind for the list of pieces."""
    edit = {"do": "add", "kind": kind, "owner": owner}
    model = AddModelEdit(do="add", kind=kind, owner=owner, x=0.0, y=0.0).made(game)
    return Droppable(f"new:{owner}:{kind}", label, group, edit, table.model_view(game, model))


def _others(game: Game) -> Iterator[Droppable]:
    """Yield a new marker and a new token of each kind."""
    radius = game.state.markers["objective"].radius
    markers = (("objective", _("New objective")), ("hoard", _("New hoard")))
    tokens = (("treasure", _("New treasure")), ("trophy", _("New trophy")))
    for do, key, size, kinds in (("marker", "kind", radius, markers), ("token", "type", 0.0, tokens)):
        for kind, label in kinds:
            view = PieceView(f"new:{kind}", label, do, 0.0, 0.0, size, "", kind)
            yield Droppable(view.id, label, _(OTHERS), {"do": do, key: kind}, view)
