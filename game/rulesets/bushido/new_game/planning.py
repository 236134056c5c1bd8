"""From the plan of a new game to its setup: maps and warbands by name, colours, valid combinations."""

from __future__ import annotations

from typing import Any, Final, Literal

from game.documents.error import DocumentError
from game.engine.rulebook.new_game import Agreement, GamePlan
from game.engine.rulebook.planning import (
    LONGEST_PATH,
    LONGEST_SHOWN,
    NEW_GAME,
    agreed,
    named_map,
    player_ids,
    with_named_map,
)
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

AGREEMENTS: Final = (
    Agreement(
        "length",
        N_("Length"),
        (("fixed", N_("the agreed number of turns")), ("variable", N_("from the last agreed turn on, a die decides"))),
        "B-START-1",
        N_("fixed or variable length"),
    ),
    Agreement(
        "windows",
        N_("Prompt for feats"),
        (("needed", N_("only when one can be used")), ("always", N_("whenever a card has one"))),
        "B-KI-7",
        N_("when to ask about using feats"),
    ),
    Agreement(
        "deployment",
        N_("Deployment in Ryodo"),
        (
            ("baseline", N_("at the baselines")),
            ("corner-square", N_("in the corner squares")),
            ("corner-edge", N_("at the edges beside the corners")),
        ),
        "B-SETUP-7",
        N_("where to deploy, if the scenario leaves it open"),
    ),
    Agreement(
        "vim",
        N_("Most important models"),
        (
            ("none", N_("none")),
            ("open", N_("each side names its own")),
            ("hidden", N_("each side notes its own in secret")),
            ("nominated", N_("each side names the other's")),
        ),
        "B-SCEN-12",
        N_("whether each side has a most important model (VIM), and who names it"),
    ),
    Agreement(
        "vim_point",
        N_("Victory point for VIMs"),
        (("no", N_("none")), ("last", N_("the last one, to the only side that kept its VIM"))),
        "B-SCEN-12",
        N_("whether the last victory point depends on VIMs instead of the scenario's own goal"),
    ),
)


def planned_setup(plan: GamePlan) -> Setup:
    """Return the setup of a plan; raise `DocumentError` where it names unknown or impossible things."""
    if len(plan.names) != SEATS:
        raise DocumentError(NEW_GAME, "players", _("needs two players, not {names}", names=len(plan.names)))
    turns = USUAL_TURNS if plan.rounds is None else plan.rounds
    if not FEWEST_TURNS <= turns <= MOST_TURNS:
        limits = {"fewest": FEWEST_TURNS, "most": MOST_TURNS}
        raise DocumentError(
            NEW_GAME, "rounds", _("{turns} turns - choose {fewest} to {most} (B-START-1)", turns=turns, **limits)
        )
    for switch in plan.switches:
        raise DocumentError(
            NEW_GAME, "switches", _("this game has no optional rules - remove {switch!r}", switch=switch)
        )
    if len(plan.rosters) > SEATS:
        reason = _("{rosters} warbands for two players - name at most two", rosters=len(plan.rosters))
        raise DocumentError(NEW_GAME, "rosters", reason)
    warbands = [find_warband(name) for name in plan.rosters]
    warbands += [bundled_warband(name) for name in NAMES if bundled_warband(name) not in warbands]
    colours = plan.colours or PLAYER_COLOURS
    ids = player_ids(plan.names)
    one, other = (
        PlayerDocument(id=ids[seat], name=plan.names[seat], colour=colours[seat], warband=warbands[seat])
        for seat in range(SEATS)
    )
    field = named_map(plan.map or DEFAULT_MAP, NAME)
    _check_map(field, (plan.map or DEFAULT_MAP)[:LONGEST_PATH], "")
    terrain: Literal["map", "placed"] = "placed" if field.dressing else "map"
    document = BushidoSetup(
        scenario=plan.scenario or DEFAULT_SCENARIO,
        map=field,
        players=(one, other),
        options=OptionsDocument(turns=turns, terrain=terrain, **agreed(plan, AGREEMENTS)),
    )
    return checked_setup(document, NEW_GAME)


def swapped_setup(setup: Setup) -> Setup:
    """Return a setup in which each player, colour and all, sits where the other sat, with the warband of that seat."""
    one, other = setup.document.players
    players = other.model_copy(update={"warband": one.warband}), one.model_copy(update={"warband": other.warband})
    return Setup(setup.document.model_copy(update={"players": players}))


def checked_setup(document: BushidoSetup, file: str) -> Setup:
    """Return the setup of a document with a known scenario and a map that the rules allow; raise `DocumentError`."""
    if document.scenario not in scenarios.names():
        known = ", ".join(scenarios.names())
        text = N_("no scenario is called {scenario!r} - use one of {known}")
        raise DocumentError(file, "scenario", _(text, scenario=document.scenario[:LONGEST_SHOWN], known=known))
    if document.options.terrain == "placed" and not document.map.dressing:
        reason = _("the map has no pieces for players to place - use its own terrain")
        raise DocumentError(file, "options.terrain", f"{reason} (B-SETUP-3)")
    _check_map(document.map, file, "map.")
    return Setup(document)


def _check_map(field: MapDocument, file: str, where: str) -> None:
    for problem in check_map(field):
        raise DocumentError(file, f"{where}{problem.where}", str(problem))


def named_documents(plain: Any, file: str) -> Any:
    """Return a setup's data with every bundled map or warband that is named replaced by the document itself.

    Documents never make the program read other files.
    """
    if not isinstance(plain, dict):
        return plain
    whole = with_named_map(dict(plain), NAME, file)
    if isinstance(whole.get("players"), list):
        whole["players"] = [_with_warband(each, file, place) for place, each in enumerate(whole["players"])]
    return whole


def _with_warband(player: Any, file: str, place: int) -> Any:
    if not isinstance(player, dict) or not isinstance(player.get("warband"), str):
        return player
    name = player["warband"]
    if name not in NAMES:
        text = N_("no warband is called {name!r} - use one of {known}, or give the warband itself")
        where = f"players[{place}].warband"
        raise DocumentError(file, where, _(text, name=name[:LONGEST_SHOWN], known=", ".join(NAMES)))
    return {**player, "warband": bundled_warband(name).model_dump(mode="json")}
