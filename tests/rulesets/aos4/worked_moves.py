"""The worked examples of geometry, moves, charges and pile-ins, each played (W-10 to W-20)."""

from __future__ import annotations

from game.rulesets.aos4.rules import events
from tests.rulesets.aos4.battles import B, Battle, row, worked

PIKE, AXE, RIDER = 32 / 50.8, 40 / 50.8, 60 / 50.8


@worked("W-10")
def w_10_in_combat_within_three_inches() -> None:
    """A-GEO-2, A-GEO-3, A-GEO-4, A-RANGE-2."""
    for apart, fighting in ((4.40, True), (4.42, False)):
        battle = Battle("movement")
        battle.put("wallward-pikes", (20, 10))
        battle.put("hullbreakers", (20, 10 + apart))
        battle.begin()
        assert battle.game.in_combat(battle.unit("wallward-pikes")) is fighting
        assert battle.game.in_combat(battle.unit("hullbreakers")) is fighting
        assert battle.why_not("normal-move", "wallward-pikes") == ("A-RANGE-2" if fighting else "")


@worked("W-11")
def w_11_two_links_from_seven_models_on() -> None:
    """A-COH-1, A-COH-2."""
    for models, legal in ((10, False), (6, True)):
        battle = Battle("movement")
        battle.put("wallward-pikes", *row(models, 10, 5, 1.6))
        battle.put("hullbreakers", (20, 25))
        battle.begin().use("normal-move", "wallward-pikes")
        assert battle.allows(battle.moved("wallward-pikes", 0, 1)) is legal
        if not legal:
            assert battle.against(battle.moved("wallward-pikes", 0, 1)) == {"A-COH-2"}


@worked("W-12")
def w_12_the_length_of_the_path_counts() -> None:
    """A-MOVE-2."""
    battle = Battle("movement")
    battle.put("beaconwright", (10, 5))
    battle.begin().use("normal-move", "beaconwright")
    assert battle.allows(battle.to("beaconwright", [(10, 8), (12, 8)]))
    assert battle.against(battle.to("beaconwright", [(10, 8), (12.5, 8)])) == {"A-MOVE-2"}


@worked("W-13")
def w_13_a_run_with_a_die_and_without() -> None:
    """A-AB-2, A-AB-16."""
    for doubled in (False, True):
        battle = Battle("movement", windows="always")
        battle.put("wallward-pikes", *row(10, 10, 5, 1.5, 5))
        battle.put("hullbreakers", (40, 28))
        if not doubled:
            battle.rolls("wallward-pikes/run", 3)
        battle.begin().use("run", "wallward-pikes")
        if doubled:
            battle.use("at-the-double", "wallward-pikes")
        battle.done(2)  # of both players' reactions
        far = 11.0 if doubled else 8.0
        assert battle.allows(battle.moved("wallward-pikes", far, 0))
        assert not battle.allows(battle.moved("wallward-pikes", far + 0.01, 0))
        battle.say(battle.moved("wallward-pikes", far, 0))
        assert battle.game.state.command["ann"] == (3 if doubled else 4)
        assert battle.until("shooting").why_not("shoot", "wallward-pikes") == "A-SHOOT-1"
        assert battle.until("charge").why_not("charge", "wallward-pikes") == "A-CHG-1"
        battle.dice_used()


@worked("W-14")
def w_14_a_retreat_hurts() -> None:
    """A-AB-3, A-DMG-2, A-DMG-5."""
    battle = Battle("movement", windows="always")
    battle.put("wallward-pikes", *row(10, 10, 10, 1.5, 5))
    battle.put("hullbreakers", (13, 15.5))
    battle.rolls("wallward-pikes/retreat", 5).begin().use("retreat", "wallward-pikes").say("suggested")
    pikes = battle.unit("wallward-pikes")
    assert (len(pikes.at), pikes.damage) == (9, 1)
    assert battle.allows(battle.moved("wallward-pikes", 0, -5.0))
    assert not battle.allows(battle.moved("wallward-pikes", 0, -5.01))
    assert battle.against(battle.moved("wallward-pikes", 0, -0.1)) == {"A-AB-3"}
    battle.say(battle.moved("wallward-pikes", 0, -5.0))
    assert battle.until("shooting").why_not("shoot", "wallward-pikes") == "A-SHOOT-1"
    assert battle.until("charge").why_not("charge", "wallward-pikes") == "A-CHG-1"


