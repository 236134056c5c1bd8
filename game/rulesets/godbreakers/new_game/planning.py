"""New games: the rules that a map must meet (G-TBL), what players can choose, and how a plan becomes a setup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

import shapely

from game.engine.kit import new_games as kit
from game.engine.kit.new_games import made_for
from game.engine.rulebook.facets import MapProblem
from game.engine.rulebook.facets import MapProblem as Problem
from game.engine.rulebook.new_game import Agreement, GamePlan, Offer, Sketch
from game.engine.rulebook.view import PieceView
from game.lengths import size
from game.rulesets.godbreakers.rules import scenarios
from game.rulesets.godbreakers.rules.circles.documents import FRESH, CircleDocument
from game.rulesets.godbreakers.rules.setup import (
    DEFAULT_ROUNDS,
    FEWEST_ROUNDS,
    MOST_ROUNDS,
    PLAYER_COLOURS,
    Setup,
    SetupDocument,
)
from game.rulesets.godbreakers.rules.state import BASE_RADIUS, MARKER_RADIUS
from game.rulesets.godbreakers.rules.terrain import AREA_AT_LEAST, AREA_AT_MOST, COVERED_ABOUT_HALF, cover
from game.rulesets.godbreakers.rules.wild.unaligned import UNALIGNED_RADIUS
from game.rulesets.godbreakers.words.rule_text import read_wording
from game.table.documents import MapDocument, TerrainPiece
from game.table.terrain.battlefield import Barricade, Battlefield
from game.table.terrain.kit import KIT, numbered
from game.wording import N_, _

NAME: Final = "godbreakers"
SMALLEST_TABLE = 20.0
"""The smallest length of the longer side in U (Q30)."""
LARGEST_TABLE = 35.0
"""The largest length of the longer side in U, with fewer than four players."""
OVERLAP = 1e-4
"""An overlap of barricades up to this many square inches is allowed."""


def check_map(document: MapDocument, players: int = 2) -> list[Problem]:
    """Return the reasons why `document` is not a legal battlefield for this many players."""
    return [*made_for(document, NAME), *_size(document, players), *_barricades(document), *_cover(document)]


def _size(document: MapDocument, players: int) -> Iterator[Problem]:
    """Yield the problem of a longer side that is too short or too long in U (G-TBL-1)."""
    widest = max(document.width, document.height) / document.unit
    where = "width" if document.width >= document.height else "height"
    if widest < SMALLEST_TABLE:
        sizes = {"widest": widest, "least": SMALLEST_TABLE}
        reason = _("the table is {widest:g} U at its widest; it needs at least {least:g} U", **sizes)
        yield Problem(where, reason, "G-TBL-1")
    if widest > LARGEST_TABLE and players < 4:
        reason = _(
            "the table is {widest:g} U at its widest; {players} players may use at most {most:g} U",
            widest=widest,
            most=LARGEST_TABLE,
            players=players,
        )
        yield Problem(where, reason, "G-TBL-1")


def _barricades(document: MapDocument) -> Iterator[Problem]:
    """Yield the problems of barricades (G-TBL-1, G-TBL-2, G-TBL-3).

    They must be at most 1 U wide, on the table, and clear of each other and of the centre.
    """
    for name, pieces in (("terrain", document.terrain), ("dressing", document.dressing)):
        for index, piece in enumerate(pieces):
            for number, barricade in enumerate(piece.barricades):
                if barricade.width > document.unit:
                    widths = {"width": barricade.width, "unit": document.unit}
                    reason = _("is {width:g} inches, more than one U ({unit:g}) - make it narrower", **widths)
                    yield Problem(f"{name}[{index}].barricades[{number}].width", reason, "G-TBL-3")
    placed = _barricade_shapes(document)
    table = shapely.box(0.0, 0.0, document.width, document.height)
    for where, body in placed:
        if body.difference(table).area > OVERLAP:
            yield Problem(where, _("the barricade overhangs the edge of the table"), "G-TBL-1")
    bodies = [body for where, body in placed]
    touching_pairs = shapely.STRtree(bodies).query(bodies, predicate="intersects").T.tolist() if bodies else ()
    reported: set[int] = set()
    for first, second in sorted((first, second) for first, second in touching_pairs if first < second):
        if second not in reported and bodies[first].intersection(bodies[second]).area > OVERLAP:
            reported.add(second)
            reason = _("the barricade overlaps the one at {where}", where=placed[first][0])
            yield Problem(placed[second][0], reason, "G-TBL-2")
    centre = shapely.Point(document.width / 2, document.height / 2)
    for where, body in placed:
        if body.distance(centre) < MARKER_RADIUS:
            yield Problem(where, _("the barricade leaves no room for the objective marker in the centre"), "G-TBL-2")


@lru_cache(maxsize=2)
def _barricade_shapes(document: MapDocument) -> list[tuple[str, shapely.Polygon]]:
    """Return each barricade on the table, with its place in the document and its shape."""
    return [
        (f"terrain[{i}].barricades[{j}]", Barricade(barricade.line, barricade.width).polygon)
        for i, piece in enumerate(document.terrain)
        for j, barricade in enumerate(piece.barricades)
    ]


def _cover(document: MapDocument) -> Iterator[Problem]:
    """Yield the problems of the shares of the table that terrain and area terrain cover (G-TBL-9)."""
    shares = cover(Battlefield.from_map(document))
    if shares.any_kind > COVERED_ABOUT_HALF:
        reason = _("terrain covers {share:.0%} of the table; it must cover about half at most", share=shares.any_kind)
        yield Problem("terrain", reason, "G-TBL-9")
    least_share = 0.0 if document.dressing else AREA_AT_LEAST  # players add terrain before the game
    if not least_share <= shares.area <= AREA_AT_MOST:
        reason = _("area terrain covers {share:.0%} of the table; it must cover a quarter to a half", share=shares.area)
        yield Problem("terrain", reason, "G-TBL-9")


WORDING: Final = read_wording("new_game")
SKETCHED: Final = (12.0, 7.0)
"""The size of a scenario's picture in inches."""
LARGER: Final = 1.35
"""The factor by which pieces are enlarged in a small picture."""
TOKEN_RADIUS: Final = 0.4
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

    def ordered(self, default: str, offers: Iterable[Offer]) -> tuple[Offer, ...]:
        """Return the offers with the default first, and maps that players must dress last."""
        # maps to dress have this rule
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

    def roster_sketch(self, roster: CircleDocument) -> Sketch:
        """Return a picture of a circle's godbreakers in a row, the leader first."""
        return kit.in_a_row(
            PieceView("", member.name, "base", 0.0, 0.0, BASE_RADIUS * 1.8, symbol=f"d{member.die}",
                      value=str(member.die), leader=not index)
            for index, member in enumerate(roster.godbreakers)
        )  # fmt: skip

    def scenario_sketch(self, name: str) -> Sketch | None:
        """Return a picture of the markers, tokens, threats and zones of a scenario, or None."""
        plain = WORDING["sketches"].get(name)
        if plain is None:
            return None
        pieces = tuple(_piece(number, *piece) for number, piece in enumerate(plain["pieces"]))
        return Sketch(*SKETCHED, pieces, tuple(tuple(zone) for zone in plain["zones"]))

    def complete(self, plan: GamePlan, fields: dict[str, Any]) -> None:
        supply = SUPPLIES[fields["options"].pop("supply", "few")]
        fields["terrain_supply"] = spare_terrain(supply, fields["map"])


