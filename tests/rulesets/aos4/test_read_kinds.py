"""Further kinds of effects that texts are read as, each played: what it does, and what it leaves alone."""

from __future__ import annotations

from typing import Any

import pytest

from game.rulesets.aos4.ai.position import Rated
from game.rulesets.aos4.ai.ratings import _with_roll
from game.rulesets.aos4.documents.abilities import AbilityDocument, PackDocument
from game.rulesets.aos4.documents.amounts import Amount
from game.rulesets.aos4.odds.exact import casting_odds, of_amount
from game.rulesets.aos4.rules import events, mixed
from game.rulesets.aos4.rules.abilities import Use
from game.rulesets.aos4.rules.attacks.batch import NO_MODIFIER
from game.rulesets.aos4.rules.attacks.eligible import reach_of
from game.rulesets.aos4.rules.attacks.modifiers import attack_modifier, attacker_of, weapon_of
from game.rulesets.aos4.rules.conditions import meets, note_aim
from game.rulesets.aos4.rules.core.attacking import charge_dice, pile_in_inches, roll_charge
from game.rulesets.aos4.rules.core.moves import run_roll
from game.rulesets.aos4.rules.effects import _companions, _went_with, echo, reserve_note
from game.rulesets.aos4.rules.magic import cast
from game.rulesets.aos4.rules.rulings import COMBAT_RANGE, PILE_IN, TOLERANCE
from game.rulesets.aos4.rules.state import Effect
from game.rulesets.aos4.view.instruments import reach
from game.rulesets.aos4.view.questions import carries
from game.rulesets.aos4.view.rolls import casting
from game.rulesets.aos4.view.threats import Coming
from game.rulesets.aos4.view.threats import _free as standing_threats
from tests.rulesets.aos4.battles import BRINEBACK, LANTERN, A, B, Battle, changed, row
from tests.rulesets.aos4.test_effects_as_data import battle_with, passive, used, written
from tests.rulesets.aos4.test_read_handlers import fight, hurt, taken, two


def of(handler: str, *also: tuple[str, dict[str, Any]], who: str = "Hullbreakers", **params: Any) -> AbilityDocument:
    """A passive ability of the Hullbreakers."""
    spec: AbilityDocument = written(handler, *also, timing="Passive", **params)
    return spec.model_copy(update={"used_by": (who,)})


# -- further steps that ask what happened to the target, or are measured from it


@pytest.mark.parametrize(
    ("then", "points", "happens"),
    [
        ("hurt", 1, True),
        ("hurt 2", 1, False),
        ("hurt 3", 3, True),
        ("hurt", 0, False),
        ("slew", 1, False),
        ("slew", 3, True),
        ("destroyed", 3, False),
    ],
)
def test_a_abil_5_a_step_may_ask_what_the_target_suffered(then: str, points: int, happens: bool) -> None:
    army = changed(BRINEBACK, "hullbreakers", health=2)
    spec = written("mortal-damage", ("modify", {"what": "save", "then": then, "target": "self"}), target="enemy",
                   keyword="Hullbreakers", amount=points)  # fmt: skip
    battle = used(two(spec, armies=(LANTERN, army)))
    if battle.asked.rule == "A-DMG-5":
        battle.say("suggested")
    assert bool(battle.unit("beaconwright").effects) == happens


@pytest.mark.parametrize(("faces", "happens"), [((1, 2, 6, 3, 4), True), ((5, 5, 5, 5, 5), False)])
def test_a_abil_7_the_best_of_several_dice_counts(faces: tuple[int, ...], happens: bool) -> None:
    spec = written("modify", target="enemy", what="save", on=6, once=1, rolls="target models")
    battle = used(battle_with(spec).rolls("deed ann.beaconwright", *faces))
    assert bool(battle.unit("hullbreakers").effects) == happens
    battle.dice_used()


