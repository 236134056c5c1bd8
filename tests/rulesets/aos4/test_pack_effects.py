"""Effects that packs give by parameters, each at its edge and without the parameters that may be left out (A-IMP-9)."""

from __future__ import annotations

from typing import Any

import pytest

from game.rulesets.aos4.documents import params
from game.rulesets.aos4.documents.abilities import AbilityDocument, PackDocument
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.conditions import is_target
from game.rulesets.aos4.rules.effects import targets
from game.rulesets.aos4.rules.state import Effect
from tests.rulesets.aos4.battles import BRINEBACK, LANTERN, A, B, Battle, changed, keyworded, row

AXE, PIKE, RIDER, WICK = 40 / 50.8, 32 / 50.8, 60 / 50.8, 50 / 50.8


def spell_like(handler: str, timing: str = "Your Hero Phase", *phases: str, **params: Any) -> AbilityDocument:
    """An ability of the Beaconwright with an effect that is known here."""
    return AbilityDocument(
        id="deed",
        name="Deed",
        timing=timing,
        phases=phases or ("yourHero",),
        used_by=("Beaconwright",),
        handler=handler,
        params=params,
    )


def deed(handler: str, phase: str = "hero", armies: Any = (LANTERN, BRINEBACK), **params: Any) -> Battle:
    """The Beaconwright with ten Pikes beside it and five Hullbreakers 10 inches away, about to use the ability."""
    pack = PackDocument(id="test", kind="custom", name="Test", abilities=(spell_like(handler, **params),))
    battle = Battle(phase, packs=(pack,), armies=armies, windows="always")
    battle.put("beaconwright", (20, 5))
    battle.put("wallward-pikes", *row(10, 22.5, 5, 1.6, 5))
    battle.put("hullbreakers", *row(5, 16, 5 + 2 * AXE + 10, 2))
    return battle


def used(battle: Battle, target: str = "") -> Battle:
    """The ability used, on a target where one is asked for."""
    battle.begin().use("deed", "beaconwright")
    return (battle.at_unit(target) if target else battle).no_reaction()


# -- dice


@pytest.mark.parametrize(("face", "hurt"), [(3, 0), (4, 1), (5, 1)])
def test_a_imp_9_an_effect_on_4_happens_on_a_4(face: int, hurt: int) -> None:
    """The die is logged with what it needed; an effect without amount inflicts 1."""
    battle = deed("mortal-damage", target="enemy", on=4).rolls("deed bob.hullbreakers", face)
    used(battle)
    assert battle.unit("hullbreakers").damage == hurt
    rolled = battle.events(events.Rolled)[0]
    assert (rolled.purpose, rolled.plus, rolled.total, rolled.needed, rolled.success) == ("Deed", 0, face, 4, hurt == 1)
    battle.dice_used()


def test_a_imp_9_without_a_number_to_reach_no_die_is_rolled() -> None:
    battle = used(deed("mortal-damage", target="enemy", amount=2))
    assert battle.unit("hullbreakers").damage == 2
    assert battle.events(events.Rolled) == []


@pytest.mark.parametrize(("amount", "faces", "total"), [("D3", [3], 2), ("2D6", [1, 1], 2), ("D3+1", [2], 2)])
def test_a_dice_1_the_amount_of_an_effect_is_thrown(amount: str, faces: list[int], total: int) -> None:
    battle = deed("mortal-damage", target="enemy", amount=amount)
    battle.rolls("deed amount bob.hullbreakers", *faces)
    used(battle)
    hullbreakers = battle.unit("hullbreakers")
    assert hullbreakers.damage == total
    [rolled] = battle.events(events.Rolled)
    assert (rolled.total, rolled.plus, rolled.rule) == (total, 1 if amount.endswith("+1") else 0, "A-DICE-1")


def test_a_dmg_10_a_target_destroyed_by_an_earlier_effect_is_passed_over() -> None:
    battle = deed("mortal-damage", target="each enemy", amount=1)
    battle.put("tide-reeve", (30, 20))
    battle.begin().use("deed", "beaconwright")
    battle.unit("tide-reeve").place, battle.unit("tide-reeve").at = "destroyed", {}
    battle.at_unit("tide-reeve").no_reaction()
    assert [each.unit for each in battle.events(events.Damaged)] == ["bob.hullbreakers"]


@pytest.mark.parametrize("flag", [params.WHOLLY, params.VISIBLE, params.IN_SIGHT])
def test_a_imp_9_yes_and_no_may_be_written_as_text(flag: params.Parameter[bool]) -> None:
    """A pack may write its numbers as text; "0" is no."""
    assert [flag.of({flag.name: value}) for value in (1, "1", 0, "0")] == [True, True, False, False]


