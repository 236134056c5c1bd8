"""Effects as data: conditions, scopes, auras, rolls and steps of abilities, each with scripted dice (A-IMP-9)."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.core.decisions import Choose
from game.engine.rulebook.view import OddsView
from game.rulesets.aos4.documents.abilities import AbilityDocument, PackDocument, StepDocument
from game.rulesets.aos4.documents.packs import parse_pack
from game.rulesets.aos4.odds.charging import charge_chance
from game.rulesets.aos4.odds.exact import TWO_DICE, reaching
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.abilities.resolving import cost_of
from game.rulesets.aos4.rules.attacks.assigning import all_at
from game.rulesets.aos4.rules.attacks.batch import NO_MODIFIER, Batch, Modifier
from game.rulesets.aos4.rules.attacks.damaging import body_of
from game.rulesets.aos4.rules.attacks.eligible import groups
from game.rulesets.aos4.rules.attacks.volleys import batch_at
from game.rulesets.aos4.rules.conditions import meets
from game.rulesets.aos4.rules.core.attacking import charge_dice
from game.rulesets.aos4.rules.core.moves import move_of
from game.rulesets.aos4.rules.healing import rally_dice
from game.rulesets.aos4.rules.objectives import control_score
from game.rulesets.aos4.view.cards import effect_text
from game.rulesets.aos4.view.odds import compared, odds
from game.rulesets.aos4.view.rolls import effect as effect_odds
from tests.rulesets.aos4.battles import BRINEBACK, LANTERN, Battle, Spot, changed, field, piece, row, unarmed
from tests.rulesets.aos4.battles import box as area

LANTERN_PIKE = next(unit for unit in LANTERN.units if unit.id == "wallward-pikes").weapons[0]
AXE, PIKE = 40 / 50.8, 32 / 50.8


def written(handler: str, *also: tuple[str, dict[str, Any]], timing: str = "Your Hero Phase", **params: Any) -> Any:
    """An ability of the Beaconwright with effects."""
    passive = timing == "Passive"
    phase = {"Your Hero Phase": ("yourHero",), "Any Combat Phase": ("anyCombat",)}.get(timing, ())
    return AbilityDocument(
        id="deed",
        kind="passive" if passive else "normal",
        name="Deed",
        timing=timing,
        phases=phase,
        used_by=("Beaconwright",),
        handler=handler,
        params={name.rstrip("_").replace("_", "-"): value for name, value in params.items()},
        also=tuple(StepDocument(handler=name, params=needs) for name, needs in also),
    )


def battle_with(spec: Any, phase: str = "hero", *, gap: float = 10.0, lantern: Any = LANTERN, **options: Any) -> Battle:
    """The Beaconwright with ten Pikes beside it, and five Hullbreakers so far north of the Pikes."""
    pack = PackDocument(id="test", kind="custom", name="Test", abilities=(spec,))
    bare = lantern.model_copy(update={"packs": ()}) if spec.kind == "passive" else lantern
    battle = Battle(phase, packs=(pack,), armies=(bare, BRINEBACK), windows="always", **options)
    battle.put("beaconwright", (20, 5))
    battle.put("wallward-pikes", *row(10, 22.5, 5, 1.6, 5))
    battle.put("hullbreakers", *row(5, 27, 6.6 + (PIKE + AXE) / 2 + gap, 2))
    return battle


def passive(**params: Any) -> Battle:
    """A battle in which a passive effect works, the Hullbreakers in combat with the Pikes."""
    return battle_with(written("aura", timing="Passive", **params), "combat", gap=1.0).begin()


def pikes_at_hullbreakers(battle: Battle, hit: Modifier = NO_MODIFIER) -> Batch:
    """The attacks of the Pikes on the Hullbreakers, as the rules and the odds work them out."""
    pikes = battle.unit("wallward-pikes")
    [group] = groups(battle.game, pikes, ranged=False)
    return batch_at(battle.game, pikes, all_at(group, battle.unit("hullbreakers").id), hit)


PLAIN = {"hit_modifier": 0, "wound_modifier": 0, "rend": 1, "crit": "", "critical_from": 6}
"""The attacks of the Pikes without effects, as far as effects change them here."""


# -- auras on attacks


@pytest.mark.parametrize(
    ("params", "changes"),
    [
        ({"what": "hit, wound"}, {"hit_modifier": 1, "wound_modifier": 1}),
        ({"what": "rend", "amount": 2}, {"rend": 3}),
        ({"what": "hit", "attacks": "shooting"}, {}),
        ({"what": "hit", "attacks": "combat"}, {"hit_modifier": 1}),
        ({"what": "hit", "weapon": "Wick-glaive"}, {}),
        ({"what": "hit", "weapon": "Wick-glaive, long pikes"}, {"hit_modifier": 1}),
        ({"what": "hit", "against": "INFANTRY"}, {"hit_modifier": 1}),
        ({"what": "hit", "against": "CAVALRY or MONSTER"}, {}),
        ({"what": "hit", "against": "non-HERO"}, {"hit_modifier": 1}),
        ({"what": "hit", "when": "charged"}, {}),
        ({"what": "hit", "when": "models 5"}, {"hit_modifier": 1}),
        ({"what": "hit", "when": "fewer 4"}, {}),
        ({"what": "hit", "which": "in combat"}, {"hit_modifier": 1}),
        ({"what": "hit", "which": "not in combat"}, {}),
        ({"what": "hit", "which": "charged"}, {}),
        ({"what": "hit", "keyword": "LANTERN CONCORD INFANTRY"}, {"hit_modifier": 1}),
        ({"what": "hit", "keyword": "non-INFANTRY"}, {}),
        ({"what": "hit", "keyword": "Wallward Pikes"}, {"hit_modifier": 1}),
        ({"what": "hit", "if_": "in combat"}, {}),
        ({"what": "hit", "if_": "not in combat"}, {"hit_modifier": 1}),
        ({"what": "hit", "if_": "damage 1"}, {}),
        ({"what": "hit", "near": "INFANTRY", "near_range": 3}, {"hit_modifier": 1}),
        ({"what": "hit", "near": "MONSTER", "near_range": 3}, {}),
        ({"gives": "Crit (Mortal)"}, {"crit": "mortal"}),
        ({"gives": "Crit (2 Hits)", "attacks": "shooting"}, {}),
        ({"what": "critical"}, {"critical_from": 5}),
        ({"sets": "rend", "to": "4"}, {"rend": 4}),
    ],
)
def test_a_abil_6_an_aura_counts_for_the_attacks_that_it_names(params: dict[str, Any], changes: dict[str, Any]) -> None:
    batch = pikes_at_hullbreakers(passive(target="each friend", **params))
    assert {name: getattr(batch, name) for name in PLAIN} == {**PLAIN, **changes}


@pytest.mark.parametrize(
    ("params", "changes"),
    [
        ({"what": "hit taken", "amount": -1}, {"hit_modifier": -1}),
        ({"what": "wound taken", "amount": -1, "attacks": "shooting"}, {}),
        ({"what": "rend taken", "amount": -1}, {"rend": 0}),
        ({"what": "hit taken", "amount": -1, "against": "INFANTRY"}, {"hit_modifier": -1}),
        ({"what": "hit taken", "amount": -1, "against": "HERO"}, {}),
        ({"what": "hit taken", "amount": -1, "when": "fighting"}, {"hit_modifier": -1}),
        ({"what": "hit taken", "amount": -1, "when": "not fighting"}, {}),
        ({"what": "hit taken", "amount": -1, "when": "near 20 HERO"}, {}),
    ],
)
def test_a_abil_6_effects_on_the_target_count_for_attacks_at_it(
    params: dict[str, Any], changes: dict[str, Any]
) -> None:
    batch = pikes_at_hullbreakers(passive(target="each enemy", **params))
    assert {name: getattr(batch, name) for name in PLAIN} == {**PLAIN, **changes}


def test_a_wpn_1_attacks_that_cannot_score_critical_hits_have_no_critical_effect() -> None:
    battle = battle_with(written("aura", ("aura", {"target": "each enemy", "what": "no critical taken"}),
                                 timing="Passive", target="each friend", gives="Crit (Mortal)"),
                         "combat", gap=1.0).begin()  # fmt: skip
    assert pikes_at_hullbreakers(battle).crit == ""


def test_a_atk_6_attacks_and_damage_of_an_aura_add_up_with_the_printed_ones() -> None:
    plain, more = passive(target="self", what="run"), passive(target="each friend", what="attacks, damage")
    before, after = pikes_at_hullbreakers(plain), pikes_at_hullbreakers(more)
    [group] = groups(plain.game, plain.unit("wallward-pikes"), ranged=False)
    assert after.attacks[0].plus == before.attacks[0].plus + len(group.models)
    assert after.damage.plus == before.damage.plus + 1


def test_a_one_3_an_aura_counts_once_whoever_bears_it() -> None:
    spec = written("aura", timing="Passive", target="each friend", what="hit", user="INFANTRY")
    battle = battle_with(spec.model_copy(update={"used_by": ()}), "combat", gap=1.0).begin()
    assert battle.game.bonus(battle.unit("wallward-pikes"), "hit") == 1


def test_a_abil_6_an_aura_of_the_whole_army_needs_no_bearer() -> None:
    spec = written("aura", timing="Passive", target="each friend", what="hit", keyword="LANTERN CONCORD")
    battle = battle_with(spec.model_copy(update={"used_by": ()}), "combat", gap=1.0)
    battle.put("beaconwright", (20, 5), place="reserve", at={})
    game = battle.begin().game
    assert game.bonus(battle.unit("wallward-pikes"), "hit") == 1
    assert game.bonus(battle.unit("hullbreakers"), "hit") == 0


def test_a_geo_5_an_aura_reaches_those_wholly_within() -> None:
    far = passive(target="each friend", range=4, wholly=1, what="hit")
    near = passive(target="each friend", range=12, wholly=1, what="hit")
    assert far.game.bonus(far.unit("wallward-pikes"), "hit") == 0
    assert near.game.bonus(near.unit("wallward-pikes"), "hit") == 1
    assert far.game.bonus(far.unit("beaconwright"), "hit") == 1, "a unit is within reach of itself"


def test_a_abil_7_other_units_are_not_the_bearer() -> None:
    battle = passive(target="each other friend", what="hit")
    assert battle.game.bonus(battle.unit("beaconwright"), "hit") == 0
    assert battle.game.bonus(battle.unit("wallward-pikes"), "hit") == 1


# -- conditions


@pytest.mark.parametrize(
    ("condition", "pikes", "hero"),
    [
        ("used FIGHT", True, False),
        ("not used FIGHT", False, True),
        ("fighting", False, False),
        ("not fighting", True, True),
        ("in combat", True, False),
        ("single", False, True),
        ("set up", False, True),
        ("not set up", True, False),
        ("own turn", True, True),
        ("enemy turn", False, False),
        ("damage 2", False, True),
        ("models 10", True, False),
        ("fewer 1", False, True),
        ("own territory", False, True),
        ("enemy territory", False, False),
        ("contesting", True, False),
        ("contesting own", False, False),
        ("contesting enemy", True, False),
        ("damage 2, single", False, True),
        ("damage 2, models 2", False, False),
    ],
)
def test_a_abil_2_conditions_on_units(condition: str, pikes: bool, hero: bool) -> None:
    battle = battle_with(written("modify", what="hit"), "combat")
    battle.put("wallward-pikes", *row(10, 18, 14, 1.6, 5))
    battle.put("hullbreakers", *row(5, 18, 19, 2))
    battle.put("beaconwright", (20, 5), damage=2, set_up_in=(1, 1))
    battle.did("wallward-pikes", "FIGHT")
    battle.state.control = {"west": "ann", "centre": "bob", "east": ""}
    game = battle.begin().game
    wanted = tuple(condition.split(", "))
    hullbreakers, user = battle.unit("hullbreakers"), battle.unit("beaconwright")
    assert meets(game, battle.unit("wallward-pikes"), wanted, user) is pikes
    assert meets(game, battle.unit("beaconwright"), wanted, user) is hero
    assert meets(game, hullbreakers, ("fighting",), battle.unit("wallward-pikes"))


@pytest.mark.parametrize(("spot", "inside"), [((10.0, 6.0), True), ((10.0, 6.3), False)])
def test_a_geo_6_a_base_wholly_within_reach_of_a_terrain_feature(spot: Spot, inside: bool) -> None:
    """The Beaconwright's base is 40 mm: its far edge is 0.787 inches beyond its centre, and the hut ends at y = 4."""
    hut = field(piece("hut", area(8, 2, 4, 2)))
    battle = battle_with(written("modify", what="hit"), on=hut)
    battle.put("beaconwright", spot)
    assert meets(battle.begin().game, battle.unit("beaconwright"), ("at terrain 3",)) is inside


