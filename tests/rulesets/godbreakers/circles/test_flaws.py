"""Flaws: Brittle, Careful, Prey, Slow, Unlucky; Predator among compulsions; traits left unused (Q6, G-INI-5)."""

import pytest

from game.rulesets.godbreakers.rules.events import CompulsionChanged, CompulsionOverridden, Damaged, TraitsSetAside
from game.rulesets.godbreakers.rules.state import Marker, Model, Token
from tests.rulesets.godbreakers.kit import FAR, A, B, Play, begin, forgotten, godbreaker, hoard, of_kind, unaligned


def damage(play: Play) -> list[tuple[str, int]]:
    return [(event.model, event.amount) for event in of_kind(play.session.events, Damaged)]


# -- Brittle -------------------------------------------------------------------------------------------


def test_g_flaw_brittle_attack_damage_is_raised_by_1() -> None:
    play = begin(godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 11.5, 10, flaws=("Brittle",)), dice=[5, 2])
    play.act("Raven", "engage", ["nova"])
    assert damage(play) == [("nova", 4)]


def test_g_flaw_brittle_so_is_every_other_damage_each_time() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10, traits={"Thunderous": 1}),
        godbreaker("Nova", B, 11.5, 10, flaws=("Brittle",)),
        dice=[4],
    )
    play.act("Raven", "thunder")
    assert damage(play) == [("nova", 2), ("nova", 2)]
    play = begin(godbreaker("Raven", A, 10, 10, flaws=("Brittle",)), godbreaker("Nova", B, 11.5, 10), dice=[1])
    play.act("Raven", "move", [5, 10])
    assert damage(play) == [("raven", 2)]


def test_g_flaw_brittle_raises_nothing_where_there_is_nothing() -> None:
    play = begin(godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 11.5, 10, flaws=("Brittle",)), dice=[5, 5])
    play.act("Raven", "engage", ["nova"])
    assert damage(play) == []


@pytest.mark.parametrize(
    ("difference", "brutal", "tough", "taken"), [(1, 0, 1, 2), (3, 1, 2, 2), (5, 0, 1, 4), (1, 2, 1, 4)]
)
def test_q6_tough_with_its_minimum_comes_first_then_brittle(
    difference: int, brutal: int, tough: int, taken: int
) -> None:
    traits = {"Brutal": brutal} if brutal else {}
    play = begin(
        godbreaker("Raven", A, 10, 10, 12, traits=traits),
        godbreaker("Nova", B, 11.5, 10, 12, traits={"Tough": tough}, flaws=("Brittle",)),
        dice=[4 + difference, 4],
    )
    play.act("Raven", "engage", ["nova"])
    assert damage(play) == [("nova", taken)]


def test_e15_as_the_rulebook_tells_it() -> None:
    nova = godbreaker("Nova", B, 11.5, 10, traits={"Tough": 1}, flaws=("Brittle",))
    play = begin(godbreaker("Raven", A, 10, 10), nova, dice=[5, 4])
    play.act("Raven", "engage", ["nova"])
    assert damage(play) == [("nova", 2)]


# -- Careful and Slow ----------------------------------------------------------------------------------


def test_g_flaw_careful_engages_once_in_an_activation() -> None:
    play = begin(godbreaker("Raven", A, 10, 10, flaws=("Careful",)), godbreaker("Nova", B, 11.5, 10, 12), dice=[4, 4])
    play.act("Raven", "engage", ["nova"])
    assert play.refusal("engage").rule == "G-FLAW-CAREFUL"
    assert play.refused("engage") == [play.refusal("engage")]
    assert "move" in play.options


def test_g_flaw_slow_moves_once_in_an_activation() -> None:
    play = begin(godbreaker("Raven", A, 10, 10, flaws=("Slow",)), godbreaker("Nova", B, 20, 10))
    play.act("Raven", "move", [14, 10])
    assert play.refusal("move").rule == "G-FLAW-SLOW"
    assert play.refused("move") == [play.refusal("move")]


def test_g_flaw_slow_and_careful_leave_one_of_each() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10, flaws=("Slow", "Careful")), godbreaker("Nova", B, 17, 10, 12), dice=[4, 4]
    )
    play.act("Raven", "move", [15.5, 10], "engage", ["nova"])
    assert play.model("Raven").x == 15.5


def test_g_act_4_without_a_flaw_the_same_action_may_be_done_twice() -> None:
    play = begin(godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 20, 10))
    play.act("Raven", "move", [14, 10], "move", [10, 10])
    assert play.model("Raven").x == 10


