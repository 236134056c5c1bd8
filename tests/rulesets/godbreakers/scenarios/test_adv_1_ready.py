"""Ready tokens and the reactions they allow (G-ADV-1, Q28)."""

from __future__ import annotations

import pytest

from game.rulesets.godbreakers.rules.events import Casualty, Damaged, Engaged, ReadySpent, Rolled, TokensVanished
from game.rulesets.godbreakers.rules.rounds.activation import lettered
from game.rulesets.godbreakers.rules.state import Model, Token
from tests.rulesets.godbreakers.kit import A, B, C, Play, begin, godbreaker, of_kind, unaligned


def ready(name: str, number: int = 1) -> Token:
    return Token(f"ready-{number}", "ready", holder=name.lower())


def waiting(*pieces: Model | Token, dice: tuple[int, ...] = (), **more: object) -> Play:
    return begin(*pieces, dice=dice, ready=True, **more)  # type: ignore[arg-type]


def test_g_adv_1_ready_claims_a_token_and_ends_the_activation() -> None:
    play = waiting(godbreaker("Ada", A, 5, 5), godbreaker("Bo", B, 25, 15))
    play.act("Ada", "ready")
    assert [token.id for token in play.game.tokens_of(play.model("Ada"))] == ["ready-1"]
    assert play.state.active == ""
    assert play.asked == (B, "G-ACT-1")
    assert {option.key for option in lettered() if option.stays} >= {"ready", "end"}  # it leaves all where it is


def test_g_adv_1_is_offered_only_where_it_was_agreed_on() -> None:
    play = begin(godbreaker("Ada", A, 5, 5), godbreaker("Bo", B, 25, 15))
    play.answer(["ada"])
    assert "ready" not in play.options


def test_g_adv_1_a_model_that_moves_into_reach_is_engaged_after_its_action() -> None:
    play = waiting(godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 14, 10), ready("Bo"), dice=(5, 2), priority=[A, B])
    play.act("Ada", "move")
    events = play.answer([12.5, 10.0])
    assert [event.opponents for event in of_kind(events, Engaged)] == [("ada",)]
    assert [event.model for event in of_kind(events, ReadySpent)] == ["bo"]
    assert of_kind(events, Engaged)[0].rule == "G-ADV-1"
    assert play.model("Ada").damage == 3
    assert not play.state.tokens
    assert play.state.active == "ada"


def test_g_adv_1_the_token_stays_when_nobody_comes_into_reach() -> None:
    play = waiting(godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 18, 10), ready("Bo"))
    play.act("Ada", "move", [12.5, 10.0])
    assert list(play.state.tokens) == ["ready-1"]
    assert play.dice_left == 0


def test_g_adv_1_standing_in_reach_without_being_placed_alerts_nobody() -> None:
    play = waiting(godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 11.5, 10), ready("Bo"), dice=(3, 3))
    play.act("Ada", "engage", ["bo"])
    assert list(play.state.tokens) == ["ready-1"]


def test_g_adv_1_friends_and_the_active_model_itself_are_not_alerted() -> None:
    play = waiting(
        godbreaker("Ada", A, 10, 10),
        godbreaker("Abe", A, 14, 10),
        ready("Abe"),
        ready("Ada", 2),
        godbreaker("Bo", B, 25, 5),
    )
    play.act("Ada", "move", [12.5, 10.0])
    assert set(play.state.tokens) == {"ready-1", "ready-2"}


def test_q28_only_the_active_model_is_nominated_whatever_the_traits() -> None:
    play = waiting(
        godbreaker("Ada", A, 10, 10),
        godbreaker("Abe", A, 15.5, 10),
        godbreaker("Bo", B, 14, 10, traits={"Merciless": 2, "Cunning": 2, "Juggernaut": 1}),
        ready("Bo"),
        dice=(2, 5),
    )
    play.act("Ada", "move")
    events = play.answer([12.5, 10.0])
    assert of_kind(events, Engaged)[0].opponents == ("ada",)
    # Cunning and Juggernaut are for active models: nothing is asked before Ada's second action.
    assert play.asked == (A, "G-ACT-4")


def test_g_adv_1_the_reactor_is_inactive_and_its_foe_active() -> None:
    """Defensive serves the reactor, Deadly the model it reacts to."""
    play = waiting(
        godbreaker("Ada", A, 10, 10, traits={"Deadly": 1}),
        godbreaker("Bo", B, 14, 10, traits={"Defensive": 1, "Deadly": 3}),
        ready("Bo"),
        # Bo's own roll comes first: a 1 is rolled again for Defensive, the 2 stands in spite of Deadly.
        dice=(1, 2, 1, 4),
    )
    play.act("Ada", "move")
    events = play.answer([12.5, 10.0])
    assert [(event.model, event.roll.faces) for event in of_kind(events, Rolled)] == [("bo", (1, 2)), ("ada", (1, 4))]
    assert play.model("Bo").damage == 2