@pytest.mark.parametrize(("pikes", "alone"), [((10.0, 5.0), True), ((22.0, 17.0), False)])
def test_a_obj_3_an_objective_is_contested_alone_without_other_friendly_units(pikes: Spot, alone: bool) -> None:
    battle = battle_with(written("modify", what="hit"))
    battle.put("beaconwright", (22, 14))
    battle.put("wallward-pikes", pikes)
    game = battle.begin().game
    assert meets(game, battle.unit("beaconwright"), ("contesting",))
    assert meets(game, battle.unit("beaconwright"), ("contesting alone",)) is alone


def test_a_geo_6_a_base_across_the_border_is_not_wholly_within_territory() -> None:
    battle = battle_with(written("modify", what="hit"))
    battle.put("beaconwright", (20, 9.8))
    assert not meets(battle.begin().game, battle.unit("beaconwright"), ("own territory",))


def test_a_geo_5_others_wholly_within_reach_of_the_unit_itself() -> None:
    """The Pikes reach beyond 4 inches from the hero, the hero does not from the Pikes."""
    for name, inside in (("near_wholly", 1), ("near_inside", 0)):
        battle = passive(target="self", what="hit", near="Wallward Pikes", near_range=4, **{name: 1})
        assert battle.game.bonus(battle.unit("beaconwright"), "hit") == inside


