"""Options that are worked out or judged when somebody looks at them: no more of them than that takes."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from game.engine.core.decisions import Choose, Option
from game.engine.core.options import Judged, Later
from game.players.random_player import random_answer
from game.refusal import Refusal

EVERY = tuple(Option(key, key.upper()) for key in "abcde")
BY_KEY = {option.key: option for option in EVERY}


class Judge:
    """Forbids b and d, and notes what it was asked about."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.made: list[str] = []
        self.moment = 0
        self.options = Judged(BY_KEY, self.make, self, lambda: self.moment)
        self.decision = Choose(
            player="ann", prompt="What now?", rule="R-1", options=self.options, refused=self.options.refused
        )

    def make(self, key: str) -> Option:
        self.made.append(key)
        return BY_KEY[key]

    def __call__(self, key: str) -> Refusal | None:
        self.asked.append(key)
        return Refusal(f"no {key}", "R-2") if key in "bd" else None


def test_an_answer_is_judged_alone_and_once() -> None:
    judge = Judge()
    assert judge.decision.allows("c")
    assert judge.decision.allows("c")
    assert (judge.asked, judge.made) == (["c"], [])


def test_who_looks_at_the_options_sees_those_without_a_reason_in_their_order() -> None:
    judge = Judge()
    assert [option.key for option in judge.options] == ["a", "c", "e"]
    assert (len(judge.options), judge.options[-1].key) == (3, "e")
    assert [(option.key, reason.text) for option, reason in judge.decision.refusals()] == [("b", "no b"), ("d", "no d")]
    assert judge.asked == ["a", "b", "c", "d", "e"]


def test_a_refused_answer_comes_with_its_reason() -> None:
    judge = Judge()
    assert [reason.text for reason in judge.decision.why_not("b")] == ["no b"]
    assert [reason.text for reason in judge.decision.why_not("z")] == ["'z' is not among the options (a, c, e)"]


def test_a_random_answer_is_uniform_over_what_is_offered_and_judges_no_more_than_it_draws() -> None:
    counts: Counter[str] = Counter()
    rng = Random(5)
    for _game in range(1500):
        judge = Judge()
        answer = random_answer(judge.decision, rng)
        counts[str(answer)] += 1
        assert judge.asked[-1] == answer
        assert set(judge.asked[:-1]) <= {"b", "d"}
    assert set(counts) == {"a", "c", "e"}
    assert all(abs(count / counts.total() - 1 / 3) < 0.04 for count in counts.values())


def test_options_for_later_are_found_once_at_the_first_look() -> None:
    looks: list[int] = []

    def find() -> tuple[Option, ...]:
        looks.append(1)
        return EVERY

    later = Later(find, lambda: None)
    assert looks == []
    assert [option.key for option in later[1:3]] == ["b", "c"]
    assert len(later) == 5
    assert looks == [1]


def test_what_was_not_looked_at_before_the_game_went_on_is_not_judged_by_another_moment() -> None:
    judge = Judge()
    assert judge.decision.allows("a")
    judge.moment += 1
    assert judge.decision.allows("a")
    with pytest.raises(RuntimeError, match="before the game went on"):
        judge.decision.allows("c")
    with pytest.raises(RuntimeError, match="before the game went on"):
        len(judge.options)
