"""The changeable facts of a piece and the pieces that can be added, for editing screens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from game.engine.rulebook.editing import Droppable, Edit, Knob
from game.engine.rulebook.laying import lying
from game.engine.rulebook.view import PieceView
from game.rulesets.aos4.documents.timing import PHASES
from game.rulesets.aos4.editing.additions import further
from game.rulesets.aos4.editing.blocks import ahead, fit, placed, spots_of
from game.rulesets.aos4.editing.changes import BY_HAND, DEEDS, IN_PHASE
from game.rulesets.aos4.editing.course import BEFORE
from game.rulesets.aos4.rules.game import HAS, Game
from game.rulesets.aos4.rules.phases.windows import DEEDS as PHASE_NAMES
from game.rulesets.aos4.rules.positions import number_of
from game.rulesets.aos4.rules.state import Effect, Unit
from game.rulesets.aos4.view.effects import WHAT, effect_text
from game.rulesets.aos4.view.instruments import unit_of
from game.wording import N_, _

TURN: Final = 15
"""Degrees per step when terrain is turned."""
MOST_POINTS, MOST_COMMAND, MOST_RITUAL, MOST_BONUS = 500, 20, 20, 3
BONUSES: Final = {"hit": "A-WPN-6", "wound": "A-WPN-6", "save": "A-ATK-4", "run": "A-AB-2", "charge": "A-CHG-2",
                  "cast": "A-MAG-3", "chant": "A-PRAY-2", "control": "A-OBJ-6", "move": "A-MOVE-2"}  # fmt: skip
"""What can be raised and lowered by hand until the end of the turn, with the rule of what it is added to."""
LENT: Final = ("STRIKE-FIRST", "STRIKE-LAST", "FLY")
"""The keywords that can be lent by hand."""
SUPPLY: Final = N_("Terrain")


def knobs(game: Game, piece: str) -> list[Knob]:
    """Return the changeable facts of a piece, or of the whole game if `piece` is empty."""
    if not piece:
        return list(_of_game(game))
    unit = unit_of(game, piece)
    if unit is not None:
        return list(_of_unit(game, unit, piece))
    if piece in game.state.control:
        return [_holder(game, piece)]
    return list(_of_terrain(game, piece))


def _of_game(game: Game) -> Iterator[Knob]:
    state, players = game.state, game.setup.players
    names = [game.player_name(player) for player in players]
    if state.step not in BEFORE:
        edit: Edit = {"do": "turn"}
        yield _number("round", _("Round"), state.round, 1, game.setup.document.options.rounds, edit, "A-RND-1")
        yield _number("turn", _("Turn of the round"), state.turn, 1, 2, edit, "A-RND-2")
        yield _step(edit, "active", _("Whose turn it is"), players, state.active, names, "A-TURN-1")
        phases = [_(PHASE_NAMES[phase]) for phase in PHASES]
        yield _step(edit, "phase", _("Phase"), PHASES, state.phase_name, phases, "A-TURN-1")
        underdogs = ["", *players]
        yield _step(edit, "underdog", _("Underdog"), underdogs, state.underdog, [_("nobody"), *names], "A-UND-1")
    for player in players:
        who, edit = {"player": game.player_name(player)}, {"do": "score", "player": player}
        points, command = state.points[player], state.command[player]
        victory = _number("victory", _("VP of {player}", **who), points, 0, MOST_POINTS, edit, "A-EOT-1")
        yield replace(victory, id=f"victory:{player}")
        spent = _number("command", _("Command points of {player}", **who), command, 0, MOST_COMMAND, edit, "A-CP-1")
        yield replace(spent, id=f"command:{player}")
    for identity in state.control:
        yield _holder(game, identity)


def _holder(game: Game, identity: str) -> Knob:
    players = ["", *game.setup.players]
    names = [_("nobody"), *(game.player_name(player) for player in game.setup.players)]
    label = _("{objective} is controlled by", objective=_(game.setup.objectives[identity].name))
    edit: Edit = {"do": "control", "piece": identity}
    return replace(
        _step(edit, "player", label, players, game.state.control[identity], names, "A-OBJ-4"), id=f"control:{identity}"
    )


def _of_unit(game: Game, unit: Unit, piece: str) -> Iterator[Knob]:
    change: Edit = {"do": "change", "piece": unit.id}
    yield _number("damage", _("Damage"), unit.damage, 0, game.card(unit).health - 1, change, "A-DMG-5")
    if game.has(unit, "PRIEST") or unit.ritual:
        yield _number("ritual", _("Ritual points"), unit.ritual, 0, MOST_RITUAL, change, "A-PRAY-3")
    for deed, (label, rule) in DEEDS.items():
        done = game.used(unit, deed, "phase" if deed in IN_PHASE else "turn")
        yield _tick({"do": "did", "piece": unit.id, "what": deed}, "done", _(label), done, rule, f"did:{deed}")
    anew: Edit = {"do": "did", "piece": unit.id, "what": "anything", "done": False}
    yield Knob("fresh", _("It has used nothing yet"), "", more=anew, rule="A-ONE-4")
    yield from _effects(game, unit)
    if piece in unit.at:
        yield _removal(piece, "removed", N_("Slay this model"), "A-DMG-5")
    if unit.on_table:
        yield _removal(unit.id, "reserve", N_("Put the whole unit back into reserve"), "A-DEP-9")
        yield _removal(unit.id, "destroyed", N_("The whole unit is destroyed"), "A-DMG-10")


def _effects(game: Game, unit: Unit) -> Iterator[Knob]:
    """Yield what can be set by hand (A-IMP-8), and a button to end each effect of an ability."""
    edit: dict[str, Any] = {"do": "effect", "piece": unit.id}
    mine = {(each.what, each.keyword): each.amount for each in unit.effects if each.source == BY_HAND}
    for what, rule in BONUSES.items():
        label = _("By hand, this turn: {what}", what=_(WHAT[what]))
        amount = mine.get((what, ""), 0)
        bonus = _number("amount", label, amount, -MOST_BONUS, MOST_BONUS, {**edit, "what": what}, rule)
        yield replace(bonus, id=f"bonus:{what}", value=f"{amount:+d}" if amount else "–")
    for keyword in LENT:
        label, lent = _("By hand, this turn: {what}", what=keyword), (HAS, keyword) in mine
        other = {**edit, "what": HAS, "keyword": keyword, "amount": 0 if lent else 1}
        yield Knob(f"keyword:{keyword}", label, _("yes") if lent else _("no"), other, other, "A-KEY-1", lent)
    for number, each in enumerate(unit.effects):
        if each.source != BY_HAND:
            label = _("End this: {effect}", effect=effect_text(game, unit, each))
            yield Knob(f"end:{number}", label, "", more={**edit, **_ended(each)}, rule="A-TURN-5")


def _ended(effect: Effect) -> dict[str, Any]:
    found = {"what": effect.what, "amount": 0, "source": effect.source}
    return {**found, "keyword": effect.keyword} if effect.keyword else found


def _of_terrain(game: Game, piece: str) -> Iterator[Knob]:
    lies = lying(game.ruler.battlefield, game.state.laid, piece)
    if lies is not None:
        x, y, degrees = lies
        edit = {"do": "terrain", "piece": piece, "x": x, "y": y}
        less, more = ({**edit, "degrees": (degrees + turn) % 360} for turn in (-TURN, TURN))
        yield Knob("turn", _("Turned by"), f"{degrees}°", less, more, "A-TERR-7")
        yield _removal(piece, "removed", N_("Take it off the table"))


def moved(game: Game, piece: str, x: float, y: float) -> Edit:
    """Return the edit that moves a unit, a model, or a piece of terrain with its anchor to (x, y)."""
    if unit_of(game, piece) is not None or piece in game.state.control:
        return {"do": "put", "piece": piece, "x": x, "y": y}
    lies = lying(game.ruler.battlefield, game.state.laid, piece)
    return {"do": "terrain", "piece": piece, "x": x, "y": y, "degrees": lies[2] if lies is not None else 0}


def faced(edit: Edit, facing: int) -> Edit:
    """Return an edit that puts a unit down as a block looking into a direction, in hundredths of a degree."""
    return {**edit, "facing": facing} if edit.get("do") in ("put", "add") else edit


def block(game: Game, edit: Edit) -> list[PieceView]:
    """Return the models of a unit that an edit puts down whole, where they would stand."""
    unit = game.state.units.get(str(edit.get("piece", "")))
    if edit.get("do") == "add":
        unit = further(game, str(edit["card"]))
    if unit is None:
        return []
    facts = game.models(unit)
    spots = placed(spots_of(game, unit, edit.get("facing"), edit.get("files")), edit["x"], edit["y"])
    return [
        PieceView(model, unit.name, "base", x, y, facts[model].radius, unit.owner, unit=unit.id)
        for model, (x, y) in spots.items()
    ]


# -- knobs of a kind --------------------------------------------------------------------------------


def _removal(piece: str, to: str, label: str, rule: str = "") -> Knob:
    return Knob(f"remove:{to}", _(label), "", more={"do": "remove", "piece": piece, "to": to}, rule=rule)


def _number(name: str, label: str, value: int, least: int, most: int, edit: Edit, rule: str) -> Knob:
    less = {**edit, name: value - 1} if value > least else None
    more = {**edit, name: value + 1} if value < most else None
    return Knob(name, label, str(value), less, more, rule)


def _step(
    edit: Edit, name: str, label: str, values: Sequence[str], value: str, words: Sequence[str], rule: str
) -> Knob:
    at = values.index(value) if value in values else 0
    less = {**edit, name: values[at - 1]} if at > 0 else None
    more = {**edit, name: values[at + 1]} if at + 1 < len(values) else None
    return Knob(name, label, words[at], less, more, rule)


def _tick(edit: Edit, name: str, label: str, on: bool, rule: str, identity: str) -> Knob:
    other = {**edit, name: not on}
    return Knob(identity, label, _("yes") if on else _("no"), other, other, rule, on)


# -- pieces that can be added --------------------------------------------------------------------


def palette(game: Game) -> list[Droppable]:
    """Return the units off the table, those on it as a whole, slain models, further units, terrain off the table."""
    return [*_off_table(game), *_whole(game), *_slain(game), *_further(game), *_supply(game)]


def _off_table(game: Game) -> Iterator[Droppable]:
    for player in game.setup.players:
        for unit in game.state.units.values():
            if unit.owner == player and not unit.on_table:
                group, edit = game.setup.player(player).army.name, {"do": "put", "piece": unit.id}
                yield Droppable(unit.id, _sized(game, unit), group, edit, _standing(game, unit))


def _whole(game: Game) -> Iterator[Droppable]:
    """Yield the units on the table: taken up whole, they keep their formation."""
    for unit in game.state.units.values():
        if unit.on_table and len(unit.at) > 1:
            view = replace(_standing(game, unit), facing=None)
            edit = {"do": "put", "piece": unit.id}
            yield Droppable(f"whole:{unit.id}", unit.name, _("Move a whole unit"), edit, view)


def _slain(game: Game) -> Iterator[Droppable]:
    for unit in game.state.units.values():
        for model in unit.slain if unit.on_table else ():
            radius = game.models(unit)[model].radius
            name = f"{unit.name} {number_of(model)}"
            view = PieceView(model, name, "base", 0.0, 0.0, radius, unit.owner, unit=unit.id)
            yield Droppable(model, name, _("Slain models"), {"do": "put", "piece": model}, view)


def _further(game: Game) -> Iterator[Droppable]:
    for card in game.setup.cards:
        unit = further(game, card)
        group = _("Further units of {player}", player=game.player_name(unit.owner))
        view = replace(_standing(game, unit), unit=card)
        yield Droppable(f"new:{card}", _sized(game, unit), group, {"do": "add", "card": card}, view)


def _sized(game: Game, unit: Unit) -> str:
    models = len(fit(game, unit))
    return unit.name if models == 1 else _("{unit} ({n} models)", unit=unit.name, n=models)


def _standing(game: Game, unit: Unit) -> PieceView:
    """Return the view of a unit that is put down: one base, looking to the other side of the table."""
    radius = max(each.radius for each in game.models(unit).values())
    several = len(fit(game, unit)) > 1
    facing = ahead(game, unit) if several else None
    return PieceView(unit.id, unit.name, "base", 0.0, 0.0, radius, unit.owner, facing=facing, unit=unit.id)


def _supply(game: Game) -> Iterator[Droppable]:
    there = {piece.id for piece in game.ruler.battlefield.pieces}
    for piece in game.setup.terrain_pieces.values():
        if piece.id not in there:
            edit = {"do": "terrain", "piece": piece.id, "degrees": 0}
            yield Droppable(piece.id, piece.name, _(SUPPLY), edit)
