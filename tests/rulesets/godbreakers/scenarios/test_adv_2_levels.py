"""Terrain levels, climbing and falling, and the trait Unbound (G-ADV-2..5, E22, Q37)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from game.engine.core.decisions import Place
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.view import Line
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets import load
from game.rulesets.godbreakers.rules.events import Damaged, Fell, LevelChosen, ObstaclesMet
from game.rulesets.godbreakers.rules.invariants import SOUND
from game.rulesets.godbreakers.rules.placing import LevelRegion
from game.rulesets.godbreakers.rules.state import Marker, Model, Token
from game.rulesets.godbreakers.view.table import threats
from game.table.documents import MapDocument, TerrainPiece
from game.table.threat.threat_map import ThreatMap
from tests.rulesets.godbreakers.kit import (
    A,
    B,
    Play,
    begin,
    from_the_start,
    godbreaker,
    objective,
    of_kind,
    table,
    treasure,
    unaligned,
    wall,
    wood,
)


def floor(name: str, west: float, south: float, east: float, north: float, *levels: int) -> TerrainPiece:
    """Area terrain that can be stood on at its levels."""
    return wood(name, west, south, east, north).model_copy(update={"levels": levels})


def rail(name: str, *line: tuple[float, float], level: int, impassable: bool = False) -> TerrainPiece:
    return wall(name, *line, impassable=impassable).model_copy(update={"levels": (level,)})


TOWER = table(floor("Storey", 8, 6, 16, 14, 1), floor("Roof", 8, 8, 12, 12, 2))
"""A storey of 8 by 8 inches with a roof of 4 by 4 above its western middle."""


def tower(
    *pieces: Model | Marker | Token, dice: tuple[int, ...] = (), ground: MapDocument = TOWER, **more: Any
) -> Play:
    return begin(*pieces, dice=dice, ground=ground, levels=True, **more)


def lines(play: Play, x: float, y: float) -> list[Line]:
    return list(load("godbreakers").preview(play.game, play.decision, x, y).lines)


def test_e22_measured_from_above_only_the_far_half_pays_for_the_lower_level() -> None:
    ground = table(floor("Mire", 0, 0, 30, 20, 0), floor("Ledge", 4, 8, 6, 12, 1))
    play = tower(godbreaker("Ada", A, 5, 10, level=1), godbreaker("Bo", B, 14.2, 10), ground=ground)
    assert play.game.range(play.model("Ada"), play.model("Bo")) == 12


def test_g_adv_2_levels_do_not_matter_unless_they_were_agreed_on() -> None:
    play = begin(godbreaker("Ada", A, 5, 10), godbreaker("Bo", B, 25, 10), ground=TOWER)
    play.act("Ada", "move")
    assert play.may_place(10.0, 10.0)
    assert lines(play, 10.0, 10.0)[-1].text == "No obstacles"


def test_g_adv_2_a_move_asks_for_the_level_first_where_there_is_a_choice() -> None:
    play = tower(godbreaker("Ada", A, 5, 10), godbreaker("Bo", B, 25, 10), dice=(6,))
    play.act("Ada", "move")
    assert play.asked == (A, "G-ADV-2")
    assert play.options == ["level-0", "level-1"]
    assert "one level up or down" in play.refusal("level-2").text
    play.answer("level-1")
    assert play.may_place(9.0, 10.0)
    assert play.why_not(6.0, 10.0)["nothing to stand on"].rule == "G-ADV-2"
    events = play.answer([9.0, 10.0])
    assert play.model("Ada").level == 1
    assert [(event.start, event.end) for event in of_kind(events, LevelChosen)] == [(0, 1)]


def test_g_adv_2_no_question_is_asked_far_from_any_level() -> None:
    play = tower(godbreaker("Ada", A, 27, 2), godbreaker("Bo", B, 20, 18))
    play.act("Ada", "move")
    assert play.asked == (A, "G-MOVE-1")


@pytest.mark.parametrize(("roll", "damage"), [(3, 1), (4, 0)])
def test_g_adv_3_ending_on_another_level_is_an_obstacle(roll: int, damage: int) -> None:
    play = tower(godbreaker("Ada", A, 5, 10), godbreaker("Bo", B, 25, 10), dice=(roll,))
    play.act("Ada", "move", "level-1")
    assert any(line.rule == "G-ADV-3" for line in lines(play, 9.0, 10.0))
    events = play.answer([9.0, 10.0])
    assert of_kind(events, ObstaclesMet)[0].obstacles == ("Climb",)
    assert play.model("Ada").damage == damage


def test_g_adv_3_adds_to_the_other_obstacles() -> None:
    """Escape, a rail on the upper level and the fall to the ground: three obstacles, three damage."""
    ground = table(floor("Storey", 8, 6, 16, 14, 1), rail("Rail", (14.0, 6.0), (14.0, 14.0), level=1))
    ada = godbreaker("Ada", A, 12.8, 10, level=1)
    play = tower(ada, godbreaker("Bo", B, 11.6, 10, level=1), ground=ground, dice=(2,))
    play.act("Ada", "move", "level-0")
    events = play.answer([17.0, 10.0])
    assert of_kind(events, ObstaclesMet)[0].obstacles == ("Escape", "Fall", "Vault over Rail")
    assert play.model("Ada").damage == 3


def test_g_move_4_a_rail_of_another_level_is_no_obstacle() -> None:
    ground = table(floor("Storey", 8, 6, 16, 14, 1), rail("Rail", (14.0, 6.0), (14.0, 14.0), level=1))
    play = tower(godbreaker("Ada", A, 12.8, 10), godbreaker("Bo", B, 28, 10), ground=ground)
    play.act("Ada", "move", "level-0", [15.5, 10.0])
    assert play.model("Ada").damage == 0


def test_g_adv_4_stepping_into_the_air_two_levels_up_hurts_one_and_two() -> None:
    ada = godbreaker("Ada", A, 11, 10, level=2)
    ground = table(floor("Roof", 8, 8, 12, 12, 2))
    play = tower(ada, godbreaker("Bo", B, 25, 10), ground=ground)
    play.act("Ada", "move")
    assert play.options == ["level-2", "fall-2"]
    play.answer("fall-2")
    assert not play.may_place(11.5, 10.0)
    assert Line("Falls to level 0: 3 damage", "G-ADV-4", "bad") in lines(play, 14.0, 10.0)
    events = play.answer([14.0, 10.0])
    assert [(event.start, event.end) for event in of_kind(events, Fell)] == [(2, 0)]
    assert [(event.amount, event.rule) for event in of_kind(events, Damaged)] == [(3, "G-ADV-4")]
    assert not of_kind(events, ObstaclesMet)
    assert (play.model("Ada").x, play.model("Ada").level) == (14.0, 0)
    told = [play.session.ruleset.tell(play.game, event) for event in events]
    assert "Ada comes to rest at (14.00, 10.00)" in told  # nobody put it there


def test_g_adv_4_a_fall_stops_at_the_highest_surface_below() -> None:
    play = tower(godbreaker("Ada", A, 11, 10, level=2), godbreaker("Bo", B, 25, 10))
    play.act("Ada", "move", "fall-2", [14.0, 10.0])
    assert (play.model("Ada").level, play.model("Ada").damage) == (1, 2)


def test_g_adv_4_who_falls_on_somebody_lands_beside_them() -> None:
    play = tower(godbreaker("Ada", A, 11, 10, level=2), godbreaker("Bo", B, 14, 10, level=1))
    play.act("Ada", "move", "fall-2", [14.2, 10.0])
    ada = play.model("Ada")
    assert (ada.level, ada.damage) == (1, 2)
    assert (ada.x, ada.y) == pytest.approx((15.0, 10.0), abs=2e-4)
    assert SOUND.violations(play.state, play.session.setup) == []


def test_g_adv_4_one_steps_into_the_air_from_the_level_where_one_stands() -> None:
    play = tower(godbreaker("Ada", A, 13, 10, level=1), godbreaker("Bo", B, 25, 10))
    play.act("Ada", "move")
    assert play.options == ["level-1", "level-0", "level-2", "fall-1"]


def test_g_adv_4_when_terrain_falls_to_ruin_those_on_it_fall_too() -> None:
    ada = godbreaker("Ada", A, 7.2, 10, traits={"Ruinous": 1})
    play = tower(ada, godbreaker("Bo", B, 14, 10, level=1), Token("gold", "treasure", 15, 7, level=1), dice=(4,))
    events = play.act("Ada", "ruin", "storey")
    assert [(event.model, event.start, event.end) for event in of_kind(events, Fell)] == [("bo", 1, 0)]
    # One for the ruin itself, then one for the fall and one for the level.
    assert [event.amount for event in of_kind(events, Damaged)] == [1, 2]
    assert play.model("Bo").level == 0
    assert play.state.tokens["gold"].level == 0


def test_q37_bases_on_different_levels_may_overlap_in_plan() -> None:
    play = tower(godbreaker("Ada", A, 5, 10), godbreaker("Bo", B, 10, 10, level=1))
    play.act("Ada", "move", "level-0", [10.1, 10.0])
    assert SOUND.violations(play.state, play.session.setup) == []
    assert play.game.range(play.model("Ada"), play.model("Bo")) == 0


def test_q37_the_objective_lies_on_the_ground_and_is_held_from_one_level_up_but_not_from_two() -> None:
    for level, held in ((0, True), (1, True), (2, False)):
        spot = godbreaker("Ada", A, 11.2 if level == 0 else 10.0, 10, level=level)
        play = tower(spot, objective(10, 10), godbreaker("Bo", B, 25, 10))
        assert play.game.controls(A, play.state.markers["objective"]) is held


def test_g_adv_2_who_is_two_levels_away_cannot_be_engaged() -> None:
    for level, able in ((1, True), (2, False)):
        play = tower(godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 10.5, 10, level=level))
        play.answer(["ada"])
        assert ("engage" in play.options) is able


def test_g_tbl_7_a_casualty_drops_its_tokens_on_its_level() -> None:
    ada = godbreaker("Ada", A, 10, 10, level=2, damage=9)
    play = tower(ada, godbreaker("Bo", B, 25, 15), treasure("gold", holder="ada"), dice=(1,), step="recovery")
    assert play.model("Ada").place == "casualty"
    assert play.state.tokens["gold"].disc.level == 2


def test_g_scn_6_deployment_offers_the_levels_in_range_of_the_shard() -> None:
    play = from_the_start(ground=TOWER, levels=True)
    while play.asked[1] != "G-ADV-2":
        decision = play.decision
        if isinstance(decision, Place):
            spot = decision.region.nearest({A: (5.0, 10.0), B: (25.0, 10.0)}[decision.player])
            assert spot is not None
            play.answer(list(spot))
        else:
            play.answer([play.candidates[0]])
    assert play.options == ["level-0", "level-1"]


# -- Unbound -----------------------------------------------------------------------------------


def unbound(rank: int, *, on: bool = True) -> Play:
    ada = godbreaker("Ada", A, 10, 10, traits={"Unbound": rank})
    return tower(ada, godbreaker("Bo", B, 10.5, 10, level=2), unbound=on)


@pytest.mark.parametrize(("rank", "on", "able"), [(1, True, True), (1, False, False)])
def test_g_trait_unbound_reaches_one_level_farther_per_rank_where_it_was_agreed_on(
    rank: int, on: bool, able: bool
) -> None:
    play = unbound(rank, on=on)
    play.answer(["ada"])
    assert ("engage" in play.options) is able


def test_g_trait_unbound_serves_only_its_own_model() -> None:
    play = unbound(3)
    assert play.game.reaches(play.model("Ada"), play.model("Bo"), 0)
    assert not play.game.reaches(play.model("Bo"), play.model("Ada"), 0)


def test_g_trait_unbound_moves_two_levels_up_at_rank_1() -> None:
    play = unbound(1)
    play.answer(["ada"], "move")
    assert play.options == ["level-0", "level-1", "level-2"]


def test_g_adv_5_the_best_level_counts_where_terrain_differs() -> None:
    """Measured on the upper level the mire below costs nothing."""
    ground = table(floor("Mire", 9, 9, 14, 11, 0), floor("Ledge", 14, 8, 18, 12, 1))
    archer = godbreaker("Ada", A, 8, 10, traits={"Unbound": 1, "Ranged": 1})
    play = tower(archer, godbreaker("Bo", B, 15.4, 10, level=1), ground=ground, unbound=True)
    assert play.game.range(play.model("Ada"), play.model("Bo")) == 6 + 3
    assert play.game.reaches(play.model("Ada"), play.model("Bo"), 6)


def outlook(play: Play, x: float, y: float) -> str:
    *_, last = load("godbreakers").outlook(play.game, play.decision, x, y)
    return last[0].text


@pytest.mark.parametrize(
    ("on", "told"), [(True, "1 could reach it after a move: Bo"), (False, "No enemy could reach it there")]
)
def test_g_adv_5_who_is_unbound_could_come_below_and_strike_two_levels_up(on: bool, told: str) -> None:
    """A perch with room for one: Bo ends on the ground below, and its shift serves the attack as it serves a move."""
    below = godbreaker("Bo", B, 16, 10.3, traits={"Unbound": 1} if on else {})
    perch = table(floor("Perch", 10, 10, 10.6, 10.6, 2))
    play = tower(godbreaker("Ada", A, 10.3, 10.3, level=2), below, unbound=True, ground=perch)
    play.answer(["ada"], "move", "level-2")
    assert outlook(play, 10.3, 10.3).startswith(told)


def test_g_adv_4_who_could_come_counts_those_who_would_fall_to_where_it_stands() -> None:
    """Two levels above, no move leads down to Ada's level; a step into the air does."""
    jumper = godbreaker("Bo", B, 11.2, 10, level=2)
    roof = table(floor("Ledge", 8, 8, 12, 12, 2))
    play = tower(godbreaker("Ada", A, 20, 10), jumper, ground=roof)
    play.answer(["ada"], "move")
    assert outlook(play, 15, 10) == "1 could reach it after a move: Bo"
    jumper = play.model("Bo")
    jumper.level = 0
    assert outlook(play, 26, 10).startswith("No enemy could reach it there")


