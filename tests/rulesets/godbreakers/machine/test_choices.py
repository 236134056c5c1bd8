"""Machines choose whom a trait or scenario is about by what it brings: revenge, a shove, who rolls, who comes in."""

from random import Random

import pytest

from game.engine.core.decisions import Choose
from game.engine.rulebook.view import Prospect
from game.players import answer_with, make_player
from game.rulesets.godbreakers.ai.evaluation import prospects, reason_for, special_worth
from game.rulesets.godbreakers.ai.position import hurt
from game.rulesets.godbreakers.odds.odds import test_odds as odds_of_test
from tests.rulesets.godbreakers.kit import A, B, Play, begin, godbreaker, objective, unaligned

levels = pytest.mark.parametrize("kind", ["greedy", "veteran", "warlord"])


def answered(play: Play, kind: str) -> object:
    """Let a machine answer what is asked; return its answer."""
    answer = answer_with(make_player(kind, 1), play.session, 1)
    play.answer(answer)
    return answer


@pytest.mark.parametrize("kind", ["greedy", "veteran"])
def test_g_trait_vengeful_revenge_strikes_the_wounded_rival_not_the_first_one(kind: str) -> None:
    wick = godbreaker("Wick", A, 10, 10, 12, traits={"Vengeful": 2})
    near = [godbreaker("Gull", B, 10, 11.5, 8), godbreaker("Tern", B, 11.5, 10, 8, damage=3)]
    play = begin(wick, *near, priority=(B, A), dice=[7, 4])
    play.act("Gull", "engage", ["wick"])
    assert play.asked == (A, "G-TRAIT-VENGEFUL")
    assert answered(play, kind) == ["tern"]
    assert play.model("Tern").damage == 5


@levels
def test_g_trait_vengeful_a_wild_model_takes_revenge_on_its_handlers_rival(kind: str) -> None:
    beast = unaligned("Beast", 11.6, 10, 12, traits={"Vengeful": 2})
    models = [godbreaker("Wick", A, 10, 10, 8, damage=3), godbreaker("Tern", B, 11.6, 11.8, 8, damage=3)]
    play = begin(*models, beast, priority=(B, A), dice=[8, 4])
    play.act("Tern", "end")
    play.act("Wick", "engage", ["beast"])
    assert play.asked == (A, "G-TRAIT-VENGEFUL")
    assert play.candidates == ["wick", "tern"]
    # A warlord plays on with dice, in which no revenge is about as good.
    assert answered(play, kind) in ([["tern"], []] if kind == "warlord" else [["tern"]])


def test_g_trait_thunderous_thunder_is_worth_what_it_does_by_the_test_and_says_to_whom() -> None:
    wick = godbreaker("Wick", A, 10, 10, 8, traits={"Thunderous": 1})
    play = begin(wick, godbreaker("Gull", B, 10, 12, 6, damage=1), godbreaker("Tern", B, 13, 10, 6, damage=2))
    play.answer(["wick"])
    model, game = play.model("Wick"), play.game
    chance = float(odds_of_test(game, model, "Thunder!"))
    gull, twice, tern = (hurt(game, A, play.model(name), n) for name, n in (("Gull", 1), ("Gull", 2), ("Tern", 1)))
    worth, why = special_worth(game, A, model, "thunder")
    assert worth == pytest.approx(chance * (twice + tern) + (1 - chance) * (gull + hurt(game, A, model, 1)))
    assert why == "1 damage to Gull; 62% to pass Thunder!"
    assert isinstance(play.decision, Choose)
    assert {each.answer: each.why for each in prospects(game, play.decision, Random(1))}["thunder"] == why


def test_g_trait_thunderous_where_nobody_is_near_thunder_is_of_no_use() -> None:
    play = begin(godbreaker("Wick", A, 10, 10, 8, traits={"Thunderous": 1}), godbreaker("Gull", B, 28, 2))
    worth, why = special_worth(play.game, A, play.model("Wick"), "thunder")
    assert worth < 0
    assert why == "no model would be hurt"


