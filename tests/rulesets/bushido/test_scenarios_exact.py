"""The scenarios to the inch and to the point, and how they are scored (B-SCEN-1 to B-SCEN-24)."""

from __future__ import annotations

import pytest

from game.engine.core.flow import Interrupt
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions.scenario import beside
from game.rulesets.bushido.rules.scenarios import (
    INTERACTIONS,
    controller,
    find,
    longest,
    names,
    reset_alignments,
    why_over,
    worth,
)
from game.rulesets.bushido.rules.setup_phase.deployment import lay_objectives
from game.rulesets.bushido.rules.setup_phase.terrain import NORTH, SOUTH, zone
from game.rulesets.bushido.rules.state import Objective, objective_name
from game.rulesets.bushido.rules.turn.main import end_as_declared, finish
from tests.rulesets.bushido.bushido_kit import HALF, Moment, N, S, card, moment, warband, why

OBJECTIVES = {
    "idols": [(6.0, 12.0, ""), (12.0, 12.0, ""), (18.0, 12.0, "")],
    "keii": [(8.0, 6.0, S), (16.0, 6.0, S), (6.0, 12.0, ""), (18.0, 12.0, ""), (8.0, 18.0, N), (16.0, 18.0, N)],
    "seikyuu": [],
    "ryodo": [],
}
ZONES = {
    "idols": [],
    "keii": [],
    "seikyuu": [(5.0, 12.0, ""), (12.0, 12.0, ""), (19.0, 12.0, "")],
    "ryodo": [(4.0, 16.0, NORTH), (12.0, 12.0, ""), (20.0, 8.0, SOUTH)],
}


def laid(scenario: str, south: str = S) -> Moment:
    """Return a game whose objectives lie there; `south` is the player of the south side."""
    at = moment(scenario=scenario)
    at.game.state.south = south
    at.run(lay_objectives(at.game))
    return at


@pytest.mark.parametrize("name", OBJECTIVES)
def test_b_scen_3_and_b_scen_20_to_23_where_everything_lies(name: str) -> None:
    at = laid(name)
    found = [(each.x, each.y, each.friendly_to) for each in at.game.state.objectives.values()]
    assert found == OBJECTIVES[name]
    assert all(each.radius == pytest.approx(30 / 25.4 / 2) for each in at.game.state.objectives.values())
    assert [(x, y, side) for _name, x, y, _radius, side in find(name).zones] == ZONES[name]
    assert all(2 * radius == 4.0 for _name, _x, _y, radius, _side in find(name).zones)


def test_b_scen_2_alignment_follows_who_has_the_south_side() -> None:
    found = [each.friendly_to for each in laid("keii", south=N).game.state.objectives.values()]
    assert found == [N, N, "", "", S, S]
    before = find("keii").objectives()
    assert {each.friendly_to for each in before.values()} == {""}  # before the sides are known
    assert [find("keii").side_of(each) for each in before] == [SOUTH, SOUTH, "", "", NORTH, NORTH]
    assert find("keii").side_of("idol-9") == ""


def test_b_scen_20_to_23_are_all_there_are_in_their_order() -> None:
    assert names() == ("idols", "keii", "seikyuu", "ryodo")
    assert [find(each).interaction for each in names()] == ["influence", "prayer", "", ""]
    assert [dict(find(each).decreasing) for each in names()] == [{"influence": "scorer"}, {}, {}, {}]
    assert [find(each).counts for each in names()] == ["influence", "points", "points", "points"]
    assert [objective_name(each) for each in laid("idols").game.state.objectives] == ["Idol 1", "Idol 2", "Idol 3"]


def test_b_scen_2_friendly_neutral_and_enemy_are_worth_one_two_and_three() -> None:
    game = moment().game
    assert [worth(game, S, friendly) for friendly in (S, "", N)] == [1, 2, 3]
    assert [worth(game, N, friendly) for friendly in (S, "", N)] == [3, 2, 1]


# -- zones


@pytest.mark.parametrize(("x", "inside"), [(12.0 + 2.0 - HALF, True), (12.0 + 2.0 - HALF + 0.0001, False)])
def test_b_scen_7_a_model_counts_wholly_inside_only(x: float, inside: bool) -> None:
    at = moment(scenario="seikyuu")
    at.put("bell-warden", x, 12.0)
    assert controller(at.game, 12.0, 12.0, 2.0) == (S if inside else "")


@pytest.mark.parametrize(
    ("south", "north", "holder"),
    [
        ((9, 9), (17,), S),
        ((9, 8), (17,), ""),  # more models, but no more rice
        ((9,), (8,), ""),  # more rice, but no more models
        ((9, 9), (5, 5), ""),
        ((5,), (6, 6), N),
        ((), (5,), N),
        ((), (), ""),
    ],
)
def test_b_scen_7_more_models_and_more_rice(south: tuple[int, ...], north: tuple[int, ...], holder: str) -> None:
    def band(side: str, rice: tuple[int, ...]) -> list[dict[str, object]]:
        return [card(f"{side}{number}", rice=each) for number, each in enumerate(rice)]

    away = card("Away", rice=30)
    at = moment(
        south=warband(away, *band("S", south), faction="South"), north=warband(away, *band("N", north), faction="North")
    )
    for side, rice, y in (("s", south, 11.4), ("n", north, 12.6)):
        for number in range(len(rice)):
            at.put(f"{side}{number}", 11.4 + 1.2 * number, y)
    assert controller(at.game, 12.0, 12.0, 2.0) == holder
    find("seikyuu").scored(at.game)
    assert at.game.state.points == {S: 2 * (holder == S), N: 2 * (holder == N)}