# -- effects that last


def test_a_turn_5_a_modifier_adds_one_until_the_turn_ends_where_nothing_else_is_said() -> None:
    battle = used(deed("modify", target="friend", what="run, charge"), "wallward-pikes")
    pikes = battle.unit("wallward-pikes")
    assert [(each.what, each.amount, each.until, each.player) for each in pikes.effects] == [
        ("run", 1, "turn", A),
        ("charge", 1, "turn", A),
    ]
    assert [each.what for each in battle.events(events.EffectBegan)] == ["run", "charge"]


@pytest.mark.parametrize("face", [3, 4])
def test_a_imp_9_a_modifier_or_a_keyword_on_4_comes_with_a_4(face: int) -> None:
    for handler, more in (("modify", {"what": "save"}), ("lend", {"lends": "strike-first"})):
        battle = deed(handler, target="enemy", on=4, **more).rolls("deed bob.hullbreakers", face)
        used(battle)
        assert len(battle.unit("hullbreakers").effects) == (face == 4)


def test_a_strike_1_a_lent_keyword_is_in_capitals_without_a_number_and_ends_with_the_turn() -> None:
    battle = used(deed("lend", target="friend", lends="strike-first"), "wallward-pikes")
    [effect] = battle.unit("wallward-pikes").effects
    assert (effect.keyword, effect.amount, effect.until) == ("STRIKE-FIRST", 0, "turn")
    assert battle.game.has(battle.unit("wallward-pikes"), "STRIKE-FIRST")
    assert not battle.game.has(battle.unit("hullbreakers"), "STRIKE-FIRST")


@pytest.mark.parametrize("amount", [0, 2])
def test_a_key_3_a_lent_power_has_the_number_that_the_ability_says(amount: int) -> None:
    more: dict[str, Any] = {"amount": amount} if amount else {}
    battle = used(deed("lend", target="friend", lends="wizard", **more), "wallward-pikes")
    assert battle.game.number(battle.unit("wallward-pikes"), "WIZARD") == amount
    assert battle.game.number(battle.unit("beaconwright"), "WIZARD") == 1, "its own is as it was"
    assert battle.game.number(battle.unit("hullbreakers"), "WIZARD") == 0


def test_a_one_3_effects_of_other_abilities_or_of_another_kind_add_up() -> None:
    game = deed("modify", what="hit").begin().game
    unit = game.state.units["bob.hullbreakers"]
    for source, what, amount in (("a", "hit", 1), ("b", "hit", 1), ("a", "save", 1), ("a", "hit", -1)):
        game.affect(unit, Effect(source, what, amount, "turn", A), "A-ONE-3")
    assert (game.bonus(unit, "hit"), game.bonus(unit, "save"), len(unit.effects)) == (0, 1, 3)


@pytest.mark.parametrize(
    ("ended", "left"),
    [
        (("phase",), {"turn", "round", "own turn"}),
        (("turn", "phase"), {"round", "own turn"}),
        (("round", "phase"), {"turn", "own turn"}),
    ],
)
def test_a_turn_5_each_span_ends_what_lasts_so_long_and_nothing_else(ended: tuple[Any, ...], left: set[str]) -> None:
    battle = deed("modify", what="hit").begin()
    game, unit = battle.game, battle.unit("hullbreakers")
    unit.effects = [Effect(f"from {span}", "hit", 1, span, A) for span in ("phase", "turn", "round", "own turn")]
    for span in ("phase", "turn", "round", "battle"):
        game.state.uses.note("something", span)
    game.expire(*ended)
    assert {each.until for each in unit.effects} == left
    assert {span for span in ("phase", "turn", "round", "battle") if game.state.uses.count(span, "something")} == {
        "phase", "turn", "round", "battle",
    } - {*ended}  # fmt: skip


def test_a_turn_5_until_your_next_turn_ends_with_the_turn_of_the_player_who_used_it() -> None:
    battle = deed("modify", what="hit").begin()
    unit = battle.unit("hullbreakers")
    unit.effects = [Effect("mine", "hit", 1, "own turn", A), Effect("theirs", "save", 1, "own turn", B),
                    Effect("short", "hit", 1, "turn", A)]  # fmt: skip
    battle.game.expire(own=A)
    assert [each.source for each in unit.effects] == ["theirs", "short"]


# -- healing and ritual points


