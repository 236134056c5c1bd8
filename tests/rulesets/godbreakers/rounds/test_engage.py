"""The Engage action (G-ENG)."""

import pytest

from game.rulesets.godbreakers.rules.actions.repertoire import strikes
from game.rulesets.godbreakers.rules.events import AttackWon, Damaged, Disengaged, Engaged, OutOfReach, Rolled
from game.rulesets.godbreakers.rules.state import Model
from game.table.documents import MapDocument
from tests.rulesets.godbreakers.kit import A, B, C, begin, godbreaker, of_kind, table, unaligned, wall, wood

# -- G-ENG-1: nominate -----------------------------------------------------------------------------


def test_g_eng_1_one_hostile_model_within_attack_range_is_nominated() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10, 8),
        godbreaker("Wren", A, 10, 11),
        godbreaker("Nova", B, 11, 10),
        godbreaker("Cass", C, 9, 10),
        godbreaker("Away", B, 10, 8),
        unaligned("Wolf", 10, 9),
        players=3,
        dice=[1, 1],
    )
    play.answer(["raven"], "engage")
    assert play.asked == (A, "G-ENG-1")
    assert play.candidates == ["nova", "cass", "wolf"]
    # Wolf and Cass stand by: both rolls below are what they are, the first a challenging one.
    happened = play.answer(["nova"])
    assert [(event.model, event.opponents) for event in of_kind(happened, Engaged)] == [("raven", ("nova",))]


@pytest.mark.parametrize(
    ("wanted", "rule", "words"),
    [("wren", "G-SIDE-1", "not hostile"), ("away", "G-ENG-1", "attack range"), ("ghost", "G-ENG-1", "not a model")],
)
def test_g_eng_1_who_cannot_be_nominated_and_why(wanted: str, rule: str, words: str) -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10),
        godbreaker("Wren", A, 10, 11),
        godbreaker("Nova", B, 11, 10),
        godbreaker("Away", B, 10, 8),
    )
    play.answer(["raven"], "engage")
    (refusal,) = play.refused([wanted])
    assert refusal.rule == rule
    assert words in refusal.text
    assert [refusal.rule for refusal in play.refused([])] == ["G-ENG-1"]


def test_g_eng_1_exactly_one_without_a_trait() -> None:
    play = begin(godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 11, 10), godbreaker("Cass", B, 9, 10))
    play.answer(["raven"], "engage")
    assert play.refused(["nova", "cass"])[0].rule == "G-ENG-1"


@pytest.mark.parametrize(
    ("reach", "x", "ground", "possible"),
    [
        (0, 11.9999, table(), True),
        (0, 12, table(), False),
        (3, 14.9999, table(), True),
        (3, 15, table(), False),
        (3, 14.5, table(wood("Wood", 11, 9, 12.5, 11)), False),
        (4, 14.5, table(wood("Wood", 11, 9, 12.5, 11)), True),
        (3, 13, table(wall("Wall", (11.5, 5), (11.5, 15), impassable=True)), False),
        (3, 13, table(wall("Hedge", (11.5, 5), (11.5, 15))), True),
    ],
    ids=["0 U", "1 U", "3 U", "4 U", "terrain adds", "terrain in reach", "impassable", "barricade"],
)
def test_g_eng_1_attack_range_is_measured_with_terrain_and_walls(
    reach: int, x: float, ground: MapDocument, possible: bool
) -> None:
    play = begin(godbreaker("Raven", A, 10, 10, reach=reach), godbreaker("Nova", B, x, 10), ground=ground)
    play.answer(["raven"])
    assert ("engage" in play.options) is possible
    if not possible:
        assert play.refusal("engage").rule == "G-ENG-1"


# -- G-ENG-2: attack roll --------------------------------------------------------------------------


def fight(
    *models: Model, dice: tuple[int, ...], ground: MapDocument | None = None, wanted: str = "nova"
) -> list[tuple[str, bool, int]]:
    """Let Raven engage; return who rolled, whether it was challenging, and the result."""
    play = begin(*models, dice=dice, ground=ground, players=3)
    happened = play.act("Raven", "engage", [wanted])
    return [(event.model, event.challenging, event.roll.result) for event in of_kind(happened, Rolled)]


