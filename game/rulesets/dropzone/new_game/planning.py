"""New battles: checks of maps, the objectives of a scenario on them, agreements, and plans made into setups."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Any, Final

from game.documents.error import DocumentError
from game.engine.kit import new_games as kit
from game.engine.kit.new_games import NEW_GAME, in_inches, made_for
from game.engine.rulebook.facets import MapProblem as Problem
from game.engine.rulebook.new_game import GamePlan, Sketch
from game.engine.rulebook.view import PieceView
from game.lengths import length, tape
from game.rulesets.dropzone.documents.armies import ArmyDocument, breaches
from game.rulesets.dropzone.documents.catalogue import ARMIES, RULESET, SEATED, bundled_army
from game.rulesets.dropzone.rules import scenarios
from game.rulesets.dropzone.rules.features import INDESTRUCTIBLE, KIND, KINDS, LARGEST, Feature
from game.rulesets.dropzone.rules.scenarios import Scenario
from game.rulesets.dropzone.rules.setup import BATTLE, PLAYER_COLOURS, DropzoneSetup, OptionsDocument, Setup, rings
from game.table.documents import MapDocument, Objective, TerrainPiece
from game.table.lattice import snap
from game.table.terrain.battlefield import Battlefield, Piece
from game.wording import N_, _, ngettext

SMALLEST: Final = 24.0
"""Inches that each side of a table has at least."""
FROM_EDGES: Final = 6.0
"""Inches from an objective to every edge of the table (D-SETUP-3)."""
APART: Final = 6.0
"""Inches from an objective to every other one (D-SETUP-3)."""
OVERLAP: Final = 1e-4
"""Square inches of overlap that still count as touching."""


def check_map(document: MapDocument, players: int = 2) -> list[Problem]:
    """Return every problem that keeps a map from being a table for Dropzone Commander."""
    return [*_table(document), *_kinds(document), *_pieces(document), *_objectives(document)]


def _table(document: MapDocument) -> Iterator[Problem]:
    """Yield problems of the table: its size, its units, another rulebook."""
    yield from (*made_for(document, RULESET), *in_inches(document, "D-GEO-1"))
    sides = {"width": document.width, "height": document.height}
    for name, inches in sides.items():
        if inches < SMALLEST:
            text = N_("the table is {width:g} by {height:g} inches - each side must have at least {least:g}")
            yield Problem(name, _(text, **sides, least=SMALLEST), "D-GEO-1")


def _kinds(document: MapDocument) -> Iterator[Problem]:
    """Yield unknown kinds of scenery."""
    for number, piece in enumerate(document.terrain):
        kind = piece.traits.get(KIND)
        if not piece.decoration and kind is not None and kind not in KINDS:
            text = N_("{value!r} is not a kind of scenery - use one of {known}")
            reason = _(text, value=str(kind)[:40], known=", ".join(KINDS))
            yield Problem(f"terrain[{number}].traits.{KIND}", reason, "D-FEAT-1")


def overlap(one: Piece, other: Piece) -> bool:
    """Return whether two pieces of scenery overlap; those that touch do not."""
    return bool(one.shape.intersects(other.shape)) and one.shape.intersection(other.shape).area > OVERLAP


def _pieces(document: MapDocument) -> Iterator[Problem]:
    """Yield pieces of scenery that overlap (D-ENG-6); roads may lie under others."""
    field = Battlefield.from_map(document)
    pieces = [
        (number, piece)
        for number, piece in enumerate(field.pieces)
        if not piece.decoration and piece.traits.get(KIND) not in (None, "road")
    ]
    for (_first, first), (number, second) in combinations(pieces, 2):
        if overlap(first, second):
            reason = _("{one} overlaps {other} - move them apart", one=second.name, other=first.name)
            yield Problem(f"terrain[{number}]", reason, "D-GEO-16")


def _objectives(document: MapDocument) -> Iterator[Problem]:
    """Yield missing objectives, and those too near an edge or another one."""
    if not document.objectives:
        yield Problem("objectives", _("there are no objectives - add some"), "D-SETUP-3")
    for number, mark in enumerate(document.objectives):
        x, y = mark.at
        gap = min(x, y, document.width - x, document.height - y)
        if gap < FROM_EDGES:
            text = _("it is {gap} from an edge of the table - at least {least} are needed", gap=tape(gap),
                     least=length(FROM_EDGES, 0))  # fmt: skip
            yield Problem(f"objectives[{number}].at", text, "D-SETUP-3")
        if any(math.dist(mark.at, other.at) < APART for other in document.objectives[:number]):
            text = _("it is too near another objective - at least {least} are needed", least=length(APART, 0))
            yield Problem(f"objectives[{number}].at", text, "D-SETUP-3")


QUARTER: Final = 17.0
"""Inches from the middle of a table to the middle of a quarter, where further places should be."""
CENTRAL: Final = 1.0
"""Inches from the middle of a table within which a Garrison counts as being there."""
_Spot = tuple[float, float]


def marked_map(document: MapDocument, scenario: Scenario, seats: int, points: int, *, variant: bool) -> MapDocument:
    """Return a map with the objectives and zones that a scenario needs; unchanged if it has too few Garrisons.

    Three or more players, or a Battle, need more places. With the `variant`, bunkers are indestructible.
    """
    fewest, further_markers = scenario.markers
    most = fewest + (further_markers if seats > 2 or points >= BATTLE else 0)
    marks = [] if scenario.bunkers else [objective.at for objective in document.objectives]
    houses: list[Feature] = []
    for ring in sorted(rings(Battlefield.from_map(document)), key=partial(_by_place, document)):
        spots = [_spot(house) for house in ring]
        if len(marks) + len(ring) <= most and _suits(document, scenario, ring) and _is_apart([*marks, *spots]):
            marks, houses = [*marks, *spots], [*houses, *ring]
    if len(marks) < fewest or not houses:
        return document
    own_marks = () if scenario.bunkers else document.objectives
    added = (Objective(id=f"{house.id}.mark", name=house.name, at=_spot(house)) for house in houses)
    terrain = document.terrain
    if scenario.bunkers:
        names = {house.id for house in houses}
        terrain = tuple(_fortified(piece, variant) if piece.id in names else piece for piece in terrain)
    return document.model_copy(update={"objectives": (*own_marks, *added), "terrain": terrain})


def _by_place(document: MapDocument, ring: Sequence[Feature]) -> tuple[bool, bool, float]:
    """Return a sort key for Garrisons that mirror each other: in the middle first, then buildings, then by quarter."""
    gap = _gap(document, ring[0])
    return gap > CENTRAL, not ring[0].has("body"), abs(gap - QUARTER)


def _gap(document: MapDocument, feature: Feature) -> float:
    return math.dist(_spot(feature), (document.width / 2, document.height / 2))


def _spot(feature: Feature) -> _Spot:
    """Return the spot of a Garrison's objective: its centre, or another point of it if that is outside."""
    middle = feature.shape.centroid
    if not feature.is_under(middle.x, middle.y):
        middle = feature.shape.representative_point()
    return snap(middle.x), snap(middle.y)


