"""Models that act together, and those that come round the flank (B-TR-82, B-TR-85, B-TR-14)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import shapely

from game.engine.core.decisions import Choose
from game.rulesets.bushido import RULESET
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions import act_together, carry_out
from game.rulesets.bushido.rules.secrets import deal_notes
from game.rulesets.bushido.rules.setup_phase.deployment import arrival, deploy_one, edge_of
from game.rulesets.bushido.rules.turn.main import starting_effects
from game.table.path.policy import CONTACT
from game.table.placing.places import is_legal
from tests.rulesets.bushido.bushido_kit import HALF, Moment, card, moment, warband

NEAR = 2 * HALF + CONTACT / 2


def pack(traits: list[str], dice: tuple[int, ...] = (), **changes: Any) -> Moment:
    south = warband(*(card(name, traits=traits, **changes) for name in ("One", "Two", "Three")), faction="South")
    at = moment(dice, south=south, north=warband(card("Foe", wounds=20), card("Far"), faction="North"))
    at.put("one", 8.0, 10.0)
    at.put("two", 8.0, 12.0)
    at.put("three", 8.0, 14.0)
    at.put("foe", 11.0, 11.0, facing=18000)
    at.put("far", 20.0, 20.0)
    at.game.state.step = "activation"
    at.game.begin_activation(at["one"])
    return at


def test_b_tr_82_a_pack_walks_together_and_each_pays() -> None:
    at = pack(["Pack (1/2)"])
    at.run(act_together(at.game, at["one"], ACTIONS["walk"]), ["south.two"], [6.0, 10.0, 0], [6.0, 12.0, 0])
    assert [at[name].counters for name in ("one", "two", "three")] == [1, 1, 2]
    [question, *_walks] = at.asked
    assert not question.allows(["south.two", "south.three"])  # one other at most
    assert not question.allows(["south.three"])  # 2.8 inches off
    assert question.allows([])


def test_b_tr_82_first_all_move_then_they_fight_in_the_order_of_their_player() -> None:
    at = pack(["Pack (2/6)"], (3,) * 12, wounds=20)
    at["three"].counters = 0
    spots = [[11.0 - NEAR * 0.8, 11.0 - NEAR * 0.6], [11.0 - NEAR * 0.8, 11.0 + NEAR * 0.6]]
    flow = act_together(at.game, at["one"], ACTIONS["melee"])
    at.run(flow, ["south.two"], spots[0], spots[1], ["south.two"], "0/2", "0/3", "0/2", "0/3")
    kinds = [event.kind for event in at.game.events if event.kind in ("Moved", "ExchangeBegan", "CountersPaid")]
    assert kinds[:3] == ["Moved", "Moved", "ExchangeBegan"]
    assert [each.activating for each in at.told("ExchangeBegan")] == ["south.two", "south.one"]
    assert [at[name].counters for name in ("one", "two", "three")] == [1, 1, 0]


def test_b_tr_82_a_group_acts_as_a_whole() -> None:
    south = warband(card("Crew", max=3, count=3, traits=["Group"]), faction="South")
    at = moment((), south=south, north=warband(card("Foe"), faction="North"))
    crew = [each for each in at.game.state.models.values() if each.owner == "south"]
    for number, each in enumerate(crew):
        each.place, each.x, each.y, each.counters = "table", 5.0, 4.0 + 4 * number, 2
    at.game.begin_activation(crew[0])
    at.run(act_together(at.game, crew[0], ACTIONS["focus"]))
    assert [(each.ki, each.counters) for each in crew] == [(1, 0)] * 3


@pytest.mark.parametrize(("most", "offered"), [(1, False), (2, True)])
def test_b_tr_14_a_group_is_commanded_as_a_whole_or_not_at_all(most: int, offered: bool) -> None:
    lead = card("Lead", traits=[f"Command [Crew] ({most}/6)"])
    south = warband(lead, card("Crew", max=2, count=2, traits=["Group"]), card("Man", types=["Crew"]), faction="South")
    at = moment((), south=south, north=warband(card("Foe"), faction="North"))
    at.put("lead", 5.0, 5.0)
    at.put("man", 5.0, 8.0)
    for number in (1, 2):
        each = at.game.state.models[f"south.crew-{number}"]
        each.place, each.x, each.y, each.counters = "table", 5.0 + 2 * number, 5.0, 2
    flow = carry_out(at.game, at["lead"], ACTIONS["command"])
    if offered:
        at.run(flow, "south.crew-1 wait", "south.crew-2 wait")
        first, second = at.asked
        assert isinstance(first, Choose)
        assert isinstance(second, Choose)
        assert {option.key.split()[0] for option in first.options} >= {"south.man", "south.crew-1"}
        assert {option.key.split()[0] for option in second.options} == {"south.crew-2"}
    else:
        at.run(flow, "south.man wait")
        assert not at.asked[0].allows("south.crew-1 wait")


# -- coming round the flank


def flank(scenario: str = "seikyuu") -> Moment:
    south = warband(card("Scout", traits=["Flank"]), card("Main"), faction="South")
    at = moment((), south=south, north=warband(card("Foe"), faction="North"), scenario=scenario)
    at.game.state.step = "setup"
    return at


def test_b_tr_85_a_flank_is_noted_in_secret_and_arrives_in_its_turn() -> None:
    at = flank()
    at.run(deploy_one(at.game, "south", scouts=False), ["south.scout"], "3 west")
    note = at.asked[1]
    assert (note.private, note.rule) == (True, "B-TR-85")
    scout = at["scout"]
    assert (scout.place, scout.in_play) == ("elsewhere", True)
    at.put("main", 12.0, 1.0)
    at.put("foe", 12.0, 23.0)
    at.game.state.turn = 2
    at.run(starting_effects(at.game))
    assert scout.place == "elsewhere"
    at.game.state.turn = 3
    scout.counters = 0
    at.run(starting_effects(at.game), [scout.radius, 10.0])
    assert scout.on_table
    assert (scout.counters, round(scout.x - scout.radius, 3)) == (2, 0.0)
    told = at.told("WentRound")[0]
    assert not hasattr(told, "turn")
    assert not hasattr(told, "edge")


def test_b_tr_85_it_may_be_deployed_with_the_others() -> None:
    at = flank()
    at.run(deploy_one(at.game, "south", scouts=False), ["south.scout"], "deploy", [12.0, at["scout"].radius])
    assert at["scout"].place == "table"


def test_b_tr_85_not_into_the_enemys_zone_nor_beside_an_enemy() -> None:
    at = flank()
    scout = at["scout"]
    scout.place, scout.flank_turn, scout.flank_edge = "elsewhere", 2, "east"
    at.put("foe", 22.0, 12.0, facing=0)
    where, x = arrival(at.game, scout), 24.0 - scout.radius
    assert [is_legal(where, (x, y)) for y in (6.0, 12.0, 24.0 - scout.radius, 24.0 - scout.radius - 0.01)] == [
        True,
        False,
        False,
        True,
    ]
    assert not is_legal(where, (x - 0.01, 6.0))


@pytest.mark.parametrize(
    ("deployment", "edge", "on", "off"),
    [
        ("baseline", "west", (0.0, 1.0), (24.0, 1.0)),
        ("corner-square", "west", (0.0, 13.0), (0.0, 11.0)),
        ("corner-square", "west", (11.0, 24.0), (13.0, 24.0)),
        ("corner-edge", "east", (13.0, 0.0), (11.0, 0.0)),
        ("corner-square", "east", (24.0, 11.0), (24.0, 13.0)),
    ],
)
def test_b_setup_7_neutral_edges(deployment: str, edge: str, on: tuple[float, float], off: tuple[float, float]) -> None:

    line = edge_of(deployment, edge, 24.0, 24.0)
    assert [line.distance(shapely.Point(*each)) < 1e-9 for each in (on, off)] == [True, False]


def test_b_tr_85_a_note_is_dealt_anew_for_whoever_may_not_know_it() -> None:
    at = flank()
    scout = at["scout"]
    scout.place, scout.flank_turn, scout.flank_edge, at.game.state.turn = "elsewhere", 3, "east", 1
    (name, fact), *_others = RULESET.secrets.private(at.game).items()
    assert (name, fact.knows) == ("note south.scout", "south")
    assert fact.fields == [("models", "south.scout", "flank_turn"), ("models", "south.scout", "flank_edge")]
    deal_notes(at.game, at.game, "south", Random(1))
    assert (scout.flank_turn, scout.flank_edge) == (3, "east")
    dealt = set()
    for seed in range(40):
        deal_notes(at.game, at.game, "north", Random(seed))
        dealt.add((scout.flank_turn, scout.flank_edge))
    assert dealt == {(turn, edge) for turn in (2, 3, 4) for edge in ("west", "east")}
    at.game.state.turn = scout.flank_turn
    assert not RULESET.secrets.private(at.game)
