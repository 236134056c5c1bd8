"""What the window is told of a spot before it is taken: control, tokens, targets with odds, and who could come."""

from __future__ import annotations

from game.engine.rulebook.editing import Editing
from game.engine.rulebook.view import Line
from game.lengths import tape
from game.play.verdicts import of_lines
from game.rulesets.godbreakers.rules.events import Moved
from game.rulesets.godbreakers.view.table import threats
from tests.rulesets.godbreakers.kit import (
    A,
    B,
    Play,
    begin,
    godbreaker,
    hoard,
    objective,
    shard,
    table,
    treasure,
    unaligned,
    wall,
)


def moving(*others: object, **more: object) -> Play:
    """Anna's d6 at (10, 10) is about to move."""
    play = begin(godbreaker("Ada", A, 10, 10), *others, **more)  # type: ignore[arg-type]  # passed on as it came
    play.answer(["ada"], "move")
    return play


def lines(play: Play, x: float, y: float) -> list[Line]:
    return list(play.session.ruleset.preview(play.game, play.decision, x, y).lines)


def line(play: Play, x: float, y: float, rule: str) -> list[tuple[str, str]]:
    return [(each.text, each.tone) for each in lines(play, x, y) if each.rule == rule]


def outlook(play: Play, x: float, y: float) -> dict[str, str]:
    *_, last = play.session.ruleset.outlook(play.game, play.decision, x, y)
    return {each.rule: each.text for each in last}


def test_g_tbl_6_a_spot_tells_which_marker_it_would_win() -> None:
    play = moving(objective(14, 10), godbreaker("Far", B, 25, 18))
    assert line(play, 12.8, 10, "G-TBL-6") == [("Objective would be controlled by Anna", "good")]
    assert line(play, 8.0, 10, "G-TBL-6") == []


def test_g_tbl_6_a_spot_tells_which_marker_it_would_give_away() -> None:
    play = moving(objective(11.2, 10), godbreaker("Bo", B, 25, 18))
    assert line(play, 7.0, 10, "G-TBL-6") == [("Objective would be uncontrolled (now Anna)", "warning")]
    assert line(play, 10.0, 10.2, "G-TBL-6") == [("Objective stays with Anna", "plain")]


def test_g_tbl_6_a_spot_beside_an_enemy_breaks_the_enemys_hold() -> None:
    play = moving(objective(14, 10), godbreaker("Bo", B, 15.2, 10))
    assert line(play, 12.8, 10, "G-TBL-6") == [("Objective would be uncontrolled (now Bert)", "good")]


def at_cursor(play: Play, x: float, y: float) -> list[str]:
    return [said.text for said in of_lines(lines(play, x, y) + [*_last_outlook(play, x, y)])]


def _last_outlook(play: Play, x: float, y: float) -> tuple[Line, ...]:
    *_, last = play.session.ruleset.outlook(play.game, play.decision, x, y)
    return last


def test_g_tbl_6_every_marker_with_another_controller_is_said_first_at_the_cursor() -> None:
    won_and_lost = moving(shard(A, 11.2, 10), objective(15, 10), godbreaker("Bo", B, 19, 10))
    assert at_cursor(won_and_lost, 13.9, 9.9) == [
        "3 of 6 U", f"loses {A}'s shard", "gains Objective", "1 could hit you",
    ]  # fmt: skip
    broken = moving(objective(14, 10), godbreaker("Bo", B, 15.2, 10))
    assert at_cursor(broken, 12.8, 10)[:2] == ["2 of 6 U", "Bert loses Objective"]


def test_g_meas_5_a_move_has_one_length_at_the_cursor_in_the_panel_and_in_the_log() -> None:
    """The cursor said how far apart the two places of the base are, the log how far its centre goes."""
    play = moving(godbreaker("Far", B, 25, 18))
    shown = play.session.ruleset.preview(play.game, play.decision, 12.998, 14)
    assert (shown.path, shown.receipt) == (((10.0, 10.0), (12.998, 14)), None)
    assert tape(shown.inches) == "4.99″"
    assert line(play, 12.998, 14, "G-MEAS-5") == [("Moves 4.99″: the whole base within 4 of 6 U", "plain")]
    happened = play.answer([12.998, 14])
    [moved] = [event for event in happened if isinstance(event, Moved)]
    assert play.session.ruleset.tell(play.game, moved).startswith("Ada moves 4 U to ")


