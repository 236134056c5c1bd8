"""Conceding, an agreed draw and an early end, at every moment of a game (G-RND-1, G-RES-3, Q35)."""

import pytest

from game.engine.core.decisions import IllegalAnswer
from game.engine.core.flow import Interrupt
from game.engine.saving.saves import save_document
from game.players.new_session import agrees
from game.rulesets.godbreakers.ai.evaluation import expectation
from game.rulesets.godbreakers.rules.events import ActivationEnded, Conceded, InitiativeWon, TokensDropped
from game.rulesets.godbreakers.rules.rounds.deployment import AUTO
from game.rulesets.godbreakers.rules.state import Marker, Model, Token
from tests.rulesets.godbreakers.kit import (
    A,
    B,
    C,
    Play,
    begin,
    forgotten,
    from_the_start,
    godbreaker,
    hoard,
    objective,
    of_kind,
    shard,
    treasure,
    unaligned,
)


def three(*more: Model | Marker | Token, dice: tuple[int, ...] = (), priority: tuple[str, ...] = (A, B, C)) -> Play:
    """Three circles of two in the Activation phase."""
    circles = [
        godbreaker(f"{player[0]}{number}", player, 5 + 8 * place, 5 + 3 * number, leader=number == 1)
        for place, player in enumerate((A, B, C))
        for number in (1, 2)
    ]
    return begin(*circles, *more, players=3, priority=priority, dice=dice)


# -- two players, solo -------------------------------------------------------------------------------


def test_concede_between_two_players_ends_the_game_for_the_other_whatever_the_score() -> None:
    play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 25, 15), vp={A: 20})
    happened = play.declare("concede", A)
    assert play.ended() == ([B], "")
    assert [event.player for event in of_kind(happened, Conceded)] == [A]


def test_concede_at_any_time_between_two_even_in_the_others_activation() -> None:
    play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 25, 15))
    play.answer(["raven"], "move")
    play.declare("concede", B)
    assert play.ended()[0] == [A]


def test_concede_in_solo_play_is_a_loss() -> None:
    play = begin(godbreaker("Raven", A, 5, 5), players=1, vp={A: 40})
    play.declare("concede", A)
    assert play.ended() == ([], "lost")


def test_concede_during_deployment() -> None:
    play = from_the_start(2)
    play.answer([3, 3])
    play.declare("concede", B)
    assert play.ended()[0] == [A]


# -- three players -------------------------------------------------------------------------------------


def test_q35_who_concedes_among_three_leaves_the_order_and_the_others_play_on() -> None:
    play = three(shard(B, 20, 15), unaligned("Pet", 25, 15, 6, owner=B), treasure("gold", "b1"))
    happened = play.declare("concede", B)
    assert [event.tokens for event in of_kind(happened, TokensDropped)] == [("gold",)]
    assert play.state.result is None
    assert (play.state.lost, play.state.priority) == ([B], [A, C])
    assert play.game.circle(B) == []
    assert play.state.markers["bert.shard"].on_table
    assert play.model("Pet").wild
    assert play.state.tokens["gold"].holder == ""
    assert play.session.ruleset.violations(play.game) == []


def test_q35_the_last_but_one_to_concede_leaves_a_winner() -> None:
    play = three()
    play.declare("concede", B)
    play.declare("concede", A)
    assert play.ended()[0] == [C]


def test_concede_in_ones_own_activation_ends_it_and_the_next_in_order_is_up() -> None:
    play = three()
    play.answer(["a1"], "move")
    happened = play.declare("concede", A)
    assert [event.model for event in of_kind(happened, ActivationEnded)] == ["a1"]
    assert play.asked == (B, "G-ACT-1")


def test_concede_by_an_earlier_player_leaves_the_turn_where_it_was() -> None:
    play = three()
    play.answer(["a1"], "end")
    assert play.decision.player == B
    play.declare("concede", A)
    assert play.decision.player == B
    play.answer(["b1"], "end")
    assert play.decision.player == C


def test_concede_by_a_later_player_leaves_the_turn_where_it_was() -> None:
    play = three()
    play.answer(["a1"], "end", ["b1"], "end")
    assert play.decision.player == C
    play.declare("concede", C)
    assert play.asked == (A, "G-ACT-1")
    assert play.candidates == ["a2"]


def test_concede_must_not_cut_short_the_activation_of_somebody_else_among_three() -> None:
    play = three()
    play.answer(["a1"])
    refusal = play.declare_refused("concede", B)
    assert refusal.rule == "G-ACT-4"
    play.answer("end")
    play.declare("concede", B)
    assert play.decision.player == C