def _suits(document: MapDocument, scenario: Scenario, ring: Sequence[Feature]) -> bool:
    """Return whether Garrisons are far enough from edges, and bunkers in the middle or in opposite quarters."""
    width, height = document.width, document.height
    clear = all(min(x, y, width - x, height - y) >= scenario.clear for x, y in map(_spot, ring))
    if not scenario.bunkers or not clear:
        return clear
    if _gap(document, ring[0]) <= CENTRAL:
        return True
    boxes = [house.box for house in ring]
    return len(ring) > 1 and not any(
        west <= width / 2 <= east or south <= height / 2 <= north for west, south, east, north in boxes
    )


def _is_apart(spots: Sequence[_Spot]) -> bool:
    return all(math.dist(one, other) >= APART for number, one in enumerate(spots) for other in spots[:number])


def _fortified(piece: TerrainPiece, variant: bool) -> TerrainPiece:
    """Return a Garrison as a bunker: a large one if it was large (D-SCO-2)."""
    kind = "large-bunker" if str(piece.traits[KIND]).startswith(LARGEST) else "medium-bunker"
    return piece.model_copy(
        update={"traits": {**piece.traits, KIND: kind, **({INDESTRUCTIBLE: True} if variant else {})}}
    )


STEP: Final = 1.9
"""Inches between two units of an army in its picture."""
NARROWEST, WIDEST = 0.85, 1.25  # inches
"""The radii in inches of bases in that picture, so that each is seen and none covers another."""
MOST_SHOWN: Final = 8
"""Units of an army in its picture."""

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