def test_b_scen_9_points_are_wiped_in_the_turns_of_the_scenario_alone() -> None:
    for name, turns in (("idols", ()), ("keii", ()), ("seikyuu", (2, 4, 6)), ("ryodo", (3, 5))):
        for turn in range(1, 8):
            game = moment(scenario=name).game
            game.state.turn, game.state.points = turn, {S: 3, N: 1}
            find(name).starting(game)
            assert game.state.points == ({S: 0, N: 0} if turn in turns else {S: 3, N: 1}), (name, turn)


# -- the end


@pytest.mark.parametrize(
    ("victory", "winners"), [((2, 1), [S]), ((1, 2), [N]), ((1, 1), [S, N]), ((0, 0), [S, N]), ((3, 0), [S])]
)
def test_b_end_4e_more_victory_points_win_and_equal_ones_are_a_draw(
    victory: tuple[int, int], winners: list[str]
) -> None:
    game = moment().game
    game.state.victory = dict(zip((S, N), victory))
    finish(game, "the last turn is over")
    assert game.state.result is not None
    assert (game.state.step, game.state.result.winners) == ("over", winners)
    assert [(event.kind, event.winners) for event in game.events] == [("Ended", tuple(winners))]  # type: ignore[attr-defined]


@pytest.mark.parametrize(("kind", "winners"), [("concede", ["north"]), ("draw", ["south", "north"])])
def test_b_end_4_a_game_that_is_given_up_or_drawn_ends_at_once(kind: str, winners: list[str]) -> None:
    game = moment().game
    game.state.active = "south.bell-warden"
    end_as_declared(game, Interrupt(kind, S))
    assert game.state.result is not None
    assert (game.state.step, game.state.result.winners, game.state.active) == ("over", winners, "")
    assert [event.kind for event in game.events] == ["Conceded", "Ended"]
    assert game.events[1].winners == tuple(winners)  # type: ignore[attr-defined]
    assert game.events[0].player == S  # type: ignore[attr-defined]


def test_b_end_4c_and_d_when_a_game_is_over() -> None:
    at = moment(length="fixed", turns=4)
    at.put("bell-warden", 4.0, 4.0)
    at.put("ferry-brute", 20.0, 20.0)
    state = at.game.state
    found = []
    for turn in (3, 4, 5):
        state.turn = turn
        found.append(bool(why_over(at.game)))
    assert found == [False, True, True]
    state.turn, state.victory = 1, {S: 2, N: 0}
    assert not why_over(at.game)
    state.victory = {S: 2, N: 1}
    assert "victory point" in why_over(at.game)
    state.victory["south"], at["ferry-brute"].place = 1, "killed"
    assert "on the table" in why_over(at.game)
    state.last_turn, at["ferry-brute"].place = True, "table"
    assert "last turn" in why_over(at.game)


@pytest.mark.parametrize(("length", "turns", "last"), [("fixed", 4, 4), ("fixed", 7, 7), ("variable", 4, 7)])
def test_b_start_1_and_b_scen_10_turn_seven_is_always_the_last(length: str, turns: int, last: int) -> None:
    assert longest(moment(length=length, turns=turns).game.setup) == last


@pytest.mark.parametrize("name", ["idols", "keii", "seikyuu", "ryodo"])
def test_b_scen_24_a_victory_point_goes_to_the_most_at_the_end_of_turns_two_four_and_six(name: str) -> None:
    for turn in range(1, 8):
        at = laid(name)
        at.game.state.turn = turn
        for each in at.game.state.objectives.values():
            each.friendly_to = N
        at.game.state.points = {S: 1, N: 2}
        asked = ["idol-2"] if name == "idols" and turn in (2, 4, 6) else []
        at.run(find(name).ending(at.game), *([asked] if asked else []))
        assert at.game.state.victory == {S: 0, N: int(turn in (2, 4, 6))}
        gone = [each.id for each in at.game.state.objectives.values() if not each.on_table]
        assert gone == asked


# -- what models do at objectives


def at_shrine(x: float = 6.0 - 2 * HALF) -> Moment:
    at = laid("keii")
    at.put("bell-warden", x, 12.0)
    return at


