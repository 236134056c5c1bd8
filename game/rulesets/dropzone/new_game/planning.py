"""From the plan of a new game to its setup: maps and armies by name, colours, agreements."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from game.documents.error import DocumentError
from game.engine.kit import planning as kit
from game.engine.rulebook.new_game import GamePlan
from game.rulesets.dropzone.documents.armies import ArmyDocument
from game.rulesets.dropzone.documents.catalogue import NAMES, RULESET, SEATED, bundled_army, find_army
from game.rulesets.dropzone.new_game.map_rules import check_map
from game.rulesets.dropzone.new_game.marking import marked_map
from game.rulesets.dropzone.rules import scenarios
from game.rulesets.dropzone.rules.setup import Setup
from game.rulesets.dropzone.rules.setup_documents import PLAYER_COLOURS, DropzoneSetup, OptionsDocument, PlayerDocument
from game.wording import N_, _

DEFAULT_MAP: Final = "twin-exchange"
DEFAULT_SCENARIO: Final = "targets-of-opportunity"
FEWEST_ROUNDS, MOST_ROUNDS, USUAL_ROUNDS = 1, 12, 6

_agreement = partial(kit.agreement, OptionsDocument)
# fmt: off
AGREEMENTS: Final = (
    _agreement("sight", "R-1", N_("Sight"), N_("how sight is judged"),
               N_("tokens and pieces have heights"), N_("everything Solid is endlessly high, units block nothing")),
    _agreement("range", "R-2", N_("Ranges"), N_("whether ranges slant between heights"),
               N_("slanting, from 1″ of difference in height on"), N_("always level")),
    _agreement("hold", "R-16", N_("Holding back"), N_("whether battlegroups In Readiness may be held back"),
               N_("allowed"), N_("not allowed")),
    _agreement("arc", "R-4", N_("Arc of a Garrison"), N_("how far to the sides occupants of a Garrison fire"),
               N_("45° to each side"), N_("90° to each side")),
    _agreement("boarding", "R-7", N_("Reach of Transports"), N_("from where the 2″ to a Transport are measured"),
               N_("from centre to centre"), N_("from rim to rim")),
    _agreement("embarked", "R-11", N_("Embarked Commanders"), N_("whether they help the initiative roll"),
               N_("they do"), N_("they do not")),
    _agreement("shifting", "R-21", N_("Shifting in a Garrison"), N_("whether M&F 0″ weapons fire after shifting"),
               N_("they do not"), N_("they do")),
    _agreement("ramp", "R-25", N_("Aerial Transports"), N_("how far they fly in a round in which they load or unload"),
               N_("half their Move before it, and on after it"), N_("half their Move in the whole round")),
    _agreement("extracting", "R-38", N_("Extraction"), N_("whether squads are extracted in Transports"),
               N_("only on foot or wheels"), N_("in Transports too")),
    _agreement("cards", "D-CARD-1", N_("Command cards"), N_("whether the players have command cards"),
               N_("with cards"), N_("without cards")),
    _agreement("asked", "D-ENG-5", N_("Asking for cards"), N_("when players are asked for a card"),
               N_("if they hold one that fits, which a pause gives away"), N_("whenever they might hold one")),
    _agreement("variant", "D-SCO-1", N_("Variant"), N_("whether the variant of the scenario is played"),
               N_("without it"), N_("the middle objective counts double; bunkers cannot be destroyed")),
)
# fmt: on


def planned_setup(plan: GamePlan) -> Setup:
    """Return the setup of a plan; raise `DocumentError` where it names unknown or impossible things."""
    scenario = plan.scenario or DEFAULT_SCENARIO
    text = N_("no scenario is called {scenario!r} - use one of {known}")
    kit.known_scenario(scenario, scenarios.REGISTRY.sorted("rule"), text, kit.NEW_GAME)
    _check_seats(scenario, len(plan.names), kit.NEW_GAME)
    text = N_("{rounds} rounds is not allowed - choose {fewest} to {most} (D-RND-1)")
    rounds = kit.rounds_of(plan, FEWEST_ROUNDS, MOST_ROUNDS, USUAL_ROUNDS, text)
    kit.known_switches(plan, (), N_("this game has no optional rules - remove {switch!r}"))
    text = N_("there are {rosters} armies for {names} players - name at most one for each")
    armies = kit.rosters_of(plan, find_army, (), text)
    armies += [bundled_army(SEATED[seat % len(SEATED)]) for seat in range(len(armies), len(plan.names))]
    seats = kit.seats_of(plan, kit.player_ids(plan.names), PLAYER_COLOURS, armies, "army")
    options = OptionsDocument(rounds=rounds, **kit.agreed(plan, AGREEMENTS))
    table, story = kit.named_map(plan.map or DEFAULT_MAP, RULESET), scenarios.REGISTRY[scenario]
    points = max(army.limit for army in armies)
    document = DropzoneSetup(
        scenario=scenario,
        map=marked_map(table, story, len(plan.names), points, variant=options.variant == "on"),
        players=tuple(PlayerDocument(**seat) for seat in seats),
        options=options,
    )
    return checked_setup(document, kit.NEW_GAME)


def _check_seats(scenario: str, seats: int, file: str) -> None:
    least, most = scenarios.REGISTRY[scenario].seats
    if not least <= seats <= most:
        text = _("there are {n} players - {scenario} is for {least} to {most}", n=seats, scenario=scenario,
                 least=least, most=most)  # fmt: skip
        raise DocumentError(file, "players", text)


def checked_setup(document: DropzoneSetup, file: str) -> Setup:
    """Return the setup of a document with a known scenario and a map that the rules allow; raise `DocumentError`."""
    text = N_("no scenario is called {scenario!r} - use one of {known}")
    kit.known_scenario(document.scenario, scenarios.REGISTRY.sorted("rule"), text, file)
    _check_seats(document.scenario, len(document.players), file)
    for problem in check_map(document.map, len(document.players)):
        raise DocumentError(file, f"map.{problem.where}", str(problem))
    return Setup(document)


def named_documents(plain: Any, file: str) -> Any:
    """Return a setup's data with every bundled map or army that is named replaced by the document itself."""
    text = N_("no army is called {name!r} - use one of {known}, or give the army itself")

    def bundled(name: str) -> ArmyDocument | None:
        return bundled_army(name) if name in NAMES else None

    return kit.with_named_documents(plain, RULESET, file, "army", bundled, NAMES, text)
