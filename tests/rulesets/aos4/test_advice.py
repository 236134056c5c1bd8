"""What machines make of a battle: no senseless act, and reasons that are measured and true."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.engine.core.decisions import Answer
from game.engine.core.dice import KeyedDice
from game.engine.core.windows import PASS
from game.engine.rulebook.view import Prospect
from game.players import answer_with, make_player
from game.players.lookahead import EFFORT, begins_activation
from game.players.planner import Planner
from game.rulesets.aos4.ai.arrangements import _stops, description
from game.rulesets.aos4.ai.position import (
    NEARLY,
    POINT,
    Counted,
    Outlook,
    army_worth,
    best_blow,
    blow,
    detours,
    ground,
    worth,
)
from game.rulesets.aos4.ai.ratings import NOT, candidates, prospects
from game.rulesets.aos4.documents.abilities import AbilityDocument, PackDocument
from game.rulesets.aos4.odds.exact import reaching
from game.rulesets.aos4.rules.conditions import contesting
from game.table.documents import TerrainPiece
from game.table.layout.moving import UnitMove
from game.table.layout.steps import ends_of
from game.wording import percent
from tests.rulesets.aos4.battles import BRINEBACK, LANTERN, A, B, Battle, Spot, box, field, keyworded, piece, row
from tests.rulesets.aos4.test_effects_as_data import passive

both = pytest.mark.parametrize("kind", ["greedy", "veteran"])


def rated(battle: Battle) -> dict[str, Prospect]:
    """Return what the options of the open question are worth, by their keys."""
    found = prospects(battle.game, battle.asked, Random(0))
    return {str(each.answer): each for each in found}


def answer(battle: Battle, kind: str) -> tuple[Answer, str]:
    """Return what a machine answers, and why."""
    player = make_player(kind, 1)
    return answer_with(player, battle.session, 1), player.reason


@pytest.mark.parametrize("phase", ["hero", "movement", "charge", "endOfTurn"])
def test_a_position_with_one_unit_left_open_is_worth_what_the_whole_is(phase: str) -> None:
    battle = Battle(phase)
    battle.put("beaconwright", (10, 10))
    battle.put("glarecoil-slingers", *row(10, 14, 6, 1.3, 5))
    battle.put("hullbreakers", *row(5, 12, 16, 2))
    battle.put("barbcasters", *row(5, 30, 20, 2))
    game = battle.begin().game
    for unit in game.state.units.values():
        for player in (A, B):
            assert Outlook(game, player, unit).worth() == pytest.approx(worth(game, player))


def test_a_position_is_worth_to_one_player_what_it_costs_the_other() -> None:
    battle = Battle("charge")
    battle.put("beaconwright", (10, 10))
    battle.put("glarecoil-slingers", *row(10, 14, 6, 1.3, 5))
    battle.put("hullbreakers", *row(5, 12, 16, 2))
    battle.put("barbcasters", *row(5, 30, 20, 2))
    game = battle.begin().game
    assert worth(game, A) == pytest.approx(-worth(game, B))


def test_a_ebr_3_more_wells_than_the_enemy_are_worth_most() -> None:
    def held(*holders: str) -> float:
        game.state.control = dict(zip(("west", "centre", "east"), holders))
        return ground(game, A, {A: (), B: ()})

    game = Battle("endOfTurn", windows="always").begin().game
    assert held(A, A, B) - held(A, "", B) > 1.2 * (held(A, A, A) - held(A, A, ""))


def test_a_eot_1_only_units_on_a_well_hold_it_in_the_next_turn_of_the_enemy() -> None:
    def held(models_on_it: int) -> float:
        """Return the lead with ten models at the East Well, so many on it, while the enemy approaches it."""
        nowhere, surely = Counted(0.0, 0.0), Counted(20.0, 20.0)
        own = {"west": surely, "centre": surely, "east": Counted(10.0, models_on_it)}
        return ground(game, A, {A: [own], B: [{"west": nowhere, "centre": nowhere, "east": Counted(8.0, 0.0)}]})

    game = Battle("endOfTurn", windows="always").begin().game
    game.state.round = game.setup.document.options.rounds
    assert held(10) > held(0) + 0.2


@pytest.mark.parametrize(("number", "active", "share"), [(1, A, 1.0), (1, B, 7 / 8), (4, A, 2 / 8), (4, B, 1 / 8)])
def test_a_rnd_1_wounds_are_worth_the_less_the_fewer_turns_follow(number: int, active: str, share: float) -> None:
    game = Battle("hero", active=active, windows="always").begin().game
    game.state.round, game.state.turn = number, 1 if active == A else 2
    assert army_worth(game, POINT) == pytest.approx(share)


@pytest.mark.parametrize("kind", ["greedy", "veteran"])
def test_a_dep_7_a_regiment_is_deployed_together_to_finish_first(kind: str) -> None:
    def deploying(*finished: str) -> tuple[Answer, str]:
        battle = Battle().at("deploying")
        battle.state.round, battle.state.active = 0, ""
        battle.state.finished, battle.state.deployer = [*finished], A
        return answer(battle.begin(), kind)

    assert deploying() == ("deploy-regiment ann/0", "to finish deployment first and choose who has the first turn")
    assert str(deploying(B)[0]).startswith("deploy-unit")


def test_a_position_is_told_again_when_the_open_unit_stands_elsewhere() -> None:
    battle = Battle("movement")
    battle.put("hullbreakers", *row(5, 12, 16, 2))
    unit = battle.put("duskmoth-riders", *row(3, 20, 5, 2.6))
    game = battle.begin().game
    unit = battle.unit("duskmoth-riders")
    outlook = Outlook(game, A, unit)
    unit.at = {name: (x - 6.0, y + 6.0) for name, (x, y) in unit.at.items()}
    assert outlook.worth() == pytest.approx(worth(game, A))


@both
def test_a_ab_13_nobody_rallies_with_nothing_to_heal(kind: str) -> None:
    battle = Battle("hero", windows="always")
    battle.put("hullbreakers", *row(5, 12, 25, 2))
    battle.put("wallward-pikes", *row(10, 20, 4, 1.5, 5))
    battle.begin()
    assert "rally wallward-pikes" in battle.keys
    assert answer(battle, kind)[0] == PASS


@both
def test_a_ab_13_the_hurt_unit_rallies(kind: str) -> None:
    battle = Battle("hero")
    battle.put("hullbreakers", *row(5, 12, 25, 2))
    battle.put("wallward-pikes", *row(5, 20, 4, 1.5, 5), damage=1)
    battle.put("glarecoil-slingers", *row(10, 30, 4, 1.3, 5))
    battle.begin()
    given, why = answer(battle, kind)
    assert given == "rally ann.wallward-pikes"
    assert "Wallward Pikes should recover" in why


@both
def test_rekindle_resolve_is_not_used_on_those_who_are_whole(kind: str) -> None:
    battle = Battle("endOfTurn", windows="always")
    battle.put("beaconwright", (20, 4))
    battle.put("hullbreakers", *row(5, 12, 25, 2))
    battle.begin()
    assert answer(battle, kind)[0] == PASS


@both
def test_a_strike_1_nobody_calls_the_surge_without_a_fight(kind: str) -> None:
    battle = Battle("combat", active=B)
    battle.put("tide-reeve", (20, 25))
    battle.put("hullbreakers", *row(5, 12, 25, 2))
    battle.put("beaconwright", (20, 4))
    battle.begin()
    assert "call-the-surge tide-reeve" in battle.keys
    assert answer(battle, kind)[0] == PASS


@both
def test_a_imp_8_what_only_people_understand_is_left_to_them(kind: str) -> None:
    sing = AbilityDocument(id="sing", name="Sing", timing="Your Hero Phase", phases=("yourHero",), effect="It sings.")
    battle = Battle("hero", packs=[PackDocument(id="songs", kind="custom", name="Songs", abilities=(sing,))])
    battle.put("duskmoth-riders", *row(3, 20, 4, 2.6))
    battle.put("hullbreakers", *row(5, 12, 25, 2))
    battle.begin()
    assert "sing duskmoth-riders" in battle.keys
    assert answer(battle, kind)[0] == PASS


@both
def test_a_ab_2_who_can_shoot_after_a_move_does_not_run(kind: str) -> None:
    battle = Battle("movement")
    battle.put("glarecoil-slingers", *row(10, 30, 6, 1.3, 5))
    battle.put("barbcasters", *row(5, 30, 24, 1.4))
    battle.begin()
    assert answer(battle, kind)[0] == "normal-move ann.glarecoil-slingers"


def test_a_tab_3_nobody_runs_to_where_a_wall_is_in_the_way() -> None:
    def run(*terrain: TerrainPiece) -> Prospect:
        battle = Battle("movement", on=field(*terrain))
        battle.put("glarecoil-slingers", *row(10, 4, 6, 1.4))
        battle.put("barbcasters", *row(5, 30, 27, 2))
        return rated(battle.begin())["run ann.glarecoil-slingers"]

    assert run().worth > 0.1
    assert run(piece("wall", box(0, 8, 44, 2), 4, "impassable")).worth < 0


@both
def test_a_ab_3_nobody_retreats_from_a_fight_that_goes_well(kind: str) -> None:
    battle = Battle("movement", active=B)
    battle.put("hullbreakers", *row(5, 20, 16, 1.7))
    battle.put("beaconwright", (22, 13.5))
    battle.begin()
    assert "retreat hullbreakers" in battle.keys
    assert answer(battle, kind)[0] == PASS


@both
def test_a_obj_2_who_can_come_to_an_objective_does(kind: str) -> None:
    battle = Battle("movement")
    battle.put("wallward-pikes", *row(10, 19, 8.5, 1.5, 5))
    battle.put("hullbreakers", *row(5, 20, 24, 1.7))
    battle.begin(KeyedDice(1))
    player = make_player(kind, 1)
    while battle.game.state.phase_name == "movement" and battle.asked.player == A:
        battle.say(answer_with(player, battle.session, 1))
    pikes, markers = battle.unit("wallward-pikes"), battle.setup.objectives.values()
    assert any(contesting(battle.game, pikes, each) for each in markers)


@pytest.mark.parametrize("step", [1.0, 0.1])
def test_a_turn_2_a_veteran_plans_which_unit_uses_what(step: float, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = Battle("movement")
    battle.put("wallward-pikes", *row(10, 19, 8.5, 1.5, 5))
    battle.put("hullbreakers", *row(5, 20, 24, 1.7))
    battle.begin()
    ruleset = type(battle.session.ruleset)
    monkeypatch.setattr(ruleset, "terms", replace(ruleset.terms, step=step))
    assert begins_activation(battle.session, battle.asked)
    player = make_player("veteran", 1)
    assert str(answer_with(player, battle.session, 1)).endswith("wallward-pikes")
    planned = {each.answer: each.worth for each in player.rated}  # type: ignore[attr-defined]
    battle.use("normal-move", "wallward-pikes")
    best = max(each.worth for each in candidates(battle.game, battle.asked, Random(0)))
    assert planned["normal-move ann.wallward-pikes"] == pytest.approx(best - EFFORT * step)


def test_a_pri_1_who_has_the_first_turn_begins_no_use() -> None:
    battle = Battle("hero").at("round")
    battle.state.round, battle.state.command = 0, {A: 0, B: 0}
    battle.put("beaconwright", (20, 4))
    battle.put("hullbreakers", *row(5, 12, 25, 2))
    battle.begin()
    assert battle.asked.rule == "A-PRI-1"
    assert not begins_activation(battle.session, battle.asked)


def test_a_chg_2_the_chance_told_of_a_charge_is_the_exact_one() -> None:
    battle = Battle("charge", active=B)
    battle.put("hullbreakers", *row(5, 20, 20, 1.7))
    battle.put("beaconwright", (20, 12))
    battle.begin()
    gap = battle.game.positions.gap(battle.unit("hullbreakers"), battle.unit("beaconwright"))
    told_of = rated(battle)[f"charge {battle.unit('hullbreakers').id}"]
    assert told_of.why.startswith(f"{percent(reaching(gap - 0.5))} to reach Beaconwright in a straight line")
    assert told_of.worth > 0.0


def test_a_chg_6_a_charge_that_cannot_arrive_is_not_rolled_for() -> None:
    battle = Battle("charge", active=B, windows="always")
    battle.put("hullbreakers", *row(5, 20, 27, 1.7))
    battle.put("beaconwright", (20, 4))
    battle.begin()
    assert answer(battle, "greedy")[0] == PASS


def test_a_ab_4_the_damage_told_is_that_of_the_models_in_range() -> None:
    battle = Battle("shooting")
    battle.put("glarecoil-slingers", *row(5, 20, 10, 1.3), *row(5, 20, 2, 1.3))  # the second five are out of range
    battle.put("barbcasters", *row(5, 20, 26, 1.4))
    battle.begin()
    why = rated(battle)[f"shoot {battle.unit('glarecoil-slingers').id}"].why
    whole = Battle("shooting")
    whole.put("glarecoil-slingers", *row(10, 20, 10, 1.3, 5))
    whole.put("barbcasters", *row(5, 20, 26, 1.4))
    assert why != rated(whole.begin())[f"shoot {whole.unit('glarecoil-slingers').id}"].why
    assert "damage expected against Barbcasters" in why


def test_a_fly_1_a_flying_unit_finds_its_way_over_others() -> None:
    battle = Battle("movement")
    battle.put("duskmoth-riders", *row(3, 19, 4, 2.6))
    battle.put("wallward-pikes", *row(10, 15, 8, 1.5))
    battle.put("hullbreakers", *row(5, 2, 27, 2))
    battle.begin().use("normal-move", "duskmoth-riders")
    best = max(prospects(battle.game, battle.asked, Random(0)), key=lambda each: each.worth)
    battle.say(best.answer)
    riders, markers = battle.unit("duskmoth-riders"), battle.setup.objectives.values()
    assert max(contesting(battle.game, riders, each) for each in markers) >= 2


def test_a_tab_3_the_way_round_a_wall_is_longer_unless_one_flies() -> None:
    wall = piece("wall", box(14, 11, 16, 2), 4, "impassable")
    battle = Battle("movement", on=field(wall))
    battle.put("wallward-pikes", *row(5, 19, 8, 1.5))
    battle.put("duskmoth-riders", *row(3, 19, 5, 2.6))
    game = battle.begin().game
    marker = game.setup.objectives["centre"]
    for name, loses in (("wallward-pikes", True), ("duskmoth-riders", False)):
        unit = battle.unit(name)
        assert bool(detours(game, unit, game.positions.bases(unit), marker).min() > 3.0) == loses


def test_a_normal_move_is_found_without_the_long_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(UnitMove, "nearest", lambda *_given: pytest.fail("the long search belongs to people"))
    battle = Battle("movement")
    battle.put("wallward-pikes", *row(10, 19, 6, 1.5, 5))
    battle.put("glarecoil-slingers", *row(10, 19, 9.2, 1.3, 5))
    battle.put("hullbreakers", *row(5, 20, 20, 1.7))
    battle.begin().use("normal-move", "wallward-pikes")
    found = [each for each in prospects(battle.game, battle.asked, Random(0)) if each.answer != "stay"]
    assert all(battle.allows(each.answer) for each in found)


def test_where_an_arrangement_brings_a_unit_is_told_in_inches() -> None:
    battle = Battle("movement")
    battle.put("beaconwright", (20, 5))
    battle.put("hullbreakers", *row(5, 2, 27, 2))
    battle.begin().use("normal-move", "beaconwright")
    [best, *_others] = sorted(prospects(battle.game, battle.asked, Random(0)), key=lambda each: -each.worth)
    steps = battle.asked.steps(best.answer)  # type: ignore[attr-defined]
    assert best.why == description(battle.game, battle.unit("beaconwright"), ends_of(steps))
    battle.say(best.answer)
    unit = battle.unit("beaconwright")
    gap = battle.game.positions.gap(unit, battle.unit("hullbreakers"))
    assert f"{gap:.1f}″ from Hullbreakers" in best.why


def test_a_ab_20_the_damage_told_of_a_reaction_is_more_than_before() -> None:
    armies = (LANTERN, keyworded(BRINEBACK, "barbcasters", "WARD (6+)"))
    battle = Battle("shooting", armies=armies)
    battle.put("glarecoil-slingers", *row(10, 20, 10, 1.3, 5))
    battle.put("barbcasters", *row(5, 20, 22, 1.4))
    battle.begin().use("shoot", "glarecoil-slingers")
    assert battle.asked.rule == "A-REACT-2"
    told_of = rated(battle)[f"all-out-attack {battle.unit('glarecoil-slingers').id}"]
    then, now = map(float, told_of.why.replace(" damage expected instead of", "").split(" "))
    assert then > now


def test_a_pray_3_a_manifestation_that_may_come_is_not_banked() -> None:
    for kind in ("greedy", "veteran", "warlord"):
        battle = Battle("hero", active=B)
        battle.put("tide-reeve", (20, 22))
        battle.put("hullbreakers", *row(5, 12, 25, 2))
        battle.put("wallward-pikes", *row(10, 19, 4, 1.5, 5))
        battle.rolls("chant", 6).begin().use("raise-the-hollow-bell", "tide-reeve")
        assert battle.asked.rule == "A-PRAY-3"
        assert answer_with(make_player(kind, 1, 8), battle.session, 1) == "answer"


def nothing_to_bring() -> Battle:
    """Bob's priest with nobody hurt, nobody to fight, and its manifestation on the table; much to do for nothing."""
    battle = Battle("hero", active=B, windows="always")
    battle.put("tide-reeve", (20, 26))
    battle.put("hullbreakers", *row(5, 12, 25, 2))
    battle.put("hollow-bell", (30, 26))
    battle.put("beaconwright", (20, 4))
    return battle


