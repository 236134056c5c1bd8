"""The Tragedy (section 11): the Lost sicken, turn into Damned, and are treated."""

from typing import Any

import pytest

from game.rulesets.godbreakers.rules import events as happened_in
from game.rulesets.godbreakers.rules.actions.repertoire import challenges
from game.rulesets.godbreakers.rules.events import Damaged, Displaced, Placed, Rolled, Scored, TakenAway
from game.rulesets.godbreakers.rules.placing import movement_range
from game.rulesets.godbreakers.rules.state import Model
from tests.rulesets.godbreakers.kit import (
    FAR,
    PLAYERS,
    A,
    B,
    C,
    Play,
    begin,
    from_the_start,
    godbreaker,
    of_kind,
    treasure,
    unaligned,
)
from tests.rulesets.godbreakers.setups import of_sort, places_asked, ring

RULE = "G-SCN-THE-TRAGEDY"
TRAGEDY: dict[str, Any] = {"scenario": "tragedy"}


def lost(name: str, x: float, y: float, **more: Any) -> Model:
    return unaligned(name, x, y, 6, kind="lost", **more)


def damned(name: str, x: float, y: float, **more: Any) -> Model:
    return unaligned(name, x, y, 8, kind="damned", traits={"Fleet": 1}, **more)


# -- setup -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_g_scn_the_tragedy_shards_then_in_reverse_a_godbreaker_and_a_lost_each(players: int) -> None:
    order = PLAYERS[:players]
    play = from_the_start(players, dice=range(1, players + 1), **TRAGEDY)
    asked = places_asked(play)
    assert asked[:players] == [(player, "shard") for player in order]
    pairs = [(player, kind) for player in reversed(order) for kind in ("godbreaker", "lost")]
    assert asked[players:] == pairs * 5
    assert len(of_sort(play, "lost")) == 5 * players


def test_g_scn_the_tragedy_a_lost_goes_outside_6_u_of_the_godbreaker_just_deployed() -> None:
    play = from_the_start(1, **TRAGEDY)
    play.answer([3, 3])
    second = play.candidates[1]
    play.answer([second], [5, 3])
    assert play.asked == (A, RULE)
    assert play.decision.about == "lost-1"
    # Two radii and seven inches between the rims; another godbreaker does not matter.
    assert play.may_place(13, 3)
    assert "too close" in play.why_not(12.99, 3)
    play.answer([13, 3])
    play.answer([play.candidates[0]], [3, 6])
    assert play.may_place(5, 14)
    assert not play.may_place(3, 12)
    newcomer = play.model("lost-1")
    assert (newcomer.die, newcomer.traits, newcomer.owner, newcomer.radius) == (6, {}, "", 0.5)


# -- the Lost ----------------------------------------------------------------------------------------


def test_g_scn_the_tragedy_all_lost_take_1_damage_at_the_start_of_each_round() -> None:
    play = begin(
        godbreaker("Raven", A, *FAR),
        lost("Ann", 10, 10, damage=1),
        lost("Joe", 15, 10),
        damned("Wretch", 20, 10),
        step="starting",
        players=1,
        **TRAGEDY,
    )
    assert [(event.model, event.amount, event.rule) for event in of_kind(play.session.events, Damaged)] == [
        ("ann", 1, RULE),
        ("joe", 1, RULE),
    ]
    assert [play.model(name).damage for name in ("Ann", "Joe", "Wretch")] == [2, 1, 0]


@pytest.mark.parametrize("make", [lost, damned])
def test_g_scn_the_tragedy_the_recovery_rolls_of_lost_and_damned_are_challenging(make: Any) -> None:
    play = begin(
        make("Ann", 10, 10, damage=4), godbreaker("Raven", A, *FAR), step="recovery", players=1, dice=[4], **TRAGEDY
    )
    assert [event.challenging for event in of_kind(play.session.events, Rolled)] == [True]
    assert play.model("Ann").damage == 0
    play = begin(
        make("Ann", 10, 10, damage=1), godbreaker("Raven", A, *FAR), step="recovery", players=1, dice=[3], **TRAGEDY
    )
    assert play.model("Ann").damage == 1


def test_g_scn_the_tragedy_godbreakers_recover_as_ever() -> None:
    play = begin(godbreaker("Raven", A, *FAR, damage=3), step="recovery", players=1, dice=[3], **TRAGEDY)
    assert play.model("Raven").damage == 0


