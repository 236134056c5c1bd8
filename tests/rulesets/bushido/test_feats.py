"""Ki, feats and boosts: what they cost, when they may be used, whom they reach (B-KI)."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from pydantic import ValidationError

from game.engine.core.decisions import Choose, Pick, only_answer
from game.engine.core.dice import ScriptedDice
from game.engine.core.windows import PASS
from game.rulesets.bushido.odds.ki_odds import feat_chance
from game.rulesets.bushido.rules import feats
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.dice.tests import opposed_ki
from game.rulesets.bushido.rules.ki import boost_price
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.melee.damage import Blow, modifiers
from game.rulesets.bushido.rules.registry import STATES
from game.rulesets.bushido.rules.state import Aura
from game.rulesets.bushido.view.odds import odds
from game.rulesets.bushido.warbands.profiles import EventCardDocument, WarbandDocument
from game.rulesets.bushido.warbands.roster_text import sheet
from game.rulesets.bushido.warbands.traits import CARDS
from tests.rulesets.bushido.bushido_kit import Moment, act, card, duel, moment, piece, warband

DRUM = {"name": "Steady Drum", "timing": "Active", "ki": 1, "subject": "Aura", "range_in": 4}
CRY = {"name": "War Cry", "timing": "Active", "ki": 1, "subject": "Pulse", "range_in": 4}
SMOKE = {"name": "Choking Smoke", "timing": "Active", "ki": 1, "subject": "Aura", "range_in": 4}
BREATH = {"name": "Slow Breath", "timing": "Active", "ki": 2}
CHANT = {"name": "Iron Chant", "timing": "Instant", "ki": 2, "limits": ["once_per_turn"]}
VOICE = {"name": "Tolling Voice", "timing": "Simple", "ki": 2, "subject": "Target", "range_in": 6}


def band(*known: dict[str, Any], **changes: Any) -> Moment:
    """A with some feats, its friend C 2 inches off, B their enemy 3 inches off A."""
    south = warband(card("A", feats=list(known), **changes), card("C"), faction="South")
    at = moment((), south=south, north=warband(card("B"), faction="North"))
    at.put("a", 10.0, 12.0, ki=6)
    at.put("c", 10.0, 12.0 + 2 * at["a"].radius + 2.0)
    at.put("b", 10.0 + 2 * at["a"].radius + 3.0, 12.0, facing=18000)
    at.game.state.step = "activation"
    return at


def offered(at: Moment, moment: str, player: str = "south") -> list[str]:
    return [each.option.key for each in feats.opportunities(at.game, moment, player, None)]


def test_b_ki_8_an_aura_reaches_friends_and_its_source_until_the_end_of_the_turn() -> None:
    at = band(DRUM)
    at.run(feats.window(at.game, feats.OPEN, "south"), "south.a/Steady Drum")
    brave = [at.game.total(at[name], "fear_result") for name in "acb"]
    assert brave == [1, 1, 0]
    assert offered(at, feats.CLOSE) == []  # it is there already
    at["c"].y += 3.0
    assert at.game.total(at["c"], "fear_result") == 0
    at.game.expire("activation")
    assert at.game.total(at["a"], "fear_result") == 1
    at.game.expire("turn")
    assert at.game.total(at["a"], "fear_result") == 0


def test_b_ki_8_a_pulse_ends_with_the_activation_and_an_aura_with_its_source() -> None:
    at = band(CRY, SMOKE)
    at.run(feats.window(at.game, feats.OPEN, "south"), "south.a/War Cry", "south.a/Choking Smoke")
    assert [at.game.total(at[name], "attack_result") for name in "acb"] == [1, 1, 0]
    assert [at.game.any(at[name], "aggressive") for name in "acb"] == [False, False, True]
    at.game.expire("activation")
    assert at.game.total(at["c"], "attack_result") == 0
    at.game.kill(at["a"])
    assert not at.game.any(at["b"], "aggressive")


@pytest.mark.parametrize(
    ("moment_of", "player", "found"),
    [
        (feats.OPEN, "south", ["south.a/Steady Drum"]),
        (feats.CLOSE, "south", ["south.a/Steady Drum"]),
        (feats.OPEN, "north", []),
        ("pool", "south", ["south.a/Iron Chant", "south.a/boost"]),
        ("initiative", "south", []),
    ],
)
def test_b_ki_3_4_5_and_11_when_feats_are_used(moment_of: str, player: str, found: list[str]) -> None:
    """B-KI-2, B-KI-4, B-KI-5, B-KI-6, B-KI-11, B-MAIN-2, B-MAIN-5: a Simple feat is an action, used in no window."""
    at = band(DRUM, CHANT, VOICE)
    assert offered(at, moment_of, player) == found


@pytest.mark.parametrize(
    ("timing", "action", "left"),
    [
        pytest.param("Simple", "simple-feat", 1, id="B-KI-5"),
        pytest.param("Complex", "complex-feat", 0, id="B-KI-6"),
    ],
)
def test_b_ki_2_a_feat_of_a_timing_is_used_by_its_action_for_its_counters(timing: str, action: str, left: int) -> None:
    at = band({**CRY, "timing": timing})
    others = {"simple-feat", "complex-feat"} - {action}
    assert [ACTIONS[each].known_to(at.game, at["a"]) for each in (action, *others)] == [True, False]
    act(at, "a", action, "stand")
    assert (at["a"].counters, at["a"].ki, at.game.total(at["c"], "attack_result")) == (left, 5, 1)
    assert offered(at, feats.OPEN) == []


def test_b_ki_10_one_trap_in_an_activation() -> None:
    at = band({**DRUM, "limits": ["trap"]}, {**CRY, "limits": ["trap"]})
    assert len(offered(at, feats.OPEN)) == 2
    at.run(feats.window(at.game, feats.OPEN, "south"), "south.a/War Cry")
    assert offered(at, feats.OPEN) == []
    assert "B-KI-10" in feats.why_not(at.game, at["a"], at.game.card(at["a"]).feats[0])
    at.game.expire("activation")
    assert offered(at, feats.OPEN) == ["south.a/Steady Drum", "south.a/War Cry"]


def test_b_gen_9_elsewhere_one_gains_ki_but_spends_none() -> None:
    at = band(DRUM)
    at["a"].place = "elsewhere"
    assert offered(at, feats.OPEN) == []
    assert "B-GEN-9" in feats.why_not(at.game, at["a"], at.game.card(at["a"]).feats[0])
    before = at["a"].ki
    at["a"].ki = 2
    from game.rulesets.bushido.rules.turn.main import gain_counters, generate_ki

    generate_ki(at.game)
    gain_counters(at.game)
    assert (before, at["a"].ki, at["a"].counters) == (6, 3, 0)


def test_b_surp_2_the_surprised_use_neither_feats_nor_boosts() -> None:
    at = band(CHANT, melee=3)
    at.game.surprised = "south.a"
    assert offered(at, "pool") == []
    at.game.surprised = ""
    assert offered(at, "pool") == ["south.a/Iron Chant", "south.a/boost"]


def test_b_ki_20_and_b_tr_84_a_boost_is_a_feat_that_can_be_disturbed_and_has_a_limit() -> None:
    at = duel((), {"melee": 2}, {"traits": ["Disturb Flow (1/3)"]}, gap=2.0)
    a = at["a"]
    a.ki = 6
    assert boost_price(at.game, a, "melee") == 3
    at["b"].x += 2.0
    assert boost_price(at.game, a, "melee") == 2
    at.game.lend(a, "Boost [melee] (2)", "exchange")
    assert boost_price(at.game, a, "melee") is None  # twice the printed value


@pytest.mark.parametrize(
    ("trait", "told"),
    [
        ("Prowess [Sword] (1)", "does not match anything in the rules - use one of Attack"),
        ("Adept [Swimming] (1)", "does not match anything"),
        ("Immune [Boredom]", "does not match anything in the rules - use one of Berserk"),
    ],
)
def test_b_tr_28_41_and_73_what_a_trait_is_about_must_be_known(trait: str, told: str) -> None:
    with pytest.raises(ValidationError, match=told):
        warband(card("A", traits=[trait]))


@pytest.mark.parametrize("state", STATES)
def test_b_state_20_every_state_may_be_what_somebody_is_immune_to(state: str) -> None:
    at = moment(south=warband(card("A", traits=[f"Immune [{state}]"]), faction="South"))
    at.game.mark(at.put("a", 5.0, 5.0), state, 1)
    assert not at["a"].markers


# -- event cards


def carded(*names: str) -> Moment:
    south = warband(card("A"), card("C"), faction="South")
    south = south.model_copy(update={"events": tuple(EventCardDocument(name=name, rice=2) for name in names)})
    at = moment((3,) * 6, south=south, north=warband(card("B"), faction="North"))
    a = at.put("a", 5.0, 12.0)
    at.put("c", 5.0, 15.0)
    at.put("b", 5.0 + 2 * a.radius, 12.0)
    at.game.state.step = "activation"
    return at


@pytest.mark.parametrize("active", ["south", "north"])
def test_b_warb_6_an_event_is_used_once_at_any_activation(active: str) -> None:
    at = carded("Rising Mist")
    at.game.state.active_player = active
    at.run(feats.window(at.game, feats.OPEN, active), "south/card/Rising Mist")
    assert [at.game.total(at[name], "ranged_defence") for name in "acb"] == [1, 1, 0]
    at.game.expire("turn")
    assert offered(at, feats.OPEN) == []
    assert at.told("CardUsed")[0].card == "Rising Mist"


def test_b_warb_6_an_event_in_an_exchange_is_for_the_fighter_alone() -> None:
    at = carded("Old Grudge")
    bout = Bout(Fighter(at["a"]), Fighter(at["b"]))
    at.run(feats.window(at.game, "pool", "north", bout), "south/card/Old Grudge")
    assert [at.game.total(at[name], "attack_result") for name in "ac"] == [1, 0]
    at.game.expire("exchange")
    assert at.game.total(at["a"], "attack_result") == 0


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Old Grudge", "Old Grudge"], "appears twice.*B-WARB-4"),
        (["Old Gruge"], "unknown event 'Old Gruge' .B-WARB-6. - did you mean"),
    ],
)
def test_b_warb_6_events_are_known_and_one_of_each(names: list[str], told: str) -> None:
    plain = {**warband(card("A")).model_dump(), "events": [{"name": name, "rice": 2} for name in names]}
    with pytest.raises(ValidationError, match=told):
        WarbandDocument.model_validate_json(json.dumps(plain))


def test_b_warb_6_special_cards_stand_on_the_sheet_of_the_warband() -> None:
    plain = warband(card("A")).model_dump()
    plain |= {"events": [{"name": "Old Grudge", "rice": 2}], "theme": {"name": "Drill"}}
    lines = [*sheet(WarbandDocument.model_validate_json(json.dumps(plain)))]
    assert lines[-2:] == ["  theme: Drill", "  event: Old Grudge, 2 rice"]


def test_every_event_card_has_a_class_and_costs_rice() -> None:
    assert carded(*CARDS).game.setup.document.players[0].warband.rice == 14


def test_b_tr_11_a_feat_does_not_target_a_camouflaged_enemy_in_cover() -> None:
    """Within the inches of its Camouflage, or for a friend, the cover does not matter."""
    north = warband(card("B", traits=["Camouflage (2)"]), faction="North")
    hedge = piece("hedge", 11.8, 10.0, 0.2, 4.0, visibility="obscuring", size="tiny")
    at = moment((), south=warband(card("A", feats=[VOICE]), faction="South"), north=north, terrain=[hedge])
    at.put("a", 9.0, 12.0, ki=6)
    at.put("b", 13.0, 12.0, facing=18000)
    [voice] = at.game.card(at["a"]).feats
    at.game.begin_activation(at["a"])
    assert feats.targets(at.game, at["a"], voice) == []
    at["a"].x = 10.0
    at.game.begin_activation(at["a"])
    assert feats.targets(at.game, at["a"], voice) == [at["b"]]


@pytest.mark.parametrize(("state", "timing", "allowed"), [
    ("", "Simple", False), ("Prone", "Simple", True), ("Prone", "Active", False)
])  # fmt: skip
def test_b_act_30_a_feat_action_may_disregard_an_enemy_that_lies(state: str, timing: str, allowed: bool) -> None:
    """B-KI-9: not in base contact; only an action disregards."""
    at = duel((), {"feats": [{**VOICE, "timing": timing, "limits": ["no_btb"]}], "ki": {"value": 1, "max": 6}}, {})
    at["a"].ki = 6
    if state:
        at.game.mark(at["b"], state, 0)
    [voice] = at.game.card(at["a"]).feats
    assert (feats.why_not(at.game, at["a"], voice) == "") is allowed


def test_b_surp_2_a_card_helps_the_surprised_too() -> None:
    """It is no feat (B-WARB-6)."""
    deck = (EventCardDocument.model_validate_json('{"name": "Old Grudge", "rice": 1}'),)
    north = warband(card("B"), faction="North").model_copy(update={"events": deck})
    at = moment((), south=warband(card("A"), faction="South"), north=north)
    at.put("a", 5.0, 12.0)
    at.put("b", 5.0 + 2 * at["a"].radius, 12.0, facing=0)
    bout = Bout(Fighter(at["a"], "Blade"), Fighter(at["b"], "Blade"), surprised=True)
    at.run(feats.window(at.game, "pool", "north", bout), "north/card/Old Grudge")
    assert at.game.total(at["b"], "attack_result") == 1


def test_b_ki_11_a_window_says_of_every_other_feat_why_it_cannot_be_used() -> None:
    at = band(DRUM, CRY, CHANT)
    at["a"].ki = 1
    at.game.state.auras.append(Aura("Courage (1)", "south.a", 4, "turn"))
    at.run(feats.window(at.game, feats.OPEN, "south"), "pass")
    [asked] = at.asked
    assert isinstance(asked, Choose)
    assert {option.key: why.text for option, why in asked.refusals()} == {
        "south.a/Steady Drum": "it would do nothing now"
    }
    at.game.surprised = "south.a"
    assert {why.text for _option, why in feats.refusals(at.game, feats.OPEN, "south")} == {"it is Surprised (B-SURP-2)"}


def test_b_act_15_a_feat_action_without_a_target_says_so() -> None:
    at = band({**VOICE, "limits": ["no_walk"]})
    at["b"].x = 22.0
    refusal = ACTIONS["simple-feat"].why_not(at.game, at["a"])
    assert refusal is not None
    assert refusal.text == "Tolling Voice has no target in range and sight"


@pytest.mark.parametrize(("facing", "boosts"), [(18000, 1), (0, 0)])
def test_b_surp_1_who_is_targeted_by_a_feat_from_behind_does_not_boost(facing: int, boosts: int) -> None:
    """B-SURP-2: the opposed Ki test of Tolling Voice."""
    foe = {"ki": {"value": 1, "max": 6, "boost": 1}}
    at = duel(
        (6, 2, 2)[: 2 + boosts], {"feats": [{**VOICE, "opposed": True}], "ki": {"value": 1, "max": 6}}, foe, gap=3.0
    )
    at["a"].ki, at["b"].ki, at["b"].facing = 2, 1, facing
    act(at, "a", "simple-feat", "stand", ["north.b"], *["boost"] * boosts)
    assert (at["b"].ki, at.game.surprised) == (1 - boosts, "")
    at.dice_left()


def test_b_state_5_a_death_sentence_helps_enemies_only() -> None:
    """A shot that hits a friend of the shooter instead gains nothing by it (B-RNG-11, B-DMG-1)."""
    at = duel((), {}, {})
    for victim, more in (("b", 1), ("a", 0)):
        at.game.mark(at[victim], "Death Sentence", 0)
        found = dict(modifiers(at.game, Blow(at["a"], at[victim], "Blade", 0)))
        assert found.get("Death Sentence", 0) == more


def test_b_ki_8_a_feat_that_ends_with_the_action_says_after_it_that_it_has_no_effect_now() -> None:
    at = band(DRUM, CRY)
    labels = {
        moment: {each.option.key: each.option.label for each in feats.opportunities(at.game, moment, "south", None)}
        for moment in (feats.OPEN, feats.CLOSE)
    }
    assert labels[feats.CLOSE]["south.a/War Cry"].endswith("No effect now: the action is over.")
    assert not labels[feats.OPEN]["south.a/War Cry"].endswith("over.")
    assert not labels[feats.CLOSE]["south.a/Steady Drum"].endswith("over.")


@pytest.mark.parametrize(
    ("known", "moment_of", "struck", "windows", "usual"),
    [
        (CRY, feats.OPEN, "", "needed", None),
        (CRY, feats.CLOSE, "", "needed", PASS),
        (CRY, feats.CLOSE, "", "always", None),
        (DRUM, feats.CLOSE, "", "needed", None),
        (CHANT, "damage", "south.a", "needed", None),
        (CHANT, "damage", "north.b", "needed", PASS),
        (CHANT, "damage", "north.b", "always", None),
    ],
)
def test_b_ki_11_a_window_in_which_no_feat_has_an_effect_is_passed_unasked(
    known: dict[str, Any], moment_of: str, struck: str, windows: str, usual: str | None
) -> None:
    south = warband(card("A", feats=[known]), faction="South")
    at = moment((), south=south, north=warband(card("B"), faction="North"), windows=windows)
    at.put("a", 10.0, 12.0, ki=6)
    at.put("b", 15.0, 12.0, facing=18000)
    at.game.state.step = "activation"
    victim = at.game.state.models.get(struck)
    asked: Any = next(feats.window(at.game, moment_of, "south", struck=victim))
    assert [option.key for option in asked.options] == [f"south.a/{known['name']}", PASS]
    assert only_answer(asked) == usual


@pytest.mark.parametrize(("counters", "usual"), [(1, None), (0, PASS)])
def test_b_ki_11_a_feat_for_the_action_of_a_model_that_cannot_act_is_not_asked_about(
    counters: int, usual: str | None
) -> None:
    at = moment((), south=warband(card("A", feats=[BREATH]), faction="South"), windows="needed")
    at.put("a", 10.0, 12.0, ki=6).counters = counters
    at.game.state.step = "activation"
    asked: Any = next(feats.window(at.game, feats.OPEN, "south"))
    assert [option.key for option in asked.options] == ["south.a/Slow Breath", PASS]
    assert asked.options[0].label.endswith("cannot act.") == (usual == PASS)
    assert only_answer(asked) == usual


def test_an_action_with_one_feat_names_it_with_its_cost_and_target_and_the_chance_is_that_of_every_throw() -> None:
    at = duel((), {"feats": [VOICE | {"opposed": True}], "ki": {"value": 2, "max": 6}}, {}, gap=2.0)
    a, b = at["a"], at["b"]
    a.ki = 3
    action = ACTIONS["simple-feat"]
    assert action.option(at.game, a).label == "Tolling Voice (2 Ki)"
    assert [stock.text for stock in action.option(at.game, a).price] == ["1 counter", "2 Ki"]
    flow = action.perform(at.game, a)
    asked = next(flow)
    assert isinstance(asked, Choose)
    assert asked.prompt == "Tolling Voice: does A walk before or after it?"
    labels = ["Use it on B from here (2 Ki)", "Walk, then use it (2 Ki)", "Use it on B, then walk (2 Ki)"]
    assert [option.label for option in asked.options] == labels
    chance = feat_chance(at.game, a, b)
    shown = odds(at.game, asked, "stand")
    assert shown is not None
    assert [verdict.text for verdict in shown.verdicts] == [f"{chance:.0%} to work on B"]
    asked = flow.send("stand")
    assert isinstance(asked, Pick)
    assert odds(at.game, asked, [b.id]) == shown
    a.ki = 0
    won = 0
    for faces in product(range(1, 7), repeat=3):
        at.game.dice = ScriptedDice(faces, start=at.game.state.rolls.total)
        won += at.run(opposed_ki(at.game, a, b), *(["no"] if b.ki else []))
    assert chance == pytest.approx(won / 6**3)
