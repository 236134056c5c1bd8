"""Deployment: modes, the table, corners, In Readiness and In Reserve, infiltration (D-DEP, D-SPEC-INF)."""

from __future__ import annotations

import pytest

from game.engine.core.decisions import Arrange, Choose
from game.rulesets.dropzone.documents.armies import ArmyDocument, GroupDocument
from game.rulesets.dropzone.rules import scenarios, zones
from game.rulesets.dropzone.rules.activation import act, activation, can_act, can_enter, move, ready
from game.rulesets.dropzone.rules.deployment import choose_zones, deploy
from game.rulesets.dropzone.rules.events import Moved, RoundBegan
from game.rulesets.dropzone.rules.moving.asking import within
from game.rulesets.dropzone.rules.play import initiate, round_up
from game.rulesets.dropzone.rules.state import Group, Mode
from game.rulesets.dropzone.view.event_text import Words
from game.rulesets.dropzone.view.table import view
from game.table.facing import facing_of
from game.table.layout.setting_up import SetUp
from tests.rulesets.dropzone.dropzone_kit import CINDER, TESSALINE, Moment, rectangle, with_rules

SHACK = rectangle("shack", "small-shack", 10, 4, 14, 8)


def on_foot(army: ArmyDocument, *names: str) -> ArmyDocument:
    """Return an army in which the squads of some battlegroups start in no Transport."""
    groups = [each if each.id not in names else _walking(each) for each in army.groups]
    return army.model_copy(update={"groups": tuple(groups)})


def _walking(group: GroupDocument) -> GroupDocument:
    return group.model_copy(update={"squads": tuple(each.model_copy(update={"aboard": ()}) for each in group.squads)})


def allows(where: SetUp, name: str, x: float, y: float) -> bool:
    """Return whether a unit alone may be set up at a spot."""
    decision = Arrange(player="south", prompt="", rule="", arrangements=where)
    return decision.allows([{"id": name, "at": [float(x), float(y)]}])


def group(at: Moment, name: str) -> Group:
    """Return a battlegroup by its id."""
    return at.game.state.groups[name]


@pytest.mark.parametrize(
    ("scenario", "name", "modes"),
    [
        ("bunker-assault", "south.hq", ("deployed", "readiness")),
        ("bunker-assault", "south.frontline", ("deployed", "readiness")),
        ("bunker-assault", "south.armour", ("reserve",)),
        ("battle-royale", "south.hq", ("readiness",)),
        ("battle-royale", "south.armour", ("reserve",)),
    ],
)
def test_d_dep_8_what_does_not_come_by_air_starts_in_reserve(scenario: str, name: str, modes: tuple[Mode, ...]) -> None:
    """D-DEP-4, D-DEP-5, D-DEP-8."""
    at = Moment(armies=(on_foot(CINDER, "armour"), TESSALINE), scenario=scenario)
    assert tuple(scenarios.of(at.game).modes(at.game, group(at, name))) == modes


def test_d_dep_2_players_alternate_until_all_battlegroups_are_down() -> None:
    """D-DEP-2, D-DEP-4: the HQ of south deploys in its corner, and nothing that is In Reserve is asked about."""
    at = Moment(armies=(on_foot(CINDER, "armour"), TESSALINE), scenario="bunker-assault", dice=(6, 1))
    at.run(choose_zones(at.game), "south-west", "north-east")
    state = at.game.state
    assert state.undeployed[:2] == ["south.hq", "south.frontline"]
    assert "south.armour" not in state.undeployed
    spots = [{"id": f"south.ferrets-{number}", "at": [float(number) + 1, 3.0]} for number in range(1, 6)]
    bastion = [{"id": "south.bastion", "at": [3.0, 6.0]}]
    asked = at.run(deploy(at.game), "south.hq|deployed", bastion, spots)
    assert [each.rule for each in asked] == ["D-DEP-2", "D-DEP-4", "D-DEP-4"]
    assert at["ferrets-5"].on_table
    assert group(at, "south.hq").mode == "deployed"
    [asked_next] = at.run(deploy(at.game), "north.hq|readiness")
    assert asked_next.player == "north"
    assert state.choosing == ["south", "north"]


def test_d_dep_3_cargo_transports_deploy_with_the_battlegroup_of_their_cargo() -> None:
    """D-DEP-3: the Drover with both Mules of the Frontline, in the air."""
    at = Moment(scenario="bunker-assault", dice=(6, 1))
    at.run(choose_zones(at.game), "south-west", "north-east")
    at.run(deploy(at.game), "south.frontline|deployed", [{"id": "south.drover-1", "at": [5.0, 5.0]}])
    assert at["drover-1"].airborne
    assert {at[name].place for name in ("mule-a", "rifles-1")} == {"aboard"}


