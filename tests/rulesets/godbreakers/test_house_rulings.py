"""What we rule where book and digest are silent: one test for each of our own rulings (H1..12)."""

from __future__ import annotations

import pytest

from game.engine.core.decisions import Choose
from game.rulesets.godbreakers.rules.events import Casualty, Damaged, ObstaclesMet, Scored
from game.rulesets.godbreakers.rules.state import Marker, Model, Token
from tests.rulesets.godbreakers.kit import (
    A,
    B,
    C,
    Play,
    begin,
    godbreaker,
    objective,
    of_kind,
    shard,
    table,
    treasure,
    unaligned,
    wall,
    wood,
)

SUCCESS, FAILURE = 5, 1
CELL = (
    wall("South", (8.8, 9), (11, 9), (11, 11), impassable=True, width=0.4),
    wall("North", (11.2, 11), (9, 11), (9, 8.8), impassable=True, width=0.4),
)
"""Impassable walls round (10, 10) with room for one base."""


def tower(*pieces: Model | Marker | Token, dice: tuple[int, ...] = (), players: int = 2) -> Play:
    """A storey at level 1 and a roof at level 2 above its western middle."""
    floors = [wood("LevelRegion", 8, 6, 16, 14), wood("Roof", 8, 8, 12, 12)]
    raised = [floor.model_copy(update={"levels": (n,)}) for n, floor in enumerate(floors, 1)]
    rail = wall("Rail", (13, 6), (13, 14)).model_copy(update={"levels": (1,)})
    return begin(*pieces, dice=dice, players=players, ground=table(*raised, rail), levels=True)


def wren(**more: object) -> Model:
    """A godbreaker that fell with 5 damage."""
    model = godbreaker("Wren", A, 1, 1, 6, damage=5)
    model.place = "casualty"
    return model


def test_h1_hidden_ways_without_room_end_beside_the_closest_model_for_1_damage() -> None:
    raven = godbreaker("Raven", A, 3, 3, traits={"Mysterious": 1})
    play = begin(raven, godbreaker("Nova", B, 10, 10), dice=[SUCCESS], ground=table(*CELL))
    happened = play.act("Raven", "hidden-ways")
    assert [(event.model, event.amount) for event in of_kind(happened, Damaged)] == [("raven", 1)]
    assert 1.0 < abs(play.model("Raven").x - 10) + abs(play.model("Raven").y - 10) < 3.5


def test_h1_hidden_ways_without_room_end_on_the_level_of_the_closest_model() -> None:
    """Nova fills a perch above Bo's cell: over its edge it goes, 1 damage and 1 for the level."""
    perch = wood("Perch", 9.7, 9.7, 10.1, 10.1).model_copy(update={"levels": (1,)})
    raven = godbreaker("Raven", A, 3, 3, traits={"Mysterious": 1})
    others = [godbreaker("Nova", B, 9.9, 9.9, level=1), godbreaker("Bo", B, 10, 10)]
    play = begin(raven, *others, dice=[SUCCESS], ground=table(perch, *CELL), levels=True)
    happened = play.act("Raven", "hidden-ways")
    assert [(event.amount, event.rule) for event in of_kind(happened, Damaged)] == [(2, "G-ADV-4")]


@pytest.mark.parametrize(("players", "lost"), [(1, [-5]), (2, [])])
def test_h2_whoever_fails_to_stay_is_a_casualty_again_and_costs_5_vp_in_solo_play(
    players: int, lost: list[int]
) -> None:
    raven = godbreaker("Raven", A, 15, 10, 8, traits={"Despoiling": 1})
    others = [godbreaker("Nova", B, 25, 15)] if players == 2 else []
    play = begin(raven, wren(), *others, players=players, dice=[FAILURE])
    happened = play.act("Raven", "despoil", ["wren"], [15, 11.5])
    assert [event.model for event in of_kind(happened, Casualty)] == ["wren"]
    assert [event.points for event in of_kind(happened, Scored)] == lost


def test_h3_whoever_despoiling_calls_back_comes_without_damage() -> None:
    raven = godbreaker("Raven", A, 15, 10, 8, traits={"Despoiling": 1})
    play = begin(raven, wren(), godbreaker("Nova", B, 25, 15), dice=[SUCCESS])
    play.act("Raven", "despoil", ["wren"], [15, 11.5])
    assert (play.model("Wren").place, play.model("Wren").damage) == ("table", 0)


@pytest.mark.parametrize(("start", "end", "level"), [((15, 10), (17.5, 10), 0), ((18, 10), (12.2, 10), 1)])
def test_h4_a_move_between_levels_vaults_over_the_barricades_of_both(
    start: tuple[float, float], end: tuple[float, float], level: int
) -> None:
    """The rail runs along x = 13 on level 1: crossed on the way up, not on the way down from east of it."""
    ada = godbreaker("Ada", A, *start, 8, level=1 - level)
    play = tower(ada, godbreaker("Bo", B, 2, 2), dice=(SUCCESS,))
    happened = play.act("Ada", "move", f"level-{level}", list(end))
    (met,) = of_kind(happened, ObstaclesMet)
    assert ("Vault over Rail" in met.obstacles) is (level == 1)


