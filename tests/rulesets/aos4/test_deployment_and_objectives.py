"""Deployment, objectives, the end of turns, cards and what is done by hand (A-DEP, A-OBJ, A-EOT, A-KEY, A-AB)."""

from __future__ import annotations

from typing import Any

import pytest

from game.rulesets.aos4.documents.abilities import AbilityDocument, PackDocument
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.abilities.resolving import BY_HAND
from game.rulesets.aos4.rules.healing import rally_dice
from game.rulesets.aos4.rules.objectives import control_score, let_terrain_control_lapse
from game.rulesets.aos4.rules.phases.deployment import deployment_room
from game.table.lattice import position
from game.table.layout.steps import MemberStep
from tests.rulesets.aos4.battles import BRINEBACK, LANTERN, A, B, Battle, changed, field, keyworded, piece, row
from tests.rulesets.aos4.battles import box as area

CAIRN = 80 / 50.8


def pack(*abilities: AbilityDocument) -> PackDocument:
    return PackDocument(id="test", kind="custom", name="Test", abilities=abilities)


def deploying(step: str = "deploying", **more: Any) -> Battle:
    """Nobody stands on the table; Bob begins deployment."""
    battle = Battle(**more)
    battle.state.round, battle.state.deployer, battle.state.finished = 0, B, []
    battle.state.beginner = B
    return battle.at(step)


def spots(battle: Battle, name: str, *at: tuple[float, float]) -> list[dict[str, Any]]:
    """The answer that sets a unit up."""
    models = battle.setup.models_of(battle.unit(name))
    assert len(at) == len(models)
    return [{"id": model, "at": [*spot]} for model, spot in zip(models, at)]


PLACES = {
    "tide-reeve": [(22.0, 25.0)],
    "hullbreakers": row(5, 18, 22, 2),
    "barbcasters": row(5, 6, 23, 1.7),
    "eelback-chargers": row(5, 29, 26, 2.6),
    "beaconwright": [(22.0, 5.0)],
    "wallward-pikes": row(10, 18, 7.5, 1.6, 5),
    "glarecoil-slingers": row(10, 4, 6, 1.5, 5),
    "duskmoth-riders": row(3, 32, 5, 2.8),
}


def set_up(battle: Battle, name: str) -> Battle:
    """Deploy a unit where it stands in the demonstration."""
    return battle.say(spots(battle, name, *PLACES[name]))


def test_a_dep_1_and_a_dice_7_roll_off_for_the_territory_the_other_begins() -> None:
    battle = deploying("territories")
    battle.rolls("territory ann", 3).rolls("territory bob", 3).rolls("territory ann", 2).rolls("territory bob", 5)
    battle.begin()
    assert battle.asked.player == B
    battle.say("south")
    assert battle.game.state.territories == {B: "south", A: "north"}
    assert battle.game.state.beginner == A


def test_a_dep_2_and_a_dep_6_and_a_ab_8_faction_terrain_first() -> None:
    battle = deploying("terrain", on=field(piece("hut", area(32, 2, 2, 2), 3)))
    battle.begin()
    assert battle.asked.player == A
    assert battle.asked.rule == "A-DEP-6"

    def cairn(x: float, y: float) -> list[dict[str, Any]]:
        return spots(battle, "lamp-cairn", (x, y))

    assert battle.allows(cairn(26, 3))
    assert battle.against(cairn(26, 8.5)) == {"A-DEP-6"}, "its territory"
    assert battle.against(cairn(32 - CAIRN - 3, 3)) == {"A-DEP-6"}, "exactly 3 inches from the hut"
    [near] = [refusal.text for refusal in battle.asked.why_not(cairn(32 - CAIRN - 2, 3))]
    assert near.endswith("must be more than 3″ from Hut: 1.01″ too close"), "it overlaps nothing"
    assert battle.allows(cairn(32 - CAIRN - 3.01, 3))
    battle.say(cairn(26, 3))
    assert battle.unit("lamp-cairn").on_table
    assert battle.asked.player == B


