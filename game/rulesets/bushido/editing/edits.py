"""Changes that people make to the table of a game of Bushido, in a sandbox or as a referee (B-STAT-8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from game.documents.reading import Identifier, Name
from game.engine.core.dice import ScriptedDice
from game.engine.kit import pieces as kit
from game.engine.kit.editable import (
    Choice,
    Editable,
    Edits,
    Number,
    PieceEdit,
    PlayerIds,
    Row,
    Tick,
    Who,
    of_players,
    of_the_game,
    tick,
)
from game.engine.kit.sandbox import SandboxEditor
from game.engine.rulebook.editing import Droppable, Edit, Knob
from game.engine.rulebook.view import Line, OddsView, PieceView
from game.refusal import Refusal
from game.rulesets.bushido.new_game.planning import NEW_GAMES
from game.rulesets.bushido.odds.exchange_odds import planned_bout
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.invariants import MOST_ORDERED, SOUND
from game.rulesets.bushido.rules.registry import STATES
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.scenarios import LAST_TURN, MOST_VICTORY, SMALL, longest
from game.rulesets.bushido.rules.setup import Setup, model_of
from game.rulesets.bushido.rules.setup_phase.deployment import TASKS
from game.rulesets.bushido.rules.setup_phase.terrain import room
from game.rulesets.bushido.rules.state import COUNTERS, OBJECTIVES, Model, Objective, State, objective_name
from game.rulesets.bushido.rules.terrain import STARTER, is_impassable
from game.rulesets.bushido.view import table
from game.rulesets.bushido.view.odds import compared_splits
from game.table.facing import compass_of
from game.table.placing.region import Region
from game.table.shapes import Disc
from game.table.terrain.battlefield import Piece
from game.wording import N_, _

Few = Annotated[int, Field(ge=0, le=20)]
NORTHWARD, SOUTHWARD = 9000, 27000
MOST_MARKERS: Final = 6
KINDS: Final = tuple(name.lower() for name in OBJECTIVES)


# -- the turn and the players ----------------------------------------------------------------------


PLAYERS: Final = PlayerIds("B-GEN-8")


def _why_no_prayers(game: Game, player: object, prayers: int) -> list[Refusal]:
    """Return the reason why players cannot have prayers in the scenario."""
    title = _(scenarios.of(game).title)
    return [] if game.state.prayers else [Refusal(_("{title} has no prayers", title=title), "B-SCEN-5")]


TURN: Final = of_the_game("turn", (
        Number("turn", N_("Turn"), "B-MAIN-1", N_("turn"), (1, LAST_TURN),
               most=lambda game, state: longest(game.setup) - (game.state.step == "starting")),
        Tick("last", N_("The last turn"), "B-START-1", N_("last turn"), attribute="last_turn"),
        Choice("first", N_("Who went first"), "B-START-4", N_("goes first"), PLAYERS.names, form=Identifier,
               attribute="first_player", why_not=PLAYERS.why_not),
        Choice("active", N_("Active player"), "B-MAIN-2", N_("acts"), PLAYERS.names, form=Identifier,
               attribute="active_player", why_not=PLAYERS.why_not),
    ),
    first=("turn", "last", "active"),
    closed=lambda game: [Refusal(_("the game has not begun"), "B-SETUP-1")] if game.state.step == "setup" else [],
)  # fmt: skip
SCORES: Final = of_players("score", lambda game: game.state.players, (
        Number("victory", N_("VP of {player}"), "B-END-4", N_("VP"), (0, MOST_VICTORY),
               most=lambda game, player: player.victory + MOST_VICTORY - sum(game.state.victory.values())),
        Number("points", N_("Scenario points of {player}"), "B-SCEN-2", N_("SP"), (0, 99),
               most=lambda game, player: 20),
        Number("passes", N_("Pass tokens of {player}"), "B-START-6", N_("pass tokens")),
        Number("prayers", N_("Prayers of {player}"), "B-SCEN-5", N_("prayers"), why_not=_why_no_prayers),
    ),
    unknown=lambda game, player: PLAYERS.why_not(game, None, player),
)  # fmt: skip


# -- models ----------------------------------------------------------------------------------------


class MarkEdit(PieceEdit[Game, Model]):
    """Set a model's markers of a state, each with its value, or 0 without values. No markers end the state."""

    find = staticmethod(lambda game, identity: game.state.models.get(identity))

    do: Literal["mark"]
    state: Annotated[str, Field(min_length=1, max_length=40)]
    values: Annotated[tuple[Few, ...], Field(max_length=12)] = ()

    def against(self, game: Game, model: Model) -> list[Refusal]:
        condition = STATES.get(self.state)
        if condition is None:
            state_names = ", ".join(sorted(STATES))
            return [
                Refusal(
                    _("{state!r} is not a state - use one of {known}", state=self.state, known=state_names), "B-STATE"
                )
            ]
        if self.values and game.any(model, "immune", self.state):
            text = _("{model} is immune to {state}", model=model.name, state=_(self.state))
            return [Refusal(text, "B-STATE-20")]
        if not condition.valued and any(self.values):
            return [Refusal(_("{state} markers have no value; leave it at 0", state=_(self.state)), condition.rule)]
        return []

    def change(self, game: Game, model: Model) -> None:
        model.markers = {**model.markers, self.state: [*self.values]}
        if not self.values:
            del model.markers[self.state]
        if self.state == "Controlled":  # the one state that says who has the model (B-STATE-4)
            model.side = game.other(model.owner) if self.values else model.owner
        if self.state == "Held":
            model.effects = [effect for effect in model.effects if effect.entry != "Held by"]

    @staticmethod
    def facts(game: Game, model: Model) -> list[tuple[str, str]]:
        """Return the states of a model as a fact."""
        markers = ("+".join(map(str, values)) if STATES[name].valued else f"×{len(values)}"
                   for name, values in model.markers.items())  # fmt: skip
        return [(N_("states"), ", ".join(f"{name} {count}" for name, count in zip(model.markers, markers)))]

    @staticmethod
    def knobs(game: Game, model: Model) -> Iterator[Knob]:
        """Yield knobs for each state: a tick or the number of markers, and the value of the last marker."""
        for name, condition in sorted(STATES.items()):
            if game.any(model, "immune", name):
                continue
            values = model.markers.get(name, [])
            edit: Edit = {"do": "mark", "piece": model.id, "state": name}
            if condition.single:
                other = {**edit, "values": [] if values else [0]}
                yield tick(f"state:{name}", _(name), bool(values), other, condition.rule)
                continue
            new = 1 if condition.valued else 0
            less = {**edit, "values": values[:-1]} if values else None
            more = {**edit, "values": [*values, new]} if len(values) < MOST_MARKERS else None
            text = ", ".join(map(str, values)) if condition.valued else str(len(values))
            yield Knob(f"state:{name}", _(name), text if values else "–", less, more, condition.rule)
            if condition.valued and values:
                lower, higher = ({**edit, "values": [*values[:-1], values[-1] + by]} for by in (-1, 1))
                label = _("{state}: value of the last marker", state=_(name))
                yield Knob(f"value:{name}", label, str(values[-1]), lower if values[-1] > 1 else None, higher,
                           condition.rule)  # fmt: skip