@pytest.mark.parametrize(("amount", "damage", "healed"), [(1, 2, 1), (3, 2, 2), (2, 2, 2)])
def test_a_dmg_7_heal_lowers_the_damage_count_and_is_logged(amount: int, damage: int, healed: int) -> None:
    battle = deed("heal", target="friend", amount=amount)
    battle.unit("beaconwright").damage = damage
    used(battle, "beaconwright")
    assert battle.unit("beaconwright").damage == damage - healed
    [event] = battle.events(events.Healed)
    assert (event.amount, event.left) == (healed, damage - healed)


@pytest.mark.parametrize(
    ("params", "returning"), [({}, 0), ({"returns": 1}, 1), ({"returns": 1, "from": 1}, 0), ({"returns": 2}, 2)]
)
def test_a_pray_6_a_heal_returns_models_only_where_it_says_so(params: dict[str, Any], returning: int) -> None:
    """Who chants nothing has a total of 0."""
    battle = deed("heal", target="friend", **params)
    battle.put("wallward-pikes", *row(7, 22.5, 5, 1.6, 5))
    used(battle, "wallward-pikes")
    for spot in ([25.7, 6.6], [23.3, 3.6])[:returning]:
        assert battle.asked.rule == "A-DMG-8"
        battle.say(spot)
    assert battle.asked.rule != "A-DMG-8"
    assert len(battle.unit("wallward-pikes").at) == 7 + returning


@pytest.mark.parametrize(
    ("damage", "slain", "returns", "asked"),
    [(0, 0, 0, False), (1, 0, 0, True), (0, 1, 0, False), (0, 1, 1, True), (0, 0, 1, False)],
)
def test_a_react_5_a_heal_is_asked_about_where_it_would_heal_or_return(
    damage: int, slain: int, returns: int, asked: bool
) -> None:
    heal = spell_like("heal", target="self", returns=returns)
    heal = heal.model_copy(update={"used_by": ("Wallward Pikes",)})
    pack = PackDocument(id="test", kind="custom", name="Test", abilities=(heal,))
    battle = Battle(packs=(pack,))
    battle.put("wallward-pikes", *row(10 - slain, 22.5, 5, 1.6, 5), damage=damage)
    battle.put("hullbreakers", (20, 28))
    battle.state.command = {A: 0, B: 0}  # nobody rallies
    battle.begin()
    assert (battle.asked.rule == "A-TURN-2" and "deed wallward-pikes" in battle.keys) is asked


def test_a_pray_7_ritual_points_are_gained_and_never_fall_below_0() -> None:
    battle = used(deed("ritual", target="self", amount=2))
    assert battle.unit("beaconwright").ritual == 2
    [event] = battle.events(events.RitualChanged)
    assert (event.amount, event.left) == (2, 2)


# -- targets


@pytest.mark.parametrize(
    ("target", "found"),
    [
        ("self", ["ann.beaconwright"]),
        ("friend", ["ann.beaconwright", "ann.wallward-pikes"]),
        ("enemy", ["bob.hullbreakers"]),
        ("each enemy", ["bob.hullbreakers"]),
    ],
)
def test_a_abil_4_whom_an_ability_is_for(target: str, found: list[str]) -> None:
    """Those in reserve are nobody's targets, and none says no range."""
    battle = deed("modify", what="hit", target=target).begin()
    game, spec, bearer = battle.game, battle.game.ability(A, "deed"), battle.unit("beaconwright")
    assert [each.id for each in targets(game, spec, bearer)] == found
    assert [each.id for each in game.state.units.values() if is_target(game, spec.params, bearer, each)] == found


def test_a_abil_4_where_no_target_is_named_it_is_for_its_user() -> None:
    battle = deed("modify", what="hit").begin()
    game, spec = battle.game, battle.game.ability(A, "deed")
    assert [each.id for each in targets(game, spec, battle.unit("beaconwright"))] == ["ann.beaconwright"]
    assert is_target(game, spec.params, battle.unit("beaconwright"), battle.unit("beaconwright"))
    assert not is_target(game, spec.params, battle.unit("beaconwright"), battle.unit("wallward-pikes"))


@pytest.mark.parametrize(("inches", "wholly", "reached"), [(10, 0, True), (9, 0, False), (10, 1, False), (16, 1, True)])
def test_a_geo_5_a_range_of_an_ability_is_met_by_a_part_or_only_by_all(inches: int, wholly: int, reached: bool) -> None:
    """The nearest Hullbreaker is 10 inches away, the far rim of the farthest one some 15."""
    battle = deed("modify", what="hit", target="enemy", range=inches, wholly=wholly).begin()
    assert (battle.why_not("deed", "beaconwright") == "") is reached
    assert reached or battle.why_not("deed", "beaconwright") == "A-ABIL-4"