def test_a_dep_3_and_a_dep_8_in_turn_until_one_has_none_left() -> None:
    short = LANTERN.model_copy(
        update={"regiments": (LANTERN.regiments[0].model_copy(update={"units": LANTERN.regiments[0].units[:1]}),)}
    )
    battle = deploying(armies=(short, BRINEBACK)).begin()
    battle.use("deploy-unit", "tide-reeve")
    set_up(battle, "tide-reeve")
    assert battle.asked.player == A
    battle.use("deploy-unit", "beaconwright")
    set_up(battle, "beaconwright")
    assert battle.game.state.finished == [A]
    for name in ("hullbreakers", "barbcasters", "eelback-chargers"):
        assert battle.asked.player == B
        battle.use("deploy-unit", name)
        set_up(battle, name)
    assert battle.game.state.finished == [A, B]
    assert battle.asked.player == A
    assert battle.asked.rule == "A-PRI-1"


def test_a_dep_4_other_abilities_of_the_phase_come_last() -> None:
    ready = AbilityDocument(
        id="ready",
        name="Ready",
        timing="Deployment Phase",
        phases=("deployment",),
        used_by=("Tide Reeve", "Beaconwright"),
    )
    battle = deploying("deployed", packs=(pack(ready),))
    battle.put("tide-reeve", (22, 25))
    battle.put("beaconwright", (22, 5))
    battle.state.finished = [A, B]
    battle.begin()
    assert battle.asked.player == B
    assert battle.keys == ["ready tide-reeve", "pass"]
    battle.done()
    assert battle.asked.player == A


def test_a_dep_5_and_a_ab_7_inside_the_territory_and_far_from_the_enemys() -> None:
    near = field().model_copy(
        update={
            "zones": tuple(
                zone.model_copy(update={"area": (area(0, y, 44, 10),)}) for zone, y in zip(field().zones, (0, 14))
            )
        }
    )
    battle = deploying(on=near).begin()
    room = deployment_room(battle.game, battle.unit("beaconwright"))
    edge = 14 - 9 - 40 / 50.8

    def at(y: float) -> list[MemberStep]:
        return [MemberStep("ann.beaconwright-1", position(20, y))]

    assert room.find(at(edge)) is None
    assert room.find(at(edge - 0.002)) is not None


def test_a_dep_7_and_a_ab_9_a_whole_regiment_in_a_row() -> None:
    battle = deploying().begin()
    battle.say("deploy-regiment bob/0")
    for name in ("tide-reeve", "hullbreakers", "barbcasters"):
        assert battle.asked.player == B
        battle.use("deploy-unit", name)
        set_up(battle, name)
    set_up(battle, "eelback-chargers")
    assert battle.asked.player == A
    battle.use("deploy-unit", "beaconwright")
    set_up(battle, "beaconwright")
    assert all("deploy-regiment" not in key for key in battle.keys), "one of its units is deployed"


def test_a_dep_9_coherent_and_not_overlapping() -> None:
    battle = deploying().begin().use("deploy-unit", "hullbreakers")
    assert battle.against(spots(battle, "hullbreakers", *row(5, 10, 22, 3))) == {"A-COH-2"}
    assert battle.against(spots(battle, "hullbreakers", *row(5, 10, 22, 1.5))) == {"A-GEO-9"}


@pytest.mark.parametrize(("built_up", "asked"), [(37.0, "A-DEP-5"), (44.0, "A-DEP-3")])
def test_a_dep_9_a_unit_is_set_up_where_there_is_little_room_and_lost_where_there_is_none(
    built_up: float, asked: str
) -> None:
    """The Reeve's territory is built up from the east, but for 7 inches or wholly."""
    battle = deploying(on=field(piece("town", area(44 - built_up, 20, built_up, 10), 5, "impassable"))).begin()
    battle.use("deploy-unit", "hullbreakers")
    assert battle.asked.rule == asked
    assert battle.unit("hullbreakers").place == ("destroyed" if asked == "A-DEP-3" else "reserve")
    if asked == "A-DEP-5":
        battle.say(spots(battle, "hullbreakers", *row(5, 1.5, 22, 1.8, 3)))
        assert len(battle.unit("hullbreakers").at) == 5


def test_a_amb_39_only_a_unit_that_the_ability_names_is_kept_for_later() -> None:
    below = AbilityDocument(
        id="below", name="From Below", timing="Deployment Phase", phases=("deployment",), keywords=("DEPLOY",),
        used_by=("Barbcasters",),
    )  # fmt: skip
    battle = deploying(packs=(pack(below),)).begin().say("deploy-regiment bob/0")
    assert {"deploy-unit barbcasters", "deploy-unit hullbreakers"} <= {*battle.keys}
    assert [key for key in battle.keys if key.startswith("below")] == ["below barbcasters"]