def test_g_adv_1_a_ranged_reactor_reaches_as_far_as_its_attack_range() -> None:
    play = waiting(
        godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 18, 10, traits={"Ranged": 1}), ready("Bo"), dice=(5, 2)
    )
    play.act("Ada", "move")
    play.answer([12.5, 10.0])
    assert play.model("Ada").damage == 3


def juggernaut(bo_at: tuple[float, float], dice: tuple[int, ...]) -> Play:
    """Bo is ready; Ada the Juggernaut is about to shove Cora's Cid, whom she has engaged."""
    return waiting(
        godbreaker("Ada", A, 10, 10, traits={"Juggernaut": 2}),
        godbreaker("Bo", B, *bo_at),
        godbreaker("Cid", C, 11.4, 10),
        ready("Bo"),
        dice=dice,
        players=3,
    )


def test_q28_a_model_placed_by_the_enemys_juggernaut_alerts_but_the_active_one_must_be_in_reach() -> None:
    play = juggernaut((15.5, 10.0), (4, 4))
    play.act("Ada", "engage", ["cid"], ["cid"])
    play.answer([14.0, 10.0])
    assert list(play.state.tokens) == ["ready-1"]
    assert play.state.alerted == []


def test_q28_a_juggernaut_in_reach_is_engaged_for_the_model_it_placed() -> None:
    play = juggernaut((10.0, 11.8), (4, 4, 6, 1))
    play.act("Ada", "engage", ["cid"], ["cid"])
    events = play.answer([11.8, 12.0])
    assert [event.opponents for event in of_kind(events, Engaged)] == [("ada",)]
    assert play.state.tokens == {}


def test_q28_a_reactor_that_has_been_displaced_out_of_reach_does_nothing_and_keeps_its_token() -> None:
    """Mover comes to Bo by Cunning, in mid-Engage, and then shoves Bo away as a Juggernaut."""
    play = waiting(
        godbreaker("Ada", A, 10, 10, traits={"Juggernaut": 3, "Cunning": 1}),
        godbreaker("Bo", B, 11.9, 10),
        ready("Bo"),
        dice=(4, 4),
    )
    play.act("Ada", "engage", ["bo"])
    play.answer([10.3, 10.0])
    assert play.state.alerted == ["bo"]
    play.answer(["bo"], [16.0, 10.0])
    assert list(play.state.tokens) == ["ready-1"]
    assert play.state.alerted == []
    assert play.asked == (A, "G-ACT-4")


def test_q28_reactors_act_in_priority_order_and_one_that_is_out_of_reach_by_then_waits_on() -> None:
    play = waiting(
        godbreaker("Ada", A, 10, 10),
        godbreaker("Cid", C, 12.5, 11.5),
        godbreaker("Bo", B, 14, 10),
        ready("Cid", 1),
        ready("Bo", 2),
        dice=(3, 3, 4, 4),
        players=3,
        priority=[A, B, C],
    )
    play.act("Ada", "move")
    events = play.answer([12.5, 10.0])
    assert [event.model for event in of_kind(events, ReadySpent)] == ["bo", "cid"]


def two_reactors() -> Play:
    """Bo and Ben, both ready, are about to react to Ada."""
    play = waiting(
        godbreaker("Ada", A, 10, 10),
        godbreaker("Bo", B, 14, 10),
        godbreaker("Ben", B, 12.5, 11.5),
        ready("Bo", 1),
        ready("Ben", 2),
        dice=(3, 3, 4, 4),
    )
    play.act("Ada", "move", [12.5, 10.0])
    return play


def test_g_adv_1_a_player_with_several_reactors_orders_them() -> None:
    play = two_reactors()
    assert play.asked == (B, "G-ADV-1")
    assert play.candidates == ["bo", "ben"]
    events = play.answer(["ben"])
    assert [event.model for event in of_kind(events, ReadySpent)] == ["ben", "bo"]


def test_g_adv_1_a_wild_ready_model_reacts_last_by_its_handler() -> None:
    play = waiting(
        godbreaker("Ada", A, 10, 10),
        godbreaker("Bo", B, 14, 10),
        unaligned("Wolf", 12.5, 11.5),
        ready("Wolf", 1),
        ready("Bo", 2),
        dice=(3, 3, 4, 4),
    )
    play.act("Ada", "move")
    events = play.answer([12.5, 10.0])
    assert [event.model for event in of_kind(events, ReadySpent)] == ["bo", "wolf"]


def test_g_adv_1_wild_models_alert_too() -> None:
    play = waiting(
        godbreaker("Bo", B, 14, 10),
        unaligned("Wolf", 10, 10),
        ready("Bo"),
        godbreaker("Ada", A, 28, 18),
        dice=(6, 1, 8),
    )
    play.act("Ada", "end")
    play.act("Bo", "end")
    play.answer(["wolf"], "approach:bo")
    events = play.answer([12.5, 10.0])
    assert play.state.tokens == {}
    assert [(event.model, event.amount) for event in of_kind(events, Damaged)] == [("wolf", 5)]