@pytest.mark.parametrize(
    ("keyword", "found"),
    [("LANTERN CONCORD", 2), ("LANTERN CONCORD, HERO", 1), ("HERO, INFANTRY", 1), ("CAVALRY", 0), ("FLY, HERO", 0)],
)
def test_a_imp_9_a_target_has_every_keyword_that_is_named(keyword: str, found: int) -> None:
    battle = deed("modify", what="hit", target="friend", keyword=keyword).begin()
    spec = battle.game.ability(A, "deed")
    assert len(targets(battle.game, spec, battle.unit("beaconwright"))) == found


# -- auras


def aura(**params: Any) -> Battle:
    """The Beaconwright has a passive; its own Steady Glow is left out."""
    spec = spell_like("aura", "Passive", what="control", **params).model_copy(update={"kind": "passive", "phases": ()})
    pack = PackDocument(id="test", kind="custom", name="Test", abilities=(spec,))
    battle = Battle("endOfTurn", packs=(pack,), armies=(LANTERN.model_copy(update={"packs": ()}), BRINEBACK))
    battle.put("beaconwright", (20, 5))
    battle.put("wallward-pikes", *row(10, 22.5, 5, 1.6, 5))
    battle.put("hullbreakers", *row(5, 16, 17, 2))
    return battle.begin()


@pytest.mark.parametrize(
    ("params", "added"),
    [
        ({"target": "friend"}, {"wallward-pikes": 1}),
        ({"target": "friend", "amount": 3}, {"wallward-pikes": 3}),
        ({"target": "self", "amount": 2}, {"beaconwright": 2}),
        ({"amount": 2}, {"beaconwright": 2}),
        ({"target": "friend", "range": 12, "wholly": "0"}, {"wallward-pikes": 1}),
        ({"target": "enemy", "amount": -1}, {"hullbreakers": -1}),
        ({"target": "friend", "range": 12, "keyword": "CAVALRY"}, {}),
    ],
)
def test_a_abil_6_a_passive_adds_to_those_it_names_its_bearer_left_out(
    params: dict[str, Any], added: dict[str, int]
) -> None:
    """Those in reserve have nothing of it."""
    battle = aura(**params)
    units = battle.game.state.units.values()
    found = {each.id.partition(".")[2]: battle.game.bonus(each, "control") for each in units}
    assert {name: amount for name, amount in found.items() if amount} == added
    assert not any(battle.game.bonus(each, "hit") for each in units), "it adds to nothing else"


def test_a_abil_6_a_passive_needs_its_bearer_on_the_battlefield() -> None:
    battle = aura(target="friend")
    battle.unit("beaconwright").place, battle.unit("beaconwright").at = "reserve", {}
    assert battle.game.bonus(battle.unit("wallward-pikes"), "control") == 0


# -- manifestations


def summoning(spot: tuple[float, float], **params: Any) -> Battle:
    """The Beaconwright at (20, 5) summons the Wick; a Barbcaster stands somewhere."""
    spec = spell_like("summon", unit="Wandering Wick", **params)
    battle = Battle(packs=(PackDocument(id="test", kind="custom", name="Test", abilities=(spec,)),))
    battle.put("beaconwright", (20, 5))
    battle.put("barbcasters", spot)
    return battle.begin().use("deed", "beaconwright")


def wick(x: float, y: float) -> list[dict[str, Any]]:
    return [{"id": "ann.wandering-wick-1", "at": [x, y]}]


@pytest.mark.parametrize(("params", "within"), [({}, 12), ({"within": 5}, 5)])
def test_a_man_5_wholly_within_12_inches_unless_the_ability_says_another_distance(
    params: dict[str, int], within: int
) -> None:
    battle = summoning((40, 28), **params)
    reach = AXE + within - WICK
    assert battle.allows(wick(20 + reach, 5))
    assert battle.against(wick(20 + reach + 0.01, 5)) == {"A-MAN-5"}


@pytest.mark.parametrize(("params", "beyond"), [({}, 9), ({"beyond": 4}, 4)])
def test_a_man_5_more_than_9_inches_from_enemies_unless_the_ability_says_another_distance(
    params: dict[str, int], beyond: int
) -> None:
    battle = summoning((20, 22), **params)
    edge = 22 - PIKE - WICK - beyond
    assert battle.allows(wick(20, min(edge - 0.01, 14)))
    assert edge > 15 or battle.against(wick(20, edge)) == {"A-MAN-5"}, "exactly so far is not more than it"


