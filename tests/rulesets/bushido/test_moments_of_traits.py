"""What every trait, state, special and action says, as the tables of the rulebook have it.

A trait is asked about every moment: so one that speaks where it should be silent is noticed too (B-ENG-6).
"""

from __future__ import annotations

import pytest

from game.engine.kit.effects import total
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions import Action
from game.rulesets.bushido.rules.registry import EFFECTS, MOMENTS, STATES, TRAITS
from game.rulesets.bushido.rules.specials import ends, fells
from game.rulesets.bushido.rules.turn.main import end_effects, starting_effects
from game.rulesets.bushido.warbands.traits import SPECIALS, Special, State, Term, term
from tests.rulesets.bushido.bushido_kit import Moment, S, card, duel, moment, warband, why

SITUATIONS = {
    *("melee_pool", "rerolls_own", "lends_fear_result", "supports", "disturbs", "against", "on_wound", "immune"),
    *("keeps_ones", "bars"),
}
PLAIN = [name for name in MOMENTS if name not in SITUATIONS]
"""The moments at which nothing but the model itself counts."""
TESTS = ("attack", "defence", "melee", "ranged", "ki", "opposed ki", "size", "tactical")

SAYS: dict[str, dict[str, int]] = {
    "Aggressive": {"aggressive": True},
    "Agile": {"agile": True},
    "Ammo (4)": {},
    "Armour (2)": {"armour": 2},
    "Assassin": {"assassin": True},
    "Aware": {"sees_all_round": True},
    "Banzai!": {"charges_simply": True},
    "Bleed (2/1)": {},
    "Bodyguard [Human] (3)": {},
    "Bravery": {"brave": True},
    "Brutal (2)": {"attack_result": 2},
    "Camouflage (6)": {},
    "Channel (2/6)": {},
    "Charging Bonus [Brutal (1)]": {},
    "Cloudwalk": {"ignores_zones": True, "flies": True},
    "Co-ordinated Attack [Human]": {},
    "Command [Human] (1/6)": {},
    "Construct": {},
    "Courage (2)": {"fear_result": 2},
    "Cowardly": {"cowardly": True},
    "Defensive": {"defensive": True},
    "Disturb Flow (1/6)": {},
    "Dodge (2)": {"rerolls_enemy_attack": 2},
    "Dread (2)": {"dread": 2},
    "Durable": {"durable": True},
    "Endurance": {"ignores_exhaustion": True},
    "Evasive": {"ignores_zones": True},
    "Fear (4)": {"fear": 4},
    "Fearless": {"fearless": True},
    "Feint (2)": {"rerolls_enemy_defence": 2},
    "Fire (2/1)": {},
    "Flank": {},
    "Group": {},
    "Hatred [Human]": {},
    "Heal (2)": {},
    "Huge": {},
    "Immovable": {"immovable": True},
    "Immune [Held]": {},
    "Impenetrable Defence": {"takes_attack_dice": 1},
    "Indomitable (2)": {"ignores_assisting": 2},
    "Insignificant": {"insignificant": True},
    "Intangible": {"ignores_zones": True, "flies": True},
    "Jump Up": {},
    "Kata": {},
    "Last Stand": {"stands_to_the_last": True},
    "Leadership [Human] (1/6)": {},
    "Lightfooted": {"lightfooted": True},
    "Lightning Reflexes": {"strikes_first": True},
    "Lightweight": {},
    "Mantra": {},
    "Mettle (2)": {"takes_ki_dice_passive": 2},
    "Order [Human] (1/6)": {},
    "Overwhelm (2)": {"takes_ki_dice_active": 2},
    "Pack (2/6)": {},
    "Parry (2)": {"defence_result": 2},
    "Pierce (2)": {"pierce": 2},
    "Poison (2/1)": {},
    "Prowess [Ki] (2)": {},
    "Adept [Ki] (2)": {},
    "Ranged Defence (2)": {"ranged_defence": 2},
    "Rapid Fire (3)": {"shots": 2},
    "Reach": {"has_reach": True},
    "Regenerate (2)": {"regenerates": 2},
    "Reload (2)": {},
    "Resistance (2)": {"ki_passive_result": 2},
    "Rise (4)": {"rises": 4},
    "Scout (1/4)": {},
    "Sharp (2)": {"sharp": 2},
    "Sixth Sense": {"never_surprised": True},
    "Slow": {"slow": True},
    "Soulless": {"soulless": True},
    "Spirit (2)": {"spirit": 2},
    "Split Attack": {"splits_attack": True},
    "Steadfast": {"splits_freely": True},
    "Strong": {"strong": True},
    "Tactician (2)": {"tactics": 2},
    "Terror": {"terrible": True},
    "Tiny": {},
    "Tireless": {"tireless": True},
    "Tough (2)": {"tough": 2},
    "Unblockable (2)": {"takes_defence_dice": 2},
    "Vengeance [Human]": {},
    "Weak": {"weak": True},
    "Willpower (2)": {"ki_active_result": 2},
}
"""What each trait says at the moments at which nothing but the model counts; 0 or no at all others (17.1, 17.2)."""


