"""Iron: Brutal, Juggernaut, Pinning, Relentless, Tough, each at every rank (Q6, Q7, Q9, Q19, Q27)."""

import pytest

from game.rulesets.godbreakers.rules.events import Damaged, Moved, Placed, Recovered
from game.rulesets.godbreakers.rules.traits import trait_holders
from tests.rulesets.godbreakers.kit import (
    FAR,
    A,
    B,
    Play,
    begin,
    godbreaker,
    of_kind,
    shard,
    table,
    treasure,
    unaligned,
    wall,
)

RANKS = (1, 2, 3)


def duel(
    dice: tuple[int, ...], *, active: dict[str, int] | None = None, other: dict[str, int] | None = None, die: int = 12
) -> Play:
    """Raven engages Nova; both have rolled."""
    raven = godbreaker("Raven", A, 10, 10, die, traits=active or {})
    play = begin(raven, godbreaker("Nova", B, 11.5, 10, die, traits=other or {}), dice=dice)
    play.act("Raven", "engage", ["nova"])
    return play


# -- Brutal and Tough ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", RANKS)
def test_g_trait_brutal_raises_attack_damage_by_twice_its_rank(rank: int) -> None:
    assert duel((6, 3), active={"Brutal": rank}).model("Nova").damage == 3 + 2 * rank


@pytest.mark.parametrize("rank", RANKS)
def test_g_trait_brutal_serves_an_inactive_winner_as_well(rank: int) -> None:
    assert duel((3, 6), other={"Brutal": rank}).model("Raven").damage == 3 + 2 * rank


def test_q7_without_a_difference_brutal_raises_nothing() -> None:
    play = duel((6, 6), active={"Brutal": 3}, other={"Brutal": 3})
    assert of_kind(play.session.events, Damaged) == []


@pytest.mark.parametrize("rank", RANKS)
def test_g_trait_tough_reduces_attack_damage_by_twice_its_rank(rank: int) -> None:
    assert duel((11, 1), other={"Tough": rank}).model("Nova").damage == 10 - 2 * rank


@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("difference", [1, 2])
def test_g_trait_tough_never_takes_the_last_damage(rank: int, difference: int) -> None:
    assert duel((4 + difference, 4), other={"Tough": rank}).model("Nova").damage == 1


@pytest.mark.parametrize("brutal", RANKS)
@pytest.mark.parametrize("tough", RANKS)
def test_e14_brutal_and_tough_are_reckoned_together_before_the_minimum(brutal: int, tough: int) -> None:
    play = duel((6, 3), active={"Brutal": brutal}, other={"Tough": tough})
    assert play.model("Nova").damage == max(1, 3 + 2 * brutal - 2 * tough)


def test_e14_as_the_rulebook_tells_it() -> None:
    assert duel((6, 3), active={"Brutal": 1}, other={"Tough": 2}).model("Nova").damage == 1


def test_g_trait_tough_does_not_help_against_damage_that_is_no_attack() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10, traits={"Thunderous": 2}),
        godbreaker("Nova", B, 11.5, 10, traits={"Tough": 3}),
        dice=[1],
    )
    play.act("Raven", "thunder")
    assert play.model("Nova").damage == 2


# -- Juggernaut ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", RANKS)
def test_g_trait_juggernaut_places_an_engaged_model_within_twice_its_rank(rank: int) -> None:
    play = duel((6, 3), active={"Juggernaut": rank})
    assert play.asked == (A, "G-TRAIT-JUGGERNAUT")
    assert play.candidates == ["raven", "nova"]
    play.answer(["nova"])
    # Measured from where Nova stands, the whole base: a shift of just under 2R + 1.
    assert play.may_place(12.5 + 2 * rank - 0.0001, 10)
    assert not play.may_place(12.5 + 2 * rank + 0.0001, 10)
    assert play.may_place(11.5, 10)
    assert "overlaps a base" in play.why_not(10.2, 10)
    happened = play.answer([11.5 + 2 * rank - 0.5, 10])
    assert [(event.piece, event.player, event.rule) for event in of_kind(happened, Placed)] == [
        ("nova", A, "G-TRAIT-JUGGERNAUT")
    ]
    assert play.model("Nova").x == 11 + 2 * rank