def _turning(game: Game, model: Model) -> Iterator[Knob]:
    """Yield a knob for the facing of a model on the table."""
    if model.on_table:
        put: Edit = {"do": "put", "piece": model.id, "x": model.x, "y": model.y}
        yield kit.turning(put, model.facing, "B-GEO-10")


def _why_not_kill(game: Game, model: Model, wounds: int) -> list[Refusal]:
    """Return the reason why the last box cannot be marked: it would kill the model."""
    boxes = game.card(model).wounds
    if wounds != boxes or not model.on_table or game.any(model, "stands_to_the_last"):
        return []
    text = _("{model} has {boxes} boxes; marking all of them kills it", model=model.name, boxes=boxes)
    return [Refusal(text, "B-STAT-5")]


def fitting(game: Game, piece: Model | Objective) -> Region:
    """Return the legal spots of a model or objective: on the table, without overlaps."""
    return Region(piece.radius, room(game, piece))


def _why_not_there(game: Game, piece: Model | Objective, edit: kit.PlacedEdit[Game]) -> list[Refusal]:
    """Return the reasons why a piece does not fit at the spot of an edit."""
    return fitting(game, piece).why_not(edit.spot)


def _stand_model(game: Game, model: Model, edit: Any) -> None:
    """Put a model at the spot of an edit. A model that had lost all its boxes is healed."""
    model.x, model.y = edit.spot
    model.place = "table"
    model.wounds = model.wounds if game.left(model) else 0
    model.facing = model.facing if edit.facing is None else edit.facing


