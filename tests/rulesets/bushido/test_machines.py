"""What machines see in Bushido: whole activations, exact fights, and what a position is worth."""

from __future__ import annotations

import math
from random import Random
from typing import Any, cast

import pytest

from game.engine.core.decisions import Pick
from game.engine.core.windows import PASS
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players import answer_with, make_player
from game.players.lookahead import PlanStep
from game.players.planner import reason_for_plan
from game.players.veteran import VeteranPlayer
from game.rulesets.bushido import RULESET
from game.rulesets.bushido.ai.position import STATES, best_fight, lead, worth_of
from game.rulesets.bushido.ai.prospects import prospects
from game.rulesets.bushido.odds.exchange_odds import even_exchange
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.registry import STATES as CONDITIONS
from game.rulesets.bushido.rules.state import Objective
from tests.rulesets.bushido.bushido_kit import N, S, acting, duel, moment, skirmish_session

CHOSEN = "ann.temple-guard-spear"


def veteran(tries: int = 30) -> VeteranPlayer:
    player = make_player("veteran", 1, tries)
    assert isinstance(player, VeteranPlayer)
    return player


def named(**changes: Any) -> Session:
    """Return a game in which a model has been named, and what it does is asked."""
    session = skirmish_session(ki=0, **changes)
    session.answer([CHOSEN])
    return session


def test_a_model_acts_from_when_it_is_named() -> None:  # B-MAIN-3
    session = named()
    assert RULESET.judge.acting(session.game) == (2, CHOSEN)


def test_nobody_acts_once_a_pass_token_is_paid_in_place_of_an_action() -> None:  # B-MAIN-3
    session = skirmish_session(ki=0)
    session.game.state.passes["ann"] = 1
    session.answer([CHOSEN])
    session.answer("pass-token")
    assert RULESET.judge.acting(session.game) is None


def test_a_veteran_plans_what_a_model_does_when_it_is_asked() -> None:
    player = veteran()
    answer_with(player, named(), 1)
    assert len(player.rated) > 1
    assert all(each.scored for each in player.rated)


def test_every_state_that_costs_something_is_one_of_the_rules() -> None:
    assert set(STATES) <= set(CONDITIONS)


@pytest.mark.parametrize("state", ["Poisoned", "Bleeding", "On Fire"])
def test_a_state_that_hurts_makes_a_model_worth_less(state: str) -> None:
    session = skirmish_session()
    model = session.game.state.models[CHOSEN]
    before = worth_of(session.game, model).whole
    session.game.mark(model, state, 1)
    assert worth_of(session.game, model).whole < before


def test_a_box_marked_costs_as_much_in_a_position_as_in_the_odds_of_a_fight() -> None:
    session = skirmish_session()
    game, model = session.game, session.game.state.models[CHOSEN]
    before, known = RULESET.judge.worth(game, "ann"), worth_of(game, model)
    model.wounds += 2
    assert before - RULESET.judge.worth(game, "ann") == pytest.approx(known.lost(2.0, 0.0))
    assert known.lost(float(known.left), 1.0) == pytest.approx(known.whole)


def test_a_split_is_worth_the_same_however_the_dice_fall() -> None:  # B-MELEE-5
    session = acting(skirmish_session(ki=0), "temple-guard-spear", "melee")
    while "secret" not in session.pending().prompt or session.pending().player != "ann":
        decision = session.pending()
        found = list(RULESET.judge.prospects(session.game, decision, Random(1)))
        session.answer(max(found, key=lambda each: each.worth).answer)
    offered = list(RULESET.judge.candidates(session.game, session.pending(), Random(1)))
    assert len(offered) > 2
    assert all(each.settled and each.final and each.scored for each in offered)


def test_who_passes_up_a_feat_says_why_that_is_and_not_what_comes_next() -> None:
    session = skirmish_session(ki=6)
    player = veteran()
    while not session.pending().allows(PASS) or session.pending().player != "ann" or not session.game.state.active:
        decision = session.pending()
        machine = player if decision.player == "ann" else make_player("recruit", 1)
        session.answer(answer_with(machine, session, 1))
    player.rate_answers(session.pending(), session.fork)
    passing = next(
        each for each in RULESET.judge.prospects(session.game, session.pending(), Random(1)) if each.answer == PASS
    )
    told = player._with_reasons(session.fork(), [passing], {})
    assert told[0].why == "it saves the Ki"