def test_g_act_2_nobody_cuts_a_wild_activation_short_among_three_not_even_its_handler() -> None:
    play = three(forgotten("Grim", 25, 15), forgotten("Grub", 25, 18), hoard(A, 2, 18))
    play.answer(["a1"], "end", ["b1"], "end", ["c1"], "end", ["a2"], "end", ["b2"], "end", ["c2"], "end", ["grim"])
    assert play.decision.player == C
    for player in (A, B, C):
        refusal = play.declare_refused("concede", player)
        assert refusal.rule == "G-ACT-4"
        assert "Grim" in refusal.text
    play.answer("override", "nothing")
    play.declare("concede", C)
    assert play.state.lost == [C]


def test_between_two_a_concession_ends_the_game_in_a_wild_activation_too() -> None:
    play = begin(forgotten("Grim", 25, 15), hoard(A, 2, 18), godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 9, 5))
    play.answer(["raven"], "end", ["nova"], "end", ["grim"])
    play.declare("concede", B)
    assert play.ended()[0] == [A]


def test_g_ini_5_when_the_handler_of_the_wild_concedes_the_next_lowest_takes_over() -> None:
    play = three(forgotten("Grim", 25, 15), hoard(A, 2, 18))
    play.answer(["a1"], "end", ["b1"], "end", ["c1"], "end", ["a2"], "end", ["b2"], "end", ["c2"], "end")
    assert play.asked == (C, "G-ACT-2")
    play.declare("concede", C)
    assert play.asked == (B, "G-ACT-2")


def leaders(*dice: int) -> Play:
    """The Initiative phase of three circles."""
    models = [godbreaker(f"Lead{each}", each, 3 + 5 * n, 5, 8, leader=True) for n, each in enumerate((A, B, C))]
    return begin(*models, step="initiative", players=3, dice=dice)


def test_g_ini_1_initiative_that_is_won_stands_when_another_player_concedes() -> None:
    play = leaders(2, 7, 5)
    play.declare("concede", C)
    assert play.asked == (B, "G-INI-3")
    assert play.items == [B, A], "the winner comes first"
    assert len(of_kind(play.session.events, InitiativeWon)) == 1


def test_g_ini_1_when_the_winner_concedes_the_others_roll_anew() -> None:
    play = leaders(2, 7, 5, 6, 4)
    play.declare("concede", B)
    assert play.asked == (A, "G-INI-3")
    assert play.items == [A, C]


def test_concede_during_deployment_among_three_the_others_go_on_deploying() -> None:
    play = from_the_start(3, dice=[4, 2])
    play.answer([3, 3], [15, 3], [27, 17], [15, 17])
    assert play.asked == (C, "G-SCN-6")
    play.declare("concede", B)
    assert play.decision.player == C
    play.answer(AUTO.key)
    asked = {play.decision.player}
    play.answer(AUTO.key)
    assert asked == {A}
    assert play.asked == (A, "G-INI-3")
    assert [len(play.game.circle(player)) for player in (A, B, C)] == [5, 0, 5]
    assert play.state.markers["bert.shard"].on_table


def test_concede_before_ones_own_shard_is_placed() -> None:
    play = from_the_start(3, dice=[4, 2])
    play.answer([3, 3])
    play.declare("concede", B)
    play.answer([15, 3])
    assert play.decision.about == "cora.shard"
    play.answer(AUTO.key, AUTO.key)
    assert not play.state.markers["bert.shard"].on_table
    assert "bert.hoard" not in play.state.markers


def test_a_player_who_has_conceded_has_no_more_say() -> None:
    play = three()
    play.declare("concede", B)
    for kind in ("concede", "draw", "end"):
        refusal = play.declare_refused(kind, B)
        assert (refusal.text, refusal.rule) == ("Bert is out of the game", "Q35")


# -- a draw, an early end --------------------------------------------------------------------------------


def test_an_agreed_draw_is_shared_by_all_who_still_play() -> None:
    play = three()
    play.declare("concede", C)
    play.declare("draw", A)
    assert play.ended() == ([A, B], "")


def test_nobody_agrees_a_draw_alone() -> None:
    play = begin(godbreaker("Raven", A, 5, 5), players=1)
    assert play.declare_refused("draw", A).rule == "G-SCN-4"


def test_ended_early_the_score_decides_as_it_stands() -> None:
    play = begin(objective(10, 10), godbreaker("Raven", A, 11.5, 10), godbreaker("Nova", B, 25, 15), vp={A: 1, B: 2})
    play.answer(["raven"], "move")
    play.declare("end", A)
    assert play.ended()[0] == [B]
    assert play.state.vp == {A: 1, B: 2}