@pytest.mark.parametrize(("gap", "touches"), [(0.0, True), (0.0009, True), (0.002, False)])
def test_b_act_16_base_contact_with_an_objective(gap: float, touches: bool) -> None:
    at = at_shrine(6.0 - 2 * HALF - gap)
    assert [each.id for each in beside(at.game, at["bell-warden"])] == (["shrine-3"] if touches else [])
    assert why(at, "bell-warden", "simple-scenario") == ("" if touches else "B-ACT-16")
    at.game.state.objectives["shrine-3"].on_table = False
    assert beside(at.game, at["bell-warden"]) == []


def test_b_scen_5_a_prayer_spends_a_token_and_is_not_repeated_by_the_same_model_there_this_turn() -> None:
    at = at_shrine()
    other = at.put("temple-guard-spear", 6.0, 12.0 + 2 * HALF)
    warden, shrine = at["bell-warden"], at.game.state.objectives["shrine-3"]
    prayer = INTERACTIONS["prayer"]
    for friendly, points in (("", 2), (S, 1), (N, 3)):
        at.game.state.prayers, at.game.state.points, shrine.friendly_to = {S: 5, N: 5}, {S: 0, N: 0}, friendly
        at.game.state.uses.begin("turn")
        assert prayer.why_not(at.game, warden, shrine) == ""
        prayer.carry_out(at.game, warden, shrine)
        assert (at.game.state.points, at.game.state.prayers) == ({S: points, N: 0}, {S: 4, N: 5})
        assert "this turn" in prayer.why_not(at.game, warden, shrine)
        assert prayer.why_not(at.game, other, shrine) == ""
        assert prayer.why_not(at.game, warden, at.game.state.objectives["shrine-4"]) == ""
    at.game.expire("turn")
    assert prayer.why_not(at.game, warden, shrine) == ""


def test_b_act_16_why_a_model_can_do_nothing_at_an_objective() -> None:
    at, action = at_shrine(), ACTIONS["simple-scenario"]
    warden = at["bell-warden"]

    def reason(piece: str) -> str:
        refusal = action.why_not_at(at.game, warden, piece)  # type: ignore[attr-defined]
        return "" if refusal is None else refusal.rule

    assert [reason(each) for each in ("shrine-3", "shrine-4", "south.bell-warden")] == ["", "B-ACT-16", "B-ACT-16"]
    at.game.state.uses.note(f"{warden.id} prays at shrine-3", "turn")
    assert reason("shrine-3") == "B-SCEN-5"
    assert why(at, "bell-warden", "simple-scenario") == "B-SCEN-5"


def test_b_scen_4_influence_goes_one_step_in_favour_of_who_acts() -> None:
    at = laid("idols")
    warden, chief = at.put("bell-warden", 3.0, 3.0), at.put("river-bandit-chief", 20.0, 20.0)
    idol, influence = at.game.state.objectives["idol-1"], INTERACTIONS["influence"]
    steps = []
    for model in (warden, chief, chief, warden, warden):
        assert influence.why_not(at.game, model, idol) == ""
        influence.carry_out(at.game, model, idol)
        steps.append(idol.friendly_to)
    assert steps == [S, "", N, "", S]
    assert influence.why_not(at.game, warden, idol) != ""
    assert influence.why_not(at.game, chief, idol) == ""


def test_b_scen_6_worship_markers_are_counted_for_each_player_and_go_one_by_one() -> None:
    at = laid("idols")
    warden, chief = at.put("bell-warden", 3.0, 3.0), at.put("river-bandit-chief", 20.0, 20.0)
    stone = Objective("stone-1", 9.0, 9.0, HALF, N)
    at.game.state.objectives = {stone.id: stone}
    for model in (warden, warden, chief):
        INTERACTIONS["worship"].carry_out(at.game, model, stone)
    assert stone.worship == {S: 2, N: 1}
    left = []
    for _turn in range(3):
        reset_alignments(at.game)
        left.append((dict(stone.worship), stone.friendly_to))
    assert left == [({S: 1, N: 0}, N), ({S: 0, N: 0}, N), ({S: 0, N: 0}, "")]


# -- deployment zones


@pytest.mark.parametrize(
    ("deployment", "side", "inside", "ahead", "bounds"),
    [
        ("baseline", SOUTH, False, 9000, (0, 0, 24, 0)),
        ("baseline", NORTH, False, 27000, (0, 24, 24, 24)),
        ("corner-square", SOUTH, True, 4500, (0, 0, 6, 6)),
        ("corner-square", NORTH, True, 22500, (18, 18, 24, 24)),
        ("corner-edge", SOUTH, False, 4500, (0, 0, 8, 8)),
        ("corner-edge", NORTH, False, 22500, (16, 16, 24, 24)),
    ],
)
def test_b_setup_7_the_deployment_zones(
    deployment: str, side: str, inside: bool, ahead: int, bounds: tuple[int, int, int, int]
) -> None:
    where = zone(deployment, side, 24.0, 24.0)
    assert (where.inside, where.ahead, where.shape.bounds) == (inside, ahead, bounds)
    assert where.shape.area == (36.0 if inside else 0.0)
    assert where.shape.length == {"baseline": 24.0, "corner-square": 24.0, "corner-edge": 16.0}[deployment]