@pytest.mark.parametrize("on", [True, False])
def test_g_adv_5_the_threat_map_tells_of_every_level_an_unbound_enemy_may_strike_from(on: bool) -> None:
    below = godbreaker("Bo", B, 18, 10, traits={"Unbound": 1} if on else {})
    play = tower(godbreaker("Ada", A, 2, 2), below, unbound=True)
    (threat,) = threats(play.game, A)
    paths = [(path.move.level, path.base.level) for path in threat.approaches if isinstance(path.move, LevelRegion)]
    assert paths == ([(0, 0), (0, 1), (1, 1), (1, 0), (1, 2)] if on else [(0, 0), (1, 1)])


def test_g_adv_4_the_threat_map_tells_of_whom_a_jump_from_a_roof_would_reach() -> None:
    """Bo stands two levels up; only a step into the air brings it down to the ground beside Ada."""
    ground = table(floor("Ledge", 8, 8, 12, 12, 2))
    play = tower(godbreaker("Ada", A, 15, 10), godbreaker("Bo", B, 11.2, 10, level=2), ground=ground)
    chart = ThreatMap()
    chart.update(threats(play.game, A))
    chart.finish()
    assert [strike.name for strike in chart.strikes(play.model("Ada").disc)] == ["Bo"]
    assert chart.over(15, 10) == ["bo"]
    assert chart.over(25, 10) == []
    assert chart.over(10, 10) == ["bo"] or chart.over(12.6, 10) == ["bo"]


