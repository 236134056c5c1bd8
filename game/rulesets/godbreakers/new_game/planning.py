"""From the plan of a new game to its setup: maps and circles by name, colours, valid combinations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from game.documents.error import DocumentError
from game.engine.rulebook.new_game import Agreement, GamePlan, Offer
from game.engine.rulebook.planning import LONGEST_SHOWN, NEW_GAME, named_map, player_ids, with_named_map
from game.rulesets.godbreakers.new_game.map_rules import NAME, check_map
from game.rulesets.godbreakers.rules.circles.bundled import (
    bundled_circle,
    bundled_circles,
    find_fresh,
    training_circles,
)
from game.rulesets.godbreakers.rules.circles.documents import CircleDocument
from game.rulesets.godbreakers.rules.constants import DEFAULT_ROUNDS, FEWEST_ROUNDS, MOST_ROUNDS
from game.rulesets.godbreakers.rules.scenarios import names as scenario_names
from game.rulesets.godbreakers.rules.setup import Setup
from game.rulesets.godbreakers.rules.setup_documents import (
    PLAYER_COLOURS,
    OptionsDocument,
    PlayerDocument,
    SetupDocument,
)
from game.rulesets.godbreakers.words.data import read_wording
from game.rulesets.godbreakers.words.slugs import slug
from game.table.documents import MapDocument, TerrainPiece
from game.table.terrain.kit import KIT, numbered
from game.wording import N_, _

DEFAULT_MAP = "market-ruins"
DEFAULT_SCENARIO = "score"
MOST_PLAYERS = len(PLAYER_COLOURS)
WORDING: Final = read_wording("new_game")
ADVANCED_RULES: Final = tuple(Offer(**each) for each in WORDING["advanced_rules"])
"""The advanced rules that can be switched on, in the order of the book."""
SWITCHES: Final = tuple(rule.name for rule in ADVANCED_RULES)

AGREEMENTS = tuple(
    Agreement(**{**each, "values": tuple((value["name"], value["text"]) for value in each["values"])})
    for each in WORDING["agreements"]
)
"""Further agreements between the players (G-INI-5, Q22, Q18)."""

SUPPLIES: dict[str, tuple[str, ...]] = {
    "few": ("copse", "rubble", "wall"),
    "many": ("copse", "wood", "rubble", "wall", "hedge") * 2,
    "none": (),
}
"""The pieces of the terrain kit supplied off the table, by agreement (Q18)."""


def planned_setup(plan: GamePlan, rosters: Sequence[CircleDocument] = ()) -> Setup:
    """Return the setup of a plan, with `rosters` in the first seats; raise `DocumentError`."""
    if not 1 <= len(plan.names) <= MOST_PLAYERS:
        reason = _("there are {names} players - one to {most} can play", names=len(plan.names), most=MOST_PLAYERS)
        raise DocumentError(NEW_GAME, "players", reason)
    rounds = DEFAULT_ROUNDS if plan.rounds is None else plan.rounds
    if not FEWEST_ROUNDS <= rounds <= MOST_ROUNDS:
        limits = {"fewest": FEWEST_ROUNDS, "most": MOST_ROUNDS}
        reason = _("{rounds} rounds is not allowed - choose {fewest} to {most} (G-RND-1)", rounds=rounds, **limits)
        raise DocumentError(NEW_GAME, "rounds", reason)
    for switch in plan.switches:
        if switch not in SWITCHES:
            known = ", ".join(SWITCHES)
            reason = _("no optional rule is called {switch!r} - use {switches}", switch=switch, switches=known)
            raise DocumentError(NEW_GAME, "switches", reason)
    scenario = known_scenario(plan.scenario or DEFAULT_SCENARIO, NEW_GAME)
    ids, circles = player_ids(plan.names, nameless="x"), planned_circles(plan, rosters)
    settled, ground = agreed(plan, ids), named_map(plan.map or DEFAULT_MAP, NAME)
    supply = SUPPLIES[settled.pop("supply", "few")]
    settled |= dict.fromkeys(plan.switches, True)
    colours = plan.colours or PLAYER_COLOURS
    document = SetupDocument(
        scenario=scenario,
        map=ground,
        terrain_supply=spare_terrain(supply, ground),
        players=tuple(
            PlayerDocument(id=ids[place], name=name, colour=colours[place], circle=circles[place])
            for place, name in enumerate(plan.names)
        ),
        options=OptionsDocument(rounds=rounds, **settled),
    )
    return checked_setup(document, NEW_GAME)


def swapped_setup(setup: Setup) -> Setup | None:
    """Return a setup in which each player, colour and all, sits where the one before sat, with the circle of that seat.

    None for a player alone.
    """
    seats = setup.document.players
    if len(seats) < 2:
        return None
    sitting = zip(seats, (*seats[1:], seats[0]), strict=True)
    players = tuple(player.model_copy(update={"circle": seat.circle}) for seat, player in sitting)
    return Setup(setup.document.model_copy(update={"players": players}))


def spare_terrain(names: Sequence[str], ground: MapDocument) -> tuple[TerrainPiece, ...]:
    """Return pieces of the terrain kit for off the table of a map (Q18), with English names as on maps."""
    kit = {pattern.id: pattern for pattern in KIT}
    found: list[TerrainPiece] = []
    for name in names:
        piece = kit[name].document(ground.unit).model_copy(update={"name": kit[name].name})
        found.append(numbered(piece, [each.id for each in (*ground.terrain, *ground.dressing, *found)]))
    return tuple(found)


def planned_circles(plan: GamePlan, rosters: Sequence[CircleDocument]) -> list[CircleDocument]:
    """Return the circles by seat: `rosters`, those the plan names, training circles; raise `DocumentError`."""
    if len(plan.rosters) > len(plan.names):
        counts = {"rosters": len(plan.rosters), "names": len(plan.names)}
        reason = _("there are {rosters} circles for {names} players - give each one at most", **counts)
        raise DocumentError(NEW_GAME, "rosters", reason)
    circles = [*rosters, *(find_fresh(name) for name in plan.rosters)]
    circles.extend(circle for circle in training_circles() if circle not in circles)
    return circles


def agreed(plan: GamePlan, ids: Sequence[str]) -> dict[str, Any]:
    """Return a plan's agreements by name, a player by their id; raise `DocumentError`."""
    known = {each.name: each for each in AGREEMENTS}
    found: dict[str, Any] = {}
    for name, value in plan.agreed:
        if name not in known:
            reason = _("{name!r} is not something to agree on - use {known}", name=name[:40], known=", ".join(known))
            raise DocumentError(NEW_GAME, "agreed", reason)
        values = list(dict(known[name].values))
        if value in values:
            found[name] = value
        elif not known[name].players:
            listed = _(" or ").join(values)
            reason = _("{value!r} is not available - use {known}", value=value[:40], known=listed)
            raise DocumentError(NEW_GAME, name, reason)
        elif slug(value) in ids:
            found[name] = slug(value)
        else:
            reason = _("{value!r} is not one of {names}", value=value[:40], names=", ".join(plan.names))
            raise DocumentError(NEW_GAME, name, reason)
    return found


