"""The coach: the best option first, with the numbers of the lookahead; nothing is changed, nothing hidden is used."""

from __future__ import annotations

from random import Random

import pytest

from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players import blind_fork
from game.players.coach import SEED, NoAdvice, _distinct, advised, adviser, answer_in_words, labels_of, spot_of
from game.players.lookahead import Lookahead
from tests.rulesets.godbreakers.kit import A, B, Play, begin, godbreaker, objective, shard, treasure
from tests.toy.sessions import toy_session

TRIES = 60


def scratched() -> Play:
    """One foe is scratched, the other fresh; no dice may fall."""
    play = begin(
        godbreaker("Wick", A, 10, 10, 12),
        godbreaker("Gull", B, 10, 8.8, 8),
        godbreaker("Tern", B, 10, 11.2, 8, damage=1),
    )
    play.answer(["wick"], "engage")
    return play


def before(session: Session) -> tuple[object, ...]:
    return session.state.digest(), list(session.journal), list(session.events), session.pending().plain()


def test_the_right_answer_of_a_puzzle_comes_first_with_the_reason() -> None:
    play = scratched()
    rated = adviser(play.session, TRIES)()
    assert [each.answer for each in rated] == [["tern"], ["gull"]]
    assert rated[0].worth > rated[1].worth
    assert all(each.why for each in rated)


def test_the_numbers_are_those_of_the_lookahead() -> None:
    play = begin(godbreaker("Wick", A, 4, 10), objective(16.5, 10), shard(B, 28, 3), godbreaker("Gull", B, 28, 18))
    play.answer(["wick"])
    search = Lookahead(blind_fork(play.session, A, SEED), A, Random(SEED), TRIES)
    expected = [(each.answer, each.worth) for each in search.rated()[:3]]
    assert [(each.answer, each.worth) for each in adviser(play.session, TRIES)()] == expected


def test_every_option_is_told_with_what_follows_on_it() -> None:
    """Not only the best one: the worth of the others is that of a plan, too."""
    pieces = [godbreaker("Wick", A, 9, 10, 8), godbreaker("Tern", A, 21, 5, 8), godbreaker("Gull", B, 28, 16)]
    play = begin(*pieces, objective(13, 10), shard(B, 21, 8.5))
    told = adviser(play.session)()
    assert [each.answer for each in told] == [["tern"], ["wick"]]
    assert all("then 0 U from bert's shard; holds bert's shard" in each.why for each in told)


def test_g_spec_2_who_takes_what_is_handed_on_is_told_by_where_it_stands() -> None:
    friends = [godbreaker("Tern", A, 13, 10), godbreaker("Knot", A, 10, 13)]
    pieces = [godbreaker("Wick", A, 10, 10, 12), *friends, godbreaker("Gull", B, 28, 16)]
    play = begin(*pieces, objective(16.5, 10), treasure("gold", "wick"), dice=[])
    play.answer(["wick"], "hand-off")
    assert [each.why for each in adviser(play.session)() if each.answer == ["tern"]] == ["Tern, 2 U from Objective"]


def test_advice_changes_nothing_and_is_the_same_again() -> None:
    play = scratched()
    was = before(play.session)
    first = adviser(play.session, TRIES)()
    assert before(play.session) == was
    assert adviser(play.session, TRIES)() == first


def test_the_plan_begins_with_the_best_answer_and_goes_on_to_the_next_dice() -> None:
    play = begin(godbreaker("Wick", A, 4, 10), objective(10.5, 10), godbreaker("Gull", B, 28, 18))
    play.answer(["wick"])
    advice = advised(play.session, TRIES)()
    assert advice.plan[0].answer == advice.rated[0].answer
    twin = play.session.fork()
    for step in advice.plan:
        assert twin.pending().kind == step.decision.kind
        if step.end is not None and step.decision.kind == "place":
            assert step.start == pytest.approx((4.0, 10.0), abs=6.0)
            assert spot_of(step.decision, step.answer) == step.end
        twin.answer(step.answer)
    assert any(step.end is not None for step in advice.plan)


def test_spots_that_differ_by_a_hair_are_offered_once() -> None:
    play = begin(godbreaker("Wick", A, 4, 10), godbreaker("Gull", B, 28, 18))
    play.answer(["wick"], "move")
    spots = [Prospect([5.0 + 0.3 * number, 10.0], 3.0 - number, "") for number in range(5)]
    assert [each.worth for each in _distinct(play.decision, spots)] == [3.0, -1.0]
    drawn = Prospect({"at": [5.2, 10.0], "via": [[4.5, 11.0]]}, 1.0, "")
    assert [*_distinct(play.decision, [spots[0], drawn])] == spots[:1]


def test_a_rulebook_that_values_nothing_says_so() -> None:
    with pytest.raises(NoAdvice, match="does not rate answers"):
        adviser(toy_session(4))


def test_answers_are_told_by_labels_names_and_coordinates() -> None:
    play = begin(godbreaker("Wick", A, 4, 10), godbreaker("Gull", B, 28, 18))
    picked = play.decision
    assert answer_in_words(picked, ["wick"], {}, str.title) == "Wick"
    play.answer(["wick"])
    chosen = play.decision
    assert answer_in_words(chosen, "move", labels_of(chosen), str) == labels_of(chosen)["move"]
    play.answer("move")
    assert answer_in_words(play.decision, [4.5, 10.0, 9000], {}, str) == "4.50, 10.00"
    assert answer_in_words(play.decision, {"at": [4.5, 10.0], "via": [[4.2, 10.0]]}, {}, str) == "4.50, 10.00"