def test_q9_juggernaut_may_shift_itself_or_nobody() -> None:
    play = duel((6, 3), active={"Juggernaut": 1})
    play.answer(["raven"], [8.2, 10])
    assert play.model("Raven").x == 8.2
    play = duel((6, 3), active={"Juggernaut": 1})
    play.answer([])
    assert (play.model("Raven").x, play.model("Nova").x) == (10, 11.5)


def test_q9_juggernaut_shifts_exactly_one_among_several_engaged() -> None:
    raven = godbreaker("Raven", A, 10, 10, 8, traits={"Juggernaut": 1, "Merciless": 1})
    play = begin(raven, godbreaker("Nova", B, 11.5, 10), godbreaker("Nix", B, 10, 11.5), dice=[4, 1, 2])
    play.act("Raven", "engage", ["nova", "nix"])
    assert play.candidates == ["raven", "nova", "nix"]
    assert play.refused(["nova", "nix"])[0].rule == "G-TRAIT-JUGGERNAUT"
    play.answer(["nix"], [10, 13])
    assert play.asked == (A, "G-ACT-4")


def test_g_trait_juggernaut_works_whoever_won_but_only_for_the_active_model() -> None:
    assert duel((4, 4), active={"Juggernaut": 1}).asked == (A, "G-TRAIT-JUGGERNAUT")
    assert duel((1, 4), active={"Juggernaut": 1}).asked == (A, "G-TRAIT-JUGGERNAUT")
    assert duel((1, 4), other={"Juggernaut": 1}).asked == (A, "G-ACT-4")


def test_q19_being_shoved_is_no_move_no_obstacle_no_claim_and_no_pin() -> None:
    raven = godbreaker("Raven", A, 10, 10, 8, traits={"Juggernaut": 3})
    play = begin(
        raven,
        godbreaker("Nova", B, 11.5, 10),
        godbreaker("Wren", A, 11.5, 11.4, traits={"Pinning": 3}),
        treasure("gold", x=16, y=10),
        dice=[4, 3],
        ground=table(wall("Hedge", (14, 5), (14, 15))),
    )
    play.act("Raven", "engage", ["nova"], ["nova"], [16.3, 10])
    # Wren stands by Nova, whose 3 is worth 0.
    assert play.model("Nova").damage == 4
    assert play.state.tokens["gold"].holder == ""
    assert of_kind(play.session.events, Moved) == []


# -- Pinning -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("inside", [True, False])
def test_g_trait_pinning_enemies_within_its_rank_may_only_come_closer(rank: int, inside: bool) -> None:
    x = 11 + rank + (0.9 if inside else 1.1)
    play = begin(godbreaker("Raven", A, x, 10), godbreaker("Nova", B, 10, 10, traits={"Pinning": rank}))
    play.act("Raven", "move")
    assert play.may_place(x - 0.1, 10)
    assert play.may_place(x + 0.1, 10) is not inside
    assert play.may_place(x, 10) is not inside


def test_g_trait_pinning_the_refusal_says_who_pins_and_by_how_much() -> None:
    play = begin(godbreaker("Raven", A, 11.9, 10), godbreaker("Nova", B, 10, 10, traits={"Pinning": 1}))
    play.act("Raven", "move")
    refusal = play.why_not(12.4, 10)["not closer"]
    assert refusal.rule == "G-TRAIT-PINNING"
    assert "Nova" in refusal.text
    assert refusal.short_by == pytest.approx(0.5, abs=0.01)


def test_q24_a_null_move_is_not_for_the_pinned() -> None:
    play = begin(godbreaker("Raven", A, 11.9, 10), godbreaker("Nova", B, 10, 10, traits={"Pinning": 1}))
    play.act("Raven", "move")
    assert {refusal.rule for refusal in play.refused([11.9, 10])} == {"G-TRAIT-PINNING"}


def test_q19_closer_to_every_pinning_model_at_once() -> None:
    pin = {"Pinning": 2}
    play = begin(
        godbreaker("Raven", A, 10, 10),
        godbreaker("Nova", B, 8, 10, traits=pin),
        godbreaker("Nix", B, 12, 12, traits=pin),
    )
    play.act("Raven", "move")
    assert not play.may_place(9.5, 9.5)
    assert not play.may_place(10.5, 10.5)
    assert play.may_place(9.9, 10.6)


