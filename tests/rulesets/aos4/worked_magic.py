"""The worked examples of magic, prayers, rallying and objectives, each played (W-36 to W-45)."""

from __future__ import annotations

from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.conditions import contesting
from game.rulesets.aos4.rules.state import Effect
from tests.rulesets.aos4.battles import (
    BRINEBACK,
    LANTERN,
    A,
    B,
    Battle,
    box,
    field,
    keyworded,
    piece,
    row,
    worked,
)

WIZARDS = (LANTERN, keyworded(BRINEBACK, "barbcasters", "WIZARD (1)"))
STONE = field(piece("stone", box(10, 9, 2, 2), 3, "place-of-power", "impassable"))


@worked("W-36")
def w_36_unbinding_must_beat_the_casting_roll() -> None:
    """A-MAG-3, A-MAG-7, A-REACT-4."""
    gap = 28 + 40 / 50.8 + 32 / 50.8
    for faces, unbinding in (((4, 3), (5, 2)), ((4, 3), (5, 3)), ((2, 3), ())):
        battle = Battle(armies=WIZARDS)
        battle.put("beaconwright", (2, 5))
        battle.put("hullbreakers", (2, 18))
        battle.put("barbcasters", (2 + gap, 5))
        battle.rolls("cast blinding-flare", *faces)
        if unbinding:
            battle.rolls("barbcasters/unbind", *unbinding)
        battle.begin().use("blinding-flare", "beaconwright")
        [cast] = battle.events(events.CastRolled)
        assert cast.outcome == ("cast" if unbinding else "failed")
        if unbinding:
            assert battle.asked.player == B
            assert battle.reactions() == ["unbind barbcasters"]
            battle.use("unbind", "barbcasters")
        stands = bool(unbinding) and sum(unbinding) <= sum(faces)
        assert battle.game.bonus(battle.unit("hullbreakers"), "hit") == (-1 if stands else 0)
        battle.dice_used()


@worked("W-37")
def w_37_a_miscast() -> None:
    """A-MAG-4, A-DMG-3."""
    battle = Battle(on=STONE)
    battle.at("startOfTurn").put("beaconwright", (11, 5.5))
    battle.put("hullbreakers", (11, 15))
    battle.rolls("place of power", 4).rolls("cast searing-ray", 1, 1).rolls("miscast", 4).rolls("miscast ward", 6, 2)
    battle.begin().use("activate-place-of-power", "beaconwright").until("hero").use("searing-ray", "beaconwright")
    [cast] = battle.events(events.CastRolled)
    assert (cast.outcome, cast.total) == ("miscast", 3)
    assert battle.unit("beaconwright").damage == 1
    assert battle.game.state.phase_name == "hero"
    assert battle.why_not("blinding-flare", "beaconwright") in ("A-MAG-1", "A-MAG-4")
    strong = keyworded(LANTERN, "beaconwright", "WIZARD (2)")
    battle = Battle(armies=(strong, BRINEBACK))
    battle.put("beaconwright", (11, 5.5))
    battle.put("hullbreakers", (11, 15))
    battle.rolls("cast searing-ray", 1, 1).rolls("miscast", 1).rolls("miscast ward", 2)
    battle.begin().use("searing-ray", "beaconwright")
    assert battle.why_not("blinding-flare", "beaconwright") == "A-MAG-4"


@worked("W-38")
def w_38_a_place_of_power() -> None:
    """A-POP-2, A-MAG-7."""
    battle = Battle("startOfTurn", on=STONE)
    battle.put("beaconwright", (11, 5.5))
    battle.put("hullbreakers", (11, 15))
    battle.rolls("place of power", 1).rolls("place of power damage", 5).rolls("place of power ward", 3, 3, 2)
    battle.begin().use("activate-place-of-power", "beaconwright")
    assert battle.unit("beaconwright").damage == 3
    battle = Battle("startOfTurn", on=STONE, armies=WIZARDS)
    battle.put("beaconwright", (11, 5.5))
    battle.put("hullbreakers", (11, 15))
    battle.put("barbcasters", (20, 15))
    battle.rolls("place of power", 2).rolls("cast blinding-flare", 2, 3).rolls("unbind", 3, 3)
    battle.begin().use("activate-place-of-power", "beaconwright")
    battle.until("hero").use("blinding-flare", "beaconwright").at_unit("hullbreakers").use("unbind", "barbcasters")
    [cast], [unbound] = battle.events(events.CastRolled), battle.events(events.Unbound)
    assert (cast.total, cast.outcome, unbound.against, unbound.success) == (6, "cast", 6, False)
    assert battle.game.bonus(battle.unit("hullbreakers"), "hit") == -1


def praying(ritual: int, phase: str = "hero", active: str = B) -> Battle:
    """A moment in which the Tide Reeve can pray for hurt Hullbreakers."""
    battle = Battle(phase, active=active)
    battle.put("tide-reeve", (20, 20), ritual=ritual)
    battle.put("hullbreakers", *row(4, 17, 22, 2), damage=2)
    battle.put("wallward-pikes", (5, 5))
    return battle


@worked("W-39")
def w_39_a_prayer_is_answered() -> None:
    """A-PRAY-3, A-PRAY-4, A-PRAY-6."""
    for ritual, returns in ((2, False), (5, True)):
        battle = praying(ritual).rolls("chant salt-the-wounds-shut", 3).begin()
        battle.use("salt-the-wounds-shut", "tide-reeve").at_unit("hullbreakers").say("answer")
        hull = battle.unit("hullbreakers")
        assert hull.damage == 0
        assert battle.unit("tide-reeve").ritual == 0
        if returns:
            battle.say([25.0, 22.0])
        assert len(battle.unit("hullbreakers").at) == (5 if returns else 4)