def falling(*others: Model, dice: tuple[int, ...] = (1,), **more: Any) -> Play:
    """A Lost at (10, 10) fails its recovery roll."""
    return begin(
        lost("Ann", 10, 10, damage=1), *others, step="recovery", dice=dice, **{"players": 2, **TRAGEDY, **more}
    )


def test_g_scn_the_tragedy_a_damned_takes_the_place_of_a_lost_before_it_goes() -> None:
    play = falling(godbreaker("Raven", A, *FAR), godbreaker("Nova", B, 27, 17), priority=[B, A])
    # Q22: whoever is lowest in priority places it.
    assert play.asked == (A, RULE)
    assert play.model("Ann").on_table
    assert play.may_place(11.99, 10)
    assert "out of range" in play.why_not(12.01, 10)
    assert "overlaps a base" in play.why_not(10.9, 10)
    happened = [event.kind for event in play.answer([11.5, 10])]
    assert happened.index("Placed") < happened.index("Casualty")
    newcomer = play.model("damned-1")
    assert (newcomer.die, newcomer.traits, newcomer.owner, newcomer.damage) == (8, {"Fleet": 1}, "", 0)
    assert movement_range(play.game, newcomer) == 10


def test_q23_a_damned_without_room_goes_to_the_nearest_spot_for_1_damage() -> None:
    crowd = [unaligned(f"Beast{n}", *spot) for n, spot in enumerate(ring(10, 10, 1.5, 7))]
    # The Damned is hurt in the Recovery phase and rolls to recover in its turn.
    play = falling(godbreaker("Raven", A, *FAR), *crowd, dice=(1, 5), players=1)
    assert [event.piece for event in of_kind(play.session.events, Displaced)] == ["damned-1"]
    assert [(event.model, event.amount) for event in of_kind(play.session.events, Damaged)][:1] == [("damned-1", 1)]
    assert play.session.ruleset.violations(play.game) == []


def test_g_scn_the_tragedy_who_leaves_the_game_as_a_damned_comes_changes_nothing_about_it() -> None:
    play = falling(godbreaker("Raven", A, *FAR), godbreaker("Nova", B, 27, 17), godbreaker("Cass", C, 27, 3), players=3)
    assert play.asked == (C, RULE)
    play.declare("concede", C)
    assert play.model("damned-1").on_table
    assert play.model("Ann").place == "casualty"
    assert play.session.ruleset.violations(play.game) == []


# -- the Damned --------------------------------------------------------------------------------------


def test_g_scn_the_tragedy_attack_rolls_of_models_engaged_with_a_damned_are_challenging() -> None:
    play = begin(
        damned("Wretch", 10, 10),
        godbreaker("Raven", A, 11.5, 10),
        godbreaker("Nova", B, *FAR, activated=True),
        dice=[3, 2],
        **TRAGEDY,
    )
    happened = play.act("Raven", "engage", ["wretch"])
    assert [(event.model, event.challenging) for event in of_kind(happened, Rolled)] == [
        ("raven", True),
        ("wretch", False),
    ]
    # Raven's 3 counts as 0 against a plain 2.
    assert play.model("Raven").damage == 2


def test_g_scn_the_tragedy_the_reason_names_the_damned_and_two_damned_hinder_each_other() -> None:
    play = begin(damned("Wretch", 10, 10), damned("Husk", 11.5, 10), godbreaker("Raven", A, *FAR), **TRAGEDY)
    wretch, husk, raven = (play.model(name) for name in ("Wretch", "Husk", "Raven"))
    assert [*challenges(play.game, raven, [raven, wretch])] == ["Wretch is engaged"]
    assert [*challenges(play.game, wretch, [wretch, husk])] == ["Husk is engaged"]
    assert [*challenges(play.game, wretch, [wretch, raven])] == ["Husk, hostile and not engaged, is within 0 U"]


def scored(*others: Model, players: int = 2) -> Play:
    """A Damned at (10, 10) falls in the Recovery phase."""
    return begin(damned("Wretch", 10, 10, damage=9), *others, step="recovery", dice=[1], players=players, **TRAGEDY)


def test_g_scn_the_tragedy_5_vp_to_the_circle_of_the_closest_player_controlled_model() -> None:
    play = scored(godbreaker("Raven", A, 14, 10), godbreaker("Nova", B, 13, 10))
    assert play.state.vp == {A: 0, B: 5}
    assert [event.rule for event in of_kind(play.session.events, Scored)] == [RULE]


