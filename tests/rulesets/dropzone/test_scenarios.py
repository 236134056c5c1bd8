"""The scenarios: objectives, vantage points, surveys, who wins (D-SCO, D-WIN)."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations

import pytest

from game.documents.error import DocumentError
from game.engine.core.decisions import Choose
from game.engine.kit.new_games import named_map
from game.engine.rulebook.new_game import GamePlan
from game.rulesets.dropzone.documents.catalogue import RULESET, bundled_army
from game.rulesets.dropzone.new_game.planning import NEW_GAMES, marked_map
from game.rulesets.dropzone.rules import scenarios
from game.rulesets.dropzone.rules.deployment import choose_zones
from game.rulesets.dropzone.rules.features import features
from game.rulesets.dropzone.rules.objectives import claim_all, points_around
from game.rulesets.dropzone.rules.play import finish
from game.rulesets.dropzone.rules.scenery import left, settle
from game.rulesets.dropzone.rules.setup import Setup
from game.rulesets.dropzone.rules.space import walls
from game.table.documents import TerrainPiece
from game.table.facing import degrees_of
from tests.rulesets.dropzone.dropzone_kit import Moment, field, rectangle

BUNKER = rectangle("bunker", "medium-bunker", 20, 20, 25, 25)
MARK = {"middle": (22.0, 22.0)}


def assault(*more: TerrainPiece) -> Moment:
    """Return a moment of a Bunker Assault with one bunker."""
    at = Moment(BUNKER, *more, scenario="bunker-assault", objectives=MARK)
    scenarios.of(at.game).ready(at.game)
    return at


def inside(at: Moment, *names: str, place: str = "centre") -> None:
    """Put units into the marked building."""
    [house, *_more] = scenarios.marked(at.game)
    for name in names:
        settle(at.game, at[name], house, place)


def test_d_sco_2_the_bunker_goes_to_most_points_and_the_objective_to_who_claimed_it() -> None:
    """D-SCO-2, D-SCO-5, X-49: Infantry inside counts double."""
    at = assault()
    assert not at.game.state.objectives["middle"].hidden
    inside(at, "dancers-1-1", "dancers-1-2")
    claim_all(at.game)
    inside(at, "rifles-1", "rifles-2")
    at.put("anvils-1", 28, 22)
    at.put("anvils-2", 30, 22)
    assert scenarios.of(at.game).points(at.game) == {"south": 2, "north": 1}


def test_d_sco_2_infantry_inside_counts_double() -> None:
    """D-SCO-2: 60 points inside against 105 outside."""
    at = assault()
    inside(at, "dancers-1-1", "dancers-1-2")
    for number in (1, 2, 3):
        at.put(f"anvils-{number}", 26 + 2 * number, 22)
    assert scenarios.of(at.game).points(at.game) == {"south": 0, "north": 2}


def test_d_sco_2_a_ruin_is_worth_one_and_equal_totals_nothing() -> None:
    at = assault()
    at.put("anvils-1", 28, 22)
    assert scenarios.of(at.game).points(at.game) == {"south": 2, "north": 0}
    at.game.state.lifted = ["bunker"]
    assert scenarios.of(at.game).points(at.game) == {"south": 1, "north": 0}
    at.put("gales-1", 22, 28)
    assert scenarios.of(at.game).points(at.game) == {"south": 0, "north": 0}


def test_d_sco_6_fast_units_and_cargo_never_count() -> None:
    """D-SCO-5, D-SCO-6."""
    at = assault()
    drover = at.put("drover-1", 28, 22)
    assert scenarios.dominates(at.game, scenarios.marked(at.game)[0], inside_double=True) == "south"
    drover.place = "off"
    assert scenarios.dominates(at.game, scenarios.marked(at.game)[0], inside_double=True) == ""


@pytest.mark.parametrize(("scenario", "refused"), [("battle-royale", []), ("bunker-assault", ["D-SHOOT-10"])])
def test_d_sco_3_infantry_shoots_twice_as_far_out_of_a_vantage_point(scenario: str, refused: list[str]) -> None:
    """D-SCO-3: 18″ and 9″ become 36″ and 18″."""
    at = Moment(rectangle("tower", "large-building", 20, 20, 25, 25), scenario=scenario, objectives=MARK)
    [house] = scenarios.marked(at.game)
    south = next(str(wall.number) for wall in walls(house) if degrees_of(wall.outward) == 270.0)
    settle(at.game, at["rifles-1"], house, south)
    at.put("glaives-1", 22.5, 4)
    assert at.why_not("rifles-1", "Service Rifles", "glaives-1") == refused
    at.put("glaives-1", 22.5, 1.5)
    assert at.why_not("rifles-1", "Service Rifles", "glaives-1") == ["D-SHOOT-10"]


@pytest.mark.parametrize(
    ("dice", "points", "damage", "prize"),
    [
        pytest.param((3,), 1, 0, False, id="a survey"),
        pytest.param((1, 3, 1, 4, 6), 1, 2, False, id="a trap: three hits at E9 against A13"),
        pytest.param((6,), 2, 0, True, id="a prize, held by most points"),
    ],
)
def test_d_sco_4_the_first_claim_is_a_survey(dice: tuple[int, ...], points: int, damage: int, prize: bool) -> None:
    at = Moment(BUNKER, scenario="survey-and-control", dice=dice)
    game = at.game
    assert [*game.state.objectives] == ["bunker.objective"]
    scenarios.of(game).ready(game)
    house = game.features[0]
    settle(game, at["rifles-1"], house, "centre")
    claim_all(game)
    at.run(scenarios.of(game).claimed(game))
    objective = game.state.objectives["bunker.objective"]
    assert (objective.prize, objective.removed) == (prize, not prize)
    assert house.kind.damage - left(game, house) == damage
    assert scenarios.of(game).points(game) == {"south": points, "north": 0}
    claim_all(game)
    at.run(scenarios.of(game).claimed(game))
    assert game.state.scores == {"south": 1}


def test_d_sco_4_objectives_lie_in_the_garrisons_near_the_middle_and_pairs_stay_together() -> None:
    """D-SCO-4: a Skirmish has at most ten; a ring of four more would be twelve."""
    rows = [rectangle(f"hut-{number}", "tiny-shack", x, y, x + 2, y + 2)
            for number, (x, y) in enumerate((x, y) for x in (6, 14, 32, 40) for y in (10, 23, 36))]  # fmt: skip
    at = Moment(*rows, scenario="survey-and-control")
    found = at.game.state.objectives
    assert len(found) == 8
    assert {(48 - each.x, 48 - each.y) for each in found.values()} == {(each.x, each.y) for each in found.values()}


@pytest.mark.parametrize(
    ("scenario", "scores", "kills", "winners", "rule"),
    [
        ("targets", (3, 1), (0, 99), ["south"], "D-WIN-2"),
        ("targets", (2, 2), (260, 310), ["north"], "D-WIN-3"),
        ("targets", (2, 2), (260, 260), ["south", "north"], "D-WIN-4"),
        ("royale", (0, 0), (20, 10), ["south"], "D-WIN-3"),
        ("royale", (0, 0), (0, 0), ["south", "north"], "D-WIN-4"),
        ("three", (2, 2, 1), (5, 5, 100), ["south", "north"], "D-WIN-4"),
        ("three", (2, 2, 1), (5, 6, 100), ["north"], "D-WIN-3"),
    ],
)
def test_d_win_2_to_4_victory_points_then_kill_points_then_a_tie(
    scenario: str, scores: tuple[int, ...], kills: tuple[int, ...], winners: list[str], rule: str
) -> None:
    """X-48, D-WIN-2, D-WIN-3, D-WIN-4, D-WIN-1."""
    armies = [bundled_army("cinder-line")] * len(scores)
    name = "battle-royale" if scenario == "royale" else "targets-of-opportunity"
    marks = {f"mark-{number}": (6.0 + number, 24.0) for number in range(6)}
    at = Moment(armies=armies, scenario=name, objectives=marks)
    state = at.game.state
    free = iter(state.objectives.values())
    for player, score in zip(state.players, scores):
        for _point in range(score):
            next(free).claimed_by = player
    state.kills = dict(zip(state.players, kills))
    finish(at.game)
    assert state.result is not None
    assert (state.result.winners, state.result.rule) == (winners, rule)


@pytest.mark.parametrize(("seats", "free"), [(2, 2), (3, 4), (4, 4)])
@pytest.mark.parametrize(("scenario", "names"), [("battle-royale", ("south", "north", "west", "east")),
                         ("bunker-assault", ("south-west", "north-east", "south-east", "north-west"))])  # fmt: skip
def test_d_dep_1_the_highest_picks_first_and_ties_roll_again(
    seats: int, free: int, scenario: str, names: tuple[str, ...]
) -> None:
    """D-DEP-1, R-32: the first two players tie, and the second wins."""
    armies = [bundled_army("cinder-line")] * seats
    at = Moment(BUNKER, armies=armies, scenario=scenario, objectives=MARK, dice=(5, 5, 4, 3)[:seats] + (1, 2))
    asked = at.run(choose_zones(at.game), *names[:seats])
    assert asked[0].player == "north"
    assert isinstance(asked[0], Choose)
    assert [option.key for option in asked[0].options] == [*names[:free]]
    assert at.game.state.edges["north"] == names[0]
    assert at.game.state.choosing[:2] == ["north", "south"]


def planned(scenario: str, seats: int, limit: int = 700, table: str = "twin-exchange", **options: str) -> Setup:
    """Return the setup of a new game for some players with armies of some points."""
    names = ("Ada", "Ben", "Cid", "Dot")[:seats]
    agreed = tuple(options.items())
    if limit == 700:
        return NEW_GAMES.planned(GamePlan(names=names, scenario=scenario, map=table, agreed=agreed))
    document, story = named_map(table, RULESET), scenarios.REGISTRY[scenario]
    marked = marked_map(document, story, seats, limit, variant=options.get("variant") == "on")
    return Setup(planned(scenario, seats, table=table).document.model_copy(update={"map": marked}))


def marks(setup: Setup) -> list[tuple[float, float]]:
    """Return where the objectives of a new game lie."""
    return [each.at for each in setup.document.map.objectives]


def middle_and_quarters(setup: Setup) -> Counter[str]:
    """Return how many objectives lie in the middle of the table and in each quarter of it."""
    names = {
        (False, False): "south-west",
        (True, False): "south-east",
        (False, True): "north-west",
        (True, True): "north-east",
    }
    return Counter("middle" if spot == (24.0, 24.0) else names[spot[0] > 24, spot[1] > 24] for spot in marks(setup))


TABLES = pytest.mark.parametrize("table", ["twin-exchange", "lantern-quarter", "kiln-water"])


@TABLES
@pytest.mark.parametrize(
    ("seats", "limit", "count"), [(2, 700, 3), (3, 700, 7), (4, 700, 7), (2, 2000, 7), (2, 1999, 3)]
)
def test_d_sco_1_there_are_four_more_objectives_for_three_players_and_in_battles(
    table: str, seats: int, limit: int, count: int
) -> None:
    """D-SCO-1, D-SETUP-3: 6″ from the edges and from each other, the first three on the centre line."""
    spots = marks(planned("targets-of-opportunity", seats, limit, table))
    assert len(spots) == count
    assert [y for _x, y in spots[:3]] == [24.0] * 3
    assert min(min(x, y, 48 - x, 48 - y) for x, y in spots) >= 6.0
    assert min(math.dist(one, other) for one, other in combinations(spots, 2)) >= 6.0


@TABLES
@pytest.mark.parametrize(("seats", "count"), [(2, 3), (4, 5)])
def test_d_sco_2_bunkers_are_in_the_middle_and_in_opposite_quarters(table: str, seats: int, count: int) -> None:
    """D-SCO-2: medium or large ones, with an Open objective in each; two more for three or four players."""
    setup = planned("bunker-assault", seats, table=table)
    where = middle_and_quarters(setup)
    assert where.pop("middle") == 1
    assert where["south-west"] == where["north-east"]
    assert where["south-east"] == where["north-west"]
    assert where.total() == count - 1
    houses = [each for each in features(setup.ruler.battlefield) if any(each.is_under(*at) for at in marks(setup))]
    assert len([each for each in houses if each.kind.armour == 13]) == count


def test_d_sco_2_in_the_variant_bunkers_cannot_be_destroyed() -> None:
    """D-SCO-2, D-COLL-6: nobody aims at them, and they hold as many as ever."""
    setup = planned("bunker-assault", 2, variant="on")
    bunkers = [each for each in features(setup.ruler.battlefield) if any(each.is_under(*at) for at in marks(setup))]
    assert [(each.has("destructible"), each.kind.damage) for each in bunkers] == [(False, 20)] * 3
    plain = features(planned("bunker-assault", 2).ruler.battlefield)
    assert all(each.has("destructible") for each in plain if each.has("garrison"))


@TABLES
@pytest.mark.parametrize(("seats", "count"), [(2, 3), (3, 5)])
def test_d_sco_3_two_more_vantage_points_for_three_players(table: str, seats: int, count: int) -> None:
    """D-SCO-3: the further ones are at least 12″ from all edges."""
    spots = marks(planned("battle-royale", seats, table=table))
    assert len(spots) == count
    assert all(min(x, y, 48 - x, 48 - y) >= 12.0 for x, y in spots[3:])


def test_d_sco_4_is_for_two_players_only() -> None:
    planned("survey-and-control", 2)
    with pytest.raises(DocumentError):
        planned("survey-and-control", 3)


def test_d_sco_1_a_map_without_garrisons_keeps_its_own_objectives() -> None:
    document = field(objectives={"one": (24.0, 24.0)})
    for name in scenarios.REGISTRY:
        assert marked_map(document, scenarios.REGISTRY[name], 4, 700, variant=True) == document


@pytest.mark.parametrize(("variant", "points"), [("off", (2, 1)), ("on", (2, 2))])
def test_d_sco_1_in_the_variant_the_middle_objective_is_worth_double(variant: str, points: tuple[int, int]) -> None:
    at = Moment(objectives={"west": (12.0, 24.0), "centre": (24.0, 24.0)}, variant=variant)
    west, centre = at.game.state.objectives.values()
    west.extracted_by, west.removed, centre.claimed_by = "south", True, "north"
    assert tuple(scenarios.of(at.game).points(at.game).values()) == points
    centre.extracted_by, centre.removed = "north", True
    assert scenarios.of(at.game).points(at.game)["north"] == 2 * points[1]


def test_d_sco_1_objectives_are_hidden_in_the_open_too() -> None:
    """D-SCO-1, D-OBJ-1: Hidden and Mobile wherever they lie."""
    at = Moment(BUNKER, objectives={"open": (10.0, 24.0), **MARK})
    scenarios.of(at.game).ready(at.game)
    assert [(each.hidden, each.mobile) for each in at.game.state.objectives.values()] == [(True, True)] * 2


def test_d_sco_5_infantry_in_a_house_near_a_bunker_counts_as_units_near_it_do() -> None:
    """D-SCO-2, D-SCO-5, R-33: their side is 5″ from its outline; inside it, they count double."""
    bunker = rectangle("bunker", "medium-bunker", 20, 20, 25, 25)
    at = Moment(bunker, rectangle("house", "medium-building", 30, 20, 35, 25))
    for number in (1, 2, 3):
        at[f"rifles-{number}"].place = "destroyed"
    west = next(str(wall.number) for wall in walls(at.game.features[1]) if wall.middle[0] == 30.0)
    settle(at.game, at["rifles-1"], at.game.features[1], west)
    points = at.game.sheet(at["rifles-1"]).points
    assert points_around(at.game, "south", at.game.features[0], inside_double=True) == points
    settle(at.game, at["rifles-1"], at.game.features[1], "centre")
    assert points_around(at.game, "south", at.game.features[0], inside_double=True) == 0
