"""What activations cost: by the lookahead's numbers, the same again, with nothing changed and no dice in it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from game.engine.saving.saves import save_game
from game.lab.hindsight import (
    Activation,
    Hindsight,
    JudgedAnswer,
    activation_title,
    hindsight_data,
    hindsight_lines,
    total_lines,
    worst_text,
)
from game.lab.summary import number
from game.players import HUMAN, blind_fork
from game.players.coach import SEED, NoAdvice
from game.players.lookahead import Lookahead
from tests.commands.calls import call, refusal
from tests.rulesets.aos4.battles import Battle
from tests.rulesets.godbreakers.kit import A, B, Play, begin, godbreaker, objective, shard
from tests.toy.sessions import toy_session

TRIES = 40


def wasted() -> Play:
    """Anna leaves a marker alone that she could take; Bert has not acted yet."""
    play = begin(godbreaker("Wick", A, 4, 10), objective(9, 10), shard(B, 28, 3), godbreaker("Gull", B, 28, 18))
    play.answer(["wick"], "end")
    return play


def judged(play: Play, tries: int = TRIES) -> Hindsight:
    hindsight = Hindsight(play.session, tries)
    for _step in hindsight.steps():
        pass
    return hindsight


def test_an_activation_costs_what_the_best_was_expected_to_bring() -> None:
    play = wasted()
    was = play.state.digest(), list(play.session.journal), list(play.session.events)
    (activation,) = judged(play).activations
    assert (activation.player, activation.round, activation.number, activation.piece) == (A, 0, 1, "Wick")
    (answer,) = activation.answers
    assert (answer.given, answer.best) == ("End activation", "Move")
    play.session.undo()
    search = Lookahead(blind_fork(play.session, A, SEED), A, Random(SEED), TRIES)
    worths = {each.answer: each.worth for each in search.rated()}
    assert (answer.worth, answer.best_worth) == (worths["end"], worths["move"])
    assert activation.cost == answer.cost == worths["move"] - worths["end"] > 1.0
    play.answer("end")
    assert was == (play.state.digest(), list(play.session.journal), list(play.session.events))


def test_the_best_answer_costs_nothing_and_a_spot_of_ones_own_is_rated_too() -> None:
    play = begin(godbreaker("Wick", A, 4, 10), objective(9, 10), shard(B, 28, 3), godbreaker("Gull", B, 28, 18))
    play.answer(["wick"], "move", [2.0, 10.0], "end")
    (activation,) = judged(play).activations
    chosen, placed, ended = activation.answers
    assert chosen.cost == 0.0
    assert placed.given == "2.00, 10.00"
    assert 0.0 < placed.cost < 0.1, "a second move still gets there"
    assert "holds Objective" in placed.why
    assert activation.worst is ended
    assert ended.cost > 1.0


def test_the_same_game_and_budget_give_the_same_numbers() -> None:
    play = wasted()
    assert hindsight_data(judged(play)) == hindsight_data(judged(play))


def test_only_people_are_judged_where_machines_play_too() -> None:
    play = wasted()
    play.session.seats = {A: "greedy", B: HUMAN}
    assert judged(play).activations == []
    play.session.seats = {A: "greedy", B: "greedy"}
    assert [each.player for each in judged(play).activations] == [A]


def test_what_it_cost_is_told_in_words() -> None:
    hindsight = judged(wasted())
    (activation,) = hindsight.costliest()
    title, worst = activation_title(hindsight, activation), worst_text(activation)
    assert title == f"Round 1 of 5, Wick (Anna): −{activation.cost:.1f} VP"
    given, best = (number(worth, 1, sign=True) for worth in (activation.worst.worth, activation.worst.best_worth))
    assert worst == f"mostly from End activation ({given}); better: Move ({best}), {activation.worst.why}"
    assert "holds Objective" in worst
    lines = [*hindsight_lines(hindsight)]
    assert lines[1] == f"  {title}, {worst}"
    assert lines[2].startswith("Anna: ")
    assert lines[2].endswith(" VP given away on 1 occasion")


def test_what_was_judged_until_it_is_stopped_stays_and_is_said_to_be_a_part() -> None:
    play = wasted()
    hindsight = Hindsight(play.session, 5)
    steps = [*hindsight.steps()]
    assert steps[0] == (0, hindsight.choices)
    assert steps[-1] == (hindsight.choices, hindsight.choices)
    assert hindsight.choices > 1
    assert not any("reviewed" in line for line in total_lines(hindsight))
    known = sum(len(each.answers) for each in hindsight.activations)
    hindsight = Hindsight(play.session, 5)
    hindsight.stopped = lambda: hindsight.reviewed >= hindsight.choices - 1 > 0
    assert [*hindsight.steps()]
    assert hindsight.reviewed == hindsight.choices - 1
    assert sum(len(each.answers) for each in hindsight.activations) < known
    text = f"Stopped: reviewed {hindsight.reviewed} of {hindsight.choices} choices"
    assert next(total_lines(hindsight)) == text


def test_units_are_told_by_their_names() -> None:
    battle = Battle("movement")
    battle.put("glarecoil-slingers", (20, 8))
    battle.put("hullbreakers", (40, 28))
    battle.begin().use("normal-move", "glarecoil-slingers").say(battle.moved("glarecoil-slingers", 0, -5))
    found = Hindsight(battle.session, tries=2)
    for _done in found.steps():
        pass
    told = [each.piece for each in found.activations if each.number]
    assert told
    assert {*told} == {"Glarecoil Slingers"}


def test_points_are_told_to_one_place_with_their_sign() -> None:
    answers = [
        JudgedAnswer(3, "End activation", -0.24, "Move", 1.26, "Wick holds Objective"),
        JudgedAnswer(4, "Wait", 0.0, "Go", 0.0),
    ]
    told = "mostly from End activation (−0.2); better: Move (+1.3), Wick holds Objective"
    assert worst_text(Activation(A, 1, 2, "Wick", answers)) == told
    assert worst_text(Activation(A, 1, 2, "Wick", answers[1:])) == "mostly from Wait (0.0); better: Go (0.0), "


def test_a_rulebook_that_judges_no_position_says_so() -> None:
    with pytest.raises(NoAdvice, match="nothing to compare"):
        Hindsight(toy_session(4))


def test_the_command_judges_a_saved_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play = wasted()
    save_game(play.session, path)
    result = call("replay", path, "--coach", "--tries", str(TRIES))
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "What cost the most, in expected points"
    assert "better: Move" in lines[1]
    assert lines[-1].endswith("the same as recorded")
    data = json.loads(call("replay", path, "--coach", "--tries", str(TRIES), "--json").stdout)["coach"]
    assert data == json.loads(json.dumps(hindsight_data(judged(play))))
    assert "--tries works only with --coach" in refusal("replay", path, "--tries", "5")
    assert "use them alone" in refusal("replay", path, "--coach", "--at", "end")
