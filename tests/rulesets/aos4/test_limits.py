"""How often abilities may be used and what they cost, at each limit (A-ABIL-9, A-CP-5, A-MAG-1, A-POP-2, A-ONE)."""

from __future__ import annotations

from typing import Any

import pytest

from game.rulesets.aos4.documents.abilities import AbilityDocument, PackDocument
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.abilities.resolving import ATTUNED, limit_of, spare_uses
from game.rulesets.aos4.rules.core.attacking import cannot_fight, has_melee_weapon, must_fight
from game.rulesets.aos4.rules.state import Effect
from tests.rulesets.aos4.battles import BRINEBACK, LANTERN, A, B, Battle, changed, keyworded, row, unarmed


def moment(phase: str = "hero", *abilities: AbilityDocument, **more: Any) -> Battle:
    """The Beaconwright and ten Pikes, the Tide Reeve and five Hullbreakers, far from each other."""
    packs = (PackDocument(id="test", kind="custom", name="Test", abilities=abilities),) if abilities else ()
    battle = Battle(phase, packs=packs, windows="always", **more)
    battle.put("beaconwright", (10, 5))
    battle.put("wallward-pikes", *row(10, 14, 5, 1.5, 5))
    battle.put("tide-reeve", (20, 27))
    battle.put("hullbreakers", *row(5, 20, 24, 2))
    return battle


def deed(timing: str = "Your Hero Phase", **more: Any) -> AbilityDocument:
    return AbilityDocument(id="deed", name="Deed", timing=timing, phases=("yourHero", "anyCombat"), **more)


def against(battle: Battle, ability: str, name: str) -> str:
    """The limit against a use, whatever else the ability needs."""
    unit = battle.unit(name)
    refusal = limit_of(battle.game, unit.owner, battle.game.ability(unit.owner, ability), unit)
    return refusal.rule if refusal is not None else ""


@pytest.mark.parametrize(("points", "rule"), [(0, "A-CP-5"), (1, "A-CP-5"), (2, ""), (3, "")])
def test_a_cp_5_a_command_needs_as_many_points_as_it_costs(points: int, rule: str) -> None:
    battle = moment("charge")
    battle.state.command = {A: 9, B: points}
    assert against(battle.begin(), "counter-charge", "hullbreakers") == rule


def test_a_cmd_1_a_command_is_paid_by_its_army_alone() -> None:
    battle = moment("charge").rolls("counter-charge", 1, 1).begin().done().use("counter-charge", "hullbreakers")
    battle.no_reaction()
    assert battle.game.state.command == {A: 4, B: 2}
    [spent] = battle.events(events.CommandSpent)
    assert (spent.player, spent.amount, spent.left) == (B, 2, 2)


@pytest.mark.parametrize(
    ("timing", "span"),
    [("Phase", "phase"), ("Turn", "turn"), ("Battle Round", "round"), ("Battle", "battle")],
)
@pytest.mark.parametrize("army", [True, False])
def test_a_abil_9_once_in_a_span_by_a_unit_or_by_the_army(timing: str, span: str, army: bool) -> None:
    """Ending every shorter span gives nothing back; ending this one does."""
    words = f"Once Per {timing}{' (Army)' if army else ''}, Your Hero Phase"
    battle = moment("hero", deed(words, used_by=("Beaconwright", "Wallward Pikes"))).begin()
    battle.use("deed", "beaconwright").say("done").no_reaction()
    spans = ("phase", "turn", "round", "battle")
    for ended in spans:
        used = spans.index(ended) <= spans.index(span)
        own = against(battle, "deed", "beaconwright")
        assert own == (("A-ONE-2" if ended == "phase" else "A-ABIL-9") if used else ""), ended
        assert against(battle, "deed", "wallward-pikes") == ("A-ABIL-9" if army and used else ""), ended
        battle.game.expire(ended)  # type: ignore[arg-type]


def test_a_abil_9_an_ability_without_a_limit_may_be_used_phase_by_phase() -> None:
    battle = moment("hero", deed(used_by=("Beaconwright",))).begin()
    battle.use("deed", "beaconwright").say("done").no_reaction()
    assert against(battle, "deed", "beaconwright") == "A-ONE-2"
    battle.game.expire("phase")
    assert against(battle, "deed", "beaconwright") == ""


def test_a_turn_4_an_ability_of_one_battle_round_is_for_that_one() -> None:
    spec = deed("Start of Second Battle Round", used_by=("Beaconwright",))
    battle = moment("hero", spec.model_copy(update={"phases": ("startOfBattleRound",)})).begin()
    for number in range(1, 5):
        battle.game.state.round = number
        assert against(battle, "deed", "beaconwright") == ("" if number == 2 else "A-TURN-4"), number


# -- powers


