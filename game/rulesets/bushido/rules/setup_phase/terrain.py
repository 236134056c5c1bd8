"""Deployment zones (B-SETUP-6, B-SETUP-7, B-TR-48), and terrain placed by players (B-SETUP-3, B-SETUP-5, B-SETUP-9)."""

from __future__ import annotations

import math
import random
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Final, NamedTuple

import shapely
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.engine.core.decisions import DEPLOY, Answer, Choose, Decision, Lay, Option
from game.engine.core.flow import Asking, Flow
from game.engine.kit import dressing as kit
from game.engine.rulebook.laying import Laid
from game.lengths import missing
from game.refusal import Refusal
from game.rulesets.bushido.rules import events, scenarios
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.policies import zone as zone_of_control
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.scenarios import ANY, find
from game.rulesets.bushido.rules.setup import INCH, Setup
from game.rulesets.bushido.rules.state import Model, Objective, objective_name
from game.rulesets.bushido.rules.terrain import impassable, is_impassable
from game.table.measuring.ruler import Ruler
from game.table.placing.conditions import ClearOf, Condition, OnTable
from game.table.placing.places import Spot
from game.table.placing.region import Region
from game.table.placing.solids import ClearOfShape, InsideShape, NearShape
from game.table.placing.terrain_region import TerrainRegion, swept
from game.table.terrain.area import polygons_of
from game.table.terrain.battlefield import Piece
from game.table.terrain.rigid import placed
from game.wording import N_, _

# -- deployment zones (B-SETUP-6, B-SETUP-7, B-TR-48) ----------------------------------------------

CORNER = 6.0
"""The side of a corner square, in inches."""
CORNER_EDGE = 8.0
"""The length of each edge at a corner for a corner-edge deployment, in inches."""
SOUTH, NORTH = "south", "north"


class Zone(NamedTuple):
    """A deployment zone. A base must be wholly inside it if `inside` is set, else touch it.

    `ahead` is the direction towards the other side, in hundredths of a degree counter-clockwise from east.
    """

    shape: BaseGeometry
    name: str
    inside: bool
    ahead: int


@lru_cache(maxsize=32)
def zone(deployment: str, side: str, width: float, height: float) -> Zone:
    """Return the zone of a side ("south" or "north") in a kind of deployment (B-SETUP-7). Raise `KeyError`."""
    if deployment == "baseline":
        y = 0.0 if side == SOUTH else height
        return Zone(shapely.LineString([(0.0, y), (width, y)]), N_("the baseline"), False, 9000 if y == 0.0 else 27000)
    x, y, inward = (0.0, 0.0, 1.0) if side == SOUTH else (width, height, -1.0)
    ahead = 4500 if side == SOUTH else 22500
    if deployment == "corner-square":
        low_x, high_x = sorted((x, x + inward * CORNER))
        low_y, high_y = sorted((y, y + inward * CORNER))
        square = shapely.box(low_x, low_y, high_x, high_y)
        return Zone(square, N_("the corner square"), True, ahead)
    if deployment == "corner-edge":
        edges = shapely.LineString([(x + inward * CORNER_EDGE, y), (x, y), (x, y + inward * CORNER_EDGE)])
        return Zone(edges, N_("the corner's edges"), False, ahead)
    raise KeyError(deployment)


DEPLOYMENTS: Final = ("baseline", "corner-square", "corner-edge")


def deployment_of(setup: Setup) -> str:
    """Return the kind of deployment of a game: its scenario's, or the agreed one (B-SETUP-7, B-SCEN-23)."""
    of_scenario = find(setup.document.scenario).deployment
    return setup.document.options.deployment if of_scenario == ANY else of_scenario


def zone_of(game: Game, player: str) -> Zone:
    """Return the deployment zone of a player. The sides must have been chosen."""
    table = game.ruler.battlefield
    side = SOUTH if player == game.state.south else NORTH
    return zone(deployment_of(game.setup), side, table.width, table.height)


