"""New games: what is offered, and the way from a plan to a setup."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from game.engine.kit import new_games as kit
from game.engine.rulebook.facets import MapProblem
from game.engine.rulebook.new_game import Agreement, GamePlan, Offer
from game.lengths import size
from game.rulesets.godbreakers.new_game.map_rules import NAME, check_map
from game.rulesets.godbreakers.new_game.sketches import WORDING, circle_sketch, scenario_sketch
from game.rulesets.godbreakers.rules import scenarios
from game.rulesets.godbreakers.rules.circles.bundled import FRESH
from game.rulesets.godbreakers.rules.circles.documents import CircleDocument
from game.rulesets.godbreakers.rules.constants import DEFAULT_ROUNDS, FEWEST_ROUNDS, MOST_ROUNDS
from game.rulesets.godbreakers.rules.setup import Setup
from game.rulesets.godbreakers.rules.setup_documents import PLAYER_COLOURS, SetupDocument
from game.table.documents import MapDocument, TerrainPiece
from game.table.terrain.kit import KIT, numbered
from game.wording import N_, _

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


class NewGames(kit.NewGames[Setup, CircleDocument]):
    """New games: scenarios, maps, circles, advanced rules and numbers of players (G-SCN-1, G-RND-1, G-ADV-1..5)."""

    setup_type, document = Setup, SetupDocument
    ruleset, roster, rosters = NAME, "circle", FRESH
    scenario, map = "score", "market-ruins"
    stories = scenarios.SCENARIOS
    order, line = "place", "summary"
    seats = 1, len(PLAYER_COLOURS), 2
    rounds = FEWEST_ROUNDS, MOST_ROUNDS, DEFAULT_ROUNDS
    colours = tuple(zip(PLAYER_COLOURS, (words["text"] for words in WORDING["colours"])))
    switches = tuple(Offer(**words) for words in WORDING["advanced_rules"])
    """The advanced rules that can be switched on, in the order of the rulebook."""
    wrong_rounds = N_("{rounds} rounds is not allowed - choose {fewest} to {most} (G-RND-1)")
    unknown_roster = N_("no circle is called {name!r} - use one of {known}, or give the circle itself")
    unknown_switch = N_("no optional rule is called {switch!r} - use {switches}")
    too_many = N_("there are {rosters} circles for {names} players - give each one at most")
    wrong_seats = N_("there are {names} players - one to {most} can play")
    nameless = "x"
    agreed = AGREEMENTS
    roster_sketch = staticmethod(circle_sketch)
    scenario_sketch = staticmethod(scenario_sketch)

    def ordered(self, default: str, offers: Iterable[Offer]) -> tuple[Offer, ...]:
        """Return the offers with the default first, and maps that players must dress last."""
        return tuple(sorted(super().ordered(default, offers), key=lambda offer: offer.rule == "G-TBL-9"))

    def map_problems(self, document: MapDocument, players: int) -> list[MapProblem]:
        return [problem for problem in check_map(document, players) if problem.rule != "G-TBL-9"]

    def map_offer(self, name: str, document: MapDocument) -> Offer:
        extent = _("{width} × {height}", width=size(document.width), height=size(document.height))
        return Offer(name, document.name, *self.map_text(document, extent))

    def map_text(self, document: MapDocument, extent: str) -> tuple[str, str]:
        if document.dressing:
            return _("{extent}, players add terrain in turn", extent=extent), "G-TBL-9"
        return extent, ""

    def roster_text(self, roster: CircleDocument) -> tuple[str, str]:
        cause = _("fights for {cause}", cause=roster.fights_for)
        return _("training circle, no traits") if roster.training else cause, "G-CIR-1"

    def complete(self, plan: GamePlan, fields: dict[str, Any]) -> None:
        supply = SUPPLIES[fields["options"].pop("supply", "few")]
        fields["terrain_supply"] = spare_terrain(supply, fields["map"])


def spare_terrain(names: Sequence[str], ground: MapDocument) -> tuple[TerrainPiece, ...]:
    """Return spare terrain pieces from the terrain kit (Q18). Their names are English, as on maps."""
    kit = {pattern.id: pattern for pattern in KIT}
    pieces: list[TerrainPiece] = []
    for name in names:
        piece = kit[name].document(ground.unit).model_copy(update={"name": kit[name].name})
        pieces.append(numbered(piece, [other.id for other in (*ground.terrain, *ground.dressing, *pieces)]))
    return tuple(pieces)


NEW_GAMES: Final = NewGames()