def test_g_move_5_a_spot_tells_which_tokens_could_be_claimed() -> None:
    play = moving(treasure("gold", x=14, y=10), godbreaker("Bo", B, 25, 18))
    assert line(play, 13.2, 10, "G-MOVE-5") == [("May claim: treasure", "good")]
    assert line(play, 8.0, 10, "G-MOVE-5") == []


def test_g_eng_1_a_spot_tells_whom_the_model_could_engage_from_there_and_how_it_would_go() -> None:
    play = moving(godbreaker("Bo", B, 15, 10))
    [(text, tone)] = line(play, 13.5, 10, "G-ENG-1")
    assert text == "Could engage Bo: wins 42%, ties 17%, loses 42%"  # two d6: 15 of 36, 6 of 36, 15 of 36
    assert tone == "good"
    assert line(play, 8.0, 10, "G-ENG-1") == []


def test_g_act_4_who_moves_with_its_last_action_could_engage_nobody_afterwards() -> None:
    play = moving(godbreaker("Bo", B, 15, 10), godbreaker("Cy", B, 15.4, 11.2))
    play.answer([9.0, 10.0], "move")
    told = "In its attack range, with no action left: Bo"
    assert (line(play, 13.5, 10, "G-ENG-1"), line(play, 13.5, 10, "G-ACT-4")) == ([], [(told, "plain")])
    assert line(play, 8.0, 10, "G-ACT-4") == []


def test_g_act_4_who_has_its_only_action_still_before_it_could_engage() -> None:
    play = begin(unaligned("Hun", 10, 10, owner=A), godbreaker("Bo", B, 15, 10), godbreaker("Ada", A, 3, 3))
    play.answer(["hun"])
    put_right = Editing(player="", prompt="", rule="", about="hun", title="")
    found = play.session.ruleset.preview(play.game, put_right, 13.5, 10).lines
    assert [each.text.split(":")[0] for each in found if each.rule == "G-ENG-1"] == ["Could engage Bo"]
    play.answer("move")
    assert line(play, 13.5, 10, "G-ENG-1") == []
    assert line(play, 13.5, 10, "G-ACT-4") == [("In its attack range, with no action left: Bo", "plain")]


def test_asking_what_a_spot_would_mean_changes_nothing() -> None:
    play = moving(objective(14, 10), godbreaker("Bo", B, 15.2, 10), treasure("gold", x=12, y=10))
    before = play.state.digest()
    lines(play, 12.8, 10)
    outlook(play, 12.8, 10)
    assert play.state.digest() == before


def test_g_ini_5_who_could_come_is_seen_with_traits_that_stay_set_aside_on_the_table() -> None:
    play = moving(unaligned("Wolf", 14, 10, traits={"Fleet": 1}, unused=("Fleet",)), godbreaker("Bo", B, 15.2, 10))
    outlook(play, 12.8, 10)
    assert play.model("wolf").unused == ("Fleet",)


def test_g_eng_1_who_stands_within_reach_could_strike_at_once() -> None:
    play = moving(godbreaker("Bo", B, 15, 10), godbreaker("Cy", A, 12, 4))
    told = outlook(play, 13.5, 10)
    assert told["G-ENG-1"] == "1 could reach it at once: Bo"
    assert "G-MOVE-1" not in told


def test_g_move_1_who_must_move_first_is_told_apart_to_the_hair() -> None:
    # A d6 moves 7 inches short of nothing and then strikes at less than 1 inch: rims may be up to 8 inches apart.
    play = moving(godbreaker("Bo", B, 22, 10))
    near, far = 22 - 8.99, 22 - 9.01
    assert outlook(play, near, 10) == {"G-MOVE-1": "1 could reach it after a move: Bo"}
    assert outlook(play, far, 10) == {"G-ENG-1": "No enemy could reach it there, even after a move"}


def test_g_meas_6_a_wall_keeps_off_who_would_be_near_enough() -> None:
    long_wall = wall("Keep", (18, 0), (18, 20), impassable=True)
    play = moving(godbreaker("Bo", B, 20, 10), ground=table(long_wall))
    assert outlook(play, 14, 10) == {"G-ENG-1": "No enemy could reach it there, even after a move"}


