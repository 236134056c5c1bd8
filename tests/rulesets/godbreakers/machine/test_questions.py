"""Questions asked backwards, against the rules themselves: go there on a fork, and see what is then offered."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
import shapely

from game.engine.questions.asking import Inquirer, Question
from game.lengths import count_in
from game.rulesets.godbreakers.rules.actions.repertoire import targets
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import attack_range, move_region
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.ruleset import TERMS
from game.table.lattice import position
from game.table.placing.places import is_legal
from tests.rulesets.godbreakers.kit import A, B, Play, begin, godbreaker, objective, table, unaligned, wall, wood
from tests.samples import some

OFF = 0.25
"""Inches from an outline at which a drawn region may differ from the verdict."""


def quarrel() -> Play:
    """Wick between two woods and a wall, three enemies of different reach, and the objective."""
    ground = table(
        wood("Copse", 8.0, 8.0, 12.0, 12.0),
        wood("Thicket", 16.0, 5.0, 19.0, 11.0),
        wall("Fence", (13.0, 4.0), (13.0, 8.0)),
    )
    return begin(
        godbreaker("Wick", A, 12.5, 13.5, 8, reach=2),
        godbreaker("Ash", A, 6.0, 12.0),
        godbreaker("Marrow", B, 20.0, 9.0, 6),
        godbreaker("Gull", B, 18.3, 14.2, 6, reach=1),
        unaligned("Boar", 14.0, 5.5, 6),
        objective(16.0, 14.5),
        ground=ground,
    )


QUESTIONS = (
    Question("wick"),
    Question("wick", engages=("marrow",)),
    Question("wick", at_most=1),
    Question("wick", engages=("gull",), at_most=2, controls=("objective",)),
    Question("wick", controls=("objective",)),
)


def reached(game: Game, enemy: Model, model: Model) -> bool:
    """Whether an enemy reaches a model from where it is, or from one of many ends of a move."""
    n = attack_range(game, enemy)
    if game.reaches(enemy, model, n):
        return True
    ends = move_region(game, enemy)
    rim = shapely.segmentize(shapely.buffer(ends.geometry, -0.01), 0.3)
    start = enemy.x, enemy.y
    try:
        for x, y in shapely.get_coordinates(rim).tolist():
            spot = position(x, y)
            if is_legal(ends, spot):
                enemy.x, enemy.y = spot
                if game.reaches(enemy, model, n):
                    return True
        return False
    finally:
        enemy.x, enemy.y = start


@pytest.mark.parametrize("question", QUESTIONS, ids=["move", "engage", "at most one", "all", "control"])
def test_g_move_1_a_region_is_where_the_rules_then_say_so(question: Question) -> None:
    play, rng = quarrel(), Random(7)
    answer = Inquirer(play.session, "wick").answer(question)
    [layer] = answer.layers
    assert answer.best is not None
    west, south, east, north = move_region(play.game, play.model("Wick")).geometry.bounds
    spots = [position(rng.uniform(west, east), rng.uniform(south, north)) for _each in range(some(60))]
    for spot in [*spots, position(answer.best.x, answer.best.y)]:
        fork = play.session.fork(seed=1)
        twin = Play(fork, play.dice)
        twin.answer(["wick"], "move")
        expected = twin.may_place(*spot)
        close = False
        if expected:
            twin.answer([*spot])
            game, wick = twin.game, twin.model("Wick")
            count = 0
            for enemy in game.hostiles(wick):
                verdict = bool(enemy in layer_reachers(layer, spot, game))
                found = reached(game, enemy, wick)
                count += found
                if found != verdict:  # samples of the rim may miss what is barely reached, never the other way round
                    assert verdict, f"{enemy.name} reaches {spot}"
                    close = True
            foes = [foe.id for foe in targets(game, wick)]
            expected = all(foe in foes for foe in question.engages)
            expected &= all(game.controls(A, game.state.markers[goal]) for goal in question.controls)
            expected &= question.at_most is None or count <= question.at_most
        assert close or is_legal(layer.region, spot) == expected, spot
        edge = shapely.distance(layer.region.geometry.boundary, shapely.Point(spot))
        if edge > OFF:
            assert shapely.contains_xy(layer.region.geometry, *spot) == expected or close, spot


def layer_reachers(layer: object, spot: tuple[float, float], game: Game) -> list[Model]:
    reached_by = layer.reached.who(*spot)  # type: ignore[attr-defined]
    return [game.state.models[each.id] for each in reached_by]


def test_the_best_spot_is_the_one_that_fewest_enemies_reach() -> None:
    play = quarrel()
    inquirer = Inquirer(play.session, "wick")
    safest = inquirer.answer(Question("wick", safest=True))
    assert safest.best is not None
    assert safest.best.reached_by == ()
    assert safest.area < inquirer.answer(Question("wick")).area
    assert not any(proof.reaches for proof in inquirer.proofs(safest.best.x, safest.best.y, 0))
    [free], [limited] = inquirer.answer(Question("wick")).layers, safest.layers
    spots = (free.region.sample(Random(seed)) for seed in range(60))
    exposed = next((spot.x, spot.y) for spot in spots if spot is not None and not is_legal(limited.region, spot))
    assert len(limited.region.why_not(exposed)) == 1  # and not once more for the limit by the areas as drawn
    bold = inquirer.answer(Question("wick", engages=("marrow",)))
    assert bold.best is not None
    proofs = inquirer.proofs(bold.best.x, bold.best.y, 0)
    assert sum(proof.reaches for proof in proofs) == len(bold.best.reached_by) > 0


def test_who_could_stop_that_is_told_with_the_line_measured() -> None:
    count_in(TERMS.unit)
    play = quarrel()
    proofs = {each.text.split(":")[0]: each for each in Inquirer(play.session, "wick").proofs(6.5, 15.0, 0)}
    assert [name for name, proof in proofs.items() if proof.reaches] == []
    for name, reach in (("Marrow", 0), ("Gull", 1)):
        receipt = proofs[name].receipt
        assert receipt is not None
        assert receipt.range is not None
        assert receipt.range > reach
        assert f"can get within {receipt.range:g} U, but reaches only {reach} U" in proofs[name].text


def test_nothing_within_reach_names_what_misses_by_least() -> None:
    play = begin(godbreaker("Wick", A, 3.0, 10.0, 6), godbreaker("Marrow", B, 27.0, 10.0), objective(25.0, 10.0))
    inquirer = Inquirer(play.session, "wick")
    far = inquirer.answer(Question("wick", engages=("marrow",)))
    assert (far.best, far.area) == (None, 0.0)
    assert far.cause is not None
    wick = play.model("Wick")
    gap = 24.0 - wick.radius - play.model("Marrow").radius - 7.0 - 1.0  # 6 U is short of 7 inches, 0 U of 1
    assert far.cause.short_by == pytest.approx(gap, abs=0.05)
    assert far.cause.text.endswith("″ too far from Marrow (must be within range 0)")
    both = inquirer.answer(Question("wick", engages=("marrow",), controls=("objective",)))
    assert both.cause is not None
    assert both.cause.rule == "G-TBL-6"
    crowded = begin(godbreaker("Wick", A, 10.0, 10.0, 6), godbreaker("Marrow", B, 12.0, 10.0, 10))
    none = Inquirer(crowded.session, "wick").answer(Question("wick", at_most=0))
    assert none.cause is not None
    assert none.cause.text == "1 could reach it: Marrow"


def test_where_demands_exclude_each_other_and_a_third_fails_alone_a_cause_is_still_named() -> None:
    play = begin(
        godbreaker("Wick", A, 10.0, 10.0, 6),
        godbreaker("Marrow", B, 16.0, 10.0, 12),
        godbreaker("Gull", B, 10.0, 16.0, 12),
        objective(10.0, 4.5),
    )
    demanded = Question("wick", engages=("gull",), controls=("objective",))
    apart = Inquirer(play.session, "wick").answer(demanded)
    assert apart.cause is not None
    assert apart.cause.rule in ("G-ENG-1", "G-TBL-6")
    none = Inquirer(play.session, "wick").answer(replace(demanded, at_most=0))
    assert none.cause is not None
    assert none.cause.text == "2 could reach it: Marrow and Gull"


def test_g_tbl_6_a_marker_with_a_crowd_or_for_a_wild_model_is_no_goal() -> None:
    play = begin(
        godbreaker("Wick", A, 10.0, 10.0, 6),
        unaligned("Boar", 14.0, 12.0, 6),
        objective(13.0, 10.0),
        godbreaker("Marrow", B, 14.2, 10.0),
        godbreaker("Gull", B, 13.0, 11.2),
    )
    full = Inquirer(play.session, "wick").answer(Question("wick", controls=("objective",)))
    assert full.cause is not None
    assert full.cause.text == "Objective cannot be controlled: 2 other models are at it"
    wild = Inquirer(play.session, "boar").answer(Question("boar", controls=("objective",)))
    assert wild.cause is not None
    assert wild.cause.text == "wild models do not control markers"
    friend = Inquirer(play.session, "wick").answer(Question("wick", engages=("wick",)))
    assert friend.best is None


def test_g_tbl_6_what_is_held_already_is_held_from_anywhere_but_by_a_beast_at_it() -> None:
    held = begin(godbreaker("Wick", A, 10.0, 10.0, 6), godbreaker("Ash", A, 14.0, 10.0), objective(13.0, 10.0))
    inquirer = Inquirer(held.session, "wick")
    everywhere = inquirer.answer(Question("wick"))
    assert inquirer.answer(Question("wick", controls=("objective",))).area == pytest.approx(everywhere.area)
    tame = begin(unaligned("Boar", 10.0, 10.0, 6, owner=A), godbreaker("Ash", A, 14.0, 10.0), objective(13.0, 10.0))
    inquirer = Inquirer(tame.session, "boar")
    kept = inquirer.answer(Question("boar", controls=("objective",)))
    assert 0.0 < kept.area < inquirer.answer(Question("boar")).area
    [layer] = kept.layers
    assert not is_legal(layer.region, (12.0, 9.6))


def test_g_eng_3_the_odds_of_engaging_are_those_of_really_standing_there() -> None:
    inquirer = Inquirer(quarrel().session, "wick")
    best = inquirer.answer(Question("wick", engages=("marrow",))).best
    assert best is not None
    [fight] = inquirer.verdicts(best.x, best.y, best.level, ("marrow",)).fights
    # A d8 beats a d6 in 27 of 48 throws and ties with it in 6.
    assert fight.text == "against Marrow: wins 56%, ties 12%, loses 31%"
    assert fight.worth == pytest.approx((27 - 15) / 48)
