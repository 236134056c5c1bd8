"""The rulebook's part of the sandbox: empty tables, what can be put on them, battles played from a position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from game.engine.core.decisions import LegalSpots
from game.engine.kit.blocks import placed
from game.engine.kit.editable import copied
from game.engine.kit.sandbox import SandboxEditor, in_a_row
from game.engine.rulebook.editing import Droppable, Edit
from game.engine.rulebook.view import Line, OddsView, PieceView
from game.rulesets.aos4.editing.edits import (
    BEFORE,
    EDITS,
    STARTER,
    TERRAIN,
    ahead,
    block_room,
    fit,
    further,
    model_room,
    spots_of,
)
from game.rulesets.aos4.new_game.planning import NEW_GAMES
from game.rulesets.aos4.rules import battleplans
from game.rulesets.aos4.rules.abilities import NO_MODIFIER
from game.rulesets.aos4.rules.attacks.eligible import groups
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.positions import number_of
from game.rulesets.aos4.rules.rulings import COMMAND_POINTS
from game.rulesets.aos4.rules.setup import TERRITORIES, Setup
from game.rulesets.aos4.rules.setup_documents import Aos4Setup
from game.rulesets.aos4.rules.state import State, Unit
from game.rulesets.aos4.view.instruments import unit_of
from game.rulesets.aos4.view.volleys import attacking, attacks_on, of_attack
from game.table.documents import Area, Zone
from game.table.lattice import snap
from game.table.placing.clearances import OnTable
from game.table.placing.region import Region
from game.wording import N_, _

SIDES: Final = {"south": N_("South"), "north": N_("North")}
TERRITORY: Final = 1 / 3
"""The share of an empty table that each territory is deep."""


class Editor(SandboxEditor[Setup, State, Game]):
    """Changes that people make to the table."""

    edits = EDITS
    resume_rule = "A-TURN-2"
    kit = STARTER
    new_games = NEW_GAMES
    terrain = TERRAIN
    nobody = N_("{name} has no unit on the table: put one there first (A-DEP-3)")
    wrong_rounds = N_("{rounds} rounds is not possible in round {round} (A-RND-1)")

    def pieces(self, game: Game) -> Iterator[Droppable]:
        """Yield the units off the table, those on it as a whole, slain models, further units."""
        yield from (*_off_table(game), *_whole(game), *_slain(game), *_further(game))

    def block(self, game: Game, edit: Edit) -> list[PieceView]:
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

    def room(self, game: Game, view: PieceView) -> LegalSpots:
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

    def ground(self, document: Aos4Setup, width: float, height: float) -> dict[str, Any]:
        """Return territories in the thirds along the long edges, and the objectives in a row between them."""
        names = {name: _(name).title() for name in battleplans.find(document.scenario).objectives}
        zones, objectives = tuple(_territories(width, height)), in_a_row(names, width, height)
        return {"deployment": (), "zones": zones, "objectives": objectives}

    def free_state(self, setup: Setup, state: State) -> State:
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

    def takes_part(self, state: State, player: str) -> bool:
        return any(unit.on_table and unit.owner == player for unit in state.units.values())

    def resume(self, setup: Setup, first: State, *, begun: bool) -> None:
        if not begun:
            first.step, first.round = "round", first.round - 1

    def supposed(self, game: Game, piece: str, x: float, y: float) -> Game:
        game = copied(game)
        mover = unit_of(game, piece)
        if mover is not None and piece in mover.at:
            mover.at = {**mover.at, piece: (x, y)}
        return game

    def fighter(self, game: Game, piece: str) -> Unit | None:
        unit = unit_of(game, piece)
        return unit if unit is not None and unit.on_table else None

    def odds_between(self, game: Game, one: Unit, other: Unit) -> OddsView:
        """Return the odds of one unit attacking another: it shoots if it can, else it fights (A-SHOOT, A-FIGHT)."""
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


def _territories(width: float, height: float) -> Iterator[Zone]:
    deep = snap(height * TERRITORY)
    for side, south, north in zip(TERRITORIES, (0.0, height - deep), (deep, height)):
        area = Area(outline=((0.0, south), (width, south), (width, north), (0.0, north)))
        yield Zone(id=side, name=_(SIDES[side]), role="territory", area=(area,))


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