def test_h5_the_centre_of_a_base_decides_what_it_stands_on() -> None:
    play = tower(godbreaker("Ada", A, 9, 7, level=1), godbreaker("Bo", B, 2, 2))
    play.act("Ada", "move", "level-1")
    assert play.may_place(8.0, 7)  # half of the base sticks out
    assert "nothing to stand on" in play.why_not(7.99, 7)


def test_h6_only_a_move_steps_into_the_air() -> None:
    ada = godbreaker("Ada", A, 9, 7, 8, level=1, traits={"Cunning": 3})
    play = tower(ada, godbreaker("Bo", B, 10.2, 7, level=1))
    play.answer(["ada"], "move")
    assert play.options == ["level-1", "level-0", "level-2", "fall-1"]
    play.answer("fall-1")
    assert play.may_place(6.5, 7)
    play = tower(ada.clone(), godbreaker("Bo", B, 10.2, 7, level=1), dice=(4, 2))
    play.act("Ada", "engage", ["bo"])
    assert isinstance(play.decision, Choose)
    assert [key for key in play.options if key.startswith("fall")] == []


def test_h6_one_steps_into_the_air_from_ones_own_level_alone() -> None:
    play = tower(godbreaker("Ada", A, 9, 9, 8, level=2), godbreaker("Bo", B, 2, 2))
    play.answer(["ada"], "move")
    assert [key for key in play.options if key.startswith("fall")] == ["fall-2"]


def test_h7_a_marker_under_a_storey_lies_on_the_ground() -> None:
    for level, able in ((0, True), (1, True), (2, False)):
        play = tower(objective(10, 10), godbreaker("Ada", A, 10.4 if level else 11.2, 10, level=level))
        assert play.game.controls(A, play.state.markers["objective"]) is able
        assert play.state.markers["objective"].disc.level == 0


def test_h8_a_draw_nominates_nobody() -> None:
    def last_round(score: int) -> Play:
        pieces = [godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 25, 15)]
        return begin(*pieces, step="resolution", in_round=5, vp={A: 3, B: score})

    assert last_round(3).ended()[0] == [A, B]
    assert last_round(3).session.finished
    assert last_round(2).asked == (A, "G-SCN-3")


def test_h9_in_the_clash_no_spawn_breaks_out_and_nothing_breeds_at_the_objective() -> None:
    horror = unaligned("Horror", 20, 10, 12, kind="horror", damage=20)
    raven = godbreaker("Raven", A, 11.2, 10, leader=True)
    pieces: list[Model | Marker | Token] = [
        horror,
        raven,
        godbreaker("Nova", B, 25, 15, leader=True),
        objective(10, 10),
        shard(A, 3, 3),
    ]
    play = begin(*pieces, scenario="clash", step="recovery", dice=[1, 5, 3])
    assert play.model("Horror").place == "casualty"
    assert [token.type for token in play.state.tokens.values()] == ["trophy"]
    play.answer([A, B])
    assert {model.kind for model in play.game.standing()} == {"godbreaker"}


def test_h9_in_the_clash_nobody_verifies_a_local() -> None:
    local = unaligned("Local", 11.2, 10, 6, kind="local")
    play = begin(godbreaker("Raven", A, 10, 10), local, godbreaker("Nova", B, 25, 15), scenario="clash")
    play.answer(["raven"])
    assert "verify" not in play.options


@pytest.mark.parametrize(("holder", "name"), [("spawn", "Murderous"), ("raven", "Avenger")])
def test_h10_a_spawn_avenges_only_what_somebody_else_carries(holder: str, name: str) -> None:
    spawn = unaligned("Spawn", 15, 10, 8, kind="spawn")
    raven = godbreaker("Raven", A, 10, 10, activated=True)
    nova = godbreaker("Nova", B, 18, 10, activated=True)
    play = begin(spawn, raven, nova, treasure("trophy-1", holder, sort="trophy"), scenario="nest")
    play.answer(["spawn"])
    assert play.decision.prompt == f"Spawn acts by compulsion: {name}"


def test_h11_past_walls_all_ends_in_the_same_whole_inch_serve_alike() -> None:
    """Nova sits behind walls without a gap; the beast comes as near as whole inches tell."""
    beast = unaligned("Beast", 20, 10, 8)
    pieces = [godbreaker("Nova", B, 10, 10, activated=True), beast, godbreaker("Raven", A, 10, 3, activated=True)]
    pieces[2].place = "casualty"
    play = begin(*pieces, ground=table(*CELL))
    play.answer(["beast"], "approach:nova")
    spot = play.decision.region.nearest((10, 10))  # type: ignore[attr-defined]
    assert spot is not None
    gap = spot.x - 10 - 1.0
    inch = int(gap)
    assert play.may_place(10 + 1.0 + inch + 0.99, 10)
    assert not play.may_place(10 + 1.0 + inch + 1.01, 10)


def test_h12_whoever_concedes_among_three_is_out_but_not_in_anothers_activation() -> None:
    circles = [godbreaker(f"{player}1", player, 5 + 8 * n, 10) for n, player in enumerate((A, B, C))]
    play = begin(*circles, players=3)
    play.answer(["anna1"])
    assert play.declare_refused("concede", B).rule == "G-ACT-4"
    play.answer("end")
    happened = play.declare("concede", B)
    assert of_kind(happened, Casualty) == []
    assert (play.model("bert1").place, play.state.lost) == ("removed", [B])
