"""The worked examples of shooting and fighting that are about play (W-31 to W-35); W-21 to W-30 are attacks alone."""

from __future__ import annotations

from game.rulesets.aos4.rules import events
from tests.rulesets.aos4.battles import BRINEBACK, LANTERN, B, Battle, keyworded, row, unarmed, worked

PIKE, SLING, AXE, RIDER = 32 / 50.8, 28.5 / 50.8, 40 / 50.8, 60 / 50.8


@worked("W-31")
def w_31_a_guarded_hero() -> None:
    """A-KEY-4."""
    battle = Battle("shooting", active=B, armies=(LANTERN, LANTERN))
    battle.put("ann.beaconwright", (20, 10))
    battle.put("ann.wallward-pikes", *row(2, 19.2, 10 - AXE - PIKE - 2.9, 1.6))
    far, near = 10 + AXE + SLING + 13, 10 + AXE + SLING + 11.5
    battle.put("bob.glarecoil-slingers", (20, far), (20, near))
    battle.rolls("Sling/0/hit", 4, 5).rolls("wound", 1).begin().use("shoot", "bob.glarecoil-slingers")
    battle.no_reaction()
    [attacked] = battle.events(events.Attacked)
    assert (attacked.target, attacked.attacks, attacked.hits) == ("ann.beaconwright", 2, 1)


@worked("W-32")
def w_32_shooting_in_combat() -> None:
    """A-SHOOT-2, A-SHOOT-3, A-WPN-7."""
    battle = Battle("shooting")
    battle.put("beaconwright", (20, 10))
    battle.put("hullbreakers", (20, 13))
    battle.put("glarecoil-slingers", *row(2, 2, 10, 1.3))
    battle.put("barbcasters", (2, 13))
    battle.rolls("Shuttered Lamp/0/hit", 1, 1).begin()
    assert battle.why_not("shoot", "glarecoil-slingers") == "A-SHOOT-2"
    battle.use("shoot", "beaconwright").no_reaction()
    [attacked] = battle.events(events.Attacked)
    assert (attacked.weapon, attacked.attacks) == ("Shuttered Lamp", 2)


def order_of_fighting(*keywords: str) -> list[str]:
    """Who is picked, one after another, when the first of Bob's units has certain keywords."""
    lantern = unarmed(LANTERN, "wallward-pikes", "glarecoil-slingers")
    brineback = unarmed(BRINEBACK, "hullbreakers", "eelback-chargers")
    brineback = keyworded(keyworded(brineback, "hullbreakers", *keywords), "eelback-chargers", "STRIKE-LAST")
    battle = Battle("combat", armies=(lantern, brineback))
    battle.put("wallward-pikes", (10, 10))
    battle.put("hullbreakers", (10, 13))
    battle.put("glarecoil-slingers", (30, 10))
    battle.put("eelback-chargers", (30, 13))
    battle.begin()
    order = []
    while battle.game.state.phase_name == "combat":
        picked = battle.keys[0].split()[-1]
        order.append(picked)
        battle.use("fight", picked).say("stay")
    return order


@worked("W-33")
def w_33_strike_first_and_last() -> None:
    """A-STRIKE-1, A-STRIKE-2, A-STRIKE-3, A-STRIKE-4."""
    a1, a2, b1, b2 = "wallward-pikes", "glarecoil-slingers", "hullbreakers", "eelback-chargers"
    assert order_of_fighting("STRIKE-FIRST") == [b1, a1, a2, b2]
    assert order_of_fighting("STRIKE-FIRST", "STRIKE-LAST") == [a1, b1, a2, b2]


@worked("W-34")
def w_34_call_the_surge() -> None:
    """A-STRIKE-1."""
    battle = Battle("combat", active=B, windows="always")
    battle.put("tide-reeve", (22, 25))
    battle.put("hullbreakers", *row(5, 18, 22, 2))
    battle.put("wallward-pikes", (5, 5))
    battle.rolls("call-the-surge", 3, 4).begin()
    for success in (False, True):
        battle.use("call-the-surge", "tide-reeve").at_unit("hullbreakers")
        assert battle.game.has(battle.unit("hullbreakers"), "STRIKE-FIRST") is success
        assert battle.events(events.Rolled)[-1].success is success
        if not success:
            battle.until("startOfTurn").until("combat", "opponent")
    battle.until("endOfTurn")
    assert not battle.game.has(battle.unit("hullbreakers"), "STRIKE-FIRST")


@worked("W-35")
def w_35_power_through() -> None:
    """A-AB-22."""
    battle = Battle("endOfTurn")
    battle.put("duskmoth-riders", *row(3, 20, 10, 2.6))
    battle.put("barbcasters", *row(5, 18, 10 + RIDER + PIKE + 1, 1.6))
    battle.put("tide-reeve", (27, 10 + RIDER + AXE))
    battle.put("hullbreakers", *row(5, 5, 23, 2))
    battle.did("duskmoth-riders", "charged")
    battle.rolls("power through", 4).begin().use("power-through", "duskmoth-riders").say("suggested")
    barbs = battle.unit("barbcasters")
    assert (len(barbs.at), barbs.damage) == (4, 0)
    assert battle.allows(battle.moved("duskmoth-riders", 0, -8))
    assert battle.allows(battle.moved("duskmoth-riders", 0, -0.5)), "it may end in combat with those it fought"
    assert battle.allows(battle.moved("duskmoth-riders", 12 * 0.6, -12 * 0.6))
    assert battle.against(battle.moved("duskmoth-riders", -7.5, 9)) == {"A-AB-22"}