def test_g_flaw_slow_hinders_no_placing_that_is_no_move() -> None:
    raven = godbreaker("Raven", A, 3, 3, traits={"Mysterious": 1}, flaws=("Slow",))
    play = begin(raven, godbreaker("Nova", B, 20, 10), dice=[4])
    play.act("Raven", "move", [4, 4], "hidden-ways", [20, 8.5])
    assert play.model("Raven").y == 8.5


# -- Unlucky -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "hurt"), [(3, 1), (4, 1), (5, 0)])
def test_g_flaw_unlucky_a_4_fails_too(face: int, hurt: int) -> None:
    play = begin(godbreaker("Raven", A, 10, 10, flaws=("Unlucky",)), godbreaker("Nova", B, 11.5, 10), dice=[face])
    play.act("Raven", "move", [5, 10])
    assert play.model("Raven").damage == hurt


def test_e18_an_unlucky_models_test_of_4_fails() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10, flaws=("Unlucky",), traits={"Mysterious": 1}),
        godbreaker("Nova", B, *FAR),
        dice=[4],
    )
    play.act("Raven", "hidden-ways")
    assert play.asked == (A, "G-ACT-4")


def test_g_flaw_unlucky_matters_only_on_challenging_rolls() -> None:
    play = begin(godbreaker("Raven", A, 10, 10, flaws=("Unlucky",)), godbreaker("Nova", B, 11.5, 10), dice=[4, 1])
    play.act("Raven", "engage", ["nova"])
    assert damage(play) == [("nova", 3)]
    play = begin(
        godbreaker("Raven", A, 10, 10, flaws=("Unlucky",)),
        godbreaker("Nova", B, 11.5, 10),
        godbreaker("Nix", B, 8.5, 10),
        dice=[4, 1],
    )
    play.act("Raven", "engage", ["nova"])
    assert damage(play) == [("raven", 1)]


# -- Prey and Predator ---------------------------------------------------------------------------------


def acting(wild: Model, *others: Model | Marker | Token, dice: tuple[int, ...] = ()) -> Play:
    """Everybody else has been activated, and Bert has just activated the wild model."""
    for other in others:
        if isinstance(other, Model):
            other.activated = True
    play = begin(wild, *others, dice=dice, priority=[A, B])
    play.answer([wild.id])
    return play


@pytest.mark.parametrize(("gap", "rule"), [(8.9, "G-COMP-PREDATOR"), (9.1, "G-SIDE-5")])
def test_g_flaw_prey_within_the_wild_models_own_movement_range_makes_it_a_predator(gap: float, rule: str) -> None:
    prey = godbreaker("Prey", A, round(6 + gap, 4), 10, flaws=("Prey",))
    play = acting(unaligned("Wolf", 5, 10), prey, godbreaker("Nova", B, 8, 10))
    assert play.asked == (B, rule)
    hunted = "prey" if rule == "G-COMP-PREDATOR" else "nova"
    assert play.options == [f"approach:{hunted}", "override"]


def test_g_flaw_prey_fleet_makes_a_wild_model_smell_farther() -> None:
    prey = godbreaker("Prey", A, 16.5, 10, flaws=("Prey",))
    play = acting(unaligned("Wolf", 5, 10, traits={"Fleet": 1}), prey, godbreaker("Nova", B, 8, 10))
    assert play.asked == (B, "G-COMP-PREDATOR")


def test_g_flaw_prey_the_closest_with_the_flaw_is_hunted_whoever_else_is_closer() -> None:
    play = acting(
        unaligned("Wolf", 5, 10, reach=3),
        godbreaker("Nova", B, 6.5, 10),
        godbreaker("Prey", A, 5, 12, flaws=("Prey",)),
        godbreaker("More", B, 5, 6, flaws=("Prey",)),
        dice=(7, 5, 1),
    )
    play.answer("engage")
    assert play.candidates == ["prey"]
    play.answer(["prey"])
    assert damage(play) == [("prey", 2)]


def test_g_flaw_prey_turns_even_a_coward_into_a_hunter() -> None:
    play = acting(unaligned("Hare", 10, 10, 6), godbreaker("Prey", A, 11.5, 10, flaws=("Prey",)), dice=(2, 1, 5))
    assert play.asked == (B, "G-COMP-PREDATOR")
    assert play.options == ["engage", "override"]
    play.answer("engage", ["prey"])


def test_g_side_4_predator_overrides_mine_and_when_lost_mine_is_back() -> None:
    grim = forgotten("Grim", 10, 10, compulsions=("Mine!",))
    prey = godbreaker("Prey", A, 13, 10, flaws=("Prey",))
    play = acting(grim, prey, hoard(A, 20, 10))
    assert play.asked == (B, "G-COMP-PREDATOR")
    far = godbreaker("Prey", A, 28, 18, flaws=("Prey",))
    play = acting(forgotten("Grim", 10, 10, compulsions=("Mine!", "Predator")), far, hoard(A, 20, 10))
    assert play.asked == (B, "G-COMP-MINE")