def test_a_ab_13_a_prayer_that_heals_nobody_is_worth_no_more_than_what_is_left_alone() -> None:
    found = rated(nothing_to_bring().begin())
    for name in ("salt-the-wounds-shut bob.tide-reeve", "rally bob.hullbreakers"):
        assert found[name].worth <= NOT


def test_a_cp_5_a_recruit_does_and_pays_nothing_for_what_brings_nothing() -> None:
    for phase in ("hero", "movement", "charge", "combat"):
        for window in ("active", "opponent"):
            for seed in range(8):
                battle = nothing_to_bring()
                battle.state.active = B if window == "active" else A
                battle.at(phase, window).begin(KeyedDice(1))
                if battle.asked.player != B:
                    continue
                worth = {key: each.worth for key, each in rated(battle).items()}
                given = str(answer_with(make_player("recruit", seed), battle.session, 1))
                assert worth[given] > 0.0 or given == PASS


@pytest.mark.parametrize(
    ("name", "spots"), [("duskmoth-riders", row(3, 19, 5, 2.6)), ("glarecoil-slingers", row(10, 19, 8, 1.4, 5))]
)
def test_a_move_7_who_plays_answers_out_looks_thoroughly_for_a_place_first(name: str, spots: list[Spot]) -> None:
    battle = Battle("movement")
    battle.put(name, *spots)
    battle.put("eelback-chargers", *row(5, 14, 22, 2.5))
    battle.begin().use("normal-move", name)
    first, thorough = (
        max(look(battle.game, battle.asked, Random(0)), key=worth_of) for look in (prospects, candidates)
    )
    assert thorough.worth > first.worth + 0.3
    assert battle.allows(thorough.answer)


