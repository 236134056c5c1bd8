"""Deployment of faction terrain and armies in territories (A-DEP, A-AB-7, A-AB-8, A-AB-9, A-AMB-40)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.engine.core.decisions import DEPLOY, Choose, Option
from game.engine.core.flow import Asking, Flow
from game.engine.core.pools import Pool
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.params import USER
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.abilities import Use
from game.rulesets.aos4.rules.abilities.resolving import use_ability, why_not
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.unit_moves import ask_set_up, room_for
from game.rulesets.aos4.rules.phases.windows import window_of
from game.rulesets.aos4.rules.rulings import BEYOND, FROM_ENEMY_TERRITORY, FROM_FEATURES, TOLERANCE
from game.rulesets.aos4.rules.setup import TERRITORIES
from game.rulesets.aos4.rules.state import Unit
from game.table.footprints import Footprint
from game.table.layout.setting_up import SetUp
from game.table.placing.condition import Condition
from game.table.placing.oblongs import clear_of, clear_of_shape, inside_shape
from game.wording import N_, _

UNIT, REGIMENT = "deploy-unit", "deploy-regiment"
CORE_DEPLOYING: Final = (UNIT, REGIMENT, "deploy-faction-terrain")
AUTO: Final = Option(DEPLOY, N_("Deploy the rest for me"), "A-DEP-3", letter="g")
Deployed = Unit | tuple[AbilityDocument, Unit]
"""A unit to set up, or an ability to use instead of that, with its unit."""
SIDES: Final = {"south": N_("the south"), "north": N_("the north")}


def choose_territories(game: Game) -> Flow:
    """Let the winner of a roll-off choose a territory. The other player begins deployment (A-DEP-1)."""
    state = game.state
    winner = roll_off(game, "territory")
    options = [Option(side, _(name), "A-DEP-1") for side, name in SIDES.items()]
    prompt = _("{player}, which territory do you take?", player=game.player_name(winner))
    side = yield Choose(player=winner, prompt=prompt, rule="A-DEP-1", options=options)
    other = next(territory for territory in TERRITORIES if territory != side)
    state.territories = {winner: side, game.other(winner): other}
    game.emit(events.TerritoryChosen(player=winner, side=side, rule="A-DEP-1"))
    state.beginner = state.deployer = game.other(winner)
    state.step = "terrain"


def roll_off(game: Game, purpose: str) -> str:
    """Let both players roll until the results differ, and return the winner (A-DICE-7)."""
    while True:
        pools, winner = throw_each(game, purpose)
        if winner:
            game.emit(events.RolledOff(purpose=purpose, pools=pools, winner=winner, rule="A-DICE-7"))
            return winner


def throw_each(game: Game, purpose: str) -> tuple[dict[str, Pool], str]:
    """Roll a die for each player, and return the dice and the player with the higher face, or "" in a tie."""
    pools = {player: game.throw(None, 1, f"{purpose} {player}") for player in game.state.players}
    return pools, game.ahead({player: pool.faces[0] for player, pool in pools.items()})


def deploy_terrain(game: Game) -> Flow:
    """Let the players set up a piece of faction terrain, the beginner's pieces first (A-DEP-2, A-DEP-6)."""
    state = game.state
    for player in (state.beginner, game.other(state.beginner)):
        for unit in reserve(game, player, "terrain"):
            yield from _set_up(game, unit, _terrain_room(game, unit), "A-DEP-6")
            return
    state.step = "deploying"


def deploy(game: Game) -> Flow:
    """Let the next player deploy a unit, alone or as part of a regiment (A-DEP-3, A-DEP-7)."""
    state = game.state
    player = state.deployer
    waiting = waiting_units(game, player)
    if not waiting:
        _finish_deployment(game, player)
        return
    if state.regiment:
        waiting = [unit for unit in waiting if game.regiment_of(unit) == state.regiment]
    unit = yield from _choose_unit(game, player, waiting, whole=not state.regiment)
    if unit is None:
        return  # the player chose a regiment: its units are deployed next
    if isinstance(unit, tuple):
        spec, user = unit
        yield from use_ability(Use(game, spec, player, user))
        if user.place == "reserve":  # its own DEPLOY ability keeps it back (A-AMB-39)
            state.uses.note(f"{user.id} kept", "battle")
    else:
        yield from _set_up(game, unit, deployment_room(game, unit), "A-DEP-5")
    still_waiting = [other for other in waiting_units(game, player) if game.regiment_of(other) == state.regiment]
    if state.regiment and still_waiting:
        return
    state.regiment = ""
    _next_deployer(game)


def _finish_deployment(game: Game, player: str) -> None:
    """Record that a player has deployed everything, and continue with the other player or the next step."""
    state = game.state
    if player not in state.finished:
        state.finished = [*state.finished, player]
    state.regiment = ""
    if len(state.finished) == len(state.players):
        state.step = "deployed"
    else:
        state.deployer = game.other(player)


def _next_deployer(game: Game) -> None:
    """Pass the turn to a player who still has units to deploy (A-DEP-3, A-DEP-8)."""
    state = game.state
    if not waiting_units(game, state.deployer):
        _finish_deployment(game, state.deployer)
    elif game.other(state.deployer) not in state.finished:
        state.deployer = game.other(state.deployer)


def use_deployment_abilities(game: Game) -> Flow:
    """Let the players use other abilities of the Deployment Phase, the beginner first (A-DEP-4)."""
    state = game.state
    for player in (state.beginner, game.other(state.beginner)):
        while (yield from window_of(game, player, "deployment")):
            pass
    state.step = "round"