def test_g_scn_the_tragedy_a_tame_model_is_controlled_by_a_player_a_wild_one_is_not() -> None:
    play = scored(unaligned("Pet", 13, 10, owner=A), godbreaker("Raven", A, *FAR), godbreaker("Nova", B, 14, 10))
    assert play.state.vp == {A: 5, B: 0}
    play = scored(unaligned("Beast", 12, 10), godbreaker("Raven", A, *FAR), godbreaker("Nova", B, 14, 10))
    assert play.state.vp == {A: 0, B: 5}


def test_g_scn_the_tragedy_nobody_scores_if_players_tie_in_whole_u() -> None:
    # 2.1 and 2.9 inches are both 2 U (G-MEAS-7).
    play = scored(godbreaker("Raven", A, 13.1, 10), godbreaker("Nova", B, 6.1, 10))
    assert play.state.vp == {A: 0, B: 0}
    play = scored(godbreaker("Raven", A, 13.1, 10), godbreaker("Wren", A, 6.1, 10), godbreaker("Nova", B, *FAR))
    assert play.state.vp == {A: 5, B: 0}


def test_g_scn_the_tragedy_a_lost_that_turns_scores_nothing() -> None:
    play = falling(godbreaker("Raven", A, 14, 10), godbreaker("Nova", B, 27, 17))
    play.answer([11.5, 10])
    assert play.state.vp == {A: 0, B: 0}


# -- Treatment ---------------------------------------------------------------------------------------


def treating(die: int, *others: Model) -> Play:
    pieces = [godbreaker("Raven", A, 10, 10, 8), lost("Ann", 11.5, 10, damage=2), godbreaker("Nova", B, *FAR)]
    play = begin(*pieces, *others, dice=[die], **TRAGEDY)
    play.act("Raven", "treatment")
    return play


def test_g_scn_the_tragedy_treatment_removes_the_lost_and_success_is_worth_2_vp() -> None:
    play = treating(4, lost("Joe", 8.5, 10), lost("Sue", 20, 10))
    assert play.asked == (A, RULE)
    assert play.candidates == ["ann", "joe"]
    happened = play.answer(["ann"])
    assert [(event.model, event.by) for event in of_kind(happened, TakenAway)] == [("ann", "raven")]
    assert [(event.test, event.success) for event in of_kind(happened, happened_in.Tested)] == [("Field Trials", True)]
    # It is no casualty, so no Damned takes its place.
    assert play.model("Ann").place == "removed"
    assert of_sort(play, "damned") == []
    assert play.state.vp == {A: 2, B: 0}


def test_g_scn_the_tragedy_a_failed_treatment_leaves_a_damned_within_0_u_of_the_active_model() -> None:
    play = treating(3)
    play.answer(["ann"])
    assert play.state.vp == {A: 0, B: 0}
    assert play.asked == (B, RULE)
    assert play.may_place(11.5, 10)
    assert not play.may_place(12.01, 10)
    assert [event.piece for event in of_kind(play.answer([11.5, 10]), Placed)] == ["damned-1"]
    assert play.asked == (A, "G-ACT-4")


def test_g_scn_the_tragedy_treatment_needs_a_godbreaker_and_a_lost_within_0_u() -> None:
    play = begin(godbreaker("Raven", A, 10, 10), lost("Ann", 12.01, 10), godbreaker("Nova", B, *FAR), **TRAGEDY)
    play.answer(["raven"])
    assert play.refusal("treatment").rule == RULE
    assert "no Lost is within 0 U" in play.refusal("treatment").text
    play = begin(unaligned("Pet", 10, 10, owner=A), lost("Ann", 11.5, 10), godbreaker("Nova", B, *FAR), **TRAGEDY)
    play.answer(["pet"])
    assert "only a godbreaker" in play.refusal("treatment").text


def test_g_tbl_7_whatever_a_treated_model_held_is_left_unclaimed() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10, 8),
        lost("Ann", 11.5, 10),
        godbreaker("Nova", B, *FAR),
        treasure("coin", "ann"),
        dice=[4],
        **TRAGEDY,
    )
    play.act("Raven", "treatment", ["ann"])
    token = play.state.tokens["coin"]
    assert (token.holder, token.x, token.y) == ("", 11.5, 10.0)
    assert play.session.ruleset.violations(play.game) == []