def says(at: Moment, entry: Term, moment: str, *situation: object) -> int:
    """Return what an entry says at a moment, 0 for nothing."""
    if entry.name not in EFFECTS.speaking(moment):
        return 0
    return total([EFFECTS.effect(moment, entry)], at.game, at["a"], *situation)


def test_b_eng_6_every_trait_is_asked_about() -> None:
    assert {term(text).name for text in SAYS} == set(TRAITS)


def test_b_tr_what_a_trait_says_at_every_moment() -> None:
    at = duel((), {}, {})
    for text, expected in SAYS.items():
        said = {name: says(at, term(text), name) for name in PLAIN}
        assert said == {name: expected.get(name, 0) for name in PLAIN}, text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Agile", {"Held"}),
        ("Fearless", {"Frightened"}),
        ("Immovable", {"Prone"}),
        ("Immune [Stunned]", {"Stunned"}),
        ("Sixth Sense", {"Blind"}),
        ("Soulless", {"Bleeding", "Frightened", "Poisoned"}),
        ("Tough (1)", set()),
    ],
)
def test_b_tr_and_b_state_20_who_is_immune_to_what(text: str, found: set[str]) -> None:
    at, entry = duel((), {}, {}), term(text)
    assert {each for each in STATES if says(at, entry, "immune", each)} == found


@pytest.mark.parametrize(
    ("about", "prowess", "adept"),
    [
        ("Attack", {"attack"}, {"attack"}),
        ("Defence", {"defence"}, {"defence"}),
        ("Melee", {"melee"}, {"melee", "attack", "defence"}),
        ("Ranged", {"ranged"}, {"ranged"}),
        ("Ki", {"ki", "opposed ki"}, {"ki", "opposed ki"}),
        ("Size", {"size"}, {"size"}),
        ("Tactical", {"tactical"}, {"tactical"}),
    ],
)
def test_b_tr_41_and_b_tr_73_which_tests_an_entry_is_about(about: str, prowess: set[str], adept: set[str]) -> None:
    at = duel((), {}, {})
    for name, ask, tests in (("Prowess", "rerolls_own", prowess), ("Adept", "supports", adept)):
        entry = term(f"{name} [{about}] (2)")
        said = {test: says(at, entry, ask, test) for test in TESTS}
        assert said == {test: 2 if test in tests else 0 for test in TESTS}


def test_b_tr_72_kata_keeps_ones_in_exchanges_and_mantra_in_opposed_ki_tests() -> None:
    at = duel((), {}, {})
    for name, tests in (("Kata", {"attack", "defence"}), ("Mantra", {"opposed ki"})):
        assert {each for each in TESTS if says(at, term(name), "keeps_ones", each)} == tests


@pytest.mark.parametrize(
    ("text", "gap", "found"),
    [
        ("Leadership [Human] (2/3)", 3.0005, 2),
        ("Leadership [Human] (2/3)", 3.01, 0),
        ("Leadership [Monk] (2/3)", 1.0, 0),
        ("Disturb Flow (2/3)", 3.0005, 2),
        ("Disturb Flow (2/3)", 3.01, 0),
        ("Vengeance [Human]", 9.0, 1),
        ("Vengeance [Monk]", 0.0, 0),
    ],
)
def test_b_tr_34_81_and_84_what_depends_on_the_other(text: str, gap: float, found: int) -> None:
    at, entry = duel((), {}, {"types": ["Human"]}, gap=gap), term(text)
    ask = {"Leadership": "lends_fear_result", "Disturb Flow": "disturbs", "Vengeance": "against"}[entry.name]
    assert says(at, entry, ask, at["b"]) == found