def test_a_wpn_6_companion_weapons_heed_only_what_names_them() -> None:
    army = changed(LANTERN, "wallward-pikes", weapons=(LANTERN_PIKE.model_copy(update={"abilities": ("Companion",)}),))
    for params, changes in (
        ({"what": "hit"}, {}),
        ({"what": "hit", "companion": 1}, {"hit_modifier": 1}),
        ({"what": "hit", "weapon": "Long Pike"}, {"hit_modifier": 1}),
        ({"what": "hit", "weapon": "Companion weapons"}, {"hit_modifier": 1}),
        ({"gives": "Crit (Mortal)"}, {}),
        ({"gives": "Crit (Mortal)", "companion": 1}, {"crit": "mortal"}),
    ):
        spec = written("aura", timing="Passive", target="each friend", **params)
        batch = pikes_at_hullbreakers(battle_with(spec, "combat", gap=1.0, lantern=army).begin())
        assert {name: getattr(batch, name) for name in PLAIN} == {**PLAIN, **changes}, params


def test_a_dmg_3_a_ward_that_no_die_reaches_is_none() -> None:
    battle = battle_with(written("aura", ("aura", {"target": "each friend", "what": "ward", "amount": -2}),
                                 timing="Passive", target="each friend", lends="ward", amount=5)).begin()  # fmt: skip
    assert body_of(battle.game, battle.unit("wallward-pikes")).ward is None


def test_a_pile_1_a_barred_unit_does_not_pile_in() -> None:
    battle = battle_with(written("aura", timing="Passive", target="each friend", bars="PILE-IN"), "combat", gap=1.0,
                         lantern=unarmed(LANTERN, "wallward-pikes"))  # fmt: skip
    battle.at("combat", "fight").begin().use("fight", "wallward-pikes")
    assert battle.session.finished or battle.asked.rule != "A-PILE-1"


def on_rows(battle: Battle) -> dict[str, str]:
    """Return the odds on the rows of the answers."""
    view = compared(battle.game, battle.asked)
    return dict(view.answers) if view is not None else {}


def of_answer(battle: Battle, answer: str) -> OddsView:
    view = odds(battle.game, battle.asked, answer)
    assert view is not None
    return view


