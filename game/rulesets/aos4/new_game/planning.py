"""From the plan of a new battle to its setup: maps and armies by name, colours, agreements."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Final

from game.documents.error import DocumentError
from game.engine.kit import planning as kit
from game.engine.rulebook.new_game import Agreement, GamePlan
from game.rulesets.aos4.documents.armies import together
from game.rulesets.aos4.documents.catalogue import (
    CORE,
    NAMES,
    bundled_army,
    bundled_pack,
    find_army,
    find_pack,
    own_packs,
)
from game.rulesets.aos4.new_game.map_rules import NAME, check_map
from game.rulesets.aos4.rules import battleplans
from game.rulesets.aos4.rules.setup import Setup
from game.rulesets.aos4.rules.setup_documents import PLAYER_COLOURS, Aos4Setup, OptionsDocument, PlayerDocument
from game.wording import N_, _

DEFAULT_SCENARIO: Final = "three-wells"
DEFAULT_MAP: Final = "three-wells"
SEATS: Final = 2
FEWEST_ROUNDS, MOST_ROUNDS, USUAL_ROUNDS = 1, 10, 4
LONGEST_ID: Final = 20
"""Characters of a player's id."""

PACK: Final = "pack"
NO_PACK: Final = "none"

_agreement = partial(kit.agreement, OptionsDocument)
# fmt: off
AGREEMENTS: Final = (
    _agreement("coherency", "A-COH-4", N_("Split units"),
               N_("what happens to a unit that is still split at the end of a turn"),
               N_("lose models at the end of a turn"), N_("stay as they are until they move")),
    _agreement("own_models", "A-AMB-2", N_("Models of a moving unit"),
               N_("whether models of a moving unit block each other"),
               N_("block each other"), N_("pass through each other")),
    _agreement("tiers", "A-AMB-14", N_("Fighting"), N_("who picks next once all strike-first units have fought"),
               N_("keeps alternating through strike-first and strike-last"), N_("restarts in each tier")),
    _agreement("save_cap", "A-AMB-26", N_("Bonus to saves"),
               N_("whether the bonus to save rolls is limited before or after Rend"),
               N_("at most +1 after Rend"), N_("at most +1 before Rend")),
    _agreement("windows", "A-REACT-5", N_("Asking"), N_("whether players are asked only when they can use something"),
               N_("only those who can use something"), N_("both players, in every phase")),
    _agreement("elevation", "A-TERR-6", N_("Height"),
               N_("whether height counts for distances to models wholly on a flat top"),
               N_("does not count for distances"), N_("counts for distances")),
)
# fmt: on


def planned_setup(plan: GamePlan) -> Setup:
    """Return the setup of a plan; raise `DocumentError` where it names unknown or impossible things."""
    if len(plan.names) != SEATS:
        raise DocumentError(kit.NEW_GAME, "players", _("needs two players, not {names}", names=len(plan.names)))
    text = N_("{rounds} rounds - choose {fewest} to {most} (A-RND-1)")
    rounds = kit.rounds_of(plan, FEWEST_ROUNDS, MOST_ROUNDS, USUAL_ROUNDS, text)
    kit.known_switches(plan, (), N_("this game has no optional rules - remove {switch!r}"))
    text = N_("there are {rosters} armies, but only two players")
    armies = kit.rosters_of(plan, find_army, map(bundled_army, NAMES), text)
    seats = kit.seats_of(plan, kit.player_ids(plan.names, LONGEST_ID), PLAYER_COLOURS, armies, "army")
    one, other = (PlayerDocument(**seat) for seat in seats)
    pack = dict(plan.agreed).get(PACK, NO_PACK)
    options = replace(plan, agreed=tuple((name, value) for name, value in plan.agreed if name != PACK))
    document = Aos4Setup(
        scenario=plan.scenario or DEFAULT_SCENARIO,
        map=kit.named_map(plan.map or DEFAULT_MAP, NAME),
        players=(one, other),
        packs=() if pack == NO_PACK else (find_pack(pack),),
        options=OptionsDocument(rounds=rounds, **kit.agreed(options, AGREEMENTS)),
    )
    return checked_setup(document, kit.NEW_GAME)


def agreements() -> tuple[Agreement, ...]:
    """Return the agreements before a battle; a pack may also be given as a file (A-IMP-3)."""
    values = ((NO_PACK, N_("none")), *((name, name) for name in own_packs()))
    return *AGREEMENTS, Agreement(PACK, N_("Ability pack"), values, "A-IMP-1", N_("a pack of abilities"), "FILE")


def checked_setup(document: Aos4Setup, file: str) -> Setup:
    """Return the setup of a document whose battleplan is known and fits the map; raise `DocumentError`."""
    text = N_("no battleplan is called {scenario!r} - use one of {known}")
    kit.known_scenario(document.scenario, battleplans.names(), text, file)
    for problem in check_map(document.map):
        raise DocumentError(file, f"map.{problem.where}", str(problem))
    plan, there = battleplans.find(document.scenario), {objective.id for objective in document.map.objectives}
    if lacking := [objective for objective in plan.objectives if objective not in there]:
        text = N_("{title} needs the objectives {lacking}, which are not on the map")
        reason = _(text, title=_(plan.title), lacking=", ".join(lacking))
        raise DocumentError(file, "map.objectives", f"{reason} ({plan.rule})")
    for player in document.players:
        together((bundled_pack(CORE), *document.packs, *player.army.packs))
    return Setup(document)


def named_documents(plain: Any, file: str) -> Any:
    """Return a setup's data with every bundled map or army that is named replaced by the document itself."""
    text = N_("no army is called {name!r} - use one of {known}, or give the army itself")
    return kit.with_named_documents(
        plain, NAME, file, "army", lambda name: bundled_army(name) if name in NAMES else None, NAMES, text
    )
