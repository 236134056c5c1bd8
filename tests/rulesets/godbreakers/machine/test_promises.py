"""A promise shown is a promise kept: what previews, odds and outlooks said wrongly once, each as a table of its own."""

from __future__ import annotations

import pytest

from game.engine.core.decisions import Answer, Place
from game.engine.core.odds import Chance
from game.engine.rulebook.view import Line, OddsView
from game.rulesets.godbreakers.rules.state import Model, Token
from game.rulesets.godbreakers.view import odds as odds_view
from game.rulesets.godbreakers.view import preview
from game.rulesets.godbreakers.view.table import threats
from game.table.documents import MapDocument
from game.table.threat.threat_map import ThreatMap
from tests.rulesets.godbreakers.kit import (
    FAR,
    A,
    B,
    Play,
    begin,
    godbreaker,
    objective,
    shard,
    table,
    treasure,
    unaligned,
    wall,
    wood,
)
from tests.samples import few, some
from tools.promises import Walk
from tools.promising.checks import Checks


def lines(play: Play, x: float, y: float) -> list[Line]:
    """What the pending placement says of a spot; the game must be untouched by asking."""
    before = play.state.digest(), len(play.session.events)
    found = list(play.session.ruleset.preview(play.game, play.decision, x, y).lines)
    assert (play.state.digest(), len(play.session.events)) == before
    return found


def under(play: Play, x: float, y: float, rule: str) -> list[str]:
    return [line.text for line in lines(play, x, y) if line.rule == rule]


def engaging(play: Play, x: float, y: float) -> list[str]:
    """Every line about whom the model could engage."""
    return [line.text for line in lines(play, x, y) if "engage" in line.text.lower() or "attack range" in line.text]


def odds(play: Play, answer: Answer) -> OddsView | None:
    return play.session.ruleset.odds(play.game, play.decision, answer)


def outlook(play: Play, x: float, y: float) -> list[str]:
    *_, last = play.session.ruleset.outlook(play.game, play.decision, x, y)
    return [line.text for line in last]


def ready(name: str) -> Token:
    return Token("ready-1", "ready", holder=name.lower())


def ledge(level: int = 2) -> MapDocument:
    """A ledge of 4 by 4 inches over open ground."""
    return table(wood("Ledge", 8, 8, 12, 12).model_copy(update={"levels": (level,)}))


def jumping(*pieces: object, flaws: tuple[str, ...] = ()) -> Play:
    """Ada stands on the ledge, two levels up, and is about to step into the air."""
    ada = godbreaker("Ada", A, 11, 10, level=2, flaws=flaws)
    play = begin(ada, *pieces, ground=ledge(), levels=True)  # type: ignore[arg-type]  # passed on as it came
    play.act("Ada", "move", "fall-2")
    return play


# -- recovery ----------------------------------------------------------------------------------


def test_q27_relentless_is_counted_once_in_what_recovery_may_bring() -> None:
    ada = godbreaker("Ada", A, 10, 10, damage=6, traits={"Relentless": 3})
    play = begin(ada, godbreaker("Ann", A, 20, 10, damage=1), godbreaker("Bo", B, *FAR), step="recovery", dice=[1, 2])
    found = odds(play, ["ada"])
    assert found is not None
    assert [each.share for each in found.outcomes] == pytest.approx([4 / 6, 2 / 6])  # 3 left of 6: a 1 or 2 is too low
    assert not [line for line in found.lines if line.rule == "G-TRAIT-RELENTLESS"]
    play.answer(["ada"])
    assert play.model("Ada").place == "casualty"


def test_g_roll_5_a_triumph_in_recovery_is_reported_once() -> None:
    play = begin(godbreaker("Ada", A, 10, 10, damage=3), godbreaker("Bo", B, *FAR), step="recovery", dice=[6])
    told = [play.session.ruleset.tell(play.game, event) for event in play.session.events]
    assert told[1:3] == ["Triumph! Ada removes all damage (3)", "Ada has no damage left"]


# -- what a move costs -------------------------------------------------------------------------