def test_a_dice_2_run_and_casting_rolls_may_be_rerolled() -> None:
    spec = written("aura", timing="Passive", target="each friend", what="reroll run")
    battle = battle_with(spec, "movement").rolls("run", 1).rolls("run again", 6).begin()
    battle.use("run", "wallward-pikes").no_reaction().say("reroll")
    assert [rolled.total for rolled in battle.events(events.Rolled)] == [1, 6]
    spell = written("modify", what="save", value=5).model_copy(
        update={"params": {"what": "save"}, "kind": "spell", "value": 5, "keywords": ("SPELL",)})  # fmt: skip
    aura = written("aura", timing="Passive", target="each friend", what="reroll cast").model_copy(update={"id": "glow"})
    pack = PackDocument(id="test", kind="custom", name="Test", abilities=(spell, aura))
    battle = Battle("hero", packs=(pack,), windows="always").rolls("cast deed", 1, 2).rolls("cast deed again", 4, 4)
    battle.put("beaconwright", (20, 5))
    battle.put("hullbreakers", *row(5, 20, 25, 2))
    battle.begin().use("deed", "beaconwright")
    assert on_rows(battle) == {"reroll": "succeeds: 0% → 83%", "keep": "succeeds: 0%"}
    assert of_answer(battle, "keep").verdicts[0].text == "succeeds: 0%"
    battle.say("reroll")
    assert battle.events(events.CastRolled)[0].total == 8


@pytest.mark.parametrize(
    ("params", "at", "rule"),
    [
        ({"edge": 8}, (20.0, 12.0), "A-GEO-6"),
        ({"territory": "own"}, (20.0, 12.0), "A-GEO-6"),
        ({"within": 8}, (35.0, 2.0), "A-GEO-5"),
        ({"within": 8, "beside": "Wallward Pikes"}, (5.0, 2.0), "A-GEO-5"),
        ({"beyond": 9}, (28.0, 13.0), "A-ABIL-5"),
    ],
)
def test_a_abil_5_where_a_unit_may_be_set_up_again(params: dict[str, Any], at: tuple[float, float], rule: str) -> None:
    battle = used(battle_with(written("set-up", target="self", **params)))
    [model] = battle.unit("beaconwright").at
    assert rule in battle.against([{"id": model, "at": [*at]}])


def test_a_abil_5_a_unit_is_set_up_again_near_terrain_if_there_is_any() -> None:
    spec = written("set-up", target="self", terrain=3)
    battle = used(battle_with(spec, on=field(piece("hut", area(2, 2, 3, 3)))))
    [model] = battle.unit("beaconwright").at
    assert battle.against([{"id": model, "at": [20.0, 2.0]}]) == {"A-GEO-6"}
    battle.say([{"id": model, "at": [6.0, 6.0]}])
    assert battle.unit("beaconwright").at == {model: (6.0, 6.0)}
    battle = used(battle_with(spec, on=field()))
    assert isinstance(battle.asked, Choose), "no spot is asked for where none is legal"
    assert battle.unit("beaconwright").at == {model: (20.0, 5.0)}


def test_a_dmg_2_the_odds_of_a_pool_keep_to_its_most() -> None:
    battle = battle_with(written("mortal-damage", target="enemy", dice=6, each=2, amount=1, most=1)).begin()
    odds = effect_odds(battle.game, battle.game.ability("ann", "deed"), battle.unit("beaconwright"))
    assert odds is not None
    assert odds.grids[0].rows[0].cells[0] == "1.0"


def test_a_abil_7_what_is_not_for_the_targets_happens_once() -> None:
    damage = ("mortal-damage", {"target": "each enemy", "amount": 1})
    battle = used(battle_with(written("modify", damage, target="each friend", what="save")), "wallward-pikes")
    assert [each.points for each in battle.events(events.Damaged)] == [1]


def test_a_imp_8_an_effect_of_the_whole_army_is_offered_once() -> None:
    spec = written("modify", target="friend", keyword="INFANTRY", what="save").model_copy(update={"used_by": ()})
    battle = battle_with(spec).begin()
    assert sum(key.startswith("deed ") for key in battle.keys) == 1


# -- what auras give a unit


def test_a_dmg_3_a_ward_of_an_aura_is_rolled_and_can_be_better_or_none() -> None:
    battle = passive(target="each friend", lends="ward", amount=5)
    pikes = battle.unit("wallward-pikes")
    assert body_of(battle.game, pikes).ward == 5
    assert battle.game.has(pikes, "WARD")
    assert "WARD" in battle.game.keywords(pikes)
    better = battle_with(written("aura", ("aura", {"target": "each friend", "what": "ward"}), timing="Passive",
                                 target="each friend", lends="ward", amount=5)).begin()  # fmt: skip
    assert body_of(better.game, better.unit("wallward-pikes")).ward == 4
    none = battle_with(written("aura", ("aura", {"target": "each friend", "what": "no ward"}), timing="Passive",
                               target="each friend", lends="ward", amount=5)).begin()  # fmt: skip
    assert body_of(none.game, none.unit("wallward-pikes")).ward is None


def test_a_obj_6_an_aura_replaces_control_and_limits_it() -> None:
    battle = battle_with(written("aura", timing="Passive", target="each friend", sets="control", to=3))
    battle.put("wallward-pikes", *row(2, 22, 14, 1.6))
    assert control_score(battle.begin().game, battle.unit("wallward-pikes"), battle.setup.objectives["centre"]) == 6
    battle = battle_with(written("aura", timing="Passive", target="each friend", sets="most control", to=1))
    battle.put("wallward-pikes", *row(2, 22, 14, 1.6))
    assert control_score(battle.begin().game, battle.unit("wallward-pikes"), battle.setup.objectives["centre"]) == 1