def _piece(number: int, name: str, x: float, y: float) -> PieceView:
    """Return a piece of a picture: a marker, a token, a wild model by its die, or a leader of side 1 or 2."""
    kind, _dash, owner = name.partition("-")
    if kind == "leader":
        return PieceView(str(number), "", "base", x, y, BASE_RADIUS * LARGER, owner, "d8", "8", leader=True)
    if kind in ("d6", "d8", "d10", "d12"):
        die = int(kind[1:])
        return PieceView(str(number), "", "base", x, y, UNALIGNED_RADIUS[die] * LARGER, "", kind, str(die))
    if kind in ("treasure", "trophy"):
        return PieceView(str(number), "", "token", x, y, TOKEN_RADIUS, "", kind)
    return PieceView(str(number), "", "marker", x, y, MARKER_RADIUS * LARGER, owner, kind)


def spare_terrain(names: Sequence[str], ground: MapDocument) -> tuple[TerrainPiece, ...]:
    """Return spare terrain pieces from the terrain kit (Q18). Their names are English, as on maps."""
    kit = {pattern.id: pattern for pattern in KIT}
    pieces: list[TerrainPiece] = []
    for name in names:
        piece = kit[name].document(ground.unit).model_copy(update={"name": kit[name].name})
        pieces.append(numbered(piece, [other.id for other in (*ground.terrain, *ground.dressing, *pieces)]))
    return tuple(pieces)


NEW_GAMES: Final = NewGames()