def test_g_eng_2_both_roll_and_the_single_highest_wins() -> None:
    play = begin(godbreaker("Raven", A, 10, 10, 8), godbreaker("Nova", B, 11, 10, 8), dice=[3, 7])
    happened = play.act("Raven", "engage", ["nova"])
    (won,) = of_kind(happened, AttackWon)
    assert (won.winner, won.results) == ("nova", (("raven", 3), ("nova", 7)))
    assert (play.model("Raven").damage, play.model("Nova").damage) == (4, 0)


def test_g_eng_2_and_q7_a_tie_for_highest_has_no_winner_and_no_damage() -> None:
    play = begin(godbreaker("Raven", A, 10, 10, 8, traits={"Brutal": 3}), godbreaker("Nova", B, 11, 10, 8), dice=[4, 4])
    happened = play.act("Raven", "engage", ["nova"])
    assert [event.winner for event in of_kind(happened, AttackWon)] == [""]
    assert of_kind(happened, Damaged) == []


def test_g_eng_2_a_tie_at_0_is_a_tie() -> None:
    # Each stands beside a second enemy: both rolls are challenging.
    models = [godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 11, 10), godbreaker("Cass", C, 10.5, 10.9)]
    assert fight(*models, dice=(3, 2)) == [("raven", True, 0), ("nova", True, 0)]


# -- G-ENG-3: challenging --------------------------------------------------------------------------


def test_g_eng_3_a_roll_is_plain_without_a_reason() -> None:
    models = [godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 11, 10)]
    assert fight(*models, dice=(3, 2)) == [("raven", False, 3), ("nova", False, 2)]


def test_g_eng_3_a_a_hostile_bystander_within_0_u_makes_it_challenging() -> None:
    models = [godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 11, 10), godbreaker("Nix", B, 9, 10)]
    assert fight(*models, dice=(3, 2)) == [("raven", True, 0), ("nova", False, 2)]


def test_g_eng_3_a_it_holds_for_the_opponent_too_from_its_own_side() -> None:
    models = [godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 11, 10), godbreaker("Wren", A, 12, 10)]
    assert fight(*models, dice=(3, 2)) == [("raven", False, 3), ("nova", True, 0)]


@pytest.mark.parametrize(
    "bystander",
    [godbreaker("Wren", A, 9, 10), unaligned("Pet", 9, 10, owner=A), godbreaker("Nix", B, 8, 10)],
    ids=["friend", "own tame model", "hostile but 1 U away"],
)
def test_g_eng_3_a_friends_and_distant_foes_do_not_matter(bystander: Model) -> None:
    models = [godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 11, 10), bystander]
    assert fight(*models, dice=(3, 2))[0] == ("raven", False, 3)


def test_g_eng_3_a_a_wild_bystander_is_hostile_to_both() -> None:
    models = [godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 11, 10), unaligned("Wolf", 10.5, 10.9)]
    assert fight(*models, dice=(3, 2)) == [("raven", True, 0), ("nova", True, 0)]


HEDGE_BY_NOVA = wall("Hedge", (12.2, 5), (12.2, 15))
HEDGE_BY_BOTH = wall("Hedge", (5, 10.9), (15, 10.9))


def test_g_eng_3_b_an_opponent_at_a_barricade_makes_it_challenging_for_who_is_not() -> None:
    models = [godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 11, 10)]
    assert fight(*models, dice=(3, 2), ground=table(HEDGE_BY_NOVA)) == [("raven", True, 0), ("nova", False, 2)]


def test_g_eng_3_b_not_when_the_rolling_model_is_at_a_barricade_too() -> None:
    models = [godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 11, 10)]
    assert fight(*models, dice=(3, 2), ground=table(HEDGE_BY_BOTH)) == [("raven", False, 3), ("nova", False, 2)]


def test_g_eng_3_b_any_barricade_will_do_for_the_rolling_model() -> None:
    models = [godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 11, 10)]
    ground = table(HEDGE_BY_NOVA, wall("Fence", (8.8, 5), (8.8, 15)))
    assert fight(*models, dice=(3, 2), ground=ground) == [("raven", False, 3), ("nova", False, 2)]


def test_g_eng_3_b_holds_for_the_active_model_at_a_barricade_too() -> None:
    models = [godbreaker("Raven", A, 11, 10), godbreaker("Nova", B, 10, 10)]
    assert fight(*models, dice=(3, 2), ground=table(HEDGE_BY_NOVA)) == [("raven", False, 3), ("nova", True, 0)]