@pytest.mark.parametrize(
    ("x", "y", "legal"), [(5, 5, True), (8, 8, True), (9, 9, False), (11.9, 1, True), (1, 12.2, False)]
)
def test_d_dep_4_a_corner_reaches_twelve_inches(x: float, y: float, legal: bool) -> None:
    """D-DEP-4, R-32."""
    at = Moment(scenario="bunker-assault")
    where = within(at.game, [at["bastion"]], zones.area(at.game.ruler.battlefield, "south-west"), "D-DEP-4")
    assert allows(where, "south.bastion", x, y) == legal


def test_d_dep_4_nobody_is_deployed_on_impassable_scenery() -> None:
    at = Moment(rectangle("shack", "small-shack", 3, 3, 7, 7), scenario="bunker-assault")
    where = within(at.game, [at["bastion"]], zones.area(at.game.ruler.battlefield, "south-west"), "D-DEP-4")
    assert not allows(where, "south.bastion", 5, 5)


def test_d_dep_5_a_squad_enters_a_corner_along_either_of_its_edges() -> None:
    """D-DEP-5, R-32, R-10: from the west edge, at most 12″ from the corner."""
    at = Moment(scenario="bunker-assault")
    at.game.state.edges = {"south": "south-west", "north": "north-east"}
    asked = at.run(move(at.game, at.squad("bastion")), "west", [{"id": "south.bastion", "at": [4.0, 10.0]}])
    assert [each.rule for each in asked] == ["D-DEP-5", "D-DEP-5"]
    assert (at["bastion"].x, at["bastion"].y, at["bastion"].moved) == (4.0, 10.0, 4.0)
    assert isinstance(asked[1], Arrange)
    assert not asked[1].allows([{"id": "south.bastion", "at": [4.0, 16.0]}])
    told = asked[1].turnings["south.bastion"].middle(4.0, 10.0)
    assert told == at["bastion"].facing == facing_of(0)  # inwards from the edge, as the preview said


def test_d_dep_5_everything_of_a_battlegroup_in_readiness_must_enter() -> None:
    """D-DEP-5: after the Bastion has entered, the Ferrets are not left outside."""
    at = Moment()
    state = at.game.state
    state.edges, state.order = {"south": "south", "north": "north"}, ["south", "north"]
    at.run(activation(at.game), "south.hq")
    at.run(act(at.game), "south.bastion.squad", [{"id": "south.bastion", "at": [10.0, 4.0]}], "end")
    spots = [{"id": f"south.ferrets-{number}", "at": [15.0 + 2 * number, 4.0]} for number in range(1, 6)]
    asked = at.run(act(at.game), "south.ferrets", spots, "end")
    assert isinstance(asked[0], Choose)
    assert [option.key for option in asked[0].options] == ["south.ferrets"]
    assert group(at, "south.hq").mode == "readiness"
    at.run(act(at.game))
    assert (group(at, "south.hq").mode, group(at, "south.hq").status) == ("deployed", "done")


def test_r_15_a_move_that_goes_nowhere_is_no_action() -> None:
    """D-BG-4, R-15: after the Bastion has stayed where it is the battlegroup is not done; a shot would do."""
    at = Moment()
    state = at.game.state
    state.edges, state.order = {"south": "south", "north": "north"}, ["south", "north"]
    at.put("bastion", 10, 10)
    for number in range(1, 6):
        at.put(f"ferrets-{number}", 20 + 2 * number, 10)
    at.run(activation(at.game), "south.hq")
    at.run(act(at.game), "south.bastion.squad", "move", "stay", "end")
    [asked, *_more] = at.run(act(at.game), "south.ferrets", "end")
    assert isinstance(asked, Choose)
    assert [option.key for option in asked.options] == ["south.ferrets"]
    at.squad("ferrets-1").acted, at.squad("bastion").actions = False, ["shoot"]
    [asked, *_more] = at.run(act(at.game), "end")
    assert isinstance(asked, Choose)
    assert [option.key for option in asked.options] == ["south.ferrets", "done"]


def test_d_dep_7_reserves_are_in_readiness_from_the_second_round_on() -> None:
    """D-DEP-7, D-BG-6, X-06."""
    at = Moment(armies=(on_foot(CINDER, "armour"), TESSALINE))
    state = at.game.state
    for each in state.groups.values():
        each.mode = scenarios.of(at.game).modes(at.game, each)[-1]
    assert [each.id for each in ready(at.game, "south")] == ["south.hq", "south.frontline"]
    assert not can_enter(at.game, at.squad("anvils-1"))
    at.run(round_up(at.game))
    assert [each.id for each in ready(at.game, "south")] == ["south.hq", "south.frontline", "south.armour"]
    assert can_enter(at.game, at.squad("anvils-1"))


def test_x_07_a_battlegroup_in_readiness_is_held_only_if_none_is_on_the_table() -> None:
    """D-BG-3, D-BG-5, D-DEP-6, R-16."""
    at = Moment()
    state = at.game.state
    state.edges, state.order = {"south": "south", "north": "north"}, ["south"]
    at.put("bastion", 10, 10)
    for name in ("south.frontline", "north.hq", "north.frontline", "north.armour"):
        group(at, name).status = "done"
    [asked, *_more] = at.run(activation(at.game), "south.armour")
    assert isinstance(asked, Choose)
    assert [option.key for option in asked.options] == ["south.hq", "south.armour"]
    group(at, "south.hq").status, group(at, "south.armour").status = "done", "ready"
    state.step, state.player = "activation", ""
    [asked] = at.run(activation(at.game), "hold")
    assert group(at, "south.armour").status == "held"