def test_a_tgt_1_the_only_target_of_all_attacks_is_known() -> None:
    battle = two(written("modify", target="enemy", what="run", which="aimed combat turn")).begin()
    game, pikes, foe = battle.game, battle.unit("wallward-pikes"), battle.unit("hullbreakers")
    note_aim(game, pikes, [foe.id, "bob.tide-reeve"], "combat")
    assert not meets(game, foe, ("aimed combat turn",), pikes)
    note_aim(game, pikes, [foe.id, foe.id], "combat")
    assert meets(game, foe, ("aimed combat turn", "aimed combat phase"), pikes)
    assert not meets(game, foe, ("aimed combat turn",), battle.unit("beaconwright"))


def test_a_abil_5_a_step_may_be_for_what_is_around_the_target() -> None:
    spec = written("choose", ("mortal-damage", {"target": "each other enemy", "range": 6, "at-target": 1}),
                   target="enemy", keyword="Tide Reeve")  # fmt: skip
    battle = two(spec)
    battle.put("hullbreakers", *row(5, 20, 17, 2))
    used(battle)
    assert {each.unit for each in battle.events(events.Damaged)} == {"bob.hullbreakers"}, "not the target itself"
    far = two(spec)
    far.put("tide-reeve", (45, 28))
    assert not used(far).events(events.Damaged)


def test_a_abil_6_a_target_bears_what_works_around_it() -> None:
    spec = written("choose", ("aura", {"target": "each enemy", "range": 12, "bars": "COMMAND", "at-target": 1}),
                   target="friend", keyword="Wallward Pikes")  # fmt: skip
    battle = used(battle_with(spec, gap=5.0))
    assert not battle.unit("beaconwright").effects
    assert battle.game.is_barred(battle.unit("hullbreakers"), ("COMMAND",))
    battle.put("hullbreakers", (5, 28))
    assert not battle.game.is_barred(battle.unit("hullbreakers"), ("COMMAND",))


def test_a_dmg_9_points_may_be_allocated_without_ward_rolls() -> None:
    ward = Effect("x", "keyword", 2, "battle", A, "WARD")
    for unwarded, rolls in ((1, 0), (0, 1)):
        battle = battle_with(written("mortal-damage", target="friend", keyword="Wallward Pikes", unwarded=unwarded))
        battle.unit("wallward-pikes").effects = [ward]
        if rolls:
            battle.rolls("deed/ward", 1)
        assert len(used(battle).events(events.Warded)) == rolls


# -- durations, wards and casting rolls


@pytest.mark.parametrize(("until", "left"), [("turn", 0), ("next turn", 1), ("own end", 2)])
def test_a_turn_5_effects_until_the_end_of_a_later_turn(until: Any, left: int) -> None:
    battle = two().begin()
    unit, turns = battle.unit("beaconwright"), 0
    unit.effects = [Effect("x", "run", 1, until, A)]
    for player in (B, A, B):
        battle.game.expire("turn", "phase")
        battle.game.expire("turn", "phase", own=player)
        turns += bool(unit.effects)
    assert turns == left


@pytest.mark.parametrize(("kind", "counts"), [("spell", True), ("prayer", False), ("normal", False)])
def test_a_dmg_3_a_ward_may_count_against_spells_only(kind: Any, counts: bool) -> None:
    battle = passive(target="self", lends="WARD", amount=4, damage_by="spell, manifestation")
    spec = AbilityDocument(id="x", kind=kind, name="X", timing="")
    wright, axes = battle.unit("beaconwright"), battle.unit("hullbreakers")
    battle.game.under_way.append(Use(battle.game, spec, B, axes))
    assert (4 in battle.game.numbers(wright, "WARD")) == counts


def test_a_mag_3_a_bonus_may_count_for_one_kind_of_spell() -> None:
    battle = passive(target="self", what="cast", amount=2, deed="SUMMON")
    plain = AbilityDocument(id="x", kind="spell", name="X", timing="", keywords=("SPELL",))
    summon = plain.model_copy(update={"keywords": ("SPELL", "SUMMON")})
    bonus = [battle.game.casting_bonus(battle.unit("beaconwright"), spec) for spec in (plain, summon)]
    assert bonus == [0, 2]