@pytest.mark.parametrize("level", [1, 2])
def test_a_mag_1_casting_and_unbinding_are_counted_apart(level: int) -> None:
    """A wizard that has cast as often as it may still unbinds, as often as its power says."""
    battle = moment(armies=(keyworded(LANTERN, "beaconwright", f"WIZARD ({level})"), BRINEBACK)).begin()
    wright, note = battle.unit("beaconwright"), battle.game.state.uses.note
    for _use in range(level):
        assert against(battle, "searing-ray", "beaconwright") == ""
        note(f"{wright.id} SPELL", "phase")
    assert against(battle, "searing-ray", "beaconwright") == "A-MAG-1"
    for _use in range(level):
        assert against(battle, "unbind", "beaconwright") == ""
        note(f"{wright.id} UNBIND", "phase")
    assert against(battle, "unbind", "beaconwright") == "A-MAG-1"
    assert against(battle, "unbind", "wallward-pikes") == "A-MAG-1", "no wizard"


@pytest.mark.parametrize(("keyword", "level"), [("", 1), ("WIZARD (1)", 1), ("WIZARD (3)", 3)])
def test_a_pop_2_an_attuned_hero_unbinds_as_a_wizard_of_power_1_at_least(keyword: str, level: int) -> None:
    more = (keyword,) if keyword else ()
    battle = moment(armies=(LANTERN, keyworded(BRINEBACK, "hullbreakers", *more)))
    battle.unit("hullbreakers").effects = [Effect("place", ATTUNED, 1, "turn", B)]
    battle.begin()
    for _use in range(level):
        assert against(battle, "unbind", "hullbreakers") == ""
        battle.game.state.uses.note("bob.hullbreakers UNBIND", "phase")
    assert against(battle, "unbind", "hullbreakers") == "A-MAG-1"


def test_a_pop_2_an_attuned_hero_banishes_once_and_casts_nothing() -> None:
    battle = moment()
    battle.unit("hullbreakers").effects = [Effect("place", ATTUNED, 1, "turn", B)]
    battle.begin()
    assert spare_uses(battle.game, battle.unit("hullbreakers")) == 1
    battle.game.state.uses.note("bob.hullbreakers BANISH", "phase")
    assert spare_uses(battle.game, battle.unit("hullbreakers")) == 0
    assert against(battle, "sacred-rites", "hullbreakers") == "A-PRAY-1"


@pytest.mark.parametrize(
    ("wizard", "priest", "spells", "prayers", "banished", "left"),
    [
        (2, 0, 0, 0, 0, 2),
        (2, 0, 1, 0, 0, 1),
        (2, 0, 1, 0, 1, 0),
        (2, 1, 2, 0, 0, 1),
        (1, 1, 0, 1, 1, 0),
        (1, 2, 3, 0, 0, 2),
    ],
)
def test_a_mag_2_what_is_left_to_cast_chant_or_banish(
    wizard: int, priest: int, spells: int, prayers: int, banished: int, left: int
) -> None:
    words = [f"WIZARD ({wizard})", *([f"PRIEST ({priest})"] if priest else [])]
    battle = moment(armies=(keyworded(LANTERN, "wallward-pikes", *words), BRINEBACK)).begin()
    for keyword, times in (("SPELL", spells), ("PRAYER", prayers), ("BANISH", banished)):
        for _use in range(times):
            battle.game.state.uses.note(f"ann.wallward-pikes {keyword}", "phase")
    assert spare_uses(battle.game, battle.unit("wallward-pikes")) == left


def test_a_mag_2_who_banished_as_often_as_it_may_neither_casts_nor_chants() -> None:
    words = "WIZARD (2)", "PRIEST (1)"
    armies = keyworded(LANTERN, "beaconwright", "WIZARD (2)"), keyworded(BRINEBACK, "tide-reeve", *words)
    battle = moment(armies=armies).begin()
    battle.game.state.uses.note("ann.beaconwright BANISH", "phase")
    assert against(battle, "searing-ray", "beaconwright") == ""
    battle.game.state.uses.note("ann.beaconwright BANISH", "phase")
    assert against(battle, "searing-ray", "beaconwright") == "A-MAG-2"
    assert against(battle, "unbind", "beaconwright") == ""
    for _use in range(3):
        assert against(battle, "sacred-rites", "tide-reeve") == ""
        battle.game.state.uses.note("bob.tide-reeve BANISH", "phase")
    assert against(battle, "sacred-rites", "tide-reeve") == "A-MAG-2"


@pytest.mark.parametrize(
    ("ability", "name", "rule"),
    [("blinding-flare", "beaconwright", "A-MAG-5"), ("salt-the-wounds-shut", "tide-reeve", "A-PRAY-1")],
)
def test_a_mag_5_and_a_pray_1_tried_by_one_of_the_army_is_tried_for_this_turn(
    ability: str, name: str, rule: str
) -> None:
    battle = moment().begin()
    owner = battle.unit(name).owner
    battle.game.state.uses.note(f"{battle.game.other(owner)} tried {ability}", "turn")
    assert against(battle, ability, name) == "", "the opponent's tries are nothing to it"
    battle.game.state.uses.note(f"{owner} tried {ability}", "turn")
    assert against(battle, ability, name) == rule
    assert against(battle, "searing-ray" if owner == A else "sacred-rites", name) == "", "another, and UNLIMITED"
    battle.game.expire("turn")
    assert against(battle, ability, name) == ""