def known_scenario(name: str, file: str) -> str:
    """Return the name if such a scenario exists; raise `DocumentError`."""
    if name not in scenario_names():
        known = ", ".join(scenario_names())
        reason = _("no scenario is called {scenario!r} - use one of {known}", scenario=name[:60], known=known)
        raise DocumentError(file, "scenario", reason)
    return name


def checked_setup(document: SetupDocument, file: str) -> Setup:
    """Return the setup of a document with a known scenario and a map the rulebook allows; raise `DocumentError`."""
    known_scenario(document.scenario, file)
    problems = [each for each in check_map(document.map, len(document.players)) if each.rule != "G-TBL-9"]
    if problems:
        raise DocumentError(file, f"map.{problems[0].where}", str(problems[0]))
    return Setup(document)


def named_circle(name: str, file: str, where: str) -> dict[str, Any]:
    """Return the bundled circle of that name as data; raise `DocumentError`."""
    circle = bundled_circle(name)
    if circle is None:
        known = ", ".join(slug(circle.name) for circle in bundled_circles())
        text = N_("no circle is called {name!r} - use one of {known}, or give the circle itself")
        raise DocumentError(file, where, _(text, name=name[:LONGEST_SHOWN], known=known))
    return circle.model_dump(mode="json", exclude_none=True)


def named_documents(plain: Any, file: str) -> Any:
    """Return a setup's data with every map or circle name replaced by the document itself."""
    if not isinstance(plain, dict):
        return plain
    whole = with_named_map(dict(plain), NAME, file)
    if isinstance(whole.get("players"), list):
        whole["players"] = players = list(whole["players"])
        for place, player in enumerate(players):
            if isinstance(player, dict) and isinstance(player.get("circle"), str):
                circle = named_circle(player["circle"], file, f"players[{place}].circle")
                players[place] = {**player, "circle": circle}
    return whole