def test_q19_a_model_that_cannot_come_closer_may_not_move() -> None:
    pin = {"Pinning": 1}
    play = begin(
        godbreaker("Raven", A, 10, 10),
        godbreaker("Nova", B, 8.9, 10, traits=pin),
        godbreaker("Nix", B, 11.1, 10, traits=pin),
    )
    play.answer(["raven"])
    refusal = play.refusal("move")
    assert refusal.rule == "G-TRAIT-PINNING"
    assert "pinned" in refusal.text
    assert play.refused("move") == [refusal]


def test_g_trait_pinning_holds_neither_friends_nor_while_active() -> None:
    pin = {"Pinning": 3}
    play = begin(godbreaker("Raven", A, 10, 10), godbreaker("Wren", A, 11.5, 10, traits=pin))
    play.act("Raven", "move")
    assert play.may_place(4, 10)
    # Nova is active: what pins is the inactive Raven alone.
    play = begin(
        godbreaker("Raven", A, 10, 10),
        godbreaker("Nova", B, 11.5, 10, traits=pin),
        godbreaker("Wren", A, *FAR),
        priority=[B, A],
        dice=[5],
    )
    play.act("Nova", "move", [16, 10])
    assert play.model("Nova").x == 16


def test_g_trait_pinning_is_measured_as_the_table_lies() -> None:
    ground = table(wall("Wall", (11, 5), (11, 15), impassable=True))
    play = begin(godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 12, 10, traits={"Pinning": 3}), ground=ground)
    play.act("Raven", "move", [5, 10])
    assert play.model("Raven").x == 5


def test_g_trait_pinning_holds_unaligned_models_too() -> None:
    play = begin(
        unaligned("Wolf", 10, 10),
        godbreaker("Nova", B, 11.5, 10, traits={"Pinning": 1}, activated=True),
        dice=[],
    )
    play.answer(["wolf"], "override", "move")
    assert not play.may_place(9.9, 10)
    assert play.may_place(10.1, 10)


def test_g_cir_4_a_shard_of_pinning_makes_the_whole_circle_pin() -> None:
    play = begin(
        godbreaker("Raven", A, 11.9, 10), godbreaker("Nova", B, 10, 10), shard(B, 25, 15), shards={B: "Pinning"}
    )
    play.act("Raven", "move")
    assert not play.may_place(13, 10)


# -- Relentless ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("damage", [1, 2, 3, 4])
def test_g_trait_relentless_sheds_its_rank_at_the_start_of_recovery(rank: int, damage: int) -> None:
    raven = godbreaker("Raven", A, 10, 10, damage=damage, traits={"Relentless": rank})
    left = max(0, damage - rank)
    # Who has no damage left needs no roll (G-REC-1).
    play = begin(raven, godbreaker("Nova", B, *FAR), dice=[5] if left else [], step="recovery")
    shed = [event for event in of_kind(play.session.events, Recovered) if event.rule == "G-TRAIT-RELENTLESS"]
    assert [(event.removed, event.left) for event in shed] == [(min(rank, damage), left)]
    assert play.model("Raven").damage == 0


def test_q27_relentless_comes_before_any_roll_and_asks_nobody() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10, damage=2),
        godbreaker("Nova", B, 20, 10, damage=3, traits={"Relentless": 2}),
        unaligned("Wolf", 5, 5, damage=1, traits={"Relentless": 3}),
        dice=[2, 1],
        step="recovery",
    )
    recovered = of_kind(play.session.events, Recovered)
    assert [(event.model, event.removed) for event in recovered] == [
        ("nova", 2),
        ("wolf", 1),
        ("raven", 2),
        ("nova", 1),
    ]


def test_g_trait_relentless_with_no_damage_does_nothing() -> None:
    play = begin(godbreaker("Raven", A, 10, 10, traits={"Relentless": 3}), godbreaker("Nova", B, *FAR), step="recovery")
    assert of_kind(play.session.events, Recovered) == []


def test_only_who_can_speak_at_a_moment_is_asked() -> None:
    play = begin(
        godbreaker("Wick", A, 10, 10, traits={"Pinning": 1, "Tough": 2}, leader=True),
        godbreaker("Gull", B, 14, 10, traits={"Healer": 1}, leader=True),
        godbreaker("Brine", B, 18, 10),
    )
    assert [(model.name, trait.name, rank) for model, trait, rank in trait_holders(play.game, "move_conditions")] == [
        ("Wick", "Pinning", 1)
    ]
    assert [(model.name, trait.name) for model, trait, _ in trait_holders(play.game, "lets_reroll")] == [
        ("Gull", "Healer")
    ]
