"""Every ruling shown in a small situation (AMB-1 to AMB-38)."""

from __future__ import annotations

import pathlib
import re
from importlib.resources import files
from typing import Any

import pytest
from pydantic import ValidationError

from game.engine.core.decisions import Choose
from game.rulesets.bushido import RULESET
from game.rulesets.bushido.rules import feats
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions.fighting import why_barred
from game.rulesets.bushido.rules.dice.results import compensated
from game.rulesets.bushido.rules.dice.tests import fear_test
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter, Shot
from game.rulesets.bushido.rules.melee.damage import kept, marked
from game.rulesets.bushido.rules.melee.pools import assisting, pool_of
from game.rulesets.bushido.rules.moving.carry_out import region_of
from game.rulesets.bushido.rules.moving.policies import is_in_zone, walk
from game.rulesets.bushido.rules.scenarios import find
from game.rulesets.bushido.rules.shooting.attack import shoot
from game.rulesets.bushido.rules.shooting.numbers import dice, number
from game.rulesets.bushido.rules.turn import main as phases
from game.rulesets.bushido.rules.turn.main import activation
from game.table.path.judge import check
from game.table.path.path import Path
from game.table.path.policy import CONTACT
from game.table.placing.places import is_legal
from tests.rulesets.bushido.bushido_kit import (
    BLADE,
    BOW,
    HALF,
    act,
    card,
    duel,
    fight,
    moment,
    piece,
    warband,
    why,
)


def test_every_ruling_is_cited_by_the_code_that_carries_it_out_and_stands_in_the_reference() -> None:
    rooms = (files("game.rulesets.bushido") / room for room in ("rules", "warbands"))
    sources = [path.read_text("utf-8") for room in rooms for path in pathlib.Path(str(room)).rglob("*.py")]
    cited = {identity for text in sources for identity in re.findall(r"AMB-\d+a?", text)}
    assert cited == {f"AMB-{number}" for number in [*range(1, 39), "17a"]}
    assert all(map(RULESET.wording, cited))


def test_amb_1_and_b_start_5_and_b_test_21_who_goes_first_resolves_first() -> None:
    """Though the winner of the test declares second."""
    at = moment()
    for place, name in enumerate(("bell-warden", "river-bandit-chief")):
        at.put(name, 4.0 + 8 * place, 12.0, ki=3)
        at.game.mark(at[name], "Death Sentence", 0)
    at.game.state.first_player = at.game.state.tactical_winner = "north"
    at.run(phases.starting_effects(at.game), "pay", "keep")
    assert [each.player for each in at.asked] == ["north", "south"]


def test_amb_2_and_amb_26_in_the_end_phase_the_first_player_begins_and_fire_comes_first() -> None:
    at = moment()
    for place, name in enumerate(("bell-warden", "river-bandit-chief")):
        at.put(name, 4.0 + 8 * place, 12.0)
        for state in ("Poisoned", "Bleeding", "On Fire"):
            at.game.mark(at[name], state, 1)
    at.game.state.first_player = "north"
    at.game.state.victory = {"south": 0, "north": 0}
    at.run(phases.ending_phase(at.game))
    lost = [(each.model.split(".")[0], each.state) for each in at.told("MarkerLost")]
    assert lost == [(side, state) for side in ("north", "south") for state in ("On Fire", "Bleeding", "Poisoned")]


@pytest.mark.parametrize(("place", "over"), [("table", False), ("elsewhere", True), ("killed", True)])
def test_amb_3_only_the_battlefield_keeps_a_side_in_the_game(place: Any, over: bool) -> None:
    at = moment()
    at.put("bell-warden", 4.0, 12.0)
    at.put("river-bandit-chief", 12.0, 12.0).place = place
    at.run(phases.score(at.game))
    assert (at.game.state.result is not None) is over


