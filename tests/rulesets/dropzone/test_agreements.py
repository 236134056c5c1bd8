"""What players agree on where the rules leave it open: each default beside the other value (D-ENG-7, section 23)."""

from __future__ import annotations

import pytest

from game.rulesets.dropzone.new_game.planning import AGREEMENTS
from game.rulesets.dropzone.rules.activation import move, why_not_move
from game.rulesets.dropzone.rules.moving.asking import budget
from game.rulesets.dropzone.rules.moving.boarding import disembark, move_inside, reachable
from game.rulesets.dropzone.rules.play import KEEP, initiative, order
from game.rulesets.dropzone.rules.scenarios import of
from game.rulesets.dropzone.rules.scenery import settle
from game.rulesets.dropzone.rules.setup import OptionsDocument
from game.rulesets.dropzone.rules.shooting.legal import eyes_of, pieces_in_reach, why_silent
from game.rulesets.dropzone.rules.space import walls
from game.table.facing import degrees_of
from tests.rulesets.dropzone.dropzone_kit import Moment, rectangle

HOUSE = rectangle("house", "medium-building", 20, 20, 25, 25)


def test_d_eng_7_whatever_is_left_open_can_be_agreed_on() -> None:
    assert {each.name for each in AGREEMENTS} == set(OptionsDocument.model_fields) - {"rounds"}
    assert all(each.values[0][0] == getattr(OptionsDocument(), each.name) for each in AGREEMENTS)


@pytest.mark.parametrize(("arc", "legal"), [("90", False), ("180", True)])
def test_r_4_occupants_fire_ahead_or_to_everything_outside_their_side(arc: str, legal: bool) -> None:
    """D-GEO-14: a target 60° to the side, and one behind the house, at which nobody fires."""
    at = Moment(HOUSE, arc=arc)
    [house] = at.game.features
    south = next(str(wall.number) for wall in walls(house) if degrees_of(wall.outward) == 270.0)
    settle(at.game, at["rifles-1"], house, south)
    at.put("glaives-1", 31, 16.5)
    assert at.why_not("rifles-1", "Service Rifles", "glaives-1") == ([] if legal else ["D-SHOOT-8"])
    at.put("glaives-1", 22, 27)
    assert "D-SHOOT-8" in at.why_not("rifles-1", "Service Rifles", "glaives-1")
    rifles = next(each for each in at.game.sheet(at["rifles-1"]).weapons if each.name == "Service Rifles")
    assert pieces_in_reach(at.game, [(at["rifles-1"], rifles)]) == [[]], "their own walls beside them"


@pytest.mark.parametrize(
    ("boarding", "inches", "reached"), [("centre", 2.0, True), ("centre", 2.1, False), ("edge", 3.1, True)]
)
def test_r_7_squads_board_by_centres_or_by_rims(boarding: str, inches: float, reached: bool) -> None:
    """D-TRANS-8: a Mule has a radius of 0.6″, a Rifle base of 0.5″."""
    at = Moment(boarding=boarding)
    mule = at.empty("mule-a")
    at.put("mule-a", 10, 10)
    for number in (1, 2, 3):
        at.put(f"rifles-{number}", 10, 10 + inches + number - 1)
    assert (reachable(at.game, at.squad("rifles-1")) == [mule]) == reached


@pytest.mark.parametrize(("boarding", "inches", "legal"), [("centre", 2.0, True), ("centre", 2.1, False),
                                                           ("edge", 3.1, True), ("edge", 3.2, False)])  # fmt: skip
def test_d_trans_12_squads_get_out_within_two_inches_by_centres_or_by_rims(
    boarding: str, inches: float, legal: bool
) -> None:
    """D-TRANS-12, D-CORE-8, R-7."""
    at = Moment(boarding=boarding)
    at.put("mule-a", 10, 10)
    at["rifles-2"].place = at["rifles-3"].place = "destroyed"
    near = [{"id": "south.rifles-1", "at": [10.0, 11.8]}]
    [asked] = at.run(disembark(at.game, at.squad("rifles-1")), near)
    assert asked.allows([{"id": "south.rifles-1", "at": [10.0, 10.0 + inches]}]) == legal


@pytest.mark.parametrize(("embarked", "first"), [("on", "south"), ("off", "north")])
def test_r_11_embarked_commanders_help_the_initiative_roll_or_not(embarked: str, first: str) -> None:
    """D-INIT-3: 2 and a Command Value of 4 against 3."""
    at = Moment(dice=(2, 3), embarked=embarked, cards="off")
    at.put("drover-1", 10, 10, airborne=True)
    at["bastion"].place, at["bastion"].carrier = "aboard", "south.drover-1"
    found: list[str] = []

    def rolled() -> object:
        found.extend((yield from order(at.game, ["south", "north"])))

    at.run(rolled())  # type: ignore[arg-type]
    assert found[0] == first
    assert at.game.command("south") == 4, "for cards they count in any case"