def test_a_mag_5_using_a_spell_or_a_prayer_counts_as_its_try() -> None:
    battle = moment().rolls("cast", 1, 2).begin()
    battle.use("kindle-the-wandering-wick", "beaconwright").no_reaction()
    count = battle.game.state.uses.count
    assert count("turn", "ann tried kindle-the-wandering-wick") == 1
    assert count("phase", "ann.beaconwright SPELL") == count("turn", "ann.beaconwright SPELL") == 1
    assert count("phase", "ann.beaconwright SUMMON") == 1


def test_a_mag_4_a_miscast_bars_spells_and_no_prayers_for_the_phase() -> None:
    words = "WIZARD (2)", "PRIEST (1)"
    battle = moment(armies=(LANTERN, keyworded(BRINEBACK, "tide-reeve", *words))).begin()
    battle.game.note(battle.unit("tide-reeve"), "miscast", "phase")
    assert against(battle, "sacred-rites", "tide-reeve") == ""
    battle = moment(armies=(keyworded(LANTERN, "beaconwright", "WIZARD (2)"), BRINEBACK)).begin()
    battle.game.note(battle.unit("beaconwright"), "miscast", "phase")
    assert against(battle, "searing-ray", "beaconwright") == "A-MAG-4"
    battle.game.expire("phase")
    assert against(battle, "searing-ray", "beaconwright") == ""


# -- moving


@pytest.mark.parametrize(
    ("phase", "when", "rule"),
    [
        ("movement", (1, 1), "A-DEP-9"),
        ("movement", (1, 2), ""),
        ("movement", (0, 0), ""),
        ("movement", (2, 1), ""),
        ("charge", (1, 1), ""),
    ],
)
def test_a_dep_9_who_was_set_up_this_turn_does_not_move_in_its_movement_phase(
    phase: str, when: tuple[int, int], rule: str
) -> None:
    battle = moment(phase)
    battle.unit("wallward-pikes").set_up_in = when
    battle.begin()
    for ability in ("normal-move", "run", "charge"):
        assert against(battle, ability, "wallward-pikes") == rule
    assert against(battle, "rally", "wallward-pikes") == "", "that is no MOVE ability"


def test_a_move_8_without_a_move_no_move_abilities() -> None:
    battle = moment("movement", armies=(changed(LANTERN, "wallward-pikes", move=None), BRINEBACK)).begin()
    assert against(battle, "normal-move", "wallward-pikes") == against(battle, "charge", "wallward-pikes") == "A-MOVE-8"
    assert against(battle, "shoot", "wallward-pikes") == against(battle, "fight", "wallward-pikes") == ""


# -- fighting


def test_a_fight_3_who_has_fought_or_has_nobody_cannot_be_picked() -> None:
    battle = moment("combat").begin()
    pikes = battle.unit("wallward-pikes")

    def rule() -> str:
        refusal = cannot_fight(battle.game, pikes)
        return refusal.rule if refusal is not None else ""

    assert rule() == "A-FIGHT-3", "neither in combat nor charged"
    battle.game.note(pikes, "charged", "turn")
    assert rule() == ""
    battle.game.note(pikes, "FIGHT", "phase")
    assert rule() == "A-FIGHT-3", "it has fought"
    battle.game.expire("phase")
    assert rule() == ""
    battle.game.expire("turn")
    pikes.at = {"ann.wallward-pikes-1": (20.0, 21.5)}
    assert rule() == "", "it is in combat"


@pytest.mark.parametrize(("armed", "near"), [(True, True), (True, False), (False, True)])
def test_a_fight_4_who_is_in_combat_with_something_to_fight_with_must_fight(armed: bool, near: bool) -> None:
    battle = moment("combat", armies=(LANTERN if armed else unarmed(LANTERN, "wallward-pikes"), BRINEBACK)).begin()
    pikes = battle.unit("wallward-pikes")
    if near:
        pikes.at = {"ann.wallward-pikes-1": (20.0, 21.5)}
    assert has_melee_weapon(battle.game, pikes) is armed
    assert must_fight(battle.game, pikes) is (armed and near)


def test_a_fight_4_bows_alone_are_nothing_to_fight_with() -> None:
    sling = tuple(
        each for each in next(u for u in LANTERN.units if u.id == "glarecoil-slingers").weapons if each.is_ranged
    )
    models = tuple(
        each.model_copy(update={"weapons": (sling[0].name,)})
        for each in next(u for u in LANTERN.units if u.id == "glarecoil-slingers").models
    )
    army = changed(LANTERN, "glarecoil-slingers", weapons=sling, models=models)
    battle = moment("combat", armies=(army, BRINEBACK))
    battle.put("glarecoil-slingers", (20, 21.5))
    battle.begin()
    assert battle.game.in_combat(battle.unit("glarecoil-slingers"))
    assert not has_melee_weapon(battle.game, battle.unit("glarecoil-slingers"))
    assert not must_fight(battle.game, battle.unit("glarecoil-slingers"))