def test_amb_4_and_b_end_4_a_wipe_out_scores_what_this_turn_brings_and_nothing_later() -> None:
    for turn, victory in ((3, 0), (4, 1)):
        at = moment(scenario="keii")
        at.put("bell-warden", 4.0, 12.0)
        at.game.state.turn, at.game.state.points = turn, {"south": 2, "north": 0}
        at.run(phases.score(at.game))
        result = at.game.state.result
        assert result is not None
        assert (at.game.state.victory["south"], len(result.winners)) == (victory, 1 if victory else 2)


def test_amb_5_a_turn_begins_with_two_counters_whatever_was_left() -> None:
    at = moment()
    at.put("bell-warden", 4.0, 12.0).counters = 1
    phases.gain_counters(at.game)
    assert at["bell-warden"].counters == 2


def test_amb_6_all_in_play_are_counted_for_pass_tokens() -> None:
    at = moment()
    at.put("bell-warden", 4.0, 12.0)
    at.put("herb-sister", 8.0, 12.0).place = "elsewhere"
    at.put("river-bandit-chief", 12.0, 12.0)
    phases.pass_tokens(at.game)
    assert at.game.state.passes == {"south": 0, "north": 1}


def test_amb_7_and_b_main_3_who_can_do_nothing_has_been_activated_all_the_same() -> None:
    at = duel((), {"ki": {"value": 1, "max": 3}}, {}, gap=0.4)
    at["a"].counters = 1
    at["b"].facing = 18000
    at.game.mark(at["a"], "Held", 0)
    at.game.state.active_player = "south"
    at.run(activation(at.game), "south.a nothing")
    assert (at["a"].counters, at.game.state.active_player) == (0, "north")


def test_amb_8_and_amb_35_a_charger_pays_two_in_all_and_is_not_exhausted_in_its_fight() -> None:
    at = duel((3,) * 12, {}, {}, gap=3.0)
    spot = [at["b"].x - 2 * at["a"].radius - CONTACT / 2, 12.0]
    act(at, "a", "charge", spot, "0/3", "0/3")
    assert (at["a"].counters, at["b"].counters) == (0, 1)
    at["a"].counters = at["b"].counters = 1
    fight(at, "0/3", "0/3")
    assert at["b"].counters == 0


def test_amb_9_states_go_with_the_effects_of_the_end_phase_after_what_harms() -> None:
    at = duel((), {}, {"traits": ["Last Stand"]}, gap=3.0)
    for state in ("Stunned", "Blind", "Berserk"):
        at.game.mark(at["a"], state, 0, 0)
    at["b"].wounds = 5
    at.run(phases.end_effects(at.game))
    assert [at["a"].markers.get(state, []) for state in ("Stunned", "Blind", "Berserk")] == [[0], [], []]
    kinds = [event.kind for event in at.game.events]
    assert kinds.index("Killed") < kinds.index("MarkerLost")


def test_amb_10_halving_then_tough_then_durable() -> None:
    assert [marked(5, halved=True, tough=1), marked(7, halved=True, tough=1, durable=True)] == [1, 1]
    assert marked(3, halved=True, tough=2) == 0


def test_amb_11_and_b_state_21_standing_up_in_contact_costs_one_die_and_no_initiative() -> None:
    at = duel((3,) * 5, {}, {})
    at.game.mark(at["a"], "Prone", 0)
    act(at, "a", "stand-up", "0/3", "0/2")
    assert at.told("ExchangeBegan")[0].initiative == "south.a"
    assert at["a"].counters == 1


@pytest.mark.parametrize(("active", "dice"), [("a", 0), ("b", 1)])
def test_amb_12_a_prone_enemy_assists_but_not_against_who_activates(active: str, dice: int) -> None:
    north = warband(card("B"), card("C"), faction="N")
    at = moment((), south=warband(card("A"), faction="S"), north=north)
    a = at.put("a", 8.0, 12.0)
    at.put("b", 8.0 + 2 * HALF, 12.0)
    at.game.mark(at.put("c", 8.0, 12.0 + 2 * HALF), "Prone", 0)
    at.game.begin_activation(at[active])
    assert assisting(at.game, a, at["b"]) == dice