def test_g_side_2_wild_models_count_among_those_who_could_come() -> None:
    play = moving(unaligned("Wolf", 16, 10), godbreaker("Bo", B, 28, 18))
    assert outlook(play, 11, 10) == {"G-MOVE-1": "1 could reach it after a move: Wolf"}


def test_g_act_3_who_has_acted_in_the_last_round_cannot_come_any_more() -> None:
    foes = (godbreaker("Bo", B, 22, 10, activated=True), godbreaker("Cy", B, 22, 12))
    one, then = "1 could reach it after a move: Cy", "1 could reach it next round: Bo"
    assert outlook(moving(*foes, rounds=3, in_round=2), 14.5, 10.5) == {"G-MOVE-1": one, "G-ACT-1": then}
    assert outlook(moving(*foes, rounds=3, in_round=3), 14.5, 10.5) == {"G-MOVE-1": one}
    ready = treasure("ready-1", "bo", sort="ready")  # who is ready strikes from where it stands
    assert outlook(moving(*foes, ready, rounds=3, in_round=3), 14.5, 10.5) == {"G-MOVE-1": one}


def test_g_act_3_the_threat_map_leaves_out_who_cannot_act_any_more() -> None:
    foes = (godbreaker("Bo", B, 22, 10, activated=True), godbreaker("Cy", B, 22, 12))

    def threatening(in_round: int) -> list[str]:
        return [threat.id for threat in threats(moving(*foes, rounds=3, in_round=in_round).game, A)]

    assert threatening(2) == ["bo", "cy"]
    assert threatening(3) == ["cy"]


def test_a_spot_of_a_wild_model_is_coloured_for_whoever_handles_it() -> None:
    """Anna handles the Wolf: what it could do to her is no good news, and what could stop it no bad."""
    wolf = unaligned("Wolf", 10, 10, kind="beast", die=10)
    others = godbreaker("Ada", A, 15, 10, activated=True), godbreaker("Bo", B, 28, 18, activated=True)
    play = begin(wolf, *others, priority=(B, A))
    play.answer(["wolf"], "override", "move")
    assert play.decision.player == A
    thought = Editing(player=A, prompt="", rule="", about="wolf")
    told = play.session.ruleset.preview(play.game, thought, 13.5, 10).lines
    assert [each.tone for each in told if "Could engage" in each.text] == ["warning"]
    *_, last = play.session.ruleset.outlook(play.game, play.decision, 13.5, 10)
    assert {each.tone for each in last} == {"plain"}


def test_g_meas_7_the_closest_hostiles_are_all_that_tie_in_whole_units() -> None:
    play = begin(
        godbreaker("Ada", A, 10, 10),
        godbreaker("Bo", B, 14.1, 10),
        godbreaker("Bea", B, 10, 14.8),
        godbreaker("Far", B, 4, 10),
        godbreaker("Ally", A, 10, 8),
    )
    assert set(play.session.ruleset.closest(play.game, "ada")) == {"bo", "bea"}
    assert play.session.ruleset.closest(play.game, "nobody") == ()


def test_g_side_4_a_wild_model_comes_only_where_its_compulsion_leads() -> None:
    """A Hare flees, and a Wolf goes for the closest: neither comes for Ada, though both could by the final say."""
    hare = moving(unaligned("Hare", 16, 10, 6), godbreaker("Bo", B, 28, 18))
    assert outlook(hare, 11, 10) == {"G-ENG-1": "No enemy could reach it there, even after a move"}
    wolf = moving(unaligned("Wolf", 16, 10), godbreaker("Bo", B, 18, 10, activated=True), rounds=3, in_round=3)
    assert outlook(wolf, 11, 10) == {"G-ENG-1": "No enemy could reach it there, even after a move"}


def test_a_forgotten_that_takes_the_hoard_away_says_so_at_the_cursor() -> None:
    ada, bo = godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 25, 18, activated=True)
    play = begin(ada, bo, hoard(A, 11.5, 10), dice=[2], scenario="score", priority=(B, A))
    play.answer(["ada"], "plunder")
    assert (play.decision.player, play.decision.kind) == (A, "place")
    assert [each.text for each in of_lines(lines(play, 11.0, 11.2))][:1] == ["loses anna's hoard"]
    assert not of_lines(lines(play, 8.8, 10))