@pytest.mark.parametrize(("flaws", "damage"), [((), 1), (("Brittle",), 2)])
def test_g_flaw_brittle_counts_among_what_obstacles_cost(flaws: tuple[str, ...], damage: int) -> None:
    ground = table(wall("Fence", (12, 6), (12, 14)))
    play = begin(godbreaker("Ada", A, 10, 10, flaws=flaws), godbreaker("Bo", B, *FAR), ground=ground, dice=[1])
    play.act("Ada", "move")
    assert f"Avoid Obstacles: 50% to pass, else {damage} damage" in under(play, 14, 10, "G-MOVE-2")
    play.answer([14, 10])
    assert play.model("Ada").damage == damage


@pytest.mark.parametrize(("flaws", "damage"), [((), 3), (("Brittle",), 4)])
def test_g_flaw_brittle_counts_among_what_a_fall_costs(flaws: tuple[str, ...], damage: int) -> None:
    play = jumping(godbreaker("Bo", B, *FAR), flaws=flaws)
    assert under(play, 14, 10, "G-ADV-4") == [f"Falls to level 0: {damage} damage"]
    play.answer([14, 10])
    assert play.model("Ada").damage == damage


def test_g_move_2_a_spot_that_takes_a_test_has_odds_and_so_has_a_move_away_from_an_enemy() -> None:
    ground = table(wall("Fence", (12, 6), (12, 14)))
    play = begin(godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, *FAR), ground=ground)
    play.answer(["ada"])
    assert odds(play, "move") is None  # some ends take no test
    play.answer("move")
    found = odds(play, [14, 10])
    assert found is not None
    assert (found.title, found.outcomes[0].share) == ("Ada tests Avoid Obstacles", 0.5)
    assert odds(play, [9, 10]) is None
    beside = begin(godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 11.2, 10))
    beside.answer(["ada"])
    assert odds(beside, "move") is not None


def test_g_meas_5_only_a_move_is_measured_against_the_movement_range() -> None:
    ada = godbreaker("Ada", A, 10, 10, traits={"Mysterious": 2})
    play = begin(ada, godbreaker("Bo", B, 24, 10), dice=[5])
    play.act("Ada", "hidden-ways")
    assert under(play, 22.5, 10, "G-MEAS-5") == []


def test_g_adv_5_the_range_told_is_that_of_the_best_level() -> None:
    """The mire on the ground is 3 inches wide; measured from the level above it costs nothing."""
    ground = table(wood("Mire", 11, 5, 14, 15))
    ada = godbreaker("Ada", A, 10, 10, traits={"Unbound": 1})
    play = begin(ada, godbreaker("Bo", B, *FAR), ground=ground, levels=True, unbound=True)
    play.act("Ada", "move")
    assert play.may_place(15.5, 10)
    assert under(play, 15.5, 10, "G-MEAS-5") == ["Moves 5.50″: the whole base within 6 of 6 U"]


# -- a spot in the air -------------------------------------------------------------------------


def test_g_adv_4_a_spot_in_the_air_is_judged_where_the_model_lands() -> None:
    play = jumping(godbreaker("Bo", B, 15.2, 10), objective(14, 11.3), treasure("gold", x=13.8, y=9.5))
    assert under(play, 14, 10, "G-MEAS-2") == ["Within 0 U: Bo, Objective"]
    assert under(play, 14, 10, "G-TBL-6") == ["Objective would be uncontrolled (now Bert)"]
    assert under(play, 14, 10, "G-MOVE-5") == ["May claim: treasure"]
    assert [text.split(":")[0] for text in engaging(play, 14, 10)] == ["Could engage Bo"]
    assert outlook(play, 14, 10) == ["1 could reach it at once: Bo"]


def test_g_adv_4_who_lies_in_the_air_where_it_would_land_is_displaced_in_the_preview_too() -> None:
    play = jumping(godbreaker("Bo", B, 14, 10))
    assert under(play, 14, 10, "G-ADV-4") == ["Falls to level 0: 3 damage"]
    assert under(play, 14, 10, "G-MEAS-2") == ["Within 0 U: Bo"]