@pytest.mark.parametrize(
    ("bo_at", "summoned_at", "dice", "left"),
    [((8.4, 10.0), (8.6, 11.0), (2, 3, 3), 0), ((12.9, 10.0), (11.4, 10.0), (2,), 1)],
)
def test_q28_a_summoned_model_alerts_and_the_summoner_is_engaged_only_in_reach(
    bo_at: tuple[float, float], summoned_at: tuple[float, float], dice: tuple[int, ...], left: int
) -> None:
    summoner = godbreaker("Ada", A, 10, 10, traits={"Summoning": 1})
    play = waiting(summoner, godbreaker("Bo", B, *bo_at), ready("Bo"), dice=dice)
    play.act("Ada", "summon", list(summoned_at))
    assert len(play.state.tokens) == left


def test_q28_a_ready_token_can_be_handed_off() -> None:
    play = waiting(
        godbreaker("Abe", A, 10, 10),
        godbreaker("Ann", A, 11.5, 10),
        ready("Abe"),
        godbreaker("Bo", B, 14.5, 10),
        dice=(5, 2),
    )
    play.act("Abe", "hand-off", ["ann"], ["ready-1"], "end")
    play.act("Bo", "move", [13.0, 10.0])
    assert play.model("Bo").damage == 3


def test_g_adv_1_ready_tokens_vanish_at_the_end_of_the_round() -> None:
    play = waiting(godbreaker("Ada", A, 5, 5), godbreaker("Bo", B, 25, 15), ready("Ada"))
    events = play.end_round()
    assert [event.tokens for event in of_kind(events, TokensVanished)] == [("ready-1",)]
    assert play.state.tokens == {}


def test_g_adv_1_a_casualtys_ready_token_vanishes_while_its_treasure_is_dropped() -> None:
    play = waiting(
        godbreaker("Ada", A, 5, 5, damage=9),
        godbreaker("Bo", B, 25, 15),
        ready("Ada"),
        Token("gold", "treasure", holder="ada"),
        dice=(1,),
        step="recovery",
    )
    assert [event.model for event in of_kind(play.session.events, Casualty)] == ["ada"]
    assert list(play.state.tokens) == ["gold"]


def test_g_adv_1_a_reaction_that_fells_nobody_leaves_the_second_action() -> None:
    play = waiting(godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 14, 10), ready("Bo"), dice=(2, 5, 3, 3))
    play.act("Ada", "move", [12.5, 10.0], "engage", ["bo"])
    assert play.dice_left == 0
    assert play.state.active == ""


def test_q5_an_active_d12_that_triumphs_in_a_reaction_ascends_when_it_is_resolved() -> None:
    play = waiting(
        godbreaker("Ada", A, 10, 10, die=12),
        godbreaker("Bo", B, 14, 10),
        godbreaker("Abe", A, 3, 3),
        ready("Bo"),
        dice=(5, 12),
    )
    play.act("Ada", "move", [12.5, 10.0])
    assert play.model("Ada").place == "ascended"
    assert play.state.active == ""
    assert play.model("Bo").damage == 7


def test_g_adv_1_undo_fork_and_replay_are_exact_in_the_middle_of_reactions() -> None:
    play = two_reactors()
    between = play.state.digest()
    twin = play.session.fork()
    assert twin.state.digest() == between
    play.answer(["bo"])
    after = play.state.digest()
    play.session.undo()
    assert play.state.digest() == between
    twin.answer(["bo"])
    play.answer(["bo"])
    assert twin.state.digest() == play.state.digest() == after


@pytest.mark.parametrize("place", ["casualty", "removed"])
def test_q28_a_reactor_that_has_left_the_table_does_nothing(place: str) -> None:
    play = waiting(godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 14, 10), godbreaker("Ben", B, 20, 10))
    play.answer(["ada"])
    play.state.models["bo"].place = place  # type: ignore[assignment]
    play.state.alerted.append("bo")
    play.answer("move", [10.5, 10.0])
    assert play.asked == (A, "G-ACT-4")
    assert play.state.alerted == []


def test_g_adv_1_the_log_says_that_a_model_stands_ready() -> None:
    play = begin(godbreaker("Wick", A, 10, 10), godbreaker("Gull", B, 25, 10), ready=True)
    told = [play.session.ruleset.tell(play.game, event) for event in play.act("wick", "ready")]
    assert "Wick stands ready" in told


def test_q28_who_holds_two_ready_tokens_reacts_once_to_one_action_and_keeps_the_other() -> None:
    tokens = (ready("Bo"), ready("Bo", 2))
    play = waiting(godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 14, 10), *tokens, dice=(3, 3), priority=[A, B])
    events = play.act("Ada", "move", [12.5, 10.0])
    assert [event.model for event in of_kind(events, ReadySpent)] == ["bo"]
    assert [token.holder for token in play.state.tokens.values()] == ["bo"]
    assert play.dice_left == 0