def room(game: Game, piece: Model | Objective) -> list[Condition]:
    """Return the conditions for a spot of a model or objective: on the table and without overlaps.

    A model also keeps off impassable terrain (B-MOVE-1, B-SCEN-3, B-TERR-3).
    """
    table, radius, rule = game.ruler.battlefield, piece.radius, "B-MOVE-1" if isinstance(piece, Model) else "B-SCEN-3"
    bases = [other.disc for other in game.on_table() if other is not piece]
    objectives = [
        other.disc._replace(name=objective_name(other.id)) for other in game.objectives() if other.id != piece.id
    ]
    conditions: list[Condition] = [
        OnTable(table, radius, rule=rule),
        ClearOf(bases, radius, cause=N_("overlaps a base"), rule=rule),
        ClearOf(objectives, radius, cause=N_("overlaps an objective"), rule="B-SCEN-3"),
    ]
    if isinstance(piece, Model):
        cause = N_("impassable terrain"), N_("on impassable terrain")
        conditions.append(ClearOfShape(impassable(table), radius, *cause, "B-TERR-3"))
    return conditions


def apart_from_enemies(game: Game, model: Model) -> list[Condition]:
    """Return the conditions to be neither in base contact with an enemy nor in an enemy's zone (B-SETUP-6)."""
    enemies = game.enemies(model)
    if not enemies:
        return []
    enlarged_bases = [other.disc._replace(radius=other.radius + 2 * TOLERANCE) for other in enemies]
    zones = shapely.union_all([part for other in enemies for part in zone_of_control(game, other)])
    return [
        ClearOf(enlarged_bases, model.radius, cause=N_("in base contact with an enemy"), rule="B-SETUP-6"),
        ClearOfShape(zones, model.radius + TOLERANCE, N_("the zone of an enemy"), N_("in an enemy zone"), "B-SETUP-6"),
    ]


def region(game: Game, model: Model, player: str) -> Region:
    """Return the legal spots for deploying a model (B-SETUP-5 to B-SETUP-7). A Scout may be near the zone (B-TR-48)."""
    home, rule = zone_of(game, player), "B-SETUP-7"
    scout = game.named(model, "Scout")
    if scout is not None:
        within: Condition = NearShape(home.shape, scout.inches + TOLERANCE, model.radius, home.name, "B-TR-48")
    elif home.inside:
        within = InsideShape(home.shape, model.radius, home.name, rule)
    else:
        within = NearShape(home.shape, TOLERANCE, model.radius, home.name, rule)
    return Region(model.radius, (*room(game, model), *apart_from_enemies(game, model), within))


# -- terrain ---------------------------------------------------------------------------------------

SIDE: Final = 24.0
"""The length of a side of the table, in inches (B-STAT-1)."""
LARGEST: Final = 9.0
"""The largest width and depth of a piece, in inches."""
GAP: Final = 2.0
"""The gap of impassable pieces to each other and to objectives, and of all pieces to the edge, in inches."""
LARGEST_BASE: Final = 60 / INCH
"""The depth of a baseline zone in inches, for models of any size."""
NEAR: Final = 1e-6
"""The tolerance for gaps and areas."""
RULE: Final = "B-SETUP-9"


class Keep(NamedTuple):
    """An area that a terrain piece must keep away from, and the gap in inches. With 0 inches, they may touch."""

    shape: BaseGeometry
    inches: float
    name: str

    def missing(self, shape: BaseGeometry) -> float:
        """Return the inches by which a shape is too near, or 0 if its spot is legal."""
        distance = float(self.shape.distance(shape))
        if self.inches:
            return self.inches - distance if distance < self.inches - NEAR else 0.0
        shared_area = float(self.shape.intersection(shape).area) if distance == 0.0 else 0.0
        return math.sqrt(shared_area) if shared_area > NEAR else 0.0