@pytest.mark.parametrize(
    ("scenario", "turn", "award", "kept"),
    [("seikyuu", 1, 2, 0), ("seikyuu", 2, 2, 3), ("seikyuu", 3, 4, 0), ("ryodo", 1, 2, 3), ("ryodo", 2, 4, 0)],
)
def test_points_that_are_wiped_before_an_award_count_for_nothing(
    scenario: str, turn: int, award: int, kept: int
) -> None:
    # B-SCEN-9: Seikyuu in turns 2, 4 and 6, Ryodo in turns 3 and 5.
    game = moment(scenario=scenario).game
    game.state.turn, game.state.points = turn, {S: 3, N: 0}
    assert lead(game, scenarios.find(scenario), S, award) == kept


def test_a_zone_held_counts_for_every_turn_whose_points_are_kept() -> None:  # B-SCEN-7, B-SCEN-23
    at = moment(scenario="ryodo")
    at.put("bell-warden", 12.0, 12.0)
    ryodo = scenarios.find("ryodo")
    at.game.state.turn = 2
    one_turn = lead(at.game, ryodo, S, 2)
    at.game.state.turn = 1
    assert 1.0 < one_turn < 3.0
    assert lead(at.game, ryodo, S, 2) == pytest.approx(2 * one_turn)
    assert lead(at.game, ryodo, N, 2) == pytest.approx(-2 * one_turn)


def test_a_prayer_for_one_point_at_home_costs_more_later_than_it_brings() -> None:  # B-SCEN-5
    at = moment(scenario="keii")
    for place, name in enumerate(("bell-warden", "temple-guard-spear", "herb-sister")):
        at.put(name, 4.0 + 4 * place, 4.0)
    for place, name in enumerate(("river-bandit-chief", "reed-stalker", "ferry-brute")):
        at.put(name, 4.0 + 4 * place, 20.0)
    keii, state = scenarios.find("keii"), at.game.state
    state.turn, state.points, state.prayers = 2, {S: 0, N: 0}, {S: 5, N: 5}
    before = {award: lead(at.game, keii, S, award) for award in (2, 6)}
    state.points[S], state.prayers[S] = 1, 4
    assert lead(at.game, keii, S, 6) < before[6]
    assert lead(at.game, keii, S, 2) > before[2]


def test_the_idol_that_goes_is_the_one_that_the_enemy_is_nearer_to() -> None:  # B-SCEN-8
    at = moment(scenario="idols")
    at.put("bell-warden", 4.0, 12.0)
    at.put("river-bandit-chief", 20.0, 12.0)
    at.game.state.objectives = {f"idol-{n}": Objective(f"idol-{n}", 6.0 * n, 12.0, 0.6, S) for n in (1, 2, 3)}
    asked = Pick(player=N, prompt="", rule="B-SCEN-8", candidates=("idol-1", "idol-2", "idol-3"))
    found = list(RULESET.judge.prospects(at.game, asked, Random(1)))
    assert max(found, key=lambda each: each.worth).answer == ["idol-1"]
    assert all(each.why for each in found)


@pytest.mark.parametrize(("victory", "better"), [(0, False), (1, True)])
def test_the_last_enemy_is_worth_killing_only_to_who_leads(victory: int, better: bool) -> None:  # B-END-4, AMB-4
    at = moment(scenario="seikyuu")
    at.put("bell-warden", 12.0, 12.0)
    last = at.put("reed-stalker", 20.0, 20.0)
    at.game.state.turn, at.game.state.victory = 3, {S: victory, N: 0}
    before = RULESET.judge.worth(at.game, S)
    at.game.kill(last)
    assert (RULESET.judge.worth(at.game, S) > before) is better


def test_what_the_enemy_can_reach_is_worth_less_when_it_acts_next() -> None:
    at = moment(scenario="seikyuu")
    at.put("temple-guard-archer", 12.0, 3.0)
    chief = at.put("river-bandit-chief", 12.0, 23.0)
    chief.facing, at.game.state.active_player = 27000, S
    far = best_fight(at.game, N)
    chief.y = 8.0
    assert best_fight(at.game, N) > far == 0.0
    chief.counters = 0
    assert best_fight(at.game, N) == 0.0