@pytest.mark.parametrize(("keywords", "bonus"), [(("SPELL",), 0), (("SPELL", "SUMMON"), 2)])
def test_a_mag_3_the_roll_its_odds_and_its_rating_have_the_same_bonus(keywords: tuple[str, ...], bonus: int) -> None:
    spec = written("aura", timing="Passive", target="self", what="cast", amount=2, deed="SUMMON")
    battle = battle_with(spec).rolls("cast", 3, 4).begin()
    game, wright = battle.game, battle.unit("beaconwright")
    spell = AbilityDocument(id="x", kind="spell", name="X", timing="", keywords=keywords, value=8)
    use = Use(game, spell, A, wright)
    taken(game, cast(use))
    assert (use.total, use.is_cast) == (7 + bonus, bonus == 2)
    chance = casting_odds(8, bonus).cast
    assert casting(game, spell, wright).outcomes[0].share == pytest.approx(chance)
    assert _with_roll(game, spell, wright, Rated(1.0, ""), 0).worth == pytest.approx(chance)


# -- charges, runs, moves, ranges


def test_a_chg_2_the_lowest_die_of_a_charge_is_left_out() -> None:
    spec = written("aura", timing="Passive", target="self", what="best charge")
    battle = battle_with(spec).rolls("test", 5, 1, 4).begin()
    unit, game = battle.unit("beaconwright"), battle.game
    assert charge_dice(game, unit) == Amount(3, dropped=1)
    use = Use(game, game.ability(A, "charge"), A, unit)
    roll_charge(use, "test")
    assert use.total == 9
    shares = of_amount(charge_dice(game, unit))
    assert (len(shares), round(float(shares[12]) * 216)) == (13, 16), "16 of 216 throws have two sixes or more"
    assert str(charge_dice(game, unit)) == "the best 2 of 3D6"


def test_a_ab_2_the_best_of_two_dice_counts_for_a_run() -> None:
    battle = battle_with(written("modify", what="save")).rolls("run", 2, 5).begin()
    battle.unit("beaconwright").effects = [Effect("x", "best run", 1, "turn", A)]
    assert run_roll(battle.game, battle.unit("beaconwright")) == 5


def test_a_pile_1_a_unit_may_pile_in_farther() -> None:
    battle = passive(target="self", what="pile-in", amount=3)
    inches = [pile_in_inches(battle.game, battle.unit(name)) for name in ("beaconwright", "wallward-pikes")]
    assert inches == [6, 3]


@pytest.mark.parametrize("more", [0, 3])
def test_a_pile_1_threats_count_how_far_a_unit_piles_in(more: int) -> None:
    battle = passive(target="each friend", what="pile-in", amount=more or 1, keyword="INFANTRY" if more else "CAVALRY")
    found = Coming(battle.game, battle.unit("wallward-pikes"))
    assert found.far == PILE_IN + more + COMBAT_RANGE
    budgets = {policy.budget for comer in found.comers for policy in comer.ends.paths.policies}  # type: ignore[union-attr]
    assert budgets == {PILE_IN + more + TOLERANCE}


@pytest.mark.parametrize(
    ("way", "dy", "legal"),
    [("held", 0.0, True), ("held", 6.0, False), ("fought", 6.0, False), ("into", 6.0, True), ("left", 0.0, False)],
)
def test_a_move_7_a_move_may_end_in_combat_with_those_it_began_with_only(way: str, dy: float, legal: bool) -> None:
    """The hero fights the Reeve, and the Hullbreakers stand behind it."""
    battle = two(written("move", inches="8", way=way))
    battle.put("tide-reeve", (20, 7.5))
    battle.put("hullbreakers", *row(5, 16, 13.5, 2))
    battle.begin().use("deed", "beaconwright").no_reaction()
    there = [{**each, "at": [each["at"][0] - 2.4 * (dy > 0), each["at"][1]]} for each in
             battle.moved("beaconwright", 0, dy)]  # fmt: skip
    assert battle.allows(there) == legal


def test_a_tgt_1_a_weapon_may_reach_farther() -> None:
    battle = passive(target="each friend", what="range", amount=6)
    weapon, unit = (
        next(each for each in LANTERN.units if each.id == "glarecoil-slingers").weapons[0],
        battle.unit("beaconwright"),
    )
    assert weapon.range_in is not None
    assert reach_of(battle.game, unit, weapon) == weapon.range_in + 6
    assert reach_of(battle.game, battle.unit("hullbreakers"), weapon) == weapon.range_in


