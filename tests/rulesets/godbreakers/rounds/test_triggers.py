"""What several models may do at the same moment, and who settles the order (Q21, Q40)."""

from game.rulesets.godbreakers.rules.events import Damaged
from tests.rulesets.godbreakers.kit import A, B, Play, begin, godbreaker, of_kind, shard, unaligned


def hurt_juggernaut() -> Play:
    """Raven, Juggernaut and Vengeful, has lost its own Engage against Nova."""
    raven = godbreaker("Raven", A, 10, 10, 8, traits={"Vengeful": 1, "Juggernaut": 1})
    play = begin(raven, godbreaker("Nova", B, 11.5, 10, 8), dice=[2, 5])
    play.act("Raven", "engage", ["nova"])
    return play


def test_q40_of_two_own_traits_at_one_moment_the_player_picks_which_comes_first() -> None:
    play = hurt_juggernaut()
    assert play.asked == (A, "Q40")
    assert play.decision.about == "raven"
    assert play.options == ["Vengeful", "Juggernaut"]


def test_q40_vengeance_first_still_finds_the_enemy_that_is_shoved_away_afterwards() -> None:
    play = hurt_juggernaut()
    play.answer("Vengeful", ["nova"], ["nova"], [14, 10])
    assert (play.model("Nova").damage, play.model("Nova").x) == (1, 14)
    assert play.asked == (A, "G-ACT-4")


def test_q40_shoved_away_first_the_enemy_is_out_of_reach_of_vengeance() -> None:
    play = hurt_juggernaut()
    happened = play.answer("Juggernaut", ["nova"], [14, 10])
    assert of_kind(happened, Damaged) == []
    assert play.asked == (A, "G-ACT-4")


def test_q40_a_trait_that_the_other_one_makes_possible_follows_it_without_a_question() -> None:
    raven = godbreaker("Raven", A, 10, 10, 8, traits={"Cunning": 2, "Vengeful": 1, "Juggernaut": 1})
    play = begin(raven, godbreaker("Nova", B, 11.5, 10, 8, reach=3), dice=[2, 5])
    play.act("Raven", "engage", ["nova"], [8.2, 10])
    # Nobody is in its reach now, until the enemy is set down beside it.
    assert play.asked == (A, "G-TRAIT-JUGGERNAUT")
    play.answer(["nova"], [9.7, 10])
    assert play.asked == (A, "G-TRAIT-VENGEFUL")
    assert play.candidates == ["nova"]


def test_q40_of_two_own_models_at_one_moment_the_player_picks_which_comes_first() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10, 8, traits={"Merciless": 1}),
        godbreaker("Nova", B, 11.5, 10, 8, traits={"Vengeful": 1}),
        godbreaker("Nix", B, 8.5, 10, 8, traits={"Vengeful": 2}),
        dice=[7, 1, 2],
    )
    play.act("Raven", "engage", ["nova", "nix"])
    assert play.asked == (B, "Q40")
    assert play.candidates == ["nova", "nix"]
    happened = play.answer(["nix"], ["raven"], ["raven"])
    assert [(event.source, event.amount) for event in of_kind(happened, Damaged)] == [("nix", 2), ("nova", 1)]


def test_q40_between_two_wild_models_their_handler_picks() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10, 8, traits={"Merciless": 1}),
        unaligned("Wolf", 11.5, 10, traits={"Vengeful": 1}),
        unaligned("Bear", 8.5, 10, traits={"Vengeful": 1}),
        godbreaker("Nova", B, 25, 15),
        dice=[7, 1, 2],
    )
    play.act("Raven", "engage", ["wolf", "bear"])
    assert play.asked == (B, "Q40")
    assert play.candidates == ["wolf", "bear"]


def test_q39_the_trait_of_a_shard_is_one_trigger_beside_an_own_one_and_asks_for_nothing_else() -> None:
    raven = godbreaker("Raven", A, 10, 10, 8, traits={"Juggernaut": 1})
    nova = godbreaker("Nova", B, 11.5, 10, 8)
    play = begin(raven, nova, shard(A, 3, 3), dice=[2, 5], shards={A: "Vengeful"})
    play.act("Raven", "engage", ["nova"])
    assert play.asked == (A, "Q40")
    assert play.options == ["Juggernaut", "Vengeful"]


def test_q21_between_two_players_nobody_is_asked_whose_comes_first() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10, 8, traits={"Juggernaut": 1}),
        godbreaker("Nova", B, 11.5, 10, 8, traits={"Vengeful": 1}),
        dice=[7, 1],
    )
    play.act("Raven", "engage", ["nova"])
    assert play.asked == (A, "G-TRAIT-JUGGERNAUT")
    play.answer([])
    assert play.asked == (B, "G-TRAIT-VENGEFUL")