def worth_of(prospect: Prospect) -> float:
    return prospect.worth


def test_a_chg_5_a_charge_is_rated_by_the_blows_of_those_who_have_charged() -> None:
    def told_of(*did: str) -> str:
        battle = Battle("charge")
        battle.put("duskmoth-riders", *row(3, 20, 9, 2.6))
        battle.put("barbcasters", *row(5, 20, 15, 1.5))
        battle.did("duskmoth-riders", *did)
        return rated(battle.begin())["charge ann.duskmoth-riders"].why

    assert told_of() == told_of("charged")


@pytest.mark.parametrize("player", [A, B])
def test_a_shoot_2_who_is_in_combat_has_no_shots_at_others_to_come(player: str) -> None:
    battle = Battle("movement")
    battle.put("glarecoil-slingers", *row(10, 20, 8, 1.4, 5))
    battle.put("barbcasters", *row(5, 20, 18, 1.4))
    battle.put("tide-reeve", (23, 26))
    game, slingers, reeve = battle.begin().game, battle.unit("glarecoil-slingers"), battle.unit("tide-reeve")
    outlook = Outlook(game, player, reeve)
    shots = best_blow(game, slingers, game.enemies(slingers))
    reeve.at = dict.fromkeys(reeve.at, (23.0, 12.0))
    knives = best_blow(game, slingers, game.enemies(slingers))
    assert knives == blow(game, slingers, reeve)
    assert knives.points < shots.points
    assert outlook.worth() == pytest.approx(worth(game, player))