INFILTRATORS = with_rules(CINDER, "ferret", "Infiltrate 12″")


def test_d_spec_inf_a_squad_infiltrates_near_its_edge_whatever_the_scenario_says() -> None:
    """D-SPEC-INF, D-DEP-9, D-CORE-0."""
    at = Moment(armies=(INFILTRATORS, TESSALINE), dice=(6, 1))
    at.run(choose_zones(at.game), "south", "north")
    assert at.game.state.undeployed == ["south.hq"]
    spots = [{"id": f"south.ferrets-{number}", "at": [10.0 + 2 * number, 12.0]} for number in range(1, 6)]
    at.run(deploy(at.game), "south.hq|readiness", "outside", spots)
    assert at["ferrets-1"].on_table
    assert at["bastion"].place == "off"
    far = within(at.game, [at["bastion"]], zones.along(at.game.ruler.battlefield, "south", 12.0), "")
    assert not allows(far, "south.bastion", 9, 12.2)


def test_d_spec_inf_infantry_infiltrates_a_garrison_in_reach() -> None:
    """D-SPEC-INF: the Rifles are on foot, their battlegroup stays In Reserve, and they act all the same (R-46)."""
    foot = on_foot(with_rules(CINDER, "rifle", "Infiltrate 6″"), "frontline")
    far = rectangle("far", "small-shack", 20, 7, 24, 11)
    at = Moment(SHACK, far, armies=(foot, TESSALINE), dice=(6, 1))
    at.run(choose_zones(at.game), "south", "north")
    asked = at.run(deploy(at.game), "south.frontline|reserve", "shack", "centre", "centre", "centre")
    assert isinstance(asked[1], Choose)
    assert [option.key for option in asked[1].options] == ["outside", "shack", "wait"]
    assert at["rifles-3"].place == "inside"
    assert group(at, "south.frontline").mode == "reserve"
    assert can_act(at.game, group(at, "south.frontline"))
    assert not can_enter(at.game, at.squad("breachers-1"))


def test_d_dep_8_the_first_round_says_who_comes_in_the_second() -> None:
    at = Moment(dice=(6, 1), armies=(on_foot(CINDER, "armour"), TESSALINE), scenario="battle-royale")
    group(at, "south.armour").mode = "reserve"
    at.game.state.round = 0
    at.run(initiate(at.game), "keep")
    began = next(event for event in at.game.events if isinstance(event, RoundBegan))
    text = began.sentence(Words(at.game))
    assert text.startswith("Round 1 begins. In reserve until round 2")
    assert "Armour (" in text
    shown = view(at.game).groups
    assert {each.id: each.status for each in shown}["south.armour"] == "reserve"


def test_d_dep_7_a_later_round_says_nothing_of_a_reserve_made_by_hand() -> None:
    at = Moment(dice=(6, 1), scenario="battle-royale")
    group(at, "south.armour").mode = "reserve"
    at.game.state.round = 2
    at.run(initiate(at.game), "keep")
    began = next(event for event in at.game.events if isinstance(event, RoundBegan))
    assert began.sentence(Words(at.game)) == "Round 3 begins"


def test_d_dep_8_before_edges_are_taken_it_is_known_who_will_be_in_reserve() -> None:
    at = Moment(armies=(on_foot(CINDER, "armour"), TESSALINE), scenario="battle-royale")
    at.game.state.step = "zones"
    assert {each.id: each.status for each in view(at.game).groups}["south.armour"] == "reserve"


@pytest.mark.parametrize(("rule", "end", "text"), [
    ("D-DEP-5", (10.0, 5.0), "Bastion Command Carrier enters the table: 5.00″"),
    ("D-MOVE-1", (10.0, 3.5), "Bastion Command Carrier moves 3.50″"),
    ("D-MOVE-1", (10.0, 0.0), "Bastion Command Carrier turns"),
    ("D-AIR-2", (10.0, 5.0), "Bastion Command Carrier flies 5.00″"),
    *((rule, (10.0, 5.0), "Bastion Command Carrier gets out") for rule in ("D-TRANS-12", "D-GARR-6", "D-CQ-8")),
    *((rule, (10.0, 5.0), "Bastion Command Carrier is deployed") for rule in ("D-DEP-4", "D-SPEC-INF")),
])  # fmt: skip
def test_the_log_says_how_a_squad_moved_and_how_far(rule: str, end: tuple[float, float], text: str) -> None:
    at = Moment()
    paths = {"south.bastion": [(10.0, 0.0), end]}
    moved = Moved(squad="south.bastion.squad", paths=paths, facings={}, rule=rule)
    assert moved.sentence(Words(at.game)) == text
