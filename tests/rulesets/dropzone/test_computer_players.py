"""How computer players judge: positions, targets, moves, Transports; and a whole battle that they play."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest

from game import rulesets
from game.engine.core.decisions import Answer, Arrange, Choose, Decision, Option
from game.engine.core.dice import KeyedDice
from game.engine.core.flow import Asking
from game.engine.core.windows import PASS
from game.engine.kit.playing import Result
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players import answer_with, make_player
from game.players.lookahead import Lookahead
from game.rulesets.dropzone import RULESET
from game.rulesets.dropzone.ai.arrangements import facings, value_at
from game.rulesets.dropzone.ai.position import (
    _computed_value,
    acting,
    fire,
    has_turn,
    presence,
    table_of_prizes,
    valued,
    walls_of,
    worth,
)
from game.rulesets.dropzone.ai.prospects import candidates, prospects, shared_out
from game.rulesets.dropzone.documents.catalogue import bundled_army
from game.rulesets.dropzone.rules.activation import act, activate, move
from game.rulesets.dropzone.rules.close_quarters.choosing import SPLIT, fire_or_fight
from game.rulesets.dropzone.rules.features import house_at
from game.rulesets.dropzone.rules.moving.boarding import enter
from game.rulesets.dropzone.rules.play import initiative
from game.rulesets.dropzone.rules.space import is_in_arc
from game.rulesets.dropzone.rules.state import Objective
from game.table.lattice import position
from game.table.layout.steps import MemberStep as Step
from tests.rulesets.dropzone.dropzone_kit import Moment, N, S, rectangle

HALL = rectangle("hall", "small-building", 20, 20, 25, 25, 5)


def moment(*, hidden: bool = True) -> Moment:
    """A building with an objective, in the third round."""
    found = Moment(HALL)
    found.game.state.round = 3
    found.game.state.edges = {S: "south", N: "north"}
    found.game.state.order = [S, N]
    found.game.state.objectives["prize"] = Objective("prize", 22.5, 22.5, hidden=hidden, mobile=True)
    return found


def first(flow: Asking[object]) -> Decision:
    """Return the first decision of a flow."""
    decision = next(flow)
    assert isinstance(decision, Decision)
    return decision


def answered(flow: Asking[object], answer: Answer) -> Decision:
    """Return the next decision of a flow after an answer."""
    decision = flow.send(answer)
    assert isinstance(decision, Decision)
    return decision


def best(found: Moment, decision: Decision) -> Prospect:
    """Return the answer that a greedy player takes."""
    rated = [each for each in prospects(found.game, decision, Random(1)) if decision.allows(each.answer)]
    return max(rated, key=lambda each: each.worth)


def test_d_win_2_a_position_is_worth_to_one_what_it_costs_the_other() -> None:
    found = moment()
    found.put("anvils-1", 10, 10)
    found.put("glaives-1", 10, 30, -90)
    whole = worth(found.game, S)
    found["glaives-1"].lost = 1
    assert worth(found.game, S) > whole
    assert worth(found.game, N) < 0.0 or worth(found.game, S) < 0.0 or whole == pytest.approx(0.0)
    found.game.state.result = Result([S], "", "D-WIN-2")
    assert worth(found.game, S) == -worth(found.game, N) > 10.0


def test_d_obj_5_infantry_in_the_building_is_worth_more_than_beside_it_and_beside_it_more_than_far_off() -> None:
    found = moment()
    values = []
    for y in (2.0, 14.0, 18.0):
        for number in (1, 2, 3):
            found.put(f"rifles-{number}", 20 + 1.5 * number, y)
        values.append(worth(found.game, S))
    assert values == sorted(values)
    decision = first(enter(found.game, found.squad("rifles-1")))
    answer = best(found, decision)
    assert answer.answer == "hall"
    assert answer.worth > 0.1
    assert answer.settled  # the places of its units, asked for one by one, add little


def inside(found: Moment, piece: str, *names: str) -> None:
    """Let units be in the Garrison in the middle."""
    for name in names:
        unit = found[name]
        unit.place, unit.slot, unit.carrier, unit.x, unit.y = "inside", f"{piece}:centre", "", 22.5, 22.5


RIFLES = ("rifles-1", "rifles-2", "rifles-3")


def test_d_obj_5_an_objective_that_is_found_is_worth_more_than_one_that_may_be_found() -> None:
    for number in (3, 6):
        found = moment()
        found.game.state.round = number
        inside(found, "hall", *RIFLES)
        for name in ("breachers-1", "breachers-2", *(f"dancers-{one}-{two}" for one in (1, 2) for two in (1, 2))):
            found[name].place = "destroyed"  # nobody else can come
        before, prize = worth(found.game, S), found.game.state.objectives["prize"]
        prize.hidden, prize.claimed_by, prize.carrier = False, S, found.squad("rifles-1").id
        assert worth(found.game, S) > before + 0.1


def test_d_obj_3_entering_a_garrison_with_an_open_objective_counts_as_claiming_it() -> None:
    found = moment(hidden=False)
    for number, name in enumerate(RIFLES):
        found.put(name, 21 + 1.5 * number, 18.0)
    decision = first(enter(found.game, found.squad("rifles-1")))
    assert best(found, decision).answer == "hall"
    assert best(found, decision).worth > 0.4
    inside(found, "hall", *RIFLES)
    there = worth(found.game, S)
    inside(found, "hall", "dancers-1-1")
    assert worth(found.game, S) < there - 0.5  # with an enemy inside nobody claims it


def test_d_bg_9_squads_of_a_battlegroup_that_is_done_have_no_turn_left() -> None:
    found = moment()
    for number, name in enumerate(RIFLES):
        found.put(name, 21 + 1.5 * number, 14.0)
    squad = found.squad("rifles-1")
    before = worth(found.game, S)
    assert has_turn(found.game, squad)
    found.game.state.groups[squad.group].status = "done"
    assert not has_turn(found.game, squad)
    assert worth(found.game, S) < before


def test_d_trans_15_infantry_is_sooner_at_an_objective_with_an_empty_transport_beside_it() -> None:
    found = moment()
    for number, name in enumerate(RIFLES):
        found.put(name, 4 + 1.5 * number, 4.0)
    prize, squad = found.game.state.objectives["prize"], found.squad("rifles-1")
    house = house_at(found.game.ruler.battlefield, prize.x, prize.y)
    values = []
    for x in (46.0, 10.0):
        found.empty("mule-a")
        found.put("mule-a", x, 4.0)
        values.append(presence(found.game, squad, [(prize, house)])["prize"][0])
    assert values[0] < values[1]


def test_d_trans_12_a_load_is_later_if_its_transport_has_acted_without_setting_it_down() -> None:
    found = moment()
    found.put("mule-a", 22.0, 12.0)
    squad, prize = found.squad("rifles-1"), found.game.state.objectives["prize"]
    assert found["rifles-1"].carrier == found["mule-a"].id
    house = house_at(found.game.ruler.battlefield, prize.x, prize.y)
    before = presence(found.game, squad, [(prize, house)])["prize"][0]
    found.squad("mule-a").acted = True
    assert presence(found.game, squad, [(prize, house)])["prize"][0] < before


def test_d_spec_red_one_strong_shot_or_several_weak_ones_are_compared_by_their_odds() -> None:
    found = moment()
    found.put("rifles-1", 10, 10)
    found.put("glaives-1", 10, 14, -90)
    flow = activate(found.game, found.squad("rifles-1"))
    first(flow)
    decision = answered(flow, "shoot")
    decision = answered(flow, found["glaives-1"].id)
    assert decision.rule == "D-SPEC-RED"
    rated = {each.answer: each for each in candidates(found.game, decision, Random(1))}
    assert all(each.settled for each in rated.values())
    assert rated["combined"].worth > rated["separate"].worth  # against Armour 7 the weak shots do nothing


@pytest.mark.parametrize("ahead", [False, True])
def test_d_cq_2_a_squad_splits_its_fire_between_two_weak_squads_in_its_garrison(*, ahead: bool) -> None:
    found = moment()
    inside(found, "hall", "dancers-1-1", "dancers-1-2", "rifles-1", "breachers-1")
    for name in ("rifles-2", "rifles-3", "breachers-2"):
        found[name].place = "destroyed"
    for name in ("rifles-1", "breachers-1"):
        found[name].lost = found.game.sheet(found[name]).damage - 1
    flow, aimed = fire_or_fight(found.game, found.squad("dancers-1-1")), []

    def answer(decision: Decision) -> Prospect:
        offered = (candidates if ahead else prospects)(found.game, decision, Random(1))
        return max(offered, key=lambda each: each.worth)

    decision = first(flow)
    liked = answer(decision)
    assert liked.answer == SPLIT
    assert "Rifle" in liked.why
    assert "Breacher" in liked.why
    decision = answered(flow, SPLIT)
    while decision.rule == "D-CQ-2":
        aimed.append(answer(decision).answer)
        decision = answered(flow, aimed[-1])
    assert sorted(map(str, aimed)) == sorted([found.squad("rifles-1").id, found.squad("breachers-1").id])
    found["breachers-1"].place = "destroyed"  # against one squad there is nothing to split
    decision = first(fire_or_fight(found.game, found.squad("dancers-1-1")))
    assert answer(decision).answer == found.squad("rifles-1").id


def test_d_cq_2_a_squad_that_needs_all_its_fire_for_one_enemy_does_not_split_it() -> None:
    found = moment()
    inside(found, "hall", *RIFLES, *(f"dancers-{squad}-{number}" for squad in (1, 2) for number in (1, 2)))
    decision = first(fire_or_fight(found.game, found.squad("rifles-1")))
    liked = best(found, decision)
    assert liked.answer in (found.squad("dancers-1-1").id, found.squad("dancers-2-1").id)
    assert liked.worth > 0.1


@pytest.mark.parametrize(("dice", "answer"), [((2, 5), "reroll"), ((5, 2), "leave")])
def test_d_init_9_foresight_rerolls_only_a_roll_that_is_behind(dice: tuple[int, int], answer: str) -> None:
    found = Moment(dice=(*reversed(dice), 3, 3))
    found.put("oracle", 20, 30)
    found.game.state.players = (S, N)
    decision = first(initiative(found.game))
    assert (decision.rule, decision.player) == ("D-INIT-9", N)
    assert best(found, decision).answer == answer


def test_d_bg_9_ending_an_activation_costs_the_fire_of_squads_that_have_not_acted() -> None:
    found = moment()
    found.put("anvils-1", 10, 10)
    found.put("ferrets-1", 40, 4)
    found.put("glaives-1", 10, 30, -90)
    state = found.game.state
    for name in ("anvils-1", "ferrets-1"):
        group = state.groups[found.squad(name).group]
        state.step, state.group, state.player, group.status = "group", group.id, S, "active"
        others = [each for each in found.game.squads_of(group) if each is not found.squad(name)]
        others[0].acted, others[0].actions = True, ["shoot"]
        decision = first(act(found.game))
        [done] = [each for each in candidates(found.game, decision, Random(1)) if each.answer == "done"]
        assert done.final
        assert (done.worth < -0.02) is (name == "anvils-1")
        group.status = "ready"


def judged(found: Moment, *, far: bool) -> float:
    """Return the value of a position to the south, for those who see the end of the battle or for others."""
    judge = RULESET.judge.styled("wary" if far else "near")
    return float(judge.worth(found.game, S))


@pytest.mark.parametrize(
    ("scenario", "lead", "share"),
    [
        ("targets-of-opportunity", 3, (0.3, 0.4)),
        ("targets-of-opportunity", 1, (0.9, 1.0)),
        ("targets-of-opportunity", 0, (1.5, 1.6)),
        ("battle-royale", 0, (0.99, 1.01)),
    ],
)
def test_d_win_3_a_warlord_knows_how_much_losses_count_in_the_last_round(
    scenario: str, lead: int, share: tuple[float, float]
) -> None:
    """Units win little more then, but kill points decide between equal victory points."""
    found = Moment(scenario=scenario)
    found.game.state.edges = {S: "south", N: "north"}
    for number in range(lead):
        found.game.state.objectives[f"held-{number}"] = Objective(f"held-{number}", 2.0, 2.0, claimed_by=S)
    found.put("anvils-1", 10, 10)
    found.put("glaives-1", 40, 40, -90)
    gains = {}
    for number in (2, 6):
        for far in (False, True):
            found.game.state.round = number
            found["glaives-1"].lost = 0
            before = judged(found, far=far)
            found["glaives-1"].lost = 1
            gains[number, far] = judged(found, far=far) - before
    assert gains[2, True] == pytest.approx(gains[2, False]), "early on everybody sees the same"
    assert gains[6, False] > 0.0
    least, most = share
    assert least <= gains[6, True] / gains[6, False] <= most


def test_d_rnd_2_a_warlord_expects_no_fire_after_the_last_round() -> None:
    found = Moment(scenario="battle-royale")
    found.game.state.edges = {S: "south", N: "north"}
    found.game.state.round = found.game.setup.document.options.rounds
    found.put("anvils-1", 10, 10)
    found.put("glaives-1", 10, 30, -90)
    value = {}
    for acted in (False, True):
        found.squad("anvils-1").acted = acted
        for far in (False, True):
            value[acted, far] = judged(found, far=far)
    waiting = {far: value[False, far] - value[True, far] for far in (False, True)}
    assert waiting[True] > waiting[False] + 0.04, "its fire of the next round counts for others only"


def test_d_bg_7_without_tries_left_a_search_counts_what_a_squad_can_do_at_once() -> None:
    found = moment(hidden=False)
    for number, name in enumerate(RIFLES):
        found.put(name, 21 + 1.5 * number, 16.0)
    state = found.game.state
    group = state.groups[found.squad("rifles-1").group]
    state.step, state.group, state.player, group.status, group.mode = "group", group.id, S, "active", "deployed"
    session = Session(RULESET, found.game.setup, KeyedDice(1), state=state, history=False)
    [rated] = [each for each in Lookahead(session, S, Random(1), 1).rated(lone=True) if "rifles" in str(each.answer)]
    assert rated.worth > 0.1


def test_d_act_4_a_squad_searches_where_it_may_find_something() -> None:
    found = Moment()
    found.game.state.round = 4
    found.game.state.edges = {S: "south", N: "north"}
    found.game.state.objectives["prize"] = Objective("prize", 20, 20, hidden=True)
    found.put("rifles-1", 20, 21)
    decision = first(activate(found.game, found.squad("rifles-1")))
    assert best(found, decision).answer == "search"
    judge = RULESET.judge
    assert judge is not None
    assert "67%" in judge.reason(found.game, decision, Prospect("search", 0.0, ""))


def test_d_shoot_5_a_squad_does_not_fire_everything_at_one_weak_target() -> None:
    found = moment()
    for number in (1, 2, 3):
        found.put(f"anvils-{number}", 5 + 2 * number, 10)
    found.put("flickers-1", 6, 20, -90)
    found.put("flickers-2", 9, 20, -90)
    fires = shared_out(found.game, found.squad("anvils-1"))
    guns = {fire.target.id for fire in fires if fire.weapon.name == "Coil Cannon"}
    assert guns == {found["flickers-1"].id, found["flickers-2"].id}


def test_d_shoot_5_the_answer_to_a_target_is_an_enemy_not_a_building() -> None:
    found = moment()
    found.put("anvils-1", 10, 10)
    found.put("glaives-1", 10, 30, -90)
    flow = activate(found.game, found.squad("anvils-1"))
    decision = first(flow)
    assert isinstance(decision, Choose)
    assert best(found, decision).answer == "fire"
    decision = answered(flow, "fire")
    assert best(found, decision).answer == found["glaives-1"].id


def test_d_shoot_5_a_gun_with_nothing_but_a_building_in_range_is_not_fired() -> None:
    found = moment()
    found.put("anvils-1", 22.5, 10)
    flow = activate(found.game, found.squad("anvils-1"))
    assert isinstance(first(flow), Choose)
    decision = answered(flow, "shoot")
    answer = best(found, decision)
    assert (answer.answer, answer.why) == ("end", "nothing worth firing at")
    assert all(each.settled for each in candidates(found.game, decision, Random(1)))


def test_d_act_4_a_search_counts_fire_once_by_its_exact_odds() -> None:
    found = moment()
    found.put("anvils-1", 10, 10)
    found.put("glaives-1", 10, 30, -90)
    found.game.state.squad = found.squad("anvils-1").id
    decision = first(activate(found.game, found.squad("anvils-1")))
    (seen,) = (each for each in prospects(found.game, decision, Random(1)) if each.answer == "fire")
    (tried,) = (each for each in candidates(found.game, decision, Random(1)) if each.answer == "fire")
    assert tried.settled
    assert tried.final
    assert not seen.settled
    assert tried.worth < seen.worth - 0.04  # a position before the shot is worth that much already


def test_d_rf_1_reaction_fire_is_judged_by_its_odds() -> None:
    found = moment()
    unit, target = found.put("parasols-1", 10, 10), found.put("kite-1", 10, 20, -90, airborne=True)
    weapon = next(each for each in found.game.sheet(unit).weapons if "aa" in each.rules)
    key = f"{unit.id}|{weapon.name}|{target.id}"
    options = [Option(key, "Fire", "D-RF-1"), Option(PASS, "Pass", "D-RF-1")]
    decision = Choose(player=S, prompt="", rule="D-RF-1", about=unit.id, options=options)
    fires, passes = candidates(found.game, decision, Random(1))
    assert fires.settled
    assert passes.settled
    assert "damage expected on" in fires.why
    assert fires.worth > passes.worth


def _loses(found: Moment) -> None:
    found["glaives-1"].lost = 1


def _stands_elsewhere(found: Moment) -> None:
    found["glaives-1"].y = 46.0


def _has_acted(found: Moment) -> None:
    found.squad("glaives-1").acted = True


def _has_shot(found: Moment) -> None:
    found.game.state.squad, found.squad("anvils-1").actions = found.squad("anvils-1").id, ["shoot"]


def _acts(found: Moment) -> None:
    found.game.state.squad = found.squad("anvils-1").id


def _goes_on(found: Moment) -> None:
    found.game.state.round = 6


def _is_found(found: Moment) -> None:
    found.game.state.objectives["prize"].hidden = False


def _carries(found: Moment) -> None:
    found.game.state.objectives["prize"].carrier = found.squad("anvils-1").id


@pytest.mark.parametrize(
    "change", [_loses, _stands_elsewhere, _has_acted, _has_shot, _acts, _goes_on, _is_found, _carries]
)
def test_d_win_2_a_remembered_value_is_that_of_another_position(change: Callable[[Moment], None]) -> None:
    found = moment()
    found.put("anvils-1", 10, 10)
    found.put("rifles-1", 14, 10)
    found.put("glaives-1", 10, 30, -90)
    before = worth(found.game, S)
    assert worth(found.game, S) == before
    change(found)
    assert worth(found.game, S) != before


def test_d_move_1_a_tank_out_of_range_comes_nearer() -> None:
    found = moment()
    found.put("anvils-1", 10, 4)
    found.put("glaives-1", 10, 44, -90)
    decision = first(move(found.game, found.squad("anvils-1")))
    assert isinstance(decision, Arrange)
    answer = best(found, decision).answer
    assert isinstance(answer, list)
    assert answer[0]["at"][1] > 5.0
    assert [each.answer for each in candidates(found.game, decision, Random(1))]


def test_d_trans_15_a_transport_lands_where_its_load_can_enter_the_building() -> None:
    found = moment()
    found.put("wisp-1", 22.5, 30, -90, airborne=True)
    squad = found.squad("wisp-1")
    for name in ("dancers-1-1", "dancers-1-2"):
        assert found[name].carrier == found["wisp-1"].id
    flow = move(found.game, squad)
    decision = first(flow)
    answer = best(found, decision)
    assert isinstance(answer.answer, list)
    x, y = answer.answer[0]["at"]
    assert found.game.features[0].gap(x, y) < 4.5
    decision = answered(flow, answer.answer)
    assert decision.rule == "D-AIR-3"
    assert best(found, decision).answer == "land"


@pytest.mark.parametrize("north", [36, 44])
def test_d_sco_3_a_transport_unloads_where_its_load_has_enemies_in_range(north: int) -> None:
    """D-SCO-3, D-TRANS-15: without objectives the Anvils come within 24″ of the Glaives and get out, or stay aboard."""
    found = Moment(scenario="battle-royale")
    found.game.state.round, found.game.state.order = 2, [S, N]
    found.game.state.edges = {S: "south", N: "north"}
    found.put("drover-2", 24, 8, 90, airborne=True)
    for number in (1, 2, 3):
        found.put(f"glaives-{number}", 20 + 3 * number, north, -90)
    flow = move(found.game, found.squad("drover-2"))
    decision, asked = first(flow), list[str]()
    with suppress(StopIteration):
        while True:
            asked.append(decision.rule)
            decision = answered(flow, best(found, decision).answer)
    anvils = [found[f"anvils-{number}"] for number in (1, 2, 3)]
    assert [each.place for each in anvils] == ["table" if north == 36 else "aboard"] * 3
    assert not any(each.on_table and north - each.y > 24.0 for each in anvils)


def test_d_geo_8_a_building_is_between() -> None:
    found = moment()
    walls = walls_of(found.game.ruler.battlefield)
    assert walls.clear([(22.5, 10.0)], [(22.5, 30.0), (10.0, 30.0)]).tolist() == [[False, True]]


def test_d_geo_11_a_unit_faces_what_it_can_hit() -> None:
    found = moment()
    unit, target = found.put("oracle", 10, 10), found.put("anvils-1", 30, 12)
    turned = facings(found.game, found.squad("oracle"), (Step(unit.id, position(10, 10)),))[unit.id]
    assert is_in_arc(("F",), turned, target.x - 10, target.y - 10)


def test_d_bg_7_the_squad_that_acts_is_what_decisions_belong_to() -> None:
    found = moment()
    assert acting(found.game) is None
    found.game.state.squad = found.squad("anvils-1").id
    assert acting(found.game) == found.squad("anvils-1").id


@pytest.mark.parametrize("kind", ["greedy", "recruit"])
def test_d_eng_1_computer_players_play_legal_battles(kind: str) -> None:
    rulebook = rulesets.load("dropzone")
    plan = GamePlan(("Ann", "Bob"), rosters=("cinder-line", "tessaline-concord"))
    setup = rulebook.new_setup(plan)
    session = Session(rulebook, setup, KeyedDice(3), history=False)
    players = {seat: make_player(name, 5) for seat, name in zip(rulebook.players(setup), (kind, "random"))}
    while session.decision is not None and session.state.round < 2:
        session.answer(answer_with(players[session.decision.player], session, len(session.journal)))
        assert rulebook.violations(session.game) == []
    assert session.state.round == 2


def test_d_garr_3_a_squad_that_stays_where_it_is_may_be_worth_more_inside() -> None:
    """An arrangement in which nobody moves names nobody: the squad at the door counts where it stands."""
    house = rectangle("house", "medium-building", 20, 20, 25, 25)
    at = Moment(house, objectives={"middle": (22.0, 22.0)})
    for number in (1, 2, 3):
        at.put(f"rifles-{number}", 20.0 + number, 18.5)
    squad = at.squad("rifles-1")
    there = {f"south.rifles-{number}": position(20.0 + number, 18.5) for number in (1, 2, 3)}
    assert value_at(at.game, squad, {}) == value_at(at.game, squad, there)
    assert value_at(at.game, squad, {}) > valued(at.game, "south")


def test_d_beh_9_a_crippled_behemoth_is_worth_less_than_a_whole_one_in_the_same_place() -> None:
    """Values of positions are remembered, so what a Behemoth has lost must be part of the position."""
    at = Moment(HALL, armies=(bundled_army("cinder-siege"), bundled_army("tessaline-concord")))
    at.put("rampart", 4, 4)
    at.put("glaives-1", 44, 44, -90)
    whole = valued(at.game, S)
    at["rampart"].crippled = {"Legs": 2}
    assert valued(at.game, S).whole < whole.whole


def test_d_beh_9_a_weapon_that_has_fallen_silent_is_no_fire_to_come() -> None:
    at = Moment(HALL, armies=(bundled_army("cinder-siege"), bundled_army("tessaline-concord")))
    at.put("rampart", 4, 4)
    at.put("glaives-1", 44, 44, -90)
    every = [weapon.name for weapon in at.game.sheet(at["rampart"]).weapons]
    armed = valued(at.game, S)
    at["rampart"].silenced = every[:1]
    assert valued(at.game, S).whole < armed.whole
    at["rampart"].silenced = every
    assert fire(at.game, S, table_of_prizes(at.game), own=True).whole == 0.0


def test_d_type_8_a_unit_that_changes_its_form_is_another_position() -> None:
    at = Moment(HALL)
    at.put("anvils-1", 4, 4)
    at.put("glaives-1", 44, 44, -90)
    before = valued(at.game, S)
    at["anvils-1"].sheet = "south.rifle"
    assert valued(at.game, S) == _computed_value(at.game, S) != before