def test_g_eng_3_b_within_0_u_is_less_than_an_inch() -> None:
    models = [godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 11, 10)]
    # The near face of the hedge lies a full inch from the rim of Nova.
    ground = table(wall("Hedge", (12.6, 5), (12.6, 15)))
    assert fight(*models, dice=(3, 2), ground=ground)[0] == ("raven", False, 3)


def test_g_eng_3_b_a_bystander_at_a_barricade_does_not_matter() -> None:
    models = [godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 10, 11), godbreaker("Nix", B, 11.9, 11)]
    ground = table(wall("Hedge", (13, 5), (13, 15)))
    assert fight(*models, dice=(3, 2), ground=ground) == [("raven", False, 3), ("nova", False, 2)]


def test_q17_one_of_several_engaged_hostiles_at_a_barricade_is_enough() -> None:
    raven = godbreaker("Raven", A, 10, 10, 8, traits={"Merciless": 1})
    models = [raven, godbreaker("Nova", B, 11, 10), godbreaker("Nix", B, 9, 10)]
    play = begin(*models, ground=table(HEDGE_BY_NOVA), dice=[3, 2, 1])
    happened = play.act("Raven", "engage", ["nova", "nix"])
    assert [event.challenging for event in of_kind(happened, Rolled)] == [True, False, False]


# -- G-ENG-4, G-ENG-5 ------------------------------------------------------------------------------


def test_g_eng_4_the_difference_of_the_two_results_is_dealt() -> None:
    play = begin(godbreaker("Raven", A, 10, 10, 12), godbreaker("Nova", B, 11, 10, 12), dice=[11, 4])
    happened = play.act("Raven", "engage", ["nova"])
    assert [(event.model, event.amount, event.source, event.rule) for event in of_kind(happened, Damaged)] == [
        ("nova", 7, "raven", "G-ENG-4")
    ]


def test_g_eng_4_and_q8_a_loser_out_of_the_winners_own_reach_rolls_but_takes_nothing() -> None:
    play = begin(godbreaker("Raven", A, 10, 10, reach=6), godbreaker("Nova", B, 15, 10, 8), dice=[2, 7])
    happened = play.act("Raven", "engage", ["nova"])
    assert len(of_kind(happened, Rolled)) == 2
    assert [(event.model, event.winner, event.rule) for event in of_kind(happened, OutOfReach)] == [
        ("raven", "nova", "G-ENG-4")
    ]
    assert of_kind(happened, Damaged) == []


def test_g_eng_4_an_opponent_with_the_longer_reach_hits_back() -> None:
    play = begin(godbreaker("Raven", A, 10, 10, reach=6), godbreaker("Nova", B, 15, 10, 8, reach=4), dice=[2, 7])
    play.act("Raven", "engage", ["nova"])
    assert play.model("Raven").damage == 5


def test_g_eng_4_friends_among_the_engaged_do_not_hurt_each_other() -> None:
    raven = godbreaker("Raven", A, 10, 10, 8, traits={"Merciless": 1})
    # Nix stands within reach of Nova, who wins.
    play = begin(raven, godbreaker("Nova", B, 11, 10, 8), godbreaker("Nix", B, 10.5, 10.9, 8), dice=[3, 7, 1])
    happened = play.act("Raven", "engage", ["nova", "nix"])
    assert [play.model(name).damage for name in ("Raven", "Nova", "Nix")] == [4, 0, 0]
    assert of_kind(happened, OutOfReach) == []


def test_g_eng_4_and_g_side_1_only_a_hostile_model_in_reach_is_struck() -> None:
    play = begin(godbreaker("Raven", A, 10, 10), godbreaker("Wren", A, 10, 11), godbreaker("Nova", B, 11, 10))
    raven, wren, nova = (play.model(name) for name in ("Raven", "Wren", "Nova"))
    assert [strikes(play.game, raven, other) for other in (wren, nova)] == [False, True]


def test_g_eng_5_afterwards_nobody_is_engaged() -> None:
    play = begin(godbreaker("Raven", A, 10, 10, 8), godbreaker("Nova", B, 11, 10), dice=[5, 5])
    happened = play.act("Raven", "engage", ["nova"])
    assert play.state.engaged == []
    assert [event.models for event in of_kind(happened, Disengaged)] == [("raven", "nova")]
