"""The odds of a shot equal what its flow does over every throw of all dice."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from random import Random
from typing import Any

import pytest

from game.engine.core.decisions import Decision, Pick
from game.play.verdicts import of_odds
from game.rulesets.bushido.ai.prospects import prospects
from game.rulesets.bushido.odds.shot_odds import ShotOdds, StandIn, replies, shot_odds, stand_ins
from game.rulesets.bushido.rules.actions.shooting import RangedAttack
from game.rulesets.bushido.rules.dice import results
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Shot
from game.rulesets.bushido.rules.shooting import numbers
from game.rulesets.bushido.rules.shooting.attack import shoot
from game.rulesets.bushido.rules.turn.main import declaration
from game.rulesets.bushido.view.meetings import facing_enemies
from game.rulesets.bushido.view.odds import compared, odds
from game.rulesets.bushido.warbands.traits import term
from game.wording import percent
from tests.every_throw import Enumerated, throws
from tests.rulesets.bushido.bushido_kit import HALF, Moment, card, dice_of_sides, moment, warband


@pytest.fixture
def three_sided(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from dice_of_sides(monkeypatch, 3)


def bow(*specials: str, strength: int | str = 0, traits: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "name": "Bow",
        "kind": "ranged",
        "bands": [6, 12, 18],
        "strength": strength,
        "traits": traits,
        "specials": specials,
    }


def shooter(dice: int, weapon: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    weapons = [{"name": "Blade", "kind": "melee"}, weapon or bow()]
    return {"ranged": {"value": dice}, "weapons": weapons, "ki": {"value": 0, "max": 0}, **more}


def range_of(one: dict[str, Any], two: dict[str, Any], *, gap: float = 5.0, friend: bool = False) -> Moment:
    """A shooter and its target so many inches off, and beside the target a friend of the shooter."""
    south = warband(card("One", **one), card("Friend", wounds=2))
    game = moment(south=south, north=warband(card("Two", **two), faction="Other"))
    game.put("one", 5.0, 12.0)
    target = game.put("two", 5.0 + 2 * HALF + gap, 12.0)
    target.facing = 18000
    if friend:
        game.put("friend", target.x, target.y + 2 * HALF)
    game.game.state.active = game["one"].id
    return game


def by_policy(asked: Any, needed: int, most: int) -> str:
    """Return the die whose reroll makes the success level the best on average, where that is better than it is."""
    faces = [int(each) for each in asked.prompt.rpartition("? ")[2].partition(" (")[0].split(", ")]
    best, key = level(faces, needed, most) * results.SIDES, "keep"
    for option in asked.options[:-1]:
        place = int(option.key)
        after = sum(level([*faces[:place], side, *faces[place + 1 :]], needed, most)
                    for side in range(1, results.SIDES + 1))  # fmt: skip
        if after > best:
            best, key = after, option.key
    return key


def level(faces: list[int], needed: int, most: int) -> int:
    count = [each for each in faces if each > 1]
    value = max(count) + min(2, len(count) - 1) if count else 0
    return min(max(0, value - needed + 1), most)


def played(start: Moment, shot: dict[str, Any], special: str, needed: int, check: int) -> list[float]:
    """Shoot over every throw: hits of the target and of the friend, boxes marked on each, how often each is lost."""
    found = [0.0] * 6
    total = 0.0
    for dice in throws():
        game = Moment(Game(start.game.setup, start.game.state.clone(), dice))
        flow = shoot(game.game, Shot(game["one"], "Bow", game["two"], **shot))
        asked: Any = next(flow, None)
        while asked is not None:
            try:
                if asked.rule == "B-TEST-5":
                    tested = bool(game.told("Tested"))
                    answer = by_policy(asked, check if tested else needed, 1 if tested else 99)
                    rated = {each.answer: each.worth for each in prospects(game.game, asked, Random(0))}
                    assert max(rated, key=lambda key: rated[key]) == answer, asked.prompt
                else:
                    answer = special or "none"
                asked = flow.send(answer)
            except StopIteration:
                break
        share = 1.0 / prod(dice.sides)
        total += share
        tests = [each.success for each in game.told("Tested") if each.test == "ranged"]
        hits = (all(tests), tests[0] and not all(tests))
        for place, name in enumerate(("two", "friend")):
            found[place] += share * hits[place]
            model = game[name]
            at_once = any(each.model == model.id and each.rule == "B-SPEC-A2" for each in game.told("Killed"))
            marked = sum(each.amount for each in game.told("Wounded") if each.model == model.id)
            found[2 + place] += share * (marked + at_once * game.game.left(model))
            found[4 + place] += share * (model.place == "killed")
    assert total == pytest.approx(1.0)
    return found


def told(found: ShotOdds) -> list[float]:
    one, other = found.target, found.friend
    pairs = [(one.hit, other.hit if other else 0.0), (one.wounds, other.wounds if other else 0.0)]
    pairs.append((one.lost, other.lost if other else 0.0))
    return [each for pair in pairs for each in pair]


CASES: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any], str, dict[str, Any]]] = {
    "one die": (shooter(1), {"wounds": 2}, {}, "", {}),
    "on the move": (shooter(1), {"wounds": 9}, {"moved": True}, "", {"gap": 1.0}),
    "surprised, from out of sight": (
        shooter(1, traits=["Assassin"]),
        {"wounds": 3},
        {"surprised": True, "unseen": True},
        "",
        {},
    ),
    "brutal, armour, tough": (
        shooter(1, bow(strength=1, traits=("Brutal (1)", "Pierce (1)"))),
        {"traits": ["Armour (2)", "Tough (1)"]},
        {},
        "",
        {},
    ),
    "no damage": (shooter(1, bow(strength="Sp")), {}, {}, "", {}),
}
THREE_SIDED: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any], str, dict[str, Any]]] = {
    "prowess": (shooter(2, traits=["Prowess [Ranged] (1)"]), {}, {}, "", {}),
    "prowess of two dice": (shooter(2, traits=["Prowess [Ranged] (2)"]), {}, {}, "", {}),
    "powerful": (shooter(2, bow("Powerful Attack (1)")), {}, {}, "Powerful Attack (1)", {}),
    "critical": (shooter(2, bow("Critical Attack (1)")), {}, {}, "Critical Attack (1)", {}),
    "combo on one that rises": (
        shooter(2, bow("Combo Attack (1)")),
        {"wounds": 2, "traits": ["Rise (3)"]},
        {},
        "Combo Attack (1)",
        {},
    ),
    "into a fight": (shooter(1), {}, {}, "", {"friend": True}),
    "into a fight with prowess": (shooter(1, traits=["Prowess [Ranged] (1)"]), {}, {}, "", {"friend": True}),
}
EASIER = {"traits": ["Ranged Defence (-3)"]}
"""Three sides reach no number that six do."""


def the_same(case: tuple[dict[str, Any], dict[str, Any], dict[str, Any], str, dict[str, Any]], check: int) -> None:
    one, two, shot, special, table = case
    game = range_of(one, two, **table)
    found = shot_odds(game.game, Shot(game["one"], "Bow", game["two"], **shot), term(special) if special else None)
    assert found is not None
    assert found.target.hit > 0.0
    assert told(found) == pytest.approx(played(game, shot, special, found.needed, check))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_b_rng_odds_are_those_of_every_throw(case: str) -> None:
    the_same(CASES[case], 6)


@pytest.mark.usefixtures("three_sided")
@pytest.mark.parametrize("case", THREE_SIDED, ids=str)
def test_b_rng_odds_of_more_dice_are_those_of_every_throw(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("attack", "numbers"):
        monkeypatch.setattr(f"game.rulesets.bushido.rules.shooting.{module}.INTO_A_FIGHT", 3)
    one, two, shot, special, table = THREE_SIDED[case]
    easier = two | {"traits": [*two.get("traits", []), *EASIER["traits"]]}
    the_same((one, easier, shot, special, table), 3)


def begun(*specials: str) -> tuple[Moment, Any]:
    """A shooter whose player is asked when it walks, and the flow of the action."""
    game = range_of(shooter(3, bow(*specials)), {"wounds": 4})
    game["one"].counters = 1
    game.game.begin_activation(game["one"])
    return game, RangedAttack().perform(game.game, game["one"])


def test_before_a_shot_is_declared_the_panel_has_every_target_with_a_walk_and_without() -> None:
    game, flow = begun()
    asked = next(flow)
    here = compared(game.game, asked)
    assert here is not None
    known = shot_odds(game.game, Shot(game["one"], "Bow", game["two"]))
    walking = shot_odds(game.game, Shot(game["one"], "Bow", game["two"], moved=True))
    assert known is not None
    assert walking is not None
    for view, found in ((here, known), (odds(game.game, asked, "after"), walking)):
        assert view is not None
        [[row]] = [grid.rows for grid in view.grids]
        assert row.cells[:2] == (str(found.needed), percent(found.target.hit))
    assert (walking.needed, walking.target.hit < known.target.hit) == (known.needed + 1, True)
    assert odds(game.game, asked, "before") is None
    declared = declaration(game.game, game["one"].side, [game["one"]])
    assert odds(game.game, declared, f"{game['one'].id} ranged") == here
    assert odds(game.game, declared, f"{game['one'].id} walk") is None


def test_the_panel_of_a_target_has_every_special_and_of_what_the_number_is_made() -> None:
    game, flow = begun("Powerful Attack (1)")
    next(flow)
    whom = flow.send("stand")
    every = compared(game.game, whom)
    assert every is not None
    assert [row.label for row in every.grids[0].rows] == ["Two"]
    one = odds(game.game, whom, [game["two"].id])
    assert one is not None
    assert [row.label for row in one.grids[0].rows] == ["none", "Powerful Attack"]
    assert [line.text for line in one.lines if line.rule == "B-RNG-10"] == ["needed: short 4"]
    special = flow.send([game["two"].id])
    assert special.rule == "B-SPEC-2"
    marked = odds(game.game, special, "Powerful Attack (1)")
    assert marked is not None
    assert [row.marked for row in marked.grids[0].rows] == [False, True]
    shot = Shot(game["one"], "Bow", game["two"])
    known = shot_odds(game.game, shot, term("Powerful Attack (1)"))
    assert known is not None
    assert marked.grids[0].rows[1].cells[2] == f"{known.target.wounds:.1f}"


def test_a_shot_into_a_fight_names_the_friend_it_may_hit() -> None:
    game = range_of(shooter(3), {}, friend=True)
    game.game.begin_activation(game["one"])
    flow: Any = RangedAttack().perform(game.game, game["one"])
    next(flow)
    asked = flow.send("stand")
    found = odds(game.game, asked, [game["two"].id])
    assert found is not None
    [risk] = [line for line in found.lines if line.rule == "B-RNG-11"]
    known = shot_odds(game.game, Shot(game["one"], "Bow", game["two"]))
    assert known is not None
    assert known.friend is not None
    assert risk.text.startswith(f"hits Friend instead: {percent(known.friend.hit)}")
    assert known.friend.hit + known.target.hit == pytest.approx(sum_of_hits(game))


def sum_of_hits(game: Moment) -> float:
    game["friend"].place = "killed"
    found = shot_odds(game.game, Shot(game["one"], "Bow", game["two"]))
    assert found is not None
    return found.target.hit


def test_a_shot_that_cannot_hit_says_the_number_needed_and_the_best_result() -> None:
    game = range_of(shooter(1), {}, gap=17.0)
    game["one"].shots = 1
    game.game.forget()
    game.game.aim = lambda target: Shot(game["one"], "Bow", target, covered=True)
    one, two = game["one"], game["two"]
    whom = Pick(player=one.side, prompt="", rule="B-RNG-1", about=one.id, candidates=(two.id,))
    found = odds(game.game, whom, [game["two"].id])
    assert found is not None
    needed = numbers.number(game.game, Shot(one, "Bow", two, covered=True))
    texts = [verdict.text for verdict in found.verdicts]
    assert texts == [f"0% to hit: needs {needed}, at best 6"]


def test_a_target_out_of_range_says_so() -> None:
    game = range_of(shooter(3, {"name": "Bow", "kind": "ranged", "bands": [1, 2, 3]}), {}, gap=1.0)
    game["two"].x = 23.5
    game.game.forget()
    assert shot_odds(game.game, Shot(game["one"], "Bow", game["two"])) is None


def test_whoever_may_reroll_is_told_what_the_dice_are_worth_and_what_is_needed() -> None:
    game = range_of(shooter(2, traits=["Prowess [Ranged] (1)"]), {})
    game = Moment(Game(game.game.setup, game.game.state, Enumerated([4, 2])))
    asked: Any = next(shoot(game.game, Shot(game["one"], "Bow", game["two"])))
    assert asked.prompt == "Reroll a die of One at no cost? 4, 2 (4 + 1 = 5, 4 needed)"
    assert asked.on_dice


def crowd(*, disguised: int = 0, guarded: bool = False, crossed: bool = False, **one: Any) -> Moment:
    """A shooter, its target, and two friends of that: G, a bodyguard if wanted, and C, whose zone lies in the way."""
    south = warband(card("One", **{**shooter(1), "ki": {"value": 2, "max": 2}, **one}))
    traits = EASIER["traits"]
    north = warband(
        card("Two", wounds=3, types=["Lord"], traits=traits),
        card("G", wounds=3, traits=[*traits, "Armour (1)", *(["Bodyguard [Lord] (3)"] if guarded else [])]),
        card("C", wounds=2, traits=traits),
        faction="Other",
    )
    game = moment(south=south, north=north)
    game.put("one", 5.0, 12.0)
    game.put("two", 12.0, 12.0, facing=18000)
    game.put("g", 13.0, 14.0, facing=18000)
    game.put("c", 9.0, 12.9 if crossed else 20.0, facing=18000)
    if disguised:
        game.game.mark(game["two"], "Disguised", disguised)
    game.game.begin_activation(game["one"])
    return game


def shot_at(start: Moment, taker: str) -> tuple[list[float], ShotOdds | None, list[StandIn]]:
    """Shoot at Two over every throw, the taker stepping in; return hits, boxes and losses of the taker, and odds."""
    found, known, others = [0.0] * 3, None, []
    for dice in throws():
        game = Moment(Game(start.game.setup, start.game.state.clone(), dice))
        game.game.begin_activation(game["one"])
        flow: Any = RangedAttack().perform(game.game, game["one"])
        asked = next(flow, None)
        while asked is not None:
            if asked.rule == "B-RNG-1" and asked.minimum == 1 and known is None:
                assert game.game.aim is not None
                shot = game.game.aim(game["two"])
                known, others = shot_odds(game.game, shot), list(stand_ins(game.game, shot, game.game.aim))
            try:
                asked = flow.send(answer_for(game, asked, taker))
            except StopIteration:
                break
        assert game.game.aim is None
        share, model = 1.0 / prod(dice.sides), game[taker]
        found[0] += share * any(each.test == "ranged" and each.success for each in game.told("Tested"))
        found[1] += share * sum(each.amount for each in game.told("Wounded") if each.model == model.id)
        found[2] += share * (model.place == "killed")
    return found, known, others


def answer_for(game: Moment, asked: Decision, taker: str) -> Any:
    if asked.rule == "B-ACT-14":
        return "stand"
    wanted: Any = [game["two"].id]
    if getattr(asked, "minimum", 1) == 0:
        wanted = [game[taker].id]
        wanted = wanted if asked.allows(wanted) else []
    return wanted


@pytest.mark.usefixtures("three_sided")
@pytest.mark.parametrize(
    ("taker", "rule", "table"),
    [
        ("two", "", {"disguised": 3}),
        ("g", "B-TR-8", {"guarded": True}),
        ("g", "B-TR-8", {"guarded": True, "disguised": 3}),
        ("c", "B-RNG-1", {"crossed": True, "disguised": 4}),
    ],
    ids=["disguised", "guarded", "guarded and disguised", "intercepted and disguised"],
)
def test_b_rng_1_b_tr_8_and_b_state_7_odds_of_who_is_disguised_and_of_who_steps_in(
    taker: str, rule: str, table: dict[str, Any]
) -> None:
    start = crowd(**table)
    done, known, others = shot_at(start, taker)
    by = {(each.model.id, each.rule): each.odds for each in others}
    assert list(by) == ([(start[taker].id, rule)] if rule else [])
    odds_of = by[start[taker].id, rule] if rule else known
    assert odds_of is not None
    one = odds_of.target
    assert 0.0 < one.hit < 1.0
    assert [one.hit, one.wounds, one.lost] == pytest.approx(done)


def test_b_rng_1_the_panel_has_who_may_step_in_and_asks_it_of_that_side_too() -> None:
    game = crowd(guarded=True, crossed=True, disguised=4)
    flow: Any = RangedAttack().perform(game.game, game["one"])
    next(flow)
    whom = flow.send("stand")
    every = compared(game.game, whom)
    assert every is not None
    labels = [row.label for row in every.grids[0].rows]
    assert labels == ["Two", "or G*", "or C", "G", "or Two", "or C", "C"]  # the zone of Two lies in the way to G
    assert [line.rule for line in every.lines][:3] == ["B-STATE-7", "B-RNG-1", "B-TR-8"]
    one = odds(game.game, whom, [game["two"].id])
    assert one is not None
    assert [row.label for row in one.grids[0].rows] == ["none", "or G*", "or C"]
    game.game.unmark(game["two"], "Disguised")
    asked = flow.send([game["two"].id])
    assert (asked.rule, asked.player) == ("B-TR-8", "north")
    told_them = compared(game.game, asked)
    assert told_them is not None
    assert [row.label for row in told_them.grids[0].rows] == ["Two", "or G*"]
    for answer, marked in (([], [True, False]), ([game["g"].id], [False, True])):
        pointed = odds(game.game, asked, answer)
        assert pointed is not None
        assert [row.marked for row in pointed.grids[0].rows] == marked
    asked = flow.send([])
    told_them = compared(game.game, asked)
    assert told_them is not None
    assert [row.label for row in told_them.grids[0].rows] == ["Two", "or C"]


def test_b_rng_1_nothing_is_told_of_a_shot_that_is_too_far_but_by_how_much() -> None:
    game = range_of(shooter(3, {"name": "Bow", "kind": "ranged", "bands": [1, 2, 3]}), {})
    flow: Any = begin(game)
    asked = flow.send("stand")
    found = odds(game.game, asked, [game["two"].id])
    assert found is not None
    assert found.grids == ()
    assert [line.text for line in found.lines] == ["too far: 5.00″, but the weapon's range is 3″"]


def begin(game: Moment) -> Any:
    game.game.begin_activation(game["one"])
    flow = RangedAttack().perform(game.game, game["one"])
    next(flow)
    return flow


ANSWERS = [
    {"name": "Slip Away", "timing": "Instant", "ki": 1},
    {"name": "Iron Chant", "timing": "Instant", "ki": 1},
    {"name": "Dirty Trick", "timing": "Instant", "ki": 1},
]


@pytest.mark.parametrize(("ki", "surprised", "answers"), [(1, False, 2), (0, False, 0), (1, True, 0)])
def test_b_rng_1_a_shot_says_what_its_target_may_answer_and_the_odds_then(
    ki: int, surprised: bool, answers: int
) -> None:
    at = range_of(shooter(2), {"feats": ANSWERS, "ki": {"value": 1, "max": 3}})
    at["two"].ki, at["one"].counters = ki, 2
    shot = Shot(at["one"], "Bow", at["two"], surprised=surprised)
    before = at.game.state.digest()
    found = {reply.feat: reply.odds for reply in replies(at.game, shot, set_up=True)}
    assert at.game.state.digest() == before
    assert [*found] == ["Slip Away", "Iron Chant"][:answers]
    if not answers:
        return
    assert [reply.feat for reply in replies(at.game, shot, set_up=False)] == ["Iron Chant"]
    view = facing_enemies(at.game, at["one"])
    assert view is not None
    assert view.verdicts[0].text.startswith("Two: Shot: 83% to hit, 69% if it uses Slip Away; Charge: ")
    at.game.aim = lambda _target: shot
    asked = Pick(player="south", prompt="?", rule="B-RNG-1", about="south.one", candidates=("north.two",))
    view = odds(at.game, asked, ["north.two"])
    assert view is not None
    assert [said.text for said in of_odds(view)][:2] == ["83% to hit, needs 4", "69% if it uses Slip Away"]
    assert [row.label for row in view.grids[0].rows[1:]] == ["if it uses Slip Away", "if it uses Iron Chant"]
    at.game.lend(at["two"], "Ranged Defence (1)", "turn", "Slip Away")
    after = shot_odds(at.game, shot)
    assert after is not None
    assert after.target == found["Slip Away"].target


def test_b_melee_4_a_fight_says_what_its_enemy_may_use_before_the_dice() -> None:
    at = range_of(shooter(2), {"feats": ANSWERS, "ki": {"value": 1, "max": 3}}, gap=0.0)
    at["two"].ki = 1
    asked = Pick(player="south", prompt="?", rule="B-ACT-12", about="south.one", candidates=("north.two",))
    view = odds(at.game, asked, ["north.two"])
    assert view is not None
    assert of_odds(view)[2].text == "it may use Iron Chant and Dirty Trick"