@lru_cache(maxsize=16)
def kept_free(names: tuple[str, ...], deployments: tuple[str, ...] = ()) -> tuple[Keep, ...]:
    """Return the objectives, zones and deployment zones of scenarios, which terrain must keep free (B-SETUP-9).

    `deployments` replaces the scenarios' own kinds of deployment.
    """
    keeps: list[Keep] = []
    for name in names:
        scenario = scenarios.find(name)
        title = _(scenario.title)
        for x, y, _side in scenario.spots:
            disc = shapely.Point(x, y).buffer(scenarios.SMALL, 32)
            keeps.append(Keep(disc, GAP, _("an objective of {title}", title=title)))
        for _name, x, y, radius, _side in scenario.zones:
            keeps.append(Keep(shapely.Point(x, y).buffer(radius, 32), 0.0, _("a zone of {title}", title=title)))
    of_scenarios = dict.fromkeys(scenarios.find(name).deployment for name in names)
    for deployment in DEPLOYMENTS if scenarios.ANY in of_scenarios else deployments or of_scenarios:
        for side in (SOUTH, NORTH):
            area = zone(deployment, side, SIDE, SIDE)
            shape = area.shape if area.inside else area.shape.buffer(LARGEST_BASE, cap_style="flat")
            keeps.append(Keep(shape, 0.0, _(area.name)))
    return tuple(keeps)


def all_kept_free() -> tuple[Keep, ...]:
    """Return the areas that impassable terrain must keep free on a map for all scenarios and deployments."""
    return kept_free(scenarios.names(), DEPLOYMENTS)


class PiecePlaces(TerrainRegion):
    """The legal anchors of a terrain piece at an angle (B-SETUP-9)."""

    def __init__(self, ruler: Ruler, piece: Piece, degrees: float, scenario: str, margin: float = 0.0) -> None:
        super().__init__(ruler, piece, degrees, rule=RULE)
        self._keeps = tuple(_keeps(ruler, self.piece, scenario))
        self._margin = margin

    def _allows(self, x: float, y: float) -> bool:
        shape = self.at(x, y).shape
        return not self._overhang(shape) and not any(keep.missing(shape) for keep in self._keeps)

    def why_not(self, where: Spot) -> list[Refusal]:
        """Return every reason why an anchor is not legal."""
        shape = self.at(*where).shape
        refusals = []
        if overhang := self._overhang(shape):
            text = _("is {amount} too close to the edge of the table", amount=missing(overhang))
            refusals.append(Refusal(text, RULE, N_("off the table"), overhang))
        for keep in self._keeps:
            if shortage := keep.missing(shape):
                text = _("is {amount} too close to {name}", name=keep.name, amount=missing(shortage))
                refusals.append(Refusal(text, RULE, N_("too close to something"), shortage))
        return refusals

    def _overhang(self, shape: BaseGeometry) -> float:
        """Return the inches by which a shape is over the edge or too near to the edge."""
        table, (x0, y0, x1, y1) = self._ruler.battlefield, shape.bounds
        over = max(-x0, -y0, x1 - table.width, y1 - table.height) + self._margin
        return float(over) if over > NEAR else 0.0

    @cached_property
    def within(self) -> BaseGeometry:
        """The anchors that are far enough from the edge."""
        x0, y0, x1, y1 = self.piece.shape.bounds
        table, gap = self._ruler.battlefield, self._margin
        west, east, south, north = gap - x0, table.width - gap - x1, gap - y0, table.height - gap - y1
        return shapely.box(west, south, east, north) if west < east and south < north else shapely.Polygon()

    @cached_property
    def excluded(self) -> dict[str, BaseGeometry]:
        """The anchors that are too near to another area, for drawing only. The verdict on a spot is exact."""
        mirrored = [affinity.scale(polygon, -1.0, -1.0, origin=(0.0, 0.0)) for polygon in polygons_of(self.piece.shape)]
        too_near = [
            swept(own_polygon, other).buffer(keep.inches)
            for keep in self._keeps
            for own_polygon in mirrored
            for other in polygons_of(keep.shape)
        ]
        area = shapely.union_all(too_near).intersection(self.within)
        return {} if area.is_empty else {"too close to something": area}


def _keeps(ruler: Ruler, piece: Piece, scenario: str) -> Iterator[Keep]:
    """Yield the areas that a piece must keep away from: other pieces and, for impassable pieces, zones."""
    solid = is_impassable(piece)
    for other in ruler.battlefield.pieces:
        if not other.decoration:
            yield Keep(other.shape, GAP if solid and is_impassable(other) else 2 * NEAR, other.name)
    if solid:
        yield from kept_free((scenario,))