@worked("W-40")
def w_40_a_prayer_fails() -> None:
    """A-PRAY-2, A-DICE-3."""
    battle = praying(2)
    battle.unit("tide-reeve").effects = [Effect("place", "chant", 1, "turn", B)]
    battle.rolls("chant salt-the-wounds-shut", 1).rolls("lost ritual points", 6).begin()
    battle.use("salt-the-wounds-shut", "tide-reeve").at_unit("hullbreakers")
    assert battle.unit("tide-reeve").ritual == 0
    assert battle.unit("hullbreakers").damage == 2


@worked("W-41")
def w_41_magical_intervention() -> None:
    """A-AB-14, A-PRAY-5."""
    battle = praying(0, active=A).rolls("chant salt-the-wounds-shut", 4).begin().done()
    battle.use("magical-intervention", "tide-reeve").say("salt-the-wounds-shut").at_unit("hullbreakers")
    assert battle.unit("tide-reeve").ritual == 3
    assert battle.unit("hullbreakers").damage == 2
    assert battle.game.state.command[B] == 3


@worked("W-42")
def w_42_banishing() -> None:
    """A-AB-11."""
    [wick] = LANTERN.manifestations
    two = LANTERN.model_copy(update={"manifestations": (wick, wick.model_copy(update={"id": "second-wick"}))})
    bob = keyworded(BRINEBACK, "barbcasters", "WIZARD (1)")
    for several in (True, False):
        battle = Battle(active=B, armies=(two, bob), windows="always")
        battle.put("tide-reeve", (20, 25))
        battle.put("barbcasters", (30, 25))
        battle.put("wandering-wick", (20, 10))
        if several:
            battle.put("second-wick", (40, 2))
        battle.rolls("banish", 3, 3).begin().use("banish-manifestation", "tide-reeve")
        if battle.asked.rule == "A-AB-11":
            battle.at_unit("wandering-wick")
        battle.no_reaction()
        assert battle.unit("wandering-wick").on_table is not several
        if not several:
            assert battle.why_not("banish-manifestation", "barbcasters") == "A-AB-11"


@worked("W-43")
def w_43_rally() -> None:
    """A-AB-13, A-KEY-7, A-DMG-8."""
    for musician in (True, False):
        battle = Battle()
        pikes = battle.put("wallward-pikes", *row(8, 10, 5, 1.5, 4), damage=1)
        if not musician:  # the second model
            pikes.at = {model: spot for model, spot in pikes.at.items() if model != "ann.wallward-pikes-2"}
            pikes.at["ann.wallward-pikes-9"] = (11.5, 5.0)
            pikes.slain = ["ann.wallward-pikes-2", "ann.wallward-pikes-10"]
        battle.put("hullbreakers", (20, 25))
        battle.rolls("rally", *((6, 5, 4, 4, 3, 2, 1) if musician else (6, 5, 4, 4, 3, 2))).begin()
        battle.use("rally", "wallward-pikes")
        assert len(battle.keys) == 2
        battle.say("1")
        if not musician:
            battle.say("ann.wallward-pikes-2")
        battle.say([16.0, 5.75])
        pikes = battle.unit("wallward-pikes")
        assert (len(pikes.at), pikes.damage) == (9, 0)
        battle.dice_used()


def centre_after(control: str, pikes: int, eels: int, *, standard: bool = True) -> str:
    """Who controls the Centre at the end of a turn in which so many models contest it."""
    battle = Battle("endOfTurn")
    battle.state.control = {**battle.state.control, "centre": control}
    battle.put("wallward-pikes", *row(10, 2, 2, 1.5, 5))
    battle.put("eelback-chargers", *row(5, 30, 28, 2.6))
    for name, number, up in (("wallward-pikes", pikes, 13.0), ("eelback-chargers", eels, 17.0)):
        unit = battle.unit(name)
        there = [model for model in unit.at if standard or model != "ann.wallward-pikes-3"][-number or 99 :]
        if name == "wallward-pikes" and standard and number:
            there = ["ann.wallward-pikes-3", *there[1:]]
        unit.at = {**unit.at, **{model: (22 + (at - 2) * 1.3, up) for at, model in enumerate(there)}}
    if not standard:
        unit = battle.unit("wallward-pikes")
        unit.slain = ["ann.wallward-pikes-3"]
        unit.at = {model: spot for model, spot in unit.at.items() if model not in unit.slain}
    battle.begin()
    return str(battle.game.state.control["centre"])


@worked("W-44")
def w_44_the_centre_changes_hands() -> None:
    """A-OBJ-3, A-OBJ-4, A-OBJ-6."""
    assert centre_after("", 5, 5) == A
    assert centre_after(A, 0, 0) == A
    assert centre_after(A, 0, 1) == B
    assert centre_after(B, 3, 3, standard=False) == B


@worked("W-45")
def w_45_contesting_an_objective() -> None:
    """A-OBJ-2, A-GEO-10."""
    for apart, contests in ((4.40, 1), (4.50, 0)):
        battle = Battle()
        battle.put("wallward-pikes", (22, 15 + apart))
        battle.begin()
        assert contesting(battle.game, battle.unit("wallward-pikes"), battle.setup.objectives["centre"]) == contests