def test_an_idol_that_can_still_be_turned_in_time_counts_in_part() -> None:  # B-SCEN-4
    at = moment(scenario="idols")
    at.game.state.objectives = {"idol-1": Objective("idol-1", 12.0, 12.0, 0.6)}
    model = at.put("bell-warden", 12.0, 9.0)
    at.game.state.turn, idols = 2, scenarios.find("idols")
    two_actions = lead(at.game, idols, S, 2)
    model.y = 10.81
    one_action = lead(at.game, idols, S, 2)
    assert 0.0 < two_actions < one_action < 1.0
    assert lead(at.game, idols, N, 2) == pytest.approx(-one_action)
    model.y, model.counters = 9.0, 1
    assert lead(at.game, idols, S, 2) == 0.0


def test_the_odds_of_an_even_exchange_follow_what_they_hang_on() -> None:
    at = duel((), {}, {})
    own, foe = at["a"], at["b"]
    fresh = even_exchange(at.game, own, foe)
    foe.wounds = 4
    hurt = even_exchange(at.game, own, foe)
    assert hurt.kills > fresh.kills
    at.game.mark(own, "Stunned", 0)
    assert even_exchange(at.game, own, foe).hit < hurt.hit
    at.game.unmark(own, "Stunned")
    foe.wounds = 0
    assert even_exchange(at.game, own, foe) == fresh


def test_a_shot_out_of_range_is_worth_no_more_than_the_counter_that_it_costs() -> None:  # B-RNG-1, B-RNG-7
    session = skirmish_session(ki=0, temple_guard_archer={"x": 1.0, "y": 1.0, "facing": 4500})
    acting(session, "temple-guard-archer", "ranged", "stand")
    offered = {
        cast("list[str]", each.answer)[0]: each
        for each in RULESET.judge.candidates(session.game, session.pending(), Random(1))
    }
    before = RULESET.judge.worth(session.game, "ann")
    session.game.state.models["ann.temple-guard-archer"].counters -= 1
    paid = RULESET.judge.worth(session.game, "ann") - before
    assert offered["bob.river-bandit-chief"].settled
    assert offered["bob.river-bandit-chief"].worth == pytest.approx(paid)


def test_what_is_passed_up_after_an_action_speaks_for_nothing() -> None:
    session = skirmish_session()
    assert session.pending().allows(PASS)
    assert reason_for_plan([PlanStep(session, (Prospect(PASS, 0.0, "it saves the Ki"),))]) == ""


def test_to_turn_an_idol_costs_nothing_of_what_it_is_to_stand_there() -> None:  # B-SCEN-4
    at = moment(scenario="idols")
    at.game.state.objectives = {"idol-1": Objective("idol-1", 12.0, 12.0, 0.6)}
    at.put("bell-warden", 12.0, 10.81)
    others = (each for each in at.game.models if each.id != at["bell-warden"].id)
    for place, each in enumerate(others):
        each.place, each.x, each.y, each.counters = "table", 2.0 + 2.0 * place, 23.0, 2
    before = RULESET.judge.worth(at.game, S)
    at.game.state.objectives["idol-1"].friendly_to = S
    assert RULESET.judge.worth(at.game, S) > before


def test_a_walk_always_considers_the_best_goal_however_much_is_overlooked() -> None:
    """Otherwise a Recruit walks to and fro at random, although idols and enemies are near."""
    session = acting(skirmish_session(scenario="idols", objectives=True, ki=0), "herb-sister", "walk")
    decision, model = session.pending(), session.state.models["ann.herb-sister"]
    offered = [*prospects(session.game, decision, Random(1), 0.0)]
    spots = [(prospect.answer, prospect.why) for prospect in offered if isinstance(prospect.answer, list)]
    [([x, y, *_facing], why)] = spots
    assert why == "nearer to Idol 1"
    idol = session.state.objectives["idol-1"]
    assert math.dist((x, y), (idol.x, idol.y)) < math.dist((model.x, model.y), (idol.x, idol.y)) - 1.0