def reserve(game: Game, player: str, *kinds: str) -> list[Unit]:
    """Return the units of a player in reserve whose role is one of these kinds."""
    return [
        unit
        for unit in game.state.units.values()
        if unit.owner == player and unit.place == "reserve" and game.setup.roles[unit.card].kind in kinds
    ]


def waiting_units(game: Game, player: str) -> list[Unit]:
    """Return the units that a player must still deploy, except units kept back by an ability (A-AMB-39)."""
    units, count = reserve(game, player, "regiment", "auxiliary"), game.state.uses.count
    return [unit for unit in units if not count("battle", f"{unit.id} kept")]


def deploying_abilities(game: Game, player: str, unit: Unit) -> list[AbilityDocument]:
    """Return the special DEPLOY abilities that a unit may use instead of normal deployment (A-DEP-3, A-AMB-39)."""
    return [
        spec
        for spec in game.setup.abilities[player].values()
        if "DEPLOY" in spec.keywords and spec.id not in CORE_DEPLOYING and "deployment" in spec.phases
        and (not spec.used_by or USER.name in spec.params or game.setup.names_unit(spec, unit))
        and why_not(game, player, spec, unit) is None
    ]  # fmt: skip


def _whole_regiments(game: Game, player: str) -> dict[str, str]:
    """Return the names of a player's regiments with no unit deployed yet, by key (A-DEP-7)."""
    waiting = {unit.id for unit in waiting_units(game, player)}
    names = {}
    for number, regiment in enumerate(game.setup.player(player).army.regiments):
        if len(regiment.units) > 1 and all(f"{player}.{unit.id}" in waiting for unit in regiment.units):
            names[f"{player}/{number}"] = regiment.name
    return names


def _choose_unit(game: Game, player: str, waiting: Sequence[Unit], *, whole: bool) -> Asking[Deployed | None]:
    """Return the unit or DEPLOY ability that the player chooses, or None if it is a whole regiment.

    With `whole`, the player may choose a whole regiment.
    """
    by_ability = {
        f"{spec.id} {unit.id}": (spec, unit) for unit in waiting for spec in deploying_abilities(game, player, unit)
    }
    if len(waiting) == 1 and not whole and not by_ability:
        return waiting[0]
    options = [Option(f"{UNIT} {unit.id}", unit.name, "A-DEP-5", tuple(game.models(unit))) for unit in waiting]
    for key, (spec, unit) in by_ability.items():
        brief, models = _(spec.name), tuple(game.models(unit))
        options.append(
            Option(key, _("{ability}: {unit}", ability=brief, unit=unit.name), "A-DEP-3", models, brief=brief)
        )
    if whole:
        options += [
            Option(f"{REGIMENT} {key}", _("The whole regiment: {name}", name=name), "A-DEP-7")
            for key, name in _whole_regiments(game, player).items()
        ]
    prompt = _("{player}, which unit do you deploy?", player=game.player_name(player))
    answer = yield Choose(player=player, prompt=prompt, rule="A-DEP-3", options=options, shortcuts=(AUTO.shown(),))
    if answer in by_ability:
        return by_ability[answer]
    kind, key = answer.split()
    if kind == REGIMENT:
        game.state.regiment = key
        return None
    return game.state.units[key]


def _set_up(game: Game, unit: Unit, room: SetUp, rule: str) -> Flow:
    """Let a player set up a unit. If there is no legal spot, the unit is out of the battle (A-DEP-9)."""
    if not room.find():
        unit.place = "destroyed"
        game.emit(
            events.Destroyed(unit=unit.id, name=unit.name, why=events.keep("no room to set it up"), rule="A-DEP-9")
        )
        return
    prompt = _("Where do you set up {unit}?", unit=unit.name)
    yield from ask_set_up(game, unit, room, prompt, rule, (AUTO.shown(),))


def deployment_room(game: Game, unit: Unit) -> SetUp:
    """Return the legal ways to deploy a unit in its territory, far from the enemy's (A-DEP-5)."""
    own = game.state.territories[unit.owner]
    enemy = next(territory for territory in TERRITORIES if territory != own)
    zone, other = game.setup.territories[own], game.setup.territories[enemy]

    def narrowed(base: Footprint) -> list[Condition]:
        inside = inside_shape(zone, base, N_("its territory"), "A-DEP-5")
        name, cause = N_("the enemy's territory"), N_("too near")
        clear_of_enemy = clear_of_shape(other, base, name, cause, "A-DEP-5", FROM_ENEMY_TERRITORY + BEYOND)
        return [inside] if zone.distance(other) > FROM_ENEMY_TERRITORY + TOLERANCE else [inside, clear_of_enemy]

    return room_for(game, unit, narrowed, "A-GEO-9", (zone.centroid.x, zone.centroid.y))


def _terrain_room(game: Game, unit: Unit) -> SetUp:
    """Return the legal ways to set up faction terrain, away from objectives and other features (A-DEP-6)."""
    zone = game.setup.territories[game.state.territories[unit.owner]]

    def narrowed(base: Footprint) -> list[Condition]:
        markers, least_gap = tuple(game.setup.objectives.values()), FROM_FEATURES + BEYOND
        conditions = [
            inside_shape(zone, base, N_("its territory"), "A-DEP-6"),
            clear_of(markers, base, N_("too near an objective"), "A-DEP-6", least_gap),
        ]
        for feature in game.features():
            for shape in feature.polygons:
                cause = N_("too near terrain")
                conditions.append(clear_of_shape(shape, base, feature.name, cause, "A-DEP-6", least_gap))
        return conditions

    return room_for(game, unit, narrowed, "A-GEO-9", (zone.centroid.x, zone.centroid.y))
