"""The changeable facts of a piece and the pieces that can be added, for editing screens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from game.engine.rulebook.editing import Droppable, Edit, Knob
from game.engine.rulebook.laying import lying
from game.engine.rulebook.view import PieceView
from game.rulesets.godbreakers.editing.additions import KINDS, AddModelEdit
from game.rulesets.godbreakers.rules.constants import (
    BASE_RADIUS,
    DICE,
    FEWEST_ROUNDS,
    HIGHEST_RANK,
    MOST_ROUNDS,
    UNALIGNED_RADIUS,
)
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.traits import REGISTRY
from game.rulesets.godbreakers.view import table
from game.table.heights import relief_of
from game.table.lattice import snap
from game.wording import N_, _

SIZES: Final = tuple(sorted({BASE_RADIUS, *UNALIGNED_RADIUS.values(), 1.0, 1.25}))
"""Radii in inches that a base can be given."""
TURN: Final = 15
"""Degrees per step when turning a piece of terrain."""
GODBREAKERS, UNALIGNED, OTHERS, SUPPLY = N_("Godbreakers"), N_("Unaligned"), N_("Markers"), N_("Terrain")


def knobs(game: Game, piece: str) -> list[Knob]:
    """Return the changeable facts of a piece, or of the whole game if `piece` is empty."""
    if not piece:
        return list(_of_game(game))
    state = game.state
    if piece in state.models:
        return list(_of_model(game, state.models[piece]))
    if piece in state.markers:
        return [_removal(piece)] if state.markers[piece].on_table else []
    if piece in state.tokens:
        return list(_of_token(game, piece))
    return list(_of_terrain(game, piece))


def _removal(piece: str, to: str = "removed", label: str = N_("Take it off the table")) -> Knob:
    return Knob(f"remove:{to}", _(label), "", more={"do": "remove", "piece": piece, "to": to})


def _of_game(game: Game) -> Iterator[Knob]:
    state = game.state
    for player, points in state.vp.items():
        less, more = ({"do": "score", "player": player, "vp": points + step} for step in (-1, 1))
        yield Knob(f"vp:{player}", _("VP of {player}", player=game.player_name(player)), str(points), less, more)
    lowest = 0 if state.step in ("setup", "round") else 1
    yield _number("round", _("Round"), state.round, lowest, state.rounds, {"do": "round"}, "G-RND-2")
    fewest = max(FEWEST_ROUNDS, state.round)
    yield _number("rounds", _("Rounds in all"), state.rounds, fewest, MOST_ROUNDS, {"do": "round"}, "G-RND-1")


def _number(name: str, label: str, value: int, lowest: int, highest: int, edit: Edit, rule: str = "") -> Knob:
    less = {**edit, name: value - 1} if value > lowest else None
    more = {**edit, name: value + 1} if value < highest else None
    return Knob(name, label, str(value), less, more, rule)


def _of_model(game: Game, model: Model) -> Iterator[Knob]:
    change: dict[str, Any] = {"do": "change", "piece": model.id}
    yield _number("damage", _("Damage"), model.damage, 0, 99, change, "G-TBL-8")
    yield _step(change, "die", _("Die"), DICE, model.die, [f"D{die}" for die in DICE], "G-ROLL-1")
    owners = [*game.setup.players, *(() if model.godbreaker else ("",))]
    names = [game.player_name(owner) if owner else _("nobody: wild") for owner in owners]
    yield _step(change, "owner", _("Owner"), owners, model.owner, names, "G-SIDE-3")
    yield _tick(change, "activated", _("Has acted this round"), model.activated, "G-ACT-3")
    if model.godbreaker:
        yield _tick(change, "leader", _("Leads the circle"), model.leader, "G-CIR-2")
    sizes = sorted({*SIZES, model.radius * game.battlefield.unit})
    radii = [snap(size / game.battlefield.unit) for size in sizes]
    yield _step(change, "radius", _("Base"), radii, model.radius, [f"{50.8 * size:.0f} mm" for size in sizes], "Q20")
    if game.levels:
        put = {"do": "put", "piece": model.id, "x": model.x, "y": model.y}
        yield _number("level", _("Level"), model.level, 0, relief_of(game.battlefield).top, put, "G-ADV-2")
    yield from _traits(model, change)
    for token in game.tokens_of(model):
        edit = {"do": "give", "token": token.id, "to": ""}
        yield Knob(f"drop:{token.id}", _("Drop {token}", token=_(token.type)), "", more=edit, rule="G-TBL-7")
    if model.on_table:
        yield _removal(model.id)
        yield _removal(model.id, "casualty", N_("Remove it as a casualty"))
        yield _removal(model.id, "reserve", N_("Put it into reserve"))


def _step(change: Edit, name: str, label: str, values: Any, value: Any, words: list[str], rule: str) -> Knob:
    at = list(values).index(value) if value in values else 0
    less = {**change, name: values[at - 1]} if at > 0 else None
    more = {**change, name: values[at + 1]} if at + 1 < len(words) else None
    return Knob(name, label, words[at], less, more, rule)


def _tick(change: Edit, name: str, label: str, on: bool, rule: str) -> Knob:
    edit = {**change, name: not on}
    return Knob(name, label, _("yes") if on else _("no"), edit, edit, rule, on)


def _traits(model: Model, change: Edit) -> Iterator[Knob]:
    for name, trait in sorted(REGISTRY.items(), key=lambda item: (item[1].metal == "flaw", item[0])):
        if trait.metal == "flaw":
            on = name in model.flaws
            flaws = [flaw for flaw in model.flaws if flaw != name] + ([] if on else [name])
            edit = {**change, "flaws": flaws}
            yield Knob(f"flaw:{name}", _(name), _("yes") if on else _("no"), edit, edit, trait.rule, on)
            continue
        rank = model.traits.get(name, 0)
        steps = [
            {**change, "traits": {trait: own for trait, own in {**model.traits, name: to}.items() if own}}
            if 0 <= to <= HIGHEST_RANK
            else None
            for to in (rank - 1, rank + 1)
        ]
        yield Knob(f"trait:{name}", _(name), str(rank) if rank else "–", steps[0], steps[1], trait.rule)


def _of_token(game: Game, piece: str) -> Iterator[Knob]:
    token = game.state.tokens[piece]
    if game.levels and not token.holder:
        put = {"do": "put", "piece": piece, "x": token.x, "y": token.y}
        yield _number("level", _("Level"), token.level, 0, relief_of(game.battlefield).top, put, "G-ADV-2")
    for model in game.standing():
        if not token.holder and game.within(model, token, 0):
            edit = {"do": "give", "token": piece, "to": model.id}
            yield Knob(f"give:{model.id}", _("{model} claims it", model=model.name), "", more=edit, rule="G-TBL-7")
    yield _removal(piece)


def _of_terrain(game: Game, piece: str) -> Iterator[Knob]:
    lies = lying(game.battlefield, game.state.shaped, piece)
    if lies is not None:
        x, y, degrees = lies
        edit = {"do": "terrain", "piece": piece, "x": x, "y": y}
        less, more = ({**edit, "degrees": (degrees + turn) % 360} for turn in (-TURN, TURN))
        yield Knob("turn", _("Turned by"), f"{degrees}°", less, more, "Q29")
        yield _removal(piece)


def moved(game: Game, piece: str, x: float, y: float) -> Edit:
    """Return the edit that moves a piece to (x, y), a piece of terrain with its anchor."""
    if game.find(piece) is not None:
        return {"do": "put", "piece": piece, "x": x, "y": y}
    lies = lying(game.battlefield, game.state.shaped, piece)
    return {"do": "terrain", "piece": piece, "x": x, "y": y, "degrees": lies[2] if lies is not None else 0}


# -- pieces that can be added --------------------------------------------------------------------


def palette(game: Game) -> list[Droppable]:
    """Return the pieces off the table, and one new piece of every kind."""
    return [*_reserve(game), *_new_models(game), *_others(game), *_supply(game)]


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
        label = _("New godbreaker of {player}", player=game.player_name(player))
        yield _new(game, "godbreaker", label, _(GODBREAKERS), player)
    for kind in KINDS:
        yield _new(game, kind.kind, _("New {kind}", kind=_(kind.name)), _(UNALIGNED))


def _new(game: Game, kind: str, label: str, group: str, owner: str = "") -> Droppable:
    edit = {"do": "add", "kind": kind, "owner": owner}
    model = AddModelEdit(do="add", kind=kind, owner=owner, x=0.0, y=0.0).model(game)
    return Droppable(f"new:{owner}:{kind}", label, group, edit, table.model_view(game, model))


def _others(game: Game) -> Iterator[Droppable]:
    radius = game.state.markers["objective"].radius
    for kind, label in (("objective", _("New objective")), ("hoard", _("New hoard"))):
        view = PieceView(f"new:{kind}", label, "marker", 0.0, 0.0, radius, "", kind)
        yield Droppable(f"new:{kind}", label, _(OTHERS), {"do": "marker", "kind": kind}, view)
    for sort, label in (("treasure", _("New treasure")), ("trophy", _("New trophy"))):
        view = PieceView(f"new:{sort}", label, "token", 0.0, 0.0, 0.0, "", sort)
        yield Droppable(f"new:{sort}", label, _(OTHERS), {"do": "token", "type": sort}, view)


def _supply(game: Game) -> Iterator[Droppable]:
    there = {piece.id for piece in game.battlefield.pieces}
    for piece in game.setup.terrain_supply:
        if piece.id not in there:
            edit = {"do": "terrain", "piece": piece.id, "degrees": 0}
            yield Droppable(piece.id, piece.name, _(SUPPLY), edit)
