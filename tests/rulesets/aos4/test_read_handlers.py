"""Effects that are read from texts, each played with scripted dice: what it does, and what it leaves alone."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.core.decisions import Choose, Pick
from game.rulesets.aos4.documents.abilities import AbilityDocument, PackDocument
from game.rulesets.aos4.documents.amounts import amount
from game.rulesets.aos4.odds.exact import of_amount
from game.rulesets.aos4.odds.mortal import healed_shares
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.abilities import REGISTRY, Use
from game.rulesets.aos4.rules.attacks.batch import NO_MODIFIER
from game.rulesets.aos4.rules.attacks.damaging import inflict
from game.rulesets.aos4.rules.attacks.modifiers import attacker_of
from game.rulesets.aos4.rules.conditions import meets
from game.rulesets.aos4.rules.effects import FightNext, dice_of, gate_of
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.invariants import broken
from game.rulesets.aos4.rules.moving.unit_moves import carry_out
from game.rulesets.aos4.view.cards import effect_mark, effect_text
from tests.rulesets.aos4.battles import BRINEBACK, LANTERN, A, Battle, changed, keyworded, row
from tests.rulesets.aos4.test_effects_as_data import battle_with, used, written
from tests.rulesets.aos4.test_mixed_units import fought

SPELL = AbilityDocument(id="curse", kind="spell", name="Curse", timing="Your Hero Phase", phases=("yourHero",), value=4,
                        keywords=("SPELL",), handler="modify",
                        params={"target": "enemy", "what": "save", "amount": -1, "number": 2})  # fmt: skip


def two(*specs: AbilityDocument, armies: Any = (LANTERN, BRINEBACK), phase: str = "hero") -> Battle:
    """The Beaconwright, ten Pikes, and at a distance the Hullbreakers and the Tide Reeve, with some abilities."""
    pack = PackDocument(id="test", kind="custom", name="Test", abilities=specs)
    battle = Battle(phase, packs=(pack,), armies=armies, windows="always")
    battle.put("beaconwright", (20, 5))
    battle.put("wallward-pikes", *row(10, 22.5, 5, 1.6, 5))
    battle.put("hullbreakers", *row(5, 20, 16, 2))
    battle.put("tide-reeve", (32, 16))
    return battle


def taken(game: Game, flow: Any) -> None:
    """Play a flow that asks nothing, or whose questions are answered by what is usual."""
    answer = None
    while True:
        try:
            asked = flow.send(answer)
        except StopIteration:
            return
        answer = asked.shortcuts[0].key


def hurt(battle: Battle, name: str, points: int, by: str = "", kind: str = "") -> None:
    """Inflict damage on a unit, by the attacks of another if it is named."""
    attacker = battle.unit(by) if by else None
    taken(battle.game, inflict(battle.game, battle.unit(name), points, "test", by=attacker, kind=kind))


# -- ignoring, reserve, arriving, replacing


@pytest.mark.parametrize(("face", "cursed"), [(3, 2), (4, 1)])
def test_a_react_6_who_ignores_an_ability_is_not_affected(face: int, cursed: int) -> None:
    shrug = AbilityDocument(id="shrug", name="Shrug", timing="Reaction: Opponent declared a SPELL ability",
                            phases=("anyHero",), used_by=("Tide Reeve",), handler="ignore",
                            params={"target": "friend", "on": 4, "again": 1})  # fmt: skip
    battle = two(SPELL, shrug).rolls("cast", 4, 4).rolls("shrug bob.hullbreakers", face).begin()
    battle.use("curse", "beaconwright").at_unit("hullbreakers").at_unit("tide-reeve")
    while "shrug tide-reeve" not in battle.reactions():
        battle.done()
    battle.use("shrug", "tide-reeve").at_unit("hullbreakers").no_reaction()
    assert [bool(battle.unit(name).effects) for name in ("hullbreakers", "tide-reeve")] == [cursed == 2, True]
    battle.dice_used()


def test_a_one_2_an_ability_is_used_again_in_a_phase_only_if_it_says_so() -> None:
    for again, rule in ((1, ""), (0, "A-ONE-2")):
        battle = used(battle_with(written("modify", target="friend", what="run", again=again)), "wallward-pikes")
        assert battle.why_not("deed", "beaconwright") == rule


def test_a_dep_3_who_waits_in_a_place_arrives_from_that_place() -> None:
    battle = battle_with(written("arrive", reserve="the sky", beyond=9))
    battle.put("beaconwright", place="reserve")
    battle.unit("beaconwright").slain = []
    battle.begin()
    unit, uses = battle.unit("beaconwright"), battle.game.state.uses
    assert battle.why_not("deed", "beaconwright") == "A-ABIL-2", "it does not wait there"
    uses.note(f"{unit.id} waits", "battle")
    uses.note(f"{unit.id} waits the deep", "battle")
    uses.note(f"{unit.id} kept", "battle")
    assert battle.why_not("deed", "beaconwright") == "A-ABIL-2", "it waits elsewhere"
    uses.note(f"{unit.id} waits the sky", "battle")
    assert battle.why_not("deed", "beaconwright") == ""


def test_a_dep_9_who_arrives_stands_far_from_enemies() -> None:
    battle = battle_with(written("arrive", reserve="the sky", beyond=9))
    unit = battle.put("beaconwright", place="reserve")
    unit.slain = []
    battle.state.uses.note(f"{unit.id} waits the sky", "battle")
    battle.begin().use("deed", "beaconwright").no_reaction()
    assert "A-ABIL-5" in battle.against([{"id": f"{unit.id}-1", "at": [27, 14]}])
    battle.say([{"id": f"{unit.id}-1", "at": [5, 3]}])
    assert (battle.unit("beaconwright").place, battle.unit("beaconwright").set_up_in) == ("table", (1, 1))


def test_a_dep_3_a_reserve_is_noted_with_its_place() -> None:
    spec = written("reserve", reserve="the sky", timing="Deployment Phase").model_copy(
        update={"phases": ("deployment",), "keywords": ("DEPLOY",)})  # fmt: skip
    battle = Battle("deploying", packs=(PackDocument(id="test", kind="custom", name="Test", abilities=(spec,)),))
    battle.state.round, battle.state.deployer, battle.state.finished = 0, A, []
    battle.begin().use("deed", "beaconwright").no_reaction()
    count = battle.game.state.uses.count
    assert [count("battle", f"ann.beaconwright {what}") for what in ("waits", "waits the sky", "kept")] == [1, 1, 1]


@pytest.mark.parametrize(("share", "models"), [("all", 10), ("half", 5)])
def test_a_abil_5_a_destroyed_unit_is_replaced(share: str, models: int) -> None:
    battle = battle_with(written("replace", share=share, keyword="Wallward Pikes", territory="own"))
    battle.put("wallward-pikes", place="destroyed")
    battle.begin().use("deed", "beaconwright").say("ann.wallward-pikes").no_reaction()
    identities = [f"ann.wallward-pikes-{number}" for number in range(1, models + 1)]
    spots: list[dict[str, Any]] = [
        {"id": each, "at": [24 + 1.5 * (n % 5), 3 + 1.5 * (n // 5)]} for n, each in enumerate(identities)
    ]
    north = [{**each, "at": [each["at"][0], each["at"][1] + 22]} for each in spots]
    assert "A-GEO-6" in battle.against(north)
    battle.say(spots)
    pikes = battle.unit("wallward-pikes")
    assert (pikes.place, [*pikes.at], pikes.slain) == ("table", identities, [])


def test_a_abil_4_only_the_destroyed_are_replaced() -> None:
    battle = battle_with(written("replace", keyword="Wallward Pikes")).begin()
    assert battle.why_not("deed", "beaconwright") == "A-ABIL-4"


# -- shields, fresh targets, what comes after, multiples, effects for one attacker


def test_a_abil_4_a_shield_keeps_enemies_from_picking_a_unit() -> None:
    shield = AbilityDocument(id="shield", kind="passive", name="Shield", timing="Passive", used_by=("Hullbreakers",),
                             handler="aura", params={"target": "self", "shields": "SPELL"})  # fmt: skip
    battle = two(SPELL, shield).rolls("cast", 4, 4).begin().use("curse", "beaconwright")
    battle.no_reaction()
    assert not battle.unit("hullbreakers").effects
    assert battle.unit("tide-reeve").effects


@pytest.mark.parametrize(("span", "possible"), [("phase", True), ("turn", False), ("battle", False)])
def test_a_abil_4_a_fresh_target_was_not_picked_before(span: str, possible: bool) -> None:
    battle = used(battle_with(written("modify", target="friend", what="run", fresh=span, again=1)), "wallward-pikes")
    battle.say("deed ann.beaconwright")  # only the hero is left, so nobody is asked
    assert battle.no_reaction().unit("beaconwright").effects
    battle.game.expire("phase")
    assert (battle.why_not("deed", "beaconwright") == "") == possible


@pytest.mark.parametrize("after", [0, 1])
def test_a_react_6_what_comes_after_picks_its_targets_then(after: int) -> None:
    """The answer to a spell that moves nobody: its target is asked for before or after the spell has its effect."""
    late = AbilityDocument(id="late", name="Late", timing="Reaction: You declared a SPELL ability",
                           phases=("anyHero",), used_by=("Beaconwright",), handler="modify",
                           params={"target": "enemy", "what": "hit", "after": after})  # fmt: skip
    battle = two(SPELL, late).rolls("cast", 4, 4).begin()
    battle.use("curse", "beaconwright").at_unit("hullbreakers").at_unit("tide-reeve")
    while "late beaconwright" not in battle.reactions():
        battle.done()
    battle.use("late", "beaconwright")
    while battle.asked.prompt != "Choose a target for Late":
        battle.done()
    assert bool(battle.unit("hullbreakers").effects) == bool(after)
    battle.at_unit("hullbreakers").no_reaction()
    assert sorted(each.what for each in battle.unit("hullbreakers").effects) == ["hit", "save"]


@pytest.mark.parametrize(("times", "amount"), [("round", 3), ("roll", 5), ("D3", 2)])
def test_a_dice_1_a_modifier_is_multiplied(times: str, amount: int) -> None:
    battle = battle_with(written("modify", target="self", what="save", amount=1, times=times, on=2))
    battle.state.round = 3
    battle.rolls("deed ann.beaconwright", 5)
    if times == "D3":
        battle.rolls("deed amount ann.beaconwright", 4)
    used(battle)
    assert [each.amount for each in battle.unit("beaconwright").effects] == [amount]
    battle.dice_used()


def test_a_abil_6_an_effect_may_be_for_the_attacks_of_its_user_only() -> None:
    battle = used(battle_with(written("modify", target="enemy", what="hit taken", mine=1, until="battle")))
    game, target = battle.game, battle.unit("hullbreakers")
    hits = [
        attacker_of(game, unit, NO_MODIFIER, game.card(unit).weapons[0], target).hit.net(companion=False)
        for unit in (battle.unit("beaconwright"), battle.unit("wallward-pikes"))
    ]
    assert hits == [1, 0]


# -- backlash


def fight(what: str, amount: int, *dice: tuple[str, tuple[int, ...]], target: str = "self", **more: str) -> Battle:
    """The fight of a champion with three attacks against five Hullbreakers, who strike back as an effect says."""
    [printed] = next(unit for unit in LANTERN.units if unit.id == "wallward-pikes").weapons
    changes = {"attacks": "2", "hit": 4, "wound": 2, "rend": 0, "damage": "1", "abilities": ()}
    blade = printed.model_copy(update=changes)
    armies = (
        changed(LANTERN, "wallward-pikes", weapons=(blade,)).model_copy(update={"packs": ()}),
        changed(BRINEBACK, "hullbreakers", health=1, save=4, keywords=("INFANTRY",)).model_copy(update={"packs": ()}),
    )
    added: dict[str, str | int] = {"what": what, "amount": amount} if what else {}
    spec = AbilityDocument(id="spite", kind="passive", name="Spite", timing="Passive", used_by=("Hullbreakers",),
                           handler="aura",
                           params={"target": target, **added, **more})  # fmt: skip
    battle = Battle("combat", packs=(PackDocument(id="test", kind="custom", name="Test", abilities=(spec,)),),
                    armies=armies)  # fmt: skip
    battle.put("wallward-pikes", (22.5, 5))
    battle.put("hullbreakers", *row(3, 20.5, 6.9, 2))
    for purpose, faces in dice:
        battle.rolls(purpose, *faces)
    battle.at("combat", "fight").begin().use("fight", "wallward-pikes").say("stay")
    while len(battle.events(events.Attacked)) == 0 or battle.asked.rule == "A-DMG-5":
        battle.say("suggested" if battle.asked.rule == "A-DMG-5" else battle.asked.options[0].key)  # type: ignore[attr-defined]
    return battle


HITS, WOUNDS = ("hit", (1, 4, 5)), ("wound", (3, 4))


@pytest.mark.parametrize(
    ("what", "saves", "points"),
    [
        ("backlash hit 1", (2, 5), 1),
        ("backlash save 1", (1, 6), 1),
        ("backlash save 6", (6, 6), 2),
        ("backlash save 6", (1, 5), 0),
    ],
)
def test_a_dmg_2_natural_rolls_hurt_the_attacker(what: str, saves: tuple[int, ...], points: int) -> None:
    battle = fight(what, 1, HITS, WOUNDS, ("save", saves), when="fighting")
    struck = [each for each in battle.events(events.Damaged) if each.unit == "ann.wallward-pikes"]
    assert [each.mortal for each in struck] == [True] * (points > 0)
    assert sum(each.points for each in struck) == points


def test_a_dmg_2_an_attacker_can_be_hurt_by_its_own_natural_rolls_of_1() -> None:
    battle = fight("backfire 1", 1, HITS, WOUNDS, ("save", (2, 5)), target="each enemy", when="fighting")
    assert [each.points for each in battle.events(events.Damaged) if each.unit == "ann.wallward-pikes"] == [1]


@pytest.mark.parametrize(("face", "points"), [(4, 0), (5, 1)])
def test_a_dmg_2_the_slain_avenge_themselves(face: int, points: int) -> None:
    battle = fight("backlash slain", 5, HITS, WOUNDS, ("save", (2, 6)), ("backlash", (face,)), when="fighting")
    assert len(battle.unit("hullbreakers").at) == 2
    assert sum(each.points for each in battle.events(events.Damaged) if each.unit == "ann.wallward-pikes") == points
    battle.dice_used()


# -- conditions


WATCHER = written("modify", target="enemy", what="run", sure_which="hurt turn", on=5)
"""An ability that only asks who was hurt in order to need no roll."""


def test_a_dmg_5_who_was_hurt_and_by_whom_is_known() -> None:
    battle = battle_with(WATCHER).begin()
    game, hero, pikes = battle.game, battle.unit("beaconwright"), battle.unit("wallward-pikes")
    target = battle.unit("hullbreakers")
    hurt(battle, "hullbreakers", 1, "beaconwright", "shooting")
    asked = ("hurt turn", "hurt shooting turn", "hurt combat turn", "hurt any phase", "slew turn")
    assert [meets(game, target, (each,), hero) for each in asked] == [True, True, False, True, False]
    assert [meets(game, target, (each,), pikes) for each in asked] == [True, False, False, False, False]
    assert gate_of(game, game.ability(A, "deed").params, hero, target) is None, "it was hurt, so it needs no roll"
    game.expire("phase")
    assert not meets(game, target, ("hurt any phase",), hero)


def test_a_dmg_5_who_slew_and_destroyed_is_known() -> None:
    battle = battle_with(WATCHER).begin()
    game, hero = battle.game, battle.unit("beaconwright")
    health = game.card(battle.unit("hullbreakers")).health
    hurt(battle, "hullbreakers", health, "beaconwright", "combat")
    asked = ("slew turn", "slew combat turn", "slew shooting turn", "destroyed turn")
    assert [meets(game, hero, (each,)) for each in asked] == [True, True, False, False]
    hurt(battle, "hullbreakers", 4 * health, "beaconwright", "combat")
    assert meets(game, hero, ("destroyed turn", "destroyed combat turn"))


@pytest.mark.parametrize(("dy", "crossed"), [(8.0, True), (1.0, False)])
def test_a_move_2_who_was_crossed_is_known(dy: float, crossed: bool) -> None:
    spec = written("mortal-damage", target="enemy", which="crossed turn")
    battle = battle_with(spec, "movement", gap=1.0)
    battle.put("hullbreakers", (20, 9.5))
    battle.begin()
    hero = battle.unit("beaconwright")
    carry_out(battle.game, hero, battle.moved("beaconwright", 0, dy), "test", "A-MOVE-2")
    assert meets(battle.game, battle.unit("hullbreakers"), ("crossed turn",), hero) == crossed
    assert not meets(battle.game, battle.unit("hullbreakers"), ("crossed turn",), battle.unit("wallward-pikes"))


def test_a_imp_9_a_unit_is_with_a_model_of_a_name_while_it_stands() -> None:
    with_it, without = fought(1, 2).begin(), fought(2, 3).begin()
    assert meets(with_it.game, with_it.unit("hullbreakers"), ("with warden",))
    assert not meets(without.game, without.unit("hullbreakers"), ("with warden",))
    assert meets(without.game, without.unit("hullbreakers"), ("with Nobody 7",)), "no model is named so"


# -- units whose models differ


def test_a_ab_22_effects_see_the_highest_health_and_control_and_the_commonest_save() -> None:
    battle = fought(1, 4, 5).begin()
    game, unit = battle.game, battle.unit("hullbreakers")

    def gate(over: str, than: str) -> int:
        found = gate_of(game, {"over": over, "than": than}, unit, unit)
        assert found is not None
        return found.number

    assert (gate("equal", "health"), gate("equal", "control"), gate("equal", "save")) == (5, 3, 6)
    assert dice_of(game, unit, unit, "target health") == 5
    assert (meets(game, unit, ("health 5",)), meets(game, unit, ("frail 4",))) == (True, False)


# -- what the odds and the words say


def test_a_dmg_7_the_odds_of_healing_count_what_is_added_and_what_forbids_it() -> None:
    spec = written("heal", target="friend", on=5, amount="roll", plus=1)
    battle = battle_with(spec).begin()
    hero, pikes = battle.unit("beaconwright"), battle.unit("wallward-pikes")
    shares = healed_shares(battle.game, spec, hero, pikes)
    assert [round(float(share), 3) for share in shares[5:]] == [0.333, 0.333, 0.333]
    more = written("modify", target="friend", what="no healing")
    barred = used(battle_with(more), "wallward-pikes")
    fixed = written("heal", target="friend", amount="D3")
    none = healed_shares(barred.game, fixed, barred.unit("beaconwright"), barred.unit("wallward-pikes"))
    assert [*none] == [1.0]
    assert len(healed_shares(battle.game, fixed, hero, pikes)) == len(of_amount(amount("D3")))


@pytest.mark.parametrize(
    ("handler", "more", "text", "mark"),
    [
        ("modify", {"what": "no ward"}, "Deed: no ward rolls until the turn ends", "no ward rolls"),
        ("modify", {"what": "least run", "amount": 4}, "Deed: the least run roll: 4 until the turn ends",
         "the least run roll 4"),
        ("modify", {"what": "backlash slain", "amount": 5},
         "Deed: mortal damage for its slain models: 5+ until the turn ends", "mortal damage for its slain models 5+"),
        ("free", {"frees": "Rally"}, "Deed: RALLY costs no command points until the turn ends", "free RALLY"),
        ("shield", {"shields": "SPELL"}, "Deed: no target of enemy SPELL until the turn ends", "no target of SPELL"),
    ],
)  # fmt: skip
def test_a_turn_5_effects_without_anything_added_say_so(handler: str, more: Any, text: str, mark: str) -> None:
    battle = used(battle_with(written(handler, target="self", **more)))
    [effect] = battle.unit("beaconwright").effects
    assert (effect_text(battle.game, battle.unit("beaconwright"), effect), effect_mark(effect)) == (text, mark)


def test_a_further_effect_on_an_enemy_is_logged_by_the_name_of_its_ability() -> None:
    spec = written("modify", ("modify", {"what": "run", "target": "each enemy"}), target="self", what="save")
    battle = used(battle_with(spec))
    logged = [battle.session.ruleset.tell(battle.game, each) for each in battle.events(events.EffectBegan)]
    assert logged[1] == "Hullbreakers: Deed: +1 to run rolls until the turn ends"


@pytest.mark.parametrize(
    ("handler", "more", "reason"),
    [
        ("set", {"sets": "rend", "to": "D3"}, "without dice"),
        ("aura", {"sets": "coherency", "to": "2D6"}, "without dice"),
        ("slay", {"target": "enemy", "dice": 3}, "each-over"),
        ("mortal-damage", {"dice": 3, "each": 4, "amount": "roll"}, "where dice are rolled"),
    ],
)
def test_a_imp_9_parameters_that_do_not_go_together_are_refused(handler: str, more: Any, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        AbilityDocument(id="deed", name="Deed", timing="Your Hero Phase", handler=handler, params=more)


def test_a_dmg_5_while_a_casualty_is_chosen_the_damage_count_fits_who_stands() -> None:
    battle = fought(2, 3, 4).begin()
    unit = battle.unit("hullbreakers")
    flow = inflict(battle.game, unit, 6, "test")
    asked = next(flow)
    assert isinstance(asked, Pick)
    assert len(asked.candidates) == 2
    assert not [*broken(battle.game.state, battle.setup)]
    with pytest.raises(StopIteration):
        flow.send("suggested")
    assert (len(unit.at), unit.damage, len(unit.slain)) == (1, 2, 4)


@pytest.mark.parametrize(("amount", "keywords", "slain"), [("0", (), 0), ("1", ("MANIFESTATION",), 5)])
def test_a_man_7_nobody_is_chosen_where_none_or_all_are_slain(
    amount: str, keywords: tuple[str, ...], slain: int
) -> None:
    army = keyworded(BRINEBACK, "hullbreakers", *keywords)
    battle = two(written("slay", target="enemy", keyword="Hullbreakers", amount=amount), armies=(LANTERN, army))
    used(battle)
    assert battle.asked.rule != "A-DMG-5"
    assert len(battle.events(events.Slain)) == bool(slain)
    assert sum(len(each.models) for each in battle.events(events.Slain)) == slain


@pytest.mark.parametrize("ability", ["power-through", "banish-manifestation"])
def test_a_react_6_a_core_ability_goes_on_without_a_target_that_ignores_it(ability: str) -> None:
    battle = two().begin()
    rules = REGISTRY.get(battle.game.ability(A, ability).effect_id)
    assert rules is not None
    taken(battle.game, rules.effect(Use(battle.game, battle.game.ability(A, ability), A, battle.unit("beaconwright"))))
    assert not battle.events(events.Damaged)
    assert not battle.events(events.Destroyed)


@pytest.mark.parametrize("late", [0, 1])
def test_a_fight_2_each_target_is_asked_whether_it_fights_next(late: int) -> None:
    spec = written("fight-next", target="each other friend", after=late)
    battle = two(spec, phase="combat").begin()
    use = Use(battle.game, spec, A, battle.unit("beaconwright"))
    use.trigger = Use(battle.game, spec, A, use.unit)
    use.targets = [] if late else [battle.unit("wallward-pikes")]
    battle.game.note(battle.unit("wallward-pikes"), "charged")
    taken(battle.game, FightNext().effect(use))
    asked = next(use.trigger.after[0]())
    assert isinstance(asked, Choose)
    assert asked.prompt == "Does Wallward Pikes fight now?"
