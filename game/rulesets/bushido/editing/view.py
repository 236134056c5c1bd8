"""The changeable facts of a piece and the pieces that can be added, for editing screens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from game.engine.rulebook.editing import Droppable, Edit, Knob
from game.engine.rulebook.laying import lying
from game.engine.rulebook.view import PieceView
from game.rulesets.bushido.editing.additions import KINDS, AddModelEdit
from game.rulesets.bushido.editing.changes import found
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.invariants import FULL_TURN
from game.rulesets.bushido.rules.registry import STATES
from game.rulesets.bushido.rules.scenarios import LAST_TURN, MOST_VICTORY, SMALL
from game.rulesets.bushido.rules.state import OBJECTIVES, Model, Objective, objective_name
from game.rulesets.bushido.rules.turn.starting import COUNTERS
from game.rulesets.bushido.view import table
from game.table.facing import compass_of
from game.wording import N_, _, numeral

TURN: Final = 15
"""Degrees per step when something is turned."""
NORTHWARD, SOUTHWARD = 9000, 27000
MOST_MARKERS: Final = 6
OBJECTS, SUPPLY = N_("Objectives"), N_("Terrain")


def knobs(game: Game, piece: str) -> list[Knob]:
    """Return the changeable facts of a piece, or of the whole game if `piece` is empty."""
    if not piece:
        return list(_of_game(game))
    model, objective = game.state.models.get(piece), game.state.objectives.get(piece)
    if model is not None:
        return list(_of_model(game, model))
    if objective is not None:
        return list(_of_objective(game, objective))
    return list(_of_terrain(game, piece))


def _of_game(game: Game) -> Iterator[Knob]:
    state = game.state
    if state.step != "setup":
        edit: dict[str, Any] = {"do": "turn"}
        yield _number("turn", _("Turn"), state.turn, 1, LAST_TURN, edit, "B-MAIN-1")
        yield _tick(edit, "last", _("The last turn"), state.last_turn, "B-START-1")
        names = [game.player_name(player) for player in state.players]
        yield _step(edit, "active", _("Whose activation it is"), state.players, state.active_player, names, "B-MAIN-2")
        yield _step(edit, "first", _("Who went first"), state.players, state.first_player, names, "B-START-4")
    given = sum(state.victory.values())
    for player in state.players:
        who, score = {"player": game.player_name(player)}, {"do": "score", "player": player}
        points = state.victory[player]
        most = points + MOST_VICTORY - given
        yield _number("victory", _("VP of {player}", **who), points, 0, most, score, "B-END-4", f":{player}")
        counts = (
            ("points", _("Scenario points of {player}", **who), state.points, "B-SCEN-2"),
            ("passes", _("Pass tokens of {player}", **who), state.passes, "B-START-6"),
            ("prayers", _("Prayers of {player}", **who), state.prayers, "B-SCEN-5"),
        )
        for name, label, values, rule in counts:
            if player in values:
                yield _number(name, label, values[player], 0, 20, score, rule, f":{player}")


def _of_model(game: Game, model: Model) -> Iterator[Knob]:
    card = game.card(model)
    change: dict[str, Any] = {"do": "change", "piece": model.id}
    last_box = 0 if game.any(model, "stands_to_the_last") else 1
    yield _number("wounds", _("Wounds marked"), model.wounds, 0, card.wounds - last_box, change, "B-STAT-5")
    yield _number("ki", _("Ki tokens"), model.ki, 0, card.ki.max, change, "B-STAT-2")
    yield _number("counters", _("Activation counters"), model.counters, 0, COUNTERS, change, "B-START-3")
    if model.on_table:
        put: dict[str, Any] = {"do": "put", "piece": model.id, "x": model.x, "y": model.y}
        less, more = ({**put, "facing": (model.facing + turn * 100) % FULL_TURN} for turn in (-TURN, TURN))
        facing = f"{numeral(compass_of(model.facing), 'g')}°"
        yield Knob("turn", _("Faces"), facing, less, more, "B-GEO-10")
    names = [game.player_name(player) for player in game.setup.players]
    yield _step(change, "side", _("Fights for"), game.setup.players, model.side, names, "B-GEN-8")
    yield _tick(change, "ran", _("Ran this turn"), model.ran, "B-MELEE-1")
    yield _number("shots", _("Ranged attacks this turn"), model.shots, 0, 9, change, "B-RNG-1")
    yield from _states(game, model)
    if model.on_table:
        yield _removal(model.id)
        yield _removal(model.id, "killed", N_("Remove it as killed"), "B-STAT-5")
        yield _removal(model.id, "elsewhere", N_("Put it Elsewhere"), "B-GEN-9")
        yield _removal(model.id, "reserve", N_("Put it into reserve"))


def _states(game: Game, model: Model) -> Iterator[Knob]:
    """Yield a fact for every state: a tick, the number of markers, or the value of the only one and more of them."""
    for name, condition in sorted(STATES.items()):
        if game.any(model, "immune", name):
            continue
        values = model.markers.get(name, [])
        edit: dict[str, Any] = {"do": "mark", "piece": model.id, "state": name}
        if condition.single:
            other = {**edit, "values": [] if values else [0]}
            yield Knob(
                f"state:{name}", _(name), _("yes") if values else _("no"), other, other, condition.rule, bool(values)
            )
            continue
        new = 1 if condition.valued else 0
        less = {**edit, "values": values[:-1]} if values else None
        more = {**edit, "values": [*values, new]} if len(values) < MOST_MARKERS else None
        shown = ", ".join(map(str, values)) if condition.valued else str(len(values))
        yield Knob(f"state:{name}", _(name), shown if values else "–", less, more, condition.rule)
        if condition.valued and values:
            lower, higher = ({**edit, "values": [*values[:-1], values[-1] + by]} for by in (-1, 1))
            label = _("{state}: value of the last marker", state=_(name))
            least = lower if values[-1] > 1 else None
            yield Knob(f"value:{name}", label, str(values[-1]), least, higher, condition.rule)


def _of_objective(game: Game, objective: Objective) -> Iterator[Knob]:
    edit: dict[str, Any] = {"do": "align", "piece": objective.id}
    sides = ["", *game.state.players]
    names = [_("nobody"), *(game.player_name(player) for player in game.state.players)]
    yield _step(edit, "friendly_to", _("Friendly to"), sides, objective.friendly_to, names, "B-SCEN-2")
    for player in game.state.players:
        count = objective.worship.get(player, 0)
        lower, higher = ({**edit, "worship": {**objective.worship, player: count + by}} for by in (-1, 1))
        label = _("Worship markers of {player}", player=game.player_name(player))
        yield Knob(f"worship:{player}", label, str(count), lower if count else None, higher, "B-SCEN-6")
    if objective.on_table:
        yield _removal(objective.id)


def _of_terrain(game: Game, piece: str) -> Iterator[Knob]:
    lies = lying(game.ruler.battlefield, game.state.laid, piece)
    if lies is not None:
        x, y, degrees = lies
        edit = {"do": "terrain", "piece": piece, "x": x, "y": y}
        less, more = ({**edit, "degrees": (degrees + turn) % 360} for turn in (-TURN, TURN))
        yield Knob("turn", _("Turned by"), f"{degrees}°", less, more, "B-SETUP-9")
        yield _removal(piece)


def moved(game: Game, piece: str, x: float, y: float) -> Edit:
    """Return the edit that moves a piece to (x, y), a piece of terrain with its anchor."""
    if found(game, piece) is not None:
        return {"do": "put", "piece": piece, "x": x, "y": y}
    lies = lying(game.ruler.battlefield, game.state.laid, piece)
    return {"do": "terrain", "piece": piece, "x": x, "y": y, "degrees": lies[2] if lies is not None else 0}


def faced(edit: Edit, facing: int) -> Edit:
    """Return an edit that puts a model down so that it looks into a direction, in hundredths of a degree."""
    return {**edit, "facing": facing} if edit.get("do") in ("put", "add") else edit


# -- knobs of a kind --------------------------------------------------------------------------------


def _removal(piece: str, to: str = "removed", label: str = N_("Take it off the table"), rule: str = "") -> Knob:
    return Knob(f"remove:{to}", _(label), "", more={"do": "remove", "piece": piece, "to": to}, rule=rule)


def _number(name: str, label: str, value: int, least: int, most: int, edit: Edit, rule: str, suffix: str = "") -> Knob:
    less = {**edit, name: value - 1} if value > least else None
    more = {**edit, name: value + 1} if value < most else None
    return Knob(name + suffix, label, str(value), less, more, rule)


def _step(
    edit: Edit, name: str, label: str, values: Sequence[str], value: str, words: Sequence[str], rule: str
) -> Knob:
    at = values.index(value) if value in values else 0
    less = {**edit, name: values[at - 1]} if at > 0 else None
    more = {**edit, name: values[at + 1]} if at + 1 < len(values) else None
    return Knob(name, label, words[at], less, more, rule)


def _tick(edit: Edit, name: str, label: str, on: bool, rule: str) -> Knob:
    other = {**edit, name: not on}
    return Knob(name, label, _("yes") if on else _("no"), other, other, rule, on)


# -- pieces that can be added --------------------------------------------------------------------


def palette(game: Game) -> list[Droppable]:
    """Return the pieces off the table, a further model of every card, and a new objective of every kind."""
    return [*_off_table(game), *_further(game), *_objectives(game), *_supply(game)]


def _off_table(game: Game) -> Iterator[Droppable]:
    for player in game.setup.players:
        for model in game.state.models.values():
            if model.owner == player and not model.on_table:
                group, edit = game.setup.player(player).warband.name, {"do": "put", "piece": model.id}
                yield Droppable(model.id, model.name, group, edit, _standing(game, model))


def _standing(game: Game, model: Model) -> PieceView:
    """Return the view of a model as it is put down: it looks to the other side of the table."""
    model = model.clone()
    model.place, model.facing = "table", NORTHWARD if model.side == game.state.south else SOUTHWARD
    return table.model_view(game, model)


def _further(game: Game) -> Iterator[Droppable]:
    for player in game.setup.players:
        group = _("Further models of {player}", player=game.player_name(player))
        for profile, card in game.setup.profiles.items():
            edit = {"do": "add", "profile": profile, "owner": player}
            model = AddModelEdit(do="add", profile=profile, owner=player, x=0.0, y=0.0).model(game)
            yield Droppable(f"new:{player}:{profile}", card.name, group, edit, _standing(game, model))


def _objectives(game: Game) -> Iterator[Droppable]:
    for each in game.state.objectives.values():
        if not each.on_table:
            view = PieceView(each.id, objective_name(each.id), "marker", each.x, each.y, each.radius, "", "objective")
            yield Droppable(each.id, view.name, _(OBJECTS), {"do": "put", "piece": each.id}, view)
    for kind, title in zip(KINDS, OBJECTIVES, strict=True):
        label = _("New {kind}", kind=_(title))
        view = PieceView(f"new:{kind}", label, "marker", 0.0, 0.0, SMALL, "", "objective")
        yield Droppable(f"new:{kind}", label, _(OBJECTS), {"do": "objective", "kind": kind}, view)


def _supply(game: Game) -> Iterator[Droppable]:
    there = {piece.id for piece in game.ruler.battlefield.pieces}
    for piece in game.setup.terrain_pieces.values():
        if piece.id not in there:
            edit = {"do": "terrain", "piece": piece.id, "degrees": 0}
            yield Droppable(piece.id, piece.name, _(SUPPLY), edit)