def test_g_adv_2_the_threat_map_supposes_a_ghost_on_its_own_level() -> None:
    """Two levels up nobody pins; on the ground Ada's Pinning holds Bo back."""
    ada = godbreaker("Ada", A, 10, 10, level=2, traits={"Pinning": 3})
    bo = godbreaker("Bo", B, 14, 10)
    play = begin(ada, bo, ground=ledge(), levels=True)
    held, free = (chart_over(play, level, 20.0) for level in (0, 2))
    assert (held, free) == ([], ["bo"])


def chart_over(play: Play, level: int, x: float) -> list[str]:
    chart = ThreatMap()
    chart.update(threats(play.game, A, "ada", (11.0, 10.0), level))
    chart.finish()
    return chart.over(x, 10)


# -- whom it could engage ----------------------------------------------------------------------


def test_g_act_4_after_hidden_ways_as_the_last_action_nobody_is_engaged() -> None:
    ada = godbreaker("Ada", A, 10, 10, traits={"Mysterious": 1})
    play = begin(ada, godbreaker("Bo", B, 20, 10), dice=[5])
    play.act("Ada", "move", [10, 9], "hidden-ways")
    assert engaging(play, 18.9, 10) == ["In its attack range, with no action left: Bo"]


def test_g_act_4_after_hidden_ways_as_the_first_action_the_odds_are_those_of_the_die_that_triumphed() -> None:
    ada = godbreaker("Ada", A, 10, 10, traits={"Mysterious": 1})
    play = begin(ada, godbreaker("Bo", B, 20, 10), dice=[6])
    play.act("Ada", "hidden-ways")
    # A d8 by then, against a d6: 27 of 48 won, 6 tied.
    assert engaging(play, 18.9, 10) == ["Could engage Bo: wins 56%, ties 12%, loses 31%"]


@pytest.mark.parametrize(("trait", "asked"), [("Cunning", "G-TRAIT-CUNNING"), ("Juggernaut", "G-TRAIT-JUGGERNAUT")])
def test_g_act_4_a_placement_in_the_last_engage_leads_to_no_other(trait: str, asked: str) -> None:
    play = begin(
        godbreaker("Ada", A, 10, 10, traits={trait: 1}), godbreaker("Bo", B, 11.5, 10, damage=1), dice=[5, 2, 5, 2]
    )
    play.answer(["ada"])
    for last in (False, True):
        play.answer("engage", ["bo"])
        if trait == "Juggernaut":
            play.answer(["ada"])
        assert play.asked == (A, asked)
        told = "In its attack range, with no action left: Bo" if last else "Could engage: Bo"
        assert engaging(play, 10, 10.4) == [told]
        play.answer([10, 10.4 if not last else 10])


def test_g_trait_juggernaut_says_nothing_of_whom_the_model_it_shoves_could_engage() -> None:
    ada = godbreaker("Ada", A, 10, 10, traits={"Juggernaut": 2})
    play = begin(ada, godbreaker("Bo", B, 11.5, 10), dice=[5, 2])
    play.act("Ada", "engage", ["bo"], ["bo"])
    assert engaging(play, 11.5, 10.3) == []


def test_g_flaw_careful_who_has_engaged_does_not_engage_again() -> None:
    play = begin(godbreaker("Ada", A, 10, 10, flaws=("Careful",)), godbreaker("Bo", B, 11.5, 10), dice=[5, 2])
    play.act("Ada", "engage", ["bo"], "move")
    assert engaging(play, 10, 10.2) == ["In its attack range, with no action left: Bo"]
    tough = godbreaker("Ada", A, 10, 10, flaws=("Careful",), traits={"Cunning": 1})
    play = begin(tough, godbreaker("Bo", B, 11.5, 10), dice=[5, 2])
    play.act("Ada", "engage", ["bo"])
    found = [line for line in lines(play, 10, 10.2) if "attack range" in line.text]
    assert [(line.text, line.rule) for line in found] == [
        ("In its attack range, but cannot be engaged again: Bo", "G-FLAW-CAREFUL")
    ]


@pytest.mark.parametrize(("foe", "words"), [(12.8, ", before ready models strike"), (25.0, "")])
def test_g_adv_1_control_of_a_marker_is_promised_until_a_ready_model_strikes(foe: float, words: str) -> None:
    flag = objective(14, 10)
    play = begin(godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, foe, 11.95), flag, ready("Bo"), ready=True)
    play.act("Ada", "move")
    assert under(play, 12.8, 10, "G-TBL-6") == [f"Objective would be controlled by Anna{words}"]


