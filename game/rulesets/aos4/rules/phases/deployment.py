"""Deployment: territories, faction terrain, armies (A-DEP)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.carry_out import ask_set_up
from game.rulesets.aos4.rules.moving.setting_up import room_for, territory
from game.rulesets.aos4.rules.phases.windows import window_of
from game.rulesets.aos4.rules.rulings import FROM_ENEMY_TERRITORY, FROM_FEATURES
from game.rulesets.aos4.rules.setup import TERRITORIES
from game.rulesets.aos4.rules.state import Unit
from game.table.layout.setting_up import SetUp
from game.table.placing.clearances import ClearOf
from game.table.placing.condition import Condition
from game.table.placing.solids import ClearOfShape, InsideShape
from game.wording import N_, _

UNIT, REGIMENT = "deploy-unit", "deploy-regiment"
SIDES: Final = {"south": N_("the south"), "north": N_("the north")}


def choose_territories(game: Game) -> Flow:
    """Roll off; the winner takes a territory, the other begins deployment (A-DEP-1)."""
    state = game.state
    winner = roll_off(game, "territory")
    options = [Option(side, _(name), "A-DEP-1") for side, name in SIDES.items()]
    prompt = _("{player}, which territory do you take?", player=game.player_name(winner))
    side = yield Choose(player=winner, prompt=prompt, rule="A-DEP-1", options=options)
    other = next(each for each in TERRITORIES if each != side)
    state.territories = {winner: side, game.other(winner): other}
    game.emit(events.TerritoryChosen(player=winner, side=side, rule="A-DEP-1"))
    state.beginner = state.deployer = game.other(winner)
    state.step = "terrain"


def roll_off(game: Game, purpose: str) -> str:
    """Let both players roll until they differ; return who wins (A-DICE-7)."""
    while True:
        faces = {player: game.throw(None, 1, f"{purpose} {player}")[0] for player in game.state.players}
        one, other = game.state.players
        if faces[one] != faces[other]:
            winner = max(one, other, key=faces.__getitem__)
            game.emit(events.RolledOff(purpose=purpose, faces=faces, winner=winner, rule="A-DICE-7"))
            return winner


def deploy_terrain(game: Game) -> Flow:
    """Let the beginner set up all faction terrain, then the opponent (A-DEP-2, A-DEP-6)."""
    state = game.state
    for player in (state.beginner, game.other(state.beginner)):
        for unit in reserve(game, player, "terrain"):
            yield from _set_up(game, unit, _terrain_room(game, unit), "A-DEP-6")
            return
    state.step = "deploying"


def deploy(game: Game) -> Flow:
    """Let the players deploy units and regiments in turn; who has none left stands aside (A-DEP-3, A-DEP-7)."""
    state = game.state
    player = state.deployer
    waiting = waiting_units(game, player)
    if not waiting:
        _is_done(game, player)
        return
    if state.regiment:
        waiting = [each for each in waiting if _regiment_of(game, each) == state.regiment]
        unit = yield from _asked_unit(game, player, waiting, whole=False)
    else:
        unit = yield from _asked_unit(game, player, waiting, whole=True)
    if unit is None:
        return  # a regiment was named: its units follow
    yield from _set_up(game, unit, deployment_room(game, unit), "A-DEP-5")
    left = [each for each in waiting_units(game, player) if _regiment_of(game, each) == state.regiment]
    if state.regiment and left:
        return
    state.regiment = ""
    _next_deployer(game)


def _is_done(game: Game, player: str) -> None:
    state = game.state
    if player not in state.finished:
        state.finished = [*state.finished, player]
    state.regiment = ""
    if len(state.finished) == len(state.players):
        state.step = "deployed"
    else:
        state.deployer = game.other(player)


def _next_deployer(game: Game) -> None:
    """Note who has finished, and pass the turn on to who still has units (A-DEP-3, A-DEP-8)."""
    state = game.state
    if not waiting_units(game, state.deployer):
        _is_done(game, state.deployer)
    elif game.other(state.deployer) not in state.finished:
        state.deployer = game.other(state.deployer)


def deployed(game: Game) -> Flow:
    """Let the beginner use other abilities of the Deployment Phase, then the opponent (A-DEP-4)."""
    state = game.state
    for player in (state.beginner, game.other(state.beginner)):
        while (yield from window_of(game, player, "deployment")):
            pass
    state.step = "round"


def reserve(game: Game, player: str, *kinds: str) -> list[Unit]:
    """Return the units of a player in reserve that play some parts in the army."""
    return [
        unit
        for unit in game.state.units.values()
        if unit.owner == player and unit.place == "reserve" and game.setup.roles[unit.card].kind in kinds
    ]


def waiting_units(game: Game, player: str) -> list[Unit]:
    """Return the units that a player has still to deploy."""
    return reserve(game, player, "regiment", "auxiliary")


def _regiment_of(game: Game, unit: Unit) -> str:
    role = game.setup.roles[unit.card]
    return f"{unit.owner}/{role.regiment}" if role.kind == "regiment" else ""


def _whole_regiments(game: Game, player: str) -> dict[str, str]:
    """Return the regiments of a player of which nothing is deployed yet, by key, with their names (A-DEP-7)."""
    waiting = {unit.id for unit in waiting_units(game, player)}
    found = {}
    for number, regiment in enumerate(game.setup.player(player).army.regiments):
        if len(regiment.units) > 1 and all(f"{player}.{unit.id}" in waiting for unit in regiment.units):
            found[f"{player}/{number}"] = regiment.name
    return found


def _asked_unit(game: Game, player: str, waiting: Sequence[Unit], *, whole: bool):  # type: ignore[no-untyped-def]
    """Ask which unit is deployed now, or which whole regiment: then None."""
    if len(waiting) == 1 and not whole:
        return waiting[0]
    options = [Option(f"{UNIT} {unit.id}", unit.name, "A-DEP-5", tuple(game.models(unit))) for unit in waiting]
    if whole:
        options += [
            Option(f"{REGIMENT} {key}", _("The whole regiment: {name}", name=name), "A-DEP-7")
            for key, name in _whole_regiments(game, player).items()
        ]
    prompt = _("{player}, which unit do you deploy?", player=game.player_name(player))
    answer = yield Choose(player=player, prompt=prompt, rule="A-DEP-3", options=options)
    kind, key = answer.split(" ", 1)
    if kind == REGIMENT:
        game.state.regiment = key
        return None
    return game.state.units[key]


def _set_up(game: Game, unit: Unit, room: SetUp, rule: str) -> Flow:
    """Ask where a unit is set up; one for which there is no room stays out of the battle (A-DEP-9)."""
    if room.sample(Random(0)) is None:
        unit.place = "destroyed"
        game.emit(
            events.Destroyed(unit=unit.id, name=unit.name, why=events.keep("no room to set it up"), rule="A-DEP-9")
        )
        return
    yield from ask_set_up(game, unit, room, _("Where do you set up {unit}?", unit=unit.name), rule)


def deployment_room(game: Game, unit: Unit) -> SetUp:
    """Return where a unit may be deployed: in its territory, far from the enemy's (A-DEP-5)."""
    own = game.state.territories[unit.owner]
    enemy = next(each for each in TERRITORIES if each != own)
    zone, other = territory(game, own), territory(game, enemy)

    def narrowed(radius: float) -> list[Condition]:
        inside = InsideShape(zone, radius, N_("its territory"), "A-DEP-5")
        far = ClearOfShape(
            other, radius + FROM_ENEMY_TERRITORY, N_("within 9″ of the enemy's territory"), N_("too near"), "A-DEP-5"
        )
        return [inside] if zone.distance(other) > FROM_ENEMY_TERRITORY else [inside, far]

    return room_for(game, unit, narrowed, "A-GEO-9")


def _terrain_room(game: Game, unit: Unit) -> SetUp:
    """Return where faction terrain may be set up: in its territory, off objectives and features (A-DEP-6)."""
    zone = territory(game, game.state.territories[unit.owner])

    def narrowed(radius: float) -> list[Condition]:
        markers = [each._replace(radius=each.radius + FROM_FEATURES + 0.002) for each in game.setup.objectives.values()]
        conditions: list[Condition] = [
            InsideShape(zone, radius, N_("its territory"), "A-DEP-6"),
            ClearOf(markers, radius, N_("too near an objective"), "A-DEP-6"),
        ]
        for feature in game.features():
            for shape in feature.polygons:
                reach = radius + FROM_FEATURES + 0.002
                conditions.append(ClearOfShape(shape, reach, feature.name, N_("too near terrain"), "A-DEP-6"))
        return conditions

    return room_for(game, unit, narrowed, "A-GEO-9")