@pytest.mark.parametrize("kind", ["veteran", "warlord"])
def test_g_trait_juggernaut_a_rival_is_shoved_off_the_objective(kind: str) -> None:
    wick = godbreaker("Wick", A, 10, 10, 8, traits={"Juggernaut": 2})
    gull = godbreaker("Gull", B, 11.8, 10, 12, activated=True)
    play = begin(wick, gull, objective(10.9, 11.2), dice=[5, 5])
    play.act("Wick", "engage", ["gull"])
    assert play.asked == (A, "G-TRAIT-JUGGERNAUT")
    player = make_player(kind, 1)
    for _answer in range(2):
        play.answer(answer_with(player, play.session, 1))
    assert play.game.controls(A, play.state.markers["objective"])


@levels
def test_g_ini_1_without_a_leader_the_largest_die_rolls(kind: str) -> None:
    circle = [godbreaker("Wick", A, 4, 4, 6), godbreaker("Lark", A, 8, 4, 10)]
    play = begin(*circle, godbreaker("Gull", B, 28, 2), step="initiative", dice=[])
    while play.asked[0] != A:
        play.answer([play.candidates[0]])
    assert play.asked[1] == "G-INI-1"
    found = {str(each.answer): each.why for each in prospects(play.game, play.decision, Random(1))}
    assert found == {"['lark']": "it rolls the largest die"}
    assert answer_with(make_player(kind, 1), play.session, 1) == ["lark"]


@levels
@pytest.mark.parametrize(("near", "far", "answer"), [(A, B, "spawn"), (B, A, "barren")])
def test_g_scn_the_nest_a_spawn_breaks_out_where_a_rival_is_closest(
    kind: str, near: str, far: str, answer: str
) -> None:
    maw = unaligned("Maw", 10, 10, 12, kind="horror", damage=9)
    pieces = [godbreaker("Gull", near, 12.5, 10), godbreaker("Tern", far, 20, 10)]
    play = begin(maw, *pieces, step="recovery", scenario="nest", dice=[1])
    assert play.asked == (B, "G-SCN-THE-NEST")
    player = make_player(kind, 1)
    assert answer_with(player, play.session, 1) == answer
    assert player.reason == "Gull is closest to it"


@pytest.mark.parametrize(
    ("answer", "why"),
    [("hunter", "5 VP for the circle closest when it falls"), ("nobody", "no Hunter will attack anyone")],
)
def test_g_scn_the_gathering_what_speaks_for_a_hunter_and_against_one(answer: str, why: str) -> None:
    local = unaligned("Ann", 11.5, 10, 6, kind="local")
    pieces = [godbreaker("Raven", A, 10, 10, 8), local, godbreaker("Nova", B, 28, 2)]
    play = begin(*pieces, scenario="gathering", dice=[4])
    play.act("Raven", "verify", ["ann"])
    assert play.options == ["hunter", "nobody"]
    assert reason_for(play.game, play.decision, Prospect(answer, 0.0, "")) == why
    assert {each.answer: each.why for each in prospects(play.game, play.decision, Random(1))}[answer] == why


def test_g_ini_5_leaving_traits_unused_says_what_it_does() -> None:
    wolf = unaligned("Wolf", 10, 10, traits={"Ranged": 1, "Brutal": 3})
    play = begin(wolf, godbreaker("Raven", A, 12.5, 10, activated=True), priority=(A, B))
    play.answer(["wolf"])
    offered = {each.answer: each.why for each in prospects(play.game, play.decision, Random(1))}
    assert offered["traits"] == "no gain from leaving traits unused"
    play.answer("traits")
    [kept] = prospects(play.game, play.decision, Random(1))
    assert (kept.answer, kept.why) == (["Ranged"], "its other traits are left unused")