def test_amb_14_and_amb_31_a_boost_that_reach_was_counted_on_is_paid_and_lost_with_the_move() -> None:
    runner = card("A", move={"value": 4, "boost": 1})
    north = warband(card("B"), card("Far"), faction="N")
    at = moment((), south=warband(runner, faction="S"), north=north)
    at.put("a", 5.0, 12.0, ki=2)
    at.put("b", 5.0 + 2 * HALF + 5.5, 12.0, facing=18000)
    at.game.state.step = "activation"
    assert why(at, "a", "melee") == ""
    at["a"].ki = 1
    assert why(at, "a", "melee") == "B-ACT-31"


@pytest.mark.parametrize(("face", "moved", "fights"), [(1, 0, 0), (4, 1, 1)])
def test_amb_14_a_melee_that_something_prevents_has_spent_its_action(face: int, moved: int, fights: int) -> None:
    """The target has Fear: its test stops the model on the way, and no exchange takes place."""
    at = duel((face, *(3,) * 6), {}, {"traits": ["Fear (4)"]}, gap=3.0)
    assert why(at, "a", "melee") == ""
    spot = at["b"].x - 2 * HALF - 0.0005
    act(at, "a", "melee", *(([spot, 12.0], "0/3", "0/3") if fights else ()))
    assert (len(at.told("Moved")), at["a"].counters, at["b"].counters) == (moved, 1, 2 - fights)


def test_amb_15_and_b_move_10_a_charge_that_another_zone_stops_cannot_be_declared() -> None:
    north = warband(card("B"), card("C"), card("D"), faction="N")
    at = moment((), south=warband(card("A"), faction="S"), north=north)
    at.put("a", 5.0, 12.0)
    at.put("b", 11.0, 12.0, facing=18000)
    over, under = at.put("c", 8.0, 14.0, facing=27000), at.put("d", 8.0, 10.0, facing=9000)
    charge: Any = ACTIONS["charge"]
    assert "north.b" not in [each.id for each in charge.candidates(at.game, at["a"])]
    over.facing, under.facing = 9000, 27000
    assert "north.b" in [each.id for each in charge.candidates(at.game, at["a"])]


def test_amb_16_and_b_melee_2_weapons_are_chosen_by_the_side_that_is_not_activating_first() -> None:
    """B-TEST-8: splits and effects are declared by the side without initiative first."""
    two = [BLADE, {"name": "Club", "kind": "melee"}]
    at = duel((3,) * 6, {"weapons": two}, {"weapons": two, "traits": ["Lightning Reflexes"]})
    fight(at, "Club", "Blade", "0/3", "0/3")
    assert [(each.player, each.rule) for each in at.asked] == [
        ("north", "B-MELEE-2"),
        ("south", "B-MELEE-2"),
        ("south", "B-MELEE-5"),
        ("north", "B-MELEE-5"),
    ]


def test_amb_17_everything_is_added_up_before_the_limit_of_twice_the_value() -> None:
    at = duel((), {"melee": 2}, {})
    at["a"].ran = True
    at.game.lend(at["a"], "Boost [melee] (2)", "exchange")
    bout = Bout(Fighter(at["a"], "Blade"), Fighter(at["b"], "Blade"))
    assert pool_of(at.game, bout, bout.activating) == 3
    at["a"].ran = False
    at.game.mark(at["b"], "Death Sentence", 0)
    assert pool_of(at.game, bout, bout.activating) == 4
    assert compensated(-3, 4) == (1, 8)


BOOSTABLE: dict[str, Any] = {"melee": 2, "ki": {"value": 2, "max": 9, "boost": 1}}


def test_amb_17a_a_stunned_model_boosts_until_its_total_is_twice_its_value() -> None:
    """Base 2, Stunned -1: three boosts, total 4; a fourth would not count and is not offered (B-KI-20)."""
    at = duel((), BOOSTABLE, {})
    at["a"].ki = 9
    at.game.mark(at["a"], "Stunned", 0)
    bout = Bout(Fighter(at["a"], "Blade"), Fighter(at["b"], "Blade"))
    at.run(feats.window(at.game, "pool", "north", bout), *["south.a/boost"] * 3)
    assert (pool_of(at.game, bout, bout.activating), at["a"].ki) == (4, 3)