def test_a_amb_39_and_a_amb_40_a_unit_may_be_kept_for_later_by_its_own_ability() -> None:
    below = AbilityDocument(
        id="below", name="From Below", timing="Deployment Phase", phases=("deployment",), keywords=("DEPLOY",),
        used_by=("Barbcasters",),
    )  # fmt: skip
    rise = AbilityDocument(
        id="rise", name="Rise", timing="Your Hero Phase", phases=("yourHero",), used_by=("Tide Reeve",)
    )
    battle = deploying(packs=(pack(below, rise),)).begin().say("deploy-regiment bob/0")
    assert "below barbcasters" in battle.keys
    battle.use("below", "barbcasters").say("done")
    assert battle.unit("barbcasters").place == "reserve"
    assert battle.asked.player == B
    assert all("barbcasters" not in key for key in battle.keys)
    later = Battle(active=B, packs=(pack(below, rise),), windows="always")
    later.put("tide-reeve", (22, 25))
    later.begin().use("rise", "tide-reeve").no_reaction().say("set-up").at_unit("barbcasters")
    later.say(spots(later, "barbcasters", *row(5, 6, 14, 1.7))).say("done").no_reaction()
    assert later.unit("barbcasters").on_table
    later.until("movement")
    assert later.why_not("normal-move", "barbcasters") == "A-DEP-9"


def test_a_imp_8_by_hand_models_return_and_every_deed_is_logged() -> None:
    mend = AbilityDocument(id="mend", name="Mend", timing="Your Hero Phase", phases=("yourHero",))
    battle = Battle(packs=(pack(mend),))
    battle.put("wallward-pikes", *row(8, 10, 5, 1.5, 4), damage=1)
    battle.put("tide-reeve", (22, 25))
    battle.begin().use("mend", "wallward-pikes").say("return")
    battle.say("ann.wallward-pikes", "2", [16.0, 5.75], "keep-off")
    battle.say("heal", "ann.wallward-pikes", "3", "done")
    pikes = battle.unit("wallward-pikes")
    assert (len(pikes.at), pikes.damage) == (9, 0)
    assert len(battle.events(events.AdjustedByHand)) == 2


def test_a_imp_8_by_hand_a_unit_on_the_table_is_set_up_again() -> None:
    """Many abilities pick a unit up and set it up elsewhere: no move by hand goes so far, or through enemies."""
    wings = AbilityDocument(id="wings", name="Wings", timing="Your Hero Phase", phases=("yourHero",))
    battle = Battle(packs=(pack(wings),))
    battle.put("wallward-pikes", *row(8, 10, 5, 1.5, 4), damage=1)
    battle.put("tide-reeve", (22, 25))
    battle.begin().use("wings", "wallward-pikes").say("set-up", "ann.wallward-pikes")
    there = row(8, 30, 20, 1.5, 4)
    pikes = battle.unit("wallward-pikes")
    battle.say([{"id": model, "at": [*spot]} for model, spot in zip(pikes.at, there)], "done")
    assert [*battle.unit("wallward-pikes").at.values()] == there
    assert (len(pikes.slain), pikes.damage) == (2, 1)
    assert [each.text for each in battle.events(events.AdjustedByHand)] == ["Set up a unit: Wallward Pikes"]


def test_a_imp_8_what_is_an_armys_is_offered_once_and_not_for_every_unit() -> None:
    """Nineteen units with the same army-wide ability were nineteen choices; one whose text is of its user stays."""
    both = {"timing": "Once Per Turn (Army), Your Hero Phase", "phases": ("yourHero",)}
    rouse = AbilityDocument(id="rouse", name="Rouse", effect="Pick a friendly unit.", **both)  # type: ignore[arg-type]
    own = AbilityDocument(id="own", name="Own", effect="Heal (D3) this unit.", **both)  # type: ignore[arg-type]
    battle = Battle(packs=(pack(rouse, own),))
    battle.put("wallward-pikes", *row(8, 10, 5, 1.5, 4))
    battle.put("beaconwright", (20, 5))
    battle.put("tide-reeve", (22, 25))
    battle.begin()
    assert battle.setup.cards["ann.beaconwright"].general
    users = {each.id: sorted(unit.id for unit in BY_HAND.users(battle.game, A, each)) for each in (rouse, own)}
    assert users == {"rouse": ["ann.beaconwright"], "own": ["ann.beaconwright", "ann.wallward-pikes"]}


# -- battle tactics


