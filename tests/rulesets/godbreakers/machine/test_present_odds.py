"""What the window tells of the dice before an answer is given."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.engine.core.decisions import Answer
from game.engine.rulebook.view import OddsView
from game.rulesets.godbreakers.view import odds
from game.rulesets.godbreakers.words.rule_text import wording
from tests.rulesets.godbreakers.kit import A, B, Play, begin, godbreaker, hoard, unaligned

RULES = Path(odds.__file__).parents[1] / "rules"


def told(play: Play, answer: Answer) -> OddsView:
    """The odds of an answer; the game must be untouched by asking."""
    before = play.state.digest(), len(play.session.events)
    found = play.session.ruleset.odds(play.game, play.decision, answer)
    assert (play.state.digest(), len(play.session.events)) == before
    assert found is not None
    return found


def shares(found: OddsView) -> dict[str, float]:
    return {each.label: each.share for each in (*found.outcomes, *found.chances)}


def test_g_eng_2_two_even_dice_win_tie_and_lose_as_counted_by_hand() -> None:
    play = begin(godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 11.5, 10))
    play.answer(["ada"])
    found = told(play, "engage")
    assert shares(found)["Win"] == pytest.approx(15 / 36)
    assert shares(found)["Tie"] == pytest.approx(6 / 36)
    assert shares(found)["Triumph for Ada"] == pytest.approx(1 / 6)
    dealt = next(spread for spread in found.spreads if spread.label == "Damage to Bo")
    assert dealt.shares == pytest.approx((21 / 36, 5 / 36, 4 / 36, 3 / 36, 2 / 36, 1 / 36))
    assert sum(dealt.shares) == pytest.approx(1)
    assert found.reverse is not None
    assert shares(found.reverse)["Bo wins"] == pytest.approx(15 / 36)


def test_g_eng_3_what_makes_a_roll_challenging_is_named_with_its_rule() -> None:
    ada, bo = godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 11.5, 10)
    play = begin(ada, bo, godbreaker("Cy", B, 8.5, 10))
    play.answer(["ada"], "engage")
    found = told(play, ["bo"])
    hard = [line for line in found.lines if line.rule == "G-ENG-3"]
    assert len(hard) == 1
    assert "Cy" in hard[0].text
    assert "Ada" in hard[0].text
    # 1 to 3 count as 0: Ada wins with 4, 5, 6 over what is less.
    assert shares(found)["Win"] == pytest.approx((3 + 4 + 5) / 36)


def test_g_trait_deadly_counts_for_whoever_would_be_active() -> None:
    play = begin(godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 11.5, 10, traits={"Deadly": 2}))
    play.answer(["ada"])
    found = told(play, "engage")
    assert shares(found)["Lose"] == pytest.approx(15 / 36), "Deadly only works for the active model"
    assert found.reverse is not None
    assert shares(found.reverse)["Bo wins"] == pytest.approx((2 + 3 + 4 + 5) / 24)


def test_traits_and_flaws_that_change_the_damage_are_named_with_their_rules() -> None:
    ada = godbreaker("Ada", A, 10, 10, traits={"Brutal": 1})
    play = begin(ada, godbreaker("Bo", B, 11.5, 10, traits={"Tough": 1}, flaws=("Brittle",)))
    play.answer(["ada"], "engage")
    rules = {line.rule for line in told(play, ["bo"]).lines}
    assert {"G-TRAIT-BRUTAL", "G-TRAIT-TOUGH", "G-FLAW-BRITTLE"} <= rules
    assert all(wording(rule) for rule in rules)


def test_g_eng_4_who_cannot_strike_back_deals_nothing_and_it_is_said() -> None:
    ada = godbreaker("Ada", A, 10, 10, traits={"Ranged": 1})
    play = begin(ada, godbreaker("Bo", B, 15, 10))
    play.answer(["ada"])
    found = told(play, "engage")
    assert next(spread for spread in found.spreads if spread.label == "Damage to Ada").shares == (1.0,)
    assert any("Bo cannot hurt Ada" in line.text for line in found.lines)
    assert found.reverse is None


def test_several_in_reach_are_compared_and_each_told_when_pointed_at() -> None:
    play = begin(godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 11.5, 10), godbreaker("Cy", B, 8.5, 10, 8))
    play.answer(["ada"])
    assert [each.label for each in told(play, "engage").chances] == ["Wins against Bo", "Wins against Cy"]
    play.answer("engage")
    assert told(play, ["cy"]).title == "Ada engages Cy"


def test_g_roll_4_a_test_tells_success_failure_and_triumph() -> None:
    play = begin(godbreaker("Ada", A, 10, 10), hoard(B, 11.5, 10), godbreaker("Bo", B, 25, 18))
    play.answer(["ada"])
    found = told(play, "sunder")
    assert shares(found) == pytest.approx({"Success": 1 / 2, "Failure": 1 / 2, "Triumph": 1 / 6})
    assert [line.rule for line in found.lines] == ["G-ROLL-4"]


def test_plunder_names_what_its_test_decides_since_the_treasure_is_safe() -> None:
    play = begin(godbreaker("Ada", A, 10, 10), hoard(A, 11.5, 10), godbreaker("Bo", B, 25, 18), scenario="score")
    play.answer(["ada"])
    assert shares(told(play, "plunder")) == pytest.approx(
        {"No Forgotten": 1 / 2, "Wakes a Forgotten": 1 / 2, "Triumph": 1 / 6}
    )


def test_g_rec_1_recovery_tells_who_would_be_lost() -> None:
    ada, bo = godbreaker("Ada", A, 10, 10, damage=3), godbreaker("Bo", A, 20, 10, damage=1)
    play = begin(ada, bo, godbreaker("Cy", B, 25, 18), step="recovery")
    found = told(play, ["ada"])
    assert shares(found) == pytest.approx({"Stays": 4 / 6, "Lost": 2 / 6, "Triumph": 1 / 6})


def test_nothing_is_told_where_no_dice_fall() -> None:
    play = begin(godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 11.5, 10), ground=None)
    assert play.session.ruleset.odds(play.game, play.decision, ["ada"]) is None
    play.answer(["ada"])
    assert play.session.ruleset.odds(play.game, play.decision, "end") is None


def test_every_test_of_the_rulebook_is_named_by_the_action_that_makes_it() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in RULES.rglob("*.py"))
    assert set(re.findall(r"\btest\(game, \w+, (\S+), rule", source)) == {"self.test", "Sunder.test", "AVOID"}


def test_g_trait_merciless_whoever_is_named_further_counts_with_whom_is_named_already() -> None:
    wolf = unaligned("Wolf", 10, 10, reach=6, traits={"Merciless": 1})
    raven, nova = godbreaker("Raven", A, 11, 10, activated=True), godbreaker("Nova", B, 10, 14, activated=True)
    play = begin(wolf, raven, nova, priority=[A, B])
    play.answer([wolf.id])
    play.answer("engage")
    play.answer(["raven"])
    assert play.candidates == ["nova"]
    both = told(play, ["nova"])
    assert both.title == "Wolf engages Raven and Nova"
    assert both.outcomes != told(play, []).outcomes
    assert told(play, []).title == "Wolf engages Raven"
    assert [piece.id for piece in play.session.ruleset.view(play.game).pieces if piece.engaged] == ["wolf", "raven"]


def tones(found: OddsView) -> dict[str, str]:
    return {each.label: each.tone for each in (*found.outcomes, *found.chances)} | {
        each.label: each.tone for each in found.spreads
    }


def test_the_odds_are_coloured_by_what_they_mean_to_whoever_decides() -> None:
    """A wild model that hurts the piece of whoever handles it is no good news."""
    wolf, ada = unaligned("Wolf", 10, 10), godbreaker("Ada", A, 11.5, 10, activated=True)
    play = begin(wolf, ada, godbreaker("Bo", B, 28, 18, activated=True), priority=(B, A))
    play.answer(["wolf"])
    assert play.decision.player == A
    options = [key for key in play.options if key.startswith("engage")] or ["override"]
    found = told(play, options[0])
    assert tones(found) == {
        "Wolf wins": "bad",
        "Tie": "plain",
        "Ada wins": "good",
        "Damage to Ada": "bad",
        "Damage to Wolf": "good",
        "Wolf lost at recovery": "good",
        "Ada lost at recovery": "bad",
        "Triumph for Ada": "good",
    }
    assert found.reverse is not None
    assert tones(found.reverse)["Win"] == "good"
    assert tones(found.reverse)["Wolf lost at recovery"] == "good"


def test_a_wild_model_that_hurts_somebody_else_is_good_news_and_its_own_fate_none() -> None:
    wolf, bo = unaligned("Wolf", 10, 10), godbreaker("Bo", B, 11.5, 10, activated=True)
    play = begin(wolf, bo, godbreaker("Ada", A, 28, 18, activated=True), priority=(B, A))
    play.answer(["wolf"])
    found = told(play, next(key for key in play.options if key.startswith("engage")))
    assert tones(found)["Wolf wins"] == "good"
    assert tones(found)["Bo wins"] == "plain"
    assert [verdict.text for verdict in found.verdicts] == [
        "19% to remove Bo, up to 7 damage",
        "5% to remove Wolf, up to 5 damage",
    ]
    assert tones(found)["Damage to Bo"] == "good"
    assert tones(found)["Damage to Wolf"] == "plain"
    assert tones(found)["Triumph for Bo"] == "bad"


def test_g_roll_6_a_roll_of_a_d12_warns_that_a_triumph_takes_it_off_the_table() -> None:
    play = begin(godbreaker("Ada", A, 10, 10, die=12), hoard(B, 11.5, 10), godbreaker("Bo", B, 8.5, 10))
    assert "A Triumph (a 12 on its die) takes it off the table" in details(play, "ada")
    assert not any("Triumph" in text for text in details(play, "bo"))
    play.answer(["ada"])
    assert ("Ada ascends: it leaves the table", "bad") in [
        (chance.label, chance.tone) for chance in told(play, "sunder").chances
    ]
    own = [verdict for verdict in told(play, "engage").verdicts if verdict.role == "risk"]
    assert [verdict.text for verdict in own] == ["Risk: 2% to lose Ada, 8% that it ascends"]


def details(play: Play, piece: str) -> list[str]:
    view = play.session.ruleset.view(play.game)
    return [line.text for each in view.pieces if each.id == piece for line in each.details]