def test_amb_17a_a_boost_that_a_bonus_leaves_no_room_for_is_not_offered() -> None:
    """B-STATE-5: the Death Sentence of the opponent is a die, so that one boost fills the pool."""
    at = duel((), BOOSTABLE, {})
    at["a"].ki = 9
    at.game.mark(at["b"], "Death Sentence", 0)
    bout = Bout(Fighter(at["a"], "Blade"), Fighter(at["b"], "Blade"))
    at.run(feats.window(at.game, "pool", "north", bout), "south.a/boost")
    assert (pool_of(at.game, bout, bout.activating), at["a"].ki) == (4, 7)


@pytest.mark.parametrize(("state", "of", "boosts"), [("Stunned", "a", 3), ("Death Sentence", "b", 1)])
def test_amb_17a_holds_for_shots(state: str, of: str, boosts: int) -> None:
    bow = {"ranged": {"value": 2, "boost": 1}, "weapons": [BLADE, BOW]}
    at = duel((), {**bow, "ki": {"value": 1, "max": 9}}, {}, gap=4.0)
    at["a"].ki = 9
    at.game.mark(at[of], state, 0)
    shooter, target = at["a"], at["b"]
    at.run(feats.window(at.game, "ranged-pool", "north", among=(shooter,), target=target), *["south.a/boost"] * boosts)
    assert dice(at.game, shooter, target) == 4
    at.run(feats.window(at.game, "ranged-pool", "north", among=(shooter,), target=target))


@pytest.mark.parametrize(("trait", "of", "boosts", "rolled"), [("Dread (1)", "b", 3, 4), ("Spirit (1)", "a", 1, 4)])
def test_amb_17a_holds_for_ki_tests(trait: str, of: str, boosts: int, rolled: int) -> None:
    """B-TR-75, B-TR-83: Dread takes a die from a fear test, Spirit adds one."""
    changes: dict[str, dict[str, Any]] = {"a": {}, "b": {}}
    changes[of] = {"traits": [trait]}
    at = duel((2,) * rolled, {**BOOSTABLE, **changes["a"]}, changes["b"], gap=4.0)
    at["a"].ki = 9
    at.run(fear_test(at.game, at["a"], 9, at["b"]), *["boost"] * boosts)
    at.dice_left()


def test_b_gen_3_a_dash_is_never_raised() -> None:
    at = duel((), {"ranged": {"value": None}, "weapons": [BLADE, BOW]}, {}, gap=4.0)
    at.game.mark(at["b"], "Death Sentence", 0)
    assert dice(at.game, at["a"], at["b"]) == 0


def test_amb_18_a_result_of_0_hits_a_number_below_0() -> None:
    at = duel((1, 2, 2), {"ranged": {"value": 1}, "weapons": [BLADE, BOW]}, {"traits": ["Huge"]}, gap=5.0)
    at.game.mark(at["b"], "Prone", 0)
    at.run(shoot(at.game, Shot(at["a"], "Bow", at["b"], surprised=True)))
    assert [(each.number, each.result, each.success) for each in at.told("Tested")] == [(-1, 0, True)]


def test_amb_19_dice_that_were_taken_away_do_not_count_in_ties() -> None:
    """B loses its 5: it is 2 against 2 with one die each, and A is active."""
    at = duel((2, 5, 2, 1, 1), {"melee": 1, "traits": ["Unblockable (1)"], "wounds": 9}, {"melee": 2})
    fight(at, "0/2", "1/0")
    [told, _back] = at.told("Compared")
    assert (told.attack, told.defence, told.tie, told.hit) == (2, 2, True, True)