def test_g_scn_the_gathering_who_is_unbound_verifies_a_local_two_levels_up() -> None:
    ada = godbreaker("Ada", A, 10, 10, traits={"Unbound": 1})
    local = unaligned("Local", 10.5, 10, 6, kind="local", level=2)
    for on, told in ((True, ""), (False, "no Local is within Ada's attack range of 0 U")):
        play = tower(ada.clone(), local.clone(), scenario="gathering", unbound=on)
        play.answer(["ada"])
        assert ("verify" in play.options) is on
        assert on or play.refusal("verify").text == told


# -- wild models, and everything at once -------------------------------------------------------


def test_q12_a_wild_model_climbs_to_come_nearer() -> None:
    wolf = unaligned("Wolf", 5, 10)
    play = tower(godbreaker("Ada", A, 10, 10, level=2), wolf, godbreaker("Bo", B, 11.4, 10, level=2))
    play.act("Ada", "end")
    play.act("Bo", "end")
    play.answer(["wolf"], "approach:ada")
    if play.asked[1] == "G-ADV-2":
        play.answer("level-1")
    assert play.asked[1] == "G-MOVE-1"
    assert play.decision.region.level == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", range(3))
def test_g_adv_random_games_with_every_advanced_rule_break_no_invariant(seed: int) -> None:
    ground = table(
        floor("Storey", 8, 6, 16, 14, 1),
        floor("Roof", 8, 8, 12, 12, 2),
        floor("Hall", 18, 4, 24, 12, 0, 1),
        rail("Rail", (14.0, 6.0), (14.0, 10.0), level=1, impassable=True),
        wall("Fence", (20.0, 14.0), (24.0, 16.0)),
    )
    play = from_the_start(2, ground, levels=True, ready=True, unbound=True, rounds=3)
    ruleset, rng = load("godbreakers"), random.Random(seed)
    session = Session(ruleset, play.session.setup, KeyedDice(seed), history=False)
    levels = set()
    while session.decision is not None:
        if session.state.setup_done == 0:
            for model in session.state.models.values():
                model.traits = {"Unbound": 1} if model.leader else {}
        session.answer(random_answer(session.decision, rng))
        assert SOUND.violations(session.state, session.setup) == []
        levels |= {model.level for model in session.state.models.values() if model.on_table}
    assert levels >= {0, 1}