def test_a_move_8_an_aura_replaces_the_move() -> None:
    battle = passive(target="each friend", sets="move", to="2D6")
    assert str(move_of(battle.game, battle.unit("wallward-pikes"))) == "2D6"
    assert move_of(battle.game, battle.unit("hullbreakers")).plus == int(battle.game.card(
        battle.unit("hullbreakers")).move or 0)  # fmt: skip


def test_a_ab_13_an_aura_gives_rally_dice() -> None:
    plain, more = passive(target="self", what="run"), passive(target="each friend", what="rally", amount=3)
    pikes = plain.unit("wallward-pikes")
    assert rally_dice(more.game, more.unit("wallward-pikes")) == rally_dice(plain.game, pikes) + 3


@pytest.mark.parametrize(("amount", "dice"), [(1, 3), (-1, 1), (2, 3), (-2, 1)])
def test_a_chg_2_charge_dice_are_counted_by_rolls_and_odds(amount: int, dice: int) -> None:
    battle = passive(target="each friend", what="charge dice", amount=amount)
    pikes = battle.unit("wallward-pikes")
    assert charge_dice(battle.game, pikes).count == dice
    assert charge_chance(battle.game, pikes, 7) == reaching(7, amount=charge_dice(battle.game, pikes))
    assert charge_chance(battle.game, battle.unit("hullbreakers"), 7) == reaching(7, amount=TWO_DICE)


def test_a_dmg_5_an_enemy_is_barred_from_commands() -> None:
    battle = passive(target="each enemy", bars="COMMAND")
    assert battle.why_not("rally", "hullbreakers") == "A-ABIL-6"
    assert battle.why_not("rally", "wallward-pikes") != "A-ABIL-6"


@pytest.mark.parametrize(("when", "bonus"), [("fighting", 1), ("not fighting", 0)])
def test_a_atk_4_an_effect_on_saves_asks_about_who_attacks(when: str, bonus: int) -> None:
    battle = passive(target="each enemy", what="save", when=when)
    assert pikes_at_hullbreakers(battle).save_modifier == bonus - 1


def test_a_atk_4_bonuses_to_saves_are_ignored_but_not_maluses() -> None:
    for added, net in ((1, -1), (-1, -2)):
        battle = battle_with(
            written("aura", ("aura", {"target": "each enemy", "what": "no save bonus"}), timing="Passive",
                    target="each enemy", what="save", amount=added), "combat", gap=1.0).begin()  # fmt: skip
        assert pikes_at_hullbreakers(battle).save_modifier == net


# -- permissions


@pytest.mark.parametrize(("what", "refused"), [("charge after run", ""), ("shoot after run", "A-CHG-1")])
def test_a_chg_1_an_effect_lets_a_unit_charge_after_a_run(what: str, refused: str) -> None:
    battle = battle_with(written("aura", timing="Passive", target="each friend", what=what), "charge")
    battle.did("wallward-pikes", "RUN")
    assert battle.begin().why_not("charge", "wallward-pikes") == refused


def test_a_ab_3_a_retreat_can_be_safe() -> None:
    battle = battle_with(
        written("aura", timing="Passive", target="each friend", what="safe retreat"), "movement", gap=1
    )
    battle.begin().use("retreat", "wallward-pikes")
    assert battle.events(events.Damaged) == []


def test_a_dice_2_an_effect_lets_a_charge_roll_be_rerolled_once() -> None:
    spec = written("aura", timing="Passive", target="each friend", what="reroll charge")
    battle = battle_with(spec, "charge", gap=8).rolls("charge", 1, 1).rolls("charge again", 6, 6).begin()
    assert charge_chance(battle.game, battle.unit("wallward-pikes"), 7) > reaching(7)
    battle.use("charge", "wallward-pikes")
    assert on_rows(battle) == {"reroll": "succeeds: 0% → 83%", "keep": "succeeds: 0%"}
    battle.say("reroll")
    assert [rolled.total for rolled in battle.events(events.Rolled)] == [2, 12]
    assert "forward-to-victory wallward-pikes" not in battle.reactions()
    battle.dice_used()


def test_a_dice_2_a_charge_roll_may_be_kept() -> None:
    spec = written("aura", timing="Passive", target="each friend", what="reroll charge")
    battle = battle_with(spec, "charge", gap=8).rolls("charge", 4, 5).begin()
    battle.use("charge", "wallward-pikes").say("keep")
    assert "forward-to-victory wallward-pikes" in battle.reactions()
    assert on_rows(battle) == {"forward-to-victory ann.wallward-pikes": "succeeds: 100% → 83%"}


# -- effects that are used


def used(battle: Battle, *targets: str) -> Battle:
    """The ability used on targets, where they are asked for."""
    battle.begin().use("deed", "beaconwright")
    for target in targets:
        battle.at_unit(target)
    return battle.no_reaction()


@pytest.mark.parametrize(("face", "points"), [(1, 0), (2, 0), (3, 2), (6, 3)])
def test_a_dmg_2_mortal_damage_can_equal_the_d3_by_which_it_happens(face: int, points: int) -> None:
    """A D3 of 1 is too low for 2+."""
    battle = battle_with(written("mortal-damage", target="enemy", on=2, die="D3", amount="roll"))
    used(battle.rolls("deed bob.hullbreakers", face))
    assert sum(each.points for each in battle.events(events.Damaged)) == points


