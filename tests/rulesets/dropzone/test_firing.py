"""What players read and choose as a squad fires: enemies only, orders for all weapons, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from game.engine.core.decisions import Choose, Decision, only_answer
from game.engine.core.dice import KeyedDice
from game.engine.core.events import Event
from game.engine.core.flow import Asking, Checkpoint
from game.engine.core.pools import Pool
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.rulesets.dropzone import RULESET
from game.rulesets.dropzone.ai.prospects import prospects
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.activation import _choose_action, act, activate, activation
from game.rulesets.dropzone.rules.letters import ALL_AT, CEASE, END, FIRE, LATER, SCENERY, SHOOT, SILENT
from game.rulesets.dropzone.rules.moving.boarding import arrive
from game.rulesets.dropzone.rules.shooting.legal import sighted
from game.rulesets.dropzone.view import fans
from game.rulesets.dropzone.view.barred import bars
from game.rulesets.dropzone.view.event_text import Words
from game.rulesets.dropzone.view.odds import odds
from game.rulesets.dropzone.view.table import _ground_lines, unit_lines, weapon_numbers
from tests.rulesets.dropzone.dropzone_kit import Moment, rectangle

SHACK = rectangle("shack", "small-shack", 4, 14, 8, 18)


def first(flow: Asking[object]) -> Decision:
    """Return the first question of a flow."""
    step = next(flow)
    while isinstance(step, Checkpoint):
        step = flow.send(None)
    return step


def keys(decision: Decision) -> list[str]:
    assert isinstance(decision, Choose)
    return [each.key for each in decision.options]


def two_guns(*, dice: tuple[int, ...] = ()) -> Moment:
    """Two Anvils beside a shack: the first has an enemy in range, the second is too far from all."""
    at = Moment(SHACK, dice=dice)
    at["anvils-3"].place = "destroyed"
    at.put("anvils-1", 10, 10)
    at.put("anvils-2", 10, 1)
    at.put("glaives-1", 10, 33, -90)
    return at


def test_d_shoot_3_an_enemy_is_barred_only_if_no_weapon_of_any_unit_can_fire_at_it() -> None:
    at = two_guns()
    squad, enemy = at.squad("anvils-1").id, at["glaives-1"].id
    at["anvils-1"].y, at["anvils-2"].y = 1.0, 10.0  # only the second is near enough
    assert bars(at.game, squad, enemy) == ()
    at["anvils-2"].y, at["anvils-2"].x = 1.0, 12.0
    assert {refusal.rule for refusal in bars(at.game, squad, enemy)} == {"D-SHOOT-10"}


def texts(at: Moment, kind: type[Event]) -> list[str]:
    return [each.sentence(Words(at.game)) for each in at.game.events if isinstance(each, kind)]


def asked_for_action(at: Moment, name: str = "anvils-1") -> Choose:
    decision = first(activate(at.game, at.squad(name)))
    assert isinstance(decision, Choose)
    return decision


# -- whom to fire at


def test_a_squad_that_shoots_is_asked_about_enemies_only() -> None:
    at = two_guns(dice=(1,))
    asked = at.run(activate(at.game, at.squad("anvils-1")), FIRE.key, "north.glaives-1", "end")
    assert [each.about for each in asked if each.rule == "D-SHOOT-5"] == [at["anvils-1"].id]
    assert keys(asked[1]) == ["north.glaives-1", "end"]


def test_a_weapon_without_an_enemy_is_passed_over_and_the_log_says_why() -> None:
    at = two_guns(dice=(1,))
    at.run(activate(at.game, at.squad("anvils-1")), FIRE.key, "north.glaives-1", "end")
    assert texts(at, events.PassedOver) == [
        "Anvil Battle Tank 1 and Anvil Battle Tank 2 cannot fire Bow Gun: no enemy is in range",
        "Anvil Battle Tank 2 cannot fire Coil Cannon: no enemy is in range",
    ]


def test_scenery_is_fired_at_by_an_option_of_its_own() -> None:
    at = two_guns()
    decision = asked_for_action(at)
    assert {FIRE.key, SCENERY.key} <= {*keys(decision)}
    asked = at.run(activate(at.game, at.squad("anvils-1")), SCENERY.key, "end", "end", "end", "end", "end")
    assert "piece:shack" in keys(asked[1])


def test_without_an_enemy_in_reach_shooting_says_why_and_scenery_is_still_offered() -> None:
    at = two_guns()
    at.put("glaives-1", 10, 47, -90)
    decision = asked_for_action(at)
    assert SCENERY.key in keys(decision)
    assert FIRE.key not in keys(decision)
    [refusal] = [each for option, each in decision.refusals() if option.key == FIRE.key]
    assert refusal.text.startswith("no enemy can be fired at: Coil Cannon at Glaive")
    assert "its countered range is 24″" in refusal.text
    cannon, gun = refusal.text.splitlines()
    assert "Anvil" not in cannon
    assert gun.startswith("Bow Gun at Glaive"), "each weapon has a line of its own"


def test_journals_of_before_still_shoot_at_everything_and_nobody_is_offered_that() -> None:
    at = two_guns()
    decision = asked_for_action(at)
    assert decision.allows(SHOOT.key)
    assert SHOOT.key not in keys(decision)
    asked = at.run(activate(at.game, at.squad("anvils-1")), SHOOT.key, "end", "end", "end", "end", "end")
    assert keys(asked[1]) == ["north.glaives-1", "piece:shack", "end"]
    assert not texts(at, events.PassedOver)


def test_enemies_that_cannot_be_fired_at_are_named_with_the_reason() -> None:
    at = two_guns()
    far = at.put("glaives-2", 40, 47, -90)
    flow = activate(at.game, at.squad("anvils-1"))
    first(flow)
    decision = flow.send(FIRE.key)
    assert isinstance(decision, Choose)
    [refusal] = [each for option, each in decision.refusals() if far.id in option.subject]
    assert refusal.rule == "D-SHOOT-10"


def test_the_firing_unit_alone_is_active() -> None:
    at = two_guns()
    at.game.state.squad = at.squad("anvils-1").id
    assert len(active(at)) == 2
    flow = activate(at.game, at.squad("anvils-1"))
    first(flow)
    flow.send(FIRE.key)
    assert active(at) == [at["anvils-1"].id]


def active(at: Moment) -> list[str]:
    return [each.id for each in RULESET.view(at.game).pieces if each.active]


def test_a_computer_player_leaves_scenery_alone() -> None:
    at = two_guns()
    at.game.state.squad = at.squad("anvils-1").id
    decision = asked_for_action(at)
    [rated] = [each for each in prospects(at.game, decision, Random(1)) if each.answer == SCENERY.key]
    assert rated.worth < -0.1
    assert not rated.scored
    assert rated.why == "for want of an enemy to fire at"


# -- orders for a whole squad


def firing(facings: Mapping[str, int] = {}, way: str = FIRE.key) -> Session:
    """Three Anvils that may all fire at the Flickers or at the Glaives; some with facings of their own."""
    session = Session(RULESET, RULESET.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(7))
    state = session.state
    spots = {"ann.anvils": (20.0, 6.0), "bob.glaives": (20.0, 16.0), "bob.flickers": (14.0, 15.0)}
    for name, (x, y) in spots.items():
        for number, other in enumerate(state.squads[name].units):
            unit = state.units[other]
            unit.place, unit.carrier, unit.x, unit.y = "table", "", x + 2 * number, y
            unit.facing = facings.get(other, 9000)
    state.edges, state.order, state.round = {"ann": "south", "bob": "north"}, ["ann", "bob"], 1
    state.step, state.player, state.group = "group", "ann", "ann.armour"
    state.groups["ann.armour"].status = "active"
    state.hands = {"ann": [], "bob": []}
    session = Session(RULESET, session.setup, KeyedDice(7), state=state)
    session.answer("ann.anvils")
    session.answer(way)
    return session


def asked(session: Session) -> Decision:
    return session.pending()


def test_one_order_fires_every_weapon_of_a_squad_and_the_journal_holds_its_answers() -> None:
    session, order = firing(), f"{ALL_AT.key}bob.flickers"
    decision, before = asked(session), len(session.journal)
    assert order in [each.key for each in decision.shortcuts]
    view = odds(session.game, decision, order)
    assert view is not None
    assert view.chances
    session.answer(order)
    given = session.journal[before:]
    assert len(given) > 3
    assert {session.state.units[str(each)].squad for each in given} == {"bob.flickers"}
    assert asked(session).rule != "D-SHOOT-5"
    session.undo()
    assert session.journal[before:] == []


def test_one_order_fires_every_weapon_of_a_squad_at_one_piece_of_scenery() -> None:
    session = firing(way=SCENERY.key)
    decision, before = asked(session), len(session.journal)
    pieces = [each for each in decision.shortcuts if each.about.terrain]
    assert isinstance(decision, Choose)
    assert len(pieces) == sum(each.key.startswith("piece:") for each in decision.options) > 0
    order = pieces[0]
    view = odds(session.game, decision, order.key)
    assert view is not None
    assert any("falls" in each.label for each in view.chances)
    session.answer(order.key)
    given = session.journal[before:]
    assert len(given) > 3
    assert {*given} == {order.key.removeprefix(ALL_AT.key)}
    assert isinstance(after := asked(session), Choose)
    assert not any(option.about == order.about for option in after.options), "only weapons that reach it fire at it"


def test_a_weapon_that_cannot_fire_at_the_ordered_squad_is_asked_about_last() -> None:
    session, order = firing({"ann.anvils-2": 6000}), f"{ALL_AT.key}bob.flickers"
    shown, before = odds(session.game, asked(session), order), len(session.journal)
    session.answer(order)
    declared = [str(each) for each in session.journal[before:]]
    assert declared[3] == LATER.key
    assert {session.state.units[each].squad for each in declared[:3] + declared[4:]} == {"bob.flickers"}
    last = asked(session)
    assert isinstance(last, Choose)
    assert (last.about, last.test, last.shortcuts) == ("ann.anvils-2", "Bow Gun", ())
    assert shown is not None
    session.answer(SILENT.key)
    fired = [each for each in session.events if isinstance(each, events.Fired)]
    assert len(fired) == len(declared) - 1, "every weapon that can fire at the squad does"


def test_a_weapon_waits_once() -> None:
    """D-SHOOT-4: asked about again, it is fired or not, so declaring comes to an end."""
    session, waited = firing(), list[tuple[str, str]]()
    while isinstance(asking := asked(session), Choose) and asking.rule == "D-SHOOT-5":
        weapon = asking.about, asking.test
        assert asking.allows(LATER.key) == (weapon not in waited)
        session.answer(LATER.key if weapon not in waited else SILENT.key)
        waited.append(weapon)
    assert len(waited) == 2 * len(set(waited))


def test_an_order_counts_what_is_declared_already() -> None:
    """Weapons of an order aim at other units than those that earlier fire will destroy anyway."""
    session, order = firing(), f"{ALL_AT.key}bob.flickers"
    for _number in range(2):
        session.answer("bob.flickers-2")
    session.answer(order)
    assert session.journal[4] == "bob.flickers-3"


def test_an_order_to_cease_fires_nothing_more() -> None:
    session = firing()
    before = len(session.journal)
    session.answer("bob.flickers-1")
    session.answer(CEASE.key)
    assert {*session.journal[before + 1 :]} == {"end"}
    assert sum(isinstance(each, events.Fired) for each in session.events) == 1


# -- what came of it


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        ({"hits": 0, "points": 0, "left": 1}, "Glaive Skimmer 1: no hit"),
        ({"hits": 2, "points": 0, "left": 1}, "2 hits, no damage: Glaive Skimmer 1"),
        ({"hits": 1, "points": 1, "left": 1}, "1 hit, 1 damage: Glaive Skimmer 1 has 1 left"),
        ({"hits": 2, "points": 2, "left": 0}, "2 hits, 2 damage: Glaive Skimmer 1 destroyed"),
    ],
)
def test_the_outcome_of_fire_is_one_sentence(fact: dict[str, Any], text: str) -> None:
    at = Moment()
    assert events.Outcome(target=at["glaives-1"].id, **fact).sentence(Words(at.game)) == text


@pytest.mark.parametrize(("dice", "destroyed"), [((1,), False), ((6, 6, 1, 1), True)])
def test_fire_ends_with_its_outcome_at_the_target(dice: tuple[int, ...], destroyed: bool) -> None:
    at = two_guns(dice=dice)
    at["glaives-1"].lost = at.game.sheet(at["glaives-1"]).damage - 1
    at.run(activate(at.game, at.squad("anvils-1")), FIRE.key, "north.glaives-1", "end")
    [told] = [each for each in at.game.events if isinstance(each, events.Outcome)]
    assert (told.target, told.hits, told.left == 0) == (at["glaives-1"].id, int(destroyed), destroyed)


@pytest.mark.parametrize(
    ("face", "result", "found", "text"),
    [
        (4, 8, True, "finds Depot: 4 + 4 = 8, 7 needed"),
        (4, 6, False, "does not find Depot: 4 + 2 = 6, 7 needed"),
        (1, 7, False, "does not find Depot: a 1 always fails"),
        (3, 2, False, "does not find Depot: 3 − 1 = 2, 7 needed"),
    ],
)
def test_a_search_says_what_was_needed(face: int, result: int, found: bool, text: str) -> None:
    at = Moment(objectives={"depot": (10, 10)})
    pool = Pool("search", 6, ((face,),))
    told = events.Searched(squad=at.squad("rifles-1").id, objective="depot", pool=pool, result=result, found=found)
    assert told.sentence(Words(at.game)) == f"Rifle Section {text}"


@pytest.mark.parametrize(("total", "text"), [(0, "no damage"), (2, "2 damage")])
def test_collateral_damage_says_what_it_did(total: int, text: str) -> None:
    at = Moment(SHACK)
    told = events.Rolled(unit="shack", purpose="collateral shack", pool=Pool("c", 6, ((5,),)), total=total)
    assert told.sentence(Words(at.game)) == f"Collateral damage to Shack: 5, {text}"


# -- the rest of an activation


def test_who_is_done_reads_who_would_not_act_and_enter_does_not_take_it() -> None:
    at = Moment()
    group = at.game.state.groups[at.squad("anvils-1").group]
    group.status, group.mode, at.game.state.group = "active", "deployed", group.id
    for squad in at.game.squads_of(group):
        for name in squad.units:
            at.put(name, 10 + 3 * len([*at.game.on_table()]), 10)
    acted, *_others = at.game.squads_of(group)
    acted.acted, acted.actions = True, ["shoot"]
    decision = first(act(at.game))
    assert isinstance(decision, Choose)
    [done] = [each for each in decision.options if each.key == "done"]
    assert done.label.startswith("Done, without ")
    assert all(squad.name in done.label for squad in _others)
    assert acted.name not in done.label
    assert done.forgoes
    assert not done.declines
    assert done.letter != END.letter


def test_a_battlegroup_is_listed_with_its_squads() -> None:
    at = Moment()
    for group in at.game.state.groups.values():
        group.mode = "deployed"
    at.game.state.order = ["south", "north"]
    decision = first(activation(at.game))
    assert isinstance(decision, Choose)
    assert any("Anvil Battle Tank × 3" in each.label for each in decision.options)


@pytest.mark.parametrize(("moved", "refused"), [(2.0, 0), (12.0, 2)])
def test_an_aircraft_that_came_too_far_offers_unloading_with_the_reason_against_it(moved: float, refused: int) -> None:
    at = Moment()
    drover = at.put("drover-1", 10, 10, airborne=True)
    drover.moved = moved
    decision = first(arrive(at.game, at.squad("drover-1"), {}))
    assert isinstance(decision, Choose)
    against = [(option.key, each) for option, each in decision.refusals()]
    assert len(against) == refused
    assert all(key == "out" and "it unloads only after" in each.text for key, each in against)


def test_the_tip_of_a_road_says_nothing_of_lava_and_parks() -> None:
    at = Moment(rectangle("road", "road", 0, 20, 20, 23))
    [road] = at.game.features
    found = [(each.text, each.rule) for each in _ground_lines(at.game, road)]
    assert found == [("Road", ""), ("Exceptional", "D-SCEN-3")]


def test_places_in_transports_are_said_in_words() -> None:
    at = Moment()
    said = [each.text for name in ("drover-1", "rifles-1") for each in unit_lines(at.game.sheet(at[name]))]
    assert any("places for vehicles" in each for each in said)
    assert any("place for Infantry" in each for each in said)


def test_range_is_named_that_applies_at_the_target_on_the_card_and_in_the_refusal() -> None:
    at = Moment()
    at.put("ferrets-1", 10, 10)
    at.put("glaives-1", 10, 25, -90)
    car, glaive = at["ferrets-1"], at["glaives-1"]
    [gun] = [each for each in at.game.sheet(car).weapons if not each.cq]
    assert weapon_numbers(gun)[0] == "24/12″"
    [refusal] = sighted(at.game, car, gun, glaive).refusals
    assert refusal.text == "15.00″ away, its countered range is 12″"


def test_d_trans_19_who_got_out_of_an_aircraft_is_named_when_it_may_not_fire_at_aircraft() -> None:
    at = Moment()
    at.put("parasols-1", 10, 10)
    at.put("kite-1", 10, 20, airborne=True)
    at.squad("parasols-1").left_air = True
    tank = at["parasols-1"]
    [refusal] = sighted(at.game, tank, at.game.sheet(tank).weapons[0], at["kite-1"]).refusals
    left = "left an Aircraft this round, so it cannot shoot at Aircraft until next round"
    assert refusal.text == f"{tank.name} {left}"


def test_nobody_is_asked_what_a_squad_does_that_can_do_nothing_nor_which_squad_acts_of_one() -> None:
    at = Moment()
    at.put("ferrets-1", 10, 10)
    squad = at.squad("ferrets-1")
    assert only_answer(first(_choose_action(at.game, squad))) is None, "it may move"
    squad.actions = ["move"]
    decision = first(_choose_action(at.game, squad))
    assert only_answer(decision) == "end"
    at.game.state.group, at.game.state.groups[squad.group].status = squad.group, "active"
    at.squad("bastion").acted = True
    asked = first(act(at.game))
    assert isinstance(asked, Choose)
    assert (len(asked.options), only_answer(asked)) == (1, squad.id)


def test_d_shoot_9_what_blocks_the_line_of_sight_is_named_and_the_line_is_shown() -> None:
    at = Moment(rectangle("bunker", "large-bunker", 4, 13, 16, 15, 9))
    at.put("anvils-1", 10, 10)
    at.put("glaives-1", 10, 20, -90)
    decision = asked_for_action(at)
    [refusal] = [each for option, each in decision.refusals() if option.key == FIRE.key]
    assert refusal.text.endswith("no line of sight to Glaive Skimmer 1: Bunker is in the way")
    shown = fans.aim(at.game, decision, FIRE.key)
    assert shown is not None
    assert (shown.names, shown.tone) == (("Anvil Battle Tank 1", "Glaive Skimmer 1"), "bad")
    assert [each.name for each in shown.hurdles if each.stops] == ["Bunker"]