MODELS: Final = kit.Pieces[Game, Model]("change", "piece", lambda game: game.state.models, (
        Row(lambda game, model: [
            (N_("place"), kit.spot_text(model.x, model.y) if model.on_table else model.place),
            (N_("facing"), f"{compass_of(model.facing):g}°"),
        ]),
        Number("wounds", N_("Wounds marked"), "B-STAT-5", N_("wounds"), why_not=_why_not_kill,
               most=lambda game, model: game.card(model).wounds - (not game.any(model, "stands_to_the_last"))),
        Number("ki", N_("Ki tokens"), "B-STAT-2", N_("Ki"), most=lambda game, model: game.card(model).ki.max),
        Number("counters", N_("Activation counters"), "B-START-3", N_("counters"), (0, MOST_ORDERED),
               most=lambda game, model: COUNTERS),
        Row(knobs=_turning),
        Choice("side", N_("Fights for"), "B-GEN-8", N_("side"), form=Who, why_not=PLAYERS.why_not,
               among=lambda game, model: {player: game.player_name(player) for player in game.setup.players}),
        Editable("name", fact=N_("name"), form=Name),
        Tick("ran", N_("Ran this turn"), "B-MELEE-1", N_("ran")),
        Number("shots", N_("Ranged attacks this turn"), "B-RNG-1", N_("ranged attacks"), (0, 9)),
        Row(MarkEdit.facts, MarkEdit.knobs),
        kit.removals(
            kit.OFF_THE_TABLE,
            ("killed", N_("Remove it as killed"), "B-STAT-5"),
            ("elsewhere", N_("Put it Elsewhere"), "B-GEN-9"),
            ("reserve", N_("Put it in reserve"), ""),
        ),
    ),
    why_not_there=_why_not_there,
    stand=_stand_model,
    take=lambda game, model, to: setattr(model, "place", to),
)  # fmt: skip


class AddModelEdit(kit.AddingEdit[Game, Model]):
    """Add another model of a card in play, such as "ann.still-bell-abbot", for a player.

    Without an `owner`, it belongs to the player who has the card.
    """

    pieces, most = MODELS, (80, N_("the limit is {most} models"))

    do: Literal["add"]
    profile: Annotated[str, Field(min_length=1, max_length=130)]
    owner: Who = ""
    facing: kit.Facing = 0

    def against(self, game: Game) -> list[Refusal]:
        if self.profile in game.setup.profiles:
            return PLAYERS.why_nobody(game, None, self.owner)
        card_names = ", ".join(game.setup.profiles)
        text = _("no card in play is called {profile!r} - use one of {known}", profile=self.profile, known=card_names)
        return [Refusal(text, "B-STAT-2")]

    def made(self, game: Game) -> Model:
        number, player = kit.free_number(f"{self.profile}-", game.state.models, 2), self.profile.partition(".")[0]
        return model_of(game.setup.profiles[self.profile], self.profile, self.owner or player, number)


# -- objectives and terrain ------------------------------------------------------------------------


def _worship(game: Game, objective: Objective) -> Iterator[Knob]:
    """Yield a knob for the worship markers of each player at an objective."""
    for player in game.state.players:
        count = objective.worship.get(player, 0)
        less, more = ({"do": "align", "piece": objective.id, "worship": {**objective.worship, player: count + by}}
                      for by in (-1, 1))  # fmt: skip
        label = _("Worship markers of {player}", player=game.player_name(player))
        yield Knob(f"worship:{player}", label, str(count), less if count else None, more, "B-SCEN-6")


def _stand_objective(game: Game, objective: Objective, edit: Any) -> None:
    """Put an objective at the spot of an edit."""
    objective.x, objective.y = edit.spot
    objective.on_table = True
    game.forget()


THINGS: Final = kit.Pieces[Game, Objective]("align", "piece", lambda game: game.state.objectives, (
        Row(lambda game, it: [("place", kit.spot_text(it.x, it.y) if it.on_table else "removed")]),
        Choice("friendly_to", N_("Friendly to"), "B-SCEN-2", N_("friendly to"), form=Who, why_not=PLAYERS.why_nobody,
               among=PLAYERS.anybody),
        Editable("worship", fact=N_("worship"), form=Annotated[dict[Who, Few], Field(max_length=2)],
                 words=lambda worship: ", ".join(f"{player} {count}" for player, count in worship.items()),
                 why_not=lambda game, it, worship: [no for who in worship for no in PLAYERS.why_nobody(game, it, who)],
                 put=lambda game, it, worship: setattr(it, "worship", {who: n for who, n in worship.items() if n})),
        Row(knobs=_worship),
        kit.removals(kit.OFF_THE_TABLE),
    ),
    why_not_there=_why_not_there,
    stand=_stand_objective,
    take=lambda game, it, to: setattr(it, "on_table", False),
)  # fmt: skip


class AddObjectiveEdit(kit.AddingEdit[Game, Objective]):
    """Add an objective of a kind, friendly to a player or neutral."""

    pieces, most = THINGS, (20, N_("the limit is {most} objectives"))

    do: Literal["objective"]
    kind: Identifier
    friendly_to: Who = ""

    def against(self, game: Game) -> list[Refusal]:
        if self.kind in KINDS:
            return PLAYERS.why_nobody(game, None, self.friendly_to)
        text = _("{kind!r} is not an objective - use one of {known}", kind=self.kind, known=", ".join(KINDS))
        return [Refusal(text, "B-SCEN-3")]

    def made(self, game: Game) -> Objective:
        number = kit.free_number(f"{self.kind}-", game.state.objectives)
        return Objective(f"{self.kind}-{number}", 0.0, 0.0, SMALL, self.friendly_to)


