"""New games: what is offered, and the way from a plan to a setup."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any, Final

from game.documents.error import DocumentError
from game.engine.kit import new_games as kit
from game.engine.rulebook.new_game import GamePlan, Sketch
from game.engine.rulebook.view import PieceView
from game.rulesets.bushido.new_game.map_rules import NAME, check_map
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.setup import INCH, Setup
from game.rulesets.bushido.rules.setup_documents import PLAYER_COLOURS, BushidoSetup, OptionsDocument
from game.rulesets.bushido.rules.setup_phase.terrain_places import SIDE
from game.rulesets.bushido.rules.terrain import TRAITS, features
from game.rulesets.bushido.warbands.bundled import WARBANDS
from game.rulesets.bushido.warbands.profiles import WarbandDocument
from game.table.documents import MapDocument
from game.table.terrain.battlefield import Battlefield
from game.wording import N_, _

SCALE: Final = 2.0
"""A scenario is sketched on half a table, so that its objectives can be seen."""

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


class NewGames(kit.NewGames[Setup, WarbandDocument]):
    """New games: scenarios, maps, warbands and numbers of turns (B-SCEN, B-SCEN-10)."""

    setup_type, document, length = Setup, BushidoSetup, "turns"
    ruleset, roster, rosters = NAME, "warband", WARBANDS
    scenario, map = "idols", "bamboo-ford"
    stories = scenarios.REGISTRY
    rounds = 1, 7, 6
    colours = tuple(zip(PLAYER_COLOURS, (N_("blue"), N_("orange"))))
    wrong_rounds = N_("{turns} turns - choose {fewest} to {most} (B-START-1)")
    unknown_roster = N_("no warband is called {name!r} - use one of {known}, or give the warband itself")
    too_many = N_("{rosters} warbands for two players - name at most two")
    agreed = AGREEMENTS
    map_problems = staticmethod(check_map)

    def map_text(self, document: MapDocument, extent: str) -> tuple[str, str]:
        if document.dressing:
            return _("{extent}, players take turns placing terrain", extent=extent), "B-SETUP-3"
        return f"{extent}: {', '.join(terrain_of(document))}", "B-TERR-11"

    def roster_text(self, roster: WarbandDocument) -> tuple[str, str]:
        models = sum(profile.count for profile in roster.models)
        facts = _("{models} models, {rice} rice", models=models, rice=roster.rice)
        names = [f"{model.name} ×{model.count}" if model.count > 1 else model.name for model in roster.models]
        return f"{facts}: {', '.join(names)}", "B-WARB-3"

    def roster_sketch(self, roster: WarbandDocument) -> Sketch:
        return kit.in_a_row(
            PieceView("", "", "base", 0.0, 0.0, model.base_mm / INCH / 2 * 1.4, value=str(model.rice),
                      leader="Leader" in model.types)
            for model in roster.models
            for _copy in range(model.count)
        )  # fmt: skip

    def scenario_sketch(self, name: str) -> Sketch:
        """Return where the objectives and zones of a scenario lie, on a table half as large."""
        scenario = scenarios.find(name)
        pieces = tuple(
            PieceView(str(number), "", "marker", x / SCALE, y / SCALE, radius, symbol="objective")
            for number, (x, y, radius) in enumerate(scenario.objective_spots())
        )
        zones = tuple((x / SCALE, y / SCALE, radius / SCALE) for _name, x, y, radius, _side in scenario.zones)
        return Sketch(SIDE / SCALE, SIDE / SCALE, pieces, zones)

    def complete(self, plan: GamePlan, fields: dict[str, Any]) -> None:
        for problem in check_map(fields["map"]):  # said of the map's own file
            raise DocumentError((plan.map or self.map)[: kit.LONGEST_PATH], problem.where, str(problem))
        fields["options"]["terrain"] = "placed" if fields["map"].dressing else "map"

    def checked(self, document: BushidoSetup, file: str) -> Setup:
        """Return a setup, with a map whose terrain players can place if they do; raise `DocumentError`."""
        if document.options.terrain == "placed" and not document.map.dressing:
            reason = _("the map has no pieces for players to place - use its own terrain")
            raise DocumentError(file, "options.terrain", f"{reason} (B-SETUP-3)")
        return super().checked(document, file)


def terrain_of(document: MapDocument) -> list[str]:
    """Return in words what the terrain of a map does: how many pieces have each trait, plain ones left out."""
    pieces = features(Battlefield.from_map(document))
    counts = Counter(trait for piece in pieces for trait in (piece.passage, piece.visibility))
    return [
        _("{n} × {trait}", n=counts[trait], trait=_(title))
        for trait, (title, _rule) in TRAITS.items()
        if title and counts[trait]
    ]


NEW_GAMES: Final = NewGames()