def test_a_tgt_1_shots_to_come_reach_as_far_as_effects_let_them() -> None:
    """18 inches away, beyond a sling's 15: shots that need no move before are worth more, and nearer stops are left."""
    shots, stops = list[float](), list[float]()
    for amount in (0, 6):
        battle = passive(target="each friend", what="range", amount=amount)
        battle.put("glarecoil-slingers", *row(10, 1.5, 5, 1.6, 5))
        game, slingers, foe = battle.game, battle.unit("glarecoil-slingers"), battle.unit("hullbreakers")
        shots.append(blow(game, slingers, foe).points)
        stops.append([*_stops(game, slingers, 18.0, 6.0, "A-MOVE-7")][1])
    assert 0.0 < shots[0] == pytest.approx(NEARLY * shots[1])
    assert stops == [14.0, 20.0]


def test_a_pile_1_a_pile_in_is_rated_by_expectation_not_by_dice() -> None:
    battle = Battle("combat").at("combat", "fight")
    battle.state.command = {A: 0, B: 0}  # no reaction is asked for before the dice
    battle.put("wallward-pikes", *row(10, 19, 8, 1.5, 5))
    battle.put("hullbreakers", *row(5, 19, 12, 1.9))
    battle.begin().use("fight", "wallward-pikes")
    assert battle.asked.rule == "A-PILE-1"
    found = []
    for seed in range(2):
        player = Planner(seed)
        answer_with(player, battle.session, seed)
        found.append({repr(each.answer): each.worth for each in player.rated})
    assert len(found[0]) > 1
    assert found[0] == pytest.approx(found[1])


def riders_about_to_move() -> Battle:
    battle = Battle("movement")
    battle.put("duskmoth-riders", *row(3, 19, 5, 2.6))
    battle.put("eelback-chargers", *row(5, 14, 22, 2.5))
    return battle.begin().use("normal-move", "duskmoth-riders")


def test_of_the_places_for_a_unit_only_a_share_is_looked_at() -> None:
    battle = riders_about_to_move()

    def best(seed: int, share: float) -> float:
        return max(each.worth for each in prospects(battle.game, battle.asked, Random(seed), share))

    assert len({best(seed, 0.4) for seed in range(8)}) > 1
    assert best(0, 1.0) >= max(best(seed, 0.4) for seed in range(8))
    assert best(0, 0.0) == 0.0  # where it stands


def test_a_move_7_a_recruit_overlooks_places_and_stays_only_where_none_helps() -> None:
    battle = riders_about_to_move()
    given = {repr(answer_with(make_player("recruit", seed), battle.session, seed)) for seed in range(8)}
    assert len(given) > 2
    assert repr("stay") not in given