def test_a_imp_30_battle_tactics_are_ticked_by_hand_and_logged() -> None:
    card = AbilityDocument(id="raid", kind="card", name="Raid", timing="", phases=())
    army = LANTERN.model_copy(update={"abilities": (card,)})
    battle = Battle("endOfTurn", armies=(army, BRINEBACK))
    battle.put("wallward-pikes", *row(10, 10, 5, 1.5, 5))
    battle.put("tide-reeve", (22, 25))
    battle.begin()
    assert battle.asked.player == A
    assert battle.keys == ["raid", "none"]
    battle.say("raid")
    assert battle.game.state.ticked == {A: ["raid"], B: []}
    assert [each.card for each in battle.events(events.CardTicked)] == ["raid"]
    assert battle.game.state.turn == 2


# -- objectives


def test_a_obj_2_and_a_obj_6_and_a_key_5_and_a_key_8_sum_then_add_then_limit() -> None:
    for keywords, score in (((), 4), (("BEAST",), 1)):
        battle = Battle(
            "endOfTurn", armies=(keyworded(LANTERN, "wallward-pikes", *keywords), BRINEBACK), windows="always"
        )
        battle.put("wallward-pikes", (21, 15), (22.5, 15), (24, 15), (40, 2))
        battle.begin()
        centre = battle.setup.objectives["centre"]
        assert control_score(battle.game, battle.unit("wallward-pikes"), centre) == score


def test_a_obj_6_a_standard_needs_somebody_who_contests() -> None:
    battle = Battle("endOfTurn", windows="always")
    battle.put("wallward-pikes", (40, 2), (41.5, 2), (43, 2))
    battle.begin()
    assert control_score(battle.game, battle.unit("wallward-pikes"), battle.setup.objectives["centre"]) == 0


def test_a_obj_7_no_control_counts_nothing_and_a_key_5_beasts_one() -> None:
    battle = Battle("endOfTurn", armies=(changed(LANTERN, "wallward-pikes", control=None), BRINEBACK), windows="always")
    battle.put("wallward-pikes", (21, 15), (22.5, 15))
    battle.begin()
    assert control_score(battle.game, battle.unit("wallward-pikes"), battle.setup.objectives["centre"]) == 0


def test_a_obj_3_and_a_obj_4_higher_gains_ties_change_nothing() -> None:
    for pikes, reeves, before, after in ((3, 1, B, A), (2, 1, B, B), (0, 0, A, A), (1, 1, A, B)):
        battle = Battle("endOfTurn", windows="always")
        if pikes:
            battle.put("wallward-pikes", *row(pikes, 20, 13, 1.5))
        if reeves:
            battle.put("tide-reeve", (22, 17))
        battle.put("barbcasters", (2, 28))
        battle.state.control = {**battle.state.control, "centre": before}
        if pikes == 3:  # a standard bearer among them
            assert (
                "standard bearer"
                in battle.setup.models_of(battle.unit("wallward-pikes"))["ann.wallward-pikes-3"].titles
            )
        battle.begin().done(2)
        assert battle.game.state.control["centre"] == after


def test_a_obj_5_and_a_amb_34_terrain_is_controlled_as_long_as_somebody_is_there() -> None:
    mill = piece("mill", area(30, 2, 3, 3), 2)
    battle = Battle("endOfTurn", on=field(mill), windows="always")
    battle.put("wallward-pikes", (27, 3), (26, 4.5))
    battle.put("tide-reeve", (2, 28))
    battle.begin().done(2)
    assert battle.game.state.held == {"mill": A}
    let_terrain_control_lapse(battle.game)
    assert battle.game.state.held == {"mill": A}
    battle.game.state.units["ann.wallward-pikes"].at = {"ann.wallward-pikes-1": (10.0, 3.0)}
    let_terrain_control_lapse(battle.game)
    assert battle.game.state.held == {}, "it lapses when nobody contests it"
    assert battle.game.state.control == dict.fromkeys(battle.game.state.control, "")


def test_a_obj_5_control_of_terrain_that_lapsed_is_gained_anew_when_a_turn_ends() -> None:
    battle = Battle("movement", active=B, on=field(piece("mill", area(30, 2, 3, 3), 2)))
    battle.put("beaconwright", (29, 3.5))
    battle.put("tide-reeve", (2, 28))
    battle.state.held = {"mill": A}
    battle.rolls("redeploy", 6).rolls("priority", 6, 1).begin().done()
    battle.use("redeploy", "beaconwright").say(battle.moved("beaconwright", -5, 0))
    assert battle.game.state.held == {}
    battle.until("movement", "active").use("normal-move", "beaconwright").say(battle.moved("beaconwright", 5, 0))
    assert battle.game.state.held == {}, "whoever comes back has to gain it"
    while battle.asked.rule != "A-PRI-2":
        battle.done()
    assert battle.game.state.held == {"mill": A}