def too_large(piece: Piece) -> tuple[float, float] | None:
    """Return the width and depth of a piece in inches if it is too large, or None."""
    west, south, east, north = piece.shape.bounds
    size = east - west, north - south
    return size if max(size) > LARGEST + NEAR else None


def has_room(places: Sequence[PiecePlaces], spots: int = 60) -> bool:
    """Return whether a piece fits at any of the given angles, by trying a grid of about `spots` spots."""
    for where in places:
        if where.within.is_empty:
            continue
        west, south, east, north = where.within.bounds
        steps = max(2, math.isqrt(spots))
        for number in range(steps * steps):
            column, row = divmod(number, steps)
            if where.find((west + (east - west) * column / (steps - 1), south + (north - south) * row / (steps - 1))):
                return True
    return False


AT_LEAST: Final = 6
"""The number of pieces that must be placed before a player may stop."""
ENOUGH: Final = Option("enough", N_("Stop placing terrain"), "B-SETUP-3", declines=True)
AUTO: Final = Option(DEPLOY, N_("Place the terrain and deploy for me"), "B-SETUP-3", letter="g")
STEP: Final = 15
"""The angle by which pieces are turned, in degrees."""
SAMPLES: Final = 24
"""The number of spots that a computer player tries for a piece."""
PLENTY: Final = 9
"""The number of pieces after which a computer player stops."""


def still_to_place(game: Game) -> bool:
    """Return whether the players must still place terrain. On a map with fixed terrain, they never do (B-SETUP-4)."""
    return game.setup.document.options.terrain == "placed" and not game.state.terrain_done


def place_terrain(game: Game) -> Flow:
    """Let a player place the next piece or stop. Afterwards, the other player may place a last piece (B-SETUP-3)."""
    state = game.state
    if not state.objectives:  # objectives are placed before terrain, without sides yet (B-SETUP-1)
        state.objectives = scenarios.of(game).objectives()
    is_last_piece = bool(state.stopped)
    player = game.other(state.stopped) if is_last_piece else game.in_order(state.first_player)[len(state.laid) % 2]
    key = yield from _choose_piece(game, player, last=is_last_piece)
    if key != ENOUGH.key:
        yield from lay(game, player, next(piece for piece in pieces_beside(game) if piece.id == key), "B-SETUP-3")
    elif not is_last_piece:
        state.stopped = player
    if is_last_piece:
        game.emit(events.TerrainDone(player=state.stopped))
        state.terrain_done = True


def _choose_piece(game: Game, player: str, *, last: bool) -> Asking[str]:
    """Return the id of the piece that a player chooses, or the key of `ENOUGH` (B-SETUP-3).

    If no piece fits, the key of `ENOUGH` is returned without asking.
    """
    offers = terrain_options(game)
    if not offers[0]:
        return ENOUGH.key
    usual_prompt = _("Which terrain do you place?")
    prompt = _("Your opponent has stopped. Do you add one last piece?") if last else usual_prompt
    return (yield from kit.ask_piece(player, prompt, "B-SETUP-3", offers, AUTO))


def lay(game: Game, player: str, piece: Piece, rule: str) -> Flow:
    """Let a player place a terrain piece (B-SETUP-9)."""
    x, y, degrees = yield from kit.ask_place(player, piece, partial(places_at, game, piece), rule, STEP, AUTO)
    game.state.laid.append(Laid(piece.id, x, y, degrees))
    game.emit(events.TerrainLaid(player=player, piece=piece.id, x=x, y=y, degrees=degrees, rule=rule))


def lay_own_terrain(game: Game) -> Flow:
    """Let a player place a piece of their warband. A piece that does not fit is left out (B-SETUP-5)."""
    player, piece = warband_terrain(game)[0]
    if _fits(game, piece):
        yield from lay(game, player, piece, "B-SETUP-5")
    else:
        game.state.destroyed.append(piece.id)