class PutEdit(kit.PuttingEdit[Game]):
    """Put a model or objective on the table. `facing` is in hundredths of a degree."""

    facing: kit.Facing | None = None


class RemoveEdit(kit.RemovingEdit[Game]):
    """Take a model, objective or terrain piece off the table. `to` is the new place of a model."""

    to: Literal["reserve", "elsewhere", "killed", "removed"] = "removed"


class Ground(kit.Terrain[Game]):
    """The terrain of a table. A piece must not overlap other pieces, models or objectives (B-SETUP-9, B-TERR-3)."""

    rule, rule_of_bases, tolerance, gone = "B-SETUP-9", "B-TERR-3", TOLERANCE, "destroyed"

    def solid(self, piece: Piece) -> bool:
        return is_impassable(piece)

    def standing(self, game: Game) -> Iterator[tuple[str, list[Disc]]]:
        yield from ((model.name, [model.disc]) for model in game.on_table())
        yield from ((objective_name(it.id), [it.disc]) for it in game.objectives())


TERRAIN: Final = Ground()


# -- all together ----------------------------------------------------------------------------------


EDITS: Final[Edits[Game]] = Edits(
    (MODELS, THINGS, TURN, SCORES, TERRAIN),
    (PutEdit, RemoveEdit, MarkEdit, AddModelEdit, AddObjectiveEdit),
    Game.copied,
    SOUND.require_table,
    Game.name_of,
)


def pieces(game: Game) -> list[Droppable]:
    """Return the pieces off the table, another model of each card, and a new objective of each kind."""
    return [*_models(game), *_objectives(game)]


def _models(game: Game) -> Iterator[Droppable]:
    """Yield the models off the table, and another model of each card for each player."""
    for player in game.setup.players:
        group = game.setup.player(player).warband.name
        for model in game.models:
            if model.owner == player and not model.on_table:
                yield Droppable(model.id, model.name, group, {"do": "put", "piece": model.id}, _standing(game, model))
    for player in game.setup.players:
        group = _("More models for {player}", player=game.player_name(player))
        for profile, card in game.setup.profiles.items():
            new = AddModelEdit(do="add", profile=profile, owner=player, x=0.0, y=0.0)
            edit = {"do": "add", "profile": profile, "owner": player}
            yield Droppable(f"new:{player}:{profile}", card.name, group, edit, _standing(game, new.made(game)))


def _objectives(game: Game) -> Iterator[Droppable]:
    """Yield the objectives off the table, and a new objective of each kind."""
    group = _("Objectives")
    for disc in game.state.objectives.values():
        if not disc.on_table:
            view = PieceView(disc.id, objective_name(disc.id), "marker", disc.x, disc.y, disc.radius, "", "objective")
            yield Droppable(disc.id, view.name, group, {"do": "put", "piece": disc.id}, view)
    for kind, title in zip(KINDS, OBJECTIVES, strict=True):
        label = _("New {kind}", kind=_(title))
        view = PieceView(f"new:{kind}", label, "marker", 0.0, 0.0, SMALL, "", "objective")
        yield Droppable(f"new:{kind}", label, group, {"do": "objective", "kind": kind}, view)


def _standing(game: Game, model: Model) -> PieceView:
    """Return the view of a model as it will be put down, facing the other side of the table."""
    model = model.clone()
    model.place, model.facing = "table", NORTHWARD if model.side == game.state.south else SOUTHWARD
    return table.model_view(game, model)


# -- sandbox ---------------------------------------------------------------------------------------


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
        """Return the legal spots of a model or objective (B-MOVE-1, B-SCEN-3)."""
        piece = game.state.models.get(view.id) or game.state.objectives.get(view.id)
        if piece is None and view.kind == "base":
            piece = Model("", view.name, "", "", "", view.radius)
        return fitting(game, piece or Objective("", 0.0, 0.0, SMALL))

    def free_state(self, setup: Setup, state: State) -> State:
        """Return a state for a sandbox: in the Main Phase, without an active model, with the objectives in place.

        Before the game, every model gets its activation counters, as if the first turn had begun.
        """
        free = state.clone()
        south = free.south or free.players[0]
        if free.step == "setup":
            free.south = south
            game = Game(setup, free, ScriptedDice(()))
            scenario = scenarios.of(game)
            free.objectives = free.objectives or scenario.objectives(game)
            free.prayers = free.prayers or (dict.fromkeys(free.players, scenario.prayers) if scenario.prayers else {})
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
