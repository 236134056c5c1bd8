"""The rulebook's part of the sandbox: empty tables, what can be put on them, battles played from a position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from game.documents.error import DocumentError
from game.engine.core.decisions import Answer, LegalSpots
from game.engine.kit.blocks import placed
from game.engine.kit.editable import copied
from game.engine.kit.sandbox import SANDBOX, supplied
from game.engine.rulebook.editing import Droppable, Edit
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import Line, OddsView, PieceView
from game.rulesets.aos4.editing.blocks import ahead, block_room, fit, model_room, spots_of
from game.rulesets.aos4.editing.edits import BEFORE, further
from game.rulesets.aos4.editing.terrain import TERRAIN
from game.rulesets.aos4.new_game.planning import NEW_GAMES
from game.rulesets.aos4.rules import battleplans
from game.rulesets.aos4.rules.attacks.eligible import groups
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.positions import number_of
from game.rulesets.aos4.rules.rulings import COMMAND_POINTS
from game.rulesets.aos4.rules.setup import TERRITORIES, Setup
from game.rulesets.aos4.rules.setup_documents import MOST_SUPPLIED
from game.rulesets.aos4.rules.state import State, Unit
from game.rulesets.aos4.rules.use import NO_MODIFIER
from game.rulesets.aos4.view.instruments import unit_of
from game.rulesets.aos4.view.volleys import attacking, attacks_on, of_attack
from game.table.documents import Area, Objective, TerrainPiece, Zone
from game.table.lattice import snap
from game.table.placing.clearances import OnTable
from game.table.placing.region import Region
from game.wording import N_, _

SIDES: Final = {"south": N_("South"), "north": N_("North")}
TERRITORY: Final = 1 / 3
"""The share of an empty table that each territory is deep."""


def bare_setup(width: float, height: float, plan: GamePlan) -> Setup:
    """Return the setup of an empty table; raise `DocumentError` if the rulebook forbids its size (A-GEO-1).

    The territories are the thirds along the long edges, the objectives of the battleplan lie in a row between them.
    """
    whole = NEW_GAMES.planned(replace(plan, map=None)).document
    names = battleplans.find(whole.scenario).objectives
    apart = width / (len(names) + 1)
    ground = {
        "name": _("Empty table"),
        "description": "",
        "author": _("sandbox"),
        "width": width,
        "height": height,
        "terrain": (),
        "dressing": (),
        "deployment": (),
        "zones": tuple(_territories(width, height)),
        "objectives": tuple(
            Objective(id=name, name=_(name).title(), at=(snap(apart * place), snap(height / 2)))
            for place, name in enumerate(names, start=1)
        ),
    }
    return NEW_GAMES.checked(whole.model_copy(update={"map": whole.map.model_copy(update=ground)}), SANDBOX)


def _territories(width: float, height: float) -> Iterator[Zone]:
    deep = snap(height * TERRITORY)
    for side, south, north in zip(TERRITORIES, (0.0, height - deep), (deep, height)):
        area = Area(outline=((0.0, south), (width, south), (width, north), (0.0, north)))
        yield Zone(id=side, name=_(SIDES[side]), role="territory", area=(area,))


def built(setup: Setup, piece: TerrainPiece) -> tuple[Setup, str]:
    """Return the setup with one more piece of terrain off the table, and its new id; raise `DocumentError`."""
    return supplied(setup, piece, setup.terrain_pieces, MOST_SUPPLIED, NEW_GAMES.checked)


def free_state(setup: Setup, state: State) -> State:
    """Return the state changed for a sandbox: in a phase of a turn, nothing under way.

    Before the first round both players get their command points, as if it had begun.
    """
    free = state.clone()
    one, other = setup.players
    if free.step in BEFORE:
        free.command = dict.fromkeys(setup.players, COMMAND_POINTS)
    if not free.territories:
        free.territories = dict(zip(setup.players, TERRITORIES))
    if free.step != "phase":
        free.step, free.window = "phase", "active"
    free.result, free.regiment = None, ""
    free.finished = [*free.finished, *(each for each in (one, other) if each not in free.finished)]
    free.round, free.turn = max(1, free.round), max(1, free.turn)
    for name in ("beginner", "deployer", "first", "active", "fighter"):
        setattr(free, name, getattr(free, name) or one)
    return free


def opening(setup: Setup, state: State, rounds: int, begun: bool) -> tuple[Setup, State]:
    """Return setup and state of a battle from here, its round fresh or under way (`begun`); raise `DocumentError`."""
    for player in setup.players:
        if not any(unit.on_table and unit.owner == player for unit in state.units.values()):
            name = setup.player(player).name
            reason = _("{name} has no unit on the table: put one there first (A-DEP-3)", name=name)
            raise DocumentError(SANDBOX, "", reason)
    if not max(NEW_GAMES.rounds[0], state.round) <= rounds <= NEW_GAMES.rounds[1]:
        reason = _("{rounds} rounds is not possible in round {round} (A-RND-1)", rounds=rounds, round=state.round)
        raise DocumentError(SANDBOX, "rounds", reason)
    options = setup.document.options.model_copy(update={"rounds": rounds})
    document = setup.document.model_copy(update={"options": options})
    first = free_state(setup, state)
    if not begun:
        first.step, first.round = "round", first.round - 1
    return NEW_GAMES.checked(document, SANDBOX), first


def room(game: Game, view: PieceView) -> LegalSpots:
    """Return where a unit as a block, or a model of this id fits (A-GEO-9)."""
    unit = game.state.units.get(view.id)
    if unit is not None:
        return block_room(game, unit, spots_of(game, unit, view.facing, None))
    card = game.setup.cards.get(view.unit)
    if card is not None and view.id not in game.models(game.state.units[view.unit]):
        fresh = Unit(view.id, card.name, view.owner, view.unit)
        return block_room(game, fresh, spots_of(game, fresh, view.facing, None))
    unit = unit_of(game, view.id)
    if unit is None:
        return Region(view.radius, (OnTable(game.ruler.battlefield, view.radius, rule="A-GEO-9"),))
    return model_room(game, unit, view.id)


def pair_odds(game: Game, about: str, answer: Answer) -> OddsView | None:
    """Return the odds of one unit attacking another, as if `about` were at the place in `answer` (A-SHOOT, A-FIGHT).

    It shoots if anything of it can be shot at the other from there, else it fights.
    """
    if not isinstance(answer, dict):
        return None
    game = copied(game)
    mover = unit_of(game, about)
    if mover is not None and about in mover.at and "x" in answer and "y" in answer:
        mover.at = {**mover.at, about: (answer["x"], answer["y"])}
    one, other = unit_of(game, str(answer.get("attacker"))), unit_of(game, str(answer.get("target")))
    if one is None or other is None or one is other or not (one.on_table and other.on_table):
        return None
    friends = one.owner == other.owner
    for ability, ranged in (("shoot", True), ("fight", False)):
        found = groups(game, one, ranged=ranged, only=[other])
        if found and not friends:
            [attack] = attacks_on(game, game.ability(one.owner, ability), one, found, NO_MODIFIER)
            return of_attack(attack)
    names = {"one": one.name, "other": other.name}
    title = _("{one} and {other} are on the same side and cannot attack each other" if friends else
              "{one} cannot attack {other} from there", **names)  # fmt: skip
    return OddsView(attacking(one, other), lines=(Line(title, "A-TGT-1", "warning"),))


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


def palette(game: Game) -> list[Droppable]:
    """Return the units off the table, those on it as a whole, slain models, further units, terrain off the table."""
    return [*_off_table(game), *_whole(game), *_slain(game), *_further(game), *TERRAIN.droppable(game)]


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
        group = _("More units for {player}", player=game.player_name(unit.owner))
        view = replace(_standing(game, unit), unit=card)
        yield Droppable(f"new:{card}", _sized(game, unit), group, {"do": "add", "card": card}, view)


def _sized(game: Game, unit: Unit) -> str:
    models = len(fit(game, unit))
    return unit.name if models == 1 else _("{unit} ({n} models)", unit=unit.name, n=models)


def _standing(game: Game, unit: Unit) -> PieceView:
    """Return the view of a unit that is put down: one base, looking to the other side of the table."""
    radius = max(model.radius for model in game.models(unit).values())
    several = len(fit(game, unit)) > 1
    facing = ahead(game, unit) if several else None
    return PieceView(unit.id, unit.name, "base", 0.0, 0.0, radius, unit.owner, facing=facing, unit=unit.id)
