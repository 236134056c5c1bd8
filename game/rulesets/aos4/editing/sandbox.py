"""The rulebook's part of the sandbox: empty tables, new terrain, and battles played from a built position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from game.documents.error import DocumentError
from game.engine.core.decisions import Answer, LegalSpots
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import Line, OddsView, PieceView
from game.rulesets.aos4.editing.blocks import BlockRoom, model_room, spots_of
from game.rulesets.aos4.editing.course import BEFORE
from game.rulesets.aos4.editing.edits import copied
from game.rulesets.aos4.new_game.planning import FEWEST_ROUNDS, MOST_ROUNDS, checked_setup, planned_setup
from game.rulesets.aos4.rules import battleplans
from game.rulesets.aos4.rules.attacks.eligible import groups
from game.rulesets.aos4.rules.game import Game
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
from game.table.terrain.kit import numbered
from game.wording import N_, _

SANDBOX: Final = "sandbox"
SIDES: Final = {"south": N_("South"), "north": N_("North")}
TERRITORY: Final = 1 / 3
"""The share of an empty table that each territory is deep."""


def bare_setup(width: float, height: float, plan: GamePlan) -> Setup:
    """Return the setup of an empty table; raise `DocumentError` if the rulebook forbids its size (A-GEO-1).

    The territories are the thirds along the long edges, the objectives of the battleplan lie in a row between them.
    """
    whole = planned_setup(replace(plan, map=None)).document
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
    return checked_setup(whole.model_copy(update={"map": whole.map.model_copy(update=ground)}), SANDBOX)


def _territories(width: float, height: float) -> Iterator[Zone]:
    deep = snap(height * TERRITORY)
    for side, south, north in zip(TERRITORIES, (0.0, height - deep), (deep, height)):
        area = Area(outline=((0.0, south), (width, south), (width, north), (0.0, north)))
        yield Zone(id=side, name=_(SIDES[side]), role="territory", area=(area,))


def built(setup: Setup, piece: TerrainPiece) -> tuple[Setup, str]:
    """Return the setup with one more piece of terrain off the table, and its new id; raise `DocumentError`."""
    document = setup.document
    named = numbered(piece, [*setup.terrain_pieces])
    if len(document.terrain_supply) >= MOST_SUPPLIED:
        raise DocumentError(SANDBOX, "terrain", _("there are {most} new pieces already", most=MOST_SUPPLIED))
    supply = (*document.terrain_supply, named)
    return checked_setup(document.model_copy(update={"terrain_supply": supply}), SANDBOX), named.id


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
    if not max(FEWEST_ROUNDS, state.round) <= rounds <= MOST_ROUNDS:
        reason = _("{rounds} rounds do not fit round {round} (A-RND-1)", rounds=rounds, round=state.round)
        raise DocumentError(SANDBOX, "rounds", reason)
    options = setup.document.options.model_copy(update={"rounds": rounds})
    document = setup.document.model_copy(update={"options": options})
    first = free_state(setup, state)
    if not begun:
        first.step, first.round = "round", first.round - 1
    return checked_setup(document, SANDBOX), first


def room(game: Game, view: PieceView) -> LegalSpots:
    """Return where a unit as a block, or a model of this id fits (A-GEO-9)."""
    unit = game.state.units.get(view.id)
    if unit is not None:
        return BlockRoom(game, unit, spots_of(game, unit, view.facing, None))
    card = game.setup.cards.get(view.unit)
    if card is not None and view.id not in game.models(game.state.units[view.unit]):
        fresh = Unit(view.id, card.name, view.owner, view.unit)
        return BlockRoom(game, fresh, spots_of(game, fresh, view.facing, None))
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
    title = _("{one} and {other} are friends: nobody attacks a friend" if friends else
              "{one} can attack nobody of {other} from there", **names)  # fmt: skip
    return OddsView(attacking(one, other), lines=(Line(title, "A-TGT-1", "warning"),))
