"""What people see of the odds: one answer, and all answers side by side."""

from __future__ import annotations

import re

import pytest

from game.engine.core.decisions import Choose, Decision
from game.engine.core.flow import Asking
from game.play.verdicts import of_odds
from game.rulesets.dropzone.odds.fire import close_odds, fire_at_squad, fire_odds
from game.rulesets.dropzone.rules.activation import activate
from game.rulesets.dropzone.rules.close_quarters.choosing import fire_or_fight
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.letters import ALL_AT
from game.rulesets.dropzone.rules.scenery import settle
from game.rulesets.dropzone.rules.shooting.declaring import armed_now, asked_about, shoot, target_of
from game.rulesets.dropzone.rules.state import Objective
from game.rulesets.dropzone.view.odds import compared, odds
from game.table.documents import TerrainPiece
from game.wording import percent
from tests.rulesets.dropzone.dropzone_kit import Moment, rectangle


def first(flow: Asking[None]) -> Choose:
    """Return the first decision of a flow."""
    decision: object = next(flow)
    assert isinstance(decision, Choose)
    return decision


def tanks(*terrain: TerrainPiece) -> Moment:
    """Two Anvils face two Glaives, one of them damaged."""
    moment = Moment(*terrain)
    for number in (1, 2):
        moment.put(f"anvils-{number}", 20 + 2 * number, 10)
        moment.put(f"glaives-{number}", 20 + 2 * number, 25, -90)
    moment["glaives-1"].lost = 1
    return moment


def shown(moment: Moment, decision: Decision, key: str) -> list[str]:
    """Return the lines of the odds of an answer."""
    view = odds(moment.game, decision, key)
    assert view is not None
    return [line.text for line in view.lines]


def test_d_shoot_5_a_decision_says_which_weapon_it_is_about() -> None:
    moment = tanks()
    decision = first(shoot(moment.game, moment.squad("anvils-1")))
    asked = asked_about(moment.game, decision)
    assert asked is not None
    assert (asked[0].id, asked[1].name) == (moment["anvils-1"].id, "Coil Cannon")
    assert target_of(moment.game, moment["glaives-1"].id) is moment["glaives-1"]
    assert target_of(moment.game, "end") is None


def test_d_shoot_4_the_odds_of_all_fire_say_that_they_are_of_all() -> None:
    moment = tanks()
    decision = first(shoot(moment.game, moment.squad("anvils-1")))
    for key, ending in ((moment["glaives-1"].id, " is lost"), (f"{ALL_AT.key}north.glaives", " is lost if all fire")):
        view = odds(moment.game, decision, key)
        assert view is not None, [option.key for option in decision.shortcuts]
        assert all(chance.label.endswith(ending) for chance in view.chances)


def test_d_shoot_12_the_odds_of_a_target_say_what_the_number_is_made_of() -> None:
    moment = tanks()
    moment.squad("anvils-1").disembarked = True
    decision = first(shoot(moment.game, moment.squad("anvils-1")))
    lines = shown(moment, decision, moment["glaives-1"].id)
    assert "hits on 4+" in lines
    assert "squad disembarked this round +2" in lines
    assert "Energy 10 against Armour 12" in lines
    assert "saves on 5+" in lines
    assert any("wasted" in line for line in lines)
    assert odds(moment.game, decision, "end") is None


def test_d_shoot_15_targets_are_compared_by_damage_and_destruction() -> None:
    moment = tanks()
    decision = first(shoot(moment.game, moment.squad("anvils-1")))
    view = compared(moment.game, decision)
    assert view is not None
    rows = {row.label: row.cells for row in view.grids[0].rows}
    found = fire_odds(moment.game, [moment.fire("anvils-1", "Coil Cannon", "glaives-1")])
    chance = found.units[moment["glaives-1"].id].destroyed
    assert rows[moment["glaives-1"].name][0] == "2+"
    assert rows[moment["glaives-1"].name][3] == percent(chance)
    assert rows[moment["glaives-2"].name][3] != percent(chance)


def test_d_act_4_the_fire_of_a_squad_is_shared_out_over_another_one() -> None:
    moment = tanks()
    moment.put("anvils-3", 26, 10)
    squad, foe = moment.squad("anvils-1"), moment.squad("glaives-1")
    fires = fire_at_squad(moment.game, armed_now(moment.game, squad), foe)
    guns = [each for each in fires if each.weapon.name == "Coil Cannon"]
    assert {each.target.id for each in guns} == {moment["glaives-1"].id, moment["glaives-2"].id}
    decision = first(activate(moment.game, squad))
    view = compared(moment.game, decision)
    assert view is not None
    assert [row.label for row in view.grids[0].rows] == [foe.name]
    assert odds(moment.game, decision, "shoot") == view
    assert odds(moment.game, decision, "move") is None


def test_d_obj_5_the_odds_of_a_search() -> None:
    moment = Moment()
    moment.game.state.round = 4
    moment.game.state.objectives["prize"] = Objective("prize", 20, 20, hidden=True)
    moment.put("rifles-1", 20, 21)
    view = odds(moment.game, first(activate(moment.game, moment.squad("rifles-1"))), "search")
    assert view is not None
    assert [each.share for each in view.outcomes] == pytest.approx([4 / 6, 2 / 6])


def test_d_cq_2_the_odds_of_close_quarters() -> None:
    moment = Moment(rectangle("hall", "small-building", 20, 20, 25, 25, 5))
    piece: Feature = moment.game.features[0]
    for name in ("rifles-1", "rifles-2", "rifles-3", "dancers-1-1", "dancers-1-2"):
        moment[name].carrier = ""
        settle(moment.game, moment[name], piece, "centre")
    squad, foe = moment.squad("rifles-1"), moment.squad("dancers-1-1")
    squad.entered = True
    decision = first(fire_or_fight(moment.game, squad))
    view = odds(moment.game, decision, foe.id)
    assert view is not None
    armed = [(moment[f"rifles-{number}"], moment.weapon("rifles-1", "Close Rifles")) for number in (1, 2, 3)]
    known = close_odds(moment.game, armed, foe, entered=True)
    assert view.chances[0].share == pytest.approx(known.breaks)
    assert view.spreads[0].shares == pytest.approx(tuple(known.harm.points))
    assert view.lines[0].rule == "D-CQ-4"
    together = compared(moment.game, decision)
    assert together is not None
    assert together.grids[0].rows[0].label == foe.name


def test_d_scen_12_the_odds_of_scenery_say_what_its_fall_would_do() -> None:
    moment = tanks(rectangle("shed", "tiny-shack", 30, 20, 33, 23, 3))
    piece = moment.game.features[0]
    moment.game.state.scars = {piece.id: piece.kind.damage - 1}
    moment["dancers-1-1"].carrier = ""
    settle(moment.game, moment["dancers-1-1"], piece, "centre")
    decision = first(shoot(moment.game, moment.squad("anvils-1")))
    view = odds(moment.game, decision, f"piece:{piece.id}")
    assert view is not None
    assert view.chances[0].share > 0.5
    assert any("if it falls" in line.text for line in view.lines)
    of_all = odds(moment.game, decision, f"{ALL_AT.key}piece:{piece.id}")
    assert of_all is not None
    lost = re.search(r"(\d\.\d) of its 1 damage points are lost on average", of_all.lines[0].text)
    assert lost is not None
    assert float(lost[1]) == pytest.approx(of_all.chances[0].share, abs=0.051), "not more than the one it has left"
    said = [said.text for said in of_odds(of_all)]
    assert re.fullmatch(r"\d\.\d of 1 damage points on average", said[0]), "the cursor says what to expect, too"