def test_a_man_5_as_near_to_enemies_as_one_likes_where_the_ability_says_so() -> None:
    battle = summoning((20, 12), beyond=0)
    assert battle.allows(wick(20, 12 - PIKE - WICK - 0.01))
    assert battle.against(wick(20, 12 - PIKE - WICK + 0.01)) == {"A-GEO-9"}


def test_a_man_1_a_manifestation_that_the_army_lacks_or_has_on_the_table_is_not_summoned() -> None:
    battle = deed("summon", unit="Hollow Bell").begin()
    assert battle.why_not("deed", "beaconwright") == "A-MAN-5", "it belongs to the enemy"
    battle = deed("summon", unit="Wandering Wick")
    battle.put("wandering-wick", (2, 2))
    assert battle.begin().why_not("deed", "beaconwright") == "A-MAN-5"
    battle.unit("wandering-wick").place, battle.unit("wandering-wick").at = "reserve", {}
    assert battle.why_not("deed", "beaconwright") == ""


def test_a_dep_9_a_manifestation_remembers_who_summoned_it_and_when() -> None:
    battle = summoning((40, 28)).say(wick(22, 10))
    unit = battle.unit("wandering-wick")
    assert (unit.summoner, unit.set_up_in, unit.place) == ("ann.beaconwright", (1, 1), "table")


# -- who has an ability


def test_a_imp_9_an_ability_is_for_those_with_the_keyword_of_its_users() -> None:
    spec = AbilityDocument(
        id="deed", name="Deed", timing="Your Hero Phase", phases=("yourHero",), params={"user": "FLY"}
    )
    battle = Battle(packs=(PackDocument(id="test", kind="custom", name="Test", abilities=(spec,)),), windows="always")
    battle.put("beaconwright", (20, 5))
    battle.put("duskmoth-riders", (26, 5))
    battle.put("hullbreakers", (20, 25))
    assert [key for key in battle.begin().keys if key.startswith("deed")] == ["deed duskmoth-riders"]


def test_a_key_12_faction_terrain_has_only_the_abilities_that_name_it() -> None:
    anyone = AbilityDocument(id="deed", name="Deed", timing="Your Hero Phase", phases=("yourHero",))
    pack = PackDocument(id="test", kind="custom", name="Test", abilities=(anyone,))
    battle = Battle(packs=(pack,), windows="always")
    battle.put("lamp-cairn", (20, 5))
    battle.put("beaconwright", (23, 5))
    battle.put("hullbreakers", (20, 25))
    keys = battle.begin().keys
    assert "lit-path lamp-cairn" in keys
    assert "deed beaconwright" in keys
    assert "deed lamp-cairn" not in keys


def test_a_mag_1_and_a_pray_1_spells_are_for_wizards_and_prayers_for_priests() -> None:
    armies = (keyworded(LANTERN, "wallward-pikes", "PRIEST (1)"), BRINEBACK)
    battle = Battle(armies=armies, windows="always")
    battle.put("beaconwright", (20, 5))
    battle.put("wallward-pikes", *row(10, 22.5, 5, 1.6, 5))
    battle.put("hullbreakers", (20, 16))
    keys = battle.begin().keys
    assert {"searing-ray beaconwright", "sacred-rites wallward-pikes"} <= {*keys}
    assert not {"searing-ray wallward-pikes", "sacred-rites beaconwright"} & {*keys}


def test_a_man_7_parts_of_a_manifestation_go_together() -> None:
    """A-MAN-7: one damage count, Health once for all of them."""
    [model] = changed(LANTERN, "wandering-wick").manifestations[0].models
    parts = changed(LANTERN, "wandering-wick", models=(model.model_copy(update={"count": 3}),), apart=2)
    battle = deed("mortal-damage", target="friend", amount=6, armies=(parts, BRINEBACK))
    battle.put("wandering-wick", (10, 5), (12.5, 5), (15, 5), summoner="ann.beaconwright")
    battle.rolls("ward", 1, 1, 1, 1, 1, 1).begin().use("deed", "beaconwright").at_unit("wandering-wick").no_reaction()
    wick = battle.unit("wandering-wick")
    assert (wick.place, wick.at, wick.slain, wick.damage, wick.summoner) == ("reserve", {}, [], 0, "")
    [slain] = battle.events(events.Slain)
    assert len(slain.models) == 3