@pytest.mark.parametrize(("shifting", "silent"), [("on", True), ("off", False)])
def test_r_21_shifting_silences_weapons_that_must_not_move_or_not(shifting: str, silent: bool) -> None:
    """D-SHOOT-7, D-GARR-4; who fired one may shift too, but neither leave nor enter another Garrison."""
    at = Moment(HOUSE, shifting=shifting)
    [house] = at.game.features
    squad, launcher = at.squad("rifles-1"), at.weapon("rifles-1", "Tube Launcher")
    for number in (1, 2, 3):
        unit = at[f"rifles-{number}"]
        settle(at.game, unit, house, "centre")
        assert unit.turned, "entering is a move"
        unit.turned = False
    at.run(move_inside(at.game, squad), "shift", "0", "1", "2")
    assert (why_silent(at.game, at["rifles-1"], launcher) is not None) == silent
    at["rifles-1"].fired = ["Tube Launcher"]
    assert (why_not_move(at.game, squad) is not None) == silent
    if not silent:
        [asked, *_rest] = at.run(move_inside(at.game, squad), "shift", "0", "1", "2")
        assert not asked.allows("leave")


@pytest.mark.parametrize(("ramp", "left"), [("off", 16.0), ("on", 8.0)])
def test_r_25_a_transport_that_unloaded_flies_on_or_no_farther_than_half(ramp: str, left: float) -> None:
    """D-TRANS-14, D-TRANS-16: the Drover flies 6″, lands and unloads; the next round it is free."""
    at = Moment(ramp=ramp)
    drover = at.put("drover-2", 10, 10, airborne=True)
    at.game.state.group = at.squad("anvils-1").group
    at.game.state.declared = [at.squad("drover-2").id]
    there = [{"id": "south.drover-2", "at": [10.0, 16.0]}]
    spots = ((10.0, 17.8), (11.6, 17.0), (8.4, 17.0))
    out = [{"id": f"south.anvils-{number}", "at": [*spot]} for number, spot in enumerate(spots, 1)]
    at.run(move(at.game, at.squad("drover-2")), there, "land", "out", out, "down")
    assert budget(at.game, drover) == left


@pytest.mark.parametrize(("extracting", "gone"), [("off", False), ("on", True)])
def test_r_38_squads_are_extracted_in_transports_or_not(extracting: str, gone: bool) -> None:
    """D-SCO-1: the Mule at the edge carries the Rifles, who carry the objective."""
    at = Moment(objectives={"middle": (24.0, 24.0)}, extracting=extracting)
    at.game.state.edges = {"south": "south", "north": "north"}
    at.put("mule-a", 10, 0.9)
    objective = at.game.state.objectives["middle"]
    objective.mobile, objective.carrier, objective.claimed_by = True, at.squad("rifles-1").id, "south"
    of(at.game).after(at.game, at.squad("mule-a"))
    assert objective.removed == gone
    assert (at["rifles-1"].place, at["rifles-1"].carrier) == (("off", "") if gone else ("aboard", "south.mule-a"))
    assert at["mule-a"].on_table


@pytest.mark.parametrize(("sight", "rules"), [("extruded", []), ("flat", ["D-SHOOT-9"])])
def test_r_1_what_is_solid_is_as_high_as_it_is_or_endlessly_high(sight: str, rules: list[str]) -> None:
    """D-GEO-8, X-17: an Articulated gun sees over a wall 1″ high, unless sight is flat."""
    wall = rectangle("wall", "tiny-building", 9, 0, 11, 40, height=1.0)
    at = Moment(wall, sight=sight)
    at.put("anvils-1", 5, 20, 0)
    at.put("glaives-1", 25, 20)
    assert at.why_not("anvils-1", "Coil Cannon", "glaives-1") == rules


@pytest.mark.parametrize(("sight", "seen"), [("extruded", False), ("flat", True)])
def test_r_1_units_are_in_the_way_or_not(sight: str, seen: bool) -> None:
    """D-GEO-8: a Pylon stands before a Glaive; every target in the open is seen whole, and one's own squad not."""
    at = Moment(sight=sight)
    anvil, mate = at.put("anvils-1", 5, 20, 0), at.put("anvils-2", 5, 30, 0)
    glaive, pylon = at.put("glaives-1", 25, 20), at.put("bastion", 20, 20)
    [eye] = eyes_of(at.game, anvil)
    views = {each.id: at.game.seeing.view(eye, each.id) for each in (glaive, pylon, mate)}
    assert [view.sees if view is not None else None for view in views.values()] == [seen, True, None]
    receipt = at.game.seeing.receipt(eye, glaive.id)
    assert receipt is not None
    assert (receipt.target, receipt.share > 0.0) == (glaive.id, seen)


@pytest.mark.parametrize(("dice", "why"), [
    ((2, 2), ", 6 to 2: die plus Command Value"), ((3, 6), "with the only 6"),
    ((1, 5, 6, 1), ", 10 to 1: die plus Command Value"),
])  # fmt: skip
def test_d_init_6_the_winner_reads_why_the_initiative_is_theirs(dice: tuple[int, ...], why: str) -> None:
    """D-INIT-2, D-INIT-4, D-INIT-5: equal dice do not mean equal totals; after a tie the second rolls count."""
    at = Moment(dice=dice, embarked="on", cards="off")
    at.put("bastion", 10, 10)
    asked = at.run(initiative(at.game), KEEP)
    assert why in asked[-1].prompt