def test_ended_early_in_solo_play_the_thresholds_hold() -> None:
    play = begin(godbreaker("Raven", A, 5, 5), players=1, vp={A: 22})
    play.declare("end", A)
    assert play.ended() == ([A], "respectable victory")


@pytest.mark.parametrize("kind", ["end", "draw"])
def test_q41_an_early_end_needs_the_consent_of_every_player_still_in_the_game(kind: str) -> None:
    play = three()
    play.declare("concede", C)
    refusal = play.declare_refused(kind, A, agreed=())
    assert (refusal.text, refusal.rule) == ("Bert has to agree", "Q41")
    assert play.declare_refused(kind, A, agreed=(C,)).rule == "Q41"
    play.declare(kind, A, agreed=(B,))
    assert play.session.journal[-1] == {"interrupt": kind, "player": A, "agreed": [B]}
    assert play.state.result is not None


def test_q41_an_early_end_that_an_older_program_recorded_without_consent_is_played_again() -> None:
    play = three()
    entry = {"interrupt": "end", "player": A}
    with pytest.raises(IllegalAnswer, match="Bert has to agree"):
        play.session.give(entry)
    play.session.give(entry, recorded=True)
    assert play.state.result is not None
    assert save_document(play.session).version == 1  # a save of this version must say who agreed


def test_q41_alone_nobody_else_is_asked() -> None:
    play = begin(godbreaker("Raven", A, 5, 5), players=1, vp={A: 22})
    play.declare("end", A, agreed=())
    assert play.ended() == ([A], "respectable victory")


# -- what programs agree to ------------------------------------------------------------------------------


def consents(play: Play, kind: str, player: str) -> bool:
    """Whether a program that plays for a player agrees to what Anna declares."""
    return agrees(play.session, Interrupt(kind, A), player)


def spent(*pieces: Model | Marker | Token, vp: dict[str, int] | None = None) -> Play:
    """Everybody but Anna's Raven has been activated: nothing but the end of the round is left for the others."""
    return begin(godbreaker("Raven", A, 2, 18), *pieces, players=3, vp=vp)


def test_q41_a_program_agrees_to_an_early_end_exactly_when_it_expects_no_more_than_the_present_score() -> None:
    nova = godbreaker("Nova", B, 11.5, 10, activated=True)
    cass = godbreaker("Cass", C, 27, 3, activated=True)
    # Bert holds the objective: 2 VP at the end of the round that an early end would cost him.
    held = spent(nova, cass, objective(10, 10))
    assert expectation(held.game, B) == 2
    assert not consents(held, "end", B)
    assert expectation(held.game, C) == -2
    assert consents(held, "end", C)
    # With nothing to be had the score stays what it is.
    bare = spent(nova, cass, vp={A: 9})
    assert expectation(bare.game, B) == 0
    assert consents(bare, "end", B)


def test_q41_a_program_with_a_fight_worth_having_does_not_agree_to_end_the_game_before_it() -> None:
    nova = godbreaker("Nova", B, 11.5, 10, 12, traits={"Brutal": 3})
    weak = godbreaker("Wren", A, 10, 10, damage=5, activated=True)
    play = begin(godbreaker("Raven", A, 2, 18), weak, nova)
    assert expectation(play.game, B) > 0
    assert not consents(play, "end", B)


def test_q41_a_program_agrees_to_a_draw_exactly_when_it_expects_no_lead() -> None:
    nova = godbreaker("Nova", B, 11.5, 10, activated=True)
    cass = godbreaker("Cass", C, 27, 3, activated=True)
    for score, agreed in (({B: 3, A: 2}, False), ({B: 2, A: 2}, True), ({B: 1, A: 2}, True)):
        assert consents(spent(nova, cass, vp=score), "draw", B) is agreed


def test_a_game_that_has_not_begun_cannot_end_early() -> None:
    assert from_the_start(2).declare_refused("end", A).rule == "G-RND-1"


def test_g_roll_5_a_triumph_already_earned_is_settled_before_the_game_ends() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10, 8, traits={"Cunning": 1}), godbreaker("Nova", B, 11.5, 10, 8), dice=[8, 1]
    )
    play.answer(["raven"], "engage", ["nova"])
    assert play.decision.rule == "G-TRAIT-CUNNING"
    play.declare("concede", B)
    assert play.model("Raven").die == 10