@pytest.mark.parametrize(("dice", "count"), [("target models", 5), ("user models", 1), (4, 4)])
def test_a_dmg_2_mortal_damage_by_a_pool_of_dice(dice: Any, count: int) -> None:
    faces = [5, 6, 4, 1, 5][:count]
    spec = written("mortal-damage", target="enemy", dice=dice, each=5, amount=1)
    battle = battle_with(spec).rolls("deed dice bob.hullbreakers", *faces)
    used(battle)
    assert sum(each.points for each in battle.events(events.Damaged)) == sum(face > 4 for face in faces)
    battle.dice_used()


def test_a_dmg_2_a_pool_has_a_most() -> None:
    spec = written("mortal-damage", target="enemy", dice=4, each=2, amount=1, most=2)
    battle = used(battle_with(spec).rolls("deed dice bob.hullbreakers", 6, 6, 6, 6))
    assert battle.unit("hullbreakers").damage == 2


def test_a_dmg_2_dice_of_models_in_combat_with_the_target() -> None:
    spec = written("mortal-damage", timing="Any Combat Phase", target="enemy", which="fighting",
                   dice="user models fighting", each=6)  # fmt: skip
    spec = spec.model_copy(update={"used_by": ("Wallward Pikes",)})
    battle = battle_with(spec, "combat", gap=1.0).rolls("deed dice bob.hullbreakers", *[1] * 8)
    battle.begin().use("deed", "wallward-pikes").no_reaction()
    battle.dice_used()


def test_a_abil_2_the_conditions_of_the_user_are_asked_first() -> None:
    battle = battle_with(written("mortal-damage", target="enemy", if_="charged")).begin()
    assert battle.why_not("deed", "beaconwright") == "A-ABIL-2"
    battle.game.note(battle.unit("beaconwright"), "charged", "turn")
    assert battle.why_not("deed", "beaconwright") == ""


def test_a_abil_7_up_to_two_targets_and_an_extra_one_for_a_high_roll() -> None:
    spec = written("modify", target="friend", number=2, what="save", until="phase")
    battle = battle_with(spec)
    used(battle, "beaconwright", "wallward-pikes")
    assert [len(battle.unit(name).effects) for name in ("beaconwright", "wallward-pikes")] == [1, 1]
    battle = battle_with(spec).begin().use("deed", "beaconwright").at_unit("wallward-pikes").say("enough")
    assert [len(battle.unit(name).effects) for name in ("beaconwright", "wallward-pikes")] == [0, 1]


def test_a_abil_7_one_roll_decides_for_all_targets_where_the_ability_says_so() -> None:
    spec = written("modify", target="each friend", what="save", on=4, once=1)
    battle = used(battle_with(spec).rolls("deed ann.beaconwright", 4))
    assert [len(battle.unit(name).effects) for name in ("beaconwright", "wallward-pikes")] == [1, 1]
    battle.dice_used()


def test_a_turn_5_further_steps_share_the_targets_and_the_roll() -> None:
    spec = written("modify", ("lend", {"lends": "strike-last", "until": "phase"}), ("modify", {"target": "self",
                   "what": "save", "until": "battle"}), target="enemy", what="hit", amount=-1, on=3)  # fmt: skip
    battle = used(battle_with(spec).rolls("deed bob.hullbreakers", 3))
    hullbreakers, hero = battle.unit("hullbreakers").effects, battle.unit("beaconwright").effects
    assert [(each.source, each.what, each.until) for each in hullbreakers] == [
        ("deed", "hit", "turn"),
        ("deed#1", "keyword", "phase"),
    ]
    assert [(each.source, each.what, each.until) for each in hero] == [("deed#2", "save", "battle")]
    missed = used(battle_with(spec).rolls("deed bob.hullbreakers", 2))
    assert missed.unit("hullbreakers").effects == missed.unit("beaconwright").effects == []


def test_a_turn_5_an_effect_for_the_rest_of_the_battle_stays() -> None:
    battle = used(battle_with(written("modify", target="self", what="save", until="battle")))
    battle.game.expire("phase", "turn", "round", own="ann")
    assert battle.game.bonus(battle.unit("beaconwright"), "save") == 1


def test_a_turn_5_an_aura_lasts_around_its_user_as_long_as_its_ability() -> None:
    battle = used(battle_with(written("aura", target="each friend", range=12, what="charge", until="turn")))
    pikes = battle.unit("wallward-pikes")
    assert battle.game.bonus(pikes, "charge") == 1
    battle.unit("beaconwright").at = {"ann.beaconwright-1": (2.0, 28.0)}
    assert battle.game.bonus(pikes, "charge") == 0, "it has gone too far away"
    battle.unit("beaconwright").at = {"ann.beaconwright-1": (20.0, 5.0)}
    battle.game.expire("turn")
    assert battle.game.bonus(pikes, "charge") == 0


def test_a_abil_5_one_of_several_effects_is_chosen() -> None:
    spec = written("choose", ("modify", {"what": "save", "option": "Stand"}), ("modify", {"what": "run", "amount": 2,
                   "option": "Go"}), target="friend", keyword="Wallward Pikes")  # fmt: skip
    battle = used(battle_with(spec))
    assert [option.label for option in battle.asked.options] == ["Stand", "Go"]  # type: ignore[attr-defined]
    battle.say("1")
    assert [(each.what, each.amount) for each in battle.unit("wallward-pikes").effects] == [("run", 2)]


