"""The Recovery phase (G-REC)."""

import pytest

from game.engine.core.decisions import Pick
from game.rulesets.godbreakers.rules.events import Casualty, Recovered, Rolled
from game.rulesets.godbreakers.rules.rolls import stake
from tests.rulesets.godbreakers.kit import FAR, A, B, begin, godbreaker, of_kind, treasure, unaligned


@pytest.mark.parametrize(("damage", "face", "left"), [(3, 4, 0), (4, 4, 0), (5, 4, 1), (1, 1, 0), (2, 1, 1)])
def test_g_rec_1_damage_falls_by_the_result_and_what_is_left_removes_the_model(
    damage: int, face: int, left: int
) -> None:
    play = begin(godbreaker("Raven", A, 5, 5, damage=damage), godbreaker("Nova", B, *FAR), step="recovery", dice=[face])
    (recovered,) = of_kind(play.session.events, Recovered)
    assert (recovered.left, recovered.removed) == (left, damage - left)
    assert play.model("Raven").place == ("casualty" if left else "table")


def test_g_rec_1_who_is_unhurt_does_not_roll() -> None:
    play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, *FAR), step="recovery")
    assert of_kind(play.session.events, Rolled) == []


def test_g_rec_1_in_priority_order_then_the_wild() -> None:
    play = begin(
        unaligned("Wolf", 12, 12, damage=1),
        godbreaker("Raven", A, 5, 5, damage=1),
        godbreaker("Nova", B, *FAR, damage=1),
        step="recovery",
        priority=[B, A],
        dice=[2, 3, 4],
    )
    assert [event.model for event in of_kind(play.session.events, Recovered)] == ["nova", "raven", "wolf"]


def test_g_rec_1_a_recovery_roll_is_not_challenging() -> None:
    play = begin(godbreaker("Raven", A, 5, 5, damage=1), godbreaker("Nova", B, *FAR), step="recovery", dice=[1])
    assert play.model("Raven").on_table


def test_q26_the_player_picks_one_model_after_another() -> None:
    hurt = [godbreaker(name, A, 5 + 3 * place, 5, damage=1) for place, name in enumerate(("Raven", "Wren", "Rook"))]
    play = begin(*hurt, godbreaker("Nova", B, *FAR), step="recovery", dice=[2, 3, 4])
    assert play.asked == (A, "G-REC-1")
    assert play.candidates == ["raven", "wren", "rook"]
    play.answer(["rook"])
    assert play.candidates == ["raven", "wren"]
    happened = play.answer(["wren"])
    assert [event.model for event in of_kind(happened, Recovered)] == ["wren", "raven"]


def test_q26_a_casualty_is_removed_at_once_before_the_next_recovers() -> None:
    play = begin(
        godbreaker("Raven", A, 5, 5, damage=9),
        godbreaker("Wren", A, 8, 5, damage=2),
        godbreaker("Rook", A, 11, 5, damage=2),
        godbreaker("Nova", B, *FAR),
        treasure("gold", "raven"),
        step="recovery",
        dice=[2, 3, 4],
    )
    happened = play.answer(["raven"])
    assert [event.model for event in of_kind(happened, Casualty)] == ["raven"]
    assert play.model("Raven").place == "casualty"
    assert play.state.tokens["gold"].holder == ""
    assert play.candidates == ["wren", "rook"]
    play.answer(["wren"])


def test_q26_the_handler_picks_the_order_of_the_wild() -> None:
    wolves = [unaligned(name, 8, 5 + 4 * place, damage=1) for place, name in enumerate(("One", "Two"))]
    nova, raven = godbreaker("Nova", B, *FAR), godbreaker("Raven", A, 20, 15)
    play = begin(*wolves, nova, raven, step="recovery", priority=[B, A], dice=[3, 3])
    assert play.asked == (A, "G-REC-1")
    play.answer(["two"])


def test_g_res_4_a_removed_godbreaker_keeps_what_it_is() -> None:
    play = begin(
        godbreaker("Raven", A, 5, 5, 10, damage=19, traits={}), godbreaker("Nova", B, *FAR), step="recovery", dice=[9]
    )
    raven = play.model("Raven")
    assert (raven.place, raven.die, raven.owner) == ("casualty", 10, A)


def test_g_rec_1_the_question_says_what_is_at_stake_for_each_model() -> None:
    hurt = [("Raven", 9), ("Wren", 3), ("Rook", 1)]
    models = [godbreaker(name, A, 5 + 3 * place, 5, damage=damage) for place, (name, damage) in enumerate(hurt)]
    play = begin(*models, godbreaker("Nova", B, *FAR), unaligned("Wolf", 12, 12, damage=9), step="recovery")
    decision = play.session.pending()
    assert isinstance(decision, Pick)
    assert [decision.note(piece) for piece in decision.candidates] == [
        "9 damage: lost unless it rolls its highest face (17%)",
        "3 damage: 33% to be lost",
        "1 damage: safe",
    ]
    assert stake(play.game, play.model("Wolf")) == "9 damage: lost whatever it rolls"
