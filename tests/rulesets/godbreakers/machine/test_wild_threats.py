"""What a wild model threatens is what its compulsion lets it strike, from where that leads it (G-SIDE-4, Q12)."""

from __future__ import annotations

from game.rulesets.godbreakers.rules.state import Marker, Model, Token
from game.rulesets.godbreakers.view.table import threats
from game.table.threat.threat_map import ThreatMap, strikes_of
from tests.rulesets.godbreakers.kit import FAR, A, B, Play, begin, forgotten, godbreaker, hoard, treasure, unaligned


def anna(*pieces: Model | Marker | Token, rounds: int = 3, in_round: int = 1) -> Play:
    return begin(*pieces, godbreaker("Bo", B, *FAR), rounds=rounds, in_round=in_round)


def mapped(play: Play) -> ThreatMap:
    """The threats of wild models to Anna."""
    chart = ThreatMap()
    chart.update([threat for threat in threats(play.game, A) if threat.id != "bo"])
    return chart.finish()


def test_g_side_5_a_cowardly_model_threatens_nothing() -> None:
    play = anna(unaligned("Hare", 10, 10, 6), godbreaker("Ada", A, 11, 10))
    assert [threat.id for threat in threats(play.game, A)] == ["bo"]


def test_g_side_5_a_murderous_model_threatens_what_is_about_the_closest_only() -> None:
    chart = mapped(anna(unaligned("Wolf", 10, 10), godbreaker("Ada", A, 15, 10)))
    assert chart.over(14.0, 10.0) == ["wolf"]
    assert chart.over(6.0, 10.0) == [], "it could go there, but is not compelled to"


def test_q12_a_model_that_can_strike_does_not_move() -> None:
    chart = mapped(anna(unaligned("Wolf", 10, 10), godbreaker("Ada", A, 11, 10), godbreaker("Ann", A, 15, 10)))
    assert chart.over(10.9, 10.0) == ["wolf"]
    assert chart.over(14.0, 10.0) == []


def test_g_act_4_a_move_in_the_last_round_leaves_a_wild_model_no_action_to_strike() -> None:
    pieces = unaligned("Wolf", 10, 10), godbreaker("Ada", A, 15, 10)
    assert mapped(anna(*pieces, rounds=3, in_round=2)).over(14.0, 10.0) == ["wolf"]
    assert mapped(anna(*pieces, rounds=3, in_round=3)).over(14.0, 10.0) == []


def test_g_act_4_nor_does_it_leave_one_to_a_tame_model() -> None:
    pieces = unaligned("Wolf", 10, 10, owner=B), godbreaker("Ada", A, 15, 10)
    assert mapped(anna(*pieces, rounds=3, in_round=2)).over(14.0, 10.0) == ["wolf"]
    assert mapped(anna(*pieces, rounds=3, in_round=3)).over(14.0, 10.0) == []
    assert mapped(anna(*pieces, rounds=3, in_round=3)).over(10.9, 10.0) == ["wolf"], "it strikes from where it is"


def test_g_scn_the_score_a_model_that_claims_treasure_threatens_nothing() -> None:
    play = anna(
        forgotten("Ghost", 10, 10), godbreaker("Ada", A, 15, 10), hoard(A, 3, 3), treasure("t1", x=12, y=12),
    )  # fmt: skip
    assert [threat.id for threat in threats(play.game, A)] == ["bo"]


def test_g_comp_predator_what_is_no_prey_is_no_target_though_it_is_in_reach() -> None:
    prey = godbreaker("Prey", A, 15, 10, flaws=("Prey",))
    play = anna(unaligned("Wolf", 10, 10, compulsions=("Predator",)), godbreaker("Ada", A, 11.2, 10), prey)
    [wolf] = [threat for threat in threats(play.game, A) if threat.id == "wolf"]
    ada, hunted = (play.model(name).disc for name in ("Ada", "Prey"))
    assert strikes_of(wolf, ada) == ()
    assert [strike.already for strike in strikes_of(wolf, hunted)] == [False]