def test_g_adv_1_a_move_says_that_a_ready_enemy_strikes_first() -> None:
    play = begin(godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 15, 10), ready("Bo"), ready=True, dice=[3, 3])
    play.act("Ada", "move")
    assert under(play, 13.5, 10, "G-ADV-1") == ["Ready, will strike first: Bo: wins 42%, ties 17%, loses 42%"]
    assert engaging(play, 13.5, 10) == ["Could engage: Bo"]
    assert under(play, 8, 10, "G-ADV-1") == []
    play.answer([13.5, 10])
    assert "engage" in play.options


def test_g_move_2_odds_after_a_move_count_what_its_test_may_do() -> None:
    """A d6 that passes with a 6 fights as a d8; one that fails is a point nearer to its end."""
    ground = table(wall("Fence", (12, 6), (12, 14)))
    play = begin(godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 15.6, 10), ground=ground)
    play.act("Ada", "move")
    win = 5 / 6 * 15 / 36 + 1 / 6 * 27 / 48
    [claim] = [line.claim for line in lines(play, 14.3, 10) if line.claim and line.claim.kind == "engage"]
    assert claim.chances[0] == pytest.approx(win)


# -- what a rule brings in ---------------------------------------------------------------------


def test_g_trait_summoning_the_summoned_is_nobodys_enemy_before_it_is_told_to_obey() -> None:
    ada = godbreaker("Ada", A, 10, 10, traits={"Summoning": 1})
    play = begin(ada, godbreaker("Bo", B, *FAR))
    play.act("Ada", "summon")
    assert engaging(play, 11.4, 10) == []
    assert "Then Obey!: 50% to pass" in [line.text for line in lines(play, 11.4, 10)]
    found = odds(play, [11.4, 10])
    assert found is not None
    assert found.title == "Ada tests Obey!"


def test_g_roll_6_who_may_ascend_by_the_test_may_leave_the_marker_it_holds() -> None:
    ada = godbreaker("Ada", A, 10, 10, 12, traits={"Summoning": 1})
    play = begin(ada, godbreaker("Bo", B, *FAR), objective(8.6, 10))
    play.act("Ada", "summon")
    assert under(play, 11.4, 10, "G-TBL-6") == ["Objective stays with Anna: 92%"]


def test_g_trait_despoiling_says_nothing_of_the_die_that_the_fallen_had() -> None:
    ada = godbreaker("Ada", A, 10, 10, traits={"Despoiling": 1})
    cy = godbreaker("Cy", A, 0, 0, 12)
    cy.place = "casualty"
    play = begin(ada, cy, godbreaker("Bo", B, 12.5, 10), objective(10, 11.5))
    play.act("Ada", "despoil", ["cy"])
    assert engaging(play, 11.3, 10) == []
    assert under(play, 11.3, 11.0, "G-TBL-6") == ["Objective stays with Anna"]
    assert odds(play, [11.3, 10]) is not None


def test_g_tbl_6_a_fallen_friend_holds_a_marker_only_if_it_stays() -> None:
    ada = godbreaker("Ada", A, 10, 10, traits={"Despoiling": 1})
    cy = godbreaker("Cy", A, 0, 0, 12)
    cy.place = "casualty"
    play = begin(ada, cy, godbreaker("Bo", B, *FAR), objective(12.8, 10))
    play.act("Ada", "despoil", ["cy"])
    assert under(play, 11.4, 10, "G-TBL-6") == ["Objective would be controlled by Anna: 50%"]


def test_g_tbl_6_a_damned_takes_the_place_of_the_lost_it_was() -> None:
    lost = unaligned("Lost", 10, 10, 6, kind="lost", damage=9)
    play = begin(
        lost,
        *(godbreaker(name, A, 11.6, 10 + turn) for name, turn in (("Ada", 0.4), ("Ann", 1.5))),
        godbreaker("Bo", B, *FAR),
        objective(10.6, 11.2),
        step="recovery",
        dice=[1],
        scenario="tragedy",
    )
    assert isinstance(play.decision, Place)
    assert under(play, 9.4, 10.9, "G-TBL-6") == ["Objective stays with Anna"]


