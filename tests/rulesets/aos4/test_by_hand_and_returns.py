"""What is done by hand, what returns and where, what charges and moves tell (A-IMP-8, A-DMG-8, A-AB)."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.core.decisions import Arrange, Choose, Place
from game.rulesets.aos4.documents.abilities import AbilityDocument, PackDocument
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.abilities.by_hand import possible
from game.rulesets.aos4.rules.attacks.damaging import Rally
from game.rulesets.aos4.rules.core.attacking import is_anybody_near
from game.rulesets.aos4.rules.core.moves import inches_of, weaker_enemies
from game.rulesets.aos4.rules.healing import is_hurt, rally_dice, return_models, spending_text
from game.rulesets.aos4.rules.state import Effect
from tests.rulesets.aos4.battles import BRINEBACK, LANTERN, A, B, Battle, changed, field, keyworded, piece, row
from tests.rulesets.aos4.battles import box as area

AXE, PIKE, RIDER, WICK = 40 / 50.8, 32 / 50.8, 60 / 50.8, 50 / 50.8
MEND = AbilityDocument(
    id="mend", name="Mend", timing="Your Hero Phase", phases=("yourHero",), used_by=("Beaconwright",)
)


def by_hand(**more: Any) -> Battle:
    """The Beaconwright is about to do something by hand; the Wallward Pikes have slain models."""
    battle = Battle(packs=(PackDocument(id="test", kind="custom", name="Test", abilities=(MEND,)),), **more)
    battle.put("beaconwright", (10, 10), damage=2)
    battle.put("wallward-pikes", *row(8, 14, 8, 1.5, 4), damage=1)
    battle.put("hullbreakers", *row(5, 20, 25, 2))
    return battle


def test_a_imp_8_what_may_be_done_by_hand_and_to_whom() -> None:
    battle = by_hand().begin().use("mend", "beaconwright")
    assert isinstance(battle.asked, Choose)
    assert [each.key for each in battle.asked.options] == [
        "mortal",
        "unwarded",
        "heal",
        "return",
        "set-up",
        "move",
        "done",
    ]
    assert battle.asked.prompt == "Mend by hand: choose what happens"
    game = battle.game
    standing = ["ann.beaconwright", "ann.wallward-pikes", "bob.hullbreakers"]
    assert [each.id for each in possible(game, "heal")] == standing
    assert [each.id for each in possible(game, "return")] == ["ann.wallward-pikes"]
    everybody = {each.id for each in game.state.units.values()}
    assert {each.id for each in possible(game, "set-up")} == everybody
    game.state.units["bob.barbcasters"].place = "destroyed"
    assert {each.id for each in possible(game, "set-up")} == everybody - {"bob.barbcasters"}


def test_a_imp_8_deeds_that_nobody_could_be_done_are_not_offered() -> None:
    battle = by_hand()
    battle.put("wallward-pikes", *row(10, 14, 8, 1.5, 5))
    battle.begin().use("mend", "beaconwright")
    assert "return" not in battle.keys


def test_a_imp_8_amounts_are_numbers_and_for_moves_inches() -> None:
    battle = by_hand().begin().use("mend", "beaconwright").say("heal", "ann.beaconwright")
    assert isinstance(battle.asked, Choose)
    assert [(each.key, each.label) for each in battle.asked.options] == [(each, each) for each in "123456"]
    battle.say("1", "move", "ann.beaconwright")
    assert isinstance(battle.asked, Choose)
    assert [(each.key, each.label) for each in battle.asked.options] == [
        (each, f"{each}″") for each in ("1", "2", "3", "4", "5", "6", "8", "10", "12")
    ]
    battle.say("4")
    assert isinstance(battle.asked, Arrange)
    assert battle.asked.prompt == "Move Beaconwright by hand, up to 4″"
    assert battle.allows(battle.moved("beaconwright", 0, -4))
    assert not battle.allows(battle.moved("beaconwright", 0, -4.01))
    battle.say(battle.moved("beaconwright", 0, -4)).say("done")
    assert battle.unit("beaconwright").damage == 1
    told = [each.text for each in battle.events(events.AdjustedByHand)]
    assert told == ["Heal: Beaconwright, 1", "Move a unit: Beaconwright, 4"]


def test_a_dmg_9_damage_by_hand_is_mortal_or_without_wards() -> None:
    battle = by_hand().rolls("by hand mend/ward", 6, 1).begin().use("mend", "beaconwright")
    battle.say("mortal", "ann.beaconwright", "2")
    assert battle.unit("beaconwright").damage == 3, "one of two was warded"
    battle.say("unwarded", "ann.beaconwright", "1", "done")
    assert battle.unit("beaconwright").damage == 4
    assert [(each.points, each.mortal) for each in battle.events(events.Damaged)] == [(1, True), (1, False)]
    battle.dice_used()


def test_a_imp_8_a_unit_for_which_there_is_no_room_is_not_set_up() -> None:
    town = field(piece("town", area(0, 0, 44, 30), 5, "impassable"))
    battle = by_hand(on=town).begin().use("mend", "beaconwright").say("set-up", "ann.duskmoth-riders")
    assert battle.asked.prompt == "Mend by hand: choose what happens"
    assert battle.unit("duskmoth-riders").place == "reserve"


# -- models that return


@pytest.mark.parametrize(("number", "asked"), [(1, True), (2, False), (3, False)])
def test_a_dmg_8_which_of_the_slain_returns_is_asked_where_not_all_do(number: int, asked: bool) -> None:
    """A champion and a plain model were slain; titles return first."""
    battle = Battle(packs=(PackDocument(id="test", kind="custom", name="Test", abilities=(MEND,)),))
    battle.put("beaconwright", (10, 10))
    pikes = battle.put("wallward-pikes", *row(10, 14, 8, 1.5, 5))
    pikes.at = {model: spot for model, spot in pikes.at.items() if model[-2:] not in ("-1", "-9")}
    pikes.slain = ["ann.wallward-pikes-9", "ann.wallward-pikes-1"]
    battle.put("hullbreakers", *row(5, 20, 25, 2))
    battle.begin().use("mend", "beaconwright").say("return", "ann.wallward-pikes", str(number))
    assert isinstance(battle.asked, Choose) is asked
    if asked:
        battle.say("ann.wallward-pikes-9")
    assert isinstance(battle.asked, Place)
    assert battle.asked.about == ("ann.wallward-pikes-9" if asked else "ann.wallward-pikes-1")
    battle.say([18.5, 9.5] if asked else [14.0, 8.0])
    pikes = battle.unit("wallward-pikes")
    [returned] = battle.events(events.Returned)
    assert {*returned.models} == {*pikes.at} - {f"ann.wallward-pikes-{each}" for each in (2, 3, 4, 5, 6, 7, 8, 10)}
    assert [*pikes.at] == sorted(pikes.at, key=lambda model: int(model.rpartition("-")[2])), "as on the warscroll"
    assert len(pikes.slain) == 1
    if number > 1:
        assert isinstance(battle.asked, Place)
        battle.say("keep-off")
    assert isinstance(battle.asked, Choose)


def test_a_dmg_8_where_there_is_no_room_no_model_returns() -> None:
    battle = Battle(on=field(piece("town", area(0, 0, 44, 30), 5, "impassable")), windows="always")
    battle.put("wallward-pikes", *row(8, 14, 8, 1.5, 4))
    battle.put("hullbreakers", (20, 25))
    battle.begin()
    assert [*return_models(battle.game, battle.unit("wallward-pikes"), 2)] == []
    assert len(battle.unit("wallward-pikes").slain) == 2


@pytest.mark.parametrize(
    ("damage", "slain", "hurt", "scratched"),
    [(0, 0, False, False), (1, 0, True, True), (0, 1, True, False), (1, 1, True, True)],
)
def test_a_react_5_who_is_hurt(damage: int, slain: int, hurt: bool, scratched: bool) -> None:
    battle = Battle(windows="always")
    battle.put("wallward-pikes", *row(10 - slain, 14, 8, 1.5, 5), damage=damage)
    battle.begin()
    assert is_hurt(battle.unit("wallward-pikes")) is hurt
    assert is_hurt(battle.unit("wallward-pikes"), slain=False) is scratched


def test_a_ab_13_rally_dice_and_how_points_are_spent_in_words() -> None:
    battle = Battle(windows="always")
    battle.put("wallward-pikes", *row(10, 14, 8, 1.5, 5))
    battle.put("hullbreakers", *row(5, 20, 25, 2))
    battle.begin()
    assert (
        rally_dice(battle.game, battle.unit("wallward-pikes")),
        rally_dice(battle.game, battle.unit("hullbreakers")),
    ) == (7, 6)
    assert spending_text(Rally(2, 0, 0)) == "2 models return"
    assert spending_text(Rally(1, 2, 1)) == "1 model returns, heal 2, 1 point is lost"
    assert spending_text(Rally(0, 1, 2)) == "heal 1, 2 points are lost"


# -- summoned in sight


@pytest.mark.parametrize(("visible", "allowed"), [({}, False), ({"visible": 1}, False), ({"visible": 0}, True)])
def test_a_man_5_a_manifestation_appears_where_its_summoner_sees_it(visible: dict[str, int], allowed: bool) -> None:
    spec = AbilityDocument(
        id="mend", name="Mend", timing="Your Hero Phase", phases=("yourHero",), used_by=("Beaconwright",),
        handler="summon", params={"unit": "Wandering Wick", **visible},
    )  # fmt: skip
    wall = piece("wall", area(14, 0, 0.5, 20), 4, "blocks-sight")
    battle = Battle(on=field(wall), packs=(PackDocument(id="test", kind="custom", name="Test", abilities=(spec,)),))
    battle.put("beaconwright", (10, 5))
    battle.put("hullbreakers", (40, 28))
    battle.begin().use("mend", "beaconwright")
    behind = [{"id": "ann.wandering-wick-1", "at": [17, 5]}]
    assert battle.allows(behind) is allowed
    assert battle.allows([{"id": "ann.wandering-wick-1", "at": [12, 8]}])
    assert allowed or battle.asked.why_not(behind)[0].text == "Wandering Wick: does not see Beaconwright from there"


# -- moves


@pytest.mark.parametrize(
    ("move", "faces", "bonus", "inches"),
    [("5", [], 0, 5), ("5", [], -2, 3), ("5", [], -7, 0), ("2D6", [3, 4], 0, 7), ("D3+2", [5], 1, 6)],
)
def test_a_move_8_and_a_dice_8_the_move_of_a_unit(move: str, faces: list[int], bonus: int, inches: int) -> None:
    battle = Battle("movement", armies=(changed(LANTERN, "wallward-pikes", move=move), BRINEBACK), windows="always")
    battle.put("wallward-pikes", (14, 8), effects=[Effect("x", "move", bonus, "turn", A)] if bonus else [])
    battle.rolls("move run", *faces).begin()
    assert inches_of(battle.game, battle.unit("wallward-pikes"), "run") == inches
    thrown = [each for each in battle.game.events if isinstance(each, events.Rolled)]
    assert [(each.total, each.purpose) for each in thrown] == ([(inches - bonus, "move")] if faces else [])


@pytest.mark.parametrize(("face", "bonus", "inches"), [(3, 0, 8), (3, 1, 9), (1, -3, 5)])
def test_a_ab_2_a_run_is_the_move_and_a_die_with_what_is_added_to_it(face: int, bonus: int, inches: int) -> None:
    battle = Battle("movement", windows="always")
    battle.put("wallward-pikes", (14, 8), effects=[Effect("x", "run", bonus, "turn", A)] if bonus else [])
    battle.put("hullbreakers", (40, 28))
    battle.rolls("run", face).begin().use("run", "wallward-pikes").no_reaction()
    assert battle.asked.prompt == f"Run: move Wallward Pikes up to {inches}″"
    assert battle.allows(battle.moved("wallward-pikes", inches, 0))
    assert not battle.allows(battle.moved("wallward-pikes", inches + 0.01, 0))
    [rolled] = battle.events(events.Rolled)
    assert (rolled.plus, rolled.total, rolled.rule) == (bonus, max(0, face + bonus), "A-AB-2")


def test_a_ab_15_a_redeployment_is_up_to_the_die() -> None:
    battle = Battle("movement", active=B, windows="always")
    battle.put("wallward-pikes", (14, 8))
    battle.put("hullbreakers", (40, 28))
    battle.rolls("redeploy", 4).begin().done().use("redeploy", "wallward-pikes").no_reaction()
    assert battle.asked.prompt == "Redeploy: move Wallward Pikes up to 4″"
    assert battle.allows(battle.moved("wallward-pikes", 4, 0))
    assert not battle.allows(battle.moved("wallward-pikes", 4.01, 0))
    [rolled] = battle.events(events.Rolled)
    assert (rolled.plus, rolled.total) == (0, 4)


def test_a_ab_22_only_weaker_enemies_in_combat_are_pushed_through() -> None:
    battle = Battle("endOfTurn", windows="always")
    battle.put("duskmoth-riders", (20, 10))
    battle.put("barbcasters", (20, 13))
    battle.put("tide-reeve", (20, 7))
    battle.put("hullbreakers", (40, 28))
    battle.begin()
    assert [each.id for each in weaker_enemies(battle.game, battle.unit("duskmoth-riders"))] == ["bob.barbcasters"]
    assert battle.why_not("power-through", "duskmoth-riders") == "A-AB-22", "it has not charged"


# -- charges


@pytest.mark.parametrize(
    ("gap", "bonus", "near"),
    [(12.5, 0, True), (12.51, 0, False), (13.5, 1, True), (10.51, -2, False), (10.5, -2, True)],
)
def test_a_react_5_a_charge_is_asked_about_where_the_highest_roll_would_do(gap: float, bonus: int, near: bool) -> None:
    battle = Battle("charge", windows="always")
    battle.put("beaconwright", (10, 10), effects=[Effect("x", "charge", bonus, "turn", A)] if bonus else [])
    battle.put("hullbreakers", (round(10 + 2 * AXE + gap, 4), 10))
    battle.begin()
    assert is_anybody_near(battle.game, battle.unit("beaconwright")) is near


@pytest.mark.parametrize(("faces", "bonus", "total"), [((3, 4), 0, 7), ((3, 4), 2, 9), ((1, 1), -5, 0)])
def test_a_chg_2_a_charge_roll_with_what_is_added_never_below_0(faces: tuple[int, int], bonus: int, total: int) -> None:
    battle = Battle("charge", windows="always")
    battle.put("beaconwright", (10, 10), effects=[Effect("x", "charge", bonus, "turn", A)] if bonus else [])
    battle.put("hullbreakers", (40, 28))
    battle.rolls("charge", *faces).begin().use("charge", "beaconwright").no_reaction()
    [rolled] = battle.events(events.Rolled)
    assert (rolled.purpose, rolled.plus, rolled.total, rolled.rule) == ("charge", bonus, total, "A-CHG-2")
    [told] = battle.events(events.ReachedNobody)
    assert (told.inches, told.rule) == (total, "A-CHG-6")
    assert told.gap == pytest.approx(((40 - 10) ** 2 + (28 - 10) ** 2) ** 0.5 - 2 * AXE)


def test_a_ab_19_and_a_dice_2_forward_to_victory_throws_both_dice_anew() -> None:
    battle = Battle("charge")
    battle.put("duskmoth-riders", (10, 15))
    battle.put("hullbreakers", (20, 15))
    battle.rolls("charge", 1, 1).rolls("forward to victory", 4, 4).begin().use("charge", "duskmoth-riders")
    assert battle.reactions() == ["forward-to-victory duskmoth-riders"]
    battle.use("forward-to-victory", "duskmoth-riders").no_reaction()
    assert [each.total for each in battle.events(events.Rolled)] == [2, 8]
    assert battle.asked.prompt == "Charge: move Duskmoth Riders up to 8″"
    assert battle.game.state.command[A] == 3


@pytest.mark.parametrize(("front", "back", "where"), [((10, 10), (20, 20), "south"), ((20, 20), (10, 10), "north")])
def test_a_coh_4_parts_as_far_to_the_side_as_up_or_down_are_told_by_north_and_south(
    front: tuple[float, float], back: tuple[float, float], where: str
) -> None:
    battle = Battle("endOfTurn", armies=(keyworded(LANTERN, "wallward-pikes"), BRINEBACK))
    battle.put("wallward-pikes", front, back)
    battle.put("hullbreakers", (40, 28))
    battle.begin()
    assert battle.asked.shortcuts[0].label == f"Keep 1 model to the {where}: Champion"


@pytest.mark.parametrize(("faces", "gone"), [((3, 4), True), ((3, 3), False)])
def test_a_ab_11_a_banishment_is_told_with_what_it_needed(faces: tuple[int, int], gone: bool) -> None:
    """The Wandering Wick is banished on 7; it is the only one."""
    battle = Battle(active=B, windows="always")
    battle.put("tide-reeve", (20, 20))
    battle.put("wandering-wick", (20, 12))
    battle.rolls("banish", *faces).begin().use("banish-manifestation", "tide-reeve").no_reaction()
    [rolled] = battle.events(events.Rolled)
    assert (rolled.unit, rolled.purpose, rolled.plus, rolled.total) == ("bob.tide-reeve", "banish", 0, sum(faces))
    assert (rolled.needed, rolled.success, rolled.rule) == (7, gone, "A-AB-11")
    assert battle.unit("wandering-wick").on_table is not gone


@pytest.mark.parametrize(("total", "reaches"), [((1, 1), False), ((6, 6), True)])
def test_a_react_5_a_reroll_of_a_charge_that_reaches_says_so(total: tuple[int, int], reaches: bool) -> None:
    battle = Battle("charge")
    battle.put("duskmoth-riders", (10, 15))
    battle.put("hullbreakers", (20, 15))
    battle.rolls("charge", *total).begin().use("charge", "duskmoth-riders")
    assert isinstance(battle.asked, Choose)
    [label] = [option.label for option in battle.asked.options if option.key.startswith("forward")]
    assert label.endswith("(the roll already reaches Hullbreakers)") is reaches


def test_a_react_5_a_rally_of_an_unhurt_unit_says_that_it_has_no_effect_now() -> None:
    battle = Battle("hero", windows="always")
    battle.put("hullbreakers", *row(5, 12, 25, 2))
    battle.put("wallward-pikes", *row(10, 20, 4, 1.5, 5))
    battle.begin()
    assert isinstance(battle.asked, Choose)
    [label] = [option.label for option in battle.asked.options if option.key.startswith("rally")]
    assert label == "Rally: Wallward Pikes (no effect now)"
