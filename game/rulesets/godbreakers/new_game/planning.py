"""The setup of a new game, from the plan that people or programs make."""

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
ADVANCED_RULES: Final = tuple(Offer(**words) for words in WORDING["advanced_rules"])
"""The advanced rules that can be switched on, in the order of the rulebook."""
SWITCHES: Final = tuple(rule.name for rule in ADVANCED_RULES)

AGREEMENTS = tuple(
    Agreement(**{**words, "values": tuple((value["name"], value["text"]) for value in words["values"])})
    for words in WORDING["agreements"]
)
"""The other agreements between players (G-INI-5, Q22, Q18)."""

SUPPLIES: dict[str, tuple[str, ...]] = {
    "few": ("copse", "rubble", "wall"),
    "many": ("copse", "wood", "rubble", "wall", "hedge") * 2,
    "none": (),
}
"""The spare terrain pieces by the players' agreement, as names in the terrain kit (Q18)."""
UNKNOWN: Final = N_("no scenario is called {scenario!r} - use one of {known}")


def planned_setup(plan: GamePlan, rosters: Sequence[CircleDocument] = ()) -> Setup:
    """Return the setup of a plan, with `rosters` in the first seats. Raise `DocumentError`."""
    if not 1 <= len(plan.names) <= MOST_PLAYERS:
        reason = _("there are {names} players - one to {most} can play", names=len(plan.names), most=MOST_PLAYERS)
        raise DocumentError(kit.NEW_GAME, "players", reason)
    text = N_("{rounds} rounds is not allowed - choose {fewest} to {most} (G-RND-1)")
    rounds = kit.rounds_of(plan, FEWEST_ROUNDS, MOST_ROUNDS, DEFAULT_ROUNDS, text)
    kit.known_switches(plan, SWITCHES, N_("no optional rule is called {switch!r} - use {switches}"))
    scenario = plan.scenario or DEFAULT_SCENARIO
    kit.known_scenario(scenario, scenario_names(), UNKNOWN, kit.NEW_GAME)
    ids = kit.player_ids(plan.names, nameless="x")
    text = N_("there are {rosters} circles for {names} players - give each one at most")
    circles = kit.rosters_of(plan, find_fresh, training_circles(), text, rosters)
    agreements, ground = kit.agreed(plan, AGREEMENTS, ids), kit.named_map(plan.map or DEFAULT_MAP, NAME)
    supply = SUPPLIES[agreements.pop("supply", "few")]
    agreements |= dict.fromkeys(plan.switches, True)
    document = SetupDocument(
        scenario=scenario,
        map=ground,
        terrain_supply=spare_terrain(supply, ground),
        players=tuple(PlayerDocument(**seat) for seat in kit.seats_of(plan, ids, PLAYER_COLOURS, circles, "circle")),
        options=OptionsDocument(rounds=rounds, **agreements),
    )
    return checked_setup(document, kit.NEW_GAME)


def spare_terrain(names: Sequence[str], ground: MapDocument) -> tuple[TerrainPiece, ...]:
    """Return spare terrain pieces from the terrain kit (Q18). Their names are English, as on maps."""
    kit = {pattern.id: pattern for pattern in KIT}
    pieces: list[TerrainPiece] = []
    for name in names:
        piece = kit[name].document(ground.unit).model_copy(update={"name": kit[name].name})
        pieces.append(numbered(piece, [other.id for other in (*ground.terrain, *ground.dressing, *pieces)]))
    return tuple(pieces)


def checked_setup(document: SetupDocument, file: str) -> Setup:
    """Return the setup of a document. Raise `DocumentError` for an unknown scenario or an illegal map."""
    kit.known_scenario(document.scenario, scenario_names(), UNKNOWN, file)
    problems = check_map(document.map, len(document.players))
    problems = [problem for problem in problems if problem.rule != "G-TBL-9"]
    if problems:
        raise DocumentError(file, f"map.{problems[0].where}", str(problems[0]))
    return Setup(document)


def named_documents(plain: Any, file: str) -> Any:
    """Return a setup's data in which documents replace the names of bundled maps and circles."""
    text = N_("no circle is called {name!r} - use one of {known}, or give the circle itself")
    known = (slug(circle.name) for circle in bundled_circles())
    return kit.with_named_documents(plain, NAME, file, "circle", bundled_circle, known, text)