def test_a_tgt_1_whatever_shows_a_range_counts_what_makes_it_longer() -> None:
    battle = passive(target="each friend", what="range", amount=6)
    battle.put("glarecoil-slingers", *row(10, 5, 5, 1.6, 5))
    game, unit = battle.game, battle.unit("glarecoil-slingers")
    model = next(iter(unit.at))
    longer = max(weapon.range_in or 0 for weapon in game.models(unit)[model].weapons) + 6
    assert f"shoots up to {longer}″" in [line.text for line in reach(game, model).lines]
    assert carries(game, model) == longer
    assert {comer.n for comer in standing_threats(game, unit, 0.0, 0)} == {longer}


def test_a_dice_8_attacks_and_damage_are_doubled_before_anything_is_added() -> None:
    battle = passive(target="each friend", what="double damage", against="non-HERO")
    game, unit, foe = battle.game, battle.unit("wallward-pikes"), battle.unit("hullbreakers")
    weapon = replace_damage(game.card(unit).weapons[0], "D3+1")
    assert weapon_of(game, unit, weapon, foe).damage == "2D3+2"
    assert weapon_of(game, unit, weapon, battle.unit("beaconwright")).damage == "D3+1", "it is a hero"
    companion = weapon.model_copy(update={"abilities": ("Companion",)})
    assert weapon_of(game, unit, companion, foe).damage == "D3+1", "no friend's ability is for it"


def replace_damage(weapon: Any, damage: str) -> Any:
    return weapon.model_copy(update={"damage": damage, "abilities": ()})


def test_a_abil_5_one_weapon_is_picked() -> None:
    spec = written("modify", target="self", what="rend", amount=2, pick=1)
    battle = used(battle_with(spec))
    game, unit = battle.game, battle.unit("beaconwright")
    names = [weapon.name for weapon in game.card(unit).weapons]
    battle.say(str(len(names) - 1))
    added = [attack_modifier(game, unit, "rend", weapon, None).own for weapon in game.card(unit).weapons]
    assert added == [0] * (len(names) - 1) + [2]


# -- the destroyed, wards for others, tokens, echoes, Health


def test_a_dmg_10_a_unit_strikes_once_more_as_it_is_destroyed() -> None:
    spec = of("mortal-damage", target="each enemy", which="fighting", on=4, amount=2, dying=1)
    battle = battle_with(spec, "combat", gap=1.0).rolls("deed ann.wallward-pikes", 5)
    battle.begin()
    axes = battle.unit("hullbreakers")
    hurt(battle, "hullbreakers", 4 * mixed.health(battle.game, axes))
    assert not [each for each in battle.events(events.Damaged) if each.unit == "ann.wallward-pikes"], "one is left"
    hurt(battle, "hullbreakers", 99)
    assert axes.place == "destroyed"
    assert [each.points for each in battle.events(events.Damaged) if each.unit == "ann.wallward-pikes"] == [2]
    battle.dice_used()


def test_a_dmg_10_two_that_strike_each_other_as_they_die_die_once() -> None:
    spec = of("mortal-damage", target="each enemy", range=12, amount=50, dying=1)
    both = spec.model_copy(update={"id": "deed2", "used_by": ("Wallward Pikes", "Beaconwright")})
    pack = PackDocument(id="test", kind="custom", name="Test", abilities=(spec, both))
    battle = Battle("combat", packs=(pack,), armies=(LANTERN.model_copy(update={"packs": ()}), BRINEBACK))
    battle.put("wallward-pikes", (22.5, 5))
    battle.put("hullbreakers", (22.5, 8))
    battle.begin()
    hurt(battle, "hullbreakers", 50)
    assert [battle.unit(name).place for name in ("hullbreakers", "wallward-pikes")] == ["destroyed"] * 2
    assert len(battle.events(events.Destroyed)) == 2


@pytest.mark.parametrize(("kind", "passed"), [("HERO", 1), ("MONSTER", 0)])
def test_a_dmg_9_points_that_wards_remove_go_to_another_unit(kind: str, passed: int) -> None:
    pikes = {"target": "each friend", "keyword": "Wallward Pikes"}
    spec = written("aura", ("aura", {**pikes, "passes": kind}), timing="Passive", **pikes, lends="WARD", amount=4)
    battle = battle_with(spec).rolls("test/ward", 4, 1).begin()
    hurt(battle, "wallward-pikes", 2)
    assert battle.unit("beaconwright").damage == passed


