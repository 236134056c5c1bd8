"""Deployment: the first state, the roll-off, the choice of zones, and units set up before the first round (D-DEP)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final, cast

from shapely.geometry.base import BaseGeometry

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.rulesets.dropzone.documents.armies import GROUP_NAMES
from game.rulesets.dropzone.rules import events, scenarios
from game.rulesets.dropzone.rules.cargo import carriers_of, is_loaded, muster, with_load
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import about_squad
from game.rulesets.dropzone.rules.moving.asking import ask, within
from game.rulesets.dropzone.rules.moving.boarding import take_slots
from game.rulesets.dropzone.rules.scenery import room
from game.rulesets.dropzone.rules.setup import Setup, add_squad, squad_name
from game.rulesets.dropzone.rules.state import Commander, Group, Mode, Squad, State
from game.rulesets.dropzone.rules.zones import CORNERS, EDGES, ZONES, along, area
from game.table.facing import facing_towards
from game.wording import N_, _

OUTSIDE, WAIT = "outside", "wait"
CHOICES: Final = {
    "deployed": (N_("Deploy {group} on the table"), "D-DEP-4"),
    "readiness": (N_("Keep {group} In Readiness"), "D-DEP-5"),
    "reserve": (N_("Keep {group} In Reserve"), "D-DEP-7"),
}
"""The ways in which a battlegroup begins, as people read them."""


def opening_state(setup: Setup) -> State:
    """Return the state before the first decision: everything off the table, cargo in its Transports (D-TRANS-6)."""
    state = State(players=setup.players)
    for player in setup.document.players:
        army = player.army
        for group in army.groups:
            identity = f"{player.id}.{group.id}"
            state.groups[identity] = Group(identity, GROUP_NAMES[group.kind], group.kind, player.id)
            for squad in group.squads:
                add_squad(state, player.id, squad, squad_name(army, squad), identity)
        for squad in army.auxiliaries:
            add_squad(state, player.id, squad, squad_name(army, squad))
        for number, leader in enumerate(army.commanders):
            commander = Commander(leader.name, leader.value, player.id, f"{player.id}.{leader.unit}", leader.cost)
            state.commanders[f"{player.id}.commander-{number}"] = commander
    state.objectives = {objective.id: objective for objective in scenarios.named(setup.document.scenario).lay(setup)}
    state.kills = dict.fromkeys(setup.players, 0)
    state.hands, state.discards = {player: [] for player in setup.players}, {player: [] for player in setup.players}
    return state


def roll_off(game: Game, players: list[str], again: int = 0) -> list[str]:
    """Return the players in deployment order, by a roll-off in which ties roll again (D-DEP-1)."""
    if len(players) == 1:
        return players
    faces = {}
    for player in players:
        pool = game.throw(f"deployment {player}{' again' * again}", 1)
        game.rolled(f"deployment {player}", pool, pool.faces[0], player, rule="D-DEP-1")
        faces[player] = pool.faces[0]
    ranks = sorted(players, key=lambda player: -faces[player])
    tied = [list(group) for _face, group in groupby(ranks, key=lambda player: faces[player])]
    return [player for group in tied for player in roll_off(game, group, again + 1)]


def choose_zones(game: Game) -> Flow:
    """Roll off for the zones, the highest picks first; then list the units to deploy (D-DEP-1, D-DEP-2)."""
    state, scenario = game.state, scenarios.of(game)
    order = roll_off(game, [*state.players])
    free = [*(EDGES if scenario.zones == "edges" else CORNERS)][: 2 if len(order) == 2 else 4]
    for player in order:
        options = [Option(zone, _(ZONES[zone]), "D-DEP-1") for zone in free]
        edges, corners = N_("{player}, which edge do you take?"), N_("{player}, which corner do you take?")
        prompt = _(edges if scenario.zones == "edges" else corners, player=game.player_name(player))
        zone = yield Choose(player=player, prompt=prompt, rule="D-DEP-1", options=options)
        free.remove(zone)
        state.edges = {**state.edges, player: zone}
        game.emit(events.EdgeTaken(player=player, edge=zone, rule="D-DEP-1"))
    scenario.ready(game)
    state.choosing, state.undeployed = order, [*_to_deploy(game)]
    state.step = "deploying"


def _to_deploy(game: Game) -> Iterator[str]:
    """Yield the ids of battlegroups and squads whose start their player chooses; set that of all others (D-DEP-3)."""
    for group in game.state.groups.values():
        modes = scenarios.of(game).modes(game, group)
        group.mode = modes[-1]
        if len(modes) > 1 or infiltrators(game, group):
            yield group.id
    if scenarios.of(game).direct:
        for squad in game.state.squads.values():
            if not squad.group and game.units_of(squad)[0].place == "off" and not is_loaded(game, squad):
                yield squad.id


def infiltrators(game: Game, group: Group) -> list[Squad]:
    """Return the squads of a battlegroup that may infiltrate, none in a Transport (D-SPEC-INF, D-CORE-0)."""
    return [squad for squad in _deployed_with(game, group.id) if "infiltrate" in game.sheet_of(squad).rules]


def deploy(game: Game) -> Flow:
    """Let the next player deploy a battlegroup; their free Auxiliary squads come last (D-DEP-2)."""
    state = game.state
    owners = {key: (state.groups.get(key) or state.squads[key]).owner for key in state.undeployed}
    player = next((candidate for candidate in state.choosing if candidate in owners.values()), "")
    if not player:
        state.choosing, state.step = [], "initiation"
        return
    mine = [key for key in state.undeployed if owners[key] == player]
    offered = [key for key in mine if key in state.groups] or mine
    options = [option for key in offered for option in _start_options(game, key)]
    prompt = _("Which battlegroup do you deploy, and how?")
    if offered[0] not in state.groups:
        prompt = _("Which Auxiliary squad do you deploy, and how?")
    answer = yield Choose(player=player, prompt=prompt, rule="D-DEP-2", options=options)
    name, _bar, mode = answer.partition("|")
    state.undeployed = [key for key in state.undeployed if key != name]
    state.choosing = [*(other for other in state.choosing if other != player), player]
    game.emit(events.GroupDeployed(group=name, mode=mode, rule="D-DEP-2"))
    yield from _set_down(game, name, mode)


def _start_options(game: Game, name: str) -> Iterator[Option]:
    """Yield an option for each way in which a battlegroup or an Auxiliary squad of its own may begin."""
    state = game.state
    group = state.groups.get(name)
    modes = scenarios.of(game).modes(game, group) if group is not None else ("deployed", "readiness")
    title = _(group.name) if group is not None else state.squads[name].name
    units = [unit for squad in _deployed_with(game, name) for unit in squad.units]
    detail = muster(game, group) if group is not None else ""
    for mode in modes:
        text, rule = CHOICES[mode]
        yield Option(f"{name}|{mode}", _(text, group=title), rule, tuple(units), detail=detail)


def _deployed_with(game: Game, name: str) -> list[Squad]:
    """Return the squads set down with a battlegroup or squad: its own and its Transports, without cargo (D-DEP-3)."""
    group = game.state.groups.get(name)
    there = [game.state.squads[name]] if group is None else [*game.squads_of(group), *carriers_of(game, group)]
    return [name for name in there if game.units_of(name)[0].place == "off" and "fast" not in game.sheet_of(name).rules]


def _set_down(game: Game, name: str, mode: str) -> Flow:
    """Ask for the spots of the units of `name` if they are Directly Deployed or infiltrate (D-DEP-4, D-DEP-9)."""
    group = game.state.groups.get(name)
    if group is not None:
        group.mode = cast(Mode, mode)
    for squad in _deployed_with(game, name):
        if "infiltrate" in game.sheet_of(squad).rules:
            yield from _infiltrate(game, squad)
        if mode == "deployed" and game.units_of(squad)[0].place == "off":
            yield from _place_in_zone(game, squad, area(game.battlefield, game.state.edges[squad.owner]), "D-DEP-4")


def _place_in_zone(game: Game, squad: Squad, zone: BaseGeometry, rule: str) -> Flow:
    """Ask for the spots of a squad in a zone. If the zone has no room, the squad stays off the table."""
    units = game.units_of(squad)
    for unit in units:
        unit.airborne = game.sheet(unit).is_aircraft
    where = within(game, units, zone, rule)
    if where.find() is None:
        for unit in units:
            unit.airborne = False
        return
    spot, centre = zone.representative_point(), game.battlefield.centre
    for unit in units:
        unit.facing = facing_towards(centre.x - spot.x, centre.y - spot.y)
    yield from ask(game, squad, where, N_("Where do you deploy {squad}?"), rule, named=with_load(game, squad))


def _infiltrate(game: Game, squad: Squad) -> Flow:
    """Ask whether and where a squad infiltrates: near its table edge, or in a Garrison near it (D-SPEC-INF)."""
    zone, reach = game.state.edges[squad.owner], float(game.sheet_of(squad).rules["infiltrate"].value)
    houses = _garrisons_near_edge(game, squad, zone, reach)
    options = [
        Option(OUTSIDE, _("On the table, at most {inches}″ from your edge", inches=f"{reach:g}"), "D-SPEC-INF"),
        *(Option(house.id, _("In {piece}", piece=house.name), "D-SPEC-INF") for house in houses),
        Option(WAIT, _("With its battlegroup"), "D-DEP-3", letter="d"),
    ]
    answer = yield about_squad(squad, N_("Where does {squad} infiltrate?"), "D-SPEC-INF", options)
    if answer == OUTSIDE:
        yield from _place_in_zone(game, squad, along(game.battlefield, zone, reach), "D-SPEC-INF")
    elif (house := game.piece(answer)) is not None:
        yield from take_slots(game, squad, house)


def _garrisons_near_edge(game: Game, squad: Squad, zone: str, reach: float) -> Iterator[Feature]:
    """Yield the Garrisons near the edge that an infiltrating squad of Infantry fits into (D-SPEC-INF, D-GARR-1)."""
    if not game.sheet_of(squad).is_infantry:
        return
    strip = along(game.battlefield, zone, reach + game.slack)
    for feature in game.features:
        if feature.has("garrison") and feature.shape.intersects(strip) and room(game, feature) >= len(squad.units):
            yield feature
