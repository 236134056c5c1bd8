"""From the plan of a new game to its setup: maps and circles by name, colours, valid combinations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from game.documents.error import DocumentError
from game.engine.kit import planning as kit
from game.engine.rulebook.new_game import Agreement, GamePlan, Offer
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
UNKNOWN: Final = N_("no scenario is called {scenario!r} - use one of {known}")


def planned_setup(plan: GamePlan, rosters: Sequence[CircleDocument] = ()) -> Setup:
    """Return the setup of a plan, with `rosters` in the first seats; raise `DocumentError`."""
    if not 1 <= len(plan.names) <= MOST_PLAYERS:
        reason = _("there are {names} players - one to {most} can play", names=len(plan.names), most=MOST_PLAYERS)
        raise DocumentError(kit.NEW_GAME, "players", reason)
    text = N_("{rounds} rounds is not allowed - choose {fewest} to {most} (G-RND-1)")
    rounds = kit.rounds_of(plan, FEWEST_ROUNDS, MOST_ROUNDS, DEFAULT_ROUNDS, text)
    kit.known_switches(plan, SWITCHES, N_("no optional rule is called {switch!r} - use {switches}"))
    scenario = plan.scenario or DEFAULT_SCENARIO
    kit.known_scenario(scenario, scenario_names(), UNKNOWN, kit.NEW_GAME)
    ids, text = (
        kit.player_ids(plan.names, nameless="x"),
        N_("there are {rosters} circles for {names} players - give each one at most"),
    )
    circles = kit.rosters_of(plan, find_fresh, training_circles(), text, rosters)
    settled, ground = kit.agreed(plan, AGREEMENTS, ids), kit.named_map(plan.map or DEFAULT_MAP, NAME)
    supply = SUPPLIES[settled.pop("supply", "few")]
    settled |= dict.fromkeys(plan.switches, True)
    document = SetupDocument(
        scenario=scenario,
        map=ground,
        terrain_supply=spare_terrain(supply, ground),
        players=tuple(PlayerDocument(**seat) for seat in kit.seats_of(plan, ids, PLAYER_COLOURS, circles, "circle")),
        options=OptionsDocument(rounds=rounds, **settled),
    )
    return checked_setup(document, kit.NEW_GAME)


def spare_terrain(names: Sequence[str], ground: MapDocument) -> tuple[TerrainPiece, ...]:
    """Return pieces of the terrain kit for off the table of a map (Q18), with English names as on maps."""
    kit = {pattern.id: pattern for pattern in KIT}
    found: list[TerrainPiece] = []
    for name in names:
        piece = kit[name].document(ground.unit).model_copy(update={"name": kit[name].name})
        found.append(numbered(piece, [each.id for each in (*ground.terrain, *ground.dressing, *found)]))
    return tuple(found)


def checked_setup(document: SetupDocument, file: str) -> Setup:
    """Return the setup of a document with a known scenario and a map the rulebook allows; raise `DocumentError`."""
    kit.known_scenario(document.scenario, scenario_names(), UNKNOWN, file)
    problems = [each for each in check_map(document.map, len(document.players)) if each.rule != "G-TBL-9"]
    if problems:
        raise DocumentError(file, f"map.{problems[0].where}", str(problems[0]))
    return Setup(document)


def named_documents(plain: Any, file: str) -> Any:
    """Return a setup's data with every bundled map or circle that is named replaced by the document itself."""
    text = N_("no circle is called {name!r} - use one of {known}, or give the circle itself")
    known = (slug(circle.name) for circle in bundled_circles())
    return kit.with_named_documents(plain, NAME, file, "circle", bundled_circle, known, text)