def test_g_side_4_what_was_gained_last_rules_even_if_it_is_mine() -> None:
    grim = forgotten("Grim", 10, 10, compulsions=("Predator", "Mine!"))
    play = acting(grim, godbreaker("Prey", A, 13, 10, flaws=("Prey",)), hoard(A, 20, 10))
    assert play.asked == (B, "G-COMP-MINE")


def test_g_side_4_a_compulsion_lost_and_gained_again_is_the_latest() -> None:
    # Wren carries the prey out of the wolf's range and another comes near: told when it happens.
    prey = godbreaker("Prey", A, 16, 10, flaws=("Prey",))
    grim = forgotten("Grim", 5, 10, compulsions=("Predator", "Mine!"))
    play = begin(prey, grim, godbreaker("Nova", B, *FAR), hoard(A, 28, 18), hoard(B, 28, 2))
    happened = play.act("Prey", "move", [12, 10], "end")
    assert play.state.models["grim"].compulsions == ("Predator", "Mine!")
    assert of_kind(happened, CompulsionChanged) == []
    play = begin(
        godbreaker("Prey", A, 16, 10, flaws=("Prey",)),
        forgotten("Grim", 5, 10, compulsions=("Mine!",)),
        godbreaker("Nova", B, *FAR),
        hoard(A, 28, 18),
    )
    happened = play.act("Prey", "move", [12, 10], "end")
    assert [(event.model, event.compulsion) for event in of_kind(happened, CompulsionChanged)] == [("grim", "Predator")]


def test_g_flaw_prey_tells_when_a_wild_model_begins_and_ceases_to_hunt() -> None:
    play = begin(godbreaker("Prey", A, 18, 10, flaws=("Prey",)), unaligned("Wolf", 5, 10), godbreaker("Nova", B, *FAR))
    happened = play.act("Prey", "move", [13, 10], "move", [18, 10])
    assert of_kind(happened, CompulsionChanged) == []
    play.answer(["nova"], "end")
    play.answer(["wolf"])
    assert play.asked == (A if play.state.priority[-1] == A else B, "G-SIDE-5")


def test_g_flaw_prey_does_not_concern_tame_models() -> None:
    play = begin(
        godbreaker("Prey", A, 12, 10, flaws=("Prey",), activated=True),
        unaligned("Pet", 10, 10, owner=B),
        priority=[A, B],
    )
    play.answer(["pet"])
    assert play.asked == (B, "G-ACT-4")


# -- a wild model's traits left unused, the final say -------------------------------------------------


def test_g_ini_5_the_handler_may_leave_any_trait_unused_and_it_is_told() -> None:
    wolf = unaligned("Wolf", 10, 10, traits={"Ranged": 1, "Brutal": 3})
    play = acting(wolf, godbreaker("Raven", A, 12.5, 10), dice=())
    assert play.options == ["engage", "traits", "override"]
    happened = play.answer("traits", ["Brutal"])
    assert [(event.model, event.handler, event.traits) for event in of_kind(happened, TraitsSetAside)] == [
        ("wolf", B, ("Ranged",))
    ]
    # Without its reach nobody can be struck: it has to go there.
    assert play.options == ["approach:raven", "override"]


def test_g_ini_5_an_unused_trait_neither_helps_in_the_engage_nor_in_recovery() -> None:
    wolf = unaligned("Wolf", 10, 10, damage=2, traits={"Relentless": 3, "Brutal": 3})
    play = acting(wolf, godbreaker("Raven", A, 11.5, 10, 12), godbreaker("Nova", B, *FAR), dice=(5, 4, 4, 3))
    play.answer("traits", [], "engage", ["raven"])
    assert damage(play) == [("raven", 1)]
    assert play.state.models["wolf"].unused == ()
    assert play.state.round == 2


def test_g_ini_5_asked_once_and_all_may_be_kept() -> None:
    play = acting(unaligned("Wolf", 10, 10, traits={"Brutal": 1}), godbreaker("Raven", A, 11.5, 10))
    play.answer("traits", ["Brutal"])
    assert play.options == ["engage", "override"]


def test_q12_the_final_say_is_logged_and_opens_golden_actions_too() -> None:
    wolf = unaligned("Wolf", 10, 10, traits={"Summoning": 1})
    play = acting(wolf, godbreaker("Raven", A, 11.5, 10), dice=(8,))
    happened = play.answer("override")
    assert len(of_kind(happened, CompulsionOverridden)) == 1
    play.answer("summon", [10, 11.5])
    # Its handler is never its controller: what a wild model summons stays wild, though it obeyed (G-INI-5).
    assert play.state.models["summoned-d8-1"].wild