@worked("W-15")
def w_15_a_charge_is_rolled_again() -> None:
    """A-CHG-2, A-CHG-3, A-CHG-4, A-CHG-5, A-CHG-6, A-AB-19."""
    for again in (False, True):
        battle = Battle("charge", windows="always")
        battle.put("duskmoth-riders", (10, 15))
        battle.put("barbcasters", (22, 15))
        battle.rolls("duskmoth-riders/charge", 4, 5)
        if again:
            battle.rolls("forward to victory", 6, 4)
        battle.begin().use("charge", "duskmoth-riders")
        if not again:
            battle.done(3)  # of both players' reactions
            assert not battle.events(events.Charged)
            assert not battle.events(events.Moved)
            continue
        battle.use("forward-to-victory", "duskmoth-riders").done(2)
        short = 12 - RIDER - PIKE - 0.5
        assert not battle.allows(battle.moved("duskmoth-riders", short - 0.01, 0))
        assert battle.allows(battle.moved("duskmoth-riders", short + 0.01, 0))
        battle.say(battle.moved("duskmoth-riders", short + 0.01, 0))
        assert battle.game.charged(battle.unit("duskmoth-riders"))
        assert battle.game.state.command["ann"] == 3


@worked("W-16")
def w_16_no_farther_from_the_picked_unit() -> None:
    """A-PILE-1, A-PILE-4."""
    battle = Battle("combat", active=B)
    battle.put("hullbreakers", (10, 10))
    battle.put("wallward-pikes", (10, 14.4))
    battle.begin().use("fight", "hullbreakers")
    assert battle.allows(battle.to("hullbreakers", [(10, 11.5)]))
    assert battle.allows(battle.to("hullbreakers", [(8.6, 11.0)]))
    assert "A-PILE-1" in battle.against(battle.to("hullbreakers", [(13, 10)]))


@worked("W-17")
def w_17_within_and_wholly_within() -> None:
    """A-GEO-4, A-GEO-5."""
    for apart, wholly, within in ((12.1, True, True), (12.2, False, True), (13.4, False, True), (13.5, False, False)):
        battle = Battle("movement")
        battle.put("beaconwright", (10, 5))
        battle.put("wallward-pikes", (10 + apart, 5))
        battle.begin()
        pike, beacon, positions = battle.unit("wallward-pikes"), battle.unit("beaconwright"), battle.game.positions
        assert positions.wholly_within(pike, beacon, 12) is wholly
        assert positions.within(pike, beacon, 12) is within


@worked("W-18")
def w_18_wholly_inside_the_territory() -> None:
    """A-DEP-5, A-GEO-6."""
    battle = Battle()
    battle.state.round, battle.state.deployer, battle.state.finished = 0, B, []
    battle.at("deploying").begin().use("deploy-unit", "eelback-chargers")
    models = [*battle.game.models(battle.unit("eelback-chargers"))]
    spots = row(5, 20, 21.2, 2.6)
    assert battle.allows([{"id": each, "at": [*spot]} for each, spot in zip(models, spots)])
    low = [(x, 21.1) for x, _y in spots]
    assert battle.against([{"id": each, "at": [*spot]} for each, spot in zip(models, low)]) == {"A-DEP-5"}


@worked("W-19")
def w_19_no_way_between_two_combat_ranges() -> None:
    """A-MOVE-7."""
    battle = Battle("movement")
    apart = 6.5 + 2 * PIKE
    battle.put("barbcasters", (20, 15), (20 + apart, 15))
    battle.put("wallward-pikes", (20 + apart / 2, 12))
    battle.begin().use("normal-move", "wallward-pikes")
    assert not battle.allows(battle.moved("wallward-pikes", 0, 5.0))
    middle = 20 + apart / 2
    assert battle.against(battle.to("wallward-pikes", [(middle, 15), (middle, 17)])) == {"A-MOVE-7"}


@worked("W-20")
def w_20_flying_over_but_not_into_combat() -> None:
    """A-FLY-1, A-FLY-2."""
    battle = Battle("movement")
    battle.put("duskmoth-riders", (20, 8))
    battle.put("barbcasters", (20, 14))
    battle.begin().use("normal-move", "duskmoth-riders")
    beyond = 6 + RIDER + PIKE
    assert battle.allows(battle.moved("duskmoth-riders", 0, beyond + 3.2))
    assert not battle.allows(battle.moved("duskmoth-riders", 0, beyond + 2.9))