@pytest.mark.parametrize(
    ("text", "markers", "friends", "soulless"),
    [
        ("Bleed (3/2)", ("Bleeding", (2, 2, 2)), False, False),
        ("Poison (3/2)", ("Poisoned", (2, 2, 2)), True, False),
        ("Fire (3/2)", ("On Fire", (2, 2, 2)), True, True),
    ],
)
def test_b_tr_7_24_and_40_markers_and_whom_they_spare(
    text: str, markers: tuple[str, tuple[int, ...]], friends: bool, soulless: bool
) -> None:
    entry = term(text)
    for traits, expected in (([], True), (["Soulless"], soulless)):
        at = duel((), {}, {"traits": traits})
        assert brought(at, entry) == (markers if expected else None)
        at["b"].side = at["a"].side
        assert brought(at, entry) == (markers if expected and friends else None)


def brought(at: Moment, entry: Term) -> tuple[str, tuple[int, ...]] | None:
    """Return the state and the values of the markers that a wound by a trait brings."""
    count = says(at, entry, "on_wound", at["b"])
    return (TRAITS[entry.name].leaves, (entry.inches,) * count) if count else None


# -- states

Row = tuple[int, int, tuple[str, ...], bool, bool, bool, bool, bool]
STATE_ROWS: dict[str, Row] = {
    # dice in melee, in ranged attacks, how it splits dice; single, with values, replaces, ignores Tough, no specials
    "Berserk": (0, 0, ("aggressive",), False, False, False, False, False),
    "Bleeding": (0, 0, (), False, True, False, False, False),
    "Blind": (-1, 0, (), False, False, False, False, False),
    "Controlled": (0, 0, (), False, False, True, False, False),
    "Death Sentence": (0, 0, (), False, False, False, False, False),
    "Diseased": (0, 0, (), False, False, False, False, False),
    "Disguised": (0, 0, (), False, True, False, False, False),
    "Frightened": (-1, -1, ("defensive",), False, False, False, False, False),
    "Held": (-1, 0, ("defensive",), True, False, False, False, False),
    "Immobilised": (0, 0, (), False, False, False, False, True),
    "Impetuous": (0, 0, (), False, False, False, False, False),
    "On Fire": (0, 0, (), False, True, False, True, False),
    "Poisoned": (0, 0, (), False, True, False, False, False),
    "Prone": (-1, 0, (), True, False, False, False, True),
    "Reloading": (0, 0, (), False, False, False, False, False),
    "Spirit Block": (0, 0, (), False, False, False, False, False),
    "Stunned": (-1, -1, (), False, False, False, False, False),
}


def row(at: Moment, state: State) -> Row:
    """Return what a state is and says, as in the table."""
    entry = term(state.name)
    split = tuple(each for each in ("aggressive", "defensive") if says(at, entry, each))
    lasting = state.single, state.valued, state.replaces, state.ignores_tough
    dice = says(at, entry, "melee_dice"), says(at, entry, "ranged_dice")
    return (*dice, split, *lasting, bool(says(at, entry, "bars_specials")))


BARS = {
    "Blind": {"run", "charge"},
    "Controlled": {"charge", "complex-feat", "complex-scenario", "focus", "order"},
    "Held": set(ACTIONS) - {"disengage", "stand-up", "simple-feat", "complex-feat"},
    "Prone": set(ACTIONS) - {"stand-up", "jump-up"},
}
LASTS = {"Berserk": 0, "Blind": 0, "Stunned": 1}
"""How many of two markers are left after the second group of End 1."""


def test_b_state_1_to_17_what_each_state_is_bars_and_loses_by_itself() -> None:
    at = duel((), {}, {}, gap=6.0)
    assert {name: row(at, each) for name, each in STATES.items()} == STATE_ROWS
    model = at["a"]
    for name in STATES:
        model.markers = {name: [0]}
        assert {key for key in ACTIONS if at.game.any(model, "bars", key)} == BARS.get(name, set()), name
        model.markers, model.counters = {name: [0, 0]}, 2
        at.run(starting_effects(at.game), *["keep"] * (name == "Death Sentence" and model.ki >= 3))
        lost = int(name == "Diseased")  # B-START-2, B-STATE-6
        assert (len(model.markers[name]), model.counters) == (2 - lost, 2 - lost), name
        model.markers = {name: [0, 0]}
        if name != "Frightened":  # it makes its test again (B-STATE-8)
            at.run(end_effects(at.game))
            assert len(model.markers.get(name, [])) == LASTS.get(name, 2), name


