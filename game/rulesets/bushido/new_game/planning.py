"""New games: what a map must provide (B-SETUP-9, B-STAT-1), what players can choose, and how a plan becomes a setup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

import shapely

from game.documents.error import DocumentError
from game.engine.kit import new_games as kit
from game.engine.kit.new_games import in_inches, made_for
from game.engine.rulebook.facets import MapProblem as Problem
from game.engine.rulebook.new_game import GamePlan, Sketch
from game.engine.rulebook.view import PieceView
from game.lengths import length, size
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.setup import INCH, PLAYER_COLOURS, BushidoSetup, OptionsDocument, Setup
from game.rulesets.bushido.rules.setup_phase.terrain import AT_LEAST, GAP, LARGEST, NEAR, SIDE, all_kept_free, too_large
from game.rulesets.bushido.rules.terrain import DESTRUCTIBLE, TRAITS, VALUES, features, is_impassable
from game.rulesets.bushido.warbands.profiles import WARBANDS, WarbandDocument
from game.table.documents import MapDocument
from game.table.terrain.battlefield import Battlefield, Piece, piece_from
from game.wording import N_, _

NAME: Final = "bushido"


def check_map(document: MapDocument, players: int = 2) -> list[Problem]:
    """Return every problem of `document` as a table for Bushido, in any scenario."""
    return [
        *_table(document),
        *_traits(document),
        *_beside(document),
        *(Problem(f"terrain[{index}]{where}", reason, "B-SETUP-9") for index, where, reason in _terrain(document)),
    ]


def _table(document: MapDocument) -> Iterator[Problem]:
    """Yield the problems of the whole table: its game, its unit, its size (B-GEO-1, B-STAT-1)."""
    yield from (*made_for(document, NAME), *in_inches(document, "B-GEO-1"))
    sides = {"width": document.width, "height": document.height}
    for name, inches in sides.items():
        if inches != SIDE:
            text = N_("the table measures {width:g} by {height:g} inches - it has to be {side:g} by {side:g}")
            yield Problem(name, _(text, **sides, side=SIDE), "B-STAT-1")


def _traits(document: MapDocument) -> Iterator[Problem]:
    """Yield the problems of the traits of terrain pieces."""
    trait_keys = ", ".join((*VALUES, DESTRUCTIBLE))
    pieces = [
        (f"{name}[{n}]", piece) for name in ("terrain", "dressing") for n, piece in enumerate(getattr(document, name))
    ]
    for place, piece in pieces:
        for key, value in piece.traits.items():
            where = f"{place}.traits.{key}"
            if key in VALUES and value not in VALUES[key]:
                text = N_("{value!r} is not available - use one of {known}")
                yield Problem(where, _(text, value=value, known=", ".join(VALUES[key])), "B-TERR-10")
            elif key == DESTRUCTIBLE and not isinstance(value, bool):
                yield Problem(where, _("{value!r} must be true or false", value=value), "B-TERR-9")
            elif key.startswith(f"{NAME}.") and key not in (*VALUES, DESTRUCTIBLE):
                yield Problem(
                    where,
                    _("{key!r} is not a terrain trait - use one of {known}", key=key, known=trait_keys),
                    "B-TERR-10",
                )


def _terrain(document: MapDocument) -> Iterator[tuple[int, str, str]]:
    """Yield the index, place and reason of each problem of the terrain on the table."""
    all_pieces = Battlefield.from_map(document.model_copy(update={"unit": 1.0})).pieces
    pieces = [(index, piece) for index, piece in enumerate(all_pieces) if not piece.decoration]
    for index, piece in pieces:
        yield from ((index, "", reason) for reason in (*_size(piece), *_alone(piece)))
    for (_one, piece), (index, other) in _near(pieces):
        distance = piece.shape.distance(other.shape)
        if distance <= NEAR:
            yield index, "", _("{one} touches or overlaps {other} - move them apart", one=other.name, other=piece.name)
        elif distance < GAP - NEAR and is_impassable(piece) and is_impassable(other):
            text = N_("{one} is {apart} from {other} - impassable pieces must be at least {gap} apart")
            yield index, "", _(text, one=other.name, apart=length(distance), other=piece.name, gap=size(GAP))


def _near(pieces: Sequence[tuple[int, Piece]]) -> Iterator[tuple[tuple[int, Piece], tuple[int, Piece]]]:
    """Yield the pairs of pieces that are at most `GAP` apart, in their order. Other pairs need no measuring."""
    shapes = [piece.shape for _index, piece in pieces]
    pairs = shapely.STRtree(shapes).query(shapes, predicate="dwithin", distance=GAP).T.tolist() if shapes else ()
    yield from ((pieces[first], pieces[second]) for first, second in sorted(pairs) if first < second)


def _beside(document: MapDocument) -> Iterator[Problem]:
    """Yield the problems of the pieces beside the table, which players will place (B-SETUP-3)."""
    for index, part in enumerate(document.dressing):
        yield from (Problem(f"dressing[{index}]", reason, "B-SETUP-9") for reason in _size(piece_from(part)))
    number_of_pieces = sum(not part.decoration for part in (*document.terrain, *document.dressing))
    if document.dressing and number_of_pieces < AT_LEAST:
        text = N_("{lying} pieces on and beside the table - players need at least {least}")
        yield Problem("dressing", _(text, lying=number_of_pieces, least=AT_LEAST), "B-SETUP-3")


def _size(piece: Piece) -> Iterator[str]:
    """Yield the reason if a piece is too large."""
    size = too_large(piece)
    if size is not None:
        text = N_("{piece} measures {width:g} by {height:g} inches - the limit is {most:g} by {most:g}")
        yield _(text, piece=piece.name, width=round(size[0], 2), height=round(size[1], 2), most=LARGEST)


def _alone(piece: Piece) -> Iterator[str]:
    """Yield the reasons if an impassable piece is too close to an area that must stay free."""
    if is_impassable(piece):
        for place in all_kept_free():
            if place.missing(piece.shape):
                yield _("{piece} is impassable and too close to {place} - move it", piece=piece.name, place=place.name)


SCALE: Final = 2.0
"""The factor by which the picture of a scenario is smaller than the table, so that its objectives are visible."""

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
            PieceView("", model.name, "base", 0.0, 0.0, model.base_mm / INCH / 2 * 1.4, value=str(model.rice),
                      leader="Leader" in model.types)
            for model in roster.models
            for _copy in range(model.count)
        )  # fmt: skip

    def scenario_sketch(self, name: str) -> Sketch:
        """Return a picture of the objectives and zones of a scenario."""
        scenario = scenarios.find(name)
        pieces = tuple(
            PieceView(str(number), "", "marker", x / SCALE, y / SCALE, scenarios.SMALL, symbol="objective")
            for number, (x, y, _side) in enumerate(scenario.spots)
        )
        zones = tuple((x / SCALE, y / SCALE, radius / SCALE) for _name, x, y, radius, _side in scenario.zones)
        return Sketch(SIDE / SCALE, SIDE / SCALE, pieces, zones)

    def complete(self, plan: GamePlan, fields: dict[str, Any]) -> None:
        for problem in check_map(fields["map"]):  # errors name the file of the map
            raise DocumentError(self.map_of(plan)[: kit.LONGEST_PATH], problem.where, str(problem))
        fields["options"]["terrain"] = "placed" if fields["map"].dressing else "map"

    def checked(self, document: BushidoSetup, file: str) -> Setup:
        """Return a checked setup; raise `DocumentError`. If players place terrain, the map must have pieces for it."""
        if document.options.terrain == "placed" and not document.map.dressing:
            reason = _("the map has no pieces for players to place - use its own terrain")
            raise DocumentError(file, "options.terrain", f"{reason} (B-SETUP-3)")
        return super().checked(document, file)


def terrain_of(document: MapDocument) -> list[str]:
    """Return texts with the number of terrain pieces of each trait, except traits without an effect."""
    pieces = features(Battlefield.from_map(document))
    counts = Counter(trait for piece in pieces for trait in (piece.passage, piece.visibility))
    return [
        _("{n} × {trait}", n=counts[trait], trait=_(title))
        for trait, (title, _rule) in TRAITS.items()
        if title and counts[trait]
    ]


NEW_GAMES: Final = NewGames()