def test_amb_19_dice_that_are_left_count_in_ties() -> None:
    """B has 3 by two dice when its 6 is gone, A by one: more dice win, though A is active."""
    at = duel((3, 6, 2, 2, 1, 1), {"melee": 1, "traits": ["Unblockable (1)"], "wounds": 9}, {"melee": 3})
    fight(at, "0/3", "1/0")
    told = at.told("Compared")[0]
    assert (told.attack, told.defence, told.tie, told.hit) == (3, 3, True, False)


def test_amb_20_without_attack_dice_the_comparison_is_made_and_brings_nothing() -> None:
    at = duel((4, 1), {"melee": 1}, {"melee": 1})
    fight(at, "1/0", "0/1")
    first = at.told("Compared")[0]
    assert (first.attacker, first.attack, first.defence, first.tie, first.hit) == ("south.a", 0, 0, True, True)
    assert at.told("DamageRolled") == []


@pytest.mark.parametrize(("special", "moved"), [("Push Defence", True), ("Counterstrike Defence", False)])
def test_amb_21_special_defences_work_against_no_attack_but_for_counterstrike(special: str, moved: bool) -> None:
    sword = [{**BLADE, "specials": [f"{special} (0)"]}]
    at = duel((2, 6), {"melee": 1}, {"melee": 1, "weapons": sword})
    fight(at, f"0/1 {special}", "0/1")
    assert (at["a"].x < 4.9) is moved
    assert at.told("DamageRolled") == []


def test_amb_22_and_b_tr_54_a_double_is_looked_for_among_the_dice_that_were_kept() -> None:
    assert kept((5, 2, 5), "strong") == (5, 5)
    sword = [{**BLADE, "specials": ["Critical Attack (0)"]}]
    at = duel((6, 2, 5, 2, 5), {"melee": 1, "weapons": sword, "traits": ["Strong"]}, {"melee": 1, "wounds": 20})
    fight(at, "0/1", "1/0 Critical Attack")
    assert at["b"].place == "killed"


def test_amb_24_and_b_geo_6_out_of_two_zones_in_any_direction_nearer_to_neither() -> None:
    north = warband(card("B"), card("C"), faction="N")
    at = moment((), south=warband(card("A"), faction="S"), north=north)
    a = at.put("a", 8.0, 12.0)
    at.put("b", 8.0 + 2 * HALF + 0.3, 11.3, facing=18000)
    at.put("c", 8.0 + 2 * HALF + 0.3, 12.7, facing=18000)
    assert all(is_in_zone(at.game, a, at[name]) for name in "bc")
    policy = walk(at.game, a, 4.0)
    ends = (5.0, 12.0), (5.5, 13.5), (5.5, 10.5), (8.0, 14.5)
    found = [check(Path.through([(a.x, a.y), end]), policy).is_legal for end in ends]
    assert found == [True, True, True, False]  # the last one comes nearer to C before it leaves its zone


def test_amb_25_any_part_of_the_base_in_difficult_ground_counts() -> None:
    pond = piece("pond", 5.3 + HALF, 12.0 + HALF - 0.2, 12.0, 6.0, passage="difficult")
    at = moment((), terrain=[pond])
    warden = at.put("bell-warden", 5.0, 12.0)
    region = region_of(warden, walk(at.game, warden, 4.0))
    assert not is_legal(region, (8.9, 12.0))
    assert is_legal(region, (8.9, 11.75))


def test_amb_27_later_shots_are_one_harder_however_many_they_were() -> None:
    at = duel((), {"weapons": [BLADE, BOW]}, {}, gap=5.0)
    found = []
    for shots in (0, 1, 3):
        at["a"].shots = shots
        found.append(number(at.game, Shot(at["a"], "Bow", at["b"])))
    assert found == [4, 5, 5]


def test_amb_28_in_idols_the_scorer_loses_an_objective_of_its_own() -> None:
    at = moment(scenario="idols")
    state = at.game.state
    state.objectives = find("idols").objectives(at.game)
    for name, player in zip(state.objectives, ("south", "south", "north")):
        state.objectives[name].friendly_to = player
    state.turn = 2
    at.run(find("idols").ending(at.game), ["idol-2"])
    [question] = at.asked
    assert (question.player, question.allows(["idol-3"])) == ("north", False)
    assert [each.on_table for each in state.objectives.values()] == [True, False, True]
    assert at.told("ObjectiveRemoved")[0].objective == "idol-2"


