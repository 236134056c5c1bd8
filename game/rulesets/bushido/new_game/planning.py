"""From the plan of a new game to its setup: maps and warbands by name, colours, valid combinations."""

from __future__ import annotations

from functools import partial
from typing import Any, Final, Literal

from game.documents.error import DocumentError
from game.engine.kit import planning as kit
from game.engine.rulebook.new_game import GamePlan
from game.rulesets.bushido.new_game.map_rules import NAME, check_map
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.setup import Setup
from game.rulesets.bushido.rules.setup_documents import (
    PLAYER_COLOURS,
    BushidoSetup,
    OptionsDocument,
    PlayerDocument,
)
from game.rulesets.bushido.warbands.bundled import NAMES, bundled_warband, find_warband
from game.table.documents import MapDocument
from game.wording import N_, _

DEFAULT_MAP: Final = "bamboo-ford"
DEFAULT_SCENARIO: Final = "idols"
SEATS: Final = 2
FEWEST_TURNS, MOST_TURNS, USUAL_TURNS = 1, 7, 6

_agreement = partial(kit.agreement, OptionsDocument)
# fmt: off
AGREEMENTS: Final = (
    _agreement("length", "B-START-1", N_("Length"), N_("fixed or variable length"),
               N_("the agreed number of turns"), N_("from the last agreed turn on, a die decides")),
    _agreement("windows", "B-KI-7", N_("Prompt for feats"), N_("when to ask about using feats"),
               N_("only when one can be used"), N_("whenever a card has one")),
    _agreement("deployment", "B-SETUP-7", N_("Deployment in Ryodo"),
               N_("where to deploy, if the scenario leaves it open"),
               N_("at the baselines"), N_("in the corner squares"), N_("at the edges beside the corners")),
    _agreement("vim", "B-SCEN-12", N_("Most important models"),
               N_("whether each side has a most important model (VIM), and who names it"),
               N_("none"), N_("each side names its own"), N_("each side notes its own in secret"),
               N_("each side names the other's")),
    _agreement("vim_point", "B-SCEN-12", N_("Victory point for VIMs"),
               N_("whether the last victory point depends on VIMs instead of the scenario's own goal"),
               N_("none"), N_("the last one, to the only side that kept its VIM")),
)
# fmt: on


def planned_setup(plan: GamePlan) -> Setup:
    """Return the setup of a plan; raise `DocumentError` where it names unknown or impossible things."""
    if len(plan.names) != SEATS:
        raise DocumentError(kit.NEW_GAME, "players", _("needs two players, not {names}", names=len(plan.names)))
    text = N_("{turns} turns - choose {fewest} to {most} (B-START-1)")
    turns = kit.rounds_of(plan, FEWEST_TURNS, MOST_TURNS, USUAL_TURNS, text)
    kit.known_switches(plan, (), N_("this game has no optional rules - remove {switch!r}"))
    text = N_("{rosters} warbands for two players - name at most two")
    warbands = kit.rosters_of(plan, find_warband, map(bundled_warband, NAMES), text)
    seats = kit.seats_of(plan, kit.player_ids(plan.names), PLAYER_COLOURS, warbands, "warband")
    one, other = (PlayerDocument(**seat) for seat in seats)
    field = kit.named_map(plan.map or DEFAULT_MAP, NAME)
    _check_map(field, (plan.map or DEFAULT_MAP)[: kit.LONGEST_PATH], "")
    terrain: Literal["map", "placed"] = "placed" if field.dressing else "map"
    document = BushidoSetup(
        scenario=plan.scenario or DEFAULT_SCENARIO,
        map=field,
        players=(one, other),
        options=OptionsDocument(turns=turns, terrain=terrain, **kit.agreed(plan, AGREEMENTS)),
    )
    return checked_setup(document, kit.NEW_GAME)


def checked_setup(document: BushidoSetup, file: str) -> Setup:
    """Return the setup of a document with a known scenario and a map that the rules allow; raise `DocumentError`."""
    text = N_("no scenario is called {scenario!r} - use one of {known}")
    kit.known_scenario(document.scenario, scenarios.names(), text, file)
    if document.options.terrain == "placed" and not document.map.dressing:
        reason = _("the map has no pieces for players to place - use its own terrain")
        raise DocumentError(file, "options.terrain", f"{reason} (B-SETUP-3)")
    _check_map(document.map, file, "map.")
    return Setup(document)


def _check_map(field: MapDocument, file: str, where: str) -> None:
    for problem in check_map(field):
        raise DocumentError(file, f"{where}{problem.where}", str(problem))


def named_documents(plain: Any, file: str) -> Any:
    """Return a setup's data with every bundled map or warband that is named replaced by the document itself."""
    text = N_("no warband is called {name!r} - use one of {known}, or give the warband itself")
    return kit.with_named_documents(
        plain, NAME, file, "warband", lambda name: bundled_warband(name) if name in NAMES else None, NAMES, text
    )