def test_g_act_3_in_the_last_round_who_has_acted_threatens_nobody() -> None:
    bo = godbreaker("Bo", B, 15, 10, activated=True)
    play = begin(godbreaker("Ada", A, 10, 10), bo, godbreaker("Cy", B, *FAR), in_round=5)
    play.act("Ada", "move")
    assert outlook(play, 13.5, 10) == ["No enemy could reach it there, even after a move"]
    earlier = begin(godbreaker("Ada", A, 10, 10), bo.clone(), godbreaker("Cy", B, *FAR), in_round=4)
    earlier.act("Ada", "move")
    assert outlook(earlier, 13.5, 10) == ["1 could reach it next round: Bo"]


# -- no dice -----------------------------------------------------------------------------------


def carrying(*takers: Model, dice: tuple[int, ...] = ()) -> Play:
    ada = godbreaker("Ada", A, 10, 10)
    play = begin(ada, *takers, godbreaker("Bo", B, *FAR), treasure("gold", "ada"), dice=dice)
    play.answer(["ada"])
    return play


def test_g_spec_2_a_hand_off_that_may_take_a_test_has_odds_and_what_follows_on_it_has_none() -> None:
    near, far = godbreaker("Ann", A, 11.2, 10), godbreaker("Abe", A, 13, 10)
    assert odds(carrying(near.clone()), "hand-off") is None
    play = carrying(near, far, dice=(5,))
    assert odds(play, "hand-off") is not None
    play.answer("hand-off")
    assert (odds(play, ["ann"]), odds(play, ["abe"]) is None) == (None, False)
    play.answer(["abe"])
    assert odds(play, ["gold"]) is None


def test_g_scn_the_gathering_who_was_verified_is_revealed_without_dice() -> None:
    ada = godbreaker("Ada", A, 10, 10)
    local = unaligned("Local", 11.2, 10, 6, kind="local")
    play = begin(ada, local, godbreaker("Bo", B, *FAR), shard(A, 5, 5), scenario="gathering", dice=[5])
    play.answer(["ada"])
    assert odds(play, "verify") is not None
    play.answer("verify", ["local"])
    assert (play.options, odds(play, "hunter")) == (["hunter", "nobody"], None)


def test_g_adv_1_terrain_that_shifts_a_model_in_front_of_a_ready_enemy_is_not_without_dice() -> None:
    ada = godbreaker("Ada", A, 10, 10, traits={"Shaping": 1})
    bo = godbreaker("Bo", B, 15, 10, traits={"Ranged": 1})
    fence = wall("Fence", (0, 0.5), (3, 0.5))
    play = begin(ada, godbreaker("Ann", A, 11.6, 10), bo, ready("Bo"), supply=[fence], ready=True, dice=[5])
    play.act("Ada", "shape", "fence", "0")
    found = odds(play, [11.6, 10])
    assert found is not None
    assert found.title == "Bo engages Ada"
    assert odds(play, [8.0, 12.0]) is None


# -- random games ------------------------------------------------------------------------------


@pytest.mark.parametrize("number", few(range(5, 11)))
def test_every_promise_of_a_random_game_is_kept(number: int) -> None:
    """A game of every other scenario; `tools/promises.py` plays as many as one likes."""
    walk = Walk(number, share=some(40) / 100, most=1)
    assert list(walk.problems()) == []
    assert walk.checks.held.total() > some(200)


def test_the_walk_sees_a_promise_that_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    ground = table(wall("Fence", (12, 6), (12, 14)))
    play = begin(godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 15.5, 10), ground=ground)
    play.act("Ada", "move")
    assert list(Checks().of(play.session, [14.3, 10])) == []
    monkeypatch.setattr(odds_view, "test_odds", lambda game, model, test: Chance(1, 3))
    monkeypatch.setattr(preview, "extra_damage", lambda game, model: 1)
    monkeypatch.setattr(preview, "able_to_react", lambda game: [play.model("Bo")])
    broken = {problem.split(":")[0] for problem in Checks().of(play.session, [14.3, 10])}
    assert {"test", "failed test", "reacts"} <= broken