@pytest.mark.parametrize(("saves", "lost"), [((1, 6), True), ((2, 6), False)])
def test_a_imp_9_a_token_is_lost_by_a_save_roll_of_1(saves: tuple[int, ...], lost: bool) -> None:
    battle = fight("", 0, ("hit", (1, 4, 5)), ("wound", (3, 4)), ("save", saves), sheds="Tame Gull")
    assert meets(battle.game, battle.unit("hullbreakers"), ("with Tame Gull",)) != lost


@pytest.mark.parametrize(
    ("deed", "kind", "fails", "heals"),
    [
        ("FIGHT", "normal", False, 2),
        ("MOVE", "normal", False, 0),
        ("'BLADE DANCE'", "normal", False, 2),
        ("COMMAND", "command", False, 2),
        ("COMMAND", "normal", False, 0),
        ("FIGHT", "normal", True, 2),
        ("FIGHT", "spell", True, 0),
        ("FIGHT", "prayer", True, 0),
    ],
)
def test_a_abil_6_something_follows_each_use_of_an_ability(deed: str, kind: Any, fails: bool, heals: int) -> None:
    """A spell or prayer that failed was not used; a fight that failed was."""
    battle = passive(target="self", echoes="heal", to="2", deed=deed)
    unit = battle.unit("beaconwright")
    unit.damage = 3
    spec = AbilityDocument(id="x", kind=kind, name="Blade Dance", timing="", keywords=("FIGHT",))
    taken(battle.game, echo(Use(battle.game, spec, A, unit, fails=fails)))
    assert unit.damage == 3 - heals


@pytest.mark.parametrize(("face", "points"), [(3, 0), (4, 1)])
def test_a_abil_6_what_follows_may_need_a_roll(face: int, points: int) -> None:
    spec = written("aura", timing="Passive", target="self", echoes="mortal-damage", to="1", deed="MOVE", echo_on=4)
    battle = battle_with(spec).rolls("after x", face)
    if points:
        battle.rolls("after x/ward", 2)
    battle.begin()
    move = AbilityDocument(id="x", name="X", timing="", keywords=("MOVE",))
    taken(battle.game, echo(Use(battle.game, move, A, battle.unit("beaconwright"))))
    assert sum(each.points for each in battle.events(events.Damaged)) == points


def test_a_dmg_5_passive_abilities_add_to_health_from_the_beginning() -> None:
    battle = passive(target="each friend", keyword="INFANTRY", toughens=2)
    printed = {unit.id: unit.health for unit in LANTERN.units}
    found = {name: mixed.health(battle.game, battle.unit(name)) for name in ("beaconwright", "wallward-pikes")}
    assert found == {"beaconwright": printed["beaconwright"] + 2 * is_infantry("beaconwright"),
                     "wallward-pikes": printed["wallward-pikes"] + 2}  # fmt: skip
    axes = battle.unit("hullbreakers")
    assert mixed.health(battle.game, axes) == battle.game.card(axes).health


def is_infantry(name: str) -> bool:
    return "INFANTRY" in next(unit.keywords for unit in LANTERN.units if unit.id == name)


# -- reserves, set-ups, core abilities at once


@pytest.mark.parametrize(
    ("user", "regiment", "others"),
    [
        ("beaconwright", 0, {"wallward-pikes", "glarecoil-slingers", "duskmoth-riders"}),
        ("beaconwright", 1, {"wallward-pikes"}),
        ("wallward-pikes", 1, {"beaconwright"}),
        ("duskmoth-riders", 1, set()),
    ],
)
def test_a_dep_3_others_may_have_to_be_of_its_regiment(user: str, regiment: int, others: set[str]) -> None:
    """A leader and its Pikes in a regiment, the Slingers and the Riders in none."""
    [only], units = LANTERN.regiments, {unit.id: unit for unit in LANTERN.units}
    alone = only.model_copy(update={"units": (units["beaconwright"], units["wallward-pikes"])})
    auxiliaries = (units["glarecoil-slingers"], units["duskmoth-riders"])
    army = LANTERN.model_copy(update={"regiments": (alone,), "auxiliaries": auxiliaries})
    spec = written("reserve", reserve="the deep", with_=9, with_regiment=regiment, timing="Deployment Phase")
    battle = battle_with(spec, lantern=army)
    for unit in battle.state.units.values():
        unit.place, unit.at = "reserve", {}
    game = battle.begin().game
    found = _companions(Use(game, game.ability(A, "deed"), A, battle.unit(user)))
    assert {unit.id for unit in found} == {f"ann.{name}" for name in others}