@pytest.mark.parametrize("points", [(0, 0), (3, 3)])
def test_amb_29_and_b_scen_1_nobody_has_the_most_of_equal_totals(points: tuple[int, int]) -> None:
    at = moment(scenario="keii")
    at.game.state.turn, at.game.state.points = 2, dict(zip(("south", "north"), points))
    at.run(find("keii").ending(at.game))
    assert sum(at.game.state.victory.values()) == 0
    assert at.told("VictoryPoint")[0].player == ""


def test_amb_30_less_rice_than_agreed_is_legal() -> None:
    cards = [card(name, rice=50) for name in ("A", "B", "C", "D")]
    assert [warband(*cards[:count]).rice for count in (1, 4)] == [50, 200]
    with pytest.raises(ValidationError, match="250 rice, 50 more than the limit of 200"):
        warband(*cards, card("E", rice=50))


def test_amb_32_and_amb_37_the_target_is_chosen_after_the_walk_and_turning_is_a_walk() -> None:
    at = duel((2,), {"ranged": {"value": 1}, "weapons": [BLADE, BOW]}, {}, gap=4.0)
    a = at["a"]
    a.facing = 18000  # it sees nobody before it turns
    act(at, "a", "ranged", "before", [a.x, a.y, 0], ["north.b"])
    assert [type(each).__name__ for each in at.asked] == ["Choose", "Place", "Pick"]
    assert at.told("Tested")[0].number == 5


def test_amb_33_and_b_act_12_who_touches_several_fights_one_where_it_stands() -> None:
    north = warband(card("B"), card("C"), card("D"), faction="N")
    at = moment((3,) * 6, south=warband(card("A"), faction="S"), north=north)
    a = at.put("a", 8.0, 12.0)
    at.put("b", 8.0 + 2 * HALF, 12.0, facing=18000)
    at.put("c", 8.0, 12.0 + 2 * HALF, facing=27000)
    at.put("d", 8.0 + 2 * HALF, 14.0, facing=18000)
    at.game.state.step = "activation"
    act(at, "a", "melee", ["north.c"], "0/3", "0/2")
    assert (a.x, a.y) == (8.0, 12.0)
    pick = at.asked[0]
    assert not pick.allows(["north.d"])


def test_amb_34_a_frightened_model_in_contact_may_stay_and_fight() -> None:
    at = duel((3,) * 6, {"ki": {"value": 1, "max": 3}}, {"traits": ["Fear (4)"]})
    at.game.mark(at["a"], "Frightened", 4)
    at.game.state.step = "activation"
    assert why(at, "a", "melee") == ""
    assert why(at, "a", "disengage") == ""
    assert why_barred(at.game, at["a"], at["b"]) is None
    at["b"].x += 2.0
    assert why(at, "a", "melee") == "B-ACT-31"
    refusal = why_barred(at.game, at["a"], at["b"])
    assert refusal is not None
    assert refusal.rule == "B-STATE-8"


def test_amb_36_and_b_stat_7_nobody_begins_with_ki() -> None:
    assert {model.ki for model in moment().game.state.models.values()} == {0}


def test_amb_38_the_deployment_test_comes_before_everything_else() -> None:
    from game.engine.core.dice import ScriptedDice
    from game.engine.rulebook.new_game import GamePlan
    from game.engine.session import Session

    setup = RULESET.new_setup(GamePlan(("Ann", "Bob"), "idols", "open-ground"))
    session = Session(RULESET, setup, ScriptedDice.of((5, 3)))
    session.answer(["bob.ferry-brute"])
    decision = session.pending()
    assert isinstance(decision, Choose)
    assert (decision.rule, session.state.laid, session.state.objectives) == ("B-SETUP-2", [], {})