@pytest.mark.parametrize(("over", "face", "slain"), [("more", 3, 0), ("more", 4, 1), ("equal", 3, 1), ("double", 5, 0)])
def test_a_dmg_5_a_roll_against_health_slays_a_model(over: str, face: int, slain: int) -> None:
    army = changed(BRINEBACK, "hullbreakers", health=3)
    pack = PackDocument(id="test", kind="custom", name="Test", abilities=(written("slay", target="enemy", over=over),))
    battle = Battle("hero", packs=(pack,), armies=(LANTERN, army), windows="always")
    battle.put("beaconwright", (20, 5))
    battle.put("hullbreakers", *row(5, 16, 17, 2))
    used(battle.rolls("deed bob.hullbreakers", face))
    if slain:
        battle.say("suggested")
    assert len(battle.unit("hullbreakers").slain) == slain


def test_a_dmg_8_slain_models_return() -> None:
    battle = battle_with(written("return", target="friend", keyword="Wallward Pikes", amount=2))
    battle.put("wallward-pikes", *row(8, 22.5, 5, 1.6, 5))
    used(battle)
    assert battle.asked.rule == "A-DMG-8"


def test_a_abil_5_a_unit_is_set_up_again_away_from_enemies() -> None:
    battle = used(battle_with(written("set-up", target="friend", keyword="Wallward Pikes", beyond=9, edge=8)))
    there: list[dict[str, Any]] = [{"id": model, "at": [3.0 + 1.5 * (n % 5), 2.0 + 1.5 * (n // 5)]} for n, model in
             enumerate(battle.unit("wallward-pikes").at)]  # fmt: skip
    middle = [{"id": each["id"], "at": [20 + each["at"][0], 12.0 + each["at"][1]]} for each in there]
    assert "A-ABIL-5" in battle.against(middle)
    battle.say(there)
    assert battle.unit("wallward-pikes").set_up_in == (1, 1)


@pytest.mark.parametrize(("way", "gap", "asks"), [("clear", 10.0, True), ("clear", 1.0, False), ("retreat", 1.0, True),
                                                  ("retreat", 10.0, False), ("into", 1.0, True)])  # fmt: skip
def test_a_move_7_an_extra_move_is_only_for_units_that_may_take_it(way: str, gap: float, asks: bool) -> None:
    battle = battle_with(written("move", target="friend", keyword="Wallward Pikes", inches=3, way=way), gap=gap)
    used(battle)
    assert (battle.asked.rule == "A-MOVE-7") == asks


def test_a_fight_2_another_unit_fights_next() -> None:
    """After the fight of the hero, and with what it is given; nobody is forced."""
    spec = written("fight-next", ("modify", {"what": "hit", "until": "turn"}), target="other friend", range=3,
                   timing="Reaction: You declared a FIGHT ability for this unit").model_copy(
        update={"phases": ("anyCombat",)})  # fmt: skip
    for answer, fought in (("ann.wallward-pikes", True), ("pass", False)):
        army = unarmed(LANTERN, "beaconwright", "wallward-pikes")
        battle = battle_with(spec, "combat", gap=1.0, lantern=army)
        battle.put("beaconwright", (25, 8.5))
        battle.at("combat", "fight").begin()
        battle.use("fight", "beaconwright").say("stay")
        while battle.asked.prompt != "Does Wallward Pikes fight now?":
            keys = [option.key for option in battle.asked.options]  # type: ignore[attr-defined]
            battle.say("deed ann.beaconwright" if "deed ann.beaconwright" in keys else keys[0])
        battle.say(answer)
        pikes = battle.unit("wallward-pikes")
        assert (battle.game.used(pikes, "FIGHT", "phase"), bool(pikes.effects)) == (fought, fought)


# -- effects that texts have been read as


@pytest.mark.parametrize(("face", "points"), [(1, 0), (3, 1), (6, 2)])
def test_a_dmg_2_the_faces_of_one_die_decide_between_effects(face: int, points: int) -> None:
    further = ("mortal-damage", {"amount": 2, "faces": "6-6"})
    spec = written("mortal-damage", further, target="enemy", on=2, once=1, amount=1, faces="2-5")
    battle = used(battle_with(spec).rolls("deed ann.beaconwright", face).rolls("deed bob.hullbreakers", face))
    assert sum(each.points for each in battle.events(events.Damaged)) == points


def test_a_abil_7_the_user_itself_may_be_picked_too() -> None:
    battle = battle_with(written("modify", target="friend", keyword="Wallward Pikes", and_self=1, what="save"))
    used(battle, "wallward-pikes")
    assert [len(battle.unit(name).effects) for name in ("wallward-pikes", "beaconwright")] == [1, 1]


def test_a_obj_2_an_aura_keeps_from_contesting() -> None:
    battle = passive(target="each enemy", range=12, what="no contest")
    assert battle.game.keeps_from_contesting(battle.unit("hullbreakers"))
    assert not battle.game.keeps_from_contesting(battle.unit("wallward-pikes"))


def test_a_key_3_an_aura_adds_to_the_power_level() -> None:
    plain, more = passive(target="self", what="hit"), passive(target="self", what="power", amount=1)
    levels = [battle.game.number(battle.unit("beaconwright"), "WIZARD") for battle in (plain, more)]
    assert levels[1] == levels[0] + 1


def test_a_atk_4_maluses_are_ignored_but_not_bonuses() -> None:
    def hit(amount: int) -> int:
        further = written("aura", ("aura", {"target": "each friend", "what": "no hit malus"}), timing="Passive",
                          target="each friend", what="hit", amount=amount)  # fmt: skip
        return pikes_at_hullbreakers(battle_with(further, "combat", gap=1.0).begin()).hit_modifier

    assert (hit(-1), hit(1)) == (0, 1)


def test_a_dmg_3_attacks_that_pierce_leave_no_ward() -> None:
    assert pikes_at_hullbreakers(passive(target="each friend", what="pierces", attacks="combat")).pierces
    assert not pikes_at_hullbreakers(passive(target="each friend", what="pierces", attacks="shooting")).pierces


def test_a_dmg_2_points_are_spared_in_each_phase() -> None:
    battle = passive(target="each enemy", what="spared", amount=2)
    assert body_of(battle.game, battle.unit("hullbreakers")).spared == 2
    assert body_of(battle.game, battle.unit("wallward-pikes")).spared == 0


def test_a_atk_2_attacks_on_a_unit_fail_by_more_faces() -> None:
    plain = pikes_at_hullbreakers(passive(target="each enemy", what="hit"))
    missing = pikes_at_hullbreakers(passive(target="each enemy", what="miss taken", amount=3))
    assert not missing.hits(3)
    assert plain.hits(4) == missing.hits(4)


def test_a_cmd_1_a_command_named_in_an_effect_is_free() -> None:
    battle = passive(target="self", frees="Rally")
    hero, pikes = battle.unit("beaconwright"), battle.unit("wallward-pikes")
    rally = battle.game.ability("ann", "rally")
    assert (cost_of(battle.game, rally, hero), cost_of(battle.game, rally, pikes)) == (0, 1)


def test_a_cmd_1_a_command_named_in_an_effect_is_barred() -> None:
    battle = battle_with(written("aura", timing="Passive", target="each friend", bars="'Rally'"), "hero").begin()
    assert battle.why_not("rally", "wallward-pikes") == "A-ABIL-6"


def test_a_fight_2_an_effect_allows_a_second_fight() -> None:
    battle = passive(target="each friend", what="second fight")
    pikes = battle.unit("wallward-pikes")
    assert not battle.game.may_fight_again(pikes)
    battle.game.note(pikes, "FIGHT", "phase")
    assert battle.game.may_fight_again(pikes)


# -- documents and odds


def test_a_imp_9_a_pack_gives_further_effects_by_also() -> None:
    text = """
type: custom
id: try-out
name: Try-out
abilities:
  - id: wade
    type: normal
    name: Wade
    timing: Your Hero Phase
    availablePhases: [yourHero]
    declare: Choose.
    effect: Wade.
    keywords: [MOVE]
    handler: modify
    params: {target: friend, what: hit}
    also:
      - handler: heal
        params: {amount: D3}
rules: []
"""
    pack, warnings = parse_pack(text, "file")
    [ability] = pack.abilities
    assert [(step.handler, step.params) for step in ability.also] == [("heal", {"amount": "D3"})]
    assert list(warnings) == []
    with pytest.raises(ValueError, match=r"also\[0\].params.amount"):
        parse_pack(text.replace("amount: D3", "amount: lots"), "file")


def test_a_dmg_2_the_odds_of_a_pool_of_dice_are_those_of_the_dice() -> None:
    battle = battle_with(written("mortal-damage", target="enemy", dice=6, each=4, amount=1)).begin()
    odds = effect_odds(battle.game, battle.game.ability("ann", "deed"), battle.unit("beaconwright"))
    assert odds is not None
    assert odds.grids[0].rows[0].cells[0] == "3.0"


def test_a_dmg_2_the_odds_of_damage_by_the_roll_are_those_of_the_roll() -> None:
    battle = battle_with(written("mortal-damage", target="enemy", on=2, die="D3", amount="roll")).begin()
    odds = effect_odds(battle.game, battle.game.ability("ann", "deed"), battle.unit("beaconwright"))
    assert odds is not None
    assert [chance.share for chance in odds.chances] == [pytest.approx(2 / 3)]
    assert odds.grids[0].rows[0].cells[0] == "1.7"


@pytest.mark.parametrize(("faces", "what", "targets"), [((4, 3), "save", 1), ((5, 5), "run", 2)])
def test_a_pray_6_a_high_roll_does_something_else_and_has_one_more_target(
    faces: tuple[int, int], what: str, targets: int
) -> None:
    spec = written("modify", ("modify", {"what": "run", "reached": 10}), target="friend", what="save", missed=10,
                   extra_from=10).model_copy(update={"kind": "spell", "value": 5, "keywords": ("SPELL",)})  # fmt: skip
    battle = battle_with(spec).rolls("cast deed", *faces).begin()
    battle.use("deed", "beaconwright").at_unit("wallward-pikes").no_reaction()
    if targets == 2:
        battle.at_unit("beaconwright")
    gained = [[each.what for each in battle.unit(name).effects] for name in ("wallward-pikes", "beaconwright")]
    assert gained == [[what]] * targets + [[]] * (2 - targets)


def test_a_abil_2_steps_have_conditions_of_their_own() -> None:
    further = ("modify", {"what": "run", "keyword": "HERO"}), ("modify", {"what": "charge", "if": "charged"})
    spec = written("modify", *further, target="friend", number=2, what="save")
    battle = used(battle_with(spec), "wallward-pikes", "beaconwright")
    assert [each.what for each in battle.unit("wallward-pikes").effects] == ["save"]
    assert [each.what for each in battle.unit("beaconwright").effects] == ["save", "run"]


def test_a_turn_5_effects_in_words_say_what_they_do() -> None:
    spec = written(
        "arm", ("bar", {"bars": "RUN"}), ("set", {"sets": "move", "to": 9}), target="self", gives="Crit (Mortal)"
    )
    battle = used(battle_with(spec))
    hero = battle.unit("beaconwright")
    assert [effect_text(battle.game, hero, each) for each in hero.effects] == [
        "Deed: Crit (Mortal) until the turn ends",
        "Deed: no RUN until the turn ends",
        "Deed: Move is 9 until the turn ends",
    ]