def test_a_dep_3_others_wait_in_reserve_with_a_unit() -> None:
    spec = written("reserve", reserve="the deep", with_=1, with_kind="INFANTRY", timing="Deployment Phase").model_copy(
        update={"phases": ("deployment",), "keywords": ("DEPLOY",)})  # fmt: skip
    battle = Battle("deploying", packs=(PackDocument(id="test", kind="custom", name="Test", abilities=(spec,)),))
    battle.state.round, battle.state.deployer, battle.state.finished = 0, A, []
    battle.begin().use("deed", "beaconwright").at_unit("wallward-pikes").no_reaction()
    count = battle.game.state.uses.count
    for name in ("beaconwright", "wallward-pikes"):
        assert count("battle", reserve_note(battle.unit(name), "the deep")) == 1
        assert count("battle", f"ann.{name} kept") == 1


@pytest.mark.parametrize(
    ("own", "beside", "arrives"), [(0, "", True), (1, "beaconwright", True), (1, "duskmoth-riders", False)]
)
def test_a_dep_9_those_that_wait_with_a_unit_arrive_with_it(own: int, beside: str, arrives: bool) -> None:
    """With `own`, only those that went into reserve beside it."""
    battle = battle_with(written("arrive", reserve="the sky", beyond=9, with_range=6, with_own=own))
    for name in ("beaconwright", "wallward-pikes"):
        unit = battle.put(name, place="reserve")
        unit.slain = []
        battle.state.uses.note(reserve_note(unit, "the sky"), "battle")
    if beside:
        battle.state.uses.note(_went_with(battle.unit("wallward-pikes"), battle.unit(beside)), "battle")
    battle.begin().use("deed", "beaconwright").no_reaction()
    battle.say([{"id": "ann.beaconwright-1", "at": [5, 3]}])
    assert (battle.asked.about == "ann.wallward-pikes") == arrives
    if not arrives:
        return
    far = [{"id": f"ann.wallward-pikes-{n}", "at": [20 + 1.5 * n, 3]} for n in range(1, 11)]
    assert "A-GEO-5" in battle.against(far)


def test_a_geo_6_a_unit_may_be_set_up_near_a_corner_only() -> None:
    battle = battle_with(written("set-up", target="self", corner=9, beyond=3)).begin()
    battle.use("deed", "beaconwright").no_reaction()
    assert "A-GEO-6" in battle.against([{"id": "ann.beaconwright-1", "at": [12, 1]}])
    assert battle.allows([{"id": "ann.beaconwright-1", "at": [3, 3]}])


def test_a_abil_5_some_enemies_may_be_nearer_than_others() -> None:
    battle = two(written("set-up", target="self", beyond=9, closer=3, closer_to="HERO"))
    battle.put("hullbreakers", (40, 5))
    battle.put("tide-reeve", (5, 25))
    battle.begin().use("deed", "beaconwright").no_reaction()
    spots = {"near a hero": [5, 20], "too near it": [5, 22.6], "near others": [36, 5]}
    legal = {name: battle.allows([{"id": "ann.beaconwright-1", "at": spot}]) for name, spot in spots.items()}
    assert legal == {"near a hero": True, "too near it": False, "near others": False}


def test_a_abil_5_a_core_ability_is_used_at_once_or_not() -> None:
    battle = battle_with(written("use-now", target="self", deeds="normal-move, run, retreat")).rolls("run", 3)
    used(battle)
    assert battle.keys == ["normal-move", "run", "pass"], "it is not in combat"
    battle.say("run").no_reaction()
    assert battle.game.used(battle.unit("beaconwright"), "RUN")