class NewGames(kit.NewGames[Setup, ArmyDocument]):
    """New battles: scenarios, maps, armies, numbers of players and of rounds (D-SCO, D-RND-1)."""

    setup_type, document = Setup, DropzoneSetup
    ruleset, roster, rosters = RULESET, "army", ARMIES
    scenario, map = "targets-of-opportunity", "twin-exchange"
    stories = scenarios.REGISTRY
    seats = 2, len(PLAYER_COLOURS), 2
    rounds = 1, 12, 6
    colours = tuple(zip(PLAYER_COLOURS, (N_("blue"), N_("orange"), N_("green"), N_("purple"))))
    wrong_rounds = N_("{rounds} rounds is not allowed - choose {fewest} to {most} (D-RND-1)")
    unknown_roster = N_("no army is called {name!r} - use one of {known}, or give the army itself")
    too_many = N_("there are {rosters} armies for {names} players - name at most one for each")
    agreed = AGREEMENTS
    map_problems = staticmethod(check_map)

    def map_text(self, document: MapDocument, extent: str) -> tuple[str, str]:
        pieces = ngettext("{n} piece of scenery", "{n} pieces of scenery", len(document.terrain))
        return f"{extent}: {pieces}", "D-SETUP-2"

    def roster_text(self, roster: ArmyDocument) -> tuple[str, str]:
        units = ", ".join(_called(roster, unit) for unit in dict.fromkeys(squad.unit for squad in roster.squads))
        facts = {"points": roster.points, "faction": roster.faction, "units": units}
        text = _("{faction}, {points} points: {units}", **facts)
        for breach in breaches(roster):  # players may agree to play with it all the same
            return f"{breach.text}; {text}", breach.rule
        return text, "D-ARMY-3"

    def roster_sketch(self, roster: ArmyDocument) -> Sketch:
        """Return one unit of each kind of an army in a row."""
        sheets = {squad.unit: roster.sheet(squad) for squad in roster.squads}
        shown_sheets = [*sheets.values()][:MOST_SHOWN]
        return kit.in_a_row(
            (
                PieceView(
                    "",
                    sheet.name,
                    "base",
                    0.0,
                    0.0,
                    min(WIDEST, max(NARROWEST, sheet.radius * 1.4)),
                    value=str(sheet.damage),
                )
                for sheet in shown_sheets
            ),
            STEP,
        )

    def rosters_of(self, plan: GamePlan, given: Iterable[ArmyDocument] = ()) -> list[ArmyDocument]:
        """Return the armies by seat: those of the plan, then the first bundled ones in turn; raise `DocumentError`."""
        named = super().rosters_of(plan, given)[: len(plan.rosters)]
        return [*named, *(bundled_army(SEATED[seat % len(SEATED)]) for seat in range(len(named), len(plan.names)))]

    def complete(self, plan: GamePlan, fields: dict[str, Any]) -> None:
        story, points = scenarios.REGISTRY[fields["scenario"]], max(seat["army"].limit for seat in fields["players"])
        variant = fields["options"].get("variant") == "on"
        fields["map"] = marked_map(fields["map"], story, len(plan.names), points, variant=variant)

    def require_seats(self, scenario: str, seats: int, file: str = NEW_GAME) -> None:
        least, most = scenarios.REGISTRY[scenario].seats
        if not least <= seats <= most:
            facts = {"n": seats, "scenario": scenario, "least": least, "most": most}
            text = _("there are {n} players - {scenario} is for {least} to {most}", **facts)
            raise DocumentError(file, "players", text)

    def checked(self, document: DropzoneSetup, file: str) -> Setup:
        """Return the setup of a document with a known scenario for these players; raise `DocumentError`."""
        setup = super().checked(document, file)
        self.require_seats(document.scenario, len(document.players), file)
        return setup


def _called(army: ArmyDocument, unit: str) -> str:
    """Return a unit's name with its number in the army."""
    count = sum(squad.size for squad in army.squads if squad.unit == unit)
    name = next(sheet.name for sheet in army.units if sheet.id == unit)
    return name if count == 1 else f"{name} ×{count}"


NEW_GAMES: Final = NewGames()
