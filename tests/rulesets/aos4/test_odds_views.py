"""What is promised before a roll, held against what the rules then do: volleys, charges, magic, rally."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from math import sqrt
from random import Random

import pytest

from game.engine.core.decisions import Allocate, Arrange, Choose
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import Claim, OddsView
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.aos4 import RULESET
from game.rulesets.aos4.odds.charging import needed_by_paths, needed_straight
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.core.moves import STAY
from game.rulesets.aos4.rules.state import Effect
from game.rulesets.aos4.view.odds import compared
from game.rulesets.aos4.view.rolls import charges
from tests.rulesets.aos4.battles import BRINEBACK, LANTERN, A, B, Battle, box, field, keyworded, piece, row

VOLLEYS = 160
"""Volleys thrown by the rules in a run; `tools/witnesses/volleys.py` throws a million at the odds below the views."""
PAIRS = list(product(range(1, 7), repeat=2))


def view(battle: Battle, answer: str) -> OddsView:
    found = RULESET.odds(battle.game, battle.asked, answer)
    assert found is not None
    return found


def claims(found: OddsView) -> Iterator[Claim]:
    yield from (each.claim for each in (*found.outcomes, *found.chances) if each.claim is not None)
    yield from (each.claim for each in found.spreads if each.claim is not None)


def claim(found: OddsView, kind: str) -> Claim:
    return next(each for each in claims(found) if each.kind == kind)


def option_keys(battle: Battle) -> list[str]:
    assert isinstance(battle.asked, Choose)
    return [option.key for option in battle.asked.options]


def texts(found: OddsView) -> dict[str, str]:
    return {line.rule: line.text for line in found.lines}


# -- attacks


def shooting() -> Battle:
    """Slingers before Barbcasters in cover and a hero whom Hullbreakers guard."""
    wall = piece("mill", box(18, 11, 12, 0.6), 2.0, "cover")
    battle = Battle("shooting", on=field(wall))
    battle.put("glarecoil-slingers", *row(10, 18, 6, 1.3, 5))
    battle.put("barbcasters", *row(5, 19, 14.5, 1.6))
    battle.put("hullbreakers", *row(5, 8, 14, 1.9))
    battle.put("tide-reeve", (11, 16.5))
    return battle


def fighting() -> Battle:
    """Riders that charged, at a hero with a ward and at Barbcasters."""
    battle = Battle("combat")
    battle.state.window = "fight"
    riders = battle.put("duskmoth-riders", (20, 10), (22.6, 10), (25.2, 10))
    battle.state.uses.note(f"{riders.id} charged", "turn")
    battle.put("tide-reeve", (20, 12.4), damage=2)
    battle.put("barbcasters", *row(4, 22.4, 12.2, 1.6))
    return battle


def at_target(battle: Battle, ability: str, unit: str) -> Battle:
    """The battle at the question whom a unit attacks."""
    battle.use(ability, unit)
    while isinstance(battle.asked, Arrange):
        battle.say(STAY)
    while battle.asked.rule.startswith("A-PILE"):
        battle.say(option_keys(battle)[0])
        battle.say(STAY)
    return battle


CASES: list[tuple[Callable[[], Battle], str, str, str]] = [
    (shooting, "shoot", "glarecoil-slingers", "barbcasters"),
    (shooting, "shoot", "glarecoil-slingers", "tide-reeve"),
    (fighting, "fight", "duskmoth-riders", "tide-reeve"),
    (fighting, "fight", "duskmoth-riders", "barbcasters"),
]


@pytest.mark.parametrize(
    ("begin", "ability", "unit", "target", "reaction"),
    [
        *((*case, "") for case in CASES),
        *((*CASES[3], reaction) for reaction in ("all-out-attack", "all-out-defence")),
    ],
)
def test_a_atk_1_damage_and_slain_come_as_often_as_promised(
    begin: Callable[[], Battle], ability: str, unit: str, target: str, reaction: str
) -> None:
    battle = begin()
    name = battle.unit(target).id
    promised: Claim | None = None
    expected = 0.0
    seen: Counter[int] = Counter()
    for seed in range(VOLLEYS):
        battle.__dict__.pop("session", None)
        at_target(battle.begin(KeyedDice(seed)), ability, unit)
        if promised is None:
            rows = view(battle, name).grids[0].rows
            row_of = {"": 0, "all-out-attack": 1, "all-out-defence": 2}[reaction]
            promised = claim(view(battle, name), "damage")
            expected = (
                float(rows[row_of].cells[0])
                if reaction
                else sum(amount * share for amount, share in enumerate(promised.chances))
            )
        battle.at_unit(target)
        while battle.asked.rule in ("A-AB-4", "A-AB-6"):
            battle.say(option_keys(battle)[0])
        if reaction:
            user = unit if reaction == "all-out-attack" else target
            if reaction == "all-out-defence" and battle.asked.player == A:
                battle.done()
            battle.use(reaction, user)
        battle.no_reaction()
        while not battle.session.finished and battle.asked.rule in ("A-DMG-9", "A-DMG-5"):
            battle.say(option_keys(battle)[0] if battle.asked.rule == "A-DMG-9" else "suggested")
        found = [each.points for each in battle.events(events.Damaged) if each.unit == name]
        seen[sum(found)] += 1
    assert promised is not None
    thrown = sum(seen.values())
    mean = sum(points * count for points, count in seen.items()) / thrown
    spread = sqrt(max(0.01, sum(count * (points - mean) ** 2 for points, count in seen.items()) / thrown))
    assert abs(mean - expected) < 5 * spread / sqrt(thrown) + (0.05 if reaction else 0.0)
    if not reaction:
        for points, share in enumerate(promised.chances):
            assert abs(seen[points] / thrown - share) < 5 * sqrt(share * (1 - share) / thrown) + 2 / thrown, points


def test_a_tab_1_and_a_key_4_are_named_where_they_count() -> None:
    battle = at_target(shooting().begin(), "shoot", "glarecoil-slingers")
    covered, guarded = (texts(view(battle, battle.unit(each).id)) for each in ("barbcasters", "tide-reeve"))
    assert "Barbcasters in cover from " in covered["A-TAB-1"]
    assert "is guarded: -1 to hit" in guarded["A-KEY-4"]
    assert "A-TAB-1" not in guarded
    assert guarded["A-DMG-3"].endswith("a ward of 6+")
    assert "1 extra attack from a champion" in covered["A-KEY-6"]


def test_a_wpn_4_and_a_wpn_6_are_named_after_a_charge() -> None:
    battle = at_target(fighting().begin(), "fight", "duskmoth-riders")
    found = texts(view(battle, battle.unit("barbcasters").id))
    assert found["A-WPN-4"] == "Swoop Lance: +1 damage after a charge"
    assert "friendly bonuses do not count" in found["A-WPN-6"]


def test_a_dice_4_says_where_more_is_taken_than_counts() -> None:
    battle = shooting()
    slingers = battle.unit("glarecoil-slingers")
    slingers.effects = [Effect("blinding-flare", "hit", -1, "turn", B)]
    at_target(battle.begin(), "shoot", "glarecoil-slingers")
    assert texts(view(battle, battle.unit("barbcasters").id))["A-DICE-4"] == "hit rolls: -2 counts as -1"


def test_all_targets_stand_beside_one_another_and_those_left_after_the_first() -> None:
    battle = at_target(shooting().begin(), "shoot", "glarecoil-slingers")
    found = compared(battle.game, battle.asked)
    assert found is not None
    assert {each.label for each in found.grids[0].rows} == {"Tide Reeve", "Hullbreakers", "Barbcasters"}
    battle.at_unit("hullbreakers")
    if battle.asked.rule == "A-AB-4":
        left = compared(battle.game, battle.asked)
        assert left is not None
        assert {each.label for each in left.grids[0].rows} == {"Barbcasters"}


def test_a_fight_6_who_has_nothing_to_fight_with_has_no_odds() -> None:
    battle = Battle("combat", active=B, windows="always")
    battle.put("hollow-bell", (20, 18))
    battle.put("wallward-pikes", *row(3, 18, 15, 1.5))
    battle.begin()
    while "fight bob.hollow-bell" not in option_keys(battle):
        battle.done()
    assert RULESET.odds(battle.game, battle.asked, "fight bob.hollow-bell") is None


def test_a_tgt_2_attacks_shared_out_do_what_was_told_while_they_were() -> None:
    battle, told, thrown = shooting(), dict[str, float](), VOLLEYS // 3
    damage: Counter[str] = Counter()
    squares: Counter[str] = Counter()
    for seed in range(thrown):
        battle.__dict__.pop("session", None)
        at_target(battle.begin(KeyedDice(seed)), "shoot", "glarecoil-slingers")
        battle.say("share")
        while isinstance(battle.asked, Allocate):
            asked = battle.asked
            first, *others = asked.limits
            part = asked.total // 3
            begun = RULESET.odds(battle.game, asked, {first: part})
            shares = {first: part, others[0]: asked.total - part}
            found = RULESET.odds(battle.game, asked, shares)
            assert begun is not None
            assert found is not None
            names = {row.label: float(row.cells[1].replace(",", ".")) for row in found.grids[-1].rows}
            assert set(names) >= {battle.game.state.units[each].name for each in shares}
            told = told if seed else names
            battle.say(shares)
        battle.no_reaction()
        while not battle.session.finished and battle.asked.rule in ("A-DMG-9", "A-DMG-5"):
            battle.say(option_keys(battle)[0] if battle.asked.rule == "A-DMG-9" else "suggested")
        here: Counter[str] = Counter()
        for each in battle.events(events.Damaged):
            here[battle.game.state.units[each.unit].name] += each.points
        damage += here
        squares += Counter({name: points * points for name, points in here.items()})
    assert len(told) > 1
    for name, expected in told.items():
        mean = damage[name] / thrown
        spread = sqrt(max(0.01, squares[name] / thrown - mean * mean))
        assert abs(mean - expected) < 5 * spread / sqrt(thrown) + 0.05, (name, mean, expected)


def test_a_react_2_all_out_defence_promises_nothing_for_other_targets() -> None:
    battle = at_target(shooting().begin(KeyedDice(1)), "shoot", "glarecoil-slingers")
    battle.say("share")
    while isinstance(asked := battle.asked, Allocate):
        first, second = [*asked.limits][:2]
        battle.say({first: asked.total // 2, second: asked.total - asked.total // 2})
    battle.say("pass")  # no All-out Attack
    keys = [key for key in option_keys(battle) if key.startswith("all-out-defence")]
    assert len(keys) > 1
    for key in keys:
        found = RULESET.odds(battle.game, battle.asked, key)
        assert found is not None
        own = battle.game.state.units[key.split(" ")[1]].name
        assert [verdict.text.split(":")[0] for verdict in found.verdicts] == [own]


def test_a_tgt_2_a_share_that_does_not_add_up_is_told_and_a_wrong_one_is_not() -> None:
    battle = at_target(shooting().begin(KeyedDice(1)), "shoot", "glarecoil-slingers")
    battle.say("share")
    asked = battle.asked
    assert isinstance(asked, Allocate)
    first = next(iter(asked.limits))
    assert RULESET.odds(battle.game, asked, {"nobody": 1}) is None
    assert RULESET.odds(battle.game, asked, {first: -1}) is None
    some = RULESET.odds(battle.game, asked, {first: 1})
    assert some is not None
    [row_of] = some.grids[-1].rows
    assert row_of.cells[0] == "1"


# -- charges


@pytest.mark.parametrize("wall", [False, True])
def test_a_chg_4_the_least_roll_by_a_way_is_enough_and_no_less_is(wall: bool) -> None:
    terrain = [piece("wall", box(18, 12, 4, 1), 3.0, "impassable")] if wall else []

    def battle(*faces: int) -> Battle:
        found = Battle("charge", on=field(*terrain))
        found.put("beaconwright", (20, 10))
        found.put("tide-reeve", (20, 18.5))
        return found.rolls("charge", *faces).begin()

    here = battle(1, 1)
    unit, enemy = here.unit("beaconwright"), here.unit("tide-reeve")
    straight, path = needed_straight(here.game, unit, enemy), needed_by_paths(here.game, unit, enemy)
    assert path is not None
    assert straight == 7
    assert (path > straight) == wall
    for total in (straight - 1, path - 1, path):
        faces = total // 2, total - total // 2
        rolled = battle(*faces).use("charge", "beaconwright").no_reaction()
        found = None
        if isinstance(rolled.asked, Arrange) and rolled.asked.rule == "A-CHG-4":
            spot = enemy.at[next(iter(enemy.at))]
            tries = [(spot[0] + dx, spot[1] + dy) for dx in (-2, -1, 0, 1, 2) for dy in (-2, -1.7, 0, 1)]
            wanted = [{"ann.beaconwright-1": each} for each in tries]
            arrangements = rolled.asked.arrangements
            found = next((each for want in wanted if (each := arrangements.nearest(want))), None)  # type: ignore[arg-type]
        assert (found is not None) == (total >= path), total


def test_a_chg_2_the_chance_to_reach_is_that_of_two_dice() -> None:
    battle = Battle("charge")
    battle.put("beaconwright", (20, 10))
    battle.put("tide-reeve", (20, 18.5))
    battle.begin()
    found = view(battle, "charge ann.beaconwright")
    reached = sum(sum(pair) >= 7 for pair in PAIRS) / 36
    assert claim(found, "charge").chances == pytest.approx((reached,))
    again = charges(battle.game, battle.unit("beaconwright"), again=True)[0]
    assert again is not None
    assert again.rows[0].cells[-1] == f"{reached + (1 - reached) * reached:.0%}"
    assert "A-AB-19" in texts(found)


def test_a_chg_6_nobody_near_enough_is_said() -> None:
    battle = Battle("charge")
    battle.put("beaconwright", (20, 2))
    battle.put("tide-reeve", (20, 28))
    assert texts(view(battle.begin(), "charge ann.beaconwright")).keys() == {"A-CHG-6"}


def test_a_chg_6_lines_about_one_of_several_units_name_it() -> None:
    battle = Battle("charge")
    battle.put("beaconwright", (10, 10))
    battle.put("duskmoth-riders", *row(3, 40, 10, 2.5))
    battle.put("tide-reeve", (10, 18))
    battle.begin()
    found = compared(battle.game, battle.asked)
    assert found is not None
    told = {line.rule: line.text for line in found.lines}
    assert told["A-CHG-6"] == "Duskmoth Riders: no enemy is near enough, no matter what you roll"
    assert told["A-CHG-4"] == "2D6 must cover the distance to within ½″ of an enemy", "what holds for every table"


def test_a_ab_19_the_roll_now_and_the_chance_of_another() -> None:
    battle = Battle("charge")
    battle.put("beaconwright", (20, 10))
    battle.put("tide-reeve", (20, 18.5))
    battle.rolls("charge", 2, 3).begin().use("charge", "beaconwright")
    found = view(battle, "forward-to-victory ann.beaconwright")
    assert texts(found)["A-CHG-2"] == "5 now: reaches no enemy"
    assert claim(found, "charge").chances == pytest.approx((21 / 36,))


# -- magic


def wizards() -> tuple[Battle, OddsView]:
    battle = Battle("hero", armies=(LANTERN, keyworded(BRINEBACK, "tide-reeve", "WIZARD (1)")))
    battle.put("beaconwright", (20, 10))
    battle.put("tide-reeve", (20, 25))
    battle.put("hullbreakers", *row(3, 18, 20, 1.9))
    battle.begin()
    return battle, view(battle, "blinding-flare ann.beaconwright")


def test_a_mag_3_casting_comes_out_as_often_as_promised() -> None:
    _battle, found = wizards()
    seen: Counter[str] = Counter()
    for pair in PAIRS:
        again = Battle("hero", armies=(LANTERN, keyworded(BRINEBACK, "tide-reeve", "WIZARD (1)")))
        again.put("beaconwright", (20, 10))
        again.put("hullbreakers", *row(3, 18, 20, 1.9))
        again.rolls("cast", *pair).rolls("miscast", 1).rolls("ward", 1).begin()
        again.use("blinding-flare", "beaconwright")
        seen[again.events(events.CastRolled)[0].outcome] += 1
    assert claim(found, "cast").chances[0] == pytest.approx(seen["cast"] / 36)
    assert claim(found, "failed").chances == pytest.approx((seen["failed"] / 36,))
    assert claim(found, "miscast").chances == pytest.approx((seen["miscast"] / 36,))
    assert sum(each.share for each in found.outcomes) == pytest.approx(1.0)
    assert "Tide Reeve could unbind it" in texts(found)["A-MAG-7"]


def test_a_mag_7_unbinding_comes_out_as_often_as_promised() -> None:
    promised, unbound = 0.0, 0
    for pair in PAIRS:
        battle, _found = wizards()
        battle.__dict__.pop("session")
        battle._dice = []
        battle.rolls("cast", 4, 4).rolls("unbind", *pair).begin().use("blinding-flare", "beaconwright")
        battle.at_unit("hullbreakers")
        promised = claim(view(battle, "unbind bob.tide-reeve"), "unbind").chances[0]
        unbound += battle.use("unbind", "tide-reeve").events(events.Unbound)[0].success
    assert promised == pytest.approx(unbound / 36)


@pytest.mark.parametrize("ritual", [0, 2, 5])
def test_a_pray_3_chanting_comes_out_as_often_as_promised(ritual: int) -> None:
    seen: Counter[str] = Counter()
    promised: OddsView | None = None
    for face in range(1, 7):
        battle = Battle("hero", active=B)
        battle.put("tide-reeve", (20, 20), ritual=ritual, damage=1)
        battle.rolls("chant", face).rolls("lost", 1).begin()
        promised = view(battle, "salt-the-wounds-shut bob.tide-reeve")
        battle.use("salt-the-wounds-shut", "tide-reeve")
        if not battle.session.finished and battle.asked.rule == "A-PRAY-3":
            battle.say("answer")
        seen[battle.events(events.Chanted)[0].outcome] += 1
    assert promised is not None
    assert claim(promised, "answered").chances == pytest.approx((seen["answered"] / 6,))
    assert claim(promised, "failed").chances == pytest.approx((seen["failed"] / 6,))
    assert sum(each.share for each in promised.outcomes) == pytest.approx(1.0)


# -- rally, runs, everything


def test_a_ab_13_rally_points_come_as_often_as_promised() -> None:
    seen: Counter[int] = Counter()
    promised: Claim | None = None
    for faces in product((1, 6), repeat=7):
        battle = Battle("hero")
        battle.put("wallward-pikes", *row(8, 10, 8, 1.6, 4), damage=1)
        battle.rolls("rally", *faces).begin()
        promised = claim(view(battle, "rally ann.wallward-pikes"), "rally")
        seen[next(each.total for each in battle.use("rally", "wallward-pikes").events(events.Rolled))] += 1
    assert promised is not None
    assert promised.chances == pytest.approx([seen[points] / 2**7 for points in range(8)])


def test_a_ab_2_a_run_goes_as_far_as_promised() -> None:
    for face in range(1, 7):
        battle = Battle("movement")
        battle.put("wallward-pikes", *row(10, 10, 5, 1.6, 5))
        battle.rolls("run", face).begin()
        found = view(battle, "run ann.wallward-pikes")
        assert claim(found, "inches").chances[5 + face] == pytest.approx(1 / 6)
        assert texts(found)["A-AB-16"].startswith("At the Double: 11″")
        battle.use("run", "wallward-pikes").no_reaction()
        assert f"up to {5 + face}″" in battle.asked.prompt


def test_looking_at_odds_changes_nothing_and_every_share_is_one() -> None:
    session = Session(RULESET, RULESET.new_setup(GamePlan(names=("Ann", "Bob"))), KeyedDice(5))
    rng, looked = Random(5), 0
    while not session.finished:
        decision, before = session.pending(), session.state.digest()
        if isinstance(decision, Choose):
            for option in decision.options:
                found = RULESET.odds(session.game, decision, option.key)
                for spread in found.spreads if found is not None else ():
                    assert sum(spread.shares) == pytest.approx(1.0)
                    looked += 1
                if found is not None and found.outcomes:
                    assert sum(each.share for each in found.outcomes) == pytest.approx(1.0)
                assert found is None or all(line.rule for line in found.lines)
            compared(session.game, decision)
        assert session.state.digest() == before
        session.answer(random_answer(decision, rng))
    assert looked > 20