# -- conditions


def test_a_dmg_5_who_hurt_an_enemy_and_whom_it_felled_is_known() -> None:
    watcher = written("modify", target="self", what="run", if_="harmed turn")
    battle = battle_with(watcher).begin()
    game, hero = battle.game, battle.unit("beaconwright")
    asked = ("harmed turn", "harmed combat turn", "harmed shooting turn", "felled ANY", "outfought INFANTRY")
    assert not any(meets(game, hero, (each,)) for each in asked)
    hurt(battle, "hullbreakers", 1, "beaconwright", "combat")
    assert [meets(game, hero, (each,)) for each in asked] == [True, True, False, False, False]
    hurt(battle, "hullbreakers", 99)
    assert [meets(game, hero, (each,)) for each in asked] == [True, True, False, True, True]
    assert not meets(game, hero, ("felled MONSTER",))


@pytest.mark.parametrize(
    ("kind", "condition", "holds"),
    [
        ("combat", "outfought ANY", True),
        ("combat", "outfought MONSTER", False),
        ("shooting", "outfought ANY", False),
        ("shooting", "felled ANY", True),
    ],
)
def test_a_dmg_5_only_attacks_in_combat_outfight(kind: str, condition: str, holds: bool) -> None:
    battle = battle_with(written("modify", target="self", what="run", if_=condition)).begin()
    hurt(battle, "hullbreakers", 99, "beaconwright", kind)
    assert meets(battle.game, battle.unit("beaconwright"), (condition,)) == holds
    assert not meets(battle.game, battle.unit("wallward-pikes"), (condition,)), "it hurt nobody"


def test_a_state_1_only_what_an_effect_asks_for_is_noted() -> None:
    """So the states of battles recorded before stay equal."""
    battle = battle_with(written("modify", target="self", what="run", if_="slew turn")).begin()
    hurt(battle, "hullbreakers", 1, "beaconwright", "combat")
    assert not meets(battle.game, battle.unit("beaconwright"), ("harmed turn",))


@pytest.mark.parametrize(
    ("condition", "holds"),
    [("models below", True), ("health above", True), ("control above", True), ("control below", False)],
)
def test_a_abil_2_units_are_compared_with_who_asks(condition: str, holds: bool) -> None:
    army = changed(BRINEBACK, "hullbreakers", health=9, control=9)
    battle = two(armies=(LANTERN, army)).begin()
    foe, pikes = battle.unit("hullbreakers"), battle.unit("wallward-pikes")
    assert meets(battle.game, foe, (condition,), pikes) == holds
    assert not meets(battle.game, foe, (condition,)), "nobody asks"


def test_a_one_4_just_means_this_phase() -> None:
    battle = two().begin()
    unit = battle.unit("beaconwright")
    battle.game.note(unit, "MOVE")
    assert meets(battle.game, unit, ("just used MOVE", "used MOVE"))
    battle.game.expire("phase")
    assert meets(battle.game, unit, ("not just used MOVE", "used MOVE"))


def test_a_atk_3_low_wound_rolls_fail() -> None:
    battle = passive(target="each enemy", what="wound miss taken", amount=4)
    game, unit, foe = battle.game, battle.unit("wallward-pikes"), battle.unit("hullbreakers")
    attacker = attacker_of(game, unit, NO_MODIFIER, game.card(unit).weapons[0], foe)
    assert (attacker.fails_wound_to, attacker.fails_to) == (4, 1)


@pytest.mark.parametrize(("dice", "faces", "points"), [("2", (5, 6), 2), ("2", (1, 5), 1), ("target health", (5,), 1)])
def test_a_dmg_2_several_dice_may_avenge_each_slain_model(dice: str, faces: tuple[int, ...], points: int) -> None:
    battle = fight(
        "backlash slain", 5, ("hit", (1, 4, 5)), ("wound", (3, 4)), ("save", (2, 6)), ("backlash", faces), dice=dice
    )
    assert sum(each.points for each in battle.events(events.Damaged) if each.unit == "ann.wallward-pikes") == points
    battle.dice_used()