# -- specials

SPECIAL_ROWS: dict[str, tuple[str, bool, bool, int, bool, str]] = {
    # rule, rolls damage, halves wounds, bonus, a double removes, the state that it leaves
    "Combo Attack": ("B-SPEC-A1", True, False, 0, False, ""),
    "Critical Attack": ("B-SPEC-A2", True, False, 0, True, ""),
    "Drag Attack": ("B-SPEC-A3", False, False, 0, False, ""),
    "Forceback Attack": ("B-SPEC-A4", True, True, 0, False, ""),
    "Grapple Attack": ("B-SPEC-A5", False, False, 0, False, "Held"),
    "Powerful Attack": ("B-SPEC-A6", True, False, 3, False, ""),
    "Push Attack": ("B-SPEC-A7", False, False, 0, False, ""),
    "Sidestep Attack": ("B-SPEC-A8", False, False, 0, False, ""),
    "Slam Attack": ("B-SPEC-A9", True, True, 0, False, "Prone"),
    "Stun Attack": ("B-SPEC-A10", True, False, 0, False, "Stunned"),
    "Sweep Attack": ("B-SPEC-A11", True, True, 0, False, "Prone"),
    "Throw Attack": ("B-SPEC-A12", True, True, 0, False, "Prone"),
    "Counterstrike Defence": ("B-SPEC-D1", True, False, 0, False, ""),
    "Drag Defence": ("B-SPEC-D2", True, False, 0, False, ""),
    "Forceback Defence": ("B-SPEC-D3", True, False, 0, False, ""),
    "Grapple Defence": ("B-SPEC-D4", True, False, 0, False, "Held"),
    "Push Defence": ("B-SPEC-D5", True, False, 0, False, ""),
    "Sidestep Defence": ("B-SPEC-D6", True, False, 0, False, ""),
    "Sweep Defence": ("B-SPEC-D7", True, False, 0, False, "Prone"),
    "Throw Defence": ("B-SPEC-D8", True, False, 0, False, "Prone"),
}


ENDS = {"Grapple", "Push", "Sidestep", "Slam", "Sweep", "Throw"}
"""What ends an exchange on open ground, where everything can be moved; Drag and Forceback bring both together again."""


def test_b_spec_a_and_d_what_each_special_is() -> None:
    at = duel((), {}, {})
    found = {
        name: (each.rule, each.rolls_damage, each.halves, each.bonus, each.critical, each.leaves)
        for name, each in SPECIALS.items()
    }
    assert {name: found[name] for name in SPECIAL_ROWS} == SPECIAL_ROWS
    for name in SPECIAL_ROWS:
        assert SPECIALS[name].levels(4) == ([4, 2, 0] if name == "Combo Attack" else [4])
        if name.endswith("Attack"):
            assert ends(SPECIALS[name], at.game, at["a"], at["b"]) is (name.split()[0] in ENDS), name


@pytest.mark.parametrize(
    ("name", "level", "levels"),
    [
        ("Combo Attack", 0, [0, 0]),
        ("Combo Attack", 1, [1, 0]),
        ("Combo Attack", 2, [2, 0]),
        ("Combo Attack", 3, [3, 1]),
        ("Combo Attack", 5, [5, 3, 1]),
        ("Sweep Attack", 5, [5]),
        ("Critical Attack", 0, [0]),
    ],
)
def test_b_spec_a1_only_a_combo_rolls_again(name: str, level: int, levels: list[int]) -> None:
    assert SPECIALS[name].levels(level) == levels


def test_b_spec_2_without_a_special_nothing_is_added() -> None:
    at, plain = duel((), {}, {}), Special()
    found = plain.rolls_damage, plain.halves, plain.bonus, plain.critical, plain.leaves
    assert found == (True, False, 0, False, "")
    assert (ends(plain, at.game, at["a"], at["b"]), fells(plain, at.game, at["a"], at["b"])) == (False, False)
    assert plain.levels(4) == [4]


