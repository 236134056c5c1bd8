"""The worked examples of rounds, turns and commands, each played (W-01 to W-09)."""

from __future__ import annotations

from game.rulesets.aos4.rules import events
from tests.rulesets.aos4.battles import BARE, BRINEBACK, LANTERN, A, B, Battle, box, field, piece, row, worked


@worked("W-01")
def w_01_a_tied_priority_roll() -> None:
    """A-PRI-2, A-PRI-3."""
    for faces, chooser in (((4, 4), A), ((4, 5), B)):
        battle = Battle()
        battle.at("round").rolls("priority ann", faces[0]).rolls("priority bob", faces[1]).begin()
        assert battle.asked.player == chooser
        battle.dice_used()


@worked("W-02")
def w_02_underdog_and_command_points() -> None:
    """A-UND-1, A-CP-1, A-CP-2, A-CP-3."""
    extra = next(iter(BRINEBACK.units)).model_copy(update={"id": "helper", "name": "Helper"})
    battle = Battle(armies=(LANTERN, BRINEBACK.model_copy(update={"auxiliaries": (extra,)}))).at("round")
    battle.state.round, battle.state.points = 2, {A: 5, B: 3}
    battle.put("wallward-pikes", *row(10, 10, 5, 1.5, 5))
    battle.rolls("priority", 6, 1).begin().say(A)
    assert battle.game.state.underdog == B
    assert battle.game.state.command == {A: 5, B: 5}


@worked("W-03")
def w_03_command_points_are_lost() -> None:
    """A-UND-1, A-CP-3, A-CP-4."""
    battle = Battle().at("round")
    battle.state.round = 0
    battle.put("wallward-pikes", *row(10, 10, 5, 1.5, 5))
    battle.begin().say(A)
    assert battle.game.state.underdog == ""
    assert battle.game.state.command == {A: 4, B: 4}
    battle = Battle().at("closing")
    battle.state.command = {A: 2, B: 0}
    battle.put("wallward-pikes", *row(10, 10, 5, 1.5, 5))
    battle.rolls("priority", 6, 1).begin()
    assert battle.game.state.command == {A: 0, B: 0}
    battle.say(A)
    assert battle.game.state.command == {A: 4, B: 4}


@worked("W-04")
def w_04_a_counter_charge_to_nobody() -> None:
    """A-AB-18, A-CMD-2, A-CHG-6."""
    battle = Battle("charge", windows="always")
    battle.put("wallward-pikes", (10, 5))
    battle.put("eelback-chargers", *row(5, 10, 25, 2.6))
    battle.rolls("eelback-chargers/counter-charge", 2, 2).begin().done()
    assert battle.asked.player == B
    battle.use("counter-charge", "eelback-chargers").done(2)
    assert battle.game.state.phase_name == "charge"
    assert battle.asked.player == B
    assert battle.game.state.command[B] == 2
    assert not battle.events(events.Moved)
    assert not battle.game.charged(battle.unit("eelback-chargers"))
    assert battle.why_not("forward-to-victory", "eelback-chargers") == "A-CMD-2"


@worked("W-05")
def w_05_redeployed_units_neither_shoot_nor_charge() -> None:
    """A-AB-15, A-ONE-4, A-AB-17, A-CHG-1."""
    for up, free in ((10, True), (12, False)):
        battle = Battle("movement")
        battle.put("wallward-pikes", (20, up))
        battle.put("barbcasters", (20, 20))
        battle.rolls("barbcasters/redeploy", 4).begin().done()
        battle.use("redeploy", "barbcasters")
        assert battle.allows(battle.moved("barbcasters", 0, -4.0)) is free, "within 3 inches of an enemy"
        assert not battle.allows(battle.moved("barbcasters", 0, -4.01))
        battle.say(battle.moved("barbcasters", 1, 0))
        assert battle.why_not("covering-fire", "barbcasters") == "A-AB-17"
        assert battle.why_not("counter-charge", "barbcasters") == "A-CHG-1"


@worked("W-06")
def w_06_covering_fire_at_the_closest() -> None:
    """A-AB-17, A-AB-20, A-AB-21, A-CMD-2, A-WPN-5."""
    battle = Battle("shooting")
    barb, pike, rider, wick = 32 / 50.8, 32 / 50.8, 60 / 50.8, 50 / 50.8
    battle.put("barbcasters", (20, 15))
    battle.put("wallward-pikes", (20 - barb - pike - 8, 15))
    battle.put("duskmoth-riders", (20 + barb + rider + 6, 15), (20 + barb + rider + 6, 18))
    battle.put("wandering-wick", (20, 15 + barb + wick + 4))
    battle.rolls("harp", *()).rolls("Barbed Harpoon/0/hit", 6, 5, 4).rolls("wound", 3, 3).rolls("save", 6, 5)
    battle.rolls("Barbed Harpoon/0/damage", 1).begin()
    assert battle.asked.player == B
    battle.use("covering-fire", "barbcasters")
    assert battle.asked.player == A
    assert battle.reactions() == ["all-out-defence duskmoth-riders"]
    assert battle.why_not("all-out-attack", "barbcasters") == "A-CMD-2"
    battle.use("all-out-defence", "duskmoth-riders")
    [attacked] = battle.events(events.Attacked)
    assert attacked.target == "ann.duskmoth-riders"
    assert (attacked.attacks, attacked.hits, attacked.unsaved, attacked.damage) == (3, 2, 1, 1)
    battle.dice_used()


@worked("W-07")
def w_07_one_core_ability_in_a_phase() -> None:
    """A-ONE-1."""
    stone = piece("stone", box(10, 9, 2, 2), 3, "place-of-power", "impassable")
    battle = Battle("startOfTurn", on=field(stone))
    battle.put("beaconwright", (11, 5.5))
    battle.put("barbcasters", (20, 25))
    battle.rolls("place of power", 3).begin().use("activate-place-of-power", "beaconwright")
    battle.until("movement").use("normal-move", "beaconwright").say(battle.moved("beaconwright", 1, 0))
    assert battle.game.state.phase_name == "movement"
    assert battle.why_not("run", "beaconwright") == "A-ONE-1"


@worked("W-08")
def w_08_the_centre_decides() -> None:
    """A-EBR-3."""
    battle = Battle().at("closing")
    battle.state.round, battle.state.points = 4, {A: 7, B: 7}
    battle.state.control = {"west": A, "centre": B, "east": A}
    battle.begin()
    assert battle.game.state.result is not None
    assert battle.game.state.result.winners == [B]


@worked("W-09")
def w_09_the_active_player_scores() -> None:
    """A-EOT-1."""
    battle = Battle("endOfTurn", on=BARE)
    battle.state.control = {"west": A, "centre": A, "east": B}
    battle.put("wallward-pikes", (5, 5)), battle.put("barbcasters", (5, 25))
    battle.begin()
    assert battle.game.state.turn == 2
    assert battle.game.state.points == {A: 3, B: 0}