def warband_terrain(game: Game) -> list[tuple[str, Piece]]:
    """Return the unplaced terrain pieces of warbands, each with its player (B-WARB-6, B-SETUP-5).

    Those of the winner of the tactical test come first.
    """
    done_ids = {laid_piece.id for laid_piece in game.state.laid} | set(game.state.destroyed)
    return [
        (player, piece)
        for player in game.in_order(game.state.tactical_winner)
        for piece in game.setup.terrain_supply
        if piece.id.startswith(f"{player}.") and piece.id not in done_ids
    ]


def pieces_beside(game: Game) -> list[Piece]:
    """Return the spare pieces of the map that are not placed yet, centred on their anchors."""
    spare = {piece.id for piece in game.setup.document.map.dressing} - {piece.id for piece in game.state.laid}
    return [piece for piece in game.setup.terrain_supply if piece.id in spare]


def places_at(game: Game, piece: Piece, degrees: int) -> PiecePlaces:
    """Return the legal spots of a piece at an angle, 2 inches from the edge if it fits there (B-SETUP-9)."""
    scenario = game.setup.document.scenario
    roomy = game.remembered(f"roomy {piece.id}", lambda: has_room(_places(game, piece, GAP)))
    return PiecePlaces(game.ruler, piece, degrees, scenario, GAP if roomy else 0.0)


def _places(game: Game, piece: Piece, margin: float) -> list[PiecePlaces]:
    """Return the legal spots of a piece at several angles, `margin` inches from the edge."""
    turns = range(0, 180, 3 * STEP)
    return [PiecePlaces(game.ruler, piece, turn, game.setup.document.scenario, margin) for turn in turns]


def _fits(game: Game, piece: Piece) -> bool:
    """Return whether a piece fits anywhere on the table."""
    return has_room(_places(game, piece, GAP)) or has_room(_places(game, piece, 0.0))


def terrain_options(game: Game) -> kit.Offered:
    """Return an option for each kind of piece that fits, and refused options with reasons. Both may be empty."""
    placed_count = sum(not piece.decoration for piece in game.ruler.battlefield.pieces)
    text = _("{down} pieces are placed, but {least} are needed", down=placed_count, least=AT_LEAST)
    too_few = Refusal(text, "B-SETUP-3") if placed_count < AT_LEAST else None

    def why_not(piece: Piece) -> Refusal | None:
        return None if _fits(game, piece) else Refusal(_("it does not fit anywhere"), RULE)

    return kit.offered(pieces_beside(game), _kind, "B-SETUP-3", why_not, ENOUGH, too_few)


def _kind(piece: Piece) -> Hashable:
    """Return the shape and the traits of a piece."""
    outlines = tuple((area.outline, area.holes) for area in piece.area)
    return outlines, piece.look, tuple(sorted(piece.traits.items()))


# -- computer players


def good_answer(game: Game, decision: Decision) -> Answer | None:
    """Return a good answer to a decision about terrain, or None for others. It depends on the table only."""
    places = [(piece.id, piece.x, piece.y) for piece in game.state.laid]
    source = random.Random(f"{game.state.setup_done}|{places}")
    if isinstance(decision, Lay):
        return _good_place(game, decision, source)
    if not isinstance(decision, Choose) or decision.rule != "B-SETUP-3":  # not the choice of a piece
        return None
    keys = [option.key for option in decision.options]
    pieces = [key for key in keys if key != ENOUGH.key]
    return ENOUGH.key if ENOUGH.key in keys and len(game.state.laid) >= PLENTY else source.choice(pieces)


def _good_place(game: Game, decision: Lay, source: random.Random) -> Answer:
    """Return the spot that is farthest from other terrain, among some random spots."""
    piece = next(other for other in game.setup.terrain_supply if other.id == decision.about)
    terrain = [other.shape for other in game.ruler.battlefield.pieces if not other.decoration]

    def near(place: tuple[float, float, int]) -> float:
        shape = placed(piece, *place).shape
        return -round(min((float(piece.distance(shape)) for piece in terrain), default=0.0), 6)

    return kit.good_place(decision, source, SAMPLES, near)