# -- actions

ACTION_ROWS: dict[str, tuple[str, int, bool, bool]] = {
    # rule, counters, whether it may be declared in base contact, whether it is a standard one that a Command calls for
    "walk": ("B-ACT-10", 1, False, True),
    "run": ("B-ACT-11", 1, False, True),
    "melee": ("B-ACT-12", 1, True, True),
    "disengage": ("B-ACT-13", 1, True, True),
    "ranged": ("B-ACT-14", 1, False, True),
    "simple-feat": ("B-ACT-15", 1, True, True),
    "simple-scenario": ("B-ACT-16", 1, False, True),
    "stand-up": ("B-ACT-17", 1, True, True),
    "wait": ("B-ACT-18", 1, False, True),
    "charge": ("B-ACT-20", 2, False, True),
    "complex-feat": ("B-ACT-21", 2, True, True),
    "focus": ("B-ACT-22", 2, False, True),
    "complex-scenario": ("B-ACT-23", 2, False, True),
    "heal": ("B-TR-25", 1, True, False),
    "channel": ("B-TR-12", 0, True, False),
    "jump-up": ("B-TR-32", 0, True, False),
}


def test_b_act_1_10_to_23_what_each_action_costs_and_where_it_is_declared() -> None:
    found = {key: (each.rule, each.cost, each.in_contact, each.standard) for key, each in ACTIONS.items()}
    assert {key: found[key] for key in ACTION_ROWS} == ACTION_ROWS
    at = duel((), {}, {}, gap=6.0)
    assert {key: each.price(at.game, at["a"]) for key, each in ACTIONS.items()} == {
        key: each.cost for key, each in ACTIONS.items()
    }
    at["a"].counters = 0
    refused = {
        key for key, each in ACTIONS.items() if (why := each.why_not(at.game, at["a"])) and why.rule == "B-MAIN-3"
    }
    assert refused == set(ACTIONS) - {"channel", "jump-up"}
    leading = {key: (each.rule, each.cost, each.standard) for key, each in ACTIONS.items() if key not in ACTION_ROWS}
    assert leading == {"command": ("B-TR-14", 1, False), "order": ("B-TR-37", 2, False)}
    assert {key for key, each in ACTIONS.items() if each.free} == {"channel", "jump-up"}


STIRS = {"walk", "run", "melee", "charge", "disengage", "stand-up", "heal", "simple-scenario", "complex-scenario"}
REVEALS = {"melee", "charge", "ranged", "simple-scenario", "complex-scenario"}


def test_b_state_7_and_b_state_10_what_gives_a_disguise_away_and_what_the_immobilised_test_for() -> None:
    assert {key for key, each in ACTIONS.items() if each.stirs} == STIRS
    assert {key for key, each in ACTIONS.items() if each.reveals} == REVEALS


def test_b_act_1_an_action_of_which_nothing_is_said_is_a_simple_standard_one() -> None:
    at, plain = duel((), {}, {}, gap=6.0), Action()
    assert (plain.price(at.game, at["a"]), plain.standard, plain.free, plain.known_to(at.game, at["a"])) == (
        1,
        True,
        False,
        True,
    )
    assert (plain.in_contact, plain.leaves_zones, plain.stirs, plain.reveals) == (False, False, False, False)
    assert plain.why_not(at.game, at["a"]) is None
    at["a"].counters = 0
    refusal = plain.why_not(at.game, at["a"])
    assert refusal is not None
    assert refusal.rule == "B-MAIN-3"


def test_b_main_3_a_complex_action_takes_two_counters() -> None:
    at = duel((), {}, {}, gap=6.0)
    for counters, rules in ((2, ["", ""]), (1, ["", "B-MAIN-3"]), (0, ["B-MAIN-3", "B-MAIN-3"])):
        at["a"].counters = counters
        assert [why(at, "a", "wait"), why(at, "a", "focus")] == rules


def test_an_action_of_which_nothing_is_said_does_nothing() -> None:
    at = moment(south=warband(card("A"), faction="South"))
    model = at.put("a", 5.0, 5.0)
    before = at.game.state.digest()
    at.run(Action().perform(at.game, model))
    assert (at.game.state.digest(), at.game.events, model.side) == (before, [], S)