@pytest.mark.parametrize("back", [True, False])
def test_a_obj_2_models_that_returned_contest_when_the_turn_ends(back: bool) -> None:
    battle = Battle(active=A)
    battle.put("wallward-pikes", (18.2, 15), (16.7, 15))
    battle.put("tide-reeve", (25.7, 15))
    battle.state.control = {**battle.state.control, "centre": B}
    battle.rolls("rally", 6, 6, *[1] * 5).begin().use("rally", "wallward-pikes")
    battle.say("ann.wallward-pikes-3", [18.2, 13.6] if back else "keep-off").until("combat").until("hero")
    assert battle.game.state.control["centre"] == (A if back else B)


def test_a_eot_1_abilities_then_control_then_points() -> None:
    battle = Battle("endOfTurn")
    battle.put("wallward-pikes", *row(5, 19, 13, 1.5))
    battle.put("tide-reeve", (2, 28))
    battle.put("beaconwright", (20, 10), damage=1)
    battle.rolls("rekindle-resolve", 1).begin()
    assert battle.asked.player == A
    assert "rekindle-resolve beaconwright" in battle.keys
    battle.use("rekindle-resolve", "beaconwright").at_unit("beaconwright")
    kinds = [event.kind for event in battle.session.events]
    assert kinds.index("Healed") < kinds.index("ControlGained") < kinds.index("Scored")
    assert battle.game.state.points == {A: 2, B: 0}


# -- keywords


def test_a_key_3_power_levels_change_and_what_is_spent_stays_spent() -> None:
    from game.rulesets.aos4.rules.state import Effect

    battle = Battle(windows="always")
    battle.put("beaconwright", (20, 10), effects=[Effect("tome", "keyword", 2, "turn", A, "WIZARD")])
    battle.put("hullbreakers", (20, 20))
    battle.rolls("cast", 1, 2).begin().use("searing-ray", "beaconwright").no_reaction()
    assert battle.why_not("blinding-flare", "beaconwright") == ""
    battle.unit("beaconwright").effects = []
    assert battle.why_not("blinding-flare", "beaconwright") == "A-MAG-1"


def test_a_key_7_a_musician_that_is_slain_does_not_count() -> None:
    battle = Battle()
    battle.put("wallward-pikes", (10, 10), (11.5, 10))
    battle.put("tide-reeve", (2, 28))
    game = battle.begin().game
    assert game.holders(battle.unit("wallward-pikes"), "musician") == 1
    assert rally_dice(game, battle.unit("wallward-pikes")) == 7
    battle.unit("wallward-pikes").at = {"ann.wallward-pikes-1": (10.0, 10.0)}
    assert game.holders(battle.unit("wallward-pikes"), "musician") == 0
    assert rally_dice(game, battle.unit("wallward-pikes")) == 6


def test_a_ab_1_a_normal_move_goes_up_to_move_and_not_into_combat() -> None:
    battle = Battle("movement")
    battle.put("beaconwright", (10, 10))
    battle.put("tide-reeve", (17, 10))
    battle.begin().use("normal-move", "beaconwright")
    assert battle.against(battle.moved("beaconwright", 0, 5.01)) == {"A-MOVE-2"}
    assert battle.against(battle.moved("beaconwright", 4, 0)) == {"A-MOVE-7"}
    battle.say(battle.moved("beaconwright", 0, 5))
    [event] = battle.events(events.Moved)
    assert (event.ability, battle.unit("beaconwright").at) == ("normal-move", {"ann.beaconwright-1": (10, 15)})
    assert battle.game.used(battle.unit("beaconwright"), "MOVE")


@pytest.mark.parametrize(
    ("identity", "phase", "mine"), [("normal-move", "movement", True), ("redeploy", "movement", False)]
)
def test_a_ab_1_and_a_ab_15_each_ability_in_its_phase(identity: str, phase: str, mine: bool) -> None:
    battle = Battle(phase, windows="always")
    battle.put("wallward-pikes", (10, 10))
    battle.put("tide-reeve", (2, 28))
    battle.begin()
    assert (f"{identity} wallward-pikes" in battle.keys) is mine
    battle.done()
    assert (f"{identity} tide-reeve" in battle.keys) is not mine
